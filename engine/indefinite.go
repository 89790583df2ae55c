package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Curvature says what the solution of (K + nλI)α = y is of the objective
//
//	J(α) = (1/n)‖y − Kα‖² + λαᵀKα
//
// when K is symmetric and need not be positive semi-definite. Along an eigenvector
// of K with eigenvalue s,
//
//	J″ = 2s(s + nλ)/n,
//
// which is negative for −nλ < s < 0 and for no other s.
type Curvature int

const (
	// Minimum: no curvature is negative beyond rounding. Negative eigenvalues of K
	// below −nλ do no harm.
	Minimum Curvature = iota
	// Saddle: some are. The solution is where the gradient vanishes, and J has no
	// minimum: along those eigenvectors it falls for ever.
	Saddle
	// Singular: an eigenvalue of K is −nλ to working precision, so that K + nλI has
	// no inverse. At λ = 0, where J is a sum of squares, there are then many minima;
	// at λ > 0 J is linear along that eigenvector, and has a minimum only if y has no
	// share of it.
	Singular
)

// String returns the curvature in a word.
func (c Curvature) String() string {
	switch c {
	case Minimum:
		return "minimum"
	case Saddle:
		return "saddle"
	case Singular:
		return "singular"
	}
	panic("engine: unknown curvature")
}

// A Stationary is the stationary point of J at one λ, see [Spectrum.Stationary].
// If Err is set, Condition and Bound are +Inf, Lambda, Curvature and Offending
// stand, and the rest is zero.
type Stationary struct {
	Lambda    float64
	Curvature Curvature
	// Offending holds the indices, ascending, of the eigenvalues that decided:
	// −nλ < sⱼ < 0 of a Saddle, sⱼ = −nλ of a Singular. Column j of Vectors is the
	// direction. Of a Minimum it is nil.
	Offending        []int
	Alpha            []float64 // (K + nλI)⁻¹y
	Fitted           []float64 // Kα
	Objective        float64   // J(α) = λyᵀα
	Quadratic        float64   // αᵀKα = Σ sⱼaⱼ², a = Uᵀα: where it is negative there is no ‖f‖
	DegreesOfFreedom float64   // Σ sⱼ/(sⱼ + nλ), beyond 0 to n if K is indefinite
	TrainRMSE        float64   // ‖y − Kα‖/√n
	LOOResiduals     []float64 // yᵢ − f₋ᵢ(xᵢ); ±Inf where there is no f₋ᵢ
	LOORMSE          float64   // ‖LOOResiduals‖/√n
	Condition        float64   // max|sⱼ + nλ| / min|sⱼ + nλ|
	Bound            float64   // what rounding may do to Fitted, see CertifyStationary
	Err              error     // why there is no solution
}

// Stationary returns the α at which the gradient of J vanishes,
//
//	∇J(α) = (2/n) K((K + nλI)α − y) = 0   for   α = U diag(1/(s + nλ)) Uᵀy,
//
// and what it is of J: see [Curvature]. It costs O(n²). Where K + nλI is positive
// definite, α is that of [Spectrum.Solve]. That is no test of a minimum: of an
// indefinite K, what Solve accepts are saddles, for all of its negative eigenvalues
// are then above −nλ, and the minima are among what it refuses.
//
// The leave-one-out residuals are those of [Spectrum.Solve], αᵢ/[(K + nλI)⁻¹]ᵢᵢ, with
// f₋ᵢ the stationary point without point i. The argument needs no minimum, but it
// needs an f₋ᵢ: where the diagonal entry is zero to rounding, K₋ᵢ + nλI is singular.
//
// Eigenvalues of K within 2√n·ε·max|s| of zero count as zero, and those of K + nλI
// within nε·max|s + nλ|. A saddle takes an eigenvalue below −4nε·max|s|, so that there
// is none of a K that [CheckPSD] lets pass. The error, which is also in the point, is
// [ErrSingular] if the curvature is [Singular], and [ErrOverflow] if a number is
// not finite. Stationary panics if y has the wrong length or is not finite, or λ is
// negative or not finite.
//
// Source: Ong, Mary, Canu and Smola, Learning with non-positive kernels, ICML 2004.
func (s *Spectrum) Stationary(y []float64, lambda float64) (Stationary, error) {
	n := len(s.Values)
	checkProblem(n, y, lambda)
	shift := float64(n) * lambda
	top, bottom := s.Values[0]+shift, s.Values[n-1]+shift
	p := Stationary{Lambda: lambda, Condition: math.Inf(1), Bound: math.Inf(1)}
	if !finite(top) || !finite(bottom) {
		p.Err = ErrOverflow
		return p, p.Err
	}
	noise := noiseOf(s.Values)
	doubtful, rounding := s.Rounding(), solvable(top, bottom, n)
	var singular, negative []int
	least := math.Inf(1)
	for j, v := range s.Values {
		v = unlessNoise(v, noise)
		if math.Abs(v+shift) <= rounding {
			singular = append(singular, j)
		}
		if v < -doubtful && v+shift > 0 {
			negative = append(negative, j)
		}
		least = min(least, math.Abs(v+shift))
	}
	switch {
	case singular != nil:
		p.Curvature, p.Offending, p.Err = Singular, singular, ErrSingular
		return p, p.Err
	case negative != nil:
		p.Curvature, p.Offending = Saddle, negative
	}

	z := s.rotate(y)
	a, f := make([]float64, n), make([]float64, n)
	var quadratic, freedom, amplified float64
	for j, v := range s.Values {
		v = unlessNoise(v, noise)
		h := v / (v + shift)
		a[j] = z[j] / (v + shift)
		f[j] = z[j] * h
		quadratic += a[j] * f[j]
		freedom += h
		amplified = max(amplified, math.Abs(h))
	}
	q := p
	q.Alpha, q.Fitted = Apply(s.Vectors, a), Apply(s.Vectors, f)
	q.Objective = lambda * floats.Dot(y, q.Alpha)
	q.Quadratic, q.DegreesOfFreedom = quadratic, freedom
	q.TrainRMSE = floats.Distance(y, q.Fitted, 2) / math.Sqrt(float64(n))
	q.LOOResiduals = s.leftOut(q.Alpha, shift, noise)
	q.LOORMSE = floats.Norm(q.LOOResiduals, 2) / math.Sqrt(float64(n))
	q.Condition = max(math.Abs(top), math.Abs(bottom)) / least
	q.Bound = RoundingBound(n, q.Condition) * max(1, amplified)
	if !allFinite(q.Alpha) || !allFinite([]float64{q.Objective, q.Quadratic, q.TrainRMSE, q.Condition}) {
		p.Err = ErrOverflow
		return p, p.Err
	}
	return q, nil
}

