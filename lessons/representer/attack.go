package representer

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// An attack on the theorem: f = f_U + t·f⊥, with f_U the fit, a sum of bumps at the flights,
// and f⊥ a bump at another place less its projection on those at the flights.
type attack struct {
	// What the controls say.
	data    engine.Dataset
	kernel  engine.Gaussian
	penalty string
	lambda  float64
	t, z    float64
	everyT  bool // the objective is drawn for every t

	// What is computed.
	part, swing, whole   *engine.Expansion // f_U, f⊥ and f
	fit, squared, length float64           // ‖f_U‖², ‖f⊥‖² and ‖f‖
	risk                 float64           // mean loss of f_U
	objective, least     float64           // loss and penalty of f, and of f_U
	moved, inner         float64           // most that a flight's value moves by, and |⟨f⊥, k(xᵢ, ·)⟩|
	there                float64           // f at 31 °F
	rounding             float64           // of what goes through the flights' Gram matrix
}

// swings bounds t, and lateFrom is from which multiple of ‖f_U‖² on the late penalty counts.
const (
	swings   = 5
	lateFrom = 2
)

var buildAttack = course.Steps(func(f *course.Form) course.Work {
	r := &attack{data: five()}
	r.t = f.Float("t", "t", 2, -swings, swings, course.Term("alpha"))
	r.penalty = f.Choice("penalty", "penalty Ω", "square",
		course.Options("square", "λ‖f‖²", "none", "none, λ = 0", "late", "λ(‖f‖² − c), where positive"), course.Leads)
	r.lambda = f.LogFloat("lambda", "λ", 0.05, 0.001, 0.2, course.Term("lambda"),
		course.When("penalty", "square", "late"))
	r.everyT = f.Choice("show", "objective", "along",
		course.Options("here", "at this t", "along", "along all t")) == "along"
	r.z = f.Float("z", "place z of the swing", 45, coldest, warmest, course.Unit("°F"), course.More)
	r.kernel.Length = f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 12,
		course.Unit("°F"), course.Term("bandwidth"), course.More)
	return r
})

// Compute finds f_U and f⊥, and what they add up to. Where Ω is zero on the way, f_U passes
// through the flights.
func (r *attack) Compute(context.Context, *course.Memo) error {
	K := engine.Gram(r.kernel, r.data.X)
	alpha, err := engine.SolveKRR(K, r.data.Y, r.shrink())
	if err != nil {
		return err
	}
	n := r.data.Len()
	kz := make([]float64, n)
	for i, x := range r.data.X {
		kz[i] = r.kernel.Eval(x, []float64{r.z})
	}
	c, err := engine.SolveKRR(K, kz, 0)
	if err != nil {
		return err
	}
	r.squared = math.Max(0, 1-floats.Dot(c, kz))
	s, err := engine.Eigen(K)
	if err != nil {
		return err
	}
	r.rounding = engine.RoundingBound(n, 1) * s.Values[0] / s.Values[n-1]
	if r.squared <= r.rounding { // a swing at a flight is none
		r.squared = 0
	}
	r.compose(alpha, c)
	norm := r.part.Norm()
	r.fit, r.length = norm*norm, r.whole.Norm()
	r.risk = engine.MeanSquare(r.data.Y, engine.Evaluate(r.part, r.data.X))
	if zero := make([]float64, n); engine.Agree(r.risk, 0, engine.MeanSquare(r.data.Y, zero)) {
		r.risk = 0
	}
	r.objective, r.least = r.risk+r.omega(r.split()), r.risk+r.omega(r.fit)
	r.moved = farthest(engine.Evaluate(r.whole, r.data.X), engine.Evaluate(r.part, r.data.X))
	for _, v := range engine.Evaluate(r.swing, r.data.X) { // ⟨f⊥, k(xᵢ, ·)⟩ = f⊥(xᵢ)
		r.inner = math.Max(r.inner, math.Abs(v))
	}
	r.there = r.whole.Eval([]float64{launch})
	return nil
}

// compose makes f_U of α, f⊥ = k(z, ·) − Σ cᵢ k(xᵢ, ·), and f of both.
func (r *attack) compose(alpha, c []float64) {
	x := append(r.data.X[:r.data.Len():r.data.Len()], []float64{r.z})
	r.part = &engine.Expansion{Kernel: r.kernel, X: r.data.X, Alpha: alpha}
	r.swing = &engine.Expansion{Kernel: r.kernel, X: x}
	r.whole = &engine.Expansion{Kernel: r.kernel, X: x}
	for i, a := range alpha {
		r.swing.Alpha = append(r.swing.Alpha, -c[i])
		r.whole.Alpha = append(r.whole.Alpha, a-r.t*c[i])
	}
	r.swing.Alpha, r.whole.Alpha = append(r.swing.Alpha, 1), append(r.whole.Alpha, r.t)
}

