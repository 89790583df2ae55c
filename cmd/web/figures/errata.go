package figures

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/plots"
	"github.com/gramophone-course/gramophone/views"
)

// themedPolicy is [FilePolicy] for a picture with the colours of both themes.
var themedPolicy = func() string {
	sum := sha256.Sum256([]byte(plots.ThemeStyle()))
	return FilePolicy + "; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// ErratumPicture is the panel of a lesson's figure that shows what a card of the errata is about, as a file in the
// colours of both themes.
func (s *Pages) ErratumPicture(w http.ResponseWriter, r *http.Request) error {
	cards, err := reference.Errata()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(cards, func(e reference.Erratum) bool { return e.Slug == r.PathValue("name") })
	if at < 0 || cards[at].State == nil {
		return respond.ErrNotFound
	}
	e := cards[at]
	l, err := s.Find(e.State.Lesson)
	if err != nil {
		return err
	}
	f, ok := l.Figure(e.State.Figure)
	if !ok {
		return respond.ErrNotFound
	}
	w.Header().Set("Content-Security-Policy", themedPolicy)
	_, draw := f.At(course.Sub(course.ParseQuery(e.State.Query), f.Name, false))
	return s.Send(w, r, respond.Reply{Key: respond.Key{What: "erratum.svg", State: e.Slug},
		ContentType: "image/svg+xml", Drawn: true, Write: func(ctx context.Context) ([]byte, error) {
			p, err := draw(ctx, s.Memo)
			if err != nil {
				return nil, err
			}
			return views.OfErratum(p.Panel(e.Panel)).AppendThemed(nil), nil
		}})
}
