//go:build !race

package site

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// value is a number of a figure as the server gives it to programs.
func value(tb testing.TB, h http.Handler, address, name string) float64 {
	tb.Helper()
	v := jsonAt[jsonAnswer](tb, h, address).Values[name]
	if v == nil {
		tb.Fatalf("%s has no %s", address, name)
	}
	return *v
}

// shownNumber is the expression of a number as the page shows it, by its label.
func shownNumber(figure, label string) string {
	return fmt.Sprintf(`(() => { for (const d of document.querySelectorAll("#%s .numbers div"))
		if (d.querySelector("dt").textContent === %q) return d.querySelector("dd").textContent.trim().split(" ")[0];
		return "absent"; })()`, figure, label)
}

// slowly answers figures after a wait.
func slowly(h http.Handler, wait func() time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") != "" {
			select {
			case <-time.After(wait()):
			case <-r.Context().Done():
			}
		}
		h.ServeHTTP(w, r)
	})
}

func TestBrowserAnOldAnswerNeverReplacesANewerOne(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(1, 2))
	p := open(t, slowly(s, func() time.Duration { // out of order, if asked at once
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(rng.IntN(300)) * time.Millisecond
	}))
	p.visit(krrPage)
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
	p.drawn("fit", query)
	p.still() // and so nothing comes after it
	p.drawn("fit", query)
	shows(p, shownNumber("fit", "leave-one-out error"), course.Digits(value(t, s, krrPage+"/fit.json?"+query,
		"loo_rmse")))
	shows(p, "location.search", "?fit.bandwidth="+ell+"&fit.lambda="+lambda)
}

func TestBrowserKeyboard(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	const place = `Number(document.getElementById("fit-bandwidth-slider").value)`
	p.focus("#fit-bandwidth-slider")
	start := eval[int](p, place)
	p.press(kb.ArrowRight)
	shows(p, place, start+1)
	p.until(`document.querySelector("#fit .panels").dataset.query !== ""`)
	p.press(kb.PageUp)
	shows(p, place, start+11)
	p.press(kb.End)
	p.drawn("fit", "bandwidth=100")
	p.press(kb.Home)
	p.drawn("fit", "bandwidth=0.01")
	shows(p, `document.activeElement.id`, "fit-bandwidth-slider")
	shows(p, `document.activeElement.getAttribute("aria-valuetext")`, "0.01 ms")
	p.until(`document.getElementById("fit-status").textContent.startsWith("bandwidth ℓ")`)
	p.press("r")
	p.drawn("fit", "")
	p.leads("?", `document.getElementById("keys").open`)
}

func TestBrowserWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), krrPage+"?path.bandwidth=3")
	p.do(chromedp.SetValue(chromedp.CSS(`#fit-lambda`), "0.5"),
		chromedp.Click(chromedp.CSS(`#fit .knobs button[type=submit]`)))
	p.sees(`#fit .panels[data-query="lambda=0.5"] svg.plot`, `#path .panels[data-query="bandwidth=3"] svg.plot`)
	address := course.Must(chromedp.Run(p.ctx, chromedp.Location()))
	if !strings.Contains(address, "fit.lambda=0.5") || !strings.Contains(address, "path.bandwidth=3") {
		t.Errorf("the address is %s", address)
	}
}

func TestBrowserNothingJumps(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	box := func() string {
		return eval[string](p, `JSON.stringify(["#fit .knobs", "#fit .panels", "#fit svg"].map((s) => { `+
			`const b = document.querySelector(s).getBoundingClientRect(); return [b.x, b.y + scrollY, b.width, `+
			`b.height].map(Math.round); }).concat(document.documentElement.scrollHeight))`)
	}
	before := box()
	for key, query := range map[string]string{kb.End: "bandwidth=100", kb.Home: "bandwidth=0.01"} {
		p.focus("#fit-bandwidth-slider")
		p.press(key)
		p.drawn("fit", query)
		p.still()
		same(t, "places after a move", box(), before)
	}
}

// pages are the addresses a reader may come to: those of lessons, and the rest. A figure alone, of
// each fourth lesson, stands for the others, all of which their lessons' pages have.
func pages() map[string][]string {
	all := map[string][]string{"course": {"/", "/nothing-here", "/gallery", "/search?q=gamma", "/errata",
		"/errata/limits?answer=1", "/notation?bandwidth=0.5", "/glossary", "/lectures", "/teach",
		"/teach/ridge", "/my-work", "/data", "/api", "/rooms"}, "states": {
		krrPage + "?fit.lambda=0&fit.bandwidth=oops", krrPage + "/fit?embed=1",
		krrPage + "?fit.data=points&fit.at=3", "/lessons/bandwidth/fit?data=points&points=none",
	}}
	maps.DeleteFunc(all, func(string, []string) bool { return !coursetest.Asks("") })
	for i, l := range lessonsAsked() {
		all[l.Slug] = []string{"/lessons/" + l.Slug}
		if i%4 == 0 {
			all[l.Slug] = append(all[l.Slug], "/lessons/"+l.Slug+"/"+l.Figures[0].Name)
		}
	}
	return all
}

