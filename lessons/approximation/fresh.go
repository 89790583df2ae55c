package approximation

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"hand":    freshHand,
	"split":   freshSplit,
	"nearest": freshNearest,
}

// freshHand is a target of whole length, and the radius of a ball: L = 1, φ(x) = (1, x), X = ±1.
func freshHand(d *course.Dice) {
	t0 := d.Of("t0", 3, 4, 5, 6, 8, 12)
	t1 := map[float64]float64{3: 4, 4: 3, 5: 12, 6: 8, 8: 6, 12: 5}[t0]
	star, radius := []float64{t0, t1}, d.Of("radius", 1, 0.5, 1.5, 2, 2.5, 3)
	phi, norm := floats.Norm([]float64{1, 1}, 2), floats.Norm(star, 2)
	d.Set("t1", t1)
	d.Set("norm", norm)
	d.Set("out", norm-radius)
	d.Set("bound", phi*(norm-radius))
	d.Set("no-d", phi*norm)
	d.Set("one-norm", phi*(floats.Norm(star, 1)-radius))
	d.Apart(0.01, "bound", "out", "no-d", "one-norm")
}

// freshSplit are the noise, what the class misses, and the risk of a fit.
func freshSplit(d *course.Dice) {
	sigma := d.Of("sigma", 0.5, 0.2, 0.3, 0.4, 0.6, 0.7)
	approx := course.Round(float64(d.Whole("hundredths", 12, 2, 30))/100, 9)
	risk := course.Round(sigma*sigma+approx+float64(d.Whole("more", 23, 3, 50))/100, 9)
	left := func(parts ...float64) float64 { return course.Round(risk-floats.Sum(parts), 9) }
	d.Set("approx", approx)
	d.Set("risk", risk)
	d.Set("bayes", course.Round(sigma*sigma, 9))
	d.Set("excess", left(sigma*sigma))
	d.Set("estim", left(sigma*sigma, approx))
	d.Set("unsquared", left(sigma, approx))
	d.Set("no-noise", left(approx))
	d.Apart(0.002, "estim", "unsquared", "excess", "no-noise")
}

// freshNearest is a target of whole length, and the radius of a ball that it is outside of.
func freshNearest(d *course.Dice) {
	t0 := d.Of("t0", 3, 4, -3, -4, 5, -5, 12, 6, -6, 8, -8)
	t1 := d.Of("sign", 1, -1) * map[float64]float64{3: 4, 4: 3, 5: 12, 6: 8, 8: 6, 12: 5}[math.Abs(t0)]
	star, radius := []float64{t0, t1}, float64(d.Whole("radius", 2, 2, 9))
	norm := floats.Norm(star, 2)
	out := norm - radius
	d.Set("t1", t1)
	d.Set("q0", t0*t0)
	d.Set("q1", t1*t1)
	d.Set("norm", norm)
	d.Set("out", out)
	d.Set("first", radius/norm*t0)
	d.Set("scaled", radius*t0)
	d.Set("bare", t0/norm)
	d.Set("taken", t0-math.Copysign(out, t0))
	d.Set("one-norm", radius/floats.Norm(star, 1)*t0)
	d.Want(out > 0)
	d.Apart(0.005, "first", "bare", "taken", "one-norm")
}
