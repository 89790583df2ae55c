package engine

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine/blas"
)

// Eigenvectors of a smooth Gram matrix, most of whose eigenvalues are rounding, and of a rough one, of
// which each is found; a fit and a product beside them. On every path:
//
//	go test ./engine -run xxx -bench Paths
func BenchmarkPaths(b *testing.B) {
	defer blas64.Use(blas64.Implementation())
	for _, n := range []int{133, 300, 1000} {
		d := Sine(n, 0.2, newRand(1))
		smooth, rough := Gram(Gaussian{0.5}, d.X), Gram(Gaussian{0.01}, d.X)
		A, C := mat.DenseCopyOf(smooth), mat.NewDense(n, n, nil)
		for _, work := range []struct {
			name string
			run  func() error
		}{
			{"eigen-smooth", func() error { _, err := Eigen(smooth); return err }},
			{"eigen-rough", func() error { _, err := Eigen(rough); return err }},
			{"krr", func() error { _, err := FitKRR(context.Background(), smooth, d.Y, 0.01); return err }},
			{"product", func() error { C.Mul(A, A); return nil }},
		} {
			for _, path := range blas.Paths() {
				impl, _ := blas.Named(path)
				b.Run(fmt.Sprintf("%s/n=%d/%s", work.name, n, path), func(b *testing.B) {
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
