package rkhs

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
)

// What the figure of f is asked over many pairs of functions, and what the prose counts
// over a thousand.

// A pair is two functions of the space in sight, each with its norm, its bend ∫f″² and its
// size, the root of the mean of f², both over the picture.
type pair [2]struct{ norm, bend, size float64 }

var pairsAmong = &course.Samples{
	Draws: 100, Ignores: "a1 a2 a3 a4 a5 a6 centres x",
	Resampled: &course.Resampled{Of: "pairs with bumps at random", Independent: true, Draw: drawPair,
		Designs: []course.Design{{Anew: "the α of the free bumps, normal and independent",
			Stays: "where the bumps stand, and what f has to pass through"}}},
	Claims: []course.Claim{{
		Name: "bend-wins", Says: "Of two functions, the one with the larger norm bends more within the picture",
		Holds: func(p *course.Picture) many.Outcome { return ordered(p, pair.bendsMore) },
	}, {
		Name: "scaled-wins", Says: "The same, both scaled to one size",
		Holds: func(p *course.Picture) many.Outcome { return ordered(p, pair.bendsMoreScaled) },
	}},
}

// ordered asks the pair of a picture; where there is none, it is a tie.
func ordered(p *course.Picture, is func(pair) bool) many.Outcome {
	norm := p.Column("pair", "norm")
	if len(norm) != 2 {
		return many.Ties
	}
	bend, size := p.Column("pair", "bend"), p.Column("pair", "size")
	return many.If(is(pair{{norm[0], bend[0], size[0]}, {norm[1], bend[1], size[1]}}))
}

func (f pair) bendsMore() bool { return (f[0].norm > f[1].norm) == (f[0].bend > f[1].bend) }

func (f pair) bendsMoreScaled() bool {
	norm := func(i int) float64 { return f[i].norm / f[i].size }
	bend := func(i int) float64 { return f[i].bend / f[i].size / f[i].size }
	return (norm(0) > norm(1)) == (bend(0) > bend(1))
}

// drawPair draws a pair as the picture's f is made: through its readings with three more
// bumps, or of six that are free, their α normal.
func drawPair(_ context.Context, _ *course.Memo, p *course.Picture, number int) (*course.Picture, error) {
	r, ok := p.Result.(*bumped)
	if !ok || r.alpha == nil {
		return &course.Picture{}, nil
	}
	v, xs := r.widest(), []float64(nil)
	rng := rand.New(rand.NewPCG(uint64(number), 1))
	var f pair
	for i := range f {
		for j := range v.free {
			v.free[j] = rng.NormFloat64()
		}
		v.solve()
		if xs == nil {
			xs = v.places()
		}
		const h = 1e-3
		for j := 1; j < len(xs)-1; j++ {
			second := (v.at(xs[j]+h) - 2*v.at(xs[j]) + v.at(xs[j]-h)) / (h * h)
			f[i].bend += (xs[j+1] - xs[j-1]) / 2 * second * second
		}
		f[i].norm, f[i].size = v.f().Norm(), rms(xs, along(xs, v.at))
	}
	return &course.Picture{Series: []course.Series{course.Table("pair", "norm bend size",
		[]float64{f[0].norm, f[1].norm}, []float64{f[0].bend, f[1].bend}, []float64{f[0].size, f[1].size})}}, nil
}

// widest is an f of as many bumps as there can be, read where the figure opens.
func (v *element) widest() *element {
	w := &element{held: v.held, kernel: v.kernel, width: v.width, x: opensAt, y: v.y}
	if v.held == nil {
		for i := range opening {
			w.X = append(w.X, []float64{float64(i + 1)})
		}
		w.free = make([]float64, len(opening))
		return w
	}
	w.X = slices.Clone(v.X[:len(v.y)])
	for _, c := range v.held.between {
		w.X = append(w.X, []float64{c})
	}
	w.free = make([]float64, len(v.held.between))
	return w
}
