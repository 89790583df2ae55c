package distances

import (
	"context"
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// What votes are asked about that none of them has seen: the third of the soil that is set
// aside, or as many new points of what is made.

// restShare is the number that a redrawn picture has of it, in %.
const restShare = "rest_share"

// soilSealed is the third of the soil. Other envelopes are other thirds.
var soilSealed = &course.Sealed{
	Of: "the soil samples set aside", Number: "loo_share", Needs: "data=meuse",
	Open: func(ctx context.Context, memo *course.Memo, p *course.Picture) (course.Opened, error) {
		v := p.Result.(*voting)
		rest := float64(v.rest().Len())
		o := course.Opened{Value: v.share(v.restWrong(), int(rest))}
		o.SE, o.By = math.Sqrt(o.Value*(100-o.Value)/rest), tunedBy
		if v.Spec.Squares {
			o.Unlike = "one chose by samples left out one at a time, and the envelopes are new ground, so that " +
				"more than half may"
		}
		for seed := otherEnvelopes; seed < otherEnvelopes+40; seed++ {
			key := v.key()
			key.Seed = seed
			t, err := key.task(ctx, memo)
			if err != nil {
				return o, err
			}
			other := &voting{data: t.Labelled, task: t, k: v.k}
			other.wrong = float64(other.outvoted(v.k))
			o.Others = append(o.Others, course.Envelope{
				Chosen: other.share(other.wrong, other.n()), Sealed: other.share(other.restWrong(), other.rest().Len()),
			})
			other = other.tuned()
			o.Anew = append(o.Anew, course.Envelope{
				Chosen: other.share(float64(other.outvoted(other.k)), other.n()),
				Sealed: other.share(other.restWrong(), other.rest().Len()),
			})
		}
		return o, nil
	},
}

// otherEnvelopes is the first seed of those, beyond what the control reaches.
const otherEnvelopes = 2001

// share is wrong in % of so many; NaN of none.
func (v *voting) share(wrong float64, of int) float64 { return 100 * wrong / float64(of) }

// rest are the points that were not learned from; empty of one's own, and where the kernel has
// no distances, so that nothing is learned.
func (v *voting) rest() engine.Labelled {
	if v.task == nil {
		return engine.Labelled{}
	}
	spec := v.Spec
	switch {
	case spec.Own != "":
		return engine.Labelled{}
	case spec.Flat:
		_, rest := spec.Parts()
		return rest
	}
	spec.Seed += 1_000_000
	return spec.Load().Data
}

// restWrong is how many of the rest the votes call another class; NaN where there is none.
func (v *voting) restWrong() float64 {
	rest := v.rest()
	if rest.Len() == 0 {
		return math.NaN()
	}
	C := engine.Cross(v.kernel, rest.X, v.Data.X)
	for i, x := range rest.X {
		for j := range v.n() {
			C.Set(i, j, math.Max(0, v.kernel.Eval(x, x)-2*C.At(i, j)+v.K.At(j, j)))
		}
	}
	wrong := 0.0
	for i, vote := range (engine.KNN{Neighbours: v.k}).Classify(C, v.Data.Labels) {
		if vote.Label != rest.Labels[i] {
			wrong++
		}
	}
	return wrong
}

// tunedBy says what a tuned vote chooses from.
const tunedBy = "of nine k from 1 to 31 the one with the fewest outvoted"

// What the rivals of the votes choose from, and votes in other envelopes.
var (
	rivalNeighbours = []int{1, 3, 5, 7, 9, 11, 15, 21, 31}

	ridgeWidths  = []float64{0.15, 0.3, 0.6, 1.2}
	ridgeLambdas = []float64{1e-4, 1e-3, 1e-2, 1e-1}
)

// tuned is the vote of as many neighbours as have the fewest outvoted of what was learned from;
// of equals the fewest.
func (v *voting) tuned() *voting {
	least, best := v.n()+1, *v
	for _, k := range rivalNeighbours {
		if k = min(k, max(1, v.n()-1)); v.outvoted(k) < least {
			least, best.k = v.outvoted(k), k
		}
	}
	return &best
}

// ridge is how many of the rest kernel ridge regression of the first class against the
// others calls another class, in %, its ℓ and λ those of the least leave-one-out error.
func (v *voting) ridge() float64 {
	rest := v.rest()
	if v.task == nil || rest.Len() == 0 || len(v.Classes) != 2 {
		return math.NaN()
	}
	first, y := v.Classes[0].Label, make([]float64, v.n())
	for i, l := range v.Data.Labels {
		if y[i] = -1; l == first {
			y[i] = 1
		}
	}
	least, ell, alpha := math.Inf(1), 0.0, []float64(nil)
	for _, width := range ridgeWidths {
		spectrum, err := engine.Eigen(engine.Gram(engine.Gaussian{Length: width}, v.Data.X))
		if err != nil {
			return math.NaN()
		}
		for _, p := range spectrum.Path(y, ridgeLambdas) {
			if p.LOORMSE < least {
				least, ell, alpha = p.LOORMSE, width, p.Alpha
			}
		}
	}
	f := engine.Apply(engine.Cross(engine.Gaussian{Length: ell}, rest.X, v.Data.X), alpha)
	wrong := 0.0
	for i, l := range rest.Labels {
		if (f[i] > 0) != (l == first) {
			wrong++
		}
	}
	return v.share(wrong, rest.Len())
}
