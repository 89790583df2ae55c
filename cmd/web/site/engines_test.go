//go:build !race

package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/browsertest"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Firefox and WebKit, which is the engine of every iPhone, are asked what a reader would notice,
// and Chromium is asked everything. Each has one session, and a visit a lesson and screen.

// A stranger is a page of the course in another engine.
type stranger struct {
	testing.TB
	browsertest.Browser
	base  string
	start starter
}

// A starter starts an engine with all that it keeps in a folder.
type starter func(ctx context.Context, folder string) (browsertest.Browser, error)

// silent is an engine that answers nothing any more. WebKitGTK's does so once in thousands of
// visits, at no page in particular, and nothing wakes it.
type silent struct{ error }

// strangers are the other engines, by their names.
var strangers = map[string]starter{"firefox": browsertest.Firefox, "webkit": browsertest.WebKit}

// TestBrowserEngines looks at the course in the other engines, on a laptop and on a phone.
func TestBrowserEngines(t *testing.T) {
	t.Parallel()
	for name, start := range strangers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := meet(t, start)
			for i, l := range lessonsAsked() {
				s.part(t, l.Slug, func() {
					s.opens(laptop, "/lessons/"+l.Slug)
					s.reads(l, i)
					s.opens(pocket, "/lessons/"+l.Slug)
					s.reads(l, i+1)
				})
			}
			s.part(t, "own points", s.handles)
			s.part(t, "projector", s.projects)
			s.part(t, "a class", func() { s.attends(teach(t, patient(quietSite()), "bandwidth")) })
		})
	}
}

// meet starts an engine and the course for it. Where the engine is missing the test is skipped,
// except under all.bash.
func meet(t *testing.T, start starter) *stranger {
	t.Helper()
	s := &stranger{TB: t, start: start}
	if err := s.begins(t.TempDir()); errors.Is(err, browsertest.ErrMissing) && os.Getenv("GRAMOPHONE_ALL") != "1" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	server := httptest.NewServer(sharedSite())
	t.Cleanup(server.Close)
	s.base = server.URL
	return s
}

// begins starts the engine, on a machine that has much to do.
func (s *stranger) begins(folder string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*patience)
	defer cancel()
	b, err := s.start(ctx, folder)
	if err == nil {
		s.Browser = b
	}
	return err
}

// part is a test of its own, which fails for the errors of its pages too. An engine that falls
// silent is started anew and asked once more; where it does so again nothing else is asked.
func (s *stranger) part(t *testing.T, name string, look func()) {
	var gone error
	t.Run(name, func(within *testing.T) {
		s.TB = within
		defer func() { s.TB = t }()
		if gone = hears(look); gone != nil {
			t.Logf("%s is asked again: %v", name, gone)
			s.Close()
			noError(s, s.begins(t.TempDir()))
			gone = hears(look)
		}
		if gone != nil {
			s.Fatal(gone)
		}
		for _, problem := range s.Errors() {
			if strings.Contains(problem, "Incorrect number of children") {
				continue // Firefox lays out what has come so far: unfit counts what is there in the end
			}
			s.Error("in the page: ", problem)
		}
	})
	if gone != nil {
		t.FailNow()
	}
}

// hears looks, and says whether the engine fell silent.
func hears(look func()) (gone error) {
	defer func() {
		switch is := recover().(type) {
		case nil:
		case silent:
			gone = is
		default:
			panic(is)
		}
	}()
	look()
	return nil
}

// asks has the driver do something within its time.
func (s *stranger) asks(what func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	err := what(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		panic(silent{err})
	}
	return err
}

// answer evaluates an expression in the page.
func answer[T any](s *stranger, expression string) (is T) {
	s.Helper()
	if err := s.asks(func(ctx context.Context) error {
		text, err := s.Evaluate(ctx, expression)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &is)
	}); err != nil {
		s.Fatalf("%.300s: %v", expression, err)
	}
	return is
}

// until waits until a condition holds in the page, and tells what does not.
func (s *stranger) until(condition string) {
	s.Helper()
	for end := time.Now().Add(patience); ; {
		if answer[bool](s, fmt.Sprintf(`(async () => {
			const end = performance.now() + 5000;
			while (performance.now() < end) {
				try { if (%s) return true; } catch { /* not yet */ }
				await new Promise((r) => setTimeout(r, 20));
			}
			return false;
		})()`, condition)) {
			return
		}
		if time.Now().After(end) {
			s.Fatalf("never: %s, at %s", condition, answer[string](s, "location.href"))
		}
	}
}

// does fails the test for an error of the driver.
func (s *stranger) does(what func(ctx context.Context) error) {
	s.Helper()
	noError(s, s.asks(what))
}

