package kernelpca

import (
	_ "embed"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
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
		Seed: "seed", Of: "samples", Draws: 20,
		Claims: []course.Claim{
			partsAlone("rings-pc1", "PC1 has every point on the side of its class", 0),
			partsAlone("rings-pc2", "PC2 has every point on its side", 1),
			partsAlone("rings-pc3", "PC3 has every point on its side", 2),
		},
		Rank: "variance_1", Curve: &course.Trace{Panel: "rings-profile", Series: "profile", X: "x1", Y: "pc1"},
	}
	viewAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 20, Most: 80, Ignores: "pair scaling z1 z2",
		Claims: []course.Claim{
			partsAlone("view-pc1", "Of two classes, PC1 has every point on its side", 0),
			partsAlone("view-pc2", "PC2 has every point on its side", 1),
			partsAlone("view-pc3", "PC3 has every point on its side", 2),
		},
		Rank: "eigenvalue_1",
	}
	orderAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 20, Most: 80,
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

// ringSamples are of rings as the figures open: which component parts all points, and
// whether the best of six does where the first of a narrow kernel is overtaken.
var ringSamples = many.Study{
	Claims: []string{"third", "first", "wide", "bare", "mean-first", "smears", "heavy", "narrow-third", "less-first"},
	Draw: func(seed int) []many.Outcome {
		d := ringsOf(seed)
		all := func(c *engine.KernelComponents, j int) many.Outcome {
			k, right := parting(c, d.Labels)
			return many.If(k == j && right == d.Len())
		}
		narrow, wide := engine.Gaussian{Length: ringsBandwidth}, engine.Gaussian{Length: ringsWide}
		bare := fit(wide, d.X, listed, false)
		return []many.Outcome{
			all(fit(engine.Linear{}, ringsFeatures(d.X, "added", 1), 3, true), 2),
			all(fit(narrow, d.X, listed, true), 0), all(fit(wide, d.X, listed, true), 2), all(bare, 0),
			many.If(meanCosine(bare, engine.Gram(wide, d.X)) > nearMean),
			many.If(float64(overtaken(d)) < partedShare*ringPoints),
			all(fit(engine.Linear{}, ringsFeatures(d.X, "added", heavyWeight), 3, true), 0),
			partedBest(fit(engine.Gaussian{Length: ringsNarrow}, d.X, listed, true), d.Labels, 2),
			many.Less(fit(narrow, d.X, 1, true).Eigenvalues[0], firstInSight()),
		}
	},
}

// heavyWeight is a weight of the added column by which its variance is far over the inputs',
// and ringsNarrow a bandwidth under the inner ring's diameter.
const heavyWeight, ringsNarrow = 1.5, 0.15

// partedBest is whether component j, from 0, parts the classes best of those there are.
func partedBest(c *engine.KernelComponents, labels []int, j int) many.Outcome {
	k, _ := parting(c, labels)
	return many.If(k == j)
}

// firstInSight is the largest eigenvalue of the sample that the figures open with.
var firstInSight = sync.OnceValue(func() float64 {
	return fit(engine.Gaussian{Length: ringsBandwidth}, ringsOf(1).X, 1, true).Eigenvalues[0]
})

// overtaken is how many points the best of the components listed has on their sides where
// it stops to be the first: the fewest of those bandwidths by which that place is found.
func overtaken(d engine.Labelled) int {
	low, high, fewest := ringsBandwidth, ringsWide, d.Len()
	for range 12 {
		middle := (low + high) / 2
		j, right := parting(fit(engine.Gaussian{Length: middle}, d.X, listed, true), d.Labels)
		if fewest = min(fewest, right); j == 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return fewest
}

// digitSamples compare plane pictures of digits: whether a Gaussian kernel's has more
// points beside their own digit than that of straight components.
var digitSamples = many.Study{
	Claims: []string{"digit-better"},
	Draw: func(seed int) []many.Outcome {
		straight, bent := digitPictures(seed)
		return []many.Outcome{many.Less(straight, bent)}
	},
}

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
