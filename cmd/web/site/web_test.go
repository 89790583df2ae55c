package site

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// plain asks without compression.
var plain = map[string]string{"Accept-Encoding": ""}

// noError ends the test at an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// same fails where a value is not the one that is wanted.
func same[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// contains fails where a text lacks one of some words.
func contains(t testing.TB, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s: without %q: %.300s", what, w, text)
		}
	}
}

// omits fails where a text has one of some words.
func omits(t testing.TB, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if at := strings.Index(text, w); at >= 0 {
			t.Errorf("%s: with %q: …%.300s", what, w, text[max(0, at-100):])
		}
	}
}

// textAt is what a site answers, without compression.
func textAt(t testing.TB, s http.Handler, address string) string {
	t.Helper()
	w := get(t, s, address, plain)
	return w.Body.String()
}

// jsonAt is the JSON that a site answers.
func jsonAt[T any](t testing.TB, s http.Handler, address string) T {
	t.Helper()
	return decoded[T](t, get(t, s, address, plain))
}

// decoded is the JSON of an answer.
func decoded[T any](t testing.TB, w *httptest.ResponseRecorder) (v T) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%d, %v: %.300s", w.Code, err, w.Body)
	}
	return v
}

// answers fails where a site answers an address with another status.
func answers(t testing.TB, s http.Handler, status int, addresses ...string) {
	t.Helper()
	for _, address := range addresses {
		same(t, address, get(t, s, address, plain).Code, status)
	}
}

// repeats tells that a text is what a reader typed, beside what is wrong with it.
func repeats(n *html.Node) bool {
	for a := range n.Ancestors() {
		if a.Type == html.ElementNode && strings.HasPrefix(attr(a, "class"), "slip") {
			return true
		}
	}
	return false
}

// parsed parses an answer and fails on what the Content-Security-Policy forbids
// or a reader must not see.
func parsed(t *testing.T, address string, w *httptest.ResponseRecorder) *html.Node {
	t.Helper()
	doc, err := html.Parse(w.Body)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && !repeats(n) {
			for _, bad := range []string{"NaN", "+Inf", "-Inf", "%!", "@templ", "@{", "missing-formula"} {
				if strings.Contains(n.Data, bad) && !strings.Contains(n.Data,
					"“") /* a note repeats what it could not read */ {
					t.Errorf("%s shows %q in %.80q", address, bad, n.Data)
				}
			}
		}
		if n.Type != html.ElementNode {
			continue
		}
		data := attr(n, "type") == "application/ld+json" // which no browser runs
		if n.Data == "style" || n.Data == "script" && attr(n, "src") == "" && !data {
			t.Errorf("%s has an inline %s", address, n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has %s=%q", address, a.Key, a.Val)
			}
			if a.Key == "d" && (strings.Contains(a.Val, "N") || strings.Contains(a.Val, "I")) {
				t.Errorf("%s has a path that is not finite: %.60q", address, a.Val)
			}
			if a.Key == "class" && a.Val == "missing-formula" {
				t.Errorf("%s lacks the MathML of a formula", address)
			}
		}
	}
	return doc
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// eachOne calls f for every figure of the course, with its controls.
func eachOne(f func(path string, l *course.Lesson, fig *course.Figure, controls []*course.Control)) {
	figuresOf(lessons.Contents.Open(), f)
}

// figuresOf calls f for every figure of some lessons, with its controls.
func figuresOf(some []*course.Lesson, f func(path string, l *course.Lesson, fig *course.Figure,
	controls []*course.Control)) {
	for l, fig := range coursetest.Figures(some) {
		form, _ := fig.At(nil)
		f("/lessons/"+l.Slug+"/"+fig.Name, l, fig, form.Controls)
	}
}

// lessonsAsked are those that are looked at.
func lessonsAsked() []*course.Lesson { return coursetest.Asked(lessons.Contents.Open()) }

// eachFigure tests every figure side by side.
func eachFigure(t *testing.T, f func(t *testing.T, path string, l *course.Lesson, fig *course.Figure,
	controls []*course.Control)) {
	eachOne(func(path string, l *course.Lesson, fig *course.Figure, controls []*course.Control) {
		t.Run(strings.TrimPrefix(path, "/lessons/"), func(t *testing.T) {
			t.Parallel()
			f(t, path, l, fig, controls)
		})
	})
}

