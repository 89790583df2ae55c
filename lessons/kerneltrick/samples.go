package kerneltrick

import (
	"context"
	_ "embed"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/many"
)

// What the figures are asked over many samples, what is set aside, and what the prose
// counts over a thousand samples.

// recorded are the counts of the claims of digits and same.
//
//go:embed shares.csv
var recorded string

var (
	digitsAmong = &course.Samples{
		Seed: "seed", Of: "choices of images", Draws: 20, Splits: true,
		Claims: []course.Claim{{
			Name: "digits-good", Says: "At most 4 % are misread",
			Holds: func(p *course.Picture) many.Outcome {
				r := p.Result.(*sorting)
				return many.If(r.f != nil && r.share <= sortedGoal)
			},
		}, {
			Name: "digits-pairs",
			Says: "With λ chosen on the images learnt from, degree 2 misreads fewer than degree 1",
			Holds: func(p *course.Picture) many.Outcome {
				r := p.Result.(*sorting)
				return many.Less(r.chosenShare(r.n, 2), r.chosenShare(r.n, 1))
			},
		}},
		Rank: "misread_percent",
	}
	sameAmong = &course.Samples{
		Seed: "seed", Of: "samples", Draws: 100,
		Claims: []course.Claim{{
			Name: "same-close", Says: "The two curves differ by less than a millionth of the largest |y|",
			Holds: func(p *course.Picture) many.Outcome { return many.If(p.Result.(*twoFits).gap() < 1e-6) },
		}, {
			Name: "same-beyond", Says: "They differ most where no data are: before the first point or after the last",
			Holds: func(p *course.Picture) many.Outcome { return p.Result.(*twoFits).beyond() },
		}},
		Rank: "gap",
	}
)

// beyond is whether the curves differ most outside the data; it ties where there are not two.
func (v *twoFits) beyond() many.Outcome {
	if v.primalF == nil || v.dualF == nil {
		return many.Ties
	}
	apart, grid, x := make([]float64, len(v.primalF)), v.grid(), v.original.Data.Input(0)
	for g := range apart {
		apart[g] = math.Abs(v.primalF[g] - v.dualF[g])
	}
	at := grid[floats.MaxIdx(apart)]
	return many.If(at < floats.Min(x) || at > floats.Max(x))
}

// digitsSealed are the images that no choice of images has.
var digitsSealed = &course.Sealed{
	Of: "1,097 images that no fit has seen", Number: "misread_percent",
	Open: func(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
		r := p.Result.(*sorting)
		var order []int
		open, sealed := deal(0)
		for _, i := range shuffled(r.seed) {
			order = append(order, open[i])
		}
		share, _ := r.misreadOf(order[:r.n], sealed)
		o := course.Opened{Value: 100 * share,
			SE: 100 * math.Sqrt(share*(1-share)/float64(len(sealed)))}
		for number := 1; number <= envelopes; number++ {
			if err := ctx.Err(); err != nil {
				return o, err
			}
			open, sealed := deal(number)
			if share, ok := r.misreadOf(open[:r.n], append(open[mostLearnt:opened:opened], sealed...)); ok {
				o.Others = append(o.Others, course.Envelope{Chosen: 100 * share.of(0, sorted), Sealed: 100})
			}
		}
		return o, nil
	},
}
