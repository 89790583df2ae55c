package engine

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func checkDerivation(t *testing.T, d *Derivation, lines, rows, columns int) {
	t.Helper()
	if len(d.Lines) != lines {
		t.Fatalf("%d lines, want %d", len(d.Lines), lines)
	}
	limit := 100 * Epsilon * d.Condition * d.Condition
	for i, l := range d.Lines {
		if r, c := l.Value.Dims(); r != rows || c != columns {
			t.Errorf("line %d is %d×%d, want %d×%d", i, r, c, rows, columns)
		}
		if !(l.Distance <= limit) || l.Formula == "" {
			t.Errorf("line %d, %s: distance %g above %g", i, l.Formula, l.Distance, limit)
		}
	}
}

func normalMatrix(r, c int, seed uint64) *mat.Dense {
	return mat.NewDense(r, c, normalVector(r*c, newRand(seed)))
}

func TestWoodbury(t *testing.T) {
	for seed, size := range [][2]int{{1, 1}, {3, 1}, {1, 4}, {5, 5}, {12, 3}, {3, 12}, {30, 8}} {
		p, n := size[0], size[1]
		s := uint64(seed) * 10
		d := Must(Woodbury(normalMatrix(p, p, s), normalMatrix(p, n, s+1), normalMatrix(n, n, s+2),
			normalMatrix(n, p, s+3)))
		checkDerivation(t, d, 7, p, p)
	}
	one := func(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }
	// 1 + 1·1·(−1) = 0, and so is 1⁻¹ + (−1)·1⁻¹·1.
	if _, err := Woodbury(one(1), one(1), one(1), one(-1)); !errors.Is(err, ErrSingular) ||
		!strings.Contains(err.Error(), "C⁻¹ + VA⁻¹U") {
		t.Errorf("C⁻¹ + VA⁻¹U = 0: %v", err)
	}
	for name, c := range map[string][4]float64{"A": {0, 1, 1, 1}, "C": {1, 1, 0, 1}} {
		if _, err := Woodbury(one(c[0]), one(c[1]), one(c[2]), one(c[3])); !errors.Is(err, ErrSingular) ||
			!strings.HasSuffix(err.Error(), ": "+name) {
			t.Errorf("%s = 0: %v", name, err)
		}
	}
	wantError(t, "UCV beyond the range", errorOf(Woodbury(one(1), one(1e300), one(1e300), one(1))), ErrOverflow)
	wantPanic(t, "shapes", func() { Woodbury(one(1), normalMatrix(1, 2, 1), one(1), one(1)) })
	wantPanic(t, "NaN", func() { Woodbury(one(math.NaN()), one(1), one(1), one(1)) })
}

func TestPushThrough(t *testing.T) {
	for seed, size := range [][2]int{{1, 1}, {6, 1}, {1, 6}, {5, 5}, {20, 4}, {4, 20}} {
		X := normalMatrix(size[0], size[1], uint64(seed))
		for _, c := range []float64{1e-3, 1, 1e3} {
			d := Must(PushThrough(X, c))
			checkDerivation(t, d, 6, size[1], size[0])
		}
		// The first line times y is ridge regression, the last kernel ridge regression.
		n := size[0]
		const lambda = 0.1
		y := normalVector(n, newRand(99))
		d := Must(PushThrough(X, float64(n)*lambda))
		theta := Must(Ridge(X, y, lambda))
		for _, l := range []Line{d.Lines[0], d.Lines[5]} {
			var got mat.VecDense
			got.MulVec(l.Value, mat.NewVecDense(n, y))
			wantClose(t, "θ", got.RawVector().Data, theta, 1e-12)
		}
	}
	wantError(t, "c too small for 5×2", errorOf(PushThrough(normalMatrix(5, 2, 1), 1e-20)), ErrSingular)
	wantError(t, "XᵀX beyond the range", errorOf(PushThrough(mat.NewDense(2, 1, []float64{1e200, 1}), 1)), ErrOverflow)
	wantPanic(t, "c = 0", func() { PushThrough(normalMatrix(2, 2, 1), 0) })
}

