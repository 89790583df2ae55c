package site

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/sheets"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// sheetOf are the fields of a sheet of those exercises.
func sheetOf(variants string, items ...string) url.Values {
	return url.Values{"item": items, "points": {"2"}, "variants": {variants}, "title": {"Homework 1"}, "room": {"4"}}
}

// someItems are a number, an order and a choice.
var someItems = []string{"kernel-ridge-regression/twins", "ridge/order", "ridge/units"}

// postedForm sends a form, as a page of that site does.
func postedForm(s http.Handler, path string, fields url.Values, fetch string) *httptest.ResponseRecorder {
	return sendsTo(s, path, "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()), "Accept",
		"text/html", "Sec-Fetch-Site", fetch)
}

// madeSheet is where a sheet is, for students and for its teacher.
func madeSheet(tb testing.TB, s http.Handler, prefix string, fields url.Values) (students, teacher string) {
	tb.Helper()
	w := postedForm(s, prefix+"/sheets", fields, "same-origin")
	teacher = w.Header().Get("Location")
	students, _, ok := strings.Cut(teacher, "?key=")
	if w.Code != http.StatusSeeOther || !ok || !strings.HasPrefix(students, prefix+"/sheets/") {
		tb.Fatalf("a sheet is answered with %d, at %q: %.300s", w.Code, teacher, w.Body.String())
	}
	return students, teacher
}

// A sheet is made under a prefix, its pages are for those who have their addresses alone, and what is there for its
// teacher takes the key.
func TestSheetsHaveAKey(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	students, teacher := madeSheet(t, s, "/kernels", sheetOf("2", someItems...))
	key := strings.TrimPrefix(teacher, students)
	for path, contentType := range map[string]string{students: "text/html", students + "?variant=B": "text/html",
		teacher: "text/html", students + "/moodle.xml" + key: "application/xml",
		students + "/qti.zip" + key: "application/zip", students + "/sheet.csv" + key: "text/csv"} {
		w := get(t, s, path, plain)
		h := w.Header()
		if w.Code != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), contentType) ||
			h.Get("Cache-Control") != "private, no-store" || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d, %v", path, w.Code, h)
		}
		if contentType == "text/html" {
			parsed(t, path, w)
		}
	}
	other, _ := madeSheet(t, s, "/kernels", sheetOf("2", someItems...))
	for _, path := range []string{students + "?key=", students + "?key=x", students[:len(students)-1], students + "A",
		other + key, students + "?variant=C", students + "?variant=b", students + "?variant=AA",
		students + "/moodle.xml", students + "/qti.zip", students + "/sheet.csv", students + "/sheet.csv?key=x",
		students + "/table.csv" + key, "/kernels/sheets/x"} {
		if w := get(t, s, path, plain); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "Homework") {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	w := postedForm(s, "/kernels/sheets", sheetOf("1", someItems...), "cross-site")
	same(t, "another site makes a sheet", w.Code, http.StatusForbidden)
	answers(t, quietSiteUnder("/kernels"), http.StatusNotFound, students) // on another server
}

// A sheet with a date shows students nothing but that date until then; her key works, and the date cannot be altered
// without the sheet's being gone.
func TestSheetsAreSealedUntil(t *testing.T) {
	t.Parallel()
	s := quietSite()
	at := time.Now().Add(48 * time.Hour).UTC().Truncate(time.Minute)
	fields := sheetOf("2", someItems...)
	fields.Set("opens", at.Format("2006-01-02T15:04"))
	students, teacher := madeSheet(t, s, "", fields)
	key := strings.TrimPrefix(teacher, students)
	stamp := `datetime="` + at.Format(time.RFC3339) + `"`
	for _, variant := range []string{"", "?variant=B", "?variant=Z", "?opens=2001-01-01T00:00"} {
		w := get(t, s, students+variant, plain)
		said := articleOf(t, w.Body.String())
		if w.Code != http.StatusOK || !strings.Contains(said, stamp) || len(said) > 500 ||
			strings.Contains(w.Body.String(), "Homework") {
			t.Errorf("before it opens, %q: %d, %s", variant, w.Code, said)
		}
	}
	for path, want := range map[string]int{teacher: 200, students + "/moodle.xml" + key: 200,
		students + "/sheet.csv" + key: 200, students + "/sheet.csv": 404, students + "?key=x": 404} {
		answers(t, s, want, path)
	}
	contains(t, "the key, of when the sheet opens", textAt(t, s, teacher), stamp)
	for i := len("/sheets/"); i < len(students); i += 17 {
		letter := "A"
		if students[i] == 'A' {
			letter = "B"
		}
		altered := students[:i] + letter + students[i+1:]
		answers(t, s, http.StatusNotFound, altered)
	}
	fields.Set("opens", "2001-01-01T00:00")
	students, _ = madeSheet(t, s, "", fields)
	if w := get(t, s, students, plain); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Homework") {
		t.Errorf("after it has opened: %d", w.Code)
	}
}

