//go:build !race

package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const filmPage = "/lessons/kernel-logistic-regression"

// step is the place of the film's slider.
const filmStep = `Number(document.getElementById("descent-iteration-slider").value)`

// filmed is whether the picture, the field and the slider are of one step.
const filmed = `document.querySelector("#descent .panels").dataset.query === ` +
	`(document.getElementById("descent-iteration").value === "10" ? "" : "iteration=" + ` +
	`document.getElementById("descent-iteration").value) && ` +
	`document.getElementById("descent-iteration").value === document.getElementById("descent-iteration-slider").value`

func (p *tab) film(way string) {
	p.Helper()
	p.click(fmt.Sprintf(`#descent [data-film=%s]`, way))
}

// playing waits until the film plays, or does not.
func (p *tab) playing(on bool) {
	p.Helper()
	shows(p, `document.querySelector("#descent [data-film=play]").getAttribute("aria-pressed")`, fmt.Sprint(on))
}

// A film plays when asked, one step after another, and pauses where it is: by its
// button, by its key, and by a hand on the slider. Its buttons step and jump.
func TestBrowserFilmPlaysAndPauses(t *testing.T) {
	t.Parallel()
	p := reader(t, filmPage)
	p.playing(false)
	// Every picture of the film is noted as it comes.
	eval[any](p, `document.addEventListener("course:moved", ({target}) => { `+
		`if (target.id === "descent") (window.seen ??= []).push(target.querySelector(".panels").dataset.query); })`)
	p.film("play")
	p.playing(true)
	p.until(filmStep + ` >= 14`)
	p.film("play")
	p.playing(false)
	p.still()
	p.until(filmed)
	for i, query := range eval[[]string](p, `window.seen`) {
		same(t, fmt.Sprintf("picture %d of the film", i+1), query, fmt.Sprintf("iteration=%d", 11+i))
	}

	p.film("last")
	p.drawn("descent", "iteration=100")
	p.film("back")
	p.drawn("descent", "iteration=99")
	p.film("first")
	p.drawn("descent", "iteration=0")
	p.film("next")
	p.drawn("descent", "iteration=1")

	// From the last step it plays on to no other, and from there begins again.
	p.film("last")
	p.drawn("descent", "iteration=100")
	p.press("k")
	p.playing(true)
	p.until(filmStep + ` >= 2 && ` + filmStep + ` < 100`)
	p.slide("descent", "iteration", 50, "iteration=50") // scrubbed
	p.playing(false)
	p.until(filmed)
}

// Nothing moves by itself, and who wants less motion gets a step a second.
func TestBrowserFilmIsCalm(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.prefersLess()
	p.visit(filmPage)
	eval[any](p, `document.addEventListener("input", ({target}) => { `+
		`if (target.closest("#descent")) (window.times ??= []).push(performance.now()); }, true)`)
	p.film("play")
	p.until(`window.times?.length >= 5`)
	p.film("play")
	p.playing(false)
	// A step is taken when its second is over, however late the picture before it came.
	if gaps := eval[[]float64](p, `window.times.slice(1).map((t, i) => t - window.times[i])`); slices.Min(gaps) < 900 {
		t.Errorf("steps follow each other after %.0f ms", gaps)
	}
}

// On the projector a film has its buttons and its key.
func TestBrowserFilmIsProjected(t *testing.T) {
	t.Parallel()
	p := reader(t, presented(t, "kernel-logistic-regression", "descent"))
	p.sees(`#descent [data-film=play]`)
	p.press("k")
	p.playing(true)
	p.until(filmStep + ` >= 12`)
	p.press("k")
	p.playing(false)
	p.sees(`#descent [data-film=play]`)
}

// Without scripts its links step and jump.
func TestBrowserFilmWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), filmPage+"?descent.step=1")
	for _, c := range []struct{ way, query string }{
		{"next", "descent.iteration=11"}, {"last", "descent.iteration=100"}, {"back", "descent.iteration=99"},
		{"first", "descent.iteration=0"},
	} {
		p.do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`#descent [data-film=%s]`, c.way))))
		p.sees(fmt.Sprintf(`#descent .panels[data-query*="iteration=%s"][data-query*="step=1"] svg.plot`,
			strings.TrimPrefix(c.query, "descent.iteration=")))
	}
}
