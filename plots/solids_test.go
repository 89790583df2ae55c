package plots

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// vertices are those of all paths whose class attribute is name.
func vertices(t *testing.T, svg []byte, name string) []Point {
	t.Helper()
	var all []Point
	for _, e := range class(t, svg, strings.Fields(name)[0]) {
		if e.attr["class"] != name {
			continue
		}
		all = append(all, follow(t, strings.ReplaceAll(e.attr["d"], "z", ""))...)
	}
	return all
}

func canvasOf(v interface{ size() (w, h float64) }) draw.Canvas {
	w, h := v.size()
	return draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: vg.Length(w), Y: vg.Length(h)}}}
}

// From above the picture is the plane of x and y, whatever z is.
func TestLiftFromAboveIsThePlane(t *testing.T) {
	v := sampleLift()
	v.Yaw, v.Pitch = 0, 90
	table := v.turntable(canvasOf(v))
	origin := table.at(Point3{0, 0, 0})
	for _, p := range []Point3{{0.2, 0.7, 0}, {0.2, 0.7, 0.9}, {1, 0, 0.5}, {0, 1, 1}} {
		at := table.at(p).Sub(origin)
		if dx, dy := float64(at.X)-table.side*p.X, float64(at.Y)-table.side*p.Y; math.Hypot(dx, dy) > 1e-9 {
			t.Errorf("%v is drawn %v px from where the plane has it", p, math.Hypot(dx, dy))
		}
	}
	if !(table.near(Point3{0.5, 0.5, 1}) > table.near(Point3{0.5, 0.5, 0})) {
		t.Error("from above, what is higher is not nearer")
	}
}

// However it is turned, the box keeps its scale and stays in its panel with room
// for names; where one looks down at it from half way, it is a little smaller.
func TestLiftStaysInItsPanel(t *testing.T) {
	v := sampleLift()
	w, h := v.size()
	v.Pitch = 0
	largest := v.turntable(canvasOf(v)).side
	for pitch := 0.0; pitch <= 90; pitch += 15 {
		v.Yaw, v.Pitch = 0, pitch
		side := v.turntable(canvasOf(v)).side
		if side > largest || side < 0.8*largest {
			t.Errorf("at pitch %v the box is %v px, of %v", pitch, side, largest)
		}
		for yaw := 0.0; yaw <= 360; yaw += 15 {
			v.Yaw, v.Pitch = yaw, pitch
			table := v.turntable(canvasOf(v))
			if table.side != side {
				t.Fatalf("at %v, %v the box is %v px, not %v", yaw, pitch, table.side, side)
			}
			for i := range 8 {
				at := table.at(corner(i))
				if at.X < 40 || float64(at.X) > w-40 || at.Y < 20 || float64(at.Y) > h-30 {
					t.Errorf("at %v, %v corner %d is at %v", yaw, pitch, i, at)
				}
			}
			for _, e := range parse(t, svgFrom(v)) {
				if e.name == "text" {
					if x, y := atof(t, e.attr["x"]), atof(t, e.attr["y"]); x < 8 || x > w-8 || y < 8 || y > h-2 {
						t.Errorf("at %v, %v the word %q is at %v, %v", yaw, pitch, e.text, x, y)
					}
				}
			}
		}
	}
	v.Yaw = 30
	turned := v
	turned.Yaw = 390
	if string(svgFrom(v)) != string(svgFrom(turned)) {
		t.Error("a whole turn changes the picture")
	}
}

// The surface is shaded up to the lid of the box and no farther, darker where it is higher,
// and not at all where the box has no height.
func TestLiftShade(t *testing.T) {
	v := sampleLift() // its lid, at 4, cuts the corners of a paraboloid off
	found := some(t, svgFrom(v), "shade", shadeSteps)
	table, darker := v.turntable(canvasOf(v)), 0.0
	w, h := v.size()
	for i, e := range found {
		opacity := atof(t, e.attr["fill-opacity"])
		if opacity <= darker {
			t.Errorf("shade %d has opacity %v, the one under it %v", i, opacity, darker)
		}
		darker = opacity
		var round [2]float64 // twice the area of outlines one way round and the other
		for _, cells := range subpaths(t, e.attr["d"]) {
			area := 0.0
			for k, p := range cells {
				q := cells[(k+1)%len(cells)]
				area += p.X*q.Y - p.Y*q.X
			}
			if area > 0 {
				round[0] += area
			} else {
				round[1] -= area
			}
			for _, at := range cells {
				if at.X < 0 || at.X > w || at.Y < h-float64(table.at(Point3{1, 1, 1}).Y)-1 || at.Y > h {
					t.Errorf("shade %d reaches %v, out of the box", i, at)
				}
			}
		}
		if math.Min(round[0], round[1]) > 0.01*math.Max(round[0], round[1]) {
			t.Errorf("shade %d has outlines both ways round, which cut each other out: %v", i, round)
		}
	}
	cell := cutCell([]Point3{{0, 0, 0.5}, {1, 0, 1.5}, {1, 1, 1.5}, {0, 1, 0.5}})
	for _, p := range cell {
		if p.Z > 1 || p.X > 0.5 {
			t.Errorf("a cell cut at the lid reaches %v", p)
		}
	}
	if len(cell) != 4 {
		t.Errorf("half a cell has %d corners: %v", len(cell), cell)
	}
	v.Squash = 1
	wantCount(t, svgFrom(v), "shade", 0) // of a flat box
}

