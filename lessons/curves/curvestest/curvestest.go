// Package curvestest recomputes what is said of fits through points on a line.
package curvestest

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
)

type (
	state = *coursetest.State
	claim = coursetest.Claim[state]
)

// is reports whether a number that is said is v, but for slack.
func is(said, v, slack float64) bool {
	return math.Abs(said-v) <= 1e-9*math.Abs(v)+slack || math.IsNaN(said) && math.IsNaN(v)
}

// Shift is nλ: of the mean loss λ is multiplied by n, of the sum it stands.
func Shift(s *coursetest.State) float64 {
	if s.Choice("convention") == "mean" {
		return float64(len(s.Column("data", "x"))) * s.Param("lambda")
	}
	return s.Param("lambda")
}

// Fitted reports whether there is a fit.
func Fitted(s *coursetest.State) bool { return s.Column("fit", "y") != nil }

// spectrum are the eigenvalues of the figure's K, ascending.
func spectrum(s *coursetest.State) []float64 {
	values, _ := coursetest.Eigen(s.Rows("gram"))
	return values
}

// Negative bounds how many eigenvalues of K are below zero and not by rounding, of which
// two eigensolvers need not think alike.
func Negative(s *coursetest.State) (least, most int) {
	values := spectrum(s)
	rounding := engine.Rounding(len(values), size(values))
	for _, v := range values {
		if v < -2*rounding {
			least++
		}
		if v < -rounding/2 {
			most++
		}
	}
	return least, most
}

// Between bounds how many of those lie above −nλ.
func Between(s *coursetest.State) (least, most int) {
	values, shift := spectrum(s), Shift(s)
	rounding := engine.Rounding(len(values), size(values))
	for _, v := range values {
		if v < -2*rounding && v+shift > 2*rounding {
			least++
		}
		if v < -rounding/2 && v+shift > -2*rounding {
			most++
		}
	}
	return least, most
}

// size is the largest modulus.
func size(values []float64) float64 { return floats.Norm(values, math.Inf(1)) }

// noise is what rounding may do to the curve: each kernel value is wrong by an ulp or so.
func noise(s *coursetest.State) float64 {
	most := 0.0
	for _, row := range s.Rows("gram") {
		most = math.Max(most, size(row))
	}
	return engine.Rounding(len(s.Rows("gram")), most*floats.Norm(s.Column("alpha", "alpha"), 1))
}

// slack is what rounding may do to numbers of the size of y.
func slack(s *coursetest.State) float64 {
	return 1e-14 * s.Find("condition") * (1e-300 + floats.Norm(s.Column("data", "y"), math.Inf(1)))
}

// leftOut is the leave-one-out error from the inverse of K + nλI.
func leftOut(s *coursetest.State) float64 {
	rows, shift := s.Rows("gram"), Shift(s)
	n := len(rows)
	A := mat.NewDense(n, n, nil)
	for i, row := range rows {
		A.SetRow(i, row)
		A.Set(i, i, row[i]+shift)
	}
	var C mat.Dense
	_ = C.Inverse(A) // slack allows for an ill-conditioned A
	sum := 0.0
	for i, a := range s.Column("alpha", "alpha") {
		sum += a / C.At(i, i) * a / C.At(i, i) / float64(n)
	}
	return math.Sqrt(sum)
}

// applied is Kα.
func applied(s *coursetest.State) (fitted []float64) {
	for _, row := range s.Rows("gram") {
		fitted = append(fitted, floats.Dot(row, s.Column("alpha", "alpha")))
	}
	return fitted
}

// along is αᵀKα, summed along the eigenvectors that K does not send to zero: a large α
// along the others would drown it in rounding.
func along(s *coursetest.State) (sum float64) {
	values, vectors := coursetest.Eigen(s.Rows("gram"))
	alpha := s.Column("alpha", "alpha")
	for j, v := range values {
		if a := floats.Dot(mat.Col(nil, j, vectors), alpha); math.Abs(v) > engine.Rounding(len(values), size(values)) {
			sum += v * a * a
		}
	}
	return sum
}

// RMSE is the root mean squared difference.
func RMSE(a, b []float64) float64 { return floats.Distance(a, b, 2) / math.Sqrt(float64(len(a))) }

