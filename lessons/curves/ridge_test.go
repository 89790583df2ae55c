package curves

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A spike at every reading is drawn however narrow it is; the series stays even.
func TestSpikesAreDrawn(t *testing.T) {
	r := onLine("data=mcycle")
	fit := course.Must(FitRidge(t.Context(), course.NewMemo(1<<24), r, engine.Gaussian{Length: 0.01}, 1e-4))
	if len(fit.curve) != GridPoints {
		t.Errorf("%d places in the series, want %d", len(fit.curve), GridPoints)
	}
	for i, x := range r.Data.X {
		place := slices.IndexFunc(fit.places.Xs, func(at float64) bool { return math.Abs(at-x[0]) < 1e-9 })
		if place < 0 {
			t.Fatalf("f is not known at reading %d, at %g ms", i+1, x[0])
		}
		want := fit.Solution.Fitted[i]
		coursetest.Within(t, fit.drawn[place], want, 1e-6*math.Max(1, math.Abs(want)), "the curve at %g ms", x[0])
	}
}

// The bound that the certificate spells out, worked out from its own words.
func TestCertificateSpellsItsBound(t *testing.T) {
	r := sineSample(15)
	ridge := course.Must(FitRidge(t.Context(), course.NewMemo(1<<22), r, engine.Gaussian{Length: 1}, 0.01))
	polynomial := FitPolynomial(r, ScaledPowers(5, 0, 10), 0.01)
	for name, c := range map[string]struct {
		check     *course.Certificate
		condition float64
	}{
		"kernel":     {ridge.Check(), ridge.Solution.Condition},
		"polynomial": {polynomial.check(), polynomial.Solution.Condition},
	} {
		bound := 4 * math.Sqrt(15) * engine.Epsilon * c.condition
		says := "4√n · ε · cond = " + course.Digits(bound)
		if !strings.Contains(strings.Join(c.check.Reasons, "\n"), says) {
			t.Errorf("%s: “%s” is not among %q", name, says, c.check.Reasons)
		}
	}
}

func told(says []course.Said) string { return (&course.Picture{Says: says}).Told().Description }

// The curve of a similarity with negative eigenvalues is where the slope of the
// objective vanishes, and the figure calls it what it is.
func TestVerdictIsOfTheObjective(t *testing.T) {
	r := sineSample(15)
	said := map[string]int{}
	for _, k := range []engine.Kernel{engine.Sigmoid{Slope: 0.1, Offset: -1}, engine.Sigmoid{Slope: 1, Offset: 0.5},
		engine.Sigmoid{Slope: 10, Offset: -10}, engine.Polynomial{Degree: 2, Offset: -1}} {
		for _, lambda := range []float64{0, 1e-12, 1e-6, 0.01, 0.2, 1, 10} {
			fit := course.Must(FitRidge(t.Context(), course.NewMemo(1<<22), r, k, lambda))
			state := fmt.Sprintf("%v, λ = %g", k, lambda)
			verdict := told(fit.SaysOfObjective())
			switch {
			case fit.Solution.Err != nil:
				if verdict != "" || !strings.Contains(fit.Message(), "no fit") {
					t.Errorf("%s: %q, %q", state, verdict, fit.Message())
				}
				continue
			case strings.Contains(verdict, "saddle"):
				said["saddle"]++
			case strings.Contains(verdict, "minimum"):
				said["minimum"]++
			default:
				t.Errorf("%s: %q", state, verdict)
			}
			if !strings.Contains(told(fit.Says()), verdict) {
				t.Errorf("%s: no verdict in %s", state, told(fit.Says()))
			}
			solves(t, state, fit, lambda)
			bends(t, state, fit, lambda)
		}
	}
	if said["saddle"] < 5 || said["minimum"] < 5 {
		t.Errorf("states: %v", said)
	}
}

// solves holds that a fit is a solution, and that its αᵀKα is called a square where it is.
func solves(t *testing.T, state string, fit *Ridge, lambda float64) {
	t.Helper()
	alpha, quadratic := fit.Solution.Alpha, 0.0
	for j, s := range fit.Spectrum.Values {
		along := floats.Dot(alpha, mat.Col(nil, j, fit.Spectrum.Vectors))
		quadratic += s * along * along
	}
	verdict := told(fit.SaysOfObjective())
	if !math.IsNaN(fit.Solution.Norm) || (quadratic < 0) != strings.Contains(verdict, "no square") {
		t.Errorf("%s: αᵀKα = %g, its root is said to be %g: %s", state, quadratic, fit.Solution.Norm, verdict)
	}
	for i, y := range fit.Data.Y {
		if math.Abs(fit.Solution.Fitted[i]+float64(fit.Data.Len())*lambda*alpha[i]-y) > 1e-6 {
			t.Errorf("%s: (K + nλI)α is not y", state)
			break
		}
	}
}

