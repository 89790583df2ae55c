package kernelridge

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/curves/curvestest"
)

// Each clause about the fit is so in its numbers.
func TestFitTells(t *testing.T) {
	own := slices.Concat(curvestest.Ridge(), curvestest.LeftOut(), []coursetest.Clause{{
		Says: `Of its (\d+) terms? the first (\d+) from the left are added: a sum that is up to ` + coursetest.Qty + ` off the curve\.`,
		Holds: func(s *coursetest.Told, m []string) bool {
			n, far := len(s.Column("alpha", "i")), floats.Distance(s.Column("sum", "y"), s.Column("fit", "y"), math.Inf(1))
			return m[0] == strconv.Itoa(n) && m[1] == strconv.Itoa(n*int(s.Param("terms"))/allTerms) && coursetest.Is(m[2], far, 0)
		}, When: func(s *coursetest.Told) bool { return curvestest.Fitted(s) && s.Param("terms") < allTerms },
	}})
	coursetest.Tells(t, Lesson, "fit", 3, append(slices.Clone(similarities), "terms=7", "terms=0&data=sine&n=12", "resampled=1", "data=points&points=0,1;0,3&lambda=0.5&bandwidth=1", "data=points&points=0,1;0,3;1,2;1,0;3,1&lambda=0.5&bandwidth=1"), own...)
}

// Each clause about the two prices is so by solving for both anew.
func TestPriceTells(t *testing.T) {
	const num, qty = coursetest.Num, coursetest.Qty
	squares := func(s *coursetest.Told) bool { return s.Choice("penalty") == "squares" }
	same := func(s *coursetest.Told, v float64) bool {
		return engine.Agree(v, 0, floats.Norm(s.Column("data", "y"), math.Inf(1)))
	}
	// fits are α and the hat matrix of either price.
	fits := func(s *coursetest.Told, squares bool) (*mat.VecDense, *mat.Dense) {
		rows, y := s.Rows("gram"), s.Column("data", "y")
		n := len(rows)
		K := mat.NewDense(n, n, nil)
		for i, row := range rows {
			K.SetRow(i, row)
		}
		A, b := mat.DenseCopyOf(K), mat.VecDenseCopyOf(mat.NewVecDense(n, y))
		if squares {
			A.Mul(K, K)
			b.MulVec(K, mat.NewVecDense(n, y))
		}
		for i := range n {
			A.Set(i, i, A.At(i, i)+float64(n)*s.Param("lambda"))
		}
		alpha, H := new(mat.VecDense), new(mat.Dense)
		_ = alpha.SolveVec(A, b) // an error says how ill conditioned
		_ = H.Solve(A, K)
		if squares {
			H.Mul(H, K)
		}
		return alpha, H
	}
	coursetest.Tells(t, Lesson, "price", 6, []string{"penalty=squares", "lambda=0.00316", "data=points&points=0,2;1,1&lambda=1e-6&penalty=squares&bandwidth=0.1", "data=points&points=1,5&penalty=squares"},
		coursetest.Clause{Says: `(\d+) points?, with λ the price of (αᵀKα|Σαᵢ²): train error ` + qty + `, (?:leave-one-out error ` + qty + `|(and no leave-one-out error, for a point has its value to itself)), ` + num + ` degrees of freedom\.`, Holds: func(s *coursetest.Told, m []string) bool {
			y := s.Column("data", "y")
			alpha, H := fits(s, squares(s))
			n := len(y)
			train, left, size := 0.0, 0.0, floats.Norm(y, 2)/math.Sqrt(float64(n))
			for i, row := range s.Rows("gram") {
				r := y[i] - floats.Dot(row, alpha.RawVector().Data)
				train += r * r / float64(n)
				left += r / (1 - H.At(i, i)) * r / (1 - H.At(i, i)) / float64(n)
			}
			if (m[1] == "Σαᵢ²") != squares(s) || m[0] != strconv.Itoa(n) || !coursetest.Is(m[2], math.Sqrt(train), 1e-7*size) || !coursetest.Is(m[5], mat.Trace(H), 1e-5) {
				return false
			}
			return m[4] != "" || coursetest.Is(m[3], math.Sqrt(left), 1e-4*math.Sqrt(left)+1e-4*size)
		}, When: func(s *coursetest.Told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `The curve at the other price is (?:up to ` + qty + ` away|the same)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			a, _ := fits(s, false)
			b, _ := fits(s, true)
			far := 0.0
			for g, x := range s.Column("fit", "x") {
				at := func(alpha *mat.VecDense) (v float64) {
					for i, xi := range s.Column("data", "x") {
						v += alpha.AtVec(i) * math.Exp(-(x-xi)*(x-xi)/(2*s.Param("bandwidth")*s.Param("bandwidth")))
					}
					return v
				}
				if d := math.Abs(s.Column("fit", "y")[g] - s.Column("other", "y")[g]); d > far {
					far = d
				}
				if g%40 == 0 && math.Abs(math.Abs(at(a)-at(b))-math.Abs(s.Column("fit", "y")[g]-s.Column("other", "y")[g])) > 1e-5*(1+floats.Norm(s.Column("data", "y"), math.Inf(1))) {
					return false
				}
			}
			if same(s, far) {
				return m[0] == ""
			}
			return coursetest.Is(m[0], far, 0)
		}, When: func(s *coursetest.Told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `Each residual is nλ times its αᵢ\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			for i, a := range s.Column("alpha", "alpha") {
				if math.Abs(s.Column("alpha", "residual")[i]-float64(len(s.Column("alpha", "i")))*s.Param("lambda")*a) > 1e-7*(1e-9+floats.Norm(s.Column("data", "y"), math.Inf(1))) {
					return false
				}
			}
			return true
		}, When: func(s *coursetest.Told) bool { return s.Message == "" && (!squares(s) || s.Find("missed") == 0) }},
		coursetest.Clause{Says: `Residuals differ from nλαᵢ by up to ` + qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			alpha, _ := fits(s, true)
			most, y := 0.0, s.Column("data", "y")
			for i, row := range s.Rows("gram") {
				most = math.Max(most, math.Abs(y[i]-floats.Dot(row, alpha.RawVector().Data)-float64(len(y))*s.Param("lambda")*alpha.AtVec(i)))
			}
			return !same(s, most) && coursetest.Is(m[0], most, 1e-7*(1e-9+floats.Norm(y, math.Inf(1))))
		}, When: func(s *coursetest.Told) bool { return s.Message == "" && squares(s) && s.Find("missed") > 0 }},
	)
}

