package losses

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// bounds are how many coefficients are at a bound, which is so to rounding, and how many
// are 0.
func bounds(alpha []float64, bound float64) (full, none int) {
	rounding := engine.Rounding(len(alpha), floats.Norm(alpha, math.Inf(1)))
	for _, a := range alpha {
		switch a = math.Abs(a); {
		case math.Abs(a-bound) <= rounding:
			full++
		case a <= rounding:
			none++
		}
	}
	return full, none
}

// boundOf is what |αᵢ| is at most, of a loss that is a mean and bounds it.
func boundOf(s *coursetest.State, n int) float64 {
	switch bound := 1 / (2 * float64(n) * s.Param("lambda")); s.Choice("loss") {
	case "huber":
		return bound * 2 * s.Param("delta")
	case "squared", "brittle":
		return math.Inf(1)
	default:
		return bound
	}
}

// checkRegression holds each coefficient to the slope of the loss at its residual, and the
// counts, means and differences to the curve's own numbers.
func checkRegression(t *testing.T, s *coursetest.State, r *regression) {
	if r.defeat != nil {
		return
	}
	alpha, n := r.solved.Alpha, len(r.residuals)
	size, worst := floats.Norm(r.Data.Y, math.Inf(1)), floats.Norm(r.residuals, math.Inf(1))
	bound, scale := boundOf(s, n), float64(n)*s.Param("lambda")
	for i, v := range r.residuals {
		a, off := alpha[i], 0.0
		atBound, silent := bounds([]float64{a}, bound)
		switch out := math.Abs(v) - s.Param("epsilon"); s.Choice("loss") {
		case "squared":
			off = v - scale*a
		case "huber":
			off = float64(1-atBound) * (v - scale*a)
		case "absolute":
			off = float64(1-atBound) * v
		case "epsilon":
			if (silent == 0 || out > 0) && (atBound == 0 || out < 0) {
				off = out
			}
		case "brittle":
			if math.Abs(a) > 1e-6*floats.Norm(alpha, 1) {
				off = math.Abs(v) - worst
			}
		}
		coursetest.Within(t, off, 0, 1e-6*size, "point %d, residual %v, α = %v: off the slope", i+1, v, a)
	}
	if f, silent, between := r.counts(); f+silent+between != n {
		t.Errorf("%d, %d and %d are not %d", f, silent, between, n)
	} else if full, none := bounds(alpha, bound); silent != none || f != full && r.chosen.value != "brittle" {
		t.Errorf("%d pull with all, %d not at all, and not %d and %d", f, silent, full, none)
	}
	if most := 1 / (2 * s.Param("lambda")); r.chosen.value == "brittle" && floats.Norm(alpha, 1) > most*(1+1e-6) {
		t.Errorf("Σ|α| is above %v", most)
	}
	f := engine.Expansion{Kernel: engine.Gaussian{Length: s.Param("bandwidth")}, X: r.Data.X, Alpha: alpha}
	for i := 0; i < len(r.xs); i += 50 {
		coursetest.Within(t, r.curve[i], f.Eval(r.xs[i:i+1]), 1e-9*(1+size), "f(%v)", r.xs[i])
	}
	coursetest.Same(t, s.Find, 0, map[string]float64{
		"mean_absolute": floats.Norm(r.residuals, 1) / float64(n), "largest_residual": worst,
	})
	far := floats.Distance(s.Column("squared", "y"), s.Column("fit", "y"), math.Inf(1))
	coursetest.Within(t, r.apart(), far, 0, "how far the curves are apart")
}