// TestBrowserLessons looks at every lesson's page on a desk. Looks that leave a page as it was share
// a visit, since to visit costs more than to look.
func TestBrowserLessons(t *testing.T) {
	t.Parallel()
	seen, all := newShares(t), pages()
	t.Cleanup(seen.check)
	for _, l := range lessonsAsked() {
		t.Run(l.Slug, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			path := "/lessons/" + l.Slug
			p.visit(path)
			p.part(t, "axe", func(*testing.T) { p.axe("document", path) })
			p.part(t, "contrast", func(*testing.T) { p.standsOut("document", path) })
			p.part(t, "sounds", func(*testing.T) { p.sounds(l) })
			p.part(t, "moves", func(*testing.T) { p.movesLeave(l) })
			p.part(t, "words", func(*testing.T) { p.comesToItsWords() })
			p.part(t, "stage", func(*testing.T) {
				p.on(demands[0].screen)
				p.visit(path)
				p.staged(l, seen)
			})
			p.part(t, "asks", func(*testing.T) {
				p.asksFirst(l)
				p.tells(l)
			})
			for _, alone := range all[l.Slug][1:] {
				p.part(t, "a figure alone", func(*testing.T) {
					p.on(demands[0].screen)
					p.visit(alone)
					p.clean("document", alone)
				})
			}
		})
	}
}

// Pages that are no lessons are accessible too: those of lessons, TestBrowserLessons sees.
func TestBrowserAxe(t *testing.T) {
	t.Parallel()
	for name, addresses := range pages() {
		if _, lesson := lessons.Contents.Lookup(name); lesson {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			p.expects("status of 404")
			for _, address := range addresses {
				p.visit(address)
				p.clean("document", address)
			}
		})
	}
}

// On a phone everything is in reach: nothing is too wide, too small for a finger or a
// reader, or stands on anything else. At 320 px, which is what 400 % makes of a usual
// screen, nobody scrolls sideways, and what is sticky leaves the page three fifths of
// the height. A lesson opens with its figure; a swipe that begins on a picture scrolls the page.
func TestBrowserPhone(t *testing.T) {
	t.Parallel()
	const (
		wide  = `document.documentElement.scrollWidth - innerWidth`
		first = `[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth ` +
			`+ 1).slice(0, 4).map((e) => e.outerHTML.slice(0, 90)).join(" | ")`
		small = `[...document.querySelectorAll("button, select, input[type=range], .button, summary")].filter((e) => ` +
			`e.offsetParent && e.getBoundingClientRect().height < 24).map((e) => "too small for a finger: " + ` +
			`e.outerHTML.slice(0, 80))`
		kept = `Math.max(0, ...[...document.querySelectorAll(".sliders")].filter((e) => getComputedStyle(e).position ` +
			`=== "sticky").map((e) => e.offsetHeight)) + (document.querySelector(".bar")?.offsetHeight ?? 0)`
	)
	var opens firstScreens
	t.Cleanup(func() { opens.check(t) })
	for name, addresses := range pages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			p.expects("status of 404")
			for _, address := range addresses {
				p.phone()
				p.visit(address)
				l, lesson := lessons.Contents.Lookup(name)
				whole := lesson && address == "/lessons/"+name
				if whole {
					p.part(t, "opens", func(*testing.T) { p.opensWithItsFigure(&opens) })
					p.part(t, "scrolls", func(*testing.T) { p.scrolls(l) })
					p.until(`document.querySelector(".staged:not(.phone)") === null`) // each, having been near
				}
				troubles := eval[[]string](p, small)
				if strings.HasPrefix(address, "/lessons/") { // the workshop's specimens stand in the page's middle
					troubles = append(troubles, eval[[]string](p, crowded("px", 1, 11))...)
				}
				for _, trouble := range troubles {
					t.Errorf("%s: %s", address, trouble)
				}
				for _, s := range []screen{{390, 844, true}, {390, 664, false}, {320, 256, false}} {
					p.on(s)
					if over := eval[int](p, wide); over > 0 {
						t.Errorf("%s at %d×%d is %d px too wide: %s", address, s.width, s.height, over,
							eval[string](p, first))
					}
					if kept := eval[int](p, kept); float64(kept) > 0.4*float64(s.height) {
						t.Errorf("%s at %d×%d keeps %d px to itself", address, s.width, s.height, kept)
					}
				}
				if whole {
					p.phone()
					p.part(t, "handles", func(*testing.T) { p.handles(l) })
				}
			}
		})
	}
}

