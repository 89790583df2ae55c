// Package kernelalgebra is the lesson on kernels made from kernels.
package kernelalgebra

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed kernel-algebra.md
var prose string

// shares are the counts of [convicted].
//
//go:embed shares.csv
var shares string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-algebra",
	Short: "Kernel algebra",
	Title: "Building kernels",
	Lede: "Eighteen years of carbon dioxide over Mauna Loa: it grows, and it goes up and down with the seasons. " +
		"No kernel of the last lesson does both. So you write one, as an expression, and a few rules prove at once " +
		"that it is a kernel.",
	Emblem: course.Emblem{State: "builder?kernel=linear()%2Bperiodic(1,1)", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "builder",
		Title:      "An expression, its tree, its Gram matrix and its fit.",
		Goal:       "bring the error of the ten sealed years under 2 ppm",
		Conditions: "Nothing shows them. What you choose by are the years left out.",
		Samples:    spells,
		Sealed:     sealedYears,
		NoTable:    course.OfKernels,
		Rounded:    map[string]float64{"smallest": 1e-4, "held_out_rmse": 1e-8, "alpha": 1e-8},
		Build:      buildBuilder,

		Guesses: []course.Guesses{{Ask: "alone", Panel: "builder-fit",
			In: []string{"", "kernel=gaussian%281%29"}, Draw: alone}},
	}, {
		Name:       "rules",
		Title:      "A rule, and sixty random trials of it.",
		Goal:       "find a trial of a difference that has no witness",
		Conditions: "A random one, of the difference of two kernels.",
		NoTable:    course.OfKernels,
		Drawn:      []string{"image gram"},
		Build:      buildRules,
	}, {
		Name:       "series",
		Title:      "exp(xy) as the limit of its partial sums.",
		Goal:       "bring every entry within 0.01 by the fewest terms",
		Conditions: "With r = 1.5.",
		NoTable:    course.OfKernels,
		Drawn:      []string{"curve sum x y"},
		Build:      buildSeries,
	}},
}
