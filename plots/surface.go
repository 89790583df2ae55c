package plots

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Surface is a function over the plane: a picture, contours, and points of classes
// over both. X.Min and X.Max are the values of the first and last column of
// Values, Y.Min and Y.Max of its first and last row; between them the nodes are
// evenly spaced on the axis. Row 0 is at the bottom.
//
// A Scale from −a to a puts paper at 0, as for the value of a decision; one of
// Diverging from 0 to 1 puts it at ½, as for a probability. Where points of classes
// lie over it, take Field, which has their colours, the first class's where the function
// is large, and is clear where it tells neither: the boundary is a bold level. Where all
// values have one sign, take Share; for the likeliest of three classes, a Relief of
// [EncodeShares].
//
// For values on a [Grid] there are its Nodes, and [LevelsOf] chooses round levels.
type Surface struct {
	X, Y      Axis
	Values    mat.Matrix
	Scale     Scale // ScaleOf(Values) if zero
	Levels    []Level
	Relief    *Relief // of EncodeRelief, drawn instead of the three above if not nil
	LinesOnly bool    // contours without the picture
	Label     string  // what the function is; beside the colour-bar
	Unit      string
	Classes   []Class
	Rings     []int // numbers of points to draw a ring around, as support vectors
	Lines     []Line
	Markers   []Marker
	Equal     bool // one unit is as long in x as in y
}

// bandRow is the height of a second row above the frame.
const bandRow = 22

func (v Surface) size() (w, h float64) {
	w, h = planeSize(v.Equal, v.X, v.Y)
	return w, h + v.row(w-marginLeft-marginRight)
}

func (v Surface) fit(width float64) float64 {
	h := planeHeight(v.Equal, v.X, v.Y, width)
	if h > 0 {
		h += v.row(width - marginLeft - marginRight)
	}
	return h
}

// row is the room above a frame so wide that colour-bar and legend want together, beside
// the rows that any frame has there: a third row of the legend too.
func (v Surface) row(width float64) float64 {
	bar := v.bar(width)
	if bar == 0 {
		return 0
	}
	_, _, last := v.key().lay(width)
	return bar + bandRow*float64(max(0, last-1))
}

// bar is how much higher the colour-bar lifts the legend over a frame so wide.
func (v Surface) bar(width float64) float64 {
	switch {
	case v.LinesOnly || len(v.key()) == 0:
		return 0
	case barLabelAbove(v.Label, width):
		return 2 * bandRow
	}
	return bandRow
}

func (v Surface) frame(w, h float64) frame {
	f := newFrame(w, h, v.X, v.Y)
	row := v.row(f.x1 - f.x0)
	for {
		g := f
		if g.y1 -= row; v.Equal {
			g = g.equal()
		}
		more := v.row(g.x1 - g.x0) // of a frame that is narrower for it
		if more <= row {
			return g
		}
		row = more
	}
}

func (v Surface) relief() *Relief {
	switch {
	case v.Relief != nil:
		return v.Relief
	case v.Values == nil:
		panic("plots: a Surface needs Values or a Relief")
	}
	return EncodeRelief(v.Values, v.Scale, v.Levels)
}

// Draw draws the panel; see [Drawer].
func (v Surface) Draw(c draw.Canvas) {
	v.Relief = v.relief()
	f := v.frame(size(c))
	f.draw(c, axes{f.x, f.y, false}, v, lifted{v.key(), v.bar(f.x1 - f.x0)})
}

// key names classes and lines.
func (v Surface) key() key { return classKey(inOrder(v.Classes)).lines(v.Lines) }

// lifted is a legend so much higher, to leave room for a colour-bar.
type lifted struct {
	key
	by float64
}

func (k lifted) plot(c draw.Canvas, p *frame) {
	c.Max.Y += vg.Length(k.by)
	k.key.plot(c, p)
}

// plot draws all but axes and legend into the frame.
func (v Surface) plot(c draw.Canvas, p *frame) {
	r := v.relief()
	if !v.LinesOnly {
		if r.raster != nil {
			drawRaster(c, "", c.Rectangle, r.raster)
		}
		colourBar(c, r.Scale, r.ends, v.Label, v.Unit, len(v.key()) > 0)
	}
	on := onPaper
	if !v.LinesOnly {
		on = r.Scale.ground()
	}
	names := r.plot(c, 0, float64(r.cols-1), float64(r.rows-1), on)
	for _, l := range v.Lines {
		if on == onPicture {
			rimmed{l}.plot(c, p)
		} else {
			l.plot(c, p)
		}
	}
	marks := scatter{classes: inOrder(v.Classes), rings: v.Rings, on: on}
	marks.plot(c, p)
	names.marks = marks.places(c, p)
	names.draw(c)
	for _, m := range around(v.Markers, inOrder(v.Classes)) {
		m.on = on
		m.plot(c, p)
	}
}

// Describe says between which values the function lies and where, at which levels
// it has contours, and how many points of each class there are.
func (v Surface) Describe() string {
	var s sentences
	r, x, y := v.Relief, v.X.sane(), v.Y.sane()
	if r == nil {
		if v.Values == nil {
			panic("plots: a Surface needs Values or a Relief")
		}
		r = newGrid(v.Values).relief(v.Values, v.Scale, v.Levels) // the picture is not told
	}
	what := v.Label
	if what == "" {
		what = "a function"
	}
	s.say("A map of %s over %s and %s%s", what, x.name("x"), y.name("y"), r.levels())
	if r.Scale.Ramp == Shares {
		s.say("Each place has the colour of the class that is the likeliest there")
	}
	if r.known > 0 {
		place := func(at cell) string {
			value := Axis{Min: r.lo.value, Max: r.hi.value}.amount(at.value)
			return fmt.Sprintf("%s at (%s, %s)", strings.TrimSpace(value+" "+v.Unit),
				brief(x.value(step(at.j, r.cols))), brief(y.value(step(at.i, r.rows))))
		}
		s.say("Its least value is %s, its greatest %s", place(r.lo), place(r.hi))
	}
	s.classes(inOrder(v.Classes))
	s.rings(v.Rings)
	s.lines(x, y, v.Lines)
	for _, m := range v.Markers {
		if m.Name != "" && finite(m.X) && finite(m.Y) {
			s.say("The mark %s is at (%s, %s)", m.Name, brief(m.X), brief(m.Y))
		}
	}
	return s.String()
}

// levels says where there are contours: a level that the function does not reach
// has none.
func (r *Relief) levels() string {
	var at []string
	for _, k := range r.contours {
		switch {
		case len(k.pieces) == 0:
		case k.Said != "":
			at = append(at, k.Said)
		case k.Name != "":
			at = append(at, k.Name)
		default:
			at = append(at, brief(k.At))
		}
	}
	if len(at) == 0 {
		return ""
	}
	return ", with contours at " + list(at)
}
