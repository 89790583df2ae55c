package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A KRRFit is kernel ridge regression at one λ with what is said about it: the numbers of a
// [PathPoint], without the path.
type KRRFit struct {
	Alpha            []float64 // (K + nλI)⁻¹ y
	Fitted           []float64 // Kα = (f(x₁), …, f(xₙ))
	LOOResiduals     []float64 // yᵢ − f₋ᵢ(xᵢ) = αᵢ / [(K + nλI)⁻¹]ᵢᵢ
	DegreesOfFreedom float64   // tr K(K + nλI)⁻¹
	Condition        float64   // (s₁ + nλ)/(sₙ + nλ)
	Norm             float64   // ‖f‖ = √(αᵀKα)
}

const (
	// Up to this n the spectrum costs no more than some milliseconds.
	krrSpectrum = 128
	// Beyond this condition number a Cholesky factor has lost digits of the inverse's
	// trace that the spectrum still has.
	krrCondition = 1e8
	// As much of αᵀKα may be rounding: of a large α where K is nearly zero it is more.
	krrNorm = 1e-9
)

// FitKRR returns kernel ridge regression from the Gram matrix. For small n, and where
// K + nλI is nearly singular, it has all from the spectrum: see [Spectrum.Solve]. Otherwise
// it has it from one Cholesky factor, K + nλI = UᵀU, in 2n³/3 multiplications and additions,
// a tenth of the time: U⁻¹ gives the diagonal of the inverse, Σⱼ (U⁻¹)ᵢⱼ², and with it the
// leave-one-out residuals and the degrees of freedom, n − nλ tr (K + nλI)⁻¹. The condition
// number comes from the largest eigenvalues of K + nλI and of its inverse, by Lanczos'
// iteration. There it is a lower bound, right to three digits; all else is to nine.
//
// Errors are those of Spectrum.Solve, and ctx's, which is looked at between blocks of the
// factorisation. FitKRR panics if K and y differ in size, y is not finite, or λ is negative
// or not finite. It needs n² numbers more than K.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), sections 4.2 and
// 10.1; Rifkin and Lippert, Notes on regularized least squares, MIT (2007).
func FitKRR(ctx context.Context, K *mat.SymDense, y []float64, lambda float64) (*KRRFit, error) {
	all, err := FitKRRs(ctx, K, [][]float64{y}, lambda)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// FitKRRs is [FitKRR] for several responses of the same points, each of length n, which share the factor: one
// more costs O(n²). Errors and panics are as there.
func FitKRRs(ctx context.Context, K *mat.SymDense, Y [][]float64, lambda float64) ([]*KRRFit, error) {
	n := K.SymmetricDim()
	for _, y := range Y {
		checkProblem(n, y, lambda)
	}
	if err := symFault(K); err != nil {
		return nil, err
	}
	if n > krrSpectrum {
		all, err := krrByCholesky(ctx, K, Y, float64(n)*lambda)
		if all != nil || err != nil {
			return all, err
		}
	}
	s, err := EigenContext(ctx, K)
	if err != nil {
		return nil, err
	}
	all := make([]*KRRFit, len(Y))
	for k, y := range Y {
		p, err := s.Solve(y, lambda)
		if err != nil {
			return nil, err
		}
		all[k] = &KRRFit{p.Alpha, p.Fitted, p.LOOResiduals, p.DegreesOfFreedom, p.Condition, p.Norm}
	}
	return all, nil
}

// FitKRRAlpha is [FitKRR] without what takes the inverse or the spectrum, by a Cholesky factor, n³/3
// multiplications and additions: LOOResiduals is nil, and DegreesOfFreedom, Condition and Norm are NaN. Where
// the pivots leave doubt whether K + nλI is positive definite it is FitKRR. Errors and panics are as there.
func FitKRRAlpha(ctx context.Context, K *mat.SymDense, y []float64, lambda float64) (*KRRFit, error) {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	if err := symFault(K); err != nil {
		return nil, err
	}
	sum, giveBack := lentShifted(K, float64(n)*lambda)
	defer giveBack()
	trace, raw := mat.Trace(sum), sum.RawSymmetric()
	if symFault(sum) != nil {
		return nil, ErrOverflow
	}
	ok, err := choleskyBlocks(ctx, raw)
	if err != nil {
		return nil, err
	}
	if !ok || isDoubtful(trace, upper(raw)) {
		return FitKRR(ctx, K, y, lambda)
	}
	f := &KRRFit{Alpha: slices.Clone(y), Fitted: make([]float64, n),
		DegreesOfFreedom: math.NaN(), Condition: math.NaN(), Norm: math.NaN()}
	solveTriangles(upper(raw), f.Alpha)
	blas64.Symv(1, K.RawSymmetric(), vector(f.Alpha), 0, vector(f.Fitted))
	if !finite(maxAbs(f.Alpha)) || !finite(maxAbs(f.Fitted)) {
		return nil, ErrOverflow
	}
	return f, nil
}

// squares are n² numbers that a fit needs until it ends.
var squares = sync.Pool{New: func() any { return new([]float64) }}

// lentShifted is [shifted], in memory that is given back.
func lentShifted(A *mat.SymDense, c float64) (sum *mat.SymDense, giveBack func()) {
	n := A.SymmetricDim()
	memory := squares.Get().(*[]float64)
	if cap(*memory) < n*n {
		*memory = make([]float64, n*n)
	}
	return shiftedIn((*memory)[:n*n], A, c), func() { squares.Put(memory) }
}

// krrByCholesky is FitKRRs with nλ for the shift; nil where the spectrum has to decide.
func krrByCholesky(ctx context.Context, K *mat.SymDense, Y [][]float64, shift float64) ([]*KRRFit, error) {
	n := K.SymmetricDim()
	sum, giveBack := lentShifted(K, shift)
	defer giveBack()
	if symFault(sum) != nil {
		return nil, ErrOverflow
	}
	raw := sum.RawSymmetric()
	ok, err := choleskyBlocks(ctx, raw)
	if !ok || err != nil {
		return nil, err
	}
	top, found, err := largestEigenvalue(ctx, n, func(dst, v []float64) {
		blas64.Symv(1, K.RawSymmetric(), vector(v), 0, vector(dst))
		floats.AddScaled(dst, shift, v)
	})
	if !found || err != nil {
		return nil, err
	}
	all := make([]*KRRFit, len(Y))
	for k, y := range Y {
		f := &KRRFit{Alpha: slices.Clone(y), Fitted: make([]float64, n), LOOResiduals: make([]float64, n)}
		solveTriangles(upper(raw), f.Alpha)
		blas64.Symv(1, K.RawSymmetric(), vector(f.Alpha), 0, vector(f.Fitted))
		size, square := floats.Norm(f.Alpha, 2), floats.Dot(f.Alpha, f.Fitted)
		if !(math.Sqrt(float64(n))*Epsilon*top*size*size <= krrNorm*square) {
			return nil, nil
		}
		f.Norm = math.Sqrt(square)
		all[k] = f
	}
	inverse, found, err := largestEigenvalue(ctx, n, func(dst, v []float64) {
		copy(dst, v)
		solveTriangles(upper(raw), dst)
	})
	if condition := top * inverse; !found || err != nil || !(condition <= krrCondition) {
		return nil, err
	}
	if err := invertUpper(ctx, raw); err != nil {
		return nil, err
	}
	return all, leaveOneOut(all, raw, shift, top*inverse)
}

// leaveOneOut completes fits by U⁻¹ and the condition number.
func leaveOneOut(all []*KRRFit, raw blas64.Symmetric, shift, condition float64) error {
	trace := 0.0
	for i := range raw.N {
		row := raw.Data[i*raw.Stride+i : i*raw.Stride+raw.N]
		own := floats.Dot(row, row)
		trace += own
		for _, f := range all {
			f.LOOResiduals[i] = f.Alpha[i] / own
		}
	}
	for _, f := range all {
		f.DegreesOfFreedom, f.Condition = max(float64(raw.N)-shift*trace, 0), condition
		for _, v := range []float64{f.Norm, maxAbs(f.Alpha), maxAbs(f.Fitted), maxAbs(f.LOOResiduals)} {
			if !finite(v) {
				return ErrOverflow
			}
		}
	}
	return nil
}

// invertUpper replaces the upper triangle U of A by U⁻¹, a block of columns at a time:
//
//	[U D]⁻¹   [U⁻¹  −U⁻¹ D E⁻¹]
//	[0 E]   = [0         E⁻¹  ].
//
// It looks at ctx between blocks. What is below the diagonal is lost.
func invertUpper(ctx context.Context, raw blas64.Symmetric) error {
	n := raw.N
	part := func(i, j, rows, cols int) blas64.General {
		return blas64.General{Rows: rows, Cols: cols, Stride: raw.Stride, Data: raw.Data[i*raw.Stride+j:]}
	}
	product, report := make([]float64, n*choleskyBlock), ReportOf(ctx)
	for j := 0; j < n; j += choleskyBlock {
		if err := ctx.Err(); err != nil {
			return err
		}
		report(partInverse, 1-cubic(j, n))
		size := min(choleskyBlock, n-j)
		own := part(j, j, size, size)
		lapack64.Trtri(blas64.Triangular{
			Uplo: blas.Upper, Diag: blas.NonUnit, N: size, Stride: own.Stride, Data: own.Data,
		})
		for i := 1; i < size; i++ {
			clear(own.Data[i*own.Stride : i*own.Stride+i])
		}
		if j == 0 {
			continue
		}
		P := general(j, size, product[:j*size]) // D E⁻¹
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, part(0, j, j, size), own, 0, P)
		for i := 0; i < j; i += choleskyBlock {
			rest := general(j-i, size, P.Data[i*size:])
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, part(i, i, choleskyBlock, j-i), rest,
				0, part(i, j, choleskyBlock, size))
		}
	}
	return nil
}

