package largen

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/timing"
	"gramophone/plots"
)

// The figure cost: time and memory of the exact fit against n, as they were measured and
// as a cube and a square go on from there.

//go:embed recorded.json
var recordedJSON []byte

//go:embed memory.csv
var memoryCSV string

var recording = timing.Parse(recordedJSON)

// measured are the n at which the ways are timed; a live race has those up to live.
var measured = map[string][]int{
	"exact":   {100, 200, 500, 1000, 2000, 4000},
	"nystrom": {500, 2000, 10000, 50000},
	"fourier": {500, 2000, 10000, 50000},
}

var live = map[string]int{"exact": 1000, "nystrom": 10000, "fourier": 10000}

const (
	raceFeatures = 100
	raceLambda   = 1e-5
	raceEll      = 0.2
)

var ways = []string{"exact", "nystrom", "fourier"}

func taskName(way string, n int) string { return fmt.Sprintf("%s n=%d", way, n) }

// train is the work that is timed.
func train(ctx context.Context, way string, d engine.Dataset) error {
	k := engine.Gaussian{Length: raceEll}
	if way == "exact" {
		_, _, err := engine.SolveKRRContext(ctx, engine.Gram(k, d.X), d.Y, raceLambda)
		return err
	}
	var features engine.FeatureMap = waves(raceFeatures/2, 1, raceEll)
	if way == "nystrom" {
		features = course.Must(engine.NewtonFeatures(k, d.X[:raceFeatures]))
	}
	s, err := engine.SumFeatures(ctx, features, d.X, mat.NewDense(d.Len(), 1, d.Y))
	if err != nil {
		return err
	}
	size := s.Gram.SymmetricDim()
	_, _, err = s.Ridge(size, raceLambda)
	return err
}

// tasks are what is timed, up to a size for each way.
func tasks(most map[string]int) []timing.Task {
	var list []timing.Task
	for _, way := range ways {
		for _, n := range measured[way] {
			if n > most[way] {
				continue
			}
			var d engine.Dataset
			list = append(list, timing.Task{
				Name: taskName(way, n), Flops: multiplications(way, n, raceFeatures) + float64(n)*raceFeatures,
				Ready: func() {
					if d.X == nil {
						d = readings(n, 1)
					}
				},
				Run: func() {
					if err := train(context.Background(), way, d); err != nil {
						panic(err) // the states are known to have a fit
					}
				},
			})
		}
	}
	return list
}

var all = map[string]int{"exact": math.MaxInt, "nystrom": math.MaxInt, "fourier": math.MaxInt}

// power is how a way's time grows where it has been measured no further.
func power(way string) float64 {
	if way == "exact" {
		return 3
	}
	return 1
}

// An estimate is a time in s, and where it comes from: measured at that size if from is to,
// read off between two sizes, or beyond the last of them or before the first, where one of
// the two is 0.
type estimate struct {
	seconds  float64
	from, to int
}

// secondsAt is the time of a way for n points: as measured there, on a line of powers
// between two that were measured, and beyond the last, or before the first, by its power,
// which is an extrapolation.
func secondsAt(t *timing.Times, way string, n float64) estimate {
	ns := measured[way]
	at := func(n int) float64 { v, _ := t.Of(taskName(way, n)); return v.Mid / 1e3 }
	beyond := func(m int) float64 { return at(m) * math.Pow(n/float64(m), power(way)) }
	i, timed := slices.BinarySearchFunc(ns, n, func(m int, n float64) int { return cmp.Compare(float64(m), n) })
	switch {
	case timed:
		return estimate{at(ns[i]), ns[i], ns[i]}
	case i == 0:
		return estimate{beyond(ns[0]), 0, ns[0]}
	case i == len(ns):
		return estimate{beyond(ns[i-1]), ns[i-1], 0}
	}
	a, b := ns[i-1], ns[i]
	slope := math.Log(at(b)/at(a)) / math.Log(float64(b)/float64(a))
	return estimate{at(a) * math.Pow(n/float64(a), slope), a, b}
}

// says how long a way takes, and how that is known.
func (e estimate) says(way string) string {
	law := map[string]string{"exact": "n³"}[way]
	if law == "" {
		law = "n"
	}
	switch {
	case e.from == e.to:
		return "takes " + duration(e.seconds)
	case e.from > 0 && e.to > 0:
		return fmt.Sprintf("would take about %s, read off between the times for %s and %s,", duration(e.seconds), course.Count(float64(e.from)), course.Count(float64(e.to)))
	}
	return fmt.Sprintf("would take %s, extrapolated by %s from %s points,", duration(e.seconds), law, course.Count(float64(max(e.from, e.to))))
}

