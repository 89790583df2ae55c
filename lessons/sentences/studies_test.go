package sentences

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Ridge and naive Bayes, each at its best: with all that people who use them choose, chosen inside
// each split. Ridge has a sum of spectrum kernels, rare substrings weighted by what is learned from
// (coursetest.RareSpectrum), normalised, and λ; naive Bayes the same substrings, and what is added
// to each count. What judges has no say.

// chooseLength is what both miss of the new sentences of a split, each with the length that
// it chooses. grams are of substrings of each length.
func (r *rivalry) chooseLength(grams [][][]float64, bayesians []*bayes, split int) (ridge, naive float64) {
	const learned = 12
	from := learnedIn(split, learned)
	left := func(error func(length int, from, asked []int) float64) float64 {
		best, least := 0, math.Inf(1)
		for length := range longest {
			sum := 0.0
			for i := range from {
				sum += error(length, slices.Delete(slices.Clone(from), i, i+1), from[i:i+1])
			}
			if sum < least-1e-9 {
				best, least = length, sum
			}
		}
		return error(best, from, others(from))
	}
	ridge = left(func(length int, from, asked []int) float64 {
		missed, _ := r.missed(grams[length], from, asked, lambdaOpens)
		return missed
	})
	naive = left(func(length int, from, asked []int) float64 { return bayesians[length].error(from, asked, 1) })
	return ridge, naive
}

// lengthsTried are from the shortest substring to the longest.
var lengthsTried = [][2]int{{2, 2}, {3, 3}, {4, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}}

var (
	powersTried  = []float64{0, 1, 2} // of what is rare: see coursetest.RareSpectrum
	lambdasTried = []float64{1e-3, 1e-2, 1e-1}
	addedTried   = []float64{0.03, 0.1, 0.3, 1}
)

// A rivalry is our sentences by substrings of several lengths.
type rivalry struct {
	*texts
	pieces []*bayes // of each of lengthsTried
}

func newRivalry() *rivalry {
	r := &rivalry{texts: chosen(topics, nil)}
	for _, l := range lengthsTried {
		r.pieces = append(r.pieces, newBayes(l[0], l[1]))
	}
	return r
}

// halves are how many times the topics learned from are divided in two, at random, to learn from six
// and ask the other six. One left out after the other would be asked with eleven, by which so few are
// missed that most choices tie.
const halves = 8

// best is what the choice that misses fewest in halves of the topics learned from misses of the new
// sentences, in %; of several the one with the least loss, squares of ridge and of naive Bayes −log of
// the right language's probability. tried is what one choice misses and loses.
func best(
	choices int, from []int, divided [][]int, tried func(choice int, from, asked []int) (missed, loss float64),
) float64 {
	first, least := 0, []float64{math.Inf(1), 0}
	for c := range choices {
		sums := []float64{0, 0}
		for _, order := range divided {
			missed, loss := tried(c, order[:len(order)/2], order[len(order)/2:])
			sums[0], sums[1] = sums[0]+missed, sums[1]+loss
		}
		if sums[0] < least[0]-1e-9 || sums[0] < least[0]+1e-9 && sums[1] < least[1] {
			first, least = c, sums
		}
	}
	missed, _ := tried(first, from, others(from))
	return missed
}

// atBest is what both miss of the new sentences of a split.
func (r *rivalry) atBest(split int) (ridge, naive float64) {
	from, rng := learnedIn(split, 12), rand.New(rand.NewPCG(uint64(split), 2))
	divided := make([][]int, halves)
	for h := range divided {
		for _, i := range rng.Perm(len(from)) {
			divided[h] = append(divided[h], from[i])
		}
	}
	kernels := len(lengthsTried) * len(powersTried)
	rows := map[string][][]float64{} // of one kernel at a time, by what is learned from
	now := -1
	ridge = best(kernels*len(lambdasTried), from, divided, func(choice int, from, asked []int) (missed, loss float64) {
		kernel, lambda := choice/len(lambdasTried), lambdasTried[choice%len(lambdasTried)]
		if kernel != now {
			clear(rows)
			now = kernel
		}
		key := course.Choices(from)
		if rows[key] == nil {
			pieces, power := r.pieces[kernel/len(powersTried)], powersTried[kernel%len(powersTried)]
			rows[key] = pieces.kernels(from, slices.Concat(from, asked), power)
		}
		return r.missed(rows[key], from, asked, lambda)
	})
	counts := len(lengthsTried) * len(addedTried)
	naive = best(counts, from, divided, func(choice int, from, asked []int) (missed, loss float64) {
		return r.pieces[choice/len(addedTried)].asked(from, asked, addedTried[choice%len(addedTried)])
	})
	return ridge, naive
}

// missed are, in % of the sentences on the topics asked, those that ridge misses, and the sum of its
// squared errors there.
func (r *rivalry) missed(K [][]float64, from, asked []int, lambda float64) (missed, loss float64) {
	l := course.Must(learn(K, r.of, r.topic, from, lambda))
	wrong, all := 0.0, 0.0
	for _, i := range l.fresh {
		if slices.Contains(asked, r.topic[i]) {
			if all++; l.takenFor(i) != r.of[i] {
				wrong++
			}
			f, _ := l.decide(i)
			for c, v := range f {
				y := -1.0
				if c == r.of[i] {
					y = 1
				}
				loss += (v - y) * (v - y)
			}
		}
	}
	return 100 * wrong / all, loss
}

// kernels are the normalised kernels of the sentences on some topics with those learned from, in rows
// for all sentences: what is not asked for is 0.
func (b *bayes) kernels(from, of []int, power float64) [][]float64 {
	weights, learned := make([]float64, b.n), 0
	for i, has := range b.has {
		if slices.Contains(from, b.topic[i]) {
			learned++
			for _, c := range has {
				weights[c.u]++
			}
		}
	}
	for u, in := range weights {
		if in > 0 { // as coursetest.RareSpectrum has it; what none of them has counts for nothing
			weights[u] = math.Pow(1+math.Log(float64(1+learned)/(1+in)), power)
		}
	}
	inner := func(i, j int) (sum float64) {
		a, c := b.has[i], b.has[j]
		for len(a) > 0 && len(c) > 0 {
			switch {
			case a[0].u < c[0].u:
				a = a[1:]
			case a[0].u > c[0].u:
				c = c[1:]
			default:
				w := weights[a[0].u]
				sum += w * w * a[0].times * c[0].times
				a, c = a[1:], c[1:]
			}
		}
		return sum
	}
	K, size := make([][]float64, len(b.has)), make([]float64, len(b.has))
	for i := range K {
		K[i] = make([]float64, len(b.has))
		if slices.Contains(of, b.topic[i]) {
			size[i] = math.Sqrt(inner(i, i))
		}
	}
	for i := range K {
		for j := range K {
			if size[i] > 0 && size[j] > 0 && slices.Contains(from, b.topic[j]) {
				K[i][j] = inner(i, j) / (size[i] * size[j])
			}
		}
	}
	return K
}