// Servers that share a key open each other's sheets, and draw the same.
func TestSheetsOutliveTheServer(t *testing.T) {
	t.Parallel()
	c := Config{Key: bytes.Repeat([]byte{1}, sheets.KeySize)}
	a, b := quietSiteOf(c), quietSiteOf(c)
	students, teacher := madeSheet(t, a, "", sheetOf("3", someItems...))
	for _, path := range []string{students, teacher, students + "?variant=C"} {
		if got, want := get(t, b, path, plain), get(t, a, path, plain); got.Body.String() != want.Body.String() {
			t.Errorf("%s is another there", path)
		}
	}
	const passing = "This server was started without"
	omits(t, "a sheet that lasts", textAt(t, a, teacher), passing)
	s := quietSite()
	_, passes := madeSheet(t, s, "", sheetOf("1", someItems...))
	for _, path := range []string{"/sheets", passes} {
		contains(t, path+", of a sheet that will be lost", textAt(t, s, path), passing)
	}
	if _, err := New(Config{Key: []byte("short")}); err == nil {
		t.Error("a short key is taken")
	}
}

// solvedIn is whether a text has the solution of an exercise, which may begin otherwise for other numbers.
func solvedIn(text string, l *course.Lesson, id string) bool {
	for seed := range uint64(20) {
		if e, _, _ := l.Again(id, seed); e != nil && strings.Contains(text, firstWords(e.Solution)) {
			return true
		}
	}
	return false
}

// What students see says nothing of what is right, and the variants ask different things.
func TestSheetsGiveNothingAway(t *testing.T) {
	t.Parallel()
	s := quietSite()
	var items []string
	for _, l := range lessons.Contents.Open() {
		for _, b := range course.Must(l.Text()).Blocks {
			if e := b.Exercise; e != nil && !e.Predict && e.Goal == nil {
				items = append(items, l.Slug+"/"+e.ID)
			}
		}
	}
	attributes := regexp.MustCompile(`<(input|select|details|form)\b|data-right|class="(right|solved|hint|verdict)`)
	for from := 0; from < len(items); from += sheets.MaxItems {
		some := items[from:min(from+sheets.MaxItems, len(items))]
		students, teacher := madeSheet(t, s, "", sheetOf("2", some...))
		a := articleOf(t, textAt(t, s, students))
		b := articleOf(t, textAt(t, s, students+"?variant=B"))
		key := textAt(t, s, teacher)
		if strings.Contains(a+b, "key=") || strings.Contains(a, "Solution") || a == b {
			t.Error("a students’ page leads to the key, has a solution, or is that of another variant")
		}
		same(t, "what a students’ page has", attributes.FindString(a+b), "")
		for _, item := range some {
			slug, id, _ := strings.Cut(item, "/")
			l, _ := lessons.Contents.Lookup(slug)
			e, _, _ := l.OnSheet(id, 0, false)
			for _, secret := range secrets(e) {
				words := firstWords(secret)
				if strings.Contains(course.Plain(a+b), words) && !strings.Contains(course.Plain(e.Ask), words) {
					t.Errorf("%s: students read %q", item, words)
				}
			}
			if !solvedIn(course.Plain(key), l, id) {
				t.Errorf("%s: the key lacks its solution", item)
			}
		}
	}
}

// articleOf is what a page has of its own.
func articleOf(tb testing.TB, page string) string {
	_, rest, ok := strings.Cut(page, "<article")
	article, _, closed := strings.Cut(rest, "</article>")
	if !ok || !closed {
		tb.Fatalf("no article: %.200s", page)
	}
	return article
}

// secrets is all that an exercise says after an answer.
func secrets(e *course.Exercise) []string {
	list := append([]string{e.Solution, e.After}, e.Hints...)
	for _, c := range e.Choices {
		list = append(list, c.Why)
	}
	for _, step := range e.Steps {
		list = append(list, step.Why)
	}
	if e.Number != nil {
		for _, m := range e.Number.Misses {
			list = append(list, m.Why)
		}
	}
	var some []string
	for _, one := range list {
		if len(firstWords(one)) > 12 {
			some = append(some, one)
		}
	}
	return some
}

// firstWords are those of HTML before the first formula, in which numbers are drawn, and before the first number.
func firstWords(html string) string {
	before, _, _ := strings.Cut(html, "<math")
	before, _, _ = strings.Cut(before, "<a ")
	before = strings.TrimSpace(course.Plain(before))
	if i := strings.IndexAny(before, "0123456789"); i >= 0 {
		before = before[:i]
	}
	return strings.TrimSpace(before)
}

