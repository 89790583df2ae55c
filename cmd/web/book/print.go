// Package book is the whole course at once, for paper and for e-readers.
package book

import (
	"bytes"
	"context"
	"math"
	"net/http"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are the whole course at once.
type Pages struct {
	*respond.Sender
	Figures  *figures.Pages
	MathFace []byte // the font of formulas
}

// Print is the whole course on one page, for paper. Whoever asks first has it lesson by
// lesson as they are drawn; then it is kept.
func (s *Pages) Print(w http.ResponseWriter, r *http.Request) error {
	a := respond.Reply{Key: respond.Key{What: "print"}, ContentType: respond.HTML, Whole: true}
	if done, err := s.Again(w, r, a); done {
		return err
	}
	page, err := respond.Render(r.Context(), views.Whole(s.View(), pagesOf(s.Course)))
	if err != nil {
		return err
	}
	begin, end, _ := bytes.Cut(page, []byte(views.LessonsStand))
	lessons := s.Course.Open()
	if len(lessons) == 0 {
		return respond.ErrNotFound
	}
	first, err := s.printed(r.Context(), lessons[0])
	if err != nil { // a server that is full says so before it has begun
		return err
	}
	out, err := s.Pour(w, r, a, printedSize)
	if err != nil {
		return err
	}
	defer out.End()
	whole := true
	ok := out.Put(begin, first)
	for _, l := range lessons[1:] {
		if !ok {
			return nil // the reader has gone, or does not read
		}
		text, err := s.printed(r.Context(), l)
		if err != nil {
			whole = false
			s.Log.Warn("left out of the page of all lessons", "lesson", l.Slug, "error", err)
			if text, err = respond.Render(r.Context(), views.NotNow(s.View(), l)); err != nil {
				return nil // what was to be said cannot be: the page ends
			}
		}
		ok = out.Put(text)
	}
	if ok && out.Put(end) && out.Close() && whole {
		return out.Keep(r.Context())
	}
	return nil
}

// printedSize is about what the whole page takes while it is on its way, compressed.
const printedSize = 2 << 20

// printed is a lesson as it stands on the page of all.
func (s *Pages) printed(ctx context.Context, l *course.Lesson) ([]byte, error) {
	chapter, _, err := s.chapter(ctx, l, false)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = html.Render(&b, chapter)
	return b.Bytes(), err
}

// What a page of A4 holds, measured on what Chromium makes of it (TestBrowserPrintWhole): so
// many words, or so many figures.
const (
	wordsAPage   = 360.0
	figuresAPage = 1.6
)

// pagesOf is about how many pages the course takes on paper, its title page and contents
// included. The prose is counted as it is written: its facts, which may take seconds to
// compute, are a word each anyhow.
func pagesOf(c course.Course) int {
	pages := 2.0
	for _, l := range c.Open() {
		words := len(strings.Fields(unprinted.ReplaceAllString(l.Prose, "")))
		pages += math.Ceil(float64(words)/wordsAPage + float64(len(l.Figures))/figuresAPage)
	}
	return int(pages)
}

// unprinted is what stands in a lesson's prose and not on paper: remarks, notes for the
// teacher, the projector's short way, and what is said to answers, on the picture too.
var unprinted = regexp.MustCompile(`(?s)<!--.*?-->|\n::: (?:teach|short).*?\n:::\n|\n *[:?!] [^\n]*` +
	`|\n(?:said|\|) (?:Yes|No)\.[^\n]*`)
