package distances

import (
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// hand is the worked example: −1, 1 and 2 on a line, under (xx′)².
const hand = "data=points&points=-1,0,1;1,0,1;2,0,-1&kernel=polynomial&degree=2&offset=0"

// ringPoints is how many points each of the two rings has as they open.
const ringPoints = 40

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	memo := course.NewMemo(1 << 26)
	facts := course.Facts{"starts": starts, "opening-home": openingHome}
	facts.Read(memo, buildTree, "", "tree-", "home", "at_home", "entries", "entries")
	facts.Read(memo, buildTree, "kernel=cosine&linkage=average", "angle-", "home", "at_home")
	facts.Read(memo, buildTree, "linkage=ward", "ward-", "home", "at_home")
	facts.Read(memo, buildTree, "linkage=single", "chain-", "home", "at_home", "largest", "largest_cluster")
	facts.Read(memo, buildTree, "inputs=raw&kernel=linear", "raw-", "home", "at_home")
	facts.Read(memo, buildKNN, "", "soil-",
		"wrong", "loo_errors", "alike", "majority_errors", "n", "points")
	facts.Read(memo, buildKNN, "neighbours=1", "one-", "wrong", "loo_errors")
	facts.Read(memo, buildKNN, "neighbours=40", "forty-", "wrong", "loo_errors")
	facts.Read(memo, buildKNN, "bandwidth=0.01", "narrow-", "wrong", "loo_errors", "tied", "tied")
	facts.Read(memo, buildKMeans, "", "halves-", "least", "least", "classes", "classes")
	facts.Read(memo, buildKMeans, "bandwidth=0.4", "parted-", "objective", "objective", "there", "there")
	facts["stuck-most"] = mostOf(memo, "bandwidth=0.4")
	facts.Read(memo, buildOutliers, "", "wide-", "rank", "middle_rank")
	facts.Read(memo, buildOutliers, "bandwidth=0.5", "near-", "rank", "middle_rank")
	facts.Read(memo, buildOutliers, "bandwidth=1", "nearer-", "rank", "middle_rank")
	facts.Read(memo, buildDensity, "n=240&radius=0.45", "moons-", "away", "away")
	facts["spaced"] = 1 - engine.InnerRing // from ring to ring
	facts["gap"] = 2 * math.Pi / ringPoints
	for i := range ringPoints {
		facts["harmonic"] += 1 / float64(i+1)
	}
	facts["gap-longest"] = facts["gap"] * facts["harmonic"] // the mean of the longest of uniform gaps
	facts.Read(memo, buildDensity, "", "moons-", "clusters", "clusters")
	citeSamples(facts)

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

	const large = 10000 // points
	facts["many"], facts["many-gb"] = large, 8*large*large/1e9
	return facts
}

// citeSamples are what is counted over samples.
func citeSamples(facts course.Facts) {
	recorded := many.Parse(shares)
	many.Cite(facts, recorded)
	for _, name := range []string{"nine-one", "nine-forty", "rest-nine-forty", "ridge-tuned", "ridge-clean"} {
		all := recorded[name].All
		facts[name+"-ties"] = 100 * float64(all.Ties) / float64(all.Of)
	}
	for name, mean := range many.ParseMeans(meansFile) {
		facts[name] = mean.All
	}
}

// mostOf is the largest J that one of the starts ends at in a state of k-means.
func mostOf(memo *course.Memo, query string) float64 {
	return slices.Max(course.Facts{}.Read(memo, buildKMeans, query, "").Column("starts", "objective"))
}
