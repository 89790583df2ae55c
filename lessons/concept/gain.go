package concept

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Pair is both runs of one student.
type Pair struct{ Before, After Answers }

// A Gain is what a class has gained, of what it did not know before.
type Gain struct {
	Students      int
	Before, After float64 // the mean share of right answers, from 0 to 1
	Gain          float64 // (After − Before)/(1 − Before), at most 1; NaN where all was right before
	Low, High     float64 // the 95 % interval of Gain, High at most 1; NaN for fewer than two students
}

// Rough is whether the interval may be off: the delta method takes the gain for linear in the two means, which it is
// less the fewer students there are, and the less there was left to gain.
func (g Gain) Rough() bool { return g.Students < 8 || g.Before > 0.7 }

// GainOf returns the normalised gain g = (ā − b̄)/(1 − b̄) of a class, where b̄ and ā are the mean shares of right
// answers before and after (R. R. Hake, American Journal of Physics 66 (1998), 64–74), with an interval by the delta
// method: g is as good as linear in the two means, so that its standard error is sd(r)/√n of
//
//	rᵢ = (aᵢ − ā)/(1 − b̄) − (1 − ā)(bᵢ − b̄)/(1 − b̄)²,
//
// in which each student's two scores stay together, and Student's t with n − 1 degrees of freedom has its quantiles.
// Students are taken for a sample of those whom the course might have had. No gain exceeds 1, and
// no interval goes beyond.
func GainOf(pairs []Pair) Gain {
	n := float64(len(pairs))
	g := Gain{Students: len(pairs), Before: math.NaN(), After: math.NaN(), Gain: math.NaN(), Low: math.NaN(),
		High: math.NaN()}
	if n == 0 {
		return g
	}
	before, after := make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, p := range pairs {
		before[i], after[i] = share(p.Before), share(p.After)
	}
	g.Before, g.After = stat.Mean(before, nil), stat.Mean(after, nil)
	left := 1 - g.Before
	if left == 0 {
		return g
	}
	g.Gain = (g.After - g.Before) / left
	if n < 2 {
		return g
	}
	r := make([]float64, len(pairs))
	for i := range r {
		r[i] = (after[i]-g.After)/left - (1-g.After)*(before[i]-g.Before)/(left*left)
	}
	wide := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdDev(r, nil) / math.Sqrt(n)
	g.Low, g.High = g.Gain-wide, min(g.Gain+wide, 1)
	return g
}

func share(a Answers) float64 { return float64(a.Score()) / Count }

// MinItems is from how many students on a question is compared with the rest.
const MinItems = 60

// Known is to what a correlation near 0 is known from so many students, with 95 %: of 30 to ± 0.36, of 60 to ± 0.25.
// Its hyperbolic arc tangent scatters by 1/√(n − 3) (R. A. Fisher).
func Known(students int) float64 { return math.Tanh(1.96 / math.Sqrt(float64(students-3))) }

// ItemRest returns, for each question after the course, the correlation of right answers to it with the number of
// those to all others, from −1 to 1: near 0 or below, it asks something else, or is misread. It is NaN where all or
// none are right, or where the others have no spread, and nil for fewer than MinItems students.
func ItemRest(pairs []Pair) []float64 {
	if len(pairs) < MinItems {
		return nil
	}
	all := make([]float64, Count)
	item, rest := make([]float64, len(pairs)), make([]float64, len(pairs))
	for q := range all {
		for i, p := range pairs {
			item[i] = 0
			if p.After.Right()[q] {
				item[i] = 1
			}
			rest[i] = float64(p.After.Score()) - item[i]
		}
		all[q] = math.NaN()
		if stat.StdDev(item, nil) > 0 && stat.StdDev(rest, nil) > 0 {
			all[q] = stat.Correlation(item, rest, nil)
		}
	}
	return all
}
