package representer

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
	"gramophone/lessons/data"
)

// slack is for what was computed in another order.
const slack = 1e-8

// bump is the kernel, written anew.
func bump(ell, s, t float64) float64 { return math.Exp(-(s - t) * (s - t) / (2 * ell * ell)) }

// sum is Σ αᵢ k(xᵢ, t), and inner ⟨f, f⟩.
func sum(ell float64, x, alpha []float64, t float64) (v float64) {
	for i, a := range alpha {
		v += a * bump(ell, x[i], t)
	}
	return v
}
func inner(ell float64, x, alpha []float64) (v float64) {
	for i, a := range alpha {
		v += a * sum(ell, x, alpha, x[i])
	}
	return math.Max(0, v)
}

// saddle is α and β of the trend of so many powers, from the whole system at once.
func saddle(ell, lambda float64, x, y []float64, m int) (alpha, beta []float64) {
	n := len(y)
	A, b := mat.NewDense(n+m, n+m, nil), mat.NewVecDense(n+m, nil)
	for i := range n {
		b.SetVec(i, y[i])
		for j := range n {
			A.Set(i, j, bump(ell, x[i], x[j]))
		}
		A.Set(i, i, 1+float64(n)*lambda)
		for j := range m {
			A.Set(i, n+j, power(x[i], j))
			A.Set(n+j, i, power(x[i], j))
		}
	}
	var s mat.VecDense
	if err := s.SolveVec(A, b); err != nil {
		panic(err)
	}
	return s.RawVector().Data[:n], s.RawVector().Data[n:]
}

func power(t float64, j int) float64 { return math.Pow((t-67)/14, float64(j)) }

// checkAttack computes f_U anew, from the whole system at once, and f of its bumps.
func checkAttack(t *testing.T, s *coursetest.Told, r *attack) {
	d, ell, lambda := five(), s.Param("bandwidth"), s.Param("lambda")
	shrink := lambda
	if r.penalty != "square" {
		shrink = 0
	}
	alpha, _ := saddle(ell, shrink, d.Input(0), d.Y, 0)
	x, whole := s.Column("alpha", "x"), s.Column("alpha", "alpha")
	risk := 0.0
	for i, at := range d.Input(0) {
		miss := d.Y[i] - sum(ell, d.Input(0), alpha, at)
		risk += miss * miss / 5
		if q := d.Y[i] - sum(ell, x, whole, at); math.Abs(q-miss) > slack {
			t.Errorf("the value at %v °F moves by %v", at, q-miss)
		}
	}
	full, fit := inner(ell, x, whole), inner(ell, d.Input(0), alpha)
	omega := map[string]func(float64) float64{
		"square": func(v float64) float64 { return lambda * v },
		"none":   func(float64) float64 { return 0 },
		"late":   func(v float64) float64 { return lambda * math.Max(0, v-2*fit) },
	}[r.penalty]
	z := s.Param("z")
	difference := math.Abs(sum(ell, x, whole, z) - sum(ell, d.Input(0), alpha, z))
	for _, v := range []struct {
		name      string
		got, want float64
	}{
		{"objective", r.objective, risk + omega(full)}, {"least", r.least, risk + omega(fit)},
		{"norm", r.length, math.Sqrt(full)}, {"norm_part", s.Find("norm_part"), math.Sqrt(fit)},
		{"difference", r.difference(), difference}, {"at_launch", r.there, sum(ell, x, whole, 31)},
	} {
		if !(math.Abs(v.got-v.want) <= slack) {
			t.Errorf("%s is %v, not %v", v.name, v.got, v.want)
		}
	}
	if r.tied() != (math.Abs(omega(full)-omega(fit)) < 1e-11) {
		t.Errorf("%v and %v: said to be one is %t", r.objective, r.least, r.tied())
	}
}

func TestAttackSays(t *testing.T) {
	difference := map[string]func(*attack) float64{"difference": (*attack).difference}
	square := func(r *attack) bool { return r.penalty == "square" }
	coursetest.Says(t, Lesson, "attack", 3,
		[]string{
			"t=0", "t=0&penalty=none", "z=53", "penalty=late&t=3", "penalty=late&t=5", "penalty=none&t=4",
			"z=66&t=5&bandwidth=12", "z=75&penalty=none",
		},
		checkAttack,
		coursetest.Claim[*attack]{Text: saysDiffers, Slots: difference, When: square},
		coursetest.Claim[*attack]{Text: saysAlike, Slots: difference, When: func(r *attack) bool { return !square(r) }},
		coursetest.Claim[*attack]{Text: saysNorms, When: func(*attack) bool { return true }},
		coursetest.Claim[*attack]{Text: saysStill, When: (*attack).still},
		coursetest.Claim[*attack]{Text: saysTied, When: func(r *attack) bool { return r.tied() && !r.still() }},
		coursetest.Claim[*attack]{Text: saysApart, When: func(r *attack) bool { return !r.tied() }},
	)
}

