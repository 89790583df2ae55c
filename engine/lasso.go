package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A LassoFit is a solution of [Lasso], with the proof of it.
type LassoFit struct {
	Theta     []float64 // θ ∈ ℝᵈ; what is zero is zero to the bit
	Objective float64   // (1/n)‖y − Φθ‖² + λ‖θ‖₁
	Gap       float64   // Objective is at most this much above the minimum
	Sweeps    int       // passes over the coordinates
}

// lassoGap is the duality gap, relative to the objective at θ = 0, under which Lasso
// stops; lassoPoor is enough after a search, which only rounding can stop earlier.
// After maxSweeps it gives up. Every so many sweeps it searches.
const (
	lassoGap   = 1e-13
	lassoPoor  = 1e-9
	maxSweeps  = 2000
	lassoExact = 10
	// smallLambda, relative to the least λ that leaves nothing, is where least squares
	// begins to bound the minimum as well as the dual does.
	smallLambda = 1e-8
)

// Lasso returns the minimiser of
//
//	(1/n)‖y − Φθ‖² + λ‖θ‖₁,   ‖θ‖₁ = Σⱼ |θⱼ|,
//
// on features Φ (n×d), by coordinate descent, with a search for the coordinates that
// are not zero every ten sweeps, without which it would creep where features resemble
// one another. Its penalty is no norm of an inner product, the representer theorem
// says nothing about it, and θ is not in the span of the φ(xᵢ): see [SpanDistance].
// scikit-learn's alpha is λ/2.
//
// The descent ends when the duality gap is under 10⁻¹³ of the mean of y², or 10⁻⁹
// where rounding allows no more. The dual point is the residual, shrunk until
// |(2/n)Φᵀu| ≤ λ; where λ is lost in the rounding of that, the bound is the loss of
// least squares, if Φ has full rank. At λ = 0 the answer is that of [RidgeQR], whose
// errors it then has.
//
// Lasso returns [ErrNoConvergence] after 2000 sweeps, [ErrOverflow] if a number is not
// finite, and the error of ctx, looked at in every sweep. It panics as [Ridge] does. Of
// responses whose squares underflow, Objective and Gap may be zero though θ is not.
//
// Source: Friedman, Hastie and Tibshirani, Regularization paths for generalized linear
// models via coordinate descent, Journal of Statistical Software 33 (2010); Kim, Koh,
// Lustig, Boyd and Gorinevsky, An interior-point method for large-scale ℓ1-regularized
// least squares, IEEE Journal of Selected Topics in Signal Processing 1 (2007).
func Lasso(ctx context.Context, Phi mat.Matrix, y []float64, lambda float64) (*LassoFit, error) {
	n, _ := Phi.Dims()
	checkProblem(n, y, lambda)
	// The problem is homogeneous: θ of y/u at λ/u is θ/u. So squares of y are in range.
	// A λ that then is beyond float64 is as good as the largest there is, or the least.
	unit := unitOf(y)
	y = divided(y, unit)
	if lambda > 0 {
		lambda = min(max(lambda/unit, math.SmallestNonzeroFloat64), math.MaxFloat64)
	}
	l, start, err := newLasso(Phi, y, lambda)
	if err != nil {
		return nil, err
	}
	if lambda == 0 {
		theta, err := RidgeQR(Phi, y, 0)
		if err != nil {
			return nil, err
		}
		l.set(theta)
		fit := l.fit()
		fit.Gap = 0
		return fit.times(unit)
	}
	if lambda <= smallLambda*maxAbs(l.slopes()) {
		if theta, err := RidgeQR(Phi, y, 0); err == nil {
			l.least = theta
		}
	}
	for sweep := 0; sweep <= maxSweeps; sweep++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fit := l.fit()
		fit.Sweeps = sweep
		if !finite(fit.Gap) || !allFinite(fit.Theta) {
			return nil, ErrOverflow
		}
		if fit.Gap <= lassoGap*start {
			return l.settled(fit).times(unit)
		}
		if sweep%lassoExact == lassoExact-1 {
			if err := l.search(ctx, start); err != nil {
				return nil, err
			}
			if fit := l.fit(); fit.Gap <= lassoPoor*start {
				fit.Sweeps = sweep
				return l.settled(fit).times(unit)
			}
		}
		for j := range l.columns {
			l.descend(j)
		}
	}
	return nil, ErrNoConvergence
}

// newLasso begins at θ = 0, where the objective is start.
func newLasso(Phi mat.Matrix, y []float64, lambda float64) (l *lasso, start float64, err error) {
	n, d := Phi.Dims()
	l = &lasso{
		n: float64(n), lambda: lambda, y: y,
		columns: make([][]float64, d), theta: make([]float64, d), residual: slices.Clone(y),
	}
	squares := make([]float64, d)
	for j := range d {
		l.columns[j] = mat.Col(nil, j, Phi)
		squares[j] = floats.Dot(l.columns[j], l.columns[j])
	}
	start = floats.Dot(y, y) / l.n
	if !allFinite(squares) || !finite(start) {
		return nil, 0, ErrOverflow
	}
	return l, start, nil
}

