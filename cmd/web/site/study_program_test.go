package site

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// The page of a fit offers its programs, which run in the folder of the reader's file, print what the page shows, and
// name the table to nobody. They open what is sealed where the page has.
func TestProgramsOfAFit(t *testing.T) {
	t.Parallel()
	s := quietSite()
	text := strings.NewReplacer(",", ";", ".", ",").Replace(doses(80))
	r := keeps(t, s, "/data?name=my%20doses.csv", text)
	fit := r.Address + "/fit"
	body := textAt(t, s, fit)
	contains(t, "the page", body, `href="`+fit+`.py"`, `href="`+fit+`.ipynb"`, `href="`+fit+`.R"`,
		`href="`+r.Address+`/table.csv"`, `<code data-ext="py">`)
	omits(t, "the page, of a program that there is not", body, fit+".go")
	answers(t, s, http.StatusNotFound, fit+".go")
	query := "?seal=last&target=y"
	notebook := strings.Join(codeOf(t, s, fit+".ipynb"+query), "\n")
	shut := textAt(t, s, fit+".py"+query)
	opened := textAt(t, s, fit+".py"+query+"&envelope=open")
	for _, code := range []string{notebook, shut, opened} {
		if strings.Contains(code, r.Data) || strings.Contains(code, r.Address) {
			t.Error("a program has the address of the table")
		}
	}
	files := map[string][]byte{"my doses.csv": []byte(text)}
	page, envelope := readJSON(t, s, fit+".json"+query), readJSON(t, s, fit+".json"+query+"&envelope=open").Envelope
	programs := []coursetest.Program{{Address: "shut", Code: []byte(shut), Files: files},
		{Address: "notebook", Code: []byte(notebook)}, {Address: "open", Code: []byte(opened)}}
	for k, printed := range coursetest.Run(t, "py", programs) {
		lines := strings.Split(strings.TrimSpace(printed), "\n")
		if want := 6 + k/2; len(lines) != want {
			t.Fatalf("%d lines, and not %d: %s", len(lines), want, printed)
		}
		for _, line := range lines {
			name, value, _ := strings.Cut(line, " ")
			want := envelope.Sealed
			if name != "sealed_rmse" {
				want = *page.Values[name]
			}
			if v, err := strconv.ParseFloat(value, 64); err != nil || math.Abs(v-want) > 1e-9*math.Abs(want) {
				t.Errorf("%q, and the page has %.15g", line, want)
			}
		}
	}
}

// The table as it was read is a file that is read as it stands.
func TestATableAsItWasRead(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data?name=Gr%C3%B6%C3%9Fe%20%22x%22.txt", "# of 2024\nday;size (cm);\"the kind\"\n"+
		"1.2.2024;1,5;a\n3.2.2024;;b, c\n4.2.2024;−2;a\n")
	w := get(t, s, r.Address+"/table.csv", plain)
	if want := "row,day (days since 2024-02-01),size (cm),the kind\n" +
		"1,0,1.5,a\n2,2,,\"b, c\"\n3,3,-2,a\n"; w.Body.String() != want {
		t.Errorf("%q", w.Body)
	}
	if h := w.Header(); w.Code != http.StatusOK || !strings.Contains(h.Get("Cache-Control"), "no-store") ||
		!strings.Contains(h.Get("Content-Disposition"), "filename*=utf-8''Gr%C3%B6%C3%9Fe%20%22x%22-read.csv") {
		t.Errorf("%d %v", w.Code, h)
	}
	if _, err := own.Parse(w.Body.Bytes(), own.Options{}); err != nil {
		t.Error(err)
	}
	answers(t, s, http.StatusNotFound, "/data/aaaa/table.csv", "/data/aaaaaaaaaaaaaaaaaaaaaaaaaa/table.csv")
}