// opens visits a page on a screen, and waits for its faces and scripts. The page before is left
// first, so that it need not follow the screen.
func (s *stranger) opens(on screen, path string) {
	s.Helper()
	address := path
	if !strings.HasPrefix(path, "http") {
		address = s.base + path
	}
	s.does(func(ctx context.Context) error {
		return errors.Join(s.Visit(ctx, "about:blank"), s.Size(ctx, int(on.width), int(on.height)),
			s.Visit(ctx, address))
	})
	s.until(`document.readyState === "complete" && document.fonts.status === "loaded" && ` + powered)
}

// reads looks at a lesson: its type, its width, a slider, an answer, a term.
func (s *stranger) reads(l *course.Lesson, i int) {
	s.Helper()
	for _, wrong := range answer[[]string](s, unfit) {
		s.Error(wrong)
	}
	s.slides(l.Figures[i%len(l.Figures)].Name)
	if answer[bool](s, `document.querySelector(".asked .chips button") !== null`) {
		answer[any](s, `document.querySelector(".asked .chips button").click()`)
		s.until(`/^(Yes|No|You said)/.test(document.querySelector(".asked .told")?.textContent.trim() ?? "")`)
	}
	if answer[bool](s, `document.querySelector("strong[aria-controls=gloss]") !== null`) {
		s.until(`document.querySelector(".htmx-request, body.moving") === null`) // what comes may take the focus
		answer[any](s, `(() => { const term = document.querySelector("strong[aria-controls=gloss]");
			term.scrollIntoView({block: "center", behavior: "instant"});
			term.focus({preventScroll: true}); // as who presses it does: a mouse elsewhere then closes nothing
			term.click(); })()`)
		s.until(`document.querySelector(".gloss:popover-open").textContent.length > 40 &&
			(({left, right, top, bottom}) => left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight)(
				document.querySelector(".gloss").getBoundingClientRect())`)
	}
	s.until(`document.querySelector(".htmx-request") === null`) // what is left on its way is an error
}

// unfit is what is too small, too wide or not underlined, once every picture has been near.
const unfit = `(async () => {
	const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r))));
	for (const slot of document.querySelectorAll(".slot")) {
		slot.scrollIntoView({block: "start", behavior: "instant"});
		do await frame();
		while (innerWidth < 480 && slot.querySelector(".staged") && !slot.querySelector(".staged.phone"));
	}
	const wrong = [], root = document.documentElement;
	if (root.scrollWidth > innerWidth) wrong.push("the page is " + root.scrollWidth + " px wide: " +
		[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
			.slice(0, 4).map((e) => e.outerHTML.slice(0, 90)).join(" | "));
	for (const plot of document.querySelectorAll(".staged svg.plot, .words .still svg.plot")) {
		if (!plot.checkVisibility()) continue;
		const scale = plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
		const least = plot.closest(".staged") ? 11.95 : 10.5;
		for (const t of plot.querySelectorAll("text")) {
			const px = parseFloat(getComputedStyle(t).fontSize) * scale;
			if (px < least && t.textContent.trim() && !t.closest(".letters")) {
				wrong.push(plot.getAttribute("aria-labelledby") + ": “" + t.textContent + "” has " +
					px.toFixed(1) + " px");
				break;
			}
		}
	}
	for (const e of document.querySelectorAll("span[class^=t-], .numbers button, strong[aria-controls=gloss]")) {
		const c = getComputedStyle(e);
		if (c.textDecorationLine === "underline" && c.textDecorationStyle === "dotted") continue;
		wrong.push("not underlined: " + e.outerHTML.slice(0, 90));
		break;
	}
	const parts = {msup: 2, msub: 2, mfrac: 2, mover: 2, munder: 2, msubsup: 3, munderover: 3};
	for (const e of document.querySelectorAll(Object.keys(parts).join()))
		if (e.children.length !== parts[e.localName]) wrong.push("not so many parts: " + e.outerHTML);
	for (const cell of document.querySelectorAll("math[display=block] mtd")) {
		const b = cell.getBoundingClientRect(), parts = [...cell.querySelectorAll("mi, mn, mo")];
		if (!parts.some((e) => e.getBoundingClientRect().right > b.right + 12)) continue;
		wrong.push("beyond its cell: " + cell.textContent);
		break;
	}
	return wrong;
})()`

