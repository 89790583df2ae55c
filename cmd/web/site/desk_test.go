//go:build !race

package site

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A classroom is a site with one room in it, whose server notes what the projector's page
// is answered, and can keep the state to itself.
type classroom struct {
	*Site
	testing.TB
	code, key string
	seats     []string
	stalled   atomic.Bool // the state is told to nobody
	down      atomic.Bool // nothing is answered

	mu    sync.Mutex
	heard []string // all that was answered to the projector's page
}

func newClassroom(t testing.TB) *classroom { return &classroom{Site: patient(quietSite()), TB: t} }

func (c *classroom) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case c.down.Load():
		panic(http.ErrAbortHandler)
	case c.stalled.Load() && strings.HasSuffix(r.URL.Path, "/state"):
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	if by := r.URL.Path + " " + r.Referer(); strings.Contains(by, "/hall") && !strings.Contains(by, "notes=1") &&
		!strings.HasPrefix(r.URL.Path, "/static/") {
		r.Header.Del("Accept-Encoding")
		copied := &copying{ResponseWriter: w}
		defer func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.heard = append(c.heard, copied.b.String())
		}()
		w = copied
	}
	c.Site.ServeHTTP(w, r)
}

type copying struct {
	http.ResponseWriter
	b bytes.Buffer
}

func (w *copying) Write(p []byte) (int, error) { w.b.Write(p); return w.ResponseWriter.Write(p) }
func (w *copying) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// tallies counts the answers to the projector's page that had a tally.
func (c *classroom) tallies() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, body := range c.heard {
		if strings.Contains(body, `"tally"`) || strings.Contains(body, `&#34;tally&#34;`) ||
			strings.Contains(body, `"tallied"`) {
			n++
		}
	}
	return n
}

// teach opens a room from a lesson, as a teacher does.
func (c *classroom) teach(p *tab) {
	p.Helper()
	p.visit(krrPage)
	p.click(".bar .teach-class button", `document.querySelector(".desk") !== null && location.hash === ""`)
	c.code = strings.TrimPrefix(eval[string](p, `location.pathname`), "/rooms/")
	_, c.key, _ = strings.Cut(eval[string](p, `document.querySelector(".closing code").textContent`), "#")
}

// hallOf opens a room, as a teacher does, and its projector beside her desk.
func hallOf(t *testing.T) (c *classroom, desk, hall *tab) {
	t.Helper()
	c = newClassroom(t)
	desk = open(t, c)
	c.teach(desk)
	hall = desk.beside()
	hall.visit("/rooms/" + c.code + "/hall")
	return c, desk, hall
}

// vote has every seat vote on the room's question.
func (c *classroom) vote(n, round int, choice func(seat int) float64) {
	c.Helper()
	h := course.Must(c.rooms.Head(context.Background(), c.code))
	for i := range n {
		if i == len(c.seats) {
			seat := course.Must(c.rooms.Join(context.Background(), "", c.code, ""))
			c.seats = append(c.seats, seat)
		}
		err := c.rooms.Vote(context.Background(), c.code, c.seats[i], rooms.Vote{Question: h.Question, Round: round,
			Choice: choice(i)})
		noError(c, err)
	}
}

func (c *classroom) set(change rooms.Change) {
	c.Helper()
	h := course.Must(c.rooms.Head(context.Background(), c.code))
	change.Revision = h.Revision
	if _, err := c.rooms.SetHead(context.Background(), c.code, c.key, change); err != nil {
		c.Fatal(err)
	}
}

// What the pages show of the class.
const (
	hallPhase = `[...document.querySelectorAll(".hallbar .phase:not([hidden])")].map((e) => e.textContent).join()`
	hallStep  = `document.querySelector(".screen:not([hidden])").getAttribute("aria-label")`
	hallAsked = `document.querySelector(".screen:not([hidden]) .inroom:not([hidden])")?.textContent ?? ""`
	deskPhase = `document.querySelector('.desk [data-phase][aria-pressed="true"]').dataset.phase`
)

// The number of the step that the teacher's notes are about.
const noteStep = `document.querySelector(".note:not([hidden])").getAttribute("aria-label")`

// reaches has a page go on step by step until it shows one, and returns which was before it.
func reaches(p *tab, shown, step string) (before string) {
	p.Helper()
	for range 20 {
		was := eval[string](p, shown)
		if was == step {
			return before
		}
		before = was
		p.leads(kb.PageDown, fmt.Sprintf("%s !== %q", shown, was))
	}
	p.Fatalf("%s is not among the next 20 steps", step)
	return ""
}

