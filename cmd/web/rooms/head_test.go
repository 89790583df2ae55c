//go:build !js

package rooms

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestHeadBegins(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		want := Head{Revision: c.head().Revision, Created: c.clock.now.Truncate(time.Millisecond), Lesson: "bandwidth",
			Pace: Teacher, Phase: Explore, Round: 1}
		if same(t, "head", c.head(), want); want.Revision == 0 {
			t.Error("it has no revision")
		}
	})
}

func TestHeadKeepsWhatIsLeftOut(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		all := Change{Lesson: new("ridge"), Screen: new(3), Query: new("fit.lambda=0.1&fit.data=mcycle"),
			Pace: new(Free), Phase: new(Closed1), Question: new("price"), LeftMS: new(int64(90_000)),
			Released: new(true)}
		set := must(c.set(all))
		want := Head{Revision: set.Revision, Created: set.Created, Lesson: "ridge", Screen: 3, Query: *all.Query,
			Pace: Free, Phase: Closed1, Question: "price", Round: 1, Left: 90 * time.Second, Released: true}
		same(t, "all at once", set, want)
		again := must(c.set(Change{}))
		if want.Revision = again.Revision; again.Revision <= set.Revision {
			t.Errorf("revision %d comes after %d", again.Revision, set.Revision)
		}
		same(t, "without a change", again, want)
		same(t, "another server", c.on(serve(t, s, c.clock)).head(), want)
	})
}

func TestTwoDevicesOfATeacherDoNotCross(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		servers := []*Rooms{c.Rooms, serve(t, s, c.clock)}
		old := c.head()
		heads := make([]Head, 8)
		errs := together(len(heads), func(i int) (err error) {
			change := Change{Revision: old.Revision, Screen: new(i + 1)}
			heads[i], err = servers[i%2].SetHead(c.ctx(), c.code, c.key, change)
			return err
		})
		won := 0
		now := c.head()
		for i, err := range errs {
			if err == nil {
				won++
			} else {
				c.is(fmt.Sprint(i), err, ErrOld)
			}
			same(t, fmt.Sprint("what ", i, " was told"), heads[i], now)
		}
		if won != 1 || now.Screen == 0 {
			t.Errorf("%d of 8 changes were taken, and the screen is %d", won, now.Screen)
		}
	})
}

func TestHeadHasBounds(t *testing.T) {
	long := strings.Repeat("a", MaxQuery+1)
	tests := map[string]Change{
		"lesson":   {Lesson: new("a.b")},
		"screen":   {Screen: new(-1)},
		"query":    {Query: &long},
		"pace":     {Pace: new(Pace("slow"))},
		"phase":    {Phase: new(Phase("vote3"))},
		"question": {Question: new(strings.Repeat("q", 49))},
		"round":    {Round: new(3)},
		"left_ms":  {LeftMS: new(maxLeft.Milliseconds() + 1)},
		"released": {Phase: new(Vote1), Question: new("q"), Released: new(true)},
	}
	c := teach(t, Memory())
	was := c.head()
	for field, change := range tests {
		wrongIn(t, field, errorOf(c.set(change)), field)
	}
	for _, query := range []string{"a=\n", "a=\"", "a=<", "a=é", "a=\\", "a= "} {
		wrongIn(t, "query "+query, errorOf(c.set(Change{Query: &query})), "query")
		wrongIn(t, "hand "+query, c.Hand(c.ctx(), c.code, c.key, query), "hand")
	}
	both := Change{Lesson: new(strings.Repeat("l", 24)), Question: new(strings.Repeat("q", 24))}
	if _, err := c.set(both); !errors.As(err, new(*FieldError)) {
		t.Error("a poll of too long a name:", err)
	}
	same(t, "after changes that are refused", c.head(), was)
}

func TestPhasesBringTheirRound(t *testing.T) {
	c := teach(t, Memory())
	if _, err := c.set(Change{Phase: new(Read)}); err == nil {
		t.Error("a phase with a question has none")
	}
	for _, step := range []struct {
		phase    Phase
		question string
		round    int
		released bool
	}{
		{Read, "q", 1, false}, {Vote1, "q", 1, false}, {Closed1, "q", 1, false}, {Discuss, "q", 1, false},
		{Vote2, "q", 2, false}, {Closed2, "q", 2, false}, {Reveal, "q", 2, true}, {Explore, "q", 2, false},
		{Read, "r", 1, false}, {Vote1, "r", 1, false}, {Reveal, "r", 1, true}, {Read, "q", 1, false},
	} {
		if h := c.phase(step.phase, step.question); h.Round != step.round || h.Released != step.released {
			t.Errorf("%s of %s: round %d, released %t; want %d, %t", step.phase, step.question, h.Round, h.Released,
				step.round, step.released)
		}
	}
	if _, err := c.set(Change{Phase: new(Vote2), Round: new(1)}); err == nil {
		t.Error("the second vote has round 1")
	}
	show := Change{Released: new(true), Shown: new(true), LeftMS: new(int64(1000))}
	c.phase(Discuss, "q")
	if h, err := c.set(show); err != nil || !h.Released || !h.Shown {
		t.Error("the teacher cannot release the first tally in the discussion:", err)
	}
	if h := c.phase(Vote2, "q"); h.Released || h.Shown || h.Left != 0 {
		t.Errorf("a vote begins with the tally released %t, shown %t, %v left", h.Released, h.Shown, h.Left)
	}
	c.phase(Explore, "q")
	if h, err := c.set(show); err != nil || !h.Shown {
		t.Error("the teacher cannot show what was done:", err)
	}
	if h, err := c.set(Change{Lesson: new("ridge")}); err != nil || h.Released || h.Shown || h.Left != 0 {
		t.Errorf("a lesson begins with %+v, %v", h, err)
	}
}

func TestCountdownIsWhatIsLeft(t *testing.T) {
	c := teach(t, Memory())
	c.phase(Discuss, "q")
	_ = must(c.set(Change{LeftMS: new(int64(60_000))}))
	for _, step := range []struct{ move, left time.Duration }{
		{0, time.Minute}, {20 * time.Second, 40 * time.Second}, {-time.Hour, time.Minute}, {2 * time.Hour, 0},
	} {
		c.clock.move(step.move)
		same(t, fmt.Sprint("left after a move of ", step.move), c.head().Left, step.left)
	}
}

func TestARoomHasSoManyQuestions(t *testing.T) {
	c := teach(t, Memory())
	query := strings.Repeat("&", MaxQuery)
	for i := range MaxQuestions {
		name := fmt.Sprintf("%0*d", maxPoll-len(of("bandwidth", "")), i)
		for _, phase := range []Phase{Vote1, Vote2, Reveal} {
			c.phase(phase, name)
		}
		c.is(fmt.Sprint("the longest query beside questions up to ", i), errorOf(c.set(Change{Query: &query})), nil)
	}
	wrongIn(t, "one more", errorOf(c.set(Change{Phase: new(Vote1), Question: new("more")})), "question")
	c.phase(Vote1, fmt.Sprintf("%0*d", maxPoll-len(of("bandwidth", "")), 0))
}
