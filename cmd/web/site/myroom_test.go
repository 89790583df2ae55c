package site

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A browser goes by forms and links, and keeps cookies.
type browser struct {
	*testing.T
	client *http.Client
	at     string
}

func newBrowser(t *testing.T, server *httptest.Server) *browser {
	jar, _ := cookiejar.New(nil) // never fails
	return &browser{t, &http.Client{Jar: jar}, server.URL}
}

// get is the page at a path, with its status and where it was found in the end.
func (b *browser) get(path string) (answer *http.Response, page string) {
	b.Helper()
	r := course.Must(http.NewRequest("GET", b.at+path, nil))
	return b.does(r)
}

// sends is what a form leads to.
func (b *browser) sends(path string, form url.Values) (answer *http.Response, page string) {
	b.Helper()
	r := course.Must(http.NewRequest("POST", b.at+path, strings.NewReader(form.Encode())))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.does(r)
}

func (b *browser) does(r *http.Request) (answer *http.Response, page string) {
	b.Helper()
	r.Header.Set("Accept", "text/html")
	answer = course.Must(b.client.Do(r))
	defer answer.Body.Close()
	var body bytes.Buffer
	_, _ = body.ReadFrom(answer.Body) // what is missing is seen
	return answer, body.String()
}

// atWork is a course with its server.
func atWork(t *testing.T) (*Site, *httptest.Server) {
	s := quietSite()
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.rooms.Close(); server.Close() })
	return s, server
}

// A room whose tab was closed is found again by its teacher and by whoever has a seat in it, and
// by nobody else.
func TestPagesNameTheRoomThatIsMine(t *testing.T) {
	t.Parallel()
	s, server := atWork(t)
	teacher, student, other := newBrowser(t, server), newBrowser(t, server), newBrowser(t, server)
	desk, _ := teacher.sends("/rooms", url.Values{"lesson": {"ridge"}})
	at := desk.Request.URL.Path
	student.get(at)
	forged := &http.Cookie{Name: "key" + strings.Replace(at, "/rooms/", "-", 1), Value: strings.Repeat("A", 26)}
	home, _ := url.Parse(server.URL)
	other.client.Jar.SetCookies(home, []*http.Cookie{forged})
	named := func(b *browser, path, words string) {
		t.Helper()
		answer, page := b.get(path)
		link := fmt.Sprintf("href=%q>%s</a>", at, words)
		if strings.Contains(page, at) != (words != "") || !strings.Contains(page, link) && words != "" {
			t.Errorf("%s has not %q", path, words)
		}
		private := strings.Contains(answer.Header.Get("Cache-Control"), "private")
		if words != "" && path != "/rooms" && !private {
			t.Errorf("%s can be kept for others: %v", path, answer.Header)
		}
	}
	for _, path := range []string{"/", "/teach", "/rooms"} {
		named(teacher, path, "Back to your desk")
		named(student, path, "Back to your seat")
		named(other, path, "")
	}
	code := strings.TrimPrefix(at, "/rooms/")
	key := ""
	for _, c := range teacher.client.Jar.Cookies(home) {
		key += c.Value
	}
	noError(t, s.rooms.End(context.Background(), code, key))
	for _, path := range []string{"/", "/teach", "/rooms"} {
		named(teacher, path, "")
	}
}

// Whoever has a room is asked whether it comes along to the lesson that is taught next. It does
// with its votes; and a second is opened only where it is wanted.
func TestARoomComesAlong(t *testing.T) {
	t.Parallel()
	s, server := atWork(t)
	teacher := newBrowser(t, server)
	count := func(want int) {
		t.Helper()
		if n, _ := s.rooms.Count(); n != want {
			t.Errorf("there are %d rooms, not %d", n, want)
		}
	}
	desk, _ := teacher.sends("/rooms", url.Values{"lesson": {"ridge"}})
	at := desk.Request.URL.Path
	count(1)
	for lesson, offers := range map[string]string{
		"ridge": fmt.Sprintf("href=%q", at), "bandwidth": fmt.Sprintf("action=%q", at+"/lesson"),
	} {
		answer, page := teacher.sends("/rooms", url.Values{"lesson": {lesson}})
		if answer.Request.URL.RequestURI() != "/rooms?lesson="+lesson || !strings.Contains(page, offers) {
			t.Errorf("to teach %s leads to %s", lesson, answer.Request.URL)
		}
		count(1)
	}
	stranger := newBrowser(t, server)
	taken := url.Values{"lesson": {"bandwidth"}}
	if answer, _ := stranger.sends(at+"/lesson", taken); answer.StatusCode != http.StatusForbidden {
		t.Errorf("anybody takes a room to another lesson: %d", answer.StatusCode)
	}
	nowhere := url.Values{"lesson": {"nothing"}}
	if answer, _ := teacher.sends(at+"/lesson", nowhere); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a room is taken to no lesson: %d", answer.StatusCode)
	}
	answer, page := teacher.sends(at+"/lesson", taken)
	if answer.Request.URL.Path != at || !strings.Contains(page, `data-lesson="bandwidth"`) {
		t.Errorf("the room is taken to %s", answer.Request.URL)
	}
	count(1)
	taken.Set("another", "1")
	if answer, _ := teacher.sends("/rooms", taken); answer.Request.URL.Path == at {
		t.Error("another room is the same")
	}
	count(2)
}

// Where there is no room of a code it can be typed again.
func TestAWrongCodeIsTypedAgain(t *testing.T) {
	t.Parallel()
	_, server := atWork(t)
	b := newBrowser(t, server)
	for _, path := range []string{"/rooms/AAAAA", "/rooms?code=AAAAA", "/rooms/AAAAA/hall"} {
		answer, page := b.get(path)
		if answer.StatusCode != http.StatusNotFound || !strings.Contains(page, "<h1>No such room</h1>") ||
			!strings.Contains(page, `name="code"`) || !strings.Contains(page, `value="AAAAA"`) {
			t.Errorf("%s: %d without a field for the code", path, answer.StatusCode)
		}
	}
}
