package course

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// A term is what stands in bold where it is explained: "the **risk** of f is its mean on
// new points". It is of letters, and of four words at most; other bold opens a remark,
// "**In practice.**", stresses a result, "**56**", or a word that says how, "**strictly**".

var bold = regexp.MustCompile(`(?s)<strong[^>]*>(.*?)</strong>`)

// An Explained is a term of the field where a lesson explains it first.
type Explained struct {
	ID   string // on the page: "term-gram-matrix"
	Name string // plain, as it stands in the prose: "Gram matrix"
	HTML string // the paragraph that explains it
	Link string // a state of a figure that the paragraph opens, "?fit.lambda=1#fit"; or ""
}

// Terms are what the lesson explains, in the order of the page.
func (t *Text) Terms() []Explained { return slices.Clone(t.terms) }

// explains notes the terms in a run of Markdown, and gives those that are new an id.
func (t *Text) explains(doc ast.Node, src []byte) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		strong, ok := n.(*ast.Emphasis)
		if !ok || !entering || strong.Level != 2 {
			return ast.WalkContinue, nil
		}
		for _, name := range termsIn(rendered(strong, src)) {
			id := "term-" + strings.Join(slugWords(name), "-")
			if slices.ContainsFunc(t.terms, func(u Explained) bool { return u.ID == id }) {
				continue
			}
			strong.SetAttributeString("id", []byte(id))
			around := ast.Node(strong)
			for around.Type() == ast.TypeInline {
				around = around.Parent()
			}
			term := Explained{ID: id, Name: name, HTML: rendered(around, src)}
			for _, link := range linksOf(around, src) {
				if term.Link == "" && strings.HasPrefix(link, "?") {
					term.Link = link
				}
			}
			t.terms = append(t.terms, term)
		}
		return ast.WalkContinue, nil
	})
}

// termsIn are the terms that HTML explains, as they stand in it.
func termsIn(html string) (terms []string) {
	for _, m := range bold.FindAllStringSubmatch(html, -1) {
		term := strings.TrimSpace(Plain(m[1]))
		if isTerm(term) {
			terms = append(terms, term)
		}
	}
	return terms
}

const maxTermWords = 4

// isTerm reports whether bold words are a term.
func isTerm(words string) bool {
	words = strings.ToLower(words)
	other := strings.IndexFunc(words, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune(" -’'", r)
	})
	return words != "" && other < 0 && len(strings.Fields(words)) <= maxTermWords &&
		!strings.HasSuffix(words, "ly") && words != "theorem"
}

// uses reports whether plain words in lower case have a term, alone or in the plural.
func uses(words, term string) bool {
	found, err := regexp.MatchString(`(^|\PL)`+regexp.QuoteMeta(term)+`(e?s)?(\PL|$)`, words)
	return err == nil && found
}

// words are what a class reads on the screen, plain and in lower case.
func (s *Screen) words() string {
	html := []string{s.HTML}
	if s.Exercise != nil {
		html = append(html, s.Exercise.Title, s.Exercise.Ask)
		for _, c := range s.Exercise.Choices {
			html = append(html, c.Text)
		}
	}
	if s.Figure != nil && s.Kind == "figure" {
		html = append(html, s.Figure.Title, s.Figure.Goal)
	}
	for _, c := range s.Cases {
		html = append(html, c.State, c.Answer)
	}
	return strings.ToLower(Plain(strings.Join(html, " ")))
}

// define puts on the short way the prose that it rests on: what stands before the theorem in
// its section, and where a term that a screen of the short way uses is explained first, if
// that is before.
func define(screens []Screen, theorem int) {
	rests := func(at int) {
		if s := &screens[at]; s.Kind == "prose" && !s.Route {
			s.Route, s.Defines = true, true
		}
	}
	for i := theorem; i > 0 && screens[i].Heading != "" && !screens[i].Opens; i-- {
		rests(i - 1)
	}
	first := map[string]int{}
	for i := range screens {
		for _, term := range termsIn(screens[i].HTML) {
			if _, explained := first[strings.ToLower(term)]; !explained {
				first[strings.ToLower(term)] = i
			}
		}
	}
	for i := len(screens) - 1; i > 0; i-- { // what explains rests on what stands before it
		if !screens[i].Route {
			continue
		}
		words := screens[i].words()
		for term, at := range first {
			if at < i && uses(words, term) {
				rests(at)
			}
		}
	}
}
