//go:build !race

package site

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

const menuOpen = `document.getElementById("fit-take").matches(":popover-open")`

func TestBrowserWhatIsTakenAlongFollowsTheState(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	p := visits(t, s, krrPage+"?path.bandwidth=3&fit.lock=lambda")
	p.slide("fit", "bandwidth", 60, "bandwidth=100")
	p.click("#fit .taking")
	p.until(menuOpen +
		` && [...document.querySelectorAll("#fit-take [data-quote]")].every((f) => ` +
		`f.value.includes("bandwidth=100"))`) // the event comes a little after
	p.until(`[...document.querySelectorAll("#fit-take a[data-take], #fit-code a[data-take]")].every((a) => ` +
		`a.getAttribute("href").endsWith("?bandwidth=100"))`)
	texts := eval[map[string]string](p,
		`Object.fromEntries([...document.querySelectorAll("#fit-take [data-quote]")].map((f) => [f.dataset.quote, `+
			`f.value]))`)
	page := p.base + krrPage
	same(t, "the link", texts["link"], page+"?fit.bandwidth=100&fit.lock=lambda#fit")
	if want := `<iframe src="` + page +
		`/fit?bandwidth=100&amp;lock=lambda&amp;embed=1" title="A fit is a sum of ` +
		`bumps."`; !strings.HasPrefix(texts["embed"], want) {
		t.Errorf("the frame is %s, want %s…", texts["embed"], want)
	}
	if cite := texts["cite"]; !strings.Contains(cite, "url = {"+texts["link"]+"}") ||
		!regexp.MustCompile(`year = \{20\d\d\},\n.*\n  urldate = \{20\d\d-\d\d-\d\d\}`).MatchString(cite) {
		t.Errorf("the citation is\n%s", cite)
	}
	links := eval[[]string](p,
		`[...document.querySelectorAll("#fit-take a[data-take], #fit-code a[data-take]")].map((a) => `+
			`a.getAttribute("href"))`)
	same(t, "links", len(links), 19)
	for _, a := range links {
		want := http.StatusOK
		if strings.Contains(a, "."+views.InPlayground) {
			want = http.StatusSeeOther
		}
		answers(t, s, want, a)
	}
	// What the link says opens.
	p.visit(strings.TrimPrefix(texts["link"], p.base))
	p.drawn("fit", "bandwidth=100")
	p.until(`document.getElementById("fit-lambda").readOnly`)
}

func TestBrowserTheMenuByMouseTouchAndKeyboard(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	// No clipboard, as on an http:// address: the browser's own command.
	eval[any](p, `(() => { Object.defineProperty(navigator, "clipboard", {value: undefined}); `+
		`document.execCommand = (what) => { window.asked = what + " " + getSelection().toString().length; `+
		`return true; }; })()`)
	p.click("#fit .taking", menuOpen)
	p.click("[data-copy=fit-take-link]")
	p.until(`document.querySelector("[data-copy=fit-take-link]").textContent === "Copied" && ` +
		`document.querySelector("#fit-take [role=status]").textContent === "Copied."`)
	p.until(`window.asked.startsWith("copy ")`)
	eval[any](p, `document.execCommand = () => false`)
	p.click("[data-copy=fit-take-cite]")
	p.until(`document.querySelector("#fit-take [role=status]").textContent.startsWith("Selected")`)
	p.until(`(() => { const f = document.activeElement; return f.id === "fit-take-cite" && ` +
		`f.selectionEnd - f.selectionStart === f.value.length; })()`)
	p.click("#fit-title", "!"+menuOpen)

	p.focus("#fit .taking")
	p.leads(kb.Enter, menuOpen)
	p.leads(kb.Tab, `document.activeElement.id === "fit-take-link"`)
	p.leads(kb.Escape, "!"+menuOpen+` && document.activeElement.matches("#fit .taking")`)

	p.phone()
	p.fingertip("#fit .taking")
	p.until(menuOpen)
	p.fits()
	if small := eval[[]string](p,
		`[...document.querySelectorAll("#fit-take :is(summary, a, button, textarea)")].filter((e) => `+
			`e.getBoundingClientRect().height < 44).map((e) => e.textContent)`); len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
	p.fingertip("#fit-take .done button")
	p.until("!" + menuOpen)
}

