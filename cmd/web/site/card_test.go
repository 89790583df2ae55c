package site

import (
	"bytes"
	"html"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/respond"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// cards are the addresses of all cards.
func cards() []string {
	all := []string{"/card.png"}
	for _, l := range lessons.Contents.Open() {
		all = append(all, "/lessons/"+l.Slug+"/card.png")
	}
	return all
}

// Every card is a PNG of the size that those want who show it, not heavy, and like no
// other. It is drawn once, whatever the query, and a reader who has it is told so.
func TestCards(t *testing.T) {
	made, counts := 0, respond.Counts{}.Whole()
	counts.Kept = func(hit bool) {
		if !hit {
			made++
		}
	}
	s := quietSiteOf(Config{Counts: counts})
	seen := map[string]string{}
	for _, address := range cards() {
		made = 0
		w := get(t, s, address, plain)
		body := w.Body.Bytes()
		h := w.Header()
		if w.Code != http.StatusOK || h.Get("Content-Type") != "image/png" || h.Get("Content-Encoding") != "" {
			t.Fatalf("%s: %d, %v", address, w.Code, h)
		}
		img, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			t.Errorf("%s: %v", address, err)
		} else if size := img.Bounds().Size(); size.X != plots.CardWidth || size.Y != plots.CardHeight {
			t.Errorf("%s: it is %v large", address, size)
		}
		if t.Logf("%s: %d bytes", address, len(body)); len(body) > 60_000 {
			t.Errorf("%s: %d bytes", address, len(body))
		}
		if other, ok := seen[string(body)]; ok {
			t.Errorf("%s is that of %s", address, other)
		}
		seen[string(body)] = address
		etag := h.Get("ETag")
		again := map[string]string{"If-None-Match": etag}
		if w := get(t, s, address, again); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("%s: to who has it %d, with %d bytes", address, w.Code, w.Body.Len())
		}
		same(t, address+": how often it is made", made, 1)
		same(t, address+" for a query", get(t, s, address+"?fit.bandwidth=3&x=1", plain).Header().Get("ETag"), etag)
	}
	for _, nobody := range []string{"nothing/card.png", "card.png", "ridge/card.jpg", "ridge/fit/card.png"} {
		answers(t, s, http.StatusNotFound, "/lessons/"+nobody)
	}
	later := siteOf(lessons.Contents.Open()[0], &course.Lesson{Slug: "later", Title: "What is to be told"})
	answers(t, later, http.StatusNotFound, "/lessons/later/card.png")
}

// Who asks for a card's head alone gets that, and no card.
func TestCardsHead(t *testing.T) {
	server := httptest.NewServer(quietSite())
	defer server.Close()
	status := map[string]int{"/card.png": 200, "/lessons/ridge/card.png": 200, "/lessons/nothing/card.png": 404}
	for address, want := range status {
		resp := course.Must(http.Head(server.URL + address))
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != want || len(body) > 0 {
			t.Errorf("%s: %d with %d bytes, %v", address, resp.StatusCode, len(body), err)
		}
		h := resp.Header
		if want == 200 && (resp.ContentLength < 1000 || h.Get("ETag") == "" || h.Get("Content-Type") != "image/png") {
			t.Errorf("%s: %v", address, h)
		}
	}
}

var ogImage = regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`)

// A page names its card, which is there: by the whole address where the server was told its
// origin, else by its path. What a request calls the server is in no page.
func TestPagesNameTheirCards(t *testing.T) {
	t.Parallel()
	const lessons = krrPage + "/card.png"
	pages := map[string]string{
		"/": "/card.png", "/?fit.bandwidth=3": "/card.png",
		krrPage: lessons, krrPage + "?fit.bandwidth=3": lessons, krrPage + "?present=1": lessons,
		krrPage + "/fit": krrPage + "/fit.png", krrPage + "/fit?embed=1": "", "/gallery": "", "/nothing": "",
		krrPage + "/fit?bandwidth=3&x=1": krrPage + "/fit.png?bandwidth=3", "/print": "/card.png",
		"/glossary": "/card.png", "/errata/min": "/card.png",
	}
	for _, prefix := range []string{"", "/kernels"} {
		s := quietSiteUnder(prefix)
		told := quietSiteOf(Config{Prefix: prefix, Origin: "https://example.org"})
		for page, card := range pages {
			if card != "" {
				card = prefix + card
			}
			for _, at := range []*Site{s, told} {
				r := httptest.NewRequest("GET", prefix+page, nil)
				r.Host = "evil.example"
				r.Header.Set("X-Forwarded-Host", "evil.example")
				w := httptest.NewRecorder()
				at.ServeHTTP(w, r)
				body, named := w.Body.String(), ""
				if m := ogImage.FindStringSubmatch(body); m != nil {
					named = html.UnescapeString(m[1])
				}
				want := card
				if want != "" {
					want = at.config.Origin + card
				}
				same(t, page+": the card", named, want)
				omits(t, page, body, "evil.example")
			}
			if card != "" && get(t, s, card, plain).Code != http.StatusOK {
				t.Errorf("%s: there is no %s", page, card)
			}
		}
	}
}

// The font of titles has every letter of theirs.
func TestCardsHaveTheLetters(t *testing.T) {
	face := font.DefaultCache.Lookup(font.Font{Typeface: "STIX Two Text", Weight: stdfont.WeightSemiBold}, 12)
	var buf sfnt.Buffer
	for _, l := range lessons.Contents.Lessons() {
		for _, r := range l.Title {
			if glyph, err := face.Face.GlyphIndex(&buf, r); err != nil || glyph == 0 {
				t.Errorf("%s: the font has no %q", l.Title, r)
			}
		}
	}
}

var titles = regexp.MustCompile(`<title>([^<]*)</title>|<meta property="og:title" content="([^"]*)">`)

// A tab, a link that is shared and a search result name the subject before the lesson's own title,
// and the course last.
func TestTitlesNameTheSubject(t *testing.T) {
	t.Parallel()
	s := quietSite()
	for _, l := range lessons.Contents.Open() {
		page := "/lessons/" + l.Slug
		for address, want := range map[string]string{
			page:                           l.Short + ": " + l.Title + " · Gramophone",
			page + "?present=1":            l.Short + ": " + l.Title + " · Gramophone",
			page + "/" + l.Figures[0].Name: " · " + l.Short + ": " + l.Title + " · Gramophone",
		} {
			found := titles.FindAllStringSubmatch(textAt(t, s, address), -1)
			if len(found) == 0 {
				t.Errorf("%s has no title", address)
			}
			for _, m := range found {
				if title := html.UnescapeString(m[1] + m[2]); !strings.HasSuffix(title, want) {
					t.Errorf("%s: the title is %q", address, title)
				}
			}
		}
	}
	for _, page := range []string{"/notation", "/api", "/my-work", "/data", "/teach", "/lectures", "/errata"} {
		body := textAt(t, s, page)
		if m := titles.FindStringSubmatch(body); m == nil || !strings.HasSuffix(m[1], " · Gramophone") {
			t.Errorf("%s: the title is %q", page, m)
		}
	}
}
