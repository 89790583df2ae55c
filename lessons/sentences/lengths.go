package sentences

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gramophone/lessons/course"
	"gramophone/plots"
)

// shownFirst is up to which length the curve is there to go on from.
const shownFirst = 2

func buildLengths(f *course.Form) course.Draw {
	whole := f.Choice("show", "show", "piece", course.Options("piece", "a piece, to go on from", "whole", "all of it")) == "whole"
	kernel := f.Choice("kernel", "kernel", spectrum, course.Options(spectrum, "substrings", subsequence, "subsequences, gaps allowed"), course.When("show", "whole"))
	learned := f.Choice("learned", "sentences learned from, of each language", "12", course.Options("4", "4", "12", "12", "20", "20"), course.When("show", "whole"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		m := course.Must(strconv.Atoi(learned)) // Choice lets no other through
		if !whole {
			kernel, m = spectrum, 12
		}
		p, err := profileOf(ctx, memo, kernel, m)
		if err != nil {
			return nil, err
		}
		return p.picture(f, kernel, m, whole), nil
	}
}

// lambdaOpens is λ where none is chosen, and decayOpens δ.
const (
	lambdaOpens = 0.01
	decayOpens  = 0.5
)

// A profile is the error of every length, and that of whole words.
type profile struct {
	lengths, errors, deviations, nearest []float64
	words                                *score
}

func profileOf(ctx context.Context, memo *course.Memo, kernel string, learned int) (*profile, error) {
	return course.RememberLong(ctx, memo, fmt.Sprintf("profile %s %d", kernel, learned), func(ctx context.Context) (*profile, int, error) {
		p := new(profile)
		for length := 1; length <= longest; length++ {
			s, err := tally(ctx, memo, likeness{name: kernel, length: length, decay: decayOpens}.made(), learned, lambdaOpens)
			if err != nil {
				return nil, 0, err
			}
			p.lengths = append(p.lengths, float64(length))
			p.errors, p.deviations, p.nearest = append(p.errors, s.mean()), append(p.deviations, s.deviation()), append(p.nearest, s.neighbour())
		}
		var err error
		p.words, err = tally(ctx, memo, likeness{name: words}.made(), learned, lambdaOpens)
		return p, 8 * 5 * longest, err
	})
}

func (p *profile) picture(f *course.Form, kernel string, learned int, whole bool) *course.Picture {
	shown, best := shownFirst, 0
	if whole {
		shown = longest
	}
	for i, e := range p.errors {
		if e < p.errors[best] {
			best = i
		}
	}
	shift := func(sign float64) []float64 {
		v := slices.Clone(p.errors)
		for i, d := range p.deviations {
			v[i] = math.Max(0, v[i]+sign*d)
		}
		return v
	}
	guess := 100 * (1 - 1/float64(len(languages)))
	c := plots.Curves{
		X: plots.Axis{Label: "length L", Min: 1, Max: longest, Whole: true}, Y: plots.Axis{Label: "new sentences taken for another language (%)", Min: 0, Max: 80},
		Legend: true,
	}
	for i := range shown {
		c.Points = append(c.Points, plots.Point{X: p.lengths[i], Y: p.errors[i]})
	}
	if whole {
		faint := plots.Curve.Fade(0.72)
		c.Lines = append(c.Lines,
			plots.Line{Name: "± deviation over splits", Xs: p.lengths, Ys: shift(-1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Xs: p.lengths, Ys: shift(1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Name: "nearest neighbour", Xs: p.lengths, Ys: p.nearest, Color: plots.Accent, Width: 1.8, Dash: true, Class: "nearest"},
			plots.Line{Name: "whole words", Xs: []float64{1, longest}, Ys: []float64{p.words.mean(), p.words.mean()}, Color: plots.Lambda, Width: 1.6, Dash: true, Class: "bag"})
	}
	c.Lines = append(c.Lines,
		plots.Line{Name: "a guess", Xs: []float64{1, longest}, Ys: []float64{guess, guess}, Color: plots.Soft, Width: 1.4, Dots: true, Class: "guess"},
		plots.Line{Name: "error", Xs: p.lengths[:shown], Ys: p.errors[:shown], Color: plots.Curve, Width: 2.6, Class: "curve"})
	pic := &course.Picture{Columns: [][]plots.Panel{{{ID: "lengths-error", Title: "Error on sentences never seen", Width: 760, Height: 420, Plot: c}}}}
	one := course.Number{Name: "one_letter_error", Label: "error with single letters", Means: "With L = 1 the kernel counts how often each letter occurs. The mean over the splits.", Value: p.errors[0], Unit: "%"}
	pic.Numbers = []course.Number{one,
		{Name: "two_letter_error", Label: "error with L = 2", Means: "The mean over the splits.", Value: p.errors[1], Unit: "%"},
		{Name: "one_letter_deviation", Label: "deviation over splits, single letters", Means: "How much the error differs from split to split: its standard deviation.", Value: p.deviations[0], Unit: "%"},
		{Name: "one_letter_neighbour_error", Label: "nearest neighbour, single letters", Value: p.nearest[0], Unit: "%"},
	}
	pic.Description = fmt.Sprintf("With single letters %s %% of new sentences are taken for another language, with pairs %s %%. How it goes on is yours to draw.", course.Digits(p.errors[0]), course.Digits(p.errors[1]))
	now, reached := "not shown yet", false
	if whole {
		pic.Numbers = append([]course.Number{
			{Name: "best_error", Label: "least error", Means: "The least of the eight means: each over 60 splits, of the sentences on topics not learned from.", Value: p.errors[best], Unit: "%"},
			{Name: "best_length", Label: "at length", Means: "The length with that error.", Value: p.lengths[best], Whole: true},
			{Name: "words_error", Label: "error with whole words", Means: "The same with the kernel that counts shared words.", Value: p.words.mean(), Unit: "%"},
		}, pic.Numbers...)
		pic.Description = fmt.Sprintf("Learned from %d sentences of each language. The error is %s %% with single letters, least at length %s, with %s %%, give or take %s %% from split to split, and %s %% at length %d. Whole words have %s %%. The nearest neighbour at length %s has %s %%.",
			learned, course.Digits(p.errors[0]), course.Value(p.lengths[best]), course.Digits(p.errors[best]), course.Digits(p.deviations[best]), course.Digits(p.errors[longest-1]), longest, course.Digits(p.words.mean()), course.Value(p.lengths[best]), course.Digits(p.nearest[best]))
		now, reached = course.Digits(p.errors[best])+" %", p.errors[best] < lengthsGoal
		pic.Series = []course.Series{course.Table("profile", "length error deviation neighbour_error", p.lengths, p.errors, p.deviations, p.nearest)}
	}
	pic.Goals = []course.Goal{{Name: "few", At: "show=whole&learned=20", Now: now, Reached: reached,
		Text: fmt.Sprintf("Goal reached: %s %% at length %s.", course.Digits(p.errors[best]), course.Value(p.lengths[best]))}}
	pic.Code = programs.Code("lengths", f, course.Values{"Sentences": quoted(chosen(topics, nil).all), "Splits": splitList(learned), "Learned": learned, "Lambda": lambdaOpens,
		"kernel": kernel, "Decay": decayOpens, "Longest": longest, "Whole": whole})
	return pic
}

// lengthsGoal is in % of the new sentences.
const lengthsGoal = 5
