package points

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
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
// It reads a table from a spreadsheet too, see [fromTable]. What cannot be read is left
// out, what lies beyond ±10⁶ is clamped, and the first 60 are kept, each with a note.
func Own(f *course.Form, name, label, def string, settings ...course.Setting) engine.Dataset {
	text := f.Text(name, label, def, settings...)
	c := f.Control(name)
	c.Kind = course.Points
	if text == course.NoPoints {
		return engine.Dataset{}
	}
	list, table := fromTable(text, c.Classed)
	d, unread, clamped := parsePoints(list, c.Classed)
	if said := table.String(); said != "" {
		f.Remark(name, "%s.", said)
	}
	if unread > 0 {
		form := map[bool]string{false: "x,y", true: "x1,x2,c with c = 1 or −1"}[c.Classed]
		f.Remark(name, "%d could not be read as %s and %s left out.", unread, form, course.ByCount(unread, "is", "are"))
	}
	if clamped > 0 {
		are := course.ByCount(clamped, "1 coordinate is", strconv.Itoa(clamped)+" coordinates are")
		f.Remark(name, "%s beyond ±10⁶; using ±10⁶.", are)
	}
	if d.Len() > course.MaxPoints {
		f.Remark(name, "%d points were read; the first %d are kept and %d left out.",
			d.Len(), course.MaxPoints, d.Len()-course.MaxPoints)
		d.X, d.Y = d.X[:course.MaxPoints], d.Y[:course.MaxPoints]
	}
	if d.Len() == 0 {
		f.Remark(name, "there is none to fit; using the default in place of yours.")
		d, _, _ = parsePoints(def, c.Classed)
	}
	f.Replace(name, writePoints(d, c.Classed))
	return d
}

// readOwn reads one's own points as Own has written them.
func readOwn(text string, classed bool) engine.Dataset {
	if text == course.NoPoints {
		return engine.Dataset{}
	}
	d, _, _ := parsePoints(text, classed)
	return d
}

// A table is how a text of several lines was read as points.
type table struct {
	rows   int  // of it, without its head
	head   int  // lines of it
	commas bool // it has decimal commas
}

// String says it; empty of what is no table.
func (t table) String() string {
	if t.rows == 0 {
		return ""
	}
	s := "a table of " + course.Plural(t.rows, "row")
	if t.commas {
		s += " with decimal commas"
	}
	s += " was read"
	if t.head > 0 {
		s += ", without its head"
	}
	if t.head > 1 {
		s += " of " + course.Plural(t.head, "line")
	}
	return s
}

// fromTable is the text of points that a table holds, a row a line, as it is copied from a
// spreadsheet: its cells apart by tabs, semicolons, spaces or commas, the first of these
// by which most lines are points, and numbers with decimal commas unless commas keep the
// cells apart. Empty cells at the end of a line are none. The first lines are the table's
// head if they have no digit but in a name, as x1; all others are rows, and who reads the
// points counts those that are none.
//
// A list that is broken over lines is a list: each of its parts is a point. But where each
// line has two parts, 1,5;2,5, they are two numbers with decimal commas.
//
// Where no line is a point all of them are unread, and it is no table. table.js reads the
// same.
func fromTable(text string, classed bool) (string, table) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if !strings.ContainsAny(text, "\n\r\t") {
		return text, table{}
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.IndexFunc(line, isContent) < 0 })
	if isList(lines, classed) {
		return strings.Join(lines, ";"), table{}
	}
	head := 0
	for head < len(lines) && !strings.ContainsFunc(names().ReplaceAllString(lines[head], ""), unicode.IsDigit) {
		head++
	}
	list, found, most := text, table{}, 0
	if len(lines) > 1 {
		list = strings.Join(slices.Repeat([]string{"?"}, len(lines)), ";") // none is a point
	}
	for _, apart := range []string{"\t", ";", " ", ","} {
		points, t, read := make([]string, 0, len(lines)), table{rows: len(lines) - head, head: head}, 0
		for _, line := range lines[head:] {
			point, commas := rowOf(line, apart)
			if points = append(points, cmp.Or(point, "?")); isPoint(point, classed) {
				read, t.commas = read+1, t.commas || commas
			}
		}
		if read > most {
			list, found, most = strings.Join(points, ";"), t, read
		}
	}
	return list, found
}

// isContent reports whether a rune is more than an end of a cell.
func isContent(r rune) bool { return !unicode.IsSpace(r) && r != ';' && r != ',' }

// names are the words of a line, which may have digits in them.
var names = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL_][\pL\pN_]*`) })

// isList reports whether lines are a list of points that was broken, and no table whose
// lines have two cells.
func isList(lines []string, classed bool) bool {
	semicolons, pairs := false, !classed
	for _, line := range lines {
		parts := cellsOf(line, ";")
		semicolons = semicolons || strings.Contains(line, ";")
		pairs = pairs && len(parts) == 2
		for _, part := range parts {
			if !isPoint(part, classed) {
				return false
			}
		}
	}
	return semicolons && !pairs
}

// cellsOf are the cells of a line, without empty ones at its end.
func cellsOf(line, apart string) []string {
	line = strings.TrimSpace(line)
	cells := strings.Split(line, apart)
	if apart == " " {
		cells = strings.Fields(line)
	}
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// rowOf is a line of a table as a point is written, and whether with decimal commas.
func rowOf(line, apart string) (point string, commas bool) {
	cells := cellsOf(line, apart)
	for i, cell := range cells {
		if cells[i] = strings.Trim(strings.TrimSpace(cell), `"`); apart != "," {
			commas = commas || strings.Contains(cell, ",")
			cells[i] = strings.Replace(cells[i], ",", ".", 1)
		}
	}
	return strings.ReplaceAll(strings.Join(cells, ","), ";", "?"), commas // no point in two
}

func isPoint(text string, classed bool) bool {
	_, ok := parsePoint(text, classed)
	return ok
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
