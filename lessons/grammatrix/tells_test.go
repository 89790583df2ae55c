package grammatrix

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
)

type (
	state = *coursetest.State
	claim = coursetest.Claim[state]
	slots = map[string]func(state) float64
	words = map[string]func(state) string
)

func size(s state) int { return len(s.Column("data", "x1")) }

func some(s state) bool { return size(s) > 0 }

func several(s state) bool { return size(s) > 1 }

// nameOf is what a point is called, in a sentence.
func nameOf(s state, i int) string {
	if s.Choice("data") == "foods" {
		return strings.ReplaceAll(data.FoodNames()[i], ", ", " ")
	}
	return "point " + strconv.Itoa(i+1)
}

// numberOf is that with its number.
func numberOf(s state, i int) string {
	if s.Choice("data") == "foods" {
		return fmt.Sprintf("point %d, %s", i+1, nameOf(s, i))
	}
	return nameOf(s, i)
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

// has is the verb of so many.
func has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// inOrder reports whether the rows are in the order that is chosen, that of the eigenvector
// left to a test of its own, and each is there once.
func inOrder(s state) bool {
	r, order := s.Result.(*table), s.Column("order", "point")
	key := func(p float64) float64 {
		switch i := int(p); s.Choice("order") {
		case "class":
			is := func(c points.Class) bool { return c.Label == r.Data.Labels[i] }
			return float64(slices.IndexFunc(r.Classes, is))
		case "x":
			return s.Column("data", "x1")[i]
		case "eigenvector", "fiedler", "path":
			return 0
		}
		if s.Param("list") > 0 {
			return 0
		}
		return p
	}
	listed := slices.Sorted(slices.Values(order))
	return slices.IsSortedFunc(order, func(a, b float64) int { return cmp.Compare(key(a), key(b)) }) &&
		len(slices.Compact(listed)) == size(s) && listed[0] == 0 && listed[size(s)-1] == float64(size(s)-1)
}

// othersMost are the others with the largest entry in the row of the point pointed at.
func othersMost(s state) (most []int) {
	at, top := int(s.Param("at"))-1, math.Inf(-1)
	row := s.Rows("gram")[at]
	for j, v := range row {
		if j != at {
			top = math.Max(top, v)
		}
	}
	for j, v := range row {
		if j != at && math.Abs(v-top) <= 1e-9*math.Abs(top) {
			most = append(most, j)
		}
	}
	return most
}

// checkGram computes the means of the entries beside the diagonal and of all pairs anew.
func checkGram(t *testing.T, s, _ state) {
	if !some(s) {
		return
	}
	K, order, n := s.Rows("gram"), s.Column("order", "point"), float64(size(s))
	least, largest := slices.Min(slices.Concat(K...)), floats.Norm(slices.Concat(K...), math.Inf(1))
	next, all := 0.0, 0.0
	for i := 1; i < size(s); i++ {
		next += K[int(order[i-1])][int(order[i])] / (n - 1)
		all += floats.Sum(K[i][:i]) / (n * (n - 1) / 2)
	}
	if !inOrder(s) || s.Find("least") != least || s.Find("different") != n*(n+1)/2 || several(s) &&
		math.Max(math.Abs(s.Find("adjacent")-next), math.Abs(s.Find("mean")-all)) > 1e-12*largest {
		t.Errorf("in the order %v: %v, not %v, %v and %v", order, s.Numbers, least, next, all)
	}
}

func TestGramSays(t *testing.T) {
	normalised := func(s state) bool { return some(s) && s.Choice("normalise") == "1" }
	at := func(s state) int { return int(s.Param("at")) - 1 }
	entry := func(of func(state) int) func(state) float64 {
		return func(s state) float64 { return s.Rows("gram")[at(s)][of(s)] }
	}
	most := func(when func(n int, s state) bool) func(state) bool {
		return func(s state) bool {
			return some(s) && at(s) >= 0 && when(len(othersMost(s)), s)
		}
	}
	first := func(s state) string { return numberOf(s, othersMost(s)[0]) }
	datum := words{"other": first, "datum": func(s state) string { return s.Result.(*table).Datum(at(s)) }}
	row := slots{
		"itself": entry(at),
		"most":   entry(func(s state) int { return othersMost(s)[0] }),
		"more":   func(s state) float64 { return float64(len(othersMost(s)) - 1) },
	}
	with := func(s state) int { return int(s.Param("with")) - 1 }
	coursetest.Says(t, Lesson, "gram", 3,
		[]string{
			"at=3", "at=13&with=14", "with=4", "data=points&points=1,2,1&at=1&with=1", "data=points&points=1,2,1;1,2,1",
			"order=eigenvector&bandwidth=0.01", "list=3", "order=class&list=3",
			"order=path&list=3", "order=fiedler&data=blobs&kernel=linear",
			"data=blobs&kernel=linear&normalise=1", "data=points&points=none",
			"data=points&points=0,0,1;1,1,1&kernel=linear&normalise=1&at=1&with=2",
			"data=points&points=0,0,1;1,0,1;-1,0,1&at=1&bandwidth=1",
		},
		checkGram,
		claim{Text: saysNoPairs, When: func(s state) bool { return !some(s) }},
		claim{Text: saysOrder, When: some,
			Words: words{"order": func(s state) string {
				if random := s.Param("list") > 0; random && s.Choice("order") == "listed" {
					return "at random"
				} else if random && s.Choice("order") == "class" {
					return "class by class, at random in each"
				}
				return orders[s.Choice("order")]
			}},
			Slots: slots{"points": func(s state) float64 { return float64(size(s)) },
				"rows": func(s state) float64 { return float64(len(s.Rows("gram"))) }}},
		claim{Text: saysTied, When: func(s state) bool {
			if !some(s) || s.Choice("order") != "eigenvector" {
				return false
			}
			e, err := engine.Eigen(s.Result.(*table).K)
			n := size(s)
			return err == nil && n > 1 && e.Tied(0, 1)
		}},
		claim{Text: saysNegative, When: func(s state) bool { return some(s) && s.Find("least") < 0 }},
		claim{Text: saysZeros, When: func(s state) bool { return normalised(s) && zeros(s) > 0 },
			Slots: slots{"zeros": func(s state) float64 { return float64(zeros(s)) }},
			Words: words{"have": func(s state) string { return has(zeros(s)) }}},
		claim{Text: saysDivided, When: func(s state) bool { return normalised(s) && zeros(s) == 0 }},
		claim{Text: saysMost, Words: datum, Slots: row, When: most(func(n int, _ state) bool { return n == 1 })},
		claim{Text: saysTogether, Words: datum, Slots: row,
			When: most(func(n int, s state) bool { return n > 1 && n < size(s)-1 })},
		claim{Text: saysAlike, Words: datum, Slots: row,
			When: most(func(n int, s state) bool { return n > 1 && n == size(s)-1 })},
		claim{Text: saysDatum, Words: datum, When: most(func(n int, _ state) bool { return n == 0 })},
		claim{Text: saysPair, Slots: slots{"entry": entry(with)},
			Words: words{"other": func(s state) string { return numberOf(s, with(s)) }},
			When:  func(s state) bool { return some(s) && at(s) >= 0 && with(s) >= 0 }},
	)
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
	x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
	known := func(j int) (v, rounding float64) { // what is no larger than its rounding is 0
		v, li, lj := likeness(s, name, i, j), math.Hypot(x[i], y[i]), math.Hypot(x[j], y[j])
		switch rounding = math.Abs(x[i]*x[j]) + math.Abs(y[i]*y[j]); {
		case name == "gaussian":
			rounding = li + lj
		case name == "cosine":
			rounding = math.Min(1, rounding/li/lj)
		}
		if rounding *= 8 * 0x1p-52; math.Abs(v) <= rounding {
			v = 0
		}
		return v, rounding
	}
	top := -1
	for j := range size(s) {
		if j == i {
			continue
		}
		if top < 0 {
			top = j
		}
		if a, _ := known(top); likeness(s, name, i, j) > a {
			top = j
		}
	}
	for j := range size(s) {
		if j == i {
			continue
		}
		v, r := known(j)
		a, q := known(top)
		if v == a || math.Abs(v-a) <= 2*math.Max(r, q) && 1000*math.Max(r, q) <= math.Max(math.Abs(v), math.Abs(a)) {
			set = append(set, j)
		}
	}
	return set
}

// answersOf is how many points it takes to have an answer of each similarity.
func answersOf(s state, i int) int {
	a, b, c := equally(s, "inner", i), equally(s, "cosine", i), equally(s, "gaussian", i)
	share := func(a, b []int) bool {
		return slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) })
	}
	both := slices.DeleteFunc(slices.Clone(a), func(j int) bool { return !slices.Contains(b, j) })
	switch {
	case share(both, c):
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

// shownLengths are those of the points as they are drawn, those at the origin apart.
func shownLengths(s state) (some []float64, atOrigin int) {
	x, y := s.Column("shown", "x1"), s.Column("shown", "x2")
	for i := range x {
		if l := math.Hypot(x[i], y[i]); l > 0 {
			some = append(some, l)
		} else {
			atOrigin++
		}
	}
	return some, atOrigin
}

// origin reports whether a point lies there, and another elsewhere.
func origin(s state) bool { some, zeros := shownLengths(s); return len(some) > 0 && zeros > 0 }

// bestBy is what those are called whom a similarity calls most like the point asked for.
func bestBy(name string) func(state) string {
	return func(s state) string {
		switch set := equally(s, name, asked(s)); {
		case len(set) > 1 && len(set) == size(s)-1:
			return "each of the others"
		case len(set) > 1:
			return fmt.Sprintf("%s and %d more", nameOf(s, set[0]), len(set)-1)
		default:
			return nameOf(s, set[0])
		}
	}
}

// agreeing counts the points with one answer from all three.
func agreeing(s state) (n int) {
	for i := range size(s) {
		if answersOf(s, i) == 1 {
			n++
		}
	}
	return n
}

// checkNeighbours holds that lengths are evened out to their power, but for one factor, and
// whom each point is most like.
func checkNeighbours(t *testing.T, s, _ state) {
	if !several(s) {
		return
	}
	x, y, power, factor := s.Column("data", "x1"), s.Column("data", "x2"), 1-s.Param("even"), math.NaN()
	for i, is := range s.Column("shown", "x1") {
		length := math.Hypot(x[i], y[i])
		if length == 0 {
			continue
		}
		f := math.Log(math.Hypot(is, s.Column("shown", "x2")[i])) - power*math.Log(length)
		if math.Abs(f-factor) > 1e-9 {
			t.Errorf("the length of point %d is not evened out to the power %v", i+1, power)
		}
		factor = f
	}
	for _, name := range []string{"inner", "cosine", "gaussian"} {
		if i := asked(s); int(s.Column("most_like", name)[i]) != equally(s, name, i)[0] {
			t.Errorf("%v is called most like by the %s", s.Column("most_like", name)[i], name)
		}
	}
	coursetest.Within(t, s.Find("agreeing"), float64(agreeing(s)), 0, "how many agree")
	coursetest.Within(t, s.Find("points"), float64(size(s)), 0, "how many points there are")
}

func TestNeighboursSays(t *testing.T) {
	all := func(s state) bool { return several(s) && s.Choice("similarity") == "all" }
	even := func(s state) bool { return several(s) && s.Param("even") == 1 }
	labels := map[string]string{"inner": "inner product", "cosine": "cosine", "gaussian": "Gaussian"}
	claims := []claim{
		{Text: saysNoPairs, When: func(s state) bool { return !some(s) }},
		{Text: saysOne, When: func(s state) bool { return size(s) == 1 }},
		{Text: saysMostLike, When: func(s state) bool { return several(s) && !all(s) }, Words: words{
			"asked":     func(s state) string { return nameOf(s, asked(s)) },
			"label":     func(s state) string { return labels[s.Choice("similarity")] },
			"most_like": func(s state) string { return bestBy(s.Choice("similarity"))(s) },
		}},
		{Text: saysByEach, When: all, Words: words{"asked": func(s state) string { return nameOf(s, asked(s)) },
			"inner": bestBy("inner"), "cosine": bestBy("cosine"), "gaussian": bestBy("gaussian")}},
		{Text: saysEven, When: func(s state) bool { return even(s) && !origin(s) }},
		{Text: saysEvenBut, When: func(s state) bool { return even(s) && origin(s) }},
		{Text: saysEvenTo, Slots: slots{"power": func(s state) float64 { return 1 - s.Param("even") }},
			When: func(s state) bool { return several(s) && s.Param("even") > 0 && s.Param("even") < 1 }},
		{Text: saysDatum, When: func(s state) bool { return some(s) && s.Param("at") > 0 },
			Words: words{"datum": func(s state) string { return s.Result.(*alike).Datum(int(s.Param("at")) - 1) }}},
	}
	for n := 1; n <= 3; n++ {
		claims = append(claims, claim{Text: saysAnswers[n],
			When: func(s state) bool { return all(s) && answersOf(s, asked(s)) == n }})
	}
	coursetest.Says(t, Lesson, "neighbours", 3,
		[]string{
			"at=3&similarity=all", "even=1&similarity=all", "data=points&points=0,0,1;1,2,1;2,2,1&even=1",
			"data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,2,1&similarity=all", "at=22&similarity=all",
			// Each point has two that are equally near: all are answers, in whatever order they are listed.
			"data=points&points=1,1,1;-1,1,1;-1,-1,1;1,-1,1",
			"data=points&points=1,1,1;-1,1,1;-1,-1,1;1,-1,1&similarity=all&at=2",
			"data=points&points=1,1,1;1,-1,1;-1,-1,1;-1,1,1&similarity=all",
			"data=points&points=3,1,1;-1,3,1;-3,-1,1;1,-3,1&similarity=all",
			"data=points&points=0,0,1;1,2,1;2,1,1&similarity=all", "data=points&points=none",
			"data=points&points=1,0,1;0.0001,1e6,1;0.00005,0,1&similarity=all&at=1",
			"data=points&points=0.3,0.1,1;0.9,0.3,1;1.5,0.5,1;0.6,0.2,1&similarity=all&at=1&even=1",
			"data=points&points=0.3,0.1,1;-0.1,0.3,1;-0.7,2.1,1;-2,-1,1&similarity=all&at=1",
		}, checkNeighbours, claims...)
}

// checkMoved computes the changes of the entries anew, and of the predictions.
func checkMoved(t *testing.T, s, _ state) {
	r := s.Result.(*motion)
	if (s.Message == "") != (r.failed == nil) {
		t.Errorf("the message is %q", s.Message)
	}
	if r.failed != nil {
		return
	}
	change := func(turn, shift float64) (most float64) {
		places := slices.Concat(r.Data.X, r.places())
		to := moved(places, turn, shift)
		for i, x := range places {
			for j, y := range r.Data.X {
				was, is := r.kernel.Eval(x, y), r.kernel.Eval(to[i], to[j])
				own := math.Max(math.Abs(r.kernel.Eval(x, x)*r.kernel.Eval(y, y)),
					math.Abs(r.kernel.Eval(to[i], to[i])*r.kernel.Eval(to[j], to[j])))
				same := math.Max(1e-9*math.Max(math.Abs(is), math.Abs(was)), 64*0x1p-52*math.Sqrt(own))
				if by := math.Abs(is - was); by > same {
					most = math.Max(most, by)
				}
			}
		}
		return most
	}
	turned, shifted := s.Find("change_by_turn"), s.Find("change_by_shift")
	coursetest.Within(t, turned, change(s.Param("turn"), 0), 1e-9*turned, "how an entry changes by the turn")
	coursetest.Within(t, shifted, change(0, s.Param("shift")), 1e-9*shifted, "how an entry changes by the shift")
	trace := 0.0
	for i, row := range s.Rows("gram") {
		trace += row[i]
	}
	condition := 1 + trace/(s.Param("n")*s.Param("lambda"))
	most := floats.Distance(s.Column("tests", "predicted"), s.Column("before", "predicted"), math.Inf(1))
	switch said := s.Find("change_of_predictions"); {
	case math.IsNaN(said) && most > engine.Rounding(size(s), condition) && condition <= 1e9,
		said == 0 && change(s.Param("turn"), s.Param("shift")) > 0, said > 0 && said != most:
		t.Errorf("a prediction changes by %v, not %v", said, most)
	}
}

func TestMovedSays(t *testing.T) {
	when := func(name string, is func(v float64) bool) func(state) bool {
		return func(s state) bool { return s.Message == "" && is(s.Find(name)) }
	}
	none := func(v float64) bool { return v == 0 }
	made := func(motion string, said func(state) bool) func(state) bool {
		return func(s state) bool { return s.Param(motion) > 0 && said(s) }
	}
	coursetest.Says(t, Lesson, "moved", 3, []string{"kernel=linear&turn=50", "kernel=laplacian&turn=45",
		"kernel=sigmoid&slope=1", "kernel=polynomial&degree=12&offset=10&lambda=1e-6", "shift=0",
		"kernel=laplacian&bandwidth=0.01&turn=45&n=8&shift=0.5&data=rings"}, checkMoved,
		claim{Text: saysNoFit, When: func(s state) bool { return s.Message != "" }},
		claim{Text: saysMoved, When: func(s state) bool { return s.Message == "" }},
		claim{Text: saysTurnLeaves, When: made("turn", when("change_by_turn", none))},
		claim{Text: saysShiftLeaves, When: made("shift", when("change_by_shift", none))},
		claim{Text: saysLeft, When: when("change_of_predictions", none)},
		claim{Text: saysUntold, When: when("change_of_predictions", math.IsNaN)},
	)
}
