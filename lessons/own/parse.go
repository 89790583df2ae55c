package own

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Options are what the reader says of a text; what is left empty is found.
type Options struct {
	Apart   string `json:"apart,omitempty"`   // ",", ";", "\t" or " "
	Decimal string `json:"decimal,omitempty"` // "," or "."
	Head    string `json:"head,omitempty"`    // "yes" or "no"
	Dates   string `json:"dates,omitempty"`   // "dmy" or "mdy": of 1/2/2020
	Sheet   string `json:"sheet,omitempty"`   // of a workbook
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
	if o.Dates != dayFirst && o.Dates != monthFirst {
		o.Dates = ""
	}
	o.Sheet = printable(o.Sheet)
	return o
}

// Parse reads a text, or a workbook, as a table. What is no row is listed in Bad by its line, and
// what is no number in a column of numbers in its Odd; nothing stands in their place. What was read
// otherwise than it is written is said in Notes. The error is a [Refusal] where there is no table,
// or one beyond the bounds.
func Parse(source []byte, o Options) (*Table, error) {
	if len(source) > MaxBytes {
		return nil, ErrManyBytes
	}
	o = o.valid()
	t := &Table{source: source, options: o}
	found, err := t.found(o)
	if err != nil {
		return nil, err
	}
	if len(found.records) == 0 {
		return nil, errNoRow
	}
	if t.Commas = o.Decimal == ","; o.Decimal == "" && t.Written == Separated {
		t.Commas, t.Doubt = decimalCommas(found.records, t.Apart)
	}
	t.named(&found)
	if len(found.records) == 1 && o.Head == "" && t.isHead(found.records[0]) {
		return nil, Refusal("There is one line, and no number in it. If it has the names, the rows are missing.")
	}
	head, records, lines := t.begin(found)
	if len(head) > MaxColumns {
		return nil, errManyColumns
	}
	if len(records) > MaxRows {
		return nil, ErrManyRows
	}
	units := t.units(&records, &lines, len(head))
	rows := t.fit(records, lines, len(head))
	if len(rows) == 0 {
		return nil, errNoRow
	}
	slices.SortStableFunc(t.Bad, func(a, b Bad) int { return a.Line - b.Line })
	t.read(head, units, rows)
	return t, nil
}

// A source is what was found in what was sent: the cells of all rows that are not empty, the line in
// which each begins, and the options by which the rest is read.
type source struct {
	records [][]string
	lines   []int
	comment []string // the cells of the last line of a comment before them; nil if there is none
	at      int      // its line
	options Options
}

// found takes what was sent apart into cells.
func (t *Table) found(o Options) (s source, err error) {
	s.options = o
	if isWorkbook(t.source) {
		t.Format = Format{Written: Workbook}
		s.records, s.lines, err = t.workbook(o.Sheet)
		return s, err
	}
	if why := foreign(t.source); why != "" {
		return s, why
	}
	text, encoding := decoded(t.source)
	if strings.ContainsFunc(text, notText) {
		return s, errNoText
	}
	if isJSON(text) {
		t.Format = Format{Written: JSON, Encoding: encoding}
		s.records, s.lines, s.options.Head, err = objects(text, o.Head)
		return s, err
	}
	if why := foreignText(text); why != "" {
		return s, why
	}
	t.Format = Format{Written: Separated, Encoding: encoding}
	t.Apart, text = told(text, o.Apart)
	text, comment, at := t.withoutComment(text)
	if t.Apart == "" {
		t.Apart = apartIn(text)
	}
	if comment != "" {
		s.comment, s.at = t.cells(comment), at
	}
	s.records, s.lines, err = t.records(text)
	return s, err
}

const (
	errNoText = Refusal("This is no text. Save the table as CSV, and send that.")
	errNoRow  = Refusal("There is no row in this text.")
)

