package course

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A Screen is what the projector shows at once: one block of the lesson, or a
// part of one that is long.
type Screen struct {
	Block                  // of a block that is cut, what stands on this screen
	Anchor   string        // the id, on the lesson's page, of what it begins with
	Heading  string        // HTML, of the section it stands in
	above    string        // the id of that heading
	Opens    bool          // it is the first of its section
	Part, Of int           // its place among the screens of its block, from 1
	Beside   string        // the figure that is seen with it: the one it shows, asks for or speaks of; or its still
	Route    bool          // it is on the short way through the lesson
	Short    bool          // it is a slide, which that way alone has
	Took     time.Duration // that the written short way has for it
	Defines  bool          // for what it explains, which other screens there use
	Margin   []string
	Teach    []Note // for the teacher's eyes
}

// A Note is what a lesson says to whoever teaches it.
type Note struct {
	After int    // the number of blocks that stand before it; -1 of one in the short way's list
	Kind  string // plan, prepared states, wrong answers; "" is what to ask and say
	HTML  string
	Line  int // of the prose, where it begins

	minutes int // of the items that open with a time, "*Two minutes.*"
}

var noteHeads = map[string]string{
	"plan": "Ten minutes", "prepared": "Prepared states", "wrong": "Wrong answers, and what to say",
}

// Head is what stands above the note, of one that is of a kind.
func (n Note) Head() string { return noteHeads[n.Kind] }

// Teach returns the lesson's notes for teachers, in order.
func (t *Text) Teach() []Note { return t.teach }

// Screens are the lesson cut into what a class can read from the last row. The
// title comes first, with what the lesson is about; every block follows, in the
// order of the page. Notes in the margin and for teachers belong to the screen
// before them. The list is the caller's own, what it points to is shared.
func (t *Text) Screens() []Screen { return slices.Clone(t.screens) }

// project cuts the lesson into screens.
func (t *Text) project() []Screen {
	p := projection{screens: []Screen{{Block: Block{Kind: "title"}, Anchor: "opening", Part: 1, Of: 1}}}
	p.last().Teach = t.notesAfter(0)
	for i, b := range t.Blocks {
		p.add(b)
		p.last().Teach = append(p.last().Teach, t.notesAfter(i+1)...)
	}
	screens := p.screens
	for i := len(screens) - 2; i >= 0; i-- {
		if next := screens[i+1]; next.Part > 1 && screens[i].Part == next.Part-1 {
			screens[i].Teach = append(screens[i].Teach, next.Teach...) // of the block, at each of its parts
		}
	}
	accompany(screens)
	mark(screens)
	return screens
}

// notesAfter are the notes for the teacher that stand after so many blocks.
func (t *Text) notesAfter(blocks int) (notes []Note) {
	for _, n := range t.teach {
		if n.After == blocks {
			notes = append(notes, n)
		}
	}
	return notes
}

// A projection is a lesson's screens as far as its blocks were cut, and the section that
// the next one stands in.
type projection struct {
	screens        []Screen
	heading, above string // the section's heading, HTML, and its id
	opens          bool   // the next screen is the section's first
}

func (p *projection) last() *Screen { return &p.screens[len(p.screens)-1] }

// show adds a screen.
func (p *projection) show(anchor string, part, of int, b Block) {
	p.screens = append(p.screens, Screen{
		Block: b, Anchor: anchor, Heading: p.heading, above: p.above, Opens: p.opens, Part: part, Of: of,
	})
	p.opens = false
}

// add adds the screens of a block.
func (p *projection) add(b Block) {
	switch b.Kind {
	case "margin":
		p.last().Margin = append(p.last().Margin, b.HTML)
	case "explain", "practice": // are for each alone
	case "figure":
		p.show(b.Name, 1, 1, b)
	case "code":
		p.show(b.Name+"-code", 1, 1, b)
	case "predict", "exercise":
		p.show(b.Exercise.ID, 1, 1, b)
	case "break":
		weights := make([]int, len(b.Cases))
		for i, c := range b.Cases {
			weights[i] = len(strings.Fields(Plain(c.State + " " + c.Answer)))
		}
		cuts := pack(weights, screenful)
		for part, cut := range cuts {
			some := b
			some.Cases = b.Cases[cut[0]:cut[1]]
			p.show(some.Cases[0].ID, part+1, len(cuts), some)
		}
	case "sentence", "sources":
		p.show(b.Pieces[0].ID, 1, 1, b)
	default:
		for part, piece := range b.Pieces {
			if piece.Heading != "" {
				p.heading, p.above, p.opens = piece.Heading, piece.ID, true
			}
			if piece.HTML == "" {
				continue // a heading alone is that of the next block
			}
			some := b
			some.HTML, some.Pieces, some.links, some.theorem = piece.HTML, nil, piece.links, piece.theorem
			p.show(piece.ID, part+1, len(b.Pieces), some)
		}
	}
}

