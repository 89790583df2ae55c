package curvestest

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/lessons/course/coursetest"
)

// left is yᵢ − f₋(xᵢ), f₋ solved anew without the points that same has with i.
func left(s *coursetest.State, same func(i, j int) bool) []float64 {
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

// LeftOut are the clauses of how far to trust the leave-one-out error.
func LeftOut() []coursetest.Clause {
	fitted := func(s *coursetest.State) bool { return s.Message == "" && !math.IsNaN(s.Find("loo_rmse")) }
	return []coursetest.Clause{
		{Says: `The standard error of the leave-one-out error is ` + qty + `\.`,
			Holds: func(s *coursetest.State, m []string) bool {
				if s.Find("condition") > 1e8 || len(s.Column("data", "x")) > 60 {
					return s.Shown(m[0], "loo_standard_error")
				}
				r := left(s, func(i, j int) bool { return i == j })
				n, mean, spread := float64(len(r)), 0.0, 0.0
				for _, v := range r {
					mean += v * v / n
				}
				for _, v := range r {
					spread += math.Pow(v*v-mean, 2)
				}
				se := 0.0
				if mean > 0 {
					se = math.Sqrt(spread/(n-1)) / (2 * math.Sqrt(n*mean))
				}
				return coursetest.Is(m[0], se, 1e-6*math.Sqrt(mean))
			}, When: func(s *coursetest.State) bool { return fitted(s) && len(s.Column("data", "x")) > 1 }},
		{Says: `With all points of one x left out at once the error is ` + qty + `\.`,
			Holds: func(s *coursetest.State, m []string) bool {
				if s.Find("condition") > 1e8 || len(s.Column("data", "x")) > 60 {
					return s.Shown(m[0], "loo_together_rmse")
				}
				x := s.Column("data", "x")
				r := left(s, func(i, j int) bool { return x[i] == x[j] })
				rms := math.Sqrt(floats.Dot(r, r) / float64(len(r)))
				return coursetest.Is(m[0], rms, 1e-6*rms)
			}},
	}
}
