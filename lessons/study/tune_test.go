package study

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// refitted is the fit to some of the rows, with the same nλ.
func refitted(f *Tuned, y []float64, rows []int) *engine.Expansion {
	d := engine.Dataset{X: engine.Pick(f.X, rows), Y: engine.Pick(y, rows)}
	return course.Must(engine.KRR(f.Kernel, d, f.Lambda*float64(len(y))/float64(len(rows))))
}

// What WithoutAt says is what a fit to the other rows says, with the same nλ.
func TestWithoutAtIsARefit(t *testing.T) {
	table, c := ofFriedman(40, 6, 3)
	tuned, Y := tunedOn(t, designed(table, c, Plan{}))
	n := len(tuned.X)
	new := friedman(5, 6, 4).X
	for i := 0; i < n; i += 7 {
		refit := refitted(tuned, Y[0], slices.Delete(course.Indices(n), i, i+1))
		for _, x := range append([][]float64{tuned.X[i], tuned.X[(i+1)%n]}, new...) {
			want := refit.Eval(x)
			if got := tuned.WithoutAt(0, i, x); math.Abs(got-want) > 1e-9*floats.Norm(Y[0], math.Inf(1)) {
				t.Errorf("without row %d at %v: %v, want %v", i, x, got, want)
			}
		}
		if got, want := tuned.WithoutAt(0, i, tuned.X[i]), tuned.LeftOut(0, Y[0])[i]; math.Abs(got-want) > 1e-9 {
			t.Errorf("row %d is %v without itself, and left out %v", i, got, want)
		}
	}
}

// At the rows the prediction is the fit; at the place of the map the error is that of the rows left out.
func TestPredictAtTheRows(t *testing.T) {
	for name, r := range readReferences(t) {
		table, c := r.table()
		plan := Plan{Class: len(r.LeftOut) > 1}
		if plan.Class {
			c.Y, c.Class = -1, c.Y
		}
		tuned, Y := tunedOn(t, designed(table, c, plan))
		sum := 0.0
		for q, f := range tuned.Predict(tuned.X) {
			wantClose(t, name, f, tuned.Fits[q].Fitted, 1e-9)
			for i, v := range tuned.LeftOut(q, Y[q]) {
				sum += (v - Y[q][i]) * (v - Y[q][i]) / float64(len(Y)*len(Y[q]))
			}
		}
		i, j := tuned.best()
		wantClose(t, name, []float64{tuned.Map.At(i, j)}, []float64{math.Sqrt(sum)}, 1e-9)
	}
	table, c := ofFriedman(20, 5, 1)
	if tuned, _ := tunedOn(t, designed(table, c, Plan{})); len(tuned.Predict(nil)) != 1 {
		t.Error("no rows have no target")
	}
}

// Of places with the same error the one with the largest λ is the best.
func TestBestOfTies(t *testing.T) {
	tuned := &Tuned{Map: mat.NewDense(len(Lambdas), len(Widths), nil)}
	tuned.Map.Apply(func(_, _ int, _ float64) float64 { return 2 }, tuned.Map)
	if i, j := tuned.best(); i != len(Lambdas)-1 || j != 0 {
		t.Errorf("best at %d, %d of all alike", i, j)
	}
	tuned.Map.Set(3, 4, 1)
	tuned.Map.Set(9, 7, 1)
	tuned.Map.Set(9, 5, math.Inf(1))
	if i, j := tuned.best(); i != 9 || j != 7 {
		t.Errorf("best at %d, %d, want 9, 7", i, j)
	}
	tuned.Map.Set(0, 0, 0.5)
	if i, j := tuned.best(); i != 0 || j != 0 {
		t.Errorf("best at %d, %d, want 0, 0", i, j)
	}
}

// Where most rows are alike the median is of the pairs that differ; where all are, there is no fit.
func TestMedianOfSparseRows(t *testing.T) {
	x := make([][]float64, 10)
	for i := range x {
		x[i] = []float64{0}
	}
	if m, _ := own.MedianDistance(x); m != 0 {
		t.Errorf("%v among rows alike", m)
	}
	y := [][]float64{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	if _, err := Tune(t.Context(), x, y); err != engine.ErrSingular {
		t.Errorf("the error is %v", err)
	}
	x[4] = []float64{3}
	if m, _ := own.MedianDistance(x); m != 3 {
		t.Errorf("%v, want 3", m)
	}
	if _, err := Tune(t.Context(), x, y); err != nil {
		t.Error(err)
	}
}
