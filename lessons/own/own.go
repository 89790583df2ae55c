// Package own reads and keeps a reader's own tables.
//
// A table is a text as a spreadsheet writes it, JSON, or a workbook (.xlsx). [Parse] finds what
// keeps its cells apart, how decimals are written, whether it has a head, units and comments, and
// in which alphabet of bytes it is; it tells the kinds of the columns, and lists by its line
// whatever it cannot read. It makes no number up, and says where it counts in another unit than
// the text: dates in days, numbers beyond 10¹² in a power of ten.
//
// A [Choice] says which columns are x, y and the class. [Table.Rows] are the numbers that a
// figure is then about. Figures call a table with its choice by a [Ref], own-{id}.
//
// A [Store] keeps tables in bounded memory and, if it has a folder or a [Keeper], on disk, until they
// expire or are deleted. A table's id is 128 random bits: who has the id may see the table
// and delete it, and nobody else can.
package own

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Bounds of a table.
const (
	MaxBytes   = 5 << 20 // of its text
	MaxRows    = 5000
	MaxColumns = 100
	MaxClasses = 20   // different words of a column that can be the class
	MaxValue   = 1e12 // of a number that is not in a power of ten
	maxName    = 40   // letters of a column's name, of a word, and of a cell that is shown
	mostBad    = 200  // lines that are listed; others are counted
	previewed  = 12   // rows that are shown
)

// A Refusal is why a text is no table, in a sentence for who sent it.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// What is beyond the bounds of all tables.
const (
	ErrManyBytes = Refusal("The table has more than 5 MB.")
	ErrManyRows  = Refusal("The table has more than 5000 rows. Send a part of it.")

	errManyColumns = Refusal("The table has more than 100 columns.")
)

// A Table is what was read of a text.
type Table struct {
	ID      string // "" before it is kept
	Name    string // of the file, or what the reader calls it
	Columns []Column
	Lines   []int // where in the text each row begins, from 1
	Bad     []Bad // lines that are no row, at most 200 of them
	AllBad  int   // how many there are
	Format
	Notes []string   // what was read otherwise than it is written, a sentence each
	Doubt string     // how a number is read that could be another one; "" if none could
	First [][]string // the first rows, as they stand in the text

	source  []byte
	options Options

	mu    sync.Mutex
	drawn map[string]Rows
	once  sync.Once
	plain *Plain // how a short program reads the file; nil where none does
}

// Len is how many rows there are.
func (t *Table) Len() int { return len(t.Lines) }

// A Format is how a table is written.
type Format struct {
	Written  Written
	Apart    string // what keeps cells apart: a comma, a semicolon, a tab or a space; "" unless Separated
	Commas   bool   // decimals are written with a comma
	Head     bool   // the first line has the columns' names
	Encoding string // UTF-8, UTF-16, Latin-1 or Windows-1252
}

// Written is what a table is written in.
type Written string

// What a table may be written in.
const (
	Separated Written = "separated values"
	JSON      Written = "JSON"
	Workbook  Written = "workbook" // .xlsx
)

// Row is what a row of the table is called where it is counted.
func (w Written) Row() string {
	switch w {
	case JSON:
		return "record"
	case Workbook:
		return "row"
	}
	return "line"
}

// At is where a row begins, as it is called.
func (w Written) At(line int) string {
	name := w.Row()
	return strings.ToUpper(name[:1]) + name[1:] + " " + strconv.Itoa(line)
}

// A Kind is what a column holds.
type Kind string

// The kinds of columns.
const (
	Number Kind = "number"
	Word   Kind = "word"  // a few different ones, at most MaxClasses
	Text   Kind = "text"  // many different ones
	Empty  Kind = "empty" // nothing
)

// A Column is one of a table.
type Column struct {
	Name, Unit string
	Kind       Kind
	Numbers    []float64 // of a Number, one a row; NaN where there is none
	Dates      bool      // they are of dates, and the unit says since when
	sign       string    // with which each was written, %, € or $; "" for none
	Words      []string  // of a Word: the different ones, in their order
	Index      []int     // of a Word: which of them a row has; −1 for none
	Same       []int     // of a Text: a number for each row, the same for the same text; −1 where there is none
	Hint       string    // of a Word or a Text: what to do if numbers were meant; "" if none seem to be
	Odd        []Bad     // cells that are not what the column holds, at most 200 of them

	power int           // of ten that the numbers are in
	from  time.Time     // what dates are counted from,
	per   time.Duration // in these
}

// Has reports whether the column has in a row what it holds.
func (c *Column) Has(row int) bool {
	switch c.Kind {
	case Number:
		return !math.IsNaN(c.Numbers[row])
	case Word:
		return c.Index[row] >= 0
	}
	return false
}

// Missing is in how many rows it has not.
func (c *Column) Missing(rows int) (n int) {
	for i := range rows {
		if !c.Has(i) {
			n++
		}
	}
	return n
}

// Bad is a place that cannot be used, and why.
type Bad struct {
	Line   int    `json:"line"`             // from 1
	Column string `json:"column,omitempty"` // "" where the line is no row at all
	Why    string `json:"why"`
}

// pattern is a regular expression, compiled when it is first wanted: most readers bring no table.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// units finds the unit at the end of a column's name: "time (ms)" and "time [ms]".
var units = pattern(`^(.*\S)\s+[(\[]([^()\[\]]{1,12})[)\]]$`)

// named splits the text of a head into a name and a unit.
func named(text string, number int) (name, unit string) {
	text = printable(text)
	if text == "" {
		return fmt.Sprintf("column %d", number), ""
	}
	if m := units().FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return text, ""
}

// NameOf is what a table is called whose file has that name: without folders, and at most 40
// letters.
func NameOf(file string) string {
	if name := printable(file[1+strings.LastIndexAny(file, `/\`):]); name != "" {
		return name
	}
	return "table"
}

// printable is a text of at most maxName letters that can be shown in a line.
func printable(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if r := []rune(text); len(r) > maxName {
		return string(r[:maxName-1]) + "…"
	}
	return text
}
