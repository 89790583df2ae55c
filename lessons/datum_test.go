package lessons

import (
	"context"
	"gramophone/engine"
	"math"
	"testing"
)

func TestPointingReachesEveryDatum(t *testing.T) {
	f := NewForm(nil)
	pointedAt(f, regressionControls(f, sample{data: "mcycle"}))
	grid := f.Control("at").Grid()
	if len(grid) != 134 || grid[77] != "77" || grid[133] != "133" {
		t.Errorf("the slider's places are %v", grid)
	}
}

// The curve without a point, and all that is said of the point, are those of an
// honest fit to the others at the same nλ.
func TestWithoutAPointIsAnHonestRefit(t *testing.T) {
	for _, query := range []string{"data=sine&n=25&bandwidth=1&lambda=0.01", "data=mcycle&lambda=0.001", "kernel=polynomial&data=sine&n=12&lambda=0.1"} {
		f := NewForm(ParseQuery(query))
		load := regressionControls(f, sample{data: "mcycle"})
		kernel := kernelControls(f, 2)
		lambda := lambdaControl(f, 0.01, load)(0)
		r := load()
		n := r.data.Len()
		fit, err := fitRidge(context.Background(), NewMemo(1<<20), r, kernel(), lambda)
		if err != nil {
			t.Fatal(err)
		}
		leverages, err := fit.spectrum.Leverage(lambda)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, n / 2, n - 1} {
			fit.pointAt(i + 1)
			d := fit.datum
			others := engine.Dataset{}
			for j := range n {
				if j != i {
					others.X, others.Y = append(others.X, r.data.X[j]), append(others.Y, r.data.Y[j])
				}
			}
			honest, err := engine.KRR(fit.kernel, others, lambda*float64(n)/float64(n-1))
			if err != nil {
				t.Fatal(err)
			}
			// Two ways through a system of condition 1e6 at most keep nine digits.
			tolerance := 1e-9 * (r.yhi - r.ylo)
			for g, x := range fit.grid {
				if want := honest.Eval([]float64{x}); math.Abs(d.without[g]-want) > tolerance {
					t.Fatalf("%s without %d at %g: %g, honestly %g", query, i+1, x, d.without[g], want)
				}
			}
			if want := r.data.Y[i] - honest.Eval(r.data.X[i]); math.Abs(d.residual-want) > tolerance {
				t.Errorf("%s: residual of %d is %g, honestly %g", query, i+1, d.residual, want)
			}
			if math.Abs(d.leverage-leverages[i]) > 1e-10 {
				t.Errorf("%s: leverage of %d is %g, want %g", query, i+1, d.leverage, leverages[i])
			}
		}
	}
}
