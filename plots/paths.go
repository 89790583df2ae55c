package plots

import "gonum.org/v1/plot/vg/draw"

// Paths is quantities against a parameter, usually a logarithmic λ, with a line
// at the value in force and a dot where it meets each curve. Each Line's Xs
// increase.
type Paths struct {
	X, Y   Axis
	Lines  []Line
	At     float64 // the value in force; nothing is marked if it is outside X
	AtName string
	Color  Token  // of that mark; Lambda if zero
	Class  string // of that mark in the SVG, after "mark"
	Marks  []Mark
}

// Draw draws the panel; see [Drawer].
func (v Paths) Draw(c draw.Canvas) { v.curves().Draw(c) }

func (v Paths) frame(w, h float64) frame { return newFrame(w, h, v.X, v.Y) }

func (v Paths) curves() Curves {
	ink := v.Color.or(Lambda)
	c := Curves{X: v.X, Y: v.Y, Lines: v.Lines, Legend: true}
	c.VLines = append([]Mark{{At: v.At, Name: v.AtName, Color: ink, Class: v.Class}}, v.Marks...)
	for _, l := range v.Lines {
		if y, ok := l.at(v.X, v.At); ok {
			c.Markers = append(c.Markers, Marker{X: v.At, Y: y, Color: l.color()})
		}
	}
	return c
}

// at returns the line's value at x, by straight lines on the axis's scale.
func (l Line) at(axis Axis, x float64) (float64, bool) {
	axis = axis.sane()
	t := axis.norm(x)
	for i := 1; i < len(l.Xs); i++ {
		a, b := axis.norm(l.Xs[i-1]), axis.norm(l.Xs[i])
		if a <= t && t <= b && a < b {
			s := (t - a) / (b - a)
			return (1-s)*l.Ys[i-1] + s*l.Ys[i], true
		}
	}
	return 0, false
}

// Describe says where every line has its least value, and its value in force.
func (v Paths) Describe() string {
	var s sentences
	s.say("A plot of %s against %s", v.Y.name("y"), v.X.name("x"))
	var at []string
	for _, l := range v.Lines {
		if i, j, n := extremes(l.Ys); n > 0 && l.Name != "" {
			s.say("The line %s is least at %s, where it is %s", l.Name, v.X.amount(l.Xs[i]), v.Y.amount(l.Ys[i]))
			s.leaves(v.Y, l.Ys[i], l.Ys[j])
		}
		if y, ok := l.at(v.X, v.At); ok && finite(y) {
			at = append(at, l.Name+" is "+v.Y.amount(y))
		}
	}
	if len(at) > 0 {
		s.say("At %s %s", v.X.amount(v.At), list(at))
	}
	return s.String()
}