// Turns counts where v goes back by more than that.
func Turns(v []float64, swing float64) (n int) {
	low, high, way := v[0], v[0], 0
	for _, x := range v {
		low, high = math.Min(low, x), math.Max(high, x)
		if way >= 0 && high-x > swing {
			if way > 0 {
				n++
			}
			low, high, way = x, x, -1
		} else if way <= 0 && x-low > swing {
			if way < 0 {
				n++
			}
			low, high, way = x, x, 1
		}
	}
	return n
}

// rounded reports whether the system is so ill-conditioned that two ways to solve it need
// not agree.
func rounded(s *coursetest.State) bool { return s.Find("condition") > 1e9 }

// curveOf is the curve as the figure draws it, with its extremes.
func curveOf(s *coursetest.State) (y []float64, low, high float64) {
	y = s.Column("fit", "y")
	return y, slices.Min(y), slices.Max(y)
}

func points(s state) float64 { return float64(len(s.Column("data", "x"))) }

// Ridge are what is said of a fit through points on a line.
func Ridge() []claim {
	when := func(fitted bool) func(state) bool { return func(s state) bool { return Fitted(s) == fitted } }
	fit := []claim{
		{Text: curves.SaysNoCurve, When: when(false), Holds: func(s state, said []float64) bool {
			return said[0] == points(s) && s.Message != ""
		}},
		{Text: curves.SaysFit, When: when(true), Holds: func(s state, said []float64) bool {
			return said[0] == points(s) && said[1] == s.Find("train_rmse") &&
				is(said[1], RMSE(s.Column("data", "y"), applied(s)), slack(s))
		}},
		{Text: curves.SaysNoDirection, Rare: true, When: func(s state) bool {
			return Fitted(s) && s.Choice("kernel") == "cosine" && slices.Contains(s.Column("data", "x"), 0)
		}},
	}
	return slices.Concat(fit, shape(), errorsOfFit(), Objective(), Datum())
}

// shape are how the curve runs.
func shape() []claim {
	turns := func(s state, said int) bool {
		y, low, high := curveOf(s)
		return Turns(y, 0.0101*(high-low)) <= said // on an even grid some are not seen
	}
	way := func(text string, sign float64) claim {
		return claim{Text: text, Holds: func(s state, _ []float64) bool {
			y, _, _ := curveOf(s)
			return turns(s, 0) && sign*(y[len(y)-1]-y[0]) > 0
		}}
	}
	still := func(text string, before, after bool) claim {
		return claim{Text: text, Rare: true, Holds: func(s state, said []float64) bool {
			x, y := s.Column("fit", "x"), s.Column("fit", "y")
			_, low, high := curveOf(s)
			from, until := math.Inf(-1), math.Inf(1)
			if before {
				from = said[0]
			}
			if after {
				until = said[len(said)-1]
			}
			for i := range y {
				slack := 1e-9*(math.Abs(low)+math.Abs(high)) + noise(s)
				if x[i] < from && math.Abs(y[i]-y[0]) > slack || x[i] > until && math.Abs(y[i]-y[len(y)-1]) > slack {
					return false
				}
			}
			return turns(s, 0)
		}}
	}
	return []claim{
		{Text: curves.SaysLevel, Holds: func(s state, _ []float64) bool {
			_, low, high := curveOf(s)
			return high-low <= math.Max(1e-6*math.Max(1, math.Abs(high)), noise(s))
		}},
		{Text: curves.SaysRepeats, Rare: true, Holds: func(s state, said []float64) bool {
			return s.Choice("kernel") == "periodic" && said[0] == s.Param("period")
		}},
		{Text: curves.SaysTooOften, Rare: true, Holds: func(s state, _ []float64) bool {
			x := s.Column("fit", "x")
			return s.Param("period") < 2*(x[1]-x[0])
		}},
		way(curves.SaysRises, 1), way(curves.SaysFalls, -1),
		still(curves.SaysThen, false, true), still(curves.SaysFirst, true, false), still(curves.SaysAmid, true, true),
		{Text: curves.SaysTurnOnce, Holds: func(s state, _ []float64) bool { return turns(s, 1) }},
		{Text: curves.SaysTurns, Holds: func(s state, said []float64) bool {
			return said[0] > 1 && turns(s, int(said[0]))
		}},
	}
}

