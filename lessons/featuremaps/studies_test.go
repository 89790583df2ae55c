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
