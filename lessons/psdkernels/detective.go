package psdkernels

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure detective: does the Gram matrix of these points convict a similarity?

const (
	clockWidth = 1.6 // rad, at which a few hours convict
	convicting = -1  // the eigenvalue that the goal asks for
)

func buildDetective(f *course.Form) course.Draw {
	load := points.OfNoClass(f, points.Offer{Data: "clock", Edit: "detective-plane"})
	kernel := model.Similarity(f, model.Opening{Kernel: "arc", Bandwidth: clockWidth, Slope: 1, Of: model.Similarities, AnySign: true})
	p := load()
	at := points.PointedAt(f, len(p.X))
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		x, y := p.Axes()
		if len(p.X) == 0 {
			return &course.Picture{
				Columns: [][]plots.Panel{{{ID: "detective-plane", Title: "An empty plane", Width: course.Square, Plot: plots.Scatter{X: x, Y: y, Equal: true}}}},
				Message: "There are no points yet. Add some, and the search for a witness begins.", Description: "No points, no witness.",
			}, nil
		}
		K := engine.Gram(kernel(), p.X)
		c, err := examine(K)
		if err != nil {
			return &course.Picture{Message: "The entries of K are too large for a float64 to tell their eigenvalues. Smaller inputs or a lower degree bring them back.", Description: "No eigenvalues."}, nil
		}
		return c.picture(f, p, at-1), nil
	}
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
	e := &examined{K: K, values: make([]float64, len(r.Eigenvalues)), rounding: r.Rounding, least: r.Witness}
	for i, v := range r.Eigenvalues {
		if math.Abs(v) > e.rounding {
			e.values[i] = v
		}
	}
	if r.Verdict != engine.SemiDefinite {
		e.witness = e.least
	}
	return e, nil
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

// says is what the matrix says, in a sentence; who are the points.
func (c *examined) says(who string) string {
	least := course.Digits(c.smallest())
	switch {
	case c.witness != nil:
		return fmt.Sprintf("Convicted by %s: along the witness cᵀKc = %s, so this similarity is no kernel.", who, least)
	case c.smallest() > 0:
		return fmt.Sprintf("None found for %s: the smallest eigenvalue is %s, so cᵀKc is above 0 for every c but 0. Other points may have a witness.", who, least)
	}
	return fmt.Sprintf("None found for %s: the smallest eigenvalue is 0 to rounding, which allows %s. Other points may have a witness.", who, course.Digits(c.rounding))
}

func those(n int) string {
	if n == 1 {
		return "this point"
	}
	return fmt.Sprintf("these %d points", n)
}

