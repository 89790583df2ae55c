//go:build !race

package site

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// What a lesson marks as a term has an entry at its id, which a browser keeps for a while;
// a name of others leads to the same.
func TestTermsOfLessonsAreServed(t *testing.T) {
	t.Parallel()
	s := quietSite()
	marked := 0
	for _, l := range lessons.Contents.Finished() {
		text := course.Must(l.Text())
		for _, term := range text.Terms() {
			marked++
			w := get(t, s, "/glossary/"+strings.TrimPrefix(term.ID, "term-"), plain)
			body := w.Body.String()
			if w.Code != http.StatusOK || len(body) > 6000 || strings.Contains(body, "<html") ||
				!strings.Contains(w.Header().Get("Cache-Control"), "max-age") {
				t.Errorf("%s, %s: %d, %d bytes, %s", l.Slug, term.ID, w.Code, len(body),
					w.Header().Get("Cache-Control"))
			}
		}
	}
	if marked < 60 {
		t.Errorf("the lessons mark %d terms only", marked)
	}
	if a, b := get(t, s, "/glossary/sigest", plain), get(t, s, "/glossary/bandwidth", plain); a.Body.String() !=
		b.Body.String() {
		t.Error("sigest and bandwidth have two entries")
	}
	answers(t, s, http.StatusNotFound, "/glossary/nothing")
}

// A term's entry comes to the focus and to a finger; Escape and the keys of a button close it.
func TestBrowserTerms(t *testing.T) {
	t.Parallel()
	const page, term = "/lessons/ridge", "#term-ridge-regression"
	const open1 = `document.querySelector(".gloss:popover-open")?.textContent.includes("Least squares with a price")`
	const shut = `!document.querySelector(".gloss:popover-open") && ` +
		`!document.querySelector("strong[aria-expanded=true]")`
	p := reader(t, page)
	p.until(`document.querySelector("` + term + `").tabIndex === 0`)
	p.focus(term)
	p.until(open1)
	p.clean(`".gloss"`, "an entry")
	p.leads(kb.Tab, `document.activeElement.textContent === "In the glossary"`)
	p.leads(kb.Escape, shut+` && document.activeElement.matches("`+term+`")`)
	p.leads(kb.Enter, open1)
	p.leads(kb.Enter, shut)
	p.leads(" ", open1)
	p.leads(kb.Escape, shut)
	p.visit(page)
	p.until(`document.querySelector("` + term + `").tabIndex === 0`)
	p.hover(term) // rests there, and the focus is elsewhere
	p.until(open1)
	if eval[bool](p, `document.activeElement.matches(".gloss, .gloss *")`) {
		t.Error("an entry that came to the mouse has taken the focus")
	}
	p.hover(".gloss .named") // which can be reached
	p.until(open1)
	p.do(chromedp.MouseEvent("mouseMoved", 5, 300))
	p.until(shut)
	p.phone()
	p.visit(page)
	p.until(`document.querySelector("` + term + `").tabIndex === 0`)
	p.fingertip(term)
	p.until(open1)
	p.until(`(() => { const b = document.querySelector(".gloss").getBoundingClientRect();
		return b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight; })()`)
}