// allocated are the bytes that the exact fit took for n points, as a test has measured
// them.
func allocated() map[int]float64 {
	rows, err := csv.NewReader(strings.NewReader(memoryCSV)).ReadAll()
	if err != nil {
		panic("largen: memory.csv: " + err.Error()) // it is embedded
	}
	m := map[int]float64{}
	for _, row := range rows {
		n, err := strconv.Atoi(row[0])
		bytes, err2 := strconv.ParseFloat(row[1], 64)
		if err != nil || err2 != nil {
			panic("largen: memory.csv: " + strings.Join(row, ","))
		}
		m[n] = bytes
	}
	return m
}

// held are the bytes that a way takes for n points: of the exact fit as measured, of the
// others as counted: ΦᵀΦ, and a block of rows of Φ.
func held(way string, n int, measured map[int]float64) float64 {
	if way == "exact" {
		return measured[n]
	}
	return 8 * (raceFeatures*raceFeatures + 128*raceFeatures)
}

// openN is the n that the figure opens at, a large mailbox. At timedN or fewer nothing is
// drawn of larger exact fits, timed or extrapolated, so that a class can be asked for them.
const openN, timedN = 1e6, 2000

func buildCost(f *course.Form) course.Draw {
	n := math.Round(f.LogFloat("n", "points n", openN, 100, 1e6))
	beside := f.Bool("beside", "approximations beside", false, course.Called("no", "yes"))
	now := f.Bool("measure", "measured now", false, course.Called("recorded", "now"), course.More)
	f.Fleeting = f.Fleeting || now
	return func(ctx context.Context, _ *course.Memo) (*course.Picture, error) {
		recorded, err := timing.Race(ctx, recording, false, tasks(all))
		if err != nil {
			return nil, err
		}
		fresh := recorded
		if now {
			if fresh, err = timing.Race(ctx, recording, true, tasks(live)); err != nil {
				return nil, err
			}
		}
		return costPicture(f, n, beside, recorded, fresh), nil
	}
}

// names of ways in the pictures.
var costNames = map[string]string{"exact": "exact", "nystrom": "100 landmarks", "fourier": "100 waves"}

// fullMemory are the bytes of a usual laptop's memory.
const fullMemory = 16e9

// spans are times that everybody knows, in s; limits is the n at which K alone fills the memory.
var (
	spans  = []plots.Mark{{At: 1, Name: "a second"}, {At: 86400, Name: "a day"}, {At: year, Name: "a year"}}
	limits = []plots.Mark{{At: math.Sqrt(fullMemory / 8), Name: "K fills 16 GB", Color: plots.Warn}}
)

