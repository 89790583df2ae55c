// Command program is the course within a browser, as WebAssembly in a service worker.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/gramophone-course/gramophone/cmd/site/recorded"
	"github.com/gramophone-course/gramophone/cmd/web/site"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/static"
)

// The course within a browser, as WebAssembly in a service worker, which asks it as
// browsers ask a server. The worker (static/js/worker.js) sets globalThis.gramophone to
//
//	{prefix: "/kernels", assets: "…", tables: {save, load, remove}, pause(done), installing()}
//
// with the path that the course stands under, a static listing of its assets, what keeps
// readers' tables by name (each a promise; load's is of a Uint8Array or null), what calls
// done when the browser has done what waited for it, and whether the worker still keeps files
// before any page can ask, and starts this program, which adds
//
//	answer(id, method, url, headers, body, done)
//	stop(id)
//
// and then calls gramophone.ready(). The headers are pairs, the body a Uint8Array or null.
// done is called once, with the status, pairs of headers and a Uint8Array, as soon as there
// is an answer; id is a number of the worker's, by which it may stop what it has asked.

// browserMemory is what the course takes in a browser. A tab has no more than a few hundred
// megabytes on a phone, and WebAssembly gives none back.
const browserMemory = 96 << 20

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil)) // the console
	worker := js.Global().Get("gramophone")
	prefix := worker.Get("prefix").String()
	course, err := open(prefix, worker.Get("assets").String(), shelf{worker.Get("tables")}, log)
	if err != nil {
		log.Error("the course cannot run here", "prefix", prefix, "error", err)
		os.Exit(1)
	}
	p := &port{site: course, work: map[int]func(){}}
	worker.Set("answer", js.FuncOf(p.answer))
	worker.Set("stop", js.FuncOf(p.stop))
	worker.Call("ready")
	p.warm(worker, prefix)
	select {}
}

// open is the course under a path, whose assets are listed.
func open(prefix, listing string, tables own.Keeper, log *slog.Logger) (http.Handler, error) {
	assets, err := static.Listed([]byte(listing))
	if err != nil {
		return nil, err
	}
	return site.New(site.Config{Alone: true, Prefix: prefix, Assets: assets, Keeper: tables, Log: log,
		Memory: site.Tune(browserMemory), DrawTime: drawTime, Attend: attentive})
}

// A port is where the worker asks. Its functions are called by the browser, which waits for
// them; so they only begin what is to be done.
type port struct {
	site http.Handler
	mu   sync.Mutex
	work map[int]func() // stops what is at work, by the worker's number for it
}

func (p *port) answer(_ js.Value, args []js.Value) any {
	id, done := args[0].Int(), args[5]
	ctx, cancel := context.WithCancel(context.Background())
	r, err := readRequest(ctx, args[1].String(), args[2].String(), args[3], args[4])
	if err != nil {
		cancel()
		done.Invoke(http.StatusBadRequest, js.ValueOf([]any{}), js.Global().Get("Uint8Array").New(0))
		return nil
	}
	p.mu.Lock()
	p.work[id] = cancel
	p.mu.Unlock()
	go func() {
		w := &recorded.Answer{}
		p.site.ServeHTTP(w, r)
		p.stop(js.Undefined(), args[:1])
		hand(w, done)
	}()
	return nil
}

func (p *port) stop(_ js.Value, args []js.Value) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	id := args[0].Int()
	if cancel := p.work[id]; cancel != nil {
		cancel()
	}
	delete(p.work, id)
	return nil
}

// warm moves two figures, while nobody else asks. What a browser has just compiled is slow: it
// takes the time for better code for what has run a while. The first moves of a hand would be
// two to four times as slow as those after a second.
func (p *port) warm(worker js.Value, prefix string) {
	for i := range 12 {
		for _, figure := range []string{"kernel-ridge-regression/fit", "ridge/fit"} {
			for time.Sleep(20 * time.Millisecond); p.busy() || worker.Call("installing").Bool(); {
				time.Sleep(100 * time.Millisecond)
			}
			address := fmt.Sprintf("%s/lessons/%s?lambda=%.4f", prefix, figure, 0.02+0.001*float64(i))
			r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
			if err != nil {
				return
			}
			r.Header.Set("HX-Request", "true")
			r.Header.Set("HX-Target", "div#fit-live")
			p.site.ServeHTTP(&recorded.Answer{}, r)
		}
	}
}

func (p *port) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.work) > 0
}

// readRequest is what the browser asks, as the server of this very browser has it.
func readRequest(ctx context.Context, method, url string, headers, body js.Value) (*http.Request, error) {
	var content []byte
	if !body.IsNull() {
		content = make([]byte, body.Length())
		js.CopyBytesToGo(content, body)
	}
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	for i := range headers.Length() {
		r.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	r.Header.Del("Accept-Encoding")   // nothing travels, so that nothing is compressed
	r.Header.Del("If-None-Match")     // and nothing is saved
	r.RemoteAddr = "127.0.0.1:0"      // the machine's own
	r.RequestURI = r.URL.RequestURI() // as a server has it
	r.Header.Set("X-Forwarded-Proto", r.URL.Scheme)
	return r, nil
}

// hand gives an answer to the worker.
func hand(w *recorded.Answer, done js.Value) {
	w.End()
	var headers []any
	for name, values := range w.Header() {
		headers = append(headers, []any{name, strings.Join(values, ", ")})
	}
	body := js.Global().Get("Uint8Array").New(w.Body.Len())
	js.CopyBytesToJS(body, w.Body.Bytes())
	done.Invoke(w.Status, js.ValueOf(headers), body)
}

// drawTime is how long a draw may take: a browser is about three times slower than a server.
const drawTime = 15 * time.Second

// attentive is the context of a draw in a browser, where there is one thread: each thirty
// milliseconds, when the draw looks whether it shall stop, others have their turn, and the
// browser, which may bring the word to stop.
func attentive(ctx context.Context) context.Context { return &turns{ctx, time.Now()} }

type turns struct {
	context.Context
	last time.Time
}

func (t *turns) Err() error {
	if time.Since(t.last) > 30*time.Millisecond {
		pause()
		t.last = time.Now()
	}
	return t.Context.Err()
}

// pause waits until the browser has had its turn. A timer would do, but the shortest that a
// browser has takes some milliseconds.
func pause() {
	had := make(chan struct{})
	done := js.FuncOf(func(js.Value, []js.Value) any {
		close(had)
		return nil
	})
	defer done.Release()
	js.Global().Get("gramophone").Call("pause", done)
	<-had
}
