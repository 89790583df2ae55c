package largen

import (
	"context"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// How landmarks are chosen among the times of the readings: drawn, as pivots of a Cholesky
// decomposition, which asks for k alone, or as the means that k-means comes to from those drawn.
const (
	drawnAtRandom, pivoted, centres = "drawn", "pivots", "centres"

	mostPlaced = 2000 // readings that pivots and means are chosen among, the first ones
	turns      = 30   // of k-means
)

func chooseLandmarks(f *course.Form) string {
	return f.Choice("landmarks", "landmarks", drawnAtRandom, course.Options(drawnAtRandom, "drawn at random",
		pivoted, "pivots of Cholesky, by k alone", centres, "means of k-means"), course.When("way", "nystrom"))
}

// placesOf are landmarks of the whistle: m of them, chosen so.
type placesOf struct {
	how  string
	n, m int
	ell  float64 // of pivots
	seed int
}

// key is the same without what the landmarks do not hang on.
func (of placesOf) key() placesOf {
	of.n = min(of.n, mostPlaced)
	if of.how != pivoted {
		of.ell = 0
	}
	if of.how == drawnAtRandom {
		of.n = 0
	}
	return of
}

// Compute chooses them, and returns their bytes.
func (of placesOf) Compute(ctx context.Context, _ *course.Memo) (landmarks [][]float64, bytes int, err error) {
	x := readings(max(of.n, of.m), of.seed).X
	switch of.how {
	case pivoted:
		index, err := engine.Pivots(engine.Gaussian{Length: of.ell}, x, of.m)
		if err != nil {
			return nil, 0, err
		}
		for _, i := range index {
			landmarks = append(landmarks, x[i])
		}
	case centres:
		landmarks, err = engine.Centres(ctx, x, x[:of.m], turns)
	default:
		landmarks = x[:of.m]
	}
	return landmarks, 32 * of.m, err
}

// centresErrors are the distances from the truth of fits through so many means as are drawn. Each
// number has its own, so the sums of each are found condensed, which comes to the same.
func (a approximation) centresErrors(ctx context.Context, memo *course.Memo) (xs, ys []float64, err error) {
	for _, a.m = range sizes {
		of := a.pass()
		of.short = true
		e, err := a.through(ctx, memo, of)
		if err != nil {
			return nil, nil, err
		}
		xs, ys = append(xs, float64(a.m)), append(ys, e)
	}
	return xs, ys, nil
}
