package distances

import (
	"cmp"
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
	"gramophone/lessons/points"
)

const num = coursetest.Num

type state = *coursetest.State

// nothing is what is said where there are no distances.
var nothing = coursetest.Clause{Says: `(\d+) points?, and no distances\.`, Holds: func(s state, m []string) bool {
	return s.Message != "" && m[0] == strconv.Itoa(len(s.Column("data", "x1"))) && s.Rows("distances") == nil
}}

// kinds are the classes of the data, as whole numbers.
func kinds(s state) []int { return ints(s.Column("data", "class")) }

func ints(v []float64) []int {
	w := make([]int, len(v))
	for i, x := range v {
		w[i] = int(x)
	}
	return w
}

// home counts what is in a cluster of its class, cluster by cluster.
func home(labels, classes []int) (sum int) {
	for c := range slices.Max(append(labels, 0)) + 1 {
		count := map[int]int{}
		most := 0
		for i, l := range labels {
			if l == c {
				count[classes[i]]++
				most = max(most, count[classes[i]])
			}
		}
		sum += most
	}
	return sum
}

// squared holds D against K.
func squared(s state) bool {
	K, D := s.Rows("gram"), s.Rows("distances")
	for i := range D {
		for j := range D {
			size := math.Max(1, math.Max(math.Abs(K[i][i]), math.Abs(K[j][j])))
			if math.Abs(D[i][j]*D[i][j]-(K[i][i]-2*K[i][j]+K[j][j])) > 1e-9*size {
				return false
			}
		}
	}
	return true
}

// datum matches the beginning of what is said of a datum.
const datum = `Point (\d+) is of ([^.,;]+?)(?:, at \S+(?: length)? = [^;]+? and \S+(?: width)? = [^;]+?)?`

// largest is the greatest distance.
func largest(s state) (most float64) {
	for _, row := range s.Rows("distances") {
		most = max(most, slices.Max(row))
	}
	return most
}

func pointed(s state, number string) bool { return number == s.Choice("at") }

// linked is the distance of two clusters by the linkage chosen.
func linked(s state, a, b []int) float64 {
	D := s.Rows("distances")
	var all []float64
	for _, i := range a {
		for _, j := range b {
			all = append(all, D[i][j])
		}
	}
	switch s.Choice("linkage") {
	case "single":
		return slices.Min(all)
	case "complete":
		return slices.Max(all)
	}
	return stat.Mean(all, nil)
}

// noDistances is what is said of points without.
func noDistances[W course.Work](data func(W) *points.Labelled, none func(W) bool) coursetest.Claim[W] {
	return coursetest.Claim[W]{Text: saysNoDistances, When: none, Slots: map[string]func(W) float64{
		"count": func(w W) float64 { return float64(data(w).Data.Len()) },
	}}
}

// checkTree holds the clusters against the distances, and what is said to be so many more
// merges at one height against the heights.
func checkTree(t *testing.T, s state, v *tree) {
	if v.task == nil {
		return
	}
	labels, members, most := ints(s.Column("clusters", "label")), map[int][]int{}, 0
	for i, l := range labels {
		members[l] = append(members[l], i)
		most = max(most, len(members[l]))
	}
	cut, h := s.Find("cut"), s.Column("merges", "height")
	for a := range members {
		for b := range members {
			if a < b && linked(s, members[a], members[b]) < cut-1e-6*math.Max(1, cut) {
				t.Errorf("clusters %d and %d are nearer than %v", a+1, b+1, cut)
			}
		}
	}
	if !squared(s) || !slices.IsSorted(h) || len(members) > int(s.Param("clusters")) ||
		cut <= 0 && !(cut < 0 && len(members) == len(labels) && h[0] == 0) && !(len(members) == 1 && h[len(h)-1] == 0) {
		t.Errorf("%d clusters by a cut at %v of merges at %v", len(members), cut, h)
	}
	is(t, s, "clusters", float64(len(members)))
	is(t, s, "largest_cluster", float64(most))
	is(t, s, "at_home", float64(home(labels, kinds(s))))
	if len(h) > 0 {
		is(t, s, "last_merge", h[len(h)-1])
	}
	if v.clusters == v.asked {
		return
	}
	// Merges next to each other in height, with the cut asked for among them.
	tie := h[len(h)+1-v.uncut : len(h)+1-v.clusters]
	if v.clusters >= v.asked || v.asked >= v.uncut ||
		tie[len(tie)-1]-tie[0] > float64(len(tie))*engine.Agreement*h[len(h)-1] {
		t.Errorf("asked for are %d clusters, with a tie %d, without %d: %v", v.asked, v.clusters, v.uncut, tie)
	}
}

