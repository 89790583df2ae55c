package approximation

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

type state = *coursetest.State

// checkBudget recomputes the parts from the curves that are drawn.
func checkBudget(t *testing.T, s state, r *errorSplit) {
	truth := map[string]func(float64) float64{"sine": engine.SineTruth, "step": engine.StepTruth}[s.Choice("data")]
	x, best, missed, sample := s.Column("best", "x"), s.Column("best", "y"), 0.0, 0.0
	noise, estimation := s.Param("noise")*s.Param("noise"), s.Column("budget", "estimation_error")[r.degree]
	fit, risk := s.Column("fit", "y"), noise // by a sum that knows nothing of the layers
	for i, y := range best {
		missed += math.Pow(y-truth(x[i]), 2) / float64(len(x))
		if fit != nil {
			sample += math.Pow(y-fit[i], 2) / float64(len(x))
			risk += math.Pow(fit[i]-truth(x[i]), 2) / float64(len(x))
		}
	}
	coursetest.Near(t, "the noise", r.bayes(), noise, 0)
	coursetest.Near(t, "the approximation error", r.Approximation[r.degree], missed, 1e-12)
	if r.determined() == (s.Param("degree") >= s.Param("n")) || r.determined() == math.IsNaN(estimation) {
		t.Errorf("%d points determine degree %d is %t", r.n, r.degree, r.determined())
	}
	if !r.determined() {
		return
	}
	coursetest.Near(t, "the sample's estimation error", r.sampleExcess(), sample, 1e-9)
	coursetest.Near(t, "the sample's risk", s.Find("sample_risk"), risk, 2e-12)
	coursetest.Near(t, "the total", r.total(r.degree), noise+missed+estimation, 1e-12)
	below := 0
	for _, e := range r.samples {
		if e.estimation[r.degree] < estimation {
			below++
		}
	}
	if len(r.samples) != budgetSamples || below > budgetSamples/2 {
		t.Errorf("%d of %d samples are below the middle one", below, len(r.samples))
	}
}

func TestBudgetSays(t *testing.T) {
	poor := func(r *errorSplit) bool { return r.degree >= r.n }
	rich := func(r *errorSplit) bool { return !poor(r) }
	words := map[string]func(*errorSplit) string{
		"largest": func(r *errorSplit) string {
			parts := []float64{r.bayes(), r.Approximation[r.degree], r.estimation[r.degree]}
			return []string{"noise", "approximation error", "estimation error"}[floats.MaxIdx(parts)]
		},
	}
	coursetest.Says(t, Lesson, "budget", 25, []string{"n=5&degree=5", "n=5&degree=4", "noise=0&degree=15&n=300"},
		checkBudget, coursetest.Claim[*errorSplit]{Text: saysTooFew, When: poor},
		coursetest.Claim[*errorSplit]{Text: saysParts, When: rich, Words: words})
}

// checkBall holds the price and the steps of its bound to sums over the places.
func checkBall(t *testing.T, s state, r *ballPrice) {
	x, sigma, size := s.Column("best", "x"), s.Param("noise"), 0.0
	star, ball := s.Column("theta", "theta_star"), s.Column("theta", "theta_ball")
	// value is f at a place, and the length of φ there.
	value := func(theta []float64, x float64) (f, length float64) {
		u, power := x, 1.0
		if s.Choice("inputs") == "scaled" {
			u = (x - 5) / 5
		}
		for _, v := range theta {
			f, length, power = f+v*power, length+power*power, power*u
		}
		return f, math.Sqrt(length)
	}
	// risk is E|f(X) − Y| over the places, in closed form.
	risk := func(theta []float64) (sum float64) {
		for _, x := range x {
			f, _ := value(theta, x)
			m := f - engine.SineTruth(x)
			sum += sigma*math.Sqrt(2/math.Pi)*math.Exp(-m*m/2/sigma/sigma) + m*math.Erf(m/sigma/math.Sqrt2)
		}
		return sum / float64(len(x))
	}
	length, radius := floats.Norm(star, 2), s.Param("radius")
	coursetest.Near(t, "‖θ*‖", r.norm(), length, 1e-12)
	if radius >= length {
		coursetest.Near(t, "the price", r.here.gap, 0, 0)
		return
	}
	cut, step := append([]float64{}, star...), 0.0
	floats.Scale(radius/length, cut)
	n := float64(len(x))
	for _, x := range x {
		f, phi := value(star, x)
		g, _ := value(cut, x)
		size, step = size+phi/n, step+math.Abs(f-g)/n
	}
	coursetest.Near(t, "the price", r.here.gap, risk(ball)-risk(star), 1e-9) // what was minimised, and the two sums
	coursetest.Near(t, "the price of θ₁", r.here.projection, risk(cut)-risk(star), 1e-9)
	coursetest.Near(t, "the Lipschitz step", r.here.lipschitz, step, 1e-9)
	coursetest.Near(t, "the bound", r.here.bound, size*(length-radius), 1e-9)
	if floats.Norm(ball, 2) > radius*(1+1e-9) {
		t.Errorf("the best in the ball of %v has the norm %v", radius, floats.Norm(ball, 2))
	}
}

func TestBallSays(t *testing.T) {
	holds := func(r *ballPrice) bool { return r.radius >= r.norm() }
	coursetest.Says(t, Lesson, "ball", 8,
		[]string{"draw=steps", "draw=steps&radius=3&inputs=raw", "radius=0", "radius=30",
			"degree=0&radius=1"}, checkBall,
		coursetest.Claim[*ballPrice]{Text: saysHolds, When: holds},
		coursetest.Claim[*ballPrice]{Text: saysCosts, When: func(r *ballPrice) bool { return !holds(r) }},
	)
}

// checkLearning recomputes the errors from the layers, with 30 points those of the budget.
func checkLearning(t *testing.T, s state, r *learningCurve) {
	noise := s.Param("noise") * s.Param("noise")
	coursetest.Near(t, "the floor", r.floor(), noise+s.Find("approximation_error"), 0)
	coursetest.Near(t, "the approximation error", s.Find("approximation_error"), r.budget.Approximation[r.degree],
		1e-12)
	coursetest.Near(t, "the estimation error with 30 points", r.growth.estimation[of(30)],
		r.budget.estimation[r.degree], 1e-6)
	for _, n := range []int{20, 30, 300} {
		if r.at(n) < r.floor() {
			t.Errorf("with %d points %v, below %v", n, r.at(n), r.floor())
		}
		if !r.whole {
			continue
		}
		for k, v := range s.Column("learning", "n") {
			if v == float64(n) {
				coursetest.Near(t, "an error", r.at(n), noise+s.Column("learning", "approximation_error")[k]+
					s.Column("learning", "estimation_error")[k], 1e-15)
				coursetest.Near(t, "a train error", r.growth.train[of(n)], s.Column("learning", "train_risk")[k], 0)
			}
		}
	}
}

func TestLearningSays(t *testing.T) {
	coursetest.Says(t, Lesson, "learning", 2,
		[]string{"show=whole", "show=whole&degree=15&noise=0", "show=whole&degree=0&data=step"}, checkLearning,
		coursetest.Claim[*learningCurve]{Text: saysPiece, When: func(r *learningCurve) bool { return !r.whole }},
		coursetest.Claim[*learningCurve]{Text: saysWhole, When: func(r *learningCurve) bool { return r.whole }},
	)
}
