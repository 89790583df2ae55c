package kerneltrick

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/plots"
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
			Phi := course.Must(engine.PolynomialFeatures{Degree: q, Offset: 1}.Matrix(x)) // |x| ≤ 1: nothing overflows
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

// A race is one Gram matrix of p inputs both ways, timed at every degree.
type race struct {
	// What the controls say.
	p, degree int
	now       bool // times are measured for this request

	// What is computed.
	times         *timing.Times
	features      float64 // d
	with, without float64 // ms with features and without; NaN where there was no time
	fits          bool    // the features can be stored here
}

var buildRace = course.Steps(func(f *course.Form) course.Work {
	var options []course.Option
	for _, p := range raceInputs {
		options = append(options, course.Option{Value: strconv.Itoa(p), Label: strconv.Itoa(p)})
	}
	p := course.Must(strconv.Atoi(f.Choice("inputs", "inputs p", "10", options))) // Choice lets no other through
	r := &race{p: p, degree: f.Int("degree", "degree q", 6, 1, raceDegree, course.Term("degree"))}
	r.now = f.Bool("measure", "measured now", false, course.Called("recorded", "now"))
	f.Fleeting = f.Fleeting || r.now
	return r
})

func (r *race) Compute(ctx context.Context, _ *course.Memo) (err error) {
	r.times, err = timing.Race(ctx, recording(), r.now, gramTasks(r.p))
	if err == nil {
		r.stand()
	}
	return err
}

// stand is how the race stands at the degree.
func (r *race) stand() {
	with, _ := r.times.Of(gramTask("features", r.p, r.degree))
	without, _ := r.times.Of(gramTask("kernel", r.p, r.degree))
	r.with, r.without = with.Mid, without.Mid
	r.features, r.fits = featureCount(r.p, r.degree), featuresFit(r.p, r.degree)
}

// degrees are 1 to the highest.
func degrees() []float64 { return course.Counting(1, raceDegree) }

// over is a value at each degree.
func over(value func(q int) float64) (v []float64) {
	for q := range raceDegree {
		v = append(v, value(q+1))
	}
	return v
}

// megabytes is what one of the ways holds at each degree.
func (r *race) megabytes(features bool) []float64 {
	return over(func(q int) float64 {
		with, without := gramBytes(r.p, q)
		if features {
			return with / 1e6
		}
		return without / 1e6
	})
}

// timed is one of the ways by the clock.
func (r *race) timed(way string, of plots.Runner) plots.Runner {
	at := func(v func(timing.Result) float64) []float64 {
		return over(func(q int) float64 { t, _ := r.times.Of(gramTask(way, r.p, q)); return v(t) })
	}
	of.Xs = degrees()
	of.Low = at(func(t timing.Result) float64 { return t.Low })
	of.Mid = at(func(t timing.Result) float64 { return t.Mid })
	of.High = at(func(t timing.Result) float64 { return t.High })
	return of
}

var (
	withFeatures    = plots.Runner{Name: "with features"}
	withoutFeatures = plots.Runner{Name: "without", Dash: true}
)

// held is the memory both ways, that of features which do not fit apart, and the limit.
func (r *race) held(x plots.Axis) []plots.Runner {
	with, without := withFeatures, withoutFeatures
	wanted := plots.Runner{Name: "would need", Color: plots.Soft, Dash: true}
	for i, mb := range r.megabytes(true) {
		to := &with
		if !featuresFit(r.p, i+1) {
			to = &wanted
		}
		to.Xs, to.Mid = append(to.Xs, float64(i+1)), append(to.Mid, mb)
	}
	without.Xs, without.Mid = degrees(), r.megabytes(false)
	held := []plots.Runner{with, without}
	if len(wanted.Xs) > 0 {
		held = append(held, wanted)
	}
	const limit = 8 * float64(engine.MaxFeatureEntries) / 1e6
	return append(held, plots.Runner{Name: "limit", Color: plots.Lambda,
		Xs: []float64{x.Min / 2, 2 * x.Max}, Mid: []float64{limit, limit}}) // its ends are outside the frame
}