func TestRegressionSays(t *testing.T) {
	type claim = coursetest.Claim[*regression]
	type values = map[string]func(*regression) float64
	type words = map[string]func(*regression) string
	loss := func(of string, full func(f, n int) bool) func(*regression) bool {
		return func(r *regression) bool {
			if r.defeat != nil || r.chosen.value != of {
				return false
			}
			f, _, _ := r.counts()
			return full(f, len(r.residuals))
		}
	}
	either := func(a, b func(*regression) bool) func(*regression) bool {
		return func(r *regression) bool { return a(r) || b(r) }
	}
	every := func(int, int) bool { return true }
	none, some := func(f, _ int) bool { return f == 0 }, func(f, n int) bool { return f > 0 && f < n }
	all := func(f, n int) bool { return f == n }
	sharing := func(r *regression) float64 {
		_, none := bounds(r.solved.Alpha, math.Inf(1))
		return float64(len(r.residuals) - none)
	}
	one := func(r *regression) bool { return sharing(r) == 1 }
	same := func(r *regression) bool { // Huber’s, where its slope ends beyond every residual
		return r.chosen.value == "huber" && r.largest() < r.delta || floats.Norm(r.Data.Y, math.Inf(1)) == 0
	}
	other := func(r *regression) bool { return r.defeat == nil && r.chosen.value != "squared" }
	counted := func(of int) func(*regression) float64 {
		return func(r *regression) float64 {
			full, _, between := r.counts()
			return float64([]int{full, between}[of])
		}
	}
	fully := words{"pull_fully": func(r *regression) string {
		if full, _, _ := r.counts(); full != 1 {
			return fmt.Sprintf("%d points pull with all they may", full)
		}
		return "1 point pulls with all it may"
	}}
	count := values{"count": func(r *regression) float64 { return float64(r.Data.Len()) }}
	names := map[string]string{
		"squared": "squared loss", "absolute": "absolute loss", "huber": "Huber’s loss",
		"epsilon": "ε-insensitive loss", "brittle": "brittle loss",
	}
	brittle := loss("brittle", every)
	coursetest.Says(t, Lesson, "regression", 3,
		[]string{
			"loss=absolute&at=9", "loss=epsilon&epsilon=120", "loss=brittle&lambda=1e-6", "loss=huber&at=3",
			"loss=huber&delta=200", "loss=absolute&lambda=10", "loss=absolute&points=0,1",
			"loss=brittle&points=0,1;2,3&lambda=10", "loss=absolute&lambda=10&points=1,1e6;1,-1e6;1,0.0001",
			"loss=huber&delta=200&lambda=1e-6&bandwidth=100&data=mcycle", "loss=huber&delta=200&points=1,100;1,-100",
		},
		checkRegression,
		claim{Text: saysMisses, Slots: count, When: func(r *regression) bool { return r.defeat == nil },
			Words: words{"loss_name": func(r *regression) string { return names[r.chosen.value] }}},
		claim{Text: saysProportional, When: either(loss("squared", every), loss("huber", none))},
		claim{Text: saysThrough, When: loss("absolute", none)},
		claim{Text: saysFull, Words: fully, When: either(loss("absolute", all), loss("huber", all))},
		claim{Text: saysFullThrough, Words: fully, When: loss("absolute", some)},
		claim{Text: saysFullOthers, Words: fully, When: loss("huber", some)},
		claim{Text: saysTube, When: loss("epsilon", every), Slots: values{"full": counted(0), "between": counted(1)}},
		claim{Text: saysOnePulls, When: func(r *regression) bool { return brittle(r) && one(r) }},
		claim{Text: saysShare, Slots: values{"sharing": sharing},
			When: func(r *regression) bool { return brittle(r) && !one(r) }},
		claim{Text: saysSame, When: func(r *regression) bool { return other(r) && same(r) }},
		claim{Text: saysApart, Slots: values{"apart": (*regression).apart},
			When: func(r *regression) bool { return other(r) && !same(r) }},
		claim{Text: saysReading, When: func(r *regression) bool { return r.defeat == nil && r.at > 0 }, Slots: values{
			"x":        func(r *regression) float64 { return r.Data.X[r.at-1][0] },
			"y":        func(r *regression) float64 { return r.Data.Y[r.at-1] },
			"residual": func(r *regression) float64 { return r.residuals[r.at-1] },
			"alpha":    func(r *regression) float64 { return r.solved.Alpha[r.at-1] },
		}},
		claim{Text: saysNoFit, Slots: count, When: func(r *regression) bool { return r.defeat != nil }, Rare: true},
	)
}

