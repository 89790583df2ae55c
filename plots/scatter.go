package plots

import (
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
		k.Color = k.Color.or(Categories[i%len(Categories)])
		if k.Shape == 0 {
			k.Shape = Shape(i%shapes) + Disc
		}
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
func (k Class) glyphs(c draw.Canvas, p *plot.Plot, i int) glyphs {
	g := glyphs{class: "points class-" + strconv.Itoa(i+1), shape: k.Shape, color: k.Color, size: vg.Length(k.Size)}
	at, drawn := placed(c, p, k.Points)
	g.at = at
	if drawn == nil {
		g.numbers = k.Index
	}
	for _, j := range drawn {
		g.numbers = append(g.numbers, k.Index[j])
	}
	for j, n := range g.numbers {
		if j != n {
			return g
		}
	}
	g.numbers = nil
	return g
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
