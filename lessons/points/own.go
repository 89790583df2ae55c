package points

import (
	"math"
	"strings"

	"gramophone/engine"
	"gramophone/lessons/course"
)

// maxValue bounds a coordinate of one's own points.
const maxValue = 1e6

// defaultPoints are a reader's own points before there are any.
const defaultPoints = "1,0.2;2,0.9;3,0.6;4,-0.4;5,-1;6,-0.6;7,0.5;8,1.1"

// Own declares a reader's own points, "x,y;x,y;…", and reads them: each a
// datum with one input. With [Classed] they are "x1,x2,c;x1,x2,c;…", two inputs
// with the response 1 or −1, for which +1 and 0 are read too. "none" is no point:
// a figure with a panel to put one down on shows that panel's axes, any other
// says that there is nothing to show.
//
// What cannot be read is left out, what lies beyond ±10⁶ is clamped, and the
// first 60 are kept, each with a note.
func Own(f *course.Form, name, label, def string, settings ...course.Setting) engine.Dataset {
	text := f.Text(name, label, def, settings...)
	c := f.Control(name)
	c.Kind = course.Points
	if text == course.NoPoints {
		return engine.Dataset{}
	}
	d, unread, clamped := parsePoints(text, c.Classed)
	if unread > 0 {
		f.Remark(name, "%d could not be read as %s and are left out.", unread, map[bool]string{false: "x,y", true: "x1,x2,c with c = 1 or −1"}[c.Classed])
	}
	if clamped > 0 {
		f.Remark(name, "%d coordinates are beyond ±10⁶; using ±10⁶.", clamped)
	}
	if d.Len() > course.MaxPoints {
		f.Remark(name, "%d points were read; the first %d are kept and %d left out.", d.Len(), course.MaxPoints, d.Len()-course.MaxPoints)
		d.X, d.Y = d.X[:course.MaxPoints], d.Y[:course.MaxPoints]
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
		x, ok := course.ParseNumber(strings.TrimSpace(number))
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
			b = append(b, course.FormatNumber(x)...)
			b = append(b, ',')
		}
		b = append(b, course.FormatNumber(d.Y[i])...)
	}
	return string(b)
}
