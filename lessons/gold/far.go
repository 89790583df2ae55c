package gold

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the figure map is asked beyond the soil it is drawn from: an envelope of samples far
// from all others, and splits by squares, with its rivals.

// An envelope is some samples that are set aside, neighbours of each other, and the open ones:
// those that are away or farther from all of them. What lies between is of neither.
const (
	enclosed  = 12  // samples set aside
	away      = 0.8 // km
	ownCentre = 0   // the sample, from 0, around which the figure's own are: at the northern end
	envelopes = 40  // others
)

// envelopeAround are the samples nearest to the one of that number, and the open ones.
func envelopeAround(centre int) (open, sealed []int) {
	x := meuse().X
	order := course.Indices(len(x))
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(engine.Euclidean.Distance(x[i], x[centre]), engine.Euclidean.Distance(x[j], x[centre]))
	})
	sealed = order[:enclosed]
	for i := range x {
		if !slices.ContainsFunc(sealed, func(j int) bool { return engine.Euclidean.Distance(x[i], x[j]) < away }) {
			open = append(open, i)
		}
	}
	return open, sealed
}

// centreOf is the sample around which those of the envelope of that number are, from 1 on.
func centreOf(number int) int {
	n := meuse().Len()
	return (ownCentre + number*n/(envelopes+1)) % n
}

// some are the samples of those numbers, on the same land.
func some(samples []int) *plain {
	return &plain{Dataset: meuse().Pick(samples), cells: meuse().cells, nodes: meuse().nodes}
}

// openSoil is what is open of the figure's own envelope.
var openSoil = sync.OnceValue(func() *plain {
	open, _ := envelopeAround(ownCentre)
	return some(open)
})

// misses are by how much the open samples miss those of an envelope, and the error with squares
// of the open ones left out, at one share nλ of noise.
func misses(k engine.Kernel, noise float64, centre int) (missed []float64, chosen float64, err error) {
	open, sealed := envelopeAround(centre)
	land, far := some(open), some(sealed)
	process, middle, err := processOf(land, k, noise)
	if err != nil {
		return nil, 0, err
	}
	block, _, err := process.LeaveOut(squaresOf(land.X))
	if err != nil {
		return nil, 0, err
	}
	mean, _, err := process.Predict(far.X)
	for i := range mean {
		missed = append(missed, far.Y[i]-middle-mean[i])
	}
	return missed, rms(block), err
}

// processOf is that of samples at a share nλ of noise, and the mean that is taken off first.
func processOf(p *plain, k engine.Kernel, noise float64) (*engine.Posterior, float64, error) {
	d, centre := centred(p.Dataset)
	process, err := engine.GaussianProcess(k, d, noise/float64(d.Len()))
	return process, centre, err
}

// farSoil is the figure's envelope.
var farSoil = &course.Sealed{
	Of:     "twelve samples, 800 m from all that are open",
	Number: "block_rmse", Needs: "soil=open",
	Open: func(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
		m := p.Result.(*mapped)
		noise := float64(m.Len()) * m.process.Lambda
		missed, _, err := misses(m.kernel, noise, ownCentre)
		if err != nil {
			return course.Opened{}, err
		}
		o := course.Opened{Value: rms(missed), SE: engine.StandardError(missed), Anew: anew(), By: anewBy,
			Unlike: "800 m are farther than the gaps that one chose by, so that more than half may"}
		for number := 1; number <= envelopes; number++ {
			if err := ctx.Err(); err != nil {
				return o, err
			}
			other, chosen, err := misses(m.kernel, noise, centreOf(number))
			if err != nil {
				return o, err
			}
			o.Others = append(o.Others, course.Envelope{Chosen: chosen, Sealed: rms(other)})
		}
		return o, nil
	},
}

// A splitMap is a map of two thirds of the squares, and what the rest say of it.
type splitMap struct {
	*mapped
	unseen    *plain
	missed    []float64 // of the samples set aside, by the map of the others
	deviation []float64 // of a sample there
}

