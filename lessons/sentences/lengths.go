package sentences

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"gramophone/lessons/course"
	"gramophone/plots"
)

// shownFirst is up to which length the curve is there to go on from.
const shownFirst = 2

func buildLengths(f *course.Form) course.Draw {
	whole := f.Choice("show", "show", "piece", course.Options("piece", "a piece, to go on from", "whole", "all of it")) == "whole"
	kernel := f.Choice("kernel", "kernel", spectrum, course.Options(spectrum, "substrings", subsequence, "subsequences, gaps allowed"), course.When("show", "whole"))
	learned := f.Choice("learned", "learned, of each language", "12", course.Options("4", "4", "12", "12", "20", "20"), course.When("show", "whole"))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		m := course.Must(strconv.Atoi(learned)) // Choice lets no other through
		if !whole {
			kernel, m = spectrum, 12
		}
		p, err := course.RememberLong(ctx, memo, profileOf{kernel, m})
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
	lengths, errors, deviations, nothing, nearest []float64
	words                                         *score
}

type profileOf struct {
	kernel  string
	learned int
}

// Compute counts at every length, and returns the bytes of that.
func (of profileOf) Compute(ctx context.Context, memo *course.Memo) (*profile, int, error) {
	p := new(profile)
	for length := 1; length <= longest; length++ {
		s, err := tally(ctx, memo, likeness{name: of.kernel, length: length, decay: decayOpens}.made(), of.learned, lambdaOpens)
		if err != nil {
			return nil, 0, err
		}
		p.lengths = append(p.lengths, float64(length))
		p.errors, p.deviations = append(p.errors, s.mean()), append(p.deviations, s.deviation())
		p.nothing, p.nearest = append(p.nothing, s.strange()), append(p.nearest, s.neighbour())
	}
	var err error
	p.words, err = tally(ctx, memo, likeness{name: words}.made(), of.learned, lambdaOpens)
	return p, 8 * 6 * longest, err
}

// best is the place of the least error.
func (p *profile) best() int { return floats.MinIdx(p.errors) }

func (p *profile) picture(f *course.Form, kernel string, learned int, whole bool) *course.Picture {
	pic := &course.Picture{
		Columns:     [][]plots.Panel{{{ID: "lengths-error", Title: "Error on sentences never seen", Width: 760, Height: 420, Plot: p.curves(whole)}}},
		Numbers:     p.numbers(whole),
		Description: p.describe(learned, whole),
		Code: programs.Code("lengths", f, course.Values{
			"Sentences": quoted(chosen(topics, nil).all), "Splits": splitList(learned), "Learned": learned, "Lambda": lambdaOpens,
			"kernel": kernel, "Decay": decayOpens, "Longest": longest, "Whole": whole,
		}),
	}
	best := p.best()
	goal := course.Goal{Name: "few", At: "show=whole&learned=20", Now: "not shown yet",
		Text: fmt.Sprintf("Goal reached: %s %% at length %s.", course.Digits(p.errors[best]), course.Value(p.lengths[best]))}
	if whole {
		goal.Now, goal.Reached = course.Digits(p.errors[best])+" %", p.errors[best] < lengthsGoal
		pic.Series = []course.Series{course.Table("profile", "length error deviation nothing neighbour_error", p.lengths, p.errors, p.deviations, p.nothing, p.nearest)}
	}
	pic.Goals = []course.Goal{goal}
	return pic
}

