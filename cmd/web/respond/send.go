package respond

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/cmd/web/gate"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A Reply is an answer before it is made.
type Reply struct {
	Key         Key
	ContentType string
	Drawn       bool // it has figures in it, and is made at the gate
	File        bool // of the program, the same for ever
	Whole       bool // the whole course, of which there is one: kept however large it is
	Write       func(context.Context) ([]byte, error)
}

// A Key names a reply among those that are kept: all that its bytes depend on.
// The zero key is that of what is never kept.
type Key struct {
	What   string // the path of a file, a kind of page, the ending of a form
	Prefix string // of the parameters in it
	State  string // what is shown, in the canonical form of its state
	Access string // what its link hides and locks
	Notes  string // on the slips that its query held
}

// kept is what a finished answer is kept under: the function that finishes it is its
// handler's, which no key holds.
type kept struct {
	encoding string
	key      Key
}

// A finished answer, in one encoding.
type finished struct {
	body     []byte
	encoding string
	etag     string
}

// MaxKept keeps one answer from filling the memo of answers: the JSON of a Gram
// matrix of 300 points is 2 MB.
const MaxKept = 1 << 20

// Send answers with a, compressed as the reader can read it. An answer that has a
// key is made once and kept; without one it is made every time.
func (s *Sender) Send(w http.ResponseWriter, r *http.Request, a Reply) error {
	f, err := s.finished(r, a)
	if err != nil {
		return err
	}
	return s.deliver(w, r, a, f)
}

// deliver sends what a has become.
func (s *Sender) deliver(w http.ResponseWriter, r *http.Request, a Reply, f *finished) error {
	match := r.Header.Get("If-None-Match")
	known := strings.TrimSpace(match) == "*" || strings.Contains(match, f.etag)
	small := len(f.body) <= flow.Chunk || a.File || known
	var o *flow.Out
	if !small {
		var err error
		if o, err = s.Flow.Begin(w, r, len(f.body), cap(f.body)); err != nil {
			return err
		}
		defer o.End()
	}
	f.describe(w.Header(), a.ContentType)
	if known {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(f.body)))
	if small {
		_, _ = w.Write(f.body) // the reader may have gone
		return nil
	}
	_, err := o.Write(f.body)
	o.Settle(err)
	return nil
}

// finished makes a, or finds it among the answers that are kept.
func (s *Sender) finished(r *http.Request, a Reply) (*finished, error) {
	encoding := negotiate(r.Header.Get("Accept-Encoding"), a.ContentType)
	finish := func(ctx context.Context) (*finished, error) { return a.finish(ctx, encoding) }
	if a.Drawn {
		alone := finish
		finish = func(ctx context.Context) (*finished, error) {
			return gate.ThroughAs(ctx, s.Draws, func() string { return s.logged(r.URL) }, alone)
		}
	}
	if a.Key == (Key{}) {
		return finish(r.Context())
	}
	hit := true
	once := func(ctx context.Context) (*finished, int, error) {
		hit = false
		f, err := finish(ctx)
		if err != nil {
			return nil, 0, err
		}
		if len(f.body) > MaxKept && !a.Whole {
			return f, s.TooHeavy, nil // too heavy to keep
		}
		return f, cap(f.body) + finishedBytes, nil
	}
	f, err := course.RememberBy(r.Context(), s.Answers, kept{encoding, a.Key}, once)
	s.Counts.Kept(hit)
	return f, err
}

// Made is the body of a, uncompressed, for a page that has it in it.
func (s *Sender) Made(r *http.Request, a Reply) ([]byte, error) {
	plain := r.Clone(r.Context())
	plain.Header.Del("Accept-Encoding")
	f, err := s.finished(plain, a)
	if err != nil {
		return nil, err
	}
	return f.body, nil
}

// finish writes a and compresses it.
func (a Reply) finish(ctx context.Context, encoding string) (*finished, error) {
	body, err := a.Write(ctx)
	if err != nil {
		return nil, err
	}
	body = compressorsFor(a, len(body)).compress(body, encoding)
	if (len(body) <= MaxKept || a.Whole) && cap(body) > len(body)+len(body)/8 {
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

// negotiate chooses among br, gzip and none; what is compressed already stays.
func negotiate(accept, contentType string) string {
	switch strings.SplitN(contentType, ";", 2)[0] {
	case "image/png", "application/pdf", "font/woff2", ZIP, EPUB:
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
