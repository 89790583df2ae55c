package course

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/plots"
)

// Samples ask a figure over many samples: whether what its picture shows is so in others
// drawn alike. A reader asks by the control "many", which the figure has by them. Its
// answer is a function of the state without the number of the sample, and kept so.
type Samples struct {
	Seed  string // the control that numbers the samples; where it is off, nobody can ask
	Of    string // what they are, in the plural: "samples", "splits of these 178 wines"
	Draws int    // how many, from 1 on: 100, or as many as take 0.3 s; 0 where nobody can ask

	// Splits says that they share their data, and so a share’s margin is that of their choice alone.
	Splits bool

	// Most is the most points, by the control "n", of a sample that can be asked about: a
	// hundred of more would take too long. 0 is no bound.
	Most int

	// Beyond says why nobody can ask in a state, where something else than its points makes it
	// take too long: a sentence without its full stop. It is "" where a reader can; nil is no bound.
	Beyond func(*Form) string

	// Resampled says how others are made where the data are real; nil, that nobody can ask there.
	Resampled *Resampled

	// Needs is the value, "errors=shown", that a control has to have before anybody can ask, or
	// one of several, "way=nystrom|fourier"; "" for none.
	Needs string

	// Ignores names controls that change what is looked at and not what is claimed.
	Ignores string

	// Designs are how a sample that a control numbers is drawn: the first that is of the state counts, and
	// each state has one.
	Designs []Design

	Claims []Claim
	Rank   string // the number by which the sample in sight is placed among the others; "" for none
	Curve  *Trace // the curve that is drawn of each sample; nil for none

	Error  string  // the number that rivals are compared by, where less is better
	Rivals []Rival // each at its own best

	// Choosing finds what procedures that choose a setting in each sample cost, beside that of the
	// picture in sight, which their answers do not depend on. It gives nil where nobody can say; nil
	// of a figure without. It is asked where a control numbers the samples.
	Choosing func(context.Context, *Memo, *Picture) (*Choosing, error)
}

// Choosing is what comes of choosing a setting anew in each sample. It lists procedures in
// their order, and last the setting in sight, which stays.
type Choosing struct {
	From     string // what is chosen from, for readers: "12 bandwidths from 0.2 to 10"
	Samples  int
	Held     string // against what a fit is held: "the truth"
	Unit     string // of errors; "" for none
	Verdicts []many.Verdict
}

// Spread writes a mean and its standard error, to that one's first digit, or to the next where it is a 1 or a 2.
func Spread(m many.Mean) string {
	places := -int(math.Floor(math.Log10(m.SE / 3)))
	if !(m.SE > 0) || places < 0 || places > 6 || math.Abs(m.Value) > 1e6 {
		return Digits(m.Value) + " ± " + Digits(m.SE)
	}
	return strings.Replace(fmt.Sprintf("%.*f ± %.*f", places, m.Value, places, m.SE), "-", "−", 1)
}

// Sentence says what is chosen anew, and where, and what ± is; splits share their data.
func (c *Choosing) Sentence(a *Among) string {
	alone := ""
	if a.Splits {
		alone = " for their choice alone"
	}
	return fmt.Sprintf("Chosen anew in each of the first %d %s, from %s; ± one standard error%s.",
		c.Samples, a.Of, c.From, alone)
}

// A Design says what is drawn anew in each of many samples, and what is the same in all: of what a share
// is one. It is made of noun phrases: "the noise", "the places, evenly along the shape".
type Design struct {
	When  string `json:"-"` // the states it is of, "data=rings|moons places=even"; "" for any
	Anew  string `json:"anew"`
	Stays string `json:"stays"`         // "" for nothing that counts
	How   string `json:"how,omitempty"` // what is made of each, a sentence; "" where it is what the picture shows
}

// Sentence is what a reader is told.
func (d Design) Sentence() string {
	text := "Drawn anew in each: " + d.Anew + "."
	if d.Stays != "" {
		text += " The same in all: " + d.Stays + "."
	}
	if d.How != "" {
		text += " " + d.How
	}
	return text
}

