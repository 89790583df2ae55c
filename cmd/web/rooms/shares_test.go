//go:build !js

package rooms

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// from is an address of a household of its own.
func from(i int) string { return fmt.Sprintf("198.51.%d.%d", 100+i/250, 1+i%250) }

// create makes a room from an address.
func (c *class) create(from string) (code, key string, err error) {
	return c.Create(c.ctx(), from, "ridge")
}

// From many addresses all rooms are made that there may be, and one teacher more has hers: one
// of those goes that an address has several of. The room that a class is in stays.
func TestRoomsAreSharedOut(t *testing.T) {
	c := teach(t, Memory())
	c.vote(c.voter("q"), "q", 1, 1)
	n := 1
	for i := 0; n < MaxRooms; i++ {
		for range min(MaxCreated, MaxRooms-n) {
			c.is("create", errorOf(c.create(from(i))), nil)
			n++
		}
	}
	code, key, err := c.create("203.0.113.1")
	c.is("one more", err, nil)
	c.is("hers", c.Owns(c.ctx(), code, key), nil)
	c.is("that of the class", c.Owns(c.ctx(), c.code, c.key), nil)
	rooms, _ := c.Count()
	same(t, "rooms", rooms, MaxRooms)
	c.clock.move(Life)
	c.is("when all are over", errorOf(c.create("203.0.113.2")), nil)
	rooms, _ = c.Count()
	same(t, "rooms when all are over", rooms, 1)
}

// Where each has one room, one that is quiet for an hour goes, and none before.
func TestRoomsThatAreQuietMakeRoom(t *testing.T) {
	c := teach(t, Memory())
	for i := range MaxRooms - 1 {
		c.is("create", errorOf(c.create(from(i))), nil)
	}
	c.is("one more", errorOf(c.create("203.0.113.1")), ErrFull)
	events, err := c.Watch(c.ctx(), "", c.code, c.join())
	c.is("watch", err, nil)
	c.clock.move(quietFor)
	c.is("an hour later", errorOf(c.create("203.0.113.1")), nil)
	c.is("what is watched", c.Owns(c.ctx(), c.code, c.key), nil)
	next(t, events)
}

// A household has so many rooms: of more, its own oldest goes.
func TestRoomsOfAHouseholdAreBounded(t *testing.T) {
	c := teach(t, Memory())
	var codes, keys []string
	for range MaxHouseRooms + 1 {
		code, key, err := c.create("203.0.113.1")
		c.is("create", err, nil)
		codes, keys = append(codes, code), append(keys, key)
		c.clock.move(time.Minute)
	}
	c.is("the first", c.Owns(c.ctx(), codes[0], keys[0]), ErrNone)
	for i := range MaxHouseRooms {
		c.is("the others", c.Owns(c.ctx(), codes[i+1], keys[i+1]), nil)
	}
	c.is("another's", c.Owns(c.ctx(), c.code, c.key), nil)
}

// voter is a seat in the first round of a question.
func (c *class) voter(question string) string {
	c.phase(Vote1, question)
	return c.join()
}

// A household gets so many seats at once, and then five a second; others theirs.
func TestSeatsOfAHouseholdAreBounded(t *testing.T) {
	c := teach(t, Memory())
	join := func(from string) error { return errorOf(c.Join(c.ctx(), from, c.code, "")) }
	for range MaxJoined {
		c.is("join", join("203.0.113.1"), nil)
	}
	c.is("one more", join("203.0.113.1"), ErrBusy)
	c.is("of another", join("203.0.113.2"), nil)
	c.clock.move(time.Second)
	for range 5 {
		c.is("a second later", join("203.0.113.1"), nil)
	}
	c.is("a sixth", join("203.0.113.1"), ErrBusy)
}

