//go:build !race

package site

import (
	"fmt"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// boxes is a site with two linked figures that each have a box, ticked as they open.
func boxes() *Site {
	build := func(f *course.Form) course.Draw {
		centred := f.Bool("centred", "centred", true)
		return showing(&course.Picture{Description: fmt.Sprintf("Centred: %t.", centred)})
	}
	l := &course.Lesson{
		Slug: "boxes", Title: "Boxes", Prose: "::: figure one :::\n\n::: figure two :::\n",
		Figures: []course.Figure{{Name: "one", Linked: "both", Build: build}, {Name: "two", Linked: "both",
			Own: "centred", Build: build}},
	}
	return siteOf(l)
}

// A box is ticked and unticked by its label and by a key; the address follows, and the
// box of a linked figure.
func TestBrowserBox(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(boxes()), "/lessons/boxes")
	p.click(`label[for="one-centred"]`)
	p.drawn("one", "centred=0")
	p.drawn("two", "centred=0")
	p.still()
	shows(p, `location.search`, "?one.centred=0&two.centred=0")
	shows(p, `document.activeElement.id`, "one-centred")
	shows(p, `document.querySelector("#one .description").textContent`, "Centred: false.")
	p.until(`document.querySelector("#one-status").textContent === "" && ` +
		`!document.querySelector("#two-centred").checked`)
	p.focus("#two-centred")
	p.press(" ")
	p.drawn("one", "")
	p.drawn("two", "")
	p.still()
	p.until(`document.querySelector("#one-centred").checked && document.querySelector("#two-centred").checked`)

	p.visit("/lessons/boxes?one.centred=0&one.lock=centred&two.hide=centred&two.centred=0")
	p.until(`document.querySelector("#one-centred").disabled && !document.querySelector("#one-centred").checked && ` +
		`document.querySelector("#two-centred").type === "hidden"`)
}

// Without scripts a box is sent with the form, and so is that it is not ticked.
func TestBrowserBoxWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, patient(boxes()), "/lessons/boxes")
	for _, query := range []string{"centred=0", ""} {
		p.click("#one-centred")
		p.click("#one .knobs button[type=submit]")
		p.sees(`#one .live:has([data-query="` + query + `"])`)
	}
}
