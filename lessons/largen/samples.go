package largen

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the figures are asked over many samples, and what the prose counts over a thousand.

// shares are the counts of [whistles].
//
//go:embed shares.csv
var shares string

// whistlesAmong are samples of the whistle. Twenty take too long of more readings than 2,000, of
// waves, and of bumps so narrow that hardly one of 200 is left out.
var whistlesAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 20, Most: 2000, Needs: "way=nystrom|fourier", Beyond: tooMany,
	Designs: []course.Design{{Anew: "the times, anywhere and independent, the noise, and the landmarks or waves",
		Stays: "the whistle"}},
	Claims: []course.Claim{{
		Name: "whistle-enough", Says: "So many features are within a tenth of the least distance drawn",
		Holds: course.Of(func(a *approximated) many.Outcome { return many.If(a.err <= 1.1*slices.Min(a.rmses)) }),
	}, {
		Name: "whistle-freedom", Says: "Fewer than the degrees of freedom are",
		Holds: course.Of(func(a *approximated) many.Outcome { return many.If(a.sizes[enough(a.rmses)] < a.freedom) }),
	}},
	Rank: "error", Error: "error",
	Curve: &course.Trace{Panel: "approximate-error", Series: "errors", X: "features", Y: "error"},
	Rivals: []course.Rival{{
		Name:  "landmarks evenly spaced",
		Tuned: fmt.Sprintf("as many, but at most %d; the same ℓ and λ, not tuned", mostEven),
		Error: func(ctx context.Context, memo *course.Memo, p *course.Picture) (float64, error) {
			a := p.Result.(*approximated)
			return a.even(ctx, memo, min(a.m, mostEven))
		},
	}, {
		Name: "an exact fit to as many points", Tuned: "the same ℓ; λ by leaving out each of these points",
		Error: func(ctx context.Context, memo *course.Memo, p *course.Picture) (float64, error) {
			a := p.Result.(*approximated)
			b, _, err := bestFewOf{a.m, a.ell, a.seed}.Compute(ctx, memo)
			return b.err, err
		},
	}},
}

// narrowest is the width of a bump, in ms, such that 20 samples take less than 0.3 s.
const narrowest = 0.2

// tooMany says why nobody can ask over samples of so many features.
func tooMany(f *course.Form) string {
	if f.Control("way").Value == "fourier" {
		return "asked of landmarks; twenty samples of waves take too long"
	}
	if f.Control("landmarks").Value == centres {
		return "asked of landmarks that are drawn or pivots; means of twenty samples take too long"
	}
	if ell, ok := course.ParseNumber(f.Control("bandwidth").Value); ok && ell < narrowest {
		return fmt.Sprintf("asked of bumps from %g ms on; twenty samples of narrower ones take too long", narrowest)
	}
	return ""
}

// mostEven are enough landmarks that are evenly spaced, for any ℓ of the figure: their gaps are
// narrower than the narrowest bump is wide.
const mostEven = 60

// even is the distance from the truth of a fit through m landmarks that are evenly spaced, one
// at each end.
func (a approximation) even(ctx context.Context, memo *course.Memo, m int) (float64, error) {
	landmarks := make([][]float64, m)
	for i, j := range rand.New(rand.NewPCG(1, 1)).Perm(m) { // neighbours in a row explain each other
		landmarks[i] = []float64{length * float64(j) / float64(m-1)}
	}
	p, err := a.pass().landmarks(ctx, memo, landmarks)
	if err != nil {
		return math.NaN(), err
	}
	return p.whole(a.lambda)
}

// alone is the distance of the fit through the first m features, found without the others.
func (a approximation) alone(ctx context.Context, memo *course.Memo) (float64, error) {
	return a.through(ctx, memo, a.pass())
}

// through is that distance by a pass, which may be a short one.
func (a approximation) through(ctx context.Context, memo *course.Memo, of passOf) (float64, error) {
	var p *pass
	var err error
	if a.way == "nystrom" {
		var at [][]float64
		at, err = course.Remember(ctx, memo, placesOf{a.chosen, a.n, a.m, a.ell, a.seed}.key())
		if err == nil {
			p, err = of.landmarks(ctx, memo, at)
		}
	} else {
		p, err = of.waves(ctx, memo, max(1, a.m/2))
	}
	if err != nil {
		return math.NaN(), err
	}
	return p.whole(a.lambda)
}

