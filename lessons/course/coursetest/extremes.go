package coursetest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// extremes are what a number may be in an address: the smallest there are, what is
// subnormal, what is too large, and what is none.
var extremes = []string{"5e-324", "1e-320", "2.3e-308", "1e-300", "1e308", "1e400", "+Inf", "-Inf", "NaN", "-0"}

// extremesOf are those with a control's own ends, and their neighbours on both sides.
func extremesOf(c *course.Control) []string {
	values := slices.Clone(extremes)
	for _, end := range []float64{c.Min, c.Max} {
		for _, v := range []float64{math.Nextafter(end, math.Inf(-1)), end, math.Nextafter(end, math.Inf(1))} {
			values = append(values, strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	return values
}

// scenes are states of a figure that between them choose everything there is to
// choose, so that every control counts in one: the figure on a small sample where data
// can be made, and then with one choice changed.
func scenes(f *course.Figure) []url.Values {
	read := func(q url.Values) *course.Form {
		form, _ := f.At(q)
		return form
	}
	small := url.Values{}
	for _, c := range read(nil).Controls {
		if choice, values := c.WhenChoice(); c.Name == "n" && choice != "" {
			small.Set(choice, strings.Fields(values)[0])
			small.Set("n", "12")
		}
	}
	all := []url.Values{small}
	for _, c := range read(small).Controls {
		if c.Kind != course.Choice && c.Kind != course.Bool {
			continue
		}
		for _, o := range c.Options {
			q := maps.Clone(small)
			if q.Set(c.Name, o.Value); c.Was {
				q.Set("was", c.Options[0].Value)
			}
			all = append(all, q)
		}
	}
	return all
}

// withValue is the query q with one parameter more.
func withValue(q url.Values, name, value string) url.Values {
	more := maps.Clone(q)
	more.Set(name, value)
	return more
}

// extremeStates are the states in which numbers, points and sequences of a figure have
// values that nobody would choose.
func extremeStates(t *testing.T, f *course.Figure) []url.Values {
	s := statesOf{figure: f, scenes: scenes(f)}
	for _, q := range s.scenes {
		form, _ := f.At(q)
		s.forms = append(s.forms, form)
	}
	for _, c := range s.forms[0].Controls {
		if c.Kind == course.Real || c.Kind == course.Whole {
			if !s.each(c) {
				t.Errorf("%s counts in no scene", c.Name)
			}
		}
	}
	s.together()
	for _, c := range s.forms[0].Controls {
		switch c.Kind {
		case course.Sequence:
			s.sequences(c)
		case course.Points:
			s.points(c)
		}
	}
	return s.states
}

// statesOf are states of a figure, as they are found.
type statesOf struct {
	figure *course.Figure
	scenes []url.Values
	forms  []*course.Form // of the scenes
	turn   int            // counts states, so that each takes another scene or value
	states []url.Values
}

// counts reports whether a control is a number that has an effect.
func counts(c *course.Control) bool {
	return !c.Off && (c.Kind == course.Real || c.Kind == course.Whole)
}

// each adds the states in which one number has one of its extremes, in one scene after the
// other in which it counts; false where that is none. Of texts that are read as one value
// the first is enough.
func (s *statesOf) each(c *course.Control) bool {
	var in []url.Values // the scenes that it counts in
	for i, form := range s.forms {
		if counts(form.Control(c.Name)) {
			in = append(in, s.scenes[i])
		}
	}
	if len(in) == 0 {
		return false
	}
	read := map[float64]bool{}
	for _, v := range extremesOf(c) {
		q := withValue(in[s.turn%len(in)], c.Name, v)
		form, _ := s.figure.At(q)
		if number := form.Control(c.Name).Number(); !read[number] {
			read[number] = true
			s.states = append(s.states, q)
			s.turn++
		}
	}
	return true
}

// together adds states in which all numbers of a scene have one of their extremes, but for
// the size of the sample.
func (s *statesOf) together() {
	for i, form := range s.forms {
		for range 2 {
			q := s.scenes[i]
			for _, c := range form.Controls {
				if values := extremesOf(c); counts(c) && c.Name != "n" {
					q = withValue(q, c.Name, values[s.turn%len(values)])
				}
			}
			s.turn++
			s.states = append(s.states, q)
		}
	}
}

// sequences adds a sequence of extremes, and the longest one, backwards.
func (s *statesOf) sequences(c *course.Control) {
	every := make([]int, int(c.Max))
	for i := range every {
		every[i] = len(every) - i
	}
	s.states = append(s.states,
		url.Values{c.Name: {strings.Join(extremesOf(c), ",")}},
		url.Values{c.Name: {course.Choices(every)}})
}

// points adds states with extremes among one's own points, and in the frame around them.
func (s *statesOf) points(c *course.Control) {
	choice, values := c.WhenChoice()
	for i, v := range extremes {
		w := extremes[(i+1)%len(extremes)]
		q := url.Values{c.Name: {fmt.Sprintf("%s,%s,1;1,2,-1;%s,3,1;%s,%s;1,2;%s,3", v, w, w, v, w, w)}}
		if choice != "" {
			q.Set(choice, strings.Fields(values)[0])
		}
		s.states = append(s.states, q, withValue(q, "frame", "0,"+v+","+w+",1"))
	}
}

// NoNumber is how Go writes what is not finite. A picture in base64 may hold such
// letters, and a program begin with its own infinity, without a sign.
var NoNumber = regexp.MustCompile(`[+-]Inf\b|[^0-9A-Za-z+/]NaN\b`)

// drawDeadline is how long a draw may take: thirty times what the longest does on an
// idle core, for the race detector's sake.
const drawDeadline = 30 * time.Second

// extreme holds that whatever number stands in an address, at whatever control of the
// figure, the state is drawn in time, and nobody reads NaN or Inf.
func extreme(t *testing.T, l *course.Lesson, f *course.Figure) {
	drawn := map[string]bool{}
	for _, q := range extremeStates(t, f) {
		form, draw := f.At(q)
		state := form.Query("")
		if drawn[state] {
			continue
		}
		drawn[state] = true
		if again, _ := f.At(course.ParseQuery(state)); again.Query("") != state || len(again.Notes) > 0 {
			t.Errorf("%s/%s?%s: read again it is %s, with notes %q", l.Slug, f.Name, state,
				again.Query(""), again.Notes)
		}
		checkDrawn(t, l.Slug+"/"+f.Name+"?"+q.Encode(), draw, form)
	}
}

// checkDrawn holds that a state is within its bounds, and drawn in time and in numbers.
func checkDrawn(t *testing.T, state string, draw course.Draw, form *course.Form) {
	t.Helper()
	for _, c := range form.Controls {
		if c.Kind != course.Real && c.Kind != course.Whole {
			continue
		}
		low := c.Min
		if c.Zero {
			low = 0
		}
		if v := c.Number(); !(v >= low && v <= c.Max) || math.Signbit(v) && v == 0 {
			t.Errorf("%s: %s is read as %v", state, c.Name, v)
		}
	}
	p, err := inTime(t, state, draw)
	if err != nil {
		t.Errorf("%s: %v", state, err)
		return
	}
	checkHandles(t, state, p)
	for _, s := range textsOf(p) {
		if at := NoNumber.FindStringIndex(s); at != nil {
			t.Errorf("%s: it says …%.60s…", state, s[max(0, at[0]-30):])
		}
	}
}

// inTime draws a state as a page does, which has to look at its context before drawDeadline is over. That a
// goal's hidden samples are tried in time at the ends of sliders is held by TestSweep of cmd/web/site.
func inTime(t *testing.T, state string, draw course.Draw) (p *course.Picture, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(course.Unjudged(t.Context()), drawDeadline)
	defer cancel()
	done := make(chan struct{})
	go func() {
		p, err = draw(ctx, memo)
		close(done)
	}()
	select {
	case <-done:
		return p, err
	case <-time.After(drawDeadline + 10*time.Second):
		t.Fatalf("%s does not look at its context", state)
		return nil, nil
	}
}

// checkHandles holds that what a hand takes hold of has a name, and lies on a panel there is.
func checkHandles(t *testing.T, state string, p *course.Picture) {
	t.Helper()
	for _, h := range p.Handles {
		if p.Panel(h.Panel).ID == "" {
			t.Errorf("%s: the handle %q lies on the panel %q, which is not there", state, h.Label, h.Panel)
		}
		if v := h.At.X + h.At.Y; math.IsNaN(v) || math.IsInf(v, 0) || h.Label == "" {
			t.Errorf("%s: the handle %q lies at %v", state, h.Label, h.At)
		}
	}
}

// textsOf is all that a reader may read of a picture, its panels and programs included.
func textsOf(p *course.Picture) []string {
	text := []string{p.Description, p.Datum, p.Message}
	for _, n := range p.Numbers {
		text = append(text, n.Label, n.Text(), n.Unit)
	}
	if p.Certificate != nil {
		text = append(append(text, p.Certificate.Line), p.Certificate.Reasons...)
	}
	for _, g := range p.Goals {
		text = append(text, g.Text)
	}
	for _, panel := range slices.Concat(p.Columns...) {
		text = append(text, string(panel.AppendSVG(nil)))
	}
	if p.Code != nil {
		for _, language := range course.Languages {
			text = append(text, p.Code.In(language.Ext))
		}
	}
	return text
}
