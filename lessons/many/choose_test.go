package many

import (
	"math"
	"testing"
)

// Two settings, of which the one that promises more is worse; a third has no fit.
var chosenFrom = &Table{Noise: 3, Ruled: 1, Fits: [][]Fit{
	{{Train: 1, Promised: 2, Evidence: 5, Missed: 4, Covered: 0.5}, NoFit},
	{{Train: 2, Promised: 3, Evidence: 6, Missed: 1, Covered: 1}, NoFit},
}}

func TestProcedures(t *testing.T) {
	good, bad := Judged{0, math.Sqrt(10) - 3, 100}, Judged{3, 3, 50}
	worse := bad
	worse.Optimism = 4 // of what the train error promises
	for _, c := range []struct {
		Procedure
		want Judged
	}{{ByLeavingOut, bad}, {ByMedian, good}, {ByLikelihood, good}, {ByTraining, worse}} {
		if got := chosenFrom.Judge(c.Choose(chosenFrom)); got != c.want {
			t.Errorf("%s: %+v, not %+v", c.Name, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	none := &Table{Fits: [][]Fit{{NoFit}}}
	tables, stays := []*Table{chosenFrom, none, chosenFrom}, []Fit{chosenFrom.Fits[0][0], NoFit, chosenFrom.Fits[1][0]}
	all := Judge(tables, stays, ByLikelihood)
	if len(all) != 2 || all[0].Of != 2 || all[1].Of != 2 {
		t.Fatalf("%+v", all)
	}
	if r := all[0].Regret; r.Value != 0 || r.SE != 0 {
		t.Errorf("%+v", r)
	}
	if r := all[1].Regret; r.Value != 1.5 || math.Abs(r.SE-1.5) > 1e-12 { // of 3 and 0
		t.Errorf("%+v", r)
	}
	if all := Judge(tables[:2], stays[:2], ByLikelihood); len(all) != 0 {
		t.Errorf("of one fit: %+v", all)
	}
}