// times returns the fit to responses that are unit times as large.
func (f *LassoFit) times(unit float64) (*LassoFit, error) {
	floats.Scale(unit, f.Theta)
	f.Objective = f.Objective * unit * unit
	f.Gap = f.Gap * unit * unit
	if !allFinite(f.Theta) || !finite(f.Objective) || !finite(f.Gap) {
		return nil, ErrOverflow
	}
	return f, nil
}

// lasso is a point on the way.
type lasso struct {
	n, lambda float64
	y         []float64
	columns   [][]float64 // of Φ
	theta     []float64
	residual  []float64 // y − Φθ
	least     []float64 // the θ of least squares, where λ is small; or nil
}

func (l *lasso) set(theta []float64) {
	copy(l.theta, theta)
	copy(l.residual, l.y)
	for j, t := range theta {
		floats.AddScaled(l.residual, -t, l.columns[j])
	}
}

// slopes returns (2/n)Φᵀr.
func (l *lasso) slopes() []float64 {
	slopes := make([]float64, len(l.theta))
	for j, column := range l.columns {
		slopes[j] = 2 / l.n * floats.Dot(column, l.residual)
	}
	return slopes
}

// fit returns the point with its duality gap. With u = c·residual, feasible for the
// dual, the gap is a sum of terms none of which is negative,
//
//	(1 − c)²‖r‖²/n + Σⱼ λ|θⱼ| − (2c/n)(Φᵀr)ⱼθⱼ.
//
// Where λ is small beside the rounding of Φᵀr, c is of no use. There the loss of least
// squares is a lower bound, and θ is above it by (1/n)‖Φ(θ − least)‖² + λ‖θ‖₁.
func (l *lasso) fit() *LassoFit {
	square := floats.Dot(l.residual, l.residual)
	slopes := l.slopes()
	c := 1.0
	if steepest := maxAbs(slopes); steepest > l.lambda {
		c = l.lambda / steepest
	}
	f := &LassoFit{
		Theta:     append([]float64(nil), l.theta...),
		Objective: square/l.n + l.lambda*floats.Norm(l.theta, 1),
		Gap:       (1 - c) * (1 - c) * square / l.n,
	}
	for j, t := range l.theta {
		f.Gap += max(l.lambda*math.Abs(t)-c*slopes[j]*t, 0)
	}
	if l.least != nil {
		apart := make([]float64, len(l.residual))
		for j, column := range l.columns {
			floats.AddScaled(apart, l.theta[j]-l.least[j], column)
		}
		f.Gap = min(f.Gap, floats.Dot(apart, apart)/l.n+l.lambda*floats.Norm(l.theta, 1))
	}
	return f
}

// settled returns the fit at a minimum after a few more sweeps, for what slopes miss is the
// root of the gap, and with those coordinates set to zero that the next descent would, to
// rounding: on the way to zero a sum may stop an ulp beside it.
func (l *lasso) settled(fit *LassoFit) *LassoFit {
	for range lassoExact {
		for j := range l.columns {
			l.descend(j)
		}
	}
	n, size := len(l.y), floats.Norm(l.y, 2)
	for j, t := range l.theta {
		if t == 0 {
			continue
		}
		column := l.columns[j]
		slope := floats.Dot(column, l.residual) + floats.Dot(column, column)*t
		if math.Abs(slope) <= l.n*l.lambda/2+Rounding(n, size*floats.Norm(column, 2)) {
			floats.AddScaled(l.residual, t, column)
			l.theta[j] = 0
		}
	}
	settled := l.fit()
	settled.Sweeps = fit.Sweeps
	return settled
}

// search looks for the coordinates that are not zero and their signs: it jumps until
// there is nothing to gain, then lets the coordinate go that pulls hardest, and so on.
// The objective falls all the time, so that no set comes twice.
//
// Source: Lee, Battle, Raina and Ng, Efficient sparse coding algorithms, NIPS 2006.
func (l *lasso) search(ctx context.Context, start float64) error {
	for range 4 * len(l.theta) {
		for range 2 * len(l.theta) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !l.jump() {
				break
			}
		}
		if l.fit().Gap <= lassoGap*start {
			return nil
		}
		worst, most := -1, l.lambda
		for j, column := range l.columns {
			if l.theta[j] == 0 {
				if pull := math.Abs(2 / l.n * floats.Dot(column, l.residual)); pull > most {
					worst, most = j, pull
				}
			}
		}
		if worst < 0 {
			return nil
		}
		before := l.objective()
		l.descend(worst)
		if l.objective() >= before {
			return nil
		}
	}
	return nil
}

// descend goes to the minimum over θⱼ alone: least squares, shrunk by nλ/2, or zero.
func (l *lasso) descend(j int) {
	column, old := l.columns[j], l.theta[j]
	square := floats.Dot(column, column)
	if square == 0 {
		return
	}
	slope := floats.Dot(column, l.residual) + square*old
	now := math.Copysign(max(math.Abs(slope)-l.n*l.lambda/2, 0), slope) / square
	if now != old {
		floats.AddScaled(l.residual, old-now, column)
		l.theta[j] = now
	}
}

