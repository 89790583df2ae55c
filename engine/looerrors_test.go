package engine

import (
	"context"
	"math"
	"slices"
	"testing"
)

// Of one response the errors are those of the path, of several the root of their mean square.
func TestLOOErrorsAreThoseOfThePath(t *testing.T) {
	d := Sine(40, 0.3, newRand(1))
	s := Must(Eigen(Gram(Gaussian{Length: 3}, d.X)))
	lambdas := []float64{0, 1e-18, 1e-8, 1e-3, 1}
	reversed := slices.Clone(d.Y)
	slices.Reverse(reversed)
	got := Must(s.LOOErrors(t.Context(), [][]float64{d.Y, reversed}, lambdas))
	first, second := s.Path(d.Y, lambdas), s.Path(reversed, lambdas)
	for l, lambda := range lambdas {
		want := math.Inf(1)
		if first[l].Err == nil {
			want = math.Sqrt((first[l].LOORMSE*first[l].LOORMSE + second[l].LOORMSE*second[l].LOORMSE) / 2)
		}
		if got[l] != want && !(math.Abs(got[l]-want) <= 1e-9*want) {
			t.Errorf("λ = %g: %v, want %v", lambda, got[l], want)
		}
	}
	if !math.IsInf(got[0], 1) || math.IsInf(got[2], 1) {
		t.Errorf("a singular matrix has %v, one that is not has %v", got[0], got[2])
	}
	ctx := ended(t)
	wantError(t, "stopped", errorOf(s.LOOErrors(ctx, [][]float64{d.Y}, lambdas)), context.Canceled)
}
