package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// parsed reads a table.
func parsed(text string) *own.Table { return course.Must(own.Parse([]byte(text), own.Options{})) }

// shuffledColumns is a text with its columns, and one more, in another order.
func shuffledColumns(text string, order ...int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		cells := append(strings.Split(line, ","), fmt.Sprintf("extra%d", i))
		lines[i] = strings.Join(engine.Pick(cells, order), ",")
	}
	return strings.Join(lines, "\n")
}

// The rows of the table itself, with its columns in another order, have the inputs that they have in the design: open
// rows and sealed ones, with gaps and words; and they are predicted as the fit predicts them.
func TestFreshRowsAreThoseOfTheDesign(t *testing.T) {
	text := measured(60, 2)
	table, again := parsed(text), parsed(shuffledColumns(text, 5, 3, 2, 4, 1, 0))
	c := own.Choice{X: []int{0, 1}, Y: 3, Class: -1}
	for _, plan := range []Plan{{Missing: Fill, Words: true, Seed: 1}, {Missing: LeaveOut, Words: true, Seed: 1},
		{Missing: Fill, Words: true, Class: true, Seed: 2}} {
		c.Class = 4
		d := designed(table, c, plan)
		f := course.Must(d.Fresh(table, again, plan.Missing))
		if !slices.Equal(f.Rows, d.Rows) || f.Filled != d.Filled || len(f.Unseen) > 0 || f.LeftOut != d.LeftOut {
			t.Errorf("%d rows, %d filled, %d left out, unseen %q", len(f.Rows), f.Filled, f.LeftOut, f.Unseen)
		}
		for i := range d.X {
			if floats.Distance(f.X[i], d.X[i], math.Inf(1)) > 1e-12 {
				t.Fatalf("row %d is %v, want %v", i, f.X[i], d.X[i])
			}
		}
		if !slices.Equal(f.Y, d.Y) || !slices.Equal(f.Labels, d.Labels) {
			t.Errorf("what is predicted is %v %v, want %v %v", f.Y, f.Labels, d.Y, d.Labels)
		}
	}
}

// What the second table has not, or otherwise, is named; words that are new count as none, and gaps as in the design.
func TestFreshRowsThatAreOtherwise(t *testing.T) {
	table := parsed(measured(60, 2))
	plan := Plan{Missing: Fill, Words: true, Seed: 1}
	d := designed(table, own.Choice{X: []int{0, 1}, Y: 3, Class: -1}, plan)
	for _, c := range []struct{ text, says string }{
		{"soil,kind,a\nclay,early,1\nsand,late,2\n", "no column “width”, “depth”"},
		{"width (cm),depth,soil,kind\n1,2,clay,early\n2,3,sand,late\n", "“width” is in cm, and was in mm"},
		{"width,depth,soil,kind\na,2,clay,early\nb,3,sand,late\n", "“width” has no numbers"},
		{"width,depth,soil,kind\n2020-01-01,2,clay,early\n2020-01-07,3,sand,late\n", "“width” is dates"},
	} {
		_, err := d.Fresh(table, parsed(c.text), Fill)
		refused(t, err, c.says)
	}
	f, err := d.Fresh(table, parsed("KIND,soil,width,depth\nearly,peat,10,\nmiddle,clay,10,0.5\n,peat,9,\n"), Fill)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.X) != 3 || f.Filled != 2 || !slices.Equal(f.Unseen, []string{"soil = peat"}) || f.Y != nil {
		t.Errorf("%+v", f)
	}
	for j, in := range d.Inputs {
		want := 0.0
		switch {
		case in.Name == "depth":
			want = (in.Median - in.Mean) / in.SD
		case in.Name == "width":
			want = (10 - in.Mean) / in.SD
		case in.Name == "depth is missing", in.Name == "kind = early":
			want = indicator
		}
		if math.Abs(f.X[0][j]-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", in.Name, f.X[0][j], want)
		}
	}
	gaps := parsed("kind,soil,width,depth\nearly,clay,10,\nlate,clay,10,0.5\n")
	if f, err = d.Fresh(table, gaps, LeaveOut); err != nil || f.LeftOut != 1 || !slices.Equal(f.Rows, []int{1}) {
		t.Errorf("%+v, %v", f, err)
	}
}