// accompany gives each screen the figure that is seen with it. A figure stays while
// words speak of it: those that open a state of it, and what the lesson tells or asks
// right after it, until a proof, an example or another figure comes. What is asked over a figure
// is seen with that one, and what is drawn with the one that it is drawn into.
func accompany(screens []Screen) {
	last, opening := "", ""
	if i := slices.IndexFunc(screens, func(s Screen) bool { return s.Kind == "figure" }); i >= 0 {
		opening = screens[i].Block.Name
	}
	for i := range screens {
		s := &screens[i]
		switch figure := s.speaksOf(); {
		case s.Still != nil:
			s.Beside, last = s.Still.ID, ""
		case s.Kind == "figure":
			last = s.Block.Name
			s.Beside = last
		case s.Exercise != nil && s.Exercise.Goal != nil:
			s.Beside = s.Exercise.Goal.Figure
		case s.Exercise != nil && s.Exercise.Sketch != nil:
			s.Beside = s.Exercise.Sketch.Figure
		case s.Exercise != nil && s.Exercise.Line != "":
			s.Beside = s.Exercise.on(opening)
		case figure != "" && s.Kind != "sources":
			s.Beside = figure
		case slices.Contains([]string{"prose", "sentence", "predict", "after"}, s.Kind):
			s.Beside = last
		default:
			last = ""
		}
	}
}

// speaksOf is the figure that the first link to a state opens one of; empty for none.
// A question's answers do not count.
func (s *Screen) speaksOf() string {
	links := s.Links()
	if s.Exercise != nil {
		links = s.Exercise.askLinks
	}
	for _, link := range links {
		if state, figure, ok := strings.Cut(link, "#"); ok && strings.HasPrefix(state, "?") {
			return figure
		}
	}
	return ""
}

// mark marks the short way through the lesson, about eight screens: the title, the
// first picture, what is asked before it moves, the picture after that, the one
// sentence, the example by hand, the theorem and the first broken state; and the prose that
// these rest on.
func mark(screens []Screen) {
	first := map[string]int{} // screen of each kind
	theorem := -1             // that states one, or that the first proof follows
	for i, s := range screens {
		if _, seen := first[s.Kind]; !seen {
			first[s.Kind] = i
			if s.Kind == "proof" && theorem < 0 {
				theorem = i - 1
			}
		}
		if s.Kind == "prose" && s.theorem && (theorem < 0 || !screens[theorem].theorem) {
			theorem = i
		}
	}
	answered := false // a picture has followed the prediction
	for i := range screens {
		s := &screens[i]
		asked, ok := first["predict"]
		after := ok && i > asked && s.Kind == "figure" && !answered
		answered = answered || after
		switch s.Kind {
		case "title", "figure", "predict", "sentence", "break":
			s.Route = i == first[s.Kind] || after
		case "worked": // with all its parts
			s.Route = i-(s.Part-1) == first[s.Kind]
		}
		s.Route = s.Route || i == theorem
	}
	define(screens, theorem)
}

// Plan is how long the plan for the teacher takes: the minutes of its items, "*Two
// minutes.*", added up. It is zero without a plan.
func (t *Text) Plan() time.Duration {
	if len(t.teach) == 0 || t.teach[0].Kind != "plan" {
		return 0
	}
	return time.Duration(t.teach[0].minutes) * time.Minute
}

var minutes = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// planned adds up the minutes that items of a list open with.
func planned(doc ast.Node, src []byte) int {
	total := 0
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if item, ok := n.(*ast.ListItem); ok && entering && item.FirstChild() != nil {
			if time, ok := item.FirstChild().FirstChild().(*ast.Emphasis); ok {
				words := strings.Fields(string(textOf(time, src)))
				if len(words) == 2 && strings.HasPrefix(words[1], "minute") {
					total += 1 + slices.Index(minutes, strings.ToLower(words[0]))
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return total
}

// textOf is the text in a node, without its marks.
func textOf(n ast.Node, src []byte) []byte {
	var text []byte
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			text = append(text, t.Segment.Value(src)...)
		}
		return ast.WalkContinue, nil
	})
	return text
}

