package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// What is not zero pulls with λ, what is zero with less; and from λ = max|(2/n)Φᵀy| on
// everything is zero.
func TestLasso(t *testing.T) {
	ctx := context.Background()
	rng := newRand(85)
	for _, shape := range [][2]int{{40, 8}, {10, 10}, {12, 40}, {1, 3}} {
		n, d := shape[0], shape[1]
		Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
		var pull mat.VecDense
		pull.MulVec(Phi.T(), mat.NewVecDense(n, y))
		top := 2 / float64(n) * maxAbs(pull.RawVector().Data)
		for _, share := range []float64{1e-4, 0.01, 0.3, 0.99, 1.01} {
			lambda := share * top
			f, err := Lasso(ctx, Phi, y, lambda)
			noError(t, err, n, d, share)
			if share > 1 && maxAbs(f.Theta) != 0 {
				t.Errorf("λ above its top: θ = %v", f.Theta)
			}
			var fitted, slope mat.VecDense
			fitted.MulVec(Phi, mat.NewVecDense(d, f.Theta))
			fitted.SubVec(mat.NewVecDense(n, y), &fitted)
			slope.MulVec(Phi.T(), &fitted)
			for j, v := range f.Theta {
				s := 2 / float64(n) * slope.AtVec(j)
				if v != 0 {
					wantNear(t, "pull of what is not zero", s, math.Copysign(lambda, v), 1e-5)
				} else if math.Abs(s) > lambda*(1+1e-5) {
					t.Errorf("n %d, d %d: pull %v of what is zero, λ = %v", n, d, s, lambda)
				}
			}
		}
	}
}

// As λ falls to nothing the lasso becomes least squares, to which its θ is as near as
// ½λ(ΦᵀΦ/n)⁻¹sign(θ).
func TestLassoOfSmallLambda(t *testing.T) {
	rng := newRand(88)
	for _, shape := range [][2]int{{8, 2}, {40, 8}, {10, 10}} {
		n, d := shape[0], shape[1]
		Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
		least := Must(RidgeQR(Phi, y, 0))
		for _, lambda := range []float64{5e-324, 1e-320, 2.3e-308, 1e-300, 1e-100, 1e-20, 1e-16, 1e-15, 1e-14, 1e-13,
			1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6} {
			f, err := Lasso(context.Background(), Phi, y, lambda)
			noError(t, err, fmt.Sprintf("n %d, d %d, λ %g", n, d, lambda))
			if !(f.Gap <= 1e-9) {
				t.Errorf("n %d, d %d, λ %g: gap %v", n, d, lambda, f.Gap)
			}
			wantClose(t, fmt.Sprintf("n %d, d %d, λ %g", n, d, lambda), f.Theta, least, 1e-5+1e4*lambda)
		}
	}
}

// The ridge solution is in the span of the features of the data; the lasso's is not.
func TestSpanDistance(t *testing.T) {
	rng := newRand(86)
	const n, d = 10, 30
	Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
	theta := Must(RidgeQR(Phi, y, 0.01))
	distance, err := SpanDistance(Phi, theta)
	if err != nil || distance > 1e-13 {
		t.Errorf("ridge: %v, %v", distance, err)
	}
	f := Must(Lasso(context.Background(), Phi, y, 0.01))
	distance, err = SpanDistance(Phi, f.Theta)
	if err != nil || distance < 0.1 {
		t.Errorf("lasso: %v, %v", distance, err)
	}
	if v, err := SpanDistance(mat.NewDense(2, 2, nil), []float64{3, 4}); v != 5 || err != nil {
		t.Errorf("from no span at all: %v, %v", v, err)
	}
	wantPanic(t, "sizes", func() { SpanDistance(Phi, []float64{1}) })
}

// What is zero is zero to the bit, also where the descent goes to it in steps of a sixth.
func TestLassoZeros(t *testing.T) {
	for _, c := range []struct {
		phi  []float64
		y    float64
		zero int
	}{{[]float64{2, 3}, 3, 0}, {[]float64{3, 2}, 3, 1}, {[]float64{-1.4, 2.9}, 2, 0}, {[]float64{0.1, 0.3}, -40, 0}} {
		for _, lambda := range []float64{0.1, 0.7, 1, 3.3, 4} {
			f, err := Lasso(context.Background(), mat.NewDense(1, 2, c.phi), []float64{c.y}, lambda)
			if err != nil || f.Theta[c.zero] != 0 {
				t.Errorf("φ = %v, λ = %v: θ = %v, %v", c.phi, lambda, f.Theta, err)
			}
		}
	}
}

// Responses and λ in another unit, θ in that unit, down to where squares underflow and
// further.
func TestLassoIsHomogeneous(t *testing.T) {
	ctx := context.Background()
	rng := newRand(87)
	const n, d = 20, 6
	Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
	for _, lambda := range []float64{0, 0.1, 0.5} {
		f := Must(Lasso(ctx, Phi, y, lambda))
		for _, unit := range []float64{0x1p-1000, 0x1p-540, 0x1p-500, 0x1p500, 0x1p900} {
			g, err := Lasso(ctx, Phi, divided(y, 1/unit), lambda*unit)
			if unit > 0x1p511 { // the objective is beyond float64
				if !errors.Is(err, ErrOverflow) {
					t.Errorf("unit %g: %v", unit, err)
				}
				continue
			}
			noError(t, err, fmt.Sprintf("unit %g, λ = %v", unit, lambda))
			wantClose(t, fmt.Sprintf("unit %g, λ = %v", unit, lambda), divided(g.Theta, unit), f.Theta, 0)
		}
		if g, err := Lasso(ctx, Phi, divided(y, 0x1p1000), 1); err != nil || maxAbs(g.Theta) != 0 {
			t.Errorf("λ far above its top: %+v, %v", g, err)
		}
	}
}

func TestLassoHard(t *testing.T) {
	ctx := context.Background()
	y := []float64{1, 2, 3}
	repeated := mat.NewDense(3, 2, []float64{1, 1, 2, 2, 3, 3})
	wantError(t, "λ = 0", errorOf(Lasso(ctx, repeated, y, 0)), ErrSingular)
	f, err := Lasso(ctx, repeated, y, 0.1)
	if err != nil || !(f.Gap <= 1e-9) {
		t.Errorf("repeated columns: %+v, %v", f, err)
	}
	f, err = Lasso(ctx, mat.NewDense(3, 2, nil), y, 0.1)
	if err != nil || maxAbs(f.Theta) != 0 {
		t.Errorf("no features: %+v, %v", f, err)
	}
	wantError(t, "infinite", errorOf(Lasso(ctx, mat.NewDense(3, 1, []float64{math.Inf(1), 0, 0}), y, 0.1)), ErrOverflow)
	for _, size := range []float64{1e-300, 1e-150, 1e150, 1e300} {
		for _, lambda := range []float64{0, 1e-300, 1, 1e300} {
			f, err := Lasso(ctx, mat.NewDense(3, 1, []float64{size, 0, size}), y, lambda)
			if err == nil && !(allFinite(f.Theta) && finite(f.Objective) && finite(f.Gap)) {
				t.Errorf("size %v, λ %v: %+v", size, lambda, f)
			}
		}
	}
	cancelled := ended(t)
	wantError(t, "cancelled", errorOf(Lasso(cancelled, repeated, y, 0.1)), context.Canceled)
	wantPanic(t, "λ", func() { Lasso(ctx, repeated, y, -1) })
}
