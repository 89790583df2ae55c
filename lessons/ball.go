package lessons

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
)

// A population is all there is to know of a problem with one input: X is uniform
// on the places x, and Y = truth(X) + σZ with Z standard normal. Its risks are
// sums, so that no sample is needed to have them.
//
// The loss is the absolute one, which is 1-Lipschitz in the prediction. With
// e = truth(x) − f(x) what it costs on average is the mean of a folded normal,
//
//	h(e) = E|e + σZ| = σ√(2/π) exp(−e²/2σ²) + e erf(e/σ√2),
//
// smooth and convex for σ > 0, with h′(e) = erf(e/σ√2).
type population struct {
	x, truth []float64
	sigma    float64
	Phi      *mat.Dense // M×d, φ(x)ᵀ
	d        int

	// Φ = QR with QᵀQ = M·I; c = Rθ are coordinates in which the risk is well
	// conditioned whatever the features are, and ‖θ‖² = cᵀSc.
	q       []float64 // M×d, by rows
	inverse *mat.Dense
	R       *mat.Dense // the inverse of inverse, as rounded
	s       *mat.SymDense
}

// newPopulation is the sine, seen at gridPoints places, with the features p.
func newPopulation(p powers, sigma float64) *population {
	u := &population{x: grid(0, 10), sigma: sigma, d: p.d()}
	u.truth = make([]float64, len(u.x))
	for i, x := range u.x {
		u.truth[i] = engine.SineTruth(x)
	}
	u.Phi = p.matrix(u.x)
	var qr mat.QR
	qr.Factorize(u.Phi)
	var Q, R mat.Dense
	qr.QTo(&Q)
	qr.RTo(&R)
	root := math.Sqrt(float64(len(u.x)))
	for i := range u.x {
		for j := range u.d {
			u.q = append(u.q, root*Q.At(i, j))
		}
	}
	var T mat.Dense // R⁻¹ for the scaled Q
	if err := T.Inverse(R.Slice(0, u.d, 0, u.d)); err != nil && T.IsEmpty() {
		panic("lessons: the features of a population are linearly dependent")
	}
	T.Scale(root, &T)
	u.inverse, u.R = &T, &mat.Dense{}
	if err := u.R.Inverse(&T); err != nil && u.R.IsEmpty() {
		panic("lessons: the features of a population are linearly dependent")
	}
	var s mat.Dense
	s.Mul(T.T(), &T)
	u.s = mat.NewSymDense(u.d, nil)
	for i := range u.d {
		for j := i; j < u.d; j++ {
			u.s.SetSym(i, j, (s.At(i, j)+s.At(j, i))/2)
		}
	}
	return u
}

// bayes is the risk of the truth itself, E|σZ|.
func (u *population) bayes() float64 { return u.sigma * math.Sqrt(2/math.Pi) }

// theta is R⁻¹c.
func (u *population) theta(c []float64) []float64 {
	v := mat.NewVecDense(u.d, nil)
	v.MulVec(u.inverse, mat.NewVecDense(u.d, c))
	return v.RawVector().Data
}

// norm is ‖θ‖ of θ = R⁻¹c.
func (u *population) norm(c []float64) float64 {
	return mat.Norm(mat.NewVecDense(u.d, u.theta(c)), 2)
}

// on is the function with the coordinates c at the places x.
func (u *population) on(c []float64) []float64 {
	f := make([]float64, len(u.x))
	for i := range f {
		for j, v := range u.q[i*u.d : (i+1)*u.d] {
			f[i] += v * c[j]
		}
	}
	return f
}

// risk is E|Y − f(X)| for the values f at the places x.
func (u *population) risk(f []float64) float64 {
	sum := 0.0
	for i, g := range u.truth {
		sum += u.loss(g - f[i])
	}
	return sum / float64(len(f))
}

// loss is h(e).
func (u *population) loss(e float64) float64 {
	z := e / u.sigma
	return u.bayes()*math.Exp(-z*z/2) + e*math.Erf(z/math.Sqrt2)
}

// slopes are the gradient of the risk in c, and the weighted Gram matrix
// QᵀWQ/M: with W = h″ the Hessian; with W = h′(e)/e, if majorize is set, that of a
// parabola that touches the risk and lies above it, since h(√u) is concave in u.
func (u *population) slopes(c []float64, majorize bool) (gradient []float64, H *mat.SymDense) {
	m := float64(len(u.x))
	gradient = make([]float64, u.d)
	h := make([]float64, u.d*u.d)
	for i, g := range u.truth {
		row := u.q[i*u.d : (i+1)*u.d]
		e := g
		for j, v := range row {
			e -= v * c[j]
		}
		z := e / u.sigma
		slope := math.Erf(z / math.Sqrt2)
		w := math.Sqrt(2/math.Pi) / u.sigma * math.Exp(-z*z/2)
		if majorize && math.Abs(z) > 1e-6 {
			w = slope / e
		}
		for j, v := range row {
			gradient[j] -= slope * v / m
			for k := j; k < u.d; k++ {
				h[j*u.d+k] += w * v * row[k] / m
			}
		}
	}
	return gradient, mat.NewSymDense(u.d, h)
}

