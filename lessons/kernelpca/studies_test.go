package kernelpca

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// meanCosine is the cosine between the first direction and the mean of the features,
//
//	|vᵀm| / ‖m‖,  vᵀm = (1/n) Σₗ projectionₗ,  ‖m‖² = (1/n²) Σᵢⱼ Kᵢⱼ.
func meanCosine(c *engine.KernelComponents, K *mat.SymDense) float64 {
	n := float64(K.SymmetricDim())
	return math.Abs(mat.Sum(c.Scores.ColView(0))/n) / math.Sqrt(mat.Sum(K)/n/n)
}

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
