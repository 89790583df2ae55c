package gold

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

const (
	begun  = 20 // holes to begin with
	more   = 10 // that can be paid for
	judged = 55 // samples that nobody drills
	tens   = 60 // random choices of ten to compare with

	hookSeed = 26
)

// The figure drill: twenty samples are drilled, the reader chooses up to ten more of
// those that may be, and the rest judge the map.
type drill struct {
	// What the controls say.
	asked          []int // sites in order, from 1
	colour, rivals string
	of             campaignOf
	at             int // the sample pointed at, from 1

	// What is computed.
	*campaign
	survey           *engine.Survey // after all holes
	drilled, left    []int          // sites that are, in order, and are not
	refused          []int          // asked for, from 1, and no sites
	path             []float64      // the error of the map after 20 holes, and after each more
	expected, spread float64        // of the last hole before it was drilled, and its deviation
	mean, deviation  []float64      // over the land
}

var buildDrill = course.Steps(func(f *course.Form) course.Work {
	r := &drill{}
	r.asked = f.Sequence("holes", "sites drilled, in order", meuse().Len(), more, course.More)
	r.colour = f.Choice("colour", "colour", "zinc",
		course.Options("zinc", "what f says", "deviation", "how far f may be off"))
	r.rivals = f.Choice("rivals", "compare with", "none", course.Options(
		"none", "nobody",
		"random", "ten at random",
		"zinc", "ten where f is largest",
		"deviation", "ten where the deviation is largest",
		"distance", "ten farthest from every hole",
		"all", "all four",
	))
	r.of.seed = f.Int("seed", "which twenty", hookSeed, 1, 99, course.More)
	learned := f.Choice("learned", "ℓ and λ", "start",
		course.Options("start", "learned from the first twenty holes", "hand", "set by hand"), course.More)
	byHand := course.When("learned", "hand")
	r.of.family, r.of.ell = chosenFamily(f, course.More, byHand)
	r.of.noise = begun * f.LogFloat("lambda", "λ of 20 holes", drillLambda, 1e-6, 1, course.More, byHand,
		course.Term("lambda"))
	if learned == "start" {
		r.of.ell, r.of.noise = 0, 0
	}
	r.at = points.PointedAt(f, meuse().Len(), course.Shows("what the map says of it"))
	return r
})

// Compute drills the holes that were asked for, and predicts the land from them.
func (r *drill) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if r.of.tens = tens; course.Redrawn(ctx) {
		r.of.tens = 1 // which the claims are about
	}
	if r.campaign, err = course.Remember(ctx, memo, r.of); err != nil {
		return err
	}
	r.survey, r.left = r.begin.Clone(), slices.Clone(r.all)
	r.path, r.drilled, r.refused = []float64{r.error(r.survey)}, nil, nil
	for _, site := range r.asked {
		i := site - 1
		if !slices.Contains(r.left, i) {
			r.refused = append(r.refused, site)
			continue
		}
		r.expected, r.spread = r.survey.Mean(i), r.survey.Signal()*math.Sqrt(r.survey.Variance(i)+r.noise)
		r.left = slices.DeleteFunc(r.left, func(j int) bool { return j == i })
		r.measure(r.survey, i)
		r.drilled, r.path = append(r.drilled, i), append(r.path, r.error(r.survey))
	}
	r.mean, r.deviation, err = r.predict(r.holes())
	return err
}

// holes are all that are drilled, the first twenty first.
func (r *drill) holes() []int { return slices.Concat(r.start, r.drilled) }

// now is the error of the map, and full whether all holes are drilled.
func (r *drill) now() float64 { return r.path[len(r.path)-1] }
func (r *drill) full() bool   { return len(r.drilled) == more }

// A campaign is a random choice of which samples are drilled first, which may be drilled
// and which judge, and the errors that each rule of drilling comes to.
type campaign struct {
	seed               int
	kernel             engine.Kernel
	ell, noise         float64 // ℓ and nλ
	K                  *mat.SymDense
	judges, start, all []int          // numbers of samples, from 0: those that judge, those drilled, the sites
	before             []float64      // the error after each of the first holes
	begin              *engine.Survey // after those
	random             [][]float64    // the error of each random ten after 0, 1, …, 10 holes
	byZinc, byDev      []float64      // of the rules
	byDist             []float64
}

