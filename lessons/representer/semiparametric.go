package representer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// warm is from which temperature on flights are kept where the cold ones are held back.
const warm = 65.0

// goalNorm is the norm of the bumps that the figure's goal allows, and goalRisk the mean loss.
const goalNorm, goalRisk = 0.1, 0.3

// chosen are the flights that a fit is made from, and those held back.
func chosen(which string) (kept, held engine.Dataset) {
	all := data.Challenger()
	return all.Divide(func(i int) bool {
		x := all.X[i][0]
		return !(which == "warm" && x < warm || which == "seventy" && x != 70)
	})
}

// A semiparametric is a fit of damaged rings, of bumps and a trend that costs nothing.
type semiparametric struct {
	// What the controls say.
	flights    string
	degree     int
	lambda     float64
	kernel     engine.Gaussian
	kept, held engine.Dataset

	// What is computed.
	fit, plain  *engine.Semiparametric // with the trend and without; nil where no trend is determined
	at, without float64                // what they say at 31 °F
	miss        float64                // at the flights held back; NaN where none is
	norm, risk  float64                // ‖g‖ and the mean loss
	gap, size   float64                // of the certificate, and Σ|αᵢ| + Σ|βⱼ|
}

var buildSemiparametric = course.Steps(func(f *course.Form) course.Work {
	v := &semiparametric{degree: -1}
	degree := f.Choice("degree", "trend", "-1",
		course.Options("-1", "none", "0", "a constant", "1", "a line", "2", "degree 2", "3", "degree 3"), course.Leads)
	if degree != "-1" {
		v.degree = int(degree[0] - '0')
	}
	v.lambda = f.LogFloat("lambda", "λ", 0.02, 1e-4, 10, course.Term("lambda"))
	v.flights = f.Choice("flights", "flights", "all",
		course.Options("all", "all 23", "warm", "those above 65 °F", "seventy", "the four at 70 °F"))
	v.kernel.Length = f.LogFloat("bandwidth", "bandwidth ℓ", 6, 2, 20,
		course.Unit("°F"), course.Term("bandwidth"), course.More)
	v.kept, v.held = chosen(v.flights)
	return v
})

func (v *semiparametric) Compute(context.Context, *course.Memo) (err error) {
	v.fit, err = engine.SemiparametricKRR(v.kernel, v.kept, v.degree, v.lambda)
	if errors.Is(err, engine.ErrSingular) {
		v.fit = nil
		return nil
	}
	if err != nil {
		return err
	}
	if v.plain, err = engine.SemiparametricKRR(v.kernel, v.kept, -1, v.lambda); err != nil {
		return err
	}
	v.at, v.without = v.fit.Eval([]float64{launch}), v.plain.Eval([]float64{launch})
	v.miss = math.NaN()
	if v.held.Len() > 0 {
		v.miss = math.Sqrt(engine.MeanSquare(v.held.Y, engine.Evaluate(v.fit, v.held.X)))
	}
	n, alpha := v.kept.Len(), floats.Norm(v.fit.Kernel.Alpha, 2)
	if v.norm = v.fit.Kernel.Norm(); v.norm*v.norm <= alpha*alpha*engine.Rounding(n, float64(n)) {
		v.norm = 0 // αᵀKα, and ‖K‖ is at most n
	}
	v.risk = engine.MeanSquare(v.kept.Y, v.fit.Fitted)
	v.size = floats.Norm(v.fit.Kernel.Alpha, 1) + floats.Norm(v.fit.Trend.Beta, 1)
	v.gap = math.Max(farthest(v.fit.Fitted, engine.Evaluate(v.fit, v.kept.X)), v.slant())
	if v.size > 0 {
		v.gap /= v.size
	}
	return nil
}

