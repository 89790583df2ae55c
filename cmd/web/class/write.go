package class

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Vote takes a vote, from a script or from a form without one, which is led back to the room.
func (s *Pages) Vote(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodeVote, voteForm, func(h rooms.Head, vote rooms.Vote) error {
		if e := s.asked(h); e != nil && e.Choices != nil && vote.Question == h.Question &&
			(vote.Choice != math.Trunc(vote.Choice) || vote.Choice < 0 || vote.Choice >= float64(len(e.Choices))) {
			return &rooms.FieldError{Field: "choice", Want: "the place of one of the question’s options, from 0"}
		}
		return nil
	}, s.Rooms.Vote)
}

// voteForm reads a vote from a form, its number as a lesson does.
func voteForm(b []byte) (v rooms.Vote, err error) {
	form, err := url.ParseQuery(string(b))
	if err != nil {
		return v, &rooms.FieldError{Field: "question", Want: "a form"}
	}
	v.Question = form.Get("question")
	if v.Round, err = strconv.Atoi(form.Get("round")); err != nil || v.Round < 1 || v.Round > 2 {
		return v, &rooms.FieldError{Field: "round", Want: "1 or 2"}
	}
	if v.Choice, err = course.Evaluate(form.Get("choice")); err != nil {
		return v, &rooms.FieldError{Field: "choice", Want: "a number, such as 0.5, 2e-3 or 4/3"}
	}
	return v, nil
}

// Sketch takes a curve that a student has sketched.
func (s *Pages) Sketch(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodeSketch, nil,
		func(h rooms.Head, k rooms.Sketch) error { return s.has(h, k.Figure) }, s.Rooms.Sketch)
}

// Pick takes what a student has set the figure's controls to.
func (s *Pages) Pick(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodePick, nil,
		func(h rooms.Head, p rooms.Pick) error { return s.has(h, p.Figure) }, s.Rooms.Pick)
}

// Point takes a point that a student puts down.
func (s *Pages) Point(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodePoint, nil,
		func(h rooms.Head, p rooms.Point) error { return s.has(h, p.Figure) }, s.Rooms.Point)
}

// has refuses a figure that the lesson of a room has not.
func (s *Pages) has(h rooms.Head, figure string) error {
	if l, ok := s.Course.Lookup(h.Lesson); ok {
		if _, ok := l.Figure(figure); !ok {
			return &rooms.FieldError{Field: "figure", Want: "a figure of the lesson that the room is on"}
		}
	}
	return nil
}

// take reads what a student sends, from a script or, where there is one to read, from a form, and stores it under her
// seat where it fits what the class does.
func take[T any](s *Pages, w http.ResponseWriter, r *http.Request, v caller, read, readForm func([]byte) (T, error),
	fits func(rooms.Head, T) error, store func(ctx context.Context, code, seat string, sent T) error) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	form := readForm != nil && isForm(r, b)
	if form {
		read = readForm
	}
	sent, err := read(b)
	if err != nil {
		return err
	}
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	if err := fits(h, sent); err != nil {
		return err
	}
	if err := store(r.Context(), v.code, v.seat, sent); err != nil {
		return err
	}
	if form && !strings.Contains(r.Header.Get("Accept"), "application/json") {
		return s.Lead(w, r, "/rooms/"+v.code)
	}
	return noContent(w)
}

// SetHead changes what the class does, by its teacher. Who has decided by an old state is
// told the new one.
func (s *Pages) SetHead(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	b, err := body(w, r)
	if err != nil {
		return err
	}
	c, err := rooms.DecodeChange(b)
	if err != nil {
		return err
	}
	if err := s.possible(v, r, c); err != nil {
		return err
	}
	status := http.StatusOK
	h, err := s.Rooms.SetHead(r.Context(), v.code, v.key, c)
	if errors.Is(err, rooms.ErrOld) {
		status, err = http.StatusConflict, nil
	}
	if err != nil {
		return err
	}
	if forHall(r) {
		v.key = ""
	}
	st, err := s.stateAt(r, h, v.code, v.key)
	if err != nil {
		return err
	}
	return writeJSON(w, status, st)
}

// possible refuses a lesson that is not there and a question that the lesson does not have.
func (s *Pages) possible(v caller, r *http.Request, c rooms.Change) error {
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	if c.Lesson != nil {
		h.Lesson = *c.Lesson
		if _, ok := s.Course.Lookup(h.Lesson); !ok {
			return &rooms.FieldError{Field: "lesson", Want: "the name of a lesson, as in its address"}
		}
	}
	if c.Phase != nil {
		h.Phase = *c.Phase
	}
	if c.Question != nil {
		h.Question = *c.Question
	}
	// What was asked of another lesson is no question of this one, until somebody wants it to be.
	if h.Question != "" && s.asked(h) == nil && (c.Question != nil || h.Phase != rooms.Explore) {
		return &rooms.FieldError{Field: "question", Want: "a question of the lesson that has choices or a number"}
	}
	return nil
}

// SetLesson has the class go on with another lesson, from its beginning: a form of pages that
// are no desk, which leads there.
func (s *Pages) SetLesson(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	b, err := body(w, r)
	if err != nil {
		return err
	}
	lesson, _, err := lessonOf(b, isForm(r, b))
	if err != nil {
		return err
	}
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	c := rooms.Change{Lesson: &lesson, Screen: new(1), Query: new(""), Phase: new(rooms.Explore)}
	if err := s.possible(v, r, c); err != nil {
		return err
	}
	for range 3 { // other devices may be quicker, and this one still wants it
		c.Revision = h.Revision
		if h, err = s.Rooms.SetHead(r.Context(), v.code, v.key, c); !errors.Is(err, rooms.ErrOld) {
			break
		}
	}
	if err != nil {
		return err
	}
	return s.Lead(w, r, "/rooms/"+v.code)
}

// MoveHand has the class see what the teacher's hand moves.
func (s *Pages) MoveHand(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	var said struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(b, &said); err != nil {
		return &rooms.FieldError{Field: "query", Want: "JSON such as {\"query\": \"fit.bandwidth=0.5\"}"}
	}
	if err := s.Rooms.Hand(r.Context(), v.code, v.key, said.Query); err != nil {
		return err
	}
	return noContent(w)
}

// Dismiss takes back the seats that have written nothing, and says how many.
func (s *Pages) Dismiss(w http.ResponseWriter, r *http.Request, v caller) error {
	n, err := s.Rooms.Dismiss(r.Context(), v.code, v.key)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]int{"dismissed": n})
}

// End ends a room and forgets what it held.
func (s *Pages) End(w http.ResponseWriter, r *http.Request, v caller) error {
	if err := s.Rooms.End(r.Context(), v.code, v.key); err != nil {
		return err
	}
	return noContent(w)
}
