package api

import (
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// An Answer is what a method computed: the members of a JSON object, in order.
type Answer []member

type member struct {
	name  string
	value any // float64, int, a list or a matrix of them, or an object of such
}

// bytes is about how much memory it takes until it is sent.
func (a Answer) bytes() int {
	n := 0 // numbers
	for _, m := range a {
		switch v := m.value.(type) {
		case []float64:
			n += len(v)
		case []int:
			n += len(v)
		case mat.Matrix:
			rows, cols := v.Dims()
			n += rows * cols
		}
	}
	return 8 * n
}

// part is how much of an answer is written at a time.
const part = 32 << 10

// write writes the answer as JSON: each number the shortest that reads back the same, and
// null where it is none.
func (a Answer) write(w io.Writer) error {
	s := &stream{w: w, b: make([]byte, 0, part+64)}
	s.object(a)
	s.b = append(s.b, '\n')
	s.flush()
	return s.err
}

func (s *stream) object(a Answer) {
	s.b = append(s.b, '{')
	for i, m := range a {
		if i > 0 {
			s.b = append(s.b, ", "...)
		}
		s.b = append(strconv.AppendQuote(s.b, m.name), ": "...)
		switch v := m.value.(type) {
		case float64:
			s.number(v)
		case int:
			s.b = strconv.AppendInt(s.b, int64(v), 10)
		case []float64:
			s.list(len(v), func(i int) { s.number(v[i]) })
		case []int:
			s.list(len(v), func(i int) { s.b = strconv.AppendInt(s.b, int64(v[i]), 10) })
		case mat.Matrix:
			rows, cols := v.Dims()
			s.list(rows, func(i int) { s.list(cols, func(j int) { s.number(v.At(i, j)) }) })
		case Answer:
			s.object(v)
		default:
			panic("api: an answer has what cannot be written")
		}
	}
	s.b = append(s.b, '}')
}

// A stream writes in parts, and nothing after an error.
type stream struct {
	w   io.Writer
	b   []byte
	err error
}

func (s *stream) flush() {
	if s.err == nil {
		_, s.err = s.w.Write(s.b)
	}
	s.b = s.b[:0]
}

func (s *stream) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		s.b = append(s.b, "null"...)
	} else {
		s.b = strconv.AppendFloat(s.b, v+0, 'g', -1, 64) // zero has no sign
	}
	if len(s.b) >= part {
		s.flush()
	}
}

func (s *stream) list(n int, each func(i int)) {
	s.b = append(s.b, '[')
	for i := range n {
		if i > 0 {
			s.b = append(s.b, ", "...)
		}
		if each(i); s.err != nil {
			return
		}
	}
	s.b = append(s.b, ']')
}