// splitMaps are maps of two thirds of the squares, with the same kernel and the same nλ; the
// samples in the rest judge.
var splitMaps = &course.Resampled{
	Of: "splits of these samples by squares", PerFitted: 0.5,
	Designs: []course.Design{{Anew: "which squares of the ground are set aside", Stays: "the samples"}},
	Draw: func(ctx context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		m := p.Result.(*mapped)
		s := &splitMap{mapped: &mapped{kernel: m.kernel}}
		fitted, unseen := splitBySquares(m.X, number)
		s.unseen = &plain{Dataset: m.Pick(unseen)}
		land := &plain{Dataset: m.Pick(fitted)}
		process, middle, err := processOf(land, m.kernel, float64(m.Len())*m.process.Lambda)
		if err != nil {
			return nil, err
		}
		s.survey = &survey{plain: land, centre: middle, process: process}
		var mean []float64
		if mean, s.deviation, err = process.Predict(s.unseen.X); err != nil {
			return nil, err
		}
		for i := range mean {
			s.missed = append(s.missed, s.unseen.Y[i]-middle-mean[i])
			s.deviation[i] = math.Hypot(s.deviation[i], process.Noise())
		}
		if !course.Judged(ctx) {
			if s.one, _, err = process.LeaveOut(engine.Singles(land.Len())); err != nil {
				return nil, err
			}
		}
		return &course.Picture{Result: s,
			Numbers: []course.Number{{Name: "test_rmse", Value: rms(s.missed)}}}, nil
	},
}

// splitBySquares are the places in a list of those in two thirds of the squares, and of the rest.
func splitBySquares(x [][]float64, number int) (fitted, unseen []int) {
	folds := squaresOf(x)
	for k, f := range rand.New(rand.NewPCG(uint64(number), 3)).Perm(len(folds)) {
		if 3*k < 2*len(folds) {
			fitted = append(fitted, folds[f]...)
		} else {
			unseen = append(unseen, folds[f]...)
		}
	}
	slices.Sort(fitted)
	slices.Sort(unseen)
	return fitted, unseen
}

// covers is whether nine of ten or more of the samples set aside lie within 1.96 deviations.
func covers(p *course.Picture) many.Outcome {
	s, ok := p.Result.(*splitMap)
	if !ok {
		return many.Ties // nothing is set aside of the map in sight
	}
	return many.If(10*within(s.missed, s.deviation, two) >= 9*float64(len(s.missed)))
}

// harder is whether squares set aside are missed by more than one sample of the others left out.
func harder(p *course.Picture) many.Outcome {
	s, ok := p.Result.(*splitMap)
	if !ok {
		return many.Ties
	}
	return many.Less(rms(s.one), rms(s.missed))
}

// mapRivals are other ways to fill the gaps between samples.
var mapRivals = []course.Rival{
	rivalMap("nearest sample", "nothing to choose", func(d engine.Dataset) func([]float64) float64 {
		return func(x []float64) float64 { return inverseDistance(d, math.Inf(1), x, nil) }
	}),
	rivalMap("inverse distance", "its power by leaving squares out of what is fitted", tunedDistance),
}

func rivalMap(name, tuned string, fit func(engine.Dataset) func([]float64) float64) course.Rival {
	return course.Rival{Name: name, Tuned: tuned,
		Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
			s := p.Result.(*splitMap)
			f, squares := fit(s.Dataset), 0.0
			for i, x := range s.unseen.X {
				squares += (s.unseen.Y[i] - f(x)) * (s.unseen.Y[i] - f(x))
			}
			return math.Sqrt(squares / float64(s.unseen.Len())), nil
		}}
}

// tunedDistance chooses the power, from ½ to 8, by leaving squares out.
func tunedDistance(d engine.Dataset) func([]float64) float64 {
	powers := []float64{0.5, 1, 1.5, 2, 3, 4, 6, 8}
	squares := make([]float64, len(powers))
	for _, fold := range squaresOf(d.X) {
		for _, i := range fold {
			for k, mean := range inverseDistances(d, powers, d.X[i], fold) {
				squares[k] += (d.Y[i] - mean) * (d.Y[i] - mean)
			}
		}
	}
	best := powers[slices.Index(squares, slices.Min(squares))]
	return func(x []float64) float64 { return inverseDistance(d, best, x, nil) }
}

// inverseDistance is the mean at x of samples that weigh (nearest/distance) to a power, of all
// but some; with an infinite power that of the nearest alone.
func inverseDistance(d engine.Dataset, power float64, x []float64, without []int) float64 {
	return inverseDistances(d, []float64{power}, x, without)[0]
}

// inverseDistances are the same with each of several powers.
func inverseDistances(d engine.Dataset, powers []float64, x []float64, without []int) []float64 {
	logs := make([]float64, d.Len()) // of the distances
	for i := range logs {
		logs[i] = math.Log(engine.Euclidean.Distance(d.X[i], x))
	}
	for _, i := range without {
		logs[i] = math.Inf(1)
	}
	nearest := slices.Min(logs)
	means := make([]float64, len(powers))
	for k, power := range powers {
		sum, all := 0.0, 0.0
		for i, log := range logs {
			w := 1.0
			switch {
			case math.IsInf(log, 1):
				w = 0
			case log > nearest:
				w = math.Exp(power * (nearest - log))
			}
			sum, all = sum+w*d.Y[i], all+w
		}
		means[k] = sum / all
	}
	return means
}
