package logistic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// fresh is how many new points a fit is asked about, and bins into how many tenths of the
// probability they are put.
const fresh, bins = 1000, 10

// trustSample is what a fit is asked about its probabilities on.
var trustSample = points.Offer{
	Data: "moons", Noise: 0.3, Seed: 12, Alone: true,
	Of: []string{"moons", "rings", "xor", "blobs", "spiral"},
}

// A trust is a fit that is asked about points it has not seen.
type trust struct {
	// What the controls say.
	data     *points.Labelled
	kernelOf func() engine.Kernel
	lambda   float64
	unseen   engine.Dataset

	// What is computed.
	*task
	defeat             error // why there is no fit
	fit                *engine.KLRFit
	said, share, count [bins]float64 // of each bin: the mean probability, the share of the class, how many
	decision           []float64     // f at the new points
	probability        []float64     // there
	sure, right        float64       // the mean probability of the class that is likelier, and how often it is the one
	loss               float64
}

var buildTrust = course.Steps(func(f *course.Form) course.Work {
	load := points.OfTwoInputs(f, trustSample)
	v := &trust{lambda: model.MeanLambda(f, 0.01)}
	v.kernelOf = model.Kernel(f, 0.5)
	f.Control("kernel").More = true
	v.data = load()
	v.unseen = unseen(v.data.Spec)
	return v
})

// Compute fits, and asks the fit of the points it has not seen.
func (v *trust) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if v.task, err = taskOf(ctx, memo, v.data, 1, v.kernelOf()); err != nil {
		return err
	}
	v.fit, v.defeat = nil, nil
	if v.fit, err = v.solve(ctx, v.lambda); err != nil {
		return course.Settle(err, &v.defeat)
	}
	v.ask()
	return nil
}

// unseen are fresh points drawn as those of the sample were, from another seed.
func unseen(spec points.LabelledSpec) engine.Dataset {
	d := spec.Draw(fresh, rand.New(rand.NewPCG(uint64(spec.Seed), 1))).Against(1)
	for _, x := range d.X { // to three decimals, so that programs can list them
		x[0], x[1] = round(x[0], 3), round(x[1], 3)
	}
	return d
}

// ask fills in what is said of the fresh points and what is so.
func (v *trust) ask() {
	v.said, v.share, v.count, v.sure = [bins]float64{}, [bins]float64{}, [bins]float64{}, 0
	f := engine.Evaluate(&engine.Expansion{Kernel: v.kernel, X: v.Data.X, Alpha: v.fit.Alpha}, v.unseen.X)
	v.loss, v.right = loss(f, v.unseen.Y), engine.Accuracy(f, v.unseen.Y)
	v.decision, v.probability = f, probabilities(slices.Clone(f))
	for i, p := range v.probability {
		b := min(int(p*bins+engine.Agreement), bins-1) // what agrees with ½ is in one bin
		v.count[b]++
		v.said[b] += p
		v.share[b] += (v.unseen.Y[i] + 1) / 2
		v.sure += math.Max(p, 1-p) / float64(len(f))
	}
	for b, n := range v.count {
		v.said[b], v.share[b] = v.said[b]/n, v.share[b]/n // NaN of none
	}
}

// enough is how many points a bin has before its share is told.
const enough = 10

// drawn are the bins that are told.
func (v *trust) drawn() (said, share, count []float64) {
	for b, n := range v.count {
		if n >= enough {
			said, share, count = append(said, v.said[b]), append(share, v.share[b]), append(count, n)
		}
	}
	return said, share, count
}

// off is the mean distance between what is said and what is so, over the bins told and
// weighted by their points.
func (v *trust) off() float64 {
	said, share, count := v.drawn()
	d := make([]float64, len(said))
	for i := range d {
		d[i] = math.Abs(said[i] - share[i])
	}
	return stat.Mean(d, count)
}

func (v *trust) numbers() []course.Number {
	return []course.Number{
		{Name: "said", Label: "it says, on average", Means: "The mean probability that the fit gives to the class it " +
			"holds to be likelier, over 1,000 new points.", Value: 100 * v.sure, Unit: "%"},
		{Name: "right", Label: "it is right in", Means: "How many of the 1,000 new points are of the class that the " +
			"fit holds to be likelier.", Value: 100 * v.right, Unit: "%"},
		{Name: "apart", Label: "difference of the two", Means: "By how much what it says and what is so differ, " +
			"whichever is more.", Value: math.Abs(v.gap()), Unit: "%"},
		{Name: "off", Label: "mean distance from the diagonal", Means: "How far the share in a bin is from what is " +
			"said there, on average over the points.", Value: 100 * v.off(), Unit: "%"},
		{Name: "held_out_loss", Label: "loss at the new points", Value: v.loss},
		conditionNumber(v.condition(v.lambda)),
	}
}

