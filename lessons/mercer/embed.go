package mercer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	openWidth = 10  // g, of a kernel with a bandwidth
	goalLeast = 0.2 // the goal: the least entry is below, no entry is off by more than small,
	goalKept  = 6   // from so many coordinates at most
)

// The figure embed: points, their Gram matrix K, its eigenvalues, and the points that
// are made from K alone.
type embedding struct {
	// What the controls say.
	*points.Labelled
	kernel     engine.Kernel
	parameters []string // of the kernel
	keep       int      // so many coordinates, where there are as many
	at, with   int      // the points pointed at; −1 for none

	// What is computed; nothing where there are no points.
	recovery
}

var buildEmbed = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{
		Data: "foods", N: 40, Noise: 0.1, Own: "1,2,1;2.2,0.4,-1",
		Of: []string{"foods", "iris", "rings", "moons", "blobs", "points"}, Edit: "embed-plane",
	})
	f.Control("data").More = true
	kernel := model.Similarity(f, model.Opening{
		Kernel: "linear", Bandwidth: openWidth, Of: model.Names, Aside: true,
	})
	r := &embedding{Labelled: load(), kernel: kernel(), parameters: model.Parameters(f)}
	n := r.Data.Len()
	r.keep = f.Int("kept", "coordinates kept m", 2, 1, max(n, 2))
	r.at, r.with = points.PointedAt(f, n)-1, points.PairedWith(f, n)-1
	return r
})

// Compute makes points from K.
func (r *embedding) Compute(ctx context.Context, memo *course.Memo) error {
	if r.Data.Len() == 0 {
		return nil
	}
	K, _, err := points.Gram(ctx, memo, r.Spec, r.kernel)
	if err != nil {
		return err
	}
	s, err := course.Remember(ctx, memo, spectrumOf{r.Spec, r.kernel})
	if err != nil {
		return err
	}
	r.recovery = recoveredFrom(K, s, r.keep)
	return nil
}

type spectrumOf struct {
	points.LabelledSpec
	kernel engine.Kernel
}

// Compute returns the spectrum of the points' K, and its bytes.
func (of spectrumOf) Compute(ctx context.Context, memo *course.Memo) (*engine.Spectrum, int, error) {
	K, _, err := points.Gram(ctx, memo, of.LabelledSpec, of.kernel)
	if err != nil {
		return nil, 0, err
	}
	n := K.SymmetricDim()
	s, err := engine.Eigen(K)
	return s, 8 * n * (n + 1), err
}

// A recovery is points made from a Gram matrix.
type recovery struct {
	K                  *mat.SymDense
	values             []float64     // eigenvalues, descending; zero where rounding may have made them of it
	rounding           float64       // so much it may
	positive, negative int           // how many are
	coordinates        *mat.Dense    // n×max(positive, 2): √λⱼ uᵢⱼ
	kept               int           // of them, at most those that are positive
	rebuilt            *mat.SymDense // K from those kept
	errors             rebuildErrors
	tie                bool // the last kept has the eigenvalue of the first left out
}

// rebuildErrors are by how much the entries of a rebuilt matrix are off.
type rebuildErrors struct {
	largest float64 // in size, of all entries
	at      []int   // the points whose diagonal entries are off by that
	next    float64 // the largest eigenvalue left out, in size
}

// recoveredFrom makes coordinates from the spectrum of K,
//
//	φ(xᵢ) = (√λ₁ uᵢ₁, …, √λ_p uᵢ_p),   λ₁ ≥ … ≥ λ_p > 0,
//
// and rebuilds K from the first m of them, Σ_{j≤m} λⱼuⱼuⱼᵀ.
func recoveredFrom(K *mat.SymDense, s *engine.Spectrum, m int) recovery {
	n := len(s.Values)
	v := recovery{K: K, values: make([]float64, n), rounding: s.Rounding()}
	for j, l := range s.Values {
		switch {
		case l > v.rounding:
			v.positive++
		case l < -v.rounding:
			v.negative++
		default:
			continue
		}
		v.values[j] = l
	}
	v.coordinates = mat.NewDense(n, max(v.positive, 2), nil)
	for j := range v.positive {
		for i := range n {
			v.coordinates.Set(i, j, math.Sqrt(v.values[j])*s.Vectors.At(i, j))
		}
	}
	v.kept = min(m, v.positive)
	v.tie = v.kept < v.positive && s.Tied(v.kept-1, v.kept)
	v.rebuilt = rebuild(v.coordinates, v.kept)
	v.errors = v.compare()
	return v
}

// rebuild is the inner products of the first m coordinates.
func rebuild(coordinates *mat.Dense, m int) *mat.SymDense {
	n, _ := coordinates.Dims()
	K := mat.NewSymDense(n, nil)
	if m > 0 {
		K.SymOuterK(1, coordinates.Slice(0, n, 0, m))
	}
	return K
}

