//go:build !js

package rooms

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCodesAreForgiving(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		if strings.Trim(c.code, alphabet) != "" || len(c.code) != codeLength {
			t.Errorf("the code is %q", c.code)
		}
		lower := strings.ToLower(c.code)
		for _, typed := range []string{c.code, lower, SpeakCode(c.code), " " + lower[:2] + "-" + lower[2:] + "\n"} {
			if got, err := c.Find(c.ctx(), "192.0.2.7", typed); got != c.code || err != nil {
				t.Errorf("%q is %q, %v; want %q", typed, got, err, c.code)
			}
			c.is(typed, errorOf(c.Rooms.Head(c.ctx(), typed)), nil)
		}
		for _, typed := range []string{"", "ABCD", "ABCDEF", "ABCD0", "room.", "ABCDé",
			strings.Repeat(" ", 99) + c.code} {
			c.is(typed, errorOf(c.Find(c.ctx(), "192.0.2.7", typed)), ErrNone)
		}
	})
}

func TestCodesAreAsLikelyAsAnother(t *testing.T) {
	counts := make(map[rune]int)
	const n = 6000
	for range n {
		for _, letter := range newCode() {
			counts[letter]++
		}
	}
	const mean = n * codeLength / float64(len(alphabet)) // 1000, with a deviation of 31
	for _, letter := range alphabet {
		if d := float64(counts[letter]) - mean; math.Abs(d) > 200 {
			t.Errorf("%c comes %d times of %d", letter, counts[letter], n*codeLength)
		}
	}
}

func TestOnlyTheKeyOpens(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := teach(t, s)
		for _, key := range []string{"", other.key, c.key[1:], strings.ToLower(c.key)} {
			_, head := c.SetHead(c.ctx(), c.code, key, Change{Revision: 1})
			_, votes := c.Votes(c.ctx(), c.code, key)
			for i, err := range []error{head, votes, c.End(c.ctx(), c.code, key), c.Owns(c.ctx(), c.code, key),
				c.Hand(c.ctx(), c.code, key, "a=1")} {
				c.is(fmt.Sprintf("%d with the key %q", i, key), err, ErrKey)
			}
		}
		c.is("owns", c.Owns(c.ctx(), c.code, c.key), nil)
		seat := c.join()
		for _, m := range log(t, s, 0) {
			text := m.Subject + " " + string(m.Data)
			for _, secret := range []string{c.key, seat, "192.0.2"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s is in the log: %s", secret, text)
				}
			}
		}
	})
}

func TestSeatsAreAnothersInEachRoom(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := teach(t, s)
		seat := c.join()
		again, err := c.Join(c.ctx(), "192.0.2.1", c.code, seat)
		if c.is("join again", err, nil); again != seat {
			t.Error("a seat was exchanged for another")
		}
		moved, err := other.Join(c.ctx(), "192.0.2.1", other.code, seat)
		if c.is("join elsewhere", err, nil); moved == seat {
			t.Error("a seat of one room is one of another")
		}
		same(t, "seats of the room", c.head().Seats, 1)
		if a, b := c.rooms[c.code].record.hashSeat(seat), other.rooms[other.code].record.hashSeat(seat); a == b {
			t.Error("a seat has the same name in two rooms")
		}
	})
}

func TestWritesAreBounded(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seat, neighbour := c.join(), c.join()
		c.phase(Vote1, "q")
		full := func(when string) {
			t.Helper()
			for range MaxWrites {
				c.vote(seat, "q", 1, 1)
			}
			c.is(when, c.Vote(c.ctx(), c.code, seat, Vote{"q", 1, 2}), ErrBusy)
		}
		full("in the first minute")
		c.vote(neighbour, "q", 1, 1)
		c.clock.move(time.Minute)
		full("in the second")
		c.clock.move(-24 * time.Hour) // nobody is locked out until the clock has caught up
		full("after the clock was set back")
		same(t, "the votes", c.tally("q").Rounds[0].Counts, []Count{{1, 2}})
	})
}

func TestRoomsOfAnAddressAreBounded(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		for i := range MaxCreated { // one network of IPv6 is one address
			c.is("create", errorOf(c.Create(c.ctx(), fmt.Sprintf("2001:db8::%x", i), "ridge")), nil)
		}
		create := func(from string) error { return errorOf(c.Create(c.ctx(), from, "ridge")) }
		c.is("one more", create("2001:db8::1:2"), ErrBusy)
		c.is("of another machine of the household", create("2001:db8:0:1::1"), ErrBusy)
		c.is("of another household", create("2001:db8:0:100::1"), nil)
		c.clock.move(time.Minute)
		c.is("a minute later", create("2001:db8::1"), nil)
	})
}

