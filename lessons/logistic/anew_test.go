package logistic

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/points"
)

// What there is to choose from.
var (
	anewWidths  = []float64{0.1, 0.15, 0.2, 0.3, 0.5, 0.8, 1.2, 2}
	anewLambdas = []float64{1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1}
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew-soil.csv", anewSoil(), envelopes, chooseSoil)
	coursetest.Chosen(t, "kept-soil.csv", keptSoil(), envelopes, keepSoil)
	coursetest.Chosen(t, "anew-flowers.csv", anewFlowers(), envelopes, chooseFlowers)
}

// chooseAnew are the losses that settings promise and, of the one that promises least, the loss in an envelope.
func chooseAnew(
	promise func(k engine.Kernel, lambda float64) (held, error),
	losses func(k engine.Kernel, lambda float64) ([]float64, error),
) (best course.Envelope) {
	best.Chosen = math.Inf(1)
	var kernel engine.Kernel
	var at float64
	for _, ell := range anewWidths {
		for _, lambda := range anewLambdas {
			k := engine.Gaussian{Length: ell}
			if said := course.Must(promise(k, lambda)); said.loss < best.Chosen { // NaN without a fit
				best.Chosen, kernel, at = said.loss, k, lambda
			}
		}
	}
	best.Sealed = stat.Mean(course.Must(losses(kernel, at)), nil)
	return best
}

// chooseSoil does so with the samples of the soil.
func chooseSoil(number int) course.Envelope {
	whole, ctx := points.LabelledSpec{Name: "meuse", Flat: true}.Load(), context.Background()
	some, others := divided(whole.Data, opened(whole), number)
	open, sealed := some.Against(1), others.Against(1)
	return chooseAnew(
		func(k engine.Kernel, lambda float64) (held, error) { return promised(ctx, open, k, lambda) },
		func(k engine.Kernel, lambda float64) ([]float64, error) {
			return lossesOf(ctx, open, sealed, k, lambda)
		},
	)
}

// keepSoil keeps the setting that the figure opens with instead.
func keepSoil(number int) course.Envelope {
	whole, ctx := points.LabelledSpec{Name: "meuse", Flat: true}.Load(), context.Background()
	some, others := divided(whole.Data, opened(whole), number)
	open, sealed := some.Against(1), others.Against(1)
	k := engine.Gaussian{Length: openBandwidth}
	said := course.Must(promised(ctx, open, k, openLambda))
	losses := course.Must(lossesOf(ctx, open, sealed, k, openLambda))
	return course.Envelope{Chosen: said.loss, Sealed: stat.Mean(losses, nil)}
}

// chooseFlowers does so with the irises.
func chooseFlowers(number int) course.Envelope {
	whole, ctx := points.LabelledSpec{Name: "iris", Flat: true}.Load(), context.Background()
	open, sealed := divided(whole.Data, opened(whole), number)
	return chooseAnew(
		func(k engine.Kernel, lambda float64) (held, error) {
			return rest{k, lambda, whole.Classes}.holdOut(ctx, open, inSight())
		},
		func(k engine.Kernel, lambda float64) ([]float64, error) {
			losses, _, _, err := rest{k, lambda, whole.Classes}.asked(ctx, open, sealed)
			return losses, err
		},
	)
}
