package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Separation is logistic regression on the inputs themselves and a constant,
//
//	f(x) = θ₀ + θ₁x₁ + … + θ_p x_p,   minimal (1/n) Σᵢ log(1 + e^(−yᵢ f(xᵢ))) + λ‖θ‖²,
//
// whose plane f = 0 lies between two classes. With a small λ it parts what some plane
// parts, but for points that all but touch it: as λ → 0 it tends to the plane farthest
// from both classes.
//
// Source: Rosset, Zhu and Hastie, Margin maximizing loss functions, NIPS 2003.
type Separation struct {
	Theta []float64 // θ₀, θ₁, …, θ_p
	Sides []float64 // of each point: the sign of f(xᵢ), 0 where f agrees with zero, see side
	Right int       // how many points are on the side of their class
	Loss  float64   // the objective, penalty included
	// Certificate compares f by θ with f by the α of [KLR], which found it, relative to
	// the largest |f| or 1 (PrimalDualGap), and has the length of the objective's gradient
	// at θ, which is zero at the minimum only (Residual). Both f add up n and p + 1
	// numbers of the size |αᵢ|‖φ(xᵢ)‖², φ(x) = (1, x), which cancel:
	//
	//	Bound = (n + p + 1) ε Σ|αᵢ| maxᵢ‖φ(xᵢ)‖² / max(|f|, 1).
	//
	// A gradient of [Agreement] is zero whatever the bound, since a search found it.
	Certificate Certificate
}

// side returns the sign of f = θ₀ + Σⱼ θⱼxⱼ at φ = (1, x), and 0 where f agrees with zero
// beside its terms, or beside 1: f is a logit, and a search found θ.
func side(theta, phi []float64) float64 {
	f, size := 0.0, 0.0
	for j, v := range phi {
		f += theta[j] * v
		size += math.Abs(theta[j] * v)
	}
	if Agree(f, 0, math.Max(1, size)) {
		return 0
	}
	return math.Copysign(1, f)
}

// Separate returns the separation at λ > 0, by [KLR] with the kernel 1 + xᵀy: θ is
// Σᵢ αᵢφ(xᵢ). Errors and panics are those of KLR, which at λ = 0 has no minimum.
func Separate(ctx context.Context, d Dataset, lambda float64) (*Separation, error) {
	fit, err := KLR(ctx, Sum{Constant{Value: 1}, Linear{}}, d, lambda)
	if err != nil {
		return nil, err
	}
	n, features := float64(d.Len()), len(d.X[0])+1
	s := &Separation{Theta: make([]float64, features), Loss: fit.Loss}
	row := func(i int) []float64 { return append([]float64{1}, d.X[i]...) }
	sum, longest := 0.0, 0.0
	for i, a := range fit.Alpha {
		square := 0.0
		for j, v := range row(i) {
			s.Theta[j] += a * v
			square += v * v
		}
		sum, longest = sum+math.Abs(a), math.Max(longest, square)
	}
	gradient, top, gap := make([]float64, features), 1.0, 0.0
	for j, v := range s.Theta {
		gradient[j] = 2 * lambda * v
	}
	for i, y := range d.Y {
		f := 0.0
		for j, v := range row(i) {
			f += s.Theta[j] * v
		}
		s.Sides = append(s.Sides, side(s.Theta, row(i)))
		if s.Sides[i] == y {
			s.Right++
		}
		top = math.Max(top, math.Abs(f))
		gap = math.Max(gap, math.Abs(f-fit.Decision[i]))
		for j, v := range row(i) {
			gradient[j] -= y * v * Logistic(-y*f) / n
		}
	}
	steepness := mat.Norm(mat.NewVecDense(features, gradient), 2)
	bound := (n + float64(features)) * Epsilon * sum * longest / top
	s.Certificate = Certified(gap/top, steepness, bound)
	if steepness <= Agreement {
		s.Certificate.OK = Certified(gap/top, 0, bound).OK
	}
	return s, nil
}
