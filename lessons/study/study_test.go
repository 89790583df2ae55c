package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// number is a column of numbers; NaN where one is missing.
func number(name string, values ...float64) own.Column {
	return own.Column{Name: name, Kind: own.Number, Numbers: values}
}

// word is a column of words; "" where one is missing.
func word(name string, cells ...string) own.Column {
	c := own.Column{Name: name, Kind: own.Word}
	for _, cell := range cells {
		if cell != "" && !slices.Contains(c.Words, cell) {
			c.Words = append(c.Words, cell)
		}
		c.Index = append(c.Index, slices.Index(c.Words, cell))
	}
	return c
}

// tableOf has columns of as many rows each.
func tableOf(columns ...own.Column) *own.Table {
	n := max(len(columns[0].Numbers), len(columns[0].Index))
	return &own.Table{Columns: columns, Lines: make([]int, n)}
}

// friedman returns n rows of p inputs in [0, 1], five of which count.
func friedman(n, p int, seed uint64) engine.Dataset {
	rng := newRand(seed)
	d := engine.Dataset{X: make([][]float64, n), Y: make([]float64, n)}
	for i := range d.X {
		x := make([]float64, p)
		for j := range x {
			x[j] = rng.Float64()
		}
		d.X[i] = x
		d.Y[i] = 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4] + rng.NormFloat64()
	}
	return d
}

// ofFriedman is a table of such rows, y last.
func ofFriedman(n, p int, seed uint64) (*own.Table, own.Choice) {
	d := friedman(n, p, seed)
	return reference{X: d.X, Y: d.Y}.table()
}

// designed is a design, or ends the test.
func designed(table *own.Table, c own.Choice, plan Plan) *Design {
	return course.Must(NewDesign(table, c, plan))
}

// textOf is the text of a table: its head and so many rows, with the numbers drawn by a seed.
func textOf(head string, n int, seed uint64, row func(i int, rng *rand.Rand) string) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	rng := newRand(seed)
	for i := range n {
		b.WriteString(row(i, rng) + "\n")
	}
	return b.String()
}

// tunedOn is a fit to the open rows of a design.
func tunedOn(t *testing.T, d *Design) (tuned *Tuned, Y [][]float64) {
	t.Helper()
	Y, _ = d.Targets(d.Open)
	return course.Must(Tune(t.Context(), engine.Pick(d.X, d.Open), Y)), Y
}
