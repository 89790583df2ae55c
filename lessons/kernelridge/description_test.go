package kernelridge

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves/curvestest"
)

func TestFitSays(t *testing.T) {
	own := append(curvestest.Ridge(), coursetest.Claim[*coursetest.State]{
		Text: saysTerms,
		Holds: func(s *coursetest.State, said []float64) bool {
			n := len(s.Column("alpha", "i"))
			far := floats.Distance(s.Column("sum", "y"), s.Column("fit", "y"), math.Inf(1))
			return said[0] == float64(n) && said[1] == float64(n*int(s.Param("terms"))/allTerms) &&
				math.Abs(said[2]-far) <= 1e-9*far
		}, When: func(s *coursetest.State) bool { return curvestest.Fitted(s) && s.Param("terms") < allTerms },
	})
	coursetest.Says(t, Lesson, "fit", 3, slices.Concat(similarities, []string{
		"terms=7", "terms=0&data=sine&n=12", "resampled=1", "data=points&points=0,1;0,3&lambda=0.5&bandwidth=1",
		"data=points&points=0,1;0,3;1,2;1,0;3,1&lambda=0.5&bandwidth=1",
	}), curvestest.LeftOut, own...)
}

// solved is α at either price and the diagonal of its hat matrix, from one linear system.
func solved(s *coursetest.State, squares bool) (alpha, hat []float64) {
	rows, y := s.Rows("gram"), s.Column("data", "y")
	n := len(rows)
	K := mat.NewDense(n, n, slices.Concat(rows...))
	A, b := mat.DenseCopyOf(K), mat.NewVecDense(n, slices.Clone(y))
	if squares {
		A.Mul(K, K)
		b.MulVec(K, mat.NewVecDense(n, y))
	}
	for i := range n {
		A.Set(i, i, A.At(i, i)+float64(n)*s.Param("lambda"))
	}
	var a mat.VecDense
	var H mat.Dense
	_ = a.SolveVec(A, b) // an error says how ill conditioned
	_ = H.Solve(A, K)
	if squares {
		H.Mul(&H, K)
	}
	for i := range n {
		hat = append(hat, H.At(i, i))
	}
	return a.RawVector().Data, hat
}

// checkPrice solves for both prices anew.
func checkPrice(t *testing.T, s *coursetest.State, r *prices) {
	if r.Ridge == nil || !r.fitted() {
		return
	}
	x, y, ell := s.Column("data", "x"), s.Column("data", "y"), s.Param("bandwidth")
	n, most := float64(len(y)), floats.Norm(y, math.Inf(1))
	alpha, hat := solved(s, r.ofSquares)
	others, _ := solved(s, !r.ofSquares)
	train, left, missed := 0.0, 0.0, 0.0
	for i, row := range s.Rows("gram") {
		miss := y[i] - floats.Dot(row, alpha)
		train += miss * miss / n
		left += miss / (1 - hat[i]) * miss / (1 - hat[i]) / n
		missed = math.Max(missed, math.Abs(miss-n*s.Param("lambda")*alpha[i]))
	}
	apart := 0.0
	for g, at := range s.Column("fit", "x") {
		drawn := s.Column("fit", "y")[g] - s.Column("other", "y")[g]
		apart = math.Max(apart, math.Abs(drawn))
		if g%40 != 0 {
			continue
		}
		for i := range x {
			drawn -= (alpha[i] - others[i]) * math.Exp(-(at-x[i])*(at-x[i])/(2*ell*ell))
		}
		coursetest.Within(t, drawn, 0, 1e-5*(1+most), "how far the difference of the curves at %v is off", at)
	}
	size := floats.Norm(y, 2) / math.Sqrt(n)
	coursetest.Within(t, r.chosen.train, math.Sqrt(train), 1e-7*size, "train")
	coursetest.Within(t, r.chosen.freedom, floats.Sum(hat), 1e-5, "freedom")
	coursetest.Within(t, r.chosen.loo, math.Sqrt(left), 1e-4*(math.Sqrt(left)+size), "loo")
	coursetest.Within(t, r.apart, apart, 1e-9*most, "apart")
	coursetest.Within(t, r.missed, missed, 1e-7*(1e-9+most), "missed")
}

