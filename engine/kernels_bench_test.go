package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Ten inputs: the Gaussian kernel, its distances alone, and for comparison the
// distances by a matrix product, which are not used.
func BenchmarkGramWide(b *testing.B) {
	for _, n := range []int{500, 1000} {
		x := normalPoints(n, 10, newRand(1))
		timed(b, fmt.Sprintf("gaussian/n=%d", n), func() { Gram(Gaussian{3}, x) })
		timed(b, fmt.Sprintf("distances/n=%d", n), func() { Distances(Euclidean, x) })
		b.Run(fmt.Sprintf("product/n=%d", n), func(b *testing.B) {
			X := rowsOf(x)
			K := mat.NewSymDense(n, nil)
			for b.Loop() {
				K.SymOuterK(1, X)
				raw := K.RawSymmetric()
				square := make([]float64, n)
				for i := range square {
					square[i] = raw.Data[i*raw.Stride+i]
				}
				for i, u := range square {
					row := raw.Data[i*raw.Stride : i*raw.Stride+n]
					for j := i; j < n; j++ {
						row[j] = math.Sqrt(max(u+square[j]-2*row[j], 0))
					}
				}
			}
		})
		combined := Sum{Gaussian{3}, Scaled{Product{Linear{}, Polynomial{2, 1}}, 0.1}}
		timed(b, fmt.Sprintf("combined/n=%d", n), func() { Gram(combined, x) })
	}
}

// A string of 100 letters and one of 200, against each other.
func BenchmarkStrings(b *testing.B) {
	letters := func(n int) string {
		rng := newRand(1)
		s := make([]byte, n)
		for i := range s {
			s[i] = "etaoin shrdlu"[rng.IntN(13)]
		}
		return string(s)
	}
	for _, n := range []int{100, 200} {
		s, t := letters(n), letters(n + 1)[1:]
		for _, k := range []StringKernel{StringSpectrum{3}, Subsequence{3, 0.5}} {
			timed(b, fmt.Sprintf("%T/n=%d", k, n), func() { k.Eval(s, t) })
		}
	}
}

func BenchmarkCentre(b *testing.B) {
	for _, n := range []int{250, 500} {
		K := Gram(Gaussian{3}, normalPoints(n, 10, newRand(1)))
		timed(b, fmt.Sprintf("n=%d", n), func() { Centre(K) })
	}
}

func BenchmarkCheckPSD(b *testing.B) {
	for _, n := range []int{100, 200} {
		K := Gram(Gaussian{1}, normalPoints(n, 3, newRand(1)))
		timed(b, fmt.Sprintf("n=%d", n), func() { Must(CheckPSD(K)) })
	}
}

// The kernel trick: features of degree 5 in 10 inputs (3003) against the kernel.
func BenchmarkPolynomialFeatures(b *testing.B) {
	for _, n := range []int{50, 100} {
		x := normalPoints(n, 10, newRand(1))
		timed(b, fmt.Sprintf("features/n=%d", n), func() {
			mat.NewSymDense(n, nil).SymOuterK(1, Must(PolynomialFeatures{5, 1}.Matrix(x)))
		})
		timed(b, fmt.Sprintf("kernel/n=%d", n), func() { Gram(Polynomial{5, 1}, x) })
	}
}

func BenchmarkParseKernel(b *testing.B) {
	for b.Loop() {
		Must(ParseKernel("gaussian(0.3) + 0.1*linear()*polynomial(2, 1)"))
	}
}

func BenchmarkPushThrough(b *testing.B) {
	for _, n := range []int{50, 100} {
		X := normalMatrix(n, n/2, 1)
		timed(b, fmt.Sprintf("n=%d", n), func() { Must(PushThrough(X, 1)) })
	}
}
