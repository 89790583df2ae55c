package bandwidth

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
)

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson) }

// What the prose says of a state is what the figure shows there.
func TestBandwidthFactsAreTheFigures(t *testing.T) {
	facts := facts()
	const own = "data=points&points=0,12;1,0&lambda=0.25&bandwidth="
	const halves = "data=two-scale&n=120&noise=0.1"
	for _, c := range []struct{ fact, figure, query, name string }{
		{"best_loo", "map", "", "best_loo_rmse"},
		{"best_bandwidth", "map", "", "best_bandwidth"},
		{"best_lambda", "map", "", "best_lambda"},
		{"median", "map", "", "median_heuristic"},
		{"median_loo", "map", "bandwidth=12.4", "loo_rmse"},
		{"median_own", "map", "bandwidth=12.4&lambda=1.58e-7", "loo_rmse"},
		{"q10_own", "fit", "bandwidth=2&lambda=0.00562", "loo_rmse"},
		{"q25_own", "fit", "bandwidth=5.8&lambda=0.00126", "loo_rmse"},
		{"q75_own", "fit", "bandwidth=21.8&lambda=2.93e-9", "loo_rmse"},
		{"profile_loo", "map", "", "best_loo_rmse"},
		{"best_se", "map", "", "best_standard_error"},
		{"profile_se", "map", "", "best_standard_error"},
		{"narrow_together", "fit", "bandwidth=0.01", "loo_together_rmse"},
		{"narrow_identity", "gram", "bandwidth=0.01", "distance_to_identity"},
		{"half_alike", "gram", "bandwidth=10", "offdiagonal_mean"},
		{"narrow_train", "fit", "bandwidth=0.01", "train_rmse"},
		{"narrow_loo", "fit", "bandwidth=0.01", "loo_rmse"},
		{"wide_dof", "fit", "bandwidth=100", "degrees_of_freedom"},
		{"flat_condition", "fit", "bandwidth=100&lambda=1e-12", "condition"},
		{"good_dof", "fit", "bandwidth=7.36", "degrees_of_freedom"},
		{"laplacian_dof", "fit", "kernel=laplacian&bandwidth=7.36", "degrees_of_freedom"},
		{"laplacian_bandwidth", "map", "kernel=laplacian", "best_bandwidth"},
		{"faithful_loo", "fit", "data=faithful&bandwidth=1&lambda=0.001", "loo_rmse"},
		{"faithful_wrong_loo", "fit", "data=faithful&bandwidth=60&lambda=0.001", "loo_rmse"},
		{"faithful_wrong_mean", "gram", "data=faithful&bandwidth=60", "offdiagonal_mean"},
		{"both_bandwidth", "map", halves, "best_bandwidth"},
		{"both_lambda", "map", halves, "best_lambda"},
		{"sine_right_train", "fit", "data=sine&n=20&noise=0&bandwidth=1&lambda=1e-4", "train_rmse"},
		{"sine_right_loo", "fit", "data=sine&n=20&noise=0&bandwidth=1&lambda=1e-4", "loo_rmse"},
		{"sine_narrow_loo", "fit", "data=sine&n=20&noise=0&bandwidth=0.1&lambda=1e-4", "loo_rmse"},
	} {
		got, want := facts[c.fact], coursetest.State(t, Lesson, c.figure, c.query).Find(c.name)
		if !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
			t.Errorf("@{%s} = %v, but %s of %s?%s is %v", c.fact, got, c.name, c.figure, c.query, want)
		}
	}
	// The two points done by hand, as the figure fits them.
	for name, ell := range map[string]string{"hand_narrow": "0.1", "hand": strconv.FormatFloat(facts["hand_ell"], 'g', -1, 64)} {
		p := coursetest.State(t, Lesson, "fit", own+ell)
		alpha := coursetest.Values(t, p, "alpha", "alpha")
		for i, fact := range []string{name + "_f1", name + "_f2"} {
			f := p.Matrices[0].Values.At(i, 0)*alpha[0] + p.Matrices[0].Values.At(i, 1)*alpha[1]
			if math.Abs(f-facts[fact]) > 1e-9 {
				t.Errorf("@{%s} = %v, the figure has %v", fact, facts[fact], f)
			}
		}
	}
}

// The example in whole numbers is what the prose works out.
func TestTwoPointsByHand(t *testing.T) {
	facts := facts()
	for fact, want := range map[string]float64{
		"hand_a1": 9, "hand_a2": -3, "hand_f1": 7.5, "hand_f2": 1.5, "hand_r1": 12, "hand_narrow_f1": 8, "hand_narrow_f2": 0, "hand_wide_f1": 4.8,
	} {
		if math.Abs(facts[fact]-want) > 1e-4 {
			t.Errorf("@{%s} = %v, by hand %v", fact, facts[fact], want)
		}
	}
	if p := coursetest.State(t, Lesson, "fit", "data=points&points=0,12;1,0&bandwidth=0.8493&lambda=0.25"); math.Abs(p.Matrices[0].Values.At(0, 1)-0.5) > 1e-4 {
		t.Error("the typed bandwidth does not make the two points half alike")
	}
}

