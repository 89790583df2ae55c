package psdkernels

import "github.com/gramophone-course/gramophone/lessons/many"

// clouds are the states of the figure that the prose counts: a Gaussian less a part of one
// twice as wide, on so many points.
var clouds = map[string]string{
	"half-4":     "data=cloud&kernel=difference&n=4",
	"half-12":    "data=cloud&kernel=difference",
	"half-40":    "data=cloud&kernel=difference&n=40",
	"quarter-40": "data=cloud&kernel=difference&n=40&weight=0.25",
}

// cloudStudy counts a state's claim under a name of its own.
func cloudStudy(name string) many.Study {
	f, _ := Lesson.Figure("detective")
	s := f.Study(clouds[name])
	s.Claims = []string{name}
	return s
}
