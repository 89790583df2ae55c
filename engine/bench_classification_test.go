package engine

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// benchmarkClasses runs on overlapping moons, 200 to 500 points and twice as many.
func benchmarkClasses(b *testing.B, sizes []int, f func(d Dataset, K *mat.SymDense)) {
	for _, n := range sizes {
		d := twoClasses(n, 0.25, 1)
		for _, k := range []Kernel{Gaussian{0.5}, Exponential{1}} {
			K := Gram(k, d.X)
			timed(b, fmt.Sprintf("%v/n=%d", k, n), func() { f(d, K) })
		}
	}
}

func BenchmarkSolveKLR(b *testing.B) {
	benchmarkClasses(b, []int{150, 300}, func(d Dataset, K *mat.SymDense) { Must(SolveKLR(b.Context(), K, d.Y, 1e-3)) })
}

// A hundred steps.
func BenchmarkDescendKLR(b *testing.B) {
	benchmarkClasses(b, []int{150, 300}, func(d Dataset, K *mat.SymDense) {
		Must(DescendKLR(b.Context(), K, d.Y, 1e-3, 0.01, 100))
	})
}

func BenchmarkSolveSVM(b *testing.B) {
	benchmarkClasses(b, []int{250, 500}, func(d Dataset, K *mat.SymDense) { Must(SolveSVM(b.Context(), K, d.Y, 1)) })
}
