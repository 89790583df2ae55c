package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pointsAt waits until the picture, the field and the slider agree that this
// datum, or none, is pointed at.
func (h hand) pointsAt(i int) {
	h.Helper()
	ring := "document.querySelector('#fit .marker') === null && document.querySelector('#fit .without') === null"
	if i > 0 {
		ring = fmt.Sprintf("document.querySelector('#fit .without') !== null && document.querySelector('#fit .datum').textContent.includes('Point %d at ')", i)
	}
	h.until(fmt.Sprintf(`(new URLSearchParams(document.querySelector("#fit .panels").dataset.query).get("at") ?? "0") === "%d" && document.getElementById("fit-at").value === "%d" && %s`, i, i, ring))
}

// away moves the mouse out of the figure.
func (h hand) away() {
	h.Helper()
	h.do(chromedp.MouseEvent("mouseMoved", 5, 5))
}

func TestDatumByMouse(t *testing.T) {
	h := lay(t, open(t, quietSite()), krrPage+"?fit.data=sine&fit.n=12&fit.bandwidth=1")
	data := eval[[][]float64](h.tab, `fetch("`+krrPage+`/fit.json?data=sine&n=12&bandwidth=1").then((r) => r.json()).then((d) => d.series.data)`)
	h.mouse(moved, data[4][0], data[4][1], 0)
	h.pointsAt(5)
	if n := eval[int](h.tab, `document.querySelectorAll("#fit .stem-high, #fit .bump-high, #fit .marker").length`); n < 3 {
		t.Errorf("of stem, bump and ring %d are shown", n)
	}
	h.away()
	h.pointsAt(0)
	h.click(data[7][0], data[7][1])
	h.pointsAt(8)
	h.away()
	h.mouse(moved, data[4][0], data[4][1], 0)
	h.until(`document.getElementById("fit").matches(".pinned")`)
	h.pointsAt(8)
	h.until(`new URLSearchParams(location.search).get("fit.at") === "8"`)
	h.click(data[7][0], data[7][1])
	h.away()
	h.pointsAt(0)

	// A row of the Gram matrix, and a stem.
	h.panel = "fit-gram"
	h.mouse(moved, 9, 2, 0)
	h.pointsAt(3)
	h.panel = "fit-alpha"
	h.mouse(moved, data[9][0], 0, 0)
	h.pointsAt(10)
	h.panel = "fit-curve"
	h.click(data[7][0], data[7][1])
	h.pointsAt(8)
	h.press(kb.Escape)
	h.away()
	h.pointsAt(0)
}

func TestDatumByTouch(t *testing.T) {
	p := open(t, quietSite())
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.call(emulation.CommandSetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	h := lay(t, p, krrPage+"?fit.data=sine&fit.n=8&fit.bandwidth=1")
	data := eval[[][]float64](p, `fetch("`+krrPage+`/fit.json?data=sine&n=8&bandwidth=1").then((r) => r.json()).then((d) => d.series.data)`)
	h.tap(data[3][0], data[3][1])
	h.pointsAt(4)
	h.tap(data[5][0], data[5][1])
	h.pointsAt(6)
	h.tap(data[5][0], data[5][1])
	h.pointsAt(0)
}

func TestDatumByKeyboard(t *testing.T) {
	h := lay(t, open(t, quietSite()), krrPage)
	h.do(chromedp.Focus(chromedp.CSS("#fit .walk")))
	h.press(kb.ArrowRight)
	h.pointsAt(1)
	h.press(kb.PageDown)
	h.press(kb.ArrowRight)
	h.press(kb.ArrowRight)
	h.pointsAt(3)
	h.press(kb.End)
	h.pointsAt(133)
	h.until(`document.querySelector("#fit .walk").getAttribute("aria-valuetext").startsWith("Point 133 at x = 57.6 ms")`)
	h.press(kb.ArrowLeft)
	h.pointsAt(132)
	h.press(kb.Enter)
	h.press(kb.Tab)
	h.until(`new URLSearchParams(location.search).get("fit.at") === "132"`)
	h.pointsAt(132)
	h.do(chromedp.Focus(chromedp.CSS("#fit .walk")))
	h.press(kb.Escape)
	h.pointsAt(0)
	h.press(kb.ArrowRight)
	h.pointsAt(1)
	h.press(kb.Tab) // not pinned: leaving leaves it
	h.pointsAt(0)

	// A locked control is not moved from the picture.
	h = lay(t, h.tab, krrPage+"?fit.at=7&fit.lock=at")
	h.pointsAt(7)
	if eval[bool](h.tab, `document.querySelector("#fit .walk") !== null`) {
		t.Error("one can walk although the datum is locked")
	}
}

func TestPointingAndOwnPointsKeepOutOfEachOthersWay(t *testing.T) {
	h := lay(t, open(t, quietSite()), ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	h.mouse(moved, 5, -1, 0)
	h.pointsAt(2)
	h.mouse(pressed, 5, -1, 0)
	h.mouse(moved, 5, 0, 0)
	h.mouse(moved, 4, 1, 0)
	h.holds("2,1;4,1;8,1")
	h.mouse(released, 4, 1, 0)
	h.away()
	h.pointsAt(0)
	h.holds("2,1;4,1;8,1")
	query := eval[string](h.tab, `document.querySelector("#fit .panels").dataset.query`)
	if strings.Contains(query, "at=") {
		t.Errorf("the state is %s", query)
	}
}

// On the projector Escape lets go of a datum before it leads back to the lesson.
func TestEscapeOnTheProjectorUnpinsFirst(t *testing.T) {
	p := open(t, quietSite())
	p.visit(krrPage + "?present=1")
	step := eval[int](p, `[...document.querySelector(".deck").children].findIndex((s) => s.dataset.slot === "fit") + 1`)
	h := lay(t, p, fmt.Sprintf("%s?present=1&step=%d&fit.at=3", krrPage, step))
	h.pointsAt(3)
	h.do(chromedp.Focus(chromedp.CSS("#fit .walk")))
	h.press(kb.Escape)
	h.pointsAt(0)
	if !eval[bool](p, `document.querySelector(".deck") !== null`) {
		t.Error("it led back to the lesson")
	}
}

func TestPointingMovesNothing(t *testing.T) {
	for _, width := range []int64{390, 834, 1440} {
		p := open(t, quietSite())
		p.do(chromedp.EmulateViewport(width, 900))
		h := lay(t, p, krrPage)
		places := func() string {
			return eval[string](p, `JSON.stringify([...document.querySelectorAll("#fit .panels, #fit .control, #fit .reading > *, #fit ~ *")].map((e) => e.getBoundingClientRect().top + scrollY))`)
		}
		before := places()
		h.do(chromedp.Focus(chromedp.CSS("#fit .walk")))
		h.press(kb.End)
		h.pointsAt(133)
		if got := places(); got != before {
			t.Errorf("%d px: pointing at a datum moves\n%s\nto\n%s", width, before, got)
		}
	}
}
