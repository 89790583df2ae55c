package kernelpca

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the rings unroll.
var film = []course.Shot{
	{Says: "Two rings. PCA can only turn them: they stay rings.", State: "rings?method=linear",
		Panels: "plane projection"},
	{Says: "With a Gaussian kernel, points are alike that are near.", State: "projection?bandwidth=2.5&z1=1.4&z2=-1.4",
		Panels: "plane projection"},
	{Says: "Count fewer points as near, and the rings come apart.", State: "projection?bandwidth=2.5&z1=1.4&z2=-1.4",
		Panels: "plane projection", Moves: "bandwidth", To: "0.4"},
	{Says: "Too few, and every point is a direction of its own.", State: "projection?bandwidth=0.4&z1=1.4&z2=-1.4",
		Panels: "plane gram", Moves: "bandwidth", To: "0.05"},
}
