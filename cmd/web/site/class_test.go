package site

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/class"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A session is a room on a server, with its teacher.
type session struct {
	t         testing.TB
	site      *Site
	server    *httptest.Server
	room, key string
}

// newClass opens a room on a lesson, on a server of its own.
func newClass(t testing.TB, lesson string) *session { return newClassOn(t, quietSite(), lesson) }

// newClassOn is one of a site.
func newClassOn(t testing.TB, s *Site, lesson string) *session {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Add("X-Forwarded-For", "203.0.113.1") // a hall has one address
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { s.rooms.Close(); server.Close() })
	c := &session{t: t, site: s, server: server}
	c.open(lesson)
	return c
}

// open opens a room on a lesson.
func (c *session) open(lesson string) {
	c.t.Helper()
	var opened struct{ Room, Key, Join, State, Events string }
	status := c.as(nil, "POST", "/rooms", "", map[string]string{"lesson": lesson}, &opened)
	if status != http.StatusCreated || opened.Key == "" || !strings.HasSuffix(opened.Join, "/rooms/"+opened.Room) ||
		opened.State != "/rooms/"+opened.Room+"/state" || opened.Events != "/rooms/"+opened.Room+"/events" {
		c.t.Fatalf("POST /rooms: %d %+v", status, opened)
	}
	c.room, c.key = opened.Room, opened.Key
}

