package site

import (
	"net/http"
	"runtime"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
)

// A route is an address of the course, and what is known of it.
type route struct {
	pattern string // as [http.ServeMux] has it, without the prefix
	handler respond.Handler
	traits  traits
	needs   *need // why it takes a server; nil where it does not
}

// path is the pattern's, without its method.
func (r route) path() string {
	_, path, _ := strings.Cut(r.pattern, " ")
	return strings.TrimSuffix(path, "{$}")
}

// What routes are.
type traits uint

const (
	reads   traits = 1 << iota // what answers reads the body of a request; to others a body is not waited for
	listed                     // search engines are told of it,
	hidden                     // or asked to leave it and all under it out: what is a reader's own, or has no end
	crawled                    // cmd/site asks for it, beside what is listed
	first                      // readers wait for it: nothing is warmed up before them
	always                     // it is there without the prefix too, for a proxy and its checks
)

// A need is why what stands under a path takes a server.
type need struct {
	under string
	why   string // what is said where there is none
}

var (
	roomsNeed = &need{"/rooms", "A room joins many devices, so it needs a server that all of them reach. This copy " +
		"of the course is for one device alone. Start the course as a server for a class."}
	engineNeeds = &need{"/api", "Programs ask a server that runs the course. This copy of the course runs in your " +
		"browser, which no program can ask."}
	othersNeed = &need{"/oembed", "Other sites ask a server for a figure to show. This copy of the course is in your " +
		"browser alone."}
	assistantsNeed = &need{"/mcp", "Assistants ask a server that runs the course. This copy of the course runs in " +
		"your browser, which no assistant can ask."}
	progressNeeds = &need{} // only scripts ask
)

// inBrowser is whether the program runs in one: then what takes a server is no part of it.
const inBrowser = runtime.GOOS == "js"

// routes are all addresses of the course, but for one of a workshop: GET /dev tells when the files
// have changed.
func (s *Site) routes() []route {
	list := []route{{"GET /{$}", s.figures.Home, first | listed, nil}} // the course
	if !inBrowser {                                                    // which has the whole as files
		list = append(list,
			route{"GET /print", s.book.Print, listed, nil},       // as one page, for paper
			route{"GET /course.epub", s.book.EPUB, crawled, nil}, // and as a book for readers
			route{"GET /go/{file...}", s.library.File, 0, nil})   // its engine, for the Go tool
	}
	list = slices.Concat(list, s.openRoutes(), s.sheetRoutes())
	if s.config.Alone || s.keeping != nil {
		list = append(list, route{"GET /offline", s.offline, crawled, nil}) // where a reader has the course kept
	}
	if inBrowser {
		return list
	}
	if k := s.keeping; k != nil {
		list = append(list,
			route{"GET /sw.js", k.script, 0, nil},       // the worker that keeps it
			route{"GET /sw.json", k.file, 0, nil},       // its size and revision
			route{"GET /engine/{name}", k.file, 0, nil}) // the program that draws its figures then
	}
	return slices.Concat(list, s.serverRoutes(), s.assistantRoutes(), s.roomRoutes())
}

