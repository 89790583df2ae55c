package grammatrix

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure moved: training and test points turned and shifted, with K, K̂ and the
// predictions at the test points.

// tests are the places of the test points in the window, as shares of its sides.
var tests = [][2]float64{{0.25, 0.3}, {0.5, 0.3}, {0.75, 0.3}, {0.25, 0.7}, {0.5, 0.7}, {0.75, 0.7}}

// farthest is how far points may be shifted.
const farthest = 2

// A motion is points in two places: as they are, and turned and shifted.
type motion struct {
	// What the controls say.
	*points.Plane
	kernel              engine.Kernel
	turn, shift, lambda float64

	// What is computed.
	at, now                *sight  // before and after both
	turned, shifted, apart float64 // change of an entry by the turn alone, by the shift alone; of a prediction by both
	failed                 error   // why there is no fit
}

var buildMoved = course.Steps(func(f *course.Form) course.Work {
	load := points.InPlane(f, points.Offer{Data: "blobs", N: 30, Noise: 0.3,
		Of: []string{"blobs", "moons", "rings", "xor"}})
	f.Control("data").More = true
	v := &motion{Plane: load(), kernel: model.Kernel(f, 1)()}
	v.turn = f.Float("turn", "turn", 0, 0, 180, course.Unit("°"))
	v.shift = f.Float("shift", "shift", 1, 0, farthest)
	v.lambda = f.LogFloat("lambda", "λ", 0.01, 1e-6, 10, course.More, course.Term("lambda"))
	return v
})

// A sight is all that a fit sees, and what it says.
type sight struct {
	S         *mat.Dense // (n + t)×n: K, and K̂ under it
	own       []float64  // k(x, x) of all n + t points
	predicted []float64  // K̂(K + nλI)⁻¹y
	rounding  float64    // of what is predicted
}

// moved turns points about the origin by so many degrees, and shifts them along the
// first axis.
func moved(x [][]float64, turn, shift float64) [][]float64 {
	sin, cos := math.Sincos(turn * math.Pi / 180)
	out := make([][]float64, len(x))
	for i, p := range x {
		out[i] = []float64{cos*p[0] - sin*p[1] + shift, sin*p[0] + cos*p[1]}
	}
	return out
}

// places are the test points before they are moved.
func (v *motion) places() [][]float64 {
	var x [][]float64
	for _, s := range tests {
		x = append(x, []float64{v.XMin + s[0]*(v.XMax-v.XMin), v.YMin + s[1]*(v.YMax-v.YMin)})
	}
	return x
}

// see is what a fit sees of points moved so.
func (v *motion) see(turn, shift float64) (*sight, error) {
	x, n := moved(v.Data.X, turn, shift), v.n()
	K := engine.Gram(v.kernel, x)
	s := &sight{S: mat.NewDense(n+len(tests), n, nil), predicted: make([]float64, len(tests))}
	s.S.Slice(0, n, 0, n).(*mat.Dense).Copy(K)
	hat, z := s.S.Slice(n, n+len(tests), 0, n).(*mat.Dense), moved(v.places(), turn, shift)
	hat.Copy(engine.Cross(v.kernel, z, x))
	s.own = engine.SelfKernels(v.kernel, slices.Concat(x, z))
	alpha, err := engine.SolveKRR(K, v.Data.Y, v.lambda)
	if err != nil {
		return nil, err
	}
	mat.NewVecDense(len(tests), s.predicted).MulVec(hat, mat.NewVecDense(n, alpha))
	s.rounding = engine.Rounding(n, 1+mat.Trace(K)/(float64(n)*v.lambda)) // that over nλ is above the condition number
	return s, nil
}

func (v *motion) n() int { return v.Data.Len() }

// entrySteps are the sums and products, at most, that rounding of an entry comes from.
const entrySteps = 16

