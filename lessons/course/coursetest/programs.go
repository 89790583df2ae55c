package coursetest

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Programs runs the code that each figure of a lesson offers, and compares what it prints with the
// figure's numbers, and what its notebook draws, where it is tried, with the figure's tables: in
// all languages as the figure opens and in the states besides, such as "width=4", which are of every
// figure that has their controls; and in the states that triedIn lists, each in one language. Where
// there is nothing to compute, there is no code, and a draft may have none yet.
//
//	func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson, "width=4") }
func Programs(t *testing.T, l *course.Lesson, besides ...string) {
	t.Helper()
	if !Asks(l.Slug) {
		t.Skip("not asked: GRAMOPHONE_LESSONS names others")
	}
	t.Parallel()
	programs := map[string][]Program{} // by language
	taken := map[string]bool{}
	for i := range l.Figures {
		f := &l.Figures[i]
		states, declared := []string{""}, strings.TrimSuffix(ofFigure(f), f.Name)
		for _, query := range besides {
			if form, _ := f.At(course.ParseQuery(query)); len(form.Notes) == 0 {
				states, taken[query] = append(states, query), true
			}
		}
		all := len(states)
		states = append(states, triedIn(l, f)...)
		listed := map[string]bool{}
		for at, query := range states {
			form, p := unjudged(t, l, f.Name, query)
			if p.Code == nil {
				if !l.Draft && finite(p) >= course.MinValues {
					t.Errorf("%s%s?%s has numbers, and no program for them", declared, f.Name, query)
				}
				continue
			}
			shows := drawnBy(f, form, p, query, listed)
			for k, lang := range course.Languages {
				if at < all || at%len(course.Languages) == k {
					program := ProgramOf(f, p, lang.Ext, query)
					program.declared = declared
					if program.opens = at == 0; program.opens && !l.Draft {
						program.Fewest = course.MinValues
					}
					if lang.Ext == "py" && (at < all || at%2 == 0) { // pictures cost more than numbers
						program.inCells(p, shows)
					}
					programs[lang.Ext] = append(programs[lang.Ext], program)
				}
			}
		}
		for _, what := range f.Drawn {
			if !listed[what] {
				t.Errorf("%s%s: its Drawn has %q, and no state that was tried has such a table", declared, f.Name, what)
			}
		}
	}
	for _, query := range besides {
		if !taken[query] {
			t.Errorf("no figure has the state %q", query)
		}
	}
	for _, lang := range course.Languages {
		if l.Draft && len(programs[lang.Ext]) == 0 {
			continue
		}
		t.Run(lang.Ext, func(t *testing.T) { runAll(t, lang.Ext, programs[lang.Ext]) })
	}
}

// runAll runs a lesson's programs in a language.
func runAll(t *testing.T, ext string, all []Program) {
	t.Parallel()
	if len(all) == 0 {
		t.Fatal("no figure offers one")
	}
	t.Logf("%d programs", len(all))
	always := map[string][]string{} // what a figure's program prints as the figure opens
	for i, printed := range Run(t, ext, all) {
		p := all[i]
		names := p.Compare(t, printed)
		if p.opens {
			always[p.figure] = names
		}
		for _, name := range always[p.figure] {
			if v, is := p.Values[name]; is && isFinite(v) && !slices.Contains(names, name) {
				t.Errorf("%s does not print %s", p.name(), name)
			}
		}
	}
}

// finite counts the values that are numbers.
func finite(p *course.Picture) int {
	return len(slices.DeleteFunc(slices.Clone(p.Numbers), func(n course.Number) bool { return !isFinite(n.Value) }))
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// InCells is a program in Python as its notebook.
func (p Program) InCells(of *course.Picture) Program {
	p.inCells(of, nil)
	return p
}

// inCells makes a program in Python its notebook, whose last cell draws: cell by cell it prints the
// same.
func (p *Program) inCells(of *course.Picture, shows []drawn) {
	type cell struct {
		Type   string   `json:"cell_type"`
		Source []string `json:"source"`
	}
	about, parts := of.Code.Cells()
	cells := []cell{{"code", []string{"# " + about + "\n"}}}
	for _, c := range parts {
		cells = append(cells, cell{"code", []string{"# " + c.Name + "\n" + c.Code}})
	}
	p.Code = course.Must(json.Marshal(map[string]any{"cells": cells}))
	p.notebook, p.drawn = true, shows
}

// triedAtRandom is in how many states at random a figure's programs are tried.
const triedAtRandom = 2

// triedIn are the states of a figure in which its programs are tried beside that in which it opens:
// its choices, so that each option has its turn, every kernel among them; the ends of the sliders,
// the least n among them, all in two states, by turns low and high, and in two more, all low and all
// high, for each option that sliders count by; and some at random, the same every time.
func triedIn(l *course.Lesson, f *course.Figure) (states []string) {
	form, _ := f.At(nil)
	var choices []*course.Control
	options := 0
	alone := []string{""} // what sliders count by
	ends := map[string]*[2][]string{"": {}}
	for _, c := range form.Controls {
		with := ""
		if choice, values := c.WhenChoice(); choice != "" {
			with = choice + "=" + strings.Fields(values)[0]
		}
		switch {
		case c.Name == "at":
		case c.Kind == course.Choice || c.Kind == course.Expression:
			choices, options = append(choices, c), max(options, len(c.Options))
		case c.Kind == course.Real || c.Kind == course.Whole:
			grid := c.Grid()
			if ends[with] == nil {
				alone = append(alone, with)
				ends[with] = &[2][]string{{with}, {with}}
			}
			low, high := c.Name+"="+grid[0], c.Name+"="+grid[len(grid)-1]
			turn := 0
			if with == "" {
				turn = len(ends[with][0]) % 2
			}
			ends[with][turn], ends[with][1-turn] = append(ends[with][turn], low), append(ends[with][1-turn], high)
		}
	}
	for i := range options {
		var state []string
		for _, c := range choices {
			state = append(state, c.Name+"="+url.QueryEscape(c.Options[i%len(c.Options)].Value))
		}
		states = append(states, strings.Join(state, "&"))
	}
	for _, with := range alone {
		if e := ends[with]; len(e[0]) > 0 {
			states = append(states, strings.Join(e[0], "&"), strings.Join(e[1], "&"))
		}
	}
	name := fnv.New64a()
	name.Write([]byte(l.Address() + "/" + f.Name))
	rng := rand.New(rand.NewPCG(11, name.Sum64()))
	for range triedAtRandom {
		states = append(states, RandomState(rng, form.Controls))
	}
	return states
}

// RandomState is a query with every control somewhere on its grid.
func RandomState(rng *rand.Rand, controls []*course.Control) string {
	var parts []string
	for _, c := range controls {
		var values []string
		switch {
		case c.Kind == course.Choice || c.Kind == course.Bool || c.Kind == course.Expression:
			for _, o := range c.Options {
				values = append(values, url.QueryEscape(o.Value))
			}
		case c.Kind == course.Real || c.Kind == course.Whole:
			values = c.Grid()
		}
		if c.Name == "n" && len(values) > 20 {
			values = values[:20] // a program with more tells nothing else, later
		}
		if len(values) == 0 {
			continue
		}
		if value := values[rng.IntN(len(values))]; !c.InBar() { // which no program knows
			parts = append(parts, c.Name+"="+value)
		}
	}
	return strings.Join(parts, "&")
}
