//go:build !race && !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"github.com/gramophone-course/gramophone/cmd/web/site"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/static"
)

// under is the path that the folder stands under in these tests.
const under = "/courses/kernels.v1/"

// A host is a plain server of files, as the standard library has it.
type host struct {
	*httptest.Server
	mu   sync.Mutex
	away bool              // it does not answer
	ours map[string]string // files that it has instead of the folder's
	got  []string          // what it was asked for, with the query
}

func (h *host) asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.got)
}

func (h *host) answer(w http.ResponseWriter, r *http.Request, folder http.Handler) {
	h.mu.Lock()
	away, own := h.away, h.ours[strings.TrimPrefix(r.URL.Path, under)]
	h.got = append(h.got, r.URL.RequestURI())
	h.mu.Unlock()
	switch {
	case away:
		panic(http.ErrAbortHandler)
	case own != "":
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, own)
	default:
		folder.ServeHTTP(w, r)
	}
}

func (h *host) leave(away bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = away
}

func serve(t *testing.T, folder string, ours map[string]string) *host {
	h := &host{ours: ours}
	files := http.StripPrefix(under, http.FileServer(http.Dir(folder)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.answer(w, r, files)
	}))
	t.Cleanup(h.Close)
	return h
}

// ready names a folder that is made already; without it one is made, which takes minutes.
const ready = "GRAMOPHONE_SITE"

var temporary string // the folder that was made for the tests, if any

// folderOfAll is the course as a folder, made once for all tests that want it.
var folderOfAll = sync.OnceValues(func() (folder string, err error) {
	if folder := os.Getenv(ready); folder != "" {
		return folder, nil
	}
	if temporary, err = os.MkdirTemp("", "gramophone-site-test"); err == nil {
		err = run(context.Background(), []string{"-o", temporary, "-quality", "1"}, os.Stderr)
	}
	return temporary, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if temporary != "" {
		os.RemoveAll(temporary)
	}
	os.Exit(code)
}

// A tab is a page in a browser of its own, which has kept nothing.
type tab struct {
	*testing.T
	ctx  context.Context
	base string
}

func open(t *testing.T, h *host) *tab {
	t.Helper()
	path, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		path, err = exec.LookPath("chromium")
	}
	if err != nil {
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("chromium is wanted: ", err)
		}
		t.Skip("no chromium: ", err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(path), chromedp.Headless,
		chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-background-networking", true))
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(func() { end(); stop() })
	noError(t, chromedp.Do(ctx)) // starts it
	return &tab{t, ctx, h.URL + under}
}

func (p *tab) visit(path string) {
	p.Helper()
	noError(p, chromedp.Do(p.ctx, chromedp.Navigate(p.base+path)), path)
}

// call sends a command of the protocol without parameters.
func (p *tab) call(method string) {
	p.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, method, nil, nil)
	})); err != nil {
		p.Fatal(method, ": ", err)
	}
}

// value is what a script says, which may be a promise.
func value[T any](p *tab, script string) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	noError(p, err, script)
	return v
}

// patience is for a program that is compiled and started on a machine that has much to do.
const patience = 2 * time.Minute

// until waits until a condition holds, also in the page that the present one becomes.
func (p *tab) until(condition string) {
	p.Helper()
	const wait = `(async () => {
		const end = performance.now() + 5000;
		for (; performance.now() < end; await new Promise((r) => setTimeout(r, 20))) {
			try { if (await (%s)) return true; } catch { /* not yet */ }
		}
		return false;
	})()`
	for end := time.Now().Add(patience); time.Now().Before(end); {
		holds, err := chromedp.Run(p.ctx,
			chromedp.Evaluate[bool](fmt.Sprintf(wait, condition), chromedp.EvalAwaitPromise))
		if holds {
			return
		}
		var left *cdproto.Error // of a page that was left meanwhile
		if err != nil && !errors.As(err, &left) {
			p.Fatal(condition, ": ", err)
		}
	}
	p.Fatal("never: ", condition, "\nin ", value[string](p,
		`location.href + " " + document.title + ": " + document.querySelector(".standing")?.textContent`))
}

// ready waits until the worker answers the page's figures.
func (p *tab) ready() {
	p.Helper()
	p.until(`navigator.serviceWorker.controller`)
	p.until(`document.querySelector(".standing")?.textContent.includes("can be moved now")`)
}

// move puts a value into a figure's field, and waits for its picture.
func (p *tab) move(id, to string) {
	p.Helper()
	p.until(`document.getElementById("` + id + `")`)
	value[bool](p, `(() => {
		const field = document.getElementById("`+id+`");
		field.value = "`+to+`";
		for (const what of ["input", "change"]) field.dispatchEvent(new Event(what, { bubbles: true }));
		return true;
	})()`)
	figure, name, _ := strings.Cut(id, "-")
	p.until(`new URLSearchParams(document.querySelector("#` + figure + ` .panels")?.dataset.query)` +
		`.get("` + name + `") === "` + to + `"`)
}