// What is taken along lies on the screen whole, or scrolls there, at every size.
func TestBrowserWhatIsTakenAlongIsWhole(t *testing.T) {
	t.Parallel()
	for _, lesson := range []string{"kernel-pca", "bandwidth", "string-kernels"} {
		p := reader(t, "/lessons/"+lesson)
		for _, size := range [][2]int64{{390, 844}, {720, 450}, {1280, 720}, {1440, 900}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.until(fmt.Sprintf("innerWidth === %d", size[0]))
			cut := eval[[]string](p, `[...document.querySelectorAll(".taking")].filter((button) => {
				button.scrollIntoView({block: "center", behavior: "instant"});
				button.click();
				const menu = document.getElementById(button.getAttribute("popovertarget")),
					box = menu.getBoundingClientRect();
				const first = menu.querySelector("label").getBoundingClientRect();
				menu.scrollTop = menu.scrollHeight;
				const last = [...menu.querySelectorAll("textarea")].at(-1).getBoundingClientRect();
				const whole = menu.matches(":popover-open") && box.top >= 0 && box.left >= 0 &&
					box.right <= innerWidth && box.bottom <= innerHeight &&
					first.top >= box.top && last.bottom <= box.bottom;
				menu.hidePopover();
				return !whole;
			}).map((button) => button.getAttribute("popovertarget"))`)
			if len(cut) > 0 {
				t.Errorf("%s at %v: cut off are %q", lesson, size, cut)
			}
		}
	}
}

// An embedded figure and one on its own page have the menu too.
func TestBrowserTheMenuOnOtherPages(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	for _, page := range []string{"/fit?lambda=1&hide=kernel", "/fit?lambda=1&hide=kernel&embed=1"} {
		p := visits(t, s, krrPage+page)
		shows(p, `document.getElementById("fit-take-link").value`, p.base+krrPage+"/fit?lambda=1&hide=kernel")
	}
	// Without scripts: paths, and nothing that changes from day to day.
	body := textAt(t, s, krrPage+"?fit.lambda=1")
	contains(t, "the page", body, `>/lessons/kernel-ridge-regression?fit.lambda=1#fit</textarea>`,
		`/fit?lambda=1&amp;amp;embed=1&#34; title=`, `url = {/lessons/kernel-ridge-regression?fit.lambda=1#fit}`)
}

func TestBrowserHiddenAndLockedControls(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	const query = "?fit.lambda=0.5&fit.hide=bandwidth,kernel,nothing&fit.lock=lambda,data"
	p := visits(t, s, krrPage+query)
	const canonical = "?fit.lambda=0.5&fit.hide=kernel,bandwidth&fit.lock=data,lambda"
	check := func(when string) {
		t.Helper()
		t.Log(when)
		shows(p, `document.querySelectorAll("#fit .sliders .control:not([hidden]) `+
			`.slide:not(:disabled), #fit-data:not(:disabled)").length`, 0) // that can be moved
		shows(p, `document.getElementById("fit-bandwidth").type`, "hidden")
	}
	check("at first")
	shows(p, `location.search`, canonical)
	if !strings.Contains(eval[string](p, `document.querySelector("#fit label[for=fit-lambda]").textContent`),
		"locked") {
		t.Error("nothing tells a screen reader of the lock")
	}
	// A preset replaces the state and keeps the rest; so does a reset.
	eval[any](p, `document.querySelector("a.preset[href$='fit.bandwidth=0.3&fit.lambda=1e-4#fit']").click()`)
	p.drawn("fit", "bandwidth=0.3&lambda=0.0001")
	shows(p, `location.search`, "?fit.bandwidth=0.3&fit.lambda=0.0001&fit.hide=kernel,bandwidth&fit.lock=data,lambda")
	check("after a preset")
	eval[any](p, `document.getElementById("fit-reset").click()`)
	shows(p, `location.search`, "?fit.hide=kernel,bandwidth&fit.lock=data,lambda")
	p.still()
	check("after a reset")
	p.back()
	p.drawn("fit", "bandwidth=0.3&lambda=0.0001")

	q := plainly(t, s, krrPage+"?fit.bandwidth=3&fit.hide=bandwidth&fit.lock=data&path.lambda=1")
	q.do(chromedp.SetValue(chromedp.CSS(`#fit-lambda`), "0.5"),
		chromedp.Click(chromedp.CSS(`#fit .knobs button[type=submit]`)))
	q.sees(`#fit .panels[data-query="bandwidth=3&lambda=0.5"][data-access="hide=bandwidth&lock=data"] svg.plot`,
		`#path .panels[data-query="lambda=1"] svg.plot`)
	q.click(`a.preset[href*="fit.kernel=linear#"]`)
	q.sees(`#fit .panels[data-query="kernel=linear"][data-access="hide=bandwidth&lock=data"] svg.plot`)
	q.click(`#fit-reset`)
	q.sees(`#fit .panels[data-query=""][data-access="hide=bandwidth&lock=data"] svg.plot`)
}

