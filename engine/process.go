package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
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
// themselves when λ = 0, it is zero. A point costs O(n²); many are shared by two
// goroutines.
//
// Predict returns [ErrOverflow] or [ErrNaN] if a number is not finite. It panics if x is
// empty, ragged or not finite, or the points have another number of inputs.
func (p *Posterior) Predict(x [][]float64) (mean, sd []float64, err error) {
	checkInputs(x)
	mean, sd = make([]float64, len(x)), make([]float64, len(x))
	// So many columns of k(x) stay in a processor's cache while they are solved for.
	const block = 128
	_ = InTwo(context.Background(), (len(x)+block-1)/block, func(b int) error {
		from, to := b*block, min((b+1)*block, len(x))
		p.predict(x[from:to], mean[from:to], sd[from:to])
		return nil
	})
	if !allFinite(mean) || !allFinite(sd) {
		return nil, nil, p.fault(x)
	}
	return mean, sd, nil
}

// fault returns why no prediction at x is finite: what the kernel says of it, or overflow.
func (p *Posterior) fault(x [][]float64) error {
	return cmp.Or(selfFault(SelfKernels(p.Kernel, x), ofNew), crossFault(Cross(p.Kernel, x, p.X)), ErrOverflow)
}

// predict is Predict of a few points, into mean and sd.
func (p *Posterior) predict(x [][]float64, mean, sd []float64) {
	C := Cross(p.Kernel, p.X, x)
	m := mat.NewVecDense(len(x), mean)
	m.MulVec(C.T(), mat.NewVecDense(len(p.Alpha), p.Alpha))
	for j, xj := range x {
		sd[j] = p.Kernel.Eval(xj, xj)
	}
	Unexplained{p.factor}.Variances(C, sd)
	for j, v := range sd {
		sd[j] = p.Signal * math.Sqrt(v)
	}
}

// Unexplained is what the values of f at the data leave open of it elsewhere, whatever they are.
type Unexplained struct{ factor blas64.Triangular }

// FitUnexplained has it of the Gram matrix K (n×n) at λ ≥ 0, by a Cholesky factor of K + nλI in n³/3
// multiplications and additions. Errors are [ErrSingular], [ErrIndefinite], [ErrOverflow] and [ErrNaN].
func FitUnexplained(K mat.Symmetric, lambda float64) (Unexplained, error) {
	u, err := factorPositive(K, float64(K.SymmetricDim())*lambda)
	return Unexplained{u}, err
}

// Variances replaces k(x, x) for some points, in own, by
//
//	k(x, x) − k(x)ᵀ(K + nλI)⁻¹k(x) ≥ 0,
//
// the variance of f there over σ_f², see [Posterior]; C (n×m) has k(x) in its columns, and is spent. Where
// rounding makes one negative it is 0. A point costs O(n²).
func (u Unexplained) Variances(C *mat.Dense, own []float64) {
	blas64.Trsm(blas.Left, blas.Trans, 1, u.factor, C.RawMatrix()) // U⁻ᵀk(x)
	raw := C.RawMatrix()
	explained := make([]float64, len(own))
	for i := range raw.Rows {
		for j, v := range raw.Data[i*raw.Stride : i*raw.Stride+raw.Cols] {
			explained[j] += v * v
		}
	}
	for j := range own {
		own[j] = max(own[j]-explained[j], 0)
	}
}

// LeaveOut returns what the other data say of those of each fold: its responses less
// the mean there, and the standard deviation of a response there. With
// C = (K + nλI)⁻¹ and C_B its block of a fold B,
//
//	residual_B = C_B⁻¹ α_B,   sd_B = σ_f √diag(C_B⁻¹),
//
// the numbers of a fit without the fold at the same nλ and the same σ_f. Folds of one
// datum each leave one out. It costs O(n³) once, and O(b³) for a fold of b.
//
// Folds hold numbers from 0 to n − 1; of a datum in none, both are NaN. LeaveOut
// panics if they overlap, and returns [ErrSingular] or [ErrOverflow] where rounding
// leaves no answer.
//
// Source: Rasmussen and Williams (2006), equations 5.10 to 5.12, for one at a time.
func (p *Posterior) LeaveOut(folds [][]int) (residual, sd []float64, err error) {
	n := len(p.Alpha)
	u := p.factor
	u.Data = slices.Clone(u.Data)
	C, ok := lapack64.Potri(u) // its upper triangle, in place
	if !ok {
		return nil, nil, ErrSingular
	}
	residual, sd = slices.Repeat([]float64{math.NaN()}, n), slices.Repeat([]float64{math.NaN()}, n)
	for _, fold := range folds {
		block, own := mat.NewSymDense(len(fold), nil), make([]float64, len(fold))
		for a, i := range fold {
			if !math.IsNaN(residual[i]) {
				panic("engine: folds overlap")
			}
			own[a], residual[i] = p.Alpha[i], p.Alpha[i]
			for b, j := range fold[:a+1] {
				block.SetSym(a, b, C.Data[min(i, j)*C.Stride+max(i, j)])
			}
		}
		u, err := factorPositive(block, 0)
		if err != nil {
			return nil, nil, err
		}
		solveTriangles(u, own)
		for a, i := range fold {
			residual[i] = own[a]
			unit := make([]float64, len(fold))
			unit[a] = 1
			v := blas64.Vector{N: len(unit), Inc: 1, Data: unit}
			blas64.Trsv(blas.Trans, u, v)
			sd[i] = p.Signal * blas64.Nrm2(v)
			if !finite(residual[i]) || !finite(sd[i]) {
				return nil, nil, ErrOverflow
			}
		}
	}
	return residual, sd, nil
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
