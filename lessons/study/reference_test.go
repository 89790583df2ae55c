package study

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A reference is what testdata/reference.py computed of a table.
type reference struct {
	X       [][]float64
	Y       []float64
	Open    int
	Mean    float64
	Median  float64
	Best    [2]int      // a row and a column of the map
	LeftOut [][]float64 `json:"left_out"` // a row for each target, at the best place
	Sealed  [][]float64 // what is predicted of the sealed rows
	Map     []struct {
		Row, Column int
		Error       float64
	}
}

// referenceTolerance is relative to the largest of the numbers compared.
const referenceTolerance = 1e-9

func readJSON(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

func readReferences(t *testing.T) (all map[string]reference) {
	t.Helper()
	readJSON(t, course.Must(os.ReadFile("testdata/reference.json")), &all)
	return all
}

// wantClose compares numbers relative to the largest of those that are wanted.
func wantClose(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", name, len(got), len(want))
	}
	if off, most := floats.Distance(got, want, math.Inf(1)), floats.Norm(want, math.Inf(1)); !(off <= tolerance*most) {
		t.Errorf("%s is off by %.2g of %.3g", name, off, most)
	}
}

// table is the reference's, with what is predicted in the last column.
func (r reference) table() (*own.Table, own.Choice) {
	var columns []own.Column
	c := own.Choice{Y: len(r.X[0]), Class: -1}
	for j := range r.X[0] {
		columns = append(columns, number(string(rune('a'+j)), column(r.X, j)...))
		c.X = append(c.X, j)
	}
	return tableOf(append(columns, number("y", r.Y...))...), c
}

func column(x [][]float64, j int) (values []float64) {
	for _, row := range x {
		values = append(values, row[j])
	}
	return values
}

// Numbers by scikit-learn, each row left out by fitting the others: testdata/reference.py has the calls.
func TestReference(t *testing.T) {
	for name, r := range readReferences(t) {
		table, c := r.table()
		plan := Plan{Missing: Fill, Seal: TheLast, Class: len(r.LeftOut) > 1 || r.Mean == 0}
		if plan.Class {
			c.Y, c.Class = -1, c.Y
		}
		d := designed(table, c, plan)
		Y, mean := d.Targets(d.Open)
		if len(d.Open) != r.Open || len(Y) != len(r.LeftOut) || math.Abs(mean-r.Mean) > 1e-12*math.Abs(r.Mean) {
			t.Fatalf("%s: %d open rows, %d targets, mean %v", name, len(d.Open), len(Y), mean)
		}
		tuned, _ := tunedOn(t, d)
		wantClose(t, name+": median", []float64{tuned.Median}, []float64{r.Median}, 1e-12)
		for _, p := range r.Map {
			// Of a condition of 1/λ no more can be asked.
			tolerance := math.Max(referenceTolerance, engine.Epsilon/Lambdas[p.Row])
			wantClose(t, name+": map", []float64{tuned.Map.At(p.Row, p.Column)}, []float64{p.Error}, tolerance)
		}
		if i, j := tuned.best(); [2]int{i, j} != r.Best {
			t.Errorf("%s: best at %d, %d, want %v", name, i, j, r.Best)
			continue
		}
		for q, f := range tuned.Predict(engine.Pick(d.X, d.Sealed)) {
			leftOut := tuned.LeftOut(q, Y[q])
			floats.AddConst(mean, leftOut)
			floats.AddConst(mean, f)
			wantClose(t, name+": left out", leftOut, r.LeftOut[q], referenceTolerance)
			wantClose(t, name+": sealed", f, r.Sealed[q], referenceTolerance)
		}
	}
}

// The committed numbers are what the script says today. Where scikit-learn is missing only the committed
// file is used, unless GRAMOPHONE_REFERENCES=1 demands it.
func TestReferenceScript(t *testing.T) {
	const python = "/usr/bin/python3"
	run := exec.Command(python, "reference.py")
	run.Dir = "testdata"
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil && os.Getenv("GRAMOPHONE_REFERENCES") != "1" &&
		exec.Command(python, "-c", "import sklearn, scipy").Run() != nil {
		t.Log("scikit-learn is missing: used the committed numbers")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]reference
	readJSON(t, out, &got)
	want := readReferences(t)
	if len(got) != len(want) {
		t.Fatalf("%d tables, want %d", len(got), len(want))
	}
	for name, r := range want {
		g := got[name]
		if g.Open != r.Open || g.Best != r.Best || len(g.Map) != len(r.Map) || len(g.X) != len(r.X) ||
			len(g.LeftOut) != len(r.LeftOut) || len(g.Sealed) != len(r.Sealed) {
			t.Errorf("%s is another table or place", name)
			continue
		}
		if !reflect.DeepEqual(g.X, r.X) || !slices.Equal(g.Y, r.Y) {
			t.Errorf("%s has other rows", name)
		}
		for q := range r.LeftOut {
			wantClose(t, name+": left out", g.LeftOut[q], r.LeftOut[q], 1e-6)
			wantClose(t, name+": sealed", g.Sealed[q], r.Sealed[q], 1e-6)
		}
		for k, p := range r.Map {
			wantClose(t, name+": map", []float64{g.Map[k].Error}, []float64{p.Error}, 1e-6)
		}
	}
}
