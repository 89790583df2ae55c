package representer

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/data"
	"gramophone/plots"
)

// warm is from which temperature on flights are kept where the cold ones are held back.
const warm = 65.0

// goalNorm is the norm of the bumps that the figure's goal allows, and goalRisk the mean loss.
const goalNorm, goalRisk = 0.1, 0.3

// chosen are the flights that a fit is made from, and those held back.
func chosen(which string) (kept, held engine.Dataset) {
	all := data.Challenger()
	for i, x := range all.X {
		to := &kept
		if which == "warm" && x[0] < warm || which == "seventy" && x[0] != 70 {
			to = &held
		}
		to.X, to.Y = append(to.X, x), append(to.Y, all.Y[i])
	}
	return kept, held
}

func buildSemiparametric(f *course.Form) course.Draw {
	degree := f.Choice("degree", "trend", "-1", course.Options("-1", "none", "0", "a constant", "1", "a line", "2", "degree 2", "3", "degree 3"), course.Leads)
	lambda := f.LogFloat("lambda", "λ", 0.02, 1e-4, 10, course.Term("lambda"))
	flights := f.Choice("flights", "flights", "all", course.Options("all", "all 23", "warm", "those above 65 °F", "seventy", "the four at 70 °F"))
	ell := f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 20, course.Unit("°F"), course.Term("bandwidth"), course.More)
	return func(context.Context, *course.Memo) (*course.Picture, error) {
		v := &semiparametric{flights: flights, degree: int(degree[len(degree)-1] - '0'), lambda: lambda, kernel: engine.Gaussian{Length: ell}}
		if degree == "-1" {
			v.degree = -1
		}
		v.kept, v.held = chosen(flights)
		fit, err := engine.SemiparametricKRR(v.kernel, v.kept, v.degree, lambda)
		if errors.Is(err, engine.ErrSingular) {
			return v.none(), nil
		}
		if err != nil {
			return nil, err
		}
		plain, err := engine.SemiparametricKRR(v.kernel, v.kept, -1, lambda)
		if err != nil {
			return nil, err
		}
		return v.picture(f, fit, plain), nil
	}
}

// A semiparametric fit of damaged rings.
type semiparametric struct {
	flights    string
	degree     int
	lambda     float64
	kernel     engine.Gaussian
	kept, held engine.Dataset
}

// rings is the vertical axis.
func rings() plots.Axis { return plots.Axis{Label: "damaged O-rings", Min: -2, Max: 6} }

func dots(d engine.Dataset) (all []plots.Point) {
	for i, x := range d.X {
		all = append(all, plots.Point{X: x[0], Y: d.Y[i]})
	}
	return all
}

// names of the trends, as a description has them.
var names = map[int]string{-1: "no trend", 0: "a constant", 1: "a line", 2: "a polynomial of degree 2", 3: "a polynomial of degree 3"}