var hostile = []string{"NaN", "1e999", "-1", "-1e999", "½", "10000", "0", "", "<script>alert(1)</script>", "0x1p-3",
	"1,2;NaN,3;x", strings.Repeat("9", 300), "\x00", "%"}

// Whatever an address has, and in whatever state, the answer is a picture: the ends of controls
// are asked of each lesson (coursetest.Check).
func TestEveryControlWithNonsense(t *testing.T) {
	s := patient(quietSite())
	eachFigure(t, func(t *testing.T, path string, _ *course.Lesson, _ *course.Figure, controls []*course.Control) {
		for _, v := range hostile {
			for _, base := range []string{"", "data=sine&", "data=points&", "kernel=polynomial&"} {
				all := url.Values{}
				for _, c := range controls {
					all.Set(c.Name, v)
				}
				address := path + "?" + base + all.Encode()
				w := get(t, s, address, map[string]string{"Accept-Encoding": "", "HX-Request": "true",
					"HX-Target": "div#x-live"})
				if w.Code != http.StatusOK {
					t.Errorf("%s: status %d", address, w.Code)
					continue
				}
				parsed(t, address, w)
			}
		}
	})
}

// TestFewRepeatedAndLevelPoints opens every figure on data that defeat a method
// or leave it nothing to do.
func TestFewRepeatedAndLevelPoints(t *testing.T) {
	s := quietSite()
	eachFigure(t, func(t *testing.T, path string, _ *course.Lesson, _ *course.Figure, _ []*course.Control) {
		for _, query := range []string{
			"points=none", "points=1,2", "points=1,0", "points=1,2;1,2;1,2", "points=0,5;1,5;2,5", "points=0,0;1,0",
			"points=1e6,1e6;-1e6,-1e6", "points=1,2&lambda=0", "points=1,1;1,2&lambda=0",
			"points=1,2&kernel=laplacian&bandwidth=0.01&lambda=1e-12", "points=1,2;2,1&bandwidth=100&lambda=1e-12",
		} {
			for _, ext := range []string{"", ".json", ".svg", ".png", ".pdf", ".csv"} {
				if (ext == ".png" || ext == ".pdf") && query != "points=none" {
					continue // slow, and drawn as the SVG is
				}
				address := path + ext + "?data=points&" + query
				w := get(t, s, address, plain)
				same(t, address, w.Code, http.StatusOK)
				if text := w.Body.String(); ext != ".png" && ext != ".pdf" && coursetest.NoNumber.MatchString(text) {
					t.Errorf("%s: a number that is none", address) // in packed bytes any letters may stand
				}
				if ext == "" {
					parsed(t, address, w)
				}
			}
		}
	})
}

// A jsonAnswer is a figure as .json gives it.
type jsonAnswer struct {
	Lesson, Figure, Description string
	Params                      map[string]any
	Notes                       []string
	Values                      map[string]*float64
	Certificate                 map[string]any
	Series                      map[string][]any
	Matrices                    map[string][][]*float64
	Envelope                    struct{ Sealed float64 }
	Seq                         string
}

// readJSON reads a figure.
func readJSON(t *testing.T, s *Site, address string) jsonAnswer {
	t.Helper()
	w := get(t, s, address, plain)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %d %s", address, w.Code, w.Header().Get("Content-Type"))
	}
	return decoded[jsonAnswer](t, w)
}

// has holds that an answer has what the contract names.
func (d jsonAnswer) has(t *testing.T, address string, values, series, matrices []string) {
	t.Helper()
	for _, v := range values {
		if d.Values[v] == nil {
			t.Errorf("%s has no value %s", address, v)
		}
	}
	for _, v := range series {
		if len(d.Series[v]) == 0 {
			t.Errorf("%s has no series %s", address, v)
		}
	}
	for _, v := range matrices {
		if len(d.Matrices[v]) == 0 {
			t.Errorf("%s has no matrix %s", address, v)
		}
	}
}

