package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Point is a datum or any other place in the plane.
type Point struct{ X, Y float64 }

// Points are (xs[i], ys[i]), one for each of the xs.
func Points(xs, ys []float64) []Point {
	pts := make([]Point, len(xs))
	for i, x := range xs {
		pts[i] = Point{x, ys[i]}
	}
	return pts
}

// A Line is a curve through (Xs[i], Ys[i]), in order. Where a value is not finite
// it is broken. It is clipped to the frame.
type Line struct {
	Name   string // in the legend; "" for none
	Xs, Ys []float64
	Color  Token   // Curve if zero
	Width  float64 // px; 2.6 if zero
	Dash   bool
	Dots   bool
	Head   bool   // an arrow's, at its last point
	Class  string // of the path in the SVG

	part bool // one of Addends, told of in one sentence with the others
}

// A Mark is a vertical line at a value, with its name beside it.
type Mark struct {
	At    float64
	Name  string
	Color Token // Soft if zero
	Dash  bool
	Class string // of the line in the SVG, after "mark"
}

// A Marker is a disc, or another shape or a ring, with its name beside it. A reader's
// new point, which has no class yet, is a Star in the colour Yours.
type Marker struct {
	X, Y  float64
	Name  string
	Color Token // Accent if zero
	Shape Shape // Disc if zero
	Ring  bool
	Small bool   // it is small, 9 px, so as not to cover what is close to it
	Datum bool   // the ring is around a datum that is pointed at: larger, and of class "pointed"
	Left  bool   // its name stands to the left of it
	Above bool   // or above it
	Below bool   // or below
	Held  bool   // a handle's ring lies around it: its name stands clear of that
	Class string // in the SVG, after "marker"

	on   ground
	past vg.Length // px from it to another at its right that its name would run into
	core glyphs    // the mark of that datum, which stays as it is while others step back
}

// Curves is data with curves over it. What leaves the frame is not drawn; where a line
// leaves it at the upper or lower edge, or a point lies beyond, a triangle says so.
type Curves struct {
	X, Y       Axis
	Points     []Point
	PointsName string  // in the legend; "" for none
	Bold       bool    // the points are larger, and of full ink
	Others     []Point // drawn smaller and paler, as those that a fit has not seen
	OthersName string  // in the legend; "" for none
	Bands      []Band  // behind all else
	Lines      []Line  // the last is on top
	VLines     []Mark
	Markers    []Marker
	Legend     bool   // a row above the frame that names points, bands and lines
	EndNames   bool   // lines are named at their right ends, not in the legend
	Note       string // after the legend: what is left out, as "24 of 133 drawn"
}

// Draw draws the panel; see [Drawer].
func (v Curves) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	ps := make([]inFrame, 0, 4+len(v.Lines))
	ps = append(ps, axes{f.x, f.y, true})
	for _, b := range v.Bands {
		ps = append(ps, b)
	}
	others := others(v.Others)
	dots := points{v.Points, Data.Fade(0.62), 5.4}
	if v.Bold {
		dots.color, dots.diameter = Data, 9
	}
	ps = append(ps, others, lost(v.Points), dots)
	for _, l := range v.Lines {
		ps = append(ps, l)
	}
	ps = append(ps, beyond(v.Lines))
	if v.EndNames {
		ps = append(ps, atEnds(v.Lines))
	}
	ps = append(ps, marks(v.VLines))
	for _, m := range v.Markers {
		m.core = glyphs{shape: Disc, color: Data, size: 6}
		ps = append(ps, m)
	}
	var k key
	if v.Legend {
		if v.PointsName != "" {
			k = append(k, entry{v.PointsName, points{nil, dots.color, dots.diameter}})
		}
		if v.OthersName != "" {
			k = append(k, entry{v.OthersName, others})
		}
		for _, b := range v.Bands {
			if b.Name != "" {
				k = append(k, entry{b.Name, b})
			}
		}
		if !v.EndNames {
			k = k.lines(v.Lines)
		}
	}
	if v.Note != "" {
		k = append(k, entry{name: v.Note})
	}
	if len(k) > 0 {
		ps = append(ps, k)
	}
	f.draw(c, ps...)
}

