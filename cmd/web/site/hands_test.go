//go:build !race

package site

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A hand works on the figure fit of a page.
type hand struct {
	*tab
	panel string // the id of the panel it works on
}

const ownPointsPage = krrPage + "?fit.data=points&fit.points=2,1;5,-1;8,1"

// lay opens a page and brings its figure fit into sight.
func lay(t *testing.T, p *tab, address string) hand {
	t.Helper()
	p.visit(address)
	h := hand{p, "fit-curve"}
	h.look()
	return h
}

// look scrolls to the figure, once what scrolled before has come to rest.
func (h hand) look() {
	h.Helper()
	eval[any](h.tab, `new Promise((done) => {
		let still = 0, last = scrollY;
		const frame = () => { still = scrollY === last ? still + 1 : 0; last = scrollY;
			still > 10 ? done() : requestAnimationFrame(frame); };
		frame();
	})`)
	eval[any](h.tab, `document.getElementById("fit").scrollIntoView({behavior: "instant"}), `+
		`scrollBy({top: -60, behavior: "instant"})`)
}

// place is where a value of the panel lies on the screen.
func (h hand) place(x, y float64) (px, py float64) {
	h.Helper()
	at := eval[[]float64](h.tab,
		fmt.Sprintf(`(async () => { const { frameOf } = await %s; `+
			`const f = frameOf(document.getElementById("%s-title").closest("svg")); const [u, v] = f.share(%v, %v); `+
			`return [f.left + u * f.width, f.top + v * f.height]; })()`, module("frame"), h.panel, x, y))
	return at[0], at[1]
}

// The events of a mouse and of a finger.
const (
	pressed, moved, released        = "mousePressed", "mouseMoved", "mouseReleased"
	touchStart, touchMove, touchEnd = "touchStart", "touchMove", "touchEnd"
)

func (h hand) mouse(kind string, x, y float64, modifiers int64) {
	h.Helper()
	px, py := h.place(x, y)
	h.mouseAt(kind, px, py, modifiers, 0)
}

// A spot is a place of a panel, in its values.
type spot [2]float64

// drags presses the mouse at the first spot, moves it over the others, and lets go at the last.
func (h hand) drags(over ...spot) {
	h.Helper()
	h.mouse(pressed, over[0][0], over[0][1], 0)
	for _, at := range over[1:] {
		h.mouse(moved, at[0], at[1], 0)
	}
	last := over[len(over)-1]
	h.mouse(released, last[0], last[1], 0)
}

// mouseAt sends an event of a mouse at a place of the screen and a time, in
// seconds; 0 is now.
func (h hand) mouseAt(kind string, px, py float64, modifiers int64, time float64) {
	h.Helper()
	m := input.DispatchMouseEventParams{Type: input.DispatchMouseEventType(kind), X: px, Y: py, Modifiers: modifiers,
		Timestamp: input.TimeSinceEpoch(time)}
	if kind != moved {
		m.Button, m.ClickCount = input.MouseButtonLeft, 1
	}
	h.call(input.CommandDispatchMouseEvent, m)
}

func (h hand) click(x, y float64) {
	h.Helper()
	px, py := h.place(x, y)
	h.mouseAt(pressed, px, py, 0, 0)
	h.mouseAt(released, px, py, 0, 0)
}

// clickTwice clicks twice at once.
func (h hand) clickTwice(x, y float64) {
	h.Helper()
	px, py := h.place(x, y)
	start := now()
	for i, kind := range []string{pressed, released, pressed, released} {
		h.mouseAt(kind, px, py, 0, start+atOnce*float64(i))
	}
}

func (h hand) touch(kind string, x, y float64) {
	h.Helper()
	if kind == touchEnd {
		h.touchAt(kind, 0)
		return
	}
	px, py := h.place(x, y)
	h.touchAt(kind, 0, &input.TouchPoint{X: px, Y: py})
}

// touchAt sends an event of fingers that are at these places, at a time in
// seconds; 0 is now.
func (h hand) touchAt(kind string, time float64, points ...*input.TouchPoint) {
	h.Helper()
	if points == nil {
		points = []*input.TouchPoint{}
	}
	h.call(input.CommandDispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventType(kind),
		TouchPoints: points, Timestamp: input.TimeSinceEpoch(time)})
}

// tap taps as often, at once.
func (h hand) tap(x, y float64, times int) {
	h.Helper()
	px, py := h.place(x, y)
	start := now()
	for i := range times {
		at := start + 2*atOnce*float64(i)
		h.touchAt(touchStart, at, &input.TouchPoint{X: px, Y: py})
		h.touchAt(touchEnd, at+atOnce)
	}
}

