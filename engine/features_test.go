package engine

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

func TestCountFeatures(t *testing.T) {
	for _, test := range []struct {
		p, q int
		want string
	}{
		{4, 10, "1001"}, {100, 5, "96560646"}, {10, 10, "184756"}, {1, 7, "8"}, {3, 0, "1"}, {2, 2, "6"},
	} {
		wantEqual(t, fmt.Sprintf("CountFeatures(%d, %d)", test.p, test.q), CountFeatures(test.p, test.q).String(),
			test.want)
	}
	for p := 1; p < 6; p++ {
		for q := range 6 {
			if got, want := len(PolynomialFeatures{q, 1}.Monomials(p)),
				CountFeatures(p, q).Int64(); int64(got) != want {
				t.Errorf("%d monomials for p = %d, q = %d, counted %d", got, p, q, want)
			}
		}
	}
	wantPanic(t, "p = 0", func() { CountFeatures(0, 1) })
	wantPanic(t, "q = −1", func() { CountFeatures(1, -1) })
}

func TestMonomials(t *testing.T) {
	var got [][]int
	for _, m := range (PolynomialFeatures{2, 1}).Monomials(2) {
		got = append(got, m.Exponents)
	}
	wantEqual(t, "monomials", got, [][]int{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}})
	// (x·y + 1)² in the plane: 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂² at (1, 2).
	r := math.Sqrt2
	wantClose(t, "φ(1, 2)", PolynomialFeatures{2, 1}.Map([]float64{1, 2}), []float64{1, r, 2 * r, 1, 2 * r, 4},
		2*Epsilon)
}

func TestMonomialString(t *testing.T) {
	exponents := make([]int, 12)
	exponents[11] = 10
	for want, m := range map[string]Monomial{"1": {Exponents: []int{0, 0}}, "x₁²x₂": {Exponents: []int{2, 1}},
		"x³": {Exponents: []int{3}}, "x₁₂¹⁰": {Exponents: exponents}} {
		wantEqual(t, fmt.Sprint(m.Exponents), m.String(), want)
	}
}

// The multinomial theorem in integers: no tolerance.
func TestPolynomialFeaturesExact(t *testing.T) {
	rng := newRand(31)
	for range 100 {
		p, q, offset := 1+rng.IntN(4), rng.IntN(7), int64(rng.IntN(5))
		x, y := make([]int64, p), make([]int64, p)
		inner := offset
		for i := range x {
			x[i], y[i] = rng.Int64N(19)-9, rng.Int64N(19)-9
			inner += x[i] * y[i]
		}
		want := new(big.Int).Exp(big.NewInt(inner), big.NewInt(int64(q)), nil)
		got := new(big.Int)
		for _, m := range (PolynomialFeatures{q, float64(offset)}).Monomials(p) {
			term, order := new(big.Int).Set(m.Multinomial), 0
			for i, e := range m.Exponents {
				term.Mul(term, new(big.Int).Exp(big.NewInt(x[i]*y[i]), big.NewInt(int64(e)), nil))
				order += e
			}
			got.Add(got, term.Mul(term, new(big.Int).Exp(big.NewInt(offset), big.NewInt(int64(q-order)), nil)))
		}
		if got.Cmp(want) != 0 {
			t.Fatalf("features of %v and %v, degree %d, offset %d: %v, kernel %v", x, y, q, offset, got, want)
		}
	}
}

