package lookup

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// Exercises are those of all lessons, or of the lessons on a lecture, of all kinds and
// difficulties or of one.
func (s *Pages) Exercises(w http.ResponseWriter, r *http.Request) error {
	page := views.ExercisesPage{Form: course.NewForm(course.ParseQuery(r.URL.RawQuery))}
	lectures := []course.Option{{Value: "all", Label: "all lectures"}}
	for _, l := range reference.Lectures {
		lectures = append(lectures, course.Option{Value: l.Number, Label: l.Cite})
	}
	lecture := page.Form.Choice("lecture", "on", "all", lectures)
	kind := page.Form.Choice("kind", "asked for", "all", append([]course.Option{{Value: "all", Label: "anything"}},
		course.ExerciseKinds...))
	hard := page.Form.Choice("hard", "difficulty", "all", append([]course.Option{{Value: "all", Label: "any"}},
		course.Difficulties...))
	var err error
	page.Lessons, err = s.exercises(func(l *course.Lesson, e *course.Exercise) bool {
		return (lecture == "all" || slices.Contains(lecturesOf(l), citeOf(lecture))) &&
			(kind == "all" || e.Kind() == kind) && (hard == "all" || strconv.Itoa(e.Hard) == hard)
	})
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{What: "exercises", State: page.Form.Query(""),
		Notes: strings.Join(page.Form.Notes, "\n")}, views.Exercises(s.View(), page))
}

// exercises are those of the open lessons that are among some, no predictions, by lesson.
func (s *Pages) exercises(among func(*course.Lesson, *course.Exercise) bool) (list []views.LessonExercises, err error) {
	for _, l := range s.Course.Open() {
		text, err := l.Text()
		if err != nil {
			return nil, err
		}
		of := views.LessonExercises{Lesson: l}
		for _, b := range text.Blocks {
			if e := b.Exercise; e != nil && !e.Predict && among(l, e) {
				of.Exercises = append(of.Exercises, e)
			}
		}
		if len(of.Exercises) > 0 {
			list = append(list, of)
		}
	}
	return list, nil
}

// Practice is where exercises are asked with fresh numbers, one after another; a script chooses them.
func (s *Pages) Practice(w http.ResponseWriter, r *http.Request) error {
	list, err := s.exercises((*course.Lesson).Draws)
	if err != nil {
		return err
	}
	mistakes, err := reference.Mistakes()
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{What: "practice"}, views.Practice(s.View(), list, mistakes))
}

// Class is where a teacher's browser reads the files of a class.
func (s *Pages) Class(w http.ResponseWriter, r *http.Request) error {
	page, err := views.NewMyWork(s.View())
	if err != nil {
		return err
	}
	mistakes, err := reference.Mistakes()
	if err != nil {
		return err
	}
	return s.Page(w, r, respond.Key{What: "class"}, views.Classwork(page, mistakes))
}

// citeOf is what a lecture is called.
func citeOf(number string) string {
	i := slices.IndexFunc(reference.Lectures, func(l reference.Lecture) bool { return l.Number == number })
	return reference.Lectures[i].Cite
}
