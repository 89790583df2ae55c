package kernelridge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/plots"
)

// Each step of the film has the sum of as many terms as are from the left, worked out here
// from α; the last one is the figure as it opens.
func TestTermsAddUpToTheCurve(t *testing.T) {
	opened := func(query string, terms int) *course.Picture {
		return coursetest.Opened(t, Lesson, "fit", fmt.Sprintf("%s&terms=%d", query, terms))
	}
	for query, length := range map[string]float64{
		"data=mcycle": 2, "data=faithful&bandwidth=0.5": 0.5, "data=sine&n=12&bandwidth=1": 1,
	} {
		whole := opened(query, allTerms)
		x, alpha := whole.Column("data", "x"), whole.Column("alpha", "alpha")
		order := course.Indices(len(x))
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
		for _, step := range []int{0, 1, 11, allTerms - 1} {
			s := opened(query, step)
			first := order[:len(x)*step/allTerms]
			for g, at := range s.Column("sum", "x") {
				want := 0.0
				for _, i := range first {
					want += alpha[i] * math.Exp(-(at-x[i])*(at-x[i])/(2*length*length))
				}
				slack := 1e-9 * (1 + math.Abs(want))
				coursetest.Within(t, s.Column("sum", "y")[g], want, slack, "%s, step %d: sum at %g", query, step, at)
			}
			stems := s.Columns[0][1].Plot.(plots.Stems)
			if step > 0 && !slices.Equal(stems.Highlight, first[len(x)*(step-1)/allTerms:]) {
				t.Errorf("%s, step %d: stems %v stand out", query, step, stems.Highlight)
			}
		}
		last := coursetest.Opened(t, Lesson, "fit", query)
		if last.Description != whole.Description || len(last.Series) != len(whole.Series) {
			t.Errorf("%s: the figure opens with another step than the last", query)
		}
	}
}
