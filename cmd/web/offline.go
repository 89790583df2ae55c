package main

import (
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/views"
)

// offline is the page on which a reader has the course kept in her browser.
func (s *site) offline(w http.ResponseWriter, r *http.Request) error {
	return s.send(w, r, reply{key: key{what: "offline"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) { return render(ctx, views.Offline(s.view())) }})
}
