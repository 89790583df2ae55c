package sentences

import (
	"context"
	_ "embed"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Ten topics more, on which there are sentences that no figure shows, fits or counts: a
// reader who has chosen a kernel asks them once.

//go:embed sealed.csv
var sealedTable string

// sealedTopics is how many, and envelopeSplits by how many splits each other envelope of
// ten of all topics is asked.
const sealedTopics, envelopeSplits = 10, 12

// allTexts are the sentences on all topics, the sealed last.
var allTexts = sync.OnceValue(func() *texts {
	rows := course.Must(csv.NewReader(strings.NewReader(sealedTable)).ReadAll())[1:]
	t := chosen(topics, nil)
	for i, row := range rows {
		for l, sentence := range row {
			t.all, t.of, t.topic = append(t.all, sentence), append(t.of, l), append(t.topic, topics+i)
		}
	}
	return t
})

var topicsSealed = &course.Sealed{
	Of: "forty sentences on ten other topics", Number: "error",
	Open: func(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
		v, t := p.Result.(*classifier), allTexts()
		if err := course.Long(ctx); err != nil {
			return course.Opened{}, err
		}
		counted, err := engine.GramStrings(ctx, v.kernel.base, t.all)
		if err != nil {
			return course.Opened{}, err
		}
		e := envelope{K: rows(normalised(counted)), texts: t, learned: v.learned, lambda: v.lambda}
		_, byTopic, err := e.ask(ctx, orderOf(0), splits)
		if err != nil {
			return course.Opened{}, err
		}
		mean, sd := stat.MeanStdDev(byTopic, nil)
		o := course.Opened{Value: mean, SE: sd / math.Sqrt(sealedTopics), Anew: anew(), By: anewBy}
		for number := 1; number <= envelopes; number++ {
			open, byTopic, err := e.ask(ctx, orderOf(number), envelopeSplits)
			if err != nil {
				return o, err
			}
			o.Others = append(o.Others, course.Envelope{Chosen: open, Sealed: stat.Mean(byTopic, nil)})
		}
		return o, nil
	},
}

// envelopes are how many others are opened with a reader's.
const envelopes = 40

// orderOf are all topics, those in the envelope of that number last; 0 is the reader's.
func orderOf(number int) []int {
	if number > 0 {
		return rand.New(rand.NewPCG(uint64(number), topics)).Perm(topics + sealedTopics)
	}
	order := course.Indices(topics + sealedTopics)
	return order
}

// An envelope is what a setting is asked with.
type envelope struct {
	K [][]float64
	*texts
	learned int
	lambda  float64
}

// ask learns from splits of the first topics in an order, and finds what is missed, in %,
// of the others among these and of each of those behind, which are sealed.
func (e envelope) ask(ctx context.Context, order []int, splits int) (open float64, sealed []float64, err error) {
	place := make([]int, len(order)) // of a topic
	for i, topic := range order {
		place[topic] = i
	}
	wrong, asked := make([]float64, len(order)), make([]float64, len(order))
	for split := 1; split <= splits; split++ {
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		var from []int
		for _, i := range learnedIn(split, e.learned) {
			from = append(from, order[i])
		}
		l, err := learn(e.K, e.of, e.topic, from, e.lambda)
		if err != nil {
			return 0, nil, err
		}
		for _, i := range l.fresh {
			at := place[e.topic[i]]
			if asked[at]++; l.takenFor(i) != e.of[i] {
				wrong[at]++
			}
		}
	}
	missed, all := 0.0, 0.0
	for i := range topics {
		missed, all = missed+wrong[i], all+asked[i]
	}
	for i := topics; i < len(order); i++ {
		sealed = append(sealed, 100*wrong[i]/asked[i])
	}
	return 100 * missed / all, sealed, nil
}
