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

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure embed: points, their Gram matrix K, its eigenvalues, and the points that
// are made from K alone.

const (
	openWidth = 10  // g, of a kernel with a bandwidth
	goalLeast = 0.2 // the goal: the least entry is below, no entry is off by more than small,
	goalKept  = 6   // from so many coordinates at most
)

func buildEmbed(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, points.Offer{Data: "foods", N: 40, Noise: 0.1, Own: "1,2,1;2.2,0.4,-1", Of: []string{"foods", "iris", "rings", "moons", "blobs", "points"}, Edit: "embed-plane"})
	f.Control("data").More = true
	kernel := model.Similarity(f, model.Opening{Kernel: "linear", Bandwidth: openWidth, Of: model.Names, Aside: true})
	n := load().Data.Len()
	m := f.Int("kept", "coordinates kept m", 2, 1, max(n, 2))
	at, with := points.PointedAt(f, n), points.PairedWith(f, n)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		d := load()
		if n == 0 {
			x, y := d.Axes()
			return &course.Picture{
				Columns: [][]plots.Panel{{{ID: "embed-plane", Title: "An empty plane", Width: course.Half, Plot: plots.Scatter{X: x, Y: y, Equal: true}}}},
				Message: "There are no points yet. Add some.", Description: "No points, no matrix.",
			}, nil
		}
		K, _, err := points.Gram(ctx, memo, d.Spec, kernel())
		if err != nil {
			return nil, err
		}
		s, err := course.Remember(ctx, memo, spectrumOf{d.Spec, kernel()})
		if err != nil {
			return nil, err
		}
		v := &recovery{Labelled: d, at: at - 1, with: with - 1, K: K}
		v.recover(s, m)
		return v.picture(f, kernel()), nil
	}
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
	*points.Labelled
	at, with int // the points pointed at; −1 for none
	K        *mat.SymDense

	values             []float64     // eigenvalues, descending; zero where rounding may have made them of it
	rounding           float64       // so much it may
	positive, negative int           // how many are
	coordinates        *mat.Dense    // n×max(positive, 2): √λⱼ uᵢⱼ
	kept               int           // of them, at most those that are positive
	rebuilt            *mat.SymDense // K from those kept
	errors             lost
	tie                bool // the last kept has the eigenvalue of the first left out
}

// lost is by how much the entries of a rebuilt matrix are off.
type lost struct {
	largest float64 // in size, of all entries
	at      []int   // the points whose diagonal entries are off by that
	next    float64 // the largest eigenvalue left out, in size
}

