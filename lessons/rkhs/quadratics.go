package rkhs

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// A quadratic is the function f(x) = xᵀSx of the plane, and what it is multiplied with.
type quadratic struct {
	S     [2][2]float64
	x     [2]float64
	other [2][2]float64 // S′: xxᵀ, or another one
	point bool          // it is xxᵀ
}

// span bounds the entries of S, and within the coordinates of x.
const (
	span   = 3
	within = 2.5
)

func symmetric(a, b, c float64) [2][2]float64 { return [2][2]float64{{a, b}, {b, c}} }

func buildQuadratics(f *course.Form) course.Draw {
	entry := func(name, label string, def float64, settings ...course.Setting) float64 {
		return f.Float(name, label, def, -span, span, settings...)
	}
	v := quadratic{S: symmetric(entry("a", "a", 2), entry("b", "b", 1), entry("c", "c", -1))}
	v.x = [2]float64{
		f.Float("x1", "x₁", 1, -within, within, course.More),
		f.Float("x2", "x₂", 2, -within, within, course.More),
	}
	v.point = f.Choice("against", "multiply S with", "x", course.Options("x", "xxᵀ", "matrix", "another S′"), course.More) == "x"
	when := course.When("against", "matrix")
	v.other = symmetric(entry("a2", "a′", 1, when, course.More), entry("b2", "b′", 0, when, course.More), entry("c2", "c′", 1, when, course.More))
	if v.point {
		v.other = symmetric(v.x[0]*v.x[0], v.x[0]*v.x[1], v.x[1]*v.x[1])
	}
	return func(context.Context, *course.Memo) (*course.Picture, error) { return v.picture(f), nil }
}

// at is f at a point of the plane.
func (v quadratic) at(x, y float64) float64 {
	return x*(v.S[0][0]*x+v.S[0][1]*y) + y*(v.S[1][0]*x+v.S[1][1]*y)
}

// frobenius is the sum of the products of entries.
func frobenius(a, b [2][2]float64) float64 {
	return a[0][0]*b[0][0] + a[0][1]*b[0][1] + a[1][0]*b[1][0] + a[1][1]*b[1][1]
}

// spectral writes f as a sum of bumps of the kernel (xᵀy)², f = Σᵢ λᵢ k(uᵢ, ·).
func (v quadratic) spectral() *engine.Expansion {
	s, err := engine.Eigen(mat.NewSymDense(2, []float64{v.S[0][0], v.S[0][1], v.S[1][0], v.S[1][1]}))
	if err != nil {
		panic(err) // of a 2×2 matrix
	}
	e := &engine.Expansion{Kernel: engine.Polynomial{Degree: 2}, Alpha: s.Values}
	for j := range 2 {
		e.X = append(e.X, []float64{s.Vectors.At(0, j), s.Vectors.At(1, j)})
	}
	return e
}

