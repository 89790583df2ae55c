package classplot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/kernelridge"
	"github.com/gramophone-course/gramophone/lessons/logistic"
	"github.com/gramophone-course/gramophone/plots"
)

// A pool is the figure at the points of all, in the room's state; of more than it takes it has
// some of all, and says how many it has not.
func TestPoolIsTheFigureAtThePointsOfAll(t *testing.T) {
	f := figure(t, kernelridge.Lesson, "fit")
	for n, left := range map[int]int{5: 0, 60: 0, 100: 40} {
		p := &Pool{Figure: f, State: course.ParseQuery("lambda=0.1&data=sine&at=2")}
		for i := range n {
			p.Of = append(p.Of, rooms.Point{X: float64(i) / 10, Y: 1})
		}
		compute(t, p)
		if p.Left != left {
			t.Errorf("of %d points %d are left out", n, p.Left)
		}
		drawn, ok := p.Show().Panel.Plot.(plots.Curves)
		if !ok || len(drawn.Points) != n-left {
			t.Fatalf("%d of %d points are drawn: %T", len(drawn.Points), n, p.Panel.Plot)
		}
		var typed []string
		for i := range n - left {
			typed = append(typed, fmt.Sprintf("%v,1", float64(i*n/(n-left))/10))
		}
		_, draw := f.At(course.ParseQuery("lambda=0.1&data=points&points=" + strings.Join(typed, ";")))
		want := course.Must(draw(t.Context(), course.NewMemo(1<<24)))
		if got, want := string(p.Panel.AppendSVG(nil)), string(want.Panel(p.Panel.ID).AppendSVG(nil)); got != want {
			t.Errorf("%d points: another picture than of the same typed", n)
		}
	}
}

// In the plane each point has its class.
func TestPoolHasClasses(t *testing.T) {
	p := &Pool{Figure: figure(t, logistic.Lesson, "boundary"), State: course.ParseQuery("")}
	for i := range 6 {
		p.Of = append(p.Of, rooms.Point{X: float64(i), Y: float64(i % 3), Class: 1 - i%2*2})
	}
	compute(t, p)
	svg := string(p.Panel.AppendSVG(nil))
	if p.Panel.Plot == nil || !strings.Contains(svg, "class=") || p.Left != 0 {
		t.Errorf("nothing is drawn: %+v", p)
	}
}

// A figure without points of one's own pools none.
func TestPoolsWherePointsArePutDown(t *testing.T) {
	for _, c := range []struct {
		lesson *course.Lesson
		name   string
		pools  bool
	}{{kernelridge.Lesson, "fit", true}, {logistic.Lesson, "boundary", true}, {logistic.Lesson, "trust", false}} {
		form, _ := figure(t, c.lesson, c.name).At(nil)
		if Pools(form) != c.pools {
			t.Errorf("%s pools: %t", c.name, !c.pools)
		}
	}
}