func (v Curves) frame(w, h float64) frame { return newFrame(w, h, v.X, v.Y) }

func size(c draw.Canvas) (w, h float64) {
	return float64(c.Max.X - c.Min.X), float64(c.Max.Y - c.Min.Y)
}

// style is how the line is drawn.
func (l Line) style() draw.LineStyle {
	s := draw.LineStyle{Color: l.color(), Width: vg.Length(l.Width)}
	if l.Width == 0 {
		s.Width = 2.6
	}
	switch {
	case l.Dots:
		s.Dashes = []vg.Length{2, 3}
	case l.Dash:
		s.Dashes = []vg.Length{6, 4}
	}
	return s
}

func (l Line) color() Token { return l.Color.or(Curve) }

func (t Token) or(other Token) Token {
	if t == (Token{}) {
		return other
	}
	return t
}

func (l Line) plot(c draw.Canvas, p *frame) {
	if len(l.Xs) != len(l.Ys) {
		panic("plots: a line's Xs and Ys differ in length")
	}
	path := tracer{c: c, tolerance: curveTolerance, graph: slices.IsSorted(l.Xs)}
	for i := range l.Xs {
		path.to(p, l.Xs[i], l.Ys[i])
	}
	path.lift()
	strokePath(c, l.Class, path.path, l.style())
	if n := len(l.Xs); l.Head && n > 1 {
		at := func(i int) vg.Point { return p.place(c, l.Xs[i], l.Ys[i]) }
		if to := at(n - 1); c.Contains(to) {
			arrowhead(c, l.Class, at(n-2), to, l.color())
		}
	}
}

// arrowhead draws the head of an arrow whose last piece goes so, unless that is shorter
// than the head.
func arrowhead(c draw.Canvas, class string, from, to vg.Point, ink Token) {
	const head = 12 // px: seen inside the ring of a handle at its tip
	length := vg.Length(distance(from, to))
	if !(length > head) {
		return
	}
	along := vg.Point{X: (to.X - from.X) / length, Y: (to.Y - from.Y) / length}
	var tip vg.Path
	tip.Move(to)
	for _, side := range [...]vg.Length{0.38, -0.38} {
		tip.Line(vg.Point{X: to.X - head*(along.X-side*along.Y), Y: to.Y - head*(along.Y+side*along.X)})
	}
	tip.Close()
	fillPath(c, class, tip, ink)
}

// points is a scatter of round marks.
type points struct {
	pts      []Point
	color    Token
	diameter vg.Length
}

func (v points) plot(c draw.Canvas, p *frame) {
	at, numbers := placed(c, p, v.pts)
	numbered(c, numbers)
	discs(c, "points", at, v.color, v.diameter)
}

// others are points that stand back.
type others []Point

func (v others) plot(c draw.Canvas, p *frame) {
	at, _ := placed(c, p, v)
	discs(c, "others", at, Soft, 3)
}

// sample draws one of them into a legend.
func (v others) sample(c draw.Canvas, mid vg.Point) {
	discs(c, "", []vg.Point{mid}, Soft, 3)
}

// placed returns where the points in the frame lie and, if some do not, which
// these are.
func placed(c draw.Canvas, p *frame, pts []Point) (at []vg.Point, numbers []int) {
	at = make([]vg.Point, 0, len(pts))
	for i, pt := range pts {
		x, y := p.x.norm(pt.X), p.y.norm(pt.Y)
		if !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
			if numbers == nil {
				numbers = make([]int, i, len(pts))
				for j := range numbers {
					numbers[j] = j
				}
			}
			continue
		}
		at = append(at, vg.Point{X: c.X(x), Y: c.Y(y)})
		if numbers != nil {
			numbers = append(numbers, i)
		}
	}
	return at, numbers
}

// discs draws a disc at every point.
func discs(c draw.Canvas, class string, at []vg.Point, fill color.Color, diameter vg.Length) {
	c.SetColor(fill)
	if s := svgOf(c); s != nil {
		s.Class(class)
		s.Marks(at, diameter)
		return
	}
	for _, pt := range at {
		draw.CircleGlyph{}.DrawGlyph(&c, draw.GlyphStyle{Color: fill, Radius: diameter / 2}, pt)
	}
}

