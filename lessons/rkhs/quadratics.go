package rkhs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A quadratic is the function f(x) = xᵀSx of the plane, and what it is multiplied with.
type quadratic struct {
	S     [2][2]float64
	x     [2]float64
	other [2][2]float64 // S′: xxᵀ, or another one
	point bool          // it is xxᵀ

	value, inner, norm float64           // f(x), ⟨S, S′⟩ and ‖S‖
	bound              float64           // of f(x) in size
	products           [4]float64        // of entries, which add up to ⟨S, S′⟩
	sum                *engine.Expansion // f as a sum of bumps
}

// span bounds the entries of S, and within the coordinates of x.
const (
	span   = 3
	within = 2.5
)

func symmetric(a, b, c float64) [2][2]float64 { return [2][2]float64{{a, b}, {b, c}} }

var buildQuadratics = course.Steps(func(f *course.Form) course.Work {
	entry := func(name, label string, def float64, settings ...course.Setting) float64 {
		return f.Float(name, label, def, -span, span, settings...)
	}
	r := &quadratic{S: symmetric(entry("a", "a", 2), entry("b", "b", 1), entry("c", "c", -1))}
	r.x = [2]float64{
		f.Float("x1", "x₁", 1, -within, within, course.More),
		f.Float("x2", "x₂", 2, -within, within, course.More),
	}
	r.point = f.Choice("against", "multiply S with", "x",
		course.Options("x", "xxᵀ", "matrix", "another S′"), course.More) == "x"
	another := func(name, label string, def float64) float64 {
		return entry(name, label, def, course.When("against", "matrix"), course.More)
	}
	r.other = symmetric(another("a2", "a′", 1), another("b2", "b′", 0), another("c2", "c′", 1))
	if r.point {
		r.other = symmetric(r.x[0]*r.x[0], r.x[0]*r.x[1], r.x[1]*r.x[1])
	}
	return r
})

func (v *quadratic) Compute(context.Context, *course.Memo) error {
	v.value, v.inner = v.at(v.x[0], v.x[1]), frobenius(v.S, v.other)
	v.norm = math.Sqrt(frobenius(v.S, v.S))
	v.bound = v.norm * v.length()
	for i := range v.products {
		v.products[i] = v.S[i/2][i%2] * v.other[i/2][i%2]
	}
	v.sum = v.spectral()
	return nil
}

// length is ‖x‖², the root of k(x, x).
func (v *quadratic) length() float64 { return float64(v.x[0]*v.x[0]) + float64(v.x[1]*v.x[1]) }

// at is f at a point of the plane.
func (v *quadratic) at(x, y float64) float64 {
	return x*(v.S[0][0]*x+v.S[0][1]*y) + y*(v.S[1][0]*x+v.S[1][1]*y)
}

// frobenius is the sum of the products of entries.
func frobenius(a, b [2][2]float64) float64 {
	return a[0][0]*b[0][0] + a[0][1]*b[0][1] + a[1][0]*b[1][0] + a[1][1]*b[1][1]
}

// spectral writes f as a sum of bumps of the kernel (xᵀy)², f = Σᵢ λᵢ k(uᵢ, ·).
func (v *quadratic) spectral() *engine.Expansion {
	S := mat.NewSymDense(2, []float64{v.S[0][0], v.S[0][1], v.S[1][0], v.S[1][1]})
	s := course.Must(engine.Eigen(S))
	e := &engine.Expansion{Kernel: engine.Polynomial{Degree: 2}, Alpha: s.Values}
	for j := range 2 {
		e.X = append(e.X, []float64{s.Vectors.At(0, j), s.Vectors.At(1, j)})
	}
	return e
}

func (v *quadratic) Show(f *course.Form) *course.Picture {
	title := "⟨S, S′⟩, entry by entry"
	if v.point {
		title = "⟨S, xxᵀ⟩, entry by entry"
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "quadratics-plane", Title: "Contours of f, and the columns of S", Width: course.Half,
				Plot: v.plane()}},
			{{ID: "quadratics-sum", Title: title, Width: course.Half, Height: 440, Plot: v.waterfall()}},
		},
		Numbers: v.numbers(),
		Handles: v.handles(),
		Goals: []course.Goal{{
			Name: "blind", At: "b=1.5&c=-2",
			Now:     fmt.Sprintf("f(x) = %s, ‖S‖ = %s", course.Value(v.value), course.Digits(v.norm)),
			Reached: math.Abs(v.value) < 0.05 && v.norm >= 3 && v.length() > 0.5,
			Text:    "Goal reached: S is at right angles to xxᵀ, and so f is zero there, whatever its norm.",
		}},
		Certificate: v.certify(),
		Says:        v.says(),
		Series:      []course.Series{course.Table("terms", "product", v.products[:])},
		Matrices: []course.NamedMatrix{
			{Name: "S", Values: mat.NewDense(2, 2, flat(v.S))},
			{Name: "other", Values: mat.NewDense(2, 2, flat(v.other))},
		},
		Code: programs.Code("quadratics", f, course.Values{"Other": flat(v.other)}),
	}
}

// flat are the entries, row after row.
func flat(m [2][2]float64) []float64 { return slices.Concat(m[0][:], m[1][:]) }

