package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// By blocks α is that of SolveKRR, at sizes around those of blocks.
func TestSolveKRRContextIsSolveKRR(t *testing.T) {
	for _, n := range []int{1, 2, choleskyBlock - 1, choleskyBlock, choleskyBlock + 1, 3*choleskyBlock + 5} {
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = []float64{10 * rng.Float64()}, rng.NormFloat64()
		}
		K := Gram(Gaussian{Length: 0.3}, x)
		got, condition, err := SolveKRRContext(context.Background(), K, y, 1e-3)
		noError(t, err)
		want := Must(SolveKRR(K, y, 1e-3))
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) {
				t.Fatalf("n = %d: α[%d] = %v, SolveKRR has %v", n, i, got[i], want[i])
			}
		}
		// The estimate is a lower bound, and seldom off by more than a factor of three.
		if exact := mat.Cond(shifted(K, float64(n)*1e-3), 1); !(condition > exact/3) || condition > exact*(1+1e-9) {
			t.Errorf("n = %d: condition number %v, exactly %v", n, condition, exact)
		}
	}
	K := Gram(Gaussian{Length: 1}, [][]float64{{0}, {0}})
	wantError(t, "twins without λ", errorOf(SolveKRRContext(context.Background(), K, []float64{1, 2}, 0)), ErrSingular)
	ctx := ended(t)
	wantError(t, "told to stop", errorOf(SolveKRRContext(ctx, K, []float64{1, 2}, 1)), context.Canceled)
}
