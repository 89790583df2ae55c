package largen

import "github.com/gramophone-course/gramophone/lessons/course"

// film has landmarks be added.
var film = []course.Shot{
	{Says: "2,000 points, and a fit through six of them.", State: "approximate?m=6",
		Panels: "curve"},
	{Says: "More landmarks, and it follows: first where it is slow.", State: "approximate?m=6",
		Panels: "curve", Moves: "m", To: "60"},
	{Says: "From some 60 on, further landmarks gain next to nothing.", State: "approximate?m=60",
		Panels: "error", Moves: "m", To: "200"},
}
