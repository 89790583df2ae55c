package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Over states good and bad the errors stay under the bound, and the bound is
// not so wide that it would hide a wrong digit: an α with one is caught.
func TestCertify(t *testing.T) {
	rng := newRand(61)
	certified, widest := 0, 0.0
	for range 1500 {
		n := []int{1, 2, 3, 5, 10, 20, 40, 80}[rng.IntN(8)]
		x := normalPoints(n, 1+rng.IntN(3), rng)
		y := normalVector(n, rng)
		if rng.IntN(3) == 0 { // one response alone is the hardest to get relative to the largest
			clear(y)
			y[rng.IntN(n)] = 1
		}
		length := math.Pow(10, -2+4*rng.Float64())
		k := []Kernel{
			Linear{}, Polynomial{1 + rng.IntN(6), 1}, Gaussian{length}, Laplacian{length},
			Exponential{length}, Matern32{length}, Matern52{length},
		}[rng.IntN(7)]
		lambda := math.Pow(10, -14+16*rng.Float64())
		K := Gram(k, x)
		s := Must(Eigen(K))
		p, err := s.Solve(y, lambda)
		alpha, dualErr := SolveKRR(K, y, lambda)
		if err != nil || dualErr != nil {
			continue
		}
		c := Certify(K, y, lambda, alpha, p)
		if !(c.PrimalDualGap <= c.Bound && c.Residual <= c.Bound) {
			t.Errorf("n %d, %v, λ %g: gap %g and residual %g, bound %g", n, k, lambda, c.PrimalDualGap, c.Residual,
				c.Bound)
		}
		if c.OK != (c.Bound <= MaxBound) {
			t.Errorf("n %d, %v, λ %g: %+v", n, k, lambda, c)
		}
		widest = max(widest, c.PrimalDualGap/c.Bound, c.Residual/c.Bound)
		if c.OK {
			certified++
			alpha[0] += 1e-5 * maxAbs(y) / (s.Values[0] + float64(n)*lambda) * p.Condition
			if c := Certify(K, y, lambda, alpha, p); c.OK {
				t.Errorf("n %d, %v, λ %g: a wrong α is certified: %+v", n, k, lambda, c)
			}
		}
	}
	t.Logf("%d of 1500 certified; the worst error is %.2f of its bound", certified, widest)
	if certified < 500 {
		t.Errorf("only %d states certified", certified)
	}
}

func TestCertifyRefuses(t *testing.T) {
	K := mat.NewSymDense(2, []float64{1, 1, 1, 1})
	y := []float64{1, 2}
	s := Must(Eigen(K))
	singular, _ := s.Solve(y, 0)
	if c := Certify(K, y, 0, nil, singular); c.OK || !math.IsInf(c.Bound, 1) || !math.IsInf(c.PrimalDualGap, 1) {
		t.Errorf("no solution, and the certificate %+v", c)
	}
	const small = 1e-12 // cond is 10¹²: agreement proves nothing
	p, err := s.Solve(y, small)
	alpha, dualErr := SolveKRR(K, y, small)
	if err != nil || dualErr != nil {
		t.Fatal(err, dualErr)
	}
	if c := Certify(K, y, small, alpha, p); c.OK || c.Bound < MaxBound {
		t.Errorf("ill-conditioned, and the certificate %+v", c)
	}
	wantPanic(t, "another λ", func() { Certify(K, y, 1, alpha, p) })
	wantPanic(t, "short α", func() { Certify(K, y, small, alpha[:1], p) })
}
