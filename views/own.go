package views

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A DataPage is where a reader sends a table of her own.
type DataPage struct {
	Site     Site
	Takers   []Taker
	Refusers []Refuser
	Days     int     // that a table is kept after it was used last
	Lasts    bool    // tables outlive the program
	Wrong    string  // why what was sent is no table; "" before
	Text     string  // what was sent, where that is not long
	Deleted  bool    // a table was deleted just now
	Example  *Figure // what becomes of a table; nil for none
	Fit      string  // the fit of another table whose rows it is to predict; see Figure.fit
}

// beginning is how a table begins that a figure shows, as written, and how many rows it has.
func beginning(f Figure) (rows [][2]string, all int) {
	const shown = 5
	x, y := f.Picture.Column("data", "x"), f.Picture.Column("data", "y")
	for i := range min(shown, len(x), len(y)) {
		rows = append(rows, [2]string{course.FormatNumber(x[i]), course.FormatNumber(y[i])})
	}
	return rows, len(x)
}

// A TablePage is one table.
type TablePage struct {
	Site     Site
	Table    *own.Table
	Choice   own.Choice
	Ref      string // the value of data in figures
	Address  string // of this page
	Bad      []own.Bad
	BadLines int
	Wrong    string // why another choice of columns cannot be
	Aside    string // what was taken out of x; "" if nothing was
	Missing  string // what is to be chosen first
	Takers   []Taker
	Days     int
	Lasts    bool
}

// A Taker is a lesson with its figures that take a table.
type Taker struct {
	Lesson  *course.Lesson
	Figures []TakerFigure
}

// A TakerFigure is one of them, and where it is with the table.
type TakerFigure struct {
	Figure  *course.Figure
	Address string
}

// A Refuser is a figure that takes no table.
type Refuser struct {
	Lesson *course.Lesson
	Figure *course.Figure
	Why    string
}

var apartNames = map[string]string{",": "commas", ";": "semicolons", "\t": "tabs", " ": "spaces"}

// read says how the table was read.
func (p TablePage) read() string {
	t := p.Table
	s := fmt.Sprintf("%s and %s were read", course.Plural(t.Len(), "row"), course.Plural(len(t.Columns), "column"))
	decimal := "points"
	if t.Commas {
		decimal = "commas"
	}
	head := "no line with names"
	if t.Head {
		head = "names in the first line"
	}
	switch t.Written {
	case own.JSON:
		return s + ", as JSON."
	case own.Workbook:
		return s + " of a workbook."
	}
	return fmt.Sprintf("%s: cells kept apart by %s, decimals written with %s, %s, in %s.", s, apartNames[t.Apart],
		decimal, head, t.Encoding)
}

// asks reports whether the reader has to say that the good lines are kept.
func (p TablePage) asks() bool { return p.BadLines > 0 && !p.Choice.Good }

// keepsGood is what the reader says who keeps the good lines.
func (p TablePage) keepsGood() string {
	return "Keep the good lines, and leave out " +
		course.ByCount(p.BadLines, "the bad one", "the "+strconv.Itoa(p.BadLines)+" bad ones")
}

// isX reports whether a column is an input.
func (p TablePage) isX(j int) bool { return slices.Contains(p.Choice.X, j) }

// standardising are the choices of when inputs are standardised.
func (p TablePage) standardising() []course.Option {
	return course.Options("auto", "where two or more are used, or one needs it", "1", "always", "0", "never")
}

// standardised is the one in force.
func (p TablePage) standardised() string {
	switch {
	case p.Choice.Raw:
		return "0"
	case p.Choice.Standardise && !p.Table.Guess().Standardise:
		return "1"
	}
	return "auto"
}

// columnHas says what a column has.
func columnHas(c *own.Column, rows int) string {
	s := "nothing"
	switch c.Kind {
	case own.Number:
		lo, hi := c.Span()
		s = "numbers from " + course.Value(lo) + " to " + course.Value(hi)
		if c.Dates {
			s = "dates, as " + c.Unit + ", up to " + course.Value(hi)
		}
	case own.Word:
		s = course.ByCount(len(c.Words), "one word", strconv.Itoa(len(c.Words))+" different words")
	case own.Text:
		s = "text: long words, or more than " + strconv.Itoa(own.MaxClasses) + " different ones"
	}
	if n := c.Missing(rows); n > 0 && (c.Kind == own.Number || c.Kind == own.Word) {
		s += ", missing in " + course.Plural(n, "row")
	}
	if c.Hint != "" {
		s += ". " + c.Hint
	}
	return s
}

// lineOf says what is wrong, and where.
func (p TablePage) lineOf(b own.Bad) string {
	s := p.Table.Written.At(b.Line)
	if b.Column != "" {
		s += ", " + b.Column
	}
	return s + ": " + b.Why + "."
}

// keptFor says how long a table is kept.
func keptFor(site Site, days int, lasts bool) string {
	if site.Alone {
		return fmt.Sprintf("It is kept until you delete it, until nobody has used it for %d days, or until what the "+
			"browser keeps of this site is deleted.", days)
	}
	s := fmt.Sprintf("It is kept until you delete it, or until nobody has used it for %d days", days)
	if !lasts {
		s += ", or until the server stops"
	}
	return s + ". When the server has no space left, tables that nobody uses go earlier."
}
