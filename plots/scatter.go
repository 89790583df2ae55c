package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Scatter is points of classes in the plane. What leaves the frame is not drawn.
type Scatter struct {
	X, Y      Axis
	Classes   []Class
	Rings     []int    // numbers of points to draw a ring around, as support vectors
	Highlight []int    // numbers of points to bring out
	Numbers   bool     // the number of every point beside it, counted from 1
	Names     []string // of the points by number, beside them where there is room; up to 40
	Leaders   bool     // a name without room beside its mark stands at the end of a line
	Before    []Class  // where points were: small and pale, under all others, unnamed
	Images    *Images  // of the points, drawn over them where there is room; nil for none
	Signed    *Signed  // numbers on points, drawn under them by sign and size; nil for none
	Lines     []Line
	Markers   []Marker
	Equal     bool // one unit is as long in x as in y
	Keyless   bool // a plot beside it names the classes
}

func (v Scatter) size() (w, h float64) { return planeSize(v.Equal, v.X, v.Y) }

func (v Scatter) fit(width float64) float64 {
	if !v.Equal {
		return 0
	}
	return planeHeight(true, v.X, v.Y, width) + v.third(width)
}

// third is the room for a third row of the legend, where a small panel has need of one.
func (v Scatter) third(width float64) float64 {
	k := v.key(inOrder(v.Classes))
	if _, _, last := k.lay(width - marginLeft - marginRight); last < 2 || width >= narrow {
		return 0
	}
	return keyRow
}

func (v Scatter) frame(w, h float64) frame {
	f := newFrame(w, h-v.third(w), v.X, v.Y)
	if v.Equal {
		f = f.equal()
	}
	return f
}

// Draw draws the panel; see [Drawer].
func (v Scatter) Draw(c draw.Canvas) {
	f := v.frame(size(c))
	classes := inOrder(v.Classes)
	ps := []inFrame{axes{f.x, f.y, true}}
	for _, l := range v.Lines {
		ps = append(ps, l)
	}
	if len(v.Before) > 0 {
		ps = append(ps, before(v.Before))
	}
	on := onPaper
	if v.Signed != nil {
		ps, on = append(ps, v.Signed), onShade
	}
	ps = append(ps, scatter{classes, v.Rings, v.Highlight, v.Numbers, on})
	if v.Images != nil {
		ps = append(ps, pictured{v.Images, classes, v.Highlight})
	}
	if v.Names != nil {
		ps = append(ps, pointNames{v.Names, v.Leaders, classes, v.Markers, v.Lines})
	}
	ps = append(ps, together(around(v.Markers, classes)))
	f.draw(c, append(ps, threeRows(v.key(classes)))...)
}

func (v Scatter) key(classes []Class) key {
	var k key
	if !v.Keyless {
		k = classKey(classes)
	}
	if v.Signed != nil {
		k = append(k, v.Signed.key()...)
	}
	return k.lines(v.Lines)
}

// pictured draws images over points.
type pictured struct {
	*Images
	classes   []Class
	highlight []int
}

func (v pictured) plot(c draw.Canvas, p *frame) { v.draw(c, p, v.classes, v.highlight) }

// before draws points of classes as they were.
type before []Class

func (v before) plot(c draw.Canvas, p *frame) {
	for i, k := range inOrder(v) {
		g := k.glyphs(c, p, i)
		g.class, g.color, g.size, g.numbers = "earlier", Ghost, 4, nil
		g.draw(c)
	}
}

// scatter draws points, with nothing left to be guessed, into a frame.
type scatter struct {
	classes          []Class
	rings, highlight []int
	numbers          bool
	on               ground
}

func (v scatter) plot(c draw.Canvas, p *frame) {
	var rings, high vg.Path
	for i, k := range v.classes {
		g := k.glyphs(c, p, i)
		g.on = v.on
		g.draw(c)
		for j, at := range g.at {
			n := g.numbers[j]
			if slices.Contains(v.rings, n) {
				rings = ring(rings, at, g.size/2+3)
			}
			if slices.Contains(v.highlight, n) {
				high = ring(high, at, g.size/2+5)
			}
		}
	}
	ink := Ink
	switch v.on {
	case onShade:
		strokePath(c, "", rings, draw.LineStyle{Color: Paper, Width: 3.2})
	case onPicture:
		strokePath(c, "", rings, draw.LineStyle{Color: White, Width: 3.2})
		ink = Outline
	}
	strokePath(c, "rings", rings, draw.LineStyle{Color: ink, Width: 1.3})
	strokePath(c, "high", high, draw.LineStyle{Color: Accent, Width: 3})
	if !v.numbers {
		return
	}
	set := tickText.with(Soft, start)
	for _, k := range v.classes {
		for j, pt := range k.Points {
			if at, _ := placed(c, p, []Point{pt}); len(at) == 1 {
				set.draw(c, at[0].X+vg.Length(k.Size)/2+2, at[0].Y+3, strconv.Itoa(k.Index[j]+1))
			}
		}
	}
}

