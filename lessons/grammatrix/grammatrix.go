// Package grammatrix is the lesson on the matrix of all pairs, which is all that a
// kernel method sees of its data.
package grammatrix

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed gram-matrix.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "gram-matrix",
	Short: "The Gram matrix",
	Title: "All that the model sees",
	Lede: "You order milk, the shop has none, and a program sends what it takes for most like milk: spinach. Who " +
		"told it so? One square table, with a number for every two foods. It sees nothing else of them.",
	Emblem: course.Emblem{State: "gram?data=iris&bandwidth=1", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:  "neighbours",
		Title: "What is most like it?",
		Goal:  "get one answer from three formulas for all 24 foods",
		Drawn: []string{"points shown x1 x2"},
		Build: buildNeighbours,

		Guesses: []course.Guesses{{Ask: "boil", Panel: "neighbours-profile",
			In: []string{"similarity=all", "similarity=inner"}, Draw: boiled}},
	}, {
		Name:       "gram",
		Title:      "Every pair has an entry.",
		Goal:       "put rows in order, so that neighbours are 0.7 alike",
		Conditions: "On average, with ℓ no wider than 10 g.",
		Samples:    gramAmong,
		Method:     "kpca", Same: "gram",
		Drawn: []string{"image gram"},
		Build: buildGram,
	}, {
		Name:       "moved",
		Title:      "The same points, turned and shifted.",
		Goal:       "find a kernel that a turn changes and a shift does not",
		Conditions: "Now says by how much an entry of K or K̂ changes, by the turn and by the shift.",
		NoTable:    "It turns and shifts points that are made around the middle of its plane.",
		Drawn:      []string{"points tests x1 x2", "colours data y"},
		Build:      buildMoved,
	}},
}
