package woodbury

import (
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"gram":   freshGram,
	"weight": freshWeight,
}

// freshGram are points and features.
func freshGram(d *course.Dice) {
	n, features := d.Of("n", 10, 6, 8, 12, 20, 30, 40), d.Of("d", 1000, 200, 500, 2000, 5000)
	d.Set("n1", n+1)
	d.Set("entries", n*(n+1)/2)
	d.Set("half", n*(n+1)/2*features)
	d.Set("whole", n*n*features)
	d.Set("other", features*(features+1)/2*n)
	d.Set("bare", n*(n-1)/2*features)
}

// freshWeight is the weight C at which aI + UCV has no inverse.
func freshWeight(d *course.Dice) {
	a := d.Of("a", 4, 2, 3, 5, 6, 8)
	u, v := float64(d.Whole("u", 1, 1, 3)), float64(d.Whole("v", 1, 1, 3))
	U, V := mat.NewVecDense(2, []float64{1, u}), mat.NewVecDense(2, []float64{1, v})
	var iAU mat.VecDense
	if err := iAU.SolveVec(mat.NewDiagDense(2, []float64{a, a}), U); err != nil {
		panic(err) // a is not 0
	}
	g := mat.Dot(V, &iAU)
	c := -1 / g
	d.Set("uv", u*v)
	d.Set("g", g)
	d.Set("c", c)
	d.Set("minus", -c)
	d.Set("forgot", -g)
	d.Set("m11", a+c)
	d.Set("m12", c*v)
	d.Set("m21", c*u)
	d.Set("m22", a+c*u*v)
	d.Apart(0.001, "c", "minus", "forgot")
}
