//go:build !race

package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// The browser tests drive real Chromium. Their names begin with TestBrowser, so
// that all.bash can keep them apart from those that run with the race detector.
// They run side by side, each in a tab and a browser context of its own.
//
// A page is ready when it is ready: a test waits, with until, shows, drawn and
// their like, for what a reader would see, and reads nothing that may not be
// there yet. Where the time between two events counts, the events carry it.

// chromium is the browser. Debian's chromium-headless-shell, which has no windows, starts
// and draws with less work; told how to hint letters, it lays pages out as chromium does.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		path, err = exec.LookPath("chromium")
	}
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1440, 900), chromedp.Flag("font-render-hinting", "slight"),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		// A tab behind another is as quick as the one in front.
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-renderer-backgrounding", true),
		// Back loads the page anew: a page that is kept alive would hide what is lost.
		chromedp.Flag("disable-features", "BackForwardCache"),
	}
	if !measuring() { // no page of a test lives long enough for what scripts gain by being optimised
		options = append(options, chromedp.Flag("js-flags", "--no-opt,--no-maglev"))
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	browser, _ := chromedp.NewContext(allocator)
	launched.Store(true)
	return browser, chromedp.Do(browser)
})

// launched tells whether there is a browser to be ended.
var launched atomic.Bool

// testMemory is for the many sites of these tests, each of which takes the process for its own
// and would have the collector hold it to what one site takes.
const testMemory = "2GiB"

func TestMain(m *testing.M) {
	const limit = "GOMEMLIMIT"
	if os.Getenv(limit) == "" {
		_ = os.Setenv(limit, testMemory)
		debug.SetMemoryLimit(2 << 30)
	}
	code := m.Run()
	if launched.Load() {
		if browser, err := chromium(); err == nil {
			_ = chromedp.Cancel(browser)
		}
	}
	os.Exit(code)
}

// A tab is a page of the course in Chromium, with everything that went wrong on it.
type tab struct {
	testing.TB
	ctx     context.Context
	base    string
	without bool // scripts
	altered bool // in a way that [keptTab.empty] leaves

	mu       sync.Mutex
	problems []string
	expected []string // an error that is no problem has one of these in it
}

// open opens a tab on a server of its own; it fails the test when the page
// throws, or breaks its Content-Security-Policy, or is answered by an error.
// Without Chromium the test is skipped, except under all.bash, where it fails.
func open(t testing.TB, h http.Handler) *tab {
	t.Helper()
	if _, ok := t.(*testing.T); ok && !strings.HasPrefix(t.Name(), "TestBrowser") {
		t.Fatal("the name of a test that opens a browser begins with TestBrowser")
	}
	browser, err := chromium()
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("chromium is wanted: ", err)
		}
		t.Skip("no chromium: ", err)
	}
	k := course.Must(keptTabs.take(browser))
	k.now.Store(&h)
	ctx, stop := context.WithCancel(k.ctx)
	p := &tab{TB: t, ctx: ctx, base: k.server.URL}
	t.Cleanup(func() {
		stop()
		p.report()
		if p.altered || k.empty() != nil {
			k.end()
			k.server.Close()
		} else {
			keptTabs.keep(k)
		}
	})
	p.start()
	return p
}

// keptTabs are tabs whose tests have ended. A visit in one is a third of the work of the first
// visit in a new tab: scripts and faces are known.
var keptTabs tabs

type tabs struct {
	mu   sync.Mutex
	kept []*keptTab
}

// A keptTab is a tab in a browser context of its own, and the server it visits.
type keptTab struct {
	ctx    context.Context // its life is the tab's
	end    context.CancelFunc
	server *httptest.Server
	now    atomic.Pointer[http.Handler] // of the test that has the tab
}

// take returns one that is kept, or a new one.
func (s *tabs) take(browser context.Context) (*keptTab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.kept) - 1; last >= 0 {
		k := s.kept[last]
		s.kept = s.kept[:last]
		return k, nil
	}
	k := &keptTab{}
	k.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*k.now.Load()).ServeHTTP(w, r)
	}))
	k.ctx, k.end = chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	return k, chromedp.Do(k.ctx)
}

func (s *tabs) keep(k *keptTab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, k)
}

// undone are the commands whose effect ends with the page, or is ended by [keptTab.empty].
var undone = []string{emulation.CommandSetFocusEmulationEnabled, emulation.CommandSetTouchEmulationEnabled,
	emulation.CommandSetEmulatedMedia, input.CommandDispatchKeyEvent}

