package plots

import (
	"image"
	"image/color"
	"math"
	"strconv"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// svg is a vg.Canvas that appends SVG elements to a buffer. It writes classes
// and presentation attributes only. Beyond vg.Canvas it can draw many round
// marks as one path, name the next element and anchor text: see svgOf.
type svg struct {
	buf     []byte
	literal bool    // colours as values rather than custom properties
	class   string  // of the next element
	index   []int   // of the next element's data
	legend  *Legend // what stands above the frame goes there, if not nil
	run     text    // style of the open group of texts
	inRun   bool
	context
	stack []context
}

type context struct {
	// x′ = ax + cy + e, y′ = bx + dy + f takes vg's coordinates to SVG's.
	a, b, c, d, e, f float64
	color            color.Color
	width            vg.Length
	dashes           []vg.Length
	offset           vg.Length
}

// newSVG returns a canvas of the given height that appends to buf.
func newSVG(buf []byte, height float64) *svg {
	return &svg{buf: buf, context: context{a: 1, d: -1, f: height, color: color.Black, width: 1}}
}

// svgOf returns the SVG canvas under c, or nil: then what it can do beyond
// vg.Canvas needs another way.
func svgOf(c vg.Canvas) *svg {
	for {
		switch t := c.(type) {
		case *svg:
			return t
		case draw.Canvas:
			c = t.Canvas
		case *draw.Canvas:
			c = t.Canvas
		default:
			return nil
		}
	}
}

func (s *svg) SetLineWidth(w vg.Length)               { s.width = w }
func (s *svg) SetLineDash(d []vg.Length, o vg.Length) { s.dashes, s.offset = d, o }
func (s *svg) Push()                                  { s.stack = append(s.stack, s.context) }
func (s *svg) Translate(p vg.Point)                   { s.e, s.f = s.at(p) }
func (s *svg) at(p vg.Point) (x, y float64)           { return s.xy(float64(p.X), float64(p.Y)) }
func (s *svg) xy(x, y float64) (px, py float64)       { return s.a*x + s.c*y + s.e, s.b*x + s.d*y + s.f }
func (s *svg) Scale(x, y float64)                     { s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y }
func (s *svg) scale() float64                         { return math.Sqrt(math.Abs(s.a*s.d - s.b*s.c)) }
func (s *svg) tenths(p vg.Point) (x, y int)           { px, py := s.at(p); return tenths(px), tenths(py) }

func (s *svg) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	s.color = c
}

func (s *svg) Pop() {
	s.context = s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
}

func (s *svg) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

// Stroke writes p as a path; the root element says fill="none".
func (s *svg) Stroke(p vg.Path) {
	if s.width <= 0 {
		return
	}
	s.open("path")
	s.stroke()
	s.path(p)
}

func (s *svg) Fill(p vg.Path) {
	s.open("path")
	s.paint("fill", s.color)
	s.path(p)
}

// Marks draws a disc at every point: one path of empty strokes with round caps. What fades it is
// the path's opacity, not its stroke's, since WebKit draws such caps twice.
func (s *svg) Marks(pts []vg.Point, diameter vg.Length) {
	if len(pts) == 0 {
		s.class, s.index = "", nil
		return
	}
	s.open("path")
	s.width, s.dashes = diameter, nil
	s.opacity("opacity", s.opaque("stroke", s.color))
	s.thickness()
	s.attr("stroke-linecap", "round")
	s.buf = append(s.buf, ` d="`...)
	pen := pen{buf: s.buf}
	for _, p := range pts {
		pen.move(s.tenths(p))
		pen.dot()
	}
	s.buf = append(pen.buf, `"/>`...)
}

// Class names the next element.
func (s *svg) Class(class string) { s.class = class }

// Index numbers the data of the next element's marks; 0, 1, 2 and so on goes
// without saying, and so does nil.
func (s *svg) Index(numbers []int) {
	s.index = nil
	for i, n := range numbers {
		if i != n {
			s.index = numbers
			return
		}
	}
}

func (s *svg) FillString(f font.Face, pt vg.Point, str string) {
	if f.Font.Size == 0 {
		return
	}
	s.text(text{Size: float64(f.Font.Size), Bold: f.Font.Weight >= stdfont.WeightSemiBold, Color: s.color}, pt, str)
}

