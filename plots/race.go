package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Runner is what one method costs at each size: Mid[i] at Xs[i], in runs that
// spread from Low[i] to High[i].
type Runner struct {
	Name           string
	Xs             []float64
	Low, Mid, High []float64 // Low and High may be nil
	Color          Token     // the category of the runner's place if zero
	Shape          Shape     // that of the runner's place if zero
	Dash           bool
	Class          string // of its line in the SVG
}

// A Guide is a predicted power law, a straight line on logarithmic axes.
type Guide struct {
	Name    string // at its right end, as "slope 3"
	Through Point
	Slope   float64
}

// Race is what methods cost against the size of their task, on logarithmic axes,
// where the power law c·xᵏ is a straight line of slope k.
type Race struct {
	X, Y     Axis // both are drawn logarithmic
	Runners  []Runner
	Guides   []Guide
	Crossing Mark     // not drawn without a Name
	Levels   []Mark   // horizontal lines named at the left, as a day of time
	Limits   []Mark   // vertical lines, as where memory is full
	Markers  []Marker // over all else
}

func (v Race) frame(w, h float64) frame {
	v.X.Log, v.Y.Log = true, true
	return newFrame(w, h, v.X, v.Y)
}

// Draw draws the panel; see [Drawer].
func (v Race) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	ps := []inFrame{axes{f.x, f.y, true}}
	for _, g := range v.Guides {
		ps = append(ps, g)
	}
	upright := v.Limits
	if v.Crossing.Name != "" {
		upright = append(slices.Clone(upright), v.Crossing)
	}
	ps = append(ps, levels{v.Levels, true}, marks(upright))
	var k key
	for i, r := range v.Runners {
		r.Color, r.Shape = r.Color.or(category(i)), r.Shape.or(i)
		ps = append(ps, r)
		if r.Name != "" {
			k = append(k, entry{r.Name, r})
		}
	}
	for _, m := range v.Markers {
		ps = append(ps, m)
	}
	f.draw(c, append(ps, k)...)
}

func (r Runner) line() Line {
	return Line{Xs: r.Xs, Ys: r.Mid, Color: r.Color, Width: 2, Dash: r.Dash, Class: r.Class}
}

func (r Runner) sample(c draw.Canvas, mid vg.Point) {
	r.line().sample(c, mid)
	glyphs{shape: r.Shape, color: r.Color, size: 7}.sample(c, mid)
}

func (r Runner) plot(c draw.Canvas, p *frame) {
	if len(r.Mid) != len(r.Xs) || r.Low != nil && len(r.Low) != len(r.Xs) || len(r.Low) != len(r.High) {
		panic("plots: a runner's Xs, Low, Mid and High differ in length")
	}
	var spread vg.Path
	for i := range r.Low {
		x, lo, hi := p.x.norm(r.Xs[i]), p.y.norm(r.Low[i]), p.y.norm(r.High[i])
		if !(x >= 0 && x <= 1) || !finite(lo) || !finite(hi) || hi < 0 || lo > 1 {
			continue
		}
		low, high := vg.Point{X: c.X(x), Y: c.Y(math.Max(lo, 0))}, vg.Point{X: c.X(x), Y: c.Y(math.Min(hi, 1))}
		spread = append(spread, segment(low, high)...)
	}
	strokePath(c, "spread", spread, draw.LineStyle{Color: r.Color.Fade(faint), Width: 3})
	r.line().plot(c, p)
	at, numbers := placed(c, p, Points(r.Xs, r.Mid))
	glyphs{class: "runs", at: at, numbers: numbers, shape: r.Shape, color: r.Color, size: 7}.draw(c)
}