// leftOut returns αᵢ/[(K + shift I)⁻¹]ᵢᵢ, +Inf where that entry is zero to rounding.
func (s *Spectrum) leftOut(alpha []float64, shift, noise float64) []float64 {
	n := len(s.Values)
	residuals := make([]float64, n)
	for i, a := range alpha {
		var entry, size float64
		for j, u := range s.Vectors.RawRowView(i) {
			c := u * u / (unlessNoise(s.Values[j], noise) + shift)
			entry, size = entry+c, size+math.Abs(c)
		}
		if residuals[i] = a / entry; math.Abs(entry) <= singular(n)*size {
			residuals[i] = math.Inf(1)
		}
	}
	return residuals
}

// SolveIndefinite returns the dual coefficients
//
//	α = (K + nλI)⁻¹y ∈ ℝⁿ
//
// of a symmetric K that need not be positive semi-definite, by Gaussian elimination
// with partial pivoting and one step of iterative refinement, O(n³). It shares
// nothing with [Spectrum.Stationary] but K, and says nothing of minima.
//
// It returns [ErrSingular] if an eigenvalue of K + nλI is within nε of the largest
// from zero, and [ErrOverflow] if K or α is not finite. It panics if K and y differ
// in size, y is not finite, or λ is negative or not finite.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), theorem
// 12.2: one step makes elimination backward stable.
func SolveIndefinite(K mat.Symmetric, y []float64, lambda float64) ([]float64, error) {
	n := K.SymmetricDim()
	checkProblem(n, y, lambda)
	A := shifted(K, float64(n)*lambda)
	if err := symFault(A); err != nil {
		return nil, err
	}
	// By a power of two, which rounds nothing and keeps products in range.
	scale := unitOf([]float64{mat.Max(A), mat.Min(A)})
	for i := range n {
		for j := i; j < n; j++ {
			A.SetSym(i, j, A.At(i, j)/scale)
		}
	}
	var lu mat.LU
	lu.Factorize(A)
	// The estimate of the condition number may be too low, and where it is high the
	// eigenvalues decide.
	if c := lu.Cond(); !(c*singular(n)*doubtfulPivots <= 1) {
		s, err := Eigen(A)
		if err != nil {
			return nil, err
		}
		rounding := solvable(s.Values[0], s.Values[n-1], n)
		if slices.ContainsFunc(s.Values, func(v float64) bool { return math.Abs(v) <= rounding }) || math.IsInf(c, 1) {
			return nil, ErrSingular
		}
	}
	b, x, r := mat.NewVecDense(n, y), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	// The error is a mat.Condition, which has been dealt with.
	_ = lu.SolveVecTo(x, false, b)
	r.MulVec(A, x)
	r.SubVec(b, r)
	_ = lu.SolveVecTo(r, false, r)
	x.AddVec(x, r)
	alpha := x.RawVector().Data
	for i := range alpha {
		alpha[i] /= scale
	}
	if !allFinite(alpha) {
		return nil, ErrOverflow
	}
	return alpha, nil
}

// CertifyStationary compares the α of [SolveIndefinite], as dual, with the point of
// [Spectrum.Stationary], as [Certify] compares two solutions of a positive definite
// system. Both solve (K + nλI + E)α = y with ‖E‖ ≤ c ε ‖K + nλI‖, and the values
// at the points move by
//
//	δf = −K(K + nλI)⁻¹Eα.
//
// The norm of the matrix in front is at most 1 where K is positive semi-definite,
// but not elsewhere, and
//
//	Bound = 4 √n ε cond max(1, maxⱼ |sⱼ|/|sⱼ + nλ|),   cond = max|sⱼ + nλ| / min|sⱼ + nλ|.
//
// If the point carries an error, all three numbers are +Inf. CertifyStationary panics if sizes
// differ or the point belongs to another λ.
func CertifyStationary(K mat.Symmetric, y []float64, lambda float64, dual []float64, at Stationary) Certificate {
	return Certify(K, y, lambda, dual, PathPoint{
		Lambda: at.Lambda, Fitted: at.Fitted, Condition: at.Condition, Bound: at.Bound, Err: at.Err,
	})
}
