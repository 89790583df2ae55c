package featuremaps

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// crash is what the fit opens on.
var crash = points.Offer{
	Data: "mcycle", N: 15, Seed: 2, Of: []string{"mcycle", "faithful", "sine", "step", "points"}, Edit: "fit-curve",
	Rows: points.MoreRows,
}

// The fit opens on so many readings of the crash, chosen so, with so high a degree.
const openReadings, openDraw, openDegree = 30, 11, 8

// A bend is a polynomial through readings, as the sum of its terms. Of real data some
// readings are used, and the others judge the fit.
type bend struct {
	// What the controls say.
	load    func() *points.Line
	powers  func(*points.Line) curves.Powers
	n, seed int
	chosen  string // how the readings used are
	real    bool

	// What is computed.
	used    *points.Line
	unseen  engine.Dataset
	fit     *curves.Polynomial // nil where there is no point
	terms   [][]float64        // θⱼφⱼ on the grid; none where there is no fit
	largest float64            // absolute value in the terms
	test    float64            // error on what was not used
}

var buildBend = course.Steps(func(f *course.Form) course.Work {
	r := &bend{load: points.OnLine(f, crash)}
	partly := course.When("data", "mcycle", "faithful")
	r.n = f.Int("readings", "readings used", openReadings, 5, 90, partly)
	r.powers = curves.ChoosePowers(f, openDegree)
	r.chosen = f.Choice("chosen", "how they are chosen", atRandom, course.Options(atRandom, "at random",
		byTimes, "times at random, one reading of each", spread, "one from each stretch of time"),
		course.More, partly)
	r.seed = f.Int("draw", "which readings", openDraw, 1, 999, course.More, partly)
	r.real = !f.Control("readings").Off
	return r
})

func (r *bend) Compute(context.Context, *course.Memo) error {
	r.used = r.load()
	if r.used.Data.Len() == 0 {
		return nil
	}
	if r.real {
		r.used, r.unseen = split(r.used, r.chosen, r.n, r.seed)
	}
	powers := r.powers(r.used)
	r.fit = curves.FitPolynomial(r.used, powers, 0)
	r.terms, r.largest = r.fit.Terms(), math.NaN()
	if r.fitted() {
		r.largest = peak(r.terms...)
	}
	if r.real {
		r.test = unseenRMSE(powers, r.fit.Solution.Theta, r.unseen)
	}
	return nil
}

func (r *bend) fitted() bool { return r.fit != nil && r.fit.Solution.Err == nil }

func (r *bend) Show(f *course.Form) *course.Picture {
	if r.fit == nil {
		return r.used.Blank("fit-curve", 512)
	}
	p := r.fit.Picture(f, []plots.Panel{r.curve()}, []plots.Panel{r.termsPanel()})
	p.Series = append(p.Series, r.series()...)
	p.Numbers = r.numbers(p.Numbers)
	p.Says = append(p.Says, r.says()...)
	p.Goals = []course.Goal{r.goal()}
	return p
}

// curve is the fit over the readings.
func (r *bend) curve() plots.Panel {
	panel := r.fit.CurvePanel("fit-curve", 512)
	panel.Lead, panel.Width = true, course.Half
	if plot, ok := panel.Plot.(plots.Curves); ok && r.real {
		plot.PointsName, plot.Others, plot.OthersName = "used", points.Dots(r.unseen), "not used"
		panel.Plot = plot
	}
	return panel
}

func (r *bend) series() (all []course.Series) {
	if r.fitted() {
		columns := []course.Column{{Name: "x", Values: r.fit.Grid}}
		for j, term := range r.terms {
			columns = append(columns, course.Column{Name: fmt.Sprintf("term_%d", j), Values: term})
		}
		all = append(all, course.Series{Name: "terms", Columns: columns})
	}
	if r.real {
		all = append(all, course.Table("unseen", "x y", r.unseen.Input(0), r.unseen.Y))
	}
	return all
}

// numbers are those of the fit with the test error of real data and the largest term. What
// later lessons tell of, the leave-one-out error and its standard error, stands behind.
func (r *bend) numbers(ofFit []course.Number) (open []course.Number) {
	var later []course.Number
	for i, n := range ofFit {
		if n.Name == "loo_rmse" || n.Name == "loo_standard_error" {
			later = append(later, n)
			continue
		}
		open = append(open, n)
		if i == 0 && r.real {
			open = append(open, course.Number{Name: "test_rmse", Label: "test error",
				Means: "How far the curve misses the readings that were not used: " +
					"the root of the mean of the misses squared.", Value: r.test, Unit: r.used.YUnit})
		}
	}
	return append(append(open, later...),
		course.Number{Name: "largest_term", Label: "largest term |θⱼφⱼ(x)|", Value: r.largest})
}

// What the picture shows, after the fit.
const (
	saysTerm  = "Its one term, the constant, has the size {largest_term} and is the whole curve."
	saysTerms = "Its {terms} are as large as {largest_term} and add up to a curve no larger than {curve}."
)

func (r *bend) says() []course.Said {
	if !r.fitted() {
		return nil
	}
	if len(r.terms) == 1 {
		return []course.Said{course.Say(saysTerm, r.largest)}
	}
	terms := course.Some{N: len(r.terms), Noun: "term"}
	return []course.Said{course.Say(saysTerms, terms, r.largest, peak(r.fit.Curve))}
}