// firstScreens are which part of each lesson's first screen on a phone is pictures.
type firstScreens struct {
	mu     sync.Mutex
	shares []float64
}

// check fails where the better part of the median first screen is no picture, once all lessons have been seen.
func (all *firstScreens) check(t *testing.T) {
	const median = 0.55
	if n := len(all.shares); n == len(lessons.Contents.Open()) {
		if slices.Sort(all.shares); all.shares[n/2] < median {
			t.Errorf("pictures are %.2f of the median first screen, not %g", all.shares[n/2], median)
		}
	}
}

// opensWithItsFigure fails where a lesson's first screen on a phone is not its figure, which stands high.
func (p *tab) opensWithItsFigure(all *firstScreens) {
	p.Helper()
	p.until(`document.querySelector(".staged.phone") || !document.querySelector(".staged")`)
	is := eval[struct{ Top, Share float64 }](p, `(() => {
		const boxes = [...document.querySelectorAll("svg.plot")].map((e) => e.getBoundingClientRect())
			.filter((b) => b.height);
		return {
			Top: Math.min(...boxes.map((b) => b.top)),
			Share: boxes.reduce((sum, b) => sum + Math.max(0, Math.min(b.bottom, innerHeight) - b.top) * b.width, 0) /
				innerWidth / innerHeight,
		};
	})()`)
	if is.Top >= 340 || is.Share < 0.4 {
		p.Errorf("the first picture begins %.0f px down, and pictures are %.2f of the screen", is.Top, is.Share)
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.shares = append(all.shares, is.Share)
}

// What is typed and a press on a map move a figure, and the one that it is linked with.
func TestBrowserLinkedFigures(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/bandwidth")
	p.types("map-bandwidth", "12.4")
	p.drawn("fit", "bandwidth=12.4")
	p.drawn("map", "bandwidth=12.4")
	p.types("fit-bandwidth", "3,5")
	p.drawn("fit", "bandwidth=3.5")
	p.drawn("map", "bandwidth=3.5")
	p.types("fit-bandwidth", "words")
	p.until(`document.querySelector("#fit .notes")?.textContent.includes("not a number")`)
	shows(p, `document.getElementById("fit-bandwidth").value`, "1.36") // what is in use
	p.until(`document.querySelector("#fit .notes").getBoundingClientRect().bottom < ` +
		`document.querySelector("#fit svg.plot").getBoundingClientRect().top`)
	p.still()
	shows(p, `document.getElementById("map-bandwidth").value`, "3.5")
	p.do(chromedp.ScrollIntoView(chromedp.CSS("#map svg.plot")))
	box := eval[[]float64](p, `(() => { const b = document.querySelector("#map svg.plot").getBoundingClientRect(); `+
		`return [b.x, b.y, b.width, b.height]; })()`)
	p.do(chromedp.MouseClickXY(box[0]+0.6*box[2], box[1]+0.4*box[3]))
	p.until(`(([a, b]) => a === b && a !== "3.5" && ["map", "fit"].every((id) => new URLSearchParams(` +
		`document.querySelector("#" + id + " .panels").dataset.query).get("bandwidth") === a))(` +
		`["map", "fit"].map((id) => document.getElementById(id + "-bandwidth").value))`)
}

// A full server is asked again, for the state that was asked for, and the reader is told meanwhile; one
// that gave a state up is not, and the reader is told why.
func TestBrowserAFullServerIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	var moves atomic.Int64
	p := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch move := r.Header.Get("HX-Request") != ""; {
		case move && moves.Add(1) == 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case move && r.URL.Query().Get("fit.lambda") == "0":
			overdue := func(http.ResponseWriter, *http.Request) error { return gate.ErrOverdue }
			s.sender.Answer("overdue", overdue).ServeHTTP(w, r)
		default:
			s.ServeHTTP(w, r)
		}
	}))
	p.expects("status of 50")
	p.visit(krrPage)
	p.focus("#fit-lambda-slider")
	p.leads(kb.End, `document.querySelector("#fit .trouble") !== null`)
	p.until(`document.querySelector("#fit .panels").dataset.query === "lambda=10" && ` +
		`document.querySelector("#fit .trouble") === null`)
	p.press(kb.Home)
	p.until(`document.querySelector("#fit .trouble").textContent.includes("too long") && ` +
		`!document.getElementById("fit").again`)
}

