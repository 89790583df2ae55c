//go:build !race

package site

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

const (
	deckPage = krrPage + "?present=1"
	allSteps = deckPage + "&route=all"
)

// stepAt is the number of the step that begins at a place of kernel-ridge-regression.
func stepAt(t *testing.T, anchor string) int {
	t.Helper()
	return stepIn(t, "kernel-ridge-regression", anchor)
}

// stepLabel is what the step of that number of the first figure's lesson is called.
func stepLabel(t *testing.T, step int) string {
	t.Helper()
	return fmt.Sprintf("Step %d of %d", step, len(textOf(t, "kernel-ridge-regression").Screens()))
}

// textOf is the text of a lesson.
func textOf(t *testing.T, slug string) *course.Text {
	t.Helper()
	l, ok := lessons.Contents.Lookup(slug)
	if !ok {
		t.Fatal("no lesson ", slug)
	}
	return course.Must(l.Text())
}

// presented is the address of the step that begins at a place of a lesson, among all.
func presented(t *testing.T, slug, anchor string) string {
	t.Helper()
	return fmt.Sprintf("/lessons/%s?present=1&step=%d&route=all", slug, stepIn(t, slug, anchor))
}

func stepIn(t *testing.T, slug, anchor string) int {
	t.Helper()
	i := slices.IndexFunc(textOf(t, slug).Screens(), func(s course.Screen) bool { return s.Anchor == anchor })
	if i < 0 {
		t.Fatalf("no step begins at %s", anchor)
	}
	return i + 1
}

// shownSteps are the numbers of the steps that a page shows.
func shownSteps(doc *html.Node, class string) (shown []int, all int) {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "section" && strings.HasPrefix(attr(n, "class"), class) {
			all++
			if !hasAttr(n, "hidden") {
				shown = append(shown, all)
			}
		}
	}
	return shown, all
}

func TestPresentShowsOneStep(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	for _, l := range lessons.Contents.Open() {
		lesson := course.Must(l.Text())
		n := len(lesson.Screens())
		for query, want := range map[string]int{
			"": 1, "&step=1": 1, "&step=3": 3, fmt.Sprintf("&step=%d", n): n,
			"&step=0": 1, "&step=-4": 1, "&step=9999": n, "&step=1e999": 1, "&step=NaN": 1, "&step=½": 1, "&step=": 1,
			"&step=2&step=5":             2,
			"&step=99999999999999999999": 1,
		} {
			for kind, class := range map[string]string{"": "screen", "&notes=1": "note"} {
				address := "/lessons/" + l.Slug + "?present=1" + query + kind
				w := get(t, s, address, plain)
				if w.Code != http.StatusOK {
					t.Errorf("%s: %d", address, w.Code)
					continue
				}
				shown, all := shownSteps(parsed(t, address, w), class)
				if len(shown) != 1 || shown[0] != want || all != n {
					t.Errorf("%s shows %v of %d, want %d of %d", address, shown, all, want, n)
				}
			}
		}
	}
	for _, query := range []string{"?present=2", "?present=", "?step=3", "?notes=1"} {
		omits(t, query, textAt(t, s, krrPage+query), `class="screen`)
	}
	// The cache tells them apart.
	if a, b := textAt(t, s, deckPage+"&step=4"), get(t, s, deckPage+"&step=5",
		plain).Body.String(); a == b {
		t.Error("two steps are one page")
	}
}