func (r *bend) goal() course.Goal {
	test := course.Quantity(r.test, r.used.YUnit)
	g := course.Goal{Name: "least", At: "readings=15&degree=3&chosen=spread", Now: test, But: r.used.Unless("mcycle"),
		Hidden: &course.Hidden{Number: "test_rmse", Below: fewError, Of: hiddenChoices, Unit: "g",
			Tuned: "readings=15&degree=5&chosen=spread"},
		Text: fmt.Sprintf("Here degree %d misses the other %d readings by %s.", r.fit.Degree, r.unseen.Len(), test)}
	switch {
	case !r.fitted():
		g.Now, g.But = "", "with no curve"
	case g.But != "":
		g.Now = ""
	case r.n != fewReadings:
		g.But = "with " + course.Plural(r.n, "reading")
	case r.chosen != spread:
		g.But = "with readings at random"
	default:
		g.Reached = true
	}
	return g
}

// How the readings that are used are chosen: any n of them; any n of the different x, and one
// reading of each; one from each of n stretches that hold equally many of the different x. Only
// by the last two have they n different x, so that a polynomial of degree n − 1 passes through all.
const atRandom, byTimes, spread = "readings", "times", "spread"

// split uses n readings of r, and leaves the others unseen.
func split(r *points.Line, chosen string, n, seed int) (used *points.Line, unseen engine.Dataset) {
	rng := rand.New(rand.NewPCG(uint64(seed), 15))
	var first []int // the readings, in order of x, at which a new x begins
	for i := range r.Data.X {
		if i == 0 || r.Data.X[i][0] != r.Data.X[i-1][0] {
			first = append(first, i)
		}
	}
	all := len(first)
	first = append(first, r.Data.Len())
	taken := map[int]bool{}
	take := func(at int) { taken[first[at]+rng.IntN(first[at+1]-first[at])] = true }
	switch chosen {
	case atRandom:
		for _, i := range rng.Perm(r.Data.Len())[:n] {
			taken[i] = true
		}
	case byTimes:
		for _, at := range rng.Perm(all)[:n] {
			take(at)
		}
	default:
		for s := range n {
			low, high := s*all/n, (s+1)*all/n
			take(low + rng.IntN(high-low))
		}
	}
	part := *r
	part.Data, unseen = r.Data.Divide(func(i int) bool { return taken[i] })
	return &part, unseen
}

// unseenRMSE is the root mean square error on readings that a fit was not made from;
// NaN where there is no fit.
func unseenRMSE(p curves.Powers, theta []float64, d engine.Dataset) float64 {
	if theta == nil {
		return math.NaN()
	}
	Phi := p.Matrix(d.Input(0))
	squares := 0.0
	for i, y := range d.Y {
		e := y
		for j, t := range theta {
			e -= t * Phi.At(i, j)
		}
		squares += e * e
	}
	return math.Sqrt(squares / float64(d.Len()))
}

// degreeError is the error on what was not used of least squares of that degree on what
// was; NaN where least squares has no single answer.
func degreeError(used *points.Line, unseen engine.Dataset, p curves.Powers, degree int) float64 {
	p.Degree = degree
	theta, err := engine.RidgeQR(p.Matrix(used.Data.Input(0)), used.Data.Y, 0)
	if err != nil {
		return math.NaN()
	}
	return unseenRMSE(p, theta, unseen)
}

// leastDegree is the degree of the least error on what was not used.
func leastDegree(used *points.Line, unseen engine.Dataset, p curves.Powers) int {
	best, least := 0, math.Inf(1)
	for degree := range curves.MaxDegree + 1 {
		if e := degreeError(used, unseen, p, degree); e < least {
			best, least = degree, e
		}
	}
	return best
}

// termsPanel is θⱼφⱼ for every j, each in a picture of its own, and their sum f.
func (r *bend) termsPanel() plots.Panel {
	v := plots.Multiples{Cols: 4}
	small := func(name, note string, ys []float64, color plots.Token, class string) plots.Multiple {
		top := plots.RoundUp(peak(ys))
		line := plots.Line{Xs: r.fit.Grid, Ys: ys, Color: color, Width: 2, Class: class}
		return plots.Multiple{Name: name, Note: note, X: r.fit.XAxis(), Y: plots.Axis{Min: -top, Max: top},
			Lines: []plots.Line{line}}
	}
	if r.fitted() {
		v.Note = "each on a scale of its own"
		for j, term := range r.terms {
			times := "× " + course.Digits(r.fit.Solution.Theta[j])
			v.Parts = append(v.Parts, small(r.fit.Label(j), times, term, plots.Accent, "t-theta"))
		}
		sum := small("f", "their sum", r.fit.Curve, plots.Curve, "t-fit")
		sum.Strong = true
		v.Parts = append(v.Parts, sum)
	}
	return plots.Panel{ID: "fit-terms", Title: "Its terms: column times θ", Width: course.Half, Height: 512, Tall: true,
		Plot: v}
}

// peak is the largest absolute value in the columns.
func peak(columns ...[]float64) float64 {
	return floats.Norm(slices.Concat(columns...), math.Inf(1))
}
