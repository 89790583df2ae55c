package rooms

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Test is a student's answers to the concept test, both times: a letter for each question.
type Test struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// DecodeTest reads {"before", "after"}.
func DecodeTest(body []byte) (Test, error) {
	var t Test
	if err := decode(body, &t); err != nil {
		return Test{}, err
	}
	return t, t.check()
}

// mostAnswers are those of a test at most.
const mostAnswers = 64

func (t Test) check() error {
	for name, answers := range map[string]string{"before": t.Before, "after": t.After} {
		if answers == "" || len(answers) > mostAnswers || strings.Trim(answers, "ABCDEFGH") != "" {
			return wrong(name, "a letter from A to H for each question")
		}
	}
	if len(t.Before) != len(t.After) {
		return wrong("after", "as many letters as before")
	}
	return nil
}

func (t Test) encode() []byte { return encode(t) }

// testPoll is what a test stands under: it is of no lesson, and both times are one answer.
var testPoll = poll{of("concept", "test"), 1}

// Test takes a seat's answers to the concept test, in every phase. The first that it sends count: after them it has
// been told what is right.
func (s *Rooms) Test(ctx context.Context, code, seat string, t Test) error {
	if err := t.check(); err != nil {
		return err
	}
	return s.put(ctx, code, seat, write{"test", testPoll, t.encode()})
}

// Tested returns how many seats have answered the concept test. Everybody may know that.
func (s *Rooms) Tested(ctx context.Context, code string) (int, error) {
	r, err := s.enter(ctx, code)
	if err != nil {
		return 0, err
	}
	defer s.mu.Unlock()
	return len(r.tests), nil
}

// Tests returns the answers of each seat to the concept test, to the teacher, in an order that is drawn anew each time;
// none before there are MinPlot. Who asks before and after somebody has sent hers can tell which they are.
func (s *Rooms) Tests(ctx context.Context, code, key string) ([]Test, error) {
	r, err := s.own(ctx, code, key)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if len(r.tests) < MinPlot {
		return nil, nil
	}
	all := slices.Collect(maps.Values(r.tests))
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}
