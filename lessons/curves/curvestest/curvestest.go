// Package curvestest recomputes what is said of fits through points on a line.
package curvestest

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const (
	num = coursetest.Num
	qty = coursetest.Qty
)

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
	values, _ := eigen(s)
	return values
}

// eigen are they with their eigenvectors, by gonum.
func eigen(s *coursetest.State) ([]float64, *mat.Dense) {
	rows := s.Rows("gram")
	K := mat.NewSymDense(len(rows), nil)
	for i, row := range rows {
		for j := range i + 1 {
			K.SetSym(i, j, row[j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(K, true) {
		panic("curvestest: no eigenvalues")
	}
	vectors := new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
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
	return engine.Rounding(1, most*floats.Norm(s.Column("alpha", "alpha"), 1))
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
	values, vectors := eigen(s)
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

// countsPoints reports whether a text is the number of points.
func countsPoints(s *coursetest.State, text string) bool {
	return text == strconv.Itoa(len(s.Column("data", "x")))
}

// Ridge are what a kernel ridge regression says of its curve, and of a datum.
func Ridge() []coursetest.Clause {
	clauses := []coursetest.Clause{
		{Says: `(\d+) points?, no curve\.`, Holds: func(s *coursetest.State, m []string) bool {
			return countsPoints(s, m[0]) && s.Message != ""
		}, When: func(s *coursetest.State) bool { return !Fitted(s) }},
		{Says: `(\d+) points? and `, Holds: func(s *coursetest.State, m []string) bool {
			if negative, _ := Negative(s); s.Choice("kernel") == "sigmoid" && negative > 0 && !s.Says("K has") {
				return false
			}
			return countsPoints(s, m[0])
		}, When: Fitted},
	}
	return slices.Concat(clauses, shape(), errorsOfFit(), extremesOfCurve(), Verdict(), Datum())
}

// shape are the clauses on how the curve runs.
func shape() []coursetest.Clause {
	return []coursetest.Clause{
		{Says: `a level line, `, Holds: func(s *coursetest.State, _ []string) bool {
			_, low, high := curveOf(s)
			return high-low <= math.Max(1e-6*math.Max(1, math.Abs(high)), noise(s))
		}},
		{Says: `a curve that repeats every ` + qty + `, `, Holds: func(s *coursetest.State, m []string) bool {
			return s.Choice("kernel") == "periodic" && coursetest.Is(m[0], s.Param("period"), 0)
		}},
		{Says: `That is too often to be drawn\.`, Holds: func(s *coursetest.State, _ []string) bool {
			x := s.Column("fit", "x")
			return s.Param("period") < 2*(x[1]-x[0])
		}},
		{Says: `a curve that (rises|falls) from left to right, `, Holds: func(s *coursetest.State, m []string) bool {
			y, low, high := curveOf(s)
			return Turns(y, 0.0101*(high-low)) == 0 && (y[len(y)-1] > y[0]) == (m[0] == "rises")
		}},
		{Says: `a curve that turns (?:once|(\d+) times), `, Holds: func(s *coursetest.State, m []string) bool {
			y, low, high := curveOf(s)
			said := 1
			if m[0] != "" {
				said, _ = strconv.Atoi(m[0])
			}
			return Turns(y, 0.0101*(high-low)) <= said // on an even grid some are not seen
		}},
	}
}

// errorsOfFit are the clauses on degrees of freedom and errors.
func errorsOfFit() []coursetest.Clause {
	freedom := `with (?:` + num + ` degrees of freedom|Σ s/\(s \+ nλ\) = ` + num + ` over the eigenvalues s of K): `
	return []coursetest.Clause{
		{Says: freedom, Holds: func(s *coursetest.State, m []string) bool {
			if rounded(s) {
				return s.Shown(m[0]+m[1], "degrees_of_freedom")
			}
			trace, shift := 0.0, Shift(s)
			for _, v := range spectrum(s) {
				trace += v / (v + shift)
			}
			_, negative := Negative(s)
			return coursetest.Is(m[0]+m[1], trace, 1e-6) && (m[0] != "" || negative > 0)
		}},
		{Says: `train error ` + qty + `, `, Holds: func(s *coursetest.State, m []string) bool {
			return coursetest.Is(m[0], RMSE(s.Column("data", "y"), applied(s)), slack(s))
		}},
		{Says: `leave-one-out error ` + qty + `\. `, Holds: func(s *coursetest.State, m []string) bool {
			if rounded(s) {
				return s.Shown(m[0], "loo_rmse")
			}
			return coursetest.Is(m[0], leftOut(s), 1e3*slack(s))
		}},
	}
}

// extremesOfCurve are the clauses on where the curve is least and greatest.
func extremesOfCurve() []coursetest.Clause {
	places := `The curve is least, ` + qty + ` at ` + qty + `, and greatest, ` + qty + ` at ` + qty + `\.`
	return []coursetest.Clause{
		{Says: `The line stands at ` + qty + `\.`, Holds: func(s *coursetest.State, m []string) bool {
			y, _, _ := curveOf(s)
			return coursetest.Is(m[0], y[0], slack(s))
		}},
		{Says: places, Holds: func(s *coursetest.State, m []string) bool {
			_, low, high := curveOf(s)
			return extremeAt(s, m[0], m[1], low, -1) && extremeAt(s, m[2], m[3], high, 1)
		}},
		{Says: `A point at x = 0 has no direction: its cosine with every point, itself included, counts as 0\.`,
			When: func(s *coursetest.State) bool {
				return Fitted(s) && s.Choice("kernel") == "cosine" && slices.Contains(s.Column("data", "x"), 0)
			}},
	}
}

// extremeAt reports whether the curve has the value at the place that the texts say, where
// extreme is the greatest of the series (sign 1) or the least (sign −1). The sentence may
// know of a peak between two places of the series, but the series of none beyond it.
func extremeAt(s *coursetest.State, value, place string, extreme, sign float64) bool {
	x, y := s.Column("fit", "x"), s.Column("fit", "y")
	v, half := coursetest.Reads(value)
	p, near := coursetest.Reads(place)
	if sign*(v-extreme) < -half*(1+1e-9)-1e-9*math.Abs(v) {
		return false
	}
	if p < x[0]-near-1e-9 || p > x[len(x)-1]+near+1e-9 {
		return false
	}
	if !coursetest.Is(value, extreme, 0) {
		return true // of a peak between two places
	}
	i := slices.Index(y, extreme)
	_, low, high := curveOf(s)
	return math.Abs(x[i]-p) <= near+1e-9*math.Abs(p)+(x[1]-x[0]) ||
		coursetest.Is(value, y[nearest(x, p)], math.Abs(high-low)*0.05)
}

// Verdict is what a fit is of its objective where K has negative eigenvalues.
func Verdict() []coursetest.Clause {
	count := func(text string, least, most int) bool {
		v, err := strconv.Atoi(text)
		return err == nil && v >= least && v <= most
	}
	return []coursetest.Clause{
		{Says: `K has (\d+) negative eigenvalues?(?:, which (?:does not lie|lies)|, (none|one|all|\d+) of them) ` +
			`between −nλ and 0:`, Holds: func(s *coursetest.State, m []string) bool {
			least, most := Negative(s)
			low, high := Between(s)
			inside := m[1]
			switch {
			case m[1] == "" && s.Says("which does not lie"), m[1] == "none":
				inside = "0"
			case m[1] == "" || m[1] == "one":
				inside = "1"
			case m[1] == "all":
				inside = m[0]
			}
			return count(m[0], least, most) && count(inside, low, high)
		}},
		{Says: ` ?the objective bends down nowhere, and the curve is its minimum\.`,
			Holds: func(s *coursetest.State, _ []string) bool {
				least, _ := Between(s)
				return least == 0
			}},
		{Says: `along (?:its eigenvector|their eigenvectors) the objective falls for ever, and the curve is a ` +
			`saddle, where the slope is zero and nothing is least\.`,
			Holds: func(s *coursetest.State, _ []string) bool {
				_, most := Between(s)
				return most > 0
			}},
		{Says: `αᵀKα is ` + num + `: no square of a norm\.`, Holds: func(s *coursetest.State, m []string) bool {
			quadratic := along(s)
			return s.Find("condition") > 1e8 ||
				quadratic < 0 && coursetest.Is(m[0], quadratic, 0) && math.IsNaN(s.Find("rkhs_norm"))
		}},
	}
}

func nearest(x []float64, p float64) int {
	best := 0
	for i, v := range x {
		if math.Abs(v-p) < math.Abs(x[best]-p) {
			best = i
		}
	}
	return best
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

// Datum is what is said of the point that a reader points at.
func Datum() []coursetest.Clause {
	i := func(s *coursetest.State) int { return int(s.Param("at")) - 1 }
	return []coursetest.Clause{
		{Says: `Point (\d+) at x = ` + qty + ` and y = ` + qty + `\.?`,
			Holds: func(s *coursetest.State, m []string) bool {
				return m[0] == strconv.Itoa(i(s)+1) && coursetest.Is(m[1], s.Column("data", "x")[i(s)], 0) &&
					coursetest.Is(m[2], s.Column("data", "y")[i(s)], 0)
			}, When: func(s *coursetest.State) bool { return s.Param("at") > 0 }},
		{Says: `has α = ` + num + ` and leverage ` + num + `; the curve without it misses it by ` + qty + `\.`,
			Holds: func(s *coursetest.State, m []string) bool {
				if !coursetest.Is(m[0], s.Column("alpha", "alpha")[i(s)], 0) {
					return false
				}
				if rounded(s) {
					return s.Shown(m[1], "leverage")
				}
				leverage, missed := without(s, i(s))
				return coursetest.Is(m[1], leverage, 1e-6) && coursetest.Is(m[2], math.Abs(missed), 1e4*slack(s))
			}},
	}
}

// Polynomial are what ridge regression on powers says of its fit; noise is that of the
// data.
func Polynomial() []coursetest.Clause {
	return []coursetest.Clause{
		{Says: `(\d+) points?, no curve\.`, Holds: func(s *coursetest.State, m []string) bool {
			return m[0] == strconv.Itoa(len(s.Column("data", "x"))) && s.Message != ""
		}, When: func(s *coursetest.State) bool { return !Fitted(s) }},
		{Says: `A polynomial of degree (\d+) fitted to (\d+) points?: train error ` + qty,
			Holds: func(s *coursetest.State, m []string) bool {
				if m[0] != s.Choice("degree") || m[1] != strconv.Itoa(len(s.Column("data", "x"))) {
					return false
				}
				var fitted []float64
				size := 0.0
				theta := s.Column("theta", "theta")
				for _, row := range s.Rows("features") {
					fitted = append(fitted, floats.Dot(row, theta))
					for j := range row {
						size = math.Max(size, math.Abs(row[j]*theta[j]))
					}
				}
				return coursetest.Is(m[2], RMSE(s.Column("data", "y"), fitted),
					1e-14*size*math.Max(1, s.Find("condition")))
			}, When: Fitted},
		{Says: `, test error ` + qty, Holds: func(s *coursetest.State, m []string) bool {
			truth := engine.SineTruth
			if s.Choice("data") == "step" {
				truth = engine.StepTruth
			}
			sum, x := 0.0, s.Column("fit", "x")
			for g, y := range s.Column("fit", "y") {
				sum += math.Pow(y-truth(x[g]), 2) / float64(len(x))
			}
			return coursetest.Is(m[0], math.Sqrt(sum+s.Param("noise")*s.Param("noise")), 0)
		}, When: func(s *coursetest.State) bool {
			return Fitted(s) && (s.Choice("data") == "sine" || s.Choice("data") == "step")
		}},
		{Says: `\.`},
	}
}
