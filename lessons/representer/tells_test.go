package representer

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
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

// saddle is α and β of the trend of so several powers, from the whole system at once.
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
func checkAttack(t *testing.T, s *coursetest.State, r *attack) {
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
		coursetest.Within(t, d.Y[i]-sum(ell, x, whole, at), miss, slack, "the miss at %v °F, with the swing", at)
	}
	coursetest.Within(t, s.Find("moved"), 0, 1e-10, "how far a flight's value moves")
	coursetest.Within(t, s.Find("inner"), 0, 1e-10, "the largest inner product of the swing with a bump")
	full, fit := inner(ell, x, whole), inner(ell, d.Input(0), alpha)
	omega := map[string]func(float64) float64{
		"square": func(v float64) float64 { return lambda * v },
		"none":   func(float64) float64 { return 0 },
		"late":   func(v float64) float64 { return lambda * math.Max(0, v-2*fit) },
	}[r.penalty]
	z := s.Param("z")
	difference := math.Abs(sum(ell, x, whole, z) - sum(ell, d.Input(0), alpha, z))
	coursetest.Within(t, r.objective, risk+omega(full), slack, "objective")
	coursetest.Within(t, r.least, risk+omega(fit), slack, "least")
	coursetest.Within(t, r.length, math.Sqrt(full), slack, "norm")
	coursetest.Within(t, s.Find("norm_part"), math.Sqrt(fit), slack, "norm_part")
	coursetest.Within(t, r.difference(), difference, slack, "difference")
	coursetest.Within(t, r.there, sum(ell, x, whole, 31), slack, "at_launch")
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
	)
}

// checkLosses recomputes margins, what they cost, and the norm, from α.
func checkLosses(t *testing.T, s *coursetest.State, v *classified) {
	of := map[string]func(m, e float64) float64{
		"squared":  func(m, _ float64) float64 { return (1 - m) * (1 - m) },
		"absolute": func(m, _ float64) float64 { return math.Abs(1 - m) },
		"epsilon":  func(m, e float64) float64 { return math.Max(0, math.Abs(1-m)-e) },
		"logistic": func(m, _ float64) float64 { return math.Log(1 + math.Exp(-m)) },
		"hinge":    func(m, _ float64) float64 { return math.Max(0, 1-m) },
	}[s.Choice("loss")]
	x, y, alpha, ell := s.Column("data", "x"), s.Column("data", "y"), s.Column("alpha", "alpha"), s.Param("bandwidth")
	silent, wrong, squared := 0., 0., inner(ell, x, alpha)
	objective := s.Param("lambda") * squared
	for i, at := range x {
		m := y[i] * sum(ell, x, alpha, at)
		if m <= 0 {
			wrong++
		}
		if alpha[i] == 0 {
			silent++
		}
		if s.Choice("loss") == "hinge" && m > 1+2*far {
			t.Errorf("a margin of %v", m)
		}
		objective += of(m, s.Param("epsilon")) / 23
	}
	if r := s.Find("residual"); r > 1e-5 {
		t.Errorf("%s: α is %v off the slope", s.Choice("loss"), r)
	}
	coursetest.Same(t, s.Find, 1e-6, map[string]float64{
		"silent": silent, "wrong": wrong, "norm": math.Sqrt(squared), "objective": objective,
	})
}

func TestLossesSay(t *testing.T) {
	coursetest.Says(t, Lesson, "losses", 3, []string{"loss=hinge&lambda=0.001", "loss=epsilon&epsilon=0"}, checkLosses,
		coursetest.Claim[*classified]{Text: saysFlights, When: coursetest.Always[*classified],
			Slots: map[string]func(*classified) float64{"all": func(*classified) float64 { return 23 }}},
	)
}

// checkL1 holds both solutions to the slope of the loss: with ‖θ‖² it is 2λθ, and with ‖θ‖₁ it
// is λ where a coordinate is not zero, and no more where it is.
func checkL1(t *testing.T, s *coursetest.State, v *penalised) {
	rows, y, lambda := s.Rows("features"), s.Column("responses", "y"), s.Param("lambda")
	Phi := mat.NewDense(len(rows), 2, nil)
	for which, theta := range [][]float64{{s.Find("theta1"), s.Find("theta2")}, {s.Find("ridge1"), s.Find("ridge2")}} {
		var slope [2]float64
		for i, phi := range rows {
			Phi.SetRow(i, phi)
			for j := range slope {
				slope[j] += 2 / float64(len(y)) * (y[i] - floats.Dot(phi, theta)) * phi[j]
			}
		}
		for j, g := range slope {
			want := 2 * lambda * theta[j]
			if which == 0 {
				want = math.Copysign(lambda, theta[j])
				if theta[j] == 0 {
					want = math.Max(-lambda, math.Min(lambda, g))
				}
			}
			coursetest.Within(t, g, want, []float64{1e-5, slack}[which], "the slope along θ%d at %v", j+1, theta)
		}
	}
	coursetest.Same(t, s.Find, slack, map[string]float64{
		"away": course.Must(engine.SpanDistance(Phi, v.one)), "away_two": 0,
	})
}

