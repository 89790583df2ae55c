package ridge

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
)

const num, qty = coursetest.Num, coursetest.Qty

type told = *coursetest.Told

// Each clause about a polynomial is so in its numbers.
func TestFitTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "fit", 3, nil, curvestest.Polynomial()...)
}

// Each clause about the path is so on it.
func TestPathTells(t *testing.T) {
	name := func(s told) (column, label string) {
		if data := s.Choice("data"); data == "sine" || data == "step" {
			return "test_rmse", "test"
		}
		return "loo_rmse", "leave-one-out"
	}
	errors := func(s told) (least, most float64, at int) {
		column, _ := name(s)
		least, most, at = math.Inf(1), math.Inf(-1), -1
		for i, e := range s.Column("path", column) {
			if e < least {
				least, at = e, i
			}
			if e > most && !math.IsInf(e, 1) {
				most = e
			}
		}
		return least, most, at
	}
	level := func(s told) bool { // also where there is no error at all
		least, most, at := errors(s)
		return at < 0 || engine.Agree(least, most, most)
	}
	tied := func(s told) (first, last int) { // of the places around the least that are as good
		column, _ := name(s)
		least, _, at := errors(s)
		first, last = at, at
		for v := s.Column("path", column); first > 0 && engine.Agree(v[first-1], least, least); {
			first--
		}
		for v := s.Column("path", column); last+1 < len(v) && engine.Agree(v[last+1], least, least); {
			last++
		}
		return first, last
	}
	clauses := curvestest.Polynomial()
	coursetest.Tells(t, Lesson, "path", 3, []string{"errors=shown", "errors=shown&data=mcycle", "errors=shown&data=points&points=0,1000000;1,-1000000&inputs=raw&degree=15", "errors=shown&data=points&points=0,1;1000000,-1&inputs=raw&degree=15", "errors=shown&data=points&points=1,5", "errors=shown&data=sine&degree=0&n=30&noise=0&seed=420"}, append([]coursetest.Clause{
		{Says: `\. No λ on the path gives a fit|No λ on the path gives a fit`, When: func(s told) bool { _, _, at := errors(s); return s.Choice("errors") == "shown" && at < 0 }},
		{Says: `The (.*?) error is ` + qty + ` (at every λ|wherever there is one)`, Holds: func(s told, m []string) bool {
			column, label := name(s)
			least, most, _ := errors(s)
			all := floats.Sum(s.Column("path", column))
			return m[0] == label && coursetest.Is(m[1], least, 0) && coursetest.Is(m[1], most, 0) && (m[2] == "at every λ") == !(math.IsNaN(all) || math.IsInf(all, 1))
		}, When: func(s told) bool { _, _, at := errors(s); return at >= 0 && level(s) }},
		{Says: `The (.*?) error is least (?:at λ = ` + num + `|from λ = ` + num + ` to λ = ` + num + `), where it is ` + qty, Holds: func(s told, m []string) bool {
			_, label := name(s)
			least, _, _ := errors(s)
			first, last := tied(s)
			lambdas := s.Column("path", "lambda")
			if (m[1] != "") != (first == last) {
				return false
			}
			return m[0] == label && coursetest.Is(m[4], least, 0) && (m[1] == "" || coursetest.Is(m[1], lambdas[first], 0)) &&
				(m[1] != "" || coursetest.Is(m[2], lambdas[first], 0) && coursetest.Is(m[3], lambdas[last], 0))
		}, When: func(s told) bool { return !level(s) }},
		{Says: `: the path ends there`, When: func(s told) bool {
			if level(s) {
				return false
			}
			first, last := tied(s)
			return first == 0 || last == len(s.Column("path", "lambda"))-1
		}},
	}, clauses...)...)
}

// Each clause about the wines is so of what is said of each.
func TestBottlesTells(t *testing.T) {
	rms := func(s told, series string, mean bool) float64 {
		sum, y, said := 0.0, s.Column(series, "alcohol"), s.Column(series, "said")
		for i := range y {
			e := y[i]
			if !mean {
				e -= said[i]
			}
			sum += e * e / float64(len(y))
		}
		return math.Sqrt(sum)
	}
	coursetest.Tells(t, Lesson, "bottles", 20, []string{"lambda=0.316", "lambda=10", "lambda=0&n=15"},
		coursetest.Clause{Says: `On the ` + num + ` other wines the fit misses by ` + num + ` %, (worse than|better than|as much as) always saying the mean \(` + num + ` %\)\. On the ` + num + ` it was fitted to it misses by ` + num + ` %\.`,
			Holds: func(s told, m []string) bool {
				test, mean := rms(s, "unseen", false), rms(s, "unseen", true)
				return coursetest.Is(m[0], float64(len(s.Column("unseen", "said"))), 0) && coursetest.Is(m[1], test, 0) && m[2] == map[bool]string{true: "better than", false: "worse than"}[test < mean] &&
					coursetest.Is(m[3], mean, 0) && coursetest.Is(m[4], float64(len(s.Column("fitted", "said"))), 0) && coursetest.Is(m[5], rms(s, "fitted", false), 0)
			}, When: func(told) bool { return true }})
}

