package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// hardTridiagonals are the diagonals of matrices, and what is beside them, at which methods have failed.
var hardTridiagonals = map[string]func(n int, rng *rand.Rand) (d, e []float64){
	"random": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(int) float64 { return rng.NormFloat64() }),
			numbered(n-1, func(int) float64 { return rng.NormFloat64() })
	},
	"second difference": func(n int, _ *rand.Rand) (d, e []float64) { // of which nothing deflates
		return numbered(n, func(int) float64 { return 2 }), numbered(n-1, func(int) float64 { return -1 })
	},
	"all equal": func(n int, _ *rand.Rand) (d, e []float64) {
		return numbered(n, func(int) float64 { return 1 }), make([]float64, n-1)
	},
	"nothing": func(n int, _ *rand.Rand) (d, e []float64) { // but one number
		d, e = make([]float64, n), make([]float64, n-1)
		d[n/2] = 1
		return d, e
	},
	"little on the diagonal": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(int) float64 { return 1e-9 }), numbered(n-1, func(int) float64 { return rng.Float64() })
	},
	"clusters": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(i int) float64 { return float64(i%3) + 1e-13*rng.NormFloat64() }),
			numbered(n-1, func(int) float64 { return 1e-8 * rng.NormFloat64() })
	},
	"weak coupling": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(int) float64 { return rng.NormFloat64() }),
			numbered(n-1, func(int) float64 { return math.Pow(10, -16*rng.Float64()) })
	},
	"glued Wilkinson": func(n int, _ *rand.Rand) (d, e []float64) {
		return numbered(n, func(i int) float64 { return math.Abs(float64(i%21 - 10)) }),
			numbered(n-1, func(i int) float64 {
				if i%21 == 20 {
					return 1e-7
				}
				return 1
			})
	},
	"graded up": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(i int) float64 { return math.Pow(10, 20*float64(i-n)/float64(n)) }),
			numbered(n-1, func(i int) float64 { return math.Pow(10, 20*float64(i-n)/float64(n)) * rng.NormFloat64() })
	},
	"graded down": func(n int, rng *rand.Rand) (d, e []float64) {
		return numbered(n, func(i int) float64 { return math.Pow(10, -20*float64(i)/float64(n)) }),
			numbered(n-1, func(i int) float64 { return math.Pow(10, -20*float64(i)/float64(n)) * rng.NormFloat64() })
	},
}

// numbered is n numbers, each of its index.
func numbered(n int, number func(i int) float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = number(i)
	}
	return v
}

// tridiagonalFaults returns the largest numbers in modulus of TU − Us and UᵀU − I.
func tridiagonalFaults(d, e, values, u []float64) (residual, orthogonality float64) {
	n := len(d)
	columns := make([][]float64, n)
	for j := range n {
		columns[j] = numbered(n, func(i int) float64 { return u[i*n+j] })
	}
	for j, v := range columns {
		for i := range n {
			r := (d[i] - values[j]) * v[i]
			if i > 0 {
				r += e[i-1] * v[i-1]
			}
			if i < n-1 {
				r += e[i] * v[i+1]
			}
			residual = max(residual, math.Abs(r))
		}
		for k := range j + 1 {
			product := 0.0
			for i, x := range columns[k] {
				product += x * v[i]
			}
			if k == j {
				product--
			}
			orthogonality = max(orthogonality, math.Abs(product))
		}
	}
	return residual, orthogonality
}

// Of matrices of every size the eigenvectors are orthogonal and have small residuals, both to rounding, and the
// eigenvalues are those that QR without vectors finds.
func TestDivideAndConquer(t *testing.T) {
	sizes := []int{1, 2, 3, leaf - 1, leaf, leaf + 1, 2 * leaf, 2*leaf + 1, 60, 61, 84, 105, 129, 201, 300}
	for name, of := range hardTridiagonals {
		for _, n := range sizes {
			d, e := of(n, newRand(uint64(n)))
			norm := max(maxAbs(d), maxAbs(e))
			T := &tridiagonal{diagonal: slices.Clone(d), off: slices.Clone(e)}
			u, err := T.diagonalise(t.Context())
			noError(t, err, fmt.Sprintf("%s, n = %d", name, n))
			if !slices.IsSortedFunc(T.diagonal, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
				t.Errorf("%s, n = %d: the eigenvalues do not descend", name, n)
			}
			limit := 8 * math.Sqrt(float64(n)) * Epsilon
			residual, orthogonality := tridiagonalFaults(d, e, T.diagonal, u)
			if !(residual <= limit*norm) || !(orthogonality <= limit) {
				t.Errorf("%s, n = %d: residual %g‖T‖, UᵀU − I up to %g", name, n, residual/norm, orthogonality)
			}
			want := slices.Clone(d)
			if !(gonum.Implementation{}).Dsteqr(lapack.EVCompNone, n, want, slices.Clone(e), nil, 1, nil) {
				t.Fatalf("%s, n = %d: gonum finds no eigenvalues", name, n)
			}
			for i, v := range want {
				if got := T.diagonal[n-1-i]; !(math.Abs(got-v) <= limit*norm) {
					t.Errorf("%s, n = %d: eigenvalue %d is %v, gonum's %v", name, n, n-1-i, got, v)
				}
			}
		}
	}
}

// It stops where it is told to.
func TestDivideAndConquerStops(t *testing.T) {
	ctx := ended(t)
	d, e := hardTridiagonals["random"](100, newRand(1))
	wantError(t, "told to stop", errorOf((&tridiagonal{diagonal: d, off: e}).diagonalise(ctx)), context.Canceled)
}

// Roots of a secular equation are found from their poles, as far as they may be from there: the eigenvalues of a
// matrix with poles that differ in the last digits, and weights that differ by powers of ten.
func TestSecular(t *testing.T) {
	rng := newRand(3)
	for range 200 {
		n := 1 + rng.IntN(40)
		s := &secular{d: make([]float64, n), z: make([]float64, n), rho: math.Pow(10, 8*rng.Float64()-6)}
		at, length := rng.NormFloat64(), 0.0
		for i := range n {
			at += math.Pow(10, -12*rng.Float64())
			s.d[i], s.z[i] = at, math.Pow(10, -7*rng.Float64())
			length = math.Hypot(length, s.z[i])
		}
		for i := range n {
			s.z[i] /= length
		}
		for j := range n {
			pole, tau, ok := s.root(j)
			if !ok {
				t.Fatalf("no root %d of %d", j, n)
			}
			// f changes its sign within rounding of τ.
			f := func(tau float64) float64 {
				sum, _ := s.impl.Poles(s.d, s.z, s.d[pole], tau)
				return 1/s.rho + sum
			}
			step := 1e-12 * math.Abs(tau)
			if !(f(tau-step) < 0 && f(tau+step) > 0) {
				t.Errorf("n = %d: root %d is not at %v + %v: f is %g before and %g behind",
					n, j, s.d[pole], tau, f(tau-step), f(tau+step))
			}
		}
	}
}
