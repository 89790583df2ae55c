package rkhs

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// kernelOf is the kernel of a state, written anew.
func kernelOf(s *coursetest.State) func(x, y float64) float64 {
	ell := s.Param("bandwidth")
	return map[string]func(x, y float64) float64{
		"gaussian": func(x, y float64) float64 { return math.Exp(-(x - y) * (x - y) / (2 * ell * ell)) },
		"matern32": func(x, y float64) float64 {
			r := math.Sqrt(3) * math.Abs(x-y) / ell
			return (1 + r) * math.Exp(-r)
		},
		"exponential": func(x, y float64) float64 { return math.Exp(-math.Abs(x-y) / ell) },
		"min":         math.Min,
		"linear":      func(x, y float64) float64 { return x * y },
	}[s.Choice("kernel")]
}

// f is the function of a state, from its centres and coefficients.
func f(s *coursetest.State) func(t float64) float64 {
	k, x, alpha := kernelOf(s), s.Column("alpha", "x"), s.Column("alpha", "alpha")
	return func(t float64) (v float64) {
		for i, a := range alpha {
			v += a * k(x[i], t)
		}
		return v
	}
}

func norm(s *coursetest.State) float64 {
	squared := 0.0
	for i, a := range s.Column("alpha", "alpha") {
		squared += a * f(s)(s.Column("alpha", "x")[i])
	}
	return math.Sqrt(math.Max(squared, 0))
}

func distance(k func(x, y float64) float64, x, y float64) float64 {
	return math.Sqrt(math.Max(0, k(x, x)-2*k(x, y)+k(y, y)))
}

// slack is for what was computed in another order; near zero all digits of a difference
// may be lost, and half of those of a distance.
const slack = 1e-10

// checkFunction finds f anew, and the least norm by a system of its own.
func checkFunction(t *testing.T, s *coursetest.State, r *bumped) {
	if r.alpha == nil {
		return
	}
	coursetest.Within(t, r.size, norm(s), 1e-7, "‖f‖")
	coursetest.Within(t, r.value, f(s)(s.Param("x")), slack, "f(x)")
	if r.held == nil {
		return
	}
	k, x := kernelOf(s), s.Column("alpha", "x")
	K, y := mat.NewDense(3, 3, nil), mat.NewVecDense(3, nil)
	for i, at := range sources[s.Choice("data")].readings() {
		y.SetVec(i, at[1])
		coursetest.Within(t, f(s)(at[0]), at[1], slack, "f at %v", at[0])
		coursetest.Within(t, x[i], at[0], 0, "the centre at reading %d", i+1)
		for j := range 3 {
			K.Set(i, j, k(x[i], x[j]))
		}
	}
	var a mat.VecDense
	if err := a.SolveVec(K, y); err != nil {
		t.Fatal(err)
	}
	coursetest.Within(t, r.leastSize, math.Sqrt(mat.Dot(&a, y)), slack, "the least norm")
	values, least := s.Column("f", "y"), s.Column("least", "y")
	far := floats.Distance(values, least, math.Inf(1))
	coursetest.Within(t, r.far, far, slack, "how far f is from it at most")
	if i := slices.Index(s.Column("f", "x"), r.farthest); far > slack {
		coursetest.Within(t, math.Abs(values[i]-least[i]), far, slack, "how far f is from it at %v", r.farthest)
	}
}

func TestFunctionSays(t *testing.T) {
	type claim = coursetest.Claim[*bumped]
	there := func(r *bumped) bool { return r.alpha != nil }
	held := func(r *bumped) bool { return there(r) && r.held != nil }
	same := func(r *bumped) bool { return engine.Agree(r.far, 0, floats.Norm(r.fs, math.Inf(1))) }
	slots := map[string]func(*bumped) float64{
		"bumps": func(r *bumped) float64 { return float64(len(r.alpha)) },
		"at":    func(r *bumped) float64 { return r.farthest },
	}
	coursetest.Says(t, Lesson, "function", 3, []string{
		"a4=0", "a4=-1", "data=crash", "centres=3", "kernel=linear", "data=free&kernel=linear", "kernel=min&x=0",
		"data=free&a1=0&a2=0&a3=0&a4=0", "data=free&kernel=linear&a1=0.7&a2=-0.8&a3=0.3&a4=0",
	}, checkFunction,
		claim{Text: saysHeld, When: held},
		claim{Text: saysBumps, Slots: slots, When: func(r *bumped) bool { return there(r) && !held(r) }},
		claim{Text: saysFarthest, Slots: slots, When: func(r *bumped) bool { return held(r) && !same(r) }},
		claim{Text: saysLeast, When: func(r *bumped) bool { return held(r) && same(r) }},
		claim{Text: saysNone, When: func(r *bumped) bool { return !there(r) }},
	)
}

