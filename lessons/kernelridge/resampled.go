package kernelridge

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

// resampledFits is how many resampled fits are drawn.
const resampledFits = 60

// Two truths: the curve of the best ℓ and λ, which the opening fit flattens by far more than
// that of a wide bump.
const (
	deepTruth = "bandwidth=7.36&lambda=0.000293"
	flatTruth = "bandwidth=12"
)

// shares count how often sixty of them hold a truth that is known.
//
//go:embed shares.csv
var shares string

// anew are curves that the readings leave open. Each response is f(xᵢ) plus or minus the
// leave-one-out residual there, by the toss of a coin, so that noise is as large as it is at
// xᵢ; a fit to these misses f, which it shrinks, by as much as f may miss the truth. Claims are
// of this fit, for there f is a truth that is known. Drawn is f with that miss taken back.
//
// Sources: Wu, Jackknife, bootstrap and other resampling methods in regression analysis,
// Annals of Statistics 14 (1986); Davison and Hinkley, Bootstrap methods and their application
// (1997), chapter 5, on basic limits.
var anew = &course.Resampled{
	Of: "redraws of the noise",
	Designs: []course.Design{{Anew: "the signs of the leave-one-out residuals, each by the toss of a coin",
		Stays: "their sizes, the fit f, and where the points are",
		How:   "Errors are of f*, fitted to f with these; drawn is 2f − f*."}},
	Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		r, ok := p.Result.(*fitted)
		if !ok || r.Ridge == nil {
			return &course.Picture{}, nil
		}
		return resampled(r.Ridge, number), nil
	},
}

// resampled is one of them: the leave-one-out error of the fit f* to f + ε, its error at the
// same x with noise drawn once more,
//
//	√(mean of (f*(xᵢ) − f(xᵢ))² + mean of the squared residuals),
//
// and the curve f − (f* − f), which is the fit to 2y − f − ε. It is empty where there is no
// fit, and where K has negative eigenvalues.
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
	back := floats.ScaleTo(make([]float64, len(y)), 2, fit.Solution.Alpha)
	floats.Sub(back, at.Alpha)
	xs, ys := fit.Curve(back)
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

// anewFacts are what is said of the curve that the first figure opens with, of the sixty drawn
// behind it, and of samples of two truths: how deep these dip, and the same fit to them without
// noise.
func anewFacts(facts course.Facts, memo *course.Memo) {
	many.Cite(facts, many.Parse(shares))
	opens := facts.Read(memo, buildFit, "", "fit-")
	facts["bumps"] = float64(len(opens.Columns[0][1].Plot.(plots.Stems).Bumps))
	fit := opens.Result.(*fitted).Ridge
	facts["dip-least"], facts["dip-most"] = math.Inf(1), math.Inf(-1)
	for number := 1; number <= resampledFits; number++ {
		dip := slices.Min(resampled(fit, number).Column("fit", "y"))
		facts["dip-least"], facts["dip-most"] = math.Min(facts["dip-least"], dip), math.Max(facts["dip-most"], dip)
	}
	facts["redraws"] = resampledFits
	for name, state := range map[string]string{"deep": deepTruth, "flat": flatTruth} {
		truth := facts.Read(memo, buildFit, state, name+"-")
		facts[name+"-dip"] = slices.Min(truth.Column("fit", "y"))
		at := course.Must(fit.Spectrum.Solve(truth.Result.(*fitted).Solution.Fitted, fit.Lambda))
		_, again := fit.Curve(at.Alpha)
		facts[name+"-fit"] = slices.Min(again)
	}
}