// similarities are states with negative eigenvalues of K, where the fit is a minimum,
// a saddle, and neither.
var similarities = []string{
	"kernel=sigmoid", "kernel=sigmoid&slope=1&offset=-3&lambda=1&convention=sum", "data=sine&n=12&kernel=sigmoid&offset=-2&slope=0.1", "data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=0",
	"data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=1e-9", "data=points&points=-3,-2&kernel=min", "data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=2", "data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=0.5&at=1",
	"kernel=periodic&period=0.1", "data=sine&n=12&kernel=periodic&period=0.4&bandwidth=0.1",
	"data=points&points=-1,2;-2,1&kernel=min&lambda=0.19098300562505255", "data=points&points=0,1;1,2&kernel=sigmoid&offset=-1&slope=2&lambda=0.01",
}

var legs = regexp.MustCompile(`(?:(falls|rises) to ` + coursetest.Qty + ` at|hardly changes up to) λ = ` + coursetest.Num)

// Each clause about the path is so in its numbers: between the ends of a leg that is told
// the leave-one-out error goes back by no more than one percent of its least value, and
// all legs are told.
func TestPathTells(t *testing.T) {
	const num, qty = coursetest.Num, coursetest.Qty
	loo := func(s *coursetest.Told) []float64 { return s.Column("path", "loo_rmse") }
	lambdas := func(s *coursetest.Told) []float64 { return s.Column("path", "lambda") }
	// place is the λ on the path that a text names, where the error is as another says.
	place := func(s *coursetest.Told, lambda, value string) int {
		return slices.IndexFunc(lambdas(s), func(v float64) bool {
			return coursetest.Is(lambda, v, 0) && coursetest.Is(value, loo(s)[slices.Index(lambdas(s), v)], 0)
		})
	}
	gram := func(s *coursetest.Told) *coursetest.Told { // K is the other figure's
		form, p := coursetest.Draw(t, Lesson, "fit", s.Query)
		return &coursetest.Told{Query: s.Query, Form: form, Picture: p}
	}
	coursetest.Tells(t, Lesson, "path", 3, append(slices.Clone(similarities), "kernel=polynomial", "data=points&points=1,5", "kernel=linear", "bandwidth=0.136"),
		coursetest.Clause{Says: `At λ = ` + num + ` there is no fit\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], s.Param("lambda"), 0)
		}, When: func(s *coursetest.Told) bool { return s.Message != "" }},
		coursetest.Clause{Says: `At λ = ` + num + ` (?:there are|(Σ s/\(s \+ nλ\) is)) ` + num + `(?: degrees of freedom)?, and the leave-one-out error is ` + qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			if i := slices.Index(lambdas(s), s.Param("lambda")); i >= 0 && (!coursetest.Is(m[2], s.Column("path", "degrees_of_freedom")[i], 1e-6) || !coursetest.Is(m[3], loo(s)[i], 1e-6*loo(s)[i])) {
				return false
			}
			return coursetest.Is(m[0], s.Param("lambda"), 0) && s.Shown(m[2], "degrees_of_freedom") && s.Shown(m[3], "loo_rmse") && (m[1] != "") == s.Says("negative eigenvalue")
		}, When: func(s *coursetest.Told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `K has (\d+) negative eigenvalues?: below λ = ` + num + ` the fits are minima of the objective, and from there on saddles\.`, Holds: func(s *coursetest.Told, m []string) bool {
			// A little below and above that λ the fit's own figure says which it is.
			to, _ := coursetest.Reads(m[1])
			saddle := func(lambda float64) bool {
				q := course.ParseQuery(s.Query)
				q.Set("lambda", course.FormatNumber(lambda))
				form, p := coursetest.Draw(t, Lesson, "fit", q.Encode())
				least, most := curvestest.Between(&coursetest.Told{Form: form, Picture: p})
				return least > 0 || most > 0 && lambda > to
			}
			least, most := curvestest.Negative(gram(s))
			n, half := coursetest.Reads(m[0])
			return half > 0 && int(n) >= least && int(n) <= most && !saddle(to*0.8) && (to > 8 || saddle(to*1.2))
		}},
		coursetest.Clause{Says: `No λ on this path gives a fit\.`, When: func(s *coursetest.Told) bool { return len(loo(s)) == 0 }},
		coursetest.Clause{Says: `As λ grows the train error rises\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			train := s.Column("path", "train_rmse")
			for i := range train[1:] {
				if train[i+1] < train[i]*(1-1e-3)-1e-9 {
					return false
				}
			}
			return train[len(train)-1] > 1.009*train[0]
		}},
		coursetest.Clause{Says: `The leave-one-out error hardly depends on λ: it is between ` + qty + ` and ` + qty + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			least, most := slices.Min(loo(s)), slices.Max(loo(s))
			return m[0] != m[1] && coursetest.Is(m[0], least, 0) && coursetest.Is(m[1], most, 0) && most <= 1.0101*least
		}},
		coursetest.Clause{Says: `The leave-one-out error (?:is|(hardly depends on λ: it is)) ` + qty + ` (?:at every λ of the path|throughout, to within 1 %)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			least, most := slices.Min(loo(s)), slices.Max(loo(s))
			return coursetest.Is(m[1], least, 0) && coursetest.Is(m[1], most, 0) && most <= 1.0101*least && (m[0] == "") == engine.Agree(least, most, most)
		}},
		coursetest.Clause{Says: `The leave-one-out error turns (\d+) times on the path\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], float64(curvestest.Turns(loo(s), 0.01*slices.Min(loo(s)))), 0)
		}},
		coursetest.Clause{Says: `From ` + qty + ` at λ = ` + num + ` the leave-one-out error((?:,| and|)(?: (?:(?:falls|rises) to \S+(?: × 10\S+)?(?: (?:ms|min|g))? at|hardly changes up to) λ = [^ ,]*\d(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:,| and|))+)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			at := place(s, m[1], m[0])
			if at != 0 {
				return false
			}
			least := slices.Min(loo(s))
			lowest := slices.Index(loo(s), least)
			met := lowest == at // the way to the least is told
			for _, leg := range legs.FindAllStringSubmatch(m[2], -1) {
				if leg[1] == "" {
					to := slices.IndexFunc(lambdas(s), func(v float64) bool { return coursetest.Is(leg[3], v, 0) })
					if to < at || slices.Max(loo(s)[at:to+1])-slices.Min(loo(s)[at:to+1]) > 0.0101*least {
						return false
					}
					at, met = to, met || to == lowest
					continue
				}
				to := place(s, leg[3], leg[2])
				down := map[string]float64{"falls": 1, "rises": -1}[leg[1]]
				if to < 0 || down*(loo(s)[at]-loo(s)[to]) <= 0 {
					return false
				}
				furthest := down * loo(s)[at]
				for _, v := range loo(s)[at : to+1] {
					if furthest = math.Min(furthest, down*v); down*v-furthest > 0.0101*least {
						return false // a swing is hidden
					}
				}
				at, met = to, met || to == lowest
			}
			return met && at == len(loo(s))-1
		}},
		coursetest.Clause{Says: `It is least, ` + qty + `, (?:at λ = ` + num + `|from λ = ` + num + ` to λ = ` + num + `)\.`, Holds: func(s *coursetest.Told, m []string) bool {
			least, tied := slices.Min(loo(s)), 0
			for _, v := range loo(s) {
				if engine.Agree(v, least, least) {
					tied++
				}
			}
			if m[1] != "" {
				return tied == 1 && coursetest.Is(m[0], least, 0) && place(s, m[1], m[0]) >= 0
			}
			return coursetest.Is(m[0], least, 0) && place(s, m[3], m[0])-place(s, m[2], m[0]) == tied-1 && tied > 1
		}},
	)
}
