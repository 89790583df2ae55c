package kernelalgebra

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure series: exp(xy) and the partial sums of its series.

const (
	mostTerms = 20
	near      = 0.01 // of an entry, that the goal asks for
)

// partial is the kernel Σ (xy)ʲ/j! of the first so many terms, j from 0.
type partial struct{ terms int }

func (k partial) Eval(x, y []float64) float64 {
	sum, term := 0.0, 1.0
	for j := 1; j <= k.terms; j++ {
		sum += term
		term *= x[0] * y[0] / float64(j)
	}
	return sum
}

type series struct {
	// What the controls say.
	terms, n int
	reach    float64

	// What is computed.
	x      []float64
	full   []float64   // the eigenvalues of exp(xy), descending
	values [][]float64 // those of the sums of 1, 2, … terms
	S, K   *mat.SymDense
	miss   float64 // the largest of an entry
}

var buildSeries = course.Steps(func(f *course.Form) course.Work {
	return &series{
		terms: f.Int("terms", "terms m", 3, 1, mostTerms, course.Film),
		n:     f.Int("n", "points n", 8, 2, 12),
		reach: f.Float("reach", "points from −r to r, r =", 2, 0.5, 3),
	}
})

// eigenvalues are those of a Gram matrix, zero where rounding may have made them.
func eigenvalues(K *mat.SymDense) []float64 {
	s := course.Must(engine.Eigen(K))
	rounding := s.Rounding() // before the largest is changed
	for i, v := range s.Values {
		s.Values[i] = engine.Tidy(v, rounding)
	}
	return s.Values
}

// Compute has the sums, their limit, and the eigenvalues of both.
func (v *series) Compute(context.Context, *course.Memo) error {
	v.x, v.values = nil, nil
	for i := range v.n {
		v.x = append(v.x, course.Round(v.reach*(2*float64(i)/float64(v.n-1)-1), 6))
	}
	x := engine.Column(v.x)
	v.K = engine.Gram(engine.Exp{Kernel: engine.Linear{}}, x)
	v.full = eigenvalues(v.K)
	for m := 1; m <= mostTerms; m++ {
		S := engine.Gram(partial{m}, x)
		if m == v.terms {
			v.S = S
		}
		v.values = append(v.values, eigenvalues(S))
	}
	v.miss = v.off(v.terms)
	return nil
}

// positive counts the eigenvalues of the sum of so many terms that are above zero.
func (v *series) positive(terms int) int {
	n := 0
	for _, s := range v.values[terms-1] {
		if s > 0 {
			n++
		}
	}
	return n
}

// off is the largest difference between an entry of the sum of so many terms and exp(xy).
func (v *series) off(terms int) float64 {
	S := engine.Gram(partial{terms}, engine.Column(v.x))
	most := 0.0
	for i := range v.n {
		for j := range i + 1 {
			most = math.Max(most, math.Abs(S.At(i, j)-v.K.At(i, j)))
		}
	}
	return most
}

// What the figure says.
const (
	saysSum    = "The sum of {terms} on {n} points has {positive} above rounding and none below it."
	saysHidden = "On paper {on_paper} are positive; rounding hides {hidden}."
)

func (v *series) says() []course.Said {
	positive := v.positive(v.terms)
	says := []course.Said{course.Say(saysSum, course.Some{N: v.terms, Noun: "term"}, v.n,
		course.Some{N: positive, Noun: "eigenvalue"})}
	// On paper as many are positive as there are features, n at most.
	if onPaper := min(v.terms, v.n); onPaper > positive {
		says = append(says, course.Say(saysHidden, onPaper, onPaper-positive))
	}
	return says
}

func (v *series) Show(f *course.Form) *course.Picture {
	sum, limit, dots := v.along()
	now := v.values[v.terms-1]
	title := fmt.Sprintf("The sum over x, at z\u00a0=\u00a0%s", course.Value(v.reach))
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "series-curve", Title: title, Width: course.Half, Height: 400, Plot: v.curve(sum, limit, dots)}},
			{{ID: "series-spectrum", Title: "Eigenvalues of the sums", Width: course.Half, Height: 400,
				Plot: v.spectrum()}},
		},
		Numbers:  v.numbers(),
		Says:     v.says(),
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.S}, {Name: "limit", Values: v.K}},
		Series: []course.Series{
			course.Table("sum", "x y", sum.Xs, sum.Ys),
			{Name: "eigenvalues",
				Columns: []course.Column{{Name: "sum", Values: now}, {Name: "limit", Values: v.full}}},
		},
		Goals: []course.Goal{v.goal()},
		Code:  programs.Code("series", f, course.Values{"X": v.x}),
	}
}

