//go:build !race

package site

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/chromedp/chromedp"
)

func TestBrowserHome(t *testing.T) {
	t.Parallel()
	p := reader(t, "/")
	p.slide("fit", "bandwidth", 30, "bandwidth=1")
	p.until(`[...document.querySelectorAll(".hero .control")].filter((c) => c.offsetParent).length === 1`)
	shows(p, `location.pathname + location.search`, "/")
	// What has been done of a lesson is told, and where one was.
	eval[any](p, `localStorage.setItem("gramophone.progress", JSON.stringify({last: "losses", `+
		`ridge: {answers: {a: {right: true}, b: {right: false}}, goals: {fit: 1}}}))`)
	p.reload()
	exercises := eval[string](p, `document.querySelector("[data-slug=ridge]").dataset.exercises`)
	goals := eval[string](p, `document.querySelector("[data-slug=ridge]").dataset.goals`)
	shows(p, `document.querySelector("[data-slug=ridge] .so-far").textContent`,
		"1 of "+goals+" goals reached · 1 of "+exercises+" exercises right")
	shows(p, `document.querySelector("#start").pathname`, "/lessons/losses")
	// On a phone and on a laptop the way in is above the fold, in one line beside the other.
	for _, screen := range []struct{ width, height int64 }{{390, 844}, {1440, 900}} {
		p.do(chromedp.EmulateViewport(screen.width, screen.height))
		p.until(`innerWidth === ` + strconv.FormatInt(screen.width, 10))
		shows(p, `(() => {
			const [start, teach] = [...document.querySelectorAll(".ways a")].map((a) => a.getBoundingClientRect());
			return start.top === teach.top && start.height === teach.height && start.height < 60 &&
				start.bottom < innerHeight;
		})()`, true)
	}
	p.clean("document", "the home page")
}

// The menus open, close and lead on by keys, and without scripts.
func TestBrowserMenus(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	p.focus(`[popovertarget=menu-places]`)
	p.leads(kb.Enter, `document.getElementById("menu-places").matches(":popover-open")`)
	shows(p, `document.querySelectorAll("#menu-places [aria-current]").length`, 1)
	p.clean("document", "an open menu")
	p.press(kb.Escape)
	p.until(`!document.querySelector(":popover-open") && document.activeElement.matches("[popovertarget=menu-places]")`)
	p.press(kb.Enter)
	p.leads(kb.Tab, `document.activeElement.matches("#menu-places a")`)
	p.click(`#menu-places a[href="#path"]`)
	p.until(`!document.querySelector(":popover-open") && location.hash === "#path" && scrollY > 400`)
	p.click(`[popovertarget=menu-lessons]`)
	p.until(`document.querySelector("#menu-lessons [aria-current=page]").pathname === location.pathname`)

	q := open(t, sharedSite())
	q.withoutScripts()
	q.phone()
	q.visit(krrPage)
	q.click(`[popovertarget=menu-lessons]`)
	q.sees(`#menu-lessons a[href="/lessons/bandwidth"]`)
	q.click(`#menu-lessons a[href="/lessons/bandwidth"]`)
	q.sees(`[data-lesson=bandwidth] .opening h1`)
}

// The line under the bar is as long as the part of the page that has been read.
func TestBrowserReading(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	const read = `Math.round(100 * document.querySelector(".read").getBoundingClientRect().width / innerWidth)`
	shows(p, read, 0)
	eval[any](p, `scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)`)
	p.until(`Math.abs(` + read + ` - 50) < 3`)
	eval[any](p, `scrollTo(0, document.documentElement.scrollHeight)`)
	shows(p, read, 100)
}
