package sheets

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Drawer draws the exercises of plans.
type Drawer struct {
	Course course.Course
	seed   seeding
}

// A seeding is what draws item i of a plan for the nth time, for a variant or a question of a pool; try counts draws
// that were as others are. It is beyond what pages of lessons open.
type seeding func(p Plan, i, n, try int) uint64

// drawText is what a seed is a hash of.
func drawText(p Plan, i, n, try int) string {
	return fmt.Sprintf("%d %d %s %d %d", p.Seed, i, p.Items[i].Name(), n, try)
}

// seedOf is a seed of a hash.
func seedOf(hash []byte) uint64 { return course.MostSeed + 1 + binary.BigEndian.Uint64(hash)>>1 }

// found is the exercise of an item as its lesson prints it; ok is false where it is no longer there, or is one that
// paper cannot ask.
func (d Drawer) found(i Item) (l *course.Lesson, e *course.Exercise, ok bool, err error) {
	l, ok = d.Course.Lookup(i.Lesson)
	if !ok || !l.Ready() {
		return nil, nil, false, nil
	}
	e, ok, err = l.OnSheet(i.Exercise, 0, false)
	return l, e, ok && e.Goal == nil, err
}

// mostTries are how many seeds are tried until one asks what none before did.
const mostTries = 32

// errNoDraw is that nothing came of any seed; a test of each lesson sees to it that this does not happen.
var errNoDraw = errors.New("sheets: no draw of an exercise can be asked")

// seeds are those of n draws of item i; differ says of each whether it asks something else than those before it and
// than its lesson prints. An exercise of which nothing is drawn has seed 0.
func (d Drawer) seeds(ctx context.Context, p Plan, i, n int) (list []uint64, differ []bool, err error) {
	l, printed, ok, err := d.found(p.Items[i])
	if err != nil || !ok {
		return nil, nil, err
	}
	if !l.Draws(printed) {
		return make([]uint64, n), make([]bool, n), nil
	}
	printed, _, err = l.OnSheet(printed.ID, 0, true)
	if err != nil {
		return nil, nil, err
	}
	asked := map[string]bool{whole(printed): true}
	for k := range n {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		seed, differs, last := uint64(0), false, error(nil)
		for try := 0; try < mostTries && !differs; try++ {
			one := d.seed(p, i, k, try)
			e, _, err := l.OnSheet(printed.ID, one, true)
			if err != nil { // near misses of these numbers meet the answer
				last = err
				continue
			}
			seed = one
			differs = !asked[whole(e)]
			asked[whole(e)] = true
		}
		if seed == 0 {
			return nil, nil, errors.Join(errNoDraw, last)
		}
		list, differ = append(list, seed), append(differ, differs)
	}
	return list, differ, nil
}

// whole is all that an exercise asks, so that two that are drawn can be told apart.
func whole(e *course.Exercise) string {
	parts := slices.Concat([]string{e.Ask}, course.Each(e.Choices, func(c course.Alternative) string { return c.Text }),
		course.Each(e.Order(), func(place int) string { return e.Steps[place].Text }))
	if e.Number != nil {
		parts = append(parts, strconv.FormatFloat(e.Number.Value, 'g', -1, 64))
	}
	return strings.Join(parts, "\x00")
}

// A Drawn is an item of a sheet as one variant asks it.
type Drawn struct {
	Item     Item
	Lesson   *course.Lesson
	Exercise *course.Exercise // nil where it is no longer in the course
	Same     bool             // nothing of it is drawn
}

// Variants are the first n variants of a plan, item by item.
func (d Drawer) Variants(ctx context.Context, p Plan, n int, tex bool) ([][]Drawn, error) {
	list := make([][]Drawn, n)
	for i, item := range p.Items {
		l, printed, ok, err := d.found(item)
		if err != nil {
			return nil, err
		}
		if !ok {
			for v := range list {
				list[v] = append(list[v], Drawn{Item: item})
			}
			continue
		}
		seeds, _, err := d.seeds(ctx, p, i, n)
		if err != nil {
			return nil, err
		}
		for v, seed := range seeds {
			e, _, err := l.OnSheet(printed.ID, seed, tex)
			if err != nil {
				return nil, err
			}
			list[v] = append(list[v], Drawn{Item: item, Lesson: l, Exercise: e, Same: seed == 0})
		}
	}
	return list, nil
}

// Changed are the items of a plan that have changed since it was made, or are gone.
func (d Drawer) Changed(p Plan) (changed []bool, n int, err error) {
	changed = make([]bool, len(p.Items))
	for i, item := range p.Items {
		l, e, ok, err := d.found(item)
		if err != nil {
			return nil, 0, err
		}
		revision := ""
		if ok {
			if revision, err = l.Revision(e.ID); err != nil {
				return nil, 0, err
			}
		}
		if changed[i] = !ok || revision != item.Revision; changed[i] {
			n++
		}
	}
	return changed, n, nil
}
