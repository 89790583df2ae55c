//go:build !race

package site

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/concept"
)

// answersTest presses a choice of each question, the right one or the one after it, and sends them.
func answersTest(p *tab, right bool) (given concept.Answers) {
	p.Helper()
	questions, err := concept.Questions()
	if err != nil {
		p.Fatal(err)
	}
	for q, e := range questions {
		for i, c := range e.Choices {
			if c.Right {
				given[q] = i
			}
		}
		if !right {
			given[q] = (given[q] + 1) % len(e.Choices)
		}
		p.click(fmt.Sprintf("[name='answer.%s'][value='%d']", e.ID, given[q]+1))
	}
	p.click(".concept form [type=submit]")
	return given
}

// A student answers alone before the course, is told nothing, and after it in a room, from the same browser; the
// teacher sees what her class has gained when five have.
func TestBrowserConcept(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "ridge")
	p, desk := open(t, l), open(t, l)
	p.phone()
	p.visit("/concept")
	p.clean("document", "the concept test")
	p.click(".concept form [type=submit]") // the browser wants all answers
	shows(p, `location.search`, "")
	first := answersTest(p, false)
	p.until(`location.search === "?before=` + first.String() + `" && !document.querySelector("[data-kept]").hidden`)
	shows(p, `document.querySelectorAll(".right, .why").length`, 0)
	p.clean("document", "between both times")

	p.visit(l.at + "/test")
	p.until(`!document.querySelector("[data-found]").hidden`)
	p.clean("document", "the concept test in a room")
	p.click("[data-again]")
	p.until(`document.querySelector("[name=before]")?.value === "` + first.String() + `"`)
	second := answersTest(p, true)
	p.until(`document.querySelectorAll(".told .right").length === 15`)
	shows(p, `location.search`, "?before="+first.String()+"&after="+second.String())
	p.clean("document", "both times")

	desk.visit(l.at + "?as=teacher#" + l.key)
	desk.until(`document.querySelector(".desk a[href$='/test']") !== null`)
	desk.click(".desk a[href$='/test']")
	desk.until(`document.querySelector("#gained b")?.textContent === "1"`)
	shows(desk, `document.querySelector("#gained table") === null`, true)
	for range rooms.MinPlot - 1 {
		seat, err := l.site.rooms.Join(t.Context(), t.Name(), l.code, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := l.site.rooms.Test(t.Context(), l.code, seat,
			rooms.Test{Before: first.String(), After: second.String()}); err != nil {
			t.Fatal(err)
		}
	}
	desk.until(`document.querySelectorAll("#gained tbody tr").length === 15`) // without a press
	shows(desk, `document.querySelector("#gained b").textContent`, "5")
	desk.clean("document", "what a class has gained")
	desk.do(chromedp.EmulateViewport(390, 844))
	shows(desk, `document.documentElement.scrollWidth <= innerWidth`, true)
}

// Without scripts the address keeps the first answers, and a form sends both times.
func TestBrowserConceptWithoutScripts(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "ridge")
	p := open(t, l)
	p.withoutScripts()
	p.visit(l.at + "/test")
	first := answersTest(p, true)
	p.sees(".concept .acts a[href$='before=" + first.String() + "&again=1']")
	p.click(".concept .acts a")
	p.sees(".items")
	answersTest(p, false)
	p.sees(".told .right")
	if n, err := l.site.rooms.Tested(t.Context(), l.code); n != 1 || err != nil {
		t.Errorf("%d have answered, %v", n, err)
	}
}

// What a room is sent of the test is read with care, and its table is for the key alone.
func TestConceptOverHTTP(t *testing.T) {
	l := teach(t, sharedSite(), "ridge")
	a := strings.Repeat("A", concept.Count)
	asks := func(method, path, kind, body, seat string, want int) *httptest.ResponseRecorder {
		t.Helper()
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.AddCookie(&http.Cookie{Name: "seat-" + l.code, Value: seat})
		w := httptest.NewRecorder()
		l.site.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s %s %.60s: %d, want %d", method, path, body, w.Code, want)
		}
		return w
	}
	const form, json = "application/x-www-form-urlencoded", "application/json"
	seat, err := l.site.rooms.Join(t.Context(), t.Name(), l.code, "")
	if err != nil {
		t.Fatal(err)
	}
	at := l.at + "/test"
	for body, kind := range map[string]string{
		`{"before": "` + a + `"}`: json, `{"before": "` + a + `", "after": "` + a[1:] + `H"}`: json, `{`: json,
		"before=" + a: form, "%zz": form, "answer.ridge=1": form + "; x",
	} {
		asks("POST", at, kind, body, seat, map[bool]int{true: 400, false: 200}[!strings.HasPrefix(body, "answer")])
	}
	asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, "none", 403)
	asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, seat, 204)
	asks("POST", at, form, "before="+a+"&after="+a, seat, 303)
	asks("GET", at+".csv", "", "", seat, 403)
	for range rooms.MinPlot - 1 {
		seat, err := l.site.rooms.Join(t.Context(), t.Name(), l.code, "")
		if err != nil {
			t.Fatal(err)
		}
		asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, seat, 204)
	}
	status, table := l.does("GET", "/test.csv", nil)
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if status != 200 || err != nil || len(rows) != 1+rooms.MinPlot || len(rows[0]) != 2+2*concept.Count {
		t.Errorf("%d, %v: the table is %s", status, err, table)
	}
	for _, query := range []string{"before=x", "before=" + a + "&again=1", "answer.ridge=99", "after=" + a,
		"before=" + a + "&after=" + a} {
		asks("GET", "/concept?"+query, "", "", "", 200)
	}
}
