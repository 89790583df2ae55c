package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A PrimalSpectrum is the thin singular value decomposition of a feature matrix,
//
//	Φ = U diag(s) Vᵀ,   s₁ ≥ … ≥ s_r ≥ 0,   r = min(n, d),   Φ n×d.
//
// It is to ridge regression on features what [Spectrum] is to kernel ridge
// regression: it costs O(nd·r) once, and then every λ costs O((n + d)r). The
// normal equations are never formed, so that least squares (λ = 0) loses digits
// with cond(Φ) and not with its square.
type PrimalSpectrum struct {
	Values []float64  // s, descending
	U, V   *mat.Dense // n×r and d×r
}

// SVD returns the thin singular value decomposition of Phi, [ErrOverflow] if an
// entry is not finite, and [ErrNoConvergence] if the iteration fails.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 8.6.
func SVD(Phi *mat.Dense) (*PrimalSpectrum, error) {
	if !allFiniteIn(Phi) {
		return nil, ErrOverflow
	}
	var svd mat.SVD
	if !svd.Factorize(Phi, mat.SVDThin) {
		return nil, ErrNoConvergence
	}
	s := &PrimalSpectrum{Values: svd.Values(nil), U: new(mat.Dense), V: new(mat.Dense)}
	svd.UTo(s.U)
	svd.VTo(s.V)
	return s, nil
}

// A RidgePoint is ridge regression on features at one λ. If Err is set, Condition
// and Bound are +Inf, Lambda stands, and the rest is zero.
type RidgePoint struct {
	Lambda           float64
	Theta            []float64 // (ΦᵀΦ + nλI)⁻¹Φᵀy ∈ ℝᵈ
	Fitted           []float64 // Φθ ∈ ℝⁿ
	Leverage         []float64 // diagonal of Φ(ΦᵀΦ + nλI)⁻¹Φᵀ, each in [0, 1]
	LOOResiduals     []float64 // yᵢ − f₋ᵢ(xᵢ), see Solve; +Inf where the leverage is 1
	DegreesOfFreedom float64   // Σ sⱼ²/(sⱼ² + nλ), at most min(n, d)
	TrainRMSE        float64   // ‖y − Φθ‖/√n
	LOORMSE          float64   // ‖LOOResiduals‖/√n
	Norm             float64   // ‖θ‖
	Condition        float64   // √((s₁² + nλ)/(s_d² + nλ)), of the stacked matrix (Φ; √(nλ)I)
	Bound            float64   // what rounding may do to Fitted, relative to √n max|y|: see CertifyRidge
	Err              error     // why there is no solution
}

// Solve returns ridge regression at λ ≥ 0,
//
//	θ = V diag(s/(s² + nλ)) Uᵀy,   Φθ = U diag(s²/(s² + nλ)) Uᵀy,
//
// and least squares at λ = 0. The leave-one-out residuals are exact and need no
// refit:
//
//	yᵢ − f₋ᵢ(xᵢ) = (yᵢ − f(xᵢ))/(1 − hᵢ),   hᵢ = Σⱼ Uᵢⱼ² sⱼ²/(sⱼ² + nλ),
//
// where f₋ᵢ is fitted without point i at the same penalty nλ. Where hᵢ is 1 to
// rounding, as when least squares has as many features as points, the data do not
// determine f₋ᵢ: the residual, and LOORMSE, are +Inf.
//
// Err is [ErrSingular] if λ = 0 and the columns of Φ are linearly dependent to
// working precision (always so for d > n), or nλ drowns beside s₁² while they
// are; and [ErrOverflow] if a number is not finite. Solve panics if y has the
// wrong length or is not finite, or λ is negative or not finite.
//
// Source: Hoerl and Kennard, Ridge regression, Technometrics 12 (1970); Allen,
// The relationship between variable selection and data augmentation and a method
// for prediction, Technometrics 16 (1974).
func (s *PrimalSpectrum) Solve(y []float64, lambda float64) RidgePoint {
	return s.Path(y, []float64{lambda})[0]
}

// Path returns [PrimalSpectrum.Solve] at each λ, in the order given.
func (s *PrimalSpectrum) Path(y, lambdas []float64) []RidgePoint {
	n, _ := s.U.Dims()
	checkProblem(n, y, 0)
	z := mat.NewVecDense(len(s.Values), nil)
	z.MulVec(s.U.T(), mat.NewVecDense(n, y))
	path := make([]RidgePoint, len(lambdas))
	for i, lambda := range lambdas {
		checkProblem(n, y, lambda)
		path[i] = s.solve(y, z.RawVector().Data, lambda)
	}
	return path
}

// solve is Solve with z = Uᵀy at hand.
func (s *PrimalSpectrum) solve(y, z []float64, lambda float64) RidgePoint {
	n, r := s.U.Dims()
	d, _ := s.V.Dims()
	root := math.Sqrt(float64(n) * lambda)
	top, bottom := math.Hypot(s.Values[0], root), root
	if r == d {
		bottom = math.Hypot(s.Values[r-1], root)
	}
	p := RidgePoint{Lambda: lambda, Condition: math.Inf(1), Bound: math.Inf(1)}
	switch {
	case !finite(top):
		p.Err = ErrOverflow
	case bottom <= singular(max(n, d))*top:
		p.Err = ErrSingular
	}
	if p.Err != nil {
		return p
	}
	p.Condition = top / bottom
	p.Bound = RoundingBound(n, p.Condition)
	// s²/(s² + nλ) as a ratio that cannot overflow, and s/(s² + nλ) from it.
	a, f, h := make([]float64, r), make([]float64, r), make([]float64, r)
	for j, v := range s.Values {
		if v == 0 {
			continue // a direction that the data do not have
		}
		c := v / math.Hypot(v, root)
		h[j] = c * c
		f[j] = h[j] * z[j]
		a[j] = f[j] / v
		p.DegreesOfFreedom += h[j]
	}
	p.Theta, p.Fitted = Apply(s.V, a), Apply(s.U, f)
	p.Leverage, p.LOOResiduals = make([]float64, n), make([]float64, n)
	for i := range n {
		for j, u := range s.U.RawRowView(i) {
			p.Leverage[i] += u * u * h[j]
		}
		p.Leverage[i] = min(p.Leverage[i], 1) // rounding may carry it over
		if p.LOOResiduals[i] = math.Inf(1); 1-p.Leverage[i] > singular(n)*p.Condition {
			p.LOOResiduals[i] = (y[i] - p.Fitted[i]) / (1 - p.Leverage[i])
		}
	}
	p.TrainRMSE = floats.Distance(y, p.Fitted, 2) / math.Sqrt(float64(n))
	p.LOORMSE = math.Inf(1)
	if !slices.Contains(p.LOOResiduals, math.Inf(1)) {
		p.LOORMSE = floats.Norm(p.LOOResiduals, 2) / math.Sqrt(float64(n))
	}
	p.Norm = floats.Norm(p.Theta, 2)
	if !allFinite(p.Theta) || !finite(p.TrainRMSE) || !finite(p.Norm) {
		return RidgePoint{Lambda: lambda, Condition: math.Inf(1), Bound: math.Inf(1), Err: ErrOverflow}
	}
	return p
}
