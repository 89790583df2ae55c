package rkhs

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// The answers to exercises with drawn numbers, found another way.
func TestDrawnAnswers(t *testing.T) {
	coursetest.Drawn(t, Lesson, map[string]func(course.Facts) float64{
		"inner": func(f course.Facts) float64 {
			y1, y2 := f["y1"], f["y2"]
			return y1*(f["s11"]*y1+f["s12"]*y2) + y2*(f["s12"]*y1+f["s22"]*y2)
		},
	})
}
