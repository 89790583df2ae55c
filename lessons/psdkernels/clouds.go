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
	Designs: []course.Design{{Anew: "every point, both inputs normal and independent", Stays: "how many they are"}},
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