func (v quadratic) picture(f *course.Form) *course.Picture {
	const edge, nodes = 3.5, 57
	axis := func(label string) plots.Axis { return plots.Axis{Label: label, Min: -edge, Max: edge} }
	values := mat.NewDense(nodes, nodes, nil)
	for i := range nodes {
		for j := range nodes {
			values.Set(i, j, v.at(-edge+2*edge*float64(j)/(nodes-1), -edge+2*edge*float64(i)/(nodes-1)))
		}
	}
	var levels []plots.Level
	for _, at := range []float64{-16, -8, -4, -2, 0, 2, 4, 8, 16} {
		levels = append(levels, plots.Level{At: at, Name: course.Value(at), Bold: at == 0, Dash: at < 0})
	}
	column := func(j int, ink plots.Token, name string) plots.Line {
		return plots.Line{Name: name, Xs: []float64{0, v.S[0][j]}, Ys: []float64{0, v.S[1][j]}, Color: ink, Head: true, Class: "column"}
	}
	fx, inner := v.at(v.x[0], v.x[1]), frobenius(v.S, v.other)
	norm := math.Sqrt(frobenius(v.S, v.S))
	length := v.x[0]*v.x[0] + v.x[1]*v.x[1]
	bound := norm * length
	plane := plots.Surface{X: axis("first input"), Y: axis("second input"), Values: values, Levels: levels, LinesOnly: true, Label: "f_S", Equal: true,
		Lines: []plots.Line{
			column(0, plots.Curve, "column 1 of S"), column(1, plots.Yours, "column 2"),
		},
		Markers: []plots.Marker{{X: v.x[0], Y: v.x[1], Name: "x"}},
	}
	names := []string{"a·a′", "b·b′", "b·b′", "c·c′"}
	if v.point {
		names = []string{"a·x₁²", "b·x₁x₂", "b·x₂x₁", "c·x₂²"}
	}
	terms := []plots.Term{}
	low, high, sum := 0.0, 0.0, 0.0
	for i := range 4 {
		product := v.S[i/2][i%2] * v.other[i/2][i%2]
		terms = append(terms, plots.Term{Name: names[i], Value: product, Group: i / 2})
		sum += product
		low, high = math.Min(low, sum), math.Max(high, sum)
	}
	y := plots.Axis{Label: "running sum", Max: plots.RoundUp(math.Max(high, 1))}
	if low < 0 {
		y.Min = -plots.RoundUp(-low)
	}
	falls := plots.Waterfall{Y: y, Terms: terms, Groups: []string{"first row", "second row"}, Total: "sum"}
	title := "⟨S, S′⟩, entry by entry"
	if v.point {
		title = "⟨S, xxᵀ⟩, entry by entry"
		falls.Reference = plots.Mark{At: fx, Name: "xᵀSx = " + course.Digits(fx)}
	}
	spectral := v.spectral()
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "quadratics-plane", Title: "Contours of f, and the columns of S", Width: course.Half, Plot: plane}},
			{{ID: "quadratics-sum", Title: title, Width: course.Half, Height: 440, Plot: falls}},
		},
		Numbers: []course.Number{
			{Name: "value", Label: "f(x) = xᵀSx", Means: "The value of the function at the point x.", Value: fx},
			{Name: "inner", Label: "⟨S, S′⟩", Means: "The entries of S and S′ multiplied one by one, and added up: the inner product of the two functions. S′ is xxᵀ, unless another is chosen.", Value: inner},
			{Name: "norm", Label: "‖f‖ = ‖S‖", Means: "The root of the sum of the squares of the four entries of S: the norm of f in the space.", Value: norm},
			{Name: "bound", Label: "‖f‖ √k(x, x)", Value: bound},
			{Name: "lambda1", Label: "λ₁ of S", Value: spectral.Alpha[0]},
			{Name: "lambda2", Label: "λ₂ of S", Value: spectral.Alpha[1]},
		},
		Handles: []course.Handle{
			{Panel: "quadratics-plane", Label: "The first column of S", X: "a", Y: "b", At: plots.Point{X: v.S[0][0], Y: v.S[1][0]}},
			{Panel: "quadratics-plane", Label: "The second column of S", X: "b", Y: "c", At: plots.Point{X: v.S[0][1], Y: v.S[1][1]}},
			{Panel: "quadratics-plane", Label: "The point x", X: "x1", Y: "x2", At: plots.Point{X: v.x[0], Y: v.x[1]}},
		},
		Goals: []course.Goal{{Name: "blind", At: "b=1.5&c=-2", Now: fmt.Sprintf("f(x) = %s, ‖S‖ = %s", course.Digits(fx), course.Digits(norm)), Reached: math.Abs(fx) < 0.05 && norm >= 3 && length > 0.5,
			Text: "Goal reached: S is at right angles to xxᵀ, and so f is zero there, whatever its norm."}},
		Certificate: v.certify(spectral, fx),
		Series:      []course.Series{course.Table("terms", "product", []float64{terms[0].Value, terms[1].Value, terms[2].Value, terms[3].Value})},
		Matrices: []course.NamedMatrix{
			{Name: "S", Values: mat.NewDense(2, 2, []float64{v.S[0][0], v.S[0][1], v.S[1][0], v.S[1][1]})},
			{Name: "other", Values: mat.NewDense(2, 2, []float64{v.other[0][0], v.other[0][1], v.other[1][0], v.other[1][1]})},
		},
		Code: programs.Code("quadratics", f, course.Values{"Other": []float64{v.other[0][0], v.other[0][1], v.other[1][0], v.other[1][1]}}),
	}
	p.Description = fmt.Sprintf("S = (%s %s; %s %s), and ‖f‖ = ‖S‖ = %s. At x = (%s, %s), f(x) = %s; in size it may be %s at most.",
		course.Value(v.S[0][0]), course.Value(v.S[0][1]), course.Value(v.S[1][0]), course.Value(v.S[1][1]), course.Digits(norm), course.Value(v.x[0]), course.Value(v.x[1]), course.Digits(fx), course.Digits(bound))
	if v.point {
		p.Description += fmt.Sprintf(" ⟨S, xxᵀ⟩ = %s, the same.", course.Digits(inner))
	} else {
		p.Description += fmt.Sprintf(" ⟨S, S′⟩ = %s.", course.Digits(inner))
	}
	return p
}

// certify says how well xᵀSx and the sum of bumps, Σ λᵢ (uᵢᵀx)², agree.
func (v quadratic) certify(spectral *engine.Expansion, fx float64) *course.Certificate {
	sum := spectral.Eval(v.x[:])
	gap := relative(sum-fx, math.Sqrt(frobenius(v.S, v.S))*(v.x[0]*v.x[0]+v.x[1]*v.x[1]))
	c := engine.Certified(gap, gap, engine.Rounding(4, 1)) // of four products
	return course.Agreement(c, "xᵀSx and a sum of two bumps of the kernel",
		fmt.Sprintf("xᵀSx = %s. With the eigenvalues λᵢ and eigenvectors uᵢ of S, Σᵢ λᵢ k(uᵢ, x) = Σᵢ λᵢ (uᵢᵀx)² = %s.", course.Digits(fx), course.Digits(sum)),
		"Their difference is divided by ‖S‖ ‖x‖², the most that f(x) can be. Bound: 16 ε.")
}
