package course

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// A Form declares a figure's controls and reads their values from a query, in
// the manner of package flag: one call names, bounds, parses and describes a
// control, and returns its value. Since no value gets past its declaration, no
// query can hand the engine a number it was not written for, and the slider,
// the JSON, the link and the documentation cannot disagree.
//
// A value that is absent takes the default; one that cannot be read, or is not
// a number, takes the default and leaves a note; one out of range, ±Inf
// included, is clamped and leaves a note. Unknown parameters are ignored.
type Form struct {
	Controls []*Control // in the order declared, which is the canonical order
	Notes    []string   // to the reader, one for each slip

	// Fleeting says that the picture is of this moment and differs the next time,
	// as measured times do: no answer to it is kept.
	Fleeting bool

	// Tables has the readers' own tables, which a query calls by their ids; nil has none.
	Tables *own.Store
	// All says that data and kernels which the figure works with are offered though its lesson
	// is not about them: it stands in the playground.
	All bool

	query     url.Values
	suggested []suggestion
	redrawn   string // the control that numbers samples, where they are drawn beyond its range
}

// A Control is one declared parameter with the value that is in force.
type Control struct {
	Name    string   // in the query
	Label   string   // for the reader
	Kind    Kind     // how it is chosen
	Value   string   // canonical text of the value in force
	Default string   // canonical text of the default
	Min     float64  // range of a number
	Max     float64  //
	Log     bool     // the slider is even in the logarithm
	Zero    bool     // a logarithmic slider whose first place is 0
	Unit    string   // shown behind the value
	Term    string   // class that links the control to its symbol in formulas
	Options []Option // of a Choice; of a Bool no and yes
	More    bool     // shown under "more"
	Leads   bool     // in sight on the projector too
	Off     bool     // without effect in this state: another control switches it off
	Was     bool     // the form carries the value in force as "was"; see Converts

	Echo    bool    // under "more" only because a figure above shows it: see Lesson.Fold
	Hidden  bool    // not shown, since the link hides it; its value counts
	Locked  bool    // shown and not to be moved, since the link locks it
	Every   bool    // of a whole number: the slider has a place for each
	Stride  float64 // between places of the slider; by its range if zero
	Film    bool    // of a whole number: it can be played, place after place
	Panel   string  // of Points: where they are moved by hand; "" for nowhere
	Classed bool    // of Points: each has a class
	Most    int     // of a Sequence: how many there can be
	Shows   string  // of the datum pointed at: see Shows
	Private bool    // of free text: what a reader writes there is in no log
	Tables  bool    // of a Choice: a reader's own table can stand there too
	Example string  // of free text: what could stand there, shown while it is empty
	Slip    *Slip   // of an Expression that cannot be read: what is wrong with it

	numbers  []int // of a Sequence
	number   float64
	scale    float64 // of what the query says; 0 for none
	when     string
	whenOnly []string
}

// Kind tells how a Control is chosen.
type Kind int

const (
	Real       Kind = iota // a number on a slider
	Whole                  // a whole number on a slider
	Choice                 // one of Options
	Bool                   // yes or no, a box to tick
	Words                  // free text
	Points                 // a list of one's own points, also moved by hand
	Sequence               // numbers chosen one after the other
	Expression             // text in a language of its own; Options are examples
)

// An Option is one value of a Choice.
type Option struct{ Value, Label string }

// Options are those of a Choice, in pairs: a value and its label.
func Options(pairs ...string) []Option {
	var options []Option
	for i := 0; i < len(pairs); i += 2 {
		options = append(options, Option{Value: pairs[i], Label: pairs[i+1]})
	}
	return options
}

// A Setting refines a control where it is declared.
type Setting func(*Control)

// Unit sets the unit shown behind the value.
func Unit(u string) Setting { return func(c *Control) { c.Unit = u } }

// Term links the control to the symbol of class t-name in formulas and pictures.
func Term(name string) Setting { return func(c *Control) { c.Term = name } }

// FromZero puts 0 at the start of a logarithmic range.
func FromZero(c *Control) { c.Zero = true }

// Every gives the slider a place for every whole number of its range, as for
// what is counted through one by one.
func Every(c *Control) { c.Every = true }

// Stride gives the slider a place every so many of its range, from its least value on.
func Stride(by float64) Setting { return func(c *Control) { c.Stride = by } }

