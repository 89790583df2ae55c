package kernelpca

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

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
		if sorted[i]-sorted[i-1] > 1e-9*top {
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

// percent is the share of the variance that projections with aᵀK′a = 1 have.
func percent(s told, name string) float64 {
	v := s.Column("components", name)
	if s.Find("total_variance") <= 0 {
		return 0
	}
	return 100 * floats.Dot(v, v) / float64(len(v)) / s.Find("total_variance")
}

// more reports whether so many eigenvalues are not zero, and add up to more than the trace.
func more(s told, m []string) bool {
	values, n := s.Column("eigenvalues", "eigenvalue"), float64(len(s.Column("data", "x1")))
	rank := 0
	for _, v := range values {
		if v > 0 {
			rank++
		}
	}
	return m[0] == strconv.Itoa(rank) && floats.Sum(values)/n > s.Find("total_variance")
}

func TestRingsTells(t *testing.T) {
	coursetest.Tells(t, Lesson, "rings", 6, []string{"method=added&weight=2", "data=points&points=none"},
		coursetest.Clause{Says: `The best cut has (\d+) of (\d+) points? on the sides of their classes, along PC(\d); the best along PC1 has (\d+)\. PC1, PC2 and PC3 have ` + num + ` %, ` + num + ` % and ` + num + ` % of the variance\.`,
			Holds: func(s told, m []string) bool {
				j, right := parted(s, six[:3]...)
				if j == 0 { // no component at all
					j, right = 1, sides(s.Column("components", "pc1"), s.Column("data", "label"))
				}
				return m[0] == strconv.Itoa(right) && m[1] == strconv.Itoa(len(s.Column("data", "x1"))) && m[2] == strconv.Itoa(j) &&
					m[3] == strconv.Itoa(sides(s.Column("components", "pc1"), s.Column("data", "label"))) &&
					coursetest.Is(m[4], percent(s, "pc1"), 1e-9) && coursetest.Is(m[5], percent(s, "pc2"), 1e-9) && coursetest.Is(m[6], percent(s, "pc3"), 1e-9)
			}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `No points, no components\.`, When: func(s told) bool { return s.Message != "" }},
	)
}

func TestProjectionTells(t *testing.T) {
	axes := func(s told) (string, string) { pair := s.Choice("pair"); return "pc" + pair[:1], "pc" + pair[2:] }
	shown := func(s told) bool { return s.Message == "" }
	two := func(s told) bool { return !slices.Contains([]string{"iris", "wine", "digits"}, s.Choice("data")) }
	// share is that of the variance, whatever the scaling: of the eigenvalue.
	share := func(s told, name string) float64 {
		j, _ := strconv.Atoi(name[2:])
		values := s.Column("eigenvalues", "eigenvalue")
		if j > len(values) || s.Find("total_variance") <= 0 {
			return 0
		}
		return 100 * values[j-1] / float64(len(s.Column("data", "x1"))) / s.Find("total_variance")
	}
	coursetest.Tells(t, Lesson, "projection", 2, []string{"at=3", "data=iris&at=60", "data=digits&n=20&at=2", "bandwidth=1", "bandwidth=1&scaling=unit", "data=points&points=none", "kernel=sigmoid&slope=1&offset=1", "data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1", "data=wine&bandwidth=5"},
		coursetest.Clause{Says: `(\d+) points? on PC(\d) and PC(\d), which have ` + num + ` % and ` + num + ` % of the variance\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			return m[0] == strconv.Itoa(len(s.Column("data", "x1"))) && "pc"+m[1] == a && "pc"+m[2] == b && coursetest.Is(m[3], share(s, a), 1e-9) && coursetest.Is(m[4], share(s, b), 1e-9)
		}, When: shown},
		coursetest.Clause{Says: `The best cut of one component is along PC(\d), with (\d+) of (\d+) on the sides of their classes\.`, Holds: func(s told, m []string) bool {
			j, right := parted(s, six...)
			return m[0] == strconv.Itoa(j) && m[1] == strconv.Itoa(right) && m[2] == strconv.Itoa(len(s.Column("data", "x1"))) && two(s)
		}},
		coursetest.Clause{Says: `In the picture (\d+) of (\d+) have a point of their own class nearest\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			x, y, labels := s.Column("components", a), s.Column("components", b), s.Column("data", "label")
			own := 0
			for i := range x {
				best, at := math.Inf(1), -1
				for j := range x {
					if d := (x[i]-x[j])*(x[i]-x[j]) + (y[i]-y[j])*(y[i]-y[j]); i != j && d < best {
						best, at = d, j
					}
				}
				if at >= 0 && labels[at] == labels[i] {
					own++
				}
			}
			return m[0] == strconv.Itoa(own) && m[1] == strconv.Itoa(len(x))
		}, When: func(s told) bool { return shown(s) && len(s.Column("data", "x1")) > 1 }},
		coursetest.Clause{Says: `The first (\d) have more than all of the variance: K′ has negative eigenvalues too, and this similarity is no kernel on these points\.`, Holds: more},
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
		}, When: func(s told) bool { return shown(s) && !s.Control("z1").Off }},
		coursetest.Clause{Says: `Point (\d+) is of ([^,.]+?)(?:, at [^.]*(?:\.\d[^.]*)*)?\. It lands at \(` + num + `, ` + num + `\)(?:; most like it is point (\d+), of ([^,]+), with k = ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			a, b := axes(s)
			i := int(s.Param("at")) - 1
			K := s.Rows("gram")
			if m[0] != strconv.Itoa(i+1) || !coursetest.Is(m[2], s.Column("components", a)[i], 0) || !coursetest.Is(m[3], s.Column("components", b)[i], 0) {
				return false
			}
			if m[4] == "" {
				return len(K) == 1
			}
			j, _ := strconv.Atoi(m[4])
			for l := range K {
				if l != i && K[i][l] > K[i][j-1] {
					return false
				}
			}
			return coursetest.Is(m[6], K[i][j-1], 0)
		}, When: func(s told) bool { return shown(s) && s.Param("at") > 0 }},
		coursetest.Clause{Says: `No components\.`, When: func(s told) bool {
			return strings.HasPrefix(s.Message, "T") && s.Choice("points") != "none" && s.Message != ""
		}},
		coursetest.Clause{Says: `No points, no components\.`, When: func(s told) bool { return s.Choice("data") == "points" && s.Choice("points") == "none" }},
	)
}

func TestOrderTells(t *testing.T) {
	shown := func(s told) bool { return s.Message == "" }
	coursetest.Tells(t, Lesson, "order", 2, []string{"bandwidth=1", "kernel=sigmoid&slope=1&offset=1", "data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1"},
		coursetest.Clause{Says: `(\d+) points?\. PC1, PC2 and PC3 have ` + num + ` %, ` + num + ` % and ` + num + ` % of the variance\.`, Holds: func(s told, m []string) bool {
			return m[0] == strconv.Itoa(len(s.Column("data", "x1"))) && coursetest.Is(m[1], percent(s, "pc1"), 1e-9) && coursetest.Is(m[2], percent(s, "pc2"), 1e-9) && coursetest.Is(m[3], percent(s, "pc3"), 1e-9)
		}, When: shown},
		coursetest.Clause{Says: `PC(\d) parts the classes best: (\d+) of (\d+) are on their sides of one cut\.`, Holds: func(s told, m []string) bool {
			j, right := parted(s, six...)
			return m[0] == strconv.Itoa(j) && m[1] == strconv.Itoa(right) && m[2] == strconv.Itoa(len(s.Column("data", "x1")))
		}},
		coursetest.Clause{Says: `It was PC(\d) at ℓ = ` + num + `\.`, Holds: func(s told, m []string) bool {
			j, _ := parted(s, six...)
			return m[0] != strconv.Itoa(j)
		}},
		coursetest.Clause{Says: `The first (\d) have more than all of the variance: K′ has negative eigenvalues too, and this similarity is no kernel on these points\.`, Holds: more},
		coursetest.Clause{Says: `No components\.`, When: func(s told) bool { return !shown(s) && s.Choice("points") != "none" }},
	)
}

func TestDerivationTells(t *testing.T) {
	// above counts the numbers that rounding cannot have made of zero.
	above := func(v []float64) int {
		n := 0
		for _, x := range v {
			if x > 1e-12*v[0] && v[0] > 1e-10 {
				n++
			}
		}
		return n
	}
	coursetest.Tells(t, Lesson, "derivation", 6, []string{"component=6", "centred=0"},
		coursetest.Clause{Says: `Σ̂ is 6 × 6, (K′?) is (\d+) × (\d+), and both have (\d+) variances? above rounding\.`, Holds: func(s told, m []string) bool {
			n := strconv.Itoa(len(s.Column("data", "x1")))
			gap := 0.0
			small, large := s.Column("variances", "variance"), s.Column("eigenvalues", "eigenvalue_over_n")
			for j := range min(len(small), len(large)) {
				gap = math.Max(gap, math.Abs(small[j]-large[j]))
			}
			return (m[0] == "K′") == (s.Choice("centred") == "1") && m[1] == n && m[2] == n && len(s.Rows("covariance")) == 6 && len(s.Rows("gram")) == len(s.Column("data", "x1")) &&
				m[3] == strconv.Itoa(above(large)) && m[3] == strconv.Itoa(above(small)) && (gap <= 1e-9*small[0] || gap <= 1e-12)
		}},
		coursetest.Clause{Says: `Along component (\d) it is ` + num + `\.`, Holds: func(s told, m []string) bool {
			// The direction is 1 long, and the variance of the features along it is that said.
			v, variance := s.Column("direction", "sum"), 0.0
			for _, phi := range s.Rows("features") {
				p := floats.Dot(phi, v)
				variance += p * p / float64(len(s.Rows("features")))
			}
			return m[0] == s.Choice("component") && math.Abs(floats.Norm(v, 2)-1) < 1e-6 && coursetest.Is(m[1], variance, 1e-9*variance)
		}},
		coursetest.Clause{Says: `There is no component (\d)\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("component") && s.Find("rank") < s.Param("component")
		}},
	)

}
