package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Signed is numbers of either sign on points, as the coefficients of a sum over the
// data: on each a mark whose area is in proportion to the number's size, a disc where it
// is positive and a square where it is negative. Points whose number is not finite, or so
// small that its mark would be less than a pixel wide, have none.
type Signed struct {
	Name    string // of the numbers, in the legend: "c"; "" for none
	Points  []Point
	Values  []float64 // one for each point
	Largest float64   // the size of a number whose mark is as large as marks are; if zero the largest there is
}

// signedSize is how wide the largest mark is, in px.
const signedSize = 40

// signs are how the marks look: those of positive numbers, and of negative ones.
var signs = [2]struct {
	class, name string
	color       Token
}{{"positive", " > 0", Categories[0]}, {"negative", " < 0", Categories[1]}}

// side is how wide the mark of a number is, as a disc; a square of its area is narrower.
func (v *Signed) side(value, largest float64) vg.Length {
	if !finite(value) || !(largest > 0) {
		return 0
	}
	return vg.Length(signedSize * math.Sqrt(math.Min(math.Abs(value)/largest, 1)))
}

func (v *Signed) largest() float64 {
	if v.Largest > 0 {
		return v.Largest
	}
	most := 0.0
	for _, x := range v.Values {
		if finite(x) {
			most = math.Max(most, math.Abs(x))
		}
	}
	return most
}

// signedMark appends a disc of that width, or a square of its area.
func signedMark(path vg.Path, at vg.Point, width vg.Length, negative bool) vg.Path {
	if !negative {
		return ring(path, at, width/2)
	}
	half := width * vg.Length(math.Sqrt(math.Pi)/4)
	return append(path, box(vg.Rectangle{Min: vg.Point{X: at.X - half, Y: at.Y - half},
		Max: vg.Point{X: at.X + half, Y: at.Y + half}})...)
}

// plot draws the marks into the frame. It panics if Points and Values differ in length.
func (v *Signed) plot(c draw.Canvas, p *frame) {
	if len(v.Points) != len(v.Values) {
		panic("plots: Signed's Points and Values differ in length")
	}
	largest := v.largest()
	var paths [2]vg.Path
	at, drawn := placed(c, p, v.Points)
	for i, pt := range at {
		j := i
		if drawn != nil {
			j = drawn[i]
		}
		sign := 0
		if v.Values[j] < 0 {
			sign = 1
		}
		if width := v.side(v.Values[j], largest); width >= 1 {
			paths[sign] = signedMark(paths[sign], pt, width, sign == 1)
		}
	}
	for sign, path := range paths {
		if len(path) > 0 {
			signedInk(c, "signed "+signs[sign].class, sign, path)
		}
	}
}

// signedInk draws marks of one sign: paler than their edge.
func signedInk(c draw.Canvas, class string, sign int, path vg.Path) {
	s := signs[sign]
	fillPath(c, class, path, s.color.Fade(faint))
	strokePath(c, "", path, draw.LineStyle{Color: s.color, Width: 1.6})
}

// signSample is the mark of a sign in a legend.
type signSample int

func (s signSample) sample(c draw.Canvas, mid vg.Point) {
	signedInk(c, "", int(s), signedMark(nil, mid, 11, s == 1))
}

// key names both signs.
func (v *Signed) key() key {
	if v.Name == "" {
		return nil
	}
	var k key
	for sign, s := range signs {
		k = append(k, entry{v.Name + s.name, signSample(sign)})
	}
	return k
}

// signed says how many numbers there are of each sign, and which is the largest in size.
func (s *sentences) signed(v *Signed) {
	if v == nil {
		return
	}
	positive, negative, most, _ := bySign(v.Values)
	name := "The numbers on them"
	if v.Name != "" {
		name = "The numbers " + v.Name + " on them"
	}
	s.say("%s: %d positive, as discs, %d negative, as squares", name, positive, negative)
	if most >= 0 && v.Values[most] != 0 {
		s.say("The largest in size is %s, on point %d", brief(v.Values[most]), most+1)
	}
}
