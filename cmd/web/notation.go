package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// notation is one fit with every number that it is known by; to a script that moves one of
// them, without the page around it. A query that writes a number in another way than ours is
// sent on to ours, unless there is something to say about it, or a script asks.
func (s *site) notation(w http.ResponseWriter, r *http.Request) error {
	state := reference.ReadNotation(course.ParseQuery(r.URL.RawQuery))
	fragment := r.Header.Get("HX-Request") == "true"
	w.Header().Add("Vary", "HX-Request")
	if state.Alias && !fragment && len(state.Form.Notes) == 0 {
		to := s.prefix + "/notation"
		if state.Canonical != "" {
			to += "?" + state.Canonical
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	symbols, err := reference.Symbols()
	if err != nil {
		return err
	}
	k := key{what: "notation", state: state.Canonical, notes: strings.Join(state.Form.Notes, "\n")}
	if fragment {
		k.what = "notation fragment"
	}
	return s.send(w, r, reply{key: k, contentType: htmlType, drawn: true,
		write: func(ctx context.Context) ([]byte, error) {
			panel, err := state.Panel(ctx)
			if err != nil {
				return nil, err
			}
			page := views.NotationPage{Notation: state, Panel: panel, Symbols: symbols}
			if fragment {
				return render(ctx, views.NotationState(s.view(), page))
			}
			return render(ctx, views.Notation(s.view(), page))
		}})
}
