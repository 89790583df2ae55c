package plots

import (
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Emblem is a picture that is known at a glance: few bold strokes and marks, no axes
// and no labels. One pane fills it; several stand side by side, as squares.
//
// It is drawn anew for each size. Strokes and marks grow as the square root of the height,
// so that a small emblem keeps strokes that can be seen and a large one has room for more
// marks.
type Emblem []Pane

// A Pane is one picture of an [Emblem], and a [Drawer] of its own.
type Pane struct {
	Name  string // what it shows; "" where it is one of several of a kind
	X, Y  Axis   // of what is in sight
	Equal bool   // one unit is as long in x as in y: the axis that has room to spare reaches further
	Parts []Part // the last is on top
}

// A Part is one thing that a [Pane] draws: [Stroke], [Fill], [Dots], [Word], [Tile] or [Ground].
type Part interface {
	part(c draw.Canvas, p *frame, width vg.Length) // width is that of a bold stroke
}

// A Stroke is a bold curve through (Xs[i], Ys[i]), in order, broken where a value is not
// finite.
type Stroke struct {
	Xs, Ys []float64
	Color  Token // Curve if zero
	Dash   bool
	Fine   bool   // of half the width, for what stands back
	Class  string // of the path in the SVG
}

// A Fill is the area within the closed polygon of corners (Xs[i], Ys[i]).
type Fill struct {
	Xs, Ys []float64
	Color  Token
}

// Dots are marks of one kind at (Xs[i], Ys[i]). Of more than there is room for some are
// drawn, even in their order.
type Dots struct {
	Xs, Ys []float64
	Color  Token   // Data if zero
	Shape  Shape   // Disc if zero
	Size   float64 // as a multiple of the usual diameter; 1 if zero
	Most   int     // how many are drawn at the size of the contents; mostDots if zero
	Rim    bool    // of paper, for marks over a picture
}

// A Word is letters in cells of one unit, the lower left corner of the first at (X, Y).
type Word struct {
	Text  string
	X, Y  float64
	Color Token // Ink if zero
}

// A Tile is a matrix as a picture that fills the pane.
type Tile struct{ *Raster }

// A Ground is a function over X by Y as a picture, with its bold contours.
type Ground struct {
	*Relief
	X, Y Axis
	Fine bool // contours of half the width

	inset float64 // from the picture's edge to its outermost nodes
}

// The size of an emblem in the contents in px, and there the width of a stroke, the
// diameter of a mark and how many marks of one kind there are.
const (
	emblemWidth, emblemHeight = 168, 105

	strokeWidth = 4
	dotSize     = 5
	mostDots    = 40
)

// Draw draws the pane; see [Drawer].
func (v Pane) Draw(c draw.Canvas) {
	w, h := size(c)
	f := v.frame(w, h)
	width := strokeWidth * vg.Length(math.Sqrt(h/emblemHeight))
	for _, l := range v.Parts {
		l.part(c, &f, width)
	}
}

// namesItself says that a pane goes without a heading.
func (v Pane) namesItself() bool { return true }

func (v Pane) frame(w, h float64) frame {
	f := frame{0, 0, w, h, v.X.sane(), v.Y.sane()}
	if v.Equal {
		k := min(w/(f.x.Max-f.x.Min), h/(f.y.Max-f.y.Min))
		f.x, f.y = f.x.reaching(w/k), f.y.reaching(h/k)
	}
	return f
}

// reaching is an axis of that length with a's middle.
func (a Axis) reaching(length float64) Axis {
	mid := (a.Min + a.Max) / 2
	a.Min, a.Max = mid-length/2, mid+length/2
	return a
}

// Draw draws the emblem; see [Drawer].
func (e Emblem) Draw(c draw.Canvas) {
	if len(e) == 1 {
		e[0].Draw(c)
		return
	}
	for i, square := range e.squares(c) {
		pane := draw.Canvas{Canvas: c.Canvas, Rectangle: square}
		e[i].Draw(pane)
		strokePath(pane, "", box(square), draw.LineStyle{Color: Hairline, Width: 1})
	}
}

// squares are where the panes of an emblem of several stand.
func (e Emblem) squares(c draw.Canvas) []vg.Rectangle {
	const least = 28 // gaps to a width
	n, w, h := vg.Length(len(e)), c.Max.X-c.Min.X, c.Max.Y-c.Min.Y
	gap := w / least
	side := min(h-2*gap, (w-(n+1)*gap)/n)
	gap = (w - n*side) / (n + 1)
	at := vg.Point{X: c.Min.X + gap, Y: c.Min.Y + (h-side)/2}
	squares := make([]vg.Rectangle, len(e))
	for i := range squares {
		squares[i] = vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: side, Y: side})}
		at.X += side + gap
	}
	return squares
}

