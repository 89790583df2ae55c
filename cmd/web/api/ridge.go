package api

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// leftOutSteps are the λ among which one is chosen, in means of K's diagonal: ten to a power of ten. Below them
// K + nλI could not be told from a singular matrix.
var leftOutSteps = func() (steps []float64) {
	for k := -100; k <= 20; k++ {
		steps = append(steps, math.Pow(10, float64(k)/10))
	}
	return steps
}()

// krr is kernel ridge regression.
func krr(ctx context.Context, q *request) (Answer, error) {
	K, err := q.matrix(ctx)
	if err != nil {
		return nil, err
	}
	per := 1.0 // λ of the convention over that of the mean loss
	if q.convention != "mean" {
		per = float64(q.n())
	}
	lambda := q.lambda / per
	var fits []*engine.KRRFit
	if q.leftOut {
		var missed float64
		fits, lambda, missed, err = leaveOut(ctx, K, q.responses)
		q.chosen = append(q.chosen, member{"lambda", lambda * per}, member{"loo_rmse", missed})
	} else {
		fits, err = q.fitAt(ctx, K, lambda)
	}
	if err != nil {
		return nil, err
	}
	answer := Answer{
		{"alpha", q.each(fits, func(f *engine.KRRFit) []float64 { return f.Alpha })},
		{"fitted", q.each(fits, func(f *engine.KRRFit) []float64 { return f.Fitted })},
	}
	if q.wantsNew("predicted") {
		predicted, err := q.predicted(ctx, fits)
		if err != nil {
			return nil, err
		}
		answer = append(answer, member{"predicted", predicted})
	}
	if q.deviation && q.wants("deviation", "noise") {
		more, err := q.uncertain(ctx, K, lambda, fits)
		if err != nil {
			return nil, err
		}
		answer = append(answer, more...)
	}
	if !q.leftOut && len(fits) == 1 && !q.wantsInverse() {
		return answer, nil
	}
	return append(answer,
		member{"loo_residuals", q.each(fits, func(f *engine.KRRFit) []float64 { return f.LOOResiduals })},
		member{"degrees_of_freedom", fits[0].DegreesOfFreedom}, member{"condition", fits[0].Condition},
		member{"rkhs_norm", q.one(fits, func(f *engine.KRRFit) float64 { return f.Norm })}), nil
}

// wantsInverse reports whether what takes (K + nλI)⁻¹ or the spectrum is wanted.
func (q *request) wantsInverse() bool {
	return q.wants("loo_residuals", "degrees_of_freedom", "condition", "rkhs_norm")
}

// fitAt are the fits of all responses at λ.
func (q *request) fitAt(ctx context.Context, K *mat.SymDense, lambda float64) ([]*engine.KRRFit, error) {
	if len(q.responses) > 1 || q.wantsInverse() {
		return engine.FitKRRs(ctx, K, q.responses, lambda)
	}
	f, err := engine.FitKRRAlpha(ctx, K, q.responses[0], lambda)
	return []*engine.KRRFit{f}, err
}

// leaveOut are the fits at the λ that misses left-out points least, the largest of several, and what it misses.
func leaveOut(ctx context.Context, K *mat.SymDense, Y [][]float64) (
	fits []*engine.KRRFit, lambda, missed float64, err error,
) {
	s, err := engine.EigenContext(ctx, K)
	if err != nil {
		return nil, 0, 0, err
	}
	if s.Negative() > 0 {
		return nil, 0, 0, engine.ErrIndefinite
	}
	n, scale := float64(K.SymmetricDim()), 0.0
	for i := range K.SymmetricDim() {
		scale += K.At(i, i) / n
	}
	if !(scale > 0) {
		return nil, 0, 0, engine.ErrSingular
	}
	lambdas := course.Each(leftOutSteps, func(step float64) float64 { return step * scale })
	if math.IsInf(n*slices.Max(lambdas), 1) {
		return nil, 0, 0, engine.ErrOverflow
	}
	errors, err := s.LOOErrors(ctx, Y, lambdas)
	if err != nil {
		return nil, 0, 0, err
	}
	missed = math.Inf(1)
	for i, e := range errors {
		if e <= missed {
			lambda, missed = lambdas[i], e
		}
	}
	if math.IsInf(missed, 1) {
		return nil, 0, 0, engine.ErrOverflow
	}
	for _, y := range Y {
		p, err := s.Solve(y, lambda)
		if err != nil {
			return nil, 0, 0, err
		}
		fits = append(fits, &engine.KRRFit{Alpha: p.Alpha, Fitted: p.Fitted, LOOResiduals: p.LOOResiduals,
			DegreesOfFreedom: p.DegreesOfFreedom, Condition: p.Condition, Norm: p.Norm})
	}
	return fits, lambda, missed, nil
}

