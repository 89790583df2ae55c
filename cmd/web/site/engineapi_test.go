package site

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// asked posts to the engine, and returns its answer.
func asked(t testing.TB, s http.Handler, address, body string, header map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	var all []string
	for k, v := range header {
		all = append(all, k, v)
	}
	return sendsTo(s, address, "application/json", strings.NewReader(body), all...)
}

// problemOf reads a problem document, and fails where the answer is none.
func problemOf(t testing.TB, w *httptest.ResponseRecorder) (p api.Problem) {
	t.Helper()
	if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("%d is %s: %s", w.Code, kind, w.Body)
		return p
	}
	p = decoded[api.Problem](t, w)
	if p.Status != w.Code || p.Title == "" || p.Detail == "" || !strings.Contains(p.Type, "/api#") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	return p
}

const lineFit = `{"kernel": {"name": "gaussian", "bandwidth": 1}, "x": [[0], [1], [3]], "y": [1, 2, 0], "lambda": 0.01}`

func TestEngineAnswersWithAStatusThatSaysWhy(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	const krr = "/kernels/api/v1/krr"
	for _, test := range []struct {
		address, body string
		header        map[string]string
		status        int
	}{
		{krr, lineFit, nil, 200},
		{krr, lineFit, map[string]string{"Content-Type": "application/json; charset=UTF-8"}, 200},
		{krr, lineFit, map[string]string{"Origin": "http://example.com", "Sec-Fetch-Site": "same-origin"}, 200},
		{krr, `{}`, nil, 400},
		{krr, lineFit, map[string]string{"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}, 403},
		{krr, lineFit, map[string]string{"Origin": "https://example.org"}, 403},
		{"/kernels/api/v1/ridge", lineFit, nil, 404},
		{krr, `{"x": [[` + strings.Repeat(" ", api.MaxBody) + `1]]}`, nil, 413},
		{krr, lineFit, map[string]string{"Content-Type": "text/plain"}, 415},
		{krr, lineFit, map[string]string{"Content-Type": ""}, 415},
		{krr, lineFit, map[string]string{"Content-Type": "application/json; charset=latin1"}, 415},
		{krr, lineFit, map[string]string{"Content-Encoding": "gzip"}, 415},
		{krr, strings.Replace(strings.Replace(lineFit, "0.01", "0", 1), "[1]", "[0]", 1), nil, 422},
	} {
		w := asked(t, s, test.address, test.body, test.header)
		if w.Code != test.status {
			t.Errorf("%s %.60q %v: %d, want %d: %s", test.address, test.body, test.header, w.Code, test.status, w.Body)
		} else if w.Code != http.StatusOK {
			problemOf(t, w)
		}
		same(t, "who else may read the answer", w.Header().Get("Access-Control-Allow-Origin"), "")
	}
	w := get(t, s, krr, nil)
	if p := problemOf(t, w); p.Status != http.StatusMethodNotAllowed || !strings.Contains(w.Header().Get("Allow"),
		"POST") {
		t.Errorf("GET: %d, allowed is %s", w.Code, w.Header().Get("Allow"))
	}
}

func TestEngineIsSharedWithTheSitesNamed(t *testing.T) {
	t.Parallel()
	s := quietSiteOf(Config{CORS: []string{"https://example.org", " http://localhost:3000/"}})
	preflight := func(origin string) http.Header {
		r := httptest.NewRequest("OPTIONS", "/api/v1/krr", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		same(t, "OPTIONS from "+origin, w.Code, http.StatusNoContent)
		return w.Header()
	}
	for origin, may := range map[string]bool{"https://example.org": true, "http://localhost:3000": true,
		"https://example.com": false, "null": false} {
		h := preflight(origin)
		if got := h.Get("Access-Control-Allow-Origin"); (got == origin) != may || !may && got != "" {
			t.Errorf("%s may: %q", origin, got)
		}
		if may != strings.Contains(h.Get("Access-Control-Allow-Headers"), "Content-Type") {
			t.Errorf("%s may send %q", origin, h.Get("Access-Control-Allow-Headers"))
		}
		w := asked(t, s, "/api/v1/krr", lineFit, map[string]string{"Origin": origin, "Sec-Fetch-Site": "cross-site"})
		if (w.Code == http.StatusOK) != may || may != (w.Header().Get("Access-Control-Allow-Origin") == origin) {
			t.Errorf("%s: %d, %q", origin, w.Code, w.Header().Get("Access-Control-Allow-Origin"))
		}
	}
	w := asked(t, s, "/rooms", "", map[string]string{"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"})
	same(t, "a site that may ask the engine opens a room", w.Code, http.StatusForbidden)
	if _, err := New(Config{CORS: []string{"example.org"}}); err == nil {
		t.Error("a name is no origin")
	}
}

// Twenty fits at once: each is answered, or told when to come back.
func TestManyFitsAtOnce(t *testing.T) {
	t.Parallel()
	s := quietSite()
	server := httptest.NewServer(s)
	defer server.Close()
	body := someFit(500, 10)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			reply, err := http.Post(server.URL+"/api/v1/krr", "application/json", strings.NewReader(body))
			if err != nil {
				t.Errorf("request %d: %v", i, err)
				return
			}
			defer reply.Body.Close()
			var answer struct {
				Predicted []float64
				Detail    string
			}
			err = json.NewDecoder(reply.Body).Decode(&answer)
			switch {
			case err != nil:
				t.Errorf("request %d: %d, %v", i, reply.StatusCode, err)
			case reply.StatusCode == http.StatusOK && len(answer.Predicted) == 500:
			case reply.StatusCode == http.StatusServiceUnavailable && reply.Header.Get("Retry-After") != "":
			default:
				t.Errorf("request %d: %d, %s", i, reply.StatusCode, answer.Detail)
			}
		})
	}
	group.Wait()
}