// AppendSVG appends the emblem as an inline <svg> element of class "emblem", in the size
// of the contents, that follows the page's theme. It is an ornament beside words that say
// more, and hidden from those who cannot see it.
func (e Emblem) AppendSVG(b []byte) []byte {
	s := newSVG(b, emblemHeight)
	s.buf = append(s.buf, `<svg class="emblem" aria-hidden="true" viewBox="0 0 168 105"`...)
	s.buf = append(s.buf, ` fill="none" stroke-linejoin="round">`...)
	e.Draw(draw.NewCanvas(s, emblemWidth, emblemHeight))
	s.endRun()
	return append(s.buf, "</svg>"...)
}

func (l Stroke) part(c draw.Canvas, p *frame, width vg.Length) {
	if l.Fine {
		width /= 2
	}
	path := tracer{c: c, tolerance: 0.15, graph: slices.IsSorted(l.Xs)}
	for i := range l.Xs {
		path.to(p, l.Xs[i], l.Ys[i])
	}
	path.lift()
	style := draw.LineStyle{Color: l.Color.or(Curve), Width: width}
	if l.Dash {
		style.Dashes = []vg.Length{1.8 * width, 1.2 * width}
	}
	strokePath(c, l.Class, path.path, style)
}

func (l Fill) part(c draw.Canvas, p *frame, _ vg.Length) {
	corners := make([]vg.Point, len(l.Xs))
	for i := range corners {
		corners[i] = p.place(c, l.Xs[i], l.Ys[i])
	}
	if corners = c.ClipPolygonXY(corners); len(corners) < 3 {
		return
	}
	t := tracer{tolerance: 0.15}
	t.path.Move(corners[0])
	t.simplify(corners)
	t.path.Close()
	fillPath(c, "", t.path, l.Color)
}

// place is where a point lies in the frame c.
func (f *frame) place(c draw.Canvas, x, y float64) vg.Point {
	return vg.Point{X: c.X(f.x.norm(x)), Y: c.Y(f.y.norm(y))}
}

func (l Dots) part(c draw.Canvas, p *frame, width vg.Length) {
	at, _ := placed(c, p, Points(l.Xs, l.Ys))
	most := l.Most
	if most == 0 {
		most = mostDots
	}
	// As the area grows by so much more than that of a mark.
	grown := float64(width / strokeWidth)
	at = even(at, int(float64(most)*grown*grown))
	g := glyphs{class: "dots", at: at, shape: l.Shape.or(0), color: l.Color.or(Data), size: dotSize * vg.Length(grown)}
	if l.Size > 0 {
		g.size *= vg.Length(l.Size)
	}
	if l.Rim {
		g.on = onShade
	}
	g.draw(c)
}

// even returns at most so many of the points, even in their order.
func even(at []vg.Point, most int) []vg.Point {
	if len(at) <= most {
		return at
	}
	some := make([]vg.Point, most)
	for i := range some {
		some[i] = at[i*len(at)/most]
	}
	return some
}

func (l Word) part(c draw.Canvas, p *frame, _ vg.Length) {
	cell := p.place(c, 1, 0).X - p.place(c, 0, 0).X
	set := text{Size: float64(cell), Bold: true, Color: l.Color.or(Ink), Anchor: middle}
	for i, r := range []rune(l.Text) {
		at := p.place(c, l.X+float64(i)+0.5, l.Y+0.3)
		set.draw(c, at.X, at.Y, string(r))
	}
}

func (l Tile) part(c draw.Canvas, p *frame, _ vg.Length) {
	if svgOf(c) != nil {
		drawRaster(c, "", c.Rectangle, l.Raster) // its PNG is there already
		return
	}
	l.drawIn(c, p, p.x, p.y)
}

func (l Ground) part(c draw.Canvas, p *frame, width vg.Length) {
	x, y := l.X.sane(), l.Y.sane()
	l.raster.drawIn(c, p, x, y)
	x.Min, x.Max, y.Min, y.Max = x.Min+l.inset, x.Max-l.inset, y.Min+l.inset, y.Max-l.inset
	for _, k := range l.contours {
		if !k.Bold {
			continue
		}
		on := l.Scale.ground()
		for _, piece := range k.pieces {
			line := Stroke{Color: k.ink(l.Scale, on), Fine: l.Fine}
			for _, at := range piece {
				line.Xs = append(line.Xs, x.value(at.X/float64(l.cols-1)))
				line.Ys = append(line.Ys, y.value(at.Y/float64(l.rows-1)))
			}
			line.part(c, p, width)
		}
	}
}

