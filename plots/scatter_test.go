package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// Every class is one path, of its shape and its colour, with a mark where every
// point is; data-index says which data they are.
func TestScatterMarksEveryPoint(t *testing.T) {
	v := Scatter{X: Axis{Max: 10}, Y: Axis{Max: 10}, Classes: []Class{
		{Name: "a", Points: []Point{{1, 1}, {2, 2}}},
		{Name: "b", Points: []Point{{3, 3}, {11, 3}, {5, 5}}},
		{Name: "c", Points: []Point{{6, 6}}},
		{Name: "d", Points: []Point{{7, 7}}, Index: []int{40}},
		{Name: "e", Points: []Point{{8, 8}, {math.NaN(), 1}}},
	}, Rings: []int{4, 0}, Numbers: true}
	svg := svgFrom(v)
	at := func(p Point) Point { return Point{68 + 47.6*p.X, 310 - 27*p.Y} }
	for i, c := range []struct {
		index string
		at    []Point
	}{
		{"", []Point{{1, 1}, {2, 2}}}, {"2 4", []Point{{3, 3}, {5, 5}}}, {"5", []Point{{6, 6}}},
		{"40", []Point{{7, 7}}}, {"7", []Point{{8, 8}}},
	} {
		e := one(t, svg, "class-"+strconv.Itoa(i+1))
		wantEqual(t, fmt.Sprintf("class %d: data-index", i+1), e.attr["data-index"], c.index)
		paint := e.attr["fill"]
		if i == 0 {
			paint = e.attr["stroke"] // discs are empty strokes
		}
		if want := "var(" + Categories[i].Var + ")"; paint != want {
			t.Errorf("class %d: %s, want %s", i+1, paint, want)
		}
		marks := subpaths(t, e.attr["d"])
		if len(marks) != len(c.at) {
			t.Fatalf("class %d: %d marks, want %d", i+1, len(marks), len(c.at))
		}
		for j, m := range marks {
			// A triangle's middle is not that of the box around it.
			if got, want := centre(m), at(c.at[j]); math.Hypot(got.X-want.X, got.Y-want.Y) > 1.2 {
				t.Errorf("class %d: a mark at %v, want %v", i+1, got, want)
			}
		}
	}
	wantEqual(t, "rings", strings.Count(strings.ToLower(one(t, svg, "rings").attr["d"]), "m"), 2)
	if all := strings.Join(words(t, svg), " "); !strings.Contains(all, "a b c d e") &&
		!strings.Contains(all, "1 2 3 5 6 41 8") {
		t.Errorf("no legend or no numbers in %q", all)
	}
}

// A ring around a datum has its mark once more, in its own shape and colour: the others may
// step back.
func TestADatumKeepsItsMark(t *testing.T) {
	v := Scatter{X: Axis{Max: 10}, Y: Axis{Max: 10},
		Classes: []Class{{Points: []Point{{1, 1}}}, {Points: []Point{{3, 3}, {5, 5}}}}}
	marks := func(v Scatter) (n int) {
		for _, e := range parse(t, svgFrom(v)) {
			if e.attr["fill"] == "var("+Categories[1].Var+")" {
				n += len(subpaths(t, e.attr["d"]))
			}
		}
		return n
	}
	before := marks(v)
	v.Markers = []Marker{{X: 5, Y: 5, Datum: true}}
	wantEqual(t, "marks more of the second class", marks(v)-before, 1)
	if ring := one(t, svgFrom(v), "pointed").attr["d"]; !strings.HasPrefix(ring, "M316 175A10 10 ") {
		t.Errorf("the ring is %s, want one around (306, 175)", ring)
	}
}

func TestCurvesSayWhichPointsTheyShow(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, Points: []Point{{0, 0}, {2, 0}, {1, 1}, {0, 9}, {0.5, 0.5}}}
	wantEqual(t, "data-index", one(t, svgFrom(v), "points").attr["data-index"], "0 2 4")
	v.Points = v.Points[:1]
	if got, said := one(t, svgFrom(v), "points").attr["data-index"]; said {
		t.Errorf("data-index %q where all are in the frame", got)
	}
	v.Points, v.Lines = []Point{{5, 5}}, []Line{{Xs: []float64{0, 1}, Ys: []float64{0, 1}, Class: "curve"}}
	svg := svgFrom(v)
	if _, said := one(t, svg, "curve").attr["data-index"]; said || len(class(t, svg, "points")) > 0 {
		t.Error("an empty scatter leaves its name to what follows")
	}
}

// Shapes of one size are about as large as each other.
func TestShapesAreOfOneSize(t *testing.T) {
	for s := Triangle; s <= Cross; s++ {
		area, p := 0.0, s.outline(100)
		for i := range p {
			q := p[(i+1)%len(p)]
			area += float64(p[i].X*q.Y-q.X*p[i].Y) / 2
		}
		if got, want := math.Abs(area), 2500*math.Pi; got < 0.8*want || got > 1.15*want {
			t.Errorf("%v: area %.0f, a disc's is %.0f", s, got, want)
		}
	}
}
