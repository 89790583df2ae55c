package bandwidth

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

func TestChosenAreComputed(t *testing.T) {
	head := []string{"truth", "sample", "best"}
	for _, p := range choosers {
		head = append(head, p.Name+" promised", p.Name+" missed", p.Name+" covered")
	}
	var names []string
	specs := map[string]points.LineSpec{}
	for _, of := range chosenOf {
		names, specs[of.name] = append(names, of.name), of.spec
		if n := len(chosen()[of.name]); n != chosenSamples && !*update {
			t.Errorf("%s: %d samples are recorded", of.name, n)
		}
	}
	computed(t, "chosen.csv", 5, chosenSamples, head, names,
		func(name string, sample, k int) float64 { return chosen()[name][sample-1][k] },
		func(name string, sample int) []float64 { return chosenIn(specs[name], sample) })
}

// What the prose says of them, beyond the numbers: by more than two standard errors whoever chooses by leaving
// one out is promised too little, and by less than two one who keeps to a setting, or goes by likelihood.
func TestChoosingFlattersItself(t *testing.T) {
	f := facts()
	for _, of := range []string{"sine", "scales"} {
		for by, flattered := range map[string]bool{"fixed": false, "one": true, "median": true, "likely": false} {
			name := of + "_" + by + "_optimism"
			if told := f[name] / f[name+"_se"]; (told > 2) != flattered || told < -2 {
				t.Errorf("%s: %v, %v standard errors", name, f[name], told)
			}
		}
		if f[of+"_likely_regret"] >= f[of+"_one_regret"] {
			t.Errorf("%s: likelihood has a regret of %v", of, f[of+"_likely_regret"])
		}
	}
	// One setting's error is about as often too small as too large, the least of all mostly too small.
	small := func(procedure int) (n int) {
		for _, row := range chosen()["few"] {
			if row[3*procedure+1] < math.Hypot(row[3*procedure+2], chosenNoise) {
				n++
			}
		}
		return n
	}
	if fixed, one := small(0), small(1); fixed < 40 || fixed > 60 || one < 70 {
		t.Errorf("too small in %d samples, chosen by leaving one out in %d", fixed, one)
	}
	// The samples that the link opens are the first of those.
	a := coursetest.Opened(t, Lesson, "fit", "data=two-scale&n=30&bandwidth=0.829&lambda=0.0001&many=60").Among
	verdicts := map[string]many.Verdict{}
	for _, v := range a.Chosen.Verdicts {
		verdicts[v.Name] = v
	}
	chosen, stays := verdicts["leave one out"].Optimism, verdicts["this setting"].Optimism
	if chosen.Value < 2*chosen.SE || math.Abs(stays.Value) > 2*stays.SE {
		t.Errorf("over %d samples the optimism is %+v, and %+v of what stays", a.Chosen.Samples, chosen, stays)
	}
}

// chosenIn is the row of a sample: the least error against the truth of the grid, and of each procedure what
// it promises, its error against the truth, and the part of that which its band covers.
func chosenIn(of points.LineSpec, number int) []float64 {
	t := curves.WidthTable(of, func(ell float64) engine.Kernel { return gaussian(ell) }, number)
	row := []float64{t.Best()}
	for _, p := range choosers {
		f := p.Choose(t)
		row = append(row, f.Promised, f.Missed, f.Covered)
	}
	return row
}
