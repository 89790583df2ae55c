package course

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A Text is a lesson's prose, read: a list of blocks in the order of the page.
type Text struct {
	Blocks   []Block
	teach    []Note
	screens  []Screen
	places   []Place
	access   string   // what links to states carry along
	tex      bool     // formulas stand in it as TeX
	links    []string // where its links lead, as they were met
	taught   []string // likewise, those of notes for the teacher
	formulas []Formula
	parts    int            // how many ids were given out
	named    map[string]int // how many blocks have each name
	terms    []Explained
	deep     map[string]Place // headings of the sections off the short way, and the place that follows each
	stops    []stop           // of the projector's short way, where it is written
	short    int              // minutes
	whole    int
}

// A Block is a piece of a lesson: HTML, a figure, or something to answer.
type Block struct {
	// prose, figure, code, predict, exercise, after, worked, proof, way, sentence, margin, break, explain, sources
	Kind     string
	ID       string // on the page, of a proof, way, worked, margin or break block; else ""
	Name     string // of the figure or exercise, or of the prediction that the words come after
	Title    string // HTML
	HTML     string
	Pieces   []Piece // the same HTML, cut for the projector
	Figure   *Figure
	Exercise *Exercise
	Explain  *Explanation
	Cases    []Case // of a break block
	Still    *Still // of a worked block whose first link opens a state
	Waits    string // of a worked block: the prediction whose answer it gives away
	Line     int    // of the prose, where it begins

	links   []string // in HTML
	theorem bool     // it states one; of a screen's only
	source  string   // Markdown, of what has words
	head    string   // Markdown, of Title
}

// A Still is the picture of one state, which stays as it is beside the words that are
// about it.
type Still struct {
	ID     string // of its panel, and for the projector
	Figure *Figure
	Link   string // opens the state on the lesson's page
	Panel  string // that is shown; "" for the figure's first
}

// State is the figure's query.
func (s *Still) State() url.Values {
	query, _, _ := strings.Cut(strings.TrimPrefix(s.Link, "?"), "#")
	return Sub(ParseQuery(query), s.Figure.Name, false)
}

// still is the state that the first link of those opens; nil if none does.
func (l *Lesson) still(links []string) *Still {
	for _, link := range links {
		_, name, _ := strings.Cut(link, "#")
		if f, ok := l.Figure(name); ok && strings.HasPrefix(link, "?") {
			return &Still{ID: name + "-by-hand", Figure: f, Link: link}
		}
	}
	return nil
}

// A Case is one broken state with what went wrong in it.
type Case struct {
	ID, State, Answer string // HTML

	links []string // in State
}

// kinds are the directives that hold prose, and the title of those that always
// have the same one.
var kinds = map[string]string{
	"predict": "Before you move it", "exercise": "", "worked": "By hand", "proof": "Proof",
	"sentence": "", "margin": "", "break": "", "sources": "", "teach": "", "way": "", "explain": "In a sentence",
	"after": "", "short": "", "practice": "",
}

// Links are the states of the lesson's figures that its prose opens, the notes for
// its teacher included, as queries.
func (t *Text) Links() []string { return stateQueries(t.links) }

// TeachLinks are those of them that stand in the notes for its teacher.
func (t *Text) TeachLinks() []string { return stateQueries(t.taught) }

// stateQueries are the queries of the links that open a state of this lesson.
func stateQueries(links []string) []string {
	var states []string
	for _, link := range links {
		if query, ok := strings.CutPrefix(link, "?"); ok {
			query, _, _ = strings.Cut(query, "#")
			states = append(states, query)
		}
	}
	return states
}

// Links are the addresses that the block's links lead to, in the order of the page.
// Those of answers, hints and solutions are left out.
func (b Block) Links() []string {
	list := slices.Clone(b.links)
	for _, c := range b.Cases {
		list = append(list, c.links...)
	}
	if b.Exercise != nil {
		list = append(list, b.Exercise.links()...)
	}
	return list
}

// Exercise returns the prediction or exercise of that id.
func (t *Text) Exercise(id string) (*Exercise, bool) {
	for _, b := range t.Blocks {
		if b.Exercise != nil && b.Exercise.ID == id {
			return b.Exercise, true
		}
	}
	return nil, false
}

// predicts reports whether a prediction of that id has been read.
func (t *Text) predicts(id string) bool {
	e, ok := t.Exercise(id)
	return ok && e.Predict
}

// remark is an author's note, which stays in the file.
var remark = regexp.MustCompile(`(?s)<!--.*?-->\n?`)

// dropped stands for a line of a remark, so that what follows keeps its number.
const dropped = "\x00"

