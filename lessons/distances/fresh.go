package distances

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"distance": freshDistance,
	"radius":   freshRadius,
}

// freshDistance are three values of a kernel.
func freshDistance(d *course.Dice) {
	a, b, c := float64(d.Whole("a", 4, 1, 16)), float64(d.Whole("b", 2, 1, 8)), float64(d.Whole("c", 9, 1, 16))
	d.Want(b*b <= a*c && a-2*b+c > 1)
	if d.Missed() {
		return
	}
	apart := course.Must(engine.FeatureDistances(mat.NewSymDense(2, []float64{a, b, b, c}))).At(0, 1)
	d.Set("twice", 2*b)
	d.Set("apart", apart)
	d.Set("square", apart*apart)
	d.Set("angle", math.Sqrt(a+c))
	d.Apart(0.01, "apart", "square", "angle")
}

// freshRadius is a width, and a distance among the features of a Gaussian.
func freshRadius(d *course.Dice) {
	l, h := d.Of("l", 1, 0.5, 1.5, 2, 3), d.Of("h", 1, 0.4, 0.6, 0.8, 1.2)
	hh := course.Round(h*h, 9)
	radius := l * math.Sqrt(-2*math.Log(1-hh/2))
	d.Set("hh", hh)
	d.Set("left", course.Round(1-hh/2, 9))
	d.Set("radius", radius)
	d.Set("slip", radius/math.Sqrt2)
	d.Apart(0.005, "radius", "slip")
}
