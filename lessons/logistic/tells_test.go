package logistic

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type state = *coursetest.State

// members is how many points of a state are of the class that counts as +1.
func members(s state) (m int) {
	for _, y := range s.Column("data", "y") {
		if y > 0 {
			m++
		}
	}
	return m
}

// counts are the clause that says how many points there are.
func counts(s state, all, of string) bool {
	return all == strconv.Itoa(len(s.Column("data", "y"))) && of == strconv.Itoa(members(s))
}

func empty(s state) bool  { return s.Choice("data") == "points" && s.Choice("points") == "none" }
func fitted(s state) bool { return s.Message == "" }

// Each clause about the map is so by the probabilities and heights that the figure gives.
func TestBoundaryTells(t *testing.T) {
	bits := func(s state) bool { return fitted(s) && s.Choice("labels") == "bits" }
	own := func(s state, i int) float64 {
		if p := s.Column("probability", "probability")[i]; s.Column("data", "y")[i] > 0 {
			return p
		} else {
			return 1 - p
		}
	}
	percent := func(s state, text, name string) bool { return coursetest.Is(text, 100*s.Find(name), 1e-9) }
	datum := func(s state) int { return int(s.Param("at")) - 1 }
	coursetest.Tells(t, Lesson, "boundary", 2, []string{
		"at=3", "data=iris&class=setosa&at=1", "data=points&points=0,1,1;2,-3,-1&at=2", "data=points&points=1,1,1",
		"data=points&points=1,1,-1;0,0,-1&labels=bits", "data=points&points=1,1,1;1,1,-1",
		"data=moons&labels=bits&n=20", "lambda=0", "data=moons&n=12&kernel=exponential&lambda=0",
		"data=points&points=none",
	},
		coursetest.Clause{Says: `No points, no probability\.`,
			Holds: func(s state, _ []string) bool { return empty(s) }, When: empty},
		coursetest.Clause{Says: `(\d+) points?, (\d+) of [a-z 1−]+?, and no fit\.`,
			Holds: func(s state, m []string) bool { return counts(s, m[0], m[1]) && math.IsNaN(s.Find("loss")) },
			When:  func(s state) bool { return !fitted(s) && !empty(s) }},
		coursetest.Clause{Says: `(\d+) points?, (\d+) of ([a-z 1−]+?); ` +
			`(\d+) on the right side\. Over the map the probability lies between ` + num + ` and ` + num +
			`; it is over ½ on ` + num + ` % of the map, and under 0\.1 or over 0\.9 on ` + num + ` %\.`,
			Holds: func(s state, m []string) bool {
				right := 0
				for i, p := range s.Column("probability", "probability") {
					if y := s.Column("data", "y")[i]; y*(p-0.5) > 1e-15 {
						right++
					}
				}
				return counts(s, m[0], m[1]) && m[3] == strconv.Itoa(right) && s.Shown(m[4], "least_probability") &&
					s.Shown(m[5], "greatest_probability") && percent(s, m[6], "over_half") && percent(s, m[7], "sure")
			}, When: fitted},
		coursetest.Clause{Says: `The loss of a label 0 is log 2 whatever f is: (\d+) points? (?:has|have) no pull, ` +
			`and αᵢ = 0\.`, Holds: func(s state, m []string) bool {
			none := 0
			for i, y := range s.Column("data", "y") {
				if y < 0 {
					none++
					if s.Column("alpha", "alpha")[i] != 0 {
						return false
					}
				}
			}
			return m[0] == strconv.Itoa(none)
		}, When: bits},
		coursetest.Clause{Says: `The largest \|αᵢ\| is that of (?:point (\d+)|points (\d+) and (\d+)|(\d+) points), ` +
			`where the fit gives the true class ` + num + `\.`, Holds: func(s state, m []string) bool {
			var most []int
			alpha := s.Column("alpha", "alpha")
			for i, a := range alpha {
				if math.Abs(a) > floats.Norm(alpha, math.Inf(1))*(1-1e-9) {
					most = append(most, i)
				}
			}
			who := strings.Join(m[:4], " ")
			want := fmt.Sprintf("   %d", len(most))
			if len(most) == 1 {
				want = fmt.Sprintf("%d   ", most[0]+1)
			} else if len(most) == 2 {
				want = fmt.Sprintf(" %d %d ", most[0]+1, most[1]+1)
			}
			return who == want && coursetest.Is(m[4], own(s, most[0]), 1e-9)
		}, When: func(s state) bool { return fitted(s) && !bits(s) && len(s.Column("data", "y")) > 1 }},
		coursetest.Clause{Says: `Point (\d+) is of [a-z 1−]+?, at [a-z ₁]+ = ` + num + `(?: km| cm)? and [a-z ₂]+ = ` +
			num + `(?: km| cm)?\. The fit gives [a-z 1−]+? a probability of ` + num + ` there, and α[₀-₉]+ is ` + num +
			`\.`, Holds: func(s state, m []string) bool {
			i := datum(s)
			return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[1], s.Column("data", "x1")[i], 0) &&
				coursetest.Is(m[2], s.Column("data", "x2")[i], 0) &&
				coursetest.Is(m[3], s.Column("probability", "probability")[i], 0) &&
				coursetest.Is(m[4], s.Column("alpha", "alpha")[i], 0)
		}, When: func(s state) bool { return fitted(s) && datum(s) >= 0 }},
	)
}

