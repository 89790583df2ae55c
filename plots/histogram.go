package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Histogram counts values in equal bins over X; values outside X are left out.
// On a Log axis the bins are equal in the logarithm.
type Histogram struct {
	X      Axis
	Count  string // name of the vertical axis: what is counted
	Values []float64
	Bins   int // 40 if zero
	Marks  []Mark
}

// Draw draws the panel; see [Drawer].
func (v Histogram) Draw(c draw.Canvas) {
	counts := v.counts()
	w, h := size(c)
	f := v.over(w, h, counts)
	f.draw(c, axes{f.x, f.y, true}, bins(counts), marks(v.Marks))
}

func (v Histogram) size() (w, h float64) { return panelWidth, 260 }

func (v Histogram) frame(w, h float64) frame { return v.over(w, h, v.counts()) }

func (v Histogram) over(w, h float64, counts []int) frame {
	most := 1
	for _, n := range counts {
		most = max(most, n)
	}
	return newFrame(w, h, v.X, Axis{Label: v.Count, Max: 1.06 * float64(most)})
}

func (v Histogram) counts() []int {
	n := v.Bins
	if n <= 0 {
		n = 40
	}
	counts, x := make([]int, n), v.X.sane()
	for _, value := range v.Values {
		if t := x.norm(value); t >= 0 && t <= 1 {
			counts[min(int(t*float64(n)), n-1)]++
		}
	}
	return counts
}

// bins are bars from zero, in one path. They lie a pixel apart.
type bins []int

func (b bins) plot(c draw.Canvas, p *frame) {
	var path vg.Path
	width := (c.Max.X - c.Min.X) / vg.Length(len(b))
	for i, n := range b {
		if n == 0 {
			continue
		}
		x0 := c.Min.X + width*vg.Length(i)
		x1, y := x0+width-1, c.Y(math.Min(p.y.norm(float64(n)), 1))
		path = appendPolygon(path, vg.Point{X: x0, Y: c.Min.Y}, vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y},
			vg.Point{X: x1, Y: c.Min.Y})
	}
	if len(path) > 0 {
		fillPath(c, "bins", path, Data.Fade(0.5))
	}
}

// Describe says how many values there are and where most of them lie.
func (v Histogram) Describe() string {
	var s sentences
	counts, x := v.counts(), v.X.sane()
	all, fullest := 0, 0
	for i, n := range counts {
		all += n
		if n > counts[fullest] {
			fullest = i
		}
	}
	s.say("A histogram of %s, %s in %s", x.name("x"), count(all, "value"), count(len(counts), "bin"))
	if all > 0 {
		n := float64(len(counts))
		s.say("The fullest bin, from %s to %s, holds %d", x.amount(x.value(float64(fullest)/n)),
			x.amount(x.value(float64(fullest+1)/n)), counts[fullest])
	}
	s.marks(x, v.Marks)
	return s.String()
}
