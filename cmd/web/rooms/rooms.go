package rooms

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gramophone-course/gramophone/lessons/fair"
)

// Errors that callers tell apart. Those of fields are FieldError, those of votes that come
// too late ClosedError.
var (
	ErrNone       = errors.New("rooms: no such room")                            // or no longer
	ErrKey        = errors.New("rooms: not the room's key")                      //
	ErrSeat       = errors.New("rooms: no such seat in the room")                // Join gives one
	ErrOld        = errors.New("rooms: the revision is not the newest")          // fetch the head, and decide again
	ErrBusy       = errors.New("rooms: too many in this minute")                 // of writes, rooms or wrong codes
	ErrFull       = errors.New("rooms: full")                                    // no room or seat is left
	ErrSpace      = errors.New("rooms: no space is left to keep anything")       // in the log, or on its disk
	ErrFew        = errors.New("rooms: too few have answered the concept test")  // to close it
	ErrTestOpen   = errors.New("rooms: the concept test is open")                // and shows nothing
	ErrTestClosed = errors.New("rooms: the concept test is closed")              // for good
	ErrUnready    = errors.New("rooms: the log cannot be reached at the moment") // try again in a second
)

// A ClosedError says that the phase takes no such vote, sketch, pick or point.
type ClosedError struct{ Phase Phase }

func (e *ClosedError) Error() string { return "rooms: closed in the phase " + string(e.Phase) }

// Bounds, each of one server: several have as many together. Shares are in shares.go.
const (
	MaxWrites   = 10     // of a seat in a minute
	MaxCreated  = 30     // new rooms of an address in a minute: the classes of a school begin at once
	MaxMissed   = 60     // wrong codes of an address in a minute; a hall may share one
	MaxFigures  = 32     // that one seat sketches, picks or puts points on
	MinPlot     = 5      // answers from which on a class is plotted
	maxTracked  = 10_000 // addresses that are counted
	patience    = 2 * time.Second
	rereadEvery = 10 * time.Second // for what no note told of
)

// Options of New; the zero value will do.
type Options struct {
	Now func() time.Time // the clock; time.Now if nil
	Log *slog.Logger     // for what operators should know; slog.Default() if nil
}

// Rooms are all rooms of a store, as one server of it has them.
type Rooms struct {
	store Store
	now   func() time.Time
	log   *slog.Logger

	ctx     context.Context // until Close
	stop    context.CancelFunc
	stopped bool
	reading sync.WaitGroup
	kick    chan struct{} // has the reader look again
	full    atomic.Bool   // the last that was written found no space

	mu       sync.Mutex // of all below, rooms and hubs included
	rooms    map[string]*room
	position uint64        // up to where the log is folded
	goal     uint64        // a position that the log is known to have
	asked    uint64        // questions for the end of the log
	answered uint64        // of which, in order, as many
	changed  chan struct{} // closed when position or answered grow
	created  limiter
	missed   limiter
}

// New returns the rooms of the store. It reads in the background: Ready says when it has
// caught up. Close stops it, and leaves the store open.
func New(store Store, o Options) (*Rooms, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Rooms{
		store: store, now: o.Now, log: cmp.Or(o.Log, slog.Default()), ctx: ctx,
		kick: make(chan struct{}, 1), rooms: make(map[string]*room), changed: make(chan struct{}), asked: 1,
		created: limiter{limit: MaxCreated, each: time.Minute / MaxCreated, most: maxTracked},
		missed:  limiter{limit: MaxMissed, each: time.Minute / MaxMissed, most: maxTracked},
	}
	silence, err := store.Listen(s.hear)
	if err != nil {
		cancel()
		return nil, err
	}
	s.stop = func() { silence(); cancel() }
	s.reading.Go(s.read)
	return s, nil
}

// Close ends what all watchers hear.
func (s *Rooms) Close() {
	s.stop()
	s.reading.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	for _, r := range s.rooms {
		r.part()
	}
}

// Ready returns nil if rooms can be written to and are as the log has them now.
func (s *Rooms) Ready(ctx context.Context) error { return s.refresh(ctx) }

