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

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/timing"
	"github.com/gramophone-course/gramophone/plots"
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

// raceLambda is λ of the fits that are timed: no λ takes longer than another. How far fits are
// from the truth is compared at a λ that each chooses.
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

// A costs is what fits to n points take, as it was timed or goes on from there.
type costs struct {
	// What the controls say.
	n           float64
	beside, now bool // the approximations are drawn too; and what is measured now

	// What is computed.
	recorded, fresh         *timing.Times
	exact, nystrom, fourier estimate
}

var buildCost = course.Steps(func(f *course.Form) course.Work {
	c := &costs{n: math.Round(f.LogFloat("n", "points n", openN, 100, 1e6))}
	c.beside = f.Bool("beside", "approximations beside", false, course.Called("no", "yes"))
	c.now = f.Bool("measure", "measured now", false, course.Called("recorded", "now"), course.More)
	f.Fleeting = f.Fleeting || c.now
	return c
})

// Compute estimates the times from what was recorded, whatever is measured now.
func (c *costs) Compute(ctx context.Context, _ *course.Memo) (err error) {
	if c.recorded, err = timing.Race(ctx, recording(), false, tasks(all)); err != nil {
		return err
	}
	if c.fresh = c.recorded; c.now {
		if c.fresh, err = timing.Race(ctx, recording(), true, tasks(live)); err != nil {
			return err
		}
	}
	for way, e := range map[string]*estimate{"exact": &c.exact, "nystrom": &c.nystrom, "fourier": &c.fourier} {
		*e = secondsAt(c.recorded, way, c.n)
	}
	return nil
}

// shown are the ways that are drawn, and far reports whether what has not been measured is.
func (c *costs) shown() []string {
	if c.beside {
		return ways
	}
	return ways[:1]
}
func (c *costs) far() bool { return c.n > timedN }

// bytes are those of K.
func (c *costs) bytes() float64 { return 8 * c.n * c.n }

// names of ways in the pictures.
var costNames = map[string]string{"exact": "exact", "nystrom": "100 landmarks", "fourier": "100 waves"}

// fullMemory are the bytes of a usual laptop's memory.
const fullMemory = 16e9

// spans are times that everybody knows, in s; limits is the n at which K alone fills the memory.
var (
	spans  = []plots.Mark{{At: 1, Name: "a second"}, {At: 86400, Name: "a day"}, {At: year, Name: "a year"}}
	limits = []plots.Mark{{At: math.Sqrt(fullMemory / 8), Name: "K fills 16 GB", Color: plots.Warn}}
)

func (c *costs) Show(f *course.Form) *course.Picture {
	title := "Time to train"
	if c.far() { // in the title, since at the lines' ends the rings stand
		title += "; dotted: extrapolated"
	}
	race, series := c.race()
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "cost-time", Title: title, Width: course.Wide, Height: 420, Plot: race}}},
		Numbers: c.numbers(),
		Says:    c.says(),
		Goals:   []course.Goal{c.goal()},
		Series:  series,
		Code: programs.Code("cost", f,
			course.Values{"N": int(c.n), "Timed": min(int(c.n), 1000), "Fewer": c.n > 1000}),
	}
}

// race draws the times against n, and gives them as numbers.
func (c *costs) race() (plots.Race, []course.Series) {
	v := plots.Race{
		X: plots.Axis{Label: "points n", Min: 80, Max: 2e6}, Y: plots.Axis{Label: "time (s)", Min: 1e-4, Max: 1e12},
		Levels: spans, Limits: append(slices.Clone(limits), plots.Mark{At: c.n, Dash: true, Color: plots.Ink}),
		Markers: []plots.Marker{c.marker(c.exact, plots.Curve)},
	}
	if c.beside {
		v.Markers = append(v.Markers, c.marker(c.nystrom, plots.Accent))
	}
	var series []course.Series
	for _, way := range c.shown() {
		timed, table := c.timed(way)
		v.Runners, series = append(v.Runners, timed), append(series, table)
		if c.far() && way != "fourier" { // whose line would lie on that of the landmarks
			last := len(timed.Xs) - 1
			through := plots.Point{X: timed.Xs[last], Y: timed.Mid[last]}
			v.Guides = append(v.Guides, plots.Guide{Through: through, Slope: power(way)})
		}
		if c.fresh.Live {
			now := c.measuredNow(way)
			v.Runners = append(v.Runners, now)
			series = append(series, course.Table(way+"_now", "points seconds", now.Xs, now.Mid))
		}
	}
	return v, series
}

func (c *costs) marker(e estimate, color plots.Token) plots.Marker {
	return plots.Marker{X: c.n, Y: e.seconds, Name: duration(e.seconds), Color: color, Ring: true, Left: c.far()}
}

// How a way is drawn.
var (
	costColors = map[string]plots.Token{
		"exact": plots.Curve, "nystrom": plots.Accent, "fourier": plots.Categories[2],
	}
	costShapes = map[string]plots.Shape{"exact": plots.Disc, "nystrom": plots.Triangle, "fourier": plots.Square}
)

// timed are the times of a way that were recorded, with the memory it took.
func (c *costs) timed(way string) (plots.Runner, course.Series) {
	r := plots.Runner{Name: costNames[way], Color: costColors[way], Shape: costShapes[way]}
	bytes := allocated()
	var holding []float64
	for _, n := range measured[way] {
		if way == "exact" && n > timedN && !c.far() {
			continue // what comes next is the question
		}
		v, _ := c.recorded.Of(taskName(way, n))
		r.Xs, holding = append(r.Xs, float64(n)), append(holding, held(way, n, bytes)/1e6)
		r.Low, r.Mid, r.High = append(r.Low, v.Low/1e3), append(r.Mid, v.Mid/1e3), append(r.High, v.High/1e3)
	}
	return r, course.Table(way, "points seconds shortest longest megabytes", r.Xs, r.Mid, r.Low, r.High, holding)
}

