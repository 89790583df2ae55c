package losses

import (
	"fmt"
	"math"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"bound": func(d *course.Dice) {
		pricedAt(d, d.Of("n", 50, 20, 40, 80, 100, 200, 250), d.Of("l", 0.002, 0.001, 0.004, 0.005, 0.01))
	},
	"convert": func(d *course.Dice) { // of a larger sample
		pricedAt(d, d.Of("n", 200, 100, 250, 400, 500, 800, 1000), d.Of("l", 0.001, 0.002, 0.0005, 0.004, 0.005))
	},
	"price": freshPrice,
	"huber": freshHuber,
}

// pricedAt sets 1/2nλ, which bounds |αᵢ| and is the C of a sum of losses, and what its slips lead to.
func pricedAt(d *course.Dice, n, l float64) {
	d.Set("bound", course.Round(1/(2*n*l), 9))
	d.Set("no-two", course.Round(1/(n*l), 9))
	d.Set("no-n", course.Round(1/(2*l), 9))
	d.Apart(0.005, "bound", "no-two", "no-n")
}

// freshPrice are a line, C, and three points: one beyond its edge, one in the strip, one on the wrong side.
func freshPrice(d *course.Dice) {
	w, b, C := d.Of("w", 2, -2, 0.5, -0.5), d.Of("b", 0.5, -0.5, 1.5, -1.5), d.Of("c", 2, 1, 4, 10)
	far, wrong := d.Of("far", 2.5, 1.5, 3.5, 4.5), d.Of("wrong", -0.5, -1.5, -2.5)
	turn := d.Whole("turn", 0, 0, 2)
	margins := []float64{far, 0.5, wrong}
	hinges, seen := 0.0, map[float64]bool{}
	for i := range margins {
		y, m := d.Of(fmt.Sprintf("y%d", i+1), 1, -1), margins[(i+turn)%3]
		x := (y*m - b) / w
		d.Set(fmt.Sprintf("x%d", i+1), x)
		d.Set(fmt.Sprintf("f%d", i+1), y*m)
		d.Set(fmt.Sprintf("m%d", i+1), m)
		d.Set(fmt.Sprintf("h%d", i+1), max(0, 1-m))
		hinges += max(0, 1-m)
		seen[x] = true
	}
	d.Set("hinges", hinges)
	d.Set("norm", w*w/2)
	d.Set("price", w*w/2+C*hinges)
	d.Set("no-max", w*w/2+C*(hinges+1-far))
	d.Set("wrong-only", w*w/2+C*(1-wrong))
	d.Set("no-half", w*w+C*hinges)
	d.Want(len(seen) == len(margins))
	d.Apart(0.01, "price", "no-max", "wrong-only", "no-half")
}

// freshHuber are readings, λ, a Δ and a residual, beyond it or not.
func freshHuber(d *course.Dice) {
	n, nl := d.Of("n", 50, 20, 40, 100, 200), d.Of("nl", 2, 0.5, 2.5, 4, 5)
	edge, r := float64(d.Whole("edge", 3, 2, 12)), float64(d.Whole("r", 7, -20, 20))
	clipped := math.Copysign(min(math.Abs(r), edge), r)
	other := math.Copysign(edge, r) // the slope that belongs to the other part of the loss
	if math.Abs(r) > edge {
		other = r
	}
	d.SetIf("beyond", math.Abs(r) > edge)
	d.Set("l", course.Round(nl/n, 9))
	d.Set("slope", -2*clipped)
	d.Set("pull", 2*clipped)
	d.Set("shift", course.Round(2*nl, 9))
	d.Set("alpha", course.Round(clipped/nl, 9))
	d.Set("other", course.Round(other/nl, 9))
	d.Set("half", course.Round(clipped/(2*nl), 9))
	d.Set("no-n", course.Round(clipped/(nl/n), 9))
	d.Want(math.Abs(r) > 1 && math.Abs(r) != edge)
	d.Apart(0.01, "alpha", "other", "half", "no-n")
}
