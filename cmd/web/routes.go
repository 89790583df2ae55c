package main

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/cmd/web/search"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/static"
	"github.com/gramophone-course/gramophone/views"
)

// A site is the whole course as one http.Handler.
type site struct {
	*process
	course  course.Course
	alone   bool   // in a browser, or files for it: there is no server
	prefix  string // the path it is served under: "/kernels", or "" for all of the server
	assets  *static.Assets
	answers *course.Memo // finished answers, compressed

	edition  string                            // of the files it was read from; "" for the program's own
	openings sync.Map                          // pictures of the lessons' opening states and stills, once drawn
	emblem   atomic.Pointer[map[string]string] // the lessons' small pictures, once drawn
	private  func() map[string]bool            // names of what readers write themselves; see logged
	index    func() (*search.Index, error)     // of what can be found, made when first wanted
	more     addresses                         // that not every course has
	paths    map[string]bool                   // that there are pages at, those with names in them too
	handler  http.Handler
}

// addresses registers some of a site's.
type addresses func(s *site, handle func(pattern string, h handler))

// newSite is the course as a server has it.
func newSite(contents course.Course, log *slog.Logger, prefix string, m memory) *site {
	return firstSite(contents, log, prefix, m, loadAssets(), (*site).handleServer)
}

// newAlone is the course as a reader has it in her own browser, or as a folder of files:
// without what takes a server, which it says where it is asked.
func newAlone(contents course.Course, log *slog.Logger, prefix string, m memory, assets *static.Assets) *site {
	return firstSite(contents, log, prefix, m, assets, func(s *site, handle func(pattern string, h handler)) {
		s.alone = true
		s.handleAlone(handle)
	})
}

// firstSite is the first of a process, which operators may watch.
func firstSite(contents course.Course, log *slog.Logger, prefix string, m memory, assets *static.Assets,
	more addresses) *site {
	s := siteIn(newProcess(log, m), contents, prefix, assets, more)
	s.gauges()
	return s
}

// siteIn is a site in a process.
func siteIn(p *process, contents course.Course, prefix string, assets *static.Assets, more addresses) *site {
	s := &site{
		process: p,
		course:  contents,
		prefix:  prefix,
		assets:  assets,
		answers: course.NewMemo(uint64(p.memory.answers())),
		more:    more,
		paths:   map[string]bool{},
	}
	s.private = sync.OnceValue(s.privateNames)
	s.index = sync.OnceValues(func() (*search.Index, error) {
		all, err := entries(contents)
		return search.New(all), err
	})
	s.route()
	return s
}

// route makes the site's handler: what every course has, and what more does.
func (s *site) route() {
	prefix, mux := s.prefix, http.NewServeMux()
	handle := func(pattern string, h handler) {
		method, path, _ := strings.Cut(pattern, " ")
		s.paths[path] = true
		mux.Handle(method+" "+prefix+path, s.answer(pattern, h))
	}

	handle("GET /{$}", s.first(s.home))                       // the course
	handle("GET /card.png", s.courseCard)                     // the picture that stands for it in links
	handle("GET /lessons/{slug}", s.first(s.lesson))          // a lesson, complete without JavaScript
	handle("GET /lessons/{slug}/card.png", s.lessonCard)      // and for a lesson
	handle("GET /lessons/{slug}/{figure}", s.first(s.figure)) // a figure: page, fragment, with .json its numbers
	handle("GET /lessons/{slug}/check/{exercise}", s.check)   // what the server says to an answer
	handle("GET /gallery", s.gallery)                         // every kind of picture, for those who draw them
	s.more(s, handle)
	s.handleWhole(handle)
	s.handleReference(handle)
	s.handlePlayground(handle)         // any method on any data
	handle("GET /static/", s.asset)    // style sheets, scripts, fonts; hashed, for ever
	handle("GET /healthz", s.health)   // the process is alive
	handle("GET /readyz", s.readiness) // it wants requests
	handle("GET /", s.nothing)         // 404
	if prefix != "" {
		// A proxy and its checks ask the server itself, whatever the prefix.
		mux.Handle("GET /healthz", s.answer("GET /healthz", s.health))
		mux.Handle("GET /readyz", s.answer("GET /readyz", s.readiness))
		mux.Handle("GET /", s.answer("GET /", s.nothing))
	}
	// A workshop has one more: GET /dev tells when the files have changed.

	s.handler = s.protect(mux)
}

