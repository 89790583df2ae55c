package psdkernels

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	centres   = 13 // of the functions
	functions = 5
	zooWidth  = 1
)

// The figure zoo: one similarity as a curve, as a matrix, and as what functions are made
// of it.
type zoo struct {
	kernel  func() engine.Kernel
	from, z float64
	seed    int

	k               engine.Kernel
	x               [][]float64
	grid            []float64
	c               *examined
	to              []float64   // k(x, z) along the grid
	alpha, sums     [][]float64 // of the five functions, and they along the grid
	low, high, most float64     // of k(x, z), and of the functions in size
	squared         float64     // αᵀKα of the first
}

var buildZoo = course.Steps(func(f *course.Form) course.Work {
	r := &zoo{from: -3}
	where := f.Choice("data", "13 points", "even", course.Options("even", "from −3 to 3", "positive", "from 0 to 6"))
	if where == "positive" {
		r.from = 0
	}
	r.kernel = model.Similarity(f, model.Opening{Bandwidth: zooWidth, Slope: 1, Of: model.Names, AnySign: true})
	r.z = f.Float("z", "the point z", 0, -6, 6, course.More)
	r.seed = f.Int("seed", "seed of α", 1, 1, 999, course.More)
	return r
})

func (r *zoo) Compute(context.Context, *course.Memo) (err error) {
	r.k, r.x, r.sums, r.most = r.kernel(), nil, nil, 0
	for i := range centres {
		r.x = append(r.x, []float64{r.from + 6*float64(i)/(centres-1)})
	}
	r.grid = curves.Grid(r.from-0.5, r.from+6.5)
	if r.c, err = examine(engine.Gram(r.k, r.x)); err != nil {
		return err
	}
	at := engine.Column(r.grid)
	r.to = mat.Col(nil, 0, engine.Cross(r.k, at, [][]float64{{r.z}}))
	r.low, r.high = floats.Min(r.to), floats.Max(r.to)
	r.alpha = weights(r.seed)
	over := engine.Cross(r.k, at, r.x)
	for _, a := range r.alpha {
		y := engine.Apply(over, a)
		r.sums = append(r.sums, y)
		r.most = math.Max(r.most, floats.Norm(y, math.Inf(1)))
	}
	first := r.alpha[0]
	r.squared = engine.Tidy(form(r.c.K, first), r.c.rounding*floats.Dot(first, first))
	return nil
}

// weights are the α of the five functions, the same for every kernel.
func weights(seed int) [][]float64 {
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	all := make([][]float64, functions)
	for m := range all {
		for range centres {
			all[m] = append(all[m], course.Round(rng.NormFloat64(), 3))
		}
	}
	return all
}

// What the picture shows, before what the matrix says.
const saysRange = "k(x, {z}) goes from {least} to {greatest}."

func (r *zoo) Show(f *course.Form) *course.Picture {
	curve := plots.Panel{ID: "zoo-kernel",
		Title: "As a function of one point: " + strings.Replace(r.named(), " ", "\u00a0", 1),
		Width: course.Wide, Height: 200, Plot: r.curve()}
	sums := plots.Panel{ID: "zoo-functions", Title: "Five sums Σ αᵢ k(xᵢ, ·), α kept",
		Width: course.Wide, Height: 250, Plot: r.functions()}
	gram := plots.Panel{ID: "zoo-gram", Title: "K on the 13 points", Width: course.Square, Height: course.Square,
		Plot: plots.Heatmap{Values: r.c.K, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j"}}
	least := mat.Min(r.c.K)
	return &course.Picture{
		Columns: [][]plots.Panel{{curve, sums}, {gram}},
		Numbers: r.numbers(),
		Says: append([]course.Said{course.Say(saysRange, course.Chosen(r.z), r.low, r.high)},
			r.c.says(r.k, "these 13 points")...),
		Goals: []course.Goal{{
			Name: "positive", At: "kernel=polynomial&degree=2&offset=-0.1",
			Now:     fmt.Sprintf("least %s, eigenvalue %s", course.Digits(least), course.Digits(r.c.smallest())),
			Reached: least > 0 && r.c.witness != nil,
			Text: "Goal reached: any two of these points have a similarity above 0, " +
				"and all the same it is no kernel.",
		}},
		Series: []course.Series{
			course.Table("kernel", "x k", r.grid, r.to),
			course.Table("functions", "x f1 f2 f3 f4 f5", append([][]float64{r.grid}, r.sums...)...),
			course.Table("alpha", "f1 f2 f3 f4 f5", r.alpha...),
			course.Table("centres", "x", engine.Dataset{X: r.x}.Input(0)),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: r.c.K}},
		Code: programs.Code("zoo", f, course.Values{
			"From": r.from, "Alpha": r.alpha[0], "Parameters": model.Parameters(f),
			"Low": r.grid[0], "High": r.grid[len(r.grid)-1],
		}),
	}
}

// named is the curve of one point.
func (r *zoo) named() string { return fmt.Sprintf("k(x, %s)", course.Value(r.z)) }

func (r *zoo) numbers() []course.Number {
	return []course.Number{
		{Name: "smallest", Label: "least eigenvalue", Value: r.c.smallest(),
			Means: "The least that cᵀKc can be for a c of length 1, on these 13 points."},
		{Name: "squared_norm", Label: "αᵀKα of f₁", Value: r.squared,
			Means: "The square of the length of f₁ in the feature space; below zero it is the square of nothing."},
		{Name: "least", Label: "least " + r.named(), Means: "The least value of the upper curve.", Value: r.low},
		{Name: "greatest", Label: "greatest " + r.named(), Value: r.high},
		{Name: "largest", Label: "largest eigenvalue", Value: r.c.values[0]},
	}
}

func (r *zoo) axis() plots.Axis {
	return plots.Axis{Label: "x", Min: r.grid[0], Max: r.grid[len(r.grid)-1]}
}

// curve is k(x, z).
func (r *zoo) curve() plots.Curves {
	y := level("k", math.Max(math.Abs(r.low), math.Abs(r.high)))
	if r.low >= 0 {
		y.Min = 0
	}
	itself := []float64{r.z}
	return plots.Curves{X: r.axis(), Y: y, Legend: true,
		Points: []plots.Point{{X: r.z, Y: r.k.Eval(itself, itself)}}, PointsName: "the point z to itself",
		Lines: []plots.Line{{Name: r.named(), Xs: r.grid, Ys: r.to, Class: "curve t-gram"}}}
}

// functions are the five sums, the first over the others.
func (r *zoo) functions() plots.Curves {
	p := plots.Curves{X: r.axis(), Y: level("f(x)", r.most), PointsName: "the points xᵢ", Legend: true}
	for _, x := range r.x {
		p.Points = append(p.Points, plots.Point{X: x[0]})
	}
	for m := functions - 1; m > 0; m-- {
		p.Lines = append(p.Lines, plots.Line{Xs: r.grid, Ys: r.sums[m], Color: plots.Soft, Width: 1.2})
	}
	p.Lines[functions-2].Name = "f₂ to f₅"
	p.Lines = append(p.Lines,
		plots.Line{Name: "f₁", Xs: r.grid, Ys: r.sums[0], Width: 2.6, Color: plots.Accent, Class: "first"})
	return p
}

// level is an axis that holds what reaches so far from zero.
func level(label string, top float64) plots.Axis {
	const narrowest = 1e-9 // that an axis can be
	top = plots.RoundUp(math.Max(top, narrowest))
	return plots.Axis{Label: label, Min: -top, Max: top}
}
