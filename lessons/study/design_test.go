package study

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// withGaps is a friedman table of 60 rows with a gap in some, and a column of words.
func withGaps() (*own.Table, own.Choice) {
	table, c := ofFriedman(60, 5, 1)
	for i := 0; i < 60; i += 7 {
		table.Columns[1].Numbers[i] = math.NaN()
	}
	cells := make([]string, 60)
	for i := range cells {
		cells[i] = []string{"red", "green", "blue"}[i%3]
	}
	table.Columns = append(table.Columns, word("kind", cells...))
	return table, c
}

// distance is that of two rows of inputs.
func distance(a, b []float64) float64 { return floats.Distance(a, b, 2) }

// Nothing of a sealed row is in the open ones: neither in their inputs nor in the fit to them.
func TestNothingOfSealedRows(t *testing.T) {
	for _, seal := range []Seal{AtRandom, TheLast} {
		plan := Plan{Missing: Fill, Seal: seal, Words: true, Seed: 1}
		table, c := withGaps()
		before := designed(table, c, plan)
		for _, i := range before.Sealed {
			for _, j := range c.X {
				table.Columns[j].Numbers[i] = 1e3 * float64(i+j)
			}
			table.Columns[c.Y].Numbers[i] = -1e6
		}
		after := designed(table, c, plan)
		if !slices.Equal(after.Open, before.Open) || !slices.Equal(after.Sealed, before.Sealed) {
			t.Fatalf("%s: other rows are sealed", seal)
		}
		if !reflect.DeepEqual(engine.Pick(after.X, after.Open), engine.Pick(before.X, before.Open)) ||
			!reflect.DeepEqual(after.Inputs, before.Inputs) {
			t.Errorf("%s: inputs of open rows changed with sealed ones", seal)
		}
		Y, mean := after.Targets(after.Open)
		wantY, wantMean := before.Targets(before.Open)
		if !reflect.DeepEqual(Y, wantY) || mean != wantMean {
			t.Errorf("%s: targets of open rows changed with sealed ones", seal)
		}
		if reflect.DeepEqual(engine.Pick(after.X, after.Sealed), engine.Pick(before.X, before.Sealed)) {
			t.Errorf("%s: the sealed rows did not change", seal)
		}
	}
}

// Numbers have mean 0 and standard deviation 1 over the open rows, and mean what they say.
func TestNumbersAreStandardised(t *testing.T) {
	table, c := withGaps()
	d := designed(table, c, Plan{Missing: Fill, Words: true, Seed: 1})
	for j, in := range d.Inputs {
		if in.Word {
			continue
		}
		values := column(engine.Pick(d.X, d.Open), j)
		if mean, sd := stat.PopMeanStdDev(values, nil); math.Abs(mean) > 1e-12 || math.Abs(sd-1) > 1e-12 {
			t.Errorf("%s has mean %v, standard deviation %v", in.Name, mean, sd)
		}
		for i, row := range d.Rows {
			raw := table.Columns[in.Column].Numbers[row]
			if got := d.X[i][j]*in.SD + in.Mean; !math.IsNaN(raw) && math.Abs(got-raw) > 1e-12 {
				t.Errorf("%s of row %d is %v, want %v", in.Name, row, got, raw)
			}
		}
	}
}

// Rows with two different words are 1 apart, however rare the words; with the same, 0.
func TestWordsAreOneApart(t *testing.T) {
	n := 20
	cells := make([]string, n)
	for i := range cells {
		cells[i] = "often"
	}
	cells[3], cells[8], cells[9] = "rare", "other", ""
	y := floats.Span(make([]float64, n), 0, float64(n-1))
	table := tableOf(word("kind", cells...), number("x", y...), number("same", make([]float64, n)...),
		number("y", y...))
	d := designed(table, own.Choice{X: []int{2}, Y: 3, Class: -1}, Plan{Missing: Fill, Words: true})
	if len(d.Inputs) != 3 || !slices.Equal(d.Constant, []string{"same"}) || !slices.Equal(d.Columns(), []int{0}) {
		t.Fatalf("inputs %+v, constant %q", d.Inputs, d.Constant)
	}
	for i := range cells {
		for j := range cells {
			want := 1.0
			switch {
			case cells[i] == cells[j]:
				want = 0
			case cells[i] == "", cells[j] == "":
				want = math.Sqrt2 / 2
			}
			if got := distance(d.X[i], d.X[j]); math.Abs(got-want) > 1e-15 {
				t.Errorf("%q and %q are %v apart, want %v", cells[i], cells[j], got, want)
			}
		}
	}
	_, err := NewDesign(table, own.Choice{X: []int{2}, Y: 3, Class: -1}, Plan{Missing: Fill})
	refused(t, err, "the same in all open rows")
}