// Design is that of the figure's samples in the form's state; a zero one where none is declared.
func (s *Samples) Design(f *Form) Design {
	all := s.Designs
	if !s.numbered(f) && s.Resampled != nil {
		all = s.Resampled.Designs
	}
	for _, d := range all {
		isOf := true
		for needed := range strings.FieldsSeq(d.When) {
			isOf = isOf && f.has(needed)
		}
		if isOf {
			return d
		}
	}
	return Design{}
}

// Resampled samples are made of the one in sight, by splitting its data or by drawing from
// them with replacement. They share their data, and so the margin of a share is that of their
// choice alone, unless they are Independent, as orders at random are; and no address opens one
// of them.
type Resampled struct {
	Of string // what they are, in the plural: "splits of these 133 readings"

	Designs []Design // as [Samples.Designs]

	Independent bool // what is drawn of each is drawn apart from the others, and a share has a margin of its own

	// PerFitted is how many points judge for each that is fitted to, where each sample is one
	// split at random: rivals are compared by [many.PairedSplits]. 0 leaves the ± out: where
	// both halves judge each other, samples are no splits, or, as where 20 of 178 wines are
	// fitted to, so many judge (158/20 = 8) that ± would be nearly three times what the
	// differences themselves spread, and would say nothing.
	PerFitted float64

	// Draw makes, from the picture in sight, the one of that number: of its numbers, series and
	// Result what claims, curves and rivals want, and nothing drawn.
	Draw func(ctx context.Context, memo *Memo, p *Picture, number int) (*Picture, error)
}

// A Claim is what a figure's picture is said to show, and whether one does.
type Claim struct {
	Name  string // as a fact: valley-inside
	Says  string // for readers, a sentence without its full stop: "The least test error lies strictly inside"
	Holds func(*Picture) many.Outcome

	// Under is what the figure's Rank is to be less than, or at most, where the claim says that alone; 0 for none.
	Under float64
}

// Less claims that one number is less than another; where either is unknown it ties.
func Less(name, says string, of func(*Picture) (a, b float64)) Claim {
	return Claim{Name: name, Says: says, Holds: func(p *Picture) many.Outcome {
		a, b := of(p)
		if math.IsNaN(a) || math.IsNaN(b) {
			return many.Ties
		}
		return many.Less(a, b)
	}}
}

// Of asks a claim of what the picture's figure has computed.
func Of[W Work](holds func(W) many.Outcome) func(*Picture) many.Outcome {
	return func(p *Picture) many.Outcome { return holds(p.Result.(W)) }
}

// A Trace names a curve of a picture: two columns of a series, and the panel it is on.
type Trace struct{ Panel, Series, X, Y string }

// A Rival is another way to the same end, and its error in the sample of a picture. What
// it has to choose it chooses inside the training part: Tuned says how.
type Rival struct {
	Name, Tuned string
	Error       func(context.Context, *Memo, *Picture) (float64, error)
}

// Among is a picture among many samples.
type Among struct {
	Of     string // the samples, in the plural
	Drawn  Design
	Splits bool
	Claims []Counted
	Placed Placed
	Rivals []Against
	Chosen *Choosing // nil where nothing is chosen

	// Resampled says that they are made of the one in sight, which is none of them.
	Resampled bool

	// Order are the numbers of the samples in the order of the figure's Rank, the least first, or else their
	// own; Stands is how many come before the sample in sight, −1 where it is none of their kind.
	Order  []int
	Stands int

	Approximate bool // the standard errors of rivals are, since splits share their data
}

// Label says what the samples are in the order of: "samples by leave-one-out error".
func (a *Among) Label() string {
	if a.Placed.Of == 0 {
		return a.Of + " by their number"
	}
	return a.Of + " by " + a.Placed.Label
}

// Counted is a claim with its share, with what the sample in sight says of it, and with the
// first of those that say otherwise than most.
type Counted struct {
	Claim
	many.Share
	Here   many.Outcome
	Others []int
	Strip  []many.Outcome // of each sample, in the order of [Among.Order]
	Scale  *Scale         // where the claim is a threshold of the rank by which they are ordered; else nil
}

