package mercer

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	side      = 5    // the picture goes from −side to side in x and y
	nodes     = 101  // of a curve
	across    = 51   // of the map on a side: every other
	small     = 0.01 // an error of no account
	most      = 130  // features
	drawn     = 20   // of them, at most, each as a curve
	goalBasis = 20   // features at most, for the goal
)

// The pair at which the lecture’s features are tried.
const pairX, pairY = 0.7, -0.4

// The figure taylor: the Gaussian kernel of two numbers, rebuilt from its first features.
type series struct {
	// What the controls say.
	m       int
	ell     float64
	stretch float64 // of x, which makes the features those of the other convention
	y       float64

	// What is computed.
	at                  []float64  // the nodes of a curve
	values              *mat.Dense // nodes×m, the features there
	off                 *mat.Dense // across×across, |k − k̂|, row a at y = at[2a]
	diagonal            []float64  // k̂(x, x)
	slice, truth        []float64  // k̂(x, y) and k(x, y) at the point y
	largest, largestAtY float64    // error
	pair, pairTruth     float64
	reach, half         float64 // how far from 0 x is alike to itself to within 0.01, and where to ½
	needed              float64 // features for the whole picture to within 0.01; NaN where no number is enough
	owns, greedy        float64 // the same of Mercer's eigenfunctions, and of bumps chosen one by one
}

var buildTaylor = course.Steps(func(f *course.Form) course.Work {
	r := &series{stretch: 1}
	r.m = f.Int("features", "features m", 4, 1, most)
	r.ell = f.LogFloat("bandwidth", "bandwidth ℓ", 1, 0.5, 5, course.Term("bandwidth"))
	basis := f.Choice("basis", "features of", "half", course.Options(
		"half", "e^(−(x − y)²/2ℓ²), this kernel", "whole", "e^(−(x − y)²/ℓ²), the other convention",
	), course.More)
	if basis == "whole" {
		r.stretch = math.Sqrt2
	}
	r.y = f.Float("y", "the point y", 2, -side, side, course.More)
	return r
})

// features are the first m of the Gaussian e^(−(x−y)²/2ℓ²),
//
//	e^(−x²/2ℓ²) xᵏ / (ℓᵏ √k!),   k = 0, …, m − 1,
//
// at x. Those of e^(−(x−y)²/ℓ²), which are e^(−x²/ℓ²) √(2ᵏ/k!) xᵏ/ℓᵏ, are the same at √2 x.
func features(x, ell float64, m int) []float64 {
	return engine.TaylorFeatures{Length: ell, Count: m}.Map([]float64{x})
}

// missing is how much less than 1 the first m features make x alike to itself: the
// probability that a Poisson variable with mean (x/ℓ)² is m or more.
func missing(x, ell float64, m int) float64 {
	sum := 0.0
	for _, v := range features(x, ell, m) {
		sum += v * v
	}
	return 1 - sum
}

