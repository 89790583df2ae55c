package rooms

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A room is what the log says of one, folded message by message: every server that has
// read as far has the same. It may have seats before it has a head, since the log drops
// old heads before old seats; then it does not exist yet.
type room struct {
	code     string
	record   record
	revision uint64             // of record, 0 before the first head
	folded   time.Time          // when its first message was
	seats    map[string]int     // by hash: the places in joining
	places   int                // that have been given,
	free     []int              // and of them those whose seats were taken back
	wrote    map[string]int     // by hash: how many polls a seat has an answer to, of all kinds
	votes    map[poll][]ballots // by place
	sketches map[poll]map[int][Heights]byte
	picks    map[poll]map[int]Pick
	points   map[poll]map[int]Point
	tests    map[int]sentTest // of the concept test, by place: the first of each

	writes   limiter // by seat
	watchers map[chan Event]watcher
	hand     hand

	// What this server alone knows.
	house    string              // whose household made it, if this server did
	houses   map[string]struct{} // those that somebody is in the room from
	used     time.Time           // when its last message was folded
	arrivals map[string]arrival  // by hash of a seat
	joined   limiter             // by household
}

// ballots are a seat's votes in one round, in the order of the log, of which it keeps as many.
type ballots []ballot

type ballot struct {
	position uint64
	choice   float64
}

// before returns the last vote that stands before a position.
func (b ballots) before(position uint64) (choice float64, ok bool) {
	for _, v := range slices.Backward(b) {
		if v.position < position {
			return v.choice, true
		}
	}
	return math.NaN(), false
}

// exists reports whether the room can be entered.
func (r *room) exists(now time.Time) bool { return r.revision > 0 && !r.record.Ended && !r.over(now) }

// over reports whether the room's life is. A room that seems to come from the future, as
// the clock was set back, lives on.
func (r *room) over(now time.Time) bool {
	made := r.folded
	if r.revision > 0 {
		made = time.UnixMilli(r.record.Created)
	}
	return now.Sub(made) >= Life
}

// fold takes in one message of the room. What it cannot read, it passes over: the log may
// be one that others write to.
func (r *room) fold(m Message, kind string, rest []string) {
	if kind == "head" {
		var next record
		if json.Unmarshal(m.Data, &next) == nil {
			r.turn(m.Position, next.at(m.Position))
		}
		return
	}
	if kind == "out" {
		r.out(strings.Fields(string(m.Data)))
		return
	}
	if r.record.Ended || len(rest) == 0 || len(rest[len(rest)-1]) != seatLength {
		return
	}
	seat := rest[len(rest)-1]
	if kind == "seat" {
		r.place(seat)
		return
	}
	if len(rest) != 3 {
		return
	}
	round, err := strconv.Atoi(rest[1])
	if err != nil || checkRound(round) != nil {
		return
	}
	p, text := poll{named(r.record.Lesson, rest[0]), round}, string(m.Data)
	switch kind {
	case "vote":
		if choice, err := strconv.ParseFloat(text, 64); err == nil {
			r.vote(p, r.answers(kind, p, seat), ballot{m.Position, choice})
		}
	case "sketch":
		if h, err := heights(text); err == nil {
			r.sketches = with(r.sketches, p, with(r.sketches[p], r.answers(kind, p, seat), h))
		}
	case "pick":
		var pick Pick
		if json.Unmarshal(m.Data, &pick) == nil {
			r.picks = with(r.picks, p, with(r.picks[p], r.answers(kind, p, seat), pick))
		}
	case "point":
		var point Point
		if json.Unmarshal(m.Data, &point) == nil {
			r.points = with(r.points, p, with(r.points[p], r.answers(kind, p, seat), point))
		}
	case "test":
		var test Test
		if !r.has(kind, p, r.place(seat)) && json.Unmarshal(m.Data, &test) == nil {
			r.tests = with(r.tests, r.answers(kind, p, seat), sentTest{test, m.Position})
		}
	}
}

