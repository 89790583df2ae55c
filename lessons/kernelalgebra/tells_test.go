package kernelalgebra

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

type state = *coursetest.State

// smallestOf is the smallest eigenvalue of a matrix, and what is zero to rounding.
func smallestOf(rows [][]float64) (smallest, zero float64) {
	values, _ := coursetest.Eigen(rows)
	return values[0], engine.Rounding(len(values), floats.Norm(values, math.Inf(1)))
}

// misses is the root of the mean of squares over some of the times.
func misses(s state, from, to int) float64 {
	y, f := s.Column("data", "y"), s.Column("said", "y")
	return floats.Distance(y[from:to], f[from:to], 2) / math.Sqrt(float64(to-from))
}

// years counts the values of the years that are.
func years(s state) int {
	return floats.Count(func(x float64) bool { return x < s.Param("until")+1-origin }, s.Column("data", "x"))
}

// checkBuilder makes the curve anew from the expression, f(x) = mean + Σ αᵢk(xᵢ, x), and
// finds how far it misses, and the least eigenvalue.
func checkBuilder(t *testing.T, s state, v *fit) {
	if n := years(s); n != v.n {
		t.Errorf("%d values are fitted, not %d", n, v.n)
	}
	if v.failed == nil {
		least, zero := smallestOf(s.Rows("gram"))
		if math.Abs(least-v.smallest) > zero || (v.smallest == 0) != (math.Abs(least) <= zero) {
			t.Errorf("the least eigenvalue is %v, not %v", least, v.smallest)
		}
	}
	if (v.err == nil) != (s.Message == "") || v.err != nil {
		return
	}
	n, k := v.n, course.Must(engine.ParseKernel(s.Choice("kernel")))
	x, said, alpha := s.Column("data", "x"), s.Column("said", "y"), s.Column("alpha", "alpha")
	for i := range x {
		f, size := s.Find("mean"), 0.0
		for j := range n {
			term := alpha[j] * k.Eval([]float64{x[i]}, []float64{x[j]})
			f, size = f+term, size+math.Abs(term)
		}
		coursetest.Within(t, said[i], f, 1e-9*(1+size), "f(%v)", x[i])
	}
	missed, held := misses(s, 0, n), misses(s, n, len(x))
	coursetest.Within(t, v.missed, missed, 1e-9*missed, "what it misses the years fitted by")
	coursetest.Within(t, s.Find("held_out_rmse"), held, 1e-9*held, "what it misses the others by")
}

func TestBuilderSays(t *testing.T) {
	unmade := regexp.MustCompile(`sigmoid|-1\*|- |, -`) // by rules
	made := func(v *fit) bool { return !unmade.MatchString(v.text) }
	var besides []string
	for _, e := range append(examples, "exp(linear()*linear())", "min() + sigmoid(0.01, 0)", "polynomial(2, -1)",
		"linear() - periodic(1, 1)") {
		e = strings.ReplaceAll(e, "+", "%2B")
		besides = append(besides, "kernel="+e, "kernel="+e+"&until=1975&lambda=1e-06", "kernel="+e+"&lambda=0")
	}
	type claim = coursetest.Claim[*fit]
	whole := func(v *fit) bool { return v.failed == nil }
	drawn := func(v *fit) bool { return v.err == nil }
	through := func(v *fit) bool { return engine.Agree(v.missed, 0, v.mean) }
	counts := map[string]func(*fit) float64{
		"fitted":   func(v *fit) float64 { return float64(v.n) },
		"left_out": func(v *fit) float64 { return float64(len(v.x) - v.n) },
		"missed":   func(v *fit) float64 { return v.missed },
	}
	coursetest.Says(t, Lesson, "builder", 2, besides, checkBuilder,
		claim{Text: saysSplit, Slots: counts, When: coursetest.Always[*fit]},
		claim{Text: saysCovered, When: made},
		claim{Text: saysUncovered, When: func(v *fit) bool { return !made(v) },
			Words: map[string]func(*fit) string{"parts": func(v *fit) string {
				return strings.Join(uncovered(tree(v.kernel)), ", ")
			}}},
		claim{Text: saysBelowZero, When: func(v *fit) bool { return whole(v) && v.smallest < 0 && !made(v) }},
		claim{Text: saysAtZero, When: func(v *fit) bool { return whole(v) && v.smallest == 0 }},
		claim{Text: saysNoCurve, When: func(v *fit) bool { return !drawn(v) }},
		claim{Text: saysThrough, When: func(v *fit) bool { return drawn(v) && through(v) }},
		claim{Text: saysMisses, Slots: counts, When: func(v *fit) bool { return drawn(v) && !through(v) }},
		claim{Text: saysCurve, When: func(v *fit) bool { return drawn(v) && v.smallest >= 0 }},
		claim{Text: saysStationary, When: func(v *fit) bool { return drawn(v) && v.smallest < 0 },
			Words: map[string]func(*fit) string{"curvature": func(v *fit) string { return v.curvature.String() }}},
	)
}

