package figures

import (
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
)

// Study is what only a server has: a browser's program is without the methods it takes.
func (s *Pages) Study(http.ResponseWriter, *http.Request) error { return respond.ErrNotFound }
