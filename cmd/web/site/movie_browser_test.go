//go:build !race

package site

import "testing"

// at is how far the film has played, s.
const movieAt = `document.querySelector(".screening > svg").getCurrentTime()`

// shown are the frames in sight.
const movieShows = `[...document.querySelectorAll(".screening > svg g:has(> set)")].filter((g) => ` +
	`getComputedStyle(g).display !== "none").length`

// A film plays when its page is opened, pauses by its button and by its key, and goes to any place.
func TestBrowserMovie(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.visit(moviePage)
	p.until(movieAt + ` > 0.2`)
	p.click("[data-movie]")
	shows(p, `document.querySelector("[data-movie]").textContent`, "Play")
	first := eval[float64](p, movieAt)
	eval[any](p, `const i = document.querySelector(".moves input"); i.value = 9; `+
		`i.dispatchEvent(new Event("input", { bubbles: true }))`)
	shows(p, `document.querySelector(".said [aria-current]").dataset.start`,
		eval[string](p, `document.querySelectorAll(".said li")[1].dataset.start`))
	p.until(movieShows + ` > 0`)
	if now := eval[float64](p, movieAt); now < 8.9 || now > 9.1 || first > 8 {
		t.Errorf("it is at %g s, and was at %g", now, first)
	}
	p.press("k")
	p.until(movieAt + ` > 9.2`)
	p.press("k")
	shows(p, `document.querySelector("[data-movie]").textContent`, "Play")
}

// Nothing plays by itself to who wants no motion.
func TestBrowserMovieIsCalm(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.prefersLess()
	p.visit(moviePage)
	shows(p, `document.querySelector("[data-movie]").textContent`, "Play")
	shows(p, movieAt, 0.0)
	p.click("[data-movie]")
	p.until(movieAt + ` > 0.2`)
}
