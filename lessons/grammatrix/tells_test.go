package grammatrix

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

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
		coursetest.Clause{Says: `(\d+) points?, rows (as they are listed|class by class|by their first input|by the leading eigenvector): a matrix of (\d+) × (\d+), with ([\d,]+) numbers? that may differ\.`, Holds: func(s told, m []string) bool {
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
		coursetest.Clause{Says: datum + `; with itself it has ` + num + `, and of the others most with ` + point + `, ` + num + `(?:\. The entry pointed at is with ` + point + `: ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			at, K := int(s.Param("at"))-1, s.Rows("gram")
			best := coursetest.Whole(m[2]) - 1
			for j, v := range K[at] {
				if j != at && v > K[at][best] {
					return false
				}
			}
			if (m[5] != "") != (s.Param("with") > 0) || m[5] != "" && (coursetest.Whole(m[5]) != int(s.Param("with")) || !coursetest.Is(m[7], K[at][int(s.Param("with"))-1], 0) || !is(s, m[5], m[6])) {
				return false
			}
			return coursetest.Whole(m[0]) == at+1 && coursetest.Is(m[1], K[at][at], 0) && best != at && coursetest.Is(m[4], K[at][best], 0) && is(s, m[2], m[3])
		}},
		coursetest.Clause{Says: datum + `(?:\. The entry pointed at is with point 1: ` + num + `)?\.$`, Holds: func(s told, m []string) bool { return coursetest.Whole(m[0]) == 1 && size(s) == 1 }},
	)
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
	right := func(s told, name string, i, best int) bool {
		top := value(s, name, i, best)
		for j := range size(s) {
			if j != i && value(s, name, i, j) > top+1e-9*math.Abs(top) {
				return false
			}
		}
		return best != i
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
	answers := func(s told) int {
		seen := map[float64]bool{}
		for _, name := range names {
			seen[s.Column("most_like", name)[asked(s)]] = true
		}
		return len(seen)
	}
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
	coursetest.Tells(t, Lesson, "neighbours", 3, []string{"at=3&similarity=all", "even=1&similarity=all", "data=points&points=0,0,1;1,2,1;2,2,1&even=1", "data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,2,1&similarity=all", "at=22&similarity=all"},
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
				best := int(s.Column("most_like", name)[asked(s)])
				if label != nameOf(s, best) || !right(s, name, asked(s), best) {
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
			a, b, c := s.Column("most_like", "inner"), s.Column("most_like", "cosine"), s.Column("most_like", "gaussian")
			for i := range a {
				if a[i] == b[i] && b[i] == c[i] {
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
		coursetest.Clause{Says: `The six predictions are what they were\.`, When: func(s told) bool { return fitted(s) && unmoved(s, "change_of_predictions") }},
		coursetest.Clause{Says: `A prediction changes by ` + num + ` at most\.`, Holds: func(s told, m []string) bool {
			most := 0.0
			now, was := s.Column("tests", "predicted"), s.Column("before", "predicted")
			for i := range now {
				most = math.Max(most, math.Abs(now[i]-was[i]))
			}
			return coursetest.Is(m[0], most, 0)
		}, When: func(s told) bool { return fitted(s) && !unmoved(s, "change_of_predictions") }},
	)
}
