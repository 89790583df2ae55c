package plots

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A contour passes where the function has the level: exactly along grid lines
// when the function is linear along them.
func TestContoursHaveTheirLevel(t *testing.T) {
	const n, a = 31, 2.0
	for name, f := range map[string]func(x, y float64) float64{
		"plane":  func(x, y float64) float64 { return 3*x - y + 0.5 },
		"saddle": func(x, y float64) float64 { return x * y },
	} {
		var levels []Level
		for _, at := range []float64{-1.3, -0.2, 0.013, 0.5, 1.7} {
			levels = append(levels, Level{At: at})
		}
		r := EncodeRelief(sheetOf(n, a, f), Scale{}, levels)
		for _, k := range r.contours {
			if len(k.pieces) == 0 {
				t.Errorf("%s: no contour at %v", name, k.At)
			}
			for _, piece := range k.pieces {
				for _, p := range piece {
					x, y := a*(2*p.X/(n-1)-1), a*(2*p.Y/(n-1)-1)
					if got, reach := f(x, y), r.hi.value-r.lo.value; math.Abs(got-k.At) > 1e-6*reach {
						t.Errorf("%s: the contour at %v passes (%v, %v), where it is %v", name, k.At, x, y, got)
					}
				}
			}
		}
	}
}

// On any values, contours cross every grid line between a high and a low node
// once, and no other; they close or end at the edge.
func TestContoursPartHighFromLow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const rows, cols, at = 9, 12, 0.5
	for range 50 {
		m := mat.NewDense(rows, cols, nil)
		for i := range rows {
			for j := range cols {
				m.Set(i, j, rng.Float64())
			}
		}
		want := map[Point]int{}
		count := func(i, j, k, l int) {
			if v, w := m.At(i, j), m.At(k, l); (v >= at) != (w >= at) {
				s := (at/2 - v/2) / (w/2 - v/2)
				want[Point{float64(j) + s*float64(l-j), float64(i) + s*float64(k-i)}]++
			}
		}
		for i := range rows {
			for j := range cols {
				if j+1 < cols {
					count(i, j, i, j+1)
				}
				if i+1 < rows {
					count(i, j, i+1, j)
				}
			}
		}
		for _, piece := range EncodeRelief(m, Scale{}, []Level{{At: at}}).contours[0].pieces {
			first, last := piece[0], piece[len(piece)-1]
			edge := func(p Point) bool { return p.X == 0 || p.X == cols-1 || p.Y == 0 || p.Y == rows-1 }
			if first == last {
				piece = piece[1:]
			} else if !edge(first) || !edge(last) {
				t.Fatalf("a contour ends at %v and %v", first, last)
			}
			for _, p := range piece {
				want[p]--
			}
		}
		for p, n := range want {
			if n != 0 {
				t.Fatalf("%d crossings too few at %v", n, p)
			}
		}
	}
}

// Where two high corners face two low ones, the mean says which pair is joined:
// the high side is the one the picture has in the middle.
func TestSaddlesFollowTheMean(t *testing.T) {
	for _, c := range []struct {
		values []float64 // of the corners: lower left, lower right, upper left, upper right
		at     float64
		joined Point // the pair of midpoints of this crossing's piece lies around this corner
	}{
		{[]float64{1, 0, 0, 1}, 0.4, Point{1, 0}}, // mean ½: high together, around the low corners
		{[]float64{1, 0, 0, 1}, 0.6, Point{0, 0}},
		{[]float64{0, 1, 1, 0}, 0.4, Point{0, 0}},
		{[]float64{0, 1, 1, 0}, 0.6, Point{1, 0}},
	} {
		pieces := newGrid(mat.NewDense(2, 2, c.values)).contour(c.at, make([]int32, 8))
		if len(pieces) != 2 {
			t.Fatalf("%v at %v: %d pieces", c.values, c.at, len(pieces))
		}
		near := false
		for _, p := range pieces {
			mid := Point{(p[0].X + p[1].X) / 2, (p[0].Y + p[1].Y) / 2}
			near = near || math.Hypot(mid.X-c.joined.X, mid.Y-c.joined.Y) < 0.5
		}
		if !near {
			t.Errorf("%v at %v: no piece around %v in %v", c.values, c.at, c.joined, pieces)
		}
	}
}

// A circle is one closed curve of the right length, with high values on its left.
func TestContourOfACone(t *testing.T) {
	r := EncodeRelief(sheetOf(81, 2, func(x, y float64) float64 { return 3 - math.Hypot(x, y) }), Scale{},
		[]Level{{At: 2}})
	pieces := r.contours[0].pieces
	if len(pieces) != 1 || pieces[0][0] != pieces[0][len(pieces[0])-1] {
		t.Fatalf("%d pieces, or an open one", len(pieces))
	}
	area, p := 0.0, pieces[0]
	for i := 1; i < len(p); i++ {
		area += (p[i-1].X*p[i].Y - p[i].X*p[i-1].Y) / 2
	}
	if got, want := area*0.05*0.05, math.Pi; math.Abs(got-want) > 0.005 {
		t.Errorf("area %v to the left, want %v", got, want)
	}
}

// decode is the picture in the address of one.
func decode(t *testing.T, uri string) image.Image {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(uri, "data:image/png;base64,"))
	noError(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	noError(t, err)
	return img
}

