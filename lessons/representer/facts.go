package representer

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
)

// samples is over how many seeds a claim that compares is counted.
const samples = 60

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	all := data.Challenger()
	facts := course.Facts{"samples": samples, "flights": float64(all.Len()),
		"mean": floats.Sum(all.Y) / float64(all.Len())}
	memo := course.NewMemo(1 << 22)
	for prefix, query := range map[string]string{"open": "", "none": "penalty=none&t=4"} {
		facts.Read(memo, buildAttack, query, prefix+"-", "norm", "norm", "objective", "objective", "least", "least",
			"part", "norm_part")
	}
	facts["none-times"] = facts["none-norm"] / facts["none-part"]
	facts["places"], _ = heights(all.Input(0), make([]float64, all.Len()))
	for _, k := range kinds {
		facts.Read(memo, buildLosses, "loss="+k.value, k.value+"-", "silent", "silent", "wrong", "wrong", "norm",
			"norm", "bumps", "bumps")
		facts[k.value+"-loud"] = facts["flights"] - facts[k.value+"-silent"]
	}
	facts.Read(memo, buildLosses, "loss=hinge&lambda=0.001", "goal-", "silent", "silent", "wrong", "wrong", "bumps",
		"bumps")
	for prefix, query := range map[string]string{"l1": "", "turned": "a=1&b=2", "both": "data=two",
		"ask": "a=1&b=3&y=4&lambda=6"} {
		facts.Read(memo, buildL1, query, prefix+"-", "away", "away", "theta1", "theta1", "theta2", "theta2", "ridge1",
			"ridge1", "ridge2", "ridge2", "objective", "objective")
	}
	for prefix, query := range map[string]string{"plain": "", "constant": "degree=0", "line": "degree=1",
		"square": "degree=2", "cube": "degree=3",
		"warm": "flights=warm", "warm-line": "flights=warm&degree=1"} {
		facts.Read(memo, buildSemiparametric, query, prefix+"-", "at", "at_launch", "norm", "norm", "risk", "risk",
			"miss", "miss")
	}
	countResamples(facts)
	countSparse(facts)
	return facts
}

// heights are at how many temperatures x there were flights, and at how many of these the
// αᵢ, which share one bump, add up to one that is not zero.
func heights(x, alpha []float64) (places, bumps float64) {
	sums := map[float64]float64{}
	for i, at := range x {
		sums[at] += alpha[i]
	}
	for _, height := range sums {
		if math.Abs(height) > engine.Rounding(len(alpha), floats.Norm(alpha, 1)) {
			bumps++
		}
	}
	return float64(len(sums)), bumps
}

// countResamples draws the flights anew, with replacement, and counts how often a fit with a
// line says more than one ring at 31 °F, and how often one without a trend does.
func countResamples(facts course.Facts) {
	all := data.Challenger()
	for seed := uint64(1); seed <= samples; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		var d engine.Dataset
		for range all.Len() {
			i := rng.IntN(all.Len())
			d.X, d.Y = append(d.X, all.X[i]), append(d.Y, all.Y[i])
		}
		for degree, name := range map[int]string{1: "line-warns", -1: "plain-warns"} {
			fit := course.Must(engine.SemiparametricKRR(engine.Gaussian{Length: 6}, d, degree, 0.02))
			if fit.Eval([]float64{launch}) > 1 {
				facts[name]++
			} else {
				facts[name] += 0
			}
		}
	}
}

// countSparse counts in how many problems of five data and ten features, all drawn at random,
// the solution of ‖θ‖₁ is off the span of the features of the data.
func countSparse(facts course.Facts) {
	const n, d = 5, 10
	for seed := uint64(1); seed <= samples; seed++ {
		rng := rand.New(rand.NewPCG(seed, 1))
		Phi, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			y[i] = rng.NormFloat64()
			for j := range d {
				Phi.Set(i, j, rng.NormFloat64())
			}
		}
		one := course.Must(engine.Lasso(context.Background(), Phi, y, 0.1)).Theta
		for name, theta := range map[string][]float64{"sparse-off": one,
			"ridge-off": course.Must(engine.Ridge(Phi, y, 0.1))} {
			facts[name] += 0
			if !engine.Agree(course.Must(engine.SpanDistance(Phi, theta)), 0, floats.Norm(theta, 2)) {
				facts[name]++
			}
		}
	}
}
