package engine

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// On a fine grid the features are orthonormal; they are the polynomials known by hand.
func TestLegendreFeatures(t *testing.T) {
	f := LegendreFeatures{Degree: 6, Low: -3, High: 7}
	const m = 4000
	Phi := f.Matrix(Column(floats.Span(make([]float64, m), -3+5./m, 7-5./m)))
	G := productOf(Phi.T(), Phi)
	for i := range 7 {
		for j := range 7 {
			want := 0.0
			if i == j {
				want = m
			}
			if math.Abs(G.At(i, j)-want) > 1e-4*m { // the grid's own error is of order 1/m²
				t.Errorf("⟨φ%d, φ%d⟩ = %v", i, j, G.At(i, j)/m)
			}
		}
	}
	v := f.Matrix([][]float64{{5}}) // t = 0.6
	wantClose(t, "by hand", v.RawRowView(0)[:4], []float64{1, math.Sqrt(3) * 0.6, math.Sqrt(5) * 0.04,
		math.Sqrt(7) * -0.36}, 1e-15)
	wantPanic(t, "two inputs", func() { f.Matrix([][]float64{{1, 2}}) })
	wantPanic(t, "degree", func() { LegendreFeatures{-1, 0, 1}.Matrix([][]float64{{1}}) })
	wantPanic(t, "interval", func() { LegendreFeatures{1, 1, 1}.Matrix([][]float64{{1}}) })
}

// Every class by itself is least squares by RidgeQR, and its residual is orthogonal to
// the class.
func TestNestedLeastSquares(t *testing.T) {
	rng := newRand(7)
	for _, shape := range [][2]int{{30, 6}, {6, 6}, {4, 9}, {1, 1}} {
		n, d := shape[0], shape[1]
		Phi, y := mat.NewDense(n, d, normalVector(n*d, rng)), normalVector(n, rng)
		all := NestedLeastSquares(Phi, y)
		if len(all) != min(n, d) {
			t.Fatalf("%d×%d: %d classes", n, d, len(all))
		}
		for q, theta := range all {
			name := fmt.Sprintf("%d×%d, class %d", n, d, q)
			one, err := RidgeQR(Phi.Slice(0, n, 0, q+1), y, 0)
			noError(t, err, name)
			wantClose(t, name, theta, one, 1e-10)
			f := nested(Phi, theta)
			floats.SubTo(f, y, f)
			for j := range q + 1 {
				if s := dot(mat.Col(nil, j, Phi), f); math.Abs(s) > 1e-11*float64(n) {
					t.Errorf("%s: residual and feature %d: %v", name, j, s)
				}
			}
		}
	}
	if all := NestedLeastSquares(mat.NewDense(3, 3, []float64{1, 2, 0, 1, 2, 1, 1, 2, 5}),
		[]float64{1, 2, 3}); len(all) != 1 {
		t.Errorf("the second column repeats the first: %d classes", len(all))
	}
	if all := NestedLeastSquares(mat.NewDense(2, 1, nil), []float64{1, 2}); len(all) != 0 {
		t.Errorf("of a column of zeros: %v", all)
	}
	wantPanic(t, "sizes", func() { NestedLeastSquares(mat.NewDense(2, 1, nil), []float64{1}) })
	wantPanic(t, "infinite", func() { NestedLeastSquares(mat.NewDense(1, 1, []float64{math.Inf(1)}), []float64{1}) })
}

// Pythagoras: of every function of a class, and so of every fit, approximation and
// estimation error are what lies between it and truth; a richer class approximates no
// worse; and more data leave the approximation alone.
func TestExcessRiskAddsUp(t *testing.T) {
	rng := newRand(8)
	basis := LegendreFeatures{Degree: 9, Low: 0, High: 10}
	grid := Column(floats.Span(make([]float64, 101), 0, 10))
	truth := each(grid, func(x []float64) float64 { return math.Sin(x[0]) })
	e := Approximate(basis.Matrix(grid), truth)
	for q := 1; q < len(e.Approximation); q++ {
		if e.Approximation[q] > e.Approximation[q-1] {
			t.Errorf("class %d approximates worse than class %d", q, q-1)
		}
	}
	for _, n := range []int{5, 10, 40} {
		d := Sine(n, 0.3, rng)
		risks := e.Estimate(basis.Matrix(d.X), d.Y)
		if len(risks) != min(n, 10) {
			t.Fatalf("n = %d: %d classes", n, len(risks))
		}
		for q, r := range risks {
			wantNear(t, fmt.Sprintf("n = %d, class %d", n, q), e.Approximation[q]+r.Estimation,
				MeanSquare(r.Fitted, truth), 1e-11)
			if q > 0 && r.Train > risks[q-1].Train*(1+1e-12)+1e-15 {
				t.Errorf("n = %d: class %d fits its points worse than class %d", n, q, q-1)
			}
		}
	}
	theta := normalVector(5, rng)
	f := nested(e.Phi, theta)
	wantNear(t, "any function", e.Approximation[4]+MeanSquare(f, e.Best[4]), MeanSquare(f, truth), 1e-12)
	wantPanic(t, "features", func() { e.Estimate(mat.NewDense(2, 3, nil), []float64{1, 2}) })
	wantPanic(t, "sizes", func() { MeanSquare([]float64{1}, nil) })
}