// compare is how far the rebuilt matrix is from K; what rounding may have made of zero
// is zero.
func (v *recovery) compare() (l rebuildErrors) {
	off := func(i, j int) float64 { return math.Abs(v.K.At(i, j) - v.rebuilt.At(i, j)) }
	for i := range v.values {
		for j := range i + 1 {
			l.largest = math.Max(l.largest, off(i, j))
		}
	}
	if l.largest <= 2*v.rounding { // of eigenvalues taken for zero, and of the sums
		l.largest = 0
	}
	for i := range v.values {
		if l.largest > 0 && engine.Tied(off(i, i), l.largest, v.rounding) {
			l.at = append(l.at, i)
		}
	}
	for j, e := range v.values {
		if j >= v.kept {
			l.next = math.Max(l.next, math.Abs(e))
		}
	}
	return l
}

// called is the point's name, or its number.
func (r *embedding) called(i int) string {
	if r.Names != nil {
		return r.Names[i]
	}
	return fmt.Sprintf("point %d", i+1)
}

// coordinate is the j-th of every point, from 0; zeros where it is not kept.
func (v *recovery) coordinate(j int) []float64 {
	if j >= v.kept {
		return make([]float64, len(v.values))
	}
	return mat.Col(nil, j, v.coordinates)
}

// share is how much of the squared lengths is rebuilt, in percent. A matrix with a negative
// eigenvalue has no lengths.
func (v *recovery) share() float64 {
	t := mat.Trace(v.K)
	switch {
	case v.negative > 0:
		return math.NaN()
	case t > 0:
		return 100 * mat.Trace(v.rebuilt) / t
	}
	return 100
}

func (r *embedding) Show(f *course.Form) *course.Picture {
	if r.Data.Len() == 0 {
		x, y := r.Axes()
		return points.Blank("embed-plane", course.Half, plots.Scatter{X: x, Y: y, Equal: true}, ".", saysNoPoints)
	}
	return &course.Picture{
		Columns:     r.columns(),
		Numbers:     r.numbers(),
		Says:        r.says(),
		SaysOfDatum: r.saysOfDatum(),
		Goals:       r.goals(),
		Series: []course.Series{
			course.Table("data", "x1 x2 class", r.Column(0), r.Column(1), course.Floats(r.Data.Labels)),
			course.Table("coordinates", "c1 c2", r.coordinate(0), r.coordinate(1)),
			course.Table("eigenvalues", "eigenvalue", r.values),
			course.Table("order", "point", course.Floats(r.order())),
		},
		Matrices: []course.NamedMatrix{
			{Name: "gram", Values: r.K}, {Name: "rebuilt", Values: r.rebuilt}, {Name: "all_coordinates",
				Values: r.coordinates},
		},
		Code: programs.Code("embed", f, course.Values{
			"X": slices.Concat(r.Data.X...), "Labels": course.Floats(r.Data.Labels),
			"Parameters": r.parameters, "Kept": float64(r.keep),
		}),
	}
}

func (r *embedding) columns() [][]plots.Panel {
	plane, made := r.planes()
	return [][]plots.Panel{
		{{ID: "embed-recovered", Lead: true, Title: "Points made from K alone", Width: course.Half, Plot: made}},
		{{ID: "embed-plane", Lead: true, Title: "The data K was made of", Width: course.Half, Plot: plane}},
		{
			{ID: "embed-gram", Width: course.Square, Height: 386, Plot: r.matrix(), Title: "What " +
				course.Plural(r.kept, "coordinate") + " " + course.ByCount(r.kept, "misses", "miss") + " of K"},
			{ID: "embed-spectrum", Title: "The eigenvalues of K", Width: course.Square, Height: 165,
				Plot: plots.SignedSpectrum{
					X: plots.Axis{Label: "place j"}, Y: plots.Axis{Label: "eigenvalue λⱼ"},
					Values: r.values, Kept: r.kept, KeptName: "kept", RestName: "left out",
				}},
		},
	}
}

// pointedAt are the points that a reader points at: none, one or two.
func (r *embedding) pointedAt() []int {
	switch {
	case r.at < 0:
		return nil
	case r.with < 0:
		return []int{r.at}
	}
	return []int{r.at, r.with}
}

// planes draws the data, and the first two coordinates of what is made from K.
func (r *embedding) planes() (plane, made plots.Scatter) {
	x, y := r.Axes()
	wide(&x, &y)
	plane = plots.Scatter{X: x, Y: y, Equal: true, Classes: r.ByClass(r.Column(0), r.Column(1)),
		Names: r.Names}
	first, second := r.coordinate(0), r.coordinate(1)
	made = r.window()
	made.Classes, made.Names = r.ByClass(first, second), r.Names
	for _, i := range r.pointedAt() {
		before, after := points.Ring(i, r.Data.X[i][0], r.Data.X[i][1]), points.Ring(i, first[i], second[i])
		before.Name, after.Name = r.called(i), r.called(i)
		plane.Markers, made.Markers = append(plane.Markers, before), append(made.Markers, after)
	}
	return plane, made
}