// text writes str with its baseline at pt. Texts of one style that follow each
// other share a group.
func (s *svg) text(t text, pt vg.Point, str string) {
	if !s.inRun || t != s.run || s.class != "" {
		class := s.class
		s.class = ""
		s.open("g")
		if class != "" {
			s.attr("class", class)
		}
		s.paint("fill", t.Color)
		s.attr("font-size", string(appendTenths(nil, tenths(t.Size*s.scale()))))
		if t.Bold {
			s.attr("font-weight", "600")
		}
		if t.Anchor != start {
			s.attr("text-anchor", t.Anchor.String())
		}
		if t.Halo {
			s.paint("stroke", t.rim())
			s.attr("stroke-width", "3")
			s.attr("paint-order", "stroke")
		}
		s.buf = append(s.buf, '>')
		s.run, s.inRun = t, true
	}
	x, y := s.tenths(pt)
	s.buf = append(s.buf, `<text x="`...)
	s.buf = appendTenths(s.buf, x)
	s.buf = append(s.buf, `" y="`...)
	s.buf = appendTenths(s.buf, y)
	if angle := math.Atan2(s.b, s.a) - t.Angle; math.Abs(angle) > 1e-3 {
		s.buf = append(s.buf, `" transform="rotate(`...)
		s.buf = appendTenths(s.buf, tenths(angle*180/math.Pi))
		s.buf = append(s.buf, ' ')
		s.buf = appendTenths(s.buf, x)
		s.buf = append(s.buf, ' ')
		s.buf = appendTenths(s.buf, y)
		s.buf = append(s.buf, ')')
	}
	s.buf = append(s.buf, `">`...)
	s.buf = appendEscaped(s.buf, str)
	s.buf = append(s.buf, "</text>"...)
}

// DrawImage writes img as a PNG in a data URI, one sample a pixel: the browser
// enlarges it without smoothing.
func (s *svg) DrawImage(rect vg.Rectangle, img image.Image) {
	r, ok := img.(*Raster)
	if !ok {
		r = &Raster{uri: dataURI(img)}
	}
	x0, y1 := s.at(rect.Min)
	x1, y0 := s.at(rect.Max)
	s.open("image")
	for _, v := range []struct {
		name string
		v    float64
	}{{"x", x0}, {"y", y0}, {"width", x1 - x0}, {"height", y1 - y0}} {
		s.attr(v.name, string(appendTenths(nil, tenths(v.v))))
	}
	s.attr("preserveAspectRatio", "none")
	if !r.smooth {
		s.attr("image-rendering", "pixelated")
	}
	s.buf = append(s.buf, ` href="`...)
	s.buf = append(s.buf, r.uri...) // base64 needs no escapes
	s.buf = append(s.buf, `"/>`...)
}

// Group begins a group of elements of that class, which EndGroup ends.
func (s *svg) Group(class string) {
	s.class = class
	s.open("g")
	s.buf = append(s.buf, '>')
}

func (s *svg) EndGroup() {
	s.endRun()
	s.buf = append(s.buf, "</g>"...)
}

func (s *svg) endRun() {
	if s.inRun {
		s.buf = append(s.buf, "</g>"...)
		s.inRun = false
	}
}

func (s *svg) open(name string) {
	s.endRun()
	s.buf = append(s.buf, '<')
	s.buf = append(s.buf, name...)
	if s.class != "" {
		s.attr("class", s.class)
		s.class = ""
	}
	if s.index != nil {
		s.buf = append(s.buf, ` data-index="`...)
		for i, n := range s.index {
			if i > 0 {
				s.buf = append(s.buf, ' ')
			}
			s.buf = strconv.AppendInt(s.buf, int64(n), 10)
		}
		s.buf = append(s.buf, '"')
		s.index = nil
	}
}

func (s *svg) attr(name, value string) {
	s.buf = append(s.buf, ' ')
	s.buf = append(s.buf, name...)
	s.buf = append(s.buf, `="`...)
	s.buf = appendEscaped(s.buf, value)
	s.buf = append(s.buf, '"')
}

