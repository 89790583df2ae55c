package distances

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"distance": freshDistance,
	"radius":   freshRadius,
	"centre":   freshCentre,
	"moves":    freshMoves,
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

// freshGram names the entries of the Gram matrix of three points of a plane, which is not shown.
func freshGram(d *course.Dice, x [6]float64) func(i, j int) float64 {
	K := engine.Gram(engine.Linear{}, [][]float64{x[:2], x[2:4], x[4:]})
	for i := range 3 {
		for j := i; j < 3; j++ {
			d.Set(fmt.Sprintf("k%d%d", i+1, j+1), K.At(i, j))
		}
	}
	return K.At
}

// freshCentre are three points, and the mean of two of them.
func freshCentre(d *course.Dice) {
	var x [6]float64
	for i, printed := range [6]int{2, 1, 1, -1, 0, 2} {
		x[i] = float64(d.Whole(fmt.Sprint("x", i), printed, -2, 3))
	}
	k := freshGram(d, x)
	row, block := k(0, 1)+k(0, 2), (k(1, 1)+2*k(1, 2)+k(2, 2))/4
	d.Set("row", row)
	d.Set("less", -row)
	d.Set("block", block)
	d.Set("far", k(0, 0)-row+block)
	d.Set("once", k(0, 0)-row/2+block)
	d.Set("diagonal", k(0, 0)-row+(k(1, 1)+k(2, 2))/4)
	d.Set("average", (2*k(0, 0)-2*row+k(1, 1)+k(2, 2))/2)
	d.Want(k(1, 2) != 0 && row != 0 && k(0, 0) > 0 && k(1, 1) > 0 && k(2, 2) > 0 && k(0, 0)-row+block > 0)
	d.Apart(0.005, "far", "once", "diagonal", "average")
}

// freshMoves are three points, of which the second leaves the first for the third.
func freshMoves(d *course.Dice) {
	a, b := float64(d.Whole("a", 1, -2, 3)), float64(d.Whole("b", 2, -2, 3))
	right, up := d.Of("right", 3, 4, -3, -4), d.Of("up", -2, 3, -3, 2)
	aside, above := d.Of("aside", -1, 1, 0), d.Of("above", 0, 1, -1)
	k := freshGram(d, [6]float64{a + right, b + up, a, b, a + aside, b + above})
	d12, d23 := k(0, 0)-2*k(0, 1)+k(1, 1), k(1, 1)-2*k(1, 2)+k(2, 2)
	d.Set("cross12", -2*k(0, 1))
	d.Set("cross23", -2*k(1, 2))
	d.Set("d12", d12)
	d.Set("d23", d23)
	d.Set("before", d12/2)
	d.Set("after", d23/2)
	d.Set("fall", d12/2-d23/2)
	d.Set("double", d12-d23)
	d.Set("stale", d12/4-d23)
	d.Want(d23 > 0 && d23 < d12/4 && k(0, 1) != 0 && k(1, 2) != 0 && k(0, 0) > 0 && k(1, 1) > 0 && k(2, 2) > 0)
	d.Apart(0.005, "fall", "double", "stale", "after")
}
