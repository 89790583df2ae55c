package coursetest

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gramophone/lessons/course"
	"gramophone/plots"
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
			q := url.Values{}
			for name, v := range small {
				q[name] = v
			}
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
	more := url.Values{name: {value}}
	for k, v := range q {
		if k != name {
			more[k] = v
		}
	}
	return more
}

// hostileStates are the states in which each number of a figure has each of its
// extremes, in one scene after the other in which it counts; those in which all numbers
// of a scene have one of theirs; and extremes among one's own points, and in a sequence. Of texts that are
// read as one value the first is enough.
func hostileStates(t *testing.T, f *course.Figure) []url.Values {
	var states []url.Values
	all := scenes(f)
	turn := 0
	counts := func(c *course.Control) bool { return !c.Off && (c.Kind == course.Real || c.Kind == course.Whole) }
	forms := make([]*course.Form, len(all))
	for i, q := range all {
		forms[i], _ = f.At(q)
	}
	for _, c := range forms[0].Controls {
		if c.Kind != course.Real && c.Kind != course.Whole {
			continue
		}
		var in []int // the scenes that it counts in
		for i, form := range forms {
			if counts(form.Control(c.Name)) {
				in = append(in, i)
			}
		}
		if len(in) == 0 {
			t.Errorf("%s counts in no scene", c.Name)
			continue
		}
		read := map[float64]bool{}
		for _, v := range extremesOf(c) {
			q := withValue(all[in[turn%len(in)]], c.Name, v)
			form, _ := f.At(q)
			if number := form.Control(c.Name).Number(); !read[number] {
				read[number] = true
				states = append(states, q)
				turn++
			}
		}
	}
	for i, form := range forms {
		for range 2 {
			q := all[i]
			for _, c := range form.Controls {
				if values := extremesOf(c); counts(c) && c.Name != "n" {
					q = withValue(q, c.Name, values[turn%len(values)])
				}
			}
			turn++
			states = append(states, q)
		}
	}
	for _, c := range forms[0].Controls {
		if c.Kind == course.Sequence {
			every := make([]int, int(c.Max))
			for i := range every {
				every[i] = len(every) - i
			}
			states = append(states, url.Values{c.Name: {strings.Join(extremesOf(c), ",")}}, url.Values{c.Name: {course.Choices(every)}})
		}
		if c.Kind != course.Points {
			continue
		}
		choice, values := c.WhenChoice()
		for i, v := range extremes {
			w := extremes[(i+1)%len(extremes)]
			q := url.Values{c.Name: {fmt.Sprintf("%s,%s,1;1,2,-1;%s,3,1;%s,%s;1,2;%s,3", v, w, w, v, w, w)}}
			if choice != "" {
				q.Set(choice, strings.Fields(values)[0])
			}
			states = append(states, q, withValue(q, "frame", "0,"+v+","+w+",1"))
		}
	}
	return states
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
	for _, q := range hostileStates(t, f) {
		form, draw := f.At(q)
		state := form.Query("")
		if drawn[state] {
			continue
		}
		drawn[state] = true
		if again, _ := f.At(course.ParseQuery(state)); again.Query("") != state || len(again.Notes) > 0 {
			t.Errorf("%s/%s?%s: read again it is %s, with notes %q", l.Slug, f.Name, state, again.Query(""), again.Notes)
		}
		checkHostile(t, l.Slug+"/"+f.Name+"?"+q.Encode(), draw, memo, form)
	}
}

func checkHostile(t *testing.T, state string, draw course.Draw, memo *course.Memo, form *course.Form) {
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
	ctx, cancel := context.WithTimeout(t.Context(), drawDeadline)
	defer cancel()
	type answer struct {
		*course.Picture
		err error
	}
	done := make(chan answer, 1)
	go func() {
		p, err := draw(ctx, memo)
		done <- answer{p, err}
	}()
	var p answer
	select {
	case p = <-done:
	case <-time.After(drawDeadline + 10*time.Second):
		t.Fatalf("%s does not look at its context", state)
	}
	if p.err != nil {
		t.Errorf("%s: %v", state, p.err)
		return
	}
	for _, h := range p.Handles {
		has := func(panel plots.Panel) bool { return panel.ID == h.Panel }
		if !slices.ContainsFunc(p.Columns, func(column []plots.Panel) bool { return slices.ContainsFunc(column, has) }) {
			t.Errorf("%s: the handle %q lies on the panel %q, which is not there", state, h.Label, h.Panel)
		}
		if v := h.At.X + h.At.Y; math.IsNaN(v) || math.IsInf(v, 0) || h.Label == "" {
			t.Errorf("%s: the handle %q lies at %v", state, h.Label, h.At)
		}
	}
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
	for _, column := range p.Columns {
		for _, panel := range column {
			text = append(text, string(panel.AppendSVG(nil)))
		}
	}
	if p.Code != nil {
		for _, ext := range []string{"py", "R", "go"} {
			text = append(text, p.Code.In(ext))
		}
	}
	for _, s := range text {
		if at := NoNumber.FindStringIndex(s); at != nil {
			t.Errorf("%s: it says …%.60s…", state, s[max(0, at[0]-30):])
		}
	}
}