// Each clause about a direction is so of the singular values.
func TestShrinkTells(t *testing.T) {
	clauses := curvestest.Polynomial()
	coursetest.Tells(t, Lesson, "shrink", 20, []string{"", "lambda=0&degree=15", "data=mcycle", "inputs=raw&degree=15&lambda=0.1"}, append([]coursetest.Clause{
		{Says: `Direction ` + num + ` of ` + num + ` has the singular value ` + num + ` and keeps the share ` + num + `\. ` + num + ` of (?:(1) direction keeps|` + num + ` directions keep) more than half; the shares add up to ` + num + ` degrees of freedom\.`,
			Holds: func(s told, m []string) bool {
				shares, values, half := s.Column("directions", "share"), s.Column("directions", "singular_value"), 0.0
				for _, v := range shares {
					if v > 0.5 && !engine.Agree(v, 0.5, 1) {
						half++
					}
				}
				j := min(int(s.Param("direction")), len(values))
				all := m[5] + m[6] // one of the two
				return coursetest.Is(m[0], float64(j), 0) && coursetest.Is(m[1], float64(len(values)), 0) && coursetest.Is(m[2], values[j-1], 0) && coursetest.Is(m[3], shares[j-1], 0) &&
					coursetest.Is(m[4], half, 0) && coursetest.Is(all, float64(len(values)), 0) && (m[6] == "") == (len(values) == 1) && coursetest.Is(m[7], floats.Sum(shares), 1e-12)
			}, When: func(s told) bool { return s.Message == "" }},
	}, clauses...)...)
}

// Each clause about the two coefficients is so of the loss and its slope.
func TestObjectiveTells(t *testing.T) {
	lasso := func(s told) bool { return s.Choice("penalty") == "l1" }
	theta := func(s told) (a, b float64) { return s.Find("theta_1"), s.Find("theta_2") }
	// slope is that of the mean squared error at θ.
	slope := func(s told, a, b float64) (da, db float64) {
		x1, x2 := s.Column("data", "x1"), s.Column("data", "x2")
		for i, y := range s.Column("data", "y") {
			e := a*x1[i] + b*x2[i] - y
			da += 2 * e * x1[i] / float64(len(x1))
			db += 2 * e * x2[i] / float64(len(x1))
		}
		return da, db
	}
	size := func(s told) float64 {
		a, b := theta(s)
		if lasso(s) {
			return math.Abs(a) + math.Abs(b)
		}
		return math.Hypot(a, b)
	}
	// least reports whether no θ near by has less loss and penalty.
	least := func(s told) bool {
		a, b := theta(s)
		x1, x2 := s.Column("data", "x1"), s.Column("data", "x2")
		J := func(a, b float64) (sum float64) {
			for i, y := range s.Column("data", "y") {
				sum += math.Pow(a*x1[i]+b*x2[i]-y, 2) / float64(len(x1))
			}
			if lasso(s) {
				return sum + s.Param("lambda")*(math.Abs(a)+math.Abs(b))
			}
			return sum + s.Param("lambda")*(a*a+b*b)
		}
		for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			if J(a+1e-3*d[0], b+1e-3*d[1]) < J(a, b) {
				return false
			}
		}
		return true
	}
	out := func(s told) (n int) { // coefficients that are zero
		a, b := theta(s)
		for _, v := range []float64{a, b} {
			if v == 0 {
				n++
			}
		}
		return n
	}
	free := func(s told) bool { return s.Param("lambda") == 0 && out(s) < 2 }
	coursetest.Tells(t, Lesson, "objective", 40, []string{"penalty=l1&lambda=5", "penalty=l1&lambda=2", "lambda=0"},
		coursetest.Clause{Says: `At λ = ` + num + ` the solution is θ = \(` + num + `, ` + num + `\)`, Holds: func(s told, m []string) bool {
			a, b := theta(s)
			return coursetest.Is(m[0], s.Param("lambda"), 0) && coursetest.Is(m[1], a, 0) && coursetest.Is(m[2], b, 0) && least(s)
		}, When: func(told) bool { return true }},
		coursetest.Clause{Says: `: the penalty has won, and nothing is left\.`, When: func(s told) bool { return out(s) == 2 }},
		coursetest.Clause{Says: `: least squares, for nothing is charged\.`, Holds: func(s told, _ []string) bool {
			da, db := slope(s, s.Find("theta_1"), s.Find("theta_2"))
			return math.Hypot(da, db) < 1e-9
		}, When: free},
		coursetest.Clause{Says: `, a corner of the diamond of size ` + num + `: one feature is out\.`, Holds: func(s told, m []string) bool {
			return coursetest.Is(m[0], size(s), 0) && out(s) == 1
		}, When: func(s told) bool { return lasso(s) && !free(s) && out(s) == 1 }},
		coursetest.Clause{Says: `, where a contour of the loss touches the (circle of radius|diamond of size) ` + num + `\. Least squares is \(` + num + `, ` + num + `\)\.`, Holds: func(s told, m []string) bool {
			// Where they touch, the slope of the loss points against that of the penalty.
			a, b := theta(s)
			da, db := slope(s, a, b)
			pa, pb := a, b
			if lasso(s) {
				pa, pb = math.Copysign(1, a), math.Copysign(1, b)
			}
			x, _ := coursetest.Reads(m[2])
			y, _ := coursetest.Reads(m[3])
			la, lb := slope(s, x, y) // which rounding to three digits leaves next to zero
			return (m[0] == "diamond of size") == lasso(s) && coursetest.Is(m[1], size(s), 0) && math.Abs(da*pb-db*pa) < 1e-6 && da*pa+db*pb < 0 && math.Hypot(la, lb) < 0.1
		}, When: func(s told) bool { return !free(s) && out(s) == 0 }},
	)
}