// What is told of a descent is so along its path.
func TestDescentTells(t *testing.T) {
	path := func(s state, name string, k int) float64 {
		v := s.Column(name, "loss")
		return v[min(k, len(v)-1)]
	}
	k := func(s state) int { return int(s.Param("iteration")) }
	left := func(s state) bool { return fitted(s) && k(s) >= len(s.Column("loss", "loss")) }
	raises := func(s state) (n int) {
		v := s.Column("loss", "loss")
		for i := range v[1:] {
			if v[i+1]-v[i] > engine.Rounding(len(s.Column("data", "y")), v[i]) {
				n++
			}
		}
		return n
	}
	within := func(s state) int {
		first, v := -1, s.Column("loss", "loss")
		for i := len(v) - 1; i >= 0 && v[i] <= 1.01*s.Find("minimum"); i-- {
			first = i
		}
		return first
	}
	limit := func(s state, m string) bool { return s.Shown(m, "step_limit") }
	coursetest.Tells(t, Lesson, "descent", 2, []string{
		"step=2&iteration=100", "step=1", "step=100&iteration=100&lambda=0.1", "lambda=0.001&step=3", "lambda=0",
		"data=points&points=none", "data=points&points=1,0,1;0,1,-1&kernel=linear&lambda=0.0625&step=4&iteration=1",
		"step=100&lambda=10&iteration=100", "data=points&points=0,0,1;0,0,-1&kernel=linear",
	},
		coursetest.Clause{Says: `No points, no probability\.`, When: empty},
		coursetest.Clause{Says: `(\d+) points?, (\d+) of class 1, and no minimum\.`,
			Holds: func(s state, m []string) bool { return counts(s, m[0], m[1]) },
			When:  func(s state) bool { return !fitted(s) && !empty(s) }},
		coursetest.Clause{Says: `After (\d+) steps? of size ` + num + ` gradient descent has J = ` + num +
			`, Newton’s method ` + num + `; the least J is ` + num + `\.`, Holds: func(s state, m []string) bool {
			return m[0] == strconv.Itoa(k(s)) && coursetest.Is(m[1], s.Param("step"), 0) &&
				coursetest.Is(m[2], path(s, "loss", k(s)), 0) && coursetest.Is(m[3], path(s, "newton", k(s)), 0) &&
				s.Shown(m[4], "minimum")
		}, When: func(s state) bool { return fitted(s) && !left(s) }},
		coursetest.Clause{Says: `After (\d+) steps? of size ` + num +
			` gradient descent has left the range of float64; its last state has J = ` + num +
			`\. Newton’s method has ` + num + ` at step (\d+)\.`, Holds: func(s state, m []string) bool {
			return m[0] == strconv.Itoa(len(s.Column("loss", "loss"))-1) && coursetest.Is(m[2], path(s, "loss", k(s)),
				0) && coursetest.Is(m[3], path(s, "newton", k(s)), 0) && m[4] == strconv.Itoa(k(s))
		}, When: left},
		coursetest.Clause{Says: `Newton’s method stops after (\d+) steps?\.`,
			Holds: func(s state, m []string) bool { return m[0] == strconv.Itoa(len(s.Column("newton", "loss"))-1) },
			When:  fitted},
		coursetest.Clause{Says: `K is zero: f = 0 whatever α is, and no step changes J\.`,
			Holds: func(s state, _ []string) bool {
				v := s.Column("loss", "loss")
				return v[len(v)-1] == v[0] && s.Find("minimum") == v[0]
			}, When: func(s state) bool { return fitted(s) && math.IsInf(s.Find("step_limit"), 1) }},
		coursetest.Clause{Says: `The step is under 2/L = ` + num + `, and no step raises J\.`,
			Holds: func(s state, m []string) bool {
				return limit(s, m[0]) && s.Param("step") < s.Find("step_limit") && raises(s) == 0
			}, When: func(s state) bool {
				return fitted(s) && s.Param("step") < s.Find("step_limit") && !math.IsInf(s.Find("step_limit"), 1)
			}},
		coursetest.Clause{Says: `The step is over 2/L = ` + num + `, and (\d+) of (\d+) steps raise J\.`,
			Holds: func(s state, m []string) bool {
				return limit(s, m[0]) && m[1] == strconv.Itoa(raises(s)) &&
					m[2] == strconv.Itoa(len(s.Column("loss", "loss"))-1)
			}, When: func(s state) bool {
				return fitted(s) && s.Param("step") >= s.Find("step_limit") && raises(s) > 0
			}},
		coursetest.Clause{Says: `The step is over 2/L = ` + num + `, and yet no step raises J\.`,
			Holds: func(s state, m []string) bool { return limit(s, m[0]) },
			When: func(s state) bool {
				return fitted(s) && s.Param("step") >= s.Find("step_limit") && raises(s) == 0
			}},
		coursetest.Clause{Says: `In 100 steps it does not come to within 1 % of the least J to stay\.`,
			When: func(s state) bool { return fitted(s) && within(s) < 0 }},
		coursetest.Clause{Says: `From step (\d+) on it is within 1 % of the least J\.`,
			Holds: func(s state, m []string) bool { return m[0] == strconv.Itoa(within(s)) },
			When:  func(s state) bool { return fitted(s) && within(s) >= 0 }},
	)
}

