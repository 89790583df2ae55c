package coursetest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A drawn is something that the pictures of a notebook must show: columns of the figure's
// tables, or the rows of one of its matrices, in a way that run.py knows by that
// name.
type drawn struct {
	name    []string // how the test has it: points data x y
	columns [][]float64
}

// drawnBy is what the notebook of a figure in a state has to draw: of what it
// lists what the figure has in that state, and then listed.
func drawnBy(f *course.Figure, form *course.Form, p *course.Picture, query string, listed map[string]bool) []drawn {
	list := f.Drawn // PAIR are the two components that a state has on its axes
	if list == nil {
		list = []string{"points data x y", "curve fit x y"}
		if _, whole := columns(p, []string{"path", "loo_rmse"}); whole {
			list = []string{"heights path loo_rmse"}
		} else if _, whole := columns(p, []string{"path", "test_rmse"}); whole {
			list = []string{"heights path test_rmse"}
		}
	}
	shown := []drawn{}
	for _, what := range list {
		names := what
		if strings.Contains(what, "PAIR") {
			names = strings.ReplaceAll(what, "PAIR", "pc"+strings.ReplaceAll(form.Control("pair").Value, ",", " pc"))
		}
		name := strings.Fields(names)
		c, ok := columns(p, name[1:])
		listed[what] = listed[what] || ok
		switch {
		case !ok:
		case name[0] == "curve" && p.Find("condition") > 1e10: // between the data rounding decides
		case query != "" && slices.Contains([]string{"mirrored", "heights", "among"}, name[0]):
			// components of one variance are anybody's, as are heights at a tie and bins at a tiny λ
		default:
			shown = append(shown, drawn{name, c})
		}
	}
	return shown
}

// columns are those of a table by their names, or the rows of a matrix.
func columns(p *course.Picture, name []string) (found [][]float64, ok bool) {
	for _, c := range name[1:] {
		if found = append(found, p.Column(name[0], c)); found[len(found)-1] == nil {
			return nil, false
		}
	}
	if len(name) == 1 {
		found = rowsOf(p.Matrix(name[0]))
	}
	return found, found != nil
}

// expects is what is to be drawn, for run.py: a name, its kind and columns.
func (s Program) expects() []byte {
	list := [][3]any{}
	for _, d := range s.drawn {
		columns := [][]*float64{}
		for _, c := range d.columns {
			column := make([]*float64, len(c)) // JSON has no NaN
			for i := range c {
				if isFinite(c[i]) {
					column[i] = &c[i]
				}
			}
			columns = append(columns, column)
		}
		list = append(list, [3]any{d.name, d.name[0], columns})
	}
	return course.Must(json.Marshal(list))
}
