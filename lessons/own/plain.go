package own

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
)

// A Plain file is one that a short program reads as the table has it: rows of cells that one mark keeps apart, and
// numbers that are decimal ones once a few characters are replaced.
type Plain struct {
	Codec   string      // of its letters, as Python has it
	Width   int         // cells of a line at most
	Before  int         // lines before the first row, of those that are not blank
	Between []int       // lines that are no row, of those that are not blank, counted from the first row as 0
	Replace [][2]string // what in the cell of a number is replaced, in this order, and by what
	same    []bool      // of each column: so read it is as the table has it
}

// Plain is how a short program reads these columns from the file that was sent; not ok where it reads them
// otherwise than the table has them, such as dates, numbers in a power of ten, and what is no text.
func (t *Table) Plain(columns []int) (p *Plain, ok bool) {
	t.once.Do(func() { t.plain = t.asPlain() })
	if t.plain == nil || slices.ContainsFunc(columns, func(j int) bool { return !t.plain.same[j] }) {
		return nil, false
	}
	return t.plain, true
}

// asPlain reads the file as a short program does; nil is one that such a program cannot.
func (t *Table) asPlain() *Plain {
	if t.Written != Separated {
		return nil
	}
	text, encoding := decoded(t.source)
	p := &Plain{Codec: codec(t.source, text, encoding)}
	as := &Table{Format: t.Format}
	records, lines, err := as.records(text)
	if p.Codec == "" || err != nil || as.AllBad > 0 || t.Len() == 0 {
		return nil
	}
	var rows [][]string
	for k, record := range records {
		p.Width = max(p.Width, len(record))
		switch n := len(rows); {
		case n < t.Len() && lines[k] == t.Lines[n]:
			rows = append(rows, record)
		case n == 0:
			p.Before++
		default:
			p.Between = append(p.Between, k-p.Before)
		}
	}
	if len(rows) < t.Len() || len(p.Between) > mostBetween || p.Width > MaxColumns {
		return nil
	}
	p.Replace = t.replaced(rows)
	for j := range t.Columns {
		p.same = append(p.same, p.reads(&t.Columns[j], rows, j))
	}
	return p
}

// mostBetween is how many lines a short program lists as no rows.
const mostBetween = 50

// codec is what Python calls an encoding; "" where it reads some letter otherwise.
func codec(source []byte, text, encoding string) string {
	switch {
	case encoding == "UTF-8" && bytes.HasPrefix(source, []byte("\xef\xbb\xbf")):
		return "utf-8-sig"
	case encoding == "UTF-8":
		return "utf-8"
	case encoding == "UTF-16" && (bytes.HasPrefix(source, []byte("\xff\xfe")) ||
		bytes.HasPrefix(source, []byte("\xfe\xff"))):
		return "utf-16"
	case encoding == "Latin-1":
		return "latin-1"
	case encoding == "Windows-1252" && !strings.ContainsRune(text, unicode.ReplacementChar):
		return "cp1252"
	}
	return ""
}

// replaced is what keeps the numbers of these rows from being plain decimal ones: signs of percent or money, marks
// between groups of digits, a minus that is no hyphen, and at last the decimal comma.
func (t *Table) replaced(rows [][]string) (replace [][2]string) {
	var candidates [][2]string
	for _, sign := range signs {
		candidates = append(candidates, [2]string{sign, ""})
	}
	candidates = append(candidates, [2]string{"−", "-"}, [2]string{"–", "-"})
	groups := ","
	if t.Commas {
		groups = "."
	}
	for _, r := range groups + spaces {
		candidates = append(candidates, [2]string{string(r), ""})
	}
	for _, c := range candidates {
		if t.numbersHave(rows, c[0]) {
			replace = append(replace, c)
		}
	}
	if t.Commas {
		replace = append(replace, [2]string{",", "."})
	}
	return replace
}

// numbersHave reports whether a text is within the cell of a number.
func (t *Table) numbersHave(rows [][]string, text string) bool {
	for j := range t.Columns {
		c := &t.Columns[j]
		if c.Kind != Number || c.Dates {
			continue
		}
		for i, row := range rows {
			if c.Has(i) && strings.Contains(strings.TrimSpace(row[j]), text) {
				return true
			}
		}
	}
	return false
}

// reads reports whether a short program has in all rows what a column has.
func (p *Plain) reads(c *Column, rows [][]string, j int) bool {
	for i, row := range rows {
		switch c.Kind {
		case Number:
			v, sure := p.number(row[j])
			if !sure || v != c.Numbers[i] && !(math.IsNaN(v) && math.IsNaN(c.Numbers[i])) {
				return false
			}
		case Word:
			if missing(row[j]) != (c.Index[i] < 0) ||
				c.Index[i] >= 0 && strings.Join(strings.Fields(row[j]), " ") != c.Words[c.Index[i]] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// number is what Python's float and R's as.numeric make of a cell, NaN where it is no number; not sure is what they
// may read otherwise than a decimal number, such as inf and 0x1f.
func (p *Plain) number(cell string) (v float64, sure bool) {
	for _, r := range p.Replace {
		cell = strings.ReplaceAll(cell, r[0], r[1])
	}
	cell = strings.TrimSpace(cell)
	if v, ok := decimal(cell); ok {
		return v, true
	}
	if missing(cell) {
		return math.NaN(), true
	}
	odd := func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("+-._", r) }
	letters := strings.ToLower(strings.TrimFunc(cell, func(r rune) bool { return !odd(r) }))
	perhaps := []string{"", "e", "d", "inf", "infinity", "nan", "na", "l"}
	if slices.Contains(perhaps, letters) || strings.HasPrefix(letters, "x") {
		return 0, false
	}
	return math.NaN(), true
}
