package curves

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

func sineSample(n int) *points.Line {
	return points.OnLine(course.NewForm(course.ParseQuery("data=sine&n="+strconv.Itoa(n))),
		points.Offer{Data: "sine"})()
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
		f := 0.0
		for j, theta := range fit.Solution.Theta {
			f += theta * Phi.At(i, j)
		}
		squares += (y - f) * (y - f) / float64(len(fresh.Y))
	}
	// The grid counts the ends of the range fully: 201 points, half a percent.
	if got, want := fit.TestRMSE(), math.Sqrt(squares); math.Abs(got-want) > 0.02*want {
		t.Errorf("test error %g, on 200,000 new points %g", got, want)
	}
}

func TestPolynomialSaysWhyThereIsNoFit(t *testing.T) {
	few := sineSample(5)
	if fit := FitPolynomial(few, ScaledPowers(7, 0, 10), 0); fit.message(true) == "" || fit.Curve != nil {
		t.Error("8 features on 5 points have no single best fit, and no curve")
	}
	if fit := FitPolynomial(few, ScaledPowers(7, 0, 10), 0.01); fit.message(true) != "" {
		t.Error("λ > 0 chooses a fit, but: " + fit.message(true))
	}
	const query = "data=points&points=1000,1;1001,2;1002,1;1003,3;1004,1&frame=999,1005,0,4"
	far := points.OnLine(course.NewForm(course.ParseQuery(query)), points.Offer{Data: "sine"})()
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
		r := points.OnLine(course.NewForm(course.ParseQuery("data=points&points="+c.points)),
			points.Offer{Data: "sine"})()
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
		some.Data = engine.Dataset{X: slices.Delete(slices.Clone(r.Data.X), i, i+1),
			Y: slices.Delete(slices.Clone(r.Data.Y), i, i+1)}
		fit := FitPolynomial(&some, features, 0.01*15/14)
		f := 0.0
		for j, theta := range fit.Solution.Theta {
			f += theta * features.Matrix(r.Data.X[i]).At(0, j)
		}
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
	if got, want := standardError(3, 0.01), engine.StandardError(refits); math.Abs(got-want) > 1e-9*want {
		t.Errorf("standard error %v, of refits %v", got, want)
	}
	if got := standardError(14, 0); !math.IsNaN(got) {
		t.Errorf("of 15 coefficients for 15 points it is %v", got)
	}
}