func TestCodesAreNotFoundByTrying(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seat := c.join()
		find := func(from, code string, passes ...string) error {
			return errorOf(c.Find(c.ctx(), from, code, passes...))
		}
		for i := range MaxMissed {
			c.is("a wrong code", find("192.0.2.9", []string{"ABCDE", "nonsense"}[i%2]), ErrNone)
		}
		c.is("one more", find("192.0.2.9", "ABCDE"), ErrBusy)
		c.is("a right code", find("192.0.2.9", c.code), ErrBusy)
		c.is("with what is no seat", find("192.0.2.9", c.code, newSecret(), ""), ErrBusy)
		c.is("a wrong code with a seat", find("192.0.2.9", "ABCDE", seat), ErrBusy)
		c.is("with a seat", find("192.0.2.9", c.code, "", seat), nil)
		c.is("with the key", find("192.0.2.9", c.code, c.key), nil)
		pass := must(c.Pass(c.ctx(), c.code))
		c.is("with the pass", find("192.0.2.9", c.code, pass), nil)
		c.is("a wrong code with the pass", find("192.0.2.9", "ABCDE", pass), ErrBusy)
		c.is("from elsewhere", find("192.0.2.10", c.code), nil)
		c.clock.move(time.Minute)
		c.is("a minute later", find("192.0.2.9", c.code), nil)
	})
}

func TestALimiterIsBounded(t *testing.T) {
	l := limiter{limit: 2, each: time.Second, most: 3}
	now := time.Now()
	takes := func(key string, want ...bool) {
		t.Helper()
		for i, ok := range want {
			if l.take(key, now) != ok {
				t.Errorf("event %d of %s is refused: %v", i, key, ok)
			}
		}
	}
	takes("a", true, true, false)
	takes("b", true)
	takes("c", true)
	now = now.Add(time.Second) // one is made up for
	takes("a", true, false)
	takes("d", true) // in place of b
	if len(l.keys) != 3 || l.last.Len() != 3 || l.keys["b"] != nil {
		t.Errorf("%d keys, want the newest three", len(l.keys))
	}
	takes("a", false)
	now = now.Add(-time.Hour) // nobody is locked out until the clock has caught up
	takes("a", true, true, false)
}

func TestARoomLivesHalfADay(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		c.phase(Read, "q")
		c.join()
		head := func() error { return errorOf(c.Rooms.Head(c.ctx(), c.code)) }
		c.clock.move(-48 * time.Hour)
		c.is("after the clock was set back", head(), nil)
		c.clock.move(48*time.Hour + Life - time.Second)
		c.is("a second before", head(), nil)
		c.sweep()
		events := must(c.Watch(c.ctx(), "192.0.2.1", c.code, c.key))
		next(t, events)
		c.clock.move(time.Second)
		c.is("then", head(), ErrNone)
		c.sweep()
		if _, ok := next(t, events); ok {
			t.Error("the room is over, and watched")
		}
		if all := log(t, s, 0); len(all) != 0 || len(c.rooms) != 0 {
			t.Errorf("of %d rooms the log holds %v", len(c.rooms), all)
		}
	})
}

func TestTheEndRemovesAll(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := c.on(serve(t, s, c.clock))
		seat := c.join()
		c.phase(Vote1, "q")
		c.vote(seat, "q", 1, 1)
		c.is("ready", other.Ready(c.ctx()), nil)
		r := c.rooms[c.code]
		events := must(other.Watch(c.ctx(), "192.0.2.1", c.code, c.key))
		c.is("end", c.End(c.ctx(), c.code, c.key), nil)
		for {
			if _, ok := next(t, events); !ok {
				break
			}
		}
		for _, c := range []*class{c, other, c.on(serve(t, s, c.clock))} {
			_, head := c.Rooms.Head(c.ctx(), c.code)
			_, join := c.Join(c.ctx(), "192.0.2.1", c.code, seat)
			_, watch := c.Watch(c.ctx(), "192.0.2.1", c.code, c.key)
			for i, err := range []error{head, join, watch, c.Vote(c.ctx(), c.code, seat, Vote{"q", 1, 1}),
				c.End(c.ctx(), c.code, c.key), c.Owns(c.ctx(), c.code, c.key)} {
				c.is(fmt.Sprint(i), err, ErrNone)
			}
		}
		tomb := func(when string) {
			t.Helper()
			if all := log(t, s, 0); len(all) != 1 || all[0].Subject != headOf(c.code) ||
				strings.Contains(string(all[0].Data), "bandwidth") {
				t.Errorf("%s the log holds %q", when, texts(all))
			}
		}
		tomb("after the end")
		// A vote that was on its way removes itself.
		late := add(t, s, subjectOf(c.code, "vote", poll{"q", 1}, strings.Repeat("a", seatLength)), "1", Anywhere)
		c.is("late", c.settle(c.ctx(), r, late), ErrNone)
		tomb("after a late vote")
		c.is("after a late vote", errorOf(c.Rooms.Head(c.ctx(), c.code)), ErrNone)
	})
}

