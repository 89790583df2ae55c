package engine

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
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

// The rows of a matrix, which are done four or sixteen numbers at a time, hold what Eval gives to the bit:
// of equal points, of points so far apart or so near that squares leave the range, and of kernels that are
// 0 there.
func TestRowsAreEvalToTheBit(t *testing.T) {
	rng := newRand(7)
	for p := 1; p <= 9; p++ {
		for _, scale := range []float64{1e-170, 1e-3, 1, 30, 1e160} {
			x := normalPoints(53, p, rng)
			for _, xi := range x {
				floats.Scale(scale, xi)
			}
			x[20] = x[3]
			for _, k := range []Kernel{Gaussian{1e-160}, Gaussian{0.1}, Gaussian{scale}, Laplacian{scale}} {
				K := Gram(k, x)
				for i := range x {
					for j := i; j < len(x); j++ {
						if got, want := K.At(i, j), k.Eval(x[i], x[j]); got != want {
							t.Fatalf("%v of %v and %v: %v, and %v in a row", k, x[i], x[j], want, got)
						}
					}
				}
			}
		}
	}
}
