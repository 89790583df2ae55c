package site

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/classplot"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// sends has somebody who joins send something.
func (c *session) sends(path string, what any) {
	c.t.Helper()
	if got := c.as(c.student(), "POST", "/rooms/"+c.room+path, "", what, nil); got != http.StatusNoContent {
		c.t.Fatalf("%s %v: %d", path, what, got)
	}
}

// picks has so many students pick on a figure, the first with its goal reached.
func (c *session) picks(figure string, n int) {
	c.t.Helper()
	for i := range n {
		c.sends("/picks", map[string]any{"figure": figure, "round": 1, "bandwidth": 2 + float64(i), "lambda": 0.01,
			"reached": i == 0})
	}
}

// A student who is asked something is not told that nobody has picked anything; the teacher and the hall are.
func TestAVoteIsNoPick(t *testing.T) {
	t.Parallel()
	c := newClass(t, "kernel-ridge-regression")
	counts := func(path, key string) bool { return strings.Contains(c.text(path, key), "counted") }
	if !counts("/class", "") {
		t.Error("nothing is said before a question")
	}
	c.teach(map[string]any{"phase": "vote1", "question": c.question()})
	if counts("/class", "") || !counts("/class", c.key) || !counts("/class?hall=1", "") {
		t.Error("what is said of no picks during a vote is for the teacher and the hall alone")
	}
}

// Where nobody has given a number there is no table of numbers, and the answer is told all the same.
func TestNoNumberIsNoTable(t *testing.T) {
	t.Parallel()
	c := newClass(t, "kernel-ridge-regression")
	c.teach(map[string]any{"phase": "reveal", "question": "twins", "released": true})
	if all := c.text("/ask", c.key); strings.Contains(all, "tallied") || !strings.Contains(all, "The answer:") {
		t.Errorf("of no votes the teacher sees %s", all)
	}
}

// Below five answers there is a count and no picture; from then on the teacher sees one, and
// the class and the hall when it is released.
func TestWhoSeesWhatAClassPicked(t *testing.T) {
	t.Parallel()
	c := newClass(t, "kernel-ridge-regression")
	st := c.teach(map[string]any{"query": "fit.data=sine&fit.n=20"})
	if st.Figure != "fit" {
		t.Fatalf("the room's figure is %q", st.Figure)
	}
	c.picks("fit", 4)
	sees := func(path, key string) (picks, samples bool, all string) {
		all = c.text(path, key)
		return strings.Contains(all, "class-picks"), strings.Contains(all, "class-samples"), all
	}
	if picks, samples, all := sees("/class", c.key); picks || samples ||
		!strings.Contains(all, "4 of 4 have picked. From 5 on") {
		t.Errorf("of four picks the teacher is told %s", all)
	}
	c.picks("fit", 1)
	if picks, samples, all := sees("/class", c.key); !picks || !samples ||
		!strings.Contains(all, "5 of 5 have picked.") ||
		!strings.Contains(all, "kind=picks") {
		t.Errorf("of five picks the teacher is told %s", all)
	}
	for _, closed := range []struct{ path, key string }{{"/class", ""}, {"/class?hall=1", c.key}} {
		if picks, samples, all := sees(closed.path, closed.key); picks || samples ||
			!strings.Contains(all, "5 of 5 have picked.") {
			t.Errorf("before the release %s says %s", closed.path, all)
		}
	}
	file := func(kind, key string) int {
		return c.as(nil, "GET", "/rooms/"+c.room+"/class.svg?"+kind, key, nil, nil)
	}
	for query, want := range map[string]int{"kind=picks": http.StatusForbidden,
		"kind=picks&hall=1": http.StatusForbidden,
		"kind=votes":        http.StatusBadRequest, "": http.StatusBadRequest} {
		same(t, "class.svg?"+query, file(query, map[bool]string{true: c.key}[strings.Contains(query, "hall")]), want)
	}
	same(t, "sketches of nobody", file("kind=sketches", c.key), http.StatusNotFound)
	c.teach(map[string]any{"phase": "closed1", "question": c.question(), "released": true})
	for _, path := range []string{"/class", "/class?hall=1"} {
		if picks, _, all := sees(path, ""); !picks ||
			strings.Contains(all, "kind=picks") == strings.Contains(path, "hall") {
			t.Errorf("when it is released %s says %s", path, all)
		}
	}
	if svg := c.text("/class.svg?kind=picks", ""); !strings.HasPrefix(svg, "<svg xmlns") ||
		strings.Contains(svg, "var(--") {
		t.Errorf("the file is %.100s", svg)
	}
}

