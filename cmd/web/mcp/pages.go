package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/cmd/web/lookup"
	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Pages are the course for assistants.
type Pages struct {
	*respond.Sender
	figures  *figures.Pages
	lookup   *lookup.Pages
	engine   *api.Pages
	messages http.Handler // of the protocol
}

// Path is where assistants ask.
const Path = "/mcp"

// New are the pages for the course of s, whose figures, places and engine are given.
func New(s *respond.Sender, f *figures.Pages, l *lookup.Pages, e *api.Pages) *Pages {
	p := &Pages{Sender: s, figures: f, lookup: l, engine: e}
	server := sdk.NewServer(
		&sdk.Implementation{Name: "gramophone", Title: views.CourseTitle, Version: "1"},
		&sdk.ServerOptions{
			Instructions: "An interactive course on kernel methods, and the engine that computes it. Look numbers " +
				"up, and have them computed, before you state them; give the links that the tools return.",
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, // which do not change
		})
	server.AddReceivingMiddleware(p.caught)
	for _, t := range p.tools() {
		server.AddTool(t.declared(), p.called(t))
	}
	p.messages = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server },
		&sdk.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true,
			MaxRequestBodyBytes: -1, // it is read before, see Post
			// A proxy asks from this machine by the name that others call it. The site refuses pages of other
			// sites, and what is here is open to everybody.
			DisableLocalhostProtection: true,
		})
	return p
}

// Post answers a message of the protocol.
func (p *Pages) Post(w http.ResponseWriter, r *http.Request) error {
	body, end, err := p.engine.Body(w, r)
	if err != nil {
		if gone := r.Context().Err(); gone != nil {
			return gone
		}
		p.engine.Refuse(w, r, err)
		return nil
	}
	defer end()
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		http.Error(w, "Send one message at a time.", http.StatusBadRequest) // a batch would draw any number of figures
		return nil
	}
	asked := r.WithContext(context.WithValue(r.Context(), requestKey{}, r))
	asked.Body = io.NopCloser(bytes.NewReader(body))
	a := &answer{header: w.Header()}
	p.messages.ServeHTTP(a, asked)
	if gone := r.Context().Err(); gone != nil {
		return gone
	}
	to, err := p.Flow.Begin(w, r, a.body.Len(), a.body.Len())
	if err != nil {
		return err
	}
	defer to.End()
	w.Header().Set("Cache-Control", "no-store")
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	_, _ = to.Write(a.body.Bytes()) // who asked may have gone
	return nil
}

// About answers with the page for who has an assistant; an assistant that would listen there is told that
// nothing is sent by itself.
func (p *Pages) About(w http.ResponseWriter, r *http.Request) error {
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Messages are sent with POST.", http.StatusMethodNotAllowed)
		return nil
	}
	w.Header().Add("Vary", "Accept")
	page := views.AssistantsPage{Server: respond.BaseURL(p.Sender, r) + Path,
		Tools: course.Each(p.tools(), func(t tool) views.APIName {
			return views.APIName{Name: t.name, About: t.about}
		})}
	return p.Page(w, r, respond.Key{}, views.Assistants(p.View(), page)) // it has the server's name, and is not kept
}

// An answer is one to a message, until all of it is there.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// requestKey is where the context of a call has its request.
type requestKey struct{}

// requestOf is the request that a call came with. Its context ends when who asked has gone.
func requestOf(ctx context.Context) *http.Request { return ctx.Value(requestKey{}).(*http.Request) }

// caught has a panic in a call be an error of ours: the SDK answers each in a goroutine of its own, where it
// would end the program.
func (p *Pages) caught(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if panicked := recover(); panicked != nil {
				p.Log.Error("panic", "path", Path, "method", method, "panic", fmt.Sprint(panicked), "stack",
					string(debug.Stack()))
				result, err = nil, errors.New("that is our mistake, and has been written down")
			}
		}()
		return next(ctx, method, req)
	}
}
