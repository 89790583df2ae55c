package course

import (
	"regexp"
	"strings"
)

// A term is what stands in bold where it is explained: "the **risk** of f is its mean on
// new points". Bold that ends in a full stop or a colon opens a remark, "**In practice.**".

var bold = regexp.MustCompile(`(?s)<strong>(.*?)</strong>`)

// termsIn are the terms that HTML explains, in lower case.
func termsIn(html string) (terms []string) {
	for _, m := range bold.FindAllStringSubmatch(html, -1) {
		term := strings.ToLower(strings.TrimSpace(Plain(m[1])))
		if term != "" && !strings.HasSuffix(term, ".") && !strings.HasSuffix(term, ":") {
			terms = append(terms, term)
		}
	}
	return terms
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
			if _, explained := first[term]; !explained {
				first[term] = i
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
