package respond

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/flow"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A pouring is an answer that is sent as it is made, and kept as it was sent.
type pouring struct {
	out      *flow.Out
	sender   *Sender
	reply    Reply
	encoding string
	all      bytes.Buffer

	into    io.Writer // all, through the compressor if there is one
	packed  compressor
	release func()
	sent    int // of all
}

// Again answers with a reply that was poured before, and reports whether there is one.
func (s *Sender) Again(w http.ResponseWriter, r *http.Request, a Reply) (done bool, err error) {
	encoding := negotiate(r.Header.Get("Accept-Encoding"), a.ContentType)
	f, hit := course.Kept[*finished](s.Answers, kept{encoding, a.Key})
	if s.Counts.Kept(hit); !hit {
		return false, nil
	}
	return true, s.deliver(w, r, a, f)
}

// Pour begins an answer of about so many bytes, whose parts are sent as they are put.
func (s *Sender) Pour(w http.ResponseWriter, r *http.Request, a Reply, bytes int) (*pouring, error) {
	p := &pouring{sender: s, reply: a, encoding: negotiate(r.Header.Get("Accept-Encoding"), a.ContentType),
		release: func() {}}
	var err error
	if p.out, err = s.Flow.Begin(w, r, bytes, bytes); err != nil {
		return nil, err
	}
	(&finished{encoding: p.encoding}).describe(w.Header(), a.ContentType)
	w.Header().Del("ETag") // nobody knows it yet
	p.into = &p.all
	if p.encoding != "" {
		p.packed, p.release = forAnswers.writer(&p.all, p.encoding)
		p.into = p.packed
	}
	return p, nil
}

// Put sends parts of the answer, and reports whether they were taken.
func (p *pouring) Put(parts ...[]byte) bool {
	for _, part := range parts {
		_, _ = p.into.Write(part) // a bytes.Buffer does not fail
	}
	if p.packed != nil {
		_ = p.packed.Flush()
	}
	return p.send()
}

// Close sends the end of the answer.
func (p *pouring) Close() bool {
	if p.packed != nil {
		_ = p.packed.Close()
	}
	return p.send()
}

func (p *pouring) send() bool {
	rest := p.all.Bytes()[p.sent:]
	p.sent = p.all.Len()
	p.out.Last = time.Now().Add(flow.WriteTimeout)
	if _, err := p.out.Write(rest); err != nil {
		return false
	}
	return p.out.Flush() == nil
}

// Keep keeps the answer for those who ask for it again.
func (p *pouring) Keep(ctx context.Context) error {
	f := newFinished(bytes.Clone(p.all.Bytes()), p.encoding)
	_, err := course.RememberBy(ctx, p.sender.Answers, kept{p.encoding, p.reply.Key},
		func(context.Context) (*finished, int, error) { return f, cap(f.body) + finishedBytes, nil })
	return err
}

// End gives back what the answer takes on its way.
func (p *pouring) End() {
	p.release()
	p.out.End()
}
