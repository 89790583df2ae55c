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

type state = *coursetest.State

func choose(p, q int) float64 {
	v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(p+q), int64(q))).Float64()
	return v
}

// weight is what stands in front of a monomial of those exponents in (c + xᵀx′)^q.
func weight(s state, exponent func(i int) float64, p int) float64 {
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

// counted are the monomials up to the degree that have a weight, and the multiplications
// that make them all: those of lower order are made on the way.
func counted(s state, p, q int) (kept, made int) {
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
	return kept, made
}

// checkExploder counts the products and their signs, and holds their sum to the kernel.
func checkExploder(t *testing.T, s state, v *explosion) {
	products, x, y := s.Column("terms", "product"), s.Column("points", "x"), s.Column("points", "x_prime")
	p, q := len(x), int(s.Param("degree"))
	up, down, size := 0, 0, 0.0
	for a, product := range products {
		if size += math.Abs(product); product > 0 {
			up++
		} else if product < 0 {
			down++
		}
		if weight(s, func(i int) float64 { return s.Column("terms", "a_"+strconv.Itoa(i+1))[a] }, p) == 0 {
			t.Errorf("the product %v is of no feature", product)
		}
	}
	kept, made := counted(s, p, q)
	if len(products) != kept || v.up != up || v.down != down {
		t.Errorf("%d, %d and %d of %d products", kept, up, down, len(products))
	}
	if v.multiplied != float64(2*made+kept) || v.directly != float64(p+q-1) { // for both points, and the products
		t.Errorf("%v and %v multiplications, not %d and %d", v.multiplied, v.directly, 2*made+kept, p+q-1)
	}
	k := math.Pow(s.Param("offset")+floats.Dot(x, y), float64(q))
	sum, near := floats.Sum(products), 1e-12*size
	if math.Abs(v.sum-sum) > near || math.Abs(v.kernel-k) > near || math.Abs(sum-k) > near {
		t.Errorf("the sum is %v, not %v, and the kernel %v, not %v", v.sum, sum, v.kernel, k)
	}
}

func TestExploderSays(t *testing.T) {
	type slots = map[string]func(*explosion) float64
	signs := slots{
		"products": func(v *explosion) float64 { return float64(len(v.products)) },
		"up":       func(v *explosion) float64 { return float64(v.up) },
		"down":     func(v *explosion) float64 { return float64(v.down) },
		"zero":     func(v *explosion) float64 { return float64(len(v.products) - v.up - v.down) },
	}
	power := map[string]func(*explosion) string{"power": func(v *explosion) string {
		if v.offset == 0 {
			return "(xᵀx′)" + course.Superscript(v.degree)
		}
		return "(" + course.Value(v.offset) + " + xᵀx′)" + course.Superscript(v.degree)
	}}
	one := func(v *explosion) bool { return len(v.products) == 1 }
	zero := func(v *explosion) bool { return !one(v) && slices.Contains(v.products, 0) }
	coursetest.Says(t, Lesson, "exploder", 40,
		[]string{
			"inputs=1&degree=1", "x1=0&x2=0&offset=0", "degree=12&x1=3&x2=3&y1=-3&y2=3", "degree=7&offset=0",
			"inputs=1&offset=0", "x1=0.1&x2=0&y1=-3&offset=0.3",
		},
		checkExploder,
		coursetest.Claim[*explosion]{Text: saysSum, Slots: signs, Words: power,
			When: func(v *explosion) bool { return !one(v) && !zero(v) }},
		coursetest.Claim[*explosion]{Text: saysZero, Slots: signs, Words: power, When: zero},
		coursetest.Claim[*explosion]{Text: saysLone, Words: power, When: one},
		coursetest.Claim[*explosion]{Text: saysCost, When: func(*explosion) bool { return true },
			Slots: slots{"multiplications": func(v *explosion) float64 { return v.multiplied }}},
	)
}

// Each clause about the images is so by a count of signs.
func TestDigitsTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "digits", 20, []string{"degree=8&n=20&lambda=1e-8"},
		coursetest.Clause{Says: `Degree (\d+), learnt from (\d+) images: of (\d+) others (\d+) are misread, (\S+) %, ` +
			`give or take (\S+) %\. Of these (\d+) are odd and (\d+) even\.`, Holds: func(s state, m []string) bool {
			f, odd := s.Column("sorted", "f"), s.Column("sorted", "odd")
			wrong := map[float64]int{}
			for i, v := range f {
				if (v > 0) != (odd[i] > 0) {
					wrong[odd[i]]++
				}
			}
			all, n := wrong[1]+wrong[-1], float64(len(f))
			share := float64(all) / n
			return m[0] == s.Choice("degree") && m[1] == s.Choice("n") && m[2] == strconv.Itoa(len(f)) &&
				m[3] == strconv.Itoa(all) && s.Find("features") == choose(64, int(s.Param("degree"))) &&
				coursetest.Is(m[4], 100*share, 0) && coursetest.Is(m[5], 100*math.Sqrt(share*(1-share)/n), 0) &&
				m[6] == strconv.Itoa(wrong[1]) && m[7] == strconv.Itoa(wrong[-1])
		}, When: func(s state) bool { return s.Message == "" }},
	)
}

