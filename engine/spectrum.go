package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Spectrum is the eigendecomposition of a symmetric n×n matrix,
//
//	K = U diag(s) Uᵀ,   s₁ ≥ s₂ ≥ … ≥ sₙ.
//
// It costs O(n³) once; then kernel ridge regression costs O(n²) for each λ.
type Spectrum struct {
	// Values holds s in descending order. Of a positive semi-definite matrix the
	// last may be negative by rounding; they are left as computed. What is solved
	// with them takes those within 2√n·ε·max|s| of zero for zero.
	Values []float64
	// Vectors is U: column j belongs to Values[j], has length one, and its entry
	// of largest modulus (the first such, to eight digits) is positive.
	Vectors *mat.Dense
}

// Eigen returns the spectrum of K. It returns [ErrOverflow] or [ErrNaN] if K is not
// finite, and [ErrNoConvergence] if an iteration fails.
//
// K is reduced to a tridiagonal T = QᵀKQ, and T diagonalised by divide and conquer.
// In between, off-diagonal entries of T below ε‖T‖ are set to zero. The reduction
// has made errors of that size already, so that s and U remain exact for a
// matrix within a few ε‖K‖ of K; but the Gram matrix of a smooth kernel has few
// eigenvalues above ε‖K‖, and the others need not be separated. The
// reduction itself ends where all that it has left is below √n·ε‖T‖ in the
// Frobenius norm, half of what is zero to rounding here: of a smooth kernel's
// thousand points that is a tenth of the way.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 8.3.
func Eigen(K mat.Symmetric) (*Spectrum, error) { return EigenContext(context.Background(), K) }