// A box without height is its floor: every point lies where its foot is.
func TestLiftSquashed(t *testing.T) {
	v := sampleLift()
	v.Squash = 1
	table := v.turntable(canvasOf(v))
	for _, p := range []Point3{{0.2, 0.7, 0.9}, {1, 0, 0.5}, {0, 1, 1}} {
		if at, foot := table.at(p), table.at(Point3{p.X, p.Y, 0}); at != foot {
			t.Errorf("%v is drawn at %v, its foot at %v", p, at, foot)
		}
	}
	v.Squash = 0.5
	if d := v.Describe(); !strings.Contains(d, "The box is 50 % of its height.") {
		t.Errorf("it says %s", d)
	}
	if d := sampleLift().Describe(); strings.Contains(d, "of its height") {
		t.Errorf("of a whole box it says %s", d)
	}
}

// From the side the wall of a bowl that is nearer hides the inside of the wall behind it;
// from above nothing is hidden.
func TestSurfaceHidesWhatIsBehindIt(t *testing.T) {
	v := sampleLift() // z = x² + y² over [−2, 2]², up to 4
	v.Yaw, v.Pitch = 0, 10
	near, far := Point3{0.5, 0.3, 0}, Point3{0.5, 0.7, 0} // the viewer looks along y
	near.Z, far.Z = v.onSurface(near.X, near.Y).Z, v.onSurface(far.X, far.Y).Z
	if table := v.turntable(canvasOf(v)); v.hides(table, near) || !v.hides(table, far) {
		t.Errorf("from the side the near wall is hidden: %v, the far one: %v", v.hides(table, near),
			v.hides(table, far))
	}
	v.Pitch = 90
	if table := v.turntable(canvasOf(v)); v.hides(table, near) || v.hides(table, far) {
		t.Error("from above a wall is hidden")
	}
}

// The plane cuts the surface in a curve above its shadow, at the plane's own height.
func TestCutIsAboveItsShadow(t *testing.T) {
	v := sampleLift()
	v.Yaw, v.Pitch = 0, 0
	c := canvasOf(v)
	level := v.turntable(c).at(Point3{0, 0, 1.6 / 4})
	_, h := v.size()
	cut := vertices(t, svgFrom(v), "cut")
	if len(cut) == 0 {
		t.Fatal("no cut is drawn")
	}
	for _, at := range cut {
		if y := h - float64(level.Y); math.Abs(at.Y-y) > 0.5 {
			t.Fatalf("from the side the cut is at %v, the plane at %v", at.Y, y)
		}
	}
}

func TestLiftHoldsItsPoints(t *testing.T) {
	v := sampleLift()
	v.Clouds[1].Points = append(v.Clouds[1].Points, Point3{9, 0, 0}, Point3{math.NaN(), 0, 0})
	svg := svgFrom(v)
	drawn := map[string]int{}
	for _, name := range []string{"class-1", "class-2"} {
		for _, e := range class(t, svg, name) {
			drawn[name] += strings.Count(e.attr["d"], "h0") + strings.Count(e.attr["d"], "z") // discs and triangles
		}
	}
	wantEqual(t, "marks", drawn, map[string]int{"class-1": 40, "class-2": 40})
	wantEqual(t, "ends of stems", len(vertices(t, svg, "stems")), 160)
	if d := v.Describe(); !strings.Contains(d, "0 of 40 inner and 40 of 41 outer") ||
		!strings.Contains(d, "Outside the box: 2") {
		t.Errorf("it says %s", d)
	}
}

