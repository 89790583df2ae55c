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

// wantFinitePoint fails on a point that could print NaN.
func wantFinitePoint(t *testing.T, p PathPoint) {
	t.Helper()
	v := []float64{p.Lambda, p.DegreesOfFreedom, p.TrainRMSE, p.LOORMSE, p.Norm}
	if !allFinite(v) || !allFinite(p.Alpha) || !allFinite(p.Fitted) || !allFinite(p.LOOResiduals) {
		t.Errorf("not finite: %+v", p)
	}
	if p.Err == nil && !finite(p.Condition) || p.Err != nil && !math.IsInf(p.Condition, 1) {
		t.Errorf("condition %v with error %v", p.Condition, p.Err)
	}
	if p.Err != nil && (p.Alpha != nil || p.Fitted != nil || floats.Norm(v[1:], 2) != 0) {
		t.Errorf("an error, and still numbers: %+v", p)
	}
}

func TestEigen(t *testing.T) {
	rng := newRand(21)
	for _, n := range []int{1, 2, 7, 40} {
		K := Gram(Gaussian{0.8}, normalPoints(n, 2, rng))
		s := Must(Eigen(K))
		identity := mat.NewDiagDense(n, slices.Repeat([]float64{1}, n))
		wantClose(t, "UᵀU", entries(productOf(s.Vectors.T(), s.Vectors)), entries(identity), 1e-13)
		back := productOf(s.Vectors, mat.NewDiagDense(n, s.Values), s.Vectors.T())
		wantClose(t, "U diag(s) Uᵀ", entries(back), entries(K), 1e-13)
		for j := range n {
			if j > 0 && s.Values[j] > s.Values[j-1] {
				t.Errorf("values rise at %d", j)
			}
			peak := 0.0
			for _, v := range mat.Col(nil, j, s.Vectors) {
				if math.Abs(v) > math.Abs(peak)*(1+1e-7) {
					peak = v
				}
			}
			if peak <= 0 {
				t.Errorf("n = %d: the largest entry of vector %d is %v", n, j, peak)
			}
		}
	}
}

// The second vector of this matrix is ±(1, −1)/√2, its entries equal in modulus:
// the first must be the positive one, whatever rounding says.
func TestEigenSignOfTies(t *testing.T) {
	for _, b := range []float64{0.1, 0.3, 0.7, 0.9} {
		s := Must(Eigen(mat.NewSymDense(2, []float64{1, b, b, 1})))
		r := math.Sqrt(0.5)
		wantClose(t, "U", entries(s.Vectors), []float64{r, r, r, -r}, 1e-14)
	}
}

// A point of the path is what Cholesky finds at that λ, and what follows from it.
func TestPathIsKRR(t *testing.T) {
	d := TwoScale(60, 0.2, newRand(31))
	lambdas := []float64{1e-4, 1e-3, 0.1, 10, 1e6}
	for _, k := range []Kernel{Gaussian{0.5}, Laplacian{2}, Exponential{1}, Matern32{1}, Matern52{1}} {
		K := Gram(k, d.X)
		s := Must(Eigen(K))
		for i, p := range s.Path(d.Y, lambdas) {
			name := fmt.Sprintf("%v, λ %g: ", k, lambdas[i])
			f, err := KRR(k, d, lambdas[i])
			if err != nil || p.Err != nil {
				t.Fatal(name, err, p.Err)
			}
			fitted := evaluate(f, d.X)
			wantClose(t, name+"α", p.Alpha, f.Alpha, algebra)
			wantClose(t, name+"fitted", p.Fitted, fitted, algebra)
			wantNear(t, name+"‖f‖", p.Norm, f.Norm(), algebra)
			wantNear(t, name+"train RMSE", p.TrainRMSE, floats.Distance(d.Y, fitted, 2)/math.Sqrt(60), algebra)
			wantNear(t, name+"condition", p.Condition, mat.Cond(shifted(K, 60*lambdas[i]), 2), 1e-8)
			wantNear(t, name+"λ", p.Lambda, lambdas[i], 0)
			// tr K(K + nλI)⁻¹
			var hat mat.Dense
			if err := hat.Solve(shifted(K, 60*lambdas[i]), K); err != nil {
				t.Fatal(name, err)
			}
			wantNear(t, name+"degrees of freedom", p.DegreesOfFreedom, mat.Trace(&hat), algebra)
			wantFinitePoint(t, p)
		}
	}
}

