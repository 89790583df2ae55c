package kernelridge

import (
	"fmt"
	"math/rand/v2"

	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/plots"
)

// ghostCount is how many resampled fits are drawn.
const ghostCount = 12

// ghosts puts fits to resampled data behind the curve: each response is f(xᵢ) plus or
// minus the leave-one-out residual there, by the toss of a coin, so that noise is as
// large as it is at xᵢ.
//
// Source: Wu, Jackknife, bootstrap and other resampling methods in regression analysis,
// Annals of Statistics 14 (1986).
func ghosts(fit *curves.Ridge, p *course.Picture) {
	panel := &p.Columns[0][0]
	over := panel.Plot.(plots.Curves)
	rng := rand.New(rand.NewPCG(1, 0))
	var behind []plots.Line
	for b := range ghostCount {
		y := make([]float64, fit.Data.Len())
		for i := range y {
			y[i] = fit.Solution.Fitted[i] + fit.Solution.LOOResiduals[i]*float64(2*rng.IntN(2)-1)
		}
		at, err := fit.Spectrum.Solve(y, fit.Lambda)
		if err != nil {
			return // no finite numbers, and no picture of them
		}
		line := plots.Line{Color: plots.Ghost, Width: 1.2, Class: "resampled"}
		if line.Xs, line.Ys = fit.Curve(at.Alpha); b == 0 {
			line.Name = fmt.Sprintf("%d resampled fits", ghostCount)
		}
		behind = append(behind, line)
	}
	over.Lines = append(behind, over.Lines...)
	panel.Plot = over
}
