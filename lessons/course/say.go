package course

import (
	"fmt"
	"regexp"
	"strings"
)

// A Said is a sentence with its slots filled: the text, a constant in which {norm} is a
// slot, and a value for each slot, in order. A test asks for the text by its constant and
// for the values as they are, so that a sentence can be reworded in one line.
//
// A slot that is called as a number or a control of the figure has its value.
type Said struct {
	Text   string
	Values []any
}

// What stands in a slot is a float64, written as [Digits] does; an int, as [Count] does; a
// string; or one of these.
type (
	// Chosen is what somebody chose, written as [Value] does.
	Chosen float64
	// Measure is a value in its unit, written as [Quantity] does.
	Measure struct {
		Value float64
		Unit  string
	}
	// Some is so many of something, written as [Plural] does.
	Some struct {
		N    int
		Noun string
	}
	// List is parts of the sentence with slots of their own, written “a, b and c”.
	List []Said
)

// slot is a place in a sentence.
var slot = regexp.MustCompile(`\{[a-z_0-9]+\}`)

// Say fills the slots of a text. It panics where there are more or fewer values than
// slots, and for a value that is no float64, int, string, [Chosen], [Measure], [Some] or
// [List].
func Say(text string, values ...any) Said {
	s := Said{Text: text, Values: values}
	if n := len(s.Slots()); n != len(values) {
		panic(fmt.Sprintf("course: %d values for the %d slots of %q", len(values), n, text))
	}
	_ = s.String()
	return s
}

// Slots are the names of the slots, in order.
func (s Said) Slots() []string {
	names := slot.FindAllString(s.Text, -1)
	for i, name := range names {
		names[i] = strings.Trim(name, "{}")
	}
	return names
}

// String is the sentence.
func (s Said) String() string {
	i := -1
	return slot.ReplaceAllStringFunc(s.Text, func(string) string {
		i++
		switch v := s.Values[i].(type) {
		case float64:
			return Digits(v)
		case int:
			return Count(float64(v))
		case string:
			return v
		case Chosen:
			return Value(float64(v))
		case Measure:
			return Quantity(v.Value, v.Unit)
		case Some:
			return Plural(v.N, v.Noun)
		case List:
			return And(texts(v))
		default:
			panic(fmt.Sprintf("course: a %T stands in a slot of %q", v, s.Text))
		}
	})
}

func sentences(says []Said) string { return strings.Join(texts(says), " ") }

func texts(says []Said) []string {
	all := make([]string, len(says))
	for i, s := range says {
		all[i] = s.String()
	}
	return all
}

// And joins words as a sentence does: “a, b and c”.
func And(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
