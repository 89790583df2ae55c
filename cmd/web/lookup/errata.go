package lookup

import (
	"net/http"
	"slices"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// Errata are all cards.
func (s *Pages) Errata(w http.ResponseWriter, r *http.Request) error {
	cards, err := reference.Errata()
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{What: "errata"}, views.Errata(s.View(), cards))
}

// Erratum is one card, with what is said to the vote in the query. A vote that is none of
// its choices is none.
func (s *Pages) Erratum(w http.ResponseWriter, r *http.Request) error {
	cards, err := reference.Errata()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(cards, func(e reference.Erratum) bool { return e.Slug == r.PathValue("name") })
	if at < 0 {
		return respond.ErrNotFound
	}
	page := views.ErratumPage{Erratum: cards[at]}
	answer := course.ParseQuery(r.URL.RawQuery).Get("answer")
	if v, judged := page.Vote.Judge(answer); judged {
		page.Answer, page.Verdict = answer, &v
	}
	if at > 0 {
		page.Previous = cards[at-1].Slug
	}
	if at+1 < len(cards) {
		page.Next = cards[at+1].Slug
	}
	return s.Page(w, r, respond.Key{What: "erratum " + page.Slug, State: page.Answer}, views.Erratum(s.View(), page))
}
