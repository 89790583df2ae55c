package engine

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func BenchmarkLeverage(b *testing.B) {
	benchmark(b, func(b *testing.B, _ Dataset, _, K *mat.SymDense) {
		s := must(Eigen(K))
		for b.Loop() {
			must(s.Leverage(1e-3))
		}
	})
}

// With a hundred places to predict.
func BenchmarkGaussianProcess(b *testing.B) {
	grid := Sine(100, 0, newRand(2)).X
	benchmark(b, func(b *testing.B, d Dataset, _, _ *mat.SymDense) {
		for b.Loop() {
			p := must(GaussianProcess(Gaussian{0.5}, d, 1e-3))
			if _, _, err := p.Predict(grid); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// With a hundred landmarks: the features of all points, and how much of K they miss.
func BenchmarkNystrom(b *testing.B) {
	d := Sine(1000, 0.1, newRand(1))
	K := Gram(Gaussian{0.05}, d.X)
	for b.Loop() {
		f := must(NystromFeatures(Gaussian{0.05}, d.X[:100]))
		GramError(K, f.Matrix(d.X))
	}
}

func BenchmarkSemiparametricKRR(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, _, _ *mat.SymDense) {
		for b.Loop() {
			must(SemiparametricKRR(Gaussian{0.5}, d, 1, 1e-3))
		}
	})
}

func BenchmarkSolveLoss(b *testing.B) {
	for _, loss := range losses {
		b.Run(fmt.Sprintf("%T", loss), func(b *testing.B) {
			benchmark(b, func(b *testing.B, d Dataset, _, K *mat.SymDense) {
				for b.Loop() {
					must(SolveLoss(context.Background(), K, d.Y, loss, 1e-3))
				}
			})
		})
	}
}

// Twenty features.
func benchmarkFeatures(b *testing.B, f func(Phi *mat.Dense, y []float64) error) {
	benchmark(b, func(b *testing.B, d Dataset, _, _ *mat.SymDense) {
		Phi := RandomFourier(Gaussian{1}, 1, 10, newRand(1)).Matrix(d.X)
		for b.Loop() {
			if err := f(Phi, d.Y); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRidge(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) error { _, err := Ridge(Phi, y, 1e-3); return err })
}

func BenchmarkRidgeQR(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) error { _, err := RidgeQR(Phi, y, 1e-3); return err })
}

func BenchmarkLasso(b *testing.B) {
	benchmarkFeatures(b, func(Phi *mat.Dense, y []float64) error {
		_, err := Lasso(context.Background(), Phi, y, 1e-2)
		return err
	})
}
