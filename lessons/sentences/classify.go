package sentences

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// A classifier is one split learned from, and what all splits come to.
type classifier struct {
	// What the controls say.
	kernel likeness
	*texts
	learned, split int
	lambda         float64
	at             int // the sentence pointed at; −1 for none

	// What is computed.
	*learnt
	*score
	K                         *mat.SymDense            // normalised, as learnt has it in rows
	pc                        *engine.KernelComponents // of our sentences
	x, y                      []float64                // where all sentences are on the map
	hidden                    float64                  // missed over the hidden splits, in %; NaN where not asked
	wrong, strange, undecided []int                    // new sentences of the split, as freshOnes has them
}

// It opens with pairs: what triples miss is asked about above it.
var buildClassify = course.Steps(func(f *course.Form) course.Work {
	v := &classifier{kernel: chooseKernel(f, 2)}
	v.learned = f.Int("learned", "learned, of each", 12, 1, topics-1, course.Every)
	v.texts = chosen(topics, own(f))
	v.lambda = f.LogFloat("lambda", "λ", lambdaOpens, 1e-6, 10, course.Term("lambda"), course.More)
	v.split = f.Int("split", "split", 1, 1, splits, course.Every, course.More)
	v.at = points.PointedAt(f, len(v.all)) - 1
	return v
})

// Compute learns from one split, and counts over all.
func (v *classifier) Compute(ctx context.Context, memo *course.Memo) error {
	var err error
	if v.score, err = tally(ctx, memo, v.kernel, v.learned, v.lambda); err != nil {
		return err
	}
	v.hidden = math.NaN()
	if v.learned == goalLearned && v.mean() < classifyGoal {
		// Over as many splits behind those counted, which no control reaches.
		h, err := course.Remember(ctx, memo, scoreOf{v.kernel.key(), v.learned, v.lambda, splits + 1})
		if err != nil {
			return err
		}
		v.hidden = h.mean()
	}
	counted, err := v.kernel.gram(ctx, memo, v.texts)
	if err != nil {
		return err
	}
	v.K = normalised(counted)
	from := learnedIn(v.split, v.learned)
	if v.learnt, err = learn(rows(v.K), v.of, v.topic, from, v.lambda); err != nil {
		return err
	}
	v.wrong, v.strange, v.undecided = v.freshOnes()
	return v.place(ctx, memo)
}

// componentsOf are the first two of all our sentences.
type componentsOf struct{ likeness }

// Compute finds them, and returns their bytes.
func (of componentsOf) Compute(ctx context.Context, memo *course.Memo) (*engine.KernelComponents, int, error) {
	K, err := of.gram(ctx, memo, chosen(topics, nil))
	if err != nil {
		return nil, 0, err
	}
	c, err := engine.KernelPCA{Components: 2, Centred: true}.Fit(ctx, normalised(K))
	return c, 8 * 8 * K.SymmetricDim(), err
}

// place takes the sentences to the first two kernel principal components of ours.
func (v *classifier) place(ctx context.Context, memo *course.Memo) error {
	n := v.ours()
	c, err := course.Remember(ctx, memo, componentsOf{v.kernel.key()})
	if err != nil {
		return err
	}
	v.pc = c
	v.x, v.y = mat.Col(nil, 0, c.Scores), mat.Col(nil, 1, c.Scores)
	if n == len(v.all) {
		return nil
	}
	C := mat.NewDense(len(v.all)-n, n, nil)
	for i := n; i < len(v.all); i++ {
		for j := range n {
			C.Set(i-n, j, v.K.At(i, j))
		}
	}
	P, err := c.Project(C)
	if err != nil {
		return err
	}
	v.x, v.y = append(v.x, mat.Col(nil, 0, P)...), append(v.y, mat.Col(nil, 1, P)...)
	return nil
}

// freshOnes are the new sentences of the split by what they are taken for: another
// language, none since they share nothing with any learned from, none since two languages
// are as large.
func (v *classifier) freshOnes() (wrong, strange, undecided []int) {
	for _, i := range v.fresh {
		switch c := v.takenFor(i); {
		case c == nothing:
			strange = append(strange, i)
		case c == tied:
			undecided = append(undecided, i)
		case c != v.of[i]:
			wrong = append(wrong, i)
		}
	}
	return wrong, strange, undecided
}

