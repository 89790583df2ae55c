// Package gold is the lesson on kriging: kernel ridge regression over land, the
// deviation that a Gaussian process gives it, and where to drill next.
package gold

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed finding-gold.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

// shares are the counts of [drillClaims].
//
//go:embed shares.csv
var shares string

var programs = model.ParsePrograms(files)

// ofLand is why its figures take no table.
const ofLand = "It is about one flood plain, with its map and its river."

var Lesson = &course.Lesson{
	Slug:  "finding-gold",
	Short: "Kriging",
	Title: "Finding gold",
	Lede: "Twenty holes are drilled, and there is money for ten more. Where would you drill? " +
		"A kernel draws the map of what lies between the holes.",
	Emblem: course.Emblem{State: "map", Draw: emblem},
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:    "drill",
		Title:   "Twenty holes, and ten more.",
		Goal:    fmt.Sprintf("drill ten holes that at most %d of %d random tens beat", goalBetter, tens),
		NoTable: ofLand,
		Drawn:   []string{"among samples x y"},
		Build:   buildDrill,

		Samples: &course.Samples{
			Seed: "seed", Of: "choices of the first twenty", Draws: 60, Needs: "rivals=all", Ignores: "holes colour at",
			Designs: []course.Design{{Anew: "the first twenty holes, at random",
				Stays: "the 155 samples, and ℓ and λ, which were chosen by all of them"}},
			Claims: drillClaims,
			Rank:   "begun",
			Curve:  &course.Trace{Panel: "drill-error", Series: "by_deviation", X: "holes", Y: "error"},
		},
	}, {
		Name:  "map",
		Title: "Zinc on the flood plain, and how far the map may be off.",
		Goal:  fmt.Sprintf("bring the error in squares left out under %v", blocksGoal),
		Conditions: fmt.Sprintf("Also under %v in %d of %d hidden splits by squares. Gains under 0.02 may be chance.",
			swingGoal, swingNeed, swingSplits),
		NoTable: ofLand,
		Build:   buildMap,

		Samples: &course.Samples{
			Draws: 60, Resampled: splitMaps, Ignores: "at",
			Claims: []course.Claim{{
				Name:  "map-covers",
				Says:  "Nine of ten samples or more, in squares set aside, lie within 1.96 deviations",
				Holds: covers,
			}, {
				Name: "map-harder", Says: "The samples of these squares are missed by more than one left out alone",
				Holds: harder,
			}},
			Error: "test_rmse", Rivals: mapRivals,
		},
		Sealed: farSoil,
	}, {
		Name:       "weights",
		Title:      "What each sample counts for.",
		Goal:       "find a place where one sample counts for over half",
		Conditions: "On the land, with ℓ and λ as they open.",
		Drag:       "east north",
		NoTable:    ofLand,
		Drawn:      []string{"points weights distance weight"},
		Build:      buildWeights,
	}},
}

// The models of the lesson open with the values that are most likely for all samples, or
// near them: ℓ in km, and nλ, which a hole more does not change. All samples are 155, the twelve of
// the envelope among them: with soil=open the figure opens at a setting that has seen those.
const (
	hookBandwidth = 0.4
	hookLambda    = 0.000764 // of 155 samples
	drillLambda   = 0.00592  // of 20: the same nλ
)

// A plain is a piece of land with samples on it. Places are km east and north of a
// corner, 178.44 km and 329.6 km in the Dutch grid.
type plain struct {
	engine.Dataset // places, and what is measured there
	cells          []plots.Point
	nodes          [][]float64 // the same
}

const (
	east, north = 178.44, 329.6 // km
	side        = 0.04          // km, of a cell
)

// meuse is the flood plain with the decimal logarithm of zinc (mg/kg) at 155 places.
var meuse = sync.OnceValue(func() *plain {
	km := func(metres, corner float64) float64 { return course.Round(metres/1000-corner, 6) }
	p := &plain{}
	for i, x := range data.Meuse().X {
		p.X = append(p.X, []float64{km(x[0], east), km(x[1], north)})
		p.Y = append(p.Y, math.Log10(data.Meuse().Y[i]))
	}
	for _, x := range data.MeuseGrid().X {
		p.add(km(x[0], east), km(x[1], north))
	}
	return p
})

