package study

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

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
		f.Sealed = &course.Sealed{Of: "a fifth of your rows, which no choice has seen", Number: "new_rows", Open: open}
	}
	return &course.Lesson{Slug: "data", Path: "/data/" + strings.TrimPrefix(ref, own.Prefix), Title: "Your table",
		Figures: []course.Figure{f}}
}

// A study is a table fitted and judged.
type study struct {
	// What the controls say.
	table  *own.Table
	choice own.Choice
	why    string // there is no table
	plan   Plan
	at     int // the row pointed at, from 0 among those used; −1 for none

	// What is computed; nothing where refused says why.
	refused string
	*fitted
	judged map[string]*Judged
	band   float64 // half the width, of a response
}

// A fitted design is what all methods share.
type fitted struct {
	*Design
	tuned     *Tuned
	targets   [][]float64
	mean      float64 // taken off the response
	leftOut   [][]float64
	relevance []Relevance
}

func read(f *course.Form) course.Work {
	s := &study{judged: map[string]*Judged{}}
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
		Seal: Seal(f.Choice("seal", "sealed rows", string(AtRandom), course.Options(
			string(AtRandom), "a fifth at random", string(TheLast), "the last fifth: rows in time"))),
		Seed: uint64(f.Int("seed", "which fifth, which folds", 1, 1, 200)),
	}
	rows := 1
	if s.table != nil {
		rows = s.table.Len()
	}
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
	if _, kept := course.Kept[*foldFit](memo, fitOf{of, Methods[len(Methods)-1].Name, Folds}); !kept {
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
	for _, m := range Methods {
		if err != nil {
			break
		}
		s.judged[m.Name], err = s.judge(ctx, memo, of, m)
	}
	if err == nil && s.Labels == nil {
		s.band = s.Band(s.judged["kernel"])
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
			fits[f] = s.asked(s.Sealed, s.sample(s.Open, nil).fromTuned(s.tuned, s.targets, s.mean))
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
	if f.tuned, err = Tune(ctx, pick(d.X, d.Open), f.targets); err != nil {
		return nil, err
	}
	for q, y := range f.targets {
		f.leftOut = append(f.leftOut, f.tuned.LeftOut(q, y))
	}
	if d.Labels == nil {
		floats.AddConst(f.mean, f.leftOut[0])
	}
	f.relevance, err = d.Relevances(ctx, f.tuned, f.targets, plan)
	return f, err
}

// open holds the fit against the sealed rows, and forty others at its ℓ and λ against other fifths, of which
// those are left out whose open rows cannot be fitted.
func open(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
	s := p.Result.(*study)
	if s.refused != "" || len(s.Sealed) == 0 {
		return course.Opened{Value: math.NaN()}, nil
	}
	o := course.Opened{}
	for _, m := range Methods {
		_, missed := s.OfSealed(s.judged[m.Name])
		if m.Name == "kernel" {
			o.Value, o.SE = s.shown(s.Error(missed)), s.shown(s.errorSE(missed))
			continue
		}
		o.Beside = append(o.Beside, course.Beside{Name: m.Title, Value: s.shown(s.Error(missed))})
	}
	o.Others = make([]course.Envelope, envelopes)
	err := engine.InTwo(ctx, envelopes, func(i int) (err error) {
		plan := s.plan
		plan.Seal, plan.Seed = AtRandom, uint64(1000+i)
		o.Others[i], err = s.envelope(ctx, plan)
		if none := own.Refusal(""); errors.As(err, &none) { // its open rows have one class, or one response
			o.Others[i], err = course.Envelope{Sealed: math.NaN()}, nil
		}
		return err
	})
	o.Others = slices.DeleteFunc(o.Others, func(e course.Envelope) bool { return math.IsNaN(e.Sealed) })
	return o, err
}

const envelopes = 40

// envelope is another fifth sealed, and the rest fitted at the same ℓ and λ.
func (s *study) envelope(ctx context.Context, plan Plan) (e course.Envelope, err error) {
	d, err := NewDesign(s.table, s.choice, plan)
	if err != nil {
		return e, err
	}
	Y, mean := d.Targets(d.Open)
	t := &Tuned{X: pick(d.X, d.Open)}
	D := engine.Distances(engine.Euclidean, t.X)
	if err := t.fit(ctx, D, Y, s.tuned.Kernel.Length, s.tuned.Lambda); err != nil {
		return e, err
	}
	leftOut := make([][]float64, len(Y))
	for q, y := range Y {
		leftOut[q] = t.LeftOut(q, y)
	}
	var c calibration
	if d.Labels != nil {
		c = calibrated(leftOut, pick(d.Labels, d.Open))
	}
	missed := func(f [][]float64, at []int) []float64 {
		all := make([]float64, len(at))
		for k, i := range at {
			row := make([]float64, len(f))
			for q := range f {
				row[q] = f[q][k]
			}
			if d.Labels == nil {
				row[0] += mean
			} else {
				row = c.probabilities(row)
			}
			all[k] = d.missed(i, row)
		}
		return all
	}
	e.Chosen = s.shown(d.Error(missed(leftOut, d.Open)))
	e.Sealed = s.shown(d.Error(missed(t.Predict(pick(d.X, d.Sealed)), d.Sealed)))
	return e, nil
}

// shown is an error as readers have it: of classes, in per cent.
func (d *Design) shown(v float64) float64 {
	if d.Labels == nil {
		return v
	}
	return 100 * v
}

// errorSE is the standard error of [Design.Error].
func (d *Design) errorSE(missed []float64) float64 {
	if d.Labels == nil {
		return engine.StandardError(roots(missed))
	}
	return stat.StdErr(stat.StdDev(missed, nil), float64(len(missed)))
}

// columnName is that of a column of the table.
func (s *study) columnName(j int) string { return s.table.Columns[j].Name }

// sortedBy are 0 … n−1 by a number of each, the least first.
func sortedBy(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}