// errorsOfFit are degrees of freedom and the leave-one-out error.
func errorsOfFit() []claim {
	freedom := func(s state, said []float64) bool {
		if said[0] != s.Find("degrees_of_freedom") || rounded(s) {
			return said[0] == s.Find("degrees_of_freedom")
		}
		trace, shift := 0.0, Shift(s)
		for _, v := range spectrum(s) {
			trace += v / (v + shift)
		}
		return is(said[0], trace, 1e-6)
	}
	return []claim{
		{Text: curves.SaysFreedom, Holds: func(s state, said []float64) bool {
			negative, _ := Negative(s)
			return freedom(s, said) && negative == 0
		}},
		{Text: curves.SaysSum, Rare: true, Holds: func(s state, said []float64) bool {
			_, negative := Negative(s)
			return freedom(s, said) && negative > 0
		}},
		{Text: curves.SaysLeftOut, Holds: func(s state, said []float64) bool {
			return said[0] == s.Find("loo_rmse") && (rounded(s) || is(said[0], leftOut(s), 1e3*slack(s)+2e-5*said[0]))
		}},
		{Text: curves.SaysNoLeftOut, Rare: true,
			Holds: func(s state, _ []float64) bool { return math.IsNaN(s.Find("loo_rmse")) }},
	}
}

// Objective are what a fit is of its objective where K has negative eigenvalues.
func Objective() []claim {
	of := func(text string, minimum bool, between func(negative int, said []float64) int) claim {
		return claim{Text: text, Rare: true, Holds: func(s state, said []float64) bool {
			negative := int(said[0])
			inside := between(negative, said)
			least, most := Negative(s)
			low, high := Between(s)
			return negative >= least && negative <= most && inside >= low && inside <= high && (inside == 0) == minimum
		}}
	}
	all := func(negative int, _ []float64) int { return negative }
	count := func(n int) func(int, []float64) int { return func(int, []float64) int { return n } }
	return []claim{
		of(curves.SaysNotBetween, true, count(0)), of(curves.SaysNoneBetween, true, count(0)),
		of(curves.SaysLoneBetween, false, all), of(curves.SaysAllBetween, false, all),
		of(curves.SaysOneBetween, false, count(1)),
		of(curves.SaysSomeBetween, false, func(_ int, said []float64) int { return int(said[1]) }),
		{Text: curves.SaysNoSquare, Rare: true, Holds: func(s state, said []float64) bool {
			quadratic := along(s)
			return s.Find("condition") > 1e8 ||
				quadratic < 0 && is(said[0], quadratic, 1e-6*math.Abs(quadratic)) && math.IsNaN(s.Find("rkhs_norm"))
		}},
	}
}

// without is the leverage of point i, and by how much a fit at the same nλ to all other
// points misses it.
func without(s *coursetest.State, i int) (leverage, missed float64) {
	rows, y, shift := s.Rows("gram"), s.Column("data", "y"), Shift(s)
	n := len(rows)
	A, K := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for j, row := range rows {
		K.SetRow(j, row)
		A.SetRow(j, row)
		A.Set(j, j, row[j]+shift)
	}
	var H, C mat.Dense
	_ = C.Inverse(A) // slack allows for an ill-conditioned A
	H.Mul(K, &C)
	if n == 1 {
		return H.At(i, i), y[i]
	}
	var others []int
	for j := range n {
		if j != i {
			others = append(others, j)
		}
	}
	rest, b := mat.NewDense(n-1, n-1, nil), mat.NewVecDense(n-1, nil)
	for r, j := range others {
		for c, k := range others {
			rest.Set(r, c, A.At(j, k))
		}
		b.SetVec(r, y[j])
	}
	var a mat.VecDense
	_ = a.SolveVec(rest, b)
	missed = y[i]
	for r, j := range others {
		missed -= rows[i][j] * a.AtVec(r)
	}
	return H.At(i, i), missed
}

// Datum are what is said of the point that a reader points at.
func Datum() []claim {
	there := func(s state, said []float64) bool {
		i := int(s.Param("at")) - 1
		return int(said[0]) == i+1 && said[1] == s.Column("data", "x")[i] && said[2] == s.Column("data", "y")[i]
	}
	return []claim{
		{Text: curves.SaysDatum, Rare: true, Holds: there},
		{Text: curves.SaysDatumLeft, Rare: true, Holds: func(s state, said []float64) bool {
			if !there(s, said) || said[3] != s.Column("alpha", "alpha")[int(said[0])-1] ||
				said[4] != s.Find("leverage") {
				return false
			}
			leverage, missed := without(s, int(said[0])-1)
			return rounded(s) || is(said[4], leverage, 1e-6) && is(said[5], math.Abs(missed), 1e4*slack(s))
		}},
	}
}
