package class

import (
	"context"
	"encoding/csv"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/concept"
	"github.com/gramophone-course/gramophone/views"
)

// This file has the concept test in a room. First answers stay with the student, in her address and browser; both
// times come to the room at once.

// Test is the concept test: to a student its questions, to the teacher what the class has gained.
func (s *Pages) Test(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key != "" && r.URL.Query().Get("as") != "student" {
		return s.gained(w, r, v)
	}
	run, err := concept.ReadRun(r.URL.Query())
	if err != nil {
		return err
	}
	if run.Sent {
		http.Redirect(w, r, s.View().URL(testPage(v, run).To(run.Query())), http.StatusSeeOther)
		return nil
	}
	if _, err := s.seat(w, r, v); err != nil {
		return err
	}
	return s.test(w, r, v, run)
}

// testPage is the test as a student sees it, whose run is such. Her own test a teacher takes as a student.
func testPage(v caller, run concept.Run) views.ConceptPage {
	return views.ConceptPage{Run: run, At: "/rooms/" + v.code + "/test", Room: rooms.SpeakCode(v.code),
		Teacher: v.key != ""}
}

func (s *Pages) test(w http.ResponseWriter, r *http.Request, v caller, run concept.Run) error {
	page := testPage(v, run)
	var err error
	if page.Questions, err = concept.Questions(); err != nil {
		return err
	}
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Write: func(ctx context.Context) ([]byte, error) {
		return respond.Render(ctx, views.Concept(s.View(), page))
	}})
}

// TakeTest takes a student's answers of both times, as JSON or from a form, which is led to what they have come to.
func (s *Pages) TakeTest(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	form := isForm(r, b)
	var run concept.Run
	if form {
		fields, err := url.ParseQuery(string(b))
		if err != nil {
			return &rooms.FieldError{Field: "answers", Want: "a form"}
		}
		if run, err = concept.ReadRun(fields); err != nil {
			return err
		}
		if len(run.Missing) > 0 {
			return s.test(w, r, v, run)
		}
	} else {
		t, err := rooms.DecodeTest(b)
		if err != nil {
			return err
		}
		if run, err = concept.ReadRun(url.Values{"before": {t.Before}, "after": {t.After}}); err != nil {
			return err
		}
	}
	if run.After == nil {
		return &rooms.FieldError{Field: "before and after",
			Want: "a letter for each of the " + strconv.Itoa(concept.Count) + " questions"}
	}
	t := rooms.Test{Before: run.Before.String(), After: run.After.String()}
	if err := s.Rooms.Test(r.Context(), v.code, v.seat, t); err != nil {
		return err
	}
	if form {
		http.Redirect(w, r, s.View().URL(testPage(v, run).To(run.Query())), http.StatusSeeOther)
		return nil
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// gained is the teacher's page of the test.
func (s *Pages) gained(w http.ResponseWriter, r *http.Request, v caller) error {
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	page := views.ConceptReport{Code: v.code, Spoken: rooms.SpeakCode(v.code), Seats: h.Seats}
	origin, _ := s.joined(r)
	page.Address = strings.TrimPrefix(strings.TrimPrefix(origin, "http://"), "https://") +
		s.View().URL("/rooms/"+v.code+"/test")
	if page.Tested, err = s.Rooms.Tested(r.Context(), v.code); err != nil {
		return err
	}
	pairs, err := s.pairs(r, v)
	if err != nil {
		return err
	}
	if len(pairs) > 0 {
		page.Tested, page.Gain = len(pairs), concept.GainOf(pairs)
		if page.Items, err = s.items(pairs); err != nil {
			return err
		}
	}
	return s.Send(w, r, respond.Reply{ContentType: respond.HTML, Write: func(ctx context.Context) ([]byte, error) {
		return respond.Render(ctx, views.ConceptClass(s.View(), page))
	}})
}

// pairs are what the room's students have answered both times. What is no answer to this test, as after another one
// has taken its place, is left out.
func (s *Pages) pairs(r *http.Request, v caller) (list []concept.Pair, err error) {
	tests, err := s.Rooms.Tests(r.Context(), v.code, v.key)
	for _, t := range tests {
		before, err := concept.ParseAnswers(t.Before)
		if err != nil {
			continue
		}
		if after, err := concept.ParseAnswers(t.After); err == nil {
			list = append(list, concept.Pair{Before: before, After: after})
		}
	}
	return list, err
}

// items are what a class has answered, by question.
func (s *Pages) items(pairs []concept.Pair) ([]views.ConceptItem, error) {
	questions, err := concept.Questions()
	if err != nil {
		return nil, err
	}
	rest := concept.ItemRest(pairs)
	list := make([]views.ConceptItem, len(questions))
	for q, e := range questions {
		item := views.ConceptItem{Exercise: e}
		item.Lesson, _ = s.Course.Lookup(e.ID)
		made := make([]int, len(e.Choices))
		for _, p := range pairs {
			if e.Choices[p.Before[q]].Right {
				item.Before++
			}
			made[p.After[q]]++
		}
		for i, c := range e.Choices {
			if c.Right {
				item.After = made[i]
			} else if made[i] > item.Made {
				item.Wrong, item.Made = c.Text, made[i]
			}
		}
		if rest != nil {
			item.Rest = rest[q]
		}
		list[q] = item
	}
	return list, nil
}

// TestTable is what the class has answered, a row a student, in an order drawn anew, for who holds the key.
func (s *Pages) TestTable(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	questions, err := concept.Questions()
	if err != nil {
		return err
	}
	pairs, err := s.pairs(r, v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="concept-test-`+v.code+`.csv"`)
	out := csv.NewWriter(w)
	head := []string{"right_before", "right_after"}
	for _, time := range []string{"before", "after"} {
		for _, e := range questions {
			head = append(head, e.ID+"_"+time)
		}
	}
	_ = out.Write(head) // Error tells
	for _, p := range pairs {
		row := []string{strconv.Itoa(p.Before.Score()), strconv.Itoa(p.After.Score())}
		_ = out.Write(append(row, strings.Split(p.Before.String()+p.After.String(), "")...))
	}
	out.Flush()
	return nil // the reader may have gone
}
