package own

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Options are what the reader says of a text; what is left empty is found.
type Options struct {
	Apart   string `json:"apart,omitempty"`   // ",", ";", "\t" or " "
	Decimal string `json:"decimal,omitempty"` // "," or "."
	Head    string `json:"head,omitempty"`    // "yes" or "no"
}

// aparts are what may keep cells apart, in the order in which they are tried: a comma may
// be a decimal one.
var aparts = []string{"\t", ";", " ", ","}

// valid are the options without what is none.
func (o Options) valid() Options {
	if !slices.Contains(aparts, o.Apart) {
		o.Apart = ""
	}
	if o.Decimal != "," && o.Decimal != "." {
		o.Decimal = ""
	}
	if o.Head != "yes" && o.Head != "no" {
		o.Head = ""
	}
	return o
}

// Parse reads a text as a table. What is no row is listed in Bad by its line, and what is no
// number in a column of numbers in its Odd; nothing stands in their place. The error is a
// [Refusal] where there is no table in the text, or one beyond the bounds.
func Parse(source []byte, o Options) (*Table, error) {
	if len(source) > MaxBytes {
		return nil, Refusal("The table has more than 5 MB.")
	}
	if bytes.HasPrefix(source, []byte("PK\x03\x04")) || bytes.HasPrefix(source, []byte("\xd0\xcf\x11\xe0")) {
		return nil, Refusal("This is the file of a spreadsheet program. Save it as CSV there, and send that.")
	}
	o = o.valid()
	text, encoding := decoded(source)
	t := &Table{source: source, options: o, Format: Format{Apart: o.Apart, Encoding: encoding}}
	if t.Apart == "" {
		t.Apart = apartIn(text)
	}
	records, lines, err := t.records(text)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, Refusal("There is no row in this text.")
	}
	t.Commas = o.Decimal == "," || o.Decimal == "" && decimalCommas(records)
	t.Head = o.Head == "yes" || o.Head == "" && len(records) > 1 && t.isHead(records[0])
	width := len(records[0])
	if !t.Head {
		width = commonWidth(records)
	}
	if width > MaxColumns {
		return nil, Refusal(fmt.Sprintf("The table has %d columns, and %d are the most.", width, MaxColumns))
	}
	head := make([]string, width)
	if t.Head {
		copy(head, records[0])
		records, lines = records[1:], lines[1:]
	}
	if len(records) > MaxRows {
		return nil, tooMany
	}
	rows := t.fit(records, lines, width)
	if len(rows) == 0 {
		return nil, Refusal("There is no row in this text.")
	}
	slices.SortStableFunc(t.Bad, func(a, b Bad) int { return a.Line - b.Line })
	for j, text := range head {
		c := Column{}
		c.Name, c.Unit = t.unique(named(text, j+1))
		t.fill(&c, rows, j)
		t.Columns = append(t.Columns, c)
	}
	for _, row := range rows[:min(previewed, len(rows))] {
		shown := make([]string, width)
		for j := range shown {
			shown[j] = strings.Clone(printable(row[j]))
		}
		t.First = append(t.First, shown)
	}
	return t, nil
}

// unique is a name that no column before has.
func (t *Table) unique(name, unit string) (string, string) {
	as := name
	for n := 2; slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == as }); n++ {
		as = fmt.Sprintf("%s %d", name, n)
	}
	return as, unit
}

// decoded is the text of bytes, in UTF-8 and with ends of lines that are \n, and in what it
// was written.
func decoded(b []byte) (text, encoding string) {
	encoding = "UTF-8"
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")):
		little := b[0] == 0xff
		var units []uint16
		for i := 2; i+1 < len(b); i += 2 {
			u := uint16(b[i])<<8 | uint16(b[i+1])
			if little {
				u = uint16(b[i+1])<<8 | uint16(b[i])
			}
			units = append(units, u)
		}
		text, encoding = string(utf16.Decode(units)), "UTF-16"
	case utf8.Valid(b):
		text = strings.TrimPrefix(string(b), "\ufeff")
	default: // as older spreadsheets write it, each byte a letter
		letters := make([]rune, len(b))
		for i, c := range b {
			letters[i] = rune(c)
		}
		text, encoding = string(letters), "Latin-1"
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), encoding
}

