package ridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

// A priceList is a polynomial at every λ: its coefficients, errors and degrees of freedom.
type priceList struct {
	// What the controls say.
	polynomial
	written func(n int) []float64 // every λ in the convention chosen
	lambda  float64               // so too
	shown   bool                  // the errors are

	// What is computed.
	fit  *curves.Polynomial
	path *path
	best int // place of the least error on what was not seen
}

var buildPath = course.Steps(func(f *course.Form) course.Work {
	r := &priceList{polynomial: choosePolynomial(f, tooLow, "")}
	r.shown = f.Choice("errors", "errors", "hidden", course.Options("hidden", "not yet", "shown", "shown"),
		course.Leads) == "shown"
	r.written = func(n int) []float64 { return model.WrittenAll(f, model.Lambdas, n) }
	r.lambda = f.Control("lambda").Number()
	return r
})

func (r *priceList) Compute(ctx context.Context, _ *course.Memo) error {
	n := r.load().Data.Len()
	if n == 0 {
		return nil
	}
	if r.fit = r.polynomial.fit(); course.Judged(ctx) {
		return nil
	}
	r.path = pathOf(r.fit)
	r.path.lambdas = r.written(n)
	r.best = r.path.best()
	return nil
}

func (r *priceList) Show(f *course.Form) *course.Picture {
	if r.fit == nil {
		return r.load().Blank("path-theta", 300)
	}
	if r.path == nil {
		return judged(r.fit)
	}
	p := r.fit.Picture(f, []plots.Panel{r.coefficients()}, []plots.Panel{r.errors(), r.freedom()})
	p.Series = append(p.Series, r.series())
	p.Goals = r.goals()
	if r.shown {
		p.Numbers = append(p.Numbers, r.numbers()...)
		p.Code = r.fit.Code(f, unseenName(r.fit.Line), model.Lambdas...)
		p.Says = append(p.Says, r.saysLeast()...)
	}
	return p
}

// against draws lines against λ.
func (r *priceList) against(y plots.Axis, lines ...plots.Line) plots.Paths {
	x := plots.Axis{Label: "λ", Min: r.path.lambdas[0], Max: r.path.lambdas[len(r.path.lambdas)-1], Log: true}
	return plots.Paths{X: x, Y: y, Lines: lines, At: r.lambda, AtName: "λ", Class: "t-lambda"}
}

func (r *priceList) coefficients() plots.Panel {
	plot := r.against(r.path.coefficientAxis(r.best), r.path.coefficientLines(r.fit, r.best)...)
	return plots.Panel{ID: "path-theta", Title: "The coefficients against λ", Width: course.Half, Height: 460,
		Plot: plot}
}

func (r *priceList) errors() plots.Panel {
	title, lines := "Both errors: your guess?", []plots.Line(nil)
	if r.shown {
		title, lines = "Both errors against λ", errorLines(r.fit.Line, r.path.lambdas, r.path.train, r.path.unseen)
	}
	return plots.Panel{ID: "path-error", Title: title, Width: course.Half, Height: 230,
		Plot: r.against(errorAxis(r.fit.Line), lines...)}
}

func (r *priceList) freedom() plots.Panel {
	y := plots.Axis{Label: "degrees of freedom", Min: 0, Max: float64(r.fit.D() + 1)}
	line := plots.Line{Name: "degrees of freedom", Xs: r.path.lambdas, Ys: r.path.dof, Color: plots.Curve, Width: 2.6,
		Class: "heard"}
	return plots.Panel{ID: "path-dof", Title: "Degrees of freedom against λ", Width: course.Half, Height: 230,
		Plot: r.against(y, line)}
}

func (r *priceList) numbers() []course.Number {
	bestLambda, label := r.path.lambdas[r.best], unseenLabel(r.fit.Line)
	if r.path.level(r.best) {
		bestLambda = math.NaN() // no λ is the best
	}
	return []course.Number{
		{Name: "best_lambda", Label: "λ of the least " + label + " error here", Value: bestLambda},
		{Name: "best_" + unseenName(r.fit.Line), Label: "the least " + label + " error", Value: r.path.unseen[r.best],
			Unit: r.fit.YUnit},
	}
}

func (r *priceList) series() course.Series {
	p := r.path
	if !r.shown {
		return course.Table("path", "lambda degrees_of_freedom norm", p.lambdas, p.dof, p.norm)
	}
	return course.Table("path", "lambda train_rmse "+unseenName(r.fit.Line)+" degrees_of_freedom norm",
		p.lambdas, p.train, p.unseen, p.dof, p.norm)
}

// here is the error on what was not seen at this λ.
func (r *priceList) here() float64 {
	if r.fit.Truth == nil {
		return r.fit.Solution.LOORMSE
	}
	return r.fit.TestRMSE()
}