// empty leaves the page and makes the tab as good as a new one, for another test.
func (k *keptTab) empty() error {
	blank := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
	}))
	k.now.Store(&blank)
	ctx, cancel := context.WithTimeout(k.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(k.server.URL+"/blank")); err != nil {
		return err
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`sessionStorage.clear()`)); err != nil {
		return err
	}
	return chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		do := func(method string, params any) error { return t.Call(ctx, method, params, nil) }
		return errors.Join(
			do(storage.CommandClearDataForOrigin, storage.ClearDataForOriginParams{
				Origin: k.server.URL, StorageTypes: "all",
			}),
			do(network.CommandClearBrowserCookies, cdp.Empty{}),
			do(emulation.CommandClearDeviceMetricsOverride, cdp.Empty{}),
			do(emulation.CommandSetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{}),
			do(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{}),
			do(page.CommandResetNavigationHistory, cdp.Empty{}))
	}))
}

// beside opens a second tab of the same reader.
func (p *tab) beside() *tab {
	p.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	q := &tab{TB: p.TB, ctx: ctx, base: p.base}
	p.Cleanup(func() {
		cancel()
		q.report()
	})
	q.start()
	return q
}

// report fails the test for every problem that was not expected.
func (p *tab) report() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		if !slices.ContainsFunc(p.expected, func(words string) bool { return strings.Contains(problem, words) }) {
			p.Error("in the page: ", problem)
		}
	}
}

// said is what a script has written to the console.
func said(args []*cdpruntime.RemoteObject) string {
	var words []string
	for _, a := range args {
		words = append(words, cmp.Or(string(a.Value), a.Description))
	}
	return strings.Join(words, " ")
}

// start listens to the tab, opening it, and gives it the focus it has when alone.
func (p *tab) start() {
	p.Helper()
	err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *cdpruntime.EventExceptionThrown:
			p.problems = append(p.problems, describe(e.ExceptionDetails))
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == cdplog.EntryLevelError {
				p.problems = append(p.problems, e.Entry.Text+" "+e.Entry.URL)
			}
		case *cdpruntime.EventConsoleAPICalled:
			if e.Type == cdpruntime.ConsoleAPICalledTypeError {
				p.problems = append(p.problems, said(e.Args))
			}
		}
	})
	noError(p, err)
	if err := chromedp.Do(p.ctx); err != nil { // without a deadline, which would be the tab's
		p.Fatal(err)
	}
	p.call(emulation.CommandSetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
}

func describe(e *cdpruntime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

// part looks at the page as a test of its own within t: what is wrong is said there.
func (p *tab) part(t *testing.T, name string, at func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(within *testing.T) {
		p.TB = within
		defer func() { p.TB = t }()
		at(within)
	})
}

// expects lets errors pass that have one of these in them.
func (p *tab) expects(words ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = words
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatalf("%v, at %s", err, p.found("true"))
	}
}

// call sends a command of the protocol.
func (p *tab) call(method string, params any) {
	p.Helper()
	p.altered = p.altered || !slices.Contains(undone, method)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { return t.Call(ctx, method, params, nil) }))
}

// withoutScripts turns scripts off.
func (p *tab) withoutScripts() {
	p.Helper()
	p.without = true
	p.call(emulation.CommandSetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// reader opens a page of the course in a tab, on a screen if one is named.
func reader(t testing.TB, path string, on ...screen) *tab {
	t.Helper()
	return visits(t, sharedSite(), path, on...)
}

// visits opens a page of a site in a tab, on a screen if one is named.
func visits(t testing.TB, h http.Handler, path string, on ...screen) *tab {
	t.Helper()
	p := open(t, h)
	for _, s := range on {
		p.on(s)
	}
	p.visit(path)
	return p
}

// plainly opens a page of a site in a tab without scripts.
func plainly(t testing.TB, h http.Handler, path string) *tab {
	t.Helper()
	p := open(t, h)
	p.withoutScripts()
	p.visit(path)
	return p
}

// media has the page on a screen, or as it is printed.
func (p *tab) media(kind string) {
	p.Helper()
	p.call(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind})
	p.until(`matchMedia("` + kind + `").matches`)
}

// fits fails where the page is wider than its screen.
func (p *tab) fits() {
	p.Helper()
	p.until(`document.documentElement.scrollWidth <= innerWidth`)
}

// A screen is what a reader has before them.
type screen struct {
	width, height int
	phone         bool
}

var laptop, pocket = screen{1440, 900, false}, screen{390, 844, true}

// on gives the tab a screen.
func (p *tab) on(s screen) {
	p.Helper()
	var options []chromedp.EmulateViewportOption
	if s.phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(chromedp.EmulateViewport(int64(s.width), int64(s.height), options...))
	p.call(emulation.CommandSetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.phone})
}