func (v *series) numbers() []course.Number {
	now := v.values[v.terms-1]
	return []course.Number{
		{Name: "largest_miss", Label: "largest miss of an entry", Value: v.miss,
			Means: "The largest difference between an entry of the partial sum’s Gram matrix and the one of exp(xy)."},
		{Name: "positive", Label: "eigenvalues above rounding", Value: float64(v.positive(v.terms)), Whole: true,
			Means: "How many eigenvalues the partial sum’s Gram matrix has that are larger than what rounding may " +
				"make of zero."},
		{Name: "smallest", Label: "smallest eigenvalue", Value: now[v.n-1],
			Means: "That of the partial sum’s Gram matrix. It is never below zero, for every partial sum is a kernel."},
		{Name: "largest", Label: "largest eigenvalue", Value: now[0]},
		{Name: "limit_largest", Label: "largest eigenvalue of the limit", Value: v.full[0]},
	}
}

func (v *series) goal() course.Goal {
	but := ""
	if v.reach != 1.5 {
		but = "with r = " + course.Value(v.reach)
	}
	return course.Goal{
		Name: "close", At: "terms=9&reach=1.5", But: but,
		Now:     fmt.Sprintf("%s, off by %s", course.Plural(v.terms, "term"), course.Digits(v.miss)),
		Reached: v.reach == 1.5 && v.miss < near && v.off(max(1, v.terms-1)) >= near,
		Text: fmt.Sprintf("Goal reached: with %d terms no entry is off by more than %s, and with one less some is.",
			v.terms, course.Digits(v.miss)),
	}
}

// along is the sum and its limit over x, at z, and the limit at the points.
func (v *series) along() (sum, limit plots.Line, dots []plots.Point) {
	grid, z := curves.Grid(-v.reach, v.reach), v.reach
	sum = plots.Line{Name: fmt.Sprintf("the first %s", course.Plural(v.terms, "term")), Xs: grid, Class: "curve"}
	limit = plots.Line{Name: "exp(xz)", Xs: grid, Color: plots.Soft, Dash: true, Width: 1.6}
	for _, x := range grid {
		sum.Ys = append(sum.Ys, partial{v.terms}.Eval([]float64{x}, []float64{z}))
		limit.Ys = append(limit.Ys, math.Exp(x*z))
	}
	for _, x := range v.x {
		dots = append(dots, plots.Point{X: x, Y: math.Exp(x * z)})
	}
	return sum, limit, dots
}

func (v *series) curve(sum, limit plots.Line, dots []plots.Point) plots.Curves {
	top := 1.08 * math.Exp(v.reach*v.reach)
	return plots.Curves{
		X:      plots.Axis{Label: "x", Min: -v.reach, Max: v.reach},
		Y:      plots.Axis{Label: "k(x, z)", Min: -top / 6, Max: top},
		Legend: true, Points: dots, PointsName: "exp(xᵢz)", Lines: []plots.Line{limit, sum},
	}
}

// spectrum draws each eigenvalue against the number of terms.
func (v *series) spectrum() plots.Paths {
	least := math.Max(v.full[v.n-1]/100, engine.Rounding(v.n, v.full[0]))
	paths := plots.Paths{
		X:  plots.Axis{Label: "terms m", Min: 1, Max: mostTerms, Whole: true},
		Y:  plots.Axis{Label: "eigenvalue", Min: least, Max: 10 * v.full[0], Log: true},
		At: float64(v.terms), AtName: "m", Color: plots.Accent,
	}
	for j := range v.n {
		l := plots.Line{Color: plots.Categories[j%len(plots.Categories)], Width: 1.8}
		for m := 1; m <= mostTerms; m++ {
			s := v.values[m-1][j]
			if s <= 0 {
				s = math.NaN()
			}
			l.Xs, l.Ys = append(l.Xs, float64(m)), append(l.Ys, s)
		}
		paths.Lines = append(paths.Lines, l)
	}
	return paths
}
