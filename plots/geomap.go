package plots

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// GeoMap is a map: values on the cells of a country of any shape, with contours,
// and samples as discs. North is up, a kilometre as long in x as in y; a bar says how
// long.
type GeoMap struct {
	Country *Country
	Label   string // what a cell's value is; beside the colour-bar
	Unit    string
	Levels  string // the unit in which contours are named, where it is not Unit
	Samples []Point
	// Sizes gives the discs of the samples areas in proportion; equal and small
	// if nil. A disc of the greatest has a diameter of 18 px. Discs of negative size
	// are dark, the others light.
	Sizes   []float64
	Size    string  // what Sizes measure
	Classes []Class // of places, over the samples; named under the map
	Markers []Marker
}

// A Country is cells of one size with a value each, as a picture with contours. A
// caller that draws it again keeps it.
type Country struct {
	*Relief
	x, y   Axis // of the picture's edges, km
	side   float64
	cells  []Point
	values []float64
}

// EncodeCountry draws square cells of the given side (km) around their middles (km,
// east and north of some place), which lie on a common grid; a cell whose value is not
// finite stays empty. A zero scale runs over the values. Contours are those of
// [EncodeRelief] with the middles as nodes.
//
// It panics if cells and values differ in length, if side is not positive, and if
// the cells' grid would have more than 10⁶ places.
func EncodeCountry(cells []Point, values []float64, side float64, scale Scale, levels []Level) *Country {
	if len(cells) != len(values) {
		panic("plots: cells and values differ in length")
	}
	if !(side > 0) {
		panic("plots: a cell's side must be positive")
	}
	k := &Country{side: side, cells: cells, values: values}
	lo := Point{math.Inf(1), math.Inf(1)}
	hi := Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range cells {
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	if len(cells) == 0 {
		lo, hi = Point{}, Point{}
	}
	width, height := math.Round((hi.X-lo.X)/side)+1, math.Round((hi.Y-lo.Y)/side)+1
	if !(width*height <= 1e6) {
		panic("plots: the cells lie too far apart")
	}
	rows, cols := int(height), int(width)
	k.x = Axis{Min: lo.X - side/2, Max: lo.X + (width-0.5)*side}
	k.y = Axis{Min: lo.Y - side/2, Max: lo.Y + (height-0.5)*side}
	v := slices.Repeat([]float64{math.NaN()}, rows*cols)
	for i, p := range cells {
		v[int(math.Round((p.Y-lo.Y)/side))*cols+int(math.Round((p.X-lo.X)/side))] = values[i]
	}
	if scale == (Scale{}) {
		if i, j, n := extremes(values); n > 0 {
			scale = Scale{Cividis, values[i], values[j]}
		}
	}
	k.Relief = encodeCells(mat.NewDense(rows, cols, v), scale, levels)
	return k
}

const (
	mapHeight = 480
	mapEdge   = 16 // left and right of the frame
	mapBottom = 46 // room for the bar and the arrow
	mapLeast  = 260
	mapBeside = 120 // where the bar and the arrow stand at the left of the frame
	mapRise   = 8   // the bar's height over the frame's lower end, there
)

// bottom is the room under the frame.
func (v GeoMap) bottom() float64 {
	if len(v.Classes) > 0 || v.Size != "" {
		return mapBottom + keyRow
	}
	return mapBottom
}

func (v GeoMap) size() (w, h float64) {
	x, y := v.Country.x, v.Country.y
	side := (mapHeight - marginTop - v.bottom()) * (x.Max - x.Min) / (y.Max - y.Min)
	return 2*mapEdge + math.Round(min(max(side, mapLeast), panelWidth)), mapHeight
}

func (v GeoMap) frame(w, h float64) frame {
	return frame{mapEdge, v.bottom(), w - mapEdge, h - marginTop, v.Country.x.sane(), v.Country.y.sane()}.equal()
}

// Draw draws the panel; see [Drawer].
func (v GeoMap) Draw(c draw.Canvas) { v.frame(size(c)).draw(c, v) }

// plot draws the map into the frame.
//
// It panics if there are Sizes but not one a sample.
func (v GeoMap) plot(c draw.Canvas, p *frame) {
	k := v.Country
	drawRaster(c, "", c.Rectangle, k.raster)
	names := k.plot(c, 0.5, float64(k.cols), float64(k.rows), onPicture)
	v.samples(c, p)
	marks := scatter{classes: inOrder(v.Classes), on: onPicture}
	marks.plot(c, p)
	at, _ := placed(c, p, v.Samples)
	names.marks = append(marks.places(c, p), at...)
	names.draw(c)
	for _, m := range around(v.Markers, inOrder(v.Classes)) {
		m.on = onPicture
		m.plot(c, p)
	}
	c.Max.X = max(c.Max.X, c.Min.X+mapLeast)
	bar := c
	bar.Max.X += min(40, c.Min.X-mapEdge) // a low map's type is larger: as much room as there is at its left
	colourBar(bar, k.Scale, k.ends, v.Label, v.Unit, false)
	v.bar(c, p)
	north(c)
}

func (v GeoMap) samples(c draw.Canvas, p *frame) {
	const most = 9 // px, the radius of the greatest
	if len(v.Samples) == 0 {
		return
	}
	at, numbers := placed(c, p, v.Samples)
	if v.Sizes == nil {
		discs(c, "", at, White, 6.4)
		numbered(c, numbers)
		discs(c, "points", at, Outline, 4.4)
		return
	}
	if len(v.Sizes) != len(v.Samples) {
		panic("plots: Sizes and Samples differ in length")
	}
	greatest := 0.0
	for _, size := range v.Sizes {
		if finite(size) {
			greatest = max(greatest, math.Abs(size))
		}
	}
	if greatest == 0 || len(at) == 0 {
		return
	}
	// One path has all of them, so that a script finds each; another darkens the negative.
	var path, negative vg.Path
	for i, pt := range at {
		j := i
		if numbers != nil {
			j = numbers[i]
		}
		r, size := 0.0, v.Sizes[j]
		if finite(size) {
			r = most * math.Sqrt(math.Abs(size)/greatest)
		}
		place, radius := vg.Point{X: toTenth(pt.X), Y: toTenth(pt.Y)}, max(toTenth(vg.Length(r)), 0.5)
		if path = ring(path, place, radius); size < 0 {
			negative = ring(negative, place, radius)
		}
	}
	numbered(c, numbers)
	fillPath(c, "points", path, White.Fade(0.55))
	strokePath(c, "", path, draw.LineStyle{Color: Outline, Width: 1})
	if len(negative) > 0 {
		fillPath(c, "negative", negative, Outline)
		strokePath(c, "", negative, draw.LineStyle{Color: White, Width: 1})
	}
}

// bar draws how long a round number of kilometres is, under the frame or beside it, and
// what the marks are.
func (v GeoMap) bar(c draw.Canvas, p *frame) {
	parts := 5.0
	if legendOf(c) != nil {
		parts = 8
	}
	length := NiceStep((p.x.Max - p.x.Min) / parts)
	label := brief(length) + " km"
	if length < 1 {
		label = brief(1000*length) + " m"
	}
	const up, tick = 18, 4
	x0, x1, y := c.Min.X, c.X(p.x.norm(p.x.Min+length)), c.Min.Y-up
	if legendOf(c) != nil {
		x0, x1, y = x0-mapBeside, x1-mapBeside, y+up+mapRise
	}
	upright := func(x vg.Length) vg.Path { return segment(vg.Point{X: x, Y: y + tick}, vg.Point{X: x, Y: y - tick}) }
	level := segment(vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y})
	strokePath(c, "scale-bar", slices.Concat(upright(x0), level, upright(x1)), draw.LineStyle{Color: Ink, Width: 1.6})
	at := vg.Point{X: x1 + 8, Y: y - 4}
	if legendOf(c) != nil {
		at = vg.Point{X: x0, Y: y + 8}
	}
	tickText.with(Ink, start).draw(c, at.X, at.Y, label)
	if v.Sizes != nil && v.Size != "" {
		v.sizes(c, x0, y-22)
	}
	if k := classKey(inOrder(v.Classes)); len(k) > 0 {
		under := c
		under.Max.Y = y - 22 - keyBase
		k.plot(under, p)
	}
}