// A Scale is where the samples of a strip stand by their rank, each from 0 to 1, in their order; where the
// sample in sight stands; and the threshold of the claim. It is logarithmic where ranks are very unlike. Those
// without a rank stand at 1.
type Scale struct {
	At          []float64
	Here, Under float64
}

// veryUnlike is how many times the least rank the greatest is for a scale to be logarithmic.
const veryUnlike = 30

// scaled are ranks in ascending order, that in sight, and a threshold, on one scale.
func scaled(ranks []float64, here, under float64) *Scale {
	low, high := under, under
	for _, r := range append(slices.Clone(ranks), here) {
		if !math.IsNaN(r) && !math.IsInf(r, 0) {
			low, high = min(low, r), max(high, r)
		}
	}
	along := func(r float64) float64 { return r }
	if low > 0 && high > veryUnlike*low {
		along = math.Log
	}
	place := func(r float64) float64 {
		if math.IsNaN(r) || math.IsInf(r, 0) || low == high {
			return 1
		}
		return (along(r) - along(low)) / (along(high) - along(low))
	}
	s := &Scale{Here: place(here), Under: place(under)}
	for _, r := range ranks {
		s.At = append(s.At, place(r))
	}
	return s
}

// Placed is where the sample in sight stands by a number: Below others have less of it, Ties
// others as much. Of is 0 where there is no such number.
type Placed struct {
	Label           string
	Below, Ties, Of int
}

// Against is a rival compared with the figure in each sample: the mean of both errors, and
// the mean of their difference, rival's less figure's, with its standard error, over Of
// samples in which both have a fit. Better, Tied and Worse count the figure against it. SE is
// NaN where nobody knows it: of samples that share their data, but for splits that have
// [Resampled.PerFitted].
type Against struct {
	Rival
	Mean, Own, Difference, SE float64

	Alone float64 // the standard error for the choice of samples alone, where they share their data

	Better, Tied, Worse, Of int
}

// mostRedrawn bounds the curves that are drawn, and tracePlaces the points of each.
const mostRedrawn, tracePlaces = 60, 61

// ManyControl is the name of the control by which a reader asks over many samples.
const ManyControl = "many"

// offer declares the control by which a reader asks, behind those of the figure.
func (s *Samples) offer(f *Form) (asked bool) {
	if s.Draws == 0 {
		return false
	}
	asked = f.Bool(ManyControl, fmt.Sprintf("Over %d %s", s.Draws, s.of(f)), false,
		Called("0", strconv.Itoa(s.Draws)))
	c := f.Control(ManyControl)
	c.Off = !s.numbered(f) && s.Resampled == nil
	c.Off = c.Off || !f.has(s.Needs)
	if c.Off {
		return false
	}
	why := ""
	if s.Most > 0 && f.size() > float64(s.Most) {
		why = fmt.Sprintf("asked of samples of at most %d points", s.Most)
	} else if s.Beyond != nil {
		why = s.Beyond(f)
	}
	if c.Off = why != ""; c.Off && asked {
		c.Value = c.Default
		f.note("%s: %s.", ManyControl, why)
	}
	return asked && !c.Off
}

// size is the number of points, by the control "n", where it counts.
func (f *Form) size() float64 {
	n := f.Control("n")
	if n.Off {
		return 0
	}
	if v, ok := ParseNumber(n.Value); ok { // a choice of sizes has no number
		return v
	}
	return n.number
}

// numbered reports whether a control numbers the samples in the form's state.
func (s *Samples) numbered(f *Form) bool { return s.Seed != "" && !f.Control(s.Seed).Off }

// of is what the samples are.
func (s *Samples) of(f *Form) string {
	if s.numbered(f) || s.Resampled == nil {
		return s.Of
	}
	return s.Resampled.Of
}

// state is the form's without the sample and what is ignored.
func (s *Samples) state(f *Form, ignored string) url.Values { return f.without(s.Seed + " " + ignored) }

