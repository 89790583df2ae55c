package class

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/classplot"
	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// This file answers with what a class has done at its figure, in pictures: who picked what,
// what was sketched, the points that were put down, and a sample a seat. What they show is in package classplot.

// Kinds of pictures of a class, in their order on a page.
var classKinds = []string{"picks", "sketches", "points", "samples"}

// A classWork is what a class has done at the figure that it sees, as far as who asks may
// know it.
type classWork struct {
	code   string
	head   rooms.Head
	lesson *course.Lesson
	figure *course.Figure // nil where the class sees none
	query  url.Values     // the room's
	form   *course.Form   // of the figure
	asked  *course.Exercise

	student  bool // the asker is one
	open     bool // the asker may see what was done, and not only how many did
	answered rooms.Answered
	sketches [][rooms.Heights]byte
	picked   []rooms.Pick
	points   []rooms.Point
}

// classWork collects what a class has done in the round, or in the first where nobody has
// done anything in the second.
func (s *Pages) classWork(r *http.Request, v caller) (c *classWork, err error) {
	student := v.key == ""
	if forHall(r) {
		v.key, student = "", false
	}
	ctx := r.Context()
	c = &classWork{code: v.code, student: student}
	if c.head, err = s.Rooms.Head(ctx, v.code); err != nil {
		return nil, err
	}
	if c.lesson, err = s.Find(c.head.Lesson); err != nil {
		return nil, err
	}
	c.open = v.key != "" || c.head.Released
	c.query, c.asked = course.ParseQuery(c.head.Query), s.asked(c.head)
	var ok bool
	if c.figure, ok = c.lesson.Figure(s.figureAt(c.head)); !ok {
		c.figure = nil
		return c, nil
	}
	c.form, _ = c.figure.With(s.Figures.Tables, figures.State(c.lesson, c.figure, c.query))
	round := max(c.head.Round, 1)
	for ; ; round-- {
		if c.answered, err = s.Rooms.Answers(ctx, v.code, c.figure.Name, round); err != nil {
			return nil, err
		}
		if c.answered.Most() > 0 || round == 1 {
			break
		}
	}
	if !c.open {
		return c, nil
	}
	if c.sketches, err = s.Rooms.Sketches(ctx, v.code, v.key, c.figure.Name, round); err != nil {
		return nil, err
	}
	if c.picked, err = s.Rooms.Picks(ctx, v.code, v.key, c.figure.Name, round); err != nil {
		return nil, err
	}
	c.points, err = s.Rooms.Points(ctx, v.code, v.key, c.figure.Name, round)
	return c, err
}

// plot is the picture of a kind that there is, nil where there is none.
func (c *classWork) plot(kind string) classplot.Plot {
	if c.figure == nil || !c.open {
		return nil
	}
	switch {
	case kind == "picks" && len(c.picked) > 0 && classplot.Picked(c.form):
		p := &classplot.Picks{Of: c.picked, Form: c.form, Figure: c.figure, Revealed: c.revealed(),
			Drawn: figures.State(c.lesson, c.figure, c.query)}
		for i := range c.lesson.Figures {
			g := &c.lesson.Figures[i]
			if classplot.HasMap(g) && (g == c.figure || g.Linked != "" && g.Linked == c.figure.Linked) {
				p.Map, p.State = g, figures.State(c.lesson, g, c.query)
			}
		}
		return p
	case kind == "sketches" && len(c.sketches) > 0:
		p := &classplot.Sketches{Of: c.sketches, Figure: c.figure}
		p.State, p.Answer = c.sketchStates()
		return p
	case kind == "points" && len(c.points) > 0 && classplot.Pools(c.form):
		return &classplot.Pool{Of: c.points, Figure: c.figure, State: figures.State(c.lesson, c.figure, c.query)}
	case kind == "samples" && c.head.Seats >= rooms.MinPlot && c.figure.Samples.Curved(c.form):
		return &classplot.Samples{Room: c.code, Seats: c.head.Seats, Figure: c.figure,
			State: figures.State(c.lesson, c.figure, c.query)}
	}
	return nil
}

// revealed is whether the best place and the answer may be seen: at the reveal or, where
// nothing is asked, which has none, when the picks are released.
func (c *classWork) revealed() bool {
	return c.head.Released && (c.head.Phase == rooms.Reveal || c.head.Question == "")
}

// sketchStates are the state that the class sketched in, and that of the answer once it may
// be seen: the room's without what the answer sets, and with it.
func (c *classWork) sketchStates() (drawn, answer url.Values) {
	drawn = maps.Clone(figures.State(c.lesson, c.figure, c.query))
	if c.asked == nil || !c.asked.DrawnIn(c.figure.Name) {
		return drawn, nil
	}
	sets := course.ParseQuery(c.asked.Sketch.State)
	for name := range sets {
		drawn.Del(name)
	}
	if !c.revealed() {
		return drawn, nil
	}
	answer = maps.Clone(drawn)
	maps.Copy(answer, sets)
	return drawn, answer
}

