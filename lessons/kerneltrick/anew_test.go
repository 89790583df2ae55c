package kerneltrick

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew.csv", anew(), envelopes, chooseAnew)
	if more := (course.Opened{Anew: anew()}).More(); more.Value < 2*more.SE || facts()["anew-worse"] < 26 {
		t.Errorf("in few envelopes the share is larger, by %+v", more) // 26 of 40 are rare where both are as likely
	}
}
