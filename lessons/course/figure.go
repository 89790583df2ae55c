package course

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// A Figure is a picture that answers: a function from declared controls to a
// Picture.
type Figure struct {
	Name  string // in its address: kernel-ridge-regression/fit
	Title string // Markdown, a few words
	Goal  string // Markdown, of 55 letters at most: a verb, a quantity and its bound

	// Conditions, a sentence behind ⓘ, is what the goal asks besides; "" where Goal says it all.
	Conditions string

	// Linked names a group of the lesson's figures whose controls of one name
	// move together on a page; empty for a figure that stands alone.
	Linked string

	// Own names the controls that a linked figure shows on a page though one above it
	// has them too; the others it has in common with that one are under "more" there.
	// Those it drags are its own.
	Own string

	// Drag names the two controls that a pointer moves on the picture, that of
	// its x and that of its y axis; empty where there is nothing to drag.
	Drag string

	// Guesses are the predictions whose choices are drawn on the figure as it opens.
	Guesses []Guesses

	// Samples ask it over many samples; nil where nothing is drawn anew.
	Samples *Samples

	// Sealed are data that it has set aside, for a reader to open once; nil for none.
	Sealed *Sealed

	// Method names the method of the playground that fits what the figure does, and Same a number
	// that both have, "its=theirs" where they call it otherwise. Both are "" where none does.
	Method, Same string

	// NoTable is why it takes no table of a reader's own, in a sentence; "" of one that does.
	NoTable string

	// Timed is whether it measures time, so that its numbers are others each time.
	Timed bool

	// Drawn is what the pictures of its notebook show of its tables, such as "points data x y", by
	// the words of the notebooks' test; nil for the data as points and the fit as a curve.
	Drawn []string

	// Rounded are values and series that another processor may have otherwise, since rounding
	// decides them, and by how far of the largest beside them; [IsRounding] of what is rounding alone.
	Rounded map[string]float64

	// Watched are states in which something was wrong once: tests that try a figure in states at
	// random try it in these too.
	Watched []string

	// Build declares the figure's controls on f, in the order they are shown,
	// and returns what draws the state f has read. Building is cheap: it
	// reads, it computes nothing.
	Build func(f *Form) Draw
}

// IsRounding is for a number that is zero but for rounding.
const IsRounding = -1

// Reasons that several figures have to take no table.
const (
	ByHand     = "It works a few numbers that are small enough to be followed by hand."
	CountsOnly = "It counts and measures, and fits nothing to data."
	NeedsTruth = "It compares a fit with the truth that its data were made from, which nobody knows of a table."
	OfTime     = "It measures time on data that are made in the sizes it asks for."
	OfKernels  = "It is about kernels alone, and fits nothing to data."
	OfReadings = "It is about functions with a norm that is known, at a few readings."
)

// At reads the figure's state from a query, in which parameters stand under their
// own names, and returns what draws it. A figure without points, and without a
// panel to put one down on, says so instead of being drawn.
func (f *Figure) At(query url.Values) (*Form, Draw) { return f.With(nil, query) }

// With is At where the query may name tables of readers.
func (f *Figure) With(tables *own.Store, query url.Values) (*Form, Draw) {
	form := NewForm(query)
	form.Tables = tables
	draw := f.Build(form)
	if f.Samples != nil {
		asked, one := f.Samples.offer(form), draw
		draw = func(ctx context.Context, memo *Memo) (*Picture, error) {
			p, err := one(ctx, memo)
			if err == nil {
				err = f.judge(ctx, memo, form, p)
			}
			if err == nil && asked {
				err = f.among(ctx, memo, form, p)
			}
			return p, err
		}
	}
	if f.Sealed != nil {
		opened, one := f.Sealed.offer(form), draw
		draw = func(ctx context.Context, memo *Memo) (*Picture, error) {
			p, err := one(ctx, memo)
			if err == nil && opened {
				err = f.unseal(ctx, memo, form, p)
			}
			return p, err
		}
	}
	form.noteUnknown()
	if slices.ContainsFunc(form.Controls, func(c *Control) bool {
		return c.Kind == Points && !c.Off && c.Panel == "" && c.Value == NoPoints
	}) {
		draw = func(context.Context, *Memo) (*Picture, error) {
			return &Picture{Message: "There are no points yet, and so nothing to show here.",
				Description: "No points, no picture."}, nil
		}
	}
	if len(f.Guesses) > 0 {
		plain, opens := draw, form.opens()
		draw = func(ctx context.Context, memo *Memo) (*Picture, error) {
			p, err := plain(ctx, memo)
			if err == nil && (opens || ctx.Value(letteredKey{}) != nil) {
				p.Guesses, err = f.guessOn(ctx, memo, p)
			}
			return p, err
		}
	}
	return form, draw
}