// plane has the contours of f, and the columns of S as arrows.
func (v *quadratic) plane() plots.Surface {
	const edge, nodes = 3.5, 57
	axis := func(label string) plots.Axis { return plots.Axis{Label: label, Min: -edge, Max: edge} }
	at := func(i int) float64 { return -edge + 2*edge*float64(i)/(nodes-1) }
	values := mat.NewDense(nodes, nodes, nil)
	for i := range nodes {
		for j := range nodes {
			values.Set(i, j, v.at(at(j), at(i)))
		}
	}
	var levels []plots.Level
	for _, at := range []float64{-16, -8, -4, -2, 0, 2, 4, 8, 16} {
		levels = append(levels, plots.Level{At: at, Name: course.Value(at), Bold: at == 0, Dash: at < 0})
	}
	column := func(j int, ink plots.Token, name string) plots.Line {
		return plots.Line{Name: name, Xs: []float64{0, v.S[0][j]}, Ys: []float64{0, v.S[1][j]},
			Color: ink, Head: true, Class: "column"}
	}
	return plots.Surface{
		X: axis("first input"), Y: axis("second input"), Values: values, Levels: levels,
		LinesOnly: true, Label: "f_S", Equal: true,
		Lines:   []plots.Line{column(0, plots.Curve, "column 1 of S"), column(1, plots.Yours, "column 2")},
		Markers: []plots.Marker{{X: v.x[0], Y: v.x[1], Name: "x", Held: true}},
	}
}

// waterfall adds up ⟨S, S′⟩.
func (v *quadratic) waterfall() plots.Waterfall {
	names := []string{"a·a′", "b·b′", "b·b′", "c·c′"}
	if v.point {
		names = []string{"a·x₁²", "b·x₁x₂", "b·x₂x₁", "c·x₂²"}
	}
	p := plots.Waterfall{Groups: []string{"first row", "second row"}, Total: "sum"}
	low, high, sum := 0.0, 0.0, 0.0
	for i, product := range v.products {
		p.Terms = append(p.Terms, plots.Term{Name: names[i], Value: product, Group: i / 2})
		sum += product
		low, high = math.Min(low, sum), math.Max(high, sum)
	}
	p.Y = plots.Axis{Label: "running sum", Max: plots.RoundUp(math.Max(high, 1))}
	if low < 0 {
		p.Y.Min = -plots.RoundUp(-low)
	}
	if v.point {
		p.Reference = plots.Mark{At: v.value, Name: "xᵀSx = " + course.Value(v.value)}
	}
	return p
}

func (v *quadratic) numbers() []course.Number {
	return []course.Number{
		{Name: "value", Label: "f(x) = xᵀSx", Means: "The value of the function at the point x.", Value: v.value},
		{Name: "inner", Label: "⟨S, S′⟩", Value: v.inner,
			Means: "The entries of S and S′ multiplied one by one, and added up: " +
				"the inner product of the two functions. S′ is xxᵀ, unless another is chosen."},
		{Name: "norm", Label: "‖f‖ = ‖S‖", Value: v.norm,
			Means: "The root of the sum of the squares of the four entries of S: the norm of f in the space."},
		{Name: "bound", Label: "‖f‖ √k(x, x)", Value: v.bound},
		{Name: "lambda1", Label: "λ₁ of S", Value: v.sum.Alpha[0]},
		{Name: "lambda2", Label: "λ₂ of S", Value: v.sum.Alpha[1]},
	}
}

func (v *quadratic) handles() []course.Handle {
	const panel = "quadratics-plane"
	return []course.Handle{
		{Panel: panel, Label: "The first column of S", X: "a", Y: "b", At: plots.Point{X: v.S[0][0], Y: v.S[1][0]}},
		{Panel: panel, Label: "The second column of S", X: "b", Y: "c", At: plots.Point{X: v.S[0][1], Y: v.S[1][1]}},
		{Panel: panel, Label: "The point x", X: "x1", Y: "x2", At: plots.Point{X: v.x[0], Y: v.x[1]}},
	}
}

// What the picture shows.
const saysQuadratic = "S = ({a} {b}; {b} {c}), and ‖f‖ = ‖S‖ = {norm}. " +
	"At x = ({x1}, {x2}), f(x) = {value}; in size it may be {bound} at most."

func (v *quadratic) says() []course.Said {
	a, b, c := course.Chosen(v.S[0][0]), course.Chosen(v.S[0][1]), course.Chosen(v.S[1][1])
	return []course.Said{
		course.Say(saysQuadratic, a, b, b, c, v.norm, course.Chosen(v.x[0]), course.Chosen(v.x[1]), v.value, v.bound),
	}
}

// certify says how well xᵀSx and the sum of bumps, Σ λᵢ (uᵢᵀx)², agree.
func (v *quadratic) certify() *course.Certificate {
	sum := v.sum.Eval(v.x[:])
	gap := relative(sum-v.value, v.bound)
	c := engine.Certified(gap, gap, engine.Rounding(4, 1)) // of four products
	return course.Agreement(c, "xᵀSx and a sum of two bumps of the kernel",
		fmt.Sprintf("xᵀSx = %s. With the eigenvalues λᵢ and eigenvectors uᵢ of S, Σᵢ λᵢ k(uᵢ, x) = Σᵢ λᵢ (uᵢᵀx)² = %s.",
			course.Digits(v.value), course.Digits(sum)),
		"Their difference is divided by ‖S‖ ‖x‖², the most that f(x) can be. Bound: 16 ε.")
}