// marks are vertical lines, their names stepping down so that neighbours can be
// read.
type marks []Mark

func (ms marks) plot(c draw.Canvas, p *frame) {
	for i, m := range ms {
		t := p.x.norm(m.At)
		if !(t >= 0 && t <= 1) {
			continue
		}
		x, ink := c.X(t), m.Color.or(Soft)
		style := draw.LineStyle{Color: ink, Width: 1.6}
		if m.Dash {
			style.Dashes = []vg.Length{4, 4}
		}
		strokePath(c, classes("mark", m.Class), vertical(c, x), style)
		beside(c, noteText.with(ink, start), x, c.Max.Y-vg.Length(15+19*i), 6, m.Name)
	}
}

// classes joins a kind's own class and the one it was given, if any.
func classes(own, given string) string {
	if given == "" {
		return own
	}
	return own + " " + given
}

// beside writes s gap to the right of x, or to the left where the right is full.
func beside(c draw.Canvas, t text, x, y, gap vg.Length, s string) {
	if x+gap+t.width(s)*5/4 > c.Max.X { // a quarter more on phones
		t.Anchor, gap = end, -gap
	}
	t.draw(c, x+gap, y, s)
}

func (m Marker) plot(c draw.Canvas, p *frame) {
	x, y := p.x.norm(m.X), p.y.norm(m.Y)
	if !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
		return
	}
	m.draw(c, vg.Point{X: c.X(x), Y: c.Y(y)})
}

// gap is how far from the marker its name begins, in px.
func (m Marker) gap() vg.Length {
	if m.Held {
		return 19
	}
	return 12
}

// width is that of a disc, in px.
func (m Marker) width() vg.Length {
	if m.Small {
		return 9
	}
	return 11
}

// draw draws the marker at a point of the canvas, wherever its own place is.
func (m Marker) draw(c draw.Canvas, at vg.Point) {
	ink := m.Color.or(Accent)
	class, rim := classes("marker", m.Class), White
	if m.on != onPicture {
		rim = Paper
	}
	gap, set := m.gap(), noteText
	switch {
	case m.Datum:
		gap, set.Size = 17, 15
		circle(c, "", at, 10, draw.LineStyle{Color: rim, Width: 7})
		if m.core.size > 0 {
			m.core.on, m.core.at = m.on, []vg.Point{at}
			m.core.draw(c)
		}
		circle(c, classes(class, "pointed"), at, 10, draw.LineStyle{Color: ink, Width: 4})
	case m.Ring:
		if m.on != onPaper {
			circle(c, "", at, 6.5, draw.LineStyle{Color: rim, Width: 5})
		}
		circle(c, class, at, 6.5, draw.LineStyle{Color: ink, Width: 3})
	case m.Shape > Disc:
		size := vg.Length(13)
		if m.Small {
			size = 9
		}
		glyphs{class: class, at: []vg.Point{at}, shape: m.Shape, color: ink, size: size, on: max(m.on, onShade)}.draw(c)
	default:
		if m.on != onPaper {
			discs(c, "", []vg.Point{at}, rim, m.width()+3)
		}
		discs(c, class, []vg.Point{at}, ink, m.width())
	}
	set = set.with(ink, start)
	set.Halo = true
	if m.on == onPicture {
		set = overMap
	}
	if m.Above || m.Below {
		up := gap
		if m.Below {
			up = -gap - 11
		}
		set.Anchor = middle
		set.draw(c, at.X, at.Y+up, m.Name)
		return
	}
	if m.Left {
		set.Anchor = end
		up := vg.Length(-4)
		if m.Ring { // clear of the letter of a guess at its place
			gap, up = gap+10, up+8
		}
		set.draw(c, at.X-gap, at.Y+up, m.Name)
		return
	}
	beside(c, set, at.X, at.Y-4, gap+m.past, m.Name)
}

