package lessons

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestSweep(t *testing.T) {
	memo := course.NewMemo(1 << 28)
	for _, name := range []string{"psd-kernels/fit", "kernel-ridge-regression/fit"} {
		slug, fig, _ := strings.Cut(name, "/")
		l, _ := Contents.Lookup(slug)
		f, _ := l.Figure(fig)
		for _, q := range coursetest.States(l, f, 8) {
			_, draw := f.At(course.ParseQuery(q))
			p, err := draw(t.Context(), memo)
			if err != nil || p.Message != "" {
				continue
			}
			s := &coursetest.State{Picture: p}
			y, data, alpha := s.Column("fit", "y"), s.Column("data", "y"), s.Column("alpha", "alpha")
			if len(y) == 0 {
				continue
			}
			swing := floats.Max(y) - floats.Min(y)
			size := floats.Norm(data, math.Inf(1))
			if swing < 1e-5*size && !strings.Contains(p.Description, "level line") {
				fmt.Println(name, q, swing, size, floats.Norm(alpha, 1), p.Find("condition"), p.Description)
			}
		}
	}
}
