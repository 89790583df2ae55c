package rkhs

import (
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// The worked examples, and the spikes that tell the space from all square-integrable
// functions.
const (
	handQuery  = "data=free&kernel=min&centres=3&a1=2&a2=-1&a3=0"
	spikeQuery = "data=free&a1=0&a2=1&a3=0&a4=0"

	// Two bumps of the Gaussian with ℓ = 1: f has the values 1 and 1, or 1 and −1, at 1 and 2.
	togetherQuery = "data=free&centres=3&bandwidth=1&a1=0.62246&a2=0.62246&a3=0&x=1"
	againstQuery  = "data=free&centres=3&bandwidth=1&a1=2.5415&a2=-2.5415&a3=0&x=1"
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{}
	memo := course.NewMemo(1 << 22)
	numbers := []string{"norm", "norm", "squared", "norm_squared", "value", "value", "l2", "l2"}
	held := append(numbers[:len(numbers):len(numbers)], "least", "least", "ratio", "ratio", "away", "away")
	for prefix, query := range map[string]string{
		"open": "", "flip": "a4=-2", "twice": "centres=6&a4=3&a5=3&a6=-3", "wide": "bandwidth=3",
	} {
		facts.Read(memo, buildFunction, query, prefix+"-", held...)
	}
	facts["least-squared"] = facts["open-least"] * facts["open-least"]
	facts["swing-squared"] = facts["open-squared"] - facts["least-squared"]
	for prefix, query := range map[string]string{
		"hand": handQuery, "hand-1": handQuery + "&x=1", "hand-3": handQuery + "&x=3",
		"spike": spikeQuery + "&bandwidth=0.1", "hill": spikeQuery + "&bandwidth=1",
		"together": togetherQuery, "against": againstQuery,
	} {
		facts.Read(memo, buildFunction, query, prefix+"-", numbers...)
	}
	bounds := []string{"norm", "norm", "envelope", "envelope", "cone", "cone", "d", "distance",
		"height", "height", "opens", "opens", "value", "value", "other", "other"}
	for prefix, query := range map[string]string{
		"bounds": "", "one": "data=free&a1=0&a2=1.5&a3=0&a4=0",
	} {
		facts.Read(memo, buildBounds, query, prefix+"-bounds-", bounds...)
	}
	for prefix, query := range map[string]string{"quad": "", "blind": "b=1.5&c=-2"} {
		facts.Read(memo, buildQuadratics, query, prefix+"-", "value", "value", "inner", "inner",
			"norm", "norm", "bound", "bound", "l1", "lambda1", "l2", "lambda2")
	}
	facts["quad-squared"] = math.Round(facts["quad-norm"] * facts["quad-norm"])
	k := math.Exp(-0.5)
	facts["pair-l1"], facts["pair-l2"] = 1+k, 1-k
	facts["min-cost-1"], facts["min-cost-2"], facts["min-cost-10"] = minCost(1), minCost(2), minCost(10)
	many.Cite(facts, many.Parse(shares))
	return facts
}

// minCost is 1/λⱼ of Mercer's theorem for min on [0, 1], the squared norm of eⱼ.
func minCost(j int) float64 { return math.Pow(float64(2*j-1)*math.Pi/2, 2) }
