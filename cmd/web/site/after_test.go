//go:build !race

package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// asking serves a lesson with a prediction, and words after it that answer it.
func asking() *Site {
	fit := course.Figure{Name: "fit", Title: "Wider", Goal: "None.", Build: func(f *course.Form) course.Draw {
		width := f.Float("width", "width", 1, 0, 3)
		tree := plots.Tree{Root: plots.Node{Label: fmt.Sprint(width)}}
		return showing(&course.Picture{Description: fmt.Sprintf("It is %v wide.", width),
			Columns: [][]plots.Panel{{{ID: "fit-tree", Title: "Tree", Width: 400, Height: 200, Plot: tree}}}})
	}}
	long := strings.Repeat("The second is as tall as the first, and so on for all of the others that there are. ", 3)
	prose := "::: figure fit :::\n\nBefore anything is asked.\n\n" +
		"::: predict taller\nDoes it grow?\nveil fit/width\n- [ ] no\n  : Look again.\n- [x] yes\n  : It does.\n? " +
		"Look.\n! Yes.\n:::\n\n" +
		"::: after taller\nIt grows by a half. [Here it has](?fit.width=2).\n\n" + long + "\n:::\n\nLast words.\n"
	return siteOf(&course.Lesson{Slug: "asking", Title: "Asking", Prose: prose, Figures: []course.Figure{fit}})
}

// On the page, and on the screen that the projector shows.
const (
	words   = `[...document.querySelectorAll(".after:not([hidden] *) > :not(.veil)")]`
	veil    = `document.querySelector(".after:not([hidden] *) > .veil")`
	covered = words + `.every((e) => !e.checkVisibility()) && ` + veil + `.checkVisibility()`
	bared   = words + `.every((e) => e.checkVisibility()) && !` + veil + `.checkVisibility()`
	freed   = `document.querySelector("#fit .veil") === null`
)

// Words that answer a question are covered until there is an answer, and so they stay
// when the page is opened again.
func TestBrowserAfterAnAnswer(t *testing.T) {
	t.Parallel()
	s := patient(asking())
	p := visits(t, s, "/lessons/asking")
	p.until(covered + " && !(" + freed + ")")
	p.click(`#taller label:nth-of-type(1) input`) // a wrong one will do
	p.click(`#taller button[type=submit]`, bared+" && "+freed)
	p.reload()
	p.until(bared + ` && document.querySelector("#taller .said") !== null`)

	p = plainly(t, s, "/lessons/asking")
	p.sees(".after > p:not(.veil)")
	p.until(bared)
}

// So does an example that answers one, with its title and on the projector too.
func TestBrowserWorkedAfterAnAnswer(t *testing.T) {
	t.Parallel()
	l, _ := asking().course.Lookup("asking")
	l = l.Reread("", l.Prose+"\n::: worked after taller\nTwo is twice one.\n:::\n")
	p := visits(t, patient(siteOf(l)), "/lessons/asking")
	p.until(`document.querySelector(".worked.after > .veil").checkVisibility() && ` + covered)
	p.click(".worked.after > .veil button", bared)
	p.until(`document.querySelector(".worked.after h2").checkVisibility()`)

	p.visit(screenOf(t, l, "worked"))
	p.until(covered)
	p.leads("a", bared)
}

// screenOf is the address of the first screen of a kind.
func screenOf(t *testing.T, l *course.Lesson, kind string) string {
	t.Helper()
	i := slices.IndexFunc(course.Must(l.Text()).Screens(), func(s course.Screen) bool { return s.Kind == kind })
	if i < 0 {
		t.Fatal("no screen of ", kind)
	}
	return fmt.Sprintf("/lessons/%s?present=1&route=all&step=%d", l.Slug, i+1)
}

// Who does not want to guess sees the words at once, and the keyboard goes on from there.
func TestBrowserAfterIsAskedFor(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(asking()), "/lessons/asking", pocket)
	p.until(covered)
	p.fits()
	if low := eval[float64](p,
		`Math.min(...[...document.querySelectorAll(".after > .veil :is(a, button)")].map((e) => `+
			`e.getBoundingClientRect().height))`); low < 44 {
		t.Errorf("what a finger is to hit is %v px high", low)
	}
	p.click(".after > .veil button", bared+" && "+freed+` && document.activeElement.matches(".after")`)
	p.reload()
	p.until(bared + " && " + freed + ` && document.querySelector("#taller .said") === null`)
}

// On paper there is nothing of what is covered, and nothing of what covers it.
func TestBrowserAfterOnPaper(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(asking()), "/lessons/asking")
	p.until(covered)
	p.media("print")
	p.until(`matchMedia("print").matches && document.querySelector(".after").innerText.trim() === "" && ` +
		`document.body.innerText.includes("Last words")`)
	const listed = `[...document.querySelectorAll(".footnotes li")].filter((li) => ` +
		`li.checkVisibility()).length` // links
	shows(p, listed, 0)
	p.media("screen")
	p.click(".after > .veil button", bared)
	p.media("print")
	p.until(`matchMedia("print").matches && document.querySelector(".after").innerText.trim().startsWith("It ` +
		`grows by a half")`)
	shows(p, veil+`.checkVisibility()`, false)
	shows(p, listed, 1)
}

// On the projector the words are covered, whatever this browser has kept, until the
// teacher asks for them or for the answer; then they fit the screen.
func TestBrowserAfterOnTheProjector(t *testing.T) {
	t.Parallel()
	s := patient(asking())
	l, _ := s.course.Lookup("asking")
	after := screenOf(t, l, "after")
	p := visits(t, s, "/lessons/asking")
	p.click(".after > .veil button", bared)
	p.visit(after)
	p.until(covered + " && !(" + freed + ")")
	p.click(".screen:not([hidden]) .after > .veil a") // leads to the question
	p.until(`document.querySelector("#taller").checkVisibility()`)
	p.leads("a", `document.querySelector("#taller .said, #taller .right") !== null && `+freed)
	p.leads(kb.ArrowRight, bared)

	p.visit(after)
	p.until(covered)
	p.leads("a", bared+" && "+freed)
	p.until(`(() => { const s = document.querySelector(".screen:not([hidden])"); return s.scrollHeight <= ` +
		`s.clientHeight + 1; })()`)
	if eval[bool](p, `document.activeElement.matches(".after")`) {
		t.Error("on the projector there is a ring around the words")
	}
	p.press("a") // a second time does no harm
	p.until(bared)
	p.visit(after)
	p.until(covered)
	if size := eval[float64](p, `parseFloat(getComputedStyle(`+veil+`).fontSize)`); size < 20 {
		t.Errorf("what covers them is of %v px, too small for the last row", size)
	}
	p.click(".screen:not([hidden]) .after > .veil button", bared)
	p.press(kb.ArrowLeft) // the keys turn the page, as before
	p.until(`document.querySelector("#taller").checkVisibility()`)
}