// matrix draws what is missing of K.
func (r *embedding) matrix() plots.Heatmap {
	order := r.order()
	square, scale := r.missing(order)
	h := plots.Heatmap{
		Raster: plots.EncodeRaster(square, scale), Label: "K − rebuilt",
		Row: "point i", Col: "point j", Class: "t-gram", Index: order,
	}
	if r.errors.largest == 0 {
		h.Empty = "nothing"
	}
	if r.at >= 0 {
		h.Rows, h.Alone = []int{slices.Index(order, r.at)}, true
		if r.with >= 0 {
			h.Cols = []int{slices.Index(order, r.with)}
		}
	}
	return h
}

func (r *embedding) numbers() []course.Number {
	return []course.Number{
		{Name: "largest_error", Label: "largest error of an entry", Value: r.errors.largest,
			Means: "The largest difference between an entry of K and the same entry rebuilt from the coordinates " +
				"kept."},
		{Name: "next", Label: "largest eigenvalue left out", Value: r.errors.next,
			Means: "No entry is off by more than that."},
		{Name: "positive", Label: "positive eigenvalues", Value: float64(r.positive), Whole: true,
			Means: "How many eigenvalues are above what rounding may make of zero. Each has a coordinate."},
		{Name: "share", Label: "squared lengths rebuilt", Value: r.share(), Unit: "%"},
		{Name: "least", Label: "least entry of K", Value: mat.Min(r.K)},
		{Name: "largest", Label: "largest eigenvalue", Value: r.values[0]},
		{Name: "negative", Label: "negative eigenvalues", Value: float64(r.negative), Whole: true},
	}
}

// order is the points by their first coordinate.
func (v *recovery) order() []int {
	order := course.Indices(len(v.values))
	c := mat.Col(nil, 0, v.coordinates)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c[a], c[b]) })
	return order
}

// missing is K less what is rebuilt of it, rows in order, without what rounding makes of
// zero. The scale is that of K and does not depend on how much is kept.
func (v *recovery) missing(order []int) (*mat.SymDense, plots.Scale) {
	n := len(order)
	square, most := mat.NewSymDense(n, nil), 0.0
	for i, a := range order {
		for j, b := range order[:i+1] {
			square.SetSym(i, j, engine.Tidy(v.K.At(a, b)-v.rebuilt.At(a, b), 2*v.rounding))
			most = math.Max(most, math.Abs(v.K.At(a, b)))
		}
		// No entry rebuilt is larger than those on the diagonal are from all coordinates.
		whole := mat.Row(nil, a, v.coordinates)
		most = math.Max(most, floats.Dot(whole, whole))
	}
	if most == 0 {
		most = 1
	}
	return square, plots.Scale{Ramp: plots.Diverging, Min: -most, Max: most}
}

// window is the plane of the first two coordinates, with the circle on which points lie
// whose whole length is in them, where all have one length. It depends on what is kept
// no more than the matrix does.
func (v *recovery) window() plots.Scatter {
	s := plots.Scatter{
		X: plots.Axis{Label: "first coordinate, √λ₁u₁"}, Y: plots.Axis{Label: "√λ₂u₂"}, Equal: true,
	}
	if length := math.Sqrt(math.Max(0, v.K.At(0, 0))); length > 0 && v.even() {
		s.Y.Min, s.Y.Max = -1.05*length, 1.05*length
		circle := plots.Line{Name: "full length", Color: plots.Soft, Width: 1.2, Class: "length"}
		const steps = 96
		for i := range steps + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
			circle.Xs, circle.Ys = append(circle.Xs, length*cos), append(circle.Ys, length*sin)
		}
		s.Lines = []plots.Line{circle}
		s.X.Min, s.X.Max = ratio*s.Y.Min, ratio*s.Y.Max
		return s
	}
	first, second := mat.Col(nil, 0, v.coordinates), mat.Col(nil, 1, v.coordinates)
	s.X.Min, s.X.Max = points.Span(append(first, 0), 0.05)
	s.Y.Min, s.Y.Max = points.Span(append(second, 0), 0.05)
	wide(&s.X, &s.Y)
	return s
}

// ratio is of the width of both planes to their height: they are twins, and the projector
// shows either as a plane.
const ratio = 1.5

// wide widens the range of one axis, so that a frame of that ratio has one scale.
func wide(x, y *plots.Axis) {
	width, height := x.Max-x.Min, y.Max-y.Min
	if more := (ratio*height - width) / 2; more > 0 {
		x.Min, x.Max = x.Min-more, x.Max+more
	} else {
		y.Min, y.Max = y.Min+more/ratio, y.Max-more/ratio
	}
}

