package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A BallRisk is the least risk of a [Population] that any ball of coefficients allows,
//
//	min R(θ) over ‖θ‖ ≤ D,   R(θ) = E|Y − θᵀφ(X)|,   for every D ≥ 0.
//
// R(θ) − R(θ*), θ* the best of all, is what the ball costs: the part of the
// approximation error that a constraint on ‖θ‖ adds. As R is 1-Lipschitz in the
// prediction, it is at most E‖φ(X)‖ (‖θ*‖ − D)₊.
//
// Source: Bach, Learning Theory from First Principles (2024), chapter 4.
type BallRisk struct {
	Population
	Best RiskMinimum   // θ*, with Multiplier 0
	Path []RiskMinimum // ‖θ‖ increasing, from about ‖θ*‖/100 to nearly ‖θ*‖; none if θ* = 0

	risk    *risk
	tangent *mat.VecDense // ∇R at θ = 0
}

// ballSteps is how many balls a path has.
const ballSteps = 40

// RiskInBalls minimises the risk over all θ, and follows the minima of R + μ‖θ‖² from
// nearly θ* to nearly 0 as μ grows: each is the best of the ball that it lies on the
// rim of. It is Newton's method, d×d, in coordinates in which Φ is orthogonal, each
// minimum from the one before; a step costs O(Md²).
//
// It returns [ErrSingular] if the features are linearly dependent to working
// precision, [ErrOverflow] if one is not finite, [ErrNoConvergence] if a minimum takes
// more than 200 steps or none of them descends, and the error of ctx, looked at before
// each step. It panics if features and truth differ in number, truth is not finite, or
// σ is not positive and finite.
//
// Source: Boyd and Vandenberghe, Convex Optimization (2004), section 9.5; Hunter and
// Lange, A tutorial on MM algorithms, The American Statistician 58 (2004).
func RiskInBalls(ctx context.Context, p Population) (*BallRisk, error) {
	p.check()
	u, err := newRisk(p)
	if err != nil {
		return nil, err
	}
	start := make([]float64, u.d)
	for i, g := range u.Truth {
		for j, v := range u.q[i*u.d : (i+1)*u.d] {
			start[j] += v * g / float64(len(u.Truth))
		}
	}
	best, err := u.minimize(ctx, start, 0)
	if err != nil {
		return nil, err
	}
	b := &BallRisk{Population: p, Best: best, risk: u, tangent: u.gradient(make([]float64, u.d))}
	if best.Norm == 0 {
		return b, nil
	}
	// μ from where ‖θ‖ is a thousandth less than ‖θ*‖, by its slope there, to where
	// it is a hundredth, by ‖θ‖ ≤ ‖∇R(0)‖/2μ.
	b.Path = make([]RiskMinimum, ballSteps)
	low := 1e-3 * best.Norm / best.slope
	high := mat.Norm(b.tangent, 2) / (0.02 * best.Norm)
	c := best.c
	for i := range b.Path {
		m, err := u.minimize(ctx, c, low*math.Pow(high/low, float64(i)/(ballSteps-1)))
		if err != nil {
			return nil, err
		}
		b.Path[ballSteps-1-i] = m
		c = m.c
	}
	return b, nil
}

// Zero returns the best of the ball of radius 0.
func (b *BallRisk) Zero() RiskMinimum { return b.risk.at(math.Inf(1), make([]float64, b.risk.d)) }

// Fitted returns f(xᵢ) = θᵀφ(xᵢ) at the M places.
func (b *BallRisk) Fitted(m RiskMinimum) []float64 { return b.risk.on(m.c) }

const (
	// nearZero is where a ball is so small that the risk in it is nearly its tangent.
	nearZero = 1. / 16
	// maxNear steps, each a sixteenth of the last at most, leave nothing to do.
	maxNear = 20
	// maxRadius is how many μ are tried for a radius. Then a duality gap of settledGap,
	// relative to the risk, is enough.
	maxRadius  = 60
	settledGap = 1e-9
)

