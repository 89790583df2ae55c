package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/cmd/site/recorded"
	"github.com/gramophone-course/gramophone/cmd/web/site"
	"github.com/gramophone-course/gramophone/static"
)

// mark is the prefix under which the pages are made: no text has it but addresses of ours,
// which it finds.
const mark = "/gramophone-root"

// standIn is what the course is asked as while its pages are made, and stands in none.
const standIn = "gramophone.invalid"

// drawTime is what a draw may take where nobody waits for it.
const drawTime = 10 * time.Minute

// A maker asks a course for what it is made of.
type maker struct {
	course *site.Site
	pages  map[string]page
	other  map[string][]byte // files beside the pages
}

// A page is as the server sends it.
type page struct {
	html   []byte
	policy string
}

// addPages has a course without a server make every page as it opens.
func (f files) addPages(ctx context.Context, out io.Writer) error {
	course, err := site.New(site.Config{Alone: true, Prefix: mark, DrawTime: drawTime,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		return err
	}
	m := &maker{course: course, pages: map[string]page{}, other: map[string][]byte{}}
	if err := m.crawl(ctx); err != nil {
		return err
	}
	for path, p := range m.pages {
		html, err := m.rooted(path, p)
		if err != nil {
			return err
		}
		f[strings.TrimPrefix(path+"/index.html", "/")] = html
	}
	for path, body := range m.other {
		f[strings.TrimPrefix(path, "/")] = m.relative("", body)
	}
	fmt.Fprintf(out, "%d pages\n", len(m.pages))
	return nil
}

// crawl asks for the pages that the course names, and for all that they lead to.
func (m *maker) crawl(ctx context.Context) error {
	queue := m.course.Crawled()
	seen := map[string]bool{}
	for len(queue) > 0 {
		path := strings.TrimSuffix(queue[0], "/")
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		more, err := m.take(ctx, path)
		if errors.Is(err, errServer) {
			return fmt.Errorf("%s: a page leads to a file that takes a server", path)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		queue = append(queue, more...)
	}
	return nil
}

// leads are addresses of pages, of the cards that others show and of pictures, without their query.
var leads = regexp.MustCompile(`(?:href|content|src)="` + mark + `(/[^"?#]*)`)

// take fetches what is at a path, and returns where it leads. What takes a server is a page that
// says so.
func (m *maker) take(ctx context.Context, path string) (more []string, err error) {
	body, head, err := m.fetch(ctx, path)
	if err != nil && !errors.Is(err, errServer) {
		return nil, err
	}
	if !strings.HasPrefix(head.Get("Content-Type"), "text/html") {
		m.other[path] = body
		return nil, err
	}
	if body, err = whole(path, body); err != nil {
		return nil, err
	}
	m.pages[path] = page{body, head.Get("Content-Security-Policy")}
	for _, lead := range leads.FindAllSubmatch(body, -1) {
		to := string(lead[1])
		name := to[strings.LastIndex(to, "/")+1:]
		if name == "card.png" || name == "picture.svg" || !strings.Contains(name, ".") {
			more = append(more, to)
		}
	}
	return more, nil
}

// whole writes the addresses that are relative to the page at that path from the root of the host:
// in the folder the page is a step deeper than where it was made.
func whole(path string, body []byte) ([]byte, error) {
	base, err := url.Parse(mark + cmp.Or(path, "/"))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if !errors.Is(z.Err(), io.EOF) {
				return nil, z.Err()
			}
			return out.Bytes(), nil
		}
		raw := bytes.Clone(z.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			for _, a := range z.Token().Attr {
				if !slices.Contains(leading, a.Key) || !deeper(a.Val) {
					continue
				}
				to, err := base.Parse(a.Val)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", path, err)
				}
				was := fmt.Appendf(nil, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
				if bytes.Count(raw, was) != 1 {
					return nil, fmt.Errorf("%s: the address of %q is not found", path, raw)
				}
				raw = bytes.Replace(raw, was, fmt.Appendf(nil, ` %s="%s"`, a.Key, html.EscapeString(to.String())), 1)
			}
		}
		out.Write(raw)
	}
}

