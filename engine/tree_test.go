package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// friedman draws n rows of Friedman's function of five inputs, among p, with noise.
func friedman(n, p int, rng *rand.Rand) Dataset {
	d := Dataset{X: make([][]float64, n), Y: make([]float64, n)}
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

// oneTree grows a tree of means, or of shares of k classes, over all inputs, and returns its
// values at x, a row for each.
func oneTree(x [][]float64, y []float64, class []int32, k, depth, leaf int, at [][]float64) [][]float64 {
	g := newGrower(x, len(x))
	g.least = int32(leaf)
	if depth > 0 {
		g.depth = depth
	}
	if class != nil {
		g.classify(class, k)
	}
	g.target = y
	for i := range g.weight {
		g.weight[i] = 1
	}
	var t trees
	var values [][]float64
	g.grow(&t, func(rows []int32) int32 {
		value := make([]float64, max(1, k))
		if class == nil {
			value[0] = g.mean(rows, int32(len(rows)))
		}
		for _, i := range rows {
			if class != nil {
				value[class[i]] += 1 / float64(len(rows))
			}
		}
		values = append(values, value)
		return int32(len(values) - 1)
	})
	out := make([][]float64, len(at))
	for i := range at {
		out[i] = values[t.leaf(t.roots[0], at[i])]
	}
	return out
}

// leastSquares is the tree of means by its definition, every split tried at every node.
func leastSquares(x [][]float64, y []float64, rows []int, depth, leaf int, at []float64) float64 {
	mean, squares := func(rows []int) (m float64) {
		for _, i := range rows {
			m += y[i] / float64(len(rows))
		}
		return m
	}, 0.0
	spread := func(rows []int) (s float64) {
		m := mean(rows)
		for _, i := range rows {
			s += (y[i] - m) * (y[i] - m)
		}
		return s
	}
	squares = math.Inf(1)
	var first, second []int
	side := false
	for j := range x[0] {
		for _, i := range rows {
			var a, b []int
			above := math.Inf(1)
			for _, r := range rows {
				if x[r][j] <= x[i][j] {
					a = append(a, r)
				} else {
					b, above = append(b, r), min(above, x[r][j])
				}
			}
			if len(a) < leaf || len(b) < leaf {
				continue
			}
			if s := spread(a) + spread(b); s < squares {
				squares, first, second = s, a, b
				side = at[j] <= (x[i][j]+above)/2
			}
		}
	}
	if depth == 0 || first == nil {
		return mean(rows)
	}
	if side {
		return leastSquares(x, y, first, depth-1, leaf, at)
	}
	return leastSquares(x, y, second, depth-1, leaf, at)
}

// A tree is what its definition says, at its own rows and at others.
func TestTreeByDefinition(t *testing.T) {
	d, other := friedman(60, 4+1, newRand(1)), friedman(60, 5, newRand(2))
	rows := indices(len(d.X))
	got := oneTree(d.X, d.Y, nil, 0, 3, 4, other.X)
	for i, x := range other.X {
		wantNear(t, fmt.Sprint(i), got[i][0], leastSquares(d.X, d.Y, rows, 3, 4, x), 1e-12)
	}
}

// A tree of full depth goes through every response, or class, where inputs differ; where they
// do not, it has their mean.
func TestTreeInterpolates(t *testing.T) {
	d := friedman(200, 5, newRand(1))
	for i, v := range oneTree(d.X, d.Y, nil, 0, 0, 1, d.X) {
		if v[0] != d.Y[i] {
			t.Fatalf("row %d: %v, not %v", i, v[0], d.Y[i])
		}
	}
	// No single split improves on the mean here.
	square := [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
	class := []int32{0, 1, 1, 0}
	for i, v := range oneTree(square, nil, class, 2, 0, 1, square) {
		if v[class[i]] != 1 {
			t.Errorf("point %d has shares %v", i, v)
		}
	}
	for i, v := range oneTree([][]float64{{1}, {1}, {2}}, []float64{3, 5, 7}, nil, 0, 0, 1, [][]float64{{1}, {2}}) {
		if want := []float64{4, 7}[i]; v[0] != want {
			t.Errorf("equal inputs: %v, not %v", v[0], want)
		}
	}
}

// What an increasing function makes of an input changes no value at the rows of the data, and
// the order of inputs none at all.
func TestTreeLaws(t *testing.T) {
	d := friedman(150, 6, newRand(4))
	class := make([]int32, len(d.Y))
	for i, y := range d.Y {
		class[i] = int32(min(2, max(0, y/8)))
	}
	bent, turned := make([][]float64, len(d.X)), make([][]float64, len(d.X))
	for i, x := range d.X {
		bent[i], turned[i] = slices.Clone(x), slices.Clone(x)
		bent[i][0], bent[i][3] = math.Exp(20*x[0]), math.Cbrt(x[3]-0.5)
		slices.Reverse(turned[i])
	}
	for _, k := range []int{0, 3} {
		of := class
		if k == 0 {
			of = nil
		}
		want := oneTree(d.X, d.Y, of, k, 4, 5, d.X)
		for i, got := range oneTree(bent, d.Y, of, k, 4, 5, bent) {
			wantClose(t, fmt.Sprintf("%d classes, bent, row %d", k, i), got, want[i], 0)
		}
		if k > 0 { // counts of classes are whole numbers, and of equally good splits the first is taken
			continue
		}
		for i, got := range oneTree(turned, d.Y, of, k, 4, 5, turned) {
			wantClose(t, fmt.Sprintf("turned, row %d", i), got, want[i], 1e-12)
		}
	}
}

// A threshold lies between the values that it parts, however near or far they are.
func TestTreeThresholds(t *testing.T) {
	for _, pair := range [][2]float64{
		{1, math.Nextafter(1, 2)}, {-math.MaxFloat64, math.MaxFloat64}, {0, math.SmallestNonzeroFloat64},
		{-math.SmallestNonzeroFloat64, 0}, {math.MaxFloat64 / 2, math.MaxFloat64},
	} {
		x := [][]float64{{pair[1]}, {pair[0]}}
		got := oneTree(x, []float64{1, 2}, nil, 0, 0, 1, x)
		if got[0][0] != 1 || got[1][0] != 2 {
			t.Errorf("%v: %v", pair, got)
		}
	}
}
