package class

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"net/http"
	"strconv"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Report is what GET …/state says of a room.
type Report struct {
	Revision uint64       `json:"revision"`
	Phase    rooms.Phase  `json:"phase"`
	Lesson   string       `json:"lesson"`
	Screen   int          `json:"screen"`
	Figure   string       `json:"figure"`
	Query    string       `json:"query"`
	Pace     rooms.Pace   `json:"pace"`
	Question string       `json:"question"`
	Round    int          `json:"round"`
	LeftMS   int64        `json:"left_ms"`
	Seats    int          `json:"seats"`
	Voted    int          `json:"voted"`
	Silent   *int         `json:"silent,omitempty"` // seats that have written nothing, to the teacher
	Released bool         `json:"released"`
	Shown    bool         `json:"shown"`
	Tally    *tallyReport `json:"tally,omitempty"`
}

// A tallyReport is a tally with what only the lesson knows: which choices are right.
type tallyReport struct {
	Question string         `json:"question"`
	Rounds   [2]roundReport `json:"rounds"`
	Moves    []moveReport   `json:"moves"`
	Advice   rooms.Advice   `json:"advice,omitempty"` // to the teacher
}

type roundReport struct {
	Closed bool          `json:"closed"`
	Votes  int           `json:"votes"`
	Right  *float64      `json:"right"` // share of the votes; null without any, and to the class before the reveal
	Counts []countReport `json:"counts"`
}

type countReport struct {
	Choice float64 `json:"choice"`
	Seats  int     `json:"seats"`
}

type moveReport struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Seats int     `json:"seats"`
}

// stateAt is the room's state at a head as whoever holds the key, or none, may know it.
func (s *Pages) stateAt(r *http.Request, h rooms.Head, code, key string) (st Report, err error) {
	st = Report{Revision: h.Revision, Phase: h.Phase, Lesson: h.Lesson, Screen: h.Screen, Figure: s.figureAt(h),
		Query: h.Query, Pace: h.Pace, Question: h.Question, Round: h.Round, LeftMS: h.Left.Milliseconds(),
		Seats: h.Seats, Voted: h.Voted, Released: h.Released, Shown: h.Shown}
	if key != "" {
		st.Silent = &h.Silent
	}
	if h.Question == "" || !h.Released && key == "" {
		return st, nil
	}
	t, err := s.Rooms.Tally(r.Context(), code, key, h.Question)
	if err != nil {
		return st, err
	}
	st.Tally = report(t, s.right(h))
	switch {
	case key != "":
		st.Tally.Advice = advice(st.Tally, h)
	case h.Phase != rooms.Reveal: // how many are right can tell which answer is
		st.Tally.Rounds[0].Right, st.Tally.Rounds[1].Right = nil, nil
	}
	return st, nil
}

// advice is what to do after the round that is closed now.
func advice(t *tallyReport, h rooms.Head) rooms.Advice {
	right := t.Rounds[max(h.Round, 1)-1].Right
	if right == nil || h.Phase != rooms.Closed1 && h.Phase != rooms.Closed2 {
		return rooms.NoAdvice
	}
	return rooms.Advise(*right)
}

func report(t rooms.Tally, right func(float64) bool) *tallyReport {
	out := &tallyReport{Question: t.Question,
		Moves: course.Each(t.Moves, func(m rooms.Move) moveReport { return moveReport(m) })}
	for i, round := range t.Rounds {
		rr := roundReport{Closed: round.Closed, Votes: round.Votes,
			Counts: course.Each(round.Counts, func(c rooms.Count) countReport { return countReport(c) })}
		if share := round.Share(right); !math.IsNaN(share) {
			rr.Right = &share
		}
		out.Rounds[i] = rr
	}
	return out
}

// right tells which choices of the room's question are right.
func (s *Pages) right(h rooms.Head) func(choice float64) bool {
	e := s.asked(h)
	return func(choice float64) bool {
		if e == nil {
			return false
		}
		v, _ := e.Judge(answerOf(e, choice))
		return v.Right
	}
}

// answerOf is a vote as a page would answer the exercise: choices are counted from 0 in
// votes, and from 1 there.
func answerOf(e *course.Exercise, choice float64) string {
	if e.Choices != nil {
		choice++
	}
	return strconv.FormatFloat(choice, 'g', -1, 64)
}

// asked is the exercise that the room's class is asked, or nil.
func (s *Pages) asked(h rooms.Head) *course.Exercise { return s.exercise(h.Lesson, h.Question) }

// exercise is what a lesson can ask a class under that name, or nil.
func (s *Pages) exercise(lesson, question string) *course.Exercise {
	l, ok := s.Course.Lookup(lesson)
	if !ok || question == "" {
		return nil
	}
	text, err := l.Text()
	if err != nil {
		return nil
	}
	if e, ok := text.Exercise(question); ok && votable(e) {
		return e
	}
	return nil
}

// votable reports whether a class can vote on an exercise: it has choices, or a number as
// its answer.
func votable(e *course.Exercise) bool { return e.Choices != nil || e.Number != nil }

// State is the state of a room: what all pages of it follow.
func (s *Pages) State(w http.ResponseWriter, r *http.Request, v caller) error {
	if forHall(r) {
		v.key = ""
	}
	h, err := s.Rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	st, err := s.stateAt(r, h, v.code, v.key)
	if err != nil {
		return err
	}
	left := st.LeftMS
	st.LeftMS = 0
	tag, err := etag(st)
	if err != nil {
		return err
	}
	st.LeftMS = left
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Cookie, Authorization")
	w.Header().Set("ETag", tag)
	if left == 0 && r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return writeJSON(w, http.StatusOK, st)
}

// etag is a strong entity tag of what v is as JSON.
func etag(v any) (string, error) {
	b, err := json.Marshal(v)
	sum := sha256.Sum256(b)
	return `"` + hex.EncodeToString(sum[:8]) + `"`, err
}
