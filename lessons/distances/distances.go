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

var programs = model.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "kernel-distances",
	Short: "Distances",
	Title: "Neighbours, clusters, outliers",
	Lede: "Forty wines without labels: sort them, find wines like one, find the odd one out. What must you know " +
		"of a wine for that? Not its chemistry, and not its features: how far it is from the others is enough, and a " +
		"kernel knows that.",
	Emblem: course.Emblem{State: "tree", Draw: emblem},
	Prose:  prose,
	Facts:  facts,
	Figures: []course.Figure{{
		Name:    "tree",
		Title:   "A tree of forty wines.",
		Goal:    "three clusters, with a median of 36 of 40 at home in 30 hidden samples",
		Samples: treeAmong,
		Method:  "tree", Same: "last_merge",
		Drawn:   []string{"heights merges height"},
		Watched: []string{"linkage=ward"},
		Build:   buildTree,
	}, {
		Name:    "knn",
		Title:   "Ask the neighbours.",
		Goal:    "at most 18 of 103 outvoted, in 108 of 200 hidden choices at random",
		Samples: knnAmong,
		Sealed:  soilSealed,
		Method:  "knn", Same: "farthest_neighbour",
		Drawn:   []string{"points data x1 x2", "colours data class"},
		Watched: []string{"kernel=sigmoid&slope=1&offset=0&many=20"},
		Build:   buildKNN,
	}, {
		Name:    "kmeans",
		Title:   "Means that nobody can write down.",
		Goal:    "each cluster a ring in nearly every hidden sample, ℓ as wide as possible",
		Samples: kmeansAmong,
		Method:  "kmeans", Same: "least",
		Drawn: []string{"points data x1 x2", "colours clusters label"},
		Build: buildKMeans,
	}, {
		Name:    "density",
		Title:   "Where points are dense.",
		Goal:    "n = 240; each moon a cluster, 95 % at home in 26 of 30 hidden",
		Samples: densityAmong,
		Method:  "density", Same: "away",
		Drawn:   []string{"points data x1 x2", "colours clusters label"},
		Watched: []string{"n=240&radius=0.45"},
		Build:   buildDensity,
	}, {
		Name:    "outliers",
		Title:   "Far from the mean.",
		Goal:    "in this sample, the point in the middle farthest of all",
		Samples: outliersAmong,
		Method:  "outliers", Same: "largest",
		Drawn: []string{"points data x1 x2", "colours scores distance"},
		Build: buildOutliers,
	}},
}
