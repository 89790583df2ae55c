package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"gramophone/lessons"
)

// The browser tests drive real Chromium. Without it they are skipped, except
// under all.bash, where that is a failure.

var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		// Back loads the page anew: a page that is kept alive would hide what is lost.
		chromedp.Flag("disable-features", "BackForwardCache"),
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	browser, _ := chromedp.NewContext(allocator)
	return browser, chromedp.Do(browser) // starts it
})

func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) != "" { // for the benchmarks of a whole server
		main()
		return
	}
	code := m.Run()
	if browser, err := chromium(); err == nil {
		_ = chromedp.Cancel(browser)
	}
	os.Exit(code)
}

// A tab is a page of the course in Chromium, with everything that went wrong on it.
type tab struct {
	testing.TB
	ctx  context.Context
	base string

	mu       sync.Mutex
	problems []string
}

// open opens a tab on a server of its own; it fails the test when the page
// throws, or breaks its Content-Security-Policy.
func open(t testing.TB, h http.Handler) *tab {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("chromium is wanted: ", err)
		}
		t.Skip("no chromium: ", err)
	}
	server := httptest.NewServer(h)
	ctx, cancel := chromedp.NewContext(browser)
	ctx, stop := context.WithTimeout(ctx, 90*time.Second)
	p := &tab{TB: t, ctx: ctx, base: server.URL}
	listen := func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			p.problems = append(p.problems, describe(e.ExceptionDetails))
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == cdplog.EntryLevelError {
				p.problems = append(p.problems, e.Entry.Text+" "+e.Entry.URL)
			}
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError {
				p.problems = append(p.problems, fmt.Sprint(e.Args))
			}
		}
	}
	if err := chromedp.Listen(ctx, listen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		cancel()
		server.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, problem := range p.problems {
			t.Error("in the page: ", problem)
		}
	})
	return p
}

func describe(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// call sends a command of the protocol.
func (p *tab) call(method string, params any) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { return t.Call(ctx, method, params, nil) }))
}

func (p *tab) visit(path string) {
	p.Helper()
	p.do(chromedp.Navigate(p.base+path), chromedp.WaitReady(chromedp.CSS("main")))
}

// eval evaluates JavaScript in the page, waiting for a promise.
func eval[T any](p *tab, script string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	return v
}

// until waits until a condition holds in the page.
func (p *tab) until(condition string) {
	p.Helper()
	poll := chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(20*time.Second))
	if err := chromedp.Do(p.ctx, poll); err != nil {
		p.Fatalf("never: %s (%v)", condition, err)
	}
}

// value is a number of a figure as the server gives it to programs.
func value(tb testing.TB, h http.Handler, address, name string) float64 {
	tb.Helper()
	w := get(tb, h, address, map[string]string{"Accept-Encoding": ""})
	var f struct{ Values map[string]*float64 }
	if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || f.Values[name] == nil {
		tb.Fatalf("%s has no %s: %v", address, name, err)
	}
	return *f.Values[name]
}

const krrPage = "/lessons/kernel-ridge-regression"

// shownNumber is a number as the page shows it, by its label.
func shownNumber(p *tab, figure, label string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`(() => { for (const d of document.querySelectorAll("#%s .numbers div"))
		if (d.querySelector("dt").textContent === %q) return d.querySelector("dd").textContent.trim().split(" ")[0];
		return "absent"; })()`, figure, label))
}

// slowly answers figures after up to 300 ms, out of order if asked at once.
func slowly(h http.Handler, rng *rand.Rand) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") != "" {
			mu.Lock()
			wait := time.Duration(rng.IntN(300)) * time.Millisecond
			mu.Unlock()
			select {
			case <-time.After(wait):
			case <-r.Context().Done():
			}
		}
		h.ServeHTTP(w, r)
	})
}

