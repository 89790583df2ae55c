package grammatrix

import (
	"context"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// listStudy counts how often neighbours in a list at random are less alike than in that of
// the kinds, in each of which the order is the alphabet's, and in that of the leading
// eigenvector; and how often in a list at random within kinds they are more so.
var listStudy = many.Study{
	Claims: []string{"kind-over-random", "within-over-kind", "eigenvector-over-random"},
	Draw: func(seed int) []many.Outcome {
		memo := course.NewMemo(1 << 22)
		at := func(query string) float64 {
			p := course.Must(buildGram(course.NewForm(course.ParseQuery(query)))(context.Background(), memo))
			return p.Result.(*table).adjacent()
		}
		random, kind := at("list="+course.FormatNumber(float64(seed))), at("order=class")
		return []many.Outcome{
			many.Less(random, kind), many.Less(kind, at("order=class&list="+course.FormatNumber(float64(seed)))),
			many.Less(random, at("order=eigenvector")),
		}
	},
}

// moonStudy compares orders of the rows of two moons: the eigenvector's with the list's, and the
// Fiedler vector's with the eigenvector's; and where the points lie evenly, the first two.
var moonStudy = many.Study{
	Claims: []string{"moons-sorts", "moons-fiedler", "even-unsorts"},
	Draw: func(seed int) []many.Outcome {
		memo := course.NewMemo(1 << 22)
		at := func(order, places string) float64 {
			query := course.ParseQuery("data=moons&bandwidth=1&order=" + order + "&places=" + places)
			query.Set("seed", course.FormatNumber(float64(seed)))
			return course.Must(buildGram(course.NewForm(query))(context.Background(), memo)).Result.(*table).adjacent()
		}
		sorted := at("eigenvector", "random")
		return []many.Outcome{many.Less(at("listed", "random"), sorted), many.Less(sorted, at("fiedler", "random")),
			many.Less(at("eigenvector", "even"), at("listed", "even"))}
	},
}
