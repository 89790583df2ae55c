//go:build !race

package site

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// comesToItsWords fails where what a link opens does not come to the words that hold it, or they do not stay where
// they are.
func (p *tab) comesToItsWords() {
	p.Helper()
	p.on(screen{width: 1440, height: 780})
	// The last link before the exercises is far from most figures.
	figure := eval[string](p, `(async () => {
		const all = [...document.querySelectorAll(".words > :not(.exercise) a.preset")].filter((a) =>
			!a.closest("details:not([open])")), link = all.at(-1);
		const frames = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() =>
			setTimeout(r))));
		link.scrollIntoView({block: "center", behavior: "instant"});
		await frames(); // the figure of these words has come
		const before = link.getBoundingClientRect().top;
		link.click();
		await frames();
		window.left = Math.abs(link.getBoundingClientRect().top - before);
		return link.getAttribute("href").match(/[?&]([\w-]+)\./)[1];
	})()`)
	p.until(fmt.Sprintf(`document.querySelector("#%s .panels").dataset.query !== ""`, figure))
	p.still()
	if d := eval[float64](p, "left"); d > 1 {
		p.Errorf("the words went by %.0f px", d)
	}
	p.until(fmt.Sprintf(`(() => { const b = document.querySelector("#%s svg.plot").getBoundingClientRect(); `+
		`return b.height > 0 && b.top >= 52 && b.bottom <= innerHeight; })()`, figure))
}

// Where figure and words follow each other, the way back leads to the link.
func TestBrowserBackToTheText(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage, pocket)
	eval[any](p,
		`(() => { window.link = [...document.querySelectorAll("a.preset[href^='?fit']")].filter((a) => `+
			`!a.closest("details:not([open])")).at(-1); link.scrollIntoView({block: "center", behavior: "instant"}); `+
			`link.click(); })()`)
	p.until(`(() => { const b = document.querySelector("#fit").getBoundingClientRect(); return b.top >= 52 && ` +
		`b.top < 200; })()`)
	p.click(".return")
	p.until(`(() => { const b = link.getBoundingClientRect(); return b.top > 52 && b.bottom < innerHeight; })() && ` +
		`document.activeElement === link && document.querySelector(".return") === null`)
}

// A goal that is reached fills, is told once, is kept, and is counted; by the figure
// that the hand is on, not by one that follows it.
func TestBrowserAGoalIsReached(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth")
	const tally = `document.querySelector(".tally").textContent`
	all := eval[int](p, `[...document.querySelectorAll(".slot")].filter((s) => s.querySelector(".goal")).length`)
	shows(p, tally, fmt.Sprintf("Goals reached: 0 of %d", all))
	p.types("fit-lambda", "0.00562")
	p.drawn("fit", "lambda=0.00562")
	p.until(`document.querySelector("#fit-status").textContent.includes("Goal reached: ")`)
	const reached = `["fit", ` +
		`"map"].map((id) => document.querySelector("#" + id + " .live > .goal").matches("[data-reached]"))`
	shows(p, reached, []bool{true, false})
	// The map is linked: the hand on the fit takes it to its own goal.
	p.types("fit-bandwidth", "13.6")
	p.drawn("fit", "bandwidth=13.6&lambda=0.00562")
	p.types("fit-lambda", "3.55e-8")
	p.drawn("map", "bandwidth=13.6&lambda=3.55e-8")
	shows(p, reached, []bool{false, true})
	shows(p, `Object.keys(JSON.parse(localStorage.getItem("gramophone.progress")).bandwidth.goals)`, []string{"fit"})
	p.types("fit-bandwidth", "50")
	p.drawn("fit", "bandwidth=50&lambda=3.55e-8")
	shows(p, `document.querySelector("#fit .live > .goal").className`, "goal kept")
	p.until(`location.search.includes("fit.bandwidth=50")`)
	p.reload()
	p.until(`document.querySelector("#fit .live > .goal").className === "goal kept"`)
	shows(p, tally, fmt.Sprintf("Goals reached: 1 of %d", all))
	shows(p, `document.querySelector("#fit .sliders .goal").className`, "goal kept")
}

