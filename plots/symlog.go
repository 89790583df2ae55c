package plots

import (
	"math"
	"slices"
	"strconv"
)

// symlog is the symmetric logarithm of v, sign(v) ln(1 + |v|/linear): nearly linear up
// to linear in size, nearly logarithmic beyond, and 0 at 0.
func symlog(v, linear float64) float64 {
	size := math.Log1p(math.Abs(v) / linear)
	if math.IsInf(size, 0) {
		size = math.Log(math.Abs(v)) - math.Log(linear)
	}
	return math.Copysign(size, v)
}

// symexp is the inverse of symlog.
func symexp(s, linear float64) float64 {
	return math.Copysign(linear*math.Expm1(math.Abs(s)), s)
}

// Symmetric returns an axis around 0 that holds the values, on a symmetric logarithmic
// scale that is linear up to about linear in size and reaches the next power of ten.
func Symmetric(label string, linear float64, values ...float64) Axis {
	most := 10 * linear
	for _, v := range values {
		if v = math.Abs(v); v > most && finite(v) {
			most = v
		}
	}
	top := math.Pow10(int(math.Ceil(math.Log10(most) - 1e-9)))
	if !finite(top) {
		top = most
	}
	return Axis{Label: label, Min: -top, Max: top, Linear: linear}
}

// signedPowers returns 0 and, on either side of it, every stride-th power of ten from
// the largest in the range down to Linear, or to skip decades above it, in order.
func (a Axis) signedPowers(stride, skip int) []float64 {
	var values []float64
	least := int(math.Ceil(math.Log10(a.Linear)-1e-9)) + skip
	side := func(end, sign float64) {
		if !(end >= a.Linear) {
			return
		}
		for e := int(math.Floor(math.Log10(end) + 1e-9)); e >= least; e -= stride {
			if v := sign * math.Pow10(e); v >= a.Min*(1+1e-9) || v <= a.Max*(1+1e-9) {
				values = append(values, a.within(v))
			}
		}
	}
	side(-a.Min, -1)
	if a.Min <= 0 && a.Max >= 0 {
		values = append(values, 0)
	}
	side(a.Max, 1)
	slices.Sort(values)
	return slices.Compact(values)
}

// signedLabels writes 0 and powers of ten of either sign.
func signedLabels(values []float64) []string {
	labels := make([]string, len(values))
	for i, v := range values {
		switch e := exponent(v); {
		case v == 0:
			labels[i] = "0"
		case e < -2 || e > 3:
			labels[i] = minus(strconv.FormatFloat(math.Copysign(1, v), 'f', 0, 64) + "0" + superscript(e))
		default:
			labels[i] = minus(strconv.FormatFloat(v, 'f', max(0, -e), 64))
		}
	}
	return labels
}

// trySigned looks for ticks at 0 and at powers of ten of either sign: all of them, or
// every second from the largest down, and so on; where the range hardly passes 0, on one
// side of it alone.
func (t *ticking) trySigned() bool {
	sides := []Axis{t.Axis, t.Axis}
	if -t.Min < t.Max {
		sides[1].Min = math.Max(t.Min, 0)
	} else {
		sides[1].Max = math.Min(t.Max, 0)
	}
	decades := math.Log10(math.Max(math.Abs(t.Min), math.Abs(t.Max))) - math.Log10(t.Linear)
	for _, side := range sides {
		for stride := 1; stride <= int(math.Max(1, decades))+1; stride++ {
			for skip := range 2 {
				values := side.signedPowers(stride, skip)
				if t.tryLabelled(values, signedLabels(values), "") {
					return true
				}
			}
		}
	}
	return false
}
