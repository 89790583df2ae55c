package distances

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/points"
)

type (
	state = *coursetest.State
	claim = coursetest.Claim[state]
	slots = map[string]func(state) float64
	words = map[string]func(state) string
)

// there reports whether there are distances.
func there(s state) bool { return s.Message == "" }

func nowhere(s state) bool { return !there(s) }

func size(s state) int { return len(s.Column("data", "x1")) }

func count(s state) float64 { return float64(size(s)) }

// at is the datum pointed at; −1 for none.
func at(s state) int { return int(s.Param("at")) - 1 }

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
	case "ward":
		return ward(D, a, b)
	}
	return stat.Mean(all, nil)
}

// ward is √(2mn/(m + n)) times the distance of the means of m points and n.
func ward(D [][]float64, a, b []int) float64 {
	mean := func(a, b []int) (sum float64) {
		for _, i := range a {
			for _, j := range b {
				sum += D[i][j] * D[i][j] / float64(len(a)*len(b))
			}
		}
		return sum
	}
	m, n := float64(len(a)), float64(len(b))
	return math.Sqrt(2 * m * n / (m + n) * math.Max(0, mean(a, b)-mean(a, a)/2-mean(b, b)/2))
}

// noDistances is what is said of points without.
func noDistances[W any](data func(W) *points.Labelled, none func(W) bool) coursetest.Claim[W] {
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
	want := map[string]float64{"clusters": float64(len(members)), "largest_cluster": float64(most),
		"at_home": float64(home(labels, kinds(s)))}
	if len(h) > 0 {
		want["last_merge"] = h[len(h)-1]
	}
	coursetest.Same(t, s.Find, 0, want)
	if v.clusters == v.asked {
		return
	}
	// Merges next to each other in height, with the cut asked for among them.
	tie := h[len(h)+1-v.uncut : len(h)+1-v.clusters]
	if v.clusters >= v.asked || v.asked >= v.uncut ||
		tie[len(tie)-1]-tie[0] > float64(len(tie))*engine.Agreement*tie[len(tie)-1] {
		t.Errorf("asked for are %d clusters, with a tie %d, without %d: %v", v.asked, v.clusters, v.uncut, tie)
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
		if d(j)-d(others[2]) <= engine.Agreement*d(others[2]) {
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
		claim(saysDatum, func(v *tree) bool { return there(v) && v.at >= 0 }),
		claim(saysNearest, near(func(more int) bool { return more == 0 })),
		claim(saysNearestMore, near(func(more int) bool { return more > 0 })),
	)
}

// voters are the k nearest others of a point, by sorting all of them.
func voters(s state, i int) (order []int) {
	D := s.Rows("distances")
	for j := range D {
		if j != i {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(D[i][a], D[i][b]) })
	return order[:min(int(s.Param("neighbours")), len(order))]
}

// vote is what they call it, and −1 where there are none.
func vote(s state, i int) int {
	votes, classes, order, most := map[int]int{}, kinds(s), voters(s, i), 0
	for _, j := range order {
		votes[classes[j]]++
		most = max(most, votes[classes[j]])
	}
	if first := slices.IndexFunc(order, func(j int) bool { return votes[classes[j]] == most }); first >= 0 {
		return classes[order[first]]
	}
	return -1
}

// checkKNN counts those that sorting all others calls another class, and the ties.
func checkKNN(t *testing.T, s, _ state) {
	if !there(s) {
		return
	}
	D, classes, k := s.Rows("distances"), kinds(s), min(int(s.Param("neighbours")), max(1, size(s)-1))
	wrong, tied, most := 0.0, 0.0, 0
	for i, c := range classes {
		if called := vote(s, i); called != c {
			wrong++
		}
		row := slices.Delete(slices.Clone(D[i]), i, i+1)
		slices.Sort(row)
		if k < len(row) && row[k]-row[k-1] <= engine.Agreement*row[k] {
			tied++
		}
		most = max(most, len(slices.DeleteFunc(slices.Clone(classes), func(b int) bool { return b != c })))
	}
	if voting := s.Result.(*voting).k; voting != k || !squared(s) {
		t.Errorf("%d vote, or D is not that of K", voting)
	}
	want := map[string]float64{"majority_errors": float64(len(classes) - most), "tied": tied,
		"entries": float64(1 + 2*len(classes))}
	if len(classes) > 1 {
		want["loo_errors"] = wrong
	}
	coursetest.Same(t, s.Find, 0, want)
}

func TestKNNSays(t *testing.T) {
	figure := func(s state) *voting { return s.Result.(*voting) }
	call := words{
		"nearest": func(s state) string { return nearest(figure(s).k) },
		"are":     func(s state) string { return are(int(s.Find("loo_errors"))) },
		"datum":   func(s state) string { return figure(s).data.Datum(at(s)) },
		"called": func(s state) string {
			called := vote(s, at(s))
			return figure(s).data.Class(slices.Index(kinds(s), called))
		},
	}
	own := func(s state) int {
		own := 0
		for _, j := range voters(s, at(s)) {
			if kinds(s)[j] == kinds(s)[at(s)] {
				own++
			}
		}
		return own
	}
	ownAre := words{"are": func(s state) string { return are(own(s)) }}
	maps.Copy(ownAre, words{"datum": call["datum"], "called": call["called"], "nearest": call["nearest"]})
	vote := func(of func(k int) bool) func(state) bool {
		return func(s state) bool { return there(s) && at(s) >= 0 && size(s) > 1 && of(figure(s).k) }
	}
	coursetest.Says(t, Lesson, "knn", 2, []string{"at=3", "neighbours=1&at=3", "data=moons&at=7&neighbours=4",
		"data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,0,-1&at=1", "kernel=sigmoid&slope=0.1"},
		checkKNN,
		noDistances(func(s state) *points.Labelled { return figure(s).data }, nowhere),
		claim{Text: saysAlone, When: func(s state) bool { return there(s) && size(s) == 1 }},
		claim{Text: saysOutvoted, When: func(s state) bool { return there(s) && size(s) > 1 }, Words: call,
			Slots: slots{"count": count}},
		claim{Text: saysTied, When: func(s state) bool { return there(s) && s.Find("tied") > 0 }},
		claim{Text: saysPoint, Words: call, When: func(s state) bool { return there(s) && at(s) >= 0 && size(s) == 1 }},
		claim{Text: saysNext, Words: call, When: vote(func(k int) bool { return k == 1 }),
			Slots: slots{"next": func(s state) float64 { return float64(voters(s, at(s))[0] + 1) }}},
		claim{Text: saysVote, Words: ownAre, When: vote(func(k int) bool { return k > 1 }),
			Slots: slots{"own": func(s state) float64 { return float64(own(s)) }}},
	)
}

// sizeOf is the size of the numbers that an objective is made of.
func sizeOf(s state) (v float64) {
	for i, row := range s.Rows("gram") {
		v += math.Abs(row[i])
	}
	return v
}

// objective adds up the squared distances from the means.
func objective(K [][]float64, labels []int) (sum float64) {
	// square is one of them.
	square := func(i, c int) float64 {
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
		return K[i][i] - 2*row/size + block/size/size
	}
	for i, c := range labels {
		sum += square(i, c)
	}
	return sum
}

// sizesIn are those of the clusters.
func sizesIn(s state) []int {
	sizes := make([]int, min(int(s.Param("clusters")), size(s)))
	for _, v := range s.Column("clusters", "label") {
		sizes[int(v)]++
	}
	return sizes
}

// checkKMeans holds what is lowered to the clusters and to the classes, and counts what moved
// and where starts end.
func checkKMeans(t *testing.T, s, _ state) {
	if !there(s) {
		return
	}
	labels, before, moved := ints(s.Column("clusters", "label")), ints(s.Column("clusters", "before")), 0
	for i, l := range labels {
		if l != before[i] {
			moved++
		}
	}
	step := s.Result.(*means).at()
	path, all, ends := s.Column("path", "objective"), s.Column("starts", "objective"), 0
	for i, v := range path[1:] {
		if v >= path[i] {
			t.Errorf("J does not fall: %v", path)
		}
	}
	for _, v := range all {
		if v-slices.Min(all) <= 8*float64(size(s))*engine.Epsilon*sizeOf(s) {
			ends++
		}
	}
	coursetest.Same(t, s.Find, 0, map[string]float64{"moved": float64(moved), "steps": float64(len(path) - 1),
		"least": slices.Min(all), "there": float64(ends), "objective": path[step]})
	own := math.NaN()
	if len(slices.Compact(slices.Sorted(slices.Values(kinds(s))))) == len(sizesIn(s)) {
		own = objective(s.Rows("gram"), kinds(s))
	}
	for name, want := range map[string]float64{"objective": objective(s.Rows("gram"), labels), "classes": own} {
		got := s.Find(name)
		if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-math.Max(want, 0)) > 1e-9*sizeOf(s) {
			t.Errorf("%s is %v, not %v", name, got, want)
		}
	}
	if len(all) != 20 || all[int(s.Param("start"))-1] != path[len(path)-1] || (moved > 0) != (step > 0) {
		t.Errorf("%d starts, and %d points moved in step %d", len(all), moved, step)
	}
}