// Film has the page play the control's slider: it moves one place at a time, each when
// the picture of the last is there. For a whole number that counts through what happens
// one after another, as steps of a method; its axes and all that does not move from step
// to step are the figure's to keep.
func Film(c *Control) { c.Every, c.Film = true, true }

// More keeps the control under "more" until the reader asks for it.
func More(c *Control) { c.More = true }

// Leads keeps a choice in sight on the projector, where others wait under "More".
func Leads(c *Control) { c.Leads = true }

// Private keeps what a reader writes into a Text out of the server's logs.
func Private(c *Control) { c.Private = true }

// Example shows in an empty Text what could stand there.
func Example(text string) Setting { return func(c *Control) { c.Example = text } }

// Converts is for a choice of convention in which a number beside it is written. The
// form on the page carries the choice it was rendered with, as the parameter "was", so
// that when the choice changes the server knows in which convention the number still
// is, and converts it.
func Converts(c *Control) { c.Was = true }

// Scaled multiplies the number that the query has, which was written in another
// unit, to twelve digits.
func Scaled(by float64) Setting { return func(c *Control) { c.scale = by } }

// Called gives a Bool words for its values in a query, where it is more than yes or no.
func Called(no, yes string) Setting {
	return func(c *Control) { c.Options = Options(no, no, yes, yes) }
}

// Shows says what a reader sees who points at a datum: the end of "Point at a datum to
// see …".
func Shows(what string) Setting { return func(c *Control) { c.Shows = what } }

// When shows the control only while the choice named has one of the values.
func When(choice string, values ...string) Setting {
	return func(c *Control) { c.when, c.whenOnly = choice, values }
}

// MaxPoints bounds how many points of one's own there are. The page states it,
// since what is typed there is cut before it is sent.
const MaxPoints = 60

// NoPoints is how a query says that there is no point at all: an empty value is
// an absent one.
const NoPoints = "none"

// EditedOn names the panel on which the points are moved by hand.
func EditedOn(panel string) Setting { return func(c *Control) { c.Panel = panel } }

// Classed gives every point a class: x1,x2,c with c = 1 or −1.
func Classed(c *Control) { c.Classed = true }

// NewForm returns a form that reads its values from query, where the
// parameters stand under their own names.
func NewForm(query url.Values) *Form { return &Form{query: query} }

// steps is how many places a slider has, about: few enough that the links and
// the cached answers of many readers coincide.
const steps = 60

// MaxText bounds a Text value, in bytes: 60 points with every digit they have
// need less.
const MaxText = 4096

func (f *Form) add(c *Control, settings []Setting) *Control {
	for _, set := range settings {
		set(c)
	}
	if slices.ContainsFunc(f.Controls, func(d *Control) bool { return d.Name == c.Name }) {
		panic("course: control declared twice: " + c.Name)
	}
	f.restrict(c)
	if c.when != "" {
		c.Off = !slices.Contains(c.whenOnly, f.Control(c.when).Value)
	}
	f.Controls = append(f.Controls, c)
	return c
}

// Raw is what the query has under a name, declared or not.
func (f *Form) Raw(name string) string { return f.query.Get(name) }

// Control returns the control declared under name; to ask for another is a bug.
func (f *Form) Control(name string) *Control {
	for _, c := range f.Controls {
		if c.Name == name {
			return c
		}
	}
	panic("course: no control " + name)
}

func (f *Form) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// InBar reports whether the control is a button in its figure's bar.
func (c *Control) InBar() bool { return c.Name == ManyControl || c.Name == EnvelopeControl }

// Float declares a number in [min, max] on an even scale.
func (f *Form) Float(name, label string, def, min, max float64, settings ...Setting) float64 {
	c := f.add(&Control{Name: name, Label: label, Min: min, Max: max, Default: FormatNumber(def)}, settings)
	f.readNumber(c, def)
	return c.number
}

// LogFloat declares a number in [min, max], 0 < min, on a logarithmic scale.
// With FromZero the range is {0} and all up to max, and the slider's grid
// starts at 0, then min.
func (f *Form) LogFloat(name, label string, def, min, max float64, settings ...Setting) float64 {
	c := f.add(&Control{Name: name, Label: label, Min: min, Max: max, Log: true, Default: FormatNumber(def)}, settings)
	f.readNumber(c, def)
	return c.number
}

