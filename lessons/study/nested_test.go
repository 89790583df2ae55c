package study

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// What is predicted of a row without it does not depend on what it has: to the last bit, with every method.
func TestJudgeDoesNotSeeTheRow(t *testing.T) {
	table, c := ofFriedman(30, 5, 2)
	plan := Plan{Seed: 1}
	before := designed(table, c, plan)
	table.Columns[c.Y].Numbers[11] += 40
	after := designed(table, c, plan)
	for _, m := range Methods {
		one, other := judgedBy(t, before, m, plan), judgedBy(t, after, m, plan)
		if !slices.Equal(one.Predicted[11], other.Predicted[11]) {
			t.Errorf("%s: row 11 is predicted as %v, and with another response as %v", m.Name, one.Predicted[11],
				other.Predicted[11])
		}
		if reflect.DeepEqual(one.Predicted, other.Predicted) {
			t.Errorf("%s: no other prediction depends on row 11", m.Name)
		}
		if again := judgedBy(t, before, m, plan); !reflect.DeepEqual(again.Predicted, one.Predicted) {
			t.Errorf("%s: the same plan predicts otherwise", m.Name)
		}
	}
}

func judgedBy(t *testing.T, d *Design, m Method, plan Plan) *Judged {
	t.Helper()
	j, err := d.Judge(t.Context(), m, plan)
	if err != nil {
		t.Fatal(m.Name, err)
	}
	return j
}

// The same of classes; and what is predicted are probabilities.
func TestJudgeOfClasses(t *testing.T) {
	for name, k := range map[string]int{"cancer": 2, "iris": 3} {
		table, c := readReferences(t)[name].table()
		for j := range table.Columns {
			table.Columns[j].Numbers = table.Columns[j].Numbers[:32]
		}
		table.Lines = table.Lines[:32]
		c.Y, c.Class = -1, c.Y
		plan := Plan{Class: true, Seed: 1}
		before := designed(table, c, plan)
		labels := table.Columns[c.Class].Numbers
		labels[5] = math.Mod(labels[5]+1, float64(k))
		after := designed(table, c, plan)
		for _, m := range Methods {
			one, other := judgedBy(t, before, m, plan), judgedBy(t, after, m, plan)
			if !slices.Equal(one.Predicted[5], other.Predicted[5]) {
				t.Errorf("%s, %s: %v, and with another class %v", name, m.Name, one.Predicted[5], other.Predicted[5])
			}
			for i, p := range one.Predicted {
				if len(p) != k {
					t.Fatalf("%s: %d probabilities", m.Name, len(p))
				}
				areProbabilities(t, m.Name, p)
				label := before.Labels[before.Open[i]]
				if right := one.Missed[i] == 0; right != (slices.Index(p, slices.Max(p)) == label) {
					t.Errorf("%s: %v of class %d misses by %v", m.Name, p, label, one.Missed[i])
				}
			}
		}
	}
}

