package rkhs

import "github.com/gramophone-course/gramophone/lessons/course"

// film has a point walk under its envelope.
var film = []course.Shot{
	{Says: "A function of the space, and how high its norm lets it be.", State: "bounds?x=0&show=envelope",
		Panels: "f"},
	{Says: "Its norm says how steep it may be: it stays in the cone.", State: "bounds?x=0&show=cone",
		Panels: "f", Moves: "x", To: "6.5"},
	{Says: "Make one bump higher: the norm grows, the bounds give way.", State: "bounds?x=1.5&a4=0",
		Panels: "f", Moves: "a4", To: "3"},
}