// as asks as somebody with cookies and perhaps a key, sends JSON and reads JSON.
func (c *session) as(jar http.CookieJar, method, path, key string, send, read any) int {
	c.t.Helper()
	body, err := json.Marshal(send)
	noError(c.t, err)
	r, err := http.NewRequest(method, c.server.URL+path, bytes.NewReader(body))
	noError(c.t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := (&http.Client{Jar: jar, Timeout: time.Minute}).Do(r)
	if err != nil {
		c.t.Error(err)
		return 0
	}
	defer answer.Body.Close()
	if read != nil {
		if err := json.NewDecoder(answer.Body).Decode(read); err != nil {
			c.t.Errorf("%s %s: %d: %v", method, path, answer.StatusCode, err)
		}
	}
	return answer.StatusCode
}

// student takes a seat.
func (c *session) student() http.CookieJar {
	jar, _ := cookiejar.New(nil) // never fails
	c.t.Helper()
	answer, err := (&http.Client{Jar: jar}).Get(c.server.URL + "/rooms/" + c.room)
	if err != nil {
		c.t.Error(err) // where many come at once, none may leave
		return jar
	}
	answer.Body.Close()
	same(c.t, "the student's page", answer.StatusCode, http.StatusOK)
	return jar
}

// teach changes the head, from whatever it is now.
func (c *session) teach(change map[string]any) (st class.Report) {
	c.t.Helper()
	c.as(nil, "GET", "/rooms/"+c.room+"/state", c.key, nil, &st)
	change["revision"] = st.Revision
	if status := c.as(nil, "POST", "/rooms/"+c.room+"/head", c.key, change, &st); status != http.StatusOK {
		c.t.Fatalf("head %v: %d", change, status)
	}
	return st
}

func (c *session) votes(jar http.CookieJar, round int, choice float64) (status int, said map[string]string) {
	c.t.Helper()
	send := map[string]any{"question": "limits", "round": round, "choice": choice}
	if status = c.as(jar, "POST", "/rooms/"+c.room+"/votes", "", send, nil); status == http.StatusNoContent {
		return status, nil
	}
	c.as(jar, "POST", "/rooms/"+c.room+"/votes", "", send, &said)
	return status, said
}

func (c *session) state(key string) (st class.Report) {
	c.t.Helper()
	c.as(nil, "GET", "/rooms/"+c.room+"/state", key, nil, &st)
	return st
}

// A question goes through all its phases; a tally is the teacher's until it is released.
func TestAClassVotesTwice(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	class := []http.CookieJar{c.student(), c.student(), c.student()}
	c.teach(map[string]any{"phase": "read", "question": "limits"})
	if status, said := c.votes(class[0], 1, 0); status != http.StatusConflict || said["phase"] != "read" {
		t.Errorf("a vote before the vote: %d %v", status, said)
	}
	c.teach(map[string]any{"phase": "vote1"})
	for i, choice := range []float64{0, 1, 2} {
		if status, said := c.votes(class[i], 1, choice); status != http.StatusNoContent {
			t.Fatalf("a vote: %d %v", status, said)
		}
	}
	if status, said := c.votes(class[0], 1, 9); status != http.StatusBadRequest || said["field"] != "choice" {
		t.Errorf("an option that is not there: %d %v", status, said)
	}
	if st := c.state(""); st.Tally != nil || st.Voted != 3 || st.Seats != 3 || st.Round != 1 {
		t.Errorf("during the vote everybody is told %+v", st)
	}
	st := c.teach(map[string]any{"phase": "closed1"})
	if st.Tally == nil || st.Tally.Rounds[0].Votes != 3 || *st.Tally.Rounds[0].Right != 1./3 ||
		st.Tally.Advice != rooms.Hint {
		t.Errorf("the teacher is told %+v", st.Tally)
	}
	if status, said := c.votes(class[0], 1, 1); status != http.StatusConflict || said["phase"] != "closed1" {
		t.Errorf("a late vote: %d %v", status, said)
	}
	if st := c.state(""); st.Tally != nil {
		t.Errorf("the class is told %+v", st.Tally)
	}
	c.teach(map[string]any{"phase": "discuss", "left_ms": 60000})
	if left := c.state("").LeftMS; left <= 0 || left > 60000 {
		t.Errorf("%d ms are left", left)
	}
	c.teach(map[string]any{"phase": "vote2"})
	for _, jar := range class[1:] {
		c.votes(jar, 2, 1)
	}
	c.teach(map[string]any{"phase": "reveal"})
	tally := c.state("").Tally
	if tally == nil || tally.Rounds[1].Votes != 2 || *tally.Rounds[1].Right != 1 || len(tally.Moves) != 2 ||
		tally.Advice != "" {
		t.Fatalf("at the reveal the class is told %+v", tally)
	}
	rows, err := csv.NewReader(strings.NewReader(c.text("/votes.csv", c.key))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("the table of votes is %q, %v", rows, err)
	}
	if got := strings.Join(rows[0], ","); got !=
		"question,seat,vote1,vote2,lesson,asked,answer1,answer2,right1,right2,right" {
		t.Errorf("its columns are %s", got)
	}
	words := map[string]string{"": "", "0": "only its diagonal is left, 𝐈", "1": "all ones, 𝟏𝟏ᵀ", "2": "all zeros"}
	judged := map[string]string{"": "", "0": "no", "1": "yes", "2": "no"}
	for _, row := range rows[1:] {
		first, second := row[2], row[3]
		if row[0] != "limits" || row[4] != "bandwidth" || !strings.HasPrefix(row[5], "You make ℓ larger and larger") ||
			row[6] != words[first] || row[7] != words[second] || row[8] != judged[first] || row[9] != judged[second] ||
			row[10] != words["1"] {
			t.Errorf("a row is %q", row)
		}
	}
}

// What is shown to the class before the reveal does not tell which answer is right.
func TestAReleasedTallyKeepsTheAnswer(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	jar := c.student()
	c.teach(map[string]any{"phase": "vote1", "question": "limits"})
	c.votes(jar, 1, 1)
	for _, step := range []struct {
		change map[string]any
		tells  bool
	}{
		{map[string]any{"phase": "closed1", "released": true}, false},
		{map[string]any{"phase": "reveal"}, true},
	} {
		c.teach(step.change)
		tally := c.state("").Tally
		if tally == nil || tally.Rounds[0].Votes != 1 || (tally.Rounds[0].Right != nil) != step.tells {
			t.Errorf("%v: the class is told %+v", step.change, tally)
		}
		for _, part := range []string{"/ask", "/ask?hall=1"} {
			html := c.text(part, "")
			if !strings.Contains(html, "1 vote") || strings.Contains(html, "right") != step.tells {
				t.Errorf("%v: %s is %s", step.change, part, html)
			}
		}
		if html := c.text("/ask", c.key); !strings.Contains(html, course.Unbroken("100 % right")) ||
			strings.Contains(html, `class="right`) != step.tells {
			t.Errorf("%v: the teacher is shown %s", step.change, html)
		}
	}
}

// What was asked of one lesson is no question of the next, until somebody asks it there.
func TestAQuestionIsOfItsLesson(t *testing.T) {
	t.Parallel()
	c := newClass(t, "psd-kernels")
	c.teach(map[string]any{"phase": "vote1", "question": "more"})
	c.as(nil, "POST", "/rooms/"+c.room+"/lesson", c.key, map[string]string{"lesson": "bandwidth"}, nil)
	st := c.state(c.key)
	var said map[string]string
	again := map[string]any{"revision": st.Revision, "phase": "vote1"}
	status := c.as(nil, "POST", "/rooms/"+c.room+"/head", c.key, again, &said)
	if st.Lesson != "bandwidth" || st.Phase != rooms.Explore || status != http.StatusBadRequest ||
		said["field"] != "question" {
		t.Errorf("a question that the lesson has not is asked: %d %v, %+v", status, said, st)
	}
}

// text is what stands at an address of the room, to who has the key or not.
func (c *session) text(path, key string) string {
	c.t.Helper()
	r, _ := http.NewRequest("GET", c.server.URL+"/rooms/"+c.room+path, nil)
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(r)
	noError(c.t, err)
	defer answer.Body.Close()
	var b bytes.Buffer
	_, _ = b.ReadFrom(answer.Body) // what is missing is seen
	return b.String()
}

// What is the teacher's is refused to everybody else, and a room that has ended is gone.
func TestWhoMayDoWhatInARoom(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	jar := c.student()
	at := "/rooms/" + c.room
	for _, test := range []struct {
		method, path, key string
		send              any
		want              int
	}{
		{"POST", "/head", "", map[string]any{"revision": 1, "phase": "vote1"}, http.StatusForbidden},
		{"POST", "/head", "nonsense", map[string]any{"revision": 1}, http.StatusForbidden},
		{"POST", "/hand", "", map[string]any{"query": "rules.bandwidth=1"}, http.StatusForbidden},
		{"POST", "/key", "", nil, http.StatusForbidden},
		{"GET", "/votes.csv", "", nil, http.StatusForbidden},
		{"GET", "/hall", "", nil, http.StatusForbidden},
		{"DELETE", "", "", nil, http.StatusForbidden},
		{"POST", "/key", c.key, nil, http.StatusNoContent},
		{"POST", "/hand", c.key, map[string]any{"query": "rules.bandwidth=1"}, http.StatusNoContent},
		{"POST", "/hand", c.key, map[string]any{"query": strings.Repeat("a", 201)}, http.StatusBadRequest},
		{"POST", "/hand", c.key, map[string]any{"query": "a=1\n\nevent: end"}, http.StatusBadRequest},
		{"POST", "/head", c.key, map[string]any{"revision": 999, "phase": "vote1"}, http.StatusConflict},
		{"POST", "/head", c.key, map[string]any{"phase": "vote1"}, http.StatusBadRequest},
		{"POST", "/head", c.key, map[string]any{"revision": 1, "phase": "sleep"}, http.StatusBadRequest},
		{"POST", "/head", c.key, map[string]any{"revision": 1, "question": "nothing"}, http.StatusBadRequest},
		{"POST", "/head", c.key, map[string]any{"revision": 1, "lesson": "nothing"}, http.StatusBadRequest},
		{"POST", "/votes", "", strings.Repeat("x", 5000), http.StatusRequestEntityTooLarge},
		{"POST", "/votes", "", []int{1}, http.StatusBadRequest},
		{"POST", "/sketches", "", map[string]any{"figure": "rules"}, http.StatusBadRequest},
		{"POST", "/picks", "", map[string]any{"figure": "rules", "round": 1, "bandwidth": -1}, http.StatusBadRequest},
		{"GET", "/ask", "", nil, http.StatusOK},
		{"DELETE", "", c.key, nil, http.StatusNoContent},
		{"GET", "/state", "", nil, http.StatusNotFound},
	} {
		same(t, fmt.Sprintf("%s %s with %.20v", test.method, test.path, test.send),
			c.as(jar, test.method, at+test.path, test.key, test.send, nil), test.want)
	}
	nothing := map[string]string{"lesson": "nothing"}
	same(t, "a room on no lesson", c.as(nil, "POST", "/rooms", "", nothing, nil), http.StatusBadRequest)
}

// A page without scripts votes by a form, is led back to the room, and is told how it stands.
func TestARoomWithoutScripts(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	student, room := newBrowser(t, c.server), "/rooms/"+c.room
	student.get(room)
	c.teach(map[string]any{"phase": "vote1", "question": "limits"})
	vote := url.Values{"question": {"limits"}, "round": {"1"}, "choice": {"1"}}
	answer, page := student.sends(room+"/votes", vote)
	if answer.Request.URL.Path != room || !strings.Contains(page, `value="1" aria-pressed="true"`) ||
		!strings.Contains(page, `http-equiv="refresh"`) {
		t.Errorf("after the vote: %s, %d bytes", answer.Request.URL, len(page))
	}
	r := course.Must(http.NewRequest("POST", student.at+room+"/votes", strings.NewReader(vote.Encode())))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	foreign, _ := student.does(r)
	same(t, "a vote from another site's page", foreign.StatusCode, http.StatusForbidden)
}

// The stream says that there is something new, and ends with the room.
func TestTheStreamOfARoom(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	answer := course.Must(http.Get(c.server.URL + "/rooms/" + c.room + "/events"))
	defer answer.Body.Close()
	if got := answer.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("a stream of %s", got)
	}
	lines := bufio.NewScanner(answer.Body)
	next := func() (event, data string) {
		for lines.Scan() {
			line := lines.Text()
			if name, ok := strings.CutPrefix(line, "event: "); ok {
				event = name
			} else if value, ok := strings.CutPrefix(line, "data: "); ok {
				data = value
			} else if line == "" && event != "" && event != "beat" { // which comes when nothing else does
				return event, data
			}
		}
		return "closed", ""
	}
	if event, _ := next(); event != "revision" {
		t.Errorf("it begins with %s", event)
	}
	st := c.teach(map[string]any{"phase": "read", "question": "limits"})
	if event, data := next(); event != "revision" || data != fmt.Sprint(st.Revision) {
		t.Errorf("then %s %s", event, data)
	}
	c.as(nil, "POST", "/rooms/"+c.room+"/hand", c.key, map[string]string{"query": "rules.bandwidth=2"}, nil)
	if event, data := next(); event != "hand" || data != "rules.bandwidth=2" {
		t.Errorf("then %s %s", event, data)
	}
	c.as(nil, "DELETE", "/rooms/"+c.room, c.key, nil, nil)
	if event, _ := next(); event != "end" {
		t.Errorf("at the end %s", event)
	}
	if event, _ := next(); event != "closed" {
		t.Errorf("after the end %s", event)
	}
}

