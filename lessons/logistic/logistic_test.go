package logistic

import (
	"testing"

	"gramophone/lessons/course/coursetest"
)

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson) }