// paint writes a colour, and its opacity unless that is 1.
func (s *svg) paint(name string, c color.Color) { s.opacity(name+"-opacity", s.opaque(name, c)) }

// opaque writes a colour without its opacity, which it returns.
func (s *svg) opaque(name string, c color.Color) (alpha uint8) {
	var n color.NRGBA
	if t, ok := c.(Token); ok {
		n = t.Light
		if !s.literal {
			s.attr(name, "var("+t.Var+")")
			return n.A
		}
	} else {
		n = color.NRGBAModel.Convert(c).(color.NRGBA)
	}
	const hex = "0123456789abcdef"
	s.attr(name, string([]byte{'#', hex[n.R>>4], hex[n.R&15], hex[n.G>>4], hex[n.G&15], hex[n.B>>4], hex[n.B&15]}))
	return n.A
}

func (s *svg) opacity(name string, alpha uint8) {
	if alpha < 255 {
		s.attr(name, strconv.FormatFloat(math.Round(float64(alpha)/2.55)/100, 'g', -1, 64))
	}
}

func (s *svg) stroke() {
	s.paint("stroke", s.color)
	s.thickness()
}

// thickness writes a line's width and dashes.
func (s *svg) thickness() {
	k := s.scale()
	if w := tenths(float64(s.width) * k); w != 10 {
		s.attr("stroke-width", string(appendTenths(nil, max(w, 1))))
	}
	if len(s.dashes) > 0 {
		var d []byte
		for i, l := range s.dashes {
			if i > 0 {
				d = append(d, ' ')
			}
			d = appendTenths(d, tenths(float64(l)*k))
		}
		s.attr("stroke-dasharray", string(d))
		if s.offset != 0 {
			s.attr("stroke-dashoffset", string(appendTenths(nil, tenths(float64(s.offset)*k))))
		}
	}
}

func (s *svg) path(p vg.Path) {
	s.buf = append(s.buf, ` d="`...)
	pen := pen{buf: s.buf}
	for _, c := range p {
		switch c.Type {
		case vg.MoveComp:
			pen.move(s.tenths(c.Pos))
		case vg.LineComp:
			pen.line(s.tenths(c.Pos))
		case vg.CurveComp:
			pen.cmd("CQC"[len(c.Control)])
			for _, q := range append(c.Control[:len(c.Control):len(c.Control)], c.Pos) {
				x, y := s.tenths(q)
				pen.num(x)
				pen.num(y)
				pen.x, pen.y = x, y
			}
		case vg.ArcComp:
			s.arc(&pen, c)
		case vg.CloseComp:
			pen.close()
		}
	}
	s.buf = append(pen.buf, `"/>`...)
}

// arc draws a vg arc: a line to its start, then at most half a turn at a time,
// since SVG cannot say a whole one.
func (s *svg) arc(pen *pen, c vg.PathComp) {
	point := func(angle float64) (int, int) {
		sin, cos := math.Sincos(angle)
		return s.tenths(vg.Point{X: c.Pos.X + c.Radius*vg.Length(cos), Y: c.Pos.Y + c.Radius*vg.Length(sin)})
	}
	x, y := point(c.Start)
	if pen.started {
		pen.line(x, y)
	} else {
		pen.move(x, y)
	}
	parts := int(math.Ceil(math.Abs(c.Angle)/math.Pi - 1e-9))
	r, sweep := tenths(float64(c.Radius)*s.scale()), 0
	if (c.Angle > 0) == (s.a*s.d-s.b*s.c > 0) {
		sweep = 10
	}
	for i := range parts {
		x, y := point(c.Start + c.Angle*float64(i+1)/float64(parts))
		pen.cmd('A')
		for _, v := range [...]int{r, r, 0, 0, sweep, x, y} {
			pen.num(v)
		}
		pen.x, pen.y = x, y
	}
}

// appendEscaped appends s as XML text or attribute value. Characters that XML
// cannot hold become U+FFFD.
func appendEscaped(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '"':
			b = append(b, "&#34;"...)
		case r < 0x20 && r != '\n' && r != '\t', r == 0xfffe, r == 0xffff:
			b = append(b, "\ufffd"...)
		default:
			b = append(b, string(r)...)
		}
	}
	return b
}
