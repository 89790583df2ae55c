package grammatrix

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure gram: points, the matrix of all their pairs, and one row of it.

// openWidth, in g, is ℓ as the figure opens; goalAlike how much rows next to each other
// are to have in common at a bandwidth no larger.
const (
	openWidth = 10
	goalAlike = 0.7
)

// standIn is the food whose row is shown where none is pointed at.
const standIn = "milk"

// A table is the points' Gram matrix, its rows in an order.
type table struct {
	// What the controls say.
	*points.Labelled
	kernel     engine.Kernel
	at, with   int // the points pointed at; −1 for none
	ordered    string
	list       int // the number of the list at random that is put in order; 0 for that of the data
	normalised bool

	// What is computed; nothing where there are no points.
	K      *mat.SymDense // as the points are listed
	order  []int         // the point of each row
	alone  bool          // the leading eigenvalue is larger than all others
	zeros  int           // points without a length, where entries are divided by it
	square *mat.SymDense // K in order
}

var buildGram = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{Data: "foods", N: 40, Noise: 0.3, Edit: "gram-plane",
		Of: []string{"foods", "iris", "blobs", "rings", "moons", "points"}})
	f.Control("data").More = true
	kernel := model.Kernel(f, openWidth)
	order := f.Choice("order", "rows in order", "listed", course.Options(
		"listed", "as they are listed", "class", "of their classes", "x", "of the first input", "eigenvector",
		"of the leading eigenvector", "fiedler", "of the Fiedler vector", "path", "of a short path"), course.Leads)
	v := &table{Labelled: load(), kernel: kernel(), ordered: order}
	v.list = f.Int("list", "list at random no. (0: as given)", 0, 0, 999, course.More)
	v.normalised = f.Bool("normalise", "divide by the lengths", false)
	v.at, v.with = points.PointedAt(f, v.n())-1, points.PairedWith(f, v.n())-1
	return v
})

// empty is a plane to put points into.
func empty(d *points.Labelled, id string) *course.Picture {
	x, y := d.Axes()
	return points.Blank(id, course.Half, plots.Scatter{X: x, Y: y, Equal: true}, ".", saysNoPairs)
}

func (v *table) n() int { return v.Data.Len() }

// Compute has K with its rows in order.
func (v *table) Compute(ctx context.Context, memo *course.Memo) error {
	if v.n() == 0 {
		return nil
	}
	var err error
	if v.K, _, err = points.Gram(ctx, memo, v.Spec, v.kernel); err != nil {
		return err
	}
	if v.normalised {
		v.zeros = normalise(v.K)
	}
	if err := v.arrange(ctx, memo); err != nil {
		return err
	}
	v.square = engine.Symmetric(v.n(), func(i, j int) float64 { return v.K.At(v.order[i], v.order[j]) })
	return nil
}

