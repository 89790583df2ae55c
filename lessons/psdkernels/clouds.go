package psdkernels

import (
	_ "embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the detective is asked over many sets of random points, and what the prose counts
// over a thousand.

// shares are the counts of [clouds].
//
//go:embed shares.csv
var shares string

// detectiveAmong asks whether points at random convict the similarity in force.
var detectiveAmong = &course.Samples{
	Seed: "seed", Of: "sets of points", Draws: 100, Needs: "data=cloud",
	Claims: []course.Claim{{
		Name: "convicts", Says: "The points have a witness", Holds: convicts,
	}},
	Rank: "smallest",
}

// convicts is whether the matrix has a witness; where it has no eigenvalues, it cannot tell.
func convicts(p *course.Picture) many.Outcome {
	r, ok := p.Result.(*detective)
	if !ok || r.c == nil {
		return many.Ties
	}
	return many.If(r.c.witness != nil)
}

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