// add adds a cell.
func (p *plain) add(x, y float64) {
	p.cells = append(p.cells, plots.Point{X: x, Y: y})
	p.nodes = append(p.nodes, []float64{x, y})
}

// at is the place of sample i.
func (p *plain) at(i int) plots.Point { return plots.Point{X: p.X[i][0], Y: p.X[i][1]} }

// squares are the samples by the square of half a kilometre they lie in.
var squares = sync.OnceValue(func() [][]int { return squaresOf(meuse().X) })

// squaresOf are the numbers of the samples in each square.
func squaresOf(xs [][]float64) [][]int { return points.Squares(xs, 0, 0) }

// kernels are the names of those that are offered: of the kernels with a bandwidth, the ones
// that geologists use.
var kernels = []string{"gaussian", "matern52", "matern32", "exponential"}

// chosen declares the bandwidth, in km, and the kernel.
func chosen(f *course.Form, settings ...course.Setting) engine.Radial {
	family, ell := chosenFamily(f, settings...)
	return familyOf(family)(ell)
}

func chosenFamily(f *course.Form, settings ...course.Setting) (family string, ell float64) {
	ell = f.LogFloat("bandwidth", "bandwidth ℓ", hookBandwidth, 0.04, 4,
		append(settings, course.Unit("km"), course.Term("bandwidth"))...)
	var options []course.Option
	for _, name := range kernels {
		form, _ := engine.FormNamed(name)
		options = append(options, course.Option{Value: name, Label: form.Label})
	}
	return f.Choice("kernel", "kernel", "gaussian", options, course.More), ell
}

// familyOf are the kernels of a name.
func familyOf(name string) func(ell float64) engine.Radial {
	form, _ := engine.FormNamed(name)
	return func(ell float64) engine.Radial { return form.New([]float64{ell}).(engine.Radial) }
}

// centred is d with its mean taken off, and that mean.
func centred(d engine.Dataset) (engine.Dataset, float64) {
	mean := stat.Mean(d.Y, nil)
	c := engine.Dataset{X: d.X, Y: slices.Clone(d.Y)}
	for i := range c.Y {
		c.Y[i] -= mean
	}
	return c, mean
}

// two is how many deviations a normal number is within in 95 of 100 cases.
const two = 1.96

// The scales and contours of maps: those of zinc are drawn at round amounts (mg/kg).
var (
	zincScale  = plots.Scale{Ramp: plots.Cividis, Min: 2, Max: 3.2}
	zincLevels = levels(math.Log10, []float64{200, 1000}, 150, 200, 300, 500, 700, 1000, 1500)
	devScale   = plots.Scale{Ramp: plots.Violets, Max: 0.4}
	devLevels  = levels(itself, []float64{0.1, 0.2, 0.3}, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)
)

func itself(v float64) float64 { return v }

// levels are contours at those values, named those whose name is in the list.
func levels(at func(float64) float64, named []float64, values ...float64) []plots.Level {
	all := make([]plots.Level, len(values))
	for i, v := range values {
		all[i].At, all[i].Said = at(v), course.FormatNumber(v)
		if slices.Contains(named, v) {
			all[i].Name = all[i].Said
		}
	}
	return all
}

// zincMap and devMap are maps of f and of its deviation.
func (p *plain) zincMap(values []float64) plots.GeoMap {
	country := plots.EncodeCountry(p.cells, values, side, zincScale, zincLevels)
	return plots.GeoMap{Country: country, Label: "log₁₀ zinc", Levels: "mg/kg"}
}

func (p *plain) devMap(values []float64) plots.GeoMap {
	country := plots.EncodeCountry(p.cells, values, side, devScale, devLevels)
	return plots.GeoMap{Country: country, Label: "deviation (log₁₀)"}
}

// panel is a map as large as stands beside another.
func panel(id, title string, v plots.GeoMap) plots.Panel {
	return plots.Panel{ID: id, Title: title, Width: course.Half, Height: 600, Plot: v}
}

// priced declares λ of the mean loss. It is not zero: a measurement has noise.
func priced(f *course.Form, settings ...course.Setting) float64 {
	return f.LogFloat("lambda", "λ", hookLambda, 1e-7, 1, append(settings, course.Term("lambda"))...)
}

// columns are the places of samples as two columns.
func columns(x [][]float64) (xs, ys []float64) {
	d := engine.Dataset{X: x}
	return d.Input(0), d.Input(1)
}
