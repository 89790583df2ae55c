package kernelpca

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/model"
)

type (
	state = *coursetest.State
	claim = coursetest.Claim[state]
)

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
func parted(s state, names ...string) (component, right int) {
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
func pointsOf(s state) float64 { return float64(len(s.Column("data", "x1"))) }

func rank(s state) int {
	for j, name := range six {
		if v := s.Column("components", name); v == nil || floats.Norm(v, 2) == 0 {
			return j
		}
	}
	return len(six)
}

// centred reports whether the features are; a figure without the choice has them so.
func centred(s state) bool { return !has(s, "centred") || s.Choice("centred") == "1" }

// has reports whether a figure has a control of that name.
func has(s state, name string) bool {
	return slices.ContainsFunc(s.Controls, func(c *course.Control) bool { return c.Name == name })
}

// squareAndVariance is the mean square and the variance of the projections onto a component,
// with a scaled so that aᵀK′a = 1.
func squareAndVariance(s state, name string) (square, variance float64) {
	v := slices.Clone(s.Column("components", name))
	if has(s, "scaling") && s.Choice("scaling") == "unit" {
		j, _ := strconv.Atoi(name[2:])
		floats.Scale(1/math.Sqrt(s.Column("eigenvalues", "eigenvalue")[j-1]), v)
	}
	square = floats.Dot(v, v) / float64(len(v))
	mean := floats.Sum(v) / float64(len(v))
	return square, square - mean*mean
}

// says holds what a figure says to the claims, where there are components and where there are none, and its
// numbers to the check.
func says(
	t *testing.T, figure string, each int, besides []string, check func(*testing.T, state), claims ...claim,
) {
	for i, c := range claims {
		claims[i].Slots = map[string]func(state) float64{"count": pointsOf}
		maps.Copy(claims[i].Slots, c.Slots)
		if none := c.Text == saysNoPoints || c.Text == saysNone; c.When != nil {
			claims[i].When = func(s state) bool { return (s.Message != "") == none && c.When(s) }
		}
	}
	coursetest.Says(t, Lesson, figure, each, besides, func(t *testing.T, s, _ state) {
		if s.Message == "" {
			check(t, s)
		}
	}, claims...)
}

// either is a word that goes by whether the features are centred.
func either(yes, no string) func(state) string {
	return func(s state) string { return map[bool]string{true: yes, false: no}[centred(s)] }
}

var spreadWord, matrixWord = either("variance", "mean square"), either("K′", "K")

// inAll is what the components have shares of: the variance or the mean square, tr K/n.
func inAll(s state) float64 {
	if centred(s) {
		return s.Find("total_variance")
	}
	var K mat.Matrix
	switch w := s.Result.(type) {
	case *order:
		K = w.K
	case *view:
		K = w.K
	}
	return mat.Trace(K) / pointsOf(s)
}

var word = regexp.MustCompile(`, | and `)

// numbersOf are the numbers in names such as PC1, in a list.
func numbersOf(list string) (numbers []int) {
	for _, name := range word.Split(list, -1) {
		n := course.Must(strconv.Atoi(strings.TrimPrefix(name, "PC")))
		numbers = append(numbers, n)
	}
	return numbers
}

// shares are what is said of the components shown, as their projections have it.
func shares(shown func(state) []string) []claim {
	split := func(s state) (there, missing []string) {
		for _, name := range shown(s) {
			if slices.Contains(six[:rank(s)], name) {
				there = append(there, strings.ToUpper(name))
			} else {
				missing = append(missing, strings.ToUpper(name))
			}
		}
		return there, missing
	}
	percents := func(of func(s state, name string) float64) func(state) string {
		return func(s state) string {
			list, _ := split(s)
			for i, name := range list {
				list[i] = course.Digits(100*of(s, strings.ToLower(name))) + " %"
			}
			return course.And(list)
		}
	}
	square := percents(func(s state, name string) float64 { v, _ := squareAndVariance(s, name); return v / inAll(s) })
	variance := percents(func(s state, name string) float64 {
		_, v := squareAndVariance(s, name)
		return v / s.Find("total_variance")
	})
	words := map[string]func(state) string{
		"components": func(s state) string { there, _ := split(s); return course.And(there) },
		"have": func(s state) string {
			there, _ := split(s)
			return map[bool]string{true: "has", false: "have"}[len(there) == 1]
		},
		"spread": spreadWord, "squares": square, "shares": variance,
		"missing": func(s state) string { _, missing := split(s); return strings.Join(missing, " and no ") },
	}
	some := func(isCentred, anySquare, varies bool) func(state) bool {
		return func(s state) bool {
			there, _ := split(s)
			return len(there) > 0 && centred(s) == isCentred && inAll(s) > 0 == anySquare &&
				(s.Find("total_variance") > 0) == varies
		}
	}
	nothing := func(isCentred, isOne bool) func(state) bool {
		return func(s state) bool { return rank(s) == 0 && centred(s) == isCentred && (pointsOf(s) == 1) == isOne }
	}
	like := maps.Clone(words)
	like["components"] = func(state) string { defer func() { alikes = alikes[1:] }(); return alikes[0] }
	return []claim{
		{Text: saysShares, Words: words, When: some(true, true, true)},
		{Text: saysSquares, Words: words, When: some(false, true, true), Rare: true},
		{Text: saysSquaresAlone, Words: words, When: some(false, true, false), Rare: true},
		{Text: saysNoShare, Words: words, Rare: true, When: func(s state) bool {
			there, _ := split(s)
			return len(there) > 0 && inAll(s) <= 0
		}},
		{Text: saysMissing, Words: words, When: func(s state) bool {
			_, missing := split(s)
			return rank(s) > 0 && len(missing) > 0
		}},
		{Text: saysOneAlone, When: nothing(true, true)}, {Text: saysAllOne, When: nothing(true, false)},
		{Text: saysOneAtOrigin, When: nothing(false, true), Rare: true},
		{Text: saysAllAtOrigin, When: nothing(false, false), Rare: true},
		{Text: saysAlike, Words: like, Rare: true},
	}
}

// alikes are the components that a state says are alike, sentence by sentence, as checkAlike
// has found them to be.
var alikes []string

// checkAlike holds that those said to be alike are next to each other, and that they are.
func checkAlike(t *testing.T, s state) {
	values := s.Column("eigenvalues", "eigenvalue")
	if values == nil { // rings: of the three
		values = []float64{s.Find("variance_1"), s.Find("variance_2"), s.Find("variance_3")}
	}
	alikes = nil
	for _, said := range s.Picture.Says {
		if said.Text != saysAlike {
			continue
		}
		list := said.Values[0].(string)
		numbers := numbersOf(list)
		first, last := numbers[0], numbers[len(numbers)-1]
		if alikes = append(alikes, list); len(numbers) < 2 || len(numbers) != last-first+1 ||
			values[first-1]-values[last-1] > 2e-3*values[first-1]*float64(len(numbers)) {
			t.Errorf("of %v these are not alike: %s", values, list)
		}
	}
}

// positive is how many eigenvalues are above zero, and exceeds reports whether they are more than all
// there is, which adds up to that with those that are negative.
func positive(s state) (n float64) { return above0(s.Column("eigenvalues", "eigenvalue")) }
func exceeds(s state) bool {
	sum := floats.Sum(s.Column("eigenvalues", "eigenvalue")) / pointsOf(s)
	return sum-inAll(s) > 1e-9*sum
}

var ofMatrix = map[string]func(state) string{"spread": spreadWord, "matrix": matrixWord}

// exceed are what is said where the components have more than all.
var exceed = []claim{{
	Text: saysExceed, Words: ofMatrix, Rare: true,
	Slots: map[string]func(state) float64{"rank": positive},
	When:  func(s state) bool { return exceeds(s) && positive(s) > 1 },
}, {
	Text: saysFirstExceeds, Words: ofMatrix, Rare: true,
	When: func(s state) bool { return exceeds(s) && positive(s) == 1 },
}}

var pointsAre = claim{Text: saysPoints, When: func(s state) bool { return pointsOf(s) > 0 }}

// noPoints and noComponents are said in place of all else.
var (
	noPoints  = claim{Text: saysNoPoints, When: func(s state) bool { return s.Choice("points") == "none" }}
	noneAtAll = claim{Text: saysNone, When: func(s state) bool { return s.Choice("points") != "none" }}
)

func TestRingsSays(t *testing.T) {
	says(t, "rings", 6, []string{"method=added&weight=2", "data=points&points=none",
		"data=points&points=1,1,1;1,1,-1", "noise=0"}, func(t *testing.T, s state) {
		checkAlike(t, s)
		if j, right := parted(s, six[:3]...); rank(s) > 0 {
			coursetest.Same(t, s.Find, 1e-9, map[string]float64{"cut": float64(right), "cut_component": float64(j),
				"cut_1": float64(sides(s.Column("components", "pc1"), s.Column("data", "label")))})
		}
	}, append(shares(func(state) []string { return six[:3] }), noPoints,
		claim{Text: saysBestOfAll, When: func(s state) bool { return rank(s) > 0 }},
		claim{Text: saysPoints, When: func(s state) bool { return rank(s) == 0 }})...)
}

func TestProjectionSays(t *testing.T) {
	axes := func(s state) []string { pair := s.Choice("pair"); return []string{"pc" + pair[:1], "pc" + pair[2:]} }
	any := func(s state) bool { return rank(s) > 0 }
	pointed := func(s state) bool { return s.Param("at") > 0 }
	check := func(t *testing.T, s state) {
		checkAlike(t, s)
		labels := s.Column("data", "label")
		x, y := s.Column("components", axes(s)[0]), s.Column("components", axes(s)[1])
		if any(s) && s.Result.(*view).twoClasses() {
			j, right := parted(s, six...)
			coursetest.Same(t, s.Find, 1e-9, map[string]float64{"cut": float64(right), "cut_component": float64(j)})
		}
		if any(s) && pointsOf(s) > 1 {
			coursetest.Same(t, s.Find, 1e-9, map[string]float64{"neighbours": float64(besideOwn(x, y, labels))})
		}
		for i, name := range []string{"landed_across", "landed_up"} {
			j, _ := strconv.Atoi(axes(s)[i][2:])
			if landed := append(s.Column("landed", "pc"), make([]float64, 6)...); any(s) && !s.Control("z1").Off {
				coursetest.Same(t, s.Find, 1e-9, map[string]float64{name: landed[j-1]})
			}
		}
	}
	as := func(of func(w *view) int) func(state) float64 {
		return func(s state) float64 { return float64(of(s.Result.(*view)) + 1) }
	}
	now := func(w *view, label int) int { return slices.Index(w.c.Labels, label) }
	says(t, "projection", 2, []string{"at=3", "data=iris&at=60", "data=digits&n=20&at=2",
		"bandwidth=1", "bandwidth=1&scaling=unit", "data=points&points=none", "kernel=sigmoid&slope=1&offset=1",
		"data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1", "data=wine&bandwidth=5",
		"centred=0&bandwidth=1", "centred=0&scaling=unit", "centred=0&data=points&points=1,2,1",
		"centred=0&kernel=linear&data=points&points=0,0,1", "data=points&points=1,1,1;1,1,-1&at=1",
		"noise=0&at=1", "bandwidth=0.01&noise=0&at=5", "data=points&points=1,0,1;-1,0,1;0,1,1;0,-1,1;3,3,-1&at=1",
		"data=points&points=1,2,1&at=1"}, check, append(append(shares(axes), exceed...), pointsAre, noPoints, noneAtAll,
		claim{Text: saysMoved, Slots: map[string]func(state) float64{
			"across": as(func(w *view) int { return w.across }), "up": as(func(w *view) int { return w.up }),
			"now_across": as(func(w *view) int { return now(w, w.across) }),
			"now_up":     as(func(w *view) int { return now(w, w.up) }),
			"anchor":     func(s state) float64 { return model.Bandwidths[s.Result.(*view).anchor()] },
		}, When: func(s state) bool {
			w := s.Result.(*view)
			a, b := now(w, w.across), now(w, w.up)
			return any(s) && w.width > 0 && a >= 0 && b >= 0 && (a != w.across || b != w.up)
		}},
		claim{Text: saysDatum, When: pointed, Words: map[string]func(state) string{
			"datum": func(s state) string { return s.Result.(*view).Datum(int(s.Param("at")) - 1) },
		}},
		claim{Text: saysDatumLands, When: func(s state) bool { return any(s) && pointed(s) },
			Slots: map[string]func(state) float64{
				"datum_across": func(s state) float64 { return datumOn(s, axes(s)[0]) },
				"datum_up":     func(s state) float64 { return datumOn(s, axes(s)[1]) },
			}},
		likest(saysLikest, func(alike, others int) bool { return alike == 1 }),
		likest(saysAllAsLike, func(alike, others int) bool { return alike == others && others > 1 }),
		likest(saysSeveral, func(alike, others int) bool { return alike > 1 && alike < others }),
	)...)
}

// datumOn is where the datum pointed at is on a component.
func datumOn(s state, name string) float64 {
	return s.Result.(*view).placed(s.Column("components", name)[int(s.Param("at"))-1])
}

// besideOwn counts the points with one of their own class among those nearest to them.
func besideOwn(x, y, labels []float64) (own int) {
	size := 0.0
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
	return own
}

// likest is what is said of so many that are most like the datum, of so many others.
func likest(text string, when func(alike, others int) bool) claim {
	return claim{Text: text, Words: map[string]func(state) string{
		"class": func(s state) string { most, _ := mostLike(s); return s.Result.(*view).Class(most[0]) },
	}, Slots: map[string]func(state) float64{
		"likeness": func(s state) float64 { _, top := mostLike(s); return top },
		"likest": func(s state) float64 {
			most, _ := mostLike(s)
			if len(most) == 1 {
				return float64(most[0] + 1)
			}
			return float64(len(most))
		},
	}, When: func(s state) bool {
		most, _ := mostLike(s)
		return len(most) > 0 && when(len(most), int(pointsOf(s))-1)
	}}
}

// mostLike are the points that are most like the one pointed at, from 0, and how like; nil where none is.
func mostLike(s state) (most []int, top float64) {
	at := int(s.Param("at")) - 1
	if at < 0 {
		return nil, 0
	}
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

func TestOrderSays(t *testing.T) {
	best := func(s state) int { j, _ := parted(s, six...); return j }
	label := func(s state) int { w := s.Result.(*order); return w.c.Labels[best(s)-1] }
	two := func(s state) bool { return len(s.Result.(*order).Classes) == 2 && rank(s) > 0 }
	says(t, "order", 2, []string{"bandwidth=1", "centred=0", "centred=0&bandwidth=1",
		"bandwidth=0.01&noise=0", "kernel=sigmoid&slope=1&offset=1",
		"data=points&points=0,0,1;1,0,1;2,1,-1;-1,-2,1&kernel=sigmoid&slope=1&offset=-1",
		"data=points&points=1,1,1;1,1,-1"}, func(t *testing.T, s state) {
		checkAlike(t, s)
		if j, right := parted(s, six...); two(s) {
			coursetest.Same(t, s.Find, 1e-9, map[string]float64{"cut": float64(right), "cut_component": float64(j)})
		}
	}, append(append(shares(func(state) []string { return six[:3] }), exceed...), pointsAre, noneAtAll,
		claim{Text: saysParts, When: two},
		claim{Text: saysWas, Slots: map[string]func(state) float64{
			"label":  func(s state) float64 { return float64(label(s) + 1) },
			"anchor": func(s state) float64 { return model.Bandwidths[s.Result.(*order).anchor()] },
		}, When: func(s state) bool {
			return two(s) && s.Result.(*order).width > 0 && label(s) != best(s)-1 && label(s) >= 0 &&
				label(s) < len(six)
		}})...)
}

func above0(v []float64) (n float64) {
	for _, x := range v {
		if x > 0 {
			n++
		}
	}
	return n
}

func TestDerivationSays(t *testing.T) {
	sides := func(s state) (small, large []float64) {
		return s.Column("variances", "variance"), s.Column("eigenvalues", "eigenvalue_over_n")
	}
	alike := func(s state) bool { small, large := sides(s); return above0(small) == above0(large) }
	words := map[string]func(state) string{"matrix": matrixWord, "spreads": func(s state) string {
		if s.Find("rank") == 1 && alike(s) {
			return spreadWord(s)
		}
		return spreadWord(s) + "s"
	}, "others": func(s state) string { return course.And(s.Result.(*derivation).others()) }}
	along := func(s state) float64 { return s.Column("variances", "variance")[int(s.Param("component"))-1] }
	slots := map[string]func(state) float64{
		"d":            func(s state) float64 { return float64(len(s.Rows("covariance"))) },
		"small":        func(s state) float64 { small, _ := sides(s); return above0(small) },
		"spread_along": along,
	}
	there := func(s state) bool { return s.Param("component") <= s.Find("rank") }
	others := func(when func(n int) bool) func(state) bool {
		return func(s state) bool { return there(s) && when(len(s.Result.(*derivation).others())) }
	}
	says(t, "derivation", 9, []string{"component=6", "centred=0", "noise=0",
		"noise=0&n=209&component=2", "noise=0&centred=0&component=5"}, checkDerivation,
		claim{Text: saysBoth, Words: words, Slots: slots, When: alike},
		claim{Text: saysTwo, Words: words, Slots: slots, When: func(s state) bool { return !alike(s) }, Rare: true},
		claim{Text: saysAlong, Slots: slots, When: there},
		claim{Text: saysNoOne, When: func(s state) bool { return !there(s) }},
		claim{Text: saysMixed, Words: words, When: others(func(n int) bool { return n == 1 })},
		claim{Text: saysMixedMore, Words: words, When: others(func(n int) bool { return n > 1 })},
	)
}

// checkDerivation holds that the direction is 1 long and that of both sides, that the mean
// square of the features along it is its variance, and that it is an eigenvector of Σ̂, as are
// others said to have the same variance.
func checkDerivation(t *testing.T, s state) {
	values, large := s.Column("variances", "variance"), s.Column("eigenvalues", "eigenvalue_over_n")
	coursetest.Same(t, s.Find, 1e-9, map[string]float64{"rank": above0(large)})
	if n := min(len(values), len(large)); floats.Distance(values[:n], large[:n], math.Inf(1)) > 1e-9*values[0] {
		t.Errorf("variances %v and %v", values, large)
	}
	v, sum, square := s.Column("direction", "v"), s.Column("direction", "sum"), 0.0
	if v == nil {
		return
	}
	for _, phi := range s.Rows("features") {
		p := floats.Dot(phi, sum)
		square += p * p / pointsOf(s)
	}
	i := int(s.Param("component")) - 1
	if math.Abs(floats.Norm(sum, 2)-1) > 1e-6 || math.Abs(floats.Norm(v, 2)-1) > 1e-6 ||
		floats.Distance(v, sum, 2) > 1e-3 || math.Abs(square-values[i]) > 1e-9*square {
		t.Errorf("v = %v and %v, with %v and %v", v, sum, values[i], square)
	}
	others := s.Result.(*derivation).others()
	if len(others) == 0 {
		return
	}
	for a, row := range s.Rows("covariance") {
		if math.Abs(floats.Dot(row, v)-values[i]*v[a]) > 1e-12*values[0] {
			t.Errorf("v = %v is no eigenvector", v)
		}
	}
	for _, j := range numbersOf(course.And(others)) {
		if j-1 == i || math.Abs(values[j-1]-values[i]) > 1e-12*values[0] {
			t.Errorf("component %d is not like %d", j, i+1)
		}
	}
}

// What both sides give is one direction, or one span of those with the same variance, to
// what rounding allows; and that is something wherever the variances are no accident.
func TestDerivationIsCertified(t *testing.T) {
	for _, query := range []string{"", "n=209", "n=300&offset=0", "data=moons&offset=3", "noise=0", "noise=0&n=209",
		"noise=0&n=209&offset=3", "noise=0&n=300&centred=0", "data=points&points=1,1,1;-1,-1,1;1,-1,-1;-1,1,-1"} {
		for i := 1; i <= 6; i++ {
			p := coursetest.Opened(t, Lesson, "derivation", fmt.Sprintf("component=%d&%s", i, query))
			if float64(i) > p.Find("rank") {
				continue
			}
			if c := p.Certificate; !c.OK || c.PrimalDualGap > 1e-11 || c.Bound > 1e-7 {
				t.Errorf("%s, component %d: %s", query, i, c.Line)
			}
		}
	}
}