func areProbabilities(t *testing.T, name string, p []float64) {
	t.Helper()
	sum := 0.0
	for _, v := range p {
		if sum += v; !(v >= 0 && v <= 1) {
			t.Errorf("%s: %v are no probabilities", name, p)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("%s: the probabilities %v add up to %v", name, p, sum)
	}
}

// The folds have each open row once; where the last rows are sealed they are stretches.
func TestFolds(t *testing.T) {
	table, c := ofFriedman(63, 5, 2)
	for _, plan := range []Plan{{Seed: 1}, {Seal: TheLast}} {
		d := designed(table, c, plan)
		folds := d.folds(plan)
		var all []int
		for _, fold := range folds {
			all = append(all, fold...)
			if len(fold) < len(d.Open)/Folds || len(fold) > len(d.Open)/Folds+1 {
				t.Errorf("a fold of %d among %d", len(fold), len(d.Open))
			}
		}
		if inOrder := slices.IsSorted(all); inOrder != (plan.Seal == TheLast) {
			t.Errorf("%s: folds in order: %v", plan.Seal, inOrder)
		}
		slices.Sort(all)
		for k := range d.Open {
			if len(all) != len(d.Open) || all[k] != k {
				t.Fatalf("the folds are %v", folds)
			}
		}
	}
}

// A fit to all open rows does not see the sealed ones, and its predictions of them are those of OfSealed.
func TestOfSealed(t *testing.T) {
	table, c := ofFriedman(60, 5, 2)
	plan := Plan{Seed: 1}
	d := designed(table, c, plan)
	j := judgedBy(t, d, Methods[0], plan)
	Y, mean := d.Targets(d.Open)
	tuned := course.Must(tune(t.Context(), engine.Pick(d.X, d.Open), Y, nil, everySecond))
	f := tuned.Predict(engine.Pick(d.X, d.Sealed))[0]
	predicted, missed := d.OfSealed(j)
	if len(predicted) != 12 || len(missed) != 12 {
		t.Fatalf("%d sealed rows", len(predicted))
	}
	for k, i := range d.Sealed {
		off := d.Y[i] - predicted[k][0]
		if math.Abs(predicted[k][0]-f[k]-mean) > 1e-9*math.Abs(mean) || math.Abs(missed[k]-off*off) > 1e-12 {
			t.Errorf("sealed row %d: %v, want %v; missed by %v", i, predicted[k][0], f[k]+mean, missed[k])
		}
	}
}

func TestCompared(t *testing.T) {
	compared := func(a, b []float64) Difference {
		return new(Design).Compared(&Judged{Missed: a}, &Judged{Missed: b})
	}
	d := compared([]float64{3, 4, 5, 8}, []float64{1, 2, 3, 2})
	if d.Mean != 3 || math.Abs(d.SE-1) > 1e-12 || !d.Told() {
		t.Errorf("%+v", d)
	}
	if d = compared([]float64{3, 4, 5, 14}, []float64{1, 2, 7, 2}); d.Told() {
		t.Errorf("%+v is told", d)
	}
	if same := compared([]float64{1, 2}, []float64{1, 2}); same.Mean != 0 || same.SE != 0 || same.Told() {
		t.Errorf("%+v of the same", same)
	}
}

// In the band lie as many new rows as are promised: of 100 for each of 20 small tables between 92 and 98 in 100.
// A band of what is missed with each row left out, after choosing by it, holds fewer.
func TestBandHolds(t *testing.T) {
	const tables, rows = 20, 100
	in, inLeftOut := 0, 0
	for seed := range uint64(tables) {
		table, c := ofFriedman(60, 5, 100+seed)
		plan := Plan{Seed: seed}
		d := designed(table, c, plan)
		j := judgedBy(t, d, Methods[0], plan)
		tuned, _ := tunedOn(t, d)
		band := d.Band(j)
		predict := course.Must(Methods[0].fit(t.Context(), d.sample(d.Open, nil)))
		leftOut := d.Band(&Judged{Missed: floats.MulTo(make([]float64, len(d.Open)), tuned.Fits[0].LOOResiduals,
			tuned.Fits[0].LOOResiduals)})
		fresh := friedman(rows, 5, 9000+seed)
		for i, x := range fresh.X {
			for k, in := range d.Inputs {
				x[k] = (x[k] - in.Mean) / in.SD
			}
			off := math.Abs(fresh.Y[i] - predict(x)[0])
			if off <= band {
				in++
			}
			if off <= leftOut {
				inLeftOut++
			}
		}
	}
	share, less := float64(in)/(tables*rows), float64(inLeftOut)/(tables*rows)
	t.Logf("in the band %.3f, in that of rows left out %.3f", share, less)
	if share < 0.92 || share > 0.98 || less >= share {
		t.Errorf("%.3f of new rows are in the band, and %.3f in that of rows left out", share, less)
	}
}
