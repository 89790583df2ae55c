package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

// noError ends the test at an error, and says of what.
func noError(t testing.TB, err error, what ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(what, err)...)
	}
}

// errorOf is the last of a call's results, its error.
func errorOf(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// ended is a context that is over.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// wantEqual compares what has to be the same to the bit.
func wantEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// normalPoints draws n points of ℝᵖ.
func normalPoints(n, p int, rng *rand.Rand) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = normalVector(p, rng)
	}
	return x
}

func normalVector(n int, rng *rand.Rand) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// alternating are n labels, 1 and −1 by turns.
func alternating(n int) []float64 { return slices.Repeat([]float64{1, -1}, (n+1)/2)[:n] }

func mcycle(t testing.TB) Dataset {
	t.Helper()
	f := Must(os.Open("testdata/mcycle.csv"))
	defer f.Close()
	return Must(ReadCSV(f, []string{"times"}, "accel"))
}

// wantClose compares vectors, with a tolerance relative to the largest entry of
// want, for it is such norms that backward error bounds speak of.
func wantClose(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	limit := tolerance * maxAbs(want)
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= limit) {
			t.Errorf("%s: entry %d is %v, want %v within %.3g", what, i, got[i], want[i], limit)
			return
		}
	}
}

func wantNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	wantClose(t, what, []float64{got}, []float64{want}, tolerance)
}

// wantPanic runs f, which must panic with a message of this package.
func wantPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if v := recover(); v == nil {
			t.Errorf("%s: no panic", what)
		} else if s := fmt.Sprint(v); !strings.HasPrefix(s, "engine: ") {
			t.Errorf("%s: panic %q does not begin with engine:", what, s)
		}
	}()
	f()
}

// entries returns the matrix row by row.
func entries(m mat.Matrix) []float64 {
	r, c := m.Dims()
	v := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			v = append(v, m.At(i, j))
		}
	}
	return v
}

// productOf is the product of matrices.
func productOf(factors ...mat.Matrix) *mat.Dense {
	var p mat.Dense
	p.Product(factors...)
	return &p
}

// rowsOf is the matrix with points for rows.
func rowsOf(x [][]float64) *mat.Dense { return mat.NewDense(len(x), len(x[0]), slices.Concat(x...)) }

// circle is n points evenly on the unit circle.
func circle(n int) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		x[i] = []float64{cos, sin}
	}
	return x
}

// powers are those of (x − centre)/half up to d − 1, for features.
func powers(x [][]float64, d int, centre, half float64) *mat.Dense {
	Phi := mat.NewDense(len(x), d, nil)
	for i, xi := range x {
		v := 1.0
		for j := range d {
			Phi.Set(i, j, v)
			v *= (xi[0] - centre) / half
		}
	}
	return Phi
}

// without is what is left of the data without some points.
func without(d Dataset, out ...int) (rest Dataset) {
	for i := range d.X {
		if !slices.Contains(out, i) {
			rest.X, rest.Y = append(rest.X, d.X[i]), append(rest.Y, d.Y[i])
		}
	}
	return rest
}

// evaluate is f at each of x by itself, as Evaluate has them at once.
func evaluate(f Function, x [][]float64) []float64 { return each(x, f.Eval) }
