package psdkernels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
)

type state = *coursetest.State

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// spectrum are the least eigenvalue, by gonum, and what is zero to rounding.
func spectrum(s state) (least, zero float64) {
	values, _ := coursetest.Eigen(s.Rows("gram"))
	return values[0], engine.Rounding(len(values), floats.Norm(values, math.Inf(1)))
}

// checkExamined finds the least eigenvalue anew, and cᵀKc of the witness.
func checkExamined(t *testing.T, s state, e *examined) {
	least, zero := spectrum(s)
	if math.Abs(e.smallest()-least) > zero || math.Abs(e.rounding-zero) > 1e-12*zero ||
		(e.smallest() == 0) != (math.Abs(least) <= zero) {
		t.Errorf("the least eigenvalue is %v, to %v: not %v, to %v", least, zero, e.smallest(), e.rounding)
	}
	c := e.witness
	if (c != nil) != (least < -zero) {
		t.Errorf("the least eigenvalue is %v, and the witness %v", least, c)
	}
	if c == nil {
		return
	}
	K, v := mat.NewDense(len(c), len(c), slices.Concat(s.Rows("gram")...)), mat.NewVecDense(len(c), c)
	sum := mat.Inner(v, K, v)
	if math.Abs(sum-e.smallest()) > zero || math.Abs(floats.Norm(c, 2)-1) > 1e-9 {
		t.Errorf("of c = %v the sum is %v", c, sum)
	}
}

// examinedSays are what a matrix says, of points named in some words.
func examinedSays[W course.Work](
	of func(W) *examined, kernel func(W) engine.Kernel, who func(W) string,
) []coursetest.Claim[W] {
	words := map[string]func(W) string{"who": who}
	when := func(low, high float64) func(W) bool {
		return func(w W) bool {
			e := of(w)
			return e != nil && low <= e.smallest() && e.smallest() <= high
		}
	}
	// Those of which the page has a proof, by the names that programs give them.
	others := func(proof bool) func(W) bool {
		return func(w W) bool {
			if !when(0, math.Inf(1))(w) {
				return false
			}
			name, polynomial := strings.CutPrefix(fmt.Sprintf("%v", kernel(w)), "polynomial(")
			has := polynomial && !strings.Contains(name, "-")
			for _, is := range []string{"gaussian", "laplacian", "exponential", "matern", "rational", "periodic",
				"linear", "cosine"} {
				has = has || strings.HasPrefix(name, is) && !strings.Contains(name, "*")
			}
			return has == proof
		}
	}
	const tiny = math.SmallestNonzeroFloat64
	rounding := map[string]func(W) float64{"rounding": func(w W) float64 { return of(w).rounding }}
	return []coursetest.Claim[W]{
		{Text: saysWitness, Words: words, When: when(math.Inf(-1), -tiny)},
		{Text: saysZero, Words: words, Slots: rounding, When: when(0, 0)},
		{Text: saysPositive, Words: words, When: when(tiny, math.Inf(1))},
		{Text: saysProved, When: others(true)}, {Text: saysOthers, When: others(false)},
	}
}

// Where arcs convict by little, in a state that was called doubtful, and where it is
// less than rounding, nobody says that no c convicts.
func TestArcsAreConvictedByLittle(t *testing.T) {
	p := coursetest.Opened(t, Lesson, "detective", "n=57&bandwidth=0.541")
	if v := p.Find("smallest"); !(v < -2e-8 && v > -3e-8) || p.Find("negative") == 0 {
		t.Errorf("57 hours at ℓ = 0.541: smallest %v, %v negative", v, p.Find("negative"))
	}
	p = coursetest.Opened(t, Lesson, "detective", "n=48&bandwidth=0.398")
	K := p.Matrices[0].Values.(mat.Symmetric)
	report, err := engine.CheckPSD(K)
	if err != nil || report.Verdict != engine.SemiDefinite || p.Find("smallest") != 0 ||
		strings.Contains(p.Description, "no c") {
		t.Errorf("48 hours at ℓ = 0.398: %v, %+v; %s", err, report.Value, p.Description)
	}
}

