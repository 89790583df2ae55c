package kernelalgebra

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const (
	num = coursetest.Num
	qty = num + `(?: ppm)?`
)

type state = *coursetest.State

func always(state) bool { return true }

// spectrumOf are the ends of a matrix's eigenvalues, by gonum.
func spectrumOf(rows [][]float64) (smallest, size float64) {
	K := mat.NewSymDense(len(rows), nil)
	for i, row := range rows {
		for j := range i + 1 {
			K.SetSym(i, j, row[j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(K, false) {
		return math.NaN(), math.NaN()
	}
	v := e.Values(nil)
	return v[0], math.Max(math.Abs(v[0]), math.Abs(v[len(v)-1]))
}

// smallestOf is the smallest eigenvalue of the matrix shown, and what is zero to rounding.
func smallestOf(s state) (smallest, zero float64) {
	rows := s.Rows("gram")
	smallest, size := spectrumOf(rows)
	return smallest, engine.Rounding(len(rows), size)
}

// misses is the root of the mean of squares over some of the times.
func misses(s state, from, to int) float64 {
	y, f := s.Column("data", "y"), s.Column("said", "y")
	sum := 0.0
	for i := from; i < to; i++ {
		sum += (y[i] - f[i]) * (y[i] - f[i]) / float64(to-from)
	}
	return math.Sqrt(sum)
}

func TestBuilderTells(t *testing.T) {
	split := func(s state) int {
		n := 0
		for _, x := range s.Column("data", "x") {
			if x < s.Param("until")+1-origin {
				n++
			}
		}
		return n
	}
	made := func(s state) bool { // by rules, each of which is in the text
		text := s.Choice("kernel")
		return !strings.Contains(text, "sigmoid") && !strings.Contains(text, "-1*") && !strings.Contains(text, "- ") &&
			!strings.Contains(text, ", -")
	}
	var besides []string
	for _, e := range append(examples, "exp(linear()*linear())", "min() + sigmoid(0.01, 0)", "polynomial(2, -1)",
		"linear() - periodic(1, 1)") {
		e = strings.ReplaceAll(e, "+", "%2B")
		besides = append(besides, "kernel="+e, "kernel="+e+"&until=1985&lambda=1e-06", "kernel="+e+"&lambda=0")
	}
	coursetest.Tells(t, Lesson, "builder", 2, besides,
		coursetest.Clause{Says: `(\d+) values are fitted and (\d+) left out\.`, Holds: func(s state, m []string) bool {
			n := split(s)
			return m[0] == strconv.Itoa(n) && m[1] == strconv.Itoa(len(s.Column("data", "x"))-n)
		}, When: always},
		coursetest.Clause{Says: `Every part of the tree is a kernel or made by a rule: the whole is a kernel\.`,
			When: made, Holds: func(s state, _ []string) bool { return made(s) }},
		coursetest.Clause{Says: `No rule covers [^:]*?\.(?: |$)`, When: func(s state) bool { return !made(s) }},
		coursetest.Clause{Says: `K has an eigenvalue below zero, ` + num + `: this is no kernel\.`,
			Holds: func(s state, m []string) bool {
				least, zero := smallestOf(s)
				return least < -zero && coursetest.Is(m[0], least, zero) && !made(s)
			}},
		coursetest.Clause{Says: `The smallest eigenvalue of K is ` + num + `( to rounding)?\.`,
			Holds: func(s state, m []string) bool {
				least, zero := smallestOf(s)
				return coursetest.Is(m[0], least, zero) && (m[1] != "") == (math.Abs(least) <= zero)
			}},
		coursetest.Clause{Says: `There is no curve\.`, When: func(s state) bool { return s.Message != "" }},
		coursetest.Clause{Says: `The curve(, a (?:minimum|saddle) of its objective,)? (?:misses the years fitted by ` +
			qty + ` and those|goes through all that is fitted, and misses what is) left out by ` + qty + `\.`,
			When: func(s state) bool { return s.Message == "" },
			Holds: func(s state, m []string) bool {
				n := split(s)
				// f(x) = mean + Σ αᵢk(xᵢ, x), from the expression.
				k, err := engine.ParseKernel(s.Choice("kernel"))
				if err != nil {
					return false
				}
				x, said, alpha := s.Column("data", "x"), s.Column("said", "y"), s.Column("alpha", "alpha")
				for i := range x {
					f, size := s.Find("mean"), 0.0
					for j := range n {
						term := alpha[j] * k.Eval([]float64{x[i]}, []float64{x[j]})
						f, size = f+term, size+math.Abs(term)
					}
					if math.Abs(f-said[i]) > 1e-9*(1+size) {
						return false
					}
				}
				least, zero := smallestOf(s)
				return (m[0] != "") == (least < -zero) && (m[1] == "" && engine.Agree(misses(s, 0, n), 0,
					s.Find("mean")) || coursetest.Is(m[1], misses(s, 0, n), 0)) &&
					coursetest.Is(m[2], misses(s, n, len(x)), 0)
			}},
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
			if want := entry(i, j); !(math.Abs(want-made) <= 1e-12*(1+math.Abs(want))) {
				t.Errorf("at %d and %d the rule makes %v, not %v", i, j, want, made)
			}
		}
	}
	least, zero := smallestOf(s)
	if math.Abs(least-v.smallest) > zero || (v.smallest == 0) != (math.Abs(least) <= zero) {
		t.Errorf("the least eigenvalue is %v, not %v", least, v.smallest)
	}
	witnesses := 0
	for _, share := range s.Column("trials", "share") {
		if share < 0 {
			witnesses++
		}
	}
	if witnesses != v.witnesses || v.proved && (witnesses > 0 || least < -zero) || !v.proved && witnesses == 0 {
		t.Errorf("%d trials have a witness, not %d", witnesses, v.witnesses)
	}
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

func TestSeriesTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "series", 4, []string{"terms=1", "terms=20&n=2"},
		coursetest.Clause{Says: `The sum of (\d+) terms? on (\d+) points has (\d+) eigenvalues? above rounding and ` +
			`none below it\.(?: On paper (\d+) are positive; rounding hides (\d+)\.)? No entry is off by more than ` +
			num + `\. Its largest eigenvalue is ` + num + `, that of exp\(xy\) ` + num + `\.`,
			When: always, Holds: func(s state, m []string) bool {
				S, K := s.Rows("gram"), s.Rows("limit")
				most := 0.0
				for i := range S {
					for j := range S {
						most = math.Max(most, math.Abs(S[i][j]-K[i][j]))
					}
				}
				values, limit := s.Column("eigenvalues", "sum"), s.Column("eigenvalues", "limit")
				least, size := spectrumOf(S)
				positive := 0
				for _, v := range values {
					if v > 0 {
						positive++
					}
				}
				_, full := spectrumOf(K)
				onPaper, hidden := min(int(s.Param("terms")), len(S)), m[3] != ""
				if hidden != (positive < onPaper) || hidden && (m[3] != strconv.Itoa(onPaper) ||
					m[4] != strconv.Itoa(onPaper-positive)) {
					return false
				}
				return m[0] == s.Choice("terms") && m[1] == strconv.Itoa(len(S)) && m[2] == strconv.Itoa(positive) &&
					positive <= int(s.Param("terms")) && slices.Min(values) >= 0 && least >= -engine.Rounding(len(S),
					size) &&
					coursetest.Is(m[5], most, 1e-12*size) && coursetest.Is(m[6], size, 0) && coursetest.Is(m[7], full,
					0) && math.Abs(limit[0]-full) < 1e-9*full
			}})
}