func TestBrowserAnEmbeddedFigureStaysEmbedded(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage+"/fit?embed=1")
	p.focus("#fit-bandwidth-slider")
	p.leads(kb.End, `location.search === "?bandwidth=100&embed=1"`)
	p.reload()
	p.until(`document.body.matches(".bare") && document.querySelector(".panels").dataset.query === "bandwidth=100"`)
	// What leads out of it opens outside the frame: one link to the lesson, and files. A film stays.
	shows(p, `[...document.querySelectorAll("a[href]:not(.reset, .film a)")].filter((a) => a.target !== `+
		`"_blank").map((a) => a.href)`, []string{})
	shows(p, `[...document.querySelectorAll(".whence a")].map((a) => a.getAttribute("href"))`,
		[]string{krrPage + "?fit.bandwidth=100#fit"})
	p.focus("#fit-bandwidth-slider")
	p.press(kb.Home)
	p.until(`document.querySelector(".whence a").getAttribute("href") === "` + krrPage + `?fit.bandwidth=0.01#fit"`)
}

func TestBrowserTheCodeFollowsTheFigure(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage+"?fit.lambda=0")
	p.focus("#fit-lambda-slider")
	p.press(kb.End)
	p.drawn("fit", "lambda=10")
	p.still()
	const asked = `performance.getEntriesByType("resource").filter((e) => ` +
		`/fit\.(py|R|go)\b/.test(e.name)).map((e) => e.name.replace(/.*fit/, "fit"))`
	shows(p, asked, []string{}) // for code far below, which nobody reads
	eval[any](p, `document.getElementById("fit-code").scrollIntoView()`)
	p.until(`document.querySelector("#fit-code code").textContent.includes("lam = 10\n")`)
	shows(p, asked, []string{"fit.py?lambda=10"}) // and not for what is folded
	shows(p, `document.querySelector("#fit-code a[data-take=json]").getAttribute("href")`,
		krrPage+"/fit.json?lambda=10")
	// Without a point there is nothing to compute, and no code is asked for.
	p.visit(krrPage + "?fit.data=points&fit.points=1,1")
	p.until(`document.querySelector("#fit-code code").textContent.includes("lam = ")`)
	eval[any](p, `document.getElementById("fit-code").scrollIntoView()`)
	eval[any](p, `document.querySelector("#fit [data-hand=clear]").click()`)
	shows(p, `document.querySelector("#fit-code code").textContent`, "There is nothing to compute here.")
}

func TestBrowserUnderAPrefix(t *testing.T) {
	t.Parallel()
	const page = "/kernels" + krrPage
	p := visits(t, patient(quietSiteUnder("/kernels")), page)
	p.until(`document.fonts.check("1em Inter")`)
	shows(p, `document.querySelector("#fit-code code").dataset.query`, "")
	p.slide("fit", "bandwidth", 60, "bandwidth=100")
	shows(p, `location.pathname + location.search`, page+"?fit.bandwidth=100")
	eval[any](p, `document.getElementById("fit-code").scrollIntoView()`)
	p.until(`document.querySelector("#fit-code code").dataset.query === "bandwidth=100" && ` +
		`/\b100\b/.test(document.querySelector("#fit-code code").textContent)`) // fetched
	eval[any](p, `document.querySelector("a.preset[href*='fit.']").click()`)
	p.until(`document.querySelector("#fit .panels").dataset.query !== "bandwidth=100"`)
	p.visit(page + "/fit")
	p.slide("fit", "bandwidth", 60, "bandwidth=100")
	shows(p, `location.pathname + location.search`, page+"/fit?bandwidth=100")
	p.visit("/kernels/")
	shows(p, `document.querySelector("#start").pathname`, page)
}

func TestBrowserWorkshop(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "")
	patient(d.Site)
	p := visits(t, d.Site, workPage+"?fit.degree=3")
	_, away := d.add(workProse, "\nA sentence newly written.\n")
	p.until(`document.querySelector("article").textContent.includes("newly written")`)
	shows(p, `location.search`, "?fit.degree=3")
	away()
	p.until(`!document.querySelector("article").textContent.includes("newly written")`)
	p.expects("500")
	line, mend := d.add(workProse, "::: nonsense\n")
	p.until(`document.querySelector(".lede").textContent.startsWith("` + workProse + ":" + line + `: ")`)
	mend()
	p.until(`document.querySelector("#fit .panels") !== null`)
}