// is reports a number that is not what another way has.
func is(t *testing.T, s state, name string, want float64) {
	t.Helper()
	if got := s.Find(name); got != want {
		t.Errorf("%s is %v, not %v", name, got, want)
	}
}

// nearestOf are the three nearest to the datum, the first of equals first, and how many more
// are as near as the last of them.
func nearestOf(v *tree) (said string, more int) {
	var others []int
	for j := range v.n() {
		if j != v.at {
			others = append(others, j)
		}
	}
	d := func(j int) float64 { return v.D.At(v.at, j) }
	slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(d(a), d(b)) })
	three := min(3, len(others))
	var names []string
	for _, j := range others[:three] {
		names = append(names, fmt.Sprintf("%d (%s, %s)", j+1, v.Class(j), course.Digits(d(j))))
	}
	for _, j := range others[three:] {
		if d(j)-d(others[2]) <= engine.Agreement*v.largest() {
			more++
		}
	}
	return strings.Join(names, "; "), more
}

func TestTreeSays(t *testing.T) {
	there := func(v *tree) bool { return v.task != nil }
	near := func(when func(more int) bool) func(v *tree) bool {
		return func(v *tree) bool {
			if !there(v) || v.at < 0 || v.n() < 2 {
				return false
			}
			_, more := nearestOf(v)
			return when(more)
		}
	}
	words := map[string]func(*tree) string{
		"cut": func(v *tree) string {
			switch {
			case v.cut < 0:
				return "below the first merge"
			case v.cut == 0:
				return "above the last merge"
			}
			return "at " + course.Digits(v.cut)
		},
		"are":     func(v *tree) string { return are(atHome(v.labels, v.Data.Labels)) },
		"there":   func(v *tree) string { return thereAre(v.clusters) },
		"datum":   func(v *tree) string { return v.Labelled.Datum(v.at) },
		"nearest": func(v *tree) string { said, _ := nearestOf(v); return said },
	}
	slots := map[string]func(*tree) float64{
		"count": func(v *tree) float64 { return float64(v.n()) },
		"asked": func(v *tree) float64 { return float64(min(v.most, v.n())) },
		"tied":  func(v *tree) float64 { return float64(v.uncut - v.clusters) },
		"uncut": func(v *tree) float64 { return float64(v.uncut) },
		"more":  func(v *tree) float64 { _, more := nearestOf(v); return float64(more) },
	}
	claim := func(text string, when func(*tree) bool) coursetest.Claim[*tree] {
		return coursetest.Claim[*tree]{Text: text, When: when, Words: words, Slots: slots}
	}
	coursetest.Says(t, Lesson, "tree", 3,
		[]string{"at=3", "data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1;9,9,1&clusters=3&at=1",
			"data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1&clusters=4&linkage=single",
			"data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1&clusters=3&linkage=average", "data=rings&at=5",
			"data=points&points=0,0,1;0,0,-1;1,1,1&at=2", "data=points&points=1,2,1&at=1"}, checkTree,
		noDistances(func(v *tree) *points.Labelled { return v.data }, func(v *tree) bool { return !there(v) }),
		claim(saysTree, there),
		claim(saysAsked, func(v *tree) bool { return there(v) && v.clusters != min(v.most, v.n()) }),
		claim(saysLast, func(v *tree) bool { return there(v) && v.n() > 1 }),
		claim(saysDatum, func(v *tree) bool { return there(v) && v.at >= 0 }),
		claim(saysNearest, near(func(more int) bool { return more == 0 })),
		claim(saysNearestMore, near(func(more int) bool { return more > 0 })),
	)
}

// vote asks the k nearest others of a point by sorting all of them.
func vote(s state, i int) (called, own int) {
	D, classes := s.Rows("distances"), kinds(s)
	var order []int
	for j := range D {
		if j != i {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if D[i][a] < D[i][b] {
			return -1
		} else if D[i][a] > D[i][b] {
			return 1
		}
		return 0
	})
	order = order[:min(int(s.Param("neighbours")), len(order))]
	votes, most := map[int]int{}, 0
	for _, j := range order {
		votes[classes[j]]++
		most = max(most, votes[classes[j]])
	}
	for _, j := range order {
		if votes[classes[j]] == most {
			return classes[j], votes[classes[i]]
		}
	}
	return -1, 0
}

