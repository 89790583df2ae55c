package sentences

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// hand is the worked example: banana and ananas, by pairs of letters.
const hand = "length=2&each=2&own=banana|ananas&first=9&second=10"

// triples are what the words on the figure classify are about, once the reader has said what they miss.
const triples = "length=3"

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	memo, ctx := course.NewMemo(1<<26), context.Background()
	facts := course.Facts{"splits": splits, "topics": topics, "sentences": float64(topics * len(languages))}
	facts.Read(memo, buildGram, "", "pair-", "k", "k", "shared", "shared", "counted", "counted", "same", "mean_same",
		"other", "mean_other")
	facts.Read(memo, buildGram, "each=24", "all-", "same", "mean_same", "other", "mean_other")
	facts.Read(memo, buildGram, hand, "hand-", "k", "k", "counted", "counted")
	facts.Read(memo, buildClassify, triples, "triples-", "error", "error", "neighbour", "neighbour_error",
		"variance", "variance_shown")
	facts.Read(memo, buildClassify, "learned=1", "one-", "error", "error")
	facts.Read(memo, buildClassify, "kernel=subsequence&length=4", "gaps-", "error", "error", "deviation", "deviation")
	for prefix, query := range map[string]string{
		"gaps-": "kernel=subsequence&length=4", "gaps-less-": "kernel=subsequence&length=4&decay=0.4",
	} {
		p := facts.Read(memo, buildClassify, query, prefix, "error", "error")
		facts[prefix+"hidden"] = p.Result.(*classifier).hidden
	}
	facts["gaps-less"] = facts["gaps-less-error"]
	for _, lambda := range []string{"1e-6", "10"} {
		facts.Read(memo, buildClassify, triples+"&lambda="+lambda, "lambda-"+lambda+"-", "error", "error")
	}
	facts.Read(memo, buildEdit, "", "wide-", "least", "least_eigenvalue")
	facts.Read(memo, buildEdit, "rate=0.32", "narrow-", "least", "least_eigenvalue")
	facts.Read(memo, buildEdit, "words=all", "many-", "least", "least_eigenvalue", "words", "words")
	facts["threshold"] = math.Ln2 / 2

	facts.Anew("anew-", anew())
	compare(ctx, memo, facts)
	facts["map-groups"], facts["map-languages"] = nearOnMap(memo)
	sparse(ctx, memo, facts)

	for i, w := range []string{"banana", "ananas"} {
		for u, c := range (engine.StringSpectrum{Length: 2}).Counts(w) {
			facts[fmt.Sprintf("hand-%d-%s", i+1, u)] = float64(c)
		}
		facts[fmt.Sprintf("hand-self-%d", i+1)] = (engine.StringSpectrum{Length: 2}).Eval(w, w)
	}

	// What it costs: a sentence of 45 letters, subsequences of 4.
	const letters, length, large = 45, 4, 10000
	facts["letters"], facts["steps"] = letters, length*letters*letters
	facts["ways"] = float64(combin.Binomial(letters, length))
	facts["many"], facts["many-gb"] = large, 8*large*large/1e9
	alphabet := engine.StringSpectrum{Length: 1}.Counts(strings.Join(chosen(topics, nil).all, ""))
	facts["alphabet"] = float64(len(alphabet))
	facts["features-3"] = math.Pow(facts["alphabet"], 3)
	facts["features-8"] = math.Pow(facts["alphabet"], 8)
	return facts
}

