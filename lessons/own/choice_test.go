package own

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func parsed(t *testing.T, text string) *Table {
	t.Helper()
	table, err := Parse([]byte(text), Options{})
	if err != nil {
		t.Fatalf("%.80q: %v", text, err)
	}
	table.ID = newID()
	return table
}

func TestGuess(t *testing.T) {
	for text, want := range map[string]Choice{
		"x,y\n1,2\n3,5\n":                         {X: []int{0}, Y: 1, Class: -1},
		"x1,x2,kind\n1,2,a\n3,4,b\n2,2,a\n":       {X: []int{0}, Y: 1, Class: 2},
		"a,b,c,kind\n1,2,3,p\n3,4,1,q\n2,2,2,p\n": {X: []int{0, 1, 2}, Y: 2, Class: 3},
		"a,b,y\n1,2,3\n3,4,7\n2,2,4\n":            {X: []int{0, 1}, Y: 2, Class: -1},
		"a,b,sick\n1,2,0\n3,4,1\n2,2,0\n":         {X: []int{0}, Y: 1, Class: 2},
		"id,x,y\n1,2,3\n2,4,7\n3,2,4\n":           {X: []int{1}, Y: 2, Class: -1},
		"x,y\n1000,2\n3000,5\n":                   {X: []int{0}, Y: 1, Class: -1, Standardise: true},
		"word\na\nb\na\n":                         {Y: -1, Class: 0},
		"name,x,y\nann,1,3\nbob,2,4\n":            {X: []int{1}, Y: 2, Class: -1}, // each word once
		"1,2\n2,4\n3,3\n":                         {X: []int{0}, Y: 1, Class: -1}, // a count is x where it has to be
		"x\n1\n2\n":                               {X: []int{0}, Y: -1, Class: -1},
	} {
		if got := parsed(t, text).Guess(); !slices.Equal(got.X, want.X) || got.Y != want.Y || got.Class != want.Class ||
			got.Standardise != want.Standardise {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestRefs(t *testing.T) {
	table := parsed(t, "a,b,c,kind\n1,2,3,p\n3,4,1,q\n2,2,2,p\n")
	for _, want := range []Choice{
		table.Guess(),
		{X: []int{2, 0}, Y: 1, Class: -1, Standardise: true, Good: true},
		{X: []int{1}, Y: -1, Class: 2},
		{X: []int{0, 1}, Y: 2, Class: -1, Raw: true, Level: true},
	} {
		ref, ok := ParseRef(table.Ref(want))
		if got, fits := ref.Choice(table); !ok || !fits || !reflect.DeepEqual(got, want) || ref.ID != table.ID {
			t.Errorf("%q is %+v, want %+v", table.Ref(want), got, want)
		}
	}
	for _, rest := range []string{"-x9", "-x", "-x1.1", "-xa", "-y4", "-x1-y1", "-q", "-x1-c1", "-y-1"} {
		ref, ok := ParseRef(Prefix + table.ID + rest)
		if c, fits := ref.Choice(table); ok && fits {
			t.Errorf("%q is %+v", rest, c)
		}
	}
	for _, data := range []string{"", "own", "own-", "points", "own-" + strings.Repeat("a", 25), "own-../../x",
		"own-" + strings.Repeat("a", 26) + strings.Repeat("-x1", 200), "own-" + strings.Repeat("7", 26)} {
		if _, ok := ParseRef(data); ok {
			t.Errorf("%q names a table", data)
		}
	}
	if got := Unnamed("data=" + table.Ref(table.Guess()) + "&n=3"); strings.Contains(got, table.ID) {
		t.Error(got)
	}
}

// What is to be predicted is no input, unless it is the only one.
func TestWithoutTarget(t *testing.T) {
	for _, tt := range []struct {
		c    Choice
		want []int
	}{
		{Choice{X: []int{0, 1, 2}, Y: 1, Class: -1}, []int{0, 2}},
		{Choice{X: []int{0, 1, 2}, Y: 1, Class: 2}, []int{0, 1}}, // y is of curves, and an input of planes
		{Choice{X: []int{1}, Y: 1, Class: -1}, []int{1}},
		{Choice{X: []int{0, 1}, Y: -1, Class: -1}, []int{0, 1}},
	} {
		if got := tt.c.WithoutTarget(); !slices.Equal(got.X, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.c, got.X, tt.want)
		}
	}
}

func TestBadRowsAreLeftOutOnlyWhenAsked(t *testing.T) {
	table := parsed(t, "x,y,k\n1,2,a\noops,3,b\n3,,a\n4,5\n6,7,\n8,9,b\n10,11,a\n12,13,b\n")
	c := table.Guess()
	list, lines := table.BadOf(c)
	var at []int
	for _, b := range list {
		at = append(at, b.Line)
	}
	if !slices.Equal(at, []int{3, 4, 5, 6}) || lines != 4 || table.Settled(c) {
		t.Errorf("bad lines %v, %d; settled %t", at, lines, table.Settled(c))
	}
	c.Good, c.Level = true, true
	rows := table.Rows(c, 100)
	if !table.Settled(c) || fmt.Sprint(rows.X, rows.Y, rows.Labels) != "[[1] [8] [10] [12]] [2 9 11 13] [0 1 0 1]" {
		t.Errorf("%v %v %v", rows.X, rows.Y, rows.Labels)
	}
	c.Class = -1 // then an empty class is no slip
	if _, lines := table.BadOf(c); lines != 3 {
		t.Errorf("%d lines", lines)
	}
}

func TestRowsBeyondWhatFiguresTake(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%d,%d\n", i, 3_000_000*(i%7))
	}
	table := parsed(t, b.String())
	c := table.Guess()
	some, all := table.Rows(c, 300), table.Rows(c, MaxRows)
	if len(some.X) != 300 || some.Of != 1000 || len(all.X) != 1000 {
		t.Fatalf("%d of %d rows, and %d", len(some.X), some.Of, len(all.X))
	}
	for i, x := range some.X { // a row of the table each, in its order
		at := slices.IndexFunc(all.X, func(a []float64) bool { return a[0] == x[0] })
		if at < 0 || all.Y[at] != some.Y[i] || i > 0 && !(some.X[i-1][0] < x[0]) {
			t.Fatalf("row %d is %v, %v", i, x, some.Y[i])
		}
	}
	if again := parsed(t, b.String()).Rows(c, 300); !reflect.DeepEqual(again, some) {
		t.Error("another sample of the same table")
	}
	level := c
	level.Level = true
	if y := table.Rows(level, MaxRows); y.Out.Name != "y, in thousands" || y.Y[1] != 3000 || y.Mean != 0 {
		t.Errorf("%q is %v", y.Out.Name, y.Y[1])
	}
	if all.Out.Name != "y − 8991000, in thousands" || math.Abs(all.Mean-8_991_000) > 1e-6 ||
		math.Abs(all.Y[1]-(3000-all.Mean/1000)) > 1e-9 {
		t.Errorf("%q is %v, less %v", all.Out.Name, all.Y[1], all.Mean)
	}
	sum, squares := 0.0, 0.0
	for _, x := range all.X {
		sum, squares = sum+x[0], squares+x[0]*x[0]
	}
	if math.Abs(sum) > 1e-9 || math.Abs(squares/1000-1) > 1e-12 {
		t.Errorf("standardised inputs have the sum %v and the mean square %v", sum, squares/1000)
	}
}

// The median distance is that of rows as they are shown, and of those that differ where most do not.
func TestMedianOfRows(t *testing.T) {
	for text, want := range map[string]struct {
		median float64
		alike  bool
	}{
		"x,y\n1,2\n2,5\n4,1\n":                {2, false},
		"x,y\n0,2\n0,5\n0,1\n0,3\n3,4\n0,2\n": {3, true},
		"x,y\n1,2\n1,3\n":                     {0, false},
	} {
		table := parsed(t, text)
		if r := table.Rows(Choice{X: []int{0}, Y: 1, Class: -1}, 10); r.Median != want.median || r.Alike != want.alike {
			t.Errorf("%q: %v, %t", text, r.Median, r.Alike)
		}
	}
}
