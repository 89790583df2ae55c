package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// labelsOf returns responses that are classes.
func labelsOf(d Dataset) []int {
	labels := make([]int, len(d.Y))
	for i, y := range d.Y {
		labels[i] = int(y)
	}
	return labels
}

// treeTolerance is for numbers that are sums of a few hundred others; the splits are the same.
const treeTolerance = 1e-9

type treesReference struct {
	Data  map[string]Dataset
	Trees []struct {
		Data        string
		Depth, Leaf int
		Values      [][]float64 // at the first rows
	}
	Stages []struct {
		Data                string
		Stages, Depth, Leaf int
		Values              [][]float64
	}
	Forests []struct {
		Data   string
		Errors []float64 // of ten seeds
	}
	Boosts []struct {
		Data   string
		Stages int
		Losses []float64
	}
}

func readTrees(t *testing.T) treesReference {
	t.Helper()
	var r treesReference
	readJSON(t, "testdata/reference_trees.json", &r)
	if len(r.Trees) == 0 || len(r.Stages) == 0 || len(r.Forests) == 0 || len(r.Boosts) == 0 {
		t.Fatal("the reference file is empty")
	}
	return r
}

// Numbers by scikit-learn: testdata/reference_trees.py has the calls. Where no random number
// decides and every split is unique, ours are the same.
func TestReferenceTrees(t *testing.T) {
	r := readTrees(t)
	for _, tree := range r.Trees {
		d, k := r.Data[tree.Data], len(tree.Values[0])
		var class []int32
		if k > 1 {
			class = Labelled{X: d.X, Labels: labelsOf(d)}.numbers([]int{0, 1, 2}[:k])
		}
		for i, got := range oneTree(d.X, d.Y, class, k, tree.Depth, tree.Leaf, d.X[:len(tree.Values)]) {
			what := fmt.Sprintf("%s, depth %d, row %d", tree.Data, tree.Depth, i)
			wantClose(t, what, got, tree.Values[i], treeTolerance)
		}
	}
	for _, b := range r.Stages {
		d, p := r.Data[b.Data], Boost{Stages: b.Stages, Depth: b.Depth, Leaf: b.Leaf}
		var at func(x []float64) []float64
		if len(b.Values[0]) > 1 {
			at = Must(p.FitClasses(t.Context(), Labelled{X: d.X, Labels: labelsOf(d)}, nil)).Probabilities
		} else {
			f := Must(p.Fit(t.Context(), d, nil))
			at = func(x []float64) []float64 { return []float64{f.Eval(x)} }
		}
		for i, want := range b.Values {
			wantClose(t, fmt.Sprintf("%s, %d stages, row %d", b.Data, b.Stages, i), at(d.X[i]), want, treeTolerance)
		}
	}
}

// meanLogLoss is the mean of −log P(cᵢ), with probabilities no smaller than ε, as scikit-learn
// has it.
func meanLogLoss(labels []int, p [][]float64) float64 {
	sum := 0.0
	for i, c := range labels {
		sum -= math.Log(max(p[i][c], Epsilon)) / float64(len(labels))
	}
	return sum
}

// Where random numbers decide, the mean error of a few seeds of ours is among those of ten of
// scikit-learn's, or beyond them by a tenth of their range at most.
func TestReferenceTreesBySeeds(t *testing.T) {
	const seeds = 3
	r := readTrees(t)
	within := func(what string, theirs []float64, once func(seed uint64) float64) {
		t.Helper()
		least, most := slices.Min(theirs), slices.Max(theirs)
		mean, room := 0.0, (most-least)/10
		for seed := range uint64(seeds) {
			mean += once(seed) / seeds
		}
		t.Logf("%s: %.4g, of %.4g to %.4g", what, mean, least, most)
		if !(mean >= least-room && mean <= most+room) {
			t.Errorf("%s: %v is not among %v", what, mean, theirs)
		}
	}
	classes := func(name string) bool { return name == "cancer" || name == "wine" }
	for _, f := range r.Forests {
		d := r.Data[f.Data]
		within("forest, "+f.Data, f.Errors, func(seed uint64) float64 {
			if classes(f.Data) {
				l := Labelled{X: d.X, Labels: labelsOf(d)}
				return meanLogLoss(l.Labels, Must(Forest{}.FitClasses(t.Context(), l, newRand(seed))).OutOfBag)
			}
			return squareError(d.Y, Must(Forest{}.Fit(t.Context(), d, newRand(seed))).OutOfBag)
		})
	}
	for _, b := range r.Boosts {
		d, p := r.Data[b.Data], Boost{Most: b.Stages, Leaf: 1}
		within("boosting, "+b.Data, b.Losses, func(seed uint64) float64 {
			if classes(b.Data) {
				f := Must(p.FitClasses(t.Context(), Labelled{X: d.X, Labels: labelsOf(d)}, newRand(seed)))
				return f.Losses[f.Stages]
			}
			f := Must(p.Fit(t.Context(), d, newRand(seed)))
			return f.Losses[f.Stages]
		})
	}
}
