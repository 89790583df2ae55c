package engine

import (
	"context"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Each long computation tells its parts in their order, and each part grows from nothing to at
// most all.
func TestReports(t *testing.T) {
	rng := newRand(1)
	x, y, signs := normalPoints(500, 2, rng), normalVector(500, rng), alternating(500)
	k := Gaussian{Length: 1}
	K := Gram(k, x)
	for _, test := range []struct {
		name  string
		run   func(ctx context.Context) error
		parts []string
	}{
		{"GramContext", func(ctx context.Context) error { return errorOf(GramContext(ctx, k, x)) }, []string{partGram}},
		{"CrossContext", func(ctx context.Context) error { return errorOf(CrossContext(ctx, k, x, x)) },
			[]string{partCross}},
		{"EigenContext", func(ctx context.Context) error { return errorOf(EigenContext(ctx, K)) }, []string{partEigen}},
		{"FitKRR", func(ctx context.Context) error { return errorOf(FitKRR(ctx, K, y, 1e-2)) },
			[]string{partCholesky, partInverse, partCondition}},
		{"LOOMap", func(ctx context.Context) error {
			small := K.SliceSym(0, 50).(*mat.SymDense)
			gram := func(float64) *mat.SymDense { return small }
			return errorOf(LOOMap(ctx, []float64{1, 2, 3}, []float64{1}, gram, y[:50]))
		}, []string{partBandwidths}},
		{"KMeans", func(ctx context.Context) error {
			return errorOf(KMeans{Clusters: 2, Restarts: 4}.Fit(ctx, K, rng))
		}, []string{partStarts}},
		{"SolveSVM", func(ctx context.Context) error { return errorOf(SolveSVM(ctx, K, signs, 1)) }, []string{partSMO}},
		{"SolveKLR", func(ctx context.Context) error { return errorOf(SolveKLR(ctx, K, signs, 1e-2)) },
			[]string{partNewton}},
		{"Forest", func(ctx context.Context) error { return errorOf(Forest{Trees: 5}.Fit(ctx, Dataset{x, y}, rng)) },
			[]string{partTrees}},
	} {
		var mu sync.Mutex
		var order []string
		most := map[string]float64{}
		err := test.run(WithReport(t.Context(), func(part string, done float64) {
			mu.Lock()
			defer mu.Unlock()
			if !slices.Contains(order, part) {
				order = append(order, part)
			}
			if done < most[part] && part != partBandwidths || done < 0 || done > 1 {
				t.Errorf("%s: %s is at %v after %v", test.name, part, done, most[part])
			}
			most[part] = max(most[part], done)
		}))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for _, part := range test.parts {
			if !slices.Contains(order, part) {
				t.Errorf("%s tells of %v, not of %s", test.name, order, part)
			}
		}
		endless := []string{partNewton, partSMO, partCondition, partLeading} // nobody knows their end
		for part, done := range most {
			if done < 0.3 && !slices.Contains(endless, part) {
				t.Errorf("%s: %s comes to %v", test.name, part, done)
			}
		}
	}
}

// Nobody is told where nobody asked, and a nil report silences another.
func TestNoReport(t *testing.T) {
	asked := WithReport(t.Context(), func(part string, _ float64) { t.Error("told of ", part) })
	for _, ctx := range []context.Context{t.Context(), WithReport(asked, nil)} {
		wantError(t, "without a report", errorOf(GramContext(ctx, Linear{}, [][]float64{{1}, {2}})), nil)
	}
}