// states reports whether a node states a theorem, "**Theorem …**".
func states(n ast.Node, src []byte) bool {
	found := false
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		strong, ok := n.(*ast.Emphasis)
		found = found || ok && strong.Level == 2 && bytes.HasPrefix(textOf(strong, src), []byte("Theorem"))
		return ast.WalkContinue, nil
	})
	return found
}

// A Place is where on the lesson's page somebody may want to go.
type Place struct {
	ID   string // of an element
	Name string // plain
}

// Places are the lesson's sections, figures and questions in the order of the page;
// of the exercises the first stands for all.
func (t *Text) Places() []Place { return slices.Clone(t.places) }

func placesOf(screens []Screen) []Place {
	var places []Place
	asked := false
	for _, s := range screens {
		name, first := s.Name(), s.Kind == "exercise" && !asked
		asked = asked || first
		switch {
		case s.Opens:
			name = Plain(s.Heading)
		case first:
			name = "Check yourself"
		case s.Part > 1 || slices.Contains([]string{"title", "prose", "after", "sentence", "exercise"}, s.Kind):
			continue
		case s.Kind == "sources":
			name = "Sources"
		}
		places = append(places, Place{s.Anchor, strings.TrimSuffix(name, ".")})
	}
	return places
}

// Name is the screen in a few plain words, for lists and for the notes window.
func (s Screen) Name() string {
	switch {
	case s.Figure != nil && s.Kind == "figure":
		return Plain(Inline(s.Figure.Title))
	case s.Kind == "code":
		return "Code"
	case s.Kind == "break":
		return "Break it"
	case s.Exercise != nil:
		return s.Exercise.Name()
	case s.Title != "":
		return Plain(s.Title)
	case s.Opens:
		return Plain(s.Heading)
	}
	words := strings.Fields(Line(s.HTML))
	if len(words) > 9 {
		return strings.Join(words[:9], " ") + " …"
	}
	return strings.Join(words, " ")
}

// A Piece is a part of a run of Markdown that fits a screen.
type Piece struct {
	ID      string // of its first element, on the lesson's page
	Heading string // HTML, of the heading it opens with
	HTML    string // what follows the heading

	links   []string // in HTML
	theorem bool     // it states one
}

// screenful is what one screen holds: words, of which a displayed formula takes
// the room of some twenty.
const screenful = 80

// A unit is what stays together on a screen: a paragraph with the formula it
// leads to, or an item of a list.
type unit struct {
	nodes  []ast.Node
	weight int
}

// A run is the nodes of one piece, with the heading that it opens with, or nil.
type run struct {
	heading *ast.Heading
	nodes   []ast.Node
}

// cut renders a run of Markdown whole, and in pieces: one for each heading, and
// further ones where there is more than a screen holds.
func (t *Text) cut(source string) (whole string, pieces []Piece) {
	src := []byte(source)
	doc := t.read(src)
	t.explains(doc, src)
	runs := runsOf(doc, src)
	for _, r := range runs {
		pieces = append(pieces, Piece{ID: t.identify(r)})
	}
	whole = rendered(doc, src) // before relisted takes its lists apart
	for i, r := range runs {
		if r.heading != nil {
			var inner strings.Builder
			for c := r.heading.FirstChild(); c != nil; c = c.NextSibling() {
				inner.WriteString(rendered(c, src))
			}
			pieces[i].Heading = inner.String()
		}
		for _, n := range relisted(r.nodes) {
			pieces[i].HTML += rendered(n, src)
			pieces[i].links = append(pieces[i].links, linksOf(n, src)...)
			pieces[i].theorem = pieces[i].theorem || states(n, src)
		}
	}
	return whole, pieces
}

// runsOf cuts a document at its headings, and between them where a screen is full.
func runsOf(doc ast.Node, src []byte) []run {
	var runs []run
	var heading *ast.Heading
	var units []unit // since the heading
	leads := false   // the last unit is words that may lead to a formula
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			runs = append(runs, section(heading, units)...)
			heading, units, leads = n, nil, false
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				units = append(units, unit{[]ast.Node{item}, weigh(item, src)})
			}
			leads = false
		default:
			if displayed(n) && leads {
				last := &units[len(units)-1]
				last.nodes, last.weight = append(last.nodes, n), last.weight+weigh(n, src)
				leads = false
				continue
			}
			units = append(units, unit{[]ast.Node{n}, weigh(n, src)})
			leads = !displayed(n)
		}
	}
	return append(runs, section(heading, units)...)
}

