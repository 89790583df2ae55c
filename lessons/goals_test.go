package lessons

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// No lesson opens in a state that reaches another one's goal: a reader who carries kernel,
// ℓ and λ from one fit to the next has still something to find. So for all figures that
// fit a line by λ.
func TestOpeningStatesReachNoGoalOfAnotherLesson(t *testing.T) {
	fits := []struct{ lesson, figure string }{
		{"kernel-ridge-regression", "fit"}, {"kernel-ridge-regression", "path"}, {"kernel-ridge-regression", "price"},
		{"bandwidth", "fit"}, {"bandwidth", "map"},
	}
	tried := 0
	for _, from := range fits {
		l, _ := Contents.Lookup(from.lesson)
		f, ok := l.Figure(from.figure)
		if !ok {
			t.Fatalf("%s has no figure %s", from.lesson, from.figure)
		}
		form, _ := f.At(nil)
		query := ""
		for _, name := range []string{"bandwidth", "lambda"} {
			query += name + "=" + form.Control(name).Value + "&"
		}
		for _, to := range fits {
			if to.lesson == from.lesson {
				continue
			}
			other, _ := Contents.Lookup(to.lesson)
			for _, goal := range coursetest.Opened(t, other, to.figure, query).Goals {
				if tried++; goal.Reached {
					t.Errorf("%s/%s opens at %s, and there %s/%s says: %s", from.lesson, from.figure, query,
						to.lesson, to.figure, goal.Text)
				}
			}
		}
	}
	if tried < 6 {
		t.Errorf("only %d goals were tried", tried)
	}
}
