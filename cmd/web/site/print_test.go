//go:build !race

package site

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The whole course on one page has every lesson and figure, each id once and nothing to
// press; its links lead to where they say. It is the same when it is kept, and in every
// encoding.
func TestPrint(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	streamed := get(t, s, "/kernels/print", plain)
	first := bytes.Clone(streamed.Body.Bytes())
	again := get(t, s, "/kernels/print", plain)
	if streamed.Code != http.StatusOK || !bytes.Equal(first, again.Body.Bytes()) {
		t.Fatalf("%d, and another page when it is kept", streamed.Code)
	}
	if etag := again.Header().Get("ETag"); etag == "" || get(t, s, "/kernels/print",
		map[string]string{"Accept-Encoding": "", "If-None-Match": etag}).Code != http.StatusNotModified {
		t.Error("who has it is not told so")
	}
	for _, encoding := range []string{"br", "gzip"} {
		for range 2 {
			w := get(t, s, "/kernels/print", map[string]string{"Accept-Encoding": encoding})
			if w.Header().Get("Content-Encoding") != encoding || !bytes.Equal(unpacked(t, w), first) {
				t.Errorf("another page in %s", encoding)
			}
		}
	}
	doc := parsed(t, "/kernels/print", again)
	ids, links := map[string]bool{}, []string{}
	var shown strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			shown.WriteString(n.Data + " ")
			continue
		}
		if id := attr(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("the id %s twice", id)
			}
			ids[id] = true
		}
		if n.Data == "a" {
			links = append(links, attr(n, "href"))
		}
		if c := attr(n, "class") + attr(n.Parent, "class"); strings.Contains(c, "seek") {
			continue // in the bar, which paper has not
		}
		if n.Data == "input" || n.Data == "form" && attr(n, "method") != "dialog" || n.Data == "noscript" {
			t.Errorf("a %s on paper", n.Data)
		}
	}
	text := strings.Join(strings.Fields(shown.String()), " ")
	for _, l := range lessons.Contents.Open() {
		for _, f := range l.Figures {
			if !ids[l.Slug+"--"+f.Name] {
				t.Errorf("no figure %s of %s", f.Name, l.Slug)
			}
		}
		for _, answer := range answersOf(t, l) {
			omits(t, l.Slug+", on paper", text, strings.Join(strings.Fields(answer), " "))
		}
		if !ids[l.Slug] {
			t.Errorf("no lesson %s", l.Slug)
		}
	}
	states := 0
	for _, to := range links {
		if id, ok := strings.CutPrefix(to, "#"); ok && !ids[id] {
			t.Errorf("a link to %s, which is not there", to)
		}
		if strings.HasPrefix(to, "/kernels/lessons/") && strings.Contains(to, "?") {
			states++
		}
	}
	if states < 100 {
		t.Errorf("%d links to states", states)
	}
	t.Logf("%d bytes, %d links to states", len(first), states)
}

// A lesson that cannot be drawn is missed by name, and the page without it is not kept.
func TestPrintMissesALesson(t *testing.T) {
	t.Parallel()
	broken := &course.Lesson{Slug: "broken", Title: "It cannot be drawn", Short: "Nothing", Prose: "Words.\n",
		Figures: []course.Figure{{Name: "none", Title: "None.", Build: func(*course.Form) course.Draw {
			return func(context.Context, *course.Memo) (*course.Picture, error) { return nil, errors.New("no") }
		}}}}
	s := siteOf(lessons.Contents.Open()[0], broken)
	for range 2 {
		w := get(t, s, "/print", plain)
		body := w.Body.String()
		if w.Code != http.StatusOK || !strings.Contains(body, "could not draw this lesson") ||
			!strings.Contains(body, "</html>") || w.Header().Get("ETag") != "" {
			t.Errorf("%d, ETag %q", w.Code, w.Header().Get("ETag"))
		}
	}
	answers(t, siteOf(broken), http.StatusInternalServerError, "/print") // nothing can be drawn
}

var saysPages = regexp.MustCompile(`About (\d+) pages`)