func TestKNNTells(t *testing.T) {
	alone := func(s state) bool { return len(kinds(s)) == 1 }
	coursetest.Tells(t, Lesson, "knn", 2, []string{"at=3", "neighbours=1&at=3", "data=moons&at=7&neighbours=4",
		"data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,0,-1&at=1", "kernel=sigmoid&slope=0.1"},
		nothing,
		coursetest.Clause{Says: `One point, and no neighbour to ask\.`,
			When: func(s state) bool { return s.Message == "" && alone(s) }},
		coursetest.Clause{Says: `Left out one by one, (\d+) of (\d+) points (?:is|are) outvoted by their ` +
			`(?:(\d+) nearest points|nearest point); with all called alike, (\d+) would be wrong\.`,
			Holds: func(s state, m []string) bool {
				classes := kinds(s)
				wrong, count, most := 0, map[int]int{}, 0
				for i, c := range classes {
					if called, _ := vote(s, i); called != c {
						wrong++
					}
					count[c]++
					most = max(most, count[c])
				}
				k := min(int(s.Param("neighbours")), len(classes)-1)
				return squared(s) && (m[2] == "" && k == 1 || m[2] == strconv.Itoa(k)) &&
					coursetest.Whole(m[0]) == wrong &&
					coursetest.Whole(m[1]) == len(classes) && coursetest.Whole(m[3]) == len(classes)-most
			}, When: func(s state) bool { return s.Message == "" && !alone(s) }},
		coursetest.Clause{Says: `For (\d+) of them the last that votes is no nearer than the next: of equals the ` +
			`first in the list votes\.`, Holds: func(s state, m []string) bool {
			D, tied := s.Rows("distances"), 0
			k := int(s.Param("neighbours"))
			for i := range D {
				row := slices.Delete(slices.Clone(D[i]), i, i+1)
				slices.Sort(row)
				if k < len(row) && row[k]-row[k-1] <= engine.Agreement*largest(s) {
					tied++
				}
			}
			return tied > 0 && coursetest.Whole(m[0]) == tied
		}, When: func(s state) bool { return s.Message == "" && s.Find("tied") > 0 }},
		coursetest.Clause{Says: `A new point takes (\d+) numbers\.`, Holds: func(s state, m []string) bool {
			n := len(kinds(s))
			return coursetest.Whole(m[0]) == 1+n+n && s.Find("entries") == float64(1+2*n)
		}, When: func(s state) bool { return s.Message == "" }},
		coursetest.Clause{Says: datum + `; its nearest point is number (\d+): it is called (.+)\.`,
			Holds: func(s state, m []string) bool {
				at := int(s.Param("at")) - 1
				row, classes := s.Rows("distances")[at], kinds(s)
				others := slices.Delete(slices.Clone(row), at, at+1)
				next := coursetest.Whole(m[2]) - 1
				return pointed(s, m[0]) && s.Param("neighbours") == 1 || len(row) == 2 && next != at &&
					row[next] == slices.Min(others) && (m[1] == m[3]) == (classes[next] == classes[at])
			}},
		coursetest.Clause{Says: datum +
			`; (\d+) of its \d+ nearest points (?:is|are) of its class: it is called (.+)\.`,
			Holds: func(s state, m []string) bool {
				called, own := vote(s, int(s.Param("at"))-1)
				right := called == kinds(s)[int(s.Param("at"))-1]
				return pointed(s, m[0]) && coursetest.Whole(m[2]) == own && (m[1] == m[3]) == right
			}},
		coursetest.Clause{Says: datum + `\.$`,
			Holds: func(s state, m []string) bool { return pointed(s, m[0]) && alone(s) }},
	)
}

// sizeOf is the size of the numbers that an objective is made of.
func sizeOf(s state) (v float64) {
	for i, row := range s.Rows("gram") {
		v += math.Abs(row[i])
	}
	return v
}