// The plane's corners lie on it and on the box's edges, in order around it.
func TestPlaneSection(t *testing.T) {
	for _, c := range []struct {
		plane Plane
		want  int
	}{
		{Plane{W: [3]float64{0, 0, 1}, B: -0.4}, 4},
		{Plane{W: [3]float64{1, 1, 1}, B: -1.5}, 6},
		{Plane{W: [3]float64{1, 1, 1}, B: -0.5}, 3},
		{Plane{W: [3]float64{1, -1, 0}}, 4}, // through two edges
		{Plane{W: [3]float64{1, 0.1, 0.1}, B: -0.6}, 4},
		{Plane{W: [3]float64{0, 0, 1}, B: 7}, 0},
		{Plane{}, 0},
	} {
		corners := c.plane.section()
		if len(corners) != c.want {
			t.Errorf("%v has %d corners, want %d: %v", c.plane, len(corners), c.want, corners)
			continue
		}
		w := c.plane.W
		for i, p := range corners {
			if d := w[0]*p.X + w[1]*p.Y + w[2]*p.Z + c.plane.B; math.Abs(d) > 1e-12 {
				t.Errorf("%v: corner %v is %g off", c.plane, p, d)
			}
			// In order, all turns have one sense.
			turn := func(i int) float64 {
				p, q, r := corners[i%len(corners)], corners[(i+1)%len(corners)], corners[(i+2)%len(corners)]
				n := cross(Point3{q.X - p.X, q.Y - p.Y, q.Z - p.Z}, Point3{r.X - q.X, r.Y - q.Y, r.Z - q.Z})
				return n[0]*w[0] + n[1]*w[1] + n[2]*w[2]
			}
			if turn(i)*turn(0) <= 0 {
				t.Errorf("%v: the corners are out of order: %v", c.plane, corners)
			}
		}
	}
}

func cross(p, q Point3) [3]float64 {
	return [3]float64{p.Y*q.Z - p.Z*q.Y, p.Z*q.X - p.X*q.Z, p.X*q.Y - p.Y*q.X}
}

// A guide's slope on the paper is its power; two costs cross where they are equal.
func TestRace(t *testing.T) {
	v := sampleRace()
	svg := svgFrom(v)
	f := v.frame(panelWidth, panelHeight)
	perDecadeX := (f.x1 - f.x0) / math.Log10(f.x.Max/f.x.Min)
	perDecadeY := (f.y1 - f.y0) / math.Log10(f.y.Max/f.y.Min)
	for i, g := range some(t, svg, "guide", 2) {
		ends := follow(t, g.attr["d"])
		first, last := ends[0], ends[len(ends)-1]
		slope := (first.Y - last.Y) / perDecadeY / ((last.X - first.X) / perDecadeX)
		if math.Abs(slope-v.Guides[i].Slope) > 0.01 {
			t.Errorf("%s has slope %.3f", v.Guides[i].Name, slope)
		}
	}
	at := v.Runners[0].Crossings(v.Runners[1])
	if diff := cmp.Diff([]float64{200}, at, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Errorf("crossings: %s", diff)
	}
	cube := Runner{Xs: []float64{1, 2, 5}, Mid: []float64{4, 32, 500}}
	if k, ok := cube.power(); !ok || math.Abs(k-3) > 1e-12 {
		t.Errorf("4x³ has the power %v", k)
	}
	if _, ok := (Runner{Xs: []float64{2}, Mid: []float64{1}}).power(); ok {
		t.Error("one run has a power")
	}
	wantCount(t, svg, "runs", 2)
}

// Millions of rows leave room for rectangles, on the projector too.
func TestLargeBlocksFit(t *testing.T) {
	const n, d = 1_000_000, 500_000
	v := Blocks{Lines: []Expression{{"primal",
		[]Block{{Op: "(", Symbol: "ΦᵀΦ", Rows: d, Cols: d}, {Op: "+ nλI )⁻¹ ·"}, {Symbol: "Φᵀ", Rows: d, Cols: n},
			{Symbol: "y", Rows: n, Cols: 1}}},
		{"dual", []Block{{Symbol: "Φᵀ", Rows: d, Cols: n}, {Op: "· (", Symbol: "ΦΦᵀ", Rows: n, Cols: n},
			{Op: "+ nλI )⁻¹ ·"}, {Symbol: "y", Rows: n, Cols: 1}}}}}
	p := Panel{ID: "a", Plot: v, Width: 540, Height: 480}.Projected()
	width, _ := p.Size()
	svg := p.AppendSVG(nil)
	greatest := 0.0
	for _, b := range class(t, svg, "block") {
		at := follow(t, strings.TrimSuffix(b.attr["d"], "z"))
		greatest = math.Max(greatest, math.Abs(at[2].X-at[0].X))
	}
	if greatest < 20 {
		t.Errorf("the largest matrix is %v px wide", greatest)
	}
	found := false
	for _, e := range parse(t, svg) {
		if e.name == "text" && e.text == "1M×1" {
			found = true
			if right := atof(t, e.attr["x"]) + 1.35*float64(tickText.width(e.text))/2; right > width {
				t.Errorf("y's size ends at %v of %v px", right, width)
			}
		}
	}
	if !found {
		t.Errorf("no size of y in %v", words(t, svg))
	}
}

