package figures

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// CourseCard is the picture that others show beside a link to the course. Its query counts
// for nothing: there is one card.
func (s *Pages) CourseCard(w http.ResponseWriter, r *http.Request) error {
	for _, l := range s.Course.Open() {
		if l.Home == nil {
			continue
		}
		return s.sendCard(w, r, "", func(ctx context.Context) (plots.Card, error) { return s.CardOf(ctx, l) })
	}
	return respond.ErrNotFound
}

// CardOf is the course's card, on which is what the lesson puts on the course's home page.
func (s *Pages) CardOf(ctx context.Context, l *course.Lesson) (plots.Card, error) {
	f, ok := l.Figure(l.Home.Figure)
	if !ok {
		panic("figures: the home page of " + l.Slug + " shows no figure of it")
	}
	_, draw := f.At(nil)
	p, err := draw(ctx, s.Memo)
	if err != nil {
		return plots.Card{}, err
	}
	return plots.Card{
		Above:  "Gramophone",
		Title:  "Kernel methods you can play",
		Foot:   fmt.Sprintf("An interactive course in %d lessons", len(s.Course.Lessons())),
		Emblem: l.Home.Emblem(p),
	}, nil
}

// LessonCard is the picture that others show beside a link to a lesson, whatever state the
// link opens.
func (s *Pages) LessonCard(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	return s.sendCard(w, r, l.Slug, func(ctx context.Context) (plots.Card, error) {
		emblem, err := l.DrawEmblem(ctx, s.Memo)
		return plots.Card{
			Above:  l.Short,
			Title:  l.Title,
			Below:  fmt.Sprintf("Lesson %d of %d", l.Number, len(s.Course.Lessons())),
			Foot:   "Gramophone — kernel methods you can play",
			Emblem: emblem,
		}, err
	})
}

// sendCard answers with a card of some 25 KB, which is drawn once: there is one for each
// lesson, and that of the course, whose slug is empty. To say what is on it card may have to draw a figure.
func (s *Pages) sendCard(w http.ResponseWriter, r *http.Request, slug string,
	card func(context.Context) (plots.Card, error)) error {
	write := func(ctx context.Context) ([]byte, error) {
		k, err := card(ctx)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = k.WritePNG(&b)
		return b.Bytes(), err
	}
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "card", State: slug}, ContentType: "image/png",
		Drawn: true, Write: write})
}
