package representer

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// entries bounds those of the features.
const entries = 3

// A penalised is two features, one datum or two, and the solutions of both penalties.
type penalised struct {
	// What the controls say.
	Phi    *mat.Dense
	y      []float64
	lambda float64

	// What is computed.
	one, two  []float64 // θ of the penalties ‖θ‖₁ and ‖θ‖²
	away      float64   // of the first from the span of the features
	awayTwo   float64
	objective float64
	gap       float64
}

var buildL1 = course.Steps(func(f *course.Form) course.Work {
	entry := func(name, label string, def float64, settings ...course.Setting) float64 {
		return f.Float(name, label, def, -entries, entries, settings...)
	}
	first := []float64{entry("a", "φ₁(x)", 2, course.Term("features")), entry("b", "φ₂(x)", 1, course.Term("features"))}
	v := &penalised{lambda: f.LogFloat("lambda", "λ", 4, 0.1, 20, course.Term("lambda"))}
	count := f.Choice("data", "data", "one", course.Options("one", "one", "two", "two"))
	when := course.When("data", "two")
	v.y = []float64{f.Float("y", "y", 3, -4, 4, course.More)}
	both := append(first, entry("a2", "φ₁(x₂)", -1, when, course.More), entry("b2", "φ₂(x₂)", 2, when, course.More))
	second := f.Float("y2", "y₂", 1, -4, 4, when, course.More)
	v.Phi = mat.NewDense(1, 2, both[:2])
	if count == "two" {
		v.Phi, v.y = mat.NewDense(2, 2, both), append(v.y, second)
	}
	return v
})

func (v *penalised) Compute(ctx context.Context, _ *course.Memo) (err error) {
	fit, err := engine.Lasso(ctx, v.Phi, v.y, v.lambda)
	if err != nil {
		return err
	}
	v.one, v.objective, v.gap = fit.Theta, fit.Objective, fit.Gap
	if v.two, err = engine.Ridge(v.Phi, v.y, v.lambda); err != nil {
		return err
	}
	if v.away, err = engine.SpanDistance(v.Phi, v.one); err != nil {
		return err
	}
	v.awayTwo, err = engine.SpanDistance(v.Phi, v.two)
	return err
}

// size is how long the solution of ‖θ‖₁ is.
func (v *penalised) size() float64 { return floats.Norm(v.one, 2) }

// value is the mean loss at θ, without a penalty.
func (v *penalised) value(x, y float64) (s float64) {
	n, _ := v.Phi.Dims()
	for i := range n {
		r := v.y[i] - v.Phi.At(i, 0)*x - v.Phi.At(i, 1)*y
		s += r * r / float64(n)
	}
	return s
}

func (v *penalised) Show(f *course.Form) *course.Picture {
	theta1, theta2 := []float64{v.one[0], v.two[0]}, []float64{v.one[1], v.two[1]}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "l1-plane", Title: "Two solutions", Width: course.Half, Plot: v.plane()}}},
		Numbers: v.numbers(),
		Series: []course.Series{
			course.Table("solutions", "theta1 theta2", theta1, theta2), course.Table("responses", "y", v.y),
		},
		Matrices:    []course.NamedMatrix{{Name: "features", Values: v.Phi}},
		Certificate: v.certificate(),
		Handles:     v.handles(),
		Says:        v.says(),
		Goals:       []course.Goal{v.goal()},
		Code: programs.Code("l1", f, course.Values{
			"Phi": v.Phi.RawMatrix().Data, "Responses": v.y, "Rounding": engine.RoundingFactor * engine.Epsilon,
		}),
	}
}

// The plane of θ reaches from −edge to edge, and its grid has a node every step.
const (
	edge, nodes = 3.5, 113
	step        = 2 * edge / (nodes - 1)
)

// plane is the loss over θ, the features, and both solutions with the shapes of their penalties.
func (v *penalised) plane() plots.Surface {
	axis := func(label string) plots.Axis { return plots.Axis{Label: label, Min: -edge, Max: edge} }
	values := mat.NewDense(nodes, nodes, nil)
	for i := range nodes {
		for j := range nodes {
			values.Set(i, j, v.value(-edge+2*edge*float64(j)/(nodes-1), -edge+2*edge*float64(i)/(nodes-1)))
		}
	}
	r, radius, levels, lines := floats.Norm(v.one, 1), floats.Norm(v.two, 2), v.levels(), v.spans()
	if len(levels) > 0 {
		lines = append(lines, plots.Line{Name: "equal loss", Color: plots.Soft, Width: 1.2})
	}
	return plots.Surface{
		X: axis("θ₁"), Y: axis("θ₂"), Values: values, Levels: levels, LinesOnly: true, Label: "mean loss", Equal: true,
		Lines: append(lines,
			plots.Line{Name: "equal ‖θ‖₁", Xs: []float64{r, 0, -r, 0, r}, Ys: []float64{0, r, 0, -r, 0},
				Color: plots.Yours, Width: 1.2, Class: "ball"},
			plots.Line{Name: "equal ‖θ‖", Xs: circle(radius, math.Cos), Ys: circle(radius, math.Sin),
				Color: plots.Accent, Width: 1.2, Class: "ball"}),
		Markers: []plots.Marker{
			{X: v.one[0], Y: v.one[1], Name: "L₁", Color: plots.Yours, Shape: plots.Diamond},
			{X: v.two[0], Y: v.two[1], Name: "L₂", Left: true},
		},
	}
}

