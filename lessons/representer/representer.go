// Package representer is the lesson on the representer theorem: why what minimises a loss at
// n data, and the norm, is a sum of n bumps.
package representer

import (
	"embed"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/plots"
)

//go:embed representer-theorem.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "representer-theorem",
	Short: "The representer theorem",
	Title: "Why n numbers are enough",
	Lede: "In January 1986 a shuttle was to be launched at 31 °F. The coldest of the 23 earlier flights on record " +
		"had been at 53 °F. What does a fit to those flights say of 31 °F, " +
		"and who put it there: the data, or the method?",
	Emblem: course.Emblem{State: "attack?t=0", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "attack",
		Title:      "A fit, and a swing added to it.",
		Goal:       "say 2 rings at 31 °F at an objective of 0.7 at most",
		Conditions: "With the penalty λ‖f‖².",
		NoTable:    course.ByHand,
		Drawn:      []string{"points data x y", "curve fit x f", "curve fit x part"},
		Build:      buildAttack,
	}, {
		Name:       "l1",
		Title:      "Two penalties, and the line of $\\varphi(x)$.",
		Goal:       "bring the solution of $\\norm{\\theta}_1$ onto the line",
		Conditions: "And not to zero.",
		NoTable:    course.ByHand,
		Drawn:      []string{"among solutions theta1 theta2"},
		Build:      buildL1,
	}, {
		Name:       "losses",
		Title:      "Five losses, one form.",
		Goal:       "get $\\alpha_i = 0$ for 10 flights, at most 3 wrong",
		Conditions: "At most 3 flights are on the wrong side, in this state.",
		Samples:    lossesAmong,
		NoTable:    course.NeedsTruth,
		Drawn:      []string{"points data x y", "curve fit x f", "points alpha margin pull"},
		Rounded:    map[string]float64{"residual": course.IsRounding},
		Build:      buildLosses,
	}, {
		Name:       "semiparametric",
		Title:      "Bumps, and a trend that costs nothing.",
		Goal:       "bring $\\norm{g}$ under 0.1, the mean loss at most 0.3",
		Conditions: "From these 23 flights.",
		Samples:    trendAmong,
		NoTable:    "It is about the 23 flights before the accident of the Space Shuttle.",
		Drawn:      []string{"points data x y", "curve fit x f", "curve fit x plain"},
		Build:      buildSemiparametric,

		Guesses: []course.Guesses{{Ask: "trend", Panel: "semiparametric-f",
			In: []string{"bandwidth=9", "degree=0", "degree=1"}, Draw: coldEnds}},
	}},
}

// The frame of temperatures, in °F, and the launch that was to come.
const (
	coldest, warmest = 28.0, 84.0
	launch           = 31.0
)

// five are flights of five temperatures; of two at one, that with damage.
func five() engine.Dataset {
	d, _ := someFlights()
	return d
}

// someFlights are those five, and the others.
func someFlights() (some, others engine.Dataset) {
	all := data.Challenger()
	return all.Divide(func(i int) bool {
		x := all.X[i][0]
		return slices.Contains([]float64{53, 58, 66, 81}, x) || x == 75 && all.Y[i] > 0
	})
}

// temperatures are where curves over them are drawn.
func temperatures(ell float64, at ...float64) []float64 { return between(coldest, warmest, ell, at...) }

// between are such places from one temperature to another.
func between(from, to, ell float64, at ...float64) []float64 {
	xs := append(curves.Grid(from, to), plots.Bends(from, to, curves.GridPoints, at, ell)...)
	slices.Sort(xs)
	return slices.Compact(xs)
}

// along are the values of a function at places.
func along(xs []float64, f engine.Function) []float64 { return engine.Evaluate(f, engine.Column(xs)) }

func temperatureAxis() plots.Axis {
	return plots.Axis{Label: "temperature (°F)", Min: coldest, Max: warmest}
}

// farthest is the largest of |a − b|.
func farthest(a, b []float64) (far float64) {
	for i := range a {
		far = math.Max(far, math.Abs(a[i]-b[i]))
	}
	return far
}
