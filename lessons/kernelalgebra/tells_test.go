package kernelalgebra

import (
	"fmt"
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

type told = *coursetest.Told

func always(told) bool { return true }

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
func smallestOf(s told) (smallest, zero float64) {
	rows := s.Rows("gram")
	smallest, size := spectrumOf(rows)
	return smallest, engine.Rounding(len(rows), size)
}

// misses is the root of the mean of squares over some of the times.
func misses(s told, from, to int) float64 {
	y, f := s.Column("data", "y"), s.Column("said", "y")
	sum := 0.0
	for i := from; i < to; i++ {
		sum += (y[i] - f[i]) * (y[i] - f[i]) / float64(to-from)
	}
	return math.Sqrt(sum)
}

func TestBuilderTells(t *testing.T) {
	split := func(s told) int {
		n := 0
		for _, x := range s.Column("data", "x") {
			if x < s.Param("until")+1-origin {
				n++
			}
		}
		return n
	}
	made := func(s told) bool { // by rules, each of which is in the text
		text := s.Choice("kernel")
		return !strings.Contains(text, "sigmoid") && !strings.Contains(text, "-1*") && !strings.Contains(text, "- ") && !strings.Contains(text, ", -")
	}
	var besides []string
	for _, e := range append(examples, "exp(linear()*linear())", "min() + sigmoid(0.01, 0)", "polynomial(2, -1)", "linear() - periodic(1, 1)") {
		e = strings.ReplaceAll(e, "+", "%2B")
		besides = append(besides, "kernel="+e, "kernel="+e+"&until=1985&lambda=1e-06", "kernel="+e+"&lambda=0")
	}
	coursetest.Tells(t, Lesson, "builder", 2, besides,
		coursetest.Clause{Says: `(\d+) values are fitted and (\d+) left out\.`, Holds: func(s told, m []string) bool {
			n := split(s)
			return m[0] == strconv.Itoa(n) && m[1] == strconv.Itoa(len(s.Column("data", "x"))-n)
		}, When: always},
		coursetest.Clause{Says: `Every part of the tree is a kernel or made by a rule: the whole is a kernel\.`, When: made, Holds: func(s told, _ []string) bool { return made(s) }},
		coursetest.Clause{Says: `No rule covers [^:]*?\.(?: |$)`, When: func(s told) bool { return !made(s) }},
		coursetest.Clause{Says: `K has an eigenvalue below zero, ` + num + `: this is no kernel\.`, Holds: func(s told, m []string) bool {
			least, zero := smallestOf(s)
			return least < -zero && coursetest.Is(m[0], least, zero) && !made(s)
		}},
		coursetest.Clause{Says: `The smallest eigenvalue of K is ` + num + `( to rounding)?\.`, Holds: func(s told, m []string) bool {
			least, zero := smallestOf(s)
			return coursetest.Is(m[0], least, zero) && (m[1] != "") == (math.Abs(least) <= zero)
		}},
		coursetest.Clause{Says: `There is no curve\.`, When: func(s told) bool { return s.Message != "" }},
		coursetest.Clause{Says: `The curve(, a (?:minimum|saddle) of its objective,)? (?:misses the years fitted by ` + qty + ` and those|goes through all that is fitted, and misses what is) left out by ` + qty + `\.`, When: func(s told) bool { return s.Message == "" },
			Holds: func(s told, m []string) bool {
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
				return (m[0] != "") == (least < -zero) && (m[1] == "" && engine.Agree(misses(s, 0, n), 0, s.Find("mean")) || coursetest.Is(m[1], misses(s, 0, n), 0)) && coursetest.Is(m[2], misses(s, n, len(x)), 0)
			}},
	)
}

func TestRulesTell(t *testing.T) {
	counted := func(s told) int {
		n := 0
		for _, share := range s.Column("trials", "share") {
			if share < 0 {
				n++
			}
		}
		return n
	}
	shown := func(s told) bool { return s.Message == "" }
	// isGram is that the matrix shown has those entries.
	isGram := func(s told, entry func(i, j int) float64) bool {
		for i, row := range s.Rows("gram") {
			for j, v := range row {
				if want := entry(i, j); !(math.Abs(want-v) <= 1e-12*(1+math.Abs(want))) {
					return false
				}
			}
		}
		return true
	}
	coursetest.Tells(t, Lesson, "rules", 2, []string{"points=hand", "rule=max&points=hand", "rule=log&points=hand", "rule=both-sum&points=hand"},
		coursetest.Clause{Says: `Here α = ` + num + ` and β = ` + num + `\. `, When: func(s told) bool { return shown(s) && s.Choice("rule") == "sum" }, Holds: func(s told, m []string) bool {
			first, second := s.Rows("first"), s.Rows("second")
			var alpha, beta float64
			_, err := fmt.Sscan(m[0]+" "+m[1], &alpha, &beta)
			return err == nil && isGram(s, func(i, j int) float64 { return alpha*first[i][j] + beta*second[i][j] })
		}},
		coursetest.Clause{Says: `Here f\(x\) = 1 \+ x₁ \+ x₂\. `, When: func(s told) bool { return shown(s) && s.Choice("rule") == "weighted" }, Holds: func(s told, _ []string) bool {
			x1, x2 := s.Column("points", "x1"), s.Column("points", "x2")
			f := func(i int) float64 { return 1 + x1[i] + x2[i] }
			first := s.Rows("first")
			return isGram(s, func(i, j int) float64 { return f(i) * first[i][j] * f(j) })
		}},
		coursetest.Clause{Says: `Here φ\(x\) = \(x₁², x₁x₂\)\. `, When: func(s told) bool { return shown(s) && s.Choice("rule") == "mapped" }, Holds: func(s told, _ []string) bool {
			x1, x2 := s.Column("points", "x1"), s.Column("points", "x2")
			of := byHand() // k₁, which no number tells
			if s.Choice("points") == "random" {
				of = draw(int(s.Param("seed")), int(s.Param("trial")), false)
			}
			phi := func(i int) []float64 { return []float64{x1[i] * x1[i], x1[i] * x2[i]} }
			return isGram(s, func(i, j int) float64 { return of.k1.Eval(phi(i), phi(j)) })
		}},
		coursetest.Clause{Says: `On these (\d+) points the smallest eigenvalue of (.+?) is ` + num + `( to rounding)?(: a counterexample)?\.`, When: shown, Holds: func(s told, m []string) bool {
			rows := s.Rows("gram")
			least, zero := smallestOf(s)
			// Entry by entry it is what the rule makes of the two.
			first, second := s.Rows("first"), s.Rows("second")
			made := isGram(s, func(i, j int) float64 {
				a, b := first[i][j], second[i][j]
				switch s.Choice("rule") {
				case "sum", "weighted", "mapped":
					return rows[i][j] // what is said of α and β, f and φ is held above
				case "product", "both-product":
					return a * b
				case "both-sum":
					return a + b
				case "power":
					return a * a * a
				case "exp":
					return math.Exp(a)
				case "limit":
					return math.Pow(1+a/steps, steps)
				case "difference":
					return a - b
				case "max":
					return math.Max(a, b)
				case "log":
					return math.Log(a)
				}
				return math.NaN()
			})
			return made && m[0] == strconv.Itoa(len(rows)) && coursetest.Is(m[2], least, zero) && (m[3] != "") == (math.Abs(least) <= zero) && (m[4] != "") == (least < -zero) && (m[4] == "" || !ruleOf(s.Choice("rule")).proved)
		}},
		coursetest.Clause{Says: `In (none|all|\d+) of 60 random trials (?:is it|it is) below zero`, When: shown, Holds: func(s told, m []string) bool {
			n := counted(s)
			return n == map[string]int{"none": 0, "all": trials}[m[0]] && (m[0] == "none" || m[0] == "all") || m[0] == strconv.Itoa(n)
		}},
		coursetest.Clause{Says: `; the proof says that it never is\.`, Holds: func(s told, _ []string) bool { return counted(s) == 0 && ruleOf(s.Choice("rule")).proved }},
		coursetest.Clause{Says: `, and one is enough\.`, Holds: func(s told, _ []string) bool { return counted(s) > 0 }},
		coursetest.Clause{Says: `No matrix\.`, When: func(s told) bool { return s.Choice("rule") == "log" && s.Choice("points") == "hand" }},
	)
}

func TestSeriesTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "series", 4, []string{"terms=1", "terms=20&n=2"},
		coursetest.Clause{Says: `The sum of (\d+) terms? on (\d+) points has (\d+) eigenvalues? above rounding and none below it\.(?: On paper (\d+) are positive; rounding hides (\d+)\.)? No entry is off by more than ` + num + `\. Its largest eigenvalue is ` + num + `, that of exp\(xy\) ` + num + `\.`,
			When: always, Holds: func(s told, m []string) bool {
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
				if hidden != (positive < onPaper) || hidden && (m[3] != strconv.Itoa(onPaper) || m[4] != strconv.Itoa(onPaper-positive)) {
					return false
				}
				return m[0] == s.Choice("terms") && m[1] == strconv.Itoa(len(S)) && m[2] == strconv.Itoa(positive) && positive <= int(s.Param("terms")) && slices.Min(values) >= 0 && least >= -engine.Rounding(len(S), size) &&
					coursetest.Is(m[5], most, 1e-12*size) && coursetest.Is(m[6], size, 0) && coursetest.Is(m[7], full, 0) && math.Abs(limit[0]-full) < 1e-9*full
			}})
}
