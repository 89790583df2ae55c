package rkhs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
)

// An element is a function of the space, f = Σ αᵢ k(xᵢ, ·), with a place x to read it at.
type element struct {
	held   *source // whose readings f is held at; nil where every α is free
	kernel engine.Kernel
	width  float64     // ℓ, where the kernel has one; else a width that it bends on
	X      [][]float64 // centres, the first three of which are the readings' where held
	free   []float64   // the α that a reader sets: those after the readings', where held
	y      []float64   // readings, where held
	x      float64

	alpha  []float64 // of f; nil where no function of the space passes through the readings
	lowest []float64 // α of the least one, at the readings' centres
}

// edge is how far the axis of x goes, reach how far α, and opensAt is where f is read as the
// figure opens.
const (
	edge    = 6.5
	reach   = 3
	opensAt = 2
)

// A source is three readings that f is held at.
type source struct {
	option     string // how a reader chooses it
	readings   func() [][2]float64
	between    []float64 // the centres of the bumps that are free beside them
	across, up string    // what its axes measure
	near       float64   // how far from the function of the least norm the goal lets f go
}

// sources are the air over Mauna Loa on both sides of a gap, of months and of ppm above
// 321, and a crash, in units of 10 ms and 100 g.
var sources = map[string]*source{
	"air": {
		option: "held at three readings of the air",
		readings: sync.OnceValue(func() [][2]float64 {
			return [][2]float64{{1, airOf(1)}, {5, airOf(5)}, {6, airOf(6)}}
		}),
		between: []float64{3, 0.2, 2},
		across:  "month of 1964", up: "carbon dioxide (ppm above 321)", near: 2.5,
	},
	"crash": {
		option:   "held at three readings of a crash",
		readings: func() [][2]float64 { return [][2]float64{{1.6, -0.429}, {2.4, -1.125}, {3.8, 0.469}} },
		between:  []float64{3.1, 5, 0.8},
		across:   "time (10 ms)", up: "acceleration (100 g)", near: 1.5,
	},
}

// airOf is the carbon dioxide in a month of 1964, in ppm above 321.
func airOf(month int) float64 {
	return course.Round(data.CO2().Y[(1964-1959)*12+month-1]-321, 6)
}

// opening are the α as the figure opens.
var opening = [6]float64{1, -1, 1, 2, 0, 0}

// declare declares the controls of f.
func declare(f *course.Form, more ...course.Setting) func() *element {
	on := f.Choice("data", "f is", "air", course.Options("air", sources["air"].option, "crash", sources["crash"].option,
		"free", "free, at the places 1, 2, 3, …"), course.More)
	centres := f.Choice("centres", "centres", "4", course.Options("3", "three", "4", "four", "5", "five", "6", "six"),
		course.More)
	kernel := f.Choice("kernel", "kernel", "gaussian", course.Options("gaussian", "Gaussian", "matern32", "Matérn 3/2",
		"exponential", "exponential", "min", "min(x, x′)", "linear", "linear"))
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", 1, 0.1, 3,
		course.When("kernel", "gaussian", "matern32", "exponential"), course.Term("bandwidth"))
	x := f.Float("x", "x", opensAt, 0, edge)
	var alpha [6]float64
	for i := range alpha {
		settings := []course.Setting{course.Term("alpha"), course.More}
		switch {
		case i < 3:
			settings = append(settings, course.When("data", "free"))
		case i == 3:
			settings = append(append(settings[:1], course.When("centres", "4", "5", "6")), more...)
		case i == 4:
			settings = append(settings, course.When("centres", "5", "6"))
		default:
			settings = append(settings, course.When("centres", "6"))
		}
		alpha[i] = f.Float(fmt.Sprintf("a%d", i+1), "α"+string(rune('₁'+i)), opening[i], -reach, reach, settings...)
	}
	return func() *element {
		v := &element{held: sources[on], x: x, width: 0.5}
		form, _ := engine.FormNamed(kernel)
		parameters := []float64{ell}[:len(form.Parameters)]
		v.kernel = form.New(parameters)
		if w := form.Width(parameters); !math.IsInf(w, 1) {
			v.width = w
		}
		n := int(centres[0] - '0')
		if v.held != nil {
			for _, r := range v.held.readings() {
				v.X, v.y = append(v.X, []float64{r[0]}), append(v.y, r[1])
			}
			for _, c := range v.held.between[:n-3] {
				v.X = append(v.X, []float64{c})
			}
			v.free = alpha[3:n]
		} else {
			for i := range n {
				v.X = append(v.X, []float64{float64(i + 1)})
			}
			v.free = alpha[:n]
		}
		v.solve()
		return v
	}
}

