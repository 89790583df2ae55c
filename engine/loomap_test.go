package engine

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestLOOMap(t *testing.T) {
	d := mcycle(t)
	D := Distances(Euclidean, d.X)
	gram := func(l float64) *mat.SymDense { return GramFromDistances(Gaussian{l}, D) }
	bandwidths := []float64{3, 5, 6.5, 7.3, 8, 12.4}
	lambdas := []float64{0, 1e-5, 3e-4, 1e-2}
	m := Must(LOOMap(t.Context(), bandwidths, lambdas, gram, d.Y))
	if r, c := m.Dims(); r != len(lambdas) || c != len(bandwidths) {
		t.Fatalf("map is %d×%d", r, c)
	}
	for j, l := range bandwidths {
		s := Must(Eigen(gram(l)))
		if !math.IsInf(m.At(0, j), 1) {
			t.Errorf("λ = 0 with repeated points: %v, want +Inf", m.At(0, j))
		}
		for i, p := range s.Path(d.Y, lambdas)[1:] {
			if m.At(i+1, j) != p.LOORMSE {
				t.Errorf("map(%d, %d) = %v, Path says %v", i+1, j, m.At(i+1, j), p.LOORMSE)
			}
		}
	}
}

// The optimum for the motorcycle data lies near ℓ = 7.3 ms and λ = 3·10⁻⁴ with
// an error of about 23.0 g, well below the median heuristic's 12.4 ms. The
// valley is long: along it λ falls by 100 and the error rises by a thousandth.
func TestLOOMapOptimum(t *testing.T) {
	d := mcycle(t)
	D := Distances(Euclidean, d.X)
	bandwidths := floats.Span(make([]float64, 16), 6, 9)
	lambdas := floats.LogSpan(make([]float64, 16), 3e-5, 3e-3)
	m := Must(LOOMap(t.Context(), bandwidths, lambdas,
		func(l float64) *mat.SymDense { return GramFromDistances(Gaussian{l}, D) }, d.Y))
	at := floats.MinIdx(entries(m))
	l, lambda, best := bandwidths[at%16], lambdas[at/16], mat.Min(m)
	if math.Abs(l-7.3) > 0.3 || lambda < 1e-4 || lambda > 6e-4 || math.Abs(best-23.0) > 0.05 {
		t.Errorf("optimum %.4g at ℓ = %.3g, λ = %.2g", best, l, lambda)
	}
}

func TestLOOMapStops(t *testing.T) {
	one := func(float64) *mat.SymDense { return mat.NewSymDense(1, []float64{1}) }
	y := []float64{1}
	ctx := ended(t)
	if m, err := LOOMap(ctx, []float64{1, 2, 3}, []float64{1}, one, y); !errors.Is(err, context.Canceled) || m != nil {
		t.Errorf("cancelled: %v, %v", m, err)
	}
	infinite := func(float64) *mat.SymDense { return mat.NewSymDense(1, []float64{math.Inf(1)}) }
	wantError(t, "infinite Gram matrix", errorOf(LOOMap(t.Context(), []float64{1, 2, 3}, []float64{1}, infinite, y)),
		ErrOverflow)
	// A panic on another goroutine must come back on this one.
	wantPanic(t, "bad length", func() {
		LOOMap(t.Context(), []float64{1, -1}, []float64{1},
			func(l float64) *mat.SymDense { return Gram(Gaussian{l}, [][]float64{{1}, {2}}) }, []float64{1, 2})
	})
	wantPanic(t, "empty grid", func() { LOOMap(t.Context(), nil, []float64{1}, one, y) })
	wantPanic(t, "empty grid", func() { LOOMap(t.Context(), []float64{1}, nil, one, y) })
}