// A missing number is the median of the open rows, and an input says so; or its row is not used.
func TestWhatIsMissing(t *testing.T) {
	table, c := withGaps()
	plain := Plan{Missing: Fill, Seed: 1}
	d := designed(table, c, plain)
	var there []float64
	for _, i := range d.Open {
		if v := table.Columns[1].Numbers[d.Rows[i]]; !math.IsNaN(v) {
			there = append(there, v)
		}
	}
	slices.Sort(there)
	median := (there[(len(there)-1)/2] + there[len(there)/2]) / 2
	of := d.inputsOf(1)
	if d.Filled != 9 || d.LeftOut != 0 || len(of) != 2 || d.Inputs[of[1]].Name != "b is missing" {
		t.Fatalf("%d filled, %d left out, inputs %+v", d.Filled, d.LeftOut, d.Inputs)
	}
	for i, row := range d.Rows {
		value, says := d.X[i][of[0]]*d.Inputs[of[0]].SD+d.Inputs[of[0]].Mean, d.X[i][of[1]]
		if gap := row%7 == 0; gap && (math.Abs(value-median) > 1e-12 || says != math.Sqrt2/2) || !gap && says != 0 {
			t.Errorf("row %d is %v, and %v says that it is missing; the median is %v", row, value, says, median)
		}
	}
	plain.Missing = LeaveOut
	d = designed(table, c, plain)
	if len(d.Rows) != 51 || d.LeftOut != 9 || d.Filled != 0 || len(d.Inputs) != 5 ||
		slices.ContainsFunc(d.Rows, func(row int) bool { return row%7 == 0 }) {
		t.Errorf("%d rows, %d left out, %d filled, inputs %+v", len(d.Rows), d.LeftOut, d.Filled, d.Inputs)
	}
	table.Columns[c.Y].Numbers[1] = math.NaN()
	if d = designed(table, c, Plan{Missing: Fill}); d.LeftOut != 1 || slices.Contains(d.Rows, 1) {
		t.Errorf("%d rows without a response are left out", d.LeftOut)
	}
}

func refused(t *testing.T, err error, says string) {
	t.Helper()
	var refusal own.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), says) {
		t.Errorf("the error is %v, want a refusal with %q", err, says)
	}
}

func TestRefusals(t *testing.T) {
	x := floats.Span(make([]float64, 20), 0, 19)
	many := make([]string, 20)
	for i := range many {
		many[i] = fmt.Sprint("w", i)
	}
	few := slices.Clone(x)
	for i := range 13 {
		few[i] = math.NaN()
	}
	same := make([]float64, 20)
	lone := slices.Repeat([]string{"a"}, 20)
	lone[4] = "b"
	two := slices.Repeat([]string{"a", "b"}, 10)
	columns := []own.Column{number("x", x...), number("few", few...), number("same", same...), word("lone", lone...),
		word("two", two...)}
	for range 11 {
		columns = append(columns, word("many", many...))
	}
	table := tableOf(columns...)
	for says, c := range map[string]own.Choice{
		"Choose y or a class":            {X: []int{0}, Y: -1, Class: -1},
		"a column as x":                  {Y: 1, Class: -1},
		"here are 7":                     {X: []int{0}, Y: 1, Class: -1},
		"y is the same in all open rows": {X: []int{0}, Y: 2, Class: -1},
		"two classes of two rows":        {X: []int{0}, Y: -1, Class: 3},
		"the same in all open rows: there is nothing to predict f": {X: []int{2}, Y: 0, Class: -1},
	} {
		_, err := NewDesign(table, c, Plan{Missing: Fill, Class: c.Class >= 0})
		refused(t, err, says)
	}
	_, err := NewDesign(table, own.Choice{X: []int{0}, Y: -1, Class: 4}, Plan{Missing: Fill, Class: true, Words: true})
	refused(t, err, "at most 200")
}

