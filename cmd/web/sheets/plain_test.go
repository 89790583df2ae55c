package sheets

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

func plainDrawer() Drawer { return Drawer{Course: lessons.Contents, seed: plainSeed} }

// A plan is read from its query as it was, and its query is then the same.
func TestPlainQuery(t *testing.T) {
	d := plainDrawer()
	for _, q := range []url.Values{
		{"item": {"ridge/order"}, "seed": {"1000"}},
		{"item": {"ridge/units", "ridge/order"}, "seed": {" 999999999 "}, "variants": {"8"}, "title": {" Übung  1&2 "},
			"points": {"2"}, "points.ridge/units": {"3.50"}, "points.ridge/order": {""}, "room": {"4"}},
		{"item": {"ridge/units", "ridge/order"}, "seed": {""}, "points": {"1", "0.5"}, "opens": {"2030-01-31T14:30"}},
	} {
		p, wrong, err := d.readPlain(q)
		if err != nil || wrong != nil || p.Seed < leastSeed || p.Seed > mostSeed || p.Opens != 0 {
			t.Fatalf("%v: %+v, %v, %v", q, p, wrong, err)
		}
		query := p.query()
		again, wrong, err := d.readPlain(course.ParseQuery(query.Encode()))
		if err != nil || wrong != nil || fmt.Sprint(again) != fmt.Sprint(p) {
			t.Errorf("%v is read as %+v, and was %+v: %v, %v", query, again, p, wrong, err)
		}
		if !maps.EqualFunc(query, again.query(), slices.Equal) {
			t.Errorf("%v becomes %v", query, again.query())
		}
	}
}

// What is no seed is said, and so is what is wrong with the rest.
func TestPlainSeeds(t *testing.T) {
	d := plainDrawer()
	for _, seed := range []string{"0", "7", "999", "1000000000", "-1000", "1e4", "1000.5", "NaN", "0x3e8", "+1000",
		"99999999999999999999999", "seed", "\x00"} {
		_, wrong, err := d.readPlain(url.Values{"item": {"ridge/order"}, "seed": {seed}, "variants": {"9"}})
		if says := strings.Join(wrong, " "); err != nil || len(wrong) != 2 || !strings.Contains(says, "from 1000 to") ||
			!strings.Contains(says, "1 to 8 variants") {
			t.Errorf("%q: %q, %v", seed, wrong, err)
		}
	}
}

// What is drawn follows from the seed, and is another for another one; no page of a lesson opens it.
func TestPlainDraws(t *testing.T) {
	d, ctx := plainDrawer(), context.Background()
	p := Plan{Items: []Item{{Lesson: "kernel-ridge-regression", Exercise: "twins"}}, Variants: MaxVariants}
	asked := map[string]bool{}
	for _, p.Seed = range []uint64{leastSeed, leastSeed + 1, mostSeed} {
		list := course.Must(d.Variants(ctx, p, p.Variants, false))
		again := course.Must(d.Variants(ctx, p, p.Variants, false))
		for v := range list {
			e := list[v][0].Exercise
			if e.Seed <= course.MostSeed || whole(e) != whole(again[v][0].Exercise) {
				t.Errorf("seed %d, variant %d: drawn by %d, or not twice the same", p.Seed, v, e.Seed)
			}
			asked[whole(e)] = true
		}
	}
	if len(asked) < 2*MaxVariants { // exercises have not endless numbers
		t.Errorf("%d different questions in three sheets of %d variants", len(asked), MaxVariants)
	}
}