// without is the form's state without the controls named and those by which a reader only looks.
func (f *Form) without(ignored string) url.Values {
	q, not := url.Values{}, append(strings.Fields(ignored), ManyControl, EnvelopeControl, "at", "frame")
	for _, c := range f.Controls {
		if c.Value != c.Default && !slices.Contains(not, c.Name) {
			q.Set(c.Name, c.Value)
		}
	}
	return q
}

// has reports whether a control that counts has the value that is needed, "data=digits", or
// one of several.
func (f *Form) has(needed string) bool {
	name, values, ok := strings.Cut(needed, "=")
	if !ok {
		return true
	}
	c := f.Control(name)
	return !c.Off && slices.Contains(strings.Split(values, "|"), c.Value)
}

type redrawnKey struct{}

// Redrawn reports whether a picture is of another sample and drawn for its numbers, series
// and Result alone: a Work may leave out what is only looked at.
func Redrawn(ctx context.Context) bool { return ctx.Value(redrawnKey{}) != nil }

type judgedKey struct{}

// Judged reports whether a picture is drawn for the one number that a goal asks of hidden
// samples: a Work may leave out every other, and whatever it takes to find them.
func Judged(ctx context.Context) bool { return ctx.Value(judgedKey{}) != nil }

// A drawn sample is what is kept of one of many.
type drawnSample struct {
	outcomes []many.Outcome
	rank     float64
	own      float64
	rivals   []float64
	xs, ys   []float64
}

type samplesOf struct{ figure, title, state string }

// Study is the claims of the figure in a state, to be counted over as many samples as prose
// wants: its first are those that a reader is shown. Names are what the claims are called there, in
// their order, "" for one that is not counted; none are their own.
func (f *Figure) Study(state string, names ...string) many.Study {
	claims := f.Samples.Claims
	called := func(i int) string {
		if len(names) > 0 {
			return names[i]
		}
		return claims[i].Name
	}
	ctx, query := context.Background(), ParseQuery(state)
	opens := sync.OnceValue(func() *Picture { // of which others are made; nil where they are numbered
		form, draw := f.At(query)
		if f.Samples.numbered(form) {
			return nil
		}
		return Must(draw(ctx, NewMemo(1<<22)))
	})
	study := many.Study{Draw: func(seed int) (outcomes []many.Outcome) {
		p := Must(f.another(ctx, NewMemo(1<<22), query, opens(), seed))
		for i, c := range claims {
			if called(i) != "" {
				outcomes = append(outcomes, c.Holds(p))
			}
		}
		return outcomes
	}}
	for i := range claims {
		if name := called(i); name != "" {
			study.Claims = append(study.Claims, name)
		}
	}
	return study
}

// over asks the figure over its samples in the form's state: of each the seed is the place
// in the list, from 1 on. Pictures of other samples are computed with a memo of their own,
// so that they push out nobody's; two at a time.
func (f *Figure) over(ctx context.Context, memo *Memo, form *Form, from *Picture) ([]drawnSample, error) {
	state := f.Samples.state(form, f.Samples.Ignores)
	key := samplesOf{f.Name, f.Title, state.Encode()}
	return RememberBy(ctx, memo, key, func(ctx context.Context) ([]drawnSample, int, error) {
		if err := Long(ctx); err != nil {
			return nil, 0, err
		}
		all := make([]drawnSample, f.Samples.Draws)
		err := engine.InTwo(ctx, len(all), func(i int) (err error) {
			all[i], err = f.drawn(ctx, state, from, i+1)
			return err
		})
		bytes := 0
		for _, d := range all {
			bytes += 96 + 8*(len(d.outcomes)+len(d.rivals)+len(d.xs)+len(d.ys))
		}
		return all, bytes, err
	})
}

// Redraw is the figure's picture of another sample in a state, which may be one that its
// control does not reach.
func (f *Figure) Redraw(ctx context.Context, memo *Memo, state url.Values, seed int) (*Picture, error) {
	q := url.Values{f.Samples.Seed: {strconv.Itoa(seed)}}
	for name, values := range state {
		if name != f.Samples.Seed {
			q[name] = values
		}
	}
	form := NewForm(q)
	form.redrawn = f.Samples.Seed
	return f.Build(form)(context.WithValue(ctx, redrawnKey{}, true), memo)
}

