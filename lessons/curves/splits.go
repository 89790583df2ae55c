package curves

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// A Trial is points to fit, and others that judge the curve through them.
type Trial struct {
	Fitted engine.Dataset

	// Miss is the root mean squared error of f where it is judged; NaN where nobody judges.
	Miss func(f func(x float64) float64) float64
}

// SplitOf takes two thirds of d at random to fit, and the rest to judge; points at one x stay
// together. Of fewer than three x nothing is left to judge.
func SplitOf(d engine.Dataset, rng *rand.Rand) (fitted, unseen engine.Dataset) {
	groups := engine.SameInputs(d.X)
	count := 1 + slices.Max(groups)
	place := make([]int, count)
	for i, g := range rng.Perm(count) {
		place[g] = i
	}
	return d.Divide(func(i int) bool { return 3*place[groups[i]] < 2*count })
}

// Ways to set a third aside.
const (
	Scattered = "random" // points here and there
	InGaps    = "gaps"   // stretches between others: what is asked is a fit across gaps
	WithEnds  = "ends"   // stretches, the first or the last among them: a fit beyond the points, too
)

// stretches is into how many parts with as many x each [SplitStretches] cuts; three of them judge.
const stretches = 9

// SplitStretches is [SplitOf] by stretches of x, with an end among those set aside or without. It wants at
// least nine different x.
func SplitStretches(d engine.Dataset, ends bool, rng *rand.Rand) (fitted, unseen engine.Dataset) {
	groups := engine.SameInputs(d.X)
	at := make([]float64, 1+slices.Max(groups)) // the x of each group
	for i, g := range groups {
		at[g] = d.X[i][0]
	}
	order, rank := make([]int, len(at)), make([]int, len(at))
	floats.Argsort(at, order)
	for i, g := range order {
		rank[g] = i
	}
	var aside []int
	for range 100 { // one of the first does, in 35 or 49 of 84
		aside = rng.Perm(stretches)[:stretches/3]
		if (slices.Contains(aside, 0) || slices.Contains(aside, stretches-1)) == ends {
			break
		}
	}
	return d.Divide(func(i int) bool { return !slices.Contains(aside, rank[groups[i]]*stretches/len(at)) })
}

// Thirds is the design of the splits of [TrialOf].
var Thirds = []course.Design{
	{When: "thirds=gaps", Anew: "which three of the seven inner of nine stretches of the points are set aside",
		Stays: "the points"},
	{When: "thirds=ends", Anew: "which three of nine stretches of the points are set aside, an end among them",
		Stays: "the points"},
	{Anew: "which third of the points is set aside, at random", Stays: "the points"},
}

// ReadThirds declares how a third of the points d is set aside, where a figure makes no others and there are
// enough for stretches.
func ReadThirds(f *course.Form, d engine.Dataset) string {
	way := f.Choice("thirds", "a third set aside", InGaps, course.Options(InGaps, "three gaps",
		WithEnds, "an end and more", Scattered, "here and there"), course.More)
	seed := f.Control("seed")
	made := seed != nil && !seed.Off
	if made || d.Len() == 0 || slices.Max(engine.SameInputs(d.X)) < stretches-1 {
		f.Control("thirds").Off, way = true, Scattered
	}
	return way
}

// TrialOf is the split of that number, in one of those ways, of points that are real.
func TrialOf(d engine.Dataset, way string, number int) *Trial {
	rng := rand.New(rand.NewPCG(uint64(number), 0))
	var fitted, unseen engine.Dataset
	if way == Scattered {
		fitted, unseen = SplitOf(d, rng)
	} else {
		fitted, unseen = SplitStretches(d, way == WithEnds, rng)
	}
	return &Trial{fitted, func(f func(x float64) float64) float64 {
		squares := 0.0
		for i, x := range unseen.X {
			squares += (unseen.Y[i] - f(x[0])) * (unseen.Y[i] - f(x[0]))
		}
		return math.Sqrt(squares / float64(unseen.Len()))
	}}
}

// TrialOn is that of made points, on which new points judge; of real ones nobody does.
func TrialOn(r *points.Line) *Trial {
	return &Trial{r.Data, func(f func(x float64) float64) float64 {
		grid := Grid(r.XMin, r.XMax)
		curve := make([]float64, len(grid))
		for i, x := range grid {
			curve[i] = f(x)
		}
		return r.TestRMSE(grid, curve)
	}}
}

// TestError is the error of the fit on new points; NaN where nobody knows the truth.
func (fit *Ridge) TestError() float64 { return fit.TestRMSE(fit.Grid, fit.curve) }

// FitPart is kernel ridge regression of part of a figure's points, as [FitRidge] has it of all.
func FitPart(k engine.Kernel, d engine.Dataset, lambda float64) (*engine.Expansion, error) {
	K := engine.Gram(k, d.X)
	alpha, err := engine.SolveKRR(K, d.Y, lambda)
	if errors.Is(err, engine.ErrIndefinite) {
		alpha, err = engine.SolveIndefinite(K, d.Y, lambda)
	}
	return &engine.Expansion{Kernel: k, X: d.X, Alpha: alpha}, err
}

// thinPlaces are enough places of a curve that is drawn pale, one among many.
const thinPlaces = 61

// Thin is f at a few places from lo to hi, for the curve of another sample.
func Thin(lo, hi float64, f func(x float64) float64) (xs, ys []float64) {
	for i := range thinPlaces {
		x := lo + (hi-lo)*float64(i)/(thinPlaces-1)
		xs, ys = append(xs, x), append(ys, f(x))
	}
	return xs, ys
}
