package representer

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

// Without a penalty, and before a late one begins, the objective is flat in t; with one it
// is lowest at t = 0, and rises on both sides.
func TestObjectiveAlongT(t *testing.T) {
	for query, flat := range map[string]float64{"penalty=none": swings, "penalty=late": 3, "": 0} {
		p := coursetest.Opened(t, Lesson, "attack", query)
		ts, all := coursetest.Values(t, p, "objectives", "t"), coursetest.Values(t, p, "objectives", "objective")
		for i, at := range ts {
			if math.Abs(at) <= flat && math.Abs(all[i]-all[100]) > 1e-12 {
				t.Errorf("%q: at t = %v it is %v, and %v at 0", query, at, all[i], all[100])
			}
			if flat == 0 && i > 0 && (all[i] < all[i-1]) != (at <= 0.01) {
				t.Errorf("at t = %v it goes from %v to %v", at, all[i-1], all[i])
			}
		}
	}
}

func TestFacts(t *testing.T) {
	f := facts()
	if f["flights"] != 23 || f["none-times"] < 1.3 || math.Abs(f["none-objective"]) > 1e-12 ||
		f["open-objective"] <= f["open-least"] {
		t.Errorf("%v flights, %v times, objective %v", f["flights"], f["none-times"], f["none-objective"])
	}
	if f["sparse-off"] != 100 || f["ridge-off"] != 0 {
		t.Errorf("off the span: %v and %v", f["sparse-off"], f["ridge-off"])
	}
	if f["line-warns"]-f["line-warns-margin"] < 65 || f["plain-warns"] != 0 || f["squared-some-silent"] != 0 ||
		f["hinge-some-silent"]-f["hinge-some-silent-margin"] < 97 ||
		f["hinge-ten-silent"]+f["hinge-ten-silent-margin"] > 35 ||
		f["square-warns-all"]-f["square-warns-all-margin"] < 50 || f["line-warns-all"] != 0 {
		t.Errorf("more than one ring: %v and %v", f["line-warns"], f["plain-warns"])
	}
	if first := many.Parse(shares)["hinge-ten-silent"].First; first.Of != bootstraps ||
		f["hinge-ten-silent-first"] != float64(first.Hits) {
		t.Errorf("the button draws %d, of which the prose says %v", first.Of, f["hinge-ten-silent-first"])
	}
	// Bumps of hinge and ε-insensitive loss are left out, of the other losses none.
	for loss, some := range map[string]bool{"squared": false, "absolute": false, "logistic": false, "hinge": true,
		"epsilon": true} {
		if some != (f[loss+"-silent"] > 0) {
			t.Errorf("%s: %v silent", loss, f[loss+"-silent"])
		}
		at := coursetest.Opened(t, Lesson, "losses", "loss="+loss).Find("at_launch")
		coursetest.Within(t, at, 0, 0.01, "%s: the curve at 31 °F", loss)
	}
	// Flights at one temperature share a bump, so that there are fewer bumps than flights with
	// αᵢ ≠ 0, and K has no larger rank than there are temperatures.
	x, _ := damaged()
	s := course.Must(engine.Eigen(engine.Gram(engine.Gaussian{Length: 6}, x)))
	rank := floats.Count(func(v float64) bool { return v > s.Rounding() }, s.Values)
	if f["places"] != 16 || rank > 16 || f["hinge-bumps"] != 9 || f["hinge-bumps"] >= 23-f["hinge-silent"] {
		t.Errorf("%v temperatures, rank %d, %v bumps of %v flights", f["places"], rank, f["hinge-bumps"],
			23-f["hinge-silent"])
	}
	hinge := coursetest.Opened(t, Lesson, "losses", "loss=hinge")
	pulled, height := map[float64]bool{}, map[float64]float64{}
	for i, a := range coursetest.Values(t, hinge, "alpha", "alpha") {
		at := coursetest.Values(t, hinge, "data", "x")[i]
		pulled[at], height[at] = pulled[at] || a != 0, height[at]+a
	}
	cancelled := 0
	for at, h := range height {
		if pulled[at] && math.Abs(h) < 1e-12 {
			cancelled++
		}
	}
	// The goal's sentence counts bumps as the prose does: by temperature.
	reached := coursetest.Opened(t, Lesson, "losses", "loss=hinge&lambda=0.001")
	if says := reached.Goals[0].Text; f["goal-bumps"] != 8 || f["goal-silent"] != 11 ||
		!strings.Contains(says, "12 flights pull, and f is a sum of 8 bumps") {
		t.Errorf("%v bumps, %v silent: %s", f["goal-bumps"], f["goal-silent"], says)
	}
	if cancelled == 0 {
		t.Error("nowhere do flights with damage and without pull alike")
	}
	// The higher trends fit the flights about as well, and say much more, or too much.
	for _, trend := range []string{"square", "cube"} {
		if r := f[trend+"-risk"] / f["line-risk"]; r < 0.95 || r > 1.05 || f[trend+"-at"] < 6 {
			t.Errorf("%s: loss %v of the line's, %v at 31 °F", trend, r, f[trend+"-at"])
		}
	}
	if math.Abs(f["plain-at"]) > 0.01 || math.Abs(f["line-at"]-3) > 0.25 || math.Abs(f["warm-line-at"]) > 0.3 {
		t.Errorf("at 31 °F %v, %v, and from the warm flights %v", f["plain-at"], f["line-at"], f["warm-line-at"])
	}
	coursetest.Same(t, coursetest.Of(f), 1e-9, map[string]float64{
		"l1-theta1": 1, "l1-theta2": 0, "l1-away": 1 / math.Sqrt(5), "l1-ridge1": 2. / 3, "l1-ridge2": 1. / 3,
		"turned-theta1": 0, "turned-theta2": 1, "turned-away": 1 / math.Sqrt(5),
		"both-away": 0,
	})
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), studies()...)
}

