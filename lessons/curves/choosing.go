package curves

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// The grid that procedures choose from: bandwidths for x from 0 to 10, and λ.
var (
	ChoiceWidths  = floats.LogSpan(make([]float64, 12), 0.2, 10)
	ChoiceLambdas = floats.LogSpan(make([]float64, 17), 1e-8, 1)
)

// judgedPlaces is at how many places, even over the window, a curve is held against the truth.
const judgedPlaces = 101

// judgedAt are these places, and the truth there.
func judgedAt(r *points.Line) (x, truth []float64) {
	for i := range judgedPlaces {
		at := r.XMin + (r.XMax-r.XMin)*float64(i)/(judgedPlaces-1)
		x, truth = append(x, at), append(truth, r.Truth(at))
	}
	return x, truth
}

// A smoother is ridge regression at every λ, by the r eigenvalues of the Gram matrix that are not zero,
// K = U diag(s) Uᵀ: at x, with k(x) the kernels of the data, f(x) = Σ (Uᵀk(x))ⱼ (Uᵀy)ⱼ/(sⱼ + nλ).
type smoother struct {
	values []float64  // s
	U      mat.Matrix // n×r
	places *mat.Dense // a row for each x, (Uᵀk(x))ⱼ
	own    []float64  // k(x, x)
	truth  []float64  // at each x
}

// at is what comes of each λ > 0. The band is 1.96 deviations of the posterior wide to both sides,
// as of [engine.GaussianProcess], where σ_f² = yᵀ(K + nλI)⁻¹y/n too.
func (s *smoother) at(y, lambdas []float64) (fits []many.Fit) {
	rank := len(s.values)
	n, z := float64(len(y)), mat.NewVecDense(rank, nil)
	z.MulVec(s.U.T(), mat.NewVecDense(len(y), y))
	rest := max(0, floats.Dot(y, y)-mat.Dot(z, z))
	weights, inverse := make([]float64, rank), make([]float64, rank)
	for _, lambda := range lambdas {
		shift := n * lambda
		power, determinant := rest/shift, (n-float64(rank))*math.Log(shift)
		for j, v := range s.values {
			inverse[j] = 1 / (v + shift)
			weights[j] = z.AtVec(j) * inverse[j]
			power += z.AtVec(j) * weights[j]
			determinant += math.Log(v + shift)
		}
		missed, covered := s.held(weights, inverse, power/n)
		fits = append(fits, many.Fit{Missed: missed, Covered: covered,
			Evidence: -(n*math.Log(power/n) + determinant) / 2})
	}
	return fits
}

// held holds a fit against the truth.
func (s *smoother) held(weights, inverse []float64, signal float64) (missed, covered float64) {
	for g, truth := range s.truth {
		f, left := 0.0, s.own[g]
		for j, v := range s.places.RawRowView(g) {
			f += v * weights[j]
			left -= v * v * inverse[j]
		}
		missed += (f - truth) * (f - truth)
		if math.Abs(f-truth) <= 1.96*math.Sqrt(signal*max(left, 0)) {
			covered++
		}
	}
	n := float64(len(s.truth))
	return math.Sqrt(missed / n), covered / n
}

// kernelFits are kernel ridge regression at each λ.
func kernelFits(r *points.Line, k engine.Kernel, lambdas []float64) []many.Fit {
	spectrum, err := engine.Eigen(engine.Gram(k, r.Data.X))
	if err != nil || lambdas[0] == 0 {
		return slices.Repeat([]many.Fit{many.NoFit}, len(lambdas))
	}
	s, n := spectrum.Values, r.Data.Len()
	rank := len(s)
	for rank > 0 && s[rank-1] <= 2*math.Sqrt(float64(n))*engine.Epsilon*s[0] {
		rank--
	}
	at, truth := judgedAt(r)
	x, U, places := engine.Column(at), spectrum.Vectors.Slice(0, n, 0, rank), new(mat.Dense)
	places.Mul(engine.Cross(k, x, r.Data.X), U)
	fits := (&smoother{s[:rank], U, places, engine.SelfKernels(k, x), truth}).at(r.Data.Y, lambdas)
	for i, p := range spectrum.Path(r.Data.Y, lambdas) {
		if fits[i].Train, fits[i].Promised = p.TrainRMSE, p.LOORMSE; p.Err != nil {
			fits[i] = many.NoFit
		}
	}
	return fits
}

// priced are ridge regression on powers at each λ.
func (p Powers) priced(r *points.Line, lambdas []float64) []many.Fit {
	spectrum, err := engine.SVD(p.Matrix(r.Data.Input(0)))
	if err != nil || lambdas[0] == 0 {
		return slices.Repeat([]many.Fit{many.NoFit}, len(lambdas))
	}
	at, truth := judgedAt(r)
	features, places := p.Matrix(at), new(mat.Dense)
	places.Mul(features, spectrum.V)
	s := &smoother{U: spectrum.U, places: places, truth: truth}
	for j, v := range spectrum.Values {
		s.values = append(s.values, v*v)
		for g := range at {
			places.Set(g, j, places.At(g, j)*v)
		}
	}
	for g := range at {
		s.own = append(s.own, floats.Dot(features.RawRowView(g), features.RawRowView(g)))
	}
	fits := s.at(r.Data.Y, lambdas)
	for i, p := range spectrum.Path(r.Data.Y, lambdas) {
		if fits[i].Train, fits[i].Promised = p.TrainRMSE, p.LOORMSE; p.Err != nil {
			fits[i] = many.NoFit
		}
	}
	return fits
}

