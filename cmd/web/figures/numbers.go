//go:build !js

package figures

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// Numbers are what a figure says in a state, as its JSON has them, without what it draws, and with
// what each number is: they are computed and kept as any form of it. No query names a reader's table
// here.
func (s *Pages) Numbers(r *http.Request, l *course.Lesson, fig *course.Figure, query url.Values) ([]byte, error) {
	form, draw := fig.At(query)
	f := Shown{View: views.Figure{Site: s.View(), Lesson: l, Figure: fig, Form: form}, Draw: draw}
	k := f.Key("numbers")
	k.Access = ""
	if form.Fleeting {
		k = respond.Key{}
	}
	asked := r.Clone(r.Context()) // for logs
	asked.URL = &url.URL{Path: s.View().URL(l.Address() + "/" + fig.Name), RawQuery: form.Query("")}
	return s.Made(asked, respond.Reply{Key: k, ContentType: "application/json", Drawn: true,
		Write: func(ctx context.Context) ([]byte, error) {
			v := f.View
			var err error
			if v.Picture, err = draw(ctx, s.Memo); err != nil {
				return nil, err
			}
			b := append(appendState(nil, v), ",\n \"about\": {"...)
			for i, n := range v.Picture.Numbers {
				b = appendString(appendKey(b, i, n.Name), about(n))
			}
			return append(b, "}}\n"...), nil
		}})
}

// about says what a number is, and in what unit.
func about(n course.Number) string {
	text := n.Label
	if n.Unit != "" {
		text += ", in " + strings.TrimSpace(n.Unit)
	}
	if n.Means != "" {
		text += ": " + n.Means
	}
	return text
}