// checkRace holds the times to those drawn; what does not fit has none.
func checkRace(t *testing.T, s state, r *race) {
	at := func(column string) float64 {
		return s.Column("race", column)[slices.Index(s.Column("race", "degree"), s.Param("degree"))]
	}
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	d := choose(r.p, r.degree)
	if r.features != d || at("features") != d || strconv.Itoa(r.p) != s.Choice("inputs") {
		t.Errorf("%v features, not %v", r.features, d)
	}
	if r.fits != (d <= engine.MaxFeatures && raceRows*d <= engine.MaxFeatureEntries) || !r.fits && !math.IsNaN(r.with) {
		t.Errorf("features fit: %t, and take %v ms", r.fits, r.with)
	}
	if !same(r.with, at("time_features_ms")) || !same(r.without, at("time_kernel_ms")) {
		t.Errorf("%v and %v ms are not those drawn", r.with, r.without)
	}
	if without := recording.Tasks[gramTask("kernel", r.p, r.degree)].Mid; !r.times.Live && r.without != without {
		t.Errorf("%v ms is not what was recorded, %v", r.without, without)
	}
}

func TestRaceSays(t *testing.T) {
	type slots = map[string]func(*race) float64
	words := map[string]func(*race) string{
		"features": func(r *race) string { return course.Count(choose(r.p, r.degree)) },
		"when":     func(*race) string { return recording.Date },
		"machine":  func(r *race) string { return r.times.Machine },
		"why":      func(r *race) string { return r.times.Why },
	}
	timed := func(r *race) bool { return r.fits && !math.IsNaN(r.with) }
	coursetest.Says(t, Lesson, "race", 6, []string{"degree=12", "degree=9", "degree=10"}, checkRace,
		coursetest.Claim[*race]{Text: saysFeatures, Words: words, When: func(*race) bool { return true }},
		coursetest.Claim[*race]{Text: saysTooMany, When: func(r *race) bool { return !r.fits },
			Slots: slots{"points": func(*race) float64 { return raceRows }}},
		coursetest.Claim[*race]{Text: saysTimes, When: timed},
		coursetest.Claim[*race]{Text: saysNoTime, Rare: true,
			When: func(r *race) bool { return r.fits && !timed(r) && math.IsNaN(r.without) }},
		coursetest.Claim[*race]{Text: saysWithout, Rare: true,
			When: func(r *race) bool { return r.fits && !timed(r) && !math.IsNaN(r.without) }},
		coursetest.Claim[*race]{Text: saysRecorded, Words: words,
			When: func(r *race) bool { return !r.times.Live && r.times.Why == "" }},
		coursetest.Claim[*race]{Text: saysBusy, Words: words, Rare: true,
			When: func(r *race) bool { return r.times.Why != "" }},
		coursetest.Claim[*race]{Text: saysFresh, Words: words, Rare: true,
			When: func(r *race) bool { return r.times.Live }},
	)
}