func (h hand) tool(name string) {
	h.Helper()
	eval[any](h.tab, fmt.Sprintf(`document.querySelector("#fit [data-hand=%s]").click()`, name))
}

// holds waits until the figure has been drawn with these points, give or take
// what lies within a pixel, and the field, the handles and the table have them
// too, and nothing more is asked for.
func (h hand) holds(points string) {
	h.Helper()
	h.until(fmt.Sprintf(`document.querySelector("#fit .panels") !== null && (() => {
		const drawn = new URLSearchParams(document.querySelector("#fit .panels").dataset.query).get("points"),
			field = document.getElementById("fit-points").value;
		const list = (text) => text === "none" ? [] : text.split(";").map((p) => p.split(",").map(Number));
		const want = list(%q), got = list(field), handles = document.querySelectorAll("#fit .handle").length,
			rows = document.querySelectorAll("#fit .own tbody tr").length;
		const near = got.length === want.length && got.every((p, i) => p.length === want[i].length &&
			p.every((v, j) => Math.abs(v - want[i][j]) < 0.025));
		window.held = {drawn, field, handles, rows};
		return near && drawn === field && handles === want.length && rows === want.length;
	})() && document.querySelector(".htmx-request") === null && window.held`, points))
}

func TestBrowserOwnPointsByMouse(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	h.click(6, 0)
	h.holds("2,1;5,-1;8,1;6,0")
	frame := eval[string](h.tab, `document.querySelector("#fit svg.plot").dataset.y`)

	// A drag; the fit follows while it lasts, and the axes stay.
	h.mouse(pressed, 6, 0, 0)
	h.mouse(moved, 6.2, 0.5, 0)
	h.mouse(moved, 6.5, 1.5, 0)
	h.holds("2,1;5,-1;8,1;6.5,1.5")
	h.mouse(moved, 6.5, 2.8, 0) // outside: to the edge
	h.holds("2,1;5,-1;8,1;6.5,2")
	h.mouse(released, 6.5, 2.8, 0)
	shows(h.tab, `document.querySelector("#fit svg.plot").dataset.y`, frame)
	h.tool("undo")
	h.holds("2,1;5,-1;8,1;6,0")
	h.tool("undo")
	h.holds("2,1;5,-1;8,1")
	h.tool("redo")
	h.holds("2,1;5,-1;8,1;6,0")

	// Escape drops a drag.
	h.mouse(pressed, 5, -1, 0)
	h.mouse(moved, 4, 1.5, 0)
	h.holds("2,1;4,1.5;8,1;6,0")
	h.press(kb.Escape)
	h.holds("2,1;5,-1;8,1;6,0")
	h.mouse(released, 4, 1.5, 0)
	h.holds("2,1;5,-1;8,1;6,0")

	// Twice on a point removes it.
	h.clickTwice(2, 1)
	h.holds("5,-1;8,1;6,0")
	h.tool("clear")
	h.holds("none")
	h.until(`document.querySelector("#fit .message").textContent.includes("no points yet")`)
	h.look()
	h.click(3, 1)
	h.holds("3,1")
	h.tool("undo")
	h.tool("undo")
	h.holds("5,-1;8,1;6,0")
	h.until(`new URLSearchParams(location.search).get("fit.points") === document.getElementById("fit-points").value`)

	// What is on the page survives a reload, and so does its history; Back
	// brings it back from another page; the link opens the same.
	h.reload()
	h.holds("5,-1;8,1;6,0")
	h.tool("undo")
	h.holds("2,1;5,-1;8,1;6,0")
	h.until(`new URLSearchParams(location.search).get("fit.points") === document.getElementById("fit-points").value`)
	link := eval[string](h.tab, "location.pathname + location.search")
	h.visit("/")
	h.back()
	h.holds("2,1;5,-1;8,1;6,0")
	other := lay(t, open(t, sharedSite()), link)
	other.holds("2,1;5,-1;8,1;6,0")
}

