package engine

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// sinePopulation is the sine on 201 even places of [0, 10], with the powers to a degree
// of (x − centre)/half.
func sinePopulation(degree int, centre, half, sigma float64) Population {
	x := Column(numbered(201, func(i int) float64 { return float64(i) / 20 }))
	truth := each(x, func(x []float64) float64 { return math.Sin(x[0]) })
	return Population{powers(x, degree+1, centre, half), truth, sigma}
}

func mustBall(t *testing.T, b *BallRisk, radius float64) RiskMinimum {
	t.Helper()
	m, err := b.At(t.Context(), radius)
	noError(t, err, fmt.Sprintf("radius %v", radius))
	return m
}

// The closed form of the loss, against draws; its slope, against differences; and that
// it is above |e| and above the noise.
func TestFoldedNormal(t *testing.T) {
	p := Population{Sigma: 0.7}
	rng := newRand(5)
	const draws = 400_000
	for _, e := range []float64{0, 0.3, -1.2, 4} {
		sum := 0.0
		for range draws {
			sum += math.Abs(e + p.Sigma*rng.NormFloat64())
		}
		// The mean of as many draws has a standard deviation of about σ/√draws.
		if got := p.Loss(e); math.Abs(got-sum/draws) > 4*p.Sigma/math.Sqrt(draws) {
			t.Errorf("E|%v + σZ| = %v, draws say %v", e, got, sum/draws)
		}
		const h = 1e-5
		wantNear(t, "slope", (p.Loss(e+h)-p.Loss(e-h))/2/h+1, math.Erf(e/p.Sigma/math.Sqrt2)+1, 1e-9)
		if p.Loss(e) < max(math.Abs(e), p.BayesRisk()) {
			t.Errorf("h(%v) = %v is less than |e| or than the noise %v", e, p.Loss(e), p.BayesRisk())
		}
	}
}

// Of many random members of a ball none is better than the best, whose gradient points
// straight out of it; the best of all has none.
func TestRiskInBalls(t *testing.T) {
	rng := newRand(6)
	for _, degree := range []int{0, 1, 2, 5} {
		for _, sigma := range []float64{0.1, 1} {
			for _, half := range []float64{5, 1} {
				b := Must(RiskInBalls(t.Context(), sinePopulation(degree, 5, half, sigma)))
				risk := func(theta []float64) float64 { return b.Risk(Apply(b.Phi, theta)) }
				for _, share := range []float64{0, 1e-9, 0.01, 0.3, 0.9, 0.999999, 1, 3} {
					name := fmt.Sprintf("degree %d, σ = %v, half %v, %v of ‖θ*‖", degree, sigma, half, share)
					radius := share * b.Best.Norm
					m := mustBall(t, b, radius)
					wantNear(t, name+": norm", m.Norm, min(radius, b.Best.Norm), 1e-9)
					wantNear(t, name+": risk", m.Risk, risk(m.Theta), 1e-12)
					wantClose(t, name+": fitted", b.Fitted(m), Apply(b.Phi, m.Theta), 1e-9)
					if k := b.Certify(m); !k.OK {
						t.Errorf("%s: certificate %+v", name, k)
					}
					if share == 3 && m.Multiplier != 0 || share == 0 && !math.IsInf(m.Multiplier, 1) {
						t.Errorf("%s: μ = %v", name, m.Multiplier)
					}
					for range 200 {
						theta := normalVector(degree+1, rng)
						floats.Scale(radius*math.Sqrt(rng.Float64())/floats.Norm(theta, 2), theta)
						if rng.IntN(2) == 0 { // nearby
							floats.Scale(0.01, theta)
							floats.Add(theta, m.Theta)
							floats.Scale(min(1, radius/floats.Norm(theta, 2)), theta)
						}
						if r := risk(theta); r < m.Risk*(1-1e-12) {
							t.Fatalf("%s: %v has risk %v, the best %v", name, theta, r, m.Risk)
						}
					}
				}
			}
		}
	}
}

// The ball is a penalty: θ of the multiplier is the best of its own ball, and the path
// goes from the smallest to the largest.
func TestBallIsAPenalty(t *testing.T) {
	b := Must(RiskInBalls(t.Context(), sinePopulation(4, 5, 5, 0.3)))
	for _, mu := range []float64{1e-6, 0.01, 3} {
		m := Must(b.risk.minimize(t.Context(), b.Best.c, mu))
		in := mustBall(t, b, m.Norm)
		wantNear(t, "risk", in.Risk, m.Risk, 1e-12)
		wantNear(t, "μ", in.Multiplier, mu, 1e-6)
		wantClose(t, "θ", in.Theta, m.Theta, 1e-9)
	}
	for i, m := range b.Path {
		if i > 0 && (m.Norm <= b.Path[i-1].Norm || m.Risk >= b.Path[i-1].Risk ||
			m.Multiplier >= b.Path[i-1].Multiplier) {
			t.Errorf("the path turns at %d: %+v", i, m)
		}
	}
}