// another is the picture of the sample of that number in a state: made of the one in sight,
// from, where no control numbers them, and from is nil where one does.
func (f *Figure) another(
	ctx context.Context, memo *Memo, state url.Values, from *Picture, number int,
) (*Picture, error) {
	if err := ctx.Err(); err != nil { // a draw may not look itself
		return nil, err
	}
	if from != nil {
		return f.Samples.Resampled.Draw(ctx, memo, from, number)
	}
	return f.Redraw(ctx, memo, state, number)
}

// Curved reports whether the figure in the form's state has a curve of each of the samples
// that a control numbers.
func (s *Samples) Curved(form *Form) bool {
	return s != nil && s.Curve != nil && s.Draws > 0 && s.numbered(form) && !form.Control(ManyControl).Off
}

// Curves are the curves of samples of these numbers, which the control need not reach, in
// the state of a form that is [Samples.Curved]. A sample without a fit has none. Each is kept
// by itself, so that another number costs one more draw.
func (f *Figure) Curves(ctx context.Context, memo *Memo, form *Form, seeds []int) ([]plots.Redrawn, error) {
	type curveOf struct {
		samplesOf
		seed int
	}
	state := f.Samples.state(form, f.Samples.Ignores)
	of := samplesOf{f.Name, f.Title, state.Encode()}
	var curves []plots.Redrawn
	for _, seed := range seeds {
		c, err := RememberBy(ctx, memo, curveOf{of, seed}, func(ctx context.Context) (plots.Redrawn, int, error) {
			if err := Long(ctx); err != nil { // there are others to come
				return plots.Redrawn{}, 0, err
			}
			p, err := f.another(ctx, NewMemo(1<<22), state, nil, seed)
			if err != nil {
				return plots.Redrawn{}, 0, err
			}
			xs, ys := p.trace(f.Samples.Curve)
			return plots.Redrawn{Seed: seed, Xs: xs, Ys: ys}, 96 + 16*len(xs), nil
		})
		if err != nil {
			return nil, err
		}
		if len(c.Xs) > 0 {
			curves = append(curves, c)
		}
	}
	return curves, nil
}

// drawn is what is kept of a sample.
func (f *Figure) drawn(ctx context.Context, state url.Values, from *Picture, number int) (drawnSample, error) {
	s, memo, seed := f.Samples, NewMemo(1<<22), number
	p, err := f.another(ctx, memo, state, from, number)
	if err != nil {
		return drawnSample{}, err
	}
	d := drawnSample{rank: p.Find(s.Rank), own: p.Find(s.Error)}
	for _, c := range s.Claims {
		d.outcomes = append(d.outcomes, c.Holds(p))
	}
	for _, r := range s.Rivals {
		e, err := r.Error(context.WithValue(ctx, redrawnKey{}, true), memo, p)
		if err != nil {
			return drawnSample{}, err
		}
		d.rivals = append(d.rivals, e)
	}
	if s.Curve != nil && seed <= mostRedrawn {
		d.xs, d.ys = p.trace(s.Curve)
	}
	return d, nil
}

// trace is the curve thinned, with its last point.
func (p *Picture) trace(t *Trace) (xs, ys []float64) {
	all, heights := p.Column(t.Series, t.X), p.Column(t.Series, t.Y)
	step := float64(max(1, len(all)-1)) / (tracePlaces - 1)
	for i := 0.0; len(all) > 0; i += max(step, 1) {
		k := int(math.Round(i))
		if k > len(all)-1 {
			break
		}
		xs, ys = append(xs, all[k]), append(ys, heights[k])
	}
	return xs, ys
}