// dropRemarks returns Markdown without its remarks.
func dropRemarks(source string) string {
	return remark.ReplaceAllStringFunc(source, func(s string) string {
		return strings.Repeat(dropped, strings.Count(s, "\n"))
	})
}

// expand returns a lesson's Markdown with its facts in place and without remarks.
func (l *Lesson) expand(source string) (string, error) {
	source = dropRemarks(source)
	l.asked = map[string]asking{}
	var b strings.Builder
	var open asking // the exercise that is being read
	at := 0         // the number of the line
	for line := range strings.Lines(source) {
		at += 1 + strings.Count(line, dropped)
		if strings.HasPrefix(strings.TrimLeft(line, dropped), directiveMark) {
			if err := l.closeAsking(open, &b); err != nil {
				return "", err
			}
			open = askingOf(line, at)
		} else if open.source += line; l.Fresh[open.id] != nil {
			continue
		}
		line, err := l.known().expand(line)
		if err != nil {
			return "", l.SlipAt(at, "%w", err)
		}
		b.WriteString(line)
	}
	return b.String(), nil
}

// parseText reads a lesson's expanded Markdown: directives cut the prose into
// blocks. access is what its links to states carry along, "fit.hide=kernel" or
// nothing.
func parseText(l *Lesson, source, access string) (*Text, error) {
	r := blockReader{lesson: l, text: &Text{access: access}}
	at := 0 // the number of the line
	for line := range strings.SplitSeq(source, "\n") {
		at += 1 + strings.Count(line, dropped)
		line = strings.ReplaceAll(line, dropped, "")
		if !strings.HasPrefix(line, directiveMark) {
			if len(r.body) == 0 {
				r.from = at
			}
			if r.body = append(r.body, line); strings.TrimSpace(line) == "" && len(r.body) == 1 {
				r.body = nil // what is blank begins no block
			}
			continue
		}
		if err := r.directive(at, line); err != nil {
			return nil, err
		}
	}
	if d := r.open; d.kind != "" {
		return nil, l.SlipAt(d.line, "%s is not closed", strings.TrimSpace(d.kind+" "+d.id))
	}
	if err := r.closeBlock(); err != nil {
		return nil, err
	}
	t := r.text
	t.screens = t.project()
	t.places = placesOf(t.screens)
	t.deep = t.deeper()
	t.short, t.whole = t.minutes()
	if t.Written() {
		if line, err := t.shorten(); err != nil {
			return nil, l.SlipAt(line, "%w", err)
		}
	}
	return t, nil
}

// A blockReader cuts a lesson's Markdown into the blocks of its text.
type blockReader struct {
	lesson *Lesson
	text   *Text
	open   directive // of the block that is being read; without a kind, prose
	body   []string  // the lines of that block
	from   int       // the number of the first
}

// A directive opens a block: "::: kind id title".
type directive struct {
	kind, id, title string
	waits           string // the prediction that a worked block comes after
	line            int    // its number
}

// directiveMark is what the line of a directive begins with.
const directiveMark = ":::"

// directive closes the block before the line, and opens the one that it announces.
func (r *blockReader) directive(at int, line string) error {
	if err := r.closeBlock(); err != nil {
		return err
	}
	wasOpen := r.open.kind != ""
	r.open = directive{}
	words := strings.Fields(strings.TrimPrefix(line, directiveMark))
	switch {
	case len(words) == 0 && wasOpen: // the end of a block
		return nil
	case len(words) == 3 && words[2] == directiveMark && (words[0] == "figure" || words[0] == "code"):
		f, ok := r.lesson.Figure(words[1])
		if !ok {
			return r.lesson.SlipAt(at, "no figure %q", words[1])
		}
		r.text.Blocks = append(r.text.Blocks, Block{Kind: words[0], Name: f.Name, Figure: f, Line: at})
		return nil
	case len(words) > 0 && !wasOpen:
		d, err := r.parseDirective(words)
		if err != nil {
			return r.lesson.SlipAt(at, "%w", err)
		}
		d.line = at
		r.open = d
		return nil
	}
	return r.lesson.SlipAt(at, "directive %q where none can stand", line)
}