// Fold puts under "more" what a figure of the lesson need not show on its page, since
// one above that it is linked with does.
func (l *Lesson) Fold(f *Figure, form *Form) {
	own := strings.Fields(f.Own + " " + f.Drag)
	for i := range l.Figures {
		above := &l.Figures[i]
		if above.Name == f.Name {
			return
		}
		if f.Linked == "" || above.Linked != f.Linked {
			continue
		}
		shown, _ := above.At(nil)
		for _, c := range form.Controls {
			if !c.More && !slices.Contains(own, c.Name) &&
				slices.ContainsFunc(shown.Controls, func(s *Control) bool { return s.Name == c.Name }) {
				c.More, c.Echo = true, true
			}
		}
	}
}

// Draw computes the picture of one state. It stops when ctx is cancelled, and
// keeps what other states will want again in memo.
type Draw func(ctx context.Context, memo *Memo) (*Picture, error)

// A Picture is all that a figure shows in one state.
//
// It has at least panels, numbers, a goal and, in three steps, what it says. Its first
// goal is that which the figure asks for. Series are what is drawn, for who takes it
// along: "data" the data, as x y; others under their names in the field.
type Picture struct {
	Columns     [][]plots.Panel // side by side; the panels of a column stand under each other
	Numbers     []Number
	Description string          // what the picture shows now, in sentences; the first can stand alone
	Says        []Said          // the description of a figure in three steps, see [Steps]
	Result      Work            // what it computed; nil of a figure that is not in three steps
	Datum       string          // where a reader points at a datum, what is said of that one
	SaysOfDatum []Said          // the same of a figure in three steps
	Advice      []Advice        // what to do next, of a figure about a reader's own table
	Listing     *Listing        // rows of a table that it is asked about; nil for none
	Message     string          // why there is no fit, when the data or λ defeat the method
	Among       *Among          // it among many samples, where a reader asks; else nil
	Openings    string          // how often what a reader's table has sealed was opened; "" of the course's data
	Unsealed    *Unsealed       // its setting on sealed data, where a reader opens them; else nil
	Certificate *Certificate    // nil where nothing was fitted
	Handles     []Handle        // what can be dragged that is no datum
	Guesses     [][]plots.Guess // as the figure opens, or see [Lettered]: those of each of its Guesses
	Goals       []Goal          // what can be reached in this figure, the figure's own goal first
	Proposals   []Proposal      // what its [Sequence] could go on with
	Choosable   []int           // all numbers that it could go on with
	Series      []Series        // what is drawn, under the names of the field
	Matrices    []NamedMatrix   //
	Code        *Code           // how to have the same numbers elsewhere
}

// Advice is a sentence on what to do next, and the lesson that explains it.
type Advice struct {
	Said   Said
	Lesson string // its slug; "" for none
	Link   string // the words that lead there
}

// A Listing is the first rows of a table in words, all of which, as numbers, is one of the figure's series.
type Listing struct {
	Title  string
	Head   []string
	Rows   [][]string
	Of     int    // rows there are
	Series string // its name
}

// The sizes of panels, in px: a picture beside a square, or two alike beside
// each other, fill the figure's width. The style sheet knows these widths.
const (
	Wide   = 640
	Half   = 540
	Square = 400
)