func TestDetectiveSays(t *testing.T) {
	type claim = coursetest.Claim[*detective]
	shown := func(r *detective) bool { return r.c != nil }
	point := map[string]func(*detective) float64{
		"x1":   func(r *detective) float64 { return r.points.X[r.at][0] },
		"x2":   func(r *detective) float64 { return r.points.X[r.at][1] },
		"self": func(r *detective) float64 { return r.kernel().Eval(r.points.X[r.at], r.points.X[r.at]) },
		"c":    func(r *detective) float64 { return r.c.witness[r.at] },
	}
	who := func(r *detective) string {
		n := len(r.points.X)
		return course.ByCount(n, "this point", "these "+strconv.Itoa(n)+" points")
	}
	check := func(t *testing.T, s state, r *detective) {
		if r.c == nil {
			return
		}
		checkExamined(t, s, r.c)
		least := mat.Min(r.c.K)
		coursetest.Within(t, r.least, least, engine.Rounding(1, math.Max(-least, mat.Max(r.c.K))), "the least entry")
	}
	coursetest.Says(t, Lesson, "detective", 2, []string{
		"at=3", "data=points&points=none", handQuery, "kernel=linear&data=points&points=-1,0;1,0&at=2",
		"data=points&points=3,4", "kernel=min&data=irises&at=12", "n=1",
	}, check, append(examinedSays(func(r *detective) *examined { return r.c },
		func(r *detective) engine.Kernel { return r.kernel() }, who),
		claim{Text: saysPoint, Slots: point,
			When: func(r *detective) bool { return shown(r) && r.at >= 0 && r.c.witness == nil }},
		claim{Text: saysWitnessPoint, Slots: point,
			When: func(r *detective) bool { return shown(r) && r.at >= 0 && r.c.witness != nil }},
		claim{Text: saysNoPoints, When: func(r *detective) bool { return len(r.points.X) == 0 }},
		claim{Text: saysNoEigenvalues, Rare: true,
			When: func(r *detective) bool { return len(r.points.X) > 0 && !shown(r) }},
	)...)
}

func TestZooSays(t *testing.T) {
	type claim = coursetest.Claim[*zoo]
	always := coursetest.Always[*zoo]
	check := func(t *testing.T, s state, r *zoo) {
		checkExamined(t, s, r.c)
		most := 0.0
		for _, f := range []string{"f1", "f2", "f3", "f4", "f5"} {
			most = math.Max(most, floats.Norm(s.Column("functions", f), math.Inf(1)))
		}
		k, z := s.Column("kernel", "k"), []float64{s.Param("z")}
		if r.low != slices.Min(k) || r.high != slices.Max(k) || r.most != most {
			t.Errorf("k from %v to %v, functions to %v: not %+v", slices.Min(k), slices.Max(k), most, r)
		}
		for g, x := range s.Column("kernel", "x") {
			v := r.k.Eval([]float64{x}, z)
			coursetest.Within(t, k[g], v, 1e-9*(1+math.Abs(v)), "k(%v, %v)", x, z)
		}
	}
	who := func(*zoo) string { return "these 13 points" }
	besides := []string{"kernel=min&data=positive", "kernel=linear", "z=2&kernel=laplacian"}
	coursetest.Says(t, Lesson, "zoo", 4, besides, check,
		append(examinedSays(func(r *zoo) *examined { return r.c }, func(r *zoo) engine.Kernel { return r.k }, who),
			claim{Text: saysRange, When: always},
		)...)
}

// The α are the same whatever the kernel, and the functions are made of them.
func TestZooKeepsItsWeights(t *testing.T) {
	a := coursetest.Opened(t, Lesson, "zoo", "")
	b := coursetest.Opened(t, Lesson, "zoo", "kernel=min&data=positive")
	for m := range functions {
		name := "f" + strconv.Itoa(m+1)
		alpha := coursetest.Values(t, b, "alpha", name)
		if !slices.Equal(coursetest.Values(t, a, "alpha", name), alpha) {
			t.Errorf("%s has other α with another kernel", name)
		}
		xs := coursetest.Values(t, b, "functions", "x")
		for g, f := range coursetest.Values(t, b, "functions", name) {
			sum := 0.0
			for i, a := range alpha {
				sum += a * math.Min(0.5*float64(i), xs[g])
			}
			coursetest.Within(t, f, sum, 1e-9, "%s(%g)", name, xs[g])
		}
	}
}

func TestFitSays(t *testing.T) {
	coursetest.Says(t, Lesson, "fit", 3, []string{"lambda=0.0001", "kernel=min&lambda=10", "at=3"},
		curvestest.Unchecked, curvestest.Ridge()...)
}
