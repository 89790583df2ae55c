package featuremaps

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
)

const num = coursetest.Num

type told = *coursetest.Told

// Each clause about a polynomial and its terms is so in its numbers.
func TestFitTells(t *testing.T) {
	terms := func(s told) (all [][]float64) {
		for j := 0; s.Column("terms", "term_"+strconv.Itoa(j)) != nil; j++ {
			all = append(all, s.Column("terms", "term_"+strconv.Itoa(j)))
		}
		return all
	}
	// added reports whether the terms add up to the curve, and to what rounding leaves.
	added := func(s told) bool {
		for g, y := range s.Column("fit", "y") {
			sum := 0.0
			for _, term := range terms(s) {
				sum += term[g]
			}
			if math.Abs(sum-y) > 1e-12*peak(terms(s)...) {
				return false
			}
		}
		return true
	}
	coursetest.Tells(t, Lesson, "fit", 4, nil, append(curvestest.Polynomial()[:3:3],
		coursetest.Clause{Says: `\. On the (\d+) readings that were not used its error is ` + coursetest.Qty, Holds: func(s told, m []string) bool {
			all := map[string]int{"mcycle": 133, "faithful": 272}[s.Choice("data")]
			return m[0] == strconv.Itoa(all-int(s.Param("readings"))) && s.Shown(m[1], "test_rmse")
		}, When: func(s told) bool {
			return curvestest.Fitted(s) && (s.Choice("data") == "mcycle" || s.Choice("data") == "faithful")
		}},
		coursetest.Clause{Says: `\. Its (\d+) terms are as large as ` + num + ` and add up to a curve no larger than ` + num, Holds: func(s told, m []string) bool {
			return m[0] == strconv.Itoa(int(s.Param("degree"))+1) && m[0] == strconv.Itoa(len(terms(s))) && coursetest.Is(m[1], peak(terms(s)...), 0) && coursetest.Is(m[2], peak(s.Column("fit", "y")), 0) && added(s)
		}, When: func(s told) bool { return curvestest.Fitted(s) && s.Param("degree") > 0 }},
		coursetest.Clause{Says: `\. Its one term, the constant, is as large as ` + num + `, and is the curve`, Holds: func(s told, m []string) bool {
			return coursetest.Is(m[0], peak(terms(s)...), 0) && added(s)
		}, When: func(s told) bool { return curvestest.Fitted(s) && s.Param("degree") == 0 }},
		coursetest.Clause{Says: `\.`},
	)...)
}

