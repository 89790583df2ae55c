//go:build !race

package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// unseen lists the classes of what figures have drawn and a style sheet hides: one element of
// each kind tells. Guesses are hidden until they are asked for.
const unseen = `[...new Map([...document.querySelectorAll("svg.plot :is(path, circle, rect, image, text, g)")]
	.filter((e) => !e.closest(".guesses, defs, title, desc"))
	.map((e) => [[e.nodeName, e.getAttribute("class"), e.parentNode.getAttribute("class")].join(), e])).values()]
	.filter((e) => getComputedStyle(e).display === "none")
	.map((e) => e.closest("svg").getAttribute("aria-labelledby") + ": " + e.getAttribute("class"))`

// drawnIsSeen fails where what a figure draws is hidden: no class of a curve is one of the
// page's own.
func (p *tab) drawnIsSeen(where string) {
	p.Helper()
	if found := eval[[]string](p, unseen); len(found) > 0 {
		p.Errorf("%s hides %q", where, found)
	}
}

// On the projector a panel's handles are seen with it, and not over the next one; a film's
// buttons stand on no other control.
func TestBrowserOverlaysOnTheProjector(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.do(chromedp.EmulateViewport(1280, 720))
	const ringsSeen = `[...document.querySelectorAll(".stage:not([hidden]) .handle")].some((e) => e.checkVisibility())`
	for lesson, figure := range map[string]string{"kernel-pca": "projection", "losses": "regression"} {
		p.visit(presented(t, lesson, figure))
		p.until(ringsSeen)
		p.click("[data-panels]", `document.querySelector(".stage:not([hidden])").dataset.view === "2"`)
		shows(p, ringsSeen, false)
	}
	for lesson, figure := range map[string]string{"kernel-logistic-regression": "descent", "woodbury": "proof"} {
		p.visit(presented(t, lesson, figure))
		p.until(fmt.Sprintf(`document.querySelector("#%s .film").checkVisibility()`, figure))
		over := eval[[]string](p, fmt.Sprintf(`(() => {
			const box = (e) => e.getBoundingClientRect();
			const all = [...document.querySelectorAll("#%s .sliders :is(label, .film, .veil, .field, .slide)")]
				.filter((e) => e.checkVisibility() && getComputedStyle(e).visibility !== "hidden");
			return all.flatMap((e, i) => all.slice(0, i).filter((f) => !e.contains(f) && !f.contains(e) &&
				Math.min(box(e).right, box(f).right) - Math.max(box(e).left, box(f).left) > 1 &&
				Math.min(box(e).bottom, box(f).bottom) - Math.max(box(e).top, box(f).top) > 1)
				.map((f) => e.className + " on " + f.textContent));
		})()`, figure))
		if len(over) > 0 {
			t.Errorf("%s/%s: %q", lesson, figure, over)
		}
	}
}