// bends holds that a fit is called a saddle where the objective bends down along an
// eigenvector of K, by differences of the objective.
func bends(t *testing.T, state string, fit *Ridge, lambda float64) {
	t.Helper()
	n, values := fit.Data.Len(), fit.Spectrum.Values
	J := func(alpha []float64) float64 {
		value := 0.0
		for i, y := range fit.Data.Y {
			f := floats.Dot(mat.Row(nil, i, fit.Gram), alpha)
			value += (y-f)*(y-f)/float64(n) + lambda*alpha[i]*f
		}
		return value
	}
	down := 0
	for j, s := range values {
		up := mat.Col(nil, j, fit.Spectrum.Vectors) // J is quadratic: its curvature is the same everywhere
		under := floats.ScaleTo(make([]float64, n), -1, up)
		bend := J(up) + J(under) - 2*J(make([]float64, n))
		floor := 1e-13 * (math.Abs(J(up)) + math.Abs(J(under)) + 1)
		if bend < -floor && math.Abs(s) > 1e-12*values[0] {
			down++
		} else if s < -1e-9*values[0] && s > -float64(n)*lambda*(1-1e-9) && bend > floor {
			t.Errorf("%s: the objective bends up along %g", state, s)
		}
	}
	if verdict := told(fit.SaysOfObjective()); down > 0 &&
		(!strings.Contains(verdict, "saddle") || strings.Contains(verdict, "minimum")) {
		t.Errorf("%s: %d curvatures below zero: %s", state, down, verdict)
	}
	if fit.Solution.Stationary != nil && down < len(fit.Solution.Stationary.Offending) {
		// What rounding hides here lies between the rounding of K and that of J.
		for _, j := range fit.Solution.Stationary.Offending[:len(fit.Solution.Stationary.Offending)-down] {
			if s := values[j]; s*s > 1e-6*values[0]*values[0] {
				t.Errorf("%s: no curvature below zero along %g: %s", state, s, told(fit.SaysOfObjective()))
			}
		}
	}
}

// Where α is so large that kernel values wrong by an ulp move the curve by more than it
// moves itself, its ups and downs are not counted.
func TestRoundingIsNoTurn(t *testing.T) {
	r, k := onLine("data=points&points=0.001,1;0.002,-1;0.003,1"), engine.RationalQuadratic{Length: 100, Shape: 2.5}
	fit, err := FitRidge(t.Context(), course.NewMemo(1<<22), r, k, 2e-11)
	if err != nil || fit.Solution.Err != nil {
		t.Fatal(err, fit.Solution.Err)
	}
	if swing := floats.Max(fit.drawn) - floats.Min(fit.drawn); swing > fit.noise() ||
		!strings.Contains(told(fit.Says()), "a level line") {
		t.Errorf("it moves by %g, and rounding by %g: %s", swing, fit.noise(), told(fit.Says()))
	}
}

// Why K of a kernel with few features is singular depends on the points.
func TestFewFeaturesAreOneReasonOfThree(t *testing.T) {
	for own, says := range map[string]string{"1,5;1,3": "the same x", "0,1": "lies at x = 0",
		"1,1;2,0;3,1": "few features"} {
		k := engine.Kernel(engine.Linear{})
		if own == "1,5;1,3" {
			k = engine.Polynomial{Degree: 3, Offset: 1}
		}
		fit, err := FitRidge(t.Context(), course.NewMemo(1<<22), onLine("data=points&points="+own), k, 0)
		if err != nil || fit.Solution.Err == nil || !strings.Contains(fit.Message(), says) {
			t.Errorf("%s: %v, %q", own, err, fit.Message())
		}
	}
}

// At λ = −s/n there is no inverse, and beside it there is one again.
func TestNoFitWhereLambdaMeetsAnEigenvalue(t *testing.T) {
	r, k := sineSample(15), engine.Polynomial{Degree: 2, Offset: -1}
	memo := course.NewMemo(1 << 22)
	fit := course.Must(FitRidge(t.Context(), memo, r, k, 1))
	s := fit.Spectrum.Values
	lambda := -s[len(s)-1] / float64(len(s))
	for factor, fits := range map[float64]bool{1: false, 0.9: true, 1.1: true} {
		fit, err := FitRidge(t.Context(), memo, r, k, factor*lambda)
		if err != nil || (fit.Solution.Err == nil) != fits {
			t.Errorf("at %g times: %v, %v", factor, err, fit.Solution.Err)
		}
		if !fits && !strings.Contains(fit.Message(), "an eigenvalue of K is −nλ") {
			t.Error(fit.Message())
		}
	}
}