func folder(t *testing.T) string {
	t.Helper()
	return course.Must(folderOfAll())
}

// A page reads before the program is there. Then its figures move, a link with a state opens
// in it, the numbers are the server's, and all goes on when the host is gone, the worker too.
func TestBrowserSiteGoesOnWithoutItsHost(t *testing.T) {
	h := serve(t, folder(t), nil)
	p := open(t, h)
	p.visit("lessons/bandwidth")
	before := value[struct {
		Panels int
		Path   string
	}](p, `({ Panels: document.querySelectorAll(".panels svg.plot").length, Path: location.pathname })`)
	if before.Panels < 3 || before.Path != under+"lessons/bandwidth/" {
		t.Errorf("the page begins with %+v", before)
	}
	p.ready()
	p.move("fit-bandwidth", "5")
	p.visit("lessons/kernel-ridge-regression?fit.lambda=0.5")
	p.until(`document.querySelector("#fit .panels")?.dataset.query.includes("lambda=0.5")`)

	h.leave(true)
	p.visit("lessons/bandwidth/")
	p.move("fit-bandwidth", "7")
	p.visit("lessons/ridge/") // never visited: the program makes it
	p.until(`document.querySelectorAll(".panels svg.plot").length > 2`)
	p.visit("search?q=bandwidth")
	p.until(`document.querySelector("main a[href*=bandwidth]")`)
	p.visit("lessons/bandwidth/")
	p.until(`document.querySelector("#fit-bandwidth")`)
	p.call(serviceworker.CommandEnable)
	p.call(serviceworker.CommandStopAllWorkers)
	p.move("fit-bandwidth", "9")
	for path, status := range map[string]int{"lessons/bandwidth/fit.png": 501, "rooms": 501, "lessons/none": 404,
		"lessons/bandwidth/fit.svg": 200, "lessons/bandwidth/fit.ipynb": 200} {
		if got := value[int](p, `fetch("../../`+path+`").then((answer) => answer.status)`); got != status {
			t.Errorf("%s: %d, want %d", path, got, status)
		}
	}
}

// desk is what fetches from the course without a server, as it runs on a desk.
func desk(t *testing.T) *maker {
	t.Helper()
	course := course.Must(site.New(site.Config{Alone: true, Prefix: mark, Log: slog.New(slog.DiscardHandler)}))
	return &maker{course: course}
}

// In a browser each figure has the numbers that it has from the server, and the
// program in one language.
func TestBrowserSiteHasTheServersNumbers(t *testing.T) {
	p := open(t, serve(t, folder(t), nil))
	p.visit("")
	p.ready()
	m := desk(t)
	languages := []string{".py", ".R", ".go"}
	for i, path := range figures(t, folder(t)) {
		if !coursetest.Asks(strings.Split(path, "/")[2]) {
			continue
		}
		for _, ext := range []string{".json", languages[i%len(languages)]} {
			here := value[struct {
				Status int
				Body   string
			}](p, `fetch(".`+path+ext+`").then(async (a) => ({ Status: a.status, Body: await a.text() }))`)
			there, _, err := m.fetch(context.Background(), path+ext)
			switch {
			case (err == nil) != (here.Status == http.StatusOK):
				t.Errorf("%s: %d in the browser, %v from the server", path+ext, here.Status, err)
			case err != nil:
			case ext == ".json":
				agree(t, path, []byte(here.Body), there)
			case len(here.Body) < len(there)*9/10:
				t.Errorf("%s: %d bytes in the browser, %d from the server", path+ext, len(here.Body), len(there))
			}
		}
	}
}

// figures are the paths of all figures.
func figures(t *testing.T, folder string) (list []string) {
	t.Helper()
	var all struct {
		Lessons []struct{ Figures []struct{ URL string } }
	}
	b, err := os.ReadFile(filepath.Join(folder, "lessons.json"))
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	noError(t, err)
	for _, l := range all.Lessons {
		for _, f := range l.Figures {
			list = append(list, "/"+strings.Trim(f.URL, "./"))
		}
	}
	return list
}

// sameTo is how far numbers of the program in the browser are from the server's, relative to
// the largest beside them. The server's processor sums in another order, and fuses products.
const sameTo = 1e-10

// tiny is what is zero but for rounding, here and there.
const tiny = 1e-9

