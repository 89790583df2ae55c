package study

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/gramophone-course/gramophone/engine"
)

// inputWidths are a Gaussian kernel's with a width of its own for each input,
//
//	k(x, y) = exp(−Σⱼ (xⱼ − yⱼ)²/2ℓⱼ²),
//
// and the λ beside it: the likeliest, or nearly so, see [fitLikely].
type inputWidths struct {
	Lengths []float64 // ℓⱼ, in the units of the inputs
	Lambda  float64   // of the mean loss
	// LogLikelihood is the sum over the responses of log p(y), each with its likeliest σ_f, see
	// [engine.Posterior], less −(n/2)(1 + log 2π) for each.
	LogLikelihood float64
}

// Scaled are the points with each input over its width: the Gaussian kernel with ℓ = 1 compares them.
func (w *inputWidths) Scaled(x [][]float64) [][]float64 {
	scaled := make([][]float64, len(x))
	for i, row := range x {
		scaled[i] = slices.Clone(row)
		floats.Div(scaled[i], w.Lengths)
	}
	return scaled
}

// spread is the standard deviation of log ℓⱼ and log λ about where they begin, of the prior that keeps an input
// without effect, whose likeliest ℓ is ∞, at some number: a factor of 20 costs half a unit of log likelihood.
const spread = 3.0

// fitLikely returns widths and λ that are likely for q responses, Y, of the same n points of p inputs, from a
// start: those that maximise
//
//	Σ_y [−(n/2) log(yᵀC⁻¹y/n) − ½ log det C] − Σⱼ log²(ℓⱼ/startⱼ)/2·3² − log²(λ/start)/2·3²,   C⁻¹ = (K + nλI)⁻¹,
//
// by L-BFGS within so many evaluations, each of n³ multiplications and additions and 2n²p for the gradient. It
// need not be the largest of several maxima. The error is ctx's, or [engine.ErrSingular] and its like at the start. It
// panics on what only a bug can bring: no or ragged or infinite points.
//
// Source: Rasmussen and Williams (2006), section 5.4.1.
func fitLikely(ctx context.Context, X, Y [][]float64, start inputWidths, evaluations int) (*inputWidths, error) {
	p := len(X[0])
	l := &likelihood{ctx: ctx, X: X, Y: Y, origin: make([]float64, p+1)}
	for j, length := range append(slices.Clone(start.Lengths), start.Lambda) {
		l.origin[j] = math.Log(length)
	}
	first, err := l.at(l.origin, nil)
	if err != nil {
		return nil, err
	}
	problem := optimize.Problem{
		Func: func(theta []float64) float64 {
			value, err := l.at(theta, nil)
			return l.lost(value, err)
		},
		Grad: func(gradient, theta []float64) {
			value, err := l.at(theta, gradient)
			l.lost(value, err)
		},
		Status: func() (optimize.Status, error) {
			if l.stopped != nil {
				return optimize.Failure, l.stopped
			}
			return optimize.NotTerminated, nil
		},
	}
	found, err := optimize.Minimize(problem, l.origin, &optimize.Settings{FuncEvaluations: evaluations,
		GradientThreshold: 1e-4}, &optimize.LBFGS{})
	if l.stopped != nil {
		return nil, l.stopped
	}
	if found == nil {
		return nil, errors.Join(engine.ErrNoConvergence, err)
	}
	best := l.origin
	if found.F <= first { // where a step failed too, it is the best so far
		best = found.X
	}
	w := l.widths(best)
	_, err = l.at(best, nil)
	w.LogLikelihood = l.likely
	return w, err
}

// A likelihood is what fitLikely maximises, with the opposite sign, by θ = (log ℓ₁, …, log ℓ_p, log λ).
type likelihood struct {
	ctx     context.Context
	X, Y    [][]float64
	origin  []float64
	likely  float64 // at the last θ, without the prior
	stopped error   // ctx's
}

