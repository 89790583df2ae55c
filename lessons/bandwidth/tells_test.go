package bandwidth

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
)

func TestFitSays(t *testing.T) {
	coursetest.Says(t, Lesson, "fit", 2, []string{
		"kernel=sigmoid", "data=sine&n=12&kernel=sigmoid&offset=-2&slope=0.1",
		"data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=0",
		"data=points&points=-3,-2&kernel=min", "data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=2",
		"data=points&points=0,0;1,2&kernel=cosine", "data=points&points=1,0;2,0&lambda=0.1",
		"kernel=periodic&period=0.1", "data=sine&n=12&kernel=periodic&period=0.4",
		"data=points&points=1,2;2,2;3,2;4,2&kernel=linear&bandwidth=100&lambda=0.1",
	}, curvestest.LeftOut, curvestest.Ridge()...)
}

// checkGram counts the entries of K anew.
func checkGram(t *testing.T, s *coursetest.State, r *similarities) {
	var on, pairs, others []float64
	half, twins := 0, 0
	x := s.Column("data", "x")
	for i, row := range s.Rows("gram") {
		on, pairs = append(on, row[i]), append(pairs, row[:i]...)
		for j, v := range row[:i] {
			if v > 0.5 {
				half++
			}
			if x[i] == x[j] {
				twins++
			} else {
				others = append(others, v)
			}
		}
	}
	if len(pairs) == 0 {
		return
	}
	if half != r.half || twins != r.twins || len(pairs) != len(r.distances) {
		t.Errorf("of %d pairs %d are half alike, and %d of one x: not %+v", len(pairs), half, twins, r)
	}
	diagonal, off := ends{slices.Min(on), slices.Max(on)}, ends{slices.Min(pairs), slices.Max(pairs)}
	if !engine.Agree(r.mean, stat.Mean(pairs, nil), off.high) || r.on != diagonal || r.off != off {
		t.Errorf("on the diagonal %v, off it %v, on average %v", r.on, r.off, r.mean)
	}
	coursetest.Within(t, r.most, slices.Max(append(others, 0)), 0, "how alike two points at different x are at most")
	coursetest.Within(t, r.median, middle(s.Column("distances", "distance")), 0, "the median distance")
}

