//go:build !race

package site

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gramophone-course/gramophone/cmd/web/lookup"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// readersQuestions are as readers ask them, each with the places that answer it.
func readersQuestions() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(string(course.Must(os.ReadFile("testdata/questions.txt")))) {
		if question, places, ok := strings.Cut(strings.TrimSpace(line), " => "); ok {
			all[question] = strings.Fields(places)
		}
	}
	return all
}

// at is where an address leads, without the state of a figure: "bandwidth#fit".
func at(address string) string {
	page, anchor, ok := strings.Cut(address, "#")
	page, _, _ = strings.Cut(strings.TrimPrefix(page, "/lessons/"), "?")
	if !ok {
		return page
	}
	return page + "#" + anchor
}

// Of ten questions nine or more have what answers them among the first three places.
func TestQuestionsFindTheirPlaces(t *testing.T) {
	s, found, all := quietSite(), 0, readersQuestions()
	if len(all) < 40 {
		t.Fatalf("%d questions", len(all))
	}
	for question, places := range all {
		hits := jsonAt[[]lookup.Hit](t, s, "/search.json?q="+url.QueryEscape(question))
		first := hits[:min(3, len(hits))]
		if slices.ContainsFunc(first, func(h lookup.Hit) bool { return slices.Contains(places, at(h.URL)) }) {
			found++
			continue
		}
		t.Logf("%q does not find %s: %q", question, places, first)
	}
	t.Logf("%d of %d questions", found, len(all))
	if 10*found < 9*len(all) {
		t.Errorf("only %d of %d questions find their place", found, len(all))
	}
}

var ids = regexp.MustCompile(`\bid="([^"]+)"`)

// Whatever is found is there: its page, and on it its place, which no other has.
func TestEveryEntryIsOnItsPage(t *testing.T) {
	all, err := lookup.Entries(lessons.Contents)
	if err != nil || len(all) < 400 {
		t.Fatalf("%d entries: %v", len(all), err)
	}
	s, pages := quietSite(), map[string]map[string]int{}
	for _, e := range all {
		page, anchor, _ := strings.Cut(e.URL, "#")
		page, _, _ = strings.Cut(page, "?")
		if pages[page] == nil {
			pages[page] = map[string]int{"": 1}
			for _, m := range ids.FindAllStringSubmatch(textAt(t, s, page), -1) {
				pages[page][m[1]]++
			}
		}
		same(t, fmt.Sprintf("%s %q: places that are %s", e.Kind, e.Title, e.URL), pages[page][anchor], 1)
		if strings.Contains(e.Title+e.Excerpt+e.Text, "777") {
			t.Errorf("%s %q shows a stand-in", e.Kind, e.Title)
		}
	}
}

func TestSearchPages(t *testing.T) {
	s := quietSiteUnder("/kernels")
	for query, want := range map[string]string{
		"":                                     "Try",
		"gamma":                                `href="/kernels/lessons/bandwidth`,
		"<script>alert(1)</script>":            "&lt;script&gt;",
		"qqqqqqqqqqqqqqqqqqqq":                 "Nothing here is called so",
		"logistic regression gradient descent": `value="logistic regression gradient descent"`, // whole
		strings.Repeat("gamma ", 99):           "bandwidth",
		"\x00\xff":                             "Search",
	} {
		address := "/kernels/search?q=" + url.QueryEscape(query)
		w := get(t, s, address, plain)
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%.40q: %d, without %s", query, w.Code, want)
		}
		parsed(t, address, w)
	}
	same(t, "nothing", textAt(t, s, "/kernels/search.json?q=qqqqqqqqqqqqqqqqqqqq"), "[]")
}

