package logistic

import (
	"context"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
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

// moonsSpec is what the descent opens on.
var moonsSpec = points.LabelledSpec{Name: "moons", N: 80, Noise: descentSample.Noise, Anywhere: true}

// descentSamples are of descents on the moons: whether twice the step takes half as many to
// arrive, give or take one, whether one over 2/L arrives, and whether larger ones never do.
func descentSamples(prefix string, moons points.LabelledSpec) many.Study {
	claims := []string{prefix + "doubled", prefix + "over-arrives", prefix + "two-never", prefix + "long-never"}
	return many.Study{Claims: claims, Draw: func(seed int) []many.Outcome {
		ctx, spec := context.Background(), moons
		spec.Seed = seed
		d := spec.Load().Data.Against(1)
		K := engine.Gram(engine.Gaussian{Length: 0.5}, d.X)
		v := &descent{newton: course.Must(engine.SolveKLR(ctx, K, d.Y, openDescent))}
		arrival := func(step float64) int {
			return v.arrives(course.Must(engine.DescendKLR(ctx, K, d.Y, openDescent, step, longest)))
		}
		half, one := arrival(0.5), arrival(1)
		return []many.Outcome{many.If(one > 0 && half >= 2*one-1 && half <= 2*one+1),
			many.If(arrival(1.6) >= 0), many.If(arrival(2) < 0), many.If(arrival(2.5) < 0)}
	}}
}

// saidOfSoil are, over so many splits of the soil into halves, the means of what is said of the half held
// out, and of what is right there, in per cent.
func saidOfSoil(draws int) map[string]float64 {
	soil := points.LabelledSpec{Name: "meuse", Flat: true}.Load().Data.Against(1)
	means := map[string]float64{}
	for _, by := range soilHalves {
		for number := 1; number <= draws; number++ {
			said := halved(soil, by.squares, others(number)).askOpen()
			means[by.prefix+"said"] += said.said / float64(draws)
			means[by.prefix+"right"] += (100 - said.wrong) / float64(draws)
		}
	}
	return means
}

// studies are what shares.csv has.
func studies() []many.Study {
	boundary, _ := Lesson.Figure("boundary")
	classes, _ := Lesson.Figure("classes")
	even := moonsSpec
	even.Anywhere = false
	return []many.Study{trustSamples, descentSamples("", moonsSpec), descentSamples("even-", even), boundary.Study(""),
		boundary.Study("halves=points", "", "points-sure", ""), classes.Study("", "flowers-right", "")}
}
