package bandwidth

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure gram: a Gram matrix between its two limits, and the distances between points.
type similarities struct {
	load   func() *points.Line
	kernel func() engine.Kernel

	line           *points.Line
	K              *mat.SymDense
	distances      []float64 // of all pairs
	median, mean   float64   // distance, and entry off the diagonal; NaN of no pair
	identity, ones float64   // how far K is from its limits
	on, off        ends      // of the entries on the diagonal and off it
	half, twins    int       // pairs that are more than half alike, and of points at one x
	most           float64   // entry of two points at different x
}

// ends are the least and the greatest of some numbers.
type ends struct{ low, high float64 }

func none() ends { return ends{math.Inf(1), math.Inf(-1)} }

func (e *ends) take(v float64) { e.low, e.high = math.Min(e.low, v), math.Max(e.high, v) }

// String says between which two numbers others lie, or which they all are.
func (e ends) String() string {
	if engine.Agree(e.low, e.high, e.high) {
		return "of " + course.Digits(e.high)
	}
	return "from " + course.Digits(e.low) + " to " + course.Digits(e.high)
}

var buildGram = course.Steps(func(f *course.Form) course.Work {
	r := &similarities{}
	r.load = points.OnLine(f, points.Offer{Data: "mcycle"})
	r.kernel = model.Kernel(f, hookBandwidth)
	return r
})

func (r *similarities) Compute(ctx context.Context, memo *course.Memo) (err error) {
	r.line = r.load()
	x := r.line.Data.X
	if r.K, _, err = curves.Gram(ctx, memo, r.line.Spec, r.kernel()); err != nil {
		return err
	}
	r.distances = engine.PairwiseDistances(engine.Euclidean, x)
	r.median, r.mean = engine.MedianHeuristic(x), engine.OffDiagonalMean(r.K)
	if len(r.distances) == 0 {
		r.median, r.mean = math.NaN(), math.NaN()
	}
	r.identity, r.ones = engine.DistanceToIdentity(r.K), engine.DistanceToOnes(r.K)
	if r.ones <= engine.Rounding(len(x), mat.Norm(r.K, 2)) {
		r.ones = 0 // each entry is 1 but for an ulp or so
	}
	r.on, r.off, r.half, r.twins, r.most = none(), none(), 0, 0, 0
	groups := engine.SameInputs(x)
	for i := range x {
		r.on.take(r.K.At(i, i))
		for j := range i {
			r.take(r.K.At(i, j), groups[i] == groups[j])
		}
	}
	return nil
}

// take counts a pair of points by their entry. An average alone would hide the ones that
// points at the same x leave at every bandwidth.
func (r *similarities) take(entry float64, twins bool) {
	r.off.take(entry)
	if entry > 0.5 {
		r.half++
	}
	if twins {
		r.twins++
	} else {
		r.most = math.Max(r.most, entry)
	}
}

func (r *similarities) Show(f *course.Form) *course.Picture {
	has := model.HasBandwidth(f)
	asks := ""
	if !has {
		asks = "with a kernel that has a bandwidth, the average pair 0.45 to 0.55 alike"
	}
	const shortest = 1e-9 // an axis has a length where all points are at one x
	longest := shortest
	for _, d := range r.distances {
		longest = math.Max(longest, d)
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{curves.GramPanel("gram-matrix", plots.EncodeRaster(r.K, plots.Scale{}), r.line.Order)},
			{{ID: "gram-distances", Title: "Distances between pairs of points", Width: course.Wide, Height: 400,
				Plot: plots.Histogram{
					X: plots.Axis{Max: longest,
						Label: course.WithUnit("distance between two points", r.line.XUnit)},
					Count: "pairs", Values: r.distances, Marks: r.marks(f),
				}}},
		},
		Numbers: r.numbers(),
		Series: []course.Series{
			course.Table("data", "x y", r.line.Data.Input(0), r.line.Data.Y),
			course.Table("distances", "distance", r.distances),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: r.K}},
		Code:     gramCode(f, r.line),
		Says:     r.says(f),
		Goals: []course.Goal{{
			Name: "half", Asks: asks, At: "bandwidth=10", Now: course.Digits(r.mean),
			Reached: has && r.mean > 0.45 && r.mean < 0.55,
			Text:    fmt.Sprintf("Goal reached: the average pair is %s alike.", course.Digits(r.mean)),
		}},
	}
}

