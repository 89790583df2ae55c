package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// memo is shared by all drawings.
var memo = course.NewMemo(1 << 26)

// shelved keeps a table, and returns what an address calls it.
func shelved(t *testing.T, store *own.Store, text string) (*own.Table, string) {
	t.Helper()
	table := parsed(text)
	table.Name = "mine.csv"
	if err := store.Put(table, ""); err != nil {
		t.Fatal(err)
	}
	return table, own.Prefix + table.ID
}

func newStore(t *testing.T) *own.Store {
	t.Helper()
	return course.Must(own.NewStore("", own.Limits{Memory: 1 << 24}))
}

// tried draws a table's figure.
func tried(t *testing.T, store *own.Store, ref, query string) (*course.Form, *course.Picture, error) {
	t.Helper()
	values := course.Must(url.ParseQuery(query))
	values.Set("data", ref)
	named, _ := own.ParseRef(ref)
	table, there := store.Get(named.ID)
	if !there {
		table = &own.Table{} // which its page does not ask about
	}
	form, draw := Of(table, ref).Figures[0].With(store, values)
	p, err := draw(t.Context(), memo)
	return form, p, err
}

func drawn(t *testing.T, store *own.Store, ref, query string) *course.Picture {
	t.Helper()
	form, p, err := tried(t, store, ref, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if len(form.Notes) > 0 {
		t.Errorf("%s leaves notes: %q", query, form.Notes)
	}
	return p
}

// measured is a table of two inputs, one with gaps, words, a response and a class of k.
func measured(n, k int) string {
	return textOf("width (mm),depth (mm),soil,yield (kg),kind", n, 6, func(i int, rng *rand.Rand) string {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		soil, depth := []string{"clay", "sand"}[rng.IntN(2)], fmt.Sprintf("%.3f", z)
		if i%9 == 4 {
			depth = ""
		}
		kind := min(k-1, max(0, int(math.Floor(x+z+float64(k)/2+0.3*rng.NormFloat64()))))
		return fmt.Sprintf("%.3f,%s,%s,%.3f,%s", 10+x, depth, soil, 3*math.Sin(x)+z+0.3*rng.NormFloat64(),
			[]string{"early", "middle", "late"}[kind])
	})
}

// holds fails the test unless a picture's panels can be told apart and drawn, and its numbers are finite.
func holds(t *testing.T, name string, p *course.Picture) {
	t.Helper()
	ids := map[string]bool{}
	for _, panel := range slices.Concat(p.Columns...) {
		if ids[panel.ID] || panel.ID == "" {
			t.Errorf("%s: two panels are %q", name, panel.ID)
		}
		ids[panel.ID] = true
		if svg := string(panel.AppendSVG(nil)); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s: %s has a place that is no number", name, panel.ID)
		}
	}
	for _, number := range p.Numbers {
		if math.IsNaN(number.Value) || math.IsInf(number.Value, 0) {
			t.Errorf("%s: %s is %v", name, number.Name, number.Value)
		}
	}
	for _, series := range p.Series {
		for _, column := range series.Columns {
			for _, v := range column.Values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %s of %s is %v", name, column.Name, series.Name, v)
				}
			}
		}
	}
	if len(ids) < 5 || len(p.Numbers) < 8 || len(p.Advice) == 0 || len(p.Says) == 0 || p.Message != "" {
		t.Errorf("%s: %d panels, %d numbers, %d pieces of advice, message %q", name, len(ids), len(p.Numbers),
			len(p.Advice), p.Message)
	}
	for _, a := range p.Advice {
		if s := a.Said.String(); s == "" || strings.ContainsAny(s, "{}") || (a.Lesson == "") != (a.Link == "") {
			t.Errorf("%s: advice %q, to %q by %q", name, s, a.Lesson, a.Link)
		}
	}
}