// A Number is a value shown beside the picture. Values that are not finite are
// shown as a dash, and are null in JSON.
type Number struct {
	Name  string // in JSON: loo_rmse
	Label string // for readers: leave-one-out error
	Means string // what it is, in a sentence for whoever asks
	Value float64
	Unit  string
	Whole bool // a count, shown as Count does
	Aside bool // about the arithmetic, not the fit: it runs over powers of ten, and is announced last
	Datum bool // of the datum that a reader points at: its sentence has it, the list does not
	// Written is how a reader wants it where that is not Value in Unit, as 3.5 years for so
	// many seconds; else empty.
	Written string
}

// Text returns the number as a reader wants it: three or four digits, and a count
// as a count; or as it is Written.
func (n Number) Text() string {
	if n.Written != "" {
		return n.Written
	}
	if n.Whole {
		return Count(n.Value)
	}
	if n.Value == math.Trunc(n.Value) && math.Abs(n.Value) < 1e5 {
		return Value(n.Value)
	}
	return Digits(n.Value)
}

// Shown are the numbers that stand in the figure's list: those of the figure, and not
// those of a datum, so that the list keeps its length whatever a reader points at.
func (p *Picture) Shown() []Number {
	return slices.DeleteFunc(slices.Clone(p.Numbers), func(n Number) bool { return n.Datum })
}

// Open splits the numbers of the list into those in sight, OpenNumbers at most, and
// those that a reader asks for.
func (p *Picture) Open() (open, more []Number) {
	all := p.Shown()
	n := min(OpenNumbers, len(all))
	return all[:n], all[n:]
}

// Sentences are the description and what is said of the datum.
func (p *Picture) Sentences() string {
	return strings.TrimSpace(p.Description + " " + p.Datum)
}

// A Goal is a state the reader is asked to find; the server knows when it is reached.
type Goal struct {
	Name    string // unique in the figure
	At      string // the query of a state that reaches it, for tests alone: no page shows it
	Asks    string // Markdown: the figure's own goal in words of this state, where Figure.Goal fits another
	Now     string // of the figure's own goal: the quantity that it is about, as it is here; "" where it is not known
	But     string // which condition of the figure's own goal is not met here, as “with 30 readings”; "" for none
	Reached bool
	Pending bool    // whether hidden samples are still to be tried: see [Unjudged]
	Text    string  // what was reached, one sentence
	Hidden  *Hidden // what else it asks, of samples that nobody sees; nil for nothing
}

// Aim is the figure's own goal in this state; a goal far off where nothing was drawn.
func (p *Picture) Aim() Goal {
	if len(p.Goals) == 0 {
		return Goal{Now: "—"}
	}
	g := p.Goals[0]
	if g.Now == "" {
		g.Now = "—"
	}
	return g
}

// A Proposal is a choice that a figure's Sequence could go on with. The page has a link
// for each, which works without scripts, one that takes the last choice back and one that
// begins again. In a figure whose data can be pointed at, a click on a datum that is
// Choosable, or Enter on the one where the keyboard stands, chooses it; a finger taps it
// twice.
type Proposal struct {
	Text string // plain: "where the deviation is largest, site 31"
	Add  int    // the number it adds
}

// A Handle is a point of a picture that is no datum: who drags it with a mouse or a finger,
// or moves it by the arrow keys, sets controls of numbers, which have their sliders besides.
// The page lays a ring over it; the picture is the figure's to draw, a plots.Marker in the
// ring and what hangs on it: a band between the two sides of a cone or an envelope, an
// arrow (the Head of a plots.Line). The axes should not depend on what it sets.
//
//	Handle{Panel: "bounds-f", Label: "The point x", X: "x", At: plots.Point{X: x, Y: f(x)}}
//
// goes along a curve: it sets the control x, and its height follows. One of which Y sets a
// weight stands at weight × YPer above where the weight is 0. A control that is hidden,
// locked, off or veiled is not set, and a handle that sets none has no ring.
type Handle struct {
	Panel      string      // the ID of the panel it lies on; a logarithmic axis is that of the control itself
	Label      string      // what it is, plain
	At         plots.Point // where it lies in this state
	X, Y       string      // the controls that its coordinates set; "" for one that only follows
	XPer, YPer float64     // how far it goes when that control grows by 1; 1 if zero
	Snaps      bool        // it stops only where the sliders of its controls do
}

