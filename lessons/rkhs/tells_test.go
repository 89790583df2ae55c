package rkhs

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

// kernelOf is the kernel of a state, written anew.
func kernelOf(s *coursetest.Told) func(x, y float64) float64 {
	ell := s.Param("bandwidth")
	return map[string]func(x, y float64) float64{
		"gaussian":    func(x, y float64) float64 { return math.Exp(-(x - y) * (x - y) / (2 * ell * ell)) },
		"matern32":    func(x, y float64) float64 { r := math.Sqrt(3) * math.Abs(x-y) / ell; return (1 + r) * math.Exp(-r) },
		"exponential": func(x, y float64) float64 { return math.Exp(-math.Abs(x-y) / ell) },
		"min":         math.Min,
		"linear":      func(x, y float64) float64 { return x * y },
	}[s.Choice("kernel")]
}

// f is the function of a state, from its centres and coefficients.
func f(s *coursetest.Told) func(t float64) float64 {
	k, x, alpha := kernelOf(s), s.Column("alpha", "x"), s.Column("alpha", "alpha")
	return func(t float64) (v float64) {
		for i, a := range alpha {
			v += a * k(x[i], t)
		}
		return v
	}
}

func norm(s *coursetest.Told) float64 {
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

func TestFunctionTells(t *testing.T) {
	const num = coursetest.Num
	there := func(s *coursetest.Told) bool { return s.Message == "" }
	held := func(s *coursetest.Told) bool { return there(s) && s.Choice("data") != "free" }
	apart := func(s *coursetest.Told) (far float64) {
		for i, y := range s.Column("f", "y") {
			far = math.Max(far, math.Abs(y-s.Column("least", "y")[i]))
		}
		return far
	}
	greatest := func(s *coursetest.Told) (most float64) {
		for _, y := range s.Column("f", "y") {
			most = math.Max(most, math.Abs(y))
		}
		return most
	}
	coursetest.Tells(t, Lesson, "function", 3, []string{"a4=0", "a4=-1", "data=crash", "centres=3", "kernel=linear", "data=free&kernel=linear", "data=free&a1=0&a2=0&a3=0&a4=0", "data=free&kernel=linear&a1=0.7&a2=-0.8&a3=0.3&a4=0", "kernel=min&x=0"},
		coursetest.Clause{Says: `Through 3 readings goes f with ‖f‖ = ` + num + `; the least norm there is ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			k, x := kernelOf(s), s.Column("alpha", "x")
			K, y := mat.NewDense(3, 3, nil), mat.NewVecDense(3, nil)
			for i, r := range sources[s.Choice("data")].readings {
				if y.SetVec(i, r[1]); math.Abs(f(s)(r[0])-r[1]) > slack || x[i] != r[0] {
					return false
				}
				for j := range 3 {
					K.Set(i, j, k(x[i], x[j]))
				}
			}
			var a mat.VecDense
			if err := a.SolveVec(K, y); err != nil {
				t.Fatal(err)
			}
			return coursetest.Is(m[0], norm(s), slack) && coursetest.Is(m[1], math.Sqrt(mat.Dot(&a, y)), slack)
		}, When: held},
		coursetest.Clause{Says: `(\d+) bumps add up to f, with ‖f‖ = ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == strconv.Itoa(len(s.Column("alpha", "alpha"))) && coursetest.Is(m[1], norm(s), 1e-7)
		}, When: func(s *coursetest.Told) bool { return there(s) && !held(s) }},
		coursetest.Clause{Says: `At x = ` + num + `, f\(x\) = ⟨f, k\(x, ·\)⟩ = ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			x := s.Param("x")
			return coursetest.Is(m[0], x, 0) && coursetest.Is(m[1], f(s)(x), slack)
		}, When: there},
		coursetest.Clause{Says: `From the function of the least norm f is farthest at x = ` + num + `: ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			far := apart(s)
			at, half := coursetest.Reads(m[0])
			for i, x := range s.Column("f", "x") {
				if math.Abs(math.Abs(s.Column("f", "y")[i]-s.Column("least", "y")[i])-far) <= slack && math.Abs(x-at) <= half*(1+1e-9) {
					return coursetest.Is(m[1], far, slack)
				}
			}
			return false
		}, When: func(s *coursetest.Told) bool { return held(s) && !engine.Agree(apart(s), 0, greatest(s)) }},
		coursetest.Clause{Says: `It is the function of the least norm\.`, When: func(s *coursetest.Told) bool { return held(s) && engine.Agree(apart(s), 0, greatest(s)) }},
		coursetest.Clause{Says: `Three readings, and no function of the space passes through them\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			readings := sources[s.Choice("data")].readings
			return s.Choice("kernel") == "linear" && readings[0][1]/readings[0][0] != readings[1][1]/readings[1][0]
		}, When: func(s *coursetest.Told) bool { return !there(s) }},
	)
}

// What is said of bounds is so, and no f leaves its envelope or its cone.
func TestBoundsTell(t *testing.T) {
	const num = coursetest.Num
	there := func(s *coursetest.Told) bool { return s.Message == "" }
	coursetest.Tells(t, Lesson, "bounds", 3, []string{"x=3&y=3", "kernel=linear&data=free", "kernel=linear", "kernel=min&x=0", "data=free&a1=0&a2=0&a3=0&a4=0"},
		coursetest.Clause{Says: `‖f‖ = ` + num + `\. At x = ` + num + `, f is ` + num + `; in size it may be ` + num + ` at most\.`, Holds: func(s *coursetest.Told, m []string) bool {
			x, k := s.Param("x"), kernelOf(s)
			ys, up, low, high := s.Column("f", "y"), s.Column("envelope", "height"), s.Column("cone", "low"), s.Column("cone", "high")
			for i, y := range ys {
				if math.Abs(y) > up[i]+1e-7 || y < low[i]-1e-7 || y > high[i]+1e-7 {
					return false
				}
			}
			return coursetest.Is(m[0], norm(s), 1e-7) && coursetest.Is(m[1], x, 0) && coursetest.Is(m[2], f(s)(x), slack) && coursetest.Is(m[3], norm(s)*math.Sqrt(k(x, x)), 1e-7)
		}, When: there},
		coursetest.Clause{Says: `From x to y = ` + num + ` it changes by ` + num + `, and may change by ` + num + ` at most\.`, Holds: func(s *coursetest.Told, m []string) bool {
			x, y := s.Param("x"), s.Param("y")
			return coursetest.Is(m[0], y, 0) && coursetest.Is(m[1], math.Abs(f(s)(x)-f(s)(y)), slack) && coursetest.Is(m[2], norm(s)*distance(kernelOf(s), x, y), 1e-6)
		}, When: there},
		coursetest.Clause{Says: `Three readings, and no function of the space passes through them\.`, When: func(s *coursetest.Told) bool { return !there(s) }},
	)
}

func TestQuadraticsTell(t *testing.T) {
	const num = coursetest.Num
	coursetest.Tells(t, Lesson, "quadratics", 4, []string{"a=0&b=0&c=0", "x1=0&x2=0", "against=matrix&b2=2"},
		coursetest.Clause{Says: `S = \(` + num + ` ` + num + `; ` + num + ` ` + num + `\), and ‖f‖ = ‖S‖ = ` + num + `\. At x = \(` + num + `, ` + num + `\), f\(x\) = ` + num + `; in size it may be ` + num + ` at most\.`, Holds: func(s *coursetest.Told, m []string) bool {
			a, b, c, x, y := s.Param("a"), s.Param("b"), s.Param("c"), s.Param("x1"), s.Param("x2")
			norm := math.Sqrt(a*a + 2*b*b + c*c)
			for i, v := range []float64{a, b, b, c, norm, x, y, a*x*x + 2*b*x*y + c*y*y, norm * (x*x + y*y)} {
				if !coursetest.Is(m[i], v, slack) {
					return false
				}
			}
			return math.Abs(a*x*x+2*b*x*y+c*y*y) <= norm*(x*x+y*y)+slack
		}, When: func(*coursetest.Told) bool { return true }},
		coursetest.Clause{Says: `⟨S, xxᵀ⟩ = ` + num + `, the same\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], s.Find("value"), slack) && s.Find("inner") == sum(s.Column("terms", "product"))
		}, When: func(s *coursetest.Told) bool { return s.Choice("against") == "x" }},
		coursetest.Clause{Says: `⟨S, S′⟩ = ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], s.Param("a")*s.Param("a2")+2*s.Param("b")*s.Param("b2")+s.Param("c")*s.Param("c2"), slack)
		}, When: func(s *coursetest.Told) bool { return s.Choice("against") == "matrix" }},
	)
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}