// TestBrowserDeskTeachesByKeys goes through a question with the keys of the projector alone.
func TestBrowserDeskTeachesByKeys(t *testing.T) {
	t.Parallel()
	c, desk, hall := hallOf(t)
	question := stepAt(t, "limit")

	hall.press(kb.PageDown)
	shows(hall, hallStep, stepLabel(t, 2))
	shows(desk, `document.querySelector("[data-screen]").textContent`, "2")
	before := reaches(hall, hallStep, stepLabel(t, question))
	shows(hall, hallPhase, "Read")
	shows(desk, deskPhase, "read")
	shows(desk, `document.querySelector("[data-question]").value`, "limit")
	hall.until(hallAsked + `.includes("The answers come")`)
	hall.press(kb.PageUp) // before the first phase is the step before
	shows(hall, hallStep, before)
	shows(desk, deskPhase, "explore")
	hall.press(kb.PageDown)
	shows(hall, hallPhase, "Read")

	hall.press(kb.PageDown)
	shows(hall, hallPhase, "Vote now")
	shows(hall, `document.querySelectorAll(".inroom:not([hidden]) .options li").length`, 4)
	c.vote(6, 1, func(seat int) float64 { return float64(seat % 3) })
	hall.until(hallAsked + `.includes("6 of 6 have voted")`)
	hall.clean("document", "the projector while votes are taken")
	shows(desk, `document.querySelector(".run [data-voted]").textContent`, "6")
	if !eval[bool](desk, `document.querySelector(".tallied") === null`) {
		t.Error("the teacher's page shows the votes while they are taken")
	}
	hall.press("v")
	shows(hall, hallPhase, "The vote is closed")
	desk.until(`document.querySelector(".desk .tallied td") !== null`)
	desk.until(`document.querySelector('[data-advise="hint"]').hidden === false`)
	desk.clean("document", "the desk with a tally")

	desk.click(`[data-minutes="2"]`)
	shows(hall, hallPhase, "Discuss")
	hall.until(`Number(document.querySelector(".inroom:not([hidden]) [data-left]").textContent) > 60`)
	hall.press("v")
	shows(hall, hallPhase, "Vote again")
	c.vote(6, 2, func(int) float64 { return 2 })
	hall.press("v")
	shows(hall, hallPhase, "The vote is closed")
	same(t, "votes that the projector's page was told before they were released", c.tallies(), 0)
	hall.press(kb.PageDown)
	shows(hall, hallPhase, "The answer")
	shows(hall, `document.querySelectorAll(".inroom:not([hidden]) .tallied thead th").length`, 3)
	if c.tallies() == 0 {
		t.Error("this test does not see what the projector's page is told")
	}
	shows(desk, deskPhase, "reveal")
	hall.press(kb.PageUp)
	shows(hall, hallPhase, "The vote is closed")
	hall.press("a")
	shows(hall, hallPhase, "The answer")

	hall.press(kb.PageDown)
	shows(desk, deskPhase, "explore")
	hall.press(kb.PageUp)
	shows(hall, hallPhase, "The answer")
	hall.reload()
	shows(hall, hallStep, stepLabel(t, question))
	hall.until(`document.querySelector(".inroom:not([hidden]) .tallied") !== null`)
	hall.clean("document", "the projector at the answer")
}

