package mercer

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
)

const (
	samples      = 60 // over how many seeds a mean is taken
	samplePoints = 40 // of a sample, from −sampleReach to sampleReach
	sampleReach  = 3
	minPoints    = 200 // of [0, 1]
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	memo := course.NewMemo(1 << 24)
	facts := course.Facts{}
	facts.Read(memo, buildEmbed, "kernel=gaussian", "two-",
		"error", "largest_error", "share", "share", "positive", "positive")
	facts.Read(memo, buildEmbed, "kernel=gaussian&bandwidth=100&kept=24", "wide-",
		"positive", "positive", "error", "largest_error")
	facts.Read(memo, buildEmbed, "kernel=sigmoid&kept=24", "tanh-", "negative", "negative", "error", "largest_error")
	facts.Read(memo, buildTaylor, "", "", "pair", "pair")
	facts.Read(memo, buildTaylor, "basis=whole&features=130", "", "pair-other", "pair_rebuilt", "never",
		"largest_error")
	foodFacts(facts, memo)
	for _, m := range []int{4, 16, 64} {
		facts[fmt.Sprintf("reach-%d", m)] = reach(1, m, small)
		facts[fmt.Sprintf("half-%d", m)] = reach(1, m, 0.5)
	}
	sampleFacts(facts)
	rivalFacts(facts)
	many.Cite(facts, many.Parse(shares))
	minFacts(facts)
	handFacts(facts)
	return facts
}

// foodFacts are how many coordinates the foods' table takes, and how many of the series'
// features.
func foodFacts(facts course.Facts, memo *course.Memo) {
	f := course.NewForm(course.ParseQuery("kernel=sigmoid"))
	p := course.Must(buildEmbed(f)(context.Background(), memo))
	facts["tanh-least"] = floats.Min(p.Result.(*embedding).values)
	X := data.Foods().X
	facts["ten-needed"] = float64(coordinatesNeeded(engine.Gram(engine.Gaussian{Length: openWidth}, X)))
	facts["twenty-needed"] = float64(coordinatesNeeded(engine.Gram(engine.Gaussian{Length: 20}, X)))
	far := 0.0
	for _, x := range X {
		far = math.Max(far, math.Hypot(x[0], x[1]))
	}
	orders := float64(needed(far, openWidth)) // the orders of two inputs add up as one does
	facts["food-features"] = orders * (orders + 1) / 2
}

// coordinatesNeeded is how many coordinates rebuild every entry of K to within 0.01.
func coordinatesNeeded(K *mat.SymDense) int {
	s := course.Must(engine.Eigen(K))
	for m := 1; ; m++ {
		if recoveredFrom(K, s, m).errors.largest <= small || m >= len(s.Values) {
			return m
		}
	}
}

// sampleFacts are how many eigenvectors rebuild the table of a sample to within 0.01, on
// average.
func sampleFacts(facts course.Facts) {
	var own []float64
	for seed := 1; seed <= samples; seed++ {
		x, _ := samplePlaces(seed)
		own = append(own, float64(coordinatesNeeded(engine.Gram(engine.Gaussian{Length: 1}, x))))
	}
	facts["own-mean"], _ = many.Paired(own)
}

// minFacts are the eigenvalues of Mercer's theorem for min on [0, 1], and those of K/n on
// the middles of n equal parts of it.
func minFacts(facts course.Facts) {
	facts["min-n"] = minPoints
	for _, n := range []int{10, minPoints} {
		X := make([][]float64, n)
		for i := range X {
			X[i] = []float64{(float64(i) + 0.5) / float64(n)}
		}
		s := course.Must(engine.Eigen(engine.Gram(engine.Min{}, X)))
		for j := 1; j <= 2; j++ {
			name := fmt.Sprintf("min-gram-%d", j)
			if n != minPoints {
				name = fmt.Sprintf("min-few-%d", j)
			}
			facts[name] = s.Values[j-1] / float64(n)
			facts[fmt.Sprintf("min-%d", j)] = 4 / math.Pow(float64(2*j-1)*math.Pi, 2)
		}
	}
}

// handFacts are those of the worked example.
func handFacts(facts course.Facts) {
	K := mat.NewSymDense(2, []float64{5, 3, 3, 5})
	v := recoveredFrom(K, course.Must(engine.Eigen(K)), 2)
	facts["hand-11"], facts["hand-12"] = K.At(0, 0), K.At(0, 1)
	facts["hand-l1"], facts["hand-l2"] = v.values[0], v.values[1]
	facts["hand-c1"], facts["hand-c2"] = v.coordinates.At(0, 0), v.coordinates.At(0, 1)
}
