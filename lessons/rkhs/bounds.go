package rkhs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A bounded is the figure bounds: f in what its norm allows, the envelope ±‖f‖ √k(t, t),
// and from (x, f(x)) the cone f(x) ± ‖f‖ d(x, t).
type bounded struct {
	load func() *element
	y    float64
	show string

	*element
	size, fx, fy   float64 // ‖f‖, f(x) and f(y)
	height         float64 // of the envelope at x
	distance       float64 // d(x, y)
	envelope, cone float64 // shares of the bounds that f uses
}

const tall = 4 // of the axis of f

var buildBounds = course.Steps(func(f *course.Form) course.Work {
	return &bounded{
		load: declare(f, course.More),
		y:    f.Float("y", "y", 3, 0, edge),
		show: f.Choice("show", "show", "both",
			course.Options("both", "envelope and cone", "envelope", "the envelope", "cone", "the cone"), course.More),
	}
})

func (r *bounded) Compute(context.Context, *course.Memo) error {
	r.element = r.load()
	if r.alpha == nil {
		return nil
	}
	r.size, r.fx, r.fy = r.norm(), r.at(r.x), r.at(r.y)
	r.height, r.distance = r.size*math.Sqrt(r.k(r.x, r.x)), r.from(r.y)
	r.envelope = share(math.Abs(r.fx), r.height)
	r.cone = share(math.Abs(r.fx-r.fy), r.size*r.distance)
	return nil
}

// from is d(x, t).
func (r *bounded) from(t float64) float64 {
	return engine.Distance(r.kernel, []float64{r.x}, []float64{t})
}

func (r *bounded) Show(f *course.Form) *course.Picture {
	if r.alpha == nil {
		return r.none("bounds-f")
	}
	xs := r.places(r.y)
	up := along(xs, func(t float64) float64 { return r.size * math.Sqrt(r.k(t, t)) })
	ds, fs := along(xs, r.from), along(xs, r.at)
	low, high := r.sides(ds)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "bounds-f", Title: "f, its envelope, and a cone from x", Width: course.Wide, Height: course.Square,
				Plot: r.curve(xs, fs, up, low, high)}},
			{{ID: "bounds-distance", Title: "d(x, t), how far from x", Width: course.Square, Height: course.Square,
				Plot: r.distances(xs, ds)}},
		},
		Numbers: r.numbers(),
		Series: []course.Series{
			course.Table("f", "x y", xs, fs), course.Table("envelope", "x height", xs, up),
			course.Table("cone", "x low high", xs, low, high),
			course.Table("alpha", "x alpha", engine.Dataset{X: r.X}.Input(0), r.alpha),
		},
		Says: []course.Said{
			course.Say(saysBounds, r.size, course.Chosen(r.x), r.fx, r.height),
			course.Say(saysChange, course.Chosen(r.y), math.Abs(r.fx-r.fy), r.size*r.distance),
		},
		Goals: []course.Goal{{Name: "touch", At: "data=free&a1=0&a2=1.5&a3=0&a4=0",
			Now: used(r.envelope), Reached: r.envelope > 0.99 && r.size > 0.1,
			Text: "Goal reached: f is a multiple of the bump k(x, ·), or nearly. " +
				"There, and nowhere else, Cauchy–Schwarz is an equality."}},
		Handles: r.handles(),
		Code:    programs.Code("bounds", f, r.values(f)),
	}
}

// What the picture shows.
const (
	saysBounds = "‖f‖ = {norm}. At x = {x}, f is {value}; in size it may be {height} at most."
	saysChange = "From x to y = {y} it changes by {change}, and may change by {opens} at most."
)

// sides are those of the cone, at places so far from x.
func (r *bounded) sides(distances []float64) (low, high []float64) {
	for _, d := range distances {
		low, high = append(low, r.fx-r.size*d), append(high, r.fx+r.size*d)
	}
	return low, high
}

func (r *bounded) curve(xs, fs, up, low, high []float64) plots.Curves {
	x, y := r.axes("f(x)", tall)
	p := plots.Curves{X: x, Y: y, Legend: true,
		Lines: []plots.Line{{Name: "f", Xs: xs, Ys: fs, Class: "curve t-fit"}},
		Markers: []plots.Marker{
			{X: r.x, Y: r.fx, Name: "x", Held: true},
			{X: r.y, Y: r.fy, Name: "y", Color: plots.Yours, Shape: plots.Diamond, Held: true},
		}}
	p.Points, _, _ = r.points()
	if r.show != "cone" {
		down := make([]float64, len(up))
		floats.AddScaled(down, -1, up)
		p.Bands = append(p.Bands,
			plots.Band{Name: "envelope", Xs: xs, Lo: down, Hi: up, Color: plots.Soft, Class: "envelope"})
		if beyond := floats.Max(up); beyond > tall {
			p.Note = "envelope up to ±" + course.Digits(beyond)
		}
	}
	if r.show != "envelope" {
		p.Bands = append(p.Bands,
			plots.Band{Name: "cone", Xs: xs, Lo: low, Hi: high,
				Color: plots.Accent, Hatch: plots.Rising, Class: "cone"})
	}
	return p
}

func (r *bounded) distances(xs, ds []float64) plots.Curves {
	x, _ := r.axes("f(x)", tall)
	return plots.Curves{
		X: x, Y: plots.Axis{Label: "d(x, t)", Max: plots.RoundUp(math.Max(2, floats.Max(ds)))},
		Lines:  []plots.Line{{Name: "d(x, t)", Xs: xs, Ys: ds, Color: plots.Accent, Class: "distance"}},
		VLines: []plots.Mark{{At: r.x, Name: "x", Dash: true, Color: plots.Accent}},
	}
}

func (r *bounded) numbers() []course.Number {
	return []course.Number{
		{Name: "norm", Label: "‖f‖", Value: r.size, Means: meansNorm},
		{Name: "envelope", Label: "|f(x)| of its bound", Value: 100 * r.envelope, Unit: "%",
			Means: "|f(x)| divided by ‖f‖ √k(x, x). It is 100 % where f touches the envelope."},
		{Name: "cone", Label: "|f(x) − f(y)| of its bound", Value: 100 * r.cone, Unit: "%",
			Means: "|f(x) − f(y)| divided by ‖f‖ d(x, y). It is 100 % where f touches the cone from x."},
		{Name: "distance", Label: "d(x, y)", Value: r.distance},
		{Name: "value", Label: "f(x)", Value: r.fx},
		{Name: "other", Label: "f(y)", Value: r.fy},
		{Name: "height", Label: "‖f‖ √k(x, x)", Value: r.height},
		{Name: "opens", Label: "‖f‖ d(x, y)", Value: r.size * r.distance},
	}
}

// handles are x and y, where they are in the frame.
func (r *bounded) handles() (handles []course.Handle) {
	for _, h := range []course.Handle{
		{Label: "The place x, where the cone stands", X: "x", At: plots.Point{X: r.x, Y: r.fx}},
		{Label: "The place y", X: "y", At: plots.Point{X: r.y, Y: r.fy}},
	} {
		if math.Abs(h.At.Y) <= tall {
			h.Panel = "bounds-f"
			handles = append(handles, h)
		}
	}
	return handles
}

// share is v as a share of its bound, NaN where that is 0.
func share(v, bound float64) float64 {
	if !(bound > 0) {
		return math.NaN()
	}
	return math.Min(1, v/bound)
}

// used says a share of the envelope.
func used(v float64) string {
	if math.IsNaN(v) {
		return "no bound but 0 there"
	}
	return course.Digits(100*v) + " % of the envelope"
}
