package course

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// formulas maps "i:" or "d:", for inline and display, and the TeX of a formula
// to its MathML, as go generate left it; it is read when the first is shown.
var formulas = func() map[string]string { return nil }

// UseFormulas has formulas shown as the file formulas.json says; see its package.
func UseFormulas(file []byte) {
	formulas = sync.OnceValue(func() map[string]string {
		m := map[string]string{}
		if err := json.Unmarshal(file, &m); err != nil {
			panic("course: formulas.json: " + err.Error())
		}
		return m
	})
}

// A Formula is one formula of the course, as its author wrote it.
type Formula struct {
	TeX     string
	Display bool
}

// Key is the formula's key in formulas.json.
func (f Formula) Key() string {
	if f.Display {
		return "d:" + f.TeX
	}
	return "i:" + f.TeX
}

// template is the formula with gaps for the numbers that are drawn.
func (f Formula) template() Formula {
	f.TeX, _ = gapsOf(f.TeX)
	return f
}

// MathML returns the formula as MathML, with the numbers that were drawn. A formula that is missing from
// formulas.json is shown as its TeX; a test fails when there is one.
func (f Formula) MathML() string {
	template, fill := gapsOf(f.TeX)
	if s, ok := formulas()[Formula{template, f.Display}.Key()]; ok {
		return filled(s, fill)
	}
	return "<code class=\"missing-formula\">" + escapeHTML(f.TeX) + "</code>"
}

// delimited is the formula for pages on which MathJax reads TeX, as a learning platform's are: without the course's own
// commands.
func (f Formula) delimited() string {
	tex := escapeHTML(portable(inTeX(f.TeX)))
	if f.Display {
		return `\[` + tex + `\]`
	}
	return `\(` + tex + `\)`
}

func escapeHTML(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(s)
}

// Formulas returns every formula that a page of the course can show, each once
// and in order: those of the prose, with its facts in place, and those of ledes,
// titles and goals.
func (c Course) Formulas() ([]Formula, error) {
	seen := map[Formula]bool{}
	for _, l := range c.Open() {
		formulas, err := l.Formulas()
		if err != nil {
			return nil, err
		}
		for _, f := range formulas {
			seen[f] = true
		}
	}
	all := make([]Formula, 0, len(seen))
	for f := range seen {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Formula) int { return strings.Compare(a.Key(), b.Key()) })
	return all, nil
}

// Formulas returns the formulas of the lesson's prose, with its facts in place, and of its
// lede, titles and goals. A text that is read as a lesson is, and stands in no course, has
// them too.
func (l *Lesson) Formulas() ([]Formula, error) {
	text, err := l.Text()
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", l.Slug, err)
	}
	var all []Formula
	for _, f := range text.formulas {
		all = append(all, f.template())
	}
	drawn, err := l.drawnFormulas()
	if err != nil {
		return nil, err
	}
	all = append(all, drawn...)
	for _, s := range l.labels() {
		all = append(all, formulasIn(s)...)
	}
	return all, nil
}

// labels are the lesson's lines of Markdown outside its prose.
func (l *Lesson) labels() []string {
	lines := []string{l.Lede}
	for _, f := range l.Figures {
		lines = append(lines, f.Title, f.Goal, f.Conditions)
	}
	return lines
}
