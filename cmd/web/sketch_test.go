package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
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
	visibility := eval[string](h.tab, `getComputedStyle(document.querySelector("#fit .curve")).visibility`)
	if (visibility == "hidden") != hides {
		h.Errorf("the fit is %s", visibility)
	}
}

func TestSketchByMouse(t *testing.T) {
	s := quietSite()
	h := lay(t, open(t, s), sketchPage)
	h.sketchTool("draw")
	h.look()
	h.hidesTheFit(true)
	if eval[string](h.tab, `getComputedStyle(document.querySelector("#fit .key")).opacity`) == "1" {
		t.Error("the legend names a fit that hides")
	}
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
	distance := func() float64 {
		t.Helper()
		words := eval[string](h.tab, `document.querySelector("#fit .sketched").textContent`)
		var v float64
		if _, err := fmt.Sscanf(words, "Your sketch (dashed) is %g from the fit", &v); err != nil {
			t.Fatalf("it says %q", words)
		}
		return v
	}
	if got, want := distance(), math.Sqrt(sum/float64(n)); math.Abs(got-want) > 0.02 {
		t.Errorf("the sketch is %g from the fit, want %g", got, want)
	}

	// It follows the fit, and stays: after a reload, for these data only.
	before := distance()
	h.do(chromedp.Focus(chromedp.CSS("#fit-lambda-slider")), chromedp.KeyEvent(kb.End))
	h.until(`document.querySelector("#fit .panels").dataset.query.includes("lambda=10")`)
	if after := distance(); after == before {
		t.Error("the fit moved and the distance stays")
	}
	path := eval[string](h.tab, `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "")`)
	h = lay(t, h.tab, sketchPage)
	if again := eval[string](h.tab, `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "")`); again != path || path == "" {
		t.Errorf("after a reload the sketch is %.40q, was %.40q", again, path)
	}
	if distance() != before {
		t.Errorf("after a reload the distance is %g, was %g", distance(), before)
	}
	eval[any](h.tab, `(() => { const d = document.getElementById("fit-data"); d.value = "mcycle"; d.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	h.until(`document.querySelector("#fit .sketched")?.textContent === "" && (document.querySelector("#fit .sketch")?.getAttribute("d") ?? "") === ""`)
	eval[any](h.tab, `(() => { const d = document.getElementById("fit-data"); d.value = "sine"; d.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	h.until(`document.querySelector("#fit .sketched")?.textContent.includes("Your sketch")`)
	h.sketchTool("clear")
	h = lay(t, h.tab, sketchPage)
	if d := eval[string](h.tab, `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "")`); d != "" {
		t.Errorf("cleared, it is still there: %.40q", d)
	}
}

func TestSketchByTouch(t *testing.T) {
	p := open(t, quietSite())
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.call(emulation.CommandSetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	h := lay(t, p, sketchPage)
	eval[any](p, `document.querySelector("#fit [data-sketch=draw]").click()`)
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
	if n := eval[int](p, `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "").split(/[ML]/).length - 1`); n < 75 || n > 85 {
		t.Errorf("a stroke over 80 columns left %d", n)
	}
}

func TestSketchByKeyboard(t *testing.T) {
	h := lay(t, open(t, quietSite()), sketchPage)
	h.do(chromedp.Focus(chromedp.CSS("#fit [data-sketch=draw]")))
	h.press(kb.Enter)
	h.until(`document.activeElement.matches("#fit .pen")`)
	h.hidesTheFit(true)
	h.press(kb.ArrowUp)
	h.press(kb.ArrowRight, chromedp.ModifierShift)
	h.press(kb.ArrowRight)
	text := eval[string](h.tab, `document.activeElement.getAttribute("aria-valuetext")`)
	if !strings.HasPrefix(text, "at 1.1, height ") {
		t.Errorf("the pen is %q", text)
	}
	h.press(kb.Escape)
	h.hidesTheFit(false)
	if got := eval[string](h.tab, `document.activeElement.dataset.sketch ?? ""`); got != "draw" {
		t.Errorf("the focus is on %q", got)
	}
	if n := eval[int](h.tab, `(document.querySelector("#fit .sketch")?.getAttribute("d") ?? "").split(/[ML]/).length - 1`); n != 12 {
		t.Errorf("twelve columns were drawn, %d are there", n)
	}
	h.until(`document.querySelector("#fit .sketched").textContent.includes("from the fit")`)
}

// Nothing that hands do is out of reach of assistive technology.
func TestAxeUnderHands(t *testing.T) {
	axe, err := os.ReadFile(filepath.FromSlash("../../static/vendor/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, quietSite())
		p.call(emulation.CommandSetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		h := lay(t, p, ownPointsPage+"&fit.at=2")
		h.holds("2,1;5,-1;8,1")
		h.do(chromedp.Click(chromedp.CSS("#fit .own summary")), chromedp.Evaluate[chromedp.Void](string(axe)))
		clean := func(state string) {
			t.Helper()
			for _, v := range eval[[]string](p, `axe.run("#fit", {resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120) + " " + n.failureSummary).join(" | ")))`) {
				t.Errorf("%s, %s: %s", scheme, state, v)
			}
		}
		clean("own points")
		h.sketchTool("draw")
		h.press(kb.ArrowRight, chromedp.ModifierShift)
		clean("sketching")
		h.sketchTool("draw")
		clean("sketched")
	}
}