// measuredNow are the times of a way that were measured for this picture.
func (c *costs) measuredNow(way string) plots.Runner {
	r := plots.Runner{Color: plots.Yours, Shape: plots.Star}
	if way == "exact" { // one name for all
		r.Name = "now"
	}
	for _, n := range measured[way] {
		if v, ok := c.fresh.Of(taskName(way, n)); ok && v.Runs > 0 {
			r.Xs, r.Mid = append(r.Xs, float64(n)), append(r.Mid, v.Mid/1e3)
		}
	}
	return r
}

func (c *costs) numbers() []course.Number {
	seconds := func(name, label string, e estimate, means string) course.Number {
		return course.Number{Name: name, Label: label, Means: means, Value: e.seconds, Unit: "s",
			Written: duration(e.seconds)}
	}
	count := func(way string) float64 { return multiplications(way, int(c.n), raceFeatures) }
	numbers := []course.Number{
		seconds("seconds", "exact fit", c.exact, "The middle one of several runs; between sizes that were timed it is "+
			"read off a line between them, and beyond the last by the cube of n."),
		{Name: "gigabytes", Label: "K alone", Value: c.bytes() / 1e9, Unit: "GB", Written: course.Memory(c.bytes()),
			Means: "n² numbers of eight bytes. To solve the system takes one more such matrix here: the table has " +
				"both, as measured."},
		{Name: "exact_multiplications", Label: "multiplications", Value: count("exact"),
			Means: "n³/6 to factor K + nλI, to the leading term."},
		{Name: "landmark_multiplications", Label: "multiplications, 100 landmarks", Value: count("nystrom")},
		{Name: "wave_multiplications", Label: "multiplications, 100 waves", Value: count("fourier")},
		{Name: "multiplications_ratio", Label: "exact over landmarks", Value: count("exact") / count("nystrom")},
	}
	if c.beside { // before that they are the answer to a question
		numbers = append(numbers,
			seconds("nystrom_seconds", "through 100 landmarks", c.nystrom, "Timed for 500, 2,000, 10,000 and 50,000 "+
				"points; between these read off a line, and beyond them in proportion to n."),
			seconds("fourier_seconds", "through 100 waves", c.fourier, ""))
	}
	return numbers
}

// goal is an n at which K fills the memory while there is still time for the fit.
func (c *costs) goal() course.Goal {
	memory, time := course.Memory(c.bytes()), duration(c.exact.seconds)
	return course.Goal{Name: "memory", At: "n=50000", Now: memory + ", " + time,
		Reached: c.bytes() > fullMemory && c.exact.seconds <= 8*3600,
		Text:    fmt.Sprintf("Goal reached: K takes %s, and the fit %s. Memory gives out first.", memory, time)}
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

// What is said of the time of the exact fit, and of one through landmarks: as it was timed,
// read off between two times, or extrapolated.
const (
	saysTimed   = "With {points} points the exact fit takes {time}, and K alone takes {memory}."
	saysBetween = "With {points} points the exact fit would take about {time}, read off between the times for {from} " +
		"and {to}, and K alone takes {memory}."
	saysBeyond = "With {points} points the exact fit would take {time}, extrapolated by n³ from {from} points, and K " +
		"alone takes {memory}."

	saysLandmarksTimed   = "Through 100 landmarks it takes {time}."
	saysLandmarksBetween = "Through 100 landmarks it would take about {time}, read off between the times for {from} " +
		"and {to}."
	saysLandmarksBeyond = "Through 100 landmarks it would take {time}, extrapolated by n from {from} points."

	saysRecorded = "Times were recorded on {date}, {machine}."
	saysNow      = "The stars were measured just now on {machine}."
	saysNotNow   = "{reason}"
)

func (c *costs) says() []course.Said {
	n, time, memory := int(c.n), duration(c.exact.seconds), course.Memory(c.bytes())
	var says []course.Said
	switch e := c.exact; {
	case e.from == e.to:
		says = append(says, course.Say(saysTimed, n, time, memory))
	case e.from > 0 && e.to > 0:
		says = append(says, course.Say(saysBetween, n, time, e.from, e.to, memory))
	default:
		says = append(says, course.Say(saysBeyond, n, time, max(e.from, e.to), memory))
	}
	if c.beside {
		says = append(says, c.nystrom.throughLandmarks())
	}
	says = append(says, course.Say(saysRecorded, c.recorded.When, c.recorded.Machine))
	switch {
	case c.fresh.Live:
		says = append(says, course.Say(saysNow, c.fresh.Machine))
	case c.fresh.Why != "":
		says = append(says, course.Say(saysNotNow, c.fresh.Why))
	}
	return says
}

// throughLandmarks says how long a fit through landmarks takes.
func (e estimate) throughLandmarks() course.Said {
	switch time := duration(e.seconds); {
	case e.from == e.to:
		return course.Say(saysLandmarksTimed, time)
	case e.from > 0 && e.to > 0:
		return course.Say(saysLandmarksBetween, time, e.from, e.to)
	default:
		return course.Say(saysLandmarksBeyond, time, max(e.from, e.to))
	}
}