// leading are the attributes that hold an address.
var leading = []string{"href", "src", "action", "formaction", "hx-get"}

// deeper reports whether an address leads elsewhere from a page that is a step deeper: one that
// names a place beside it.
func deeper(address string) bool {
	to, err := url.Parse(address)
	return err != nil || to.Scheme == "" && to.Host == "" && to.Path != "" && to.Path[0] != '/'
}

// errServer is why a path is no page of the course: see the needs in cmd/web/site.
var errServer = errors.New("this takes a server")

// fetch asks for a path, and for another where it is sent on.
func (m *maker) fetch(ctx context.Context, path string) ([]byte, http.Header, error) {
	to := mark + cmp.Or(path, "/")
	for range 2 {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+standIn+to, nil)
		if err != nil {
			return nil, nil, err
		}
		r.RemoteAddr, r.RequestURI = "127.0.0.1:0", to
		var w recorded.Answer
		m.course.ServeHTTP(&w, r)
		if err := ctx.Err(); err != nil { // who has gone is answered nothing
			return nil, nil, err
		}
		w.End()
		switch {
		case w.Status/100 == 3:
			to = w.Header().Get("Location")
		case w.Status == http.StatusOK:
			return w.Body.Bytes(), w.Header(), nil
		case w.Status == http.StatusNotImplemented:
			return w.Body.Bytes(), w.Header(), errServer
		default:
			return nil, nil, errors.New(http.StatusText(w.Status))
		}
	}
	return nil, nil, errors.New("it is sent on and on")
}

// addresses are those of ours, of which the path is a part of its own. To what data-path
// names, scripts add an ending.
var addresses = regexp.MustCompile(`(data-path=")?` + mark + `(/[^"'?#&\s<>)\\]*)?`)

// relative makes the addresses in body relative to the page at that path, which is a folder
// of the same name. Those of pages end in a slash, as a host of files has them.
func (m *maker) relative(path string, body []byte) []byte {
	up := strings.Repeat("../", strings.Count(path, "/"))
	if up == "" {
		up = "./"
	}
	return addresses.ReplaceAllFunc(body, func(address []byte) []byte {
		before, to, _ := strings.Cut(string(address), mark)
		to = strings.TrimPrefix(to, "/")
		if _, is := m.pages["/"+to]; is && to != "" && before == "" {
			to += "/"
		}
		return []byte(before + up + to)
	})
}

var (
	headBegins = []byte(`<meta charset="utf-8">`)
	headEnds   = []byte("</head>")
)

// rooted is the page as a file: with relative addresses, its policy within it, and the script
// that has its figures move.
func (m *maker) rooted(path string, p page) ([]byte, error) {
	policy, _, _ := strings.Cut(p.policy, "; frame-ancestors")
	begin := fmt.Appendf(nil, `%s<meta http-equiv="Content-Security-Policy" content="%s; manifest-src 'self'">`,
		headBegins, policy)
	assets := static.Load()
	end := fmt.Appendf(nil, `<link rel="manifest" href="%[1]s/manifest.webmanifest">`+
		`<link rel="stylesheet" href="%[1]s%[2]s"><script type="module" src="%[1]s%[3]s"></script>%[4]s`,
		mark, assets.URL("css/alone.css"), assets.URL("js/alone.js"), headEnds)
	if bytes.Count(p.html, headBegins) != 1 || bytes.Count(p.html, headEnds) != 1 {
		return nil, fmt.Errorf("%s: a page has one head", path)
	}
	html := bytes.Replace(p.html, headBegins, begin, 1)
	html = m.relative(path, bytes.Replace(html, headEnds, end, 1))
	if i := bytes.Index(html, []byte(standIn)); i >= 0 {
		return nil, fmt.Errorf("%s names the server that made it: %q", path, html[max(0, i-80):i+20])
	}
	return html, nil
}
