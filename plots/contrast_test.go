package plots

import (
	"image/color"
	"slices"
	"strings"
	"testing"
)

// Every mark on paper stands out 3:1 in both themes, faded or not. What may be faint
// is the grid and a lift's many stems, to find one's way along, and a wash, whose
// outline is looked at. What is in the colour of paper, or dark in both themes, lies on a bar.
func TestMarksStandOut(t *testing.T) {
	const wash = 0.25
	tokens := map[string]Token{}
	for _, token := range Tokens() {
		tokens["var("+token.Var+")"] = token
	}
	for _, s := range Gallery() {
		all := parse(t, s.Panel.AppendSVG(nil))
		if slices.ContainsFunc(all, func(e element) bool { return e.name == "image" }) {
			continue // marks on a picture have a rim
		}
		for _, e := range all {
			for _, what := range []string{"stroke", "fill"} {
				token, ok := tokens[e.attr[what]]
				if !ok || token == Paper || token == Outline || strings.Contains(e.attr["class"], "grid") ||
					token == Soft && e.attr["class"] == "stems" {
					continue
				}
				alpha := 1.0
				if a := e.attr[what+"-opacity"]; a != "" {
					alpha = atof(t, a)
				}
				if what == "fill" && alpha <= wash {
					continue
				}
				for theme, pick := range themes {
					if c := contrast(over(pick(token), pick(Paper), alpha), pick(Paper)); c < 3 {
						t.Errorf("%s, %s: <%s class=%q> has the %s %s at %.3g, contrast %.2f", s.Name, theme, e.name,
							e.attr["class"], what, token.Var, alpha, c)
					}
				}
			}
		}
	}
}

// shadeOn is what is seen of a colour on paper.
func shadeOn(c color.Color, paper color.NRGBA) color.NRGBA {
	shade := color.NRGBAModel.Convert(c).(color.NRGBA)
	return over(shade, paper, float64(shade.A)/255)
}

// over is what is seen of a at that opacity over b.
func over(a, b color.NRGBA, alpha float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(alpha*float64(a) + (1-alpha)*float64(b) + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
