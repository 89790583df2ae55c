package views

import (
	"math"

	"github.com/gramophone-course/gramophone/plots"
)

// Sheet is how the figure's panels stand in a file, in columns: shaped as on its page, each main panel in a
// column of its own, the others under each other at their right. One main panel is as high as the others, and they
// are as high as it, as far as their proportions allow. A figure without a posture keeps its own columns.
func (f Figure) Sheet() [][]plots.Panel {
	s := stageOf(f.Picture.Columns)
	if s.posture == "" {
		return f.Picture.Columns
	}
	var columns [][]plots.Panel
	others, high := stacked(s.others), 0.0
	for _, p := range s.leads {
		if len(s.leads) == 1 {
			p = heightened(p, others)
		}
		columns = append(columns, []plots.Panel{p})
		high = math.Max(high, stacked([]plots.Panel{p}))
	}
	if len(s.others) == 0 {
		return columns
	}
	const tallest = 1.3 // in widths, that one of the others becomes
	for i, p := range s.others {
		w, h := p.Size()
		to := h + (high-others)/float64(len(s.others))
		if _, rows := p.Plot.(plots.Tiles); !rows && !p.Proportioned() {
			s.others[i] = heightened(p, math.Max(h, math.Min(to, tallest*w)))
		}
	}
	return append(columns, s.others)
}

// stacked is the height, in px, of panels under each other.
func stacked(panels []plots.Panel) (height float64) {
	for _, p := range panels {
		_, h := p.Size()
		height += h
	}
	return height
}

// heightened is the panel with its heading at least so many px high, and where its proportions are
// those of its data, wider in the same measure.
func heightened(p plots.Panel, height float64) plots.Panel {
	w, h := p.Size()
	_, body := p.Body()
	switch {
	case h >= height:
		return p
	case p.Proportioned():
		return p.Shaped(math.Round(w*(height-h+body)/body), 0)
	}
	return p.Shaped(w, body+height-h)
}