// EigenContext is [Eigen], and can be stopped: it looks at ctx, whose error it returns,
// between the blocks of the reduction, before two parts of T are put together, and between the blocks
// of the product with Q that ends it.
func EigenContext(ctx context.Context, K mat.Symmetric) (*Spectrum, error) {
	t, err := tridiagonalise(ctx, K)
	if err != nil {
		return nil, err
	}
	n, report := len(t.diagonal), ReportOf(ctx)
	report(partEigen, reductionShare)
	t.deflate()
	u, err := t.diagonalise(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.transform(ctx, u); err != nil {
		return nil, err
	}
	values, err := t.values()
	if err != nil {
		return nil, err
	}
	U := mat.NewDense(n, n, u)
	fixSigns(U)
	return &Spectrum{Values: values, Vectors: U}, nil
}

// fixSigns multiplies columns by −1 so that in each the first entry that
// reaches the largest modulus is positive. Entries that differ from it by
// rounding reach it too, or symmetric data would leave the sign to chance.
func fixSigns(U *mat.Dense) {
	const reaches = 1 - 1e-8
	raw := U.RawMatrix()
	row := func(i int) []float64 { return raw.Data[i*raw.Stride : i*raw.Stride+raw.Cols] }
	peak := make([]float64, raw.Cols)
	sign := make([]float64, raw.Cols)
	for i := range raw.Rows {
		for j, v := range row(i) {
			peak[j] = max(peak[j], math.Abs(v))
		}
	}
	for i := range raw.Rows {
		for j, v := range row(i) {
			if sign[j] == 0 && math.Abs(v) >= reaches*peak[j] {
				sign[j] = math.Copysign(1, v)
			}
		}
	}
	for i := range raw.Rows {
		for j, v := range row(i) {
			row(i)[j] = v * sign[j]
		}
	}
}

// A PathPoint is kernel ridge regression at one λ, with what there is to say
// about it. If Err is set, Condition and Bound are +Inf, Lambda stands, and the
// rest is zero.
type PathPoint struct {
	Lambda           float64
	Alpha            []float64 // (K + nλI)⁻¹ y
	Fitted           []float64 // Kα = (f(x₁), …, f(xₙ))
	LOOResiduals     []float64 // yᵢ − f₋ᵢ(xᵢ), see Solve
	DegreesOfFreedom float64   // tr K(K + nλI)⁻¹ = Σ sⱼ/(sⱼ + nλ), at most n
	TrainRMSE        float64   // ‖y − Kα‖/√n
	LOORMSE          float64   // ‖LOOResiduals‖/√n
	GCVRMSE          float64   // ‖y − Kα‖√n/(n − DegreesOfFreedom), see Solve
	Norm             float64   // ‖f‖ = √(αᵀKα)
	Condition        float64   // (s₁ + nλ)/(sₙ + nλ)
	Bound            float64   // what rounding may do to Fitted, relative to √n max|y|: see Certify
	Err              error     // why there is no solution
	// Stationary is set by [KernelSpectrum.Solve] where K has negative eigenvalues.
	Stationary *Stationary
}

// Solve returns kernel ridge regression at λ,
//
//	α = U diag(1/(s + nλ)) Uᵀy,   Kα = U diag(s/(s + nλ)) Uᵀy,
//
// in O(n²). The leave-one-out residuals are exact and need no refit:
//
//	yᵢ − f₋ᵢ(xᵢ) = αᵢ / [(K + nλI)⁻¹]ᵢᵢ,
//
// where f₋ᵢ is fitted without point i at the same penalty nλ, that is from
// (K₋ᵢ + nλI)α₋ᵢ = y₋ᵢ with n and not n−1. For n = 1 nothing is left, f₋₁ = 0,
// and the residual is y. Generalised cross-validation puts the mean of that
// denominator in place of each,
//
//	GCVRMSE = √n ‖α‖ / tr (K + nλI)⁻¹,
//
// the square root of the usual score, in the units of y and so comparable with
// LOORMSE. In this form nλ has cancelled, and λ = 0 is no exception.
//
// Eigenvalues within 2√n·ε·max|s| of zero count as zero. Of a singular K they are
// rounding of either sign, which a small nλ would not hide: a linear kernel has
// one degree of freedom, and not 0.992 of it. In the null space of K that this
// leaves, α is Uᵀy/nλ and Fitted is zero. The degrees of freedom, the norm, the
// fitted values and the leave-one-out residuals then have limits as λ → 0, and
// reach them; α has none. That K had an eigenvalue of that size all the same
// cannot be told from its entries, and where it would matter Bound is large.
//
// The error, which is also in the point, is [ErrSingular] if K + nλI is singular
// to working precision, [ErrIndefinite] if it has a negative eigenvalue beyond
// rounding, and [ErrOverflow] if a number is not finite. If K is indefinite and
// nλ large enough to hide it, there is a solution, though it minimises nothing (see
// [Spectrum.Stationary]), and where αᵀKα is negative Norm is zero. Solve panics if y
// has the wrong length or is not finite, or λ is negative or not finite.
//
// Source: Golub, Heath and Wahba, Generalized cross-validation, Technometrics 21
// (1979); Rifkin and Lippert, Notes on regularized least squares, MIT (2007).
func (s *Spectrum) Solve(y []float64, lambda float64) (PathPoint, error) {
	p := s.Path(y, []float64{lambda})[0]
	return p, p.Err
}

// Path returns [Spectrum.Solve] at each λ, in the order given. It skips nothing:
// a λ without a solution has a point that says so in Err.
func (s *Spectrum) Path(y, lambdas []float64) []PathPoint {
	n := len(s.Values)
	z := s.rotate(y)
	path := make([]PathPoint, len(lambdas))
	for i, lambda := range lambdas {
		checkProblem(n, y, lambda)
		path[i] = s.solve(y, z, lambda)
	}
	return path
}

// rotate returns Uᵀy.
func (s *Spectrum) rotate(y []float64) []float64 {
	n := len(s.Values)
	checkProblem(n, y, 0)
	return Apply(s.Vectors.T(), y)
}

// solve is Solve with z = Uᵀy at hand.
func (s *Spectrum) solve(y, z []float64, lambda float64) PathPoint {
	n := len(y)
	shift := float64(n) * lambda
	if err := s.definite(shift); err != nil {
		return failed(lambda, err)
	}

	work := make([]float64, 6*n)
	cut := func() []float64 { v := work[:n:n]; work = work[n:]; return v }
	noise := noiseOf(s.Values)
	p := PathPoint{
		Lambda: lambda, Alpha: cut(), Fitted: cut(), LOOResiduals: cut(),
		Condition: (s.Values[0] + shift) / (unlessNoise(s.Values[n-1], noise) + shift),
	}
	p.Bound = RoundingBound(n, p.Condition)
	inverse, a, f := cut(), cut(), cut()
	// Σ sⱼaⱼ² over eigenvalues of either sign, apart so as not to overflow.
	var positive, negative, trace float64
	for j, v := range s.Values {
		v = unlessNoise(v, noise)
		inverse[j] = 1 / (v + shift)
		trace += inverse[j]
		h := v / (v + shift)
		a[j] = z[j] / (v + shift)
		f[j] = z[j] * h
		p.DegreesOfFreedom += h
		switch {
		case v > 0:
			positive = math.Hypot(positive, math.Sqrt(v)*a[j])
		case v < 0:
			negative = math.Hypot(negative, math.Sqrt(-v)*a[j])
		}
	}
	if positive > negative {
		p.Norm = math.Sqrt(positive-negative) * math.Sqrt(positive+negative)
	}

	// One pass over U for α, Kα and the diagonal of the inverse.
	raw := s.Vectors.RawMatrix()
	for i := range n {
		var alpha, fitted, diagonal float64
		for j, u := range raw.Data[i*raw.Stride : i*raw.Stride+n] {
			alpha += u * a[j]
			fitted += u * f[j]
			diagonal += u * u * inverse[j]
		}
		p.Alpha[i] = alpha
		p.Fitted[i] = fitted
		p.LOOResiduals[i] = alpha / diagonal
	}
	p.TrainRMSE = floats.Distance(y, p.Fitted, 2) / math.Sqrt(float64(n))
	p.LOORMSE = floats.Norm(p.LOOResiduals, 2) / math.Sqrt(float64(n))
	p.GCVRMSE = floats.Norm(p.Alpha, 2) / trace * math.Sqrt(float64(n))
	if !finite(p.TrainRMSE) || !finite(p.LOORMSE) || !finite(p.GCVRMSE) || !finite(p.Norm) || !allFinite(p.Alpha) {
		return failed(lambda, ErrOverflow)
	}
	return p
}

func failed(lambda float64, err error) PathPoint {
	return PathPoint{Lambda: lambda, Condition: math.Inf(1), Bound: math.Inf(1), Err: err}
}

// noiseOf returns the size up to which a computed eigenvalue is taken for zero,
//
//	min(n, 2√n) ε max(|s₁|, |sₙ|).
//
// Of matrices of low rank, with n from 5 to 500, the zeros come out at up to a
// third of √nε‖K‖ or, for n below 20, at up to 2ε‖K‖. Anything up to nε‖K‖ may be
// rounding in the worst case, see solvable; but to take as much for zero makes
// errors of a size that the certificate does not allow.
func noiseOf(values []float64) float64 {
	n := float64(len(values))
	return min(n, 2*math.Sqrt(n)) * Epsilon * max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
}

// unlessNoise returns an eigenvalue, or zero if it is no more than noise.
func unlessNoise(v, noise float64) float64 {
	if math.Abs(v) <= noise {
		return 0
	}
	return v
}
