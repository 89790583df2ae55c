package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Kernels made in two ways agree to the rounding of a few operations.
func TestKernelIdentities(t *testing.T) {
	const period = 1.3
	circle := func(x []float64) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * x[0] / period)
		return []float64{cos, sin}
	}
	bell := func(x []float64) float64 { return math.Exp(-dot(x, x) / 2) }
	for _, test := range []struct {
		a, b      Kernel
		tolerance float64
	}{
		{Cosine{}, Normalized{Linear{}}, 4 * Epsilon},
		{Power{Sum{Linear{}, Constant{1}}, 3}, Polynomial{3, 1}, 4 * Epsilon},
		{Power{Gaussian{1}, 4}, Gaussian{0.5}, 16 * Epsilon},
		{Product{Exponential{2}, Exponential{2}}, Exponential{1}, 8 * Epsilon},
		// The Gaussian from valid pieces: exp(xᵀy) between two bells.
		{Modulated{Exp{Linear{}}, bell}, Gaussian{1}, 64 * Epsilon},
		{Normalized{Exp{Linear{}}}, Gaussian{1}, 64 * Epsilon},
		{Sum{Linear{}, Scaled{Linear{}, 2}}, Scaled{Linear{}, 3}, 4 * Epsilon},
		{Product{Block{Gaussian{0.7}, 0, 1}, Block{Gaussian{0.7}, 1, 3}}, Gaussian{0.7}, 16 * Epsilon},
		{Product{Block{Laplacian{0.7}, 0, 2}, Block{Laplacian{0.7}, 2, 3}}, Laplacian{0.7}, 16 * Epsilon},
		{Sum{Block{Linear{}, 0, 1}, Block{Linear{}, 1, 3}}, Linear{}, 4 * Epsilon},
		{Block{Periodic{0.8, period}, 0, 1}, Mapped{Gaussian{0.8}, circle}, 64 * Epsilon},
		{RationalQuadratic{0.9, 1e9}, Gaussian{0.9}, 1e-8},
		{Scaled{Sum{}, 5}, Constant{0}, 0},
	} {
		x := normalPoints(12, 3, newRand(11))
		wantClose(t, fmt.Sprintf("%v = %v", test.a, test.b), entries(Gram(test.a, x)), entries(Gram(test.b, x)),
			test.tolerance)
	}
}

// Where min is a kernel: on inputs that are not negative.
func TestMin(t *testing.T) {
	for name, x := range pointSets() {
		K := Gram(Min{}, x)
		if r, err := CheckPSD(K); name == "line" && (err != nil || r.Verdict != Indefinite) {
			t.Errorf("on ℝ: %+v, %v", r, err)
		}
		for _, xi := range x {
			for j, v := range xi {
				xi[j] = math.Abs(v)
			}
		}
		s := Must(Eigen(Gram(Min{}, x)))
		n := len(x)
		if smallest := s.Values[n-1]; smallest < -float64(n)*Epsilon*s.Values[0] {
			t.Errorf("%s: smallest eigenvalue %g on ℝ₊", name, smallest)
		}
	}
}

func TestNormalizedDiagonal(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range append([]Kernel{Min{}, Sigmoid{1, -1}}, kernels...) {
			for i, xi := range x {
				self := k.Eval(xi, xi)
				want := 1.0
				if self <= 0 {
					want = 0
				}
				if !finite(self) {
					want = math.Inf(1)
				}
				if got := (Normalized{k}).Eval(xi, xi); got != want {
					t.Fatalf("normalized %v, %s[%d]: %v where k(x, x) = %v", k, name, i, got, self)
				}
			}
		}
	}
	for _, scale := range []float64{1e-300, 1e-160, 1, 1e160, 1e300} {
		wantNear(t, "cosine", Cosine{}.Eval([]float64{3 * scale, 4 * scale}, []float64{4, 3}), 0.96, 4*Epsilon)
	}
}

func TestSelf(t *testing.T) {
	for name, x := range pointSets() {
		for _, k := range append(indefinite[:len(indefinite):len(indefinite)], kernels...) {
			for _, xi := range x {
				if got, want := self(k, xi), k.Eval(xi, xi); got != want {
					t.Fatalf("%v, %s: self is %v, k(x, x) is %v", k, name, got, want)
				}
			}
		}
	}
}

// Nesting costs its depth, not a power of it: else this would not end.
func TestNesting(t *testing.T) {
	var k Kernel = Gaussian{1}
	for range 200 {
		k = Scaled{Exp{Normalized{Sum{k, Linear{}}}}, 0.5}
	}
	if v := k.Eval([]float64{1}, []float64{2}); !(v > 0 && v < 2) {
		t.Errorf("k = %v", v)
	}
	if n := len(fmt.Sprint(k)); n != 200*len("0.5*exp(normalized( + linear()))")+len("gaussian(1)") {
		t.Errorf("%d characters", n)
	}
}

