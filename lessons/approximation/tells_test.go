package approximation

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type told = *coursetest.Told

// Each clause about the budget is so in its parts.
func TestBudgetTells(t *testing.T) {
	at := func(s told, column string) float64 { return s.Column("budget", column)[int(s.Param("degree"))] }
	// missed is the mean square by which the best of its degree misses the truth.
	missed := func(s told) (sum float64) {
		truth := engine.SineTruth
		if s.Choice("data") == "step" {
			truth = engine.StepTruth
		}
		x := s.Column("best", "x")
		for i, y := range s.Column("best", "y") {
			sum += math.Pow(y-truth(x[i]), 2) / float64(len(x))
		}
		return sum
	}
	poor := func(s told) bool { return s.Param("degree") >= s.Param("n") }
	coursetest.Tells(t, Lesson, "budget", 25, []string{"n=5&degree=5", "n=5&degree=4", "noise=0&degree=15&n=300"},
		coursetest.Clause{Says: `At degree (\d+) the approximation error is ` + num + `, and there are too few points for a fit\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("degree") && coursetest.Is(m[1], missed(s), 0)
		}, When: poor},
		coursetest.Clause{Says: `At degree (\d+) an error of ` + num + ` is made of noise ` + num + `, approximation error ` + num + ` and, in the middle one of the samples, estimation error ` + num + `: the largest part is the (noise|approximation error|estimation error)\.`,
			Holds: func(s told, m []string) bool {
				noise, estimation := s.Param("noise")*s.Param("noise"), at(s, "estimation_error")
				largest := map[string]float64{"noise": noise, "approximation error": missed(s), "estimation error": estimation}[m[5]]
				return m[0] == s.Choice("degree") && coursetest.Is(m[1], noise+missed(s)+estimation, 0) && coursetest.Is(m[2], noise, 0) && coursetest.Is(m[3], missed(s), 1e-15) && coursetest.Is(m[4], estimation, 0) &&
					largest >= math.Max(noise, math.Max(missed(s), estimation))-1e-15
			}, When: func(s told) bool { return !poor(s) }},
		coursetest.Clause{Says: `The total is least at degree (\d+)(?:, where it is ` + num + `)?\.`, Holds: func(s told, m []string) bool {
			best, least := -1, math.Inf(1)
			for q, risk := range s.Column("budget", "risk") {
				if risk < least {
					best, least = q, risk
				}
			}
			return coursetest.Is(m[0], float64(best), 0) && (m[1] == "" || coursetest.Is(m[1], least, 0)) && (m[1] == "") == poor(s)
		}, When: func(told) bool { return true }},
	)
}

// Each clause about a ball is so by the risk of the two θ.
func TestBallTells(t *testing.T) {
	// risk is E|f(X) − Y| over the places, in closed form.
	risk := func(s told, theta []float64) (sum float64) {
		sigma := s.Param("noise")
		x := s.Column("best", "x")
		for _, x := range x {
			u, power, f := x, 1.0, 0.0
			if s.Choice("inputs") == "scaled" {
				u = (x - 5) / 5
			}
			for _, v := range theta {
				f, power = f+v*power, power*u
			}
			m := f - engine.SineTruth(x)
			sum += sigma*math.Sqrt(2/math.Pi)*math.Exp(-m*m/2/sigma/sigma) + m*math.Erf(m/sigma/math.Sqrt2)
		}
		return sum / float64(len(x))
	}
	star := func(s told) []float64 { return s.Column("theta", "theta_star") }
	length := func(s told) float64 { return floats.Norm(star(s), 2) }
	// size is the mean length of φ(X).
	size := func(s told) (sum float64) {
		x := s.Column("best", "x")
		for _, x := range x {
			u, power, squares := x, 1.0, 0.0
			if s.Choice("inputs") == "scaled" {
				u = (x - 5) / 5
			}
			for range star(s) {
				squares, power = squares+power*power, power*u
			}
			sum += math.Sqrt(squares)
		}
		return sum / float64(len(x))
	}
	const slack = 1e-9 // what was minimised, and the two sums
	holds := func(s told) bool { return s.Param("radius") >= length(s) }
	coursetest.Tells(t, Lesson, "ball", 8, []string{"draw=steps", "draw=steps&radius=3&inputs=raw", "radius=0", "radius=30", "degree=0&radius=1"},
		coursetest.Clause{Says: `The ball of radius ` + num + ` holds θ\*, whose norm is ` + num + `: it costs nothing\.`, Holds: func(s told, m []string) bool {
			return coursetest.Is(m[0], s.Param("radius"), 0) && coursetest.Is(m[1], length(s), 0)
		}, When: holds},
		coursetest.Clause{Says: `The ball of radius ` + num + ` costs ` + num + ` of risk\. θ\* has the norm ` + num + `; from there on a ball costs nothing\.`, Holds: func(s told, m []string) bool {
			ball := s.Column("theta", "theta_ball")
			return coursetest.Is(m[0], s.Param("radius"), 0) && coursetest.Is(m[1], risk(s, ball)-risk(s, star(s)), slack) &&
				coursetest.Is(m[2], length(s), 0) && floats.Norm(ball, 2) <= s.Param("radius")*(1+1e-9)
		}, When: func(s told) bool { return !holds(s) }},
		coursetest.Clause{Says: ` ?θ₁, which is θ\* cut to length, costs ` + num + `; the Lipschitz step allows ` + num + `, and the bound ` + num + `\.`, Holds: func(s told, m []string) bool {
			cut := append([]float64{}, star(s)...)
			floats.Scale(s.Param("radius")/length(s), cut)
			return coursetest.Is(m[0], risk(s, cut)-risk(s, star(s)), slack) && coursetest.Is(m[1], s.Find("lipschitz_step"), slack) &&
				coursetest.Is(m[2], size(s)*(length(s)-s.Param("radius")), slack)
		}, When: func(s told) bool { return !holds(s) && s.Choice("draw") == "steps" }},
	)
}

// Each clause about a learning curve is so of the layers it is made of.
func TestLearningTells(t *testing.T) {
	whole := func(s told) bool { return s.Choice("show") == "whole" }
	// risk is noise, approximation and estimation error with n points.
	risk := func(s told, n float64) float64 {
		for k, v := range s.Column("learning", "n") {
			if v == n {
				return s.Param("noise")*s.Param("noise") + s.Column("learning", "approximation_error")[k] + s.Column("learning", "estimation_error")[k]
			}
		}
		return math.NaN()
	}
	coursetest.Tells(t, Lesson, "learning", 2, []string{"show=whole", "show=whole&degree=15&noise=0", "show=whole&degree=0&data=step"},
		coursetest.Clause{Says: `At degree (\d+) the middle test error with 30 points is ` + num + `\. Where it goes from there is yours to guess\.`, Holds: func(s told, m []string) bool {
			return m[0] == s.Choice("degree") && coursetest.Is(m[1], s.Find("error_30"), 0)
		}, When: func(s told) bool { return !whole(s) }},
		coursetest.Clause{Says: `At degree (\d+) the test error is ` + num + ` with 20 points and ` + num + ` with 300; noise and approximation, ` + num + `, are in both\. The train error is ` + num + ` and ` + num + `\.`, Holds: func(s told, m []string) bool {
			train := s.Column("learning", "train_risk")
			floor := s.Param("noise")*s.Param("noise") + s.Find("approximation_error")
			return m[0] == s.Choice("degree") && coursetest.Is(m[1], risk(s, 20), 0) && coursetest.Is(m[2], risk(s, 300), 0) && coursetest.Is(m[3], floor, 0) &&
				coursetest.Is(m[4], train[of(20)], 0) && coursetest.Is(m[5], train[of(300)], 0) && floor <= risk(s, 20) && floor <= risk(s, 300)
		}, When: whole},
	)
}
