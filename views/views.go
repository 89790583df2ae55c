// Package views renders the course's pages and fragments as HTML, with templ.
//
// A component is a pure function of a view model that holds only what is shown.
// The *_templ.go files are generated and committed. No component writes a style
// attribute or an inline script: the Content-Security-Policy forbids both.
package views

//go:generate go tool templ generate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// A Site is what every page needs to know of the server it is served by.
type Site struct {
	Prefix  string // the path it is served under: "/kernels", or ""
	Course  course.Course
	Asset   func(name string) string       // the address of a static file
	Imports func(names ...string) []string // the paths of all that these modules import
	Has     func(path string) bool         // whether there is a page at this path
	Alone   bool                           // it is in the reader's own browser, or files for it: no server answers
	Edition string                         // of the files it is read from while they are worked on, else ""
	Origin  string                         // "https://example.org", where it is known what others call this server
}

// URL is the address of what stands at a path of the course:
//
//	URL("/lessons/bandwidth") == "/kernels/lessons/bandwidth"
//
// Every address on a page comes from here, or is relative to the page's own.
func (s Site) URL(path string) string { return s.Prefix + path }

// card is the address of the picture that stands for a page where others link to it, for
// that of a figure what it shows; "" for a page of nothing, and for one that is shown within
// another.
//
// It begins with the origin that the server was told, or else with its path. The name that
// a request calls the server by is no source: whoever asks chooses it, and the page is kept
// and given to others. Most who read a page for its card take a path to be of the host that
// they asked, and those who do not show the link without a picture.
func (s Site) card(head Head) string {
	switch {
	case head.Bare:
		return ""
	case head.Home || head.Reference:
		return s.Origin + s.URL("/card.png")
	case head.Figure != nil:
		return s.Origin + head.Figure.Address(".png")
	case head.Lesson != nil:
		return s.Origin + s.lesson(head.Lesson) + "/card.png"
	}
	return ""
}

// forms are what a figure is taken along as, beside its programs: a browser alone makes no picture
// but SVG.
func (s Site) forms() []string {
	if s.Alone {
		return []string{"json", "csv", "svg"}
	}
	return []string{"json", "csv", "svg", "png", "pdf"}
}

// rooted is HTML whose links begin at the course's root, "/lessons/bandwidth", as this
// server has it.
func (s Site) rooted(html string) string {
	return strings.ReplaceAll(html, `href="/`, `href="`+s.URL("/"))
}

func (s Site) lesson(l *course.Lesson) string { return s.URL(l.Address()) }

// A Head describes a page to browsers and search engines.
type Head struct {
	Title       string // without the course's name
	Description string
	Lesson      *course.Lesson // nil outside lessons
	Figure      *Figure        // that the page is about alone; else nil
	Bare        bool           // no bar around the page: it is embedded in another
	Present     string         // the address at which the page is presented
	Deck        bool           // the page is presented: nothing around it
	Home        bool           // the page is the course's home page
	Reference   bool           // the page is one that the course is looked up in
	Whole       bool           // the page is the whole course, for paper
	Places      []course.Place // on the page, for those who look for one
	Params      string         // of the page itself, which its script keeps in the address
	Canonical   string         // the page that this one is another view of
	Embedding   string         // where to ask for a frame to show the page in
	Room        string         // what the page is in a room: enter, student, desk, hall; "" outside
	Sheet       string         // the style sheet of its own, if it has one
	Script      string         // the script of its own, if it has one
	Waits       bool           // the page is asked for again every few seconds where scripts do not run
}

// called is the page's title in a tab or beside a link: what it is, then of which course.
func (h Head) called() string {
	if h.Home {
		return h.Title
	}
	return h.Title + " · Gramophone"
}

// A LessonPage is a lesson with its figures in some state.
type LessonPage struct {
	Site    Site
	Lesson  *course.Lesson
	Text    *course.Text
	Figures map[string]Figure
	Stills  map[string]*course.Picture  // by their ids
	Answers map[string]string           // by exercise, as given in the address
	Drawn   map[string]*course.Exercise // those that are asked again, by their ids
	Query   []Param                     // the figures' state, for forms to carry along

	SeedNotes map[string]string // of exercises that are asked with what is no seed, by their ids
}

// asked is an exercise as the page asks it: as it is drawn, or as the lesson prints it.
func (p LessonPage) asked(e *course.Exercise) *course.Exercise {
	if drawn := p.Drawn[e.ID]; drawn != nil {
		return drawn
	}
	return e
}

// SeedName is the parameter that has the seed of an exercise.
func SeedName(id string) string { return "seed." + id }