// Whatever is hidden, the figure stands; its numbers do not depend on it.
func TestHidingEverythingLeavesAFigure(t *testing.T) {
	s := sharedSite()
	eachFigure(t, func(t *testing.T, path string, _ *course.Lesson, f *course.Figure, controls []*course.Control) {
		var names []string
		for _, c := range controls {
			names = append(names, c.Name)
		}
		all := strings.Join(names, ",")
		for _, access := range []string{"hide=" + all, "lock=" + all, "hide=" + strings.Repeat("x,", 4000),
			"hide=%22%3E%3Cb%3E&lock=%00"} {
			for _, headers := range []map[string]string{plain, {"Accept-Encoding": "", "HX-Request": "true",
				"HX-Target": "div#x-live"}, {"Accept-Encoding": "", "HX-Request": "true"}} {
				w := get(t, s, path+"?"+access, headers)
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<svg") {
					t.Errorf("%s?%.40s: %d", path, access, w.Code)
				}
				for n := range parsed(t, path, w).Descendants() {
					if n.Type == html.ElementNode && strings.HasPrefix(access, "hide="+names[0]) &&
						strings.HasPrefix(attr(n, "class"), "control") {
						t.Errorf("%s: %s is shown", path, attr(n, "data-label"))
					}
				}
			}
		}
		if diff := cmp.Diff(textAt(t, s, path+".json"), get(t, s, path+".json?hide="+all+"&lock="+all,
			plain).Body.String()); diff != "" {
			t.Errorf("%s.json (-open +hidden):\n%s", path, diff)
		}
	})
}

// A locked control does not follow a figure that it is linked with.
func TestBrowserALockHoldsAgainstALinkedFigure(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth?fit.lock=bandwidth")
	p.slide("map", "bandwidth", 60, "bandwidth=100")
	p.slide("fit", "lambda", 61, "lambda=10")
	p.drawn("map", "bandwidth=100&lambda=10")
	p.still()
	shows(p, `document.getElementById("fit-bandwidth").value`, "1.36")
}

func TestBrowserATermLightsUpWhereverItStands(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	const lit = `[...new Set([...document.querySelectorAll(".lit")].map((e) => (e.closest("svg") ? "picture" : ` +
		`e.closest("math") ? "formula" : e.matches(".control") ? "control" : "prose") + " " + ` +
		`e.getAttribute("class").match(/t-\w+/)[0]))].sort().join(", ")`
	p.hover(".prose span.t-bump")
	shows(p, lit, "formula t-bump, picture t-bump, prose t-bump")
	p.hover(".prose .t-fit")
	p.until(`document.querySelector(".curve.lit") !== null && document.querySelector(".t-bump.lit") === null`)
	p.hover("h1")
	p.until(`document.querySelector(".lit") === null`)

	// The control lights its symbol, and what a move puts on the page has the light.
	p.focus("#path-lambda-slider")
	p.leads(kb.ArrowRight, `document.querySelector("#path .panels").dataset.query !== ""`)
	shows(p, lit, "control t-lambda, formula t-lambda, picture t-lambda")
	eval[any](p, `document.activeElement.blur()`)
	p.until(`document.querySelector(".lit") === null`)

	p = reader(t, krrPage, pocket)
	p.fingertip(".prose .t-bump")
	p.until(`document.querySelector(".plot .t-bump.lit") !== null`)
	p.fingertip("h1")
	p.until(`document.querySelector(".lit") === null`)
}

