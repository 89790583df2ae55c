package coursetest

import (
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Asks reports whether what is of the lesson with this slug is looked at. It is, unless
// GRAMOPHONE_LESSONS names others, as all.bash does where nothing else has changed; then what is
// of no lesson ("") is not looked at either.
func Asks(slug string) bool {
	named := strings.Fields(os.Getenv("GRAMOPHONE_LESSONS"))
	return len(named) == 0 || slices.Contains(named, slug)
}

// Figures are those of the lessons, each with its own.
func Figures(all []*course.Lesson) iter.Seq2[*course.Lesson, *course.Figure] {
	return func(yield func(*course.Lesson, *course.Figure) bool) {
		for _, l := range all {
			for i := range l.Figures {
				if !yield(l, &l.Figures[i]) {
					return
				}
			}
		}
	}
}

// Asked are those of the lessons that are looked at; see Asks.
func Asked(all []*course.Lesson) []*course.Lesson {
	return slices.DeleteFunc(slices.Clone(all), func(l *course.Lesson) bool { return !Asks(l.Slug) })
}