// The numbers that are typed into the prose, because they name a state, are the
// computed ones.
func TestBandwidthTypedNumbers(t *testing.T) {
	facts := facts()
	for typed, fact := range map[float64]string{
		7.36: "best_bandwidth", 12.4: "median", 1.58e-7: "median_lambda", 0.541: "both_bandwidth", 0.0000141: "both_lambda",
	} {
		if math.Abs(typed-facts[fact]) > 1e-9*typed {
			t.Errorf("the prose types %v, %s is %v", typed, fact, facts[fact])
		}
	}
	form := course.NewForm(nil)
	buildFit(form)
	if opens := form.Control("lambda").Number(); opens != hookLambda {
		t.Errorf("the figure opens at λ = %v, the facts are computed at %v", opens, hookLambda)
	}
	if got := coursetest.State(t, Lesson, "map", "data=two-scale&n=120&noise=0.1").Find("median_heuristic"); math.Abs(got-2.93) > 0.005 {
		t.Errorf("the prose types 2.93 for the median %v", got)
	}
}

// What the prose claims of one state against another.
func TestBandwidthClaims(t *testing.T) {
	facts := facts()
	claim := coursetest.Claims(t)
	for _, rule := range []string{"median", "all", "halved", "mean", "q25", "scale"} {
		claim(facts[rule+"_paired"] < 2 && facts[rule+"_own"] < facts["profile_loo"]+0.35, rule+" is no worse than the best that can be told")
	}
	for _, rule := range []string{"q10", "q75", "sigest"} {
		claim(facts[rule+"_paired"] > 2, rule+" is worse than the best")
	}
	claim(math.Round(facts["median_own"]) == 23 && math.Round(facts["median_loo"]) == 28, "the prediction’s heights")
	claim(facts["level_from"] < 1.5 && facts["level_to"] > 15, "the valley’s floor is level from 1.4 to 16 ms")
	claim(math.Abs(facts["best_together"]-facts["best_loo"]) < 0.2 && facts["narrow_together"] > facts["narrow_loo"]+9, "twins matter where ℓ is small only")
	claim(facts["q75_deep"] < facts["profile_loo"]+1 && facts["q75_own"] > facts["profile_loo"]+2 && facts["q75_paired_deep"] < 2, "a smaller λ takes the 75 % quantile down too, to where it may be chance")
	for _, r := range rules {
		claim((facts[r.name+"_paired_deep"] > 2) == (r.name == "q10" || r.name == "sigest"), "only the narrow rules are worse at every λ: "+r.name)
	}
	for _, c := range contests {
		for _, way := range []string{"q10", "sigest"} {
			claim(facts[c.name+"_"+way+"_less"] <= 12 && facts[c.name+"_"+way+"_more"] > 0, way+" loses on "+c.name)
		}
		claim(facts[c.name+"_median_less"] >= 15 && math.Abs(facts[c.name+"_median_more"]) < 0.02*facts[c.name+"_one"], "the median is a fair guess on "+c.name)
	}
	claim(facts["mcycle_q75_less"] <= 12 && facts["faithful_q75_less"] >= 25 && facts["meuse_q75_less"] >= 25, "the 75 % quantile loses on the crash")
	claim(facts["mcycle_deep_more"] < facts["mcycle_q75_more"]/2 && facts["mcycle_deep_less"] <= 12 && facts["mcycle_deep_mean"] > facts["mcycle_deep_more"]+5, "with a smaller λ it loses less, as often, and in a few splits by very much")
	claim(facts["late"] > 3*facts["early"], "the noise changes")
	claim(facts["dip_narrow"] < 2*facts["dip_wide"], "the dip is more than twice as deep at 1.36 ms")
	crash := profileOf{points.LineSpec{Name: "mcycle"}}
	for _, at := range course.Must(course.Remember(t.Context(), course.NewMemo(1<<22), crash)).at {
		claim(at.loo <= at.fixed*(1+1e-12), "the λ of the dashed line is among those to choose from")
	}
	claim(facts["median_own"] < facts["best_loo"]+0.2, "the valley is long")
	claim(facts["median_loo"] > facts["best_loo"]+5, "the median costs 5 g at the first λ")
	claim(facts["wide_slack"] > hookLambda && facts["wide_dof"] > 2, "ℓ = 100 ms is not wide enough for a constant")
	claim(facts["slow_bandwidth"] > 5*facts["both_bandwidth"], "the slow half wants a wider kernel")
	claim(facts["both_slow_error"] > 4*facts["slow_error"], "one bandwidth costs the slow half dear")

	claim(facts["geyser_short"] < facts["geyser_least"]/4 && facts["geyser_long"] > facts["geyser_least"]*1.5, "the opening curve has a hole at 3.2 min")
	for query, reached := range map[string]bool{"": false, "lambda=0.0001": false, "bandwidth=0.967": true, "bandwidth=2": true, "bandwidth=100": false} {
		claim(coursetest.State(t, Lesson, "geyser", query).Reached("wait") == reached, "the geyser’s goal at "+query)
	}
	claim(!coursetest.State(t, Lesson, "fit", "bandwidth=7.36").Reached("narrow"), "7.36 ms is not narrow")
	claim(!coursetest.State(t, Lesson, "fit", "").Reached("narrow"), "the first state leaves the goal to reach")
	claim(coursetest.State(t, Lesson, "map", "bandwidth=13.6&lambda=2.15e-8").Reached("valley") && !coursetest.State(t, Lesson, "map", "bandwidth=7.36").Reached("valley"), "the map’s goal is in the valley’s wide end")
	claim(!coursetest.State(t, Lesson, "rules", "show=whole&rule=q10").Reached("worse") && coursetest.State(t, Lesson, "rules", "data=faithful&show=whole&rule=sigest").Reached("worse"), "rules are to be tried on the geyser")
	flat := coursetest.State(t, Lesson, "fit", "bandwidth=100&lambda=1e-12")
	claim(flat.Certificate != nil && !flat.Certificate.OK, "the certificate is amber at ℓ = 100, λ = 1e-12")
	claim(coursetest.State(t, Lesson, "fit", "bandwidth=7.36").Certificate.OK, "it is green at ℓ = 7.36")

	fast := coursetest.State(t, Lesson, "fit", "data=two-scale&n=120&noise=0.1&bandwidth=2.93&lambda=0.001").Find("loo_rmse")
	best := coursetest.State(t, Lesson, "fit", "data=two-scale&n=120&noise=0.1&bandwidth=0.541&lambda=0.0000141").Find("loo_rmse")
	claim(fast > 3*best, "the median ignores the fast half")
}

