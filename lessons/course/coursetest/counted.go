package coursetest

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

// designed holds that what many samples of a figure are is said in each state in which a reader can ask for
// them: with each of its data, every option of another choice.
func designed(t *testing.T, f *course.Figure) {
	t.Helper()
	if f.Samples == nil {
		return
	}
	form, _ := f.At(nil)
	if f.Samples.Draws == 0 { // goals alone ask for them
		if f.Samples.Design(form).Anew == "" {
			t.Errorf("%s: nothing says what is drawn anew in each hidden sample", ofFigure(f))
		}
		return
	}
	asked := 0
	for _, data := range choices(form, "data") {
		with, _ := f.At(course.ParseQuery(data))
		for _, c := range with.Controls {
			if c.Name == "data" {
				continue
			}
			for _, other := range choices(with, c.Name) {
				state, _ := f.At(course.ParseQuery(data + "&" + other))
				if many := state.Control(course.ManyControl); many.Off {
					continue
				}
				asked++
				if f.Samples.Design(state).Anew == "" {
					t.Errorf("%s: at %q nothing says what is drawn anew in each sample", ofFigure(f), data+"&"+other)
				}
			}
		}
	}
	if asked == 0 {
		t.Errorf("%s: it has samples, and no state in which they can be asked for", ofFigure(f))
	}
}

// choices are the states of a choice's options; the opening one of a control that is none.
func choices(form *course.Form, name string) []string {
	states := []string{""}
	if slices.ContainsFunc(form.Controls, func(c *course.Control) bool { return c.Name == name }) {
		if c := form.Control(name); c.Kind == course.Choice && !c.Off {
			for _, o := range c.Options {
				states = append(states, name+"="+url.QueryEscape(o.Value))
			}
		}
	}
	return states
}

// counted holds a lesson that is no draft to the rules that count and order its parts, and to what
// others look up of it.
func counted(t *testing.T, l *course.Lesson, text *course.Text) {
	t.Run("parts", func(t *testing.T) { inOrder(t, l, text) })
	t.Run("words", func(t *testing.T) { readable(t, l, text) })
	t.Run("plan", func(t *testing.T) { planned(t, l, text) })
	t.Run("guide", func(t *testing.T) { guided(t, l, text) })
	t.Run("terms", func(t *testing.T) { explained(t, l, text) })
	t.Run("glossary", func(t *testing.T) { listed(t, l, text) })
	t.Run("uncluttered", func(t *testing.T) { uncluttered(t, l, text) })
	t.Run("emblem", func(t *testing.T) { bold(t, l) })
	t.Run("mistakes", func(t *testing.T) { named(t, l, text) })
	t.Run("tables", func(t *testing.T) { taken(t, l) })
}

// inOrder holds that the lesson has the parts every lesson has.
func inOrder(t *testing.T, l *course.Lesson, text *course.Text) {
	var kinds []string
	exercises, last := 0, 1
	for _, b := range text.Blocks {
		kinds = append(kinds, b.Kind)
		last = max(last, b.Line)
		if b.Kind == "practice" && (b.Exercise.Number == nil || l.Fresh[b.Name] == nil ||
			len(b.Exercise.Number.Misses) < course.LeastMisses || len(b.Exercise.Hints) < course.LeastMisses ||
			b.Exercise.Solution == "") {
			t.Error(l.SlipAt(b.Line, "practice %s does not ask for a number that is drawn, with %d near misses, as "+
				"many hints and a solution", b.Name, course.LeastMisses))
		}
		if (b.Kind == "exercise" || b.Kind == "practice") && b.Exercise.Hard == 0 {
			t.Error(l.SlipAt(b.Line, "%s %s does not say how hard it is", b.Kind, b.Name))
		}
		if b.Kind == "exercise" {
			exercises++
			if b.Exercise.Solution == "" || len(b.Exercise.Hints) == 0 {
				t.Error(l.SlipAt(b.Line, "exercise %s has no solution or no hint", b.Name))
			}
		}
	}
	place, order := -1, ": the order is "+strings.Join(course.Order(), ", ")
	for _, kind := range course.Order() {
		next := slices.Index(kinds[place+1:], kind)
		if next < 0 {
			at := 1
			if place >= 0 {
				at = text.Blocks[place].Line
			}
			t.Error(l.SlipAt(at, "no %s comes after this%s", kind, order))
			order = ""
			continue
		}
		place += next + 1
	}
	if exercises < course.MinExercises || exercises > course.MaxExercises {
		t.Error(l.SlipAt(last, "%d exercises, not %d to %d", exercises, course.MinExercises, course.MaxExercises))
	}
	if !slices.Contains(kinds, "margin") {
		t.Error(l.SlipAt(last, "no margin says how the lectures write the same"))
	}
	if n := len(text.Links()); n < course.MinLinks {
		t.Error(l.SlipAt(last, "%d links to states, not %d", n, course.MinLinks))
	}
	for i := range l.Figures {
		f := &l.Figures[i]
		if !slices.ContainsFunc(text.Blocks,
			func(b course.Block) bool { return b.Kind == "figure" && b.Name == f.Name }) {
			t.Errorf("%s is not shown in the prose: “::: figure %s :::”", ofFigure(f), f.Name)
		}
	}
}

