package many

import (
	"math"

	"github.com/gramophone-course/gramophone/engine"
)

// A Fit is what one setting promises in a sample of known truth, and what it costs there.
type Fit struct {
	Train    float64 // the error on the points that were fitted
	Promised float64 // the leave-one-out error: what one who chooses is told; +Inf without a fit
	Evidence float64 // the logarithm of the marginal likelihood, less what all settings share
	Missed   float64 // the error of the curve, against the truth
	Covered  float64 // the part of the places at which the truth lies in the 95 % band
}

// NoFit is that of a setting that gives none.
var NoFit = Fit{Train: math.Inf(1), Promised: math.Inf(1), Evidence: math.Inf(-1), Missed: math.Inf(1)}

// A Table is a sample with each setting of a grid fitted to it.
type Table struct {
	Fits  [][]Fit // a row for each bandwidth or degree, a column for each λ
	Ruled int     // the row of a rule that looks at the inputs alone
	Noise float64 // the standard deviation of the noise of a new response; 0 where Missed is of those
}

// A Procedure chooses a setting by what can be known of a sample without its truth.
type Procedure struct {
	Name, Says string // what it is called, and how it chooses
	Choose     func(*Table) Fit
}

// Procedures in use. What who goes by the train error is promised, is that.
var (
	ByLeavingOut = Procedure{"leave one out", "the least leave-one-out error",
		func(t *Table) Fit { return least(t.Fits, promised) }}
	ByMedian = Procedure{"median rule", "ℓ next to the median distance, λ by leaving one out",
		func(t *Table) Fit { return least(t.Fits[t.Ruled:t.Ruled+1], promised) }}
	ByLikelihood = Procedure{"likelihood", "the largest marginal likelihood",
		func(t *Table) Fit { return least(t.Fits, func(f Fit) float64 { return -f.Evidence }) }}
	ByTraining = Procedure{"train error", "the least error on what is fitted", func(t *Table) Fit {
		f := least(t.Fits, func(f Fit) float64 { return f.Train })
		f.Promised = f.Train
		return f
	}}
)

func promised(f Fit) float64 { return f.Promised }

// least is the first fit that has the least of a number.
func least(fits [][]Fit, of func(Fit) float64) Fit {
	best := NoFit
	for _, row := range fits {
		for _, f := range row {
			if of(f) < of(best) {
				best = f
			}
		}
	}
	return best
}

// A Judged setting is what a choice comes to in one sample.
type Judged struct {
	Regret   float64 // by how much it misses the truth by more than the best of the grid
	Optimism float64 // by how much a new response is missed by more than was promised
	Covered  float64 // as that of its [Fit], in per cent
}

// Best is the least error against the truth of the grid.
func (t *Table) Best() float64 { return least(t.Fits, func(f Fit) float64 { return f.Missed }).Missed }

// Judge judges a setting, which may be one of the grid or another.
func (t *Table) Judge(f Fit) Judged {
	return Judged{f.Missed - t.Best(), math.Hypot(f.Missed, t.Noise) - f.Promised, 100 * f.Covered}
}

// A Mean is over samples, with its standard error and the median, from which a few samples may pull it far.
type Mean struct{ Value, SE, Median float64 }

// A Verdict is on a procedure, or a setting that stays, over Of samples.
type Verdict struct {
	Name, Says                string
	Regret, Optimism, Covered Mean
	Of                        int
}

// VerdictOf takes the means over the samples in which there was a fit.
func VerdictOf(name, says string, of []Judged) Verdict {
	v := Verdict{Name: name, Says: says}
	var regret, optimism, covered []float64
	for _, j := range of {
		if sum := j.Regret + j.Optimism; math.IsNaN(sum) || math.IsInf(sum, 0) {
			continue
		}
		v.Of++
		regret, optimism, covered = append(regret, j.Regret), append(optimism, j.Optimism), append(covered, j.Covered)
	}
	if v.Of > 1 {
		v.Regret, v.Optimism, v.Covered = meanOf(regret), meanOf(optimism), meanOf(covered)
	}
	return v
}

// Judge judges procedures over samples, and last a setting that stays, whose fits there are given. Who had
// a fit in fewer than two is left out.
func Judge(tables []*Table, stays []Fit, procedures ...Procedure) (verdicts []Verdict) {
	judge := func(name, says string, fit func(i int) Fit) {
		var judged []Judged
		for i, t := range tables {
			judged = append(judged, t.Judge(fit(i)))
		}
		if v := VerdictOf(name, says, judged); v.Of > 1 {
			verdicts = append(verdicts, v)
		}
	}
	for _, p := range procedures {
		judge(p.Name, p.Says, func(i int) Fit { return p.Choose(tables[i]) })
	}
	judge("this setting", "the same in every sample", func(i int) Fit { return stays[i] })
	return verdicts
}

func meanOf(v []float64) Mean {
	mean, se := Paired(v)
	return Mean{mean, se, engine.Median(v)}
}