// someFit is a body with n points of p inputs.
func someFit(n, p int) string {
	x, y := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, p)
		for j := range x[i] {
			x[i][j] = math.Sin(float64(i*(j+3)) + float64(j)/7)
		}
		y[i] = x[i][0]
	}
	rows, responses := course.Must(json.Marshal(x)), course.Must(json.Marshal(y))
	return fmt.Sprintf(`{"kernel": {"name": "gaussian", "bandwidth": 3}, "lambda": 0.001, "x": %s, "x_new": %[1]s, `+
		`"y": %[2]s}`, rows, responses)
}

// The page has every program, and its foot leads to it.
func TestEnginePage(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	page := parsed(t, "/kernels/api", get(t, s, "/kernels/api", plain))
	var fields []string
	ids := map[string]bool{}
	for n := range page.Descendants() {
		ids[attr(n, "id")] = true
		if n.Data == "textarea" && n.FirstChild != nil {
			fields = append(fields, n.FirstChild.Data)
		}
	}
	const server = "http://example.com/kernels"
	for _, p := range api.Programs(server) {
		if !slices.Contains(fields, p.Code) {
			t.Errorf("no program in %s", p.Language)
		}
	}
	for _, m := range api.Methods() {
		if !slices.Contains(fields, m.Curl(server)) {
			t.Errorf("no call of %s", m.Name)
		}
	}
	for _, k := range api.Kinds() {
		if !ids[k.Code] {
			t.Errorf("%s is not explained", k.Code)
		}
	}
	contains(t, "the foot", textAt(t, s, "/kernels/"), `href="/kernels/api"`)
	doc := jsonAt[struct{ Servers []struct{ URL string } }](t, s, "/kernels/api/v1/openapi.json")
	if len(doc.Servers) != 1 || doc.Servers[0].URL != server {
		t.Errorf("OpenAPI: %+v", doc)
	}
}

// The page's programs are run as they stand there.
func TestEngineProgramsRun(t *testing.T) {
	t.Parallel()
	s := quietSite()
	server := httptest.NewServer(s)
	defer server.Close()
	type fit struct {
		Alpha, Predicted, Deviation []float64
		Chosen                      struct{ Bandwidth, Lambda float64 }
	}
	numbers := func(text []byte) map[string][]float64 {
		var f fit
		noError(t, json.Unmarshal(text, &f))
		return map[string][]float64{"alpha": f.Alpha, "predicted": f.Predicted, "deviation": f.Deviation,
			"bandwidth": {f.Chosen.Bandwidth}, "lambda": {f.Chosen.Lambda}}
	}
	want := numbers(asked(t, s, "/api/v1/krr", `{"kernel": {"name": "gaussian", "bandwidth": "median"}, "y": `+
		`[1, 2, 0, -1, 0.5], "x": [[0], [1], [2], [3], [4]], "lambda": "loo", "x_new": [[2.5]], "deviation": true}`,
		nil).Body.Bytes())
	if want["bandwidth"][0] != 2 || !(want["deviation"][0] > 0) {
		t.Errorf("the programs' fit: %v", want)
	}
	for _, p := range api.Programs(server.URL) {
		t.Run(p.Language, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, p.Name)
			noError(t, os.WriteFile(file, []byte(p.Code), 0o600))
			var got map[string][]float64
			if p.Language == "curl" {
				coursetest.Wanted(t, "curl")
				got = numbers(coursetest.Output(t, dir, "sh", file))
			} else {
				run := map[string][]string{"Python": {"/usr/bin/python3", file}, "R": {"Rscript", "--vanilla", file},
					"Go": {"go", "run", file}}[p.Language]
				if p.Language == "R" {
					needsR(t, "curl", "jsonlite")
				}
				got = printedNumbers(t, string(coursetest.Output(t, dir, run[0], run[1:]...)))
			}
			for name := range want {
				compareLists(t, name, got[name], want[name])
			}
		})
	}
	for _, m := range api.Methods() {
		coursetest.Wanted(t, "curl")
		answer := course.Must(m.Answered(t.Context()))
		got := coursetest.Output(t, t.TempDir(), "sh", "-c", m.Curl(server.URL))
		same(t, m.Name+" by curl, and on the page", string(got), answer)
	}
}

