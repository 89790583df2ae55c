package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/fair"
	"github.com/gramophone-course/gramophone/views"
)

// This file answers for rooms, in which a class goes through a lesson together, as
// scripts ask: the state, the stream that tells of a new one, and what is written. The
// pages are in room.go; what a room is and what it holds, in package rooms.

// A caller is who asks a room: somebody who has a seat in it, its key, both or neither.
type caller struct {
	code string
	seat string // a student's, perhaps of no worth
	key  string // the room's own, or ""
}

// What the names of a room's cookies begin with, before its code. Their path is the site's, so
// that every page can lead back to the room.
const (
	seatCookie = "seat"
	keyCookie  = "key"
)

// passField is what the picture of a room's address has beside the code: see rooms.Pass.
const passField = "pass"

// inRoom makes a handler of one that serves a room, and answers what the rooms refuse.
func (s *site) inRoom(h func(http.ResponseWriter, *http.Request, caller) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "no-store")
		v, err := s.caller(r)
		if err == nil {
			err = h(w, r, v)
		}
		return s.refuse(w, r, err)
	}
}

// caller reads whose request it is. A key that is not the room's is refused where it is
// held up, and passed over where a cookie is all there is of it.
func (s *site) caller(r *http.Request) (v caller, err error) {
	v.seat = cookie(r, seatCookie)
	key, held := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !held {
		key = cookie(r, keyCookie)
	}
	pass := r.URL.Query().Get(passField)
	if v.code, err = s.rooms.Find(r.Context(), s.sender(r), r.PathValue("code"), v.seat, key, pass); err != nil {
		return v, err
	}
	switch err := s.rooms.Owns(r.Context(), v.code, key); {
	case err == nil:
		v.key = key
	case held || !errors.Is(err, rooms.ErrKey):
		return v, err
	}
	return v, nil
}

// cookie is a secret that the browser has of the room that it asks; older ones have no code in
// their name, and its path.
func cookie(r *http.Request, name string) string {
	code, _ := rooms.ParseCode(r.PathValue("code"))
	for _, name := range []string{name + "-" + code, name} {
		if c, err := r.Cookie(name); err == nil {
			return c.Value
		}
	}
	return ""
}

// sender is the address that a request counts against. All that a proxy passes on come from
// it: then it is the last one that the proxy has put down.
func (s *site) sender(r *http.Request) string {
	host := hostOf(r.RemoteAddr)
	if s.proxy(host) {
		// Some proxies write beneath what the sender wrote, as a line of their own.
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if a, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			return a.String()
		}
	}
	return host
}

// proxy reports whether an address may be a proxy's. One is believed on this machine, and in
// its network where the server was told what others call it: elsewhere the students of a hall
// are in that network, and could write there what they like.
func (p *process) proxy(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && (a.IsLoopback() || p.origin != "" && a.IsPrivate())
}

// houseOf is the household of who has a connection; "" of a proxy, behind which is everybody.
func (p *process) houseOf(conn net.Conn) string {
	host := hostOf(conn.RemoteAddr().String())
	if p.proxy(host) {
		return ""
	}
	return fair.Household(host)
}

// hostOf is an address without its port.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// A refusal is how an error of the rooms is answered.
type refusal struct {
	err             error
	status          int
	title, sentence string
	retry           int // seconds after which to try again; 0 for never
}

var refusals = []refusal{
	{rooms.ErrNone, http.StatusNotFound, "No such room", "There is no room of that code, or no longer. " +
		"Ask your teacher for the code, and type it again.", 0},
	{rooms.ErrKey, http.StatusForbidden, "Not the room’s key",
		"Only who opened the room, or has its key, can do this.", 0},
	{rooms.ErrSeat, http.StatusForbidden, "No seat yet", "Open the room’s page first: it gives you a seat.", 3},
	{rooms.ErrBusy, http.StatusTooManyRequests, "One moment",
		"That was too much in one minute. Wait a little, and try again.", 10},
	{rooms.ErrFull, http.StatusServiceUnavailable, "The room is full", "No seat or room is left on this server.", 10},
	{rooms.ErrSpace, http.StatusInsufficientStorage, "No space is left",
		"The server has no space left to keep anything. Tell your teacher.", 10},
	{rooms.ErrUnready, http.StatusServiceUnavailable, "One moment",
		"The server cannot reach its rooms at the moment. Try again in a second.", 1},
}

