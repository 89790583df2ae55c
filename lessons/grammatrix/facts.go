package grammatrix

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
)

const (
	samples     = 60  // over how many seeds a claim that compares is counted
	digitPoints = 100 // of a sample
)

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	memo := course.NewMemo(1 << 24)
	facts := course.Facts{"samples": samples, "digit-n": digitPoints}
	facts.Read(memo, buildGram, "", "opens-", "adjacent", "adjacent", "mean", "mean", "different", "different")
	facts.Read(memo, buildGram, "order=eigenvector", "sorted-", "adjacent", "adjacent")
	facts.Read(memo, buildGram, "order=class", "class-", "adjacent", "adjacent")
	facts.Read(memo, buildGram, "order=x", "x-", "adjacent", "adjacent")
	facts.Read(memo, buildGram, "order=fiedler", "fiedler-", "adjacent", "adjacent")
	facts.Read(memo, buildGram, "order=path", "path-", "adjacent", "adjacent")
	for _, order := range []string{"listed", "eigenvector", "fiedler"} {
		query := "data=moons&bandwidth=1&order=" + order
		facts.Read(memo, buildGram, query, "moons-"+order+"-", "adjacent", "adjacent")
		facts.Read(memo, buildGram, query+"&places=even", "even-"+order+"-", "adjacent", "adjacent")
	}
	groupFacts(facts)
	many.Cite(facts, many.Parse(shares))
	facts.Read(memo, buildGram, "data=blobs&kernel=linear&order=class", "signed-", "least", "least")
	facts.Read(memo, buildNeighbours, "similarity=inner", "inner-", "most", "most", "n", "points", "agreeing",
		"agreeing")
	facts.Read(memo, buildNeighbours, "similarity=cosine", "cosine-", "most", "most")
	facts.Read(memo, buildNeighbours, "similarity=gaussian", "gaussian-", "most", "most")
	facts.Read(memo, buildNeighbours, "even=1", "even-", "agreeing", "agreeing")
	facts["opens-pairs"] = facts["opens-different"] - facts["inner-n"]
	foodFacts(facts)
	digitFacts(facts)
	handFacts(facts)
	const large = 10000
	facts["many"], facts["many-gb"] = large, 8*large*large/1e9
	return facts
}

// foodFacts are how like milk is to itself and to dry rice, by the inner product, and how
// many foods have one answer, two and three.
func foodFacts(facts course.Facts) {
	foods, names := data.Foods(), data.FoodNames()
	at := func(name string) []float64 {
		i := slices.Index(names, name)
		if i < 0 {
			panic("grammatrix: no food " + name)
		}
		return foods.X[i]
	}
	milk := at(standIn)
	facts["milk-itself"], facts["milk-rice"] = dot(milk, milk), dot(milk, at("rice, dry"))
	f := course.NewForm(nil)
	p := course.Must(buildNeighbours(f)(context.Background(), course.NewMemo(1<<20)))
	for _, s := range p.Series {
		if s.Name == "answers" {
			for _, n := range s.Columns[0].Values {
				facts[fmt.Sprintf("answers-%.0f", n)]++
			}
		}
	}
}

// digitFacts are how often the digit most like another, by each similarity, is the same
// digit: the mean share over samples, in per cent, and how often one similarity is right
// more often than another.
func digitFacts(facts course.Facts) {
	all := data.Digits()
	for _, fact := range []string{"digit-inner", "digit-cosine", "digit-gaussian", "cosine-over-inner"} {
		facts[fact] = 0
	}
	for seed := 1; seed <= samples; seed++ {
		d, _ := all.Split(digitPoints, rand.New(rand.NewPCG(uint64(seed), 0)))
		K := engine.Gram(engine.Linear{}, d.X)
		share := func(value func(i, j int) float64) float64 {
			right := 0.0
			for i := range d.X {
				top := math.Inf(-1)
				for j := range d.X {
					if j != i {
						top = math.Max(top, value(i, j))
					}
				}
				same, tied := 0.0, 0.0 // of those that are equally alike
				for j := range d.X {
					if j != i && engine.Agree(value(i, j), top, K.At(i, i)) {
						if tied++; d.Labels[i] == d.Labels[j] {
							same++
						}
					}
				}
				right += same / tied
			}
			return 100 * right / digitPoints
		}
		inner := share(K.At)
		angle := share(func(i, j int) float64 { return K.At(i, j) / math.Sqrt(K.At(j, j)) })
		near := share(func(i, j int) float64 { return K.At(i, j) - K.At(j, j)/2 })
		facts["digit-inner"] += inner / samples
		facts["digit-cosine"] += angle / samples
		facts["digit-gaussian"] += near / samples
		if angle > inner && near > inner {
			facts["cosine-over-inner"]++
		}
	}
}

// handFacts are those of the worked example: (3, 4) and three others.
func handFacts(facts course.Facts) {
	x := [][]float64{{3, 4}, {6, 8}, {4, 3}, {12, 5}}
	K := engine.Gram(engine.Linear{}, x)
	for i := range x {
		for j := range x {
			facts[fmt.Sprintf("hand-%d%d", i+1, j+1)] = K.At(i, j)
		}
		facts[fmt.Sprintf("hand-length-%d", i+1)] = math.Sqrt(K.At(i, i))
		facts[fmt.Sprintf("hand-cosine-%d", i+1)] = cosine(x[0], x[i])
		facts[fmt.Sprintf("hand-square-%d", i+1)] = K.At(0, 0) - 2*K.At(0, i) + K.At(i, i)
	}
}
