//go:build !race

package site

import (
	"net/url"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// An envelope is opened by two presses, of which the first says what is in it and spoils nothing; the letters of its
// picture are read, and all axes, the figure's own too, stay on the screen. A move closes it.
func TestBrowserEnvelopes(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	p := open(t, s)
	p.on(laptop)
	sealed := 0
	for l, f := range coursetest.Figures(s.course.Open()) {
		if f.Sealed == nil {
			continue
		}
		sealed++
		p.part(t, l.Slug+"/"+f.Name, func(t *testing.T) { p.opensEnvelope(t, l, f) })
	}
	if sealed < 8 {
		t.Errorf("%d figures have an envelope", sealed)
	}
}

func (p *tab) opensEnvelope(t *testing.T, l *course.Lesson, f *course.Figure) {
	needs := course.Must(url.ParseQuery(f.Sealed.Needs)).Encode()
	p.visit("/lessons/" + l.Slug + "/" + f.Name + "?" + needs)
	button := `#` + f.Name + ` label.envelope`
	p.click(button, `document.querySelector("`+button+`").dataset.armed.includes("Press again")`)
	shows(p, `document.querySelector(".unsealed") === null`, true)
	p.clean("document", "an envelope pressed once")
	p.click(button, `document.querySelector(".unsealed svg") !== null`)
	p.still()
	is := eval[struct{ Label, Lowest, Wide float64 }](p, `(() => {
		const sizes = [...document.querySelectorAll(".unsealed svg")].flatMap((plot) =>
			[...plot.querySelectorAll("text")].map((t) => parseFloat(getComputedStyle(t).fontSize)
				* plot.getBoundingClientRect().width / plot.viewBox.baseVal.width));
		const axes = [...document.querySelectorAll(".unsealed svg, .leads svg, .asides svg")].map((plot) =>
			plot.getBoundingClientRect().bottom + scrollY);
		return {
			Label: Math.min(...sizes), Lowest: Math.max(...axes),
			Wide: document.documentElement.scrollWidth - innerWidth,
		};
	})()`)
	t.Logf("%+v", is)
	if is.Label < 11.95 || is.Lowest > 900 || is.Wide > 0 {
		t.Errorf("the least letters have %.1f px, and the lowest picture ends at %.0f", is.Label, is.Lowest)
	}
	p.clean("document", "an open envelope")
	p.click(button, `document.querySelector(".unsealed") === null`)
}
