package sentences

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// shownFirst is up to which length the curve is there to go on from.
const shownFirst = 2

// The figure lengths: the error on new sentences at every length of substrings.
type lengths struct {
	// What the controls say.
	whole   bool // the curve is there, and not only a piece to go on from
	kernel  string
	learned int // sentences of each language

	// What is computed.
	*profile
}

var buildLengths = course.Steps(func(f *course.Form) course.Work {
	v := &lengths{kernel: spectrum, learned: 12}
	show := f.Choice("show", "show", "piece", course.Options("piece", "a piece, to go on from", "whole", "all of it"))
	kernel := f.Choice("kernel", "kernel", spectrum,
		course.Options(spectrum, "substrings", subsequence, "subsequences, gaps allowed"), course.When("show", "whole"))
	learned := f.Choice("learned", "learned, of each", "12",
		course.Options("4", "4", "12", "12", "20", "20"), course.When("show", "whole"))
	if v.whole = show == "whole"; v.whole {
		v.kernel, v.learned = kernel, course.Must(strconv.Atoi(learned)) // Choice lets no other through
	}
	return v
})

// Compute counts at every length.
func (v *lengths) Compute(ctx context.Context, memo *course.Memo) (err error) {
	v.profile, err = course.RememberLong(ctx, memo, profileOf{v.kernel, v.learned})
	return err
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
	bayes                                         []float64 // of naive Bayes on the same counts
}

type profileOf struct {
	kernel  string
	learned int
}

// Compute counts at every length, and returns the bytes of that.
func (of profileOf) Compute(ctx context.Context, memo *course.Memo) (*profile, int, error) {
	p := new(profile)
	for length := 1; length <= longest; length++ {
		k := likeness{name: of.kernel, length: length, decay: decayOpens}.made()
		s, err := tally(ctx, memo, k, of.learned, lambdaOpens)
		if err != nil {
			return nil, 0, err
		}
		p.lengths = append(p.lengths, float64(length))
		p.errors, p.deviations = append(p.errors, s.mean()), append(p.deviations, s.deviation())
		p.nothing, p.nearest = append(p.nothing, s.strange()), append(p.nearest, s.neighbour())
	}
	var err error
	if p.words, err = tally(ctx, memo, likeness{name: words}.made(), of.learned, lambdaOpens); err != nil {
		return nil, 0, err
	}
	errors, err := course.Remember(ctx, memo, bayesOf{of.learned})
	p.bayes = meansOfRows(errors)
	return p, 8 * 7 * longest, err
}

// best is the place of the least error.
func (p *profile) best() int { return floats.MinIdx(p.errors) }

func (v *lengths) Show(f *course.Form) *course.Picture {
	p := &course.Picture{
		Columns: [][]plots.Panel{{
			{ID: "lengths-error", Title: "Error on sentences never seen", Width: 760, Height: 420, Plot: v.curves()},
		}},
		Numbers: v.numbers(),
		Says:    v.says(),
		Goals:   []course.Goal{v.goal()},
		Code: programs.Code("lengths", f, course.Values{
			"Sentences": quoted(chosen(topics, nil).all), "Splits": splitList(v.learned), "Learned": v.learned,
			"Lambda": lambdaOpens, "kernel": v.kernel, "Decay": decayOpens, "Longest": longest, "Whole": v.whole,
		}),
	}
	p.Series = []course.Series{course.Table("profile", "length error", v.lengths[:shownFirst], v.errors[:shownFirst])}
	if v.whole {
		p.Series = []course.Series{course.Table("profile", "length error deviation nothing neighbour_error",
			v.lengths, v.errors, v.deviations, v.nothing, v.nearest),
			course.Table("bayes", "length error", v.lengths, v.bayes)}
	}
	return p
}

func (v *lengths) goal() course.Goal {
	best := v.best()
	g := course.Goal{
		Name: "few", At: "show=whole&learned=20", But: "with the curve hidden",
		Text: fmt.Sprintf("Goal reached: %s %% at length %s.",
			course.Digits(v.errors[best]), course.Value(v.lengths[best])),
	}
	if v.whole {
		g.Now, g.But, g.Reached = course.Digits(v.errors[best])+" %", "", v.errors[best] < lengthsGoal
	}
	return g
}