// Trouble is why the last that was written could not be kept, if that was for want of space:
// what is read is as before. It is nil after the next that is kept.
func (s *Rooms) Trouble() error {
	if s.full.Load() {
		return ErrSpace
	}
	return nil
}

// append appends to the log, and notes whether there was space.
func (s *Rooms) append(ctx context.Context, subject string, data []byte, last uint64) (uint64, error) {
	position, err := s.store.Append(ctx, subject, data, last)
	switch {
	case err == nil:
		s.full.Store(false)
	case errors.Is(err, ErrSpace):
		s.full.Store(true)
	}
	return position, err
}

// Create makes a room on a lesson, for somebody at an address. The key is the only proof of
// who teaches; nobody can recover it.
func (s *Rooms) Create(ctx context.Context, from, lesson string) (code, key string, err error) {
	if err := checkName("lesson", lesson); err != nil {
		return "", "", err
	}
	if err := s.refresh(ctx); err != nil {
		return "", "", err
	}
	now, house := s.now(), fair.Household(from)
	s.mu.Lock()
	if s.created.over(house, now) {
		s.mu.Unlock()
		return "", "", ErrBusy
	}
	out, err := s.admitRoom(house, now)
	if err == nil {
		s.created.add(house, now)
	}
	made := make([]int64, len(out))
	for i, r := range out {
		made[i] = r.record.Created
	}
	s.mu.Unlock()
	for i, r := range out {
		s.log.Info("rooms: one that lay idle, or of an address that has many, makes room for another")
		err = cmp.Or(err, s.bury(ctx, r.code, made[i]))
	}
	if err != nil {
		return "", "", err
	}
	key = newSecret()
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // it never fails
	data, err := record{Created: now.UnixMilli(), Key: hashKey(key), Salt: salt, Lesson: lesson, Pace: Teacher,
		Phase: Explore, Round: 1}.encode()
	if err != nil {
		return "", "", err
	}
	for range 3 { // codes that are taken are one in a hundred thousand
		code = newCode()
		position, err := s.append(ctx, headOf(code), data, 0)
		if errors.Is(err, ErrOld) {
			continue
		}
		if err != nil {
			return "", "", err
		}
		if err := s.wait(ctx, position); err != nil {
			return code, key, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if r, ok := s.rooms[code]; ok {
			r.house = house
			r.greet(house)
		}
		return code, key, nil
	}
	return "", "", ErrFull
}

// count returns how many rooms exist.
func (s *Rooms) count(now time.Time) int {
	n := 0
	for _, r := range s.rooms {
		if r.exists(now) {
			n++
		}
	}
	return n
}

// Find returns the code of the room that somebody at an address means, as every other
// method takes it. ErrNone counts against the address, and after MaxMissed at once, and one a
// second from then on, it is told ErrBusy before anything is looked for: codes are short, and
// must not be found by trying. Who has a seat, the key or the pass of the room is let in all
// the same, and so is who comes from where others are in the room already: a hall has one
// address, whoever tries codes from there.
func (s *Rooms) Find(ctx context.Context, from, typed string, passes ...string) (code string, err error) {
	now, house := s.now(), fair.Household(from)
	s.mu.Lock()
	if s.missed.over(house, now) {
		defer s.mu.Unlock()
		code, _ := ParseCode(typed)
		r, ok := s.rooms[code]
		if !ok {
			r = &room{}
		}
		if in := r.lets(house, passes); !in || !r.exists(now) {
			return "", ErrBusy
		}
		return code, nil
	}
	s.mu.Unlock()
	r, err := s.enter(ctx, typed)
	if err == nil {
		defer s.mu.Unlock()
		return r.code, nil
	}
	if !errors.Is(err, ErrNone) {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.missed.take(house, now) {
		return "", ErrBusy
	}
	return "", ErrNone
}

// Join returns a seat in the room, for somebody at an address: the one that is given, if it is
// one there, else a new one. A seat is a secret of the student's.
func (s *Rooms) Join(ctx context.Context, from, code, seat string) (string, error) {
	house := fair.Household(from)
	if seat != "" {
		r, err := s.seated(ctx, code, seat)
		if err == nil {
			defer s.mu.Unlock()
			r.arrivals = with(r.arrivals, r.record.hashSeat(seat), arrival{house, s.now()})
			r.greet(house)
			return seat, nil
		}
		if !errors.Is(err, ErrSeat) {
			return "", err
		}
	}
	return s.newSeat(ctx, house, code)
}

// Head returns the state of the room.
func (s *Rooms) Head(ctx context.Context, code string) (Head, error) {
	r, err := s.enter(ctx, code)
	return told(s, r, err, func(r *room) Head { return r.head(s.now()) })
}

// Owns returns nil if the key is the room's.
func (s *Rooms) Owns(ctx context.Context, code, key string) error {
	_, err := s.own(ctx, code, key)
	if err == nil {
		s.mu.Unlock()
	}
	return err
}

// SetHead changes the head whose revision the change names, and returns the new one. If
// that is not the newest the error is ErrOld, and the head that which is.
func (s *Rooms) SetHead(ctx context.Context, code, key string, c Change) (Head, error) {
	r, err := s.own(ctx, code, key)
	if err != nil {
		return Head{}, err
	}
	if c.Revision > r.revision { // another server wrote it
		s.mu.Unlock()
		if err := s.refresh(ctx); err != nil {
			return Head{}, err
		}
		if r, err = s.own(ctx, code, key); err != nil {
			return Head{}, err
		}
	}
	if c.Revision != r.revision {
		defer s.mu.Unlock()
		return r.head(s.now()), ErrOld
	}
	next, err := c.apply(r.record, s.now())
	if err != nil {
		s.mu.Unlock()
		return Head{}, err
	}
	r.hand.next = "" // the head says where the figures stand now
	s.mu.Unlock()
	data, err := next.encode()
	if err != nil {
		return Head{}, err
	}
	position, err := s.append(ctx, headOf(r.code), data, c.Revision)
	switch {
	case errors.Is(err, ErrOld):
		err = cmp.Or(s.refresh(ctx), ErrOld)
	case err == nil:
		err = s.wait(ctx, position)
	}
	if err != nil && !errors.Is(err, ErrOld) {
		return Head{}, err
	}
	h, gone := s.Head(ctx, r.code)
	return h, cmp.Or(gone, err)
}

// End ends the room and removes all that was stored of it, but for the fact that it has
// ended: its code stays taken until it would have ended by itself.
func (s *Rooms) End(ctx context.Context, code, key string) error {
	r, err := s.own(ctx, code, key)
	if err != nil {
		return err
	}
	created := r.record.Created
	s.mu.Unlock()
	return s.bury(ctx, r.code, created)
}

// bury puts the end of a room into the log, so that every server reads of it, and removes
// all that stands before: first, where there is no space even for the end.
func (s *Rooms) bury(ctx context.Context, code string, created int64) error {
	data, err := record{Created: created, Ended: true}.encode()
	if err != nil {
		return err
	}
	position, err := s.append(ctx, headOf(code), data, Anywhere)
	if errors.Is(err, ErrSpace) {
		if err := s.store.Purge(ctx, code, Anywhere); err != nil {
			return err
		}
		position, err = s.append(ctx, headOf(code), data, Anywhere)
	}
	if err != nil {
		return err
	}
	return cmp.Or(s.store.Purge(ctx, code, position), s.wait(ctx, position))
}

// Count returns how many rooms exist, and how many watch them here.
func (s *Rooms) Count() (rooms, watchers int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rooms {
		watchers += len(r.watchers)
	}
	return s.count(s.now()), watchers
}

// settle waits until what was appended at a position is folded, and returns with the lock
// held if the room still exists. What came
// after its end is removed.
func (s *Rooms) settle(ctx context.Context, r *room, position uint64) error {
	if err := s.wait(ctx, position); err != nil {
		return err
	}
	s.mu.Lock()
	if !r.record.Ended {
		return nil
	}
	created := r.record.Created
	s.mu.Unlock()
	return cmp.Or(s.bury(ctx, r.code, created), ErrNone)
}

func headOf(code string) string { return "room." + code + ".head" }