// Int declares a whole number in [min, max].
func (f *Form) Int(name, label string, def, min, max int, settings ...Setting) int {
	c := f.add(&Control{Name: name, Label: label, Kind: Whole, Min: float64(min), Max: float64(max),
		Default: strconv.Itoa(def)}, settings)
	f.readNumber(c, float64(def))
	return int(c.number)
}

// Size declares one of several whole numbers, named by [Count].
func (f *Form) Size(name, label string, def int, sizes []int, settings ...Setting) int {
	var options []Option
	for _, s := range sizes {
		options = append(options, Option{Value: strconv.Itoa(s), Label: Count(float64(s))})
	}
	value := f.Choice(name, label, strconv.Itoa(def), options, settings...)
	return Must(strconv.Atoi(value)) // Choice lets no other through
}

// Choice declares one of several named values.
func (f *Form) Choice(name, label, def string, options []Option, settings ...Setting) string {
	c := f.add(&Control{Name: name, Label: label, Kind: Choice, Options: options}, settings)
	f.readOption(c, def)
	return c.Value
}

// Bool declares a yes or no; in a query it is 1 or 0, unless it is [Called] otherwise.
func (f *Form) Bool(name, label string, def bool, settings ...Setting) bool {
	c := f.add(&Control{Name: name, Label: label, Kind: Bool, Options: Options("0", "no", "1", "yes")}, settings)
	no, yes := c.Options[0].Value, c.Options[1].Value
	if def {
		f.readOption(c, yes)
	} else {
		f.readOption(c, no)
	}
	return c.Value == yes
}

func (f *Form) readOption(c *Control, def string) {
	c.Default, c.Value = def, def
	raw := strings.TrimSpace(f.query.Get(c.Name))
	i := slices.IndexFunc(c.Options, func(o Option) bool { return o.Value == raw })
	switch {
	case raw == "":
	case i >= 0:
		c.Value = c.Options[i].Value // and not a part of the query, all of which it would keep
	case own.IsRef(raw):
		f.note("%s: this figure does not take a table of yours; what it shows are other data, %s.", c.Name, def)
	default:
		f.note("%s: “%s” is not known here; using %s.", c.Name, Printable(raw), def)
	}
}

// TakesTables reports whether a reader's own table can be chosen in the form.
func (f *Form) TakesTables() bool {
	return slices.ContainsFunc(f.Controls, func(c *Control) bool { return c.Tables })
}

// Instead has the query say another value for a control that is not declared yet, as where
// what it asks for is not there any more.
func (f *Form) Instead(name, value string) {
	f.query = maps.Clone(f.query)
	f.query.Set(name, value)
}

// Suggest names a value for a number that is declared later, or never, which suits the data better
// than its default: what links to the figure with these data say. 0 is none.
func (f *Form) Suggest(name string, value float64) {
	if value > 0 {
		f.suggested = append(f.suggested, suggestion{name, value})
	}
}

type suggestion struct {
	name  string
	value float64
}

// Suggested are the parameters that were suggested, within the ranges of their controls, to two
// digits, each after an & and the prefix, as links have them.
func (f *Form) Suggested(prefix string) string {
	var b strings.Builder
	for _, s := range f.suggested {
		for _, c := range f.Controls {
			if c.Name == s.name && !c.Off && c.Max > c.Min {
				v, _ := strconv.ParseFloat(strconv.FormatFloat(s.value, 'g', 2, 64), 64) // it has written it
				fmt.Fprintf(&b, "&%s%s=%s", prefix, c.Name, FormatNumber(math.Min(math.Max(v, c.Min), c.Max)))
			}
		}
	}
	return b.String()
}

// Text declares free text of at most MaxText bytes. What it means is for the
// caller to parse; a slip found there is reported with Remark.
func (f *Form) Text(name, label, def string, settings ...Setting) string {
	c := f.add(&Control{Name: name, Label: label, Kind: Words, Default: def, Value: def}, settings)
	raw := strings.TrimSpace(f.query.Get(name))
	switch {
	case raw == "":
	case len(raw) > MaxText:
		f.note("%s: %d characters are more than %d; using the default.", name, len(raw), MaxText)
	default:
		c.Value = raw
	}
	return c.Value
}

