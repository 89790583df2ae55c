package distances

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
)

// samples is over how many seeds a claim that compares is counted.
const samples = 60

// hand is the worked example: −1, 1 and 2 on a line, under (xx′)².
const hand = "data=points&points=-1,0,1;1,0,1;2,0,-1&kernel=polynomial&degree=2&offset=0"

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	memo := course.NewMemo(1 << 26)
	facts := course.Facts{"samples": samples, "starts": starts, "goal": wineGoal}
	facts.Read(memo, buildTree, "", "tree-", "home", "at_home", "entries", "entries")
	facts.Read(memo, buildTree, "kernel=cosine&linkage=average", "angle-", "home", "at_home")
	facts.Read(memo, buildTree, "linkage=single", "chain-", "home", "at_home", "largest", "largest_cluster")
	facts.Read(memo, buildTree, "inputs=raw&kernel=linear", "raw-", "home", "at_home")
	facts.Read(memo, buildKNN, "", "soil-",
		"wrong", "loo_errors", "alike", "majority_errors", "n", "points", "entries", "entries")
	facts.Read(memo, buildKNN, "neighbours=1", "one-", "wrong", "loo_errors")
	facts.Read(memo, buildKNN, "neighbours=40", "forty-", "wrong", "loo_errors")
	facts.Read(memo, buildKNN, "bandwidth=0.01", "narrow-", "wrong", "loo_errors", "tied", "tied")
	facts.Read(memo, buildKMeans, "", "halves-", "least", "least", "classes", "classes")
	facts.Read(memo, buildKMeans, "bandwidth=0.4", "parted-", "objective", "objective", "there", "there")
	facts["stuck-most"] = mostOf(memo, "bandwidth=0.4")
	facts.Read(memo, buildOutliers, "", "wide-", "rank", "middle_rank")
	facts.Read(memo, buildOutliers, "bandwidth=0.5", "near-", "rank", "middle_rank")
	facts.Read(memo, buildOutliers, "bandwidth=1", "nearer-", "rank", "middle_rank")
	facts.Read(memo, buildDensity, "radius=0.45", "moons-", "home", "at_home")
	facts.Read(memo, buildDensity, "", "moons-", "plane", "radius_in_plane", "clusters", "clusters")
	countTrees(facts, memo)
	countRings(facts)
	countMoons(facts, memo)
	countMiddles(facts)

	p := facts.Read(memo, buildOutliers, hand, "hand-", "largest", "largest")
	for _, m := range p.Matrices {
		for i := range 3 {
			for j := range 3 {
				facts[fmt.Sprintf("hand-%s-%d%d", m.Name, i+1, j+1)] = m.Values.At(i, j)
			}
		}
	}
	for _, s := range p.Series {
		if s.Name == "scores" {
			for i, v := range s.Columns[0].Values {
				facts[fmt.Sprintf("hand-score-%d", i+1)] = v
			}
		}
	}
	facts["hand-rows"] = facts["hand-gram-31"] + facts["hand-gram-32"] + facts["hand-gram-33"]
	for i := range 3 {
		for j := range 3 {
			facts["hand-all"] += facts[fmt.Sprintf("hand-gram-%d%d", i+1, j+1)]
		}
	}
	facts["hand-mean"] = facts["hand-all"] / 9

	const many = 10000 // points
	facts["many"], facts["many-gb"] = many, 8*many*many/1e9
	ask := course.Must(engine.FeatureDistances(mat.NewSymDense(2, []float64{4, 2, 2, 9})))
	facts["ask"], facts["ask-square"], facts["ask-apart"] = ask.At(0, 1), ask.At(0, 1)*ask.At(0, 1), math.Sqrt(4+9)
	facts["ask-radius"], facts["ask-radius-slip"] = math.Sqrt(2*math.Ln2), math.Sqrt(math.Ln2)
	return facts
}