// Each clause about the lifted points is so by the plane's own θ.
func TestLiftTells(t *testing.T) {
	of := map[string]func(a, b float64) float64{
		"product": func(a, b float64) float64 { return a * b },
		"squares": func(a, b float64) float64 { return a*a + b*b },
		"square":  func(a, _ float64) float64 { return a * a },
	}
	// f is the plane over the inputs.
	f := func(s told, a, b float64) float64 {
		w := s.Column("plane", "theta")
		return w[0] + w[1]*a + w[2]*b + w[3]*of[s.Choice("feature")](a, b)
	}
	point := func(s told, i int) (a, b, class float64) {
		return s.Column("data", "x1")[i], s.Column("data", "x2")[i], s.Column("data", "class")[i]
	}
	// flat reports whether v is next to nothing beside what θ can make of inputs.
	flat := func(s told, v float64) bool {
		w := s.Column("plane", "theta")
		return math.Abs(v) <= 1e-6*math.Max(math.Abs(w[1]), math.Max(math.Abs(w[2]), math.Abs(w[3])))
	}
	right := func(s told) (n int) {
		for i := range s.Column("data", "x1") {
			if a, b, class := point(s, i); class*f(s, a, b) > 0 && !flat(s, f(s, a, b)*1e4) {
				n++
			}
		}
		return n
	}
	datum := func(s told) int { return int(s.Param("at")) - 1 }
	coursetest.Tells(t, Lesson, "lift", 3, []string{"at=3", "data=points&points=0,1,1;2,-3,-1&at=2&feature=square", "data=points&feature=square&points=-1,0,1;0,0,-1;1,0,1", "data=points&feature=squares&points=-1,0,1;0,0,-1;1,0,1"},
		coursetest.Clause{Says: `(\d+) points? of (one class|two classes)\. (?:No straight line is better than none|A straight line puts (\d+) on the correct side); with the feature (.*?) (?:no plane is better than none|a plane puts (\d+) there)\.`, Holds: func(s told, m []string) bool {
			n := len(s.Column("data", "x1"))
			classes := map[float64]bool{}
			for _, c := range s.Column("data", "class") {
				classes[c] = true
			}
			w := s.Column("plane", "theta")
			none := engine.Agree(math.Max(math.Abs(w[1]), math.Max(math.Abs(w[2]), math.Abs(w[3]))), 0, 10*math.Max(1, math.Abs(w[0])))
			if math.IsNaN(s.Find("accuracy")) != none || math.IsNaN(s.Find("errors")) != none || math.IsNaN(s.Find("accuracy_without")) != (m[2] == "") {
				return false // a share of nothing
			}
			return m[0] == strconv.Itoa(n) && (m[1] == "one class") == (len(classes) == 1) && (m[2] == "" || coursetest.Is(m[2], s.Find("accuracy_without")*float64(n), 0)) &&
				(m[4] == "") == none && (none || m[4] == strconv.Itoa(right(s))) && m[3] == map[string]string{"product": "x₁x₂", "squares": "x₁² + x₂²", "square": "x₁²"}[s.Choice("feature")]
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `The border on the floor lies outside this window\.`},
		coursetest.Clause{Says: `The plane is upright, for the feature does not count, and the border on the floor is a straight line\.`, Holds: func(s told, _ []string) bool {
			return flat(s, s.Column("plane", "theta")[3])
		}},
		coursetest.Clause{Says: `The border on the floor is a hyperbola\.`, Holds: func(s told, _ []string) bool {
			w := s.Column("plane", "theta")
			return s.Choice("feature") == "product" && w[1]*w[2]/w[3] != w[0]
		}},
		coursetest.Clause{Says: `The border on the floor is two straight lines that cross\.`, Holds: func(s told, _ []string) bool {
			w := s.Column("plane", "theta") // f is zero all along x₁ = −w₂/w₃
			return s.Choice("feature") == "product" && flat(s, f(s, -w[2]/w[3], 0)) && flat(s, f(s, -w[2]/w[3], 1))
		}},
		coursetest.Clause{Says: `The border on the floor is a parabola\.`, Holds: func(s told, _ []string) bool {
			return s.Choice("feature") == "square" && s.Column("plane", "theta")[2] != 0 && math.Abs(f(s, 0, 1)-f(s, 0, 0)) > 0
		}},
		coursetest.Clause{Says: `The border on the floor is upright straight lines, for x₂ does not count\.`, Holds: func(s told, _ []string) bool {
			return s.Choice("feature") == "square" && flat(s, f(s, 0, 1)-f(s, 0, 0))
		}},
		coursetest.Clause{Says: `The border on the floor is a circle of radius ` + num + ` around \(` + num + `, ` + num + `\)\.`, Holds: func(s told, m []string) bool {
			r, _ := coursetest.Reads(m[0])
			a, ea := coursetest.Reads(m[1])
			b, eb := coursetest.Reads(m[2])
			if a != 0 && math.Abs(a) < 1e-9 || b != 0 && math.Abs(b) < 1e-9 {
				return false // rounding, and no place
			}
			// f is next to zero all around: within what the digits said leave open.
			slope := math.Abs(s.Column("plane", "theta")[3]) * 2 * math.Abs(r)
			_, er := coursetest.Reads(m[0])
			for _, angle := range []float64{0, 1, 2, 3, 4, 5} {
				if math.Abs(f(s, a+r*math.Cos(angle), b+r*math.Sin(angle))) > 3*slope*(ea+eb+er)+1e-9 {
					return false
				}
			}
			return s.Choice("feature") == "squares"
		}},
		coursetest.Clause{Says: `Point (\d+) is of class (−?1), at x₁ = ` + num + ` and x₂ = ` + num + `; it is lifted to (.*?) = ` + num + `(?:, on the (correct|wrong) side of the plane|, on the plane)?\.`, Holds: func(s told, m []string) bool {
			a, b, class := point(s, datum(s))
			return m[0] == strconv.Itoa(datum(s)+1) && (m[1] == "1") == (class > 0) && coursetest.Is(m[2], a, 0) && coursetest.Is(m[3], b, 0) &&
				coursetest.Is(m[5], of[s.Choice("feature")](a, b), 0) && (m[6] == "" || (m[6] == "correct") == (class*f(s, a, b) > 0))
		}, When: func(s told) bool { return s.Message == "" && datum(s) >= 0 }},
	)
}

// The counts are those of Pascal's triangle, and memory is eight bytes a number.
func TestCountTells(t *testing.T) {
	choose := func(n, k int) float64 {
		v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
		return v
	}
	features := func(s told) float64 { return choose(int(s.Param("p")+s.Param("q")), int(s.Param("q"))) }
	unit := map[string]float64{"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15, "EB": 1e18}
	holds := func(text, of string, bytes float64) bool { return coursetest.Is(text, bytes/unit[of], 0) }
	coursetest.Tells(t, Lesson, "count", 60, []string{"p=2&q=0", "p=100&q=12"},
		coursetest.Clause{Says: `The monomials of (\d+) inputs up to degree (\d+) are ` + num + `, and ` + num + ` of them have degree (\d+)\.`, Holds: func(s told, m []string) bool {
			p, q := int(s.Param("p")), int(s.Param("q"))
			return m[0] == strconv.Itoa(p) && m[1] == strconv.Itoa(q) && m[4] == m[1] && coursetest.Is(m[2], features(s), 0) && coursetest.Is(m[3], features(s)-choose(p+q-1, q-1), 0)
		}, When: func(s told) bool { return s.Param("q") > 0 }},
		coursetest.Clause{Says: `Of (\d+) inputs there is one monomial of degree 0, the constant\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("p")
		}, When: func(s told) bool { return s.Param("q") == 0 }},
		coursetest.Clause{Says: `θ takes ` + num + ` (\S+), and Φ of 1000 points ` + num + ` (\S+)\.`, Holds: func(s told, m []string) bool {
			return holds(m[0], m[1], 8*features(s)) && holds(m[2], m[3], 8000*features(s))
		}},
	)
}
