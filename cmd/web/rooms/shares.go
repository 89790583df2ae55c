package rooms

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/fair"
)

// This file has who makes room where there is none left: rooms, seats in a room, and streams
// are shared out by package fair, to browsers and households.

// Shares, each of one server. What is known of households is kept in memory only, and of rooms
// and seats that another server has made, or that were there before the start, nothing is.
const (
	// MaxRooms exist at once. MaxHouseRooms are one household's, which may be a campus: a school
	// of thirty classes must not have one end another's.
	MaxRooms, MaxHouseRooms = 200, 100
	// quietFor is after how long a room that nobody watches and that nothing happens in makes
	// room for a new one: classes have breaks.
	quietFor = time.Hour

	// MaxSeats are in a room; the largest lecture halls have fewer.
	MaxSeats = 2000
	// MaxJoined is how many seats of a room a household gets at once, and from then on one each
	// joinEach: a hall behind one address, five hundred, comes within seconds, and once more where
	// its teacher takes seats back.
	MaxJoined = MaxSeats / 2
	joinEach  = time.Second / 5

	// freshFor is how long a seat counts as one that listens before it does: a phone has to load
	// the page first.
	freshFor = 10 * time.Second

	// MaxStreams are open at once. A connection is open for each, of which a server has a
	// thousand more. One household, which may be a hall, has as many as a room has seats.
	MaxStreams, MaxHouseStreams = 3072, MaxSeats
	// MaxSeatStreams are one seat's: two windows, and the one of before the network changed.
	MaxSeatStreams = 3
)

// An arrival is what this server knows of a seat beside the log.
type arrival struct {
	house string
	at    time.Time // of the last time that its page was opened
}

// A watcher is who follows a room.
type watcher struct {
	seat, house string // the seat's hash; "" for who has the key
	since       time.Time
}

// A stream is what a watcher hears.
type stream struct {
	room   *room
	events chan Event
}

// admitRoom returns which rooms end for a new one of a household. The lock is held.
func (s *Rooms) admitRoom(house string, now time.Time) (out []*room, err error) {
	var claims []fair.Claim[*room]
	for _, r := range s.rooms {
		if !r.exists(now) {
			continue
		}
		c := fair.Claim[*room]{Key: r, House: r.house, Size: 1, State: fair.Used, Since: r.used}
		if len(r.watchers) == 0 && now.Sub(r.used) >= quietFor {
			c.State = fair.Idle
		}
		claims = append(claims, c)
	}
	out, ok := fair.Admit(fair.Bounds{All: MaxRooms, House: MaxHouseRooms}, claims,
		fair.Claim[*room]{House: house, Size: 1})
	if !ok {
		return nil, ErrFull
	}
	return out, nil
}

// admitSeat returns which seats of the room, by hash, make room for another of a household.
// Those that have written anything never do. The lock is held.
func (r *room) admitSeat(house string, now time.Time) (out []string, err error) {
	if len(r.seats) < MaxSeats {
		return nil, nil
	}
	watching := map[string]bool{}
	for _, w := range r.watchers {
		watching[w.seat] = true
	}
	claims := make([]fair.Claim[string], 0, len(r.seats))
	for seat := range r.seats {
		known := r.arrivals[seat]
		c := fair.Claim[string]{Key: seat, House: known.house, Size: 1, Since: known.at}
		switch {
		case r.wrote[seat] > 0:
			c.State = fair.Held
		case watching[seat], now.Sub(known.at) < freshFor:
			c.State = fair.Used
		}
		claims = append(claims, c)
	}
	out, ok := fair.Admit(fair.Bounds{All: MaxSeats}, claims, fair.Claim[string]{House: house, Size: 1})
	if !ok {
		return nil, ErrFull
	}
	return out, nil
}

// newSeat returns a new seat in the room for a household. Whoever makes room for it is out here
// at once, so that no other who joins counts on the same.
func (s *Rooms) newSeat(ctx context.Context, house, code string) (string, error) {
	r, err := s.enter(ctx, code)
	if err != nil {
		return "", err
	}
	if house != "" && !r.joined.take(house, s.now()) {
		s.mu.Unlock()
		return "", ErrBusy
	}
	out, err := r.admitSeat(house, s.now())
	if err != nil {
		s.mu.Unlock()
		return "", err
	}
	r.out(out)
	seat := newSecret()
	name := r.record.hashSeat(seat)
	r.arrivals = with(r.arrivals, name, arrival{house, s.now()})
	r.greet(house)
	s.mu.Unlock()
	err = s.dismiss(ctx, r, out)
	var position uint64
	if err == nil {
		position, err = s.append(ctx, "room."+r.code+".seat."+name, nil, Anywhere)
	}
	if err != nil {
		s.mu.Lock()
		delete(r.arrivals, name)
		s.mu.Unlock()
		return "", err
	}
	if err := s.settle(ctx, r, position); err != nil {
		return "", err
	}
	s.mu.Unlock()
	return seat, nil
}