// parseDirective reads the words of a directive that opens a block.
func (r *blockReader) parseDirective(words []string) (directive, error) {
	title, known := kinds[words[0]]
	if !known {
		return directive{}, fmt.Errorf("no directive %q", words[0])
	}
	d := directive{kind: words[0], title: title}
	rest := words[1:]
	after := "" // the prediction that it says it comes after
	switch {
	case slices.Contains([]string{"predict", "exercise", "practice", "after"}, d.kind):
		if len(rest) == 0 {
			return d, fmt.Errorf("%s without a name", d.kind)
		}
		if d.id, rest = rest[0], rest[1:]; d.kind == "after" {
			after = d.id
		}
	case d.kind == "teach" && len(rest) > 0:
		if _, known := noteHeads[rest[0]]; !known || len(rest) > 1 {
			return d, fmt.Errorf("a note for the teacher that is no plan, not prepared and not wrong, but %q", rest)
		}
		d.id, rest = rest[0], nil
	case d.kind == "worked" && len(rest) == 2 && rest[0] == "after":
		d.waits, after, rest = rest[1], rest[1], nil
	}
	if after != "" && !r.text.predicts(after) {
		return d, fmt.Errorf("after %s, which no prediction above is called", after)
	}
	if len(rest) > 0 {
		d.title = strings.Join(rest, " ")
	}
	return d, nil
}

// closeBlock makes a block of the lines read since the last directive, if there are any.
func (r *blockReader) closeBlock() error {
	t, d := r.text, r.open
	lines := r.body
	source := strings.TrimSpace(strings.Join(lines, "\n"))
	r.body = nil
	if source == "" && d.kind == "" {
		return nil
	}
	b := Block{
		Kind: cmp.Or(d.kind, "prose"), Name: d.id, Title: t.inline(d.title), Waits: d.waits,
		source: source, head: d.title, Line: cmp.Or(d.line, r.from),
	}
	switch d.kind {
	case "proof", "way", "worked", "margin":
		b.ID = t.anchor(d.kind, b.Title)
	case "break":
		b.ID = t.unique("break-it")
	}
	before := len(t.links)
	var err error
	switch d.kind {
	case "predict", "exercise", "practice":
		b.Exercise, err = r.exercise(source)
	case "break":
		if b.Cases = t.parseCases(source); len(b.Cases) == 0 {
			err = errors.New("break: no state")
		}
	case "explain":
		b.Explain, err = t.explanation(source)
	case "teach":
		t.addNote(d, source)
		return nil
	case "short":
		if line, err := t.readShort(r.from, lines); err != nil {
			return r.lesson.SlipAt(line, "%w", err)
		}
		return nil
	case "margin":
		b.HTML = t.markdown(source)
	case "worked":
		err = r.worked(&b)
	default:
		b.HTML, b.Pieces = t.cut(source)
	}
	if err != nil {
		return r.lesson.SlipAt(d.line, "%w", err)
	}
	if b.HTML != "" {
		b.links = t.links[before:]
	}
	t.Blocks = append(t.Blocks, b)
	return nil
}

// exercise reads the open predict or exercise block, whose figures the lesson has to have.
func (r *blockReader) exercise(source string) (*Exercise, error) {
	t, d := r.text, r.open
	e, err := t.parseExercise(d.id, source)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", d.kind, d.id, err)
	}
	if e.Sketch != nil {
		if _, ok := r.lesson.Figure(e.Sketch.Figure); !ok {
			return nil, fmt.Errorf("%s %s: no figure %q", d.kind, d.id, e.Sketch.Figure)
		}
		prefix := e.Sketch.Figure + "."
		t.links = append(t.links, "?"+prefix+strings.ReplaceAll(e.Sketch.State, "&", "&"+prefix))
	}
	if e.Goal != nil {
		if _, ok := r.lesson.Figure(e.Goal.Figure); !ok {
			return nil, fmt.Errorf("%s %s: no figure %q", d.kind, d.id, e.Goal.Figure)
		}
	}
	e.Predict, e.Practice = d.kind == "predict", d.kind == "practice"
	if e.Predict && e.Hard != 0 {
		return nil, fmt.Errorf("%s %s: a guess is not hard %d", d.kind, d.id, e.Hard)
	}
	e.Title = d.title
	return e, nil
}

// worked reads an example: its words, and the picture beside them, which is of the state
// that their first link opens.
func (r *blockReader) worked(b *Block) error {
	t := r.text
	first, words, _ := strings.Cut(b.source, "\n")
	panel, named := strings.CutPrefix(first, "still ")
	if !named {
		words = b.source
	}
	before := len(t.links)
	b.HTML, b.Pieces = t.cut(words)
	b.Still = r.lesson.still(t.links[before:])
	if b.Still == nil {
		if named {
			return fmt.Errorf("still %s: no link opens a state", panel)
		}
		return nil
	}
	for _, other := range t.Blocks {
		if other.Still != nil && other.Still.ID == b.Still.ID {
			return fmt.Errorf("a second still of figure %s", b.Still.Figure.Name)
		}
	}
	if named {
		b.Still.Panel = panel
	}
	return nil
}

