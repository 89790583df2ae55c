package logistic

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// drawn draws the numbers of the exercises.
var drawn = map[string]course.Fresh{
	"height": freshHeight,
	"limit":  freshLimit,
	"surer":  freshSurer,
	"newton": freshNewton,
}

// freshHeight are points, λ and a probability.
func freshHeight(d *course.Dice) {
	n, l := d.Of("n", 50, 20, 25, 100, 200), d.Of("l", 0.01, 0.005, 0.02, 0.05)
	p := d.Of("p", 0.8, 0.6, 0.7, 0.9)
	shift := 2 * n * l
	d.Set("rest", course.Round(1-p, 9))
	d.Set("shift", course.Round(shift, 9))
	d.Set("height", course.Round((1-p)/shift, 9))
	d.Set("no-rest", course.Round(p/shift, 9))
	d.Set("no-two", course.Round(2*(1-p)/shift, 9))
	d.Apart(0.001, "height", "no-rest", "no-two")
}

// freshLimit are n, a multiple of the identity for K, and λ.
func freshLimit(d *course.Dice) {
	n, k := d.Whole("n", 2, 2, 6), d.Of("k", 2, 3, 4)
	l := d.Of("l", 1.0/16, 1.0/8, 1.0/4, 1.0/32)
	K := mat.NewDiagDense(n, slices.Repeat([]float64{k}, n))
	limit := course.Must(engine.KLRStepLimit(K, l))
	d.Set("first", k*k/float64(4*n))
	d.Set("second", 2*l*k)
	d.Set("lipschitz", 2/limit)
	d.Set("limit", limit)
	d.Set("half", limit/2)
	d.Set("no-n", 2/(k*k/4+2*l*k))
	d.Apart(0.01, "limit", "half", "no-n")
}

// freshSurer are a probability, as a share of two whole numbers, and how many times as large f becomes.
func freshSurer(d *course.Dice) {
	a, b, times := float64(d.Whole("a", 4, 1, 9)), float64(d.Whole("b", 1, 1, 9)), d.Of("times", 2, 3)
	p := a / (a + b)
	d.Set("p", p)
	d.Set("odds", a/b)
	d.Set("power", math.Pow(a/b, times))
	d.Set("surer", engine.Logistic(times*math.Log(a/b)))
	d.Set("linear", times*a/(times*a+b))
	d.Set("product", math.Pow(p, times))
	d.SetIf("twice", times == 2)
	d.Want(a != b && math.Pow(a, times)+math.Pow(b, times) <= 600)
	d.Apart(0.003, "surer", "linear", "product", "p")
}

// freshNewton are points that are alike to none but themselves, λ and a class.
func freshNewton(d *course.Dice) {
	n, nl := d.Of("n", 4, 5, 8, 10, 20), d.Of("nl", 0.5, 0.25, 1, 1.5, 2)
	k, y := d.Of("k", 4, 2, 3, 5, 6, 8), d.Of("y", 1, -1)
	d.Set("l", course.Round(nl/n, 9))
	d.Set("t", (1+y)/2)
	d.Set("rest", y/2)
	d.Set("twice", 2*nl)
	d.Set("bend", k/4)
	d.Set("under", k/4+2*nl)
	d.Set("alpha", y/2/(k/4+2*nl))
	d.Set("half", y/2/(k/2+2*nl))
	d.Set("no-two", y/2/(k/4+nl))
	d.Set("no-weight", y/2/(2*nl))
	d.Want(n != 8 || nl != 0.25) // whose λ has too many digits
	d.Apart(0.002, "alpha", "half", "no-two", "no-weight")
}
