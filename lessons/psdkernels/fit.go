package psdkernels

import (
	"context"
	"fmt"
	"math"

	"gramophone/engine"
	"gramophone/lessons/course"
	"gramophone/lessons/curves"
	"gramophone/lessons/model"
	"gramophone/lessons/points"
	"gramophone/plots"
)

// The figure fit: what the solution of (K + nλI)α = y is where K has negative eigenvalues.

// ownPoints are what the fit opens on.
const ownPoints = "-2.4,-0.6;-1.9,-1.1;-1.3,-0.9;-0.8,-0.7;-0.3,0.1;0.2,0.2;0.7,0.9;1.1,0.8;1.6,1.1;2.2,0.5"

func buildFit(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{Data: "points", Own: ownPoints, Edit: "fit-curve", Of: []string{"points", "sine", "two-scale", "step"}})
	kernel := model.Similarity(f, model.Opening{Kernel: "sigmoid", Bandwidth: 1, Slope: 1, Of: []string{"sigmoid", "min", "polynomial", "gaussian"}, AnySign: true, Aside: true})
	lambda := model.Lambda(f, 0.1, load)
	at := curves.PointedAt(f, load)
	return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
		r := load()
		if r.Data.Len() == 0 {
			return r.Blank("fit-curve", 250), nil
		}
		fit, err := curves.FitRidge(ctx, memo, r, kernel(), lambda(r.Data.Len()))
		if err != nil {
			return nil, err
		}
		fit.PointAt(at)
		left, right := signPanels(fit)
		p := fit.Picture(f, append([]plots.Panel{fit.CurvePanel("fit-curve", "f", 270)}, left...), right)
		s := fit.Stationary
		now := "no negative eigenvalue"
		switch {
		case f.Control("kernel").Value != "sigmoid":
			now = "another similarity"
		case s != nil:
			if now = s.Curvature.String(); s.Curvature != engine.Singular {
				now = "a " + now
			}
		}
		p.Goals = []course.Goal{{
			Name: "minimum", At: "lambda=1e-5", Now: now,
			Reached: f.Control("kernel").Value == "sigmoid" && s != nil && s.Err == nil && s.Curvature == engine.Minimum && fit.Lambda > 0,
			Text:    "Goal reached: λ is so small that no eigenvalue lies between −nλ and 0. The fit is a minimum, and the similarity is still no kernel.",
		}}
		if fit.Spectrum != nil {
			p.Series = append(p.Series, course.Series{Name: "eigenvalues", Columns: []course.Column{{Name: "eigenvalue", Values: fit.Spectrum.Values}}})
		}
		return p, nil
	}
}

// signPanels are the objective along the eigenvector where it bends least, and the
// curvature s(s + nλ) over the eigenvalues s, seen near zero. The window is that of the
// negative eigenvalues, so that it stays while λ moves.
func signPanels(fit *curves.Ridge) (left, right []plots.Panel) {
	if fit.Spectrum == nil {
		return nil, nil
	}
	values := fit.Spectrum.Values
	n := len(values)
	shift := float64(n) * fit.Lambda
	reach := 1.2 * math.Max(-values[n-1], 0)
	if fit.Negative() == 0 {
		reach = values[0] / 20
	}
	reach = end(reach)
	q := func(s float64) float64 { return s * (s + shift) }
	bends := func(s float64) float64 { // 0 where rounding may have made s of it
		if math.Abs(s) <= fit.Spectrum.Rounding() {
			return 0
		}
		return q(s)
	}
	top := reach * reach / 3
	parabola := plots.Curves{
		X: plots.Axis{Label: "eigenvalue s of K", Min: -reach, Max: reach}, Y: plots.Axis{Label: "s(s + nλ)", Min: -top, Max: top},
		PointsName: "eigenvalues", Legend: true,
	}
	line := plots.Line{Name: "s(s + nλ)", Color: plots.Lambda, Class: "t-lambda"}
	zero := plots.Line{Color: plots.Soft, Width: 1, Xs: []float64{-reach, reach}, Ys: []float64{0, 0}}
	for _, s := range curves.Grid(-reach, reach) {
		line.Xs, line.Ys = append(line.Xs, s), append(line.Ys, q(s))
	}
	parabola.Lines = []plots.Line{zero, line}
	if shift > 0 {
		from := math.Max(-shift, -reach)
		parabola.Bands = []plots.Band{{Name: "J falls here", Xs: []float64{from, 0}, Lo: []float64{-top, -top}, Hi: []float64{top, top}, Color: plots.Warn, Hatch: plots.Rising}}
	}
	further, least := 0, n-1
	for j, s := range values {
		if math.Abs(s) <= reach {
			parabola.Points = append(parabola.Points, plots.Point{X: s, Y: q(s)})
		} else {
			further++
		}
		if bends(s) < bends(values[least]) {
			least = j
		}
	}
	if further > 0 {
		parabola.Note = fmt.Sprintf("%d further right", further)
	}
	right = []plots.Panel{{ID: "fit-signs", Title: "Which way J bends", Width: course.Square, Height: course.Square, Plot: parabola}}
	if fit.Solution.Err != nil {
		return nil, right
	}
	bend := bends(values[least]) / float64(n) // J(α + tu) = J(α) + s(s + nλ)t²/n
	along := plots.Line{Xs: curves.Grid(-1, 1), Class: "along"}
	for _, t := range along.Xs {
		along.Ys = append(along.Ys, bend*t*t)
	}
	high := end(math.Abs(bend))
	return []plots.Panel{{ID: "fit-along", Title: "J along u, where it bends least", Width: course.Wide, Height: 170, Plot: plots.Curves{
		X: plots.Axis{Label: "t", Min: -1, Max: 1}, Y: plots.Axis{Label: "ΔJ", Min: -high, Max: high},
		Lines: []plots.Line{along}, Markers: []plots.Marker{{X: 0, Y: 0, Name: "α"}},
	}}}, right
}

// end is a round number not far above v.
func end(v float64) float64 {
	if !(v > 1e-300) {
		return 1
	}
	by := plots.NiceStep(v / 4)
	return course.Round(by*math.Ceil(v/by), 12)
}
