package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A Posterior is kernel ridge regression read as a Gaussian process: the same
// function, now a mean, and a standard deviation about it. It assumes that
//
//	f ~ GP(0, σ_f² k),   yᵢ = f(xᵢ) + εᵢ,   εᵢ ~ N(0, nλσ_f²) independent:
//
// mean zero away from the data, normal noise of one variance, which is nλ times
// the variance of the function, and a kernel known beforehand. Then, given y, with
// k(x) = (k(x₁, x), …, k(xₙ, x)),
//
//	mean f(x)     = k(x)ᵀ(K + nλI)⁻¹y,
//	variance f(x) = σ_f² [k(x, x) − k(x)ᵀ(K + nλI)⁻¹k(x)].
//
// The mean does not depend on σ_f, nor the variance on y, except through σ_f.
// Kriging is the same under another name.
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006),
// equations 2.25, 2.26 and 2.30.
type Posterior struct {
	Expansion         // the mean
	Lambda    float64 // of the mean loss
	// Signal is σ_f, in the units of y. [GaussianProcess] sets it to the most
	// likely value; who believes another overwrites it.
	Signal float64

	likely float64           // the most likely σ_f
	factor blas64.Triangular // U of K + nλI = UᵀU
}

// GaussianProcess returns the posterior of a Gaussian process with covariance
// σ_f² k, with the most likely signal,
//
//	σ_f² = yᵀ(K + nλI)⁻¹y / n,
//
// which is 0 if y is. It costs O(n³). Errors and panics are those of [KRR].
func GaussianProcess(k Kernel, d Dataset, lambda float64) (*Posterior, error) {
	d.check()
	n := d.Len()
	checkProblem(n, d.Y, lambda)
	u, err := factorPositive(Gram(k, d.X), float64(n)*lambda)
	if err != nil {
		return nil, err
	}
	alpha := slices.Clone(d.Y)
	v := blas64.Vector{N: n, Inc: 1, Data: alpha}
	blas64.Trsv(blas.Trans, u, v)
	likely := blas64.Nrm2(v) / math.Sqrt(float64(n)) // ‖U⁻ᵀy‖² = yᵀα
	blas64.Trsv(blas.NoTrans, u, v)
	if !allFinite(alpha) || !finite(likely) {
		return nil, ErrOverflow
	}
	return &Posterior{
		Expansion: Expansion{Kernel: k, X: d.X, Alpha: alpha},
		Lambda:    lambda, Signal: likely, likely: likely, factor: u,
	}, nil
}

// Noise returns the standard deviation of the noise, σ_f √(nλ), in the units of y.
func (p *Posterior) Noise() float64 {
	return p.Signal * math.Sqrt(float64(len(p.X))*p.Lambda)
}

// Predict returns the mean and the standard deviation of f at each point of x, in
// the units of y. The deviation is that of f; of a new response it is
// √(sd² + Noise²). Where rounding makes the variance negative, as at the data
// themselves when λ = 0, it is zero. A point costs O(n²).
//
// Predict returns [ErrOverflow] if a number is not finite. It panics if x is
// empty, ragged or not finite, or the points have another number of inputs.
func (p *Posterior) Predict(x [][]float64) (mean, sd []float64, err error) {
	C := Cross(p.Kernel, p.X, x)
	m := mat.NewVecDense(len(x), nil)
	m.MulVec(C.T(), mat.NewVecDense(len(p.Alpha), p.Alpha))
	blas64.Trsm(blas.Left, blas.Trans, 1, p.factor, C.RawMatrix()) // U⁻ᵀk(x)
	mean, sd = m.RawVector().Data, make([]float64, len(x))
	raw := C.RawMatrix()
	explained := make([]float64, len(x))
	for i := range raw.Rows {
		for j, v := range raw.Data[i*raw.Stride : i*raw.Stride+raw.Cols] {
			explained[j] += v * v
		}
	}
	for j, xj := range x {
		sd[j] = p.Signal * math.Sqrt(max(p.Kernel.Eval(xj, xj)-explained[j], 0))
	}
	if !allFinite(mean) || !allFinite(sd) {
		return nil, nil, ErrOverflow
	}
	return mean, sd, nil
}

// Weights returns what each response counts for in the mean at x,
//
//	w(x) = (K + nλI)⁻¹ k(x) ∈ ℝⁿ,   mean f(x) = w(x)ᵀy,
//
// in O(n²). The weights need not be positive, nor add up to one. Errors and panics
// are those of Predict.
func (p *Posterior) Weights(x []float64) ([]float64, error) {
	w := Cross(p.Kernel, p.X, [][]float64{x}).RawMatrix().Data
	solveTriangles(p.factor, w)
	if !allFinite(w) {
		return nil, ErrOverflow
	}
	return w, nil
}

// LogLikelihood returns the logarithm of the density of y at Signal,
//
//	−yᵀ(K + nλI)⁻¹y/2σ_f² − ½ log det(K + nλI) − n log σ_f − (n/2) log 2π,
//
// largest, for given k and λ, at the Signal that GaussianProcess sets. At Signal 0
// the density is a spike at y = 0: the result is +Inf if y = 0, and −Inf otherwise.
// It panics if Signal is negative or not finite.
//
// Source: Rasmussen and Williams (2006), equation 5.8.
func (p *Posterior) LogLikelihood() float64 {
	if !(p.Signal >= 0 && finite(p.Signal)) {
		panic("engine: signal is negative or not finite")
	}
	if p.Signal == 0 {
		if p.likely == 0 {
			return math.Inf(1)
		}
		return math.Inf(-1)
	}
	n := float64(len(p.X))
	ratio := p.likely / p.Signal
	sum := -n/2*ratio*ratio - n*math.Log(p.Signal) - n/2*math.Log(2*math.Pi)
	for i := range len(p.X) {
		sum -= math.Log(p.factor.Data[i*p.factor.Stride+i])
	}
	return sum
}