// Sides are to one scale, or three pixels.
func TestBlocksAreToScale(t *testing.T) {
	v := Blocks{Lines: []Expression{
		{"primal", []Block{{Op: "(", Symbol: "ΦᵀΦ", Rows: 500, Cols: 500},
			{Op: ")⁻¹ ·", Symbol: "Φᵀ", Rows: 500, Cols: 50}, {Op: "·", Symbol: "y", Rows: 50, Cols: 1}}},
		{"dual", []Block{{Symbol: "Φᵀ", Sizes: "p×n", Rows: 500, Cols: 50}, {Op: "+ …"}}},
	}}
	svg := svgFrom(v)
	blocks := some(t, svg, "block", 4)
	side := func(i int) (w, h float64) {
		p := follow(t, strings.TrimSuffix(blocks[i].attr["d"], "z"))
		return math.Abs(p[2].X - p[0].X), math.Abs(p[2].Y - p[0].Y)
	}
	w, _ := side(0)
	scale := w / 500
	for i, want := range [][2]float64{{500, 500}, {50, 500}, {1, 50}, {50, 500}} {
		w, h := side(i)
		if math.Abs(w-math.Max(3, want[0]*scale)) > 0.2 || math.Abs(h-math.Max(3, want[1]*scale)) > 0.2 {
			t.Errorf("block %d is %v × %v px, want %v × %v entries at %v px", i, w, h, want[0], want[1], scale)
		}
	}
	all := said(t, svg)
	for _, want := range []string{"p×n = 500×50", "500×500", "ΦᵀΦ", "no side thinner than 3 px"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %s", want, all)
		}
	}
	width, height := v.size()
	for _, p := range vertices(t, svg, "block") {
		if p.X < 0 || p.X > width || p.Y < 0 || p.Y > height {
			t.Errorf("a block reaches %v", p)
		}
	}
	plain := Blocks{Lines: []Expression{{"", []Block{{Symbol: "A", Rows: 3, Cols: 4}}}}}
	if strings.Contains(said(t, svgFrom(plain)), "thinner") {
		t.Error("everything is to scale, and the picture denies it")
	}
}

// Nodes of one level do not overlap, and a parent is over the middle of its
// children.
func TestTreeLayout(t *testing.T) {
	wide := Node{Label: "a very long name of a parent"}
	for i := range 9 {
		n := Node{Label: fmt.Sprint(i)}
		for range i % 4 {
			n.Children = append(n.Children, Node{Label: "x", Children: []Node{wide}})
		}
		wide.Children = append(wide.Children, n)
	}
	for _, root := range []Node{sampleTree().Root, wide, {Label: "alone"}} {
		v := Tree{root}
		spots, width, _ := v.layout()
		right := map[int]float64{}
		first, last := map[int]float64{}, map[int]float64{}
		for i, s := range spots {
			if edge, ok := right[s.depth]; ok && s.x-s.half < edge+nodeGap/2 {
				t.Errorf("%q begins at %v, its neighbour ends at %v", s.label, s.x-s.half, edge)
			}
			right[s.depth] = s.x + s.half
			if s.x-s.half < -1e-9 || s.x+s.half > width+1e-9 {
				t.Errorf("%q leaves the tree", s.label)
			}
			if _, ok := first[s.parent]; !ok {
				first[s.parent] = spots[i].x
			}
			last[s.parent] = s.x
		}
		for parent, x := range first {
			if mid := (x + last[parent]) / 2; parent >= 0 && math.Abs(spots[parent].x-mid) > 1e-9 {
				t.Errorf("%q is at %v, the middle of its children at %v", spots[parent].label, spots[parent].x, mid)
			}
		}
		w, h := v.size()
		for _, p := range vertices(t, svgFrom(v), "node") {
			if p.X < 0 || p.X > w || p.Y < 0 || p.Y > h {
				t.Errorf("a node reaches %v", p)
			}
		}
	}
	wantCount(t, svgFrom(sampleTree()), "lit", 1)
}