// TestBrowserDeskFollows has the desk, the projector and the notes follow each other.
func TestBrowserDeskFollows(t *testing.T) {
	t.Parallel()
	c, desk, hall := hallOf(t)
	notes := desk.beside()
	notes.visit("/rooms/" + c.code + "/hall?notes=1")

	desk.click(`[data-onward="1"]`)
	shows(hall, hallStep, stepLabel(t, 2))
	shows(notes, noteStep, stepLabel(t, 2))
	hall.slide("fit", "bandwidth", 10, "bandwidth=0.0464")
	desk.until(`(await (await fetch(document.querySelector(".desk").dataset.room + "/state")).json()).query === ` +
		`"fit.bandwidth=0.0464"`)
	hall.until(`location.search.startsWith("?fit.bandwidth=0.0464&")`)
	hall.reload()
	hall.drawn("fit", "bandwidth=0.0464")
	c.set(rooms.Change{Query: new("fit.lambda=0.1")})
	hall.drawn("fit", "lambda=0.1")

	hall.press("f")
	shows(desk, `document.querySelector("input[data-pace]").checked`, false)
	desk.click("input[data-pace]")
	hall.until(`document.querySelector('.hallbar [data-pace="free"]').hidden`)
	hall.press("j")
	hall.until(`document.querySelector("[data-joining]").hidden === false && ` +
		`document.querySelector(".joining .spoken b").getBoundingClientRect().height > innerHeight / 6`)
	hall.clean("document", "the projector with the code")
	hall.leads("j", `document.querySelector("[data-joining]").hidden`)

	question := stepLabel(t, stepAt(t, "limit"))
	reaches(notes, noteStep, question)
	shows(hall, hallPhase, "Read")
	notes.press(kb.PageDown)
	shows(hall, hallPhase, "Vote now")
	c.vote(5, 1, func(int) float64 { return 2 })
	notes.until(`document.querySelector(".roomnotes").textContent.includes("5 of 5 have voted")`)
	notes.leads(kb.PageDown, `document.querySelector('.roomnotes [data-advise="explain"]').hidden === false`)
	notes.clean("document", "the notes")

	desk.click("[data-end]", `document.querySelector("[data-ending]").open`)
	desk.click(`[data-ending] [value=""]`)
	shows(desk, deskPhase, "closed1")
	hall.expects("404")
	notes.expects("404")
	desk.expects("404")
	desk.click("[data-end]")
	desk.click(`[data-ending] [value="end"]`, `location.pathname === "`+krrPage+`"`)
	desk.visit("/rooms/check")
	desk.clean("document", "the check")
	hall.until(`document.querySelector(".hallbar [data-link]").textContent === "The room has ended."`)
	hall.press(kb.PageDown) // the lesson goes on
	hall.until(fmt.Sprintf("%s !== %q", hallStep, question))
}

// pick has seats pick settings of a figure.
func (c *classroom) pick(figure string, n int) {
	c.Helper()
	for i := range n {
		seat := course.Must(c.rooms.Join(context.Background(), "", c.code, ""))
		p := rooms.Pick{Figure: figure, Round: 1, Bandwidth: float64(i + 1), Lambda: 0.1}
		noError(c, c.rooms.Pick(context.Background(), c.code, seat, p))
	}
}

// TestBrowserHallShowsTheClass has the desk show what the class has done on the projector,
// which has nothing of it before.
func TestBrowserHallShowsTheClass(t *testing.T) {
	t.Parallel()
	c, desk, hall := hallOf(t)
	const sheet = `document.querySelector("[data-classing]")`
	hall.press("c")
	hall.until(sheet + `.hidden === false && ` + sheet + `.textContent.includes("Nobody has ` +
		`picked, sketched or put a point down yet.")`)
	c.pick("fit", rooms.MinPlot)
	hall.until(sheet + `.textContent.includes("5 of 5 have picked. What they have done is seen when your teacher")`)
	shows(hall, sheet+`.querySelectorAll("svg").length`, 0)
	hall.leads("c", sheet+`.hidden`)
	desk.until(`document.querySelector("[data-class] svg.plot")`)
	desk.click("[data-show]") // nobody touches the projector
	desk.until(`document.querySelector("[data-show]").ariaPressed === "true"`)
	hall.until(`!` + sheet + `.hidden && ` + sheet +
		`.querySelector("svg.plot")?.getBoundingClientRect().height > innerHeight / 3`)
	hall.clean("document", "what the class has done")
	hall.reload()
	hall.until(`!` + sheet + `.hidden`)
	desk.click("[data-show]")
	hall.until(sheet + `.hidden && ` + sheet + `.querySelector("svg") === null`)
	desk.click("[data-show]")
	hall.until(`!` + sheet + `.hidden`)
	hall.leads(kb.Escape, sheet+`.hidden`)
	desk.until(`document.querySelector("[data-show]").ariaPressed === "false"`)
	shows(hall, hallStep, stepLabel(t, 1))
}

// fills are the colours of the bars of a page's tally, and which one of them is right.
const fills = `(() => {
	const rows = [...document.querySelectorAll(".tallied tbody tr")].filter((row) => row.checkVisibility());
	const fill = (row) => getComputedStyle(row.querySelector(".portion .has")).fill;
	return rows.map((row) => (row.matches(".right") ? "right " : "") + fill(row)).join("; ");
})()`