// madeBy is what a rule makes, entry by entry, of the entries of the two matrices; nil for
// one that takes more.
var madeBy = map[string]func(a, b float64) float64{
	"product": func(a, b float64) float64 { return a * b }, "both-product": func(a, b float64) float64 { return a * b },
	"both-sum":   func(a, b float64) float64 { return a + b },
	"power":      func(a, _ float64) float64 { return a * a * a },
	"exp":        func(a, _ float64) float64 { return math.Exp(a) },
	"limit":      func(a, _ float64) float64 { return math.Pow(1+a/steps, steps) },
	"difference": func(a, b float64) float64 { return a - b },
	"max":        math.Max,
	"log":        func(a, _ float64) float64 { return math.Log(a) },
}

// checkRules makes the matrix anew, as the rule says, and finds its least eigenvalue.
func checkRules(t *testing.T, s state, v *tried) {
	if v.impossible() {
		return
	}
	x1, x2 := s.Column("points", "x1"), s.Column("points", "x2")
	first, second := s.Rows("first"), s.Rows("second")
	entry := func(i, j int) float64 {
		switch v.name {
		case "sum":
			return v.alpha*first[i][j] + v.beta*second[i][j]
		case "weighted":
			return (1 + x1[i] + x2[i]) * first[i][j] * (1 + x1[j] + x2[j])
		case "mapped":
			phi := func(i int) []float64 { return []float64{x1[i] * x1[i], x1[i] * x2[i]} }
			return v.k1.Eval(phi(i), phi(j))
		}
		return madeBy[v.name](first[i][j], second[i][j])
	}
	for i, row := range s.Rows("gram") {
		for j, made := range row {
			want := entry(i, j)
			coursetest.Within(t, made, want, 1e-12*(1+math.Abs(want)), "what the rule makes at %d and %d", i, j)
		}
	}
	least, zero := smallestOf(s.Rows("gram"))
	if math.Abs(least-v.smallest) > zero || (v.smallest == 0) != (math.Abs(least) <= zero) {
		t.Errorf("the least eigenvalue is %v, not %v", least, v.smallest)
	}
	witnesses := floats.Count(func(share float64) bool { return share < 0 }, s.Column("trials", "share"))
	if witnesses != v.witnesses || v.proved && (witnesses > 0 || least < -zero) || !v.proved && witnesses == 0 {
		t.Errorf("%d trials have a witness, not %d", witnesses, v.witnesses)
	}
}

// wilson is the 95 % interval of a share of sixty, per hundred.
func wilson(hits int) (low, high float64) {
	const n, z = 60, 1.959963984540054
	p := float64(hits) / n
	centre, half := p+z*z/2/n, z*math.Sqrt(p*(1-p)/n+z*z/4/n/n)
	return 100 * (centre - half) / (1 + z*z/n), 100 * (centre + half) / (1 + z*z/n)
}