func TestBrowserOwnPointsByTouch(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	p.phone()
	h := lay(t, p, ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	if size := eval[float64](p, `document.querySelector("#fit .handle").getBoundingClientRect().width`); size < 44 {
		t.Errorf("a finger has %g px to touch a point", size)
	}
	h.tap(5, 1.5, 1)
	h.until(`document.querySelectorAll("#fit .handle").length === 4 && ` +
		`document.getElementById("fit-points").value.split(";").length === 4`)
	added := eval[[]float64](p, `document.getElementById("fit-points").value.split(";").at(-1).split(",").map(Number)`)
	if math.Abs(added[0]-5) > 0.05 || math.Abs(added[1]-1.5) > 0.03 { // a pixel
		t.Errorf("a tap at (5, 1.5) put a point at %v", added)
	}
	h.tool("undo")
	h.holds("2,1;5,-1;8,1")

	// A swipe past a point leaves it.
	scroll := eval[float64](p, "scrollY")
	x, y := h.place(5, -1)
	p.drawUp(x, y)
	p.until(fmt.Sprintf("scrollY > %g", scroll+60))
	h.holds("2,1;5,-1;8,1")
	h.look()

	// A drag of one that was tapped does not scroll the page.
	h.tap(5, -1, 1)
	p.until(`document.activeElement === document.querySelectorAll("#fit .handle")[1]`)
	scroll = eval[float64](p, "scrollY")
	h.touch(touchStart, 5, -1)
	for i := range 8 {
		h.touch(touchMove, 5, -1+0.25*float64(i+1))
	}
	h.until(`document.getElementById("fit-points").value.split(";")[1] === "5,1"`)
	h.touch(touchEnd, 0, 0)
	h.holds("2,1;5,1;8,1")
	same(t, "where the page is scrolled to under a drag", eval[float64](p, "scrollY"), scroll)

	// A swipe that begins beside the points scrolls, and leaves them.
	h.touch(touchStart, 3.5, -1.2)
	for i := range 8 {
		h.touch(touchMove, 3.5, -1.2+0.3*float64(i+1))
	}
	h.touch(touchEnd, 0, 0)
	p.until(fmt.Sprintf("scrollY !== %g", scroll))
	h.holds("2,1;5,1;8,1")
	h.look()
	h.tap(2, 1, 2)
	h.holds("5,1;8,1")
}

func TestBrowserOwnPointsByKeyboard(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	// From the page's top, Tab leads to the first point.
	eval[any](h.tab, `document.querySelector("article.lesson a, article.lesson button, article.lesson input")?.focus()`)
	for range 60 {
		if eval[bool](h.tab, `document.activeElement.matches("#fit .handle")`) {
			break
		}
		h.press(kb.Tab)
	}
	focusIsOn := func(label string) {
		t.Helper()
		shows(h.tab, `document.activeElement.getAttribute("aria-label")`, label)
	}
	focusIsOn("Point 1: x 2, y 1")
	h.pressInOneGo(kb.ArrowRight, kb.ArrowUp)
	h.holds("2.1,1.04;5,-1;8,1")
	h.press("z", chromedp.ModifierCtrl) // a run of arrows is one move
	h.holds("2,1;5,-1;8,1")
	h.press("z", chromedp.ModifierCtrl|chromedp.ModifierShift)
	h.holds("2.1,1.04;5,-1;8,1")
	h.press("z", chromedp.ModifierCtrl)
	h.press("y", chromedp.ModifierCtrl)
	h.holds("2.1,1.04;5,-1;8,1")
	h.press(kb.ArrowDown, chromedp.ModifierShift)
	h.holds("2.1,0.64;5,-1;8,1")
	focusIsOn("Point 1: x 2.1, y 0.64")
	h.press(kb.Enter)
	h.holds("2.1,0.64;5,-1;8,1;5,0")
	focusIsOn("Point 4: x 5, y 0")
	h.press(kb.Delete)
	h.holds("2.1,0.64;5,-1;8,1")
	h.press(kb.Backspace)
	h.press(kb.Backspace)
	h.holds("2.1,0.64")
	h.press(kb.Delete)
	h.holds("none")
	shows(h.tab, `document.activeElement.dataset.hand`, "add")
	h.press(kb.Enter)
	h.holds("5,0")

	// Beyond the edge the axes make room.
	h.press(kb.ArrowUp, chromedp.ModifierShift)
	for range 6 {
		h.press(kb.ArrowUp, chromedp.ModifierShift)
	}
	h.until(`Number(document.querySelector("#fit svg.plot").dataset.y.split(" ")[1]) > 2`)
}

func TestBrowserTableOfPoints(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	h.tab.click("#fit .own summary")
	cell := func(row, column int, text string) {
		t.Helper()
		eval[any](h.tab,
			fmt.Sprintf(`(() => { `+
				`const c = document.querySelectorAll("#fit .own tbody tr")[%d].querySelectorAll("input")[%d]; `+
				`c.value = %q; c.dispatchEvent(new Event("change", {bubbles: true})); })()`, row, column, text))
	}
	cell(1, 0, "5,5")
	h.holds("2,1;5.5,-1;8,1")
	cell(2, 1, "−7") // outside: the axes make room
	h.holds("2,1;5.5,-1;8,-7")
	h.until(`Number(document.querySelector("#fit svg.plot").dataset.y.split(" ")[0]) <= -7`)
	cell(0, 0, "words")
	h.until(`document.querySelector("#fit .own tbody [aria-invalid=true]") !== null && ` +
		`document.getElementById("fit").querySelector(".own .remark").textContent.includes("words")`)
	h.holds("2,1;5.5,-1;8,-7")
	h.tab.click("#fit .own tbody tr:nth-child(1) button")
	h.holds("5.5,-1;8,-7")
	h.tool("add")
	h.until(`document.querySelectorAll("#fit .own tbody tr").length === 3`)
	h.tool("undo")
	h.holds("5.5,-1;8,-7")
}

// What is typed as text is cut before any figure asks for it, and the reader is
// told. Every answer of the server that is an error would fail the test.
func TestBrowserTooManyPointsAreCutBeforeTheyAreSent(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()),
		"/lessons/ridge?fit.data=points&fit.points=2,1;5,-1;8,1") // path is linked with fit
	h.holds("2,1;5,-1;8,1")
	h.tab.click("#fit .own summary")
	typed := func(text string) {
		t.Helper()
		h.focus("#fit-points")
		eval[any](h.tab, fmt.Sprintf(`document.getElementById("fit-points").value = %s`, text))
		h.press(" ") // by a key, so that the browser takes it for typed
	}
	sixty := strings.TrimSuffix(strings.Repeat("0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,0;8,0;9,0;", 6), ";")

	// Asked for while it is typed.
	typed(`Array.from({length: 10000}, (_, i) => i % 10 + ",0").join(";")`)
	eval[any](h.tab, `htmx.trigger("#fit-knobs", "submit")`)
	h.until(fmt.Sprintf(`new URLSearchParams(document.querySelector("#fit .panels").dataset.query).get("points") === `+
		`%q`, sixty))
	// Done with.
	h.press(kb.Tab)
	h.holds(sixty)
	h.until(`document.querySelector("#fit .own .remark").textContent === ` +
		`"10000 points were read; the first 60 are kept and 9940 left out."`)
	h.until(fmt.Sprintf(`new URLSearchParams(document.querySelector("#path .panels").dataset.query).get("points") === `+
		`%q`, sixty))
	h.tool("undo")
	h.holds("2,1;5,-1;8,1")

	// Few, and longer than an address holds: written shorter.
	typed(`Array.from({length: 60}, (_, i) => (i % 10) + "." + "25".padEnd(200, "0") + ",0").join(";")`)
	h.press(kb.Tab)
	h.holds(strings.ReplaceAll(sixty, ",0", ".25,0"))
	h.until(`document.querySelector("#fit .own .remark").textContent === "60 points were read."`)

	// Nothing but words: the points stay.
	typed(`"words;".repeat(5000)`)
	h.press(kb.Tab)
	h.holds(strings.ReplaceAll(sixty, ",0", ".25,0"))
	h.until(`document.querySelector("#fit .own .remark").textContent.startsWith("None of 5000 points could be read")`)
}

