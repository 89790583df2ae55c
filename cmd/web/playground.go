package main

import (
	"net/http"
	"net/url"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/playground"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/views"
)

// handlePlayground registers the methods by themselves. A method is a figure, with all forms of
// one; the ending .svm, of another method, leads to that one in the same state.
func (s *site) handlePlayground(handle func(pattern string, h handler)) {
	handle("GET /playground", s.playground)
	handle("GET /playground/{figure}", s.method)
}

// playground leads to its first method.
func (s *site) playground(w http.ResponseWriter, r *http.Request) error {
	first := playground.Lesson.Address() + "/" + playground.Methods[0].Name
	s.moved(w, r, first, r.URL.RawQuery)
	return nil
}

// method is a method on its page, or in one of a figure's forms.
func (s *site) method(w http.ResponseWriter, r *http.Request) error {
	return s.figureOf(w, r, playground.Lesson)
}

// moved sends a reader to a page of ours.
func (s *site) moved(w http.ResponseWriter, r *http.Request, path, query string) {
	to := s.view().URL(path)
	if query != "" {
		to += "?" + query
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// playing is the method that an ending of a figure's address leads to: the one that the figure
// is about, by ".playground", and from one method another by its name.
func playing(l *course.Lesson, f *course.Figure, ext string) (playground.Method, bool) {
	if l != playground.Lesson {
		m, ok := playground.Target(l.Slug, f.Name)
		return m, ok && ext == views.InPlayground
	}
	return playground.MethodOf(ext)
}

// openPlayground sends a reader to a method in the state of a figure.
func (s *site) openPlayground(
	w http.ResponseWriter, r *http.Request, m playground.Method, f *course.Figure, query url.Values,
) error {
	form, _ := f.With(s.tables, query)
	s.moved(w, r, playground.Lesson.Address()+"/"+m.Name, m.Carry(form))
	return nil
}

// played is the page of a method.
func (s *site) played(f views.Figure) views.PlaygroundPage {
	page := views.PlaygroundPage{Figure: f, Most: points.MaxN}
	for _, m := range playground.Methods {
		one := views.Method{Name: m.Name, Short: m.Short, Here: m.Name == f.Figure.Name}
		if one.Here {
			page.About = m.About
			page.Home, _ = s.course.Lookup(m.Home)
		}
		page.Methods = append(page.Methods, one)
	}
	return page
}