// What largestEigenvalue stops at: a growth of lanczosGrowth over lanczosEvery products, or
// lanczosSteps of them, after which it has not found it.
const (
	lanczosGrowth = 1e-4
	lanczosSteps  = 300
	lanczosEvery  = 8
)

// largestEigenvalue returns the largest eigenvalue of a positive semi-definite n×n matrix,
// of which only products with vectors are known, by Lanczos' iteration with every vector
// made orthogonal to all others. What it returns is never too large and, as it grows ever
// more slowly, by a few times lanczosGrowth too small where eigenvalues crowd below the largest,
// and else exact.
//
// Source: Parlett, The Symmetric Eigenvalue Problem (1998), sections 11.7 and 13.2.
func largestEigenvalue(ctx context.Context, n int, multiply func(dst, v []float64)) (float64, bool, error) {
	steps := min(n, lanczosSteps)
	basis := general(0, n, make([]float64, 0, min(steps, 64)*n))
	v, w := make([]float64, n), make([]float64, n)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	floats.Scale(1/floats.Norm(v, 2), v)
	var diagonal, off []float64 // of the tridiagonal matrix that it is in the basis
	before, report := 0.0, ReportOf(ctx)
	report(partCondition, 0)
	for k := range steps {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		basis.Data = append(basis.Data, v...)
		basis.Rows = k + 1
		multiply(w, v)
		diagonal = append(diagonal, floats.Dot(w, v))
		along := make([]float64, k+1)
		for range 2 { // twice is enough
			blas64.Gemv(blas.NoTrans, 1, basis, vector(w), 0, vector(along))
			blas64.Gemv(blas.Trans, -1, basis, vector(along), 1, vector(w))
		}
		beta := floats.Norm(w, 2)
		isInvariant := beta <= singular(n)*max(maxAbs(diagonal), maxAbs(off)) // the rest of w is rounding
		if last := k+1 == steps; last || isInvariant || (k+1)%lanczosEvery == 0 {
			theta, err := largestOfTridiagonal(diagonal, off)
			if err != nil {
				return 0, false, err
			}
			if isInvariant || theta-before <= lanczosGrowth*theta || k+1 == n {
				return theta, theta > 0, nil
			}
			before = theta
		}
		if k+1 < steps {
			off = append(off, beta)
			floats.ScaleTo(v, 1/beta, w)
		}
	}
	return 0, false, nil
}

// largestOfTridiagonal returns the largest eigenvalue of a symmetric tridiagonal matrix.
func largestOfTridiagonal(diagonal, off []float64) (float64, error) {
	values := slices.Clone(diagonal)
	if !allFinite(values) || !allFinite(off) {
		return 0, ErrOverflow
	}
	if !(gonum.Implementation{}).Dsterf(len(values), values, slices.Clone(off)) {
		return 0, ErrNoConvergence
	}
	return values[len(values)-1], nil // they ascend
}