// The two bounds hold, at every bandwidth, on points that are all different.
func TestBandwidthBounds(t *testing.T) {
	for _, ell := range []string{"0.01", "0.1", "0.5", "1", "2", "10", "100"} {
		p := coursetest.State(t, Lesson, "gram", "data=points&points=0,1;1,2;3,6&bandwidth="+ell)
		l := course.Must(strconv.ParseFloat(ell, 64))
		const n, shortest, longest = 3, 1, 3
		if got, bound := p.Find("distance_to_identity"), n*math.Exp(-shortest*shortest/(2*l*l)); got > bound {
			t.Errorf("ℓ = %s: ‖K − I‖ = %v > %v", ell, got, bound)
		}
		if got, bound := p.Find("distance_to_ones"), n*longest*longest/(2*l*l); got > bound {
			t.Errorf("ℓ = %s: ‖K − 11ᵀ‖ = %v > %v", ell, got, bound)
		}
	}
}

// The answers that the exercises ask for are judged right, and the near misses
// are met with their own words.
func TestBandwidthExercises(t *testing.T) {
	for id, right := range map[string]string{"limits": "2", "follow": "4", "narrow-fit": "3", "median": "3.5"} {
		if v, ok := coursetest.Ask(t, Lesson, id).Judge(right); !ok || !v.Right {
			t.Errorf("%s: %s is judged wrong", id, right)
		}
	}
	// 0, 1, 2, 4, 30: with the diagonal, halved, squared, its root, the mean.
	for wrong, word := range map[string]string{"2": "zeros", "2.5": "halved", "12.5": "squared", "3.536": "root", "12.6": "mean"} {
		v, ok := coursetest.Ask(t, Lesson, "median").Judge(wrong)
		if !ok || v.Right || !strings.Contains(v.Why, word) {
			t.Errorf("median: to %s it says %q", wrong, v.Why)
		}
	}
	e := coursetest.Ask(t, Lesson, "loo-order")
	places := make([]string, len(e.Steps))
	for i, step := range e.Order() {
		places[i] = string(rune('1' + step))
	}
	if v, ok := e.Judge(strings.Join(places, ",")); !ok || !v.Right {
		t.Errorf("loo-order: the right order is judged wrong: %s", v.Why)
	}

	for id, want := range map[string]course.GoalAnswer{"half": {Figure: "gram", Goal: "half"}, "through": {Figure: "fit", Goal: "through"}} {
		if goal := coursetest.Ask(t, Lesson, id).Goal; goal == nil || *goal != want {
			t.Errorf("%s asks for goal %v", id, goal)
		}
	}
	if !coursetest.State(t, Lesson, "gram", "bandwidth=10").Reached("half") || coursetest.State(t, Lesson, "gram", "").Reached("half") {
		t.Error("half: ℓ = 10 should reach it and the first state should not")
	}
	const sine = "data=sine&n=20&lambda=0.0001&noise="
	if !coursetest.State(t, Lesson, "fit", sine+"0&bandwidth=1").Reached("through") || coursetest.State(t, Lesson, "fit", sine+"0&bandwidth=0.1").Reached("through") {
		t.Error("through: ℓ = 1 should reach it and ℓ = 0.1 should not")
	}
	for _, ell := range bandwidthGrid() {
		if coursetest.State(t, Lesson, "fit", sine+"0.2&bandwidth="+ell).Reached("through") {
			t.Errorf("through: with noise ℓ = %s reaches it, and the prose says that none does", ell)
		}
	}
}