// checkBounds holds that no f leaves its envelope or its cone, and finds both anew.
func checkBounds(t *testing.T, s *coursetest.State, r *bounded) {
	if r.alpha == nil {
		return
	}
	k, x, y := kernelOf(s), s.Param("x"), s.Param("y")
	up, low, high := s.Column("envelope", "height"), s.Column("cone", "low"), s.Column("cone", "high")
	for i, v := range s.Column("f", "y") {
		if math.Abs(v) > up[i]+1e-7 || v < low[i]-1e-7 || v > high[i]+1e-7 {
			t.Errorf("%v is not within ±%v, nor from %v to %v", v, up[i], low[i], high[i])
		}
	}
	coursetest.Within(t, r.size, norm(s), 1e-7, "‖f‖")
	coursetest.Within(t, r.fx, f(s)(x), slack, "f(x)")
	coursetest.Within(t, r.fy, f(s)(y), slack, "f(y)")
	coursetest.Within(t, r.height, norm(s)*math.Sqrt(k(x, x)), 1e-7, "the envelope")
	coursetest.Within(t, s.Find("opens"), norm(s)*distance(k, x, y), 1e-6, "the cone")
}

func TestBoundsSay(t *testing.T) {
	type claim = coursetest.Claim[*bounded]
	there := func(r *bounded) bool { return r.alpha != nil }
	change := map[string]func(*bounded) float64{"change": func(r *bounded) float64 { return math.Abs(r.fx - r.fy) }}
	coursetest.Says(t, Lesson, "bounds", 3, []string{
		"x=3&y=3", "kernel=linear&data=free", "kernel=linear", "kernel=min&x=0", "data=free&a1=0&a2=0&a3=0&a4=0",
	}, checkBounds,
		claim{Text: saysBounds, When: there}, claim{Text: saysChange, Slots: change, When: there},
		claim{Text: saysNone, When: func(r *bounded) bool { return !there(r) }},
	)
}

// checkQuadratics multiplies anew, entry by entry.
func checkQuadratics(t *testing.T, s *coursetest.State, r *quadratic) {
	a, b, c, x, y := s.Param("a"), s.Param("b"), s.Param("c"), s.Param("x1"), s.Param("x2")
	value, norm := a*x*x+2*b*x*y+c*y*y, math.Sqrt(a*a+2*b*b+c*c)
	inner := value
	if !r.point {
		inner = a*s.Param("a2") + 2*b*s.Param("b2") + c*s.Param("c2")
	}
	coursetest.Within(t, r.value, value, slack, "the value")
	coursetest.Within(t, r.norm, norm, slack, "the norm")
	coursetest.Within(t, r.bound, norm*(x*x+y*y), slack, "the bound")
	coursetest.Within(t, r.inner, inner, slack, "the inner product")
	coursetest.Within(t, floats.Sum(s.Column("terms", "product")), inner, slack, "the sum of its terms")
	if math.Abs(value) > r.bound+slack {
		t.Errorf("%v is not within %v", value, r.bound)
	}
}

func TestQuadraticsSay(t *testing.T) {
	type claim = coursetest.Claim[*quadratic]
	coursetest.Says(t, Lesson, "quadratics", 4,
		[]string{"a=0&b=0&c=0", "x1=0&x2=0", "against=matrix&b2=2"}, checkQuadratics,
		claim{Text: saysQuadratic, When: coursetest.Always[*quadratic]},
	)
}
