package kernelpca

import (
	_ "embed"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, and what the prose counts over a thousand.

// recorded are the counts of [ringSamples] and [digitSamples].
//
//go:embed shares.csv
var recorded string

// partsAlone claims of a component, from 0, that it parts two classes by itself.
func partsAlone(name, says string, j int) course.Claim {
	return course.Claim{Name: name, Says: says, Holds: func(p *course.Picture) many.Outcome {
		switch w := p.Result.(type) {
		case *rings:
			return many.If(w.variance[j] > 0 && cut(w.scores[j], w.Data.Labels) == w.Data.Len())
		case *view:
			return w.partedBy(j)
		}
		return many.Fails
	}}
}

// partedBy is whether component j, from 0, has every point of two classes on its side of
// one cut; of more classes it says nothing.
func (v *view) partedBy(j int) many.Outcome {
	switch {
	case !v.twoClasses():
		return many.Ties
	case v.c == nil || j >= v.c.Rank:
		return many.Fails
	}
	return many.If(cut(mat.Col(nil, j, v.c.Scores), v.Data.Labels) == v.Data.Len())
}

// best claims of a component, from 0, that of those listed it parts two classes best.
func best(name, says string, j int) course.Claim {
	return course.Claim{Name: name, Says: says, Holds: func(p *course.Picture) many.Outcome {
		o := p.Result.(*order)
		if !o.twoClasses() {
			return many.Ties
		}
		if o.c == nil || o.c.Rank == 0 {
			return many.Fails
		}
		k, _ := parting(o.c, o.Data.Labels)
		return many.If(k == j)
	}}
}

var (
	ringsAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 40, Designs: points.Drawn,
		Claims: []course.Claim{
			partsAlone("rings-pc1", "PC1 has every point on the side of its class", 0),
			partsAlone("rings-pc2", "PC2 has every point on its side", 1),
			partsAlone("rings-pc3", "PC3 has every point on its side", 2),
		},
		Rank: "variance_1", Curve: &course.Trace{Panel: "rings-profile", Series: "profile", X: "x1", Y: "pc1"},
	}
	viewAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 40, Most: 80, Ignores: "pair scaling z1 z2",
		Designs: points.Drawn,
		Claims: []course.Claim{
			partsAlone("view-pc1", "Of two classes, PC1 has every point on its side", 0),
			partsAlone("view-pc2", "PC2 has every point on its side", 1),
			partsAlone("view-pc3", "PC3 has every point on its side", 2),
		},
		Rank: "eigenvalue_1",
	}
	orderAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 40, Most: 80, Designs: points.Drawn,
		Claims: []course.Claim{
			best("order-pc1", "Of six components, PC1 separates two classes best", 0),
			best("order-pc3", "PC3 parts them best", 2),
			{Name: "order-near", Says: "The one that does has a variance within 3 % of another’s",
				Holds: func(p *course.Picture) many.Outcome {
					o := p.Result.(*order)
					if !o.twoClasses() {
						return many.Ties
					}
					return many.If(o.c != nil && o.gap() <= crossingGap)
				}},
		},
		Rank: "eigenvalue_1",
	}
)

// nearMean is how near the first direction is to the mean of the features, as a cosine,
// to be called that.
const nearMean = 0.99

// digitPictures are in how many of 100 digits of a sample the nearest in the picture is of
// their own kind, by straight components and by a Gaussian kernel's.
func digitPictures(seed int) (straight, bent float64) {
	d, _ := data.Digits().Split(digitPoints, rand.New(rand.NewPCG(uint64(seed), 0)))
	near := func(k engine.Kernel) float64 {
		c := fit(k, d.X, 2, true)
		own := neighbours(mat.Col(nil, 0, c.Scores), mat.Col(nil, 1, c.Scores), d.Labels)
		return 100 * float64(own) / digitPoints
	}
	return near(engine.Linear{}), near(engine.Gaussian{Length: digitsWidth})
}
