package lessons

import (
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
	s       *mat.SymDense
}

// newPopulation is the sine, seen at gridPoints places, with the features p.
func newPopulation(p powers, sigma float64) *population {
	u := &population{x: evenGrid(0, 10, gridPoints), sigma: sigma, d: p.d()}
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
	u.inverse = &T
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
	norm  float64 // ‖θ‖
	risk  float64
	slope float64 // −d‖θ‖/dμ
}

// minimize finds the least of risk + μ‖θ‖² from c: Newton's method, with steps
// of the majorizing parabola where Newton's does not descend.
func (u *population) minimize(c []float64, mu float64) minimum {
	objective := func(c []float64) float64 {
		v := mat.NewVecDense(u.d, c)
		return u.risk(u.on(c)) + mu*mat.Inner(v, u.s, v)
	}
	value := objective(c)
	var m minimum
	last := math.Inf(1)
	for range 200 {
		step, slope, decrement := u.step(c, mu, false)
		m.slope = slope
		var next []float64
		if near := decrement < 1e-10*value; near {
			// The objective no longer tells better from worse, the gradient does:
			// whole steps, as long as each halves it.
			if decrement > last/4 || decrement == 0 {
				break
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
				break
			}
		}
		c, value = next, objective(next)
	}
	m.mu, m.c, m.norm, m.risk = mu, c, u.norm(c), u.risk(u.on(c))
	return m
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
	best minimum   // over all θ: θ*
	path []minimum // ‖θ‖ increasing, from nearly 0 to nearly ‖θ*‖
}

// ballSteps is how many balls a path has.
const ballSteps = 40

// balls follows the minima of risk + μ‖θ‖² from nearly θ* to nearly 0: each is the
// best of the ball that it lies on the rim of.
func (u *population) balls() *ballPath {
	start := make([]float64, u.d)
	for i, g := range u.truth {
		for j, v := range u.q[i*u.d : (i+1)*u.d] {
			start[j] += v * g / float64(len(u.x))
		}
	}
	b := &ballPath{population: u, best: u.minimize(start, 0), path: make([]minimum, ballSteps)}
	// μ from where ‖θ‖ is a thousandth less than ‖θ*‖, by its slope there, to where
	// it is a hundredth, by ‖θ‖ ≤ ‖∇R(0)‖/2μ.
	zero := make([]float64, u.d)
	gradient, _ := u.slopes(zero, false)
	var g mat.VecDense // ∇ in θ is Rᵀ∇ in c
	var R mat.Dense
	if err := R.Inverse(u.inverse); err != nil && R.IsEmpty() {
		panic("lessons: the features of a population are linearly dependent")
	}
	g.MulVec(R.T(), mat.NewVecDense(u.d, gradient))
	low := 1e-3 * b.best.norm / b.best.slope
	high := mat.Norm(&g, 2) / (0.02 * b.best.norm)
	c := b.best.c
	for i := range b.path {
		m := u.minimize(c, low*math.Pow(high/low, float64(i)/(ballSteps-1)))
		b.path[ballSteps-1-i] = m
		c = m.c
	}
	return b
}

// at is the best in the ball ‖θ‖ ≤ radius: θ* if it lies there, and else the
// minimum of risk + μ‖θ‖² for the μ at which ‖θ‖ = radius.
func (b *ballPath) at(radius float64) minimum {
	if radius >= b.best.norm {
		return b.best
	}
	zero := make([]float64, b.d)
	if radius == 0 {
		return minimum{mu: math.Inf(1), c: zero, risk: b.risk(b.on(zero))}
	}
	// inside has the smaller norm and the larger μ, outside the other way round.
	inside, outside := minimum{mu: math.Inf(1), c: zero}, b.best
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
	for math.IsInf(inside.mu, 1) {
		m := b.minimize(outside.c, 10*outside.mu)
		if m.norm <= radius {
			inside = m
		} else {
			outside = m
		}
	}
	// Newton's method on 1/‖θ‖, which is nearly straight in μ, between the two.
	m := outside
	if radius-inside.norm < outside.norm-radius {
		m = inside
	}
	for range 60 {
		if math.Abs(m.norm-radius) <= 1e-14*radius || m.norm == 0 {
			break
		}
		mu := m.mu + (1/radius-1/m.norm)*m.norm*m.norm/m.slope
		if !(mu > outside.mu && mu < inside.mu) {
			mu = (outside.mu + inside.mu) / 2
		}
		if mu == outside.mu || mu == inside.mu {
			break
		}
		m = b.minimize(m.c, mu)
		if m.norm > radius {
			outside = m
		} else {
			inside = m
		}
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
	gradient, _ := b.slopes(m.c, false)
	var R mat.Dense
	_ = R.Inverse(b.inverse)
	var g mat.VecDense
	g.MulVec(R.T(), mat.NewVecDense(b.d, gradient))
	theta := mat.NewVecDense(b.d, b.theta(m.c))
	long := mat.Norm(&g, 2)
	gap := mat.Dot(&g, theta) + m.norm*long
	residual := 0.0 // of ∇ + 2μθ = 0
	if !math.IsInf(m.mu, 1) {
		g.AddScaledVec(&g, 2*m.mu, theta)
		residual = mat.Norm(&g, 2) / math.Max(b.featureNorm(), long)
	}
	bound := 8 * float64(b.d) * 0x1p-52 * mat.Cond(b.Phi, 2)
	c := engine.Certificate{PrimalDualGap: math.Max(math.Abs(gap)/m.risk, 0x1p-52), Residual: residual, Bound: bound}
	c.OK = bound < 1e-6 && c.PrimalDualGap <= bound && c.Residual <= bound
	return c
}
