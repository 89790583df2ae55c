package kerneltrick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"fourth":  freshFourth,
	"scale":   freshScale,
	"cheaper": freshCheaper,
	"back":    freshBack,
	"power":   freshPower,
}

// freshCheaper are points, inputs and a degree such that there are far fewer features than points, or far more.
func freshCheaper(d *course.Dice) {
	n := d.Of("n", 1000, 50, 100, 200, 500, 2000, 5000)
	p, q := d.Whole("p", 3, 2, 12), d.Whole("q", 2, 2, 5)
	features := featureCount(p, q)
	d.Set("d", features)
	d.Set("np", n*float64(p))
	d.Set("pairs", n*(n+1)/2)
	d.SetIf("few", features < n)
	d.Want(features <= n/5 || features >= 5*n && features >= 2*n*float64(p))
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

// freshScale are the degree of a kernel and of one of its features.
func freshScale(d *course.Dice) {
	q, j := d.Whole("q", 4, 4, 10), d.Whole("j", 2, 2, 8)
	if d.Want(j < q-1); d.Missed() {
		return
	}
	times := float64(combin.Binomial(q, j))
	d.Set("times", times)
	d.Set("scale", math.Sqrt(times))
	d.Set("first", math.Sqrt(float64(q)))
	d.Apart(0.01, "scale", "times", "first", "q")
}

// freshBack are a line that ridge regression has fitted, and one of its points: α, drawn, is what is asked for.
func freshBack(d *course.Dice) {
	n, l := d.Of("n", 4, 3, 5, 8, 10), d.Of("l", 0.5, 0.25, 2)
	t0, t1 := float64(d.Whole("t0", 1, -3, 4)), d.Of("t1", 2, -3, -2, -1, 3)
	x, alpha := d.Of("x", 3, -3, -2, -1, 2, 4), d.Of("alpha", 1.5, -2, -1.5, -1, -0.5, 0.5, 1, 2)
	shift := n * l
	y := t0 + t1*x + shift*alpha
	d.Set("shift", shift)
	d.Set("tx", t1*x)
	d.Set("fitted", t0+t1*x)
	d.Set("y", y)
	d.Set("residual", shift*alpha)
	d.Set("no-n", n*alpha)
	d.Set("sign", -alpha)
	d.Want(t0 != 0 && shift <= 10 && 2*y == math.Trunc(2*y)) // so that it is printed whole
	d.Apart(0.005, "alpha", "no-n", "residual", "sign")
}

// freshPower are the points and weights of a fit with a polynomial kernel.
func freshPower(d *course.Dice) {
	q := d.Whole("q", 3, 3, 5)
	var x, alpha [3]float64
	var first, second float64
	for i, printed := range [3][2]float64{{1, 2}, {-1, 1}, {2, 1}} {
		x[i] = d.Of(fmt.Sprintf("x%d", i+1), printed[0], -3, -2, -1, 1, 2, 3)
		alpha[i] = d.Of(fmt.Sprintf("a%d", i+1), printed[1], -2, -1, 1, 2, 3)
		first += alpha[i] * x[i]
		second += alpha[i] * x[i] * x[i]
		d.Set(fmt.Sprintf("s%d", i+1), alpha[i]*x[i]*x[i])
	}
	// So often x² turns up in the product of the brackets; each point has its root, as the scale of a feature.
	times := float64(combin.Binomial(q, 2))
	d.Set("times", times)
	d.Set("number", times*second)
	d.Set("plain", second)
	d.Set("rooted", math.Sqrt(times)*second)
	d.Set("linear", float64(q)*first)
	d.Want(x[0] != x[1] && x[1] != x[2] && x[0] != x[2])
	d.Apart(0.02, "number", "plain", "rooted", "linear")
}
