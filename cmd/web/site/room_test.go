//go:build !race

package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/cmd/web/class"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A lectern is where a teacher stands: it goes through a room by the addresses that her
// page uses, and keeps what students send.
type lectern struct {
	testing.TB
	site      *Site
	at        string // the room's address
	code, key string

	mu   sync.Mutex
	sent []string // last part of the address and body
	drew int      // pictures that moved were fetched
}

// teach opens a room on a lesson.
func teach(t *testing.T, s *Site, lesson string) *lectern {
	t.Helper()
	code, key, err := s.rooms.Create(t.Context(), t.Name(), lesson)
	noError(t, err)
	return &lectern{TB: t, site: s, at: "/rooms/" + code, code: code, key: key}
}

// ServeHTTP is the site, as students reach it.
func (l *lectern) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if part, ok := strings.CutPrefix(r.URL.Path, l.at+"/"); ok && r.Method == http.MethodPost {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			l.Error(err)
		}
		l.mu.Lock()
		l.sent = append(l.sent, part+" "+string(b))
		l.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(b))
	}
	if strings.HasSuffix(r.Header.Get("HX-Target"), "-live") {
		l.mu.Lock()
		l.drew++
		l.mu.Unlock()
	}
	l.site.ServeHTTP(w, r)
}

// last is the body that was sent last to a part of the room.
func (l *lectern) last(part string) (said map[string]any) {
	l.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.sent {
		if b, ok := strings.CutPrefix(s, part+" "); ok {
			said = nil
			if err := json.Unmarshal([]byte(b), &said); err != nil {
				l.Error(err)
			}
		}
	}
	return said
}

// count is how often something was sent to a part of the room.
func (l *lectern) count(part string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.sent {
		if strings.HasPrefix(s, part+" ") {
			n++
		}
	}
	return n
}

// does sends what the teacher does, with the room's key, and returns the answer.
func (l *lectern) does(method, part string, said any) (status int, answer []byte) {
	l.Helper()
	b := course.Must(json.Marshal(said))
	r := httptest.NewRequest(method, l.at+part, strings.NewReader(string(b)))
	r.Header.Set("Authorization", "Bearer "+l.key)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	l.site.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

func (l *lectern) state() (st class.Report) {
	l.Helper()
	if _, b := l.does("GET", "/state", nil); json.Unmarshal(b, &st) != nil {
		l.Fatalf("the state is %s", b)
	}
	return st
}

// set changes the room's head.
func (l *lectern) set(change map[string]any) {
	l.Helper()
	change["revision"] = l.state().Revision
	if status, b := l.does("POST", "/head", change); status != http.StatusOK {
		l.Fatalf("%v: %d %s", change, status, b)
	}
}

func (l *lectern) phase(p rooms.Phase) {
	l.Helper()
	l.set(map[string]any{"phase": p})
}

// voted holds the room to how many have voted in the round.
func (l *lectern) voted(want int) {
	l.Helper()
	if st := l.state(); st.Voted != want {
		l.Errorf("in %s %d have voted, want %d", st.Phase, st.Voted, want)
	}
}

// joins opens the room as a student.
func (l *lectern) joins(t *testing.T) *tab {
	t.Helper()
	p := visits(t, l, l.at)
	return p
}

// told is what the student's page says under a name.
func told(name string) string {
	return fmt.Sprintf(`document.querySelector("[data-%s]").textContent.trim()`, name)
}

// online has the tab's network be there, or not.
func (p *tab) online(on bool) {
	p.Helper()
	p.call(network.CommandOverrideNetworkState,
		network.OverrideNetworkStateParams{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1})
	p.call(network.CommandEmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1}}})
	shows(p, "navigator.onLine", on)
}

const (
	voteIn    = "Your vote is in. You can change it until the vote is closed."
	voteLate  = "The vote was closed before your answer came. It does not count."
	noNetwork = "Your phone has no network. This page goes on when it is back."
	pressedOn = `[...document.querySelectorAll(".votes [aria-pressed=true]")].map((b) => b.value)`
)

