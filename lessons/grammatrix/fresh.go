package grammatrix

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// fresh draws the numbers of the exercises.
var fresh = map[string]course.Fresh{
	"product":   freshProduct,
	"cosine":    freshCosine,
	"all-four":  freshAllFour,
	"less-mean": freshLessMean,
}

// freshProduct are two lengths and a squared distance that a triangle can have.
func freshProduct(d *course.Dice) {
	a, b := float64(d.Whole("a", 3, 2, 9)), float64(d.Whole("b", 4, 2, 9))
	s := float64(d.Whole("s", 5, 1, 60))
	product := (a*a + b*b - s) / 2
	d.Set("aa", a*a)
	d.Set("bb", b*b)
	d.Set("product", product)
	d.Set("double", 2*product)
	d.Set("sign", -product)
	d.Want(product != 0 && math.Abs(product) <= a*b)
}

// freshCosine are the entries of a Gram matrix whose diagonal has squares.
func freshCosine(d *course.Dice) {
	p, q, k := d.Of("p", 2, 3, 4, 5), d.Of("q", 3, 2, 4, 5), float64(d.Whole("k", 3, 1, 12))
	d.Set("pp", p*p)
	d.Set("qq", q*q)
	d.Set("ppqq", p*p*q*q)
	d.Set("cosine", k/(p*q))
	d.Set("no-root", k/(p*p*q*q))
	d.Set("sum", k/(p+q))
	d.Set("angle", math.Acos(math.Min(1, k/(p*q)))*180/math.Pi)
	d.Want(k < p*q)
	d.Apart(0.001, "cosine", "no-root", "sum")
}

// freshAllFour are two points of two inputs.
func freshAllFour(d *course.Dice) {
	x := []float64{float64(d.Whole("x1", 1, -2, 3)), float64(d.Whole("x2", 2, -2, 3))}
	y := []float64{float64(d.Whole("y1", 3, -2, 3)), float64(d.Whole("y2", -1, -2, 3))}
	entries := func(offset float64) (xx, xy, yy float64) {
		k := engine.Polynomial{Degree: 2, Offset: offset}
		return k.Eval(x, x), k.Eval(x, y), k.Eval(y, y)
	}
	xx, xy, yy := entries(1)
	d.Set("kxx", xx)
	d.Set("kxy", xy)
	d.Set("kyy", yy)
	d.Set("total", xx+2*xy+yy)
	d.Set("once", xx+xy+yy)
	d.Set("ones", 2+2*xy)
	bare1, bare2, bare3 := entries(0)
	d.Set("bare", bare1+2*bare2+bare3)
	d.Set("xx", floats.Dot(x, x))
	d.Set("xy", floats.Dot(x, y))
	d.Set("yy", floats.Dot(y, y))
	d.Want(xx > 1 && yy > 1 && xy > 1 && !floats.Equal(x, y)) // xy is a square, and not that of 1
	d.Apart(0.01, "total", "once", "ones", "bare")
}

// freshLessMean are the Gram matrix of three points, whose mean is whole, and what becomes of it without this mean.
func freshLessMean(d *course.Dice) {
	X := mat.NewDense(3, 2, nil)
	for j, printed := range [][]int{{3, 2}, {1, 3}} {
		name := string(rune('u' + j))
		a, b := d.Whole(name+"1", printed[0], -2, 3), d.Whole(name+"2", printed[1], -2, 3)
		mean := d.Of(name+"-mean", 1, -1, 2)
		X.SetCol(j, []float64{float64(a), float64(b), 3*mean - float64(a+b)})
	}
	K := mat.NewSymDense(3, nil)
	K.SymOuterK(1, X)
	for i := range 3 {
		for j := i; j < 3; j++ {
			d.Set(fmt.Sprintf("k%d%d", i+1, j+1), K.At(i, j))
		}
	}
	row := func(i int) float64 { return (K.At(i, 0) + K.At(i, 1) + K.At(i, 2)) / 3 }
	mean := (row(0) + row(1) + row(2)) / 3
	d.Set("row1", row(0))
	d.Set("row2", row(1))
	d.Set("less1", -row(0))
	d.Set("less2", -row(1))
	d.Set("mean", mean)
	d.Set("centred", math.Round(engine.Centre(K).At(0, 1))) // whole, as the points and their mean are
	d.Set("not-back", K.At(0, 1)-row(0)-row(1))
	d.Set("one-row", K.At(0, 1)-row(1))
	d.Set("all", K.At(0, 1)-mean)
	d.Want(mat.Max(K) <= 60 && X.At(0, 0) != X.At(1, 0))
	d.Apart(0.01, "centred", "not-back", "one-row", "all")
}
