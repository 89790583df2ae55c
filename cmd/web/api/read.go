package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A reader reads a body, a value at a time, and knows where in it it is.
type reader struct{ d *jsontext.Decoder }

func newReader(body []byte) *reader {
	return &reader{jsontext.NewDecoder(bytes.NewBuffer(body))}
}

// field is the place of the value that was read last, as a program would write it.
func (r *reader) field() string { return fieldOf(r.d.StackPointer()) }

func fieldOf(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		name := excerpt(token)
		_, err := strconv.ParseUint(name, 10, 64)
		switch {
		case b.Len() == 0:
			b.WriteString(name)
		case err == nil:
			b.WriteString("[" + name + "]")
		default:
			b.WriteString("." + name)
		}
	}
	return b.String()
}

func excerpt(s string) string {
	if utf8.RuneCountInString(s) > maxName {
		return string([]rune(s)[:maxName]) + "…"
	}
	return s
}

// refused turns what the decoder says into a problem.
func (r *reader) refused(err error) *Problem {
	var syntax *jsontext.SyntacticError
	field := r.field()
	if errors.As(err, &syntax) {
		field = fieldOf(syntax.JSONPointer)
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return bad(field, "each name once", "the name comes twice")
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return bad("", "a JSON object", "The body ends before its JSON does, after byte %d.", r.d.InputOffset())
	}
	if syntax != nil {
		return bad(field, "JSON", "this is not JSON at byte %d: %v", syntax.ByteOffset, syntax.Err)
	}
	return bad(field, "JSON", "this is not JSON: %v", err)
}

var called = map[jsontext.Kind]string{
	'n': "null", 't': "true", 'f': "false", '"': "a string", '0': "a number", '{': "an object", '[': "an array",
}

// open reads the beginning of an object or an array, or says that another thing stands there.
func (r *reader) open(kind jsontext.Kind, expected string) *Problem {
	token, err := r.d.ReadToken()
	if err != nil {
		return r.refused(err)
	}
	if token.Kind() != kind {
		return bad(r.field(), expected, "expected %s, not %s", expected, called[token.Kind()])
	}
	return nil
}

// object reads an object, each of its values by read, which is called with its name.
func (r *reader) object(expected string, read func(name string) *Problem) *Problem {
	if p := r.open('{', expected); p != nil {
		return p
	}
	for r.d.PeekKind() == '"' {
		token, err := r.d.ReadToken()
		if err != nil {
			return r.refused(err)
		}
		if p := read(token.String()); p != nil {
			return p
		}
	}
	_, err := r.d.ReadToken() // } or what is no JSON
	if err != nil {
		return r.refused(err)
	}
	return nil
}

// array reads an array, each of its elements by read.
func (r *reader) array(expected string, read func(i int) *Problem) *Problem {
	if p := r.open('[', expected); p != nil {
		return p
	}
	for i := 0; ; i++ {
		switch r.d.PeekKind() {
		case ']':
			_, err := r.d.ReadToken()
			if err != nil {
				return r.refused(err)
			}
			return nil
		case 0:
			_, err := r.d.ReadToken()
			return r.refused(err)
		}
		if p := read(i); p != nil {
			return p
		}
	}
}

// number reads a finite number.
func (r *reader) number() (float64, *Problem) {
	const expected = "a number"
	if kind := r.d.PeekKind(); kind != '0' {
		if _, err := r.d.ReadToken(); err != nil {
			return 0, r.refused(err)
		}
		return 0, bad(r.field(), expected, "expected %s, not %s", expected, called[kind])
	}
	value, err := r.d.ReadValue()
	if err != nil {
		return 0, r.refused(err)
	}
	v, err := strconv.ParseFloat(string(value), 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, bad(r.field(), "a number within ±1.8e308", "%s is beyond float64", excerpt(string(value)))
	}
	return v, nil
}

// whole reads a whole number in a range.
func (r *reader) whole(from, to int) (int, *Problem) {
	v, p := r.number()
	if p != nil {
		return 0, p
	}
	if v != math.Trunc(v) || v < float64(from) || v > float64(to) {
		expected := fmt.Sprintf("a whole number from %d to %d", from, to)
		return 0, bad(r.field(), expected, "expected %s, not %v", expected, v)
	}
	return int(v), nil
}

// text reads a string.
func (r *reader) text(expected string) (string, *Problem) {
	token, err := r.d.ReadToken()
	if err != nil {
		return "", r.refused(err)
	}
	if token.Kind() != '"' {
		return "", bad(r.field(), expected, "expected %s, not %s", expected, called[token.Kind()])
	}
	return token.String(), nil
}

// truth reads true or false.
func (r *reader) truth() (bool, *Problem) {
	token, err := r.d.ReadToken()
	if err != nil {
		return false, r.refused(err)
	}
	if k := token.Kind(); k != 't' && k != 'f' {
		return false, bad(r.field(), "true or false", "expected true or false, not %s", called[k])
	}
	return token.Bool(), nil
}

