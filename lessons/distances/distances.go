// Package distances is the lesson on methods that need nothing but distances:
// neighbours, clusters and outliers, in the feature space of a kernel.
package distances

import (
	"embed"

	"gramophone/lessons/course"
	"gramophone/lessons/model"
)

//go:embed kernel-distances.md
var prose string

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-distances",
	Short: "Distances",
	Title: "Neighbours, clusters, outliers",
	Lede: "Forty wines without labels: sort them, find the likes of one, find the odd one out. How much of a wine " +
		"does that take? Not its chemistry, and not its features: how far it is from the others is enough, and a " +
		"kernel knows that.",
	Emblem: course.Emblem{State: "tree", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:  "tree",
		Title: "A tree of forty wines.",
		Goal:  "three clusters, and 38 of the 40 wines with their own cultivar",
		Build: buildTree,
	}, {
		Name:  "knn",
		Title: "Ask the neighbours.",
		Goal:  "at most 22 of the 155 samples outvoted",
		Build: buildKNN,
	}, {
		Name:  "kmeans",
		Title: "Means that nobody can write down.",
		Goal:  "a ring to each cluster, with a Gaussian as wide as will do",
		Build: buildKMeans,
	}, {
		Name:  "density",
		Title: "Where points are dense.",
		Goal:  "two clusters, with 95 % of the points in a cluster of their moon",
		Build: buildDensity,
	}, {
		Name:  "outliers",
		Title: "Far from the mean.",
		Goal:  "the point in the middle, farthest of all",
		Build: buildOutliers,
	}},
}