// Whether the coldest flight is drawn decides what a line says at 31 °F.
func TestOneFlightDecides(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "semiparametric", "degree=1")
	with, without := []float64{}, []float64{}
	for number := 1; number <= bootstraps; number++ {
		drawn := course.Must(trendAmong.Resampled.Draw(t.Context(), nil, p, number))
		if x := anew(data.Challenger(), number).Input(0); slices.Contains(x, 53) {
			with = append(with, drawn.Find("at_launch"))
		} else {
			without = append(without, drawn.Find("at_launch"))
		}
	}
	odd := floats.Count(func(at float64) bool { return at > 2.5 }, without)
	if slices.Min(with) < 2.5 || odd > 2 || math.Abs(engine.Median(with)-3) > 0.3 ||
		math.Abs(engine.Median(without)-2) > 0.3 {
		t.Errorf("with it at least %v, without %d above 2.5; medians %v and %v", slices.Min(with), odd,
			engine.Median(with), engine.Median(without))
	}
}

// A certificate allows what rounding does in that state, and no more.
func TestCertificates(t *testing.T) {
	for figure, most := range map[string]float64{"attack": 1e-11, "l1": 1e-9, "losses": 1e-6, "semiparametric": 2e-11} {
		f, _ := Lesson.Figure(figure)
		for _, query := range coursetest.States(Lesson, f, 2) {
			_, p := coursetest.Draw(t, Lesson, figure, query)
			if p.Message != "" {
				continue
			}
			if c := p.Certificate; !c.OK || !(c.PrimalDualGap <= c.Bound) || c.Bound > most {
				t.Errorf("%s?%s: %+v", figure, query, c.Certificate)
			}
		}
	}
	// 4√n ε times the condition number of the five flights.
	d := five()
	for _, ell := range []float64{2, 6, 12} {
		p := coursetest.Opened(t, Lesson, "attack", "bandwidth="+course.FormatNumber(ell))
		want := 4 * math.Sqrt(5) * 0x1p-52 * mat.Cond(engine.Gram(engine.Gaussian{Length: ell}, d.X), 2)
		coursetest.Within(t, p.Certificate.Bound, want, 1e-6*want, "ℓ = %v: what rounding is said to allow", ell)
	}
}

// What is zero is said to be.
func TestZeros(t *testing.T) {
	zero := func(figure, query, number string) {
		coursetest.Within(t, coursetest.Opened(t, Lesson, figure, query).Find(number), 0, 0, "%s?%s: %s", figure, query,
			number)
	}
	zero("l1", "b=3", "theta1")
	for _, lambda := range []string{"0.0001", "0.02", "10"} { // beside a constant, four flights at one temperature
		zero("semiparametric", "flights=seventy&degree=0&lambda="+lambda, "norm")
	}
	for _, flight := range []string{"53", "58", "66", "75", "81"} {
		zero("attack", "bandwidth=12&z="+flight, "norm_swing")
	}
}

// Where labels differ at one temperature, one of each pair is on the wrong side.
func TestThreeCannotBeAvoided(t *testing.T) {
	least := 0
	with, without := map[float64]int{}, map[float64]int{}
	for i, x := range data.Challenger().X {
		if data.Challenger().Y[i] > 0 {
			with[x[0]]++
		} else {
			without[x[0]]++
		}
	}
	for at, n := range with {
		least += min(n, without[at])
	}
	if least != 3 {
		t.Errorf("%d", least)
	}
}