// TestPresentKeepsAnswersBack: what a class could read ahead is not on the page.
func TestPresentKeepsAnswersBack(t *testing.T) {
	s := quietSite()
	for _, l := range lessons.Contents.Open() {
		lesson := course.Must(l.Text())
		page := textAt(t, s, "/lessons/"+l.Slug+"?present=1")
		for _, b := range lesson.Blocks {
			if b.Exercise == nil {
				continue
			}
			secrets := append([]string{b.Exercise.Solution, b.Exercise.After}, b.Exercise.Hints...)
			for _, c := range b.Exercise.Choices {
				secrets = append(secrets, c.Why)
			}
			for _, step := range b.Exercise.Steps {
				secrets = append(secrets, step.Why)
			}
			for _, secret := range secrets {
				if secret != "" && strings.Contains(page, strings.TrimSpace(secret)) {
					t.Errorf("%s: the projector's page has %.60q", l.Slug, secret)
				}
			}
			if !b.Exercise.Practice && !strings.Contains(page, strings.TrimSpace(b.Exercise.Ask)) {
				t.Errorf("%s: %s is not asked", l.Slug, b.Name)
			}
		}
		for _, n := range lesson.Teach() {
			if strings.Contains(page, n.HTML) || strings.Contains(textAt(t, s, "/lessons/"+l.Slug),
				n.HTML) {
				t.Errorf("%s: the class reads the teacher's notes", l.Slug)
			}
			contains(t, l.Slug+": the teacher's window", textAt(t, s, "/lessons/"+l.Slug+"?present=1&notes=1"), n.HTML)
		}
	}
	asked := textAt(t, s, fmt.Sprintf("%s&step=%d&answer.limit=3", deckPage, stepAt(t, "limit")))
	if strings.Count(asked, `class="said"`) != 1 || !strings.Contains(asked, "ask released") {
		t.Error("an answer that is asked for is not given")
	}
}

func TestPresentIsAnotherViewOfTheLesson(t *testing.T) {
	s := quietSite()
	limit := stepAt(t, "limit")
	page := get(t, s, fmt.Sprintf("%s&step=%d&fit.lambda=0.1", deckPage, limit-1), plain)
	body := page.Body.String()
	contains(t, "the page", body, `<meta name="robots" content="noindex">`, `<link rel="canonical" href="`+krrPage+`">`,
		// from what the short way leaves out back to its last slide, and on
		`href="`+krrPage+`?fit.lambda=0.1&amp;present=1&amp;step=`+strconv.Itoa(stepAt(t, "fit")-1)+`"`,
		`href="`+krrPage+`?fit.lambda=0.1&amp;present=1&amp;step=`+strconv.Itoa(limit)+`"`, `data-query="lambda=0.1"`)
	lesson := get(t, s, krrPage+"?fit.lambda=0.1&answer.limit=1", plain)
	doc := parsed(t, krrPage, lesson)
	ids, steps := map[string]bool{}, ""
	for n := range doc.Descendants() {
		ids[attr(n, "id")] = true
		if s := attr(n, "data-steps"); s != "" {
			steps = s
		}
		if attr(n, "rel") == "canonical" || attr(n, "content") == "noindex" {
			t.Error("the lesson is told to be a copy")
		}
		for _, a := range n.Attr {
			if a.Key == "data-present" && attr(n, "href") != krrPage+"?fit.lambda=0.1&present=1" {
				t.Errorf("presented at %s", attr(n, "href"))
			}
		}
	}
	screens := len(textOf(t, "kernel-ridge-regression").Screens())
	same(t, "steps that the lesson knows of", len(strings.Fields(steps)), screens)
	for _, id := range strings.Fields(steps) {
		if !ids[id] && id != "-" { // that of a slide
			t.Errorf("the lesson has no place %q to come back to", id)
		}
	}
}

// stepShown is the number of the step that is shown.
const stepShown = `[...document.querySelector(".deck").children].findIndex((s) => !s.hidden) + 1`

// at waits until a step is shown, in the page and in its address.
func (p *tab) at(step int) {
	p.Helper()
	shows(p, stepShown, step)
	shows(p, `Number(new URLSearchParams(location.search).get("step") ?? 1)`, step)
}

// notesAt is at for the notes window.
func (p *tab) notesAt(step int) {
	p.Helper()
	shows(p, stepShown, step)
	p.until(`location.search.includes("notes=1")`)
}

