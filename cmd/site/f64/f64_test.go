package f64

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Every sum is what gonum's assembly has, for all remainders of four, increments forwards and
// backwards, and for β = 0 also of what is no number.
func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	drawn := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	var impl gonum.Implementation
	for range 4000 {
		m, n := 1+rng.IntN(13), 1+rng.IntN(13)
		incX, incY := []int{1, 1, 2, -1, -3}[rng.IntN(5)], []int{1, 1, 3, -1, -2}[rng.IntN(5)]
		alpha, beta := rng.NormFloat64(), []float64{0, 1, -0.5}[rng.IntN(3)]
		lda := n + rng.IntN(3)
		a, x, y := drawn(m*lda), drawn(40), drawn(40)
		if beta == 0 {
			for i := range y {
				y[i] = math.NaN()
			}
		}
		want, got := append([]float64(nil), y...), append([]float64(nil), y...)
		at := fmt.Sprint("m, n, α, β, increments: ", m, n, alpha, beta, incX, incY)
		sizes := func(f func(m, n uintptr, alpha float64, a []float64, lda uintptr, x []float64, incX uintptr,
			beta float64, y []float64, incY uintptr)) {
			f(uintptr(m), uintptr(n), alpha, a, uintptr(lda), x, uintptr(incX), beta, got, uintptr(incY))
		}
		if rng.IntN(2) == 0 {
			impl.Dgemv(blas.NoTrans, m, n, alpha, a, lda, x, incX, beta, want, incY)
			sizes(GemvN)
		} else {
			impl.Dgemv(blas.Trans, m, n, alpha, a, lda, x, incX, beta, want, incY)
			sizes(GemvT)
		}
		same(t, at, got, want)
	}
}

func same(t *testing.T, at string, got, want []float64) {
	t.Helper()
	for i := range want {
		untouched := math.IsNaN(got[i]) && math.IsNaN(want[i])
		if !untouched && !(math.Abs(got[i]-want[i]) <= 1e-13) {
			t.Fatalf("%s: number %d is %v, of gonum %v", at, i, got[i], want[i])
		}
	}
}

func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	var impl gonum.Implementation
	for range 2000 {
		m, n := 1+rng.IntN(9), 1+rng.IntN(9)
		inc := []int{1, 2, -1, -2}
		incX, incY, alpha := inc[rng.IntN(4)], inc[rng.IntN(4)], rng.NormFloat64()
		var x, y, a [81]float64
		for i := range x {
			x[i], y[i], a[i] = rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		}
		at := fmt.Sprint("m, n, α, increments: ", m, n, alpha, incX, incY)
		ix, iy := first(uintptr(n), uintptr(incX)), first(uintptr(n), uintptr(incY))
		dot := impl.Ddot(n, x[:], incX, y[:], incY)
		same(t, at, []float64{DotInc(x[:], y[:], uintptr(n), uintptr(incX), uintptr(incY), ix, iy)}, []float64{dot})
		same(t, at, []float64{DotUnitary(x[:n], y[:n])}, []float64{impl.Ddot(n, x[:], 1, y[:], 1)})

		want, got := y, y
		impl.Daxpy(n, alpha, x[:], incX, want[:], incY)
		AxpyInc(alpha, x[:], got[:], uintptr(n), uintptr(incX), uintptr(incY), ix, iy)
		same(t, at, got[:], want[:])
		want, got = y, y
		impl.Daxpy(n, alpha, x[:], 1, want[:], 1)
		AxpyUnitary(alpha, x[:n], got[:])
		same(t, at, got[:], want[:])

		want, got = a, a
		for i := range m { // gonum's assembly begins elsewhere where an increment is negative
			row := want[i*n : i*n+n]
			impl.Daxpy(n, alpha*x[int(first(uintptr(m), uintptr(incX)))+i*incX], y[:], incY, row, 1)
		}
		Ger(uintptr(m), uintptr(n), alpha, x[:], uintptr(incX), y[:], uintptr(incY), got[:], uintptr(n))
		same(t, at, got[:], want[:])
	}
}
