package lessons

import (
	"math"
	"slices"
	"strings"

	"gramophone/engine"
)

// Bounds of one's own points: of how many there are, and of a coordinate. The
// page states the first, since what is typed there is cut before it is sent.
const (
	MaxPoints = 60
	maxValue  = 1e6
)

// defaultPoints are a reader's own points before there are any.
const defaultPoints = "1,0.2;2,0.9;3,0.6;4,-0.4;5,-1;6,-0.6;7,0.5;8,1.1"

// noPoints is how a query says that there is no point at all: an empty value is
// an absent one.
const noPoints = "none"

// EditedOn names the panel on which the points are moved by hand.
func EditedOn(panel string) Setting { return func(c *Control) { c.Panel = panel } }

// Classed gives every point a class: x1,x2,c with c = 1 or −1.
func Classed(c *Control) { c.Classed = true }

// Points declares a reader's own points, "x,y;x,y;…", and reads them: each a
// datum with one input. With [Classed] they are "x1,x2,c;x1,x2,c;…", two inputs
// with the response 1 or −1, for which +1 and 0 are read too. "none" is no point:
// a figure with a panel to put one down on shows that panel's axes, any other
// says that there is nothing to show.
//
// What cannot be read is left out, what lies beyond ±10⁶ is clamped, and the
// first 60 are kept, each with a note.
func (f *Form) Points(name, label, def string, settings ...Setting) engine.Dataset {
	text := f.Text(name, label, def, settings...)
	c := f.Control(name)
	c.Kind = Points
	if text == noPoints {
		return engine.Dataset{}
	}
	d, unread, clamped := parsePoints(text, c.Classed)
	if unread > 0 {
		f.Remark(name, "%d could not be read as %s and are left out.", unread, map[bool]string{false: "x,y", true: "x1,x2,c with c = 1 or −1"}[c.Classed])
	}
	if clamped > 0 {
		f.Remark(name, "%d coordinates are beyond ±10⁶; using ±10⁶.", clamped)
	}
	if d.Len() > MaxPoints {
		f.Remark(name, "%d points were read; the first %d are kept and %d left out.", d.Len(), MaxPoints, d.Len()-MaxPoints)
		d.X, d.Y = d.X[:MaxPoints], d.Y[:MaxPoints]
	}
	if d.Len() == 0 {
		f.Remark(name, "there is none to fit; using the default.")
		d, _, _ = parsePoints(def, c.Classed)
	}
	f.Replace(name, writePoints(d, c.Classed))
	return d
}

// parsePoints reads points, and counts those it could not read and the
// coordinates it clamped.
func parsePoints(text string, classed bool) (d engine.Dataset, unread, clamped int) {
	for point := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(point) == "" {
			continue
		}
		v, ok := parsePoint(point, classed)
		if !ok {
			unread++
			continue
		}
		for i := range v {
			if math.Abs(v[i]) > maxValue {
				v[i] = math.Copysign(maxValue, v[i])
				clamped++
			}
			v[i] += 0 // −0 becomes 0
		}
		last := len(v) - 1
		d.X = append(d.X, v[:last:last])
		d.Y = append(d.Y, v[last])
	}
	return d, unread, clamped
}

// parsePoint reads the numbers of one point, its class as 1 or −1.
func parsePoint(text string, classed bool) ([]float64, bool) {
	var v []float64
	for number := range strings.SplitSeq(text, ",") {
		x, ok := parse(strings.TrimSpace(number))
		if !ok || len(v) == 3 {
			return nil, false
		}
		v = append(v, x)
	}
	if !classed {
		return v, len(v) == 2
	}
	if len(v) != 3 {
		return nil, false
	}
	if v[2] == 0 {
		v[2] = -1
	}
	return v, v[2] == 1 || v[2] == -1
}

// writePoints is the canonical text of points.
func writePoints(d engine.Dataset, classed bool) string {
	var b []byte
	for i := range d.Y {
		if i > 0 {
			b = append(b, ';')
		}
		for _, x := range d.X[i] {
			b = append(b, format(x)...)
			b = append(b, ',')
		}
		b = append(b, format(d.Y[i])...)
	}
	return string(b)
}

// A window is the part of the plane that is plotted.
type window struct{ xlo, xhi, ylo, yhi float64 }

// window declares the frame "xlo,xhi,ylo,yhi" around one's own points, so that
// axes stay where they are while a point is moved. Where the query names none,
// it is the one the points have by themselves, which is left out of links.
func (f *Form) window(natural window) window {
	text := f.Text("frame", "frame", "")
	f.Control("frame").Hidden = true // it is set by hands and by links
	if f.Control("data").Value != "points" {
		f.Replace("frame", "")
		return natural
	}
	w, ok := parseWindow(text)
	if text != "" && !ok {
		f.Remark("frame", "“%s” is not xlo,xhi,ylo,yhi; using the points' own.", shown(text))
	}
	if !ok || w == natural {
		f.Replace("frame", "")
		return natural
	}
	f.Replace("frame", writeNumbers(w.xlo, w.xhi, w.ylo, w.yhi))
	return w
}

// windowOf is the window that points (xs[i], ys[i]) have by themselves, the usual
// one if they fit it.
func windowOf(xs, ys []float64, usual window) window {
	if len(xs) == 0 {
		return usual
	}
	w := usual
	w.xlo, w.xhi = around(xs, usual.xlo, usual.xhi)
	w.ylo, w.yhi = around(ys, usual.ylo, usual.yhi)
	return w
}

func parseWindow(text string) (window, bool) {
	var v []float64
	for number := range strings.SplitSeq(text, ",") {
		x, ok := parse(strings.TrimSpace(number))
		if !ok || math.Abs(x) > 2*maxValue || len(v) == 4 {
			return window{}, false
		}
		v = append(v, x+0)
	}
	if len(v) != 4 || !apart(v[0], v[1]) || !apart(v[2], v[3]) {
		return window{}, false
	}
	return window{v[0], v[1], v[2], v[3]}, true
}

func writeNumbers(v ...float64) string {
	s := make([]string, len(v))
	for i := range v {
		s[i] = format(v[i])
	}
	return strings.Join(s, ",")
}

// narrow is the least width of an axis, relative to its numbers.
const narrow = 1e-6

func apart(lo, hi float64) bool { return hi-lo >= narrow*math.Max(1, math.Max(-lo, hi)) }

// around is a range for the values v: the usual one, [lo, hi], where they fill a
// third of it and do not leave it; else one that begins and ends at coarse
// steps, 1, 2 or 5 times a power of ten, so that it changes seldom.
func around(v []float64, lo, hi float64) (low, high float64) {
	least, greatest := slices.Min(v), slices.Max(v)
	width := greatest - least
	if least >= lo && greatest <= hi && (width >= (hi-lo)/3 || len(v) == 1) {
		return lo, hi
	}
	if !apart(least, greatest) {
		width = math.Max(1, math.Abs(least))
	}
	step := math.Pow(10, math.Floor(math.Log10(width/4)))
	for _, m := range []float64{2, 2.5, 2} { // to 2, 5 and 10 times that power
		if step < width/4 {
			step *= m
		}
	}
	const margin = 0.05
	return round(math.Floor((least-margin*width)/step)*step, 12), round(math.Ceil((greatest+margin*width)/step)*step, 12)
}
