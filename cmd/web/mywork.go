package main

import (
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/views"
)

// myWork is the page on which a script shows what the browser has kept: it has the titles of
// all that can be done, and is the same for everybody.
func (s *site) myWork(w http.ResponseWriter, r *http.Request) error {
	for _, l := range s.course.Open() {
		if _, err := l.Text(); err != nil { // out of turn, as a lesson's is
			return err
		}
	}
	return s.send(w, r, reply{key: key{what: "my work"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) {
			page, err := views.NewMyWork(s.view())
			if err != nil {
				return nil, err
			}
			return render(ctx, views.MyWork(page))
		}})
}