// jump goes from θ towards the minimum over the coordinates that are not zero and keep
// their signs: to it, if all keep them, or else to the best of the points on the way
// where one becomes zero. It reports whether the objective fell; where the columns are
// dependent it stays.
func (l *lasso) jump() bool {
	var active []int
	for j, t := range l.theta {
		if t != 0 {
			active = append(active, j)
		}
	}
	n, m := len(l.y), len(active)
	if m > n {
		return l.thin(active)
	}
	if m == 0 {
		return false
	}
	// θ = R⁻¹(Qᵀy − (nλ/2)R⁻ᵀsign), by QR of the active columns with y.
	A := mat.NewDense(n, m+1, nil)
	for k, j := range active {
		A.SetCol(k, l.columns[j])
	}
	A.SetCol(m, l.y)
	q, err := newQR(A)
	if err != nil {
		return false
	}
	r, err := q.r(m, n)
	if err != nil {
		return false
	}
	shrink := make([]float64, m)
	for k, j := range active {
		shrink[k] = l.n * l.lambda / 2 * math.Copysign(1, l.theta[j])
	}
	solveTriangles(r, shrink)
	values, err := q.solveLast(n)
	if err != nil {
		return false
	}
	steps := []float64{1}
	for k, j := range active {
		values[k] -= shrink[k]
		if t := l.theta[j] / (l.theta[j] - values[k]); t > 0 && t < 1 {
			steps = append(steps, t)
		}
	}
	start := append([]float64(nil), l.theta...)
	theta := make([]float64, len(start))
	best := append([]float64(nil), l.theta...)
	least := l.objective()
	fell := false
	for _, t := range steps {
		for k, j := range active {
			theta[j] = start[j] + t*(values[k]-start[j])
			if start[j]/(start[j]-values[k]) == t {
				theta[j] = 0
			}
		}
		if l.set(theta); l.objective() < least {
			least, fell = l.objective(), true
			copy(best, theta)
		}
	}
	l.set(best)
	return fell
}

// thin makes one of more than n coordinates zero: along a v with Φv = 0 the residual
// stays and ‖θ‖₁ is linear as long as no sign changes. It reports true.
func (l *lasso) thin(active []int) bool {
	n, m := len(l.y), len(active)
	A := mat.NewDense(m, n, nil)
	for k, j := range active {
		A.SetRow(k, l.columns[j])
	}
	q, err := newQR(A)
	if err != nil {
		return false
	}
	v := make([]float64, m)
	v[m-1] = 1
	q.multiply(blas.Left, blas.NoTrans, blas64.General{Rows: m, Cols: 1, Stride: 1, Data: v})
	var slope float64
	for k, j := range active {
		slope += math.Copysign(v[k], v[k]*l.theta[j])
	}
	if slope > 0 {
		floats.Scale(-1, v)
	}
	first, length := -1, math.Inf(1)
	for k, j := range active {
		if t := -l.theta[j] / v[k]; t > 0 && t < length {
			first, length = k, t
		}
	}
	if first < 0 {
		return false
	}
	theta := append([]float64(nil), l.theta...)
	for k, j := range active {
		theta[j] += length * v[k]
	}
	theta[active[first]] = 0
	l.set(theta)
	return true
}

func (l *lasso) objective() float64 {
	return floats.Dot(l.residual, l.residual)/l.n + l.lambda*floats.Norm(l.theta, 1)
}

// SpanDistance returns how far θ is from the span of the features of the data, the
// rows of Φ (n×d),
//
//	min_α ‖θ − Φᵀα‖₂.
//
// It is zero, to rounding, of every fit that the representer theorem speaks of. Rows
// that are dependent to working precision span no more for it. It returns
// [ErrOverflow] if Φ is not finite, and [ErrNoConvergence] if its singular values
// cannot be found. It panics if θ has not d entries, or one that is not finite.
func SpanDistance(Phi *mat.Dense, theta []float64) (float64, error) {
	n, d := Phi.Dims()
	if len(theta) != d {
		panic("engine: features and coefficients differ in number")
	}
	if !allFinite(theta) {
		panic("engine: coefficients are not finite")
	}
	if !allFiniteIn(Phi) {
		return 0, ErrOverflow
	}
	var svd mat.SVD
	if !svd.Factorize(Phi, mat.SVDThinV) {
		return 0, ErrNoConvergence
	}
	var V mat.Dense
	svd.VTo(&V)
	values := svd.Values(nil)
	left := append([]float64(nil), theta...)
	for j, s := range values {
		if s <= Rounding(max(n, d), values[0]) {
			break
		}
		v := mat.Col(nil, j, &V)
		floats.AddScaled(left, -floats.Dot(v, left), v)
	}
	return floats.Norm(left, 2), nil
}
