package kernelridge

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
)

// ridgeAt is the fit of the figure fit in a state.
func ridgeAt(t *testing.T, query string) *curves.Ridge {
	return coursetest.Opened(t, Lesson, "fit", query).Result.(*fitted).Ridge
}

// withY is a fit with other responses.
func withY(of *curves.Ridge, y []float64) *curves.Ridge {
	fit, line := *of, *of.Line
	line.Data.Y, fit.Line = y, &line
	fit.Solution = course.Must(of.Spectrum.Solve(y, of.Lambda))
	return &fit
}

// Each curve drawn is the fit to 2y − f − ε, by another way to solve the system; the claim's
// numbers are those of the fit to f + ε.
func TestTheShiftIsUndone(t *testing.T) {
	fit := ridgeAt(t, "")
	f := fit.Solution.Fitted
	for number := 1; number <= 5; number++ {
		rng := rand.New(rand.NewPCG(uint64(number), 0))
		again, undone := make([]float64, len(f)), make([]float64, len(f))
		for i, y := range fit.Data.Y {
			e := fit.Solution.LOOResiduals[i] * float64(2*rng.IntN(2)-1)
			again[i], undone[i] = f[i]+e, 2*y-f[i]-e
		}
		p := resampled(fit, number)
		xs, ys := fit.Curve(course.Must(engine.SolveKRR(fit.Gram, undone, fit.Lambda)))
		if !slices.Equal(p.Column("fit", "x"), xs) || !floats.EqualApprox(p.Column("fit", "y"), ys, 1e-6) {
			t.Errorf("%d is not the fit with the shift undone", number)
		}
		coursetest.Within(t, p.Find("loo_rmse"), withY(fit, again).Solution.LOORMSE, 0,
			"%d: the leave-one-out error of the fit to f + ε", number)
	}
}

// covered draws samples of a truth, the curve of a state with the residuals there, signs at
// random, and fits each as the figure opens. Of the sixty curves of each sample it asks whether
// the truth’s dip lies between the least and the greatest of theirs, and whether the middle
// 58 hold the truth at the dip and at a time drawn at random: of the fits to f + ε as they are,
// "name-twice-…", and of those with the shift undone, "name-undone-…".
func covered(t *testing.T, name, state string) many.Study {
	opens, truth := ridgeAt(t, ""), ridgeAt(t, state)
	x := opens.Data.Input(0)
	xs, want := truth.Curve(truth.Solution.Alpha)
	from, _ := slices.BinarySearch(xs, x[0])
	to, _ := slices.BinarySearch(xs, x[len(x)-1])
	dip := floats.MinIdx(want)
	study := many.Study{}
	for _, way := range []string{"twice", "undone"} {
		for _, claim := range []string{"dip", "band", "time"} {
			study.Claims = append(study.Claims, name+"-"+way+"-"+claim)
		}
	}
	study.Draw = func(seed int) (outcomes []many.Outcome) {
		rng := rand.New(rand.NewPCG(uint64(seed), 1)) // 0 is that of the curves
		y := slices.Clone(truth.Solution.Fitted)
		for i, r := range truth.Solution.LOOResiduals {
			y[i] += r * float64(2*rng.IntN(2)-1)
		}
		fit, time := withY(opens, y), from+rng.IntN(to-from)
		at, f := fit.Curve(fit.Solution.Alpha)
		if !slices.Equal(at, xs) {
			t.Fatal("the truth is known elsewhere")
		}
		twice, undone := make([][]float64, resampledFits), make([][]float64, resampledFits)
		for i := range resampledFits {
			undone[i] = resampled(fit, seed*resampledFits+i).Column("fit", "y")
			twice[i] = floats.ScaleTo(make([]float64, len(f)), 2, f)
			floats.Sub(twice[i], undone[i])
		}
		for _, all := range [][][]float64{twice, undone} {
			outcomes = append(outcomes, many.If(holdsDip(all, want[dip])),
				many.If(bandHolds(all, want, dip)), many.If(bandHolds(all, want, time)))
		}
		return outcomes
	}
	return study
}

// holdsDip is whether a height is between the least and the greatest dip of curves.
func holdsDip(curves [][]float64, height float64) bool {
	var dips []float64
	for _, c := range curves {
		dips = append(dips, slices.Min(c))
	}
	return slices.Min(dips) <= height && height <= slices.Max(dips)
}

// bandHolds is whether curves hold a value at one place, the lowest and the highest there aside.
func bandHolds(curves [][]float64, want []float64, at int) bool {
	var there []float64
	for _, c := range curves {
		there = append(there, c[at])
	}
	slices.Sort(there)
	return there[1] <= want[at] && want[at] <= there[len(there)-2]
}

// setAside counts what is said of a third set aside.
func setAside() (all []many.Study) {
	path, _ := Lesson.Figure("path")
	price, _ := Lesson.Figure("price")
	for _, name := range []string{"ends", "gaps", "random"} {
		state := "thirds=" + name
		all = append(all, path.Study(state, "", name+"-ten"), price.Study("bandwidth=7.36&"+state, name+"-norm"),
			many.Study{Claims: []string{name + "-neighbours"}, Draw: neighbours(path, state)})
	}
	return all
}

// neighbours are whether the nearest miss a third by more than the path's best.
func neighbours(f *course.Figure, state string) func(int) []many.Outcome {
	ctx, memo := context.Background(), course.NewMemo(1<<22)
	_, draw := f.At(course.ParseQuery(state))
	opens := course.Must(draw(ctx, memo))
	return func(seed int) []many.Outcome {
		p := course.Must(f.Samples.Resampled.Draw(ctx, memo, opens, seed))
		theirs := course.Must(f.Samples.Rivals[0].Error(ctx, memo, p))
		return []many.Outcome{many.Less(p.Find(f.Samples.Error), theirs)}
	}
}

// How often sixty curves hold a truth that is known. One that the fit flattens they hold with
// the shift undone, and hardly ever without; one that it flattens little, less often with it.
func TestCoverage(t *testing.T) {
	manytest.Recounted(t, "shares.csv", many.Parse(shares),
		slices.Concat([]many.Study{covered(t, "deep", deepTruth), covered(t, "flat", flatTruth)}, setAside())...)

	facts := facts()
	for _, name := range []string{"dip", "time"} {
		if deep := "deep-undone-" + name; facts[deep]-facts[deep+"-margin"] <= facts["deep-twice-"+name] {
			t.Errorf("with the shift undone %s is held in %v of 100", name, facts[deep])
		}
		if flat := "flat-undone-" + name; facts[flat]+facts[flat+"-margin"] >= facts["flat-twice-"+name] {
			t.Errorf("of a flat truth %s is held in %v of 100", name, facts[flat])
		}
	}
	if flattened := facts["flat-fit"] - facts["flat-dip"]; facts["deep-fit"]-facts["deep-dip"] < 2*flattened {
		t.Errorf("the fit flattens the shallow dip by %v", flattened)
	}
	if d := facts["deep-dip"]; d < facts["dip-least"] || d > facts["dip-most"] {
		t.Errorf("the sixty dip to between %v and %v", facts["dip-least"], facts["dip-most"])
	}
}