// openRoutes are those of every copy of the course.
func (s *Site) openRoutes() []route {
	f, l, t := s.figures, s.lookup, s.own
	return []route{
		{"GET /card.png", f.CourseCard, 0, nil},                         // the picture that stands for it in links
		{"GET /lessons/{slug}", f.Lesson, first, nil},                   // a lesson, complete without JavaScript
		{"GET /lessons/{slug}/card.png", f.LessonCard, 0, nil},          // and the picture for it
		{"GET /lessons/{slug}/film", f.Film, 0, nil},                    // its minute in motion
		{"GET /lessons/{slug}/film.svg", f.FilmFile, 0, nil},            // the same as a file
		{"GET /lessons/{slug}/{figure}", f.Figure, first, nil},          // a figure: page, fragment, file
		{"GET /lessons/{slug}/{figure}/{file}", f.Goal, 0, nil},         // what its goal asks of hidden samples
		{"GET /lessons/{slug}/lab.ipynb", f.Lab, 0, nil},                // the notebook to be filled in
		{"GET /lessons/{slug}/check/{exercise}", f.Check, 0, nil},       // what the server says to an answer
		{"GET /lessons/{slug}/exercise/{exercise}", f.Exercise, 0, nil}, // an exercise with other numbers
		{"GET /playground", f.Playground, 0, nil},                       // any method on any data: to the first one
		{"GET /playground/{figure}", f.Method, 0, nil},                  // a method, in all forms of a figure
		{"GET /data", t.Data, hidden, nil},                              // where a table is pasted or sent
		{"POST /data", t.SendTable, reads, nil},                         // as a form, or as it stands
		{"GET /data/{table}", t.Table, 0, nil},                          // what was read of it, and who takes it
		{"GET /data/{table}/table.csv", t.CleanTable, 0, nil},           // the table as it was read
		{"GET /data/{table}/{figure}", f.Study, 0, nil},                 // a fit on all of its columns
		{"POST /data/{table}/delete", t.ForgetTable, 0, nil},            // it is gone, from the disk too

		{"GET /gallery", f.Gallery, crawled, nil},                    // every kind of picture, for those who draw
		{"GET /search", l.Search, hidden | crawled, nil},             // places of the course, by a reader's words
		{"GET /search.json", l.SearchJSON, 0, nil},                   // and for machines
		{"GET /glossary", l.Glossary, listed, nil},                   // every term, with its other names
		{"GET /glossary/{name}", l.Term, 0, nil},                     // one of them alone, by any of its names
		{"GET /notation", l.Notation, listed, nil},                   // one fit, and every way to write its numbers
		{"GET /errata", l.Errata, listed, nil},                       // statements that do not hold as they stand
		{"GET /errata/{name}", l.Erratum, 0, nil},                    // one of them, with a vote
		{"GET /errata/{name}/picture.svg", f.ErratumPicture, 0, nil}, // and what it is about
		{"GET /lectures", l.Lectures, listed, nil},                   // the lectures' sections, with our lessons
		{"GET /exercises", l.Exercises, listed, nil},                 // all, by lesson, lecture and kind
		{"GET /practice", l.Practice, listed, nil},                   // those with fresh numbers, one after another
		{"GET /concept", l.Concept, hidden, nil},                     // fifteen questions, before a course and after it
		{"GET /teach", l.Teach, listed, nil},                         // the teacher's guide
		{"GET /teach/{slug}", l.Guide, 0, nil},                       // that to a lesson
		{"GET /teach/plans", l.Plans, listed, nil},                   // and plans for classes and terms
		{"GET /teach/class", l.Class, listed, nil},                   // files of a class, read in the teacher's browser
		{"GET /my-work", l.MyWork, hidden | crawled, nil},            // what a browser has kept of its reader's work
		{"GET /lessons.json", l.LessonList, crawled, nil},            // what there is, for machines
		{"GET /sitemap.xml", l.Sitemap, 0, nil},                      // and where, for search engines
		{"GET /robots.txt", l.Robots, 0, nil},                        // which are asked to leave out what is hidden
		{"GET /static/", s.asset, 0, nil},                            // style sheets, scripts, fonts; hashed, for ever
		{"GET /healthz", s.health, always, nil},                      // the process is alive
		{"GET /readyz", s.readiness, always, nil},                    // it wants requests
		{"GET /", s.nothing, always, nil},                            // 404
	}
}

// serverRoutes are those that take a server, but for rooms.
func (s *Site) serverRoutes() []route {
	f, a := s.figures, s.api
	return []route{
		{"GET /oembed", f.OEmbed, 0, othersNeed},                    // for sites that show what a link leads to
		{"GET /progress/{token}", f.TellProgress, 0, progressNeeds}, // how far a figure is that takes long

		{"GET /api", a.About, 0, engineNeeds},                     // what programs can ask, with examples
		{"GET /api/v1/openapi.json", a.OpenAPI, 0, engineNeeds},   // the same for machines
		{"POST /api/v1/{method}", a.Call, reads, engineNeeds},     // a method of the engine
		{"GET /api/v1/{method}", a.Call, 0, engineNeeds},          // says that it is called with POST
		{"OPTIONS /api/v1/{method}", a.Preflight, 0, engineNeeds}, // whether a page of another site may call it
	}
}

// roomRoutes are those of classes.
func (s *Site) roomRoutes() []route {
	c := s.class
	return []route{
		{"GET /rooms", c.Enter, hidden, roomsNeed},                                 // where a student types the code
		{"POST /rooms", c.Open, reads, roomsNeed},                                  // a room for a class
		{"GET /rooms/check", c.Check, 0, roomsNeed},                                // whether phones reach this server
		{"GET /rooms/{code}", c.InRoom(c.Room), 0, roomsNeed},                      // a student's, or the teacher's
		{"GET /rooms/{code}/hall", c.InRoom(c.Hall), 0, roomsNeed},                 // its lesson on the projector
		{"GET /rooms/{code}/class", c.InRoom(c.Plots), 0, roomsNeed},               // what it has done, in pictures
		{"GET /rooms/{code}/class.svg", c.InRoom(c.PlotFile), 0, roomsNeed},        // one of them
		{"GET /rooms/{code}/ask", c.InRoom(c.Ask), 0, roomsNeed},                   // what it is asked, alone
		{"GET /rooms/{code}/code.svg", c.InRoom(c.Code), 0, roomsNeed},             // its address, for phones to read
		{"GET /rooms/{code}/state", c.InRoom(c.State), 0, roomsNeed},               // what all its pages follow
		{"GET /rooms/{code}/events", c.InRoom(c.Events), 0, roomsNeed},             // that there is something new
		{"GET /rooms/{code}/votes.csv", c.InRoom(c.VotesTable), 0, roomsNeed},      // what it has voted, for her
		{"GET /rooms/{code}/test", c.InRoom(c.Test), 0, roomsNeed},                 // the concept test; its gain
		{"GET /rooms/{code}/test.csv", c.InRoom(c.TestTable), 0, roomsNeed},        // all answers, for her
		{"POST /rooms/{code}/test", c.InRoom(c.TakeTest), reads, roomsNeed},        // a student, both times
		{"POST /rooms/{code}/test/close", c.InRoom(c.CloseTest), reads, roomsNeed}, // the teacher; for good
		{"POST /rooms/{code}/votes", c.InRoom(c.Vote), reads, roomsNeed},           // an answer
		{"POST /rooms/{code}/sketches", c.InRoom(c.Sketch), reads, roomsNeed},      // a curve
		{"POST /rooms/{code}/points", c.InRoom(c.Point), reads, roomsNeed},         // a point that a student puts down
		{"POST /rooms/{code}/picks", c.InRoom(c.Pick), reads, roomsNeed},           // what she sets a control to
		{"POST /rooms/{code}/head", c.InRoom(c.SetHead), reads, roomsNeed},         // what the class does
		{"POST /rooms/{code}/lesson", c.InRoom(c.SetLesson), reads, roomsNeed},     // on to another
		{"POST /rooms/{code}/hand", c.InRoom(c.MoveHand), reads, roomsNeed},        // what the teacher's hand moves
		{"POST /rooms/{code}/key", c.InRoom(c.TakeKey), reads, roomsNeed},          // another device of hers
		{"DELETE /rooms/{code}/seats", c.InRoom(c.Dismiss), 0, roomsNeed},          // those that have written nothing
		{"DELETE /rooms/{code}", c.InRoom(c.End), 0, roomsNeed},                    // and all that it held
	}
}

