package coursetest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
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

// Unsaid holds that none of the words, in which a question is answered, stands in the lesson's lede, or in its
// prose between two places, the last first place and the second.
func Unsaid(t *testing.T, l *course.Lesson, from, to string, words ...string) {
	t.Helper()
	before, _, found := strings.Cut(l.Prose, to)
	start := strings.LastIndex(before, from)
	if !found || start < 0 {
		t.Fatalf("no %q before %q", from, to)
	}
	if from == "" {
		start = 0
	}
	for _, word := range words {
		if strings.Contains(before[start:]+l.Lede, word) {
			t.Errorf("“%s” stands before the question at %q", word, strings.TrimSpace(to))
		}
	}
}

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
