package curvestest

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/curves"
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

// LeftOut are how far to trust the leave-one-out error.
func LeftOut() []claim {
	fitted := func(s state) bool { return s.Message == "" && !math.IsNaN(s.Find("loo_rmse")) }
	of := func(text, name string, when func(state) bool, want func(s state) (v, slack float64)) claim {
		return claim{Text: text, When: when, Holds: func(s state, said []float64) bool {
			if said[0] != s.Find(name) || s.Find("condition") > 1e8 || points(s) > 60 {
				return said[0] == s.Find(name)
			}
			v, slack := want(s)
			return is(said[0], v, slack)
		}}
	}
	return []claim{
		of(curves.SaysStandardError, "loo_standard_error",
			func(s state) bool { return fitted(s) && points(s) > 1 }, func(s state) (v, slack float64) {
				r := left(s, func(i, j int) bool { return i == j })
				n, mean, spread := points(s), floats.Dot(r, r)/points(s), 0.0
				for _, v := range r {
					spread += math.Pow(v*v-mean, 2)
				}
				if mean > 0 {
					v = math.Sqrt(spread/(n-1)) / (2 * math.Sqrt(n*mean))
				}
				return v, 1e-6 * math.Sqrt(mean)
			}),
		of(curves.SaysTogether, "loo_together_rmse", nil, func(s state) (v, slack float64) {
			x := s.Column("data", "x")
			r := left(s, func(i, j int) bool { return x[i] == x[j] })
			v = floats.Norm(r, 2) / math.Sqrt(points(s))
			return v, 1e-6 * v
		}),
	}
}
