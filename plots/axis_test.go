package plots

import (
	"math"
	"math/rand/v2"
	"testing"
)

// RoundUp is not under what it rounds, little above it, and round itself: what it
// gave stays as it is.
func TestRoundUp(t *testing.T) {
	for v, want := range map[float64]float64{
		0: 1, math.Inf(1): 1, 0.3: 0.5, -0.3: 0.5, 1: 1, 1.01: 2, 2: 2, 4e-9: 5e-9, 51: 100,
		math.MaxFloat64: math.MaxFloat64,
	} {
		if got := RoundUp(v); math.Abs(got-want) > 1e-15*want {
			t.Errorf("RoundUp(%g) = %g, want %g", v, got, want)
		}
	}
	if up := RoundUp(5e-324); !(up >= 5e-324) || up > 1e-300 {
		t.Errorf("the least number there is goes up to %g", up)
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		v := math.Pow(10, 600*r.Float64()-300)
		up := RoundUp(v)
		if up < v*(1-1e-9) || up > 2.5*v*(1+1e-9) || RoundUp(up) != up || RoundUp(-v) != up {
			t.Errorf("RoundUp(%g) = %g, and of that %g", v, up, RoundUp(up))
		}
	}
}
