package figures

import (
	"net/http"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/playground"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/views"
)

// Playground leads to its first method.
func (s *Pages) Playground(w http.ResponseWriter, r *http.Request) error {
	first := playground.Lesson.Address() + "/" + playground.Methods[0].Name
	return s.Lead(w, r, respond.Link(first, r.URL.RawQuery))
}

// Method is a method on its page, or in one of a figure's forms: a method is a figure. The ending
// .svm, of another method, leads to that one in the same state.
func (s *Pages) Method(w http.ResponseWriter, r *http.Request) error {
	return s.figureOf(w, r, playground.Lesson, r.URL.RawQuery)
}

// playing is the method that an ending of a figure's address leads to: the one that the figure
// is about, by ".playground", and from one method another by its name.
func playing(l *course.Lesson, f *course.Figure, ext string) (playground.Method, bool) {
	if l != playground.Lesson {
		m, ok := playground.MethodOf(f.Method)
		return m, ok && ext == views.InPlayground
	}
	return playground.MethodOf(ext)
}

// played is the page of a method.
func (s *Pages) played(f views.Figure) views.PlaygroundPage {
	page := views.PlaygroundPage{Figure: f, Most: points.MaxN}
	for _, m := range playground.Methods {
		one := views.Method{Name: m.Name, Short: m.Short, Here: m.Name == f.Figure.Name}
		if one.Here {
			page.About = m.About
			page.Home, _ = s.Course.Lookup(m.Home)
		}
		page.Methods = append(page.Methods, one)
	}
	return page
}