// recover makes coordinates from the spectrum of K,
//
//	φ(xᵢ) = (√λ₁ uᵢ₁, …, √λ_p uᵢ_p),   λ₁ ≥ … ≥ λ_p > 0,
//
// and rebuilds K from the first m of them, Σ_{j≤m} λⱼuⱼuⱼᵀ.
func (v *recovery) recover(s *engine.Spectrum, m int) {
	n := len(s.Values)
	v.values, v.rounding = make([]float64, n), s.Rounding()
	v.positive, v.negative = 0, 0
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
	v.tie = v.kept < v.positive && engine.Agree(v.values[v.kept-1], v.values[v.kept], v.values[0])
	v.rebuilt = rebuild(v.coordinates, v.kept)
	v.errors = v.compare()
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
func (v *recovery) compare() (l lost) {
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
		if l.largest > 0 && engine.Agree(off(i, i), l.largest, l.largest) {
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
func (v *recovery) called(i int) string {
	if v.Names != nil {
		return v.Names[i]
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

func (v *recovery) picture(f *course.Form, k engine.Kernel) *course.Picture {
	x, y := v.Axes()
	plane := plots.Scatter{X: x, Y: y, Equal: true, Classes: v.ByClass(v.Column(0), v.Column(1))}
	first, second := v.coordinate(0), v.coordinate(1)
	made := v.window()
	made.Classes = v.ByClass(first, second)
	order := v.order()
	square, scale := v.halves(order)
	matrix := plots.Heatmap{Raster: plots.EncodeRaster(square, scale), Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j", Class: "t-gram", Index: order}
	if v.at >= 0 {
		for _, i := range []int{v.at, v.with} {
			if i < 0 {
				continue
			}
			a, b := points.Ring(i, v.Data.X[i][0], v.Data.X[i][1]), points.Ring(i, first[i], second[i])
			a.Name, b.Name = v.called(i), v.called(i)
			plane.Markers, made.Markers = append(plane.Markers, a), append(made.Markers, b)
		}
		matrix.Rows, matrix.Alone = []int{slices.Index(order, v.at)}, true
		if v.with >= 0 {
			matrix.Cols = []int{slices.Index(order, v.with)}
		}
	}
	least, share := mat.Min(v.K), 100.0
	if t := mat.Trace(v.K); t > 0 {
		share = 100 * mat.Trace(v.rebuilt) / t
	}
	if v.negative > 0 { // then K has no lengths
		share = math.NaN()
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "embed-recovered", Lead: true, Title: "Points made from K alone", Width: course.Half, Plot: made}},
			{{ID: "embed-plane", Lead: true, Title: "The data K was made of", Width: course.Wide, Height: panelHeight, Plot: plane}},
			{{ID: "embed-gram", Title: "K above, rebuilt below", Width: course.Square, Height: 386, Plot: matrix},
				{ID: "embed-spectrum", Title: "The eigenvalues of K", Width: course.Square, Height: 165, Plot: plots.Spectrum{
					X: plots.Axis{Label: "place j"}, Y: plots.Axis{Label: "eigenvalue λⱼ"}, Values: v.values, Kept: v.kept, KeptName: "kept", RestName: "left out"}}},
		},
		Numbers: []course.Number{
			{Name: "largest_error", Label: "largest error of an entry", Means: "The largest difference between an entry of K and the same entry rebuilt from the coordinates kept.", Value: v.errors.largest},
			{Name: "next", Label: "largest eigenvalue left out", Means: "No entry is off by more than that.", Value: v.errors.next},
			{Name: "positive", Label: "coordinates above rounding", Means: "How many eigenvalues are above what rounding may make of zero. Each has a coordinate.", Value: float64(v.positive), Whole: true},
			{Name: "share", Label: "squared lengths rebuilt", Value: share, Unit: "%"},
			{Name: "least", Label: "least entry of K", Value: least},
			{Name: "largest", Label: "largest eigenvalue", Value: v.values[0]},
			{Name: "negative", Label: "negative eigenvalues", Value: float64(v.negative), Whole: true},
		},
		Description: v.describe(),
		Series: []course.Series{
			course.Table("data", "x1 x2 class", v.Column(0), v.Column(1), course.Floats(v.Data.Labels)),
			course.Table("coordinates", "c1 c2", first, second),
			{Name: "eigenvalues", Columns: []course.Column{{Name: "eigenvalue", Values: v.values}}},
			{Name: "order", Columns: []course.Column{{Name: "point", Values: course.Floats(order)}}},
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.K}, {Name: "rebuilt", Values: v.rebuilt}, {Name: "all_coordinates", Values: v.coordinates}},
	}
	if v.at >= 0 {
		p.Datum = v.datum()
	}
	p.Goals = v.goals(k, least)
	var rows []float64
	for _, x := range v.Data.X {
		rows = append(rows, x...)
	}
	p.Code = programs.Code("embed", f, course.Values{"X": rows, "Labels": course.Floats(v.Data.Labels), "Parameters": model.Parameters(f), "Kept": f.Control("kept").Number()})
	return p
}

const panelHeight = 400 // px

// order is the points by their first coordinate.
func (v *recovery) order() []int {
	order := make([]int, len(v.values))
	for i := range order {
		order[i] = i
	}
	c := mat.Col(nil, 0, v.coordinates)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c[a], c[b]) })
	return order
}

// halves is K above the diagonal and K rebuilt on it and below, rows in order. The scale
// does not depend on how much is kept.
func (v *recovery) halves(order []int) (*mat.Dense, plots.Scale) {
	n := len(order)
	square, most := mat.NewDense(n, n, nil), 0.0
	for i, a := range order {
		for j, b := range order {
			if square.Set(i, j, v.rebuilt.At(a, b)); i < j {
				square.Set(i, j, v.K.At(a, b))
			}
			most = math.Max(most, math.Abs(v.K.At(a, b)))
		}
		// No entry rebuilt is larger than those on the diagonal are from all coordinates.
		whole := mat.Row(nil, a, v.coordinates)
		most = math.Max(most, floats.Dot(whole, whole))
	}
	if most == 0 {
		most = 1
	}
	return square, plots.Scale{Ramp: plots.BlueWhiteRed, Min: -most, Max: most}
}

