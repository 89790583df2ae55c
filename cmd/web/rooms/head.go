package rooms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"strings"
	"time"
)

// A Phase says what the class does now.
type Phase string

// The phases, in the order in which a question is taught. A teacher can go from any to any.
const (
	Explore Phase = "explore" // figures are free to play with; the phase that a room begins in
	Read    Phase = "read"    // a question is shown without its answers
	Vote1   Phase = "vote1"   // everybody votes for themselves
	Closed1 Phase = "closed1" // the teacher alone sees the votes
	Discuss Phase = "discuss" // neighbours convince each other
	Vote2   Phase = "vote2"   // everybody votes again
	Closed2 Phase = "closed2" // as Closed1
	Reveal  Phase = "reveal"  // both votes side by side, and the right answer
)

// phases hold the round of each phase; 0 where it may be either.
var phases = map[Phase]int{Explore: 0, Read: 0, Vote1: 1, Closed1: 1, Discuss: 1, Vote2: 2, Closed2: 2, Reveal: 0}

// Votes returns the round whose votes are taken in the phase; 0 for none.
func (p Phase) Votes() int {
	switch p {
	case Vote1:
		return 1
	case Vote2:
		return 2
	}
	return 0
}

// Releases reports whether a tally may be shown to the class in the phase. While votes
// are taken or about to be, none may.
func (p Phase) Releases() bool { return p != Read && p.Votes() == 0 }

// Draws reports whether sketches, picks and points of the round are taken in the phase.
func (p Phase) Draws(round int) bool { return p == Explore || p.Votes() == round }

// A Pace says who goes through the lesson.
type Pace string

// The paces.
const (
	Teacher Pace = "teacher" // every phone shows what the teacher shows
	Free    Pace = "free"    // every student where they like
)

// A Head is the state of a room at one moment: all that a page needs to be right again
// after any gap, but for the tally.
type Head struct {
	Revision uint64        // position in the log of the change that made it; grows, not by ones
	Created  time.Time     // when the room was made
	Lesson   string        // its slug
	Screen   int           // the step of the presentation, 0 to 999
	Query    string        // states of figures, as in the lesson's address; at most MaxQuery bytes
	Pace     Pace          // whose pace
	Phase    Phase         // what the class does
	Question string        // the prediction that is asked; empty before the first
	Round    int           // 1 or 2
	Left     time.Duration // of a countdown, at the moment of the answer; 0 without one
	Released bool          // whether the class may see the tally of Question
	Shown    bool          // whether the projector has up what the class has done, which is released then
	Seats    int           // how many have joined
	Silent   int           // how many of them have written nothing yet
	Voted    int           // how many of them have a vote in this round of Question
}

// A Change is what a teacher sets in a head. What is nil stays, with three exceptions
// that Phase brings about: a change of phase, question or lesson takes Released and Shown
// back, but that Reveal gives Released; it ends the countdown; and it sets the round where a
// phase has one.
type Change struct {
	Revision uint64  `json:"revision"` // of the head that it changes
	Lesson   *string `json:"lesson"`
	Screen   *int    `json:"screen"`
	Query    *string `json:"query"`
	Pace     *Pace   `json:"pace"`
	Phase    *Phase  `json:"phase"`
	Question *string `json:"question"`
	Round    *int    `json:"round"`
	LeftMS   *int64  `json:"left_ms"` // milliseconds of a countdown that begins now
	Released *bool   `json:"released"`
	Shown    *bool   `json:"shown"`

	closesTest bool // the concept test, for good: see CloseTest
}

// Bounds of a head's fields.
const (
	MaxQuery     = 1500          // bytes of the states of figures, which an address holds too
	MaxHand      = 200           // bytes of what a hand moves: it goes to everybody ten times a second
	MaxScreen    = 999           // no lesson has as many
	MaxQuestions = 24            // in a room, with both rounds of each
	maxPoll      = 48            // letters of a question with its lesson
	maxLeft      = time.Hour     // a countdown longer than a lecture is a slip
	maxRecord    = maxBody - 512 // bytes of a head in the log, whose headers count there
)

// names are lessons, questions and figures: no dot, which parts subjects.
var names = regexp.MustCompile(`^[A-Za-z0-9_-]{1,48}$`)