// slides moves the first slider of a figure that a reader can move, and waits for its panels,
// which need not look otherwise: a linear kernel of foods has two coordinates, however many are kept.
func (s *stranger) slides(figure string) {
	s.Helper()
	if !answer[bool](s, fmt.Sprintf(`(() => {
		const slot = document.getElementById(%q), slide = [...slot.querySelectorAll(".slide")].find((e) =>
			e.checkVisibility({visibilityProperty: true}) && !e.closest(".veiled, .more"));
		if (!slide) return false;
		slide.value = Number(slide.value) > (Number(slide.min) + Number(slide.max)) / 2 ?
			Math.floor(Number(slide.value) / 2) : Math.ceil((Number(slide.value) + Number(slide.max)) / 2);
		slide.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`, figure)) {
		return
	}
	s.until(fmt.Sprintf(`document.querySelector("#%[1]s .panels").dataset.query !== "" && `+
		`document.querySelector("#%[1]s .htmx-request") === null`, figure))
}

// handles has a finger put a point down and drag it, and scroll past another. WebKit's driver has
// no fingers: there a mouse drags.
func (s *stranger) handles() {
	s.opens(pocket, ownPointsPage)
	place := func(x, y float64) [2]float64 {
		s.Helper()
		at := answer[[2]float64](s, fmt.Sprintf(`(async () => {
			document.getElementById("fit").scrollIntoView({behavior: "instant"});
			scrollBy({top: -60, behavior: "instant"});
			const { frameOf } = await %s, svg = document.getElementById("fit-curve-title").closest("svg");
			await document.fonts.ready;
			for (let last = ""; ;) { // until the page stands still
				await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
				const f = frameOf(svg), [u, v] = f.share(%g, %g);
				const at = [f.left + u * f.width, f.top + v * f.height];
				if (last === at.join()) return at;
				last = at.join();
			}
		})()`, module("frame"), x, y))
		return at
	}
	drag := func(places ...[2]float64) {
		s.Helper()
		s.does(func(ctx context.Context) error { return s.Drag(ctx, places...) })
	}
	const points = `document.getElementById("fit-points").value.split(";").map((p) => p.split(",").map(Number))`
	s.until(`document.querySelectorAll("#fit .handle").length === 3`)
	drag(place(5, 1.5))
	s.until(points + `.length === 4 && Math.hypot(` + points + `[3][0] - 5, ` + points + `[3][1] - 1.5) < 0.15`)
	s.until(`document.activeElement.matches("#fit .handle") && document.querySelectorAll("#fit .handle").length === 4`)
	drag(place(5, 1.5), place(5, 1.2), place(5, 0.9), place(5, 0.5))
	s.until(points + `.length === 4 && Math.abs(` + points + `[3][1] - 0.5) < 0.15`)
	s.until(`document.querySelector("#fit .panels").dataset.query
		.includes(document.getElementById("fit-points").value)`)
}

// projects looks at the steps of a lesson as a hall sees them.
func (s *stranger) projects() {
	s.opens(screen{1280, 720, false}, "/lessons/kernel-ridge-regression?present=1&route=all")
	for _, wrong := range answer[[]string](s, everyStep) {
		s.Error(wrong)
	}
}

// attends is a student in a class: her figure follows the teacher's hand, and she votes.
func (s *stranger) attends(l *lectern) {
	server := httptest.NewServer(l)
	defer server.Close()
	defer server.CloseClientConnections() // her page listens as long as it is there
	s.opens(pocket, server.URL+l.at)
	s.until(told("whose") + ` === "Your teacher moves this figure."`)
	eventually(s, "the page listens", func() bool { _, n := l.site.rooms.Count(); return n == 1 })
	if status, b := l.does("POST", "/hand", map[string]string{"query": "geyser.bandwidth=1"}); status != 204 {
		s.Fatalf("the hand is answered by %d: %s", status, b)
	}
	s.until(`document.querySelector("#geyser .panels").dataset.query === "bandwidth=1"`)
	l.set(map[string]any{"phase": rooms.Vote1, "question": "limits"})
	s.until(`document.querySelectorAll(".votes button").length === 3 && ` +
		`document.documentElement.scrollWidth <= innerWidth`)
	at := answer[[2]float64](s, `(async () => { // where it stays: the page scrolls to a vote that opens
		const button = document.querySelector(".votes button[value='0']");
		for (let last = "";;) {
			button.scrollIntoView({block: "center", behavior: "instant"});
			await new Promise((r) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(r)), 100));
			const b = button.getBoundingClientRect(), at = [b.x + b.width / 2, b.y + b.height / 2];
			if (last === at.join() && document.elementFromPoint(...at)?.closest("button") === button) return at;
			last = at.join();
		}
	})()`)
	s.does(func(ctx context.Context) error { return s.Drag(ctx, at) })
	s.until(fmt.Sprintf("%s === %q", told("cast"), voteIn))
	l.voted(1)
	l.phase(rooms.Closed1)
	s.until(told("says") + ` === "The vote is closed."`)
	s.does(func(ctx context.Context) error { return s.Visit(ctx, "about:blank") })
}
