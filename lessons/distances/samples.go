package distances

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What the figures are asked over many samples, and what the prose counts over a thousand.

// shares are the counts of the studies, and meansFile what meansOf finds.
var (
	//go:embed shares.csv
	shares string

	//go:embed means.csv
	meansFile string
)

// ninety is the share of the points that a division is to have at home to be called good.
const ninety = 0.9

// drawn are the designs of this lesson's data: those of classes, and choices of cases.
var drawn = append([]course.Design{
	{When: "data=wine", Anew: "which of the 178 wines are grouped, at random", Stays: "the wines"},
	{When: "data=meuse halves=squares", Stays: "the 155 samples",
		Anew: "where the squares of 500 m begin, and which of them vote; the others ask them"},
	{When: "data=meuse", Anew: "which samples vote, at random; the others ask them", Stays: "the 155 samples"},
}, points.Drawn...)

var treeAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 100, Ignores: "at", Designs: drawn,
	Claims: []course.Claim{{
		Name: "tree-ninety", Says: "Nine in ten points are in a cluster of their class",
		Holds: course.Of(func(v *tree) many.Outcome {
			return many.If(v.task != nil && float64(atHome(v.labels, v.Data.Labels)) >= ninety*float64(v.n()))
		}),
	}},
	Error: "away",
	Rivals: []course.Rival{{
		Name: "k-means", Tuned: "best of 20 starts, plain distances, as many clusters; nothing else to choose",
		Error: ofTree(func(ctx context.Context, v *tree) ([]int, error) {
			return plainMeans(ctx, v.Data.X, v.clusters, starts)
		}),
	}, {
		Name: "Ward", Tuned: "plain distances, as many clusters; nothing else to choose",
		Error: ofTree(func(ctx context.Context, v *tree) ([]int, error) {
			return cutTree(ctx, engine.Linear{}, v.Data.X, engine.WardLinkage, v.clusters)
		}),
	}, {
		Name: "angles, average linkage", Tuned: "the cosine kernel, as many clusters; nothing else to choose",
		Error: ofTree(func(ctx context.Context, v *tree) ([]int, error) {
			return cutTree(ctx, engine.Cosine{}, v.Data.X, engine.AverageLinkage, v.clusters)
		}),
	}},
}

// ofTree is how many points a rival of the tree has away from their class.
func ofTree(rival func(context.Context, *tree) ([]int, error)) func(
	context.Context, *course.Memo, *course.Picture) (float64, error) {
	return func(ctx context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
		v := p.Result.(*tree)
		if v.task == nil {
			return math.NaN(), nil
		}
		labels, err := rival(ctx, v)
		if err != nil {
			return math.NaN(), err
		}
		return float64(v.n() - atHome(labels, v.Data.Labels)), nil
	}
}

// cutTree cuts a tree of points into clusters.
func cutTree(ctx context.Context, k engine.Kernel, x [][]float64, l engine.Linkage, clusters int) ([]int, error) {
	D, err := engine.FeatureDistances(engine.Gram(k, x))
	if err != nil {
		return nil, err
	}
	t, err := engine.Agglomerate(ctx, D, l)
	if err != nil {
		return nil, err
	}
	return t.Cut(min(clusters, len(x))), nil
}

// fewStarts do for two clusters in the plane, where all ends are near each other.
const fewStarts = 4

// plainMeans are the clusters of k-means without a kernel, the best of some starts.
func plainMeans(ctx context.Context, x [][]float64, clusters, starts int) ([]int, error) {
	method := engine.KMeans{Clusters: min(clusters, len(x)), Restarts: starts}
	c, err := method.Fit(ctx, engine.Gram(engine.Linear{}, x), rand.New(rand.NewPCG(1, 7)))
	if err != nil {
		return nil, err
	}
	return c.Labels, nil
}

var knnAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 20, Splits: true, Most: 120, Ignores: "at", Designs: drawn,
	Claims: []course.Claim{{
		Name: "knn-one", Says: "Each left out alone, one neighbour has fewer outvoted than these",
		Holds: func(p *course.Picture) many.Outcome { return p.Result.(*voting).against(1) },
	}, {
		Name: "knn-forty", Says: "Each left out alone, forty neighbours have fewer outvoted",
		Holds: func(p *course.Picture) many.Outcome { return p.Result.(*voting).against(mostNeighbours) },
	}},
	Error: restShare,
	Rivals: []course.Rival{{
		Name:  "kernel ridge regression to ±1",
		Tuned: "Gaussian; ℓ and λ by the least leave-one-out error of the samples learned from",
		Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
			return p.Result.(*voting).ridge(), nil
		},
	}, {
		Name:  "neighbours",
		Tuned: "k by the fewest outvoted of the samples learned from",
		Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
			v := p.Result.(*voting)
			if v.task == nil || v.votes == nil {
				return math.NaN(), nil
			}
			return v.share(v.tuned().restWrong(), v.rest().Len()), nil
		},
	}},
}

// against compares the vote of so many neighbours with that in sight, each point left out.
func (v *voting) against(k int) many.Outcome {
	if v.task == nil || v.votes == nil {
		return many.Ties
	}
	return many.Less(float64(v.outvoted(min(k, v.n()-1))), v.wrong)
}

// outvoted is how many points k others call another class.
func (v *voting) outvoted(k int) (wrong int) {
	for i, vote := range (engine.KNN{Neighbours: k}).LeaveOneOut(v.D, v.Data.Labels) {
		if vote.Label != v.Data.Labels[i] {
			wrong++
		}
	}
	return wrong
}

var kmeansAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 40, Most: 150, Ignores: "start iteration", Designs: drawn,
	Claims: []course.Claim{{
		Name: "kmeans-apart", Says: "The least J of 20 starts has every point in a cluster of its class",
		Holds: ofMeans(func(m *means) many.Outcome { return many.If(m.away() == 0) }),
	}, {
		Name: "kmeans-lower", Says: "It is lower than that of the classes themselves",
		Holds: ofMeans(func(m *means) many.Outcome { return many.Less(m.least, m.classes) }),
	}, {
		Name: "kmeans-stuck", Says: "Some start ends above it",
		Holds: ofMeans(func(m *means) many.Outcome { return many.If(m.there < starts) }),
	}},
	Rank: "least", Error: "away",
	Rivals: []course.Rival{{
		Name: "single linkage", Tuned: "plain distances, as many clusters; nothing else to choose",
		Error: func(ctx context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
			m := p.Result.(*means)
			if m.task == nil {
				return math.NaN(), nil
			}
			labels, err := cutTree(ctx, engine.Linear{}, m.Data.X, engine.SingleLinkage, m.clusters)
			if err != nil {
				return math.NaN(), err
			}
			return float64(m.n() - atHome(labels, m.Data.Labels)), nil
		},
	}},
}

func ofMeans(holds func(*means) many.Outcome) func(*course.Picture) many.Outcome {
	return func(p *course.Picture) many.Outcome {
		m := p.Result.(*means)
		if m.task == nil {
			return many.Fails
		}
		return holds(m)
	}
}

var densityAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: goalPoints, Ignores: "at", Designs: drawn,
	Claims: []course.Claim{{
		Name: "density-apart", Says: "Each class has a cluster of its own, with 95 % of its points at home",
		Holds: func(p *course.Picture) many.Outcome { return many.If(p.Find("away") <= mostAway) },
	}},
	Error: "away",
	Curve: &course.Trace{Panel: "density-reach", Series: "sorted", X: "place", Y: "distance"},
	Rivals: []course.Rival{{
		Name: "single linkage", Tuned: "plain distances, as many clusters as classes; nothing else to choose",
		Error: ofDensity(func(ctx context.Context, v *density, clusters int) ([]int, error) {
			return cutTree(ctx, engine.Linear{}, v.Data.X, engine.SingleLinkage, clusters)
		}),
	}, {
		Name: "k-means", Tuned: "best of 4 starts, plain distances, as many clusters as classes",
		Error: ofDensity(func(ctx context.Context, v *density, clusters int) ([]int, error) {
			return plainMeans(ctx, v.Data.X, clusters, fewStarts)
		}),
	}},
}