// phone makes the tab a telephone.
func (p *tab) phone() {
	p.Helper()
	p.on(pocket)
}

// prefers sets the reader's colour scheme.
func (p *tab) prefers(scheme string) {
	p.Helper()
	p.call(emulation.CommandSetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme",
			Value: scheme}}})
}

// prefersLess is a reader who wants less motion.
func (p *tab) prefersLess() {
	p.Helper()
	p.call(emulation.CommandSetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion",
			Value: "reduce"}}})
}

// ---- going to a page ---------------------------------------------------------

func (p *tab) visit(path string) {
	p.Helper()
	p.do(chromedp.Navigate(p.base + path))
	p.ready("main")
}

func (p *tab) reload() {
	p.Helper()
	p.do(chromedp.Reload())
	p.ready("main")
}

func (p *tab) back() {
	p.Helper()
	p.do(chromedp.NavigateBack())
	p.ready("main")
}

// Every element that htmx answers for has been seen by it.
const powered = `[...document.querySelectorAll("[hx-get]")].every((e) => e.hasAttribute("data-htmx-powered"))`

// ready waits until there is such an element and the page has loaded, fonts and
// scripts included.
func (p *tab) ready(selector string) {
	p.Helper()
	if p.without {
		p.sees(selector)
		return
	}
	p.until(fmt.Sprintf(`document.querySelector(%q) !== null && document.readyState === "complete" && `+
		`document.fonts.status === "loaded" && `, selector) + powered)
}

// ---- waiting for what is seen --------------------------------------------------

// until waits until a condition holds in the page. A condition that throws does
// not hold yet: what it reads may not be there.
func (p *tab) until(condition string) {
	p.Helper()
	const wait = `(async () => {
		for (const end = performance.now() + %d; performance.now() < end; await new Promise((r) => setTimeout(r, 20))) {
			try { if (%s) return true; } catch { /* not yet */ }
		}
		return false;
	})()`
	ctx, cancel := context.WithTimeout(p.ctx, patience+5*time.Second)
	defer cancel()
	var left *cdproto.Error // of a page that was left meanwhile
	for end := time.Now().Add(patience); ; {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(wait, time.Until(end).Milliseconds(),
			condition), chromedp.EvalAwaitPromise))
		if holds {
			return
		}
		if err == nil || !errors.As(err, &left) || time.Now().After(end) {
			p.Fatalf("never: %s\nbut: %s (%v)", condition, p.found(condition), err)
		}
	}
}

// found tells what stands where a condition looks, for each part of it that can
// be read by itself.
func (p *tab) found(condition string) string {
	var b strings.Builder
	for part := range strings.SplitSeq("location.href && "+condition, " && ") {
		what, _, _ := strings.Cut(part, " === ")
		read, err := chromedp.Run(p.ctx,
			chromedp.Evaluate[string](`(() => { try { return JSON.stringify(`+what+`) ?? "undefined"; } catch (e) { `+
				`return String(e); } })()`))
		if err == nil {
			fmt.Fprintf(&b, "\n\t%s: %.400s", what, read)
		}
	}
	return b.String()
}

// shows waits until an expression has a value in the page.
func shows[T any](p *tab, expression string, want T) {
	p.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	noError(p, e.Encode(want))
	quoted := course.Must(json.Marshal(strings.TrimSpace(b.String())))
	p.until(fmt.Sprintf("JSON.stringify(%s) === %s", expression, quoted))
}

// drawn waits until a figure shows the state of a query, and can be moved on.
func (p *tab) drawn(figure, query string) {
	p.Helper()
	p.until(fmt.Sprintf(`document.querySelector("#%s .panels").dataset.query === %q && `, figure, query) + powered)
}

// still waits until no figure waits for an answer.
func (p *tab) still() {
	p.Helper()
	p.until(`document.querySelector(".htmx-request") === null && ` + powered)
}

// module is the expression of a promise of one of the scripts that the page runs.
func module(name string) string {
	return `import(document.querySelector('link[rel=modulepreload][href*="/js/` + name + `."]').href)`
}

// sees waits until each selector finds something in sight; it needs no scripts.
func (p *tab) sees(selectors ...string) {
	p.Helper()
	for _, s := range selectors {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		err := chromedp.Do(ctx, chromedp.WaitVisible(chromedp.CSS(s)))
		cancel()
		if err != nil {
			p.Fatalf("never in sight: %s (%v)%s", s, err, p.found("true"))
		}
	}
}

// eval evaluates JavaScript in the page, waiting for a promise.
func eval[T any](p *tab, script string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%.200s: %v", script, err)
	}
	return v
}

