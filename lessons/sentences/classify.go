package sentences

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/points"
	"gramophone/plots"
)

func buildClassify(f *course.Form) course.Draw {
	kernel := chooseKernel(f)
	learned := f.Int("learned", "learned, of each language", 12, 1, topics-1, course.Every)
	mine := own(f)
	lambda := f.LogFloat("lambda", "λ", lambdaOpens, 1e-6, 10, course.Term("lambda"), course.More)
	split := f.Int("split", "split", 1, 1, splits, course.Every, course.More)
	t := chosen(topics, mine)
	at := points.PointedAt(f, len(t.all))
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		v := &classifier{kernel: kernel, texts: t, learned: learned}
		var err error
		if v.score, err = tally(ctx, memo, kernel, learned, lambda); err != nil {
			return nil, err
		}
		counted, err := kernel.gram(ctx, memo, t)
		if err != nil {
			return nil, err
		}
		v.K = normalised(counted)
		if v.learnt, err = learn(rows(v.K), t.of, t.topic, learnedIn(split, learned), lambda); err != nil {
			return nil, err
		}
		if err := v.place(ctx, memo); err != nil {
			return nil, err
		}
		return v.picture(f, at-1, lambda), nil
	}
}

// A classifier is one split learned from, and what all splits come to.
type classifier struct {
	kernel likeness
	*texts
	*learnt
	*score
	K       *mat.SymDense // normalised, as learnt has it in rows
	learned int
	pc      *engine.KernelComponents // of our sentences
	x, y    []float64                // where all sentences are on the map
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
func (v *classifier) classes(strange []int) []plots.Class {
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
	isStrange := func(i int) bool { return slices.Contains(strange, i) }
	each(8, 0, func(l int) string { return languages[l] },
		func(i int) bool { return slices.Contains(v.fresh, i) && !isStrange(i) })
	each(8, plots.Cross, func(l int) string {
		if len(strange) > 0 && l == v.of[strange[0]] {
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

func (v *classifier) picture(f *course.Form, at int, lambda float64) *course.Picture {
	wrong, strange, undecided := v.freshOnes()
	s := plots.Scatter{Rings: wrong, Classes: v.classes(strange)}
	s.X, s.Y = v.axis(0, v.x), v.axis(1, v.y)
	p := &course.Picture{}
	if at >= 0 {
		s.Markers = []plots.Marker{points.Ring(at, v.x[at], v.y[at])}
		p.Datum = v.datum(at)
	}
	var groups []plots.Group
	for _, name := range append(slices.Clone(codes), "?") {
		groups = append(groups, plots.Group{Name: name, Size: 1})
	}
	taken := plots.Heatmap{
		Values: tenths(v.taken), Scale: plots.Scale{Max: 100}, Label: "% of a row",
		Row: "written in", Col: "taken for", Groups: groups, Numbers: true,
	}
	p.Columns = [][]plots.Panel{
		{{ID: "classify-map", Title: "A map told no language; misnamed ones ringed", Width: course.Half, Plot: s}},
		{{ID: "classify-taken", Title: "New ones: taken for (%)", Width: course.Square, Height: course.Square,
			Plot: taken}},
	}
	p.Numbers = v.numbers(len(wrong), len(strange))
	p.Description = v.describe(len(wrong), len(strange), len(undecided))
	decisions := mat.NewDense(len(v.all), len(languages), nil)
	fresh := make([]float64, len(v.all))
	for i := range v.all {
		f, _ := v.decide(i)
		decisions.SetRow(i, f)
	}
	for _, i := range v.fresh {
		fresh[i] = 1
	}
	p.Series = []course.Series{
		course.Table("data", "language topic new", course.Floats(v.of), course.Floats(v.topic), fresh),
		course.Table("projection", "pc1 pc2", v.x, v.y),
		course.Table("splits", "error nothing neighbour_error", v.errors, v.score.nothing, v.score.nearest),
	}
	p.Matrices = []course.NamedMatrix{
		{Name: "decisions", Values: decisions}, {Name: "taken", Values: v.taken}, {Name: "gram", Values: v.K},
	}
	p.Goals = []course.Goal{{Name: "four", At: "kernel=subsequence&length=4",
		Now:     fmt.Sprintf("%s %%, from %d", course.Digits(v.mean()), v.learned),
		Reached: v.learned == 12 && v.mean() < classifyGoal,
		Text:    fmt.Sprintf("Goal reached: %s %% missed.", course.Digits(v.mean()))}}
	p.Code = programs.Code("classify", f, v.kernel.values(course.Values{
		"Sentences": quoted(v.all[:v.ours()]), "Splits": splitList(v.learned), "Learned": v.learned, "Lambda": lambda,
	}))
	return p
}

func (v *classifier) numbers(wrong, strange int) []course.Number {
	return []course.Number{
		{Name: "error", Label: "new sentences missed", Value: v.mean(), Unit: "%",
			Means: fmt.Sprintf("The share of sentences on topics not learned from "+
				"that are taken for another language, or for none: the mean over %d splits.", splits)},
		{Name: "nothing", Label: "share nothing", Value: v.strange(), Unit: "%",
			Means: "How many of them have nothing in common with any sentence learned from. " +
				"All four functions are 0 there, and none is the largest."},
		{Name: "neighbour_error", Label: "missed by the nearest neighbour", Value: v.neighbour(), Unit: "%",
			Means: "Each new sentence is given the language of the one that is most like it; " +
				"none where two languages have one as like."},
		{Name: "deviation", Label: "give or take", Value: v.deviation(), Unit: "%",
			Means: "The standard deviation of the share missed from split to split. " +
				"The splits share sentences, so it says nothing of other people’s sentences."},
		{Name: "wrong", Label: "in this split taken for another", Value: float64(wrong), Whole: true},
		{Name: "strange", Label: "in this split share nothing", Value: float64(strange), Whole: true},
		{Name: "new", Label: "of new sentences", Value: float64(len(v.fresh)), Whole: true},
		{Name: "variance_shown", Label: "variance on the map", Unit: "%",
			Value: 100 * (v.pc.Variances[0] + v.pc.Variances[1]) / v.pc.TotalVariance},
	}
}

// classifyGoal is in % of the new sentences.
const classifyGoal = 4

// axis is that of component j, with room beside what is on it.
func (v *classifier) axis(j int, on []float64) plots.Axis {
	// So far the maps of all three kernels reach.
	low, high := math.Min(slices.Min(on), -0.45), math.Max(slices.Max(on), 0.6)
	room := 0.06*(high-low) + 1e-6
	share := 100 * v.pc.Variances[j] / v.pc.TotalVariance
	label := fmt.Sprintf("PC%d (%s %% of the variance)", j+1, course.Digits(share))
	return plots.Axis{Label: label, Min: low - room, Max: high + room}
}

func (v *classifier) describe(wrong, strange, undecided int) string {
	var s strings.Builder
	are := func(n int) string {
		if n == 1 {
			return "1 is"
		}
		return fmt.Sprintf("%d are", n)
	}
	fmt.Fprintf(&s, "Learned from %s of each language. In this split there are %d new ones: "+
		"%s taken for another language", course.Plural(v.learned, "sentence"), len(v.fresh), are(wrong))
	switch {
	case strange == 1:
		s.WriteString(", 1 shares nothing with any learned from")
	case strange > 1:
		fmt.Fprintf(&s, ", %d share nothing with any learned from", strange)
	}
	if undecided > 0 {
		fmt.Fprintf(&s, ", %s as much one language as another", are(undecided))
	}
	fmt.Fprintf(&s, ". Over all splits %s %% are missed, give or take %s %%", course.Digits(v.mean()),
		course.Digits(v.deviation()))
	if v.strange() > 0 {
		fmt.Fprintf(&s, "; %s %% share nothing", course.Digits(v.strange()))
	}
	s.WriteString(".")
	for i, of := range v.of {
		if of == mine {
			s.WriteString(" " + v.verdict(fmt.Sprintf("“%s”", v.all[i]), i))
		}
	}
	return s.String()
}

// verdict says of a sentence what it is taken for.
func (v *classifier) verdict(who string, i int) string {
	f, size := v.decide(i)
	switch c := v.takenFor(i); c {
	case nothing:
		return who + " shares nothing with any sentence learned from, and is given no language."
	case tied:
		return fmt.Sprintf("%s is as much one language as another, with %s, and is given none.", who,
			summed(slices.Max(f), size))
	default:
		return fmt.Sprintf("%s is taken for %s, with %s.", who, languages[c], summed(f[c], size))
	}
}

// summed writes the value of a function that was added up from numbers of that size.
func summed(f, size float64) string {
	if engine.Agree(f, 0, size) {
		return "0"
	}
	return course.Digits(f)
}

// datum says what a sentence is taken for, and by which values.
func (v *classifier) datum(at int) string {
	s := fmt.Sprintf("Point %d: %s, “%s”", at+1, v.name(at), v.all[at])
	switch {
	case slices.Contains(v.from, at):
		s += ", learned from"
	case v.of[at] != mine:
		s += ", new"
	}
	c := v.takenFor(at)
	if c == nothing {
		return s + ". " + v.verdict("It", at)
	}
	f, size := v.decide(at)
	s += ". The four functions are"
	for l, name := range languages {
		s += fmt.Sprintf("%s %s for %s", []string{"", ",", ",", " and"}[l], summed(f[l], size), name)
	}
	if c == tied {
		return s + ": it is as much one language as another, and is given none."
	}
	return s + fmt.Sprintf(": it is taken for %s.", languages[c])
}

// tenths are the entries rounded to as many digits as a cell has room for.
func tenths(m *mat.Dense) *mat.Dense {
	var rounded mat.Dense
	rounded.Apply(func(_, _ int, v float64) float64 { return math.Round(10*v) / 10 }, m)
	return &rounded
}
