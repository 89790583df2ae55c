package psdkernels

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	clockWidth = 1.6 // rad, at which a few hours have a witness
	goalLeast  = -1  // the eigenvalue that the goal asks for
)

// The figure detective: does the Gram matrix of these points convict a similarity?
type detective struct {
	points *points.Free
	kernel func() engine.Kernel
	at     int // the point pointed at, −1 for none

	c     *examined // nil without points, and where there are no eigenvalues
	least float64   // the least entry of K, 0 where rounding may have made it of that
	trace float64
}

var buildDetective = course.Steps(func(f *course.Form) course.Work {
	load := points.OfNoClass(f, points.Offer{Data: "clock", Edit: "detective-plane"})
	r := &detective{kernel: model.Similarity(f, model.Opening{
		Kernel: "arc", Bandwidth: clockWidth, Slope: 1, Of: model.Similarities, AnySign: true,
	})}
	r.points = load()
	r.at = points.PointedAt(f, len(r.points.X)) - 1
	return r
})

func (r *detective) Compute(context.Context, *course.Memo) (err error) {
	n := len(r.points.X)
	if n == 0 {
		return nil
	}
	K := engine.Gram(r.kernel(), r.points.X)
	if r.c, err = examine(K); err != nil {
		r.c = nil // which the picture says
		return nil
	}
	r.least = mat.Min(K)
	size := math.Max(-r.least, mat.Max(K))
	r.least = engine.Tidy(r.least, engine.Rounding(1, size))
	r.trace = engine.Tidy(mat.Trace(K), engine.Rounding(n, size))
	return nil
}

// An examined matrix is a Gram matrix with its eigenvalues and, where there is one, its
// witness.
type examined struct {
	K        *mat.SymDense
	values   []float64 // descending; zero where rounding may have made them of it
	rounding float64   // so much it may
	least    []float64 // c of length 1 with the least cᵀKc
	witness  []float64 // that c, where cᵀKc is below zero by more than rounding; else nil
}

// examine looks for a witness.
func examine(K *mat.SymDense) (*examined, error) {
	r, err := engine.CheckPSD(K)
	if err != nil {
		return nil, err
	}
	c := &examined{K: K, values: make([]float64, len(r.Eigenvalues)), rounding: r.Rounding, least: r.Witness}
	for i, v := range r.Eigenvalues {
		c.values[i] = engine.Tidy(v, c.rounding)
	}
	if r.Verdict != engine.SemiDefinite {
		c.witness = c.least
	}
	return c, nil
}

func (c *examined) smallest() float64 { return c.values[len(c.values)-1] }

// negative counts the eigenvalues below zero.
func (c *examined) negative() int {
	n := 0
	for _, v := range c.values {
		if v < 0 {
			n++
		}
	}
	return n
}

// form is cᵀKc.
func form(K mat.Symmetric, c []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(c), c), K, mat.NewVecDense(len(c), c))
}

func (r *detective) Show(f *course.Form) *course.Picture {
	if r.c == nil {
		return r.blank()
	}
	title := "The points: no witness"
	if r.c.witness != nil {
		title = "The witness c on the points"
	}
	small := func(id, title string, plot plots.Drawer) plots.Panel {
		return plots.Panel{ID: "detective-" + id, Title: title, Width: course.Square, Height: 180, Plot: plot}
	}
	large := func(id, title string, plot plots.Drawer) plots.Panel {
		p := small(id, title, plot)
		p.Lead, p.Height = true, 372
		return p
	}
	x1, x2 := engine.Dataset{X: r.points.X}.Input(0), engine.Dataset{X: r.points.X}.Input(1)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{large("plane", title, r.plane()), small("spectrum", "The eigenvalues of K", r.spectrum())},
			{large("gram", "Their Gram matrix", r.gram()), small("witness", "The c with the least cᵀKc", r.stems())},
		},
		Numbers:     r.numbers(),
		Says:        r.says(),
		SaysOfDatum: r.saysOfDatum(),
		Series:      r.series(x1, x2),
		Matrices:    []course.NamedMatrix{{Name: "gram", Values: r.c.K}},
		Goals:       []course.Goal{r.goal(f)},
		Code: programs.Code("detective", f,
			course.Values{"X1": x1, "X2": x2, "Parameters": model.Parameters(f)}),
	}
}

// blank is the picture without points, or without eigenvalues.
func (r *detective) blank() *course.Picture {
	if len(r.points.X) > 0 {
		return &course.Picture{
			Message: "The entries of K are too large for a float64 to tell their eigenvalues. " +
				"Smaller inputs or a lower degree bring them back.",
			Says: []course.Said{course.Say(saysNoEigenvalues)},
		}
	}
	x, y := r.points.Axes()
	return points.Blank("detective-plane", course.Square, plots.Scatter{X: x, Y: y, Equal: true},
		", and the search for a witness begins.", saysNoPoints)
}

// plane has the points, with the witness on them if there is one.
func (r *detective) plane() plots.Scatter {
	n, witness := len(r.points.X), r.c.witness
	x, y := r.points.Axes()
	p := plots.Scatter{X: x, Y: y, Equal: true, Numbers: n <= 12 && witness == nil,
		Classes: []plots.Class{{Points: r.points.Dots(), Color: plots.Ink, Size: 5}}, Highlight: r.pointed()}
	if witness != nil {
		largest := math.Max(floats.Max(witness), -floats.Min(witness))
		p.Signed = &plots.Signed{Name: "c", Points: r.points.Dots(), Values: witness,
			Largest: largest * math.Max(1, float64(n)/8)} // smaller where there are many
	}
	return p
}

