package engine

import (
	"context"
	"errors"
	"math"
	"strings"
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
		"KRR":               func(k Kernel) error { return errorOf(KRR(k, d, 0.1)) },
		"GaussianProcess":   func(k Kernel) error { return errorOf(GaussianProcess(k, d, 0.1)) },
		"SemiparametricKRR": func(k Kernel) error { return errorOf(SemiparametricKRR(k, d, 1, 0.1)) },
		"NystromFeatures":   func(k Kernel) error { return errorOf(NystromFeatures(k, d.X)) },
		"Pivots":            func(k Kernel) error { return errorOf(Pivots(k, d.X, 4)) },
		"KLR":               func(k Kernel) error { return errorOf(KLR(ctx, k, d, 0.1)) },
		"SVM":               func(k Kernel) error { return errorOf(SVM(ctx, k, d, 1)) },
		"KernelRegression":  func(k Kernel) error { return errorOf(KernelRegression(ctx, k, d, Absolute{}, 0.1)) },
		"Eigen":             func(k Kernel) error { return errorOf(Eigen(Gram(k, d.X))) },
		"LeadingEigen":      func(k Kernel) error { return errorOf(LeadingEigen(ctx, Gram(k, d.X), 1)) },
		"SolveIndefinite":   func(k Kernel) error { return errorOf(SolveIndefinite(Gram(k, d.X), d.Y, 0.1)) },
		"FeatureDistances":  func(k Kernel) error { return errorOf(FeatureDistances(Gram(k, d.X))) },
	}
	for name, take := range takers {
		if err := take(bad{math.Inf(1)}); !errors.Is(err, ErrOverflow) {
			t.Errorf("%s of a kernel that is infinite: %v", name, err)
		}
		if err := take(bad{math.NaN()}); !errors.Is(err, ErrNaN) || !strings.Contains(err.Error(),
			"(NaN): k(x[1], x[2])") {
			t.Errorf("%s of a kernel that is NaN: %v", name, err)
		}
		if err := take(bad{1}); err != nil {
			t.Errorf("%s of one that is finite: %v", name, err)
		}
	}
}

// What is made of a kernel with a NaN has one at the same pair, in Eval and in Gram, and
// so is told apart from an overflow too.
func TestNaNOfAPart(t *testing.T) {
	x := Column([]float64{0, 1, 2, 3})
	k := bad{math.NaN()}
	one := func([]float64) float64 { return 1 }
	for name, made := range map[string]Kernel{
		"sum":        Sum{Gaussian{1}, k},
		"product":    Product{k, Linear{}},
		"scaled":     Scaled{k, 2},
		"power":      Power{k, 3},
		"exp":        Exp{k},
		"modulated":  Modulated{k, one},
		"mapped":     Mapped{k, func(x []float64) []float64 { return x }},
		"block":      Block{k, 0, 1},
		"normalized": Normalized{k},
		"maximum":    Maximum{k, Gaussian{1}},
	} {
		if v := made.Eval(x[1], x[2]); !math.IsNaN(v) {
			t.Errorf("%s: the pair has %v", name, v)
		}
		if v := made.Eval(x[1], x[3]); !finite(v) {
			t.Errorf("%s: another pair has %v", name, v)
		}
		if _, err := Eigen(Gram(made, x)); err == nil || !strings.Contains(err.Error(), "k(x[1], x[2])") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if v := Distance(k, x[1], x[2]); !math.IsNaN(v) {
		t.Errorf("the distance is %v", v)
	}
	wantError(t, "centred", errorOf(Eigen(Centre(Gram(k, x)))), ErrNaN)
	// A diagonal of NaN has no length to divide by.
	if v := normalised(1, math.NaN(), 1); !math.IsNaN(v) {
		t.Errorf("normalised by NaN: %v", v)
	}
}

// New points are named as such.
func TestNaNAtANewPoint(t *testing.T) {
	k, x, fresh := bad{math.NaN()}, Column([]float64{0, 1, 3}), Column([]float64{5, 2})
	const pair = "k(new[1], x[1])"
	K, C := Gram(k, x), Cross(k, fresh, x)
	p := Must(GaussianProcess(k, Dataset{X: x, Y: []float64{1, 2, 1}}, 0.1))
	components := mustKPCA(t, KernelPCA{1, true, UnitDirection}, K)
	means := Must(KMeans{Clusters: 1}.From(t.Context(), K, []int{0, 0, 0}))
	for name, take := range map[string]func() error{
		"Predict": func() error { return errorOf(p.Predict(fresh)) },
		"Project": func() error { return errorOf(components.Project(C)) },
		"Nearest": func() error { return errorOf(means.Nearest(C)) },
	} {
		if err := take(); !errors.Is(err, ErrNaN) || !strings.Contains(err.Error(), pair) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
