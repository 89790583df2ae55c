//go:build !race

package site

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
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
	noError(p, err)
	given = concept.Key()
	for q, e := range questions {
		if !right {
			given[q] = (given[q] + 1) % len(e.Choices)
		}
		p.click(fmt.Sprintf("[name='%s'][value='%d']", concept.Field(q), given[q]+1))
	}
	p.click(".asking [type=submit]")
	return given
}

// A student answers alone before the course, is told nothing, and after it in a room, from the same browser; the
// teacher sees what her class has gained when five have and she has closed the test.
func TestBrowserConcept(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "ridge")
	p, desk := open(t, l), open(t, l)
	p.phone()
	p.visit("/concept")
	p.clean("document", "the concept test")
	p.click(".asking [type=submit]") // the browser wants all answers
	shows(p, `location.search`, "")
	first := answersTest(p, false)
	p.until(`location.search === "?before=` + first.String() + `" && !document.querySelector("[data-kept]").hidden`)
	shows(p, `document.querySelectorAll(".right, .why").length`, 0)
	shows(p, `document.querySelector(".noted b").textContent`, first.Noted())
	p.clean("document", "between both times")

	p.visit(l.at + "/test")
	p.until(`!document.querySelector("[data-found]").hidden && document.querySelector("[data-first]").hidden`)
	p.clean("document", "the concept test in a room")
	p.click("[data-own]", `document.querySelector("[name=before]")?.value === "`+first.String()+`"`)
	second := answersTest(p, true)
	p.until(`document.querySelectorAll(".told .right").length === 15`)
	shows(p, `location.search`, "?before="+first.String()+"&after="+second.String())
	shows(p, `document.querySelector("[role=note]") !== null && !document.querySelector("[method=post]")`, true)
	p.clean("document", "both times")

	desk.visit(l.at + "?as=teacher#" + l.key)
	desk.until(`document.querySelector(".desk a[href$='/test']") !== null`)
	desk.click(".desk a[href$='/test']", `document.querySelector("#gained b")?.textContent === "1"`)
	shows(desk, `document.querySelector("#close").disabled`, true)
	for range rooms.MinPlot - 1 {
		l.tests(rooms.Test{Before: first.String(), After: second.String()})
	}
	desk.until(`!document.querySelector("#close").disabled`) // without a press
	shows(desk, `document.querySelector("#gained b").textContent`, "5")
	shows(desk, `document.querySelector("table") === null`, true)
	desk.clean("document", "who has answered")
	desk.click("#close", `document.querySelectorAll("#gained tbody tr").length === 15`)
	desk.clean("document", "what a class has gained")
	desk.do(chromedp.EmulateViewport(390, 844))
	desk.fits()
	tests, err := l.site.rooms.Tests(t.Context(), l.code, l.key)
	known := slices.DeleteFunc(tests, func(one rooms.Test) bool { return one.Days == nil })
	if err != nil || len(known) != 1 || *known[0].Days != 0 {
		t.Errorf("the days are known of %+v, %v", known, err)
	}
	p.visit(l.at + "/test?before=" + first.String() + "&again=1")
	shows(p, `document.querySelector("[role=alert]") !== null && !document.querySelector(".asking")`, true)
	p.clean("document", "a test that is closed")
}

// tests has another student send both times.
func (l *lectern) tests(test rooms.Test) {
	l.Helper()
	seat, err := l.site.rooms.Join(l.Context(), l.Name(), l.code, "")
	if err == nil {
		err = l.site.rooms.Test(l.Context(), l.code, seat, test)
	}
	noError(l, err)
}

// What a browser keeps of a first time is replaced when its reader wants it, and not by an address; letters that were
// noted do as well, and both times that were answered alone come to a room by its code, unless it is the teacher.
func TestBrowserConceptKeeps(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "ridge")
	p := visits(t, l, "/concept")
	own := answersTest(p, false)
	p.until(`!document.querySelector("[data-kept]").hidden`)
	const kept = `JSON.parse(localStorage.getItem("gramophone.concept")).before`
	other := concept.Key()
	p.visit("/concept?before=" + other.String())
	p.until(`!document.querySelector("[data-other]").hidden`)
	shows(p, kept, own.String())
	p.clean("document", "answers of somebody else")
	p.click("[data-take]", kept+` === "`+other.String()+`" && document.querySelector("[data-other]").hidden`)
	shows(p, `JSON.parse(localStorage.getItem("gramophone.concept")).at === null`, true)

	p.visit("/concept?before=" + other.String()[1:])
	p.sees("[role=alert]", "#noted")
	shows(p, `document.querySelector(".asking") === null`, true)
	p.clean("document", "answers that cannot be read")
	p.visit("/concept")
	p.until(`document.querySelector("[data-first]").hidden`)
	p.click("[data-anew]")
	p.click("[data-first] summary")
	p.clean("document", "a first time that is shown")
	p.types("noted", strings.ToLower(own.Noted()))
	p.click("[data-first] .noted [type=submit]")
	p.until(`document.querySelector("[name=before]")?.value === "` + own.String() + `"`)
	answersTest(p, true)
	p.sees(".told")
	p.click(".sending summary")
	p.clean("document", "both times alone")
	p.types("room", rooms.SpeakCode(l.code))
	p.click(".sending [type=submit]", `location.pathname === "`+l.at+`/test"`)
	p.click("[method=post] [type=submit]")
	p.sees("[role=note]")
	if n, _, err := l.site.rooms.Tested(t.Context(), l.code); n != 1 || err != nil {
		t.Errorf("%d have answered, %v", n, err)
	}
}