// shrink is the λ of f_U, and rate that of the penalty.
func (r *attack) shrink() float64 {
	if r.penalty == "square" {
		return r.lambda
	}
	return 0
}
func (r *attack) rate() float64 {
	if r.penalty == "none" {
		return 0
	}
	return r.lambda
}

// free is ‖f‖² up to which the late penalty is zero, and omega the penalty of a squared norm.
func (r *attack) free() float64 { return lateFrom * r.fit }
func (r *attack) omega(squared float64) float64 {
	if r.penalty == "late" {
		squared = math.Max(0, squared-r.free())
	}
	return r.rate() * squared
}

// split is ‖f‖² by its two parts.
func (r *attack) split() float64 { return r.fit + r.t*r.t*r.squared }

func (r *attack) Show(f *course.Form) *course.Picture {
	fit, handles, series := r.curves()
	objective, along := r.objectives()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "attack-f", Title: "The fit, with a swing added", Width: course.Wide, Height: course.Square,
				Plot: fit}},
			{{ID: "attack-objective", Title: "What is minimised", Width: course.Square, Height: course.Square,
				Plot: objective}},
		},
		Numbers:     r.numbers(),
		Handles:     handles,
		Series:      append(series, along),
		Certificate: r.certificate(),
		Says:        r.says(),
		Goals:       []course.Goal{r.goal()},
		Code: programs.Code("attack", f, course.Values{
			"X": r.data.Input(0), "Y": r.data.Y, "Bound": engine.RoundingBound(r.data.Len(), 1),
			"Rate": r.rate(), "From": map[string]float64{"late": lateFrom}[r.penalty], "Fit": r.shrink(),
		}),
	}
}

func (r *attack) numbers() []course.Number {
	return []course.Number{
		{Name: "norm", Label: "‖f‖", Means: "The norm of f, swing included, in the space of the kernel.",
			Value: r.length},
		{Name: "objective", Label: "loss + Ω", Value: r.objective,
			Means: "The mean of the squared misses at the flights, and the penalty."},
		{Name: "least", Label: "loss + Ω without the swing", Value: r.least,
			Means: "The same of f without the swing, which is a sum of five bumps."},
		{Name: "moved", Label: "flights’ values move by", Value: r.moved, Aside: true,
			Means: "How far f with the swing is from f without it at the five flights, at most: nothing but rounding."},
		{Name: "risk", Label: "mean loss", Value: r.risk},
		{Name: "norm_part", Label: "‖f‖ without the swing", Value: math.Sqrt(r.fit)},
		{Name: "norm_swing", Label: "‖f⊥‖", Value: math.Sqrt(r.squared)},
		{Name: "inner", Label: "largest |⟨f⊥, k(xᵢ, ·)⟩|", Value: r.inner, Aside: true},
		{Name: "at_launch", Label: "f at 31 °F", Value: r.there},
	}
}

// curves draws f, with and without the swing, and gives them as numbers. Its top can be
// dragged where there is a swing to see.
func (r *attack) curves() (plots.Curves, []course.Handle, []course.Series) {
	const from, to = 30, 85 // °F, that are drawn
	xs := between(from, to, r.kernel.Length, append(r.data.Input(0), r.z)...)
	fs, us, ss := along(xs, r.whole), along(xs, r.part), along(xs, r.swing)
	floats.Scale(r.t, ss)
	height := r.whole.Eval([]float64{r.z})
	_, others := someFlights()
	curve := plots.Curves{
		X: plots.Axis{Label: "temperature (°F)", Min: from, Max: to},
		Y: plots.Axis{Label: "damaged O-rings", Min: -0.3, Max: 3.2, Whole: true}, Legend: true,
		Points: points.Dots(r.data), PointsName: "five of 23 flights", Bold: true, Others: points.Dots(others),
		Lines: []plots.Line{
			{Name: "swing t · f⊥", Xs: xs, Ys: ss, Color: plots.Accent, Width: 1.6, Dots: true, Class: "swing"},
			{Name: "f without it", Xs: xs, Ys: us, Color: plots.Ok, Width: 2, Dash: true, Class: "part"},
			{Name: "f with it", Xs: xs, Ys: fs, Class: "curve t-fit"},
		},
		VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}},
	}
	var handles []course.Handle
	if r.squared > 0.02 && r.z >= from && height >= curve.Y.Min && height <= curve.Y.Max {
		top := plots.Point{X: r.z, Y: height}
		curve.Markers = []plots.Marker{{X: top.X, Y: top.Y, Name: "t", Above: true, Held: true}}
		handles = []course.Handle{{Panel: "attack-f", Label: "The swing, by the height of f at z", Y: "t",
			YPer: r.squared, At: top}}
	}
	return curve, handles, []course.Series{
		course.Table("data", "x y", r.data.Input(0), r.data.Y), course.Table("fit", "x f part swing", xs, fs, us, ss),
		course.Table("alpha", "x alpha", engine.Dataset{X: r.whole.X}.Input(0), r.whole.Alpha),
	}
}