func TestDendrogram(t *testing.T) {
	// 0 and 2 meet at 1, then 1 and 3 at 2, all at 4.
	v := Dendrogram{Y: Axis{Label: "height", Max: 4}, A: []int{0, 1, 4}, B: []int{2, 3, 5}, Height: []float64{1, 2, 4},
		Cut: 2.5}
	wantEqual(t, "order", v.order(), []int{0, 2, 1, 3})
	of, n := v.clusters(v.order())
	if diff := cmp.Diff([]int{0, 1, 0, 1, 0, 1, -1}, of); diff != "" || n != 2 {
		t.Errorf("%d clusters: %s", n, diff)
	}
	svg := svgFrom(v)
	f := v.frame(panelWidth, panelHeight)
	px := func(y float64) float64 { return panelHeight - f.y0 - y/4*(f.y1-f.y0) }
	for name, want := range map[string]float64{"merges class-1": px(1), "merges class-2": px(2), "merges": px(4)} {
		top := math.Inf(1)
		for _, p := range vertices(t, svg, name) {
			top = math.Min(top, p.Y)
		}
		if math.Abs(top-want) > 0.1 {
			t.Errorf("%s reaches %v, want %v", name, top, want)
		}
	}
	for cut, want := range map[float64]int{0: 4, 1: 3, 2: 2, 5: 1} {
		v.Cut = cut
		if _, n := v.clusters(v.order()); n != want {
			t.Errorf("cut at %v: %d clusters, want %d", cut, n, want)
		}
	}
	wantEqual(t, "data-index", class(t, svg, "points")[0].attr["data-index"], "0 2")
	for _, bad := range []Dendrogram{
		{A: []int{0}, B: []int{0}, Height: []float64{1}},
		{A: []int{0}, B: []int{5}, Height: []float64{1}},
		{A: []int{0}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v was drawn", bad)
				}
			}()
			svgFrom(bad)
		}()
	}
}

// The terms add up to the kernel, and every one has its bar.
func TestWaterfall(t *testing.T) {
	v := sampleManyTerms()
	sum := 0.0
	for _, term := range v.Terms {
		sum += term.Value
	}
	if len(v.Terms) != 286 || math.Abs(sum-v.Reference.At) > 1e-12*math.Abs(sum) {
		t.Errorf("%d terms add up to %v, want 286 and %v", len(v.Terms), sum, v.Reference.At)
	}
	bars := 0
	svg := svgFrom(v)
	for _, e := range class(t, svg, "terms") {
		bars += strings.Count(e.attr["d"], "z")
	}
	if bars != 286 {
		t.Errorf("%d bars", bars)
	}

	few := Waterfall{Y: Axis{Max: 10}, Terms: []Term{{"a", 6, 0}, {"b", -2, 1}}, Total: "a + b"}
	f := few.frame(panelWidth, panelHeight)
	px := func(y float64) float64 { return panelHeight - f.y0 - y/10*(f.y1-f.y0) }
	for name, want := range map[string][2]float64{
		"terms up": {px(6), px(0)}, "terms down": {px(6), px(4)}, "total": {px(4), px(0)},
	} {
		top, bottom := math.Inf(1), math.Inf(-1)
		for _, p := range vertices(t, svgFrom(few), name) {
			top, bottom = math.Min(top, p.Y), math.Max(bottom, p.Y)
		}
		if math.Abs(top-want[0]) > 0.1 || math.Abs(bottom-want[1]) > 0.1 {
			t.Errorf("%s from %v to %v px, want %v", name, top, bottom, want)
		}
	}
}

// All labels are drawn or counted, none outside the panel.
func TestTiles(t *testing.T) {
	v := sampleTiles()
	w, h := v.size()
	tiles, _, more := v.layout(w, h)
	if len(tiles)+more != 210 || more == 0 {
		t.Errorf("%d tiles and %d more, want 210 in all", len(tiles), more)
	}
	for _, tile := range tiles {
		if tile.x+tile.width > w || tile.y < 0 {
			t.Errorf("%q stands at %v, %v", tile.label, tile.x, tile.y)
		}
	}
	v = Tiles{Shelves: []Shelf{{Name: "degree 1", Labels: []string{"x₁", "x₂"}}, {Name: "degree 5", Count: 96_560_612}}}
	if all := said(t, svgFrom(v)); !strings.Contains(all, "and 96,560,612 more") ||
		!strings.Contains(all, "degree 1: 2") {
		t.Errorf("the words are %s", all)
	}
	v.Shelves = v.Shelves[:1]
	if all := said(t, svgFrom(v)); strings.Contains(all, "more") {
		t.Errorf("nothing is missing, and the words are %s", all)
	}
	// A long heading has room before its tiles.
	long := Shelf{Name: "degree 12", Labels: []string{"x"}, Count: 1_000_000_000_000}
	tiles, _, _ = Tiles{Shelves: []Shelf{long}}.layout(540, 320)
	if end := tileInset + float64(tickText.width(Tiles{}.heading(long))); tiles[0].x < end {
		t.Errorf("the first tile begins at %v, the heading ends at %v", tiles[0].x, end)
	}
}

