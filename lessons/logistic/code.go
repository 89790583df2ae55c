package logistic

import (
	"maps"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/model"
)

// program is what computes the figure's numbers in other languages, of the points of t
// and what else it is about.
func (t *task) program(name string, f *course.Form, more course.Values) *course.Code {
	x, y := t.Axes()
	values := course.Values{
		"X1": t.Column(0), "X2": t.Column(1), "Y": t.y, "Parameters": model.Parameters(f),
		"XAxis": x, "YAxis": y, "Squared": t.Squared(),
		"Rounding": engine.RoundingFactor * engine.Epsilon, "Agreement": engine.Agreement,
	}
	maps.Copy(values, more)
	return programs.Code(name, f, values)
}

func (v *bounded) code(f *course.Form) *course.Code {
	return v.program("boundary", f, course.Values{"Bits": v.zeroOne})
}

func (v *descent) code(f *course.Form) *course.Code { return v.program("descent", f, nil) }

func (v *trust) code(f *course.Form) *course.Code {
	return v.program("trust", f, course.Values{"N1": v.unseen.Input(0), "N2": v.unseen.Input(1), "NY": v.unseen.Y,
		"Enough": enough})
}

func (v *classes) code(f *course.Form) *course.Code {
	return v.tasks[0].program("classes", f, course.Values{"Y": course.Floats(v.tasks[0].Data.Labels)})
}
