package featuremaps

import (
	"context"
	_ "embed"
	"fmt"

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

// The fit's goal asks with fewReadings for a median under fewError in so many hidden choices: of
// 300, degree 3 has a median of 41 g, and degree 5 one of 48 g.
const fewReadings, fewError, hiddenChoices = 15, 42.5, 100

// lowDegree is one that leaves most readings to spare.
const lowDegree = 6

// bendAmong are other choices of the readings that are used.
var bendAmong = &course.Samples{
	Seed: "draw", Of: "choices of the readings used", Draws: 60, Splits: true,
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
		Holds: func(p *course.Picture) many.Outcome {
			r := p.Result.(*bend)
			return many.If(leastDegree(r.used, r.unseen, r.powers(r.used)) <= lowDegree)
		},
	}},
	Rank:  "test_rmse",
	Curve: &course.Trace{Panel: "fit-curve", Series: "fit", X: "x", Y: "y"},
}

// of is the error on what was not used of least squares of another degree.
func (r *bend) of(degree int) float64 { return degreeError(r.used, r.unseen, r.powers(r.used), degree) }

// liftAmong are other samples of the points that are lifted.
var liftAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 20, Most: 150, Ignores: "height yaw pitch",
	Claims: []course.Claim{{
		Name: "plane-all", Says: "The plane has every point on its side",
		Holds: func(p *course.Picture) many.Outcome {
			r := p.Result.(*lift)
			return many.If(!idle(r.with) && r.separated())
		},
	}, {
		Name: "plane-better", Says: "The plane has more points on their side than the dashed line",
		Holds: func(p *course.Picture) many.Outcome {
			r := p.Result.(*lift)
			return many.Less(float64(r.without.Right), float64(r.with.Right))
		},
	}},
	Rank: "errors",
}

// choices choose, of the crash, the readings that are used, and compare degrees on the others.
var choices = many.Study{
	Claims: []string{"thousandfold", "bends", "enough", "best-low"},
	Draw: func(seed int) []many.Outcome {
		all := points.OnLine(course.NewForm(nil), crash)()
		powers := curves.ScaledPowers(0, all.XMin, all.XMax)
		// of is how the errors of two degrees compare: whether one is over so many times the other.
		of := func(n, degree int, times float64, than int) many.Outcome {
			used, unseen := split(all, n, seed)
			return many.Less(times*degreeError(used, unseen, powers, than), degreeError(used, unseen, powers, degree))
		}
		few, unseen := split(all, fewReadings, seed)
		return []many.Outcome{
			of(fewReadings, fewReadings-1, 1000, 1), of(openReadings, 1, 1, openDegree), of(60, 1, 1, 14),
			many.If(leastDegree(few, unseen, powers) <= lowDegree),
		}
	},
}

// liftedSamples are samples as the lift opens on: whether x₁² + x₂² parts the rings, x₁x₂ the
// rings and the quadrants.
var liftedSamples = many.Study{
	Claims: []string{"rings-all", "ringswrong-all", "xor-all"},
	Draw: func(seed int) []many.Outcome {
		parts := func(data, feature string) many.Outcome {
			query := course.ParseQuery(fmt.Sprintf("data=%s&seed=%d", data, seed))
			d := points.InPlane(course.NewForm(query), liftSample)().Data
			by, deep := liftingOf(feature), engine.Dataset{Y: d.Y}
			for _, x := range d.X {
				deep.X = append(deep.X, []float64{x[0], x[1], by.of(x[0], x[1])})
			}
			plane := course.Must(engine.Separate(context.Background(), deep, liftLambda))
			return many.If(plane.Right == d.Len())
		}
		return []many.Outcome{parts("rings", "squares"), parts("rings", "product"), parts("xor", "product")}
	},
}
