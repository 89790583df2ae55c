package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A reply is an answer before it is made.
type reply struct {
	key         key
	contentType string
	drawn       bool // it has figures in it, and is made at the gate
	file        bool // of the program, the same for ever
	whole       bool // the whole course, of which there is one: kept however large it is
	write       func(context.Context) ([]byte, error)
}

// A key names a reply among those that are kept: all that its bytes depend on.
// The zero key is that of what is never kept.
type key struct {
	what   string // the path of a file, a kind of page, the ending of a form
	prefix string // of the parameters in it
	state  string // what is shown, in the canonical form of its state
	access string // what its link hides and locks
	notes  string // on the slips that its query held
}

// kept is what a finished answer is kept under: the function that finishes it is its
// handler's, which no key holds.
type kept struct {
	encoding string
	key      key
}

// A finished answer, in one encoding.
type finished struct {
	body     []byte
	encoding string
	etag     string
}

// writeTimeout is for a slow phone that fetches the fonts.
const writeTimeout = 60 * time.Second

// maxKept keeps one answer from filling the memo of answers: the JSON of a Gram
// matrix of 300 points is 2 MB.
const maxKept = 1 << 20

// send answers with a, compressed as the reader can read it. An answer that has a
// key is made once and kept; without one it is made every time.
func (s *site) send(w http.ResponseWriter, r *http.Request, a reply) error {
	f, err := s.finished(r, a)
	if err != nil {
		return err
	}
	return s.deliver(w, r, a, f)
}

// deliver sends what a has become.
func (s *site) deliver(w http.ResponseWriter, r *http.Request, a reply, f *finished) error {
	match := r.Header.Get("If-None-Match")
	known := strings.TrimSpace(match) == "*" || strings.Contains(match, f.etag)
	small := len(f.body) <= chunk || a.file || known
	if !small {
		way := s.medium
		if len(f.body) > large {
			way = s.large
		}
		end, err := way.start(r.Context(), r, cap(f.body))
		if err != nil {
			return err
		}
		defer end()
	}
	f.describe(w.Header(), a.contentType)
	if known {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(f.body)))
	if small {
		_, _ = w.Write(f.body) // the reader may have gone
		return nil
	}
	last := time.Now().Add(writeTimeout)
	switch {
	case !s.writeChunks(w, f.body, last): // the reader has gone, or does not read
		forsake(r.Context())
	case len(f.body) > large:
		_ = http.NewResponseController(w).Flush() // a test's recorder cannot fail
		awaitReader(r.Context(), s.chunkTime, last)
	}
	return nil
}

// finished makes a, or finds it among the answers that are kept.
func (s *site) finished(r *http.Request, a reply) (*finished, error) {
	encoding := negotiate(r.Header.Get("Accept-Encoding"), a.contentType)
	finish := func(ctx context.Context) (*finished, error) { return a.finish(ctx, encoding) }
	if a.drawn {
		alone := finish
		finish = func(ctx context.Context) (*finished, error) {
			return throughAs(ctx, s.draws, func() string { return s.logged(r.URL) }, alone)
		}
	}
	if a.key == (key{}) {
		return finish(r.Context())
	}
	hit := true
	once := func(ctx context.Context) (*finished, int, error) {
		hit = false
		f, err := finish(ctx)
		if err != nil {
			return nil, 0, err
		}
		if len(f.body) > maxKept && !a.whole {
			return f, s.memory.answers(), nil // too heavy to keep
		}
		return f, cap(f.body) + finishedBytes, nil
	}
	f, err := course.RememberBy(r.Context(), s.answers, kept{encoding, a.key}, once)
	s.metrics.cache(hit)
	return f, err
}

// finish writes a and compresses it.
func (a reply) finish(ctx context.Context, encoding string) (*finished, error) {
	body, err := a.write(ctx)
	if err != nil {
		return nil, err
	}
	with := forAnswers
	if a.file {
		with = forFiles
	}
	body = with.compress(body, encoding)
	if (len(body) <= maxKept || a.whole) && cap(body) > len(body)+len(body)/8 {
		body = bytes.Clone(body) // what is kept is no larger than it need be
	}
	return newFinished(body, encoding), nil
}

// newFinished is an answer of that body, which is in that encoding.
func newFinished(body []byte, encoding string) *finished {
	sum := sha256.Sum256(body)
	return &finished{body, encoding, `"` + hex.EncodeToString(sum[:12]) + `"`}
}

// describe sets the header of an answer, whether its body follows or not.
func (f *finished) describe(h http.Header, contentType string) {
	h.Set("Content-Type", contentType)
	if f.encoding != "" {
		h.Set("Content-Encoding", f.encoding)
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("ETag", f.etag)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache") // keep, and ask whether it has changed
	}
}

// finishedBytes is what a finished answer takes beside its body.
const finishedBytes = 128

// maxChunkTime is how long a reader may take for a chunk: then the answer is given up, as
// it is when the whole takes longer than any answer may.
const maxChunkTime = 5 * time.Second

// writeChunks writes body chunk by chunk, and reports whether all of it until last.
func (s *site) writeChunks(w http.ResponseWriter, body []byte, last time.Time) bool {
	control := http.NewResponseController(w)
	for part := range slices.Chunk(body, chunk) {
		deadline := time.Now().Add(s.chunkTime)
		if deadline.After(last) {
			deadline = last
		}
		_ = control.SetWriteDeadline(deadline) // a test's recorder has none
		if _, err := w.Write(part); err != nil {
			return false
		}
	}
	return true
}

// negotiate chooses among br, gzip and none; what is compressed already stays.
func negotiate(accept, contentType string) string {
	switch strings.SplitN(contentType, ";", 2)[0] {
	case "image/png", "application/pdf", "font/woff2", zipType, epubType:
		return ""
	}
	best := ""
	for offer := range strings.SplitSeq(strings.ToLower(accept), ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if q, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			if v, err := strconv.ParseFloat(q, 64); err != nil || !(v > 0) {
				continue
			}
		}
		switch strings.TrimSpace(name) {
		case "br":
			return "br"
		case "gzip", "x-gzip": // the same, by RFC 9110
			best = "gzip"
		}
	}
	return best
}

// A compressor compresses what is written to it. Flush has all of it arrive.
type compressor interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}