func TestHeatmapMarks(t *testing.T) {
	svg := svgFrom(Heatmap{Values: gaussianGram(10, 7), Rows: []int{2, 99}, Cols: []int{7}})
	row, col := vertices(t, svg, "row"), vertices(t, svg, "col")
	// The frame is 270 px from (46, 40).
	if len(row) != 4 || row[0] != (Point{46, 121}) || row[2] != (Point{316, 94}) {
		t.Errorf("row 3 is outlined at %v", row)
	}
	if len(col) != 4 || col[0] != (Point{235, 310}) || col[2] != (Point{262, 40}) {
		t.Errorf("column 8 is outlined at %v", col)
	}
	tall := Heatmap{Values: mat.NewDense(40, 10, nil), Bare: true, Label: "X", Sizes: "n×d"}
	f := tall.frame(tall.size())
	if ratio := (f.y1 - f.y0) / (f.x1 - f.x0); math.Abs(ratio-4) > 1e-9 {
		t.Errorf("40 × 10 entries are %v times as tall as wide", ratio)
	}
	wantEqual(t, "words", words(t, svgFrom(tall)), []string{"X", "n×d = 40×10"})
	for n, want := range map[int]int{6: 36 + 2, 7: 2} {
		h := Heatmap{Values: gaussianGram(n, 7), Bare: true, Label: "K", Numbers: true}
		wantEqual(t, fmt.Sprintf("%d × %d: words", n, n), len(words(t, svgFrom(h))), want)
	}
}

func TestSolidsTakeHostileInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	odd := []float64{nan, inf, -inf, 1e308, -1e308, 0}
	far := Axis{Min: -1e308, Max: 1e308}
	var cloud Cloud
	for _, x := range odd {
		for _, y := range odd {
			cloud.Points = append(cloud.Points, Point3{x, y, x})
		}
	}
	var terms []Term
	for _, x := range odd {
		terms = append(terms, Term{"", x, -1})
	}
	for _, v := range []Drawer{
		Lift{}, Lift{Yaw: nan, Pitch: inf, Clouds: []Cloud{cloud}, Stems: true,
			Plane:   Plane{W: [3]float64{nan, inf, 1}, B: 1e308},
			Surface: func(x, y float64) float64 { return 1 / (x - y) }, Shadow: []Line{{Xs: odd, Ys: odd}},
			Legend: true},
		Lift{X: far, Y: far, Z: Axis{Min: 5, Max: 5}, Pitch: -40, Yaw: 1e300, Clouds: []Cloud{cloud},
			Plane: Plane{W: [3]float64{1e300, 1e300, 1e-300}}},
		Race{}, Race{Runners: []Runner{{Name: "a", Xs: odd, Mid: odd, Low: odd, High: odd},
			{Name: "b", Xs: []float64{1}, Mid: []float64{2}}},
			Guides:   []Guide{{"g", Point{nan, 1}, 2}, {"h", Point{1, 1}, 400}, {"i", Point{1, 1}, inf}},
			Crossing: Mark{At: nan, Name: "n"}},
		Blocks{}, Blocks{Lines: []Expression{{}, {"e", []Block{{Op: "="}, {Symbol: "A", Rows: 1 << 40, Cols: 1},
			{Symbol: "B", Rows: -1, Cols: 5}}}}},
		Tree{}, Tree{Node{Label: strings.Repeat("long-", 40), Children: []Node{{}, {Label: "\x00"}}}},
		Dendrogram{}, Dendrogram{A: []int{0, 2}, B: []int{1, 3}, Height: []float64{nan, inf}, Cut: nan},
		Dendrogram{A: []int{0}, B: []int{1}, Height: []float64{-5}, Y: Axis{Log: true}, Cut: inf},
		Waterfall{}, Waterfall{Terms: terms, Reference: Mark{At: nan, Name: "r"}},
		Waterfall{Y: Axis{Log: true, Min: 1, Max: 10}, Terms: []Term{{"a", 1, 0}}},
		Tiles{}, Tiles{Shelves: []Shelf{{}, {Name: "n", Labels: []string{strings.Repeat("w", 200), ""}, Count: 1}}},
		Heatmap{Values: mat.NewDense(2, 3, odd), Bare: true, Numbers: true, Rows: []int{-1, 7}, Cols: []int{0}},
		Heatmap{Values: mat.NewDense(1, 1, []float64{nan}), Bare: true, Numbers: true},
	} {
		checkSound(t, fmt.Sprintf("%T", v), v)
	}
}

