package lookup

import (
	"context"
	"net/http"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// Notation is one fit with every number that it is known by; to a script that moves one of
// them, without the page around it. A query that writes a number in another way than ours is
// sent on to ours, unless there is something to say about it, or a script asks.
func (s *Pages) Notation(w http.ResponseWriter, r *http.Request) error {
	state := reference.ReadNotation(course.ParseQuery(r.URL.RawQuery))
	fragment := r.Header.Get("HX-Request") == "true"
	w.Header().Add("Vary", "HX-Request")
	if state.Alias && !fragment && len(state.Form.Notes) == 0 {
		return s.Lead(w, r, respond.Link("/notation", state.Canonical))
	}
	symbols, err := reference.Symbols()
	if err != nil {
		return err
	}
	k := respond.Key{What: "notation", State: state.Canonical, Notes: strings.Join(state.Form.Notes, "\n")}
	if fragment {
		k.What = "notation fragment"
	}
	return s.Send(w, r, respond.Reply{Key: k, ContentType: respond.HTML, Drawn: true,
		Write: func(ctx context.Context) ([]byte, error) {
			panel, err := state.Panel(ctx)
			if err != nil {
				return nil, err
			}
			page := views.NotationPage{Notation: state, Panel: panel, Symbols: symbols}
			if fragment {
				return respond.Render(ctx, views.NotationState(s.View(), page))
			}
			return respond.Render(ctx, views.Notation(s.View(), page))
		}})
}
