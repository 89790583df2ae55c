package engine

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A Trend is a polynomial of p inputs,
//
//	t(x) = Σⱼ βⱼ ψⱼ(x),   ψⱼ(x) = Πᵢ ((xᵢ − cᵢ)/hᵢ)^Exponents[j][i],
//
// in inputs that are centred and scaled so that the data lie in [−1, 1]: powers of
// the raw inputs would cost digits. Exponents lists all monomials up to a degree,
// lower degrees first; without any the trend is zero.
type Trend struct {
	Centre, Scale []float64 // c and h, p numbers each
	Exponents     [][]int
	Beta          []float64
}

// Eval returns t(x).
func (t Trend) Eval(x []float64) float64 {
	if len(x) != len(t.Centre) {
		panic("engine: inputs of different lengths")
	}
	var s float64
	for j, b := range t.Beta {
		s += b * t.monomial(j, x)
	}
	return s
}

func (t Trend) monomial(j int, x []float64) float64 {
	v := 1.0
	for i, e := range t.Exponents[j] {
		if e > 0 {
			u := (x[i] - t.Centre[i]) / t.Scale[i]
			for range e {
				v *= u
			}
		}
	}
	return v
}

// matrix returns Ψ, the n×m matrix of monomials at the points; nil if there are none.
func (t Trend) matrix(x [][]float64) *mat.Dense {
	if len(t.Exponents) == 0 {
		return nil
	}
	Psi := mat.NewDense(len(x), len(t.Exponents), nil)
	for i, xi := range x {
		for j := range t.Exponents {
			Psi.Set(i, j, t.monomial(j, xi))
		}
	}
	return Psi
}

// A Semiparametric is a function of the form that the semiparametric representer
// theorem gives,
//
//	f = Σᵢ αᵢ k(xᵢ, ·) + Σⱼ βⱼ ψⱼ.
type Semiparametric struct {
	Kernel Expansion // the penalised part
	Trend  Trend     // the free part
	Fitted []float64 // (f(x₁), …, f(xₙ))
}

// Eval returns f(x), which continues as the trend where the kernel has died away.
func (f *Semiparametric) Eval(x []float64) float64 { return f.Kernel.Eval(x) + f.Trend.Eval(x) }

// SemiparametricKRR returns the minimiser of
//
//	(1/n) Σᵢ (yᵢ − g(xᵢ) − t(xᵢ))² + λ‖g‖²
//
// over functions g in the space of k and polynomials t of a degree from −1 (none)
// to 3, which no penalty touches. With Ψ the n×m matrix of monomials at the points,
// it solves the saddle system
//
//	( K + nλI  Ψ ) (α)   (y)
//	( Ψᵀ       0 ) (β) = (0)
//
// through Ψ = QR: α = Q₂γ with Q₂ the last n − m columns of Q, where
// Q₂ᵀ(K + nλI)Q₂γ = Q₂ᵀy is positive definite. It costs O(n³). Degree −1 is [KRR].
//
// It returns [ErrSingular] if the points do not determine a polynomial of that
// degree, having too few different places, and otherwise the errors of KRR. It
// panics as KRR does, or if degree is outside −1 to 3.
//
// Source: Schölkopf and Smola, Learning with Kernels (2002), theorem 4.3; Wahba,
// Spline Models for Observational Data (1990), section 1.3.
func SemiparametricKRR(k Kernel, d Dataset, degree int, lambda float64) (*Semiparametric, error) {
	d.check()
	n := d.Len()
	checkProblem(n, d.Y, lambda)
	if degree < -1 || degree > 3 {
		panic("engine: degree of the trend is outside −1 to 3")
	}
	if !fewMonomials(len(d.X[0]), degree, n) {
		return nil, ErrSingular
	}
	t := newTrend(d.X, degree)
	A := shifted(Gram(k, d.X), float64(n)*lambda)
	if err := symFault(A); err != nil {
		return nil, err
	}
	alpha, beta, err := solveSaddle(A, t.matrix(d.X), d.Y)
	if err != nil {
		return nil, err
	}
	t.Beta = beta
	f := &Semiparametric{Kernel: Expansion{Kernel: k, X: d.X, Alpha: alpha}, Trend: t, Fitted: make([]float64, n)}
	for i := range n {
		f.Fitted[i] = d.Y[i] - float64(n)*lambda*alpha[i] // the first block of the system
	}
	if !allFinite(alpha) || !allFinite(beta) || !allFinite(f.Fitted) {
		return nil, ErrOverflow
	}
	return f, nil
}

