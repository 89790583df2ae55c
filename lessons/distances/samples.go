package distances

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
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

var treeAmong = &course.Samples{
	Seed: "seed", Of: "samples", Draws: 100, Most: 100, Ignores: "at",
	Claims: []course.Claim{{
		Name: "tree-ninety", Says: "Nine in ten points are in a cluster of their class",
		Holds: func(p *course.Picture) many.Outcome {
			v := p.Result.(*tree)
			return many.If(v.task != nil && float64(atHome(v.labels, v.Data.Labels)) >= ninety*float64(v.n()))
		},
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
	Seed: "seed", Of: "samples", Draws: 20, Splits: true, Most: 120, Ignores: "at",
	Claims: []course.Claim{{
		Name: "knn-one", Says: "One neighbour has fewer outvoted than these",
		Holds: func(p *course.Picture) many.Outcome { return p.Result.(*voting).against(1) },
	}, {
		Name: "knn-forty", Says: "Forty neighbours have fewer outvoted",
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
	Seed: "seed", Of: "samples", Draws: 20, Most: 150, Ignores: "start iteration",
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
	Seed: "seed", Of: "samples", Draws: 100, Most: 150, Ignores: "at",
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
	Seed: "seed", Of: "samples", Draws: 100, Most: 150, Ignores: "at marked",
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

// treeWays are divisions of 40 wines into three, by what the prose calls them.
var treeWays = []struct {
	name string
	cut  func(ctx context.Context, x [][]float64) ([]int, error)
}{
	{"single", gaussianTree(engine.SingleLinkage)}, {"complete", gaussianTree(engine.CompleteLinkage)},
	{"average", gaussianTree(engine.AverageLinkage)},
	{"angles", treeBy(engine.Cosine{}, engine.AverageLinkage)}, {"ward", treeBy(engine.Linear{}, engine.WardLinkage)},
	{"means", func(ctx context.Context, x [][]float64) ([]int, error) { return plainMeans(ctx, x, wineKinds, starts) }},
}

const wineKinds = 3

func gaussianTree(l engine.Linkage) func(context.Context, [][]float64) ([]int, error) {
	return treeBy(engine.Gaussian{Length: 8}, l)
}

func treeBy(k engine.Kernel, l engine.Linkage) func(context.Context, [][]float64) ([]int, error) {
	return func(ctx context.Context, x [][]float64) ([]int, error) { return cutTree(ctx, k, x, l, wineKinds) }
}

// winesAtHome are how many of 40 wines of a sample each of the treeWays has at home.
func winesAtHome(seed int) []float64 {
	spec := winesSpec
	spec.Seed = seed
	d := spec.Load().Data
	var home []float64
	for _, way := range treeWays {
		home = append(home, float64(atHome(course.Must(way.cut(context.Background(), d.X)), d.Labels)))
	}
	return home
}

// treeSamples ask of samples of 40 wines which ways have nine in ten at home, and which has
// more there than which.
var treeSamples = many.Study{
	Claims: []string{"single-ninety", "complete-ninety", "average-ninety", "angles-ninety", "ward-ninety",
		"means-ninety",
		"complete-opening", "ward-complete", "ward-angles", "means-angles"},
	Draw: func(seed int) (o []many.Outcome) {
		home := winesAtHome(seed)
		single, complete, average, angles, ward, means := home[0], home[1], home[2], home[3], home[4], home[5]
		for _, h := range []float64{single, complete, average, angles, ward, means} {
			o = append(o, many.If(h >= 40*ninety))
		}
		return append(o, many.If(complete >= openingHome), many.Less(complete, ward), many.Less(angles, ward),
			many.Less(angles, means))
	},
}

// openingHome is how many wines are at home as the figure opens.
const openingHome = 35

// meansOf are, over so many samples, the mean of each of the treeWays, and of what Ward and
// k-means have more than angles, with its standard error.
func meansOf(draws int) course.Facts {
	facts, ward, clusters := course.Facts{}, []float64{}, []float64{}
	for seed := 1; seed <= draws; seed++ {
		home := winesAtHome(seed)
		for i, way := range treeWays {
			facts[way.name+"-mean"] += home[i] / float64(draws)
		}
		ward, clusters = append(ward, home[4]-home[3]), append(clusters, home[5]-home[3])
	}
	facts["ward-more"], facts["ward-more-se"] = many.Paired(ward)
	facts["means-more"], facts["means-more-se"] = many.Paired(clusters)
	return facts
}

// ringWidths are the bandwidths at which k-means on rings is counted.
var ringWidths = []float64{0.1, 0.2, 0.25, 0.4, 0.6, 1}

// ringSamples ask of rings whether the least J of 20 starts is that of a ring to each
// cluster: from points dealt out, and from two points drawn, to the nearer of which the
// others go; and whether halves are lower at ℓ = 1, and single linkage finds the rings.
var ringSamples = many.Study{
	Claims: []string{"at-0.1", "at-0.2", "at-0.25", "at-0.4", "at-0.6", "at-1", "halves-lower", "pair-0.4", "pair-0.6",
		"pair-higher", "plain", "rings-single", "rings-complete", "rings-average"},
	Draw: func(seed int) (o []many.Outcome) {
		spec, ctx := ringsSpec, context.Background()
		spec.Seed = seed
		d := spec.Load().Data
		apart := func(labels []int) many.Outcome { return many.If(atHome(labels, d.Labels) == d.Len()) }
		best := map[float64]float64{}
		for _, ell := range ringWidths {
			c := fromStarts(engine.Gram(engine.Gaussian{Length: ell}, d.X), startOf)
			o, best[ell] = append(o, apart(c.Labels)), c.Objective
		}
		rings := func(ell float64) float64 {
			K := engine.Gram(engine.Gaussian{Length: ell}, d.X)
			method := engine.KMeans{Clusters: 2, Restarts: 1}
			return course.Must(method.From(ctx, K, d.Labels)).Steps[0].Objective
		}
		o = append(o, many.Less(best[1], rings(1)))
		var pair *engine.Clustering
		for _, ell := range []float64{0.4, 0.6} {
			K := engine.Gram(engine.Gaussian{Length: ell}, d.X)
			pair = fromStarts(K, func(_, _, s int) []int { return nearerOfTwo(K, s) })
			o = append(o, apart(pair.Labels))
		}
		o = append(o, many.Less(rings(0.6), pair.Objective),
			apart(fromStarts(engine.Gram(engine.Linear{}, d.X), startOf).Labels))
		for _, l := range []engine.Linkage{engine.SingleLinkage, engine.CompleteLinkage, engine.AverageLinkage} {
			o = append(o, apart(course.Must(cutTree(ctx, engine.Gaussian{Length: 8}, d.X, l, 2))))
		}
		return o
	},
}

// fromStarts is the best of 20 ends of k-means with two clusters.
func fromStarts(K *mat.SymDense, start func(n, clusters, s int) []int) *engine.Clustering {
	var best *engine.Clustering
	for s := range starts {
		method := engine.KMeans{Clusters: 2, Restarts: 1}
		c := course.Must(method.From(context.Background(), K, start(K.SymmetricDim(), 2, s+1)))
		if best == nil || c.Objective < best.Objective {
			best = c
		}
	}
	return best
}

// nearerOfTwo draws two points, and puts each point with the nearer of them.
func nearerOfTwo(K *mat.SymDense, s int) []int {
	two := rand.New(rand.NewPCG(uint64(s), 7)).Perm(K.SymmetricDim())
	labels := make([]int, K.SymmetricDim())
	for i := range labels {
		if K.At(i, two[1])-K.At(two[1], two[1])/2 > K.At(i, two[0])-K.At(two[0], two[0])/2 {
			labels[i] = 1
		}
	}
	return labels
}

// moonSamples ask of moons whether a radius finds both, and whether single linkage and
// k-means, told that there are two, do as well.
var moonSamples = many.Study{
	Claims: []string{"moons-narrow", "moons-opening", "moons", "moons-wide", "moons-single", "moons-means"},
	Draw: func(seed int) (o []many.Outcome) {
		spec := moonsSpec
		spec.Seed = seed
		d := spec.Load().Data
		apart := func(labels []int) many.Outcome { return many.If(awayShare(labels, d.Labels) <= mostAway) }
		D := course.Must(engine.FeatureDistances(engine.Gram(engine.Gaussian{Length: 0.5}, d.X)))
		for _, r := range []float64{0.35, 0.45, 0.5, 0.65} {
			o = append(o, apart(engine.DBSCAN{Radius: r, MinPoints: 5}.Fit(D).Labels))
		}
		ctx := context.Background()
		return append(o, apart(course.Must(cutTree(ctx, engine.Linear{}, d.X, engine.SingleLinkage, 2))),
			apart(course.Must(plainMeans(ctx, d.X, 2, starts))))
	},
}

// middleSamples ask of two groups and a point put between them whether it is the farthest
// from the mean in the feature space, or the nearest, of all 41.
var middleSamples = many.Study{
	Claims: []string{"middle-near-first", "middle-plain-last", "middle-plain-first"},
	Draw: func(seed int) []many.Outcome {
		spec := middleSpec
		spec.Seed = seed
		x := append(spec.Load().Data.X, []float64{0, 0})
		place := func(k engine.Kernel) (first, last many.Outcome) {
			d := course.Must(engine.OutlierScores(engine.Gram(k, x))).Distances
			below, above := 0, 0
			for _, v := range d[:len(d)-1] {
				if v < d[len(d)-1] {
					below++
				} else {
					above++
				}
			}
			return many.If(above == 0), many.If(below == 0)
		}
		near, _ := place(engine.Gaussian{Length: 0.5})
		first, last := place(engine.Linear{})
		return []many.Outcome{near, last, first}
	},
}

// soilSamples ask of samples of two thirds of the soil whether three neighbours have fewer
// outvoted than nine, one, and forty; and whether ridge regression, its ℓ and λ chosen by
// leaving out, is better on the third set aside than neighbours with k chosen by leaving out,
// and the other way round.
var soilSamples = many.Study{
	Claims: []string{"nine-one", "nine-forty", "three-nine", "ridge-tuned", "tuned-ridge"},
	Draw: func(seed int) []many.Outcome {
		v := soilVoting(seed, 9)
		three := float64(v.outvoted(3))
		ridge, tuned := v.ridge(), v.share(v.tuned().restWrong(), v.rest().Len())
		return []many.Outcome{
			many.Less(v.wrong, float64(v.outvoted(1))), many.Less(v.wrong, float64(v.outvoted(mostNeighbours))),
			many.Less(three, v.wrong), many.Less(ridge, tuned), many.Less(tuned, ridge),
		}
	},
}

// soilVoting is the vote of k neighbours in a sample of the soil.
func soilVoting(seed, k int) *voting {
	spec, memo := soilSpec, course.NewMemo(1<<20)
	spec.Seed = seed
	t := course.Must(taskOf(context.Background(), memo, spec.Load(), engine.Gaussian{Length: 0.5}))
	v := &voting{data: t.Labelled, task: t, k: k}
	v.wrong = float64(v.outvoted(k))
	return v
}

// What the figures open on, of which the studies change the seed.
var (
	winesSpec  = points.LabelledSpec{Name: "wine", Scaled: true, N: 40}
	ringsSpec  = points.LabelledSpec{Name: "rings", N: 80, Noise: ringsNoise}
	moonsSpec  = points.LabelledSpec{Name: "moons", N: 120, Noise: 0.07}
	middleSpec = points.LabelledSpec{Name: "blobs", N: 40, Noise: 0.2}
	soilSpec   = points.LabelledSpec{Name: "meuse", Flat: true, N: soilLearned}
)