// curves is the error against the length, all of it or a piece to go on from.
func (p *profile) curves(whole bool) plots.Curves {
	shown := shownFirst
	if whole {
		shown = longest
	}
	guess := 100 * (1 - 1/float64(len(languages)))
	c := plots.Curves{
		X: plots.Axis{Label: "length L", Min: 1, Max: longest, Whole: true}, Y: plots.Axis{Label: "new sentences missed (%)", Min: 0, Max: 100},
		Legend: true,
	}
	for i := range shown {
		c.Points = append(c.Points, plots.Point{X: p.lengths[i], Y: p.errors[i]})
	}
	if whole {
		shift := func(sign float64) []float64 {
			v := slices.Clone(p.errors)
			for i, d := range p.deviations {
				v[i] = min(max(0, v[i]+sign*d), 100)
			}
			return v
		}
		faint := plots.Curve.Fade(0.72)
		c.Bands = []plots.Band{{Name: "share nothing", Xs: p.lengths, Lo: make([]float64, longest), Hi: p.nothing, Color: plots.Ghost, Hatch: plots.Rising, Class: "nothing"}}
		c.Lines = append(c.Lines,
			plots.Line{Name: "± deviation", Xs: p.lengths, Ys: shift(-1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Xs: p.lengths, Ys: shift(1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Name: "nearest neighbour", Xs: p.lengths, Ys: p.nearest, Color: plots.Accent, Width: 1.8, Dash: true, Class: "nearest"},
			plots.Line{Name: "whole words", Xs: []float64{1, longest}, Ys: []float64{p.words.mean(), p.words.mean()}, Color: plots.Lambda, Width: 1.6, Dash: true, Class: "bag"})
	}
	c.Lines = append(c.Lines,
		plots.Line{Name: "a guess", Xs: []float64{1, longest}, Ys: []float64{guess, guess}, Color: plots.Soft, Width: 1.4, Dots: true, Class: "guess"},
		plots.Line{Name: "missed", Xs: p.lengths[:shown], Ys: p.errors[:shown], Color: plots.Curve, Width: 2.6, Class: "curve"})
	return c
}

func (p *profile) numbers(whole bool) []course.Number {
	piece := []course.Number{
		{Name: "one_letter_error", Label: "missed with single letters", Means: "Taken for another language, or for none. With L = 1 the kernel counts how often each letter occurs. The mean over the splits.", Value: p.errors[0], Unit: "%"},
		{Name: "two_letter_error", Label: "missed with L = 2", Means: "The mean over the splits.", Value: p.errors[1], Unit: "%"},
		{Name: "one_letter_deviation", Label: "deviation over splits, single letters", Means: "How much the share differs from split to split: its standard deviation.", Value: p.deviations[0], Unit: "%"},
		{Name: "one_letter_neighbour_error", Label: "nearest neighbour, single letters", Value: p.nearest[0], Unit: "%"},
	}
	if !whole {
		return piece
	}
	best := p.best()
	return append([]course.Number{
		{Name: "best_error", Label: "fewest missed", Means: "The least of the eight means: each over 60 splits, of the sentences on topics not learned from.", Value: p.errors[best], Unit: "%"},
		{Name: "best_length", Label: "at length", Means: "The length with that error.", Value: p.lengths[best], Whole: true},
		{Name: "longest_nothing", Label: fmt.Sprintf("share nothing at length %d", longest), Means: "New sentences that have nothing in common with any learned from, and are given no language.", Value: p.nothing[longest-1], Unit: "%"},
		{Name: "words_error", Label: "missed with whole words", Means: "The same with the kernel that counts shared words.", Value: p.words.mean(), Unit: "%"},
	}, piece...)
}

func (p *profile) describe(learned int, whole bool) string {
	if !whole {
		return fmt.Sprintf("With single letters %s %% of new sentences are missed, with pairs %s %%. How it goes on is yours to draw.",
			course.Digits(p.errors[0]), course.Digits(p.errors[1]))
	}
	best, last := p.best(), longest-1
	s := fmt.Sprintf("Learned from %d sentences of each language. With single letters %s %% of new sentences are missed, with length %s the fewest: %s %%, give or take %s %% from split to split.",
		learned, course.Digits(p.errors[0]), course.Value(p.lengths[best]), course.Digits(p.errors[best]), course.Digits(p.deviations[best]))
	s += fmt.Sprintf(" With length %d it is %s %%", longest, course.Digits(p.errors[last]))
	if p.nothing[last] > 0 {
		s += fmt.Sprintf(", and %s %% share nothing with any learned from", course.Digits(p.nothing[last]))
	}
	return s + fmt.Sprintf(". With whole words it is %s %%. The nearest neighbour at length %s misses %s %%.",
		course.Digits(p.words.mean()), course.Value(p.lengths[best]), course.Digits(p.nearest[best]))
}

// lengthsGoal is in % of the new sentences.
const lengthsGoal = 5
