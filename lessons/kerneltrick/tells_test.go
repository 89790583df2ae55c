package kerneltrick

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
)

const num = coursetest.Num

type told = *coursetest.Told

func choose(p, q int) float64 {
	v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(p+q), int64(q))).Float64()
	return v
}

// weight is what stands in front of a monomial of those exponents in (c + xᵀx′)^q.
func weight(s told, exponent func(i int) float64, p int) float64 {
	order, ways := 0.0, 1.0 // in which the monomial turns up
	for i := range p {
		e := exponent(i)
		for j := range int(e) {
			ways *= (order + float64(j) + 1) / float64(j+1)
		}
		order += e
	}
	rest := s.Param("degree") - order
	for j := range int(rest) {
		ways *= (order + float64(j) + 1) / float64(j+1)
	}
	return ways * math.Pow(s.Param("offset"), rest)
}

// each calls do with the exponents of every monomial of one or two inputs up to degree q.
func each(p, q int, do func(exponents []int)) {
	for a := range q + 1 {
		if p == 1 {
			do([]int{a})
			continue
		}
		for b := range q + 1 - a {
			do([]int{a, b})
		}
	}
}

// Each clause about the products is so by a count of them.
func TestExploderTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "exploder", 40, []string{"inputs=1&degree=1", "x1=0&x2=0&offset=0", "degree=12&x1=3&x2=3&y1=-3&y2=3", "degree=7&offset=0", "inputs=1&offset=0", "x1=0.1&x2=0&y1=-3&offset=0.3"},
		coursetest.Clause{Says: `(\d+) products?, (\d+) positive(?: and|,) (\d+) negative(?: and (\d+) zero)?, adds? up to ` + num + `; (.*?) is ` + num + `\. It takes (\d+) multiplications? with features, (\d+) without\.`, Holds: func(s told, m []string) bool {
			products, x, y := s.Column("terms", "product"), s.Column("points", "x"), s.Column("points", "x_prime")
			p, q := len(x), int(s.Param("degree"))
			up, down, zero, size := 0, 0, 0, 0.0
			for a, v := range products {
				switch {
				case v > 0:
					up++
				case v < 0:
					down++
				default:
					zero++
				}
				size += math.Abs(v)
				if weight(s, func(i int) float64 { return s.Column("terms", "a_"+strconv.Itoa(i+1))[a] }, p) == 0 {
					return false // a product that there is not
				}
			}
			// Of all monomials up to degree q, those of lower order are made on the way.
			made, kept := 0, 0
			each(p, q, func(exponents []int) {
				order := 0
				for _, e := range exponents {
					order += e
				}
				if order > 1 {
					made++
				}
				scale := math.Sqrt(weight(s, func(i int) float64 { return float64(exponents[i]) }, p))
				if order > 0 && scale != 0 && !engine.Agree(scale, 1, 1) {
					made++
				}
				if scale != 0 {
					kept++
				}
			})
			k := math.Pow(s.Param("offset")+floats.Dot(x, y), float64(q))
			power := "(xᵀx′)" + course.Superscript(q)
			if s.Param("offset") > 0 {
				power = "(" + course.Value(s.Param("offset")) + " + xᵀx′)" + course.Superscript(q)
			}
			with := 2*made + kept // for both points, and the products
			near := 1e-12 * size
			return len(products) == kept && m[0] == strconv.Itoa(kept) && m[1] == strconv.Itoa(up) && m[2] == strconv.Itoa(down) && (m[3] == "" && zero == 0 || m[3] == strconv.Itoa(zero)) &&
				coursetest.Is(m[4], floats.Sum(products), near) && m[5] == power && coursetest.Is(m[6], k, near) &&
				math.Abs(floats.Sum(products)-k) <= near && m[7] == strconv.Itoa(with) && m[8] == strconv.Itoa(p+q-1)
		}, When: func(told) bool { return true }},
	)
}

