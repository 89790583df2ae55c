package plots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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

func TestTicks(t *testing.T) {
	const width, height = 494, 120
	labels := func(a Axis, along int) string {
		ticks, note := a.ticks(width, height, along)
		var s []string
		for _, t := range ticks {
			s = append(s, t.Label)
		}
		if note != "" {
			s = append(s, "("+note+")")
		}
		return strings.Join(s, " ")
	}
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{Min: 0, Max: 60}, "0 10 20 30 40 50 60"},
		{Axis{Min: -150, Max: 100}, "−150 −100 −50 0 50 100"},
		{Axis{Min: 0, Max: 1}, "0 0.2 0.4 0.6 0.8 1.0"},
		{Axis{Min: -0.04, Max: 0.04}, "−0.04 −0.02 0 0.02 0.04"},
		{Axis{Min: 0, Max: 3e6}, "0 0.5 1.0 1.5 2.0 2.5 3.0 (× 10⁶)"},
		{Axis{Min: -2e-4, Max: 1e-4}, "−2.0 −1.5 −1.0 −0.5 0 0.5 1.0 (× 10⁻⁴)"},
		{Axis{Min: 1000, Max: 1000.001}, "0 0.2 0.4 0.6 0.8 1.0 (× 10⁻³ + 1000)"},
		{Axis{Min: 1e-6, Max: 1, Log: true}, "10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 0.01 0.1 1"},
		{Axis{Min: 1e-12, Max: 1, Log: true}, "10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 0.01 1"},
		{Axis{Min: 0.5, Max: 30, Log: true}, "0.5 1 2 5 10 20"},
		{Axis{Min: 2e-7, Max: 3e-6, Log: true}, "2 5 10 20 (× 10⁻⁷)"},
		{Axis{Min: 2, Max: 5, Log: true}, "2.0 2.5 3.0 3.5 4.0 4.5 5.0"},
		{Axis{Min: 5, Max: 5}, "3 4 5 6 7"},
		{Axis{Min: math.NaN(), Max: math.Inf(1)}, "0 0.2 0.4 0.6 0.8 1.0"},
		{Axis{Min: -1, Max: 1, Log: true}, "0.1 0.2 0.5 1"},
		{Axis{Max: 2, Whole: true}, "0 1 2"},
		{Axis{Min: -100, Max: 100, Linear: 0.1}, "−100 −10 −1 0 1 10 100"},
		{Axis{Min: -0.1, Max: 1e3, Linear: 0.01}, "−0.1 0 0.1 1 10 100 1000"},
		{Axis{Min: -1e8, Max: 1e8, Linear: 1e-3}, "−10⁸ −10⁵ −100 −0.1 0 0.1 100 10⁵ 10⁸"},
		{Axis{Min: -3, Max: 3, Linear: 1}, "−1 0 1"},
	} {
		wantEqual(t, fmt.Sprintf("%+v: ticks", c.axis), labels(c.axis, alongX), c.want)
	}
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{Min: -1, Max: 1}, "−1 0 1"},
		{Axis{Min: -1.5, Max: 1.5}, "−1 0 1"},
		{Axis{Min: -3, Max: 3}, "−2 0 2"},
		{Axis{Min: -7, Max: 7}, "−5 0 5"},
		{Axis{Min: 0.1, Max: 14.9}, "4 8 12"},
		{Axis{Min: 1, Max: 10, Log: true}, "1 2 5 10"},
		{Axis{Min: 1, Max: 100, Log: true}, "1 10 100"},
	} {
		wantEqual(t, fmt.Sprintf("upright, %+v: ticks", c.axis), labels(c.axis, alongY), c.want)
	}
}

// Between powers of ten there are as many decades on every machine, fused products or not.
func TestSpanIsWhole(t *testing.T) {
	for low := -12; low < 12; low++ {
		for high := low + 1; high <= 12; high++ {
			a := Axis{Min: math.Pow10(low), Max: math.Pow10(high), Log: true}
			// The logarithms of 10⁻¹ and 10⁻⁴ are themselves an ulp above whole numbers.
			if got := a.span(); low != -1 && low != -4 && high != -1 && high != -4 && got != float64(high-low) {
				t.Errorf("from 10^%d to 10^%d there are %v decades", low, high, got)
			}
		}
	}
}

// Whatever the range, there are three ticks, in it, in order, told apart by their
// labels, and these do not touch where a page enlarges them.
func TestTicksCanBeRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	power := func(lo, hi float64) float64 { return math.Pow(10, lo+(hi-lo)*r.Float64()) }
	sizes := [][2]float64{{230, 90}, {316, 100}, {456, 110}, {556, 100}, {556, 310}, {676, 370}}
	for i := range 30_000 {
		var a Axis
		switch i % 7 {
		case 0: // any
			m := power(-12, 12)
			a.Min, a.Max = m*(2*r.Float64()-1), m*(2*r.Float64()-1)
		case 1: // symmetric
			a.Max = RoundUp(power(-12, 12))
			a.Min = -a.Max
		case 2: // short and far from zero
			a.Min = power(-6, 6) * (2*r.Float64() - 1)
			a.Max = a.Min + math.Abs(a.Min)*power(-10, 0)
		case 3: // constant
			a.Min = power(-12, 12) * (2*r.Float64() - 1)
			a.Max = a.Min
		case 4:
			a.Log, a.Min = true, power(-12, 6)
			a.Max = a.Min * power(0, 14)
		case 5:
			a.Log, a.Min = true, power(-6, 3)
			a.Max = a.Min * power(0, 1.5)
		case 6: // tiny, huge
			a.Min, a.Max = -power(-300, 300), power(-300, 300)
			if a.Log = r.IntN(2) == 0; a.Log {
				a.Min = -a.Min
			}
		}
		size := sizes[r.IntN(len(sizes))]
		if readable(t, a, size); t.Failed() {
			return
		}
	}
	for range 6_000 {
		a := Symmetric("", power(-12, 6), power(-12, 12))
		if r.IntN(2) == 0 {
			a.Min *= power(-6, 0)
		}
		if readable(t, a, sizes[r.IntN(len(sizes))]); t.Failed() {
			return
		}
	}
}

// readable checks the ticks of one axis, along a frame's width and its height.
func readable(t *testing.T, a Axis, size [2]float64) {
	for along := range 2 {
		ticks, note := a.ticks(size[0], size[1], along)
		fail := func(what string) {
			t.Errorf("%+v, %v px, along %d: %s: %v %s", a, size, along, what, ticks, note)
		}
		if len(ticks) < 3 {
			fail("too few")
		}
		in, larger, last := a.sane(), enlarged(size[0]), math.Inf(-1)
		for j, tick := range ticks {
			at := in.norm(tick.Value)
			if !(tick.Value >= in.Min && tick.Value <= in.Max) {
				fail("outside")
			}
			if j > 0 && tick.Label == ticks[j-1].Label {
				fail("told twice")
			}
			at *= size[along]
			half := larger * tickText.Size / 2
			if along == alongX {
				half = larger * float64(tickText.width(tick.Label)) / 2
			} else if w := float64(tickText.width(tick.Label)); w > 44 {
				fail("wide")
			}
			if at-half < last {
				fail("touching")
			}
			last = at + half
		}
	}
}
