package kerneltrick

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
)

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
	up := floats.Count(func(v float64) bool { return v > 0 }, products)
	down := floats.Count(func(v float64) bool { return v < 0 }, products)
	for a, product := range products {
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
	sum, size := floats.Sum(products), floats.Norm(products, 1)
	near := 1e-12 * size
	coursetest.Within(t, s.Find("gap"), 0, 1e-14*size, "what of the kernel is missing in the sum")
	coursetest.Same(t, s.Find, 0, map[string]float64{"gap": math.Abs(v.sum - v.kernel), "features": float64(kept)})
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
			"inputs=1&offset=0", "x1=0.1&x2=0&y1=-3&offset=0.3", "inputs=1", "degree=12", "offset=0.05&degree=7",
			"x1=-3&x2=3&y1=3&y2=-3&degree=12&offset=3",
		},
		checkExploder,
		coursetest.Claim[*explosion]{Text: saysSum, Slots: signs, Words: power,
			When: func(v *explosion) bool { return !one(v) && !zero(v) }},
		coursetest.Claim[*explosion]{Text: saysZero, Slots: signs, Words: power, When: zero},
		coursetest.Claim[*explosion]{Text: saysLone, Words: power, When: one},
	)
}

// checkDigits counts the signs that are wrong.
func checkDigits(t *testing.T, s state, r *sorting) {
	f, odd := s.Column("sorted", "f"), s.Column("sorted", "odd")
	wrong := map[float64]int{}
	for i, v := range f {
		if (v > 0) != (odd[i] > 0) {
			wrong[odd[i]]++
		}
	}
	n := float64(len(f))
	share := float64(wrong[1]+wrong[-1]) / n
	if r.odd != wrong[1] || r.even != wrong[-1] || s.Find("misread") != float64(wrong[1]+wrong[-1]) ||
		!engine.Agree(s.Find("misread_percent"), 100*share, 1) || s.Find("features") != choose(64, r.degree) ||
		!engine.Agree(s.Find("misread_standard_error"), 100*math.Sqrt(share*(1-share)/n), 1) {
		t.Errorf("%d and %d are misread, not %v", r.odd, r.even, wrong)
	}
}

func TestDigitsSays(t *testing.T) {
	percent := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) + " %" }
	coursetest.Says(t, Lesson, "digits", 20, []string{"degree=8&n=20&lambda=1e-8"}, checkDigits,
		coursetest.Claim[*sorting]{Text: saysSorted, When: func(r *sorting) bool { return r.f != nil },
			Slots: map[string]func(*sorting) float64{
				"others": func(r *sorting) float64 { return float64(len(r.f)) },
				"odd":    func(r *sorting) float64 { return float64(r.odd) },
				"even":   func(r *sorting) float64 { return float64(r.even) },
			},
			Words: map[string]func(*sorting) string{
				"share":     func(r *sorting) string { return percent(100 * r.share) },
				"uncertain": func(r *sorting) string { return percent(100 * uncertain(r.share)) },
			}},
		coursetest.Claim[*sorting]{Text: saysNoFit, Rare: true, When: func(r *sorting) bool { return r.f == nil }},
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
	if without := recording().Tasks[gramTask("kernel", r.p, r.degree)].Mid; !r.times.Live && r.without != without {
		t.Errorf("%v ms is not what was recorded, %v", r.without, without)
	}
}

func TestRaceSays(t *testing.T) {
	type claim = coursetest.Claim[*race]
	type slots = map[string]func(*race) float64
	words := map[string]func(*race) string{
		"features": func(r *race) string { return course.Count(choose(r.p, r.degree)) },
		"when":     func(*race) string { return recording().Date },
		"machine":  func(r *race) string { return r.times.Machine },
		"why":      func(r *race) string { return r.times.Why },
	}
	coursetest.Says(t, Lesson, "race", 6, []string{"degree=12", "degree=9", "degree=10"}, checkRace,
		claim{Text: saysFeatures, Words: words, When: coursetest.Always[*race]},
		claim{Text: saysTooMany, When: func(r *race) bool { return !r.fits },
			Slots: slots{"points": func(*race) float64 { return raceRows }}},
		claim{Text: saysNoTime, Rare: true, When: func(r *race) bool { return r.fits && math.IsNaN(r.with) }},
		claim{Text: saysRecorded, Words: words, When: func(r *race) bool { return !r.times.Live && r.times.Why == "" }},
		claim{Text: saysBusy, Words: words, Rare: true, When: func(r *race) bool { return r.times.Why != "" }},
		claim{Text: saysFresh, Words: words, Rare: true, When: func(r *race) bool { return r.times.Live }},
	)
}