func TestBrowserOneSentenceSaysWhatChanged(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth")
	eval[any](p,
		`(() => { window.said = []; for (const s of document.querySelectorAll(".slot [role=status]:not(.take *)")) `+
			`new MutationObserver(() => { if (s.textContent && `+
			`!s.textContent.startsWith("Computing")) said.push(s.id + ": " + s.textContent.replaceAll("\u00a0", `+
			`" ")); }).observe(s, {childList: true}); })()`)
	const standing = `document.querySelector("#fit .live > .goal .now b").textContent.replaceAll("\u00a0", " ")`
	before := eval[string](p, standing)
	// One move: as quick as that no pause is in it.
	eval[any](p, `(() => { const s = document.getElementById("fit-lambda-slider"); for (let i = 0; i < 2; i++) { `+
		`s.stepUp(); s.dispatchEvent(new Event("input", {bubbles: true})); } })()`)
	p.drawn("fit", "lambda=0.000764")
	now := eval[string](p, standing)
	shows(p, `said`, []string{"fit-status: λ 0.000282 → 0.000764: " + now + " now, " + before +
		" before; the goal: bring the leave-one-out error under 25 g by ℓ ≤ 1.4 ms."})
	// The map that it is linked with moved too, and kept quiet. Moved itself, it speaks.
	p.drawn("map", "lambda=0.000764")
	p.still()
	p.slide("map", "bandwidth", 60, "bandwidth=100&lambda=0.000764")
	p.until(`said.length === 2 && /^map-status: bandwidth ℓ 1.36 → 100 ms: .*\sg now, .*\sg before; ` +
		`the goal: /.test(said[1])`)
	// Where there is no fit, that is what changed.
	p.slide("fit", "lambda", 0, "bandwidth=100&lambda=0")
	p.until(`said.length > 2`)
	shows(p, `said[2]`, "fit-status: λ 0.000764 → 0: There is no fit at λ = 0: the system Kα = y has to be solved, "+
		"and K is singular to working precision.")
}

// Where nothing is said of the goal, the number that went furthest is told as it was and
// as it is, be it of one thing or of many.
func TestBrowserANumberIsToldWithoutAVerb(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.visit("/lessons/ridge") // the goal of its path is silent as long as the errors are hidden
	const numbers = `JSON.stringify(Object.fromEntries([...document.querySelectorAll("#path .numbers > div")].map((n) =>
		[n.querySelector("dt").textContent.trim(), n.querySelector("dd").textContent.trim()])))`
	before := eval[string](p, numbers)
	p.slide("path", "lambda", 60, "lambda=6.07")
	p.until(`(() => {
		const said = document.getElementById("path-status").textContent.replaceAll("\u00a0", " ");
		const [, name, now, before] = said.match(/^λ \S+ → 6\.07: (.+): (.+) now, (.+) before\.$/) ?? [];
		const is = JSON.parse(` + numbers + `.replaceAll("\u00a0", " "));
		const was = JSON.parse(` + strconv.Quote(before) + `.replaceAll("\u00a0", " "));
		return name !== undefined && is[name] === now && was[name] === before;
	})()`)
}