// arrange finds the point of each row.
func (v *table) arrange(ctx context.Context, memo *course.Memo) error {
	v.order, v.alone = listed(v.n(), v.list), true
	by := func(value func(i int) float64) {
		slices.SortStableFunc(v.order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	}
	of := vectorOf{v.Spec, v.kernel, v.normalised}
	switch v.ordered {
	case "class":
		by(func(i int) float64 {
			return float64(slices.IndexFunc(v.Classes,
				func(c points.Class) bool { return c.Label == v.Data.Labels[i] }))
		})
	case "x":
		by(func(i int) float64 { return v.Data.X[i][0] })
	case "eigenvector":
		u, err := course.Remember(ctx, memo, leadingOf(of))
		if err != nil {
			return err
		}
		by(func(i int) float64 { return -u.Vectors.At(i, 0) })
		v.alone = len(u.Values) < 2 || !engine.Tied(u.Values[0], u.Values[1],
			engine.Rounding(v.n(), u.Values[0])+slices.Max(u.Residuals))
	case "fiedler":
		u, err := course.Remember(ctx, memo, fiedlerOf(of))
		if err != nil {
			return err
		}
		by(func(i int) float64 { return u[i] })
	case "path":
		var err error
		v.order, err = course.Remember(ctx, memo, pathOf(of))
		v.order = slices.Clone(v.order)
		return err
	}
	return nil
}

// A vectorOf is what an order by a vector is a function of.
type vectorOf struct {
	points.LabelledSpec
	kernel     engine.Kernel
	normalised bool
}

type leadingOf vectorOf

// Compute returns the first two eigenvalues of K, with their vectors, and their bytes.
func (of leadingOf) Compute(ctx context.Context, memo *course.Memo) (*engine.Leading, int, error) {
	K, err := vectorOf(of).gram(ctx, memo)
	if err != nil {
		return nil, 0, err
	}
	n := K.SymmetricDim()
	u, err := engine.LeadingEigen(ctx, K, min(2, n))
	return u, 16 * (n + 4), err
}

// normalise divides the entries of K by the lengths,
//
//	Kᵢⱼ / √(Kᵢᵢ Kⱼⱼ),
//
// with 0 where a point has none, Kᵢᵢ ≤ 0, and returns how many have none.
func normalise(K *mat.SymDense) (without int) {
	n := K.SymmetricDim()
	length := make([]float64, n)
	for i := range length {
		if length[i] = math.Sqrt(math.Max(0, K.At(i, i))); length[i] == 0 {
			without++
		}
	}
	for i := range n {
		for j := range i + 1 {
			v := 0.0
			if length[i] > 0 && length[j] > 0 {
				v = K.At(i, j) / length[i] / length[j]
			}
			K.SetSym(i, j, v)
		}
	}
	return without
}

// called is the point's name, or its number.
func called(d *points.Labelled, i int) string {
	if d.Names != nil {
		return d.Names[i]
	}
	return fmt.Sprintf("point %d", i+1)
}

// ring brings out a point, with its name.
func ring(d *points.Labelled, i int) plots.Marker {
	m := points.Ring(i, d.Data.X[i][0], d.Data.X[i][1])
	m.Name = called(d, i)
	return m
}

// shown is the point at, or, where none is pointed at, milk, or the first.
func shown(d *points.Labelled, at int) int {
	if at >= 0 {
		return at
	}
	return max(slices.Index(d.Names, standIn), 0)
}

func (v *table) Show(f *course.Form) *course.Picture {
	if v.n() == 0 {
		return empty(v.Labelled, "gram-plane")
	}
	return &course.Picture{
		Columns: v.columns(),
		Numbers: v.numbers(),
		Series: []course.Series{
			course.Table("data", "x1 x2 class", v.Column(0), v.Column(1), course.Floats(v.Data.Labels)),
			course.Table("order", "point", course.Floats(v.order)),
		},
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: v.K}},
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Goals:       v.goals(),
		Code: programs.Code("gram", f, course.Values{"Parameters": model.Parameters(f), "X": slices.Concat(v.Data.X...),
			"Labels": course.Floats(v.Data.Labels), "Order": course.Floats(v.order), "Normalise": v.normalised}),
	}
}

func (v *table) columns() [][]plots.Panel {
	from := shown(v.Labelled, v.at)
	x, y := v.Axes()
	plane := plots.Scatter{X: x, Y: y, Equal: true, Classes: v.ByClass(v.Column(0), v.Column(1)),
		Markers: []plots.Marker{ring(v.Labelled, from)}, Names: v.Names}
	gram := plots.Heatmap{Raster: plots.EncodeRaster(v.square, plots.Scale{}), Label: "k(xᵢ, xⱼ)", Row: "point i",
		Col: "point j", Class: "t-gram", Index: v.order, Names: v.rowNames()}
	gram.Rows, gram.Alone = []int{slices.Index(v.order, from)}, v.at >= 0
	if v.paired() {
		gram.Cols = []int{slices.Index(v.order, v.with)}
		a, b := v.Data.X[from], v.Data.X[v.with]
		other := ring(v.Labelled, v.with)
		// One name stands above where both would stand in one line.
		other.Above = math.Abs(a[0]-b[0]) < (x.Max-x.Min)/3 && math.Abs(a[1]-b[1]) < (y.Max-y.Min)/6
		plane.Markers = append(plane.Markers, other)
		plane.Lines = []plots.Line{{Xs: []float64{a[0], b[0]}, Ys: []float64{a[1], b[1]}, Color: plots.Accent,
			Width: 1.6, Class: "pair"}}
	}
	return [][]plots.Panel{
		{{ID: "gram-gram", Title: "The Gram matrix K", Width: course.Square, Height: 406, Plot: gram}},
		{{ID: "gram-plane", Title: "The data", Width: course.Wide, Plot: plane}, v.row(from, gram.Raster.Scale)},
	}
}

