// Package mercer is the lesson on the way back, from a Gram matrix or a kernel to
// features that have it for their inner products.
package mercer

import (
	"embed"

	"gramophone/lessons/course"
	"gramophone/lessons/model"
)

//go:embed mercer.md
var prose string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:   "mercer",
	Short:  "Mercer",
	Title:  "From a Gram matrix back to features",
	Lede:   "Burn the data and keep the table of similarities. Can the points be drawn again, from the table alone? And if the table came from a rule with no features in sight, where do its points lie?",
	Emblem: course.Emblem{State: "embed?data=moons&kernel=gaussian&bandwidth=0.5", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "embed",
		Title: "Points, their Gram matrix, and points made from it.",
		Goal:  "six coordinates that rebuild a Gaussian’s table with entries below 0.2",
		Build: buildEmbed,
	}, {
		Name:  "taylor",
		Title: "The Gaussian, from its first features.",
		Goal:  "the whole picture to within 0.01, from 20 features at most",
		Build: buildTaylor,

		Guesses: []course.Guesses{{Ask: "reach", Panel: "taylor-diagonal", Draw: reaches}},
	}},
}
