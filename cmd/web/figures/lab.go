package figures

import (
	"context"
	"fmt"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Lab is the notebook in which a lesson's method is to be written; with solved=1 as it is when that is done, for who
// teaches a room, or for all where the server says so.
func (s *Pages) Lab(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Find(r.PathValue("slug"))
	if err != nil {
		return err
	}
	cells, err := l.LabCells()
	if err != nil {
		return err
	}
	if len(cells) == 0 {
		return respond.ErrNotFound
	}
	name, k := l.Slug+"-lab.ipynb", respond.Key{What: "lab", State: l.Slug}
	solved := r.URL.Query().Get("solved") == "1"
	if solved {
		if !s.Labs {
			respond.ForOne(w)
			if !views.Teaches(s.Mine(r)) {
				s.Fail(w, http.StatusForbidden, "Solved labs are for teachers", "“Teach this to a class”, "+
					"on the lesson’s page, opens a room, and whoever teaches one gets the solved lab; a server "+
					"started with -labs hands it out to everybody. The lab itself is there for all.")
				return nil
			}
		}
		name, k.State = l.Slug+"-lab-solved.ipynb", l.Slug+" solved"
	}
	respond.Named(w, name)
	write := func(context.Context) ([]byte, error) { return labNotebook(cells, solved) }
	return s.Send(w, r, respond.Reply{Key: k, ContentType: notebookType, Write: write})
}

// labNotebook is a lab, solved or left open.
func labNotebook(cells []course.LabCell, solved bool) ([]byte, error) {
	n := new(notebook)
	for i, c := range cells {
		switch id := fmt.Sprintf("cell-%d", i); {
		case c.Prose != "":
			n.write(id, c.Prose)
		case c.Open != "" && !solved:
			n.program(id, c.Open)
		default:
			n.program(id, c.Code)
		}
	}
	return n.bytes()
}