// A Certificate is what was checked of a fit just now, beside what rounding allows.
type Certificate struct {
	engine.Certificate
	Line    string   // one quiet sentence
	Reasons []string // what was checked and how to read it
}

// Agreement is the certificate of what two ways of working it out agree to.
func Agreement(c engine.Certificate, ways string, reasons ...string) *Certificate {
	line := fmt.Sprintf("Checked just now: %s agree to %s; rounding allows %s.", ways,
		Digits(c.PrimalDualGap), Digits(c.Bound))
	if !c.OK {
		line = fmt.Sprintf("Take these digits with care: %s agree to %s, and rounding allows %s.", ways,
			Digits(c.PrimalDualGap), Digits(c.Bound))
	}
	return &Certificate{Certificate: c, Line: line, Reasons: reasons}
}

// Else says, where the bound promises fewer than six digits, why and what to do.
func (c *Certificate) Else(why string) *Certificate {
	if !c.OK {
		c.Reasons = append(c.Reasons, "The bound promises fewer than six digits. "+why)
	}
	return c
}

// A Series is a list of numbers, or of tuples of numbers, that a figure draws.
type Series struct {
	Name    string
	Columns []Column // all of one length; a series of one column is a plain list
}

// A Column is one coordinate of a Series.
type Column struct {
	Name   string
	Values []float64
}

// Table is a series of several columns, their names separated by spaces.
func Table(name, columns string, values ...[]float64) Series {
	s := Series{Name: name}
	for i, column := range strings.Fields(columns) {
		s.Columns = append(s.Columns, Column{Name: column, Values: values[i]})
	}
	return s
}

// Floats are whole numbers as a column of a [Table] has them.
func Floats(whole []int) []float64 {
	v := make([]float64, len(whole))
	for i, n := range whole {
		v[i] = float64(n)
	}
	return v
}

// Counting are n whole numbers from the first on, as a column of a [Table] has them.
func Counting(first, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(first + i)
	}
	return v
}

// A NamedMatrix is a matrix that a figure draws.
type NamedMatrix struct {
	Name   string
	Values mat.Matrix
}

// Find returns the number of that name, and NaN when the figure has none.
func (p *Picture) Find(name string) float64 {
	if i := p.number(name); i >= 0 {
		return p.Numbers[i].Value
	}
	return math.NaN()
}

func (p *Picture) number(name string) int {
	return slices.IndexFunc(p.Numbers, func(n Number) bool { return n.Name == name })
}

// Pending reports whether hidden samples are still to be tried for one of its goals.
func (p *Picture) Pending() bool {
	return slices.ContainsFunc(p.Goals, func(g Goal) bool { return g.Pending })
}

// Reached reports whether the goal of that name is reached.
func (p *Picture) Reached(name string) bool {
	for _, g := range p.Goals {
		if g.Name == name {
			return g.Reached
		}
	}
	return false
}

// Defeats reports whether an error says that the data or λ defeat the method, which a figure shows as a message.
func Defeats(err error) bool {
	return errors.Is(err, engine.ErrSingular) || errors.Is(err, engine.ErrIndefinite) ||
		errors.Is(err, engine.ErrNoConvergence) || errors.Is(err, engine.ErrOverflow)
}

// Settle returns an error, but nil of one that [Defeats] a method, which it keeps in defeat, if that is not nil.
func Settle(err error, defeat *error) error {
	if !Defeats(err) {
		return err
	}
	if defeat != nil {
		*defeat = err
	}
	return nil
}