// classes are the sentences as the map has them: new ones large, those that share nothing
// as crosses, those learned from small, and the reader's own as stars.
func (v *classifier) classes() []plots.Class {
	var all []plots.Class
	add := func(c plots.Class, has func(i int) bool) {
		for i := range v.all {
			if has(i) {
				c.Points, c.Index = append(c.Points, plots.Point{X: v.x[i], Y: v.y[i]}), append(c.Index, i)
			}
		}
		if len(c.Points) > 0 || c.Name != "" {
			all = append(all, c)
		}
	}
	each := func(size float64, shape plots.Shape, name func(l int) string, has func(i int) bool) {
		for l := range languages {
			c := plots.Class{Name: name(l), Color: plots.Categories[l], Shape: shape, Size: size}
			if shape == 0 {
				c.Shape = plots.Shape(l + 1)
			}
			add(c, func(i int) bool { return v.of[i] == l && has(i) })
		}
	}
	isStrange := func(i int) bool { return slices.Contains(v.strange, i) }
	each(8, 0, func(l int) string { return languages[l] },
		func(i int) bool { return slices.Contains(v.fresh, i) && !isStrange(i) })
	each(8, plots.Cross, func(l int) string {
		if len(v.strange) > 0 && l == v.of[v.strange[0]] {
			return "shares nothing"
		}
		return "" // one name in the legend is enough
	}, isStrange)
	each(4, 0, func(int) string { return "" }, func(i int) bool { return slices.Contains(v.from, i) })
	if v.ours() < len(v.all) {
		add(plots.Class{Name: "yours", Color: plots.Yours, Shape: plots.Star, Size: 11},
			func(i int) bool { return v.of[i] == mine })
	}
	return all
}

func (v *classifier) Show(f *course.Form) *course.Picture {
	decisions := mat.NewDense(len(v.all), len(languages), nil)
	fresh := make([]float64, len(v.all))
	for i := range v.all {
		f, _ := v.decide(i)
		decisions.SetRow(i, f)
	}
	for _, i := range v.fresh {
		fresh[i] = 1
	}
	return &course.Picture{
		Columns:     v.columns(),
		Numbers:     v.numbers(),
		Says:        v.says(),
		SaysOfDatum: v.saysOfDatum(),
		Series: []course.Series{
			course.Table("data", "language topic new", course.Floats(v.of), course.Floats(v.topic), fresh),
			course.Table("projection", "pc1 pc2", v.x, v.y),
			course.Table("splits", "error nothing neighbour_error", v.errors, v.score.nothing, v.score.nearest),
		},
		Matrices: []course.NamedMatrix{
			{Name: "decisions", Values: decisions}, {Name: "taken", Values: v.taken}, {Name: "gram", Values: v.K},
		},
		Goals: []course.Goal{v.goal()},
		Code: programs.Code("classify", f, v.kernel.values(course.Values{
			"Sentences": quoted(v.all[:v.ours()]), "Splits": splitList(v.learned), "Learned": v.learned,
			"Lambda": v.lambda,
		})),
	}
}

func (v *classifier) columns() [][]plots.Panel {
	s := plots.Scatter{Rings: v.wrong, Classes: v.classes()}
	s.X, s.Y = v.axis(0, v.x), v.axis(1, v.y)
	if v.at >= 0 {
		s.Markers = []plots.Marker{points.Ring(v.at, v.x[v.at], v.y[v.at])}
	}
	var groups []plots.Group
	for _, name := range append(slices.Clone(codes), "?") {
		groups = append(groups, plots.Group{Name: name, Size: 1})
	}
	taken := plots.Heatmap{
		Values: tenths(v.taken), Scale: plots.Scale{Max: 100}, Label: "% of a row",
		Row: "written in", Col: "taken for", Groups: groups, Numbers: true,
	}
	return [][]plots.Panel{
		{{ID: "classify-map", Title: "A map told no language; misnamed ones ringed", Width: course.Half, Plot: s}},
		{{ID: "classify-taken", Title: "New ones: taken for (%)", Width: course.Square, Height: course.Square,
			Plot: taken}},
	}
}

func (v *classifier) numbers() []course.Number {
	return []course.Number{
		{Name: "error", Label: "new sentences missed", Value: v.mean(), Unit: "%",
			Means: fmt.Sprintf("The share of sentences on topics not learned from "+
				"that are taken for another language, or for none: the mean over %d splits.", splits)},
		{Name: "nothing", Label: "share nothing", Value: v.score.strange(), Unit: "%",
			Means: "How many of them have nothing in common with any sentence learned from. " +
				"All four functions are 0 there, and none is the largest."},
		{Name: "neighbour_error", Label: "missed by the nearest neighbour", Value: v.neighbour(), Unit: "%",
			Means: "Each new sentence is given the language of the one that is most like it; " +
				"no language where sentences of two languages are equally like it."},
		{Name: "deviation", Label: "give or take", Value: v.deviation(), Unit: "%",
			Means: "The standard deviation of the share missed from split to split. " +
				"The splits share sentences, so it says nothing of other people’s sentences."},
		{Name: "wrong", Label: "in this split taken for another", Value: float64(len(v.wrong)), Whole: true},
		{Name: "strange", Label: "in this split share nothing", Value: float64(len(v.strange)), Whole: true},
		{Name: "new", Label: "of new sentences", Value: float64(len(v.fresh)), Whole: true},
		{Name: "variance_shown", Label: "variance on the map", Unit: "%",
			Value: 100 * (v.pc.Variances[0] + v.pc.Variances[1]) / v.pc.TotalVariance},
	}
}

// classifyGoal is in % of the new sentences, those of hidden splits, learned from so many of each language.
const classifyGoal, goalLearned = 4, 12

