//go:build !race

package site

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

// errataOf are the cards, which have no slip.
func errataOf(t *testing.T) []reference.Erratum {
	t.Helper()
	return course.Must(reference.Errata())
}

// The list leads to every card, of a lesson that there is, and none has a verdict before a vote.
func TestErrataPages(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	list := textAt(t, s, "/kernels/errata")
	for _, e := range errataOf(t) {
		address := "/kernels/errata/" + e.Slug
		contains(t, "the index", list, `href="`+address+`"`)
		if _, ok := find(parsed(t, address, get(t, s, address, plain)), "class", "said"); ok {
			t.Errorf("%s has a verdict before a vote", address)
		}
		if _, ok := s.course.Lookup(e.Home); !ok {
			t.Errorf("%s: there is no lesson %s", e.Slug, e.Home)
		}
	}
	answers(t, s, http.StatusNotFound, "/kernels/errata/nothing")
}

// find is the first element with that attribute.
func find(doc *html.Node, name, value string) (*html.Node, bool) {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && attr(n, name) == value {
			return n, true
		}
	}
	return nil, false
}

// The links of plans are to places under the numbers that lessons have. Where links lead, TestCrawl says.
func TestPlansNumberLessons(t *testing.T) {
	t.Parallel()
	s := quietSite()
	article, ok := find(parsed(t, "/teach/plans", get(t, s, "/teach/plans", plain)), "class", "lookup teaching plans")
	if !ok {
		t.Fatal("there are no plans")
	}
	links := elements(article, "a", "")
	for _, n := range links {
		address, _, _ := strings.Cut(attr(n, "href"), "#")
		l, lesson := s.course.Lookup(strings.TrimPrefix(address, "/lessons/"))
		if number, err := strconv.Atoi(n.FirstChild.Data); err == nil && (!lesson || l.Number != number) {
			t.Errorf("%s is no lesson %d", address, number)
		}
	}
	if len(links) < 150 {
		t.Errorf("%d links", len(links))
	}
}

func TestVotesAreJudgedByTheServer(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for _, e := range errataOf(t) {
		for i, c := range e.Vote.Choices {
			address := "/errata/" + e.Slug + "?answer=" + string(rune('1'+i))
			doc := parsed(t, address, get(t, s, address, plain))
			said, ok := find(doc, "class", "said")
			if !ok || (attr(said, "data-right") == "true") != c.Right {
				t.Errorf("%s: no verdict, or the wrong one", address)
			}
		}
		for _, nonsense := range []string{"0", "9", "-1", "x", "1e999", "<b>", strings.Repeat("1", 300)} {
			address := "/errata/" + e.Slug + "?answer=" + url.QueryEscape(nonsense)
			w := get(t, s, address, plain)
			same(t, fmt.Sprintf("%.60s", address), w.Code, http.StatusOK)
			if _, ok := find(parsed(t, address, w), "class", "said"); ok {
				t.Errorf("%.60s is judged", address)
			}
		}
	}
}

// What a card links to shows what the card says: each link opens a state without a note,
// and each of its parameters is of a figure.
func TestCardsOpenStates(t *testing.T) {
	t.Parallel()
	s := quietSite()
	shown := 0
	for _, e := range errataOf(t) {
		for _, part := range strings.Split(e.HTML, `href="`)[1:] {
			link, _, _ := strings.Cut(part, `"`)
			u := course.Must(url.Parse(html.UnescapeString(link)))
			slug, ok := strings.CutPrefix(u.Path, "/lessons/")
			l, open := s.course.Lookup(slug)
			if !ok || !open {
				t.Errorf("%s links to %s", e.Slug, link)
				continue
			}
			f, ok := l.Figure(u.Fragment)
			if !ok && u.RawQuery == "" {
				continue // a section, as every link's place is held by the crawl
			}
			if !ok {
				t.Errorf("%s: %s names no figure", e.Slug, link)
				continue
			}
			state := course.Sub(course.ParseQuery(u.RawQuery), f.Name, false)
			form, _ := f.At(state)
			if len(form.Notes) > 0 || len(state) != len(course.ParseQuery(u.RawQuery)) {
				t.Errorf("%s: %s leaves %v", e.Slug, link, form.Notes)
			}
			shown++
		}
	}
	if shown < 20 {
		t.Errorf("%d states are shown", shown)
	}
}

