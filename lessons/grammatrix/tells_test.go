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

type state = *coursetest.State

func size(s state) int { return len(s.Column("data", "x1")) }

func some(s state) bool { return s.Message == "" && size(s) > 0 }

// nameOf is what a point is called, in a sentence.
func nameOf(s state, i int) string {
	if s.Choice("data") == "foods" {
		return strings.ReplaceAll(data.FoodNames()[i], ", ", " ")
	}
	return "point " + strconv.Itoa(i+1)
}

// datum matches the beginning of what is said of a datum: its number and its place.
const datum = `Point (\d+) is (?:of )?[^;]*? = [^;]*? and [^;]*? = [^;.]*?(?:\.\d+)?[^;.]*?`

// hasNegative reports whether K has a negative entry.
func hasNegative(s state) bool {
	return slices.ContainsFunc(s.Rows("gram"), func(row []float64) bool { return slices.Min(row) < 0 })
}

// zeros counts the points whose row is all zeros.
func zeros(s state) (n int) {
	for i, row := range s.Rows("gram") {
		if row[i] == 0 {
			n++
		}
	}
	return n
}

// inOrder reports whether the rows are in the order that is said.
func inOrder(s state, said string) bool {
	order := s.Column("order", "point")
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	for i, v := range sorted {
		if v != float64(i) {
			return false
		}
	}
	along := func(column string) (v []float64) {
		for _, p := range order {
			v = append(v, s.Column("data", column)[int(p)])
		}
		return v
	}
	switch s.Choice("order") {
	case "listed":
		return said == "as they are listed" && slices.IsSorted(order)
	case "class":
		pieces := slices.Compact(along("class"))
		slices.Sort(pieces)
		return said == "class by class" && len(slices.Compact(slices.Clone(pieces))) == len(pieces)
	case "x":
		return said == "by their first input" && slices.IsSorted(along("x1"))
	}
	return said == "by the leading eigenvector"
}

// beside are the mean entry beside the diagonal and that of all pairs, and the largest modulus.
func beside(s state) (next, all, largest float64) {
	K, order, pairs := s.Rows("gram"), s.Column("order", "point"), 0.0
	for i := range K {
		if i > 0 {
			next += K[int(order[i-1])][int(order[i])] / float64(len(K)-1)
		}
		for j := range i {
			all, pairs, largest = all+K[i][j], pairs+1, math.Max(largest, math.Abs(K[i][j]))
		}
	}
	return next, all / pairs, largest
}

// A rowSaid is what is said of the row of a datum.
type rowSaid struct {
	at, itself          string
	most, name, more    string // whom it has most with; all "" where that is each of the others
	top                 string
	with, called, entry string // the entry pointed at, "" if none is
}

// holds reports whether it is so in the row of the point pointed at.
func (m rowSaid) holds(s state) bool {
	is := func(number, name string) bool {
		return name == "" && s.Choice("data") != "foods" || name == nameOf(s, coursetest.Whole(number)-1)
	}
	at, with := int(s.Param("at"))-1, int(s.Param("with"))
	row := s.Rows("gram")[at]
	others := slices.Delete(slices.Clone(row), at, at+1)
	top, tied := slices.Max(others), 0
	near := func(v float64) bool { return math.Abs(v-top) <= 1e-9*math.Abs(top) }
	for _, v := range others {
		if near(v) {
			tied++
		}
	}
	switch {
	case m.most == "":
		if tied != size(s)-1 || tied < 2 {
			return false
		}
	case !is(m.most, m.name) || coursetest.Whole(m.most)-1 == at || !near(row[coursetest.Whole(m.most)-1]):
		return false
	case (m.more != "") != (tied > 1) || m.more != "" && coursetest.Whole(m.more) != tied-1:
		return false
	}
	if (m.with != "") != (with > 0) {
		return false
	}
	if with > 0 && (coursetest.Whole(m.with) != with || !coursetest.Is(m.entry, row[with-1], 0) ||
		!is(m.with, m.called)) {
		return false
	}
	return coursetest.Whole(m.at) == at+1 && coursetest.Is(m.itself, row[at], 0) && coursetest.Is(m.top, top, 0)
}

