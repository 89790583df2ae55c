package plots

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A symmetric logarithmic axis is odd, keeps the order, shows 0 in its middle, decades far
// from 0 equally long, and what lies at a place is found there again.
func TestSymmetricLogarithmicAxis(t *testing.T) {
	a := Symmetric("θ", 0.1, 3000, -20, math.NaN(), math.Inf(1))
	if a.Min != -1e4 || a.Max != 1e4 {
		t.Errorf("the axis is from %v to %v", a.Min, a.Max)
	}
	if a.norm(0) != 0.5 {
		t.Errorf("0 is at %v", a.norm(0))
	}
	if one, other := a.norm(1000)-a.norm(100), a.norm(1e4)-a.norm(1000); math.Abs(one/other-1) > 0.001 {
		t.Errorf("two decades are %v and %v long", one, other)
	}
	if inner := (a.norm(0.02) - 0.5) / (a.norm(0.01) - 0.5); math.Abs(inner-2) > 0.1 {
		t.Errorf("near 0, twice as much is %v times as far", inner)
	}
	r := rand.New(rand.NewPCG(1, 0))
	last := math.Inf(-1)
	for i := range 1000 {
		share := (float64(i) + r.Float64()) / 1000
		v := a.value(share)
		if !(v > last) || math.Abs(a.norm(v)-share) > 1e-12 || math.Abs(a.norm(-v)-(1-share)) > 1e-12 {
			t.Fatalf("at %v stands %v, whose place is %v", share, v, a.norm(v))
		}
		last = v
	}
	for _, extreme := range []Axis{Symmetric("", 1e-300, 1e300), Symmetric("", 5e-324, 1),
		{Min: -1, Max: 1, Linear: math.Inf(1)}} {
		extreme = extreme.sane()
		for _, v := range []float64{0, extreme.Min, extreme.Max} {
			if at := extreme.norm(v); !(at >= 0 && at <= 1) {
				t.Errorf("%+v: %v is at %v", extreme, v, at)
			}
		}
	}
	p := Panel{Plot: Curves{X: Axis{Max: 1}, Y: a}}
	if root := parse(t, p.AppendSVG(nil))[0]; root.attr["data-y"] != "-10000 10000 symlog 0.1" {
		t.Errorf("scripts read %q", root.attr["data-y"])
	}
}
