package psdkernels

import (
	"context"
	"fmt"
	"math"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure fit: what the solution of (K + nλI)α = y is where K has negative eigenvalues.

// ownPoints are what the fit opens on.
const ownPoints = "-2.4,-0.6;-1.9,-1.1;-1.3,-0.9;-0.8,-0.7;-0.3,0.1;0.2,0.2;0.7,0.9;1.1,0.8;1.6,1.1;2.2,0.5"

func buildFit(f *course.Form) course.Draw {
	load := points.OnLine(f, points.Offer{
		Data: "points", Own: ownPoints, Edit: "fit-curve", Of: []string{"points", "sine", "two-scale", "step"},
	})
	kernel := model.Similarity(f, model.Opening{
		Kernel: "sigmoid", Bandwidth: 1, Slope: 1, Of: []string{"sigmoid", "min", "polynomial", "gaussian"},
		AnySign: true, Aside: true,
	})
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
		s := fit.Solution.Stationary
		now, but := "", ""
		switch {
		case f.Control("kernel").Value != "sigmoid":
			but = "not by tanh"
		case s == nil:
			but = "with no negative eigenvalue"
		case s.Curvature == engine.Singular:
			but = "with no solution"
		default:
			now = "down along " + course.Plural(len(s.Offending), "eigenvector")
			if fit.Lambda == 0 {
				but = "with λ = 0"
			}
		}
		p.Goals = []course.Goal{{
			Name: "minimum", At: "lambda=1e-5", Now: now, But: but,
			Reached: but == "" && s != nil && s.Err == nil && s.Curvature == engine.Minimum,
			Text: "Goal reached: λ is so small that no eigenvalue lies between −nλ and 0. The fit is a minimum, " +
				"and the similarity is still no kernel.",
		}}
		if fit.Spectrum != nil {
			p.Series = append(p.Series, course.Table("eigenvalues", "eigenvalue", fit.Spectrum.Values))
		}
		return p.Told(), nil
	}
}

// Signs are those of the curvature s(s + nλ) of the objective along the eigenvectors, with
// the eigenvalues s seen near zero.
type signs struct {
	*curves.Ridge
	shift float64 // nλ
	reach float64 // of the window
}

// signPanels are the objective along the eigenvector where it bends least, and the signs.
// The window is that of the negative eigenvalues, so that it stays while λ moves.
func signPanels(fit *curves.Ridge) (left, right []plots.Panel) {
	if fit.Spectrum == nil {
		return nil, nil
	}
	values := fit.Spectrum.Values
	n := len(values)
	reach := 1.2 * math.Max(-values[n-1], 0)
	if fit.Negative() == 0 {
		reach = values[0] / 20
	}
	v := signs{fit, float64(n) * fit.Lambda, end(reach)}
	right = []plots.Panel{{ID: "fit-signs", Title: "Which way J bends", Width: course.Square, Height: course.Square,
		Plot: v.parabola()}}
	if fit.Solution.Err != nil {
		return nil, right
	}
	return []plots.Panel{{ID: "fit-along", Title: "J along u, where it bends least", Width: course.Wide, Height: 170,
		Plot: v.along()}}, right
}

func (v signs) curvature(s float64) float64 { return s * (s + v.shift) }

// least is the least curvature, of eigenvalues that rounding has not made of zero.
func (v signs) least() float64 {
	least := math.Inf(1)
	for _, s := range v.Spectrum.Values {
		least = math.Min(least, v.curvature(engine.Tidy(s, v.Spectrum.Rounding())))
	}
	return least
}

// parabola is the curvature over the eigenvalues.
func (v signs) parabola() plots.Curves {
	top := v.reach * v.reach / 3
	line := plots.Line{Name: "s(s + nλ)", Xs: curves.Grid(-v.reach, v.reach), Color: plots.Lambda, Class: "t-lambda"}
	for _, s := range line.Xs {
		line.Ys = append(line.Ys, v.curvature(s))
	}
	p := plots.Curves{
		X: plots.Axis{Label: "eigenvalue s of K", Min: -v.reach, Max: v.reach},
		Y: plots.Axis{Label: "s(s + nλ)", Min: -top, Max: top}, PointsName: "eigenvalues", Legend: true,
		Lines: []plots.Line{
			{Color: plots.Soft, Width: 1, Xs: []float64{-v.reach, v.reach}, Ys: []float64{0, 0}}, line,
		},
	}
	if v.shift > 0 {
		from := math.Max(-v.shift, -v.reach)
		p.Bands = []plots.Band{{Name: "J falls here", Color: plots.Warn, Hatch: plots.Rising,
			Xs: []float64{from, 0}, Lo: []float64{-top, -top}, Hi: []float64{top, top}}}
	}
	further := 0
	for _, s := range v.Spectrum.Values {
		if math.Abs(s) <= v.reach {
			p.Points = append(p.Points, plots.Point{X: s, Y: v.curvature(s)})
		} else {
			further++
		}
	}
	if further > 0 {
		p.Note = fmt.Sprintf("%d further right", further)
	}
	return p
}

// along is J(α + tu) − J(α) = s(s + nλ)t²/n, where it bends least.
func (v signs) along() plots.Curves {
	bend := v.least() / float64(len(v.Spectrum.Values))
	line := plots.Line{Xs: curves.Grid(-1, 1), Class: "along"}
	for _, t := range line.Xs {
		line.Ys = append(line.Ys, bend*t*t)
	}
	high := end(math.Abs(bend))
	return plots.Curves{
		X: plots.Axis{Label: "t", Min: -1, Max: 1}, Y: plots.Axis{Label: "ΔJ", Min: -high, Max: high},
		Lines: []plots.Line{line}, Markers: []plots.Marker{{Name: "α"}},
	}
}

// end is a round number not far above v.
func end(v float64) float64 {
	if !(v > 1e-300) {
		return 1
	}
	by := plots.NiceStep(v / 4)
	return course.Round(by*math.Ceil(v/by), 12)
}
