package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Eigenpairs by the whole spectrum and by Lanczos are certified, and wrong ones are not.
func TestCertifyEigenpair(t *testing.T) {
	rng := newRand(81)
	certify := func(K mat.Symmetric, s float64, a []float64) Certificate {
		return certifyEigenpair(K, mat.Norm(K, 2), s, a, 1)
	}
	widest := 0.0
	for _, n := range []int{1, 2, 5, 30, 150, 250} {
		x := normalPoints(n, 2, rng)
		for _, k := range []Kernel{Linear{}, Gaussian{0.3}, Gaussian{3}, Polynomial{3, 1}, Sigmoid{1, -1},
			Scaled{Gaussian{1}, 1e-250}} {
			K := Gram(k, x)
			m := min(n, 6)
			l, err := LeadingEigen(context.Background(), K, m)
			noError(t, err, n, k)
			for j := range m {
				a := mat.Col(nil, j, l.Vectors)
				floats.Scale(1e3, a) // of any length
				c := certify(K, l.Values[j], a)
				if !c.OK {
					t.Errorf("n %d, %v, pair %d: %+v", n, k, j, c)
				}
				widest = max(widest, c.Residual/c.Bound, c.PrimalDualGap/c.Bound)
				if !(c.PrimalDualGap <= c.Residual*(1+1e-9)+1e-15) { // Cauchy and Schwarz
					t.Errorf("n %d, %v, pair %d: the Rayleigh quotient is %g off, the residual %g", n, k, j,
						c.PrimalDualGap, c.Residual)
				}
				wrong := l.Values[j] + 1e-10*mat.Norm(K, 2)
				if c := certify(K, wrong, a); c.OK || math.Abs(c.Residual-1e-10) > 2e-12 {
					t.Errorf("n %d, %v, pair %d: a wrong value is certified: %+v", n, k, j, c)
				}
				if n > 2 && l.Values[j] > 1e-6*l.Values[0] { // or every vector may be one
					a[0] += 1e-3 * floats.Norm(a, 2)
					if c := certify(K, l.Values[j], a); c.OK {
						t.Errorf("n %d, %v, pair %d: a wrong vector is certified: %+v", n, k, j, c)
					}
				}
			}
		}
	}
	t.Logf("the worst error is %.2g of its bound", widest)
	K := mat.NewSymDense(2, []float64{2, 0, 0, 1})
	if c := certify(K, 1, []float64{0, 0}); c.OK || !math.IsInf(c.Residual, 1) {
		t.Errorf("no vector: %+v", c)
	}
	// By hand: (1, 1)/√2 and 3/2 miss by ½, of ‖K‖ = √5.
	c := certify(K, 1.5, []float64{1, 1})
	wantNear(t, "residual", c.Residual, 0.5/math.Sqrt(5), 1e-15)
	if c.PrimalDualGap > Epsilon {
		t.Errorf("gap %g", c.PrimalDualGap)
	}
	wantNear(t, "bound", c.Bound, 4*(2*Epsilon+1e-12), 1e-15)
}

// Components are certified against a centring of its own, also where the mean is
// long beside the rest, and after they were turned.
func TestCertifyComponents(t *testing.T) {
	for name, x := range map[string][][]float64{
		"rings": Rings(150, 0.05, newRand(1)).X, "even": Rings(90, 0, newRand(1)).X,
		"few": normalPoints(7, 3, newRand(2)),
	} {
		for _, ell := range []float64{0.1, 1, 10, 100} {
			for _, p := range []KernelPCA{{6, true, UnitDirection}, {6, true, UnitCoefficients},
				{6, false, UnitDirection}} {
				K := Gram(Gaussian{ell}, x)
				c := mustKPCA(t, p, K)
				certificates := append(c.Certify(K),
					c.Follow(mustKPCA(t, p, Gram(Gaussian{1.1 * ell}, x))).Certify(K)...)
				for j, certificate := range certificates {
					if certificate.OK != (j%6 < c.Rank) {
						t.Errorf("%s, ℓ %g, %+v, component %d of rank %d: %+v", name, ell, p, j, c.Rank, certificate)
					}
				}
				if other := Gram(Gaussian{1.001 * ell}, x); len(x) > 7 && c.Certify(other)[0].OK {
					t.Errorf("%s, ℓ %g, %+v: components of another K are certified", name, ell, p)
				}
			}
		}
	}
	x := normalPoints(9, 2, newRand(1))
	c := mustKPCA(t, KernelPCA{3, true, UnitDirection}, Gram(Linear{}, x))
	if got := c.Certify(Gram(Linear{}, x)); !got[1].OK || got[2].OK || !math.IsInf(got[2].Residual, 1) {
		t.Errorf("rank 2: %+v", got)
	}
	wantPanic(t, "other points", func() { c.Certify(Gram(Linear{}, x[1:])) })
}