func TestGramTells(t *testing.T) {
	const point = `point (\d+)(?:, ([^,;]+?))?`
	normalised := func(s state) bool { return some(s) && s.Choice("normalise") == "1" }
	coursetest.Tells(t, Lesson, "gram", 3,
		[]string{
			"at=3", "at=13&with=14", "with=4", "data=points&points=1,2,1&at=1&with=1", "data=points&points=1,2,1;1,2,1",
			"order=eigenvector&bandwidth=0.01", "data=blobs&kernel=linear&normalise=1",
			"data=points&points=0,0,1;1,1,1&kernel=linear&normalise=1&at=1&with=2",
		},
		coursetest.Clause{
			Says: `(\d+) points?, rows (as they are listed|class by class|by their first input|by the leading ` +
				`eigenvector): a matrix of (\d+) × (\d+), with ([\d,]+) numbers? on and below its diagonal\.`,
			Holds: func(s state, m []string) bool {
				n, points, rows, columns := size(s), coursetest.Whole(m[0]), coursetest.Whole(m[2]),
					coursetest.Whole(m[3])
				return points == n && rows == n && columns == n && coursetest.Whole(m[4]) == n*(n+1)/2 &&
					inOrder(s, m[1])
			}, When: some},
		coursetest.Clause{
			Says: `Rows next to each other have ` + num + ` on average, all pairs ` + num + `\.`,
			Holds: func(s state, m []string) bool {
				next, all, largest := beside(s)
				return coursetest.Is(m[0], next, 1e-12*largest) && coursetest.Is(m[1], all, 1e-12*largest)
			}, When: func(s state) bool { return some(s) && size(s) > 1 }},
		coursetest.Clause{
			Says:  `The two largest eigenvalues agree to nine digits, so this order is one of many\.`,
			Holds: func(s state, _ []string) bool { return s.Choice("order") == "eigenvector" }},
		coursetest.Clause{
			Says: `The least entry is ` + num + `: colours run both ways from white, which is 0\.`,
			Holds: func(s state, m []string) bool {
				return coursetest.Is(m[0], slices.Min(slices.Concat(s.Rows("gram")...)), 0)
			}, When: func(s state) bool { return some(s) && hasNegative(s) }},
		coursetest.Clause{
			Says:  `(\d+) points? ha(?:s|ve) no length in the feature space: rows of zeros\.`,
			Holds: func(s state, m []string) bool { return coursetest.Whole(m[0]) == zeros(s) },
			When:  func(s state) bool { return normalised(s) && zeros(s) > 0 }},
		coursetest.Clause{
			Says: `Divided by the lengths, every point has 1 with itself\.`,
			Holds: func(s state, _ []string) bool {
				for i, row := range s.Rows("gram") {
					if math.Abs(row[i]-1) > 1e-12 {
						return false
					}
				}
				return true
			}, When: func(s state) bool { return normalised(s) && zeros(s) == 0 }},
		coursetest.Clause{
			Says: datum + `; with itself it has ` + num + `, and (?:of the others most with ` + point +
				`(?: and (\d+) more)?, |with each of the others )` + num +
				`(?:\. The entry pointed at is with ` + point + `: ` + num + `)?\.`,
			Holds: func(s state, m []string) bool {
				return rowSaid{m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]}.holds(s)
			}},
		coursetest.Clause{
			Says:  datum + `(?:\. The entry pointed at is with point 1: ` + num + `)?\.$`,
			Holds: func(s state, m []string) bool { return coursetest.Whole(m[0]) == 1 && size(s) == 1 }},
	)
}

// square are points of which each has two that are equally near, whatever the list.
const square = "data=points&points=1,1,1;-1,1,1;-1,-1,1;1,-1,1"

// Who are equally alike are all answers, in whatever order they are listed.
func TestTiesAreTold(t *testing.T) {
	for _, points := range []string{"1,1,1;-1,1,1;-1,-1,1;1,-1,1", "1,1,1;1,-1,1;-1,-1,1;-1,1,1",
		"3,1,1;-1,3,1;-3,-1,1;1,-3,1"} {
		p := coursetest.Opened(t, Lesson, "neighbours", "data=points&similarity=all&points="+points)
		if p.Find("answers") != 1 || p.Find("agreeing") != 4 || !strings.Contains(p.Description, "and 1 more") {
			t.Errorf("%s: %v answers, %v agreeing: %s", points, p.Find("answers"), p.Find("agreeing"), p.Description)
		}
	}
}

// likeness of points i and j as they are shown, by a similarity.
func likeness(s state, name string, i, j int) float64 {
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

// equally are all that point i is most like, found afresh: any of those within rounding.
func equally(s state, name string, i int) (set []int) {
	top := -1
	for j := range size(s) {
		if j != i && (top < 0 || likeness(s, name, i, j) > likeness(s, name, i, top)) {
			top = j
		}
	}
	if top < 0 {
		return nil
	}
	x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
	scale := map[string]float64{
		"inner":    math.Hypot(x[i], y[i]) * math.Hypot(x[top], y[top]),
		"cosine":   1,
		"gaussian": math.Hypot(x[i]-x[top], y[i]-y[top]),
	}[name]
	for j := range size(s) {
		if j != i && math.Abs(likeness(s, name, i, j)-likeness(s, name, i, top)) <= 1e-9*scale {
			set = append(set, j)
		}
	}
	return set
}

// answersOf is how many points it takes to have an answer of each similarity.
func answersOf(s state, i int) int {
	share := func(a, b []int) bool {
		return slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) })
	}
	a, b, c := equally(s, "inner", i), equally(s, "cosine", i), equally(s, "gaussian", i)
	switch {
	case slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) && slices.Contains(c, j) }):
		return 1
	case share(a, b) || share(b, c) || share(a, c):
		return 2
	}
	return 3
}

