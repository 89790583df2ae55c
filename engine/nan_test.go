package engine

import (
	"context"
	"errors"
	"math"
	"testing"
)

// bad is a caller's kernel that is value at one pair of points, (1, 2), and on the
// diagonal 2, elsewhere 1.
type bad struct{ value float64 }

func (k bad) Eval(x, y []float64) float64 {
	switch {
	case x[0]+y[0] == 3 && x[0] != y[0] && x[0]*y[0] == 2:
		return k.value
	case x[0] == y[0]:
		return 2
	}
	return 1
}

// TestANaNOfAKernelIsNoOverflow gives what takes a kernel one with a NaN, and one with an
// infinity: each is told apart.
func TestANaNOfAKernelIsNoOverflow(t *testing.T) {
	ctx := context.Background()
	d := Dataset{X: Column([]float64{0, 1, 2, 3}), Y: []float64{1, -1, 1, -1}}
	takers := map[string]func(k Kernel) error{
		"KRR":               func(k Kernel) error { _, err := KRR(k, d, 0.1); return err },
		"GaussianProcess":   func(k Kernel) error { _, err := GaussianProcess(k, d, 0.1); return err },
		"SemiparametricKRR": func(k Kernel) error { _, err := SemiparametricKRR(k, d, 1, 0.1); return err },
		"NystromFeatures":   func(k Kernel) error { _, err := NystromFeatures(k, d.X); return err },
		"NystromKRR":        func(k Kernel) error { _, err := NystromKRR(ctx, k, d, d.X, 0.1); return err },
		"KLR":               func(k Kernel) error { _, err := KLR(ctx, k, d, 0.1); return err },
		"SVM":               func(k Kernel) error { _, err := SVM(ctx, k, d, 1); return err },
		"KernelRegression":  func(k Kernel) error { _, _, err := KernelRegression(ctx, k, d, Absolute{}, 0.1); return err },
		"Eigen":             func(k Kernel) error { _, err := Eigen(Gram(k, d.X)); return err },
		"LeadingEigen":      func(k Kernel) error { _, err := LeadingEigen(ctx, Gram(k, d.X), 1); return err },
		"SolveIndefinite":   func(k Kernel) error { _, err := SolveIndefinite(Gram(k, d.X), d.Y, 0.1); return err },
		"FeatureDistances":  func(k Kernel) error { _, err := FeatureDistances(Gram(k, d.X)); return err },
	}
	for name, take := range takers {
		for value, want := range map[float64]error{math.Inf(1): ErrOverflow, math.NaN(): ErrNaN} {
			if err := take(bad{value}); !errors.Is(err, want) {
				t.Errorf("%s of a kernel that is %v: %v, not %v", name, value, err, want)
			}
		}
		if err := take(bad{1}); err != nil {
			t.Errorf("%s of one that is finite: %v", name, err)
		}
	}
}
