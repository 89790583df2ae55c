package representer

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/plots"
)

// An attack on the theorem: f = f_U + t·f⊥, with f_U the fit, a sum of bumps at the flights,
// and f⊥ a bump at another place less its projection on those at the flights.
type attack struct {
	data     engine.Dataset
	kernel   engine.Gaussian
	penalty  string
	lambda   float64
	t, z     float64
	alpha, c []float64 // of f_U; f⊥ = k(z, ·) − Σ cᵢ k(xᵢ, ·)
	squared  float64   // ‖f⊥‖² = f⊥(z)
	fit      float64   // ‖f_U‖²
	free     float64   // ‖f‖² up to which the late penalty is zero
	risk     float64   // mean loss of f_U
	rounding float64   // of what goes through the flights' Gram matrix
}

// swings bounds t, and lateFrom is from which multiple of ‖f_U‖² on the late penalty counts.
const (
	swings   = 5
	lateFrom = 2
)

func buildAttack(f *course.Form) course.Draw {
	v := &attack{data: five()}
	v.t = f.Float("t", "t", 2, -swings, swings, course.Term("alpha"))
	v.penalty = f.Choice("penalty", "penalty Ω", "square", course.Options("square", "λ‖f‖²", "none", "none, λ = 0", "late", "λ(‖f‖² − c), where positive"), course.Leads)
	v.lambda = f.LogFloat("lambda", "λ", 0.05, 0.001, 0.2, course.Term("lambda"), course.When("penalty", "square", "late"))
	along := f.Choice("show", "objective", "here", course.Options("here", "at this t", "along", "along all t")) == "along"
	v.z = f.Float("z", "place z of the swing", 45, coldest, warmest, course.Unit("°F"), course.More)
	v.kernel.Length = f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 12, course.Unit("°F"), course.Term("bandwidth"), course.More)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		if err := v.solve(); err != nil {
			return nil, err
		}
		return v.picture(f, along), nil
	}
}

// solve finds f_U and f⊥. Where Ω is zero on the way, f_U passes through the flights.
func (v *attack) solve() (err error) {
	K := engine.Gram(v.kernel, v.data.X)
	if v.alpha, err = engine.SolveKRR(K, v.data.Y, v.shrink()); err != nil {
		return err
	}
	kz := make([]float64, v.data.Len())
	for i, x := range v.data.X {
		kz[i] = v.kernel.Eval(x, []float64{v.z})
	}
	if v.c, err = engine.SolveKRR(K, kz, 0); err != nil {
		return err
	}
	v.squared = math.Max(0, 1-floats.Dot(v.c, kz))
	s, err := engine.Eigen(K)
	if err != nil {
		return err
	}
	n := v.data.Len()
	v.rounding = engine.RoundingBound(n, 1) * s.Values[0] / s.Values[n-1]
	if v.squared <= v.rounding { // a swing at a flight is none
		v.squared = 0
	}
	norm := v.part().Norm()
	v.fit, v.free = norm*norm, lateFrom*norm*norm
	v.risk = engine.MeanSquare(v.data.Y, engine.Evaluate(v.part(), v.data.X))
	if zero := make([]float64, n); engine.Agree(v.risk, 0, engine.MeanSquare(v.data.Y, zero)) {
		v.risk = 0
	}
	return nil
}

// part is f_U, and whole f.
func (v *attack) part() *engine.Expansion {
	return &engine.Expansion{Kernel: v.kernel, X: v.data.X, Alpha: v.alpha}
}
func (v *attack) whole() *engine.Expansion {
	e := &engine.Expansion{Kernel: v.kernel, X: append(v.data.X[:v.data.Len():v.data.Len()], []float64{v.z})}
	for i, a := range v.alpha {
		e.Alpha = append(e.Alpha, a-v.t*v.c[i])
	}
	e.Alpha = append(e.Alpha, v.t)
	return e
}

// shrink is the λ of f_U, and rate that of the penalty.
func (v *attack) shrink() float64 {
	if v.penalty == "square" {
		return v.lambda
	}
	return 0
}
func (v *attack) rate() float64 {
	if v.penalty == "none" {
		return 0
	}
	return v.lambda
}