func costPicture(f *course.Form, n float64, beside bool, recorded, fresh *timing.Times) *course.Picture {
	shown := ways[:1]
	if beside {
		shown = ways
	}
	bytes := allocated()
	var times []plots.Runner
	var guides []plots.Guide
	var series []course.Series
	far := n > timedN // then what has not been measured is drawn
	colors := map[string]plots.Token{"exact": plots.Curve, "nystrom": plots.Accent, "fourier": plots.Categories[2]}
	shapes := map[string]plots.Shape{"exact": plots.Disc, "nystrom": plots.Triangle, "fourier": plots.Square}
	for _, way := range shown {
		var xs, low, mid, high, holding []float64
		for _, k := range measured[way] {
			if way == "exact" && k > timedN && !far {
				continue // what comes next is the question
			}
			v, _ := recorded.Of(taskName(way, k))
			xs, low, mid, high, holding = append(xs, float64(k)), append(low, v.Low/1e3), append(mid, v.Mid/1e3), append(high, v.High/1e3), append(holding, held(way, k, bytes)/1e6)
		}
		times = append(times, plots.Runner{Name: costNames[way], Xs: xs, Low: low, Mid: mid, High: high, Color: colors[way], Shape: shapes[way]})
		series = append(series, course.Table(way, "points seconds shortest longest megabytes", xs, mid, low, high, holding))
		if far && way != "fourier" { // whose line would lie on that of the landmarks
			last := len(xs) - 1
			guide := plots.Guide{Through: plots.Point{X: xs[last], Y: mid[last]}, Slope: power(way)}
			guides = append(guides, guide)
		}
		if fresh.Live {
			now := plots.Runner{Name: "now", Color: plots.Yours, Shape: plots.Star}
			if way != "exact" {
				now.Name = ""
			}
			for _, k := range measured[way] {
				if v, ok := fresh.Of(taskName(way, k)); ok && v.Runs > 0 {
					now.Xs, now.Mid = append(now.Xs, float64(k)), append(now.Mid, v.Mid/1e3)
				}
			}
			times = append(times, now)
			series = append(series, course.Table(way+"_now", "points seconds", now.Xs, now.Mid))
		}
	}
	title := "Time to train"
	if far { // in the title, since at the lines' ends the rings stand
		title += "; dotted: extrapolated"
	}
	exact, nystrom, fourier := secondsAt(recorded, "exact", n), secondsAt(recorded, "nystrom", n), secondsAt(recorded, "fourier", n)
	seconds := exact.seconds
	markers := []plots.Marker{{X: n, Y: seconds, Name: duration(seconds), Color: plots.Curve, Ring: true, Left: far}}
	if beside {
		markers = append(markers, plots.Marker{X: n, Y: nystrom.seconds, Name: duration(nystrom.seconds), Color: plots.Accent, Ring: true, Left: far})
	}
	K := 8 * n * n
	goal := course.Goal{Name: "memory", At: "n=50000", Now: fmt.Sprintf("%s, %s", course.Memory(K), duration(seconds)),
		Reached: K > fullMemory && seconds <= 8*3600, Text: fmt.Sprintf("Goal reached: K takes %s, and the fit %s. Memory gives out first.", course.Memory(K), duration(seconds))}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "cost-time", Title: title, Width: course.Wide, Height: 420, Plot: plots.Race{
			X: plots.Axis{Label: "points n", Min: 80, Max: 2e6}, Y: plots.Axis{Label: "time (s)", Min: 1e-4, Max: 1e12},
			Runners: times, Guides: guides, Levels: spans, Limits: append(slices.Clone(limits), plots.Mark{At: n, Dash: true, Color: plots.Ink}),
			Markers: markers,
		}}}},
		Numbers: []course.Number{
			{Name: "seconds", Label: "exact fit", Means: "The middle one of several runs; between sizes that were timed it is read off a line between them, and beyond the last by the cube of n.", Value: seconds, Unit: "s"},
			{Name: "gigabytes", Label: "K alone", Means: "n² numbers of eight bytes. To solve the system takes one more such matrix here: the table has both, as measured.", Value: K / 1e9, Unit: "GB"},
			{Name: "exact_multiplications", Label: "multiplications", Means: "n³/6 to factor K + nλI, to the leading term.", Value: multiplications("exact", int(n), 0)},
			{Name: "nystrom_seconds", Label: "through 100 landmarks", Means: "Timed for 500, 2,000, 10,000 and 50,000 points; between these read off a line, and beyond them in proportion to n.", Value: nystrom.seconds, Unit: "s"},
			{Name: "fourier_seconds", Label: "through 100 waves", Value: fourier.seconds, Unit: "s"},
			{Name: "landmark_multiplications", Label: "multiplications, 100 landmarks", Value: multiplications("nystrom", int(n), raceFeatures)},
			{Name: "wave_multiplications", Label: "multiplications, 100 waves", Value: multiplications("fourier", int(n), raceFeatures)},
			{Name: "multiplications_ratio", Label: "exact over landmarks", Value: multiplications("exact", int(n), 0) / multiplications("nystrom", int(n), raceFeatures)},
		},
		Description: describeCost(n, K, exact, nystrom, beside, recorded, fresh),
		Goals:       []course.Goal{goal},
		Series:      series,
		Code:        programs.Code("cost", f, course.Values{"N": int(n), "Timed": min(int(n), 1000), "Fewer": n > 1000}),
	}
}

// duration writes seconds as people do.
func duration(s float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", year}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		if s >= 2*unit.size {
			return course.Digits(s/unit.size) + " " + unit.name
		}
	}
	if s < 1 {
		return course.Digits(1e3*s) + " ms"
	}
	return course.Digits(s) + " s"
}

func describeCost(n, K float64, exact, nystrom estimate, beside bool, recorded, fresh *timing.Times) string {
	text := fmt.Sprintf("With %s points the exact fit %s", course.Count(n), exact.says("exact"))
	if exact.from == exact.to {
		text += ","
	}
	text += fmt.Sprintf(" and K alone takes %s.", course.Memory(K))
	if beside {
		text += " Through 100 landmarks it " + strings.TrimSuffix(nystrom.says("nystrom"), ",") + "."
	}
	text += " Times were recorded on " + recorded.When + ", " + recorded.Machine + "."
	switch {
	case fresh.Live:
		text += " The stars were measured just now on " + fresh.Machine + "."
	case fresh.Why != "":
		text += " " + fresh.Why
	}
	return text
}