// A pixel has the mean of its four nodes; where one is not known it is
// see-through, and no contour passes.
func TestReliefPixels(t *testing.T) {
	nan := math.NaN()
	m := mat.NewDense(3, 3, []float64{
		0, 1, 1, // the lowest row
		1, 2, 2,
		5, 6, nan,
	})
	r := EncodeRelief(m, Scale{Cividis, 0, 6.3}, []Level{{At: 1.9}})
	img, p := decode(t, r.raster.uri), palettes()[Cividis]
	wantEqual(t, "pixels", img.Bounds().Size(), image.Point{2, 2})
	for _, c := range []struct{ x, y, level int }{{0, 1, 10}, {1, 1, 15}, {0, 0, 35}} {
		wantEqual(t, fmt.Sprintf("pixel (%d, %d)", c.x, c.y), color.NRGBAModel.Convert(img.At(c.x, c.y)),
			color.NRGBAModel.Convert(p[c.level]))
	}
	if _, _, _, a := img.At(1, 0).RGBA(); a != 0 {
		t.Errorf("the unknown corner is %v", img.At(1, 0))
	}
	for _, piece := range r.contours[0].pieces {
		for _, p := range piece {
			if p.X > 1 && p.Y > 1 {
				t.Errorf("a contour passes %v, next to an unknown value", p)
			}
		}
	}
}

func TestLevelsAreSeenOnTheirColour(t *testing.T) {
	for _, s := range []Scale{{Cividis, 0, 1}, {ReversedCividis, 0, 1}} {
		ramp := palettes()[s.Ramp]
		for _, at := range []float64{-1, -0.5, 0, 0.25, 0.5, 0.75, 1} {
			ink := Level{At: at, Bold: true}.ink(s, onPicture)
			if got := contrast(ink.Light, ramp[s.level(at, len(ramp))]); got < 3 {
				t.Errorf("ramp %d: contrast of the contour at %v is %.2f", s.Ramp, at, got)
			}
		}
	}
}

// Violets go from nearly paper to a colour that stands out from it in either theme, in one hue: what is uncertain is
// seen, and a contour is read on all of it.
func TestVioletsStandOutWhereUncertain(t *testing.T) {
	p := palettes()[Violets]
	for _, theme := range []struct{ paper, entry color.NRGBA }{
		{Paper.Light, Entry.Light}, {Paper.Dark, Entry.Dark},
	} {
		last := 1.0
		for i, c := range p {
			v, ground := c.(color.NRGBA), shadeOn(c, theme.paper)
			next := contrast(ground, theme.paper)
			if next <= last {
				t.Errorf("on %v: colour %d stands out no more than the one before", theme.paper, i)
			}
			last = next
			if got := contrast(theme.entry, ground); got < 4.5 {
				t.Errorf("on %v: a contour on colour %d has contrast %.2f", theme.paper, i, got)
			}
			if !(v.B > v.R && v.R > v.G) {
				t.Errorf("colour %d is %v, no violet", i, v)
			}
		}
		if last < 3.5 {
			t.Errorf("on %v: the most uncertain has contrast %.2f", theme.paper, last)
		}
	}
	if ink := (Level{At: 0.5, Bold: true}).ink(Scale{Violets, 0, 1}, onPicture); ink != Entry {
		t.Errorf("a bold contour is drawn in %v", ink)
	}
}

// Contour is in the units of the axes: the circle x² + y² = 1, and two branches
// parted by NaN.
func TestContour(t *testing.T) {
	axis := Axis{Min: -2, Max: 2}
	xs, ys := Contour(sheetOf(81, 2, func(x, y float64) float64 { return x*x + y*y }), axis, axis, 1)
	if len(xs) < 50 || len(xs) != len(ys) {
		t.Fatalf("%d and %d places", len(xs), len(ys))
	}
	for i := range xs {
		if r := math.Hypot(xs[i], ys[i]); math.Abs(r-1) > 1e-3 {
			t.Fatalf("place %d at a distance of %v", i, r)
		}
	}
	xs, _ = Contour(sheetOf(81, 2, func(x, y float64) float64 { return x*y - 1 }), axis, axis, 0)
	breaks := 0
	for _, x := range xs {
		if math.IsNaN(x) {
			breaks++
		}
	}
	if breaks != 1 {
		t.Errorf("a hyperbola breaks %d times", breaks)
	}
}

// Names of contours that run together stand apart, each on its contour; where there is
// no room for another, the contour goes without.
func TestNamesOfContoursStandApart(t *testing.T) {
	steep := func(x, y float64) float64 { return 8 * (x + 0.02*y) }
	all := []Level{{At: -0.2, Name: "low!"}, {At: 0, Name: "half!"}, {At: 0.2, Name: "high!"}}
	svg := svgFrom(Surface{Relief: EncodeRelief(sheetOf(40, 1, steep), Scale{}, all), X: Axis{Min: -1, Max: 1},
		Y: Axis{Min: -1, Max: 1}})
	at := map[string]float64{}
	for _, e := range parse(t, svg) {
		if e.name == "text" && strings.HasSuffix(e.text, "!") {
			at[e.text] = atof(t, e.attr["y"])
		}
	}
	for _, l := range all {
		for _, k := range all {
			if a, b := at[l.Name], at[k.Name]; a == 0 || l.Name != k.Name && math.Abs(a-b) < 12 {
				t.Errorf("%s is at %v, %s at %v", l.Name, a, k.Name, b)
			}
		}
	}
}
