package main

import (
	"net/url"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/own"
)

// logged is an address as logs have it: what readers wrote themselves, and a whole link
// that somebody asks about, is left out.
func (s *site) logged(u *url.URL) string {
	if u.RawQuery == "" {
		return s.loggedPath(u)
	}
	return s.loggedPath(u) + "?" + s.loggedQuery(u.RawQuery)
}

// loggedQuery is the query of an address as logs have it. What cannot be read as a query
// is not in it.
func (s *site) loggedQuery(raw string) string {
	private := s.private()
	q, _ := url.ParseQuery(raw)
	for name := range q {
		if _, control, _ := strings.Cut(name, "."); private[name] || private[control] || strings.HasPrefix(name,
			"answer.") {
			q[name] = []string{"…"}
		}
	}
	return own.Unnamed(q.Encode())
}

// loggedPath is the path of an address as logs have it: who has that of a reader's table has
// the table.
func (s *site) loggedPath(u *url.URL) string {
	if rest, ok := strings.CutPrefix(u.Path, s.prefix+"/data/"); ok {
		if _, act, deep := strings.Cut(rest, "/"); deep {
			return s.prefix + "/data/…/" + own.Unnamed(act)
		}
		return s.prefix + "/data/…"
	}
	return own.Unnamed(u.Path)
}

// privateNames are those of all controls of all figures that are declared private, and
// that of the link that oEmbed is asked about, which may hold any.
func (s *site) privateNames() map[string]bool {
	names := map[string]bool{"url": true}
	for _, l := range s.course.Open() {
		for i := range l.Figures {
			form, _ := l.Figures[i].At(nil)
			for _, c := range form.Controls {
				if c.Private {
					names[c.Name] = true
				}
			}
		}
	}
	return names
}
