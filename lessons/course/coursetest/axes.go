package coursetest

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Steady is a panel of a figure whose axes stay from one choice to the next, so that what moves
// is the data.
type Steady struct {
	Figure, Panel string
	Choice        string   // the control's name
	Values        []string // of the control
	Axes          string   // "x" or "y"; "" for both
}

// Unit are the names of kernels with k(x, x) = 1 and no negative value.
var Unit = []string{"gaussian", "laplacian", "exponential", "matern32", "matern52", "rational-quadratic", "periodic"}

var sides = regexp.MustCompile(`data-([xy])="([^"]*)"`)

// AxesHold fails where axes of the lesson's panels move from one choice to the next.
func AxesHold(t *testing.T, lesson *course.Lesson, panels ...Steady) {
	t.Helper()
	for _, h := range panels {
		first := map[string]string{}
		for _, value := range h.Values {
			for axis, ends := range axesOf(t, lesson, h, h.Choice+"="+value) {
				if first[axis] == "" {
					first[axis] = ends
				}
				if strings.Contains(cmp.Or(h.Axes, "xy"), axis) && ends != first[axis] {
					t.Errorf("%s, %s=%s: the %s axis is %s, and with %s it is %s", h.Panel, h.Choice, value, axis, ends,
						h.Values[0], first[axis])
				}
			}
		}
	}
}

// axesOf are the ends of a panel's axes, as the picture has them.
func axesOf(t *testing.T, lesson *course.Lesson, h Steady, query string) map[string]string {
	t.Helper()
	p := Opened(t, lesson, h.Figure, query).Panel(h.Panel)
	if p.ID == "" {
		t.Fatalf("%s/%s?%s has no panel %s", lesson.Slug, h.Figure, query, h.Panel)
	}
	axes := map[string]string{}
	for _, m := range sides.FindAllStringSubmatch(string(p.AppendSVG(nil)), -1) {
		axes[m[1]] = m[2]
	}
	return axes
}
