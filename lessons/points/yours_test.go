package points

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// shelf has a table, and what a query calls it.
func shelf(t *testing.T, text string) (*own.Store, string) {
	t.Helper()
	s := course.Must(own.NewStore("", own.Limits{Memory: 1 << 24}))
	table := course.Must(own.Parse([]byte(text), own.Options{}))
	table.Name = "mine"
	if err := s.Put(table, ""); err != nil {
		t.Fatal(err)
	}
	return s, table.Ref(table.Guess())
}

func formOf(s *own.Store, data string) *course.Form {
	f := course.NewForm(url.Values{"data": {data}})
	f.Tables = s
	return f
}

// lineOf is a table of x and y, in the order of x.
func lineOf(n int) string {
	var b strings.Builder
	b.WriteString("time (ms);pull (g)\n")
	rng := rand.New(rand.NewPCG(3, 0))
	for i := range n {
		fmt.Fprintf(&b, "%d,5;%d\n", i, rng.IntN(100))
	}
	return b.String()
}

// A table on a line is what the same points are that were typed.
func TestYourLineIsThePointsOfTheSameNumbers(t *testing.T) {
	s, ref := shelf(t, "time (ms);pull (g)\n2,5;1\n1,5;-0,5\n3,5;0,25\n2,5;4\n")
	ref += "-level"
	f := formOf(s, ref)
	got := OnLine(f, Offer{Data: "sine"})()
	typed := OnLine(course.NewForm(course.ParseQuery("data=points&points=1.5,-0.5;2.5,1;2.5,4;3.5,0.25")),
		Offer{Data: "sine"})()
	if !reflect.DeepEqual(got.Data, typed.Data) || len(f.Notes) > 0 {
		t.Errorf("%v, want %v; notes %q", got.Data, typed.Data, f.Notes)
	}
	x, y := got.XAxis(), got.YAxis()
	if x.Label != course.WithUnit("time", "ms") || y.Label != course.WithUnit("pull", "g") || InputUnit(f) != "ms" ||
		x.Min > 1.5 || x.Max < 3.5 || y.Min > -0.5 || y.Max < 4 {
		t.Errorf("axes %+v, %+v", x, y)
	}
	if again := got.Spec.Load(); !reflect.DeepEqual(again.Data, got.Data) || again.Spec != got.Spec {
		t.Error("the spec has other points")
	}
	if strings.Contains(got.Spec.Table, ref[len(own.Prefix):]) || f.Query("") != "data="+ref {
		t.Errorf("the spec is %q, the query %q", got.Spec.Table, f.Query(""))
	}
}

// A response is shown less its mean, two inputs are standardised, and what links to the figure has
// the bandwidth that suits the rows as they are shown.
func TestYourTableOpensFairly(t *testing.T) {
	s, ref := shelf(t, "time (ms);pull (g);kind\n2,5;1001;a\n1,5;999,5;b\n3,5;1000,25;a\n4,5;1004;b\n")
	f := formOf(s, ref)
	f.LogFloat("bandwidth", "bandwidth", 0.3, 0.01, 1.5)
	l := OnLine(f, Offer{Data: "sine"})()
	mean := stat.Mean(l.Data.Y, nil)
	if math.Abs(mean) > 1e-12 || l.YAxis().Label != "pull − 1001 (g)" || len(f.Notes) != 1 {
		t.Errorf("mean %v of %s, notes %q", mean, l.YAxis().Label, f.Notes)
	}
	if got := f.Suggested("fit."); got != "&fit.bandwidth=1.5" {
		t.Errorf("links have %q", got)
	}
	f = formOf(s, ref)
	p := InPlane(f, Offer{Data: "moons"})()
	f.LogFloat("bandwidth", "bandwidth", 0.3, 0.01, 100)
	x := engine.Dataset{X: p.Data.X}
	if math.Abs(stat.Mean(x.Input(1), nil)) > 1e-12 {
		t.Errorf("inputs %v", p.Data.X)
	}
	if got := f.Suggested(""); got != "&bandwidth=2.1" {
		t.Errorf("links have %q", got)
	}
}

// A table of classes is what the same points are that were typed, the second class as 1.
func TestYourPlaneIsThePointsOfTheSameNumbers(t *testing.T) {
	s, ref := shelf(t, "a,b,kind\n1,2,yes\n0.5,1,no\n-1,0,yes\n2,2,no\n")
	ref += "-raw"
	got := InPlane(formOf(s, ref), Offer{Data: "moons"})()
	typed := InPlane(course.NewForm(course.ParseQuery("data=points&points=0.5,1,-1;2,2,-1;1,2,1;-1,0,1")),
		Offer{Data: "moons"})()
	if !reflect.DeepEqual(got.Data, typed.Data) {
		t.Errorf("%v, want %v", got.Data, typed.Data)
	}
	if want := []Class{{1, "yes"}, {0, "no"}}; !slices.Equal(got.Classes, want) || !got.Squared() {
		t.Errorf("classes %v in %+v", got.Classes, got.Window)
	}
	free := OfNoClass(formOf(s, ref), Offer{Data: "clock"})()
	if want := [][]float64{{1, 2}, {0.5, 1}, {-1, 0}, {2, 2}}; !reflect.DeepEqual(free.X, want) {
		t.Errorf("%v, want %v", free.X, want)
	}
}

