package logistic

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/boundaries"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Points are held out by halves: a fit to each half is asked about the other.

// fewest is how many points are enough to hold half of them out.
const fewest = 8

// Halves are points in two parts.
type halves [2]engine.Dataset

// inSight is the generator of the halves that a figure shows: the same at every move.
func inSight() *rand.Rand { return rand.New(rand.NewPCG(1, 0)) }

// others is that of other halves, by their number.
func others(number int) *rand.Rand { return rand.New(rand.NewPCG(uint64(number), 1)) }

func halved(d engine.Dataset, squares bool, rng *rand.Rand) (h halves) {
	for k, part := range boundaries.Halve(d.X, squares, rng) {
		h[k] = d.Pick(part)
	}
	return h
}

// A held is what fits say of points held out.
type held struct {
	loss  float64 // the mean of log(1 + e^(−yf))
	wrong float64 // how many per cent are not on their side
	said  float64 // the mean probability of the likelier class, in per cent
}

// unheld is of what was not held out.
var unheld = held{math.NaN(), math.NaN(), math.NaN()}

// ask asks about each half a fit to the other; unheld where there is none, or too few points.
func (h halves) ask(fit func(engine.Dataset) (engine.Function, error)) (held, error) {
	n := float64(h[0].Len() + h[1].Len())
	if n < fewest {
		return unheld, nil
	}
	var all held
	for i, to := range h {
		f, err := fit(to)
		if err != nil {
			return unheld, course.Settle(err, nil)
		}
		rest := h[1-i]
		values, share := engine.Evaluate(f, rest.X), float64(rest.Len())/n
		all.loss += share * loss(values, rest.Y)
		all.wrong += share * 100 * (1 - engine.Accuracy(values, rest.Y))
		for _, v := range values {
			all.said += 100 * engine.Logistic(math.Abs(v)) / n
		}
	}
	return all, nil
}

// klr is what fits kernel logistic regression.
func klr(ctx context.Context, k engine.Kernel, lambda float64) func(engine.Dataset) (engine.Function, error) {
	return func(d engine.Dataset) (engine.Function, error) { return engine.KLR(ctx, k, d, lambda) }
}

// A quarter of real data may be set aside, for a reader to tune on the others.

// asideSeed is that of the points set aside, and envelopes how many others there are.
const asideSeed, envelopes = 1, 40

// readAside declares whether a part of some real data is set aside, and returns the others:
// all points where none is.
func readAside(f *course.Form, whole *points.Labelled, data ...string) *points.Labelled {
	on := f.Bool("aside", "a quarter set aside", false, course.More, course.When("data", data...))
	if !on || f.Control("aside").Off {
		return whole
	}
	spec := whole.Spec
	spec.N, spec.Seed = opened(whole), asideSeed
	return spec.Load()
}

// opened is how many points are not set aside.
func opened(whole *points.Labelled) int { return whole.Data.Len() - whole.Data.Len()/4 }

// divided is a whole in n points that are open and the others: those of the figure, 0, or of another envelope.
func divided(whole engine.Labelled, n, number int) (open, sealed engine.Labelled) {
	if number == 0 {
		return whole.Split(n, rand.New(rand.NewPCG(asideSeed, 0))) // as [points.LabelledSpec.Load] has it
	}
	return whole.Split(n, rand.New(rand.NewPCG(uint64(number), 3)))
}

// unsealed is a loss on what is set aside of the whole, and on other such parts. Tried gives
// the loss that is chosen by on the others, and the losses on those set aside.
func unsealed(
	whole engine.Labelled, n int,
	tried func(open, sealed engine.Labelled) (chosen float64, losses []float64, err error),
) (course.Opened, error) {
	o := course.Opened{By: anewBy, Unlike: "what one chose by is of fits to half as many, so that fewer than half may"}
	for number := 0; number <= envelopes; number++ {
		open, sealed := divided(whole, n, number)
		chosen, losses, err := tried(open, sealed)
		switch {
		case course.Defeats(err):
			continue
		case err != nil:
			return o, err
		}
		mean, sd := stat.MeanStdDev(losses, nil)
		if number == 0 {
			o.Value, o.SE = mean, sd/math.Sqrt(float64(len(losses)))
			continue
		}
		o.Others = append(o.Others, course.Envelope{Chosen: chosen, Sealed: mean})
	}
	return o, nil
}