func bandwidthGrid() []string { return (&course.Control{Min: 0.01, Max: 100, Log: true}).Grid() }

// Each clause about the fit is so in its numbers.
func TestFitTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "fit", 2, []string{
		"kernel=sigmoid", "data=sine&n=12&kernel=sigmoid&offset=-2&slope=0.1", "data=points&points=-3,-2&kernel=min", "data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=2",
		"data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=0", "data=points&points=0,0;1,2&kernel=cosine", "kernel=periodic&period=0.1", "data=sine&n=12&kernel=periodic&period=0.4", "data=points&points=1,2;2,2;3,2;4,2&kernel=linear&bandwidth=100&lambda=0.1", "data=points&points=1,0;2,0&lambda=0.1",
	}, slices.Concat(curvestest.Ridge(), curvestest.LeftOut())...)
}

// pairs are the entries of K off the diagonal, each pair once.
func pairs(s *coursetest.Told) (v []float64) {
	for i, row := range s.Rows("gram") {
		v = append(v, row[:i]...)
	}
	return v
}

// sharing counts the pairs of points at one x.
func sharing(s *coursetest.Told) (n int) {
	x := s.Column("data", "x")
	for i := range x {
		for j := range i {
			if x[i] == x[j] {
				n++
			}
		}
	}
	return n
}

// others are the entries of K of two points at different x.
func others(s *coursetest.Told) (v []float64) {
	x := s.Column("data", "x")
	for i, row := range s.Rows("gram") {
		for j := range i {
			if x[i] != x[j] {
				v = append(v, row[j])
			}
		}
	}
	return v
}

// Each clause about a Gram matrix is so in its entries.
func TestGramTells(t *testing.T) {
	const num, qty = coursetest.Num, coursetest.Qty
	width := []string{"gaussian", "laplacian", "exponential", "matern32", "matern52", "periodic", "rational-quadratic"}
	has := func(s *coursetest.Told) bool { return slices.Contains(width, s.Choice("kernel")) }
	half := func(s *coursetest.Told) (n int) {
		for _, v := range pairs(s) {
			if v > 0.5 {
				n++
			}
		}
		return n
	}
	wide := func(s *coursetest.Told) bool { return has(s) && len(pairs(s)) > 0 && slices.Min(pairs(s)) > 0.95 }
	narrow := func(s *coursetest.Told) bool {
		return has(s) && len(pairs(s)) > 0 && !wide(s) && slices.Max(append(others(s), 0)) < 0.05
	}
	coursetest.Tells(t, Lesson, "gram", 3, []string{"bandwidth=0.01", "data=points&points=1,2;1,3;5,1&bandwidth=0.1", "data=points&points=1,2;1,3&bandwidth=0.1"},
		coursetest.Clause{Says: `The Gram matrix of one point(?: at ℓ = ` + qty + `)? is the number ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[1], s.Rows("gram")[0][0], 0) && (m[0] != "") == has(s) && (!has(s) || coursetest.Is(m[0], s.Param("bandwidth"), 0))
		}, When: func(s *coursetest.Told) bool { return len(pairs(s)) == 0 }},
		coursetest.Clause{Says: `There is no pair to be alike\.`, When: func(s *coursetest.Told) bool { return has(s) && len(pairs(s)) == 0 }},
		coursetest.Clause{Says: `This kernel has no bandwidth(?:\.|, and no limits to lie between\.)`, When: func(s *coursetest.Told) bool { return !has(s) }},
		coursetest.Clause{Says: `The Gram matrix of (\d+) points at ℓ = ` + qty, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == strconv.Itoa(len(s.Rows("gram"))) && coursetest.Is(m[1], s.Param("bandwidth"), 0)
		}, When: func(s *coursetest.Told) bool { return has(s) && len(pairs(s)) > 0 }},
		coursetest.Clause{Says: `is close to the identity: every point resembles only itself\.`, When: func(s *coursetest.Told) bool { return narrow(s) && sharing(s) == 0 }},
		coursetest.Clause{Says: `is the identity with blocks of ones, or close to it: ([\d,]+) of ([\d,]+) pairs? (is|are) at one x and fully alike, and no other pair is\.`, Holds: func(s *coursetest.Told, m []string) bool {
			ones := 0
			for _, v := range pairs(s) {
				if v == 1 {
					ones++
				}
			}
			return coursetest.Is(m[0], float64(sharing(s)), 0) && ones == sharing(s) && m[1] == course.Count(float64(len(pairs(s)))) && (m[2] == "is") == (sharing(s) == 1)
		}, When: func(s *coursetest.Told) bool { return narrow(s) && sharing(s) > 0 }},
		coursetest.Clause{Says: `is close to all ones: every point resembles every other\.`, When: wide},
		coursetest.Clause{Says: `lies between the identity and all ones: ([\d,]+) of ([\d,]+) pairs? (is|are) more than half alike\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], float64(half(s)), 0) && m[1] == course.Count(float64(len(pairs(s)))) && (m[2] == "is") == (half(s) == 1)
		}, When: func(s *coursetest.Told) bool { return has(s) && len(pairs(s)) > 0 && !narrow(s) && !wide(s) }},
		coursetest.Clause{Says: `The average pair is ` + num + ` alike\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], stat.Mean(pairs(s), nil), 0)
		}, When: func(s *coursetest.Told) bool { return has(s) && len(pairs(s)) > 0 }},
		coursetest.Clause{Says: `The Gram matrix of (\d+) points has entries (?:of|from) (?:` + num + ` to )?` + num + ` on its diagonal, and (?:of|from) (?:` + num + ` to )?` + num + ` off it, on average ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			var on []float64
			for i, row := range s.Rows("gram") {
				on = append(on, row[i])
			}
			off := pairs(s)
			alike := func(v []float64) bool { return engine.Agree(slices.Min(v), slices.Max(v), slices.Max(v)) }
			return m[0] == strconv.Itoa(len(on)) && (m[1] == "") == alike(on) && (m[1] == "" || coursetest.Is(m[1], slices.Min(on), 0)) && coursetest.Is(m[2], slices.Max(on), 0) &&
				(m[3] == "") == alike(off) && (m[3] == "" || coursetest.Is(m[3], slices.Min(off), 0)) && coursetest.Is(m[4], slices.Max(off), 0) && coursetest.Is(m[5], stat.Mean(off, nil), 1e-12*slices.Max(off))
		}, When: func(s *coursetest.Told) bool { return !has(s) && len(pairs(s)) > 0 }},
		median,
	)
}

