package grammatrix

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/data"
)

const num = coursetest.Num

type told = *coursetest.Told

func size(s told) int { return len(s.Column("data", "x1")) }

func some(s told) bool { return s.Message == "" && size(s) > 0 }

// nameOf is what a point is called, in a sentence.
func nameOf(s told, i int) string {
	if s.Choice("data") == "foods" {
		return strings.ReplaceAll(data.FoodNames()[i], ", ", " ")
	}
	return "point " + strconv.Itoa(i+1)
}

// datum matches the beginning of what is said of a datum: its number and its place.
const datum = `Point (\d+) is (?:of )?[^;]*? = [^;]*? and [^;]*? = [^;.]*?(?:\.\d+)?[^;.]*?`

func TestGramTells(t *testing.T) {
	negative := func(s told) bool {
		for _, row := range s.Rows("gram") {
			if slices.Min(row) < 0 {
				return true
			}
		}
		return false
	}
	// zeros counts the points whose row is all zeros.
	zeros := func(s told) int {
		n := 0
		for i, row := range s.Rows("gram") {
			if row[i] == 0 {
				n++
			}
		}
		return n
	}
	point := `point (\d+)(?:, ([^,;]+?))?`
	is := func(s told, number, name string) bool {
		return name == "" && s.Choice("data") != "foods" || name == nameOf(s, coursetest.Whole(number)-1)
	}
	coursetest.Tells(t, Lesson, "gram", 3, []string{"at=3", "at=13&with=14", "with=4", "data=points&points=1,2,1&at=1&with=1", "data=points&points=1,2,1;1,2,1", "order=eigenvector&bandwidth=0.01", "data=blobs&kernel=linear&normalise=1", "data=points&points=0,0,1;1,1,1&kernel=linear&normalise=1&at=1&with=2"},
		coursetest.Clause{Says: `(\d+) points?, rows (as they are listed|class by class|by their first input|by the leading eigenvector): a matrix of (\d+) × (\d+), with ([\d,]+) numbers? on and below its diagonal\.`, Holds: func(s told, m []string) bool {
			n := size(s)
			order := s.Column("order", "point")
			sorted := slices.Clone(order)
			slices.Sort(sorted)
			for i, v := range sorted {
				if v != float64(i) {
					return false
				}
			}
			switch s.Choice("order") {
			case "listed":
				if m[1] != "as they are listed" || !slices.IsSorted(order) {
					return false
				}
			case "class":
				seen := map[float64]bool{}
				classes := s.Column("data", "class")
				for i, p := range order {
					c := classes[int(p)]
					if i > 0 && c != classes[int(order[i-1])] && seen[c] {
						return false // a class in two pieces
					}
					seen[c] = true
				}
			case "x":
				x := s.Column("data", "x1")
				for i := 1; i < n; i++ {
					if x[int(order[i])] < x[int(order[i-1])] {
						return false
					}
				}
			}
			return coursetest.Whole(m[0]) == n && coursetest.Whole(m[2]) == n && coursetest.Whole(m[3]) == n && coursetest.Whole(m[4]) == n*(n+1)/2
		}, When: some},
		coursetest.Clause{Says: `Rows next to each other have ` + num + ` on average, all pairs ` + num + `\.`, Holds: func(s told, m []string) bool {
			K, order := s.Rows("gram"), s.Column("order", "point")
			next, all, pairs, largest := 0.0, 0.0, 0.0, 0.0
			for i := range K {
				if i > 0 {
					next += K[int(order[i-1])][int(order[i])] / float64(len(K)-1)
				}
				for j := range i {
					all, pairs, largest = all+K[i][j], pairs+1, math.Max(largest, math.Abs(K[i][j]))
				}
			}
			return coursetest.Is(m[0], next, 1e-12*largest) && coursetest.Is(m[1], all/pairs, 1e-12*largest)
		}, When: func(s told) bool { return some(s) && size(s) > 1 }},
		coursetest.Clause{Says: `The two largest eigenvalues agree to nine digits, so this order is one of many\.`, Holds: func(s told, _ []string) bool { return s.Choice("order") == "eigenvector" }},
		coursetest.Clause{Says: `The least entry is ` + num + `: colours run both ways from white, which is 0\.`, Holds: func(s told, m []string) bool {
			least := math.Inf(1)
			for _, row := range s.Rows("gram") {
				least = math.Min(least, slices.Min(row))
			}
			return coursetest.Is(m[0], least, 0)
		}, When: func(s told) bool { return some(s) && negative(s) }},
		coursetest.Clause{Says: `(\d+) points? ha(?:s|ve) no length in the feature space: rows of zeros\.`, Holds: func(s told, m []string) bool {
			return coursetest.Whole(m[0]) == zeros(s)
		}, When: func(s told) bool { return some(s) && s.Choice("normalise") == "1" && zeros(s) > 0 }},
		coursetest.Clause{Says: `Divided by the lengths, every point has 1 with itself\.`, Holds: func(s told, _ []string) bool {
			for i, row := range s.Rows("gram") {
				if math.Abs(row[i]-1) > 1e-12 {
					return false
				}
			}
			return true
		}, When: func(s told) bool { return some(s) && s.Choice("normalise") == "1" && zeros(s) == 0 }},
		coursetest.Clause{Says: datum + `; with itself it has ` + num + `, and (?:of the others most with ` + point + `(?: and (\d+) more)?, |with each of the others )` + num + `(?:\. The entry pointed at is with ` + point + `: ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			at, K := int(s.Param("at"))-1, s.Rows("gram")
			top, tied := math.Inf(-1), 0
			for j, v := range K[at] {
				if j != at {
					top = math.Max(top, v)
				}
			}
			for j, v := range K[at] {
				if j != at && math.Abs(v-top) <= 1e-9*math.Abs(top) {
					tied++
				}
			}
			switch {
			case m[2] == "": // with each of the others
				if tied != size(s)-1 || tied < 2 {
					return false
				}
			case !is(s, m[2], m[3]) || coursetest.Whole(m[2])-1 == at || math.Abs(K[at][coursetest.Whole(m[2])-1]-top) > 1e-9*math.Abs(top):
				return false
			case (m[4] != "") != (tied > 1) || m[4] != "" && coursetest.Whole(m[4]) != tied-1:
				return false
			}
			if (m[6] != "") != (s.Param("with") > 0) || m[6] != "" && (coursetest.Whole(m[6]) != int(s.Param("with")) || !coursetest.Is(m[8], K[at][int(s.Param("with"))-1], 0) || !is(s, m[6], m[7])) {
				return false
			}
			return coursetest.Whole(m[0]) == at+1 && coursetest.Is(m[1], K[at][at], 0) && coursetest.Is(m[5], top, 0)
		}},
		coursetest.Clause{Says: datum + `(?:\. The entry pointed at is with point 1: ` + num + `)?\.$`, Holds: func(s told, m []string) bool { return coursetest.Whole(m[0]) == 1 && size(s) == 1 }},
	)
}

// square are points of which each has two that are equally near, whatever the list.
const square = "data=points&points=1,1,1;-1,1,1;-1,-1,1;1,-1,1"

// Who are equally alike are all answers, in whatever order they are listed.
func TestTiesAreTold(t *testing.T) {
	for _, points := range []string{"1,1,1;-1,1,1;-1,-1,1;1,-1,1", "1,1,1;1,-1,1;-1,-1,1;-1,1,1", "3,1,1;-1,3,1;-3,-1,1;1,-3,1"} {
		p := coursetest.State(t, Lesson, "neighbours", "data=points&similarity=all&points="+points)
		if p.Find("answers") != 1 || p.Find("agreeing") != 4 || !strings.Contains(p.Description, "and 1 more") {
			t.Errorf("%s: %v answers, %v agreeing: %s", points, p.Find("answers"), p.Find("agreeing"), p.Description)
		}
	}
}

func TestNeighboursTells(t *testing.T) {
	// best is whom point i is most like, found afresh: any of those within rounding.
	value := func(s told, name string, i, j int) float64 {
		x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
		product, li, lj := x[i]*x[j]+y[i]*y[j], math.Hypot(x[i], y[i]), math.Hypot(x[j], y[j])
		switch name {
		case "inner":
			return product
		case "cosine":
			if li*lj == 0 {
				return 0
			}
			return product / li / lj
		}
		return -math.Hypot(x[i]-x[j], y[i]-y[j])
	}
	// equally are all that point i is most like.
	equally := func(s told, name string, i int) (set []int) {
		top := -1
		for j := range size(s) {
			if j != i && (top < 0 || value(s, name, i, j) > value(s, name, i, top)) {
				top = j
			}
		}
		if top < 0 {
			return nil
		}
		x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
		scale := map[string]float64{"inner": math.Hypot(x[i], y[i]) * math.Hypot(x[top], y[top]), "cosine": 1, "gaussian": math.Hypot(x[i]-x[top], y[i]-y[top])}[name]
		for j := range size(s) {
			if j != i && math.Abs(value(s, name, i, j)-value(s, name, i, top)) <= 1e-9*scale {
				set = append(set, j)
			}
		}
		return set
	}
	share := func(a, b []int) bool {
		return slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) })
	}
	// answersOf is how many points it takes to have an answer of each similarity.
	answersOf := func(s told, i int) int {
		a, b, c := equally(s, "inner", i), equally(s, "cosine", i), equally(s, "gaussian", i)
		switch {
		case slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) && slices.Contains(c, j) }):
			return 1
		case share(a, b) || share(b, c) || share(a, c):
			return 2
		}
		return 3
	}
	asked := func(s told) int {
		switch {
		case s.Param("at") > 0:
			return int(s.Param("at")) - 1
		case s.Choice("data") == "foods":
			return slices.Index(data.FoodNames(), "milk")
		}
		return 0
	}
	names := map[string]string{"inner product": "inner", "cosine": "cosine", "Gaussian": "gaussian"}
	several := func(s told) bool { return some(s) && size(s) > 1 }
	answers := func(s told) int { return answersOf(s, asked(s)) }
	lengths := func(s told) []float64 {
		x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
		l := make([]float64, len(x))
		for i := range l {
			l[i] = math.Hypot(x[i], y[i])
		}
		return l
	}
	same := func(l []float64) bool { return slices.Max(l)-slices.Min(l) <= 1e-9*slices.Max(l) }
	// origin is that a point lies there, and another elsewhere.
	origin := func(s told) bool {
		l := lengths(s)
		return slices.Min(l) == 0 && slices.Max(l) > 0
	}
	coursetest.Tells(t, Lesson, "neighbours", 3, []string{"at=3&similarity=all", "even=1&similarity=all", "data=points&points=0,0,1;1,2,1;2,2,1&even=1", "data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,2,1&similarity=all", "at=22&similarity=all", square, square + "&similarity=all&at=2", "data=points&points=0,0,1;1,2,1;2,1,1&similarity=all"},
		coursetest.Clause{Says: `One point, and nobody to be like\.`, When: func(s told) bool { return some(s) && size(s) == 1 }},
		coursetest.Clause{Says: `Most like ([^.]+?) is ([^.]+)\.`, Holds: func(s told, m []string) bool {
			parts := strings.Split(m[1], ", ")
			if s.Choice("similarity") == "all" != (len(parts) == 3) {
				return false
			}
			for _, part := range parts {
				part = strings.TrimPrefix(part, "by the ")
				i := strings.LastIndex(part, " ")
				label, name := "", ""
				for l, n := range names {
					if rest, ok := strings.CutPrefix(part, l+" "); ok {
						label, name, i = rest, n, len(l)
					}
				}
				if i < 0 || name == "" || s.Choice("similarity") != "all" && s.Choice("similarity") != name {
					return false
				}
				set := equally(s, name, asked(s))
				said := nameOf(s, set[0])
				if len(set) > 1 {
					said += fmt.Sprintf(" and %d more", len(set)-1)
				}
				if len(set) > 1 && len(set) == size(s)-1 {
					said = "each of the others"
				}
				if label != said || int(s.Column("most_like", name)[asked(s)]) != set[0] {
					return false
				}
			}
			return m[0] == nameOf(s, asked(s))
		}, When: several},
		coursetest.Clause{Says: `(One answer|Two answers|Three answers)\.`, Holds: func(s told, m []string) bool {
			return m[0] == []string{"One answer", "Two answers", "Three answers"}[answers(s)-1]
		}, When: func(s told) bool { return several(s) && s.Choice("similarity") == "all" }},
		coursetest.Clause{Says: `Of (\d+) points (\d+) ha(?:s|ve) one answer from all three\.`, Holds: func(s told, m []string) bool {
			one := 0
			for i := range size(s) {
				if answersOf(s, i) == 1 {
					one++
				}
			}
			return coursetest.Whole(m[0]) == size(s) && coursetest.Whole(m[1]) == one && s.Find("agreeing") == float64(one)
		}, When: several},
		coursetest.Clause{Says: `All lengths are the same\.`, Holds: func(s told, _ []string) bool {
			return same(lengths(s))
		}, When: func(s told) bool { return several(s) && s.Param("even") == 1 && !origin(s) }},
		coursetest.Clause{Says: `All lengths but that of a point at the origin are the same\.`, Holds: func(s told, _ []string) bool {
			l := lengths(s)
			return slices.Contains(l, 0) && same(slices.DeleteFunc(l, func(v float64) bool { return v == 0 }))
		}, When: func(s told) bool { return several(s) && s.Param("even") == 1 && origin(s) }},
		coursetest.Clause{Says: `The lengths are evened out to the power ` + num + ` of what they were\.`, Holds: func(s told, m []string) bool {
			x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
			u, v := s.Column("data", "x1"), s.Column("data", "x2")
			p := 1 - s.Param("even")
			ratio := 0.0
			for i := range x {
				was, is := math.Hypot(u[i], v[i]), math.Hypot(x[i], y[i])
				if was == 0 {
					continue
				}
				r := math.Log(is) - p*math.Log(was)
				if ratio != 0 && math.Abs(r-ratio) > 1e-9 {
					return false
				}
				ratio = r
			}
			return coursetest.Is(m[0], p, 0)
		}, When: func(s told) bool { return several(s) && s.Param("even") > 0 && s.Param("even") < 1 }},
		coursetest.Clause{Says: datum + `\.$`, Holds: func(s told, m []string) bool { return m[0] == s.Choice("at") }},
	)
}

func TestMovedTells(t *testing.T) {
	fitted := func(s told) bool { return s.Message == "" }
	unmoved := func(s told, name string) bool { return s.Find(name) == 0 }
	coursetest.Tells(t, Lesson, "moved", 3, []string{"kernel=linear&turn=50", "kernel=laplacian&turn=45", "kernel=sigmoid&slope=1", "kernel=polynomial&degree=12&lambda=1e-6", "shift=0"},
		coursetest.Clause{Says: `(\d+) points, and no fit\.`, Holds: func(s told, m []string) bool { return m[0] == s.Choice("n") }, When: func(s told) bool { return !fitted(s) }},
		coursetest.Clause{Says: `(\d+) points turned by ` + num + `° and shifted by ` + num + `\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("n") && coursetest.Is(m[1], s.Param("turn"), 0) && coursetest.Is(m[2], s.Param("shift"), 0)
		}, When: fitted},
		coursetest.Clause{Says: `By the turn alone no entry of K or K̂ changes\.`, When: func(s told) bool { return fitted(s) && unmoved(s, "change_by_turn") }},
		coursetest.Clause{Says: `By the turn alone an entry changes by ` + num + ` at most\.`, Holds: func(s told, m []string) bool {
			return s.Shown(m[0], "change_by_turn") && s.Param("turn") > 0
		}, When: func(s told) bool { return fitted(s) && !unmoved(s, "change_by_turn") }},
		coursetest.Clause{Says: `By the shift alone no entry of K or K̂ changes\.`, When: func(s told) bool { return fitted(s) && unmoved(s, "change_by_shift") }},
		coursetest.Clause{Says: `By the shift alone an entry changes by ` + num + ` at most\.`, Holds: func(s told, m []string) bool {
			return s.Shown(m[0], "change_by_shift") && s.Param("shift") > 0
		}, When: func(s told) bool { return fitted(s) && !unmoved(s, "change_by_shift") }},
		coursetest.Clause{Says: `So the six predictions are what they were\.`, Holds: func(s told, _ []string) bool {
			return s.Param("turn") == 0 && s.Param("shift") == 0 || unmoved(s, "change_by_turn") && unmoved(s, "change_by_shift") || s.Param("shift") == 0 && unmoved(s, "change_by_turn")
		}, When: func(s told) bool { return fitted(s) && unmoved(s, "change_of_predictions") }},
		coursetest.Clause{Says: `By how much the predictions change cannot be told: with so small a λ, rounding alone may change them by more\.`, Holds: func(s told, _ []string) bool {
			now, was := s.Column("tests", "predicted"), s.Column("before", "predicted")
			K, n := s.Rows("gram"), float64(size(s))
			trace, most := 0.0, 0.0
			for i := range K {
				trace += K[i][i]
			}
			for i := range now {
				most = math.Max(most, math.Abs(now[i]-was[i]))
			}
			return most <= engine.Rounding(size(s), 1+trace/(n*s.Param("lambda"))) || trace/(n*s.Param("lambda")) > 1e9
		}, When: func(s told) bool { return fitted(s) && math.IsNaN(s.Find("change_of_predictions")) }},
		coursetest.Clause{Says: `A prediction changes by ` + num + ` at most\.`, Holds: func(s told, m []string) bool {
			most := 0.0
			now, was := s.Column("tests", "predicted"), s.Column("before", "predicted")
			for i := range now {
				most = math.Max(most, math.Abs(now[i]-was[i]))
			}
			return coursetest.Is(m[0], most, 0)
		}, When: func(s told) bool { return fitted(s) && s.Find("change_of_predictions") > 0 }},
	)
}
