// Package kernelpca is the lesson on kernel principal components: rings unrolled.
package kernelpca

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed kernel-pca.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-pca",
	Short: "Kernel PCA",
	Title: "Rings unrolled",
	Lede: "One ring lies inside another, and no straight line separates them. A method that was never told which " +
		"point is on which ring separates them all the same. What did it look for?",
	Emblem: course.Emblem{State: "rings", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "rings",
		Title:      "Two rings, and where they are taken to.",
		Goal:       "separate all 80 points by the first component",
		Conditions: "With one column added to the inputs.",
		Samples:    ringsAmong,
		Drawn:      []string{"mirrored components pc1 pc2", "colours data label"},
		Build:      buildRings,
	}, {
		Name:    "projection",
		Title:   "Points, likenesses, and where kernel PCA takes them.",
		Goal:    "separate the rings in the picture at ℓ of 1 or more",
		Linked:  "components",
		Drag:    "z1 z2",
		Samples: viewAmong,
		Method:  "kpca", Same: "eigenvalue_1",
		Drawn: []string{"mirrored components PAIR", "colours projection label"},
		Watched: []string{"data=digits&n=300&noise=0&inputs=scaled&kernel=periodic&bandwidth=0.01&period=0.1&" +
			"centred=0"},
		Build: buildProjection,
	}, {
		Name:       "order",
		Title:      "Six components, and the order they come in.",
		Goal:       "find an ℓ at which no component has over 70 of 80 right",
		Conditions: "A narrower kernel has one that separates the rings, a wider one another.",
		Linked:     "components",
		Own:        "bandwidth",
		Samples:    orderAmong,
		Method:     "kpca", Same: "eigenvalue_2",
		Drawn:   []string{"mirrored components pc1 pc2", "colours projection label"},
		Watched: []string{"data=moons&n=20&bandwidth=100"},
		Build:   buildOrder,
	}, {
		Name:    "derivation",
		Title:   "One direction, from d×d and from n×n.",
		Goal:    "get the same variances from fewer points than features",
		Drawn:   []string{},
		Rounded: map[string]float64{"eigenvalue_gap": course.IsRounding, "vector_gap": course.IsRounding},
		Build:   buildDerivation,
	}},
}
