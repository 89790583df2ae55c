// Package rkhs is the lesson on the space of functions that a kernel has: its norm, what it
// bounds, and the reproducing property.
package rkhs

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed rkhs.md
var prose string

//go:embed lab.py
var lab string

// shares are the counts of [pairsAmong] as the figure opens.
//
//go:embed shares.csv
var shares string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "rkhs",
	Short: "The RKHS",
	Title: "A space of functions",
	Lede: "Three readings, and a gap of three months between them. Many curves pass through the readings. " +
		"Which of them is calm, which is wild, and can one number tell?",
	Emblem: course.Emblem{State: "function?data=crash&bandwidth=0.5&a4=1.6", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "function",
		Title:      "Two functions, the same at three readings.",
		Goal:       "double the norm, within 2.5 ppm of the dashed curve",
		Conditions: "Twice that of the dashed curve, through the same readings.",
		Linked:     "f",
		Samples:    pairsAmong,
		NoTable:    course.OfReadings,
		Drawn:      []string{"curve f x y"},
		Build:      buildFunction,
	}, {
		Name:    "bounds",
		Title:   "How high, how far apart? What the norm allows.",
		Goal:    "bring a function to 99 % of its envelope at $x$",
		Linked:  "f",
		Own:     "kernel x y",
		NoTable: course.OfReadings,
		Drawn:   []string{"curve f x y"},
		Build:   buildBounds,
	}, {
		Name:       "quadratics",
		Title:      "A space one can hold: the quadratic functions.",
		Goal:       "make $f_S(x) = 0$ with $\\norm{S}_F$ at least 3",
		Conditions: "At the point x.",
		NoTable:    course.ByHand,
		Build:      buildQuadratics,
	}},
}