// The identity in integers and fractions: no tolerance.
func TestWoodburyExact(t *testing.T) {
	rng := newRand(41)
	checked := 0
	for range 60 {
		p, n := 1+rng.IntN(4), 1+rng.IntN(4)
		draw := func(r, c int) ratMatrix {
			m := make(ratMatrix, r)
			for i := range m {
				for range c {
					m[i] = append(m[i], big.NewRat(rng.Int64N(13)-6, 1))
				}
			}
			return m
		}
		A, U, C, V := draw(p, p), draw(p, n), draw(n, n), draw(n, p)
		iA, iC, left := A.inverse(), C.inverse(), A.plus(U.times(C).times(V), 1).inverse()
		if iA == nil || iC == nil {
			continue
		}
		M := iC.plus(V.times(iA).times(U), 1).inverse()
		if (M == nil) != (left == nil) {
			t.Fatalf("one of A + UCV and C⁻¹ + VA⁻¹U is invertible:\n%v\n%v\n%v\n%v", A, U, C, V)
		}
		if M == nil {
			wantError(t, "a singular case", errorOf(Woodbury(A.dense(), U.dense(), C.dense(), V.dense())), ErrSingular)
			continue
		}
		right := iA.plus(iA.times(U).times(M).times(V).times(iA), -1)
		if !left.equal(right) {
			t.Fatalf("the identity fails for\n%v\n%v\n%v\n%v", A, U, C, V)
		}
		d := Must(Woodbury(A.dense(), U.dense(), C.dense(), V.dense()))
		for _, l := range d.Lines {
			wantClose(t, l.Formula, entries(l.Value), entries(left.dense()), 100*Epsilon*d.Condition*d.Condition)
		}
		checked++
	}
	if checked < 30 {
		t.Errorf("only %d cases were invertible", checked)
	}
}

// A ratMatrix is a matrix of fractions.
type ratMatrix [][]*big.Rat

func (a ratMatrix) times(b ratMatrix) ratMatrix {
	c := make(ratMatrix, len(a))
	for i := range a {
		for j := range b[0] {
			s := new(big.Rat)
			for k := range b {
				s.Add(s, new(big.Rat).Mul(a[i][k], b[k][j]))
			}
			c[i] = append(c[i], s)
		}
	}
	return c
}

func (a ratMatrix) plus(b ratMatrix, factor int64) ratMatrix {
	c := make(ratMatrix, len(a))
	for i := range a {
		for j := range a[i] {
			t := new(big.Rat).Mul(b[i][j], big.NewRat(factor, 1))
			c[i] = append(c[i], t.Add(t, a[i][j]))
		}
	}
	return c
}

func (a ratMatrix) equal(b ratMatrix) bool {
	for i := range a {
		for j := range a[i] {
			if a[i][j].Cmp(b[i][j]) != 0 {
				return false
			}
		}
	}
	return true
}

// inverse is by Gauss and Jordan, nil of a singular matrix.
func (a ratMatrix) inverse() ratMatrix {
	n := len(a)
	m := make(ratMatrix, n)
	for i := range m {
		for j := range 2 * n {
			v := new(big.Rat)
			if j < n {
				v.Set(a[i][j])
			} else if j-n == i {
				v.SetInt64(1)
			}
			m[i] = append(m[i], v)
		}
	}
	for k := range n {
		pivot := k
		for pivot < n && m[pivot][k].Sign() == 0 {
			pivot++
		}
		if pivot == n {
			return nil
		}
		m[k], m[pivot] = m[pivot], m[k]
		inverse := new(big.Rat).Inv(m[k][k])
		for j := range m[k] {
			m[k][j].Mul(m[k][j], inverse)
		}
		for i := range n {
			if i == k {
				continue
			}
			f := new(big.Rat).Set(m[i][k])
			for j := range m[i] {
				m[i][j].Sub(m[i][j], new(big.Rat).Mul(f, m[k][j]))
			}
		}
	}
	for i := range m {
		m[i] = m[i][n:]
	}
	return m
}

func (a ratMatrix) dense() *mat.Dense {
	d := mat.NewDense(len(a), len(a[0]), nil)
	for i := range a {
		for j := range a[i] {
			v, _ := a[i][j].Float64()
			d.Set(i, j, v)
		}
	}
	return d
}
