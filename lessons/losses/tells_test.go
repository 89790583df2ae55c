package losses

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/plots"
)

// Each clause about a curve is so by the figure's own residuals and coefficients.
func TestRegressionTells(t *testing.T) {
	const num, qty = coursetest.Num, coursetest.Qty
	residuals := func(s *coursetest.Told) []float64 { return s.Column("alpha", "residual") }
	alpha := func(s *coursetest.Told) []float64 { return s.Column("alpha", "alpha") }
	fitted := func(s *coursetest.Told) bool { return s.Message == "" }
	loss := func(values ...string) func(*coursetest.Told) bool {
		return func(s *coursetest.Told) bool {
			for _, v := range values {
				if fitted(s) && s.Choice("loss") == v {
					return true
				}
			}
			return false
		}
	}
	n := func(s *coursetest.Told) float64 { return float64(len(alpha(s))) }
	// at reports whether a coefficient is at a bound of it, and atBound counts those that
	// are, and those that are 0.
	at := func(s *coursetest.Told, a, bound float64) bool {
		return math.Abs(a-bound) <= engine.Rounding(len(alpha(s)), floats.Norm(alpha(s), math.Inf(1)))
	}
	atBound := func(s *coursetest.Told, bound float64) (full, none int) {
		for _, a := range alpha(s) {
			if at(s, math.Abs(a), bound) {
				full++
			} else if at(s, a, 0) {
				none++
			}
		}
		return full, none
	}
	size := func(s *coursetest.Told) float64 { return floats.Norm(s.Column("data", "y"), math.Inf(1)) }
	boundOf := func(s *coursetest.Told) float64 {
		if s.Choice("loss") == "huber" {
			return s.Param("delta") / (n(s) * s.Param("lambda"))
		}
		return 1 / (2 * n(s) * s.Param("lambda"))
	}
	fullOf := func(s *coursetest.Told) int { full, _ := atBound(s, boundOf(s)); return full }
	coursetest.Tells(t, Lesson, "regression", 3, []string{"loss=absolute&at=9", "loss=epsilon&epsilon=120", "loss=brittle&lambda=1e-6", "loss=huber&at=3", "loss=huber&delta=200", "loss=absolute&lambda=10",
		"loss=absolute&points=0,1", "loss=brittle&points=0,1;2,3&lambda=10"},
		coursetest.Clause{Says: `(\d+) points?, (squared|absolute|Huber’s|ε-insensitive|brittle) loss, λ = ` + num + `: the curve misses its points by ` + qty + ` on average and by ` + qty + ` at most\.`, Holds: func(s *coursetest.Told, m []string) bool {
			name := map[string]string{"squared": "squared", "absolute": "absolute", "Huber’s": "huber", "ε-insensitive": "epsilon", "brittle": "brittle"}[m[1]]
			return m[0] == strconv.Itoa(len(alpha(s))) && name == s.Choice("loss") && coursetest.Is(m[2], s.Param("lambda"), 0) &&
				coursetest.Is(m[3], floats.Norm(residuals(s), 1)/n(s), 0) && coursetest.Is(m[4], floats.Norm(residuals(s), math.Inf(1)), 0)
		}, When: fitted},
		coursetest.Clause{Says: `Each point pulls in proportion to its residual\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			for i, r := range residuals(s) {
				if math.Abs(n(s)*s.Param("lambda")*alpha(s)[i]-r) > 1e-7*size(s) {
					return false
				}
			}
			return true
		}, When: func(s *coursetest.Told) bool { return loss("squared")(s) || loss("huber")(s) && fullOf(s) == 0 }},
		coursetest.Clause{Says: `The curve passes through every point\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			return floats.Norm(residuals(s), math.Inf(1)) <= 1e-6*size(s)
		}, When: func(s *coursetest.Told) bool { return loss("absolute")(s) && fullOf(s) == 0 }},
		coursetest.Clause{Says: `(\d+) points? pulls? with all (?:it|they) may(?:; (through the others the curve passes|the others in proportion to their residuals))?\.`, Holds: func(s *coursetest.Told, m []string) bool {
			bound := boundOf(s)
			for i, r := range residuals(s) {
				a := alpha(s)[i]
				if s.Choice("loss") == "huber" {
					r -= n(s) * s.Param("lambda") * a
				}
				if !at(s, math.Abs(a), bound) && math.Abs(r) > 1e-6*size(s) {
					return false
				}
			}
			others := map[string]string{"absolute": "through the others the curve passes", "huber": "the others in proportion to their residuals"}[s.Choice("loss")]
			return m[0] == strconv.Itoa(fullOf(s)) && (m[1] == "") == (fullOf(s) == len(alpha(s))) && (m[1] == "" || m[1] == others)
		}, When: func(s *coursetest.Told) bool { return loss("absolute", "huber")(s) && fullOf(s) > 0 }},
		coursetest.Clause{Says: `Points that pull with all they may: (\d+); with less, on the edge of the tube: (\d+); not at all: (\d+)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			full, none := atBound(s, boundOf(s))
			for i, r := range residuals(s) {
				a, out := math.Abs(alpha(s)[i]), math.Abs(r)-s.Param("epsilon")
				if !at(s, a, 0) && out < -1e-6*size(s) || !at(s, a, boundOf(s)) && out > 1e-6*size(s) {
					return false
				}
			}
			return m[0] == strconv.Itoa(full) && m[2] == strconv.Itoa(none) && m[1] == strconv.Itoa(len(alpha(s))-full-none)
		}, When: loss("epsilon")},
		coursetest.Clause{Says: `(?:One point has|(\d+) points share) all of the pull\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, none := atBound(s, math.Inf(1))
			worst := floats.Norm(residuals(s), math.Inf(1))
			for i, r := range residuals(s) {
				if math.Abs(alpha(s)[i]) > 1e-6*floats.Norm(alpha(s), 1) && math.Abs(r) < worst-1e-6*size(s) {
					return false
				}
			}
			count := strconv.Itoa(len(alpha(s)) - none)
			return (m[0] == count || m[0] == "" && count == "1") && floats.Norm(alpha(s), 1) <= 1/(2*s.Param("lambda"))*(1+1e-6)
		}, When: loss("brittle")},
		coursetest.Clause{Says: `The curve of the squared loss is (?:up to ` + qty + ` away|the same)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			far := 0.0
			for g, y := range s.Column("squared", "y") {
				far = math.Max(far, math.Abs(y-s.Column("fit", "y")[g]))
			}
			if m[0] == "" {
				return far <= 1e-9*size(s)
			}
			return coursetest.Is(m[0], far, 0) && far > 1e-9*size(s)
		}, When: loss("absolute", "huber", "epsilon", "brittle")},
		coursetest.Clause{Says: `Point (\d+) at x = ` + qty + ` and y = ` + qty + ` has the residual ` + qty + ` and α = ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			i := int(s.Param("at")) - 1
			return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[1], s.Column("data", "x")[i], 0) && coursetest.Is(m[2], s.Column("data", "y")[i], 0) &&
				coursetest.Is(m[3], residuals(s)[i], 0) && coursetest.Is(m[4], alpha(s)[i], 0)
		}},
		coursetest.Clause{Says: `(\d+) points?, and no fit\.`, Holds: func(s *coursetest.Told, _ []string) bool { return s.Message != "" }, Rare: true},
	)
}