// ---- doing what a reader does ---------------------------------------------------

func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// The times of events, in seconds: now, and the shortest between two that follow
// each other at once. The browser drops an event that is older than the last.
func now() float64 { return float64(time.Now().UnixMilli()) / 1000 }

const atOnce = 0.01

// pressInOneGo presses one key after another, so quickly that the page takes it
// for one move.
func (p *tab) pressInOneGo(keys ...string) {
	p.Helper()
	for i, start := 0, now(); i < len(keys); i++ {
		p.do(chromedp.KeyEvent(keys[i],
			func(e *input.DispatchKeyEventParams) { e.Timestamp = input.TimeSinceEpoch(start + atOnce*float64(i)) }))
	}
}

// leads presses a key, after which each of some conditions comes to hold.
func (p *tab) leads(key string, to ...string) {
	p.Helper()
	p.press(key)
	for _, condition := range to {
		p.until(condition)
	}
}

// click presses what a selector names, once it is in sight; then each of some conditions comes to hold.
func (p *tab) click(selector string, then ...string) {
	p.Helper()
	if !p.without {
		p.until(fmt.Sprintf(`document.querySelector(%[1]q).checkVisibility() && (() => { for (let e = `+
			`document.querySelector(%[1]q); e; e = e.parentElement) if (getComputedStyle(e).display == "none") `+
			`return "hidden " + e.outerHTML.slice(0, 200); return "shown"; })() === "shown"`, selector))
	}
	p.do(chromedp.Click(chromedp.CSS(selector)))
	for _, condition := range then {
		p.until(condition)
	}
}

// focus goes to an element; to play with one that a prediction comes before, the
// reader says so.
func (p *tab) focus(selector string) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`document.querySelector(%q)?.closest(".control")?.querySelector(".veil button")?.click()`,
		selector))
	p.do(chromedp.Focus(chromedp.CSS(selector)))
	p.until(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, selector))
}

// types puts text into a field, or chooses an option, as if by hand.
func (p *tab) types(id, text string) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`(() => { const f = document.getElementById(%q); f.value = %q; `+
		`f.dispatchEvent(new Event("change", {bubbles: true})); })()`, id, text))
}

// slide puts a slider at a place and waits for the picture of that state.
func (p *tab) slide(figure, control string, place int, query string) {
	p.Helper()
	eval[any](p, fmt.Sprintf(`(() => { const s = document.getElementById("%s-%s-slider"); s.value = %d; `+
		`s.dispatchEvent(new Event("input", {bubbles: true})); })()`, figure, control, place))
	p.drawn(figure, query)
}

// middle is the middle of an element on the screen.
func (p *tab) middle(selector string) (x, y float64) {
	p.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS(selector)))
	at := eval[[]float64](p, fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); `+
		`return [b.x + b.width / 2, b.y + b.height / 2]; })()`, selector))
	return at[0], at[1]
}

// hover moves the mouse to the middle of an element.
func (p *tab) hover(selector string) {
	p.Helper()
	x, y := p.middle(selector)
	p.call(input.CommandDispatchMouseEvent,
		input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
}

// touch sends an event of fingers that are at these points.
func (p *tab) touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	p.Helper()
	if points == nil {
		points = []*input.TouchPoint{}
	}
	p.call(input.CommandDispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}

// fingertip taps the middle of an element.
func (p *tab) fingertip(selector string) {
	p.Helper()
	x, y := p.middle(selector)
	p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// ---- accessibility ---------------------------------------------------------------

var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../../../static/vendor/axe-core/axe.min.js") })

// clean fails for what is wrong in a part of the page: what axe finds, and, in both themes, too
// little contrast.
func (p *tab) clean(root, state string) {
	p.Helper()
	p.axe(root, state)
	p.standsOut(root, state)
}

// axe fails for what axe-core finds below root, but for contrast, which standsOut knows in a
// fifth of the time. It fetches no style sheets and no media anew: they are for
// css-orientation-lock, which is off unless it is asked for, and for players of sound or film,
// of which there are none.
func (p *tab) axe(root, state string) {
	p.Helper()
	script := course.Must(axe())
	p.do(chromedp.Evaluate[chromedp.Void](`if (typeof axe === "undefined") {` + string(script) + `}`))
	run := `axe.run(` + root + `, {resultTypes: ["violations"], preload: false, ` +
		`rules: {"color-contrast": {enabled: false}}})`
	for _, v := range eval[[]string](p, run+`.then((r) => r.violations.map((v) => v.id + ": " + v.help +
		" — " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " +
			n.failureSummary.slice(0, 160)).join(" | ")))`) {
		p.Errorf("%s: %s", state, v)
	}
}
