// Package logistic is the lesson on kernel logistic regression: probabilities over the
// plane, whether they mean what they say, how the minimum is found, and three classes.
package logistic

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed kernel-logistic-regression.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-logistic-regression",
	Short: "Kernel logistic regression",
	Title: "Probabilities",
	Lede: "A river has left zinc in the ground. Where samples were taken one knows; where a family wants to plant a " +
		"garden nobody has looked. A yes or a no will not do there. How likely is it, and can that number be trusted?",
	Emblem: course.Emblem{State: "boundary?data=moons", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  drawn,
	Figures: []course.Figure{{
		Name:       "boundary",
		Title:      "Where is there too much zinc?",
		Goal:       "bring the hidden loss under 0.347",
		Conditions: "At samples held out at random, not by squares: the median of 60 hidden splits.",
		Samples:    boundaryAmong,
		Sealed: &course.Sealed{Of: "a quarter of the samples, which no fit has seen", Number: "held_out_loss",
			Needs: "aside=1", Open: unseal},
		Method: "klr", Same: "loss",
		Drawn:   []string{"points data x1 x2", "colours data y"},
		Rounded: map[string]float64{"gradient_norm": course.IsRounding},
		Watched: []string{"kernel=polynomial&lambda=1e-12", "kernel=polynomial&degree=5&lambda=1e-9"},
		Build:   buildBoundary,
	}, {
		Name:       "trust",
		Title:      "Is it right as often as it says?",
		Goal:       "bring said and right within 2 %, at a loss under 0.347",
		Conditions: "The difference is the median of 40 hidden samples, the loss that of this one.",
		Samples:    trustAmong,
		NoTable:    course.NeedsTruth,
		Drawn:      []string{"among bins said share"},
		Build:      buildTrust,
	}, {
		Name:       "descent",
		Title:      "Two ways down.",
		Goal:       "come within 1 % of the least $J$ in 8 steps",
		Conditions: "In this sample, with η under 2/L.",
		Samples:    descentAmong,
		Method:     "klr", Same: "minimum=loss",
		Drawn: []string{"points data x1 x2", "colours data y"},
		Build: buildDescent,
	}, {
		Name:       "classes",
		Title:      "Three classes, one against the rest.",
		Goal:       "bring the hidden loss under 0.115",
		Conditions: "At flowers held out: the median of 20 hidden splits.",
		Samples:    classesAmong,
		Sealed: &course.Sealed{Of: "a quarter of the flowers, which no fit has seen", Number: "held_out_loss",
			Needs: "aside=1", Open: unsealFlowers},
		NoTable: "It is about three species of irises, and its questions name them.",
		Drawn:   []string{"points data x1 x2", "colours data label"},
		Build:   buildClasses,
	}},
}
