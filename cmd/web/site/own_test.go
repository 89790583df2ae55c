package site

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/cmd/web/tables"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// sendsTo sends a body to the server, with a header in pairs.
func sendsTo(s http.Handler, address, contentType string, body io.Reader, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", address, body)
	r.Header.Set("Content-Type", contentType)
	for i := 0; i < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// keeps has the server keep a table, and returns what it read.
func keeps(t testing.TB, s http.Handler, address, text string) tables.Report {
	t.Helper()
	w := sendsTo(s, address, "text/csv", strings.NewReader(text), "Accept", "application/json")
	r := decoded[tables.Report](t, w)
	if w.Code != http.StatusCreated || w.Header().Get("Location") != r.Address {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return r
}

const crashTable = "time (ms),pull (g)\n1,0.2\n2,0.9\n3,0.6\n4,-0.4\n5,-1\n6,-0.6\n7,0.5\n8,1.1\n"

func TestATableIsSentChosenFromShownAndDeleted(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/k")
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	_ = form.WriteField("text", "")
	file, _ := form.CreateFormFile("file", "C:\\mine\\crash.csv")
	_, _ = io.WriteString(file, crashTable)
	_ = form.Close()
	w := sendsTo(s, "/k/data", form.FormDataContentType(), &b, "Accept", "text/html", "Sec-Fetch-Site", "same-origin")
	page := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(page, "/k/data/") {
		t.Fatalf("%d to %q: %s", w.Code, page, w.Body)
	}
	w = get(t, s, page, plain)
	for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex",
		"Cache-Control": "private, no-store"} {
		same(t, name, w.Header().Get(name), want)
	}
	ref := own.Prefix + strings.TrimPrefix(page, "/k/data/")
	figure := "/k/lessons/kernel-ridge-regression/fit.json?data="
	contains(t, "the page", w.Body.String(), "<h1>crash.csv</h1>", "fit.data="+ref)
	typed := readJSON(t, s, figure+"points&points=1,0.2;2,0.9;3,0.6;4,-0.4;5,-1;6,-0.6;7,0.5;8,1.1")
	mine := readJSON(t, s, figure+ref+"-level")
	for name, v := range typed.Values {
		if got := mine.Values[name]; (got == nil) != (v == nil) || v != nil && *got != *v {
			t.Errorf("%s of the table and of the same points differ", name)
		}
	}
	if got := get(t, s, figure+ref, plain).Header(); got.Get("Cache-Control") != "private, no-cache" ||
		got.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("a figure with it has %v", got)
	}
	// Another choice of columns is at another address.
	w = get(t, s, page+"?choose=1&x=2&y=1&class=0&standardise=1", plain)
	if want := page + "-x2-y1-std#figures"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Errorf("%d to %q, want %q", w.Code, w.Header().Get("Location"), want)
	}
	if w = get(t, s, page+"?choose=1&x=1&y=1", plain); w.Code != http.StatusOK ||
		!strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("a choice that cannot be: %d", w.Code)
	}
	// The page's own form says no origin.
	w = sendsTo(s, page+"/delete", "application/x-www-form-urlencoded", nil, "Origin", "null")
	same(t, "deleting", w.Code, http.StatusSeeOther)
	answers(t, s, http.StatusNotFound, page) // it was deleted
}

// What was drawn of a table is kept, and is not served once the table is deleted: neither
// from the answers that are kept nor to a browser that has an old one.
func TestNothingOfADeletedTableIsServed(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data", "x,zebra\n1,123.25\n2,7\n3,8\n4,1\n5,2\n")
	ref := r.Data + "-level" // y as it was sent
	addresses := []string{"/lessons/bandwidth/fit.json?data=" + ref, "/lessons/bandwidth/fit?data=" + ref,
		"/lessons/bandwidth?fit.data=" + ref, "/lessons/bandwidth/fit.py?data=" + ref}
	tags := map[string]string{}
	marks := func(body string) bool { return strings.Contains(body, "123.25") || strings.Contains(body, "zebra") }
	for _, address := range addresses {
		for range 2 { // made, and from those that are kept
			w := get(t, s, address, plain)
			if tags[address] = w.Header().Get("ETag"); w.Code != http.StatusOK ||
				!marks(w.Body.String()) {
				t.Fatalf("%s: %d without the numbers of the table", address, w.Code)
			}
		}
	}
	if w := sendsTo(s, r.Address+"/delete", "text/plain", nil, "Accept", "application/json"); w.Code !=
		http.StatusNoContent {
		t.Fatal(w.Code)
	}
	for _, address := range addresses {
		w := get(t, s, address, map[string]string{"If-None-Match": tags[address], "Accept-Encoding": ""})
		if w.Code == http.StatusNotModified || marks(w.Body.String()) {
			t.Errorf("%s: %d, and shows what was deleted", address, w.Code)
		}
	}
	after := readJSON(t, s, addresses[0])
	if len(after.Notes) != 1 || len(after.Series["data"]) != 0 {
		t.Errorf("notes %q, %d data", after.Notes, len(after.Series["data"]))
	}
}