// That only the norm objects to a swing is so with λ‖f‖² alone: where no penalty counts
// nothing objects, and the goal is not reached.
func TestGoalNeedsTheSquare(t *testing.T) {
	for query, reached := range map[string]bool{"": true, "&penalty=none": false, "&penalty=late": false,
		"&penalty=late&t=5": false} {
		p := coursetest.Opened(t, Lesson, "attack", "z=31&t=2.1"+query)
		if p.Reached("warn") != reached || (p.Aim().But == "") != reached {
			t.Errorf("%q: reached is %t, with %q", query, !reached, p.Aim().But)
		}
		if rises := p.Find("objective") > p.Find("least")+0.01; reached && !rises {
			t.Errorf("%q: the norm does not object", query)
		}
	}
}

// No other function, sum of bumps at the flights or not, has a lower objective: not the fit
// with bumps at other places too.
func TestMoreBumpsDoNotHelp(t *testing.T) {
	x, y := damaged()
	for _, k := range kinds[:3] {
		of := map[string]engine.Loss{"squared": engine.Squared{}, "absolute": engine.Absolute{},
			"epsilon": engine.EpsilonInsensitive{Epsilon: 0.5}}[k.value]
		fit := course.Must(engine.SolveLoss(context.Background(), engine.Gram(engine.Gaussian{Length: 6}, x), y, of,
			0.02))
		for _, z := range []float64{31, 45, 60, 71.5} {
			for _, step := range []float64{-0.1, -0.001, 0.001, 0.1} {
				more := &engine.Expansion{Kernel: engine.Gaussian{Length: 6},
					X: append(x[:len(x):len(x)], []float64{z}), Alpha: append(fit.Alpha[:len(x):len(x)], step)}
				n := more.Norm()
				r := engine.Evaluate(more, x)
				for i := range r {
					r[i] = y[i] - r[i]
				}
				if o := of.Risk(r) + 0.02*n*n; o < fit.Objective-1e-9 {
					t.Errorf("%s: a bump of %v at %v has %v, below %v", k.value, step, z, o, fit.Objective)
				}
			}
		}
	}
}

// Nothing above a prediction, and no figure as it opens, says its answer.
func TestNothingAnswersThePredictions(t *testing.T) {
	coursetest.Unsaid(t, Lesson, "::: figure attack", "\nveil attack/penalty", "flat", "every $t$", "alike",
		"same at them", "no difference", "zero at every flight")
	coursetest.Unsaid(t, Lesson, "::: figure l1", "\nveil l1/b", "jumps", "second axis", "larger feature")
	coursetest.Unsaid(t, Lesson, "::: figure semiparametric", "\nveil semiparametric/degree", "3 rings", "goes on")
	f, _ := Lesson.Figure("attack")
	if p := coursetest.Opened(t, Lesson, "attack", ""); strings.Contains(p.Description+f.Title, "flights") ||
		strings.Contains(p.Description+f.Title, "no flight") {
		t.Errorf("%q, %q", f.Title, p.Description)
	}
	open, _ := coursetest.Opened(t, Lesson, "attack", "").Open()
	if slices.ContainsFunc(open, func(n course.Number) bool { return n.Name == "moved" }) {
		t.Error("that no flight moves is among the first numbers")
	}
	if p := coursetest.Opened(t, Lesson, "semiparametric", ""); strings.Contains(p.Description, "3.09") {
		t.Error(p.Description)
	}
}

// The part of L₁'s solution on the line of φ(x) has the same value at the datum, and a
// smaller ‖θ‖, but a larger ‖θ‖₁: Pythagoras is of ‖θ‖ alone.
func TestPartOnTheLine(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "l1", "")
	phi, theta := []float64{2, 1}, []float64{p.Find("theta1"), p.Find("theta2")}
	part := slices.Clone(phi)
	floats.Scale(floats.Dot(phi, theta)/floats.Dot(phi, phi), part)
	if !floats.EqualApprox(part, []float64{4. / 5, 2. / 5}, 1e-9) ||
		math.Abs(floats.Dot(phi, part)-floats.Dot(phi, theta)) > 1e-9 {
		t.Errorf("the part of %v is %v", theta, part)
	}
	if floats.Norm(part, 2) >= floats.Norm(theta, 2) || math.Abs(floats.Norm(part, 1)-6./5) > 1e-9 ||
		math.Abs(floats.Norm(theta, 1)-1) > 1e-9 {
		t.Errorf("‖·‖₁ is %v, and of the part %v", floats.Norm(theta, 1), floats.Norm(part, 1))
	}
}

// The goal of the trend is out of reach without a line.
func TestGoalNeedsALine(t *testing.T) {
	for _, degree := range []string{"-1", "0"} {
		for _, lambda := range []string{"0.0001", "0.02", "0.3", "1", "3", "10"} {
			if coursetest.Opened(t, Lesson, "semiparametric", "degree="+degree+"&lambda="+lambda).Goals[0].Reached {
				t.Errorf("it is reached with degree %s and λ = %s", degree, lambda)
			}
		}
	}
}
