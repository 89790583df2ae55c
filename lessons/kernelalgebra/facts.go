package kernelalgebra

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// windows are spells of twelve years that are fitted, with the six after them, one for each
// year in which one can begin; none of them is sealed.
const (
	fitted  = 12
	after   = 6
	begin   = 1959
	windows = end - fitted - after - begin + 1
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{"trials": trials, "windows": windows}
	memo := course.NewMemo(1 << 24)
	for name, query := range map[string]string{
		"open":    "",
		"gauss":   "kernel=gaussian(1)",
		"made":    "kernel=normalized(exp(linear()))",
		"sum":     "kernel=linear()%2Bperiodic(1,1)",
		"bend":    "kernel=polynomial(2,1)%2Bperiodic(1,1)",
		"product": "kernel=linear()*periodic(1,1)",
		"minus":   "kernel=linear()-periodic(1,1)",
		"tanh":    "kernel=min()%2Bsigmoid(0.01,0)",
	} {
		facts.Read(memo, buildBuilder, query, name, "-held", "held_out_rmse", "-train", "train_rmse", "-smallest",
			"smallest")
	}
	tuned := facts.Read(memo, buildBuilder, tunedQuery, "tuned-", "held", "held_out_rmse")
	facts["tuned-sealed"] = tuned.Result.(*fit).sealed
	goal := facts.Read(memo, buildBuilder, goalQuery, "goal-", "held", "held_out_rmse")
	facts["goal-sealed"] = goal.Result.(*fit).sealed
	beside := besideSealed()
	facts["months-sealed"], facts["smoothing-sealed"] = beside[0].Value, beside[1].Value
	facts.Anew("anew-", anew())
	facts.Anew("kept-", kept())
	many.Cite(facts, many.Parse(shares))
	for _, r := range rules {
		facts.Read(memo, buildRules, "rule="+r.name, r.name, "-witnesses", "witnesses")
	}
	hand := facts.Read(memo, buildRules, "rule=max&points=hand", "hand-", "smallest", "smallest")
	facts["hand-form"] = form(hand.Matrices[0].Values.(mat.Symmetric), []float64{1, -1, 1})
	for name, query := range map[string]string{"3": "", "13": "terms=13", "14": "terms=14", "8": "terms=8"} {
		facts.Read(memo, buildSeries, query, "series", "-miss-"+name, "largest_miss", "-positive-"+name, "positive")
	}
	compare(facts)
	facts["hours"] = 18 * 24 * 365.25 // values of an hour each
	facts["gigabytes"] = 8 * facts["hours"] * facts["hours"] / 1e9
	return facts
}

// compare counts in how many windows one kernel goes on better than another.
func compare(facts course.Facts) {
	line := engine.Sum{engine.Linear{}, engine.Periodic{Length: 1, Period: 1}}
	bend := engine.Sum{engine.Polynomial{Degree: 2, Offset: 1}, engine.Periodic{Length: 1, Period: 1}}
	first := course.Must(engine.ParseKernel(opening))
	facts["line-over-open"], facts["bend-over-open"], facts["bend-over-line"] = 0, 0, 0
	for from := begin; from < begin+windows; from++ {
		a, b, c := errorAfter(first, from), errorAfter(line, from), errorAfter(bend, from)
		if b < a {
			facts["line-over-open"]++
		}
		if c < a {
			facts["bend-over-open"]++
		}
		if c < b {
			facts["bend-over-line"]++
		}
	}
}

// errorAfter is that of a fit, at the λ that the figure opens with, in the years after its own.
func errorAfter(k engine.Kernel, from int) float64 {
	return rootMean(yearly(missesAfter(k, openLambda, air(from, from+fitted+after), perYear*fitted)))
}

// form is cᵀKc.
func form(K mat.Symmetric, c []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(c), c), K, mat.NewVecDense(len(c), c))
}
