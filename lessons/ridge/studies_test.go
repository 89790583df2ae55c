package ridge

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// cellars are draws of 20 wines. Ridge regression has λ by the least leave-one-out error on its
// slider's places.
var cellars = many.Study{
	Claims: []string{"wins-all", "wins-few", "wins-mean", "wins-lasso"},
	Draw: func(seed int) []many.Outcome {
		c := cellarOf(20, rand.New(rand.NewPCG(uint64(seed), 0)))
		ridge, all := c.on(nil, c.leftOut().Theta), c.on(nil, c.spectrum.Solve(c.y, 0).Theta)
		return []many.Outcome{
			many.Less(ridge, all), many.Less(ridge, c.chosen().unseen), many.Less(ridge, c.meanError()),
			many.Less(ridge, c.lassoError()),
		}
	},
}

// sines are samples like that of the figures, fifteen points of a sine. The rival chooses
// the degree of least squares, and not λ.
var sines = many.Study{
	Claims: []string{"sine-wins-free", "sine-degree-wins", "sine-flat", "sine-flat-free"},
	Draw: func(seed int) []many.Outcome {
		const degree = 12
		features := curves.ScaledPowers(curves.MaxDegree, 0, 10)
		grid := features.Matrix(curves.Grid(0, 10))
		s := newSineFits(features, seed)
		test := func(p engine.RidgePoint) float64 {
			if p.Err != nil {
				return math.Inf(1) // no fit, and so no limit to its error
			}
			return unseenError(s.line, p, grid)
		}
		chosen := leastLeftOut(s.free[:s.line.Data.Len()-1])
		priced := leastLeftOut(s.spectra[degree].Path(s.line.Data.Y, model.Lambdas))
		return []many.Outcome{
			many.Less(test(s.priced[degree]), test(s.free[degree])), many.Less(test(chosen), test(priced)),
			withinTwice(test, s.priced[4:]), withinTwice(test, s.free[4:s.line.Data.Len()]),
		}
	},
}

// sineFits are polynomials of each degree through one sample, at a price and free.
type sineFits struct {
	line         *points.Line
	spectra      []*engine.PrimalSpectrum
	priced, free []engine.RidgePoint
}

func newSineFits(features curves.Powers, seed int) *sineFits {
	const n, noise = 15, 0.2
	d := engine.Sine(n, noise, rand.New(rand.NewPCG(uint64(seed), 0)))
	s := &sineFits{line: &points.Line{Data: d, Truth: engine.SineTruth, Noise: noise}}
	s.line.XMax = 10
	Phi := features.Matrix(d.Input(0))
	for q := range features.D() {
		spectrum := course.Must(engine.SVD(mat.DenseCopyOf(Phi.Slice(0, n, 0, q+1))))
		s.spectra = append(s.spectra, spectrum)
		s.priced, s.free = append(s.priced, spectrum.Solve(d.Y, valleyLambda)), append(s.free, spectrum.Solve(d.Y, 0))
	}
	return s
}

// withinTwice is whether the greatest error of some fits is at most twice the least.
func withinTwice(test func(engine.RidgePoint) float64, all []engine.RidgePoint) many.Outcome {
	low, high := math.Inf(1), 0.
	for _, p := range all {
		low, high = math.Min(low, test(p)), math.Max(high, test(p))
	}
	return many.If(high <= 2*low)
}
