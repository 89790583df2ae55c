package engine

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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
			wantEqual(t, name+"groups", SameInputs(d.X), r.Folds)
		}
		p := Must(Eigen(Gram(Gaussian{r.Length}, d.X))).CrossValidate(d.Y, []float64{r.Lambda}, folds)[0]
		if p.Err != nil {
			t.Fatal(name, p.Err)
		}
		wantClose(t, name+"residuals", p.Residuals, r.Residuals, algebra)
		wantNear(t, name+"RMSE", p.RMSE, r.RMSE, algebra)
		wantNear(t, name+"standard error", p.StandardError, r.StandardError, algebra)
	}
}

func foldsOf(n, k int, rng *rand.Rand) [][]int {
	folds := make([][]int, k)
	for i, p := range rng.Perm(n) {
		folds[i%k] = append(folds[i%k], p)
	}
	return folds
}

// Folds of groups have each point once and each group in one fold, and are about as large where groups are small.
func TestGroupFolds(t *testing.T) {
	rng := newRand(102)
	groups := make([]int, 120)
	for i := range groups {
		groups[i] = 7 * rng.IntN(40)
	}
	for _, k := range []int{1, 5, 60} {
		folds := GroupFolds(groups, k, rng)
		checkFolds(len(groups), folds)
		of := map[int]int{}
		for f, fold := range folds {
			if !slices.IsSorted(fold) || k == 5 && (len(fold) < 18 || len(fold) > 30) {
				t.Errorf("of %d folds one is %v", k, fold)
			}
			for _, i := range fold {
				if before, there := of[groups[i]]; there && before != f {
					t.Errorf("group %d is in two of %d folds", groups[i], k)
				}
				of[groups[i]] = f
			}
		}
		if len(folds) != k {
			t.Errorf("%d folds, want %d", len(folds), k)
		}
	}
	if one, other := GroupFolds(groups, 5, newRand(1)), GroupFolds(groups, 5, newRand(2)); cmp.Equal(one, other) {
		t.Error("the folds of two states are the same")
	}
	wantEqual(t, "groups", Grouped([]int{9, 2, 4, 9, 4}), [][]int{{0, 3}, {1}, {2, 4}})
	wantPanic(t, "no folds", func() { GroupFolds(groups, 0, rng) })
}

// Several responses have together what each has alone.
func TestCrossValidateEach(t *testing.T) {
	d := Outliers(24, 0.1, newRand(103))
	s := Must(Eigen(Gram(Gaussian{0.5}, d.X)))
	lambdas, folds := []float64{1e-3, 1}, GroupFolds(foldsOf(24, 1, newRand(1))[0], 5, newRand(2))
	Y := [][]float64{d.Y, slices.Clone(d.Y)}
	slices.Reverse(Y[1])
	for q, all := range s.CrossValidateEach(Y, lambdas, folds) {
		wantEqual(t, fmt.Sprint("response ", q), all, s.CrossValidate(Y[q], lambdas, folds))
	}
}

// Each fold is fitted without its points: KRR says so. Folds of one are leave-one-out.
func TestCrossValidate(t *testing.T) {
	rng := newRand(101)
	d := Outliers(24, 0.1, rng)
	n := d.Len()
	for _, k := range []Kernel{Gaussian{1}, Linear{}, Exponential{2}} {
		s := Must(Eigen(Gram(k, d.X)))
		for _, folds := range [][][]int{foldsOf(n, 5, rng), foldsOf(n, 2, rng), {foldsOf(n, 1, rng)[0], {}}} {
			for _, p := range s.CrossValidate(d.Y, []float64{1e-3, 0.1}, folds) {
				name := fmt.Sprintf("%v, %d folds, λ %g", k, len(folds), p.Lambda)
				if p.Err != nil {
					t.Fatal(name, p.Err)
				}
				want := make([]float64, n)
				for _, fold := range folds {
					rest := without(d, fold...)
					for _, i := range fold {
						want[i] = d.Y[i]
					}
					if rest.Len() == 0 {
						continue // nothing is left, and f is zero
					}
					f := Must(KRR(k, rest, p.Lambda*float64(n)/float64(rest.Len())))
					for _, i := range fold {
						want[i] -= f.Eval(d.X[i])
					}
				}
				wantClose(t, name, p.Residuals, want, 1e-9)
			}
		}
		at := Must(s.Solve(d.Y, 0.01))
		one := s.CrossValidate(d.Y, []float64{0.01}, foldsOf(n, n, rng))[0]
		wantClose(t, "leave-one-out", one.Residuals, at.LOOResiduals, algebra)
		wantNear(t, "leave-one-out", one.RMSE, at.LOORMSE, algebra)
	}
	s := Must(Eigen(Gram(Linear{}, d.X)))
	if p := s.CrossValidate(d.Y, []float64{0, 1}, foldsOf(n, 3, rng)); !errors.Is(p[0].Err, ErrSingular) ||
		p[0].Residuals != nil || p[1].Err != nil {
		t.Errorf("%+v", p)
	}
	for name, folds := range map[string][][]int{
		"none": nil, "twice": {{0, 1}, {1}}, "outside": {{n}}, "some": {{0}},
	} {
		wantPanic(t, name, func() { s.CrossValidate(d.Y, nil, folds) })
	}
}

func TestStandardError(t *testing.T) {
	// r² = 1, 9: their mean is 5, their standard deviation √32, √n·2·√5.
	wantNear(t, "by hand", StandardError([]float64{1, -3}), math.Sqrt(32)/(2*math.Sqrt(10)), 4*Epsilon)
	for _, r := range [][]float64{nil, {3}, {0, 0}} {
		wantEqual(t, fmt.Sprint(r), StandardError(r), 0)
	}
	if got := StandardError([]float64{1e300, 2e300}); !finite(got) || got == 0 {
		t.Error(got)
	}
}