func (v *trust) none() *course.Picture {
	nan := math.NaN()
	return &course.Picture{
		Columns: [][]plots.Panel{{v.bare("trust-plane", "The points alone")}},
		Message: whyNot(v.defeat, v.lambda),
		Says:    []course.Said{course.Say(saysNoProbability, v.counted()...)},
		Numbers: []course.Number{
			{Name: "said", Label: "it says, on average", Value: nan, Unit: "%"},
			{Name: "right", Label: "it is right in", Value: nan, Unit: "%"},
			{Name: "apart", Label: "difference of the two", Value: nan, Unit: "%"},
			{Name: "off", Label: "mean distance from the diagonal", Value: nan, Unit: "%"}, {Name: "held_out_loss",
				Label: "loss at the new points", Value: nan},
		},
		Goals: []course.Goal{{Name: "honest", At: honestAt, But: "with no probability"}},
	}
}

// honestAt is a state in which the fit means what it says, and luckyAt one in which it seems to
// in the sample in sight.
const honestAt, luckyAt = "lambda=0.00034", "lambda=8e-5"

// honest is how far, in percent, what is said and what is so may differ to count as one. Half
// the loss of whoever always says ½ is honestLoss: with p near ½ everywhere one is honest for
// nothing.
const honest, honestLoss = 2, math.Ln2 / 2

func (v *trust) Show(f *course.Form) *course.Picture {
	if v.defeat != nil {
		return v.none()
	}
	var told [2][]float64
	told[0], told[1], _ = v.drawn()
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "trust-diagram", Title: "What is said against what is so", Width: course.Half, Height: 420,
				Plot: v.diagram()}},
			{{ID: "trust-said", Title: "How sure it is", Width: course.Square, Height: 320, Plot: plots.Histogram{
				X: plots.Axis{Label: "probability of " + v.name(), Min: 0, Max: 1}, Count: "new points",
				Values: v.probability, Bins: 20}}},
		},
		Numbers:     v.numbers(),
		Certificate: v.certificate(v.fit, v.lambda),
		Says:        v.says(),
		Goals:       []course.Goal{v.goal()},
		Series: []course.Series{
			course.Table("data", "x1 x2 y", v.Column(0), v.Column(1), v.y),
			course.Table("unseen", "x1 x2 y decision", v.unseen.Input(0), v.unseen.Input(1), v.unseen.Y, v.decision),
			course.Table("bins", "said share count", v.said[:], v.share[:], v.count[:]),
			course.Table("alpha", "alpha", v.fit.Alpha),
			course.Table("diagram", "said share", told[0], told[1]),
		},
		Code: v.code(f),
	}
}

// diagram is what is so against what is said, bin by bin.
func (v *trust) diagram() plots.Curves {
	said, share, count := v.drawn()
	dots := make([]plots.Point, len(said))
	lo, hi := make([]float64, len(said)), make([]float64, len(said))
	for i, p := range said {
		dots[i] = plots.Point{X: p, Y: share[i]}
		se := math.Sqrt(p * (1 - p) / count[i])
		lo[i], hi[i] = max(p-2*se, 0), min(p+2*se, 1)
	}
	return plots.Curves{
		X: plots.Axis{Label: "what the fit says: probability of " + v.name(), Min: 0, Max: 1},
		Y: plots.Axis{Label: "share of " + v.name() + " among those", Min: 0, Max: 1}, Legend: true,
		Points: dots,
		Bands:  []plots.Band{{Name: "chance", Xs: said, Lo: lo, Hi: hi, Color: plots.Soft}},
		Lines: []plots.Line{
			{Name: "honest", Xs: []float64{0, 1}, Ys: []float64{0, 1}, Color: plots.Soft, Width: 1.4, Dash: true},
			{Name: "this fit", Xs: said, Ys: share, Color: plots.Curve, Width: 2.4, Class: "curve"},
		},
	}
}

// gap is by how much more, in percent, is said than is so.
func (v *trust) gap() float64 { return 100 * (v.sure - v.right) }

func (v *trust) goal() course.Goal {
	said, right := course.Digits(100*v.sure), course.Digits(100*v.right)
	but := ""
	if v.loss >= honestLoss {
		but = "at a loss of " + course.Digits(v.loss)
	}
	now := course.Digits(math.Abs(v.gap())) + " % apart"
	return course.Goal{Name: "honest", At: honestAt, Now: now, But: but, Reached: v.loss < honestLoss,
		Hidden: &course.Hidden{Number: "apart", Below: honest, Of: 40, Unit: "% apart", Tuned: luckyAt},
		Text:   fmt.Sprintf("Here it says %s %% and is right in %s %%.", said, right)}
}

const (
	saysNoProbability = counted + ", and no probability."
	saysAsked         = "Fitted to {points} and asked about {fresh} new ones, it gives the class it holds to be " +
		"likelier {said} % on average, and is right in {right} %."
	saysHonest   = "It means about what it says."
	saysTooSure  = "It is too sure of itself."
	saysLessSure = "It is less sure than it could be."
)

func (v *trust) says() []course.Said {
	how := saysHonest
	switch gap := v.gap(); {
	case gap > honest:
		how = saysTooSure
	case gap < -honest:
		how = saysLessSure
	}
	return []course.Said{course.Say(saysAsked, course.Some{N: v.n(), Noun: "point"}, fresh, 100*v.sure, 100*v.right),
		course.Say(how)}
}
