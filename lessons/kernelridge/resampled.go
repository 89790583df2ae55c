package kernelridge

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

// resampledFits is how many resampled fits are drawn.
const resampledFits = 60

// anew are fits to resampled data: each response is f(xᵢ) plus or minus the leave-one-out
// residual there, by the toss of a coin, so that noise is as large as it is at xᵢ.
//
// Source: Wu, Jackknife, bootstrap and other resampling methods in regression analysis,
// Annals of Statistics 14 (1986).
var anew = &course.Resampled{
	Of: "redraws of the noise",
	Designs: []course.Design{{Anew: "the signs of the leave-one-out residuals, each by the toss of a coin",
		Stays: "their sizes, the fit, and where the points are"}},
	Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		r, ok := p.Result.(*fitted)
		if !ok || r.Ridge == nil {
			return &course.Picture{}, nil
		}
		return resampled(r.Ridge, number), nil
	},
}

// resampled is one of them: its curve, its leave-one-out error, and its error at the same x
// with noise drawn once more,
//
//	√(mean of (f*(xᵢ) − f(xᵢ))² + mean of the squared residuals).
//
// It is empty where there is no fit, and where K has negative eigenvalues.
func resampled(fit *curves.Ridge, number int) *course.Picture {
	if fit.Solution.Err != nil || fit.Negative() > 0 {
		return &course.Picture{}
	}
	rng := rand.New(rand.NewPCG(uint64(number), 0))
	y := make([]float64, fit.Data.Len())
	for i := range y {
		y[i] = fit.Solution.Fitted[i] + fit.Solution.LOOResiduals[i]*float64(2*rng.IntN(2)-1)
	}
	at, err := fit.Spectrum.Solve(y, fit.Lambda)
	if err != nil {
		return &course.Picture{} // no finite numbers, and no picture of them
	}
	squares := 0.0
	for i, f := range at.Fitted {
		off, noise := f-fit.Solution.Fitted[i], fit.Solution.LOOResiduals[i]
		squares += (off*off + noise*noise) / float64(len(y))
	}
	xs, ys := fit.Curve(at.Alpha)
	return &course.Picture{
		Numbers: []course.Number{{Name: "loo_rmse", Value: at.LOORMSE}, {Name: "test_rmse", Value: math.Sqrt(squares)}},
		Series:  []course.Series{course.Table("fit", "x y", xs, ys)},
	}
}

// behind puts the resampled fits pale behind the curve, as those who ask over many have them.
func behind(fit *curves.Ridge, p *course.Picture) {
	for number := 1; number <= resampledFits; number++ {
		drawn := resampled(fit, number)
		if len(drawn.Series) == 0 {
			return
		}
		p.Columns[0][0].Redrawn = append(p.Columns[0][0].Redrawn,
			plots.Redrawn{Seed: number, Xs: drawn.Column("fit", "x"), Ys: drawn.Column("fit", "y")})
	}
}

// honest is whether the leave-one-out error is within a tenth of that on new points.
func honest(p *course.Picture) many.Outcome {
	loo, test := p.Find("loo_rmse"), p.Find("test_rmse")
	if math.IsNaN(loo - test) {
		return many.Ties // nobody can tell
	}
	return many.If(math.Abs(loo-test) <= 0.1*test)
}
