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

// drawnOf is what the notebook of a figure draws of its tables, where that is not the data
// as points and the fit as a curve. What is not measured alike twice, as a time, and what
// is in no table is not in it. PAIR are the two components that a state has on its axes.
var drawnOf = map[string][]string{
	"/lessons/approximation-error/ball":   {"curve best x y", "curve ball x y"},
	"/lessons/approximation-error/budget": {"points data x y", "curve fit x y", "curve best x y"},
	"/lessons/bandwidth/gram":             {"image gram"},
	"/lessons/bandwidth/map":              {"image loo_rmse"},
	"/lessons/bandwidth/rules": {"curve profile bandwidth loo_rmse",
		"curve profile bandwidth loo_rmse_at_best_lambda"},
	"/lessons/feature-maps/count":                  {"heights counts features"},
	"/lessons/feature-maps/lift":                   {"points data x1 x2", "colours data class"},
	"/lessons/feature-maps/project":                {"points readings x y", "curve readings x fitted"},
	"/lessons/finding-gold/drill":                  {"among samples x y"},
	"/lessons/finding-gold/weights":                {"points weights distance weight"},
	"/lessons/gram-matrix/gram":                    {"image gram"},
	"/lessons/gram-matrix/moved":                   {"points tests x1 x2", "colours data y"},
	"/lessons/gram-matrix/neighbours":              {"points shown x1 x2"},
	"/lessons/kernel-algebra/rules":                {"image gram"},
	"/lessons/kernel-algebra/series":               {"curve sum x y"},
	"/lessons/kernel-distances/density":            {"points data x1 x2", "colours clusters label"},
	"/lessons/kernel-distances/kmeans":             {"points data x1 x2", "colours clusters label"},
	"/lessons/kernel-distances/knn":                {"points data x1 x2", "colours data class"},
	"/lessons/kernel-distances/outliers":           {"points data x1 x2", "colours scores distance"},
	"/lessons/kernel-distances/tree":               {"heights merges height"},
	"/lessons/kernel-logistic-regression/boundary": {"points data x1 x2", "colours data y"},
	"/lessons/kernel-logistic-regression/classes":  {"points data x1 x2", "colours data label"},
	"/lessons/kernel-logistic-regression/descent":  {"points data x1 x2", "colours data y"},
	"/lessons/kernel-logistic-regression/trust":    {"among bins said share"},
	"/lessons/kernel-pca/derivation":               {},
	"/lessons/kernel-pca/order":                    {"mirrored components pc1 pc2", "colours projection label"},
	"/lessons/kernel-pca/projection":               {"mirrored components PAIR", "colours projection label"},
	"/lessons/kernel-pca/rings":                    {"mirrored components pc1 pc2", "colours data label"},
	"/lessons/kernel-ridge-regression/path":        {"heights path loo_rmse"},
	"/lessons/kernel-ridge-regression/price":       {"points data x y", "curve fit x y", "points alpha alpha residual"},
	"/lessons/kernel-trick/exploder":               {"heights terms product"},
	"/lessons/kernel-trick/same":                   {"points data x y", "curve primal x y", "curve fit x y"},
	"/lessons/large-n/approximate":                 {"points data x y", "curve fit x f", "curve fit x truth"},
	"/lessons/large-n/digits":                      {"heights errors misread"},
	"/lessons/losses/svm":                          {"points data x1 x2", "colours data y"},
	"/lessons/mercer/embed":                        {"mirrored coordinates c1 c2", "colours data class"},
	"/lessons/mercer/taylor":                       {"curve diagonal x rebuilt"},
	"/lessons/psd-kernels/detective":               {"points data x1 x2"},
	"/lessons/psd-kernels/zoo":                     {"curve functions x f1", "curve kernel x k"},
	"/lessons/representer-theorem/attack":          {"points data x y", "curve fit x f", "curve fit x part"},
	"/lessons/representer-theorem/l1":              {"among solutions theta1 theta2"},
	"/lessons/representer-theorem/losses":          {"points data x y", "curve fit x f", "points alpha margin pull"},
	"/lessons/representer-theorem/semiparametric":  {"points data x y", "curve fit x f", "curve fit x plain"},
	"/lessons/ridge/objective":                     {},
	"/lessons/rkhs/bounds":                         {"curve f x y"},
	"/lessons/rkhs/function":                       {"curve f x y"},
	"/lessons/string-kernels/classify":             {"heights splits error", "heights splits neighbour_error"},
	"/lessons/string-kernels/edit":                 {"heights eigenvalues eigenvalue"},
	"/lessons/string-kernels/gram":                 {"image gram"},
	"/lessons/woodbury/proof":                      {"image left", "image right"},
}

// drawnBy is what the notebook of a figure in a state has to draw: of what drawnOf lists
// what the figure has in that state.
func drawnBy(t *testing.T, path, query string, f figures.Shown) []drawn {
	t.Helper()
	p := f.View.Picture
	listed, own := drawnOf[path]
	if !own {
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
		} else if own && query == "" && path != "/lessons/bandwidth/rules" { // which is veiled as it opens
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
