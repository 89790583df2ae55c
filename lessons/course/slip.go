package course

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Slip is what is wrong with an expression that a reader wrote, and where.
type Slip struct {
	Text    string // as it was written, printable
	Pos     int    // the character, counted from 1; one past the end if more was expected
	Message string // plain
	Instead string // what may have been meant, and can be read; "" for none
}

// maxWritten bounds an expression, in bytes.
const maxWritten = 1000

// Expression declares text in a language of its own, as what a kernel is made of. read
// returns its canonical form, or what is wrong with it; examples can be read.
//
// Who types sees the picture of what could be read last, and under the field what is
// wrong, with a mark at the character: the form carries what is in force as the parameter
// name-was, for when what is written cannot be read. Links leave it out. Where neither can
// be read the default is in force. A slip leaves a note, as everywhere.
func (f *Form) Expression(name, label, def string, read func(text string) (canonical string, slip *Slip),
	examples []string, settings ...Setting) string {
	must := func(text string) string {
		canonical, slip := read(text)
		if slip != nil {
			panic("course: an example cannot be read: " + text + ": " + slip.Message)
		}
		return canonical
	}
	c := &Control{Name: name, Label: label, Kind: Expression, Default: must(def)}
	for _, text := range examples {
		canonical := must(text)
		c.Options = append(c.Options, Option{Value: canonical, Label: canonical})
	}
	f.add(c, settings)
	c.Value = c.Default
	if !f.query.Has(name) {
		return c.Value
	}
	raw := strings.TrimSpace(f.query.Get(name))
	was := f.query.Get(name + "-was")
	if raw == "" && was == "" {
		return c.Value
	}
	text := raw[:min(len(raw), maxWritten+1)]
	canonical, slip := read(text)
	if slip == nil && len(raw) > maxWritten {
		slip = &Slip{Pos: utf8.RuneCountInString(text), Message: "too long"}
	}
	if slip == nil {
		c.Value = canonical
		return c.Value
	}
	slip.Text = printable(text)
	c.Slip = slip
	if len(was) <= maxWritten {
		if canonical, wrong := read(was); wrong == nil {
			c.Value = canonical
		}
	}
	f.note("%s", c.SlipNote())
	return c.Value
}

// SlipNote is the note that a slip leaves, with what was written; the view has the slip
// under the field instead.
func (c *Control) SlipNote() string {
	return fmt.Sprintf("%s: “%s”: character %d: %s Using %s.", c.Name, c.Slip.Text, c.Slip.Pos,
		c.Slip.Sentence(), c.Value)
}

// Written is what stands in the field: what was written, though it cannot be read.
func (c *Control) Written() string {
	if c.Slip != nil {
		return c.Slip.Text
	}
	return c.Value
}

// Sentence is the message with its end.
func (s *Slip) Sentence() string {
	if strings.HasSuffix(s.Message, "?") {
		return s.Message
	}
	return s.Message + "."
}

// around is how many characters a line under the field has.
const around = 32

// Around is what was written about the slip in the three parts of a line: before the
// character, the character, and after. Past the end the character is a space.
func (s *Slip) Around() (before, at, after string) {
	text := append([]rune(s.Text), ' ')
	i := min(max(s.Pos, 1), len(text)) - 1
	from := max(0, i-around/2)
	to := min(len(text), from+around)
	before, at, after = string(text[from:i]), string(text[i]), string(text[i+1:to])
	if from > 0 {
		before = "…" + before
	}
	if to < len(text) {
		after += "…"
	}
	return before, at, strings.TrimRight(after, " ")
}
