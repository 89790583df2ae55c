package lessons

import (
	"math"
	"math/rand/v2"
	"testing"

	"gramophone/engine"
)

func sineSample(n int) *regression {
	return &regression{name: "sine", data: engine.Sine(n, 0.2, rand.New(rand.NewPCG(1, 0))), truth: engine.SineTruth, noise: 0.2, xhi: 10, ylo: -2, yhi: 2}
}

// The columns of Φ, each scaled by its θ, add up to the curve.
func TestPolynomialTermsAddUp(t *testing.T) {
	r := sineSample(15)
	for _, degree := range []int{0, 3, 14} {
		fit := r.polynomial(scaledPowers(degree, 0, 10), 0)
		if fit.at.Err != nil {
			t.Fatal(degree, fit.at.Err)
		}
		for g := range fit.grid {
			sum, size := 0.0, 1.0
			for _, term := range fit.terms() {
				sum += term[g]
				size += math.Abs(term[g])
			}
			if math.Abs(sum-fit.curve[g]) > 1e-13*size {
				t.Fatalf("degree %d at %g: terms add up to %g, the curve is %g", degree, fit.grid[g], sum, fit.curve[g])
			}
		}
	}
}

// The test error is what new points would show on average.
func TestPolynomialTestErrorIsThatOfNewPoints(t *testing.T) {
	r := sineSample(15)
	p := scaledPowers(5, 0, 10)
	fit := r.polynomial(p, 0.001)
	fresh := engine.Sine(200_000, 0.2, rand.New(rand.NewPCG(2, 0)))
	Phi := p.matrix(fresh.Input(0))
	squares := 0.0
	for i, y := range fresh.Y {
		f := 0.0
		for j, theta := range fit.at.Theta {
			f += theta * Phi.At(i, j)
		}
		squares += (y - f) * (y - f) / float64(len(fresh.Y))
	}
	// The grid counts the ends of the range fully: 201 points, half a percent.
	if got, want := fit.testRMSE(), math.Sqrt(squares); math.Abs(got-want) > 0.02*want {
		t.Errorf("test error %g, on 200,000 new points %g", got, want)
	}
}

func TestPolynomialSaysWhyThereIsNoFit(t *testing.T) {
	few := sineSample(5)
	if fit := few.polynomial(scaledPowers(7, 0, 10), 0); fit.message() == "" || fit.curve != nil {
		t.Error("8 features on 5 points have no single best fit, and no curve")
	}
	if fit := few.polynomial(scaledPowers(7, 0, 10), 0.01); fit.message() != "" {
		t.Error("λ > 0 chooses a fit, but: " + fit.message())
	}
	far := &regression{name: "points", data: engine.Dataset{X: engine.Column([]float64{1000, 1001, 1002, 1003, 1004}), Y: []float64{1, 2, 1, 3, 1}}, xlo: 999, xhi: 1005}
	fit := far.polynomial(rawPowers(3), 0)
	if fit.message() == "" || !(fit.at.Condition > 1e15) || math.IsInf(fit.at.Condition, 1) {
		t.Errorf("raw cubes of 1000: %q, condition number %g", fit.message(), fit.at.Condition)
	}
	if fit := far.polynomial(scaledPowers(3, 999, 1005), 0); fit.message() != "" {
		t.Error("the same, scaled: " + fit.message())
	}
}