// What a move has changed is told when its answer is there, however long after the
// hand came to rest.
func TestBrowserASlowAnswerIsToldToo(t *testing.T) {
	t.Parallel()
	p := visits(t, slowly(sharedSite(), func() time.Duration { return 800 * time.Millisecond }), krrPage)
	eval[any](p, `(() => {
		const move = (id, place) => { const s = document.getElementById(id); s.value = place;
			s.dispatchEvent(new Event("input", {bubbles: true})); };
		document.addEventListener("course:moved", () => move("fit-lambda-slider", 61), {once: true});
			// as soon as the first answer is there
		move("fit-bandwidth-slider", 60);
	})()`)
	p.drawn("fit", "bandwidth=100&lambda=10")
	const said = `document.getElementById("fit-status").textContent`
	p.until(said + `.includes("λ 0.01 → 10") && ` + said +
		`.includes(": " + document.querySelector("#fit .live > .goal .now b").textContent.replaceAll("\u00a0", ` +
		`" ") + " now, ")`)
}

// The curve before a move stays as a ghost that is named.
func TestBrowserTheGhostIsNamed(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	before := eval[string](p, `document.querySelector("#fit .curve").getAttribute("d")`)
	p.slide("fit", "bandwidth", 60, "bandwidth=100")
	shows(p, `document.querySelector("#fit .ghost").getAttribute("d")`, before)
	shows(p, `document.querySelector("#fit .before text").textContent`, "before: ℓ = 2 ms")
	p.until(`(() => { const plot = document.querySelector("#fit .before").closest("svg"), [x0, y0, x1, ` +
		`y1] = plot.dataset.frame.split(" ").map(Number), b = document.querySelector("#fit .before text").getBBox();
		return b.x >= x0 && b.y >= y0 && b.x + b.width <= x1 && b.y + b.height <= y1; })()`) // within the frame
}

// answersOf are the pieces of plain text that a lesson says only when asked.
func answersOf(t *testing.T, l *course.Lesson) []string {
	t.Helper()
	text := course.Must(l.Text())
	var secret []string
	add := func(pieces ...string) {
		for _, piece := range pieces {
			// Words only: a formula is set, not spelled.
			for _, s := range regexp.MustCompile(`(?s)<math.*?</math>|<[^>]*>`).Split(piece, -1) {
				if s = strings.TrimSpace(html.UnescapeString(s)); len(s) > 30 {
					secret = append(secret, s)
				}
			}
		}
	}
	for _, b := range text.Blocks {
		for _, c := range b.Cases {
			add(c.Answer)
		}
		if e := b.Exercise; e != nil {
			add(e.Hints...)
			add(e.Solution, e.After)
			for _, c := range e.Choices {
				add(c.Why)
			}
		}
	}
	return secret
}

// crowded are the words in pictures that have less than so many of a unit, of which a pixel has so
// many, or stand on others: a box is taller than its letters by about 5 px.
func crowded(unit string, each, least float64) string {
	return fmt.Sprintf(`[...document.querySelectorAll("svg.plot")].filter((svg) => svg.checkVisibility())
		.flatMap((svg) => {
			const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
				name = svg.getAttribute("aria-labelledby");
			const texts = [...svg.querySelectorAll("text")].map((t) => ({ s: t.textContent,
				b: t.getBoundingClientRect(), size: parseFloat(getComputedStyle(t).fontSize) * scale * %g }));
			const small = texts.filter((t) => t.size < %g).map((t) =>
				name + ": “" + t.s + "” has " + t.size.toFixed(1) + " %s");
			const on = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom,
				b.bottom) - Math.max(a.top, b.top) > 5;
			const collide = texts.flatMap((t, i) => texts.slice(0, i).filter((u) => on(t.b, u.b)).map((u) =>
				name + ": “" + t.s + "” stands on “" + u.s + "”"));
			return [...small, ...collide];
		})`, each, least, unit)
}

