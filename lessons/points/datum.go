package points

import (
	"fmt"
	"strconv"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// PointedAt declares which of n points is pointed at: its number, from 1, or 0 for
// none. A setting [course.Shows] says what for.
func PointedAt(f *course.Form, n int, settings ...course.Setting) int {
	return f.Int("at", "point i", 0, 0, max(1, n), append(settings, course.More, course.Every)...)
}

// PairedWith declares the point that the one pointed at is paired with, of n: its number,
// from 1, or 0 for none. A pointer over a matrix of pairs sets both.
func PairedWith(f *course.Form, n int) int {
	return f.Int("with", "and point j", 0, 0, max(1, n), course.More, course.Every)
}

// Ring brings out the datum of number i, from 0, where a panel has it.
func Ring(i int, x, y float64) plots.Marker {
	return plots.Marker{X: x, Y: y, Name: strconv.Itoa(i + 1), Color: plots.Accent, Datum: true}
}

// mostInputs is how many inputs a sentence can name.
const mostInputs = 4

// Datum is a clause about the datum of number i, from 0: its number, its name if it has
// one, its class, and its inputs where they are few. The caller ends the sentence.
func (l *Labelled) Datum(i int) string {
	s := fmt.Sprintf("Point %d: %s", i+1, l.Class(i))
	if l.Names != nil {
		s = fmt.Sprintf("Point %d is %s (%s)", i+1, l.Names[i], l.Class(i))
	}
	if len(l.Inputs) > mostInputs {
		return s
	}
	var at []string
	for j, in := range l.Inputs {
		at = append(at, in.Name+" = "+course.Quantity(l.Data.X[i][j], in.Unit))
	}
	return s + ", at " + course.And(at)
}
