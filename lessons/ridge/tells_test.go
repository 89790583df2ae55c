package ridge

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
	"github.com/gramophone-course/gramophone/lessons/model"
)

type state = *coursetest.State

func TestFitSays(t *testing.T) {
	check := func(t *testing.T, s state, _ *degreeList) { curvestest.CheckPolynomial(t, s) }
	coursetest.Says(t, Lesson, "fit", 3, nil, check,
		curvestest.PolynomialClaims(func(r *degreeList) *curves.Polynomial { return r.fit })...)
}

// unseen is the error on what was not seen, at every λ of the path and as a reader has it.
func (r *priceList) unseen() (label string, errors []float64) {
	if r.fit.Truth == nil {
		return "leave-one-out", r.path.unseen
	}
	return "test", r.path.unseen
}

// least is the least of them and the greatest that is a number; none where there is none.
func (r *priceList) least() (least, most float64, none bool) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, e := range r.path.unseen {
		if e < least {
			least = e
		}
		if e > most && !math.IsInf(e, 1) {
			most = e
		}
	}
	return least, most, math.IsInf(least, 1)
}

// tied are the first and the last place around the least that are as good.
func (r *priceList) tied() (first, last int) {
	least, _, _ := r.least()
	v := r.path.unseen
	first = slices.Index(v, least)
	for last = first; first > 0 && engine.Agree(v[first-1], least, least); {
		first--
	}
	for last+1 < len(v) && engine.Agree(v[last+1], least, least) {
		last++
	}
	return first, last
}

func TestPathSays(t *testing.T) {
	path := func(r *priceList) bool { _, _, none := r.least(); return r.shown && !none }
	level := func(r *priceList) bool {
		least, most, _ := r.least()
		return path(r) && engine.Agree(least, most, most)
	}
	ends := func(r *priceList) bool {
		first, last := r.tied()
		return first == 0 || last == len(r.path.unseen)-1
	}
	slots := map[string]func(*priceList) float64{
		"least": func(r *priceList) float64 { least, _, _ := r.least(); return least },
	}
	words := map[string]func(*priceList) string{
		"unseen": func(r *priceList) string { label, _ := r.unseen(); return label },
		"where": func(r *priceList) string {
			if all := floats.Sum(r.path.unseen); math.IsNaN(all) || math.IsInf(all, 1) {
				return "wherever there is one"
			}
			return "at every λ"
		},
	}
	check := func(t *testing.T, s state, r *priceList) {
		curvestest.CheckPolynomial(t, s)
		name := map[string]string{"test": "test_rmse", "leave-one-out": "loo_rmse"}
		if label, errors := r.unseen(); r.shown && !floats.Same(errors, s.Column("path", name[label])) {
			t.Errorf("the path has no %s errors, or others", label)
		}
		if r.fit == nil {
			return
		}
		again := priceList{fit: curves.FitPolynomial(r.fit.Line, r.fit.Powers, model.Lambdas[40])}
		if again.fit.Solution.Err == nil {
			coursetest.Near(t, "the error at a λ of the path", r.path.unseen[40], again.here(), 1e-9)
		}
	}
	claim := func(text string, when func(*priceList) bool) coursetest.Claim[*priceList] {
		return coursetest.Claim[*priceList]{Text: text, When: when, Slots: slots, Words: words}
	}
	coursetest.Says(t, Lesson, "path", 3, []string{
		"errors=shown", "errors=shown&data=mcycle",
		"errors=shown&data=points&points=0,1000000;1,-1000000&inputs=raw&degree=15",
		"errors=shown&data=points&points=0,1;1000000,-1&inputs=raw&degree=15", "errors=shown&data=points&points=1,5",
		"errors=shown&data=sine&degree=0&n=30&noise=0&seed=420",
	}, check, append(curvestest.PolynomialClaims(func(r *priceList) *curves.Polynomial { return r.fit }),
		claim(saysNoPath, func(r *priceList) bool { return r.shown && !path(r) }),
		claim(saysLevel, level),
		claim(saysEnds, func(r *priceList) bool { return path(r) && !level(r) && ends(r) }),
	)...)
}

func TestBottlesSay(t *testing.T) {
	rms := func(s state, series string, mean bool) float64 {
		y, said := slices.Clone(s.Column(series, "alcohol")), s.Column(series, "said")
		if !mean {
			floats.Sub(y, said)
		}
		return floats.Norm(y, 2) / math.Sqrt(float64(len(y)))
	}
	check := func(t *testing.T, s state, r *tasting) {
		coursetest.Near(t, "the error on the others", r.test, rms(s, "unseen", false), 1e-12)
		coursetest.Near(t, "that of the mean", r.ofMean, rms(s, "unseen", true), 1e-12)
		coursetest.Near(t, "the train error", r.train, rms(s, "fitted", false), 1e-12)
	}
	coursetest.Says(t, Lesson, "bottles", 20, []string{"lambda=0.316", "lambda=10", "lambda=0&n=15"}, check,
		coursetest.Claim[*tasting]{Text: saysWines,
			Slots: map[string]func(*tasting) float64{"others": func(r *tasting) float64 { return float64(178 - r.n) }},
			Words: map[string]func(*tasting) string{"verdict": func(r *tasting) string {
				return map[bool]string{true: "better than", false: "worse than"}[r.test < r.ofMean]
			}},
			When: coursetest.Always[*tasting]},
	)
}

