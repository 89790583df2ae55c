package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers by scikit-learn: testdata/reference_folds.py has the calls.
func TestReferenceFolds(t *testing.T) {
	var reference []struct {
		Name                 string
		Folds                []int
		Length, Lambda, RMSE float64
		StandardError        float64 `json:"standard_error"`
		Residuals            []float64
	}
	readJSON(t, "testdata/reference_folds.json", &reference)
	d := mcycle(t)
	if len(reference) == 0 {
		t.Fatal("no reference")
	}
	for _, r := range reference {
		name := fmt.Sprintf("%s, ℓ %g, λ %g: ", r.Name, r.Length, r.Lambda)
		folds := make([][]int, slices.Max(r.Folds)+1)
		for i, f := range r.Folds {
			folds[f] = append(folds[f], i)
		}
		if r.Name == "times" {
			if diff := cmp.Diff(r.Folds, SameInputs(d.X)); diff != "" {
				t.Errorf("%sgroups: %s", name, diff)
			}
		}
		p := mustEigen(t, Gram(Gaussian{r.Length}, d.X)).CrossValidate(d.Y, []float64{r.Lambda}, folds)[0]
		if p.Err != nil {
			t.Fatal(name, p.Err)
		}
		wantClose(t, name+"residuals", p.Residuals, r.Residuals, algebra)
		wantNear(t, name+"RMSE", p.RMSE, r.RMSE, algebra)
		wantNear(t, name+"standard error", p.StandardError, r.StandardError, algebra)
	}
}

// Each fold is fitted without its points: KRR says so. Folds of one are leave-one-out.
func TestCrossValidate(t *testing.T) {
	rng := newRand(101)
	d := Outliers(24, 0.1, rng)
	n := d.Len()
	for _, k := range []Kernel{Gaussian{1}, Linear{}, Exponential{2}} {
		s := mustEigen(t, Gram(k, d.X))
		for _, folds := range [][][]int{Folds(n, 5, rng), Folds(n, 2, rng), {Folds(n, 1, rng)[0], {}}} {
			for _, p := range s.CrossValidate(d.Y, []float64{1e-3, 0.1}, folds) {
				name := fmt.Sprintf("%v, %d folds, λ %g", k, len(folds), p.Lambda)
				if p.Err != nil {
					t.Fatal(name, p.Err)
				}
				want := make([]float64, n)
				for _, fold := range folds {
					var rest Dataset
					for i := range n {
						if !slices.Contains(fold, i) {
							rest.X, rest.Y = append(rest.X, d.X[i]), append(rest.Y, d.Y[i])
						}
					}
					for _, i := range fold {
						want[i] = d.Y[i]
					}
					if rest.Len() == 0 {
						continue // nothing is left, and f is zero
					}
					f, err := KRR(k, rest, p.Lambda*float64(n)/float64(rest.Len()))
					if err != nil {
						t.Fatal(err)
					}
					for _, i := range fold {
						want[i] -= f.Eval(d.X[i])
					}
				}
				wantClose(t, name, p.Residuals, want, 1e-9)
			}
		}
		at, err := s.Solve(d.Y, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		one := s.CrossValidate(d.Y, []float64{0.01}, Folds(n, n, rng))[0]
		wantClose(t, "leave-one-out", one.Residuals, at.LOOResiduals, algebra)
		wantNear(t, "leave-one-out", one.RMSE, at.LOORMSE, algebra)
	}
	s := mustEigen(t, Gram(Linear{}, d.X))
	if p := s.CrossValidate(d.Y, []float64{0, 1}, Folds(n, 3, rng)); !errors.Is(p[0].Err, ErrSingular) ||
		p[0].Residuals != nil || p[1].Err != nil {
		t.Errorf("%+v", p)
	}
	for name, folds := range map[string][][]int{
		"none": nil, "twice": {{0, 1}, {1}}, "outside": {{n}}, "some": {{0}},
	} {
		wantPanic(t, name, func() { s.CrossValidate(d.Y, nil, folds) })
	}
}

func TestFolds(t *testing.T) {
	for _, n := range []int{1, 2, 7, 20} {
		for k := 1; k <= n; k++ {
			folds := Folds(n, k, newRand(1))
			if diff := cmp.Diff(folds, Folds(n, k, newRand(1))); diff != "" {
				t.Errorf("the same generator, other folds: %s", diff)
			}
			var all []int
			for _, f := range folds {
				if len(f) < n/k || len(f) > (n+k-1)/k || !slices.IsSorted(f) {
					t.Errorf("n %d, k %d: %v", n, k, folds)
				}
				all = append(all, f...)
			}
			slices.Sort(all)
			if len(folds) != k || len(all) != n || all[0] != 0 || all[n-1] != n-1 || len(slices.Compact(all)) != n {
				t.Errorf("n %d, k %d: %v", n, k, folds)
			}
		}
	}
	groups := SameInputs([][]float64{{3, 1}, {2, 2}, {3, 1}, {3, 2}, {2, 2}, {3, 1}})
	if diff := cmp.Diff([]int{0, 1, 0, 2, 1, 0}, groups); diff != "" {
		t.Error(diff)
	}
	for k := 1; k <= 3; k++ {
		for _, fold := range GroupFolds(groups, k, newRand(2)) {
			for i, g := range groups {
				together := slices.ContainsFunc(fold, func(j int) bool { return groups[j] == g })
				if together != slices.Contains(fold, i) {
					t.Errorf("%d folds: %v parts group %d", k, fold, g)
				}
			}
		}
	}
	wantPanic(t, "no folds", func() { Folds(3, 0, newRand(1)) })
	wantPanic(t, "more folds than points", func() { Folds(3, 4, newRand(1)) })
	wantPanic(t, "more folds than groups", func() { GroupFolds(groups, 4, newRand(1)) })
}

func TestStandardError(t *testing.T) {
	// r² = 1, 9: their mean is 5, their standard deviation √32, √n·2·√5.
	wantNear(t, "by hand", StandardError([]float64{1, -3}), math.Sqrt(32)/(2*math.Sqrt(10)), 4*Epsilon)
	for _, r := range [][]float64{nil, {3}, {0, 0}} {
		if got := StandardError(r); got != 0 {
			t.Errorf("%v: %v", r, got)
		}
	}
	if got := StandardError([]float64{1e300, 2e300}); !finite(got) || got == 0 {
		t.Error(got)
	}
}

func TestChooseLambda(t *testing.T) {
	points := []FoldPoint{
		{Lambda: 1, RMSE: 3}, {Lambda: 0.1, RMSE: 2.4}, {Lambda: 0.01, RMSE: 2, StandardError: 0.5},
		{Lambda: 0.001, RMSE: 2.1}, {Lambda: 10, Err: ErrSingular},
	}
	if best, smoothest := ChooseLambda(points); best != 2 || smoothest != 1 {
		t.Errorf("best %d, smoothest %d", best, smoothest)
	}
	if best, smoothest := ChooseLambda(points[4:]); best != -1 || smoothest != -1 {
		t.Errorf("best %d, smoothest %d", best, smoothest)
	}
	if best, smoothest := ChooseLambda([]FoldPoint{{Lambda: 1, RMSE: 2}, {Lambda: 3, RMSE: 2}}); best != 1 ||
		smoothest != 1 {
		t.Errorf("best %d, smoothest %d", best, smoothest)
	}
}
