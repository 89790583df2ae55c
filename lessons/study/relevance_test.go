package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// drivenTable has a column that drives y, one of two words that does somewhat, and one that is idle.
func drivenTable(n int) (*own.Table, own.Choice) {
	rng := newRand(8)
	driving, idle, y, cells := make([]float64, n), make([]float64, n), make([]float64, n), make([]string, n)
	for i := range n {
		driving[i], idle[i], cells[i] = rng.NormFloat64(), rng.NormFloat64(), "a"
		y[i] = 3*math.Sin(driving[i]) + 0.3*rng.NormFloat64()
		if rng.IntN(2) == 0 {
			cells[i] = "b"
			y[i] += 0.8
		}
	}
	return tableOf(number("driving", driving...), number("idle", idle...), word("kind", cells...), number("y", y...)),
		own.Choice{X: []int{0, 1}, Y: 3, Class: -1}
}

// An idle column is worth nothing, and the one that drives y the most; the words of a column change places
// together.
func TestRelevances(t *testing.T) {
	table, c := drivenTable(120)
	plan := Plan{Words: true, Seed: 1}
	d := designed(table, c, plan)
	tuned, Y := tunedOn(t, d)
	all := course.Must(d.Relevances(t.Context(), tuned, Y, plan))
	ratio := map[int]float64{}
	for _, r := range all {
		ratio[r.Column] = r.Ratio
	}
	if len(all) != 3 || all[0].Column != 0 || all[0].Ratio < 2 || math.Abs(ratio[1]-1) > 0.05 || ratio[2] < 1.1 {
		t.Errorf("relevances %+v", all)
	}
	if !slices.IsSortedFunc(all, func(a, b Relevance) int { return cmp.Compare(b.Ratio, a.Ratio) }) {
		t.Errorf("%+v are not in order", all)
	}
}

// The ratio is what comes of predicting each row, with the column's values of another, by the fit without it.
func TestRelevancesByWithoutAt(t *testing.T) {
	plan := Plan{Words: true, Seed: 5}
	driven, of := drivenTable(40)
	classes, c := readReferences(t)["iris"].table()
	c.Y, c.Class = -1, c.Y
	for _, d := range []*Design{designed(driven, of, plan), designed(classes, c, Plan{Class: true})} {
		tuned, Y := tunedOn(t, d)
		all := course.Must(d.Relevances(t.Context(), tuned, Y, plan))
		for _, r := range all {
			rng := rand.New(rand.NewPCG(plan.Seed, uint64(r.Column)))
			plain, sum := 0.0, 0.0
			for range shuffles(len(tuned.X)) {
				for i, from := range rng.Perm(len(tuned.X)) {
					x := slices.Clone(tuned.X[i])
					for _, j := range d.inputsOf(r.Column) {
						x[j] = tuned.X[from][j]
					}
					for q := range Y {
						plain += math.Pow(Y[q][i]-tuned.WithoutAt(q, i, tuned.X[i]), 2)
						sum += math.Pow(Y[q][i]-tuned.WithoutAt(q, i, x), 2)
					}
				}
			}
			// Distances are updated, whose rounding coefficients of 1/λ make larger.
			if want := math.Sqrt(sum / plain); math.Abs(r.Ratio-want) > 1e-7 {
				t.Errorf("column %d: %v, want %v", r.Column, r.Ratio, want)
			}
		}
	}
}