// sampled is how many lines are looked at to find what keeps cells apart.
const sampled = 100

// apartIn finds what keeps the cells of a text apart: the first of what may that most lines
// have equally often, outside quotes. Spaces do only where nearly all is numbers.
func apartIn(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
		if len(lines) == sampled {
			break
		}
	}
	for _, apart := range aparts {
		counts, most, of := map[int]int{}, 0, 0
		for _, line := range lines {
			n := outside(line, apart[0])
			if apart == " " {
				n = spaced(line)
			}
			if counts[n]++; n > 0 && counts[n] > most {
				most = counts[n]
			}
			of++
		}
		if 10*most >= 7*of && most > 0 {
			return apart
		}
	}
	return ","
}

// outside counts a character in a line, outside quotes.
func outside(line string, c byte) (n int) {
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == c && !quoted:
			n++
		}
	}
	return n
}

// spaced is how many spaces keep the cells of a line apart; 0 where more than one of them is
// no number.
func spaced(line string) int {
	cells, words := strings.Fields(line), 0
	for _, cell := range cells {
		_, point := number(cell, false)
		_, comma := number(cell, true)
		if !point && !comma {
			words++
		}
	}
	if words > 1 || len(cells) < 2 {
		return 0
	}
	return len(cells) - 1
}

// records are the cells of all lines that are not empty, and where these begin.
func (t *Table) records(text string) (records [][]string, lines []int, err error) {
	if t.Apart == " " {
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			at++
			if cells := strings.Fields(line); len(cells) > 0 {
				records, lines = append(records, cells), append(lines, at)
			}
			if len(records) > MaxRows+1 {
				return nil, nil, tooMany
			}
		}
		return records, lines, nil
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(t.Apart[0]), -1
	for {
		record, err := r.Read()
		var slip *csv.ParseError
		switch {
		case err == io.EOF:
			return records, lines, nil
		case errors.As(err, &slip):
			t.bad(Bad{Line: slip.StartLine, Why: "a quotation mark (\") stands where none can"})
			continue
		case err != nil:
			return nil, nil, err
		}
		if blank(record) {
			continue
		}
		line, _ := r.FieldPos(0)
		records, lines = append(records, record), append(lines, line)
		if len(records) > MaxRows+1 { // one may be the head
			return nil, nil, tooMany
		}
	}
}

const tooMany = Refusal("The table has more than 5000 rows.")

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

// bad lists a line that is no row.
func (t *Table) bad(b Bad) {
	if t.AllBad++; len(t.Bad) < mostBad {
		t.Bad = append(t.Bad, b)
	}
}

// commonWidth is how many cells most records have, the more of two that are as common.
func commonWidth(records [][]string) (width int) {
	counts := map[int]int{}
	for _, r := range records {
		counts[len(r)]++
	}
	for w, n := range counts {
		if n > counts[width] || n == counts[width] && w > width {
			width = w
		}
	}
	return width
}

// isHead reports whether the first record has the columns' names: none of its cells is a
// number, or stands for a missing one.
func (t *Table) isHead(first []string) bool {
	return !slices.ContainsFunc(first, func(cell string) bool {
		_, ok := number(cell, t.Commas)
		return ok || strings.TrimSpace(cell) != "" && missing(cell)
	})
}

// decimalCommas reports whether more cells have a decimal comma than a decimal point.
func decimalCommas(records [][]string) bool {
	commas, points := 0, 0
	for _, r := range records {
		for _, cell := range r {
			if _, ok := number(cell, true); ok && strings.Contains(cell, ",") {
				commas++
			} else if _, ok := number(cell, false); ok && strings.Contains(cell, ".") {
				points++
			}
		}
	}
	return commas > points
}

// missing reports whether a cell stands for a value that is not there.
func missing(cell string) bool {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "na", "n/a", "nan", "null", "none", ".", "-", "–", "?":
		return true
	}
	return false
}

