package kernelpca

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

const (
	samples     = 60  // of rings and of digits, of which there are medians
	ringPoints  = 80  // as the figures open
	digitPoints = 150 // of a sample
	digitsWidth = 30  // ℓ, in shades of ink
	ringsWide   = 1.0
	factMemory  = 1 << 23
)

// fit is the first components of points; in the lesson's own states there are some.
func fit(k engine.Kernel, x [][]float64, m int, centred bool) *engine.KernelComponents {
	return course.Must(engine.KernelPCA{Components: m, Centred: centred}.Fit(context.Background(), engine.Gram(k, x)))
}

// ringsSpec is what the figures open on.
var ringsSpec = points.LabelledSpec{Name: "rings", N: ringPoints, Noise: ringsNoise, Seed: ringsSeed, Anywhere: true}

// sample is the sample of a seed.
func sample(spec points.LabelledSpec, seed int) engine.Labelled {
	spec.Seed = seed
	return spec.Load().Data
}

func ringsOf(seed int) engine.Labelled { return sample(ringsSpec, seed) }

// medians are of samples: how many points straight components part at best, and how many
// digits of 100 have their own kind nearest in the plane.
func medians(facts course.Facts) {
	var rings, straight, bent []float64
	for seed := 1; seed <= samples; seed++ {
		d := ringsOf(seed)
		_, right := parting(fit(engine.Linear{}, d.X, 2, true), d.Labels)
		a, b := digitPictures(seed)
		rings, straight, bent = append(rings, float64(right)), append(straight, a), append(bent, b)
	}
	facts["samples"], facts["digit-n"], facts["mean-cosine"] = samples, digitPoints, nearMean
	facts["straight"] = engine.Median(rings)
	facts["digit-straight"], facts["digit-bent"] = engine.Median(straight), engine.Median(bent)
}

// columnVariance is that of the squared radius of the opening rings.
func columnVariance() float64 {
	var column []float64
	for _, x := range ringsFeatures(ringsOf(ringsSeed).X, "added", 1) {
		column = append(column, x[2])
	}
	return stat.PopVariance(column, nil)
}

// partsFrom is the least weight, in hundredths from the one given, from which on the first
// component parts all of the opening rings.
func partsFrom(memo *course.Memo, weight float64) float64 {
	least := math.Inf(1)
	for w := math.Floor(100*weight) / 100; w <= 3; w += 0.01 {
		at := course.Facts{}
		at.Read(memo, buildRings, fmt.Sprintf("method=added&weight=%.2f", w), "", "parts", "cut_1")
		switch {
		case at["parts"] < ringPoints:
			least = math.Inf(1)
		case math.IsInf(least, 1):
			least = w
		}
	}
	return least
}

// handFacts are those of the worked example: three points, (xx′)².
func handFacts(facts course.Facts) {
	x := [][]float64{{-3, 0}, {0, 0}, {3, 0}}
	k := engine.Polynomial{Degree: 2}
	K := engine.Gram(k, x)
	centred := engine.Centre(K)
	c := fit(k, x, 1, true)
	for i := range 3 {
		for j := range 3 {
			facts[fmt.Sprintf("hand-k%d%d", i+1, j+1)] = K.At(i, j)
			facts[fmt.Sprintf("hand-c%d%d", i+1, j+1)] = centred.At(i, j)
		}
		facts[fmt.Sprintf("hand-p%d", i+1)] = -c.Scores.At(i, 0) // the sign that the features have
	}
	facts["hand-lambda"], facts["hand-variance"] = c.Eigenvalues[0], c.Variances[0]
	new, err := c.Project(engine.Cross(k, [][]float64{{2, 0}}, x))
	facts["hand-new"] = -course.Must(new, err).At(0, 0)
}

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	medians(facts)
	many.Cite(facts, many.Parse(recorded))
	handFacts(facts)
	memo := course.NewMemo(factMemory)
	facts.Read(memo, buildRings, "method=added", "added-", "v1", "variance_1", "v2", "variance_2", "v3", "variance_3")
	facts.Read(memo, buildRings, "method=added&seed=1", "other-", "cut", "cut")
	facts.Read(memo, buildRings, "method=linear", "inputs-", "v1", "variance_1")
	facts["weight"] = math.Sqrt(facts["inputs-v1"] / columnVariance())
	facts["weight-parts"] = partsFrom(memo, facts["weight"])
	facts.Read(memo, buildProjection, "", "opens-", "cut", "cut", "share", "variance_shown")
	facts.Read(memo, buildOrder, crossingGoal, "mixed-", "cut", "cut")
	facts.Read(memo, buildProjection, "scaling=unit", "unit-", "lambda", "eigenvalue_1")
	facts["unit-variance"] = facts["unit-lambda"] * facts["unit-lambda"] / ringPoints
	facts["sqrt-variance"] = facts["unit-lambda"] / ringPoints
	facts.Read(memo, buildProjection, "bandwidth=0.01", "narrow-", "lambda", "eigenvalue_1")
	facts.Read(memo, buildProjection, "kernel=sigmoid&slope=1&offset=1", "tanh-", "share", "variance_shown")
	facts.Read(memo, buildProjection, "data=wine&bandwidth=5", "wine-", "bent", "neighbours")
	facts.Read(memo, buildProjection, "data=wine&kernel=linear", "wine-", "straight", "neighbours")
	facts.Read(memo, buildProjection, "data=wine&kernel=linear&inputs=raw", "wine-raw-",
		"near", "neighbours", "share", "variance_shown")
	facts.Read(memo, buildDerivation, "", "derivation-", "gap", "eigenvalue_gap", "rank", "rank")
	facts.Read(memo, buildDerivation, "n=6", "few-", "rank", "rank")
	facts["million-gb"] = 8 * 1e4 * 1e4 / 1e9
	return facts
}
