package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// timed is what f takes, and what it allocates.
func timed(b *testing.B, name string, f func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
}

// benchmark runs on n points as the motorcycle data has, and on twice as many; prepare returns what is timed.
func benchmark(b *testing.B, prepare func(d Dataset, D, K *mat.SymDense) func()) {
	for _, n := range []int{133, 266} {
		d := Sine(n, 0.2, newRand(1))
		D := Distances(Euclidean, d.X)
		timed(b, fmt.Sprintf("n=%d", n), prepare(d, D, GramFromDistances(Gaussian{0.5}, D)))
	}
}

func BenchmarkGram(b *testing.B) {
	benchmark(b, func(d Dataset, _, _ *mat.SymDense) func() { return func() { Gram(Gaussian{0.5}, d.X) } })
}

// What sharing the distances saves: the reason for Radial.
func BenchmarkGramFromDistances(b *testing.B) {
	benchmark(b, func(_ Dataset, D, _ *mat.SymDense) func() { return func() { GramFromDistances(Gaussian{0.5}, D) } })
}

func BenchmarkGramLinear(b *testing.B) {
	benchmark(b, func(d Dataset, _, _ *mat.SymDense) func() { return func() { Gram(Linear{}, d.X) } })
}

func BenchmarkEigen(b *testing.B) {
	benchmark(b, func(_ Dataset, _, K *mat.SymDense) func() { return func() { Must(Eigen(K)) } })
}

// A new λ.
func BenchmarkSolve(b *testing.B) {
	benchmark(b, func(d Dataset, _, K *mat.SymDense) func() {
		s := Must(Eigen(K))
		return func() { Must(s.Solve(d.Y, 1e-3)) }
	})
}

func BenchmarkSolveKRR(b *testing.B) {
	benchmark(b, func(d Dataset, _, K *mat.SymDense) func() { return func() { Must(SolveKRR(K, d.Y, 1e-3)) } })
}

// A new bandwidth.
func BenchmarkBandwidth(b *testing.B) {
	benchmark(b, func(d Dataset, D, _ *mat.SymDense) func() {
		return func() { Must(Must(Eigen(GramFromDistances(Gaussian{0.5}, D))).Solve(d.Y, 1e-3)) }
	})
}

// 30 λ by 40 bandwidths.
func BenchmarkLOOMap(b *testing.B) {
	benchmark(b, func(d Dataset, D, _ *mat.SymDense) func() {
		bandwidths := floats.LogSpan(make([]float64, 40), 0.05, 10)
		lambdas := floats.LogSpan(make([]float64, 30), 1e-8, 1)
		gram := func(l float64) *mat.SymDense { return GramFromDistances(Gaussian{l}, D) }
		return func() {
			if m := Must(LOOMap(b.Context(), bandwidths, lambdas, gram, d.Y)); math.IsNaN(mat.Sum(m)) {
				b.Fatal(m)
			}
		}
	})
}
