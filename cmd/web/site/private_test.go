package site

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// What a reader writes is in no log: not when a draw fails, nor when it panics, nor when
// it does not stop. What is chosen from the page's own is there.
func TestWhatReadersWriteIsNotLogged(t *testing.T) {
	var broken error
	l := &course.Lesson{Slug: "l", Title: "L", Prose: "::: figure f :::\n",
		Figures: []course.Figure{{Name: "f", Build: func(f *course.Form) course.Draw {
			f.Text("own", "yours", "", course.Private)
			f.Int("n", "n", 1, 1, 9)
			return func(context.Context, *course.Memo) (*course.Picture, error) {
				if broken == nil {
					panic("engine: a bug")
				}
				return nil, broken
			}
		}}}}
	for _, broken = range []error{nil, errors.New("engine: a failure")} {
		for _, address := range []string{"/lessons/l/f.json?own=my+secret&n=3", "/lessons/l/f?f.own=my%20secret&f.n=3",
			"/lessons/l?f.own=my%20secret&f.own=secret&f.n=3", "/lessons/l/f.svg?own=secret;secret&n=3&%zz=secret"} {
			var log bytes.Buffer
			s := course.Must(New(Config{Course: course.New(course.Part{Title: "P", Lessons: []*course.Lesson{l}}),
				Log: slog.New(slog.NewTextHandler(&log, nil))}))
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
			same(t, address, w.Code, http.StatusInternalServerError)
			if strings.Contains(log.String(), "secret") || !strings.Contains(log.String(), "n=3") ||
				!strings.Contains(log.String(), "/lessons/l") {
				t.Errorf("%s: logged %q", address, log.String())
			}
		}
	}
	s := siteOf(l)
	for address, want := range map[string]string{
		"/lessons/l?f.own=my+secret&f.n=3":         "/lessons/l?f.n=3&f.own=%E2%80%A6",
		"/lessons/l?answer.why=my+secret&f.n=3":    "/lessons/l?answer.why=%E2%80%A6&f.n=3",
		"/oembed?url=http%3A%2F%2Fx%2F%3Fown%3Dmy": "/oembed?url=%E2%80%A6",
		"/lessons/l": "/lessons/l",
	} {
		same(t, address+" in the log", loggedBy(s, address), want)
	}
}

// loggedBy is an address as the logs of a site have it.
func loggedBy(s *Site, address string) string {
	path, query := s.sender.Private(httptest.NewRequest("GET", address, nil).URL)
	return strings.TrimSuffix(path+"?"+query, "?")
}
