//go:build !race

package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"gonum.org/v1/gonum/floats"
)

// pointsAt waits until the picture, the field and the slider agree that this
// datum, or none, is pointed at.
func (h hand) pointsAt(i int) {
	h.Helper()
	ring := "document.querySelector('#fit .marker') === null && document.querySelector('#fit .without') === null"
	if i > 0 {
		ring = fmt.Sprintf("document.querySelector('#fit .without') !== null && document.querySelector('#fit "+
			".datum').textContent.includes('Point %d at ')", i)
	}
	h.until(fmt.Sprintf(`(new URLSearchParams(document.querySelector("#fit .panels").dataset.query).get("at") ?? "0") `+
		`=== "%d" && document.getElementById("fit-at").value === "%d" && %s`, i, i, ring))
}

// away moves the mouse out of the figure.
func (h hand) away() {
	h.Helper()
	h.do(chromedp.MouseEvent("mouseMoved", 5, 5))
}

func TestBrowserDatumByMouse(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), krrPage+"?fit.data=sine&fit.n=12&fit.bandwidth=1")
	data := eval[[][]float64](h.tab,
		`fetch("`+krrPage+`/fit.json?data=sine&n=12&bandwidth=1").then((r) => r.json()).then((d) => d.series.data)`)
	h.mouse(moved, data[3][0], data[3][1], 0)
	h.pointsAt(4)
	h.until(`document.querySelectorAll("#fit .stem-high, #fit .bump-high, #fit .marker").length === 3`)
	h.until(`document.querySelector("#fit .saying").textContent === ` +
		`document.querySelector("#fit .datum").textContent.trim()`)
	h.away()
	h.pointsAt(0)
	h.until(`document.querySelector("#fit .saying") === null`)
	h.click(data[7][0], data[7][1])
	h.pointsAt(8)
	h.away()
	h.mouse(moved, data[3][0], data[3][1], 0)
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

// An entry of a matrix is of two data, whatever order its rows are in; a datum elsewhere
// is alone.
func TestBrowserPairs(t *testing.T) {
	t.Parallel()
	h := hand{open(t, sharedSite()), "gram-gram"}
	h.visit("/lessons/gram-matrix?gram.order=eigenvector#gram")
	order := eval[[]int](h.tab,
		`fetch("/lessons/gram-matrix/gram.json?order=eigenvector").then((r) => r.json()).then((d) => d.series.order)`)
	pair := func(i, j int) {
		h.Helper()
		h.until(fmt.Sprintf(`document.getElementById("gram-at").value === "%d" && `+
			`document.getElementById("gram-with").value === "%d" && `+
			`document.querySelectorAll("#gram path.col").length === %d`, i, j, min(j, 1)))
		h.until(fmt.Sprintf(`new URLSearchParams(document.querySelector("#gram .panels").dataset.query).get("at") === `+
			`"%d"`, i))
	}
	h.mouse(moved, 5, 2, 0)
	pair(order[2]+1, order[5]+1)
	h.mouse(moved, 20, 9, 0)
	pair(order[9]+1, order[20]+1)
	h.panel = "gram-plane"
	h.mouse(moved, 80, 7.1, 0) // dry rice
	pair(21, 0)
	h.panel = "gram-gram"
	h.click(7, 3)
	h.away()
	pair(order[3]+1, order[7]+1)
	h.until(`document.getElementById("gram").matches(".pinned") && ` +
		`new URLSearchParams(location.search).has("gram.with")`)
	h.mouse(moved, 7, 3, 0)
	h.click(7, 3)
	h.away()
	h.until(`document.getElementById("gram-at").value === "0" && document.getElementById("gram-with").value === "0"`)
}

func TestBrowserDatumByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.phone()
	h := lay(t, p, krrPage+"?fit.data=sine&fit.n=8&fit.bandwidth=1")
	data := eval[[][]float64](p,
		`fetch("`+krrPage+`/fit.json?data=sine&n=8&bandwidth=1").then((r) => r.json()).then((d) => d.series.data)`)
	h.tap(data[3][0], data[3][1], 1)
	h.pointsAt(4)
	h.tap(data[5][0], data[5][1], 1)
	h.pointsAt(6)
	h.tap(data[5][0], data[5][1], 1)
	h.pointsAt(0)
}

func TestBrowserDatumByKeyboard(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), krrPage)
	h.focus("#fit .walk")
	h.press(kb.ArrowRight)
	h.pointsAt(1)
	h.press(kb.PageDown)
	h.press(kb.ArrowRight)
	h.press(kb.ArrowRight)
	h.pointsAt(3)
	h.press(kb.End)
	h.pointsAt(133)
	h.until(`document.querySelector("#fit .walk").getAttribute("aria-valuetext").replaceAll("\u00a0", ` +
		`" ").startsWith("Point 133 at x = 57.6 ms")`)
	h.press(kb.ArrowLeft)
	h.pointsAt(132)
	h.press(kb.Enter)
	h.leads(kb.Tab, `new URLSearchParams(location.search).get("fit.at") === "132"`)
	h.pointsAt(132)
	h.focus("#fit .walk")
	h.press(kb.Escape)
	h.pointsAt(0)
	h.press(kb.ArrowRight)
	h.pointsAt(1)
	h.press(kb.Tab) // not pinned: leaving leaves it
	h.pointsAt(0)

	// A locked control is not moved from the picture.
	h = lay(t, h.tab, krrPage+"?fit.at=7&fit.lock=at")
	h.pointsAt(7)
	h.still()
	h.until(`document.querySelector("#fit .walk") === null`) // one cannot walk
}

func TestBrowserPointingAndOwnPointsKeepOutOfEachOthersWay(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage)
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
	h.until(`!document.querySelector("#fit .panels").dataset.query.includes("at=")`)
}

// On the projector Escape lets go of a datum before it leads back to the lesson.
func TestBrowserEscapeOnTheProjectorUnpinsFirst(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), presented(t, "kernel-ridge-regression", "fit")+"&fit.at=3")
	h.pointsAt(3)
	h.focus("#fit .walk")
	h.press(kb.Escape)
	h.pointsAt(0)
	h.until(`document.querySelector(".deck") !== null`) // and the lesson is not back
}

func TestBrowserPointingMovesNothing(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{390, 834, 1440} {
		p := open(t, sharedSite())
		p.do(chromedp.EmulateViewport(width, 900))
		h := lay(t, p, krrPage)
		places := func() []float64 {
			return eval[[]float64](p,
				`[...document.querySelectorAll("#fit .panels, #fit .control, #fit .reading > *, #fit ~ *")]
				.map((e) => e.getBoundingClientRect().top + scrollY)`)
		}
		p.until(`innerWidth >= 480 || document.querySelector("#fit .staged.phone") !== null`)
		before := places()
		h.focus("#fit .walk")
		h.press(kb.End)
		h.pointsAt(133)
		h.still()
		if got := places(); !floats.EqualApprox(got, before, 0.5) { // px; none that one sees
			t.Errorf("%d px: pointing at a datum moves\n%v\nto\n%v", width, before, got)
		}
	}
}