func TestBrowserPresentKeys(t *testing.T) {
	t.Parallel()
	p := reader(t, allSteps)
	p.at(1)
	last, slides := eval[int](p, `document.querySelector(".deck").children.length`),
		eval[int](p, `document.querySelectorAll(".deck > [data-short]").length`)
	fit := stepAt(t, "fit") // all that stands between it and the title are slides
	next := fit + 1
	for _, key := range []struct {
		key  string
		step int
	}{
		{kb.ArrowRight, fit}, {kb.PageDown, next}, {kb.ArrowLeft, fit}, {" ", next}, {kb.PageUp, fit}, {"n", next},
		{kb.End, last}, {kb.ArrowRight, last}, {kb.Home, 1}, {kb.ArrowLeft, 1}, {kb.PageDown, fit},
	} {
		p.press(key.key)
		p.at(key.step)
	}
	// Arrows belong to a slider in focus, the Page keys to the clicker.
	p.focus("#fit-lambda-slider")
	p.press(kb.End)
	p.drawn("fit", "lambda=10")
	shows(p, `location.search`, fmt.Sprintf("?fit.lambda=10&present=1&step=%d&route=all", fit))
	p.leads(kb.ArrowLeft, `document.querySelector("#fit .panels").dataset.query !== "lambda=10"`)
	p.at(fit)
	value := eval[string](p, `document.getElementById("fit-lambda").value`)
	p.drawn("fit", "lambda="+value)
	p.press(kb.PageDown)
	p.at(next)
	p.still()
	shows(p, `document.getElementById("fit-lambda").value`, value)
	shows(p, `location.search`, fmt.Sprintf("?fit.lambda=%s&present=1&step=%d&route=all", value, next))
	// The figure keeps its state, and so does the address.
	p.reload()
	p.at(next)
	p.drawn("fit", "lambda="+value)
	// Black, and nothing else happens meanwhile.
	for _, key := range []string{"b", "."} {
		p.leads(key, `!document.querySelector(".black").hidden`)
		p.leads(kb.PageDown, `document.querySelector(".black").hidden`)
		p.at(next)
	}
	p.leads("?", `document.getElementById("keys").open`)
	p.press(kb.PageDown)
	p.leads(kb.Escape, `!document.getElementById("keys").open`)
	p.at(next)
	// Back at the block, and again from there.
	p.press(kb.Escape)
	p.ready("article.lesson")
	p.until(`location.hash === "#part-1" && !location.search.includes("present")`)
	shows(p, `location.search`, "?fit.lambda="+value)
	p.until(`scrollY > 100`)
	p.press("p")
	p.ready(".deck")
	p.at(next)
	// From there on the short way, until all steps are asked for.
	p.press(kb.PageDown)
	p.at(stepAt(t, "limit"))
	p.press(kb.PageUp)
	p.at(fit - 1) // a slide
	p.until(`/^4 \/ 1\d$/.test(document.querySelector(".turning .count").textContent)`)
	p.leads("e", `location.search.endsWith("&route=all")`)
	p.press(kb.PageDown)
	p.at(fit)
	shows(p, `document.querySelector(".turning .count").textContent`, fmt.Sprintf("2 / %d", last-slides))
}

func TestBrowserPresentWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), krrPage+"?fit.lambda=0.5")
	p.click(`[data-present]`)
	p.sees(".of-title")
	p.click(`[data-turn="1"]`)
	p.sees("#fit .panels svg.plot")
	p.do(chromedp.SetValue(chromedp.CSS(`#fit-bandwidth`), "3"))
	p.click(`#fit .knobs button[type=submit]`)
	p.sees(`#fit .panels[data-query="bandwidth=3&lambda=0.5"] svg.plot`)
	p.click(`[data-turn="1"]`)
	p.sees(`#limit`, `#fit .panels svg.plot`)
	p.click(`#limit [type=radio][value="3"]`)
	p.click(`#limit button[type=submit]`)
	p.sees(`#limit .said[data-right="true"]`)
	p.visit(fmt.Sprintf("%s&step=%d", deckPage, stepAt(t, "limit")))
	p.click(`#limit button[name=show]`)
	p.sees(`#limit .answer [data-right="3"]`)
	p.click(`[data-all]`)
	p.click(`[data-turn="-1"]`)
	p.sees(`.of-prose:not([hidden])`)
}

