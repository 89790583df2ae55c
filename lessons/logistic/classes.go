package logistic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// Classes are each told from all others.
type classes struct {
	// What the controls say.
	whole    *points.Labelled
	data     *points.Labelled // those that are not set aside
	kernelOf func() engine.Kernel
	lambda   float64
	at       int // the flower pointed at, from 0; −1 for none

	// What is computed.
	tasks           []*task
	fits            []*engine.KLRFit
	defeat          error      // why there is no fit
	called          []float64  // the label of each flower's likeliest class; NaN where two agree
	right           int        // flowers called by their name
	least, greatest float64    // sum of the probabilities at a flower
	loss            float64    // mean of −log of the own probability
	held            held       // what is said of flowers held out
	probability     *mat.Dense // of each class at each flower, divided by their sum
	plane           plots.Surface
}

var buildClasses = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, points.Offer{Data: "iris", Of: []string{"iris"}})
	f.Control("data").More = true
	v := &classes{kernelOf: model.Kernel(f, 1)}
	v.lambda = model.MeanLambda(f, 1e-3)
	v.whole = load()
	v.data = readAside(f, v.whole, "iris")
	v.at = points.PointedAt(f, v.data.Data.Len(), course.Shows("what each fit says of it")) - 1
	return v
})

// Compute fits each class against the others, and asks the fits of each flower and of the plane.
func (v *classes) Compute(ctx context.Context, memo *course.Memo) error {
	v.tasks, v.fits, v.held = nil, nil, unheld
	for _, c := range v.data.Classes {
		t, err := taskOf(ctx, memo, v.data, c.Label, v.kernelOf())
		if err != nil {
			return err
		}
		v.tasks = append(v.tasks, t)
		fit, err := t.solve(ctx, v.lambda)
		if err != nil {
			return course.Settle(err, &v.defeat)
		}
		v.fits = append(v.fits, fit)
	}
	v.call()
	var err error
	if v.quick() {
		if v.held, err = v.rest().holdOut(ctx, v.data.Data, inSight()); err != nil {
			return err
		}
	}
	drawn, err := course.Remember(ctx, memo, mapOf{v.key()})
	if err != nil {
		return err
	}
	v.plane = drawn.Under(v.data, "top probability")
	v.plane.Lines = drawn.borders
	return nil
}

// call finds the likeliest class of each flower, and how the probabilities add up.
func (v *classes) call() {
	n := v.data.Data.Len()
	v.right, v.loss, v.least, v.greatest = 0, 0, math.Inf(1), 0
	v.called, v.probability = make([]float64, n), mat.NewDense(n, len(v.fits), nil)
	for i, label := range v.data.Data.Labels {
		d := v.decisions(i)
		p, sum := engine.ClassProbabilities(d) // they add up to sum before they are divided by it
		v.probability.SetRow(i, p)
		v.called[i] = math.NaN()
		if best := likeliest(d); best >= 0 {
			v.called[i] = float64(v.data.Classes[best].Label)
		}
		if v.called[i] == float64(label) {
			v.right++
		}
		for c := range d {
			if v.data.Classes[c].Label == label {
				v.loss -= math.Log(p[c]) / float64(n)
			}
		}
		v.least, v.greatest = min(v.least, sum), max(v.greatest, sum)
	}
}

// mostSteps are those of Newton's method that a fit may have taken for its halves to be held
// out: at a λ of next to nothing they take hundreds, six times over.
const mostSteps = 60

// quick reports whether the fits took no more.
func (v *classes) quick() bool {
	return !slices.ContainsFunc(v.fits, func(f *engine.KLRFit) bool { return f.Iterations > mostSteps })
}

// A rest is how some classes are each told from the rest.
type rest struct {
	kernel  engine.Kernel
	lambda  float64
	classes []points.Class
}

func (v *classes) rest() rest { return rest{v.tasks[0].kernel, v.lambda, v.data.Classes} }

// holdOut is what fits to each half of some flowers say of the other: the mean of −log of the
// own probability, how many per cent are not called by their name, and the mean probability
// of the likeliest class; unheld where there is no fit.
func (r rest) holdOut(ctx context.Context, l engine.Labelled, rng *rand.Rand) (all held, err error) {
	var parts [2]engine.Labelled
	parts[0], parts[1] = l.Split(l.Len()/2, rng)
	for i, to := range parts {
		losses, wrong, said, err := r.asked(ctx, to, parts[1-i])
		if err != nil {
			return unheld, course.Settle(err, nil)
		}
		n := float64(l.Len())
		all.loss += floats.Sum(losses) / n
		all.wrong += 100 * float64(wrong) / n
		all.said += 100 * said / n
	}
	return all, nil
}

