package ridge

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"count":  freshCount,
	"theirs": freshTheirs,
}

// freshCount are two singular values, rows and λ.
func freshCount(d *course.Dice) {
	rows, l := d.Of("rows", 4, 2, 5, 8, 10), d.Of("l", 1, 0.5, 2, 0.2)
	s1, s2 := d.Of("s1", 6, 3, 4, 5, 8, 10), d.Of("s2", 2, 1, 3, 4)
	Phi := mat.NewDense(int(rows), 2, nil)
	Phi.Set(0, 0, s1)
	Phi.Set(1, 1, s2)
	spectrum, y := course.Must(engine.SVD(Phi)), make([]float64, int(rows))
	shift := rows * l
	d.Set("q1", s1*s1)
	d.Set("q2", s2*s2)
	d.Set("shift", shift)
	d.Set("d1", s1*s1+shift)
	d.Set("d2", s2*s2+shift)
	d.Set("freedom", spectrum.Solve(y, l).DegreesOfFreedom)
	d.Set("sum", spectrum.Solve(y, l/rows).DegreesOfFreedom)
	d.Set("unsquared", s1/(s1+shift)+s2/(s2+shift))
	d.Set("free", spectrum.Solve(y, 0).DegreesOfFreedom)
	d.Want(s1 > s2)
	d.Apart(0.005, "freedom", "sum", "unsquared", "free")
}

// freshTheirs are the points and the λ of half a sum.
func freshTheirs(d *course.Dice) {
	n, theirs := d.Of("points", 15, 20, 25, 40, 50, 80), d.Of("theirs", 0.3, 0.1, 0.2, 0.5, 0.6, 1.2)
	d.Set("ours", theirs/model.PerPoint("half", n))
	d.Set("times", theirs*n)
	d.Set("halved", theirs/n/2)
	d.Set("doubled", theirs/n*2)
	d.Apart(0.0001, "ours", "halved", "doubled")
	d.Apart(0.01, "times", "theirs", "doubled")
}
