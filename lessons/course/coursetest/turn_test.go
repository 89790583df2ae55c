package coursetest

import (
	"strconv"
	"testing"
)

func TestEveryThingHasItsTurn(t *testing.T) {
	const things = 8
	t.Setenv("GRAMOPHONE_TURN", "")
	for i := range things {
		if !HasTurn(t, "ridge", i) {
			t.Errorf("%d is left out where nothing is", i)
		}
	}
	looked := [things]int{}
	for run := range Turns {
		t.Setenv("GRAMOPHONE_TURN", strconv.Itoa(40+run)+" rings ridge")
		for i := range looked {
			if HasTurn(t, "mercer", i) {
				looked[i]++
			}
			if !HasTurn(t, "ridge", i) {
				t.Errorf("%d of a lesson that changed is left out", i)
			}
		}
	}
	for i, n := range looked {
		if n != 1 {
			t.Errorf("%d is looked at %d times in %d runs", i, n, Turns)
		}
	}
}
