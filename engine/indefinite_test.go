package engine

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// objective is J(α).
func objective(K mat.Symmetric, y, alpha []float64, lambda float64) float64 {
	n := len(y)
	f := mat.NewVecDense(n, nil)
	f.MulVec(K, mat.NewVecDense(n, alpha))
	r := floats.Distance(y, f.RawVector().Data, 2)
	return r*r/float64(n) + lambda*floats.Dot(alpha, f.RawVector().Data)
}

// Numbers by NumPy, which reads the curvatures off the Hessian, and base R, which
// minimises J: testdata/reference_indefinite.py and .R have the calls.
func TestReferenceIndefinite(t *testing.T) {
	var reference struct {
		X      [][]float64
		Y      []float64
		Points []struct {
			Kernel                                  string
			Lambda, Quadratic, Objective, Condition float64
			Alpha                                   []float64
			Negative                                int
		}
	}
	readJSON(t, "testdata/reference_indefinite.json", &reference)
	grams := map[string]*mat.SymDense{
		"polynomial": Gram(Polynomial{2, -1}, reference.X),
		"sigmoid":    Gram(Sigmoid{1, -1}, reference.X),
		"gaussian":   Gram(Gaussian{0.5}, reference.X),
	}
	if len(reference.Points) == 0 {
		t.Fatal("no reference")
	}
	for _, r := range reference.Points {
		name := fmt.Sprintf("%s, λ %g: ", r.Kernel, r.Lambda)
		K := grams[r.Kernel]
		at, err := Must(Eigen(K)).Stationary(reference.Y, r.Lambda)
		noError(t, err, name)
		alpha, err := SolveIndefinite(K, reference.Y, r.Lambda)
		noError(t, err, name)
		wantClose(t, name+"α", at.Alpha, r.Alpha, algebra)
		wantClose(t, name+"α by elimination", alpha, r.Alpha, algebra)
		wantNear(t, name+"αᵀKα", at.Quadratic, r.Quadratic, algebra)
		wantNear(t, name+"J", at.Objective, r.Objective, algebra)
		wantNear(t, name+"condition", at.Condition, r.Condition, algebra)
		// NumPy counts curvatures beyond the rounding of K². Those between it and the
		// rounding of K are left to TestStationary.
		s, negative := Must(Eigen(K)), 0
		for _, j := range at.Offending {
			if v := s.Values[j]; 2*v*(v+15*r.Lambda)/15 < -1e-10*max(s.Values[0]*s.Values[0],
				s.Values[14]*s.Values[14]) {
				negative++
			}
		}
		if want := map[bool]Curvature{true: Saddle, false: Minimum}[r.Negative > 0]; at.Curvature != want ||
			negative != r.Negative {
			t.Errorf("%s%v with %d negative curvatures, want %v with %d", name, at.Curvature, negative, want,
				r.Negative)
		}
		if c := CertifyStationary(K, reference.Y, r.Lambda, alpha, at); !c.OK {
			t.Errorf("%s%+v", name, c)
		}
	}

	var r map[string][]float64
	readJSON(t, "testdata/reference_indefinite_R.json", &r)
	K := grams["polynomial"]
	s := Must(Eigen(K))
	wantClose(t, "R's eigenvalues", []float64{s.Values[0], s.Values[1], s.Values[14]}, r["eigenvalues"], algebra)
	low, err := s.Stationary(reference.Y, r["low_lambda"][0])
	if err != nil || low.Curvature != Minimum {
		t.Fatal(low.Curvature, err)
	}
	wantClose(t, "R's α at the minimum", low.Alpha, r["low_alpha"], algebra)
	wantNear(t, "R's minimum", low.Objective, r["low_minimum"][0], 1e-9) // BFGS
	high, err := s.Stationary(reference.Y, r["high_lambda"][0])
	if err != nil || high.Curvature != Saddle {
		t.Fatal(high.Curvature, err)
	}
	wantClose(t, "R's α at the saddle", high.Alpha, r["high_alpha"], algebra)
	if r["high_below"][0] >= high.Objective {
		t.Errorf("R finds nothing below the saddle: %v and %v", r["high_below"][0], high.Objective)
	}
}