// Each clause about the images is so by a count of signs.
func TestDigitsTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "digits", 20, []string{"degree=8&n=20&lambda=1e-8"},
		coursetest.Clause{Says: `Degree (\d+), learnt from (\d+) images: of (\d+) others (\d+) are misread, (\S+) %, give or take (\S+) %\. Of these (\d+) are odd and (\d+) even\.`, Holds: func(s told, m []string) bool {
			f, odd := s.Column("sorted", "f"), s.Column("sorted", "odd")
			wrong := map[float64]int{}
			for i, v := range f {
				if (v > 0) != (odd[i] > 0) {
					wrong[odd[i]]++
				}
			}
			all, n := wrong[1]+wrong[-1], float64(len(f))
			share := float64(all) / n
			return m[0] == s.Choice("degree") && m[1] == s.Choice("n") && m[2] == strconv.Itoa(len(f)) && m[3] == strconv.Itoa(all) &&
				coursetest.Is(m[4], 100*share, 0) && coursetest.Is(m[5], 100*math.Sqrt(share*(1-share)/n), 0) &&
				m[6] == strconv.Itoa(wrong[1]) && m[7] == strconv.Itoa(wrong[-1]) && s.Find("features") == choose(64, int(s.Param("degree")))
		}, When: func(s told) bool { return s.Message == "" }},
	)
}