// A room that is full of seats which have never done anything has one for each who comes, on
// every server, and the log is no longer for it. Who has voted keeps hers, and who listens keeps
// hers while others do nothing at all.
func TestSeatsAreSharedOut(t *testing.T) {
	s := Memory()
	c := teach(t, s)
	voter := c.voter("q")
	c.vote(voter, "q", 1, 1)
	listener := c.join()
	_ = must(c.Watch(c.ctx(), "", c.code, listener))
	for i := range MaxSeats - 2 {
		_ = must(c.Join(c.ctx(), from(i/100), c.code, ""))
	}
	c.clock.move(freshFor)
	before := len(log(t, s, 0))
	for i := range 300 {
		seat := must(c.Join(c.ctx(), "203.0.113.1", c.code, ""))
		if i < 30 {
			c.vote(seat, "q", 1, 2)
		}
	}
	h := c.head()
	if h.Seats > MaxSeats || h.Silent != h.Seats-31 || h.Voted != 31 {
		t.Errorf("%d seats, %d of them silent, %d have voted", h.Seats, h.Silent, h.Voted)
	}
	if after := len(log(t, s, 0)); after > before+30+perSubject+10 {
		t.Errorf("the log had %d messages, and has %d", before, after)
	}
	c.vote(voter, "q", 1, 3)
	c.vote(listener, "q", 1, 3)
	c.is("ready", c.Ready(c.ctx()), nil)
	for name, server := range map[string]*Rooms{"the server": c.Rooms, "one that starts now": serve(t, s, c.clock)} {
		tally := c.on(server).tally("q")
		if h := c.on(server).head(); h.Seats > MaxSeats || tally.Rounds[0].Votes != 32 {
			t.Errorf("%s has %d seats, and %d votes", name, h.Seats, tally.Rounds[0].Votes)
		}
		if n := server.rooms[c.code].places; n > MaxSeats+1 {
			t.Errorf("%s has given %d places", name, n)
		}
	}
}

// Where servers have let in more than there may be, each message that takes them back is one
// that the log takes.
func TestManySeatsMakeRoomAtOnce(t *testing.T) {
	s := Memory()
	c := teach(t, s)
	for i := range MaxSeats + 2*outAtOnce {
		add(t, s, fmt.Sprintf("room.%s.seat.%0*d", c.code, seatLength, i), "", Anywhere)
	}
	c.is("ready", c.Ready(c.ctx()), nil)
	c.join()
	same(t, "seats", c.head().Seats, MaxSeats)
	for _, m := range log(t, s, 0) {
		if len(m.Data) > MaxBody {
			t.Errorf("%s has %d bytes", m.Subject, len(m.Data))
		}
	}
}

// A hall behind one address comes at once, and again where its teacher takes the seats back.
func TestAHallComesAtOnce(t *testing.T) {
	c := teach(t, Memory())
	const hall = 500
	for range 2 {
		for range hall {
			_ = must(c.Join(c.ctx(), "203.0.113.1", c.code, ""))
		}
		if n, err := c.Dismiss(c.ctx(), c.code, c.key); n != hall || err != nil {
			t.Errorf("%d seats are taken back, %v", n, err)
		}
	}
}

// The classes of a school, which has one address, begin at once, and none ends another's.
func TestASchoolHasItsRooms(t *testing.T) {
	c := teach(t, Memory())
	keys := map[string]string{}
	for range 30 {
		code, key, err := c.create("203.0.113.1")
		c.is("create", err, nil)
		keys[code] = key
	}
	for code, key := range keys {
		c.is("a class", c.Owns(c.ctx(), code, key), nil)
	}
}

// A teacher takes back the seats that have written nothing; who was there has another.
func TestATeacherDismissesWhoIsSilent(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := c.on(serve(t, s, c.clock))
		voter := c.voter("q")
		c.vote(voter, "q", 1, 1)
		var silent []string
		for range outAtOnce + 2 {
			silent = append(silent, c.join())
		}
		events, err := other.Watch(c.ctx(), "", c.code, silent[0])
		c.is("watch", err, nil)
		next(t, events)
		c.is("without the key", errorOf(c.Dismiss(c.ctx(), c.code, voter)), ErrKey)
		n, err := c.Dismiss(c.ctx(), c.code, c.key)
		c.is("dismiss", err, nil)
		same(t, "seats that are taken back", n, len(silent))
		if _, ok := next(t, events); ok {
			t.Error("whose seat is taken back hears more")
		}
		for _, m := range log(t, s, 0) {
			if strings.Contains(m.Subject, ".seat.") && m.Subject != "room."+c.code+".seat."+
				c.rooms[c.code].record.hashSeat(voter) {
				t.Errorf("the log still has %s", m.Subject)
			}
		}
		again, err := c.Join(c.ctx(), "", c.code, silent[0])
		if c.is("join", err, nil); again == silent[0] {
			t.Error("a seat that was taken back is given again")
		}
		c.vote(voter, "q", 1, 2)
		c.vote(again, "q", 1, 2)
		anew := serve(t, s, c.clock)
		for name, server := range map[string]*Rooms{"here": c.Rooms, "there": other.Rooms, "anew": anew} {
			c.is("ready", server.Ready(c.ctx()), nil)
			if h := c.on(server).head(); h.Seats != 2 || h.Silent != 0 || h.Voted != 2 {
				t.Errorf("%s are %d seats, %d of them silent, and %d have voted", name, h.Seats, h.Silent, h.Voted)
			}
		}
	})
}

