package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LOOErrors returns, for each λ, the root mean square of the leave-one-out residuals of all responses, each of
// length n: that of [Spectrum.Path], without the fits, in two products a response. With K = U diag(s) Uᵀ and
// C = (K + nλI)⁻¹ the residual of point i is (Cy)ᵢ/Cᵢᵢ, and Cᵢᵢ = Σⱼ Uᵢⱼ²/(sⱼ + nλ). A λ without a solution has
// +Inf. A response costs O(n²) for each λ; ctx is looked at between responses, and its error is the only one.
// Panics are those of Path.
func (s *Spectrum) LOOErrors(ctx context.Context, Y [][]float64, lambdas []float64) ([]float64, error) {
	n := len(s.Values)
	inverse, errors := mat.NewDense(n, len(lambdas), nil), make([]float64, len(lambdas))
	noise := noiseOf(s.Values)
	for l, lambda := range lambdas {
		shift := float64(n) * lambda
		if s.definite(shift) != nil {
			errors[l] = math.Inf(1)
		}
		for j, v := range s.Values {
			inverse.Set(j, l, 1/(unlessNoise(v, noise)+shift))
		}
	}
	var squares, diagonal, alpha mat.Dense
	squares.MulElem(s.Vectors, s.Vectors)
	diagonal.Mul(&squares, inverse)
	shrunk := mat.NewDense(n, len(lambdas), nil)
	for _, y := range Y {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		z := s.rotate(y)
		shrunk.Apply(func(j, _ int, v float64) float64 { return v * z[j] }, inverse)
		alpha.Mul(s.Vectors, shrunk)
		for l := range lambdas {
			for i := range n {
				r := alpha.At(i, l) / diagonal.At(i, l)
				errors[l] += r * r
			}
		}
	}
	for l, sum := range errors {
		if errors[l] = math.Sqrt(sum / float64(n*len(Y))); math.IsNaN(errors[l]) {
			errors[l] = math.Inf(1)
		}
	}
	return errors, nil
}