// The times told are those drawn; what does not fit has none.
func TestRaceTells(t *testing.T) {
	d := func(s told) float64 {
		p, err := strconv.Atoi(s.Choice("inputs"))
		if err != nil {
			return math.NaN()
		}
		return choose(p, int(s.Param("degree")))
	}
	at := func(s told, column string) float64 {
		return s.Column("race", column)[slices.Index(s.Column("race", "degree"), s.Param("degree"))]
	}
	fits := func(s told) bool { return d(s) <= engine.MaxFeatures && raceRows*d(s) <= engine.MaxFeatureEntries }
	coursetest.Tells(t, Lesson, "race", 6, []string{"degree=12", "degree=9", "degree=10"},
		coursetest.Clause{Says: `(\d+) inputs at degree (\d+) have ` + num + ` features\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("inputs") && m[1] == s.Choice("degree") && coursetest.Is(m[2], d(s), 0) && at(s, "features") == d(s)
		}},
		coursetest.Clause{Says: `For 100 points they do not fit; without them the matrix takes ` + num + ` ms\.`, Holds: func(s told, m []string) bool {
			return coursetest.Is(m[0], at(s, "time_kernel_ms"), 0) && math.IsNaN(at(s, "time_features_ms"))
		}, When: func(s told) bool { return !fits(s) }},
		coursetest.Clause{Says: `The matrix takes ` + num + ` ms with them and ` + num + ` ms without\.`, Holds: func(s told, m []string) bool {
			return fits(s) && coursetest.Is(m[0], at(s, "time_features_ms"), 0) && coursetest.Is(m[1], at(s, "time_kernel_ms"), 0)
		}},
		coursetest.Clause{Says: `There was no time to measure them(?:; without them the matrix takes ` + num + ` ms)?\.`, Holds: func(s told, m []string) bool {
			return math.IsNaN(at(s, "time_features_ms")) && (m[0] == "" || coursetest.Is(m[0], at(s, "time_kernel_ms"), 0))
		}, Rare: true},
		coursetest.Clause{Says: `Recorded on \d{4}-\d\d-\d\d, .+\.$`},
		coursetest.Clause{Says: `Measured just now on .+\.$`, Rare: true},
	)
}

// Each clause about the two fits is so of their curves and their matrix.
func TestSameTells(t *testing.T) {
	primal := func(s told) []float64 { return s.Column("primal", "y") }
	dual := func(s told) []float64 { return s.Column("fit", "y") }
	none := func(s told) bool { return s.Choice("compare") == "none" }
	gap := func(s told) float64 {
		top, scale := 0.0, floats.Norm(s.Column("data", "y"), math.Inf(1))
		for g, v := range primal(s) {
			top = math.Max(top, math.Abs(v-dual(s)[g]))
		}
		if scale == 0 {
			return top
		}
		return top / scale
	}
	both := func(s told) bool { return !none(s) && primal(s) != nil && dual(s) != nil }
	// alike reports whether the features' inner products are the kernel's, to rounding:
	// then what parts the curves is rounding, too.
	alike := func(s told) bool {
		K, Phi := s.Rows("gram"), s.Rows("features")
		size := 0.0
		for i := range K {
			size = math.Max(size, K[i][i])
		}
		for i, a := range Phi {
			for j, b := range Phi {
				if !engine.Agree(floats.Dot(a, b), K[i][j], size) {
					return false
				}
			}
		}
		return true
	}
	clauses := []coursetest.Clause{
		{Says: `Degree (\d+): (\d+) numbers? θ from features, (\d+) numbers? α from the kernel`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("degree") && m[1] == strconv.Itoa(int(s.Param("degree"))+1) && m[2] == strconv.Itoa(len(s.Column("data", "x")))
		}, When: func(s told) bool { return !none(s) }},
		{Says: `, and two curves, ` + num + ` of the largest \|y\| apart\.`, Holds: func(s told, m []string) bool {
			return both(s) && s.Choice("compare") == "plain" && !alike(s) && coursetest.Is(m[0], gap(s), 0)
		}},
		{Says: `, and one curve on paper: in sixteen digits the two are ` + num + ` of the largest \|y\| apart\.`, Holds: func(s told, m []string) bool {
			return both(s) && coursetest.Is(m[0], gap(s), 0) && gap(s) > 1e-3 && (alike(s) || s.Param("lambda") == 0)
		}},
		{Says: `, and one curve: the two are ` + num + ` of the largest \|y\| apart\.`, Holds: func(s told, m []string) bool {
			return both(s) && coursetest.Is(m[0], gap(s), 0) && gap(s) <= 1e-3 && (alike(s) || s.Param("lambda") == 0 || floats.Norm(s.Column("data", "y"), 2) == 0)
		}},
		{Says: `, and curves too close for sixteen digits to tell apart: ` + num + ` of the largest \|y\|\.`, Holds: func(s told, m []string) bool {
			return both(s) && s.Choice("compare") == "plain" && coursetest.Is(m[0], gap(s), 0) && gap(s) <= 1e-14*s.Find("condition")
		}},
		{Says: `\. Only the features give a curve\.`, When: func(s told) bool { return !none(s) && primal(s) != nil && dual(s) == nil }},
		{Says: `\. Only the kernel gives a curve\.`, When: func(s told) bool { return !none(s) && primal(s) == nil && dual(s) != nil }},
		{Says: `, and no curve\.`, When: func(s told) bool { return !none(s) && primal(s) == nil && dual(s) == nil }},
		{Says: `The similarity \(tt′ − 1\)([⁰¹²³⁴⁵⁶⁷⁸⁹]+) has no real features; the smallest eigenvalue of its matrix on (\d+) points? is ` + num + `\.`, Holds: func(s told, m []string) bool {
			return m[0] == course.Superscript(int(s.Param("degree"))) && m[1] == strconv.Itoa(len(s.Column("data", "x"))) && s.Shown(m[2], "smallest_eigenvalue") && math.IsNaN(s.Find("features"))
		}, When: none},
		{Says: `There is no curve\.`, When: func(s told) bool { return none(s) && dual(s) == nil }},
		{Says: `On these points it does as well as a kernel: the curve is the minimum of its objective\.`, Holds: func(s told, _ []string) bool {
			least, _ := curvestest.Negative(s)
			return least == 0
		}},
	}
	coursetest.Tells(t, Lesson, "same", 6, []string{
		"compare=none&degree=2", "compare=none&degree=2&lambda=1", "compare=none&degree=2&data=points&points=1,5", "compare=plain&degree=1", "compare=plain&degree=1&lambda=1", "degree=15&lambda=1e-10",
		"compare=plain&data=points&points=1,5&degree=5", "compare=plain&data=points&points=0,0;1,0&degree=5", "lambda=0&degree=3", "compare=none&degree=4&lambda=0", "compare=none&degree=1&lambda=0.1",
	}, slices.Concat(clauses, curvestest.Verdict())...)
}