func TestAnOldAnswerNeverReplacesANewerOne(t *testing.T) {
	s := quietSite()
	p := open(t, slowly(s, rand.New(rand.NewPCG(1, 2))))
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	final := eval[string](p, `(async () => {
		let seed = 7;
		const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
		for (let i = 0; i < 200; i++) {
			const slide = document.getElementById(i % 3 ? "fit-bandwidth-slider" : "fit-lambda-slider");
			slide.value = Math.floor(random() * 61);
			slide.dispatchEvent(new Event("input", {bubbles: true}));
			await new Promise((r) => setTimeout(r, random() * 25));
		}
		return document.getElementById("fit-bandwidth").value + " " + document.getElementById("fit-lambda").value;
	})()`)
	ell, lambda, _ := strings.Cut(final, " ")
	query := "bandwidth=" + ell + "&lambda=" + lambda
	p.until(fmt.Sprintf(`document.querySelector("#fit .panels").dataset.query === %q`, query))
	p.until(`!document.querySelector(".htmx-request")`)
	// Nothing may come after it.
	if got := eval[string](p, `new Promise((r) => setTimeout(() => r(document.querySelector("#fit .panels").dataset.query), 700))`); got != query {
		t.Errorf("the sliders stand at %s, the picture at %s", query, got)
	}
	want := lessons.Digits(value(t, s, krrPage+"/fit.json?"+query, "loo_rmse"))
	if got := shownNumber(p, "fit", "leave-one-out error"); got != want {
		t.Errorf("leave-one-out error %s, want %s", got, want)
	}
	if got := eval[string](p, "location.search"); got != "?fit.bandwidth="+ell+"&fit.lambda="+lambda {
		t.Errorf("the address says %s, the sliders %s", got, query)
	}
}

func TestKeyboard(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	at := func() string { return eval[string](p, `document.getElementById("fit-bandwidth-slider").value`) }
	p.do(chromedp.Focus(chromedp.CSS("#fit-bandwidth-slider")))
	start := at()
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if at() == start {
		t.Error("an arrow does not move the slider")
	}
	p.until(`document.querySelector("#fit .panels").dataset.query !== ""`)
	before := at()
	p.do(chromedp.KeyEvent(kb.PageUp))
	if got := eval[int](p, fmt.Sprintf(`Number(document.getElementById("fit-bandwidth-slider").value) - %s`, before)); got != 10 {
		t.Errorf("Page Up moves by %d steps", got)
	}
	p.do(chromedp.KeyEvent(kb.End))
	p.until(`document.querySelector("#fit .panels").dataset.query === "bandwidth=100"`)
	p.do(chromedp.KeyEvent(kb.Home))
	p.until(`document.querySelector("#fit .panels").dataset.query === "bandwidth=0.01"`)
	if got := eval[string](p, `document.activeElement.id`); got != "fit-bandwidth-slider" {
		t.Errorf("the focus went to %q", got)
	}
	if got := eval[string](p, `document.activeElement.getAttribute("aria-valuetext")`); got != "0.01 ms" {
		t.Errorf("the slider says %q", got)
	}
	p.until(`document.getElementById("fit-status").textContent.startsWith("bandwidth ℓ")`)
	p.do(chromedp.KeyEvent("r"))
	p.until(`document.querySelector("#fit .panels").dataset.query === ""`)
	p.do(chromedp.KeyEvent("?"))
	p.until(`document.getElementById("keys").open`)
}

func TestWithoutScripts(t *testing.T) {
	p := open(t, quietSite())
	p.call(emulation.CommandSetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.visit(krrPage + "?path.bandwidth=3")
	p.do(chromedp.SetValue(chromedp.CSS(`#fit-lambda`), "0.5"), chromedp.Click(chromedp.CSS(`#fit .knobs button[type=submit]`)))
	p.do(chromedp.WaitReady(chromedp.CSS(`#fit .panels[data-query="lambda=0.5"]`)), chromedp.WaitReady(chromedp.CSS(`#path .panels[data-query="bandwidth=3"]`)))
	address, err := chromedp.Run(p.ctx, chromedp.Location())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(address, "fit.lambda=0.5") || !strings.Contains(address, "path.bandwidth=3") {
		t.Errorf("the address is %s", address)
	}
}

func TestPresetsAndBack(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	preset := eval[string](p, `document.querySelector("a.preset[href^='?fit']").getAttribute("href")`)
	query := strings.ReplaceAll(strings.TrimPrefix(strings.Split(preset, "#")[0], "?"), "fit.", "")
	eval[any](p, `document.querySelector("a.preset[href^='?fit']").click()`)
	p.until(`document.querySelector("#fit .panels").dataset.query !== ""`)
	got := eval[string](p, `document.querySelector("#fit .panels").dataset.query`)
	if len(got) == 0 || len(strings.Split(got, "&")) > len(strings.Split(query, "&")) {
		t.Errorf("preset %s opens %s", query, got)
	}
	p.until(`location.search !== ""`)
	p.do(chromedp.NavigateBack())
	p.until(`document.querySelector("#fit .panels").dataset.query === ""`)
}

func TestAnswersStay(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.Click(chromedp.CSS(`.predict input[type=radio]`)))
	if eval[bool](p, `document.querySelector(".predict .said") !== null`) {
		t.Error("choosing answers before the reader has said so")
	}
	p.do(chromedp.Click(chromedp.CSS(`.predict button[type=submit]`)))
	p.until(`document.querySelector(".predict .said") !== null`)
	said := eval[string](p, `document.querySelector(".predict .said").textContent`)
	p.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("main")))
	p.until(`document.querySelector(".predict .said") !== null`)
	if again := eval[string](p, `document.querySelector(".predict .said").textContent`); again != said {
		t.Errorf("said %q, after a reload %q", said, again)
	}
	if !eval[bool](p, `document.querySelector(".predict input[type=radio]").checked`) {
		t.Error("the answer is gone after a reload")
	}
}

