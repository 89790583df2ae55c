package lessons

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/playground"
)

// What a figure says in numbers is held to what it gives away as numbers: each slot that is called
// as a value is compared with it, in states of all figures. What counts, ties and nones are, the
// tests of the lessons know.

// heardStates are in how many states a figure is heard, besides those that are watched.
const heardStates = 9

func TestSlotsHaveTheirValues(t *testing.T) {
	memo := course.NewMemo(1 << 28)
	sentences, figures, values := map[string]bool{}, map[string]bool{}, 0
	for l, f := range coursetest.Figures(append(coursetest.Asked(Contents.Open()), playground.Lesson)) {
		name := l.Slug + "/" + f.Name
		for _, query := range heardIn(l, f) {
			form, draw := f.At(course.ParseQuery(query))
			p, err := draw(t.Context(), memo)
			if err != nil {
				t.Fatalf("%s?%s: %v", name, query, err)
			}
			s := &coursetest.State{Query: query, Form: form, Picture: p}
			wrong := func(format string, a ...any) {
				t.Helper()
				t.Errorf("%s?%s: %s", name, query, fmt.Sprintf(format, a...))
			}
			for _, said := range coursetest.Parts(slices.Concat(p.Says, p.SaysOfDatum)) {
				if n := slots(s, said, wrong); n > 0 {
					sentences[name+": "+said.Text], figures[name] = true, true
					values += n
				}
			}
			aims(s, wrong)
			whole(s, query == "", wrong)
		}
	}
	t.Logf("%d sentences of %d figures are held to their values, in %d places", len(sentences), len(figures), values)
	if coursetest.Asks("") && (len(sentences) < 150 || len(figures) < 50) {
		t.Errorf("only %d sentences of %d figures", len(sentences), len(figures))
	}
}

// heardIn are the states that a figure is heard in.
func heardIn(l *course.Lesson, f *course.Figure) []string {
	all := coursetest.States(l, f, 1)
	some := min(heardStates, len(all))
	var states []string
	for k := range some {
		states = append(states, all[k*len(all)/some])
	}
	return append(states, f.Watched...)
}

// besides are slots that have the name of a value, and are of something else.
var besides = regexp.MustCompile(`^(at|x|y|z|t|points|lambda|least|largest|name|margin)$`)

// slots compares what stands in a sentence's slots with the value of that name, and counts of points with
// the rows of the data; how many it compared.
func slots(s *coursetest.State, said course.Said, wrong func(string, ...any)) (n int) {
	data := 0.0
	for _, s := range s.Series {
		if s.Name == "data" {
			data = float64(len(s.Columns[0].Values))
		}
	}
	for i, slot := range said.Slots() {
		got, _ := coursetest.InSlot(said.Values[i])
		switch want := s.Find(slot); {
		case math.IsNaN(got):
		case slot == "count" || slot == "points" && data > 0:
			if some, ok := said.Values[i].(course.Some); ok && some.Noun != "point" || data == 0 {
				continue
			}
			if n++; got != data {
				wrong("{%s} is %v of %v points, in “%s”", slot, got, data, said)
			}
		case besides.MatchString(slot), math.IsNaN(want):
		default:
			if n++; got != want {
				wrong("{%s} is %v, and the value is %v, in “%s”", slot, got, want, said)
			}
		}
	}
	return n
}

// aims holds the chip of a goal that hidden samples judge, before they are asked, to the number
// that they are asked for.
func aims(s *coursetest.State, wrong func(string, ...any)) {
	g := s.Aim()
	if g.Hidden == nil || strings.Contains(g.Now, "hidden") || !strings.ContainsAny(g.Now, "0123456789") {
		return
	}
	v := s.Find(g.Hidden.Number)
	for _, as := range []float64{v, float64(g.Hidden.Whole) - v} {
		if strings.Contains(g.Now, course.Digits(as)) || strings.Contains(g.Now, course.Count(as)) ||
			strings.Contains(g.Now, fmt.Sprintf("%.1f", as)) {
			return
		}
	}
	if n := float64(len(s.Column("data", "x1"))); strings.Contains(g.Now, course.Count(n-v)+" of ") {
		return
	}
	wrong("the goal is about %s = %v, and its chip says %q", g.Hidden.Number, v, g.Now)
}

// minusZero is how nobody writes 0.
var minusZero = regexp.MustCompile(`[-−]0(?:$|[^.,\d])`)

// whole holds that what a figure opens with are numbers, and some to take along, and that no
// sentence has a −0.
func whole(s *coursetest.State, opens bool, wrong func(string, ...any)) {
	if at := minusZero.FindString(s.Sentences()); at != "" {
		wrong("it says %q", at)
	}
	if !opens {
		return
	}
	rows := len(s.Matrices)
	for _, series := range s.Series {
		rows += len(series.Columns[0].Values)
	}
	if rows == 0 && len(s.Series)+len(s.Matrices) > 0 {
		wrong("it opens with tables without a row")
	}
	for _, n := range s.Numbers {
		if math.IsNaN(n.Value) || math.IsInf(n.Value, 0) {
			wrong("it opens with %s = %v", n.Name, n.Value)
		}
	}
}
