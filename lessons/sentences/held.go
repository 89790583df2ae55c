package sentences

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course"
)

// Held-out error. A split draws topics at random: the sentences on them, in all four
// languages, are learned from, and all others are new. So no new sentence is the
// translation of one that was learned from.

// splits is how many there are.
const splits = 60

// learnedIn are the topics that split s, from 1, learns from: with more of them the
// others stay.
func learnedIn(s, learned int) []int {
	return rand.New(rand.NewPCG(uint64(s), topics)).Perm(topics)[:learned]
}

// A learnt is a function for each language, and what it was learned from.
type learnt struct {
	from  []int      // sentences learned from
	fresh []int      // the others
	A     *mat.Dense // coefficients, one row for each learned from, a column for each language
	K     [][]float64
}

// learn fits one function for each language to ±1 by kernel ridge regression.
func learn(K [][]float64, of, topic, from []int, lambda float64) (*learnt, error) {
	learned := make([]bool, topics)
	for _, t := range from {
		learned[t] = true
	}
	l := new(learnt)
	for i, t := range topic {
		switch {
		case of[i] == mine:
		case learned[t]:
			l.from = append(l.from, i)
		default:
			l.fresh = append(l.fresh, i)
		}
	}
	m := len(l.from)
	l.K = K
	inner, Y := mat.NewSymDense(m, nil), mat.NewDense(m, len(languages), nil)
	for a, i := range l.from {
		for b, j := range l.from[a:] {
			inner.SetSym(a, a+b, K[i][j])
		}
		for c := range languages {
			Y.Set(a, c, -1)
		}
		Y.Set(a, of[i], 1)
	}
	var err error
	if l.A, err = engine.SolveKRRs(inner, Y, lambda); err != nil {
		return nil, err
	}
	return l, nil
}

// decide is the value of each language's function at sentence i.
func (l *learnt) decide(i int) []float64 {
	f, row := make([]float64, len(languages)), l.K[i]
	for a, j := range l.from {
		for c, alpha := range l.A.RawRowView(a) {
			f[c] += row[j] * alpha
		}
	}
	return f
}

// tie is how near to the largest a value is as large: rounding may have parted them.
const tie = 1e-9

// largest is the place of the largest value, of equal ones the first.
func largest(v []float64) int {
	most := slices.Max(v)
	return slices.IndexFunc(v, func(x float64) bool { return x > most-tie })
}

// nearest is the sentence learned from that is most like sentence i, of equal ones the
// first.
func (l *learnt) nearest(i int) int {
	best, row := l.from[0], l.K[i]
	for _, j := range l.from {
		if row[j] > row[best]+tie {
			best = j
		}
	}
	return best
}

// A score is what was counted over all splits.
type score struct {
	errors, nearest []float64 // of each split, in % of the new sentences
	taken           *mat.Dense
}

// mean and deviation are those of the error over the splits.
func (s *score) mean() float64      { return stat.Mean(s.errors, nil) }
func (s *score) deviation() float64 { return stat.StdDev(s.errors, nil) }
func (s *score) neighbour() float64 { return stat.Mean(s.nearest, nil) }

// tally counts over all splits what new sentences are taken for. K is of our sentences
// alone, normalised.
func tally(ctx context.Context, memo *course.Memo, k likeness, learned int, lambda float64) (*score, error) {
	t := chosen(topics, nil)
	counted, err := k.gram(ctx, memo, t)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("tally %s %d %v", k.key(), learned, lambda)
	return course.Remember(ctx, memo, key, func(ctx context.Context) (*score, int, error) {
		K := rows(normalised(counted))
		s := &score{taken: mat.NewDense(len(languages), len(languages), nil)}
		for split := 1; split <= splits; split++ {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			l, err := learn(K, t.of, t.topic, learnedIn(split, learned), lambda)
			if err != nil {
				return nil, 0, err
			}
			wrong, far := 0, 0
			for _, i := range l.fresh {
				c := largest(l.decide(i))
				if c != t.of[i] {
					wrong++
				}
				if t.of[l.nearest(i)] != t.of[i] {
					far++
				}
				s.taken.Set(t.of[i], c, s.taken.At(t.of[i], c)+1)
			}
			share := 100 / float64(len(l.fresh))
			s.errors, s.nearest = append(s.errors, share*float64(wrong)), append(s.nearest, share*float64(far))
		}
		for a := range languages {
			all := mat.Sum(s.taken.RowView(a))
			for b := range languages {
				s.taken.Set(a, b, 100*s.taken.At(a, b)/math.Max(all, 1))
			}
		}
		return s, 16 * splits, nil
	})
}

// naiveBayes is, of each split, in % of the new sentences, what multinomial naive Bayes on
// counts of substrings takes for another language. A language has its probability of each
// substring u, the share of u among its substrings learned from, all counts raised by 1;
// a sentence goes to the language under which its substrings are likeliest. What was in
// no sentence learned from does not count.
func naiveBayes(k engine.StringSpectrum, learned int) []float64 {
	t := chosen(topics, nil)
	counts := make([]map[string]int, len(t.all))
	for i, s := range t.all {
		counts[i] = k.Counts(s)
	}
	var errors []float64
	for split := 1; split <= splits; split++ {
		from := learnedIn(split, learned)
		seen, total := map[string][]float64{}, make([]float64, len(languages))
		for i, of := range counts {
			if !slices.Contains(from, t.topic[i]) {
				continue
			}
			for u, n := range of {
				if seen[u] == nil {
					seen[u] = make([]float64, len(languages))
				}
				seen[u][t.of[i]] += float64(n)
				total[t.of[i]] += float64(n)
			}
		}
		wrong, fresh := 0, 0
		for i, of := range counts {
			if slices.Contains(from, t.topic[i]) {
				continue
			}
			fresh++
			likely := make([]float64, len(languages))
			for u, n := range of {
				for c, in := range seen[u] {
					likely[c] += float64(n) * math.Log((in+1)/(total[c]+float64(len(seen))))
				}
			}
			if largest(likely) != t.of[i] {
				wrong++
			}
		}
		errors = append(errors, 100*float64(wrong)/float64(fresh))
	}
	return errors
}

// rows are those of a matrix.
func rows(K *mat.SymDense) [][]float64 {
	var r [][]float64
	for i := range K.SymmetricDim() {
		r = append(r, mat.Row(nil, i, K))
	}
	return r
}

// splitList are the topics of every split, for programs: row after row.
func splitList(learned int) []float64 {
	var all []float64
	for s := 1; s <= splits; s++ {
		all = append(all, course.Floats(learnedIn(s, learned))...)
	}
	return all
}
