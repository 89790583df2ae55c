package points

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestOfNoClass(t *testing.T) {
	at := func(query string) (*course.Form, *Free) {
		f := course.NewForm(course.ParseQuery(query))
		return f, OfNoClass(f, Offer{Data: "clock", N: 8, Edit: "plane"})()
	}
	if _, p := at("n=4"); len(p.X) != 4 || p.X[0][1] != 1 || p.X[1][0] != 1 || p.X[2][0] != 0 {
		t.Errorf("a clock of four hours is %v", p.X)
	}
	if _, p := at("data=line&n=5"); p.X[0][0] != -2 || p.X[4][0] != 2 || p.X[1][0] != -1 {
		t.Errorf("five on a line are %v", p.X)
	}
	if _, p := at("data=cloud&n=30&seed=2"); len(p.X) != 30 {
		t.Errorf("%d points at random", len(p.X))
	}
	if _, p := at("data=irises"); len(p.X) != 150 {
		t.Errorf("%d irises", len(p.X))
	} else {
		for _, x := range p.X {
			if math.Abs(x[0]) > p.XMax || math.Abs(x[1]) > p.YMax {
				t.Errorf("the iris at %v is out of the window", x)
			}
		}
	}
	f, p := at("data=points&points=1,2;5,-1;0,0&frame=-6,6,-6,6")
	if len(p.X) != 3 || p.X[1][0] != 5 || p.X[1][1] != -1 || p.XMin != -6 || len(f.Notes) > 0 {
		t.Errorf("one's own are %v, seen in %v; notes %q", p.X, p.Window, f.Notes)
	}
	if _, p := at("data=points&points=none"); len(p.X) != 0 {
		t.Errorf("of none there are %v", p.X)
	}
}