// Sequence declares a list of choices made one after the other, each one of n things
// numbered from 1, none twice, most of them at most: "12,5,31", in the order chosen,
// which links keep. It opens empty. What a picture proposes to choose next, and a way
// back, are links; see [Proposal].
//
// What cannot be read, is out of range or comes again is left out, and of too many the
// first are kept, each with a note.
func (f *Form) Sequence(name, label string, n, most int, settings ...Setting) []int {
	f.Text(name, label, "", settings...)
	c := f.Control(name)
	c.Kind, c.Min, c.Max, c.Most = Sequence, 1, float64(n), most
	unread, outside, again := 0, 0, 0
	for item := range strings.SplitSeq(c.Value, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		v, ok := ParseNumber(item)
		switch i := int(v); {
		case !ok:
			unread++
		case !(v >= 1 && v <= float64(n)) || v != math.Trunc(v):
			outside++
		case slices.Contains(c.numbers, i):
			again++
		default:
			c.numbers = append(c.numbers, i)
		}
	}
	if unread > 0 {
		f.Remark(name, "%d could not be read as %s and %s left out.", unread, ByCount(unread, "a number", "numbers"),
			ByCount(unread, "is", "are"))
	}
	if outside > 0 {
		f.Remark(name, "%s from 1 to %d and %s left out.",
			ByCount(outside, "1 is not a whole number", strconv.Itoa(outside)+" are not whole numbers"), n,
			ByCount(outside, "is", "are"))
	}
	if again > 0 {
		f.Remark(name, "%d %s chosen before and %s left out.", again, ByCount(again, "was", "were"),
			ByCount(again, "is", "are"))
	}
	if len(c.numbers) > most {
		f.Remark(name, "%d are more than %d; the first %d are kept.", len(c.numbers), most, most)
		c.numbers = c.numbers[:most:most]
	}
	c.Value = Choices(c.numbers)
	return c.numbers
}

// Choices is the canonical text of a sequence of such choices.
func Choices(numbers []int) string {
	var b []byte
	for i, v := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return string(b)
}

// Replace gives a Text control the canonical form of what was read from it.
func (f *Form) Replace(name, canonical string) { f.Control(name).Value = canonical }

// Remark leaves a note about the named control.
func (f *Form) Remark(name, format string, args ...any) {
	f.note("%s: %s", name, fmt.Sprintf(format, args...))
}

func (f *Form) readNumber(c *Control, def float64) {
	c.number = def
	if raw := strings.TrimSpace(f.query.Get(c.Name)); raw != "" {
		v, ok := ParseNumber(raw)
		if ok && c.scale != 0 && c.scale != 1 {
			v = Round(v*c.scale, 12)
			raw = FormatNumber(v)
		}
		low := c.Min
		if c.Zero {
			low = 0
		}
		switch {
		case !ok:
			f.note("%s: “%s” is not a number; using %s.", c.Name, Printable(raw), c.Default)
		case c.Kind == Whole && !math.IsInf(v, 0) && v != math.Trunc(v):
			f.note("%s: “%s” is not a whole number; using %s.", c.Name, Printable(raw), c.Default)
		case v < low:
			f.note("%s: %s is below %s; using %s.", c.Name, Printable(raw), FormatNumber(low), FormatNumber(low))
			c.number = low
		case v > c.Max && c.Name != f.redrawn:
			f.note("%s: %s is above %s; using %s.", c.Name, Printable(raw), FormatNumber(c.Max), FormatNumber(c.Max))
			c.number = c.Max
		default:
			c.number = v + 0 // −0 becomes 0
		}
	}
	c.Value = FormatNumber(c.number)
}

// ParseNumber reads a decimal number, as a person writes one: no hexadecimal, no
// underscores. Words for infinity and numbers too large give ±Inf, to be
// clamped; NaN is not a number.
func ParseNumber(s string) (float64, bool) {
	s = strings.ReplaceAll(s, "−", "-")
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "inf", "infinity":
		if s[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false
	}
	return v, true
}

// FormatNumber writes v in the shortest form that reads back the same, up to ten million
// without an exponent.
func FormatNumber(v float64) string {
	s := string(AppendShortest(nil, v))
	if a := math.Abs(v); a >= 1e-4 && a < 1e7 {
		s = strconv.FormatFloat(v, 'f', -1, 64)
	}
	// 1e-08 reads as 1e-8 to people and to parsers.
	s = strings.Replace(s, "e-0", "e-", 1)
	return strings.Replace(strings.Replace(s, "e+0", "e", 1), "e+", "e", 1)
}

// Printable is s made fit to be repeated in a note: short and printable.
func Printable(s string) string {
	s = printable(s)
	if r := []rune(s); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return s
}