func TestYourClasses(t *testing.T) {
	s, ref := shelf(t, "a,b,c,kind\n1,2,3,x\n2,1,3,y\n3,5,4,z\n4,1,2,x\n5,9,2,y\n")
	all := OfClasses(formOf(s, ref), Offer{Data: "rings"})()
	if len(all.Inputs) != 3 || len(all.Classes) != 3 || !slices.Equal(all.Data.Labels, []int{0, 0, 1, 1, 2}) {
		t.Errorf("%v of %v, %v", all.Inputs, all.Classes, all.Data.Labels)
	}
	f := formOf(s, ref)
	two := OfTwoInputs(f, Offer{Data: "moons", Of: []string{"moons", "points"}})()
	if len(two.Inputs) != 2 || len(two.Classes) != 2 || !slices.Equal(two.Data.Labels, []int{0, 0, 0, 1, 1}) ||
		two.Class(4) != "x" || len(f.Notes) != 1 {
		t.Errorf("%v of %v, %v; notes %q", two.Inputs, two.Classes, two.Data.Labels, f.Notes)
	}
	spec := all.Spec
	spec.N, spec.Seed = 3, 1
	if some := spec.Load(); some.Data.Len() != 3 {
		t.Errorf("%d of them", some.Data.Len())
	}
}

// Where a table cannot be shown there are no points and a note, and no other data.
func TestNothingStandsInForYourTable(t *testing.T) {
	s, ref := shelf(t, "x,y\n1,2\noops,3\n4,5\n5,6\n")
	_, elsewhere := shelf(t, lineOf(5))
	oneColumn, single := shelf(t, "x,word\n1,some\n2,other\n3,more\n")
	for name, f := range map[string]*course.Form{
		"bad lines":        formOf(s, ref),
		"another server's": formOf(s, elsewhere),
		"no id":            formOf(s, "own-x"),
		"no store":         formOf(nil, elsewhere),
		"no such column":   formOf(s, ref+"-y7"),
		"no y":             formOf(oneColumn, single),
	} {
		l := OnLine(f, Offer{Data: "sine"})()
		if l.Data.Len() != 0 || len(f.Notes) != 1 || f.Query("") != "data=points&points=none" {
			t.Errorf("%s: %d points, %q, %q", name, l.Data.Len(), f.Notes, f.Query(""))
		}
	}
	if l := OnLine(formOf(s, ref+"-good"), Offer{Data: "sine"})(); l.Data.Len() != 3 {
		t.Errorf("%d good rows", l.Data.Len())
	}
	f := formOf(oneColumn, single)
	if l := OfTwoInputs(f, Offer{Data: "moons"})(); l.Data.Len() != 0 || len(f.Notes) != 1 {
		t.Errorf("one column: %d points, %q", l.Data.Len(), f.Notes)
	}
	f = formOf(s, ref+"-good")
	if l := OnLine(f, Offer{Data: "sine", Of: []string{"sine"}})(); l.Name != "sine" || len(f.Notes) != 1 {
		t.Errorf("a figure that takes none: %s, %q", l.Name, f.Notes)
	}
}

func TestOfALargeTableSomeRowsAreTaken(t *testing.T) {
	s, ref := shelf(t, lineOf(1000))
	for most, offer := range map[int]Offer{
		MaxN: {Data: "sine"}, MoreRows: {Data: "sine", Rows: MoreRows}, 1000: {Data: "sine", Rows: AllRows},
	} {
		f := formOf(s, ref+"-level")
		l := OnLine(f, offer)()
		if l.Data.Len() != most || most < 1000 && len(f.Notes) != 1 ||
			!slices.IsSortedFunc(l.Data.X, func(a, b []float64) int { return int(a[0] - b[0]) }) {
			t.Errorf("%d points, %q", l.Data.Len(), f.Notes)
		}
	}
}

// What a memo keeps is kept under numbers: of a table that is deleted nothing is found by its
// id, since no key holds it.
func TestNoKeyHoldsAnID(t *testing.T) {
	s, ref := shelf(t, "a,b,kind\n1,2,yes\n0.5,1,no\n-1,0,yes\n2,2,no\n")
	line, plane := OnLine(formOf(s, ref), Offer{Data: "sine"})(), OfClasses(formOf(s, ref), Offer{Data: "rings"})()
	id := ref[len(own.Prefix):]
	if text := fmt.Sprintf("%+v %+v", line.Spec, plane.Spec); strings.Contains(text, id[:26]) {
		t.Error(text)
	}
}