func TestTheCurveBeforeStaysAsAGhost(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	before := eval[string](p, `document.querySelector("#fit .curve").getAttribute("d")`)
	p.do(chromedp.Focus(chromedp.CSS("#fit-lambda-slider")), chromedp.KeyEvent(kb.End))
	p.until(`document.querySelector("#fit .panels").dataset.query === "lambda=10" && document.querySelector("#fit .ghost") !== null`)
	if got := eval[string](p, `document.querySelector("#fit .ghost").getAttribute("d")`); got != before {
		t.Error("the ghost is not the curve before")
	}
}

func TestNothingJumps(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	p.until(`typeof htmx === "object" && document.fonts.status === "loaded"`)
	box := func() string {
		return eval[string](p, `JSON.stringify(["#fit .knobs", "#fit .panels", "#fit svg"].map((s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x, b.y + scrollY, b.width, b.height].map(Math.round); }).concat(document.documentElement.scrollHeight))`)
	}
	before := box()
	for _, key := range []string{kb.End, kb.Home} {
		p.do(chromedp.Focus(chromedp.CSS("#fit-bandwidth-slider")), chromedp.KeyEvent(key))
		p.until(`document.querySelector("#fit .panels").dataset.query !== "" && !document.querySelector(".htmx-request")`)
		if after := box(); after != before {
			t.Errorf("places before %s, after %s", before, after)
		}
	}
}

// pages are the addresses a reader may come to.
func pages() []string {
	all := []string{"/", "/nothing-here", "/gallery"}
	for _, l := range lessons.Contents.Open() {
		all = append(all, "/lessons/"+l.Slug)
		for _, f := range l.Figures {
			all = append(all, "/lessons/"+l.Slug+"/"+f.Name)
		}
	}
	return append(all, krrPage+"?fit.lambda=0&fit.bandwidth=oops", krrPage+"/fit?embed=1",
		krrPage+"?fit.data=points&fit.at=3", "/lessons/bandwidth/fit?data=points&points=none")
}

