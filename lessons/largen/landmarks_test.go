package largen

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// Pivots lie where those before them say least, means where no other is nearer to their readings; and
// the distances drawn of every number are those of the figure at that number.
func TestChosenLandmarks(t *testing.T) {
	for _, n := range []string{"500", "10000"} {
		for _, how := range []string{pivoted, centres} {
			query := "n=" + n + "&landmarks=" + how
			errors := coursetest.Values(t, approximate(t, query), "errors", "error")
			for i, m := range sizes {
				if m != 16 && m != 60 {
					continue
				}
				e := approximate(t, query+map[int]string{16: "&m=16", 60: "&m=60"}[m]).Find("error")
				if math.Abs(e-errors[i]) > 1e-6*e {
					t.Errorf("%s: drawn are %v Pa at %d landmarks, and there it is %v", query, errors[i], m, e)
				}
			}
		}
	}
	x := readings(2000, 1).X
	at := approximate(t, "landmarks=pivots&m=30").Result.(*approximated).landmarks
	drawn := approximate(t, "m=30").Result.(*approximated).landmarks
	widest := func(at []float64) (gap float64) {
		for _, xi := range x {
			nearest := math.Inf(1)
			for _, z := range at {
				nearest = math.Min(nearest, math.Abs(xi[0]-z))
			}
			gap = math.Max(gap, nearest)
		}
		return gap
	}
	if len(at) != 30 || at[0] != x[0][0] || widest(at) > 0.5*widest(drawn) {
		t.Errorf("%d pivots leave a gap of %v ms, as many drawn %v", len(at), widest(at), widest(drawn))
	}
	means := approximate(t, "landmarks=centres&m=30").Result.(*approximated).landmarks
	want, err := engine.Centres(t.Context(), x, x[:30], turns)
	if err != nil || len(means) != 30 {
		t.Fatal(len(means), err)
	}
	for j, z := range means {
		if z != want[j][0] {
			t.Errorf("mean %d is at %v, not %v", j, z, want[j][0])
		}
	}
}
