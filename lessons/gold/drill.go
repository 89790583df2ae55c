package gold

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure drill: twenty samples are drilled, the reader chooses up to ten more of
// those that may be, and the rest judge the map.

const (
	begun  = 20 // holes to begin with
	more   = 10 // that can be paid for
	judged = 55 // samples that nobody drills
	tens   = 60 // random choices of ten to compare with

	hookSeed = 12
)

func buildDrill(f *course.Form) course.Draw {
	holes := f.Sequence("holes", "sites drilled, in order", meuse().Len(), more, course.More)
	colour := f.Choice("colour", "colour", "zinc", course.Options("zinc", "what f says", "deviation", "how far f may be off"))
	rivals := f.Choice("rivals", "compare with", "none", course.Options(
		"none", "nobody",
		"random", "ten at random",
		"zinc", "ten where f is largest",
		"deviation", "ten where the deviation is largest",
		"all", "all three",
	))
	seed := f.Int("seed", "which twenty", hookSeed, 1, 99)
	k := chosen(f, course.More)
	lambda := f.LogFloat("lambda", "λ of 20 holes", drillLambda, 1e-6, 1, course.More, course.Term("lambda"))
	at := points.PointedAt(f, meuse().Len(), course.Shows("what the map says of it"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		c, err := course.Remember(ctx, memo, campaignOf{seed, k, lambda})
		if err != nil {
			return nil, err
		}
		return c.picture(f, holes, colour, rivals, at)
	}
}

// A campaign is the samples dealt out at random, and what each rule of drilling makes of
// them.
type campaign struct {
	seed               int
	kernel             engine.Kernel
	noise              float64 // nλ
	K                  *mat.SymDense
	judges, start, all []int          // numbers of samples, from 0: those that judge, those drilled, the sites
	before             []float64      // the error after each of the first holes
	begin              *engine.Survey // after those
	random             [][]float64    // the error of each random ten after 0, 1, …, 10 holes
	byZinc, byDev      []float64      // of the two rules
}

type campaignOf struct {
	seed   int
	kernel engine.Kernel
	lambda float64
}

// Compute drills by every rule, and returns the bytes of that.
func (of campaignOf) Compute(context.Context, *course.Memo) (*campaign, int, error) {
	c := newCampaign(of.seed, of.kernel, begun*of.lambda)
	c.compare(tens)
	n := meuse().Len()
	return c, 8 * (n*n + (begun+12)*n + (tens+8)*(more+4)), nil
}

func newCampaign(seed int, k engine.Kernel, noise float64) *campaign {
	order := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(meuse().Len())
	c := &campaign{seed: seed, kernel: k, noise: noise, K: engine.Gram(k, meuse().X), judges: order[:judged], start: order[judged : judged+begun], all: order[judged+begun:]}
	c.begin = engine.NewSurvey(c.K, noise)
	for _, i := range c.start {
		c.measure(c.begin, i)
		c.before = append(c.before, c.error(c.begin))
	}
	return c
}

func (c *campaign) measure(s *engine.Survey, i int) { s.Measure(i, meuse().Y[i]) }

// error is by how much the map misses the samples that judge.
func (c *campaign) error(s *engine.Survey) float64 {
	sum := 0.0
	for _, j := range c.judges {
		e := meuse().Y[j] - s.Mean(j)
		sum += e * e
	}
	return math.Sqrt(sum / float64(len(c.judges)))
}

// A rule says which of the sites that are left is drilled next.
type rule func(s *engine.Survey, left []int) int

func byDeviation(s *engine.Survey, left []int) int { return greatest(left, s.Variance) }
func byZinc(s *engine.Survey, left []int) int      { return greatest(left, s.Mean) }

// byBoth drills where f and its deviation are large: the deviation counts five times.
func byBoth(s *engine.Survey, left []int) int {
	tau := s.Signal()
	return greatest(left, func(i int) float64 { return s.Mean(i) + 5*tau*math.Sqrt(s.Variance(i)) })
}

// byDistance drills the site that is farthest from all holes.
func byDistance(c *campaign, drilled func() []int) rule {
	return func(_ *engine.Survey, left []int) int {
		return greatest(left, func(i int) float64 {
			nearest := math.Inf(1)
			for _, j := range drilled() {
				nearest = math.Min(nearest, engine.Euclidean.Distance(meuse().X[i], meuse().X[j]))
			}
			return nearest
		})
	}
}

func byChance(rng *rand.Rand) rule {
	return func(_ *engine.Survey, left []int) int { return left[rng.IntN(len(left))] }
}

// greatest is the site of the greatest value, of several as great the one of least number.
func greatest(sites []int, value func(i int) float64) int {
	values := make([]float64, len(sites))
	for k, i := range sites {
		values[k] = value(i)
	}
	most, first := slices.Max(values), -1
	for k, i := range sites {
		if engine.Agree(values[k], most, most) && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// follow drills ten sites by a rule: which, and the error after 0, 1, …, 10 of them.
func (c *campaign) follow(next rule) (holes []int, path []float64) {
	s, left := c.begin.Clone(), slices.Clone(c.all)
	path = []float64{c.error(s)}
	for range more {
		i := next(s, left)
		left = slices.DeleteFunc(left, func(j int) bool { return j == i })
		c.measure(s, i)
		holes, path = append(holes, i), append(path, c.error(s))
	}
	return holes, path
}

// compare follows the rules, and chance so many times.
func (c *campaign) compare(times int) {
	_, c.byZinc = c.follow(byZinc)
	_, c.byDev = c.follow(byDeviation)
	rng := rand.New(rand.NewPCG(uint64(c.seed), 1))
	for range times {
		_, path := c.follow(byChance(rng))
		c.random = append(c.random, path)
	}
}

// better counts the random tens with a smaller error. The same ten in another order have
// the same.
func (c *campaign) better(than float64) int {
	n := 0
	for _, path := range c.random {
		if less(path[more], than) {
			n++
		}
	}
	return n
}

// less reports whether an error is smaller than another, and not the same but for rounding.
func less(a, b float64) bool { return a < b && !engine.Agree(a, b, b) }

func (c *campaign) picture(f *course.Form, holes []int, colour, rivals string, at int) (*course.Picture, error) {
	s, left := c.begin.Clone(), slices.Clone(c.all)
	path := []float64{c.error(s)}
	var drilled []int
	said, off := math.NaN(), math.NaN() // of the last hole, before it was drilled
	for _, h := range holes {
		i := h - 1
		if !slices.Contains(left, i) {
			f.Remark("holes", "%d is no site that can be drilled here, and is left out.", h)
			continue
		}
		said, off = s.Mean(i), s.Signal()*math.Sqrt(s.Variance(i)+c.noise)
		left = slices.DeleteFunc(left, func(j int) bool { return j == i })
		c.measure(s, i)
		drilled, path = append(drilled, i), append(path, c.error(s))
	}
	land, err := c.land(append(slices.Clone(c.start), drilled...), colour)
	if err != nil {
		return nil, err
	}
	richest := 0.0
	for _, i := range append(slices.Clone(c.start), drilled...) {
		richest = math.Max(richest, meuse().Y[i])
	}
	now, full := path[len(path)-1], len(drilled) == more
	better := c.better(now)
	p := &course.Picture{
		Numbers: []course.Number{
			{Name: "error", Label: "error of the map", Means: fmt.Sprintf("By how much, in log₁₀ of mg/kg, the map misses the %d samples that nobody drills and that are not shown; the root of the mean square.", judged), Value: now},
			{Name: "richest", Label: "richest hole", Means: "The most zinc in any hole drilled so far.", Value: math.Round(math.Pow(10, richest)), Unit: "mg/kg", Whole: true},
			{Name: "holes", Label: "holes more", Means: "How many of the ten are drilled.", Value: float64(len(drilled)), Whole: true},
			{Name: "begun", Label: "error after 20 holes", Value: path[0]},
			{Name: "greatest_deviation", Label: "greatest deviation of f at a site", Value: s.Signal() * math.Sqrt(s.Variance(byDeviation(s, left)))},
			{Name: "random", Label: "median error of ten at random", Value: c.median()},
			{Name: "zinc", Label: "error of ten where f is largest", Value: c.byZinc[more]},
			{Name: "deviation", Label: "error of ten where the deviation is largest", Value: c.byDev[more]},
		},
	}
	if !shows(rivals, "random") {
		p.Numbers = slices.DeleteFunc(p.Numbers, func(n course.Number) bool { return n.Name == "random" })
	}
	if !shows(rivals, "zinc") {
		p.Numbers = slices.DeleteFunc(p.Numbers, func(n course.Number) bool { return n.Name == "zinc" })
	}
	if !shows(rivals, "deviation") {
		p.Numbers = slices.DeleteFunc(p.Numbers, func(n course.Number) bool { return n.Name == "deviation" })
	}
	p.Description = fmt.Sprintf("After 20 holes the map misses %d samples that nobody drills by %s.", judged, course.Digits(path[0]))
	if n := len(drilled); n > 0 {
		last := drilled[n-1]
		p.Description = fmt.Sprintf("After 20 holes and %d more the map misses %d samples that nobody drills by %s; after 20 it was %s. The last hole, site %d, reads %s, and the map had said %s, give or take %s.",
			n, judged, course.Digits(now), course.Digits(path[0]), last+1, course.Digits(meuse().Y[last]), course.Digits(said), course.Digits(off))
	}
	goal := course.Goal{Name: "chance", At: "holes=" + goalHoles, Now: fmt.Sprintf("%d of 10 holes", len(drilled))}
	if full {
		goal.Now = fmt.Sprintf("%d of %d better than yours", better, tens)
		goal.Reached = better <= 6
		ahead := map[int]string{0: "none is", 1: "1 is"}[better]
		if ahead == "" {
			ahead = fmt.Sprintf("%d are", better)
		}
		goal.Text = fmt.Sprintf("Goal reached: of %d random tens %s better.", tens, ahead)
		p.Description += fmt.Sprintf(" Of %d random tens %s better.", tens, ahead)
	}
	p.Goals = []course.Goal{goal}
	if !full {
		by := func(name string, next rule) {
			i := next(s, left)
			p.Proposals = append(p.Proposals, course.Proposal{Text: fmt.Sprintf("%s: site %d", name, i+1), Add: i + 1})
		}
		if at > 0 && slices.Contains(left, at-1) {
			p.Proposals = append(p.Proposals, course.Proposal{Text: fmt.Sprintf("Here: site %d", at), Add: at})
		}
		by("At random", byChance(rand.New(rand.NewPCG(uint64(c.seed), uint64(2+len(drilled))))))
		by("Largest f", byZinc)
		by("Largest deviation", byDeviation)
		for _, i := range left {
			p.Choosable = append(p.Choosable, i+1)
		}
		slices.Sort(p.Choosable)
	}
	c.mark(&land, left, drilled, at)
	if at > 0 {
		p.Datum = c.datum(s, left, drilled, at-1)
	}
	p.Columns = [][]plots.Panel{{panel("drill-map", map[string]string{"zinc": "What the holes say: f", "deviation": "How far f may be off: ±"}[colour], land)}, {c.errors(path, rivals)}}
	xs, ys := columns(meuse().X)
	number := func(sites []int) []float64 {
		v := make([]float64, len(sites))
		for i, s := range sites {
			v[i] = float64(s + 1)
		}
		return v
	}
	last := make([]float64, len(c.random))
	for i, path := range c.random {
		last[i] = path[more]
	}
	p.Series = []course.Series{
		course.Table("start", "site", number(c.start)),
		course.Table("sites", "site", number(left)),
		course.Table("judges", "site", number(c.judges)),
		course.Table("drilled", "site", number(drilled)),
		course.Table("path", "error", path),
		course.Table("samples", "x y log_zinc", xs, ys, meuse().Y),
		course.Table("random", "error", last),
	}
	p.Code = programs.Code("drill", f, course.Values{"X": xs, "Y": ys, "Zinc": data.Meuse().Y, "Start": number(c.start), "Judges": number(c.judges), "Drilled": number(drilled), "Parameters": []string{"bandwidth"}, "Noise": c.noise})
	return p, nil
}

// shows reports whether a choice of rivals has that one.
func shows(rivals, one string) bool { return rivals == one || rivals == "all" }

// median is that of the errors of the random tens.
func (c *campaign) median() float64 {
	last := make([]float64, len(c.random))
	for i, path := range c.random {
		last[i] = path[more]
	}
	return engine.Median(last)
}

// land is the map after some holes.
func (c *campaign) land(drilled []int, colour string) (plots.GeoMap, error) {
	var d engine.Dataset
	for _, i := range drilled {
		d.X, d.Y = append(d.X, meuse().X[i]), append(d.Y, meuse().Y[i])
	}
	d, centre := centred(d)
	p, err := engine.GaussianProcess(c.kernel, d, c.noise/float64(d.Len()))
	if err != nil {
		return plots.GeoMap{}, err
	}
	mean, sd, err := p.Predict(meuse().nodes)
	if err != nil {
		return plots.GeoMap{}, err
	}
	if colour == "deviation" {
		return meuse().devMap(sd), nil
	}
	for i := range mean {
		mean[i] += centre
	}
	return meuse().zincMap(mean), nil
}

// mark puts the holes and the sites on the map.
func (c *campaign) mark(v *plots.GeoMap, left, drilled []int, at int) {
	class := func(name string, sites []int, color plots.Token, shape plots.Shape, size float64) plots.Class {
		k := plots.Class{Name: name, Index: slices.Clone(sites), Color: color, Shape: shape, Size: size}
		for _, i := range sites {
			k.Points = append(k.Points, meuse().at(i))
		}
		return k
	}
	v.Classes = []plots.Class{
		class("the first 20 holes", c.start, plots.Ink, plots.Square, 7),
		class("sites", left, plots.Accent, plots.Disc, 5.5),
	}
	for n, i := range drilled {
		x := meuse().at(i)
		v.Markers = append(v.Markers, plots.Marker{X: x.X, Y: x.Y, Name: fmt.Sprint(n + 1), Color: plots.Yours, Shape: plots.Diamond})
	}
	if at > 0 && !slices.Contains(c.judges, at-1) {
		x := meuse().at(at - 1)
		v.Markers = append(v.Markers, points.Ring(at-1, x.X, x.Y))
	}
}

// datum is what is known of sample i.
func (c *campaign) datum(s *engine.Survey, left, drilled []int, i int) string {
	y := course.Digits(meuse().Y[i])
	switch {
	case slices.Contains(left, i):
		return fmt.Sprintf("Point %d is a site: f is %s there, give or take %s. Click on it, or press Enter, to drill.", i+1, course.Digits(s.Mean(i)), course.Digits(s.Signal()*math.Sqrt(s.Variance(i))))
	case slices.Contains(drilled, i):
		return fmt.Sprintf("Point %d is hole %d of yours: it reads %s.", i+1, slices.Index(drilled, i)+1, y)
	case slices.Contains(c.start, i):
		return fmt.Sprintf("Point %d is one of the first 20 holes: it reads %s.", i+1, y)
	}
	return fmt.Sprintf("Point %d is one of those that judge.", i+1)
}

// errors is the error of the map against the number of holes.
func (c *campaign) errors(path []float64, rivals string) plots.Panel {
	const from = 5
	v := plots.Curves{
		X: plots.Axis{Label: "holes", Min: from, Max: begun + more}, Y: plots.Axis{Label: "error of the map (log₁₀)", Min: 0.15, Max: 0.4},
		VLines: []plots.Mark{{At: begun, Name: "20 holes", Color: plots.Soft, Dash: true}}, Legend: true,
	}
	steps := func(first, n int) []float64 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(first + i)
		}
		return xs
	}
	after := steps(begun, more+1)
	if shows(rivals, "random") {
		b := plots.Band{Name: "middle half of random tens", Xs: after, Color: plots.Ghost}
		median := make([]float64, more+1)
		for t := range more + 1 {
			var at []float64
			for _, path := range c.random {
				at = append(at, path[t])
			}
			b.Lo, b.Hi = append(b.Lo, engine.Quantile(at, 0.25)), append(b.Hi, engine.Quantile(at, 0.75))
			median[t] = engine.Median(at)
		}
		v.Bands = []plots.Band{b}
		v.Lines = append(v.Lines, plots.Line{Name: "random, median", Xs: after, Ys: median, Color: plots.Soft, Width: 2, Class: "random"})
	}
	if shows(rivals, "zinc") {
		v.Lines = append(v.Lines, plots.Line{Name: "f largest", Xs: after, Ys: c.byZinc, Color: plots.Lambda, Width: 2, Dash: true, Class: "zinc"})
	}
	if shows(rivals, "deviation") {
		v.Lines = append(v.Lines, plots.Line{Name: "deviation largest", Xs: after, Ys: c.byDev, Color: plots.Accent, Width: 2, Dots: true, Class: "deviation"})
	}
	yours := append(slices.Clone(c.before[from-1:begun]), path[1:]...)
	v.Lines = append(v.Lines, plots.Line{Name: "yours", Xs: steps(from, len(yours)), Ys: yours, Color: plots.Curve, Width: 2.6, Class: "curve to-draw"})
	return plots.Panel{ID: "drill-error", Title: "Error where nobody drills", Width: course.Half, Height: 420, Plot: v}
}
