package concept

import (
	"net/url"
	"strconv"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Run is how far somebody is with the test, as the address of its page has it: before=… and after=… are answers in
// letters, again=1 asks a second time, and answer.LESSON=2 is a choice in a form, counted from 1.
type Run struct {
	Before, After *Answers // nil where they are not given yet
	Again         bool     // the second time is being asked
	Given         map[string]string
	Missing       []*course.Exercise // where some of a form's questions are not answered
	Sent          bool               // Before or After come from a form that has all answers
	Unreadable    bool               // before or after is neither empty nor an answer to this test
}

// ReadRun reads a run from a query or a form.
func ReadRun(q url.Values) (Run, error) {
	questions, err := Questions()
	if err != nil {
		return Run{}, err
	}
	r := Run{Given: map[string]string{}}
	r.Before, r.After = r.answers(q, "before"), r.answers(q, "after")
	r.Again = r.Before != nil && q.Get("again") == "1"
	if r.Before == nil {
		r.After = nil
	}
	var given Answers
	for i, e := range questions {
		answer := q.Get("answer." + e.ID)
		place, err := strconv.Atoi(answer)
		if err != nil || place < 1 || place > len(e.Choices) {
			r.Missing = append(r.Missing, e)
			continue
		}
		r.Given[e.ID], given[i] = answer, place-1
	}
	switch {
	case len(r.Given) == 0:
		r.Missing = nil
	case len(r.Missing) > 0:
	case r.Before == nil:
		r.Before, r.Sent = &given, true
	default:
		r.After, r.Sent = &given, true
	}
	return r, nil
}

// answers are those of a field, or nil.
func (r *Run) answers(q url.Values, field string) *Answers {
	if q.Get(field) == "" {
		return nil
	}
	a, err := ParseAnswers(q.Get(field))
	if err != nil {
		r.Unreadable = true
		return nil
	}
	return &a
}

// Query is what a page's address has of the run: its answers.
func (r Run) Query() string {
	if r.Before == nil {
		return ""
	}
	q := "before=" + r.Before.String()
	if r.After != nil {
		q += "&after=" + r.After.String()
	}
	return q
}