// A card that a figure of the course shows has its panel, in the colours of both themes, of the size that the page
// keeps free, and leads to the figure in that state.
func TestCardsHaveTheirPictures(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/k")
	list := textAt(t, s, "/k/errata")
	shown := 0
	for _, e := range errataOf(t) {
		address := "/k/errata/" + e.Slug + "/picture.svg"
		w := get(t, s, address, plain)
		if e.Panel == "" {
			same(t, e.Slug+", which has no picture", w.Code, http.StatusNotFound)
			continue
		}
		shown++
		if e.State == nil {
			t.Errorf("%s links to no figure", e.Slug)
			continue
		}
		svg, high := w.Body.String(), cmp.Or(e.High, 260)
		size := fmt.Sprintf(` width="340" height="%d"`, high)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" ||
			!strings.HasPrefix(svg, `<svg xmlns="http://www.w3.org/2000/svg"`+size) ||
			!strings.Contains(svg, ` id="`+e.Panel+`-title">`) ||
			!strings.Contains(svg, "@media(prefers-color-scheme:dark)") || strings.Contains(svg, "NaN") {
			t.Errorf("%s: %d, %s", address, w.Code, svg[:min(len(svg), 200)])
		}
		page := textAt(t, s, "/k/errata/"+e.Slug+"?answer=1")
		at := strings.Index(page, `src="`+address+`"`)
		if at < 0 || !strings.Contains(page[at:at+400], `loading="lazy"`+size) ||
			!strings.Contains(page[at-400:at], `href="/k`+html.EscapeString(e.State.URL())+`"`) {
			t.Errorf("%s does not lead to %s by its picture", e.Slug, e.State.URL())
		}
		omits(t, "the list, before there is a vote", list, address)
	}
	if shown < 19 {
		t.Errorf("%d cards have pictures", shown)
	}
}

// The picture of a card comes with the answer, as large as it is drawn, on a phone too. Each screen
// votes on a card of its own: a vote is kept, and shows the answer at once on the next visit.
func TestBrowserPicturesOfErrata(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	for card, s := range map[string]screen{"offset": {1440, 900, false}, "limits": {390, 844, true}} {
		p.on(s)
		p.visit("/errata/" + card)
		p.until(`document.querySelector(".picture img") !== null`)
		shows(p, `document.querySelector(".picture img").checkVisibility()`, false)
		p.click("[name=answer]")
		p.click("form [type=submit]", `document.querySelector(".verdict .said, .verdict p") !== null`)
		eval[any](p, `document.querySelector(".picture img").scrollIntoView()`)
		p.until(`document.querySelector(".picture img").naturalWidth === 340`)
		shows(p, `document.querySelector(".picture img").width`, 340)
		p.fits()
		p.clean("document", "a card with its picture")
	}
}

func TestNotationPage(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	for query, want := range map[string]struct {
		status int
		to     string
	}{
		"":                       {http.StatusOK, ""},
		"?bandwidth=0.5&n=80":    {http.StatusOK, ""},
		"?gamma=2":               {http.StatusSeeOther, "/kernels/notation?bandwidth=0.5"},
		"?gamma=0.5":             {http.StatusSeeOther, "/kernels/notation"},
		"?gamma=abc":             {http.StatusOK, ""},
		"?gamma=1e999":           {http.StatusOK, ""},
		"?lambda=1e-12&n=300":    {http.StatusOK, ""},
		"?bandwidth=100&n=300":   {http.StatusOK, ""},
		"?bandwidth=1e-320":      {http.StatusOK, ""},
		"?C=1e300&n=5":           {http.StatusOK, ""},
		"?n=oops&bandwidth=true": {http.StatusOK, ""},
	} {
		w := get(t, s, "/kernels/notation"+query, plain)
		if w.Code != want.status || w.Header().Get("Location") != want.to {
			t.Errorf("%s: %d to %q", query, w.Code, w.Header().Get("Location"))
		}
		if body := w.Body.String(); strings.Contains(body, "NaN") || strings.Contains(body, "missing-formula") {
			t.Errorf("%s: NaN, or a formula is missing", query)
		}
	}
	doc := parsed(t, "notation", get(t, s, "/kernels/notation?gamma=abc&bandwidth=0.5", plain))
	notes, _ := find(doc, "class", "notes")
	if len(notes.FirstChild.Data) == 0 || attr(notes, "hidden") != "" {
		t.Error("nonsense leaves no note")
	}
	for id, value := range map[string]string{"box-bandwidth": "0.5", "box-gamma": "2", "box-sigma-without": "0.707107",
		"box-lambda-sum": "0.4", "box-C": "1.25"} {
		if box, ok := find(doc, "id", id); !ok || attr(box, "value") != value {
			t.Errorf("%s is %s, want %s", id, attr(box, "value"), value)
		}
	}
}

