package engine

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// What a plane can part is parted; the loss is that of θ, and of many others none is
// less; θ and the α of kernel logistic regression are one function.
func TestSeparate(t *testing.T) {
	ctx := context.Background()
	rng := newRand(9)
	for name, d := range map[string]Dataset{
		"moons":  twoClasses(60, 0.2, 1),
		"apart":  {X: [][]float64{{0, 0}, {1, 0}, {0, 1}, {3, 3}, {4, 3}}, Y: []float64{-1, -1, -1, 1, 1}},
		"xor":    XOR(40, 0, newRand(3)).Against(0),
		"one":    {X: [][]float64{{2, 1}}, Y: []float64{1}},
		"alike":  {X: [][]float64{{1, 1}, {1, 1}}, Y: []float64{1, -1}},
		"inputs": {X: normalPoints(30, 6, rng), Y: twoClasses(30, 0.2, 1).Y},
	} {
		for _, lambda := range []float64{1e-6, 1e-3, 1} {
			name := fmt.Sprintf("%s, λ = %v", name, lambda)
			s, err := Separate(ctx, d, lambda)
			noError(t, err, name)
			if !s.Certificate.OK {
				t.Errorf("%s: %+v", name, s.Certificate)
			}
			objective := func(theta []float64) float64 {
				sum := lambda * floats.Dot(theta, theta)
				for i, x := range d.X {
					sum += LogisticLoss(d.Y[i]*(theta[0]+floats.Dot(theta[1:], x))) / float64(d.Len())
				}
				return sum
			}
			wantNear(t, name, s.Loss, objective(s.Theta), 1e-10)
			for range 100 {
				theta := normalVector(len(s.Theta), rng)
				floats.Scale(0.1, theta)
				floats.Add(theta, s.Theta)
				if v := objective(theta); v < s.Loss*(1-1e-12) {
					t.Fatalf("%s: %v has %v, less than %v", name, theta, v, s.Loss)
				}
			}
			right := 0
			for i, x := range d.X {
				if d.Y[i]*(s.Theta[0]+floats.Dot(s.Theta[1:], x)) > 0 && s.Sides[i] != 0 {
					right++
				}
			}
			if right != s.Right {
				t.Errorf("%s: %d points on the right side, said to be %d", name, right, s.Right)
			}
		}
	}
	s, err := Separate(ctx, Dataset{X: [][]float64{{1}, {3}}, Y: []float64{-1, 1}}, 1e-9)
	if err != nil || s.Right != 2 {
		t.Fatalf("two points: %+v, %v", s, err)
	}
	// Both have one margin, but for the price of θ₀.
	wantNear(t, "boundary", -s.Theta[0]/s.Theta[1], 2, 0.1)
	cancelled := ended(t)
	wantError(t, "cancelled", errorOf(Separate(cancelled, twoClasses(10, 0.1, 1), 1)), context.Canceled)
	wantPanic(t, "λ", func() { Separate(ctx, twoClasses(10, 0.1, 1), math.NaN()) })
}

// A point is on neither side where f is zero beside its terms, however large they are, and
// where it is next to nothing beside a logit of 1.
func TestSides(t *testing.T) {
	for _, c := range []struct {
		theta, phi []float64
		want       float64
	}{
		{[]float64{1e6, -1}, []float64{1, 1e6 * (1 + 1e-12)}, 0}, {[]float64{1e6, -1}, []float64{1, 1e6 * (1 + 1e-8)},
			-1},
		{[]float64{0, 1e-12}, []float64{1, 3}, 0}, {[]float64{0, 1e-6}, []float64{1, 3}, 1},
		{[]float64{0, 1}, []float64{1, 0}, 0},
	} {
		wantEqual(t, fmt.Sprintf("θ = %v, φ = %v", c.theta, c.phi), side(c.theta, c.phi), c.want)
	}
}
