package bandwidth

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"math"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What it costs to choose ℓ and λ, over a hundred samples of each truth, is too much to compute where a page
// is opened: chosen.csv has it, and a test computes some of it again.

// choosers are the procedures recorded. The first keeps to a setting in the middle of the grid.
var choosers = []many.Procedure{
	{Name: "fixed", Choose: func(t *many.Table) many.Fit { return t.Fits[fixedWidth][fixedLambda] }},
	named("one", many.ByLeavingOut), named("median", many.ByMedian), named("likely", many.ByLikelihood),
}

// The places of that setting on the grid.
const fixedWidth, fixedLambda = 4, 8

// named is a procedure by the name it has in the file.
func named(name string, p many.Procedure) many.Procedure {
	p.Name = name
	return p
}

// chosenSamples is how many samples there are of each of the truths, drawn with so much noise.
const chosenSamples, chosenNoise = 100, 0.2

var chosenOf = []struct {
	name string // in the file
	spec points.LineSpec
}{
	{"sine", points.LineSpec{Name: "sine", N: 60, Noise: chosenNoise}},
	{"scales", points.LineSpec{Name: "two-scale", N: 60, Noise: chosenNoise}},
	{"few", points.LineSpec{Name: "two-scale", N: 30, Noise: chosenNoise}},
}

//go:embed chosen.csv
var chosenFile []byte

// chosen are the recorded rows, in the order of samples.
var chosen = sync.OnceValue(func() map[string][][]float64 {
	rows, err := csv.NewReader(bytes.NewReader(chosenFile)).ReadAll()
	if err != nil {
		panic("bandwidth: chosen.csv: " + err.Error())
	}
	all := map[string][][]float64{}
	for _, row := range rows[1:] {
		var numbers []float64
		for _, text := range row[2:] {
			numbers = append(numbers, course.Must(strconv.ParseFloat(text, 64)))
		}
		all[row[0]] = append(all[row[0]], numbers)
	}
	return all
})

// chosenFacts are the means over these samples, and the greatest of their standard errors.
func chosenFacts(f course.Facts) {
	f["chosen_samples"] = chosenSamples
	f["grid"] = float64(len(curves.ChoiceWidths) * len(curves.ChoiceLambdas))
	f["fixed_ell"] = curves.ChoiceWidths[fixedWidth]
	for _, of := range chosenOf {
		for k, p := range choosers {
			var judged []many.Judged
			var costs []float64
			for _, row := range chosen()[of.name] {
				promised, missed := row[3*k+1], row[3*k+2]
				cost := math.Hypot(missed, chosenNoise)
				judged = append(judged, many.Judged{
					Regret: missed - row[0], Optimism: cost - promised, Covered: 100 * row[3*k+3]})
				f[of.name+"_"+p.Name+"_promised"] += promised / chosenSamples
				costs = append(costs, cost)
			}
			f[of.name+"_"+p.Name+"_costs"] = stat.Mean(costs, nil)
			f[of.name+"_"+p.Name+"_median_cost"] = engine.Median(costs)
			v := many.VerdictOf(p.Name, "", judged)
			for name, m := range map[string]many.Mean{
				"_regret": v.Regret, "_optimism": v.Optimism, "_covered": v.Covered,
			} {
				f[of.name+"_"+p.Name+name], f[of.name+"_"+p.Name+name+"_se"] = m.Value, m.SE
				if of.spec.N == 60 {
					f["chosen"+name+"_se"] = math.Max(f["chosen"+name+"_se"], m.SE)
				}
			}
		}
	}
}