// omega is the penalty of a squared norm.
func (v *attack) omega(squared float64) float64 {
	if v.penalty == "late" {
		squared = math.Max(0, squared-v.free)
	}
	return v.rate() * squared
}

func (v *attack) picture(f *course.Form, curves bool) *course.Picture {
	whole, part := v.whole(), v.part()
	norm := whole.Norm()
	split := v.fit + v.t*v.t*v.squared
	objective, least := v.risk+v.omega(split), v.risk+v.omega(v.fit)
	values := engine.Evaluate(whole, v.data.X)
	moved := farthest(values, engine.Evaluate(part, v.data.X))
	var inner float64 // ⟨f⊥, k(xᵢ, ·)⟩ = f⊥(xᵢ)
	swing := &engine.Expansion{Kernel: v.kernel, X: whole.X}
	for _, c := range v.c {
		swing.Alpha = append(swing.Alpha, -c)
	}
	swing.Alpha = append(swing.Alpha, 1)
	for _, s := range engine.Evaluate(swing, v.data.X) {
		inner = math.Max(inner, math.Abs(s))
	}

	at := append(v.data.Input(0), v.z)
	xs := temperatures(v.kernel.Length, at...)
	fs, us, ss := along(xs, whole), along(xs, part), along(xs, swing)
	floats.Scale(v.t, ss)
	height := whole.Eval([]float64{v.z})
	curve := plots.Curves{X: temperatureAxis(), Y: plots.Axis{Label: "damaged O-rings", Min: -4, Max: 5}, Legend: true, PointsName: "five flights",
		Lines: []plots.Line{
			{Name: "swing t · f⊥", Xs: xs, Ys: ss, Color: plots.Accent, Width: 1.6, Dots: true, Class: "swing"},
			{Name: "f without it", Xs: xs, Ys: us, Color: plots.Ok, Width: 2, Dash: true, Class: "part"},
			{Name: "f with it", Xs: xs, Ys: fs, Class: "curve t-fit"},
		},
		VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}},
	}
	for i, x := range v.data.X {
		curve.Points = append(curve.Points, plots.Point{X: x[0], Y: v.data.Y[i]})
	}
	var handles []course.Handle
	if v.squared > 0.02 && height >= curve.Y.Min && height <= curve.Y.Max {
		curve.Markers = []plots.Marker{{X: v.z, Y: height, Name: "t"}}
		handles = []course.Handle{{Panel: "attack-f", Label: "The swing, by the height of f at z", Y: "t", YPer: v.squared, At: plots.Point{X: v.z, Y: height}}}
	}

	top := plots.RoundUp(1.02 * (v.risk + v.lambda*(v.fit+swings*swings)))
	objectives := plots.Curves{X: plots.Axis{Label: "t", Min: -swings, Max: swings}, Y: plots.Axis{Label: "objective", Max: top}, Legend: true,
		Markers: []plots.Marker{{X: v.t, Y: objective, Name: "objective"}, {X: v.t, Y: v.risk, Name: "loss", Color: plots.Soft}}}
	if objective-v.risk < top/20 {
		objectives.Markers = objectives.Markers[:1]
	}
	var ts, risks, all []float64
	for i := range 201 {
		t := -swings + 2*swings*float64(i)/200
		ts, risks, all = append(ts, t), append(risks, v.risk), append(all, v.risk+v.omega(v.fit+t*t*v.squared))
	}
	if curves {
		objectives.Lines = []plots.Line{
			{Name: "mean loss", Xs: ts, Ys: risks, Color: plots.Soft, Dash: true, Width: 1.8, Class: "loss"},
			{Name: "loss + Ω", Xs: ts, Ys: all, Class: "curve objective"},
		}
	}
	if v.penalty == "late" {
		objectives.Note = fmt.Sprintf("c = %s", course.Digits(v.free))
	}

	c := engine.Certified(math.Abs(norm*norm-split)/split, 0, v.rounding)
	there := whole.Eval([]float64{launch})
	tied := objective == least                              // of one loss, and so of one penalty
	now, square := "another penalty", v.penalty == "square" // with the others the norm does not object either
	if square {
		now = fmt.Sprintf("%s rings, objective %s", course.Digits(there), course.Digits(objective))
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "attack-f", Title: "The fit, with a swing added", Width: course.Wide, Height: course.Square, Plot: curve}},
			{{ID: "attack-objective", Title: "What is minimised", Width: course.Square, Height: course.Square, Plot: objectives}},
		},
		Numbers: []course.Number{
			{Name: "norm", Label: "‖f‖", Means: "The norm of f, swing included, in the space of the kernel.", Value: norm},
			{Name: "objective", Label: "loss + Ω", Means: "The mean of the squared misses at the flights, and the penalty.", Value: objective},
			{Name: "least", Label: "loss + Ω without the swing", Means: "The same of f without the swing, which is a sum of five bumps.", Value: least},
			{Name: "moved", Label: "flights’ values move by", Means: "How far f with the swing is from f without it at the five flights, at most: nothing but rounding.", Value: moved, Aside: true},
			{Name: "risk", Label: "mean loss", Value: v.risk},
			{Name: "norm_part", Label: "‖f‖ without the swing", Value: math.Sqrt(v.fit)},
			{Name: "norm_swing", Label: "‖f⊥‖", Value: math.Sqrt(v.squared)},
			{Name: "inner", Label: "largest |⟨f⊥, k(xᵢ, ·)⟩|", Value: inner, Aside: true},
			{Name: "at_launch", Label: "f at 31 °F", Value: there},
		},
		Handles: handles,
		Series: []course.Series{
			course.Table("data", "x y", v.data.Input(0), v.data.Y), course.Table("fit", "x f part swing", xs, fs, us, ss),
			course.Table("alpha", "x alpha", engine.Dataset{X: whole.X}.Input(0), whole.Alpha), course.Table("objectives", "t loss objective", ts, risks, all),
		},
		Certificate: course.Agreement(c, "‖f‖² and the sum of the squares of its two parts",
			fmt.Sprintf("‖f‖² = %s from all six bumps; without the swing, and with t²‖f⊥‖² added, %s.", course.Digits(norm*norm), course.Digits(split)),
			fmt.Sprintf("Bound: 4√n ε = %s, times the condition number of the flights’ Gram matrix.",
				course.Digits(engine.RoundingBound(v.data.Len(), 1)))),
		Description: v.describe(norm, objective, least, tied),
		Goals: []course.Goal{{Name: "warn", At: "z=31&t=2.1", Now: now, Reached: square && there >= goalRings && objective <= goalObjective,
			Text: fmt.Sprintf("Goal reached: %s rings at 31 °F, and the five flights do not object. Only the norm does.", course.Digits(there))}},
		Code: programs.Code("attack", f, course.Values{"X": v.data.Input(0), "Y": v.data.Y, "Bound": engine.RoundingBound(v.data.Len(), 1), "Rate": v.rate(), "From": map[string]float64{"late": lateFrom}[v.penalty], "Fit": v.shrink()}),
	}
	return p
}

// describe says what the picture shows. That no flight moves is for the reader to see, as
// long as the penalty waits for an answer.
func (v *attack) describe(norm, objective, least float64, tied bool) string {
	moves := fmt.Sprintf("With t = %s, f differs by %s at z = %s °F from what it is without the swing",
		course.Value(v.t), course.Digits(math.Abs(v.t)*v.squared), course.Value(v.z))
	if v.penalty != "square" {
		moves += ", and not at all at the five flights"
	}
	text := fmt.Sprintf("%s. ‖f‖ = %s, and without the swing %s.", moves, course.Digits(norm), course.Digits(math.Sqrt(v.fit)))
	switch {
	case tied && (v.t == 0 || v.squared == 0):
		return text + fmt.Sprintf(" There is no swing, and the objective is %s.", course.Digits(objective))
	case tied:
		return text + fmt.Sprintf(" The objective is %s with the swing and without.", course.Digits(objective))
	}
	return text + fmt.Sprintf(" The objective is %s, and without the swing %s.", course.Digits(objective), course.Digits(least))
}

// What the figure's goal asks for at 31 °F, and allows.
const goalRings, goalObjective = 2, 0.7