func TestSolidsTellTheTruth(t *testing.T) {
	for _, c := range []struct {
		of   describer
		want string
	}{
		{Race{X: Axis{Label: "n"}, Y: Axis{Label: "time (ms)"}, Runners: []Runner{
			{Name: "a", Xs: []float64{1, 100}, Mid: []float64{1, 1e4}},
			{Name: "b", Xs: []float64{1, 100}, Mid: []float64{100, 100}}}},
			"A plot of time against n on logarithmic axes. Over the sizes shown the cost grows: a as the power 2, to " +
				"10000 ms at 100; b as the power 0, to 100 ms at 100. Costs are equal for a and b at 10."},
		{Blocks{Lines: []Expression{{"dual",
			[]Block{{Symbol: "K", Rows: 50, Cols: 50}, {Op: "·", Symbol: "y", Rows: 50, Cols: 1}}}}},
			"Matrices drawn as rectangles, all to one scale. dual: K [50×50] · y [50×1]. The largest is K, with " +
				"2,500 numbers."},
		{Tree{Node{Label: "+", Children: []Node{{Label: "a"}, {Label: "b", Class: "lit"}}}},
			"A tree of 3 parts, 2 of them at the ends. From the root: + of (a; b). Brought out: b."},
		{Dendrogram{Y: Axis{Label: "distance (mm)"}, A: []int{0, 1}, B: []int{2, 3}, Height: []float64{1, 4}, Cut: 2},
			"A tree that merges 3 points. The first two meet at distance 1 mm, all at 4 mm. Cut at 2 mm it has 2 " +
				"clusters, of 2 and 1 points."},
		{Waterfall{Terms: []Term{{"a", 3, 0}, {"b", -5, 0}}, Reference: Mark{At: -2, Name: "k"}},
			"A sum of 2 terms, 1 positive and 1 negative, that comes to −2. The largest in size is b, −5. A level " +
				"line at −2 is marked k."},
		{Tiles{Shelves: []Shelf{{Name: "degree 0", Labels: []string{"1"}},
			{Name: "degree 9", Labels: []string{"x⁹"}, Count: 5000}}},
			"5,001 labels in 2 rows. There are 1 in degree 0 and 5,000 in degree 9. The first are 1, x⁹."},
		{Lift{X: Axis{Label: "x", Max: 1}, Y: Axis{Label: "y", Max: 1}, Z: Axis{Label: "z", Max: 1}, Yaw: 20, Pitch: 30,
			Clouds: []Cloud{{Name: "in", Points: []Point3{{0, 0, 1}, {0, 0, 0}}}},
			Plane:  Plane{W: [3]float64{0, 0, 1}, B: -0.5}},
			"2 points over x, y and z, seen from 20° round and 30° up. On the positive side of the plane lie 1 of 2 " +
				"in."},
	} {
		wantEqual(t, fmt.Sprintf("%T says", c.of), c.of.Describe(), c.want)
	}
}

// An arrow ends where the turntable puts its end, whichever way the box is turned, and
// one that leaves the box is not drawn.
func TestLiftArrows(t *testing.T) {
	v := sampleLift()
	v.Arrows = []Arrow{
		{From: Point3{0, 0, 0}, To: Point3{1, 1, 2}, Name: "y", Class: "here"},
		{From: Point3{0, 0, 0}, To: Point3{9, 1, 2}, Name: "away", Class: "gone"},
	}
	for _, yaw := range []float64{0, 30, 120} {
		v.Yaw = yaw
		svg := svgFrom(v)
		w, h := v.size()
		table := v.turntable(canvasOf(v))
		q, _ := v.box(v.Arrows[0].To)
		want := table.at(q)
		tip := vertices(t, svg, "arrow here")
		found := false
		for _, p := range tip {
			found = found || math.Hypot(p.X-float64(want.X), p.Y-(h-float64(want.Y))) < 0.2
		}
		if !found || len(tip) < 5 || w == 0 {
			t.Errorf("at %v the arrow's corners are %v, not at %v, %v", yaw, tip, want.X, h-float64(want.Y))
		}
		if len(vertices(t, svg, "arrow gone")) > 0 {
			t.Error("an arrow is drawn out of its box")
		}
	}
	if s := v.Describe(); !strings.Contains(s, "An arrow leads to y.") {
		t.Errorf("described as %q", s)
	}
}