// predicted are the values of all fits at new points.
func (q *request) predicted(ctx context.Context, fits []*engine.KRRFit) (any, error) {
	if !q.several {
		return q.values(ctx, fits[0].Alpha, 0)
	}
	A := q.each(fits, func(f *engine.KRRFit) []float64 { return f.Alpha }).(*mat.Dense)
	all := mat.NewDense(q.news(), len(fits), nil)
	return all, q.eachNew(ctx, func(C *mat.Dense, from int) error {
		rows, _ := C.Dims()
		some := all.Slice(from, from+rows, 0, len(fits)).(*mat.Dense)
		some.Mul(C, A)
		for i := range rows {
			for k := range fits {
				if v := some.At(i, k); math.IsNaN(v) || math.IsInf(v, 0) {
					return q.overflow(from + i)
				}
			}
		}
		return nil
	})
}

// uncertain is what the fits leave open as Gaussian processes, each with the σ that is likeliest: the standard
// deviation of f at new points, and that of a response about it.
func (q *request) uncertain(ctx context.Context, K *mat.SymDense, lambda float64, fits []*engine.KRRFit) (
	Answer, error,
) {
	open, err := engine.FitUnexplained(K, lambda)
	if err != nil {
		return nil, err
	}
	n, deviations := float64(q.n()), make([]float64, q.news())
	err = q.eachNew(ctx, func(C *mat.Dense, from int) error {
		some := deviations[from : from+C.RawMatrix().Rows]
		q.selves(some, from)
		open.Variances(mat.DenseCopyOf(C.T()), some)
		for i, v := range some {
			if some[i] = math.Sqrt(v); math.IsNaN(v) || math.IsInf(v, 0) {
				return q.overflow(from + i)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	signals := make([]float64, len(fits))
	for k, f := range fits {
		signals[k] = math.Sqrt(max(mat.Dot(mat.NewVecDense(len(f.Alpha), f.Alpha),
			mat.NewVecDense(len(f.Alpha), q.responses[k])), 0) / n)
	}
	all := mat.NewDense(len(deviations), len(fits), nil)
	all.Outer(1, mat.NewVecDense(len(deviations), deviations), mat.NewVecDense(len(fits), signals))
	noise := make([]float64, len(fits))
	for k, signal := range signals {
		if noise[k] = signal * math.Sqrt(n*lambda); math.IsNaN(noise[k]) || math.IsInf(noise[k], 0) {
			return nil, engine.ErrOverflow
		}
	}
	if !q.several {
		return Answer{{"deviation", mat.Col(nil, 0, all)}, {"noise", noise[0]}}, nil
	}
	return Answer{{"deviation", all}, {"noise", noise}}, nil
}

// selves are the kernels of new points with themselves, from one on.
func (q *request) selves(dst []float64, from int) {
	all := q.points["x_new"]
	switch {
	case q.gram != nil:
		copy(dst, q.diagonal[from:])
	case all.Strings != nil:
		for i := range dst {
			dst[i] = q.kernel.strings.Eval(all.Strings[from+i], all.Strings[from+i])
		}
	default:
		copy(dst, engine.SelfKernels(q.kernel.vectors, all.Rows[from:from+len(dst)]))
	}
}

// each is a list of the one fit, or the matrix with those of several in its columns.
func (q *request) each(fits []*engine.KRRFit, list func(f *engine.KRRFit) []float64) any {
	if !q.several {
		return list(fits[0])
	}
	all := mat.NewDense(q.n(), len(fits), nil)
	for k, f := range fits {
		all.SetCol(k, list(f))
	}
	return all
}

// one is a number of the one fit, or the list of those of several.
func (q *request) one(fits []*engine.KRRFit, number func(f *engine.KRRFit) float64) any {
	if !q.several {
		return number(fits[0])
	}
	return course.Each(fits, number)
}