// admitStream ends the streams that make room for another of a watcher: phones open theirs
// again. Those of seats that have written nothing are first. The lock is held.
func (s *Rooms) admitStream(r *room, w watcher) error {
	total := 0
	for _, other := range s.rooms {
		total += len(other.watchers)
	}
	var claims []fair.Claim[stream]
	for _, other := range s.rooms {
		if total < MaxHouseStreams && other != r {
			continue // the seat's own bound alone can be reached
		}
		for events, v := range other.watchers {
			c := fair.Claim[stream]{Key: stream{other, events}, House: v.house, Size: 1, Since: v.since}
			if v.seat != "" {
				c.Seat = other.code + " " + v.seat
			}
			if v.seat == "" || other.wrote[v.seat] > 0 {
				c.State = fair.Used
			}
			claims = append(claims, c)
		}
	}
	want := fair.Claim[stream]{House: w.house, Size: 1}
	if w.seat != "" {
		want.Seat = r.code + " " + w.seat
	}
	out, ok := fair.Admit(fair.Bounds{All: MaxStreams, House: MaxHouseStreams, Seat: MaxSeatStreams}, claims, want)
	if !ok {
		return ErrFull
	}
	for _, v := range out {
		v.room.leave(v.events)
	}
	return nil
}

// outAtOnce are the seats that one message takes back.
const outAtOnce = 128

// Dismiss takes back the seats of the room that have written nothing, and returns how many: who
// is there opens the page, or the stream, again and has another.
func (s *Rooms) Dismiss(ctx context.Context, code, key string) (n int, err error) {
	r, err := s.own(ctx, code, key)
	if err != nil {
		return 0, err
	}
	var out []string
	for seat := range r.seats {
		if r.wrote[seat] == 0 {
			out = append(out, seat)
		}
	}
	s.mu.Unlock()
	return len(out), s.dismiss(ctx, r, out)
}

// dismiss takes back seats that have written nothing where the log has it: who writes
// meanwhile keeps hers. What was in the log of them goes.
func (s *Rooms) dismiss(ctx context.Context, r *room, out []string) error {
	for batch := range slices.Chunk(out, outAtOnce) {
		if err := s.dismissAtOnce(ctx, r, batch); err != nil {
			return err
		}
	}
	return nil
}

func (s *Rooms) dismissAtOnce(ctx context.Context, r *room, out []string) error {
	position, err := s.append(ctx, "room."+r.code+".out", []byte(strings.Join(out, " ")), Anywhere)
	if err != nil {
		return err
	}
	if err := s.wait(ctx, position); err != nil {
		return err
	}
	for _, seat := range out {
		s.mu.Lock()
		_, stays := r.seats[seat]
		s.mu.Unlock()
		if stays {
			continue
		}
		if err := s.store.Forget(ctx, "room."+r.code+".seat."+seat); err != nil {
			s.log.Debug("rooms: a seat stays in the log", "error", err) // and is taken back again when it is read
		}
	}
	return nil
}

// out folds that seats are taken back. Those that have written stay.
func (r *room) out(seats []string) {
	for _, seat := range seats {
		place, in := r.seats[seat]
		if !in || r.wrote[seat] > 0 {
			continue
		}
		r.free = append(r.free, place)
		delete(r.seats, seat)
		delete(r.arrivals, seat)
		for events, w := range r.watchers {
			if w.seat == seat {
				r.leave(events)
			}
		}
	}
}

// silent is how many seats have written nothing.
func (r *room) silent() int { return len(r.seats) - len(r.wrote) }

// knows reports whether somebody of a household has opened the room, or joined it.
func (r *room) knows(house string) bool {
	_, ok := r.houses[house]
	return ok && house != ""
}

// greet notes that a household has.
func (r *room) greet(house string) {
	if house != "" && len(r.houses) < MaxSeats {
		r.houses = with(r.houses, house, struct{}{})
	}
}

// passLength letters of a hash are what a picture of the room's address has beside the code.
const passLength = 10

// pass is what proves that somebody has seen the picture of the room's address.
func (r *room) pass() string { return r.record.hashSeat("picture")[:passLength] }

// Pass returns what stands in the picture of the room's address, beside its code: with it Find
// lets in who comes from an address at which others try codes.
func (s *Rooms) Pass(ctx context.Context, code string) (string, error) {
	r, err := s.enter(ctx, code)
	return told(s, r, err, func(r *room) string { return r.pass() })
}

// lets reports whether somebody of a household may enter who would be refused for all the
// wrong codes that came from there: with a seat, the key or the pass, or where somebody of the
// household is in already. A room that is not there lets in nobody, after the same time.
func (r *room) lets(house string, passes []string) bool {
	in := r.knows(house)
	for _, pass := range passes {
		_, seated := r.seats[r.record.hashSeat(pass)]
		seen := pass == r.pass()
		in = r.record.owns(pass) || seated || seen || in
	}
	return in
}
