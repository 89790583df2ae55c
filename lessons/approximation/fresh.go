package approximation

import (
	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"hand": freshHand,
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
