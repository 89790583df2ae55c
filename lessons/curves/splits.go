package curves

import (
	"context"
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
	for i, g := range groups {
		to := &fitted
		if 3*place[g] >= 2*count {
			to = &unseen
		}
		to.X, to.Y = append(to.X, d.X[i]), append(to.Y, d.Y[i])
	}
	return fitted, unseen
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
	for i, g := range groups {
		to := &fitted
		if slices.Contains(aside, rank[g]*stretches/len(at)) {
			to = &unseen
		}
		to.X, to.Y = append(to.X, d.X[i]), append(to.Y, d.Y[i])
	}
	return fitted, unseen
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

// Tried is a figure's result that has been put on trial.
type Tried interface{ OnTrial() *Trial }

// Rivals are other curves through points on a line, for a result that is [Tried].
func Rivals() []course.Rival {
	rival := func(name, tuned string, fit func(engine.Dataset) func(x float64) float64) course.Rival {
		return course.Rival{Name: name, Tuned: tuned,
			Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
				tried, ok := p.Result.(Tried)
				if !ok || tried.OnTrial() == nil {
					return math.NaN(), nil // nobody judges
				}
				t := tried.OnTrial()
				return t.Miss(fit(t.Fitted)), nil
			}}
	}
	return []course.Rival{
		rival("nearest neighbours", "their number by leaving one out of what is fitted", NearestNeighbours),
		rival("local line", "its width by leaving one out of what is fitted", LocalLine),
	}
}

// NearestNeighbours returns the mean response of the k points nearest to x; of points that are
// as near the first counts. k is the one from 1 to 30 with the least leave-one-out error.
func NearestNeighbours(d engine.Dataset) func(x float64) float64 {
	const most = 30
	n := d.Len()
	type near struct{ away, y float64 }
	nearest := func(x float64, without int) []near { // no more than most, the nearest first
		all := make([]near, 0, most+1)
		for i := range n {
			j := near{math.Abs(d.X[i][0] - x), d.Y[i]}
			if i == without || len(all) == most && j.away >= all[most-1].away {
				continue
			}
			at := len(all)
			for at > 0 && all[at-1].away > j.away {
				at--
			}
			all = slices.Insert(all, at, j)[:min(len(all)+1, most)]
		}
		return all
	}
	squares := make([]float64, max(1, min(most, n-1)))
	for i := range n {
		sum := 0.0
		for k, j := range nearest(d.X[i][0], i) {
			sum += j.y
			miss := d.Y[i] - sum/float64(k+1)
			squares[k] += miss * miss
		}
	}
	best := 1 + slices.Index(squares, slices.Min(squares))
	return func(x float64) float64 {
		sum := 0.0
		for _, j := range nearest(x, -1)[:best] {
			sum += j.y
		}
		return sum / float64(best)
	}
}

// LocalLine returns at x the line through the points that misses them least if a point at a
// distance d counts exp(−d²/2h²). h is the one of sixteen, from a hundredth of the range of x to
// all of it, with the least leave-one-out error.
func LocalLine(d engine.Dataset) func(x float64) float64 {
	const widths = 16
	x := d.Input(0)
	low, high := slices.Min(x), slices.Max(x)
	if low == high {
		high = low + 1
	}
	nearest := make([]float64, len(x))
	for i, at := range x {
		nearest[i] = nearestTo(x, at, i)
	}
	best, least := 0.0, math.Inf(1)
	for w := range widths {
		h := (high - low) * math.Pow(100, float64(w)/(widths-1)-1)
		squares := 0.0
		for i, at := range x {
			miss := d.Y[i] - localLine(x, d.Y, h, at, nearest[i], i)
			if squares += miss * miss; squares > least {
				break
			}
		}
		if squares < least || best == 0 {
			best, least = h, squares
		}
	}
	return func(at float64) float64 { return localLine(x, d.Y, best, at, nearestTo(x, at, -1), -1) }
}

// nearestTo is the distance from one place to the nearest of all others but one.
func nearestTo(x []float64, at float64, without int) float64 {
	nearest := math.Inf(1)
	for i, other := range x {
		if i != without {
			nearest = min(nearest, math.Abs(other-at))
		}
	}
	return nearest
}

// negligible is the power of e, less its sign, that weighs less than a rounding of 1.
const negligible = 37

// localLine is that line at a place, of all points but one; the nearest of them is so far away.
func localLine(x, y []float64, h, at, nearest float64, without int) float64 {
	k := engine.Gaussian{Length: h}
	var sum, x1, y1, xx, xy float64
	for i, xi := range x {
		away := xi - at
		beyond := away*away - nearest*nearest
		if i == without || beyond > 2*negligible*h*h {
			continue
		}
		w := k.OfDistance(math.Sqrt(max(0, beyond))) // 1 of the nearest: no sum is 0
		sum, x1, y1, xx, xy = sum+w, x1+w*away, y1+w*y[i], xx+w*away*away, xy+w*away*y[i]
	}
	if sum == 0 {
		return 0 // of no point
	}
	x1, y1, xx, xy = x1/sum, y1/sum, xx/sum, xy/sum
	if spread := xx - x1*x1; spread > 1e-9*h*h {
		return y1 - (xy-x1*y1)/spread*x1
	}
	return y1
}
