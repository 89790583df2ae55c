package kernelpca

import (
	"fmt"
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"hand":     freshHand,
	"newcomer": freshNewcomer,
	"along":    freshAlong,
}

// freshHand are four points, two on each side of 0.
func freshHand(d *course.Dice) {
	a, b := float64(d.Whole("a", 2, 1, 8)), float64(d.Whole("b", 0, 0, 6))
	d.Want(a > b)
	if d.Missed() {
		return
	}
	k, x := engine.Polynomial{Degree: 2}, [][]float64{{-a, 0}, {-b, 0}, {b, 0}, {a, 0}}
	c := fit(k, x, 1, true)
	d.Set("minus-b", 0-b)
	d.Set("aa", a*a)
	d.Set("bb", b*b)
	d.Set("mean", (a*a+b*b)/2)
	d.Set("off", (a*a-b*b)/2)
	d.Set("lambda", course.Round(c.Eigenvalues[0], 6))
	d.Set("variance", course.Round(c.Variances[0], 6))
	d.Set("bare", course.Round(fit(k, x, 1, false).Eigenvalues[0], 6))
	d.Apart(0.01, "variance", "lambda", "bare")
}

// freshNewcomer are three points of two features, whose means are whole numbers, and a new point.
func freshNewcomer(d *course.Dice) {
	mean := [2]float64{float64(d.Whole("m", 1, 1, 2)), float64(d.Whole("v", 2, -1, 2))}
	first := [2]float64{float64(d.Whole("p1", 2, 0, 4)), float64(d.Whole("q1", 1, 0, 4))}
	second := [2]float64{float64(d.Whole("p2", 0, -1, 3)), float64(d.Whole("q2", 2, -1, 3))}
	x := [2]float64{float64(d.Whole("p", 4, 0, 4)), float64(d.Whole("q", 1, -1, 4))}
	data := [3][2]float64{first, second, {3*mean[0] - first[0] - second[0], 3*mean[1] - first[1] - second[1]}}
	k := func(x, z [2]float64) float64 { return x[0]*z[0] + x[1]*z[1] }
	var own, column, all float64
	for i, z := range data {
		d.Set(fmt.Sprintf("k%d", i+1), k(x, z))
		own += k(x, z) / 3
		column += k(z, data[0]) / 3
		for j, other := range data {
			d.Set(fmt.Sprintf("g%d%d", i+1, j+1), k(z, other))
			all += k(z, other) / 9
		}
	}
	like := k(x, data[0])
	for name, v := range map[string]float64{
		"own": own, "column": column, "all": all, "less-own": -own, "less-column": -column,
		"centred": like - own - column + all, "no-add": like - own - column, "one-side": like - column,
		"crossed": like - own - column - all,
	} {
		d.Set(name, math.Round(v))
		d.Want(math.Round(v) != 0)
	}
	d.Apart(0.1, "centred", "no-add", "one-side", "crossed")
	d.Apart(0.1, "own", "column", "all")
}

// freshAlong are an eigenvector of three points, its eigenvalue, and the centred likenesses of a new point.
func freshAlong(d *course.Dice) {
	v1, v2 := float64(d.Whole("v1", 2, 1, 3)), float64(d.Whole("v2", -1, -3, 3))
	w1, w2 := float64(d.Whole("w1", 5, -3, 6)), float64(d.Whole("w2", -3, -4, 4))
	t := float64(d.Whole("t", 2, 2, 3))
	v3, w3 := -v1-v2, -w1-w2
	square, product := v1*v1+v2*v2+v3*v3, v1*w1+v2*w2+v3*w3
	d.Set("v3", v3)
	d.Set("w3", w3)
	d.Set("p1", v1*w1)
	d.Set("p2", v2*w2)
	d.Set("p3", v3*w3)
	d.Set("square", square)
	d.Set("lambda", square*t*t)
	d.Set("by", square*t)
	d.Set("bare", product)
	d.Set("score", product/(square*t))
	d.Set("unit", product/math.Sqrt(square))
	d.Set("no-root", product/(square*square*t*t))
	d.Want(v2 != 0 && v3 != 0 && w2 != 0 && w3 != 0 && product != 0)
	d.Apart(0.01, "score", "unit", "bare", "no-root")
}
