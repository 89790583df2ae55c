package plots

import (
	"strconv"

	"gonum.org/v1/plot/vg/draw"
)

// A Redrawn is the curve of another sample, drawn pale under the picture. On a page it is
// known by its seed.
type Redrawn struct {
	Seed   int
	Xs, Ys []float64
}

type allRedrawn []Redrawn

// plot draws each in a group that says its seed.
func (all allRedrawn) plot(c draw.Canvas, p *frame) {
	s := svgOf(c)
	if s != nil {
		s.Group("ghosts")
		defer s.EndGroup()
	}
	for _, g := range all {
		if s != nil {
			s.open("g")
			s.attr("data-seed", strconv.Itoa(g.Seed))
			s.buf = append(s.buf, '>')
		}
		Line{Xs: g.Xs, Ys: g.Ys, Color: Ghost, Width: 0.7, Class: "ghost"}.plot(c, p)
		if s != nil {
			s.EndGroup()
		}
	}
}
