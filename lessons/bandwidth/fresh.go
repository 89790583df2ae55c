package bandwidth

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"median": freshMedian,
	"wider":  freshWider,
	"entry":  freshEntry,
}

// freshMedian are five points, of which the last is far from the others.
func freshMedian(d *course.Dice) {
	x := make([]float64, 5)
	for i, gap := range [][3]int{{1, 1, 3}, {1, 1, 4}, {2, 1, 5}, {26, 12, 30}} {
		x[i+1] = x[i] + float64(d.Whole(fmt.Sprintf("gap%d", i+1), gap[0], gap[1], gap[2]))
		d.Set(fmt.Sprintf("x%d", i+2), x[i+1])
	}
	distances := engine.PairwiseDistances(engine.Euclidean, engine.Column(x))
	m := medians(engine.Column(x))
	slices.Sort(distances)
	d.Set("fifth", distances[4])
	d.Set("sixth", distances[5])
	d.Set("median", m.pairs)
	d.Set("diagonal", m.withDiagonal)
	d.Set("halved", m.halved)
	d.Set("squared", m.squared)
	d.Set("root", math.Sqrt(m.squared))
	d.Set("mean", stat.Mean(distances, nil))
	d.Apart(0.01, "median", "diagonal", "halved", "squared", "root", "mean")
}

// freshWider is a bandwidth, and how many times as large it is to be.
func freshWider(d *course.Dice) {
	l, c := float64(d.Whole("tenths", 15, 2, 40))/10, d.Of("c", 3, 4, 5, 1.5, 2.5)
	d.Set("l", l)
	d.Set("new", course.Round(c*l, 9))
	d.Set("square", course.Round(c*l*c*l, 9))
	d.Set("cc", c*c)
	d.Set("gamma", 1/(2*c*l*c*l))
	d.Set("before", 1/(2*l*l))
	d.Set("no-two", 1/(c*l*c*l))
	d.Set("once", 1/(2*l*l*c))
	d.Set("up", c*c/(2*l*l))
	d.Want(c*l >= 0.6 && c*l <= 8)
	d.Apart(0.0005, "gamma", "no-two", "once", "up")
}

// freshEntry are two places and a bandwidth.
func freshEntry(d *course.Dice) {
	x1, y1 := float64(d.Whole("x1", 1, 0, 6)), float64(d.Whole("y1", 5, 0, 6))
	x2, y2 := float64(d.Whole("x2", 3, 0, 6)), float64(d.Whole("y2", 2, 0, 6))
	l := d.Of("l", 3, 1.5, 2, 2.5, 4, 5)
	ddx, ddy := (x2-x1)*(x2-x1), (y2-y1)*(y2-y1)
	dd := ddx + ddy
	d.Set("ddx", ddx)
	d.Set("ddy", ddy)
	d.Set("dd", dd)
	d.Set("twice", 2*l*l)
	d.Set("exponent", -dd/(2*l*l))
	d.Set("entry", engine.Gaussian{Length: l}.Eval([]float64{x1, y1}, []float64{x2, y2}))
	d.Set("no-two", math.Exp(-dd/(l*l)))
	d.Set("unsquared", math.Exp(-dd/(2*l)))
	d.Set("exponential", engine.Exponential{Length: l}.Eval([]float64{x1, y1}, []float64{x2, y2}))
	d.Want(ddx > 0 && ddy > 0 && dd > 0.2*l*l && dd < 5*l*l)
	d.Apart(0.001, "entry", "no-two", "unsquared", "exponential")
}