// solve finds the α at the readings from those that are free,
//
//	K₁₁ α₁ = y − K₁₂ α₂,
//
// where 1 are the readings and 2 the rest, and the function of the least norm, of which
// α₂ = 0. No function passes through them where K₁₁ is singular and y is not in its range.
func (v *element) solve() {
	if v.held == nil {
		v.alpha = v.free
		return
	}
	n := len(v.y)
	K := engine.Gram(v.kernel, v.X)
	K11, rest := K.SliceSym(0, n), slices.Clone(v.y)
	for i := range n {
		for j, a := range v.free {
			rest[i] -= K.At(i, n+j) * a
		}
	}
	first, err := engine.SolveKRR(K11, rest, 0)
	if err != nil {
		if !errors.Is(err, engine.ErrSingular) && !errors.Is(err, engine.ErrIndefinite) {
			panic(err)
		}
		return
	}
	v.lowest = course.Must(engine.SolveKRR(K11, v.y, 0))
	v.alpha = append(first, v.free...)
}

// f and least are the function and the one of the least norm with its values at the
// readings.
func (v *element) f() *engine.Expansion {
	return &engine.Expansion{Kernel: v.kernel, X: v.X, Alpha: v.alpha}
}
func (v *element) least() *engine.Expansion {
	return &engine.Expansion{Kernel: v.kernel, X: v.X[:len(v.lowest)], Alpha: v.lowest}
}

// at is f at a place, and k the kernel of two.
func (v *element) at(t float64) float64   { return v.f().Eval([]float64{t}) }
func (v *element) k(s, t float64) float64 { return v.kernel.Eval([]float64{s}, []float64{t}) }

// places are where curves are drawn: even ones, and where f bends, at its centres and at x.
func (v *element) places(more ...float64) []float64 {
	at := append([]float64{v.x}, more...)
	for _, c := range v.X {
		at = append(at, c[0])
	}
	xs := append(curves.Grid(0, edge), plots.Bends(0, edge, curves.GridPoints, at, v.width)...)
	slices.Sort(xs)
	return slices.Compact(xs)
}

// along are the values of a function at places.
func along(xs []float64, f func(t float64) float64) []float64 {
	ys := make([]float64, len(xs))
	for i, t := range xs {
		ys[i] = f(t)
	}
	return ys
}

// norm is ‖f‖, 0 where rounding may have made αᵀKα of that.
func (v *element) norm() float64 {
	_, squared := v.shares()
	trace, alpha := 0.0, 0.0 // ‖K‖ is at most the trace
	for i, a := range v.alpha {
		trace, alpha = trace+v.k(v.X[i][0], v.X[i][0]), alpha+a*a
	}
	if squared <= engine.Rounding(len(v.alpha), trace)*alpha {
		return 0
	}
	return math.Sqrt(squared)
}

// away is how far f is at most from the function of the least norm, at those places.
func (v *element) away(xs []float64) (far, at float64) {
	f, least := v.f(), v.least()
	for _, t := range xs {
		if d := math.Abs(f.Eval([]float64{t}) - least.Eval([]float64{t})); d > far {
			far, at = d, t
		}
	}
	return far, at
}

// squared is ‖f‖², and shares are the numbers αᵢ αⱼ k(xᵢ, xⱼ) that add up to it.
func (v *element) shares() (shares *mat.SymDense, squared float64) {
	K := engine.Gram(v.kernel, v.X)
	shares = engine.Symmetric(len(v.X), func(i, j int) float64 { return v.alpha[i] * v.alpha[j] * K.At(i, j) })
	return shares, mat.Sum(shares)
}

// axes are those of f: they do not move.
func (v *element) axes(label string, reach float64) (x, y plots.Axis) {
	x = plots.Axis{Label: "x", Max: edge}
	y = plots.Axis{Label: label, Min: -reach, Max: reach}
	if v.held != nil {
		x.Label, y.Label = v.held.across, v.held.up
	}
	return x, y
}

// points are the readings, or the values at the centres, and others the readings that f
// knows nothing of.
func (v *element) points() (points []plots.Point, name string, others []plots.Point) {
	if v.held == nil {
		for _, c := range v.X {
			points = append(points, plots.Point{X: c[0], Y: v.at(c[0])})
		}
		return points, "f at the centres", nil
	}
	for i, y := range v.y {
		points = append(points, plots.Point{X: v.X[i][0], Y: y})
	}
	if v.held != sources["crash"] {
		return points, "readings", nil
	}
	d := data.MCycle()
	for i, x := range d.X {
		p := plots.Point{X: x[0] / 10, Y: d.Y[i] / 100}
		if !slices.Contains(v.held.readings(), [2]float64{p.X, p.Y}) {
			others = append(others, p)
		}
	}
	return points, "readings", others
}

// none is the picture where no function of the space passes through the readings.
func (v *element) none(id string) *course.Picture {
	x, y := v.axes("f", reach)
	points, name, others := v.points()
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: id, Title: "Three readings, and no function",
			Width: course.Wide, Height: course.Square, Plot: plots.Curves{
				X: x, Y: y, Points: points, PointsName: name, Legend: true,
				Others: others, OthersName: "readings not kept",
			}}}},
		Message: "The space of the linear kernel holds the straight lines through 0 alone. " +
			"None of them passes through the three readings.",
		Says: []course.Said{course.Say(saysNone)},
	}
}
