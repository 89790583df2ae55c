package kernelpca

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// meanCosine is the cosine between the first direction and the mean of the features,
//
//	|vᵀm| / ‖m‖,  vᵀm = (1/n) Σₗ projectionₗ,  ‖m‖² = (1/n²) Σᵢⱼ Kᵢⱼ.
func meanCosine(c *engine.KernelComponents, K *mat.SymDense) float64 {
	n := float64(K.SymmetricDim())
	return math.Abs(mat.Sum(c.Scores.ColView(0))/n) / math.Sqrt(mat.Sum(K)/n/n)
}

// ringSamples are of rings as the figures open, or of another design: which component parts
// all points or most of them, and, where the first of a narrow kernel is overtaken, whether
// the best of six parts them and how near two variances come.
func ringSamples(prefix string, spec points.LabelledSpec) many.Study {
	claims := []string{"third", "third-best", "first", "wide", "bare", "mean-first", "smears", "near", "heavy",
		"narrow-third"}
	for i := range claims {
		claims[i] = prefix + claims[i]
	}
	return many.Study{Claims: claims, Draw: func(seed int) []many.Outcome { return ofRings(sample(spec, seed)) }}
}

// ofRings are the outcomes of one sample.
func ofRings(d engine.Labelled) []many.Outcome {
	all := func(c *engine.KernelComponents, j int) many.Outcome {
		k, right := parting(c, d.Labels)
		return many.If(k == j && right == d.Len())
	}
	added := fit(engine.Linear{}, ringsFeatures(d.X, "added", 1), 3, true)
	narrow, wide := engine.Gaussian{Length: ringsBandwidth}, engine.Gaussian{Length: ringsWide}
	bare := fit(wide, d.X, listed, false)
	fewest, gap := overtaken(d)
	return []many.Outcome{
		all(added, 2), partedBest(added, d.Labels, 2),
		all(fit(narrow, d.X, listed, true), 0), all(fit(wide, d.X, listed, true), 2), all(bare, 0),
		many.If(meanCosine(bare, engine.Gram(wide, d.X)) > nearMean),
		many.If(float64(fewest) < partedShare*ringPoints), many.If(gap <= crossingGap),
		all(fit(engine.Linear{}, ringsFeatures(d.X, "added", heavyWeight), 3, true), 0),
		partedBest(fit(engine.Gaussian{Length: ringsNarrow}, d.X, listed, true), d.Labels, 2),
	}
}

// largeSamples are of more points, with the column added.
var largeSamples = many.Study{
	Claims: []string{"large-third"},
	Draw: func(seed int) []many.Outcome {
		spec := ringsSpec
		spec.N = points.MaxN
		d := sample(spec, seed)
		k, right := parting(fit(engine.Linear{}, ringsFeatures(d.X, "added", 1), 3, true), d.Labels)
		return []many.Outcome{many.If(k == 2 && right == d.Len())}
	},
}

// evenly are the rings with the points of each at equal angles.
func evenly() points.LabelledSpec {
	spec := ringsSpec
	spec.Anywhere = false
	return spec
}

// heavyWeight is a weight of the added column by which its variance is far over the inputs',
// and ringsNarrow a bandwidth under the inner ring's diameter.
const heavyWeight, ringsNarrow = 1.5, 0.15

// partedBest is whether component j, from 0, parts the classes best of those there are.
func partedBest(c *engine.KernelComponents, labels []int, j int) many.Outcome {
	k, _ := parting(c, labels)
	return many.If(k == j)
}

// overtaken is how many points the best of the components listed has on their sides where
// it stops to be the first, and by how many per cent of the first variance the second is
// smaller: the least of those bandwidths by which that place is found.
func overtaken(d engine.Labelled) (fewest int, gap float64) {
	low, high := ringsBandwidth, ringsWide
	fewest, gap = d.Len(), 100
	for range 12 {
		middle := (low + high) / 2
		c := fit(engine.Gaussian{Length: middle}, d.X, listed, true)
		gap = min(gap, 100*(1-c.Eigenvalues[1]/c.Eigenvalues[0]))
		j, right := parting(c, d.Labels)
		if fewest = min(fewest, right); j == 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return fewest, gap
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
