package plots

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// crowd is points far apart and a crowd in a corner, all with names.
func crowd() Scatter {
	v := Scatter{X: Axis{Max: 90}, Y: Axis{Max: 35}, Leaders: true, Classes: []Class{
		{Points: []Point{{60, 25}, {40, 30}, {75, 12}, {20, 20}, {88, 3}}},
		{Points: []Point{{2, 2}, {4, 1}, {4, 4}, {6, 2.5}, {8, 1}, {9, 4}}},
	}}
	for i := range 11 {
		v.Names = append(v.Names, fmt.Sprintf("name %c", 'A'+i))
	}
	return v
}

// namings are where names of a scatter so wide stand, with all else that names keep clear of.
func namings(v Scatter, width float64) (all []naming, t taken) {
	classes, h := inOrder(v.Classes), 300.
	f := v.frame(width, h)
	c := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: vg.Length(f.x0), Y: vg.Length(f.y0)},
		Max: vg.Point{X: vg.Length(f.x1), Y: vg.Length(f.y1)}}}
	names := pointNames{v.Names, v.Leaders, classes, v.Markers, v.Lines}
	t.larger = vg.Length(namesRoom(f.x1 - f.x0))
	t.marks, t.boxes = names.covered(c, &f, t.larger)
	return names.place(c, &f), t
}

// No name covers a mark, a marker's name or another name, even set larger than drawn; what
// has no room beside its mark is at the end of a line.
func TestNamesStandClear(t *testing.T) {
	for _, width := range []float64{640, 440, 340} {
		v := crowd()
		v.Markers = []Marker{{X: 40, Y: 30, Name: "name B", Datum: true}}
		all, with := namings(v, width)
		if width == 640 && len(all) < len(v.Names)-2 {
			t.Errorf("%v px: %d names, want one for each point but that of the marker and one more", width, len(all))
		}
		led := 0
		for i, n := range all {
			box := n.box(tickText, with.larger)
			for _, o := range slices.Concat(with.marks, with.boxes) {
				if box.Min.X < o.Max.X && o.Min.X < box.Max.X && box.Min.Y < o.Max.Y && o.Min.Y < box.Max.Y {
					t.Errorf("%v px: %s covers a mark or a marker's name", width, n.text)
				}
			}
			for _, m := range all[:i] {
				if o := m.box(tickText, with.larger); box.Min.X < o.Max.X && o.Min.X < box.Max.X &&
					box.Min.Y < o.Max.Y && o.Min.Y < box.Max.Y {
					t.Errorf("%v px: %s covers %s", width, n.text, m.text)
				}
			}
			if n.led() {
				led++
			}
		}
		if led == 0 {
			t.Errorf("%v px: no line leads out of the crowd", width)
		}
		v.Leaders = false
		if few, _ := namings(v, width); len(few) >= len(all) {
			t.Errorf("%v px: %d names without lines, %d with them", width, len(few), len(all))
		}
	}
	if all, _ := namings(Scatter{X: Axis{Max: 1}, Y: Axis{Max: 1}, Names: make([]string, mostNamed+1),
		Classes: []Class{{Points: make([]Point, mostNamed+1)}}}, 640); all != nil {
		t.Error("so many points have names")
	}
}

// A name stands on that side of its mark where no line runs.
func TestNamesKeepClearOfLines(t *testing.T) {
	v := Scatter{X: Axis{Max: 10}, Y: Axis{Max: 10}, Names: []string{"here"},
		Classes: []Class{{Points: []Point{{5, 5}}}}}
	if all, _ := namings(v, 640); len(all) != 1 || all[0].anchor != start {
		t.Errorf("alone it is not at the right: %+v", all)
	}
	v.Lines = []Line{{Xs: []float64{5.2, 5.2}, Ys: []float64{0, 10}}}
	if all, _ := namings(v, 640); len(all) != 1 || all[0].anchor != end {
		t.Errorf("beside a line at its right it is not at the left: %+v", all)
	}
	if got := v.Describe(); !strings.Contains(got, "Points have their names beside them") {
		t.Error(got)
	}
}

// Rows have their names: where they are lower than type, every second one, and those between
// as a class that a page may hide; the row outlined in any case.
func TestHeatmapNamesItsRows(t *testing.T) {
	names := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("row %c", 'a'+i))
		}
		return names
	}
	groups := func(svg []byte) (rows, between int) {
		for _, e := range class(t, svg, "rows") {
			if strings.Contains(e.attr["class"], "between") {
				between++
			} else {
				rows++
			}
		}
		return rows, between
	}
	for _, tt := range []struct{ n, rows, between int }{{6, 1, 0}, {24, 1, 1}, {31, 0, 0}} {
		v := Heatmap{Values: mat.NewDense(tt.n, tt.n, nil), Names: names(tt.n)}
		svg := svgFrom(v)
		if rows, between := groups(svg); rows != tt.rows || between != tt.between {
			t.Errorf("%d rows: %d groups of names and %d between, want %d and %d", tt.n, rows, between, tt.rows,
				tt.between)
		}
		said := words(t, svg)
		for i, name := range v.Names {
			if slices.Contains(said, name) != (tt.n <= mostRows) {
				t.Errorf("%d rows: row %d named: %v", tt.n, i, slices.Contains(said, name))
			}
		}
		if tt.n <= mostRows && !strings.Contains(v.Describe(), "Its rows have names, from row a to") {
			t.Error(v.Describe())
		}
	}
	v := Heatmap{Values: mat.NewDense(24, 24, nil), Names: names(24), Rows: []int{13}}
	_, bold, _ := strings.Cut(string(svgFrom(v)), `font-weight="600" text-anchor="end">`)
	if bold, _, _ = strings.Cut(bold, "</g>"); !strings.Contains(bold, "row n<") || strings.Count(bold, "<text") != 1 {
		t.Errorf("bold is not the row outlined alone: %q", bold)
	}
}