// addNote reads a note for the teacher, which belongs to the block before it.
func (t *Text) addNote(d directive, source string) {
	src := []byte(source)
	before := len(t.links)
	doc := t.read(src)
	t.taught = append(t.taught, t.links[before:]...)
	t.teach = append(t.teach, Note{After: len(t.Blocks), Kind: d.id, HTML: rendered(doc, src), Line: d.line,
		minutes: planned(doc, src)})
}

// anchor is an id for a titled block, which stays as long as it is called so:
// "proof-by-sherman-morrison".
func (t *Text) anchor(kind, title string) string {
	words := append([]string{kind}, slugWords(title)...)
	if len(words) > 1 && words[1] == kind {
		words = words[1:]
	}
	return t.unique(strings.Join(words[:min(len(words), 5)], "-"))
}

// slugWords are the plain words of a title, for an id: of the letters from a to z.
func slugWords(title string) []string {
	return strings.FieldsFunc(strings.ToLower(Plain(title)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// unique is the id, with a number if the page has it already.
func (t *Text) unique(id string) string {
	if t.named == nil {
		t.named = map[string]int{}
	}
	if t.named[id]++; t.named[id] > 1 {
		return fmt.Sprintf("%s-%d", id, t.named[id])
	}
	return id
}

// parseCases reads the list of a break block: an item opens with "- ", and the
// answer to what went wrong with ": ".
func (t *Text) parseCases(body string) []Case {
	var cases []Case
	for _, item := range marked(body, "- ") {
		parts := marked(item.text, ": ")
		c := Case{}
		c.State, c.links = t.linked(parts[0].text)
		if len(parts) > 1 {
			c.Answer = t.markdown(parts[1].text)
		}
		if item.mark != "" {
			t.parts++
			c.ID = fmt.Sprintf("part-%d", t.parts)
			cases = append(cases, c)
		}
	}
	return cases
}

// md turns Markdown into HTML; formulas are collected as they are met.
var md = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(
		parser.WithAutoHeadingID(),
		parser.WithInlineParsers(util.Prioritized(formulaParser{}, 150)),
		parser.WithASTTransformers(util.Prioritized(presets{}, 500)),
	),
	goldmark.WithRendererOptions(
		goldmarkhtml.WithUnsafe(), // the prose is ours; <span class="t-…"> is wanted
		renderer.WithNodeRenderers(util.Prioritized(formulaRenderer{}, 100)),
	),
)

// markdown renders a run of blocks, and collects its formulas.
func (t *Text) markdown(source string) string {
	src := []byte(source)
	return rendered(t.read(src), src)
}

// read parses Markdown, and collects its formulas and links.
func (t *Text) read(src []byte) ast.Node {
	context := parser.NewContext()
	context.Set(accessKey, t.access)
	context.Set(texKey, t.tex)
	doc := md.Parser().Parse(text.NewReader(src), parser.WithContext(context))
	t.formulas = append(t.formulas, formulasOf(doc)...)
	t.links = append(t.links, linksOf(doc, src)...)
	return doc
}

// linksOf are where the links in a node lead, in order.
func linksOf(n ast.Node, src []byte) []string {
	var found []string
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch link := n.(type) {
		case *ast.Link:
			if entering {
				found = append(found, string(util.URLEscape(link.Destination, true)))
			}
		case *ast.AutoLink:
			if entering {
				found = append(found, string(link.URL(src)))
			}
		}
		return ast.WalkContinue, nil
	})
	return found
}

// linked is inline, with where the line's links lead.
func (t *Text) linked(source string) (html string, links []string) {
	before := len(t.links)
	html = t.inline(source)
	return html, t.links[before:]
}

// inline renders a line without the paragraph around it.
func (t *Text) inline(source string) string {
	s := strings.TrimSpace(t.markdown(source))
	if inner, ok := strings.CutPrefix(s, "<p>"); ok && strings.Count(s, "<p>") == 1 {
		return strings.TrimSuffix(inner, "</p>")
	}
	return s
}

// Inline renders a line of Markdown, such as a figure's goal, as HTML.
func Inline(source string) string { return new(Text).inline(source) }

func formulasIn(source string) []Formula {
	return formulasOf(md.Parser().Parse(text.NewReader([]byte(source))))
}

func formulasOf(doc ast.Node) []Formula {
	var found []Formula
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*formulaNode); ok && entering {
			found = append(found, f.Formula)
		}
		return ast.WalkContinue, nil
	})
	return found
}

