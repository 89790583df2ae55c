package rooms

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
)

// A Test is a student's answers to the concept test, both times: a letter for each question.
type Test struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Days   *int   `json:"days,omitempty"` // between both times, where her browser knows; 0 is one day
}

// DecodeTest reads {"before", "after", "days"}, of which the last may be left out.
func DecodeTest(body []byte) (Test, error) {
	var t Test
	if err := decode(body, &t); err != nil {
		return Test{}, err
	}
	return t, t.check()
}

// mostAnswers are those of a test at most.
const mostAnswers = 64

// maxDays is how far apart both times of a test may be.
const maxDays = 3650

func (t Test) check() error {
	for name, answers := range map[string]string{"before": t.Before, "after": t.After} {
		if answers == "" || len(answers) > mostAnswers || strings.Trim(answers, "ABCDEFGH") != "" {
			return wrong(name, "a letter from A to H for each question")
		}
	}
	if len(t.Before) != len(t.After) {
		return wrong("after", "as many letters as before")
	}
	if t.Days != nil && (*t.Days < 0 || *t.Days > maxDays) {
		return wrong("days", "a whole number from 0 to %d, or nothing", maxDays)
	}
	return nil
}

func (t Test) encode() []byte { return encode(t) }

// testPoll is what a test stands under: it is of no lesson, and both times are one answer.
var testPoll = poll{of("concept", "test"), 1}

// A sentTest is a test with its position in the log.
type sentTest struct {
	Test
	position uint64
}

// Test takes a seat's answers to the concept test, in every phase, until the test is closed. The first that it sends
// count: after them it has been told what is right.
func (s *Rooms) Test(ctx context.Context, code, seat string, t Test) error {
	if err := t.check(); err != nil {
		return err
	}
	r, err := s.seated(ctx, code, seat)
	if err != nil {
		return err
	}
	_, has := r.tested()[r.seats[r.record.hashSeat(seat)]]
	s.mu.Unlock()
	if has { // and the log keeps only the newest messages
		return nil
	}
	return s.put(ctx, code, seat, write{"test", testPoll, t.encode()})
}

// tested are the tests that count, by place: those before the close.
func (r *room) tested() map[int]Test {
	counted, close := make(map[int]Test, len(r.tests)), r.record.closed(testPoll)
	for place, t := range r.tests {
		if t.position < close {
			counted[place] = t.Test
		}
	}
	return counted
}

// testClosed is whether nothing more is taken.
func (r *room) testClosed() bool { return r.record.closed(testPoll) != math.MaxUint64 }

// Tested returns how many seats have answered the concept test, and whether it is closed. Everybody may know that.
func (s *Rooms) Tested(ctx context.Context, code string) (n int, closed bool, err error) {
	r, err := s.enter(ctx, code)
	if err != nil {
		return 0, false, err
	}
	defer s.mu.Unlock()
	return len(r.tested()), r.testClosed(), nil
}

// MyTest returns what counts of a seat's answers to the concept test, a zero Test if nothing does.
func (s *Rooms) MyTest(ctx context.Context, code, seat string) (Test, error) {
	r, err := s.seated(ctx, code, seat)
	return told(s, r, err, func(r *room) Test { return r.tested()[r.seats[r.record.hashSeat(seat)]] })
}

// CloseTest closes the concept test for good, once MinPlot seats have answered it. What stands in the log before
// counts, and nothing else from then on: answers that are read once cannot be told apart by who came between.
func (s *Rooms) CloseTest(ctx context.Context, code, key string) error {
	for range 3 { // the head may change between
		r, err := s.own(ctx, code, key)
		if err != nil {
			return err
		}
		n, closed, revision := len(r.tested()), r.testClosed(), r.revision
		s.mu.Unlock()
		if closed {
			return nil
		}
		if n < MinPlot {
			return ErrFew
		}
		if _, err = s.SetHead(ctx, code, key, Change{Revision: revision, closesTest: true}); !errors.Is(err, ErrOld) {
			return err
		}
	}
	return ErrBusy
}

// Tests returns the answers that count of each seat to the concept test, to the teacher, once it is closed: the same
// from then on, in an order of the answers, that says nothing of whose they are.
func (s *Rooms) Tests(ctx context.Context, code, key string) ([]Test, error) {
	r, err := s.own(ctx, code, key)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if !r.testClosed() {
		return nil, ErrTestOpen
	}
	return slices.SortedFunc(maps.Values(r.tested()), func(a, b Test) int {
		return cmp.Or(cmp.Compare(a.Before, b.Before), cmp.Compare(a.After, b.After))
	}), nil
}