// refuse answers an error of the rooms: with a page to who reads, with JSON to a script.
// Any other error it returns.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, err error) error {
	var field *rooms.FieldError
	var closed *rooms.ClosedError
	var large *http.MaxBytesError
	var f refusal
	said := map[string]string{}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &field):
		f = refusal{status: http.StatusBadRequest, title: "That cannot be read", sentence: field.Error()}
		said["field"] = field.Field
	case errors.As(err, &closed):
		f = refusal{status: http.StatusConflict, title: "The vote is closed",
			sentence: "Your answer came after the vote was closed, and does not count."}
		said["phase"] = string(closed.Phase)
	case errors.As(err, &large):
		f = refusal{status: http.StatusRequestEntityTooLarge, title: "Too long", sentence: "That is too long."}
	default:
		i := 0
		for i < len(refusals) && !errors.Is(err, refusals[i].err) {
			i++
		}
		if i == len(refusals) {
			return err
		}
		f = refusals[i]
	}
	if f.status == http.StatusTooManyRequests || f.status >= http.StatusInternalServerError {
		s.refused.note("room: " + strings.ToLower(f.title))
	}
	if f.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.retry))
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		if errors.Is(err, rooms.ErrNone) {
			page := views.EnterPage{Title: f.title, Says: f.sentence, Typed: r.PathValue("code"), Mine: s.mine(r)}
			page.Typed = cmp.Or(page.Typed, r.URL.Query().Get("code"))
			s.say(w, f.status, views.EnterRoom(s.view(), page), f.title+". "+f.sentence)
			return nil
		}
		if f.retry > 0 && r.Method == http.MethodGet {
			w.Header().Set("Refresh", strconv.Itoa(f.retry)) // a hall that comes at once is let in by itself
		}
		s.fail(w, f.status, f.title, f.sentence)
		return nil
	}
	said["error"] = f.sentence
	return writeJSON(w, f.status, said)
}

func writeJSON(w http.ResponseWriter, status int, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) // the reader may have gone
	return nil
}

// body reads what is sent to a room, which is small.
func body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return io.ReadAll(http.MaxBytesReader(w, r.Body, rooms.MaxBody))
}

// isForm reports whether a page without scripts has sent the body as a form. It is what
// tools call everything that they send; JSON is known by its brace.
func isForm(r *http.Request, body []byte) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") &&
		!bytes.HasPrefix(body, []byte("{"))
}

