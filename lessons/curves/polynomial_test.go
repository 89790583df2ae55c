package curves

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/points"
)

func sineSample(n int) *points.Line {
	return onLine("data=sine&n=" + strconv.Itoa(n))
}

// onLine are the points of a query.
func onLine(query string) *points.Line {
	return points.OnLine(course.NewForm(course.ParseQuery(query)), points.Offer{Data: "sine"})()
}

// The columns of Φ, each scaled by its θ, add up to the curve.
func TestPolynomialTermsAddUp(t *testing.T) {
	r := sineSample(15)
	for _, degree := range []int{0, 3, 14} {
		fit := FitPolynomial(r, ScaledPowers(degree, 0, 10), 0)
		if fit.Solution.Err != nil {
			t.Fatal(degree, fit.Solution.Err)
		}
		for g := range fit.Grid {
			sum, size := 0.0, 1.0
			for _, term := range fit.Terms() {
				sum += term[g]
				size += math.Abs(term[g])
			}
			if math.Abs(sum-fit.Curve[g]) > 1e-13*size {
				t.Fatalf("degree %d at %g: terms add up to %g, the curve is %g", degree, fit.Grid[g], sum, fit.Curve[g])
			}
		}
	}
}

// The test error is what new points would show on average.
func TestPolynomialTestErrorIsThatOfNewPoints(t *testing.T) {
	r := sineSample(15)
	p := ScaledPowers(5, 0, 10)
	fit := FitPolynomial(r, p, 0.001)
	fresh := engine.Sine(200_000, 0.2, rand.New(rand.NewPCG(2, 0)))
	Phi := p.Matrix(fresh.Input(0))
	squares := 0.0
	for i, y := range fresh.Y {
		squares += math.Pow(y-floats.Dot(fit.Solution.Theta, Phi.RawRowView(i)), 2) / float64(len(fresh.Y))
	}
	// The grid counts the ends of the range fully: 201 points, half a percent.
	want := math.Sqrt(squares)
	coursetest.Within(t, fit.TestRMSE(), want, 0.02*want, "the test error, of 200,000 new points")
}

func TestPolynomialSaysWhyThereIsNoFit(t *testing.T) {
	few := sineSample(5)
	if fit := FitPolynomial(few, ScaledPowers(7, 0, 10), 0); fit.message(true) == "" || fit.Curve != nil {
		t.Error("8 features on 5 points have no single best fit, and no curve")
	}
	if fit := FitPolynomial(few, ScaledPowers(7, 0, 10), 0.01); fit.message(true) != "" {
		t.Error("λ > 0 chooses a fit, but: " + fit.message(true))
	}
	far := onLine("data=points&points=1000,1;1001,2;1002,1;1003,3;1004,1&frame=999,1005,0,4")
	fit := FitPolynomial(far, RawPowers(3), 0)
	if fit.message(true) == "" || !(fit.Solution.Condition > 1e15) || math.IsInf(fit.Solution.Condition, 1) {
		t.Errorf("raw cubes of 1000: %q, condition number %g", fit.message(true), fit.Solution.Condition)
	}
	// Why there is none is another reason where x repeats, and where λ is there and lost.
	for _, c := range []struct {
		points, says string
		degree       int
		raw          bool
		lambda       float64
	}{
		{"1,5", "9 features on 1 point leave infinitely many that pass through every point", 8, false, 0},
		{"0,1;0,3", "the 2 points have only 1 different x, and infinitely many polynomials with 2 features have the " +
			"least error", 1, false, 0},
		{"1000,1;1001,2;1002,1;1003,3", "beside them λ is lost in rounding", 7, true, 1e-4},
	} {
		r := onLine("data=points&points=" + c.points)
		p := ScaledPowers(c.degree, r.XMin, r.XMax)
		if c.raw {
			p = RawPowers(c.degree)
		}
		for _, priced := range []bool{false, true} {
			says := FitPolynomial(r, p, c.lambda).message(priced)
			if !strings.Contains(says, c.says) || strings.Contains(says, "any λ > 0") != (priced && c.lambda == 0) {
				t.Errorf("%s: %q", c.points, says)
			}
		}
	}
	if fit := FitPolynomial(far, ScaledPowers(3, 999, 1005), 0); fit.message(true) != "" {
		t.Error("the same, scaled: " + fit.message(true))
	}
}

// The standard error of the leave-one-out error is that of n honest refits, and there is
// none where a point cannot be left out.
func TestPolynomialLeaveOneOutHasAStandardError(t *testing.T) {
	r, features := sineSample(15), ScaledPowers(3, 0, 10)
	var refits []float64
	for i := range r.Data.X {
		some := *r
		some.Data = engine.Dataset{X: coursetest.Without(r.Data.X, i), Y: coursetest.Without(r.Data.Y, i)}
		fit := FitPolynomial(&some, features, 0.01*15/14)
		f := floats.Dot(fit.Solution.Theta, features.Matrix(r.Data.X[i]).RawRowView(0))
		refits = append(refits, r.Data.Y[i]-f)
	}
	standardError := func(degree int, lambda float64) float64 {
		for _, n := range FitPolynomial(r, ScaledPowers(degree, 0, 10), lambda).numbers() {
			if n.Name == "loo_standard_error" {
				return n.Value
			}
		}
		t.Fatal("there is none")
		return 0
	}
	want := engine.StandardError(refits)
	coursetest.Within(t, standardError(3, 0.01), want, 1e-9*want, "the standard error, of refits")
	if got := standardError(14, 0); !math.IsNaN(got) {
		t.Errorf("of 15 coefficients for 15 points it is %v", got)
	}
}
