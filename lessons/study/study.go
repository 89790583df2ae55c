package study

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// Of is what the page of the fit of a table is about, as a lesson with one figure: it stands in no course, and its
// address is that of the table, called by an [own.Ref]. Of few rows none are sealed.
func Of(t *own.Table, ref string) *course.Lesson {
	f := course.Figure{Name: "fit", Title: "Your table, all columns", Build: course.Steps(read)}
	if t.Len() >= leastToSeal {
		f.Sealed = &course.Sealed{Of: "a fifth of your rows, which no fit has seen", Number: "new_rows", Open: open}
	}
	return &course.Lesson{Slug: "data", Path: "/data/" + strings.TrimPrefix(ref, own.Prefix), Title: "Your table",
		Figures: []course.Figure{f}}
}

// A study is a table fitted and judged.
type study struct {
	// What the controls say.
	tables *own.Store
	table  *own.Table
	choice own.Choice
	why    string     // there is no table
	opens  bool       // the sealed rows are to be opened
	new    *own.Table // the second table; nil for none
	plan   Plan
	each   bool   // a width for each input is tried too
	method Method // whose predictions are shown
	at     int    // the row pointed at, from 0 among those used; −1 for none

	// What is computed; nothing where refused says why.
	refused string
	*fitted
	judged   map[string]*Judged
	band     float64 // half the width, of a response that the kernel predicts
	bandOf   float64 // half the width, of one that the method shown predicts
	openings own.Openings

	fresh       *forecast // of the second table; nil where unpredicted says why
	unpredicted string
}

// A fitted design is what all methods share.
type fitted struct {
	*Design
	tuned     *Tuned
	targets   [][]float64
	mean      float64 // taken off the response
	leftOut   [][]float64
	relevance []Relevance
	copies    int    // rows that are the same as one before them
	uneven    uneven // how what is missed spreads
}

func read(f *course.Form) course.Work {
	s := &study{judged: map[string]*Judged{}, tables: f.Tables, opens: f.Raw(course.EnvelopeControl) == "open"}
	asked := strings.TrimSpace(f.Raw("data"))
	s.find(f, asked)
	f.Fleeting = true // answers about a table are kept by nobody
	name := "your table"
	if s.table != nil {
		name = s.table.Name
	}
	f.Choice("data", "table", asked, course.Options(asked, name), course.More)
	class := s.predicts(f)
	s.plan = Plan{
		Class: class,
		Missing: Missing(f.Choice("missing", "a number that is missing", string(Fill), course.Options(
			string(Fill), "is the median, and an input says so", string(LeaveOut), "leaves its row out"))),
		Words: f.Choice("words", "columns of words", "inputs", course.Options(
			"inputs", "are inputs", "not", "are not")) == "inputs",
		Seal: s.seals(f, class),
		Seed: uint64(f.Int("seed", "which fifth, which folds", 1, 1, 200)),
	}
	rows := 1
	if s.table != nil {
		rows = s.table.Len()
	}
	s.each = f.Choice("widths", "the kernel's width", "one", course.Options("one", "one for all inputs",
		"each", "also one for each input: slower"), course.More) == "each"
	var options []course.Option
	for _, m := range s.methods() {
		options = append(options, course.Option{Value: m.Name, Label: m.Title})
	}
	shown := f.Choice("method", "rows as predicted by", Methods[0].Name, options, course.More)
	s.method = s.methods()[slices.IndexFunc(options, func(o course.Option) bool { return o.Value == shown })]
	s.second(f)
	s.at = points.PointedAt(f, min(rows, MostRows), course.Shows("what is predicted of it")) - 1
	return s
}

// predicts reports whether the class is what is predicted: where both are chosen, as long as nobody says
// otherwise that of the two which stands farther right.
func (s *study) predicts(f *course.Form) (class bool) {
	c := s.choice
	if c.Y < 0 || c.Class < 0 {
		return c.Class >= 0
	}
	open := "y"
	if c.Class > c.Y {
		open = "class"
	}
	return f.Choice("target", "predict", open, course.Options(
		"y", s.columnName(c.Y), "class", s.columnName(c.Class))) == "class"
}

// seals reads which rows are sealed. A column that names no groups leaves a note.
func (s *study) seals(f *course.Form, class bool) Seal {
	options := course.Options(string(AtRandom), "a fifth of the rows at random", string(TheLast),
		"the last fifth: rows in time")
	asked := Seal(strings.TrimSpace(f.Raw("seal"))).column()
	if s.table != nil {
		target := Plan{Class: class}.target(s.choice)
		for j := range s.table.Columns {
			name := s.columnName(j)
			if _, why := groupsIn(s.table, j, target); why == "" {
				options = append(options, course.Option{Value: string(GroupsOf(j)), Label: "whole groups of " + name})
			} else if j == asked {
				f.Remark("seal", "“%s” %s; a fifth at random is sealed.", name, why)
				f.Instead("seal", string(AtRandom))
			}
		}
	}
	return Seal(f.Choice("seal", "sealed rows", string(AtRandom), options))
}

