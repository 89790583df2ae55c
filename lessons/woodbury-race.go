package lessons

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/plots"
)

// The figure race: θ both ways, over d at fixed n.

var (
	raceSizes    = []int{50, 100, 200}                                // n
	raceFeatures = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000} // d
)

//go:embed woodbury-recorded.json
var woodburyRecordedJSON []byte

var woodburyRecorded = parseRecording(woodburyRecordedJSON)

// A live race has d up to liveFeatures: the primal of twice as many takes eight
// times as long, and a reader does not wait.
const liveFeatures = 1000

// ridgeTasks are both ways to θ at that n, for every d up to most.
func ridgeTasks(n, most int) []task {
	var tasks []task
	for _, d := range raceFeatures {
		if d > most {
			continue
		}
		s := ridgeSize{n, d}
		primal, dual := s.cost()
		var Phi *mat.Dense
		var y []float64
		ready := func() {
			if Phi == nil {
				Phi, y = s.draw()
			}
		}
		tasks = append(tasks,
			task{name: s.name("primal"), flops: primal, ready: ready, run: func() { Must(engine.Ridge(Phi, y, 0.1)) }},
			task{name: s.name("dual"), flops: dual, ready: ready, run: func() {
				K := mat.NewSymDense(n, nil)
				K.SymOuterK(1, Phi)
				var theta mat.VecDense
				theta.MulVec(Phi.T(), mat.NewVecDense(n, Must(engine.SolveKRR(K, y, 0.1))))
			}})
	}
	return tasks
}

func (s ridgeSize) name(way string) string { return fmt.Sprintf("%s n=%d d=%d", way, s.n, s.d) }

