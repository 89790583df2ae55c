package rkhs

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/plots"
)

func buildFunction(f *course.Form) course.Draw {
	load := declare(f)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		v := load()
		if v.alpha == nil {
			return v.none("function-f"), nil
		}
		return v.picture(f), nil
	}
}

// picture is f with its bumps, and the sum that its norm is.
func (v *element) picture(f *course.Form) *course.Picture {
	xs := v.places()
	shares, squared := v.shares()
	norm, fx := v.norm(), v.at(v.x)
	x, y := v.axes("f(x)", reach)
	curve := plots.Curves{X: x, Y: y, Legend: true}
	curve.Points, _, curve.Others = v.points()
	if v.held != nil {
		if len(curve.Others) > 0 {
			curve.OthersName = "not kept"
		}
		for _, reading := range curve.Points { // over the curves, which all pass through them
			curve.Markers = append(curve.Markers, plots.Marker{X: reading.X, Y: reading.Y, Color: plots.Data, Shape: plots.Diamond, Class: "reading"})
		}
	}
	for i, c := range v.X {
		bump := plots.Line{Xs: xs, Ys: along(xs, func(t float64) float64 { return v.alpha[i] * v.k(c[0], t) }), Color: plots.Soft, Width: 1.1, Class: "bump"}
		if i == 0 {
			bump.Name = "bumps"
		}
		curve.Lines = append(curve.Lines, bump)
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "k(x, ·)", Xs: xs, Ys: along(xs, func(t float64) float64 { return v.k(v.x, t) }), Color: plots.Accent, Width: 1.6, Dots: true, Class: "kx"})
	fs := along(xs, v.at)
	series := []course.Series{course.Table("f", "x y", xs, fs)}
	if v.held != nil {
		least := v.least()
		ys := along(xs, func(t float64) float64 { return least.Eval([]float64{t}) })
		curve.Lines = append(curve.Lines, plots.Line{Name: "least norm", Xs: xs, Ys: ys, Color: plots.Ok, Width: 2, Dash: true, Class: "least"})
		series = append(series, course.Table("least", "x y", xs, ys))
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "f", Xs: xs, Ys: fs, Class: "curve t-fit"})
	curve.VLines = []plots.Mark{{At: v.x, Name: "x", Dash: true, Color: plots.Accent}}

	p := &course.Picture{
		Numbers: []course.Number{
			{Name: "norm", Label: "‖f‖", Means: "The norm of f in the space of the kernel: the root of αᵀKα.", Value: norm},
			{Name: "value", Label: "f(x) = ⟨f, k(x, ·)⟩", Means: "The value of f at the place x, which is its inner product with k(x, ·).", Value: fx},
		},
		Handles: v.handles("function-f", y),
		Series: append(series,
			course.Table("alpha", "x alpha", engine.Dataset{X: v.X}.Input(0), v.alpha),
		),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: engine.Gram(v.kernel, v.X)}, {Name: "shares", Values: shares}},
		Certificate: v.polarize(fx),
	}
	if h := p.Handles; len(h) > 0 && h[0].X == "x" {
		curve.Markers = append(curve.Markers, plots.Marker{X: v.x, Y: fx})
	}
	goal := course.Goal{Name: "twice", At: "centres=6&a4=3&a5=3&a6=-3", Now: "no readings"}
	reading := fmt.Sprintf("At x = %s, f(x) = ⟨f, k(x, ·)⟩ = %s.", course.Value(v.x), course.Digits(fx))
	if v.held != nil {
		least := v.least().Norm()
		far, at := v.away(xs)
		ratio := norm / least
		p.Numbers = append(p.Numbers,
			course.Number{Name: "least", Label: "least ‖f‖ through the readings", Means: "The norm of the dashed function. No function of the space with these values at the readings has a smaller one.", Value: least},
			course.Number{Name: "ratio", Label: "times the least", Value: ratio},
			course.Number{Name: "away", Label: "farthest from the dashed one", Value: far})
		goal.Now = fmt.Sprintf("%s times as wild, %s off", course.Digits(ratio), course.Digits(far))
		goal.Reached = ratio >= 2 && far < v.held.near
		goal.Text = fmt.Sprintf("Goal reached: the same three readings, %s times the norm, and never more than %s away. "+
			"Swings in different places add up by the squares of their norms, and not by their heights.",
			course.Digits(ratio), course.Digits(far))
		if v.held != sources["air"] {
			goal.Asks = fmt.Sprintf("through the same readings, twice as wild, and nowhere %s off", course.Digits(v.held.near))
		}
		p.Description = fmt.Sprintf("Through 3 readings goes f with ‖f‖ = %s; the least norm there is %s.", course.Digits(norm), course.Digits(least)) + " " + reading
		if !engine.Agree(far, 0, floats.Norm(fs, math.Inf(1))) {
			p.Description += fmt.Sprintf(" From the function of the least norm f is farthest at x = %s: %s.", course.Digits(at), course.Digits(far))
		} else {
			p.Description += " It is the function of the least norm."
		}
	} else {
		p.Description = fmt.Sprintf("%d bumps add up to f, with ‖f‖ = %s. %s", len(v.X), course.Digits(norm), reading)
	}
	p.Numbers = append(p.Numbers,
		course.Number{Name: "norm_squared", Label: "‖f‖² = αᵀKα", Value: squared},
		course.Number{Name: "l2", Label: "root of the mean of f², as drawn", Value: rms(xs, fs)},
	)
	if v.held == nil {
		p.Numbers[2], p.Numbers[3] = p.Numbers[3], p.Numbers[2]
		p.Numbers[2].Means = "The mean of the square of f from x = 0 to x = 6.5, and its root: the size of f for somebody who knows no kernel."
		goal.Asks = "hold $f$ at three readings to reach it"
	}
	p.Goals = []course.Goal{goal}
	most := plots.RoundUp(math.Max(1e-3, mat.Norm(shares, math.Inf(1))))
	p.Columns = [][]plots.Panel{
		{{ID: "function-f", Title: "f and its bumps", Width: course.Wide, Height: course.Square, Plot: curve}},
		{{ID: "function-norm", Title: "Shares that add up to ‖f‖²", Width: course.Square, Height: course.Square,
			Plot: plots.Heatmap{Values: hundredths(shares), Scale: plots.Scale{Ramp: plots.BlueWhiteRed, Min: -most, Max: most}, Label: "αᵢ αⱼ k(xᵢ, xⱼ)", Row: "centre i", Col: "centre j", Numbers: true, Class: "t-gram"}}},
	}
	p.Code = programs.Code("function", f, v.values(f))
	return p
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
		add(course.Handle{Label: fmt.Sprintf("Bump %d, its height at its centre", first+i+1), Y: fmt.Sprintf("a%d", first+i+1), YPer: v.k(c, c), At: plots.Point{X: c, Y: a * v.k(c, c)}})
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
		fmt.Sprintf("f(x) = %s is Σᵢ αᵢ k(xᵢ, x). From norms alone, (‖f + k(x, ·)‖² − ‖f − k(x, ·)‖²)/4 = %s.", course.Digits(fx), course.Digits(inner)),
		"Their difference is divided by (Σᵢ |αᵢ| √k(xᵢ, xᵢ) + √k(x, x))², which is as large as the numbers get on the way.",
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
	return course.Values{"XAxis": across, "YAxis": up, "Parameters": model.Parameters(f), "Centres": engine.Dataset{X: v.X}.Input(0), "Readings": y, "Free": v.free}
}

// hundredths are the entries as they are written into their squares.
func hundredths(m *mat.SymDense) *mat.SymDense {
	n := m.SymmetricDim()
	rounded := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			rounded.SetSym(i, j, math.Round(100*m.At(i, j))/100+0)
		}
	}
	return rounded
}

// rms is the root of the mean of f² by the trapezoid rule.
func rms(xs, fs []float64) float64 {
	sum := 0.0
	for i := 1; i < len(xs); i++ {
		sum += (xs[i] - xs[i-1]) * (fs[i]*fs[i] + fs[i-1]*fs[i-1]) / 2
	}
	return math.Sqrt(sum / (xs[len(xs)-1] - xs[0]))
}
