package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"net/http"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// print is the whole course on one page, for paper. Whoever asks first has it lesson by
// lesson as they are drawn; then it is kept.
func (s *site) print(w http.ResponseWriter, r *http.Request) error {
	a := reply{key: key{what: "print"}, contentType: htmlType, whole: true}
	encoding := negotiate(r.Header.Get("Accept-Encoding"), htmlType)
	if f, ok := course.Kept[*finished](s.answers, kept{encoding, a.key}); ok {
		s.metrics.cache(true)
		return s.deliver(w, r, a, f)
	}
	s.metrics.cache(false)
	page, err := render(r.Context(), views.Whole(s.view(), pagesOf(s.course)))
	if err != nil {
		return err
	}
	begin, end, _ := bytes.Cut(page, []byte(views.LessonsStand))
	lessons := s.course.Open()
	if len(lessons) == 0 {
		return errNotFound
	}
	first, err := s.printed(r.Context(), lessons[0])
	if err != nil { // a server that is full says so before it has begun
		return err
	}
	done, err := s.large.start(r.Context(), r, printedSize)
	if err != nil {
		return err
	}
	defer done()
	(&finished{encoding: encoding}).describe(w.Header(), htmlType)
	w.Header().Del("ETag") // nobody knows it yet
	out := s.pour(w, encoding)
	defer out.release()
	whole := true
	ok := out.put(begin, first)
	for _, l := range lessons[1:] {
		if !ok {
			return nil // the reader has gone, or does not read
		}
		text, err := s.printed(r.Context(), l)
		if err != nil {
			whole = false
			s.log.Warn("left out of the page of all lessons", "lesson", l.Slug, "error", err)
			if text, err = render(r.Context(), views.NotNow(s.view(), l)); err != nil {
				return nil // what was to be said cannot be: the page ends
			}
		}
		ok = out.put(text)
	}
	if ok && out.put(end) && out.close() && whole {
		f := newFinished(bytes.Clone(out.all.Bytes()), encoding)
		_, err = course.RememberBy(r.Context(), s.answers, kept{encoding, a.key},
			func(context.Context) (*finished, int, error) { return f, cap(f.body) + finishedBytes, nil })
	}
	return err
}

// printedSize is about what the whole page takes while it is on its way, compressed.
const printedSize = 2 << 20

// printed is a lesson as it stands on the page of all.
func (s *site) printed(ctx context.Context, l *course.Lesson) ([]byte, error) {
	chapter, _, err := s.chapter(ctx, l, false)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = html.Render(&b, chapter)
	return b.Bytes(), err
}

// A pouring is an answer that is sent as it is made, and kept as it was sent.
type pouring struct {
	site *site
	to   http.ResponseWriter
	all  bytes.Buffer

	into    io.Writer // all, through the compressor if there is one
	packed  compressor
	release func()
	sent    int // of all
}

func (s *site) pour(w http.ResponseWriter, encoding string) *pouring {
	p := &pouring{site: s, to: w, release: func() {}}
	p.into = &p.all
	if encoding != "" {
		p.packed, p.release = forAnswers.writer(&p.all, encoding)
		p.into = p.packed
	}
	return p
}

// put sends parts of the answer, and reports whether they were taken.
func (p *pouring) put(parts ...[]byte) bool {
	for _, part := range parts {
		_, _ = p.into.Write(part) // a bytes.Buffer does not fail
	}
	if p.packed != nil {
		_ = p.packed.Flush()
	}
	return p.send()
}

// close ends the answer.
func (p *pouring) close() bool {
	if p.packed != nil {
		_ = p.packed.Close()
	}
	return p.send()
}

func (p *pouring) send() bool {
	rest := p.all.Bytes()[p.sent:]
	p.sent = p.all.Len()
	if !p.site.writeChunks(p.to, rest, time.Now().Add(writeTimeout)) {
		return false
	}
	return http.NewResponseController(p.to).Flush() == nil
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
// teacher, and what is said to answers, on the picture too.
var unprinted = regexp.MustCompile(`(?s)<!--.*?-->|\n::: teach.*?\n:::\n|\n *[:?!] [^\n]*` +
	`|\n(?:said|\|) (?:Yes|No)\.[^\n]*`)