func TestKMeansTells(t *testing.T) {
	// objective adds up the squared distances from the means, and square is one of them.
	square := func(K [][]float64, labels []int, i, c int) float64 {
		size, row, block := 0.0, 0.0, 0.0
		for j, a := range labels {
			if a != c {
				continue
			}
			size++
			row += K[i][j]
			for l, b := range labels {
				if b == c {
					block += K[j][l]
				}
			}
		}
		if size == 0 {
			return math.Inf(1)
		}
		return K[i][i] - 2*row/size + block/size/size
	}
	objective := func(K [][]float64, labels []int) (sum float64) {
		for i, c := range labels {
			sum += square(K, labels, i, c)
		}
		return sum
	}
	labels := func(s state) []int { return ints(s.Column("clusters", "label")) }
	coursetest.Tells(t, Lesson, "kmeans", 2,
		[]string{"iteration=0", "bandwidth=0.4&iteration=1", "data=points&points=1,2,1"}, nothing,
		coursetest.Clause{Says: `Start (\d+), (?:step (\d+) of (\d+)|which is where it ends): (\d+) clusters?, ` +
			`of sizes? ([\d, and]+), J = ` + num + `\.`,
			Holds: func(s state, m []string) bool {
				count := make([]int, coursetest.Whole(m[3]))
				for _, l := range labels(s) {
					count[l]++
				}
				last := len(s.Column("path", "objective")) - 1
				path := s.Column("path", "objective")
				falls := true
				for i := range last {
					falls = falls && path[i+1] < path[i]
				}
				stands := last == 0 && m[1] == "" // there is no step to count
				if last > 0 {
					stands = coursetest.Whole(m[1]) == min(int(s.Param("iteration")), last) &&
						coursetest.Whole(m[2]) == last
				}
				return falls && stands && m[0] == s.Choice("start") && last == int(s.Find("steps")) &&
					m[4] == list(count) &&
					coursetest.Is(m[5], math.Max(objective(s.Rows("gram"), labels(s)), 0), 1e-9*sizeOf(s))
			}, When: func(s state) bool { return s.Message == "" }},
		coursetest.Clause{Says: `(\d+) points? (?:has|have) moved\.`, Holds: func(s state, m []string) bool {
			moved := 0
			before := ints(s.Column("clusters", "before"))
			for i, l := range labels(s) {
				if l != before[i] {
					moved++
				}
			}
			return coursetest.Whole(m[0]) == moved && moved > 0
		}, When: func(s state) bool { return s.Message == "" && s.Param("iteration") > 0 && s.Find("steps") > 0 }},
		coursetest.Clause{Says: `The least J of 20 starts is ` + num + `, where (\d+) ends?`,
			Holds: func(s state, m []string) bool {
				all := s.Column("starts", "objective")
				there := 0
				for _, v := range all {
					if v-slices.Min(all) <= engine.Agreement*sizeOf(s) {
						there++
					}
				}
				return len(all) == 20 && coursetest.Is(m[0], slices.Min(all), 0) && coursetest.Whole(m[1]) == there
			}, When: func(s state) bool { return s.Message == "" }},
		coursetest.Clause{Says: `: that of the classes\.`, Holds: func(s state, _ []string) bool {
			classes := s.Find("classes")
			return math.Abs(classes-s.Find("least")) <= 1e-9*sizeOf(s) &&
				math.Abs(objective(s.Rows("gram"), kinds(s))-classes) <= 1e-8*sizeOf(s)
		}},
		coursetest.Clause{Says: `; the classes have (more|less), ` + num + `\.`, Holds: func(s state, m []string) bool {
			own := objective(s.Rows("gram"), kinds(s))
			return coursetest.Is(m[1], own, 1e-9*sizeOf(s)) && (m[0] == "more") == (own > s.Find("least"))
		}},
		coursetest.Clause{Says: `\.`, Holds: func(s state, _ []string) bool { return math.IsNaN(s.Find("classes")) }},
	)
}

// withinOf is how many are within r of a point, itself among them.
func withinOf(s state, i int) (n int) {
	for j, d := range s.Rows("distances")[i] {
		if i == j || d <= s.Param("radius") {
			n++
		}
	}
	return n
}

