package bandwidth

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the bandwidth go from far too narrow to far too wide, and then back to the best.
var film = []course.Shot{
	{Says: "Narrow bumps: the curve runs to every reading by itself.", State: "fit?bandwidth=0.1"},
	{Says: "Then K is almost the identity: each point knows itself.", State: "fit?bandwidth=0.1",
		Panels: "curve gram"},
	{Says: "Wider bumps share what they know with their neighbours.", State: "fit?bandwidth=0.1",
		Panels: "curve gram", Moves: "bandwidth", To: "7"},
	{Says: "Too wide, and all points look alike: the curve goes stiff.", State: "fit?bandwidth=7",
		Panels: "curve gram", Moves: "bandwidth", To: "100"},
	{Says: "In between lies a bandwidth that follows the crash.", State: "fit?bandwidth=100",
		Panels: "curve gram", Moves: "bandwidth", To: "7"},
}
