// Package psdkernels is the lesson on which similarities are kernels.
package psdkernels

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed psd-kernels.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "psd-kernels",
	Short: "Positive semi-definite kernels",
	Title: "Which similarities are kernels?",
	Lede: "Anybody can write down how alike two things are. Only some such rules are inner products in disguise, " +
		"and only those are kernels. How do you tell, and what happens if you do not?",
	Emblem: course.Emblem{State: "detective?kernel=sigmoid", Draw: emblem},
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "detective",
		Title:      "Points, their Gram matrix, and a witness if there is one.",
		Goal:       "bring an eigenvalue of tanh below −1 by four points",
		Conditions: "Four points of your own.",
		Samples:    detectiveAmong,
		Drawn:      []string{"points data x1 x2"},
		Rounded:    map[string]float64{"witness": 2},
		Watched:    []string{"kernel=gaussian", "kernel=linear"},
		Build:      buildDetective,
	}, {
		Name:    "zoo",
		Title:   "One similarity, seen in three ways.",
		Goal:    "get an eigenvalue below 0 with all entries above 0",
		NoTable: course.OfKernels,
		Drawn:   []string{"curve functions x f1", "curve kernel x k"},
		Rounded: map[string]float64{"smallest": 1e-8},
		Build:   buildZoo,

		Guesses: []course.Guesses{{Ask: "corner", Panel: "zoo-kernel",
			In: []string{"", "kernel=laplacian"}, Draw: corners}},
	}, {
		Name:       "fit",
		Title:      "A fit with a similarity, and the signs that decide what it is.",
		Goal:       "make the fit by tanh a minimum, with λ above 0",
		Conditions: "K has negative eigenvalues all the same.",
		Method:     "krr", Same: "train_rmse",
		Watched: []string{"kernel=polynomial&degree=2&offset=0&lambda=1e-6&points=1.3,0.46;-1.3,-0.46;2.8,-0.12;" +
			"-2.8,0.12;0.39,-2;-0.39,2;1.7,-0.44;" +
			"-1.7,0.44;2.6,-0.063;-2.6,0.063;2.3,-0.1;-2.3,0.1;0.21,2.1;-0.21,-2.1", "lambda=1e-5"},
		Build: buildFit,
	}},
}