func (r *priceList) goals() []course.Goal {
	here := course.Quantity(r.here(), r.fit.YUnit)
	twelve, dof := r.fit.Solution.Err == nil && r.fit.Degree == 12, r.fit.Solution.DegreesOfFreedom
	line := r.fit.Line
	sine := twelve && line.Name == "sine" && line.Data.Len() == 15 && line.Noise >= 0.2
	valley := course.Goal{
		Name: "valley", At: "errors=shown&lambda=0.00316", Reached: r.shown && sine,
		Hidden: &course.Hidden{Number: "test_rmse", Below: hiddenError, Of: hiddenSines, Need: valleyNeed,
			Tuned: "errors=shown&lambda=0.000282"},
		Text: fmt.Sprintf("Here it is %s, and the least of all λ is %s.", here,
			course.Quantity(r.path.unseen[r.best], line.YUnit)),
	}
	if r.shown && line.Truth != nil {
		valley.Now = here
	}
	switch {
	case !r.shown:
		valley.But = "with the errors hidden"
	case !twelve:
		valley.But = "not at degree 12"
	case !sine:
		valley.But = "with other data"
	}
	return []course.Goal{valley, {
		Name: "six", At: "lambda=0.001", Reached: twelve && math.Abs(dof-6) <= 0.25,
		Text: fmt.Sprintf("Thirteen coefficients, and %s degrees of freedom.", course.Digits(dof)),
	}}
}

// What the picture shows, after the fit, where the errors are shown.
const (
	saysNoPath = "No λ on the path gives a fit."
	saysLevel  = "The {unseen} error is {least} {where}."
	saysEnds   = "The {unseen} error is least where the path ends."
)

// saysLeast says of the least error on what was not seen what its number and its λ do not.
func (r *priceList) saysLeast() []course.Said {
	p, what, where := r.path, unseenLabel(r.fit.Line), "at every λ"
	if slices.ContainsFunc(p.unseen, noNumber) {
		where = "wherever there is one"
	}
	least := course.Measure{Value: p.unseen[r.best], Unit: r.fit.YUnit}
	switch {
	case noNumber(least.Value):
		return []course.Said{course.Say(saysNoPath)}
	case p.level(r.best):
		return []course.Said{course.Say(saysLevel, what, least, where)}
	}
	first, last := curves.Tied(p.unseen, r.best)
	if first == 0 || last == len(p.lambdas)-1 {
		return []course.Said{course.Say(saysEnds, what)}
	}
	return nil
}

// noNumber reports whether there is no error, for want of a fit.
func noNumber(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 1) }

// A path is ridge regression at every λ of the slider but 0, where it has
// a solution; elsewhere NaN.
type path struct {
	lambdas, train, unseen, dof, norm []float64
	theta                             [][]float64 // θⱼ at every λ
}

// pathOf follows the fit's λ; it costs O((n + d)d) a λ.
func pathOf(fit *curves.Polynomial) *path {
	p := &path{lambdas: model.Lambdas, theta: make([][]float64, fit.D())}
	nan := func() []float64 { return slices.Repeat([]float64{math.NaN()}, len(p.lambdas)) }
	p.train, p.unseen, p.dof, p.norm = nan(), nan(), nan(), nan()
	for j := range p.theta {
		p.theta[j] = nan()
	}
	if fit.Spectrum == nil {
		return p
	}
	for i, at := range fit.Spectrum.Path(fit.Data.Y, p.lambdas) {
		if at.Err != nil {
			continue
		}
		p.train[i], p.dof[i], p.norm[i] = at.TrainRMSE, at.DegreesOfFreedom, at.Norm
		p.unseen[i] = unseenError(fit.Line, at, fit.Features)
		for j, theta := range at.Theta {
			p.theta[j][i] = theta
		}
	}
	return p
}

// best is the place of the least error on what was not seen, the last where there
// is none.
func (p *path) best() int {
	best, least := len(p.lambdas)-1, math.Inf(1)
	for i, e := range p.unseen {
		if e < least {
			best, least = i, e
		}
	}
	return best
}

// level reports whether the error on what was not seen is the same at every λ that has one,
// so that no λ is the best; where none has one, too.
func (p *path) level(best int) bool {
	least := p.unseen[best]
	for _, e := range p.unseen {
		if !noNumber(e) && !engine.Agree(e, least, e) {
			return false
		}
	}
	return true
}

// coefficientAxis holds every coefficient of the path. Where λ is small they run off by
// powers of ten, so it is logarithmic but for what is small at the best λ.
func (p *path) coefficientAxis(best int) plots.Axis {
	most := 0.0
	for _, theta := range p.theta {
		if v := math.Abs(theta[best]); v > most { // NaN is not
			most = v
		}
	}
	return plots.Symmetric("coefficient θⱼ", plots.RoundUp(most/10), slices.Concat(p.theta...)...)
}

// coefficientLines are the paths of the θⱼ, those named that are greatest at the
// best λ.
func (p *path) coefficientLines(fit *curves.Polynomial, best int) []plots.Line {
	const named = 4
	order := course.Indices(len(p.theta))
	slices.SortStableFunc(order, func(a, b int) int {
		u, v := math.Abs(p.theta[a][best]), math.Abs(p.theta[b][best])
		switch {
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return 0
	})
	var lines []plots.Line
	for _, j := range slices.Backward(order[min(named, len(order)):]) {
		lines = append(lines, plots.Line{Xs: p.lambdas, Ys: p.theta[j], Color: plots.Ghost, Width: 1.2})
	}
	for place, j := range order[:min(named, len(order))] {
		lines = append(lines, plots.Line{Name: "on " + fit.Label(j), Xs: p.lambdas, Ys: p.theta[j],
			Color: plots.Categories[place], Width: 2.2, Dash: place%2 == 1, Dots: place == 2})
	}
	return lines
}
