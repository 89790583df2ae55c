package representer

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	all := data.Challenger()
	facts := course.Facts{"flights": float64(all.Len()),
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
	for prefix, query := range map[string]string{"l1": "", "turned": "a=1&b=2", "both": "data=two"} {
		facts.Read(memo, buildL1, query, prefix+"-", "away", "away", "theta1", "theta1", "theta2", "theta2", "ridge1",
			"ridge1", "ridge2", "ridge2", "objective", "objective")
	}
	for prefix, query := range map[string]string{"plain": "", "constant": "degree=0", "line": "degree=1",
		"square": "degree=2", "cube": "degree=3",
		"warm": "flights=warm", "warm-line": "flights=warm&degree=1"} {
		facts.Read(memo, buildSemiparametric, query, prefix+"-", "at", "at_launch", "norm", "norm", "risk", "risk")
	}
	recorded := many.Parse(shares)
	many.Cite(facts, recorded)
	facts["hinge-ten-silent-first"] = float64(recorded["hinge-ten-silent"].First.Hits)
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
