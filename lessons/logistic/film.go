package logistic

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the fit go down, step by step.
var film = []course.Shot{
	{Says: "At first it knows nothing: one half, wherever you ask.", State: "descent?iteration=0",
		Panels: "plane loss"},
	{Says: "Each step lowers the loss, and the border bends.", State: "descent?iteration=0",
		Panels: "plane loss", Moves: "iteration", To: "30"},
	{Says: "The steps get small long before the bottom is reached.", State: "descent?iteration=30",
		Panels: "plane loss", Moves: "iteration", To: "100"},
	{Says: "A higher price of f makes it less sure of itself.", State: "boundary?data=moons&lambda=0.0001",
		Panels: "plane", Moves: "lambda", To: "1"},
}
