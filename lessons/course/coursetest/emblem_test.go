package coursetest

import (
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/plots"
)

// A pane whose axis is that of other data, and one with room for far more, are found.
func TestLostIsFound(t *testing.T) {
	xs, ys := []float64{0, 1, 2, 3, 9}, []float64{330, 343, 336, 338, 500}
	for axis, right := range map[plots.Axis]bool{
		{Min: 328, Max: 345}: true, {Min: 341, Max: 359}: false, {Min: 300, Max: 400}: false,
	} {
		pane := plots.Pane{X: plots.Axis{Max: 4}, Y: axis, Parts: []plots.Part{plots.Dots{Xs: xs, Ys: ys}}}
		if n, fault := lost(pane); n != 4 || (fault == "") != right {
			t.Errorf("%v: %d points, %q", axis, n, fault)
		}
	}
}

// A small picture that is none is found.
func TestThinIsFound(t *testing.T) {
	const line = `<path stroke="var(--accent)" stroke-width="2" d="M0 0h9"/>`
	for svg, right := range map[string]bool{
		line: true, "<svg></svg>": false, line + strings.Repeat("<text>a</text>", 13): false,
		`<path stroke="var(--accent)" stroke-width="1" d="M0 0h9"/>`:    false,
		`<path class="dots" d="` + strings.Repeat("M1 1h0", 41) + `"/>`: false,
		line + `<path d="M0 NaN"/>`:                                     false,
		`<path stroke="var(--line)" stroke-width="1" d="M0 0h9"/>`:      true,
	} {
		if fault := thin(svg); (fault == "") != right {
			t.Errorf("%.80s: %q", svg, fault)
		}
	}
}