// The states of a figure are drawn of a response, and of two and three classes: with everything finite, and advice.
func TestFigure(t *testing.T) {
	store := newStore(t)
	_, response := shelved(t, store, measured(56, 2))
	_, three := shelved(t, store, measured(56, 3))
	for name, c := range map[string]struct{ ref, query string }{
		"as it opens":   {response, ""},
		"response":      {response, "target=y&envelope=open&at=3&seal=last"},
		"gaps":          {response, "target=y&missing=leave-out&words=not"},
		"two classes":   {response, "target=class&envelope=open&at=3&missing=leave-out"},
		"three classes": {three, "target=class&at=3&words=not&seal=last&envelope=open"},
	} {
		p := drawn(t, store, c.ref, c.query)
		holds(t, name, p)
		if opened := strings.Contains(c.query, "open"); opened != (p.Unsealed != nil) {
			t.Errorf("%s: opened %v", name, p.Unsealed)
		} else if opened && (len(p.Unsealed.Others) != envelopes || len(p.Unsealed.Beside) != len(Methods)-1 ||
			math.IsNaN(p.Unsealed.SE) || !(p.Unsealed.Value > 0)) {
			t.Errorf("%s: opened %+v", name, p.Unsealed.Opened)
		}
		if i := slices.IndexFunc(p.Numbers, func(n course.Number) bool { return n.Name == "band" }); i >= 0 &&
			!(p.Numbers[i].Value > p.Numbers[0].Value && p.Numbers[i].Value < 3*p.Numbers[0].Value) {
			t.Errorf("%s: 19 of 20 rows are within %v, error %v", name, p.Numbers[i].Value, p.Numbers[0].Value)
		}
		if pointed := strings.Contains(c.query, "at=3"); pointed != (len(p.SaysOfDatum) > 0) {
			t.Errorf("%s: of a row %v is said", name, p.SaysOfDatum)
		}
	}
}

// Under 50 rows none are sealed, and there is nothing to open.
func TestFigureOfFewRows(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, measured(30, 2))
	p := drawn(t, store, ref, "target=y&envelope=open")
	holds(t, "few", p)
	if p.Unsealed != nil || !strings.Contains(p.Advice[len(p.Advice)-1].Said.String(), "under 50 rows") {
		t.Errorf("opened %+v; advice %v", p.Unsealed, p.Advice)
	}
}

// A table that was deleted, or whose columns an address misses, has a message and no numbers.
func TestFigureOfNoTable(t *testing.T) {
	store := newStore(t)
	table, ref := shelved(t, store, measured(20, 2))
	_, words := shelved(t, store, "a,b\n"+strings.Repeat("x,u\ny,v\n", 10))
	for _, c := range []struct{ ref, says string }{
		{ref + "-y99-c5", "does not have the columns"},
		{ref + "-x99-y4-c5", "does not have the columns"},
		{ref + "-x1-y4-c99", "does not have the columns"},
		{ref + "-x-y4-c5", "does not have the columns"},
		{words + "-y1-c2", "does not have the columns"},
		{"own-", "no table here"},
		{"sine", "no table here"},
	} {
		_, p, err := tried(t, store, c.ref, "envelope=open&at=3")
		if err != nil || !strings.Contains(p.Message, c.says) || len(p.Numbers) > 0 || len(p.Columns) > 0 {
			t.Errorf("%s: %v, message %q", c.ref, err, p.Message)
		}
	}
	holds(t, "words alone", drawn(t, store, words, ""))
	if err := store.Delete(table.ID); err != nil {
		t.Fatal(err)
	}
	if _, p, err := tried(t, store, ref, "at=3"); err != nil || !strings.Contains(p.Message, "deleted") ||
		len(p.Numbers) > 0 || len(p.Columns) > 0 {
		t.Errorf("%v, message %q, %d numbers", err, p.Message, len(p.Numbers))
	}
}

// rareTable has a class of a few rows, the first.
func rareTable(n, rare int) string {
	return textOf("a,b,kind", n, uint64(n), func(i int, rng *rand.Rand) string {
		kind := "often"
		if i < rare {
			kind = "rarely"
		}
		return fmt.Sprintf("%.3f,%.3f,%s", rng.NormFloat64(), rng.NormFloat64(), kind)
	})
}

// A class of few rows may be in no fold but one, and another envelope may have all but one of its rows.
func TestFigureOfARareClass(t *testing.T) {
	store := newStore(t)
	for _, rare := range []int{2, 3} {
		for _, n := range []int{14, 55} {
			_, ref := shelved(t, store, rareTable(n, rare))
			for _, seed := range []int{2, 3} {
				name := fmt.Sprintf("%d of %d, seed %d", rare, n, seed)
				p := drawn(t, store, ref, fmt.Sprintf("envelope=open&seed=%d", seed))
				holds(t, name, p)
				if opened := p.Unsealed != nil; opened != (n >= 50) {
					t.Errorf("%s: opened %v", name, p.Unsealed)
				}
			}
		}
	}
}

