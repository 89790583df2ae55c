package psdkernels

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/plots"
)

// The figure zoo: one similarity as a curve, as a matrix, and as what functions are made
// of it.

const (
	centres   = 13 // of the functions
	functions = 5
	zooWidth  = 1
)

func buildZoo(f *course.Form) course.Draw {
	where := f.Choice("data", "13 points", "even", course.Options("even", "from −3 to 3", "positive", "from 0 to 6"))
	kernel := model.Similarity(f, model.Opening{Bandwidth: zooWidth, Slope: 1, Of: model.Names, AnySign: true})
	z := f.Float("z", "the point z", 0, -6, 6, course.More)
	seed := f.Int("seed", "seed of α", 1, 1, 999, course.More)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		v := &zoo{k: kernel(), from: -3}
		if where == "positive" {
			v.from = 0
		}
		for i := range centres {
			v.x = append(v.x, []float64{v.from + 6*float64(i)/(centres-1)})
		}
		v.grid = curves.Grid(v.from-0.5, v.from+6.5)
		return v.picture(f, z, seed)
	}
}

type zoo struct {
	k    engine.Kernel
	from float64
	x    [][]float64
	grid []float64
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

func (v *zoo) picture(f *course.Form, z float64, seed int) (*course.Picture, error) {
	K := engine.Gram(v.k, v.x)
	c, err := examine(K)
	if err != nil {
		return nil, err
	}
	at := engine.Column(v.grid)
	to := mat.Col(nil, 0, engine.Cross(v.k, at, [][]float64{{z}}))
	alpha, over := weights(seed), engine.Cross(v.k, at, v.x)
	var lines []plots.Line
	columns, names := [][]float64{v.grid}, "x"
	top := 0.0
	for m, a := range alpha {
		y := mat.NewVecDense(len(v.grid), nil)
		y.MulVec(over, mat.NewVecDense(centres, a))
		ys := y.RawVector().Data
		top = math.Max(top, floats.Norm(ys, math.Inf(1)))
		l := plots.Line{Xs: v.grid, Ys: ys, Color: plots.Soft, Width: 1.2}
		if m == 0 {
			l = plots.Line{Name: "f₁", Xs: v.grid, Ys: ys, Width: 2.6, Color: plots.Accent, Class: "first"}
		}
		if m == 1 {
			l.Name = "f₂ to f₅"
		}
		columns, names = append(columns, ys), fmt.Sprintf("%s f%d", names, m+1)
		lines = append([]plots.Line{l}, lines...)
	}
	x := plots.Axis{Label: "x", Min: v.grid[0], Max: v.grid[len(v.grid)-1]}
	dots := make([]plots.Point, centres)
	for i := range dots {
		dots[i].X = v.x[i][0]
	}
	low, high := floats.Min(to), floats.Max(to)
	upper := level("k", math.Max(math.Abs(low), math.Abs(high)))
	if low >= 0 {
		upper.Min = 0
	}
	named := fmt.Sprintf("k(x, %s)", course.Value(z))
	squared := form(K, alpha[0])
	squared = tidy(squared, c.rounding*floats.Dot(alpha[0], alpha[0]))
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "zoo-kernel", Title: "As a function of one point: " + strings.Replace(named, " ", "\u00a0", 1), Width: course.Wide, Height: 200, Plot: plots.Curves{
				X: x, Y: upper, Points: []plots.Point{{X: z, Y: v.k.Eval([]float64{z}, []float64{z})}}, PointsName: "the point z to itself", Legend: true,
				Lines: []plots.Line{{Name: named, Xs: v.grid, Ys: to, Class: "curve t-gram"}}}},
				{ID: "zoo-functions", Title: "Five sums Σ αᵢ k(xᵢ, ·), α kept", Width: course.Wide, Height: 250, Plot: plots.Curves{
					X: x, Y: level("f(x)", top), Points: dots, PointsName: "the points xᵢ", Lines: lines, Legend: true}}},
			{{ID: "zoo-gram", Title: "K on the 13 points", Width: course.Square, Height: course.Square, Plot: plots.Heatmap{
				Values: K, Class: "t-gram", Label: "k(xᵢ, xⱼ)", Row: "point i", Col: "point j"}}},
		},
		Numbers: []course.Number{
			{Name: "smallest", Label: "smallest eigenvalue", Means: "The least that cᵀKc can be for a c of length 1, on these 13 points.", Value: c.smallest()},
			{Name: "squared_norm", Label: "αᵀKα of f₁", Means: "The square of the length of f₁ in the feature space; below zero it is the square of nothing.", Value: squared},
			{Name: "least", Label: "least " + named, Means: "The least value of the upper curve.", Value: low},
			{Name: "greatest", Label: "greatest " + named, Value: high},
			{Name: "largest", Label: "largest eigenvalue", Value: c.values[0]},
		},
		Description: fmt.Sprintf("%s goes from %s to %s. The five functions stay within ±%s. %s", named, course.Digits(low), course.Digits(high), course.Digits(top), c.says("these 13 points")),
		Goals: []course.Goal{{
			Name: "positive", At: "kernel=polynomial&degree=2&offset=-0.1",
			Now:     fmt.Sprintf("least %s, eigenvalue %s", course.Digits(mat.Min(K)), course.Digits(c.smallest())),
			Reached: mat.Min(K) > 0 && c.witness != nil,
			Text:    "Goal reached: any two of these points are alike, by numbers above 0, and all the same it is no kernel.",
		}},
		Series: []course.Series{
			course.Table("kernel", "x k", v.grid, to), course.Table("functions", names, columns...), course.Table("alpha", "f1 f2 f3 f4 f5", alpha...),
			{Name: "centres", Columns: []course.Column{{Name: "x", Values: engine.Dataset{X: v.x}.Input(0)}}},
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: K}},
		Code:     programs.Code("zoo", f, course.Values{"From": v.from, "Alpha": alpha[0], "Parameters": model.Parameters(f), "Low": v.grid[0], "High": v.grid[len(v.grid)-1]}),
	}, nil
}

// level is an axis that holds what reaches so far from zero.
func level(label string, top float64) plots.Axis {
	const narrowest = 1e-9 // that an axis can be
	top = plots.RoundUp(math.Max(top, narrowest))
	return plots.Axis{Label: label, Min: -top, Max: top}
}