// Points that stand back are drawn and told of.
func TestOthers(t *testing.T) {
	v := Curves{X: Axis{Max: 1}, Y: Axis{Max: 1}, Others: []Point{{0.2, 0.2}, {0.4, 0.9}}, OthersName: "not used",
		Legend: true}
	wantCount(t, svgFrom(v), "others", 1)
	if s := v.Describe(); !strings.Contains(s, "Paler are 2 points more, not used") {
		t.Errorf("described as %q", s)
	}
}

// A bar says what it adds, with its sign, in a colour that is read on it; the total says
// the sum, and what only rounding leaves of it is 0. Where terms are many, none does.
func TestWaterfallSaysItsValues(t *testing.T) {
	v := Waterfall{Y: Axis{Min: -10, Max: 10}, Groups: []string{"even", "odd"},
		Terms: []Term{{"a", 6, 0}, {"b", -8, 1}, {"c", 0.3, 0}, {"d", 1.7, 1}, {"e", -1e-15, 0}}}
	words := words(t, svgFrom(v))
	for _, word := range []string{"+6", "−8", "+0.3", "+1.7", "0", "even", "odd"} {
		if !slices.Contains(words, word) {
			t.Errorf("%q is not written: %v", word, words)
		}
	}
	for _, fill := range [...]Token{Accent, Curve} { // a value in a paler bar has a rim
		for _, pick := range themes {
			if c := contrast(pick(Paper), pick(fill)); c < 4.5 {
				t.Errorf("a value on %s has contrast %.2f", fill.Var, c)
			}
		}
	}
	for range mostNames {
		v.Terms = append(v.Terms, Term{"x", 0.123, 0})
	}
	if svg := svgFrom(v); bytes.Contains(svg, []byte("+0.123")) {
		t.Error("there are values in thin bars")
	}
}

// A race has rules across it, named at their left, and rules upright.
func TestRaceRules(t *testing.T) {
	v := Race{X: Axis{Label: "n", Min: 1, Max: 100}, Y: Axis{Label: "time (s)", Min: 1, Max: 1e6},
		Levels: []Mark{{At: 86400, Name: "a day"},
			{At: 1e9, Name: "a lifetime"}}, Limits: []Mark{{At: 10, Name: "full"}}}
	svg := svgFrom(v)
	wantCount(t, svg, "level", 1) // the one in the frame
	wantCount(t, svg, "mark", 1)
	for _, e := range parse(t, svg) {
		if e.name == "text" && e.text == "a day" && atof(t, e.attr["x"]) > 80 {
			t.Errorf("the name of a level is at x = %s", e.attr["x"])
		}
	}
	want := "A plot of time against n on logarithmic axes. A vertical line at 10 is marked full. A level line at " +
		"86400 s is marked a day."
	wantEqual(t, "it says", v.Describe(), want)
}

// A film's lines are to one scale, and a dotted line leads from a block to where it stands
// in the next line.
func TestBlocksOfAFilm(t *testing.T) {
	m := mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})
	tall := Expression{"tall", []Block{{Symbol: "A", Rows: 9, Cols: 9},
		{Symbol: "B", Rows: 3, Cols: 2, Values: m, Key: "b"}}}
	flat := Expression{"flat", []Block{{Symbol: "B", Rows: 3, Cols: 2, Values: m, Key: "b"},
		{Symbol: "C", Rows: 2, Cols: 2}}}
	held := []Expression{tall, flat}
	side := func(v Blocks) float64 {
		c := canvasOf(v)
		w, h := size(c)
		return scaleFor(rowsOf(v.Lines), rowsOf(v.Held), w-2*blockInset, h-blockFoot)
	}
	first, second := Blocks{Lines: []Expression{tall, flat}, Held: held}, Blocks{Lines: []Expression{flat, flat},
		Held: held}
	if a, b := side(first), side(second); math.Abs(a-b) > 1e-6 || math.Abs(side(Blocks{Lines: second.Lines})-b) < 1 {
		t.Errorf("an entry is %v px in one picture and %v in the next", a, b)
	}
	svg := svgFrom(first)
	wantCount(t, svg, "raster", 2)
	way := some(t, svg, "way", 2) // the line and its head
	if ends := follow(t, way[0].attr["d"]); !(ends[0].X > ends[1].X && ends[0].Y < ends[1].Y) {
		t.Errorf("B goes from %v to %v", ends[0], ends[1])
	}
	if way := class(t, svgFrom(Blocks{Lines: []Expression{tall, {"", []Block{{Symbol: "D", Rows: 2, Cols: 2}}}}}),
		"way"); len(way) != 0 {
		t.Error("an arrow leads nowhere")
	}
}
