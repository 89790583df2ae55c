package representer

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// studies are what shares.csv has.
func studies() []many.Study {
	trend, _ := Lesson.Figure("semiparametric")
	losses, _ := Lesson.Figure("losses")
	return []many.Study{
		sparse, trend.Study("degree=1", "line-warns", "line-warns-two", "line-warns-all"),
		trend.Study("", "plain-warns", "", ""),
		trend.Study("degree=2", "square-warns", "square-warns-two", "square-warns-all"),
		losses.Study("", "squared-some-silent", "", ""),
		losses.Study("loss=hinge", "hinge-some-silent", "hinge-ten-silent", ""),
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
