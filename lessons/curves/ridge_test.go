package curves

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
)

// A spike at every reading is drawn however narrow it is; the series stays even.
func TestSpikesAreDrawn(t *testing.T) {
	form := course.NewForm(course.ParseQuery("data=mcycle"))
	r := points.OnLine(form, points.Offer{Data: "mcycle"})()
	fit, err := FitRidge(t.Context(), course.NewMemo(1<<24), r, engine.Gaussian{Length: 0.01}, 1e-4)
	if err != nil {
		t.Fatal(err)
	}
	if len(fit.curve) != GridPoints {
		t.Errorf("%d places in the series, want %d", len(fit.curve), GridPoints)
	}
	for i, x := range r.Data.X {
		place := slices.IndexFunc(fit.places.Xs, func(at float64) bool { return math.Abs(at-x[0]) < 1e-9 })
		if place < 0 {
			t.Fatalf("f is not known at reading %d, at %g ms", i+1, x[0])
		}
		if got, want := fit.drawn[place], fit.Solution.Fitted[i]; math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
			t.Errorf("at %g ms the curve drawn is %g, f is %g", x[0], got, want)
		}
	}
}

// The bound that the certificate spells out, worked out from its own words.
func TestCertificateSpellsItsBound(t *testing.T) {
	r := sineSample(15)
	ridge, err := FitRidge(t.Context(), course.NewMemo(1<<22), r, engine.Gaussian{Length: 1}, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	polynomial := FitPolynomial(r, ScaledPowers(5, 0, 10), 0.01)
	for name, c := range map[string]struct {
		check     *course.Certificate
		condition float64
	}{
		"kernel":     {ridge.Check(), ridge.Solution.Condition},
		"polynomial": {polynomial.check(), polynomial.Solution.Condition},
	} {
		bound := 4 * math.Sqrt(15) * 0x1p-52 * c.condition
		if says := "4√n · ε · cond = " + course.Digits(bound); !strings.Contains(strings.Join(c.check.Reasons, "\n"), says) {
			t.Errorf("%s: “%s” is not among %q", name, says, c.check.Reasons)
		}
	}
}

// Where the curve is a saddle of the objective the figure says so, and has no root
// of a negative αᵀKα.
func TestSaddleIsNoMinimum(t *testing.T) {
	r := sineSample(15)
	fit, err := FitRidge(t.Context(), course.NewMemo(1<<22), r, engine.Sigmoid{Slope: 0.1, Offset: -1}, 10)
	if err != nil || fit.Solution.Err != nil {
		t.Fatal(err, fit.Solution.Err)
	}
	if !strings.Contains(fit.describe(), "saddle") {
		t.Error("no word of the saddle: ", fit.describe())
	}
	negative := 0.0
	for i, a := range fit.Solution.Alpha {
		negative += a * fit.Solution.Fitted[i]
	}
	if (negative < 0) != math.IsNaN(fit.Solution.Norm) {
		t.Errorf("αᵀKα = %g, and its root is said to be %g", negative, fit.Solution.Norm)
	}
	gaussian, err := FitRidge(t.Context(), course.NewMemo(1<<22), r, engine.Gaussian{Length: 1}, 0.01)
	if err != nil || gaussian.saddle || math.IsNaN(gaussian.Solution.Norm) {
		t.Error("a kernel's fit is no saddle", err)
	}
}