// Without scripts the address keeps the first answers, and a form sends both times.
func TestBrowserConceptWithoutScripts(t *testing.T) {
	t.Parallel()
	l := teach(t, sharedSite(), "ridge")
	p := plainly(t, l, l.at+"/test")
	first := answersTest(p, true)
	p.sees(".concept .acts a[href$='before=" + first.String() + "&again=1']")
	p.click(".concept .acts a[href$='again=1']")
	p.sees(".items")
	answersTest(p, false)
	p.sees(".told .right")
	if n, _, err := l.site.rooms.Tested(t.Context(), l.code); n != 1 || err != nil {
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
		same(t, fmt.Sprintf("%s %s %.60s", method, path, body), w.Code, want)
		return w
	}
	const form, json = "application/x-www-form-urlencoded", "application/json"
	seat, err := l.site.rooms.Join(t.Context(), t.Name(), l.code, "")
	noError(t, err)
	at := l.at + "/test"
	for body, kind := range map[string]string{
		`{"before": "` + a + `"}`: json, `{"before": "` + a + `", "after": "` + a[1:] + `H"}`: json, `{`: json,
		"before=" + a: form, "%zz": form, "q2=1": form + "; x",
		"before=" + a + "&after=" + a + "&days=-1":                   form,
		`{"before": "` + a + `", "after": "` + a + `", "days": 0.5}`: json,
	} {
		asks("POST", at, kind, body, seat, map[bool]int{true: 400, false: 200}[body != "q2=1"])
	}
	asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, "none", 403)
	asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, seat, 204)
	asks("POST", at, form, "before="+a+"&after="+a, seat, 303)
	asks("GET", at+".csv", "", "", seat, 403)
	asks("POST", at+"/close", form, "", seat, 403)
	if status, _ := l.does("POST", "/test", map[string]string{"before": a, "after": a}); status != 403 {
		t.Errorf("the teacher's own answers: %d", status)
	}
	for _, path := range []string{"/test.csv", "/test/close"} {
		status, said := l.does(map[bool]string{true: "GET", false: "POST"}[path == "/test.csv"], path, nil)
		if status != 409 || !strings.Contains(string(said), "five") {
			t.Errorf("%s of an open test: %d, %s", path, status, said)
		}
	}
	for range rooms.MinPlot - 1 {
		l.tests(rooms.Test{Before: a, After: a})
	}
	if status, said := l.does("POST", "/test/close", nil); status != 204 {
		t.Errorf("the test is closed: %d, %s", status, said)
	}
	late, err := l.site.rooms.Join(t.Context(), t.Name(), l.code, "")
	noError(t, err)
	asks("POST", at, json, `{"before": "`+a+`", "after": "`+a+`"}`, late, 409)
	asks("POST", at, form, "before="+a+"&after="+a, late, 303)
	w := asks("GET", at+"?before="+a+"&after="+a, "", "", late, 200)
	contains(t, "who comes too late", w.Body.String(), `role="alert"`)
	status, table := l.does("GET", "/test.csv", nil)
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if status != 200 || err != nil || len(rows) != 2+rooms.MinPlot || len(rows[0]) != 3+2*concept.Count ||
		rows[1][0] != "key" || strings.Join(rows[1][3:3+concept.Count], "") != concept.Key().String() {
		t.Errorf("%d, %v: the table is %s", status, err, table)
	}
	if _, again := l.does("GET", "/test.csv", nil); string(again) != string(table) {
		t.Error("the table changes")
	}
	asks("GET", "/concept?before="+a+"&after="+a+"&room=qc4%20mv", "", "", "", 303)
	for _, query := range []string{"before=x", "before=" + a + "&again=1", "q2=99", "after=" + a,
		"before=" + a + "&after=" + a} {
		asks("GET", "/concept?"+query, "", "", "", 200)
	}
}
