package featuremaps

import (
	"context"
	"fmt"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// choices choose so, of the crash, the readings that are used, and compare degrees on the others.
// A claim fails where two readings have one time, and so no curve of the degree is the single best.
func choices(chosen string) many.Study {
	return many.Study{
		Claims: []string{"thousandfold-" + chosen, "bends-" + chosen, "inside-" + chosen, "enough-" + chosen,
			"best-low-" + chosen},
		Draw: func(seed int) []many.Outcome {
			all := points.OnLine(course.NewForm(nil), crash)()
			powers := curves.ScaledPowers(0, all.XMin, all.XMax)
			few, notFew := split(all, chosen, fewReadings, seed)
			open, notOpen := split(all, chosen, openReadings, seed)
			most, notMost := split(all, chosen, 60, seed)
			// less is whether the error of one degree is less than that of another, so many times it.
			less := func(used *points.Line, unseen engine.Dataset, degree int, times float64, than int) many.Outcome {
				return many.Less(times*degreeError(used, unseen, powers, degree),
					degreeError(used, unseen, powers, than))
			}
			return []many.Outcome{
				less(few, notFew, 1, 1000, fewReadings-1), less(open, notOpen, openDegree, 1, 1),
				less(open, between(open, notOpen), openDegree, 1, 1), less(most, notMost, 14, 1, 1),
				many.If(leastDegree(few, notFew, powers) <= lowDegree),
			}
		},
	}
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
