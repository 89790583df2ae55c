// Package class is a class over HTTP: the pages of its room, votes, pictures of what it has done, and
// whether phones reach the server. What a room is, and what it holds, is in package rooms.
package class

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/views"
)

// This file has who asks a room, and what makes one: the state is in state.go, what is written in
// write.go, the pages in pages.go.

// Pages are the rooms over HTTP.
type Pages struct {
	*respond.Sender
	Rooms   *rooms.Rooms
	Figures *figures.Pages
	Reach   *Reach // by which addresses other devices have come
}

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

// InRoom makes a handler of one that serves a room, and answers what the rooms refuse.
func (s *Pages) InRoom(h func(http.ResponseWriter, *http.Request, caller) error) respond.Handler {
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
func (s *Pages) caller(r *http.Request) (v caller, err error) {
	v.seat = cookie(r, seatCookie)
	key, held := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !held {
		key = cookie(r, keyCookie)
	}
	pass := r.URL.Query().Get(passField)
	if v.code, err = s.Rooms.Find(r.Context(), s.Flow.From(r), r.PathValue("code"), v.seat, key, pass); err != nil {
		return v, err
	}
	switch err := s.Rooms.Owns(r.Context(), v.code, key); {
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

// noContent answers that what was sent is taken.
func noContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
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

// Open makes a room on a lesson.
func (s *Pages) Open(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	b, err := body(w, r)
	if err != nil {
		return s.refuse(w, r, err)
	}
	form := isForm(r, b)
	lesson, another, err := lessonOf(b, form)
	if _, ok := s.Course.Lookup(lesson); err == nil && !ok {
		err = &rooms.FieldError{Field: "lesson", Want: "the name of a lesson, as in its address"}
	}
	teaches := func(one views.MyRoom) bool { return one.Teacher }
	if err == nil && form && !another && slices.ContainsFunc(s.Mine(r), teaches) {
		return s.Lead(w, r, "/rooms?lesson="+lesson)
	}
	var code, key string
	if err == nil {
		code, key, err = s.Rooms.Create(r.Context(), s.Flow.From(r), lesson)
	}
	if err != nil {
		return s.refuse(w, r, err)
	}
	at := s.View().URL("/rooms/" + code)
	s.keep(w, r, code, keyCookie, key)
	if accept := r.Header.Get("Accept"); strings.Contains(accept, "application/json") ||
		!form && !strings.Contains(accept, "text/html") {
		w.Header().Set("Location", at)
		return writeJSON(w, http.StatusCreated, map[string]string{"room": code, "key": key,
			"join": s.Public(r, "") + at, "state": at + "/state", "events": at + "/events"})
	}
	return s.Lead(w, r, "/rooms/"+code+"#"+key)
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
func (s *Pages) keep(w http.ResponseWriter, r *http.Request, code, name, secret string) {
	http.SetCookie(w, &http.Cookie{Name: name + "-" + code, Value: secret, Path: s.View().URL("/"), HttpOnly: true,
		MaxAge: int(rooms.Life.Seconds()), SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(s.Public(r, ""), "https:")})
}

// TakeKey gives who holds up the key its cookie: another device of the teacher's.
func (s *Pages) TakeKey(w http.ResponseWriter, r *http.Request, v caller) error {
	if v.key == "" {
		return rooms.ErrKey
	}
	s.keep(w, r, v.code, keyCookie, v.key)
	return noContent(w)
}