// sheetRoutes are those of exercises on paper, and for learning platforms.
func (s *Site) sheetRoutes() []route {
	if inBrowser || s.config.Alone { // where nobody keeps a secret
		p := s.plain
		return []route{
			{"GET /sheets", p.Sheet, hidden, nil},      // exercises to tick; ?seed= a sheet, &solutions=1 its key
			{"GET /sheets/sheet.csv", p.Table, 0, nil}, // questions with answers
		}
	}
	p := s.sheets
	return []route{
		{"GET /sheets", p.Form, hidden, nil},                 // where a teacher ticks exercises
		{"POST /sheets", p.Make, reads, nil},                 // a sheet of them: to the page with its key
		{"GET /sheets/{token}", p.Sheet, 0, nil},             // what students see; ?key= what she sees
		{"GET /sheets/{token}/moodle.xml", p.Moodle, 0, nil}, // questions for Moodle, for who has the key
		{"GET /sheets/{token}/qti.zip", p.QTI, 0, nil},       // for Canvas, likewise
		{"GET /sheets/{token}/sheet.csv", p.Table, 0, nil},   // questions with answers, likewise
	}
}

// register makes the site's handler of its routes.
func (s *Site) register() {
	mux := http.NewServeMux()
	s.mux, s.reading = mux, map[string]bool{}
	for _, r := range s.routes() {
		if r.needs != nil && s.config.Alone {
			continue
		}
		method, path, _ := strings.Cut(r.pattern, " ")
		h, pattern := r.handler, method+" "+s.config.Prefix+path
		if r.traits&first != 0 {
			h = s.first(h)
		}
		answer := s.sender.Answer(r.pattern, h)
		mux.Handle(pattern, answer)
		if r.traits&always != 0 && s.config.Prefix != "" {
			mux.Handle(r.pattern, answer)
		}
		s.paths[path] = true
		s.reading[pattern] = r.traits&reads != 0
	}
	if s.config.Alone {
		s.registerNeeds(mux)
	}
	s.handler = s.protect(mux, s.readsBody)
}

// readsBody reports whether what answers a request reads its body.
func (s *Site) readsBody(r *http.Request) bool {
	_, pattern := s.mux.Handler(r)
	return s.reading[pattern]
}

// registerNeeds has a course without a server say of what takes one that it does. No page leads
// there: these are not among the site's paths.
func (s *Site) registerNeeds(mux *http.ServeMux) {
	for _, n := range []*need{roomsNeed, engineNeeds, assistantsNeed, othersNeed} {
		say := func(w http.ResponseWriter, _ *http.Request) error {
			s.sender.Fail(w, http.StatusNotImplemented, "This takes a server", n.why)
			return nil
		}
		for _, method := range []string{"GET ", "POST "} {
			for _, under := range []string{n.under, n.under + "/"} {
				mux.Handle(method+s.config.Prefix+under, s.sender.Answer(method+under, say))
			}
		}
	}
}

// Crawled are the paths of all pages that a copy of the course begins with: what they lead to belongs
// to it too.
func (s *Site) Crawled() []string {
	paths := append(s.pathsOf(crawled), s.lookup.PagePaths()...)
	if !inBrowser {
		paths = append(paths, s.library.Paths("/go/")...)
	}
	return paths
}

// pathsOf are the paths of those routes that have a trait.
func (s *Site) pathsOf(one traits) (paths []string) {
	for _, r := range s.routes() {
		if r.traits&one != 0 {
			paths = append(paths, r.path())
		}
	}
	return paths
}