// printable has a dot for each character that cannot be printed.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, s)
}

// Chosen are the numbers of a Sequence, in the order chosen.
func (c *Control) Chosen() []int { return c.numbers }

// Number returns the numeric value of a Real or Whole control.
func (c *Control) Number() float64 { return c.number }

// Grid returns the values of the slider's places, in order, as canonical text:
// about 60 of them, three significant digits each on a logarithmic scale, and
// multiples of 1, 2 or 5 powers of ten between the ends on an even one.
func (c *Control) Grid() []string {
	var g []string
	if c.Log {
		if c.Zero {
			g = append(g, "0")
		}
		for i := range steps + 1 {
			v := c.Min * math.Pow(c.Max/c.Min, float64(i)/steps)
			g = append(g, FormatNumber(Round(v, 3)))
		}
		return g
	}
	step := plots.NiceStep((c.Max - c.Min) / steps)
	if c.Kind == Whole && (c.Every || step < 1) {
		step = 1
	}
	if c.Stride > 0 {
		step = c.Stride
	}
	g = append(g, FormatNumber(c.Min))
	for i := math.Floor(c.Min/step) + 1; i*step < c.Max-step/1e6; i++ {
		if v := Round(i*step, 12) + 0; v > c.Min+step/1e6 {
			g = append(g, FormatNumber(v))
		}
	}
	return append(g, FormatNumber(c.Max))
}

// Round returns v to that many significant decimal digits.
func Round(v float64, digits int) float64 {
	r := Must(strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)) // FormatFloat wrote it
	return r
}

// Place returns the place on its Grid nearest to the value, where the slider stands.
func (c *Control) Place(grid []string) int {
	best, distance := 0, math.Inf(1)
	at := func(v float64) float64 {
		if c.Log {
			return math.Log(math.Max(v, c.Min/2)) // 0 stands a step below the least
		}
		return v
	}
	for i, s := range grid {
		v, _ := ParseNumber(s)
		if d := math.Abs(at(v) - at(c.number)); d < distance {
			best, distance = i, d
		}
	}
	return best
}

// WhenChoice returns the choice that shows and hides this control, and the
// values, separated by spaces, at which it shows; both are empty when nothing does.
func (c *Control) WhenChoice() (choice, values string) {
	return c.when, strings.Join(c.whenOnly, " ")
}

// Query returns the canonical query of the form's state: the parameters in
// their declared order under prefix, defaults left out.
func (f *Form) Query(prefix string) string {
	var b strings.Builder
	for _, c := range f.Controls {
		if c.Value == c.Default {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(prefix)
		b.WriteString(c.Name)
		b.WriteByte('=')
		b.WriteString(escape(c.Value))
	}
	return b.String()
}

// LinkAfter is the query of a link to the form's state, as Link writes it, with other
// choices in its sequence.
func (f *Form) LinkAfter(prefix string, sequence *Control, chosen []int) string {
	value := sequence.Value
	sequence.Value = Choices(chosen)
	link := f.Link(prefix)
	sequence.Value = value
	return link
}

// State names the form's state to a reader of a program: its query. Who is given a program
// has the numbers in it, and is not given the address of the table that they are from.
func (f *Form) State() string {
	if s := f.Query(""); s != "" {
		return own.Unnamed(s)
	}
	return "as it opens"
}

// escape percent-encodes a query value but leaves what RFC 3986 lets stand and
// a list of points is full of: commas and semicolons.
func escape(s string) string {
	return strings.NewReplacer("%2C", ",", "%3B", ";", "+", "%20").Replace(url.QueryEscape(s))
}

// ParseQuery is url.ParseQuery for queries in which a semicolon is a character
// of a value, as it is between points. Pairs that cannot be read are dropped.
func ParseQuery(raw string) url.Values {
	q, _ := url.ParseQuery(strings.ReplaceAll(raw, ";", "%3B"))
	return q
}

// Sub returns the parameters of one figure: those that stand under "name.", with
// that prefix taken off, and where bare is set those without any prefix too.
func Sub(q url.Values, name string, bare bool) url.Values {
	sub := url.Values{}
	for k, v := range q {
		if p, ok := strings.CutPrefix(k, name+"."); ok {
			sub[p] = v
		} else if _, has := sub[k]; bare && !has {
			sub[k] = v
		}
	}
	return sub
}