// among puts the picture among many samples.
func (f *Figure) among(ctx context.Context, memo *Memo, form *Form, p *Picture) error {
	s, here := f.Samples, 0
	var from *Picture
	if s.numbered(form) {
		here = int(form.Control(s.Seed).number)
	} else {
		from = p
	}
	all, err := f.over(ctx, memo, form, from)
	if err != nil {
		return err
	}
	a := &Among{Of: s.of(form), Drawn: s.Design(form), Resampled: from != nil}
	a.Splits = s.Splits || from != nil && !s.Resampled.Independent
	a.Approximate = a.Splits && from != nil && s.Resampled.PerFitted > 0
	if from == nil {
		a.Placed = placed(p, s.Rank, here, all)
	}
	a.order(all, p.Find(s.Rank), here)
	for i, c := range s.Claims {
		a.Claims = append(a.Claims, counted(c, i, all, c.Holds(p)))
		for _, number := range a.Order {
			a.Claims[i].Strip = append(a.Claims[i].Strip, all[number-1].outcomes[i])
		}
		if c.Under > 0 {
			ranks := make([]float64, len(a.Order))
			for k, number := range a.Order {
				ranks[k] = all[number-1].rank
			}
			a.Claims[i].Scale = scaled(ranks, p.Find(s.Rank), c.Under)
		}
	}
	for i, r := range s.Rivals {
		r := against(r, i, all, s.paired(a))
		if r.Of > 0 { // in some sample both have a fit
			a.Rivals = append(a.Rivals, r)
		}
	}
	if s.Choosing != nil && from == nil {
		if a.Chosen, err = s.Choosing(ctx, memo, p); err != nil {
			return err
		}
	}
	p.Among = a
	if s.Curve != nil {
		p.redraw(s.Curve.Panel, all, here)
	}
	return nil
}