// numbers reads an array of numbers, of at most so many.
func (r *reader) numbers(name string, most int) (list []float64, p *Problem) {
	p = r.array("an array of numbers", func(i int) *Problem {
		if i == most {
			return large(name, fmt.Sprintf("at most %d numbers", most), "more than %d numbers", most)
		}
		v, p := r.number()
		list = append(list, v)
		return p
	})
	return list, p
}

// lists reads an array of numbers, of at most so many; or where it may be one of rows, of at most so many
// numbers, each as long.
func (r *reader) lists(name, expected string, rows bool, most int) (list []float64, all [][]float64, p *Problem) {
	if !rows {
		list, p = r.numbers(name, most)
		return list, nil, p
	}
	p = r.array(expected, func(i int) *Problem {
		if i == MaxPoints {
			return large(name, fmt.Sprintf("at most %d of them", i), "more than %d of them", i)
		}
		if all == nil && (i > 0 || r.d.PeekKind() != '[') {
			v, p := r.number()
			list = append(list, v)
			return p
		}
		row, p := r.row("a row of numbers", all)
		place := fmt.Sprintf("%s[%d]", name, i)
		switch {
		case p != nil:
			return p
		case len(row) == 0:
			return bad(place, "a row with at least one number", "the row is empty")
		case len(row) > most:
			return large(place, fmt.Sprintf("at most %d numbers", most), "more than %d numbers", most)
		case i > 0 && len(row) != len(all[0]):
			return unequal(place, len(row), len(all[0]), name)
		}
		all = append(all, row)
		return nil
	})
	return list, all, p
}

// names reads an array of some names, at least one and none twice.
func (r *reader) names(field, expected string, of []string) (list []string, p *Problem) {
	p = r.array(expected, func(int) *Problem {
		name, p := r.text(expected)
		switch {
		case p != nil:
		case !slices.Contains(of, name):
			p = bad(r.field(), expected, "there is no %q", excerpt(name))
		case slices.Contains(list, name):
			p = bad(r.field(), expected, "%s is named twice", name)
		}
		list = append(list, name)
		return p
	})
	if p == nil && len(list) == 0 {
		p = bad(field, expected, "it is empty; without it all is answered")
	}
	return list, p
}

// Points are rows of numbers, all as long, or strings.
type Points struct {
	Rows    [][]float64
	Strings []string
}

// Len is how many there are.
func (p Points) Len() int { return max(len(p.Rows), len(p.Strings)) }

// points reads at least one and at most so many.
func (r *reader) points(name string, most int) (all Points, p *Problem) {
	const expected = "an array of rows of numbers, or of strings"
	p = r.array(expected, func(i int) *Problem {
		if i == most {
			return large(name, fmt.Sprintf("at most %d points", most), "more than %d points", most)
		}
		if r.d.PeekKind() == '"' {
			s, p := r.text("a string")
			if p == nil && all.Rows != nil {
				p = bad(r.field(), "a row of numbers", "expected a row of numbers, as %s[0] is, not a string", name)
			}
			all.Strings = append(all.Strings, s)
			return p
		}
		wanted := "a row of numbers"
		if all.Strings != nil {
			wanted = "a string"
		}
		place := fmt.Sprintf("%s[%d]", name, i)
		if all.Strings != nil {
			return bad(place, wanted, "expected a string, as %s[0] is", name)
		}
		row, p := r.row(wanted, all.Rows)
		if p != nil {
			return p
		}
		if len(row) == 0 {
			return bad(place, "a row with at least one number", "the row is empty")
		}
		if i > 0 && len(row) != len(all.Rows[0]) {
			return unequal(place, len(row), len(all.Rows[0]), name)
		}
		all.Rows = append(all.Rows, row)
		return nil
	})
	if p == nil && all.Len() == 0 {
		p = bad(name, expected, "there are no points")
	}
	return all, p
}

// unequal says that a row has another length than the first.
func unequal(place string, has, wanted int, as string) *Problem {
	expected := fmt.Sprintf("%d numbers, as in %s[0]", wanted, as)
	if wanted == 1 {
		expected = "1 number, as in " + as + "[0]"
	}
	return bad(place, expected, "this row has length %d, and %s[0] has length %d", has, as, wanted)
}

// row reads a row of numbers, which is probably as long as those before it.
func (r *reader) row(expected string, before [][]float64) (row []float64, p *Problem) {
	if len(before) > 0 {
		row = make([]float64, 0, len(before[0]))
	}
	p = r.array(expected, func(int) *Problem {
		v, p := r.number()
		row = append(row, v)
		return p
	})
	return row, p
}

// end fails where something follows.
func (r *reader) end() *Problem {
	if _, err := r.d.ReadToken(); err != io.EOF {
		return bad("", "one JSON object", "Something follows the JSON object, after byte %d.", r.d.InputOffset())
	}
	return nil
}
