package own

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// foreign is why bytes are no text, where they begin like another kind of file.
func foreign(source []byte) Refusal {
	switch {
	case bytes.HasPrefix(source, []byte("%PDF-")):
		return errNoText
	case bytes.HasPrefix(source, []byte("\xd0\xcf\x11\xe0")):
		return "This is a file of an older spreadsheet program (.xls). Save it as .xlsx or CSV, and send that."
	case bytes.HasPrefix(source, []byte("PK\x03\x04")):
		return "This is a packed file, and no workbook (.xlsx). Save the table as .xlsx or CSV, and send that."
	case bytes.HasPrefix(source, []byte("\x1f\x8b")):
		return "This is a packed file (.gz). Unpack it, and send the table in it."
	case bytes.HasPrefix(source, []byte("PAR1")), bytes.HasPrefix(source, []byte("\x89HDF")),
		bytes.HasPrefix(source, []byte("\x93NUMPY")), bytes.HasPrefix(source, []byte("RDX")):
		return "This is a file of a programming language. Write the table as CSV there, and send that."
	}
	return ""
}

var sparse = pattern(`^[-+]?[\d.]+( \d+:[-+.\deE]+)+\s*(#.*)?$`)

// foreignText is why a text is read as no table, where it has a format of its own.
func foreignText(text string) Refusal {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch lower := strings.ToLower(line); {
		case line == "" || line[0] == '%' || line[0] == '#':
		case strings.HasPrefix(lower, "@relation"):
			return "This is an ARFF file, as Weka writes it. Save it as CSV there, and send that."
		case len(line) < 1000 && sparse().MatchString(line):
			return "This is in the format of LIBSVM, index:value. Write one column an input, as CSV, and send that."
		case slices.ContainsFunc(pages, func(begin string) bool { return strings.HasPrefix(lower, begin) }):
			return "This is a page, and no table. Copy the table of it, or save it as CSV, and send that."
		default:
			return ""
		}
	}
	return ""
}

var pages = []string{"<!doctype", "<html", "<?xml"}

// marks begin a line of a comment.
var marks = []string{"#", "%", "//"}

// uncommented is a line without the mark of a comment at its beginning; not ok is one without it.
func uncommented(line string) (rest string, ok bool) {
	line = strings.TrimSpace(line)
	for _, mark := range marks {
		if strings.HasPrefix(line, mark) {
			return strings.TrimSpace(strings.TrimLeft(line, mark)), true
		}
	}
	return line, false
}

// withoutComment is the text with the lines of a comment at its head empty, so that all others keep
// their numbers, and the last of these, without its mark, with its number: it may have the names. A
// text of comments alone is none.
func (t *Table) withoutComment(text string) (rest, last string, at int) {
	begin, lines, number := 0, 0, 0
	for begin < len(text) {
		line, _, _ := strings.Cut(text[begin:], "\n")
		said, ok := uncommented(line)
		if !ok && strings.TrimSpace(line) != "" {
			break
		}
		if number++; ok {
			lines++
			last, at = said, number
		}
		begin = min(len(text), begin+len(line)+1)
	}
	if lines == 0 || begin == len(text) {
		return text, "", 0
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%s at the head %s a comment, and left aside.",
		plural(lines, "line"), map[bool]string{true: "is", false: "are"}[lines == 1]))
	return strings.Repeat("\n", number) + text[begin:], last, at
}

func plural(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// cells are those of one line.
func (t *Table) cells(line string) []string {
	if t.Apart == " " {
		return spacedCells(line)
	}
	cells := strings.Split(line, t.Apart)
	for i, cell := range cells {
		cells[i] = strings.Trim(strings.TrimSpace(cell), `"`)
	}
	return cells
}

// named puts the last line of a comment before the rows where it has their names: as many as there
// are cells, and the first row is one of numbers.
func (t *Table) named(s *source) {
	if s.comment == nil || s.options.Head != "" || len(s.comment) != commonWidth(s.records) ||
		!t.isHead(s.comment) || t.isHead(s.records[0]) {
		return
	}
	s.records = slices.Insert(s.records, 0, s.comment)
	s.lines = slices.Insert(s.lines, 0, s.at)
	t.Notes[len(t.Notes)-1] = "The last line of the comment at the head has the names."
}

// maxUnit is how many letters a unit has at most.
const maxUnit = 12

// units are those that stand in a row under the names, one a column; nil where there are none. Such a
// row has no number, and each of its cells that has anything stands over numbers.
func (t *Table) units(records *[][]string, lines *[]int, width int) []string {
	if !t.Head || len(*records) < 3 {
		return nil
	}
	first := trimmed((*records)[0], width)
	if len(first) != width || !t.isHead(first) {
		return nil
	}
	units := make([]string, width)
	for j, cell := range first {
		if missing(cell) {
			continue
		}
		units[j] = printable(strings.Trim(strings.TrimSpace(cell), "()[]"))
		_, err := strconv.ParseFloat(units[j], 64) // Inf
		if err == nil || utf8.RuneCountInString(units[j]) > maxUnit || !t.overNumbers((*records)[1:], j) {
			return nil
		}
	}
	t.Notes = append(t.Notes, t.Written.At((*lines)[0])+" is read as units.")
	*records, *lines = (*records)[1:], (*lines)[1:]
	return units
}

// overNumbers reports whether more than half of the cells below are numbers.
func (t *Table) overNumbers(records [][]string, j int) bool {
	numbers, there := 0, 0
	for _, r := range records {
		if len(r) <= j || missing(r[j]) {
			continue
		}
		there++
		if _, ok := number(bare(r[j]), t.Commas); ok {
			numbers++
		}
	}
	return 2*numbers > there
}