// onTheirSide counts f on the side of y, and not where it is 0 to the rounding of its terms, or
// of the labels and of ‖f‖√k(x, x).
func onTheirSide(m *machine, alpha, margins []float64) (count int) {
	vector := mat.NewVecDense(len(alpha), alpha)
	norm := math.Sqrt(math.Max(mat.Inner(vector, m.gram, vector), 0))
	for i, margin := range margins {
		row, terms := mat.Row(nil, i, m.gram), 0.0
		for j, a := range alpha {
			terms += math.Abs(a * row[j])
		}
		size := math.Min(terms, 1+norm*math.Sqrt(row[i])) + math.Abs(m.y[i]*margin-floats.Dot(row, alpha)) // the offset
		if margin > engine.Rounding(len(m.y), size) {
			count++
		}
	}
	return count
}

// nonzero counts the coefficients that are not 0.
func nonzero(alpha []float64) int {
	return floats.Count(func(a float64) bool { return a != 0 }, alpha)
}

// checkSVM holds the coefficients to the dual problem, which bounds the cost of the best
// constant too, and f of the vectors alone to that of all points.
func checkSVM(t *testing.T, s *coursetest.State, m *machine) {
	if m.defeat != nil {
		return
	}
	alpha, C := m.fitted.bumps, s.Param("C")
	dual, cheapest := 0.0, C*(float64(len(m.y))-math.Abs(floats.Sum(m.y)))
	for i, a := range m.fitted.alpha {
		dual += math.Abs(a) - a*floats.Dot(mat.Row(nil, i, m.gram), m.fitted.alpha)/2
	}
	f := math.Copysign(1, floats.Sum(m.y)) * math.Min(1, math.Abs(floats.Sum(m.y)))
	switch constant := nonzero(alpha) == 0; {
	case constant && (m.fitted.offset != f || cheapest-dual >= 1e-9*cheapest && cheapest > 0):
		t.Errorf("f is %v everywhere, which costs %v, and the dual's is %v", m.fitted.offset, cheapest, dual)
	case !constant && s.Find("objective") >= cheapest:
		t.Errorf("a constant costs %v", cheapest)
	}
	for i, margin := range m.margins {
		v := m.y[i] * (floats.Dot(mat.Row(nil, i, m.gram), alpha) + m.fitted.offset)
		coursetest.Within(t, margin, v, 1e-9*(1+math.Abs(v)), "the margin of %d", i+1)
	}
	shown := s.Column("alpha", "alpha") // those of a constant too
	full := floats.Count(func(a float64) bool { return math.Abs(a) == C }, shown)
	if support := s.Find("support"); support != float64(nonzero(shown)) &&
		!(math.IsNaN(support) && nonzero(alpha) == 0 && nonzero(shown) > 0) ||
		s.Find("bounded") != float64(full) || m.C != C {
		t.Errorf("%v vectors, %v at %v, not %d and %d", s.Find("support"), s.Find("bounded"), m.C, nonzero(shown), full)
	}
	if s.Find("multiplications") != float64(3*nonzero(alpha)) ||
		s.Find("ridge_multiplications") != float64(3*len(m.y)) {
		t.Error("a prediction takes other multiplications")
	}
	if m.restsOnFew() {
		q := course.ParseQuery(s.Query)
		q.Set("keep", "all")
		_, whole := coursetest.Draw(t, Lesson, "svm", q.Encode())
		// Where each support vector has α = C, an interval of offsets is as good, and others take another.
		isUnique := slices.ContainsFunc(alpha, func(a float64) bool { return a != 0 && math.Abs(a) < C })
		if far := floats.Distance(whole.Result.(*machine).margins, m.margins, math.Inf(1)); isUnique &&
			(far > 1e-4 || m.apart > 1e-4) {
			t.Errorf("without the others f differs by %v, and by %v on the map", far, m.apart)
		}
	}
}