// Newton's minimum is certified; of descent the gap bounds what is missing, and the
// certificate comes only at the end.
func TestCertifyKLR(t *testing.T) {
	ctx := context.Background()
	certified := 0
	for seed := range uint64(3) {
		for _, n := range []int{5, 40, 100} {
			d := Moons(n, 0.2, newRand(seed)).Against(1)
			for _, k := range []Kernel{Linear{}, Gaussian{0.5}, Gaussian{5}, Polynomial{3, 1}} {
				for _, lambda := range []float64{1e-8, 1e-5, 1e-3, 0.1, 10} {
					name := fmt.Sprintf("seed %d, n %d, %v, λ %g: ", seed, n, k, lambda)
					K := Gram(k, d.X)
					best, err := SolveKLR(ctx, K, d.Y, lambda)
					if errors.Is(err, ErrSingular) || errors.Is(err, ErrNoConvergence) {
						continue
					}
					noError(t, err, name)
					c := CertifyKLR(K, d.Y, lambda, best.Alpha)
					if lambda >= 1e-3 && !c.OK || !(c.Residual <= c.Bound) {
						t.Errorf("%s%+v", name, c)
					}
					if c.OK {
						certified++
						wrong := append([]float64(nil), best.Alpha...)
						wrong[0] += 1e-6 * floats.Norm(wrong, 2)
						if c := CertifyKLR(K, d.Y, lambda, wrong); c.OK {
							t.Errorf("%sa wrong α is certified: %+v", name, c)
						}
					}
					limit, err := KLRStepLimit(K, lambda)
					noError(t, err, name)
					for _, steps := range []int{0, 1, 10, 100} {
						fit, err := DescendKLR(ctx, K, d.Y, lambda, limit/2, steps)
						noError(t, err, name)
						c := CertifyKLR(K, d.Y, lambda, fit.Alpha)
						if missing := (fit.Loss - best.Loss) / fit.Loss; missing > c.PrimalDualGap+1e-12 {
							t.Errorf("%safter %d steps J is %g above its minimum, the gap %g", name, steps, missing,
								c.PrimalDualGap)
						}
						norm := mat.Norm(K, 2)
						scale := norm * (2*lambda*floats.Norm(fit.Alpha, 2) + norm*floats.Norm(fit.Alpha,
							2)/4/float64(n))
						if steps > 0 && fit.GradientNorm < c.Residual*scale*(1-1e-9) {
							t.Errorf("%safter %d steps the gradient is %g, the residual %g of at least %g", name,
								steps, fit.GradientNorm, c.Residual, scale)
						}
						if c.OK && steps <= 1 {
							t.Errorf("%scertified after %d steps: %+v", name, steps, c)
						}
					}
				}
			}
		}
	}
	t.Logf("%d minima certified", certified)
	if certified < 100 {
		t.Errorf("only %d minima certified", certified)
	}
}

func TestCertifyKLRByHand(t *testing.T) {
	// n = 1, K = 1, α = 0: f = 0, q = ½, J = log 2, the gap 1/16λ.
	K, y := mat.NewSymDense(1, []float64{1}), []float64{1}
	c := CertifyKLR(K, y, 0.25, []float64{0})
	wantNear(t, "gap", c.PrimalDualGap, 0.25/math.Ln2, 1e-15)
	wantNear(t, "residual", c.Residual, 1, 1e-15)
	wantNear(t, "bound", c.Bound, 4*Epsilon, 0)
	if c.OK {
		t.Errorf("%+v", c)
	}
	// Enough steps of descent, and it is certified.
	d := Moons(30, 0.2, newRand(1)).Against(1)
	K = Gram(Linear{}, d.X) // of a smooth kernel the last digits would take for ever
	limit := Must(KLRStepLimit(K, 1))
	fit := Must(DescendKLR(context.Background(), K, d.Y, 1, limit/2, 3000))
	if c := CertifyKLR(K, d.Y, 1, fit.Alpha); !c.OK {
		t.Errorf("after 3000 steps: %+v", c)
	}
	if c := CertifyKLR(K, d.Y, 0, fit.Alpha); c.OK || !math.IsInf(c.Bound, 1) {
		t.Errorf("λ = 0: %+v", c)
	}
	huge := make([]float64, 30)
	huge[0] = 1e300
	for _, lambda := range []float64{5e-324, 1, 1e300} {
		if c := CertifyKLR(K, d.Y, lambda, huge); c.OK || math.IsNaN(c.PrimalDualGap+c.Residual+c.Bound) {
			t.Errorf("λ %g: %+v", lambda, c)
		}
	}
	wantPanic(t, "short α", func() { CertifyKLR(K, d.Y, 1, nil) })
	wantPanic(t, "y of 0", func() { CertifyKLR(mat.NewSymDense(1, nil), []float64{0}, 1, []float64{1}) })
	wantPanic(t, "α of NaN", func() { CertifyKLR(mat.NewSymDense(1, nil), []float64{1}, 1, []float64{math.NaN()}) })
}
