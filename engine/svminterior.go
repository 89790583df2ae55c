package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An svmInterior solves the dual of the support vector machine by Mehrotra's
// predictor-corrector method, in the unit C of α, so that every aᵢ is between 0 and
// yᵢ. With b the offset, l and h the distances of a from its bounds and s and w
// their multipliers the conditions for a maximum are
//
//	Qa − y + b − s + w = 0,   Σa = 0,   s·l = 0,   w·h = 0,   Q = CK.
type svmInterior struct {
	Q       *mat.SymDense
	y       []float64
	a, l, h []float64
	s, w    []float64
	b       float64
	trace   float64 // of Q
}

// maxSVMInterior steps are several times what the method takes.
const maxSVMInterior = 100

// interior goes on where pairs of α creep: where C times the entries of K is large. It
// costs some dozens of factorisations of n×n matrices. If what it finds is optimal to
// the tolerance, that is the new α, else α stays as it was; it reports which.
func (m *smo) interior(ctx context.Context, K mat.Symmetric, C float64) (bool, error) {
	n := len(m.y)
	p := &svmInterior{Q: mat.NewSymDense(n, nil), y: m.y}
	p.Q.ScaleSym(C, K)
	if p.trace = mat.Trace(p.Q); !finite(p.trace) || symFault(p.Q) != nil {
		return false, nil
	}
	for _, v := range []*[]float64{&p.a, &p.l, &p.h, &p.s, &p.w} {
		*v = make([]float64, n)
	}
	for i, label := range p.y {
		p.a[i], p.l[i], p.h[i] = label/2, 0.5, 0.5
	}
	start := 1 + maxAbs(Apply(p.Q, p.a))
	for i := range n {
		p.s[i], p.w[i] = start, start
	}
	before := slices.Clone(m.alpha)
	ReportOf(ctx)(partInterior, 0)
	for range maxSVMInterior {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		mu, ok := p.step()
		if !ok {
			break
		}
		if mu > 1e-6*start {
			continue
		}
		if a, ok := p.polish(); ok {
			for i, v := range a {
				m.alpha[i] = min(max(C*v, m.low[i]), m.up[i])
			}
			m.refresh()
			_, top, bottom := m.extremes()
			if top-bottom <= min(m.tolerance(), doubtfulMargin) && math.Abs(floats.Sum(m.alpha)) <= svmTolerance*C {
				return true, nil
			}
		}
	}
	copy(m.alpha, before)
	m.refresh()
	return false, nil
}

// step goes one predictor-corrector step, and reports the mean product of a distance
// and its multiplier, and whether it could.
func (p *svmInterior) step() (mu float64, ok bool) {
	n := len(p.y)
	residual := Apply(p.Q, p.a)
	M := shifted(p.Q, 4*Epsilon*p.trace)
	for i := range n {
		residual[i] += p.b - p.y[i] - p.s[i] + p.w[i]
		mu += (p.s[i]*p.l[i] + p.w[i]*p.h[i]) / float64(2*n)
		M.SetSym(i, i, M.At(i, i)+p.s[i]/p.l[i]+p.w[i]/p.h[i])
	}
	u, ok := cholesky(M, 0)
	if !ok {
		return mu, false
	}
	cs, cw := make([]float64, n), make([]float64, n)
	da, ds, dw := make([]float64, n), make([]float64, n), make([]float64, n)
	var db float64
	newton := func() (length float64) {
		for i := range n {
			da[i] = cs[i]/p.l[i] - cw[i]/p.h[i] - residual[i]
		}
		db = bordered(u, da, -floats.Sum(p.a))
		length = 1 / almost
		limit := func(x, dx float64) {
			if dx < 0 {
				length = min(length, -x/dx)
			}
		}
		for i := range n {
			ds[i] = (cs[i] - p.s[i]*da[i]) / p.l[i]
			dw[i] = (cw[i] + p.w[i]*da[i]) / p.h[i]
			limit(p.l[i], da[i])
			limit(p.h[i], -da[i])
			limit(p.s[i], ds[i])
			limit(p.w[i], dw[i])
		}
		return length * almost
	}
	for i := range n {
		cs[i], cw[i] = -p.s[i]*p.l[i], -p.w[i]*p.h[i]
	}
	length, after := newton(), 0.0
	for i := range n {
		after += (p.s[i]+length*ds[i])*(p.l[i]+length*da[i]) + (p.w[i]+length*dw[i])*(p.h[i]-length*da[i])
	}
	centre := mu * math.Pow(after/float64(2*n)/mu, 3)
	for i := range n {
		cs[i] += centre - ds[i]*da[i]
		cw[i] += centre + dw[i]*da[i]
	}
	length = newton()
	if !(length > 1e-12) || !allFinite(da) || !allFinite(ds) || !allFinite(dw) || !finite(db) {
		return mu, false
	}
	for i := range n {
		p.a[i] += length * da[i]
		p.l[i] += length * da[i]
		p.h[i] -= length * da[i]
		p.s[i] += length * ds[i]
		p.w[i] += length * dw[i]
	}
	p.b += length * db
	return mu, true
}

// bordered replaces r by the x of (UᵀU)x + β1 = r, 1ᵀx = sum, and returns β.
func bordered(u blas64.Triangular, r []float64, sum float64) (beta float64) {
	ones := slices.Repeat([]float64{1}, len(r))
	solveTriangles(u, ones)
	solveTriangles(u, r)
	beta = (floats.Sum(r) - sum) / floats.Sum(ones)
	floats.AddScaled(r, -beta, ones)
	return beta
}

// polish returns a with the bounds that look active taken for equations, and the
// conditions of the others solved; false if that cannot be done.
func (p *svmInterior) polish() ([]float64, bool) {
	a, b := slices.Clone(p.a), p.b
	var free []int
	for i := range a {
		switch near := math.Copysign(1, p.y[i]); {
		case p.l[i] < p.s[i]:
			a[i] = min(near, 0)
		case p.h[i] < p.w[i]:
			a[i] = max(near, 0)
		default:
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return a, true
	}
	u, ok := factorFree(p.Q, free)
	if !ok {
		return nil, false
	}
	for range 3 {
		f, r := Apply(p.Q, a), make([]float64, len(free))
		for j, i := range free {
			r[j] = p.y[i] - f[i] - b
		}
		b += bordered(u, r, -floats.Sum(a))
		for j, i := range free {
			a[i] += r[j]
		}
	}
	return a, allFinite(a)
}
