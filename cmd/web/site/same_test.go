package site

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/lessons/course"
)

var before = flag.String("before", "", "hold what is answered against what this other `program` of the course answers")

var scripts = flag.Bool("scripts", false, "leave out what names the scripts, which have changed")

// What a change of the house leaves as it was: every page, fragment and form of every figure,
// as it opens and in three states, plain and compressed, byte for byte.
//
//	go test ./cmd/web/site -run SameAsBefore -before /tmp/web-before
func TestSameAsBefore(t *testing.T) {
	if *before == "" {
		t.Skip("there is nothing to hold it against: -before")
	}
	was, now := starts(t, *before, "-memory", "512"), starts(t, built(t), "-memory", "512")
	asked, differ := 0, 0
	each := func(address string, headers map[string]string) {
		if asked++; differ > 20 {
			return
		}
		a, b := answerOfServer(t, was+address, headers), answerOfServer(t, now+address, headers)
		if !bytes.Equal(a, b) {
			differ++
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			from := max(0, at-40)
			t.Errorf("%s %v:\nwas %q\nnow %q", address, headers, a[from:min(len(a), at+60)], b[from:min(len(b), at+60)])
		}
	}
	plain, brotli := map[string]string{"Accept-Encoding": ""}, map[string]string{"Accept-Encoding": "br"}
	gzip := map[string]string{"Accept-Encoding": "gzip"}
	for _, page := range []string{"/", "/print", "/glossary", "/glossary/gram-matrix", "/notation", "/notation?gamma=2",
		"/errata", "/lectures", "/teach", "/my-work", "/search?q=rings", "/search.json?q=rings", "/gallery",
		"/lessons.json", "/sitemap.xml", "/robots.txt",
		"/card.png", "/rooms", "/data", "/api", "/api/v1/openapi.json", "/nothing",
		"/lessons/nothing", "/offline", "/healthz", "/readyz", "/course.epub", "/rooms/AAAAA", "/data/nothing",
		"/oembed?url=/lessons/bandwidth/fit", "/playground", "/api/v1/krr"} {
		for _, headers := range []map[string]string{plain, brotli, gzip} {
			each(page, headers)
		}
	}
	rng := rand.New(rand.NewPCG(seedOf(t), 3))
	eachOne(func(path string, l *course.Lesson, fig *course.Figure, controls []*course.Control) {
		if fig == &l.Figures[0] && l.Path == "" {
			for _, query := range []string{"", "?present=1", "?present=1&notes=1&step=3"} {
				each(l.Address()+query, plain)
				each(l.Address()+query, brotli)
			}
			each(l.Address()+".ipynb", plain)
			each(l.Address()+"/card.png", plain)
			each("/teach/"+l.Slug, plain)
		}
		if form, _ := fig.At(nil); form.Fleeting {
			return
		}
		for i := range 4 {
			state := url.Values{}
			for _, c := range controls {
				if grid := c.Grid(); !c.Off && len(grid) > 0 && i > 0 && rng.IntN(3) == 0 && c.Name != "n" {
					state.Set(c.Name, grid[rng.IntN(len(grid))])
				}
			}
			query := "?" + state.Encode()
			for _, ext := range append(slices.Sorted(maps.Keys(figures.Forms)), "") {
				each(strings.TrimSuffix(path+"."+ext, ".")+query, plain)
			}
			each(path+query, brotli)
			each(path+query+"&embed=1", gzip)
			each(path+query, map[string]string{"Accept-Encoding": "", "HX-Request": "true", "HX-Target": "div#x-live"})
			each(path+query, map[string]string{"Accept-Encoding": "br", "HX-Request": "true"})
		}
	})
	t.Logf("%d answers", asked)
}

// preloads and hashes change with scripts that a page does not otherwise show.
var (
	preloads = regexp.MustCompile(`<link rel="modulepreload"[^>]*>`)
	hashes   = regexp.MustCompile(`(/static/[a-z/-]+\.)[0-9a-f]{8}\.`)
)

// answerOfServer is the status, the headers but for the time, and the body. What is not compressed
// is without the names of scripts, and what follows from its bytes.
func answerOfServer(t *testing.T, address string, headers map[string]string) []byte {
	t.Helper()
	r := course.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
	r.Host = "course.example" // which some answers repeat
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	w := course.Must(http.DefaultTransport.RoundTrip(r))
	defer w.Body.Close()
	body := course.Must(io.ReadAll(w.Body))
	w.Header.Del("Date")
	if w.Header.Get("Content-Encoding") == "" && *scripts {
		body = hashes.ReplaceAll(preloads.ReplaceAll(body, nil), []byte("$1"))
		w.Header.Del("Etag")
		w.Header.Del("Content-Length")
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, w.StatusCode)
	_ = w.Header.Write(&b) // a bytes.Buffer does not fail
	b.Write(body)
	return b.Bytes()
}

// built is the program of the course, as it is now.
func built(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "web")
	if said, err := exec.Command("go", "build", "-o", program,
		"github.com/gramophone-course/gramophone/cmd/web").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return program
}

// starts runs a program of the course, and returns its address, without a path.
func starts(t testing.TB, program string, flags ...string) string {
	t.Helper()
	server := exec.Command(program, append([]string{"-http", "127.0.0.1:0", "-metrics", ""}, flags...)...)
	server.Stderr = os.Stderr
	out := course.Must(server.StdoutPipe())
	noError(t, server.Start())
	t.Cleanup(func() {
		if err := server.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = server.Wait() // it was killed
	})
	line := course.Must(bufio.NewReader(out).ReadString('\n'))
	_, address, _ := strings.Cut(strings.TrimSpace(line), " is on ")
	return address
}