func TestJSONOfAFitIsTheContracts(t *testing.T) {
	s := quietSite()
	a := "/lessons/kernel-ridge-regression/fit.json?data=mcycle&kernel=gaussian&bandwidth=7.3&lambda=3e-4"
	d := readJSON(t, s, a)
	d.has(t, a, []string{"train_rmse", "loo_rmse", "degrees_of_freedom", "condition", "rkhs_norm"},
		[]string{"data", "fit", "alpha"}, []string{"gram"})
	if d.Lesson != "kernel-ridge-regression" || d.Figure != "fit" || d.Params["bandwidth"] != 7.3 ||
		d.Params["convention"] != "mean" || d.Description == "" {
		t.Errorf("%s: %+v", a, d.Params)
	}
	if d.Certificate["ok"] != true || d.Certificate["bound"] == nil || d.Certificate["residual"] == nil ||
		d.Certificate["primal_dual_gap"] == nil {
		t.Errorf("%s: certificate %v", a, d.Certificate)
	}
	if n := len(d.Matrices["gram"]); n != 133 || len(d.Series["alpha"]) != 133 {
		t.Errorf("%s: gram of %d, alpha of %d", a, n, len(d.Series["alpha"]))
	}
	if v := *d.Values["loo_rmse"]; math.Abs(v-23.03) > 0.02 {
		t.Errorf("the leave-one-out error near the optimum is %g", v)
	}
	sum := readJSON(t, s, a+"&convention=sum&seq=17")
	same(t, "seq", sum.Seq, "17")
	if got := readJSON(t, s, strings.Replace(a, "3e-4", "0.0399", 1)+
		"&convention=sum"); math.Abs(*got.Values["loo_rmse"]-*d.Values["loo_rmse"]) > 1e-9 {
		t.Errorf("λ of the sum 0.0399 = 133·3e-4 gives %g, want %g", *got.Values["loo_rmse"], *d.Values["loo_rmse"])
	}
}

func TestJSONOfGramAndMapIsTheContracts(t *testing.T) {
	s := quietSite()
	a := "/lessons/bandwidth/gram.json"
	d := readJSON(t, s, a)
	d.has(t, a, []string{"median_heuristic", "offdiagonal_mean", "distance_to_identity", "distance_to_ones"}, nil,
		[]string{"gram"})
	if v := *d.Values["median_heuristic"]; math.Abs(v-12.4) > 1e-9 {
		t.Errorf("the median of distances is %g", v)
	}
	a = "/lessons/bandwidth/map.json"
	d = readJSON(t, s, a)
	d.has(t, a, []string{"best_bandwidth", "best_lambda", "best_loo_rmse"}, []string{"bandwidths", "lambdas"},
		[]string{"loo_rmse"})
	if m := d.Matrices["loo_rmse"]; len(m) != len(d.Series["lambdas"]) || len(m[0]) != len(d.Series["bandwidths"]) {
		t.Errorf("the map is %d×%d", len(m), len(m[0]))
	}
}