// A link that opens a state with the goal reached has not reached it for the reader: it says
// so, and does not count.
func TestBrowserALinkReachesNoGoal(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth?fit.lambda=0.00562")
	const chip = `document.querySelector("#fit .live > .goal").className`
	const tally = `document.querySelector(".tally b").textContent`
	shows(p, chip, "goal by-link")
	p.types("fit-lambda", "0.1")
	p.drawn("fit", "lambda=0.1")
	shows(p, chip, "goal")
	shows(p, tally, "0")
	p.types("fit-lambda", "0.00562")
	p.drawn("fit", "lambda=0.00562")
	shows(p, chip, "goal kept")
	shows(p, tally, "1")
}

// What hidden samples say of a state that a link opens is asked for once the page is there, and reaches no goal
// either; without scripts the page links to it.
func TestBrowserHiddenSamplesAreTriedAfterThePage(t *testing.T) {
	t.Parallel()
	l, _ := quietSite().course.Lookup("kernel-logistic-regression")
	f, _ := l.Figure("boundary")
	_, draw := f.At(nil)
	opening := course.Must(draw(t.Context(), course.NewMemo(1<<24)))
	path, query := "/lessons/kernel-logistic-regression?", url.Values{}
	for name, values := range course.ParseQuery(opening.Goals[0].At) {
		query["boundary."+name] = values
	}
	path += query.Encode()
	page := textAt(t, quietSite(), path)
	const alone = `class="without-js" href="/lessons/kernel-logistic`
	if !strings.Contains(page, "trying") || !strings.Contains(page, alone) {
		t.Error("the page does not say that hidden samples are tried")
	}
	p := reader(t, path)
	p.until(`document.querySelector("#boundary .live > .goal").className === "goal by-link"`)
	p.until(`!document.querySelector("#boundary .sliders .goal .now").textContent.includes("trying")`)
	shows(p, `document.querySelector(".tally b").textContent`, "0")

	// While a hand moves they are not asked; when it rests they are, and the goal is the reader's.
	eval[any](p, `window.asked = [];
		document.addEventListener("htmx:before:request", ({detail: {ctx}}) => asked.push(ctx.request.action))`)
	lambda := query.Get("boundary.lambda")
	p.types("boundary-lambda", "1")
	p.until(`window.asked.some((a) => a.includes("boundary.lambda=1&") && a.includes("judge=0"))`)
	p.types("boundary-lambda", lambda)
	p.until(`window.asked.some((a) => a.includes("boundary.lambda=` + lambda + `") && !a.includes("judge=0"))`)
	p.until(`document.querySelector("#boundary .live > .goal").className === "goal kept"`)
	shows(p, `document.querySelector(".tally b").textContent`, "1")
}

func TestAGoalNeedsNoScripts(t *testing.T) {
	for query, want := range map[string][2]string{"": {"", "0"}, "?fit.lambda=0.00562": {"reached", "1"}} {
		chip, tally := "", ""
		for n := range parsed(t, query, get(t, quietSite(), "/lessons/bandwidth"+query, plain)).Descendants() {
			for _, a := range n.Attr {
				if a.Key == "data-reached" && n.Data == "p" && chip == "" {
					chip = "reached"
				}
			}
			if n.Data == "b" && attr(n.Parent, "class") == "tally" {
				tally = n.FirstChild.Data
			}
		}
		if chip != want[0] || tally != want[1] {
			t.Errorf("%q shows the goals %q and counts %s", query, chip, tally)
		}
	}
}

// Three numbers are in sight at most. What each means is a tap away, and the others
// stay unfolded wherever the reader goes.
func TestBrowserNumbers(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	for l, f := range coursetest.Figures(lessons.Contents.Open()) {
		w := get(t, sharedSite(), "/lessons/"+l.Slug+"/"+f.Name, plain)
		list, _, _ := strings.Cut(w.Body.String()[strings.Index(w.Body.String(), `<dl class="numbers">`):], "</dl>")
		if n := strings.Count(list, "<dt>"); n > course.OpenNumbers || strings.Count(list, "popovertarget=") != n {
			t.Errorf("%s/%s opens with %d numbers: %s", l.Slug, f.Name, n, list)
		}
	}
	p.click("#fit .numbers button")
	p.sees("#fit .means")
	p.leads(kb.Escape, `document.querySelector("#fit .means:popover-open") === null`)
	p.click("#fit .telling")
	p.click("#fit .others summary", `[...document.querySelectorAll(".others")].every((d) => d.open)`)
	p.slide("fit", "lambda", 61, "lambda=10")
	p.until(`document.querySelector("#fit .others").open`)
	p.reload()
	p.until(`[...document.querySelectorAll(".others")].every((d) => d.open)`)
}

