package plots

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ErrorMap is an error over two parameters, yellow where it is low. X.Min and
// X.Max are the values of the first and last column of Values, Y.Min and Y.Max of
// its first and last row; between them the values are evenly spaced on the axis.
// Row 0 is at the bottom. The frame reaches half a cell further, so that a cell
// lies around its value.
type ErrorMap struct {
	X, Y       Axis
	Values     mat.Matrix
	Raster     *Raster // of EncodeErrorMap, drawn instead of Values if not nil
	Clip       float64 // all greater errors have the darkest colour; the greatest if zero
	Label      string  // what the error is; beside the colour-bar
	Unit       string
	Outline    mat.Matrix // by what cells are outlined; Values if nil
	Within     float64    // cells with at most that of it are outlined; none if zero or NaN
	WithinName string     // what the outline is, on the map
	Best, You  Marker     // a disc and a ring; not drawn without a Name, nor Best where all errors are one
	VLine      Mark       // not drawn without a Name
	Classes    []Class    // of places, over the map; named in its upper left corner
}

// ends are those of the errors.
func (v ErrorMap) ends() ends {
	if v.Raster != nil {
		return v.Raster.ends
	}
	e := noEnds()
	lo, hi, n := entries(v.Values)
	if n > 0 {
		e.add(lo.value)
		e.add(hi.value)
	}
	return e
}

// EncodeErrorMap draws the values of an ErrorMap, row 0 at the bottom.
func EncodeErrorMap(m mat.Matrix, clip float64) *Raster {
	rows, cols := m.Dims()
	lo, hi := math.Inf(1), math.Inf(-1)
	flipped := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j := range cols {
			v := m.At(i, j)
			if math.IsNaN(v) {
				v = math.Inf(1) // an error that could not be found is not a low one
			}
			flipped.Set(rows-1-i, j, v)
			lo = math.Min(lo, v)
			if !math.IsInf(v, 0) {
				hi = math.Max(hi, v)
			}
		}
	}
	if clip > lo {
		hi = math.Min(hi, clip)
	}
	if !(hi > lo) {
		if math.IsInf(lo, 0) {
			lo = 0
		}
		hi = lo + 1
	}
	return EncodeRaster(flipped, Scale{ReversedCividis, lo, hi})
}

func (v ErrorMap) raster() *Raster {
	if v.Raster != nil {
		return v.Raster
	}
	return EncodeErrorMap(v.Values, v.Clip)
}

func (v ErrorMap) frame(w, h float64) frame {
	rows, cols := dims(v.Raster, v.Values)
	return newFrame(w, h, v.X.sane().widened(cols), v.Y.sane().widened(rows))
}

// widened returns the axis of n cells whose first and last middles are a's ends.
func (a Axis) widened(n int) Axis {
	if n < 2 {
		return a
	}
	half := 0.5 / float64(n-1)
	if a.Log {
		k := math.Pow(a.Max/a.Min, half)
		a.Min, a.Max = a.Min/k, a.Max*k
	} else {
		d := (a.Max - a.Min) * half
		a.Min, a.Max = a.Min-d, a.Max+d
	}
	return a
}

// Draw draws the panel; see [Drawer].
func (v ErrorMap) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	v.Raster = v.raster()
	f.draw(c, v, axes{f.x, f.y, false})
}

// plot draws into the frame. Marks are white with a dark rim, to
// be seen on both ends of the ramp.
func (v ErrorMap) plot(c draw.Canvas, p *frame) {
	r := v.raster()
	drawRaster(c, "", c.Rectangle, r)
	colourBar(c, r.Scale, r.ends, v.Label, v.Unit, false)
	if t := p.x.norm(v.VLine.At); v.VLine.Name != "" && t >= 0 && t <= 1 {
		x := c.X(t)
		line := vertical(c, x)
		strokePath(c, "", line, draw.LineStyle{Color: Outline.Fade(0.55), Width: 3})
		strokePath(c, "mark", line, draw.LineStyle{Color: White, Width: 1.5, Dashes: []vg.Length{5, 4}})
		row := c.Max.Y - 18
		if v.WithinName != "" && v.outlineName(c) == row {
			row -= 28 // letters are larger on phones
		}
		beside(c, overMap, x, row, 7, v.VLine.Name)
	}
	v.outline(c)
	v.classes(c, p)
	for _, m := range []struct {
		Marker
		class string
	}{{v.Best, "best"}, {v.You, "you"}} {
		x, y := p.x.norm(m.X), p.y.norm(m.Y)
		if m.Name == "" || !(x >= 0 && x <= 1 && y >= 0 && y <= 1) || m.class == "best" && r.ends.flat() {
			continue
		}
		if m.class == "best" && v.onEdge(m.Marker) {
			m.Name += ", on the edge"
		}
		at := vg.Point{X: c.X(x), Y: c.Y(y)}
		// Best has its name above and You below: they may meet.
		base := at.Y + 13
		if m.class == "you" {
			circle(c, "", at, 7.5, draw.LineStyle{Color: Outline, Width: 5})
			circle(c, m.class, at, 7.5, draw.LineStyle{Color: White, Width: 2.6})
			base = at.Y - 25
		} else {
			discs(c, "", []vg.Point{at}, Outline, 14)
			discs(c, m.class, []vg.Point{at}, White, 11)
		}
		if base < c.Min.Y+4 {
			base = at.Y + 14
		} else if base > c.Max.Y-14 {
			base = at.Y - 24
		}
		half := overMap.width(m.Name) * 5 / 8 // a quarter more on phones
		x0 := min(max(v.clear(c, p, at.X, half), c.Min.X+half), c.Max.X-half)
		overMap.with(White, middle).draw(c, x0, base, m.Name)
	}
}

