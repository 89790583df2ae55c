package featuremaps

import (
	"context"
	_ "embed"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, and what the prose counts over a thousand.

// recorded are the counts of [choices] and [liftedSamples].
//
//go:embed shares.csv
var recorded string

// The fit's goal asks with fewReadings for a median under fewError in so many hidden choices. Spread
// over the times, degree 3 has a median of 41 g, and degree 5 one of 48 g. At random there is no such
// goal: degree 3 has 48 g, as the straight line has.
const fewReadings, fewError, hiddenChoices = 15, 42.5, 100

// lowDegree is one that leaves most readings to spare.
const lowDegree = 6

// bendAmong are other choices of the readings that are used.
var bendAmong = &course.Samples{
	Seed: "draw", Of: "choices of the readings used", Draws: 60, Splits: true,
	Designs: []course.Design{
		{When: "chosen=readings", Anew: "which readings are used, at random", Stays: "the readings"},
		{When: "chosen=times", Anew: "which times are used, at random, and one reading of each", Stays: "the readings"},
		{When: "chosen=spread", Anew: "which readings are used: one from each of as many stretches of time",
			Stays: "the readings"},
	},
	Claims: []course.Claim{{
		Name: "beats-line", Says: "The curve misses the other readings by less than a straight line does",
		Holds: func(p *course.Picture) many.Outcome {
			r := p.Result.(*bend)
			if !r.fitted() {
				return many.Fails
			}
			return many.Less(r.test, r.of(1))
		},
	}, {
		Name: "low-degree", Says: "The degree that misses them least is 6 or less",
		Holds: course.Of(func(r *bend) many.Outcome {
			return many.If(leastDegree(r.used, r.unseen, r.powers(r.used)) <= lowDegree)
		}),
	}},
	Rank:  "test_rmse",
	Curve: &course.Trace{Panel: "fit-curve", Series: "fit", X: "x", Y: "y"},

	Choosing: choosing,
}

// chooses is in how many choices of readings a degree is chosen.
const chooses = 20

// choosing asks what it costs to choose the degree anew for each choice of readings.
func choosing(ctx context.Context, _ *course.Memo, p *course.Picture) (*course.Choosing, error) {
	r := p.Result.(*bend)
	if !r.real {
		return nil, nil
	}
	var tables []*many.Table
	var stays []many.Fit
	for number := 1; number <= chooses; number++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, powers := new(many.Table), r.fit.Powers
		used, unseen := split(r.load(), r.chosen, r.n, number)
		for powers.Degree = range curves.MaxDegree + 1 {
			t.Fits = append(t.Fits, []many.Fit{leastSquares(used.Data, unseen, powers)})
		}
		tables, stays = append(tables, t), append(stays, t.Fits[r.fit.Degree][0])
	}
	return &course.Choosing{
		From: "degrees 0 to 15", Samples: chooses, Held: "the readings not used", Unit: r.used.YUnit,
		Verdicts: many.Judge(tables, stays, many.ByTraining, many.ByLeavingOut),
	}, nil
}

// leastSquares is that of powers on what is used, held against what is not. Its band is for a new reading,
// by Student’s t with n − d degrees of freedom; there is none of as many features as readings, which is
// not chosen.
func leastSquares(used, unseen engine.Dataset, p curves.Powers) many.Fit {
	spare := float64(used.Len() - p.D())
	spectrum, err := engine.SVD(p.Matrix(used.Input(0)))
	if err != nil || spare < 1 {
		return many.NoFit
	}
	at := spectrum.Solve(used.Y, 0)
	if at.Err != nil {
		return many.NoFit
	}
	fit := many.Fit{Train: at.TrainRMSE, Promised: at.LOORMSE, Missed: unseenRMSE(p, at.Theta, unseen)}
	wide := distuv.StudentsT{Sigma: 1, Nu: spare}.Quantile(0.975) * at.TrainRMSE * math.Sqrt(float64(used.Len())/spare)
	Phi := p.Matrix(unseen.Input(0))
	var along mat.Dense // φᵀV
	along.Mul(Phi, spectrum.V)
	for i, y := range unseen.Y {
		leverage := 0.0
		for j, v := range along.RawRowView(i) {
			leverage += v * v / (spectrum.Values[j] * spectrum.Values[j])
		}
		f := floats.Dot(Phi.RawRowView(i), at.Theta)
		if math.Abs(y-f) <= wide*math.Sqrt(1+leverage) {
			fit.Covered += 1 / float64(unseen.Len())
		}
	}
	return fit
}

// of is the error on what was not used of least squares of another degree.
func (r *bend) of(degree int) float64 { return degreeError(r.used, r.unseen, r.powers(r.used), degree) }

// liftAmong are other samples of the points that are lifted.
var liftAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 150, Ignores: "height yaw pitch",
	Designs: points.Drawn,
	Claims: []course.Claim{{
		Name: "plane-all", Says: "The plane has every point on its side",
		Holds: course.Of(func(r *lift) many.Outcome { return many.If(!idle(r.with) && r.separated()) }),
	}, {
		Name: "plane-better", Says: "The plane has more points on their side than the dashed line",
		Holds: course.Of(func(r *lift) many.Outcome {
			return many.Less(float64(r.without.Right), float64(r.with.Right))
		}),
	}},
	Rank: "errors",
}
