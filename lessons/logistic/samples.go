package logistic

import (
	"context"
	_ "embed"
	"fmt"
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples.

// recorded are the counts of [studies].
//
//go:embed shares.csv
var recorded string

// means are those that [saidOfSoil] comes to.
//
//go:embed means.csv
var means string

// A rehalved is the same task with other halves held out.
type rehalved struct {
	*bounded
	halves halves
	other  held
}

// heldOf are the halves of a picture of the first figure and what is said of them, whether
// they are those in sight or others; and the task.
func heldOf(p *course.Picture) (v *bounded, h halves, said held) {
	switch r := p.Result.(type) {
	case *rehalved:
		return r.bounded, r.halves, r.other
	case *bounded:
		return r, r.halves, r.held
	}
	return nil, halves{}, unheld
}

var boundaryAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 60, Most: 150, Ignores: "at", Designs: points.Drawn,
	Resampled: &course.Resampled{Of: "splits of these points into halves", Draw: rehalve,
		Designs: boundaries.HalvesDrawn},
	Claims: []course.Claim{
		course.Less("map-knows", "Points held out cost less than by the share of their class alone",
			func(p *course.Picture) (float64, float64) {
				v, _, said := heldOf(p)
				if v == nil || v.task == nil {
					return math.NaN(), math.NaN()
				}
				share := float64(v.members()) / float64(v.n())
				return said.loss, -share*math.Log(share) - (1-share)*math.Log(1-share)
			}),
		course.Less("map-sure", "Of points held out it says more than is so",
			func(p *course.Picture) (float64, float64) {
				_, _, said := heldOf(p)
				return 100 - said.wrong, said.said
			}),
		course.Less("map-kind", "They cost more than by the halves that this figure shows",
			func(p *course.Picture) (float64, float64) {
				if r, ok := p.Result.(*rehalved); ok {
					return r.bounded.held.loss, r.other.loss
				}
				return math.NaN(), math.NaN()
			}),
	},
	Rank: "held_out_loss", Error: "held_out_wrong",
	Rivals: []course.Rival{
		{Name: "the nearest neighbour", Tuned: "nothing to choose", Error: wrongBy(nearestOf)},
		{Name: "a straight line", Tuned: "nothing to choose, λ = 10⁻⁴ being next to none", Error: wrongBy(straight)},
	},
}

// rehalve holds out other halves.
func rehalve(ctx context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	v := p.Result.(*bounded)
	if v.task == nil || v.zeroOne || v.defeat != nil {
		return &course.Picture{}, nil
	}
	r := &rehalved{bounded: v, halves: halved(v.dataset(), v.squares, others(number))}
	var err error
	if r.other, err = r.halves.ask(klr(ctx, v.kernel, v.lambda)); err != nil {
		return nil, err
	}
	return &course.Picture{Result: r, Numbers: []course.Number{
		{Name: "held_out_loss", Value: r.other.loss}, {Name: "held_out_wrong", Value: r.other.wrong},
	}}, nil
}

// wrongBy is the error of a rival by the halves of a picture.
func wrongBy(fit func(context.Context, engine.Dataset) (engine.Function, error)) func(
	context.Context, *course.Memo, *course.Picture) (float64, error) {
	return func(ctx context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
		v, h, _ := heldOf(p)
		if v == nil || v.task == nil {
			return math.NaN(), nil
		}
		said, err := h.ask(func(d engine.Dataset) (engine.Function, error) { return fit(ctx, d) })
		return said.wrong, err
	}
}

// A nearest is the class of the nearest point.
type nearest engine.Dataset

func nearestOf(_ context.Context, d engine.Dataset) (engine.Function, error) { return nearest(d), nil }

func (d nearest) Eval(x []float64) float64 {
	best, y := math.Inf(1), 0.0
	for i, at := range d.X {
		if r := math.Hypot(at[0]-x[0], at[1]-x[1]); r < best {
			best, y = r, d.Y[i]
		}
	}
	return y
}

// straight is logistic regression by the inputs alone and an offset.
func straight(ctx context.Context, d engine.Dataset) (engine.Function, error) {
	return engine.KLR(ctx, engine.Polynomial{Degree: 1, Offset: 1}, d, 1e-4)
}

var trustAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 120, Designs: points.Drawn,
	Claims: []course.Claim{
		course.Less("trust-over", "It says more than is so", func(p *course.Picture) (float64, float64) {
			return p.Find("right"), p.Find("said")
		}),
		{Name: "trust-near", Says: "What is said and what is so differ by less than 2 %",
			Under: honest, Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("apart") < honest) }},
	},
	Rank: "apart", Curve: &course.Trace{Panel: "trust-diagram", Series: "diagram", X: "said", Y: "share"},
}

var descentAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 150, Ignores: "iteration", Designs: points.Drawn,
	Claims: []course.Claim{
		{Name: "descent-arrives", Says: "Gradient descent comes within 1 % of the least J in 100 steps",
			Holds: func(p *course.Picture) many.Outcome {
				v, ok := p.Result.(*descent)
				return many.If(ok && v.task != nil && v.defeat == nil && v.arrival >= 0)
			}},
		{Name: "descent-raises", Says: "One of its steps raises J", Holds: func(p *course.Picture) many.Outcome {
			v, ok := p.Result.(*descent)
			return many.If(ok && v.task != nil && v.defeat == nil && v.raised > 0)
		}},
		{Name: "descent-newton", Says: "Newton’s method stops after at most 8 steps",
			Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("newton_iterations") <= 8) }},
	},
	Rank: "arrival", Curve: &course.Trace{Panel: "descent-loss", Series: "fall", X: "iteration", Y: "above"},
}

// A resorted is the same flowers with other halves held out.
type resorted struct {
	*classes
	other held
}

var classesAmong = &course.Samples{
	Of: "splits", Draws: 30, Ignores: "at", // 60 take over 0.3 s
	Resampled: &course.Resampled{Of: "splits of these flowers into halves", Draw: resort,
		Designs: []course.Design{{Anew: "which half of each species is fitted to, at random", Stays: "the flowers"}}},
	Claims: []course.Claim{
		{Name: "flowers-right", Says: "At least 95 % of the flowers held out are called by their name",
			Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("held_out_wrong") <= 5) }},
		course.Less("flowers-fitted", "Of flowers fitted to more are called by their name than of those held out",
			func(p *course.Picture) (float64, float64) {
				r, ok := p.Result.(*resorted)
				if !ok {
					return math.NaN(), math.NaN()
				}
				return 100 - 100*float64(r.right)/float64(r.data.Data.Len()), r.other.wrong
			}),
	},
}

// resort holds out other halves of the flowers.
func resort(ctx context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	v := p.Result.(*classes)
	if v.defeat != nil || !v.quick() {
		return &course.Picture{}, nil
	}
	other, err := v.rest().holdOut(ctx, v.data.Data, others(number))
	if err != nil {
		return nil, err
	}
	return &course.Picture{Result: &resorted{v, other}, Numbers: []course.Number{
		{Name: "held_out_loss", Value: other.loss}, {Name: "held_out_wrong", Value: other.wrong},
	}}, nil
}

// The three λ at which what is said is compared with what is so, and those among which
// one is chosen.
var (
	compared = [3]float64{1e-6, 1e-4, 0.1}
	choices  = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}
)

// An askedSample of the moons is what is said and what is so at each compared λ, in per cent,
// and how far both are apart at the λ of the least loss at points held out by halves, and at
// that of the largest share of them told right.
type askedSample struct {
	said, right     [3]float64
	byLoss, byShare float64
}

func trustedAt(seed int) (s askedSample) {
	k, ctx := engine.Gaussian{Length: 0.5}, context.Background()
	f := course.NewForm(course.ParseQuery(fmt.Sprintf("seed=%d", seed)))
	sample := points.OfTwoInputs(f, trustSample)()
	d, news := sample.Data.Against(1), unseen(sample.Spec)
	for i, lambda := range compared {
		s.said[i], s.right[i] = trusted(k, d, news, lambda)
	}
	h := halved(d, false, others(seed)) // a halving of its own: one alone may be kind to a rule
	var least, most held
	var byLoss, byShare float64 // the λ of both rules
	for i, lambda := range choices {
		at := course.Must(h.ask(klr(ctx, k, lambda)))
		if i == 0 || at.loss < least.loss {
			byLoss, least = lambda, at
		}
		if i == 0 || at.wrong < most.wrong {
			byShare, most = lambda, at
		}
	}
	gap := func(lambda float64) float64 {
		said, right := trusted(k, d, news, lambda)
		return math.Abs(said - right)
	}
	s.byLoss, s.byShare = gap(byLoss), gap(byShare)
	return s
}
