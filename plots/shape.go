package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Shape tells the points of one class from those of another without colour.
// Zero is the shape of the class's place: the first has discs, the second
// triangles and so on.
type Shape int

const (
	Disc Shape = iota + 1
	Triangle
	Square
	Diamond
	Cross
	shapes = iota
	Star   = Shape(shapes) + 1 // of no class: a reader's new point
)

// or is the shape of the i-th class if s is zero. Each round of shapes begins one on: the sixth
// hue is near the first, and has another shape.
func (s Shape) or(i int) Shape {
	if s == 0 {
		return Shape((i+i/shapes)%shapes) + Disc
	}
	return s
}

// category is the colour of the i-th class, layer or series.
func category(i int) Token { return Categories[i%len(Categories)] }

// className is what the i-th class is called in a sentence.
func className(name string, i int) string {
	if name == "" {
		return "class " + strconv.Itoa(i+1)
	}
	return name
}

// String names the shape.
func (s Shape) String() string {
	if s < Disc || s > Star {
		return "point"
	}
	return [...]string{"disc", "triangle", "square", "diamond", "cross", "star"}[s-Disc]
}

// count writes "1 disc", "12 crosses".
func (s Shape) count(n int) string {
	if s == Cross && n != 1 {
		return strconv.Itoa(n) + " crosses"
	}
	return count(n, s.String())
}

// outline returns the corners of the shape around (0, 0), none for a disc. All
// shapes of one size look equally large: their areas are about that of a disc of
// that diameter. Corners are tenths, so that every mark of a path is the same.
func (s Shape) outline(size vg.Length) []vg.Point {
	var corners []vg.Point
	switch s {
	case Triangle:
		corners = []vg.Point{{X: -0.62, Y: -0.42}, {X: 0, Y: 0.68}, {X: 0.62, Y: -0.42}}
	case Square:
		corners = []vg.Point{{X: -0.46, Y: -0.46}, {X: -0.46, Y: 0.46}, {X: 0.46, Y: 0.46}, {X: 0.46, Y: -0.46}}
	case Diamond:
		corners = []vg.Point{{X: -0.62, Y: 0}, {X: 0, Y: 0.62}, {X: 0.62, Y: 0}, {X: 0, Y: -0.62}}
	case Cross:
		const far, near, in = 0.58, 0.34, 0.24 // arms of width √2·in
		corners = []vg.Point{
			{X: 0, Y: in}, {X: near, Y: far}, {X: far, Y: near}, {X: in, Y: 0},
			{X: far, Y: -near}, {X: near, Y: -far}, {X: 0, Y: -in}, {X: -near, Y: -far},
			{X: -far, Y: -near}, {X: -in, Y: 0}, {X: -far, Y: near}, {X: -near, Y: far},
		}
	case Star:
		const points, far, near = 5, 0.82, 0.36
		for i := range 2 * points {
			r := [...]float64{far, near}[i%2]
			sin, cos := math.Sincos(math.Pi * float64(i) / points)
			corners = append(corners, vg.Point{X: vg.Length(r * sin), Y: vg.Length(r * cos)})
		}
	}
	for i := range corners {
		corners[i] = vg.Point{X: toTenth(size * corners[i].X), Y: toTenth(size * corners[i].Y)}
	}
	return corners
}

func toTenth(v vg.Length) vg.Length { return vg.Length(math.Round(10*float64(v))) / 10 }

// glyphs are the marks of one class: one path, every mark a subpath of it.
type glyphs struct {
	class   string
	at      []vg.Point
	numbers []int // of the data drawn; nil if 0, 1, 2 …
	shape   Shape
	color   Token
	size    vg.Length // px
	on      ground
}

// A ground is what marks lie on, which says what rim they need.
type ground int

const (
	onPaper   ground = iota // none
	onShade                 // one of paper
	onPicture               // white within dark, to be seen on every colour
)

// ground is what lies under marks on a picture of that scale.
func (s Scale) ground() ground {
	if s.Ramp.pale() {
		return onShade
	}
	return onPicture
}

func (g glyphs) draw(c draw.Canvas) {
	if len(g.at) == 0 {
		return
	}
	const inner, outer = 1.4, 2.2 // px of the rim
	corners := g.shape.outline(g.size)
	if corners == nil {
		switch g.on {
		case onShade:
			discs(c, "", g.at, Paper, g.size+2*inner)
		case onPicture:
			discs(c, "", g.at, Outline, g.size+2*outer)
			discs(c, "", g.at, White, g.size+2*inner)
		}
		numbered(c, g.numbers)
		discs(c, g.class, g.at, g.color, g.size)
		return
	}
	path := make(vg.Path, 0, len(g.at)*(len(corners)+1))
	for _, p := range g.at {
		p = vg.Point{X: toTenth(p.X), Y: toTenth(p.Y)}
		for i, d := range corners {
			if i == 0 {
				path.Move(p.Add(d))
			} else {
				path.Line(p.Add(d))
			}
		}
		path.Close()
	}
	switch g.on {
	case onShade:
		strokePath(c, "", path, draw.LineStyle{Color: Paper, Width: 2 * inner})
	case onPicture:
		strokePath(c, "", path, draw.LineStyle{Color: Outline, Width: 2 * outer})
		strokePath(c, "", path, draw.LineStyle{Color: White, Width: 2 * inner})
	}
	numbered(c, g.numbers)
	fillPath(c, g.class, path, g.color)
}

func (g glyphs) sample(c draw.Canvas, mid vg.Point) {
	g.class, g.at, g.numbers = "", []vg.Point{mid}, nil
	g.draw(c)
}
