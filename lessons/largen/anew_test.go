package largen

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
}