// apart is the largest difference between the entries of two sights; 0 where each entry has nine
// digits of the other, or what they differ by is rounding beside √(k(x, x) k(x′, x′)), which no entry
// of a kernel is above.
func apart(a, b *sight) float64 {
	gap := 0.0
	for i, was := range a.S.RawMatrix().Data {
		is, row, col := b.S.RawMatrix().Data[i], i/a.S.RawMatrix().Cols, i%a.S.RawMatrix().Cols
		most := math.Sqrt(math.Max(math.Abs(a.own[row]*a.own[col]), math.Abs(b.own[row]*b.own[col])))
		by := math.Abs(is - was)
		if by > engine.Rounding(entrySteps, most) && !engine.Agree(was, is, math.Max(math.Abs(was), math.Abs(is))) {
			gap = math.Max(gap, by)
		}
	}
	return gap
}

// Compute finds what the turn, the shift and both change.
func (v *motion) Compute(context.Context, *course.Memo) error {
	var sights [4]*sight
	for i, to := range [4][2]float64{{0, 0}, {v.turn, 0}, {0, v.shift}, {v.turn, v.shift}} {
		sights[i], v.failed = v.see(to[0], to[1])
		if v.failed != nil {
			return course.Settle(v.failed, nil)
		}
	}
	v.at, v.now = sights[0], sights[3]
	v.turned, v.shifted = apart(v.at, sights[1]), apart(v.at, sights[2])
	v.apart = 0 // where K and K̂ are what they were, so is K̂(K + nλI)⁻¹y
	if apart(v.at, v.now) > 0 {
		v.apart = floats.Distance(v.at.predicted, v.now.predicted, math.Inf(1))
		if v.apart <= math.Max(v.at.rounding, v.now.rounding) {
			v.apart = math.NaN()
		}
	}
	return nil
}

func (v *motion) Show(f *course.Form) *course.Picture {
	if v.failed != nil {
		return v.defeated()
	}
	x, z, n := moved(v.Data.X, v.turn, v.shift), moved(v.places(), v.turn, v.shift), v.n()
	return &course.Picture{
		Columns: [][]plots.Panel{{v.plane()}, {v.matrix()}},
		Numbers: v.numbers(),
		Says:    v.says(),
		Series: []course.Series{
			course.Table("data", "x1 x2 y", engine.Dataset{X: x}.Input(0), engine.Dataset{X: x}.Input(1), v.Data.Y),
			course.Table("tests", "x1 x2 predicted", engine.Dataset{X: z}.Input(0), engine.Dataset{X: z}.Input(1),
				v.now.predicted),
			course.Table("before", "predicted", v.at.predicted),
		},
		Matrices: []course.NamedMatrix{{Name: "gram", Values: v.now.S.Slice(0, n, 0, n)},
			{Name: "cross", Values: v.now.S.Slice(n, n+len(tests), 0, n)}},
		Goals: []course.Goal{{
			Name: "turn", At: "kernel=laplacian&turn=45", Now: v.changes(), But: v.unless(),
			Reached: v.turned > 0 && v.shift > 0 && v.shifted == 0,
			Text:    "Goal reached: this kernel notices the turn, and not the shift.",
		}},
		Code: programs.Code("moved", f, course.Values{"Parameters": model.Parameters(f),
			"X": slices.Concat(v.Data.X...), "Y": v.Data.Y, "Tests": slices.Concat(v.places()...),
			"Turn": v.turn, "Shift": v.shift, "Lambda": v.lambda}),
	}
}

func (v *motion) numbers() []course.Number {
	return []course.Number{
		{Name: "change_by_turn", Label: "the turn alone changes an entry by",
			Means: "The largest change of an entry of K or K̂ when all points are turned, and not shifted. " +
				"0 is where each entry has the nine digits it had, or differs by its rounding.", Value: v.turned,
			Written: unless(v.turn, "no turn yet")},
		{Name: "change_by_shift", Label: "the shift alone, by", Means: "The same when all points are shifted, " +
			"and not turned.", Value: v.shifted, Written: unless(v.shift, "no shift yet")},
		{Name: "change_of_predictions", Label: "a prediction changes by",
			Means: "The largest change of ŷ at a test point when all points are turned and shifted " +
				"and the fit is made anew. 0 is where K and K̂ are what they were; " +
				"a dash, where rounding alone may do as much.",
			Value: v.apart},
		{Name: "largest", Label: "largest entry", Value: floats.Norm(v.now.S.RawMatrix().Data, math.Inf(1))},
		{Name: "points", Label: "training points n", Value: float64(v.n()), Whole: true},
	}
}