func TestSVMSays(t *testing.T) {
	type claim = coursetest.Claim[*machine]
	type values = map[string]func(*machine) float64
	type words = map[string]func(*machine) string
	when := func(is func(*machine) bool) func(*machine) bool {
		return func(m *machine) bool { return m.defeat == nil && is(m) }
	}
	one := func(m *machine) bool { return math.Abs(floats.Sum(m.y)) == float64(len(m.y)) }
	constant := func(m *machine) bool { return nonzero(m.fitted.bumps) == 0 && !one(m) }
	crosses := func(m *machine) bool {
		f := m.over(m.rival.vectors, m.surface.Grid.Nodes())
		return slices.Min(f) < 0 && slices.Max(f) > 0
	}
	common := values{
		"count": func(m *machine) float64 { return float64(len(m.y)) },
		"c":     func(m *machine) float64 { return m.C },
		"f":     func(m *machine) float64 { return math.Copysign(1, floats.Sum(m.y)) },
		"right": func(m *machine) float64 { return float64(onTheirSide(m, m.fitted.bumps, m.margins)) },
	}
	none := words{"no_boundary": func(*machine) string { return "no boundary is better than none" }}
	rivals := values{
		"coefficients": func(m *machine) float64 { return float64(nonzero(m.rival.alpha)) },
		"rival_count":  func(m *machine) float64 { return float64(onTheirSide(m, m.rival.alpha, m.rival.margins)) },
	}
	rival := words{"rival": func(m *machine) string {
		return map[string]string{"logistic": "logistic regression", "ridge": "kernel ridge regression"}[m.beside]
	}}
	coursetest.Says(t, Lesson, "svm", 2,
		[]string{
			"keep=ringed", "beside=logistic&at=4", "beside=ridge", "kernel=linear", "kernel=linear&beside=logistic",
			"bandwidth=20", "data=points&points=0,0,1", "data=points&points=0,0,1&beside=logistic",
			"data=points&points=1,1,1;1,1,-1", "data=points&kernel=linear&points=0,0,-1;10000,0,1",
			"data=points&kernel=linear&points=0,0,-1;0.001,0,1",
		},
		checkSVM,
		claim{Text: saysOneClass, Slots: common, When: when(one)},
		claim{Text: saysNoSide, Slots: common, Words: none,
			When: when(func(m *machine) bool { return constant(m) && floats.Sum(m.y) == 0 })},
		claim{Text: saysOneSide, Slots: common, Words: none,
			When: when(func(m *machine) bool { return constant(m) && floats.Sum(m.y) != 0 })},
		claim{Text: saysVectors, Slots: common, When: when(func(m *machine) bool { return !constant(m) && !one(m) })},
		claim{Text: saysAlone, When: when((*machine).restsOnFew), Slots: values{
			"fitted": func(m *machine) float64 { return float64(nonzero(m.fitted.bumps)) },
			"apart":  func(m *machine) float64 { return m.apart },
		}},
		claim{Text: saysRival, Slots: rivals, Words: rival,
			When: when(func(m *machine) bool { return m.beside != "none" && crosses(m) })},
		claim{Text: saysRivalBeyond, Slots: rivals, Words: rival,
			When: when(func(m *machine) bool { return m.beside != "none" && !crosses(m) })},
		claim{Text: saysMargin, When: when(func(m *machine) bool { return m.at > 0 }),
			Words: words{"datum": func(m *machine) string { return m.Datum(m.at - 1) }},
			Slots: values{
				"margin": func(m *machine) float64 { return m.margins[m.at-1] },
				"pull":   func(m *machine) float64 { return m.y[m.at-1] * m.fitted.alpha[m.at-1] / m.C },
			}},
		claim{Text: saysNoFit, Slots: common, When: func(m *machine) bool { return m.defeat != nil }},
	)
}
