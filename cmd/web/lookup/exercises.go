package lookup

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// Exercises are those of all lessons, or of the lessons on a lecture, of all kinds or of one.
func (s *Pages) Exercises(w http.ResponseWriter, r *http.Request) error {
	page := views.ExercisesPage{Form: course.NewForm(course.ParseQuery(r.URL.RawQuery))}
	lectures := []course.Option{{Value: "all", Label: "all lectures"}}
	for _, l := range reference.Lectures {
		lectures = append(lectures, course.Option{Value: l.Number, Label: l.Cite})
	}
	lecture := page.Form.Choice("lecture", "on", "all", lectures)
	kind := page.Form.Choice("kind", "asked for", "all", append([]course.Option{{Value: "all", Label: "anything"}},
		course.ExerciseKinds...))
	for _, l := range s.Course.Open() {
		text, err := l.Text()
		if err != nil {
			return err
		}
		if lecture != "all" && !slices.Contains(lecturesOf(l), citeOf(lecture)) {
			continue
		}
		of := views.LessonExercises{Lesson: l}
		for _, b := range text.Blocks {
			if e := b.Exercise; e != nil && !e.Predict && (kind == "all" || e.Kind() == kind) {
				of.Exercises = append(of.Exercises, e)
			}
		}
		if len(of.Exercises) > 0 {
			page.Lessons = append(page.Lessons, of)
		}
	}
	return s.Page(w, r, respond.Key{What: "exercises", State: page.Form.Query(""),
		Notes: strings.Join(page.Form.Notes, "\n")}, views.Exercises(s.View(), page))
}

// citeOf is what a lecture is called.
func citeOf(number string) string {
	i := slices.IndexFunc(reference.Lectures, func(l reference.Lecture) bool { return l.Number == number })
	return reference.Lectures[i].Cite
}