func TestServersOfOneLogAgree(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		servers := []*class{c, c.on(serve(t, s, c.clock)), c.on(serve(t, s, c.clock))}
		seats := make([]string, 60)
		errs := together(len(seats), func(i int) (err error) {
			seats[i], err = servers[i%3].Join(c.ctx(), "192.0.2.1", c.code, "")
			return err
		})
		servers[1].is("ready", servers[1].Ready(c.ctx()), nil)
		servers[1].phase(Vote1, "q")
		voted := together(len(seats), func(i int) error { // at a server that has not seen the seat perhaps
			return servers[(i+1)%3].Vote(c.ctx(), c.code, seats[i], Vote{"q", 1, float64(i % 4)})
		})
		for i, err := range slices.Concat(errs, voted) {
			c.is(fmt.Sprint(i), err, nil)
		}
		want := Tally{Question: "q", Rounds: [2]Result{{false, 60, []Count{{0, 15}, {1, 15}, {2, 15}, {3, 15}}}}}
		for _, server := range servers {
			agree(t, server, s, want)
		}
	})
}

// Votes that meet the close are either refused or counted, at every server.
func TestAVoteThatIsTakenCounts(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		servers := []*class{c, c.on(serve(t, s, c.clock))}
		seats := make([]string, 100)
		for i, err := range together(len(seats), func(i int) (err error) {
			seats[i], err = c.Join(c.ctx(), "192.0.2.1", c.code, "")
			return err
		}) {
			c.is(fmt.Sprint(i), err, nil)
		}
		c.phase(Vote1, "q")
		c.is("ready", servers[1].Ready(c.ctx()), nil)
		errs := together(len(seats)+1, func(i int) error {
			if i == len(seats)/2 {
				_, err := c.set(Change{Phase: new(Closed1)})
				return err
			}
			if i > len(seats)/2 {
				i--
			}
			return servers[i%2].Vote(c.ctx(), c.code, seats[i], Vote{"q", 1, 1})
		})
		taken := 0
		for _, err := range errs {
			if err == nil {
				taken++
			} else {
				c.closed("a vote that meets the close", err, Closed1)
			}
		}
		taken-- // the close
		for _, server := range servers {
			server.is("ready", server.Ready(c.ctx()), nil)
			if got := server.tally("q").Rounds[0]; !got.Closed || got.Votes != taken {
				t.Errorf("%d votes count, and %d were taken", got.Votes, taken)
			}
		}
	})
}

// What others write into the log does not stop what is read after it.
func TestJunkIsPassedOver(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		seatOf := strings.Repeat("a", seatLength)
		for _, subject := range []string{"room.x", "room.ABCDE.head.more", "room.ABCDE.vote", "room.abcde.head",
			"room.ABCDE.head", "room.ABCDE.vote.q.3.x", "room.ABCDE.vote.q.1." + seatOf, "room.ABCDE.seat.x",
			"room.ABCDE.sketch.q.1." + seatOf, "room.ABCDE.pick.q.1." + seatOf} {
			add(t, s, subject, "junk", Anywhere)
		}
		c.phase(Vote1, "q")
		seat := c.join()
		c.vote(seat, "q", 1, 1)
		c.is("a room of junk", errorOf(c.Rooms.Head(c.ctx(), "ABCDE")), ErrNone)
	})
}

func TestWhoLeavesIsNotWaitedFor(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		gone, cancel := context.WithCancel(c.ctx())
		cancel()
		c.is("join", errorOf(c.Join(gone, "192.0.2.1", c.code, "")), context.Canceled)
		c.is("ready", c.Ready(c.ctx()), nil)
	})
}