// ring appends a circle.
func ring(path vg.Path, at vg.Point, radius vg.Length) vg.Path {
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// Describe says how many points of each class there are and around which place.
func (v Scatter) Describe() string {
	var s sentences
	n := 0
	for _, k := range v.Classes {
		n += len(k.Points)
	}
	s.say("A plot of %s against %s, with %s", v.Y.name("y"), v.X.name("x"), count(n, "point"))
	s.classes(inOrder(v.Classes))
	if 0 < len(v.Names) && len(v.Names) <= mostNamed {
		s.say("Points have their names beside them, where there is room")
	}
	s.rings(v.Rings)
	s.signed(v.Signed)
	if v.Images != nil {
		s.say("Where there is room points are drawn as their pictures, %d × %d pixels", v.Images.Side, v.Images.Side)
	}
	s.lines(v.X, v.Y, v.Lines)
	return s.String()
}

func (s *sentences) rings(numbers []int) {
	if n := len(numbers); n > 0 {
		verb := "have"
		if n == 1 {
			verb = "has"
		}
		s.say("%s %s a ring", count(n, "point"), verb)
	}
}

// classes says in one sentence how many points of every class there are and, of
// a few classes, where their middles lie.
func (s *sentences) classes(classes []Class) {
	const few = 4
	var parts []string
	for i, k := range classes {
		var x, y, n float64
		for _, p := range k.Points {
			if finite(p.X) && finite(p.Y) {
				n++
				x += (p.X - x) / n
				y += (p.Y - y) / n
			}
		}
		part := k.Shape.count(len(k.Points)) + " of " + className(k.Name, i)
		if n > 0 && len(classes) <= few && finite(x) && finite(y) {
			part += fmt.Sprintf(" around (%s, %s)", brief(x), brief(y))
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		s.say("The classes: %s", list(parts))
	}
}

// A Class is the points of one kind, told from others by colour and shape.
type Class struct {
	Name   string // in the legend; "" for none
	Points []Point
	Index  []int   // numbers of the points among all data; counted on from class to class if nil
	Color  Token   // of the class's place in Categories if zero
	Shape  Shape   // of the class's place if zero
	Size   float64 // px; 7 if zero
}

// inOrder returns the classes with nothing left to be guessed.
//
// It panics if an Index does not number its class's points.
func inOrder(classes []Class) []Class {
	classes = slices.Clone(classes)
	n := 0
	for i := range classes {
		k := &classes[i]
		k.Color, k.Shape = k.Color.or(category(i)), k.Shape.or(i)
		if k.Size == 0 {
			k.Size = 7
		}
		if k.Index == nil {
			k.Index = make([]int, len(k.Points))
			for j := range k.Index {
				k.Index[j] = n + j
			}
		}
		if len(k.Index) != len(k.Points) {
			panic("plots: a class's Index and Points differ in length")
		}
		n += len(k.Points)
	}
	return classes
}

// glyphs are the marks of the i-th class at its points in the frame.
func (k Class) glyphs(c draw.Canvas, p *frame, i int) glyphs {
	g := glyphs{class: "points class-" + strconv.Itoa(i+1), shape: k.Shape, color: k.Color, size: vg.Length(k.Size)}
	at, drawn := placed(c, p, k.Points)
	g.at = at
	if drawn == nil {
		g.numbers = k.Index
	}
	for _, j := range drawn {
		g.numbers = append(g.numbers, k.Index[j])
	}
	return g
}

// places are where the marks lie.
func (v scatter) places(c draw.Canvas, p *frame) []vg.Point {
	var all []vg.Point
	for i, k := range v.classes {
		all = append(all, k.glyphs(c, p, i).at...)
	}
	return all
}

// classKey names the classes in a legend.
func classKey(classes []Class) key {
	var k key
	for _, c := range classes {
		if c.Name != "" {
			k = append(k, entry{c.Name, glyphs{shape: c.Shape, color: c.Color, size: vg.Length(c.Size)}})
		}
	}
	return k
}