// sizes says what the discs are, under the bar.
func (v GeoMap) sizes(c draw.Canvas, x, y vg.Length) {
	note := "disc area: " + v.Size
	if l := legendOf(c); l != nil {
		l.add(key{{name: note}})
		return
	}
	tickText.with(Soft, start).draw(c, x, y, note)
}

// north draws an arrow under the frame's right end, or over the bar.
func north(c draw.Canvas) {
	x, y := c.Max.X-6, c.Min.Y-18
	if legendOf(c) != nil {
		x, y = c.Min.X-mapBeside+26, c.Min.Y+mapRise+44
	}
	fillPath(c, "north", appendPolygon(nil, vg.Point{X: x, Y: y + 11}, vg.Point{X: x + 5, Y: y - 9},
		vg.Point{X: x, Y: y - 4}, vg.Point{X: x - 5, Y: y - 9}), Ink)
	noteText.with(Ink, end).draw(c, x-10, y-5, "N")
}

// Describe says how much land there is, between which values it lies, where the
// extremes are in the country, and how many samples there are.
func (v GeoMap) Describe() string {
	var s sentences
	k := v.Country
	what := v.Label
	if what == "" {
		what = "a value"
	}
	levels := k.levels()
	if levels != "" && v.Levels != "" {
		levels += " " + v.Levels
	}
	s.say("A map of %s on %s of %s m a side%s", what, count(len(k.cells), "cell"), brief(1000*k.side), levels)
	if i, j, n := extremes(k.values); n > 0 {
		amount := func(i int) string {
			return strings.TrimSpace(brief(k.values[i])+" "+v.Unit) + " " + k.part(k.cells[i])
		}
		s.say("The least is %s, the greatest %s", amount(i), amount(j))
	}
	if n := len(v.Samples); n > 0 {
		if _, j, known := extremes(v.Sizes); known > 0 && v.Size != "" {
			size := Axis{Label: v.Size}
			s.say("The discs are %s, their areas %s, up to %s", count(n, "sample"), size.name(""),
				size.amount(v.Sizes[j]))
		} else {
			s.say("The discs are %s", count(n, "sample"))
		}
	}
	for _, c := range v.Classes {
		if c.Name != "" {
			s.say("%s: %s", c.Name, count(len(c.Points), "place"))
		}
	}
	return s.String()
}

// part names the ninth of the map that p lies in.
func (k *Country) part(p Point) string {
	third := func(a Axis, v float64) int { return min(max(int(3*a.norm(v)), 0), 2) }
	name := [3][3]string{
		{"south-west", "south", "south-east"},
		{"west", "middle", "east"},
		{"north-west", "north", "north-east"},
	}[third(k.y, p.Y)][third(k.x, p.X)]
	return "in the " + name
}
