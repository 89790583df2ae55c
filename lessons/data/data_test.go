package data

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
)

// Sizes, classes and means are those that R and scikit-learn give for the sets
// the files were taken from.
func TestSets(t *testing.T) {
	for name, tt := range map[string]struct {
		d    engine.Dataset
		n, p int
		mean float64 // of y
	}{
		"mcycle":     {MCycle(), 133, 1, -25.54586},
		"faithful":   {Faithful(), 272, 1, 70.89706},
		"challenger": {Challenger(), 23, 1, 9. / 23},
		"meuse":      {Meuse(), 155, 2, 469.7161},
		"meuse_grid": {MeuseGrid(), 3103, 2, 0.29715},
		"co2":        {CO2(), 468, 2, 337.0535},
	} {
		if err := tt.d.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mean := stat.Mean(tt.d.Y, nil)
		if tt.d.Len() != tt.n || len(tt.d.X[0]) != tt.p || math.Abs(mean-tt.mean) > 1e-4 {
			t.Errorf("%s: %d×%d, mean %.6f", name, tt.d.Len(), len(tt.d.X[0]), mean)
		}
	}
	for _, d := range []engine.Dataset{MCycle(), Faithful(), Challenger()} {
		if !slices.IsSortedFunc(d.X, func(a, b []float64) int { return cmp.Compare(a[0], b[0]) }) {
			t.Error("a set of one input is not in its order")
		}
	}
	for name, tt := range map[string]struct {
		l       engine.Labelled
		n, p    int
		classes []int // how many of each
	}{
		"iris":   {Iris(), 150, 4, []int{50, 50, 50}},
		"wine":   {Wine(), 178, 13, []int{59, 71, 48}},
		"foods":  {Foods(), 24, 2, []int{10, 9, 5}},
		"digits": {Digits(), 1797, 64, []int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}},
	} {
		if err := tt.l.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		counts := make([]int, len(tt.classes))
		for _, c := range tt.l.Labels {
			counts[c]++
		}
		if tt.l.Len() != tt.n || len(tt.l.X[0]) != tt.p || !slices.Equal(counts, tt.classes) {
			t.Errorf("%s: %d×%d, classes %v", name, tt.l.Len(), len(tt.l.X[0]), counts)
		}
	}
}

func TestFoodsAreInTheOrderOfTheirNames(t *testing.T) {
	names := FoodNames()
	if len(names) != Foods().Len() || !slices.IsSorted(names) ||
		len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("%q", names)
	}
	if i := slices.Index(names, "milk"); !slices.Equal(Foods().X[i], []float64{4.8, 3.2}) {
		t.Errorf("milk has %v", Foods().X[i])
	}
}
