package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The two primal solutions agree where the normal equations have digits left.
func TestRidgeQRIsRidge(t *testing.T) {
	rng := newRand(73)
	for _, shape := range [][2]int{{30, 3}, {5, 5}, {4, 9}, {1, 1}} {
		n, d := shape[0], shape[1]
		Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
		for _, lambda := range []float64{1e-4, 0.1, 10} {
			theta := Must(Ridge(Phi, y, lambda))
			byQR := Must(RidgeQR(Phi, y, lambda))
			wantClose(t, fmt.Sprintf("n %d, d %d, λ %g", n, d, lambda), byQR, theta, algebra)
		}
	}
}

// Polynomials of degree 12: the normal equations are singular to working
// precision, and QR finds the coefficients that made y.
func TestRidgeQRKeepsDigits(t *testing.T) {
	const d = 13
	Phi := powers(Sine(60, 0, newRand(74)).X, d, 0, 10)
	want := make([]float64, d)
	for j := range want {
		want[j] = float64(j%3 - 1)
	}
	var y mat.VecDense
	y.MulVec(Phi, mat.NewVecDense(d, want))
	wantError(t, "normal equations", errorOf(Ridge(Phi, y.RawVector().Data, 0)), ErrSingular)
	theta := Must(RidgeQR(Phi, y.RawVector().Data, 0))
	wantClose(t, "θ", theta, want, 1e-5)
}

func TestRidgeQRHard(t *testing.T) {
	y := []float64{1, 2}
	for name, Phi := range map[string]*mat.Dense{
		"zero":       mat.NewDense(2, 2, nil),
		"wide":       mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}),
		"dependent":  mat.NewDense(2, 2, []float64{1, 1, 1, 1}),
		"nearly so":  mat.NewDense(2, 2, []float64{1, 1, 1, 1 + 1e-16}),
		"underflows": mat.NewDense(2, 2, []float64{1e-300, 1e-300, 1e-300, 1e-300}),
	} {
		if theta, err := RidgeQR(Phi, y, 0); !errors.Is(err, ErrSingular) {
			t.Errorf("%s: %v, %v", name, theta, err)
		}
	}
	wantError(t, "infinite feature", errorOf(RidgeQR(mat.NewDense(1, 1, []float64{math.Inf(1)}), y[:1], 1)),
		ErrOverflow)
	for _, size := range []float64{1e-300, 1e300} {
		theta, err := RidgeQR(mat.NewDense(2, 2, []float64{size, 0, size, size}), y, 0)
		if err == nil && !allFinite(theta) {
			t.Errorf("size %v: %v", size, theta)
		}
	}
	wantPanic(t, "λ", func() { RidgeQR(mat.NewDense(2, 2, nil), y, -1) })
	wantPanic(t, "sizes", func() { RidgeQR(mat.NewDense(3, 2, nil), y, 1) })
}

// Leverages lie in [0, 1], add up to the degrees of freedom, are how far a fitted
// value follows its response, and are the same from features.
func TestLeverage(t *testing.T) {
	rng := newRand(75)
	d := Dataset{X: normalPoints(20, 3, rng), Y: normalVector(20, rng)}
	s := Must(Eigen(Gram(Linear{}, d.X)))
	for _, lambda := range []float64{1e-3, 1} {
		h := Must(s.Leverage(lambda))
		p := Must(s.Solve(d.Y, lambda))
		wantNear(t, "sum", floats.Sum(h), p.DegreesOfFreedom, 1e-12)
		y := slices.Clone(d.Y)
		y[4]++
		q := Must(s.Solve(y, lambda))
		wantNear(t, "derivative", q.Fitted[4]-p.Fitted[4], h[4], algebra)
		// GCV is leave-one-out with the mean leverage in place of each.
		n := float64(len(h))
		wantNear(t, "GCV", p.GCVRMSE, p.TrainRMSE/(1-p.DegreesOfFreedom/n), algebra)
	}
	wantError(t, "singular K", errorOf(s.Leverage(0)), ErrSingular)
	wantError(t, "nλ overflows", errorOf(s.Leverage(math.MaxFloat64)), ErrOverflow)
	wantPanic(t, "λ", func() { s.Leverage(-1) })
}

// KRR against a dense solve by LU, which shares nothing with it.
func FuzzKRR(f *testing.F) {
	f.Add(uint64(1), uint8(5), uint8(1), -2.0, 0.0)
	f.Add(uint64(2), uint8(30), uint8(3), -8.0, 5.0)
	f.Add(uint64(3), uint8(1), uint8(2), 300.0, -300.0)
	f.Fuzz(func(t *testing.T, seed uint64, n, p uint8, logLambda, logLength float64) {
		lambda, length := math.Pow(10, logLambda), math.Pow(10, logLength)
		if !finite(lambda) || !(length > 0 && finite(length)) {
			return
		}
		rng := newRand(seed)
		size, inputs := int(n)%40+1, int(p)%5+1
		d := Dataset{X: normalPoints(size, inputs, rng), Y: normalVector(size, rng)}
		if seed%3 == 0 {
			d.X[size-1] = d.X[0]
		}
		fit, err := KRR(Gaussian{length}, d, lambda)
		if err != nil {
			if !errors.Is(err, ErrSingular) && !errors.Is(err, ErrOverflow) {
				t.Fatal(err)
			}
			return
		}
		A := mat.DenseCopyOf(Gram(Gaussian{length}, d.X))
		for i := range size {
			A.Set(i, i, A.At(i, i)+float64(size)*lambda)
		}
		var alpha mat.VecDense
		err = alpha.SolveVec(A, mat.NewVecDense(size, d.Y))
		var condition mat.Condition
		if err != nil && !errors.As(err, &condition) {
			t.Fatal(err)
		}
		if errors.As(err, &condition) && math.IsInf(float64(condition), 1) {
			return
		}
		// Both are within a modest multiple of ε·cond of the solution.
		tolerance := 100 * float64(size) * Epsilon * mat.Cond(A, 1)
		wantClose(t, fmt.Sprintf("n %d, p %d, λ %g, ℓ %g: α", size, inputs, lambda, length),
			fit.Alpha, alpha.RawVector().Data, tolerance)
	})
}