// checkDensity finds the core points, and holds that two within r of each other are in one
// cluster, and that what is within r of one is in a cluster.
func checkDensity(t *testing.T, s state, v *density) {
	if v.task == nil {
		return
	}
	D, labels := s.Rows("distances"), ints(s.Column("clusters", "label"))
	core, outside, clusters := 0, 0, map[int]bool{}
	isCore := make([]bool, len(D))
	for i := range D {
		if isCore[i] = withinOf(s, i) >= int(s.Param("least")); isCore[i] {
			core++
		}
	}
	for i := range D {
		reached := false
		for j := range D {
			if near := i == j || D[i][j] <= s.Param("radius"); near && isCore[j] {
				reached = true
				if isCore[i] && labels[i] != labels[j] {
					t.Errorf("core points %d and %d are near, in clusters %d and %d", i+1, j+1, labels[i], labels[j])
				}
			}
		}
		if labels[i] == noise {
			outside++
		} else {
			clusters[labels[i]] = true
		}
		if reached != (labels[i] != noise) {
			t.Errorf("point %d is in cluster %d", i+1, labels[i])
		}
	}
	is(t, s, "clusters", float64(len(clusters)))
	is(t, s, "core", float64(core))
	is(t, s, "outside", float64(outside))
	is(t, s, "at_home", float64(home(labels, kinds(s))))
	if !squared(s) {
		t.Error("D is not that of K")
	}
	R, ell := s.Find("radius_in_plane"), s.Param("bandwidth")
	if math.IsNaN(R) || math.IsInf(R, 0) {
		return
	}
	if r := math.Sqrt(2 - 2*math.Exp(-R*R/2/ell/ell)); math.Abs(r*r-v.radius*v.radius) > 1e-9 {
		t.Errorf("r = %v in the plane is %v", v.radius, R)
	}
}

func TestDensitySays(t *testing.T) {
	there := func(v *density) bool { return v.task != nil }
	gaussian := func(v *density) bool { _, ok := v.kernel.(engine.Gaussian); return ok }
	words := map[string]func(*density) string{
		"are_core":    func(v *density) string { return are(v.core) },
		"are_outside": func(v *density) string { return are(v.outside) },
		"are_home":    func(v *density) string { return are(v.home) },
		"datum":       func(v *density) string { return v.Labelled.Datum(v.at) },
		"lie": func(v *density) string {
			n := 0
			for j := range v.n() {
				if j == v.at || v.D.At(v.at, j) <= v.radius {
					n++
				}
			}
			return lie(n)
		},
	}
	claim := func(text string, when func(*density) bool) coursetest.Claim[*density] {
		return coursetest.Claim[*density]{Text: text, Words: words, Slots: map[string]func(*density) float64{
			"count": func(v *density) float64 { return float64(v.n()) },
		}, When: func(v *density) bool { return there(v) && when(v) }}
	}
	datum := func(text string, core, inside bool) coursetest.Claim[*density] {
		return claim(text, func(v *density) bool {
			return v.at >= 0 && v.Core[v.at] == core && (v.Labels[v.at] != noise) == inside
		})
	}
	coursetest.Says(t, Lesson, "density", 2, []string{"at=3", "radius=0.3&at=9", "radius=0.2&at=5",
		"radius=0.35&at=11&least=9", "data=points&points=1,2,1&at=1", "radius=0.25&least=7&at=2", "radius=0.25&at=1",
		"kernel=sigmoid&slope=1"}, checkDensity,
		noDistances(func(v *density) *points.Labelled { return v.data }, func(v *density) bool { return !there(v) }),
		claim(saysDense, func(*density) bool { return true }),
		claim(saysAllWithin, func(v *density) bool { return gaussian(v) && v.radius >= math.Sqrt2 }),
		claim(saysInPlane, func(v *density) bool { return gaussian(v) && v.radius < math.Sqrt2 }),
		datum(saysCore, true, true), datum(saysBorder, false, true), datum(saysOutside, false, false),
	)
}

// placed is the place of a point whose distance is one of d, the largest first, and what is
// said of others that have it too.
func placed(d []float64, i int) (place int, with string) {
	place = 1
	like := 0
	for j := range d {
		switch {
		case j == i:
		case math.Abs(d[j]-d[i]) <= engine.Agreement*slices.Max(d):
			like++
		case d[j] > d[i]:
			place++
		}
	}
	switch like {
	case 0:
		return place, ""
	case 1:
		return place, ", with 1 other"
	}
	return place, ", with " + strconv.Itoa(like) + " others"
}

