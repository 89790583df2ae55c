package engine

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func BenchmarkLeverage(b *testing.B) {
	benchmark(b, func(_ Dataset, _, K *mat.SymDense) func() {
		s := Must(Eigen(K))
		return func() { Must(s.Leverage(1e-3)) }
	})
}

// With a hundred places to predict.
func BenchmarkGaussianProcess(b *testing.B) {
	grid := Sine(100, 0, newRand(2)).X
	benchmark(b, func(d Dataset, _, _ *mat.SymDense) func() {
		return func() { noError(b, errorOf(Must(GaussianProcess(Gaussian{0.5}, d, 1e-3)).Predict(grid))) }
	})
}

// With a hundred landmarks: the features of all points, and how much of K they miss.
func BenchmarkNystrom(b *testing.B) {
	d := Sine(1000, 0.1, newRand(1))
	K := Gram(Gaussian{0.05}, d.X)
	for b.Loop() {
		GramError(K, Must(NystromFeatures(Gaussian{0.05}, d.X[:100])).Matrix(d.X))
	}
}

func BenchmarkSemiparametricKRR(b *testing.B) {
	benchmark(b, func(d Dataset, _, _ *mat.SymDense) func() {
		return func() { Must(SemiparametricKRR(Gaussian{0.5}, d, 1, 1e-3)) }
	})
}

func BenchmarkSolveLoss(b *testing.B) {
	for _, loss := range losses {
		b.Run(fmt.Sprintf("%T", loss), func(b *testing.B) {
			benchmark(b, func(d Dataset, _, K *mat.SymDense) func() {
				return func() { Must(SolveLoss(b.Context(), K, d.Y, loss, 1e-3)) }
			})
		})
	}
}

// Twenty features.
func benchmarkFeatures(b *testing.B, f func(Phi *mat.Dense, y []float64)) {
	benchmark(b, func(d Dataset, _, _ *mat.SymDense) func() {
		Phi := RandomFourier(Gaussian{1}, 1, 10, newRand(1)).Matrix(d.X)
		return func() { f(Phi, d.Y) }
	})
}

func BenchmarkRidge(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) { Must(Ridge(Phi, y, 1e-3)) })
}

func BenchmarkRidgeQR(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) { Must(RidgeQR(Phi, y, 1e-3)) })
}

func BenchmarkLasso(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) { Must(Lasso(b.Context(), Phi, y, 1e-2)) })
}
