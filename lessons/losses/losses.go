// Package losses is the lesson on other losses than the squared one: robust, brittle and
// ε-insensitive regression, and the support vector machine.
package losses

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed losses.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "losses",
	Short: "Losses",
	Title: "Robust, brittle and the support vector machine",
	Lede: "Somebody copies readings from a crash test and loses one minus sign. One number in nineteen is wrong, " +
		"and the curve through them no longer shows how hard the head was hit. Must one slip spoil it?",
	Emblem: course.Emblem{State: "regression?loss=huber", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "regression",
		Title:      "One slip, five losses.",
		Goal:       "bring the hidden error under 32.5 g with the slip in",
		Conditions: "With a λ of your own; the median of 100 hidden copies counts.",
		Samples:    regressionAmong,
		Build:      buildRegression,
	}, {
		Name:       "svm",
		Title:      "Who holds the boundary?",
		Goal:       "get under 15 % wrong by at most 40 support vectors",
		Conditions: "In the median of 60 hidden halves, drawn at random.",
		Samples:    svmAmong,
		Method:     "svm", Same: "objective",
		Drawn: []string{"points data x1 x2", "colours data y"},
		Watched: []string{"kernel=linear", "kernel=polynomial&C=1000",
			"data=xor&n=300&noise=1&kernel=polynomial&degree=12&offset=10&C=1000"},
		Build: buildSVM,
	}},
}
