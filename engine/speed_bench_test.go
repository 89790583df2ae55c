package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine/blas"
)

// speedSizes are how many points the benchmarks below have: as the motorcycle data, as a class's
// tables, as a table of a reader's, and what the API takes at most. testdata/speed.txt has what they took on
// the machine that it names.
var speedSizes = []int{133, 300, 1000, 2000}

// BenchmarkPaths is what stands on products of matrices, on every path of BLAS: the eigenvectors of a
// smooth Gram matrix, most of whose eigenvalues are rounding, and of a rough one, of which each is found.
//
//	go test ./engine -run xxx -bench 'Paths|NumPy'
func BenchmarkPaths(b *testing.B) {
	defer blas64.Use(blas64.Implementation())
	for _, n := range speedSizes {
		d := Sine(n, 0.2, newRand(1))
		smooth, rough := Gram(Gaussian{0.5}, d.X), Gram(Gaussian{0.01}, d.X)
		A := normalMatrix(n, n, 3) // no zeros, which gonum passes over
		B, C := mat.DenseCopyOf(smooth), mat.NewDense(n, n, nil)
		S, ridge := mat.NewSymDense(n, nil), shifted(smooth, 1)
		wide := normalPoints(n, 10, newRand(2))
		ctx := context.Background()
		for _, work := range []struct {
			name string
			run  func() error
		}{
			{"gemm", func() error { C.Mul(A, B); return nil }},
			{"syrk", func() error { S.SymOuterK(1, A); return nil }},
			{"potrf", func() error { new(mat.Cholesky).Factorize(ridge); return nil }},
			{"eigen-smooth", func() error { return errorOf(Eigen(smooth)) }},
			{"eigen-rough", func() error { return errorOf(Eigen(rough)) }},
			{"values-rough", func() error { return errorOf(Eigenvalues(ctx, rough)) }},
			{"krr", func() error { return errorOf(FitKRR(ctx, smooth, d.Y, 0.01)) }},
			{"krr-wide", func() error { return errorOf(FitKRR(ctx, Gram(Gaussian{2.2}, wide), d.Y, 0.01)) }},
			{"kpca", func() error { return errorOf(KernelPCA{2, true, 0}.Fit(ctx, Gram(Gaussian{2.2}, wide))) }},
			{"map", func() error {
				gram := func(ell float64) *mat.SymDense { return Gram(Gaussian{ell}, d.X) }
				return errorOf(LOOMap(ctx, []float64{0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8},
					[]float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}, gram, d.Y))
			}},
		} {
			if work.name == "map" && n > 300 {
				continue
			}
			for _, path := range blas.Paths() {
				b.Run(fmt.Sprintf("%s/n=%d/%s", work.name, n, path), func(b *testing.B) {
					impl, _ := blas.Named(path)
					blas64.Use(impl)
					b.ReportAllocs()
					for b.Loop() {
						if err := work.run(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkNumPy is the same with NumPy, SciPy and scikit-learn on one thread, in testdata/speed.py.
func BenchmarkNumPy(b *testing.B) {
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		b.Skip(err)
	}
	c := exec.Command(python, append([]string{"testdata/speed.py"}, strings.Fields(strings.Trim(
		fmt.Sprint(speedSizes), "[]"))...)...)
	c.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	out := Must(c.Output())
	for line := range strings.Lines(string(out)) {
		var name string
		var n int
		var ns float64
		if _, err := fmt.Sscan(line, &name, &n, &ns); err != nil {
			b.Fatalf("%q: %v", line, err)
		}
		b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
			for b.Loop() { // it has been timed
			}
			b.ReportMetric(ns, "ns/op")
		})
	}
}
