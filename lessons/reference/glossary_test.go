package reference_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
)

func TestLookupTerm(t *testing.T) {
	for name, slug := range map[string]string{
		"γ": "bandwidth", "gamma": "bandwidth", "sigest": "bandwidth", "RBF": "gaussian-kernel",
		"Tikhonov":     "ridge-regression",
		"weight decay": "ridge-regression", "the leading eigenvector": "leading-eigenvector", "features": "features",
		"kernel": "kernel", "a-gaussian-process": "gaussian-process", "Nyström method": "landmarks", "λ": "lambda",
		"Gram matrices": "", "": "", "s": "",
	} {
		if term, ok := reference.LookupTerm(name); term.Slug != slug || ok != (slug != "") {
			t.Errorf("%q is %q, %v, and not %q", name, term.Slug, ok, slug)
		}
	}
}

// Each entry is told apart by its slug, says its own in two sentences, and leads to a state
// of a figure that the link describes in full: no note, and no parameter without effect.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, term := range reference.Glossary() {
		if seen[term.Slug] {
			t.Errorf("two entries are called %s", term.Slug)
		}
		seen[term.Slug] = true
		if strings.Contains(term.HTML+term.Clashes, "missing-formula") {
			t.Errorf("%s: a formula is not typeset: run go generate ./lessons/...", term.Slug)
		}
		words, _, _ := strings.Cut(term.HTML, "</p>")
		if n := sentences(course.Plain(words)); n < 1 || n > 2 {
			t.Errorf("%s: %d sentences, not one or two: %s", term.Slug, n, words)
		}
		if slices.ContainsFunc(term.Also, func(other string) bool { return strings.EqualFold(other, term.Name) }) {
			t.Errorf("%s is another name of itself", term.Slug)
		}
		opens(t, term.Slug, term.State.URL)
		if _, id, _ := strings.Cut(term.Home, "#"); !idsOf(t, term.Lesson())[id] {
			t.Errorf("%s: no such place in a lesson: %s", term.Slug, term.Home)
		}
	}
}

// sentences counts what ends in a full stop before a capital or the end.
func sentences(words string) int {
	n := 0
	for rest := range strings.SplitSeq(words+" ", ". ") {
		if strings.TrimSpace(rest) != "" {
			n++
		}
	}
	return n
}

// opens holds that a link leads to a figure in a state: every parameter belongs to one, has
// an effect, and leaves no note.
func opens(t *testing.T, from, link string) {
	t.Helper()
	address := course.Must(url.Parse(link))
	l, ok := lessons.Contents.Lookup(strings.TrimPrefix(address.Path, "/lessons/"))
	if !ok {
		t.Errorf("%s: no lesson at %s", from, link)
		return
	}
	f, ok := l.Figure(address.Fragment)
	if !ok {
		t.Errorf("%s: no figure %q in %s", from, address.Fragment, link)
		return
	}
	for _, slip := range l.Reread(from, "[A state](?"+address.RawQuery+").").Slips() {
		t.Error(slip)
	}
	query := course.ParseQuery(address.RawQuery)
	state := course.Sub(query, f.Name, false)
	if form, _ := f.At(state); len(state) != len(query) || form.Query("") == "" {
		t.Errorf("%s: %s has parameters of another figure, or is the state in which the figure opens", from, link)
	}
}
