package kernelpca

import (
	"fmt"
	"math"
	"regexp"
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

type told = *coursetest.Told

// sides counts the points on the side of their class at the best cut, by trying each.
func sides(v, labels []float64) int {
	top := floats.Norm(v, math.Inf(1))
	count := func(at float64) int {
		right := 0
		for i, s := range v {
			if (s > at) == (labels[i] == 1) {
				right++
			}
		}
		return max(right, len(v)-right)
	}
	best := count(math.Inf(1))
	sorted := slices.Clone(v)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i]-sorted[i-1] > engine.Agreement*top {
			best = max(best, count((sorted[i]+sorted[i-1])/2))
		}
	}
	return best
}

// parted is the component, from 1, with the best cut of those that are any, and its count.
func parted(s told, names ...string) (component, right int) {
	for j, name := range names {
		v := s.Column("components", name)
		if floats.Norm(v, 2) == 0 {
			continue
		}
		if r := sides(v, s.Column("data", "label")); r > right {
			component, right = j+1, r
		}
	}
	return component, right
}

var six = []string{"pc1", "pc2", "pc3", "pc4", "pc5", "pc6"}

// pointsOf is how many points there are, and rank of how many of the components it says that
// they are any: that the projections are not all zero.
func pointsOf(s told) float64 { return float64(len(s.Column("data", "x1"))) }

func rank(s told) int {
	for j, name := range six {
		if v := s.Column("components", name); v == nil || floats.Norm(v, 2) == 0 {
			return j
		}
	}
	return len(six)
}

// centred reports whether the features are; a figure without the choice has them so.
func centred(s told) bool { return !has(s, "centred") || s.Choice("centred") == "1" }

// has reports whether a figure has a control of that name.
func has(s told, name string) bool {
	return slices.ContainsFunc(s.Controls, func(c *course.Control) bool { return c.Name == name })
}

// squareAndVariance is the mean square and the variance of the projections onto a component, with a
// scaled so that aᵀK′a = 1.
func squareAndVariance(s told, name string) (square, variance float64) {
	v := slices.Clone(s.Column("components", name))
	if has(s, "scaling") && s.Choice("scaling") == "unit" {
		j, _ := strconv.Atoi(name[2:])
		floats.Scale(1/math.Sqrt(s.Column("eigenvalues", "eigenvalue")[j-1]), v)
	}
	square = floats.Dot(v, v) / float64(len(v))
	mean := floats.Sum(v) / float64(len(v))
	return square, square - mean*mean
}

var (
	listOf = func(what string) string { return what + `(?:(?:, | and )` + what + `)*` }
	word   = regexp.MustCompile(`, | and `)
)