// together is markers whose names begin behind those that are close at the right.
type together []Marker

func (ms together) plot(c draw.Canvas, f *frame) {
	for _, m := range ms {
		for _, other := range ms {
			over := c.X(f.x.norm(other.X)) - c.X(f.x.norm(m.X))
			if up := c.Y(f.y.norm(other.Y)) - c.Y(f.y.norm(m.Y)); over > 0 && over < 20 && up > -14 && up < 14 {
				m.past = max(m.past, over)
			}
		}
		m.plot(c, f)
	}
}

// around returns the markers, each that rings a datum with the mark of that datum: of the
// class that has a point at its place.
func around(markers []Marker, classes []Class) []Marker {
	markers = slices.Clone(markers)
	for i := range markers {
		m := &markers[i]
		for _, k := range classes {
			if m.Datum && slices.Contains(k.Points, Point{m.X, m.Y}) {
				m.core = glyphs{shape: k.Shape, color: k.Color, size: vg.Length(k.Size) + 1}
			}
		}
	}
	return markers
}

func circle(c draw.Canvas, class string, at vg.Point, radius vg.Length, style draw.LineStyle) {
	strokePath(c, class, ring(nil, at, radius), style)
}

// Describe says what is drawn, how far the points reach, and between which values
// every named line lies.
func (v Curves) Describe() string {
	var s sentences
	s.say("A plot of %s against %s%s", v.Y.name("y"), v.X.name("x"), v.scatter())
	s.lines(v.X, v.Y, v.Lines)
	if len(v.Others) > 0 {
		name := ""
		if v.OthersName != "" {
			name = ", " + v.OthersName
		}
		s.say("Paler are %s more%s", count(len(v.Others), "point"), name)
	}
	parts := 0
	for _, l := range v.Lines {
		if l.part {
			parts++
		}
	}
	if parts > 0 {
		s.say("The bold line is the sum of %s", count(parts, "thin line"))
	}
	s.bands(v.X, v.Y, v.Bands)
	s.marks(v.X, v.VLines)
	for _, m := range v.Markers {
		if m.Name != "" && m.Class != "" && finite(m.X) && finite(m.Y) {
			s.say("The mark %s is at (%s, %s)", m.Name, brief(m.X), brief(m.Y))
		}
	}
	if v.Note != "" {
		s.say("%s", v.Note)
	}
	return s.String()
}

// scatter says how many points there are and between which values.
func (v Curves) scatter() string {
	ys := make([]float64, len(v.Points))
	for i, p := range v.Points {
		ys[i] = p.Y
	}
	least, greatest, n := extremes(ys)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", with %s between %s and %s", count(n, "point"), brief(ys[least]), v.Y.amount(ys[greatest]))
}

// marks says where the named lines stand.
func (s *sentences) marks(x Axis, all []Mark) {
	for _, m := range all {
		if t := x.sane().norm(m.At); t >= 0 && t <= 1 && m.Name != "" {
			s.say("A vertical line at %s is marked %s", x.amount(m.At), m.Name)
		}
	}
}

// lines says between which values the named lines lie, and where.
func (s *sentences) lines(x, y Axis, lines []Line) {
	for _, l := range lines {
		if l.Name == "" || l.part {
			continue
		}
		if i, j, n := extremes(l.Ys); n > 0 {
			s.say("The line %s is least at %s, where it is %s, and greatest at %s, where it is %s",
				l.Name, x.amount(l.Xs[i]), y.amount(l.Ys[i]), x.amount(l.Xs[j]), y.amount(l.Ys[j]))
			s.leaves(y, l.Ys[i], l.Ys[j])
		}
	}
}

// leaves says if a line from least to greatest is not all in the frame.
func (s *sentences) leaves(y Axis, least, greatest float64) {
	const slack = 1e-9
	y = y.sane()
	below, above := y.norm(least) < -slack, y.norm(greatest) > 1+slack
	switch {
	case below && above:
		s.say("It leaves the frame at the lower and the upper edge")
	case below:
		s.say("It leaves the frame at the lower edge")
	case above:
		s.say("It leaves the frame at the upper edge")
	}
}