func TestPolynomialFeaturesGram(t *testing.T) {
	for name, x := range pointSets() {
		for _, f := range []PolynomialFeatures{{0, 1}, {1, 0}, {2, 1}, {3, 0.5}, {4, 0}, {5, 2}} {
			Phi := Must(f.Matrix(x))
			n, d := Phi.Dims()
			if want := CountFeatures(len(x[0]), f.Degree); int64(d) != want.Int64() || n != len(x) {
				t.Fatalf("%+v: %d×%d features", f, n, d)
			}
			k := Polynomial(f)
			wantClose(t, fmt.Sprintf("%v, %s", k, name), entries(productOf(Phi, Phi.T())), entries(Gram(k, x)), 1e-14)
			wantClose(t, fmt.Sprintf("%v, %s: mapped", k, name), entries(Gram(Mapped{Linear{}, f.Map}, x)),
				entries(Gram(k, x)), 1e-14)
			wantEqual(t, "Map is not a row of Matrix", f.Map(x[0]), Phi.RawRowView(0))
		}
	}
	wantError(t, "features of 10³⁰⁰", errorOf(PolynomialFeatures{2, 1}.Matrix([][]float64{{1e300}})), ErrOverflow)
	for _, v := range (PolynomialFeatures{3, 0}).Map([]float64{1e300, 0, 1e-300}) {
		if math.IsNaN(v) {
			t.Error("a feature is NaN")
		}
	}
	wantPanic(t, "too many", func() { PolynomialFeatures{5, 1}.Monomials(100) })
	wantPanic(t, "offset −1", func() { PolynomialFeatures{5, -1}.Map([]float64{1}) })
	wantPanic(t, "degree −1", func() { PolynomialFeatures{-1, 1}.Map([]float64{1}) })
}

// taylorError is what the features leave of the kernel.
func taylorError(f TaylorFeatures, x, y float64) float64 {
	a, b := []float64{x}, []float64{y}
	return Gaussian{f.Length}.Eval(a, b) - dot(f.Map(a), f.Map(b))
}

func TestTaylorFeatures(t *testing.T) {
	for _, length := range []float64{1e-9, 0.3, 1, 1e9} {
		for _, x := range []float64{-3, -0.4, 0, 0.7, 2} {
			for _, y := range []float64{-1, -0.4, 0.7, 5} {
				last := math.Inf(1)
				for _, m := range []int{1, 4, 16, 64, 256, 1024} {
					e := taylorError(TaylorFeatures{length, m}, x*length, y*length)
					// The remainder of the series for exp(xy): |xy|^m/m! e^|xy|.
					xy := math.Abs(x * y)
					log, _ := math.Lgamma(float64(m + 1))
					limit := math.Exp(float64(m)*math.Log(xy)-log+xy-(x*x+y*y)/2) + 1e-14
					if !(math.Abs(e) <= limit) {
						t.Fatalf("ℓ = %g, m = %d at (%g, %g): error %g above %g", length, m, x, y, e, limit)
					}
					if x*y > 0 && e > last+1e-14 {
						t.Fatalf("ℓ = %g, m = %d at (%g, %g): error rises", length, m, x, y)
					}
					last = e
				}
			}
		}
	}
	// Erratum 10: 0.546 with 2ℓ², and 0.298 with the other convention.
	wantNear(t, "2ℓ²", dot(TaylorFeatures{1, 30}.Map([]float64{0.7}), TaylorFeatures{1, 30}.Map([]float64{-0.4})),
		math.Exp(-1.21/2), 1e-14)
	other := TaylorFeatures{math.Sqrt(0.5), 30}
	wantNear(t, "σ²", dot(other.Map([]float64{0.7}), other.Map([]float64{-0.4})), math.Exp(-1.21), 1e-14)

	// Far out the first thousand underflow, and those near t² do not.
	for _, at := range []float64{35, 37, 50, -50} {
		phi := TaylorFeatures{1, 5000}.Map([]float64{at})
		wantNear(t, fmt.Sprintf("‖φ(%g)‖²", at), dot(phi, phi), 1, 1e-11)
	}
	for _, at := range []float64{1e9, -1e300, 1e308} {
		for k, v := range (TaylorFeatures{1e-9, 10}).Map([]float64{at}) {
			if v != 0 {
				t.Fatalf("φ_%d(%g) = %v", k, at, v)
			}
		}
	}
	x := normalPoints(8, 1, newRand(32))
	Phi := TaylorFeatures{0.8, 80}.Matrix(x)
	wantClose(t, "ΦΦᵀ", entries(productOf(Phi, Phi.T())), entries(Gram(Gaussian{0.8}, x)), 1e-14)
	wantPanic(t, "two inputs", func() { TaylorFeatures{1, 3}.Map([]float64{1, 2}) })
	wantPanic(t, "length 0", func() { TaylorFeatures{0, 3}.Map([]float64{1}) })
	wantPanic(t, "count 0", func() { TaylorFeatures{1, 0}.Map([]float64{1}) })
}