func TestKMeansSays(t *testing.T) {
	starts := slots{
		"starts": func(s state) float64 { return float64(len(s.Column("starts", "objective"))) },
		"at":     func(s state) float64 { return math.Min(s.Param("iteration"), s.Find("steps")) },
		// As many as there can be.
		"clusters": func(s state) float64 { return float64(len(sizesIn(s))) },
	}
	said := words{
		"sizes": func(s state) string { return sizesOf(sizesIn(s)) },
		"have":  func(s state) string { return course.ByCount(int(s.Find("moved")), "has", "have") },
		"end":   func(s state) string { return course.ByCount(int(s.Find("there")), "ends", "end") },
	}
	say := func(text string, when func(s state) bool) claim {
		return claim{Text: text, Slots: starts, Words: said, When: func(s state) bool { return there(s) && when(s) }}
	}
	moves := func(s state) bool { return s.Find("steps") > 0 }
	above := func(is func(gap float64, agree bool) bool) func(state) bool {
		return func(s state) bool {
			gap := s.Find("classes") - s.Find("least")
			return is(gap, math.Abs(gap) <= 8*float64(size(s))*engine.Epsilon*sizeOf(s))
		}
	}
	coursetest.Says(t, Lesson, "kmeans", 2,
		[]string{"iteration=0", "bandwidth=0.4&iteration=1", "data=points&points=1,2,1"}, checkKMeans,
		noDistances(func(s state) *points.Labelled { return s.Result.(*means).data }, nowhere),
		say(saysStep, moves),
		say(saysEnds, func(s state) bool { return !moves(s) }),
		say(saysLeast, above(func(gap float64, _ bool) bool { return math.IsNaN(gap) })),
		say(saysOfClasses, above(func(_ float64, agree bool) bool { return agree })),
		say(saysMore, above(func(gap float64, agree bool) bool { return !agree && gap > 0 })),
		say(saysLess, above(func(gap float64, agree bool) bool { return !agree && gap < 0 })),
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
	coursetest.Same(t, s.Find, 0, map[string]float64{"clusters": float64(len(clusters)), "core": float64(core),
		"outside": float64(outside), "at_home": float64(home(labels, kinds(s)))})
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
		claim(saysDense, coursetest.Always[*density]),
		claim(saysAllWithin, func(v *density) bool { return gaussian(v) && v.radius >= math.Sqrt2 }),
		datum(saysCore, true, true), datum(saysBorder, false, true), datum(saysOutside, false, false),
	)
}