// What is said, and what is so, is counted again over the new points.
func TestTrustTells(t *testing.T) {
	asked := func(s state) (said, right float64) {
		y := s.Column("unseen", "y")
		for i, f := range s.Column("unseen", "decision") {
			said += 100 / (1 + math.Exp(-math.Abs(f))) / float64(len(y))
			if (f >= 0) == (y[i] > 0) {
				right += 100 / float64(len(y))
			}
		}
		return said, right
	}
	gap := func(s state) float64 { said, right := asked(s); return said - right }
	coursetest.Tells(t, Lesson, "trust", 2, []string{"lambda=1e-6", "lambda=0.000104", "lambda=0"},
		coursetest.Clause{Says: `(\d+) points?, (\d+) of class 1, and no probability\.`,
			When: func(s state) bool { return !fitted(s) }},
		coursetest.Clause{Says: `Fitted to (\d+) points and asked about 1,000 new ones, ` +
			`it gives the class it holds to be likelier ` + num + ` % on average, and is right in ` + num + ` %\.`,
			Holds: func(s state, m []string) bool {
				said, right := asked(s)
				return m[0] == strconv.Itoa(len(s.Column("data", "y"))) && len(s.Column("unseen", "y")) == 1000 &&
					coursetest.Is(m[1], said, 1e-9) && coursetest.Is(m[2], right, 1e-9)
			}, When: fitted},
		coursetest.Clause{Says: `It means about what it says\.`, When: func(s state) bool {
			return fitted(s) &&
				math.Abs(gap(s)) <= 2
		}},
		coursetest.Clause{Says: `It is too sure of itself\.`, When: func(s state) bool {
			return fitted(s) &&
				gap(s) > 2
		}},
		coursetest.Clause{Says: `It is less sure than it could be\.`, When: func(s state) bool {
			return fitted(s) &&
				gap(s) < -2
		}},
	)
}

