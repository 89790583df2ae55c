package woodbury

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure race: θ both ways, over d at fixed n.

var (
	raceSizes    = []int{50, 100, 200}                                // n
	raceFeatures = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000} // d
)

//go:embed recorded.json
var recordedJSON []byte

var recording = timing.Parse(recordedJSON)

// A live race has d up to liveFeatures: the primal of twice as many takes eight
// times as long, and a reader does not wait.
const liveFeatures = 1000

// tasksOf are both ways to θ at that n, for every d up to most.
func tasksOf(n, most int) []timing.Task {
	var tasks []timing.Task
	for _, d := range raceFeatures {
		if d > most {
			continue
		}
		s := size{n, d}
		primal, dual := s.cost()
		var Phi *mat.Dense
		var y []float64
		ready := func() {
			if Phi == nil {
				Phi, y = s.draw()
			}
		}
		tasks = append(tasks,
			timing.Task{Name: s.name("primal"), Flops: primal, Ready: ready, Run: func() {
				course.Must(engine.Ridge(Phi, y, 0.1))
			}},
			timing.Task{Name: s.name("dual"), Flops: dual, Ready: ready, Run: func() {
				K := mat.NewSymDense(n, nil)
				K.SymOuterK(1, Phi)
				var theta mat.VecDense
				theta.MulVec(Phi.T(), mat.NewVecDense(n, course.Must(engine.SolveKRR(K, y, 0.1))))
			}})
	}
	return tasks
}

func (s size) name(way string) string { return fmt.Sprintf("%s n=%d d=%d", way, s.n, s.d) }

// draw returns Φ and y of standard normal numbers.
func (s size) draw() (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(uint64(s.n), uint64(s.d)))
	normal := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	return mat.NewDense(s.n, s.d, normal(s.n*s.d)), normal(s.n)
}

// A race is both ways at n points, timed at every d.
type race struct {
	// What the controls say.
	at  size
	now bool // times are measured for this request

	// What is computed.
	recorded, measured *timing.Times    // one and the same where none are measured
	fresh              bool             // the two times were measured just now
	primal, dual       float64          // ms
	runs               [2]timing.Result // of the primal and of the dual, from which these are
}

var buildRace = course.Steps(func(f *course.Form) course.Work {
	r := &race{at: size{
		n: f.Size("n", "points n", 100, raceSizes, course.Term("dual")),
		d: f.Size("d", "features d", 50, raceFeatures, course.Term("primal")),
	}}
	r.now = f.Bool("measure", "measured now", false, course.Called("recorded", "now"))
	f.Fleeting = f.Fleeting || r.now
	return r
})

func (r *race) Compute(ctx context.Context, _ *course.Memo) (err error) {
	if r.recorded, err = timing.Race(ctx, recording(), false, tasksOf(r.at.n, math.MaxInt)); err != nil {
		return err
	}
	r.measured = r.recorded
	if r.now {
		if r.measured, err = timing.Race(ctx, recording(), true, tasksOf(r.at.n, liveFeatures)); err != nil {
			return err
		}
	}
	r.pair()
	return nil
}

// pair finds the two times, which are of one day: where a live race had no time for one of
// them, the recorded two stand for both.
func (r *race) pair() {
	both := func(t *timing.Times) (runs [2]timing.Result, known bool) {
		p, ok := t.Of(r.at.name("primal"))
		q, known := t.Of(r.at.name("dual"))
		return [2]timing.Result{p, q}, ok && known && !math.IsNaN(p.Mid) && !math.IsNaN(q.Mid)
	}
	r.runs, _ = both(r.recorded)
	if runs, known := both(r.measured); known && r.measured.Live {
		r.runs, r.fresh = runs, true
	}
	r.primal, r.dual = r.runs[0].Mid, r.runs[1].Mid
}

// apart reports whether every run of one way was shorter than every run of the other.
func (r *race) apart() bool { return r.runs[0].High < r.runs[1].Low || r.runs[1].High < r.runs[0].Low }

// runnerOf is one of the ways over d, as far as it was timed.
func (r *race) runnerOf(t *timing.Times, way string) (of plots.Runner) {
	for _, d := range raceFeatures {
		if v, ok := t.Of(size{r.at.n, d}.name(way)); ok {
			of.Xs, of.Mid = append(of.Xs, float64(d)), append(of.Mid, v.Mid)
			of.Low, of.High = append(of.Low, v.Low), append(of.High, v.High)
		}
	}
	return of
}

// counted is the multiplications of both ways over d.
func (r *race) counted() (primal, dual plots.Runner) {
	primal = plots.Runner{Name: "primal", Class: "t-primal"}
	dual = plots.Runner{Name: "dual", Class: "t-dual", Dash: true}
	for _, d := range raceFeatures {
		p, q := size{r.at.n, d}.cost()
		primal.Xs, primal.Mid = append(primal.Xs, float64(d)), append(primal.Mid, p)
		dual.Xs, dual.Mid = append(dual.Xs, float64(d)), append(dual.Mid, q)
	}
	return primal, dual
}

// timed is the two ways by the clock, before those recorded if they are others.
func (r *race) timed() []plots.Runner {
	var timed []plots.Runner
	if r.measured.Live {
		for _, way := range []string{"primal", "dual"} {
			old := r.runnerOf(r.recorded, way)
			old.Color, old.Low, old.High = plots.Ghost, nil, nil
			timed = append(timed, old)
		}
		timed[0].Name = "recorded"
	}
	primal, dual := r.runnerOf(r.measured, "primal"), r.runnerOf(r.measured, "dual")
	primal.Name, primal.Color, primal.Shape, primal.Class = "primal, d×d", primalColor, plots.Disc, "t-primal"
	dual.Name, dual.Color, dual.Shape, dual.Class, dual.Dash = "dual, n×n", dualColor, plots.Triangle, "t-dual", true
	return append(timed, primal, dual)
}

// shown cuts the runners where the reader stands, but not before the two have met: what more
// features cost is to be guessed first.
func (r *race) shown(runners ...plots.Runner) (shown []plots.Runner) {
	met := slices.IndexFunc(raceFeatures, func(d int) bool { return d > r.at.n })
	most := float64(max(r.at.d, raceFeatures[met]))
	for _, of := range runners {
		shown = append(shown, kept(of, func(i int) bool { return of.Xs[i] <= most }))
	}
	return shown
}

// kept is a runner at some of its places.
func kept(of plots.Runner, keep func(i int) bool) plots.Runner {
	all := of
	of.Xs, of.Low, of.Mid, of.High = nil, nil, nil, nil
	for i, x := range all.Xs {
		if !keep(i) {
			continue
		}
		of.Xs, of.Mid = append(of.Xs, x), append(of.Mid, all.Mid[i])
		if all.Low != nil {
			of.Low, of.High = append(of.Low, all.Low[i]), append(of.High, all.High[i])
		}
	}
	return of
}

// guides are what the powers come to in the end, drawn where all features are.
func (r *race) guides() []plots.Guide {
	last := len(raceFeatures) - 1
	if r.at.d != raceFeatures[last] {
		return nil
	}
	end := func(way string) plots.Point {
		of := r.runnerOf(r.recorded, way)
		return plots.Point{X: of.Xs[last], Y: of.Mid[last]}
	}
	return []plots.Guide{
		{Name: "slope 3", Through: end("primal"), Slope: 3}, {Name: "slope 1", Through: end("dual"), Slope: 1},
	}
}

// meeting marks where the ways meet when it is found: it is for the reader to find.
func (r *race) meeting() plots.Mark {
	if r.at.n != r.at.d {
		return plots.Mark{}
	}
	return plots.Mark{At: float64(r.at.n), Name: fmt.Sprintf("d = n = %d", r.at.n), Dash: true}
}

func (r *race) Show(f *course.Form) *course.Picture {
	x := plots.Axis{Label: "features d", Min: 8, Max: 9900}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "race-time", Title: "Time to solve, both ways", Width: course.Wide, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "time (ms)", Min: 1e-3, Max: 3e4},
				Runners: r.shown(r.timed()...), Crossing: r.meeting(), Guides: r.guides()}}},
			{{ID: "race-count", Title: "Multiplications counted", Width: course.Square, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "multiplications", Min: 1e3, Max: 1e11},
				Runners: r.shown(r.counted()), Crossing: r.meeting()}}},
		},
		Numbers: r.numbers(),
		Says:    r.says(),
		Goals: []course.Goal{{
			Name: "even", At: "n=200&d=200", Reached: r.at == size{200, 200},
			Now:  fmt.Sprintf("%s and %s ms", course.Digits(r.primal), course.Digits(r.dual)),
			But:  r.at.unless(),
			Text: "Goal reached: at d = n both ways do the same work.",
		}},
		Series: r.series(),
		Code:   r.at.code(f),
	}
}

func (r *race) numbers() []course.Number {
	const means = "The middle one of several runs."
	return append([]course.Number{
		{Name: "primal_ms", Label: fmt.Sprintf("primal, d = %d", r.at.d), Means: means, Value: r.primal, Unit: "ms"},
		{Name: "dual_ms", Label: fmt.Sprintf("dual, d = %d", r.at.d), Means: means, Value: r.dual, Unit: "ms"},
		{Name: "time_ratio", Label: "primal time over dual", Means: "Above 1, the dual is the faster.",
			Value: ratio(r.primal, r.dual)},
		{Name: "primal_shortest_ms", Label: "shortest run of the primal", Value: r.runs[0].Low, Unit: "ms"},
		{Name: "primal_longest_ms", Label: "longest run of the primal", Value: r.runs[0].High, Unit: "ms"},
		{Name: "dual_shortest_ms", Label: "shortest run of the dual", Value: r.runs[1].Low, Unit: "ms"},
		{Name: "dual_longest_ms", Label: "longest run of the dual", Value: r.runs[1].High, Unit: "ms"},
	}, r.at.counts()...)
}

// series are the times recorded with the multiplications, and those measured just now of
// both ways.
func (r *race) series() []course.Series {
	const bars = "primal_shortest_ms primal_longest_ms dual_shortest_ms dual_longest_ms"
	primal, dual := r.runnerOf(r.recorded, "primal"), r.runnerOf(r.recorded, "dual")
	countPrimal, countDual := r.counted()
	series := []course.Series{course.Table("race",
		"features primal_ms dual_ms primal_multiplications dual_multiplications "+bars,
		primal.Xs, primal.Mid, dual.Mid, countPrimal.Mid, countDual.Mid, primal.Low, primal.High, dual.Low, dual.High)}
	if !r.measured.Live {
		return series
	}
	primal, dual = r.runnerOf(r.measured, "primal"), r.runnerOf(r.measured, "dual")
	both := func(i int) bool { return !math.IsNaN(primal.Mid[i]) && !math.IsNaN(dual.Mid[i]) }
	p, q := kept(primal, both), kept(dual, both)
	return append(series, course.Table("measured", "features primal_ms dual_ms "+bars,
		p.Xs, p.Mid, q.Mid, p.Low, p.High, q.Low, q.High))
}

// Who wins, and of what day the two times are.
const (
	saysTimes    = "With {n} points and {d} features the primal takes {primal_ms} ms and the dual {dual_ms} ms."
	saysRecorded = "Times were recorded on {when}, {machine}."
	saysFresh    = "Measured just now on {here}."
	saysUpTo     = "Measured just now up to d = {most} on {here}; these two were recorded on {when}, {machine}."
	saysNoTime   = "There was no time to measure both just now; these two were recorded on {when}, {machine}."
	saysBusy     = "{why} These times were recorded on {when}, {machine}."

	saysSpread = "The runs took {primal_shortest_ms} to {primal_longest_ms} ms and {dual_shortest_ms} to " +
		"{dual_longest_ms} ms: {verdict}."
)

func (r *race) says() []course.Said { return append(r.saysTimes(), r.saysSpread()) }

// saysSpread says from where to where the runs of both ways went.
func (r *race) saysSpread() course.Said {
	verdict := "these overlap"
	if r.apart() {
		verdict = "these do not overlap"
	}
	return course.Say(saysSpread, r.runs[0].Low, r.runs[0].High, r.runs[1].Low, r.runs[1].High, verdict)
}

// saysTimes says the two times and of what day they are.
func (r *race) saysTimes() []course.Said {
	n, d := r.at.chosen()
	says := []course.Said{course.Say(saysTimes, n, d, r.primal, r.dual)}
	here, when, machine := r.measured.Machine, r.recorded.When, r.recorded.Machine
	switch {
	case r.fresh:
		return append(says, course.Say(saysFresh, here))
	case r.measured.Live && r.at.d > liveFeatures:
		return append(says, course.Say(saysUpTo, liveFeatures, here, when, machine))
	case r.measured.Live:
		return append(says, course.Say(saysNoTime, when, machine))
	case r.measured.Why != "":
		return append(says, course.Say(saysBusy, r.measured.Why, when, machine))
	}
	return append(says, course.Say(saysRecorded, when, machine))
}