func (v *semiparametric) picture(f *course.Form, fit, plain *engine.Semiparametric) *course.Picture {
	xs := temperatures(v.kernel.Length, v.kept.Input(0)...)
	fs, ps, ts := along(xs, fit), along(xs, plain), along(xs, fit.Trend)
	curve := plots.Curves{X: temperatureAxis(), Y: rings(), Legend: true, Points: dots(v.kept), PointsName: "flights", Note: "some coincide", Others: dots(v.held),
		VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}}}
	if v.held.Len() > 0 {
		curve.OthersName = "held back"
	}
	if v.degree >= 0 {
		curve.Lines = []plots.Line{
			{Name: "without a trend", Xs: xs, Ys: ps, Color: plots.Accent, Width: 1.8, Dash: true, Class: "plain"},
			{Name: "trend", Xs: xs, Ys: ts, Color: plots.Soft, Width: 1.4, Dots: true, Class: "trend"},
		}
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "f", Xs: xs, Ys: fs, Class: "curve t-fit"})
	at, without := fit.Eval([]float64{launch}), plain.Eval([]float64{launch})
	if at >= -2 && at <= 6 {
		curve.Markers = []plots.Marker{{X: launch, Y: at}}
	}
	miss := math.NaN()
	if v.held.Len() > 0 {
		miss = math.Sqrt(engine.MeanSquare(v.held.Y, engine.Evaluate(fit, v.held.X)))
	}
	norm, n := fit.Kernel.Norm(), v.kept.Len()
	if alpha := floats.Norm(fit.Kernel.Alpha, 2); norm*norm <= alpha*alpha*engine.Rounding(n, float64(n)) {
		norm = 0 // αᵀKα, and ‖K‖ is at most n
	}
	risk := engine.MeanSquare(v.kept.Y, fit.Fitted)
	// Ψᵀα: α is orthogonal to every trend.
	var orthogonal, size, total float64
	for j := range fit.Trend.Exponents {
		sum := 0.0
		one := fit.Trend
		one.Beta = make([]float64, len(fit.Trend.Beta))
		one.Beta[j] = 1
		for i, x := range v.kept.X {
			sum += fit.Kernel.Alpha[i] * one.Eval(x)
		}
		orthogonal = math.Max(orthogonal, math.Abs(sum))
	}
	for _, a := range fit.Kernel.Alpha {
		size += math.Abs(a)
	}
	for _, b := range fit.Trend.Beta {
		total += math.Abs(b)
	}
	gap := math.Max(farthest(fit.Fitted, engine.Evaluate(fit, v.kept.X)), orthogonal)
	if size+total > 0 {
		gap /= size + total
	}
	c := engine.Certified(gap, 0, engine.Rounding(n, float64(n)*(1+v.lambda)))
	p := &course.Picture{
		Columns: [][]plots.Panel{{{ID: "semiparametric-f", Title: "The flights and the fit", Width: course.Wide, Height: course.Square, Plot: curve}}},
		Numbers: []course.Number{
			{Name: "at_launch", Label: "f at 31 °F", Means: "How many damaged rings the fit says at the temperature of the launch, far outside the data.", Value: at},
			{Name: "norm", Label: "‖g‖", Means: "The norm of the part made of bumps. The trend costs nothing.", Value: norm},
			{Name: "risk", Label: "mean loss", Means: "The mean of the squared misses at the flights that the fit is made from.", Value: risk},
			{Name: "without", Label: "f at 31 °F without a trend", Means: "What the same fit says there when no trend is free.", Value: without},
			{Name: "miss", Label: "miss at flights held back", Means: "The root of the mean squared miss at flights that the fit has not seen, where some are held back.", Value: miss, Unit: "rings"},
			{Name: "trend", Label: "trend at 31 °F", Value: fit.Trend.Eval([]float64{launch})},
			{Name: "objective", Label: "loss + λ‖g‖²", Value: risk + v.lambda*norm*norm},
			{Name: "sum", Label: "Σ |αᵢ|", Value: size},
		},
		Series: []course.Series{
			course.Table("data", "x y", v.kept.Input(0), v.kept.Y), course.Table("fit", "x f plain trend", xs, fs, ps, ts),
			course.Table("alpha", "alpha fitted", fit.Kernel.Alpha, fit.Fitted),
		},
		Certificate: course.Agreement(c, "f at the flights, added up and by y − nλα,",
			"The first block of the system says f(xᵢ) = yᵢ − nλαᵢ; the second, that α is orthogonal to every trend, Σᵢ αᵢψⱼ(xᵢ) = 0.",
			fmt.Sprintf("Bound: 4nε‖K + nλI‖, at most 4n²ε(1 + λ) = %s with n = %d, of Σ|αᵢ| + Σ|βⱼ| = %s.",
				course.Digits(c.Bound), n, course.Digits(size+total))),
		Description: fmt.Sprintf("With %s, the fit to %d flights says %s rings at 31 °F.", names[v.degree], v.kept.Len(), course.Digits(at)),
		Goals: []course.Goal{{Name: "calm", At: "degree=1&lambda=1", Now: fmt.Sprintf("‖g‖ = %s, mean loss %s", course.Digits(norm), course.Digits(risk)),
			Reached: v.flights == "all" && norm < goalNorm && risk <= goalRisk,
			Text:    fmt.Sprintf("Goal reached. Hardly a bump is left, and the trend says it all: %s rings at 31 °F. It is our choice of trend that speaks there.", course.Digits(at))}},
		Code: programs.Code("semiparametric", f, course.Values{"X": v.kept.Input(0), "Y": v.kept.Y, "Degree": v.degree, "HeldX": v.held.Input(0), "HeldY": append([]float64{}, v.held.Y...), "Rounding": engine.RoundingFactor * engine.Epsilon, "Centre": fit.Trend.Centre[0], "Scale": fit.Trend.Scale[0]}),
	}
	if v.degree >= 0 {
		p.Description += fmt.Sprintf(" Without a trend it says %s.", course.Digits(without))
	}
	if v.held.Len() > 0 {
		p.Description += fmt.Sprintf(" It misses the %d held back by %s.", v.held.Len(), course.Quantity(miss, "rings"))
	}
	return p
}

// none is the picture where the flights do not determine a trend: some of the many that are
// all as good, polynomials through the mean at the one temperature there is.
func (v *semiparametric) none() *course.Picture {
	mean := 0.0
	for _, y := range v.kept.Y {
		mean += y / float64(v.kept.Len())
	}
	at := v.kept.X[0][0]
	curve := plots.Curves{X: temperatureAxis(), Y: rings(), Legend: true, Points: dots(v.kept), PointsName: "flights", Note: "some coincide", Others: dots(v.held), OthersName: "held back",
		VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}}}
	for i, slope := range []float64{-0.08, -0.04, 0, 0.04} {
		line := plots.Line{Xs: []float64{coldest, warmest}, Ys: []float64{mean + slope*(coldest-at), mean + slope*(warmest-at)}, Color: plots.Accent, Dash: true, Width: 1.8, Class: "tied"}
		if i == 0 {
			line.Name = "all as good"
		}
		curve.Lines = append(curve.Lines, line)
	}
	return &course.Picture{
		Columns:     [][]plots.Panel{{{ID: "semiparametric-f", Title: "Four flights, and any number of lines", Width: course.Wide, Height: course.Square, Plot: curve}}},
		Message:     "All four flights were at 70 °F. What turns about that place changes no value there and costs nothing, so the trend is not determined: the rank condition fails.",
		Description: fmt.Sprintf("%d flights at one temperature, and %s is not determined.", v.kept.Len(), names[v.degree]),
		Goals:       []course.Goal{{Name: "calm", Now: "no trend is determined"}},
	}
}