// lost is a value that no step goes to where there is none.
func (l *likelihood) lost(value float64, err error) float64 {
	if gone := l.ctx.Err(); gone != nil {
		l.stopped = gone
	}
	if err != nil {
		return math.Inf(1)
	}
	return value
}

func (l *likelihood) widths(theta []float64) *inputWidths {
	p := len(theta) - 1
	w := &inputWidths{Lengths: make([]float64, p), Lambda: math.Exp(theta[p])}
	for j := range w.Lengths {
		w.Lengths[j] = math.Exp(theta[j])
	}
	return w
}

// at is the value at θ, and the gradient where it is wanted.
//
// With α = C⁻¹y and W = Σ_y n αα^T/(yᵀα) − q C⁻¹ the derivative of the log likelihood is ½ tr W ∂C: by log ℓⱼ,
// where M = W∘K, it is ½ Σ Mᵢₖ (xᵢⱼ − xₖⱼ)²/ℓⱼ² = (Σᵢ xᵢⱼ² (M1)ᵢ − xⱼᵀMxⱼ)/ℓⱼ², and by log λ it is ½ nλ tr W.
func (l *likelihood) at(theta, gradient []float64) (float64, error) {
	w, n := l.widths(theta), len(l.X)
	scaled := w.Scaled(l.X)
	K, err := engine.GramContext(l.ctx, engine.Gaussian{Length: 1}, scaled)
	if err != nil {
		return 0, err
	}
	shift := float64(n) * w.Lambda
	var cholesky mat.Cholesky
	if !cholesky.Factorize(shifted(K, shift)) {
		return 0, engine.ErrSingular
	}
	l.likely = -float64(len(l.Y)) / 2 * cholesky.LogDet()
	W := mat.NewSymDense(n, nil)
	for _, y := range l.Y {
		alpha := mat.NewVecDense(n, nil)
		if err := cholesky.SolveVecTo(alpha, mat.NewVecDense(n, y)); err != nil {
			return 0, engine.ErrSingular
		}
		along := mat.Dot(alpha, mat.NewVecDense(n, y))
		if along <= 0 {
			continue // y is zero
		}
		l.likely -= float64(n) / 2 * math.Log(along/float64(n))
		W.SymRankOne(W, float64(n)/along, alpha)
	}
	value := -l.likely
	for j, v := range theta {
		d := (v - l.origin[j]) / spread
		value += d * d / 2
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, engine.ErrOverflow
	}
	if gradient == nil {
		return value, nil
	}
	var inverse mat.SymDense
	if err := cholesky.InverseTo(&inverse); err != nil {
		return 0, engine.ErrSingular
	}
	inverse.ScaleSym(-float64(len(l.Y)), &inverse)
	W.AddSym(W, &inverse)
	l.descend(gradient, theta, scaled, W, K, shift)
	return value, nil
}

// descend has the gradient of what is minimised.
func (l *likelihood) descend(gradient, theta []float64, scaled [][]float64, W, K *mat.SymDense, shift float64) {
	n, p := len(scaled), len(theta)-1
	gradient[p] = -mat.Trace(W) * shift / 2
	M, X := mat.NewDense(n, n, nil), mat.NewDense(n, p, nil)
	M.MulElem(W, K)
	sums := make([]float64, n)
	for i, row := range scaled {
		X.SetRow(i, row)
		sums[i] = floats.Sum(M.RawRowView(i))
	}
	var MX mat.Dense
	MX.Mul(M, X)
	for j := range p {
		gradient[j] = 0
		for i := range n {
			gradient[j] -= X.At(i, j) * (X.At(i, j)*sums[i] - MX.At(i, j))
		}
	}
	for j, v := range theta {
		gradient[j] += (v - l.origin[j]) / (spread * spread)
	}
}

// shifted is K + cI.
func shifted(K *mat.SymDense, c float64) *mat.SymDense {
	sum := mat.NewSymDense(K.SymmetricDim(), nil)
	sum.CopySym(K)
	for i := range K.SymmetricDim() {
		sum.SetSym(i, i, K.At(i, i)+c)
	}
	return sum
}
