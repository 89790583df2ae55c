package engine

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// quadraticOf is the mean squared error of Φ and y, with Best by QR.
func quadraticOf(Phi *mat.Dense, y []float64) (*Quadratic, error) {
	best, err := RidgeQR(Phi, y, 0)
	if err != nil {
		return nil, err
	}
	n, d := Phi.Dims()
	A := mat.NewSymDense(d, nil)
	A.SymOuterK(1/float64(n), Phi.T())
	return &Quadratic{A: A, Best: best, Least: MeanSquare(y, Apply(Phi, best))}, nil
}

// The bowl is the mean squared error, its slope the difference quotient, and its
// conditions for the lasso those that Lasso's solution meets and no other point does.
func TestQuadratic(t *testing.T) {
	rng := newRand(10)
	for _, shape := range [][2]int{{8, 2}, {20, 5}, {3, 3}, {4, 1}} {
		n, d := shape[0], shape[1]
		Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
		q := Must(quadraticOf(Phi, y))
		name := fmt.Sprintf("%d×%d", n, d)
		for range 5 {
			theta := normalVector(d, rng)
			wantNear(t, name+": loss", q.Loss(theta...), MeanSquare(y, Apply(Phi, theta)), 1e-11)
			pull := q.Pull(theta)
			for j := range theta {
				const h = 1e-4 // a quadratic has exact differences
				up, down := append([]float64(nil), theta...), append([]float64(nil), theta...)
				up[j] += h
				down[j] -= h
				wantNear(t, name+": slope", 10+pull[j], 10-(q.Loss(up...)-q.Loss(down...))/2/h, 1e-8)
			}
		}
		if v := maxAbs(q.Pull(q.Best)); v != 0 || q.Loss(q.Best...) != q.Least {
			t.Errorf("%s: the bowl pulls by %v at its lowest point", name, v)
		}
		for _, lambda := range []float64{0.01, 0.3, 100} {
			fit := Must(Lasso(context.Background(), Phi, y, lambda))
			// A gap of 10⁻¹³ alone leaves slopes of about its root.
			if v := maxAbs(q.lassoExcesses(fit.Theta, lambda)); v > 1e-9 {
				t.Errorf("%s, λ = %v: the lasso misses its conditions by %v", name, lambda, v)
			}
			if c := q.CertifyLasso(y, lambda, fit); !c.OK {
				t.Errorf("%s, λ = %v: %+v", name, lambda, c)
			}
			moved := append([]float64(nil), fit.Theta...)
			moved[0] += 0.1
			if v := maxAbs(q.lassoExcesses(moved, lambda)); v < 1e-3*q.A.At(0, 0) {
				t.Errorf("%s, λ = %v: elsewhere it is %v", name, lambda, v)
			}
			was := fit.Theta[0]
			for _, by := range []float64{1e-7, 0.1} { // and by what no gap of 10⁻⁹ tells
				moved[0] = was + by
				if q.CertifyLasso(y, lambda, &LassoFit{Theta: moved, Gap: fit.Gap}).OK {
					t.Errorf("%s, λ = %v: θ moved by %g is certified", name, lambda, by)
				}
			}
		}
	}
	q := Must(quadraticOf(mat.NewDense(2, 1, []float64{1, 2}), []float64{1, 2}))
	wantPanic(t, "sizes", func() { q.Loss(1, 2) })
	wantPanic(t, "λ", func() { q.lassoExcesses([]float64{1}, math.NaN()) })
	wantPanic(t, "zero", func() { q.CertifyLasso([]float64{0}, 1, &LassoFit{Theta: []float64{0}}) })
}