// answers returns the place of a seat that answers a poll, and counts it.
func (r *room) answers(kind string, p poll, seat string) int {
	place := r.place(seat)
	if !r.has(kind, p, place) {
		r.wrote = with(r.wrote, strings.Clone(seat), r.wrote[seat]+1)
	}
	return place
}

// has reports whether the seat at a place has an answer of a kind to a poll.
func (r *room) has(kind string, p poll, place int) (ok bool) {
	switch kind {
	case "vote":
		return place < len(r.votes[p]) && len(r.votes[p][place]) > 0
	case "sketch":
		_, ok = r.sketches[p][place]
	case "pick":
		_, ok = r.picks[p][place]
	case "point":
		_, ok = r.points[p][place]
	case "test":
		_, ok = r.tests[place]
	}
	return ok
}

// turn takes in a head.
func (r *room) turn(position uint64, next record) {
	if r.revision == 0 { // what stands before was without a lesson until now
		adopt(r.votes, next.Lesson)
		adopt(r.sketches, next.Lesson)
		adopt(r.picks, next.Lesson)
		adopt(r.points, next.Lesson)
	}
	r.record, r.revision = next, position
	if next.Ended {
		r.seats, r.wrote, r.arrivals, r.houses = nil, nil, nil, nil
		r.votes, r.sketches, r.picks, r.points, r.tests = nil, nil, nil, nil, nil
	}
}

// adopt gives a lesson what is of none.
func adopt[V any](of map[poll]V, lesson string) {
	for p, v := range of {
		if name, ok := strings.CutPrefix(p.Name, "/"); ok {
			delete(of, p)
			of[poll{named(lesson, name), p.Round}] = v
		}
	}
}

// poll is a round of a question, or of a figure, of the lesson that the class is on.
func (r *room) poll(name string, round int) poll { return poll{of(r.record.Lesson, name), round} }

// place returns the place of a seat, which is its own from its first message on. Seats that are
// taken back leave theirs to others: they have written nothing that stands there.
func (r *room) place(seat string) int {
	place, ok := r.seats[seat]
	if !ok {
		if last := len(r.free) - 1; last >= 0 {
			place, r.free = r.free[last], r.free[:last]
		} else {
			place = r.places
			r.places++
		}
		r.seats = with(r.seats, strings.Clone(seat), place)
	}
	return place
}

func (r *room) vote(p poll, place int, b ballot) {
	all := r.votes[p]
	if place >= len(all) {
		all = append(all, make([]ballots, place+1-len(all))...)
	}
	if len(all[place]) == perSubject {
		all[place] = slices.Delete(all[place], 0, 1)
	}
	all[place] = append(all[place], b)
	r.votes = with(r.votes, p, all)
}

// voted counts the seats with a vote that counts.
func (r *room) voted(p poll) int {
	if checkRound(p.Round) != nil {
		return 0
	}
	n, close := 0, r.record.closed(p)
	for _, b := range r.votes[p] {
		if _, ok := b.before(close); ok {
			n++
		}
	}
	return n
}

func (r *room) head(now time.Time) Head {
	h := r.record.head(r.revision, now)
	h.Seats, h.Silent, h.Voted = len(r.seats), r.silent(), r.voted(r.poll(h.Question, h.Round))
	return h
}

// Subjects of the log: room.CODE.head, room.CODE.seat.SEAT, room.CODE.out, and for votes, sketches, picks, points and
// tests room.CODE.KIND.NAME.ROUND.SEAT, the name LESSON/QUESTION, LESSON/FIGURE or concept/test.

func subjectOf(code, kind string, p poll, seat string) string {
	return "room." + code + "." + kind + "." + p.Name + "." + strconv.Itoa(p.Round) + "." + seat
}

// parseSubject takes a subject apart; ok is false where it is none of a room.
func parseSubject(subject string) (code, kind string, rest []string, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) < 3 || parts[0] != "room" {
		return "", "", nil, false
	}
	code, ok = ParseCode(parts[1])
	return code, parts[2], parts[3:], ok && code == parts[1]
}