// SeedOf is the parameter that has an exercise asked as it is drawn.
func SeedOf(id string, seed uint64) Param { return Param{SeedName(id), strconv.FormatUint(seed, 10)} }

// asksAt are the addresses at which an exercise is asked with a seed, 0 for as it is printed: that of the
// page with all else as it is, and that of the exercise alone.
func asksAt(page LessonPage, e *course.Exercise, seed uint64) (whole, alone string) {
	query, own := url.Values{}, ""
	for _, p := range carried(page, e) {
		if p.Name != SeedName(e.ID) {
			query.Add(p.Name, p.Value)
		}
	}
	if seed > 0 {
		p := SeedOf(e.ID, seed)
		query.Set(p.Name, p.Value)
		own = "?" + p.Name + "=" + p.Value
	}
	return withQuery(page.path(), query.Encode()) + "#" + e.ID, page.path() + "/exercise/" + e.ID + own
}

// answerAddress is where the answer to an exercise is, for who wants it without giving one.
func (p LessonPage) answerAddress(e *course.Exercise) string {
	query := url.Values{"show": {"1"}}
	if e.Seed > 0 {
		seed := SeedOf(e.ID, e.Seed)
		query.Set(seed.Name, seed.Value)
	}
	return p.path() + "/check/" + e.ID + "?" + query.Encode()
}

// A scene is a figure with the blocks that stand beside it, up to the next figure.
type scene struct {
	figure string // its name; empty where the lesson begins with words
	blocks []course.Block
}

// scenes cuts a lesson at its figures.
func scenes(blocks []course.Block) []scene {
	list := []scene{{}}
	for _, b := range blocks {
		last := &list[len(list)-1]
		switch {
		case b.Kind != "figure":
			last.blocks = append(last.blocks, b)
		case last.figure == "" && last.blocks == nil:
			last.figure = b.Name
		default:
			list = append(list, scene{figure: b.Name})
		}
	}
	return list
}

// reached is how many of the lesson's figures show their goal reached.
func (p LessonPage) reached() int {
	n := 0
	for _, f := range p.Figures {
		if f.Picture.Aim().Reached {
			n++
		}
	}
	return n
}

// A Param is one parameter of a query.
type Param struct{ Name, Value string }

// A Figure is a figure in one state.
type Figure struct {
	Site    Site
	Lesson  *course.Lesson
	Figure  *course.Figure
	Form    *course.Form
	Picture *course.Picture
	Prefix  string  // of parameter names on this page: "fit." in a lesson, "" on the figure's own page
	Action  string  // where the form goes without JavaScript
	Carry   []Param // the state of the page's other figures
	Embed   bool    // alone in a frame of another site
	Deck    bool    // on the projector: each panel by itself, with large type
	Phone   bool    // drawn for a phone's width
	Home    bool    // on the course's home page: the panes of its emblem
	Asked   []Asked // over the picture, in the order of the page

	Playable bool // a method of the playground fits the figure

	// Explained are the numbers of which the page says, once, what they mean: a move leaves that out.
	Explained func() []course.Number
}

// explained are none where the figure stands for itself.
func (f Figure) explained() []course.Number {
	if f.Explained == nil {
		return nil
	}
	return f.Explained()
}

// meaning is the id of the words that say what a number means, and whether the page has them already. It has
// not where the number has another label now, or means something else.
func (f Figure) meaning(n course.Number, explained []course.Number) (id string, said bool) {
	i := slices.IndexFunc(explained, func(e course.Number) bool { return e.Name == n.Name })
	if i >= 0 && (explained[i].Label != n.Label || explained[i].Means != n.Means) {
		return f.id("meant", n.Name), false
	}
	return f.id("means", n.Name), i >= 0
}

// Path is the figure's own address.
func (f Figure) Path() string { return f.Site.lesson(f.Lesson) + "/" + f.Figure.Name }

// programs are the endings of the addresses of the figure's programs, each with its name.
func (f Figure) programs() []string {
	forms := []string{"ipynb", "Notebook"}
	for _, lang := range f.Picture.Code.Languages() {
		name, _, _ := strings.Cut(lang.Title, ":")
		forms = append(forms, lang.Ext, name)
	}
	return forms
}

// Program is the figure's in the language of that extension, with the address of the course where
// that has been said.
func (f Figure) Program(ext string) string {
	code := f.Picture.Code.In(ext)
	if f.Site.Origin == "" {
		return code
	}
	return strings.ReplaceAll(code, course.Address, f.Site.Origin+f.Site.Prefix)
}

// Address is the figure's address in its present state, in the form ext (“.json”).
func (f Figure) Address(ext string) string {
	return withQuery(f.Path()+ext, f.Form.Query(""))
}