// window is the plane of the first two coordinates, with the circle on which points lie
// whose whole length is in them, where all have one length. It depends on what is kept
// no more than the matrix does.
func (v *recovery) window() plots.Scatter {
	const ratio = 1.5 // of the frame, so that the projector shows it as a plane
	n := len(v.values)
	s := plots.Scatter{X: plots.Axis{Label: "first coordinate, √λ₁u₁"}, Y: plots.Axis{Label: "√λ₂u₂"}, Equal: true}
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
	first, second := mat.Col(make([]float64, n), 0, v.coordinates), mat.Col(make([]float64, n), 1, v.coordinates)
	s.X.Min, s.X.Max = points.Span(append(first, 0), 0.05)
	s.Y.Min, s.Y.Max = points.Span(append(second, 0), 0.05)
	width, height := s.X.Max-s.X.Min, s.Y.Max-s.Y.Min
	if more := (ratio*height - width) / 2; more > 0 {
		s.X.Min, s.X.Max = s.X.Min-more, s.X.Max+more
	} else {
		s.Y.Min, s.Y.Max = s.Y.Min+more/ratio, s.Y.Max-more/ratio
	}
	return s
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

func (v *recovery) describe() string {
	s := fmt.Sprintf("%s, %d of %s kept.", course.Plural(len(v.values), "point"), v.kept, course.Plural(v.positive, "coordinate"))
	if v.positive == 0 {
		s = fmt.Sprintf("%s, and no eigenvalue above 0: no coordinates.", course.Plural(len(v.values), "point"))
	}
	switch l := v.errors; {
	case l.largest == 0:
		s += " Every entry of K is rebuilt."
	case len(l.at) > 1:
		s += fmt.Sprintf(" The largest error of an entry is %s, on the diagonal at %s and %d more.", course.Digits(l.largest), v.told(l.at[0]), len(l.at)-1)
	case len(l.at) == 1:
		s += fmt.Sprintf(" The largest error of an entry is %s, on the diagonal at %s.", course.Digits(l.largest), v.told(l.at[0]))
	default:
		s += fmt.Sprintf(" The largest error of an entry is %s, off the diagonal.", course.Digits(l.largest))
	}
	if v.tie {
		s += " The last eigenvalue kept and the first left out agree to nine digits, so these coordinates are some of many."
	}
	if v.negative > 0 {
		verb := "eigenvalues are"
		if v.negative == 1 {
			verb = "eigenvalue is"
		}
		s += fmt.Sprintf(" %d %s negative, down to %s: no points have this K for their inner products.", v.negative, verb, course.Digits(v.values[len(v.values)-1]))
	}
	return s
}

// told is a point as a sentence has it, where a comma would part it.
func (v *recovery) told(i int) string { return strings.ReplaceAll(v.called(i), ", ", " ") }

// datum is what is said of the point pointed at, and of the pair.
func (v *recovery) datum() string {
	s := fmt.Sprintf("%s; K has %s for its squared length, and %s is rebuilt", v.Labelled.Datum(v.at), course.Digits(v.K.At(v.at, v.at)), course.Digits(v.tidy(v.at, v.at)))
	if v.with >= 0 {
		s += fmt.Sprintf(". With %s it has %s, rebuilt as %s", v.told(v.with), course.Digits(v.K.At(v.at, v.with)), course.Digits(v.tidy(v.at, v.with)))
	}
	return s + "."
}

// tidy is an entry rebuilt, without what rounding makes of zero.
func (v *recovery) tidy(i, j int) float64 {
	if e := v.rebuilt.At(i, j); math.Abs(e) > v.rounding {
		return e
	}
	return 0
}

func (v *recovery) goals(k engine.Kernel, least float64) []course.Goal {
	_, gaussian := k.(engine.Gaussian)
	now := "not foods by a Gaussian"
	if v.Name == "foods" && gaussian {
		now = fmt.Sprintf("least %s, off by %s, from %d", course.Digits(least), course.Digits(v.errors.largest), v.kept)
	}
	return []course.Goal{{
		Name: "six", At: "kernel=gaussian&bandwidth=40&kept=6", Now: now,
		Reached: v.Name == "foods" && gaussian && least < goalLeast && v.errors.largest <= small && v.kept <= goalKept,
		Text:    fmt.Sprintf("Goal reached: entries from %s to 1, each off by %s at most.", course.Digits(least), course.Digits(v.errors.largest)),
	}, {
		Name: "exact", At: "kernel=polynomial&degree=2&kept=6",
		Reached: v.Name == "foods" && quadratic(k) && v.errors.largest == 0 && v.kept == v.positive && v.positive > 0,
		Text:    fmt.Sprintf("Goal reached: %d coordinates, and every entry of K.", v.kept),
	}}
}

// quadratic reports whether the kernel is a polynomial of degree 2 with an offset.
func quadratic(k engine.Kernel) bool {
	p, ok := k.(engine.Polynomial)
	return ok && p.Degree == 2 && p.Offset > 0
}