func TestLossesTell(t *testing.T) {
	const num = coursetest.Num
	of := map[string]func(m, e float64) float64{
		"squared":  func(m, _ float64) float64 { return (1 - m) * (1 - m) },
		"absolute": func(m, _ float64) float64 { return math.Abs(1 - m) },
		"epsilon":  func(m, e float64) float64 { return math.Max(0, math.Abs(1-m)-e) },
		"logistic": func(m, _ float64) float64 { return math.Log(1 + math.Exp(-m)) },
		"hinge":    func(m, _ float64) float64 { return math.Max(0, 1-m) },
	}
	margins := func(s *coursetest.Told) (m []float64) {
		x, y := s.Column("data", "x"), s.Column("data", "y")
		for i, at := range x {
			m = append(m, y[i]*sum(s.Param("bandwidth"), x, s.Column("alpha", "alpha"), at))
		}
		return m
	}
	coursetest.Tells(t, Lesson, "losses", 3, []string{"loss=hinge&lambda=0.001", "loss=epsilon&epsilon=0"},
		coursetest.Clause{Says: `With the (squared|absolute|ε-insensitive|logistic|hinge) loss (\d+) of 23 flights have αᵢ = 0, and (\d+) are on the wrong side\.`, Holds: func(s *coursetest.Told, m []string) bool {
			silent, wrong := 0, 0
			for i, v := range margins(s) {
				if v <= 0 {
					wrong++
				}
				if s.Column("alpha", "alpha")[i] == 0 {
					silent++
				}
				if s.Choice("loss") == "hinge" && v > 1+2*far {
					t.Errorf("a margin of %v", v)
				}
			}
			if r := s.Find("residual"); r > 1e-5 {
				t.Errorf("%s: α is %v off the slope", s.Choice("loss"), r)
			}
			return m[1] == strconv.Itoa(silent) && m[2] == strconv.Itoa(wrong) && (m[0] == s.Choice("loss") || m[0] == "ε-insensitive" && s.Choice("loss") == "epsilon")
		}},
		coursetest.Clause{Says: `‖f‖ = ` + num + `, and the objective is ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			squared := inner(s.Param("bandwidth"), s.Column("data", "x"), s.Column("alpha", "alpha"))
			objective := s.Param("lambda") * squared
			for _, v := range margins(s) {
				objective += of[s.Choice("loss")](v, s.Param("epsilon")) / 23
			}
			return coursetest.Is(m[0], math.Sqrt(squared), 1e-6) && coursetest.Is(m[1], objective, slack)
		}},
	)
}

func TestL1Tells(t *testing.T) {
	const num = coursetest.Num
	// pulls are the slopes of the loss at θ, one for each coordinate.
	pulls := func(s *coursetest.Told, which int) (g [2]float64, theta [2]float64) {
		theta = [2]float64{s.Column("solutions", "theta1")[which], s.Column("solutions", "theta2")[which]}
		rows, y := s.Rows("features"), s.Column("responses", "y")
		for i, phi := range rows {
			r := y[i] - phi[0]*theta[0] - phi[1]*theta[1]
			for j := range g {
				g[j] += 2 / float64(len(y)) * r * phi[j]
			}
		}
		return g, theta
	}
	away := func(s *coursetest.Told) float64 {
		_, theta := pulls(s, 0)
		Phi := mat.NewDense(len(s.Rows("features")), 2, nil)
		for i, phi := range s.Rows("features") {
			Phi.SetRow(i, phi)
		}
		return course.Must(engine.SpanDistance(Phi, theta[:]))
	}
	// solves: the pull of a coordinate is λ where it is not zero, and no more where it is.
	solves := func(s *coursetest.Told) bool {
		g, theta := pulls(s, 0)
		lambda := s.Param("lambda")
		for j := range g {
			if theta[j] != 0 && math.Abs(g[j]-math.Copysign(lambda, theta[j])) > 1e-5 || math.Abs(g[j]) > lambda+1e-5 {
				return false
			}
		}
		return true
	}
	// alike: |θ₁| may be given to θ₂, and no value changes.
	alike := func(s *coursetest.Told) bool {
		for _, sign := range []float64{1, -1} {
			all := true
			for _, phi := range s.Rows("features") {
				all = all && phi[0] == sign*phi[1]
			}
			if all {
				return true
			}
		}
		return false
	}
	coursetest.Tells(t, Lesson, "l1", 4, []string{"b=0", "a=1&b=1", "a=0&b=0", "data=two", "data=two&a2=0&b2=0", "data=two&a=1&b=1&a2=1&b2=1"},
		coursetest.Clause{Says: `With ‖θ‖² the solution is \(` + num + `, ` + num + `\), in the span of the features\.`, Holds: func(s *coursetest.Told, m []string) bool {
			g, theta := pulls(s, 1)
			for j := range g {
				if math.Abs(g[j]-2*s.Param("lambda")*theta[j]) > slack || !coursetest.Is(m[j], theta[j], slack) {
					return false
				}
			}
			return s.Find("away_two") < slack
		}},
		coursetest.Clause{Says: `With ‖θ‖₁ it is \(` + num + `, ` + num + `\), which is ` + num + ` away from it\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, theta := pulls(s, 0)
			return solves(s) && coursetest.Is(m[0], theta[0], slack) && coursetest.Is(m[1], theta[1], slack) && coursetest.Is(m[2], away(s), slack)
		}, When: func(s *coursetest.Told) bool { return away(s) > 1e-9*s.Find("size") }},
		coursetest.Clause{Says: `With ‖θ‖₁ it is \(` + num + `, ` + num + `\), in it too\.`, Holds: func(s *coursetest.Told, m []string) bool {
			_, theta := pulls(s, 0)
			return solves(s) && away(s) < slack && coursetest.Is(m[0], theta[0], slack) && coursetest.Is(m[1], theta[1], slack)
		}, When: func(s *coursetest.Told) bool { return away(s) <= 1e-9*s.Find("size") }},
		coursetest.Clause{Says: `Of its many solutions this is one: both features are as large\.`, Holds: func(s *coursetest.Told, _ []string) bool {
			return alike(s)
		}, When: func(s *coursetest.Told) bool { return alike(s) && s.Find("size") > 0 }},
	)
}

