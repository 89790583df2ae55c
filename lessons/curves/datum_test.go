package curves

import (
	"context"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

func TestPointingReachesEveryDatum(t *testing.T) {
	f := course.NewForm(nil)
	PointedAt(f, points.OnLine(f, points.Offer{Data: "mcycle"}))
	grid := f.Control("at").Grid()
	if len(grid) != 134 || grid[77] != "77" || grid[133] != "133" {
		t.Errorf("the slider's places are %v", grid)
	}
}

// The curve without a point, and all that is said of the point, are those of an
// honest fit to the others at the same nλ.
func TestWithoutAPointIsAnHonestRefit(t *testing.T) {
	for _, query := range []string{"data=sine&n=25&bandwidth=1&lambda=0.01", "data=mcycle&lambda=0.001",
		"kernel=polynomial&data=sine&n=12&lambda=0.1"} {
		f := course.NewForm(course.ParseQuery(query))
		load := points.OnLine(f, points.Offer{Data: "mcycle"})
		kernel := model.Kernel(f, 2)
		lambda := model.Lambda(f, 0.01, load)(0)
		r := load()
		n := r.Data.Len()
		fit := course.Must(FitRidge(context.Background(), course.NewMemo(1<<20), r, kernel(), lambda))
		leverages := course.Must(fit.Spectrum.Leverage(lambda))
		for _, i := range []int{0, n / 2, n - 1} {
			fit.PointAt(i + 1)
			d := fit.datum
			others := engine.Dataset{X: coursetest.Without(r.Data.X, i), Y: coursetest.Without(r.Data.Y, i)}
			honest := course.Must(engine.KRR(fit.kernel, others, lambda*float64(n)/float64(n-1)))
			x, miss := r.Data.X[i][0], d.miss()
			if want := []float64{r.Data.Y[i] - d.residual, r.Data.Y[i]}; !slices.Equal(miss.Ys, want) ||
				miss.Xs[0] != x || miss.Xs[1] != x {
				t.Errorf("%s: the miss of %d is drawn from %v at %v, want %v at %g", query, i+1,
					miss.Ys, miss.Xs, want, x)
			}
			// Two ways through a system of condition 1e6 at most keep nine digits.
			tolerance := 1e-9 * (r.YMax - r.YMin)
			for g, x := range fit.Grid {
				f := honest.Eval([]float64{x})
				coursetest.Within(t, d.without[g], f, tolerance, "%s without %d at %g", query, i+1, x)
			}
			residual := r.Data.Y[i] - honest.Eval(r.Data.X[i])
			coursetest.Within(t, d.residual, residual, tolerance, "%s: residual of %d", query, i+1)
			coursetest.Within(t, d.leverage, leverages[i], 1e-10, "%s: leverage of %d", query, i+1)
		}
	}
}
