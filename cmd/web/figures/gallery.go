package figures

import (
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// Gallery is a page for those who draw: every kind of picture, in both themes.
func (s *Pages) Gallery(w http.ResponseWriter, r *http.Request) error {
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "gallery"}, ContentType: respond.HTML,
		Write: func(ctx context.Context) ([]byte, error) {
			var plates []views.Plate
			for _, specimen := range plots.Gallery() {
				svg := specimen.Panel.AppendSVG(nil)
				plates = append(plates, views.Plate{Specimen: specimen, Bytes: respond.Compressed(svg)})
			}
			return respond.Render(ctx, views.Gallery(s.View(), plates))
		}})
}
