package engine

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The zeros of Gram matrices of low rank are zero to rounding, and what stands a hundred
// times above it is not.
func TestRounding(t *testing.T) {
	rng := newRand(1)
	worst := 0.0
	for _, n := range []int{2, 3, 5, 10, 30, 100, 200} {
		for _, k := range []Kernel{Linear{}, Polynomial{Degree: 2, Offset: 1}, Sum{Linear{}, Constant{Value: 1}}} {
			x := each(normalPoints(n, 1, rng), func(x []float64) []float64 { return []float64{10 * x[0]} })
			s := Must(Eigen(Gram(k, x)))
			for _, v := range s.Values[min(n, 3):] {
				if worst = max(worst, math.Abs(v)/s.Rounding()); math.Abs(v) > s.Rounding() {
					t.Errorf("%v, n = %d: a zero comes out at %g, rounding allows %g", k, n, v, s.Rounding())
				}
			}
			spoilt := mat.NewSymDense(n, nil)
			spoilt.SymRankOne(Gram(k, x), -100*s.Rounding(), s.Vectors.ColView(n-1))
			broken := Must(Eigen(spoilt))
			if n > 3 && broken.Negative() == 0 {
				t.Errorf("%v, n = %d: an eigenvalue of −100 roundings is not seen", k, n)
			}
		}
	}
	t.Logf("the largest zero is %.2f of what rounding allows", worst)
}

// Points evenly on a circle have eigenvalues in pairs, which tie; the small ones of a matrix
// whose norm is large differ all the same, and of those next to zero nothing is known.
func TestTied(t *testing.T) {
	const n = 12
	ring := Must(Eigen(Gram(Gaussian{Length: 0.5}, circle(n))))
	for j := range n - 1 {
		if want := j%2 == 1; ring.Tied(j, j+1) != want {
			t.Errorf("on a circle %v and %v: tied %v", ring.Values[j], ring.Values[j+1], !want)
		}
	}
	large := &Spectrum{Values: []float64{7.7e11, 76.7, 1.18, 1.17999, 1e-5, 5e-6}}
	for j := range 4 {
		if large.Tied(j, j+1) {
			t.Errorf("of a norm of %v, %v and %v are tied", large.Values[0], large.Values[j], large.Values[j+1])
		}
	}
	if !Tied(0, 0, 0) || !Tied(5, 5, 1) || Tied(1e-3, 2e-3, 1e-3) || !Tied(1, 1+1e-15, 1e-15) ||
		Tied(math.NaN(), 1, 1) {
		t.Error("ties of numbers")
	}
}

// A sum of terms that cancel is within its rounding, and any other is not.
func TestDotRounding(t *testing.T) {
	a, b := []float64{0.1, 0.2, -0.3}, []float64{3, 3, 3}
	for _, c := range []struct{ a, b []float64 }{{a, nil}, {a, b}} {
		sum := 0.0
		for i, v := range c.a {
			if c.b != nil {
				v *= c.b[i]
			}
			sum += v
		}
		if r := DotRounding(c.a, c.b); Tidy(sum, r) != 0 || sum == 0 || Tidy(100*sum, r) == 0 || !(r > 0) {
			t.Errorf("%v with %v: %v, rounding %v", c.a, c.b, sum, r)
		}
	}
	if DotRounding(nil, nil) != 0 || Tidy(1e-300, 0) == 0 {
		t.Error("nothing has a rounding")
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		a, b, size float64
		want       bool
	}{
		{1, 1, 0, true}, {0, 0, 0, true}, {1, 1 + 1e-10, 1, true}, {1, 1 + 1e-8, 1, false},
		{1e-12, 0, 1, true}, {1e-12, 0, 1e-12, false}, {1, 2, -1, false},
		{math.NaN(), math.NaN(), 1, false}, {math.Inf(1), math.Inf(1), 1, true}, {1, 1, math.NaN(), true},
		{1, math.Inf(1), math.Inf(1), false}, {1, 2, math.Inf(1), false}, {1, 2, math.Inf(-1), false},
		{1, 1, math.Inf(1), true},
	} {
		wantEqual(t, fmt.Sprintf("Agree(%g, %g, %g)", c.a, c.b, c.size), Agree(c.a, c.b, c.size), c.want)
	}
}

func TestCertified(t *testing.T) {
	for _, c := range []struct {
		gap, residual, bound float64
		want                 bool
	}{
		{1e-15, 1e-15, 1e-14, true}, {1e-13, 1e-15, 1e-14, false}, {1e-15, 1e-13, 1e-14, false},
		{1e-9, 1e-9, 1e-5, false}, {math.NaN(), 0, 1e-14, false}, {0, 0, math.NaN(), false},
	} {
		if got := Certified(c.gap, c.residual, c.bound); got.OK != c.want {
			t.Errorf("Certified(%g, %g, %g) = %+v", c.gap, c.residual, c.bound, got)
		}
	}
}

// What is singular to working precision is so by one rule, which no file states anew.
func TestSingularIsOneRule(t *testing.T) {
	wantEqual(t, "solvable", solvable(-3, 2, 5), 15*Epsilon)
	anew := regexp.MustCompile(`Epsilon \* ?float64\(|Epsilon\*float64\(|float64\(\w+\)\*Epsilon`)
	own := []string{"rounding.go", "ridge.go", "eigenpair.go", "leading.go"} // other bounds, and the rule itself
	files := Must(filepath.Glob("*.go"))
	for _, name := range files {
		text := Must(os.ReadFile(name))
		if !strings.HasSuffix(name, "_test.go") && !slices.Contains(own, name) && anew.Match(text) {
			t.Errorf("%s has %q: call singular or solvable", name, anew.Find(text))
		}
	}
}