// find finds the table and what is chosen of it: nothing where it does not have what the address chooses.
func (s *study) find(f *course.Form, asked string) {
	s.choice = own.Choice{Y: -1, Class: -1}
	ref, ok := own.ParseRef(asked)
	if ok && f.Tables != nil {
		s.table, ok = f.Tables.Get(ref.ID)
	}
	if s.table == nil || !ok {
		s.why = "There is no table here: it was deleted, or has expired."
		return
	}
	c, ok := ref.Choice(s.table)
	if !ok && ref.Chooses() {
		s.why = "The table does not have the columns that this address chooses."
		return
	}
	s.choice = c
}

// methods are those that are judged, the kernel first.
func (s *study) methods() []Method {
	if s.each {
		return append(slices.Clone(Methods), eachWidth)
	}
	return Methods
}

// A studyOf names a table as it is studied.
type studyOf struct {
	ref string
	Plan
}

// A fitOf names one fit of a method, without a fold.
type fitOf struct {
	studyOf
	method string
	fold   int
}

// Compute fits and judges all methods; each fit is kept, so that one who comes again waits for the rest alone.
func (s *study) Compute(ctx context.Context, memo *course.Memo) error {
	if s.refused = s.why; s.refused != "" {
		return nil
	}
	of := studyOf{s.table.Ref(s.choice), s.plan}
	methods := s.methods()
	if _, kept := course.Kept[*foldFit](memo, fitOf{of, methods[len(methods)-1].Name, Folds}); !kept {
		if err := course.Long(ctx); err != nil {
			return err
		}
	}
	var err error
	s.fitted, err = course.RememberBy(ctx, memo, of, func(ctx context.Context) (*fitted, int, error) {
		d, err := fit(ctx, s.table, s.choice, s.plan)
		if err != nil {
			return nil, 0, err
		}
		n := len(d.Open)
		return d, 8 * (n*n + len(d.Rows)*len(d.Inputs) + 8*n), nil
	})
	for _, m := range methods {
		if err != nil {
			break
		}
		s.judged[m.Name], err = s.judge(ctx, memo, of, m)
	}
	if err == nil && s.Labels == nil {
		s.band, s.bandOf = s.Band(s.judged["kernel"]), s.Band(s.judged[s.method.Name])
	}
	if err == nil {
		err = s.count()
	}
	if err == nil {
		err = s.predict(ctx, memo, of)
	}
	var refusal own.Refusal
	switch {
	case errors.As(err, &refusal):
		s.refused, err = string(refusal), nil
	case errors.Is(err, engine.ErrSingular):
		s.refused, err = "No kernel can be fitted: all rows have the same inputs.", nil
	}
	return err
}

// judge judges a method, of whose fits each is kept.
func (s *study) judge(ctx context.Context, memo *course.Memo, of studyOf, m Method) (*Judged, error) {
	fits := make([]*foldFit, Folds+1)
	for f := range fits {
		var err error
		key := fitOf{of, m.Name, f}
		if f == Folds && m.Name == "kernel" { // which is there
			fits[f] = s.asked(s.Sealed, s.kernel())
			continue
		}
		fits[f], err = course.RememberBy(ctx, memo, key, func(ctx context.Context) (*foldFit, int, error) {
			fit, err := s.fitFold(ctx, m, s.plan, f)
			if err != nil {
				return nil, 0, err
			}
			return fit, fit.bytes(), nil
		})
		if err != nil {
			return nil, err
		}
	}
	return s.Design.judged(s.plan, fits), nil
}

// fit has all that is computed from the open rows once.
func fit(ctx context.Context, t *own.Table, c own.Choice, plan Plan) (*fitted, error) {
	d, err := NewDesign(t, c, plan)
	if err != nil {
		return nil, err
	}
	f := &fitted{Design: d}
	f.targets, f.mean = d.Targets(d.Open)
	open := d.sample(d.Open, nil)
	if f.tuned, err = TuneGroups(ctx, open.X, f.targets, open.together()); err != nil {
		return nil, err
	}
	for q, y := range f.targets {
		f.leftOut = append(f.leftOut, f.tuned.LeftOut(q, y))
	}
	if d.Labels == nil {
		floats.AddConst(f.mean, f.leftOut[0])
	}
	f.copies, f.uneven = d.twice(), f.spread()
	f.relevance, err = d.Relevances(ctx, f.tuned, f.targets, plan)
	return f, err
}

// shown is an error as readers have it: of classes, in per cent.
func (d *Design) shown(v float64) float64 {
	if d.Labels == nil {
		return v
	}
	return 100 * v
}

// columnName is that of a column of the table.
func (s *study) columnName(j int) string { return s.table.Columns[j].Name }

// sortedBy are 0 … n−1 by a number of each, the least first.
func sortedBy(values []float64) []int {
	order := course.Indices(len(values))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}
