package kerneltrick

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/timing"
	"gramophone/plots"
)

// The figure race: one Gram matrix (1 + xᵀx′)^q of raceRows points, as ΦΦᵀ and
// directly.

const (
	raceRows   = 100 // n
	raceDegree = 12  // the highest degree
)

//go:embed recorded.json
var recordedJSON []byte

var recording = timing.Parse(recordedJSON)

// raceInputs are the p that one can choose.
var raceInputs = []int{2, 5, 10}

// featuresFit reports whether the features can be stored here.
func featuresFit(p, q int) bool {
	d := featureCount(p, q)
	return d <= engine.MaxFeatures && raceRows*d <= engine.MaxFeatureEntries
}

// gramTasks are, for degrees 1, 2, …, the matrix without features and then, as far
// as they fit, with them.
func gramTasks(p int) []timing.Task {
	rng := rand.New(rand.NewPCG(uint64(p), 0))
	x := make([][]float64, raceRows)
	for i := range x {
		x[i] = make([]float64, p)
		for j := range x[i] {
			x[i][j] = 2*rng.Float64() - 1
		}
	}
	var tasks []timing.Task
	for q := 1; q <= raceDegree; q++ {
		with, without := gramCost(p, q)
		tasks = append(tasks, timing.Task{Name: gramTask("kernel", p, q), Flops: without, Run: func() {
			engine.Gram(engine.Polynomial{Degree: q, Offset: 1}, x)
		}})
		if !featuresFit(p, q) {
			continue
		}
		tasks = append(tasks, timing.Task{Name: gramTask("features", p, q), Flops: with, Run: func() {
			Phi, err := engine.PolynomialFeatures{Degree: q, Offset: 1}.Matrix(x)
			if err != nil {
				panic(err) // |x| ≤ 1: nothing overflows
			}
			mat.NewSymDense(raceRows, nil).SymOuterK(1, Phi)
		}})
	}
	return tasks
}

func gramTask(way string, p, q int) string { return fmt.Sprintf("%s p=%d q=%d", way, p, q) }

// gramCost counts the multiplications of half the matrix and its diagonal, with
// features and without.
func gramCost(p, q int) (with, without float64) {
	const n, entries = raceRows, raceRows * (raceRows + 1) / 2
	d := featureCount(p, q)
	return n*buildCost(p, d) + entries*d, entries * kernelCost(p, q)
}

// gramBytes is what either way holds in memory: the matrix, and its features or
// its inputs.
func gramBytes(p, q int) (with, without float64) {
	const n = raceRows
	return 8 * n * (n + featureCount(p, q)), 8 * n * float64(n+p)
}

func buildRace(f *course.Form) course.Draw {
	var options []course.Option
	for _, p := range raceInputs {
		options = append(options, course.Option{Value: fmt.Sprint(p), Label: fmt.Sprint(p)})
	}
	inputs := f.Choice("inputs", "inputs p", "10", options)
	degree := f.Int("degree", "degree q", 6, 1, raceDegree, course.Term("degree"))
	now := f.Bool("measure", "measured now", false, course.Called("recorded", "now"))
	f.Fleeting = f.Fleeting || now
	return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
		for _, p := range raceInputs {
			if fmt.Sprint(p) == inputs {
				tasks := gramTasks(p)
				t, err := timing.Race(ctx, recording, now, tasks)
				if err != nil {
					return nil, err
				}
				return gramRace(f, p, degree, t), nil
			}
		}
		panic("kerneltrick: no such number of inputs " + inputs) // Choice lets no other through
	}
}