// A class goes through a question: a narrow phone, a keyboard, a reader without scripts and
// one whose network is away for a while.
func TestBrowserRoom(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	phone, keys, plain, away := l.joins(t), l.joins(t), open(t, l), l.joins(t)
	away.expects("Failed to load resource", "Failed to fetch")
	phone.do(chromedp.EmulateViewport(320, 568, chromedp.EmulateMobile, chromedp.EmulateTouch))
	plain.withoutScripts()
	plain.visit(l.at)
	scripted := []*tab{phone, keys, away}

	l.set(map[string]any{"query": "geyser.bandwidth=0.5"})
	for _, p := range scripted {
		p.drawn("geyser", "bandwidth=0.5")
		shows(p, `location.search`, "")
	}
	plain.visit(l.at)
	plain.sees(`#geyser .panels[data-query="bandwidth=0.5"] svg.plot`)

	l.set(map[string]any{"phase": rooms.Read, "question": "limits"})
	for _, p := range scripted {
		shows(p, told("says"), "Read the question. The answers come in a moment.")
		shows(p, `document.querySelectorAll(".votes, .options").length`, 0)
	}
	plain.visit(l.at)
	plain.sees("#asked")

	l.phase(rooms.Vote1)
	plain.sees(".votes") // it has asked again by itself
	phone.until(`document.querySelectorAll(".votes button").length === 3 && ` +
		`document.documentElement.scrollWidth <= innerWidth`)
	if small := eval[[]string](phone, `[...document.querySelectorAll(".room button, .room .button")].filter((b) => `+
		`b.checkVisibility() && b.closest(".ask") && b.getBoundingClientRect().height < 44).map((b) => `+
		`b.outerHTML)`); len(small) > 0 {
		t.Error("too small for a thumb: ", small)
	}
	phone.fingertip(".votes button[value='0']")
	shows(phone, told("cast"), voteIn)
	shows(phone, pressedOn, []string{"0"})
	phone.clean("document", "a vote")

	keys.until(`document.querySelectorAll(".votes button").length === 3`)
	for range 20 {
		keys.press(kb.Tab)
		if eval[string](keys, `document.activeElement.value ?? ""`) == "1" {
			break
		}
	}
	keys.press(kb.Enter)
	shows(keys, told("cast"), voteIn)
	plain.click(".votes button[value='2']")
	plain.sees(".votes button[value='2'][aria-pressed=true]", ".cast[data-in]")

	away.online(false)
	shows(away, told("link"), noNetwork)
	away.until(`document.querySelector(".votes button")`)
	away.click(".votes button[value='1']", told("cast")+`.startsWith("Your vote is kept")`)
	l.voted(3)
	away.online(true)
	shows(away, told("cast"), voteIn)
	shows(away, told("link"), "")
	l.voted(4)

	away.online(false)
	shows(away, told("link"), noNetwork)
	away.click(".votes button[value='2']", told("cast")+`.startsWith("Your vote is kept")`)
	l.phase(rooms.Closed1)
	away.online(true)
	shows(away, told("cast"), voteLate)
	for _, p := range scripted {
		shows(p, told("says"), "The vote is closed.")
		shows(p, `document.querySelectorAll(".votes, .tallied").length`, 0)
	}
	same(t, "choices of the first round", len(l.state().Tally.Rounds[0].Counts), 3)
	theSecondRound(l, phone, keys, plain)
}

// theSecondRound goes on from the first vote to the answer.
func theSecondRound(l *lectern, phone, keys, plain *tab) {
	l.Helper()
	l.set(map[string]any{"phase": rooms.Discuss, "left_ms": 30000})
	const left = `Number(document.querySelector("[data-left]").textContent)`
	phone.until(left + " > 20 && " + left + " <= 30")
	from := eval[int](phone, left)
	phone.until(fmt.Sprintf("%s < %d", left, from))

	l.phase(rooms.Vote2)
	phone.until(`document.querySelector(".votes button") && document.querySelector("[data-left]") === null`)
	shows(phone, pressedOn, []string{})
	phone.fingertip(".votes button[value='1']")
	shows(phone, told("cast"), voteIn)
	phone.reload() // the server knows
	shows(phone, pressedOn, []string{"1"})
	shows(phone, told("cast"), voteIn)
	l.voted(1)

	l.phase(rooms.Closed2)
	shows(keys, told("says"), "The vote is closed.")
	l.phase(rooms.Reveal)
	const right = `document.querySelector(".tallied .right .letter").textContent`
	for _, p := range []*tab{phone, keys} {
		shows(p, right, "B")
		p.until(`document.querySelectorAll(".tallied thead th").length === 3 && ` +
			`document.querySelector(".why").textContent.includes("every pair looks alike")`)
	}
	shows(phone, `document.querySelector(".tallied .mine .letter").textContent`, "B")
	phone.fits()
	phone.clean("document", "the answer")
	plain.visit(l.at)
	plain.sees(".tallied .right")
}

