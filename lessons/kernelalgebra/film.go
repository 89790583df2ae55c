package kernelalgebra

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the partial sums of exp(xy) grow.
var film = []course.Shot{
	{Says: "The product xz is a kernel, and so is 1 + xz.",
		State: "series?terms=2", Panels: "curve"},
	{Says: "Add xz times itself, over 2, over 6: each sum is a kernel.",
		State: "series?terms=2", Panels: "curve", Moves: "terms", To: "20"},
	{Says: "Carbon dioxide: one kernel for the trend, one for the year.",
		State: "builder?kernel=linear()%2Bperiodic(1,1)&until=1973", Panels: "fit"},
	{Says: "Their sum goes on as the air does, the closer the more it read.",
		State: "builder?kernel=linear()%2Bperiodic(1,1)&until=1973", Panels: "fit", Moves: "until", To: "1985"},
}