// named holds that each near miss and each wrong choice says which mistake it is, of those that package reference has.
func named(t *testing.T, l *course.Lesson, text *course.Text) {
	all, err := reference.Mistakes()
	if err != nil {
		t.Fatal(err)
	}
	known := func(b course.Block, what, name string) {
		if !slices.ContainsFunc(all, func(m reference.Mistake) bool { return m.Name == name }) {
			t.Error(l.SlipAt(b.Line, "%s: %s is the mistake %q, which lessons/reference/mistakes.md does not have",
				b.Exercise.ID, what, name))
		}
	}
	for _, b := range text.Blocks {
		if b.Exercise == nil {
			continue
		}
		for _, c := range b.Exercise.Choices {
			if !c.Right {
				known(b, course.Plain(c.Text), c.Mistake)
			}
		}
		if n := b.Exercise.Number; n != nil {
			for _, m := range n.Misses {
				known(b, course.FormatNumber(m.Value), m.Mistake)
			}
		}
	}
}

// readable counts what a reader reads before the exercises, and how long all takes.
func readable(t *testing.T, l *course.Lesson, text *course.Text) {
	n, ends := 0, 1
	for _, b := range text.Blocks {
		if ends = b.Line; b.Kind == "exercise" {
			break
		}
		n += words(b.HTML)
		if b.Exercise != nil {
			n += words(b.Exercise.Ask)
			for _, c := range b.Exercise.Choices {
				n += words(c.Text)
			}
		}
		for _, c := range b.Cases {
			n += words(c.State) + words(c.Answer)
		}
	}
	t.Logf("%d words", n)
	if n < course.MinWords || n > course.MaxWords {
		t.Error(l.SlipAt(ends, "%d words before the exercises, not %d to %d", n, course.MinWords, course.MaxWords))
	}
	if _, whole := text.Minutes(); whole < course.MinMinutes {
		t.Error(l.SlipAt(ends, "the lesson takes %d minutes, not %d at least", whole, course.MinMinutes))
	}
}

// planned holds that the lesson tells its teacher a plan first, in minutes and with states to open,
// and what to say at each step of the short way, which is short.
func planned(t *testing.T, l *course.Lesson, text *course.Text) {
	states, of := 0, 1
	for i, n := range text.Teach() {
		if n.Kind == "plan" || n.Kind == "prepared" {
			states += strings.Count(n.HTML, `class="preset"`)
		}
		if n.Kind == "plan" {
			of = n.Line
		}
		if (n.Kind == "plan") != (i == 0) || (n.Kind == "plan" || n.Kind == "prepared") && n.After > 0 {
			t.Error(l.SlipAt(n.Line, "the plan comes first, before all else, and then what is prepared"))
		}
	}
	if minutes := int(text.Plan().Minutes()); minutes != course.PlanMinutes {
		t.Error(l.SlipAt(of, "the plan, “::: teach plan”, is of %d minutes, not %d: its items begin “1. *Two "+
			"minutes.* …”", minutes, course.PlanMinutes))
	}
	if states < course.MinPlanLinks {
		t.Error(l.SlipAt(of, "the plan and what is prepared have %d links to states, not %d", states,
			course.MinPlanLinks))
	}
	if text.Written() {
		written(t, l, text)
	}
	n := 0
	for i, s := range text.Screens() {
		if s.Route && !s.Defines {
			n++
			if len(s.Teach) == 0 {
				t.Error(l.SlipAt(max(s.Line, 1), "screen %d (%s), on the short way, has no note for the teacher", i+1,
					cmp.Or(s.Name(), s.Kind)))
			}
		}
	}
	if !text.Written() && (n < course.MinRoute || n > course.MaxRoute) {
		t.Error(l.SlipAt(1, "the short way has %d screens, not %d to %d", n, course.MinRoute, course.MaxRoute))
	}
}

// written holds a short way that is written to its length, in screens and in minutes, and to saying what
// it uses; and each of its slides to few words.
func written(t *testing.T, l *course.Lesson, text *course.Text) {
	n, took, at := 0, time.Duration(0), lineOf(l, "::: short")
	for _, s := range text.Screens() {
		if !s.Route {
			continue
		}
		n, took = n+1, took+s.Took
		if said := words(formula.ReplaceAllString(s.HTML, " x ")); s.Short && said > course.MaxSlideWords {
			t.Error(l.SlipAt(s.Line, "the slide %q has %d words, more than %d", s.Name(), said, course.MaxSlideWords))
		}
	}
	if n < course.MinShort || n > course.MaxShort {
		t.Error(l.SlipAt(at, "the short way has %d screens, not %d to %d", n, course.MinShort, course.MaxShort))
	}
	if took < course.MinShortMinutes*time.Minute || took > course.MaxShortMinutes*time.Minute {
		t.Error(l.SlipAt(at, "the short way takes %s, not %d to %d minutes", took, course.MinShortMinutes,
			course.MaxShortMinutes))
	}
	for _, u := range text.Unsaid() {
		t.Error(l.SlipAt(max(u.Screen.Line, 1), "on the short way “%s” uses “%s”, which no screen of it has in bold "+
			"yet", cmp.Or(u.Screen.Name(), u.Screen.Kind), u.Term))
	}
}