// classes draws places of several kinds, and what each kind is.
func (v ErrorMap) classes(c draw.Canvas, p *frame) {
	classes := inOrder(v.Classes)
	scatter{classes: classes, on: onPicture}.plot(c, p)
	at := vg.Point{X: c.Min.X + 16, Y: c.Max.Y - 16}
	for _, k := range classes {
		if k.Name == "" {
			continue
		}
		glyphs{at: []vg.Point{at}, shape: k.Shape, color: k.Color, size: vg.Length(k.Size), on: onPicture}.draw(c)
		overMap.with(White, start).draw(c, at.X+13, at.Y-4, k.Name)
		at.Y -= 20
	}
}

// outline draws the border between cells that have at most Within and others.
func (v ErrorMap) outline(c draw.Canvas) {
	by := v.Outline
	if by == nil {
		by = v.Values
	}
	if by == nil || !(v.Within > 0) {
		return
	}
	rows, cols := by.Dims()
	in := func(i, j int) bool {
		return i >= 0 && j >= 0 && i < rows && j < cols && by.At(i, j) <= v.Within
	}
	corner := func(i, j int) vg.Point {
		return vg.Point{X: c.X(float64(j) / float64(cols)), Y: c.Y(float64(i) / float64(rows))}
	}
	var border vg.Path
	for i := range rows + 1 {
		for j := range cols + 1 {
			if i < rows && in(i, j) != in(i, j-1) {
				border = append(border, segment(corner(i, j), corner(i+1, j))...)
			}
			if j < cols && in(i, j) != in(i-1, j) {
				border = append(border, segment(corner(i, j), corner(i, j+1))...)
			}
		}
	}
	if len(border) == 0 {
		return
	}
	strokePath(c, "", border, draw.LineStyle{Color: Outline.Fade(0.55), Width: 3})
	strokePath(c, "within", border, draw.LineStyle{Color: White, Width: 1.3})
	overMap.with(White, start).draw(c, c.Min.X+10, v.outlineName(c), v.WithinName)
}

// outlineName is where the name of the outline stands: above, where the outline seldom is,
// but below where You or the names of classes are above.
func (v ErrorMap) outlineName(c draw.Canvas) vg.Length {
	if len(v.Classes) > 0 || v.You.Name != "" && v.Y.sane().norm(v.You.Y) > 0.85 {
		return c.Min.Y + 10
	}
	return c.Max.Y - 18
}

// clear is the middle of a name, half of which is so wide, over the place x: beside the
// upright line where that would go through it.
func (v ErrorMap) clear(c draw.Canvas, p *frame, x, half vg.Length) vg.Length {
	line := c.X(p.x.norm(v.VLine.At))
	switch half += 4; {
	case v.VLine.Name == "" || line < x-half || line > x+half:
		return x
	case line > x:
		return line - half
	}
	return line + half
}

// onEdge says whether the marker is in the first or the last row or column of the map,
// beyond which it might go on.
func (v ErrorMap) onEdge(m Marker) bool {
	rows, cols := dims(v.Raster, v.Values)
	outermost := func(a Axis, at float64, n int) bool {
		t := a.sane().norm(at) * float64(n-1)
		return n > 1 && (t < 0.5 || t > float64(n-1)-0.5)
	}
	return outermost(v.X, m.X, cols) || outermost(v.Y, m.Y, rows)
}

// overMap is a name in white with a dark rim.
var overMap = text{Size: 13, Bold: true, Color: White, Halo: true}

// Describe says where the error is least, and where the marks are.
func (v ErrorMap) Describe() string {
	var s sentences
	x, y := v.X.sane(), v.Y.sane()
	what := v.Label
	if what == "" {
		what = "an error"
	}
	s.say("A map of %s over %s and %s, yellow where it is low", what, x.name("x"), y.name("y"))
	e := v.ends()
	if v.Clip > e.least && v.Clip < e.greatest {
		s.say("All over %s have the darkest colour", strings.TrimSpace(brief(v.Clip)+" "+v.Unit))
	}
	if e.flat() && e.greatest >= e.least {
		s.say("The error is %s everywhere", strings.TrimSpace(brief(e.least)+" "+v.Unit))
		v.Best.Name = ""
	} else if v.Values != nil {
		if lo, _, n := entries(v.Values); n > 0 {
			rows, cols := v.Values.Dims()
			at := Marker{X: x.value(step(lo.j, cols)), Y: y.value(step(lo.i, rows))}
			if finite(v.Best.X) && v.Best.Name != "" { // which knows the places that the map was computed at
				at = v.Best
			}
			s.say("The least is %s, at %s %s and %s %s", strings.TrimSpace(brief(lo.value)+" "+v.Unit),
				x.name("x"), x.amount(at.X), y.name("y"), y.amount(at.Y))
		}
	}
	for _, m := range []Marker{v.Best, v.You} {
		if m.Name != "" && finite(m.X) && finite(m.Y) {
			s.say("The mark %s is at %s %s and %s %s", m.Name, x.name("x"), x.amount(m.X), y.name("y"), y.amount(m.Y))
		}
	}
	for i, k := range v.Classes {
		s.say("%s: %s", className(k.Name, i), count(len(k.Points), "place"))
	}
	switch {
	case !(v.Within > 0) || v.WithinName == "":
	case v.Outline != nil:
		s.say("%s", v.WithinName)
	case v.Values != nil:
		s.say("%s, %s or less", v.WithinName, strings.TrimSpace(brief(v.Within)+" "+v.Unit))
	}
	if m := v.Best; m.Name != "" && v.onEdge(m) {
		s.say("That is on the map's edge: beyond it there may be less")
	}
	return s.String()
}

// step is where the i-th of n even steps lies between 0 and 1.
func step(i, n int) float64 { return float64(i) / float64(max(n-1, 1)) }