// asked is the point that is asked for: the one pointed at, or milk, or the first.
func asked(s state) int {
	switch {
	case s.Param("at") > 0:
		return int(s.Param("at")) - 1
	case s.Choice("data") == "foods":
		return slices.Index(data.FoodNames(), "milk")
	}
	return 0
}

// shownLengths are those of the points as they are drawn, and same whether lengths are one.
func shownLengths(s state) (l []float64) {
	for i, x := range s.Column("shown", "x1") {
		l = append(l, math.Hypot(x, s.Column("shown", "x2")[i]))
	}
	return l
}
func same(l []float64) bool { return slices.Max(l)-slices.Min(l) <= 1e-9*slices.Max(l) }

// origin reports whether a point lies there, and another elsewhere.
func origin(s state) bool { return slices.Min(shownLengths(s)) == 0 && slices.Max(shownLengths(s)) > 0 }

// mostLike reports whether the point asked for is most like those said: by the similarity
// chosen, or by each of the three.
func mostLike(s state, said string) bool {
	parts := strings.Split(said, ", ")
	if s.Choice("similarity") == "all" != (len(parts) == 3) {
		return false
	}
	for _, part := range parts {
		part = strings.TrimPrefix(part, "by the ")
		label, name := "", ""
		for l, n := range map[string]string{"inner product": "inner", "cosine": "cosine", "Gaussian": "gaussian"} {
			if rest, ok := strings.CutPrefix(part, l+" "); ok {
				label, name = rest, n
			}
		}
		if name == "" || s.Choice("similarity") != "all" && s.Choice("similarity") != name {
			return false
		}
		set := equally(s, name, asked(s))
		want := nameOf(s, set[0])
		if len(set) > 1 {
			want += fmt.Sprintf(" and %d more", len(set)-1)
		}
		if len(set) > 1 && len(set) == size(s)-1 {
			want = "each of the others"
		}
		if label != want || int(s.Column("most_like", name)[asked(s)]) != set[0] {
			return false
		}
	}
	return true
}

// evened reports whether every length is that power of what it was, but for one factor.
func evened(s state, power float64) bool {
	was := s.Column("data", "x1")
	ratio := 0.0
	for i, is := range shownLengths(s) {
		length := math.Hypot(was[i], s.Column("data", "x2")[i])
		if length == 0 {
			continue
		}
		r := math.Log(is) - power*math.Log(length)
		if ratio != 0 && math.Abs(r-ratio) > 1e-9 {
			return false
		}
		ratio = r
	}
	return true
}

func TestNeighboursTells(t *testing.T) {
	several := func(s state) bool { return some(s) && size(s) > 1 }
	even := func(s state) bool { return several(s) && s.Param("even") == 1 }
	counts := []string{"One answer", "Two answers", "Three answers"}
	coursetest.Tells(t, Lesson, "neighbours", 3,
		[]string{
			"at=3&similarity=all", "even=1&similarity=all", "data=points&points=0,0,1;1,2,1;2,2,1&even=1",
			"data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,2,1&similarity=all", "at=22&similarity=all",
			square, square + "&similarity=all&at=2", "data=points&points=0,0,1;1,2,1;2,1,1&similarity=all",
		},
		coursetest.Clause{Says: `One point, and nobody to be like\.`,
			When: func(s state) bool { return some(s) && size(s) == 1 }},
		coursetest.Clause{Says: `Most like ([^.]+?) is ([^.]+)\.`, When: several,
			Holds: func(s state, m []string) bool { return m[0] == nameOf(s, asked(s)) && mostLike(s, m[1]) }},
		coursetest.Clause{Says: `(One answer|Two answers|Three answers)\.`,
			Holds: func(s state, m []string) bool { return m[0] == counts[answersOf(s, asked(s))-1] },
			When:  func(s state) bool { return several(s) && s.Choice("similarity") == "all" }},
		coursetest.Clause{Says: `Of (\d+) points (\d+) ha(?:s|ve) one answer from all three\.`, When: several,
			Holds: func(s state, m []string) bool {
				one := 0
				for i := range size(s) {
					if answersOf(s, i) == 1 {
						one++
					}
				}
				return coursetest.Whole(m[0]) == size(s) && coursetest.Whole(m[1]) == one &&
					s.Find("agreeing") == float64(one)
			}},
		coursetest.Clause{Says: `All lengths are the same\.`,
			Holds: func(s state, _ []string) bool { return same(shownLengths(s)) },
			When:  func(s state) bool { return even(s) && !origin(s) }},
		coursetest.Clause{Says: `All lengths but that of a point at the origin are the same\.`,
			Holds: func(s state, _ []string) bool {
				l := shownLengths(s)
				return slices.Contains(l, 0) && same(slices.DeleteFunc(l, func(v float64) bool { return v == 0 }))
			}, When: func(s state) bool { return even(s) && origin(s) }},
		coursetest.Clause{Says: `The lengths are evened out to the power ` + num + ` of what they were\.`,
			Holds: func(s state, m []string) bool {
				power := 1 - s.Param("even")
				return evened(s, power) && coursetest.Is(m[0], power, 0)
			}, When: func(s state) bool { return several(s) && s.Param("even") > 0 && s.Param("even") < 1 }},
		coursetest.Clause{Says: datum + `\.$`, Holds: func(s state, m []string) bool { return m[0] == s.Choice("at") }},
	)
}