// number reads a decimal number, with a decimal comma if so said. Groups of three digits may
// be kept apart by what is not the decimal mark, where that mark is there too.
func number(cell string, commas bool) (float64, bool) {
	cell = strings.ReplaceAll(strings.TrimSpace(cell), "−", "-")
	mark, group := ".", ","
	if commas {
		mark, group = ",", "."
	}
	if whole, rest, ok := strings.Cut(cell, mark); ok && strings.Contains(whole, group) {
		parts := strings.Split(strings.TrimLeft(whole, "+-"), group)
		for i, p := range parts {
			if i == 0 && (p == "" || len(p) > 3) || i > 0 && len(p) != 3 {
				return 0, false
			}
		}
		cell = strings.ReplaceAll(whole, group, "") + mark + rest
	}
	if strings.Contains(cell, group) || strings.Count(cell, mark) > 1 {
		return 0, false
	}
	return decimal(strings.Replace(cell, mark, ".", 1))
}

// fit are the records that have so many cells; others are listed.
func (t *Table) fit(records [][]string, lines []int, width int) [][]string {
	var rows [][]string
	for i, r := range records {
		for len(r) > width && strings.TrimSpace(r[len(r)-1]) == "" {
			r = r[:len(r)-1]
		}
		if len(r) != width {
			t.bad(Bad{Line: lines[i], Why: fmt.Sprintf("it has %d cells, and the table %d columns", len(r), width)})
			continue
		}
		rows, t.Lines = append(rows, r), append(t.Lines, lines[i])
	}
	return rows
}

// fill reads the j-th cells of all rows.
func (t *Table) fill(c *Column, rows [][]string, j int) {
	numbers, there := 0, 0
	values := make([]float64, len(rows))
	for i, row := range rows {
		v, ok := number(row[j], t.Commas)
		if values[i] = v; ok {
			numbers++
		} else {
			values[i] = math.NaN()
		}
		if !missing(row[j]) {
			there++
		}
	}
	switch {
	case there == 0:
		c.Kind = Empty
	case 2*numbers > there:
		c.Kind, c.Numbers = Number, values
		c.odd(t, rows, j, "is no number of this table")
	default:
		if c.words(rows, j); c.Kind == Word {
			c.odd(t, rows, j, "")
		}
	}
}

// odd lists the cells that the column cannot use.
func (c *Column) odd(t *Table, rows [][]string, j int, why string) {
	for i, row := range rows {
		if c.has(i) || len(c.Odd) == mostBad {
			continue
		}
		b := Bad{Line: t.Lines[i], Column: c.Name, Why: "is empty"}
		if !missing(row[j]) {
			b.Why = "“" + printable(row[j]) + "” " + why
		}
		c.Odd = append(c.Odd, b)
	}
}

// words reads a column of words: a few short ones, or text.
func (c *Column) words(rows [][]string, j int) {
	c.Kind, c.Index = Word, make([]int, len(rows))
	for i, row := range rows {
		if c.Index[i] = -1; missing(row[j]) {
			continue
		}
		word := printable(row[j])
		k := slices.Index(c.Words, word)
		if k < 0 {
			if len(c.Words) == MaxClasses || strings.HasSuffix(word, "…") {
				c.Kind, c.Index, c.Words = Text, nil, nil
				return
			}
			k = len(c.Words)
			c.Words = append(c.Words, strings.Clone(word))
		}
		c.Index[i] = k
	}
	c.sort()
}

// sort puts the words into their order.
func (c *Column) sort() {
	order := slices.Clone(c.Words)
	slices.Sort(order)
	for i, k := range c.Index {
		if k >= 0 {
			c.Index[i] = slices.Index(order, c.Words[k])
		}
	}
	c.Words = order
}

// decimal reads digits with a decimal point and perhaps an exponent; of at most MaxValue.
func decimal(s string) (float64, bool) {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(v) > MaxValue {
		return 0, false
	}
	return v + 0, true // −0 becomes 0
}
