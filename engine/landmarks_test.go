package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Whatever the kernel, a pivot is the input of which those before it explain least, as Newton's
// features say, and what is left of the trace is that of K − ΦΦᵀ.
func TestPivotsTakeWhatIsLeast(t *testing.T) {
	x := normalPoints(40, 2, rand.New(rand.NewPCG(3, 1)))
	for name, k := range map[string]Kernel{
		"gaussian": Gaussian{Length: 0.7}, "exponential": Exponential{Length: 2},
		"polynomial": Polynomial{Degree: 3, Offset: 1}, "linear": Linear{}, "min": Exp{Linear{}},
	} {
		own := SelfKernels(k, x)
		pivots, err := Pivots(k, x, 12)
		noError(t, err, name)
		if most := map[string]int{"linear": 2, "polynomial": 10}[name]; most > 0 && len(pivots) != most {
			t.Errorf("%s: %d pivots of a kernel with %d features", name, len(pivots), most)
		}
		var chosen [][]float64
		for t0, i := range pivots {
			left := slices.Clone(own)
			if t0 > 0 {
				f, err := NewtonFeatures(k, chosen)
				if err != nil || len(f.Index) != t0 {
					t.Fatalf("%s: of %d pivots %v are landmarks: %v", name, t0, f, err)
				}
				for j, xj := range x {
					phi := f.Map(xj)
					left[j] -= dot(phi, phi)
				}
			}
			if most := slices.Max(left); left[i] < most-1e-9*slices.Max(own) {
				t.Errorf("%s: pivot %d has %v left, another %v", name, t0, left[i], most)
			}
			chosen = append(chosen, x[i])
		}
		fewer, err := Pivots(k, x, 5)
		if err != nil || !slices.Equal(fewer, pivots[:len(fewer)]) {
			t.Errorf("%s: of five pivots %v, of twelve %v", name, fewer, pivots)
		}
	}
}

// Of the linear kernel on a line the first pivot is the largest input, and there is no second; inputs
// twice are taken once.
func TestPivotsByHand(t *testing.T) {
	pivots, err := Pivots(Linear{}, Column([]float64{1, -5, 3}), 3)
	if err != nil || !slices.Equal(pivots, []int{1}) {
		t.Errorf("%v, %v", pivots, err)
	}
	pivots, err = Pivots(Gaussian{1}, Column([]float64{0, 0, 4, 4, 1}), 5)
	if err != nil || !slices.Equal(pivots, []int{0, 2, 4}) {
		t.Errorf("%v, %v", pivots, err)
	}
	wantPanic(t, "no landmarks", func() { _, _ = Pivots(Linear{}, Column([]float64{1}), 0) })
}

// No centre is nearer to an input of another than that is, each is the mean of its own, and the
// sum of squared distances is no more than at the start.
func TestCentresAreMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, p := range []int{1, 3} {
		x := normalPoints(200, p, rng)
		centres := Must(Centres(t.Context(), x, x[:9], 100))
		nearest := func(x []float64, of [][]float64) (at int, d float64) {
			d = math.Inf(1)
			for j, c := range of {
				if v := Euclidean.Distance(x, c); v < d {
					at, d = j, v
				}
			}
			return at, d
		}
		sums, count := mat.NewDense(9, p, nil), make([]float64, 9)
		was, is := 0.0, 0.0
		for _, xi := range x {
			_, d := nearest(xi, x[:9])
			was += d * d
			j, d := nearest(xi, centres)
			is += d * d
			count[j]++
			for a, v := range xi {
				sums.Set(j, a, sums.At(j, a)+v)
			}
		}
		if is >= was {
			t.Errorf("%d inputs: the squares are %v, at the start %v", p, is, was)
		}
		for j, c := range centres {
			for a, v := range c {
				if !Agree(v, sums.At(j, a)/count[j], 1) {
					t.Errorf("%d inputs: centre %d is at %v, its points' mean %v", p, j, v, sums.At(j, a)/count[j])
				}
			}
		}
		still, err := Centres(t.Context(), x, x[:9], 0)
		if err != nil || !slices.EqualFunc(still, x[:9], slices.Equal) {
			t.Errorf("without a turn centres are at %v: %v", still, err)
		}
	}
	// A centre that nothing is nearest to stays.
	centres, err := Centres(t.Context(), Column([]float64{0, 2}), Column([]float64{1, 9}), 10)
	if err != nil || centres[0][0] != 1 || centres[1][0] != 9 {
		t.Errorf("%v, %v", centres, err)
	}
	ctx := ended(t)
	wantError(t, "told to stop", errorOf(Centres(ctx, Column([]float64{0}), Column([]float64{0}), 1)), context.Canceled)
	wantPanic(t, "inputs", func() { _, _ = Centres(t.Context(), Column([]float64{0}), [][]float64{{0, 1}}, 1) })
}