// What a kernel promises rounding does not take back: however its eigenvalues come
// out, nothing is said of negative ones.
func TestKernelsAreNoSaddles(t *testing.T) {
	r := sineSample(15)
	for _, k := range []engine.Kernel{engine.Gaussian{Length: 1}, engine.Gaussian{Length: 100},
		engine.Polynomial{Degree: 12, Offset: 1}, engine.Linear{}, engine.Min{}, engine.Cosine{},
		engine.Periodic{Length: 1, Period: 5}} {
		for _, lambda := range []float64{0, 1e-12, 0.1} {
			fit, err := FitRidge(t.Context(), course.NewMemo(1<<22), r, k, lambda)
			if err != nil || told(fit.SaysOfObjective()) != "" || errors.Is(fit.Solution.Err, engine.ErrIndefinite) ||
				fit.Solution.Err == nil && math.IsNaN(fit.Solution.Norm) {
				t.Errorf("%v, λ = %g: %q, %v, %v", k, lambda, told(fit.SaysOfObjective()), err, fit.Solution.Err)
			}
		}
	}
	// k(x, x) = x is no square where x < 0.
	below := points.LineSpec{Name: "points", Own: "-1,1;2,2", Window: r.Window}.Load()
	fit, err := FitRidge(t.Context(), course.NewMemo(1<<22), below, engine.Min{}, 0.01)
	if err != nil || told(fit.SaysOfObjective()) == "" {
		t.Errorf("min below 0: %q, %v", told(fit.SaysOfObjective()), err)
	}
}

// Where the eigensolver gives up there is no fit, and the figure says so.
func TestNoEigenvaluesIsASentence(t *testing.T) {
	memo, k := course.NewMemo(1<<24), engine.Gaussian{Length: 1}
	form := course.NewForm(nil)
	r := points.OnLine(form, points.Offer{Data: "sine", N: 10})()
	found := course.Must(course.Remember(t.Context(), memo, basisOf{r.Spec, k, false}))
	for _, failed := range []error{engine.ErrNoConvergence, engine.ErrOverflow} {
		b := *found
		b.Spectrum, b.failed = nil, failed
		memo := course.NewMemo(1 << 24)
		failing := func(context.Context) (*basis, int, error) { return &b, 8, nil }
		if _, err := course.RememberBy(t.Context(), memo, basisOf{r.Spec, k, false}, failing); err != nil {
			t.Fatal(err)
		}
		fit, err := FitRidge(t.Context(), memo, r, k, 0.1)
		if err != nil || fit.Message() == "" || fit.Check() != nil {
			t.Errorf("%v: %v, %q", failed, err, fit.Message())
		}
		for _, p := range []plots.Panel{fit.CurvePanel("c", "f", 300), fit.AlphaPanel("a", 0.01), fit.GramPanel("g")} {
			if len(p.AppendSVG(nil)) == 0 {
				t.Errorf("%v: %s is not drawn", failed, p.ID)
			}
		}
	}
}

// While λ grows from the one named, the axis of α stays, and α shrinks on it; below, it
// has room for what is larger.
func TestAlphaShrinksOnItsAxis(t *testing.T) {
	r, memo := sineSample(40), course.NewMemo(1<<22)
	axis := func(lambda float64) (top, peak float64) {
		fit := course.Must(FitRidge(t.Context(), memo, r, engine.Gaussian{Length: 1}, lambda))
		return fit.AlphaPanel("a", 0.01).Plot.(plots.Stems).Y.Max, floats.Norm(fit.Solution.Alpha, math.Inf(1))
	}
	held, before := axis(0.01)
	for _, lambda := range []float64{0.02, 0.1, 1, 10} {
		top, peak := axis(lambda)
		if top != held || peak >= before {
			t.Errorf("λ = %g: the axis ends at %g, at λ = 0.01 at %g; α reaches %g, before %g", lambda,
				top, held, peak, before)
		}
		before = peak
	}
	if top, peak := axis(1e-6); top <= held || top < peak {
		t.Errorf("at λ = 1e-6 the axis ends at %g and α reaches %g", top, peak)
	}
}