// The points of a class are pooled where its figure takes points, and nowhere else.
func TestAClassPoolsItsPoints(t *testing.T) {
	t.Parallel()
	c := newClass(t, "kernel-ridge-regression")
	c.teach(map[string]any{"query": "fit.data=points&fit.points=none"})
	for i := range rooms.MinPlot {
		c.sends("/points", map[string]any{"figure": "fit", "round": 1, "x": i, "y": 1, "class": 0})
	}
	if all := c.text("/class", c.key); !strings.Contains(all, "class-points") ||
		!strings.Contains(all, "5 of 5 have put a point down.") {
		t.Errorf("the teacher is told %s", all)
	}
	omits(t, "what the class is told before the release", c.text("/class", ""), "<svg")
	if svg := c.text("/class.svg?kind=points", c.key); !strings.HasPrefix(svg, "<svg xmlns") {
		t.Errorf("the file is %.100s", svg)
	}
}

// question is the first of the lesson that is asked about the room's figure.
func (c *session) question() string {
	s := quietSite()
	l, _ := s.course.Lookup(c.state("").Lesson)
	text, err := l.Text()
	noError(c.t, err)
	for _, b := range text.Blocks {
		if e := b.Exercise; e != nil && (e.Choices != nil || e.Number != nil) && e.Sketch != nil {
			return e.ID
		}
	}
	c.t.Fatal("nothing is asked to be sketched")
	return ""
}

// The answer to a sketch is drawn at the reveal and not before, whatever state the room is in.
func TestTheAnswerToASketchWaits(t *testing.T) {
	t.Parallel()
	c := newClass(t, "kernel-ridge-regression")
	question := c.question()
	c.teach(map[string]any{"phase": "vote1", "question": question})
	for i := range 5 {
		heights := base64.StdEncoding.EncodeToString(slices.Repeat([]byte{byte(40 * i)}, rooms.Heights))
		send := map[string]any{"figure": "fit", "round": 1, "heights": heights}
		c.sends("/sketches", send)
	}
	for _, phase := range []string{"closed1", "reveal"} {
		for _, query := range []string{"", "fit.lambda=10"} {
			c.teach(map[string]any{"phase": phase, "question": question, "query": query})
			all := c.text("/class", c.key)
			if !strings.Contains(all, "class-sketches") || strings.Contains(all, "the answer") != (phase == "reveal") {
				t.Errorf("%s at %q: %s", phase, query, all)
			}
		}
	}
	if all := c.text("/class", ""); !strings.Contains(all, "the answer") ||
		!strings.Contains(all, "5 of 5 have sketched.") {
		t.Errorf("at the reveal the class is told %s", all)
	}
	c.teach(map[string]any{"phase": "vote2"})
	omits(t, "what the class is told during the second vote", c.text("/class", ""), "<svg")
}

// Every curve that a class can be asked to sketch has a panel to draw on, which is the one
// that static/js/sketch.js finds, with the same axes in the state of the answer.
func TestEverySketchHasItsPanel(t *testing.T) {
	s, sketched := quietSite(), 0
	for _, l := range s.course.Open() {
		text := course.Must(l.Text())
		for _, b := range text.Blocks {
			if b.Exercise == nil || b.Exercise.Sketch == nil {
				continue
			}
			sketched++
			f, _ := l.Figure(b.Exercise.Sketch.Figure)
			var axes [2][2]plots.Axis
			for i, state := range []string{"", b.Exercise.Sketch.State} {
				_, draw := f.At(course.ParseQuery(state))
				p := course.Must(draw(t.Context(), s.memo))
				panel, drawn, ok := classplot.SketchPanel(p)
				if !ok || panel.ID != scriptsPanel(p) {
					t.Errorf("%s/%s?%s is sketched on %q, and the script's panel is %q", l.Slug, f.Name, state,
						panel.ID, scriptsPanel(p))
				}
				axes[i] = [2]plots.Axis{drawn.X, drawn.Y}
			}
			same(t, l.Slug+"/"+f.Name+": the axes, and those of the answer", axes[0], axes[1])
		}
	}
	if sketched < 10 {
		t.Errorf("only %d curves are sketched", sketched)
	}
}

// scriptsPanel is the panel that the script of sketches would take, found in the same way.
func scriptsPanel(p *course.Picture) string {
	for _, column := range p.Columns {
		for _, panel := range column {
			svg := string(panel.AppendSVG(nil))
			lin := func(axis string) bool {
				_, rest, ok := strings.Cut(svg, axis+`="`)
				value, _, _ := strings.Cut(rest, `"`)
				return ok && strings.HasSuffix(value, "lin")
			}
			if strings.Contains(svg, `class="curve`) && strings.Contains(svg, `class="points`) &&
				lin("data-x") && lin("data-y") {
				return panel.ID
			}
		}
	}
	return ""
}