// withQuery is an address with a query, if there is one.
func withQuery(address, query string) string {
	if query == "" {
		return address
	}
	return address + "?" + query
}

// Params are the parameters of the figure's state that have left their defaults,
// and what the link hides and locks, under their names on this page.
func (f Figure) Params() []Param {
	var ps []Param
	for _, c := range f.Form.Controls {
		if c.Value != c.Default {
			ps = append(ps, Param{f.Prefix + c.Name, c.Value})
		}
	}
	return append(ps, f.access()...)
}

// access are the parameters by which the link hides and locks controls.
func (f Figure) access() []Param {
	var ps []Param
	if list := f.Form.Hide(); list != "" {
		ps = append(ps, Param{f.Prefix + "hide", list})
	}
	if list := f.Form.Lock(); list != "" {
		ps = append(ps, Param{f.Prefix + "lock", list})
	}
	return ps
}

// resetAddress is the page with this figure as it opens, and all else as it is;
// what the link hides and locks stays.
func (f Figure) resetAddress() string {
	q := url.Values{}
	for _, p := range append(f.access(), f.Carry...) {
		q.Add(p.Name, p.Value)
	}
	return withQuery(f.Action, q.Encode()) + "#" + f.Figure.Name
}

// placed is the page with the figure as it is, but a number of its controls at v, or at
// the end of its range that is nearest; all else stays.
func (f Figure) placed(c *course.Control, v float64) string {
	return f.with(c, course.FormatNumber(min(max(v, c.Min), c.Max)))
}

// with is the page with the figure as it is, but the value of a control another.
func (f Figure) with(c *course.Control, text string) string {
	q := url.Values{}
	for _, p := range append(f.Params(), f.Carry...) {
		q.Set(p.Name, p.Value)
	}
	q.Set(f.Prefix+c.Name, text)
	return f.Action + "?" + q.Encode() + "#" + f.Figure.Name
}

// expressions are the controls that are text in a language of its own, in sight.
func (f Figure) expressions() []*course.Control {
	return slices.DeleteFunc(slices.Clone(f.Form.Controls),
		func(c *course.Control) bool { return c.Kind != course.Expression || c.Hidden })
}

// notes are those of the form but for what stands under an expression.
func (f Figure) notes() []string {
	notes := slices.Clone(f.Form.Notes)
	for _, c := range f.expressions() {
		if c.Slip != nil {
			notes = slices.DeleteFunc(notes, func(n string) bool { return n == c.SlipNote() })
		}
	}
	return notes
}

// id makes an id that is unique on the page.
func (f Figure) id(parts ...string) string {
	return f.Figure.Name + "-" + strings.Join(parts, "-")
}

// open and more split the controls: those in sight, and those behind a button.
// hidden are those that the link hides: their values go along unseen.
func (f Figure) open() []*course.Control { return f.controls(false) }
func (f Figure) more() []*course.Control { return f.controls(true) }

func (f Figure) hidden() []*course.Control {
	return slices.DeleteFunc(slices.Clone(f.Form.Controls), func(c *course.Control) bool { return !c.Hidden })
}

func (f Figure) controls(more bool) []*course.Control {
	var cs []*course.Control
	for _, c := range f.Form.Controls {
		if c.More == more && !c.Hidden && !c.InBar() {
			cs = append(cs, c)
		}
	}
	return cs
}

// inBar is the control of that name, if it is there to be pressed; else nil.
func (f Figure) inBar(name string) *course.Control {
	for _, c := range f.Form.Controls {
		if c.Name == name && !c.Off && !c.Hidden && !c.Locked {
			return c
		}
	}
	return nil
}

// resampled is the page with the figure as it is, but another sample.
func (f Figure) resampled(seed int) string {
	return f.with(f.Form.Control(f.Figure.Samples.Seed), itoa(seed))
}

// moreOpen reports whether a control behind the button has left its default, so
// that the button should not hide it.
func (f Figure) moreOpen() bool {
	for _, c := range f.more() {
		if !c.Off && !c.Echo && c.Kind != course.Sequence && c.Value != c.Default {
			return true
		}
	}
	return false
}

// reached lists the goals that the present state reaches.
func (f Figure) reached() string {
	var names []string
	for _, g := range f.Picture.Goals {
		if g.Reached {
			names = append(names, g.Name)
		}
	}
	return strings.Join(names, " ")
}

// brailleCells is how many characters a Braille display's usual row holds, with some to spare.
const brailleCells = 32

