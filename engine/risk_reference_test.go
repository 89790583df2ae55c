package engine

import (
	"fmt"
	"testing"
)

// A riskReference is what reference_risk.py computed.
type riskReference struct {
	Folded []struct{ E, Sigma, Mean float64 }
	Places []float64
	Truth  []float64
	Balls  []struct {
		Degree                                 int
		Sigma, Radius, Multiplier, Risk, Least float64
		FeatureNorm                            float64 `json:"feature_norm"`
		Theta, Best                            []float64
	}
	Nested struct {
		X, Y    []float64
		Classes []struct {
			Approximation, Estimation, Train float64
			Theta                            []float64
		}
	}
	Separation struct {
		X    [][]float64
		Y    []float64
		Fits []struct {
			Lambda, Loss float64
			Right        int
			Theta        []float64
		}
	}
	Quadratic struct {
		Phi, Gram            [][]float64
		Y, Best, Lasso, Pull []float64
		Least, Lambda, Loss  float64
	}
}

// Numbers by SciPy, NumPy and scikit-learn: testdata/reference_risk.py has the calls.
func TestReferenceRisk(t *testing.T) {
	var reference riskReference
	readJSON(t, "testdata/reference_risk.json", &reference)
	if len(reference.Balls) == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, r := range reference.Folded {
		wantNear(t, "folded normal", Population{Sigma: r.Sigma}.Loss(r.E), r.Mean, 1e-12)
	}
	reference.checkBalls(t)
	reference.checkClasses(t)
	reference.checkSeparation(t)
	reference.checkQuadratic(t)
}

func (reference *riskReference) checkBalls(t *testing.T) {
	x := Column(reference.Places)
	for _, r := range reference.Balls {
		name := fmt.Sprintf("degree %d, σ = %v, D = %v: ", r.Degree, r.Sigma, r.Radius)
		b := Must(RiskInBalls(t.Context(), Population{powers(x, r.Degree+1, 5, 5), reference.Truth, r.Sigma}))
		m := mustBall(t, b, r.Radius)
		wantClose(t, name+"best of all", b.Best.Theta, r.Best, referenceTolerance)
		wantNear(t, name+"its risk", b.Best.Risk, r.Least, referenceTolerance)
		wantNear(t, name+"‖φ‖", b.FeatureNorm(), r.FeatureNorm, referenceTolerance)
		wantClose(t, name+"θ", m.Theta, r.Theta, referenceTolerance)
		wantNear(t, name+"risk", m.Risk, r.Risk, referenceTolerance)
		wantNear(t, name+"μ", m.Multiplier, r.Multiplier, 1e-6) // a root of SciPy's, to its tolerance
	}
}

func (reference *riskReference) checkClasses(t *testing.T) {
	x := Column(reference.Places)
	basis := LegendreFeatures{Degree: len(reference.Nested.Classes) - 1, Low: 0, High: 10}
	e := Approximate(basis.Matrix(x), reference.Truth)
	sample := Column(reference.Nested.X)
	risks := e.Estimate(basis.Matrix(sample), reference.Nested.Y)
	for q, r := range reference.Nested.Classes {
		name := fmt.Sprintf("class %d: ", q)
		wantNear(t, name+"approximation", e.Approximation[q], r.Approximation, referenceTolerance)
		wantNear(t, name+"estimation", risks[q].Estimation, r.Estimation, referenceTolerance)
		wantNear(t, name+"train", risks[q].Train, r.Train, referenceTolerance)
		wantClose(t, name+"θ", risks[q].Theta, r.Theta, referenceTolerance)
	}
}

func (reference *riskReference) checkSeparation(t *testing.T) {
	d := Dataset{X: reference.Separation.X, Y: reference.Separation.Y}
	for _, r := range reference.Separation.Fits {
		s := Must(Separate(t.Context(), d, r.Lambda))
		name := fmt.Sprintf("separation, λ = %v: ", r.Lambda)
		wantNear(t, name+"loss", s.Loss, r.Loss, referenceTolerance)
		wantClose(t, name+"θ", s.Theta, r.Theta, 1e-6) // scikit-learn stops at a gradient of 10⁻¹⁰
		if s.Right != r.Right {
			t.Errorf("%s%d points on the right side, want %d", name, s.Right, r.Right)
		}
	}
}

func (reference *riskReference) checkQuadratic(t *testing.T) {
	quadratic := reference.Quadratic
	q := Must(quadraticOf(rowsOf(quadratic.Phi), quadratic.Y))
	wantClose(t, "bowl: best", q.Best, quadratic.Best, referenceTolerance)
	wantNear(t, "bowl: least", q.Least, quadratic.Least, referenceTolerance)
	wantMatrix(t, "bowl: A", q.A, quadratic.Gram)
	wantNear(t, "bowl: loss", q.Loss(quadratic.Lasso...), quadratic.Loss, referenceTolerance)
	wantClose(t, "bowl: pull", q.Pull(quadratic.Lasso), quadratic.Pull, referenceTolerance)
	if v := maxAbs(q.lassoExcesses(quadratic.Lasso, quadratic.Lambda)); v > 1e-8 {
		t.Errorf("scikit-learn's lasso misses its conditions by %v", v)
	}
}