func TestBrowserPresentQuestion(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 10)
	s := sharedSite()
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/check/") {
			asked <- r.URL.String()
		}
		s.ServeHTTP(w, r)
	}))
	// Somebody has answered on this machine before.
	p.visit(krrPage)
	eval[any](p, `localStorage.setItem("gramophone.progress", `+
		`JSON.stringify({"kernel-ridge-regression": {answers: {limit: {values: ["3"], right: true}}}}))`)
	limit := stepAt(t, "limit")
	p.visit(fmt.Sprintf("%s&step=%d", deckPage, limit))
	p.click(`#limit [type=radio][value="1"]`)
	shows(p, `document.querySelector("#limit :checked").value`, "1")
	p.press(kb.Enter)
	p.still()
	if eval[bool](p, `document.querySelector("#limit .said") !== null || `+
		`getComputedStyle(document.querySelector("#limit form button")).display !== "none"`) {
		t.Error("the class sees an answer before the teacher gives it")
	}
	// Arrows choose, they do not turn the page.
	p.press(kb.ArrowDown)
	shows(p, `document.querySelector("#limit :checked").value`, "2")
	p.at(limit)
	if len(asked) > 0 {
		t.Errorf("asked %s before the teacher did", <-asked)
	}
	p.leads("a", `document.querySelector("#limit .said[data-right=false]") !== null`)
	p.until(`document.querySelector("#limit .right input").value === "3"`)
	p.drawn("fit", "lambda=10") // and the picture shows it
	p.at(limit)
	p.click(`#limit [type=radio][value="3"]`, `document.querySelector("#limit .said[data-right=true]") !== null`)
	shows(p, `JSON.parse(localStorage.getItem("gramophone.progress"))["kernel-ridge-regression"]`+
		`.answers.limit.values[0]`, "3")
	// A link in the answer leads to its figure in that state, Backspace back.
	p.click(`#limit .said a.preset`)
	p.drawn("fit", "lambda=10")
	p.until(`!document.querySelector("#fit").closest(".stage").hidden`)
	p.at(stepAt(t, "fit"))
	p.press(kb.Backspace)
	p.at(limit)
	p.until(`document.querySelector("[data-return]").hidden && document.querySelector("#limit .said") !== null`)
}

