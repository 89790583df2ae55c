//go:build !race

package site

import (
	"fmt"
	"math"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// gripsSite serves a figure with three handles: one goes along the curve y = weight·x²/4
// and sets x, one sets the weight by its height at 2, and one, on a panel of its own, sets
// both coordinates of an arrow, the second in whole numbers. The first is left out where
// the weight is above 1.5.
func gripsSite() http.Handler {
	return figureSite(&course.Figure{Name: "fit", Title: "Handles", Goal: "None.",
		Build: func(f *course.Form) course.Draw {
			x := f.Float("x", "x", 1, -2, 2)
			weight := f.Float("weight", "weight", 1, -1, 2)
			u := f.Float("u", "u", 1, -3, 3)
			v := f.Int("v", "v", 2, -3, 3)
			curve := plots.Line{Name: "f"}
			for i := range 41 {
				at := -2 + float64(i)/10
				curve.Xs, curve.Ys = append(curve.Xs, at), append(curve.Ys, weight*at*at/4)
			}
			axis, wide := plots.Axis{Label: "x", Min: -2, Max: 2}, plots.Axis{Label: "u", Min: -4, Max: 4}
			arrow := plots.Line{Xs: []float64{0, u}, Ys: []float64{0, float64(v)}, Head: true}
			handles := []course.Handle{
				{Panel: "fit-curve", Label: "The point x", X: "x", At: plots.Point{X: x, Y: weight * x * x / 4}},
				{Panel: "fit-curve", Label: "The end of the curve", Y: "weight", YPer: 0.5,
					At: plots.Point{X: math.Sqrt2, Y: weight / 2}},
				{Panel: "fit-plane", Label: "The tip", X: "u", Y: "v", At: plots.Point{X: u, Y: float64(v)}},
			}
			if weight > 1.5 {
				handles = handles[1:]
			}
			return showing(&course.Picture{Description: fmt.Sprintf("f(%v) is %.4f; the arrow ends at (%v, %d).", x,
				weight*x*x/4, u, v),
				Columns: [][]plots.Panel{
					{{ID: "fit-curve", Title: "A curve", Width: 400, Height: 400,
						Plot: plots.Curves{X: axis, Y: axis, Lines: []plots.Line{curve}}}},
					{{ID: "fit-plane", Title: "An arrow", Width: 400, Height: 400,
						Plot: plots.Curves{X: wide, Y: wide, Lines: []plots.Line{arrow}}}},
				},
				Handles: handles})
		}})
}

// settles waits until the figure has been drawn in a state, its fields and sliders have it
// too, and the handle lies at a place of its panel, give or take a pixel.
func (h hand) settles(query string, handle int, x, y float64) {
	h.Helper()
	h.until(fmt.Sprintf(`document.querySelector("#fit .panels").dataset.query === %q && `+
		`document.querySelector(".htmx-request") === null`, query))
	px, py := h.place(x, y)
	h.until(fmt.Sprintf(`(() => {
		const b = document.querySelector('#fit .grip[data-grip="%d"]').getBoundingClientRect(),
			now = new URLSearchParams(document.querySelector("#fit .panels").dataset.query);
		window.lies = [b.left + b.width / 2 - %v, b.top + b.height / 2 - %v];
		return lies.every((d) => Math.abs(d) < 1.5) && [...document.querySelectorAll("#fit .value")].every((f) =>
			f.value === (now.get(f.name) ?? f.dataset.default));
	})() && window.lies`, handle, px, py))
}

func TestBrowserHandleByMouse(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, gripsSite()), "/lessons/test/fit")
	h.settles("", 0, 1, 0.25)

	// Along the curve: x follows the hand, and the height the curve.
	h.drags(spot{1, 0.25}, spot{-0.25, 0.925}, spot{-1.5, 1.6})
	h.until(`Math.abs(Number(document.getElementById("fit-x").value) + 1.5) < 0.02`)
	x := eval[float64](h.tab, `Number(document.getElementById("fit-x").value)`)
	h.settles("x="+course.FormatNumber(x), 0, x, x*x/4)
	shows(h.tab, `document.querySelector("#fit-x-slider").value`,
		eval[string](h.tab,
			`String(document.querySelector("#fit-x-slider").dataset.grid.split(" ").map(Number).reduce((best, v, i, `+
				`all) => Math.abs(v - document.getElementById("fit-x").value) < Math.abs(all[best] - `+
				`document.getElementById("fit-x").value) ? i : best, 0))`))

	// A height of half a weight; no further than the control goes.
	h.types("fit-x", "1")
	h.settles("", 0, 1, 0.25)
	h.drags(spot{math.Sqrt2, 0.5}, spot{math.Sqrt2, -0.7}, spot{math.Sqrt2, -1.9})
	h.settles("weight=-1", 1, math.Sqrt2, -0.5)
	h.settles("weight=-1", 0, 1, -0.25)

	// Two controls at once, on another panel; Escape takes it back.
	h.panel = "fit-plane"
	h.drags(spot{1, 2}, spot{-0.5, 0.65}, spot{-2, -0.7})
	h.until(`document.getElementById("fit-v").value === "-1" && ` +
		`Math.abs(Number(document.getElementById("fit-u").value) + 2) < 0.04`)
	u := course.FormatNumber(eval[float64](h.tab, `Number(document.getElementById("fit-u").value)`))
	h.until(fmt.Sprintf(`document.querySelector("#fit .description").textContent.includes("(%s, -1)")`, u))
	h.types("fit-u", "-2")
	h.settles("weight=-1&u=-2&v=-1", 2, -2, -1)
	h.mouse(pressed, -2, -1, 0)
	h.mouse(moved, -1, 0, 0)
	h.mouse(moved, 2, 2, 0)
	h.settles("weight=-1&u=2", 2, 2, 2)
	h.press(kb.Escape)
	h.mouse(released, 2, 2, 0)
	h.settles("weight=-1&u=-2&v=-1", 2, -2, -1)
}