func (v *table) numbers() []course.Number {
	within, between := v.byClass()
	all, least := v.pairs()
	return []course.Number{
		{Name: "adjacent", Label: "likeness of neighbours",
			Means: "The mean of the entries beside the diagonal: " +
				"how alike two points are whose rows are next to each other.", Value: v.adjacent()},
		{Name: "apart", Label: "unlikeness of neighbours", Value: v.apart(),
			Means: "The mean of ½‖φ(x) − φ(x′)‖² over rows next to each other. " +
				"With a Gaussian it is 1 less their likeness."},
		{Name: "within", Label: "within a class", Means: "The mean entry of two different points of one class.",
			Value: within},
		{Name: "between", Label: "between classes", Means: "The mean entry of two points of two classes.",
			Value: between},
		{Name: "mean", Label: "of all pairs, on average", Value: all},
		{Name: "least", Label: "least entry", Value: least},
		{Name: "different", Label: "entries on and below the diagonal, n(n + 1)/2",
			Value: float64(v.n() * (v.n() + 1) / 2), Whole: true},
	}
}

// rowNames are the points' names in the order of the rows; nil where they have none.
func (v *table) rowNames() (names []string) {
	if v.Names == nil {
		return nil
	}
	for _, i := range v.order {
		names = append(names, v.Names[i])
	}
	return names
}

// paired reports whether two points are pointed at.
func (v *table) paired() bool { return v.at >= 0 && v.with >= 0 }

// row is one row of the matrix as heights, its entries in the order of the columns.
func (v *table) row(i int, s plots.Scale) plots.Panel {
	place, height := make([]float64, v.n()), make([]float64, v.n())
	for at, j := range v.order {
		place[j], height[j] = float64(at+1), v.K.At(i, j)
	}
	margin := 0.05 * (s.Max - s.Min)
	p := plots.Scatter{
		X:       plots.Axis{Label: "column j, as in the matrix", Min: 0, Max: float64(v.n() + 1)},
		Y:       plots.Axis{Label: "k(xᵢ, xⱼ)", Min: s.Min - margin, Max: s.Max + margin},
		Classes: v.ByClass(place, height), Names: v.Names,
	}
	for k := range p.Classes {
		p.Classes[k].Name = "" // told above
	}
	for _, j := range []int{i, v.with} {
		if j >= 0 && (j == i || v.paired()) {
			m := ring(v.Labelled, j)
			m.X, m.Y = place[j], height[j]
			p.Markers = append(p.Markers, m)
		}
	}
	return plots.Panel{ID: "gram-row", Title: "How like " + called(v.Labelled, i) + " the others are",
		Width: course.Wide, Height: 210, Plot: p}
}

// adjacent is the mean entry beside the diagonal; NaN of a single point.
func (v *table) adjacent() float64 {
	sum := 0.0
	for i := 1; i < v.n(); i++ {
		sum += v.square.At(i-1, i)
	}
	return sum / float64(v.n()-1)
}

// apart is the mean of ½(Kᵢᵢ + Kⱼⱼ) − Kᵢⱼ over rows next to each other; NaN of a single point.
func (v *table) apart() float64 { return apartIn(v.K, v.order) / float64(v.n()-1) }

// byClass are the mean entries of two different points of one class, and of two; NaN
// where there are none.
func (v *table) byClass() (within, between float64) {
	var sums, counts [2]float64
	for i := range v.n() {
		for j := range i {
			k := 0
			if v.Data.Labels[i] != v.Data.Labels[j] {
				k = 1
			}
			sums[k] += v.K.At(i, j)
			counts[k]++
		}
	}
	return sums[0] / counts[0], sums[1] / counts[1]
}

// pairs are the mean over pairs of different points, NaN where there are none, and the
// least entry of all.
func (v *table) pairs() (mean, least float64) {
	sum, count := 0.0, 0.0
	least = v.K.At(0, 0)
	for i := range v.n() {
		for j := range i {
			sum, count = sum+v.K.At(i, j), count+1
			least = math.Min(least, v.K.At(i, j))
		}
		least = math.Min(least, v.K.At(i, i))
	}
	return sum / count, least
}