func TestDistance(t *testing.T) {
	rng := newRand(12)
	for range 50 {
		x, y, z := normalVector(3, rng), normalVector(3, rng), normalVector(3, rng)
		wantNear(t, "linear", Distance(Linear{}, x, y), Euclidean.Distance(x, y), 1e-14)
		for _, k := range kernels {
			if k == nil || !finite(k.Eval(x, x)) {
				continue
			}
			if d := Distance(k, x, x); d != 0 {
				t.Fatalf("%v: d(x, x) = %v", k, d)
			}
			if a, b := Distance(k, x, y), Distance(k, y, x); a != b {
				t.Fatalf("%v: d(x, y) = %v, d(y, x) = %v", k, a, b)
			}
			slack := 4 * math.Sqrt(Epsilon*max(k.Eval(x, x), k.Eval(y, y), k.Eval(z, z)))
			if a, b, c := Distance(k, x, y), Distance(k, x, z), Distance(k, z, y); a > b+c+slack {
				t.Fatalf("%v: d(x, y) = %v > %v + %v", k, a, b, c)
			}
		}
	}
	if d := Distance(Linear{}, []float64{1e300}, []float64{-1e300}); !math.IsInf(d, 1) {
		t.Errorf("distance beyond the range is %v", d)
	}
}

func TestUndetermined(t *testing.T) {
	x, y := []float64{1e300}, []float64{-1e300}
	for _, k := range []Kernel{
		Sum{Linear{}, Scaled{Linear{}, -1}},
		Product{Gaussian{1}, Linear{}},
		Scaled{Linear{}, 0},
		Modulated{Gaussian{1}, func(x []float64) float64 { return math.Abs(x[0]) }},
	} {
		if v := k.Eval(x, y); !math.IsInf(v, 1) {
			t.Errorf("%v is %v where it is undetermined, want +Inf", k, v)
		}
	}
	if v := (Normalized{Linear{}}).Eval(x, x); !math.IsInf(v, 1) {
		t.Errorf("normalized ∞/∞ is %v", v)
	}
}

func TestCombinatorPanics(t *testing.T) {
	one := []float64{1}
	for _, k := range []Kernel{
		Constant{math.NaN()}, Constant{math.Inf(1)}, Sigmoid{math.NaN(), 0}, Sigmoid{0, math.Inf(1)},
		Periodic{0, 1}, Periodic{1, -1}, Periodic{1, math.Inf(1)}, RationalQuadratic{1, 0},
		RationalQuadratic{math.NaN(), 1},
		Scaled{Linear{}, math.NaN()}, Power{Linear{}, -1},
		Block{Linear{}, 0, 0}, Block{Linear{}, -1, 1}, Block{Linear{}, 0, 2}, Block{Linear{}, 2, 1},
		Modulated{Linear{}, func([]float64) float64 { return math.NaN() }},
		Mapped{Linear{}, func([]float64) []float64 { return []float64{math.Inf(1)} }},
	} {
		wantPanic(t, fmt.Sprint(k), func() { k.Eval(one, one) })
		wantPanic(t, fmt.Sprint(k), func() { Gram(k, [][]float64{one}) })
	}
}

// Filling a row allocates nothing, whatever the kernel.
func TestRowsDoNotAllocate(t *testing.T) {
	x := normalPoints(20, 2, newRand(13))
	dst := make([]float64, len(x))
	for _, k := range kernels {
		fill := bind(k, x, x)
		if a := testing.AllocsPerRun(10, func() { fill(dst, 3, 0) }); a != 0 {
			t.Errorf("%v: %v allocations a row", k, a)
		}
	}
}

func TestCentre(t *testing.T) {
	for name, x := range pointSets() {
		n := len(x)
		J := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				J.Set(i, j, -1/float64(n))
			}
			J.Set(i, i, 1-1/float64(n))
		}
		for _, k := range kernels {
			K := Gram(k, x)
			if symFault(K) != nil {
				continue
			}
			C := Centre(K)
			limit := 4 * float64(n) * Epsilon * maxAbs(entries(K))
			for i := range n {
				if s := floats.Sum(mat.Row(nil, i, C)); math.Abs(s) > limit {
					t.Fatalf("%v, %s: row %d sums to %g", k, name, i, s)
				}
			}
			var want mat.Dense
			want.Product(J, K, J)
			for i := range n {
				for j := range n {
					if d := math.Abs(C.At(i, j) - want.At(i, j)); d > limit {
						t.Fatalf("%v, %s: K′ is %g from JKJ", k, name, d)
					}
				}
			}
		}
	}

	// The linear kernel of centred points.
	x := normalPoints(9, 2, newRand(14))
	K := Gram(Linear{}, x)
	var mean [2]float64
	for _, xi := range x {
		mean[0] += xi[0] / 9
		mean[1] += xi[1] / 9
	}
	less := func(points [][]float64) [][]float64 {
		return each(points, func(v []float64) []float64 { return []float64{v[0] - mean[0], v[1] - mean[1]} })
	}
	wantClose(t, "centred points", entries(Centre(K)), entries(Gram(Linear{}, less(x))), 1e-14)

	huge := Centre(mat.NewSymDense(2, []float64{math.Inf(1), 1, 0, 1}))
	for _, v := range entries(huge) {
		if math.IsNaN(v) {
			t.Errorf("infinite K centred: %v", mat.Formatted(huge))
		}
	}
}