// Of random symmetric matrices: the gradient vanishes; the verdict is that of J
// along every eigenvector; the certificate holds, and catches a wrong digit.
func TestStationary(t *testing.T) {
	rng := newRand(71)
	count := make(map[Curvature]int)
	widest := 0.0
	for range 600 {
		n := []int{1, 2, 3, 5, 10, 20, 40}[rng.IntN(7)]
		x, y := normalPoints(n, 1+rng.IntN(3), rng), normalVector(n, rng)
		k := []Kernel{
			Linear{}, Polynomial{2, -1}, Polynomial{3, -0.5}, Sigmoid{1, -1}, Min{}, Gaussian{0.5},
			Sum{Gaussian{1}, Scaled{Gaussian{0.2}, -1}},
		}[rng.IntN(7)]
		lambda := math.Pow(10, -8+9*rng.Float64())
		K := Gram(k, x)
		s := Must(Eigen(K))
		p, err := s.Stationary(y, lambda)
		alpha, dualErr := SolveIndefinite(K, y, lambda)
		if err != nil || dualErr != nil {
			t.Errorf("n %d, %v, λ %g: %v, %v", n, k, lambda, err, dualErr)
			continue
		}
		name := fmt.Sprintf("n %d, %v, λ %g: ", n, k, lambda)
		count[p.Curvature]++
		c := CertifyStationary(K, y, lambda, alpha, p)
		if !(c.PrimalDualGap <= c.Bound && c.Residual <= c.Bound) {
			t.Errorf("%sgap %g and residual %g, bound %g", name, c.PrimalDualGap, c.Residual, c.Bound)
		}
		widest = max(widest, c.PrimalDualGap/c.Bound, c.Residual/c.Bound)
		if (p.Bound <= MaxBound) != c.OK {
			t.Errorf("%sbound %v, certificate %+v", name, p.Bound, c)
		}
		if !c.OK {
			continue
		}
		// Where K + nλI is positive definite, it is the solution of KRR.
		if q, err := s.Solve(y, lambda); err == nil {
			wantClose(t, name+"α", p.Alpha, q.Alpha, algebra)
			wantClose(t, name+"fitted", p.Fitted, q.Fitted, algebra)
			wantNear(t, name+"degrees of freedom", p.DegreesOfFreedom, q.DegreesOfFreedom, algebra)
			if math.Abs(p.TrainRMSE-q.TrainRMSE) > algebra*maxAbs(y) {
				t.Errorf("%strain RMSE %g and %g", name, p.TrainRMSE, q.TrainRMSE)
			}
		}
		// J along each eigenvector, by differences: exact of a quadratic, up to rounding.
		J := objective(K, y, p.Alpha, lambda)
		if tolerance := c.Bound * (floats.Dot(y, y) + math.Abs(J)); math.Abs(J-p.Objective) > tolerance {
			t.Errorf("%sJ is %g, computed %g", name, p.Objective, J)
		}
		negative := 0
		for j, v := range s.Values {
			curvature := 2 * v * (v + float64(n)*lambda) / float64(n)
			h := 1 + maxAbs(p.Alpha)
			there := make([]float64, n)
			floats.AddScaledTo(there, p.Alpha, h, mat.Col(nil, j, s.Vectors))
			got := 2 * (objective(K, y, there, lambda) - J) / h / h
			scale := (s.Values[0]*s.Values[0]+s.Values[n-1]*s.Values[n-1])/float64(n) +
				lambda*math.Abs(s.Values[0]) + lambda*math.Abs(s.Values[n-1]) + math.Abs(J)
			if math.Abs(got-curvature) > 1e-6*scale {
				t.Errorf("%scurvature %d is %g, by differences %g", name, j, curvature, got)
			}
			if curvature < 0 && v < -s.Rounding() {
				negative++
			}
		}
		report := Must(CheckPSD(K))
		if report.Verdict == SemiDefinite && p.Curvature != Minimum {
			t.Errorf("%s%v, though K is positive semi-definite to rounding", name, p.Curvature)
		}
		if negative != len(p.Offending) || (negative > 0) != (p.Curvature == Saddle) {
			t.Errorf("%s%v, %d offending, want %d", name, p.Curvature, len(p.Offending), negative)
		}
		alpha[0] += 1e-3 * maxAbs(alpha)
		if c := CertifyStationary(K, y, lambda, alpha, p); c.OK {
			t.Errorf("%sa wrong α is certified: %+v", name, c)
		}
	}
	t.Logf("%v; the worst error is %.2f of its bound", count, widest)
	if count[Minimum] < 100 || count[Saddle] < 100 {
		t.Errorf("verdicts %v", count)
	}
}