// A script that moves a number has the state alone, in one answer whatever the number is
// called, and caches do not take it for the page.
func TestNotationMovesWithoutThePage(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	page := get(t, s, "/kernels/notation?bandwidth=0.5", plain)
	live := map[string]string{"HX-Request": "true", "Accept-Encoding": ""}
	for _, query := range []string{"?bandwidth=0.5", "?gamma=2"} {
		w := get(t, s, "/kernels/notation"+query, live)
		body := w.Body.String()
		if w.Code != http.StatusOK || !strings.HasPrefix(body, `<div id="notation" data-query="bandwidth=0.5">`) {
			t.Errorf("%s: %d, %.80q", query, w.Code, body)
		}
		if !strings.Contains(page.Body.String(), body) {
			t.Errorf("%s is not what the page has", query)
		}
		if len(body) > page.Body.Len()*2/3 {
			t.Errorf("%s: %d bytes of the page's %d", query, len(body), page.Body.Len())
		}
		if !slices.Contains(w.Header().Values("Vary"), "HX-Request") {
			t.Errorf("%s varies with %q", query, w.Header().Values("Vary"))
		}
	}
}

// The fit of the page is that of the lesson its link opens.
func TestNotationIsLesson12(t *testing.T) {
	t.Parallel()
	s := quietSite()
	state := reference.ReadNotation(url.Values{"gamma": {"0.3"}, "alpha": {"1.1"}, "n": {"50"}})
	_, curve, err := state.Fit(context.Background())
	noError(t, err)
	u := course.Must(url.Parse(state.InLesson()))
	query := strings.ReplaceAll(u.RawQuery, "fit.", "")
	answer := jsonAt[struct {
		Notes  []string
		Series struct{ Fit [][]float64 }
	}](t, s, u.Path+"/fit.json?"+query)
	if len(answer.Notes) > 0 || len(answer.Series.Fit) != len(curve.Xs) {
		t.Fatalf("notes %v, %d places, want %d", answer.Notes, len(answer.Series.Fit), len(curve.Xs))
	}
	for i, at := range answer.Series.Fit {
		if math.Abs(at[0]-curve.Xs[i]) > 1e-12 || math.Abs(at[1]-curve.Ys[i]) > 1e-9 {
			t.Fatalf("f(%v) = %v, in the lesson f(%v) = %v", curve.Xs[i], curve.Ys[i], at[0], at[1])
		}
	}
}

func TestBrowserErrata(t *testing.T) {
	t.Parallel()
	p := reader(t, "/errata/min")
	p.click(`#card input[value="1"]`)
	p.click(`#card button[type=submit]`, `document.querySelector("#card .said")?.dataset.right === "false"`)
	p.until(`document.activeElement.matches(".verdict")`)
	p.click(`#card input[value="2"]`)
	p.click(`#card button[type=submit]`, `document.querySelector("#card .said")?.dataset.right === "true"`)
	p.until(`document.querySelector("#card .first")?.textContent.includes("That holds")`)
	p.clean("document", "a card after a vote")
	p.visit("/errata/min") // what was voted comes back
	p.until(`document.querySelector("#card .said")?.dataset.right === "true"`)
	p.visit("/errata")
	p.until(`document.querySelector("[data-card=min] .so-far") !== null`)
	same(t, "cards that are voted on", eval[int](p, `document.querySelectorAll(".cards .so-far").length`), 1)
}

func TestBrowserErrataWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), "/errata/min?answer=2")
	p.sees(`#card .said[data-right="true"]`, `#card .mended`)
	p.visit("/notation?gamma=8")
	p.sees(`#box-bandwidth[value="0.25"]`, `#box-kernlab[value="8"]`, `.box button`)
}

func TestBrowserNotation(t *testing.T) {
	t.Parallel()
	p := reader(t, "/notation")
	const curve = `document.querySelector("#notation svg.plot").outerHTML`
	first := eval[string](p, curve)
	p.types("box-gamma", "2")
	shows(p, `document.getElementById("box-bandwidth").value`, "0.5")
	shows(p, `document.getElementById("box-kernlab").value`, "2")
	shows(p, `location.search`, "?bandwidth=0.5")
	moved := eval[string](p, curve)
	if moved == first {
		t.Error("the fit has not followed")
	}
	p.types("box-sigma", "0.5") // the same width by another name
	p.still()
	if eval[string](p, curve) != moved {
		t.Error("the fit has moved, and its width has not")
	}
	p.types("box-alpha", "words")
	p.until(`!document.querySelector("#notation .notes").hidden`)
	shows(p, `document.getElementById("box-lambda").value`, "0.01")
	p.types("box-C", "0.5")
	shows(p, `document.getElementById("box-lambda").value`, "0.025")
	p.until(`document.querySelector("#notation .notes").hidden`)
	p.focus(`input[data-base=bandwidth]`)
	p.press(kb.End)
	shows(p, `document.getElementById("box-nu").value`, "100")
	shows(p, `document.getElementById("box-gamma").value`, "5e-5")
	shows(p, `document.getElementById("box-C").value`, "0.5")
	shows(p, `location.search`, "?bandwidth=100&lambda=0.025")
	p.clean("document", "notation")
}

// The list of exercises has all of them, or those of a kind and a lecture; what is not known is said, and
// all are listed.
func TestExercisesAreListed(t *testing.T) {
	t.Parallel()
	s, all, byDifficulty := quietSite(), 0, 0
	for _, kind := range course.ExerciseKinds {
		doc := parsed(t, kind.Value, get(t, s, "/exercises?kind="+kind.Value, plain))
		all += listedExercises(doc)
	}
	for _, hard := range course.Difficulties {
		w := get(t, s, "/exercises?hard="+hard.Value, plain)
		named := strings.Count(w.Body.String(), ", "+hard.Label)
		n := listedExercises(parsed(t, hard.Label, w))
		if n < 20 || named < n {
			t.Errorf("%d exercises are %s, and %d are called so", n, hard.Label, named)
		}
		byDifficulty += n
	}
	whole := parsed(t, "/exercises", get(t, s, "/exercises", plain))
	if n := listedExercises(whole); n != all || n != byDifficulty || n < 90 {
		t.Errorf("%d exercises, %d of all kinds, %d of all difficulties", n, all, byDifficulty)
	}
	if n := listedExercises(parsed(t, "one lecture", get(t, s, "/exercises?lecture=002", plain))); n == 0 || n >= all {
		t.Errorf("%d exercises on a lecture", n)
	}
	w := get(t, s, "/exercises?kind=%00&lecture=%F0&hard=4", plain)
	if doc := parsed(t, "nonsense", w); w.Code != http.StatusOK || listedExercises(doc) != all {
		t.Errorf("nonsense: %d", w.Code)
	}
}

// listedExercises counts the exercises on the page of all.
func listedExercises(doc *html.Node) (n int) {
	article, ok := find(doc, "class", "lookup exercises")
	if !ok {
		return -1
	}
	for d := range article.Descendants() {
		if d.Type == html.ElementNode && d.Data == "dt" {
			n++
		}
	}
	return n
}