// Each clause about the two fits is so of their curves and their matrix.
func TestSameTells(t *testing.T) {
	primal := func(s state) []float64 { return s.Column("primal", "y") }
	dual := func(s state) []float64 { return s.Column("fit", "y") }
	none := func(s state) bool { return s.Choice("compare") == "none" }
	gap := func(s state) float64 {
		top, scale := 0.0, floats.Norm(s.Column("data", "y"), math.Inf(1))
		for g, v := range primal(s) {
			top = math.Max(top, math.Abs(v-dual(s)[g]))
		}
		if scale == 0 {
			return top
		}
		return top / scale
	}
	both := func(s state) bool { return !none(s) && primal(s) != nil && dual(s) != nil }
	// alike reports whether the features' inner products are the kernel's, to rounding:
	// then what parts the curves is rounding, too.
	alike := func(s state) bool {
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
	plain := func(s state) bool { return s.Choice("compare") == "plain" }
	told := func(s state, said string) bool { return both(s) && coursetest.Is(said, gap(s), 0) }
	one := func(s state) bool { return alike(s) || s.Param("lambda") == 0 }
	points := func(s state) string { return strconv.Itoa(len(s.Column("data", "x"))) }
	degree := func(s state) int { return int(s.Param("degree")) }
	const of = num + ` of the largest \|y\|`
	clauses := []coursetest.Clause{
		{Says: `Degree (\d+): (\d+) numbers? θ from features, (\d+) numbers? α from the kernel`,
			Holds: func(s state, m []string) bool {
				return m[0] == s.Choice("degree") && m[1] == strconv.Itoa(degree(s)+1) && m[2] == points(s)
			}, When: func(s state) bool { return !none(s) }},
		{Says: `, and two curves, ` + of + ` apart\.`,
			Holds: func(s state, m []string) bool { return told(s, m[0]) && plain(s) && !alike(s) }},
		{Says: `, and one curve on paper: in sixteen digits the two are ` + of + ` apart\.`,
			Holds: func(s state, m []string) bool { return told(s, m[0]) && gap(s) > 1e-3 && one(s) }},
		{Says: `, and one curve: the two are ` + of + ` apart\.`, Holds: func(s state, m []string) bool {
			return told(s, m[0]) && gap(s) <= 1e-3 && (one(s) || floats.Norm(s.Column("data", "y"), 2) == 0)
		}},
		{Says: `, and curves too close for sixteen digits to tell apart: ` + of + `\.`,
			Holds: func(s state, m []string) bool {
				return told(s, m[0]) && plain(s) && gap(s) <= 1e-14*s.Find("condition")
			}},
		{Says: `\. Only the features give a curve\.`,
			When: func(s state) bool { return !none(s) && primal(s) != nil && dual(s) == nil }},
		{Says: `\. Only the kernel gives a curve\.`,
			When: func(s state) bool { return !none(s) && primal(s) == nil && dual(s) != nil }},
		{Says: `, and no curve\.`, When: func(s state) bool { return !none(s) && primal(s) == nil && dual(s) == nil }},
		{Says: `The similarity \(tt′ − 1\)([⁰¹²³⁴⁵⁶⁷⁸⁹]+) has no real features; the smallest eigenvalue of its ` +
			`matrix on (\d+) points? is ` + num + `\.`, Holds: func(s state, m []string) bool {
			return m[0] == course.Superscript(degree(s)) && m[1] == points(s) && s.Shown(m[2], "smallest_eigenvalue") &&
				math.IsNaN(s.Find("features"))
		}, When: none},
		{Says: `There is no curve\.`, When: func(s state) bool { return none(s) && dual(s) == nil }},
		{Says: `On these points it does as well as a kernel: the curve is the minimum of its objective\.`,
			Holds: func(s state, _ []string) bool {
				least, _ := curvestest.Negative(s)
				return least == 0
			}},
	}
	coursetest.Tells(t, Lesson, "same", 6, []string{
		"compare=none&degree=2", "compare=none&degree=2&lambda=1", "compare=none&degree=2&data=points&points=1,5",
		"compare=plain&degree=1", "compare=plain&degree=1&lambda=1", "degree=15&lambda=1e-10",
		"compare=plain&data=points&points=1,5&degree=5", "compare=plain&data=points&points=0,0;1,0&degree=5",
		"lambda=0&degree=3", "compare=none&degree=4&lambda=0", "compare=none&degree=1&lambda=0.1",
	}, slices.Concat(clauses, curvestest.Verdict())...)
}