func (r *detective) pointed() []int {
	if r.at < 0 {
		return nil
	}
	return []int{r.at}
}

func (r *detective) gram() plots.Heatmap {
	return plots.Heatmap{
		Values: r.c.K, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j",
		Numbers: true, Rows: r.pointed(), Cols: r.pointed(), Alone: r.at >= 0,
	}
}

func (r *detective) spectrum() plots.SignedSpectrum {
	return plots.SignedSpectrum{Values: r.c.values,
		X: plots.Axis{Label: "place", Max: float64(len(r.points.X) + 1)}, Y: plots.Axis{Label: "eigenvalue"}}
}

func (r *detective) stems() plots.Stems {
	return plots.Stems{
		X:  plots.Axis{Label: "point i", Max: float64(len(r.points.X) + 1), Whole: true},
		Y:  plots.Axis{Label: "cᵢ, of ‖c‖ = 1", Min: -1, Max: 1},
		Xs: r.places(), Alpha: r.c.least, Highlight: r.pointed(),
	}
}

// places are the numbers of the points.
func (r *detective) places() []float64 { return course.Counting(1, len(r.points.X)) }

func (r *detective) numbers() []course.Number {
	return []course.Number{
		{Name: "smallest", Label: "least eigenvalue", Value: r.c.smallest(),
			Means: "The least that cᵀKc can be for a c of length 1. Below zero, there is a witness."},
		{Name: "negative", Label: "negative eigenvalues", Value: float64(r.c.negative()), Whole: true,
			Means: "How many eigenvalues of K are below zero. A kernel’s Gram matrix has none."},
		{Name: "least_entry", Label: "least entry of K", Value: r.least,
			Means: "The least similarity of two of these points, one with itself included. " +
				"What rounding may have made of zero is shown as 0."},
		{Name: "largest", Label: "largest eigenvalue", Value: r.c.values[0]},
		{Name: "trace", Label: "trace of K", Value: r.trace},
	}
}

func (r *detective) series(x1, x2 []float64) []course.Series {
	all := []course.Series{
		course.Table("data", "x1 x2", x1, x2), course.Table("eigenvalues", "eigenvalue", r.c.values),
	}
	if r.c.witness != nil {
		all = append(all, course.Table("witness", "i c", r.places(), r.c.witness))
	}
	return all
}

// goal is reached by four points of the reader's own.
func (r *detective) goal(f *course.Form) course.Goal {
	n, smallest, own := len(r.points.X), r.c.smallest(), r.points.Name == "points"
	g := course.Goal{
		Name: "tanh", At: "kernel=sigmoid&data=points&points=-1.75,1.95;1.6,1.95;0.93,-0.8;-1.3,-1.2",
		Now:  course.Digits(smallest),
		Text: fmt.Sprintf("Goal reached: four points have a witness, with cᵀKc = %s.", course.Digits(smallest)),
	}
	switch {
	case f.Control("kernel").Value != "sigmoid":
		g.But = "not of tanh"
	case !own:
		g.But = "without points of your own"
	case n != 4:
		g.But = "by " + course.Plural(n, "point")
	default:
		g.Reached = smallest < goalLeast
	}
	return g
}

// What the matrix says, of points that are named; what the picture shows besides; and what
// is said of a point.
const (
	saysWitness  = "There is a witness for {who}: along it cᵀKc = {smallest}, so this similarity is no kernel."
	saysPositive = "No witness found for {who}: the smallest eigenvalue is {smallest}, " +
		"so cᵀKc is above 0 for every c but 0."
	saysZero   = "No witness found for {who}: the smallest eigenvalue is 0 to rounding, which allows {rounding}."
	saysOthers = "Other points may have a witness."
	saysProved = "No points have one: proof below."

	saysNoPoints      = "No points, no witness."
	saysNoEigenvalues = "No eigenvalues."

	saysPoint        = "Point {at} is at ({x1}, {x2}), with k = {self} to itself."
	saysWitnessPoint = "Point {at} is at ({x1}, {x2}), with k = {self} to itself and c = {c}."
)

// says is what the matrix of a similarity says; who are the points.
func (c *examined) says(k engine.Kernel, who string) []course.Said {
	others := course.Say(saysOthers)
	// The lesson's proof is for all points there are: that of min is for coordinates from 0 on.
	if form, values, ok := engine.FormOf(k); ok && !form.Lacks(values, math.Inf(-1)) {
		others = course.Say(saysProved)
	}
	switch {
	case c.witness != nil:
		return []course.Said{course.Say(saysWitness, who, c.smallest())}
	case c.smallest() > 0:
		return []course.Said{course.Say(saysPositive, who, c.smallest()), others}
	}
	return []course.Said{course.Say(saysZero, who, c.rounding), others}
}

func (r *detective) says() []course.Said {
	who := fmt.Sprintf("these %d points", len(r.points.X))
	if len(r.points.X) == 1 {
		who = "this point"
	}
	return r.c.says(r.kernel(), who)
}

func (r *detective) saysOfDatum() []course.Said {
	if r.at < 0 {
		return nil
	}
	x, self := r.points.X[r.at], r.c.K.At(r.at, r.at)
	if r.c.witness == nil {
		return []course.Said{course.Say(saysPoint, r.at+1, x[0], x[1], self)}
	}
	return []course.Said{course.Say(saysWitnessPoint, r.at+1, x[0], x[1], self, r.c.witness[r.at])}
}