// middle is the median, of an even number the mean of the middle two.
func middle(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

func TestGramSays(t *testing.T) {
	type claim = coursetest.Claim[*similarities]
	many := func(r *similarities) bool { return len(r.distances) > 0 }
	has := func(r *similarities) bool {
		switch r.kernel().(type) {
		case engine.Linear, engine.Polynomial, engine.Cosine, engine.Min, engine.Sigmoid:
			return false
		}
		return true
	}
	wide := func(r *similarities) bool { return has(r) && many(r) && r.off.low > 0.95 }
	narrow := func(r *similarities) bool { return has(r) && many(r) && !wide(r) && r.most < 0.05 }
	count := func(r *similarities) float64 { return float64(len(r.line.Data.X)) }
	counts := map[string]func(*similarities) float64{
		"count": count, "entry": func(r *similarities) float64 { return r.K.At(0, 0) },
		"half":  func(r *similarities) float64 { return float64(r.half) },
		"twins": func(r *similarities) float64 { return float64(r.twins) },
	}
	words := func(of func(*similarities) int) map[string]func(*similarities) string {
		return map[string]func(*similarities) string{
			"pairs": func(r *similarities) string {
				return course.Count(float64(len(r.distances))) + course.ByCount(len(r.distances), " pair", " pairs")
			},
			"are": func(r *similarities) string { return course.ByCount(of(r), "is", "are") },
			"on":  func(r *similarities) string { return between(r.on) },
			"off": func(r *similarities) string { return between(r.off) },
		}
	}
	twins := words(func(r *similarities) int { return r.twins })
	coursetest.Says(t, Lesson, "gram", 3, []string{
		"bandwidth=0.01", "data=points&points=1,2;1,3;5,1&bandwidth=0.1", "data=points&points=1,2;1,3&bandwidth=0.1",
	}, checkGram,
		claim{Text: saysNumber, When: func(r *similarities) bool { return has(r) && !many(r) }},
		claim{Text: saysEntry, Slots: counts, When: func(r *similarities) bool { return !has(r) && !many(r) }},
		claim{Text: saysEntries, Slots: counts, Words: twins,
			When: func(r *similarities) bool { return !has(r) && many(r) }},
		claim{Text: saysOnes, Slots: counts, When: wide},
		claim{Text: saysIdentity, Slots: counts, When: func(r *similarities) bool { return narrow(r) && r.twins == 0 }},
		claim{Text: saysBlocks, Slots: counts, Words: twins,
			When: func(r *similarities) bool { return narrow(r) && r.twins > 0 }},
		claim{Text: saysBetween, Slots: counts, Words: words(func(r *similarities) int { return r.half }),
			When: func(r *similarities) bool { return has(r) && many(r) && !narrow(r) && !wide(r) }},
	)
}

// between says where numbers lie.
func between(e ends) string {
	if engine.Agree(e.low, e.high, e.high) {
		return "of " + course.Digits(e.high)
	}
	return "from " + course.Digits(e.low) + " to " + course.Digits(e.high)
}

// checkMap looks through the map's entries for the least, what is as good, and what is
// within a standard error; at a place of the map its entry is the reader's error.
func checkMap(t *testing.T, s *coursetest.State, r *place) {
	lambdas, widths, rows := s.Column("lambdas", "lambda"), s.Column("bandwidths", "bandwidth"), s.Rows("loo_rmse")
	best, worst := slices.Min(slices.Concat(rows...)), slices.Max(slices.Concat(rows...))
	if best != r.m.best || worst != r.m.worst {
		t.Errorf("errors from %v to %v, not %v to %v", best, worst, r.m.best, r.m.worst)
	}
	i, j := slices.Index(lambdas, s.Param("lambda")), slices.Index(widths, s.Param("bandwidth"))
	if i >= 0 && j >= 0 && r.fit.Solution.Err == nil && !engine.Agree(rows[i][j], s.Find("loo_rmse"), rows[i][j]) {
		t.Errorf("the reader's error is %v, and %v on the map", s.Find("loo_rmse"), rows[i][j])
	}
	if r.m.level() {
		return
	}
	tied, inside, edge := 0, 0, true
	for i, row := range rows {
		for j, v := range row {
			if engine.Agree(v, best, best) {
				tied, inside = tied+1, inside+1
				edge = edge && (i%(len(lambdas)-1) == 0 || j%(len(widths)-1) == 0)
			} else if v <= best+r.m.standardError {
				inside++
			}
		}
	}
	if tied != r.m.tied || inside != r.m.inside || edge != r.m.edge {
		t.Errorf("%d tied, %d within, on the edge %t: not %+v", tied, inside, edge, r.m)
	}
	checkTold(t, s, r, i, j)
	i, j = slices.Index(lambdas, s.Find("best_lambda")), slices.Index(widths, s.Find("best_bandwidth"))
	if i < 0 || j < 0 || rows[i][j] != best {
		t.Errorf("at %v and %v the error is not %v", s.Find("best_lambda"), s.Find("best_bandwidth"), best)
	}
}

// checkTold counts the places that are not told from the best, and compares the reader's place, at
// row i and column j if it is on the map, with the best by fits of their own.
func checkTold(t *testing.T, s *coursetest.State, r *place, i, j int) {
	within := floats.Count(func(v float64) bool { return v < 2 }, r.m.paired.RawMatrix().Data)
	if within != r.m.within || s.Find("within") != float64(within) {
		t.Errorf("%d places are not told from the best: not %d", within, r.m.within)
	}
	if i < 0 || j < 0 || r.fit.Solution.Err != nil || r.fit.Negative() > 0 || len(r.line.Data.Y) < 3 {
		return
	}
	best := course.Must(engine.Eigen(engine.Gram(r.family.At(r.m.bestWidth), r.line.Data.X)))
	least := course.Must(best.Solve(r.line.Data.Y, r.m.bestLambda)).LOOResiduals
	var d []float64
	for k, v := range r.fit.Solution.LOOResiduals {
		d = append(d, v*v-least[k]*least[k])
	}
	mean, deviation := stat.MeanStdDev(d, nil)
	want, got := mean/deviation*math.Sqrt(float64(len(d))), r.m.paired.At(i, j)
	if math.Abs(want-got) > 1e-4*(1+math.Abs(want)) && got != 0 && !math.IsInf(got, 1) {
		t.Errorf("the reader's place is %v standard errors worse, not %v", want, got)
	}
}

func TestMapSays(t *testing.T) {
	type claim = coursetest.Claim[*place]
	fits := func(r *place) bool { return r.fit.Solution.Err == nil }
	level := func(r *place) bool {
		return math.IsInf(r.m.best, 1) || engine.Agree(r.m.worst, r.m.best, r.m.best)
	}
	slots := map[string]func(*place) float64{
		"others": func(r *place) float64 { return float64(r.m.tied - 1) },
		"places": func(*place) float64 { return 40 * 41 }, "most": func(r *place) float64 { return r.m.most },
	}
	words := map[string]func(*place) string{
		"are": func(r *place) string { return course.ByCount(r.m.within, "is", "are") },
	}
	least := func(text string, tied, edge bool) claim {
		return claim{Text: saysLeast + text + saysWithin, Slots: slots, Words: words, Rare: tied && !edge,
			When: func(r *place) bool { return !level(r) && tied == (r.m.tied > 1) && edge == r.m.edge }}
	}
	coursetest.Says(t, Lesson, "map", 1, []string{
		"data=points&points=0,1;1,2;3,6&kernel=periodic&bandwidth=100",
		"data=sine&n=5&lambda=0&kernel=rational-quadratic", "data=points&points=0,1;0,1",
		"data=points&points=1,1000000;2,-1000000",
	}, checkMap,
		claim{Text: saysStand, When: fits},
		claim{Text: saysNoFit, When: func(r *place) bool { return !fits(r) }},
		claim{Text: saysNowhere, When: func(r *place) bool { return math.IsInf(r.m.best, 1) }, Rare: true},
		claim{Text: saysLevel, When: func(r *place) bool { return level(r) && !math.IsInf(r.m.best, 1) }},
		least("", false, false), least(saysTied, true, false), least(saysEdge, false, true),
		least(saysTied+saysEdge, true, true),
		claim{Text: saysDarkest, Slots: slots, When: func(r *place) bool { return !level(r) && r.m.worst > r.m.most }},
	)
}

// leftOut are the residuals of points left out, each by a fit without it.
func leftOut(s *coursetest.State, ell, lambda float64) []float64 {
	d := engine.Dataset{X: engine.Column(s.Column("data", "x")), Y: s.Column("data", "y")}
	r, n := make([]float64, d.Len()), float64(d.Len())
	for i, y := range d.Y {
		others := engine.Dataset{X: coursetest.Without(d.X, i), Y: coursetest.Without(d.Y, i)}
		f := course.Must(engine.KRR(engine.Gaussian{Length: ell}, others, lambda*n/(n-1)))
		r[i] = y - f.Eval(d.X[i])
	}
	return r
}

// checkRules looks for the least error, and refits honestly where points are few.
func checkRules(t *testing.T, s *coursetest.State, r *trial) {
	if r.without != "" || !r.whole {
		return
	}
	widths, loo := s.Column("profile", "bandwidth"), s.Column("profile", "loo_rmse")
	best := slices.Index(loo, slices.Min(loo))
	if loo[best] != s.Find("best_loo_rmse") || widths[best] != s.Find("best_bandwidth") {
		t.Errorf("the least error is %v, at %v", loo[best], widths[best])
	}
	ell := widthBy(r.name, engine.Column(s.Column("data", "x")))
	if (r.rule == nil) != !(ell > 0) || r.rule != nil && s.Find("rule_bandwidth") != ell {
		t.Errorf("the rule gives %v", ell)
	}
	lambda, bestLambda := s.Find("rule_lambda"), s.Find("best_lambda")
	if r.rule == nil || r.line.Data.Len() > 60 || !(lambda > 1e-6) {
		return
	}
	misses := leftOut(s, ell, lambda)
	coursetest.Within(t, s.Find("rule_loo_rmse"), rms(misses), 1e-6*rms(misses), "its error")
	if !(bestLambda > 1e-6) {
		return
	}
	for i, b := range leftOut(s, widths[best], bestLambda) {
		misses[i] = misses[i]*misses[i] - b*b
	}
	mean, deviation := stat.MeanStdDev(misses, nil)
	paired := mean / deviation * math.Sqrt(float64(len(misses)))
	if math.IsNaN(r.paired) {
		if slices.Max(misses)-slices.Min(misses) > 1e-6*slices.Max(misses) {
			t.Errorf("the squared misses differ by %v", misses)
		}
	} else if r.paired > 2 && !(math.Abs(paired-r.paired) <= 1e-4*paired) {
		t.Errorf("worse by %v standard errors, not %v", paired, r.paired)
	}
}

func TestRulesSay(t *testing.T) {
	type claim = coursetest.Claim[*trial]
	when := func(holds func(r *trial) bool) func(*trial) bool {
		return func(r *trial) bool { return r.rule != nil && holds(r) }
	}
	worse := func(r *trial) bool { return r.paired > 2 }
	ends := func(r *trial) bool { // the whole has no bandwidth beyond the best
		widths := r.p.column(bandwidthOf)
		return widths[len(widths)-1] == r.p.least().bandwidth
	}
	part := func(r *trial) bool { return r.without == "" && !r.whole }
	sizes := map[string]func(*trial) float64{
		"size":      func(r *trial) float64 { return math.Abs(r.paired) },
		"size_deep": func(r *trial) float64 { return math.Abs(r.unbounded) },
	}
	coursetest.Says(t, Lesson, "rules", 2, []string{
		"data=points&points=1,2", "data=points&points=1,2;1,3", "show=whole&data=points&points=1,2;1,3;4,4",
		"show=whole&data=points", "show=whole&data=points&points=1,2;1,3;1,5;1,4;4,4",
		"show=whole&data=points&points=1,1000000;2,-1000000", "show=whole&data=points&points=0,0;1,0;2,0",
		"show=whole&data=step&n=40&rule=q75", "show=whole&rule=q75", "show=whole&data=two-scale&n=40",
	}, checkRules,
		claim{Text: "No bandwidth.", When: func(r *trial) bool { return r.without != "" }},
		claim{Text: saysPiece, When: func(r *trial) bool { return part(r) && !ends(r) }},
		claim{Text: saysEnd, When: func(r *trial) bool { return part(r) && ends(r) }},
		claim{Text: saysNoRule, When: func(r *trial) bool { return r.whole && r.without == "" && r.rule == nil }},
		claim{Text: saysRule, When: when(coursetest.Always[*trial])},
		claim{Text: saysNoError, When: when(func(r *trial) bool { return math.IsNaN(r.paired) })},
		claim{Text: saysSame, When: when(func(r *trial) bool { return r.paired == 0 })},
		claim{Text: saysBetter, Slots: sizes, Rare: true, When: when(func(r *trial) bool { return r.paired < -2 })},
		claim{Text: saysChance, Slots: sizes,
			When: when(func(r *trial) bool { return r.paired != 0 && math.Abs(r.paired) <= 2 })},
		claim{Text: saysWorse, When: when(worse)},
		claim{Text: saysDeep, Slots: sizes, Rare: true,
			When: when(func(r *trial) bool { return worse(r) && r.unbounded < -2 })},
		claim{Text: saysDeepAlike, Slots: sizes,
			When: when(func(r *trial) bool { return worse(r) && math.Abs(r.unbounded) <= 2 })},
	)
}

// checkArrows finds the angles anew, and that the arrows have the Gram matrix.
func checkArrows(t *testing.T, s *coursetest.State, r *images) {
	ell := s.Param("bandwidth")
	for d, angle := range map[float64]float64{1: r.first, 2: r.second, 3: r.across} {
		want := math.Acos(math.Exp(-d*d/(2*ell*ell))) * 180 / math.Pi
		coursetest.Within(t, angle, want, 1e-9, "the angle between points %v apart, in degrees", d)
	}
	a := arrowsOf(r.K.At)
	for i := range a {
		for j := range a {
			dot := a[i].X*a[j].X + a[i].Y*a[j].Y + a[i].Z*a[j].Z
			coursetest.Within(t, dot, r.K.At(i, j), 1e-7, "the inner product of arrows %d and %d", i, j)
		}
	}
}

func TestArrowsSay(t *testing.T) {
	coursetest.Says(t, Lesson, "arrows", 4, []string{"bandwidth=0.1", "bandwidth=0.85", "bandwidth=30"}, checkArrows,
		coursetest.Claim[*images]{Text: saysArrows, When: coursetest.Always[*images]})
}
