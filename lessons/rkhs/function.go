package rkhs

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

// A bumped is the figure function: f with its bumps, and the sum that its norm is.
type bumped struct {
	load func() *element

	*element
	xs, fs        []float64         // where f is drawn, and its values there
	value, size   float64           // f(x) and ‖f‖
	squared       float64           // ‖f‖², the sum of
	shares        *mat.SymDense     // the numbers αᵢ αⱼ k(xᵢ, xⱼ)
	lowest        *engine.Expansion // the function of the least norm; nil where f is not held
	leastSize     float64           // its norm
	far, farthest float64           // how far f is from it at most, and where
}

var buildFunction = course.Steps(func(f *course.Form) course.Work { return &bumped{load: declare(f)} })

func (r *bumped) Compute(context.Context, *course.Memo) error {
	r.element = r.load()
	if r.alpha == nil {
		return nil
	}
	r.xs = r.places()
	r.fs = along(r.xs, r.element.at)
	r.shares, r.squared = r.element.shares()
	r.value, r.size = r.element.at(r.x), r.norm()
	if r.held != nil {
		r.lowest = r.least()
		r.leastSize = r.lowest.Norm()
		r.far, r.farthest = r.away(r.xs)
	}
	return nil
}

func (r *bumped) Show(f *course.Form) *course.Picture {
	if r.alpha == nil {
		return r.none("function-f")
	}
	_, y := r.axes("f(x)", reach)
	handles := r.handles("function-f", y)
	gram := engine.Gram(r.kernel, r.X)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "function-f", Title: "f and its bumps", Width: course.Wide, Height: course.Square,
				Plot: r.curve(handles)}},
			{{ID: "function-norm", Title: "Shares that add up to ‖f‖²", Width: course.Square, Height: course.Square,
				Plot: r.sharesMap()}},
		},
		Numbers:     r.numbers(),
		Handles:     handles,
		Series:      r.series(),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: gram}, {Name: "shares", Values: r.shares}},
		Certificate: r.polarize(r.value),
		Says:        r.says(),
		Goals:       []course.Goal{r.goal()},
		Code:        programs.Code("function", f, r.values(f)),
	}
}

func (r *bumped) sharesMap() plots.Heatmap {
	most := plots.RoundUp(math.Max(1e-3, mat.Norm(r.shares, math.Inf(1))))
	return plots.Heatmap{
		Values: hundredths(r.shares), Scale: plots.Scale{Ramp: plots.Diverging, Min: -most, Max: most},
		Label: "αᵢ αⱼ k(xᵢ, xⱼ)", Row: "centre i", Col: "centre j", Numbers: true, Class: "t-gram",
	}
}

// leastValues are those of the function of the least norm.
func (r *bumped) leastValues() []float64 {
	return along(r.xs, func(t float64) float64 { return r.lowest.Eval([]float64{t}) })
}

func (r *bumped) series() []course.Series {
	all := []course.Series{course.Table("f", "x y", r.xs, r.fs)}
	if r.held != nil {
		all = append(all, course.Table("least", "x y", r.xs, r.leastValues()))
	}
	return append(all, course.Table("alpha", "x alpha", engine.Dataset{X: r.X}.Input(0), r.alpha))
}

// curve is f over its bumps, and x on it where that can be dragged.
func (r *bumped) curve(handles []course.Handle) plots.Curves {
	x, y := r.axes("f(x)", reach)
	p := plots.Curves{X: x, Y: y, Legend: true, Lines: r.lines(),
		VLines: []plots.Mark{{At: r.x, Name: "x", Dash: true, Color: plots.Accent}}}
	p.Points, _, p.Others = r.points()
	if r.held != nil {
		p.Note = "diamonds: readings"
		if len(p.Others) > 0 {
			p.OthersName = "not kept"
		}
		for _, at := range p.Points { // over the curves, which all pass through them
			p.Markers = append(p.Markers,
				plots.Marker{X: at.X, Y: at.Y, Color: plots.Data, Shape: plots.Diamond, Class: "reading"})
		}
	}
	if len(handles) > 0 && handles[0].X == "x" {
		p.Markers = append(p.Markers, plots.Marker{X: r.x, Y: r.value})
	}
	return p
}

