package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Population is all there is to know of a regression with absolute loss: X is
// uniform on M places, known by their features, and Y = Truth + σZ with Z standard
// normal. Its risks are sums, so that no sample is needed to have them.
//
// With e = truth − f(x) what the loss costs on average is the mean of a folded normal,
//
//	h(e) = E|e + σZ| = σ√(2/π) exp(−e²/2σ²) + e erf(e/σ√2),
//
// which is smooth and convex, with h′(e) = erf(e/σ√2) between −1 and 1 and
// 0 < h″ ≤ √(2/π)/σ.
//
// Source: Leone, Nelson and Nottingham, The folded normal distribution, Technometrics
// 3 (1961).
type Population struct {
	Phi   *mat.Dense // M×d, rows φ(xᵢ)ᵀ
	Truth []float64  // E(Y | xᵢ), M of them
	Sigma float64    // σ > 0, the standard deviation of the noise
}

// Loss returns h(e).
func (p Population) Loss(e float64) float64 {
	z := e / p.Sigma
	return p.BayesRisk()*math.Exp(-z*z/2) + e*math.Erf(z/math.Sqrt2)
}

// Risk returns E|Y − f(X)|, the mean of h, for the values f of a function at the M
// places. It panics unless there are M of them.
func (p Population) Risk(f []float64) float64 {
	if len(f) != len(p.Truth) {
		panic("engine: as many values as places are needed")
	}
	sum := 0.0
	for i, g := range p.Truth {
		sum += p.Loss(g - f[i])
	}
	return sum / float64(len(f))
}

// BayesRisk returns the risk of the truth, E|σZ| = σ√(2/π), below which none is.
func (p Population) BayesRisk() float64 { return p.Sigma * math.Sqrt(2/math.Pi) }

// FeatureNorm returns E‖φ(X)‖.
func (p Population) FeatureNorm() float64 {
	sum := 0.0
	for i := range p.Truth {
		sum += mat.Norm(p.Phi.RowView(i), 2)
	}
	return sum / float64(len(p.Truth))
}

// curvature bounds that of the risk in θ: ∇²R = E h″(e)φφᵀ.
func (p Population) curvature() float64 {
	square := mat.Norm(p.Phi, 2)
	return math.Sqrt(2/math.Pi) / p.Sigma * square * square / float64(len(p.Truth))
}

func (p Population) check() {
	if m, _ := p.Phi.Dims(); m != len(p.Truth) || m == 0 {
		panic("engine: features and truth differ in the number of places")
	}
	if !allFinite(p.Truth) {
		panic("engine: truth is not finite")
	}
	if !(p.Sigma > 0 && finite(p.Sigma)) {
		panic("engine: σ is not positive and finite")
	}
}
