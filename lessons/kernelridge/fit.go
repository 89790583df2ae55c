package kernelridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure fit: a sum of bumps, one for each point.
type fitted struct {
	// What the controls say.
	data      *points.Line
	kernel    engine.Kernel
	lambda    float64 // of the mean loss
	terms     int     // how many steps of the sum are drawn
	resampled bool    // resampled fits are drawn behind it
	at        func(*curves.Ridge)

	// What is computed; without points nothing is.
	*curves.Ridge
	test float64 // the error on new points; NaN where nobody knows it
}

var buildFit = course.Steps(readFit)

func readFit(f *course.Form) course.Work {
	r := &fitted{terms: f.Int("terms", "terms added", allTerms, 0, allTerms, course.Unit("of 24"), course.Film,
		course.More)}
	load := points.OnLine(f, points.Offer{Data: "mcycle", Edit: "fit-curve"})
	kernel := model.Kernel(f, 2)
	mean := model.Lambda(f, openLambda, load)
	r.resampled = f.Bool("resampled", "resampled fits", false, course.More)
	at := curves.PointedAt(f, load)
	r.data, r.kernel = load(), kernel()
	r.lambda, r.at = mean(r.data.Data.Len()), func(fit *curves.Ridge) { fit.PointAt(at) }
	return r
}

// Compute fits the points.
func (r *fitted) Compute(ctx context.Context, memo *course.Memo) (err error) {
	if r.data.Data.Len() == 0 {
		return nil
	}
	if r.Ridge, err = curves.FitRidge(ctx, memo, r.data, r.kernel, r.lambda); err != nil {
		return err
	}
	r.at(r.Ridge)
	if r.test = math.NaN(); r.fits() {
		r.test = r.TestError()
	}
	return nil
}

// fits reports whether there is a fit.
func (r *fitted) fits() bool { return r.Solution.Err == nil }

func (r *fitted) Show(f *course.Form) *course.Picture {
	if r.Ridge == nil {
		return r.data.Blank("fit-curve", 300)
	}
	p := r.Picture(f,
		[]plots.Panel{
			r.CurvePanel("fit-curve", "f = Σ αᵢ k(xᵢ, ·)", 300), r.AlphaPanel("fit-alpha", openLambda),
		},
		[]plots.Panel{r.GramPanel("fit-gram")})
	left := r.LeftOut()
	p.Numbers = slices.Insert(p.Numbers, 1, left.Numbers()...)
	if r.Truth != nil {
		p.Numbers = append(p.Numbers, course.Number{Name: "test_rmse", Label: "error on new points",
			Means: "By how much the curve misses new points of the same kind; the root of the mean square.",
			Value: r.test, Unit: r.YUnit})
	}
	p.Says = append(p.Says, left.Says()...)
	if r.resampled && r.fits() {
		behind(r.Ridge, p)
	}
	if r.terms < allTerms && r.fits() {
		partialSum(r.Ridge, r.terms).show(p)
	}
	at := r.Solution
	p.Goals = []course.Goal{
		{Name: "follow", At: "bandwidth=3.98", Now: r.On("mcycle", at.LOORMSE),
			Reached: r.fits() && r.Name == "mcycle" && at.LOORMSE < crashLOO,
			Text:    fmt.Sprintf("Goal reached: %s g.", course.Digits(at.LOORMSE))},
		{Name: "interpolate", At: "data=sine&kernel=exponential&lambda=0",
			Reached: r.fits() && r.Name == "sine" && at.TrainRMSE < 0.005,
			Text:    "It passes through the points, noise and all."},
	}
	return p
}