func TestPriceSays(t *testing.T) {
	fitted := func(r *prices) bool { return r.Ridge != nil && r.fitted() }
	far := func(r *prices) bool { return r.ofSquares && r.missed > 0 }
	points := map[string]func(*prices) float64{"points": func(r *prices) float64 { return float64(r.Data.Len()) }}
	price := map[string]func(*prices) string{"price": func(r *prices) string {
		return map[bool]string{false: "αᵀKα", true: "Σαᵢ²"}[r.ofSquares]
	}}
	coursetest.Says(t, Lesson, "price", 6,
		[]string{
			"penalty=squares", "lambda=0.00316", "data=points&points=0,2;1,1&lambda=1e-6&penalty=squares&bandwidth=0.1",
			"data=points&points=1,5&penalty=squares",
		},
		checkPrice,
		coursetest.Claim[*prices]{Text: saysNoCurve, Slots: points, Rare: true,
			When: func(r *prices) bool { return r.Ridge != nil && !r.fitted() }},
		coursetest.Claim[*prices]{Text: saysPrice, Slots: points, Words: price, When: fitted},
		coursetest.Claim[*prices]{Text: saysSame, When: func(r *prices) bool { return fitted(r) && r.apart == 0 }},
		coursetest.Claim[*prices]{Text: saysOnLine, When: func(r *prices) bool { return fitted(r) && !far(r) }},
	)
}

// similarities are states with negative eigenvalues of K, where the fit is a minimum,
// a saddle, and neither.
var similarities = []string{
	"kernel=sigmoid", "kernel=sigmoid&slope=1&offset=-3&lambda=1&convention=sum",
	"data=sine&n=12&kernel=sigmoid&offset=-2&slope=0.1", "data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=0",
	"data=sine&n=5&kernel=sigmoid&offset=-1&slope=0.1&lambda=1e-9", "data=points&points=-3,-2&kernel=min",
	"data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=2",
	"data=points&points=-3,-2;1,4;2,2&kernel=min&lambda=0.5&at=1",
	"kernel=periodic&period=0.1", "data=sine&n=12&kernel=periodic&period=0.4&bandwidth=0.1",
	"data=points&points=-1,2;-2,1&kernel=min&lambda=0.19098300562505255",
	"data=points&points=0,1;1,2&kernel=sigmoid&offset=-1&slope=2&lambda=0.01",
}

// fitOf is the figure fit in that state at another λ: it has K.
func fitOf(t *testing.T, s *coursetest.State, lambda float64) *coursetest.State {
	q := course.ParseQuery(s.Query)
	q.Set("lambda", course.FormatNumber(lambda))
	form, p := coursetest.Draw(t, Lesson, "fit", q.Encode())
	return &coursetest.State{Form: form, Picture: p}
}

// checkPath holds the fit at the λ chosen to the path, what is known of K to its
// eigenvalues, and the legs to the errors on their way.
func checkPath(t *testing.T, s *coursetest.State, r *path) {
	if i := slices.Index(r.lambdas, r.chosen); i >= 0 && r.fitted() {
		freedom, loo := s.Find("degrees_of_freedom"), s.Find("loo_rmse")
		if math.Abs(r.freedom[i]-freedom) > 1e-6*math.Abs(freedom) || math.Abs(r.loo[i]-loo) > 1e-6*loo {
			t.Errorf("%v and %v on the path, %v and %v at its λ", r.freedom[i], r.loo[i], freedom, loo)
		}
	}
	if r.fitted() != (s.Message == "") {
		t.Errorf("a fit is %t, with the message “%s”", r.fitted(), s.Message)
	}
	least, most := curvestest.Negative(fitOf(t, s, r.chosen))
	if n := r.fit.Negative(); n < least || n > most {
		t.Errorf("K has %d to %d negative eigenvalues, not %d", least, most, n)
	}
	if to := r.fit.MinimaTo() * r.factor; !math.IsNaN(to) {
		// A little below and above that λ the fit's own figure says which it is.
		saddle := func(lambda float64) bool {
			least, most := curvestest.Between(fitOf(t, s, lambda))
			return least > 0 || most > 0 && lambda > to
		}
		if r.pure() || saddle(to*0.8) || to <= 8 && !saddle(to*1.2) {
			t.Errorf("minima are said to end at λ = %v", to)
		}
	}
	if len(r.loo) > 0 {
		checkLegs(t, r)
	}
}

// checkLegs holds that between the ends of a leg the leave-one-out error goes back by no
// more than one percent of its least value, and that they lead over the least to the end.
func checkLegs(t *testing.T, r *path) {
	at, lowest := 0, slices.Index(r.loo, slices.Min(r.loo))
	swing, met := 0.0101*r.loo[lowest], lowest == 0
	for _, l := range r.legs() {
		sign := map[way]float64{saysFalls: -1, saysRises: 1}[l.way]
		furthest := sign * r.loo[at]
		for _, v := range r.loo[at : l.to+1] {
			furthest = max(furthest, sign*v)
			if sign*v < furthest-swing || sign == 0 && math.Abs(v-r.loo[at]) > swing {
				t.Errorf("“%s”: a swing is hidden", l.way)
			}
		}
		if sign != 0 && sign*(r.loo[l.to]-r.loo[at]) <= 0 {
			t.Errorf("“%s” from %v to %v", l.way, r.loo[at], r.loo[l.to])
		}
		at, met = l.to, met || l.to == lowest
	}
	if !met || at != len(r.loo)-1 {
		t.Errorf("legs end at place %d of %d, or not at the least", at, len(r.loo))
	}
}

