package lookup

import (
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/views"
)

// MyWork is the page on which a script shows what the browser has kept: it has the titles of
// all that can be done, and is the same for everybody.
func (s *Pages) MyWork(w http.ResponseWriter, r *http.Request) error {
	for _, l := range s.Course.Open() {
		if _, err := l.Text(); err != nil { // out of turn, as a lesson's is
			return err
		}
	}
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "my work"}, ContentType: respond.HTML,
		Write: func(ctx context.Context) ([]byte, error) {
			page, err := views.NewMyWork(s.View())
			if err != nil {
				return nil, err
			}
			return respond.Render(ctx, views.MyWork(page))
		}})
}