// TestBrowserDeskHallAndPhone has all three together: votes are grey until the answer is shown,
// where the right one is green; what the class has found comes on the projector from the desk; and
// projector and phone go along to another lesson.
func TestBrowserDeskHallAndPhone(t *testing.T) {
	t.Parallel()
	c, desk, hall := hallOf(t)
	phone := open(t, c)
	hall.expects("status of 409") // where its figure comes to rest while the desk changes the head
	phone.phone()
	phone.visit("/rooms/" + c.code)
	all := []*tab{desk, hall, phone}

	desk.click(`[data-phase="vote1"]`)
	phone.until(`document.querySelector(".votes button")`)
	shows(desk, `document.querySelector(".steps p").textContent.split("·")[0].replace(/\s/g, "")`,
		eval[string](hall, `document.querySelector(".turning .count").textContent.replace(/\s/g, "")`))
	if n := eval[int](desk, `new Set([...document.querySelectorAll("[data-question] option")].map((o) => `+
		`o.textContent.trim())).size - document.querySelectorAll("[data-question] option").length`); n != 0 {
		t.Errorf("%d questions are called as others are", -n)
	}
	const letters = `document.querySelectorAll(".guesses.q-limit.open .chip").length`
	shows(hall, letters, 4) // on the picture, which stays there up to the answer
	shows(phone, letters, 4)
	if !eval[bool](phone, `document.querySelector("svg.plot").getBoundingClientRect().bottom <= `+
		`document.querySelector(".votes").getBoundingClientRect().top`) {
		t.Error("on a phone the picture is not over the answers")
	}
	phone.fingertip(`.votes button[value="0"]`)
	c.vote(4, 1, func(seat int) float64 { return float64(seat) })
	desk.click(`[data-phase="closed1"]`)
	const beside = `[...document.querySelectorAll(".guesses.open .chip")].map((e) => ` +
		`(e.matches(".right") ? "right " : "") + (e.querySelector(".voted")?.textContent ?? "")).join()`
	shows(hall, beside, ",,,")
	desk.until(`document.querySelector("[data-show]").checkVisibility()`)
	desk.click("[data-show]")
	var soft string
	for _, p := range all {
		p.until(`document.querySelectorAll(".tallied tbody tr").length === 4`)
		colours := strings.Split(eval[string](p, fills), "; ")
		if soft = colours[0]; len(colours) != 4 || len(slices.Compact(colours)) != 1 {
			t.Errorf("before the answer is shown bars are %q", colours)
		}
	}
	shows(hall, `document.querySelector("[data-classing]").hidden`, true) // there are votes alone
	shows(hall, beside, "2,1,1,1")
	desk.click(`[data-phase="reveal"]`)
	for _, p := range []*tab{hall, phone} {
		shows(p, beside, "2,1,right 1,1")
		shows(p, `document.querySelector("svg.plot").checkVisibility()`, true)
	}
	hall.drawn("fit", "lambda=10") // the state of the answer, with the letters on it
	shows(hall, beside, "2,1,right 1,1")
	for _, p := range all {
		p.until(`document.querySelectorAll(".tallied .right").length === 1`)
		green := strings.Count(eval[string](p, fills), eval[string](p,
			`getComputedStyle(document.querySelector(".tallied .right .verdict")).color`))
		if wrong := strings.Count(eval[string](p, fills), soft); green != 1 || wrong != 3 {
			t.Errorf("at the reveal bars are %s", eval[string](p, fills))
		}
	}
	c.set(rooms.Change{Phase: new(rooms.Explore)})
	c.pick("fit", rooms.MinPlot)
	desk.until(`document.querySelector("[data-class] svg.plot")`)
	desk.expects("status of 409") // where the projector's figure comes to rest just now
	desk.click("[data-show]")
	hall.until(`document.querySelector("[data-classing]").checkVisibility()`)
	phone.until(`document.querySelector("[data-class] svg.plot")`)

	desk.visit("/lessons/ridge")
	desk.click(".bar .teach-class button")
	desk.until(`location.pathname === "/rooms" && document.querySelector(".my-room form button") !== null`)
	desk.clean("document", "the choice of a room")
	desk.click(".my-room form button")
	desk.until(`location.pathname === "/rooms/` + c.code + `" && document.querySelector(".desk h1").textContent === ` +
		`"` + titleOf(t, "ridge") + `"`)
	hall.until(`document.body.dataset.lesson === "ridge" && document.querySelector("[data-classing]").hidden`)
	phone.until(`document.body.dataset.lesson === "ridge"`)
	desk.visit("/")
	desk.click(".my-room .button", `document.querySelector(".desk") !== null`)
	shows(desk, `document.querySelector("[data-lesson] option:checked").value`, "ridge")
	eval[any](desk, `(() => { const s = document.querySelector("select[data-lesson]"); s.value = "rkhs"; `+
		`s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	desk.until(`document.querySelector(".desk h1")?.textContent === "` + titleOf(t, "rkhs") + `"`)
	hall.until(`document.body.dataset.lesson === "rkhs"`)
	phone.until(`document.body.dataset.lesson === "rkhs"`)
}

func titleOf(t *testing.T, slug string) string {
	t.Helper()
	l, ok := lessons.Contents.Lookup(slug)
	if !ok {
		t.Fatal("no lesson ", slug)
	}
	return l.Title
}

// TestBrowserHallTooLong says that a state is too long to be sent to the class, until it is
// another.
func TestBrowserHallTooLong(t *testing.T) {
	t.Parallel()
	c := newClassroom(t)
	hall := open(t, c)
	c.teach(hall)
	hall.visit("/rooms/" + c.code + "/hall")
	hall.press(kb.PageDown)
	shows(hall, hallStep, stepLabel(t, 2))
	query := func() string {
		h := course.Must(c.rooms.Head(context.Background(), c.code))
		return h.Query
	}
	points := func(n int) {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("%.12f,%.12f", float64(i)/7, float64(i)/13))
		}
		hall.types("fit-points", strings.Join(list, ";"))
	}
	hall.types("fit-data", "points")
	hall.drawn("fit", "data=points")
	points(3)
	eventually(t, "the class has the points", func() bool { return strings.Contains(query(), "0.142857142857") })
	before := query()
	const says = `document.querySelector(".hallbar [data-link]").textContent`
	points(60)
	hall.until(says + `.startsWith("Too much to send: the class sees the figures as they were.")`)
	same(t, "what the class has", query(), before)
	points(4)
	shows(hall, says, "")
	eventually(t, "the class follows again", func() bool { return strings.Contains(query(), "0.428571428571") })
}

// TestBrowserDeskOnAPhone has another device teach, by an address with the key in it.
func TestBrowserDeskOnAPhone(t *testing.T) {
	t.Parallel()
	c := newClassroom(t)
	desk := open(t, c)
	c.teach(desk)
	phone := visits(t, c, "/rooms", pocket)
	eval[any](phone, fmt.Sprintf(`void location.assign("/rooms/%s")`, c.code+"?as=teacher#"+c.key))
	phone.until(`location.hash === "" && location.search === "" &&
		(document.querySelector(".desk [data-step-name]")?.textContent ?? "") !== ""`) // its script has run
	shows(desk, `document.querySelector("[data-seats]").textContent`, "0") // it is no student

	phone.fingertip(`[data-phase="vote1"]`)
	shows(desk, deskPhase, "vote1")
	shows(desk, `document.querySelector("[data-question]").value`, "limit")

	// The desk decides by an old state: it is told so, and decides again.
	desk.expects("Failed to load resource", "Failed to fetch")
	phone.expects("Failed to load resource", "Failed to fetch")
	c.stalled.Store(true)
	c.set(rooms.Change{Phase: new(rooms.Closed1)})
	desk.click(`[data-phase="discuss"]`)
	desk.until(`document.querySelector("[data-link]").textContent.includes("on your other device")`)
	shows(desk, deskPhase, "closed1")
	c.stalled.Store(false)
	c.set(rooms.Change{Phase: new(rooms.Closed1)}) // the class goes on
	shows(desk, `document.querySelector("[data-link]").textContent`, "")
	desk.click(`[data-phase="discuss"]`)
	shows(desk, deskPhase, "discuss")
	shows(phone, deskPhase, "discuss")

	c.down.Store(true)
	phone.until(`document.querySelector("[data-link]").textContent.startsWith("No connection")`)
	c.down.Store(false)
	shows(phone, `document.querySelector("[data-link]").textContent`, "")
	phone.reload()
	shows(phone, deskPhase, "discuss")
	phone.fits()

	// What is pressed while only the figures have moved elsewhere holds.
	c.stalled.Store(true)
	c.set(rooms.Change{Query: new("fit.lambda=0.1")})
	desk.click(`[data-phase="vote2"]`)
	shows(desk, deskPhase, "vote2")
	c.stalled.Store(false)
}

// TestHallLearnsNoMore: with the teacher's cookie the projector's page is told what the
// class may know.
func TestHallLearnsNoMore(t *testing.T) {
	t.Parallel()
	c := newClassroom(t)
	var err error
	if c.code, c.key, err = c.rooms.Create(context.Background(), "test", "kernel-ridge-regression"); err != nil {
		t.Fatal(err)
	}
	c.set(rooms.Change{Question: new("limit"), Phase: new(rooms.Vote1)})
	c.vote(5, 1, func(int) float64 { return 2 })
	c.set(rooms.Change{Phase: new(rooms.Closed1)})
	told := func(method, path, body string) bool {
		t.Helper()
		r := httptest.NewRequest(method, "/rooms/"+c.code+path, strings.NewReader(body))
		r.AddCookie(&http.Cookie{Name: "key", Value: c.key})
		w := httptest.NewRecorder()
		c.Site.ServeHTTP(w, r)
		if w.Code != http.StatusOK && w.Code != http.StatusConflict {
			t.Errorf("%s %s: %d", method, path, w.Code)
		}
		text := w.Body.String()
		return strings.Contains(text, "tally&#34;") || strings.Contains(text, `"tally"`) ||
			strings.Contains(text, `"tallied"`)
	}
	for _, path := range []string{"/hall", "/hall?notes=1", "/state?hall=1", "/ask?hall=1"} {
		if told("GET", path, "") {
			t.Errorf("%s tells the votes", path)
		}
	}
	if told("POST", "/head?hall=1", `{"revision": 1, "screen": 3}`) {
		t.Error("a change tells the projector's page the votes")
	}
	for _, path := range []string{"/state", "/ask", ""} {
		if !told("GET", path, "") {
			t.Errorf("%s does not tell the teacher the votes", path)
		}
	}
	c.set(rooms.Change{Phase: new(rooms.Reveal)})
	for _, path := range []string{"/hall", "/state?hall=1", "/ask?hall=1"} {
		if !told("GET", path, "") {
			t.Errorf("%s does not tell the votes when they are released", path)
		}
	}
}

// TestTeachesEveryLesson: each has a way to open a room from the lesson, the projector and the
// notes.
func TestTeachesEveryLesson(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for _, l := range lessons.Contents.Open() {
		for _, query := range []string{"", "?present=1", "?present=1&notes=1"} {
			body := textAt(t, s, "/lessons/"+l.Slug+query)
			if !strings.Contains(body, `action="/rooms"`) || !strings.Contains(body,
				`name="lesson" value="`+l.Slug+`"`) {
				t.Errorf("%s%s opens no room", l.Slug, query)
			}
		}
	}
}

func TestCheckRooms(t *testing.T) {
	t.Parallel()
	s := quietSite()
	ask := func(query, from string) string {
		r := httptest.NewRequest("GET", "/rooms/check"+query, nil)
		r.RemoteAddr = net.JoinHostPort(from, "1234")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Body.String()
	}
	const here, phone, green = "127.0.0.1", "203.0.113.9", `class="reached"`
	s.reach.Listens = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	contains(t, "how to listen to others", ask("", here), "-http :8080")
	s.reach.Listens = &net.TCPAddr{IP: net.IPv6zero, Port: 8080}
	listens := s.reach.Listens
	s = quietSiteOf(Config{Origin: "https://example.org"}) // what is listed does not depend on this machine
	omits(t, "this machine itself", ask("?from=example.org", here), green)
	omits(t, "an address that is not ours", ask("?from=elsewhere.org", phone), green)
	if page := ask("", here); strings.Contains(page, green) || !strings.Contains(page, `class="qr"`) {
		t.Error("it is green before anybody has come, or has no code")
	}
	contains(t, "the phone that has come", ask("?from=example.org", phone), green)
	contains(t, "once a phone has come", ask("", here), green)
	s = quietSiteOf(Config{Listens: listens})
	if page := ask("", phone); strings.Contains(page, `class="qr"`) || strings.Contains(page, ":8080/") {
		t.Error("another device is told the addresses of this machine's networks")
	}
}
