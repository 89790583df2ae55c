package main

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const sketchPage = krrPage + "?fit.data=sine&fit.n=40&fit.bandwidth=1"

// sketchTool presses Sketch, Done or Clear sketch.
func (h hand) sketchTool(name string) {
	h.Helper()
	h.do(chromedp.Click(chromedp.CSS(fmt.Sprintf("#fit [data-sketch=%s]", name))))
}

func (h hand) hidesTheFit(hides bool) {
	h.Helper()
	shows(h.tab, `getComputedStyle(document.querySelector("#fit .curve")).visibility === "hidden"`, hides)
}

func TestBrowserSketchByMouse(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	h := lay(t, open(t, s), sketchPage)
	h.sketchTool("draw")
	h.look()
	h.hidesTheFit(true)
	h.until(`getComputedStyle(document.querySelector("#fit .key")).opacity !== "1"`) // the legend names no fit that hides
	h.mouse(pressed, 1, 0.5, 0)
	h.mouse(moved, 4, 0.5, 0)
	h.mouse(moved, 9, 0.5, 0)
	h.mouse(released, 9, 0.5, 0)
	h.sketchTool("draw")
	h.hidesTheFit(false)

	// A level line from 1 to 9: the distance is that of the numbers.
	series := eval[[][]float64](h.tab, `fetch("`+krrPage+`/fit.json?data=sine&n=40&bandwidth=1").then((r) => r.json()).then((d) => d.series.fit)`)
	sum, n := 0.0, 0
	for _, p := range series {
		if p[0] >= 1 && p[0] <= 9 {
			sum += (p[1] - 0.5) * (p[1] - 0.5)
			n++
		}
	}
	const distance = `Number(document.querySelector("#fit .sketched").textContent.match(/^Your sketch \(dashed\) is (\S+) from the fit/)[1])`
	h.until(fmt.Sprintf(`Math.abs(%s - %g) < 0.02`, distance, math.Sqrt(sum/float64(n))))

	// It follows the fit, and stays: after a reload, for these data only.
	before := eval[float64](h.tab, distance)
	h.focus("#fit-lambda-slider")
	h.press(kb.End)
	h.until(`document.querySelector("#fit .panels").dataset.query.includes("lambda=10")`)
	h.until(fmt.Sprintf(`%s !== %g`, distance, before))
	const sketch = `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "")`
	path := eval[string](h.tab, sketch)
	if path == "" {
		t.Error("there is no sketch")
	}
	h = lay(t, h.tab, sketchPage)
	shows(h.tab, sketch, path)
	shows(h.tab, distance, before)
	h.types("fit-data", "mcycle")
	h.until(`document.querySelector("#fit .sketched")?.textContent === "" && (document.querySelector("#fit .sketch")?.getAttribute("d") ?? "") === ""`)
	h.still()
	h.types("fit-data", "sine")
	h.until(`document.querySelector("#fit .sketched")?.textContent.includes("Your sketch")`)
	h.still()
	h.sketchTool("clear")
	shows(h.tab, sketch, "")
	h = lay(t, h.tab, sketchPage)
	h.until(`document.querySelector("#fit [data-sketch=draw]") !== null`)
	shows(h.tab, sketch, "")
}

func TestBrowserSketchByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.phone()
	h := lay(t, p, sketchPage)
	eval[any](p, `document.querySelector("#fit [data-sketch=draw]").click()`)
	h.hidesTheFit(true)
	h.look()
	scroll := eval[float64](p, "scrollY")
	h.touch(touchStart, 1, -0.5)
	for i := range 9 {
		h.touch(touchMove, 1+float64(i), -0.5+0.1*float64(i))
	}
	h.touch(touchEnd, 0, 0)
	if now := eval[float64](p, "scrollY"); now != scroll {
		t.Errorf("the page scrolled from %g to %g under the pen", scroll, now)
	}
	eval[any](p, `document.querySelector("#fit [data-sketch=draw]").click()`)
	h.hidesTheFit(false)
	h.until(`(n => n >= 75 && n <= 85)(document.querySelector("#fit .sketch").getAttribute("d").split(/[ML]/).length - 1)`) // a stroke over 80 columns
}

func TestBrowserSketchByKeyboard(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), sketchPage)
	h.focus("#fit [data-sketch=draw]")
	h.press(kb.Enter)
	h.until(`document.activeElement.matches("#fit .pen")`)
	h.hidesTheFit(true)
	h.press(kb.ArrowUp)
	h.press(kb.ArrowRight, chromedp.ModifierShift)
	h.press(kb.ArrowRight)
	h.until(`document.activeElement.getAttribute("aria-valuetext").startsWith("at 1.1, height ")`)
	h.press(kb.Escape)
	h.hidesTheFit(false)
	shows(h.tab, `document.activeElement.dataset.sketch`, "draw")
	shows(h.tab, `document.querySelector("#fit .sketch").getAttribute("d").split(/[ML]/).length - 1`, 12) // columns
	h.until(`document.querySelector("#fit .sketched").textContent.includes("from the fit")`)
}

// Nothing that hands do is out of reach of assistive technology.
func TestBrowserAxeUnderHands(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage+"&fit.at=2")
	h.holds("2,1;5,-1;8,1")
	h.tab.click("#fit .own summary")
	h.until(`document.querySelector("#fit .own details").open`)
	h.clean(`"#fit"`, "own points")
	h.sketchTool("draw")
	h.until(`document.activeElement.matches("#fit .pen")`)
	h.press(kb.ArrowRight, chromedp.ModifierShift)
	h.clean(`"#fit"`, "sketching")
	h.sketchTool("draw")
	h.hidesTheFit(false)
	h.clean(`"#fit"`, "sketched")
}