// placed is the place of a point when the farthest has the first, and how many others have
// it too.
func placed(s state, i int) (place, like int) {
	d := s.Column("scores", "distance")
	place = 1
	for j := range d {
		switch {
		case j == i:
		case math.Abs(d[j]-d[i]) <= engine.Agreement*d[i]:
			like++
		case d[j] > d[i]:
			place++
		}
	}
	return place, like
}

// outermost is the first point that has the first place, and how many have it.
func outermost(s state) (first, many int) {
	for i := size(s) - 1; i >= 0; i-- {
		if place, like := placed(s, i); place == 1 {
			first, many = i, like+1
		}
	}
	return first, many
}

// middleOf is the first of the points nearest to the mean of the inputs.
func middleOf(s state) (middle int) {
	x, y := s.Column("data", "x1"), s.Column("data", "x2")
	from := make([]float64, len(x))
	for i := range x {
		from[i] = math.Hypot(x[i]-stat.Mean(x, nil), y[i]-stat.Mean(y, nil))
	}
	for from[middle]-slices.Min(from) > engine.Agreement*from[middle] {
		middle++
	}
	return middle
}

// checkOutliers finds the distances from the mean by centring K.
func checkOutliers(t *testing.T, s, _ state) {
	if !there(s) {
		return
	}
	K, d := s.Rows("gram"), s.Column("scores", "distance")
	all, most := 0.0, 0.0
	for i, row := range K {
		all, most = all+stat.Mean(row, nil)/float64(len(K)), math.Max(most, math.Abs(K[i][i]))
	}
	for i, row := range K {
		want := math.Sqrt(math.Max(row[i]-2*stat.Mean(row, nil)+all, 0))
		if math.Abs(d[i]-want) > 1e-7*math.Sqrt(most) {
			t.Errorf("point %d is %v from the mean, not %v", i+1, d[i], want)
		}
	}
	first, _ := outermost(s)
	rank, _ := placed(s, middleOf(s))
	coursetest.Same(t, s.Find, 0, map[string]float64{"largest": d[first], "middle_rank": float64(rank)})
}

