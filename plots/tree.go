package plots

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Node is an expression: what it is called and what it is made of. A node with a
// Class is brought out, and its box has that class in the SVG.
type Node struct {
	Label    string
	Children []Node
	Class    string
}

// Tree is an expression as a tree, its root on top: leaves stand side by side, a
// parent over the middle of its children. It is made smaller if it would not fit.
type Tree struct{ Root Node }

func (v Tree) size() (w, h float64) { return panelWidth, 300 }

const (
	nodeHeight = 30
	nodePad    = 6
	nodeGap    = 14
	levelGap   = 50
	labelMost  = 24 // characters; what is longer is cut
)

// A spot is where a node stands: x from the left, depth from the root.
type spot struct {
	Node
	label         string
	x, half       float64
	depth, parent int
}

var nodeText = text{Size: 14, Color: Ink}

// layout places the nodes, each after its parent, and returns how wide and how
// deep the tree is.
func (v Tree) layout() (spots []spot, width float64, depth int) {
	var place func(n Node, parent, level int) int
	place = func(n Node, parent, level int) int {
		s := spot{Node: n, label: shortened(n.Label, labelMost), depth: level, parent: parent}
		// A phone sets the type of a wide panel 1.66 times as wide.
		s.half = math.Max(nodeHeight, 1.7*float64(nodeText.width(s.label))+2*nodePad) / 2
		at := len(spots)
		spots = append(spots, s)
		depth = max(depth, level)
		left := width
		if len(n.Children) == 0 {
			spots[at].x = width + s.half
			width += 2*s.half + nodeGap
			return at
		}
		var first, last int
		for i, child := range n.Children {
			last = place(child, at, level+1)
			if i == 0 {
				first = last
			}
		}
		spots[at].x = (spots[first].x + spots[last].x) / 2
		// A parent wider than what is under it pushes that apart from its neighbours.
		if over := left + s.half - spots[at].x; over > 0 {
			for i := at; i < len(spots); i++ {
				spots[i].x += over
			}
			width += over
		}
		width = math.Max(width, spots[at].x+s.half+nodeGap)
		return at
	}
	place(v.Root, -1, 0)
	return spots, width - nodeGap, depth
}

func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// Draw draws the panel; see [Drawer].
func (v Tree) Draw(c draw.Canvas) {
	const inset = 12
	spots, width, depth := v.layout()
	w, h := size(c)
	k := math.Min(1, (w-2*inset)/width)
	k = math.Min(k, (h-2*inset)/(nodeHeight+levelGap*float64(depth)))
	left := c.Min.X + vg.Length((w-k*width)/2)
	top := c.Max.Y - vg.Length((h-k*(nodeHeight+levelGap*float64(depth)))/2)
	at := func(s spot) vg.Point {
		return vg.Point{X: left + vg.Length(k*s.x), Y: top - vg.Length(k*(nodeHeight/2+levelGap*float64(s.depth)))}
	}
	var edges vg.Path
	for _, s := range spots[1:] {
		edges = append(edges, segment(at(spots[s.parent]), at(s))...)
	}
	strokePath(c, "edges", edges, draw.LineStyle{Color: Soft, Width: 1.2})
	set := nodeText.with(Ink, middle)
	set.Size = math.Max(set.Size*k, tickText.Size) // boxes have room for more
	for _, s := range spots {
		p := at(s)
		path := box(vg.Rectangle{
			Min: vg.Point{X: p.X - vg.Length(k*s.half), Y: p.Y - vg.Length(k*nodeHeight/2)},
			Max: vg.Point{X: p.X + vg.Length(k*s.half), Y: p.Y + vg.Length(k*nodeHeight/2)},
		})
		fillPath(c, "node", path, Paper)
		style := draw.LineStyle{Color: Soft, Width: 1.2}
		if s.Class != "" {
			fillPath(c, "", path, Accent.Fade(0.16))
			style = draw.LineStyle{Color: Accent, Width: 2.4}
		}
		strokePath(c, s.Class, path, style)
	}
	for _, s := range spots {
		p := at(s)
		set.draw(c, p.X, p.Y-vg.Length(0.36*set.Size), s.label)
	}
}

// Describe writes the expression with brackets.
func (v Tree) Describe() string {
	var s sentences
	nodes, leaves := 0, 0
	var lit []string
	var write func(n Node) string
	write = func(n Node) string {
		nodes++
		if n.Class != "" {
			lit = append(lit, n.Label)
		}
		if len(n.Children) == 0 {
			leaves++
			return n.Label
		}
		parts := make([]string, len(n.Children))
		for i, child := range n.Children {
			parts[i] = write(child)
		}
		return fmt.Sprintf("%s of (%s)", n.Label, strings.Join(parts, "; "))
	}
	whole := write(v.Root)
	s.say("A tree of %s, %d of them at the ends", count(nodes, "part"), leaves)
	if nodes <= 16 {
		s.say("From the root: %s", whole)
	} else {
		s.say("Its root is %s", v.Root.Label)
	}
	if len(lit) > 0 && len(lit) <= 6 {
		s.say("Brought out: %s", list(lit))
	}
	return s.String()
}