// whole is the distance of the fit through all features of a pass.
func (p *pass) whole(lambda float64) (float64, error) {
	theta, _, err := p.Ridge(p.Gram.SymmetricDim(), lambda)
	if err != nil {
		return math.NaN(), err
	}
	return distance(p.over(theta)), nil
}

// A bestFew is the exact fit to few readings with the λ that leaving out each of them
// chooses: where there are fewer, the noise wants a larger one.
type bestFew struct{ points, err, lambda float64 }

type bestFewOf struct {
	s    int // readings
	ell  float64
	seed int
}

// fewLambdas are those that it chooses from: with the largest the fit is zero, whatever was read, and
// the least leave out no more than the landmarks do.
var fewLambdas = []float64{1e-9, 1e-8, 1e-7, 1e-6, 3.16e-6, 1e-5, 3.16e-5, 1e-4, 3.16e-4, 1e-3, 3.16e-3, 1e-2,
	3.16e-2, 1e-1, 0.316, 1, 10, 100}

// Compute fits with each λ, and returns the bytes of what is kept. The fit is through all
// readings as landmarks, but for those that the ones before explain to 10⁻⁸.
func (of bestFewOf) Compute(ctx context.Context, memo *course.Memo) (bestFew, int, error) {
	b, err := course.Remember(ctx, memo, bumpsOf{placesOf{how: drawnAtRandom, m: mostFeatures, seed: of.seed}, of.ell})
	if err != nil {
		return bestFew{}, 0, err
	}
	d := readings(of.s, of.seed)
	p := &pass{newton: b.newton.First(of.s), grid: b.grid}
	Phi, y := p.newton.Matrix(d.X), mat.NewDense(of.s, 1, d.Y)
	p.FeatureSums = &engine.FeatureSums{N: of.s, Gram: new(mat.SymDense), Cross: new(mat.Dense)}
	p.Gram.SymOuterK(1, Phi.T())
	p.Cross.Mul(Phi.T(), y)
	lambda, err := leastLeftOut(p.FeatureSums, Phi, d.Y, fewLambdas)
	if err != nil {
		return bestFew{}, 0, err
	}
	e, err := p.whole(lambda)
	return bestFew{float64(of.s), e, lambda}, 24, err
}

// bestErrors are those fits, of as many points as the figure has.
func (a *approximated) bestErrors() (points, errors, lambdas []float64) {
	for _, b := range a.best {
		if int(b.points) <= a.n {
			points, errors, lambdas = append(points, b.points), append(errors, b.err), append(lambdas, b.lambda)
		}
	}
	return points, errors, lambdas
}

// digitsAmong are draws of landmarks or waves: twenty take two seconds, so nobody can ask, and
// the goal alone is judged by them.
var digitsAmong = &course.Samples{Seed: "seed", Of: "draws",
	Designs: []course.Design{{Anew: "which images are landmarks, or which waves there are", Stays: "the images"}}}

// envelopes are how many others are opened with a reader's.
const envelopes = 40

// digitsSealed is the half of the new digits that no setting was chosen by.
var digitsSealed = &course.Sealed{
	Of: "320 new digits set aside", Number: "misread",
	Open: func(ctx context.Context, memo *course.Memo, p *course.Picture) (course.Opened, error) {
		r, w := p.Result.(*digitsFit), digits()
		v, err := r.sums(ctx, memo, r.m)
		if err != nil {
			return course.Opened{}, err
		}
		wrong, _, err := v.wrong(r.m, digitsLambda)
		if err != nil {
			return course.Opened{}, err
		}
		o := course.Opened{Value: shareOf(wrong, w.open, false), Anew: anew(), By: anewBy}
		o.SE = math.Sqrt(o.Value * (100 - o.Value) / float64(len(w.fresh)-len(w.fresh)/2))
		rng := rand.New(rand.NewPCG(2, uint64(len(w.fresh))))
		for range envelopes { // two halves of the same digits would make up for each other
			o.Others = append(o.Others, course.Envelope{Chosen: resampled(wrong, rng), Sealed: resampled(wrong, rng)})
		}
		return o, nil
	},
}