// says is how many have done what, and why there is no picture of it. To a student who is asked something it says
// nothing while there is nothing: she votes.
func (c *classWork) says() string {
	if c.figure == nil {
		return "The class sees no figure."
	}
	var done []string
	for _, d := range []struct {
		n   int
		did string
	}{{c.answered.Picks, "picked"}, {c.answered.Sketches, "sketched"}, {c.answered.Points, "put a point down"}} {
		if d.n > 0 {
			done = append(done, fmt.Sprintf("%d of %d have %s", d.n, c.head.Seats, d.did))
		}
	}
	if len(done) == 0 && c.student && c.head.Phase != rooms.Explore {
		return ""
	}
	text := "Nobody has picked, sketched or put a point down yet."
	if len(done) > 0 {
		text = strings.Join(done, ", ") + "."
	}
	few := c.answered.Most()
	switch {
	case few < rooms.MinPlot:
		text += fmt.Sprintf(" From %d on, what the class has done is drawn.", rooms.MinPlot)
	case !c.open:
		text += " What they have done is seen when your teacher shows it."
	}
	return text
}

// key is what the pictures depend on, for those of some kinds.
func (c *classWork) key(what string) respond.Key {
	k := respond.Key{What: "class " + what}
	if c.figure != nil {
		k.State = c.lesson.Slug + "/" + c.figure.Name + "?" + c.form.Query("")
	}
	sum := sha256.New()
	fmt.Fprint(sum, c.code, " ", c.open, c.revealed(), c.head.Question, " ", c.head.Query, " ", c.head.Seats, " ",
		c.says(), c.picked, c.points)
	for _, sketch := range c.sketches {
		_, _ = sum.Write(sketch[:]) // never fails
	}
	k.Notes = hex.EncodeToString(sum.Sum(nil))
	return k
}

// shownClass computes and draws the picture of a kind; nothing where there is none.
func (s *Pages) shownClass(ctx context.Context, c *classWork, kind string) (classplot.Shown, error) {
	p := c.plot(kind)
	if p == nil {
		return classplot.Shown{}, nil
	}
	if err := p.Compute(ctx, s.Figures.Memo); err != nil {
		return classplot.Shown{}, err
	}
	return p.Show(), nil
}

// Plots is what a class has done, as a fragment for its pages.
func (s *Pages) Plots(w http.ResponseWriter, r *http.Request, v caller) error {
	c, err := s.classWork(r, v)
	if err != nil {
		return err
	}
	hall := forHall(r)
	forClass(w)
	return s.Send(w, r, respond.Reply{Key: c.key(fmt.Sprint("fragment ", hall)), ContentType: respond.HTML,
		Drawn: c.open, Write: func(ctx context.Context) ([]byte, error) {
			page := views.ClassPlots{Code: c.code, Says: c.says(), Hall: hall}
			for _, kind := range classKinds {
				shown, err := s.shownClass(ctx, c, kind)
				if err != nil {
					return nil, err
				}
				if shown.Panel.Plot != nil {
					page.Plots = append(page.Plots, views.ClassPlot{Kind: kind, Panel: shown.Panel, Says: shown.Says})
				}
			}
			return respond.Render(ctx, views.Class(s.View(), page))
		}})
}

var errNoClassPlot = &respond.Nothing{Title: "No picture yet",
	Sentence: "There are fewer than five answers to draw, or none of that kind."}

// PlotFile is one of the pictures as a file.
func (s *Pages) PlotFile(w http.ResponseWriter, r *http.Request, v caller) error {
	kind := r.URL.Query().Get("kind")
	if !slices.Contains(classKinds, kind) {
		return &rooms.FieldError{Field: "kind", Want: strings.Join(classKinds, ", ")}
	}
	c, err := s.classWork(r, v)
	switch {
	case err != nil:
		return err
	case !c.open:
		return rooms.ErrKey
	}
	forClass(w)
	w.Header().Set("Content-Security-Policy", figures.FilePolicy)
	respond.Named(w, "class-"+c.code+"-"+kind+".svg")
	return s.Send(w, r, respond.Reply{Key: c.key(kind), ContentType: "image/svg+xml", Drawn: true,
		Write: func(ctx context.Context) ([]byte, error) {
			shown, err := s.shownClass(ctx, c, kind)
			if err != nil {
				return nil, err
			}
			if shown.Panel.Plot == nil {
				return nil, errNoClassPlot
			}
			var b bytes.Buffer
			err = plots.WriteSVG(&b, c.lesson.Title, shown.Says, [][]plots.Panel{{shown.Panel}})
			return b.Bytes(), err
		}})
}

// forClass has an answer of a room asked for anew each time, and sent only where it is another.
func forClass(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Cookie, Authorization")
}
