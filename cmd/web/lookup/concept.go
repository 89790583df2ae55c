package lookup

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/concept"
	"github.com/gramophone-course/gramophone/views"
)

// Concept is the concept test, for who takes it alone: its address has the answers.
func (s *Pages) Concept(w http.ResponseWriter, r *http.Request) error {
	page := views.ConceptPage{At: "/concept"}
	var err error
	if page.Run, err = concept.ReadRun(r.URL.Query()); err != nil {
		return err
	}
	if room := r.URL.Query().Get("room"); room != "" && page.After != nil { // which takes both times
		at := "/rooms/" + url.PathEscape(strings.TrimSpace(room)) + "/test?"
		return s.Lead(w, r, at+page.Query())
	}
	if page.Sent {
		return s.Lead(w, r, page.To(page.Query()))
	}
	if page.Questions, err = concept.Questions(); err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{}, views.Concept(s.View(), page))
}