// several reports whether |θ₁| may be given to θ₂, and no value changes.
func several(v *penalised) bool {
	for _, sign := range []float64{1, -1} {
		all := true
		for i := range v.y {
			all = all && v.Phi.At(i, 0) == sign*v.Phi.At(i, 1)
		}
		if all {
			return true
		}
	}
	return false
}

func TestL1Says(t *testing.T) {
	away := func(v *penalised) bool {
		return course.Must(engine.SpanDistance(v.Phi, v.one)) > 1e-9*floats.Norm(v.one, 2)
	}
	coursetest.Says(t, Lesson, "l1", 4,
		[]string{"b=0", "a=1&b=1", "a=0&b=0", "data=two", "data=two&a2=0&b2=0", "data=two&a=1&b=1&a2=1&b2=1"}, checkL1,
		coursetest.Claim[*penalised]{Text: saysSquared, When: coursetest.Always[*penalised]},
		coursetest.Claim[*penalised]{Text: saysAway, When: away},
		coursetest.Claim[*penalised]{Text: saysIn, When: func(v *penalised) bool { return !away(v) }},
		coursetest.Claim[*penalised]{Text: saysOneOf,
			When: func(v *penalised) bool { return several(v) && floats.Norm(v.one, 2) > 0 }},
	)
}

// checkSemiparametric solves the whole system at once.
func checkSemiparametric(t *testing.T, s *coursetest.State, v *semiparametric) {
	if v.fit == nil {
		if v.flights != "seventy" || v.degree < 1 {
			t.Errorf("a trend of degree %d is not determined", v.degree)
		}
		return
	}
	m := course.Must(strconv.Atoi(s.Choice("degree")))
	at := func(m int, place float64) float64 {
		x, ell := s.Column("data", "x"), s.Param("bandwidth")
		alpha, beta := saddle(ell, s.Param("lambda"), x, s.Column("data", "y"), m)
		f := sum(ell, x, alpha, place)
		for j, b := range beta {
			f += b * power(place, j)
		}
		return f
	}
	var misses []float64
	d := data.Challenger()
	for i, x := range d.X {
		if v.flights == "warm" && x[0] < 65 || v.flights == "seventy" && x[0] != 70 {
			misses = append(misses, d.Y[i]-at(m+1, x[0]))
		}
	}
	want := map[string]float64{"at_launch": at(m+1, 31), "without": at(0, 31)}
	if len(misses) > 0 {
		want["miss"] = floats.Norm(misses, 2) / math.Sqrt(float64(len(misses)))
	}
	coursetest.Same(t, s.Find, 1e-6, want) // the cube at 31 °F is far outside
	if kept := len(s.Column("data", "x")); v.kept.Len() != kept || v.held.Len() != len(misses) ||
		kept+len(misses) != 23 {
		t.Errorf("%d flights are kept and %d held back", v.kept.Len(), v.held.Len())
	}
}

func TestSemiparametricSays(t *testing.T) {
	there := func(v *semiparametric) bool { return v.fit != nil }
	slots := map[string]func(*semiparametric) float64{
		"kept": func(v *semiparametric) float64 {
			return map[string]float64{"all": 23, "warm": 19, "seventy": 4}[v.flights]
		},
		"held": func(v *semiparametric) float64 { return map[string]float64{"warm": 4, "seventy": 19}[v.flights] },
	}
	words := map[string]func(*semiparametric) string{"trend_is": func(v *semiparametric) string {
		return []string{"no trend", "a constant", "a line", "a polynomial of degree 2",
			"a polynomial of degree 3"}[v.degree+1]
	}}
	claim := func(text string, when func(*semiparametric) bool) coursetest.Claim[*semiparametric] {
		return coursetest.Claim[*semiparametric]{Text: text, When: when, Slots: slots, Words: words}
	}
	coursetest.Says(t, Lesson, "semiparametric", 2,
		[]string{"flights=seventy&degree=3", "flights=warm&degree=3", "flights=seventy"}, checkSemiparametric,
		claim(saysTrend, there),
		claim(saysNoTrend, func(v *semiparametric) bool { return !there(v) }),
	)
}