// order sorts the samples by their rank, those without one last, and finds the place of the one in sight,
// which has that rank and perhaps a number among theirs.
func (a *Among) order(all []drawnSample, rank float64, here int) {
	ranks := make([]float64, len(all))
	for i, d := range all {
		a.Order, ranks[i] = append(a.Order, i+1), d.rank
		if math.IsNaN(d.rank) {
			ranks[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(a.Order, func(i, j int) int { return cmp.Compare(ranks[i-1], ranks[j-1]) })
	a.Stands = slices.Index(a.Order, here)
	if a.Stands < 0 && !a.Resampled && !math.IsNaN(rank) {
		a.Stands = 0
		for a.Stands < len(a.Order) && ranks[a.Order[a.Stands]-1] < rank {
			a.Stands++
		}
	}
}

// redraw draws the curves of other samples on a panel.
func (p *Picture) redraw(panel string, all []drawnSample, here int) {
	var curves []plots.Redrawn
	for i, d := range all {
		if seed := i + 1; len(d.xs) > 0 && seed != here {
			curves = append(curves, plots.Redrawn{Seed: seed, Xs: d.xs, Ys: d.ys})
		}
	}
	for _, column := range p.Columns {
		for i := range column {
			if column[i].ID == panel {
				column[i].Redrawn = curves
			}
		}
	}
}

// counted counts the claim of that number.
func counted(c Claim, of int, all []drawnSample, here many.Outcome) Counted {
	n := Counted{Claim: c, Here: here}
	for _, d := range all {
		n.Share = n.Share.And(d.outcomes[of])
	}
	for i, d := range all {
		if (d.outcomes[of] == many.Holds) != (2*n.Hits >= n.Of) && len(n.Others) < 8 {
			n.Others = append(n.Others, i+1)
		}
	}
	return n
}

func placed(p *Picture, rank string, here int, all []drawnSample) Placed {
	i := p.number(rank)
	if i < 0 || math.IsNaN(p.Numbers[i].Value) {
		return Placed{}
	}
	number, at := p.Numbers[i], Placed{Label: p.Numbers[i].Label, Of: len(all)}
	for i, d := range all {
		if i+1 == here {
			continue
		}
		switch many.Less(d.rank, number.Value) {
		case many.Holds:
			at.Below++
		case many.Ties:
			at.Ties++
		}
	}
	return at
}

// paired is how the mean of paired differences and its standard error are found.
func (s *Samples) paired(a *Among) func(d []float64) (mean, se float64) {
	switch {
	case !a.Splits:
		return many.Paired
	case a.Approximate:
		return func(d []float64) (mean, se float64) { return many.PairedSplits(d, s.Resampled.PerFitted) }
	}
	return func(d []float64) (mean, se float64) { return stat.Mean(d, nil), math.NaN() }
}

// against compares the rival of that number.
func against(r Rival, of int, all []drawnSample, paired func([]float64) (mean, se float64)) Against {
	a := Against{Rival: r}
	var differences []float64
	for _, d := range all {
		rival := d.rivals[of]
		if math.IsNaN(rival-d.own) || math.IsInf(rival-d.own, 0) {
			continue
		}
		a.Mean += rival
		a.Own += d.own
		differences = append(differences, rival-d.own)
		switch many.Less(d.own, rival) {
		case many.Holds:
			a.Better++
		case many.Ties:
			a.Tied++
		default:
			a.Worse++
		}
	}
	a.Of = len(differences)
	n := float64(a.Of)
	a.Mean /= n
	a.Own /= n
	a.Difference, a.SE = paired(differences)
	_, a.Alone = many.Paired(differences)
	return a
}

// Line is the claim's share in words, and what the sample in sight says of it.
func (c Counted) Line(a *Among) (share, here string) {
	share = c.Share.Text(a.Of, a.Splits)
	switch {
	case a.Resampled: // which is more than the sample in sight can say
		return share, ""
	case c.Here == many.Ties:
		return share, "Here it is a tie."
	case c.Here == many.Holds && c.Hits == c.Of, c.Here == many.Fails && c.Hits == 0:
		return share, ""
	case c.Here == many.Holds:
		return share, "Here it is so."
	}
	return share, "Here it is not so."
}

// Line says where the sample in sight stands; "" where there is nothing to place.
func (p Placed) Line(a *Among) string {
	if p.Of == 0 {
		return ""
	}
	below, with := "none", ""
	if p.Below > 0 {
		below = strconv.Itoa(p.Below)
	}
	if p.Ties > 0 {
		with = fmt.Sprintf(", and %d are level with it", p.Ties)
	}
	return fmt.Sprintf("By “%s”, %s of %d %s are below this one%s.", p.Label, below, p.Of, a.Of, with)
}

// Verdict compares the two: a difference of less than two standard errors is none; one
// that is not the reader's rule in 65 of 100 is said to be of the mean alone. It is "" where
// nobody knows the standard error.
func (a Against) Verdict() string {
	n := float64(a.Of)
	switch {
	case math.IsNaN(a.SE):
		return ""
	case a.Tied == a.Of:
		return "the same in all"
	case !(math.Abs(a.Difference) > 2*a.SE):
		return "no difference seen"
	case a.Difference > 0 && float64(a.Better) < 0.65*n:
		return "worse on average, not usually"
	case a.Difference > 0:
		return "worse"
	case float64(a.Worse) < 0.65*n:
		return "better on average, not usually"
	}
	return "better"
}

// Hidden asks of a goal that the setting works in samples that no control reaches, the same
// for all settings and readers: one that is tuned to the sample in sight does not. They are
// as many as tell the two apart, whichever samples they are, and begin at 1000, so that nobody
// chose them. A goal that asks for it is Reached as far as the figure knows; the rest is found
// here.
type Hidden struct {
	Number string  // what is judged
	Below  float64 // what it has to be less than
	Of     int     // in so many samples; 0 is ten
	Need   int     // in how many of them; 0 asks it of their median
	Unit   string  // of that, as it is told
	Whole  int     // of how many the number counts those that the goal does not want: the others are told; else 0
	Tuned  string  // a state that is as good or better in the sample in sight, and not reached: one tuned to it
}

// FirstHidden is the number of the first of the hidden samples.
const FirstHidden = 1000

// Samples is how many hidden samples the goal is judged by.
func (h *Hidden) Samples() int { return cmp.Or(h.Of, 10) }

type unjudgedKey struct{}

// Unjudged returns a context under which goals that ask for hidden samples stay open, [Goal.Pending], where
// their judgement would be most of the work: a page is read without it, and asks for it afterwards.
func Unjudged(ctx context.Context) context.Context {
	return context.WithValue(ctx, unjudgedKey{}, true)
}

// judge finds whether the picture's goals that ask for hidden samples are reached.
func (f *Figure) judge(ctx context.Context, memo *Memo, form *Form, p *Picture) error {
	for i := range p.Goals {
		g := &p.Goals[i]
		if g.Hidden == nil || !g.Reached {
			continue
		}
		if ctx.Value(unjudgedKey{}) != nil {
			g.Reached, g.Pending = false, true
			g.Now = fmt.Sprintf("trying %d hidden samples", g.Hidden.Samples())
			continue
		}
		values, err := f.HiddenValues(ctx, memo, form, p, g.Hidden)
		if err != nil {
			return err
		}
		g.judged(values)
	}
	return nil
}

type hiddenOf struct {
	samplesOf
	Hidden
}

// HiddenValues are a number's values in the hidden samples, in their order; none in a state of which there
// are no others, as of a reader's own points.
func (f *Figure) HiddenValues(
	ctx context.Context, memo *Memo, form *Form, from *Picture, h *Hidden,
) ([]float64, error) {
	if f.Samples.numbered(form) {
		from = nil
	} else if f.Samples.Resampled == nil {
		return nil, nil
	}
	state := f.Samples.state(form, "")
	key := hiddenOf{samplesOf{f.Name, f.Title, state.Encode()}, *h}
	return RememberBy(ctx, memo, key, func(ctx context.Context) ([]float64, int, error) {
		return f.numbers(ctx, state, from, h.Number, FirstHidden, h.Samples())
	})
}

// Numbers are the values of a number in so many samples of a state, and the bytes they take.
func (f *Figure) Numbers(ctx context.Context, state url.Values, name string, first, n int) ([]float64, int, error) {
	form, draw := f.At(state)
	var from *Picture
	if !f.Samples.numbered(form) {
		var err error
		if from, err = draw(ctx, NewMemo(1<<22)); err != nil {
			return nil, 0, err
		}
	}
	return f.numbers(ctx, state, from, name, first, n)
}

// numbers are Numbers of samples made of from, where it is not nil. One that the picture
// does not have, for want of a fit, is infinite.
func (f *Figure) numbers(
	ctx context.Context, state url.Values, from *Picture, name string, first, n int,
) ([]float64, int, error) {
	values, ctx := make([]float64, n), context.WithValue(ctx, judgedKey{}, true)
	for i := range values {
		p, err := f.another(ctx, NewMemo(1<<22), state, from, first+i)
		if err != nil {
			return nil, 0, err
		}
		if values[i] = p.Find(name); math.IsNaN(values[i]) {
			values[i] = math.Inf(1)
		}
	}
	return values, 8 * n, nil
}

// Within is in how many samples the number is what the goal asks.
func (h *Hidden) Within(values []float64) (n int) {
	for _, v := range values {
		if v < h.Below {
			n++
		}
	}
	return n
}

// Reached reports whether samples with those values are enough.
func (h *Hidden) Reached(values []float64) bool {
	if h.Need > 0 {
		return h.Within(values) >= h.Need
	}
	return engine.Median(values) < h.Below
}

// judged says whether the goal is reached in samples with those values.
func (g *Goal) judged(values []float64) {
	h := g.Hidden
	g.Reached = h.Reached(values)
	switch median := engine.Median(values); {
	case h.Need > 0:
		g.Now = fmt.Sprintf("%d of %d hidden samples", h.Within(values), len(values))
	case h.Whole > 0:
		g.Now = fmt.Sprintf("hidden median %s of %d", Value(float64(h.Whole)-median), h.Whole)
	default:
		g.Now = "hidden median " + Quantity(median, h.Unit)
	}
	g.Text = fmt.Sprintf("Goal reached: %s. %s", g.Now, g.Text)
}
