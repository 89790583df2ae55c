// Package site is the whole course as one http.Handler, and as a server: [New] makes it of a [Config],
// and routes.go lists every address.
//
//	s, err := site.New(site.Config{Prefix: "/kernels"})
//	…
//	http.Handle("/kernels/", s)
//
// What outlives a request is bounded: a memo of dear computations, one of finished answers, the rooms of
// classes, readers' tables. Below it each package has a part of the addresses, and those that several
// need: who draws (gate), what is on its way (flow), how a request is answered (respond).
//
//	main ─► site ─► tables, api, lookup ───────► respond ─► flow ─► gate
//	            ├► sheets ────────────────────────►┤
//	            ├► book, class ─► figures ────────►┘
//	            └► mcp ─► figures, lookup, api
package site

import (
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/cmd/web/book"
	"github.com/gramophone-course/gramophone/cmd/web/class"
	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/cmd/web/gomodule"
	"github.com/gramophone-course/gramophone/cmd/web/lookup"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/cmd/web/sheets"
	"github.com/gramophone-course/gramophone/cmd/web/tables"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/static"
	"github.com/gramophone-course/gramophone/views"
)

// A Site is the whole course as one http.Handler.
type Site struct {
	*process
	course  course.Course
	assets  *static.Assets
	edition string // of the files it was read from; "" for the program's own

	sender  *respond.Sender
	figures *figures.Pages
	lookup  *lookup.Pages
	own     *tables.Pages
	book    *book.Pages // this and what follows is nil in a browser
	library *gomodule.Pages
	class   *class.Pages
	sheets  *sheets.Pages
	plain   *sheets.Plain
	api     *api.Pages

	paths   map[string]bool // that there are pages at, those with names in them too
	mux     *http.ServeMux  // of all routes
	reading map[string]bool // patterns of those that read a body
	handler http.Handler
}

// A process is what a site has for as long as the program runs, whatever the files it was read
// from: all that a workshop's sites share, of which each has a newer edition of the files.
type process struct {
	config    Config
	memo      *course.Memo      // spectra and error maps, shared by all readers
	draws     *gate.Gate        // how many figures are drawn at once
	flow      *flow.Flow        // answers on their way
	refused   *flow.Refusals    // what nobody got, for the log
	rooms     *rooms.Rooms      // of classes
	tables    *own.Store        // of readers
	keeping   *keeping          // what readers keep of the course; nil for nothing
	followed  *figures.Followed // requests that can be asked how far they are
	sheetKeys *sheets.Keys      // what seals them
	reach     *class.Reach      // by which addresses other devices have come
	ownPages  tables.Pages      // with what bounds them, of no course yet
	apiPages  api.Pages

	ready    atomic.Bool
	stopped  chan struct{} // closed when the server is told to stop,
	stopping sync.Once     // once
	asking   atomic.Int64  // readers who wait for a page: see first
}

// New is the course of a Config.
func New(c Config) (*Site, error) {
	c, err := c.checked()
	if err != nil {
		return nil, err
	}
	p := &process{
		config:   c,
		memo:     course.NewMemo(uint64(c.Memory.memo())),
		refused:  flow.NewRefusals(c.Log),
		rooms:    c.Rooms,
		followed: &figures.Followed{},
		reach:    &class.Reach{Listens: c.Listens},
		stopped:  make(chan struct{}),
	}
	l := gate.Usual(runtime.GOMAXPROCS(0))
	if l.Attend = c.Attend; c.DrawTime != 0 {
		l.Draw = c.DrawTime
	}
	p.draws = gate.New(l, c.Log)
	p.flow = flow.New(flow.Limits{Bytes: c.Memory.sending(), Named: c.Origin != ""}, p.refused)
	if p.rooms == nil {
		// Gone with the program. In memory nobody can refuse to be listened to.
		p.rooms = course.Must(rooms.New(rooms.Memory(), rooms.Options{Log: c.Log}))
	}
	if c.Keeper != nil {
		p.tables, err = own.NewKept(c.Keeper, c.Memory.tables())
	} else {
		p.tables, err = own.NewStore(c.Tables, c.Memory.tables())
	}
	if err != nil {
		return nil, err
	}
	p.ownPages = tables.New(p.tables)
	if !inBrowser {
		p.sheetKeys = sheets.NewKeys(c.Key)
		p.apiPages = api.New(c.CORS, c.Log)
	}
	if !inBrowser && c.Offline != nil {
		if p.keeping, err = newKeeping(c.Offline, c.Assets); err != nil {
			return nil, err
		}
	}
	p.ready.Store(true)
	s := p.of(c.Course, c.Assets, "")
	if !inBrowser && c.Checkout != nil {
		if s.handler, err = newWorkshop(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// of is the site of a course and its files, of that edition.
func (p *process) of(contents course.Course, assets *static.Assets, edition string) *Site {
	s := &Site{process: p, course: contents, assets: assets, edition: edition, paths: map[string]bool{}}
	s.sender = &respond.Sender{
		Course:   contents,
		View:     s.view,
		Origin:   p.config.Origin,
		Draws:    p.draws,
		Flow:     p.flow,
		Answers:  course.NewMemo(uint64(p.config.Memory.answers())),
		TooHeavy: p.config.Memory.answers(),
		Counts:   p.config.Counts,
		Refused:  p.refused,
		Log:      p.config.Log,
		Private:  privacy(contents, p.config.Prefix),
	}
	mine := func(*http.Request) []views.MyRoom { return nil }
	if !inBrowser {
		mine = func(r *http.Request) []views.MyRoom { return s.class.Mine(r) }
	}
	s.figures = &figures.Pages{Sender: s.sender, Memo: p.memo, Tables: p.tables, Followed: p.followed, Mine: mine,
		Labs: p.config.Labs}
	s.lookup = lookup.New(s.sender, figures.Endings(), mine)
	s.lookup.Labs = p.config.Labs
	if !inBrowser {
		s.book = &book.Pages{Sender: s.sender, Figures: s.figures,
			MathFace: assets.Named("fonts/stix-two-math.woff2").Body}
		s.library = gomodule.New(s.sender)
		s.class = &class.Pages{Sender: s.sender, Rooms: p.rooms, Figures: s.figures, Reach: p.reach}
		s.sheets = sheets.New(s.sender, p.sheetKeys)
		s.api = p.apiPages.For(s.sender)
	}
	s.plain = sheets.NewPlain(s.sender)
	s.own = p.ownPages.For(s.sender)
	s.own.Example = s.figures.Example
	s.lookup.Listed, s.lookup.Hidden = s.pathsOf(listed), s.pathsOf(hidden)
	s.register()
	return s
}

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Site) view() views.Site {
	return views.Site{
		Course:  s.course,
		Prefix:  s.config.Prefix,
		Asset:   func(name string) string { return s.config.Prefix + s.assets.URL(name) },
		Imports: s.assets.Imports,
		Has:     func(path string) bool { return s.paths[path] },
		Edition: s.edition,
		Origin:  s.config.Origin,
		Alone:   s.config.Alone,
	}
}
