package lessons

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
)

// A budget is where the squared error of least squares with polynomials goes, for
// every degree at once. With X uniform on the grid, Y = truth(X) + σZ and f_q the
// best polynomial of degree q,
//
//	R(f) − σ² = E(f_q − truth)² + E(f − f_q)²   for every polynomial f of degree q,
//
// approximation and estimation error, by Pythagoras: truth − f_q is orthogonal to
// all polynomials of degree q.
//
// The numbers do not depend on the basis. It is Legendre's, which is orthogonal
// but for the grid, and loses no digits where powers lose six.
type budget struct {
	grid, truth   []float64
	approximation []float64 // of degree 0, 1, …, maxDegree
	best          [][]float64
	samples       []estimate
	estimation    []float64 // the middle one of the samples'
}

// An estimate is least squares on one sample, for every degree that n points determine.
type estimate struct {
	data       engine.Dataset
	curves     [][]float64 // on the grid; nil from degree n on
	train      []float64   // mean squared error on the sample itself
	estimation []float64   // NaN from degree n on
}

// budgetSamples is how many samples the middle one is taken of. The mean would be
// that of the few worst: near q = n − 1 the error has no finite mean.
const budgetSamples = 25

// legendre is the matrix of √(2j+1)·P_j(t), t = x/5 − 1, j = 0, 1, …, maxDegree.
func legendre(x []float64) *mat.Dense {
	L := mat.NewDense(len(x), maxDegree+1, nil)
	for i, v := range x {
		t := v/5 - 1
		p, before := 1.0, 0.0
		for j := range maxDegree + 1 {
			k := float64(j)
			L.Set(i, j, math.Sqrt(2*k+1)*p)
			p, before = ((2*k+1)*t*p-k*before)/(k+1), p
		}
	}
	return L
}

// leastSquares returns the coefficients of the polynomials of degree 0, 1, … that
// are nearest to y in the mean of squares, as far as the rows of L determine them:
// one QR factorisation serves all degrees, since the first columns of Q span what
// the first columns of L do.
func leastSquares(L *mat.Dense, y []float64) [][]float64 {
	n, d := L.Dims()
	d = min(n, d)
	// With y as one more column, R has Qᵀy for its last one, and Q is never formed.
	// A row of zeros changes nothing, and a factorisation wants no fewer rows than columns.
	A := mat.NewDense(max(n, d+1), d+1, nil)
	for i := range n {
		copy(A.RawRowView(i), L.RawRowView(i)[:d])
		A.Set(i, d, y[i])
	}
	var qr mat.QR
	qr.Factorize(A)
	var R mat.Dense
	qr.RTo(&R)
	all := make([][]float64, d)
	for q := range all {
		theta := make([]float64, q+1)
		for i := q; i >= 0; i-- {
			theta[i] = R.At(i, d)
			for j := i + 1; j <= q; j++ {
				theta[i] -= R.At(i, j) * theta[j]
			}
			theta[i] /= R.At(i, i)
		}
		all[q] = theta
	}
	return all
}

// through is the polynomial with the coefficients theta, at the rows of L.
func through(L *mat.Dense, theta []float64) []float64 {
	n, _ := L.Dims()
	f := make([]float64, n)
	for i := range f {
		for j, v := range L.RawRowView(i)[:len(theta)] {
			f[i] += v * theta[j]
		}
	}
	return f
}

// meanSquare is the mean of (a − b)².
func meanSquare(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum / float64(len(a))
}

// budgetOf draws the samples that belong to a seed and takes their errors apart.
func budgetOf(ctx context.Context, memo *Memo, s source, n int, noise float64, seed int) (*budget, error) {
	key := fmt.Sprintf("budget %s n=%d noise=%v seed=%d", s.value, n, noise, seed)
	return Remember(ctx, memo, key, func(ctx context.Context) (*budget, int, error) {
		b := &budget{grid: grid(0, 10)}
		L := legendre(b.grid)
		for _, x := range b.grid {
			b.truth = append(b.truth, s.truth(x))
		}
		for _, theta := range leastSquares(L, b.truth) {
			f := through(L, theta)
			b.best = append(b.best, f)
			b.approximation = append(b.approximation, meanSquare(f, b.truth))
		}
		for i := range budgetSamples {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			d := someOf(s, n, noise, rand.New(rand.NewPCG(uint64(seed), uint64(i))))
			e := estimate{data: d}
			points := legendre(d.Input(0))
			for q, theta := range leastSquares(points, d.Y) {
				f := through(L, theta)
				e.estimation = append(e.estimation, meanSquare(f, b.best[q]))
				if i == 0 {
					e.curves = append(e.curves, f)
					e.train = append(e.train, meanSquare(through(points, theta), d.Y))
				}
			}
			for len(e.estimation) <= maxDegree {
				e.estimation = append(e.estimation, math.NaN())
				e.train = append(e.train, math.NaN())
				e.curves = append(e.curves, nil)
			}
			if i > 0 {
				e = estimate{estimation: e.estimation} // only the first is drawn
			}
			b.samples = append(b.samples, e)
		}
		for q := range maxDegree + 1 {
			var of []float64
			for _, e := range b.samples {
				of = append(of, e.estimation[q])
			}
			slices.SortFunc(of, cmp.Compare[float64])
			b.estimation = append(b.estimation, of[budgetSamples/2])
		}
		return b, 8 * (2*(maxDegree+2)*(gridPoints+gridPoints/8) + 2*budgetSamples*(maxDegree+1) + 6*n), nil
	})
}

// someOf draws maxN points and keeps n of them at random, the same ones first: a
// larger sample holds the smaller one, so that more data are more data and not
// other data.
func someOf(s source, n int, noise float64, rng *rand.Rand) engine.Dataset {
	all := s.make(maxN, noise, rng)
	kept := rng.Perm(maxN)[:n]
	slices.Sort(kept)
	var d engine.Dataset
	for _, i := range kept {
		d.X, d.Y = append(d.X, all.X[i]), append(d.Y, all.Y[i])
	}
	return d
}

// excess is approximation and estimation error together; NaN where n points do not
// determine a polynomial of degree q.
func (b *budget) excess(q int) float64 { return b.approximation[q] + b.estimation[q] }

// leastDegree is the degree of the least excess risk.
func (b *budget) leastDegree() int {
	least := 0
	for q := range b.approximation {
		if b.excess(q) < b.excess(least) {
			least = q
		}
	}
	return least
}
