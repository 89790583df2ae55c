package engine

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// What the decomposition stops at.
const (
	// svmTolerance is how far from optimal, in units of the margin y·f = 1, a fit
	// may stop. LIBSVM's is 10⁻³, for speed alone: convergence is linear.
	svmTolerance = 1e-10
	// doubtfulMargin is how far it may stop because of rounding.
	doubtfulMargin = 1e-3
	// leastSteps are taken whatever n is: a few milliseconds.
	leastSteps = 10_000
	// svmContext is the steps between two looks at the context.
	svmContext = 1 << 12
	// firstGoal is where it is first tried to finish at once, see smo.finish, and
	// maxFree the most free support vectors for which that is worth its O(n³).
	firstGoal = 1e-2
	maxFree   = 400
	// maxRounds are the times it is tried; a goal of firstGoal/10⁴⁰ is none.
	maxRounds = 40
	// flatCurvature stands for that between two points that k cannot tell apart.
	flatCurvature = 1e-12
)

// An smo is the dual problem at one α.
type smo struct {
	K        [][]float64 // whole rows
	diagonal []float64
	y        []float64
	alpha    []float64
	low, up  []float64 // bounds of α
	h        []float64 // y − Kα
	peak     float64   // the largest entry of K
	steps    int
	limit    int // of steps
}

func newSMO(K *mat.SymDense, y []float64, C float64) *smo {
	n := len(y)
	m := &smo{
		K: make([][]float64, n), diagonal: make([]float64, n), y: y,
		alpha: make([]float64, n), low: make([]float64, n), up: make([]float64, n), h: make([]float64, n),
	}
	full := mat.DenseCopyOf(K)
	for i, label := range y {
		m.K[i] = full.RawRowView(i)
		m.diagonal[i] = m.K[i][i]
		m.peak = max(m.peak, m.diagonal[i])
		m.low[i], m.up[i] = min(0, label*C), max(0, label*C)
		m.h[i] = label
	}
	return m
}

// extremes returns the largest h of an α that may grow, with its place, and the
// least of one that may fall; ∓Inf if there is none.
func (m *smo) extremes() (at int, top, bottom float64) {
	at, top, bottom = -1, math.Inf(-1), math.Inf(1)
	for i, h := range m.h {
		if h > top && m.alpha[i] < m.up[i] {
			at, top = i, h
		}
		if h < bottom && m.alpha[i] > m.low[i] {
			bottom = h
		}
	}
	return at, top, bottom
}

// tolerance returns what top − bottom may be at the end.
func (m *smo) tolerance() float64 {
	return max(svmTolerance, 8*Epsilon*m.peak*floats.Norm(m.alpha, 1))
}

// run takes steps until h says that α is optimal, or goal from it.
func (m *smo) run(ctx context.Context, goal float64) error {
	tolerance := m.tolerance()
	ReportOf(ctx)(partSMO, 0)
	for ; m.steps < m.limit; m.steps++ {
		if m.steps%svmContext == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			tolerance = m.tolerance()
		}
		i, top, bottom := m.extremes()
		if !(top-bottom > max(goal, tolerance/2)) { // half, so that a fresh h is within it
			return nil
		}
		row, ki := m.K[i], m.diagonal[i]
		best, j, curvature := -1.0, -1, 0.0
		for k, h := range m.h {
			if h >= top || m.alpha[k] <= m.low[k] {
				continue
			}
			a := ki + m.diagonal[k] - 2*row[k]
			if a <= 0 {
				a = flatCurvature
			}
			if gain := (top - h) * (top - h) / a; gain > best {
				best, j, curvature = gain, k, a
			}
		}
		if !m.move(i, j, (top-m.h[j])/curvature) {
			if math.IsInf(curvature, 1) {
				return ErrOverflow
			}
			// The step is lost in the digits of α, whose growth the tolerance has missed.
			if tolerance = m.tolerance(); top-bottom > tolerance {
				return ErrNoConvergence
			}
		}
	}
	return ErrNoConvergence
}

// move adds t to αᵢ and takes it from αⱼ, as far as both may go. It reports
// whether something moved.
func (m *smo) move(i, j int, t float64) bool {
	roomUp, roomDown := m.up[i]-m.alpha[i], m.alpha[j]-m.low[j]
	t = min(t, roomUp, roomDown)
	before := [2]float64{m.alpha[i], m.alpha[j]}
	m.alpha[i] += t
	m.alpha[j] -= t
	// Onto the bounds exactly, for it is by equality that they are recognised.
	if t == roomUp {
		m.alpha[i] = m.up[i]
	}
	if t == roomDown {
		m.alpha[j] = m.low[j]
	}
	ri, rj := m.K[i], m.K[j][:len(m.K[i])]
	h := m.h[:len(ri)]
	for k, v := range ri {
		h[k] -= t * (v - rj[k])
	}
	return before != [2]float64{m.alpha[i], m.alpha[j]}
}

// finish guesses that the free α, those between their bounds, and no others are
// free at the end. Then they solve the linear equations of the margin, f indexing
// the free ones: Δα and Δb with
//
//	(K_ff  1) (Δα)   (h_f − b)
//	(1ᵀ    0) (Δb) = ( −Σ α  )
//
// where b is an offset nearby. If α + Δα is within bounds and optimal by a fresh h,
// it stays; if not, α is left as it was. Steps converge linearly, and with a large
// C slowly, so that this can save nearly all of them.
func (m *smo) finish() bool {
	var free []int
	for i, a := range m.alpha {
		if m.low[i] < a && a < m.up[i] {
			free = append(free, i)
		}
	}
	f := len(free)
	if f == 0 || f > maxFree {
		return false
	}
	_, top, bottom := m.extremes()
	offset := top/2 + bottom/2
	A, b := mat.NewDense(f+1, f+1, nil), mat.NewVecDense(f+1, nil)
	for r, i := range free {
		for c, j := range free {
			A.Set(r, c, m.K[i][j])
		}
		A.Set(r, f, 1)
		A.Set(f, r, 1)
		b.SetVec(r, m.h[i]-offset)
	}
	b.SetVec(f, -floats.Sum(m.alpha))
	var solution mat.VecDense
	if solution.SolveVec(A, b) != nil { // singular, or nearly
		return false
	}
	before := slices.Clone(m.alpha)
	inside := true
	for r, i := range free {
		m.alpha[i] += solution.AtVec(r)
		inside = inside && m.low[i] < m.alpha[i] && m.alpha[i] < m.up[i]
	}
	if inside {
		m.refresh()
		if _, top, bottom := m.extremes(); top-bottom <= m.tolerance() && top-bottom <= doubtfulMargin {
			return true
		}
	}
	m.alpha = before
	m.refresh()
	return false
}

// refresh computes h anew.
func (m *smo) refresh() {
	for i := range m.h {
		m.h[i] = m.y[i] - floats.Dot(m.K[i], m.alpha)
	}
}
