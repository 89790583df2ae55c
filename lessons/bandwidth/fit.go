package bandwidth

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figures geyser and fit: a fit to data on a line, with its Gram matrix.
type fitted struct {
	curves.Fitted
	edit      string         // the panel of the curve
	bandwidth course.Measure // nothing where the kernel has none
	goals     func(*fitted) []course.Goal
	trial     *curves.Trial
	thirds    string // how a third of its points is set aside
}

// buildGeyser opens the lesson on a bandwidth at which nobody would believe the fit.
var buildGeyser = course.Steps(func(f *course.Form) course.Work {
	offer := points.Offer{Data: "faithful", Of: []string{"faithful", "points"}, Edit: "geyser-curve"}
	return readFit(f, offer, geyserBandwidth, func(r *fitted) []course.Goal {
		loo := r.Solution.LOORMSE
		return []course.Goal{{
			Name: "wait", At: "bandwidth=1.58", Now: course.Quantity(loo, r.YUnit), But: r.Unless("faithful"),
			Reached: r.Fits() && r.Name == "faithful" && loo < geyserLOO,
			Text:    fmt.Sprintf("Goal reached: a wait left out is missed by %s min.", course.Digits(loo)),
		}}
	})
})

var buildFit = course.Steps(func(f *course.Form) course.Work {
	r := readFit(f, points.Offer{Data: "mcycle", Edit: "fit-curve"}, hookBandwidth, func(r *fitted) []course.Goal {
		at, ok := r.Solution, r.Fits()
		narrow := r.bandwidth.Value > 0 && r.bandwidth.Value <= narrowBandwidth
		but := r.Unless("mcycle")
		if but == "" && !narrow {
			but = "at a wider ℓ"
		}
		return []course.Goal{{
			Name: "narrow", At: "lambda=0.00562", Now: course.Quantity(at.LOORMSE, r.YUnit), But: but,
			Reached: ok && but == "" && at.LOORMSE < narrowLOO,
			Text: fmt.Sprintf("Goal reached: %s g. A higher price smooths what narrow bumps leave rough.",
				course.Digits(at.LOORMSE)),
		}, {
			Name: "through", At: "data=sine&n=20&noise=0&bandwidth=1&lambda=0.0001",
			Reached: ok && r.Name == "sine" && at.TrainRMSE < 0.005 && at.LOORMSE < 0.05,
			Text:    "Through every point, and still a good guess between them.",
		}}
	})
	r.thirds = curves.ReadThirds(f, r.Points.Data)
	return r
})

// readFit declares a fit to data on a line; goals are what the figure asks for.
func readFit(
	f *course.Form, offer points.Offer, bandwidth float64, goals func(*fitted) []course.Goal,
) *fitted {
	r := &fitted{Fitted: curves.ReadFitted(f, offer, bandwidth, hookLambda), edit: offer.Edit, goals: goals}
	if r.Points.Data.Len() > 0 {
		r.trial = curves.TrialOn(r.Points)
	}
	if model.HasBandwidth(f) {
		r.bandwidth = chosenWidth(f)
	}
	return r
}

// OnTrial is the points that are fitted, and those that judge.
func (r *fitted) OnTrial() *curves.Trial { return r.trial }

func (r *fitted) Show(f *course.Form) *course.Picture {
	if r.Ridge == nil {
		return r.Points.Blank(r.edit, 400)
	}
	name := "f = Σ αᵢ k(xᵢ, ·)"
	if r.bandwidth.Value > 0 {
		name = strings.TrimSpace("f, ℓ = " + course.Value(r.bandwidth.Value) + " " + r.bandwidth.Unit)
	}
	p := r.Picture(f,
		[]plots.Panel{r.CurvePanel(r.edit, name, 400)},
		[]plots.Panel{r.GramPanel(strings.TrimSuffix(r.edit, "curve") + "gram")})
	p.Goals = r.goals(r)
	return p
}

// splitFits are fits to two thirds of the points in sight, with the same kernel and the same λ of the
// mean loss; the rest judges.
var splitFits = &course.Resampled{
	Of: "splits of these points", PerFitted: 0.5, Designs: curves.Thirds,
	Draw: func(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
		of, ok := p.Result.(*fitted)
		if !ok || of.Ridge == nil {
			return &course.Picture{}, nil
		}
		r := &fitted{trial: curves.TrialOf(of.Points.Data, of.thirds, number)}
		drawn := &course.Picture{Result: r}
		fit, err := curves.FitPart(of.Kernel, r.trial.Fitted, of.Price)
		if err != nil { // and no curve
			return drawn, nil
		}
		f := func(x float64) float64 { return fit.Eval([]float64{x}) }
		xs, ys := curves.Thin(of.Points.XMin, of.Points.XMax, f)
		train := 0.0
		for i, x := range r.trial.Fitted.X {
			train += math.Pow(r.trial.Fitted.Y[i]-fit.Eval(x), 2) / float64(r.trial.Fitted.Len())
		}
		drawn.Numbers = []course.Number{{Name: "test_rmse", Value: r.trial.Miss(f)},
			{Name: "train_rmse", Value: math.Sqrt(train)}}
		drawn.Series = []course.Series{course.Table("fit", "x y", xs, ys)}
		return drawn, nil
	},
}

// misled is whether what was not seen is missed by over half as much again as what was fitted.
func misled(p *course.Picture) many.Outcome {
	test, train := p.Find("test_rmse"), p.Find("train_rmse")
	if math.IsNaN(test - train) {
		return many.Ties // nobody can tell
	}
	return many.If(test > 1.5*train)
}

// choosing asks what it costs to choose ℓ and λ anew in each sample.
func choosing(ctx context.Context, memo *course.Memo, p *course.Picture) (*course.Choosing, error) {
	return p.Result.(*fitted).ChooseWidth(ctx, memo)
}