// A vote that was given without a network is sent when the page is loaded anew, or another
// page of the room; one that comes too late that way is said to, once.
func TestBrowserRoomKeepsAVote(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	l.set(map[string]any{"phase": rooms.Vote1, "question": "median"})
	p := l.joins(t)
	p.expects("Failed to load resource", "Failed to fetch") // the figure may be asked for when the network goes
	offline := func(choice string) {
		t.Helper()
		p.online(false)
		p.focus("#choice")
		eval[any](p, `document.querySelector("#choice").select()`)
		p.leads(choice+kb.Enter, told("cast")+`.startsWith("Your vote is kept")`)
		p.do(chromedp.Navigate("about:blank")) // as a page that is loaded without a network goes
		p.online(true)
	}
	offline("2.5")
	l.voted(0)
	p.visit(l.at)
	shows(p, `document.querySelector("#choice").value`, "2.5")
	shows(p, told("cast"), voteIn)
	l.voted(1)

	offline("3.5")
	l.phase(rooms.Closed1)
	p.visit(l.at)
	shows(p, told("cast"), voteLate)
	p.visit(l.at)
	shows(p, told("link"), "")
	shows(p, told("cast"), "")
	same(t, "the first vote", l.state().Tally.Rounds[0].Counts[0].Choice, 2.5)
}

// In a class that is led the controls are the teacher's; in a free one they are the
// student's, but for what would give the answer away. What the lesson says over its figures
// is not said here.
func TestBrowserRoomPace(t *testing.T) {
	t.Parallel()
	s := patient(quietSite()) // which counts the watchers of this room alone
	l := teach(t, s, "bandwidth")
	p := l.joins(t)
	eventually(t, "the page listens", func() bool { _, n := s.rooms.Count(); return n == 1 })
	const inert = `document.querySelector("#geyser-bandwidth-slider").closest("[inert]") !== null`
	shows(p, inert, true)
	shows(p, told("whose"), "Your teacher moves this figure.")
	// The hand moves ten times a second; of its pictures four a second are fetched at most, and
	// the last.
	p.still()
	l.mu.Lock()
	l.drew = 0
	l.mu.Unlock()
	begun := time.Now()
	for i := range 20 {
		ell := fmt.Sprint(0.05 * float64(i+1))
		if status, b := l.does("POST", "/hand", map[string]string{"query": "geyser.bandwidth=" + ell}); status != 204 {
			t.Fatalf("the hand is answered by %d: %s", status, b)
		}
		time.Sleep(100 * time.Millisecond)
	}
	shows(p, `document.querySelector("#geyser-bandwidth").value`, "1")
	p.drawn("geyser", "bandwidth=1")
	l.mu.Lock()
	if most := 2 + int(4*time.Since(begun).Seconds()); l.drew == 0 || l.drew > most {
		t.Errorf("%d pictures of a hand's move, want 1 to %d", l.drew, most)
	}
	l.mu.Unlock()
	p.press("r") // nor does a key of the page move it
	eval[any](p, `document.querySelector("#geyser-reset").click()`)
	p.still()
	p.drawn("geyser", "bandwidth=1")

	l.set(map[string]any{"pace": rooms.Free})
	shows(p, inert, false)
	p.slide("geyser", "lambda", 30, eval[string](p, `"bandwidth=1&lambda=" + `+
		`document.querySelector("#geyser-lambda-slider").dataset.grid.split(" ")[30]`))
	p.until(told("sent") + `.startsWith("Your setting was sent to the class: bandwidth 1, λ ")`)
	if pick := l.last("picks"); pick["figure"] != "geyser" || pick["bandwidth"] != 1.0 || pick["round"] != 1.0 {
		t.Errorf("the pick is %v", pick)
	}
	l.set(map[string]any{"query": "geyser.bandwidth=5"}) // she is alone now
	p.still()
	shows(p, `document.querySelector("#geyser-bandwidth").value`, "1")

	l.set(map[string]any{"phase": rooms.Vote1, "question": "limits"})
	shows(p, inert, true)
	shows(p, `document.querySelector("#geyser-lambda-slider").closest("[inert]") !== null`, false)
	shows(p, `document.querySelectorAll(".veil, .asked, .veiled").length`, 0)
	// The address is no way around it either, and keeps what is hers.
	q := visits(t, l, l.at+"?geyser.bandwidth=100&geyser.lambda=1")
	q.drawn("geyser", "bandwidth=5&lambda=1")
	l.phase(rooms.Reveal)
	shows(p, inert, false)

	l.set(map[string]any{"pace": rooms.Teacher})
	p.drawn("geyser", "bandwidth=5")
	shows(p, inert, true)
}