// notText reports whether a letter is one that no table has in it: files of programs do.
func notText(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\x1a", r) }

// told is what keeps cells apart where the text itself says so in a first line sep=; and the
// text with that line empty, so that all others keep their numbers.
func told(text, apart string) (string, string) {
	first, rest, _ := strings.Cut(text, "\n")
	said, ok := strings.CutPrefix(strings.ToLower(strings.Trim(first, "\" ")), "sep=")
	if !ok || !slices.Contains(aparts, said) {
		return apart, text
	}
	return cmp.Or(apart, said), "\n" + rest
}

// begin finds where the table begins, and its head: one cell a column, empty where there are
// no names. Lines before it, such as a title, are listed.
func (t *Table) begin(s source) (head []string, rest [][]string, at []int) {
	records, lines, said := s.records, s.lines, s.options.Head
	width := commonWidth(records)
	under := records[1:]
	if own := len(records[0]); said != "no" && len(under) > 0 && 2*fitting(under, own) >= len(under) {
		width = own
	}
	rowNames := func() bool { // as R writes them: under no name
		return len(records[0]) == width-1 && said != "no" && t.isHead(records[0]) && !t.isHead(records[1])
	}
	for len(records) > 1 && len(trimmed(records[0], width)) != width && !rowNames() {
		t.misfit(lines[0], records[0], width)
		records, lines = records[1:], lines[1:]
	}
	for len(records) > 2 && said == "" && t.isTitle(records[0], records[1]) {
		t.misfit(lines[0], trimmed(records[0], 1), width)
		records, lines = records[1:], lines[1:]
	}
	head = make([]string, width)
	if t.Head = said == "yes" || said == "" && len(records) > 1 && t.isHead(records[0]); t.Head {
		first := trimmed(records[0], width)
		copy(head[max(0, width-len(first)):], first)
		records, lines = records[1:], lines[1:]
	}
	for last := width - 1; last > 0 && head[last] == "" && blankAt(records, last); last-- {
		head = head[:last] // a comma ends each line
	}
	return head, records, lines
}

// isTitle reports whether a line is one cell over a head of more.
func (t *Table) isTitle(line, next []string) bool {
	there := func(cells []string) (n int) {
		for _, c := range cells {
			if strings.TrimSpace(c) != "" {
				n++
			}
		}
		return n
	}
	return there(line) == 1 && strings.TrimSpace(line[0]) != "" && there(next) > 1 && t.isHead(line) && t.isHead(next)
}

// blankAt reports whether no record has anything in that column.
func blankAt(records [][]string, j int) bool {
	return !slices.ContainsFunc(records, func(r []string) bool { return len(r) > j && strings.TrimSpace(r[j]) != "" })
}

// trimmed is a record without empty cells beyond the width.
func trimmed(r []string, width int) []string {
	for len(r) > width && strings.TrimSpace(r[len(r)-1]) == "" {
		r = r[:len(r)-1]
	}
	return r
}

// fitting is how many records have so many cells.
func fitting(records [][]string, width int) (n int) {
	for _, r := range records {
		if len(trimmed(r, width)) == width {
			n++
		}
	}
	return n
}

// read has the columns, and the first rows.
func (t *Table) read(head, units []string, rows [][]string) {
	for j, text := range head {
		c := Column{}
		c.Name, c.Unit = t.unique(named(text, j+1))
		if units != nil && units[j] != "" {
			c.Unit = units[j]
		}
		t.fill(&c, rows, j)
		t.Columns = append(t.Columns, c)
	}
	for _, row := range rows[:min(previewed, len(rows))] {
		shown := make([]string, len(head))
		for j := range shown {
			shown[j] = strings.Clone(printable(row[j]))
		}
		t.First = append(t.First, shown)
	}
}

// unique is a name that no column before has.
func (t *Table) unique(name, unit string) (string, string) {
	as := name
	for n := 2; slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == as }); n++ {
		as = fmt.Sprintf("%s %d", name, n)
	}
	return as, unit
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
		for i, line := range lines {
			n := outside(line, apart[0])
			if apart == " " {
				if n = spaced(line); n == 0 && i == 0 && len(lines) > 1 {
					continue // it has the names
				}
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
		cell = strings.Trim(cell, `"`)
		_, point := number(cell, false)
		_, comma := number(cell, true)
		if !point && !comma {
			if strings.Contains(cell, ",") {
				return 0 // 5.1,cultivar 1
			}
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
			if cells := spacedCells(line); len(cells) > 0 {
				records, lines = append(records, narrow(cells)), append(lines, at)
			}
			if len(records) > MaxRows+1 {
				return nil, nil, ErrManyRows
			}
		}
		return records, lines, nil
	}
	if err := tooWide(text, t.Apart[0]); err != nil {
		return nil, nil, err
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
			t.quote(slip, text)
			continue
		case err != nil:
			return nil, nil, err
		}
		if blank(record) {
			continue
		}
		line, _ := r.FieldPos(0)
		records, lines = append(records, narrow(record)), append(lines, line)
		if len(records) > MaxRows+1 { // one may be the head
			return nil, nil, ErrManyRows
		}
	}
}

// spacedCells are the cells of a line in which spaces keep them apart.
func spacedCells(line string) []string {
	cells := strings.Fields(line)
	for i, cell := range cells {
		cells[i] = strings.Trim(cell, `"`)
	}
	return cells
}

