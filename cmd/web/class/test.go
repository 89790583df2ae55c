package class

import (
	"errors"
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
	if v.code != r.PathValue("code") { // as it is typed
		return s.Lead(w, r, "/rooms/"+v.code+"/test?"+r.URL.RawQuery)
	}
	if v.key != "" && r.URL.Query().Get("as") != "student" {
		return s.gained(w, r, v)
	}
	run, err := concept.ReadRun(r.URL.Query())
	if err != nil {
		return err
	}
	if run.Sent {
		return s.toTest(w, r, v, run)
	}
	if v.key == "" { // who holds it is no student
		if v.seat, err = s.seat(w, r, v); err != nil {
			return err
		}
	}
	return s.test(w, r, v, run)
}

// testPage is the test as a student sees it, whose run is such. Her own test a teacher takes as a student.
func testPage(v caller, run concept.Run) views.ConceptPage {
	return views.ConceptPage{Run: run, At: "/rooms/" + v.code + "/test", Room: rooms.SpeakCode(v.code),
		Teacher: v.key != ""}
}

// toTest leads to the test with a run in its address.
func (s *Pages) toTest(w http.ResponseWriter, r *http.Request, v caller, run concept.Run) error {
	return s.Lead(w, r, testPage(v, run).To(run.Query()))
}

func (s *Pages) test(w http.ResponseWriter, r *http.Request, v caller, run concept.Run) error {
	page := testPage(v, run)
	var err error
	if page.Questions, err = concept.Questions(); err != nil {
		return err
	}
	if _, page.Closed, err = s.Rooms.Tested(r.Context(), v.code); err != nil {
		return err
	}
	if v.key == "" {
		mine, err := s.Rooms.MyTest(r.Context(), v.code, v.seat)
		if err != nil {
			return err
		}
		if pair, ok := pairOf(mine); ok {
			page.Counted = &pair
		}
	}
	return s.Page(w, r, respond.Key{}, views.Concept(s.View(), page))
}

// TakeTest takes a student's answers of both times, as JSON or from a form, which is led to what they have come to.
// Whoever holds the key is led there too, and counts for nothing.
func (s *Pages) TakeTest(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	form := isForm(r, b)
	read := testJSON
	if form {
		read = testForm
	}
	run, days, err := read(b)
	if err != nil {
		return err
	}
	if len(run.Missing) > 0 {
		return s.test(w, r, v, run)
	}
	if run.After == nil {
		return &rooms.FieldError{Field: "before and after",
			Want: "a letter for each of the " + strconv.Itoa(concept.Count) + " questions"}
	}
	err = errOwnTest
	if v.key == "" {
		err = s.Rooms.Test(r.Context(), v.code, v.seat,
			rooms.Test{Before: run.Before.String(), After: run.After.String(), Days: days})
	}
	switch told := errors.Is(err, errOwnTest) || errors.Is(err, rooms.ErrTestClosed); {
	case form && (err == nil || told): // there the page says so
		return s.toTest(w, r, v, run)
	case err != nil:
		return err
	}
	return noContent(w)
}

// errOwnTest says that a teacher has answered the test of her own room.
var errOwnTest = errors.New("class: who holds the room's key is none of the class")

// testForm reads both times from a form, and the days between where a script has filled them in.
func testForm(b []byte) (run concept.Run, days *int, err error) {
	fields, err := url.ParseQuery(string(b))
	if err != nil {
		return run, nil, &rooms.FieldError{Field: "answers", Want: "a form"}
	}
	if text := fields.Get("days"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil { // how large it may be Rooms.Test says
			return run, nil, &rooms.FieldError{Field: "days", Want: "a whole number, or nothing"}
		}
		days = &n
	}
	run, err = concept.ReadRun(fields)
	return run, days, err
}

// testJSON reads both times and the days between from JSON.
func testJSON(b []byte) (run concept.Run, days *int, err error) {
	t, err := rooms.DecodeTest(b)
	if err != nil {
		return run, nil, err
	}
	run, err = concept.ReadRun(url.Values{"before": {t.Before}, "after": {t.After}})
	return run, t.Days, err
}

// CloseTest closes the test for good, and leads to its results.
func (s *Pages) CloseTest(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	if err := s.Rooms.CloseTest(r.Context(), v.code, v.key); err != nil {
		return err
	}
	if isForm(r, b) {
		return s.Lead(w, r, "/rooms/"+v.code+"/test")
	}
	return noContent(w)
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
	if page.Tested, page.Closed, err = s.Rooms.Tested(r.Context(), v.code); err != nil {
		return err
	}
	page.Closable = page.Tested >= rooms.MinPlot
	if page.Closed {
		if err := s.results(r, v, &page); err != nil {
			return err
		}
	}
	return s.Page(w, r, respond.Key{}, views.ConceptClass(s.View(), page))
}

// results are what a closed test says of a class, unless too few of its answers are to this test.
func (s *Pages) results(r *http.Request, v caller, page *views.ConceptReport) error {
	tests, err := s.Rooms.Tests(r.Context(), v.code, v.key)
	if err != nil {
		return err
	}
	pairs := pairsOf(tests)
	if len(pairs) < rooms.MinPlot {
		return nil
	}
	page.Gain = concept.GainOf(pairs)
	page.Items, err = s.items(pairs)
	for _, t := range tests {
		if _, ok := pairOf(t); !ok {
			continue
		}
		switch {
		case t.Days == nil:
			page.Undated++
		case *t.Days == 0:
			page.OneDay++
		}
	}
	return err
}

// pairsOf are both times of a room's students. What is no answer to this test, as after another one has taken its
// place, is left out.
func pairsOf(tests []rooms.Test) (list []concept.Pair) {
	for _, t := range tests {
		if pair, ok := pairOf(t); ok {
			list = append(list, pair)
		}
	}
	return list
}

func pairOf(t rooms.Test) (pair concept.Pair, ok bool) {
	before, wrong := concept.ParseAnswers(t.Before)
	after, err := concept.ParseAnswers(t.After)
	return concept.Pair{Before: before, After: after}, wrong == nil && err == nil
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

// TestTable is what the class has answered once the test is closed, a row a student and one of what is right, for who
// holds the key.
func (s *Pages) TestTable(w http.ResponseWriter, r *http.Request, v caller) error {
	questions, err := concept.Questions()
	if err != nil {
		return err
	}
	tests, err := s.Rooms.Tests(r.Context(), v.code, v.key)
	if err != nil {
		return err
	}
	head := []string{"row", "right_before", "right_after"}
	for _, time := range []string{"before", "after"} {
		for _, e := range questions {
			head = append(head, e.ID+"_"+time)
		}
	}
	rows := [][]string{head}
	row := func(name string, p concept.Pair) {
		cells := []string{name, strconv.Itoa(p.Before.Score()), strconv.Itoa(p.After.Score())}
		rows = append(rows, append(cells, strings.Split(p.Before.String()+p.After.String(), "")...))
	}
	row("key", concept.Pair{Before: concept.Key(), After: concept.Key()})
	for _, p := range pairsOf(tests) {
		row("student", p)
	}
	return sendTable(w, "concept-test-"+v.code, rows)
}