func TestBrowserPresentSwipes(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.do(chromedp.EmulateViewport(1024, 768, chromedp.EmulateTouch))
	fit := stepAt(t, "fit")
	p.visit(fmt.Sprintf("%s&step=%d", allSteps, fit+1))
	const turnedTo = `document.querySelector(".turning b").textContent`
	swipe := func(x0, y0, x1, y1 float64) { t.Helper(); p.strokes(x0, y0, (x1-x0)/2, (y1-y0)/2, 2) }
	swipe(700, 400, 300, 410)
	p.at(fit + 2)
	swipe(300, 400, 700, 390)
	p.at(fit + 1)
	swipe(300, 300, 800, 390)
	p.at(fit)
	// On a slider it moves the slider.
	box := eval[[]float64](p,
		`(() => { const b = document.getElementById("fit-bandwidth-slider").getBoundingClientRect(); return [b.x, `+
			`b.y + b.height / 2, b.width]; })()`)
	swipe(box[0]+box[2]/2, box[1], box[0]+box[2]-2, box[1])
	p.until(`document.querySelector("#fit .panels").dataset.query.startsWith("bandwidth=")`)
	p.still()
	same(t, "the step after a swipe on a slider", eval[string](p, turnedTo), "2")
	// On a picture of one's own points it is not a page either.
	p.visit(fmt.Sprintf("%s&step=%d&fit.data=points&fit.points=0,2;1,1", allSteps, fit))
	p.until(`document.querySelector(".handle") !== null`)
	box = eval[[]float64](p, `(() => { const b = document.querySelector("#fit svg.plot").getBoundingClientRect(); `+
		`return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	swipe(box[0], box[1], box[0]-200, box[1])
	swipe(300, 20, 280, 20) // too short
	same(t, "the step after a swipe on one's own points", eval[string](p, turnedTo), "2")
	swipe(380, 20, 60, 20)
	shows(p, turnedTo, "3")
}

func TestBrowserTheNotesWindowFollows(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	limit := stepAt(t, "limit")
	p.visit(fmt.Sprintf("%s&step=%d", allSteps, limit-2))
	q := p.beside()
	q.visit(deckPage + "&notes=1")
	q.notesAt(limit - 2)
	p.press(kb.PageDown)
	q.notesAt(limit - 1)
	q.press(kb.ArrowRight)
	q.notesAt(limit)
	p.at(limit)
	// The answer, the black screen and a prepared state, from the notes.
	p.click(`#limit [type=radio][value="3"]`)
	q.press("a")
	p.until(`document.querySelector("#limit .said") !== null`)
	q.press("b")
	p.until(`!document.querySelector(".black").hidden`)
	q.until(`document.querySelector(".blanked").textContent !== ""`)
	q.press("b")
	p.until(`document.querySelector(".black").hidden`)
	q.click(`.note:not([hidden]) a.preset[href*="lambda=10"]`)
	p.drawn("fit", "lambda=10")
	p.until(`!document.querySelector("#fit").closest(".stage").hidden`)
	q.notesAt(stepAt(t, "fit"))
	// The clock starts, and survives a reload.
	shows(q, `document.querySelector("[data-elapsed]").textContent`, "0:00")
	shows(q, `document.querySelector("[data-plan]").textContent`, "10:00 left of the plan")
	q.click("[data-clock]", `document.querySelector("[data-plan]").textContent.startsWith("9:5")`)
	q.until(`document.querySelector("[data-elapsed]").textContent !== "0:00"`)
	q.reload()
	q.until(`document.querySelector("[data-elapsed]").textContent !== "0:00" && ` +
		`document.querySelector("[data-clock]").textContent === "Stop"`)
	q.click("[data-clock]")
	shows(q, `document.querySelector("[data-clock]").textContent`, "Start")
	q.click("[data-clock-reset]")
	shows(q, `document.querySelector("[data-elapsed]").textContent`, "0:00")
}

// A link opens a panel, and the address follows the one in sight; what names none is left out.
func TestBrowserALinkOpensAPanel(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.do(chromedp.EmulateViewport(1280, 720))
	at := fmt.Sprintf("%s&step=%d", deckPage, stepAt(t, "fit")-1)
	const panel = `[...document.querySelectorAll(".stage:not([hidden]) svg.plot")].findIndex((s) => ` +
		`s.checkVisibility()) + 1`
	shown := func(n int, show string) {
		t.Helper()
		shows(p, panel, n)
		shows(p, `new URLSearchParams(location.search).get("show") ?? ""`, show)
		if name := fmt.Sprintf("Panel %d of 3", n); eval[string](p,
			`document.querySelector("[data-panels]").textContent`) != name {
			t.Errorf("no %s at show=%s", name, show)
		}
	}
	for show, n := range map[string]int{"": 1, "2": 2, "99": 3, "0": 1, "-2": 1, "½": 1} {
		p.visit(at + "&show=" + url.QueryEscape(show))
		shown(n, map[int]string{2: "2", 3: "3"}[n])
	}
	p.visit(at + "&show=2")
	p.clean("document", "a second panel")
	for _, next := range []int{3, 1, 2} {
		p.press("v")
		shown(next, map[int]string{2: "2", 3: "3"}[next])
	}
	p.types("fit-bandwidth", "3.98")
	p.until(`location.search.includes("fit.bandwidth=3.98")`)
	shown(2, "2")
	p.reload()
	shown(2, "2")
	p.until(`location.search.includes("fit.bandwidth=3.98")`)
	p.press(kb.Home) // a step without a figure
	p.at(1)
	shows(p, `location.search.includes("show=")`, false)
	// Where the words have filled the screen, the picture is opened in their place.
	p.do(chromedp.EmulateViewport(1024, 400))
	p.visit(at + "&show=3")
	shows(p, `document.body.dataset.lay`, "apart")
	shows(p, panel, 3)
	p.press("v")
	shows(p, panel, 0)
	shows(p, `location.search.includes("show=")`, false)
}

// everyStep says what is wrong on the steps of a lesson, each turned to in its turn: on all of them,
// or on the short way, where its slides are looked at.
const everyStep = `(async () => {
	const found = [];
	const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	const size = (el) => parseFloat(getComputedStyle(el).fontSize);
	const deck = document.querySelector(".deck"), all = "all" in deck.dataset, measured = new Map();
	for (const [i, s] of [...deck.children].entries()) {
		const slide = "short" in s.dataset;
		if (all ? slide : !("route" in s.dataset)) continue;
		const say = (what) => found.push("step " + (i + 1) + " " + s.className + ": " + what);
		await frame();
		if (s.hidden) { say("hidden"); break; }
		if (!all && !slide) {
			document.querySelector('[data-turn="1"]').click();
			continue;
		}
		if (slide && document.body.dataset.lay === "apart") say("no room for its figure");
		const bar = [...document.querySelectorAll(".turning :is(a, button, .count)")].map((el) =>
			({ el, b: el.getBoundingClientRect() })).filter(({ b }) => b.width);
		bar.forEach(({ el, b }, i) => {
			if (b.left < 0 || b.right > innerWidth) say(el.textContent + " is beyond the bar");
			for (const on of bar.slice(0, i)) {
				if (Math.min(b.right, on.b.right) > Math.max(b.left, on.b.left) + 1)
					say(el.textContent + " stands on " + on.el.textContent);
			}
		});
		const over = s.scrollHeight - s.clientHeight;
		if (over > 1 && !/of-(code|sources|exercise)/.test(s.className)) say(over + " px too tall");
		if (s.scrollWidth > s.clientWidth + 1) say("too wide");
		const words = s.querySelector(".prose p, .words p, .ask > p, .words li");
		if (words && size(words) < 28) say("type of " + size(words) + " px");
		const stage = document.querySelector(".stage:not([hidden])");
		const own = s.matches(".of-figure"); // where its planes, matrices too, are to fill the screen
		if (all && stage && stage.offsetParent && !(measured.get(stage) >= own)) {
			measured.set(stage, own);
			if (stage.scrollHeight > stage.clientHeight + 1)
				say("the figure is " + (stage.scrollHeight - stage.clientHeight) + " px too tall");
			const controls = [...stage.querySelectorAll(".knobs .control")];
			if (controls.length && !controls.some((c) => c.checkVisibility())) say("no control is in sight");
			const goal = stage.querySelector(".live > .goal");
			if (innerWidth >= 1280 && own && goal && goal.clientHeight > 40) say("the goal takes two lines");
			const panels = [...stage.querySelectorAll("svg.plot")];
			for (const plot of panels) {
				await frame();
				const b = plot.getBoundingClientRect(), v = plot.viewBox.baseVal, scale = b.width / v.width;
				const name = plot.querySelector("title").textContent + ": ";
				if (!b.width) { say(name + "not shown in its turn"); continue; }
				if (b.left < -1 || b.right > innerWidth + 1) say(name + "beyond the edge");
				const [left, top, right, bottom] = (plot.dataset.frame ?? "").split(" ").map((v) =>
					v * scale);
				const plane = Math.max(right - left, bottom - top);
				const legend = plot.matches(".plane") && plot.previousElementSibling, l = legend &&
					legend.getBoundingClientRect();
				if (l && (Math.min(l.right - b.left - left, l.bottom - b.top - top) > -8 ||
					l.bottom > innerHeight - 44 || size(legend) < 24 ||
					legend.scrollWidth > l.width + 1)) say(name + "a legend of " + legend.textContent);
				const words = s.querySelector(".page").getBoundingClientRect();
				if (l && l.left < words.right - 1 && l.top < words.bottom - 1)
					say(name + "the legend stands on the words");
				const least = stage.querySelector(".knobs .expression") ? 440 : 480; // it takes a row
				if (innerWidth >= 1280 && own && plot.matches(".plane") && plane < least)
					say(name + "a plane of " + Math.round(plane) + " px");
				if (Math.abs(b.width / b.height - v.width / v.height) > 0.01) say(name + "stretched");
				if (b.width * b.height < innerWidth * innerHeight / 7)
					say(name + "small, " + Math.round(b.width) + " by " + Math.round(b.height));
				for (const t of plot.querySelectorAll("text")) {
					if (size(t) * scale < 23.95)
						say(name + t.textContent + " is of " + (size(t) * scale).toFixed(1) + " px");
				}
				// A box is taller than its letters by about a third.
				const boxes = [...plot.querySelectorAll("text")].map((t) => ({ s: t.textContent,
					b: t.getBoundingClientRect() }));
				boxes.forEach((t, i) => boxes.slice(0, i).forEach((u) => {
					if (Math.min(t.b.right, u.b.right) - Math.max(t.b.left, u.b.left) > 2 &&
						Math.min(t.b.bottom, u.b.bottom) - Math.max(t.b.top,
						u.b.top) > 12) say(name + "“" + t.s + "” stands on “" + u.s + "”");
				}));
				for (const slide of stage.querySelectorAll(".slide")) {
					const w = (slide.closest(".sliders") ?? slide.closest(".control"))
						.getBoundingClientRect().width;
					if (w && w < b.width - 2)
						say(name + "sliders of " + w + " px under a picture of " + b.width);
				}
				if (panels.length > 1) document.querySelector("[data-panels]").click();
			}
			const words = ".control label, .value, .unit, .numbers dt, .numbers dd";
			for (const t of stage.querySelectorAll(words)) {
				if (t.getBoundingClientRect().width &&
					size(t) < 20) say(t.textContent + " is of " + size(t) + " px");
			}
		}
		document.querySelector('[data-turn="1"]').click();
	}
	return found;
})()`

// TestBrowserScreensFit looks at every step in the sizes of projectors: no words are
// clipped, none is small, and every panel of a figure, shown by itself, has its
// proportions and type that is read from the last row; at the colours of all of it; and
// that what is drawn is seen.
func TestBrowserScreensFit(t *testing.T) {
	t.Parallel()
	for i, l := range lessonsAsked() {
		t.Run(l.Slug, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			sizes := [][2]int64{{1280, 720}, {1024, 768}}
			if i%4 == 0 {
				sizes = append(sizes, [2]int64{1920, 1080}) // of the shape of the first, and all is as much larger
			}
			p.do(chromedp.EmulateViewport(sizes[0][0], sizes[0][1]))
			address := "/lessons/" + l.Slug + "?present=1&route=all"
			p.visit(address)
			p.drawnIsSeen(address)
			ways := 1
			if text := course.Must(l.Text()); text.Written() {
				ways = 2
			}
			for _, size := range sizes {
				p.do(chromedp.EmulateViewport(size[0], size[1]))
				p.until(fmt.Sprintf(`innerWidth === %d`, size[0]))
				for way := range ways { // e goes the other way, and back
					p.leads(kb.Home, `!document.querySelector(".deck").firstElementChild.hidden`)
					for _, f := range eval[[]string](p, everyStep) {
						t.Errorf("%s at %d×%d: %s", l.Slug, size[0], size[1], f)
					}
					if way == 1 && size == sizes[0] {
						p.shortWayLocks()
					}
					if ways > 1 {
						p.press("e")
					}
				}
			}
			p.part(t, "contrast", func(*testing.T) { p.standsOut("document", address) })
		})
	}
}