// median is a clause of two figures: of all distances between two points.
var median = coursetest.Clause{Says: `The median distance is ` + coursetest.Qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
	return s.Shown(m[0], "median_heuristic") && (s.Column("distances", "distance") == nil || coursetest.Is(m[0], middle(s.Column("distances", "distance")), 0))
}}

// middle is the median, of an even number the mean of the middle two.
func middle(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// Each clause about the map is so in its entries.
func TestMapTells(t *testing.T) {
	const num, qty = coursetest.Num, coursetest.Qty
	// least are the least entry, where it is, and the greatest.
	least := func(s *coursetest.Told) (lambda, width int, best, worst float64) {
		best, worst = math.Inf(1), math.Inf(-1)
		for i, row := range s.Rows("loo_rmse") {
			for j, v := range row {
				if v < best {
					best, lambda, width = v, i, j
				}
				worst = math.Max(worst, v)
			}
		}
		return lambda, width, best, worst
	}
	level := func(s *coursetest.Told) bool {
		_, _, best, worst := least(s)
		return math.IsInf(best, 1) || engine.Agree(worst, best, best)
	}
	tied := func(s *coursetest.Told) (places [][2]int) { // as good as the least
		_, _, best, _ := least(s)
		for i, row := range s.Rows("loo_rmse") {
			for j, v := range row {
				if engine.Agree(v, best, best) {
					places = append(places, [2]int{i, j})
				}
			}
		}
		return places
	}
	outermost := func(i, n int) bool { return i == 0 || i == n-1 }
	coursetest.Tells(t, Lesson, "map", 1, []string{"data=points&points=0,1;1,2;3,6&kernel=periodic&bandwidth=100", "data=sine&n=5&lambda=0&kernel=rational-quadratic", "data=points&points=0,1;0,1", "data=points&points=1,1000000;2,-1000000"},
		coursetest.Clause{Says: `You stand at ℓ = ` + qty + ` and λ = ` + num + ` with a leave-one-out error of ` + qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			// On a place of the map its entry is that error.
			i, j := slices.Index(s.Column("lambdas", "lambda"), s.Param("lambda")), slices.Index(s.Column("bandwidths", "bandwidth"), s.Param("bandwidth"))
			if i >= 0 && j >= 0 && !coursetest.Is(m[2], s.Rows("loo_rmse")[i][j], 0) {
				return false
			}
			return coursetest.Is(m[0], s.Param("bandwidth"), 0) && coursetest.Is(m[1], s.Param("lambda"), 0) && s.Shown(m[2], "loo_rmse")
		}, When: func(s *coursetest.Told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `At ℓ = ` + qty + ` and λ = ` + num + ` there is no fit\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], s.Param("bandwidth"), 0) && coursetest.Is(m[1], s.Param("lambda"), 0)
		}, When: func(s *coursetest.Told) bool { return s.Message != "" }},
		coursetest.Clause{Says: `The error is ` + qty + ` all over the map\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, _, best, _ := least(s)
			return coursetest.Is(m[0], best, 0)
		}, When: func(s *coursetest.Told) bool { _, _, best, _ := least(s); return level(s) && !math.IsInf(best, 1) }},
		coursetest.Clause{Says: `The least on the map is ` + qty + `, at ℓ = ` + qty + ` and λ = ` + num, Holds: func(s *coursetest.Told, m []string) bool {
			i, j, best, _ := least(s)
			return coursetest.Is(m[0], best, 0) && coursetest.Is(m[1], s.Column("bandwidths", "bandwidth")[j], 0) && coursetest.Is(m[2], s.Column("lambdas", "lambda")[i], 0)
		}, When: func(s *coursetest.Told) bool { return !level(s) }},
		coursetest.Clause{Says: `and at (\d+) more places?`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == strconv.Itoa(len(tied(s))-1)
		}, When: func(s *coursetest.Told) bool { return !level(s) && len(tied(s)) > 1 }},
		coursetest.Clause{Says: `, on its edge: beyond it there may be less`, When: func(s *coursetest.Told) bool {
			return !level(s) && !slices.ContainsFunc(tied(s), func(at [2]int) bool {
				return !outermost(at[0], len(s.Column("lambdas", "lambda"))) && !outermost(at[1], len(s.Column("bandwidths", "bandwidth")))
			})
		}},
		coursetest.Clause{Says: `\.`},
		coursetest.Clause{Says: `Its standard error is ` + qty + `: ([\d,]+) of the map’s 1,640 places (is|are) within that of the least\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, _, best, _ := least(s)
			n := 0
			for _, row := range s.Rows("loo_rmse") {
				for _, v := range row {
					if v <= best+s.Find("best_standard_error") || engine.Agree(v, best, best) {
						n++
					}
				}
			}
			return s.Shown(m[0], "best_standard_error") && coursetest.Is(m[1], float64(n), 0) && (m[2] == "is") == (n == 1)
		}, When: func(s *coursetest.Told) bool { return !level(s) }},
		coursetest.Clause{Says: `All errors of ` + qty + ` and more have the darkest colour\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, _, _, worst := least(s)
			v, half := coursetest.Reads(m[0])
			return v-half <= worst
		}},
		median,
	)
}

