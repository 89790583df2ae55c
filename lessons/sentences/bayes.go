package sentences

import (
	"context"
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// The rival: multinomial naive Bayes on counts of substrings. A language has its probability
// of each substring u, the share of u among its substrings learned from, all counts raised
// by 1, or by less; a sentence goes to the language under which its substrings are likeliest. What was
// in no sentence learned from does not count; of what has nothing else no language is
// likeliest.

// A bayes is the substrings of our sentences, each by a number.
type bayes struct {
	*texts
	has [][]occurrence // of each sentence
	n   int            // different substrings
}

type occurrence struct {
	u     int
	times float64
}

func newBayes(shortest, longest int) *bayes {
	b, number := &bayes{texts: chosen(topics, nil)}, map[string]int{}
	for _, s := range b.all {
		var has []occurrence
		for length := shortest; length <= longest; length++ {
			for u, times := range (engine.StringSpectrum{Length: length}).Counts(s) {
				if _, ok := number[u]; !ok {
					number[u] = len(number)
				}
				has = append(has, occurrence{number[u], float64(times)})
			}
		}
		slices.SortFunc(has, func(a, c occurrence) int { return a.u - c.u })
		b.has = append(b.has, has)
	}
	b.n = len(number)
	return b
}

// error is, in % of the sentences on the topics asked, what is missed when it is learned
// from those on others, with so much added to each count.
func (b *bayes) error(from, asked []int, added float64) float64 {
	missed, _ := b.asked(from, asked, added)
	return missed
}

// asked is the same, and the sum of −log of the right language's probability.
func (b *bayes) asked(from, asked []int, added float64) (missed, loss float64) {
	seen, total, different := make([][]float64, b.n), make([]float64, len(languages)), 0.0
	for i, has := range b.has {
		if !slices.Contains(from, b.topic[i]) {
			continue
		}
		for _, c := range has {
			if seen[c.u] == nil {
				seen[c.u] = make([]float64, len(languages))
				different++
			}
			seen[c.u][b.of[i]] += c.times
			total[b.of[i]] += c.times
		}
	}
	wrong, all := 0.0, 0.0
	for i, has := range b.has {
		if !slices.Contains(asked, b.topic[i]) {
			continue
		}
		likely := make([]float64, len(languages)) // logarithms, all below 0
		for _, c := range has {
			for l, in := range seen[c.u] {
				likely[l] += c.times * math.Log((in+added)/(total[l]+added*different))
			}
		}
		if all++; alone(likely, -slices.Min(likely)) != b.of[i] {
			wrong++
		}
		loss += floats.LogSumExp(likely) - likely[b.of[i]]
	}
	return 100 * wrong / all, loss
}

// others are the topics that are not among some.
func others(some []int) (rest []int) {
	for t := range topics {
		if !slices.Contains(some, t) {
			rest = append(rest, t)
		}
	}
	return rest
}

// A bayesOf is naive Bayes at every length, learned from so many sentences of each language.
type bayesOf struct{ learned int }

// Compute finds the error of each split, in a row for each length, and returns their bytes.
func (of bayesOf) Compute(ctx context.Context, _ *course.Memo) ([][]float64, int, error) {
	var all [][]float64
	for length := 1; length <= longest; length++ {
		b := newBayes(length, length)
		var errors []float64
		for split := 1; split <= splits; split++ {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			from := learnedIn(split, of.learned)
			errors = append(errors, b.error(from, others(from), 1))
		}
		all = append(all, errors)
	}
	return all, 8 * longest * splits, nil
}

// meansOfRows are those of each length.
func meansOfRows(errors [][]float64) []float64 {
	means := make([]float64, len(errors))
	for i, e := range errors {
		means[i] = stat.Mean(e, nil)
	}
	return means
}

// Both with the length chosen inside each split: of the topics learned from one is left out
// after the other, and the length that misses fewest of these, the shortest of several, is
// the one that the new sentences are asked with. It takes seconds, so chosen.csv has what is
// missed in each split, by ridge and by naive Bayes, with the length alone and with all of best.go
// chosen so, and a test computes some of it again.

//go:embed chosen.csv
var chosenTable string

// chosenIn are the columns of that table, by their names: what is missed in each split.
var chosenIn = sync.OnceValue(func() map[string][]float64 {
	table, columns := course.Must(csv.NewReader(strings.NewReader(chosenTable)).ReadAll()), map[string][]float64{}
	for _, row := range table[1:] {
		for j, name := range table[0] {
			columns[name] = append(columns[name], course.Must(strconv.ParseFloat(row[j], 64)))
		}
	}
	return columns
})
