package points

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestDatumOfAClass(t *testing.T) {
	for _, c := range []struct {
		query, want string
		i           int
	}{
		{"data=points&points=0,1,-1;2,-3,1", "Point 2: class 1, at x₁ = 2.00 and x₂ = −3.00", 1},
		{"data=iris&inputs=raw", "Point 1: setosa, at sepal length = 5.10 cm, sepal width = 3.50 cm, petal " +
			"length = 1.40 cm and petal width = 0.200 cm", 0},
		{"data=wine", "Point 178: cultivar 2", 177},
	} {
		if _, l := classed(c.query); l.Datum(c.i) != c.want {
			t.Errorf("%s: %q, want %q", c.query, l.Datum(c.i), c.want)
		}
	}
}

// Every datum has its place on the slider, and a number beyond the last is the last.
func TestPointedAt(t *testing.T) {
	for query, want := range map[string]int{"": 0, "at=150": 150, "at=151": 150, "at=-1": 0, "at=NaN": 0} {
		f := course.NewForm(course.ParseQuery(query))
		if got := PointedAt(f, 150); got != want || len(f.Control("at").Grid()) != 151 {
			t.Errorf("%q: %d, want %d, of %d places", query, got, want, len(f.Control("at").Grid()))
		}
	}
}