func TestOutliersTells(t *testing.T) {
	// score is the distance from the mean by centring K.
	score := func(s state, i int) float64 {
		K := s.Rows("gram")
		all := 0.0
		for _, row := range K {
			all += stat.Mean(row, nil)
		}
		return math.Sqrt(math.Max(K[i][i]-2*stat.Mean(K[i], nil)+all/float64(len(K)), 0))
	}
	slack := func(s state) float64 {
		K := s.Rows("gram")
		most := 0.0
		for i := range K {
			most = math.Max(most, math.Abs(K[i][i]))
		}
		return 1e-7 * math.Sqrt(most)
	}
	coursetest.Tells(t, Lesson, "outliers", 2, []string{"at=3", "bandwidth=0.5", "bandwidth=0.02",
		"data=points&points=1,2,1&at=1", "data=blobs&at=4"}, nothing,
		coursetest.Clause{Says: `One point, which is the mean\.`,
			When: func(s state) bool { return s.Message == "" && len(kinds(s)) == 1 }},
		coursetest.Clause{Says: `To this kernel the (\d+) points are one, which is the mean\.`,
			Holds: func(s state, m []string) bool {
				return coursetest.Whole(m[0]) == len(kinds(s))
			}, When: func(s state) bool { return s.Message == "" && len(kinds(s)) > 1 && s.Find("largest") == 0 }},
		coursetest.Clause{Says: `Both points are ` + num + ` from the mean: neither is more unlike the rest\.`,
			Holds: func(s state, m []string) bool {
				return len(kinds(s)) == 2 && coursetest.Is(m[0], score(s, 0), slack(s)) &&
					coursetest.Is(m[0], score(s, 1), slack(s))
			}},
		coursetest.Clause{Says: `All (\d+) points are ` + num +
			` from the mean: none is more unlike the rest than another\.`,
			Holds: func(s state, m []string) bool {
				d := s.Column("scores", "distance")
				return coursetest.Whole(m[0]) == len(d) && coursetest.Is(m[1], score(s, 0), slack(s)) &&
					slices.Max(d)-slices.Min(d) <= engine.Agreement*slices.Max(d)
			}},
		coursetest.Clause{Says: `Of (\d+) points (?:number (\d+) is the farthest from the mean|(\d+) are as far ` +
			`from the mean as each other and farther than the rest), ` + num + `; the one in the middle is in place ` +
			`(\d+)(, with \d+ others?)?\.`, Holds: func(s state, m []string) bool {
			d := s.Column("scores", "distance")
			for i := range d {
				if math.Abs(d[i]-score(s, i)) > slack(s) {
					return false
				}
			}
			order := ints(s.Column("order", "point"))
			far, like := order[0], 0
			for i := range d {
				if slices.Max(d)-d[i] <= engine.Agreement*slices.Max(d) {
					like++
				}
			}
			if m[1] != "" && coursetest.Whole(m[1]) != far+1 || m[1] == "" && coursetest.Whole(m[2]) != like ||
				(m[1] != "") != (like == 1) {
				return false
			}
			x, y := s.Column("data", "x1"), s.Column("data", "x2")
			from := func(i int) float64 { return math.Hypot(x[i]-stat.Mean(x, nil), y[i]-stat.Mean(y, nil)) }
			near, reach := math.Inf(1), 0.0
			for i := range x {
				near, reach = math.Min(near, from(i)), math.Max(reach, from(i))
			}
			middle := 0 // the first of the nearest
			for from(middle)-near > engine.Agreement*reach {
				middle++
			}
			if place, with := placed(d, middle); place != coursetest.Whole(m[4]) || with != m[5] ||
				s.Find("middle_rank") != float64(place) {
				return false
			}
			return coursetest.Whole(m[0]) == len(d) && slices.Max(d)-d[far] <= engine.Agreement*slices.Max(d) &&
				coursetest.Is(m[3], d[far], 0)
		}},
		coursetest.Clause{Says: datum + `; it is number (\d+) of (\d+) from the outside(, with \d+ others?)?, ` + num +
			` from the mean\.`, Holds: func(s state, m []string) bool {
			at := int(s.Param("at")) - 1
			place, with := placed(s.Column("scores", "distance"), at)
			return pointed(s, m[0]) && coursetest.Whole(m[3]) == len(kinds(s)) && place == coursetest.Whole(m[2]) &&
				with == m[4] && coursetest.Is(m[5], score(s, at), slack(s))
		}},
	)
}