func TestBrowserSearch(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/ridge")
	// As a keyboard has it: what a key types, its event can keep from being typed.
	stroke := func(key, text string) {
		p.call("Input.dispatchKeyEvent", map[string]string{"type": "keyDown", "key": key, "text": text})
		p.call("Input.dispatchKeyEvent", map[string]string{"type": "keyUp", "key": key})
	}
	stroke("/", "/")
	p.until(`document.activeElement.matches(".seek input[role=combobox]") && document.activeElement.value === ""`)
	p.leads("median heur", `document.querySelectorAll(".hits:not([hidden]) [role=option]").length > 0`)
	shows(p, `document.activeElement.getAttribute("aria-expanded")`, "true")
	p.clean(`document.querySelector(".bar")`, "a search")
	p.leads(kb.Escape, `document.querySelector(".hits").hidden && document.activeElement.value === "median heur"`)
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	p.press(kb.ArrowUp)
	p.until(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.ariaSelected ` +
		`=== "true"`)
	stroke("Enter", "\r")
	hits := jsonAt[[]lookup.Hit](t, sharedSite(), "/search.json?q=median+heur")
	p.until(`location.href.endsWith("` + hits[0].URL + `")`)
	p.until(`Math.abs(document.querySelector(location.hash).getBoundingClientRect().top) < innerHeight`)
	p.visit("/lessons/ridge")
	p.focus("#fit-lambda")
	p.press("/") // typed, and no key
	shows(p, `document.activeElement.id`, "fit-lambda")
}

// Where the bar has no room for a field, its link opens one over the bar: by a finger, by Enter
// and by the key. Escape closes the list, and then the field.
func TestBrowserSearchWhereThereIsNoRoom(t *testing.T) {
	t.Parallel()
	const open1 = `document.activeElement.matches(".bar.seeking .seek input") && ` +
		`document.querySelector(".seek").getBoundingClientRect().width > 0.8 * innerWidth`
	const shut = `!document.querySelector(".bar.seeking") && document.activeElement.matches(".look")`
	for _, page := range []string{"/lessons/kernel-pca", "/glossary", "/"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			p := reader(t, page)
			for _, width := range []int64{320, 390, 834, 1024} {
				p.do(chromedp.EmulateViewport(width, 800))
				p.until(fmt.Sprintf(`innerWidth === %d`, width))
				if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > int(width) {
					t.Errorf("%s is %d px wide at %d", page, wide, width)
				}
				if !eval[bool](p, `(({ width, height, left, right }) => width >= 44 && height >= 44 && left >= 0 &&
					right <= innerWidth)(document.querySelector(".look").getBoundingClientRect())`) {
					t.Errorf("%s: the link is small, or beside the page", page)
				}
			}
		})
	}
	for _, width := range []int64{320, 1024} {
		t.Run(strconv.FormatInt(width, 10), func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			p.do(chromedp.EmulateViewport(width, 800))
			p.visit("/lessons/ridge")
			p.focus(".look")
			p.leads(kb.Enter, open1)
			p.leads("push-through", `document.querySelector(".hits:not([hidden]) [role=option]") !== null`)
			p.until(`(({ left, right }) => left >= 0 && right <= innerWidth)(
				document.querySelector(".hits").getBoundingClientRect())`)
			p.clean(`document.querySelector(".bar")`, "a search where there is no room")
			p.leads(kb.Escape, `document.querySelector(".hits").hidden && `+open1)
			p.leads(kb.Escape, shut)
			p.do(chromedp.KeyEvent("/"))
			p.until(open1)
			p.leads(kb.Tab, `!document.querySelector(".bar.seeking")`)
			p.click(".look", open1)
			p.press(kb.ArrowDown)
			p.leads(kb.Enter, `!location.pathname.endsWith("/ridge") || location.hash !== ""`)
		})
	}
}

func TestBrowserSearchWithoutScripts(t *testing.T) {
	t.Parallel()
	p := plainly(t, sharedSite(), "/search")
	p.do(chromedp.SetValue(chromedp.CSS(`main input[name=q]`), "Nystroem"),
		chromedp.Click(chromedp.CSS(`main form button`)))
	p.sees(`main a[href^="/lessons/large-n"]`)
	p.do(chromedp.EmulateViewport(390, 800))
	p.visit("/lessons/ridge")
	p.do(chromedp.Click(chromedp.CSS(".look")))
	p.sees(`main form button`)
}
