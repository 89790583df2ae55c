package main

import (
	"context"
	"net/http"

	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// gallery is a page for those who draw: every kind of picture, in both themes.
func (s *site) gallery(w http.ResponseWriter, r *http.Request) error {
	return s.send(w, r, reply{key: key{what: "gallery"}, contentType: htmlType,
		write: func(ctx context.Context) ([]byte, error) {
			var plates []views.Plate
			for _, specimen := range plots.Gallery() {
				svg := specimen.Panel.AppendSVG(nil)
				plates = append(plates, views.Plate{Specimen: specimen, Bytes: len(forAnswers.compress(svg, "br"))})
			}
			return render(ctx, views.Gallery(s.view(), plates))
		}})
}
