package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"gramophone/lessons"
	"gramophone/static"
	"gramophone/views"
)

// A handler answers a request or says why not; answer turns an error into a
// status, in one place.
type handler func(w http.ResponseWriter, r *http.Request) error

var errNotFound = errors.New("there is nothing at this address")

// answer makes an http.Handler of h: it counts, recovers, and answers errors.
func (s *site) answer(route string, h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.log.Error("panic", "path", r.URL.Path, "query", r.URL.RawQuery, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.fail(rec, http.StatusInternalServerError, "This page broke", "That is our mistake. It has been written down; please try another state.")
				}
			}
			s.metrics.observe(route, rec.status, time.Since(start))
		}()
		err := h(rec, r)
		switch {
		case err == nil:
		case errors.Is(err, errNotFound):
			s.fail(rec, http.StatusNotFound, "Nothing here", "There is no lesson or figure at this address.")
		case errors.Is(err, errFull):
			s.metrics.full.Inc()
			rec.Header().Set("Retry-After", "2")
			s.fail(rec, http.StatusServiceUnavailable, "One moment", "The server is fitting as many models as it can. Please try again in two seconds.")
		case r.Context().Err() != nil: // the reader has gone: nobody to tell
			rec.status = statusGone
		default:
			s.log.Error("failed", "path", r.URL.Path, "query", r.URL.RawQuery, "error", err)
			s.fail(rec, http.StatusInternalServerError, "This page broke", "That is our mistake. It has been written down; please try another state.")
		}
	})
}

// statusGone is what logs and metrics call a request whose sender left.
const statusGone = 499

// fail writes an error page.
func (s *site) fail(w http.ResponseWriter, status int, title, sentence string) {
	var b bytes.Buffer
	if err := views.Error(s.view(), title, sentence).Render(context.Background(), &b); err != nil {
		b.Reset()
		b.WriteString(title + ". " + sentence)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader may have gone
}

// recorder notes the status that was written.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// A finished answer, in one encoding.
type finished struct {
	body        []byte
	contentType string
	encoding    string
	etag        string
}

// maxCached keeps one answer from filling the cache: the JSON of a Gram matrix
// of 300 points is 2 MB.
const maxCached = 1 << 20

// send answers with what make makes, compressed as the reader can read it. The
// answer to key is made once and kept; with an empty key it is made every time.
func (s *site) send(w http.ResponseWriter, r *http.Request, key, contentType string, make func(context.Context) ([]byte, error)) error {
	encoding := negotiate(r.Header.Get("Accept-Encoding"), contentType)
	with := forAnswers
	if strings.HasPrefix(key, static.Prefix) {
		with = forFiles
	}
	compute := func(ctx context.Context) (*finished, int, error) {
		body, err := make(ctx)
		if err != nil {
			return nil, 0, err
		}
		f := &finished{body: with.compress(body, encoding), contentType: contentType, encoding: encoding}
		sum := sha256.Sum256(f.body)
		f.etag = `"` + hex.EncodeToString(sum[:12]) + `"`
		return f, len(f.body) + 200, nil
	}
	var f *finished
	var err error
	if key == "" {
		f, _, err = compute(r.Context())
	} else {
		hit := true
		f, err = lessons.Remember(r.Context(), s.responses, encoding+" "+key, func(ctx context.Context) (*finished, int, error) {
			hit = false
			f, bytes, err := compute(ctx)
			if err == nil && bytes > maxCached {
				bytes = responseBytes // too heavy to keep
			}
			return f, bytes, err
		})
		s.metrics.cache(hit)
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	if f.encoding != "" {
		h.Set("Content-Encoding", f.encoding)
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("ETag", f.etag)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache") // keep, and ask whether it has changed
	}
	if match := r.Header.Get("If-None-Match"); match != "" && strings.Contains(match, f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Length", strconv.Itoa(len(f.body)))
	_, _ = w.Write(f.body) // the reader may have gone
	return nil
}

// negotiate chooses among br, gzip and none; what is compressed already stays.
func negotiate(accept, contentType string) string {
	switch strings.SplitN(contentType, ";", 2)[0] {
	case "image/png", "application/pdf", "font/woff2":
		return ""
	}
	best := ""
	for offer := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(offer), ";")
		if q, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			if v, err := strconv.ParseFloat(q, 64); err != nil || v == 0 {
				continue
			}
		}
		switch name {
		case "br":
			return "br"
		case "gzip":
			best = "gzip"
		}
	}
	return best
}

// Compression is weighed against what a move may take. For a fit brotli's level 2
// takes 0.24 ms and leaves 7.9 KB, level 4 takes 0.63 ms and leaves 7.3 KB. A
// static file is compressed once.
var (
	forAnswers = newCompressors(2, 5)
	forFiles   = newCompressors(9, 9)
)

// compressors keep their writers, which hold large tables.
type compressors struct{ brotli, gzip sync.Pool }

func newCompressors(brotliLevel, gzipLevel int) *compressors {
	c := &compressors{}
	// The window is 64 KB; the usual 4 MB would be made anew for every answer.
	c.brotli.New = func() any {
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: brotliLevel, LGWin: 16})
	}
	c.gzip.New = func() any {
		w, err := gzip.NewWriterLevel(nil, gzipLevel)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}
	return c
}

func (c *compressors) compress(body []byte, encoding string) []byte {
	pool := &c.brotli
	switch encoding {
	case "":
		return body
	case "gzip":
		pool = &c.gzip
	}
	var b bytes.Buffer
	b.Grow(len(body)/2 + 512)
	w := pool.Get().(interface {
		io.WriteCloser
		Reset(io.Writer)
	})
	w.Reset(&b)
	_, _ = w.Write(body) // a bytes.Buffer does not fail
	_ = w.Close()
	pool.Put(w)
	return b.Bytes()
}