// draw returns Φ and y of standard normal numbers.
func (s ridgeSize) draw() (*mat.Dense, []float64) {
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

func buildRidgeRace(f *Form) Draw {
	options := func(sizes []int) []Option {
		var o []Option
		for _, s := range sizes {
			o = append(o, Option{Value: strconv.Itoa(s), Label: strconv.Itoa(s)})
		}
		return o
	}
	chosen := func(text string) int {
		v, err := strconv.Atoi(text)
		if err != nil {
			panic(err) // Choice lets no other through
		}
		return v
	}
	n := chosen(f.Choice("n", "points n", "100", options(raceSizes), Term("dual")))
	d := chosen(f.Choice("d", "features d", "1000", options(raceFeatures), Term("primal")))
	now := f.Choice("measure", "times", "recorded", Options("recorded", "as recorded", "now", "measured now")) == "now"
	f.Fleeting = f.Fleeting || now
	return func(ctx context.Context, _ *Memo) (*Picture, error) {
		recorded, err := race(ctx, woodburyRecorded, false, ridgeTasks(n, math.MaxInt))
		if err != nil {
			return nil, err
		}
		measured := recorded
		if now {
			if measured, err = race(ctx, woodburyRecorded, true, ridgeTasks(n, liveFeatures)); err != nil {
				return nil, err
			}
		}
		return ridgeRace(f, ridgeSize{n, d}, recorded, measured), nil
	}
}

// ridgeRace draws the measured times, and those recorded behind them if they are
// others.
func ridgeRace(f *Form, at ridgeSize, recorded, measured *times) *Picture {
	runners := func(t *times) (primal, dual plots.Runner) {
		for _, d := range raceFeatures {
			for way, r := range map[string]*plots.Runner{"primal": &primal, "dual": &dual} {
				v, ok := t.of(ridgeSize{at.n, d}.name(way))
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
	if measured.live {
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
		p, q := ridgeSize{at.n, d}.cost()
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
	fresh := measured.live && here < len(primal.Mid) && !math.IsNaN(primal.Mid[here]) && !math.IsNaN(dual.Mid[here])
	if fresh {
		primalMS, dualMS = primal.Mid[here], dual.Mid[here]
	}
	x := plots.Axis{Label: "features d", Min: 8, Max: 14000}
	equal := plots.Mark{At: float64(at.n), Name: fmt.Sprintf("d = n = %d", at.n), Dash: true}
	series := []Series{Table("race", "features primal_ms dual_ms primal_multiplications dual_multiplications primal_shortest_ms primal_longest_ms dual_shortest_ms dual_longest_ms", oldPrimal.Xs, oldPrimal.Mid, oldDual.Mid,
		countPrimal.Mid, countDual.Mid,
		oldPrimal.Low, oldPrimal.High,
		oldDual.Low, oldDual.High)}
	if measured.live {
		var live [7][]float64 // d, then the median, shortest and longest of each
		for i, x := range primal.Xs {
			if !math.IsNaN(primal.Mid[i]) && !math.IsNaN(dual.Mid[i]) {
				for j, v := range []float64{x, primal.Mid[i], dual.Mid[i], primal.Low[i], primal.High[i], dual.Low[i], dual.High[i]} {
					live[j] = append(live[j], v)
				}
			}
		}
		series = append(series, Table("measured", "features primal_ms dual_ms primal_shortest_ms primal_longest_ms dual_shortest_ms dual_longest_ms", live[0], live[1], live[2],
			live[3], live[4], live[5], live[6]))
	}
	last := len(raceFeatures) - 1
	top := float64(raceFeatures[last])
	return &Picture{
		Columns: [][]plots.Panel{
			{{ID: "race-time", Title: "Time to solve, both ways", Width: wide, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "time (ms)", Min: 1e-3, Max: 3e4}, Runners: timed, Crossing: equal,
				Guides: []plots.Guide{{Name: "slope 3", Through: plots.Point{X: top, Y: oldPrimal.Mid[last]}, Slope: 3}, {Name: "slope 1", Through: plots.Point{X: top, Y: oldDual.Mid[last]}, Slope: 1}}}}},
			{{ID: "race-count", Title: "Multiplications counted", Width: square, Height: 420, Plot: plots.Race{
				X: x, Y: plots.Axis{Label: "multiplications", Min: 1e3, Max: 1e11}, Runners: []plots.Runner{countPrimal, countDual},
				Crossing: plots.Mark{At: float64(at.n), Name: "d = n", Dash: true}}}},
		},
		Numbers: append([]Number{
			{Name: "primal_ms", Label: fmt.Sprintf("primal, d = %d", at.d), Value: primalMS, Unit: "ms"},
			{Name: "dual_ms", Label: fmt.Sprintf("dual, d = %d", at.d), Value: dualMS, Unit: "ms"},
			{Name: "time_ratio", Label: "primal time over dual", Value: ratio(primalMS, dualMS)},
		}, at.counts()...),
		Description: describeRidgeRace(at, primalMS, dualMS, fresh, recorded, measured),
		Goals: []Goal{
			{Name: "even", Reached: at.n == at.d, Text: "Goal reached: at d = n both ways do the same work."},
		},
		Series: series,
		Code:   woodburyPrograms.Code("ridgecost", ridgeCostCode{f.State(), at.n, at.d}),
	}
}

// describeRidgeRace says who wins, and of what day the two times are: fresh where
// they were measured for this request.
func describeRidgeRace(at ridgeSize, primal, dual float64, fresh bool, recorded, measured *times) string {
	s := fmt.Sprintf("With %d points and %d features the primal takes %s ms and the dual %s ms.", at.n, at.d, Digits(primal), Digits(dual))
	then := "recorded on " + recorded.when + ", " + recorded.machine + "."
	switch {
	case fresh:
		return s + " Measured just now on " + measured.machine + "."
	case measured.live && at.d > liveFeatures:
		return s + fmt.Sprintf(" Measured just now up to d = %d on %s; these two were %s", liveFeatures, measured.machine, then)
	case measured.live:
		return s + " There was no time to measure both just now; these two were " + then
	case measured.why != "":
		return s + " " + measured.why + " These times were " + then
	}
	return s + " Times were " + then
}
