package site

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/static"
)

// A workshop is the site of whoever writes the course: prose, style sheets and scripts
// are those of a checkout of the project, and a page is loaded anew when they change.
// A slip in them stands on the page, with its file and line. What the program is built
// from besides wants a restart, after which pages are loaded anew too.
//
// It keeps no watch. A file's time and size are looked at when somebody asks: a page,
// or the stream that a page listens to.
type workshop struct {
	site     *Site  // as the program has it
	checkout fs.FS  // of the project
	begun    string // tells this run of the program from others

	mu      sync.Mutex
	edition string
	now     *Site
	slip    error // in a style sheet or script, which every page has
}

// lookEvery is how long an author waits for a page at most: less than it takes to look
// from the editor to the browser.
const lookEvery = 200 * time.Millisecond

// newWorkshop has a site read its files from the checkout of its Config.
func newWorkshop(s *Site) (*workshop, error) {
	for _, file := range []string{"lessons/lessons.go", "static/static.go"} {
		if _, err := fs.Stat(s.config.Checkout, file); err != nil {
			return nil, &ConfigError{"Checkout", "wants a checkout of the project: " + err.Error()}
		}
	}
	first := *s
	return &workshop{site: &first, checkout: s.config.Checkout, begun: time.Now().String(), now: &first}, nil
}

func (d *workshop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, d.site.config.Prefix)
	if path == "/dev" {
		d.tell(w, r)
		return
	}
	s, slip := d.read()
	h := s.handler
	if slip != nil && !strings.HasPrefix(path, static.Prefix) {
		h = s.protect(s.sender.Answer("GET /", func(http.ResponseWriter, *http.Request) error { return slip }),
			func(*http.Request) bool { return false })
	}
	h.ServeHTTP(w, r)
}

// tell streams the edition of the files, and each that comes after it. The server's
// time limits end the stream now and then, and the browser asks again.
func (d *workshop) tell(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	told := ""
	for {
		if edition := d.look(); edition != told {
			told = edition
			fmt.Fprintf(w, "retry: 300\ndata: %s\n\n", edition)
			if http.NewResponseController(w).Flush() != nil {
				return
			}
		}
		select {
		case <-r.Context().Done():
			return
		case <-d.site.stopped:
			return
		case <-time.After(lookEvery):
		}
	}
}

// look returns the edition of the files as they are: another whenever one has changed.
func (d *workshop) look() string {
	h := fnv.New64a()
	fmt.Fprintln(h, d.begun)
	for _, pattern := range []string{"lessons/*/*.md", "static/*/*.css", "static/*/*.js"} {
		for _, name := range d.find(pattern) {
			if info, err := fs.Stat(d.checkout, name); err == nil { // else it has just gone
				fmt.Fprintln(h, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum64())
}

// find lists the files that match a pattern, which is well formed.
func (d *workshop) find(pattern string) []string {
	return course.Must(fs.Glob(d.checkout, pattern))
}

// read returns the site of the files as they are, or the last one and the slip that
// keeps it from being made.
func (d *workshop) read() (*Site, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	edition := d.look()
	if edition == d.edition {
		return d.now, d.slip
	}
	assets, err := static.Read(course.Must(fs.Sub(d.checkout, "static"))) // the name is well formed
	if d.slip = err; err != nil {
		d.slip, assets = fmt.Errorf("static/%w", err), d.now.assets
	}
	next := d.site.process.of(d.lessons(), assets, edition)
	d.edition, d.now = edition, next
	return next, d.slip
}

// lessons is the course with the prose of the checkout: that of a lesson is the file
// that has its slug for a name.
func (d *workshop) lessons() course.Course {
	var contents course.Course
	for _, part := range d.site.course {
		p := course.Part{Title: part.Title}
		for _, l := range part.Lessons {
			file, prose := "", l.Prose
			for _, name := range d.find("lessons/*/" + l.Slug + ".md") {
				if text, err := fs.ReadFile(d.checkout, name); err == nil {
					file, prose = name, string(text)
				}
			}
			p.Lessons = append(p.Lessons, l.Reread(file, prose))
		}
		contents = append(contents, p)
	}
	return contents
}