// agree compares the values and series of two figures. What is timed is another on each machine.
func agree(t *testing.T, path string, here, there []byte) {
	t.Helper()
	type numbers struct {
		Values map[string]any
		Series map[string][]any
	}
	var a, b numbers
	noError(t, json.Unmarshal(here, &a), path)
	noError(t, json.Unmarshal(there, &b), path)
	if !slices.Equal(slices.Sorted(maps.Keys(a.Values)), slices.Sorted(maps.Keys(b.Values))) {
		t.Errorf("%s: values %v, want %v", path, a.Values, b.Values)
	}
	if figureAt(path).Timed {
		return
	}
	rounded := figureAt(path).Rounded
	for name, want := range b.Values {
		if far, ok := near(rounded[name], a.Values[name], want); !ok {
			t.Errorf("%s: %s is %v, want %v: %.2g", path, name, a.Values[name], want, far)
		}
	}
	for name, want := range b.Series {
		if far, ok := near(rounded[name], any(a.Series[name]), any(want)); !ok {
			t.Errorf("%s: the series %s is off by %.2g", path, name, far)
		}
	}
}

// figureAt is the figure of a path, which is there.
func figureAt(path string) *course.Figure {
	parts := strings.Split(path, "/") // "", lessons, a slug, a name
	l, _ := lessons.Contents.Lookup(parts[2])
	f, _ := l.Figure(parts[3])
	return f
}

// near tells whether what both say agrees, where rounding decides so much, and how far apart it is.
func near(rounded float64, here, there any) (far float64, ok bool) {
	far, most := distance(here, there)
	switch limit := cmp.Or(rounded, sameTo); limit {
	case course.IsRounding:
		return far, most < tiny && far*most < tiny
	default:
		return far, far <= limit
	}
}

// distance is the largest difference of two values of JSON, relative to the largest number
// in the second, and that number.
func distance(a, b any) (relative, most float64) {
	far := 0.0
	var walk func(a, b any)
	walk = func(a, b any) {
		switch b := b.(type) {
		case float64:
			x, ok := a.(float64)
			if !ok {
				far = math.Inf(1)
				return
			}
			most, far = max(most, math.Abs(b)), max(far, math.Abs(x-b))
		case []any:
			list, _ := a.([]any)
			if len(list) != len(b) {
				far = math.Inf(1)
				return
			}
			for i := range b {
				walk(list[i], b[i])
			}
		default:
			if a != b {
				far = math.Inf(1)
			}
		}
	}
	if walk(a, b); far == 0 {
		return 0, most
	}
	return far / most, most
}

// A newer revision waits until the reader asks for it, and then takes the place of the older.
func TestBrowserSiteIsRenewed(t *testing.T) {
	h := serve(t, folder(t), map[string]string{})
	p := open(t, h)
	p.visit("lessons/bandwidth/")
	p.ready()
	sw := course.Must(fs.ReadFile(os.DirFS(folder(t)), "sw.js"))
	w, script, err := static.ReadWorker(sw)
	noError(t, err)
	old := w.Revision
	w.Revision = "newer"
	newer := course.Must(w.Script(script))
	h.mu.Lock()
	h.ours["sw.js"] = string(newer)
	h.mu.Unlock()
	p.visit("lessons/ridge/")
	p.until(`document.querySelector(".standing button")`)
	if !value[bool](p, `caches.keys().then((names) => names.some((name) => name.endsWith("`+old+`")))`) {
		t.Error("the older revision goes before the reader lets it")
	}
	value[bool](p, `(document.querySelector(".standing button").click(), true)`)
	p.until(`!document.querySelector(".standing button") && document.readyState === "complete"`)
	p.until(`caches.keys().then((names) => names.length === 1 && names[0].endsWith("newer"))`)
	p.move("fit-lambda", "0.5")
}

// Where the browser keeps nothing, the figures move as long as there is a network, and the
// page says so; where it has no workers, the page reads and says that its figures stand still.
func TestBrowserSiteWithoutStorageOrWorkers(t *testing.T) {
	sw := course.Must(os.ReadFile(filepath.Join(folder(t), "sw.js")))
	refusing := bytes.Join([][]byte{
		[]byte(`caches.open = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));`), sw}, nil)
	p := open(t, serve(t, folder(t), map[string]string{"sw.js": string(refusing)}))
	p.visit("lessons/bandwidth/")
	p.until(`navigator.serviceWorker.controller`)
	p.move("fit-bandwidth", "5")

	p = open(t, serve(t, folder(t), map[string]string{"sw.js": "throw new Error();"}))
	p.visit("lessons/bandwidth/")
	p.until(`document.querySelector(".standing")?.textContent.includes("as it opens")`)
	p.until(`document.querySelectorAll(".panels svg.plot").length > 2`)
}
