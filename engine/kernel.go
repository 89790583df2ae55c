package engine

import (
	"math"
	"strconv"
	"strings"
)

// A Kernel compares two inputs. That one number is all that the methods of this
// package ever ask of the data.
//
// Eval must be symmetric, and positive semi-definite if a method is to promise
// anything:
//
//	k(x, y) = k(y, x),   Σᵢⱼ cᵢ cⱼ k(xᵢ, xⱼ) ≥ 0 for all c ∈ ℝⁿ.
//
// A kernel is a small value, never changed after it is made, and its Eval may be
// called from many goroutines. Eval panics if x and y differ in length.
type Kernel interface {
	Eval(x, y []float64) float64
}

// Linear is the inner product
//
//	k(x, y) = xᵀy.
//
// Kernel ridge regression with it is ridge regression without an intercept.
type Linear struct{}

// Eval returns k(x, y).
func (Linear) Eval(x, y []float64) float64 { return dot(x, y) }

// Polynomial is the inhomogeneous polynomial kernel
//
//	k(x, y) = (xᵀy + Offset)^Degree.
//
// Degree must not be negative; Eval panics if it is. The kernel is positive
// semi-definite if Offset ≥ 0. A negative Offset is allowed because a lesson
// shows what it breaks.
//
// Source: Schölkopf and Smola, Learning with Kernels (2002), section 2.1.
type Polynomial struct {
	Degree int
	Offset float64
}

// Eval returns k(x, y).
func (k Polynomial) Eval(x, y []float64) float64 {
	if k.Degree < 0 {
		panic("engine: negative degree")
	}
	return power(dot(x, y)+k.Offset, k.Degree)
}

// dot returns xᵀy. It overflows to ±Inf, and never to NaN for finite inputs:
// when partial sums of opposite sign overflow it starts again with both vectors
// scaled to at most one.
func dot(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("engine: inputs of different lengths")
	}
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	if finite(s) {
		return s
	}
	return scaledDot(x, y)
}

func scaledDot(x, y []float64) float64 {
	a, b := maxAbs(x), maxAbs(y)
	var s float64
	for i, v := range x {
		s += (v / a) * (y[i] / b)
	}
	if s == 0 {
		return 0
	}
	return s * a * b
}

// unitOf returns the power of two u with which the largest |vᵢ|/u is in [1, 2), and
// ½ if v is zero: to divide by it rounds nothing, and squares then stay in range.
func unitOf(v []float64) float64 {
	_, exponent := math.Frexp(maxAbs(v))
	return math.Ldexp(0.5, exponent)
}

func maxAbs(v []float64) float64 {
	var m float64
	for _, a := range v {
		m = max(m, math.Abs(a))
	}
	return m
}

// expression prints a kernel as the expression language writes it.
func expression(name string, parameters ...float64) string {
	var b strings.Builder
	b.WriteString(name)
	b.WriteByte('(')
	for i, p := range parameters {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.FormatFloat(p, 'g', -1, 64))
	}
	b.WriteByte(')')
	return b.String()
}
