package distances

import (
	"testing"

	"gramophone/lessons/course/coursetest"
)

var statements = []coursetest.Statement{}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }
