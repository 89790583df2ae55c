package woodbury

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/timing"
	"gramophone/plots"
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
			timing.Task{Name: s.name("primal"), Flops: primal, Ready: ready, Run: func() { course.Must(engine.Ridge(Phi, y, 0.1)) }},
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

func buildRace(f *course.Form) course.Draw {
	n := chooseSize(f, "n", "points n", 100, raceSizes, course.Term("dual"))
	d := chooseSize(f, "d", "features d", 50, raceFeatures, course.Term("primal"))
	now := f.Bool("measure", "measured now", false, course.Called("recorded", "now"))
	f.Fleeting = f.Fleeting || now
	return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
		recorded, err := timing.Race(ctx, recording, false, tasksOf(n, math.MaxInt))
		if err != nil {
			return nil, err
		}
		measured := recorded
		if now {
			if measured, err = timing.Race(ctx, recording, true, tasksOf(n, liveFeatures)); err != nil {
				return nil, err
			}
		}
		return picture(f, size{n, d}, recorded, measured), nil
	}
}

// picture draws the measured times, and those recorded behind them if they are
// others.
func picture(f *course.Form, at size, recorded, measured *timing.Times) *course.Picture {
	runners := func(t *timing.Times) (primal, dual plots.Runner) {
		for _, d := range raceFeatures {
			for way, r := range map[string]*plots.Runner{"primal": &primal, "dual": &dual} {
				v, ok := t.Of(size{at.n, d}.name(way))
				if !ok {
					continue
				}
				r.Xs, r.Low, r.Mid, r.High = append(r.Xs, float64(d)), append(r.Low, v.Low), append(r.Mid, v.Mid), append(r.High, v.High)
			}
		}
		return primal, dual
	}
	oldPrimal, oldDual := runners(recorded)
	primal, dual := oldPrimal, oldDual
	var timed []plots.Runner
	if measured.Live {
		primal, dual = runners(measured)
		for _, r := range []plots.Runner{oldPrimal, oldDual} {
			r.Color, r.Low, r.High = plots.Ghost, nil, nil
			timed = append(timed, r)
		}
		timed[0].Name = "recorded"
	}
	primal.Name, primal.Color, primal.Shape, primal.Class = "primal, d×d", primalColor, plots.Disc, "t-primal"
	dual.Name, dual.Color, dual.Shape, dual.Class, dual.Dash = "dual, n×n", dualColor, plots.Triangle, "t-dual", true
	timed = append(timed, primal, dual)

	countPrimal, countDual := plots.Runner{Name: "primal", Class: "t-primal"}, plots.Runner{Name: "dual", Class: "t-dual", Dash: true}
	for _, d := range raceFeatures {
		p, q := size{at.n, d}.cost()
		countPrimal.Xs, countPrimal.Mid = append(countPrimal.Xs, float64(d)), append(countPrimal.Mid, p)
		countDual.Xs, countDual.Mid = append(countDual.Xs, float64(d)), append(countDual.Mid, q)
	}
	here := 0
	for i, d := range raceFeatures {
		if d == at.d {
			here = i
		}
	}
	// Both times are of one day: where a live race had no time for one of them, the
	// recorded two stand for both.
	primalMS, dualMS := oldPrimal.Mid[here], oldDual.Mid[here]
	fresh := measured.Live && here < len(primal.Mid) && !math.IsNaN(primal.Mid[here]) && !math.IsNaN(dual.Mid[here])
	if fresh {
		primalMS, dualMS = primal.Mid[here], dual.Mid[here]
	}
	x := plots.Axis{Label: "features d", Min: 8, Max: 9900}
	// Where the ways meet is for the reader to find: it is marked when it is found.
	var equal plots.Mark
	if at.n == at.d {
		equal = plots.Mark{At: float64(at.n), Name: fmt.Sprintf("d = n = %d", at.n), Dash: true}
	}
	series := []course.Series{course.Table("race", "features primal_ms dual_ms primal_multiplications dual_multiplications primal_shortest_ms primal_longest_ms dual_shortest_ms dual_longest_ms", oldPrimal.Xs, oldPrimal.Mid, oldDual.Mid,
		countPrimal.Mid, countDual.Mid,
		oldPrimal.Low, oldPrimal.High,
		oldDual.Low, oldDual.High)}
	if measured.Live {
		var live [7][]float64 // d, then the median, shortest and longest of each
		for i, x := range primal.Xs {
			if !math.IsNaN(primal.Mid[i]) && !math.IsNaN(dual.Mid[i]) {
				for j, v := range []float64{x, primal.Mid[i], dual.Mid[i], primal.Low[i], primal.High[i], dual.Low[i], dual.High[i]} {
					live[j] = append(live[j], v)
				}
			}
		}
		series = append(series, course.Table("measured", "features primal_ms dual_ms primal_shortest_ms primal_longest_ms dual_shortest_ms dual_longest_ms", live[0], live[1], live[2],
			live[3], live[4], live[5], live[6]))
	}
	last := len(raceFeatures) - 1
	top := float64(raceFeatures[last])
	var guides []plots.Guide
	if at.d == raceFeatures[last] { // what the powers come to in the end
		guides = []plots.Guide{{Name: "slope 3", Through: plots.Point{X: top, Y: oldPrimal.Mid[last]}, Slope: 3}, {Name: "slope 1", Through: plots.Point{X: top, Y: oldDual.Mid[last]}, Slope: 1}}
	}
	for i := range timed {
		timed[i] = at.shown(timed[i])
	}
	return &course.Picture{
		Columns: [][]plots.Panel{
			{{ID: "race-time", Title: "Time to solve, both ways", Width: course.Wide, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "time (ms)", Min: 1e-3, Max: 3e4}, Runners: timed, Crossing: equal, Guides: guides}}},
			{{ID: "race-count", Title: "Multiplications counted", Width: course.Square, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "multiplications", Min: 1e3, Max: 1e11}, Runners: []plots.Runner{at.shown(countPrimal), at.shown(countDual)},
				Crossing: equal}}},
		},
		Numbers: append([]course.Number{
			{Name: "primal_ms", Label: fmt.Sprintf("primal, d = %d", at.d), Means: "The middle one of several runs.", Value: primalMS, Unit: "ms"},
			{Name: "dual_ms", Label: fmt.Sprintf("dual, d = %d", at.d), Means: "The middle one of several runs.", Value: dualMS, Unit: "ms"},
			{Name: "time_ratio", Label: "primal time over dual", Means: "Above 1, the dual is the faster.", Value: ratio(primalMS, dualMS)},
		}, at.counts()...),
		Description: describeRace(at, primalMS, dualMS, fresh, recorded, measured),
		Goals: []course.Goal{
			{Name: "even", At: "n=200&d=200", Now: fmt.Sprintf("%s and %s ms, %d points", course.Digits(primalMS), course.Digits(dualMS), at.n), Reached: at.n == 200 && at.d == 200, Text: "Goal reached: at d = n both ways do the same work."},
		},
		Series: series,
		Code:   at.code(f),
	}
}

// shown cuts a runner where the reader stands, but not before the two have met: what more
// features cost is to be guessed first.
func (s size) shown(r plots.Runner) plots.Runner {
	met := slices.IndexFunc(raceFeatures, func(d int) bool { return d > s.n })
	most := float64(max(s.d, raceFeatures[met]))
	n := 0
	for n < len(r.Xs) && r.Xs[n] <= most {
		n++
	}
	r.Xs, r.Mid = r.Xs[:n], r.Mid[:n]
	if r.Low != nil {
		r.Low, r.High = r.Low[:n], r.High[:n]
	}
	return r
}

// describeRace says who wins, and of what day the two times are: fresh where
// they were measured for this request.
func describeRace(at size, primal, dual float64, fresh bool, recorded, measured *timing.Times) string {
	s := fmt.Sprintf("With %d points and %d features the primal takes %s ms and the dual %s ms.", at.n, at.d, course.Digits(primal), course.Digits(dual))
	then := "recorded on " + recorded.When + ", " + recorded.Machine + "."
	switch {
	case fresh:
		return s + " Measured just now on " + measured.Machine + "."
	case measured.Live && at.d > liveFeatures:
		return s + fmt.Sprintf(" Measured just now up to d = %d on %s; these two were %s", liveFeatures, measured.Machine, then)
	case measured.Live:
		return s + " There was no time to measure both just now; these two were " + then
	case measured.Why != "":
		return s + " " + measured.Why + " These times were " + then
	}
	return s + " Times were " + then
}