// guided holds that the teacher's guide has questions and wrong answers, and each of the lesson's
// notes once, with links from the course's root.
func guided(t *testing.T, l *course.Lesson, text *course.Text) {
	g, err := reference.GuideTo(l)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Asks) < course.MinAsks || len(g.Wrong) == 0 {
		t.Error(l.SlipAt(1, "%d notes “::: teach”, not %d, and %d “::: teach wrong”, not 1 at least", len(g.Asks),
			course.MinAsks, len(g.Wrong)))
	}
	all, notes := g.Plan+g.Prepared, len(g.Asks)+len(g.Wrong)
	for _, ask := range append(g.Asks, g.Wrong...) {
		all += ask.HTML
	}
	for _, n := range text.Teach() {
		if n.Kind == "plan" || n.Kind == "prepared" {
			notes++
		}
	}
	if notes != len(text.Teach()) {
		t.Error(l.SlipAt(1, "the guide has %d notes, the lesson %d", notes, len(text.Teach())))
	}
	if n := strings.Count(all, `href="/lessons/`); n < len(text.TeachLinks()) || strings.Contains(all, `href="?`) {
		t.Error(l.SlipAt(1, "the guide has %d links from the course's root, the lesson %d", n, len(text.TeachLinks())))
	}
}

// explained holds that a word of the short way which the lesson explains in bold is explained
// on it, and before.
func explained(t *testing.T, l *course.Lesson, text *course.Text) {
	if text.Written() {
		return // see written
	}
	screens := text.Screens()
	for i, s := range screens {
		for _, m := range inBold.FindAllStringSubmatch(s.HTML, -1) {
			term := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(m[1]) + `\b`)
			for _, later := range screens[i+1:] {
				before := slices.ContainsFunc(screens[:i+1], func(s course.Screen) bool {
					return (s.Route || s.Kind != "prose") && strings.Contains(s.HTML, m[0])
				})
				if later.Route && !before && term.MatchString(course.Plain(later.HTML)) {
					t.Error(l.SlipAt(later.Line, "on the short way “%s” is a word of “%s”, and “%s” explains it, "+
						"which is not on it", m[1], later.Name(), s.Name()))
				}
			}
		}
	}
}

var inBold = regexp.MustCompile(`<strong[^>]*>([\pL -]+)</strong>`)

// listed holds that what the lesson explains in bold has an entry in the glossary, by its name and
// by its id on the page, and that a section of a lecture leads to the lesson.
func listed(t *testing.T, l *course.Lesson, text *course.Text) {
	for _, term := range text.Terms() {
		entry, ok := reference.LookupTerm(term.Name)
		if !ok {
			t.Error(l.SlipAt(lineOf(l, "**"+term.Name), "“%s” has no entry in lessons/reference/glossary.md",
				term.Name))
			continue
		}
		if other, _ := reference.LookupTerm(strings.TrimPrefix(term.ID, "term-")); other.Slug != entry.Slug {
			t.Error(l.SlipAt(lineOf(l, "**"+term.Name), "“%s” is %s by its name and %q by its id", term.Name,
				entry.Slug, other.Slug))
		}
	}
	for _, lecture := range reference.Lectures {
		for _, s := range lecture.Sections {
			if slices.ContainsFunc(s.Homes, func(p reference.Place) bool { return p.Lesson == l.Slug }) {
				return
			}
		}
	}
	t.Error("lessons/reference/lectures.go:1: no section of a lecture leads to " + l.Slug)
}

// uncluttered holds that no figure opens with more controls, and no screen of the projector has
// more words, than a reader takes in at a glance.
func uncluttered(t *testing.T, l *course.Lesson, text *course.Text) {
	for i := range l.Figures {
		form, _ := l.Figures[i].At(nil)
		open := 0
		for _, c := range form.Controls {
			if !c.More && !c.Off && !c.InBar() {
				open++
			}
		}
		if open > course.MaxOpenControls {
			t.Errorf("%s opens with %d controls, not %d", ofFigure(&l.Figures[i]), open, course.MaxOpenControls)
		}
	}
	for i, s := range text.Screens() {
		words := len(strings.Fields(course.Plain(s.HTML)))
		if words > course.MaxScreenWords && s.Kind != "sources" &&
			strings.Count(s.HTML, "<p")+strings.Count(s.HTML, "<li") > 1 {
			t.Error(l.SlipAt(s.Line, "screen %d has %d words, more than %d", i+1, words, course.MaxScreenWords))
		}
	}
}

// taken holds that every figure takes a reader's own table, or says why it does not.
func taken(t *testing.T, l *course.Lesson) {
	for i := range l.Figures {
		f := &l.Figures[i]
		form, _ := f.At(nil)
		if form.TakesTables() == (f.NoTable != "") {
			t.Errorf("%s takes a reader's table: %t; its NoTable is %q", ofFigure(f), form.TakesTables(), f.NoTable)
		}
	}
}
