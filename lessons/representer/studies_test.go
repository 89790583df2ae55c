package representer

import (
	"context"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

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