func TestJSONOfNonsenseIsTheContracts(t *testing.T) {
	s := quietSite()
	a := "/lessons/kernel-ridge-regression/fit.json?bandwidth=1e9&lambda=oops&unknown=1"
	d := readJSON(t, s, a)
	want := []string{"bandwidth: 1e9 is above 100; using 100.", "lambda: “oops” is not a number; using 0.01."}
	if diff := cmp.Diff(want, d.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	a = "/lessons/kernel-ridge-regression/fit.json?lambda=0"
	d = readJSON(t, s, a)
	if d.Values["loo_rmse"] != nil || d.Values["condition"] != nil || !strings.Contains(d.Description, "singular") {
		t.Errorf("with λ = 0 and repeated times: values %v, description %q", d.Values, d.Description)
	}
	a = "/lessons/kernel-ridge-regression/fit.json?data=points&points=1,2;3,4;words;5,NaN"
	d = readJSON(t, s, a)
	if d.Params["points"] != "1,2;3,4" || len(d.Notes) != 1 {
		t.Errorf("points: %v, notes %q", d.Params["points"], d.Notes)
	}
}

func TestSameQuerySameBytes(t *testing.T) {
	eachFigure(t, func(t *testing.T, path string, l *course.Lesson, fig *course.Figure, _ []*course.Control) {
		opens, form := "", course.NewForm(nil)
		fig.Build(form)
		for _, c := range form.Controls {
			if c.Name == "kernel" {
				opens = "&kernel=" + url.QueryEscape(c.Value)
			}
		}
		site, other := quietSite(), quietSite()
		for ext := range figures.Forms {
			if (ext == "png" || ext == "pdf") && fig.Name != "fit" {
				continue // drawn as the svg is
			}
			first := get(t, site, path+"."+ext+"?data=sine&n=20", plain)
			again := get(t, other, path+"."+ext+"?n=20&data=sine&unknown=7"+opens, plain)
			if first.Code != http.StatusOK && !withoutCode(t, l, path, ext) || !bytes.Equal(first.Body.Bytes(),
				again.Body.Bytes()) {
				t.Errorf("%s.%s: %d, %d bytes, again %d bytes", path, ext, first.Code, first.Body.Len(),
					again.Body.Len())
			}
		}
	})
}

// withoutCode tells that a figure may offer no programs, since it has too few numbers for
// them to give, or is of a draft.
func withoutCode(t *testing.T, l *course.Lesson, path, ext string) bool {
	t.Helper()
	if ext != "ipynb" && !slices.ContainsFunc(course.Languages, func(l course.Language) bool { return l.Ext == ext }) {
		return false
	}
	n := 0
	for _, v := range jsonAt[jsonAnswer](t, quietSite(), path+".json").Values {
		if v != nil {
			n++
		}
	}
	return l.Draft || n < course.MinValues
}

// What is no page and no form of a figure is not there. That each form is, TestCrawl says; what is in them,
// TestTables, TestNotebooks and the programs of each lesson.
func TestNoSuchForm(t *testing.T) {
	s := sharedSite()
	missing := []string{"/lessons/nothing", krrPage + "/nothing", krrPage + "/fit.exe", krrPage + "/fit.",
		krrPage + "/fit.csv?series=nothing", krrPage + ".", krrPage + ".py", "/lessons/nothing.ipynb",
		"/static/css/course.css", "/lessons/../go.mod", krrPage + "/check/nothing"}
	for _, l := range lessons.Contents.Lessons() {
		if !l.Ready() {
			missing = append(missing, "/lessons/"+l.Slug)
		}
	}
	for _, address := range missing {
		if w := get(t, s, address, plain); w.Code != http.StatusNotFound && w.Code != http.StatusTemporaryRedirect &&
			w.Code != http.StatusMovedPermanently {
			t.Errorf("%s: %d", address, w.Code)
		}
	}
}

// TestCrawl follows every address of the course, from the contents on: whatever a
// page links, loads, sends a form to or has its scripts ask for. The course
// stands under a prefix, and an address that lacks it leads nowhere.
func TestCrawl(t *testing.T) {
	t.Parallel()
	const prefix = "/kernels"
	s := quietSiteUnder(prefix)
	rooted := regexp.MustCompile(`[a-z]*/(lessons|static|gallery)\b`) // in words and attributes, however they are used
	seen := map[string]map[string]bool{}                              // address → ids on that page
	var visit func(address, from string)
	visit = func(address, from string) {
		bare, _, _ := strings.Cut(address, "#")
		if _, done := seen[bare]; done || slow(bare) {
			return
		}
		seen[bare] = nil
		if page, _, state := strings.Cut(bare, "?"); state {
			lesson, _, _ := strings.Cut(strings.TrimPrefix(page, prefix+"/lessons/"), "/")
			if !coursetest.Asks(lesson) {
				return
			}
		}
		w := get(t, s, bare, plain)
		if w.Code == http.StatusSeeOther { // to the playground, in a figure's state
			visit(w.Header().Get("Location"), bare)
			return
		}
		if w.Code != http.StatusOK {
			t.Errorf("%s, linked from %s: %d", bare, from, w.Code)
			return
		}
		kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		base, _ := url.Parse(bare)
		if kind == "text/css" {
			for _, u := range cssURL.FindAllStringSubmatch(w.Body.String(), -1) {
				to, err := base.Parse(u[1])
				if err != nil {
					t.Errorf("%s: %s: %v", bare, u[0], err)
					continue
				}
				visit(to.String(), bare)
			}
		}
		if kind != "text/html" {
			return
		}
		for _, found := range rooted.FindAllString(w.Body.String(), -1) {
			if !strings.HasPrefix(found, "kernels/") {
				t.Errorf("%s names …%s… without the prefix", bare, found)
			}
		}
		doc := parsed(t, bare, w)
		ids, links := idsAndLinks(t, bare, base, doc, prefix)
		seen[bare] = ids
		if base.RawQuery != "" {
			// A preset: that it opens as it says, not where its links lead.
			for n := range doc.Descendants() {
				if attr(n, "class") == "notes" {
					t.Errorf("%s, linked from %s, leaves a note", bare, from)
				}
			}
			return
		}
		for _, l := range links {
			visit(l, bare)
		}
		for _, l := range links {
			page, id, ok := strings.Cut(l, "#")
			if ok && id != "" && seen[page] != nil && !seen[page][id] {
				t.Errorf("%s links to %s, which has no such place", bare, l)
			}
		}
	}
	visit(prefix+"/", "")
	if len(seen) < 60 {
		t.Errorf("the crawl found %d addresses only", len(seen))
	}
}

// idsAndLinks are the ids on a page, each of which it has once, and the addresses that it names,
// none of which leads out of the prefix.
func idsAndLinks(t *testing.T, bare string, base *url.URL, doc *html.Node, prefix string) (ids map[string]bool,
	links []string) {
	t.Helper()
	ids = map[string]bool{}
	for n := range doc.Descendants() {
		if id := attr(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("%s has the id %s twice", bare, id)
			}
			ids[id] = true
		}
		if attr(n, "rel") == "license" {
			continue // which is another's page, and for people to open
		}
		for _, key := range []string{"href", "src", "action", "hx-get", "hx-post", "data-path", "data-action"} {
			if v := attr(n, key); v != "" && !strings.HasPrefix(v, "data:") {
				u, err := base.Parse(v)
				if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, prefix+"/") {
					t.Errorf("%s: %s=%q leads away", bare, key, v)
					continue
				}
				links = append(links, u.String())
			}
		}
	}
	return ids, links
}