// Chromium makes about as many pages of it as it says.
func TestBrowserPrintWhole(t *testing.T) {
	t.Parallel()
	p := reader(t, "/print")
	title := eval[string](p, `document.querySelector(".titlepage").innerText`)
	said := course.Must(strconv.Atoi(saysPages.FindStringSubmatch(title)[1]))
	pdf := course.Must(chromedp.Run(p.ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())))
	pages := len(regexp.MustCompile(`/Type /Page\b`).FindAll(pdf, -1))
	t.Logf("%d pages, and it says %d", pages, said)
	if math.Abs(float64(said-pages)) > 0.1*float64(pages) {
		t.Errorf("it says %d pages, and they are %d", said, pages)
	}
}

// One lesson of it stands for all where axe looks, and a phone.
func TestBrowserPrintWholePage(t *testing.T) {
	t.Parallel()
	p := visits(t, patient(siteOf(lessons.Contents.Open()[0])), "/print")
	p.clean("document", "the whole course")
	p.phone()
	p.visit("/print")
	p.fits()
}

// The book is the same from another server of the same program, and has every lesson, with its formulas and with
// words for each picture. That it is a book, and leads nowhere out of it, epubcheck says.
func TestEPUB(t *testing.T) {
	t.Parallel()
	book := get(t, quietSite(), "/course.epub", nil)
	if book.Code != http.StatusOK || book.Header().Get("Content-Type") != "application/epub+zip" ||
		book.Header().Get("Content-Encoding") != "" {
		t.Fatalf("%d, %v", book.Code, book.Header())
	}
	if !bytes.Equal(book.Body.Bytes(), get(t, quietSite(), "/course.epub", nil).Body.Bytes()) {
		t.Error("another server of the same program writes another book")
	}
	z := course.Must(zip.NewReader(bytes.NewReader(book.Body.Bytes()), int64(book.Body.Len())))
	files := map[string]string{}
	formulas, pictures := 0, 0
	for _, f := range z.File {
		body := string(course.Must(io.ReadAll(course.Must(f.Open()))))
		files[f.Name] = body
		formulas += strings.Count(body, "<math ")
		if path.Ext(f.Name) != ".xhtml" {
			continue
		}
		for n := range course.Must(html.Parse(strings.NewReader(body))).Descendants() {
			if src := attr(n, "src"); n.Type == html.ElementNode && src != "" {
				if pictures++; attr(n, "alt") == "" {
					t.Errorf("%s: no words for %s", f.Name, src)
				}
			}
		}
	}
	t.Logf("%d bytes, %d files, %d formulas, %d pictures", book.Body.Len(), len(files), formulas, pictures)
	if formulas < 1000 || pictures < 72 {
		t.Errorf("%d formulas, %d pictures", formulas, pictures)
	}
	for _, l := range lessons.Contents.Open() {
		if files["OEBPS/"+l.Slug+".xhtml"] == "" || !strings.Contains(files["OEBPS/nav.xhtml"], l.Slug+".xhtml") {
			t.Errorf("no %s", l.Slug)
		}
	}
}

// A book from a server that knows its origin opens states there.
func TestEPUBLinks(t *testing.T) {
	t.Parallel()
	s := quietSiteOf(Config{Course: course.New(course.Part{Title: "Part", Lessons: lessons.Contents.Open()[:1]}),
		Origin: "https://example.org"})
	z := get(t, s, "/course.epub", plain).Body.Bytes()
	r := course.Must(zip.NewReader(bytes.NewReader(z), int64(len(z))))
	f := course.Must(r.Open("OEBPS/feature-maps.xhtml"))
	body, err := io.ReadAll(f)
	if err != nil || !strings.Contains(string(body), `href="https://example.org/lessons/feature-maps?fit.`) {
		t.Errorf("no link to a state: %v", err)
	}
}

// epubcheck, which is the W3C's, finds nothing wrong with the book.
func TestEPUBCheck(t *testing.T) {
	t.Parallel()
	checker := coursetest.Wanted(t, "epubcheck")
	s := quietSiteOf(Config{Origin: "https://example.org"})
	book := filepath.Join(t.TempDir(), "course.epub")
	noError(t, os.WriteFile(book, get(t, s, "/course.epub", nil).Body.Bytes(), 0o600))
	// Debian's is an archive that some systems do not run by itself.
	said, err := exec.CommandContext(t.Context(), "java", "-jar", checker, book).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "0 fatals / 0 errors / 0 warnings") {
		t.Errorf("%v: %.3000s", err, said)
	}
}
