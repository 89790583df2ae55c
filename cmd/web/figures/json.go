package figures

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/views"
)

// appendCertificate writes what vouches for a figure's numbers.
func appendCertificate(b []byte, c *course.Certificate) []byte {
	b = append(b, '{')
	b = appendFloat(appendKey(b, 0, "primal_dual_gap"), c.PrimalDualGap)
	b = appendFloat(appendKey(b, 1, "residual"), c.Residual)
	b = appendFloat(appendKey(b, 2, "bound"), c.Bound)
	b = strconv.AppendBool(appendKey(b, 3, "ok"), c.OK)
	return append(b, '}')
}

// appendAmong writes in how many of many samples what a figure claims is so.
func appendAmong(b []byte, a *course.Among) []byte {
	b = append(b, '{')
	for i, c := range a.Claims {
		low, high := c.Interval()
		b = append(appendKey(b, i, c.Name), '{')
		b = strconv.AppendInt(appendKey(b, 0, "hits"), int64(c.Hits), 10)
		b = strconv.AppendInt(appendKey(b, 1, "ties"), int64(c.Ties), 10)
		b = strconv.AppendInt(appendKey(b, 2, "of"), int64(c.Of), 10)
		if !a.Splits {
			b = appendFloat(appendKey(b, 3, "low"), low)
			b = appendFloat(appendKey(b, 4, "high"), high)
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendChosen writes what it costs to choose a setting, a procedure after the other.
func appendChosen(b []byte, c *course.Choosing) []byte {
	b = append(b, '[')
	for i, v := range c.Verdicts {
		b = appendString(appendKey(append(appendComma(b, i), '{'), 0, "procedure"), v.Name)
		for k, m := range []struct {
			name string
			many.Mean
		}{{"regret", v.Regret}, {"optimism", v.Optimism}, {"covered_percent", v.Covered}} {
			b = appendFloat(appendKey(b, 2*k+1, m.name), m.Value)
			b = appendFloat(appendKey(b, 2*k+2, m.name+"_standard_error"), m.SE)
		}
		b = appendFloat(appendKey(b, 7, "regret_median"), v.Regret.Median)
		b = append(strconv.AppendInt(appendKey(b, 8, "of"), int64(v.Of), 10), '}')
	}
	return append(b, ']')
}

// appendUnsealed writes what a setting costs on sealed data.
func appendUnsealed(b []byte, u *course.Unsealed) []byte {
	b = appendFloat(appendKey(append(b, '{'), 0, "chosen"), u.Chosen.Value)
	b = appendFloat(appendKey(b, 1, "sealed"), u.Value)
	b = appendFloat(appendKey(b, 2, "standard_error"), u.SE)
	b = appendEnvelopes(appendKey(b, 3, "others"), u.Others)
	if len(u.Anew) > 0 {
		b = appendEnvelopes(appendKey(b, 4, "chosen_anew"), u.Anew)
	}
	return append(b, '}')
}

func appendEnvelopes(b []byte, all []course.Envelope) []byte {
	b = append(b, '[')
	for i, e := range all {
		b = append(appendFloat(append(appendFloat(append(appendComma(b, i), '['), e.Chosen), ", "...), e.Sealed), ']')
	}
	return append(b, ']')
}

// appendJudged writes what is said of a picture's numbers: the certificate of its fit, many
// samples, and what was sealed.
func appendJudged(b []byte, p *course.Picture) []byte {
	if c := p.Certificate; c != nil {
		b = appendCertificate(append(b, ",\n \"certificate\": "...), c)
	}
	if a := p.Among; a != nil {
		b = appendAmong(append(b, ",\n \"many\": "...), a)
		b = appendString(appendKey(append(b, ",\n \"drawn\": {"...), 0, "anew"), a.Drawn.Anew)
		b = append(appendString(appendKey(b, 1, "stays"), a.Drawn.Stays), '}')
		if a.Chosen != nil {
			b = appendString(append(b, ",\n \"chosen_from\": "...), a.Chosen.From)
			b = appendChosen(append(b, ",\n \"chosen\": "...), a.Chosen)
		}
	}
	if u := p.Unsealed; u != nil {
		b = appendUnsealed(append(b, ",\n \"envelope\": "...), u)
	}
	return b
}

// appendState writes a figure's state and what it says there, without the end of the object: full
// precision, in the shortest form that reads back the same, null for what is not finite.
func appendState(b []byte, f views.Figure) []byte {
	b = append(b, `{"lesson": `...)
	b = appendString(b, f.Lesson.Slug)
	b = append(b, `, "figure": `...)
	b = appendString(b, f.Figure.Name)
	b = append(b, ",\n \"params\": {"...)
	for i, c := range f.Form.Controls {
		b = appendKey(b, i, c.Name)
		if c.Kind == course.Real || c.Kind == course.Whole {
			b = appendFloat(b, c.Number())
		} else {
			b = appendString(b, c.Value)
		}
	}
	b = append(b, "},\n \"notes\": ["...)
	for i, n := range f.Form.Notes {
		b = appendString(appendComma(b, i), n)
	}
	b = append(b, "],\n \"description\": "...)
	description := f.Picture.Sentences()
	if f.Picture.Message != "" {
		description = f.Picture.Message + " " + description
	}
	b = appendString(b, description)
	b = append(b, ",\n \"values\": {"...)
	for i, n := range f.Picture.Numbers {
		b = appendFloat(appendKey(b, i, n.Name), n.Value)
	}
	return appendJudged(append(b, '}'), f.Picture)
}

// appendJSON writes a figure's numbers as appendState does, and all that it draws. A seq that is
// not empty goes back with them.
func appendJSON(b []byte, f views.Figure, seq string) []byte {
	b = slices.Grow(b, 4096+20*numbers(f.Picture))
	b = appendState(b, f)
	b = append(b, ",\n \"series\": {"...)
	for i, s := range f.Picture.Series {
		b = append(appendKey(b, i, s.Name), '[')
		for row := range s.Columns[0].Values {
			b = appendTuple(appendComma(b, row), s.Columns, row)
		}
		b = append(b, ']')
	}
	b = append(b, "},\n \"matrices\": {"...)
	for i, m := range f.Picture.Matrices {
		b = appendMatrix(appendKey(b, i, m.Name), m.Values)
	}
	b = append(b, '}')
	if seq != "" {
		b = appendString(append(b, ",\n \"seq\": "...), seq)
	}
	return append(b, "}\n"...)
}

func appendTuple(b []byte, columns []course.Column, row int) []byte {
	if len(columns) == 1 {
		return appendFloat(b, columns[0].Values[row])
	}
	b = append(b, '[')
	for i, c := range columns {
		b = appendFloat(appendComma(b, i), c.Values[row])
	}
	return append(b, ']')
}

func appendMatrix(b []byte, m mat.Matrix) []byte {
	rows, cols := m.Dims()
	b = append(b, '[')
	for i := range rows {
		if i > 0 {
			b = append(b, ",\n  "...)
		}
		b = append(b, '[')
		for j := range cols {
			b = appendFloat(appendComma(b, j), m.At(i, j))
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

func appendKey(b []byte, i int, name string) []byte {
	return append(appendString(appendComma(b, i), name), ": "...)
}

// appendComma parts the ith element of a list or an object, from 0, from what is before it.
func appendComma(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	return append(b, ", "...)
}

func appendString(b []byte, s string) []byte {
	return append(b, course.Must(json.Marshal(s))...) // a string can be marshalled
}

func appendFloat(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	return course.AppendShortest(b, v)
}