// long is a table of so many rows.
func long(rows int) string { return strings.Repeat("1,2\n", rows) }

const halfForm = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n1,2"

func TestTablesThatAreNone(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for name, tt := range map[string]struct {
		address, kind, body string
		header              []string
		want                int
	}{
		"nothing":        {"/data", "text/csv", " \n", nil, http.StatusUnprocessableEntity},
		"too large":      {"/data", "text/csv", long(own.MaxBytes/4 + 1), nil, http.StatusRequestEntityTooLarge},
		"too many rows":  {"/data", "text/csv", long(own.MaxRows + 1), nil, http.StatusRequestEntityTooLarge},
		"another type":   {"/data", "application/pdf", "x,y\n1,2\n", nil, http.StatusUnsupportedMediaType},
		"no type":        {"/data", "", "x,y\n1,2\n", nil, http.StatusUnsupportedMediaType},
		"half a form":    {"/data", "multipart/form-data; boundary=b", halfForm, nil, http.StatusBadRequest},
		"no such column": {"/data?y=z", "text/csv", "x,y\n1,2\n", nil, http.StatusUnprocessableEntity},
		"from another site": {"/data", "text/csv", "x,y\n1,2\n",
			[]string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
	} {
		for _, accept := range []string{"application/json", "text/html"} {
			w := sendsTo(s, tt.address, tt.kind, strings.NewReader(tt.body), append(tt.header, "Accept", accept)...)
			if w.Code != tt.want || w.Header().Get("Location") != "" {
				t.Errorf("%s: %d, want %d", name, w.Code, tt.want)
			}
			if kind := w.Header().Get("Content-Type"); tt.header == nil && accept == "application/json" &&
				kind != "application/problem+json" {
				t.Errorf("%s: %s", name, kind)
			}
		}
	}
	if tables, _, _ := s.tables.Held(); tables != 0 {
		t.Errorf("%d tables are kept", tables)
	}
}

// What may have been read otherwise than it was meant is said, in the report and on the page.
func TestWhatWasReadIsShown(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data", "day;height;share\n1/1/2020;1.000;5%\n2/1/2020;2.500;7%\n")
	height := r.Columns[1]
	if r.Doubt == "" || r.Columns[0].Hint == "" || r.Columns[0].Min != nil || r.Class != "" ||
		r.Columns[2].Unit != "%" || *height.Min != 1 || *height.Max != 2.5 {
		t.Errorf("%+v", r)
	}
	page := textAt(t, s, r.Address)
	contains(t, "the page", page, "data-doubt", "numbers from 1 to 2.5", "share (%)")
	play := regexp.MustCompile(`href="([^"]+)" data-playground`).FindStringSubmatch(page)
	if play == nil {
		t.Fatal("the page does not lead to the playground")
	}
	same(t, play[1], get(t, s, play[1], plain).Header().Get("Location"), "/playground/krr?data="+r.Data)
	if r = keeps(t, s, "/data?decimal=,", "x;y\n1.000;2\n2.500;3\n"); r.Doubt != "" || *r.Columns[0].Min != 1000 {
		t.Errorf("as its reader says: %+v", r)
	}
}

// What is written otherwise than separated values, or has more than them, is read, and that is said.
func TestOtherFormatsAreReadAndNoted(t *testing.T) {
	t.Parallel()
	s := quietSite()
	w := sendsTo(s, "/data?y=b&x=a,b", "application/json", strings.NewReader(`[{"a": 1, "b": 2}, {"a": 2, "b": 5}]`),
		"Accept", "application/json")
	r := decoded[tables.Report](t, w)
	if r.Format != own.JSON || len(r.X) != 1 || r.Y != "b" || len(r.Notes) != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	contains(t, "y that was taken out of x", textAt(t, s, w.Header().Get("Location")), "data-aside")
	r = keeps(t, s, "/data?dates=mdy", "# measured by hand\nday,pull\n-,g\n1/2/2020,1\n2/2/2020,2\n3/2/2020,4\n")
	page := textAt(t, s, r.Address)
	if len(r.Notes) != 2 || r.Columns[0].Unit != "days since 2020-01-02" || r.Columns[1].Unit != "g" ||
		*r.Columns[0].Max != 60 || strings.Count(page, "data-note") != 2 {
		t.Errorf("%+v", r)
	}
	if got := get(t, s, r.Address+"?choose=1&x=1&x=2&y=2&class=0", plain).Header().Get("Location"); !strings.HasSuffix(
		got, "?aside#figures") {
		t.Errorf("y among x leads to %s", got)
	}
}

func TestBadLinesAreReported(t *testing.T) {
	t.Parallel()
	s := quietSite()
	text := "a;b;kind\n1,5;2,5;x\n2;oops;y\n3;1;x\n4\n5;2;y\n6;3;x\n"
	r := keeps(t, s, "/data?name=mine", text)
	if r.Rows != 5 || r.BadLines != 2 || r.Bad[0].Line != 3 || r.Bad[0].Column != "b" || r.Bad[1].Line != 5 ||
		r.Used || r.Decimal != "," || r.Separator != ";" || r.Name != "mine" || r.Class != "kind" {
		t.Errorf("%+v", r)
	}
	figure := "/lessons/kernel-ridge-regression/fit.json?data="
	if d := readJSON(t, s, figure+r.Data); len(d.Notes) != 1 || len(d.Series["data"]) != 0 {
		t.Errorf("before the reader has said so: %q, %v", d.Notes, d.Series["data"])
	}
	r = keeps(t, s, "/data?good=1&x=b&y=a&class=0&level=1", text)
	if d := readJSON(t, s, figure+r.Data); !r.Used || len(d.Notes) != 0 || len(d.Series["data"]) != 4 {
		t.Errorf("%+v: %q, %v", r, d.Notes, d.Series["data"])
	}
}

// The address of a table is in no log: of the page, of a figure, of what breaks.
func TestTheAddressOfATableIsNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := course.Must(New(Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Prefix: "/k"}))
	id := strings.Repeat("abcdefghijklm", 2)
	for _, path := range []string{"/k/data/" + id, "/k/data/" + id + "-x1-y2", "/k/data/own-" + id,
		"/k/data/" + id + "/delete", "/k/lessons/bandwidth/fit?data=own-" + id + "&n=3",
		"/k/lessons/bandwidth?fit.data=own-" + id + "-x1", "/k/lessons/own-" + id} {
		omits(t, path+" in the log", loggedBy(s, path), id)
		get(t, s, path, plain)
	}
	s.sender.Answer("GET /", func(http.ResponseWriter, *http.Request) error { return fmt.Errorf("broken") }).ServeHTTP(
		httptest.NewRecorder(), httptest.NewRequest("GET", "/k/data/"+id+"?data=own-"+id, nil))
	if text := log.String(); strings.Contains(text, id) || !strings.Contains(text, "broken") {
		t.Error(text)
	}
}

func TestTablesOutliveARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := quietSiteOf(Config{Tables: dir})
	r := keeps(t, first, "/data", crashTable)
	second := quietSiteOf(Config{Tables: dir})
	address := "/lessons/bandwidth/fit.json?data=" + r.Data + "-level"
	if a, b := textAt(t, first, address), textAt(t, second, address); a != b ||
		!strings.Contains(a, "-0.4") {
		t.Error("another figure after a restart")
	}
}

// The programs of a figure with a table are those with the same numbers typed, which
// TestPrograms of each lesson runs: all but the line that names the state, and the grid
// that a curve is drawn on, which spans the table.
func TestProgramsOfATableHaveItsNumbers(t *testing.T) {
	t.Parallel()
	s := quietSite()
	grids := regexp.MustCompile(`(?m)^.*\bgrid\b.*(seq|linspace)\(.*\n`)
	line := keeps(t, s, "/data", crashTable).Data + "-level"
	plane := keeps(t, s, "/data", "a,b,kind\n0.5,1,no\n2,2,no\n1.5,-1,no\n1,2,yes\n-1,0,yes\n-1,1,yes\n").Data + "-raw"
	for _, tt := range []struct{ figure, mine, typed string }{
		{"kernel-ridge-regression/fit", line, "1,0.2;2,0.9;3,0.6;4,-0.4;5,-1;6,-0.6;7,0.5;8,1.1"},
		{"bandwidth/gram", line, "1,0.2;2,0.9;3,0.6;4,-0.4;5,-1;6,-0.6;7,0.5;8,1.1"},
		{"losses/svm", plane, "0.5,1,-1;2,2,-1;1.5,-1,-1;1,2,1;-1,0,1;-1,1,1"},
		{"kernel-pca/projection", plane, "0.5,1,-1;2,2,-1;1.5,-1,-1;1,2,1;-1,0,1;-1,1,1"},
	} {
		for _, lang := range course.Languages {
			program := func(query string) string {
				w := get(t, s, "/lessons/"+tt.figure+"."+lang.Ext+"?"+query, plain)
				_, rest, _ := strings.Cut(w.Body.String(), "\n")
				if w.Code != http.StatusOK || len(rest) < 200 || strings.Contains(w.Body.String(), tt.mine) {
					t.Fatalf("%s.%s?%s: %d %s", tt.figure, lang.Ext, query, w.Code, w.Body)
				}
				return grids.ReplaceAllString(rest, "")
			}
			if mine, typed := program("data="+tt.mine), program("data=points&points="+tt.typed); mine != typed {
				t.Errorf("%s.%s: %s", tt.figure, lang.Ext, cmp.Diff(typed, mine))
			}
		}
	}
}
