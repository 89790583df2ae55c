package lessons

import (
	"math"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// TestLambdaComesBackAsItIsWritten takes the best λ that a path or a map names,
// enters it under the convention in force and finds the error it promised there.
func TestLambdaComesBackAsItIsWritten(t *testing.T) {
	for _, tt := range []struct{ lesson, figure, query, best, here, series string }{
		{"ridge", "path", "errors=shown&", "best_test_rmse", "test_rmse", "path"},
		{"kernel-ridge-regression", "path", "bandwidth=2&", "best_loo_rmse", "loo_rmse", "path"},
		{"bandwidth", "map", "bandwidth=7.36&", "best_loo_rmse", "loo_rmse", "lambdas"},
	} {
		lesson, ok := Contents.Lookup(tt.lesson)
		if !ok {
			t.Fatal("no lesson ", tt.lesson)
		}
		mean := coursetest.Opened(t, lesson, tt.figure, tt.query)
		for _, convention := range []string{"mean", "sum", "half"} {
			name := tt.lesson + "/" + tt.figure + ", " + convention
			query := tt.query + "convention=" + convention
			p := coursetest.Opened(t, lesson, tt.figure, query)
			best := p.Find("best_lambda")
			if (convention == "mean") != (best == mean.Find("best_lambda")) {
				t.Errorf("%s: best λ %g, of the mean loss %g", name, best, mean.Find("best_lambda"))
			}
			there := coursetest.Opened(t, lesson, tt.figure, query+"&lambda="+course.FormatNumber(best))
			if got, want := there.Find(tt.here), p.Find(tt.best); !(math.Abs(got-want) <= 1e-9*want) {
				t.Errorf("%s: at λ = %g the error is %g, promised is %g", name, best, got, want)
			}
			if !slices.Contains(coursetest.Values(t, p, tt.series, "lambda"), best) {
				t.Errorf("%s: the best λ is none of the series", name)
			}
		}
	}
}
