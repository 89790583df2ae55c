package logistic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/boundaries"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

func buildClasses(f *course.Form) course.Draw {
	load := points.OfTwoInputs(f, points.Offer{Data: "iris", Of: []string{"iris"}})
	f.Control("data").More = true
	kernel := model.Kernel(f, 1)
	lambda := model.MeanLambda(f, 1e-3)
	at := points.PointedAt(f, load().Data.Len(), course.Shows("what each fit says of it"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		v := &classes{lambda: lambda}
		d := load()
		for _, c := range d.Classes {
			t, err := taskOf(ctx, memo, d, c.Label, kernel())
			if err != nil {
				return nil, err
			}
			fit, err := t.solve(ctx, lambda)
			switch {
			case defeat(err):
				return v.none(t, err), nil
			case err != nil:
				return nil, err
			}
			v.tasks, v.fits = append(v.tasks, t), append(v.fits, fit)
		}
		return v.picture(ctx, f, at)
	}
}

// Classes are each told from all others.
type classes struct {
	lambda float64
	tasks  []*task
	fits   []*engine.KLRFit
}

// likeliest is the class of the greatest probability; −1 where another agrees with it.
func likeliest(decisions []float64) int {
	p, _ := engine.ClassProbabilities(decisions)
	best := floats.MaxIdx(decisions)
	for c := range p {
		if c != best && engine.Agree(p[c], p[best], 1) {
			return -1
		}
	}
	return best
}

// of are the decisions at point i of lists, one for each class.
func of(lists [][]float64, i int) []float64 {
	d := make([]float64, len(lists))
	for c := range lists {
		d[c] = lists[c][i]
	}
	return d
}

func (v *classes) none(t *task, err error) *course.Picture {
	nan := math.NaN()
	return &course.Picture{
		Columns:     [][]plots.Panel{{t.bare("classes-plane", "The flowers alone")}},
		Message:     whyNot(err, v.lambda),
		Description: fmt.Sprintf("%s of %d species, and no fit.", course.Plural(t.n(), "flower"), len(t.Classes)),
		Numbers: []course.Number{
			{Name: "train_accuracy", Label: "share called by their name", Value: nan}, {Name: "least_sum", Label: "least sum", Value: nan},
			{Name: "greatest_sum", Label: "greatest sum", Value: nan}, {Name: "log_loss", Label: "loss", Value: nan},
		},
		Goals: []course.Goal{{Name: "flowers", At: flowersAt, Now: "—"}},
	}
}

// flowersAt is a state with few flowers called by a wrong name.
const flowersAt = "bandwidth=0.302&lambda=1e-6"

func (v *classes) picture(ctx context.Context, f *course.Form, pointed int) (*course.Picture, error) {
	t := v.tasks[0]
	var at [][]float64
	for _, fit := range v.fits {
		at = append(at, fit.Decision)
	}
	right, logs, least, greatest := 0, 0.0, math.Inf(1), 0.0
	named := make([]float64, t.n())
	for i, label := range t.Data.Labels {
		d := of(at, i)
		p, sum := engine.ClassProbabilities(d) // they add up to sum before they are divided by it
		named[i] = math.NaN()
		if best := likeliest(d); best >= 0 {
			named[i] = float64(t.Classes[best].Label)
		}
		if named[i] == float64(label) {
			right++
		}
		for c := range d {
			if t.Classes[c].Label == label {
				logs -= math.Log(p[c]) / float64(t.n())
			}
		}
		least, greatest = min(least, sum), max(greatest, sum)
	}
	surface, err := boundaries.Over(ctx, t.memo, v.key())
	if err != nil {
		return nil, err
	}
	plane := surface.Under(t.Labelled, "of the likeliest")
	borders, err := course.Remember(ctx, t.memo, bordersOf{v.key()})
	if err != nil {
		return nil, err
	}
	plane.Lines = borders
	p := &course.Picture{Columns: [][]plots.Panel{{{ID: "classes-plane", Title: "Species by petals", Width: course.Half, Plot: plane}}}}
	p.Numbers = []course.Number{
		{Name: "train_accuracy", Label: "share called by their name", Means: "The share of the flowers whose own species is the likeliest, more so than any other.", Value: float64(right) / float64(t.n())},
		{Name: "least_sum", Label: "least sum of the three", Means: "The three probabilities were fitted apart. Before they are divided by their sum they need not add up to 1; this is the least sum at a flower.", Value: least},
		{Name: "greatest_sum", Label: "greatest sum", Means: "The greatest sum of the three probabilities at a flower.", Value: greatest},
		{Name: "log_loss", Label: "mean of −log of the own probability", Value: logs},
		conditionNumber(t.condition(v.lambda)),
	}
	p.Description = fmt.Sprintf("%s of %d species, %d called by their name. The three probabilities add up to between %s and %s before they are divided by their sum.",
		course.Plural(t.n(), "flower"), len(t.Classes), right, course.Digits(least), course.Digits(greatest))
	p.Goals = []course.Goal{{Name: "flowers", At: flowersAt, Now: fmt.Sprintf("%d of %d", right, t.n()), Reached: right >= t.n()-2,
		Text: fmt.Sprintf("Goal reached: %d of %d. Whether new flowers are called right is another question.", right, t.n())}}
	if pointed > 0 {
		i := pointed - 1
		d := of(at, i)
		_, sum := engine.ClassProbabilities(d)
		plane := &p.Columns[0][0]
		s := plane.Plot.(plots.Surface)
		s.Markers = append(s.Markers, points.Ring(i, t.Data.X[i][0], t.Data.X[i][1]))
		plane.Plot = s
		var said []string
		for c, class := range t.Classes {
			said = append(said, class.Name+" "+course.Digits(engine.Logistic(d[c])))
		}
		p.Datum = fmt.Sprintf("%s. It is said to be %s, %s or %s, each apart; together %s.", t.Datum(i), said[0], said[1], said[2], course.Digits(sum))
	}
	columns := [][]float64{t.Column(0), t.Column(1), course.Floats(t.Data.Labels), named}
	p.Series = []course.Series{course.Table("data", "x1 x2 label named", columns...)}
	probability := mat.NewDense(t.n(), len(v.fits), nil)
	for i := range t.n() {
		p, _ := engine.ClassProbabilities(of(at, i))
		probability.SetRow(i, p)
	}
	p.Matrices = []course.NamedMatrix{{Name: "probability", Values: probability}}
	p.Code = v.code(f)
	return p, nil
}

// A classesKey names the fits of all classes.
type classesKey struct {
	points.LabelledSpec
	kernel engine.Kernel
	lambda float64
}

func (v *classes) key() classesKey {
	t := v.tasks[0]
	return classesKey{t.Spec, t.kernel, v.lambda}
}

// decisions are those of each class at the nodes of a map.
func (key classesKey) decisions(ctx context.Context, memo *course.Memo, nodes [][]float64) ([][]float64, error) {
	d := key.Load()
	var lists [][]float64
	for _, c := range d.Classes {
		fit, err := course.Remember(ctx, memo, solutionOf{taskKey{key.LabelledSpec, key.kernel, c.Label}, key.lambda, false})
		if err != nil {
			return nil, err
		}
		lists = append(lists, boundaries.Expand(key.kernel, d.Data.X, fit.Alpha, nodes))
	}
	return lists, nil
}

// Look is that of the likeliest class's probability.
func (classesKey) Look() boundaries.Look {
	return boundaries.Look{Scale: plots.Scale{Ramp: plots.Muted, Min: 0.2, Max: 1},
		Levels: []plots.Level{{At: 0.5, Name: "½"}, {At: 0.9, Name: "0.9"}}}
}

// Values are the probabilities of the likeliest class at nodes of the plane.
func (key classesKey) Values(ctx context.Context, memo *course.Memo, nodes [][]float64) ([]float64, error) {
	lists, err := key.decisions(ctx, memo, nodes)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(nodes))
	for i := range values {
		d := of(lists, i)
		p, _ := engine.ClassProbabilities(d)
		values[i] = p[floats.MaxIdx(d)]
	}
	return values, nil
}

// bordersOf are where the likeliest class changes.
type bordersOf struct{ classesKey }

// Compute traces them, and returns their bytes.
func (of bordersOf) Compute(ctx context.Context, memo *course.Memo) ([]plots.Line, int, error) {
	d := of.Load()
	lists, err := of.decisions(ctx, memo, d.Grid(boundaries.Nodes).Nodes())
	if err != nil {
		return nil, 0, err
	}
	x, y := d.Axes()
	var lines []plots.Line
	size := 0
	for c := range d.Classes {
		lead := mat.NewDense(boundaries.Nodes, boundaries.Nodes, nil)
		for i := range lists[c] {
			others := math.Inf(-1)
			for b := range lists {
				if b != c {
					others = max(others, lists[b][i])
				}
			}
			lead.RawMatrix().Data[i] = lists[c][i] - others
		}
		l := plots.Line{Color: plots.Ink, Width: 2.4}
		l.Xs, l.Ys = plots.Contour(lead, x, y, 0)
		lines = append(lines, l)
		size += 16 * len(l.Xs)
	}
	return slices.Clip(lines), size, nil
}
