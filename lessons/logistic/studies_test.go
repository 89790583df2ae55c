package logistic

import (
	"context"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// trustSamples compare what is said with what is so, and two rules that choose λ.
var trustSamples = many.Study{
	Claims: []string{"small-over", "large-under", "loss-wins", "share-wins"},
	Draw: func(seed int) []many.Outcome {
		s := trustedAt(seed)
		return []many.Outcome{many.Less(s.right[0], s.said[0]), many.Less(s.said[2], s.right[2]),
			many.Less(s.byLoss, s.byShare), many.Less(s.byShare, s.byLoss)}
	},
}

// descentSamples are of descents on the moons: whether twice the step takes half as many to
// arrive, give or take one, whether one over 2/L arrives, and whether larger ones never do.
var descentSamples = many.Study{
	Claims: []string{"doubled", "over-arrives", "two-never", "long-never"},
	Draw: func(seed int) []many.Outcome {
		ctx := context.Background()
		d := engine.Moons(80, trustSample.Noise, rand.New(rand.NewPCG(uint64(seed), 0))).Against(1)
		K := engine.Gram(engine.Gaussian{Length: 0.5}, d.X)
		v := &descent{newton: course.Must(engine.SolveKLR(ctx, K, d.Y, openDescent))}
		arrival := func(step float64) int {
			return v.arrives(course.Must(engine.DescendKLR(ctx, K, d.Y, openDescent, step, longest)))
		}
		half, one := arrival(0.5), arrival(1)
		return []many.Outcome{many.If(one > 0 && half >= 2*one-1 && half <= 2*one+1),
			many.If(arrival(1.6) >= 0), many.If(arrival(2) < 0), many.If(arrival(2.5) < 0)}
	},
}

// studies are what shares.csv has.
func studies() []many.Study {
	boundary, _ := Lesson.Figure("boundary")
	classes, _ := Lesson.Figure("classes")
	return []many.Study{trustSamples, descentSamples, boundary.Study(""),
		boundary.Study("halves=points", "", "points-sure", ""), classes.Study("", "flowers-right", "")}
}
