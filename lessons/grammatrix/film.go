package grammatrix

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the width of likeness grow, and points be turned while K stays.
var film = []course.Shot{
	{Says: "A row of K is one food, compared with every food.",
		State: "gram?at=1", Panels: "plane gram", Moves: "at", To: "24"},
	{Says: "At a narrow bandwidth a food is like itself alone.",
		State: "gram?bandwidth=0.5", Panels: "plane gram"},
	{Says: "A wider one calls more pairs alike.",
		State: "gram?bandwidth=0.5", Panels: "plane gram", Moves: "bandwidth", To: "10"},
	{Says: "Far too wide: all are alike, and K tells none apart.",
		State: "gram", Panels: "plane gram", Moves: "bandwidth", To: "100"},
}
