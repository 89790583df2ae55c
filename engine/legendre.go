package engine

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// LegendreFeatures are the polynomials of one input that are orthonormal on
// [Low, High], on the average over it,
//
//	φⱼ(x) = √(2j+1) P_j(t),   t = (x − Low)/((High − Low)/2) − 1,   j = 0, …, Degree,
//	(k+1)P_{k+1}(t) = (2k+1)tP_k(t) − kP_{k−1}(t),   P₀ = 1, P₁ = t.
//
// They span what the powers 1, x, …, x^Degree do, and lose no digits where those lose
// six. Methods panic unless Degree ≥ 0 and Low < High, both finite.
//
// Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), chapter 22.
type LegendreFeatures struct {
	Degree    int
	Low, High float64
}

// Matrix returns the n×(Degree+1) matrix of features.
func (f LegendreFeatures) Matrix(x [][]float64) *mat.Dense {
	f.check()
	checkInputs(x)
	Phi := newFeatureMatrix(len(x), f.Degree+1)
	for i, xi := range x {
		f.features(xi, Phi.RawRowView(i))
	}
	return Phi
}

func (f LegendreFeatures) features(x, phi []float64) {
	if len(x) != 1 {
		panic("engine: Legendre features are of one input")
	}
	t := (x[0]-f.Low)/((f.High-f.Low)/2) - 1
	p, before := 1.0, 0.0
	for j := range phi {
		k := float64(j)
		phi[j] = math.Sqrt(2*k+1) * p
		p, before = ((2*k+1)*t*p-k*before)/(k+1), p
	}
}

func (f LegendreFeatures) check() {
	if f.Degree < 0 || !(f.Low < f.High && finite(f.High-f.Low)) {
		panic("engine: Legendre features of a negative degree, or on no interval")
	}
}