// orders are the orders of rows, in words.
var orders = map[string]string{"listed": "as they are listed", "class": "class by class", "x": "by their first input",
	"eigenvector": "by the leading eigenvector", "fiedler": "by the Fiedler vector", "path": "along a short path"}

// inOrder is the order in words.
func (v *table) inOrder() string {
	if v.list > 0 && v.ordered == "listed" {
		return "at random"
	}
	if v.list > 0 && v.ordered == "class" {
		return "class by class, at random in each"
	}
	return orders[v.ordered]
}

// What the figure says.
const (
	saysNoPairs  = "No points, no pairs."
	saysOrder    = "{points}, rows {order}: a matrix of {rows} × {rows}, with {different} on and below its diagonal."
	saysTied     = "The two largest eigenvalues are equal as far as rounding tells, so this order is one of many."
	saysNegative = "The least entry is {least}: colours run both ways from the page’s own, which is 0."
	saysZeros    = "{zeros} {have} no length in the feature space: rows of zeros."
	saysDivided  = "Divided by the lengths, every point has 1 with itself."

	saysDatum    = "{datum}."
	saysMost     = "{datum}; its entry with itself is {itself}, and the largest other is with {other}, {most}."
	saysTogether = "{datum}; its entry with itself is {itself}, and the largest others are with {other} " +
		"and {more} more, {most}."
	saysAlike = "{datum}; its entry with itself is {itself}, and with each of the others {most}."
	saysPair  = "The entry pointed at is with {other}: {entry}."
)

func (v *table) says() []course.Said {
	_, least := v.pairs()
	says := []course.Said{course.Say(saysOrder, course.Some{N: v.n(), Noun: "point"}, v.inOrder(), v.n(), v.n(),
		course.Some{N: v.n() * (v.n() + 1) / 2, Noun: "number"})}
	if !v.alone {
		says = append(says, course.Say(saysTied))
	}
	if least < 0 {
		says = append(says, course.Say(saysNegative, least))
	}
	switch {
	case v.zeros > 0:
		says = append(says, course.Say(saysZeros, course.Some{N: v.zeros, Noun: "point"},
			course.ByCount(v.zeros, "has", "have")))
	case v.normalised:
		says = append(says, course.Say(saysDivided))
	}
	return says
}

// saysOfDatum is what is said of the point pointed at, and of the pair.
func (v *table) saysOfDatum() (says []course.Said) {
	if v.at < 0 {
		return nil
	}
	datum, itself := v.Datum(v.at), v.K.At(v.at, v.at)
	best, _ := points.MostAlike(v.K, v.at)
	switch {
	case len(best) == 0:
		says = append(says, course.Say(saysDatum, datum))
	case len(best) > 1 && len(best) == v.n()-1:
		says = append(says, course.Say(saysAlike, datum, itself, v.K.At(v.at, best[0])))
	case len(best) > 1:
		says = append(says, course.Say(saysTogether, datum, itself, numbered(v.Labelled, best[0]), len(best)-1,
			v.K.At(v.at, best[0])))
	default:
		says = append(says, course.Say(saysMost, datum, itself, numbered(v.Labelled, best[0]), v.K.At(v.at, best[0])))
	}
	if v.paired() {
		says = append(says, course.Say(saysPair, numbered(v.Labelled, v.with), v.K.At(v.at, v.with)))
	}
	return says
}

// numbered is a point by its number, and its name if it has one.
func numbered(d *points.Labelled, i int) string {
	s := fmt.Sprintf("point %d", i+1)
	if d.Names != nil {
		s += ", " + inSentence(d.Names[i])
	}
	return s
}

func (v *table) goals() []course.Goal {
	but := ""
	switch g, ok := v.kernel.(engine.Gaussian); {
	case v.Name != "foods":
		but = "not of the foods"
	case !ok:
		but = "by another kernel"
	case g.Length > openWidth:
		but = "at a wider ℓ"
	}
	return []course.Goal{{
		Name: "sorted", At: "order=fiedler", Now: fmt.Sprintf("%.2f", v.adjacent()), But: but,
		Reached: but == "" && v.adjacent() >= goalAlike,
		Text:    fmt.Sprintf("Goal reached: on average a row is %s alike to the next.", course.Digits(v.adjacent())),
	}}
}
