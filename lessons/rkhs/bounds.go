package rkhs

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

func buildBounds(f *course.Form) course.Draw {
	load := declare(f, course.More)
	y := f.Float("y", "y", 3, 0, edge)
	show := f.Choice("show", "show", "both", course.Options("both", "envelope and cone", "envelope", "the envelope", "cone", "the cone"), course.More)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		v := load()
		if v.alpha == nil {
			return v.none("bounds-f"), nil
		}
		return v.bounds(f, y, show), nil
	}
}

// bounds is f in what its norm allows: the envelope ±‖f‖ √k(t, t), and from (x, f(x)) the
// cone f(x) ± ‖f‖ d(x, t).
func (v *element) bounds(f *course.Form, y float64, show string) *course.Picture {
	const tall = 4
	xs := v.places(y)
	norm, fx, fy := v.norm(), v.at(v.x), v.at(y)
	height := func(t float64) float64 { return norm * math.Sqrt(v.k(t, t)) }
	reaches := func(t float64) float64 { return norm * engine.Distance(v.kernel, []float64{v.x}, []float64{t}) }
	fs := along(xs, v.at)
	ax, ay := v.axes("f(x)", tall)
	curve := plots.Curves{X: ax, Y: ay, Legend: true}
	curve.Points, _, _ = v.points()
	up, down := along(xs, height), along(xs, func(t float64) float64 { return -height(t) })
	high, low := along(xs, func(t float64) float64 { return fx + reaches(t) }), along(xs, func(t float64) float64 { return fx - reaches(t) })
	if show != "cone" {
		curve.Bands = append(curve.Bands, plots.Band{Name: "envelope", Xs: xs, Lo: down, Hi: up, Color: plots.Soft, Class: "envelope"})
	}
	if show != "envelope" {
		curve.Bands = append(curve.Bands, plots.Band{Name: "cone", Xs: xs, Lo: low, Hi: high, Color: plots.Accent, Hatch: plots.Rising, Class: "cone"})
	}
	if beyond := floats.Max(up); show != "cone" && beyond > tall {
		curve.Note = "envelope up to ±" + course.Digits(beyond)
	}
	curve.Lines = []plots.Line{{Name: "f", Xs: xs, Ys: fs, Class: "curve t-fit"}}
	curve.Markers = []plots.Marker{{X: v.x, Y: fx, Name: "x"}, {X: y, Y: fy, Name: "y", Color: plots.Yours, Shape: plots.Diamond}}

	k, d := v.k(v.x, v.x), engine.Distance(v.kernel, []float64{v.x}, []float64{y})
	envelope, cone := share(math.Abs(fx), norm*math.Sqrt(k)), share(math.Abs(fx-fy), norm*d)
	ds := along(xs, func(t float64) float64 { return engine.Distance(v.kernel, []float64{v.x}, []float64{t}) })
	far := plots.Curves{X: ax, Y: plots.Axis{Label: "d(x, t)", Max: plots.RoundUp(math.Max(2, floats.Max(ds)))},
		Lines: []plots.Line{{Name: "d(x, t)", Xs: xs, Ys: ds, Color: plots.Accent, Class: "distance"}}, VLines: []plots.Mark{{At: v.x, Name: "x", Dash: true, Color: plots.Accent}}}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "bounds-f", Title: "f, its envelope, and a cone from x", Width: course.Wide, Height: course.Square, Plot: curve}},
			{{ID: "bounds-distance", Title: "d(x, t), how far from x", Width: course.Square, Height: course.Square, Plot: far}},
		},
		Numbers: []course.Number{
			{Name: "norm", Label: "‖f‖", Means: "The norm of f in the space of the kernel: the root of αᵀKα.", Value: norm},
			{Name: "envelope", Label: "|f(x)| of its bound", Means: "|f(x)| divided by ‖f‖ √k(x, x). It is 100 % where f touches the envelope.", Value: 100 * envelope, Unit: "%"},
			{Name: "cone", Label: "|f(x) − f(y)| of its bound", Means: "|f(x) − f(y)| divided by ‖f‖ d(x, y). It is 100 % where f touches the cone from x.", Value: 100 * cone, Unit: "%"},
			{Name: "distance", Label: "d(x, y)", Value: d},
			{Name: "value", Label: "f(x)", Value: fx},
			{Name: "other", Label: "f(y)", Value: fy},
			{Name: "height", Label: "‖f‖ √k(x, x)", Value: norm * math.Sqrt(k)},
			{Name: "opens", Label: "‖f‖ d(x, y)", Value: norm * d},
		},
		Series: []course.Series{
			course.Table("f", "x y", xs, fs), course.Table("envelope", "x height", xs, up), course.Table("cone", "x low high", xs, low, high),
			course.Table("alpha", "x alpha", engine.Dataset{X: v.X}.Input(0), v.alpha),
		},
		Description: fmt.Sprintf("‖f‖ = %s. At x = %s, f is %s; in size it may be %s at most.", course.Digits(norm), course.Value(v.x), course.Digits(fx), course.Digits(norm*math.Sqrt(k))) +
			fmt.Sprintf(" From x to y = %s it changes by %s, and may change by %s at most.", course.Value(y), course.Digits(math.Abs(fx-fy)), course.Digits(norm*d)),
		Goals: []course.Goal{{Name: "touch", At: "data=free&a1=0&a2=1.5&a3=0&a4=0", Now: share0(envelope), Reached: envelope > 0.99 && norm > 0.1,
			Text: "Goal reached: f is a multiple of the bump k(x, ·), or nearly. There, and nowhere else, Cauchy–Schwarz is an equality."}},
		Code: programs.Code("bounds", f, v.values(f)),
	}
	for _, h := range []course.Handle{
		{Label: "The place x, where the cone stands", X: "x", At: plots.Point{X: v.x, Y: fx}},
		{Label: "The place y", X: "y", At: plots.Point{X: y, Y: fy}},
	} {
		if math.Abs(h.At.Y) <= tall {
			h.Panel = "bounds-f"
			p.Handles = append(p.Handles, h)
		}
	}
	return p
}

// share is v as a share of its bound, NaN where that is 0.
func share(v, bound float64) float64 {
	if !(bound > 0) {
		return math.NaN()
	}
	return math.Min(1, v/bound)
}

func share0(v float64) string {
	if math.IsNaN(v) {
		return "no bound but 0 there"
	}
	return course.Digits(100*v) + " % of the envelope"
}