// The closed form is n honest refits, each without one point and with the
// penalty nλ kept: (n−1)λ′ = nλ.
func TestLeaveOneOut(t *testing.T) {
	for _, k := range []Kernel{Gaussian{1}, Matern32{2}, Linear{}} {
		for _, lambda := range []float64{1e-4, 0.01, 1} {
			d := Outliers(25, 0.1, newRand(41))
			n := d.Len()
			s := Must(Eigen(Gram(k, d.X)))
			p := Must(s.Solve(d.Y, lambda))
			want := make([]float64, n)
			for i := range n {
				f := Must(KRR(k, without(d, i), lambda*float64(n)/float64(n-1)))
				want[i] = d.Y[i] - f.Eval(d.X[i])
			}
			name := fmt.Sprintf("%v, λ %g", k, lambda)
			wantClose(t, name, p.LOOResiduals, want, algebra)
			wantNear(t, name, p.LOORMSE, floats.Norm(want, 2)/math.Sqrt(float64(n)), algebra)
		}
	}
}

func TestInterpolation(t *testing.T) {
	d := Sine(8, 0.2, newRand(6))
	s := Must(Eigen(Gram(Exponential{1}, d.X)))
	p := Must(s.Solve(d.Y, 0))
	wantClose(t, "fitted", p.Fitted, d.Y, algebra)
	wantNear(t, "degrees of freedom", p.DegreesOfFreedom, 8, Epsilon)
}

func TestPathSkipsNothing(t *testing.T) {
	d := mcycle(t) // has repeated times
	s := Must(Eigen(Gram(Gaussian{7.3}, d.X)))
	path := s.Path(d.Y, []float64{0.01, 0, 1})
	if len(path) != 3 || path[0].Err != nil || !errors.Is(path[1].Err, ErrSingular) || path[2].Err != nil {
		t.Errorf("path %+v", path)
	}
	for _, p := range path {
		wantFinitePoint(t, p)
	}
	if got := s.Path(d.Y, nil); len(got) != 0 {
		t.Errorf("no λ, and still %d points", len(got))
	}
}

