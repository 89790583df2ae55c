package plots

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Legend is what else stands above the frame of a panel, for a page that has it elsewhere
// and in its own type.
type Legend struct {
	Title string
	Bar   *ColourBar // nil where no colours stand for numbers
	Keys  []Key
}

// A ColourBar says which colours stand for which numbers: Ramp, an <svg>, from Low to High.
type ColourBar struct{ Label, Low, High, Ramp string }

// A Key names what is drawn as Sample, an <svg>; where that is empty it is a note.
type Key struct{ Name, Sample string }

// Legend returns what a projected panel has apart from its picture, as its picture would
// show it; of one that has it in the picture, nothing.
func (p Panel) Legend() Legend {
	if !p.apart {
		return Legend{}
	}
	w, h := p.Size()
	s := newSVG(nil, h)
	s.legend = &Legend{Title: p.Title}
	p.draw(draw.NewCanvas(s, vg.Length(w), vg.Length(h)))
	return *s.legend
}

// legendOf is the legend that the canvas under c takes apart from its picture, or nil.
func legendOf(c vg.Canvas) *Legend {
	if s := svgOf(c); s != nil {
		return s.legend
	}
	return nil
}

// add takes a key's entries.
func (l *Legend) add(k key) {
	const size = 22 // px: the greatest mark with its rim
	for _, e := range k {
		mark := Key{Name: e.name}
		if e.of != nil {
			mark.Sample = picture("sample", keySample+2, size, func(c draw.Canvas) {
				e.of.sample(c, vg.Point{X: keySample/2 + 1, Y: size / 2})
			})
		}
		l.Keys = append(l.Keys, mark)
	}
}

// bar takes a colour-bar with what is written at its ends.
func (l *Legend) bar(r Ramp, label, low, high string) {
	const width, height = 96, 14
	l.Bar = &ColourBar{label, low, high, picture("ramp", width, height, func(c draw.Canvas) {
		drawRaster(c, "", c.Rectangle, bars()[r])
	})}
}

// picture is an <svg> of that class and size that says nothing of its own.
func picture(class string, width, height float64, paint func(draw.Canvas)) string {
	s := newSVG(nil, height)
	s.open("svg")
	s.attr("class", class)
	s.attr("viewBox", "0 0 "+brief(width)+" "+brief(height))
	s.attr("fill", "none")
	s.attr("stroke-linejoin", "round")
	s.attr("aria-hidden", "true")
	s.buf = append(s.buf, '>')
	paint(draw.NewCanvas(s, vg.Length(width), vg.Length(height)))
	s.endRun()
	return string(append(s.buf, "</svg>"...))
}
