package ridge

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, and the rivals there.

// mostAsked is of how many points a polynomial's samples have at most.
const mostAsked = 150

// bottlesAmong are other draws of the wines that the fit learns from.
var bottlesAmong = &course.Samples{
	Seed: "seed", Of: "draws of the wines", Draws: 100, Splits: true,
	Designs: []course.Design{{Anew: "which wines are learnt from, at random", Stays: "the wines"}},
	Claims: []course.Claim{{
		Name: "mean-wins-all", Says: "Always saying the mean misses the other wines by less than this fit",
		Holds: ofTasting(func(r *tasting) many.Outcome { return many.Less(r.ofMean, r.test) }),
	}, {
		Name: "few-wins-all", Says: "A few chosen measures miss them by less than this fit",
		Holds: ofTasting(func(r *tasting) many.Outcome { return many.Less(r.chosen().unseen, r.test) }),
	}, {
		Name: "bottles-inside", Says: "The error on the other wines is least between no price and a huge one",
		Holds: ofTasting(func(r *tasting) many.Outcome { return many.If(inside(r.errors(bottlesLambdas()))) }),
	}},
	Rank:  "test_rmse",
	Error: "test_rmse",
	Rivals: []course.Rival{{
		Name: "Always the mean", Tuned: "There is nothing to choose.", Error: ofCellar((*cellar).meanError),
	}, {
		Name:  "A few measures",
		Tuned: "Added one by one; how many, is chosen by leaving out each wine that it learns from.",
		Error: ofCellar(func(c *cellar) float64 { return c.chosen().unseen }),
	}, {
		Name: "Lasso, all twelve", Tuned: "λ is chosen by five parts of the wines that it learns from.",
		Error: ofCellar((*cellar).lassoError),
	}, {
		Name: "Ridge regression", Tuned: "λ is chosen by leaving out each wine that it learns from.",
		Error: ofCellar(func(c *cellar) float64 { return c.on(nil, c.leftOut().Theta) }),
	}},
}

// ofTasting asks a tasting; one without a fit fails.
func ofTasting(holds func(*tasting) many.Outcome) func(*course.Picture) many.Outcome {
	return func(p *course.Picture) many.Outcome {
		r := p.Result.(*tasting)
		if r.at.Err != nil {
			return many.Fails
		}
		return holds(r)
	}
}

// ofCellar is a rival's error on the wines of a picture.
func ofCellar(of func(*cellar) float64) func(context.Context, *course.Memo, *course.Picture) (float64, error) {
	return func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
		return of(p.Result.(*tasting).cellar), nil
	}
}

// meanError is that of always saying the mean.
func (c *cellar) meanError() float64 { return rms(c.other) }

// leftOut is the fit of the slider's λ whose leave-one-out error is least; λ = 0 is none of them.
func (c *cellar) leftOut() (best engine.RidgePoint) {
	least := math.Inf(1)
	for _, at := range c.spectrum.Path(c.y, bottlesLambdas()[1:]) {
		if e := rms(leaveOneOut(c.y, at)); e < least {
			best, least = at, e
		}
	}
	return best
}

// Lassos are tried at so many λ, from one that leaves nothing on, and judged on so many parts.
const lassoLambdas, lassoParts = 12, 5

// lassoError is the error of the lasso on the unseen wines, at the λ that is best on wines left
// out: a part of the fitted ones after the other.
func (c *cellar) lassoError() float64 {
	lambdas := floats.LogSpan(make([]float64, lassoLambdas), 1.5, 1e-2)
	n, d := c.fitted.Dims()
	missed := make([]float64, lassoLambdas)
	for part := range lassoParts {
		var some []int
		for i := range n {
			if i%lassoParts != part {
				some = append(some, i)
			}
		}
		Phi, y := mat.NewDense(len(some), d, nil), make([]float64, len(some))
		for row, i := range some {
			Phi.SetRow(row, c.fitted.RawRowView(i))
			y[row] = c.y[i]
		}
		centre, level := centred(Phi, y)
		for k, theta := range lassos(Phi, y, lambdas) {
			for i := part; i < n; i += lassoParts {
				e := c.y[i] - level
				for j, v := range theta {
					e -= v * (c.fitted.At(i, j) - centre[j])
				}
				missed[k] += e * e
			}
		}
	}
	return c.on(nil, lassos(c.fitted, c.y, lambdas)[floats.MinIdx(missed)])
}

