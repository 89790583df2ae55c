package blas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
)

// eachPath runs a test on each way that the machine can take.
func eachPath(t *testing.T, test func(t *testing.T, impl Implementation)) {
	for _, name := range Paths() {
		t.Run(name, func(t *testing.T) {
			impl, ok := Named(name)
			if !ok || impl.Path() != name {
				t.Fatalf("%s is %q, %t", name, impl.Path(), ok)
			}
			test(t, impl)
		})
	}
}

// gonum's own tests hold, on every path.
func TestLawsOfGonum(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		testblas.TestDgemm(t, impl)
		testblas.DsyrkTest(t, impl)
		testblas.Dsyr2kTest(t, impl)
		testblas.DsymmTest(t, impl)
		testblas.DtrmmTest(t, impl)
		testblas.DtrsmTest(t, impl)
		testblas.DsymvTest(t, impl)
		testblas.DgemvTest(t, impl)
		testblas.DtrsvTest(t, impl)
	})
}

// sizes are some at which a tile, a block or a panel ends, or just not.
var sizes = []int{1, 3, 4, 7, 8, 12, 13, 24, 25, 31, 33, 96, 97, 130, 257}

// numbers are n of them from a stream, with a stride's rest that nobody may touch.
func numbers(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// same fails where two results differ by more than rounding of sums of k products.
func same(t *testing.T, what string, got, want []float64, k int) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-14*float64(k+8)*8 {
			t.Fatalf("%s: number %d is %v, not %v", what, i, got[i], want[i])
		}
	}
}

var transposes = []blas.Transpose{blas.NoTrans, blas.Trans}

// Products of all sizes, with rows further apart than they are long, are gonum's; and nothing else
// is touched.
func TestProductsAreGonums(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			m, n, k := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(len(sizes))], sizes[rng.IntN(len(sizes))]
			tA, tB := transposes[rng.IntN(2)], transposes[rng.IntN(2)]
			alpha, beta := rng.NormFloat64(), float64(rng.IntN(3)-1)
			rowsA, lda, rowsB, ldb, ldc := m, k+rng.IntN(3), k, n+rng.IntN(3), n+rng.IntN(3)
			if tA == blas.Trans {
				rowsA, lda = k, m+rng.IntN(3)
			}
			if tB == blas.Trans {
				rowsB, ldb = n, k+rng.IntN(3)
			}
			a, b, c := numbers(rng, rowsA*lda), numbers(rng, rowsB*ldb), numbers(rng, m*ldc)
			want := append([]float64(nil), c...)
			impl.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			gonum.Implementation{}.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, want, ldc)
			same(t, fmt.Sprint("Dgemm ", m, n, k, tA, tB), c, want, k)
		}
	})
}

// So are triangles of symmetric products, of which the other triangle is not touched.
func TestTrianglesAreGonums(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			n, k := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(len(sizes))]
			tA, ul := transposes[rng.IntN(2)], []blas.Uplo{blas.Upper, blas.Lower}[rng.IntN(2)]
			rows, lda, ldc := n, k+rng.IntN(3), n+rng.IntN(3)
			if tA == blas.Trans {
				rows, lda = k, n+rng.IntN(3)
			}
			a, b, c := numbers(rng, rows*lda), numbers(rng, rows*lda), numbers(rng, n*ldc)
			want := append([]float64(nil), c...)
			impl.Dsyrk(ul, tA, n, k, 0.7, a, lda, -0.5, c, ldc)
			gonum.Implementation{}.Dsyrk(ul, tA, n, k, 0.7, a, lda, -0.5, want, ldc)
			same(t, fmt.Sprint("Dsyrk ", n, k, ul, tA), c, want, k)
			impl.Dsyr2k(ul, tA, n, k, 0.7, a, lda, b, lda, 0, c, ldc)
			gonum.Implementation{}.Dsyr2k(ul, tA, n, k, 0.7, a, lda, b, lda, 0, want, ldc)
			same(t, fmt.Sprint("Dsyr2k ", n, k, ul, tA), c, want, k)
		}
	})
}

// Triangles are solved, and multiplied, as gonum does.
func TestTrianglesAreSolved(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range 200 {
			m, n := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(len(sizes))]
			side, order := blas.Left, m
			if rng.IntN(2) == 0 {
				side, order = blas.Right, n
			}
			ul, tA := []blas.Uplo{blas.Upper, blas.Lower}[rng.IntN(2)], transposes[rng.IntN(2)]
			d := []blas.Diag{blas.NonUnit, blas.Unit}[rng.IntN(2)]
			lda, ldb := order+rng.IntN(3), n+rng.IntN(3)
			a, b := numbers(rng, order*lda), numbers(rng, m*ldb)
			for i := range a {
				a[i] /= 4 * float64(order) // so that a unit triangle is well conditioned
			}
			for i := range order {
				a[i*lda+i] = 1 + rng.Float64()
			}
			want := append([]float64(nil), b...)
			impl.Dtrsm(side, ul, tA, d, m, n, 0.7, a, lda, b, ldb)
			gonum.Implementation{}.Dtrsm(side, ul, tA, d, m, n, 0.7, a, lda, want, ldb)
			same(t, fmt.Sprint("Dtrsm ", side, ul, tA, d, m, n), b, want, order)
			impl.Dtrmm(side, ul, tA, d, m, n, 0.7, a, lda, b, ldb)
			gonum.Implementation{}.Dtrmm(side, ul, tA, d, m, n, 0.7, a, lda, want, ldb)
			same(t, fmt.Sprint("Dtrmm ", side, ul, tA, d, m, n), b, want, order)
		}
	})
}