// plot draws the guide through the whole frame.
func (g Guide) plot(c draw.Canvas, p *frame) {
	if !(g.Through.X > 0) || !(g.Through.Y > 0) || !finite(g.Slope) {
		return
	}
	at := func(x float64) float64 { return g.Through.Y * math.Pow(x/g.Through.X, g.Slope) }
	Line{Xs: []float64{p.x.Min, p.x.Max}, Ys: []float64{at(p.x.Min), at(p.x.Max)}, Color: Soft, Width: 1.2, Dots: true,
		Class: "guide"}.plot(c, p)
	// The name stands where the guide leaves the frame.
	x, y := 1.0, p.y.norm(at(p.x.Max))
	if first := p.y.norm(at(p.x.Min)); y > 1 {
		x, y = (1-first)/(y-first), 1
	} else if y < 0 {
		x, y = first/(first-y), 0
	}
	if x > 0 && x <= 1 && finite(y) {
		set := tickText.with(Soft, end)
		set.Halo = true
		set.draw(c, c.X(x)-8, min(max(c.Y(y)-13, c.Min.Y+5), c.Max.Y-13), g.Name)
	}
}

// power returns the exponent k of the power law c·xᵏ that fits the runner best, by
// least squares on the logarithms; ok is false for fewer than two sizes.
func (r Runner) power() (k float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for i, x := range r.Xs {
		if y := r.Mid[i]; x > 0 && y > 0 && finite(x) && finite(y) {
			lx, ly := math.Log(x), math.Log(y)
			n, sx, sy, sxx, sxy = n+1, sx+lx, sy+ly, sxx+lx*lx, sxy+lx*ly
		}
	}
	d := n*sxx - sx*sx
	if !(d > 1e-9*n*sxx) {
		return 0, false
	}
	return (n*sxy - sx*sy) / d, true
}

// Crossings returns the sizes at which the costs of two runners are equal, by
// straight lines on logarithmic axes.
func (r Runner) Crossings(other Runner) []float64 {
	log := Axis{Min: 1, Max: 10, Log: true}
	gap := func(x float64) (float64, bool) {
		a, ok := Line{Xs: r.Xs, Ys: logs(r.Mid)}.at(log, x)
		b, also := Line{Xs: other.Xs, Ys: logs(other.Mid)}.at(log, x)
		return a - b, ok && also && finite(a-b)
	}
	var at []float64
	last, known := 0.0, false
	var from float64
	for _, x := range merged(r.Xs, other.Xs) {
		d, ok := gap(x)
		if ok && known && (last < 0) != (d < 0) {
			at = append(at, from*math.Pow(x/from, last/(last-d)))
		}
		last, known, from = d, ok, x
	}
	return at
}

// merged returns the numbers of both, ascending.
func merged(a, b []float64) []float64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func logs(vs []float64) []float64 {
	out := make([]float64, len(vs))
	for i, v := range vs {
		out[i] = math.Log(v) // NaN and −Inf are told apart from numbers later
	}
	return out
}

// Describe says how each cost grows, and where two of them are equal.
func (v Race) Describe() string {
	var s sentences
	s.say("A plot of %s against %s on logarithmic axes", v.Y.name("cost"), v.X.name("size"))
	var grow, meet []string
	for i, r := range v.Runners {
		if r.Name == "" {
			continue
		}
		if k, ok := r.power(); ok {
			last := len(r.Xs) - 1
			text := fmt.Sprintf("%s as the power %s", r.Name, brief(k))
			if finite(r.Mid[last]) && finite(r.Xs[last]) {
				text += fmt.Sprintf(", to %s at %s", v.Y.amount(r.Mid[last]), v.X.amount(r.Xs[last]))
			}
			grow = append(grow, text)
		}
		for _, other := range v.Runners[:i] {
			for _, x := range r.Crossings(other) {
				if other.Name != "" && len(meet) < 3 {
					meet = append(meet, fmt.Sprintf("%s and %s at %s", other.Name, r.Name, v.X.amount(x)))
				}
			}
		}
	}
	if len(grow) > 0 {
		s.say("Over the sizes shown the cost grows: %s", joined(grow))
	}
	if len(meet) > 0 {
		s.say("Costs are equal for %s", joined(meet))
	}
	s.marks(v.X, v.Limits)
	for _, l := range v.Levels {
		if t := v.Y.sane().norm(l.At); t >= 0 && t <= 1 && l.Name != "" {
			s.say("A level line at %s is marked %s", v.Y.amount(l.At), l.Name)
		}
	}
	return s.String()
}
