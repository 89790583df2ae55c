package approximation

import (
	"cmp"
	"math"
	"slices"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/curves"
	"github.com/gramophone-course/gramophone/plots"
)

// sinePopulation is the sine, seen at [places], with the features p.
func sinePopulation(p curves.Powers, sigma float64) engine.Population {
	x := places()
	u := engine.Population{Phi: p.Matrix(x), Truth: make([]float64, len(x)), Sigma: sigma}
	for i, v := range x {
		u.Truth[i] = engine.SineTruth(v)
	}
	return u
}

// A chain is the proof of the bound at one radius D: each is at most the next.
type chain struct {
	best       engine.RiskMinimum
	gap        float64 // inf over the ball − inf over all θ
	projection float64 // risk of θ₁ − inf over all θ
	lipschitz  float64 // L·E|f_θ₁(X) − f_θ*(X)|, L = 1
	bound      float64 // L·E‖φ(X)‖·(‖θ*‖ − D)₊
}

// chainOf is the chain at radius, where m is the best.
func chainOf(b *engine.BallRisk, m engine.RiskMinimum, radius float64) chain {
	c := chain{best: m}
	if radius >= b.Best.Norm {
		return c
	}
	star := b.Fitted(b.Best)
	first := make([]float64, len(star))
	for i, v := range star {
		first[i] = v * radius / b.Best.Norm
		c.lipschitz += math.Abs(first[i]-v) / float64(len(star))
	}
	c.gap = math.Max(m.Risk-b.Best.Risk, 0)
	c.projection = math.Max(b.Risk(first)-b.Best.Risk, 0)
	c.bound = b.FeatureNorm() * (b.Best.Norm - radius)
	return c
}

// chainsOf are the columns radius, gap, projection, lipschitz and bound along the
// path, from 0 to ‖θ*‖, here among them.
func chainsOf(b *engine.BallRisk, here engine.RiskMinimum) [5][]float64 {
	at := []engine.RiskMinimum{b.Zero()}
	at = append(at, b.Path...)
	if here.Norm > 0 && here.Norm < b.Best.Norm {
		at = append(at, here)
	}
	at = append(at, b.Best)
	slices.SortFunc(at, func(m, n engine.RiskMinimum) int { return cmp.Compare(m.Norm, n.Norm) })
	var columns [5][]float64
	for _, m := range at {
		c := chainOf(b, m, m.Norm)
		for i, v := range []float64{m.Norm, c.gap, c.projection, c.lipschitz, c.bound} {
			columns[i] = append(columns[i], v)
		}
	}
	return columns
}

// ballPaths is the price against the radius, with the rest of the chain where steps
// are asked for.
func ballPaths(b *engine.BallRisk, c [5][]float64, radius float64, straight, steps bool) plots.Paths {
	end := plots.RoundUp(1.15 * b.Best.Norm)
	y := plots.Axis{Label: "risk above that of θ*", Min: 1e-4,
		Max: math.Max(1, math.Pow(10, math.Ceil(math.Log10(c[4][0])))), Log: true}
	if straight {
		y = plots.Axis{Label: y.Label, Min: 0, Max: plots.RoundUp(1.2 * c[1][0])}
	}
	line := func(i int) ([]float64, []float64) {
		xs, ys := slices.Clone(c[0]), slices.Clone(c[i])
		if straight {
			return append(xs, end), append(ys, 0)
		}
		return xs[:len(xs)-1], ys[:len(ys)-1] // a logarithm has no zero
	}
	v := plots.Paths{
		X: plots.Axis{Label: "radius D", Min: 0, Max: end}, Y: y,
		At: radius, AtName: "D", Color: plots.Lambda, Class: "t-lambda",
		Marks: []plots.Mark{{At: b.Best.Norm, Name: "‖θ*‖", Dash: true}},
	}
	for _, l := range []struct {
		i int
		plots.Line
	}{
		{4, plots.Line{Name: "bound", Color: plots.Ink, Width: 2, Dash: true}},
		{3, plots.Line{Name: "E|(θ₁ − θ*)ᵀφ|", Color: plots.Categories[2], Width: 1.6, Dots: true}},
		{2, plots.Line{Name: "θ₁", Color: plots.Accent, Width: 2}},
		{1, plots.Line{Name: "best in the ball", Color: plots.Curve, Width: 2.6, Class: "curve"}},
	} {
		if l.i > 1 && !steps {
			continue
		}
		l.Xs, l.Ys = line(l.i)
		v.Lines = append(v.Lines, l.Line)
	}
	return v
}