// Each clause about a rule is so by honest refits where they are few.
func TestRulesTell(t *testing.T) {
	const qty, num = coursetest.Qty, coursetest.Num
	whole := func(s *coursetest.Told) bool { return s.Choice("show") == "whole" && s.Message == "" }
	// left are the residuals of points left out, each by a fit without it.
	left := func(s *coursetest.Told, ell, lambda float64) []float64 {
		x, y := s.Column("data", "x"), s.Column("data", "y")
		r := make([]float64, len(x))
		for i := range x {
			d := engine.Dataset{X: engine.Column(slices.Delete(slices.Clone(x), i, i+1)), Y: slices.Delete(slices.Clone(y), i, i+1)}
			f := course.Must(engine.KRR(engine.Gaussian{Length: ell}, d, lambda*float64(len(x))/float64(len(x)-1)))
			r[i] = y[i] - f.Eval([]float64{x[i]})
		}
		return r
	}
	few := func(s *coursetest.Told) bool { return len(s.Column("data", "x")) <= 60 }
	coursetest.Tells(t, Lesson, "rules", 2, []string{"show=whole&data=points", "show=whole&data=points&points=1,2;1,3;4,4", "show=whole&data=points&points=1,2;1,3;1,5;1,4;4,4", "data=points&points=1,2", "data=points&points=1,2;1,3", "show=whole&data=points&points=1,1000000;2,-1000000", "show=whole&data=points&points=0,0;1,0;2,0", "show=whole&data=step&n=40&rule=q75", "show=whole&rule=q75", "show=whole&data=two-scale&n=40"},
		coursetest.Clause{Says: `With the λ that is best for it, each ℓ up to ` + qty + ` is shown; there the error is ` + qty + `\. (How it goes on is yours to draw|There the figure ends)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			if q := course.ParseQuery(s.Query); true { // the whole has more bandwidths, or none
				q.Set("show", "whole")
				_, p := coursetest.Draw(t, Lesson, "rules", q.Encode())
				widths := coursetest.Values(t, p, "profile", "bandwidth")
				if ends := widths[len(widths)-1] == s.Find("best_bandwidth"); ends != strings.HasPrefix(m[2], "There") {
					return false
				}
			}
			return s.Shown(m[0], "best_bandwidth") && s.Shown(m[1], "best_loo_rmse")
		}, When: func(s *coursetest.Told) bool { return !whole(s) && s.Message == "" }},
		coursetest.Clause{Says: `The rule gives ℓ = ` + qty + `\. With its best λ the error is ` + qty + `, give or take ` + qty + `; the least of those drawn is ` + qty + `, at ℓ = ` + qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			if ell := widthBy(s.Choice("rule"), engine.Column(s.Column("data", "x"))); !coursetest.Is(m[0], ell, 0) {
				return false
			}
			if few(s) && s.Find("rule_lambda") > 1e-6 {
				r := left(s, s.Find("rule_bandwidth"), s.Find("rule_lambda"))
				if !coursetest.Is(m[1], rms(r), 1e-6*rms(r)) {
					return false
				}
			}
			loo := s.Column("profile", "loo_rmse")
			best := slices.Index(loo, slices.Min(loo))
			return s.Shown(m[1], "rule_loo_rmse") && s.Shown(m[2], "rule_standard_error") && coursetest.Is(m[3], loo[best], 0) && coursetest.Is(m[4], s.Column("profile", "bandwidth")[best], 0)
		}},
		coursetest.Clause{Says: `Point by point the rule is worse by ` + num + ` standard errors\.`, Holds: func(s *coursetest.Told, m []string) bool {
			if few(s) && s.Find("rule_lambda") > 1e-6 && s.Find("best_lambda") > 1e-6 {
				r, b := left(s, s.Find("rule_bandwidth"), s.Find("rule_lambda")), left(s, s.Find("best_bandwidth"), s.Find("best_lambda"))
				for i := range r {
					r[i] = r[i]*r[i] - b[i]*b[i]
				}
				mean, deviation := stat.MeanStdDev(r, nil)
				v := mean / deviation * math.Sqrt(float64(len(r)))
				return coursetest.Is(m[0], v, 1e-4*v)
			}
			return s.Shown(m[0], "paired")
		}, When: func(s *coursetest.Told) bool { return whole(s) && s.Find("paired") > 2 }},
		coursetest.Clause{Says: `That is because λ stops at 10⁻⁹ here: down to 10⁻¹² its error is ` + qty + `, and (?:` + num + ` standard errors may be chance|it is better by ` + num + `)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			if v := s.Find("paired_deep"); (m[2] != "") != (v < -2) || !coursetest.Is(m[1]+m[2], math.Abs(v), 0) {
				return false
			}
			return s.Shown(m[0], "rule_loo_deep") && s.Find("rule_loo_deep") < s.Find("rule_loo_rmse")
		}, When: func(s *coursetest.Told) bool { return whole(s) && s.Find("paired") > 2 && s.Find("paired_deep") <= 2 }},
		coursetest.Clause{Says: `Point by point the two are ` + num + ` standard errors apart, which may be chance\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], math.Abs(s.Find("paired")), 0)
		}, When: func(s *coursetest.Told) bool {
			return whole(s) && math.Abs(s.Find("paired")) <= 2 && s.Find("paired") != 0
		}},
		coursetest.Clause{Says: `Point by point the two are the same\.`, When: func(s *coursetest.Told) bool { return whole(s) && s.Find("paired") == 0 }},
		coursetest.Clause{Says: `Point by point the rule is better by ` + num + ` standard errors\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], -s.Find("paired"), 0) && s.Find("rule_loo_rmse") < s.Find("best_loo_rmse")
		}, When: func(s *coursetest.Told) bool { return whole(s) && s.Find("paired") < -2 }, Rare: true},
		coursetest.Clause{Says: `All squared misses differ by the same, so that there is no standard error to measure it by\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			r, b := left(s, s.Find("rule_bandwidth"), s.Find("rule_lambda")), left(s, s.Find("best_bandwidth"), s.Find("best_lambda"))
			for i := range r {
				r[i] = r[i]*r[i] - b[i]*b[i]
			}
			return slices.Max(r)-slices.Min(r) <= 1e-6*slices.Max(r)
		}, When: func(s *coursetest.Told) bool {
			return whole(s) && math.IsNaN(s.Find("paired")) && !math.IsNaN(s.Find("rule_loo_rmse"))
		}},
		coursetest.Clause{Says: `The least error drawn is ` + qty + `, at ℓ = ` + qty + `\. The rule gives no bandwidth here\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return s.Shown(m[0], "best_loo_rmse") && !(widthBy(s.Choice("rule"), engine.Column(s.Column("data", "x"))) > 0)
		}},
		coursetest.Clause{Says: `No bandwidth\.`, When: func(s *coursetest.Told) bool { return s.Message != "" }},
	)
}

