package main

import (
	"context"
	"net/http"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// errata are all cards.
func (s *site) errata(w http.ResponseWriter, r *http.Request) error {
	return s.send(w, r, reply{key: key{what: "errata"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) {
			cards, err := reference.Errata()
			if err != nil {
				return nil, err
			}
			return render(ctx, views.Errata(s.view(), cards))
		}})
}

// erratum is one card, with what is said to the vote in the query. A vote that is none of
// its choices is none.
func (s *site) erratum(w http.ResponseWriter, r *http.Request) error {
	cards, err := reference.Errata()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(cards, func(e reference.Erratum) bool { return e.Slug == r.PathValue("name") })
	if at < 0 {
		return errNotFound
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
	return s.send(w, r, reply{key: key{what: "erratum " + page.Slug, state: page.Answer}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) { return render(ctx, views.Erratum(s.view(), page)) }})
}
