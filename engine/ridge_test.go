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
			X := mat.NewDense(n, p, nil)
			for i, x := range d.X {
				X.SetRow(i, x)
			}
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

// monomials lists the exponents of all monomials in two inputs up to a degree,
// with the square of the factor each has in the features of the polynomial
// kernel, q!/(a! b! (q−a−b)!) · offset^(q−a−b).
func monomials(degree, offset int64) (exponents [][2]int64, weights []*big.Rat) {
	factorial := func(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
	for a := range degree + 1 {
		for b := range degree + 1 - a {
			c := degree - a - b
			w := new(big.Int).Mul(factorial(degree), new(big.Int).Exp(big.NewInt(offset), big.NewInt(c), nil))
			for _, e := range []int64{a, b, c} {
				w.Quo(w, factorial(e))
			}
			exponents = append(exponents, [2]int64{a, b})
			weights = append(weights, new(big.Rat).SetInt(w))
		}
	}
	return exponents, weights
}

// The polynomial kernel is the inner product of its features, and the dual
// solution with it the primal one with them: exactly, in rational arithmetic.
func TestPolynomialKernelExactly(t *testing.T) {
	const degree, offset = 3, 2
	points := [][2]int64{{1, 2}, {3, -1}, {0, 0}, {-2, 5}, {4, 4}, {-3, -2}, {1, -6}}
	y := []float64{1, -2, 3, 0, 5, -1, 2}
	const lambda = 0.125 // a binary fraction, so that float64 has it exactly
	n := len(points)

	exponents, weights := monomials(degree, offset)
	if len(weights) != 10 { // C(2+3, 3)
		t.Fatalf("%d features, want 10", len(weights))
	}
	power := func(x, e int64) *big.Int { return new(big.Int).Exp(big.NewInt(x), big.NewInt(e), nil) }
	monomial := func(x [2]int64, e [2]int64) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Mul(power(x[0], e[0]), power(x[1], e[1])))
	}
	inner := func(x, z [2]int64) *big.Rat {
		s := new(big.Rat)
		for j, e := range exponents {
			term := new(big.Rat).Mul(monomial(x, e), monomial(z, e))
			s.Add(s, term.Mul(term, weights[j]))
		}
		return s
	}

	d := Dataset{Y: y}
	for _, x := range points {
		d.X = append(d.X, []float64{float64(x[0]), float64(x[1])})
	}
	k := Polynomial{Degree: degree, Offset: offset}
	A := make([][]*big.Rat, n) // K + nλI | y
	for i := range A {
		for j := range points {
			v := inner(points[i], points[j])
			if got := new(big.Rat).SetFloat64(k.Eval(d.X[i], d.X[j])); got.Cmp(v) != 0 {
				t.Fatalf("k(x%d, x%d) = %v, its features give %v", i, j, got, v)
			}
			if i == j {
				v.Add(v, new(big.Rat).SetFloat64(float64(n)*lambda))
			}
			A[i] = append(A[i], v)
		}
		A[i] = append(A[i], new(big.Rat).SetFloat64(y[i]))
	}
	want := solveRational(A)
	f := must(KRR(k, d, lambda))
	// cond(K + nλI) is about 1e6 here: ten digits are left.
	wantClose(t, "α", f.Alpha, want, 1e-9)

	Phi := mat.NewDense(n, len(weights), nil)
	for i, x := range points {
		for j, e := range exponents {
			m, _ := monomial(x, e).Float64()
			w, _ := weights[j].Float64()
			Phi.Set(i, j, math.Sqrt(w)*m)
		}
	}
	theta := must(Ridge(Phi, y, lambda))
	dual := mat.NewVecDense(len(weights), nil)
	dual.MulVec(Phi.T(), mat.NewVecDense(n, want))
	wantClose(t, "θ = Φᵀα", theta, dual.RawVector().Data, 1e-9)
}

// solveRational solves the system [A | b] by Gauss–Jordan elimination.
func solveRational(A [][]*big.Rat) []float64 {
	n := len(A)
	for i := range n {
		for j := n; j >= i; j-- {
			A[i][j].Quo(A[i][j], A[i][i])
		}
		for r := range n {
			if r == i {
				continue
			}
			for j := n; j >= i; j-- {
				A[r][j].Sub(A[r][j], new(big.Rat).Mul(A[r][i], A[i][j]))
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i], _ = A[i][n].Float64()
	}
	return x
}

func TestExpansion(t *testing.T) {
	d := Sine(20, 0.1, newRand(5))
	f := must(KRR(Matern52{1}, d, 1e-3))
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
	s := must(Eigen(K))
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
	wantError(t, "overflowing features", errorOf(Ridge(mat.NewDense(2, 1, []float64{1e200, 1e200}), []float64{1, 1}, 1)), ErrOverflow)
	wantError(t, "overflowing Φᵀy", errorOf(Ridge(mat.NewDense(2, 1, []float64{1e300, 1e300}), []float64{1e300, 1}, 1)), ErrOverflow)
	wantError(t, "more features than points and λ = 0", errorOf(Ridge(mat.NewDense(1, 2, []float64{1, 1}), []float64{1}, 0)), ErrSingular)
}

// Several responses at once have the coefficients of each, and fail as each does.
func TestSolveKRRs(t *testing.T) {
	rng := newRand(12)
	K := Gram(Gaussian{Length: 1}, normalPoints(20, 2, rng))
	Y := mat.NewDense(20, 3, normalVector(60, rng))
	for _, lambda := range []float64{1e-4, 0.1} {
		A := must(SolveKRRs(K, Y, lambda))
		for j := range 3 {
			alpha := must(SolveKRR(K, mat.Col(nil, j, Y), lambda))
			wantClose(t, fmt.Sprintf("λ %g, response %d", lambda, j), mat.Col(nil, j, A), alpha, algebra)
		}
	}
	wantError(t, "singular", errorOf(SolveKRRs(mat.NewSymDense(2, []float64{1, 1, 1, 1}), mat.NewDense(2, 1, nil), 0)), ErrSingular)
	wantPanic(t, "sizes", func() { SolveKRRs(K, mat.NewDense(3, 1, nil), 1) })
}
