package rkhs

import (
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"norm":    freshNorm,
	"inner":   freshInner,
	"ceiling": freshCeiling,
	"rise":    freshRise,
}

// freshInner is a quadratic function and a place.
func freshInner(d *course.Dice) {
	a, b, c := float64(d.Whole("s11", 1, -2, 3)), float64(d.Whole("s12", 2, 1, 4)), float64(d.Whole("s22", 0, -2, 3))
	y1, y2 := float64(d.Whole("y1", 1, 1, 3)), float64(d.Whole("y2", -1, -3, -1))
	S := quadratic{S: symmetric(a, b, c)}
	d.Set("t11", a*y1*y1)
	d.Set("t12", b*y1*y2)
	d.Set("t22", c*y2*y2)
	d.Set("yy", y1*y2)
	d.Set("value", S.at(y1, y2))
	d.Set("once", a*y1*y1+b*y1*y2+c*y2*y2)
	d.Set("sign", S.at(y1, -y2))
	d.Apart(0.001, "value", "once", "sign")
}

// freshNorm are the heights of three bumps of the kernel min, at 1, 2 and 3.
func freshNorm(d *course.Dice) {
	a1, a2, a3 := float64(d.Whole("a1", 1, -3, 3)), float64(d.Whole("a2", -2, -3, 3)), float64(d.Whole("a3", 1, -3, 3))
	bumps := engine.Expansion{Kernel: engine.Min{}, X: engine.Column([]float64{1, 2, 3}), Alpha: []float64{a1, a2, a3}}
	squared := bumps.Norm() * bumps.Norm()
	d.Set("s1", a1+a2+a3)
	d.Set("s2", a2+a3)
	d.Set("s3", a3)
	d.Set("squared", course.Round(squared, 9))
	d.Set("norm", math.Sqrt(squared))
	d.Set("squares", math.Sqrt(a1*a1+a2*a2+a3*a3))
	d.Set("diagonal", math.Sqrt(a1*a1+2*a2*a2+3*a3*a3))
	d.Want(a1 != 0 && a2 != 0 && a3 != 0)
	d.Apart(0.02, "norm", "squared", "squares", "diagonal")
}

// wholeNorm are symmetric matrices (a, b; b, c) with whole numbers for their norms.
var wholeNorm = [][3]float64{
	{1, 2, 0}, {0, 2, 1}, {2, 2, 2}, {1, 2, 4}, {4, 2, 1}, {4, 2, 5}, {5, 2, 4}, {2, 4, 0}, {0, 4, 2},
	{1, 4, 4}, {4, 4, 1},
}

// freshCeiling is a quadratic function with a norm that is a whole number, and a place.
func freshCeiling(d *course.Dice) {
	S := wholeNorm[d.Whole("which", 0, 0, len(wholeNorm)-1)]
	a, b, c := S[0], d.Of("first", 1, -1)*S[1], d.Of("second", -1, 1)*S[2]
	x1, x2 := float64(d.Whole("x1", 1, 1, 3)), float64(d.Whole("x2", 2, -3, 3))
	squared, xx := a*a+2*b*b+c*c, x1*x1+x2*x2
	f := quadratic{S: symmetric(a, b, c)}
	d.Set("s11", a)
	d.Set("s12", b)
	d.Set("s22", c)
	d.Set("q11", a*a)
	d.Set("q12", b*b)
	d.Set("q22", c*c)
	d.Set("p1", x1*x1)
	d.Set("p2", x2*x2)
	d.Set("xx", xx)
	d.Set("squared", squared)
	d.Set("norm", math.Sqrt(squared))
	d.Set("value", f.at(x1, x2))
	d.Set("size", math.Abs(f.at(x1, x2)))
	d.Set("bound", math.Sqrt(squared)*xx)
	d.Set("once", math.Sqrt(squared-b*b)*xx)
	d.Set("root", math.Sqrt(squared*xx))
	d.Want(x2 != 0 && xx > 2)
	d.Apart(0.01, "bound", "size", "once", "root")
}

// freshRise are two places under a polynomial kernel, and the norm of a function.
func freshRise(d *course.Dice) {
	r, norm := float64(d.Whole("r", 1, 1, 4)), float64(d.Whole("norm", 2, 2, 6))
	x := float64(d.Whole("x", 1, -2, 2))
	y := x + float64(d.Whole("step", 1, 1, 4))
	d.Set("y", y)
	d.Want(x != 0 && y != 0 && x*y+r != 0)
	if d.Missed() {
		return
	}
	k := engine.Polynomial{Degree: 2, Offset: r}
	at := func(x, y float64) float64 { return k.Eval([]float64{x}, []float64{y}) }
	far := engine.Distance(k, []float64{x}, []float64{y})
	d.Set("kxx", at(x, x))
	d.Set("kxy", at(x, y))
	d.Set("kyy", at(y, y))
	d.Set("dd", course.Round(far*far, 9))
	d.Set("most", norm*far)
	d.Set("square", norm*far*far)
	d.Set("angle", norm*math.Sqrt(at(x, x)+at(y, y)))
	d.Set("single", norm*math.Sqrt(at(x, x)-at(x, y)+at(y, y)))
	d.Apart(0.01, "most", "square", "angle", "single")
}
