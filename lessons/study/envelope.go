package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// count finds how often the sealed rows of the table were opened, and notes it where they are now: once in a state, so
// that who comes again to an address has opened nothing anew.
func (s *study) count() (err error) {
	if len(s.Sealed) == 0 {
		return nil
	}
	plan := s.plan
	plan.Words = false // columns say it
	state := fmt.Sprintf("%d %v %+v", plan.target(s.choice), s.Columns(), plan)
	if s.opens {
		s.openings, err = s.tables.Open(s.table.ID, state)
	} else {
		s.openings = s.tables.Openings(s.table.ID, state)
	}
	return err
}

// saysOpened is what the sealed rows of this state, which are open, still say.
func (s *study) saysOpened() string {
	beside := ""
	if s.plan.Seal == TheLast {
		beside = " The other envelopes hold fifths at random, whose rows have others before and after them among " +
			"those fitted: they are easier than the last."
	}
	return s.ofOpenings() + beside
}

func (s *study) ofOpenings() string {
	switch o := s.openings; {
	case o.All == 0:
		return ""
	case o.All == 1:
		return "Opened for the first time: no choice has seen these rows, and the error is that of new ones. " +
			"Whatever you change now has seen it, and opened counts as another opening. This address does not."
	case o.This == 1:
		return fmt.Sprintf("Opened in %d states, of which this was the first: no choice had seen these rows. "+
			"They are no longer sealed, and whoever chooses among the %d chooses by them.", o.All, o.All)
	default:
		return fmt.Sprintf("Opened in %d states, of which this was number %d: no longer sealed, and the error no "+
			"longer that of rows that no choice has seen.", o.All, o.This)
	}
}

// open holds the fit against the sealed rows, and others at its ℓ and λ against other rows: forty at most.
func open(ctx context.Context, _ *course.Memo, p *course.Picture) (course.Opened, error) {
	s := p.Result.(*study)
	if s.refused != "" || len(s.Sealed) == 0 {
		return course.Opened{Value: math.NaN()}, nil
	}
	o := course.Opened{}
	for _, m := range s.methods() {
		_, missed := s.OfSealed(s.judged[m.Name])
		if m.Name == "kernel" {
			o.Value, o.SE = s.shown(s.Error(missed)), s.shown(s.errorSE(missed))
			continue
		}
		o.Beside = append(o.Beside, course.Beside{Name: m.Title, Value: s.shown(s.Error(missed))})
	}
	plans, err := s.otherPlans(ctx)
	if err != nil {
		return o, err
	}
	o.Others = make([]course.Envelope, len(plans))
	return o, engine.InTwo(ctx, len(plans), func(i int) (err error) {
		o.Others[i], err = s.envelope(ctx, plans[i])
		return err
	})
}

const envelopes = 40

// otherPlans have other rows sealed. One whose open rows have one class, or one response, is left out; and so is one
// that has the same rows sealed as another, of which few groups have not forty.
func (s *study) otherPlans(ctx context.Context) (plans []Plan, err error) {
	plan := s.plan
	if plan.Seal.column() < 0 {
		plan.Seal = AtRandom
	}
	seen := [][]int{engine.Pick(s.Rows, s.Sealed)}
	for i := range uint64(envelopes) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		plan.Seed = 1000 + i
		d, err := NewDesign(s.table, s.choice, plan)
		if none := own.Refusal(""); errors.As(err, &none) {
			continue
		}
		if err != nil {
			return nil, err
		}
		sealed := engine.Pick(d.Rows, d.Sealed)
		if !slices.ContainsFunc(seen, func(other []int) bool { return slices.Equal(other, sealed) }) {
			seen, plans = append(seen, sealed), append(plans, plan)
		}
	}
	return plans, nil
}

// envelope is other rows sealed, and the rest fitted at the same ℓ and λ.
func (s *study) envelope(ctx context.Context, plan Plan) (e course.Envelope, err error) {
	d, err := NewDesign(s.table, s.choice, plan)
	if err != nil {
		return e, err
	}
	Y, mean := d.Targets(d.Open)
	open := d.sample(d.Open, nil)
	t := &Tuned{X: open.X, Groups: open.together()}
	if t.Groups == nil {
		t.Groups = engine.Singles(len(t.X))
	}
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
		c = calibrated(leftOut, engine.Pick(d.Labels, d.Open))
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
	e.Sealed = s.shown(d.Error(missed(t.Predict(engine.Pick(d.X, d.Sealed)), d.Sealed)))
	return e, nil
}

// errorSE is the standard error of [Design.Error] of sealed rows; NaN of one group.
func (d *Design) errorSE(missed []float64) float64 {
	mean, se := meanOf(missed, d.groupsAt(d.Sealed))
	if d.Labels == nil && se > 0 { // by the delta method
		se /= 2 * math.Sqrt(mean)
	}
	return se
}
