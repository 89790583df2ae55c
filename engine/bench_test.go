package engine

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// benchmarks run on n points as the motorcycle data has, and on twice as many.
func benchmark(b *testing.B, f func(b *testing.B, d Dataset, D, K *mat.SymDense)) {
	for _, n := range []int{133, 266} {
		d := Sine(n, 0.2, newRand(1))
		D := Distances(Euclidean, d.X)
		K := GramFromDistances(Gaussian{0.5}, D)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			f(b, d, D, K)
		})
	}
}

func BenchmarkGram(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, _, _ *mat.SymDense) {
		for b.Loop() {
			Gram(Gaussian{0.5}, d.X)
		}
	})
}

// What sharing the distances saves: the reason for Radial.
func BenchmarkGramFromDistances(b *testing.B) {
	benchmark(b, func(b *testing.B, _ Dataset, D, _ *mat.SymDense) {
		for b.Loop() {
			GramFromDistances(Gaussian{0.5}, D)
		}
	})
}

func BenchmarkGramLinear(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, _, _ *mat.SymDense) {
		for b.Loop() {
			Gram(Linear{}, d.X)
		}
	})
}

func BenchmarkEigen(b *testing.B) {
	benchmark(b, func(b *testing.B, _ Dataset, _, K *mat.SymDense) {
		for b.Loop() {
			must(Eigen(K))
		}
	})
}

// A new λ.
func BenchmarkSolve(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, _, K *mat.SymDense) {
		s := must(Eigen(K))
		for b.Loop() {
			must(s.Solve(d.Y, 1e-3))
		}
	})
}

func BenchmarkSolveKRR(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, _, K *mat.SymDense) {
		for b.Loop() {
			must(SolveKRR(K, d.Y, 1e-3))
		}
	})
}

// A new bandwidth.
func BenchmarkBandwidth(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, D, _ *mat.SymDense) {
		for b.Loop() {
			s := must(Eigen(GramFromDistances(Gaussian{0.5}, D)))
			must(s.Solve(d.Y, 1e-3))
		}
	})
}

// 30 λ by 40 bandwidths.
func BenchmarkLOOMap(b *testing.B) {
	benchmark(b, func(b *testing.B, d Dataset, D, _ *mat.SymDense) {
		bandwidths := floats.LogSpan(make([]float64, 40), 0.05, 10)
		lambdas := floats.LogSpan(make([]float64, 30), 1e-8, 1)
		gram := func(l float64) *mat.SymDense { return GramFromDistances(Gaussian{l}, D) }
		for b.Loop() {
			m, err := LOOMap(context.Background(), bandwidths, lambdas, gram, d.Y)
			if err != nil || math.IsNaN(mat.Sum(m)) {
				b.Fatal(m, err)
			}
		}
	})
}