// unless is what stands for the change by a motion that has not been made: a 0 would seem to say
// what the motion does. It is empty for one that has.
func unless(motion float64, words string) string {
	if motion == 0 {
		return words
	}
	return ""
}

// changes are those of an entry by the turn and by the shift.
func (v *motion) changes() string {
	return course.Digits(v.turned) + " and " + course.Digits(v.shifted)
}

// unless is which condition of the goal is not met.
func (v *motion) unless() string {
	switch {
	case v.turn == 0:
		return "not turned"
	case v.shift == 0:
		return "not shifted"
	}
	return ""
}

func (v *motion) defeated() *course.Picture {
	p := &course.Picture{
		Columns: [][]plots.Panel{{v.plane()}},
		Says:    []course.Said{course.Say(saysNoFit, course.Some{N: v.n(), Noun: "point"})},
		Goals:   []course.Goal{{Name: "turn", But: "with no fit"}},
		Message: "There is no fit: the entries of K are so large, or λ so small, that K + nλI is singular to " +
			"working precision.",
	}
	if errors.Is(v.failed, engine.ErrIndefinite) {
		p.Message = "There is no fit: K + nλI has a negative eigenvalue, so this similarity is no kernel."
	}
	return p
}

// plane is the points where they are now, pale where they were, and what the fit says at
// the test points.
func (v *motion) plane() plots.Panel {
	reach := 0.0
	for _, x := range append(v.places(), v.Data.X...) {
		reach = math.Max(reach, math.Hypot(x[0], x[1]))
	}
	reach = math.Ceil(2.1*reach) / 2
	x := moved(v.Data.X, v.turn, v.shift)
	s := plots.Scatter{
		X: plots.Axis{Label: "x₁", Min: -reach, Max: reach + farthest}, Y: plots.Axis{Label: "x₂", Min: -reach,
			Max: reach}, Equal: true,
		Classes: v.ByClass(engine.Dataset{X: x}.Input(0), engine.Dataset{X: x}.Input(1)),
	}
	if v.turn > 0 || v.shift > 0 {
		s.Before = v.Dots()
	}
	if v.now != nil {
		for i, z := range moved(v.places(), v.turn, v.shift) {
			s.Markers = append(s.Markers, plots.Marker{X: z[0], Y: z[1], Name: course.Digits(v.now.predicted[i]),
				Color: plots.Yours, Shape: plots.Star, Above: tests[i][1] > 0.5, Below: tests[i][1] < 0.5})
		}
	}
	return plots.Panel{ID: "moved-plane", Title: "Training points, and ŷ at six test points", Width: course.Wide,
		Plot: s}
}

// matrix is K with K̂ under it.
func (v *motion) matrix() plots.Panel {
	return plots.Panel{ID: "moved-gram", Title: "K, under it the rows of K̂", Width: course.Square, Height: 406,
		Plot: plots.Heatmap{
			Raster: plots.EncodeRaster(v.now.S, plots.Scale{}), Label: "k", Row: "point i, then test point",
			Col: "training point j", Class: "t-gram", Below: len(tests),
		}}
}

// What the figure says.
const (
	saysNoFit       = "{n}, and no fit."
	saysMoved       = "{n} points turned by {turn}° and shifted by {shift}."
	saysTurnLeaves  = "By the turn alone no entry of K or K̂ changes."
	saysShiftLeaves = "By the shift alone no entry of K or K̂ changes."
	saysLeft        = "The six predictions are what they were."
	saysUntold      = "By how much the predictions change cannot be told: with so small a λ, rounding alone " +
		"may change them by more."
)

func (v *motion) says() []course.Said {
	says := []course.Said{course.Say(saysMoved, v.n(), course.Chosen(v.turn), course.Chosen(v.shift))}
	if v.turn != 0 && v.turned == 0 {
		says = append(says, course.Say(saysTurnLeaves))
	}
	if v.shift != 0 && v.shifted == 0 {
		says = append(says, course.Say(saysShiftLeaves))
	}
	switch {
	case math.IsNaN(v.apart):
		return append(says, course.Say(saysUntold))
	case v.apart == 0:
		return append(says, course.Say(saysLeft))
	}
	return says
}