// A table pasted from a spreadsheet takes the place of the points, thinned where it is
// long; where nothing in it is a point, they stay, and the reader is told which line is none. How
// tables of other forms are read, TestBrowserTablesAreReadAlike says.
func TestBrowserATableIsPasted(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), ownPointsPage)
	h.holds("2,1;5,-1;8,1")
	h.tab.click("#fit .own summary")
	paste := func(text string) {
		t.Helper()
		eval[any](h.tab, fmt.Sprintf(`(() => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", %q);
			document.getElementById("fit-points").dispatchEvent(new ClipboardEvent("paste", {clipboardData,
				bubbles: true, cancelable: true}));
		})()`, text))
	}
	says := func(words string) {
		t.Helper()
		h.until(fmt.Sprintf(`document.querySelector("#fit .own .remark").textContent.includes(%q)`, words))
	}
	paste("time\tg\r\n1,5\t2\r\n3\t-1,25\r\n")
	h.holds("1.5,2;3,-1.25")
	says("2 rows were read, with decimal commas, without the head.")
	paste("month\tname\nJan\tFeb\n")
	says("yours stay as they were. Line 1, “month\tname”")
	h.holds("1.5,2;3,-1.25")
	paste("1;2\n3;x\n5;6")
	h.holds("1,2;5,6")
	says("Line 2, “3;x”")
	var rows strings.Builder
	for i := range 300 {
		fmt.Fprintf(&rows, "%d\t%d\n", i, i%7)
	}
	paste(rows.String())
	h.until(`document.querySelectorAll("#fit .own tbody tr").length === 60`)
	says("300 rows were read. 60 of them, evenly thinned, are kept")
	h.until(`document.getElementById("fit-points").value.startsWith("0,0;5,5;") && ` +
		`document.getElementById("fit-points").value.endsWith(";299,5")`)
	h.tool("undo")
	h.holds("1,2;5,6")
}