// What is in the hand stays there when another handle leaves the picture or comes back.
func TestBrowserHandlesComeAndGo(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, gripsSite()), "/lessons/test/fit")
	h.settles("", 0, 1, 0.25)
	rings := func(n int) { t.Helper(); shows(h.tab, `document.querySelectorAll("#fit .grip").length`, n) }
	h.mouse(pressed, math.Sqrt2, 0.5, 0)
	h.mouse(moved, math.Sqrt2, 0.8, 0)
	h.mouse(moved, math.Sqrt2, 0.9, 0)
	rings(2)
	h.mouse(moved, math.Sqrt2, 0.7, 0)
	rings(3)
	h.mouse(moved, math.Sqrt2, 0.85, 0)
	rings(2)
	h.mouse(moved, math.Sqrt2, 1, 0)
	h.mouse(released, math.Sqrt2, 1, 0)
	h.settles("weight=2", 0, math.Sqrt2, 1)
	// One that is held while it leaves is let go, and the next can be taken.
	h.types("fit-weight", "1.5")
	rings(3)
	h.settles("weight=1.5", 0, 1, 0.375)
	h.mouse(pressed, 1, 0.375, 0)
	h.mouse(moved, 1.2, 0.4, 0)
	h.until(`document.getElementById("fit-x").value !== "1"`)
	h.types("fit-weight", "2")
	rings(2)
	h.mouse(moved, 0, 0.4, 0)
	h.mouse(released, 0, 0.4, 0)
	h.drags(spot{math.Sqrt2, 1}, spot{math.Sqrt2, 0.5})
	rings(3)
	h.until(`Math.abs(Number(document.getElementById("fit-weight").value) - 1) < 0.02 && ` +
		`Number(document.getElementById("fit-x").value) > 1`)
}

func TestBrowserHandleByKeyboard(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, gripsSite()), "/lessons/test/fit")
	h.settles("", 0, 1, 0.25)
	h.focus(`#fit .grip[data-grip="0"]`)
	h.pressInOneGo(kb.ArrowRight, kb.ArrowRight)
	h.settles("x=1.08", 0, 1.08, 1.08*1.08/4)
	shows(h.tab, `document.activeElement.getAttribute("aria-label")`, "The point x: x 1.08")
	h.press(kb.ArrowUp)
	h.press(kb.ArrowLeft, chromedp.ModifierShift)
	h.settles("x=0.68", 0, 0.68, 0.68*0.68/4)
	h.panel = "fit-plane"
	h.focus(`#fit .grip[data-grip="2"]`)
	h.press(kb.ArrowUp)
	h.settles("x=0.68&v=3", 2, 1, 3)
	h.press(kb.ArrowUp)
	h.press(kb.ArrowLeft)
	h.settles("x=0.68&u=0.92&v=3", 2, 0.92, 3)
	shows(h.tab, `document.activeElement.getAttribute("aria-label")`, "The tip: u 0.92, v 3")

	// A slider takes its handle along.
	h.panel = "fit-curve"
	h.slide("fit", "x", 0, "x=-2&u=0.92&v=3")
	h.settles("x=-2&u=0.92&v=3", 0, -2, 1)

	h.clean(`document.querySelector("main")`, "with handles")
}

func TestBrowserHandleByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, gripsSite())
	p.phone()
	h := lay(t, p, "/lessons/test/fit?lock=weight")
	h.settles("", 0, 1, 0.25)
	h.tap(1, 0.25, 1)
	h.until(`document.activeElement === document.querySelector("#fit .grip")`)
	h.touch(touchStart, 1, 0.25)
	h.touch(touchMove, 0, 0.25)
	h.touch(touchMove, -1, 0.25)
	h.touch(touchEnd, 0, 0)
	h.until(`Math.abs(Number(document.getElementById("fit-x").value) + 1) < 0.03`)
	shows(p, `scrollX`, 0)

	// A control that is locked has no ring.
	shows(p, `[...document.querySelectorAll("#fit .grip")].map((g) => g.checkVisibility())`, []bool{true, false, true})
}

// What a handle of a page says without scripts stands in its fields.
func TestHandlesAreInThePage(t *testing.T) {
	t.Parallel()
	body := get(t, gripsSite(), "/lessons/test/fit?x=0.5", nil).Body.String()
	contains(t, "the page", body, `{&#34;Panel&#34;:&#34;fit-curve&#34;,&#34;Label&#34;:&#34;The point x&#34;`,
		`name="x" value="0.5"`, `name="weight" value="1"`)
}

// A control that a prediction comes before has no ring until there is an answer; then its
// handle moves every figure that is linked.
func TestBrowserHandleWaitsForItsPrediction(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/rkhs")
	ring := func(figure, label string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#%s .grip")].find((g) => g.ariaLabel.startsWith(%q))`,
			figure, label)
	}
	p.until(ring("function", "The place x") + `.checkVisibility() && ` + ring("function", "Bump 4") +
		`.checkVisibility() === false`)
	p.click("#function .veil button", ring("function", "Bump 4")+`.checkVisibility()`)
	eval[any](p, ring("function", "Bump 4")+`.focus()`)
	p.press(kb.ArrowUp, chromedp.ModifierShift)
	p.drawn("function", "a4=2.6")
	p.drawn("bounds", "a4=2.6")
	eval[any](p, ring("bounds", "The place x")+`.focus()`)
	p.press(kb.ArrowRight)
	p.until(`document.querySelector("#bounds .panels").dataset.query.startsWith("x=2.0") && ` +
		`document.querySelector("#function .panels").dataset.query === ` +
		`document.querySelector("#bounds .panels").dataset.query`)
}

// On a logarithmic axis a handle has its control's own values; a key moves it by a
// hundredth of the axis.
func TestBrowserHandleOnALogarithmicAxis(t *testing.T) {
	t.Parallel()
	h := hand{open(t, sharedSite()), "order-path"}
	h.visit("/lessons/kernel-pca/order")
	h.until(`document.querySelectorAll("#order .grip").length === 1`)
	at := eval[[]float64](h.tab, `(() => { const b = document.querySelector("#order .grip").getBoundingClientRect(); `+
		`return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	x, y := h.place(0.56, 10)
	h.mouseAt(pressed, at[0], at[1], 0, 0)
	h.mouseAt(moved, (at[0]+x)/2, y, 0, 0)
	h.mouseAt(moved, x, y, 0, 0)
	h.mouseAt(released, x, y, 0, 0)
	h.until(`Math.abs(Number(document.getElementById("order-bandwidth").value) - 0.56) < 0.01`)
	ell := eval[float64](h.tab, `Number(document.getElementById("order-bandwidth").value)`)
	h.drawn("order", "bandwidth="+course.FormatNumber(ell))
	h.press(kb.ArrowRight)
	axis := eval[[]float64](h.tab,
		`document.querySelector("#order-path-title").closest("svg").dataset.x.split(" ").slice(0, 2).map(Number)`)
	next := course.FormatNumber(course.Round(ell*math.Pow(axis[1]/axis[0], 0.01), 3))
	shows(h.tab, `document.getElementById("order-bandwidth").value`, next)
	h.drawn("order", "bandwidth="+next)
}
