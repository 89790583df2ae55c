package woodbury

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
	"gram":     freshGram,
	"million":  freshMillion,
	"weight":   freshWeight,
	"rank-one": freshRankOne,
	"dearer":   freshDearer,
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

// freshMillion are a few features of very many points, or a few points with very many features.
func freshMillion(d *course.Dice) {
	power := d.Of("power", 6, 5, 7)
	d.Whole("few", 10, 10, 80)
	d.Whole("tall", 1, 0, 1)
	d.Set("entries", 2*power)
	d.Set("gb", course.Round(8*math.Pow(10, 2*power-9), 9))
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
	bare := -1 / mat.Dot(V, U)
	meet := math.Abs(bare+g) < 1e-9
	d.Set("bare", bare)
	d.SetIf("meet", meet)
	d.Want(meet || math.Abs(bare+g) > 0.002)
	d.Apart(0.001, "c", "minus", "bare")
	d.Set("m11", a+c)
	d.Set("m12", c*v)
	d.Set("m21", c*u)
	d.Set("m22", a+c*u*v)
	d.Apart(0.001, "c", "minus", "forgot")
}

// freshRankOne is a multiple of the identity and a vector, whose square is added.
func freshRankOne(d *course.Dice) {
	a := d.Of("a", 2, 3, 4, 5)
	u := make([]float64, 3)
	for i, printed := range []int{1, 2, 1} {
		u[i] = float64(d.Whole(fmt.Sprintf("u%d", i+1), printed, 1, 3))
	}
	A, U := mat.NewDiagDense(3, []float64{a, a, a}), mat.NewDense(3, 1, u)
	lines := course.Must(engine.Woodbury(A, U, mat.NewDense(1, 1, []float64{1}), U.T())).Lines
	inverse := lines[len(lines)-1].Value
	uu, q1 := floats.Dot(u, u), u[0]*u[0]
	d.Set("uu", uu)
	d.Set("q1", q1)
	d.Set("sum", a+uu)
	d.Set("both", a*(a+uu))
	d.Set("entry", inverse.At(0, 0))
	d.Set("single", 1/(a+q1))
	d.Set("bare", 1/a-q1/(a*uu))
	d.Set("plus", 1/a+q1/(a*(a+uu)))
	d.Apart(0.0005, "entry", "single", "bare", "plus")
}

// freshDearer are points, and a multiple of them: features.
func freshDearer(d *course.Dice) {
	n, times := d.Of("n", 20, 10, 30, 40, 50, 60, 80, 100, 200), d.Of("times", 3, 2, 4, 5, 6, 8, 10)
	features := times * n
	work := func(rows, summed float64) (forming, solving float64) {
		return rows * rows * summed / 2, rows * rows * rows / 6
	}
	primalForms, primalSolves := work(features, n)
	dualForms, dualSolves := work(n, features)
	primal, dual := primalForms+primalSolves, dualForms+dualSolves
	d.Set("d", features)
	d.Set("primal", math.Round(primal))
	d.Set("dual", math.Round(dual))
	d.Set("above", times*times*(3+times))
	d.Set("below", 3*times+1)
	d.Set("ratio", primal/dual)
	d.Set("solving", primalSolves/dualSolves)
	d.Set("forming", primalForms/dualForms)
	d.Set("upside", dual/primal)
	d.Apart(0.05, "ratio", "solving", "forming", "upside")
}
