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

// Picks are where the students of a class stand, each by a bandwidth and a λ of the mean
// loss: on the error map where there is one; else, of a figure that fits a curve, their curves over
// the data; else on the axes of the two controls.
type Picks struct {
	// What it is of.
	Of       []rooms.Pick
	Form     *course.Form   // of the figure they were picked on; see [Picked]
	Figure   *course.Figure // that figure
	Drawn    url.Values     // its state, but for what is picked
	Map      *course.Figure // the one that has the error map, nil for none
	State    url.Values     // of the map
	Revealed bool           // the best place may be seen

	// What is computed.
	On      *plots.ErrorMap // nil where there is no map
	Over    *plots.Curves   // the data that the curves are drawn over; nil where there are no curves
	Curves  []plots.Line    // of the first mostCurves settings that differ
	X, Y    plots.Axis
	At      []plots.Point // where each is drawn, inside the axes; those of one place lie around it
	Reached int           // how many have reached the goal
	Beyond  int           // how many lie outside the axes, and are drawn at the edge
	Median  plots.Point   // of the bandwidths, and of the λ
}

// Names of the controls that are picked by, and how a figure with a map of them says so.
const (
	byBandwidth, byLambda = "bandwidth", "lambda"
	dragsBoth             = byBandwidth + " " + byLambda
)

// Picked reports whether a class can pick on a figure: it has a bandwidth and a λ.
func Picked(f *course.Form) bool { return axisOf(f, byBandwidth).Log && axisOf(f, byLambda).Log }

// HasMap reports whether a figure is a map of an error over both.
func HasMap(f *course.Figure) bool { return f.Drag == dragsBoth }

// axisOf is the axis of a control over the places of its slider but 0, all zero where it has
// no slider of powers.
func axisOf(f *course.Form, name string) plots.Axis {
	i := slices.IndexFunc(f.Controls, func(c *course.Control) bool { return c.Name == name })
	if i < 0 || !f.Controls[i].Log {
		return plots.Axis{}
	}
	c := f.Controls[i]
	a := plots.Axis{Label: course.WithUnit(c.Label, c.Unit), Min: c.Min, Max: c.Max, Log: true}
	for _, place := range c.Grid() {
		if v, ok := course.ParseNumber(place); ok && v > 0 {
			a.Min = v
			break
		}
	}
	return a
}

// Compute finds the map, and where each pick lies on it.
func (p *Picks) Compute(ctx context.Context, memo *course.Memo) error {
	p.X, p.Y = axisOf(p.Form, byBandwidth), axisOf(p.Form, byLambda)
	if err := p.findMap(ctx, memo); err != nil {
		return err
	}
	if err := p.fit(ctx, memo); err != nil {
		return err
	}
	var bandwidths, lambdas []float64
	p.At, p.Reached, p.Beyond = nil, 0, 0
	before := map[plots.Point]int{} // how many stand at a place
	for _, of := range p.Of {
		bandwidths, lambdas = append(bandwidths, of.Bandwidth), append(lambdas, of.Lambda)
		at := plots.Point{X: held(of.Bandwidth, p.X), Y: held(of.Lambda, p.Y)}
		if at.X != of.Bandwidth || at.Y != of.Lambda {
			p.Beyond++
		}
		if of.Reached {
			p.Reached++
		}
		p.At = append(p.At, p.beside(at, before[at]))
		before[at]++
	}
	p.Median = plots.Point{X: quantile(bandwidths, 0.5), Y: quantile(lambdas, 0.5)}
	return nil
}

// findMap draws the map in the state of the class, with λ of the mean loss.
func (p *Picks) findMap(ctx context.Context, memo *course.Memo) error {
	if p.Map == nil {
		return nil
	}
	state := url.Values{}
	for name, values := range p.State {
		switch name {
		case byBandwidth, byLambda, "convention", "was":
		default:
			state[name] = values
		}
	}
	_, draw := p.Map.At(state)
	picture, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	for _, column := range picture.Columns {
		for _, panel := range column {
			if m, ok := panel.Plot.(plots.ErrorMap); ok {
				p.On, p.X, p.Y = &m, m.X, m.Y
			}
		}
	}
	return nil
}

// mostCurves is how many curves of a class are drawn: they come in the order of scrambled seats, so
// that the first are a fair sample.
const mostCurves = 60

