package logistic

import (
	"maps"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

type (
	state = *coursetest.State
	claim = coursetest.Claim[state]
	slots = map[string]func(state) float64
	words = map[string]func(state) string
)

func empty(s state) bool    { return s.Choice("data") == "points" && s.Choice("points") == "none" }
func fitted(s state) bool   { return s.Message == "" }
func defeated(s state) bool { return !fitted(s) && !empty(s) }
func size(s state) int      { return len(s.Column("data", "y")) }

// members is how many points of a state are of the class that counts as +1.
func members(s state) int {
	return floats.Count(func(y float64) bool { return y > 0 }, s.Column("data", "y"))
}

// counts are the slots that say how many points there are, and those named besides.
func counts(besides slots) slots {
	all := slots{
		"count":   func(s state) float64 { return float64(size(s)) },
		"members": func(s state) float64 { return float64(members(s)) },
	}
	maps.Copy(all, besides)
	return all
}

// at is the datum pointed at; −1 for none.
func at(s state) int { return int(s.Param("at")) - 1 }

// most are the points with the largest |αᵢ|.
func most(s state) (most []int) {
	alpha := s.Column("alpha", "alpha")
	for i, a := range alpha {
		if math.Abs(a) > floats.Norm(alpha, math.Inf(1))*(1-1e-9) {
			most = append(most, i)
		}
	}
	return most
}

// checkBoundary counts the points on the right side, and holds those of no pull to none, and
// the probability of the true class to that of the class.
func checkBoundary(t *testing.T, s, _ state) {
	if !fitted(s) {
		return
	}
	right, p := 0.0, s.Column("probability", "probability")
	for i, y := range s.Column("data", "y") {
		if y*(p[i]-0.5) > 1e-15 {
			right++
		}
		if pull := s.Column("alpha", "alpha")[i]; y < 0 && s.Choice("labels") == "bits" && pull != 0 {
			t.Errorf("point %d has α = %v", i+1, pull)
		}
		own := s.Result.(*bounded).own(i)
		coursetest.Within(t, own, (1-y)/2+y*p[i], 1e-9, "the probability of the true class of point %d", i+1)
	}
	coursetest.Within(t, s.Find("train_accuracy"), right/float64(size(s)), 0, "the share on the right side")
}

func TestBoundarySays(t *testing.T) {
	bits := func(s state) bool { return fitted(s) && s.Choice("labels") == "bits" }
	figure := func(s state) *bounded { return s.Result.(*bounded) }
	name := func(s state) string {
		if i := slices.Index(s.Column("data", "y"), 1); i >= 0 {
			return figure(s).data.Class(i)
		}
		return classOne(s)
	}
	column := func(of string, i func(state) int) func(state) float64 {
		return func(s state) float64 { return s.Column(of, of)[i(s)] }
	}
	all := counts(slots{
		"right":       func(s state) float64 { return math.Round(s.Find("train_accuracy") * float64(size(s))) },
		"half":        func(s state) float64 { return 100 * s.Find("over_half") },
		"far":         func(s state) float64 { return 100 * s.Find("sure") },
		"others":      func(s state) float64 { return float64(size(s) - members(s)) },
		"probability": column("probability", at), "alpha": column("alpha", at),
		"own": func(s state) float64 { return figure(s).own(most(s)[0]) },
	})
	said := words{
		"name":    name,
		"have":    func(s state) string { return course.ByCount(size(s)-members(s), "has", "have") },
		"datum":   func(s state) string { return figure(s).data.Datum(at(s)) },
		"number":  func(s state) string { return course.Subscript(at(s) + 1) },
		"largest": func(s state) string { return pointsNamed(most(s)) },
	}
	say := func(text string, when func(state) bool) claim {
		return claim{Text: text, When: when, Slots: all, Words: said}
	}
	coursetest.Says(t, Lesson, "boundary", 2, []string{
		"at=3", "data=iris&class=setosa&at=1", "data=points&points=0,1,1;2,-3,-1&at=2", "data=points&points=1,1,1",
		"data=points&points=1,1,-1;0,0,-1&labels=bits", "data=points&points=1,1,1;1,1,-1",
		"data=moons&labels=bits&n=20", "lambda=0", "data=moons&n=12&kernel=exponential&lambda=0",
		"data=points&points=none",
	}, checkBoundary,
		say(saysEmpty, empty), say(saysNoMap, defeated), say(saysMap, fitted), say(saysNoPull, bits),
		say(saysDatum, func(s state) bool { return fitted(s) && at(s) >= 0 }),
		say(saysMost, func(s state) bool { return fitted(s) && !bits(s) && size(s) > 1 }),
	)
}

// path is J at the step shown.
func path(s state, name string) float64 {
	v := s.Column(name, "loss")
	return v[min(int(s.Param("iteration")), len(v)-1)]
}

// raises counts the steps of the descent that raise J.
func raises(s state) (n int) {
	v := s.Column("loss", "loss")
	for i := range v[1:] {
		if v[i+1]-v[i] > engine.Rounding(size(s), v[i]) {
			n++
		}
	}
	return n
}

// checkDescent holds what is said of two paths to them.
func checkDescent(t *testing.T, s, _ state) {
	if !fitted(s) {
		return
	}
	loss, newton := s.Column("loss", "loss"), s.Column("newton", "loss")
	arrival := math.NaN()
	for i := len(loss) - 1; i >= 0 && loss[i] <= 1.01*s.Find("minimum"); i-- {
		arrival = float64(i)
	}
	coursetest.Same(t, s.Find, 0, map[string]float64{
		"loss": path(s, "loss"), "newton_loss": path(s, "newton"), "minimum": newton[len(newton)-1],
		"newton_iterations": float64(len(newton) - 1), "arrival": arrival,
	})
	under := s.Param("step") < s.Find("step_limit")
	if math.IsInf(s.Find("step_limit"), 1) && (loss[len(loss)-1] != loss[0] || s.Find("minimum") != loss[0]) ||
		under && raises(s) > 0 {
		t.Errorf("%d steps raise J, and 2/L = %v: %v", raises(s), s.Find("step_limit"), loss)
	}
}

func TestDescentSays(t *testing.T) {
	last := func(s state) int { return len(s.Column("loss", "loss")) - 1 }
	left := func(s state) bool { return int(s.Param("iteration")) > last(s) }
	over := func(s state) bool { return s.Param("step") >= s.Find("step_limit") }
	still := func(s state) bool { return math.IsInf(s.Find("step_limit"), 1) }
	arrives := func(s state) bool { return s.Find("arrival") >= 0 }
	all := counts(slots{
		"steps":   func(s state) float64 { return math.Min(s.Param("iteration"), float64(last(s))) },
		"raised":  func(s state) float64 { return float64(raises(s)) },
		"longest": func(state) float64 { return 100 },
	})
	say := func(text string, when func(state) bool) claim {
		return claim{Text: text, Slots: all, When: func(s state) bool { return fitted(s) && when(s) }}
	}
	rise := say(saysRaises, func(s state) bool { return over(s) && raises(s) > 0 })
	rise.Slots = slots{"raised": all["raised"], "steps": func(s state) float64 { return float64(last(s)) }}
	none := claim{Text: saysNoMinimum, When: defeated, Slots: all, Words: words{"name": classOne}}
	coursetest.Says(t, Lesson, "descent", 2, []string{
		"step=2&iteration=100", "step=1", "step=100&iteration=100&lambda=0.1", "lambda=0.001&step=3", "lambda=0",
		"data=points&points=none", "data=points&points=1,0,1;0,1,-1&kernel=linear&lambda=0.0625&step=4&iteration=1",
		"step=100&lambda=10&iteration=100", "data=points&points=0,0,1;0,0,-1&kernel=linear",
	}, checkDescent,
		claim{Text: saysEmpty, When: empty}, none, rise,
		say(saysAfter, func(s state) bool { return !left(s) }), say(saysGone, left),
		say(saysZero, still), say(saysUnder, func(s state) bool { return !over(s) && !still(s) }),
		say(saysYet, func(s state) bool { return over(s) && raises(s) == 0 }),
		say(saysNever, func(s state) bool { return !arrives(s) }),
	)
}

// classOne is what the class that counts as +1 is called.
func classOne(state) string { return "class 1" }

// checkTrust counts again, over the new points, what is said and what is so.
func checkTrust(t *testing.T, s, _ state) {
	if !fitted(s) {
		return
	}
	said, right, y := 0.0, 0.0, s.Column("unseen", "y")
	for i, f := range s.Column("unseen", "decision") {
		said += 100 / (1 + math.Exp(-math.Abs(f))) / float64(len(y))
		if (f >= 0) == (y[i] > 0) {
			right += 100 / float64(len(y))
		}
	}
	coursetest.Within(t, s.Find("said"), said, 5e-10, "what is said, in %%")
	coursetest.Within(t, s.Find("right"), right, 5e-10, "what is right, in %%")
}

func TestTrustSays(t *testing.T) {
	gap := func(is func(gap float64) bool) func(state) bool {
		return func(s state) bool { return fitted(s) && is(s.Find("said")-s.Find("right")) }
	}
	fresh := slots{"fresh": func(s state) float64 { return float64(len(s.Column("unseen", "y"))) },
		"points": func(s state) float64 { return float64(size(s)) }}
	coursetest.Says(t, Lesson, "trust", 2, []string{"lambda=1e-6", "lambda=0.000104", "lambda=0"}, checkTrust,
		claim{Text: saysNoProbability, When: defeated, Words: words{"name": classOne}, Slots: slots{
			"count":   func(s state) float64 { return s.Param("n") },
			"members": func(s state) float64 { return floats.Sum(course.Floats(s.Result.(*trust).data.Data.Labels)) },
		}},
		claim{Text: saysAsked, When: fitted, Slots: fresh},
		claim{Text: saysHonest, When: gap(func(v float64) bool { return math.Abs(v) <= 2 })},
		claim{Text: saysTooSure, When: gap(func(v float64) bool { return v > 2 })},
		claim{Text: saysLessSure, When: gap(func(v float64) bool { return v < -2 })},
	)
}

// checkClasses counts the flowers called by their name, and holds the probabilities of the one
// pointed at, which were each apart, against those that add up to 1.
func checkClasses(t *testing.T, s state, v *classes) {
	if v.defeat != nil {
		return
	}
	right := 0
	for i, p := range s.Rows("probability") {
		coursetest.Within(t, floats.Sum(p), 1, 1e-12, "the sum of the probabilities at flower %d", i+1)
		own := int(s.Column("data", "label")[i])
		others := append(slices.Clone(p[:own]), p[own+1:]...)
		if p[own] > slices.Max(others)+1e-9 {
			right++
		}
	}
	if v.right != right || math.Abs(s.Find("train_accuracy")-float64(right)/float64(len(v.called))) > 1e-12 {
		t.Errorf("%d are called by their name, not %d", right, v.right)
	}
	least, greatest := math.Inf(1), 0.0
	for i := range v.called {
		sum := apart(v, i, 0) + apart(v, i, 1) + apart(v, i, 2)
		least, greatest = min(least, sum), max(greatest, sum)
		first := s.Rows("probability")[i][0]
		coursetest.Within(t, first*sum, apart(v, i, 0), 1e-12, "flower %d: the first class apart", i+1)
	}
	coursetest.Within(t, v.least, least, 5e-13, "the least sum")
	coursetest.Within(t, v.greatest, greatest, 5e-13, "the greatest sum")
}

// apart is the probability that a class's own fit gives a flower.
func apart(v *classes, i, class int) float64 { return 1 / (1 + math.Exp(-v.fits[class].Decision[i])) }

func TestClassesSay(t *testing.T) {
	there := func(v *classes) bool { return v.defeat == nil }
	slots := map[string]func(*classes) float64{
		"count":   func(v *classes) float64 { return float64(v.data.Data.Len()) },
		"species": func(*classes) float64 { return 3 },
		"right":   func(v *classes) float64 { return float64(v.right) },
		"sum": func(v *classes) float64 {
			_, sum := engine.ClassProbabilities(v.decisions(v.at))
			return sum
		},
	}
	name := func(class int, name string) func(*classes) string {
		return func(v *classes) string { return name + " " + course.Digits(apart(v, v.at, class)) }
	}
	words := map[string]func(*classes) string{
		"datum": func(v *classes) string { return v.data.Datum(v.at) },
		"first": name(0, "setosa"), "second": name(1, "versicolor"), "third": name(2, "virginica"),
	}
	coursetest.Says(t, Lesson, "classes", 3,
		[]string{"at=84", "at=1", "lambda=0", "lambda=1e-6&bandwidth=0.302", "kernel=periodic&period=0.1"},
		checkClasses,
		coursetest.Claim[*classes]{Text: saysNoFit, Slots: slots, When: func(v *classes) bool { return !there(v) }},
		coursetest.Claim[*classes]{Text: saysCalled, Slots: slots, When: there},
		coursetest.Claim[*classes]{Text: saysEach, Slots: slots, Words: words,
			When: func(v *classes) bool { return there(v) && v.at >= 0 }},
	)
}

// The heights are what is left to explain, and the map is what they say.
func TestHeightsAndMap(t *testing.T) {
	for _, query := range []string{"", "data=iris", "data=moons&bandwidth=0.3&lambda=0.0001"} {
		f, p := coursetest.Draw(t, Lesson, "boundary", query)
		decision, said, y := decisionOf(f, p), p.Column("probability", "probability"), p.Column("data", "y")
		n, lambda := float64(len(y)), f.Control("lambda").Number()
		for i, x := range decision.X {
			want := ((y[i]+1)/2 - said[i]) / (2 * n * lambda)
			coursetest.Within(t, decision.Alpha[i], want, 1e-9*math.Abs(want)+1e-12, "%s: α%d", query, i+1)
			coursetest.Within(t, said[i], engine.Logistic(decision.Eval(x)), 1e-7, "%s: at point %d", query, i+1)
		}
	}
}
