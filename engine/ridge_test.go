package engine

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// algebra is the tolerance for two ways to compute one well-conditioned answer:
// cond(K + nλI) stays under 10⁵ in the tests that use it.
const algebra = 1e-10

// Kernel ridge regression with the linear kernel is ridge regression: θ = Xᵀα.
func TestLinearKRRIsRidge(t *testing.T) {
	rng := newRand(11)
	for _, shape := range [][2]int{{30, 3}, {5, 5}, {4, 9}, {1, 1}} {
		n, p := shape[0], shape[1]
		d := Dataset{X: normalPoints(n, p, rng), Y: normalVector(n, rng)}
		for _, lambda := range []float64{1e-6, 1e-3, 0.1, 10} {
			name := fmt.Sprintf("n %d, p %d, λ %g", n, p, lambda)
			f, err := KRR(Linear{}, d, lambda)
			noError(t, err, name)
			s, err := Eigen(Gram(Linear{}, d.X))
			noError(t, err, name)
			point, err := s.Solve(d.Y, lambda)
			noError(t, err, name)
			X := rowsOf(d.X)
			theta, err := Ridge(X, d.Y, lambda)
			noError(t, err, name)
			dual := mat.NewVecDense(p, nil)
			dual.MulVec(X.T(), mat.NewVecDense(n, f.Alpha))
			// α is as large as y/nλ, and θ = Xᵀα is not: digits cancel. For p > n the
			// primal matrix is singular but for nλ.
			tolerance := 100 * Epsilon * (s.Values[0] + float64(n)*lambda) / (float64(n) * lambda)
			wantClose(t, name+": θ", dual.RawVector().Data, theta, tolerance)
			x := normalVector(p, rng)
			wantNear(t, name+": f(x)", f.Eval(x), dot(theta, x), tolerance)
			wantNear(t, name+": ‖f‖", point.Norm, math.Sqrt(dot(theta, theta)), tolerance)
		}
	}
}

// With the polynomial kernel α is that of rational arithmetic, from a K that float64 has exactly, and θ = Φᵀα
// the ridge solution on the features, of which TestPolynomialFeaturesExact says that they give the kernel.
func TestPolynomialKernelExactly(t *testing.T) {
	const degree, offset = 3, 2
	x := [][]float64{{1, 2}, {3, -1}, {0, 0}, {-2, 5}, {4, 4}, {-3, -2}, {1, -6}}
	y := []float64{1, -2, 3, 0, 5, -1, 2}
	const lambda = 0.125 // a binary fraction, so that float64 has it exactly
	k := Polynomial{Degree: degree, Offset: offset}
	A, b := make(ratMatrix, len(x)), make(ratMatrix, len(x)) // K + nλI and y
	for i := range x {
		for j := range x {
			inner := int64(x[i][0]*x[j][0]+x[i][1]*x[j][1]) + offset
			v := big.NewRat(inner*inner*inner, 1)
			if got := new(big.Rat).SetFloat64(k.Eval(x[i], x[j])); got.Cmp(v) != 0 {
				t.Fatalf("k(x%d, x%d) = %v, not %v", i, j, got, v)
			}
			if i == j {
				v.Add(v, new(big.Rat).SetFloat64(float64(len(x))*lambda))
			}
			A[i] = append(A[i], v)
		}
		b[i] = []*big.Rat{new(big.Rat).SetFloat64(y[i])}
	}
	alpha := A.inverse().times(b).dense()
	// cond(K + nλI) is about 1e6 here: ten digits are left.
	wantClose(t, "α", Must(KRR(k, Dataset{x, y}, lambda)).Alpha, entries(alpha), 1e-9)
	Phi := Must(PolynomialFeatures(k).Matrix(x))
	wantClose(t, "θ = Φᵀα", Must(Ridge(Phi, y, lambda)), entries(productOf(Phi.T(), alpha)), 1e-9)
}

func TestExpansion(t *testing.T) {
	d := Sine(20, 0.1, newRand(5))
	f := Must(KRR(Matern52{1}, d, 1e-3))
	K := Gram(Matern52{1}, d.X)
	a := mat.NewVecDense(20, f.Alpha)
	wantNear(t, "‖f‖", f.Norm(), math.Sqrt(mat.Inner(a, K, a)), algebra)
	// The reproducing property bounds f: |f(x)| ≤ ‖f‖ √k(x, x).
	for x := -1.0; x < 11; x += 0.1 {
		if v := f.Eval([]float64{x}); math.Abs(v) > f.Norm() {
			t.Errorf("|f(%v)| = %v exceeds ‖f‖ = %v", x, v, f.Norm())
		}
	}
	zero := Expansion{Kernel: Linear{}, X: [][]float64{{1, 1}, {-1, -1}, {2, 2}}, Alpha: []float64{1, 3, 1}}
	wantEqual(t, "norm of the zero function", zero.Norm(), 0)
	zero.Alpha = zero.Alpha[:2]
	wantPanic(t, "lengths", func() { zero.Eval([]float64{1, 1}) })
	wantPanic(t, "lengths", func() { zero.Norm() })
}