// presets marks the links that open a state of the page's figures, has them land
// at the figure, and carry along what the text's access says.
type presets struct{}

var accessKey, texKey = parser.NewContextKey(), parser.NewContextKey()

func (presets) Transform(doc *ast.Document, _ text.Reader, context parser.Context) {
	access, _ := context.Get(accessKey).(string)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering || !bytes.HasPrefix(link.Destination, []byte("?")) {
			return ast.WalkContinue, nil
		}
		link.SetAttributeString("class", []byte("preset"))
		if figure, _, ok := bytes.Cut(link.Destination[1:], []byte(".")); ok &&
			!bytes.Contains(link.Destination, []byte("#")) {
			link.Destination = fmt.Appendf(nil, "%s#%s", link.Destination, figure)
		}
		if access != "" {
			link.Destination = fmt.Appendf(nil, "?%s&%s", access, link.Destination[1:])
		}
		return ast.WalkContinue, nil
	})
}

// A formulaNode is a formula between dollars.
type formulaNode struct {
	ast.BaseInline
	Formula
	stop string // a unit, and what ends the clause, after a formula in the text: on its line
	tex  bool   // it is shown as TeX
}

var kindFormula = ast.NewNodeKind("Formula")

func (n *formulaNode) Kind() ast.NodeKind            { return kindFormula }
func (n *formulaNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// formulaParser reads $…$ and $$…$$. A formula may run over the lines of its
// paragraph. A dollar before a space, or escaped, is a dollar.
type formulaParser struct{}

func (formulaParser) Trigger() []byte { return []byte{'$'} }

func (formulaParser) Parse(_ ast.Node, block text.Reader, context parser.Context) ast.Node {
	line, position := block.Position()
	first, _ := block.PeekLine()
	fence := "$"
	if bytes.HasPrefix(first, []byte("$$")) {
		fence = "$$"
	}
	block.Advance(len(fence))
	var tex strings.Builder
	for {
		rest, _ := block.PeekLine()
		if rest == nil {
			block.SetPosition(line, position)
			return nil
		}
		if before, _, ok := bytes.Cut(rest, []byte(fence)); ok {
			tex.Write(before)
			block.Advance(len(before) + len(fence))
			break
		}
		tex.Write(rest)
		block.AdvanceLine()
	}
	s := strings.ReplaceAll(strings.Join(strings.Fields(tex.String()), " "), "−", "-") // a fact's minus is TeX's hyphen
	if s == "" {
		block.SetPosition(line, position)
		return nil
	}
	n := &formulaNode{Formula: Formula{TeX: s, Display: fence == "$$"}}
	n.tex, _ = context.Get(texKey).(bool)
	if rest, _ := block.PeekLine(); !n.Display {
		n.stop = stopAfter(string(rest))
		block.Advance(len(n.stop))
		n.stop = strings.ReplaceAll(n.stop, " ", noBreak)
	}
	return n
}

// stopAfter is what stays on the line of the formula that it follows: a unit, and what ends
// the clause.
func stopAfter(rest string) string {
	stop := ""
	if after, ok := strings.CutPrefix(rest, " "); ok && opensUnit(after) {
		stop = " " + unitOf(after)
	}
	after := rest[len(stop):]
	return stop + after[:len(after)-len(strings.TrimLeft(after, ".,;:?)"))]
}

type formulaRenderer struct{}

// maxInline is how many signs of a formula in the text fit the narrowest of pages; a
// longer one has a box of its own there, to scroll in.
const maxInline = 14

func (formulaRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindFormula, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			f := n.(*formulaNode)
			math := f.MathML()
			switch long := !f.Display && utf8.RuneCountInString(Plain(math)) > maxInline; {
			case f.tex:
				math = f.delimited() + f.stop
			case long:
				math = `<span class="whole long">` + math + f.stop + "</span>"
			case f.stop != "":
				math = `<span class="whole">` + math + f.stop + "</span>"
			}
			_, err := w.WriteString(math)
			return ast.WalkContinue, err
		}
		return ast.WalkContinue, nil
	})
}

var plainSigns = strings.NewReplacer("⊤", "ᵀ", noBreak, " ")

// Plain returns HTML's text without its tags, for titles and descriptions. A
// transpose is raised, as it is in the labels of figures, and every space breaks.
func Plain(s string) string {
	var b strings.Builder
	for s != "" {
		before, after, ok := strings.Cut(s, "<")
		b.WriteString(before)
		if !ok {
			break
		}
		_, s, _ = strings.Cut(after, ">")
	}
	return plainSigns.Replace(html.UnescapeString(b.String()))
}