func TestBrowserOnPaper(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	for _, l := range lessonsAsked() {
		t.Run(l.Slug, func(t *testing.T) {
			t.Parallel()
			p := open(t, s)
			p.call(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
			form := course.NewForm(nil)
			l.Figures[0].Build(form)
			query := "?" + l.Figures[0].Name + ".lock=" + form.Controls[0].Name
			p.visit("/lessons/" + l.Slug + query + "&answer.limits=2&answer.limit=3")
			p.until(`!location.search.includes("answer")`)
			p.drawnIsSeen("paper")
			if pdf, err := chromedp.Run(p.ctx, chromedp.PrintToPDF()); err != nil || len(pdf) < 20_000 ||
				!strings.HasPrefix(string(pdf), "%PDF") {
				t.Fatalf("%s: printed %d bytes, %v", l.Slug, len(pdf), err)
			}
			shown := strings.Join(strings.Fields(eval[string](p, `document.body.innerText`)), " ")
			secret := answersOf(t, l)
			if len(secret) < 6 {
				t.Fatalf("%s has %d answers only", l.Slug, len(secret))
			}
			for _, a := range secret {
				omits(t, l.Slug+", on paper", shown, strings.Join(strings.Fields(a), " "))
			}
			if n := eval[int](p,
				`[...document.querySelectorAll(".slide, .buttons, .take, .bar, button:not(dt *), .code, `+
					`:checked:not(.control *)")]`+
					`.filter((e) => e.offsetParent && getComputedStyle(e).appearance !== "none").length`); n > 0 {
				t.Errorf("%s: %d things to press are on paper", l.Slug, n)
			}
			// What carries a number in the text is what the notes list, in order.
			marked := eval[[]string](p,
				`[...document.querySelectorAll(".lesson a[href]")].filter((a) => a.checkVisibility() && `+
					`getComputedStyle(a, "::after").content.includes("counter")).map((a) => a.href.split("#")[0])`)
			notes := eval[[]string](p,
				`[...document.querySelectorAll(".footnotes li")].filter((li) => li.checkVisibility()).map((li) => `+
					`li.innerText)`)
			if diff := cmp.Diff(marked, notes); diff != "" || len(notes) < 3 {
				t.Errorf("%s: %d notes (-in the text +at the end):\n%s", l.Slug, len(notes), diff)
			}
			if got, want := eval[string](p,
				`document.querySelector("[data-here]").innerText`), p.base+"/lessons/"+l.Slug+query; got != want &&
				!strings.HasPrefix(got, want+"&") {
				t.Errorf("on top stands %s, want %s", got, want)
			}
			// On A4, 210 mm less Chromium's margins, every word in a picture has 8 points or more, and none
			// stands on another.
			p.do(chromedp.EmulateViewport(718, 1000))
			for _, trouble := range eval[[]string](p, crowded("pt", 0.75, 8)) {
				t.Errorf("%s: %s", l.Slug, trouble)
			}
			// On a page of 8½ inches with margins the first picture shares its page with the title.
			p.do(chromedp.EmulateViewport(739, 1000))
			if end := eval[float64](p,
				`document.querySelector(".slot").getBoundingClientRect().bottom + scrollY`); end > 980 {
				t.Errorf("%s: the first picture ends %.0f px down a page of 980", l.Slug, end)
			}
			if got := eval[string](p,
				`getComputedStyle(document.body).backgroundColor + `+
					`getComputedStyle(document.querySelector("h1")).color`); got != "rgb(255, 255, 255)rgb(29, "+
				"29, 27)" {
				t.Errorf("paper and ink are %s", got)
			}
		})
	}
}

// All scripts of a page, htmx included, in the bytes a reader fetches.
func TestScriptsAreLight(t *testing.T) {
	s := quietSite()
	total := 0
	for n := range parsed(t, krrPage, get(t, s, krrPage, plain)).Descendants() {
		if n.Type != html.ElementNode || n.Data != "script" || attr(n, "src") == "" { // data are none
			continue
		}
		w := get(t, s, attr(n, "src"), map[string]string{"Accept-Encoding": "br"})
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "br" {
			t.Fatalf("%s: %d %q", attr(n, "src"), w.Code, w.Header().Get("Content-Encoding"))
		}
		total += w.Body.Len()
	}
	if total < 10_000 || total > 40<<10 {
		t.Errorf("the scripts take %d bytes", total)
	}
	t.Logf("%d bytes of script", total)
}
