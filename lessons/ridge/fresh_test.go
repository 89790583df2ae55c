package ridge

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"count":  func(f course.Facts) float64 { return 2 - f["shift"]/f["d1"] - f["shift"]/f["d2"] },
		"theirs": func(f course.Facts) float64 { return f["theirs"] / f["points"] },
	})
}