// levels are the lines of equal loss through the two solutions, where the grid is fine enough
// for them.
func (v *penalised) levels() []plots.Level {
	bend := 2 * math.Pow(mat.Norm(v.Phi, 2), 2) / float64(len(v.y))
	levels := []plots.Level{}
	for _, theta := range [][]float64{v.one, v.two} {
		if at := v.value(theta[0], theta[1]); at > bend*step*step {
			levels = append(levels, plots.Level{At: at, Said: course.Digits(at)})
		}
	}
	return levels
}

// spans are the features of each datum, with the line that they span.
func (v *penalised) spans() (lines []plots.Line) {
	for i := range v.y {
		a, b := v.Phi.At(i, 0), v.Phi.At(i, 1)
		l := math.Hypot(a, b)
		if l == 0 {
			continue
		}
		line := plots.Line{Xs: []float64{-5 * a / l, 5 * a / l}, Ys: []float64{-5 * b / l, 5 * b / l}, Color: plots.Ok,
			Dash: true, Width: 1.6, Class: "span"}
		arrow := plots.Line{Xs: []float64{0, a}, Ys: []float64{0, b}, Color: plots.Curve, Head: true, Class: "feature"}
		if i == 0 {
			line.Name, arrow.Name = "line of φ(x)", "φ(x)"
		}
		lines = append(lines, line, arrow)
	}
	return lines
}

func (v *penalised) numbers() []course.Number {
	return []course.Number{
		{Name: "away", Label: "‖θ‖₁: distance from the span", Value: v.away,
			Means: "How far the solution of the penalty ‖θ‖₁ is from the span of the features of the data."},
		{Name: "away_two", Label: "‖θ‖²: distance from the span", Value: v.awayTwo, Aside: true,
			Means: "The same of the penalty ‖θ‖²: nothing but rounding."},
		{Name: "size", Label: "‖θ‖ of the first", Means: "How long the solution of the penalty ‖θ‖₁ is.",
			Value: v.size()},
		{Name: "theta1", Label: "its θ₁", Value: v.one[0]},
		{Name: "theta2", Label: "its θ₂", Value: v.one[1]},
		{Name: "ridge1", Label: "θ₁ by ‖θ‖²", Value: v.two[0]},
		{Name: "ridge2", Label: "θ₂ by ‖θ‖²", Value: v.two[1]},
		{Name: "objective", Label: "loss + λ‖θ‖₁", Value: v.objective},
	}
}

// handles take the features of each datum.
func (v *penalised) handles() (all []course.Handle) {
	for i, x := range []string{"a", "a2"}[:len(v.y)] {
		all = append(all, course.Handle{
			Panel: "l1-plane", Label: fmt.Sprintf("The features of datum %d", i+1), X: x, Y: "b" + x[1:],
			At: plots.Point{X: v.Phi.At(i, 0), Y: v.Phi.At(i, 1)},
		})
	}
	return all
}

// What the picture shows.
const (
	saysSquared = "With ‖θ‖² the solution is ({ridge1}, {ridge2}), in the span of the features."
	saysAway    = "With ‖θ‖₁ it is ({theta1}, {theta2}), which is {away} away from it."
	saysIn      = "With ‖θ‖₁ it is ({theta1}, {theta2}), in it too."
	saysOneOf   = "This is one of its many solutions: the two features are equally large."
)

func (v *penalised) says() []course.Said {
	first := course.Say(saysIn, v.one[0], v.one[1])
	if !engine.Agree(v.away, 0, v.size()) {
		first = course.Say(saysAway, v.one[0], v.one[1], v.away)
	}
	says := []course.Said{course.Say(saysSquared, v.two[0], v.two[1]), first}
	if v.alike() && v.size() > 0 {
		says = append(says, course.Say(saysOneOf))
	}
	return says
}

func (v *penalised) goal() course.Goal {
	return course.Goal{
		Name: "on", At: "b=0", Now: fmt.Sprintf("%s away, ‖θ‖ = %s", course.Digits(v.away), course.Digits(v.size())),
		Reached: len(v.y) == 1 && v.away < 0.005 && v.size() > 0.3,
		Text:    "Goal reached: φ(x) lies on an axis, and there the two penalties agree on where to go.",
	}
}

// alike reports whether the two features are equal at every datum, or opposite at every one.
func (v *penalised) alike() bool {
	a, b := mat.Col(nil, 0, v.Phi), mat.Col(nil, 1, v.Phi)
	same := slices.Equal(a, b)
	floats.Scale(-1, b)
	return same || slices.Equal(a, b)
}

// certificate says by how much less the best objective may be at most, as a share of the
// loss at θ = 0.
func (v *penalised) certificate() *course.Certificate {
	start, gap := v.value(0, 0), 0.0
	if start > 0 {
		gap = v.gap / start
	}
	c := engine.Certified(gap, 0, engine.Agreement)
	return &course.Certificate{Certificate: c,
		Line: fmt.Sprintf("No θ has an objective with ‖θ‖₁ lower by more than %s of the loss at θ = 0: the "+
			"dual problem proves it.",
			course.Digits(gap)),
		Reasons: []string{
			fmt.Sprintf("Every value of the dual problem is a lower bound for every θ. Here it is %s below the "+
				"objective.", course.Digits(v.gap)),
			fmt.Sprintf("Bound: 10⁻⁹ of the loss at θ = 0, which is %s.", course.Digits(start)),
		}}
}

// circle is one coordinate of points all around.
func circle(r float64, of func(float64) float64) []float64 {
	v := make([]float64, 97)
	for i := range v {
		v[i] = r * of(2*math.Pi*float64(i)/96)
	}
	return v
}