// A minimum is where risk + μ‖θ‖² is least.
type minimum struct {
	mu    float64
	c     []float64
	theta []float64
	norm  float64 // ‖θ‖
	risk  float64
	slope float64 // −d‖θ‖/dμ
}

// minimumAt is the point c, found as the minimum at μ.
func (u *population) minimumAt(mu float64, c []float64) minimum {
	theta := u.theta(c)
	return minimum{mu: mu, c: c, theta: theta, norm: mat.Norm(mat.NewVecDense(u.d, theta), 2), risk: u.risk(u.on(c))}
}

const (
	// maxMinimize steps are more than any start takes: of 6,000 minima along paths
	// none took nine.
	maxMinimize = 200
	// stuck is how much a step may promise, relative to the objective, that rounding
	// then does not let be seen.
	stuck = 1e-6
)

// minimize finds the least of risk + μ‖θ‖² from c: Newton's method, with steps
// of the majorizing parabola where Newton's does not descend. It returns
// [engine.ErrNoConvergence] where neither does though there is much to gain, or
// after 200 steps.
func (u *population) minimize(ctx context.Context, c []float64, mu float64) (minimum, error) {
	objective := func(c []float64) float64 {
		v := mat.NewVecDense(u.d, c)
		return u.risk(u.on(c)) + mu*mat.Inner(v, u.s, v)
	}
	value := objective(c)
	last := math.Inf(1)
	for range maxMinimize {
		if err := ctx.Err(); err != nil {
			return minimum{}, err
		}
		step, slope, decrement := u.step(c, mu, false)
		found := func() (minimum, error) {
			m := u.minimumAt(mu, c)
			m.slope = slope
			return m, nil
		}
		var next []float64
		if near := decrement < 1e-10*value; near {
			// The objective no longer tells better from worse, the gradient does:
			// whole steps, as long as each halves it.
			if decrement > last/4 || decrement == 0 {
				return found()
			}
			last = decrement
			next = make([]float64, len(c))
			for j := range c {
				next[j] = c[j] + step[j]
			}
		} else if down, ok := descend(objective, c, step, value, decrement); ok {
			next = down
		} else {
			step, _, decrement = u.step(c, mu, true)
			if next, ok = descend(objective, c, step, value, decrement); !ok {
				if decrement > stuck*value {
					break
				}
				return found()
			}
		}
		c, value = next, objective(next)
	}
	return minimum{}, engine.ErrNoConvergence
}

// step is −(H + 2μS)⁻¹∇, and the decrement ∇ᵀ(H + 2μS)⁻¹∇: twice what a parabola
// would gain.
func (u *population) step(c []float64, mu float64, majorize bool) (step []float64, slope, decrement float64) {
	gradient, H := u.slopes(c, majorize)
	g := mat.NewVecDense(u.d, gradient)
	var Sc, p, v mat.VecDense
	Sc.MulVec(u.s, mat.NewVecDense(u.d, c))
	g.AddScaledVec(g, 2*mu, &Sc)
	var A mat.SymDense
	A.ScaleSym(2*mu, u.s)
	A.AddSym(&A, H)
	var chol mat.Cholesky
	if !chol.Factorize(&A) {
		return make([]float64, u.d), 0, math.Inf(1)
	}
	_ = chol.SolveVecTo(&p, g) // an ill-conditioned step is tried, and refused if it climbs
	_ = chol.SolveVecTo(&v, &Sc)
	decrement = mat.Dot(g, &p)
	p.ScaleVec(-1, &p)
	if norm := u.norm(c); norm > 0 {
		slope = 2 * mat.Dot(&Sc, &v) / norm
	}
	return p.RawVector().Data, slope, decrement
}

// descend goes along step until the objective is less by a fair part of what was
// promised.
func descend(objective func([]float64) float64, c, step []float64, value, decrement float64) ([]float64, bool) {
	if math.IsInf(decrement, 1) {
		return c, false
	}
	next := make([]float64, len(c))
	for t := 1.0; t > 1e-4; t /= 2 {
		for j := range c {
			next[j] = c[j] + t*step[j]
		}
		if objective(next) <= value-1e-4*t*decrement+1e-15*value {
			return next, true
		}
	}
	return c, false
}

