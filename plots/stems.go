package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Stems is an expansion f = Σ αᵢ k(xᵢ, ·) taken apart: a stem of height αᵢ at
// every xᵢ and, behind the stems, the bumps αᵢ k(xᵢ, ·).
type Stems struct {
	X, Y      Axis
	Xs, Alpha []float64   // n each
	BumpX     []float64   // m
	Bumps     [][]float64 // any number of bumps over BumpX, of m values each
	Highlight []int       // indices of stems to bring out
	HighBumps [][]float64 // bumps to bring out, over BumpX
	Legend    bool
}

// Draw draws the panel; see [Drawer].
func (v Stems) Draw(c draw.Canvas) {
	if len(v.Xs) != len(v.Alpha) {
		panic("plots: Stems' Xs and Alpha differ in length")
	}
	f := v.frame(size(c))
	ps := []inFrame{
		axes{f.x, f.y, true},
		bumps{v.BumpX, v.Bumps, "bumps t-bump", draw.LineStyle{Color: bumpInk, Width: 1.2}},
		bumps{v.BumpX, v.HighBumps, "bump-high t-bump", draw.LineStyle{Color: Curve, Width: 2.4}},
		v,
	}
	if v.Legend {
		k := key{
			{"αᵢ at xᵢ", points{color: Accent, diameter: 5}},
			{"αᵢ k(xᵢ, ·)", Line{Color: bumpInk, Width: 1.2}},
		}
		if note := v.thinned(); note != "" {
			k = append(k, entry{name: note})
		}
		ps = append(ps, k)
	}
	f.draw(c, ps...)
}

// thinned says how many bumps are drawn where these are not all; empty where they are.
func (v Stems) thinned() string {
	if len(v.Bumps) == 0 || len(v.Bumps) >= len(v.Alpha) {
		return ""
	}
	return fmt.Sprintf("%d of %d bumps drawn", len(v.Bumps), len(v.Alpha))
}

func (v Stems) frame(w, h float64) frame { return newFrame(w, h, v.X, v.Y) }

// plot draws the stems into the frame.
func (v Stems) plot(c draw.Canvas, p *frame) {
	var stems, high, out vg.Path
	var heads, highHeads []vg.Point
	zero := c.Y(min(max(p.y.norm(0), 0), 1))
	strokePath(c, "zero", vg.Path{
		{Type: vg.MoveComp, Pos: vg.Point{X: c.Min.X, Y: zero}},
		{Type: vg.LineComp, Pos: vg.Point{X: c.Max.X, Y: zero}},
	}, draw.LineStyle{Color: Soft, Width: 1})
	for i, x := range v.Xs {
		tx, ty := p.x.norm(x), p.y.norm(v.Alpha[i])
		if !(tx >= 0 && tx <= 1) || ty != ty {
			continue
		}
		top := vg.Point{X: c.X(tx), Y: c.Y(min(max(ty, 0), 1))}
		path, ends := &stems, &heads
		if slices.Contains(v.Highlight, i) {
			path, ends = &high, &highHeads
		}
		path.Move(vg.Point{X: top.X, Y: zero})
		path.Line(top)
		if ty >= 0 && ty <= 1 { // a stem that leaves the frame has a triangle for a head
			*ends = append(*ends, top)
		} else {
			out = edgeMark(out, c, top)
		}
	}
	if len(out) > 0 {
		fillPath(c, "beyond", out, Accent)
	}
	for _, s := range []struct {
		class string
		path  vg.Path
		heads []vg.Point
		color Token
		width vg.Length
	}{{"stems", stems, heads, Accent, 1.2}, {"stem-high", high, highHeads, Ink, 2.4}} {
		if len(s.path) > 0 {
			strokePath(c, s.class+" t-alpha", s.path, draw.LineStyle{Color: s.color, Width: s.width})
			discs(c, s.class+"-heads", s.heads, s.color, s.width+3.8)
		}
	}
}

// bumpInk is the colour of a bump, 3:1 on paper.
var bumpInk = Curve.Fade(faint)

// bumps are thin curves in one path. Where a bump is within half a pixel of zero
// it is not drawn: most bumps are zero almost everywhere.
type bumps struct {
	xs    []float64
	ys    [][]float64
	class string
	style draw.LineStyle
}

func (b bumps) plot(c draw.Canvas, p *frame) {
	t := tracer{c: c, tolerance: 0.45, graph: true}
	perPixel := (p.y.Max - p.y.Min) / float64(c.Max.Y-c.Min.Y)
	for _, ys := range b.ys {
		if len(ys) != len(b.xs) {
			panic("plots: a bump and BumpX differ in length")
		}
		flat := func(i int) bool {
			return i < 0 || i >= len(ys) || ys[i] < perPixel/2 && ys[i] > -perPixel/2
		}
		for i, y := range ys {
			if flat(i) && flat(i-1) && flat(i+1) {
				t.lift()
				continue
			}
			t.to(p, b.xs[i], y)
		}
		t.lift()
	}
	if len(t.path) > 0 {
		strokePath(c, b.class, t.path, b.style)
	}
}

// Describe says how many coefficients there are of each sign, and which is the
// greatest in size.
func (v Stems) Describe() string {
	var s sentences
	var positive, negative, all int
	most := -1
	for i, a := range v.Alpha {
		if !finite(a) {
			continue
		}
		all++
		if a > 0 {
			positive++
		} else if a < 0 {
			negative++
		}
		if most < 0 || math.Abs(a) > math.Abs(v.Alpha[most]) {
			most = i
		}
	}
	s.say("A stem of height %s for each of %s along %s: %d positive, %d negative", v.Y.name("α"), count(all, "coefficient"), v.X.name("x"), positive, negative)
	if most >= 0 {
		s.say("The greatest in size is %s at %s", v.Y.amount(v.Alpha[most]), v.X.amount(v.Xs[most]))
	}
	if note := v.thinned(); note != "" {
		s.say("%s", note)
	}
	return s.String()
}