// On an empty plane a student's last point goes to the class.
func TestBrowserRoomPoints(t *testing.T) {
	t.Parallel()
	l := teach(t, patient(quietSite()), "kernel-ridge-regression")
	l.set(map[string]any{"pace": rooms.Free, "query": "fit.data=points&fit.points=none"})
	p := l.joins(t)
	p.until(`document.querySelector("#fit-points").closest("[inert]") === null`)
	shows(p, told("whose"), "Put a point on the plane: your last one goes to the class.")
	p.types("fit-points", "1,0;3,0.5")
	p.until(told("sent") + ` === "Your point was sent to the class: 3, 0.5."`)
	if at := l.last("points"); at["figure"] != "fit" || at["x"] != 3.0 || at["y"] != 0.5 || at["round"] != 1.0 {
		t.Errorf("the point is %v", at)
	}
}

// A phone that was asleep, and a room that ends.
func TestBrowserRoomSleepAndEnd(t *testing.T) {
	t.Parallel()
	s := patient(quietSite()) // which counts the watchers of this room alone
	l := teach(t, s, "bandwidth")
	p := l.joins(t)
	p.expects("404")
	watchers := func() int { _, n := s.rooms.Count(); return n }
	eventually(t, "the page listens", func() bool { return watchers() == 1 })
	hide := func(hidden bool) {
		eval[any](p, fmt.Sprintf(`Object.defineProperty(document, "hidden", {value: %t, configurable: true}); `+
			`document.dispatchEvent(new Event("visibilitychange"))`, hidden))
	}
	hide(true)
	eventually(t, "a hidden page hangs up", func() bool { return watchers() == 0 })
	l.set(map[string]any{"phase": rooms.Vote1, "question": "limits", "query": "geyser.bandwidth=2"})
	hide(false)
	shows(p, told("says"), "Vote for yourself. You can change your vote until it is closed.")
	p.drawn("geyser", "bandwidth=2")
	eventually(t, "it listens again", func() bool { return watchers() == 1 })

	l.set(map[string]any{"question": "follow"}) // which is about another figure
	p.until(`document.querySelector(".room").dataset.shown === "rules" && document.querySelector("#rules .plot")`)

	if status, b := l.does("DELETE", "", nil); status != http.StatusNoContent {
		t.Fatalf("the end is answered by %d: %s", status, b)
	}
	p.until(told("link") + `.startsWith("The room has ended.")`)
	shows(p, `document.querySelectorAll(".votes, .room [inert]").length`, 0)
}

// A page that is gone back to shows what the class does now, and listens: whether it is
// fetched again, or was kept by the browser, which tells so by its events.
func TestBrowserRoomIsGoneBackTo(t *testing.T) {
	t.Parallel()
	s := patient(quietSite()) // which counts the watchers of this room alone
	l := teach(t, s, "bandwidth")
	p := l.joins(t)
	watchers := func(want int) {
		t.Helper()
		eventually(t, fmt.Sprint(want, " listen"), func() bool { _, n := s.rooms.Count(); return n == want })
	}
	watchers(1)
	transition := func(name string) {
		eval[any](p, fmt.Sprintf(`dispatchEvent(new PageTransitionEvent(%q, {persisted: true}))`, name))
	}
	transition("pagehide")
	watchers(0)
	l.set(map[string]any{"phase": rooms.Read, "question": "limits"})
	transition("pageshow")
	shows(p, told("says"), "Read the question. The answers come in a moment.")
	watchers(1)

	p.visit("/rooms")
	watchers(0)
	l.phase(rooms.Vote1)
	p.do(chromedp.NavigateBack())
	shows(p, told("says"), "Vote for yourself. You can change your vote until it is closed.")
	p.until(`document.querySelectorAll(".votes button").length === 3`)
	watchers(1)
	p.click(".votes button[value='1']")
	shows(p, told("cast"), voteIn)
	p.do(chromedp.NavigateForward())
	p.until(`location.pathname === "/rooms"`)
	l.phase(rooms.Closed1)
	p.do(chromedp.NavigateBack())
	shows(p, told("says"), "The vote is closed.")
	l.voted(1)
}

