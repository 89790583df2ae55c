package plots

import (
	"fmt"

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
	BumpIndex []int       // of which stems the bumps are; the first ones if nil
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
		bumps{v.BumpX, v.Bumps, v.BumpIndex, "bumps t-bump", draw.LineStyle{Color: bumpInk, Width: 1.2}},
		bumps{v.BumpX, v.HighBumps, nil, "bump-high t-bump", draw.LineStyle{Color: Curve, Width: 3.6}},
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

// plot draws the stems into the frame, and those to bring out once more over them.
func (v Stems) plot(c draw.Canvas, p *frame) {
	zero := c.Y(min(max(p.y.norm(0), 0), 1))
	strokePath(c, "zero", horizontal(c, zero), draw.LineStyle{Color: Soft, Width: 1})
	all := make([]int, len(v.Xs))
	for i := range all {
		all[i] = i
	}
	v.stems(c, p, "stems", all, draw.LineStyle{Color: Accent, Width: 1.2})
	v.stems(c, p, "stem-high", v.Highlight, draw.LineStyle{Color: Ink, Width: 4})
}

// stems draws some of the stems, with their heads; one that leaves the frame has a
// triangle for a head.
func (v Stems) stems(c draw.Canvas, p *frame, class string, which []int, style draw.LineStyle) {
	var path, out vg.Path
	var heads []vg.Point
	var drawn, headed []int
	zero := c.Y(min(max(p.y.norm(0), 0), 1))
	for _, i := range which {
		tx, ty := p.x.norm(v.Xs[i]), p.y.norm(v.Alpha[i])
		if !(tx >= 0 && tx <= 1) || ty != ty {
			continue
		}
		top := vg.Point{X: c.X(tx), Y: c.Y(min(max(ty, 0), 1))}
		path = append(path, segment(vg.Point{X: top.X, Y: zero}, top)...)
		drawn = append(drawn, i)
		if ty >= 0 && ty <= 1 {
			heads, headed = append(heads, top), append(headed, i)
		} else {
			out = edgeMark(out, c, top)
		}
	}
	if len(out) > 0 {
		fillPath(c, "beyond", out, Accent)
	}
	if len(path) == 0 {
		return
	}
	numbered(c, drawn)
	strokePath(c, class+" t-alpha", path, style)
	numbered(c, headed)
	discs(c, class+"-heads", heads, style.Color, style.Width+3.8)
}

// numbered says which data the subpaths of the next path are of.
func numbered(c draw.Canvas, data []int) {
	if s := svgOf(c); s != nil {
		s.Index(data)
	}
}

// bumpInk is the colour of a bump, 3:1 on paper.
var bumpInk = Curve.Fade(faint)

// bumps are thin curves in one path. Where a bump is within half a pixel of zero
// it is not drawn: most bumps are zero almost everywhere.
type bumps struct {
	xs    []float64
	ys    [][]float64
	index []int // of the stems they are of; the first ones if nil
	class string
	style draw.LineStyle
}

func (b bumps) plot(c draw.Canvas, p *frame) {
	t := tracer{c: c, tolerance: 0.45, graph: true}
	var pieces []int // which stem each subpath is of
	perPixel := (p.y.Max - p.y.Min) / float64(c.Max.Y-c.Min.Y)
	for i, ys := range b.ys {
		if len(ys) != len(b.xs) {
			panic("plots: a bump and BumpX differ in length")
		}
		flat := func(i int) bool {
			return i < 0 || i >= len(ys) || ys[i] < perPixel/2 && ys[i] > -perPixel/2
		}
		from := len(t.path)
		for j, y := range ys {
			if flat(j) && flat(j-1) && flat(j+1) {
				t.lift()
				continue
			}
			t.to(p, b.xs[j], y)
		}
		t.lift()
		if b.index != nil {
			i = b.index[i]
		}
		for _, at := range t.path[from:] {
			if at.Type == vg.MoveComp {
				pieces = append(pieces, i)
			}
		}
	}
	numbered(c, pieces)
	strokePath(c, b.class, t.path, b.style)
}

// Describe says how many coefficients there are of each sign, and which is the
// greatest in size.
func (v Stems) Describe() string {
	var s sentences
	positive, negative, most, all := bySign(v.Alpha)
	s.say("A stem of height %s for each of %s along %s: %d positive, %d negative", v.Y.name("α"),
		count(all, "coefficient"), v.X.name("x"), positive, negative)
	if most >= 0 {
		s.say("The greatest in size is %s at %s", v.Y.amount(v.Alpha[most]), v.X.amount(v.Xs[most]))
	}
	if note := v.thinned(); note != "" {
		s.say("%s", note)
	}
	return s.String()
}