// alike reports whether the features' inner products are the kernel's, to rounding: then
// what parts the curves is rounding, too.
func alike(s state) bool {
	K, Phi := s.Rows("gram"), s.Rows("features")
	size := floats.Norm(slices.Concat(K...), math.Inf(1))
	for i, a := range Phi {
		for j, b := range Phi {
			if !engine.Agree(floats.Dot(a, b), K[i][j], size) {
				return false
			}
		}
	}
	return true
}

func TestSameSays(t *testing.T) {
	type claim = coursetest.Claim[state]
	primal := func(s state) []float64 { return s.Column("primal", "y") }
	dual := func(s state) []float64 { return s.Column("fit", "y") }
	none := func(s state) bool { return s.Choice("compare") == "none" }
	plain := func(s state) bool { return s.Choice("compare") == "plain" }
	one := func(s state) bool { return alike(s) || s.Param("lambda") == 0 }
	points := func(s state) float64 { return float64(len(s.Column("data", "x"))) }
	// The numbers of both: q, q + 1 θ, n α.
	numbers := func(s state, said []float64) bool {
		q := s.Param("degree")
		return said[0] == q && said[1] == q+1 && said[2] == points(s) && !none(s)
	}
	both := func(holds func(s state, gap float64) bool) func(state, []float64) bool {
		return func(s state, said []float64) bool {
			gap := floats.Distance(primal(s), dual(s), math.Inf(1))
			scale := floats.Norm(s.Column("data", "y"), math.Inf(1))
			if scale > 0 {
				gap /= scale
			}
			return numbers(s, said) && said[3] == gap && holds(s, gap)
		}
	}
	only := func(first, second bool) func(state) bool {
		return func(s state) bool { return !none(s) && (primal(s) != nil) == first && (dual(s) != nil) == second }
	}
	coursetest.Says(t, Lesson, "same", 6, []string{
		"compare=none&degree=2", "compare=none&degree=2&lambda=1", "compare=none&degree=2&data=points&points=1,5",
		"compare=plain&degree=1", "compare=plain&degree=1&lambda=1", "degree=15&lambda=1e-10",
		"compare=plain&data=points&points=1,5&degree=5", "compare=plain&data=points&points=0,0;1,0&degree=5",
		"lambda=0&degree=3", "compare=none&degree=4&lambda=0", "compare=none&degree=1&lambda=0.1",
	}, curvestest.Unchecked, append(curvestest.Objective(),
		claim{Text: saysTwo, Holds: both(func(s state, _ float64) bool { return plain(s) && !alike(s) })},
		claim{Text: saysOnPaper, Holds: both(func(s state, gap float64) bool { return gap > 1e-3 && one(s) })},
		claim{Text: saysOne, Holds: both(func(s state, gap float64) bool {
			return gap <= 1e-3 && (one(s) || floats.Norm(s.Column("data", "y"), 2) == 0)
		})},
		claim{Text: saysClose, Holds: both(func(s state, gap float64) bool {
			return plain(s) && gap <= 1e-14*s.Find("condition")
		})},
		claim{Text: saysPrimal, Holds: numbers, When: only(true, false)},
		claim{Text: saysDual, Holds: numbers, When: only(false, true)},
		claim{Text: saysNeither, Holds: numbers, When: only(false, false)},
		claim{Text: saysNoFeatures, When: none, Words: map[string]func(state) string{
			"power": func(s state) string { return course.Superscript(int(s.Param("degree"))) },
		}, Slots: map[string]func(state) float64{"n": points}},
		claim{Text: saysNoCurve, When: func(s state) bool { return none(s) && dual(s) == nil }},
		claim{Text: saysAsKernel, Holds: func(s state, _ []float64) bool {
			least, _ := curvestest.Negative(s)
			return least == 0
		}})...)
}