// Dates are counted from the first of the table that was fitted, and numbers in its power of ten.
func TestFreshDatesAndPowers(t *testing.T) {
	table := parsed(textOf("day,debt,y", 20, 0, func(i int, _ *rand.Rand) string {
		return fmt.Sprintf("2020-01-%02d,%de12,%d", 1+i, 3+i, i*i%7)
	}))
	d := designed(table, own.Choice{X: []int{0, 1}, Y: 2, Class: -1}, Plan{Seed: 1})
	f := course.Must(d.Fresh(table, parsed("debt,day\n4000,2020-01-11 06:00\n5000000000000,2020-01-12 00:00\n"), Fill))
	g := course.Must(d.Fresh(table, parsed("debt,day\n4e12,2020-01-11\n5,2020-03-12\n"), Fill))
	for name, c := range map[string]struct {
		x    []float64
		day  float64
		debt float64
	}{"hours": {f.X[0], 10.25, 4e3}, "days": {g.X[0], 10, 4e12}} {
		day, debt := d.Inputs[0], d.Inputs[1]
		scale := 5e12 / (f.X[1][1]*debt.SD + debt.Mean)
		if got := c.x[0]*day.SD + day.Mean; math.Abs(got-c.day) > 1e-9 {
			t.Errorf("%s: day %v, want %v", name, got, c.day)
		}
		if got := (c.x[1]*debt.SD + debt.Mean) * scale; math.Abs(got-c.debt) > 1e-3 {
			t.Errorf("%s: debt %v, want %v", name, got, c.debt)
		}
	}
}

// news are the columns of what is predicted of a second table.
func news(t *testing.T, p *course.Picture) (columns [][]float64) {
	t.Helper()
	i := slices.IndexFunc(p.Series, func(s course.Series) bool { return s.Name == "new" })
	if i < 0 {
		t.Fatal("nothing is predicted")
	}
	for _, c := range p.Series[i].Columns {
		columns = append(columns, c.Values)
	}
	return columns
}

// The figure has the rows of a second table predicted, lists the first, and says which it knows little of.
func TestFigureOfASecondTable(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, measured(56, 2))
	first := strings.Split(measured(56, 2), "\n")
	text := strings.Join(first[:20], "\n") + "\n90,-70,clay,3,early\n10,0,peat,,\n"
	second, named := shelved(t, store, text)
	for _, target := range []string{"y", "class"} {
		p := drawn(t, store, ref, "target="+target+"&new="+named)
		if p.Listing == nil || p.Listing.Of != 21 || len(p.Listing.Rows) != listed {
			t.Fatalf("%s: listing %+v", target, p.Listing)
		}
		columns, far := news(t, p), coursetest.Values(t, p, "new", "far")
		if len(far) != 21 || far[19] != 1 || floats.Sum(far) > 3 {
			t.Errorf("%s: far are %v", target, far)
		}
		for k := range far {
			if target == "y" && math.Abs(columns[3][k]-columns[2][k]-2*p.Find("band")) > 1e-9 {
				t.Errorf("row %d is from %v to %v", k, columns[2][k], columns[3][k])
			}
			if target == "class" {
				areProbabilities(t, target, []float64{columns[1][k], columns[2][k]})
			}
		}
		for _, says := range []string{"Predicted of mine.csv by kernel ridge regression", "soil = peat",
			"In 20 rows it says", "no test of the fit", "Farther from every open row"} {
			if !strings.Contains(p.Description, says) {
				t.Errorf("%s: it does not say %q: %s", target, says, p.Description)
			}
		}
	}
	// Another method predicts otherwise, with its own band, and the sealed rows as its verdict has them.
	k := news(t, drawn(t, store, ref, "target=y&new="+named))
	forest := drawn(t, store, ref, "target=y&method=forest&new="+named)
	f := news(t, forest)
	if floats.Distance(k[1], f[1], 2) < 1e-3 || math.Abs(f[3][0]-f[2][0]-(k[3][0]-k[2][0])) < 1e-6 ||
		!strings.Contains(forest.Description, "by a random forest") {
		t.Errorf("the forest predicts %v, the kernel %v", f[1], k[1])
	}
	_, lacking := shelved(t, store, "depth,soil\n1,clay\n2,sand\n")
	if p := drawn(t, store, ref, "target=y&new="+lacking); p.Listing != nil ||
		!strings.Contains(p.Description, "nothing is predicted. The second table has no column “width”, “kind”.") {
		t.Errorf("of a table without columns: %s", p.Description)
	}
	if err := store.Delete(second.ID); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{named, "own-", "sine", "own-aaaaaaaaaaaaaaaaaaaaaaaaaa"} {
		form, p, err := tried(t, store, ref, "target=y&new="+gone)
		if err != nil || len(form.Notes) != 1 || !strings.Contains(form.Notes[0], "no such table") || p.Listing != nil {
			t.Errorf("%s: %v, notes %q", gone, err, form.Notes)
		}
	}
}
