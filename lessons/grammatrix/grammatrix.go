// Package grammatrix is the lesson on the matrix of all pairs, which is all that a
// kernel method sees of its data.
package grammatrix

import (
	"embed"

	"gramophone/lessons/course"
	"gramophone/lessons/model"
)

//go:embed gram-matrix.md
var prose string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:   "gram-matrix",
	Short:  "The Gram matrix",
	Title:  "All that the model sees",
	Lede:   "What is milk like? A cook, a chemist and a scale would answer differently, and so would three formulas. A kernel is one such answer, for every pair, written into one square table. After that nobody looks at the milk again.",
	Emblem: course.Emblem{State: "gram?data=iris&bandwidth=1", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "neighbours",
		Title: "What is it like?",
		Goal:  "three formulas, and one answer from all of them for every food",
		Build: buildNeighbours,

		Guesses: []course.Guesses{{Ask: "boil", Panel: "neighbours-profile", Draw: boiled}},
	}, {
		Name:  "gram",
		Title: "Every pair has an entry.",
		Goal:  "neighbours in the list 0.6 alike, and $\\ell$ no wider than 10 g",
		Build: buildGram,
	}, {
		Name:  "moved",
		Title: "The same points, turned and shifted.",
		Goal:  "a kernel that notices a turn, and no shift",
		Build: buildMoved,
	}},
}
