package grammatrix

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure neighbours: three similarities, and whom each calls most like a point.

// A similarity orders all points by how like they are to x. A value is larger the more
// alike two points are; up to its rounding it is zero, and by that equally alike ones are known.
type similarity struct {
	name, label  string
	of, rounding func(x, y []float64) float64
	color        plots.Token
	dash, dots   bool
}

var similarities = []similarity{
	{name: "inner", label: "inner product", of: dot, rounding: engine.DotRounding, color: plots.Curve},
	{name: "cosine", label: "cosine", of: cosine, color: plots.Lambda, dash: true,
		rounding: func(x, y []float64) float64 {
			x1, y1 := direction(x), direction(y)
			return engine.DotRounding(x1[:], y1[:])
		}},
	// The Gaussian falls with the distance at every ℓ, and unlike it the distance has no
	// underflow: far points have an order too.
	{name: "gaussian", label: "Gaussian", of: func(x, y []float64) float64 { return -math.Hypot(x[0]-y[0], x[1]-y[1]) },
		color: plots.Accent, dots: true, rounding: func(x, y []float64) float64 {
			return engine.Rounding(2, math.Hypot(x[0], x[1])+math.Hypot(y[0], y[1]))
		}},
}

func dot(x, y []float64) float64 { return x[0]*y[0] + x[1]*y[1] }

// cosine is 0 where a point lies at the origin, and has no direction.
func cosine(x, y []float64) float64 {
	x1, y1 := direction(x), direction(y)
	return dot(x1[:], y1[:])
}

func direction(x []float64) [2]float64 {
	length := math.Hypot(x[0], x[1])
	if length == 0 {
		return [2]float64{x[0], x[1]}
	}
	return [2]float64{x[0] / length, x[1] / length}
}

// byHand are the points of the worked example.
const byHand = "3,4,1;6,8,1;4,3,1;12,5,-1"

// An alike is points with whom each is most like, by each similarity.
type alike struct {
	// What the controls say.
	*points.Labelled
	chosen    string // a similarity's name, or all
	t, ell    float64
	at, asked int // the point pointed at, −1 for none, and the one asked for

	// What is computed.
	x    [][]float64 // inputs with their lengths evened out
	best [][][]int   // of each similarity, whom each point is most like: all that are equally so
}

var buildNeighbours = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{Data: "foods", N: 40, Own: byHand, Of: []string{"foods", "iris", "blobs",
		"points"}, Edit: "neighbours-plane"})
	f.Control("data").More = true
	v := &alike{Labelled: load()}
	v.chosen = f.Choice("similarity", "most like by", "gaussian", course.Options("gaussian", "the Gaussian", "inner",
		"the inner product", "cosine", "the cosine", "all", "all three"), course.Leads)
	v.t = f.Float("even", "lengths evened out t", 0, 0, 1)
	v.ell = f.LogFloat("bandwidth", "bandwidth ℓ", 3, 0.1, 100, course.More, course.Term("bandwidth"),
		course.Unit(points.InputUnit(f)))
	v.at = points.PointedAt(f, v.n()) - 1
	v.asked = shown(v.Labelled, v.at)
	return v
})

func (v *alike) n() int { return v.Data.Len() }

// even is the length L that all points have where lengths are evened out: the window has
// room for it.
func (v *alike) even() float64 {
	return 0.9 * math.Min(math.Max(v.XMax, -v.XMin), math.Max(v.YMax, -v.YMin))
}

// Compute evens the lengths out,
//
//	x (L/‖x‖)ᵗ,
//
// and finds whom each point is most like.
func (v *alike) Compute(context.Context, *course.Memo) error {
	v.x, v.best = nil, nil
	for _, x := range v.Data.X {
		y := slices.Clone(x)
		if l := math.Hypot(x[0], x[1]); l > 0 && v.t > 0 {
			s := math.Pow(v.even()/l, v.t)
			y[0], y[1] = s*y[0], s*y[1]
		}
		v.x = append(v.x, y)
	}
	for _, s := range similarities {
		best := make([][]int, v.n())
		for i := range best {
			if groups := v.ranked(s, i); len(groups) > 0 {
				best[i] = groups[0]
			}
		}
		v.best = append(v.best, best)
	}
	return nil
}

