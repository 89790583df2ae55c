package reference

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Term is one entry of the glossary.
type Term struct {
	Name    string   // "Gram matrix"
	Slug    string   // its address: /glossary#gram-matrix
	Also    []string // what others call it: "kernel matrix", "γ"
	HTML    string   // two sentences, and a formula where there is one
	State   Link     // a figure in a state that shows it
	Home    string   // the lesson that explains it, and where: "gram-matrix#term-gram-matrix"
	Clashes string   // HTML: how the lectures' uses differ; "" where they do not
}

// A Link leads into the course: its address begins at the course's root.
type Link struct{ Text, URL string }

// Letter is what the term is listed under.
func (t Term) Letter() string { return strings.ToUpper(t.Slug[:1]) }

// Lesson is the slug of the lesson that explains the term.
func (t Term) Lesson() string {
	slug, _, _ := strings.Cut(t.Home, "#")
	return slug
}

//go:embed glossary.md
var glossaryProse string

// glossaryText is the same, for its formulas.
var glossaryText = &course.Lesson{Slug: "glossary", Prose: glossaryProse}

// Glossary returns the terms, in the order of their slugs. An entry of glossary.md is a
// heading, lines "also: …, …", "home: lesson#anchor", "state: [words](/lessons/…)" and, where
// the lectures differ, "clash: …", and what it says.
var Glossary = sync.OnceValue(func() []Term {
	var terms []Term
	for _, entry := range strings.Split("\n"+glossaryProse, "\n## ")[1:] {
		t, err := readTerm(entry)
		if err != nil {
			panic("reference: glossary.md: " + err.Error()) // an author's slip, which every test finds
		}
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b Term) int { return strings.Compare(a.Slug, b.Slug) })
	return terms
})

var (
	fieldLine = regexp.MustCompile(`^(also|home|state|clash): (.+)$`)
	linkForm  = regexp.MustCompile(`^\[(.+)\]\((/lessons/\S+)\)$`)
)

// readTerm reads an entry of glossary.md, without the mark of its heading.
func readTerm(entry string) (Term, error) {
	name, rest, _ := strings.Cut(entry, "\n")
	t := Term{Name: strings.TrimSpace(name), Slug: slugOf(name)}
	for {
		rest = strings.TrimLeft(rest, "\n")
		line, after, _ := strings.Cut(rest, "\n")
		m := fieldLine.FindStringSubmatch(line)
		if m == nil {
			break
		}
		rest = after
		switch m[1] {
		case "also":
			t.Also = strings.Split(m[2], ", ")
		case "home":
			t.Home = m[2]
		case "clash":
			t.Clashes = course.Inline(m[2])
		case "state":
			link := linkForm.FindStringSubmatch(m[2])
			if link == nil {
				return t, fmt.Errorf("%s: no link in %q", t.Name, line)
			}
			t.State = Link{link[1], link[2]}
		}
	}
	t.HTML = course.Inline(rest)
	if !strings.HasPrefix(t.HTML, "<p>") {
		t.HTML = "<p>" + t.HTML + "</p>"
	}
	if t.Home == "" || t.State.URL == "" || strings.TrimSpace(rest) == "" {
		return t, fmt.Errorf("%s lacks its home, its state or its words", t.Name)
	}
	return t, nil
}

// LookupTerm returns the entry of a name, in any of the forms that it has in the lessons: the
// plural, with an article, or as the slug of either. A name of the field's comes before
// those of others.
func LookupTerm(name string) (Term, bool) {
	bare := slugOf(name)
	for _, article := range []string{"the-", "an-", "a-"} {
		bare = strings.TrimPrefix(bare, article)
	}
	for _, slug := range []string{slugOf(name), bare, strings.TrimSuffix(bare, "s")} {
		if slug == "" {
			continue
		}
		for _, t := range Glossary() {
			if t.Slug == slug {
				return t, true
			}
		}
		for _, t := range Glossary() {
			if slices.ContainsFunc(t.Also, func(other string) bool { return slugOf(other) == slug }) {
				return t, true
			}
		}
	}
	return Term{}, false
}

// slugOf is a name's slug: its letters from a to z and digits, as the ids of terms in lessons
// have them; Greek letters are spelled.
func slugOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(spelled.Replace(name)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

var spelled = strings.NewReplacer("α", "alpha", "γ", "gamma", "ε", "epsilon", "θ", "theta", "λ", "lambda", "ν", "nu",
	"σ", "sigma", "φ", "phi", "Φ", "Phi", "ℓ", "ell", "𝓗", "H", "ö", "o", "ü", "u", "é", "e")
