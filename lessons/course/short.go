package course

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The projector's short way, where its author has written it: a "::: short" block, which lists
// the screens of about ten minutes in their order, those of the page that it keeps and slides
// that the short way alone has. Without one the rules of mark choose among those of the page.

// A stop is an entry of a short block: screens of the page that are kept, or a slide.
type stop struct {
	line  int // of the prose
	took  time.Duration
	keeps string // the name of what is kept, see [Screen.called]; "" for a slide
	slide Screen
	text  []string // lines of the slide
	notes []Note
}

// Written reports whether the short way is the author's list.
func (t *Text) Written() bool { return len(t.stops) > 0 }

// readShort reads the lines of a short block, of which the first has the number from.
func (t *Text) readShort(from int, lines []string) (line int, err error) {
	if t.Written() {
		return from, errors.New("a second short way")
	}
	for i, text := range lines {
		mark, rest, _ := strings.Cut(text, " ")
		switch {
		case mark == "keep" || mark == "slide":
			t.stops = append(t.stops, stop{line: from + i})
			err = t.lastStop().open(mark, rest)
		case len(t.stops) == 0:
			if text != "" {
				err = errors.New("a short way begins with “keep 0:30 title”")
			}
		case mark == "beside":
			t.lastStop().slide.Beside = rest
		case mark == "say":
			before := len(t.links)
			t.lastStop().notes = append(t.lastStop().notes, Note{After: -1, HTML: t.markdown(rest), Line: from + i})
			t.taught = append(t.taught, t.links[before:]...)
		default:
			t.lastStop().text = append(t.lastStop().text, text)
		}
		if err != nil {
			return from + i, err
		}
	}
	for i := range t.stops {
		if err := t.stops[i].close(t); err != nil {
			return t.stops[i].line, err
		}
	}
	return 0, nil
}

func (t *Text) lastStop() *stop { return &t.stops[len(t.stops)-1] }

// open reads what follows "keep" or "slide": a time, "1:30", and a name or a title.
func (s *stop) open(mark, rest string) error {
	clock, name, ok := strings.Cut(rest, " ")
	var minutes, seconds int
	if n, err := fmt.Sscanf(clock, "%d:%02d", &minutes, &seconds); !ok || n != 2 || err != nil {
		return fmt.Errorf("%s %s: want “%s 1:30 …”, minutes and seconds first", mark, rest, mark)
	}
	s.took = time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if mark == "keep" {
		s.keeps = name
		return nil
	}
	s.slide.Title = name
	return nil
}

// close renders what a slide says. It has the figure named beside it, or else the one that its
// first link opens.
func (s *stop) close(t *Text) error {
	source := strings.TrimSpace(strings.Join(s.text, "\n"))
	if s.keeps != "" {
		if source != "" || s.slide.Beside != "" {
			return fmt.Errorf("keep %s: what is kept has words and a picture of its own", s.keeps)
		}
		return nil
	}
	if source == "" {
		return fmt.Errorf("slide %s has no words", s.slide.Title)
	}
	before := len(t.links)
	s.slide.Block = Block{Kind: "slide", Title: t.inline(s.slide.Title), HTML: t.markdown(source), Line: s.line}
	s.slide.links = t.links[before:]
	if s.slide.Beside == "" {
		s.slide.Beside = s.slide.speaksOf()
	}
	s.slide.Part, s.slide.Of, s.slide.Route, s.slide.Short = 1, 1, true, true
	return nil
}

// called reports whether a short block means the screen by a name: title, sentence, break or
// worked; the name of a figure, the id of a question or of a proof, or that of the heading
// that the screen opens with.
func (s *Screen) called(name string) bool {
	switch s.Kind {
	case "title", "sentence", "break", "worked":
		return name == s.Kind
	case "figure":
		return name == s.Block.Name
	case "predict", "exercise":
		return name == s.Exercise.ID
	case "proof", "way":
		return name == s.Block.ID
	}
	return s.Kind == "prose" && s.Opens && name == s.Anchor
}

// shorten has the screens go the written short way, and puts each slide after the screen that
// was kept before it. It returns the line of what cannot be found.
func (t *Text) shorten() (line int, err error) {
	for i := range t.screens {
		t.screens[i].Route, t.screens[i].Defines = false, false
	}
	last, after := -1, map[int][]Screen{} // the last that is kept, and the slides after each
	for _, s := range t.stops {
		t.teach = append(t.teach, s.notes...)
		if s.keeps != "" {
			if last, err = t.keep(s, last); err != nil {
				return s.line, err
			}
			continue
		}
		slide := s.slide
		switch {
		case last < 0:
			return s.line, errors.New("a short way begins with “keep 0:30 title”")
		case slide.Beside != "" && !t.pictures(slide.Beside):
			return s.line, fmt.Errorf("slide %s: no figure %q", Plain(slide.Title), slide.Beside)
		}
		slide.Anchor, slide.Took, slide.Teach = t.screens[last].Anchor, s.took, s.notes
		after[last] = append(after[last], slide)
	}
	var screens []Screen
	for i, s := range t.screens {
		screens = append(append(screens, s), after[i]...)
	}
	t.screens = screens
	return 0, nil
}

// keep puts what a stop names on the short way, all parts of an example or a proof, with what
// is to be said there, and returns the last of them. It comes after the one kept before.
func (t *Text) keep(s stop, before int) (last int, err error) {
	at := slices.IndexFunc(t.screens, func(screen Screen) bool { return screen.called(s.keeps) })
	switch {
	case at < 0:
		return 0, fmt.Errorf("keep %s: no screen is called that", s.keeps)
	case at <= before:
		return 0, fmt.Errorf("keep %s: it comes before what is kept above", s.keeps)
	}
	t.screens[at].Took = s.took
	for last = at; ; last++ {
		t.screens[last].Route = true
		t.screens[last].Teach = slices.Concat(t.screens[last].Teach, s.notes)
		if next := last + 1; t.screens[at].Kind == "break" || t.screens[last].Part == t.screens[last].Of ||
			next == len(t.screens) {
			return last, nil
		}
	}
}

// pictures reports whether the lesson shows a figure or a still of that name.
func (t *Text) pictures(name string) bool {
	return t.still(name) || slices.ContainsFunc(t.Blocks, func(b Block) bool {
		return b.Kind == "figure" && b.Name == name
	})
}

// An Unsaid is a term on a screen of the short way that no screen of it has explained yet.
type Unsaid struct {
	Term   string // in lower case
	Screen Screen
}

// Unsaid are the terms that the lesson explains and that the short way uses before it says
// them, in bold, itself.
func (t *Text) Unsaid() (list []Unsaid) {
	said := map[string]bool{}
	for _, s := range t.screens {
		if !s.Route {
			continue
		}
		for _, term := range termsIn(s.HTML) {
			said[strings.ToLower(term)] = true
		}
		words := s.words()
		for _, term := range t.terms {
			if name := strings.ToLower(term.Name); !said[name] && uses(words, name) {
				said[name] = true // once is enough
				list = append(list, Unsaid{name, s})
			}
		}
	}
	return list
}
