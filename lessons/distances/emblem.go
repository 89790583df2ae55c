package distances

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

// emblem is the top of the tree, down to twelve clusters.
func emblem(p *course.Picture) plots.Emblem {
	const leaves = 12
	a, b, height := p.Column("merges", "a"), p.Column("merges", "b"), p.Column("merges", "height")
	n := len(height) + 1
	floor := height[n-leaves] - 0.06
	v := plots.Pane{X: plots.Axis{Min: -0.7, Max: leaves - 0.3}, Y: plots.Axis{Min: floor, Max: height[n-2] + 0.05}}
	colours, next := 0, 0.0
	var draw func(node int, ink plots.Token) (x, y float64)
	draw = func(node int, ink plots.Token) (x, y float64) {
		merge := node - n
		if merge < n-leaves {
			next++
			return next - 1, floor
		}
		inks := [2]plots.Token{ink, ink}
		if merge >= n-3 {
			for i, child := range []int{int(a[merge]), int(b[merge])} {
				if child-n < n-3 {
					inks[i] = plots.Categories[colours]
					colours++
				}
			}
		}
		x0, y0 := draw(int(a[merge]), inks[0])
		x1, y1 := draw(int(b[merge]), inks[1])
		v.Parts = append(v.Parts,
			plots.Stroke{Xs: []float64{x0, x0}, Ys: []float64{y0, height[merge]}, Color: inks[0]},
			plots.Stroke{Xs: []float64{x1, x1}, Ys: []float64{y1, height[merge]}, Color: inks[1]},
			plots.Stroke{Xs: []float64{x0, x1}, Ys: []float64{height[merge], height[merge]}, Color: ink})
		return (x0 + x1) / 2, height[merge]
	}
	draw(2*n-2, plots.Soft)
	return plots.Emblem{v}
}