// heard is the figure's first panel with a graph, and the shape of that for fingers; the
// shape is empty where there is none.
func (f Figure) heard() (panel, shape string) {
	for _, p := range slices.Concat(f.Picture.Columns...) {
		if shape = p.Braille(brailleCells); shape != "" {
			return p.ID, shape
		}
	}
	return "", ""
}

// editable reports whether the data in sight can become the reader's own points.
func (f Figure) editable() bool {
	return slices.ContainsFunc(f.open(), func(c *course.Control) bool {
		return c.Kind == course.Points && c.Off && !c.Locked && f.switchable(c)
	})
}

// pointed is the control of the datum that a reader points at; nil where none can.
func (f Figure) pointed() *course.Control {
	for _, c := range f.more() {
		if c.Name == "at" && !c.Locked {
			return c
		}
	}
	return nil
}

// switchable reports whether the reader may make the choice that shows c.
func (f Figure) switchable(c *course.Control) bool {
	choice, values := c.WhenChoice()
	if choice == "" {
		return true
	}
	by := f.Form.Control(choice)
	offered := slices.ContainsFunc(by.Options,
		func(o course.Option) bool { return slices.Contains(strings.Fields(values), o.Value) })
	return offered && !by.Locked && !by.Hidden
}

// sequence is the control of choices made one after the other; nil if there is none to
// move.
func (f Figure) sequence() *course.Control {
	for _, c := range f.Form.Controls {
		if c.Kind == course.Sequence && !c.Off && !c.Hidden && !c.Locked {
			return c
		}
	}
	return nil
}

// A step is a link that moves a sequence.
type step struct {
	Text, Href string
	Value      string // of the sequence, then
}

// steps are the choices proposed, the way back, and the beginning.
func (f Figure) steps(c *course.Control) []step {
	to := func(text string, chosen []int) step {
		parts := []string{f.Form.LinkAfter(f.Prefix, c, chosen)}
		for _, p := range f.Carry {
			parts = append(parts, url.Values{p.Name: {p.Value}}.Encode())
		}
		query := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "&")
		return step{text, withQuery(f.Action, query) + "#" + f.Figure.Name, course.Choices(chosen)}
	}
	chosen := c.Chosen()
	var all []step
	for _, p := range f.Picture.Proposals {
		all = append(all, to(p.Text, append(slices.Clip(chosen), p.Add)))
	}
	if n := len(chosen); n > 0 {
		all = append(all, to("Undo", chosen[:n-1]), to("Start again", nil))
	}
	return all
}

// A grip is a handle as a script reads it: on which panel it lies, what it is, and where.
// One that snaps goes from place to place of its sliders.
type grip struct {
	Panel, Label string
	X, Y         side
	Snaps        bool
}

// A side is a coordinate of a grip: where it is, the control that it sets, the number in
// force, how far the grip goes when that grows by 1, and whether it is a whole number.
type side struct {
	At, Now, Per float64
	Sets         string
	Whole        bool
}

// side is the coordinate at that sets the control called name, or only follows.
func (f Figure) side(at float64, name string, per float64) side {
	s := side{At: at, Sets: name, Per: cmp.Or(per, 1)}
	if name != "" {
		control := f.Form.Control(name)
		s.Now, s.Whole = control.Number(), control.Kind == course.Whole
	}
	return s
}

// grips are the picture's handles, and the place of the two controls that are dragged on
// its first panel.
func (f Figure) grips() []grip {
	var all []grip
	for _, h := range f.Picture.Handles {
		all = append(all, grip{Panel: h.Panel, Label: h.Label, X: f.side(h.At.X, h.X, h.XPer), Y: f.side(h.At.Y, h.Y,
			h.YPer), Snaps: h.Snaps})
	}
	if drag := strings.Fields(f.Figure.Drag); len(drag) == 2 && len(f.Picture.Columns) > 0 {
		at := func(i int) side { return f.side(f.Form.Control(drag[i]).Number(), drag[i], 1) }
		all = append(all, grip{Panel: f.Picture.Columns[0][0].ID, Label: "The place on the picture", X: at(0), Y: at(1),
			Snaps: true})
	}
	return all
}

// handles lists the grips for a script.
func (f Figure) handles() (string, error) {
	b, err := json.Marshal(f.grips())
	return string(b), err
}

// numbered lists numbers for a script.
func numbered(list []int) string { return strings.ReplaceAll(course.Choices(list), ",", " ") }

func slider(c *course.Control) bool {
	return c.Kind == course.Real || c.Kind == course.Whole
}

