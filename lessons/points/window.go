package points

import (
	"math"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Window is the part of the plane that is plotted.
type Window struct{ XMin, XMax, YMin, YMax float64 }

// frame declares the window "xlo,xhi,ylo,yhi" around one's own points, so that
// axes stay where they are while a point is moved. Where the query names none,
// it is the one the points have by themselves, which is left out of links.
func frame(f *course.Form, natural Window) Window {
	text := f.Text("frame", "frame", "")
	f.Control("frame").Off = true // it is set by hands and by links
	if f.Control("data").Value != "points" {
		f.Replace("frame", "")
		return natural
	}
	w, ok := parseWindow(text)
	if text != "" && !ok {
		f.Remark("frame", "“%s” is not xlo,xhi,ylo,yhi; using the points' own.", course.Printable(text))
	}
	if !ok || w == natural {
		f.Replace("frame", "")
		return natural
	}
	f.Replace("frame", writeNumbers(w.XMin, w.XMax, w.YMin, w.YMax))
	return w
}

// windowOf is the window that points (xs[i], ys[i]) have by themselves, the usual
// one if they fit it.
func windowOf(xs, ys []float64, usual Window) Window {
	if len(xs) == 0 {
		return usual
	}
	w := usual
	w.XMin, w.XMax = around(xs, usual.XMin, usual.XMax)
	w.YMin, w.YMax = around(ys, usual.YMin, usual.YMax)
	return w
}

func parseWindow(text string) (Window, bool) {
	var v []float64
	for number := range strings.SplitSeq(text, ",") {
		x, ok := course.ParseNumber(strings.TrimSpace(number))
		if !ok || math.Abs(x) > 2*maxValue || len(v) == 4 {
			return Window{}, false
		}
		v = append(v, x+0)
	}
	if len(v) != 4 || !apart(v[0], v[1]) || !apart(v[2], v[3]) {
		return Window{}, false
	}
	return Window{v[0], v[1], v[2], v[3]}, true
}

func writeNumbers(v ...float64) string {
	s := make([]string, len(v))
	for i := range v {
		s[i] = course.FormatNumber(v[i])
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
	more := float64(margin * width) // rounded for itself: a hair decides where an axis ends
	return course.Round(math.Floor((least-more)/step)*step, 12),
		course.Round(math.Ceil((greatest+more)/step)*step, 12)
}