// The state is fetched again only when it is another.
func TestTheStateOfARoomHasATag(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	address := c.server.URL + "/rooms/" + c.room + "/state"
	first := course.Must(http.Get(address))
	first.Body.Close()
	ask := func() int {
		r, _ := http.NewRequest("GET", address, nil)
		r.Header.Set("If-None-Match", first.Header.Get("ETag"))
		again := course.Must(http.DefaultClient.Do(r))
		again.Body.Close()
		return again.StatusCode
	}
	same(t, "the same state", ask(), http.StatusNotModified)
	c.teach(map[string]any{"phase": "read", "question": "limits"})
	same(t, "another state", ask(), http.StatusOK)
}

// Five hundred join, follow, vote and lose nothing: every vote is counted and everybody
// learns of the end of the vote.
func TestALargeClass(t *testing.T) {
	t.Parallel()
	const n = classSize
	c := newClass(t, "bandwidth")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	jars := make([]http.CookieJar, n)
	crowd(func(i int) { jars[i] = c.student() })
	revisions := make([]chan string, n)
	var streams sync.WaitGroup
	defer streams.Wait()
	defer cancel()
	for i := range n {
		revisions[i] = make(chan string, 64)
		streams.Go(func() { follow(ctx, jars[i], c.server.URL+"/rooms/"+c.room+"/events", revisions[i]) })
	}
	c.teach(map[string]any{"phase": "vote1", "question": "limits"})
	crowd(func(i int) {
		if status, said := c.votes(jars[i], 1, float64(i%3)); status != http.StatusNoContent {
			t.Errorf("vote %d: %d %v", i, status, said)
		}
	})
	st := c.teach(map[string]any{"phase": "closed1"})
	if got := st.Tally.Rounds[0].Votes; got != n || st.Seats != n {
		t.Errorf("%d votes of %d seats are counted, not %d", got, st.Seats, n)
	}
	last := fmt.Sprint(st.Revision)
	for i := range n {
		for got := ""; got != last; {
			select {
			case got = <-revisions[i]:
			case <-ctx.Done():
				t.Fatalf("student %d was not told that the vote is closed", i)
			}
		}
	}
}

// follow passes on the revisions that a student’s stream tells of, until ctx is done.
func follow(ctx context.Context, jar http.CookieJar, address string, to chan<- string) {
	r, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		return
	}
	answer, err := (&http.Client{Jar: jar}).Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for event := ""; lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && event == "revision" {
			to <- data
		}
	}
}

// The projector in a room opens with the panel that its address names, as outside one.
func TestTheHallOpensAPanel(t *testing.T) {
	t.Parallel()
	c := newClass(t, "bandwidth")
	for show, want := range map[string]bool{"2": true, "-1": false, "x": false} {
		opens := strings.Contains(c.text("/hall?show="+show, c.key), `&amp;show=`+show+`"`)
		same(t, "show="+show+" opens its panel", opens, want)
	}
}
