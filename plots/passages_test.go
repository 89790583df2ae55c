package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestPassages(t *testing.T) {
	shares := make([]float64, 11)
	shares[4], shares[5], shares[6] = 0.5, 1, math.NaN()
	v := Passages{Texts: []Passage{{Name: "one", Text: "the cat sat", Shares: shares}, {Name: "two", Text: ""}}}
	wantEqual(t, "it says", v.Describe(),
		"2 texts, letter by letter. In one 2 of 11 letters are lit, most “ca”. In two no "+
			"letter is lit.")
	svg := string(Panel{ID: "p", Plot: v}.AppendSVG(nil))
	wantCount(t, []byte(svg), "shared", 2) // shares 0.5 and 1
	for _, letter := range []string{">c</text>", ">·</text>"} {
		if !strings.Contains(svg, letter) {
			t.Errorf("no %s", letter)
		}
	}
	checkSound(t, "passages", v)
	checkSound(t, "none", Passages{})
}

// A line breaks at a space, a word longer than a line where it ends, and no letter is lost.
func TestPassageLines(t *testing.T) {
	for text, want := range map[string][]int{
		"":                           {0, 0},
		"short":                      {0, 5},
		strings.Repeat("x", 60):      {0, 26, 52, 60},
		"twelve is not many letters": {0, 26},
		"somebody left a red umbrella on the bus": {0, 20, 39},
	} {
		wantEqual(t, text+" breaks", Passage{Text: text}.lines(), want)
	}
}

// Groups have their names, and lines between; Counted numbers entries from 1.
func TestHeatmapGroups(t *testing.T) {
	v := Heatmap{Values: mat.NewDense(3, 3, nil), Groups: []Group{{"ab", 2}, {"c", 1}}, Counted: true}
	svg := string(svgFrom(v))
	for _, want := range []string{
		">ab</text>", ">c</text>", `class="groups"`, `data-x="0.5 3.5 lin"`, `data-y="3.5 0.5 lin"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(svg, "x₁") {
		t.Error("the first row has two names")
	}
	checkSound(t, "groups", v)
	v.Row, v.Col = "row", "column"
	p := Panel{ID: "a", Plot: v}.Projected()
	if shown := words(t, p.AppendSVG(nil)); slices.Contains(shown, "row") || slices.Contains(shown, "column") {
		t.Errorf("on the projector names stand beside those of groups: %q", shown)
	}
	if keys := p.Legend().Keys; len(keys) != 1 || keys[0].Name != "row down, column across" {
		t.Errorf("the legend has %+v", keys)
	}
}