// shares are what is said of the variance that components have, of those shown.
func shares(shown func(told) []string) []coursetest.Clause {
	there := func(s told) (names []string) {
		for _, name := range shown(s) {
			if j, _ := strconv.Atoi(name[2:]); j <= rank(s) {
				names = append(names, strings.ToUpper(name))
			}
		}
		return names
	}
	named := func(s told, list string) bool { return slices.Equal(word.Split(list, -1), there(s)) }
	of := func(s told, list string, each func(name string, percent string) bool) bool {
		said := word.Split(list, -1)
		for i, name := range there(s) {
			if !each(strings.ToLower(name), strings.TrimSuffix(said[i], " %")) {
				return false
			}
		}
		return len(said) == len(there(s))
	}
	variances := func(s told, list string) bool {
		return of(s, list, func(name, percent string) bool {
			_, v := squareAndVariance(s, name)
			return coursetest.Is(percent, 100*v/s.Find("total_variance"), 1e-9)
		})
	}
	squares := func(s told, list string) bool { // whose sum tr K/n is where k(x, x) = 1
		return of(s, list, func(name, percent string) bool {
			v, _ := squareAndVariance(s, name)
			return s.Choice("kernel") != "gaussian" || coursetest.Is(percent, 100*v, 1e-9)
		})
	}
	pcs, percents := listOf(`PC\d`), listOf(num+` %`)
	some := func(s told) bool { return s.Message == "" && rank(s) > 0 && len(there(s)) > 0 }
	return []coursetest.Clause{
		{Says: `(` + pcs + `) ha(?:s|ve) (` + percents + `) of the variance\.`, Holds: func(s told, m []string) bool {
			return centred(s) && named(s, m[0]) && variances(s, m[1])
		}},
		{Says: `(` + pcs + `) ha(?:s|ve) (` + percents + `) of the mean square about 0, and (` + percents +
			`) of the variance\.`, Holds: func(s told, m []string) bool {
			return !centred(s) && named(s, m[0]) && squares(s, m[1]) && variances(s, m[4])
		}, Rare: true}, // where the features may not be centred
		{Says: `(` + pcs + `) ha(?:s|ve) (` + percents + `) of the mean square about 0, and there is no variance\.`,
			Holds: func(s told, m []string) bool {
				return !centred(s) && named(s, m[0]) && squares(s, m[1]) && s.Find("total_variance") == 0
			}, Rare: true},
		{Says: `(` + pcs + `) ha(?:s|ve) no share of the (?:variance|mean square), for all λ/n add up to 0 or less\.`,
			Holds: func(s told, m []string) bool {
				all := s.Find("total_variance")
				if !centred(s) {
					all = 0
					for i, row := range s.Rows("gram") {
						all += row[i]
					}
				}
				return named(s, m[0]) && all <= 0 && slices.Contains([]string{"sigmoid", "min"}, s.Choice("kernel"))
			}, Rare: true},
		{Says: `There is no (PC\d(?: and no PC\d)*)\.`, Holds: func(s told, m []string) bool {
			var missing []string
			for _, name := range shown(s) {
				if j, _ := strconv.Atoi(name[2:]); j > rank(s) {
					missing = append(missing, strings.ToUpper(name))
				}
			}
			return rank(s) > 0 && m[0] == strings.Join(missing, " and no ")
		}, When: func(s told) bool { return s.Message == "" && rank(s) > 0 && len(there(s)) < len(shown(s)) }},
		{Says: `One point does not vary, and there is no component\.`, When: func(s told) bool {
			return s.Message == "" && rank(s) == 0 && pointsOf(s) == 1 && centred(s)
		}},
		{Says: `To this kernel all are one point: they do not vary, and there is no component\.`, When: func(s told) bool {
			return s.Message == "" && rank(s) == 0 && pointsOf(s) > 1 && centred(s)
		}},
		{Says: `(?:It lies|All lie) at the origin of the feature space, and there is no component\.`,
			When: func(s told) bool {
				return s.Message == "" && rank(s) == 0 && !centred(s) && pointsOf(s) > 0
			}, Rare: true},
		{Says: `To rounding (` + pcs +
			`) have the same (variance|mean square): any mixture of their directions would do as well\.`, Holds: func(s told,
			m []string) bool {
			// The like ones are next to each other, and no other is as near.
			names := word.Split(m[0], -1)
			values := s.Column("eigenvalues", "eigenvalue")
			if values == nil { // rings: of the three
				values = []float64{s.Find("variance_1"), s.Find("variance_2"), s.Find("variance_3")}
			}
			first, _ := strconv.Atoi(names[0][2:])
			last, _ := strconv.Atoi(names[len(names)-1][2:])
			return some(s) && len(names) == last-first+1 && len(names) > 1 && (m[1] == "variance") == centred(s) &&
				values[first-1]-values[last-1] <= 1e-10*values[0]
		}, Rare: true},
	}
}

// excessive is what is said where the components have more than all there is.
func excessive(s told, m []string) bool {
	values := s.Column("eigenvalues", "eigenvalue")
	there := 0
	for _, v := range values {
		if v > 0 {
			there++
		}
	}
	said := m[0]
	if said == "" {
		said = "1"
	}
	all := s.Find("total_variance")
	if !centred(s) {
		all = 0 // of the mean square: tr K/n, of the Gram matrix where it is shown
		for i, row := range s.Rows("gram") {
			all += row[i] / pointsOf(s)
		}
	}
	return said == strconv.Itoa(there) && floats.Sum(values)/pointsOf(s) > all && (m[1] == "variance") == centred(s) &&
		(m[2] == "K′") == centred(s)
}

const excessSays = `The first (?:(\d) have|has) more than all of the (variance|mean square): (K′?) has ` +
	`negative eigenvalues too, and this similarity is no kernel on these points\.`

func TestRingsTells(t *testing.T) {
	three := func(told) []string { return six[:3] }
	clauses := append(shares(three),
		coursetest.Clause{Says: `The best cut has (\d+) of (\d+) points? on the sides of their classes, along ` +
			`PC(\d); the best along PC1 has (\d+)\.`, Holds: func(s told, m []string) bool {
			j, right := parted(s, six[:3]...)
			return m[0] == strconv.Itoa(right) && m[1] == strconv.Itoa(int(pointsOf(s))) && m[2] == strconv.Itoa(j) &&
				m[3] == strconv.Itoa(sides(s.Column("components", "pc1"), s.Column("data", "label")))
		}, When: func(s told) bool { return s.Message == "" && rank(s) > 0 }},
		coursetest.Clause{Says: `(\d+) points?\.`, Holds: func(s told, m []string) bool {
			return rank(s) == 0 &&
				m[0] == strconv.Itoa(int(pointsOf(s)))
		}},
		coursetest.Clause{Says: `No points, no components\.`, When: func(s told) bool { return s.Message != "" }},
	)
	coursetest.Tells(t, Lesson, "rings", 6, []string{"method=added&weight=2", "data=points&points=none",
		"data=points&points=1,1,1;1,1,-1", "noise=0"}, clauses...)
}