// slow reports whether an address is that of a PNG, which is drawn as the SVG is; a few stand for
// all of them.
func slow(address string) bool {
	figure, png := strings.CutSuffix(address, ".png")
	return png && !strings.HasSuffix(figure, "/fit")
}

var cssURL = regexp.MustCompile(`url\("([^"#][^":]*)"\)`) // no picture in a data: address

func TestHeaders(t *testing.T) {
	s := quietSite()
	for _, address := range []string{"/", krrPage, krrPage + "/fit", krrPage + "/fit.json", "/nothing"} {
		h := get(t, s, address, nil).Header()
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || !strings.Contains(csp,
			"frame-ancestors 'self'") {
			t.Errorf("%s: policy %q", address, csp)
		}
		for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy"} {
			if h.Get(name) == "" {
				t.Errorf("%s: no %s", address, name)
			}
		}
	}
	if csp := get(t, s, krrPage+"/fit?embed=1", nil).Header().Get("Content-Security-Policy"); strings.Contains(csp,
		"frame-ancestors") || !strings.Contains(csp, "default-src 'none'") {
		t.Errorf("an embedded figure may not be framed: %q", csp)
	}
	long := get(t, s, krrPage+"?fit.points="+strings.Repeat("1,2;", 9000), nil)
	same(t, "a query of 36 KB", long.Code, http.StatusRequestURITooLong)
	w := sendsTo(s, krrPage, "", strings.NewReader("x"))
	if w.Code != http.StatusMethodNotAllowed && w.Code != http.StatusNotFound {
		t.Errorf("POST to a lesson: %d", w.Code)
	}
}

// unpacked is the body of an answer, whatever its encoding.
func unpacked(t *testing.T, w *httptest.ResponseRecorder) []byte {
	t.Helper()
	var r io.Reader = w.Body
	var err error
	switch w.Header().Get("Content-Encoding") {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		r, err = gzip.NewReader(r)
	}
	noError(t, err)
	return course.Must(io.ReadAll(r))
}

