package site

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// doses is a table of n rows: y bends with a dose, which is missing here and there, and depends on an arm.
func doses(n int) string {
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("arm,dose (mg),age (years),outcome (mmol)\n")
	for i := range n {
		dose, arm := 2+6*rng.Float64(), []string{"arm 1", "arm 2", "placebo"}[rng.IntN(3)]
		y := 1000 + (dose-5)*(dose-5) + rng.NormFloat64()/2
		if arm == "placebo" {
			y += 5
		}
		text := fmt.Sprintf("%.2f", dose)
		if i%9 == 0 {
			text = ""
		}
		fmt.Fprintf(&b, "%s,%s,%d,%.2f\n", arm, text, 20+rng.IntN(50), y)
	}
	return b.String()
}

// A reader's table is fitted on all columns at an address of its own, in the forms of a figure, for her alone.
func TestATableIsFittedOnAllItsColumns(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data", doses(80))
	contains(t, "the page of the table", textAt(t, s, r.Address), r.Address+`/fit"`)
	fit := r.Address + "/fit"
	w := get(t, s, fit, plain)
	body := w.Body.String()
	if w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-store" ||
		w.Header().Get("Referrer-Policy") != "no-referrer" || w.Header().Get("X-Robots-Tag") != "noindex" {
		t.Fatalf("%d, %v", w.Code, w.Header())
	}
	contains(t, "the page", body, `id="fit-left-out`, `id="fit-rivals`, `id="fit-map`, `id="fit-columns`,
		`id="fit-slices`, `id="fit-order`)
	if !strings.Contains(body, `class="advice"`) || !strings.Contains(body, "/lessons/") {
		t.Error("nothing is said of what to do next")
	}
	p := readJSON(t, s, fit+".json?target=y")
	v := p.Values
	if *v["rows"] != 64 || *v["sealed"] != 16 || *v["inputs"] != 6 || !(*v["new_rows"] < *v["no_inputs"]/2) {
		t.Errorf("%s", w.Body)
	}
	same(t, "the data of the state", p.Params["data"], any(r.Data))
	class := readJSON(t, s, fit+".json?target=class&words=not&missing=leave-out")
	if v := class.Values; *v["log_loss"] <= 0 || *v["rows"]+*v["sealed"] >= 80 {
		t.Errorf("of classes: log loss %v of %v rows", *v["log_loss"], *v["rows"])
	}
}

// Only who has the address has the fit, and nobody has that of a table that is gone.
func TestNoFitOfATableThatIsGone(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data", doses(30))
	if p := readJSON(t, s, r.Address+"/fit.json"); *p.Values["sealed"] != 0 || *p.Values["rows"] != 30 {
		t.Errorf("of thirty rows %v are sealed", *p.Values["sealed"])
	}
	answers(t, s, http.StatusNotFound, r.Address+"/nothing", r.Address+"/fit.exe", "/data/aaaa/fit")
	for _, query := range []string{"at=99999", "seed=-3", "missing=%00", "seal=group",
		"data=own-aaaaaaaaaaaaaaaaaaaaaaaaaa", "target=x&words=&envelope=maybe",
		"envelope=open", strings.Repeat("at=1&", 50)} {
		w := get(t, s, r.Address+"/fit.json?"+query, plain)
		if !slices.Contains([]int{http.StatusOK, http.StatusUnprocessableEntity}, w.Code) {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	sendsTo(s, r.Address+"/delete", "text/plain", nil)
	for _, form := range []string{"/fit", "/fit.json", "/fit.svg"} {
		answers(t, s, http.StatusNotFound, r.Address+form)
	}
}

// What is sealed is not opened by who fetches ahead, or asks for a head: each opening is counted.
func TestNothingIsOpenedAhead(t *testing.T) {
	t.Parallel()
	s := quietSite()
	fit := keeps(t, s, "/data", doses(60)).Address + "/fit"
	for _, header := range []string{"Sec-Purpose", "Purpose"} {
		w := get(t, s, fit+"?envelope=open", map[string]string{header: "prefetch"})
		same(t, header, w.Code, http.StatusNotFound)
	}
	same(t, "openings before the first", *readJSON(t, s, fit+".json?target=y").Values["openings"], 0)
	for range 2 {
		contains(t, "the page at the first opening", textAt(t, s, fit+"?envelope=open"), "for the first time")
	}
	same(t, "openings", *readJSON(t, s, fit+".json?target=y").Values["openings"], 1)
}

// sendsRows sends a second table by the form of a fit, and returns where it leads.
func sendsRows(t *testing.T, s http.Handler, fit, text string) *httptest.ResponseRecorder {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	noError(t, form.WriteField("fit", fit))
	part, err := form.CreateFormFile("file", "new.csv")
	if err == nil {
		_, err = part.Write([]byte(text))
	}
	noError(t, errors.Join(err, form.Close()))
	return sendsTo(s, "/data", form.FormDataContentType(), &b, "Accept", "text/html")
}

// A second table is sent by the form on the page of a fit, which has its rows predicted, all of them as CSV.
func TestRowsOfASecondTableArePredicted(t *testing.T) {
	t.Parallel()
	s := quietSite()
	address := keeps(t, s, "/data", doses(60)).Address
	name := strings.TrimPrefix(address, "/data/")
	page := textAt(t, s, address+"/fit?seal=last")
	if !strings.Contains(page, `enctype="multipart/form-data"`) ||
		!strings.Contains(page, `name="fit" value="`+name+`?seal=last"`) {
		t.Fatal("the page has no form for a second table")
	}
	const rows = "age (years),dose (mg),arm\n30,4.5,arm 1\n,5,placebo\n44,900,arm 7\n"
	w := sendsRows(t, s, name+"?target=y&seal=last", rows)
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, address+"/fit?new=own-") ||
		!strings.HasSuffix(to, "&seal=last&target=y#fit-new") {
		t.Fatalf("%d, to %s", w.Code, to)
	}
	to = strings.TrimSuffix(to, "#fit-new")
	page = textAt(t, s, to)
	contains(t, "the page", page, "Predicted of new.csv", "far from all", "3 rows as CSV", "series=new", "arm = arm 7")
	csv := textAt(t, s, strings.Replace(to, "/fit?", "/fit.csv?", 1)+"&series=new")
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	if len(lines) != 4 || lines[0] != "row,predicted,low,high,distance,far" || !strings.HasSuffix(lines[3], ",1") {
		t.Errorf("%q", csv)
	}
	answers(t, s, http.StatusNotFound, address+"/fit.csv?series=new")
	for _, fit := range []string{"", "aaaa?target=y", "../../x?y", name + "-y99"} {
		to := sendsRows(t, s, fit, rows).Header().Get("Location")
		if !strings.HasPrefix(to, "/data/") || strings.Contains(to, "/fit") || strings.Contains(to, "..") {
			t.Errorf("%q leads to %s", fit, to)
		}
	}
	w = sendsRows(t, s, name+"?target=y", "")
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), `name="fit" value="`+name) {
		t.Errorf("of nothing: %d, and the page does not know the fit any more", w.Code)
	}
}