func TestProjectionTells(t *testing.T) {
	axes := func(s told) (string, string) { pair := s.Choice("pair"); return "pc" + pair[:1], "pc" + pair[2:] }
	shown := func(s told) bool { return s.Message == "" }
	two := func(s told) bool { return !slices.Contains([]string{"iris", "wine", "digits"}, s.Choice("data")) }
	clauses := append(shares(func(s told) []string { a, b := axes(s); return []string{a, b} }),
		coursetest.Clause{Says: `(\d+) points?\.`, Holds: func(s told, m []string) bool {
			return m[0] == strconv.Itoa(int(pointsOf(s)))
		}, When: shown},
		coursetest.Clause{Says: `The best cut of one component is along PC(\d), with (\d+) of (\d+) on the sides of their classes\.`, Holds: func(s told, m []string) bool {
			j, right := parted(s, six...)
			return m[0] == strconv.Itoa(j) && m[1] == strconv.Itoa(right) && m[2] == strconv.Itoa(len(s.Column("data", "x1"))) && two(s)
		}},
		coursetest.Clause{Says: `In the picture (\d+) of (\d+) have a point of their own class nearest\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			x, y, labels := s.Column("components", a), s.Column("components", b), s.Column("data", "label")
			own, size := 0, 0.0
			for i := range x {
				size = math.Max(size, math.Hypot(x[i], y[i]))
			}
			for i := range x {
				nearest := math.Inf(1)
				for j := range x {
					if j != i {
						nearest = math.Min(nearest, math.Hypot(x[i]-x[j], y[i]-y[j]))
					}
				}
				for j := range x {
					if j != i && labels[j] == labels[i] && math.Hypot(x[i]-x[j], y[i]-y[j]) <= nearest+engine.Agreement*size {
						own++
						break
					}
				}
			}
			return m[0] == strconv.Itoa(own) && m[1] == strconv.Itoa(len(x)) && s.Find("neighbours") == float64(own)
		}, When: func(s told) bool {
			a, b := axes(s)
			return shown(s) && pointsOf(s) > 1 && floats.Norm(s.Column("components", a),
				2)+floats.Norm(s.Column("components", b), 2) > 0
		}},
		coursetest.Clause{Says: excessSays, Holds: excessive},
		coursetest.Clause{Says: `Pale: the components that are PC(\d) and PC(\d) at ℓ = ` + num + `\. Here they come as PC(\d) and PC(\d)\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s) // whose they are, the chain's test tells
			return "pc"+m[0] == a && "pc"+m[1] == b && ("pc"+m[3] != a || "pc"+m[4] != b)
		}},
		coursetest.Clause{Says: `Your point \(` + num + `, ` + num + `\) lands at \(` + num + `, ` + num + `\)\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			landed := func(name string) float64 {
				j, _ := strconv.Atoi(name[2:])
				if v := s.Column("landed", "pc"); j <= len(v) {
					return v[j-1]
				}
				return 0
			}
			return coursetest.Is(m[0], s.Param("z1"), 0) && coursetest.Is(m[1], s.Param("z2"), 0) && coursetest.Is(m[2], landed(a), 0) && coursetest.Is(m[3], landed(b), 0)
		}, When: func(s told) bool { return shown(s) && rank(s) > 0 && !s.Control("z1").Off }},
		coursetest.Clause{Says: `Point (\d+) is of ([^,.]+?)(?:, at [^.]*(?:\.\d[^.]*)*)?\. It lands at \(` + num + `, ` +
			num + `\)`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			i := int(s.Param("at")) - 1
			return m[0] == strconv.Itoa(i+1) && coursetest.Is(m[2], s.Column("components", a)[i], 0) &&
				coursetest.Is(m[3], s.Column("components", b)[i], 0)
		}, When: func(s told) bool { return shown(s) && s.Param("at") > 0 && rank(s) > 0 }},
		coursetest.Clause{Says: `Point (\d+) is of [^;.]+(?:\.\d[^;.]*)*`, Holds: func(s told,
			m []string) bool {
			return rank(s) == 0 && m[0] == s.Choice("at")
		}, Rare: true},
		coursetest.Clause{Says: `; most like it is point (\d+), of ([^,]+), with k = ` + num + `\.`,
			Holds: func(s told, m []string) bool {
				j, _ := strconv.Atoi(m[0])
				most, top := likest(s)
				return len(most) == 1 && most[0] == j-1 && coursetest.Is(m[2], top, 0)
			}},
		coursetest.Clause{Says: `; all others are as like it, with k = ` + num + `\.`, Holds: func(s told, m []string) bool {
			most, top := likest(s)
			return len(most) > 1 && len(most) == int(pointsOf(s))-1 && coursetest.Is(m[0], top, 0)
		}},
		coursetest.Clause{Says: `; most like it are (\d+) points as much as each other, with k = ` + num + `\.`,
			Holds: func(s told, m []string) bool {
				most, top := likest(s)
				return m[0] == strconv.Itoa(len(most)) && len(most) > 1 && len(most) < int(pointsOf(s))-1 &&
					coursetest.Is(m[1], top, 0)
			}},
		coursetest.Clause{Says: `\.$`, Holds: func(s told, _ []string) bool {
			return s.Param("at") == 1 &&
				pointsOf(s) == 1
		}},
		coursetest.Clause{Says: `No components\.`, When: func(s told) bool {
			return strings.HasPrefix(s.Message, "T") && s.Choice("points") != "none" && s.Message != ""
		}},
		coursetest.Clause{Says: `No points, no components\.`, When: func(s told) bool { return s.Choice("data") == "points" && s.Choice("points") == "none" }},
	)
	coursetest.Tells(t, Lesson, "projection", 2, []string{"at=3", "data=iris&at=60", "data=digits&n=20&at=2",
		"bandwidth=1", "bandwidth=1&scaling=unit", "data=points&points=none", "kernel=sigmoid&slope=1&offset=1",
		"data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1", "data=wine&bandwidth=5",
		"centred=0&bandwidth=1", "centred=0&scaling=unit", "centred=0&data=points&points=1,2,1",
		"centred=0&kernel=linear&data=points&points=0,0,1", "data=points&points=1,1,1;1,1,-1&at=1",
		"noise=0&at=1", "bandwidth=0.01&noise=0&at=5", "data=points&points=1,0,1;-1,0,1;0,1,1;0,-1,1;3,3,-1&at=1",
		"data=points&points=1,2,1&at=1"}, clauses...)
}

// likest are the points that are most like the one pointed at, from 0, and how like.
func likest(s told) (most []int, top float64) {
	at := int(s.Param("at")) - 1
	row := s.Rows("gram")[at]
	top = math.Inf(-1)
	for j, k := range row {
		if j != at {
			top = math.Max(top, k)
		}
	}
	for j, k := range row {
		if j != at && top-k <= engine.Agreement*math.Abs(top) {
			most = append(most, j)
		}
	}
	return most, top
}

func TestOrderTells(t *testing.T) {
	shown := func(s told) bool { return s.Message == "" }
	clauses := append(shares(func(told) []string { return six[:3] }),
		coursetest.Clause{Says: `(\d+) points?\.`,
			Holds: func(s told, m []string) bool { return m[0] == strconv.Itoa(int(pointsOf(s))) }, When: shown},
		coursetest.Clause{Says: `PC(\d) parts the classes best: (\d+) of (\d+) are on their sides of one cut\.`, Holds: func(s told, m []string) bool {
			j, right := parted(s, six...)
			return m[0] == strconv.Itoa(j) && m[1] == strconv.Itoa(right) && m[2] == strconv.Itoa(int(pointsOf(s)))
		}},
		coursetest.Clause{Says: `It was PC(\d) at ℓ = ` + num + `\.`, Holds: func(s told, m []string) bool {
			j, _ := parted(s, six...)
			return m[0] != strconv.Itoa(j)
		}},
		coursetest.Clause{Says: excessSays, Holds: excessive},
		coursetest.Clause{Says: `No components\.`, When: func(s told) bool { return !shown(s) && s.Choice("points") != "none" }},
	)
	coursetest.Tells(t, Lesson, "order", 2, []string{"bandwidth=1", "centred=0", "centred=0&bandwidth=1",
		"bandwidth=0.01&noise=0", "kernel=sigmoid&slope=1&offset=1",
		"data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1",
		"data=points&points=1,1,1;1,1,-1"}, clauses...)
}

func TestDerivationTells(t *testing.T) {
	// count is of the numbers that are not zero, and gap the largest difference between both
	// sides, of the largest.
	count := func(v []float64) int {
		n := 0
		for _, x := range v {
			if x > 0 {
				n++
			}
		}
		return n
	}
	sizes := func(s told, K, n, again string) bool {
		return (K == "K′") == centred(s) && n == strconv.Itoa(int(pointsOf(s))) && again == n &&
			len(s.Rows("covariance")) == 6 && len(s.Rows("gram")) == int(pointsOf(s))
	}
	what := func(s told, said string) bool { return strings.HasPrefix(said, "variance") == centred(s) }
	coursetest.Tells(t, Lesson, "derivation", 6, []string{"component=6", "centred=0", "noise=0",
		"noise=0&n=209&component=2", "noise=0&centred=0&component=5"},
		coursetest.Clause{Says: `Σ̂ is 6 × 6, (K′?) is (\d+) × (\d+), and both have (\d+) ((?:variance|mean ` +
			`square)s?) above rounding\.`, Holds: func(s told, m []string) bool {
			small, large := s.Column("variances", "variance"), s.Column("eigenvalues", "eigenvalue_over_n")
			gap := 0.0
			for j := range min(len(small), len(large)) {
				gap = math.Max(gap, math.Abs(small[j]-large[j]))
			}
			return sizes(s, m[0], m[1], m[2]) && what(s, m[4]) && m[3] == strconv.Itoa(count(large)) &&
				m[3] == strconv.Itoa(count(small)) && gap <= 1e-9*small[0]
		}},
		coursetest.Clause{Says: `Σ̂ is 6 × 6, (K′?) is (\d+) × (\d+), and they have (\d+) and (\d+) ` +
			`(variances|mean squares) above rounding\.`, Holds: func(s told, m []string) bool {
			small, large := count(s.Column("variances", "variance")), count(s.Column("eigenvalues", "eigenvalue_over_n"))
			return sizes(s, m[0], m[1], m[2]) && what(s, m[5]) && small != large && m[3] == strconv.Itoa(small) &&
				m[4] == strconv.Itoa(large)
		}, Rare: true},
		coursetest.Clause{Says: `Along component (\d) it is ` + num + `\.`, Holds: func(s told, m []string) bool {
			// The direction is 1 long, that of both sides is one, and the mean square of the
			// features along it is that said.
			v, sum, square := s.Column("direction", "v"), s.Column("direction", "sum"), 0.0
			for _, phi := range s.Rows("features") {
				p := floats.Dot(phi, sum)
				square += p * p / pointsOf(s)
			}
			return m[0] == s.Choice("component") && math.Abs(floats.Norm(sum, 2)-1) < 1e-6 &&
				math.Abs(floats.Norm(v, 2)-1) < 1e-6 &&
				floats.Distance(v, sum, 2) < 1e-3 && coursetest.Is(m[1], square, 1e-9*square)
		}},
		coursetest.Clause{Says: `To rounding, that of components? (` + listOf(`\d`) +
			`) is the same, and any mixture of their directions is a direction too: v is the mixture nearest to Σ ` +
			`aₗφ\(xₗ\)\.`, Holds: func(s told, m []string) bool {
			// v is an eigenvector of Σ̂, whatever mixture it is.
			values, v := s.Column("variances", "variance"), s.Column("direction", "v")
			i := int(s.Param("component")) - 1
			for a, row := range s.Rows("covariance") {
				if math.Abs(floats.Dot(row, v)-values[i]*v[a]) > 1e-12*values[0] {
					return false
				}
			}
			for _, other := range word.Split(m[0], -1) {
				j, _ := strconv.Atoi(other)
				if j-1 == i || math.Abs(values[j-1]-values[i]) > 1e-12*values[0] {
					return false
				}
			}
			return true
		}},
		coursetest.Clause{Says: `There is no component (\d)\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("component") && s.Find("rank") < s.Param("component")
		}},
	)
}

// What both sides give is one direction, or one span of those with the same variance, to
// what rounding allows; and that is something wherever the variances are no accident.
func TestDerivationIsCertified(t *testing.T) {
	for _, query := range []string{"", "n=209", "n=300&offset=0", "data=moons&offset=3", "noise=0", "noise=0&n=209",
		"noise=0&n=209&offset=3", "noise=0&n=300&centred=0", "data=points&points=1,1,1;-1,-1,1;1,-1,-1;-1,1,-1"} {
		for i := 1; i <= 6; i++ {
			p := coursetest.State(t, Lesson, "derivation", fmt.Sprintf("component=%d&%s", i, query))
			if float64(i) > p.Find("rank") {
				continue
			}
			if c := p.Certificate; !c.OK || c.PrimalDualGap > 1e-11 || c.Bound > 1e-7 {
				t.Errorf("%s, component %d: %s", query, i, c.Line)
			}
		}
	}
}