// A stream wants a seat or the key. A seat has three: the first makes room for a fourth.
func TestStreamsOfASeatAreBounded(t *testing.T) {
	c := teach(t, Memory())
	for _, pass := range []string{"", newSecret()} {
		c.is("without a seat", errorOf(c.Watch(c.ctx(), "", c.code, pass)), ErrSeat)
	}
	seat := c.join()
	watch := func() <-chan Event {
		t.Helper()
		events := must(c.Watch(c.ctx(), "", c.code, seat))
		c.clock.move(time.Second)
		next(t, events)
		return events
	}
	first := watch()
	for range MaxSeatStreams {
		watch()
	}
	if _, ok := next(t, first); ok {
		t.Error("the first stream of four hears more")
	}
	_, watchers := c.Count()
	same(t, "streams", watchers, MaxSeatStreams)
}

// Where all streams are open that there may be, those of seats that have written nothing, of
// the address that has most of them, make room; a class's stay.
func TestStreamsAreSharedOut(t *testing.T) {
	c := teach(t, Memory())
	voter := c.voter("q")
	c.vote(voter, "q", 1, 1)
	mine := must(c.Watch(c.ctx(), "203.0.113.1", c.code, voter))
	next(t, mine)
	open := func(from, code string) (<-chan Event, error) {
		seat, err := c.Join(c.ctx(), from, code, "")
		if err != nil {
			return nil, err
		}
		return c.Watch(c.ctx(), from, code, seat)
	}
	codes := []string{c.code}
	for i := range 3 {
		code, _, err := c.create(from(i))
		c.is("create", err, nil)
		codes = append(codes, code)
	}
	for i := range MaxStreams - 1 {
		_ = must(open(from(i/200), codes[i%len(codes)]))
	}
	for range 40 {
		events := must(open("203.0.113.1", c.code))
		if _, ok := next(t, events); !ok {
			t.Fatal("a classmate's stream has ended")
		}
	}
	_, watchers := c.Count()
	same(t, "streams", watchers, MaxStreams)
	c.phase(Closed1, "q")
	if _, ok := next(t, mine); !ok {
		t.Error("the stream of who has voted has ended")
	}
}

// Many addresses that try codes shut nobody out, and a hall that has them within is let in by
// the code, since others of it are.
func TestAHallIsNotShutOut(t *testing.T) {
	c := teach(t, Memory())
	find := func(from, code string) error { return errorOf(c.Find(c.ctx(), from, code)) }
	for i := range maxTracked + 10 {
		c.missed.take(fmt.Sprintf("2001:db8:%x:%x00::/56", i/256, i%256), c.clock.Now())
	}
	c.is("of another address", find("203.0.113.9", c.code), nil)
	_ = must(c.Join(c.ctx(), "203.0.113.1", c.code, ""))
	for range MaxMissed {
		c.is("a wrong code", find("203.0.113.1", "ABCDE"), ErrNone)
	}
	c.is("a wrong code", find("203.0.113.1", "ABCDE"), ErrBusy)
	c.is("a classmate", find("203.0.113.1", c.code), nil)
	other, _, err := c.create("203.0.113.2")
	c.is("create", err, nil)
	c.is("a room that nobody of the hall is in", find("203.0.113.1", other), ErrBusy)
}

// Who is refused learns nothing from how long it takes: the log is not asked.
func TestWhoIsRefusedLearnsNothing(t *testing.T) {
	s := &asked{Store: Memory()}
	c := teach(t, s)
	for range MaxMissed {
		c.is("a wrong code", errorOf(c.Find(c.ctx(), "203.0.113.1", "ABCDE")), ErrNone)
	}
	before := s.lasts.Load()
	for _, code := range []string{c.code, "ABCDE", "nonsense"} {
		c.is(code, errorOf(c.Find(c.ctx(), "203.0.113.1", code, newSecret())), ErrBusy)
	}
	same(t, "how often the log is asked", s.lasts.Load()-before, 0)
}

// asked counts how often the end of the log is asked for.
type asked struct {
	Store
	lasts atomic.Int64
}

func (a *asked) Last(ctx context.Context) (uint64, error) {
	a.lasts.Add(1)
	return a.Store.Last(ctx)
}
