package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// An ExcessRisk is where the squared error of least squares goes, for nested classes
// of functions at once: class q holds the combinations of the features 0 to q. With X
// uniform on M places, Y = truth(X) + noise of variance σ², and f_q the best of class q,
//
//	R(f) − σ² = E(f_q − truth)² + E(f − f_q)²   for every f in class q,
//
// approximation and estimation error, by Pythagoras: truth − f_q is orthogonal to all
// of the class. The numbers do not depend on the basis, but their digits do: see
// [LegendreFeatures].
//
// Source: Bach, Learning Theory from First Principles (2024), chapter 4.
type ExcessRisk struct {
	Phi           *mat.Dense  // M×d, the features at the places
	Best          [][]float64 // f_q at the places, for every class that they determine
	Approximation []float64   // E(f_q − truth)²
}

// Approximate returns the best function of every class, for truth at the M places of
// Phi (M×d), in O(Md²). It panics as [NestedLeastSquares] does.
func Approximate(Phi *mat.Dense, truth []float64) *ExcessRisk {
	e := &ExcessRisk{Phi: Phi}
	for _, theta := range NestedLeastSquares(Phi, truth) {
		f := nested(Phi, theta)
		e.Best = append(e.Best, f)
		e.Approximation = append(e.Approximation, MeanSquare(f, truth))
	}
	return e
}

// A SampleRisk is least squares on one sample, in one class.
type SampleRisk struct {
	Theta      []float64 // q + 1 coefficients
	Fitted     []float64 // f at the places of the [ExcessRisk]
	Estimation float64   // E(f − f_q)²
	Train      float64   // mean squared error on the sample itself
}

// Estimate returns least squares on a sample, its features Phi (n×d) and responses
// y ∈ ℝⁿ, in every class that both the sample and the places determine; at most n. It
// panics as [NestedLeastSquares] does, and if the sample has other features in number.
func (e *ExcessRisk) Estimate(Phi *mat.Dense, y []float64) []SampleRisk {
	if _, d := Phi.Dims(); d != e.Phi.RawMatrix().Cols {
		panic("engine: sample and places differ in features")
	}
	all := NestedLeastSquares(Phi, y)
	risks := make([]SampleRisk, min(len(all), len(e.Best)))
	for q := range risks {
		f := nested(e.Phi, all[q])
		risks[q] = SampleRisk{all[q], f, MeanSquare(f, e.Best[q]), MeanSquare(nested(Phi, all[q]), y)}
	}
	return risks
}

// NestedLeastSquares returns, for q = 0, 1, …, the θ ∈ ℝ^{q+1} that minimises
//
//	(1/n) Σᵢ (yᵢ − Σ_{j≤q} θⱼΦᵢⱼ)²,   Φ n×d,
//
// as far as the n rows determine it: up to the first column that depends on those
// before it to working precision, or for which there are too few rows. One QR
// factorisation serves every q, since the first columns of Q span what the first
// columns of Φ do; O(nd² + d³). It panics if Φ and y differ in rows, or a number is
// not finite.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 5.3.
func NestedLeastSquares(Phi *mat.Dense, y []float64) [][]float64 {
	n, d := Phi.Dims()
	checkProblem(n, y, 0)
	if !allFiniteIn(Phi) {
		panic("engine: features are not finite")
	}
	d = min(n, d)
	// With y as one more column, R has Qᵀy for its last one, and Q is never formed.
	// A row of zeros changes nothing, and a factorisation wants no fewer rows than columns.
	A := mat.NewDense(max(n, d+1), d+1, nil)
	for i := range n {
		copy(A.RawRowView(i), Phi.RawRowView(i)[:d])
		A.Set(i, d, y[i])
	}
	var qr mat.QR
	qr.Factorize(A)
	var R mat.Dense
	qr.RTo(&R)
	var all [][]float64
	for q := range d {
		// The length of column q, and what of it is not in those before.
		length := mat.Norm(R.Slice(0, q+1, q, q+1), 2)
		if !(math.Abs(R.At(q, q)) > singular(max(n, d))*length) {
			break
		}
		theta := make([]float64, q+1)
		for i := q; i >= 0; i-- {
			theta[i] = R.At(i, d)
			for j := i + 1; j <= q; j++ {
				theta[i] -= R.At(i, j) * theta[j]
			}
			theta[i] /= R.At(i, i)
		}
		all = append(all, theta)
	}
	return all
}

// nested is the function of the first features with the coefficients theta, at the
// rows of Phi.
func nested(Phi *mat.Dense, theta []float64) []float64 {
	n, _ := Phi.Dims()
	f := make([]float64, n)
	for i := range f {
		for j, v := range Phi.RawRowView(i)[:len(theta)] {
			f[i] += v * theta[j]
		}
	}
	return f
}

// MeanSquare returns (1/n) Σ (aᵢ − bᵢ)². It panics if a and b differ in length, or are
// empty.
func MeanSquare(a, b []float64) float64 {
	if len(a) != len(b) || len(a) == 0 {
		panic("engine: the mean square of vectors that differ in length, or of none")
	}
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum / float64(len(a))
}