// marks are the median, and the bandwidth where it is a distance too.
func (r *similarities) marks(f *course.Form) (marks []plots.Mark) {
	if len(r.distances) > 0 {
		marks = append(marks, plots.Mark{At: r.median, Name: "median", Color: plots.Ink, Dash: true})
	}
	if compared(r.kernel()) {
		ell := f.Control("bandwidth").Number()
		marks = append(marks, plots.Mark{At: ell, Name: "ℓ", Color: plots.Bandwidth, Class: "t-bandwidth"})
	}
	return marks
}

// compared reports whether the bandwidth is a distance between inputs: that of the
// periodic kernel is one on the circle.
func compared(k engine.Kernel) bool {
	_, radial := k.(engine.Radial)
	return radial
}

func (r *similarities) numbers() []course.Number {
	return []course.Number{
		{Name: "offdiagonal_mean", Label: "mean off the diagonal", Value: r.mean,
			Means: "How alike two different points are on average: 0 is not at all, 1 is equal."},
		{Name: "median_heuristic", Label: "median distance", Value: r.median, Unit: r.line.XUnit, Means: meansMedian},
		{Name: "distance_to_identity", Label: "‖K − I‖", Value: r.identity,
			Means: "How far K is from the matrix in which every point resembles only itself: " +
				"the root of the sum of all squared differences."},
		{Name: "distance_to_ones", Label: "‖K − 11ᵀ‖", Value: r.ones},
	}
}

const meansMedian = "Half of all pairs of points are closer together than this, half farther apart."

// What the picture shows. A kernel with a bandwidth has the value 1 for a point and itself,
// and says alike; one without may have any values.
const (
	saysNumber  = "The Gram matrix of one point at ℓ = {bandwidth} is the number 1. There is no pair to be alike."
	saysOnes    = saysOf + "is close to all ones: every point resembles every other." + saysAverage
	saysBetween = saysOf + "lies between the identity and all ones: {half} of {pairs} {are} more than half alike." +
		saysAverage
	saysBlocks = saysOf + "is the identity with blocks of ones, or close to it: {twins} of {pairs} {are} at one x " +
		"and fully alike, and no other pair is." + saysAverage
	saysIdentity = saysOf + "is close to the identity: every point resembles only itself." + saysAverage
	saysOf       = "The Gram matrix of {count} points at ℓ = {bandwidth} "
	saysAverage  = " The average pair is {offdiagonal_mean} alike."

	saysEntry   = "The Gram matrix of one point is the number {entry}. This kernel has no bandwidth."
	saysEntries = "The Gram matrix of {count} points has entries {on} on its diagonal, and {off} off it, on average " +
		"{offdiagonal_mean}. This kernel has no bandwidth, and no limits to lie between."
)

func (r *similarities) says(f *course.Form) []course.Said {
	n, ell := r.K.SymmetricDim(), chosenWidth(f)
	pairs := course.Count(float64(len(r.distances))) + " " + course.ByCount(len(r.distances), "pair", "pairs")
	of := func(text string, values ...any) course.Said {
		return course.Say(text, append(append([]any{n, ell}, values...), r.mean)...)
	}
	var said course.Said
	switch has := model.HasBandwidth(f); {
	case !has && n == 1:
		return []course.Said{course.Say(saysEntry, r.on.high)}
	case n == 1:
		return []course.Said{course.Say(saysNumber, ell)}
	case !has:
		said = course.Say(saysEntries, n, r.on.String(), r.off.String(), r.mean)
	case r.off.low > 0.95:
		said = of(saysOnes)
	case r.most < 0.05 && r.twins > 0:
		said = of(saysBlocks, r.twins, pairs, course.ByCount(r.twins, "is", "are"))
	case r.most < 0.05:
		said = of(saysIdentity)
	default:
		said = of(saysBetween, r.half, pairs, course.ByCount(r.half, "is", "are"))
	}
	return []course.Said{said}
}

// chosenWidth is the bandwidth with its unit.
func chosenWidth(f *course.Form) course.Measure {
	c := f.Control("bandwidth")
	return course.Measure{Value: c.Number(), Unit: c.Unit}
}

// gramCode computes the Gram matrix's numbers in other languages; nil where there is
// no pair.
func gramCode(f *course.Form, r *points.Line) *course.Code {
	if r.Data.Len() < 2 {
		return nil
	}
	return programs.Code("gram", f, course.Values{"X": r.Data.Input(0), "Parameters": model.Parameters(f)})
}
