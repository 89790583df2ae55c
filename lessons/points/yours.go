package points

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// yours is the name of a reader's own table in a [Line], a [Labelled] and a [Free]. Her
// query calls it by an [own.Ref].
const yours = "own"

// yourSource stands for a reader's own table among the sources: nothing is made, drawn or
// standardised here.
var yourSource = labelledSource{value: yours, inputs: plane, classes: signs}

// A use is what a figure makes of a table.
type use struct {
	line    bool // a curve of one input and a response
	flat    bool // two inputs
	classes bool // and the class, if one is chosen
	two     bool // of which there are two
	most    int  // rows
}

// mostPlain is how many rows of a table are points of no class: as many as there are irises.
const mostPlain = 150

// takesTables reports whether a reader's table can be chosen: where her points can.
func (open Offer) takesTables(f *course.Form) bool { return open.offers(f, "points") }

// use is what a figure of classes makes of a table: it has two inputs, and two classes,
// unless among those offered are data that have more.
func (open Offer) use(sources []labelledSource) use {
	u := use{classes: true, flat: true, two: true, most: cmp.Or(open.Rows, MaxN)}
	for _, s := range sources {
		if open.names(s.value) {
			u.two = u.two && len(s.classes) <= 2
			u.flat = u.flat && len(s.inputs) <= 2
		}
	}
	return u
}

// yours adds the table that the query names to what can be chosen, and returns its rows as a
// text. Where there is no such table, or none that the figure can use, no other data stand
// in for it: what is chosen then are points of the reader's own, of which there are none,
// and a note says why.
func (open Offer) yours(f *course.Form, u use, options *[]course.Option) string {
	asked := strings.TrimSpace(f.Raw("data"))
	if !own.IsRef(asked) || !open.takesTables(f) {
		return ""
	}
	r, option, notes, why := u.find(f, asked)
	if why != "" {
		f.Instead("data", "points")
		f.Instead("points", course.NoPoints)
		f.Remark("data", "%s", why)
		return ""
	}
	for _, note := range notes {
		f.Remark("data", "%s", note)
	}
	f.Suggest("bandwidth", r.Median)
	f.Instead("data", option.Value)
	*options = append(*options, option)
	return r.Text()
}

// Why a table is not shown, or not as it is.
const (
	saysGone = "your table is not on this server any more. It was deleted, or has expired. " +
		"No other data are shown in its stead."
	saysUnread    = "your table does not have the columns that this address chooses."
	saysUnsettled = "some lines of your table cannot be used. " +
		"On the page of your table you can say that the good ones are kept."
	saysNoY     = "no column of your table is chosen as y, and a curve needs one."
	saysOne     = "one column of numbers is chosen from your table, and this figure needs two."
	saysNoRow   = "your table has no row with all that this figure needs."
	saysNoClass = "no class is chosen from your table, so that all rows are of one."
	saysDrawn   = "your table has %d rows. This figure fits exactly, and takes %d of them, drawn at random."
	saysAll     = " Nyström’s landmarks and random waves, in the playground, take all of them."
	saysMean    = "of %s its mean, %.4g, is taken off, since a fit is drawn towards 0."
	saysAlike   = "more than half of the pairs of your rows are alike here: the median distance is that of the others."
	saysAgainst = "your table has %d classes. Here “%s” is told from all others."
)

// find is the table that a query asks for, as the figure uses it, and what there is to note;
// why says what is in the way.
func (u use) find(f *course.Form, asked string) (r own.Rows, o course.Option, notes []string, why string) {
	t, chosen, why := tableOf(f, asked)
	if why != "" {
		return r, o, nil, why
	}
	c, why := u.of(t, chosen)
	switch {
	case why != "":
		return r, o, nil, why
	case !t.Settled(c):
		return r, o, nil, saysUnsettled
	}
	if r = t.Rows(c, u.most); len(r.X) == 0 {
		return r, o, nil, saysNoRow
	}
	if r.Of > len(r.X) {
		note := fmt.Sprintf(saysDrawn, r.Of, len(r.X))
		if u.line {
			note += saysAll
		}
		notes = append(notes, note)
	}
	if r.Mean != 0 {
		notes = append(notes, fmt.Sprintf(saysMean, t.Columns[c.Y].Name, r.Mean))
	}
	if r.Alike {
		notes = append(notes, saysAlike)
	}
	switch {
	case u.classes && r.Labels == nil:
		notes = append(notes, saysNoClass)
		r.Labels, r.Classes = make([]int, len(r.X)), []string{"all rows", "no row"}
	case u.classes && len(r.Classes) == 1:
		r.Classes = []string{r.Classes[0], "no row"}
	case u.two && len(r.Classes) > 2:
		notes = append(notes, fmt.Sprintf(saysAgainst, len(r.Classes), r.Classes[0]))
		r = against(r)
	}
	return sorted(r), course.Option{Value: t.Ref(chosen), Label: "yours: " + t.Name}, notes, ""
}