type campaignOf struct {
	seed       int
	family     string  // of kernels
	ell, noise float64 // ℓ and nλ; 0 where they are learned from the first twenty
	tens       int     // at random
}

// Compute drills by every rule, and returns the bytes of that.
func (of campaignOf) Compute(context.Context, *course.Memo) (*campaign, int, error) {
	c := newCampaign(of)
	c.compare(of.tens)
	n := meuse().Len()
	return c, 8 * (n*n + (begun+12)*n + (of.tens+8)*(more+4)), nil
}

func newCampaign(of campaignOf) *campaign {
	order := rand.New(rand.NewPCG(uint64(of.seed), 0)).Perm(meuse().Len())
	c := &campaign{
		seed: of.seed, ell: of.ell, noise: of.noise,
		judges: order[:judged], start: order[judged : judged+begun], all: order[judged+begun:],
	}
	kernel := familyOf(of.family)
	if c.noise == 0 {
		c.ell, c.noise = likeliest(c.start, kernel)
	}
	c.kernel = kernel(c.ell)
	c.K = engine.Gram(c.kernel, meuse().X)
	c.begin = engine.NewSurvey(c.K, c.noise)
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
func byDistance(c *campaign) rule {
	drilled := slices.Clone(c.start)
	return func(_ *engine.Survey, left []int) int {
		next := farthest(drilled, left)
		drilled = append(drilled, next)
		return next
	}
}

// farthest is the site whose nearest hole is farthest away.
func farthest(drilled, left []int) int {
	return greatest(left, func(i int) float64 {
		nearest := math.Inf(1)
		for _, j := range drilled {
			nearest = math.Min(nearest, engine.Euclidean.Distance(meuse().X[i], meuse().X[j]))
		}
		return nearest
	})
}

// nearer claims that ten holes by one rule leave a map that misses by less than ten by another.
func nearer(name, says string, one, other func(*campaign) float64) course.Claim {
	return course.Claim{Name: name, Says: says, Holds: func(p *course.Picture) many.Outcome {
		c := p.Result.(*drill).campaign
		return many.Less(one(c), other(c))
	}}
}

// afterBy is the error after ten holes by a rule.
func afterBy(of func(c *campaign) rule) func(*campaign) float64 {
	return func(c *campaign) float64 {
		_, path := c.follow(of(c))
		return path[more]
	}
}

// What the figure is asked over choices of the first twenty; one ten is at random in each.
var drillClaims = func() []course.Claim {
	deviation := func(c *campaign) float64 { return c.byDev[more] }
	distance := func(c *campaign) float64 { return c.byDist[more] }
	zinc := func(c *campaign) float64 { return c.byZinc[more] }
	random := func(c *campaign) float64 { return c.random[0][more] }
	return []course.Claim{
		nearer("deviation-random", "Ten where the deviation is largest leave a smaller error than ten at random",
			deviation, random),
		nearer("deviation-zinc", "They leave a smaller error than ten where f is largest", deviation, zinc),
		nearer("deviation-distance", "They leave a smaller error than ten that are each farthest from every hole",
			deviation, distance),
		nearer("zinc-random", "Ten where f is largest leave a smaller error than ten at random", zinc, random),
		nearer("both-random", "Ten where f plus five deviations is largest leave a smaller error than ten at random",
			afterBy(func(*campaign) rule { return byBoth }), random),
	}
}()

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
	_, c.byDist = c.follow(byDistance(c))
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

func (r *drill) Show(f *course.Form) *course.Picture {
	for _, site := range r.refused {
		f.Remark("holes", "%d is no site that can be drilled here, and is left out.", site)
	}
	xs, ys := columns(meuse().X)
	p := &course.Picture{
		Columns:     [][]plots.Panel{{r.land()}, {r.errors()}},
		Numbers:     r.numbers(),
		Says:        r.says(),
		SaysOfDatum: r.saysOfDatum(),
		Goals:       []course.Goal{r.goal()},
		Proposals:   r.proposals(),
		Choosable:   r.choosable(),
		Series: []course.Series{
			course.Table("start", "site", numbered(r.start)),
			course.Table("sites", "site", numbered(r.left)),
			course.Table("judges", "site", numbered(r.judges)),
			course.Table("drilled", "site", numbered(r.drilled)),
			course.Table("path", "error", r.path),
			course.Table("samples", "x y log_zinc", xs, ys, meuse().Y),
			course.Table("random", "error", r.after(more)),
		},
		Code: programs.Code("drill", f, course.Values{
			"X": xs, "Y": ys, "Zinc": data.Meuse().Y, "Parameters": []string{"bandwidth"}, "Noise": r.noise,
			"Learned": r.of.noise == 0, "Widths": learnedWidths, "Noises": learnedNoises,
			"Start": numbered(r.start), "Judges": numbered(r.judges), "Drilled": numbered(r.drilled),
		}),
	}
	if r.shows("deviation") {
		error := slices.Concat(r.before[firstDrawn-1:begun], r.byDev[1:])
		holes := course.Counting(firstDrawn, len(error))
		p.Series = append(p.Series, course.Table("by_deviation", "holes error", holes, error))
	}
	return p
}

// firstDrawn is from how many holes on the error of the map is drawn.
const firstDrawn = 5

// numbered are samples by their numbers, from 1.
func numbered(samples []int) []float64 {
	v := make([]float64, len(samples))
	for i, s := range samples {
		v[i] = float64(s + 1)
	}
	return v
}

func (r *drill) numbers() []course.Number {
	richest := 0.0
	for _, i := range r.holes() {
		richest = math.Max(richest, meuse().Y[i])
	}
	numbers := []course.Number{
		{Name: "error", Label: "error of the map", Value: r.now(),
			Means: fmt.Sprintf("By how much, in log₁₀ of mg/kg, the map misses the %d samples that nobody drills "+
				"and that are not shown; the root of the mean square.", judged)},
		{Name: "richest", Label: "richest hole", Unit: "mg/kg", Whole: true, Value: math.Round(math.Pow(10, richest)),
			Means: "The most zinc in any hole drilled so far."},
		{Name: "holes", Label: "holes more", Value: float64(len(r.drilled)), Whole: true,
			Means: "How many of the ten are drilled."},
		{Name: "begun", Label: "error after 20 holes", Value: r.path[0]},
		{Name: "greatest_deviation", Label: "greatest deviation of f at a site",
			Value: r.survey.Signal() * math.Sqrt(r.survey.Variance(byDeviation(r.survey, r.left)))},
		{Name: "width", Label: "ℓ of the map", Value: r.ell, Unit: "km"},
		{Name: "noise", Label: "nλ of the map", Value: r.noise},
	}
	for _, n := range []course.Number{
		{Name: "random", Label: "median error of ten at random", Value: engine.Median(r.after(more))},
		{Name: "zinc", Label: "error of ten where f is largest", Value: r.byZinc[more]},
		{Name: "deviation", Label: "error of ten where the deviation is largest", Value: r.byDev[more]},
		{Name: "distance", Label: "error of ten farthest from every hole", Value: r.byDist[more]},
	} {
		if r.shows(n.Name) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

const (
	saysBegun = "After 20 holes the map misses {judges} samples that nobody drills by {error}."
	saysAfter = "After 20 holes and {holes} more the map misses {judges} samples that nobody drills by {error}; " +
		"after 20 it was {begun}."
	saysLearned = "ℓ = {width} km and nλ = {noise} are the likeliest for the first 20 holes, of {pairs} pairs tried."
	saysLast    = "The last hole, site {site}, reads {reading}, and the map had said {expected}, give or take {spread}."
	saysTens    = "Of {tens} random tens {are_better} better."
	saysSite    = "Point {at} is a site: f is {f} there, give or take {spread}. Click on it, or press Enter, to drill."
	saysHole    = "Point {at} is hole {hole} of yours: it reads {reading}."
	saysFirst   = "Point {at} is one of the first 20 holes: it reads {reading}."
	saysJudge   = "Point {at} is one of those that judge."
)

func (r *drill) says() []course.Said {
	n := len(r.drilled)
	says := []course.Said{course.Say(saysBegun, judged, r.now())}
	if n > 0 {
		last := r.drilled[n-1]
		says = []course.Said{
			course.Say(saysAfter, n, judged, r.now(), r.path[0]),
			course.Say(saysLast, last+1, meuse().Y[last], r.expected, r.spread),
		}
	}
	if r.full() {
		says = append(says, course.Say(saysTens, tens, r.areBetter()))
	}
	if r.of.noise == 0 {
		says = append(says, course.Say(saysLearned, r.ell, r.noise, len(learnedWidths)*len(learnedNoises)))
	}
	return says
}

// areBetter says how many random tens are better than those drilled.
func (r *drill) areBetter() string {
	switch n := r.better(r.now()); n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	default:
		return fmt.Sprintf("%d are", n)
	}
}

// saysOfDatum is what is known of the sample pointed at.
func (r *drill) saysOfDatum() []course.Said {
	if r.at == 0 {
		return nil
	}
	i := r.at - 1
	said := course.Say(saysJudge, r.at)
	switch y := meuse().Y[i]; {
	case slices.Contains(r.left, i):
		said = course.Say(saysSite, r.at, r.survey.Mean(i), r.survey.Signal()*math.Sqrt(r.survey.Variance(i)))
	case slices.Contains(r.drilled, i):
		said = course.Say(saysHole, r.at, slices.Index(r.drilled, i)+1, y)
	case slices.Contains(r.start, i):
		said = course.Say(saysFirst, r.at, y)
	}
	return []course.Said{said}
}

// goalBetter is how many random tens may be better for the goal.
const goalBetter = 6

func (r *drill) goal() course.Goal {
	g := course.Goal{Name: "chance", At: "holes=" + goalHoles, Now: fmt.Sprintf("%d of 10 holes", len(r.drilled))}
	if r.full() {
		better := r.better(r.now())
		g.Now, g.Reached = fmt.Sprintf("%d of %d better than yours", better, tens), better <= goalBetter
		g.Text = fmt.Sprintf("Goal reached: of %d random tens %s better.", tens, r.areBetter())
	}
	return g
}

// proposals are the site pointed at, and what each rule would drill next.
func (r *drill) proposals() (all []course.Proposal) {
	if r.full() {
		return nil
	}
	propose := func(name string, site int) {
		all = append(all, course.Proposal{Text: fmt.Sprintf("%s: site %d", name, site+1), Add: site + 1})
	}
	if slices.Contains(r.left, r.at-1) {
		propose("Here", r.at-1)
	}
	chance := byChance(rand.New(rand.NewPCG(uint64(r.seed), uint64(2+len(r.drilled)))))
	propose("At random", chance(r.survey, r.left))
	propose("Largest f", byZinc(r.survey, r.left))
	propose("Largest deviation", byDeviation(r.survey, r.left))
	propose("Farthest", farthest(r.holes(), r.left))
	return all
}

func (r *drill) choosable() (sites []int) {
	if r.full() {
		return nil
	}
	for _, i := range r.left {
		sites = append(sites, i+1)
	}
	slices.Sort(sites)
	return sites
}

// shows reports whether a rule is compared with.
func (r *drill) shows(rule string) bool { return r.rivals == rule || r.rivals == "all" }

// after are the errors of the random tens after so many of their holes.
func (c *campaign) after(holes int) []float64 {
	errors := make([]float64, len(c.random))
	for i, path := range c.random {
		errors[i] = path[holes]
	}
	return errors
}

// predict is f over the land and its deviation, after some holes.
func (c *campaign) predict(holes []int) (mean, deviation []float64, err error) {
	d, centre := centred(meuse().Pick(holes))
	p, err := engine.GaussianProcess(c.kernel, d, c.noise/float64(d.Len()))
	if err != nil {
		return nil, nil, err
	}
	mean, deviation, err = p.Predict(meuse().nodes)
	floats.AddConst(centre, mean)
	return mean, deviation, err
}

// land is the map, with the holes and the sites on it.
func (r *drill) land() plots.Panel {
	title, m := "What the holes say: f", meuse().zincMap(r.mean)
	if r.colour == "deviation" {
		title, m = "How far f may be off: ±", meuse().devMap(r.deviation)
	}
	class := func(name string, sites []int, color plots.Token, shape plots.Shape, size float64) plots.Class {
		k := plots.Class{Name: name, Index: slices.Clone(sites), Color: color, Shape: shape, Size: size}
		for _, i := range sites {
			k.Points = append(k.Points, meuse().at(i))
		}
		return k
	}
	m.Classes = []plots.Class{
		class("the first 20 holes", r.start, plots.Ink, plots.Square, 7),
		class("sites", r.left, plots.Accent, plots.Disc, 5.5),
	}
	for n, i := range r.drilled {
		x := meuse().at(i)
		m.Markers = append(m.Markers, plots.Marker{X: x.X, Y: x.Y, Name: fmt.Sprint(n + 1),
			Color: plots.Yours, Shape: plots.Diamond})
	}
	if i := r.at - 1; i >= 0 && !slices.Contains(r.judges, i) {
		x := meuse().at(i)
		m.Markers = append(m.Markers, points.Ring(i, x.X, x.Y))
	}
	return panel("drill-map", title, m)
}

// errors is the error of the map against the number of holes.
func (r *drill) errors() plots.Panel {
	v := plots.Curves{
		X:      plots.Axis{Label: "holes", Min: firstDrawn, Max: begun + more},
		Y:      plots.Axis{Label: "error of the map (log₁₀)", Min: 0.15, Max: 0.4},
		VLines: []plots.Mark{{At: begun, Name: "20 holes", Color: plots.Soft, Dash: true}}, Legend: true,
	}
	after := course.Counting(begun, more+1)
	if r.shows("random") {
		middle := plots.Band{Name: "middle half of random tens", Xs: after, Color: plots.Ghost}
		median := plots.Line{Name: "random, median", Xs: after, Color: plots.Soft, Width: 2, Class: "random"}
		for t := range more + 1 {
			at := r.after(t)
			middle.Lo, middle.Hi = append(middle.Lo, engine.Quantile(at, 0.25)), append(middle.Hi,
				engine.Quantile(at, 0.75))
			median.Ys = append(median.Ys, engine.Median(at))
		}
		v.Bands, v.Lines = []plots.Band{middle}, []plots.Line{median}
	}
	if r.shows("zinc") {
		v.Lines = append(v.Lines, plots.Line{Name: "f largest", Xs: after, Ys: r.byZinc,
			Color: plots.Lambda, Width: 2, Dash: true, Class: "zinc"})
	}
	if r.shows("deviation") {
		v.Lines = append(v.Lines, plots.Line{Name: "deviation largest", Xs: after, Ys: r.byDev,
			Color: plots.Accent, Width: 2, Dots: true, Class: "deviation"})
	}
	if r.shows("distance") {
		v.Lines = append(v.Lines, plots.Line{Name: "farthest", Xs: after, Ys: r.byDist,
			Color: plots.Bandwidth, Width: 2, Dash: true, Dots: true, Class: "distance"})
	}
	yours := slices.Concat(r.before[firstDrawn-1:begun], r.path[1:])
	v.Lines = append(v.Lines, plots.Line{Name: "yours", Xs: course.Counting(firstDrawn, len(yours)), Ys: yours,
		Color: plots.Curve, Width: 2.6, Class: "curve"})
	v.Points = plots.Points(course.Counting(firstDrawn, len(yours)), yours) // a sketch goes on from dots
	return plots.Panel{ID: "drill-error", Title: "Error where nobody drills", Width: course.Half, Height: 420, Plot: v}
}