// queries are what an address holds after its ?, percent signs and all.
var queries = regexp.MustCompile(`^[A-Za-z0-9._~!$&'()*+,;=:@/?%\[\]-]*$`)

// A FieldError says which field of a body is wrong and what was expected.
type FieldError struct{ Field, Want string }

func (e *FieldError) Error() string { return "rooms: " + e.Field + ": expected " + e.Want }

func wrong(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

func checkName(field, value string) error {
	if !names.MatchString(value) {
		return wrong(field, "1 to 48 letters, digits, - and _")
	}
	return nil
}

func checkQuery(field, value string, most int) error {
	if len(value) > most || !queries.MatchString(value) {
		return wrong(field, "an address's query of at most %d bytes", most)
	}
	return nil
}

func checkRound(round int) error {
	if round != 1 && round != 2 {
		return wrong("round", "1 or 2")
	}
	return nil
}

// A poll is one round of a question, or of a figure that is sketched or picked on. Its name
// is that of the lesson and its own, parted by a slash: other lessons have others of the name.
type poll struct {
	Name  string `json:"name"`
	Round int    `json:"round"`
}

// of is what a poll of a lesson is called.
func of(lesson, name string) string { return lesson + "/" + name }

// named gives what older servers have put into the log, without a lesson, to a lesson.
func named(lesson, name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	return of(lesson, name)
}

// A record is a head as the log keeps it.
type record struct {
	Created  int64                `json:"created"` // milliseconds since 1970, as Ends
	Key      []byte               `json:"key"`     // SHA-256 of the teacher's key
	Salt     []byte               `json:"salt"`    // the key under which seats are hashed
	Ended    bool                 `json:"ended,omitempty"`
	Lesson   string               `json:"lesson"`
	Screen   int                  `json:"screen"`
	Query    string               `json:"query"`
	Pace     Pace                 `json:"pace"`
	Phase    Phase                `json:"phase"`
	Question string               `json:"question"`
	Round    int                  `json:"round"`
	Ends     int64                `json:"ends"`   // when the countdown does
	Length   int64                `json:"length"` // its milliseconds, 0 without one
	Released bool                 `json:"released"`
	Shown    bool                 `json:"shown,omitempty"`
	Closes   map[string][2]uint64 `json:"closes,omitempty"`  // by poll: where its rounds were closed, 0 if not
	Closing  *poll                `json:"closing,omitempty"` // what this very record closes, at its own position
}

// at resolves what the record closes, once its position is known.
func (r record) at(position uint64) record {
	closes := make(map[string][2]uint64, len(r.Closes)+1)
	for name, c := range r.Closes {
		closes[named(r.Lesson, name)] = c
	}
	if p := r.Closing; p != nil && checkRound(p.Round) == nil {
		name := named(r.Lesson, p.Name)
		c := closes[name]
		c[p.Round-1] = position
		closes[name] = c
	}
	r.Closes = closes
	r.Closing = nil
	return r
}

// closed returns the position at which the poll was closed, or the largest number while
// it is open: a vote counts that stands before it.
func (r record) closed(p poll) uint64 {
	if c := r.Closes[p.Name][p.Round-1]; c > 0 {
		return c
	}
	return math.MaxUint64
}

// left is what remains of the countdown, in no case more than it began with: a clock
// that was set back does not make it longer.
func (r record) left(now time.Time) time.Duration {
	ms := min(max(r.Ends-now.UnixMilli(), 0), r.Length)
	return time.Duration(ms) * time.Millisecond
}

func (r record) head(revision uint64, now time.Time) Head {
	return Head{
		Revision: revision, Created: time.UnixMilli(r.Created), Lesson: r.Lesson, Screen: r.Screen, Query: r.Query,
		Pace: r.Pace, Phase: r.Phase, Question: r.Question, Round: r.Round, Left: r.left(now), Released: r.Released,
		Shown: r.Shown,
	}
}

// check holds the change's fields to their bounds, each for itself.
func (c Change) check() error {
	for _, f := range []struct {
		name  string
		value *string
	}{{"lesson", c.Lesson}, {"question", c.Question}} {
		if f.value != nil {
			if err := checkName(f.name, *f.value); err != nil {
				return err
			}
		}
	}
	if c.Query != nil {
		if err := checkQuery("query", *c.Query, MaxQuery); err != nil {
			return err
		}
	}
	if c.Round != nil {
		if err := checkRound(*c.Round); err != nil {
			return err
		}
	}
	if c.Screen != nil && (*c.Screen < 0 || *c.Screen > MaxScreen) {
		return wrong("screen", "0 to %d", MaxScreen)
	}
	if c.Pace != nil && *c.Pace != Teacher && *c.Pace != Free {
		return wrong("pace", "%s or %s", Teacher, Free)
	}
	if c.Phase != nil {
		if _, ok := phases[*c.Phase]; !ok {
			return wrong("phase", "explore, read, vote1, closed1, discuss, vote2, closed2 or reveal")
		}
	}
	if c.LeftMS != nil && (*c.LeftMS < 0 || *c.LeftMS > maxLeft.Milliseconds()) {
		return wrong("left_ms", "0 to %d", maxLeft.Milliseconds())
	}
	return nil
}

// apply returns the record that follows r under the change.
func (c Change) apply(r record, now time.Time) (record, error) {
	if err := c.check(); err != nil {
		return r, err
	}
	was := r
	set(&r.Lesson, c.Lesson)
	set(&r.Screen, c.Screen)
	set(&r.Query, c.Query)
	set(&r.Pace, c.Pace)
	set(&r.Phase, c.Phase)
	set(&r.Question, c.Question)
	if r.Question != was.Question {
		r.Round = 1
	}
	set(&r.Round, c.Round)
	if round := phases[r.Phase]; round != 0 {
		if c.Round != nil && *c.Round != round {
			return r, wrong("round", "%d, or none, in the phase %s", round, r.Phase)
		}
		r.Round = round
	}
	if r.Phase != was.Phase || r.Question != was.Question || r.Lesson != was.Lesson {
		r.Released, r.Shown, r.Ends, r.Length = r.Phase == Reveal, false, 0, 0
	}
	set(&r.Released, c.Released)
	set(&r.Shown, c.Shown)
	r.Shown = r.Shown && r.Released
	if c.LeftMS != nil {
		r.Length, r.Ends = *c.LeftMS, now.UnixMilli()+*c.LeftMS
	}
	switch {
	case r.Question != "" && len(of(r.Lesson, r.Question)) > maxPoll:
		return r, wrong("question", "with its lesson %d letters at most", maxPoll)
	case r.Question == "" && r.Phase != Explore:
		return r, wrong("question", "a question, in the phase %s", r.Phase)
	case r.Released && !r.Phase.Releases():
		return r, wrong("released", "false in the phase %s", r.Phase)
	}
	if c.closesTest {
		r.Closing = &testPoll
	}
	return r, r.turn(was)
}

// turn notes which poll the record closes and which it opens.
func (r *record) turn(was record) error {
	closing, opening := was.open(), r.open()
	if closing == opening {
		return nil
	}
	if closing.Round != 0 {
		r.Closing = &closing
	}
	if c := r.Closes[opening.Name]; opening.Round != 0 && c[opening.Round-1] != 0 {
		r.Closes = maps.Clone(r.Closes)
		c[opening.Round-1] = 0
		r.Closes[opening.Name] = c
	}
	asked := maps.Clone(r.Closes)
	delete(asked, testPoll.Name) // which is none of a lesson
	for _, p := range []poll{closing, opening} {
		if _, ok := asked[p.Name]; !ok && p.Round != 0 {
			asked = with(asked, p.Name, [2]uint64{})
		}
	}
	if len(asked) > MaxQuestions {
		return wrong("question", "one of the %d that the room has asked; others have a room of their own", MaxQuestions)
	}
	return nil
}

// open is the poll whose votes are taken; its round is 0 for none.
func (r record) open() poll {
	if round := r.Phase.Votes(); round != 0 {
		return poll{of(r.Lesson, r.Question), round}
	}
	return poll{}
}

// encode returns the record as the log keeps it.
func (r record) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // or an & of the query takes six bytes
	if err := e.Encode(r); err != nil {
		return nil, err
	}
	if b.Len() > maxRecord {
		return nil, wrong("query", "less: with %d questions asked no more room is left", len(r.Closes))
	}
	return b.Bytes(), nil
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// with returns m with the value under key; m may be nil.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		m = make(map[K]V)
	}
	m[key] = value
	return m
}
