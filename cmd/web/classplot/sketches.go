package classplot

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// Sketches are the curves that a class has drawn over a figure's panel, column by column: the
// middle one, the band of the middle eight in ten, and some as they are.
type Sketches struct {
	// What it is of.
	Of     [][rooms.Heights]byte
	Figure *course.Figure
	State  url.Values // in which they were drawn
	Answer url.Values // whose curve they were to be; nil until it may be seen

	// What is computed.
	X, Y                  plots.Axis
	Points                []plots.Point // the panel's data
	Xs, Low, Median, High []float64     // by column
	Some                  [][]float64   // the first thinSketches of them
	Curve                 plots.Line    // the answer, if it may be seen
	Off                   float64       // root mean square of Median − Curve; NaN without
}

// thinSketches are how many sketches are drawn as they are. They come in the order of
// scrambled seats, so that the first are a fair sample that hardly changes as others come.
const thinSketches = 20

// lowShare and highShare are the band's edges.
const lowShare, highShare = 0.1, 0.9

// SketchPanel is the panel of a picture that is sketched on, the first that has data and a
// curve over linear axes, as static/js/sketch.js finds it; false where there is none.
func SketchPanel(p *course.Picture) (panel plots.Panel, drawn plots.Curves, ok bool) {
	for _, column := range p.Columns {
		for _, panel := range column {
			drawn, ok := panel.Plot.(plots.Curves)
			_, has := panel.Line("curve")
			if ok && has && len(drawn.Points) > 0 && !drawn.X.Log && !drawn.Y.Log &&
				drawn.X.Linear+drawn.Y.Linear == 0 {
				return panel, drawn, true
			}
		}
	}
	return panel, drawn, false
}

// Compute finds the panel and, by column, where the sketches lie. Where there is no panel,
// nothing is computed.
func (s *Sketches) Compute(ctx context.Context, memo *course.Memo) error {
	_, draw := s.Figure.At(s.State)
	p, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	_, over, ok := SketchPanel(p)
	if !ok || len(s.Of) == 0 {
		return nil
	}
	s.X, s.Y, s.Points = over.X, over.Y, over.Points
	s.columns()
	return s.answer(ctx, memo)
}

// columns finds the middle and the band of each.
func (s *Sketches) columns() {
	s.Xs, s.Low, s.Median, s.High, s.Some = nil, nil, nil, nil, nil
	value := func(b byte) float64 { return s.Y.Min + (s.Y.Max-s.Y.Min)*float64(b)/math.MaxUint8 }
	column := make([]float64, len(s.Of))
	for i := range rooms.Heights {
		s.Xs = append(s.Xs, s.X.Min+(s.X.Max-s.X.Min)*float64(i)/(rooms.Heights-1))
		for k, sketch := range s.Of {
			column[k] = value(sketch[i])
		}
		s.Low = append(s.Low, quantile(column, lowShare))
		s.Median = append(s.Median, quantile(column, 0.5))
		s.High = append(s.High, quantile(column, highShare))
	}
	for _, sketch := range s.Of[:min(len(s.Of), thinSketches)] {
		ys := make([]float64, rooms.Heights)
		for i, b := range sketch {
			ys[i] = value(b)
		}
		s.Some = append(s.Some, ys)
	}
}

// answer finds the curve that was to be sketched, and how far the middle sketch is from it.
func (s *Sketches) answer(ctx context.Context, memo *course.Memo) error {
	s.Curve, s.Off = plots.Line{}, math.NaN()
	if s.Answer == nil {
		return nil
	}
	_, draw := s.Figure.At(s.Answer)
	p, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	panel, _, ok := SketchPanel(p)
	if !ok {
		return nil
	}
	s.Curve, _ = panel.Line("curve")
	g := plots.Guess{Xs: s.Curve.Xs, Ys: s.Curve.Ys}
	var gaps []float64
	for i, x := range s.Xs {
		if within(g, x) {
			gaps = append(gaps, s.Median[i]-g.At(x))
		}
	}
	s.Off = rms(gaps)
	return nil
}

// Show draws the sketches over the data and, where it may be seen, the answer over them.
func (s *Sketches) Show() Shown {
	if s.Xs == nil {
		return Shown{}
	}
	var lines []plots.Line
	for _, ys := range s.Some {
		lines = append(lines, plots.Line{Xs: s.Xs, Ys: ys, Color: plots.Ghost, Width: 0.8, Class: "thin"})
	}
	lines = append(lines, plots.Line{Name: "median", Xs: s.Xs, Ys: s.Median, Color: plots.Yours, Dash: true,
		Class: "median"})
	if s.Curve.Xs != nil {
		answer := s.Curve
		answer.Name, answer.Color, answer.Dash = "the answer", plots.Curve, false
		lines = append(lines, answer)
	}
	return Shown{plots.Panel{
		ID: "class-sketches", Title: "What the class has sketched", Width: width, Height: height,
		Plot: plots.Curves{X: s.X, Y: s.Y, Points: s.Points, Lines: lines, Legend: true,
			Bands: []plots.Band{{Name: "eight in ten", Xs: s.Xs, Lo: s.Low, Hi: s.High, Color: plots.Yours}}},
	}, s.says()}
}

func (s *Sketches) says() string {
	widths := make([]float64, len(s.Xs))
	for i := range widths {
		widths[i] = s.High[i] - s.Low[i]
	}
	at := slices.Index(widths, slices.Max(widths))
	text := fmt.Sprintf("%d %s. They differ most where %s is %s: eight in ten lie between %s and %s there.", len(s.Of),
		course.ByCount(len(s.Of), "sketch", "sketches"), s.X.Label, course.Digits(s.Xs[at]), course.Digits(s.Low[at]),
		course.Digits(s.High[at]))
	if !math.IsNaN(s.Off) {
		text += fmt.Sprintf(" The median is %s from the answer, as root mean square.", course.Digits(s.Off))
	}
	return text
}