func TestRulesSay(t *testing.T) {
	type claim = coursetest.Claim[*tried]
	when := func(holds func(v *tried) bool) func(*tried) bool {
		return func(v *tried) bool { return !v.impossible() && holds(v) }
	}
	is := func(name string) func(*tried) bool { return when(func(v *tried) bool { return v.name == name }) }
	slots := map[string]func(*tried) float64{
		"alpha": func(v *tried) float64 { return v.alpha }, "beta": func(v *tried) float64 { return v.beta },
		"count": func(v *tried) float64 { return float64(len(v.x)) }, "trials": func(*tried) float64 { return 60 },
		"margin": func(v *tried) float64 { low, high := wilson(v.witnesses); return math.Ceil((high - low) / 2) },
		"floor":  func(v *tried) float64 { low, _ := wilson(v.witnesses); return math.Floor(low) },
	}
	words := map[string]func(*tried) string{"formula": func(v *tried) string { return v.formula }}
	coursetest.Says(t, Lesson, "rules", 2, []string{
		"points=hand", "rule=max&points=hand", "rule=log&points=hand", "rule=both-sum&points=hand",
	}, checkRules,
		claim{Text: saysFactors, Slots: slots, When: is("sum")},
		claim{Text: saysWeight, When: is("weighted")},
		claim{Text: saysImage, When: is("mapped")},
		claim{Text: saysNegative, Slots: slots, Words: words,
			When: when(func(v *tried) bool { return v.smallest < 0 })},
		claim{Text: saysZero, Slots: slots, Words: words, When: when(func(v *tried) bool { return v.smallest == 0 })},
		claim{Text: saysPositive, Slots: slots, Words: words,
			When: when(func(v *tried) bool { return v.smallest > 0 })},
		claim{Text: saysNone + saysProved, Slots: slots, When: when(func(v *tried) bool { return v.proved })},
		claim{Text: saysAll + saysEnough, Slots: slots,
			When: when(func(v *tried) bool { return !v.proved && v.witnesses == 60 })},
		claim{Text: saysSome + saysEnough, Slots: slots,
			When: when(func(v *tried) bool { return !v.proved && v.witnesses < 60 })},
		claim{Text: saysNoMatrix, When: (*tried).impossible},
	)
}

// checkSeries holds the entries and the eigenvalues to both matrices.
func checkSeries(t *testing.T, s state, v *series) {
	S, K := s.Rows("gram"), s.Rows("limit")
	most := floats.Distance(slices.Concat(S...), slices.Concat(K...), math.Inf(1))
	sums, _ := coursetest.Eigen(S)
	limit, _ := coursetest.Eigen(K)
	size, full := floats.Norm(sums, math.Inf(1)), floats.Norm(limit, math.Inf(1))
	values := s.Column("eigenvalues", "sum")
	positive := slices.IndexFunc(append(values, 0), func(v float64) bool { return v <= 0 })
	if s.Find("positive") != float64(positive) || positive > v.terms || slices.Min(values) < 0 ||
		sums[0] < -engine.Rounding(v.n, size) {
		t.Errorf("%v are positive, not %v", s.Find("positive"), positive)
	}
	coursetest.Same(t, s.Find, 1e-12, map[string]float64{"largest_miss": most, "largest": size, "limit_largest": full})
}

func TestSeriesSays(t *testing.T) {
	type claim = coursetest.Claim[*series]
	onPaper := func(v *series) float64 { return math.Min(float64(v.terms), float64(v.n)) }
	hidden := func(v *series) float64 { return onPaper(v) - float64(v.positive(v.terms)) }
	always := coursetest.Always[*series]
	coursetest.Says(t, Lesson, "series", 4, []string{"terms=1", "terms=20&n=2", "terms=20&n=12&reach=0.5"}, checkSeries,
		claim{Text: saysSum, When: always},
		claim{Text: saysHidden, When: func(v *series) bool { return hidden(v) > 0 },
			Slots: map[string]func(*series) float64{"on_paper": onPaper, "hidden": hidden}},
	)
}
