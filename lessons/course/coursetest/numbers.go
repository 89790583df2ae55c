package coursetest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Within holds a number, which the format names, to what it is by another way, to so much and no more:
// NaN is within nothing.
func Within(t *testing.T, got, want, slack float64, format string, args ...any) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= slack) {
		t.Errorf("%s: it is %v, not %v", fmt.Sprintf(format, args...), got, want)
	}
}

// Without are values without one of them, as are left when a point is left out.
func Without[E any](v []E, i int) []E { return slices.Concat(v[:i], v[i+1:]) }

// Eigen are the eigenvalues, ascending, and the eigenvectors of the symmetric matrix of those rows, by gonum.
func Eigen(rows [][]float64) (values []float64, vectors *mat.Dense) {
	K := mat.NewSymDense(len(rows), slices.Concat(rows...))
	var e mat.EigenSym
	if !e.Factorize(K, true) {
		panic("coursetest: no eigenvalues")
	}
	vectors = new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
}