// Flowers are called by the name that has the largest probability.
// checkClasses counts the flowers called by their name, and holds the probabilities of the one
// pointed at, which were each apart, against those that add up to 1.
func checkClasses(t *testing.T, s state, v *classes) {
	if v.defeat != nil {
		return
	}
	right := 0
	for i, p := range s.Rows("probability") {
		if sum := p[0] + p[1] + p[2]; math.Abs(sum-1) > 1e-12 {
			t.Errorf("at flower %d the probabilities add up to %v", i+1, sum)
		}
		own := int(s.Column("data", "label")[i])
		others := append(slices.Clone(p[:own]), p[own+1:]...)
		if p[own] > slices.Max(others)+1e-9 {
			right++
		}
	}
	if v.right != right || math.Abs(s.Find("train_accuracy")-float64(right)/150) > 1e-12 {
		t.Errorf("%d are called by their name, not %d", right, v.right)
	}
	least, greatest := math.Inf(1), 0.0
	for i := range 150 {
		sum := apart(v, i, 0) + apart(v, i, 1) + apart(v, i, 2)
		least, greatest = min(least, sum), max(greatest, sum)
		if p := s.Rows("probability")[i]; math.Abs(p[0]*sum-apart(v, i, 0)) > 1e-12 {
			t.Errorf("flower %d: %v of %v is not %v", i+1, p, sum, apart(v, i, 0))
		}
	}
	if math.Abs(v.least-least)+math.Abs(v.greatest-greatest) > 1e-12 {
		t.Errorf("the sums are between %v and %v, not %v and %v", least, greatest, v.least, v.greatest)
	}
}

// apart is the probability that a class's own fit gives a flower.
func apart(v *classes, i, class int) float64 { return 1 / (1 + math.Exp(-v.fits[class].Decision[i])) }

func TestClassesSay(t *testing.T) {
	there := func(v *classes) bool { return v.defeat == nil }
	slots := map[string]func(*classes) float64{
		"count": func(*classes) float64 { return 150 }, "species": func(*classes) float64 { return 3 },
		"right": func(v *classes) float64 { return float64(v.right) },
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
		y, alpha, said := coursetest.Values(t, p, "data", "y"), coursetest.Values(t, p, "alpha", "alpha"),
			coursetest.Values(t, p, "probability", "probability")
		x1, x2 := coursetest.Values(t, p, "data", "x1"), coursetest.Values(t, p, "data", "x2")
		n, lambda, k := float64(len(y)), f.Control("lambda").Number(),
			engine.Gaussian{Length: f.Control("bandwidth").Number()}
		for i := range y {
			if want := ((y[i]+1)/2 - said[i]) / (2 * n * lambda); math.Abs(alpha[i]-want) > 1e-9*math.Abs(want)+1e-12 {
				t.Fatalf("%s: α%d = %v, (t − p)/2nλ = %v", query, i+1, alpha[i], want)
			}
			sum := 0.0
			for j := range y {
				sum += alpha[j] * k.Eval([]float64{x1[i], x2[i]}, []float64{x1[j], x2[j]})
			}
			if math.Abs(engine.Logistic(sum)-said[i]) > 1e-7 {
				t.Fatalf("%s: the bumps give %v at point %d, the figure says %v", query, engine.Logistic(sum), i+1,
					said[i])
			}
		}
	}
}
