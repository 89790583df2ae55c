package site

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/lookup"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// lessons.json has every lesson with every figure and form; all its addresses are there, and
// its terms stand where it says.
func TestLessonList(t *testing.T) {
	t.Parallel()
	s := quietSiteUnder("/kernels")
	w := get(t, s, "/kernels/lessons.json", plain)
	list, open := decoded[lookup.Listing](t, w), lessons.Contents.Open()
	if w.Code != http.StatusOK || len(list.Lessons) != len(open) {
		t.Fatalf("%d, %d lessons, not %d", w.Code, len(list.Lessons), len(open))
	}
	terms, lectures := 0, 0
	for i, l := range list.Lessons {
		of := open[i]
		if l.Slug != of.Slug || l.Number != of.Number || l.Title != of.Title || l.Summary == "" || l.Minutes < 1 ||
			l.Part != lessons.Contents.Part(of).Title || l.Licence != views.OurLicence.Prose {
			t.Errorf("lesson %d: %+v", i+1, l)
		}
		page := get(t, s, l.URL, plain)
		if page.Code != http.StatusOK || get(t, s, l.Card, plain).Code != http.StatusOK {
			t.Errorf("%s: %d, or no card", l.URL, page.Code)
		}
		ids := page.Body.String()
		for _, term := range l.Terms {
			_, id, _ := strings.Cut(term.URL, l.URL+"#")
			if id == "" || !strings.Contains(ids, `id="`+id+`"`) {
				t.Errorf("%s: %q is not at %s", l.Slug, term.Name, term.URL)
			}
		}
		terms += len(l.Terms)
		lectures += min(1, len(l.Lecture))
		same(t, l.Slug+": its figures", len(l.Figures), len(of.Figures))
		for _, f := range l.Figures {
			if len(f.Forms) != len(figures.Forms) || f.Forms["json"] != f.URL+".json" || f.Title == "" || f.Goal == "" {
				t.Errorf("%s: %+v", l.Slug, f)
			}
		}
	}
	answers(t, s, http.StatusOK, list.Lessons[0].Figures[0].Forms["json"])
	t.Logf("%d bytes, %d terms, %d lessons with a lecture", w.Body.Len(), terms, lectures)
	if terms < 4*len(open) || lectures < len(open)-2 {
		t.Errorf("%d terms, lectures for %d lessons", terms, lectures)
	}
	told := quietSiteOf(Config{Origin: "https://example.org"})
	contains(t, "a server that knows its origin", textAt(t, told, "/lessons.json"),
		`"url": "https://example.org/lessons/bandwidth"`)
}

// The sitemap has whole addresses, with the origin that the server was told or else with the
// name by which it was asked, and then it is no answer for others.
func TestSitemap(t *testing.T) {
	t.Parallel()
	for _, told := range []string{"", "https://example.org"} {
		s := quietSiteOf(Config{Prefix: "/kernels", Origin: told})
		var first []lookup.Located
		for _, host := range []string{"one.example", "two.example"} {
			r := httptest.NewRequest("GET", "/kernels/sitemap.xml", nil)
			r.Host = host
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			var m lookup.Sitemap
			if err := xml.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != http.StatusOK {
				t.Fatalf("%d, %v", w.Code, err)
			}
			if m.XMLName.Space != "http://www.sitemaps.org/schemas/sitemap/0.9" || len(m.URLs) > 50_000 {
				t.Errorf("%v with %d addresses", m.XMLName, len(m.URLs))
			}
			begin := told
			if told == "" {
				begin = "http://" + host
			}
			for _, u := range m.URLs {
				path, ok := strings.CutPrefix(u.Address, begin)
				if !ok {
					t.Fatalf("asked as %s, told %q: %s", host, told, u.Address)
				}
				if first == nil && !strings.Contains(path, "/lessons/") &&
					get(t, s, path, plain).Code != http.StatusOK {
					t.Errorf("nothing at %s", path)
				}
			}
			if want := len(s.lookup.PagePaths()); len(m.URLs) != want || want < 90 {
				t.Errorf("%d addresses, not %d", len(m.URLs), want)
			}
			first = m.URLs
		}
	}
}

// Search engines are told of the sitemap where its address is known, and of no page that it
// lists that they should leave it out.
func TestRobots(t *testing.T) {
	t.Parallel()
	for told, want := range map[string]string{
		"": "", "https://example.org": "Sitemap: https://example.org/kernels/sitemap.xml\n",
	} {
		s := quietSiteOf(Config{Prefix: "/kernels", Origin: told})
		w := get(t, s, "/kernels/robots.txt", plain)
		body := w.Body.String()
		if w.Code != http.StatusOK || !strings.HasPrefix(body, "User-agent: *\n") ||
			strings.Contains(body, "Sitemap") != (told != "") || !strings.Contains(body, want) {
			t.Errorf("told %q: %d, %q", told, w.Code, body)
		}
		hidden := 0
		for line := range strings.Lines(body) {
			path, ok := strings.CutPrefix(strings.TrimSpace(line), "Disallow: /kernels")
			if !ok {
				continue
			}
			hidden++
			for _, listed := range s.lookup.PagePaths() {
				if strings.HasPrefix(listed, path) {
					t.Errorf("%s is in the sitemap, and left out by %s", listed, path)
				}
			}
		}
		same(t, "paths that are left out", hidden, len(s.lookup.Hidden))
	}
}

var thingElement = regexp.MustCompile(`<script type="application/ld\+json">(.*?)</script>`)

// A page says what it is in a few words, and pages that are views of others do not.
func TestPagesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	s := sharedSite()
	is := map[string]string{
		"/": "Course", krrPage: "LearningResource", krrPage + "/fit": "LearningResource", krrPage + "?present=1": "",
		krrPage + "/fit?embed=1": "", "/nothing": "", "/print": "", "/rooms": "",
	}
	for path, want := range is {
		found := thingElement.FindAllStringSubmatch(textAt(t, s, path), -1)
		if want == "" {
			if len(found) > 0 {
				t.Errorf("%s says that it is %s", path, found[0][1])
			}
			continue
		}
		if len(found) != 1 {
			t.Errorf("%s says what it is %d times", path, len(found))
			continue
		}
		var thing struct {
			Context string `json:"@context"`
			Type    string `json:"@type"`
			Name    string
			URL     string
			License string
			HasPart []struct{ Name, URL string }
		}
		if err := json.Unmarshal([]byte(found[0][1]), &thing); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if thing.Context != "https://schema.org" || thing.Type != want || thing.Name == "" || thing.URL != path ||
			thing.License != views.OurLicence.Prose {
			t.Errorf("%s: %+v", path, thing)
		}
		if path == "/" && len(thing.HasPart) != len(lessons.Contents.Open()) {
			t.Errorf("the course has %d parts", len(thing.HasPart))
		}
		if n := len(found[0][0]); path != "/" && n > 1000 {
			t.Errorf("%s says it in %d bytes", path, n)
		}
	}
}

// CITATION.cff calls the course and its authors what the course and LICENSE do.
func TestCitation(t *testing.T) {
	cff := course.Must(os.ReadFile("../../../CITATION.cff"))
	licence := course.Must(os.ReadFile("../../../LICENSE"))
	contains(t, "CITATION.cff", string(cff), `title: "`+views.CourseTitle+`"`, "The Gramophone authors", "MIT")
	contains(t, "LICENSE", string(licence), "The Gramophone authors", "MIT")
}