// mostCells is the most cells that a line is taken apart into. What a line of commas alone
// would take in memory is many times its length.
const mostCells = 10 * MaxColumns

// tooWide refuses a text with a line of more cells.
func tooWide(text string, apart byte) error {
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		if at++; len(line) > mostCells && outside(line, apart) >= mostCells {
			return Refusal(fmt.Sprintf("Line %d has more than %d cells, and a table at most %d columns.", at, mostCells,
				MaxColumns))
		}
	}
	return nil
}

// narrow is a record of which no more cells are kept than tell that there are too many.
func narrow(r []string) []string {
	if r = trimmed(r, MaxColumns); len(r) > MaxColumns+1 {
		return slices.Clone(r[:MaxColumns+1])
	}
	return r
}

// quote lists a line with a quotation mark that stands where none can, or from which on all
// is one cell that does not end.
func (t *Table) quote(slip *csv.ParseError, text string) {
	last := strings.Count(strings.TrimRight(text, "\n"), "\n") + 1
	if slip.Line < last || slip.StartLine == last {
		t.bad(Bad{Line: slip.StartLine, Why: "a quotation mark (\") stands where none can"})
		return
	}
	t.bad(Bad{Line: slip.StartLine, Why: fmt.Sprintf("a quotation mark (\") begins a cell that does not end, "+
		"so that no line from here to %d is read", last)})
	t.AllBad += last - slip.StartLine
}

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
// number, and not all stand for a missing one. A column may be called Na.
func (t *Table) isHead(first []string) bool {
	return !slices.ContainsFunc(first, func(cell string) bool {
		_, ok := number(bare(cell), t.Commas)
		return ok
	}) && slices.ContainsFunc(first, func(cell string) bool { return !missing(cell) })
}

// missing reports whether a cell stands for a value that is not there.
func missing(cell string) bool {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "na", "n/a", "nan", "null", "none", ".", "-", "–", "?":
		return true
	}
	return false
}

// fit are the records that have so many cells; others are listed.
func (t *Table) fit(records [][]string, lines []int, width int) [][]string {
	var rows [][]string
	for i, r := range records {
		if r = trimmed(r, width); len(r) != width {
			t.misfit(lines[i], r, width)
			continue
		}
		rows, t.Lines = append(rows, r), append(t.Lines, lines[i])
	}
	return rows
}

// misfit lists a line that has not as many cells as the table columns.
func (t *Table) misfit(line int, r []string, width int) {
	cells := fmt.Sprintf("%d cells", len(r))
	switch {
	case len(r) == 1:
		cells = "1 cell"
	case len(r) > MaxColumns:
		cells = fmt.Sprintf("more than %d cells", MaxColumns)
	}
	columns := fmt.Sprintf("%d columns", width)
	if width == 1 {
		columns = "1 column"
	}
	t.bad(Bad{Line: line, Why: "it has " + cells + ", and the table " + columns})
}

// fill reads the j-th cells of all rows.
func (t *Table) fill(c *Column, rows [][]string, j int) {
	numbers, there := 0, 0
	values := make([]float64, len(rows))
	sign := signOf(rows, j)
	for i, row := range rows {
		v, ok := t.value(row[j], sign)
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
		if c.sign = sign; sign != "" {
			c.Unit = sign
		}
		t.scale(c)
		c.odd(t, rows, j)
	case t.dates(c, rows, j, there):
		c.odd(t, rows, j)
	default:
		c.Hint = t.hint(rows, j, there)
		if c.words(rows, j); c.Kind == Word {
			c.odd(t, rows, j)
		}
	}
}

// odd lists the cells that the column cannot use.
func (c *Column) odd(t *Table, rows [][]string, j int) {
	for i, row := range rows {
		if c.Has(i) || len(c.Odd) == mostBad {
			continue
		}
		b := Bad{Line: t.Lines[i], Column: c.Name, Why: "is empty"}
		if shown := printable(row[j]); shown != "" {
			b.Why = "“" + shown + "” " + c.whyNot(t, row[j])
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
				c.Same = sameTexts(rows, j)
				return
			}
			k = len(c.Words)
			c.Words = append(c.Words, strings.Clone(word))
		}
		c.Index[i] = k
	}
	c.sort()
}

// sameTexts numbers the different texts of the j-th cells, from 0 in the order in which they occur; −1 is none.
func sameTexts(rows [][]string, j int) []int {
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = strings.TrimSpace(row[j])
	}
	return numbered(texts, missing)
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
