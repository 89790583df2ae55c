//go:build !race

package site

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// holes is a site with a figure of five places, of which three can be chosen.
func holes() *Site {
	build := func(f *course.Form) course.Draw {
		chosen := f.Sequence("holes", "holes", 5, 3, course.More)
		at := f.Int("at", "point i", 0, 0, 5, course.More, course.Every)
		p := &course.Picture{Description: fmt.Sprintf("Chosen: %v, at %d.", chosen, at)}
		v := plots.Scatter{X: plots.Axis{Label: "x", Max: 6}, Y: plots.Axis{Label: "y", Max: 2},
			Classes: []plots.Class{{Name: "places"}}}
		for i := 1; i <= 5; i++ {
			v.Classes[0].Points = append(v.Classes[0].Points, plots.Point{X: float64(i), Y: 1})
			if len(chosen) < 3 && !slices.Contains(chosen, i) {
				p.Choosable = append(p.Choosable, i)
			}
		}
		p.Columns = [][]plots.Panel{{{ID: "fit-map", Title: "Places", Width: course.Square, Height: 300, Plot: v}}}
		if len(p.Choosable) > 0 {
			p.Proposals = []course.Proposal{{Text: "the next", Add: p.Choosable[0]}}
		}
		return showing(p)
	}
	return siteOf(&course.Lesson{Slug: "holes", Title: "Holes", Prose: "::: figure fit :::\n",
		Figures: []course.Figure{{Name: "fit", Build: build}}})
}

// Choices are added by links, by a click on the picture and by a key, taken back one by
// one and all at once; the address keeps them in order, and Back returns.
func TestBrowserSequence(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(holes()), "/lessons/holes")
	p.click(`#fit [data-choose="1"]`)
	p.drawn("fit", "holes=1")
	p.still()
	h := hand{p, "fit-map"}
	h.look()
	h.click(4, 1)
	p.drawn("fit", "holes=1,4")
	p.still()
	shows(p, `location.search`, "?fit.holes=1,4")
	p.focus("#fit .walk")
	p.press(kb.ArrowRight)
	p.drawn("fit", "holes=1,4&at=1")
	p.press(kb.ArrowRight)
	p.drawn("fit", "holes=1,4&at=2")
	p.leads(kb.Enter, `document.querySelector("#fit .panels").dataset.query.startsWith("holes=1,4,2")`)
	p.until(`!document.querySelector("#fit [data-choose='1,4,2,3']")`) // three are the most
	p.click(`#fit [data-choose="1,4"]`)
	p.drawn("fit", "holes=1,4")
	p.still()
	p.click(`#fit [data-choose=""]`)
	p.drawn("fit", "")
	p.still()
	p.back()
	p.drawn("fit", "holes=1,4")
}

// Without scripts the links do the same.
func TestBrowserSequenceWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, patient(holes()), "/lessons/holes")
	for _, step := range []struct{ link, query string }{{"1", "holes=1"}, {"1,2", "holes=1,2"}, {"1", "holes=1"},
		{"", ""}} {
		p.click(`#fit [data-choose="` + step.link + `"]`)
		p.sees(`#fit .live:has([data-query="` + step.query + `"])`)
	}
}