func TestBrowserStartFromTheseData(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), krrPage+"?fit.bandwidth=5")
	h.tab.click("#fit [data-hand=start]")
	h.until(`document.querySelectorAll("#fit .handle").length === 40 && ` +
		`document.getElementById("fit-bandwidth").value === "5"`)
	h.still()
	points := eval[string](h.tab, `document.getElementById("fit-points").value`)
	if !strings.HasPrefix(points, "2.4,0;") || !strings.HasSuffix(points, "57.6,10.7") || len(points) > 60*12 {
		t.Errorf("the points are %s", points)
	}
	h.until(`document.querySelector("#fit .own .remark").textContent === ` +
		`"40 of 133 points, evenly thinned, are now yours; 60 are the most there can be."`)
	h.until(`(() => { const b = document.querySelector("#fit svg.plot").getBoundingClientRect(); ` +
		`return b.top >= 0 && b.top < innerHeight / 2; })()`)
	for range 20 {
		h.tool("add")
	}
	h.until(`document.querySelectorAll("#fit .handle").length === 60`)
	h.still()
	h.tool("add")
	h.until(`document.querySelector("#fit .own .remark").textContent === ` +
		`"60 points are the most there can be: delete one first."`)
	h.back()
	h.until(`document.querySelector("#fit .panels").dataset.query === "bandwidth=5" && ` +
		`document.querySelectorAll("#fit .handle").length === 0`)
}

func TestBrowserOwnPointsWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), ownPointsPage)
	p.do(chromedp.WaitNotVisible(chromedp.CSS("#fit .own table")), chromedp.Click(chromedp.CSS("#fit .own summary")),
		chromedp.WaitNotVisible(chromedp.CSS("#fit .own table")), chromedp.SetValue(chromedp.CSS("#fit-points"),
			"1,1;2,2;x"), chromedp.Click(chromedp.CSS("#fit .knobs button[type=submit]")))
	p.sees(`#fit .panels[data-query="data=points&points=1,1;2,2"] svg.plot`, "#fit .notes")
}

// Points that crowd in a corner keep the window they were put down in, and a link
// carries it.
func TestBrowserTheAxesStayWhilePointsAreMoved(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), krrPage+"?fit.data=points&fit.points=none")
	h.click(2, 1)
	h.holds("2,1") // the first point brings the other pictures, and they take room
	h.click(2.5, 1.2)
	h.holds("2,1;2.5,1.2")
	h.click(3, 1)
	h.holds("2,1;2.5,1.2;3,1")
	const axes = `(({x, y}) => x + ", " + y)(document.querySelector("#fit svg.plot").dataset)`
	shows(h.tab, axes, "0 10 lin, -2 2 lin")
	h.until(`new URLSearchParams(location.search).get("fit.frame") === "0,10,-2,2"`)
	h.until(`new URLSearchParams(location.search).get("fit.points") === document.getElementById("fit-points").value`)
	link := eval[string](h.tab, "location.pathname + location.search")
	h = lay(t, open(t, sharedSite()), link)
	h.holds("2,1;2.5,1.2;3,1")
	shows(h.tab, axes, "0 10 lin, -2 2 lin") // opened by its link
}

// A figure that is linked with the one under the hand has its points and its axes,
// and without points it says so.
func TestBrowserLinkedFiguresHaveTheSamePoints(t *testing.T) {
	t.Parallel()
	h := lay(t, open(t, sharedSite()), "/lessons/ridge?fit.data=points&fit.points=4,1;5,-1;6,1")
	h.holds("4,1;5,-1;6,1")
	h.click(5.5, 0.5)
	agree := func(points string) {
		t.Helper()
		h.holds(points)
		h.until(`["points", ` +
			`"frame"].every((name) => new Set([...document.querySelectorAll("#fit .panels, #path .panels")].map((p) ` +
			`=> new URLSearchParams(p.dataset.query).get(name))).size === 1)`)
	}
	agree("4,1;5,-1;6,1;5.5,0.5")
	h.tool("clear")
	agree("none")
	h.until(`document.querySelector("#path .message").textContent.includes("no points") && ` +
		`document.querySelector("#path svg.plot") === null`)
	h.tool("add")
	h.until(`document.querySelector("#path svg.plot") !== null`)
}
