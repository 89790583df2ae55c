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
	_, exponent := math.Frexp(maxAbs(f.Alpha))
	scale := math.Ldexp(0.5, exponent)
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