// gramRace draws the times t, and counts the memory.
func gramRace(f *course.Form, p, degree int, t *timing.Times) *course.Picture {
	with := plots.Runner{Name: "with features"}
	without := plots.Runner{Name: "without", Dash: true}
	heldWith, heldWithout := with, without
	wanted := plots.Runner{Name: "would need", Color: plots.Soft, Dash: true}
	var degrees, counts, msWith, msWithout, mbWith, mbWithout []float64
	for q := 1; q <= raceDegree; q++ {
		x := float64(q)
		run := func(r *plots.Runner, at timing.Result) {
			r.Xs, r.Low, r.Mid, r.High = append(r.Xs, x), append(r.Low, at.Low), append(r.Mid, at.Mid), append(r.High, at.High)
		}
		hold := func(r *plots.Runner, mb float64) { r.Xs, r.Mid = append(r.Xs, x), append(r.Mid, mb) }
		a, _ := t.Of(gramTask("features", p, q))
		b, _ := t.Of(gramTask("kernel", p, q))
		run(&with, a)
		run(&without, b)
		bytesWith, bytesWithout := gramBytes(p, q)
		if featuresFit(p, q) {
			hold(&heldWith, bytesWith/1e6)
		} else {
			hold(&wanted, bytesWith/1e6)
		}
		hold(&heldWithout, bytesWithout/1e6)
		degrees, counts = append(degrees, x), append(counts, featureCount(p, q))
		msWith, msWithout = append(msWith, a.Mid), append(msWithout, b.Mid)
		mbWith, mbWithout = append(mbWith, bytesWith/1e6), append(mbWithout, bytesWithout/1e6)
	}
	here := plots.Mark{At: float64(degree), Name: fmt.Sprintf("q = %d", degree), Dash: true}
	x := plots.Axis{Label: "degree q", Min: 0.9, Max: raceDegree + 1, Whole: true}
	held := []plots.Runner{heldWith, heldWithout}
	if len(wanted.Xs) > 0 {
		held = append(held, wanted)
	}
	limit := 8 * float64(engine.MaxFeatureEntries) / 1e6
	held = append(held, plots.Runner{Name: "limit " + course.Digits(limit) + " MB", Color: plots.Lambda, // a level line: its ends are outside the frame
		Xs: []float64{x.Min / 2, 2 * x.Max}, Mid: []float64{limit, limit}})
	multipliedWith, multipliedWithout := gramCost(p, degree)
	i := degree - 1
	now := fmt.Sprintf("degree %d fits", degree)
	if !featuresFit(p, degree) {
		now = fmt.Sprintf("degree %d does not fit", degree)
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "race-time", Title: "Time to build the Gram matrix", Width: course.Half, Height: 340, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "time (ms)", Min: 1e-2, Max: 1e4}, Runners: []plots.Runner{with, without}, Crossing: here}}},
			{{ID: "race-memory", Title: "Memory held", Width: course.Half, Height: 340, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "memory (MB)", Min: 1e-2, Max: 1e4}, Runners: held, Crossing: here}}},
		},
		Numbers: []course.Number{
			{Name: "features", Label: "features d", Means: "How many features each point has, and so how many coefficients θ has.", Value: counts[i]},
			{Name: "time_features_ms", Label: "time with features", Means: "The middle one of several runs that write out the features and multiply them.", Value: msWith[i], Unit: "ms"},
			{Name: "time_kernel_ms", Label: "time without", Means: "The middle one of several runs that take the power of each inner product.", Value: msWithout[i], Unit: "ms"},
			{Name: "memory_features_mb", Label: "memory with features", Value: mbWith[i], Unit: "MB"},
			{Name: "memory_kernel_mb", Label: "memory without", Value: mbWithout[i], Unit: "MB"},
			{Name: "multiplications_features", Label: "multiplications with features", Value: multipliedWith},
			{Name: "multiplications_kernel", Label: "multiplications without", Value: multipliedWithout},
		},
		Description: describeRace(p, degree, msWith[i], msWithout[i], t),
		Goals: []course.Goal{
			{Name: "full", At: "degree=10", Now: now, Reached: !featuresFit(p, degree) && featuresFit(p, degree-1), Text: fmt.Sprintf("Goal reached: %s features for each of %d points are too many.", course.Count(counts[i]), raceRows)},
		},
		Series: []course.Series{course.Table("race", "degree features time_features_ms time_kernel_ms memory_features_mb memory_kernel_mb", degrees, counts, msWith, msWithout,
			mbWith, mbWithout)},
		Code: programs.Code("trickrace", f, course.Values{"Rows": raceRows}),
	}
}

// describeRace says how the race stands at one degree, and of what day the
// times are.
func describeRace(p, q int, with, without float64, t *timing.Times) string {
	s := fmt.Sprintf("%d inputs at degree %d have %s features. ", p, q, course.Count(featureCount(p, q)))
	switch {
	case !featuresFit(p, q):
		s += fmt.Sprintf("For %d points they do not fit; without them the matrix takes %s ms.", raceRows, course.Digits(without))
	case math.IsNaN(with) && math.IsNaN(without):
		s += "There was no time to measure them."
	case math.IsNaN(with):
		s += fmt.Sprintf("There was no time to measure them; without them the matrix takes %s ms.", course.Digits(without))
	default:
		s += fmt.Sprintf("The matrix takes %s ms with them and %s ms without.", course.Digits(with), course.Digits(without))
	}
	switch {
	case t.Live:
		s += " Measured just now on " + t.Machine + "."
	case t.Why != "":
		s += " " + t.Why + " Recorded on " + t.When + ", " + t.Machine + "."
	default:
		s += " Recorded on " + t.When + ", " + t.Machine + "."
	}
	return s
}
