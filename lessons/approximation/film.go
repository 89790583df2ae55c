package approximation

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the class grow until it follows its sample.
var film = []course.Shot{
	{Says: "A constant cannot follow the truth, however many data.",
		State: "budget?degree=0", Panels: "curves"},
	{Says: "A richer class comes near the truth: that error shrinks.",
		State: "budget?degree=0", Panels: "curves", Moves: "degree", To: "5"},
	{Says: "Richer still, it follows what is only in this sample.",
		State: "budget?degree=5", Panels: "curves", Moves: "degree", To: "15"},
	{Says: "In between, the errors together are least.",
		State: "budget?degree=15", Panels: "stack", Moves: "degree", To: "5"},
}