// reach is how far from 0 no more than lacking, a half at most, is missing from m features.
func reach(ell float64, m int, lacking float64) float64 {
	lo, hi := 0.0, ell*math.Sqrt(float64(m)) // just over half is missing there
	const halvings = 60
	for range halvings {
		if mid := (lo + hi) / 2; missing(mid, ell, m) <= lacking {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// needed is how many features it takes to within 0.01 up to that far from 0.
func needed(far, ell float64) int {
	m := 1
	for missing(far, ell, m) > small {
		m++
	}
	return m
}

// width is the ℓ of the features.
func (v *series) width() float64 { return v.ell / v.stretch }

func (v *series) k(x, y float64) float64 {
	return engine.Gaussian{Length: v.ell}.Eval([]float64{x}, []float64{y})
}

// rebuilt is k̂(x, y), the inner product of the first features.
func (v *series) rebuilt(x, y float64) float64 {
	sum := 0.0
	b := features(y, v.width(), v.m)
	for k, a := range features(x, v.width(), v.m) {
		sum += a * b[k]
	}
	return sum
}

// tidy is an error, or 0 if the rounding of m products, whose sum is 1 at most, may have
// made it.
func (v *series) tidy(e float64) float64 {
	if e <= engine.Rounding(v.m, 1) {
		return 0
	}
	return e
}

// Compute finds the features at the nodes, and what their inner products are off by.
func (v *series) Compute(context.Context, *course.Memo) error {
	v.at = make([]float64, nodes)
	for i := range v.at {
		v.at[i] = side * (2*float64(i)/(nodes-1) - 1)
	}
	v.values = engine.TaylorFeatures{Length: v.width(), Count: v.m}.Matrix(engine.Column(v.at))
	v.diagonal, v.slice, v.truth = make([]float64, nodes), make([]float64, nodes), make([]float64, nodes)
	v.largestAtY = 0
	for i, x := range v.at {
		at := v.values.RawRowView(i)
		v.diagonal[i] = floats.Dot(at, at)
		v.slice[i], v.truth[i] = v.rebuilt(x, v.y), v.k(x, v.y)
		v.largestAtY = math.Max(v.largestAtY, v.tidy(math.Abs(v.truth[i]-v.slice[i])))
	}
	v.off = mat.NewDense(across, across, nil)
	for a := range across {
		for b := range a + 1 {
			i, j := a*(nodes-1)/(across-1), b*(nodes-1)/(across-1)
			rebuilt := floats.Dot(v.values.RawRowView(i), v.values.RawRowView(j))
			e := v.tidy(math.Abs(v.k(v.at[i], v.at[j]) - rebuilt))
			v.off.Set(a, b, e)
			v.off.Set(b, a, e)
		}
	}
	v.largest = mat.Max(v.off)
	v.pair, v.pairTruth = v.rebuilt(pairX, pairY), v.k(pairX, pairY)
	v.reach, v.half, v.needed = reach(v.width(), v.m, small), reach(v.width(), v.m, 0.5), math.NaN()
	if v.own() {
		v.needed = float64(needed(side, v.ell))
	}
	v.owns = float64(ownNeeded(side, v.ell))
	v.greedy = float64(greedyNeeded(engine.Gaussian{Length: v.ell}, span(side)))
	return nil
}

// own reports whether the features are those of the kernel.
func (v *series) own() bool { return v.stretch == 1 }

func (v *series) Show(f *course.Form) *course.Picture {
	toY := "How alike is x to y = " + course.Value(v.y) + "?"
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "taylor-error", Title: "Error of the rebuilt k", Width: course.Square, Height: 424,
				Plot: v.errorMap()}},
			{
				{ID: "taylor-diagonal", Title: "How alike is x to itself?", Width: course.Wide, Height: 238,
					Plot: v.toItself()},
				{ID: "taylor-slice", Title: toY, Width: course.Wide, Height: 238, Plot: v.toY()},
			},
		},
		Handles: []course.Handle{{Panel: "taylor-slice", Label: "The point y", X: "y", At: plots.Point{X: v.y, Y: 1}}},
		Numbers: v.numbers(),
		Says:    v.says(),
		Series: []course.Series{
			course.Table("diagonal", "x rebuilt", v.at, v.diagonal),
			course.Table("slice", "x k rebuilt", v.at, v.truth, v.slice),
		},
		Matrices: []course.NamedMatrix{{Name: "error", Values: v.off}},
		Goals:    []course.Goal{v.goal()},
		Code:     programs.Code("taylor", f, nil),
	}
}

func sideAxis(label string) plots.Axis { return plots.Axis{Label: label, Min: -side, Max: side} }

// errorMap draws the error over the plane.
func (v *series) errorMap() plots.Surface {
	return plots.Surface{
		X: sideAxis("x"), Y: sideAxis("y"), Values: v.off, Label: "error", Equal: true,
		Scale:  plots.Scale{Ramp: plots.ReversedCividis, Min: 0, Max: 1},
		Levels: []plots.Level{{At: small, Name: "0.01", Bold: true}, {At: 0.1, Said: "0.1"}, {At: 0.5, Name: "0.5"}},
		Lines: []plots.Line{
			{Xs: []float64{-side, side}, Ys: []float64{v.y, v.y}, Color: plots.Accent, Width: 1.4, Class: "slice"},
		},
	}
}

// toItself draws k(x, x), and the squares of the features, which add up to it.
func (v *series) toItself() plots.Curves {
	c := plots.Curves{
		X: sideAxis("x"), Y: plots.Axis{Label: "x to itself", Min: 0, Max: 1.2},
		Points: []plots.Point{{X: 0, Y: 1}}, Legend: true,
	}
	for k := range min(v.m, drawn) {
		l := plots.Line{Xs: v.at, Color: plots.Soft, Width: 1, Class: fmt.Sprintf("feature feature-%d", k)}
		for i := range v.at {
			l.Ys = append(l.Ys, v.values.At(i, k)*v.values.At(i, k))
		}
		if k == 0 {
			l.Name = "features, squared"
		}
		c.Lines = append(c.Lines, l)
	}
	if v.m > drawn {
		c.Note = fmt.Sprintf("the first %d of %d drawn", drawn, v.m)
	}
	c.Lines = append(c.Lines,
		plots.Line{Name: "k(x, x) = 1", Xs: []float64{-side, side}, Ys: []float64{1, 1},
			Color: plots.Ink, Width: 1.2, Dash: true, Class: "truth"},
		plots.Line{Name: "their sum", Xs: v.at, Ys: v.diagonal, Class: "curve"})
	return c
}