// States that a reader can reach: nothing may panic, and nothing without an
// error may be NaN.
func TestHardCases(t *testing.T) {
	rng := newRand(51)
	constant := Sine(20, 0, rng)
	constant.Y = slices.Repeat([]float64{3}, 20)
	zero := Sine(20, 0, rng)
	clear(zero.Y)
	repeated := Sine(20, 0.1, rng)
	for i := range repeated.X {
		repeated.X[i] = repeated.X[i/4*4]
	}
	sets := map[string]Dataset{
		"one point":  {X: [][]float64{{2}}, Y: []float64{3}},
		"one zero":   {X: [][]float64{{0}}, Y: []float64{0}},
		"repeated":   repeated,
		"constant y": constant,
		"zero y":     zero,
		"huge x":     {X: [][]float64{{1e300}, {-1e300}, {0}}, Y: []float64{1, 2, 3}},
		"huge y":     {X: [][]float64{{1}, {2}, {3}}, Y: []float64{1e308, -1e308, 1e308}},
		"tiny":       {X: [][]float64{{1e-300}, {2e-300}}, Y: []float64{1e-300, 5e-324}},
	}
	for name, d := range sets {
		for _, k := range kernels {
			K := Gram(k, d.X)
			s, err := Eigen(K)
			if err != nil {
				if !errors.Is(err, ErrOverflow) {
					t.Errorf("%s, %v: %v", name, k, err)
				}
				continue
			}
			for _, lambda := range []float64{0, 5e-324, 1e-16, 1e-8, 1, 1e16, 1e300, 1e308} {
				t.Run(fmt.Sprintf("%s/%v/%g", name, k, lambda), func(t *testing.T) {
					p, err := s.Solve(d.Y, lambda)
					wantFinitePoint(t, p)
					f, dualErr := KRR(k, d, lambda)
					if (err == nil) != (dualErr == nil) && !errors.Is(err, ErrOverflow) { // Solve computes more
						t.Errorf("Solve: %v, KRR: %v", err, dualErr)
					}
					if err != nil || dualErr != nil {
						return
					}
					if v := f.Eval(d.X[0]); !finite(v) || !finite(f.Norm()) {
						t.Errorf("f(x₀) = %v, ‖f‖ = %v", v, f.Norm())
					}
					c := Certify(K, d.Y, lambda, f.Alpha, p)
					if math.IsNaN(c.PrimalDualGap) || math.IsNaN(c.Residual) || math.IsNaN(c.Bound) {
						t.Errorf("certificate %+v", c)
					}
					// Subnormal numbers have fewer digits than the bound counts on.
					if c.Bound <= MaxBound && !c.OK && name != "tiny" {
						t.Errorf("certificate %+v", c)
					}
				})
			}
		}
	}
}

// Of a K of low rank the zeros are computed as rounding of either sign. Ridge
// regression on the features, which knows nothing of them, says what is true.
func TestPathOfSingular(t *testing.T) {
	for _, n := range []int{5, 20, 60, 133} {
		d := Gap(n, 0.2, newRand(uint64(n)))
		for _, degree := range []int{1, 2} {
			features := PolynomialFeatures{Degree: degree}
			var k Kernel = Polynomial{degree, 0}
			Phi := Must(features.Matrix(d.X))
			s := Must(Eigen(Gram(k, d.X)))
			primal := Must(SVD(Phi))
			for _, lambda := range []float64{1e-12, 1e-10, 1e-6, 1e-2, 1} {
				name := fmt.Sprintf("n %d, degree %d, λ %g: ", n, degree, lambda)
				// Singular in the worst case of rounding, if not by much.
				lambda *= s.Values[0] / float64(n)
				want, got := primal.Solve(d.Y, lambda), s.Path(d.Y, []float64{lambda})[0]
				if want.Err != nil || got.Err != nil {
					t.Fatal(name, want.Err, got.Err)
				}
				wantNear(t, name+"degrees of freedom", got.DegreesOfFreedom, want.DegreesOfFreedom, algebra)
				wantClose(t, name+"leave-one-out", got.LOOResiduals, want.LOOResiduals, algebra)
				wantClose(t, name+"fitted", got.Fitted, want.Fitted, algebra)
				wantNear(t, name+"norm", got.Norm, want.Norm, algebra)
				wantNear(t, name+"bound", got.Bound, 4*math.Sqrt(float64(n))*Epsilon*got.Condition, 1e-15)
				leverage, err := s.Leverage(lambda)
				noError(t, err, name)
				wantClose(t, name+"leverage", leverage, want.Leverage, algebra)
			}
		}
	}
	// What a worked example says: one feature, one degree of freedom.
	d := Gap(60, 0.2, newRand(1))
	s := Must(Eigen(Gram(Linear{}, d.X)))
	p, err := s.Solve(d.Y, 1e-12)
	if err != nil || p.Bound <= MaxBound || math.Abs(p.DegreesOfFreedom-1) > 1e-12 {
		t.Errorf("%v, %v degrees of freedom, bound %g", err, p.DegreesOfFreedom, p.Bound)
	}
	if p := s.Path(d.Y, []float64{0})[0]; !math.IsInf(p.Bound, 1) {
		t.Errorf("no solution, and bound %g", p.Bound)
	}
}
