package sentences

import (
	"context"
	"fmt"
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
	learned := f.Int("learned", "sentences learned from, of each language", 12, 1, topics-1, course.Every)
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

// place takes the sentences to the first two kernel principal components of ours.
func (v *classifier) place(ctx context.Context, memo *course.Memo) error {
	n := v.ours()
	c, err := course.Remember(ctx, memo, "components "+v.kernel.key(), func(ctx context.Context) (*engine.KernelComponents, int, error) {
		c, err := engine.KernelPCA{Components: 2, Centred: true}.Fit(ctx, v.K.SliceSym(0, n))
		return c, 8 * 8 * n, err
	})
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

// takenFor is what sentence i is taken for, by which values; told is false where it has
// nothing in common with any that was learned from.
func (v *classifier) takenFor(i int) (language int, f []float64, told bool) {
	f = v.decide(i)
	language = largest(f)
	for _, j := range v.from {
		told = told || v.K.At(i, j) > 0
	}
	return language, f, told
}

// wrong are the new sentences of the split that are taken for another language.
func (v *classifier) wrong() []int {
	var w []int
	for _, i := range v.fresh {
		if c, _, _ := v.takenFor(i); c != v.of[i] {
			w = append(w, i)
		}
	}
	return w
}

func (v *classifier) picture(f *course.Form, at int, lambda float64) *course.Picture {
	wrong := v.wrong()
	s := plots.Scatter{Rings: wrong}
	for _, learnedFrom := range []bool{false, true} {
		for l, name := range languages {
			class := plots.Class{Name: name, Color: plots.Categories[l], Shape: plots.Shape(l + 1), Size: 8}
			if learnedFrom {
				class.Name, class.Size = "", 4
			}
			for i, of := range v.of {
				if of == l && slices.Contains(v.from, i) == learnedFrom {
					class.Points, class.Index = append(class.Points, plots.Point{X: v.x[i], Y: v.y[i]}), append(class.Index, i)
				}
			}
			s.Classes = append(s.Classes, class)
		}
	}
	yours := plots.Class{Name: "yours", Color: plots.Yours, Shape: plots.Star, Size: 11}
	for i := range v.all {
		if v.of[i] == mine {
			yours.Points, yours.Index = append(yours.Points, plots.Point{X: v.x[i], Y: v.y[i]}), append(yours.Index, i)
		}
	}
	if len(yours.Points) > 0 {
		s.Classes = append(s.Classes, yours)
	}
	s.X, s.Y = v.axis(0, v.x), v.axis(1, v.y)
	p := &course.Picture{}
	if at >= 0 {
		s.Markers = []plots.Marker{points.Ring(at, v.x[at], v.y[at])}
		p.Datum = v.datum(at)
	}
	var groups []plots.Group
	for _, name := range codes {
		groups = append(groups, plots.Group{Name: name, Size: 1})
	}
	p.Columns = [][]plots.Panel{
		{{ID: "classify-map", Title: "A map told no language; wrong ones ringed", Width: course.Half, Plot: s}},
		{{ID: "classify-taken", Title: "New ones: taken for (%)", Width: course.Square, Height: course.Square, Plot: plots.Heatmap{
			Values: v.taken, Scale: plots.Scale{Max: 100}, Label: "% of a row", Row: "written in", Col: "taken for", Groups: groups, Numbers: true}}},
	}
	share := 100 * (v.pc.Variances[0] + v.pc.Variances[1]) / v.pc.TotalVariance
	p.Numbers = []course.Number{
		{Name: "error", Label: "new sentences wrong", Means: fmt.Sprintf("The share of sentences on topics not learned from that are taken for another language: the mean over %d splits.", splits), Value: v.mean(), Unit: "%"},
		{Name: "deviation", Label: "give or take", Means: "The standard deviation of that share from split to split. The splits share sentences, so it says nothing of other people’s sentences.", Value: v.deviation(), Unit: "%"},
		{Name: "neighbour_error", Label: "the same by the nearest neighbour", Means: "Each new sentence is given the language of the one that is most like it.", Value: v.neighbour(), Unit: "%"},
		{Name: "wrong", Label: "wrong in this split", Value: float64(len(wrong)), Whole: true},
		{Name: "new", Label: "of new sentences", Value: float64(len(v.fresh)), Whole: true},
		{Name: "variance_shown", Label: "variance on the map", Value: share, Unit: "%"},
	}
	p.Description = v.describe(wrong)
	decisions := mat.NewDense(len(v.all), len(languages), nil)
	fresh := make([]float64, len(v.all))
	for i := range v.all {
		decisions.SetRow(i, v.decide(i))
	}
	for _, i := range v.fresh {
		fresh[i] = 1
	}
	p.Series = []course.Series{course.Table("data", "language topic new", course.Floats(v.of), course.Floats(v.topic), fresh), course.Table("projection", "pc1 pc2", v.x, v.y), course.Table("splits", "error neighbour_error", v.errors, v.score.nearest)}
	p.Matrices = []course.NamedMatrix{{Name: "decisions", Values: decisions}, {Name: "taken", Values: v.taken}, {Name: "gram", Values: v.K}}
	p.Goals = []course.Goal{{Name: "four", At: "kernel=subsequence&length=4", Now: fmt.Sprintf("%s %%, from %d", course.Digits(v.mean()), v.learned), Reached: v.learned == 12 && v.mean() < classifyGoal,
		Text: fmt.Sprintf("Goal reached: %s %% wrong.", course.Digits(v.mean()))}}
	p.Code = programs.Code("classify", f, v.kernel.values(course.Values{"Sentences": quoted(v.all[:v.ours()]), "Splits": splitList(v.learned), "Learned": v.learned, "Lambda": lambda}))
	return p
}

// classifyGoal is in % of the new sentences.
const classifyGoal = 4

// axis is that of component j, with room beside what is on it.
func (v *classifier) axis(j int, on []float64) plots.Axis {
	low, high := slices.Min(on), slices.Max(on)
	room := 0.06*(high-low) + 1e-6
	share := 100 * v.pc.Variances[j] / v.pc.TotalVariance
	return plots.Axis{Label: fmt.Sprintf("PC%d (%s %% of the variance)", j+1, course.Digits(share)), Min: low - room, Max: high + room}
}

func (v *classifier) describe(wrong []int) string {
	var s strings.Builder
	verb := "are"
	if len(wrong) == 1 {
		verb = "is"
	}
	fmt.Fprintf(&s, "Learned from %s of each language. In this split %d of %d new ones %s taken for another language; over all splits %s %%, give or take %s %%.",
		course.Plural(v.learned, "sentence"), len(wrong), len(v.fresh), verb, course.Digits(v.mean()), course.Digits(v.deviation()))
	for i, of := range v.of {
		if of != mine {
			continue
		}
		c, f, told := v.takenFor(i)
		if told {
			fmt.Fprintf(&s, " “%s” is taken for %s, with %s.", v.all[i], languages[c], course.Digits(f[c]))
		} else {
			fmt.Fprintf(&s, " “%s” has nothing in common with what was learned from.", v.all[i])
		}
	}
	return s.String()
}

// datum says what a sentence is taken for, and which one learned from is most like it.
func (v *classifier) datum(at int) string {
	s := fmt.Sprintf("Point %d: %s, “%s”", at+1, v.name(at), v.all[at])
	switch {
	case slices.Contains(v.from, at):
		s += ", learned from"
	case v.of[at] != mine:
		s += ", new"
	}
	c, f, told := v.takenFor(at)
	if !told {
		return s + ". It has nothing in common with any other that was learned from."
	}
	s += ". The four functions are"
	for l, name := range languages {
		sep := ","
		switch l {
		case 0:
			sep = ""
		case len(languages) - 1:
			sep = " and"
		}
		s += fmt.Sprintf("%s %s for %s", sep, course.Digits(f[l]), name)
	}
	return s + fmt.Sprintf(": it is taken for %s.", languages[c])
}