// toY draws k(x, y) over x.
func (v *series) toY() plots.Curves {
	return plots.Curves{
		X: sideAxis("x"), Y: plots.Axis{Label: "x to y", Min: -0.4, Max: 1.2}, Legend: true,
		Markers: []plots.Marker{{X: v.y, Y: 1, Name: "y", Color: plots.Yours, Class: "y", Held: true}},
		Lines: []plots.Line{
			{Name: "k(x, y)", Xs: v.at, Ys: v.truth, Color: plots.Ink, Width: 1.2, Dash: true, Class: "truth"},
			{Name: "rebuilt", Xs: v.at, Ys: v.slice, Color: plots.Accent, Class: "slice"},
		},
	}
}

func (v *series) numbers() []course.Number {
	return []course.Number{
		{Name: "largest_error", Label: "largest error on the picture", Value: v.largest,
			Means: "The largest difference between k(x, y) and what the features make of it, " +
				"for x and y from −5 to 5, on a grid of 51 × 51."},
		{Name: "reach", Label: "to within 0.01 up to |x| =", Value: v.reach,
			Means: "Up to there the features make x 0.99 or more alike to itself. " +
				"With the kernel’s own features no pair up to there is off by more than 0.01."},
		{Name: "half", Label: "to ½ at |x| =", Value: v.half,
			Means: "Here what the features make of x with itself has fallen to ½: near ℓ√m."},
		{Name: "needed", Label: "features for all of it, to 0.01", Value: v.needed, Whole: true,
			Means: "How many features it takes so that no error in the picture is above 0.01. " +
				"A dash where no number is enough."},
		{Name: "needed_own", Label: "of Mercer’s own", Value: v.owns, Whole: true,
			Means: "How many of Mercer’s eigenfunctions of this interval, of length as the measure, do the same."},
		{Name: "needed_greedy", Label: "of bumps, one by one", Value: v.greedy, Whole: true,
			Means: "How many bumps k(z, ·) do the same, if each stands where most is missing (pivoted Cholesky)."},
		{Name: "slice_error", Label: "largest error at this y", Value: v.largestAtY},
		{Name: "pair", Label: "k(0.7, −0.4)", Value: v.pairTruth},
		{Name: "pair_rebuilt", Label: "the same, rebuilt", Value: v.pair},
	}
}

func (v *series) goal() course.Goal {
	but := ""
	switch {
	case !v.own():
		but = "with features of another kernel"
	case v.m > goalBasis:
		but = "by " + course.Plural(v.m, "feature")
	}
	return course.Goal{
		Name: "all", At: "features=20&bandwidth=2", Now: course.Digits(v.largest), But: but,
		Reached: but == "" && v.largest <= small,
		Text:    fmt.Sprintf("Goal reached: at ℓ = %s, %s.", course.Value(v.ell), course.Plural(v.m, "feature")),
	}
}

const (
	saysError = "{features} at ℓ = {bandwidth}. The largest error on a grid of x and y from −5 to 5 is {error}, " +
		"and at y = {y} it is {error_at_y}. Up to |x| = {reach} the features make x alike to itself to within 0.01, " +
		"and at {half} they make it ½."
	saysOtherFeature = "They are features of another kernel, e^(−(x − y)²/ℓ²), and no number of them rebuilds this one."
)

func (v *series) says() []course.Said {
	errors := course.Say(saysError, course.Some{N: v.m, Noun: "feature"}, course.Chosen(v.ell),
		orZero(v.largest), course.Chosen(v.y), orZero(v.largestAtY), v.reach, v.half)
	if v.own() {
		return []course.Said{errors}
	}
	return []course.Said{errors, course.Say(saysOtherFeature)}
}

// orZero is a tidy error in words.
func orZero(e float64) string {
	if e == 0 {
		return "0 to rounding"
	}
	return course.Digits(e)
}