// Where the stream is silent, the page says so and asks instead.
func TestBrowserRoomSilence(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	var mu sync.Mutex
	held := true
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		hold := held && strings.HasSuffix(r.URL.Path, "/events")
		mu.Unlock()
		if hold { // as a proxy does
			<-r.Context().Done()
			return
		}
		l.ServeHTTP(w, r)
	}))
	p.visit(l.at)
	p.until(told("link") + `.startsWith("The network holds back")`)
	l.set(map[string]any{"query": "geyser.bandwidth=2"})
	p.drawn("geyser", "bandwidth=2")
	mu.Lock()
	held = false
	mu.Unlock()
	shows(p, told("link"), "")
}

// An answer is drawn on a phone while it is asked for. It goes to the class when the pen lifts, and
// the figure stays the teacher's.
func TestBrowserRoomSketch(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "kernel-ridge-regression")
	l.set(map[string]any{"query": "fit.data=sine&fit.n=40&fit.bandwidth=1", "phase": rooms.Vote1, "question": "limit"})
	p := visits(t, l, l.at, pocket)
	if !eval[bool](p, `document.querySelector("[data-sketch=draw]").checkVisibility()`) {
		t.Fatal("there is nothing to draw with")
	}
	h := hand{p, "fit-curve"}
	h.sketchTool("draw")
	h.look()
	h.hidesTheFit(true)
	h.drags(spot{1, 0.5}, spot{3, 0.5})
	shows(p, told("sent"), "Draw across the picture, and your sketch is sent to the class.")
	h.drags(spot{3, 0.5}, spot{9, 0.5})
	shows(p, told("sent"), "Your sketch was sent to the class, without your name.")
	sent := l.last("sketches")
	b := course.Must(json.Marshal(sent))
	k := course.Must(rooms.DecodeSketch(b))
	if k.Figure != "fit" || k.Round != 1 || k.Heights[0] != k.Heights[100] || k.Heights[50] == 0 {
		t.Errorf("the sketch is %v", k)
	}
	h.sketchTool("draw")
	h.hidesTheFit(false)
}

// A student types the code as it is read out.
func TestBrowserRoomEnter(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	p := visits(t, l, "/rooms", screen{320, 568, true})
	p.fits()
	p.clean("document", "the way in")
	p.focus("#code")
	p.do(chromedp.KeyEvent(strings.ToLower(rooms.SpeakCode(l.code)) + kb.Enter))
	p.until(fmt.Sprintf(`location.pathname === %q && document.querySelector(".room") !== null`, l.at))
}

// The address that a teacher opens on another device makes it hers.
func TestBrowserRoomKey(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	p := open(t, l)
	p.do(chromedp.Navigate(p.base + l.at + "#" + l.key))
	p.until(`document.querySelector(".room.desk") !== null && location.hash === ""`)
}

// An answer that is a number is read as people write it.
func TestBrowserRoomNumber(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	l.set(map[string]any{"phase": rooms.Vote1, "question": "median"})
	p := l.joins(t)
	p.expects("status of 400") // of what is no number
	p.focus("#choice")
	p.press("five" + kb.Enter)
	shows(p, told("cast"), "That does not read as a number. Write it as 0.5, 2e-3 or 4/3.")
	l.voted(0)
	eval[any](p, `document.querySelector("#choice").select()`)
	p.press("−2,5·3/2" + kb.Enter)
	shows(p, told("cast"), voteIn)
	p.clean("document", "a number")
	p.reload()
	shows(p, `document.querySelector("#choice").value`, "-3.75")
	l.phase(rooms.Closed1)
	l.phase(rooms.Reveal)
	shows(p, `document.querySelectorAll(".tallied tbody tr").length`, 1)
	shows(p, `document.querySelector(".why b").textContent.trim()`, "3.5")
}

// Of more than ten answers in a minute the last is kept, and said to be.
func TestBrowserRoomBusy(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "bandwidth")
	l.set(map[string]any{"phase": rooms.Vote1, "question": "limits"})
	p := l.joins(t)
	p.expects("429")
	for i := range rooms.MaxWrites {
		eval[any](p, fmt.Sprintf(`document.querySelector(".votes button[value='%d']").click()`, i%2))
		eventually(t, "a vote is sent", func() bool { return l.count("votes") == i+1 })
		shows(p, told("cast"), voteIn)
	}
	p.click(".votes button[value='2']", told("cast")+`.endsWith("Your vote is kept, and sent again in 10 seconds.")`)
	shows(p, pressedOn, []string{"2"})
	eventually(t, "it is sent again", func() bool { return l.count("votes") == rooms.MaxWrites+2 })
}
