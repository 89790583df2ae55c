package curvestest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
)

// CheckPolynomial recomputes the train error of a polynomial, and where its truth is known
// the test error.
func CheckPolynomial(t *testing.T, s *coursetest.State) {
	if !Fitted(s) {
		return
	}
	var fitted []float64
	size, theta := 0.0, s.Column("theta", "theta")
	for _, row := range s.Rows("features") {
		fitted = append(fitted, floats.Dot(row, theta))
		for j := range row {
			size = math.Max(size, math.Abs(row[j]*theta[j]))
		}
	}
	rounding := 1e-14 * size * math.Max(1, s.Find("condition"))
	if got, want := s.Find("train_rmse"), RMSE(s.Column("data", "y"), fitted); math.Abs(got-want) > rounding+1e-9*want {
		t.Errorf("the train error is %v, not %v", got, want)
	}
	truth := map[string]func(float64) float64{"sine": engine.SineTruth, "step": engine.StepTruth}[s.Choice("data")]
	if truth == nil {
		return
	}
	sum, x := 0.0, s.Column("fit", "x")
	for g, y := range s.Column("fit", "y") {
		sum += math.Pow(y-truth(x[g]), 2) / float64(len(x))
	}
	want := math.Sqrt(sum + s.Param("noise")*s.Param("noise"))
	if got := s.Find("test_rmse"); math.Abs(got-want) > 1e-9*want {
		t.Errorf("the test error is %v, not %v", got, want)
	}
}

// PolynomialClaims are what is claimed of the polynomial in a figure's work.
func PolynomialClaims[W any](of func(W) *curves.Polynomial) []coursetest.Claim[W] {
	fitted := map[string]func(W) float64{"fitted": func(w W) float64 { return float64(of(w).Data.Len()) }}
	there := func(w W) bool { return of(w) != nil && of(w).Solution.Err == nil }
	return []coursetest.Claim[W]{
		{Text: curves.SaysNoPolynomial, Slots: fitted, When: func(w W) bool { return of(w) != nil && !there(w) }},
		{Text: curves.SaysPolynomial, Slots: fitted, When: func(w W) bool { return there(w) && of(w).Truth == nil }},
		{Text: curves.SaysTested, Slots: fitted, When: func(w W) bool { return there(w) && of(w).Truth != nil }},
	}
}

// Polynomial are what is claimed of the polynomial of a figure that is one.
func Polynomial() []claim {
	fitted := map[string]func(state) float64{"fitted": points}
	when := func(tested bool) func(state) bool {
		return func(s state) bool { return Fitted(s) && math.IsNaN(s.Find("test_rmse")) != tested }
	}
	return []claim{
		{Text: curves.SaysNoPolynomial, Slots: fitted, Rare: true,
			When: func(s state) bool { return !Fitted(s) && s.Message != "" }},
		{Text: curves.SaysPolynomial, Slots: fitted, When: when(false)},
		{Text: curves.SaysTested, Slots: fitted, When: when(true)},
	}
}

// Unchecked is the check of a figure whose claims compute all anew.
func Unchecked(*testing.T, state, state) {}
