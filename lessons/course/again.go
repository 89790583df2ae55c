package course

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
)

// An asking is an exercise as it stands in the prose.
type asking struct {
	kind      string // of its directive: exercise or practice
	id, title string
	source    string // its body, without facts
	line      int
}

// askingOf is the exercise that a line opens, with no id for none.
func askingOf(line string, at int) asking {
	words := strings.Fields(strings.TrimLeft(line, dropped+directiveMark[:1]))
	if len(words) < 2 || words[0] != "exercise" && words[0] != "practice" {
		return asking{}
	}
	return asking{kind: words[0], id: words[1], title: strings.Join(words[2:], " "), line: at}
}

// closeAsking remembers an exercise that has been read, and writes it as the lesson prints it where its numbers are
// drawn.
func (l *Lesson) closeAsking(a asking, to *strings.Builder) error {
	if a.id == "" {
		return nil
	}
	l.asked[a.id] = a
	if l.Fresh[a.id] == nil {
		return nil
	}
	printed, err := l.drawn(a, 0)
	if err != nil {
		return l.SlipAt(a.line, "%w", err)
	}
	to.WriteString(printed)
	return nil
}

// drawn is the body of an exercise with the facts of the lesson in place, and with numbers drawn for a seed; with those
// that the lesson prints for 0.
func (l *Lesson) drawn(a asking, seed uint64) (string, error) {
	fresh := l.Fresh[a.id]
	if fresh == nil {
		return l.known().expand(a.source)
	}
	facts, _, err := fresh.Throw(a.id, seed)
	if err != nil {
		return "", err
	}
	all := maps.Clone(l.known())
	if all == nil {
		all = Facts{}
	}
	maps.Copy(all, facts)
	return all.slots(a.source)
}

// Draws reports whether an exercise can be asked again: with other numbers, or with choices or steps in another order.
func (l *Lesson) Draws(e *Exercise) bool {
	return !e.Predict && (l.Fresh[e.ID] != nil || len(e.Choices) > 2 || len(e.Steps) > 2)
}

// Again returns an exercise of the lesson as it is drawn for a seed from 1 to [MostSeed]: with other numbers, or with
// its choices or steps in another order; for 0, or where nothing of it is drawn, as the lesson prints it. ok is false
// where there is none of that id, and beyond MostSeed: those seeds are for sheets, see [Lesson.OnSheet].
func (l *Lesson) Again(id string, seed uint64) (e *Exercise, ok bool, err error) {
	text, err := l.Text()
	if err != nil || seed > MostSeed {
		return nil, false, err
	}
	if e, ok = text.Exercise(id); ok && seed > 0 && l.Draws(e) {
		e, err = l.again(id, seed, &Text{})
	}
	return e, ok && err == nil, err
}

// OnSheet returns an exercise of the lesson as a sheet asks it: drawn for a seed beyond [MostSeed], which no page of
// the lesson opens; for 0, or where nothing of it is drawn, as the lesson prints it. Its formulas are MathML or, with
// tex, TeX between \( and \) as MathJax reads it. ok is false where there is no exercise of that id, or a seed from 1
// to MostSeed is asked for.
func (l *Lesson) OnSheet(id string, seed uint64, tex bool) (e *Exercise, ok bool, err error) {
	text, err := l.Text()
	if err != nil || seed > 0 && seed <= MostSeed {
		return nil, false, err
	}
	if e, ok = text.Exercise(id); !ok || e.Predict {
		return nil, false, nil
	}
	if !l.Draws(e) {
		seed = 0
	}
	e, err = l.again(id, seed, &Text{tex: tex})
	return e, err == nil, err
}

// hardLine says how hard an exercise is, which is nothing that it asks.
var hardLine = regexp.MustCompile(`(?m)^hard .*\n`)

// Revision is a hash of an exercise's source and of its first draws, so that a sheet can tell whether the exercise has
// changed since; "" where there is none of that id.
func (l *Lesson) Revision(id string) (string, error) {
	const draws = 4 // the printed one is the first
	if _, err := l.Text(); err != nil {
		return "", err
	}
	a, ok := l.asked[id]
	if !ok {
		return "", nil
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", a.title, hardLine.ReplaceAllString(a.source, ""))
	for seed := range uint64(draws) {
		drawn, err := l.drawn(a, seed)
		if err != nil {
			return "", l.SlipAt(a.line, "%w", err)
		}
		fmt.Fprintln(h, hardLine.ReplaceAllString(drawn, ""))
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:6]), nil
}

// AgainSlips are the author's errors in an exercise as it is drawn for a seed: as [Lesson.Slips].
func (l *Lesson) AgainSlips(id string, seed uint64) (slips []error) {
	text := &Text{}
	if _, err := l.again(id, seed, text); err != nil {
		return []error{err}
	}
	for _, link := range text.Links() {
		for _, wrong := range l.misread(link) {
			slips = append(slips, l.SlipAt(l.asked[id].line, "seed %d: ?%s: %s", seed, link, wrong))
		}
	}
	return slips
}

// again is an exercise as it is drawn for a seed, 0 for as the lesson prints it, read into text.
func (l *Lesson) again(id string, seed uint64, text *Text) (*Exercise, error) {
	a := l.asked[id]
	source, err := l.drawn(a, seed)
	if err != nil {
		return nil, l.SlipAt(a.line, "%w", err)
	}
	r := blockReader{lesson: l, text: text, open: directive{kind: a.kind, id: id, title: a.title}}
	e, err := r.exercise(strings.TrimSpace(strings.ReplaceAll(source, dropped, "")))
	if err != nil {
		return nil, l.SlipAt(a.line, "seed %d: %w", seed, err)
	}
	if e.Seed = seed; seed == 0 {
		return e, nil
	}
	e.Mix(func(i, j int) { e.Choices[i], e.Choices[j] = e.Choices[j], e.Choices[i] })
	return e, nil
}

// Mix swaps what is in the order of the prose into that in which the choices of a seed are shown.
func (e *Exercise) Mix(swap func(i, j int)) {
	rand.New(rand.NewPCG(e.Seed, 2)).Shuffle(len(e.Choices), swap)
}

// formulaSeeds are those whose formulas are looked at: so that each branch of an exercise comes.
const formulaSeeds = 64

// drawnFormulas are the formulas of exercises that are drawn, with gaps for their numbers.
func (l *Lesson) drawnFormulas() (all []Formula, err error) {
	for id := range l.Fresh {
		if l.asked[id].id == "" {
			return nil, fmt.Errorf("lesson %s draws the numbers of %s, and has no such exercise", l.Slug, id)
		}
		for seed := range uint64(formulaSeeds) {
			text := &Text{}
			if _, err := l.again(id, seed+1, text); err != nil {
				return nil, err
			}
			for _, f := range text.formulas {
				all = append(all, f.template())
			}
		}
	}
	return all, nil
}