// whole has a control ask for the whole figure when it changes: what else there is to
// choose may be another.
func whole(f Figure) templ.Attributes {
	return templ.Attributes{
		"hx-get": f.Path(), "hx-trigger": "change", "hx-include": "closest form",
		"hx-target": "#" + f.Figure.Name, "hx-swap": "innerHTML", "hx-sync": "#" + f.Figure.Name + ":queue last",
	}
}

// before says which controls an exercise comes before, in which state the answer shows, and
// what can be drawn as its answer.
func before(e *course.Exercise) templ.Attributes {
	a := templ.Attributes{}
	if e.Veils != nil {
		a["data-veil"] = veiled(e.Veils)
	}
	if e.Shows != "" {
		a["data-shows"] = e.Shows
	}
	if e.Sketch != nil {
		a["data-draws"], a["data-state"] = e.Sketch.Figure, e.Sketch.State
	}
	return a
}

func last(grid []string) string { return strconv.Itoa(len(grid) - 1) }

func itoa(n int) string { return strconv.Itoa(n) }

// termClass is the class of a control that shares a colour with its symbol.
func termClass(c *course.Control) string {
	if c.Term == "" {
		return ""
	}
	return "t-" + c.Term
}

// textSize is how many letters of a text are in sight: more of a sentence than of a list.
func textSize(c *course.Control) string {
	if c.Private {
		return "44"
	}
	return "24"
}

// columnClass tells the style sheet how wide a column of panels is drawn, so
// that the type in all columns comes out the same size, and how tall it is, in
// tenths of its width, so that it can be kept on the screen.
func columnClass(column []plots.Panel) string {
	width, tall := column[0].Size()
	for _, p := range column[1:] {
		_, height := p.Size()
		tall += height
	}
	return fmt.Sprintf("column w%d r%d", int(width), int(math.Ceil(10*tall/width)))
}

// columns are the figure's panels as they stand: side by side, or for the projector
// all in one column, of which it shows one at a time.
func (f Figure) columns() [][]plots.Panel {
	if !f.Deck || len(f.Picture.Columns) == 0 {
		return f.offeredAll()
	}
	var all []plots.Panel
	for _, p := range slices.Concat(f.Picture.Columns...) {
		all = append(all, f.offered(p).Projected())
	}
	return [][]plots.Panel{all}
}

// offeredAll are the figure's columns with the choices of its predictions.
func (f Figure) offeredAll() [][]plots.Panel {
	if len(f.Figure.Guesses) == 0 {
		return f.Picture.Columns
	}
	var all [][]plots.Panel
	for _, column := range f.Picture.Columns {
		var panels []plots.Panel
		for _, p := range column {
			panels = append(panels, f.offered(p))
		}
		all = append(all, panels)
	}
	return all
}

// still is the panel that the block's still shows, in a column of its own; none where
// there is no picture. On the projector it is drawn for that.
func (p LessonPage) still(b course.Block, deck bool) [][]plots.Panel {
	for _, panel := range slices.Concat(p.Stills[b.Still.ID].Columns...) {
		if b.Still.Panel != "" && b.Still.Panel != panel.ID {
			continue
		}
		if panel.ID = b.Still.ID; deck {
			panel = panel.Projected()
		}
		return [][]plots.Panel{{panel}}
	}
	return nil
}

// svg renders a panel.
func svg(p plots.Panel) string { return string(p.AppendSVG(nil)) }

func join(grid []string) string { return strings.Join(grid, " ") }

func answerName(e *course.Exercise) string { return "answer." + e.ID }

func formID(e *course.Exercise) string { return e.ID + "-form" }

func exerciseClass(e *course.Exercise) string {
	if e.Predict {
		return "predict"
	}
	return "exercise"
}

// chosenPlace returns the place, from 0, that the answer "3,1,2" gives to the
// step shown at position i; its own position where there is no answer.
func chosenPlace(answer string, i int) int {
	if fields := strings.Split(answer, ","); i < len(fields) {
		if p, err := strconv.Atoi(fields[i]); err == nil {
			return p - 1
		}
	}
	return i
}

// carried are the parameters that an exercise's form carries along: all but its
// own answer.
func carried(page LessonPage, e *course.Exercise) []Param {
	var ps []Param
	for _, p := range page.Query {
		if p.Name != answerName(e) {
			ps = append(ps, p)
		}
	}
	return ps
}

// verdict is what is said to the answer in the address, or to the state of the
// figure that an exercise asks for.
func verdict(page LessonPage, e *course.Exercise) (course.Verdict, bool) {
	if e.Goal != nil && page.Figures[e.Goal.Figure].Picture.Reached(e.Goal.Goal) {
		return e.Judge("reached")
	}
	return e.Judge(page.Answers[e.ID])
}