// ranked are the other points, the most alike first, and those that are equally alike, as
// far as rounding can tell, together.
func (v *alike) ranked(s similarity, i int) (groups [][]int) {
	var order []int
	value, rounding := make([]float64, v.n()), make([]float64, v.n())
	for j := range v.n() {
		if j != i {
			rounding[j] = s.rounding(v.x[i], v.x[j])
			value[j], order = engine.Tidy(s.of(v.x[i], v.x[j]), rounding[j]), append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	for len(order) > 0 {
		first := order[0]
		tied := 1
		for tied < len(order) && engine.Tied(value[first], value[order[tied]],
			math.Max(rounding[first], rounding[order[tied]])) {
			tied++
		}
		group := order[:tied:tied]
		slices.Sort(group)
		groups, order = append(groups, group), order[tied:]
	}
	return groups
}

// shows reports whether the similarity is among those chosen.
func (v *alike) shows(s similarity) bool { return v.chosen == "all" || v.chosen == s.name }

// answers is how many points it takes to have, of each similarity, one that it calls most
// like point i: 1 where they agree. It looks at all similarities, or at those chosen.
func (v *alike) answers(i int, all bool) int {
	var sets [][]int
	for k, s := range similarities {
		if (all || v.shows(s)) && len(v.best[k][i]) > 0 {
			sets = append(sets, v.best[k][i])
		}
	}
	named := make([]int, v.n()) // by how many each point is
	most := 0
	for _, set := range sets {
		for _, j := range set {
			named[j]++
			most = max(most, named[j])
		}
	}
	if most == 0 {
		return 0
	}
	return len(sets) - most + 1 // of three at most: what the most share, and one for each other
}

// agreeing counts the points for which all three similarities have one answer.
func (v *alike) agreeing() int {
	n := 0
	for i := range v.n() {
		if v.answers(i, true) == 1 {
			n++
		}
	}
	return n
}

// most is how many points have one and the same answer, at most, by one of the
// similarities chosen.
func (v *alike) most() int {
	most := 0
	for k, s := range similarities {
		if !v.shows(s) {
			continue
		}
		votes := make([]int, v.n())
		for _, best := range v.best[k] {
			for _, j := range best {
				votes[j]++
				most = max(most, votes[j])
			}
		}
	}
	return most
}

func (v *alike) Show(f *course.Form) *course.Picture {
	if v.n() == 0 {
		return empty(v.Labelled, "neighbours-plane")
	}
	xs, ys := v.places()
	var chosen []float64
	for k, s := range similarities {
		if v.shows(s) {
			chosen = append(chosen, float64(k))
		}
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{{v.plane(), v.profile()}, {v.ranking()}},
		Numbers: v.numbers(),
		Series: []course.Series{
			course.Table("data", "x1 x2 class", v.Column(0), v.Column(1), course.Floats(v.Data.Labels)),
			course.Table("shown", "x1 x2", xs, ys), v.mostLike(), v.answered(),
		},
		Says:  v.says(),
		Goals: v.goals(),
		Code: programs.Code("neighbours", f, course.Values{"X": slices.Concat(v.Data.X...), "Rows": v.Data.X,
			"Asked": v.asked, "Even": v.t, "Length": v.even(), "Chosen": chosen,
			"XName": course.WithUnit(v.Inputs[0].Name, v.Inputs[0].Unit),
			"YName": course.WithUnit(v.Inputs[1].Name, v.Inputs[1].Unit)}),
	}
	if v.at >= 0 {
		p.SaysOfDatum = []course.Said{course.Say(saysDatum, v.Datum(v.at))}
	}
	return p
}

func (v *alike) numbers() []course.Number {
	return []course.Number{
		{Name: "answers", Label: "answers for this one", Means: "How many different points it takes to name, " +
			"for each similarity shown, one that it calls most like the one asked for. Where several are equally " +
			"alike, each of them is an answer.", Value: float64(v.answers(v.asked, false)), Whole: true},
		{Name: "agreeing", Label: "points with one answer", Means: "For how many points all three similarities " +
			"call the same one most alike.", Value: float64(v.agreeing()), Whole: true},
		{Name: "most", Label: "points with the commonest answer", Means: "Some point is called most alike more " +
			"often than any other: for how many it is the answer. Of the similarities shown, the one with the most.",
			Value: float64(v.most()), Whole: true},
		{Name: "points", Label: "points n", Value: float64(v.n()), Whole: true},
		{Name: "length", Label: "length of the one asked for", Value: math.Hypot(v.x[v.asked][0], v.x[v.asked][1])},
	}
}

// mostLike is whom each point is most like, by each similarity, the first in the list of
// those that are equally so, −1 for nobody; and how many are.
func (v *alike) mostLike() course.Series {
	most := course.Series{Name: "most_like"}
	for k, s := range similarities {
		first, tied := make([]float64, v.n()), make([]float64, v.n())
		for i, best := range v.best[k] {
			first[i], tied[i] = -1, float64(len(best))
			if len(best) > 0 {
				first[i] = float64(best[0])
			}
		}
		most.Columns = append(most.Columns, course.Column{Name: s.name, Values: first},
			course.Column{Name: s.name + "_equally", Values: tied})
	}
	return most
}

// answered is how many answers the three similarities have for each point.
func (v *alike) answered() course.Series {
	n := make([]float64, v.n())
	for i := range n {
		n[i] = float64(v.answers(i, true))
	}
	return course.Series{Name: "answers", Columns: []course.Column{{Name: "answers", Values: n}}}
}

// places are the coordinates of the points, lengths evened out.
func (v *alike) places() (xs, ys []float64) {
	d := engine.Dataset{X: v.x}
	return d.Input(0), d.Input(1)
}

// fewAnswers is up to how many, equally alike, have a line that leads to them.
const fewAnswers = 3

// plane is the points with the one asked for, whom each similarity calls most like it,
// and the border of those that would be more so: a line, a cone or a circle.
func (v *alike) plane() plots.Panel {
	x, y := v.Axes()
	if v.Names != nil {
		y.Min -= (y.Max - y.Min) / 6 // room for names under a crowd
	}
	xs, ys := v.places()
	s := plots.Scatter{X: x, Y: y, Equal: true, Classes: v.ByClass(xs, ys), Names: v.Names, Leaders: true}
	s.Markers = []plots.Marker{{X: xs[v.asked], Y: ys[v.asked], Color: plots.Yours, Shape: plots.Star, Small: true}}
	named := map[int]bool{}
	for k, l := range similarities {
		best := v.best[k][v.asked]
		if !v.shows(l) || len(best) == 0 {
			continue
		}
		line := plots.Line{Color: l.color, Width: 1.8, Dash: l.dash, Dots: l.dots, Class: "border-" + l.name}
		line.Xs, line.Ys = v.border(l, best[0], x, y)
		s.Lines = append(s.Lines, line)
		if len(best) <= fewAnswers {
			for _, j := range best {
				s.Lines = append(s.Lines, plots.Line{Xs: []float64{xs[v.asked], xs[j]}, Color: l.color, Width: 1.6,
					Ys: []float64{ys[v.asked], ys[j]}, Class: "answer"})
			}
		}
		for at, j := range best {
			w := plots.Marker{X: xs[j], Y: ys[j], Color: l.color, Ring: true}
			if over := xs[v.asked] - xs[j]; v.chosen != "all" && over > 0 && over < (x.Max-x.Min)/20 {
				w.Above = true // the star is where its name would begin
			}
			w.Left = xs[j] > x.Max-(x.Max-x.Min)/5 // and above the line that leads there
			if at == 0 && !named[j] {
				if w.Name = v.names(best); v.chosen == "all" {
					w.Name += ": " + l.label
				}
				named[j] = true
			}
			s.Markers = append(s.Markers, w)
		}
	}
	width := float64(course.Wide)
	if v.Squared() {
		width = course.Half
	}
	title := "The star is " + called(v.Labelled, v.asked) + v.under(s)
	return plots.Panel{ID: "neighbours-plane", Title: title, Width: width, Plot: s}
}

// border is where points lie that are as like to the one asked for as point j: on a line
// at a right angle to it, on two rays, which are one where the directions agree, or on a
// circle.
func (v *alike) border(l similarity, j int, x, y plots.Axis) (xs, ys []float64) {
	a, b := v.x[v.asked], v.x[j]
	far := 2 * math.Hypot(math.Max(x.Max, -x.Min), math.Max(y.Max, -y.Min))
	switch l.name {
	case "inner":
		length := math.Hypot(a[0], a[1])
		if length == 0 {
			return nil, nil
		}
		at := dot(a, b) / length / length
		for _, s := range []float64{-far, far} {
			xs, ys = append(xs, at*a[0]-s*a[1]/length), append(ys, at*a[1]+s*a[0]/length)
		}
	case "cosine":
		if math.Hypot(a[0], a[1]) == 0 {
			return nil, nil // no direction, and nobody is nearer to it than another
		}
		middle, apart := math.Atan2(a[1], a[0]), math.Acos(math.Max(-1, math.Min(1, cosine(a, b))))
		xs = []float64{far * math.Cos(middle-apart), 0, far * math.Cos(middle+apart)}
		ys = []float64{far * math.Sin(middle-apart), 0, far * math.Sin(middle+apart)}
	case "gaussian":
		const steps = 72
		radius := math.Hypot(a[0]-b[0], a[1]-b[1])
		for i := range steps + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
			xs, ys = append(xs, a[0]+radius*cos), append(ys, a[1]+radius*sin)
		}
	}
	return xs, ys
}

// strongest is how many times as concentrated the one asked for is at most.
const strongest = 3

// profile is how like the one asked for is to s times itself, as a share of how like it
// is to itself.
func (v *alike) profile() plots.Panel {
	const steps = 120
	length := math.Hypot(v.x[v.asked][0], v.x[v.asked][1])
	p := plots.Curves{X: plots.Axis{Label: "s times as concentrated", Min: 0, Max: strongest},
		Y: plots.Axis{Label: "k(x, sx) / k(x, x)", Min: 0, Max: strongest}, Legend: true}
	for _, l := range similarities {
		if !v.shows(l) || length == 0 {
			continue
		}
		line := plots.Line{Name: l.label, Color: l.color, Dash: l.dash, Dots: l.dots, Class: "profile-" + l.name}
		if v.chosen == l.name || l.name == "inner" {
			line.Class = "curve"
		}
		for i := range steps + 1 {
			s := strongest * float64(i) / steps
			if l.name == "cosine" && i == 0 {
				s = 1e-6 // water alone has no direction
			}
			line.Xs, line.Ys = append(line.Xs, s), append(line.Ys, v.along(l.name, s, length))
		}
		p.Lines = append(p.Lines, line)
	}
	// The one point that is seen is the one asked for: the others are not on its ray.
	p.Points = make([]plots.Point, v.n())
	for i := range p.Points {
		p.Points[i] = plots.Point{X: math.NaN(), Y: math.NaN()}
	}
	p.Points[v.asked] = plots.Point{X: 1, Y: 1}
	return plots.Panel{ID: "neighbours-profile", Title: "More or less concentrated " + called(v.Labelled, v.asked),
		Width: course.Wide, Height: 250, Plot: p}
}

// along is k(x, sx)/k(x, x) of a point of that length.
func (v *alike) along(name string, s, length float64) float64 {
	switch name {
	case "inner":
		return s
	case "cosine":
		return 1
	}
	d := (s - 1) * length / v.ell
	return math.Exp(-d * d / 2)
}

// ranking is the first few by each similarity chosen.
func (v *alike) ranking() plots.Panel {
	const first = 4
	t := plots.Tiles{Uncounted: true}
	for _, l := range similarities {
		if !v.shows(l) {
			continue
		}
		shelf := plots.Shelf{Name: l.label}
		place := 1
		for _, group := range v.ranked(l, v.asked) {
			for _, j := range group {
				if len(shelf.Labels) == first {
					break
				}
				label := fmt.Sprintf("%d · %s", place, called(v.Labelled, j))
				if shelf.Labels = append(shelf.Labels, label); place == 1 {
					t.Lit = append(t.Lit, label)
				}
			}
			place += len(group)
		}
		if len(shelf.Labels) > 0 {
			t.Shelves = append(t.Shelves, shelf)
		}
	}
	return plots.Panel{ID: "neighbours-ranking", Title: "Most like " + called(v.Labelled, v.asked) + ", the first four",
		Width: course.Square, Height: 370, Plot: t}
}

// under says which of the points that have names lies under a ring, where its own name has no place.
func (v *alike) under(s plots.Scatter) string {
	const near = 0.01 // of the x axis: a few pixels
	xs, ys := v.places()
	for i, name := range v.Names {
		for _, m := range s.Markers {
			apart := math.Hypot(xs[i]-m.X, ys[i]-m.Y)
			if m.Ring && i != v.asked && apart > 0 && apart < near*(s.X.Max-s.X.Min) {
				return "; under the ring: " + name
			}
		}
	}
	return ""
}

// names are those who are equally alike: the first, and how many more.
func (v *alike) names(best []int) string {
	switch {
	case len(best) == 1:
		return called(v.Labelled, best[0])
	case len(best) == v.n()-1:
		return "each of the others"
	}
	return fmt.Sprintf("%s and %d more", called(v.Labelled, best[0]), len(best)-1)
}

// What the figure says.
const (
	saysOne      = "One point, and nobody to be like."
	saysMostLike = "Most like {asked}, by the {label}, is {most_like}."
	saysByEach   = "Most like {asked}: by the inner product {inner}, by the cosine {cosine}, " +
		"by the Gaussian {gaussian}."
	saysEvenTo  = "The lengths are evened out to the power {power} of what they were."
	saysEven    = "All lengths are the same."
	saysEvenBut = "All lengths but that of a point at the origin are the same."
)

// saysAnswers are of so many answers, from none.
var saysAnswers = [...]string{"", "One answer.", "Two answers.", "Three answers."}

func (v *alike) says() []course.Said {
	if v.n() == 1 {
		return []course.Said{course.Say(saysOne)}
	}
	says := v.saysMostLike()
	switch {
	case v.t == 1 && v.someAtOrigin():
		return append(says, course.Say(saysEvenBut))
	case v.t == 1:
		return append(says, course.Say(saysEven))
	case v.t > 0:
		return append(says, course.Say(saysEvenTo, course.Chosen(1-v.t)))
	}
	return says
}

// saysMostLike says whom the similarities shown call most like the one asked for, and how
// many answers that are.
func (v *alike) saysMostLike() []course.Said {
	asked := inSentence(called(v.Labelled, v.asked))
	var best []any
	for k := range similarities {
		best = append(best, inSentence(v.names(v.best[k][v.asked])))
	}
	if v.chosen == "all" {
		return []course.Said{course.Say(saysByEach, append([]any{asked}, best...)...),
			course.Say(saysAnswers[v.answers(v.asked, false)])}
	}
	k := slices.IndexFunc(similarities, v.shows)
	return []course.Said{course.Say(saysMostLike, asked, similarities[k].label, best[k])}
}

// inSentence is a name without the commas that would part it from others.
func inSentence(name string) string { return strings.ReplaceAll(name, ", ", " ") }

// someAtOrigin reports whether a point lies at the origin, which has no length to even out,
// and another elsewhere.
func (v *alike) someAtOrigin() bool {
	zeros := 0
	for _, x := range v.x {
		if x[0] == 0 && x[1] == 0 {
			zeros++
		}
	}
	return zeros > 0 && zeros < v.n()
}

func (v *alike) goals() []course.Goal {
	now, but, all, two := "", "with other points", false, false
	if v.Name == "foods" {
		now, but = fmt.Sprintf("%d of %d", v.agreeing(), v.n()), ""
		all = v.agreeing() == v.n()
		two = v.t == 0 && v.answers(v.asked, true) == 2 && v.chosen == "all"
	}
	return []course.Goal{{
		Name: "one", At: "even=1", Now: now, But: but, Reached: all,
		Text: "Goal reached: with one length for all, the three similarities agree on every food.",
	}, {
		Name: "two", At: "at=22&similarity=all", Reached: two,
		Text: "Goal reached: two of the three agree.",
	}}
}