// compare counts, over the same splits, how kernels and the nearest neighbour compare.
func compare(ctx context.Context, memo *course.Memo, facts course.Facts) {
	of := func(k likeness) *score { return course.Must(tally(ctx, memo, k.made(), 12, lambdaOpens)) }
	for length := 1; length <= longest; length++ {
		s := of(likeness{name: spectrum, length: length})
		facts[fmt.Sprintf("error-%d", length)] = s.mean()
		facts[fmt.Sprintf("deviation-%d", length)] = s.deviation()
		facts[fmt.Sprintf("nothing-%d", length)] = s.strange()
	}
	three, bags := of(likeness{name: spectrum, length: 3}), of(likeness{name: words})
	gaps := of(likeness{name: subsequence, length: 3, decay: decayOpens})
	bayes := course.Must(course.Remember(ctx, memo, bayesOf{12}))
	for i, mean := range meansOfRows(bayes) {
		facts[fmt.Sprintf("bayes-%d", i+1)] = mean
	}
	four := of(likeness{name: subsequence, length: 4, decay: decayOpens})
	wins := func(prefix string, a, b []float64) { // errors are apart by whole sentences
		facts[prefix], facts[prefix+"-ties"] = 0, 0
		for i := range a {
			switch many.Less(a[i], b[i]) {
			case many.Holds:
				facts[prefix]++
			case many.Ties:
				facts[prefix+"-ties"]++
			}
		}
	}
	wins("bayes-beats", bayes[1], three.errors)
	wins("bayes-beats-gaps", bayes[1], four.errors)
	recorded := chosenIn()
	wins("ridge-chosen-beats", recorded["ridge"], recorded["bayes"])
	wins("ridge-best-beats", recorded["ridge best"], recorded["bayes best"])
	wins("bayes-best-beats", recorded["bayes best"], recorded["ridge best"])
	for name, column := range map[string]string{"ridge-chosen": "ridge", "bayes-chosen": "bayes",
		"ridge-best": "ridge best", "bayes-best": "bayes best"} {
		facts[name] = stat.Mean(recorded[column], nil)
	}
	facts["words-error"], facts["words-nothing"], facts["gaps-3-error"] = bags.mean(), bags.strange(), gaps.mean()
	facts["english-german"], facts["spanish-french"] = three.taken.At(0, 2), three.taken.At(3, 1)
	facts["german-german"] = three.taken.At(2, 2)
	for rival, errors := range map[string][]float64{
		"words": bags.errors, "nearest": three.nearest, "gaps": gaps.errors,
	} {
		facts["beats-"+rival], facts["ties-"+rival], facts[rival+"-beats"] = 0, 0, 0
		for i, e := range three.errors {
			switch { // errors are apart by whole sentences
			case engine.Agree(errors[i], e, 100):
				facts["ties-"+rival]++
			case e < errors[i]:
				facts["beats-"+rival]++
			default:
				facts[rival+"-beats"]++
			}
		}
	}
}

// nearOnMap counts the sentences that have one of their own group, and of their own
// language, nearest on the map: French and Spanish are one group.
func nearOnMap(memo *course.Memo) (groups, own float64) {
	p := course.Facts{}.Read(memo, buildClassify, triples, "")
	var x, y []float64
	for _, s := range p.Series {
		if s.Name == "projection" {
			x, y = s.Columns[0].Values, s.Columns[1].Values
		}
	}
	of, group := chosen(topics, nil).of, []int{0, 1, 2, 1}
	for i := range x {
		best, least := -1, math.Inf(1)
		for j := range x {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); j != i && d < least {
				best, least = j, d
			}
		}
		if of[best] == of[i] {
			own++
		}
		if group[of[best]] == group[of[i]] {
			groups++
		}
	}
	return groups, own
}

// sparse looks at the entries beside the diagonal, with all sentences.
func sparse(ctx context.Context, memo *course.Memo, facts course.Facts) {
	t := chosen(topics, nil)
	for _, length := range []int{1, 3, 8} {
		K := normalised(course.Must(likeness{name: spectrum, length: length}.made().gram(ctx, memo, t)))
		zeros, sum, pairs := 0.0, 0.0, 0.0
		for i := range t.all {
			for j := range i {
				k := K.At(i, j)
				sum += k
				pairs++
				if k == 0 {
					zeros++
				}
			}
		}
		facts[fmt.Sprintf("zeros-%d", length)] = 100 * zeros / pairs
		facts[fmt.Sprintf("mean-%d", length)] = sum / pairs
	}
	letterCounts := likeness{name: spectrum, length: 1}.made()
	facts["unnormalised-longest"] = longestLoudest(course.Must(letterCounts.gram(ctx, memo, t)))
}

// longestLoudest is in how many of 100 sentences, before normalising, another one has a
// larger k than the sentence itself.
func longestLoudest(K *mat.SymDense) float64 {
	n, count := K.SymmetricDim(), 0.0
	for i := range n {
		for j := range n {
			if j != i && K.At(i, j) > K.At(i, i) {
				count++
				break
			}
		}
	}
	return 100 * count / float64(n)
}
