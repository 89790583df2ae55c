package representer

import "github.com/gramophone-course/gramophone/lessons/course"

// film has a swing be added to the fit.
var film = []course.Shot{
	{Says: "A fit of five flights: a sum of five bumps.",
		State: "attack?t=0", Panels: "f"},
	{Says: "Add a swing that is 0 at every flight: no loss changes.",
		State: "attack?t=0", Panels: "f", Moves: "t", To: "4"},
	{Says: "The norm grows all the same, and the objective with it.",
		State: "attack?t=4", Panels: "f objective", Moves: "t", To: "-4"},
	{Says: "So the least is where no swing is left: bumps alone.",
		State: "attack?t=-4", Panels: "f objective", Moves: "t", To: "0"},
}
