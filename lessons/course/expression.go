package course

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Evaluate reads a number as a person writes one down: a decimal number, or an
// expression in such numbers.
//
//	4/3   2^10   sqrt(2)/2   1e-3   -(1 + 1/2)·3   e^(-1/2)   2π   4√2   sqrt(2 ln 2)
//
// It knows + − * · × / ^ and **, parentheses, sqrt and √, exp, ln, and the constants e
// and pi or π; a power binds from the right, before a sign. A product may do without its
// mark before a letter, a root or a parenthesis, but not where it could be read in two
// ways: 1/2π may be 1/(2π) or half of π, and √2π the root of 2π or π times that of 2. A
// comma between digits is a decimal point. The error says, to whoever wrote it, how far it
// was understood. The work is bounded by the length of s, of which maxExpression bytes are
// read.
func Evaluate(s string) (float64, error) {
	if len(s) > maxExpression {
		return 0, fmt.Errorf("that is longer than %d characters", maxExpression)
	}
	e := &expression{rest: spelled.Replace(strings.TrimSpace(s))}
	v, err := e.sum()
	switch {
	case err != nil:
		return 0, err
	case e.rest != "":
		return 0, e.unexpected()
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("that is not a finite number")
	}
	return v, nil
}

// maxExpression is in bytes; no answer needs more.
const maxExpression = 100

// spelled writes an expression in ASCII.
var spelled = strings.NewReplacer("−", "-", "–", "-", "·", "*", "⋅", "*", "×", "*", "**", "^", "÷", "/", "√", "sqrt",
	"π", "pi", ",", ".", "²", "^2", "³", "^3", " ", "", "\t", "")

// An expression is what is left of one to read.
type expression struct{ rest string }

func (e *expression) unexpected() error {
	return fmt.Errorf("“%s” was not expected there", Printable(e.rest))
}

// take reads a mark, if it comes next.
func (e *expression) take(mark string) bool {
	rest, ok := strings.CutPrefix(e.rest, mark)
	if ok {
		e.rest = rest
	}
	return ok
}

func (e *expression) sum() (float64, error) {
	v, err := e.product()
	for err == nil {
		var w float64
		switch {
		case e.take("+"):
			w, err = e.product()
			v += w
		case e.take("-"):
			w, err = e.product()
			v -= w
		default:
			return v, nil
		}
	}
	return 0, err
}

func (e *expression) product() (float64, error) {
	v, err := e.signed()
	divided := false // by the last factor, that is
	for err == nil {
		var w float64
		switch {
		case e.take("*"):
			w, err = e.signed()
			v, divided = v*w, false
		case e.take("/"):
			if w, err = e.signed(); err == nil && w == 0 {
				err = fmt.Errorf("that divides by zero")
			}
			v, divided = v/w, true
		case !e.begins():
			return v, nil
		case divided:
			err = fmt.Errorf("write * or parentheses before “%s”: 1/2π may be 1/(2·π) or 1/2·π", Printable(e.rest))
		default: // 4√2 is written so
			w, err = e.power()
			v *= w
		}
	}
	return 0, err
}

// begins reports whether a factor comes next that needs no mark before it.
func (e *expression) begins() bool {
	if strings.HasPrefix(e.rest, "(") || strings.HasPrefix(e.rest, "pi") || strings.HasPrefix(e.rest, "e") {
		return true
	}
	for _, f := range functions {
		if strings.HasPrefix(e.rest, f.name) {
			return true
		}
	}
	return false
}

func (e *expression) signed() (float64, error) {
	switch {
	case e.take("+"):
		return e.signed()
	case e.take("-"):
		v, err := e.signed()
		return -v, err
	}
	return e.power()
}

func (e *expression) power() (float64, error) {
	base, err := e.value()
	if err != nil || !e.take("^") {
		return base, err
	}
	exponent, err := e.signed()
	return math.Pow(base, exponent), err
}

// functions are those of one number, and where they are defined.
var functions = []struct {
	name  string
	apply func(float64) float64
	least float64 // the argument is no less
}{
	{"sqrt", math.Sqrt, 0},
	{"exp", math.Exp, math.Inf(-1)},
	{"ln", math.Log, 0},
}

// value reads a number, a constant, what stands in parentheses, or a function of it.
// A root may do without: √2.
func (e *expression) value() (float64, error) {
	for _, f := range functions {
		if !e.take(f.name) {
			continue
		}
		bare := !strings.HasPrefix(e.rest, "(")
		v, err := e.value()
		switch {
		case err != nil:
		case v < f.least:
			err = fmt.Errorf("%s of a negative number is none", f.name)
		case bare && e.begins():
			err = fmt.Errorf("write * or parentheses before “%s”: √2π may be √(2·π) or √2·π", Printable(e.rest))
		}
		return f.apply(v), err
	}
	switch {
	case e.take("("):
		v, err := e.sum()
		switch {
		case err != nil || e.take(")"):
			return v, err
		case e.rest != "":
			return 0, e.unexpected()
		}
		return 0, fmt.Errorf("a closing parenthesis is missing")
	case e.take("pi"):
		return math.Pi, nil
	case e.take("e"):
		return math.E, nil
	case e.rest == "":
		return 0, fmt.Errorf("a number is missing at the end")
	}
	n := decimal(e.rest)
	if n == 0 {
		return 0, fmt.Errorf("“%s” is not a number", Printable(e.rest))
	}
	v, err := strconv.ParseFloat(e.rest[:n], 64)
	if err != nil {
		return 0, fmt.Errorf("“%s” is not a number", Printable(e.rest[:n]))
	}
	e.rest = e.rest[n:]
	return v, nil
}

// decimal is how many bytes of s, from its beginning, are a decimal number: digits with
// a point, and an exponent where digits follow the e.
func decimal(s string) int {
	digits := func(i int) int {
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i
	}
	n := digits(0)
	if n < len(s) && s[n] == '.' {
		n = digits(n + 1)
	}
	if n == 0 || s[:n] == "." {
		return 0
	}
	if i := n; i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if end := digits(i); end > i {
			return end
		}
	}
	return n
}