func TestShrinkSays(t *testing.T) {
	type claim = coursetest.Claim[*shrinking]
	there := func(r *shrinking) bool { return r.fit.Solution.Err == nil }
	slots := map[string]func(*shrinking) float64{
		"shown": func(r *shrinking) float64 { return float64(min(r.direction, len(r.values))) },
		"all":   func(r *shrinking) float64 { return float64(len(r.values)) },
	}
	check := func(t *testing.T, s state, r *shrinking) {
		curvestest.CheckPolynomial(t, s)
		if !there(r) {
			return
		}
		sum, rounded, half, shift := 0., 0., 0., curvestest.Shift(s)
		rounding := engine.Rounding(len(r.values), r.values[0])
		for j, v := range r.values {
			share := v * v / (v*v + shift)
			if v <= rounding {
				rounded, share = rounded+share, 0 // the degrees of freedom have another bound for rounding
			}
			if share > 0.5 && !engine.Agree(share, 0.5, 1) {
				half++
			}
			coursetest.Near(t, "a share", s.Column("directions", "share")[j], share, 1e-12)
			sum += share
		}
		j := min(r.direction, len(r.values)) - 1
		coursetest.Same(t, s.Find, 0, map[string]float64{
			"share": s.Column("directions", "share")[j], "more_than_half": half,
			"singular_value": s.Column("directions", "singular_value")[j],
		})
		if dof := s.Find("degrees_of_freedom"); dof < sum*(1-1e-12) || dof > (sum+rounded)*(1+1e-12) {
			t.Errorf("%v degrees of freedom, and the shares add up to %v, with rounding to %v", dof, sum, sum+rounded)
		}
	}
	coursetest.Says(t, Lesson, "shrink", 20,
		[]string{"", "lambda=0&degree=15", "data=mcycle", "inputs=raw&degree=15&lambda=0.1"}, check,
		append(curvestest.PolynomialClaims(func(r *shrinking) *curves.Polynomial { return r.fit }),
			claim{Text: saysShare, Slots: slots, When: there},
			claim{Text: saysHalf, Slots: slots, When: func(r *shrinking) bool { return there(r) && len(r.values) > 1 }},
			claim{Text: saysOnlyHalf, When: func(r *shrinking) bool { return there(r) && len(r.values) == 1 }},
		)...)
}

// checkTouching holds θ against the loss and its slope, computed from the points.
func checkTouching(t *testing.T, s state, r *touching) {
	a, b := s.Find("theta_1"), s.Find("theta_2")
	x1, x2, y := s.Column("data", "x1"), s.Column("data", "x2"), s.Column("data", "y")
	size := func(a, b float64) float64 {
		if s.Choice("penalty") == "l1" {
			return math.Abs(a) + math.Abs(b)
		}
		return a*a + b*b
	}
	// of is loss and penalty, and slope that of the loss.
	of := func(a, b float64) (sum, slope1, slope2 float64) {
		n := float64(len(y))
		for i := range y {
			e := a*x1[i] + b*x2[i] - y[i]
			sum, slope1, slope2 = sum+e*e/n, slope1+2*e*x1[i]/n, slope2+2*e*x2[i]/n
		}
		return sum + s.Param("lambda")*size(a, b), slope1, slope2
	}
	here, da, db := of(a, b)
	for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		if J, _, _ := of(a+1e-3*d[0], b+1e-3*d[1]); J < here {
			t.Errorf("θ = (%v, %v) is not the least", a, b)
		}
	}
	coursetest.Near(t, "the objective", s.Find("objective"), here, 1e-12)
	coursetest.Near(t, "‖θ‖", s.Find("norm"), math.Hypot(a, b), 1e-12)
	coursetest.Near(t, "‖θ‖₁", s.Find("norm_1"), math.Abs(a)+math.Abs(b), 1e-12)
	_, la, lb := of(r.Best[0], r.Best[1])
	coursetest.Near(t, "the slope at least squares", math.Hypot(la, lb), 0, 1e-9)
	// Where they touch, the slope of the loss points against that of the penalty.
	pa, pb := a, b
	if r.lasso {
		pa, pb = math.Copysign(1, a), math.Copysign(1, b)
	}
	if r.lambda > 0 && a != 0 && b != 0 && (math.Abs(da*pb-db*pa) > 1e-6 || da*pa+db*pb >= 0) {
		t.Errorf("at θ = (%v, %v) contour and penalty do not touch", a, b)
	}
}

func TestObjectiveSays(t *testing.T) {
	out := func(r *touching) int { // coefficients that are zero
		return floats.Count(func(theta float64) bool { return theta == 0 }, r.here.theta)
	}
	free := func(r *touching) bool { return r.lambda == 0 && out(r) < 2 }
	touch := func(r *touching) bool { return !free(r) && out(r) == 0 }
	best := map[string]func(*touching) float64{
		"best_1": func(r *touching) float64 { return r.Best[0] },
		"best_2": func(r *touching) float64 { return r.Best[1] },
	}
	claim := func(text string, when func(*touching) bool) coursetest.Claim[*touching] {
		return coursetest.Claim[*touching]{Text: text, When: when, Slots: best}
	}
	coursetest.Says(t, Lesson, "objective", 40, []string{"penalty=l1&lambda=5", "penalty=l1&lambda=2", "lambda=0"},
		checkTouching,
		claim(saysNothing, func(r *touching) bool { return out(r) == 2 }),
		claim(saysSquares, free),
		claim(saysCorner, func(r *touching) bool { return r.lasso && !free(r) && out(r) == 1 }),
		claim(saysCircle, func(r *touching) bool { return touch(r) && !r.lasso }),
		claim(saysDiamond, func(r *touching) bool { return touch(r) && r.lasso }),
		claim(saysBestFree, touch),
	)
}
