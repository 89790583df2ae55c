package featuremaps

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// crash is what the fit opens on.
var crash = points.Offer{Data: "mcycle", N: 15, Seed: 2, Of: []string{"mcycle", "faithful", "sine", "step", "points"}, Edit: "fit-curve"}

// The fit opens on so many readings of the crash, chosen so, with so high a degree.
const openReadings, openDraw, openDegree = 30, 11, 8

func buildBend(f *course.Form) course.Draw {
	load := points.OnLine(f, crash)
	n := f.Int("readings", "readings used", openReadings, 5, 90, course.When("data", "mcycle", "faithful"))
	features := curves.ChoosePowers(f, openDegree)
	seed := f.Int("draw", "which readings", openDraw, 1, 999, course.More, course.When("data", "mcycle", "faithful"))
	real := !f.Control("readings").Off
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("fit-curve", 512), nil
		}
		var unseen engine.Dataset
		if real {
			r, unseen = split(r, n, seed)
		}
		fit := curves.FitPolynomial(r, features(r), 0)
		curve := fit.CurvePanel("fit-curve", 512)
		curve.Lead, curve.Width = true, course.Half
		if plot, ok := curve.Plot.(plots.Curves); ok && real {
			plot.PointsName, plot.Others, plot.OthersName = "used", points.Dots(unseen), "not used"
			curve.Plot = plot
		}
		terms := fit.Terms()
		p := fit.Picture(f, []plots.Panel{curve}, []plots.Panel{termsPanel(fit, "fit-terms", 512, terms)})
		largest := math.NaN()
		if fit.Solution.Err == nil {
			largest = peak(terms...)
			columns := []course.Column{{Name: "x", Values: fit.Grid}}
			for j := range terms {
				columns = append(columns, course.Column{Name: fmt.Sprintf("term_%d", j), Values: terms[j]})
			}
			p.Series = append(p.Series, course.Series{Name: "terms", Columns: columns})
		}
		if real {
			p.Series = append(p.Series, course.Table("unseen", "x y", unseen.Input(0), unseen.Y))
			p.Numbers = slices.Insert(p.Numbers, 1, course.Number{Name: "test_rmse", Label: "test error", Means: "How far the curve misses the readings that were not used: the root of the mean of the misses squared.", Value: unseenRMSE(fit.Powers, fit.Solution.Theta, unseen), Unit: r.YUnit})
			if fit.Solution.Err == nil {
				p.Description += fmt.Sprintf(" On the %d readings that were not used its error is %s.", unseen.Len(), course.Quantity(p.Find("test_rmse"), r.YUnit))
			}
		}
		switch {
		case fit.Solution.Err != nil:
		case len(terms) == 1:
			p.Description += fmt.Sprintf(" Its one term, the constant, is as large as %s, and is the curve.", course.Digits(largest))
		default:
			p.Description += fmt.Sprintf(" Its %s are as large as %s and add up to a curve no larger than %s.", course.Plural(len(terms), "term"), course.Digits(largest), course.Digits(peak(fit.Curve)))
		}
		if i := slices.IndexFunc(p.Numbers, func(n course.Number) bool { return n.Name == "loo_rmse" }); i >= 0 {
			p.Numbers = append(slices.Delete(slices.Clone(p.Numbers), i, i+2), p.Numbers[i:i+2]...) // with its standard error: told of in later lessons
		}
		p.Numbers = append(p.Numbers, course.Number{Name: "largest_term", Label: "largest term |θⱼφⱼ(x)|", Value: largest})
		fifteen := real && n == 15
		if fifteen {
			fifteen = fit.Degree == leastDegree(r, unseen, fit.Powers)
		}
		now := "other data"
		switch {
		case r.Name == "mcycle" && fit.Solution.Err != nil:
			now = "no curve"
		case r.Name == "mcycle":
			now = course.Quantity(p.Find("test_rmse"), r.YUnit) + " with " + course.Plural(n, "reading")
		}
		p.Goals = []course.Goal{
			{Name: "least", At: "readings=15&degree=5", Now: now, Reached: fifteen && r.Name == "mcycle", Text: fmt.Sprintf("Goal reached: at degree %d the error on the other %d readings is %s, the least of all degrees.", fit.Degree, unseen.Len(), course.Quantity(p.Find("test_rmse"), r.YUnit))},
		}
		return p, nil
	}
}

// split uses n readings of r, one from each of n stretches that hold equally many of
// the different x, and leaves the others unseen. What is used has n different x, so
// that a polynomial of degree n − 1 passes through all of it.
func split(r *points.Line, n, seed int) (used *points.Line, unseen engine.Dataset) {
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
	for s := range n {
		low, high := s*all/n, (s+1)*all/n
		at := low + rng.IntN(high-low)
		taken[first[at]+rng.IntN(first[at+1]-first[at])] = true
	}
	part := *r
	part.Data = engine.Dataset{}
	for i, x := range r.Data.X {
		to := &unseen
		if taken[i] {
			to = &part.Data
		}
		to.X, to.Y = append(to.X, x), append(to.Y, r.Data.Y[i])
	}
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
func termsPanel(fit *curves.Polynomial, id string, height float64, terms [][]float64) plots.Panel {
	v := plots.Multiples{Cols: 4}
	small := func(name, note string, ys []float64, color plots.Token, class string) plots.Multiple {
		top := plots.RoundUp(peak(ys))
		line := plots.Line{Xs: fit.Grid, Ys: ys, Color: color, Width: 2, Class: class}
		return plots.Multiple{Name: name, Note: note, X: fit.XAxis(), Y: plots.Axis{Min: -top, Max: top}, Lines: []plots.Line{line}}
	}
	if fit.Solution.Err == nil {
		v.Note = "each on a scale of its own"
		for j, term := range terms {
			v.Parts = append(v.Parts, small(fit.Label(j), "× "+course.Digits(fit.Solution.Theta[j]), term, plots.Accent, "t-theta"))
		}
		sum := small("f", "their sum", fit.Curve, plots.Curve, "t-fit")
		sum.Strong = true
		v.Parts = append(v.Parts, sum)
	}
	return plots.Panel{ID: id, Title: "Its terms: column times θ", Width: course.Half, Height: height, Tall: true, Plot: v}
}

// peak is the largest absolute value in the columns.
func peak(columns ...[]float64) float64 {
	top := 0.0
	for _, c := range columns {
		for _, v := range c {
			top = math.Max(top, math.Abs(v))
		}
	}
	return top
}