// What was opened of one table is not what another has, in the same state.
func TestFigureIsOfItsTable(t *testing.T) {
	store := newStore(t)
	_, one := shelved(t, store, measured(56, 2))
	_, other := shelved(t, store, measured(60, 3))
	const query = "target=y&envelope=open"
	a, b := drawn(t, store, one, query), drawn(t, store, other, query)
	if a.Numbers[0].Value == b.Numbers[0].Value || a.Unsealed.Value == b.Unsealed.Value {
		t.Errorf("two tables have the same errors, %v and %v", a.Unsealed.Value, b.Unsealed.Value)
	}
}

// Tables that are odd are drawn, or refused in a sentence.
func TestFigureOfOddTables(t *testing.T) {
	store := newStore(t)
	row := map[string]func(i int) string{
		"a line":            func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i*i%17, 2*i) },
		"one other value":   func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i*i%17, 5+i/54) },
		"large numbers":     func(i int) string { return fmt.Sprintf("%de9,%d,%de11", i, i*i%17, 7*i%23) },
		"small numbers":     func(i int) string { return fmt.Sprintf("%de-300,%d,%de-200", i, i*i%17, 7*i%23) },
		"rows alike":        func(i int) string { return fmt.Sprintf("%d,%d,%d", i/50, i/54, i*i%23) },
		"classes in order":  func(i int) string { return fmt.Sprintf("%d,%d,%s", i, i*i%17, "pqr"[i/20:i/20+1]) },
		"one row of a kind": func(i int) string { return fmt.Sprintf("%d,%d,%s", i, i*i%17, "pqr"[i%27/13:i%27/13+1]) },
		"words in the way":  func(i int) string { return fmt.Sprintf("%d,%s,%d", i, []string{"p", "q"}[i/50], i*i%23) },
	}
	for name, of := range row {
		_, ref := shelved(t, store, textOf("a,b,c", 56, 0, func(i int, _ *rand.Rand) string { return of(i) }))
		for _, query := range []string{"seal=last&envelope=open", "at=5&missing=leave-out"} {
			form, p, err := tried(t, store, ref, query)
			if err != nil {
				t.Errorf("%s, %s: %v", name, query, err)
				continue
			}
			refuses := strings.Contains(query, "last") && (name == "rows alike" || name == "one other value")
			if len(form.Notes) > 0 || refuses != (p.Message != "") {
				t.Errorf("%s, %s: notes %q, message %q", name, query, form.Notes, p.Message)
			} else if !refuses {
				holds(t, name+", "+query, p)
			}
		}
	}
}

// Each state in which the sealed rows of a table are opened is counted once, and the page says what that means.
func TestOpeningsAreCounted(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, measured(56, 2))
	_, other := shelved(t, store, measured(56, 2))
	for _, step := range []struct {
		query, says string
		openings    float64
	}{
		{"target=y", "", 0},
		{"target=y&envelope=open", "for the first time", 1},
		{"target=y&envelope=open&at=4", "for the first time", 1},
		{"target=y&at=3", "", 1},
		{"target=y&envelope=open&seal=last", "in 2 states, of which this was number 2: no longer sealed", 2},
		{"target=y&envelope=open&words=not", "in 3 states, of which this was number 3", 3},
		{"target=y&envelope=open", "in 3 states, of which this was the first", 3},
		{"target=class", "", 3},
		{"target=class&envelope=open&seed=2&missing=leave-out", "in 4 states", 4},
	} {
		p := drawn(t, store, ref, step.query)
		if p.Find("openings") != step.openings || (p.Openings == "") != (step.says == "") ||
			!strings.Contains(p.Openings, step.says) {
			t.Errorf("%s: opened %v times; %q", step.query, p.Find("openings"), p.Openings)
		}
		advice := p.Advice[len(p.Advice)-1].Said.String()
		if sealed := strings.Contains(advice, "open the sealed rows, once"); sealed != (step.openings == 0) {
			t.Errorf("%s: advises %q", step.query, advice)
		}
	}
	if p := drawn(t, store, other, "target=y"); p.Find("openings") != 0 {
		t.Errorf("another table was opened %v times", p.Find("openings"))
	}
}