// A symmetric matrix times a vector is that of either triangle, of which the other is not read.
func TestSymmetricProductsAreGonums(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(7, 8))
		for _, n := range sizes {
			for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
				lda := n + rng.IntN(3)
				a, x, y := numbers(rng, n*lda), numbers(rng, n), numbers(rng, n)
				for i := range n {
					for j := range n {
						if i != j && (i < j) != (ul == blas.Upper) {
							a[i*lda+j] = math.NaN()
						}
					}
				}
				want := append([]float64(nil), y...)
				for _, side := range []blas.Side{blas.Left, blas.Right} {
					m, order := n, 13
					if side == blas.Right {
						m, order = 13, n
					}
					b, c := numbers(rng, m*order), numbers(rng, m*order)
					want := append([]float64(nil), c...)
					impl.Dsymm(side, ul, m, order, 0.7, a, lda, b, order, -0.5, c, order)
					gonum.Implementation{}.Dsymm(side, ul, m, order, 0.7, a, lda, b, order, -0.5, want, order)
					same(t, fmt.Sprint("Dsymm ", side, ul, n), c, want, n)
				}
				impl.Dsymv(ul, n, 0.7, a, lda, x, 1, -0.5, y, 1)
				gonum.Implementation{}.Dsymv(ul, n, 0.7, a, lda, x, 1, -0.5, want, 1)
				same(t, fmt.Sprint("Dsymv ", n, ul), y, want, n)
				x, y = numbers(rng, 3*n), numbers(rng, 2*n)
				want = append([]float64(nil), y...)
				impl.Dsymv(ul, n, 0.7, a, lda, x, 3, -0.5, y, 2)
				gonum.Implementation{}.Dsymv(ul, n, 0.7, a, lda, x, 3, -0.5, want, 2)
				same(t, fmt.Sprint("Dsymv with strides ", n, ul), y, want, n)
			}
		}
	})
}

// So are a matrix times a vector and a triangle's solution, with and without strides.
func TestVectorsAreGonums(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(11, 12))
		for range 400 {
			m, n := sizes[rng.IntN(len(sizes))], sizes[rng.IntN(len(sizes))]
			tA, incX, incY := transposes[rng.IntN(2)], 1+2*rng.IntN(2), 1+rng.IntN(2)
			alpha, beta, lda := rng.NormFloat64(), float64(rng.IntN(3)-1), n+rng.IntN(3)
			a, x, y := numbers(rng, m*lda), numbers(rng, incX*max(m, n)), numbers(rng, incY*max(m, n))
			want := append([]float64(nil), y...)
			impl.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
			gonum.Implementation{}.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, want, incY)
			same(t, fmt.Sprint("Dgemv ", m, n, tA, incX, incY), y, want, max(m, n))

			ul, d := []blas.Uplo{blas.Upper, blas.Lower}[rng.IntN(2)], []blas.Diag{blas.NonUnit, blas.Unit}[rng.IntN(2)]
			a = numbers(rng, n*lda)
			for i := range a {
				a[i] /= 4 * float64(n) // so that a unit triangle is well conditioned
			}
			for i := range n {
				a[i*lda+i] = 1 + rng.Float64()
			}
			want = append([]float64(nil), x...)
			impl.Dtrsv(ul, tA, d, n, a, lda, x, incX)
			gonum.Implementation{}.Dtrsv(ul, tA, d, n, a, lda, want, incX)
			same(t, fmt.Sprint("Dtrsv ", n, ul, tA, d), x, want, n)
		}
	})
}

// Sums over poles, and what is made of them, are on every path what their definitions say.
func TestPoles(t *testing.T) {
	eachPath(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(9, 10))
		for n := range 40 {
			d, z, w, delta := numbers(rng, n), numbers(rng, n), numbers(rng, n), numbers(rng, n)
			origin, tau := rng.NormFloat64(), 1e-3*rng.NormFloat64()
			wantW, wantQ := append([]float64(nil), w...), append([]float64(nil), delta...)
			var sum, derivative, squares float64
			for i := range d {
				x := d[i] - origin - tau
				sum += z[i] * z[i] / x
				derivative += z[i] * z[i] / (x * x)
				wantW[i] *= delta[i] / (d[i] - origin)
				wantQ[i] = z[i] / delta[i]
				squares += wantQ[i] * wantQ[i]
			}
			impl.Ratios(w, delta, d, origin)
			gotSquares := impl.Quotients(delta, z)
			gotSum, gotDerivative := impl.Poles(d, z, origin, tau)
			got := append(append([]float64{gotSum, gotDerivative, gotSquares}, w...), delta...)
			want := append(append([]float64{sum, derivative, squares}, wantW...), wantQ...)
			for i, v := range want {
				if math.Abs(got[i]-v) > 1e-11*(1+math.Abs(v)) {
					t.Fatalf("of %d poles number %d is %v, not %v", n, i, got[i], v)
				}
			}
		}
	})
}

func TestNoSuchPath(t *testing.T) {
	if _, ok := Named("none"); ok {
		t.Error("there is a path of that name")
	}
	if name := Fastest().Path(); name != Paths()[0] {
		t.Errorf("the fastest is %s, and the first %s", name, Paths()[0])
	}
}

func BenchmarkDgemm(b *testing.B) {
	for _, name := range Paths() {
		impl, _ := Named(name)
		for _, n := range []int{133, 300, 1000} {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				A, B, C := numbers(rng, n*n), numbers(rng, n*n), make([]float64, n*n)
				b.ReportAllocs()
				for b.Loop() {
					impl.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, A, n, B, n, 0, C, n)
				}
				b.ReportMetric(2*float64(n*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
			})
		}
	}
}