func TestOutliersSays(t *testing.T) {
	figure := func(s state) *strange { return s.Result.(*strange) }
	kinds := func(when func(n, many int, largest float64) bool) func(state) bool {
		return func(s state) bool {
			if !there(s) {
				return false
			}
			_, many := outermost(s)
			return when(size(s), many, s.Find("largest"))
		}
	}
	say := func(text string, when func(n, many int, largest float64) bool) claim {
		return claim{Text: text, When: kinds(when), Slots: slots{
			"count":    count,
			"farthest": func(s state) float64 { first, _ := outermost(s); return float64(first + 1) },
			"tied":     func(s state) float64 { _, many := outermost(s); return float64(many) },
		}, Words: words{"with": func(s state) string { _, like := placed(s, middleOf(s)); return with(like) }}}
	}
	coursetest.Says(t, Lesson, "outliers", 2, []string{"at=3", "bandwidth=0.5", "bandwidth=0.02",
		"data=points&points=1,2,1&at=1", "data=blobs&at=4"}, checkOutliers,
		noDistances(func(s state) *points.Labelled { return figure(s).data }, nowhere),
		say(saysOnePoint, func(n, _ int, _ float64) bool { return n == 1 }),
		say(saysOne, func(n, _ int, largest float64) bool { return n > 1 && largest == 0 }),
		say(saysBoth, func(n, _ int, largest float64) bool { return n == 2 && largest > 0 }),
		say(saysAll, func(n, many int, largest float64) bool { return n > 2 && many == n && largest > 0 }),
		say(saysFarthest, func(n, many int, _ float64) bool { return n > 2 && many == 1 }),
		say(saysAsFar, func(n, many int, _ float64) bool { return n > 2 && many > 1 && many < n }),
		claim{Text: saysFrom, When: func(s state) bool { return there(s) && at(s) >= 0 }, Slots: slots{
			"count":    count,
			"place":    func(s state) float64 { place, _ := placed(s, at(s)); return float64(place) },
			"distance": func(s state) float64 { return s.Column("scores", "distance")[at(s)] },
		}, Words: words{
			"datum": func(s state) string { return figure(s).data.Datum(at(s)) },
			"with":  func(s state) string { _, like := placed(s, at(s)); return with(like) },
		}},
	)
}
