package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestGramSummaries(t *testing.T) {
	K := mat.NewSymDense(3, []float64{
		1, 0.5, 0.25,
		0, 1, 0.75,
		0, 0, 1,
	})
	wantNear(t, "off-diagonal mean", OffDiagonalMean(K), 0.5, Epsilon)
	// ‖K − I‖² = 2(1/4 + 1/16 + 9/16), ‖K − 11ᵀ‖² = 2(1/4 + 9/16 + 1/16).
	wantNear(t, "‖K − I‖", DistanceToIdentity(K), math.Sqrt(1.75), 2*Epsilon)
	wantNear(t, "‖K − 11ᵀ‖", DistanceToOnes(K), math.Sqrt(1.75), 2*Epsilon)

	one := mat.NewSymDense(1, []float64{1})
	if m, i, o := OffDiagonalMean(one), DistanceToIdentity(one), DistanceToOnes(one); m != 0 || i != 0 || o != 0 {
		t.Errorf("one point: %v, %v, %v, want zeros", m, i, o)
	}
}

// As ℓ → 0 the Gram matrix of distinct points tends to I, and as ℓ → ∞ to 11ᵀ.
func TestGramLimits(t *testing.T) {
	x := normalPoints(20, 2, newRand(2))
	for _, k := range []Radial{Gaussian{1e-9}, Laplacian{1e-9}, Exponential{1e-9}, Matern32{1e-9}, Matern52{1e-9}} {
		if d := DistanceToIdentity(Gram(k, x)); d > 1e-6 {
			t.Errorf("%v: ‖K − I‖ = %g", k, d)
		}
	}
	for _, k := range []Radial{Gaussian{1e9}, Laplacian{1e9}, Exponential{1e9}, Matern32{1e9}, Matern52{1e9}} {
		if d := DistanceToOnes(Gram(k, x)); d > 1e-6 {
			t.Errorf("%v: ‖K − 11ᵀ‖ = %g", k, d)
		}
	}
}