// centred takes the means off columns and responses, and returns them.
func centred(Phi *mat.Dense, y []float64) (columns []float64, level float64) {
	n, d := Phi.Dims()
	for j := range d {
		mean := stat.Mean(mat.Col(nil, j, Phi), nil)
		for i := range n {
			Phi.Set(i, j, Phi.At(i, j)-mean)
		}
		columns = append(columns, mean)
	}
	level = stat.Mean(y, nil)
	floats.AddConst(-level, y)
	return columns, level
}

// lassos are the minimisers of (1/n)‖y − Φθ‖² + λ‖θ‖₁ at falling λ, each begun at the one
// before, by coordinate descent until no step is over a hundred-thousandth: enough for an error
// of three digits, and a small part of what [engine.Lasso] takes with its proof.
func lassos(Phi *mat.Dense, y []float64, lambdas []float64) (path [][]float64) {
	const sweeps, enough = 1000, 1e-5
	n, d := Phi.Dims()
	var products mat.SymDense // ΦᵀΦ/n
	products.SymOuterK(1/float64(n), Phi.T())
	gram, slope, theta := mat.DenseCopyOf(&products), make([]float64, d), make([]float64, d)
	for j := range slope { // of half the loss, downwards
		slope[j] = floats.Dot(mat.Col(nil, j, Phi), y) / float64(n)
	}
	for _, lambda := range lambdas {
		for range sweeps {
			largest := 0.
			for j, was := range theta {
				row := gram.RawRowView(j)
				g := slope[j] + row[j]*was
				theta[j] = math.Copysign(math.Max(0, math.Abs(g)-lambda/2), g) / row[j]
				if step := theta[j] - was; step != 0 {
					floats.AddScaled(slope, -step, row)
					largest = math.Max(largest, math.Abs(step))
				}
			}
			if largest < enough {
				break
			}
		}
		path = append(path, slices.Clone(theta))
	}
	return path
}

// fitError is the test error of that of some fits whose leave-one-out error is least.
func fitError(line *points.Line, all []engine.RidgePoint, features *mat.Dense) float64 {
	if len(all) == 0 {
		return math.NaN()
	}
	least := leastLeftOut(all)
	if least.Err != nil {
		return math.NaN()
	}
	return unseenError(line, least, features)
}

// byDegree is the rival of a price on polynomials: least squares of the degree whose
// leave-one-out error is least.
var byDegree = course.Rival{
	Name: "Least squares", Tuned: "The degree is chosen by leaving out each point that it is fitted to.",
	Error: func(ctx context.Context, memo *course.Memo, p *course.Picture) (float64, error) {
		r := p.Result.(*degreeList).fit
		l, err := course.Remember(ctx, memo, ladderFor(r))
		if err != nil {
			return 0, err
		}
		var free []engine.RidgePoint
		for _, spectrum := range l.spectra[:min(len(l.spectra), r.Data.Len()-1)] {
			if spectrum != nil {
				free = append(free, spectrum.Solve(r.Data.Y, 0))
			}
		}
		return fitError(r.Line, free, l.features), nil
	},
}

// byLambda is the price itself, at the λ whose leave-one-out error is least.
var byLambda = course.Rival{
	Name: "The same degree at a price", Tuned: "λ is chosen by leaving out each point that it is fitted to.",
	Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
		fit := p.Result.(*degreeList).fit
		if fit.Spectrum == nil {
			return math.NaN(), nil
		}
		return fitError(fit.Line, fit.Spectrum.Path(fit.Data.Y, model.Lambdas), fit.Features), nil
	},
}

// choosing asks what it costs to choose λ anew in each sample.
func choosing(ctx context.Context, memo *course.Memo, p *course.Picture) (*course.Choosing, error) {
	if fit := p.Result.(*priceList).fit; fit != nil {
		return fit.ChooseLambda(ctx, memo)
	}
	return nil, nil
}

// shrinkAmong are other samples of the points whose directions shrink.
var shrinkAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: mostAsked, Designs: points.DrawnOnLine,
	Claims: []course.Claim{{
		Name: "shrink-third", Says: "Direction 3 keeps more than nine tenths",
		Holds: course.Of(func(r *shrinking) many.Outcome { return many.If(len(r.keeps) > 2 && r.keeps[2] > 0.9) }),
	}, {
		Name: "shrink-last", Says: "The last direction keeps less than a thousandth",
		Holds: course.Of(func(r *shrinking) many.Outcome {
			return many.If(len(r.keeps) > 0 && r.keeps[len(r.keeps)-1] < 1e-3)
		}),
	}, {
		Name: "shrink-four", Says: "Exactly four directions keep more than half",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Result.(*shrinking).half == 4) },
	}},
	Rank:  "share",
	Curve: &course.Trace{Panel: "shrink-shares", Series: "shares", X: "lambda", Y: "share"},
}
