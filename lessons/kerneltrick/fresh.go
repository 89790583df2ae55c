package kerneltrick

import (
	"fmt"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"fourth": freshFourth,
}

// freshFourth are two points of three inputs.
func freshFourth(d *course.Dice) {
	x, y := []float64{1, 0, 2}, []float64{2, 1, 0}
	for i := range x {
		x[i] = float64(d.Whole(fmt.Sprintf("x%d", i+1), int(x[i]), 0, 3))
		y[i] = float64(d.Whole(fmt.Sprintf("y%d", i+1), int(y[i]), 0, 3))
	}
	inner := engine.Linear{}.Eval(x, y)
	d.Set("inner", inner)
	d.Set("base", 1+inner)
	d.Set("value", engine.Polynomial{Degree: 4, Offset: 1}.Eval(x, y))
	d.Set("bare", engine.Polynomial{Degree: 4}.Eval(x, y))
	d.Set("outside", engine.Sum{engine.Polynomial{Degree: 4}, engine.Constant{Value: 1}}.Eval(x, y))
	d.Set("product", 4*(1+inner))
	d.Want(inner <= 8)
	d.Apart(0.01, "value", "bare", "outside", "product")
}
