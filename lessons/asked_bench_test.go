//go:build unix

package lessons

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// What every answer over many samples costs where the figure opens with what it needs, and what
// a goal that is judged by hidden samples costs at its answer.
func BenchmarkAsked(b *testing.B) {
	for l, f := range coursetest.Figures(Contents.Open()) {
		name := l.Slug + "/" + f.Name + "/"
		if q := asked(f); q != nil {
			b.Run(name+"many", func(b *testing.B) { draws(b, f, q) })
		}
		for _, g := range judged(f) {
			b.Run(name+g.Name, func(b *testing.B) { draws(b, f, course.ParseQuery(g.At)) })
		}
	}
}

// asked is the first state of a figure, in the order of its choices, in which it answers over
// many samples; nil where there is none.
func asked(f *course.Figure) url.Values {
	if f.Samples == nil || f.Samples.Draws == 0 {
		return nil
	}
	q := url.Values{course.ManyControl: {strconv.Itoa(f.Samples.Draws)}}
	if name, values, ok := strings.Cut(f.Samples.Needs, "="); ok {
		q.Set(name, strings.Split(values, "|")[0])
	}
	if form, _ := f.At(q); f.Samples.Most > 0 && form.Control(course.ManyControl).Off {
		q.Set("n", strconv.Itoa(f.Samples.Most))
	}
	return q
}

// judged are the goals of a figure that ask for hidden samples.
func judged(f *course.Figure) (goals []course.Goal) {
	_, draw := f.At(nil)
	p := course.Must(draw(context.Background(), course.NewMemo(1<<24)))
	for _, g := range p.Goals {
		if g.Hidden != nil && g.At != "" {
			goals = append(goals, g)
		}
	}
	return goals
}

// draws computes a state, whatever was computed before, and reports the time of the process
// itself, too, which other work on the machine does not lengthen.
func draws(b *testing.B, f *course.Figure, q url.Values) {
	before := busy(b)
	defer func() { b.ReportMetric(float64(busy(b)-before)/1e6/float64(b.N), "user-ms/op") }()
	for b.Loop() {
		_, draw := f.At(q)
		if _, err := draw(context.Background(), course.NewMemo(1<<24)); err != nil {
			b.Fatal(err)
		}
	}
}

// busy is the processor time that the process has taken.
func busy(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}