// As σ grows beside truth − f the absolute loss becomes the squared one over σ√(2π),
// h(e) = σ√(2/π) + e²/σ√(2π) − O(e⁴/σ³), and the penalty a ridge.
func TestRiskOfLargeNoiseIsRidge(t *testing.T) {
	const sigma, lambda = 1e4, 0.2
	p := sinePopulation(5, 5, 5, sigma)
	b := Must(RiskInBalls(t.Context(), p))
	m := Must(b.risk.minimize(t.Context(), b.Best.c, lambda/sigma/math.Sqrt(2*math.Pi)))
	theta := Must(RidgeQR(p.Phi, p.Truth, lambda))
	wantClose(t, "ridge", m.Theta, theta, 1e-7)
}

// Down to the smallest number there is, the best of a ball lies on its rim, downhill
// from zero, and is found at once.
func TestSmallestBalls(t *testing.T) {
	for _, degree := range []int{0, 1, 5, 7} {
		for _, half := range []float64{5, 1} {
			for _, sigma := range []float64{0.1, 1} {
				name := fmt.Sprintf("degree %d, half %v, σ = %v", degree, half, sigma)
				b := Must(RiskInBalls(t.Context(), sinePopulation(degree, 5*(half-1)/4, half, sigma)))
				downhill := mat.VecDenseCopyOf(b.tangent)
				downhill.ScaleVec(-1/mat.Norm(downhill, 2), downhill)
				last := b.Zero().Risk
				for _, radius := range []float64{5e-324, 1e-320, 2.3e-308, 1e-300, 1e-160, 1e-20, 1e-12, 1e-9, 1e-6,
					1e-3, 0.1} {
					m := mustBall(t, b, radius)
					wantNear(t, fmt.Sprintf("%s: norm", name), m.Norm, radius, 1e-6)
					if !(m.Multiplier > 0) || !(m.Risk <= last*(1+1e-15)) {
						t.Errorf("%s, D = %v: μ = %v, risk %v after %v", name, radius, m.Multiplier, m.Risk, last)
					}
					last = m.Risk
					if k := b.Certify(m); k.PrimalDualGap > max(k.Bound, 1e-9) || math.IsNaN(k.Residual) {
						t.Errorf("%s, D = %v: the certificate is %+v", name, radius, k)
					}
					if radius > 1e-20 || radius < 1e-300 {
						continue
					}
					want := mat.VecDenseCopyOf(downhill)
					want.ScaleVec(radius, want)
					wantClose(t, fmt.Sprintf("%s, D = %v: θ", name, radius), m.Theta, want.RawVector().Data, 1e-5)
				}
			}
		}
	}
}

func TestRiskInBallsHard(t *testing.T) {
	ctx := t.Context()
	p := sinePopulation(2, 5, 5, 0.2)
	dependent := Population{Phi: mat.NewDense(3, 2, []float64{1, 1, 1, 1, 1, 1}), Truth: []float64{1, 2, 3}, Sigma: 1}
	wide := Population{Phi: mat.NewDense(1, 2, []float64{1, 2}), Truth: []float64{1}, Sigma: 1}
	infinite := Population{Phi: mat.NewDense(1, 1, []float64{math.Inf(1)}), Truth: []float64{1}, Sigma: 1}
	for _, test := range []struct {
		name string
		p    Population
		err  error
	}{{"dependent", dependent, ErrSingular}, {"too few places", wide, ErrSingular},
		{"infinite", infinite, ErrOverflow}} {
		wantError(t, test.name, errorOf(RiskInBalls(ctx, test.p)), test.err)
	}
	// Nothing to learn: θ* = 0, and every ball holds it.
	b := Must(RiskInBalls(t.Context(), Population{Phi: p.Phi, Truth: make([]float64, len(p.Truth)), Sigma: 0.2}))
	if m := mustBall(t, b, 1e-3); b.Best.Norm != 0 || m.Norm != 0 || m.Multiplier != 0 || len(b.Path) != 0 {
		t.Errorf("of a truth of zeros: %+v, %d balls", m, len(b.Path))
	}
	cancelled := ended(t)
	b = Must(RiskInBalls(t.Context(), p))
	wantError(t, "cancelled", errorOf(RiskInBalls(cancelled, p)), context.Canceled)
	wantError(t, "cancelled", errorOf(b.At(cancelled, b.Best.Norm/3)), context.Canceled)
	for _, radius := range []float64{-1, math.NaN()} {
		wantPanic(t, fmt.Sprint(radius), func() { b.At(ctx, radius) })
	}
	wantPanic(t, "σ", func() { RiskInBalls(ctx, Population{p.Phi, p.Truth, 0}) })
	wantPanic(t, "places", func() { RiskInBalls(ctx, Population{p.Phi, p.Truth[1:], 1}) })
	wantPanic(t, "truth", func() { RiskInBalls(ctx, Population{infinite.Phi, []float64{math.NaN()}, 1}) })
	wantPanic(t, "values", func() { p.Risk([]float64{1}) })
}
