package engine

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/gonum"

	"github.com/gramophone-course/gramophone/engine/blas"
)

// keptSweeps is about how many sweeps of rotations are kept until the columns of U follow: so many that
// to lay rows of U out for them costs little beside what they cost, and so few that they lie in the
// second cache, as 48 sweeps of 1000 rotations do in 768 KB.
const keptSweeps = 48

// An implicitQR is the implicit QR iteration on a symmetric tridiagonal matrix. The steps are those of
// LAPACK's dsteqr, but the rotations are kept, and applied to U many sweeps at a time.
//
// Source: Golub and Van Loan, Matrix Computations, 4th edition (2013), section 8.3.
type implicitQR struct {
	d, e   []float64    // the diagonal, and what is beside it
	u      []blas.Strip // whose columns follow
	sweeps []blas.Sweep
	kept   []float64 // c and s of the sweeps
	steps  int
}

// diagonalise leaves the eigenvalues of T in its diagonal, in no order, and multiplies U, which is laid
// out in strips, from the right by the eigenvectors. It looks at ctx, whose error it returns, before U
// follows some.
func (t *tridiagonal) diagonalise(ctx context.Context, u []blas.Strip) error {
	n := len(t.diagonal)
	q := &implicitQR{d: t.diagonal, e: t.off, u: u, kept: make([]float64, 0, 2*n*keptSweeps)}
	for low := 0; low < n; {
		high := low
		for high < n-1 && !q.splits(high) {
			high++
		}
		if err := q.block(ctx, low, high); err != nil {
			return err
		}
		low = high + 1
	}
	return q.follow(ctx)
}

// splits reports whether T is two matrices behind row i, and has it be so.
func (q *implicitQR) splits(i int) bool {
	v := math.Abs(q.e[i])
	if v > math.Sqrt(math.Abs(q.d[i]))*math.Sqrt(math.Abs(q.d[i+1]))*Epsilon/2 {
		return false
	}
	q.e[i] = 0
	return true
}

// block diagonalises the rows from low to high, from the end with the smaller diagonal on: so that of
// eigenvalues of very different sizes the small ones come first.
func (q *implicitQR) block(ctx context.Context, low, high int) error {
	const eps2, tiny = Epsilon / 2 * Epsilon / 2, 0x1p-1022
	from, end, dir := low, high, 1
	if math.Abs(q.d[high]) < math.Abs(q.d[low]) {
		from, end, dir = high, low, -1
	}
	for (end-from)*dir >= 0 {
		last := from // of the rows that hang together
		for ; last != end; last += dir {
			v := q.e[min(last, last+dir)]
			if v*v <= eps2*math.Abs(q.d[last])*math.Abs(q.d[last+dir])+tiny {
				q.e[min(last, last+dir)] = 0
				break
			}
		}
		switch last {
		case from:
			from += dir
			continue
		case from + dir:
			q.pair(from, dir)
			from += 2 * dir
		default:
			if q.steps == 30*len(q.d) {
				return ErrNoConvergence
			}
			q.steps++
			q.sweep(from, last, dir)
		}
		if len(q.kept)+2*(max(from, end)-min(from, end)+1) > cap(q.kept) {
			if err := q.follow(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair diagonalises two rows.
func (q *implicitQR) pair(from, dir int) {
	var impl gonum.Implementation
	i := min(from, from+dir)
	var c, s float64
	q.d[i], q.d[i+1], c, s = impl.Dlaev2(q.d[i], q.e[i], q.d[i+1])
	q.e[i] = 0
	q.kept = append(q.kept, c, -float64(dir)*s)
	q.keep(from+dir, dir, 1)
}

// sweep is a step with Wilkinson's shift: the bulge goes from the last row to the first.
func (q *implicitQR) sweep(from, last, dir int) {
	var impl gonum.Implementation
	d, e, beside := q.d, q.e, min(from, from+dir)
	g := (d[from+dir] - d[from]) / (2 * e[beside])
	g = d[last] - d[from] + e[beside]/(g+math.Copysign(math.Hypot(g, 1), g))
	c, s, p := 1.0, 1.0, 0.0
	for i := last - dir; ; i -= dir {
		outer := i + dir
		here := min(i, outer)
		f, b := s*e[here], c*e[here]
		var r float64
		c, s, r = impl.Dlartg(g, f)
		if outer != last {
			e[min(outer, outer+dir)] = r
		}
		g = d[outer] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[outer] = g + p
		g = c*r - b
		q.kept = append(q.kept, c, s)
		if i == from {
			break
		}
	}
	d[from] -= p
	e[beside] = g
	q.keep(last, dir, (last-from)*dir)
}

// keep notes that the last rotations kept are a sweep that begins at a column.
func (q *implicitQR) keep(column, dir, rotations int) {
	q.sweeps = append(q.sweeps, blas.Sweep{Column: column, Down: dir > 0, CS: q.kept[len(q.kept)-2*rotations:]})
}

// follow applies what is kept to U, by the program's BLAS if that can.
func (q *implicitQR) follow(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	impl, _ := blas64.Implementation().(blas.Implementation)
	for _, strip := range q.u {
		impl.Rotate(strip, q.sweeps)
	}
	q.sweeps, q.kept = q.sweeps[:0], q.kept[:0]
	return nil
}
