package sentences

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
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
	learned := map[int]bool{}
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
	inner := engine.Symmetric(m, func(a, b int) float64 { return K[l.from[a]][l.from[b]] })
	Y := mat.NewDense(m, len(languages), nil)
	for a, i := range l.from {
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

// decide is the value of each language's function at sentence i, and the largest sum of
// moduli that one of them was added up from: 0 where the sentence shares nothing with any
// that was learned from, so that all four are 0.
func (l *learnt) decide(i int) (f []float64, size float64) {
	f, row := make([]float64, len(languages)), l.K[i]
	sizes := make([]float64, len(languages))
	for a, j := range l.from {
		for c, alpha := range l.A.RawRowView(a) {
			f[c] += row[j] * alpha
			sizes[c] += math.Abs(row[j] * alpha)
		}
	}
	return f, slices.Max(sizes)
}

// What a sentence is taken for is a language's number or none.
const (
	nothing = -1 // it shares nothing with any sentence learned from
	tied    = -2 // two languages are the largest
)

// takenFor is the language whose function is largest at sentence i.
func (l *learnt) takenFor(i int) int { return alone(l.decide(i)) }

// alone is the place of the largest of values that were computed from numbers of that
// size, where it is larger than all others.
func alone(v []float64, size float64) int {
	if size == 0 {
		return nothing
	}
	most := slices.Max(v)
	place := tied
	for i, x := range v {
		switch {
		case !engine.Agree(x, most, size):
		case place != tied:
			return tied
		default:
			place = i
		}
	}
	return place
}

// nearest is the language of the sentence learned from that is most like sentence i.
func (l *learnt) nearest(i int, of []int) int {
	row, likest := l.K[i], make([]float64, len(languages)) // of each language
	for _, j := range l.from {
		likest[of[j]] = math.Max(likest[of[j]], row[j])
	}
	return alone(likest, slices.Max(likest))
}

// A score is what was counted over all splits.
type score struct {
	errors, nearest []float64  // of each split, in % of the new sentences: not given their language
	nothing         []float64  // of those by the functions: sharing nothing with any learned from
	taken           *mat.Dense // in % of the sentences of a row's language; the last column is given none
}

// mean and deviation are those of the error over the splits.
func (s *score) mean() float64      { return stat.Mean(s.errors, nil) }
func (s *score) deviation() float64 { return stat.StdDev(s.errors, nil) }
func (s *score) neighbour() float64 { return stat.Mean(s.nearest, nil) }
func (s *score) strange() float64   { return stat.Mean(s.nothing, nil) }

// tally counts over all splits what new sentences are taken for.
func tally(ctx context.Context, memo *course.Memo, k likeness, learned int, lambda float64) (*score, error) {
	return course.Remember(ctx, memo, scoreOf{k.key(), learned, lambda, 1})
}

type scoreOf struct {
	kernel  likeness
	learned int
	lambda  float64
	first   int // split
}

// Compute counts with K of our sentences alone, normalised, and returns the bytes of the
// score.
func (of scoreOf) Compute(ctx context.Context, memo *course.Memo) (*score, int, error) {
	t := chosen(topics, nil)
	counted, err := of.kernel.gram(ctx, memo, t)
	if err != nil {
		return nil, 0, err
	}
	K := rows(normalised(counted))
	s := &score{taken: mat.NewDense(len(languages), len(languages)+1, nil)}
	for split := of.first; split < of.first+splits; split++ {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		l, err := learn(K, t.of, t.topic, learnedIn(split, of.learned), of.lambda)
		if err != nil {
			return nil, 0, err
		}
		s.count(l, t.of)
	}
	for a := range languages {
		row := s.taken.RawRowView(a)
		floats.Scale(100/floats.Sum(row), row) // a split has a new sentence of each language
	}
	return s, 8 * (3*splits + len(languages)*(len(languages)+1)), nil
}

// count adds a split.
func (s *score) count(l *learnt, of []int) {
	wrong, far, strange := 0, 0, 0
	for _, i := range l.fresh {
		c := l.takenFor(i)
		if c != of[i] {
			wrong++
		}
		if c == nothing {
			strange++
		}
		if l.nearest(i, of) != of[i] {
			far++
		}
		if c < 0 {
			c = len(languages)
		}
		s.taken.Set(of[i], c, s.taken.At(of[i], c)+1)
	}
	share := 100 / float64(len(l.fresh))
	s.errors = append(s.errors, share*float64(wrong))
	s.nearest = append(s.nearest, share*float64(far))
	s.nothing = append(s.nothing, share*float64(strange))
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
