//go:build !race

package site

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// ordered is the order in which an exercise shows its steps, by their right places from 0.
func ordered(t *testing.T, slug, id string) []int {
	t.Helper()
	e, ok := textOf(t, slug).Exercise(id)
	if !ok || e.Steps == nil {
		t.Fatalf("%s/%s has no steps", slug, id)
	}
	return e.Order()
}

// Steps of a proof are moved by keys and by the mouse; the order goes to the server as it
// would without scripts, and comes back with the page.
func TestBrowserStepsAreMoved(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/ridge")
	order := ordered(t, "ridge", "order")
	// The first step goes to the end: once by keys, once by the mouse.
	const places = `[...document.querySelectorAll("#order-form select")].map((f) => f.value).join()`
	var start []string
	for i := range order {
		start = append(start, strconv.Itoa(i+1))
	}
	shows(p, places, strings.Join(start, ","))
	p.focus("#order .steps li:first-child .grab")
	p.press(kb.End)
	n := len(order)
	turned := strings.Join(append([]string{start[n-1]}, start[:n-1]...), ",")
	shows(p, places, turned)
	p.until(`document.activeElement.matches("#order .steps li:last-child .grab")`)
	shows(p, `document.querySelector("#order [role=status]").textContent`, fmt.Sprintf("Step %d of %d", n, n))
	p.press(kb.Home)
	shows(p, places, strings.Join(start, ","))

	x, y := p.middle("#order .steps li:first-child .grab")
	end := eval[float64](p, `document.querySelector("#order .steps li:last-child").getBoundingClientRect().bottom - 2`)
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		p.do(chromedp.MouseEvent(kind, x, y, func(e *input.DispatchMouseEventParams) {
			e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
		}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	for i := range 10 {
		mouse(input.DispatchMouseEventTypeMouseMoved, x, y+(end-y)*float64(i+1)/10)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, x, end)
	shows(p, places, turned)
	p.until(`document.querySelector("#order .held") === null`)
	p.clean(`document.querySelector("#order")`, "steps that are moved")

	// Into the right order, by keys; the page keeps it.
	sorted := `[...document.querySelectorAll("#order .steps li")]`
	eval[any](p, fmt.Sprintf(`%v.forEach((place, i) => {
		document.querySelectorAll("#order-form select")[i].value = place + 1; })`, canonical(t, order)))
	eval[any](p, `document.getElementById("order-form").requestSubmit()`)
	p.until(`document.querySelector("#order .said")?.dataset.right === "true"`)
	words := eval[string](p, sorted+`.map((li) => li.textContent).join("|")`)
	p.reload()
	p.until(`document.querySelector("#order .said")?.dataset.right === "true"`)
	shows(p, sorted+`.map((li) => li.textContent).join("|")`, words)
}

// The next hint is there once the one before it is open, and goes with it.
func TestBrowserHintsComeOneByOne(t *testing.T) {
	t.Parallel()
	const seen = `[...document.querySelectorAll("#twins .hint")].filter((h) => h.checkVisibility()).length`
	p := reader(t, krrPage)
	shows(p, seen, 1)
	p.click("#twins .hint summary")
	shows(p, seen, 2)
	p.click("#twins .hint:nth-of-type(2) summary")
	shows(p, `document.querySelectorAll("#twins .hint[open]").length`, 2)
	p.click("#twins .hint summary")
	shows(p, seen, 1)
}

// A sentence is kept in the browser, and three answers open beside it.
func TestBrowserExplain(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	if eval[bool](p, `document.querySelector("#explain details").open`) {
		t.Error("the answers are open before there is one to compare")
	}
	eval[any](p, `document.querySelector("#explain textarea").value = "  The <i>price</i> of a curve. "`)
	p.click("#explain button", `document.querySelector("#explain details").open`)
	shows(p, `[...document.querySelectorAll("#explain dl > div")].map((d) => d.className).join(" ")`, "good half wrong")
	p.clean(`document.querySelector("#explain")`, "a sentence and three")
	p.reload()
	shows(p, `document.querySelector("#explain textarea").value`, "The <i>price</i> of a curve.")
	same(t, "letters of a sentence", eval[int](p, `document.querySelector("#explain textarea").maxLength`),
		course.MaxExplained)
	p.visit("/my-work")
	shows(p, `document.querySelector("[data-slug=kernel-ridge-regression] blockquote").textContent`,
		"The <i>price</i> of a curve.")
}