// slant is the largest entry of Ψᵀα, which is zero where α is orthogonal to every trend.
func (v *semiparametric) slant() (largest float64) {
	for j := range v.fit.Trend.Exponents {
		sum, one := 0.0, v.fit.Trend
		one.Beta = make([]float64, len(v.fit.Trend.Beta))
		one.Beta[j] = 1
		for i, x := range v.kept.X {
			sum += v.fit.Kernel.Alpha[i] * one.Eval(x)
		}
		largest = math.Max(largest, math.Abs(sum))
	}
	return largest
}

// names of the trends, as a description has them.
var names = map[int]string{
	-1: "no trend", 0: "a constant", 1: "a line", 2: "a polynomial of degree 2", 3: "a polynomial of degree 3",
}

func (v *semiparametric) Show(f *course.Form) *course.Picture {
	if v.fit == nil {
		return v.none()
	}
	curve, series := v.curves()
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "semiparametric-f", Title: "The flights and the fit", Width: course.Wide,
			Height: course.Square, Plot: curve}}},
		Numbers: v.numbers(),
		Series: []course.Series{
			course.Table("data", "x y", v.kept.Input(0), v.kept.Y), series,
			course.Table("alpha", "alpha fitted", v.fit.Kernel.Alpha, v.fit.Fitted),
		},
		Certificate: v.certificate(),
		Says:        v.says(),
		Goals:       []course.Goal{v.goal()},
		Code: programs.Code("semiparametric", f, course.Values{
			"X": v.kept.Input(0), "Y": v.kept.Y, "Degree": v.degree, "HeldX": v.held.Input(0),
			"HeldY": append([]float64{}, v.held.Y...), "Rounding": engine.RoundingFactor * engine.Epsilon,
			"Centre": v.fit.Trend.Centre[0], "Scale": v.fit.Trend.Scale[0],
		}),
	}
}

// flightsOver are the flights over temperature, before a line is drawn.
func (v *semiparametric) flightsOver() plots.Curves {
	curve := plots.Curves{
		X: temperatureAxis(), Y: plots.Axis{Label: "damaged O-rings", Min: -2, Max: 6}, Legend: true,
		Points: points.Dots(v.kept), PointsName: "flights", Note: "some coincide",
		Others: points.Dots(v.held), VLines: []plots.Mark{{At: launch, Name: "31 °F", Dash: true}},
	}
	if v.held.Len() > 0 {
		curve.OthersName = "held back"
	}
	return curve
}

// curves draws the fit, its trend, and the fit without one, and gives them as numbers.
func (v *semiparametric) curves() (plots.Curves, course.Series) {
	xs := temperatures(v.kernel.Length, v.kept.Input(0)...)
	fs, ps, ts := along(xs, v.fit), along(xs, v.plain), along(xs, v.fit.Trend)
	curve := v.flightsOver()
	if v.degree >= 0 {
		curve.Lines = []plots.Line{
			{Name: "without a trend", Xs: xs, Ys: ps, Color: plots.Accent, Width: 1.8, Dash: true, Class: "plain"},
			{Name: "trend", Xs: xs, Ys: ts, Color: plots.Soft, Width: 1.4, Dots: true, Class: "trend"},
		}
	}
	curve.Lines = append(curve.Lines, plots.Line{Name: "f", Xs: xs, Ys: fs, Class: "curve t-fit"})
	if v.at >= curve.Y.Min && v.at <= curve.Y.Max {
		curve.Markers = []plots.Marker{{X: launch, Y: v.at}}
	}
	return curve, course.Table("fit", "x f plain trend", xs, fs, ps, ts)
}