func TestSemiparametricTells(t *testing.T) {
	const num = coursetest.Num
	trends := map[string]string{"-1": "no trend", "0": "a constant", "1": "a line", "2": "a polynomial of degree 2", "3": "a polynomial of degree 3"}
	there := func(s *coursetest.Told) bool { return s.Message == "" }
	powers := func(s *coursetest.Told) int {
		m, err := strconv.Atoi(s.Choice("degree"))
		if err != nil {
			t.Fatal(err)
		}
		return m + 1
	}
	at := func(s *coursetest.Told, m int, place float64) float64 {
		x, ell := s.Column("data", "x"), s.Param("bandwidth")
		alpha, beta := saddle(ell, s.Param("lambda"), x, s.Column("data", "y"), m)
		v := sum(ell, x, alpha, place)
		for j, b := range beta {
			v += b * power(place, j)
		}
		return v
	}
	held := func(s *coursetest.Told) (misses []float64) {
		d := data.Challenger()
		for i, x := range d.X {
			if s.Choice("flights") == "warm" && x[0] < 65 || s.Choice("flights") == "seventy" && x[0] != 70 {
				misses = append(misses, d.Y[i]-at(s, powers(s), x[0]))
			}
		}
		return misses
	}
	const near = 1e-6 // the cube at 31 °F is far outside
	coursetest.Tells(t, Lesson, "semiparametric", 2, []string{"flights=seventy&degree=3", "flights=warm&degree=3", "flights=seventy"},
		coursetest.Clause{Says: `With (.+), the fit to (\d+) flights says ` + num + ` rings at 31 °F\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == trends[s.Choice("degree")] && m[1] == strconv.Itoa(len(s.Column("data", "x"))) && coursetest.Is(m[2], at(s, powers(s), 31), near)
		}, When: there},
		coursetest.Clause{Says: `Without a trend it says ` + num + `\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return coursetest.Is(m[0], at(s, 0, 31), near)
		}, When: func(s *coursetest.Told) bool { return there(s) && s.Choice("degree") != "-1" }},
		coursetest.Clause{Says: `It misses the (\d+) held back by ` + num + ` rings\.`, Holds: func(s *coursetest.Told, m []string) bool {
			misses := held(s)
			return m[0] == strconv.Itoa(len(misses)) && coursetest.Is(m[1], floats.Norm(misses, 2)/math.Sqrt(float64(len(misses))), near)
		}, When: func(s *coursetest.Told) bool { return there(s) && s.Choice("flights") != "all" }},
		coursetest.Clause{Says: `4 flights at one temperature, and (.+) is not determined\.`, Holds: func(s *coursetest.Told, m []string) bool {
			return m[0] == trends[s.Choice("degree")] && s.Choice("flights") == "seventy" && powers(s) > 1
		}, When: func(s *coursetest.Told) bool { return !there(s) }},
	)
}