// Each clause about a boundary is so by the figure's own coefficients and K.
func TestSVMTells(t *testing.T) {
	const num = coursetest.Num
	alpha := func(s *coursetest.Told) []float64 { return s.Column("alpha", "alpha") }
	fitted := func(s *coursetest.Told) bool { return s.Message == "" }
	constant := func(s *coursetest.Told) bool { return s.Find("support") == 0 }
	one := func(s *coursetest.Told) bool {
		y := s.Column("data", "y")
		return floats.Min(y) == floats.Max(y)
	}
	bent := func(s *coursetest.Told) bool { return fitted(s) && !constant(s) }
	// right counts f on the side of y, and not where it is 0 to the rounding of its terms.
	right := func(s *coursetest.Told, alpha, margins []float64) (count int) {
		y, K := s.Column("data", "y"), s.Rows("gram")
		for i, m := range margins {
			size := math.Abs(y[i]*m - floats.Dot(K[i], alpha)) // the offset
			for j, a := range alpha {
				size += math.Abs(a * K[i][j])
			}
			if m > engine.Rounding(len(y), size) {
				count++
			}
		}
		return count
	}
	// dual is what α proves: no function costs less. cheapest is the cost of the best constant.
	dual := func(s *coursetest.Told) (v float64) {
		for i, row := range s.Rows("gram") {
			v += math.Abs(alpha(s)[i]) - alpha(s)[i]*floats.Dot(row, alpha(s))/2
		}
		return v
	}
	cheapest := func(s *coursetest.Told) float64 {
		y := s.Column("data", "y")
		return s.Param("C") * (float64(len(y)) - math.Abs(floats.Sum(y)))
	}
	const C = "C"
	coursetest.Tells(t, Lesson, "svm", 2, []string{"keep=ringed", "beside=logistic&at=4", "beside=ridge", "kernel=linear", "kernel=linear&beside=logistic", "bandwidth=20",
		"data=points&points=0,0,1", "data=points&points=0,0,1&beside=logistic", "data=points&points=1,1,1;1,1,-1",
		"data=points&kernel=linear&points=0,0,-1;10000,0,1", "data=points&kernel=linear&points=0,0,-1;0.001,0,1"},
		coursetest.Clause{Says: `(\d+) points? of one class: f is (1|−1) everywhere, and there is no boundary\.`, Holds: func(s *coursetest.Told, m []string) bool {
			y := s.Column("data", "y")
			return m[0] == strconv.Itoa(len(y)) && coursetest.Is(m[1], y[0], 0) && floats.Norm(alpha(s), 1) == 0
		}, When: func(s *coursetest.Told) bool { return fitted(s) && one(s) }},
		coursetest.Clause{Says: `(\d+) points?, C = ` + num + `: no boundary is better than none, and f is (−1|0|1) everywhere(?:, on neither side|\. On the right side: (\d+))\.`, Holds: func(s *coursetest.Told, m []string) bool {
			y, margins := s.Column("data", "y"), s.Column("alpha", "margin")
			for i, margin := range margins {
				if f, _ := coursetest.Reads(m[2]); f != y[i]*margin {
					return false
				}
			}
			least := cheapest(s)
			return m[0] == strconv.Itoa(len(y)) && coursetest.Is(m[1], s.Param(C), 0) && (m[2] == "0" && m[3] == "" || m[3] == strconv.Itoa(right(s, alpha(s), margins))) &&
				least-dual(s) < 1e-9*least && coursetest.Is(m[2], math.Copysign(1, floats.Sum(y))*math.Min(1, math.Abs(floats.Sum(y))), 0)
		}, When: func(s *coursetest.Told) bool { return fitted(s) && constant(s) && !one(s) }},
		coursetest.Clause{Says: `(\d+) points?, C = ` + num + `: (\d+) support vectors?, (\d+) with yα = C\. On the right side: (\d+)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			vectors, full := 0, 0
			for _, a := range alpha(s) {
				if a != 0 {
					vectors++
				}
				if math.Abs(a) == s.Param(C) {
					full++
				}
			}
			y, margins := s.Column("data", "y"), s.Column("alpha", "margin")
			return s.Find("objective") < cheapest(s) && m[0] == strconv.Itoa(len(y)) && coursetest.Is(m[1], s.Param(C), 0) &&
				m[2] == strconv.Itoa(vectors) && m[3] == strconv.Itoa(full) && m[4] == strconv.Itoa(right(s, alpha(s), margins))
		}, When: bent},
		coursetest.Clause{Says: `A prediction takes ` + num + ` multiplications, with all points ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], 3*s.Find("support"), 0) && coursetest.Is(m[1], float64(3*len(alpha(s))), 0)
		}, When: func(s *coursetest.Told) bool { return bent(s) && s.Choice("keep") == "ringed" }},
		coursetest.Clause{Says: `Fitted to (\d+) support vectors? alone, f differs nowhere on the map by more than ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			q := course.ParseQuery(s.Query)
			q.Set("keep", "all")
			_, all := coursetest.Draw(t, Lesson, "svm", q.Encode())
			before := (&coursetest.Told{Picture: all}).Column("alpha", "margin")
			for i, margin := range s.Column("alpha", "margin") {
				if math.Abs(margin-before[i]) > 1e-4 {
					return false
				}
			}
			v, _ := coursetest.Reads(m[1])
			return v < 1e-4 && coursetest.Is(m[0], s.Find("support"), 0)
		}, When: func(s *coursetest.Told) bool { return bent(s) && s.Choice("keep") == "ringed" }},
		coursetest.Clause{Says: `(The dashed boundary is that|No boundary) of (logistic|kernel ridge) regression(?: crosses the map)?: (\d+) coefficients?\. On the right side: (\d+)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			count := 0
			for _, a := range s.Column("rival", "alpha") {
				if a != 0 {
					count++
				}
			}
			drawn := false
			for _, line := range s.Columns[0][0].Plot.(plots.Surface).Lines {
				drawn = drawn || len(line.Xs) > 0
			}
			return drawn == (m[0] != "No boundary") && (m[1] == "logistic") == (s.Choice("beside") == "logistic") &&
				m[2] == strconv.Itoa(count) && m[3] == strconv.Itoa(right(s, s.Column("rival", "alpha"), s.Column("rival", "margin")))
		}, When: func(s *coursetest.Told) bool { return fitted(s) && s.Choice("beside") != "none" }},
		coursetest.Clause{Says: `Point (\d+) is of .+?\. There yf is ` + num + `, and yα is ` + num + ` of C\.`, Holds: func(s *coursetest.Told, m []string) bool {
			i := int(s.Param("at")) - 1
			return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[1], s.Column("alpha", "margin")[i], 0) && coursetest.Is(m[2], s.Column("data", "y")[i]*alpha(s)[i]/s.Param(C), 0)
		}},
		coursetest.Clause{Says: `(\d+) points?, and no fit\.`, Holds: func(s *coursetest.Told, m []string) bool { return s.Message != "" }, When: func(s *coursetest.Told) bool { return !fitted(s) }},
	)
}
