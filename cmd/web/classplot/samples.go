package classplot

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"net/url"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// Samples are the curves of a figure over as many samples as a class has seats, with their
// mean and, where it is known, the truth: variance beside bias.
type Samples struct {
	// What it is of.
	Room   string // its code, of which the samples are
	Seats  int
	Figure *course.Figure // whose samples are curved: see [course.Samples]
	State  url.Values

	// What is computed.
	X, Y     plots.Axis
	Curves   []plots.Redrawn // of the samples that have a fit
	Xs, Mean []float64       // over where all of them are
	Truth    plots.Line
	Bias     float64 // root mean square of Mean − Truth; NaN where nobody knows it
	Spread   float64 // root mean square of the curves' standard deviation around Mean
}

const (
	maxSamples  = 100     // that are drawn
	meanPlaces  = 101     // at which the mean is found
	firstSample = 100_000 // beyond what a control reaches, and beyond what goals are judged by
)

// Seeds are the numbers of a room's samples: each room has others, and they are no secret.
func Seeds(room string, seats int) []int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(room)) // never fails
	first := firstSample + int(h.Sum32()%1_000_000)*maxSamples
	seeds := make([]int, min(seats, maxSamples))
	for i := range seeds {
		seeds[i] = first + i
	}
	return seeds
}

// Compute draws the curves, each once for all answers.
func (s *Samples) Compute(ctx context.Context, memo *course.Memo) (err error) {
	form, draw := s.Figure.At(s.State)
	p, err := draw(ctx, memo)
	if err != nil {
		return err
	}
	panel := p.Panel(s.Figure.Samples.Curve.Panel)
	var ok bool
	if s.X, s.Y, ok = panel.Axes(); !ok {
		return nil
	}
	s.Truth, _ = panel.Line("truth")
	if s.Curves, err = s.Figure.Curves(ctx, memo, form, Seeds(s.Room, s.Seats)); err != nil || len(s.Curves) == 0 {
		return err
	}
	s.average()
	return nil
}

// average finds the mean of the curves where all of them are, how far it is from the truth,
// and how far they are from it.
func (s *Samples) average() {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, c := range s.Curves {
		lo, hi = math.Max(lo, c.Xs[0]), math.Min(hi, c.Xs[len(c.Xs)-1])
	}
	s.Xs, s.Mean = nil, nil
	truth := plots.Guess{Xs: s.Truth.Xs, Ys: s.Truth.Ys}
	var bias, spread []float64
	for i := range meanPlaces {
		x := between(lo, hi, float64(i)/(meanPlaces-1), s.X.Log)
		var at []float64
		for _, c := range s.Curves {
			at = append(at, plots.Guess{Xs: c.Xs, Ys: c.Ys}.At(x))
		}
		mean, sd := moments(finite(at))
		s.Xs, s.Mean, spread = append(s.Xs, x), append(s.Mean, mean), append(spread, sd)
		if within(truth, x) {
			bias = append(bias, mean-truth.At(x))
		}
	}
	s.Bias, s.Spread = rms(bias), rms(spread)
}

// between is the place at a share of the way from lo to hi, even in the logarithm if log.
func between(lo, hi, share float64, log bool) float64 {
	switch {
	case share == 1: // exactly, where the last curve ends
		return hi
	case log && lo > 0:
		return lo * math.Pow(hi/lo, share)
	}
	return lo + (hi-lo)*share
}

// moments are the mean and the standard deviation of values, NaN where there are too few.
func moments(values []float64) (mean, sd float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		sd += (v - mean) * (v - mean) / (n - 1)
	}
	if n < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(sd)
}

// Show draws the curves, pale, and their mean over the truth.
func (s *Samples) Show() Shown {
	if len(s.Curves) == 0 {
		return Shown{}
	}
	var lines []plots.Line
	if s.Truth.Xs != nil {
		truth := s.Truth
		truth.Color, truth.Width = plots.Ink, 1.8
		lines = append(lines, truth)
	}
	lines = append(lines, plots.Line{Name: "mean", Xs: s.Xs, Ys: s.Mean, Color: plots.Curve, Class: "mean"})
	return Shown{plots.Panel{
		ID: "class-samples", Title: "A sample a seat", Width: width, Height: height, Redrawn: s.Curves,
		Plot: plots.Curves{X: s.X, Y: s.Y, Lines: lines, Legend: true,
			Note: fmt.Sprintf("thin: %s", course.Plural(len(s.Curves), "sample"))},
	}, s.says()}
}

func (s *Samples) says() string {
	text := fmt.Sprintf("%d %s, one a seat.", len(s.Curves), s.Figure.Samples.Of)
	if s.Seats > maxSamples {
		text = fmt.Sprintf("%d %s, for the first %d seats.", len(s.Curves), s.Figure.Samples.Of, maxSamples)
	}
	if math.IsNaN(s.Spread) {
		return text
	}
	text += fmt.Sprintf(" A curve is %s from their mean", course.Digits(s.Spread))
	if !math.IsNaN(s.Bias) {
		text += fmt.Sprintf(", and the mean %s from the truth", course.Digits(s.Bias))
	}
	return text + ", as root mean square."
}
