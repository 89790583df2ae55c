//go:build !race && !js

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// A written page is one of the folder, with what it can be led to and where it leads.
type written struct {
	ids   map[string]bool
	links []string
}

// readPage reads a page of the folder.
func readPage(body []byte) (written, error) {
	w := written{ids: map[string]bool{}}
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if errors.Is(z.Err(), io.EOF) {
				return w, nil
			}
			return w, z.Err()
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, a := range z.Token().Attr {
				switch a.Key {
				case "id":
					w.ids[a.Val] = true
				case "href", "src", "action":
					w.links = append(w.links, a.Val)
				}
			}
		}
	}
}

// made are the files that the program makes in the browser: a figure in another form, a lesson as
// a notebook, and a figure taken to the playground, there to another method.
var made = regexp.MustCompile(`^(lessons/[a-z-]+(/[a-z0-9-]+)?\.(svg|zip|csv|json|ipynb|py|R|go|playground)|` +
	`playground/[a-z]+\.(svg|zip|csv|json|ipynb|py|R|go|[a-z]+))$`)

// A crawl goes through the pages of a folder.
type crawl struct {
	*testing.T
	folder fs.FS
	pages  map[string]written // by the paths of their files
	engine map[string]string  // paths that the program answers, with a page that leads there
}

// TestBrowserSiteLinks follows every link of every page of the folder: without the program each
// leads to a file, and to a place on it where it names one, but for what is made in the browser.
// That the program makes, all of it as it is on a desk, and in a browser what has its turn.
func TestBrowserSiteLinks(t *testing.T) {
	dir := folder(t)
	c := &crawl{t, os.DirFS(dir), map[string]written{}, map[string]string{}}
	err := fs.WalkDir(c.folder, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".html" {
			return err
		}
		body, err := fs.ReadFile(c.folder, file)
		if err != nil {
			return err
		}
		c.pages[file], err = readPage(body)
		return err
	})
	noError(t, err)
	n := 0
	for _, file := range slices.Sorted(maps.Keys(c.pages)) {
		for _, link := range c.pages[file].links {
			c.follow(file, link)
			n++
		}
	}
	t.Logf("%d links of %d pages, and %d files that are made in the browser", n, len(c.pages), len(c.engine))
	if len(c.pages) < 100 || n < 10_000 || len(c.engine) < 500 {
		t.Error("the crawl has not seen the course")
	}
	c.ask(t)
}

// follow holds a link of a page to what it leads to.
func (c *crawl) follow(file, link string) {
	to, err := url.Parse(link)
	switch {
	case err != nil:
		c.Errorf("%s: %q is no address", file, link)
	case to.Scheme != "" || to.Host != "":
		if to.Scheme != "https" && to.Scheme != "http" && to.Scheme != "data" && to.Scheme != "mailto" {
			c.Errorf("%s: %q", file, link)
		}
		return
	case strings.HasPrefix(to.Path, "/"):
		c.Errorf("%s: %q leaves the folder", file, link)
		return
	}
	at := file
	if to.Path != "" {
		if at = path.Join(path.Dir(file), to.Path); strings.HasPrefix(at, "..") {
			c.Errorf("%s: %q leaves the folder", file, link)
			return
		}
		if info, err := fs.Stat(c.folder, at); err == nil && info.IsDir() {
			at = path.Join(at, "index.html")
		}
	}
	page, isPage := c.pages[at]
	switch _, err := fs.Stat(c.folder, at); {
	case errors.Is(err, fs.ErrNotExist) && made.MatchString(at):
		c.engine[at] = file
	case err != nil:
		c.Errorf("%s: %q leads nowhere", file, link)
	case to.Fragment != "" && isPage && !page.ids[to.Fragment]:
		c.Errorf("%s: on %s there is no place %q", file, at, to.Fragment)
	}
}

// ask holds the program to answer what is made in the browser, and every page too, which it
// draws where an address has a state.
func (c *crawl) ask(t *testing.T) {
	for file := range c.pages {
		if dir := path.Dir(file); dir != "." && path.Base(file) == "index.html" {
			c.engine[dir] = file
		}
	}
	m := desk(t)
	p := open(t, serve(t, folder(t), nil))
	p.visit("")
	p.ready()
	for _, at := range slices.Sorted(maps.Keys(c.engine)) {
		_, _, err := m.fetch(context.Background(), "/"+at)
		server := errors.Is(err, errServer) // which a page of the folder says
		if err != nil && !(server && c.pages[at+"/index.html"].ids != nil) {
			t.Errorf("%s, where %s leads, is not made: %v", at, c.engine[at], err)
		}
		lesson, _, _ := strings.Cut(strings.TrimPrefix(at, "lessons/"), "/")
		if at == "print" || !coursetest.Asks(lesson) {
			continue // the whole course for paper is a file, and not in the program
		}
		want := http.StatusOK
		if server {
			want = http.StatusNotImplemented
		}
		if got := value[int](p, `fetch("./`+at+`").then((answer) => answer.status)`); got != want {
			t.Errorf("in the browser %s is %d, not %d", at, got, want)
		}
	}
}
