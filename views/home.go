package views

import "github.com/gramophone-course/gramophone/lessons/course"

// A HomePage is what the course's home page shows.
type HomePage struct {
	Figure    Figure            // what it opens with; no Picture where there is none
	Emblems   map[string]string // SVG, by lesson
	Exercises map[string]int    // how many there are to do, by lesson
	Mine      []MyRoom          // of the reader's
}

// shown is the lesson that the home page shows a figure of, or else the first.
func shown(page HomePage, open []*course.Lesson) *course.Lesson {
	if page.Figure.Lesson != nil {
		return page.Figure.Lesson
	}
	return open[0]
}

// goals is how many of the lesson's figures ask for something.
func goals(l *course.Lesson) int {
	n := 0
	for _, f := range l.Figures {
		if f.Goal != "" {
			n++
		}
	}
	return n
}