// handleServer registers what takes a server.
func (s *site) handleServer(handle func(pattern string, h handler)) {
	s.handleRooms(handle)
	s.handleOwn(handle)
	s.handleEngine(handle)          // the engine for programs
	handle("GET /oembed", s.oembed) // for sites that show what a link leads to
	handle("GET "+progressPath, s.tellProgress)
}

// handleRooms registers what stands under /rooms.
func (s *site) handleRooms(handle func(pattern string, h handler)) {
	handle("GET /rooms", s.enter)                             // where a student types the code of her class
	handle("POST /rooms", s.openRoom)                         // a room for a class
	handle("GET /rooms/check", s.checkRooms)                  // whether phones reach this server
	handle("GET /rooms/{code}", s.inRoom(s.room))             // its page: the student's, or the teacher's
	handle("GET /rooms/{code}/hall", s.inRoom(s.hall))        // its lesson on the projector
	handle("GET /rooms/{code}/class", s.inRoom(s.classPlots)) // what it has done, in pictures
	handle("GET /rooms/{code}/class.svg", s.inRoom(s.classPlotFile))
	handle("GET /rooms/{code}/ask", s.inRoom(s.roomAsk)) // what it is asked, alone
	handle("GET /rooms/{code}/code.svg", s.inRoom(s.roomCode))
	handle("GET /rooms/{code}/state", s.inRoom(s.roomState))
	handle("GET /rooms/{code}/events", s.inRoom(s.roomEvents))
	handle("GET /rooms/{code}/votes.csv", s.inRoom(s.votesTable))
	handle("POST /rooms/{code}/votes", s.inRoom(s.vote))
	handle("POST /rooms/{code}/sketches", s.inRoom(s.sketch))
	handle("POST /rooms/{code}/points", s.inRoom(s.point)) // one that she puts down
	handle("POST /rooms/{code}/picks", s.inRoom(s.pick))
	handle("POST /rooms/{code}/head", s.inRoom(s.setHead))
	handle("POST /rooms/{code}/lesson", s.inRoom(s.setLesson)) // on to another
	handle("POST /rooms/{code}/hand", s.inRoom(s.moveHand))
	handle("POST /rooms/{code}/key", s.inRoom(s.takeKey))
	handle("DELETE /rooms/{code}/seats", s.inRoom(s.dismiss)) // those that have written nothing
	handle("DELETE /rooms/{code}", s.inRoom(s.endRoom))
}

// inMemory are rooms that are gone with the program.
func inMemory(log *slog.Logger) *rooms.Rooms {
	r, err := rooms.New(rooms.Memory(), rooms.Options{Log: log})
	if err != nil {
		panic("web: " + err.Error()) // nobody can refuse to be listened to in memory
	}
	return r
}

// Draws beyond the gate, and answers beyond what may be on its way, wait in a line for
// some time; then the reader is asked to come back.
const (
	maxWaiting = 256
	maxWait    = 5 * time.Second
)

// usual are the limits on a machine with so many processors. Of two places one is
// always open to short draws. A dozen readers who each ask for an error map of 300
// points, a second apiece, are all answered.
func usual(processors int) limits {
	return limits{
		places: max(2, processors), brief: maxBrief,
		line: maxWaiting, wait: maxWait,
		longLine: 32, longWait: 15 * time.Second,
		draw: drawTime, grace: 2 * time.Second, stuck: 30 * time.Second,
	}
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *site) view() views.Site {
	return views.Site{
		Course:  s.course,
		Prefix:  s.prefix,
		Asset:   func(name string) string { return s.prefix + s.assets.URL(name) },
		Imports: s.assets.Imports,
		Has:     func(path string) bool { return s.paths[path] },
		Edition: s.edition,
		Origin:  s.origin,
		Alone:   s.alone,
	}
}

// origins are a scheme, a host by its name or its number, and perhaps a port.
var origins = regexp.MustCompile(
	`^https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)