func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(filepath.FromSlash("../../static/vendor/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	s := quietSite()
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, s)
		p.call(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		for _, address := range pages() {
			p.mu.Lock()
			p.problems = nil // a missing page is logged by the browser as an error
			p.mu.Unlock()
			p.visit(address)
			p.do(chromedp.Evaluate[chromedp.Void](string(axe)))
			violations := eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
				r.violations.map((v) => v.id + ": " + v.help + " — " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + " " + n.failureSummary.slice(0, 160)).join(" | ")))`)
			for _, v := range violations {
				t.Errorf("%s, %s: %s", address, scheme, v)
			}
			if address == "/nothing-here" {
				p.mu.Lock()
				p.problems = nil
				p.mu.Unlock()
			}
		}
	}
}

func TestPhone(t *testing.T) {
	p := open(t, quietSite())
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, address := range pages() {
		if address == "/nothing-here" {
			continue
		}
		p.visit(address)
		if over := eval[int](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d px too wide: %s", address, over, eval[string](p, `[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 4).map((e) => e.outerHTML.slice(0, 90)).join(" | ")`))
		}
		small := eval[[]string](p, `[...document.querySelectorAll("button, select, input[type=range], .button, summary")].filter((e) => e.offsetParent && e.getBoundingClientRect().height < 24).map((e) => e.outerHTML.slice(0, 80))`)
		for _, s := range small {
			t.Errorf("%s: too small for a finger: %s", address, s)
		}
	}
}

func TestDragOnTheMap(t *testing.T) {
	p := open(t, quietSite())
	p.visit("/lessons/bandwidth")
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.ScrollIntoView(chromedp.CSS("#map svg.plot")))
	box := eval[[]float64](p, `(() => { const b = document.querySelector("#map svg.plot").getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()`)
	p.do(chromedp.MouseClickXY(box[0]+0.6*box[2], box[1]+0.4*box[3]))
	p.until(`document.querySelector("#map .panels").dataset.query.includes("bandwidth=")`)
	// The figure it is linked with follows.
	p.until(`document.querySelector("#fit .panels").dataset.query.includes("bandwidth=") && document.getElementById("fit-bandwidth").value === document.getElementById("map-bandwidth").value`)
}

func TestTypedValues(t *testing.T) {
	p := open(t, quietSite())
	p.visit("/lessons/bandwidth")
	p.until(`typeof htmx === "object"`)
	typed := func(id, text string) {
		eval[any](p, fmt.Sprintf(`(() => { const f = document.getElementById(%q); f.value = %q; f.dispatchEvent(new Event("change", {bubbles: true})); })()`, id, text))
	}
	typed("map-bandwidth", "12.4")
	p.until(`document.querySelector("#fit .panels").dataset.query === "bandwidth=12.4" && document.querySelector("#map .panels").dataset.query === "bandwidth=12.4"`)
	typed("fit-bandwidth", "3,5")
	p.until(`document.querySelector("#fit .panels").dataset.query === "bandwidth=3.5" && document.querySelector("#map .panels").dataset.query === "bandwidth=3.5"`)
	typed("fit-bandwidth", "words")
	p.until(`document.querySelector("#fit .notes")?.textContent.includes("not a number")`)
	if got := eval[string](p, `document.getElementById("map-bandwidth").value`); got != "3.5" {
		t.Errorf("the linked figure went to %q", got)
	}
}

// One that gave a state up is not asked for it again, and the reader is told why.
func TestAnOverdueStateIsNotAskedAgain(t *testing.T) {
	s := quietSite()
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") != "" {
			s.answer("overdue", func(http.ResponseWriter, *http.Request) error { return errOverdue }).ServeHTTP(w, r)
			return
		}
		s.ServeHTTP(w, r)
	}))
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.Focus(chromedp.CSS("#fit-lambda-slider")), chromedp.KeyEvent(kb.End))
	p.until(`document.querySelector("#fit .trouble")?.textContent.includes("too long")`)
	if eval[bool](p, `Boolean(document.getElementById("fit").again)`) {
		t.Error("it is asked again")
	}
	p.mu.Lock()
	p.problems = nil // the browser logs the refusal as an error
	p.mu.Unlock()
}

// A full server is asked again, for the state that was asked for, and the reader
// is told meanwhile.
func TestAFullServerIsAskedAgain(t *testing.T) {
	s := quietSite()
	refused := false
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") != "" && !refused {
			refused = true
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		s.ServeHTTP(w, r)
	}))
	p.visit(krrPage)
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.Focus(chromedp.CSS("#fit-lambda-slider")), chromedp.KeyEvent(kb.End))
	p.until(`document.querySelector("#fit .trouble") !== null`)
	p.until(`document.querySelector("#fit .panels").dataset.query === "lambda=10" && document.querySelector("#fit .trouble") === null`)
	p.mu.Lock()
	p.problems = nil // the browser logs the refusal as an error
	p.mu.Unlock()
}

func TestAnEmbeddedFigureStaysEmbedded(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage + "/fit?embed=1")
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.Focus(chromedp.CSS("#fit-bandwidth-slider")), chromedp.KeyEvent(kb.End))
	p.until(`location.search === "?bandwidth=100&embed=1"`)
	p.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("main")))
	if !eval[bool](p, `document.body.matches(".bare") && document.querySelector(".panels").dataset.query === "bandwidth=100"`) {
		t.Error("after a reload it is another page")
	}
}

func TestTheCodeFollowsTheFigure(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage + "?fit.lambda=0")
	p.until(`typeof htmx === "object"`)
	p.do(chromedp.Focus(chromedp.CSS("#fit-lambda-slider")), chromedp.KeyEvent(kb.End))
	p.until(`document.querySelector("#fit-code code").textContent.includes("lam = 10 ")`)
	if got := eval[string](p, `document.querySelector("#fit-code a[data-take=json]").getAttribute("href")`); got != krrPage+"/fit.json?lambda=10" {
		t.Errorf("the numbers are at %s", got)
	}
}

func TestPrint(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage)
	pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if len(pdf) < 20_000 || !strings.HasPrefix(string(pdf), "%PDF") {
		t.Errorf("printed %d bytes", len(pdf))
	}
	p.call(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if n := eval[int](p, `[...document.querySelectorAll(".slide, .verdict, .solution, .bar")].filter((e) => e.offsetParent).length`); n > 0 {
		t.Errorf("%d controls or answers are on paper", n)
	}
}

// BenchmarkBrowser measures what a reader feels, in Chromium on this machine:
// milliseconds from a slider's input, and from a step of a point that is dragged,
// to the painted picture, pictures a second during a drag, and how late the last
// picture comes.
func BenchmarkBrowser(b *testing.B) {
	const prepare = `
		const painted = () => new Promise((r) => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => r(performance.now()); c.port2.postMessage(0); }));
		const move = (id, v) => { const s = document.getElementById(id); s.value = v; s.dispatchEvent(new Event("input", {bubbles: true})); };
		const quiet = (ms) => new Promise((r) => setTimeout(r, ms));`
	for b.Loop() {
		// A new server each time: states nobody has asked for.
		p := open(b, quietSite())
		p.visit(krrPage)
		p.until(`typeof htmx === "object" && document.fonts.status === "loaded"`)
		steps := eval[[]float64](p, `(async () => {`+prepare+`
			await quiet(1500); // the browser has its own work after loading
			const times = [];
			for (let i = 0; i < 100; i++) {
				const swapped = new Promise((r) => document.addEventListener("htmx:after:swap", r, {once: true}));
				const start = performance.now();
				move(i % 2 ? "fit-lambda-slider" : "fit-bandwidth-slider", 5 + ((i * 17) % 50));
				await swapped;
				times.push((await painted()) - start);
				await quiet(30);
			}
			return times.sort((a, b) => a - b);
		})()`)
		drag := eval[[]float64](p, `(async () => {`+prepare+`
			let pictures = 0, last = 0;
			const count = async () => { const t = await painted(); pictures++; last = t; };
			document.addEventListener("htmx:after:swap", count);
			const start = performance.now();
			let end = start;
			for (let i = 0; i < 100; i++) {
				move("fit-bandwidth-slider", i < 50 ? 5 + i : 104 - i);
				end = performance.now();
				if (i < 99) await quiet(20 - ((performance.now() - start) - i * 20));
			}
			const during = pictures, seconds = (end - start) / 1000;
			await quiet(500);
			document.removeEventListener("htmx:after:swap", count);
			return [during / seconds, last - end];
		})()`)
		p.visit(krrPage + "?fit.data=points")
		p.until(`typeof htmx === "object" && document.querySelectorAll("#fit .handle").length === 8 && document.fonts.status === "loaded"`)
		point := eval[[]float64](p, `(async () => {`+prepare+`
			await quiet(1500);
			document.getElementById("fit").scrollIntoView();
			const handle = document.querySelector("#fit .handle"), box = handle.getBoundingClientRect();
			const at = (i) => ({bubbles: true, pointerId: 1, clientX: box.x + 14 + 40 * Math.sin(i / 9), clientY: box.y + 14 + 60 * Math.sin(i / 4)});
			handle.setPointerCapture = () => {}; // there is no such pointer
			handle.dispatchEvent(new PointerEvent("pointerdown", at(0)));
			const times = [];
			for (let i = 1; i <= 100; i++) {
				const swapped = new Promise((r) => document.addEventListener("htmx:after:swap", r, {once: true}));
				const start = performance.now();
				handle.dispatchEvent(new PointerEvent("pointermove", at(i)));
				await swapped;
				times.push((await painted()) - start);
				await quiet(20);
			}
			handle.dispatchEvent(new PointerEvent("pointerup", at(100)));
			return times.sort((a, b) => a - b);
		})()`)
		b.ReportMetric(point[94], "ms-p95-point")
		b.ReportMetric(steps[len(steps)/2], "ms-median")
		b.ReportMetric(steps[94], "ms-p95")
		b.ReportMetric(drag[0], "pictures/s")
		b.ReportMetric(drag[1], "ms-last")
	}
}
