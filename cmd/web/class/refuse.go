package class

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/views"
)

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
	{rooms.ErrFew, http.StatusConflict, "Too few yet", "The test can be closed once five have sent both times.", 0},
	{rooms.ErrTestOpen, http.StatusConflict, "The test is open", "Until you close the test, only how many have sent " +
		"both times is shown. From five on its page has a button for it; then there are results and this table.", 0},
	{rooms.ErrTestClosed, http.StatusConflict, "The test is closed",
		"The test was closed in this room before your answers came, and they do not count.", 0},
	{errOwnTest, http.StatusForbidden, "Your own room",
		"Who holds the room’s key is none of its class: these answers are not counted.", 0},
	{rooms.ErrUnready, http.StatusServiceUnavailable, "One moment",
		"The server cannot reach its rooms at the moment. Try again in a second.", 1},
}

// refuse answers an error of the rooms: with a page to who reads, with JSON to a script.
// Any other error it returns.
func (s *Pages) refuse(w http.ResponseWriter, r *http.Request, err error) error {
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
		i := slices.IndexFunc(refusals, func(f refusal) bool { return errors.Is(err, f.err) })
		if i < 0 {
			return err
		}
		f = refusals[i]
	}
	if f.status == http.StatusTooManyRequests || f.status >= http.StatusInternalServerError {
		s.Refused.Note("room: " + strings.ToLower(f.title))
	}
	if f.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.retry))
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		if errors.Is(err, rooms.ErrNone) {
			page := views.EnterPage{Title: f.title, Says: f.sentence, Typed: r.PathValue("code"), Mine: s.Mine(r)}
			page.Typed = cmp.Or(page.Typed, r.URL.Query().Get("code"))
			s.Say(w, f.status, views.EnterRoom(s.View(), page), f.title+". "+f.sentence)
			return nil
		}
		if f.retry > 0 && r.Method == http.MethodGet {
			w.Header().Set("Refresh", strconv.Itoa(f.retry)) // a hall that comes at once is let in by itself
		}
		s.Fail(w, f.status, f.title, f.sentence)
		return nil
	}
	said["error"] = f.sentence
	return writeJSON(w, f.status, said)
}
