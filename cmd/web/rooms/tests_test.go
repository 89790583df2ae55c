//go:build !js

package rooms

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Both times of a concept test are one record of a seat, in any phase, of which the first counts. How many have
// answered everybody may know; what they have, their teacher from when she closes the test, which takes five, is for
// good, and outlives restarts and more heads than the log keeps. All stores and servers agree.
func TestConceptTests(t *testing.T) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			c := teach(t, store)
			other := c.on(serve(t, store, c.clock))
			var want, seats []string
			for i := range MinPlot {
				c.is("too few", c.CloseTest(c.ctx(), c.code, c.key), ErrFew)
				seat := must(c.Join(c.ctx(), "192.0.2.7", c.code, ""))
				test := Test{strings.Repeat("A", 15), strings.Repeat(string(rune('E'-i)), 15), new(i)}
				noError(t, other.Test(c.ctx(), c.code, seat, test))
				for range perSubject + 1 { // it knows now what is right, and the log keeps sixteen
					noError(t, c.Test(c.ctx(), c.code, seat, Test{test.Before, "H" + test.Before[1:], nil}))
				}
				want, seats = append(want, test.After), append(seats, seat)
			}
			c.is("open", errorOf(c.Tests(c.ctx(), c.code, c.key)), ErrTestOpen)
			c.is("without the key", c.CloseTest(c.ctx(), c.code, "no key"), ErrKey)
			late := c.join()
			noError(t, other.CloseTest(c.ctx(), c.code, c.key))
			c.is("too late", c.Test(c.ctx(), c.code, late, Test{"A", "A", nil}), ErrTestClosed)
			_ = must(store.Append(c.ctx(), subjectOf(c.code, "test", testPoll, must(c.hash(late))),
				[]byte(`{"before":"A","after":"A"}`), Anywhere)) // as another server that has not heard
			noError(t, c.CloseTest(c.ctx(), c.code, c.key))
			for range perSubject + 1 {
				_ = must(c.set(Change{Screen: new(c.head().Screen + 1)}))
			}
			slices.Sort(want)
			for _, on := range []*class{c, other, c.on(serve(t, store, c.clock))} {
				noError(t, on.Ready(c.ctx()))
				on.hasTests(want)
				if mine := must(on.MyTest(c.ctx(), c.code, seats[1])); mine.Days == nil || *mine.Days != 1 {
					t.Errorf("the second seat has answered %+v", mine)
				}
				same(t, "what counts of who came late", must(on.MyTest(c.ctx(), c.code, late)), Test{})
			}
			c.is("without the key", errorOf(c.Tests(c.ctx(), c.code, "no key")), ErrKey)
			c.is("without a seat", c.Test(c.ctx(), c.code, "no seat", Test{"A", "A", nil}), ErrSeat)
			noError(t, c.End(c.ctx(), c.code, c.key))
			if len(c.rooms[c.code].tests) > 0 {
				t.Error("they outlive the room")
			}
		})
	}
}

// hash is what the log knows a seat of the class by.
func (c *class) hash(seat string) (string, error) {
	r, err := c.seated(c.ctx(), c.code, seat)
	if err != nil {
		return "", err
	}
	defer c.mu.Unlock()
	return r.record.hashSeat(seat), nil
}

// hasTests fails unless the test is closed, and these are the second answers of those that count, in order.
func (c *class) hasTests(want []string) {
	c.Helper()
	var have []string
	for _, test := range must(c.Tests(c.ctx(), c.code, c.key)) {
		have = append(have, test.After)
	}
	n, closed, err := c.Tested(c.ctx(), c.code)
	if err != nil || !closed || n != len(want) || !slices.Equal(have, want) {
		c.Errorf("closed %t, %d have answered %q, want %q; %v", closed, n, have, want, err)
	}
}

// A room has as many questions after its test is closed as before.
func TestConceptTestIsNoQuestion(t *testing.T) {
	c := teach(t, Memory())
	for range MinPlot {
		noError(t, c.Test(c.ctx(), c.code, c.join(), Test{"A", "B", nil}))
	}
	noError(t, c.CloseTest(c.ctx(), c.code, c.key))
	for i := range MaxQuestions {
		c.phase(Vote1, "q"+strconv.Itoa(i))
	}
	if _, err := c.set(Change{Phase: new(Vote1), Question: new("more")}); err == nil {
		t.Error("there are more questions than a room has")
	}
	c.hasTests([]string{"B", "B", "B", "B", "B"})
}

func TestDecodeTest(t *testing.T) {
	if test, err := DecodeTest([]byte(`{"before": "ABCH", "after": "AAAA"}`)); err != nil || test.Before != "ABCH" ||
		test.Days != nil {
		t.Errorf("%+v, %v", test, err)
	}
	if test, err := DecodeTest([]byte(`{"before": "A", "after": "A", "days": 0}`)); err != nil || test.Days == nil {
		t.Errorf("%+v, %v", test, err)
	}
	for body, field := range map[string]string{
		`{"before": "ABC", "after": "AB"}`:                              "after",
		`{"before": "A", "after": "A", "days": -1}`:                     "days",
		`{"before": "A", "after": "A", "days": 3651}`:                   "days",
		`{"before": "A", "after": "A", "days": 1.5}`:                    "days",
		`{"before": "ABc", "after": "ABC"}`:                             "before",
		`{"before": "AB"}`:                                              "after",
		`{"before": "` + strings.Repeat("A", 65) + `", "after": "A"}`:   "before",
		`{"before": 3, "after": "A"}`:                                   "before",
		`{"before": "A", "after": "A", "name": "x"}`:                    "body",
		`{"before": "A", "after": "A"} {"before": "A", "after": "A"}`:   "body",
		`{"before": "A", "after": "` + strings.Repeat("A", 9000) + `"}`: "body",
	} {
		wrongIn(t, body[:min(60, len(body))], errorOf(DecodeTest([]byte(body))), field)
	}
}
