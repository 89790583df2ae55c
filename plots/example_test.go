package plots_test

import (
	"fmt"
	"strings"

	"github.com/gramophone-course/gramophone/plots"
)

func ExampleCurves() {
	svg := plots.Panel{
		ID:    "fit",
		Title: "A fit",
		Plot: plots.Curves{
			X:      plots.Axis{Label: "x", Min: 0, Max: 4},
			Y:      plots.Axis{Label: "y", Min: 0, Max: 2},
			Points: []plots.Point{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 4, Y: 1}},
			Lines:  []plots.Line{{Xs: []float64{0, 2, 4}, Ys: []float64{0, 1.5, 1}, Class: "curve"}},
		},
	}.AppendSVG(nil)
	for _, path := range strings.Split(string(svg), "<") {
		if strings.Contains(path, `"points"`) || strings.Contains(path, `"curve"`) {
			fmt.Println(strings.ReplaceAll("<"+path, " d=", "\n  d="))
		}
	}
	// Output:
	// <path class="points" stroke="var(--point)" opacity="0.62" stroke-width="5.4" stroke-linecap="round"
	//   d="M68 337h0m238-270h0m238 135h0"/>
	// <path class="curve" stroke="var(--curve)" stroke-width="2.6"
	//   d="M68 337L306 134.5 544 202"/>
}
