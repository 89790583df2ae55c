package curvestest

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// left is yᵢ − f₋(xᵢ), f₋ solved anew without the points that same has with i.
func left(s state, same func(i, j int) bool) []float64 {
	rows, y, shift := s.Rows("gram"), s.Column("data", "y"), Shift(s)
	r := slices.Clone(y)
	for i := range y {
		var rest []int
		for j := range y {
			if !same(i, j) {
				rest = append(rest, j)
			}
		}
		if len(rest) == 0 {
			continue
		}
		A, b := mat.NewDense(len(rest), len(rest), nil), mat.NewVecDense(len(rest), nil)
		for p, j := range rest {
			b.SetVec(p, y[j])
			for q, k := range rest {
				A.Set(p, q, rows[j][k])
			}
			A.Set(p, p, rows[j][j]+shift)
		}
		var a mat.VecDense
		_ = a.SolveVec(A, b)
		for p, j := range rest {
			r[i] -= rows[i][j] * a.AtVec(p)
		}
	}
	return r
}

// LeftOut holds how far to trust the leave-one-out error to fits that are made anew.
func LeftOut(t *testing.T, s, _ state) {
	t.Helper()
	if s.Message != "" || math.IsNaN(s.Find("loo_rmse")) || s.Find("condition") > 1e8 || points(s) > 60 {
		return
	}
	r, n, spread, want := left(s, func(i, j int) bool { return i == j }), points(s), 0.0, 0.0
	mean := floats.Dot(r, r) / n
	for _, v := range r {
		spread += math.Pow(v*v-mean, 2)
	}
	if mean > 0 {
		want = math.Sqrt(spread/(n-1)) / (2 * math.Sqrt(n*mean))
	}
	if v := s.Find("loo_standard_error"); n > 1 && !is(v, want, 1e-6*math.Sqrt(mean)) {
		t.Errorf("the standard error is %v, not %v", v, want)
	}
	x := s.Column("data", "x")
	want = floats.Norm(left(s, func(i, j int) bool { return x[i] == x[j] }), 2) / math.Sqrt(n)
	if v := s.Find("loo_together_rmse"); !math.IsNaN(v) && !is(v, want, 1e-6*want) {
		t.Errorf("with all of one x left out the error is %v, not %v", v, want)
	}
}
