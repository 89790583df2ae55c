package curves

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
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

// Where the eigensolver gives up there is no fit, and the figure says so.
func TestNoEigenvaluesIsASentence(t *testing.T) {
	memo, k := course.NewMemo(1<<24), engine.Gaussian{Length: 1}
	form := course.NewForm(nil)
	r := points.OnLine(form, points.Offer{Data: "sine", N: 10})()
	found, err := basisOf(t.Context(), memo, r, k)
	if err != nil {
		t.Fatal(err)
	}
	for _, failed := range []error{engine.ErrNoConvergence, engine.ErrOverflow} {
		b := *found
		b.Spectrum, b.failed = nil, failed
		memo := course.NewMemo(1 << 24)
		key := fmt.Sprintf("basis %s %#v", r.Key, k)
		if _, err := course.Remember(t.Context(), memo, key, func(context.Context) (*basis, int, error) { return &b, 8, nil }); err != nil {
			t.Fatal(err)
		}
		fit, err := FitRidge(t.Context(), memo, r, k, 0.1)
		if err != nil || fit.Message() == "" || fit.Check() != nil {
			t.Errorf("%v: %v, %q", failed, err, fit.Message())
		}
		for _, p := range []plots.Panel{fit.CurvePanel("c", "f", 300), fit.AlphaPanel("a"), fit.GramPanel("g")} {
			if len(p.AppendSVG(nil)) == 0 {
				t.Errorf("%v: %s is not drawn", failed, p.ID)
			}
		}
	}
}
