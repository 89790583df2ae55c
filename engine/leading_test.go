package engine

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// twoRings are Rings with a generator of their own.
func twoRings(n int, noise float64, seed uint64) (x [][]float64, labels []int) {
	l := Rings(n, noise, newRand(seed))
	return l.X, l.Labels
}

// wantLeading checks that l holds eigenpairs, orthonormal, and that they are the
// first of s, the whole spectrum.
func wantLeading(t *testing.T, K *mat.SymDense, s *Spectrum, l *Leading) {
	t.Helper()
	n, m := l.Vectors.Dims()
	norm := max(math.Abs(s.Values[0]), math.Abs(s.Values[n-1]))
	UtU, KU := productOf(l.Vectors.T(), l.Vectors), productOf(K, l.Vectors)
	for j := range m {
		if !(math.Abs(l.Values[j]-s.Values[j]) <= 1e-12*norm) {
			t.Errorf("value %d is %v, in the whole spectrum %v", j, l.Values[j], s.Values[j])
		}
		if !(l.Residuals[j] <= leadingTolerance*norm) {
			t.Errorf("residual %d is %g", j, l.Residuals[j])
		}
		residual := 0.0
		for i := range n {
			residual = math.Hypot(residual, KU.At(i, j)-l.Values[j]*l.Vectors.At(i, j))
		}
		if !(math.Abs(residual-l.Residuals[j]) <= 1e-13*norm) {
			t.Errorf("residual %d is %g, said to be %g", j, residual, l.Residuals[j])
		}
		for i := range m {
			want := 0.0
			if i == j {
				want = 1
			}
			if !(math.Abs(UtU.At(i, j)-want) <= 1e-13*float64(n)) {
				t.Errorf("UᵀU(%d, %d) is %v", i, j, UtU.At(i, j))
			}
		}
	}
}

func TestLeadingEigenIsEigen(t *testing.T) {
	x, _ := twoRings(260, 0.05, 1)
	for _, k := range []Kernel{
		Linear{}, Polynomial{3, 1}, Laplacian{0.3}, Exponential{1},
		Gaussian{1e-9}, Gaussian{0.003}, Gaussian{0.03}, Gaussian{0.4}, Gaussian{5}, Gaussian{1e9},
	} {
		K := Gram(k, x)
		s := Must(Eigen(K))
		for _, m := range []int{1, 2, 5, 20} {
			t.Run(fmt.Sprintf("%v/%d", k, m), func(t *testing.T) {
				l := Must(LeadingEigen(context.Background(), K, m))
				if l.Products == 0 {
					t.Error("the iteration was not used")
				}
				wantLeading(t, K, s, l)
			})
		}
	}
}

// A circulant matrix has every eigenvalue but two twice, a block of equal
// points makes zero one of high multiplicity, and tanh gives negative ones: none
// may be missed.
func TestLeadingEigenMultiplicities(t *testing.T) {
	const n = 240
	circle := circle(n)
	blocks := mat.NewSymDense(n, nil) // five eigenvalues 48
	negative := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if i/48 == j/48 {
				blocks.SetSym(i, j, 1)
			}
			negative.SetSym(i, j, math.Tanh(3*circle[i][0]*circle[j][0]-2))
		}
	}
	for name, K := range map[string]*mat.SymDense{
		"circulant": Gram(Gaussian{0.3}, circle), "blocks": blocks, "negative": negative,
		"zero": mat.NewSymDense(n, nil),
	} {
		t.Run(name, func(t *testing.T) {
			s := Must(Eigen(K))
			for m := 1; m <= 7; m++ {
				l := Must(LeadingEigen(context.Background(), K, m))
				wantLeading(t, K, s, l)
			}
		})
	}
}

// The basis outgrows its limit before the top of this spectrum,
// 1, 1 − 10⁻⁵, …, comes apart.
func TestLeadingEigenRestarts(t *testing.T) {
	const n = 500
	K := mat.NewSymDense(n, nil)
	for i := range n {
		K.SetSym(i, i, 1-1e-5*float64(i))
	}
	l := Must(LeadingEigen(context.Background(), K, 2))
	if l.Products <= leadingBasis {
		t.Errorf("%d products, not a restart", l.Products)
	}
	wantLeading(t, K, Must(Eigen(K)), l)
	wantError(t, "a hundred products", errorOf(lanczos(context.Background(), mat.DenseCopyOf(K), 2, 0, 100)),
		ErrNoConvergence)
}

func TestLeadingEigenScale(t *testing.T) {
	x, _ := twoRings(200, 0.05, 2)
	K := Gram(Gaussian{0.4}, x)
	want := Must(LeadingEigen(context.Background(), K, 3))
	for _, factor := range []float64{0x1p-1000, 0x1p1000} {
		scaled := mat.NewSymDense(200, nil)
		scaled.ScaleSym(factor, K)
		got := Must(LeadingEigen(context.Background(), scaled, 3))
		for j := range got.Values {
			got.Values[j] /= factor
		}
		wantEqual(t, fmt.Sprintf("times %g", factor), got.Values, want.Values)
		wantEqual(t, fmt.Sprintf("times %g: vectors", factor), entries(got.Vectors), entries(want.Vectors))
	}
	// The entries fit, the eigenvalue does not.
	ones := Gram(Gaussian{1e9}, x)
	ones.ScaleSym(1e308, ones)
	wantError(t, "eigenvalue 2·10³¹⁰", errorOf(LeadingEigen(context.Background(), ones, 1)), ErrOverflow)
	ones.SetSym(0, 1, math.Inf(1))
	wantError(t, "infinite entry", errorOf(LeadingEigen(context.Background(), ones, 1)), ErrOverflow)
	smallest := mat.NewSymDense(1, []float64{5e-324})
	if l, err := LeadingEigen(context.Background(), smallest, 1); err != nil || l.Values[0] != 5e-324 {
		t.Errorf("the smallest number: %v, error %v", l, err)
	}
}

func TestLeadingEigenStops(t *testing.T) {
	ctx := ended(t)
	x, _ := twoRings(200, 0.05, 2)
	for _, n := range []int{5, 200} {
		wantError(t, fmt.Sprintf("n = %d", n), errorOf(LeadingEigen(ctx, Gram(Gaussian{1}, x[:n]), 2)),
			context.Canceled)
	}
	K := Gram(Gaussian{1}, x[:5])
	wantPanic(t, "no components", func() { LeadingEigen(context.Background(), K, 0) })
	wantPanic(t, "too many", func() { LeadingEigen(context.Background(), K, 6) })
	wantPanic(t, "no points", func() { LeadingEigen(context.Background(), new(mat.SymDense), 1) })
}

// Where the iteration begins to pay.
func BenchmarkLeadingEigen(b *testing.B) {
	for _, n := range []int{100, 200, 400} {
		x, _ := twoRings(n, 0.05, 1)
		A, _, err := scaledCopy(Gram(Gaussian{0.4}, x))
		noError(b, err)
		for _, m := range []int{2, 10, n / leadingShare} {
			timed(b, fmt.Sprintf("iteration/n=%d/m=%d", n, m),
				func() { Must(lanczos(context.Background(), A, m, 0, 1000)) })
			timed(b, fmt.Sprintf("whole/n=%d/m=%d", n, m), func() { Must(leadingByEigen(A, m)) })
		}
	}
}
