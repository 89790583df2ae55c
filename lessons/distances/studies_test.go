package distances

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/points"
)

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
	d := sample(winesSpec, seed)
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

// meansOf are, over so many samples, the mean of each of the treeWays, and of what Ward and
// k-means have more than angles, with its standard error.
func meansOf(draws int) map[string]float64 {
	facts, ward, clusters := map[string]float64{}, []float64{}, []float64{}
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
func ringSamples(prefix string, rings points.LabelledSpec) many.Study {
	return many.Study{
		Claims: prefixed(prefix, "at-0.1", "at-0.2", "at-0.25", "at-0.4", "at-0.6", "at-1", "halves-lower", "pair-0.4",
			"pair-0.6", "pair-higher", "plain", "rings-single", "rings-complete", "rings-average"),
		Draw: func(seed int) []many.Outcome { return ofRings(sample(rings, seed)) },
	}
}

// prefixed are claims of another design.
func prefixed(prefix string, claims ...string) []string {
	for i, c := range claims {
		claims[i] = prefix + c
	}
	return claims
}

// ofRings are the outcomes of one sample.
func ofRings(d engine.Labelled) (o []many.Outcome) {
	ctx := context.Background()
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
func moonSamples(prefix string, moons points.LabelledSpec) many.Study {
	radii := []float64{0.35, 0.45, 0.5, 0.6, 0.65}
	claims := []string{}
	for _, r := range radii {
		claims = append(claims, fmt.Sprint("moons-", r))
	}
	return many.Study{
		Claims: prefixed(prefix, append(claims, "moons-single", "moons-means")...),
		Draw: func(seed int) (o []many.Outcome) {
			d := sample(moons, seed)
			apart := func(labels []int) many.Outcome { return many.If(awayShare(labels, d.Labels) <= mostAway) }
			D := course.Must(engine.FeatureDistances(engine.Gram(engine.Gaussian{Length: 0.5}, d.X)))
			for _, r := range radii {
				o = append(o, apart(engine.DBSCAN{Radius: r, MinPoints: 5}.Fit(D).Labels))
			}
			ctx := context.Background()
			return append(o, apart(course.Must(cutTree(ctx, engine.Linear{}, d.X, engine.SingleLinkage, 2))),
				apart(course.Must(plainMeans(ctx, d.X, 2, starts))))
		},
	}
}

// middleSamples ask of two groups and a point put between them whether it is the farthest
// from the mean in the feature space, or the nearest, of all 41.
var middleSamples = many.Study{
	Claims: []string{"middle-near-first", "middle-plain-last", "middle-plain-first"},
	Draw: func(seed int) []many.Outcome {
		x := append(sample(middleSpec, seed).X, []float64{0, 0})
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
// outvoted than nine, one, and forty; and of the third set aside whether nine have fewer outvoted
// there than forty, and whether ridge regression, its ℓ and λ chosen by leaving out, is better than
// neighbours with k chosen by leaving out, and the other way round, and so with all called clean.
// They are drawn by squares of ground, or at random.
func soilSamples(prefix string, squares bool) many.Study {
	return many.Study{
		Claims: prefixed(prefix, "nine-one", "nine-forty", "three-nine", "rest-nine-forty", "ridge-tuned",
			"tuned-ridge", "ridge-clean", "clean-ridge"),
		Draw: func(seed int) []many.Outcome {
			v := soilVoting(seed, 9, squares)
			three := float64(v.outvoted(3))
			ridge, tuned, clean := v.ridge(), v.share(v.tuned().restWrong(), v.rest().Len()), v.allAlike()
			forty := *v
			forty.k = mostNeighbours
			return []many.Outcome{
				many.Less(v.wrong, float64(v.outvoted(1))), many.Less(v.wrong, float64(v.outvoted(mostNeighbours))),
				many.Less(three, v.wrong), many.Less(v.restWrong(), forty.restWrong()), many.Less(ridge, tuned),
				many.Less(tuned, ridge), many.Less(ridge, clean), many.Less(clean, ridge),
			}
		},
	}
}

// allAlike is how many of the rest are wrong, in %, where all are called what most of those learned from are.
func (v *voting) allAlike() float64 {
	count, most, rest := map[int]int{}, v.Data.Labels[0], v.rest()
	for _, l := range v.Data.Labels {
		if count[l]++; count[l] > count[most] {
			most = l
		}
	}
	wrong := 0.0
	for _, l := range rest.Labels {
		if l != most {
			wrong++
		}
	}
	return v.share(wrong, rest.Len())
}

// soilVoting is the vote of k neighbours in a sample of the soil, by squares or not.
func soilVoting(seed, k int, squares bool) *voting {
	spec, memo := soilSpec, course.NewMemo(1<<20)
	spec.Seed, spec.Squares = seed, squares
	t := course.Must(taskOf(context.Background(), memo, spec.Load(), engine.Gaussian{Length: 0.5}))
	v := &voting{data: t.Labelled, task: t, k: k}
	v.wrong = float64(v.outvoted(k))
	return v
}

// What the figures open on, of which the studies change the seed.
var (
	winesSpec  = points.LabelledSpec{Name: "wine", Scaled: true, N: 40}
	ringsSpec  = points.LabelledSpec{Name: "rings", N: 80, Noise: ringsNoise, Anywhere: true}
	moonsSpec  = points.LabelledSpec{Name: "moons", N: 120, Noise: 0.07, Anywhere: true}
	middleSpec = points.LabelledSpec{Name: "blobs", N: 40, Noise: 0.2}
	soilSpec   = points.LabelledSpec{Name: "meuse", Flat: true, N: soilLearned}
)

// sample is the one of that seed.
func sample(spec points.LabelledSpec, seed int) engine.Labelled {
	spec.Seed = seed
	return spec.Load().Data
}

// studies are the shares that are recorded: of rings and moons also where the points lie
// evenly, and of moons with twice as many points.
func studies() []many.Study {
	evenRings, evenMoons, manyMoons := ringsSpec, moonsSpec, moonsSpec
	evenRings.Anywhere, evenMoons.Anywhere, manyMoons.N = false, false, goalPoints
	return []many.Study{treeSamples, ringSamples("", ringsSpec), ringSamples("even-", evenRings),
		moonSamples("", moonsSpec), moonSamples("even-", evenMoons), moonSamples("twice-", manyMoons), middleSamples,
		soilSamples("", true), soilSamples("points-", false)}
}
