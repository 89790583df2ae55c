package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A RiskMinimum is where the risk of a [Population] and a penalty are least,
//
//	θ = argmin R(θ) + μ‖θ‖²,   R(θ) = E|Y − θᵀφ(X)|,   ∇R(θ) + 2μθ = 0.
//
// It is also the best of all θ' with ‖θ'‖ ≤ ‖θ‖, and μ the multiplier of that
// constraint.
type RiskMinimum struct {
	Theta      []float64
	Norm       float64 // ‖θ‖
	Risk       float64 // R(θ)
	Multiplier float64 // μ ≥ 0; +Inf where θ is zero, or so short that μ is beyond float64

	c     []float64 // θ in the coordinates of the risk
	slope float64   // −d‖θ‖/dμ
}

// A risk is a population in coordinates c = Rθ.
type risk struct {
	Population
	d int

	// Φ = QR with QᵀQ = M·I: in c the risk is well conditioned whatever the features
	// are, and ‖θ‖² = cᵀSc.
	q       []float64     // M×d, by rows
	inverse *mat.Dense    // R⁻¹
	R       *mat.Dense    // the inverse of that, as rounded
	s       *mat.SymDense // S
}

// newRisk returns ErrSingular where the features are linearly dependent to working
// precision, and ErrOverflow where one is not finite.
func newRisk(p Population) (*risk, error) {
	m, d := p.Phi.Dims()
	if m < d {
		return nil, ErrSingular
	}
	if !allFiniteIn(p.Phi) {
		return nil, ErrOverflow
	}
	u := &risk{Population: p, d: d, inverse: &mat.Dense{}, R: &mat.Dense{}}
	var qr mat.QR
	qr.Factorize(p.Phi)
	var Q, R mat.Dense
	qr.QTo(&Q)
	qr.RTo(&R)
	root := math.Sqrt(float64(m))
	for i := range m {
		for j := range d {
			u.q = append(u.q, root*Q.At(i, j))
		}
	}
	if u.inverse.Inverse(R.Slice(0, d, 0, d)) != nil {
		return nil, ErrSingular
	}
	u.inverse.Scale(root, u.inverse) // for the scaled Q
	if u.R.Inverse(u.inverse) != nil {
		return nil, ErrSingular
	}
	var s mat.Dense
	s.Mul(u.inverse.T(), u.inverse)
	u.s = mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			u.s.SetSym(i, j, (s.At(i, j)+s.At(j, i))/2)
		}
	}
	return u, nil
}

// plain is the risk in the coordinates c = θ.
func (u *risk) plain() *risk {
	p := *u
	p.s = mat.NewSymDense(u.d, nil)
	for j := range u.d {
		p.s.SetSym(j, j, 1)
	}
	p.R = mat.DenseCopyOf(p.s)
	p.inverse, p.q = p.R, mat.DenseCopyOf(u.Phi).RawMatrix().Data
	return &p
}

// at is the point c, found as the minimum at μ.
func (u *risk) at(mu float64, c []float64) RiskMinimum {
	theta := mat.NewVecDense(u.d, nil)
	theta.MulVec(u.inverse, mat.NewVecDense(u.d, c))
	return RiskMinimum{
		Theta: theta.RawVector().Data, Norm: mat.Norm(theta, 2), Risk: u.Risk(u.on(c)), Multiplier: mu, c: c,
	}
}

// on is the function with the coordinates c at the places.
func (u *risk) on(c []float64) []float64 {
	f := make([]float64, len(u.Truth))
	for i := range f {
		for j, v := range u.q[i*u.d : (i+1)*u.d] {
			f[i] += v * c[j]
		}
	}
	return f
}

// slopes are the gradient of the risk in c, and the weighted Gram matrix
// QᵀWQ/M: with W = h″ the Hessian; with W = h′(e)/e, if majorize is set, that of a
// parabola that touches the risk and lies above it, since h(√u) is concave in u.
func (u *risk) slopes(c []float64, majorize bool) (gradient []float64, H *mat.SymDense) {
	m := float64(len(u.Truth))
	gradient = make([]float64, u.d)
	h := make([]float64, u.d*u.d)
	for i, g := range u.Truth {
		row := u.q[i*u.d : (i+1)*u.d]
		e := g
		for j, v := range row {
			e -= v * c[j]
		}
		z := e / u.Sigma
		slope := math.Erf(z / math.Sqrt2)
		w := math.Sqrt(2/math.Pi) / u.Sigma * math.Exp(-z*z/2)
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

// gradient is ∇R in θ = R⁻¹c, which is Rᵀ times that in c.
func (u *risk) gradient(c []float64) *mat.VecDense {
	inC, _ := u.slopes(c, false)
	var g mat.VecDense
	g.MulVec(u.R.T(), mat.NewVecDense(u.d, inC))
	return &g
}

const (
	// maxRiskSteps are more than any start takes: of 6,000 minima along paths none took
	// nine.
	maxRiskSteps = 200
	// unseenRisk is how much a step may promise, relative to the objective, that
	// rounding then does not let be seen.
	unseenRisk = 1e-6
)

// minimize finds the least of risk + μ‖θ‖² from c: Newton's method, with steps
// of the majorizing parabola where Newton's does not descend. It returns
// ErrNoConvergence where neither does though there is much to gain, or after 200
// steps.
func (u *risk) minimize(ctx context.Context, c []float64, mu float64) (RiskMinimum, error) {
	objective := func(c []float64) float64 {
		v := mat.NewVecDense(u.d, c)
		return u.Risk(u.on(c)) + mu*mat.Inner(v, u.s, v)
	}
	value := objective(c)
	last := math.Inf(1)
	for range maxRiskSteps {
		if err := ctx.Err(); err != nil {
			return RiskMinimum{}, err
		}
		step, slope, decrement := u.step(c, mu, false)
		found := func() (RiskMinimum, error) {
			m := u.at(mu, c)
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
				if decrement > unseenRisk*value {
					break
				}
				return found()
			}
		}
		c, value = next, objective(next)
	}
	return RiskMinimum{}, ErrNoConvergence
}

// step is −(H + 2μS)⁻¹∇, and the decrement ∇ᵀ(H + 2μS)⁻¹∇: twice what a parabola
// would gain.
func (u *risk) step(c []float64, mu float64, majorize bool) (step []float64, slope, decrement float64) {
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
	var theta mat.VecDense
	theta.MulVec(u.inverse, mat.NewVecDense(u.d, c))
	if norm := mat.Norm(&theta, 2); norm > 0 {
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
