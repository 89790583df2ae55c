package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
)

var generators = map[string]struct {
	draw  func(n int, noise float64, rng *rand.Rand) Dataset
	truth func(x float64) float64
}{
	"sine":      {Sine, SineTruth},
	"two-scale": {TwoScale, TwoScaleTruth},
	"gap":       {Gap, GapTruth},
	"step":      {Step, StepTruth},
	"outliers":  {Outliers, OutliersTruth},
}

func TestGenerators(t *testing.T) {
	for name, g := range generators {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 60, 300} {
				d := g.draw(n, 0, newRand(7))
				noError(t, d.Validate())
				if d.Len() != n {
					t.Fatalf("%d points, want %d", d.Len(), n)
				}
				if !slices.IsSortedFunc(d.X, func(a, b []float64) int { return slices.Compare(a, b) }) {
					t.Error("inputs are not sorted")
				}
				moved := 0
				for i, x := range d.X {
					if x[0] < 0 || x[0] > 10 {
						t.Errorf("input %v is outside [0, 10]", x[0])
					}
					if d.Y[i] != g.truth(x[0]) {
						moved++
					}
				}
				want := 0
				if name == "outliers" {
					want = (n + 6) / 12
				}
				if moved != want {
					t.Errorf("n = %d without noise: %d responses off the truth, want %d", n, moved, want)
				}
			}
			wantEqual(t, "one seed gives two data sets", g.draw(60, 0.2, newRand(7)), g.draw(60, 0.2, newRand(7)))
			if cmp.Equal(g.draw(60, 0.2, newRand(7)), g.draw(60, 0.2, newRand(8))) {
				t.Error("two seeds give one data set")
			}
			wantPanic(t, "n = 0", func() { g.draw(0, 0, newRand(1)) })
			wantPanic(t, "noise −1", func() { g.draw(5, -1, newRand(1)) })
			wantPanic(t, "noise NaN", func() { g.draw(5, math.NaN(), newRand(1)) })
			wantPanic(t, "noise ∞", func() { g.draw(5, math.Inf(1), newRand(1)) })
		})
	}
}

func TestNoiseLevel(t *testing.T) {
	const n, noise = 4000, 0.3
	d := Sine(n, noise, newRand(3))
	var s float64
	for i, x := range d.X {
		s += math.Pow(d.Y[i]-math.Sin(x[0]), 2)
	}
	// The standard error of the estimate is noise/√(2n), a thirtieth of this.
	wantNear(t, "standard deviation", math.Sqrt(s/n), noise, 0.04)
}

func TestGapIsEmpty(t *testing.T) {
	for _, x := range Gap(500, 0, newRand(4)).X {
		if x[0] > 3.5 && x[0] < 6.5 {
			t.Errorf("point %v in the gap", x[0])
		}
	}
}

func TestTwoScaleTruthIsContinuous(t *testing.T) {
	if a, b := TwoScaleTruth(math.Nextafter(5, 0)), TwoScaleTruth(5); math.Abs(a-b) > 1e-12 {
		t.Errorf("jumps from %v to %v at 5", a, b)
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		name string
		d    Dataset
		want string // of the error
	}{
		{"valid", Dataset{X: [][]float64{{1, 2}, {3, 4}}, Y: []float64{5, 6}}, ""},
		{"empty", Dataset{}, "no points"},
		{"no coordinates", Dataset{X: [][]float64{{}}, Y: []float64{1}}, "without coordinates"},
		{"ragged", Dataset{X: [][]float64{{1}, {2, 3}}, Y: []float64{1, 2}}, "input 1 has 2 coordinates"},
		{"short", Dataset{X: [][]float64{{1}, {2}}, Y: []float64{1}}, "2 inputs but 1 responses"},
		{"NaN", Dataset{X: [][]float64{{math.NaN()}}, Y: []float64{1}}, "input 0 is not finite"},
		{"Inf", Dataset{X: [][]float64{{1}}, Y: []float64{math.Inf(-1)}}, "response 0 is not finite"},
	} {
		err := test.d.Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestValidateParameters(t *testing.T) {
	for _, lambda := range []float64{0, 5e-324, 1, math.MaxFloat64} {
		if err := ValidateLambda(lambda); err != nil {
			t.Errorf("λ %g: %v", lambda, err)
		}
	}
	for _, lambda := range []float64{-5e-324, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if ValidateLambda(lambda) == nil {
			t.Errorf("λ %g is valid", lambda)
		}
		wantPanic(t, "λ", func() { SolveKRR(mat.NewSymDense(1, []float64{1}), []float64{1}, lambda) })
	}
	if err := (KernelPCA{Components: 3}).Validate(3); err != nil {
		t.Error(err)
	}
	for _, bad := range []struct {
		p KernelPCA
		n int
	}{{KernelPCA{Components: 1}, 0}, {KernelPCA{}, 3}, {KernelPCA{Components: 4}, 3},
		{KernelPCA{Components: 1, Scaling: 2}, 3}} {
		if bad.p.Validate(bad.n) == nil {
			t.Errorf("%+v is valid for %d points", bad.p, bad.n)
		}
		if bad.n > 0 {
			wantPanic(t, "kernel PCA", func() { bad.p.Fit(context.Background(), mat.NewSymDense(bad.n, nil)) })
		}
	}
}

func TestColumnsAndInputs(t *testing.T) {
	d := Dataset{X: [][]float64{{1, 2}, {3, 4}, {5, 6}}}
	wantEqual(t, "the second input", d.Input(1), []float64{2, 4, 6})
	x := Column([]float64{7, 8})
	wantEqual(t, "points of one input", x, [][]float64{{7}, {8}})
	if _ = append(x[0], 9); x[1][0] != 8 {
		t.Error("a point that is appended to writes into the next")
	}
}