// What a number means stands on the page once, and comes with a move where the page has not said it.
func TestNumbersAreExplainedOnce(t *testing.T) {
	t.Parallel()
	const target = `popovertarget="%[1]s-mean[st]-[^"]*"`
	moved := 0
	for l, f := range coursetest.Figures(lessonsAsked()) {
		address := "/lessons/" + l.Slug + "/" + f.Name
		page := textAt(t, sharedSite(), address)
		move := get(t, sharedSite(), address+"?"+coursetest.Largest(f).Encode(), map[string]string{
			"Accept-Encoding": "", "HX-Request": "true", "HX-Target": "div#" + f.Name + "-live"}).Body.String()
		said := func(in string) (words []string) {
			for _, button := range regexp.MustCompile(fmt.Sprintf(target, f.Name)).FindAllString(in, -1) {
				words = append(words, "popover id="+strings.TrimPrefix(button, "popovertarget="))
			}
			return words
		}
		for _, words := range said(page) {
			same(t, address+", which has once: "+words, strings.Count(page, words), 1)
		}
		for _, words := range said(move) {
			moved++
			same(t, address+", which has once, moved: "+words, strings.Count(page, words)+strings.Count(move, words), 1)
		}
	}
	if moved == 0 {
		t.Error("no move has a number that is explained")
	}
}

// On a stage the figure's bar has icons at the right of its title, and what the picture
// says in words opens from the first of them. Elsewhere it is in sight, without scripts too.
func TestBrowserAFigureTellsOfItself(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	p.until(`document.querySelector("#fit [data-sketch=draw]") !== null`)
	wrong := eval[[]string](p, `(() => {
		const goal = document.querySelector("#fit .live > .goal").getBoundingClientRect();
		return [...document.querySelectorAll("#fit .icon")].filter((b) => {
			const box = b.getBoundingClientRect();
			const over = box.left < goal.right && box.top < goal.bottom;
			return Math.min(box.width, box.height) < 36 || over || b.title !== b.textContent.trim();
		}).map((b) => b.outerHTML);
	})()`)
	if len(wrong) > 0 {
		t.Errorf("in the bar: %q", wrong)
	}
	const open = `document.getElementById("fit-story").matches(":popover-open")`
	const description = `document.querySelector("#fit .description")`
	p.until(description + `.checkVisibility() === false`)
	p.click("#fit .telling", open)
	p.sees("#fit .description")
	p.sees("#fit .certificate summary")
	before := eval[string](p, description+`.textContent`)
	p.slide("fit", "bandwidth", 60, "bandwidth=100")
	p.until(open + ` && ` + description + fmt.Sprintf(`.textContent !== %q`, before))
	p.leads(kb.Escape, "!"+open)
	// Wherever the bar stands on the screen, all of it can be read.
	for _, top := range []int{60, 300, 700} {
		eval[any](p, fmt.Sprintf(`scrollTo({
			top: document.querySelectorAll(".scene")[1].getBoundingClientRect().top + scrollY - %d, behavior: "instant",
		})`, top))
		cut := eval[[]string](p, `[...document.querySelectorAll(".telling")].filter((button) => {
			const bar = button.getBoundingClientRect();
			const story = document.getElementById(button.getAttribute("popovertarget"));
			if (bar.top < 0 || bar.bottom > innerHeight) return false;
			button.click();
			const box = story.getBoundingClientRect();
			const whole = story.matches(":popover-open") && box.height > 20 && box.top >= 0 &&
				box.bottom <= innerHeight && box.right <= innerWidth;
			story.hidePopover();
			return !whole;
		}).map((button) => button.getAttribute("popovertarget"))`)
		if len(cut) > 0 {
			t.Errorf("with the next figure at %d px: cut off are %q", top, cut)
		}
	}
	p.phone()
	p.until(description + `.checkVisibility()`)
	p.until(`!document.querySelector("#fit .telling").checkVisibility()`)
}