// section packs the units under a heading into as many runs as it takes screens; a heading
// alone is one.
func section(heading *ast.Heading, units []unit) []run {
	weights := make([]int, len(units))
	for i, u := range units {
		weights[i] = u.weight
	}
	cuts := pack(weights, screenful)
	if len(cuts) == 0 && heading != nil {
		return []run{{heading: heading}}
	}
	runs := make([]run, len(cuts))
	for i, c := range cuts {
		for _, u := range units[c[0]:c[1]] {
			runs[i].nodes = append(runs[i].nodes, u.nodes...)
		}
	}
	if len(runs) > 0 {
		runs[0].heading = heading
	}
	return runs
}

// identify returns the id of what a run begins with, which it gives one if it has none.
func (t *Text) identify(r run) string {
	first := ast.Node(r.heading)
	if r.heading == nil {
		first = r.nodes[0]
	}
	id, has := first.AttributeString("id")
	if !has {
		t.parts++
		id = fmt.Appendf(nil, "part-%d", t.parts)
		first.SetAttributeString("id", id)
	}
	return string(id.([]byte))
}

// relisted puts items of a list that was cut into lists of their own, which go
// on counting.
func relisted(run []ast.Node) []ast.Node {
	var nodes []ast.Node
	var from, to *ast.List
	for _, n := range run {
		item, ok := n.(*ast.ListItem)
		if !ok {
			nodes, from = append(nodes, n), nil
			continue
		}
		list := item.Parent().(*ast.List)
		if list != from {
			from, to = list, ast.NewList(list.Marker)
			to.IsTight, to.Start = list.IsTight, list.Start
			nodes = append(nodes, to)
		}
		list.Start++ // for the items that are left
		to.AppendChild(to, item)
	}
	return nodes
}

// displayed reports whether a paragraph is a displayed formula and nothing else.
func displayed(n ast.Node) bool {
	f, ok := n.FirstChild().(*formulaNode)
	return ok && f.Display && n.Kind() == ast.KindParagraph && n.ChildCount() == 1
}

// weigh is the room that a node takes, in words.
func weigh(n ast.Node, src []byte) int {
	weight := 0
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			weight += len(bytes.Fields(n.Segment.Value(src)))
		case *formulaNode:
			switch {
			case !n.Display:
				weight += 1 + len(n.TeX)/20
			case strings.Contains(n.TeX, `\begin`):
				weight += 35
			default:
				weight += 20
			}
		case *extast.TableRow:
			weight += 3
		}
		return ast.WalkContinue, nil
	})
	return weight
}

// pack cuts a list of weights into as few runs as the limit allows, and then as
// evenly as it can be done: each run is a pair from, to. What is heavier than
// the limit has a run of its own.
func pack(weights []int, limit int) [][2]int {
	fill := func(limit int) [][2]int {
		var runs [][2]int
		sum := 0
		for i, w := range weights {
			if i == 0 || sum+w > limit {
				runs, sum = append(runs, [2]int{i, i}), 0
			}
			sum += w
			runs[len(runs)-1][1] = i + 1
		}
		return runs
	}
	best := fill(limit)
	for limit--; limit > 0; limit-- {
		even := fill(limit)
		if len(even) > len(best) {
			break
		}
		best = even
	}
	return best
}

// rendered is a node as HTML, in which units stay with their numbers.
func rendered(n ast.Node, src []byte) string {
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, src, n); err != nil {
		panic(err) // a bytes.Buffer does not fail, and our renderers do not
	}
	return Unbroken(out.String())
}

// FigureAt is the name of the figure that a class sees at a screen, from 1: the one beside
// it or else the last one before; where a question is asked, the figure that it is drawn in or
// asked over. Before the first screen it is the lesson's first.
func (t *Text) FigureAt(screen int, question string) string {
	if e, ok := t.Exercise(question); ok && e.Sketch != nil {
		return e.Sketch.Figure
	}
	for _, b := range t.Blocks {
		if b.Kind == "figure" && question != "" && slices.ContainsFunc(t.Over(b.Name), func(e *Exercise) bool {
			return e.ID == question
		}) {
			return b.Name
		}
	}
	for i := min(screen, len(t.screens)) - 1; i >= 0; i-- {
		if s := t.screens[i]; s.Kind == "figure" {
			return s.Block.Name
		} else if s.Beside != "" && s.Still == nil && !t.still(s.Beside) {
			return s.Beside
		}
	}
	for _, b := range t.Blocks {
		if b.Kind == "figure" {
			return b.Name
		}
	}
	return ""
}

// still reports whether a still of the lesson has that id.
func (t *Text) still(id string) bool {
	return slices.ContainsFunc(t.Blocks, func(b Block) bool { return b.Still != nil && b.Still.ID == id })
}