func (r *bumped) lines() (lines []plots.Line) {
	for i, c := range r.X {
		bump := plots.Line{Xs: r.xs, Color: plots.Soft, Width: 1.1, Class: "bump",
			Ys: along(r.xs, func(t float64) float64 { return r.alpha[i] * r.k(c[0], t) })}
		if i == 0 {
			bump.Name = "bumps"
		}
		lines = append(lines, bump)
	}
	lines = append(lines, plots.Line{Name: "k(x, ·)", Color: plots.Accent, Width: 1.6, Dots: true, Class: "kx",
		Xs: r.xs, Ys: along(r.xs, func(t float64) float64 { return r.k(r.x, t) })})
	if r.held != nil {
		lines = append(lines, plots.Line{Name: "least norm", Xs: r.xs, Ys: r.leastValues(),
			Color: plots.Ok, Width: 2, Dash: true, Class: "least"})
	}
	return append(lines, plots.Line{Name: "f", Xs: r.xs, Ys: r.fs, Class: "curve t-fit"})
}

func (r *bumped) numbers() []course.Number {
	all := []course.Number{
		{Name: "norm", Label: "‖f‖", Value: r.size, Means: meansNorm},
		{Name: "value", Label: "f(x) = ⟨f, k(x, ·)⟩", Value: r.value,
			Means: "The value of f at the place x, which is its inner product with k(x, ·)."},
	}
	squared := course.Number{Name: "norm_squared", Label: "‖f‖² = αᵀKα", Value: r.squared}
	size := course.Number{Name: "l2", Label: "root of the mean of f², as drawn", Value: rms(r.xs, r.fs)}
	if r.held == nil {
		size.Means = "The mean of the square of f from x = 0 to x = 6.5, and its root: " +
			"the size of f for somebody who knows no kernel."
		return append(all, size, squared)
	}
	return append(all,
		course.Number{Name: "least", Label: "least ‖f‖ through the readings", Value: r.leastSize,
			Means: "The norm of the dashed function. " +
				"No function of the space with these values at the readings has a smaller one."},
		course.Number{Name: "ratio", Label: "times the least", Value: r.size / r.leastSize},
		course.Number{Name: "away", Label: "farthest from the dashed one", Value: r.far}, squared, size)
}

const meansNorm = "The norm of f in the space of the kernel: the root of αᵀKα."

// goal is reached by swings that add up in norm and not in height.
func (r *bumped) goal() course.Goal {
	g := course.Goal{Name: "twice", At: "centres=6&a4=3&a5=3&a6=-3", But: "with no readings held"}
	if r.held == nil {
		return g
	}
	ratio, far := course.Digits(r.size/r.leastSize), course.Digits(r.far)
	g.Now = fmt.Sprintf("%s times, %s away", ratio, far)
	g.Reached = r.size/r.leastSize >= 2 && r.far < r.held.near
	g.Text = fmt.Sprintf("Goal reached: the same three readings, %s times the norm, and never more than %s away. "+
		"Swings in different places add up by the squares of their norms, and not by their heights.", ratio, far)
	if g.But = ""; r.held != sources["air"] {
		g.Asks = fmt.Sprintf("double the least norm, within %s of the dashed curve",
			course.Digits(r.held.near))
	}
	return g
}

// What the picture shows.
const (
	saysHeld     = "f goes through 3 readings with ‖f‖ = {norm}; the least norm of such a function is {least}."
	saysBumps    = "{bumps} bumps add up to f, with ‖f‖ = {norm}."
	saysFarthest = "f is farthest from the function of the least norm at x = {at}: {away}."
	saysLeast    = "It is the function of the least norm."
	saysNone     = "Three readings, and no function of the space passes through them."
)

func (r *bumped) says() []course.Said {
	switch {
	case r.held == nil:
		return []course.Said{course.Say(saysBumps, len(r.X), r.size)}
	case engine.Agree(r.far, 0, floats.Norm(r.fs, math.Inf(1))):
		return []course.Said{course.Say(saysHeld, r.size, r.leastSize), course.Say(saysLeast)}
	}
	return []course.Said{course.Say(saysHeld, r.size, r.leastSize), course.Say(saysFarthest, r.farthest, r.far)}
}

