package engine

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestCheckPSD(t *testing.T) {
	line := func(lo, hi float64, n int) [][]float64 {
		return each(make([][]float64, n), func([]float64) []float64 {
			lo += (hi - lo) / float64(n)
			return []float64{lo}
		})
	}
	x := normalPoints(30, 3, newRand(21))
	for _, test := range []struct {
		k    Kernel
		x    [][]float64
		want Verdict
	}{
		{Gaussian{1}, x, SemiDefinite},
		{Gaussian{1e9}, x, SemiDefinite},
		{Gaussian{1e-9}, x, SemiDefinite},
		{Linear{}, x, SemiDefinite},
		{Polynomial{2, -1}, x, Indefinite},
		{Min{}, line(-2, 2, 20), Indefinite},
		{Min{}, line(0, 4, 20), SemiDefinite},
		{Sigmoid{1, -1}, x, Indefinite},
		{Scaled{Gaussian{1}, -1}, x, Indefinite},
		{Constant{0}, x, SemiDefinite},
		{Arc{1.7}, circle(8), Indefinite},
		{Arc{0.7}, circle(12), SemiDefinite}, // as if it were a kernel
		{Arc{0.7}, circle(24), Indefinite},
		{Maximum{Block{Gaussian{1}, 0, 1}, Block{Gaussian{1}, 1, 2}}, x, Indefinite},
		{Sum{Constant{1}, Scaled{Gaussian{1}, -1e-12}}, x, Doubtful},
	} {
		K := Gram(test.k, test.x)
		r := Must(CheckPSD(K))
		if r.Verdict != test.want {
			t.Errorf("%v: %v, want %v: %+v", test.k, r.Verdict, test.want, r)
		}
		wantNear(t, fmt.Sprint(test.k, ": witness's length"), floats.Norm(r.Witness, 2), 1, 1e-12)
		exact, _ := exactForm(K, r.Witness).Float64()
		// Twice the digits: ε of the value and n²ε² of what was added up.
		n := float64(len(test.x))
		if d := math.Abs(r.Value - exact); d > 4*Epsilon*math.Abs(exact)+n*n*Epsilon*Epsilon*maxAbs(entries(K)) {
			t.Errorf("%v: cᵀKc = %g, exactly %g", test.k, r.Value, exact)
		}
		if math.Abs(r.Value-r.Smallest) > r.Rounding {
			t.Errorf("%v: cᵀKc = %g, eigenvalue %g", test.k, r.Value, r.Smallest)
		}
		if r.Verdict != SemiDefinite && r.Value >= 0 {
			t.Errorf("%v: %v, and the witness says %g", test.k, r.Verdict, r.Value)
		}
	}
	for _, scale := range []float64{1e-300, 1e300} {
		r, err := CheckPSD(mat.NewSymDense(2, []float64{scale, 2 * scale, 0, scale}))
		if err != nil || r.Verdict != Indefinite {
			t.Errorf("at %g: %+v, %v", scale, r, err)
		}
		wantNear(t, "cᵀKc", r.Value, -scale, 4*Epsilon)
	}
	wantError(t, "infinite K", errorOf(CheckPSD(mat.NewSymDense(1, []float64{math.Inf(1)}))), ErrOverflow)
}

// Of a ring's equal eigenvalues the last digits of K choose the vectors, but not the witness.
func TestWitnessOfEqualEigenvalues(t *testing.T) {
	rng := newRand(22)
	for _, n := range []int{8, 12, 24} {
		K := Gram(Arc{1.6}, circle(n))
		r := Must(CheckPSD(K))
		for range 5 {
			for i := range n {
				for j := range i + 1 {
					K.SetSym(i, j, K.At(i, j)*(1+Epsilon*float64(rng.IntN(3)-1)))
				}
			}
			other := Must(CheckPSD(K))
			wantClose(t, fmt.Sprint(n, " hours: the witness"), other.Witness, r.Witness, 1e-10)
		}
		if r.Witness[0] < (1-1e-9)*maxAbs(r.Witness) {
			t.Errorf("%d hours: the witness %v is not largest on the first", n, r.Witness)
		}
	}
}

// exactForm returns cᵀKc of the float64 numbers in c and K, exactly.
func exactForm(K mat.Symmetric, c []float64) *big.Rat {
	sum, rat := new(big.Rat), func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	for i := range c {
		for j := range c {
			term := rat(c[i])
			sum.Add(sum, term.Mul(term, rat(c[j])).Mul(term, rat(K.At(i, j))))
		}
	}
	return sum
}

// The angle is right whatever the lengths, near 0 and near π too, and k of any two
// vectors is that of their directions.
func TestArc(t *testing.T) {
	at := func(r, angle float64) []float64 { sin, cos := math.Sincos(angle); return []float64{r * cos, r * sin} }
	for _, angle := range []float64{0, 1e-8, 0.3, math.Pi / 2, 3, math.Pi} {
		for _, r := range []float64{1, 1e-300, 1e300} {
			want := math.Exp(-angle * angle / (2 * 0.8 * 0.8))
			wantNear(t, fmt.Sprint("arc of ", angle), Arc{0.8}.Eval(at(1, 0.5), at(r, 0.5+angle)), want, 20*Epsilon)
		}
	}
	if v := (Arc{1}).Eval([]float64{0, 0}, []float64{1, 0}); v != 0 {
		t.Errorf("with no direction k is %v", v)
	}
	// Four points a quarter of the circle apart: 1 − 2a + a⁴ along (1, −1, 1, −1)/2.
	a := math.Exp(-math.Pi * math.Pi / 8 / (1.7 * 1.7))
	r := Must(CheckPSD(Gram(Arc{1.7}, [][]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}})))
	wantNear(t, "the smallest eigenvalue of a quarter clock", r.Smallest, 1-2*a+a*a*a*a, 1e-14)
}
