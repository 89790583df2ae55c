package site

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A drawn is something that the pictures of a notebook must show: columns of the figure's
// tables, or the rows of one of its matrices, in a way that testdata/run.py knows by that
// name.
type drawn struct {
	name    []string // how the test has it: points data x y
	columns [][]float64
}

// drawnBy is what the notebook of a figure in a state has to draw: of what it
// lists what the figure has in that state.
func drawnBy(t *testing.T, path, query string, f figures.Shown) []drawn {
	t.Helper()
	p := f.View.Picture
	listed := f.View.Figure.Drawn // PAIR are the two components that a state has on its axes
	if listed == nil {
		listed = []string{"points data x y", "curve fit x y"}
		if _, whole := columns(p, []string{"path", "loo_rmse"}); whole {
			listed = []string{"heights path loo_rmse"}
		} else if _, whole := columns(p, []string{"path", "test_rmse"}); whole {
			listed = []string{"heights path test_rmse"}
		}
	}
	rounded := slices.ContainsFunc(p.Numbers, func(n course.Number) bool {
		return n.Name == "condition" &&
			n.Value > 1e10
	})
	shown := []drawn{}
	for _, what := range listed {
		if rounded && strings.HasPrefix(what, "curve ") {
			continue // between the data rounding decides
		}
		if query != "" && slices.Contains([]string{"mirrored", "heights", "among"}, strings.Fields(what)[0]) {
			continue // components of one variance are anybody's, as are heights at a tie and bins at a tiny λ
		}
		if strings.Contains(what, "PAIR") {
			what = strings.ReplaceAll(what, "PAIR",
				"pc"+strings.ReplaceAll(f.View.Form.Control("pair").Value, ",", " pc"))
		}
		name := strings.Fields(what)
		if c, ok := columns(p, name[1:]); ok {
			shown = append(shown, drawn{name, c})
		} else if f.View.Figure.Drawn != nil && query == "" && path != "/lessons/bandwidth/rules" {
			// that one is veiled as it opens
			t.Errorf("%s has no %q", path, what)
		}
	}
	return shown
}

// columns are those of a table by their names, or the rows of a matrix.
func columns(p *course.Picture, name []string) (found [][]float64, ok bool) {
	for _, s := range p.Series {
		if s.Name != name[0] {
			continue
		}
		for _, c := range name[1:] {
			i := slices.IndexFunc(s.Columns, func(column course.Column) bool { return column.Name == c })
			if i < 0 {
				return nil, false
			}
			found = append(found, s.Columns[i].Values)
		}
		return found, true
	}
	for _, m := range p.Matrices {
		if m.Name == name[0] && len(name) == 1 {
			rows, _ := m.Values.Dims()
			for i := range rows {
				found = append(found, mat.Row(nil, i, m.Values))
			}
			return found, true
		}
	}
	return nil, false
}

// expect writes what is to be drawn for testdata/run.py: a name, its kind and columns.
func (s snippet) expect(t *testing.T, file string) {
	t.Helper()
	list := [][3]any{}
	for _, d := range s.drawn {
		columns := [][]*float64{}
		for _, c := range d.columns {
			column := make([]*float64, len(c)) // JSON has no NaN
			for i := range c {
				if !math.IsNaN(c[i]) && !math.IsInf(c[i], 0) {
					column[i] = &c[i]
				}
			}
			columns = append(columns, column)
		}
		list = append(list, [3]any{d.name, d.name[0], columns})
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