func TestPathSays(t *testing.T) {
	const flat, steep, many = 1, 2, 3 // how the leave-one-out error runs
	turns := func(r *path) float64 { return float64(curvestest.Turns(r.loo, 0.01*slices.Min(r.loo))) }
	runs := func(r *path) int {
		if len(r.loo) == 0 {
			return 0
		}
		least, most := slices.Min(r.loo), slices.Max(r.loo)
		switch {
		case most <= 1.01*least:
			return flat
		case turns(r) >= maxLegs:
			return many
		}
		return steep
	}
	level := func(r *path) bool {
		return runs(r) == flat && engine.Agree(slices.Min(r.loo), slices.Max(r.loo), slices.Max(r.loo))
	}
	alike := func(r *path) bool { return course.Digits(slices.Min(r.loo)) == course.Digits(slices.Max(r.loo)) }
	tied := func(r *path) (at []float64) {
		for i, v := range r.loo {
			if engine.Agree(v, slices.Min(r.loo), v) {
				at = append(at, r.lambdas[i])
			}
		}
		return at
	}
	swings := func(r *path) bool { return runs(r) > flat }
	leg := func(w way) coursetest.Claim[*path] {
		return coursetest.Claim[*path]{Text: string(w), Each: func(r *path) (each [][]any) {
			if runs(r) != steep {
				return nil
			}
			for _, l := range r.legs() {
				there := []any{course.Measure{Value: r.loo[l.to], Unit: r.data.YUnit}, r.lambdas[l.to]}
				if w == saysStays {
					there = there[1:]
				}
				if l.way == w {
					each = append(each, there)
				}
			}
			return each
		}}
	}
	type slots = map[string]func(*path) float64
	coursetest.Says(t, Lesson, "path", 3,
		slices.Concat(similarities, []string{
			"kernel=polynomial", "data=points&points=1,5", "kernel=linear", "bandwidth=0.136",
		}),
		checkPath,
		coursetest.Claim[*path]{Text: saysNoFit, When: func(r *path) bool { return !r.fitted() }},
		coursetest.Claim[*path]{Text: saysHere, When: func(r *path) bool { return r.fitted() && r.pure() }},
		coursetest.Claim[*path]{Text: saysSum, When: func(r *path) bool { return r.fitted() && !r.pure() }},
		coursetest.Claim[*path]{Text: saysNone, When: func(r *path) bool { return len(r.loo) == 0 }},
		coursetest.Claim[*path]{Text: saysSaddle,
			When: func(r *path) bool { return len(r.loo) > 0 && !math.IsNaN(r.fit.MinimaTo()) },
			Slots: slots{
				"negative":  func(r *path) float64 { return float64(r.fit.Negative()) },
				"minima_to": func(r *path) float64 { return r.fit.MinimaTo() * r.factor },
			}},
		coursetest.Claim[*path]{Text: saysTrain, When: func(r *path) bool {
			return len(r.loo) > 0 && r.pure() && slices.Max(r.train) > 1.01*r.train[0]
		}},
		coursetest.Claim[*path]{Text: saysLevel, When: level},
		coursetest.Claim[*path]{Text: saysFlat,
			When: func(r *path) bool { return runs(r) == flat && !level(r) && alike(r) }},
		coursetest.Claim[*path]{Text: saysRange, When: func(r *path) bool { return runs(r) == flat && !alike(r) },
			Slots: slots{"greatest": func(r *path) float64 { return slices.Max(r.loo) }}},
		coursetest.Claim[*path]{Text: saysTurns, When: func(r *path) bool { return runs(r) == many },
			Slots: slots{"turns": turns}},
		coursetest.Claim[*path]{Text: saysRun, When: func(r *path) bool { return runs(r) == steep },
			Slots: slots{
				"first_error": func(r *path) float64 { return r.loo[0] },
				"first":       func(r *path) float64 { return r.lambdas[0] },
			}},
		leg(saysFalls), leg(saysRises), leg(saysStays),
		coursetest.Claim[*path]{Text: saysTied, When: func(r *path) bool { return swings(r) && len(tied(r)) > 1 },
			Slots: slots{
				"tied_from": func(r *path) float64 { return tied(r)[0] },
				"tied_to":   func(r *path) float64 { return tied(r)[len(tied(r))-1] },
			}},
	)
}