// asked is what fits to some flowers say of others: −log of the own probability of each, how
// many are not called by their name, and the sum of the likeliest's probabilities.
func (r rest) asked(ctx context.Context, to, others engine.Labelled) (
	losses []float64, wrong int, said float64, err error,
) {
	var lists [][]float64
	for _, c := range r.classes {
		fit, err := engine.KLR(ctx, r.kernel, to.Against(c.Label), r.lambda)
		if err != nil {
			return nil, 0, 0, err
		}
		lists = append(lists, engine.Evaluate(fit, others.X))
	}
	for i, label := range others.Labels {
		d := of(lists, i)
		p, _ := engine.ClassProbabilities(d)
		if best := likeliest(d); best < 0 || r.classes[best].Label != label {
			wrong++
		}
		said += floats.Max(p)
		for c := range d {
			if r.classes[c].Label == label {
				losses = append(losses, -math.Log(p[c]))
			}
		}
	}
	return losses, wrong, said, nil
}

// unsealFlowers puts the setting to the flowers set aside.
func unsealFlowers(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
	v := p.Result.(*classes)
	o, err := unsealed(v.whole.Data, opened(v.whole), func(open, sealed engine.Labelled) (float64, []float64, error) {
		said, err := v.rest().holdOut(ctx, open, inSight())
		if err != nil {
			return 0, nil, err
		}
		losses, _, _, err := v.rest().asked(ctx, open, sealed)
		return said.loss, losses, err
	})
	o.Anew = anewFlowers()
	return o, err
}

// decisions are those of all fits at flower i.
func (v *classes) decisions(i int) []float64 {
	d := make([]float64, len(v.fits))
	for c, fit := range v.fits {
		d[c] = fit.Decision[i]
	}
	return d
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

func (v *classes) Show(f *course.Form) *course.Picture {
	if v.defeat != nil {
		return v.none()
	}
	plane := v.plane
	if v.at >= 0 {
		x := v.data.Data.X[v.at]
		plane.Markers = append(plane.Markers, points.Ring(v.at, x[0], x[1]))
	}
	columns := [][]float64{v.data.Column(0), v.data.Column(1), course.Floats(v.data.Data.Labels), v.called}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "classes-plane", Title: "Species by petals", Width: course.Half, Plot: plane}},
		},
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Goals:       []course.Goal{v.goal()},
		Series:      []course.Series{course.Table("data", "x1 x2 label named", columns...)},
		Matrices:    []course.NamedMatrix{{Name: "probability", Values: v.probability}},
		Code:        v.code(f),
	}
}

// none is a picture of the flowers without a fit.
func (v *classes) none() *course.Picture {
	nan := math.NaN()
	return &course.Picture{
		Columns: [][]plots.Panel{{v.tasks[0].bare("classes-plane", "The flowers alone")}},
		Message: whyNot(v.defeat, v.lambda),
		Says:    []course.Said{course.Say(saysNoFit, v.flowers(), len(v.data.Classes))},
		Numbers: []course.Number{
			{Name: "held_out_loss", Label: "loss at flowers held out", Value: nan},
			{Name: "held_out_wrong", Label: "called wrong of those held out", Value: nan, Unit: "%"},
			{Name: "train_accuracy", Label: "share called by their name", Value: nan},
			{Name: "least_sum", Label: "least sum", Value: nan},
			{Name: "greatest_sum", Label: "greatest sum", Value: nan}, {Name: "log_loss", Label: "loss", Value: nan},
		},
		Goals: []course.Goal{{Name: "flowers", At: flowersAt, But: "with no fit"}},
	}
}

func (v *classes) numbers() []course.Number {
	return []course.Number{
		{Name: "held_out_loss", Label: "loss at flowers held out", Value: v.held.loss,
			Means: "The mean of −log of the probability given to the own species, at flowers that the fit has not " +
				"seen: each half is predicted by a fit to the other half."},
		{Name: "held_out_wrong", Label: "called wrong of those held out", Value: v.held.wrong, Unit: "%",
			Means: "How many of the flowers held out do not have their own species as the likeliest."},
		{Name: "train_accuracy", Label: "share called by their name",
			Means: "The share of the flowers whose own species is the likeliest, more so than any other.",
			Value: float64(v.right) / float64(v.data.Data.Len())},
		{Name: "least_sum", Label: "least sum of the three", Value: v.least,
			Means: "The three probabilities were fitted apart. Before they are divided by their sum they need " +
				"not add " +
				"up to 1; this is the least sum at a flower."},
		{Name: "greatest_sum", Label: "greatest sum", Value: v.greatest,
			Means: "The greatest sum of the three probabilities at a flower."},
		{Name: "log_loss", Label: "mean of −log of the own probability", Value: v.loss},
		conditionNumber(v.tasks[0].condition(v.lambda)),
	}
}

// flowersLoss is what the figure asks for at flowers that the fit has not seen, in the median
// of twenty ways to hold half of them out.
const flowersLoss = 0.115

