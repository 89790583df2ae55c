package concept

import (
	"net/url"
	"strconv"
)

// A Run is how far somebody is with the test, as the address of its page has it: before=… and after=… are answers in
// letters, again=1 asks a second time, and q3=2 is a choice in a form, of the third question the second.
type Run struct {
	Before, After *Answers    // nil where they are not given yet
	Again         bool        // the second time is being asked
	Given         map[int]int // by question, where a form has not all: the place of the choice
	Missing       []int       // the questions that such a form leaves open
	Sent          bool        // Before or After come from a form that has all answers
	Unreadable    bool        // before or after is neither empty nor an answer to this test
	Typed         string      // what cannot be read, unless it is far too long
}

// ReadRun reads a run from a query or a form.
func ReadRun(q url.Values) (Run, error) {
	questions, err := Questions()
	if err != nil {
		return Run{}, err
	}
	r := Run{Given: map[int]int{}}
	r.Before, r.After = r.answers(q, "before"), r.answers(q, "after")
	r.Again = r.Before != nil && q.Get("again") == "1"
	if r.Before == nil {
		r.After = nil
	}
	var given Answers
	for i, e := range questions {
		place, err := strconv.Atoi(q.Get(Field(i)))
		if err != nil || place < 1 || place > len(e.Choices) {
			r.Missing = append(r.Missing, i)
			continue
		}
		r.Given[i], given[i] = place-1, place-1
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

// mostTyped is how long letters can be that are typed with gaps.
const mostTyped = 40

// answers are those of a field, or nil.
func (r *Run) answers(q url.Values, field string) *Answers {
	if q.Get(field) == "" {
		return nil
	}
	a, err := ParseAnswers(q.Get(field))
	if err != nil {
		r.Unreadable = true
		if text := q.Get(field); len(text) <= mostTyped {
			r.Typed = text
		}
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
