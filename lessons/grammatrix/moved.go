package grammatrix

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure moved: training and test points turned and shifted, with K, K̂ and the
// predictions at the test points.

// tests are the places of the test points in the window, as shares of its sides.
var tests = [][2]float64{{0.25, 0.3}, {0.5, 0.3}, {0.75, 0.3}, {0.25, 0.7}, {0.5, 0.7}, {0.75, 0.7}}

// farthest is how far points may be shifted.
const farthest = 2

func buildMoved(f *course.Form) course.Draw {
	load := points.InPlane(f, points.Offer{Data: "blobs", N: 30, Noise: 0.3, Of: []string{"blobs", "moons", "rings",
		"xor"}})
	f.Control("data").More = true
	kernel := model.Kernel(f, 1)
	turn := f.Float("turn", "turn", 0, 0, 180, course.Unit("°"))
	shift := f.Float("shift", "shift", 1, 0, farthest)
	lambda := f.LogFloat("lambda", "λ", 0.01, 1e-6, 10, course.More, course.Term("lambda"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		v := &motion{Plane: load(), kernel: kernel(), turn: turn, shift: shift, lambda: lambda}
		return v.picture(f)
	}
}

// A motion is points in two places: as they are, and turned and shifted.
type motion struct {
	*points.Plane
	kernel              engine.Kernel
	turn, shift, lambda float64
}

// A sight is all that a fit sees, and what it says.
type sight struct {
	S         *mat.Dense // (n + t)×n: K, and K̂ under it
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
	hat := s.S.Slice(n, n+len(tests), 0, n).(*mat.Dense)
	hat.Copy(engine.Cross(v.kernel, moved(v.places(), turn, shift), x))
	alpha, err := engine.SolveKRR(K, v.Data.Y, v.lambda)
	if err != nil {
		return nil, err
	}
	mat.NewVecDense(len(tests), s.predicted).MulVec(hat, mat.NewVecDense(n, alpha))
	s.rounding = engine.Rounding(n, 1+mat.Trace(K)/(float64(n)*v.lambda)) // that over nλ is above the condition number
	return s, nil
}

func (v *motion) n() int { return v.Data.Len() }

// apart is the largest difference between the entries of two sights; 0 where they agree.
func apart(a, b *sight) float64 {
	x, y := a.S.RawMatrix().Data, b.S.RawMatrix().Data
	gap := floats.Distance(x, y, math.Inf(1))
	if engine.Agree(gap, 0, math.Max(floats.Norm(x, math.Inf(1)), floats.Norm(y, math.Inf(1)))) {
		return 0
	}
	return gap
}

func (v *motion) picture(f *course.Form) (*course.Picture, error) {
	var sights [4]*sight
	for i, to := range [4][2]float64{{0, 0}, {v.turn, 0}, {0, v.shift}, {v.turn, v.shift}} {
		var err error
		if sights[i], err = v.see(to[0], to[1]); err != nil {
			return v.defeated(err)
		}
	}
	at, now := sights[0], sights[3]
	turned, shifted := apart(at, sights[1]), apart(at, sights[2])
	said := 0.0 // where K and K̂ are what they were, so is K̂(K + nλI)⁻¹y
	if apart(at, now) > 0 {
		if said = floats.Distance(at.predicted, now.predicted, math.Inf(1)); said <= math.Max(at.rounding,
			now.rounding) {
			said = math.NaN()
		}
	}
	p := &course.Picture{
		Columns: [][]plots.Panel{{v.plane(now)}, {v.matrix(now)}},
		Numbers: []course.Number{
			{Name: "change_by_turn", Label: "the turn alone changes an entry by",
				Means: "The largest change of an entry of K or K̂ when all points are turned, and not shifted. " +
					"0 is agreement to nine digits of the largest entry.", Value: turned},
			{Name: "change_by_shift", Label: "the shift alone, by", Means: "The same when all points are shifted, " +
				"and not turned.", Value: shifted},
			{Name: "change_of_predictions", Label: "both change a prediction by",
				Means: "The largest change of ŷ at a test point when all points are turned and shifted " +
					"and the fit is made anew. 0 is where K and K̂ are what they were; " +
					"a dash, where rounding alone may do as much.",
				Value: said},
			{Name: "largest", Label: "largest entry", Value: floats.Norm(now.S.RawMatrix().Data, math.Inf(1))},
			{Name: "points", Label: "training points n", Value: float64(v.n()), Whole: true},
		},
	}
	p.Description = v.describe(turned, shifted, said)
	x, z := moved(v.Data.X, v.turn, v.shift), moved(v.places(), v.turn, v.shift)
	p.Series = []course.Series{
		course.Table("data", "x1 x2 y", engine.Dataset{X: x}.Input(0), engine.Dataset{X: x}.Input(1), v.Data.Y),
		course.Table("tests", "x1 x2 predicted", engine.Dataset{X: z}.Input(0), engine.Dataset{X: z}.Input(1),
			now.predicted),
		course.Table("before", "predicted", at.predicted),
	}
	n := v.n()
	p.Matrices = []course.NamedMatrix{{Name: "gram", Values: now.S.Slice(0, n, 0, n)},
		{Name: "cross", Values: now.S.Slice(n, n+len(tests), 0, n)}}
	p.Goals = []course.Goal{{
		Name: "turn", At: "kernel=laplacian&turn=45", Now: noticed(v, turned, shifted), Reached: turned > 0 &&
			v.shift > 0 && shifted == 0,
		Text: "Goal reached: this kernel notices the turn, and not the shift.",
	}}
	var places []float64
	for _, z := range v.places() {
		places = append(places, z...)
	}
	p.Code = programs.Code("moved", f, course.Values{"Parameters": model.Parameters(f), "X": rows(v.Labelled),
		"Y": v.Data.Y, "Tests": places, "Turn": v.turn, "Shift": v.shift, "Lambda": v.lambda})
	return p, nil
}

// noticed says of which motions the matrices differ.
func noticed(v *motion, turned, shifted float64) string {
	switch {
	case v.turn == 0 || v.shift == 0:
		return "not yet turned and shifted"
	case turned > 0 && shifted > 0:
		return "notices both"
	case turned > 0:
		return "notices the turn"
	case shifted > 0:
		return "notices the shift"
	}
	return "notices neither"
}

func (v *motion) defeated(err error) (*course.Picture, error) {
	p := &course.Picture{
		Columns:     [][]plots.Panel{{v.plane(nil)}},
		Description: fmt.Sprintf("%s, and no fit.", course.Plural(v.n(), "point")),
		Goals:       []course.Goal{{Name: "turn", Now: "—"}},
	}
	switch {
	case errors.Is(err, engine.ErrIndefinite):
		p.Message = "There is no fit: K + nλI has a negative eigenvalue, so this similarity is no kernel."
	case errors.Is(err, engine.ErrSingular), errors.Is(err, engine.ErrOverflow):
		p.Message = "There is no fit: the entries of K are so large, or λ so small, that K + nλI is singular to " +
			"working precision."
	default:
		return nil, err
	}
	return p, nil
}

// plane is the points where they are now, pale where they were, and what the fit says at
// the test points.
func (v *motion) plane(now *sight) plots.Panel {
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
	if now != nil {
		for i, z := range moved(v.places(), v.turn, v.shift) {
			s.Markers = append(s.Markers, plots.Marker{X: z[0], Y: z[1], Name: course.Digits(now.predicted[i]),
				Color: plots.Yours, Shape: plots.Star, Left: tests[i][0] < 0.5})
		}
	}
	return plots.Panel{ID: "moved-plane", Title: "Training points, and ŷ at six test points", Width: course.Wide,
		Plot: s}
}

// matrix is K with K̂ under it.
func (v *motion) matrix(now *sight) plots.Panel {
	return plots.Panel{ID: "moved-gram", Title: "K, and under it the six rows of K̂", Width: course.Square, Height: 406,
		Plot: plots.Heatmap{
			Raster: plots.EncodeRaster(now.S, plots.Scale{}), Label: "k", Row: "point i, then test point",
			Col: "training point j", Class: "t-gram", Below: len(tests),
		}}
}

func (v *motion) describe(turned, shifted, said float64) string {
	alone := func(by string, change float64) string {
		if change == 0 {
			return fmt.Sprintf(" %s no entry of K or K̂ changes.", by)
		}
		return fmt.Sprintf(" %s an entry changes by %s at most.", by, course.Digits(change))
	}
	s := fmt.Sprintf("%d points turned by %s° and shifted by %s.", v.n(), course.Value(v.turn), course.Value(v.shift))
	s += alone("By the turn alone", turned) + alone("By the shift alone", shifted)
	switch {
	case said == 0:
		return s + " So the six predictions are what they were."
	case math.IsNaN(said):
		return s + " By how much the predictions change cannot be told: with so small a λ, rounding alone may change " +
			"them by more."
	}
	return s + fmt.Sprintf(" A prediction changes by %s at most.", course.Digits(said))
}
