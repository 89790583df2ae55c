//go:build !js

package rooms

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchersLearnOfWhatIsNew(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := c.on(serve(t, s, c.clock))
		ctx, leave := context.WithCancel(c.ctx())
		defer leave()
		here := must(c.Watch(c.ctx(), "192.0.2.1", c.code, c.key))
		there, err := other.Watch(ctx, "192.0.2.1", c.code, c.key)
		c.is("watch", err, nil)
		hear := func(when string, want Event) {
			t.Helper()
			for _, events := range []<-chan Event{here, there} {
				e, _ := next(t, events)
				same(t, when, e, want)
			}
		}
		hear("at first", Event{Revision: c.head().Revision})
		second := c.phase(Read, "q").Revision
		hear("after a change", Event{Revision: second})
		c.is("hand", other.Hand(c.ctx(), c.code, c.key, "fit.lambda=0.5"), nil)
		hear("of the hand", Event{second, "fit.lambda=0.5"})
		leave()
		if e, ok := next(t, there); ok {
			t.Errorf("who left hears %v", e)
		}
		c.Rooms.Close()
		if e, ok := next(t, here); ok {
			t.Errorf("of a server that stopped comes %v", e)
		}
		if errorOf(c.Watch(c.ctx(), "192.0.2.1", c.code, c.key)) == nil {
			t.Error("a server that stopped is watched")
		}
	})
}

func TestWhoIsSlowFindsTheNewest(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		events, err := c.Watch(c.ctx(), "192.0.2.1", c.code, c.key)
		c.is("watch", err, nil)
		var last Head
		for i := range 20 {
			last = must(c.set(Change{Screen: new(i)}))
		}
		e, _ := next(t, events)
		same(t, "revision of the next event", e.Revision, last.Revision)
		select {
		case e := <-events:
			t.Errorf("then comes %v", e)
		default:
		}
	})
}

// The last move of a hand arrives, and on the way there no more than ten a second.
func TestHandsAreHeldBack(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		events := must(c.Watch(c.ctx(), "192.0.2.1", c.code, c.key))
		next(t, events)
		began := time.Now()
		const moves = 200
		for i := range moves {
			c.is("hand", c.Hand(c.ctx(), c.code, c.key, fmt.Sprint("a=", i)), nil)
		}
		took := time.Since(began)
		n := 0
		for {
			e, _ := next(t, events)
			n++
			if e.Hand == fmt.Sprint("a=", moves-1) {
				break
			}
		}
		if most := 2 + int(took/handBeat); n > most {
			t.Errorf("%d of %d moves in %v went out, want %d at most", n, moves, took, most)
		}
		if all := log(t, s, 0); len(all) != 1 {
			t.Errorf("the log holds %v; a hand is not kept", all)
		}
	})
}

func TestHandsBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := teach(t, Memory())
		events := must(c.Watch(c.ctx(), "192.0.2.1", c.code, c.key))
		<-events
		type arrival struct {
			after time.Duration
			hand  string
		}
		var came []arrival
		began := time.Now()
		for i := range 25 { // 31 ms apart
			c.is("hand", c.Hand(c.ctx(), c.code, c.key, fmt.Sprint("a=", i)), nil)
			for range 31 {
				time.Sleep(time.Millisecond)
				select {
				case e := <-events:
					came = append(came, arrival{time.Since(began), e.Hand})
				default:
				}
			}
		}
		want := []string{"a=0", "a=3", "a=6", "a=9", "a=12", "a=16", "a=19", "a=22"}
		for i, a := range came {
			if i >= len(want) || a.hand != want[i] || a.after.Round(10*time.Millisecond) != time.Duration(i)*handBeat {
				t.Errorf("move %d came as %s after %v", i, a.hand, a.after)
			}
		}
		same(t, "the last move", (<-events).Hand, "a=24")
		time.Sleep(time.Second)
		select {
		case e := <-events:
			t.Errorf("after the last move comes %v", e)
		default:
		}
		// What was held back says nothing of a head that came after it.
		c.is("hand", c.Hand(c.ctx(), c.code, c.key, "b=1"), nil)
		c.is("hand", c.Hand(c.ctx(), c.code, c.key, "b=2"), nil)
		h := must(c.set(Change{Query: new("b=3")}))
		time.Sleep(time.Second)
		same(t, "what comes after the head", <-events, Event{Revision: h.Revision})
		c.Rooms.Close()
	})
}
