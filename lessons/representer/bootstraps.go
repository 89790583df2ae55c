package representer

import (
	"context"
	_ "embed"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the figures are asked over flights drawn anew, with replacement, and what the prose
// counts over a thousand of these, and over problems drawn at random.

// shares are the counts of [studies].
//
//go:embed shares.csv
var shares string

// bootstraps are how many times the flights are drawn anew.
const bootstraps = 60

// anew draws as many of the data, with replacement.
func anew(d engine.Dataset, number int) engine.Dataset {
	rng := rand.New(rand.NewPCG(uint64(number), 0))
	at := make([]int, d.Len())
	for i := range at {
		at[i] = rng.IntN(d.Len())
	}
	return d.Pick(at)
}

// ghost is the series of a fit that is drawn pale.
func ghost(f engine.Function) course.Series {
	xs := curves.Grid(coldest, warmest)
	return course.Table("fit", "x f", xs, along(xs, f))
}

// withReplacement is the design of a bootstrap.
var withReplacement = []course.Design{
	{Anew: "which flights are drawn, with replacement",
		Stays: "the flights, of which some come twice and some not at all"},
}

var lossesAmong = &course.Samples{
	Draws: bootstraps,
	Resampled: &course.Resampled{
		Of: "bootstraps of these 23 flights", Designs: withReplacement,
		Draw: func(ctx context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
			of := *p.Result.(*classified)
			flights := anew(engine.Dataset{X: of.X, Y: of.y}, number)
			of.X, of.y = flights.X, flights.Y
			if err := of.solve(ctx, of.loss()); err != nil {
				return nil, err
			}
			return &course.Picture{Series: []course.Series{ghost(of.fit(of.now))}, Numbers: []course.Number{
				{Name: "level", Value: float64(of.level())}, {Name: "wrong", Value: float64(of.wrong)},
			}}, nil
		},
	},
	Claims: []course.Claim{{
		Name: "some-silent", Says: "At some flights the slope of the loss is 0, and so is αᵢ",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("level") > 0) },
	}, {
		Name: "ten-silent", Says: "At 10 or more",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("level") >= goalSilent) },
	}, {
		Name: "few-wrong", Says: "At most 3 are on the wrong side",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("wrong") <= goalWrong) },
	}},
	Curve: &course.Trace{Panel: "losses-f", Series: "fit", X: "x", Y: "f"},
}

var trendAmong = &course.Samples{
	Draws: bootstraps,
	Resampled: &course.Resampled{
		Of: "bootstraps of these flights", Designs: withReplacement,
		Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
			of := p.Result.(*semiparametric)
			fit, err := engine.SemiparametricKRR(of.kernel, anew(of.kept, number), of.degree, of.lambda)
			if errors.Is(err, engine.ErrSingular) {
				return &course.Picture{}, nil // no trend is determined
			}
			if err != nil {
				return nil, err
			}
			return &course.Picture{Series: []course.Series{ghost(fit)}, Numbers: []course.Number{
				{Name: "at_launch", Value: fit.Eval([]float64{launch})},
			}}, nil
		},
	},
	Claims: []course.Claim{
		saysAtLaunch("warns", "At 31 °F it says more than one ring", func(at float64) bool { return at > 1 }),
		saysAtLaunch("warns-two", "More than two", func(at float64) bool { return at > 2 }),
		saysAtLaunch("warns-all", "More than six, which is all there are", func(at float64) bool { return at > 6 }),
	},
	Curve: &course.Trace{Panel: "semiparametric-f", Series: "fit", X: "x", Y: "f"},
}

// saysAtLaunch claims of what a fit says at the launch; where there is none, it is a tie.
func saysAtLaunch(name, says string, is func(at float64) bool) course.Claim {
	return course.Claim{Name: name, Says: says, Holds: func(p *course.Picture) many.Outcome {
		at := p.Find("at_launch")
		if math.IsNaN(at) {
			return many.Ties
		}
		return many.If(is(at))
	}}
}
