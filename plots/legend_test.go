package plots

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// What a projected plane has apart is what the panel elsewhere writes above its frame, in
// the same words and colours, and its own picture has none of it.
func TestLegendIsWhatThePictureSays(t *testing.T) {
	plane := Axis{Label: "x₁", Min: -1, Max: 1}
	kinds := map[string]Drawer{
		"surface": Surface{X: plane, Y: plane, Equal: true, Label: "score", Unit: "pt",
			Values: mat.NewDense(2, 2, []float64{-3, 1, 0, 2}), Scale: Scale{Field, -2, 2},
			Classes: []Class{{Name: "sick", Points: []Point{{0, 0}}}, {Name: "well", Shape: Triangle,
				Color:  Categories[1],
				Points: []Point{{0.5, 0.5}}}},
			Lines: []Line{{Name: "rule", Xs: []float64{-1, 1}, Ys: []float64{-1, 1}, Color: Soft}}},
		"scatter": Scatter{X: plane, Y: plane, Equal: true, Classes: []Class{{Name: "sick", Points: []Point{{0, 0}}}}},
		"map": GeoMap{Country: EncodeCountry([]Point{{0, 0}, {1, 0}, {0, 1}}, []float64{1, 2, 3}, 1, Scale{}, nil),
			Label: "zinc", Unit: "ppm", Samples: []Point{{0, 0}}, Sizes: []float64{1}, Size: "weight"},
	}
	for name, v := range kinds {
		p := Panel{ID: "a", Title: "The picture", Plot: v, Width: 540}
		shown := p.Projected()
		l, whole, picture := shown.Legend(), strings.Join(words(t, p.AppendSVG(nil)), "\n"),
			strings.Join(words(t, shown.AppendSVG(nil)), "\n")
		said := []string{l.Title}
		for _, k := range l.Keys {
			said = append(said, k.Name)
		}
		if l.Bar != nil {
			said = append(said, l.Bar.Label, l.Bar.High)
		}
		if len(said) < 2 {
			t.Errorf("%s: no legend: %v", name, said)
		}
		for _, s := range said {
			if whole := strings.ReplaceAll(whole, " and more", ""); !strings.Contains(whole,
				strings.TrimPrefix(s, "≥ ")) || strings.Contains(picture, s) {
				t.Errorf("%s: %q in %q, not in %q", name, s, whole, picture)
			}
		}
	}
	l := Panel{ID: "a", Title: "The picture", Plot: kinds["surface"], Width: 540}.Projected().Legend()
	if len(l.Keys) != 3 || l.Keys[0].Sample == l.Keys[1].Sample || l.Bar == nil || l.Bar.Low != "≤ −2" {
		t.Errorf("%+v", l)
	}
	if l := (Panel{ID: "a", Title: "A curve", Plot: Curves{X: plane, Y: plane}}).Projected().Legend(); l.Title != "" {
		t.Errorf("a curve has its legend twice: %+v", l)
	}
}