func TestSolveErrors(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		name   string
		K      *mat.SymDense
		y      []float64
		lambda float64
		want   error
	}{
		{"identity", mat.NewSymDense(2, []float64{1, 0, 0, 1}), []float64{1, 2}, 0, nil},
		{"two equal points", mat.NewSymDense(2, []float64{1, 1, 1, 1}), []float64{1, 2}, 0, ErrSingular},
		{"two equal points, λ > 0", mat.NewSymDense(2, []float64{1, 1, 1, 1}), []float64{1, 2}, 1e-3, nil},
		{"λ lost in rounding", mat.NewSymDense(2, []float64{1, 1, 1, 1}), []float64{1, 2}, 1e-17, ErrSingular},
		{"zero matrix", mat.NewSymDense(2, nil), []float64{1, 2}, 0, ErrSingular},
		{"zero matrix, λ > 0", mat.NewSymDense(2, nil), []float64{1, 2}, 1, nil},
		{"one zero", mat.NewSymDense(1, nil), []float64{1}, 0, ErrSingular},
		{"indefinite", mat.NewSymDense(2, []float64{0, 1, 1, 0}), []float64{1, 2}, 0.1, ErrIndefinite},
		{"indefinite, hidden by λ", mat.NewSymDense(2, []float64{0, 1, 1, 0}), []float64{1, 2}, 1, nil},
		{"negative", mat.NewSymDense(1, []float64{-1}), []float64{1}, 0.1, ErrIndefinite},
		{"infinite matrix", mat.NewSymDense(1, []float64{inf}), []float64{1}, 0.1, ErrOverflow},
		{"NaN in the matrix", mat.NewSymDense(2, []float64{1, math.NaN(), 0, 1}), []float64{1, 2}, 0.1, ErrNaN},
		{"infinite nλ", mat.NewSymDense(2, []float64{1, 0, 0, 1}), []float64{1, 2}, 1e308, ErrOverflow},
		{"infinite α", mat.NewSymDense(1, []float64{1e-10}), []float64{1e300}, 0, ErrOverflow},
	} {
		t.Run(test.name, func(t *testing.T) {
			alpha, err := SolveKRR(test.K, test.y, test.lambda)
			if !errors.Is(err, test.want) {
				t.Errorf("SolveKRR: error %v, want %v", err, test.want)
			}
			if (err == nil) != (alpha != nil) || !allFinite(alpha) {
				t.Errorf("SolveKRR: α = %v with error %v", alpha, err)
			}
			s, err := Eigen(test.K)
			if err != nil {
				if !errors.Is(err, test.want) {
					t.Errorf("Eigen: error %v, want %v", err, test.want)
				}
				return
			}
			p, err := s.Solve(test.y, test.lambda)
			if !errors.Is(err, test.want) || !errors.Is(p.Err, test.want) {
				t.Errorf("Solve: error %v and %v, want %v", err, p.Err, test.want)
			}
			wantFinitePoint(t, p)
		})
	}
}

func TestSolvePanics(t *testing.T) {
	K := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	s := Must(Eigen(K))
	for _, test := range []struct {
		name   string
		y      []float64
		lambda float64
	}{
		{"short y", []float64{1}, 1},
		{"NaN y", []float64{1, math.NaN()}, 1},
		{"negative λ", []float64{1, 2}, -1},
		{"NaN λ", []float64{1, 2}, math.NaN()},
		{"infinite λ", []float64{1, 2}, math.Inf(1)},
	} {
		wantPanic(t, test.name, func() { SolveKRR(K, test.y, test.lambda) })
		wantPanic(t, test.name, func() { Ridge(K, test.y, test.lambda) })
		wantPanic(t, test.name, func() { s.Solve(test.y, test.lambda) })
		wantPanic(t, test.name, func() { s.Path(test.y, []float64{test.lambda}) })
		wantPanic(t, test.name, func() { Certify(K, test.y, test.lambda, []float64{1, 2}, PathPoint{}) })
	}
	wantPanic(t, "invalid data", func() { KRR(Linear{}, Dataset{}, 1) })
	wantPanic(t, "no matrix", func() { Eigen(&mat.SymDense{}) })
	wantError(t, "overflowing features", errorOf(Ridge(mat.NewDense(2, 1, []float64{1e200, 1e200}), []float64{1, 1},
		1)), ErrOverflow)
	wantError(t, "overflowing Φᵀy", errorOf(Ridge(mat.NewDense(2, 1, []float64{1e300, 1e300}), []float64{1e300, 1}, 1)),
		ErrOverflow)
	wantError(t, "more features than points and λ = 0", errorOf(Ridge(mat.NewDense(1, 2, []float64{1, 1}), []float64{1},
		0)), ErrSingular)
}

// Several responses at once have the coefficients of each, and fail as each does.
func TestSolveKRRs(t *testing.T) {
	rng := newRand(12)
	K := Gram(Gaussian{Length: 1}, normalPoints(20, 2, rng))
	Y := mat.NewDense(20, 3, normalVector(60, rng))
	for _, lambda := range []float64{1e-4, 0.1} {
		A := Must(SolveKRRs(K, Y, lambda))
		for j := range 3 {
			alpha := Must(SolveKRR(K, mat.Col(nil, j, Y), lambda))
			wantClose(t, fmt.Sprintf("λ %g, response %d", lambda, j), mat.Col(nil, j, A), alpha, algebra)
		}
	}
	wantError(t, "singular", errorOf(SolveKRRs(mat.NewSymDense(2, []float64{1, 1, 1, 1}), mat.NewDense(2, 1, nil), 0)),
		ErrSingular)
	wantPanic(t, "sizes", func() { SolveKRRs(K, mat.NewDense(3, 1, nil), 1) })
}