func (v *classifier) goal() course.Goal {
	g := course.Goal{Name: "four", At: "kernel=subsequence&length=4&decay=0.4",
		Now:     course.Digits(v.mean()) + " %",
		Reached: v.hidden < classifyGoal,
		Text:    fmt.Sprintf("Goal reached: %s %% missed in the hidden splits.", course.Digits(v.hidden))}
	switch {
	case v.learned != goalLearned:
		g.But = fmt.Sprintf("from %d of each", v.learned)
	case math.IsNaN(v.hidden):
		g.But = "in the splits in sight"
	default:
		g.Now = fmt.Sprintf("%s %% in hidden splits", course.Digits(v.hidden))
	}
	return g
}

// axis is that of component j, with room beside what is on it.
func (v *classifier) axis(j int, on []float64) plots.Axis {
	// So far the maps of all three kernels reach.
	low, high := math.Min(slices.Min(on), -0.5), math.Max(slices.Max(on), 0.6)
	room := 0.06*(high-low) + 1e-6
	share := 100 * v.pc.Variances[j] / v.pc.TotalVariance
	label := fmt.Sprintf("PC%d (%s %% of the variance)", j+1, course.Digits(share))
	return plots.Axis{Label: label, Min: low - room, Max: high + room}
}

// What the figure says.
const (
	saysLearned   = "Learned from {learned} of each language."
	saysNew       = "In this split there are {new} new ones: {wrong} {are} taken for another language{strangers}{ties}."
	saysStrange   = ", {strange} {share} nothing with any learned from"
	saysUndecided = ", {undecided} {are} as much one language as another"

	saysTaken    = "“{text}” is taken for {language}, with {value}."
	saysTied     = "“{text}” is as much one language as another, with {value}, and is given none."
	saysStranger = "“{text}” shares nothing with any sentence learned from, and is given no language."

	saysPoint         = "Point {at}: {name}, “{text}”."
	saysPointLearned  = "Point {at}: {name}, “{text}”, learned from."
	saysPointNew      = "Point {at}: {name}, “{text}”, new."
	saysFunctions     = "The four functions are {values}: it is taken for {language}."
	saysFunctionsTied = "The four functions are {values}: it is as much one language as another, and is given none."
	saysFunction      = "{value} for {language}"
	saysPointStranger = "It shares nothing with any sentence learned from, and is given no language."
)

func (v *classifier) says() []course.Said {
	are := func(n int) string { return course.ByCount(n, "is", "are") }
	wrong, strange, undecided := len(v.wrong), len(v.strange), len(v.undecided)
	var strangers, ties course.List
	if strange > 0 {
		strangers = course.List{course.Say(saysStrange, strange, course.ByCount(strange, "shares", "share"))}
	}
	if undecided > 0 {
		ties = course.List{course.Say(saysUndecided, undecided, are(undecided))}
	}
	says := []course.Said{
		course.Say(saysLearned, course.Some{N: v.learned, Noun: "sentence"}),
		course.Say(saysNew, len(v.fresh), wrong, are(wrong), strangers, ties),
	}
	for i, of := range v.of {
		if of == mine {
			says = append(says, v.verdict(i))
		}
	}
	return says
}

// verdict says of a sentence what it is taken for.
func (v *classifier) verdict(i int) course.Said {
	switch c := v.takenFor(i); c {
	case nothing:
		return course.Say(saysStranger, v.all[i])
	case tied:
		return course.Say(saysTied, v.all[i], slices.Max(v.functions(i)))
	default:
		return course.Say(saysTaken, v.all[i], languages[c], v.functions(i)[c])
	}
}

// functions are the values of the four at a sentence, 0 where rounding may have made them.
func (v *classifier) functions(i int) []float64 {
	f, size := v.decide(i)
	for c := range f {
		if engine.Agree(f[c], 0, size) {
			f[c] = 0
		}
	}
	return f
}

// saysOfDatum says what a sentence is taken for, and by which values.
func (v *classifier) saysOfDatum() []course.Said {
	if v.at < 0 {
		return nil
	}
	point := saysPoint
	switch {
	case slices.Contains(v.from, v.at):
		point = saysPointLearned
	case v.of[v.at] != mine:
		point = saysPointNew
	}
	says := []course.Said{course.Say(point, v.at+1, v.name(v.at), v.all[v.at])}
	var values course.List
	for c, f := range v.functions(v.at) {
		values = append(values, course.Say(saysFunction, f, languages[c]))
	}
	switch c := v.takenFor(v.at); c {
	case nothing:
		return append(says, course.Say(saysPointStranger))
	case tied:
		return append(says, course.Say(saysFunctionsTied, values))
	default:
		return append(says, course.Say(saysFunctions, values, languages[c]))
	}
}

// tenths are the entries rounded to as many digits as a cell has room for.
func tenths(m *mat.Dense) *mat.Dense {
	var rounded mat.Dense
	rounded.Apply(func(_, _ int, v float64) float64 { return math.Round(10*v) / 10 }, m)
	return &rounded
}