func (c *examined) picture(f *course.Form, p *points.Free, at int) *course.Picture {
	n := len(p.X)
	x, y := p.Axes()
	x1, x2 := engine.Dataset{X: p.X}.Input(0), engine.Dataset{X: p.X}.Input(1)
	index := make([]float64, n)
	for i := range index {
		index[i] = float64(i + 1)
	}
	plane := plots.Scatter{X: x, Y: y, Equal: true, Numbers: n <= 12 && c.witness == nil, Classes: []plots.Class{{Points: p.Dots(), Color: plots.Ink, Size: 5}}}
	if c.witness != nil {
		largest := math.Max(floats.Max(c.witness), -floats.Min(c.witness)) * math.Max(1, float64(n)/8) // smaller where there are many
		plane.Signed = &plots.Signed{Name: "c", Points: p.Dots(), Values: c.witness, Largest: largest}
	}
	gram := plots.Heatmap{Values: c.K, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j", Numbers: true}
	least, greatest := mat.Min(c.K), mat.Max(c.K)
	entry := math.Max(-least, greatest) // the largest in size
	least, trace := tidy(least, engine.Rounding(1, entry)), tidy(mat.Trace(c.K), engine.Rounding(n, entry))
	pic := &course.Picture{
		Numbers: []course.Number{
			{Name: "smallest", Label: "smallest eigenvalue", Means: "The least that cᵀKc can be for a c of length 1. Below zero, there is a witness.", Value: c.smallest()},
			{Name: "negative", Label: "negative eigenvalues", Means: "How many eigenvalues of K are below zero. A kernel’s Gram matrix has none.", Value: float64(c.negative()), Whole: true},
			{Name: "least_entry", Label: "least entry of K", Means: "The least similarity of two of these points, one with itself included. What rounding may have made of zero is shown as 0.", Value: least},
			{Name: "largest", Label: "largest eigenvalue", Value: c.values[0]},
			{Name: "trace", Label: "trace of K", Value: trace},
		},
		Description: fmt.Sprintf("%s Entries of K lie between %s and %s.", c.says(those(n)), orZero(least), course.Digits(greatest)),
		Series: []course.Series{
			course.Table("data", "x1 x2", x1, x2),
			{Name: "eigenvalues", Columns: []course.Column{{Name: "eigenvalue", Values: c.values}}},
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: c.K}},
		Code:     programs.Code("detective", f, course.Values{"X1": x1, "X2": x2, "Parameters": model.Parameters(f)}),
	}
	if c.witness != nil {
		pic.Series = append(pic.Series, course.Table("witness", "i c", index, c.witness))
	}
	if at >= 0 {
		plane.Highlight, gram.Rows, gram.Cols, gram.Alone = []int{at}, []int{at}, []int{at}, true
		pic.Datum = c.datum(p, at)
	}
	kernel, four := f.Control("kernel").Value, n == 4 && p.Name == "points"
	now := "another similarity"
	if kernel == "sigmoid" {
		now = fmt.Sprintf("%s, smallest %s", course.Plural(n, "point"), course.Digits(c.smallest()))
		if p.Name != "points" {
			now = "not your own points"
		}
	}
	pic.Goals = []course.Goal{{
		Name: "tanh", At: "kernel=sigmoid&data=points&points=-1.75,1.95;1.6,1.95;0.93,-0.8;-1.3,-1.2", Now: now,
		Reached: kernel == "sigmoid" && four && c.smallest() < convicting,
		Text:    fmt.Sprintf("Goal reached: four points convict tanh, with cᵀKc = %s.", course.Digits(c.smallest())),
	}}
	stems := plots.Stems{X: plots.Axis{Label: "point i", Max: float64(n + 1), Whole: true}, Y: plots.Axis{Label: "cᵢ, of ‖c‖ = 1", Min: -1, Max: 1}, Xs: index, Alpha: c.least}
	if at >= 0 {
		stems.Highlight = []int{at}
	}
	title := "The points: no witness"
	if c.witness != nil {
		title = "The witness c on the points"
	}
	const high, low = 372, 180 // px
	pic.Columns = [][]plots.Panel{
		{{ID: "detective-plane", Lead: true, Title: title, Width: course.Square, Height: high, Plot: plane},
			{ID: "detective-spectrum", Title: "The eigenvalues of K", Width: course.Square, Height: low, Plot: plots.SignedSpectrum{
				X: plots.Axis{Label: "place", Max: float64(n + 1)}, Y: plots.Axis{Label: "eigenvalue"}, Values: c.values}}},
		{{ID: "detective-gram", Lead: true, Title: "Their Gram matrix", Width: course.Square, Height: high, Plot: gram},
			{ID: "detective-witness", Title: "The c with the least cᵀKc", Width: course.Square, Height: low, Plot: stems}},
	}
	return pic
}

// tidy is v, or 0 if rounding may have made it of that.
func tidy(v, rounding float64) float64 {
	if math.Abs(v) <= rounding {
		return 0
	}
	return v
}

// orZero is a tidy number in words.
func orZero(v float64) string {
	if v == 0 {
		return "0 to rounding"
	}
	return course.Digits(v)
}

// datum is what is said of a point.
func (c *examined) datum(p *points.Free, i int) string {
	s := fmt.Sprintf("Point %d is at (%s, %s), with k = %s to itself", i+1, course.Digits(p.X[i][0]), course.Digits(p.X[i][1]), course.Digits(c.K.At(i, i)))
	if c.witness != nil {
		s += fmt.Sprintf(" and c = %s", course.Digits(c.witness[i]))
	}
	return s + "."
}

// form is cᵀKc.
func form(K mat.Symmetric, c []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(c), c), K, mat.NewVecDense(len(c), c))
}
