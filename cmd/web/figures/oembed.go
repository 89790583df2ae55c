package figures

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/playground"
)

// OEmbed is a frame for a figure, as oEmbed 1.0 has it (https://oembed.com), for sites
// that show what a link leads to. The link is that of a figure's page, or of a lesson,
// which stands for the figure in its fragment, or for the first whose state it says, or
// for the lesson's first; or that of a method of the playground. It is this server's, or a path on it.
func (s *Pages) OEmbed(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	if f := asked.Get("format"); f != "" && f != "json" {
		s.Fail(w, http.StatusNotImplemented, "Only JSON", "This server describes its figures in JSON, "+
			"and in no other format.")
		return nil
	}
	link, err := url.Parse(asked.Get("url"))
	if err != nil || !s.isOurs(r, link) {
		return respond.ErrNotFound
	}
	path, ours := strings.CutPrefix(link.Path, s.View().Prefix+"/lessons/")
	slug, name, one := strings.Cut(path, "/")
	l, known := s.Course.Lookup(slug)
	if method, ok := strings.CutPrefix(link.Path, s.View().Prefix+playground.Lesson.Address()+"/"); ok {
		l, name, one, known, ours = playground.Lesson, method, true, true, true
	}
	if !ours || !known {
		return respond.ErrNotFound
	}
	query := course.ParseQuery(link.RawQuery)
	if !one {
		name = meant(l, link)
	}
	fig, ok := l.Figure(name)
	if !ok {
		return respond.ErrNotFound
	}
	if one {
		query = course.Sub(query, fig.Name, true)
	} else {
		query = State(l, fig, query)
	}
	w.Header().Add("Vary", "X-Forwarded-Proto")
	var f Shown
	f.View, f.Draw = s.FigureView(l, fig, query, "", l.Address()+"/"+fig.Name)
	// The server's name is not in the key: such an answer is made each time.
	return s.show(w, r, f, respond.Key{}, "application/json", func(_ context.Context, f Shown) ([]byte, error) {
		return json.Marshal(f.View.Embedding(s.Public(r, link.Scheme), pixels(asked.Get("maxwidth")),
			pixels(asked.Get("maxheight"))))
	})
}

// isOurs reports whether a link is a path, or an address of this server as it is asked or as it was
// told that others call it.
func (s *Pages) isOurs(r *http.Request, link *url.URL) bool {
	if link.Host == "" {
		return link.Scheme == ""
	}
	return (link.Host == r.Host || link.Scheme+"://"+link.Host == s.Origin) &&
		(link.Scheme == "http" || link.Scheme == "https")
}

// meant is the figure of the lesson that a link to its page is about.
func meant(l *course.Lesson, link *url.URL) string {
	if _, ok := l.Figure(link.Fragment); ok {
		return link.Fragment
	}
	for parameter := range strings.SplitSeq(link.RawQuery, "&") {
		name, _, _ := strings.Cut(parameter, ".")
		if _, ok := l.Figure(name); ok {
			return name
		}
	}
	return l.Figures[0].Name
}

// pixels reads a size, 0 for none.
func pixels(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0
	}
	return n
}