// ofDensity is how much in % a rival of the dense regions has away from the class.
func ofDensity(rival func(context.Context, *density, int) ([]int, error)) func(
	context.Context, *course.Memo, *course.Picture) (float64, error) {
	return func(ctx context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
		v := p.Result.(*density)
		if v.task == nil {
			return math.NaN(), nil
		}
		labels, err := rival(ctx, v, len(v.Data.Classes()))
		if err != nil {
			return math.NaN(), err
		}
		return awayShare(labels, v.Data.Labels), nil
	}
}

var outliersAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 150, Ignores: "at marked", Designs: drawn,
	Claims: []course.Claim{{
		Name: "outliers-first", Says: "The point in the middle is the farthest from the mean",
		Holds: ofStrange(func(v *strange) many.Outcome { return many.If(v.rank == 1 && v.like == 0) }),
	}, {
		Name: "outliers-last", Says: "It is the nearest",
		Holds: ofStrange(func(v *strange) many.Outcome { return many.If(v.rank+v.like == v.n() && v.like == 0) }),
	}},
	Rank: "middle_rank",
	Resampled: &course.Resampled{
		Of: "clouds drawn like this one",
		Designs: []course.Design{{Stays: "the means and spreads of the groups",
			Anew: "every point but the one in the middle, from a normal distribution of its group"}},
		Draw: func(ctx context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
			v := p.Result.(*strange)
			if v.task == nil {
				return &course.Picture{Result: &strange{}}, nil
			}
			again, err := v.cloud(rand.New(rand.NewPCG(uint64(number), 1)))
			return &course.Picture{Result: again}, err
		},
	},
}

func ofStrange(holds func(*strange) many.Outcome) func(*course.Picture) many.Outcome {
	return func(p *course.Picture) many.Outcome {
		v := p.Result.(*strange)
		if v.task == nil {
			return many.Ties
		}
		return holds(v)
	}
}

// cloud draws the points anew: those of each class from a normal distribution of their mean
// and spread along each input. The one in the middle stays.
func (v *strange) cloud(rng *rand.Rand) (*strange, error) {
	d := *v.Labelled
	d.Data.X = make([][]float64, v.n())
	for _, class := range v.Data.Classes() {
		var own [][]float64
		for i, x := range v.Data.X {
			if v.Data.Labels[i] == class && i != v.middle {
				own = append(own, x)
			}
		}
		if len(own) == 0 {
			continue
		}
		mean, sd := make([]float64, len(own[0])), make([]float64, len(own[0]))
		for j := range mean {
			mean[j], sd[j] = stat.PopMeanStdDev(engine.Dataset{X: own}.Input(j), nil)
		}
		for i := range v.Data.X {
			if v.Data.Labels[i] == class {
				x := make([]float64, len(mean))
				for j := range x {
					x[j] = mean[j] + sd[j]*rng.NormFloat64()
				}
				d.Data.X[i] = x
			}
		}
	}
	d.Data.X[v.middle] = v.Data.X[v.middle]
	again := &strange{task: &task{Labelled: &d, kernel: v.kernel, K: engine.Gram(v.kernel, d.Data.X)}, middle: v.middle}
	var err error
	if again.mean, err = engine.OutlierScores(again.K); err != nil {
		return nil, err
	}
	again.rank, again.like = again.place(again.middle)
	return again, nil
}

// openingHome is how many wines are at home as the figure opens.
const openingHome = 35
