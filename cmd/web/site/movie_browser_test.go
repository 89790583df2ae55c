//go:build !race

package site

import (
	"testing"
)

// at is how far the film has played, s.
const movieAt = `document.querySelector(".screening > svg").getCurrentTime()`

// shown are the frames in sight.
const movieShows = `[...document.querySelectorAll(".screening > svg g:has(> set)")].filter((g) => ` +
	`getComputedStyle(g).display !== "none").length`

// A film plays when its page is opened, pauses by its button and by its key, and goes to any place.
func TestBrowserMovie(t *testing.T) {
	t.Parallel()
	p := reader(t, moviePage)
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
	p.leads("k", movieAt+` > 9.2`)
	p.press("k")
	shows(p, `document.querySelector("[data-movie]").textContent`, "Play")
}

// Nothing plays by itself to who wants no motion: Play stands on the picture, large enough for a finger, until the
// film plays, and again when it is over.
func TestBrowserMovieIsCalm(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.prefersLess()
	p.visit(moviePage)
	const over = `document.querySelector(".screening .play")`
	p.until(`!` + over + `.hidden`)
	shows(p, `document.querySelector("[data-movie]").textContent`, "Play")
	shows(p, movieAt, 0.0)
	p.clean("document", "a film that waits")
	const inside = `(() => {
		const b = document.querySelector(".screening .play").getBoundingClientRect();
		const s = document.querySelector(".screening > svg").getBoundingClientRect();
		return b.width >= 44 && b.height >= 44 && b.left > s.left && b.right < s.right && b.top > s.top &&
			b.bottom < s.bottom;
	})()`
	if !eval[bool](p, inside) {
		t.Error("it is small, or beside the picture")
	}
	p.focus(".screening .play")
	p.leads("\r", movieAt+` > 0.2`)
	shows(p, over+`.checkVisibility()`, false)
	shows(p, `document.activeElement.matches(".moves [data-movie]")`, true) // the focus is not lost with it
	p.press("k")
	shows(p, `document.querySelector(".moves [data-movie]").textContent`, "Play")
	shows(p, over+`.checkVisibility()`, false) // on a picture that is looked at
	eval[any](p, `const i = document.querySelector(".moves input"); i.value = i.max; `+
		`i.dispatchEvent(new Event("input", { bubbles: true }))`)
	shows(p, over+`.textContent`, "Again")
	shows(p, over+`.checkVisibility()`, true)
}

// Upright phones have a film whose type is read, and that is no wider than they are; it plays too.
func TestBrowserMovieOnAPhone(t *testing.T) {
	t.Parallel()
	for _, slug := range []string{"representer-theorem", "kernel-pca", "ridge"} {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			p := reader(t, "/lessons/"+slug+"/film", screen{390, 844, true})
			p.until(`document.querySelector(".screening > svg").viewBox.baseVal.width === 358`)
			p.until(movieAt + ` > 0.2`)
			p.until(movieShows + ` > 0`)
			const least = `Math.min(...[...document.querySelectorAll(".screening text")].map((t) => ` +
				`parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a).filter((s) => s > 0))`
			if size := eval[float64](p, least); size < 11 {
				t.Errorf("type of %.1f px", size)
			}
			const beyond = `(() => {
				const s = document.querySelector(".screening").getBoundingClientRect();
				return [...document.querySelectorAll(".screening text")].filter((t) => {
					const b = t.getBoundingClientRect();
					return b.width && (b.left < s.left - 1 || b.right > s.right + 1);
				}).map((t) => t.textContent);
			})()`
			for _, text := range eval[[]string](p, beyond) {
				t.Errorf("%q goes beyond the picture", text)
			}
			p.clean("document", slug+"'s film on a phone")
		})
	}
}
