package distances

import "github.com/gramophone-course/gramophone/lessons/course"

// film has the means move, and more neighbours be asked.
var film = []course.Shot{
	{Says: "Kernel k-means: each point goes to the nearest mean.", State: "kmeans?iteration=0",
		Panels: "plane path"},
	{Says: "The means move to their points, and all choose again.", State: "kmeans?iteration=0",
		Panels: "plane path", Moves: "iteration", To: "20"},
	{Says: "Ask the nearest one: each sample has its own island.", State: "knn?neighbours=1",
		Panels: "plane"},
	{Says: "Ask more of them, and the map gets calm.", State: "knn?neighbours=1",
		Panels: "plane", Moves: "neighbours", To: "40"},
}
