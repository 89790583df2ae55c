package losses

import "github.com/gramophone-course/gramophone/lessons/course"

// still holds the axes while a point moves.
const still = "frame=0,60,-200,200"

// film has one reading slip, and a margin narrow.
var film = []course.Shot{
	{Says: "Nineteen readings, copied by hand, and their fit.",
		State: "regression?" + still + "&points=" + slipped(-lostSign())},
	{Says: "One minus sign is lost: the squared loss gives way.",
		State:  "regression?" + still + "&points=" + slipped(-lostSign()),
		Panels: "curve", Moves: "points", To: slipped(lostSign())},
	{Says: "Huber’s loss pulls no harder, however far the slip.",
		State:  "regression?loss=huber&" + still + "&points=" + slipped(-lostSign()),
		Panels: "curve", Moves: "points", To: slipped(lostSign())},
	{Says: "A wide strip: nearly every point holds this boundary.", State: "svm?data=moons&C=0.1",
		Panels: "plane"},
	{Says: "The dearer a point inside, the narrower the strip.", State: "svm?data=moons&C=0.1",
		Panels: "plane", Moves: "C", To: "1000"},
}
