package views

import "github.com/gramophone-course/gramophone/lessons/course"

// A MyWorkPage names all that can be done in the course, for a script that shows what its
// reader has done.
type MyWorkPage struct {
	Site    Site
	Lessons []Doings
}

// Doings are what can be done in a lesson.
type Doings struct {
	Lesson    *course.Lesson
	Exercises []*course.Exercise // predictions and exercises in the order of the page
	Explain   *course.Explanation
}

// NewMyWork collects the doings of the lessons that are open.
func NewMyWork(site Site) (page MyWorkPage, err error) {
	page.Site = site
	for _, l := range site.Course.Open() {
		text, err := l.Text()
		if err != nil {
			return page, err
		}
		d := Doings{Lesson: l}
		for _, b := range text.Blocks {
			if b.Exercise != nil {
				d.Exercises = append(d.Exercises, b.Exercise)
			}
			if b.Explain != nil {
				d.Explain = b.Explain
			}
		}
		page.Lessons = append(page.Lessons, d)
	}
	return page, nil
}

// name is what an exercise is called in a list: a prediction by what it asks, since many have
// the same title.
func name(e *course.Exercise) string {
	if e.Predict && e.Line != "" {
		return e.Line
	}
	return course.Inline(e.Title)
}

// form is how an exercise is answered, for a script that shows the answer in words.
func form(e *course.Exercise) string {
	switch {
	case e.Choices != nil:
		return "choice"
	case e.Number != nil:
		return "number"
	case e.Goal != nil:
		return "goal"
	}
	return "order"
}

// unit is that of the number asked for.
func unit(e *course.Exercise) string {
	if e.Number == nil {
		return ""
	}
	return e.Number.Unit
}