func TestMovedTells(t *testing.T) {
	fitted := func(s state) bool { return s.Message == "" }
	unmoved := func(s state, name string) bool { return s.Find(name) == 0 }
	coursetest.Tells(t, Lesson, "moved", 3, []string{"kernel=linear&turn=50", "kernel=laplacian&turn=45",
		"kernel=sigmoid&slope=1", "kernel=polynomial&degree=12&lambda=1e-6", "shift=0"},
		coursetest.Clause{Says: `(\d+) points, and no fit\.`,
			Holds: func(s state, m []string) bool { return m[0] == s.Choice("n") },
			When:  func(s state) bool { return !fitted(s) }},
		coursetest.Clause{Says: `(\d+) points turned by ` + num + `° and shifted by ` + num + `\.`,
			Holds: func(s state, m []string) bool {
				return m[0] == s.Choice("n") && coursetest.Is(m[1], s.Param("turn"), 0) &&
					coursetest.Is(m[2], s.Param("shift"), 0)
			}, When: fitted},
		coursetest.Clause{Says: `By the turn alone no entry of K or K̂ changes\.`,
			When: func(s state) bool { return fitted(s) && unmoved(s, "change_by_turn") }},
		coursetest.Clause{Says: `By the turn alone an entry changes by ` + num + ` at most\.`,
			Holds: func(s state, m []string) bool {
				return s.Shown(m[0], "change_by_turn") && s.Param("turn") > 0
			}, When: func(s state) bool { return fitted(s) && !unmoved(s, "change_by_turn") }},
		coursetest.Clause{Says: `By the shift alone no entry of K or K̂ changes\.`,
			When: func(s state) bool { return fitted(s) && unmoved(s, "change_by_shift") }},
		coursetest.Clause{Says: `By the shift alone an entry changes by ` + num + ` at most\.`,
			Holds: func(s state, m []string) bool {
				return s.Shown(m[0], "change_by_shift") && s.Param("shift") > 0
			}, When: func(s state) bool { return fitted(s) && !unmoved(s, "change_by_shift") }},
		coursetest.Clause{Says: `So the six predictions are what they were\.`, Holds: func(s state, _ []string) bool {
			return s.Param("turn") == 0 && s.Param("shift") == 0 || unmoved(s, "change_by_turn") &&
				unmoved(s, "change_by_shift") || s.Param("shift") == 0 && unmoved(s, "change_by_turn")
		}, When: func(s state) bool { return fitted(s) && unmoved(s, "change_of_predictions") }},
		coursetest.Clause{Says: `By how much the predictions change cannot be told: with so small a λ, ` +
			`rounding alone may change them by more\.`, Holds: func(s state, _ []string) bool {
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
		}, When: func(s state) bool { return fitted(s) && math.IsNaN(s.Find("change_of_predictions")) }},
		coursetest.Clause{Says: `A prediction changes by ` + num + ` at most\.`, Holds: func(s state, m []string) bool {
			most := 0.0
			now, was := s.Column("tests", "predicted"), s.Column("before", "predicted")
			for i := range now {
				most = math.Max(most, math.Abs(now[i]-was[i]))
			}
			return coursetest.Is(m[0], most, 0)
		}, When: func(s state) bool { return fitted(s) && s.Find("change_of_predictions") > 0 }},
	)
}