// A fifth is sealed: at random, or the last; of few rows none. Of a table with many rows a sample is drawn.
func TestWhichRows(t *testing.T) {
	for _, n := range []int{8, 49, 50, 61, MostRows, 700} {
		table, c := ofFriedman(n, 5, 1)
		drawn := min(n, MostRows)
		sealed := drawn / 5
		if n < 50 {
			sealed = 0
		}
		for _, plan := range []Plan{{Seed: 1}, {Seed: 2}, {Seal: TheLast}} {
			d := designed(table, c, plan)
			if len(d.Rows) != drawn || d.Of != n || len(d.Sealed) != sealed || !slices.IsSorted(d.Rows) ||
				!slices.IsSorted(d.Open) || !slices.IsSorted(d.Sealed) {
				t.Errorf("%d rows: %d of %d drawn, %d sealed", n, len(d.Rows), d.Of, len(d.Sealed))
			}
			all := append(slices.Clone(d.Open), d.Sealed...)
			if slices.Sort(all); len(slices.Compact(all)) != drawn {
				t.Errorf("%d rows: a row is twice or in neither part", n)
			}
			if plan.Seal == TheLast && sealed > 0 && d.Sealed[0] != drawn-sealed {
				t.Errorf("%d rows: sealed from %d on", n, d.Sealed[0])
			}
		}
		if one, other := designed(table, c, Plan{Seed: 1}), designed(table, c, Plan{Seed: 2}); sealed > 0 &&
			slices.Equal(one.Sealed, other.Sealed) {
			t.Errorf("%d rows: two seeds seal the same", n)
		}
	}
}

// Classes are ±1 against the rest, and of two the first alone.
func TestTargetsOfClasses(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	table := tableOf(number("x", x...), word("three", "a", "b", "c", "a", "b", "c", "a", "b", "c"),
		number("two", 1, 2, 1, 2, 1, 2, 1, 2, 1))
	d := designed(table, own.Choice{X: []int{0}, Y: -1, Class: 1}, Plan{Class: true})
	Y, mean := d.Targets(d.Open)
	if len(Y) != 3 || mean != 0 || !slices.Equal(Y[1], []float64{-1, 1, -1, -1, 1, -1, -1, 1, -1}) {
		t.Errorf("targets %v", Y)
	}
	d = designed(table, own.Choice{X: []int{0}, Y: -1, Class: 2}, Plan{Class: true})
	if Y, _ = d.Targets(d.Open); len(Y) != 1 || !slices.Equal(Y[0], []float64{1, -1, 1, -1, 1, -1, 1, -1, 1}) ||
		!slices.Equal(d.Classes, []string{"two = 1", "two = 2"}) {
		t.Errorf("targets %v of %q", Y, d.Classes)
	}
}

// The more inputs and classes there are, the fewer rows are studied and the fewer trees are boosted, so that no fit
// takes longer than a few seconds.
func TestWorkIsBounded(t *testing.T) {
	var b strings.Builder
	for j := range 99 {
		fmt.Fprintf(&b, "x%d,", j)
	}
	b.WriteString("kind\n")
	rng := rand.New(rand.NewPCG(5, 6))
	for range 800 {
		for range 99 {
			fmt.Fprintf(&b, "%.2f,", rng.NormFloat64())
		}
		fmt.Fprintf(&b, "k%d\n", rng.IntN(20))
	}
	table := parsed(b.String())
	d := designed(table, table.Guess(), Plan{Class: true, Seed: 1})
	if work := len(d.Rows) * len(d.Inputs) * len(d.Classes); work > boostBudget/leastStages || len(d.Rows) < 200 {
		t.Errorf("%d rows, %d inputs, %d classes", len(d.Rows), len(d.Inputs), len(d.Classes))
	}
	if b := d.sample(d.Open, rng).boost(); b.Most > 40 || b.Rate != 0.3 {
		t.Errorf("of much, %+v", b)
	}
	if b := (sample{X: [][]float64{{1}, {2}}}).boost(); b.Most != mostStages || b.Rate != 0.1 {
		t.Errorf("of little, %+v", b)
	}
}
