// Package distances is the lesson on methods that need nothing but distances:
// neighbours, clusters and outliers, in the feature space of a kernel.
package distances

import (
	"embed"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

//go:embed kernel-distances.md
var prose string

//go:embed code
var files embed.FS

//go:embed lab.py
var lab string

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-distances",
	Short: "Distances",
	Title: "Neighbours, clusters, outliers",
	Lede: "Forty wines without labels: sort them, find wines like one, find the odd one out. What must you know " +
		"of a wine for that? Not its chemistry, and not its features: how far it is from the others is enough, and a " +
		"kernel knows that.",
	Emblem: course.Emblem{State: "tree", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "tree",
		Title:      "A tree of forty wines.",
		Goal:       "bring 36 of 40 wines home in three clusters",
		Conditions: "In the median of 30 hidden samples.",
		Samples:    treeAmong,
		Method:     "tree", Same: "last_merge",
		Drawn:   []string{"heights merges height"},
		Watched: []string{"linkage=ward"},
		Build:   buildTree,
	}, {
		Name:       "knn",
		Title:      "Ask the neighbours.",
		Goal:       "get at most 18 of 103 samples outvoted",
		Conditions: "In at least 108 of 200 hidden choices of 103 samples, at random.",
		Samples:    knnAmong,
		Sealed:     soilSealed,
		Method:     "knn", Same: "farthest_neighbour",
		Drawn:   []string{"points data x1 x2", "colours data class"},
		Watched: []string{"kernel=sigmoid&slope=1&offset=0&many=20"},
		Build:   buildKNN,
	}, {
		Name:       "kmeans",
		Title:      "Means that nobody can write down.",
		Goal:       "make each cluster a ring in nearly every sample",
		Conditions: "In 29 of 30 hidden ones at least, with ℓ as wide as that allows.",
		Samples:    kmeansAmong,
		Method:     "kmeans", Same: "least",
		Drawn: []string{"points data x1 x2", "colours clusters label"},
		Build: buildKMeans,
	}, {
		Name:       "density",
		Title:      "Where points are dense.",
		Goal:       "bring 95 % of 240 points to the cluster of their moon",
		Conditions: "In at least 26 of 30 hidden samples, with points anywhere along the moons.",
		Samples:    densityAmong,
		Method:     "density", Same: "away",
		Drawn:   []string{"points data x1 x2", "colours clusters label"},
		Watched: []string{"n=240&radius=0.45"},
		Build:   buildDensity,
	}, {
		Name:       "outliers",
		Title:      "Far from the mean.",
		Goal:       "make the point in the middle the farthest of all",
		Conditions: "In this sample, farthest from the mean.",
		Samples:    outliersAmong,
		Method:     "outliers", Same: "largest",
		Drawn: []string{"points data x1 x2", "colours scores distance"},
		Build: buildOutliers,
	}},
}