// fit finds the curve of each setting, where the figure has data and a curve and there is no map.
func (p *Picks) fit(ctx context.Context, memo *course.Memo) error {
	p.Over, p.Curves = nil, nil
	if p.Map != nil || p.Figure == nil {
		return nil
	}
	_, draw := p.Figure.At(p.Drawn)
	picture, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	_, over, ok := SketchPanel(picture)
	if !ok {
		return nil
	}
	seen := map[rooms.Pick]bool{}
	for _, of := range p.Of {
		of.Reached = false
		if seen[of] || len(seen) == mostCurves {
			continue
		}
		seen[of] = true
		line, err := p.curve(ctx, memo, of)
		if err != nil {
			return err
		}
		if line.Xs != nil {
			p.Curves = append(p.Curves, line)
		}
	}
	if p.Curves != nil {
		p.Over = &plots.Curves{X: over.X, Y: over.Y, Points: over.Points}
	}
	return nil
}

// curve is that of a setting of the figure, kept for the next who ask; of one without a fit, no line.
func (p *Picks) curve(ctx context.Context, memo *course.Memo, of rooms.Pick) (plots.Line, error) {
	state := url.Values{}
	for name, values := range p.Drawn {
		if name != "convention" && name != "was" {
			state[name] = values
		}
	}
	state.Set(byBandwidth, course.FormatNumber(of.Bandwidth))
	state.Set(byLambda, course.FormatNumber(of.Lambda))
	type setting struct {
		figure course.FigureKey
		query  string
	}
	return course.RememberBy(ctx, memo, setting{p.Figure.Key(), state.Encode()},
		func(ctx context.Context) (line plots.Line, bytes int, err error) {
			_, draw := p.Figure.At(state)
			picture, err := draw(ctx, memo)
			if err != nil {
				return line, 0, err
			}
			panel, _, _ := SketchPanel(picture)
			line, _ = panel.Line("curve")
			return line, 16 * len(line.Xs), nil
		})
}

func held(v float64, a plots.Axis) float64 { return math.Min(math.Max(v, a.Min), a.Max) }

// beside is where the pick is drawn that stands at a place as so many before it: they lie
// around it as the seeds of a sunflower do, some px from one to the next.
func (p *Picks) beside(at plots.Point, before int) plots.Point {
	const apart, golden = 5.5, 2.399963 // px, and the angle from one to the next
	sin, cos := math.Sincos(golden * float64(before))
	r := apart * math.Sqrt(float64(before))
	moved := func(v float64, a plots.Axis, share float64) float64 { return held(v*math.Pow(a.Max/a.Min, share), a) }
	return plots.Point{X: moved(at.X, p.X, r*cos/width), Y: moved(at.Y, p.Y, r*sin/height)}
}

// Show draws the picks: discs, and stars for those that have reached the goal.
func (p *Picks) Show() Shown {
	missed := plots.Class{Name: "picked", Color: plots.Categories[0], Shape: plots.Disc}
	reached := plots.Class{Name: "goal reached", Color: plots.Categories[1], Shape: plots.Star, Size: 10}
	for i, of := range p.Of {
		class := &missed
		if of.Reached {
			class = &reached
		}
		class.Points, class.Index = append(class.Points, p.At[i]), append(class.Index, i)
	}
	classes := []plots.Class{missed}
	if p.Reached > 0 {
		classes = append(classes, reached)
	}
	panel := plots.Panel{ID: "class-picks", Title: "Where the class stands", Width: width, Height: height}
	switch {
	case p.On != nil:
		panel.Plot = p.onMap(classes)
	case p.Over != nil:
		drawn := *p.Over
		for _, line := range p.Curves {
			drawn.Lines = append(drawn.Lines, plots.Line{Xs: line.Xs, Ys: line.Ys, Color: plots.Yours, Width: 1.2,
				Class: "picked"})
		}
		panel.Title = "The curves of " + course.Plural(len(p.Of), "student")
		panel.Plot = drawn
	default:
		panel.Plot = plots.Scatter{X: p.X, Y: p.Y, Classes: classes}
	}
	return Shown{panel, p.says()}
}

// onMap is the map with the picks: before the reveal without what says where it is least.
func (p *Picks) onMap(classes []plots.Class) plots.ErrorMap {
	m := *p.On
	m.You, m.Classes = plots.Marker{}, classes
	if p.Revealed {
		return m
	}
	if m.Raster == nil {
		m.Raster = plots.EncodeErrorMap(m.Values, m.Clip)
	}
	m.Best, m.Values, m.Outline, m.Within, m.WithinName = plots.Marker{}, nil, nil, 0, ""
	return m
}

func (p *Picks) says() string {
	text := fmt.Sprintf("%s; the medians are ℓ = %s and λ = %s.", course.Plural(len(p.Of), "pick"),
		course.Value(course.Round(p.Median.X, 3)), course.Value(course.Round(p.Median.Y, 3)))
	if p.Reached > 0 {
		text += fmt.Sprintf(" %d reached the goal.", p.Reached)
	}
	if p.Beyond > 0 {
		text += fmt.Sprintf(" %d beyond the edge %s drawn on it.", p.Beyond, course.ByCount(p.Beyond, "is", "are"))
	}
	return text
}
