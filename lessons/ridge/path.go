package ridge

import (
	"fmt"
	"math"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// A path is ridge regression at every λ of the slider but 0, where it has
// a solution; elsewhere NaN.
type path struct {
	lambdas, train, unseen, dof, norm []float64
	theta                             [][]float64 // θⱼ at every λ
}

// pathOf follows the fit's λ; it costs O((n + d)d) a λ.
func pathOf(fit *curves.Polynomial) *path {
	p := &path{lambdas: model.Lambdas, theta: make([][]float64, fit.D())}
	nan := func() []float64 {
		v := make([]float64, len(p.lambdas))
		for i := range v {
			v[i] = math.NaN()
		}
		return v
	}
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
		if !math.IsNaN(e) && !math.IsInf(e, 1) && !engine.Agree(e, least, e) {
			return false
		}
	}
	return true
}

// describe says where the error on what was not seen is least.
func (p *path) describe(r *points.Line, best int) string {
	least, where := p.unseen[best], "at every λ"
	for _, e := range p.unseen {
		if math.IsNaN(e) || math.IsInf(e, 1) {
			where = "wherever there is one"
		}
	}
	what := "The " + unseenLabel(r) + " error"
	switch {
	case math.IsNaN(least) || math.IsInf(least, 1):
		return "No λ on the path gives a fit."
	case p.level(best):
		return fmt.Sprintf("%s is %s %s.", what, course.Quantity(least, r.YUnit), where)
	}
	first, last := curves.Tied(p.unseen, best)
	s := fmt.Sprintf("%s is least at λ = %s, where it is %s", what, course.Digits(p.lambdas[best]), course.Quantity(least, r.YUnit))
	if last > first {
		s = fmt.Sprintf("%s is least from λ = %s to λ = %s, where it is %s", what, course.Digits(p.lambdas[first]), course.Digits(p.lambdas[last]), course.Quantity(least, r.YUnit))
	}
	if first == 0 || last == len(p.lambdas)-1 {
		s += ": the path ends there"
	}
	return s + "."
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
	order := make([]int, len(p.theta))
	for j := range order {
		order[j] = j
	}
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
		lines = append(lines, plots.Line{Name: "on " + fit.Label(j), Xs: p.lambdas, Ys: p.theta[j], Color: plots.Categories[place], Width: 2.2, Dash: place%2 == 1, Dots: place == 2})
	}
	return lines
}