// By hand: K = diag(4, −1), so that nλ = 2λ crosses 1 at λ = ½.
func TestStationaryByHand(t *testing.T) {
	K := mat.NewSymDense(2, []float64{4, 0, 0, -1})
	y := []float64{5, 3}
	s := Must(Eigen(K))
	for _, want := range []struct {
		lambda    float64
		curvature Curvature
		offending int
		alpha     []float64
	}{
		{0, Minimum, 0, []float64{5. / 4, -3}},
		{0.25, Minimum, 0, []float64{5 / 4.5, -6}},
		{0.5, Singular, 1, nil},
		{1, Saddle, 1, []float64{5. / 6, 3}},
	} {
		name := fmt.Sprintf("λ %g: ", want.lambda)
		p, err := s.Stationary(y, want.lambda)
		alpha, dualErr := SolveIndefinite(K, y, want.lambda)
		if p.Curvature != want.curvature || len(p.Offending) != want.offending || want.offending == 1 &&
			p.Offending[0] != 1 {
			t.Errorf("%s%v, offending %v", name, p.Curvature, p.Offending)
		}
		if want.alpha == nil {
			if !errors.Is(err, ErrSingular) || !errors.Is(p.Err, ErrSingular) || !errors.Is(dualErr, ErrSingular) ||
				p.Bound <= MaxBound {
				t.Errorf("%s%v, %v, %v", name, err, p.Err, dualErr)
			}
			if c := CertifyStationary(K, y, want.lambda, nil, p); c.OK || !math.IsInf(c.Bound, 1) {
				t.Errorf("%s%+v", name, c)
			}
			continue
		}
		if err != nil || dualErr != nil {
			t.Fatal(name, err, dualErr)
		}
		wantClose(t, name+"α", p.Alpha, want.alpha, 4*Epsilon)
		wantClose(t, name+"α by elimination", alpha, want.alpha, 4*Epsilon)
		wantNear(t, name+"J", p.Objective, objective(K, y, p.Alpha, want.lambda), 1e-14)
		wantNear(t, name+"αᵀKα", p.Quadratic, 4*want.alpha[0]*want.alpha[0]-want.alpha[1]*want.alpha[1], 1e-14)
	}
	// A positive semi-definite K without an inverse: no saddle because of rounding.
	x := [][]float64{{1}, {1}, {2}, {-3}}
	for _, lambda := range []float64{1e-10, 1} {
		p, err := Must(Eigen(Gram(Linear{}, x))).Stationary([]float64{1, 2, 3, 4}, lambda)
		if err != nil || p.Curvature != Minimum || p.Offending != nil {
			t.Errorf("linear, λ %g: %v, %v", lambda, p.Curvature, err)
		}
	}
	if p, err := Must(Eigen(Gram(Linear{}, x))).Stationary([]float64{1, 2, 3, 4}, 0); !errors.Is(err, ErrSingular) ||
		p.Curvature != Singular || len(p.Offending) != 3 {
		t.Errorf("linear, λ 0: %+v, %v", p, err)
	}
	for c, want := range map[Curvature]string{Minimum: "minimum", Saddle: "saddle", Singular: "singular"} {
		if c.String() != want {
			t.Errorf("%d is %q", c, c)
		}
	}
	wantPanic(t, "no curvature", func() { _ = Curvature(3).String() })
	wantPanic(t, "short y", func() { s.Stationary(y[:1], 1) })
	wantPanic(t, "negative λ", func() { s.Stationary(y, -1) })
	wantPanic(t, "negative λ", func() { SolveIndefinite(K, y, -1) })
}