// chooses is how many samples of n points procedures choose in, so that it takes 0.2 s: 20 of 60.
func chooses(n int) int { return max(5, min(40, 20*60*60/(n*n))) }

// numbered are the samples of those numbers, from 1 on, of points whose truth is known.
func numbered(of points.LineSpec, number int) *points.Line {
	of.Seed = number
	return of.Load()
}

// WidthTable is the sample of that number, with a kernel at every bandwidth and λ of the grid; one without a
// bandwidth has a row for each of those given.
func WidthTable(of points.LineSpec, kernel func(ell float64) engine.Kernel, number int, widths ...float64) *many.Table {
	r := numbered(of, number)
	t := &many.Table{Noise: r.Noise}
	if len(widths) == 0 {
		widths, t.Ruled = ChoiceWidths, model.Nearest(ChoiceWidths, engine.MedianHeuristic(r.Data.X))
	}
	for _, ell := range widths {
		t.Fits = append(t.Fits, kernelFits(r, kernel(ell), ChoiceLambdas))
	}
	return t
}

// A kernelTables names samples with a kernel at one bandwidth, or at every one of the grid.
type kernelTables struct {
	points.LineSpec // with no seed
	kernel          model.Family
	ell             float64
	every           bool
}

// Compute fits them at every λ of the grid.
func (of kernelTables) Compute(ctx context.Context, _ *course.Memo) ([]*many.Table, int, error) {
	var widths []float64
	if !of.every {
		widths = []float64{of.ell}
	}
	return tabled(ctx, chooses(of.N), func(number int) *many.Table {
		return WidthTable(of.LineSpec, of.kernel.At, number, widths...)
	})
}

// A powerTables names samples with ridge regression on powers.
type powerTables struct {
	points.LineSpec // with no seed
	Powers
}

// Compute fits them at every λ of the grid.
func (of powerTables) Compute(ctx context.Context, _ *course.Memo) ([]*many.Table, int, error) {
	return tabled(ctx, chooses(of.N), func(number int) *many.Table {
		r := numbered(of.LineSpec, number)
		return &many.Table{Noise: r.Noise, Fits: [][]many.Fit{of.priced(r, ChoiceLambdas)}}
	})
}

// tabled makes a table of each sample, and says what they take.
func tabled(ctx context.Context, samples int, table func(number int) *many.Table) ([]*many.Table, int, error) {
	all := make([]*many.Table, samples)
	err := engine.InTwo(ctx, samples, func(i int) error {
		all[i] = table(i + 1)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return all, samples * (64 + 40*len(all[0].Fits)*len(all[0].Fits[0])), nil
}

// ChooseWidth is [ChooseKernel] of the setting in sight: of ℓ and λ, or of λ alone where the kernel has no ℓ.
func (r *Fitted) ChooseWidth(ctx context.Context, memo *course.Memo) (*course.Choosing, error) {
	return ChooseKernel(ctx, memo, r.Points, r.Family, r.Width, r.Price, r.Width > 0)
}

// ChooseKernel asks what it costs to choose λ, and where every is set the bandwidth too, in samples like r,
// beside those in sight.
func ChooseKernel(
	ctx context.Context, memo *course.Memo, r *points.Line, kernel model.Family, ell, lambda float64, every bool,
) (*course.Choosing, error) {
	if r.Truth == nil {
		return nil, nil
	}
	of := kernelTables{r.Spec, kernel, ell, every}
	if of.Seed = 0; every {
		of.ell = 0
	}
	tables, err := course.RememberLong(ctx, memo, of)
	if err != nil {
		return nil, err
	}
	from, procedures := lambdasFrom, []many.Procedure{many.ByLeavingOut, many.ByLikelihood}
	if every {
		from, procedures = widthsFrom+" and "+from, slices.Insert(procedures, 1, many.ByMedian)
	}
	here := make([]many.Fit, len(tables))
	err = engine.InTwo(ctx, len(tables), func(i int) error {
		here[i] = kernelFits(numbered(r.Spec, i+1), kernel.At(ell), []float64{lambda})[0]
		return nil
	})
	if err != nil {
		return nil, err
	}
	return choosing(r, from, many.Judge(tables, here, procedures...), len(tables)), nil
}

// What procedures choose from, for readers.
const (
	widthsFrom  = "12 values of ℓ from 0.2 to 10"
	lambdasFrom = "17 values of λ (of the mean loss) from 10⁻⁸ to 1"
)

// ChooseLambda asks what it costs to choose λ in samples like the fit's, beside that in sight.
func (fit *Polynomial) ChooseLambda(ctx context.Context, memo *course.Memo) (*course.Choosing, error) {
	if fit.Truth == nil {
		return nil, nil
	}
	of := powerTables{fit.Spec, fit.Powers}
	of.Seed = 0
	tables, err := course.RememberLong(ctx, memo, of)
	if err != nil {
		return nil, err
	}
	here := make([]many.Fit, len(tables))
	err = engine.InTwo(ctx, len(tables), func(i int) error {
		here[i] = fit.priced(numbered(fit.Spec, i+1), []float64{fit.Lambda})[0]
		return nil
	})
	if err != nil {
		return nil, err
	}
	verdicts := many.Judge(tables, here, many.ByLeavingOut, many.ByLikelihood)
	return choosing(fit.Line, lambdasFrom, verdicts, len(tables)), nil
}

func choosing(r *points.Line, from string, verdicts []many.Verdict, samples int) *course.Choosing {
	if len(verdicts) == 0 {
		return nil
	}
	return &course.Choosing{From: from, Samples: samples, Held: "the truth", Unit: r.YUnit, Verdicts: verdicts}
}