// countTrees counts, over samples of 40 wines, how trees compare.
func countTrees(facts course.Facts, memo *course.Memo) {
	for fact, query := range map[string]string{
		"single": "linkage=single", "complete": "linkage=complete", "average": "linkage=average",
		"angles": "linkage=average&kernel=cosine", "angles-complete": "linkage=complete&kernel=cosine",
	} {
		for seed := 1; seed <= samples; seed++ {
			home := course.Facts{}
			home.Read(memo, buildTree, fmt.Sprintf("%s&seed=%d", query, seed), "", "home", "at_home")
			facts[fact+"-mean"] += home["home"] / samples
			if home["home"] >= 36 {
				facts[fact+"-ninety"]++
			}
		}
	}
	for _, linkage := range []string{"single", "complete", "average"} {
		facts["rings-"+linkage] = 0
		for seed := 1; seed <= samples; seed++ {
			home := course.Facts{}
			query := fmt.Sprintf("data=rings&n=80&clusters=2&kernel=gaussian&linkage=%s&seed=%d", linkage, seed)
			home.Read(memo, buildTree, query, "", "home", "at_home")
			if home["home"] == 80 {
				facts["rings-"+linkage]++
			}
		}
	}
}

// countRings counts in how many samples the least objective of all starts is that of a
// ring to each cluster, at bandwidths, and with the linear kernel.
func countRings(facts course.Facts) {
	kernels := map[string]engine.Kernel{"plain": engine.Linear{}}
	for _, ell := range []float64{0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 1} {
		kernels[fmt.Sprintf("at-%v", ell)] = engine.Gaussian{Length: ell}
	}
	for fact, k := range kernels {
		for seed := 1; seed <= samples; seed++ {
			d := ringsOf(seed)
			K := engine.Gram(k, d.Data.X)
			var best *engine.Clustering
			for s := range starts {
				method, start := engine.KMeans{Clusters: 2, Restarts: 1}, startOf(d.Data.Len(), 2, s+1)
				c := course.Must(method.From(context.Background(), K, start))
				if best == nil || c.Objective < best.Objective {
					best = c
				}
			}
			parted := 0.0
			if atHome(best.Labels, d.Data.Labels) == d.Data.Len() {
				parted = 1
			}
			facts[fact] += parted
			// The rings, held against what was found: does J want something else?
			own := course.Must(engine.KMeans{Clusters: 2, Restarts: 1}.From(context.Background(), K,
				d.Data.Labels)).Steps[0].Objective
			if best.Objective < own && !engine.Agree(best.Objective, own, own) {
				facts[fact+"-lower"]++
			}
		}
	}
}

// mostOf is the largest J that one of the starts ends at in a state of k-means.
func mostOf(memo *course.Memo, query string) (most float64) {
	p := course.Facts{}.Read(memo, buildKMeans, query, "")
	for _, s := range p.Series {
		if s.Name == "starts" {
			most = slices.Max(s.Columns[0].Values)
		}
	}
	return most
}

func ringsOf(seed int) *points.Labelled {
	return points.OfTwoInputs(course.NewForm(course.ParseQuery(fmt.Sprintf("seed=%d", seed))), ringsOffer)()
}

// countMoons counts in how many samples one radius finds both moons.
func countMoons(facts course.Facts, memo *course.Memo) {
	for seed := 1; seed <= samples; seed++ {
		found := course.Facts{}
		found.Read(memo, buildDensity, fmt.Sprintf("radius=0.45&seed=%d", seed), "",
			"home", "at_home", "clusters", "clusters")
		if found["clusters"] == 2 && found["home"] >= 0.95*float64(crescents.N) {
			facts["moons"]++
		}
	}
}

// countMiddles counts in how many samples of two groups a point put between them is the
// farthest from the mean in the feature space, and in how many the nearest.
func countMiddles(facts course.Facts) {
	for fact, k := range map[string]engine.Kernel{
		"middle-plain": engine.Linear{}, "middle-near": engine.Gaussian{Length: 0.5},
	} {
		facts[fact+"-first"], facts[fact+"-last"] = 0, 0
		for seed := 1; seed <= samples; seed++ {
			query := fmt.Sprintf("data=blobs&n=40&noise=0.2&seed=%d", seed)
			d := points.OfTwoInputs(course.NewForm(course.ParseQuery(query)), twoGroups)()
			x := append(slices.Clone(d.Data.X), []float64{0, 0})
			scores := course.Must(engine.OutlierScores(engine.Gram(k, x))).Distances
			last := scores[len(x)-1]
			if last == slices.Max(scores) {
				facts[fact+"-first"]++
			}
			if last == slices.Min(scores) {
				facts[fact+"-last"]++
			}
		}
	}
}