// The rules are those of the programs they are named after.
func TestRules(t *testing.T) {
	x := engine.Column([]float64{0, 1, 3})
	for name, want := range map[string]float64{
		"median": 2, "all": 1, "halved": math.Sqrt2, "mean": 2, "q10": 1.2, "q25": 1.5, "q75": 2.5,
		"scale":  math.Sqrt(14. / 9 / 2),    // 1/(1·X.var()) = 9/14
		"sigest": 1 / math.Sqrt(1/8.+1/1.6), // quantile(c(1, 4, 9), c(.9, .1)) is 8 and 1.6
	} {
		if got := widthBy(name, x); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
	if v := sigest(engine.Column([]float64{1, 1})); !math.IsNaN(v) {
		t.Errorf("sigest of no distance is %v", v)
	}
}

// Each clause about the arrows is so in the Gram matrix, of which they are a picture.
func TestArrowsTell(t *testing.T) {
	const num = coursetest.Num
	coursetest.Tells(t, Lesson, "arrows", 4, nil,
		coursetest.Clause{Says: `At ℓ = ` + num + ` the arrows of 0 and 1 stand at ` + num + `°, those of 1 and 3 at ` + num + `°, and those of 0 and 3 at ` + num + `°\.`, Holds: func(s *coursetest.Told, m []string) bool {
			ok := coursetest.Is(m[0], s.Param("bandwidth"), 0)
			for k, d := range []float64{1, 2, 3} {
				ok = ok && coursetest.Is(m[k+1], math.Acos(math.Exp(-d*d/(2*s.Param("bandwidth")*s.Param("bandwidth"))))*180/math.Pi, 0)
			}
			return ok
		}})
	for _, ell := range []float64{0.1, 0.85, 2, 30} {
		K := engine.Gram(gaussian(ell), engine.Column(arrowsAt))
		a := arrowsOf(K.At)
		for i := range a {
			for j := range a {
				if dot := a[i].X*a[j].X + a[i].Y*a[j].Y + a[i].Z*a[j].Z; math.Abs(dot-K.At(i, j)) > 1e-7 {
					t.Errorf("ℓ = %v: arrows %d and %d have the inner product %v, not %v", ell, i, j, dot, K.At(i, j))
				}
			}
		}
	}
}

// The map of every kernel with a bandwidth is what honest fits at its places have.
func TestMapOfEveryKernel(t *testing.T) {
	for _, kernel := range []string{"laplacian", "matern52", "rational-quadratic&shape=0.3", "periodic&period=7"} {
		query := "data=sine&n=12&kernel=" + kernel
		p := coursetest.State(t, Lesson, "map", query)
		m := p.Matrices[0].Values
		for _, place := range [][2]int{{5, 3}, {20, 20}, {39, 40}} {
			i, j := place[0], place[1]
			at := coursetest.State(t, Lesson, "fit", fmt.Sprintf("%s&bandwidth=%v&lambda=%v", query, mapBandwidths[j], mapLambdas[i])).Find("loo_rmse")
			if got := m.At(i, j); math.Abs(got-at) > 1e-6*at && !(math.IsNaN(at) && math.IsInf(got, 1)) {
				t.Errorf("%s at ℓ = %g, λ = %g: %g on the map, %g by the fit", kernel, mapBandwidths[j], mapLambdas[i], got, at)
			}
		}
	}
}

// Where the error is the same all over the map, no place is called the best.
func TestLevelMap(t *testing.T) {
	for _, query := range []string{"data=points&points=1,0;2,0;3,0", "data=points&points=3,2"} {
		p := coursetest.State(t, Lesson, "map", query)
		if !strings.Contains(p.Description, "all over the map") || strings.Contains(p.Description, "least") || p.Reached("valley") {
			t.Errorf("%s: %s", query, p.Description)
		}
		if !math.IsNaN(p.Find("best_bandwidth")) || !math.IsNaN(p.Find("best_lambda")) || math.IsNaN(p.Find("best_loo_rmse")) {
			t.Errorf("%s names the best place", query)
		}
		if svg := string(p.Columns[0][0].AppendSVG(nil)); strings.Contains(svg, "best") {
			t.Errorf("%s marks the best place", query)
		}
	}
}

// Where the eigensolver gives up there is no map, and the figure says so.
func TestNoEigenvaluesNoMap(t *testing.T) {
	f, _ := Lesson.Figure("map")
	for _, failed := range []error{engine.ErrNoConvergence, engine.ErrOverflow} {
		memo := course.NewMemo(1 << 20)
		form, draw := f.At(nil)
		same := course.NewForm(nil)
		points.OnLine(same, points.Offer{Data: "mcycle"})
		failing := func(context.Context) (*errorMap, int, error) { return &errorMap{failed: failed}, 8, nil }
		key := mapOf{points.LineSpec{Name: "mcycle"}, model.KernelOfWidth(same, hookBandwidth)}
		if _, err := course.RememberBy(t.Context(), memo, key, failing); err != nil {
			t.Fatal(err)
		}
		p, err := draw(t.Context(), memo)
		if err != nil || !strings.HasPrefix(p.Message, "There is no map here: ") || len(form.Notes) > 0 {
			t.Errorf("%v: %v, %+v", failed, err, p)
		}
	}
}
