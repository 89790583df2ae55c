package study

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Relevance is what a column of the table is worth to the fit.
type Relevance struct {
	Column int
	Ratio  float64 // √(mean square missed) of left-out rows with the column shuffled, over that without
}

// shuffles are averaged over, fewer where there are many rows.
func shuffles(n int) int { return max(1, 600/n) }

// Relevances are those of all columns, the largest first: the column's values change places among the
// rows, all its inputs together, and each row is predicted by the fit without it. Nothing is fitted again.
// A shuffle costs O(n²): distances change by those of the column.
//
// Source: Breiman, Random forests, Machine Learning 45 (2001).
func (d *Design) Relevances(ctx context.Context, t *Tuned, Y [][]float64, plan Plan) ([]Relevance, error) {
	n := len(t.X)
	squares := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			squares.Set(i, j, squared(t.X[i], t.X[j], nil))
		}
	}
	plain := 0.0
	for _, r := range t.Residuals {
		plain += floats.Dot(r, r)
	}
	var all []Relevance
	for _, column := range d.Columns() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		of := d.inputsOf(column)
		rng := rand.New(rand.NewPCG(plan.Seed, uint64(column)))
		sum := 0.0
		for range shuffles(n) {
			sum += t.shuffled(squares, of, rng.Perm(n), Y) / float64(shuffles(n))
		}
		ratio := 1.0
		if plain > 0 { // or nothing is missed, as far as squares can tell
			ratio = math.Sqrt(sum / plain)
		}
		all = append(all, Relevance{column, ratio})
	}
	slices.SortStableFunc(all, func(a, b Relevance) int { return cmp.Compare(b.Ratio, a.Ratio) })
	return all, nil
}

// shuffled is the sum of squares missed, each row left out, where row i has the inputs of row from[i].
func (t *Tuned) shuffled(squares *mat.Dense, inputs, from []int, Y [][]float64) (missed float64) {
	scale := 1 / (2 * t.Kernel.Length * t.Kernel.Length)
	k := make([]float64, len(t.X))
	alphas := make([][]float64, len(Y))
	for _, group := range t.Groups {
		for q := range alphas {
			alphas[q] = t.without(q, group, alphas[q])
		}
		for _, i := range group {
			for j := range k {
				d := squares.At(i, j) - squared(t.X[i], t.X[j], inputs) + squared(t.X[from[i]], t.X[j], inputs)
				k[j] = math.Exp(-max(0, d) * scale)
			}
			for q, alpha := range alphas {
				miss := Y[q][i] - floats.Dot(k, alpha)
				missed += miss * miss
			}
		}
	}
	return missed
}

// squared is ‖x − y‖² over these inputs; over all for nil.
func squared(x, y []float64, inputs []int) (sum float64) {
	if inputs == nil {
		for j, v := range x {
			sum += (v - y[j]) * (v - y[j])
		}
		return sum
	}
	for _, j := range inputs {
		sum += (x[j] - y[j]) * (x[j] - y[j])
	}
	return sum
}

// inputsOf are the inputs that come from a column.
func (d *Design) inputsOf(column int) (inputs []int) {
	for j, in := range d.Inputs {
		if in.Column == column {
			inputs = append(inputs, j)
		}
	}
	return inputs
}