// The program that asks how far it is hears of it, and ends with the result.
func TestEngineTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	s := quietSite()
	server := httptest.NewServer(s)
	defer server.Close()
	coursetest.Wanted(t, "/usr/bin/python3")
	p := api.Progress(server.URL)
	file := filepath.Join(t.TempDir(), p.Name)
	noError(t, os.WriteFile(file, []byte(p.Code), 0o600))
	printed := strings.TrimSpace(string(coursetest.Output(t, t.TempDir(), "/usr/bin/python3", file)))
	got := printedNumbers(t, printed[strings.LastIndexByte(printed, '\n')+1:])["degrees_of_freedom"]
	if len(got) != 1 || !(got[0] > 5 && got[0] < 50) {
		t.Errorf("degrees of freedom: %v", got)
	}

	events := map[string]string{"Accept": "text/event-stream"}
	type fit struct{ Alpha []float64 }
	plainly, last := decoded[fit](t, asked(t, s, "/api/v1/krr", lineFit, nil)), fit{}
	w := asked(t, s, "/api/v1/krr", lineFit, events)
	result := lastEvent(t, w, "result")
	if err := json.Unmarshal([]byte(result), &last); err != nil || !slices.Equal(last.Alpha, plainly.Alpha) {
		t.Errorf("as an event: %s (%v)", result, err)
	}
	singular := strings.Replace(strings.Replace(lineFit, "0.01", "0", 1), "[1]", "[0]", 1)
	var problem api.Problem
	if err := json.Unmarshal([]byte(lastEvent(t, asked(t, s, "/api/v1/krr", singular, events), "problem")),
		&problem); err != nil || problem.Status != http.StatusUnprocessableEntity {
		t.Errorf("a singular matrix: %+v, %v", problem, err)
	}
	same(t, "an empty body", asked(t, s, "/api/v1/krr", `{}`, events).Code, http.StatusBadRequest)
}

// lastEvent is the data of the event that an answer ends with.
func lastEvent(t *testing.T, w *httptest.ResponseRecorder, event string) string {
	t.Helper()
	all := strings.Split(strings.TrimSpace(w.Body.String()), "\n\n")
	data, is := strings.CutPrefix(strings.TrimSpace(all[len(all)-1]), "event: "+event+"\ndata: ")
	if !is {
		t.Errorf("%d ends with no %s: %s", w.Code, event, w.Body)
	}
	return data
}

// needsR skips, or fails under all.bash, where R has not these packages.
func needsR(t *testing.T, packages ...string) {
	t.Helper()
	coursetest.Wanted(t, "Rscript")
	for _, name := range packages {
		if exec.Command("Rscript", "-e", "library("+name+")").Run() == nil {
			continue
		}
		if os.Getenv("GRAMOPHONE_ALL") == "1" {
			t.Fatal("wanted: R's package ", name)
		}
		t.Skip("not here: R's package ", name)
	}
}

// printedNumbers reads lines of a name and numbers.
func printedNumbers(t *testing.T, text string) map[string][]float64 {
	t.Helper()
	all := map[string][]float64{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		for _, word := range words[min(1, len(words)):] {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			all[words[0]] = append(all[words[0]], v)
		}
	}
	return all
}

func compareLists(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", name, got, want)
		return
	}
	for i, v := range got {
		if !(math.Abs(v-want[i]) <= 1e-12) {
			t.Errorf("%s[%d]: %v, want %v", name, i, v, want[i])
		}
	}
}

// Random problems over HTTP, beside what others make of them.
func TestEngineAgreesWithOthers(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(quietSite())
	t.Cleanup(server.Close)
	for _, other := range []struct {
		name  string
		run   []string
		names int // of numbers that are compared
	}{
		{"scikit-learn", []string{"/usr/bin/python3", "testdata/engineapi.py"}, 37},
		{"kernlab", []string{"Rscript", "--vanilla", "testdata/engineapi.R"}, 7},
	} {
		t.Run(other.name, func(t *testing.T) {
			t.Parallel()
			if other.name == "kernlab" {
				needsR(t, "curl", "jsonlite", "kernlab")
			}
			out := coursetest.Output(t, ".", other.run[0], append(other.run[1:], server.URL)...)
			all := printedNumbers(t, string(out))
			for name, differences := range all {
				allowed := 1e-8
				if strings.HasPrefix(name, "svm.") || strings.HasPrefix(name, "klr.") {
					allowed = 1e-6 // LIBSVM keeps K in float32
				}
				if worst := slices.Max(differences); !(worst <= allowed) {
					t.Errorf("%s differs by %.2g, and may by %g", name, worst, allowed)
				}
			}
			if len(all) < other.names {
				t.Errorf("%s was compared in %s only", other.name, course.Plural(len(all), "number"))
			}
		})
	}
}