// The control that a question is about waits for an answer, or for whoever would
// rather play; a press asks the server once, and both answers are kept, the first and the last.
func TestBrowserPredictFirst(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	var asked atomic.Int64
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/check/") {
			asked.Add(1)
		}
		s.ServeHTTP(w, r)
	}))
	p.visit(krrPage)
	const veiled = `document.querySelector("#fit-lambda-slider").inert`
	p.until(veiled)
	p.types("fit-data", "sine") // a figure that is replaced is veiled anew
	p.drawn("fit", "data=sine")
	p.until(veiled)
	for i, said := range []bool{false, true} {
		p.click(fmt.Sprintf(`.predict .choices [value="%d"]`, 2-i))
		p.until(fmt.Sprintf(`(document.querySelector(".predict .said .first") !== null) === %t && `+
			`document.querySelector(".predict .said") !== null`, said))
	}
	p.until("!(" + veiled + ")")
	same(t, "requests of two presses", asked.Load(), 2)
	const said = `document.querySelector(".predict .said").textContent`
	told := eval[string](p, said)
	p.reload()
	shows(p, said, told)
	p.until(`document.querySelector(".predict .first").textContent.includes("level line") && ` +
		`document.querySelector(".predict .choices [value='1']").ariaPressed === "true"`)
	p.visit("/lessons/bandwidth")
	p.click("#fit .veil button")
	p.until(`document.activeElement.id === "fit-bandwidth-slider" && document.querySelector("#fit .veil") === null`)
	p.reload()
	p.until(`document.querySelector("#rules .veil") !== null && document.querySelector("#fit .veil") === null`)
	p = plainly(t, sharedSite(), krrPage)
	p.sees("#fit-lambda")
	p.sees("#limit .choices")
}

// On the projector every control that a question is about is veiled at every step, until
// the teacher asks for the answer, or for the control; what a class's own browser keeps
// counts for nothing.
func TestBrowserProjectorVeils(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	veiled := func(id string) string {
		return fmt.Sprintf(`(document.getElementById(%q).closest(".control").querySelector(".veil") !== null)`, id)
	}
	p.visit("/lessons/ridge")
	p.until(veiled("bottles-lambda"))
	p.click(`#price .choices [value="1"]`)
	p.until("!" + veiled("bottles-lambda") + " && !" + veiled("fit-lambda") + " && !" + veiled("path-errors"))
	p.visit(presented(t, "ridge", "bottles"))
	p.until(veiled("bottles-lambda") + " && " + veiled("fit-lambda") + " && " + veiled("path-errors"))
	p.sees("#bottles .veil button")
	p.click("#bottles .veil a") // leads to the question
	p.until(fmt.Sprintf(`location.search.includes("step=%d") && document.querySelector("#price").offsetHeight > 0`,
		stepIn(t, "ridge", "price")))
	p.leads("a", "!"+veiled("bottles-lambda")+" && !"+veiled("fit-lambda"))
	p.visit(presented(t, "ridge", "bottles"))
	p.until(veiled("bottles-lambda"))
	p.leads("a", "!"+veiled("bottles-lambda")+" && !"+veiled("fit-lambda"))
	p.sees("#bottles-lambda-slider")
}

// shortWayLocks fails where on the short way a control waits for a question that is not on it.
func (p *tab) shortWayLocks() {
	p.Helper()
	const waiting = `[...document.querySelectorAll(".veiled")].filter((control) =>
		![...document.querySelectorAll("[data-route] [data-veil]")].some((ask) =>
		ask.dataset.veil.split(" ").some((id) => control.contains(document.getElementById(id)))))
		.map((c) => c.querySelector("[id]").id)`
	shows(p, waiting, []string{})
}

// On a short way no control waits for a question that is not on it (shortWayLocks); among all steps it does.
func TestBrowserAllStepsLockWhatTheyAskAbout(t *testing.T) {
	t.Parallel()
	const free, locked = `document.querySelector("#rules-rule").closest(".veiled") === null`,
		`document.querySelector("#rules-rule").closest(".veiled") !== null`
	p := reader(t, "/lessons/kernel-algebra?present=1")
	p.until(free)
	p.click(".turning [data-all]", locked)
	p.click(".turning [data-all]", free)
	p.visit(presented(t, "kernel-algebra", "rules"))
	p.until(locked)
}
