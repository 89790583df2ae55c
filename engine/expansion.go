package engine

import "math"

// An Expansion is a function in the span of the kernel at the data,
//
//	f = Σᵢ αᵢ k(xᵢ, ·),
//
// the form that the representer theorem gives every regularised fit here.
// X is n points of ℝᵖ and Alpha has length n.
//
// Source: Schölkopf, Herbrich and Smola, A generalized representer theorem,
// COLT 2001.
type Expansion struct {
	Kernel Kernel
	X      [][]float64
	Alpha  []float64
}

// Eval returns f(x). It panics if X and Alpha, or x and the points, differ in
// length.
func (f *Expansion) Eval(x []float64) float64 {
	f.check()
	var s float64
	for i, a := range f.Alpha {
		s += a * f.Kernel.Eval(f.X[i], x)
	}
	return s
}

// Norm returns the norm of f in the reproducing kernel Hilbert space,
//
//	‖f‖ = √(αᵀKα),
//
// in O(n²p). Rounding can make αᵀKα negative where it is zero in exact
// arithmetic; then the norm is zero. Of a fit whose residuals are large and λ
// small, α is large in directions where K is nearly zero, and αᵀKα loses digits
// that [PathPoint] keeps.
func (f *Expansion) Norm() float64 {
	f.check()
	// By a power of two, which rounds nothing and keeps squares in range.
	scale := unitOf(f.Alpha)
	var s float64
	for i := range f.Alpha {
		a := f.Alpha[i] / scale
		s += a * a * f.Kernel.Eval(f.X[i], f.X[i])
		for j := range i {
			s += 2 * a * (f.Alpha[j] / scale) * f.Kernel.Eval(f.X[i], f.X[j])
		}
	}
	return scale * math.Sqrt(max(s, 0))
}

func (f *Expansion) check() {
	if len(f.X) != len(f.Alpha) {
		panic("engine: points and coefficients differ in number")
	}
}

// A Function is what a fit amounts to: a number for every input. An [Expansion], a
// [KLRFit] and an [SVMFit] are functions.
type Function interface {
	Eval(x []float64) float64
}

// Evaluate returns f at each point of x: the very numbers of f.Eval, faster. Of an
// [Expansion], a [KLRFit] and an [SVMFit] it computes the kernel a row at a time, so
// that what depends on one point only is computed once; memory is O(len(x)). It panics
// if x is empty, ragged or not finite, or its points and those of f differ in inputs.
func Evaluate(f Function, x [][]float64) []float64 {
	checkInputs(x)
	values := make([]float64, len(x))
	var e *Expansion
	var offset float64
	switch f := f.(type) {
	case *Expansion:
		e = f
	case *KLRFit:
		e = &f.Expansion
	case *SVMFit:
		e, offset = &f.Expansion, f.Offset
	default:
		for j, xj := range x {
			values[j] = f.Eval(xj)
		}
		return values
	}
	e.check()
	if len(e.X) > 0 {
		fill, row := bind(e.Kernel, e.X, x), make([]float64, len(x))
		for i, a := range e.Alpha {
			fill(row, i, 0)
			for j, k := range row {
				values[j] += a * k
			}
		}
	}
	if offset != 0 {
		for j := range values {
			values[j] += offset
		}
	}
	return values
}