// A roomReport is what GET …/state says of a room.
type roomReport struct {
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

// stateOf is the room's state as whoever holds the key, or none, may know it.
func (s *site) stateOf(r *http.Request, code, key string) (st roomReport, err error) {
	h, err := s.rooms.Head(r.Context(), code)
	if err != nil {
		return st, err
	}
	return s.stateAt(r, h, code, key)
}

func (s *site) stateAt(r *http.Request, h rooms.Head, code, key string) (st roomReport, err error) {
	st = roomReport{Revision: h.Revision, Phase: h.Phase, Lesson: h.Lesson, Screen: h.Screen, Figure: s.figureAt(h),
		Query: h.Query, Pace: h.Pace, Question: h.Question, Round: h.Round, LeftMS: h.Left.Milliseconds(),
		Seats: h.Seats, Voted: h.Voted, Released: h.Released, Shown: h.Shown}
	if key != "" {
		st.Silent = &h.Silent
	}
	if h.Question == "" || !h.Released && key == "" {
		return st, nil
	}
	t, err := s.rooms.Tally(r.Context(), code, key, h.Question)
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
	out := &tallyReport{Question: t.Question, Moves: []moveReport{}}
	for i, round := range t.Rounds {
		rr := roundReport{Closed: round.Closed, Votes: round.Votes, Counts: []countReport{}}
		if share := round.Share(right); !math.IsNaN(share) {
			rr.Right = &share
		}
		for _, c := range round.Counts {
			rr.Counts = append(rr.Counts, countReport(c))
		}
		out.Rounds[i] = rr
	}
	for _, m := range t.Moves {
		out.Moves = append(out.Moves, moveReport(m))
	}
	return out
}

// right tells which choices of the room's question are right.
func (s *site) right(h rooms.Head) func(choice float64) bool {
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
func (s *site) asked(h rooms.Head) *course.Exercise { return s.exercise(h.Lesson, h.Question) }

// exercise is what a lesson can ask a class under that name, or nil.
func (s *site) exercise(lesson, question string) *course.Exercise {
	l, ok := s.course.Lookup(lesson)
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

// roomState is the state of a room: what all pages of it follow.
func (s *site) roomState(w http.ResponseWriter, r *http.Request, v caller) error {
	if forHall(r) {
		v.key = ""
	}
	st, err := s.stateOf(r, v.code, v.key)
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

// openRoom makes a room on a lesson.
func (s *site) openRoom(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	b, err := body(w, r)
	if err != nil {
		return s.refuse(w, r, err)
	}
	form := isForm(r, b)
	lesson, another, err := lessonOf(b, form)
	if _, ok := s.course.Lookup(lesson); err == nil && !ok {
		err = &rooms.FieldError{Field: "lesson", Want: "the name of a lesson, as in its address"}
	}
	teaches := func(one views.MyRoom) bool { return one.Teacher }
	if err == nil && form && !another && slices.ContainsFunc(s.mine(r), teaches) {
		http.Redirect(w, r, s.view().URL("/rooms?lesson="+lesson), http.StatusSeeOther)
		return nil
	}
	var code, key string
	if err == nil {
		code, key, err = s.rooms.Create(r.Context(), s.sender(r), lesson)
	}
	if err != nil {
		return s.refuse(w, r, err)
	}
	at := s.view().URL("/rooms/" + code)
	s.keep(w, r, code, keyCookie, key)
	if accept := r.Header.Get("Accept"); strings.Contains(accept, "application/json") ||
		!form && !strings.Contains(accept, "text/html") {
		w.Header().Set("Location", at)
		return writeJSON(w, http.StatusCreated, map[string]string{"room": code, "key": key,
			"join": s.public(r) + at, "state": at + "/state", "events": at + "/events"})
	}
	http.Redirect(w, r, at+"#"+key, http.StatusSeeOther)
	return nil
}

// lessonOf reads on which lesson a room is opened, from a form or from JSON, and whether it is
// to be one more, as a form says whose sender has a room.
func lessonOf(b []byte, form bool) (lesson string, another bool, err error) {
	if form {
		fields, err := url.ParseQuery(string(b))
		if err != nil {
			return "", false, &rooms.FieldError{Field: "lesson", Want: "a form"}
		}
		return fields.Get("lesson"), fields.Get("another") == "1", nil
	}
	var said struct {
		Lesson string `json:"lesson"`
	}
	if err := json.Unmarshal(b, &said); err != nil {
		return "", false, &rooms.FieldError{Field: "lesson",
			Want: "JSON such as {\"lesson\": \"bandwidth\"}"}
	}
	return said.Lesson, false, nil
}

// keep gives a browser a secret of the room, which no script reads.
func (s *site) keep(w http.ResponseWriter, r *http.Request, code, name, secret string) {
	http.SetCookie(w, &http.Cookie{Name: name + "-" + code, Value: secret, Path: s.view().URL("/"), HttpOnly: true,
		MaxAge: int(rooms.Life.Seconds()), SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(s.public(r), "https:")})
}

// public is the origin by which others reach the server: the one that it was told, or the
// one of the request. It is on no page that is kept.
func (s *site) public(r *http.Request) string {
	if s.origin != "" {
		return s.origin
	}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// takeKey gives who holds up the key its cookie: another device of the teacher's.
func (s *site) takeKey(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	s.keep(w, r, v.code, keyCookie, v.key)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// vote takes a vote, from a script or from a form without one, which is led back to the room.
func (s *site) vote(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	read, form := rooms.DecodeVote, isForm(r, b)
	if form {
		read = voteForm
	}
	vote, err := read(b)
	if err != nil {
		return err
	}
	h, err := s.rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	if e := s.asked(h); e != nil && e.Choices != nil && vote.Question == h.Question &&
		(vote.Choice != math.Trunc(vote.Choice) || vote.Choice < 0 || vote.Choice >= float64(len(e.Choices))) {
		return &rooms.FieldError{Field: "choice", Want: "the place of one of the question’s options, from 0"}
	}
	if err := s.rooms.Vote(r.Context(), v.code, v.seat, vote); err != nil {
		return err
	}
	if form {
		http.Redirect(w, r, s.view().URL("/rooms/"+v.code), http.StatusSeeOther)
		return nil
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// voteForm reads a vote from a form.
func voteForm(b []byte) (v rooms.Vote, err error) {
	form, err := url.ParseQuery(string(b))
	if err != nil {
		return v, &rooms.FieldError{Field: "question", Want: "a form"}
	}
	v.Question = form.Get("question")
	if v.Round, err = strconv.Atoi(form.Get("round")); err != nil || v.Round < 1 || v.Round > 2 {
		return v, &rooms.FieldError{Field: "round", Want: "1 or 2"}
	}
	n, ok := course.ParseNumber(form.Get("choice"))
	if !ok || math.IsInf(n, 0) || math.IsNaN(n) {
		return v, &rooms.FieldError{Field: "choice", Want: "one of the answers, or a number"}
	}
	v.Choice = n
	return v, nil
}

func (s *site) sketch(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodeSketch, func(k rooms.Sketch) string { return k.Figure }, s.rooms.Sketch)
}

func (s *site) pick(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodePick, func(p rooms.Pick) string { return p.Figure }, s.rooms.Pick)
}

func (s *site) point(w http.ResponseWriter, r *http.Request, v caller) error {
	return take(s, w, r, v, rooms.DecodePoint, func(p rooms.Point) string { return p.Figure }, s.rooms.Point)
}

// take reads what a student sends of a figure of the lesson, and stores it under her seat.
func take[T any](s *site, w http.ResponseWriter, r *http.Request, v caller, read func([]byte) (T, error),
	figure func(T) string, store func(ctx context.Context, code, seat string, sent T) error) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	sent, err := read(b)
	if err != nil {
		return err
	}
	h, err := s.rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	if l, ok := s.course.Lookup(h.Lesson); ok {
		if _, ok := l.Figure(figure(sent)); !ok {
			return &rooms.FieldError{Field: "figure", Want: "a figure of the lesson that the room is on"}
		}
	}
	if err := store(r.Context(), v.code, v.seat, sent); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// setHead changes what the class does, by its teacher. Who has decided by an old state is
// told the new one.
func (s *site) setHead(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	b, err := body(w, r)
	if err != nil {
		return err
	}
	c, err := rooms.DecodeChange(b)
	if err != nil {
		return err
	}
	if err := s.possible(v, r, c); err != nil {
		return err
	}
	status := http.StatusOK
	h, err := s.rooms.SetHead(r.Context(), v.code, v.key, c)
	if errors.Is(err, rooms.ErrOld) {
		status, err = http.StatusConflict, nil
	}
	if err != nil {
		return err
	}
	if forHall(r) {
		v.key = ""
	}
	st, err := s.stateAt(r, h, v.code, v.key)
	if err != nil {
		return err
	}
	return writeJSON(w, status, st)
}

// possible refuses a lesson that is not there and a question that the lesson does not have.
func (s *site) possible(v caller, r *http.Request, c rooms.Change) error {
	h, err := s.rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	if c.Lesson != nil {
		h.Lesson = *c.Lesson
		if _, ok := s.course.Lookup(h.Lesson); !ok {
			return &rooms.FieldError{Field: "lesson", Want: "the name of a lesson, as in its address"}
		}
	}
	if c.Phase != nil {
		h.Phase = *c.Phase
	}
	if c.Question != nil {
		h.Question = *c.Question
	}
	// What was asked of another lesson is no question of this one, until somebody wants it to be.
	if h.Question != "" && s.asked(h) == nil && (c.Question != nil || h.Phase != rooms.Explore) {
		return &rooms.FieldError{Field: "question", Want: "a question of the lesson that has choices or a number"}
	}
	return nil
}

// setLesson has the class go on with another lesson, from its beginning: a form of pages that
// are no desk, which leads there.
func (s *site) setLesson(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	b, err := body(w, r)
	if err != nil {
		return err
	}
	lesson, _, err := lessonOf(b, isForm(r, b))
	if err != nil {
		return err
	}
	h, err := s.rooms.Head(r.Context(), v.code)
	if err != nil {
		return err
	}
	first, none, explore := 1, "", rooms.Explore
	c := rooms.Change{Lesson: &lesson, Screen: &first, Query: &none, Phase: &explore}
	if err := s.possible(v, r, c); err != nil {
		return err
	}
	for range 3 { // other devices may be quicker, and this one still wants it
		c.Revision = h.Revision
		if h, err = s.rooms.SetHead(r.Context(), v.code, v.key, c); !errors.Is(err, rooms.ErrOld) {
			break
		}
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, s.view().URL("/rooms/"+v.code), http.StatusSeeOther)
	return nil
}

// moveHand has the class see what the teacher's hand moves.
func (s *site) moveHand(w http.ResponseWriter, r *http.Request, v caller) error {
	b, err := body(w, r)
	if err != nil {
		return err
	}
	var said struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(b, &said); err != nil {
		return &rooms.FieldError{Field: "query", Want: "JSON such as {\"query\": \"fit.bandwidth=0.5\"}"}
	}
	if err := s.rooms.Hand(r.Context(), v.code, v.key, said.Query); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// dismiss takes back the seats that have written nothing, and says how many.
func (s *site) dismiss(w http.ResponseWriter, r *http.Request, v caller) error {
	n, err := s.rooms.Dismiss(r.Context(), v.code, v.key)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]int{"dismissed": n})
}

// endRoom ends a room and forgets what it held.
func (s *site) endRoom(w http.ResponseWriter, r *http.Request, v caller) error {
	if err := s.rooms.End(r.Context(), v.code, v.key); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
