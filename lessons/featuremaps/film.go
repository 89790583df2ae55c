package featuremaps

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the degree grow through a crash, and rings be lifted off their plane.
var film = []course.Shot{
	{Says: "A straight line cannot follow the head in a crash.", State: "fit?degree=1",
		Panels: "curve"},
	{Says: "Add powers of time: each lets the line bend once more.", State: "fit?degree=1",
		Panels: "curve", Moves: "degree", To: "8"},
	{Says: "Too many, and it bends where no reading asks it to.", State: "fit?degree=8",
		Panels: "curve", Moves: "degree", To: "15"},
	{Says: "No straight border parts a ring from what it surrounds.", State: "lift?feature=squares&height=0",
		Panels: "box"},
	{Says: "Lift each point by a new feature, its x₁² + x₂².", State: "lift?feature=squares&height=0",
		Panels: "box", Moves: "height", To: "100"},
}
