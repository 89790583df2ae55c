package plots

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var discs12 = regexp.MustCompile(`<circle class="disc" cx="([\d.]+)" cy="([\d.]+)" r="12"/>`)

// lettersOf are where the letters of an SVG's guesses stand.
func lettersOf(t *testing.T, svg string) [][2]float64 {
	var all [][2]float64
	for _, m := range discs12.FindAllStringSubmatch(svg, -1) {
		x, errX := strconv.ParseFloat(m[1], 64)
		y, errY := strconv.ParseFloat(m[2], 64)
		if errX != nil || errY != nil {
			t.Fatal(m)
		}
		all = append(all, [2]float64{x, y})
	}
	return all
}

// Letters stand in the frame, apart from each other, also where curves meet and on a
// phone's drawing; that of a place stands at the place.
func TestLettersStandApart(t *testing.T) {
	x := Axis{Max: 10}
	var xs, up, wave []float64
	for v := 0.0; v <= 10; v += 0.25 {
		xs, up, wave = append(xs, v), append(up, v/10), append(wave, math.Sin(v))
	}
	guesses := Guesses{Class: "g1", All: []Guess{{[]float64{0, 10}, []float64{0, 0}}, {xs, up}, {xs, wave},
		{[]float64{9, 9.5}, []float64{5, math.NaN()}}, {[]float64{10}, []float64{1}}}}
	for _, width := range []float64{358, 640} {
		p := Panel{ID: "a", Width: width, Height: 300, Plot: Curves{X: x, Y: Axis{Min: -1, Max: 1}},
			Guesses: []Guesses{guesses}}
		at := lettersOf(t, string(p.AppendSVG(nil)))
		if len(at) != 4 { // of the one above the frame nothing is to be seen
			t.Fatalf("%v px wide there are %d letters", width, len(at))
		}
		for i, a := range at {
			for _, b := range at[:i] {
				if d := math.Hypot(a[0]-b[0], a[1]-b[1]); d < 44 {
					t.Errorf("%v px wide two letters are %.0f px apart", width, d)
				}
			}
			if a[0] < marginLeft || a[0] > width-marginRight || a[1] < marginTop || a[1] > 300-marginBottom {
				t.Errorf("%v px wide a letter stands at %v, beside the frame", width, a)
			}
		}
		if last := at[3]; last != [2]float64{width - marginRight, marginTop} {
			t.Errorf("%v px wide the letter of the corner stands at %v", width, last)
		}
	}
}

// Where there is nothing to choose the group is there, so that a picture keeps its parts;
// a panel without guesses has none, and one without a frame draws none.
func TestGuessesKeepTheirPlace(t *testing.T) {
	for name, c := range map[string]struct {
		panel Panel
		has   string
	}{
		"none": {Panel{ID: "a", Plot: Curves{}}, ""},
		"empty": {Panel{ID: "a", Plot: Curves{}, Guesses: []Guesses{{Class: "g2"}}},
			`<g class="guesses g2"></g></svg>`},
		"no frame": {Panel{ID: "a", Plot: Tree{}, Guesses: []Guesses{{Class: "g2"}}}, ""},
	} {
		svg := string(c.panel.AppendSVG(nil))
		if strings.Contains(svg, "guesses") != (c.has != "") || !strings.Contains(svg, c.has) {
			t.Errorf("%s: %s", name, svg)
		}
	}
}

func TestLineOfAClass(t *testing.T) {
	p := Panel{Plot: Paths{Lines: []Line{{Name: "a", Class: "curve t-fit"}, {Name: "b", Class: "curves"}}}}
	if l, ok := p.Line("curve"); !ok || l.Name != "a" {
		t.Errorf("the line of class curve is %q", l.Name)
	}
	if _, ok := p.Line("fit"); ok {
		t.Error("there is a line of a part of a class")
	}
}

func TestAGuessIsCut(t *testing.T) {
	g := Guess{[]float64{1, 2, 4}, []float64{10, 20, 0}}
	if from, to := g.From(1.5), g.To(2); len(from.Xs) != 2 || from.Ys[0] != 20 || len(to.Xs) != 2 || to.Ys[1] != 20 ||
		len(g.To(0).Xs) != 0 {
		t.Errorf("from 1.5 on it is %v, and up to 2 %v", from, to)
	}
	for x, y := range map[float64]float64{0: 10, 1: 10, 1.5: 15, 3: 10, 4: 0, 9: 0} {
		wantEqual(t, fmt.Sprintf("at %v", x), g.At(x), y)
	}
}