// At returns the best in the ball ‖θ‖ ≤ radius: θ* if it lies there, and else the
// minimum of R + μ‖θ‖² for the μ at which ‖θ‖ = radius. Of the smallest balls μ may be
// beyond float64, and +Inf.
//
// It returns [ErrNoConvergence] if after 60 μ the duality gap, see
// [BallRisk.Certify], is not under 10⁻⁹ of the risk, or if a minimum is not found, and
// the error of ctx. It panics if radius is negative or NaN.
//
// Source: Moré and Sorensen, Computing a trust region step, SIAM Journal on Scientific
// and Statistical Computing 4 (1983).
func (b *BallRisk) At(ctx context.Context, radius float64) (RiskMinimum, error) {
	if !(radius >= 0) {
		panic("engine: the radius of a ball is negative or NaN")
	}
	if radius >= b.Best.Norm {
		return b.Best, nil
	}
	if radius == 0 {
		return b.Zero(), nil
	}
	steepest := mat.Norm(b.tangent, 2)
	if radius*b.curvature() <= nearZero*steepest {
		return b.near(radius), nil
	}
	// inside has the smaller norm and the larger μ, outside the other way round.
	inside, outside := b.Zero(), b.Best
	for _, m := range b.Path {
		if m.Norm <= radius {
			inside = m
		}
	}
	for i := len(b.Path) - 1; i >= 0; i-- {
		if b.Path[i].Norm > radius {
			outside = b.Path[i]
		}
	}
	if !math.IsInf(inside.Multiplier, 1) {
		return b.risk.between(ctx, inside, outside, radius)
	}
	// No path leads to the smaller balls. There μ‖θ‖² outweighs the risk, and θ is the
	// better coordinate. ‖θ‖ ≤ ‖∇R(0)‖/2μ, so that the search ends.
	u := b.risk.plain()
	outside.c = outside.Theta
	for mu := 10 * outside.Multiplier; math.IsInf(inside.Multiplier, 1); mu *= 10 {
		m, err := u.minimize(ctx, outside.c, mu)
		if err != nil {
			return RiskMinimum{}, err
		}
		if m.Norm <= radius {
			inside = m
		} else if outside = m; mu > steepest/radius {
			return RiskMinimum{}, ErrNoConvergence
		}
	}
	m, err := u.between(ctx, inside, outside, radius)
	if err != nil {
		return RiskMinimum{}, err
	}
	m.c = Apply(b.risk.R, m.Theta)
	return m, nil
}

// between is the minimum with ‖θ‖ = radius between two others, by Newton's method
// on 1/‖θ‖, which is nearly straight in μ.
func (u *risk) between(ctx context.Context, inside, outside RiskMinimum, radius float64) (RiskMinimum, error) {
	m := outside
	if radius-inside.Norm < outside.Norm-radius {
		m = inside
	}
	for range maxRadius {
		if math.Abs(m.Norm-radius) <= 1e-14*radius || m.Norm == 0 {
			return m, nil
		}
		mu := m.Multiplier + (1/radius-1/m.Norm)*m.Norm*m.Norm/m.slope
		if !(mu > outside.Multiplier && mu < inside.Multiplier) {
			mu = (outside.Multiplier + inside.Multiplier) / 2
		}
		if mu == outside.Multiplier || mu == inside.Multiplier {
			return m, nil
		}
		var err error
		if m, err = u.minimize(ctx, m.c, mu); err != nil {
			return RiskMinimum{}, err
		}
		if m.Norm > radius {
			outside = m
		} else {
			inside = m
		}
	}
	// Where features are nearly dependent ‖θ‖ has fewer digits than were asked for.
	if gap, _ := u.gap(inside, radius); gap <= settledGap*inside.Risk {
		return inside, nil
	}
	return RiskMinimum{}, ErrNoConvergence
}

// near is the best of a ball so small that the risk in it is nearly its tangent. On
// the rim −∇R(θ) = 2μθ, and
//
//	θ ← −D ∇R(θ)/‖∇R(θ)‖
//
// contracts by D·curvature/‖∇R‖, down to the smallest D there is.
func (b *BallRisk) near(radius float64) RiskMinimum {
	m := b.Zero()
	for range maxNear {
		g := b.risk.gradient(m.c)
		length := mat.Norm(g, 2)
		g.ScaleVec(-1/length, g)
		var c mat.VecDense
		c.MulVec(b.risk.R, g)
		c.ScaleVec(radius, &c)
		g.ScaleVec(radius, g)
		m = b.risk.at(length/2/radius, c.RawVector().Data)
		m.Theta, m.Norm = g.RawVector().Data, radius
	}
	return m
}

// Certify bounds what m may lack of the best in its ball, of radius D = ‖θ_m‖. The
// risk is convex, so that for every ‖θ‖ ≤ D
//
//	R(θ) ≥ R(θ_m) + ∇ᵀ(θ − θ_m) ≥ R(θ_m) − (∇ᵀθ_m + D‖∇‖),
//
// and the bracket is a duality gap (Frank and Wolfe 1956). PrimalDualGap is that,
// relative to the risk; for m the best of all, where ∇ = 0, it is what the gradient
// leaves. Residual is ‖∇R + 2μθ‖ of the greater of E‖φ(X)‖ and ‖∇R‖. The error of
// both is that of the coordinates,
//
//	Bound = 8dε cond(Φ).
func (b *BallRisk) Certify(m RiskMinimum) Certificate {
	gap, g := b.risk.gap(m, m.Norm)
	long := mat.Norm(g, 2)
	residual := 0.0
	if !math.IsInf(m.Multiplier, 1) {
		g.AddScaledVec(g, 2*m.Multiplier, mat.NewVecDense(b.risk.d, m.Theta))
		residual = mat.Norm(g, 2) / math.Max(b.FeatureNorm(), long)
	}
	bound := 8 * float64(b.risk.d) * Epsilon * mat.Cond(b.Phi, 2)
	return Certified(math.Max(math.Abs(gap)/m.Risk, Epsilon), residual, bound)
}

// gap is the bracket in the ball of radius D, with ∇.
func (u *risk) gap(m RiskMinimum, D float64) (gap float64, g *mat.VecDense) {
	g = u.gradient(m.c)
	return mat.Dot(g, mat.NewVecDense(u.d, m.Theta)) + D*mat.Norm(g, 2), g
}