func (r *race) Show(f *course.Form) *course.Picture {
	here := plots.Mark{At: float64(r.degree), Name: fmt.Sprintf("q = %d", r.degree), Dash: true}
	x := plots.Axis{Label: "degree q", Min: 0.9, Max: raceDegree + 1, Whole: true}
	with, without := r.timed("features", withFeatures), r.timed("kernel", withoutFeatures)
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "race-time", Title: "Time to build the Gram matrix", Width: course.Half, Height: 340,
				Plot: plots.Race{X: x, Y: plots.Axis{Label: "time (ms)", Min: 1e-2, Max: 1e4},
					Runners: []plots.Runner{with, without}, Crossing: here}}},
			{{ID: "race-memory", Title: "Memory held", Width: course.Half, Height: 340, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "memory (MB)", Min: 1e-2, Max: 1e4}, Runners: r.held(x), Crossing: here}}},
		},
		Numbers: r.numbers(),
		Says:    r.says(),
		Goals:   []course.Goal{r.goal()},
		Series: []course.Series{course.Table("race",
			"degree features time_features_ms time_kernel_ms memory_features_mb memory_kernel_mb",
			degrees(), over(func(q int) float64 { return featureCount(r.p, q) }), with.Mid, without.Mid,
			r.megabytes(true), r.megabytes(false))},
		Code: programs.Code("trickrace", f, course.Values{"Rows": raceRows}),
	}
}

func (r *race) numbers() []course.Number {
	multipliedWith, multipliedWithout := gramCost(r.p, r.degree)
	heldWith, heldWithout := gramBytes(r.p, r.degree)
	return []course.Number{
		{Name: "features", Label: "features d", Value: r.features,
			Means: "How many features each point has, and so how many coefficients θ has."},
		{Name: "time_features_ms", Label: "time with features", Value: r.with, Unit: "ms",
			Means: "The middle one of several runs that write out the features and multiply them."},
		{Name: "time_kernel_ms", Label: "time without", Value: r.without, Unit: "ms",
			Means: "The middle one of several runs that take the power of each inner product."},
		{Name: "memory_features_mb", Label: "memory with features", Value: heldWith / 1e6, Unit: "MB"},
		{Name: "memory_kernel_mb", Label: "memory without", Value: heldWithout / 1e6, Unit: "MB"},
		{Name: "multiplications_features", Label: "multiplications with features", Value: multipliedWith},
		{Name: "multiplications_kernel", Label: "multiplications without", Value: multipliedWithout},
	}
}

func (r *race) goal() course.Goal {
	now := fmt.Sprintf("degree %d fits", r.degree)
	if !r.fits {
		now = fmt.Sprintf("degree %d does not fit", r.degree)
	}
	return course.Goal{Name: "full", At: "degree=10", Now: now, Reached: !r.fits && featuresFit(r.p, r.degree-1),
		Text: fmt.Sprintf("Goal reached: %s features for each of %d points are too many.",
			course.Count(r.features), raceRows)}
}

// How the race stands, and of what day the times are.
const (
	saysFeatures = "{inputs} inputs at degree {degree} have {features} features."
	saysTooMany  = "For {points} points they do not fit."
	saysNoTime   = "There was no time to measure them."
	saysFresh    = "Times were measured just now on {machine}."
	saysBusy     = "{why} Times were recorded on {when}, {machine}."
	saysRecorded = "Times were recorded on {when}, {machine}."
)

func (r *race) says() []course.Said {
	says := []course.Said{course.Say(saysFeatures, strconv.Itoa(r.p), r.degree, course.Count(r.features))}
	switch {
	case !r.fits:
		says = append(says, course.Say(saysTooMany, raceRows))
	case math.IsNaN(r.with):
		says = append(says, course.Say(saysNoTime))
	}
	switch t := r.times; {
	case t.Live:
		return append(says, course.Say(saysFresh, t.Machine))
	case t.Why != "":
		return append(says, course.Say(saysBusy, t.Why, t.When, t.Machine))
	default:
		return append(says, course.Say(saysRecorded, t.When, t.Machine))
	}
}