// fewMonomials reports whether the monomials of p inputs up to a degree, C(p + degree,
// degree), are at most n. They are counted before they are listed.
func fewMonomials(p, degree, n int) bool {
	count := 1
	for q := 1; q <= degree; q++ {
		if count = count * (p + q) / q; count > n {
			return false
		}
	}
	return true
}

// solveSaddle solves
//
//	( A   Ψ ) (α)   (y)
//	( Ψᵀ  0 ) (β) = (0)
//
// for a positive definite A (n×n) and Ψ (n×m) of full rank; Ψ is nil where m = 0.
func solveSaddle(A *mat.SymDense, Psi *mat.Dense, y []float64) (alpha, beta []float64, err error) {
	if Psi == nil {
		alpha, err = solvePositive(A, 0, y)
		return alpha, []float64{}, err
	}
	n, m := Psi.Dims()
	q, err := newQR(Psi)
	if err != nil {
		return nil, nil, err
	}
	r, err := q.r(m, n)
	if err != nil {
		return nil, nil, err
	}
	// QᵀAQ and Qᵀy.
	B := mat.DenseCopyOf(A)
	q.multiply(blas.Left, blas.Trans, B.RawMatrix())
	q.multiply(blas.Right, blas.NoTrans, B.RawMatrix())
	column := func(v []float64) blas64.General {
		return blas64.General{Rows: n, Cols: 1, Stride: 1, Data: v}
	}
	z := slices.Clone(y)
	q.multiply(blas.Left, blas.Trans, column(z))
	alpha, beta = make([]float64, n), make([]float64, m)
	if m < n {
		inner := mat.NewSymDense(n-m, nil)
		for i := m; i < n; i++ {
			for j := i; j < n; j++ {
				inner.SetSym(i-m, j-m, B.At(i, j))
			}
		}
		gamma, err := solvePositive(inner, 0, z[m:])
		if err != nil {
			return nil, nil, err
		}
		copy(alpha[m:], gamma)
	}
	// Rβ = Q₁ᵀ(y − Aα).
	for j := range m {
		beta[j] = z[j]
		for i := m; i < n; i++ {
			beta[j] -= B.At(j, i) * alpha[i]
		}
	}
	blas64.Trsv(blas.NoTrans, r, blas64.Vector{N: m, Inc: 1, Data: beta})
	q.multiply(blas.Left, blas.NoTrans, column(alpha))
	return alpha, beta, nil
}

// newTrend returns the monomials up to a degree on the range of x.
func newTrend(x [][]float64, degree int) Trend {
	p := len(x[0])
	t := Trend{Centre: make([]float64, p), Scale: make([]float64, p)}
	for i := range p {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range x {
			low, high = min(low, v[i]), max(high, v[i])
		}
		t.Centre[i], t.Scale[i] = low/2+high/2, high/2-low/2
		if t.Scale[i] == 0 {
			t.Scale[i] = 1
		}
	}
	var extend func(exponents []int, from, left int)
	extend = func(exponents []int, from, left int) {
		if left == 0 {
			t.Exponents = append(t.Exponents, slices.Clone(exponents))
			return
		}
		for i := from; i < p; i++ {
			exponents[i]++
			extend(exponents, i, left-1)
			exponents[i]--
		}
	}
	for q := range degree + 1 {
		extend(make([]int, p), 0, q)
	}
	return t
}