// A goal that is reached has its line; the picture stays where it is.
func TestBrowserNothingJumpsOnTheProjector(t *testing.T) {
	t.Parallel()
	p := reader(t, fmt.Sprintf("%s&step=%d", deckPage, stepAt(t, "fit")), screen{1024, 768, false})
	const box = `(() => { const s = document.querySelector(".stage:not([hidden])"), ` +
		`b = s.querySelector(".panels").getBoundingClientRect();
		return [b.x, b.y, b.width, b.height, s.scrollHeight - s.clientHeight].map(Math.round).join(" "); })()`
	before := eval[string](p, box)
	p.types("fit-bandwidth", "3.98")
	p.until(`document.querySelector("#fit .goal[data-reached]") !== null`)
	p.still()
	same(t, "where the picture is", eval[string](p, box), before)
}

func TestBrowserPresentAxe(t *testing.T) {
	t.Parallel()
	addresses := map[string]string{"notes": deckPage + "&notes=1"} // the first screen of each kind
	for i, s := range textOf(t, "kernel-ridge-regression").Screens() {
		if addresses[s.Kind] == "" {
			addresses[s.Kind] = fmt.Sprintf("%s&step=%d", deckPage, i+1)
		}
	}
	for kind, address := range addresses {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			p := reader(t, address)
			p.axe("document", kind)
			if kind == "notes" { // the colours of the others TestBrowserScreensFit knows
				p.standsOut("document", kind)
			}
		})
	}
}
