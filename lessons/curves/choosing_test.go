package curves

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// A products is the kernel of powers.
type products struct{ Powers }

func (k products) Eval(x, y []float64) float64 {
	Phi := k.Matrix([]float64{x[0], y[0]})
	return floats.Dot(Phi.RawRowView(0), Phi.RawRowView(1))
}

// What procedures choose by, and what their choice costs, are those of the Gaussian process.
func TestFitsAreOfTheProcess(t *testing.T) {
	lambdas := []float64{1e-6, 1e-3, 0.1}
	for _, name := range []string{"sine", "two-scale"} {
		r := points.LineSpec{Name: name, N: 30, Noise: 0.2, Seed: 3}.Load()
		at, truth := judgedAt(r)
		powers := ScaledPowers(5, r.XMin, r.XMax)
		gauss := engine.Gaussian{Length: 0.8}
		for kernel, fits := range map[engine.Kernel][]many.Fit{
			gauss: kernelFits(r, gauss, lambdas), products{powers}: powers.priced(r, lambdas),
		} {
			var shift []float64 // of the logarithms
			for i, lambda := range lambdas {
				process := course.Must(engine.GaussianProcess(kernel, r.Data, lambda))
				mean, sd, err := process.Predict(engine.Column(at))
				if err != nil {
					t.Fatal(err)
				}
				covered := 0.0
				for g := range mean {
					if math.Abs(mean[g]-truth[g]) <= 1.96*sd[g] {
						covered++
					}
				}
				missed := floats.Distance(mean, truth, 2) / math.Sqrt(judgedPlaces)
				if math.Abs(fits[i].Missed-missed) > 1e-6*missed || // two ways to solve an ill-conditioned system
					math.Abs(fits[i].Covered*judgedPlaces-covered) > 0.5 {
					t.Errorf("%s, λ = %v: %+v, missed by %v, %v covered", name, lambda, fits[i], missed, covered)
				}
				shift = append(shift, fits[i].Evidence-process.LogLikelihood())
			}
			if math.Abs(shift[0]-shift[1]) > 1e-5 || math.Abs(shift[0]-shift[2]) > 1e-5 {
				t.Errorf("%s: the likelihood differs by %v", name, shift)
			}
		}
	}
}

// The answers of procedures are the same wherever the reader stands, and the row of her setting is not.
func TestProceduresLookAtNoSetting(t *testing.T) {
	r := points.LineSpec{Name: "sine", N: 20, Noise: 0.2, Seed: 7}.Load()
	f := course.NewForm(nil)
	points.OnLine(f, points.Offer{Data: "sine"})
	family, _ := model.AnyKernel(f, 1)
	choose := func(ell, lambda float64) []many.Verdict {
		memo := course.NewMemo(1 << 22)
		return course.Must(ChooseKernel(context.Background(), memo, r, family, ell, lambda, true)).Verdicts
	}
	one, other := choose(0.5, 1e-3), choose(2, 1e-5)
	if len(one) != 4 || len(other) != 4 {
		t.Fatalf("%+v\n%+v", one, other)
	}
	for i := range one {
		if same := one[i] == other[i]; same != (i < 3) {
			t.Errorf("%s: %+v, %+v", one[i].Name, one[i], other[i])
		}
	}
}
