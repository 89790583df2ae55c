package kernelridge

import (
	"fmt"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure fit: a sum of bumps, one for each point.
type fitted struct {
	curves.Fitted
	terms     int  // how many steps of the sum are drawn
	resampled bool // resampled fits are drawn behind it
}

var buildFit = course.Steps(func(f *course.Form) course.Work {
	r := &fitted{terms: f.Int("terms", "terms added", allTerms, 0, allTerms, course.Unit("of 24"), course.Film,
		course.More)}
	r.Fitted = curves.ReadFitted(f, points.Offer{Data: "mcycle", Edit: "fit-curve"}, 2, openLambda)
	r.resampled = f.Bool("resampled", "resampled fits", false, course.More)
	return r
})

func (r *fitted) Show(f *course.Form) *course.Picture {
	if r.Ridge == nil {
		return r.Points.Blank("fit-curve", 300)
	}
	p := r.Picture(f,
		[]plots.Panel{
			r.CurvePanel("fit-curve", "f = Σ αᵢ k(xᵢ, ·)", 300), r.AlphaPanel("fit-alpha", openLambda),
		},
		[]plots.Panel{r.GramPanel("fit-gram")})
	if r.resampled && r.Fits() {
		behind(r.Ridge, p)
	}
	if r.terms < allTerms && r.Fits() {
		partialSum(r.Ridge, r.terms).show(p)
	}
	at := r.Solution
	p.Goals = []course.Goal{
		{Name: "follow", At: "bandwidth=3.98", Now: course.Quantity(at.LOORMSE, r.YUnit), But: r.Unless("mcycle"),
			Reached: r.Fits() && r.Name == "mcycle" && at.LOORMSE < crashLOO,
			Text:    fmt.Sprintf("Goal reached: %s g.", course.Digits(at.LOORMSE))},
		{Name: "interpolate", At: "data=sine&kernel=exponential&lambda=0",
			Reached: r.Fits() && r.Name == "sine" && at.TrainRMSE < 0.005,
			Text:    "It passes through the points, noise and all."},
	}
	return p
}