// drawIn draws what is in sight of r, which fills x by y: as whole pixels of r in an SVG,
// which is clipped, else as the canvas's own pixels, so that it neither blurs nor clips.
func (r *Raster) drawIn(c draw.Canvas, p *frame, x, y Axis) {
	b := r.Bounds()
	cols, rows := float64(b.Dx()), float64(b.Dy())
	// The edges of what is in sight, in pixels of r from its left and from its lower edge.
	x0, x1 := cols*max(0, x.norm(p.x.Min)), cols*min(1, x.norm(p.x.Max))
	y0, y1 := rows*max(0, y.norm(p.y.Min)), rows*min(1, y.norm(p.y.Max))
	s := svgOf(c)
	if s != nil {
		x0, x1, y0, y1 = math.Floor(x0), math.Ceil(x1), math.Floor(y0), math.Ceil(y1)
	}
	rect := vg.Rectangle{
		Min: p.place(c, x.value(x0/cols), y.value(y0/rows)),
		Max: p.place(c, x.value(x1/cols), y.value(y1/rows)),
	}
	width, height := x1-x0, y1-y0
	if s == nil {
		width, height = float64(rect.Size().X), float64(rect.Size().Y)
	}
	if !(width >= 1 && height >= 1) {
		return
	}
	part := *r
	part.Paletted = image.NewPaletted(image.Rect(0, 0, int(math.Round(width)), int(math.Round(height))), r.Palette)
	each(part.Rect, func(i, j int) {
		u := x0 + (float64(i)+0.5)*(x1-x0)/float64(part.Rect.Dx())
		v := rows - y1 + (float64(j)+0.5)*(y1-y0)/float64(part.Rect.Dy())
		part.SetColorIndex(i, j, r.seen(u, v))
	})
	if s == nil {
		c.DrawImage(rect, part.onPaper().Paletted)
		return
	}
	part.uri = dataURI(part.Paletted)
	drawRaster(c, "", rect, &part)
}

// each does something at every pixel of an area, from its upper left corner.
func each(area image.Rectangle, do func(x, y int)) {
	for y := range area.Dy() {
		for x := range area.Dx() {
			do(x, y)
		}
	}
}

// seen is the colour at a place of the picture, in pixels from its upper left corner. Where it
// is smooth, that is in between those of the four pixels around.
func (r *Raster) seen(u, v float64) uint8 {
	b := r.Bounds()
	at := func(i, j int) float64 {
		return float64(r.ColorIndexAt(b.Min.X+min(max(i, 0), b.Dx()-1), b.Min.Y+min(max(j, 0), b.Dy()-1)))
	}
	if !r.smooth {
		return uint8(at(int(u), int(v)))
	}
	u, v = u-0.5, v-0.5
	i, j := math.Floor(u), math.Floor(v)
	s, t, k, l := u-i, v-j, int(i), int(j)
	return uint8(0.5 + (1-t)*((1-s)*at(k, l)+s*at(k+1, l)) + t*((1-s)*at(k, l+1)+s*at(k+1, l+1)))
}

// Ground is the country as a part of an emblem.
func (k *Country) Ground() Ground {
	return Ground{Relief: k.Relief, X: k.x, Y: k.y, Fine: true, inset: k.side / 2}
}

// ByClass are the dots of the classes class[i], those of order[0] in the first class's
// colour and shape, and so on. Most is that of a class.
func ByClass(dots Dots, class []float64, order ...float64) []Part {
	if dots.Most == 0 {
		dots.Most = mostDots / len(order)
	}
	all := make([]Part, len(order))
	for k, name := range order {
		own := dots
		own.Xs, own.Ys, own.Color, own.Shape = nil, nil, category(k), Shape(0).or(k)
		for i, c := range class {
			if c == name {
				own.Xs, own.Ys = append(own.Xs, dots.Xs[i]), append(own.Ys, dots.Ys[i])
			}
		}
		all[k] = own
	}
	return all
}

// MatrixPane is a matrix as a pane, in the colours of [ScaleOf].
func MatrixPane(m mat.Matrix) Pane {
	return Pane{Parts: []Part{Tile{EncodeRaster(m, Scale{})}}}
}

// Box is a rectangle as a [Fill].
func Box(x0, x1, y0, y1 float64, color Token) Fill {
	return Fill{Xs: []float64{x0, x1, x1, x0}, Ys: []float64{y0, y0, y1, y1}, Color: color}
}

// Between is the area between two curves over xs as a [Fill].
func Between(xs, lo, hi []float64, color Token) Fill {
	back, top := slices.Clone(xs), slices.Clone(hi)
	slices.Reverse(back)
	slices.Reverse(top)
	return Fill{Xs: slices.Concat(xs, back), Ys: slices.Concat(lo, top), Color: color}
}