// handles are x, on the curve, and the bumps that are free, by their height at their
// centre; those out of the frame have none.
func (v *element) handles(panel string, y plots.Axis) []course.Handle {
	var all []course.Handle
	add := func(h course.Handle) {
		if h.At.Y >= y.Min && h.At.Y <= y.Max {
			h.Panel = panel
			all = append(all, h)
		}
	}
	add(course.Handle{Label: "The place x, along f", X: "x", At: plots.Point{X: v.x, Y: v.at(v.x)}})
	first := len(v.alpha) - len(v.free)
	for i, a := range v.free {
		c := v.X[first+i][0]
		add(course.Handle{
			Label: fmt.Sprintf("Bump %d, its height at its centre", first+i+1), Y: fmt.Sprintf("a%d", first+i+1),
			YPer: v.k(c, c), At: plots.Point{X: c, Y: a * v.k(c, c)},
		})
	}
	return all
}

// polarize finds ⟨f, k(x, ·)⟩ from norms alone, (‖f + k_x‖² − ‖f − k_x‖²)/4, and says how
// far from f(x) it is.
func (v *element) polarize(fx float64) *course.Certificate {
	with := &engine.Expansion{Kernel: v.kernel, X: append(v.X[:len(v.X):len(v.X)], []float64{v.x})}
	squared := func(last float64) float64 {
		with.Alpha = append(v.alpha[:len(v.alpha):len(v.alpha)], last)
		n := with.Norm()
		return n * n
	}
	inner := (squared(1) - squared(-1)) / 4
	length := 0.0
	for i, a := range v.alpha {
		length += math.Abs(a) * math.Sqrt(v.k(v.X[i][0], v.X[i][0]))
	}
	length += math.Sqrt(v.k(v.x, v.x))
	n := len(v.X) + 1
	gap := relative(inner-fx, length*length)
	c := engine.Certified(gap, gap, engine.Rounding(n, float64(n)))
	return course.Agreement(c, "f(x) and an inner product made of norms alone",
		fmt.Sprintf("f(x) = %s is Σᵢ αᵢ k(xᵢ, x). From norms alone, (‖f + k(x, ·)‖² − ‖f − k(x, ·)‖²)/4 = %s.",
			course.Digits(fx), course.Digits(inner)),
		"Their difference is divided by (Σᵢ |αᵢ| √k(xᵢ, xᵢ) + √k(x, x))², "+
			"which is as large as the numbers get on the way.",
		fmt.Sprintf("Bound: 4(m + 1)² · ε = %s with m = %d centres.", course.Digits(c.Bound), len(v.X)))
}

// relative is the size of a gap beside a scale, which is 0 only where the gap is.
func relative(gap, scale float64) float64 {
	if gap == 0 {
		return 0
	}
	return math.Abs(gap) / scale
}

// values are what the programs are about.
func (v *element) values(f *course.Form) course.Values {
	y := v.y
	if y == nil {
		y = []float64{}
	}
	across, up := v.axes("f(x)", 1)
	return course.Values{
		"XAxis": across, "YAxis": up, "Parameters": model.Parameters(f),
		"Centres": engine.Dataset{X: v.X}.Input(0), "Readings": y, "Free": v.free,
	}
}

// hundredths are the entries as they are written into their squares.
func hundredths(m *mat.SymDense) *mat.SymDense {
	return engine.Symmetric(m.SymmetricDim(), func(i, j int) float64 { return math.Round(100*m.At(i, j))/100 + 0 })
}

// rms is the root of the mean of f² by the trapezoid rule.
func rms(xs, fs []float64) float64 {
	sum := 0.0
	for i := 1; i < len(xs); i++ {
		sum += (xs[i] - xs[i-1]) * (fs[i]*fs[i] + fs[i-1]*fs[i-1]) / 2
	}
	return math.Sqrt(sum / (xs[len(xs)-1] - xs[0]))
}
