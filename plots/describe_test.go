package plots

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Every kind says what it holds, in a few sentences of finite numbers.
func TestEveryKindDescribesItself(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Gallery() {
		if seen[s.Name] || s.Panel.ID != s.Name || s.Panel.Title == "" || s.Panel.Desc != "" {
			t.Errorf("specimen %q: ID %q, title %q, its own description %q", s.Name, s.Panel.ID, s.Panel.Title,
				s.Panel.Desc)
		}
		seen[s.Name] = true
		if _, ok := s.Panel.Plot.(describer); !ok {
			t.Errorf("%s (%T) does not describe itself", s.Name, s.Panel.Plot)
			continue
		}
		checkDescription(t, s.Name, s.Panel.Describe())
	}
}

var sentenceEnd = regexp.MustCompile(`\.( |$)`)

func checkDescription(t *testing.T, name, desc string) {
	t.Helper()
	if n := len(sentenceEnd.FindAllString(desc, -1)); n < 1 || n > 6 || !strings.HasSuffix(desc, ".") {
		t.Errorf("%s: %d sentences: %q", name, n, desc)
	}
	for _, bad := range []string{"NaN", "Inf", "%!", "  ", " ,", ".."} {
		if strings.Contains(desc, bad) {
			t.Errorf("%s: %q in %q", name, bad, desc)
		}
	}
}

func TestDescriptionsTellTheTruth(t *testing.T) {
	x, y := Axis{Label: "time (ms)", Max: 10}, Axis{Label: "force (N)", Max: 10}
	inf := math.Inf(1)
	for _, c := range []struct {
		of   describer
		want string
	}{
		{Curves{X: x, Y: y, Points: []Point{{1, 2}, {2, -7.5}, {3, math.NaN()}},
			Lines: []Line{{Name: "f", Xs: []float64{1, 2, 3, 4}, Ys: []float64{3, inf, 1, 2}},
				{Xs: []float64{1}, Ys: []float64{99}}}},
			"A plot of force against time, with 2 points between −7.5 and 2 N. The line f is least at 3 ms, where it " +
				"is 1 N, and greatest at 1 ms, where it is 3 N."},
		{Paths{X: x, Y: y, At: 3, Lines: []Line{{Name: "a", Xs: []float64{2, 4}, Ys: []float64{5, 7}},
			{Name: "b", Xs: []float64{2, 4}, Ys: []float64{1, 0}}}},
			"A plot of force against time. The line a is least at 2 ms, where it is 5 N. The line b is least at 4 " +
				"ms, where it is 0 N. At 3 ms a is 6 N and b is 0.5 N."},
		{Stems{X: x, Y: Axis{Label: "αᵢ"}, Xs: []float64{1, 2, 3}, Alpha: []float64{1, -4, math.NaN()}},
			"A stem of height αᵢ for each of 2 coefficients along time: 1 positive, 1 negative. The greatest in size " +
				"is −4 at 2 ms."},
		{Histogram{X: Axis{Label: "distance (ms)", Max: 4}, Values: []float64{0, 1, 1, 9}, Bins: 4,
			Marks: []Mark{{At: 1, Name: "ℓ"}}},
			"A histogram of distance, 3 values in 4 bins. The fullest bin, from 1 ms to 2 ms, holds 2. A vertical " +
				"line at 1 ms is marked ℓ."},
		{Heatmap{Values: mat.NewDense(2, 2, []float64{1, -3, inf, 0}), Label: "k(xᵢ, xⱼ)"},
			"A matrix of 2 × 2 entries k(xᵢ, xⱼ). The least is −3, in row 1 and column 2; the greatest is 1, in row " +
				"1 and column 1."},
		{ErrorMap{X: Axis{Label: "ℓ", Min: 1, Max: 100, Log: true}, Y: Axis{Label: "λ", Max: 1},
			Values: mat.NewDense(2, 3, []float64{9, 8, 7, 6, 5, inf}), Label: "error", Unit: "g",
			You: Marker{X: 1, Y: 0, Name: "you"}},
			"A map of error over ℓ and λ, yellow where it is low. The least is 5 g, at ℓ 10 and λ 1. The mark you is " +
				"at ℓ 1 and λ 0."},
		{ErrorMap{X: Axis{Label: "ℓ", Min: 1, Max: 100, Log: true}, Y: Axis{Label: "λ", Max: 1},
			Raster:  EncodeErrorMap(mat.NewDense(1, 2, []float64{1, 2}), 0),
			Classes: []Class{{Name: "picks", Points: []Point{{1, 0}, {2, 0}}}, {Points: []Point{{3, 1}}}}},
			"A map of an error over ℓ and λ, yellow where it is low. picks: 2 places. class 2: 1 place."},
		{Curves{}, "A plot of y against x."},
	} {
		wantEqual(t, fmt.Sprintf("%T says", c.of), c.of.Describe(), c.want)
	}
	wantEqual(t, "a panel's own description", Panel{Desc: "Mine.", Plot: Curves{}}.Describe(), "Mine.")
}

// What is empty, single, constant or not finite is drawn without a word or a
// number that is none.
func TestHostileInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	odd := []float64{nan, inf, -inf, 1e308, -1e308, 0}
	for name, plots := range map[string][]Drawer{
		"curves": {Curves{}, Curves{Points: []Point{{nan, inf}}, Lines: []Line{{Name: "f", Xs: odd, Ys: odd}},
			VLines: []Mark{{At: nan, Name: "m"}}, Legend: true}},
		"stems":     {Stems{}, Stems{Xs: odd, Alpha: odd, Legend: true}},
		"heatmap":   {Heatmap{Values: mat.NewDense(1, 1, nil)}, Heatmap{Values: mat.NewDense(2, 3, odd)}},
		"paths":     {Paths{}, Paths{At: nan, Lines: []Line{{Name: "f", Xs: odd, Ys: odd}}}},
		"histogram": {Histogram{}, Histogram{Values: odd}},
		"errormap": {ErrorMap{Values: mat.NewDense(1, 1, []float64{nan})},
			ErrorMap{Values: mat.NewDense(2, 3, odd), Best: Marker{X: nan, Y: inf, Name: "b"}}},
	} {
		for _, v := range plots {
			checkSound(t, name, v)
		}
	}
}

// checkSound draws v in every form and looks for numbers that are none.
func checkSound(t *testing.T, name string, v Drawer) {
	t.Helper()
	p := Panel{ID: "a", Plot: v}
	checkDescription(t, name, p.Describe())
	svg := p.AppendSVG(nil)
	for _, e := range parse(t, svg) {
		if d, ok := e.attr["d"]; ok && !pathData.MatchString(d) {
			t.Errorf("%s: path data %q", name, d)
		}
	}
	if s := string(svg); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		t.Errorf("%s: a number that is none in %s", name, s)
	}
	if err := WritePNG(io.Discard, "", [][]Panel{{p}}, 1); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := WritePDF(io.Discard, "", [][]Panel{{p}}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