// curves is the error against the length, all of it or a piece to go on from.
func (p *lengths) curves() plots.Curves {
	shown := shownFirst
	if p.whole {
		shown = longest
	}
	guess := 100 * (1 - 1/float64(len(languages)))
	c := plots.Curves{
		X:      plots.Axis{Label: "length L", Min: 1, Max: longest, Whole: true},
		Y:      plots.Axis{Label: "new sentences missed (%)", Min: 0, Max: 100},
		Legend: true,
	}
	for i := range shown {
		c.Points = append(c.Points, plots.Point{X: p.lengths[i], Y: p.errors[i]})
	}
	if p.whole {
		shift := func(sign float64) []float64 {
			v := slices.Clone(p.errors)
			for i, d := range p.deviations {
				v[i] = min(max(0, v[i]+sign*d), 100)
			}
			return v
		}
		faint := plots.Curve.Fade(0.72)
		c.Bands = []plots.Band{{Name: "share nothing", Xs: p.lengths, Lo: make([]float64, longest), Hi: p.nothing,
			Color: plots.Ghost, Hatch: plots.Rising, Class: "nothing"}}
		c.Lines = append(c.Lines,
			plots.Line{Name: "± deviation", Xs: p.lengths, Ys: shift(-1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Xs: p.lengths, Ys: shift(1), Color: faint, Width: 1.2, Dots: true},
			plots.Line{Name: "nearest neighbour", Xs: p.lengths, Ys: p.nearest, Color: plots.Accent, Width: 1.8,
				Dash: true, Class: "nearest"},
			plots.Line{Name: "naive Bayes, substrings", Xs: p.lengths, Ys: p.bayes, Color: plots.Yours, Width: 1.8,
				Class: "bayes"},
			plots.Line{Name: "whole words", Xs: []float64{1, longest}, Ys: []float64{p.words.mean(), p.words.mean()},
				Color: plots.Lambda, Width: 1.6, Dash: true, Class: "bag"})
	}
	c.Lines = append(c.Lines,
		plots.Line{Name: "a guess", Xs: []float64{1, longest}, Ys: []float64{guess, guess}, Color: plots.Soft,
			Width: 1.4, Dots: true, Class: "guess"},
		plots.Line{Name: "missed", Xs: p.lengths[:shown], Ys: p.errors[:shown], Color: plots.Curve, Width: 2.6,
			Class: "curve"})
	return c
}

func (v *lengths) numbers() []course.Number {
	piece := []course.Number{
		{Name: "one_letter_error", Label: "missed with single letters", Value: v.errors[0], Unit: "%",
			Means: "Taken for another language, or for none. With L = 1 the kernel counts how often each letter " +
				"occurs. " +
				"The mean over the splits."},
		{Name: "two_letter_error", Label: "missed with L = 2", Value: v.errors[1], Unit: "%",
			Means: "The mean over the splits."},
		{Name: "one_letter_deviation", Label: "deviation over splits, single letters", Value: v.deviations[0],
			Unit:  "%",
			Means: "How much the share differs from split to split: its standard deviation."},
		{Name: "one_letter_neighbour_error", Label: "nearest neighbour, single letters", Value: v.nearest[0],
			Unit: "%"},
	}
	if !v.whole {
		return piece
	}
	best := v.best()
	return append([]course.Number{
		{Name: "best_error", Label: "fewest missed", Value: v.errors[best], Unit: "%",
			Means: "The least of the eight means: each over 60 splits, of the sentences on topics not learned from."},
		{Name: "best_length", Label: "at length", Value: v.lengths[best], Whole: true,
			Means: "The length with that error."},
		{Name: "longest_nothing", Label: fmt.Sprintf("share nothing at length %d", longest),
			Value: v.nothing[longest-1], Unit: "%",
			Means: "New sentences that have nothing in common with any learned from, and are given no language."},
		{Name: "bayes_error", Label: "fewest missed by naive Bayes", Value: slices.Min(v.bayes), Unit: "%",
			Means: "The least over the lengths, by naive Bayes on the counts of substrings, in the same splits."},
		{Name: "bayes_length", Label: "at length", Value: v.lengths[floats.MinIdx(v.bayes)], Whole: true},
		{Name: "words_error", Label: "missed with whole words", Value: v.words.mean(), Unit: "%",
			Means: "The same with the kernel that counts shared words."},
	}, piece...)
}

const (
	saysPiece = "With single letters {one_letter_error} % of new sentences are missed, " +
		"with pairs {two_letter_error} %. How it goes on is yours to draw."
	saysBest = "Learned from {learned} sentences of each language. " +
		"With single letters {one_letter_error} % of new sentences are missed, " +
		"with length {best_length} the fewest: {best_error} %, give or take {best_deviation} % from split to split."
	saysLongest        = "With length {longest} it is {longest_error} %."
	saysLongestNothing = "With length {longest} it is {longest_error} %, " +
		"and {longest_nothing} % share nothing with any learned from."
	saysWords = "With whole words it is {words_error} %. " +
		"The nearest neighbour at length {best_length} misses {neighbour_error} %."
)

func (v *lengths) says() []course.Said {
	if !v.whole {
		return []course.Said{course.Say(saysPiece, v.errors[0], v.errors[1])}
	}
	best, last := v.best(), longest-1
	length := course.Chosen(v.lengths[best])
	atLongest := course.Say(saysLongest, longest, v.errors[last])
	if v.nothing[last] > 0 {
		atLongest = course.Say(saysLongestNothing, longest, v.errors[last], v.nothing[last])
	}
	return []course.Said{
		course.Say(saysBest, v.learned, v.errors[0], length, v.errors[best], v.deviations[best]),
		atLongest,
		course.Say(saysWords, v.words.mean(), length, v.nearest[best]),
	}
}

// lengthsGoal is in % of the new sentences.
const lengthsGoal = 5