func (v *semiparametric) numbers() []course.Number {
	numbers := []course.Number{
		{Name: "at_launch", Label: "f at 31 °F", Value: v.at,
			Means: "How many damaged rings the fit says at the temperature of the launch, far outside the data."},
		{Name: "norm", Label: "‖g‖", Means: "The norm of the part made of bumps. The trend costs nothing.",
			Value: v.norm},
		{Name: "risk", Label: "mean loss", Value: v.risk,
			Means: "The mean of the squared misses at the flights that the fit is made from."},
		{Name: "without", Label: "f at 31 °F without a trend", Value: v.without,
			Means: "What the same fit says there when no trend is free."},
		{Name: "trend", Label: "trend at 31 °F", Value: v.fit.Trend.Eval([]float64{launch})},
		{Name: "objective", Label: "loss + λ‖g‖²", Value: v.risk + v.lambda*v.norm*v.norm},
		{Name: "sum", Label: "Σ |αᵢ|", Value: floats.Norm(v.fit.Kernel.Alpha, 1)},
	}
	if !math.IsNaN(v.miss) { // some flights are held back
		numbers = slices.Insert(numbers, 4, course.Number{Name: "miss", Label: "miss at flights held back",
			Value: v.miss, Unit: "rings",
			Means: "The root of the mean squared miss at flights that the fit has not seen."})
	}
	return numbers
}

// certificate holds f at the flights, added up, to y − nλα.
func (v *semiparametric) certificate() *course.Certificate {
	n := v.kept.Len()
	c := engine.Certified(v.gap, 0, engine.Rounding(n, float64(n)*(1+v.lambda)))
	return course.Agreement(c, "f at the flights, added up and by y − nλα,",
		"The first block of the system says f(xᵢ) = yᵢ − nλαᵢ; the second, that α is orthogonal to every trend, "+
			"Σᵢ αᵢψⱼ(xᵢ) = 0.",
		fmt.Sprintf("Bound: 4nε‖K + nλI‖, at most 4n²ε(1 + λ) = %s with n = %d, of Σ|αᵢ| + Σ|βⱼ| = %s.",
			course.Digits(c.Bound), n, course.Digits(v.size)))
}

// What the picture shows.
const (
	saysTrend   = "With {trend_is}, the fit to {kept} flights says {at_launch} rings at 31 °F."
	saysNoTrend = "{kept} flights at one temperature, and {trend_is} is not determined."
)

func (v *semiparametric) says() []course.Said {
	return []course.Said{course.Say(saysTrend, names[v.degree], v.kept.Len(), v.at)}
}

func (v *semiparametric) goal() course.Goal {
	return course.Goal{
		Name: "calm", At: "degree=1&lambda=1",
		Now:     fmt.Sprintf("‖g‖ = %s, mean loss %s", course.Digits(v.norm), course.Digits(v.risk)),
		Reached: v.flights == "all" && v.norm < goalNorm && v.risk <= goalRisk,
		Text: fmt.Sprintf("Goal reached. Hardly a bump is left, and the trend says it all: %s rings at 31 °F. "+
			"It is our choice of trend that speaks there.", course.Digits(v.at)),
	}
}

// none is the picture where the flights do not determine a trend: some of the many that are
// all as good, polynomials through the mean at the one temperature there is.
func (v *semiparametric) none() *course.Picture {
	mean := 0.0
	for _, y := range v.kept.Y {
		mean += y / float64(v.kept.Len())
	}
	at := v.kept.X[0][0]
	curve := v.flightsOver()
	for i, slope := range []float64{-0.08, -0.04, 0, 0.04} {
		line := plots.Line{Xs: []float64{coldest, warmest}, Color: plots.Accent, Dash: true, Width: 1.8, Class: "tied",
			Ys: []float64{mean + slope*(coldest-at), mean + slope*(warmest-at)}}
		if i == 0 {
			line.Name = "all as good"
		}
		curve.Lines = append(curve.Lines, line)
	}
	return &course.Picture{
		Columns: [][]plots.Panel{{{ID: "semiparametric-f", Title: "Four flights, and any number of lines",
			Width: course.Wide, Height: course.Square, Plot: curve}}},
		Message: "All four flights were at 70 °F. What turns about that place changes no value there " +
			"and costs nothing, so the trend is not determined: the rank condition fails.",
		Says:  []course.Said{course.Say(saysNoTrend, v.kept.Len(), names[v.degree])},
		Goals: []course.Goal{{Name: "calm", But: "with no trend"}},
	}
}
