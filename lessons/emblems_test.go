package lessons

import (
	"fmt"
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

// The axes of an emblem are numbers beside those of its figure: what it draws between the left
// and the right edge is in sight, and not a strip of it. Cards have the same panes.
func TestEmblemsShowWhatTheyDraw(t *testing.T) {
	memo := course.NewMemo(64 << 20)
	seen := 0
	for _, l := range Contents.Open() {
		e, err := l.DrawEmblem(t.Context(), memo)
		if err != nil {
			t.Fatal(err)
		}
		panes := map[string]plots.Emblem{l.Slug: e}
		if l.Home != nil {
			_, opens := coursetest.Draw(t, l, l.Home.Figure, "")
			panes[l.Slug+" on the home page"] = l.Home.Emblem(opens)
		}
		for name, emblem := range panes {
			for i, pane := range emblem {
				n, fault := lost(pane)
				if seen += n; fault != "" {
					t.Errorf("%s, pane %d: %s", name, i+1, fault)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("%d points are looked at", seen)
	}
}

// lost is how many points of marks and strokes stand between a pane's left and right edge, and
// what is wrong with them: of one kind a quarter or more is above or below, or all are in a strip.
func lost(pane plots.Pane) (n int, fault string) {
	least, most := math.Inf(1), math.Inf(-1)
	for i, part := range pane.Parts {
		var xs, ys []float64
		switch v := part.(type) {
		case plots.Dots:
			xs, ys = v.Xs, v.Ys
		case plots.Stroke:
			xs, ys = v.Xs, v.Ys
		}
		between, in := 0, 0
		for k, y := range ys {
			if xs[k] < pane.X.Min || xs[k] > pane.X.Max {
				continue
			}
			if between++; y >= pane.Y.Min && y <= pane.Y.Max {
				in++
				least, most = min(least, y), max(most, y)
			}
		}
		if n += between; 4*in < 3*between {
			return n, fmt.Sprintf("of part %d (%T) %d of %d points are in sight", i+1, part, in, between)
		}
	}
	if share := (most - least) / (pane.Y.Max - pane.Y.Min); n > 0 && share < 0.4 {
		return n, fmt.Sprintf("all is within %.0f %% of the height", 100*share)
	}
	return n, ""
}

// A pane whose axis is that of other data, and one with room for far more, are found.
func TestLostIsFound(t *testing.T) {
	xs, ys := []float64{0, 1, 2, 3, 9}, []float64{330, 343, 336, 338, 500}
	for axis, right := range map[plots.Axis]bool{
		{Min: 328, Max: 345}: true, {Min: 341, Max: 359}: false, {Min: 300, Max: 400}: false,
	} {
		pane := plots.Pane{X: plots.Axis{Max: 4}, Y: axis, Parts: []plots.Part{plots.Dots{Xs: xs, Ys: ys}}}
		if n, fault := lost(pane); n != 4 || (fault == "") != right {
			t.Errorf("%v: %d points, %q", axis, n, fault)
		}
	}
}