// The leave-one-out residuals are those of honest fits without a point, at the same
// nλ, also where K has negative eigenvalues; and a fit that does not exist has none.
func TestStationaryLeavesOut(t *testing.T) {
	x := [][]float64{{-2}, {-1.1}, {-0.3}, {0.4}, {1.2}, {2.5}}
	y := []float64{1, -0.5, 2, 0.3, -1, 0.7}
	n := len(y)
	for _, lambda := range []float64{0, 0.01, 0.3, 5} {
		K := Gram(Sigmoid{0.7, -0.4}, x)
		s := Must(Eigen(K))
		if s.Negative() == 0 {
			t.Fatal("no negative eigenvalue")
		}
		at := Must(s.Stationary(y, lambda))
		for i := range n {
			rest := without(Dataset{x, y}, i)
			alpha := Must(SolveIndefinite(Gram(Sigmoid{0.7, -0.4}, rest.X), rest.Y, lambda*float64(n)/float64(n-1)))
			honest := y[i] - (&Expansion{Kernel: Sigmoid{0.7, -0.4}, X: rest.X, Alpha: alpha}).Eval(x[i])
			wantNear(t, fmt.Sprintf("λ = %g without %d", lambda, i), at.LOOResiduals[i], honest, algebra*at.Condition)
		}
		wantNear(t, "LOORMSE", at.LOORMSE, floats.Norm(at.LOOResiduals, 2)/math.Sqrt(float64(n)), algebra)
	}
	// K without its second point is (0).
	at, err := Must(Eigen(mat.NewSymDense(2, []float64{0, 1, 1, 0}))).Stationary([]float64{1, 2}, 0)
	if err != nil || !math.IsInf(at.LOORMSE, 1) || !math.IsInf(at.LOOResiduals[0], 1) {
		t.Errorf("%v, %v: left out %v", err, at.LOORMSE, at.LOOResiduals)
	}
}

// Numbers at the ends of float64 neither panic nor become NaN.
func TestStationaryHard(t *testing.T) {
	for _, scale := range []float64{0, 5e-324, 1e-300, 1e150, 1e300} {
		K := mat.NewSymDense(3, []float64{scale, 2 * scale, 0, 0, scale, 0, 0, 0, scale})
		s := Must(Eigen(K))
		for _, lambda := range []float64{0, 5e-324, 1e-300, 1, 1e300, 1e308} {
			for _, y := range [][]float64{{1, 2, 3}, {0, 0, 0}, {1e300, -1e300, 1e308}, {5e-324, 0, 0}} {
				p, err := s.Stationary(y, lambda)
				v := append([]float64{p.Objective, p.Quadratic, p.TrainRMSE, p.DegreesOfFreedom}, p.Alpha...)
				if !allFinite(append(v, p.Fitted...)) || (err == nil) != finite(p.Condition) || err != p.Err {
					t.Errorf("%g, λ %g, y %v: %+v", scale, lambda, y, p)
				}
				if alpha, err := SolveIndefinite(K, y, lambda); err == nil && !allFinite(alpha) {
					t.Errorf("%g, λ %g, y %v: %v", scale, lambda, y, alpha)
				}
			}
		}
	}
	wantError(t, "infinite K", errorOf(SolveIndefinite(mat.NewSymDense(1, []float64{math.Inf(1)}), []float64{1}, 0)),
		ErrOverflow)
}