// A ballPath is the best that any ball ‖θ‖ ≤ D allows, for every D.
type ballPath struct {
	*population
	best    minimum       // over all θ: θ*
	path    []minimum     // ‖θ‖ increasing, from nearly 0 to nearly ‖θ*‖
	tangent *mat.VecDense // ∇R at θ = 0
}

// ballSteps is how many balls a path has.
const ballSteps = 40

// balls follows the minima of risk + μ‖θ‖² from nearly θ* to nearly 0: each is the
// best of the ball that it lies on the rim of.
func (u *population) balls(ctx context.Context) (*ballPath, error) {
	start := make([]float64, u.d)
	for i, g := range u.truth {
		for j, v := range u.q[i*u.d : (i+1)*u.d] {
			start[j] += v * g / float64(len(u.x))
		}
	}
	best, err := u.minimize(ctx, start, 0)
	if err != nil {
		return nil, err
	}
	b := &ballPath{population: u, best: best, path: make([]minimum, ballSteps)}
	// μ from where ‖θ‖ is a thousandth less than ‖θ*‖, by its slope there, to where
	// it is a hundredth, by ‖θ‖ ≤ ‖∇R(0)‖/2μ.
	b.tangent = u.inTheta(make([]float64, u.d))
	low := 1e-3 * b.best.norm / b.best.slope
	high := mat.Norm(b.tangent, 2) / (0.02 * b.best.norm)
	c := b.best.c
	for i := range b.path {
		m, err := u.minimize(ctx, c, low*math.Pow(high/low, float64(i)/(ballSteps-1)))
		if err != nil {
			return nil, err
		}
		b.path[ballSteps-1-i] = m
		c = m.c
	}
	return b, nil
}

// inTheta is ∇R(θ) at θ = R⁻¹c, which is Rᵀ times the gradient in c.
func (u *population) inTheta(c []float64) *mat.VecDense {
	gradient, _ := u.slopes(c, false)
	var g mat.VecDense
	g.MulVec(u.R.T(), mat.NewVecDense(u.d, gradient))
	return &g
}

const (
	// nearZero is where a ball is so small that the risk in it is nearly its tangent.
	nearZero = 1. / 16
	// maxNear steps, each a sixteenth of the last at most, leave nothing to do.
	maxNear = 20
	// maxRadius is how many μ are tried for a radius. Then a duality gap of settled,
	// relative to the risk, is enough.
	maxRadius = 60
	settled   = 1e-9
)

// zero is the best of the ball that holds nothing else.
func (u *population) zero() minimum { return u.minimumAt(math.Inf(1), make([]float64, u.d)) }

// at is the best in the ball ‖θ‖ ≤ radius: θ* if it lies there, and else the
// minimum of risk + μ‖θ‖² for the μ at which ‖θ‖ = radius. Of the smallest balls
// μ may be beyond float64, and +Inf. It returns [engine.ErrNoConvergence] if after
// 60 μ the duality gap is not under 10⁻⁹ of the risk.
func (b *ballPath) at(ctx context.Context, radius float64) (minimum, error) {
	if radius >= b.best.norm {
		return b.best, nil
	}
	if radius == 0 {
		return b.zero(), nil
	}
	steepest := mat.Norm(b.tangent, 2)
	if radius*b.curvature() <= nearZero*steepest {
		return b.near(radius), nil
	}
	// inside has the smaller norm and the larger μ, outside the other way round.
	inside, outside := b.zero(), b.best
	for _, m := range b.path {
		if m.norm <= radius {
			inside = m
		}
	}
	for i := len(b.path) - 1; i >= 0; i-- {
		if b.path[i].norm > radius {
			outside = b.path[i]
		}
	}
	if !math.IsInf(inside.mu, 1) {
		return b.between(ctx, inside, outside, radius)
	}
	// No path leads to the smaller balls. There μ‖θ‖² outweighs the risk, and θ is the
	// better coordinate. ‖θ‖ ≤ ‖∇R(0)‖/2μ, so that the search ends.
	u := b.plain()
	outside.c = outside.theta
	for mu := 10 * outside.mu; math.IsInf(inside.mu, 1); mu *= 10 {
		m, err := u.minimize(ctx, outside.c, mu)
		if err != nil {
			return minimum{}, err
		}
		if m.norm <= radius {
			inside = m
		} else if outside = m; mu > steepest/radius {
			return minimum{}, engine.ErrNoConvergence
		}
	}
	m, err := u.between(ctx, inside, outside, radius)
	if err != nil {
		return minimum{}, err
	}
	var c mat.VecDense
	c.MulVec(b.R, mat.NewVecDense(b.d, m.theta))
	m.c = c.RawVector().Data
	return m, nil
}