// objectives draws loss and penalty at this t or along all, and gives them as numbers.
func (r *attack) objectives() (plots.Curves, course.Series) {
	top := plots.RoundUp(1.02 * (r.risk + r.lambda*(r.fit+swings*swings)))
	panel := plots.Curves{
		X: plots.Axis{Label: "t", Min: -swings, Max: swings}, Y: plots.Axis{Label: "objective", Max: top}, Legend: true,
		Markers: []plots.Marker{
			{X: r.t, Y: r.objective, Name: "objective"}, {X: r.t, Y: r.risk, Name: "loss", Color: plots.Soft},
		},
	}
	if r.objective-r.risk < top/20 {
		panel.Markers = panel.Markers[:1]
	}
	var ts, risks, all []float64
	for i := range 201 {
		t := -swings + 2*swings*float64(i)/200
		ts, risks, all = append(ts, t), append(risks, r.risk), append(all, r.risk+r.omega(r.fit+t*t*r.squared))
	}
	if r.everyT {
		panel.Lines = []plots.Line{
			{Name: "mean loss", Xs: ts, Ys: risks, Color: plots.Soft, Dash: true, Width: 1.8, Class: "loss"},
			{Name: "loss + Ω", Xs: ts, Ys: all, Class: "curve objective"},
		}
		if r.penalty == "square" && r.squared > 0 { // or it is as small elsewhere
			panel.Markers = append(panel.Markers, plots.Marker{X: 0, Y: r.least, Name: "least", Ring: true,
				Below: true, Color: plots.Ok, Class: "least"})
		}
	}
	if r.penalty == "late" {
		panel.Note = fmt.Sprintf("c = %s", course.Digits(r.free()))
	}
	return panel, course.Table("objectives", "t loss objective", ts, risks, all)
}

// certificate holds ‖f‖² by all six bumps to its two parts.
func (r *attack) certificate() *course.Certificate {
	squared, split := r.length*r.length, r.split()
	c := engine.Certified(math.Abs(squared-split)/split, 0, r.rounding)
	return course.Agreement(c, "‖f‖² and the sum of the squares of its two parts",
		fmt.Sprintf("‖f‖² = %s from all six bumps; without the swing, and with t²‖f⊥‖² added, %s.",
			course.Digits(squared), course.Digits(split)),
		fmt.Sprintf("Bound: 4√n ε = %s, times the condition number of the flights’ Gram matrix.",
			course.Digits(engine.RoundingBound(r.data.Len(), 1))))
}

// What the picture shows. That no flight moves is for the reader to see, as long as the
// penalty waits for an answer.
const (
	saysDiffers = "With t = {t}, f differs by {difference} at z = {z} °F from what it is without the swing."
	saysAlike   = "With t = {t}, f differs by {difference} at z = {z} °F from what it is without the swing, " +
		"and not at all at the five flights."
)

func (r *attack) says() []course.Said {
	differs := saysAlike
	if r.penalty == "square" {
		differs = saysDiffers
	}
	return []course.Said{course.Say(differs, course.Chosen(r.t), r.difference(), course.Chosen(r.z))}
}

// difference is how far f is from f_U at z.
func (r *attack) difference() float64 { return math.Abs(r.t) * r.squared }

// What the figure's goal asks for at 31 °F, and allows.
const goalRings, goalObjective = 2, 0.7

// goal is reached with the usual penalty alone: with the others the norm does not object
// either.
func (r *attack) goal() course.Goal {
	g := course.Goal{Name: "warn", At: "z=31&t=2.1", Now: course.Digits(r.there) + " rings",
		But: "without the norm in the penalty",
		Text: fmt.Sprintf("Goal reached: %s rings at 31 °F, and the five flights do not object. Only the norm does.",
			course.Digits(r.there))}
	if r.penalty == "square" {
		g.Now, g.But = fmt.Sprintf("%s rings at %s", course.Digits(r.there), course.Digits(r.objective)), ""
		g.Reached = r.there >= goalRings && r.objective <= goalObjective
	}
	return g
}
