package engine

import (
	"math"

	"github.com/gramophone-course/gramophone/engine/blas"
)

// A secular equation is that of the eigenvalues of diag(d) + ρzzᵀ,
//
//	f(x) = 1/ρ + Σᵢ zᵢ²/(dᵢ − x) = 0,
//
// where d ascends without ties, no zᵢ is zero, ‖z‖ = 1 and ρ > 0. It has a root between any two poles, and one
// beyond the last, by at most ρ.
type secular struct {
	d, z []float64
	rho  float64
	impl blas.Implementation
}

// secularSteps is more than a root takes: three to six are usual.
const secularSteps = 200

// root returns root j as the number of a pole nearest to it and its distance τ from there, which keeps
// dᵢ − x = (dᵢ − d_pole) − τ to full accuracy.
//
// In each step the terms of the two poles beside the root stand for all: their weights are so chosen that the
// sum has the value and the derivative of f, the nearer pole with its own weight (“fixed weight”), or that
// the sums over the poles on each side have (“middle way”), which takes turns with it where steps are slow.
// What leaves the interval where f changes sign is replaced by its bisection.
//
// Source: Li, Solving secular equations stably and efficiently, LAPACK Working Note 89 (1993); LAPACK's dlaed4.
func (s *secular) root(j int) (pole int, tau float64, ok bool) {
	if j == len(s.d)-1 {
		tau, ok = s.last()
		return j, tau, ok
	}
	gap := s.d[j+1] - s.d[j]
	pole, tau, low, high := s.start(j, gap)
	isMiddle, before := false, math.Inf(1)
	for range secularSteps {
		psi, dpsi := s.impl.Poles(s.d[:j+1], s.z[:j+1], s.d[pole], tau)
		phi, dphi := s.impl.Poles(s.d[j+1:], s.z[j+1:], s.d[pole], tau)
		f := 1/s.rho + psi + phi
		if s.isRoot(f, psi, phi) {
			return pole, tau, true
		}
		if f < 0 {
			low = tau
		} else {
			high = tau
		}
		if math.Abs(f) > before/10 {
			isMiddle = !isMiddle
		}
		before = math.Abs(f)
		// The distances of the two poles.
		left, right := s.d[j]-s.d[pole]-tau, s.d[j+1]-s.d[pole]-tau
		var c float64
		switch {
		case isMiddle:
			c = f - left*dpsi - right*dphi
		case pole == j:
			r := s.z[j] / left
			c = f - right*(dpsi+dphi) + gap*r*r
		default:
			r := s.z[j+1] / right
			c = f - left*(dpsi+dphi) - gap*r*r
		}
		step := smallRoot((left+right)*f-left*right*(dpsi+dphi), left*right*f, c)
		if !(step*f < 0) {
			step = -f / (dpsi + dphi) // Newton's
		}
		next := tau + step
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == tau || next == low || next == high {
			return pole, tau, true // to the last digit
		}
		tau = next
	}
	return pole, tau, false
}

// start returns the pole nearest to root j, from where τ is measured, a first τ between bounds, from the two poles
// beside it with the others as they are in the middle.
func (s *secular) start(j int, gap float64) (pole int, tau, low, high float64) {
	psi, _ := s.impl.Poles(s.d[:j], s.z[:j], s.d[j], gap/2)
	phi, _ := s.impl.Poles(s.d[j+2:], s.z[j+2:], s.d[j], gap/2)
	c := 1/s.rho + psi + phi
	a, b := s.z[j]*s.z[j], s.z[j+1]*s.z[j+1]
	if c+2*(b-a)/gap >= 0 {
		pole, low, high = j, 0, gap/2
		tau = smallRoot(c*gap+a+b, a*gap, c)
	} else {
		pole, low, high = j+1, -gap/2, 0
		tau = smallRoot(a+b-c*gap, -b*gap, c)
	}
	if !(tau > low && tau < high) {
		tau = low + (high-low)/2
	}
	return pole, tau, low, high
}

// last returns the last root's distance from the last pole. One pole, there, with a weight and a constant that have
// the value and the derivative of f, stands for all.
func (s *secular) last() (tau float64, ok bool) {
	n := len(s.d) - 1
	low, high := s.rho*s.z[n]*s.z[n]/2, 2*s.rho
	tau = s.rho / 2
	for range secularSteps {
		psi, derivative := s.impl.Poles(s.d, s.z, s.d[n], tau)
		f := 1/s.rho + psi
		if s.isRoot(f, psi, 0) {
			return tau, true
		}
		if f < 0 {
			low = tau
		} else {
			high = tau
		}
		next := tau - tau*f/(f+tau*derivative)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == tau || next == low || next == high {
			return tau, true
		}
		tau = next
	}
	return tau, false
}

// isRoot reports whether f = 1/ρ + ψ + φ is rounding beside its terms, ψ of one sign and φ of the other.
func (s *secular) isRoot(f, psi, phi float64) bool {
	return math.Abs(f) <= 8*Epsilon*(1/s.rho-psi+phi)
}

// smallRoot is the root η of cη² − aη + b = 0 that is nearest to zero where b is small.
func smallRoot(a, b, c float64) float64 {
	root := math.Sqrt(math.Abs(a*a - 4*b*c))
	if a <= 0 {
		return (a - root) / (2 * c)
	}
	return 2 * b / (a + root)
}

// solve returns the roots, and sets row j of the vectors to the eigenvector of root j, in which number i stands at
// place[i].
//
// A root that is off by rounding may have a vector that is off by much more, if it has a neighbour close by. So z
// is replaced by that of the matrix with the same d of which the computed roots are the eigenvalues exactly,
//
//	zᵢ² = Πⱼ (xⱼ − dᵢ) / Πⱼ≠ᵢ (dⱼ − dᵢ)   (Löwner),
//
// which differs from z by rounding, and whose vectors z/(d − xⱼ) are orthogonal to rounding.
//
// Source: Gu and Eisenstat, A stable and efficient algorithm for the rank-one modification of the symmetric
// eigenproblem, SIAM Journal on Matrix Analysis and Applications 15 (1994).
func (s *secular) solve(vectors []float64, place []int) (roots []float64, err error) {
	n := len(s.d)
	roots, w, v := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	for j := range n {
		pole, tau, ok := s.root(j)
		if !ok {
			return nil, ErrNoConvergence
		}
		origin := s.d[pole]
		roots[j] = origin + tau
		delta := vectors[j*n : j*n+n]
		for i, d := range s.d {
			delta[i] = d - origin - tau
		}
		s.impl.Ratios(w[:j], delta[:j], s.d[:j], s.d[j])
		w[j] *= delta[j]
		s.impl.Ratios(w[j+1:], delta[j+1:], s.d[j+1:], s.d[j])
	}
	for i := range w {
		w[i] = math.Copysign(math.Sqrt(-w[i]), s.z[i])
	}
	for j := range n {
		row := vectors[j*n : j*n+n]
		copy(v, row)
		scale := 1 / math.Sqrt(s.impl.Quotients(v, w))
		for i, at := range place {
			row[at] = scale * v[i]
		}
	}
	return roots, nil
}
