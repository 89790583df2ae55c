package points

import (
	"math"
	"slices"
	"strconv"
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
// It reads a table from a spreadsheet too. What cannot be read is left out, what lies beyond ±10⁶ is clamped, and the
// first 60 are kept, each with a note.
func Own(f *course.Form, name, label, def string, settings ...course.Setting) engine.Dataset {
	text := f.Text(name, label, def, settings...)
	c := f.Control(name)
	c.Kind = course.Points
	if text == course.NoPoints {
		return engine.Dataset{}
	}
	list, rows := fromTable(text, c.Classed)
	d, unread, clamped := parsePoints(list, c.Classed)
	if rows > 0 {
		f.Remark(name, "a table of %s was read.", course.Plural(rows, "row"))
	}
	if unread > 0 {
		form := map[bool]string{false: "x,y", true: "x1,x2,c with c = 1 or −1"}[c.Classed]
		f.Remark(name, "%d could not be read as %s and %s left out.", unread, form, course.ByCount(unread, "is", "are"))
	}
	if clamped > 0 {
		f.Remark(name, "%s beyond ±10⁶; using ±10⁶.", course.ByCount(clamped, "1 coordinate is", strconv.Itoa(clamped)+" coordinates are"))
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

// fromTable is the text of points that a table holds, a row a line, as it is copied from a
// spreadsheet: its cells apart by tabs, semicolons, spaces or commas, the first of these
// by which most lines are points, and numbers with decimal commas unless commas keep the
// cells apart. Lines before the first point are its head. What is no table, or has no
// point, is returned as it is, with no rows. points.js reads the same.
func fromTable(text string, classed bool) (list string, rows int) {
	if !strings.ContainsAny(strings.TrimSpace(text), "\n\r\t") {
		return text, 0
	}
	lines := slices.DeleteFunc(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }),
		func(line string) bool { return strings.TrimSpace(line) == "" })
	list, most := text, 0
	for _, apart := range []string{"\t", ";", " ", ","} {
		points, read, first := make([]string, len(lines)), 0, len(lines)
		for i, line := range lines {
			points[i] = rowOf(line, apart)
			if _, ok := parsePoint(points[i], classed); ok {
				read, first = read+1, min(first, i)
			}
		}
		if read > most {
			list, rows, most = strings.Join(points[first:], ";"), len(points)-first, read
		}
	}
	return list, rows
}

// rowOf is a line of a table as a point is written.
func rowOf(line, apart string) string {
	cells := strings.Split(strings.TrimSpace(line), apart)
	if apart == " " {
		cells = strings.Fields(line)
	}
	for i, cell := range cells {
		if cells[i] = strings.Trim(strings.TrimSpace(cell), `"`); apart != "," {
			cells[i] = strings.Replace(cells[i], ",", ".", 1)
		}
	}
	return strings.ReplaceAll(strings.Join(cells, ","), ";", "?") // no point in two
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
