package lessons

import (
	"cmp"
	"math"
	"slices"

	"gramophone/plots"
)

// A chain is the proof of the bound at one radius D: each is at most the next.
type chain struct {
	best       minimum
	gap        float64 // inf over the ball − inf over all θ
	projection float64 // risk of θ₁ − inf over all θ
	lipschitz  float64 // L·E|f_θ₁(X) − f_θ*(X)|, L = 1
	bound      float64 // L·E‖φ(X)‖·(‖θ*‖ − D)₊
}

// chainOf is the chain at radius, where m is the best.
func (b *ballPath) chainOf(m minimum, radius float64) chain {
	c := chain{best: m}
	if radius >= b.best.norm {
		return c
	}
	star := b.on(b.best.c)
	first := make([]float64, len(star))
	for i, v := range star {
		first[i] = v * radius / b.best.norm
		c.lipschitz += math.Abs(first[i]-v) / float64(len(star))
	}
	c.gap = math.Max(m.risk-b.best.risk, 0)
	c.projection = math.Max(b.risk(first)-b.best.risk, 0)
	c.bound = b.featureNorm() * (b.best.norm - radius)
	return c
}

// chains are the columns radius, gap, projection, lipschitz and bound along the
// path, from 0 to ‖θ*‖, here among them.
func (b *ballPath) chains(here minimum) [5][]float64 {
	at := []minimum{b.zero()}
	at = append(at, b.path...)
	if here.norm > 0 && here.norm < b.best.norm {
		at = append(at, here)
	}
	at = append(at, b.best)
	slices.SortFunc(at, func(m, n minimum) int { return cmp.Compare(m.norm, n.norm) })
	var columns [5][]float64
	for _, m := range at {
		c := b.chainOf(m, m.norm)
		for i, v := range []float64{m.norm, c.gap, c.projection, c.lipschitz, c.bound} {
			columns[i] = append(columns[i], v)
		}
	}
	return columns
}

// ballPaths is the chain against the radius.
func ballPaths(b *ballPath, c [5][]float64, radius float64, straight bool) plots.Paths {
	end := plots.RoundUp(1.15 * b.best.norm)
	y := plots.Axis{Label: "risk above that of θ*", Min: 1e-4, Max: math.Max(1, math.Pow(10, math.Ceil(math.Log10(c[4][0])))), Log: true}
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
		Marks: []plots.Mark{{At: b.best.norm, Name: "‖θ*‖", Dash: true}},
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
		l.Xs, l.Ys = line(l.i)
		v.Lines = append(v.Lines, l.Line)
	}
	return v
}