func TestCompressionAndCaching(t *testing.T) {
	s := quietSite()
	want := textAt(t, s, krrPage)
	for accept, encoding := range map[string]string{"gzip, br": "br", "gzip, br;q=0": "gzip"} {
		w := get(t, s, krrPage, map[string]string{"Accept-Encoding": accept})
		if got := w.Header().Get("Content-Encoding"); got != encoding || string(unpacked(t, w)) != want {
			t.Errorf("another page in %q for %s", got, accept)
		}
	}
	asset := get(t, s, s.assets.URL("css/page.css"), nil)
	contains(t, "how an asset may be kept", asset.Header().Get("Cache-Control"), "immutable")
	// The page and its fragment have one address.
	fragment := get(t, s, krrPage+"/fit", map[string]string{"HX-Request": "true", "HX-Target": "div#fit-live",
		"Accept-Encoding": ""})
	whole := get(t, s, krrPage+"/fit", plain)
	if strings.Contains(fragment.Body.String(), "<html") || !strings.Contains(whole.Body.String(), "<html") {
		t.Error("the page and the fragment of a figure are confused")
	}
}

func TestACancelledRequestComputesNothing(t *testing.T) {
	s := quietSite()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", "/lessons/bandwidth/map.json?data=sine&n=300", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Body.Len() > 0 {
		t.Errorf("answered %d bytes to nobody", w.Body.Len())
	}
	answers(t, s, http.StatusOK, "/lessons/bandwidth/map.json?data=sine&n=20") // the next reader
}

func TestAPanicIsAnsweredAndLogged(t *testing.T) {
	var log bytes.Buffer
	s := course.Must(New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))}))
	h := s.sender.Answer("GET /broken", func(http.ResponseWriter, *http.Request) error { panic("engine: a bug") })
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/broken", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "a bug") {
		t.Errorf("answered %d, %.60q", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "engine: a bug") || !strings.Contains(log.String(), "stack=") {
		t.Errorf("logged %q", log.String())
	}
}

func TestWithoutScriptsTheServerJudgesAndRemembers(t *testing.T) {
	s := quietSite()
	page := textAt(t, s, krrPage+"?fit.data=sine&fit.kernel=exponential&fit.lambda=0&answer.limit=1")
	contains(t, "the page, of the goal that its address reaches", page, "It passes through the points, noise and all")
	if !strings.Contains(page, "You said") || strings.Count(page, `name="answer.limit" value="1" class="carried"`) < 3 {
		t.Error("the answer is not carried along by the other forms")
	}
	linked := textAt(t, s, "/lessons/bandwidth?fit.bandwidth=12.4")
	same(t, "figures that follow what they are linked with", strings.Count(linked, `data-query="bandwidth=12.4"`), 2)
	// The fit offers kernels that the map does not, having no bandwidth.
	if linked := textAt(t, s, "/lessons/bandwidth?fit.kernel=linear"); strings.Contains(linked,
		"is not known here") {
		t.Error("the map has a note on a kernel that was chosen elsewhere")
	}
}

// A lesson whose figures all hold as many points as there can be, each number with
// every digit it has, still has an address.
func TestOwnPointsFitInAnAddress(t *testing.T) {
	s := quietSite()
	const digits = "-0.00012345678901234567" // none is written longer
	for _, l := range lessons.Contents.Open() {
		var query []string
		for _, f := range l.Figures {
			form, _ := f.At(nil)
			for _, c := range form.Controls {
				if c.Kind != course.Points {
					continue
				}
				point := digits + "," + digits
				if c.Classed {
					point += ",-1"
				}
				text := strings.TrimSuffix(strings.Repeat(point+";", course.MaxPoints), ";")
				if len(text) > course.MaxText {
					t.Errorf("%s/%s: %d points take %d bytes", l.Slug, f.Name, course.MaxPoints, len(text))
				}
				query = append(query, f.Name+".data=points&"+f.Name+".points="+text)
			}
		}
		address := "/lessons/" + l.Slug + "?" + strings.Join(query, "&")
		if w := get(t, s, address, plain); w.Code != http.StatusOK {
			t.Errorf("%s: an address of %d bytes: %d", l.Slug, len(address), w.Code)
		} else if strings.Contains(w.Body.String(), "using the default") {
			t.Errorf("%s does not take the points of an address of %d bytes", l.Slug, len(address))
		}
		t.Logf("%s: %d bytes", l.Slug, len(address))
	}
}