// What is wrong with a form is said above it, and nothing that was filled in is lost.
func TestSheetsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	s := quietSite()
	fields := sheetOf("9", "ridge/order", "ridge/six")
	fields.Set("title", `A "quoted" <title>`)
	fields.Set("points.ridge/order", "3.5")
	w := postedForm(s, "/sheets", fields, "same-origin")
	body := w.Body.String()
	if w.Code != http.StatusBadRequest || w.Header().Get("Location") != "" {
		t.Errorf("%d, %v", w.Code, w.Header())
	}
	parsed(t, "/sheets", w)
	contains(t, "the form", body, "goal in a figure, which paper cannot ask", "1 to 8 variants", `role="alert"`,
		`value="ridge/order" id="item-ridge-order" checked`, `value="3.5"`, `value="9"`,
		`value="A &#34;quoted&#34; &lt;title&gt;"`)
	for _, one := range []struct {
		body, kind string
		status     int
	}{
		{"", "application/x-www-form-urlencoded", http.StatusBadRequest},
		{"item=%zz", "application/x-www-form-urlencoded", http.StatusBadRequest},
		{`{"item": []}`, "application/json", http.StatusBadRequest},
		{"item=" + strings.Repeat("x", 200<<10), "application/x-www-form-urlencoded", http.StatusRequestEntityTooLarge},
		{strings.Repeat("item=ridge/order&", 3000), "application/x-www-form-urlencoded", http.StatusBadRequest},
	} {
		w := sendsTo(s, "/sheets", one.kind, strings.NewReader(one.body))
		same(t, fmt.Sprintf("%.30q", one.body), w.Code, one.status)
	}
	ticked := textAt(t, s, "/sheets?item=ridge/order&variants=3")
	if !strings.Contains(ticked, `id="item-ridge-order" checked`) || !strings.Contains(ticked, `value="3"`) {
		t.Error("an address does not tick its exercises")
	}
}

// The addresses of sheets are in no log. Pages lead to them, where there is no server too.
func TestSheetsAreNotLogged(t *testing.T) {
	t.Parallel()
	s := siteOf()
	for address, want := range map[string]string{"/sheets/secret?key=k&variant=B": "/sheets/…?key=%E2%80%A6&variant=B",
		"/sheets/secret/sheet.csv?key=k": "/sheets/…/sheet.csv?key=%E2%80%A6", "/sheets": "/sheets"} {
		same(t, address+" in the log", loggedBy(s, address), want)
	}
	for _, path := range []string{"/exercises", "/teach"} {
		for _, s := range []*Site{quietSite(), aloneSite()} {
			contains(t, path, textAt(t, s, path), `href="/sheets"`)
		}
	}
	contains(t, "what robots may not read", textAt(t, quietSite(), "/robots.txt"), "/sheets")
}

// aloneSite is the course of a browser, or of files for one.
func aloneSite() *Site {
	return course.Must(New(Config{Alone: true, Log: slog.New(slog.DiscardHandler)}))
}

// Where nothing can be sealed, a sheet is the query of its address: what the form sends leads to one that says all and
// no more, whose variants ask different things, and which has its solutions where that is asked for alone.
func TestPlainSheets(t *testing.T) {
	t.Parallel()
	s := aloneSite()
	form := get(t, s, "/sheets?item=ridge/order&variants=3", plain)
	if page := form.Body.String(); form.Code != http.StatusOK || !strings.Contains(page, `method="get"`) ||
		!strings.Contains(page, `id="item-ridge-order" checked`) || !strings.Contains(page, `name="seed"`) ||
		strings.Contains(page, `name="opens"`) || !strings.Contains(page, "Nothing is sealed") {
		t.Errorf("the form: %d", form.Code)
	}
	sent := sheetOf("2", someItems...)
	for name, value := range map[string]string{"points.ridge/order": "", "points.ridge/units": "3", "seed": "",
		"solutions": "1"} {
		sent.Set(name, value)
	}
	w := get(t, s, "/sheets?"+sent.Encode(), plain)
	key := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(key, "/sheets?") || strings.Contains(key, "points.") ||
		!regexp.MustCompile(`&seed=\d{4,9}&`).MatchString(key) {
		t.Fatalf("the form is answered with %d, at %q", w.Code, key)
	}
	students := strings.Replace(key, "&solutions=1", "", 1)
	asks := map[string]bool{}
	for path, keyed := range map[string]bool{key: true, students: false, students + "&variant=B": false} {
		w := get(t, s, path, plain)
		page := w.Body.String()
		has := strings.Contains(page, `class="right"`) && strings.Contains(page, "Nothing is sealed") &&
			strings.Contains(page, `/sheets/sheet.csv?`) && !strings.Contains(page, "moodle")
		if w.Code != http.StatusOK || has != keyed || strings.Contains(page, "Solution") != keyed {
			t.Errorf("%s: %d, with solutions: %t", path, w.Code, has)
		}
		parsed(t, path, w)
		if !keyed {
			asks[regexp.MustCompile(`(?s)id="n1".*?</section>`).FindString(page)] = true
		}
	}
	same(t, "different things that both variants ask", len(asks), 2)
	if again := textAt(t, aloneSite(), key); again != textAt(t, s, key) {
		t.Error("another copy draws others")
	}
	csv := get(t, s, strings.Replace(students, "/sheets?", "/sheets/sheet.csv?", 1), plain)
	if rows := strings.Count(csv.Body.String(), "\n"); csv.Code != http.StatusOK || rows != 7 {
		t.Errorf("the table: %d, %d rows", csv.Code, rows)
	}
	for path, status := range map[string]int{"/sheets?seed=7&item=ridge/order": 400, "/sheets?seed=1000": 400,
		students + "&variant=C": 404, "/sheets/sheet.csv": 400, "/sheets/x": 404} {
		answers(t, s, status, path)
	}
}
