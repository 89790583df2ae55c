package plots

import "gonum.org/v1/plot/vg/draw"

// A Layer is one of the parts of a Stack.
type Layer struct {
	Name  string    // in the legend; "" for none
	Ys    []float64 // 0 or more, over the Stack's Xs
	Color Token     // of the layer's place in Categories if zero
}

// Stack is parts of a whole over x, one on top of the other, the first at the
// bottom, with a line where they add up. Layers differ in hatch as well as colour.
// Where a part is not finite it and all above it have a gap.
type Stack struct {
	X, Y      Axis
	Xs        []float64 // increasing
	Layers    []Layer
	TotalName string // in the legend; "" for none
	Steps     bool   // a value holds half-way to its neighbours, as for a degree
	VLines    []Mark
}

func (v Stack) frame(w, h float64) frame {
	x := v.X
	x.Whole = x.Whole || v.Steps
	return newFrame(w, h, x, v.Y)
}

// Draw draws the panel; see [Drawer].
func (v Stack) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	ps := []inFrame{axes{f.x, f.y, true}}
	var k key
	bands, total := v.parts()
	for _, b := range bands {
		ps = append(ps, b)
		if b.Name != "" {
			k = append(k, entry{b.Name, b})
		}
	}
	ps = append(ps, total, marks(v.VLines))
	if total.Name != "" {
		k = append(k, entry{total.Name, total})
	}
	f.draw(c, append(ps, k)...)
}

// parts returns the layers where they lie, and the line on top.
//
// It panics if a layer's Ys and Xs differ in length.
func (v Stack) parts() ([]Band, Line) {
	xs, at := v.Xs, func(ys []float64) []float64 { return ys }
	if v.Steps {
		xs, at = steps(v.Xs), twice
	}
	sum := make([]float64, len(v.Xs))
	var bands []Band
	for i, l := range v.Layers {
		if len(l.Ys) != len(v.Xs) {
			panic("plots: a layer's Ys and the Stack's Xs differ in length")
		}
		next := make([]float64, len(sum))
		for j := range sum {
			next[j] = sum[j] + l.Ys[j]
		}
		bands = append(bands, Band{
			Name: l.Name, Xs: xs, Lo: at(sum), Hi: at(next),
			Color: l.Color.or(category(i)), Hatch: Hatch((i + 1) % hatches), Class: "layer",
		})
		sum = next
	}
	return bands, Line{Name: v.TotalName, Xs: xs, Ys: at(sum), Color: Ink, Width: 2.2, Class: "total"}
}

// steps returns the ends of the steps around xs, two a value. The first and the
// last step are as long outwards as inwards.
func steps(xs []float64) []float64 {
	ends := make([]float64, 0, 2*len(xs))
	n := len(xs)
	for i, x := range xs {
		left, right := 0.5, 0.5
		if i > 0 {
			left = (x - xs[i-1]) / 2
		}
		if i < n-1 {
			right = (xs[i+1] - x) / 2
		}
		if i == 0 && n > 1 {
			left = right
		}
		if i == n-1 && n > 1 {
			right = left
		}
		ends = append(ends, x-left, x+right)
	}
	return ends
}

func twice(ys []float64) []float64 {
	out := make([]float64, 0, 2*len(ys))
	for _, y := range ys {
		out = append(out, y, y)
	}
	return out
}

// Describe says where the total is least and what it is made of there.
func (v Stack) Describe() string {
	var s sentences
	s.say("Layers of %s stacked over %s", v.Y.name("y"), v.X.name("x"))
	total := make([]float64, len(v.Xs))
	var names []string
	for _, l := range v.Layers {
		for i := range total {
			total[i] += l.Ys[i]
		}
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	if len(names) > 0 {
		s.say("From the bottom they are %s", list(names))
	}
	if i, j, n := extremes(total); n > 0 && len(v.Layers) > 0 {
		var parts []string
		for _, l := range v.Layers {
			if l.Name != "" {
				parts = append(parts, l.Name+" "+v.Y.amount(l.Ys[i]))
			}
		}
		of := ""
		if len(parts) > 0 {
			of = ", made of " + list(parts)
		}
		s.say("The total is least at %s, where it is %s%s", v.X.amount(v.Xs[i]), v.Y.amount(total[i]), of)
		s.say("It is greatest at %s, where it is %s", v.X.amount(v.Xs[j]), v.Y.amount(total[j]))
	}
	s.marks(v.X, v.VLines)
	return s.String()
}
