package mercer

import "github.com/gramophone-course/gramophone/lessons/course"

// film has features be added one by one.
var film = []course.Shot{
	{Says: "The Gaussian is an inner product of features without end.",
		State: "taylor?features=1", Panels: "slice"},
	{Says: "Add features one by one: near 0 a few are enough.",
		State: "taylor?features=1", Panels: "slice", Moves: "features", To: "14"},
	{Says: "Further out it takes more: where k is right spreads.",
		State: "taylor?features=1&y=4", Panels: "error slice", Moves: "features", To: "40"},
	{Says: "K gives features of its own: with two, the foods are back.",
		State: "embed?kept=1", Panels: "recovered plane", Moves: "kept", To: "2"},
}
