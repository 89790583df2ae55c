package representer

import (
	"context"
	_ "embed"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

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
func anew(d engine.Dataset, number int) (drawn engine.Dataset) {
	rng := rand.New(rand.NewPCG(uint64(number), 0))
	for range d.Len() {
		i := rng.IntN(d.Len())
		drawn.X, drawn.Y = append(drawn.X, d.X[i]), append(drawn.Y, d.Y[i])
	}
	return drawn
}

// ghost is the series of a fit that is drawn pale.
func ghost(f engine.Function) course.Series {
	xs := curves.Grid(coldest, warmest)
	return course.Table("fit", "x f", xs, along(xs, f))
}

var lossesAmong = &course.Samples{
	Draws: bootstraps,
	Resampled: &course.Resampled{
		Of: "bootstraps of these 23 flights",
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
		Of: "bootstraps of these flights",
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

// bootstrapped counts the claims of a figure in a state over bootstraps, by the names of the
// facts that are made of them.
func bootstrapped(build func(*course.Form) course.Draw, among *course.Samples, state string,
	names ...string) many.Study {
	opens := sync.OnceValue(func() *course.Picture {
		return course.Must(build(course.NewForm(course.ParseQuery(state)))(context.Background(),
			course.NewMemo(1<<22)))
	})
	return many.Study{Claims: names, Draw: func(seed int) (outcomes []many.Outcome) {
		drawn := course.Must(among.Resampled.Draw(context.Background(), course.NewMemo(1<<22), opens(), seed))
		for _, c := range among.Claims[:len(names)] {
			outcomes = append(outcomes, c.Holds(drawn))
		}
		return outcomes
	}}
}

// studies are what shares.csv has.
func studies() []many.Study {
	return []many.Study{
		sparse,
		bootstrapped(buildSemiparametric, trendAmong, "degree=1", "line-warns", "line-warns-two", "line-warns-all"),
		bootstrapped(buildSemiparametric, trendAmong, "", "plain-warns"),
		bootstrapped(buildSemiparametric, trendAmong, "degree=2", "square-warns", "square-warns-two",
			"square-warns-all"),
		bootstrapped(buildLosses, lossesAmong, "", "squared-some-silent"),
		bootstrapped(buildLosses, lossesAmong, "loss=hinge", "hinge-some-silent", "hinge-ten-silent"),
	}
}

// sparse are problems of five data and ten features, all drawn at random: whether the
// solutions of ‖θ‖₁ and of ‖θ‖² are off the span of the features of the data.
var sparse = many.Study{
	Claims: []string{"sparse-off", "ridge-off"},
	Draw: func(seed int) []many.Outcome {
		const n, d = 5, 10
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		Phi, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			y[i] = rng.NormFloat64()
			for j := range d {
				Phi.Set(i, j, rng.NormFloat64())
			}
		}
		off := func(theta []float64) many.Outcome {
			away := course.Must(engine.SpanDistance(Phi, theta))
			return many.If(!engine.Agree(away, 0, floats.Norm(theta, 2)))
		}
		return []many.Outcome{
			off(course.Must(engine.Lasso(context.Background(), Phi, y, 0.1)).Theta),
			off(course.Must(engine.Ridge(Phi, y, 0.1))),
		}
	},
}