// plain is the population with the coordinates c = θ.
func (u *population) plain() *population {
	p := *u
	p.s = mat.NewSymDense(u.d, nil)
	for j := range u.d {
		p.s.SetSym(j, j, 1)
	}
	p.R = mat.DenseCopyOf(p.s)
	p.inverse, p.q = p.R, mat.DenseCopyOf(u.Phi).RawMatrix().Data
	return &p
}

// between is the minimum with ‖θ‖ = radius between two others, by Newton's method
// on 1/‖θ‖, which is nearly straight in μ.
func (u *population) between(ctx context.Context, inside, outside minimum, radius float64) (minimum, error) {
	m := outside
	if radius-inside.norm < outside.norm-radius {
		m = inside
	}
	for range maxRadius {
		if math.Abs(m.norm-radius) <= 1e-14*radius || m.norm == 0 {
			return m, nil
		}
		mu := m.mu + (1/radius-1/m.norm)*m.norm*m.norm/m.slope
		if !(mu > outside.mu && mu < inside.mu) {
			mu = (outside.mu + inside.mu) / 2
		}
		if mu == outside.mu || mu == inside.mu {
			return m, nil
		}
		var err error
		if m, err = u.minimize(ctx, m.c, mu); err != nil {
			return minimum{}, err
		}
		if m.norm > radius {
			outside = m
		} else {
			inside = m
		}
	}
	// Where features are nearly dependent ‖θ‖ has fewer digits than were asked for.
	if gap, _ := u.gap(inside, radius); gap <= settled*inside.risk {
		return inside, nil
	}
	return minimum{}, engine.ErrNoConvergence
}

// curvature bounds that of the risk: ∇²R = E h″(e)φφᵀ, and h″ ≤ √(2/π)/σ.
func (u *population) curvature() float64 {
	square := mat.Norm(u.Phi, 2)
	return math.Sqrt(2/math.Pi) / u.sigma * square * square / float64(len(u.x))
}

// near is the best of a ball so small that the risk in it is nearly its tangent. On
// the rim −∇R(θ) = 2μθ, and
//
//	θ ← −D ∇R(θ)/‖∇R(θ)‖
//
// contracts by D·curvature/‖∇R‖, down to the smallest D there is.
func (b *ballPath) near(radius float64) minimum {
	m := b.minimumAt(0, make([]float64, b.d))
	for range maxNear {
		g := b.inTheta(m.c)
		length := mat.Norm(g, 2)
		g.ScaleVec(-1/length, g)
		var c mat.VecDense
		c.MulVec(b.R, g)
		c.ScaleVec(radius, &c)
		g.ScaleVec(radius, g)
		m = b.minimumAt(length/2/radius, c.RawVector().Data)
		m.theta, m.norm = g.RawVector().Data, radius
	}
	return m
}

// featureNorm is E‖φ(X)‖.
func (u *population) featureNorm() float64 {
	sum := 0.0
	for i := range u.x {
		sum += mat.Norm(u.Phi.RowView(i), 2)
	}
	return sum / float64(len(u.x))
}

// certify bounds what m may lack of the best in its ball. The risk is convex, so
// that for every ‖θ‖ ≤ D
//
//	R(θ) ≥ R(θ_m) + ∇ᵀ(θ − θ_m) ≥ R(θ_m) − (∇ᵀθ_m + D‖∇‖),
//
// and the bracket is a duality gap (Frank and Wolfe 1956). For m on all of ℝᵈ,
// where ‖θ_m‖ < D, it is what the gradient leaves. Rounding is allowed
// 8dε·R·cond(Φ).
func (b *ballPath) certify(m minimum) engine.Certificate {
	gap, g := b.gap(m, m.norm)
	long := mat.Norm(g, 2)
	residual := 0.0 // of ∇ + 2μθ = 0
	if !math.IsInf(m.mu, 1) {
		g.AddScaledVec(g, 2*m.mu, mat.NewVecDense(b.d, m.theta))
		residual = mat.Norm(g, 2) / math.Max(b.featureNorm(), long)
	}
	bound := 8 * float64(b.d) * 0x1p-52 * mat.Cond(b.Phi, 2)
	c := engine.Certificate{PrimalDualGap: math.Max(math.Abs(gap)/m.risk, 0x1p-52), Residual: residual, Bound: bound}
	c.OK = bound < 1e-6 && c.PrimalDualGap <= bound && c.Residual <= bound
	return c
}

// gap is the bracket in the ball of radius D, with ∇.
func (u *population) gap(m minimum, D float64) (gap float64, g *mat.VecDense) {
	g = u.inTheta(m.c)
	return mat.Dot(g, mat.NewVecDense(u.d, m.theta)) + D*mat.Norm(g, 2), g
}