func (v *classes) goal() course.Goal {
	now, but := course.Digits(v.held.loss), ""
	if v.data != v.whole {
		but = aQuarter
	}
	return course.Goal{Name: "flowers", At: flowersAt, Now: now, But: but, Reached: but == "",
		Hidden: &course.Hidden{Number: "held_out_loss", Below: flowersLoss, Of: 20, Tuned: "bandwidth=0.5&lambda=1e-5"},
		Text:   fmt.Sprintf("By the halves of this figure it is %s.", course.Digits(v.held.loss))}
}

const (
	saysNoFit  = "{count} of {species} species, and no fit."
	saysCalled = "{count} of {species} species, {right} called by their name. The three probabilities add up to " +
		"between {least_sum} and {greatest_sum} before they are divided by their sum."
	saysEach = "{datum}. The three fits, each by itself, give {first}, {second} and {third}; the sum is {sum}."
)

func (v *classes) says() []course.Said {
	return []course.Said{course.Say(saysCalled, v.flowers(), len(v.data.Classes), v.right, v.least, v.greatest)}
}

func (v *classes) flowers() course.Some { return course.Some{N: v.data.Data.Len(), Noun: "flower"} }

// saysOfDatum is what each fit says of the flower pointed at.
func (v *classes) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	d := v.decisions(v.at)
	_, sum := engine.ClassProbabilities(d)
	values := []any{v.data.Datum(v.at)}
	for c, class := range v.data.Classes {
		values = append(values, class.Name+" "+course.Digits(engine.Logistic(d[c])))
	}
	return []course.Said{course.Say(saysEach, append(values, sum)...)}
}

// flowersAt is a state in which flowers held out have a small loss.
const flowersAt = "bandwidth=2&lambda=0.0002"

// A classesKey names the fits of all classes.
type classesKey struct {
	points.LabelledSpec
	kernel engine.Kernel
	lambda float64
}

func (v *classes) key() classesKey {
	return classesKey{v.data.Spec, v.tasks[0].kernel, v.lambda}
}

// decisions are those of each class at the nodes of a map.
func (key classesKey) decisions(ctx context.Context, memo *course.Memo, nodes [][]float64) ([][]float64, error) {
	d := key.Load()
	var lists [][]float64
	for _, c := range d.Classes {
		of := taskKey{key.LabelledSpec, key.kernel, c.Label}
		fit, err := course.Remember(ctx, memo, solutionOf{of, key.lambda, false})
		if err != nil {
			return nil, err
		}
		lists = append(lists, boundaries.Expand(key.kernel, d.Data.X, fit.Alpha, nodes))
	}
	return lists, nil
}

// A classMap is what is drawn of the probabilities over the plane.
type classMap struct {
	*boundaries.Surface              // the likeliest class's probability, in that class's colour
	borders             []plots.Line // where the likeliest class changes
}

// mapOf is a map of those fits.
type mapOf struct{ classesKey }

// Compute draws it, and returns its bytes.
func (key mapOf) Compute(ctx context.Context, memo *course.Memo) (m classMap, size int, err error) {
	const nodes = boundaries.Nodes
	m.Surface = &boundaries.Surface{Grid: key.Load().Grid(nodes), Values: mat.NewDense(nodes, nodes, nil)}
	lists, err := key.decisions(ctx, memo, m.Grid.Nodes())
	if err != nil {
		return m, 0, err
	}
	shares := make([]*mat.Dense, len(lists))
	for c := range shares {
		shares[c] = mat.NewDense(nodes, nodes, nil)
	}
	for i := range nodes * nodes {
		p, _ := engine.ClassProbabilities(of(lists, i))
		for c := range p {
			shares[c].RawMatrix().Data[i] = p[c]
		}
		m.Values.RawMatrix().Data[i] = floats.Max(p)
	}
	m.Relief = plots.EncodeShares(shares, []plots.Level{{At: 0.5, Name: "½"}, {At: 0.9, Name: "0.9"}})
	for c := range lists {
		l := plots.Line{Color: plots.Ink, Width: 2.4}
		l.Xs, l.Ys = plots.Contour(lead(lists, c), m.Grid.X, m.Grid.Y, 0)
		m.borders = append(m.borders, l)
		size += 16 * len(l.Xs)
	}
	const picture = 6 // bytes a node of pixels, PNG and contours
	return m, size + (8+picture)*nodes*nodes, nil
}

// lead is by how much the decision of a class exceeds the largest of the others, at nodes.
func lead(lists [][]float64, class int) *mat.Dense {
	lead := mat.NewDense(boundaries.Nodes, boundaries.Nodes, nil)
	for i := range lists[class] {
		others := math.Inf(-1)
		for c := range lists {
			if c != class {
				others = max(others, lists[c][i])
			}
		}
		lead.RawMatrix().Data[i] = lists[class][i] - others
	}
	return lead
}
