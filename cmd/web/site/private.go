package site

import (
	"net/url"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// privacy is how logs have an address: what readers wrote themselves, and a whole link that
// somebody asks about, is left out. Who has the path of a reader's table has the table, and who has the key of a
// sheet its answers.
func privacy(contents course.Course, prefix string) func(*url.URL) (path, query string) {
	names := sync.OnceValue(func() map[string]bool { return privateNames(contents) })
	return func(u *url.URL) (path, query string) {
		if u.RawQuery != "" {
			query = loggedQuery(names(), u.RawQuery)
		}
		return loggedPath(prefix, u), query
	}
}

// loggedQuery is the query of an address as logs have it. What cannot be read as a query
// is not in it.
func loggedQuery(private map[string]bool, raw string) string {
	q, _ := url.ParseQuery(raw)
	for name := range q {
		_, control, _ := strings.Cut(name, ".")
		answers := strings.HasPrefix(name, "answer.") || name == "before" || name == "after"
		if answers || private[name] || private[control] {
			q[name] = []string{"…"}
		}
	}
	return own.Unnamed(q.Encode())
}

func loggedPath(prefix string, u *url.URL) string {
	for _, under := range []string{prefix + "/data/", prefix + "/sheets/"} {
		if rest, ok := strings.CutPrefix(u.Path, under); ok {
			if _, act, deep := strings.Cut(rest, "/"); deep {
				return under + "…/" + own.Unnamed(act)
			}
			return under + "…"
		}
	}
	return own.Unnamed(u.Path)
}

// privateNames are those of all controls of all figures that are declared private,
// that of the link that oEmbed is asked about, which may hold any, and that of a sheet's key.
func privateNames(contents course.Course) map[string]bool {
	names := map[string]bool{"url": true, "key": true}
	for _, l := range contents.Open() {
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