// tableOf is the table that a query asks for, and what it chooses of it.
func tableOf(f *course.Form, asked string) (t *own.Table, c own.Choice, why string) {
	ref, ok := own.ParseRef(asked)
	if ok {
		t, ok = f.Tables.Get(ref.ID)
	}
	if !ok {
		return nil, c, saysGone
	}
	if c, ok = ref.Choice(t); !ok {
		return nil, c, saysUnread
	}
	return t, c, ""
}

// of is what the figure needs of all that is chosen.
func (u use) of(t *own.Table, c own.Choice) (need own.Choice, why string) {
	need = c
	if u.line {
		need.X, need.Class = c.X[:1], -1
		if c.Y < 0 {
			why = saysNoY
		}
		return need, why
	}
	need.Y = -1
	switch {
	case len(c.X) == 1 && c.Y < 0:
		return need, saysOne
	case len(c.X) == 1: // a curve's x and y are the plane's
		need.X = []int{c.X[0], c.Y}
	case u.flat:
		need.X = c.X[:2]
	}
	need.Standardise = c.Standardise || !c.Raw && len(need.X) > 1
	switch {
	case !u.classes:
		need.Class = -1
	case c.Class < 0 && c.Y >= 0 && !slices.Contains(need.X, c.Y) && t.Columns[c.Y].Two():
		need.Class = c.Y
	}
	return need, ""
}

// against are the rows with the label 1 for the first class and 0 for all others.
func against(r own.Rows) own.Rows {
	labels := make([]int, len(r.Labels))
	for i, label := range r.Labels {
		if label == 0 {
			labels[i] = 1
		}
	}
	r.Labels, r.Classes = labels, []string{"all others", r.Classes[0]}
	return r
}

// sorted are the rows in the order of their classes, or of their first input where they have
// responses.
func sorted(r own.Rows) own.Rows {
	order := course.Indices(len(r.X))
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case r.Y != nil:
			return cmp.Compare(r.X[a][0], r.X[b][0])
		case r.Labels != nil:
			return r.Labels[a] - r.Labels[b]
		}
		return 0
	})
	s := r
	s.X, s.Y, s.Labels = nil, nil, nil
	for _, i := range order {
		s.X = append(s.X, r.X[i])
		if r.Y != nil {
			s.Y = append(s.Y, r.Y[i])
		}
		if r.Labels != nil {
			s.Labels = append(s.Labels, r.Labels[i])
		}
	}
	return s
}

// yourUnit is the unit of the inputs of the table that a query has chosen.
func yourUnit(f *course.Form, asked string) string {
	t, c, why := tableOf(f, asked)
	if why != "" {
		return ""
	}
	if c, why = (use{line: true}).of(t, c); why != "" {
		return ""
	}
	return t.Rows(c, MaxN).Inputs[0].Unit
}

// yours are a reader's own rows.
func (spec LineSpec) yours() *Line {
	rows := own.ReadRows(spec.Table)
	in := rows.Inputs[0]
	l := &Line{Name: yours, Spec: spec, Data: engine.Dataset{X: rows.X, Y: rows.Y}, axes: axes{
		xName: in.Name, XUnit: in.Unit, yName: rows.Out.Name, YUnit: rows.Out.Unit, Order: "in order of " + in.Name}}
	l.XMin, l.XMax = Span(l.Data.Input(0), 0.05)
	l.YMin, l.YMax = Span(l.Data.Y, 0.12)
	return l
}

// yours are a reader's own rows.
func (spec LabelledSpec) yours() *Labelled {
	rows := own.ReadRows(spec.Table)
	l := &Labelled{Name: yours, Spec: spec, Data: engine.Labelled{X: rows.X, Labels: rows.Labels},
		Inputs: yourInputs(rows)}
	for label, name := range rows.Classes {
		l.Classes = append(l.Classes, Class{label, name})
	}
	if len(l.Classes) == 2 { // as of those that are made, the label 1 is first
		slices.Reverse(l.Classes)
	}
	l.Window = yourWindow(rows.X, spec.Flat)
	if spec.N > 0 { // a part of them, as of real data
		l.Data, _ = l.Data.Split(min(spec.N, l.Data.Len()), rand.New(rand.NewPCG(uint64(spec.Seed), 0)))
		l.sort()
	}
	return l
}

func yourInputs(rows own.Rows) (all []Input) {
	for _, in := range rows.Inputs {
		all = append(all, Input{in.Name, in.Unit})
	}
	return all
}

// yourWindow is that of the first two inputs.
func yourWindow(x [][]float64, square bool) (w Window) {
	d := engine.Dataset{X: x}
	w.XMin, w.XMax = Span(d.Input(0), 0.05)
	w.YMin, w.YMax = Span(d.Input(1), 0.05)
	if square {
		w = squared(w)
	}
	return w
}