// even reports whether all points have one length in the feature space.
func (v *recovery) even() bool {
	for i := range v.values {
		if !engine.Agree(v.K.At(i, i), v.K.At(0, 0), v.K.At(0, 0)) {
			return false
		}
	}
	return true
}

const (
	saysNoPoints = "No points, no matrix."
	saysKept     = "{count}, {kept} of {positive} kept."
	saysNone     = "{count}, and no eigenvalue above 0: no coordinates."
	saysRebuilt  = "Every entry of K is rebuilt."
	saysAtOne    = "The largest error of an entry is {largest_error}, on the diagonal at {point}."
	saysAtMore   = "The largest error of an entry is {largest_error}, on the diagonal at {point} and {others} more."
	saysOff      = "The largest error of an entry is {largest_error}, off the diagonal."
	saysTie      = "The last eigenvalue kept and the first left out are equal as far as rounding tells, " +
		"so these coordinates are some of many."
	saysNegative = "{negative} eigenvalues are negative, down to {last}: no points have this K for their inner " +
		"products."
	saysOneNegative = "{negative} eigenvalue is negative, down to {last}: no points have this K for their inner " +
		"products."
	saysPoint = "{datum}; K has {squared} for its squared length, and {squared_rebuilt} is rebuilt."
	saysPair  = "Its inner product with {other} is {product}, rebuilt as {product_rebuilt}."
)

func (r *embedding) says() []course.Said {
	n := len(r.values)
	says := []course.Said{course.Say(saysKept, course.Some{N: n, Noun: "point"}, r.kept,
		course.Some{N: r.positive, Noun: "coordinate"})}
	if r.positive == 0 {
		says[0] = course.Say(saysNone, course.Some{N: n, Noun: "point"})
	}
	says = append(says, r.saysErrors())
	if r.tie {
		says = append(says, course.Say(saysTie))
	}
	switch r.negative {
	case 0:
		return says
	case 1:
		return append(says, course.Say(saysOneNegative, r.negative, r.values[n-1]))
	}
	return append(says, course.Say(saysNegative, r.negative, r.values[n-1]))
}

func (r *embedding) saysErrors() course.Said {
	switch e := r.errors; {
	case e.largest == 0:
		return course.Say(saysRebuilt)
	case len(e.at) == 0:
		return course.Say(saysOff, e.largest)
	case len(e.at) == 1:
		return course.Say(saysAtOne, e.largest, r.inSentence(e.at[0]))
	default:
		return course.Say(saysAtMore, e.largest, r.inSentence(e.at[0]), len(e.at)-1)
	}
}

// inSentence is a point's name without commas.
func (r *embedding) inSentence(i int) string { return strings.ReplaceAll(r.called(i), ", ", " ") }

// saysOfDatum is about the point pointed at, and about the pair.
func (r *embedding) saysOfDatum() []course.Said {
	if r.at < 0 {
		return nil
	}
	says := []course.Said{course.Say(saysPoint, r.Datum(r.at), r.K.At(r.at, r.at), r.tidy(r.at, r.at))}
	if r.with >= 0 {
		says = append(says, course.Say(saysPair, r.inSentence(r.with), r.K.At(r.at, r.with), r.tidy(r.at, r.with)))
	}
	return says
}

// tidy is an entry rebuilt, without what rounding makes of zero.
func (v *recovery) tidy(i, j int) float64 {
	return engine.Tidy(v.rebuilt.At(i, j), v.rounding)
}

func (r *embedding) goals() []course.Goal {
	_, gaussian := r.kernel.(engine.Gaussian)
	foods, off, least := r.Name == "foods", r.errors.largest, mat.Min(r.K)
	but := ""
	switch {
	case !foods:
		but = "not of the foods"
	case !gaussian:
		but = "of another kernel"
	case least >= goalLeast:
		but = "with every entry over " + course.Digits(goalLeast)
	case r.kept > goalKept:
		but = "by " + course.Plural(r.kept, "coordinate")
	}
	p, ok := r.kernel.(engine.Polynomial)
	quadratic := ok && p.Degree == 2 && p.Offset > 0
	return []course.Goal{{
		Name: "six", At: "kernel=gaussian&bandwidth=40&kept=6", Now: course.Digits(off), But: but,
		Reached: but == "" && off <= small,
		Text: fmt.Sprintf("Goal reached: entries from %s to 1, each off by %s at most.",
			course.Digits(least), course.Digits(off)),
	}, {
		Name: "exact", At: "kernel=polynomial&degree=2&kept=6",
		Reached: foods && quadratic && off == 0 && r.kept == r.positive && r.positive > 0,
		Text:    fmt.Sprintf("Goal reached: %d coordinates, and every entry of K.", r.kept),
	}}
}
