package figures

import (
	"net/http"
	"regexp"
	"sync"

	"github.com/gramophone-course/gramophone/cmd/web/progress"
	"github.com/gramophone-course/gramophone/engine"
)

// tokenHeader has a name that a reader's script made up for a request, to ask how far it is.
const tokenHeader = "Progress-Token"

// tokens are what nobody guesses, and no more.
var tokens = regexp.MustCompile(`^[0-9a-f]{16,40}$`)

// Followed are the requests under way that can be asked how far they are, until somebody does.
type Followed struct {
	mu sync.Mutex
	of map[string]*progress.Tracker
}

// take returns what is under a token, once.
func (f *Followed) take(token string) *progress.Tracker {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.of[token]
	delete(f.of, token)
	return t
}

// follow has a request tell how far it is, where its reader may want to know, until end is called.
func (s *Pages) follow(r *http.Request) (with *http.Request, end func()) {
	token := r.Header.Get(tokenHeader)
	if !tokens.MatchString(token) {
		return r, func() {}
	}
	f := s.Followed
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of[token] != nil { // somebody else's, or a script's mistake
		return r, func() {}
	}
	if f.of == nil {
		f.of = map[string]*progress.Tracker{}
	}
	t := progress.New()
	f.of[token] = t
	return r.WithContext(engine.WithReport(r.Context(), t.Tell)), func() {
		f.take(token)
		t.End()
	}
}

// TellProgress tells a reader how far a request of hers is until it ends.
func (s *Pages) TellProgress(w http.ResponseWriter, r *http.Request) error {
	events := progress.Begin(w)
	if t := s.Followed.take(r.PathValue("token")); t != nil {
		if err := events.Follow(r.Context(), t); err != nil {
			return nil // she has gone
		}
	}
	_ = events.Send("end", "") // or goes now
	return nil
}
