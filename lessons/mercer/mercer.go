// Package mercer is the lesson on the way back, from a Gram matrix or a kernel to
// features that have it for their inner products.
package mercer

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed mercer.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "mercer",
	Short: "Mercer",
	Title: "From a Gram matrix back to features",
	Lede: "Throw the data away and keep the table of inner products. Can the points be drawn again? " +
		"And where do they lie if the table is a Gaussian’s?",
	Emblem: course.Emblem{State: "embed?data=moons&kernel=gaussian&bandwidth=0.5", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "embed",
		Title:      "Points, their Gram matrix, and points made from it.",
		Goal:       "come within 0.01 of a Gaussian by six coordinates",
		Conditions: "Of the foods, at a width at which an entry of the table is below 0.2; six coordinates at most.",
		Drawn:      []string{"mirrored coordinates c1 c2", "colours data class"},
		Watched:    []string{"data=foods&kernel=polynomial&kept=9"},
		Build:      buildEmbed,
	}, {
		Name:       "taylor",
		Title:      "The Gaussian, from its first features.",
		Goal:       "bring the largest error to 0.01 by 20 features",
		Conditions: "Over the whole picture; 20 features at most.",
		NoTable:    course.OfKernels,
		Drawn:      []string{"curve diagonal x rebuilt"},
		Build:      buildTaylor,

		Guesses: []course.Guesses{{Ask: "reach", Panel: "taylor-diagonal", In: []string{"features=16"},
			Draw: reaches}},
	}},
}
