package plots

import (
	"math"
	"regexp"
	"strings"
	"testing"
)

// On a map a kilometre is a kilometre, a disc twice as much has twice the area,
// and there is no land outside the cells.
func TestGeoMapIsToScale(t *testing.T) {
	var cells []Point
	for x := 0.02; x < 3; x += 0.04 {
		for y := 0.02; y < 4; y += 0.04 {
			if x+y < 5 {
				cells = append(cells, Point{x, y})
			}
		}
	}
	v := GeoMap{
		Country: EncodeCountry(cells, make([]float64, len(cells)), 0.04, Scale{Cividis, 0, 1}, nil),
		Samples: []Point{{1, 1}, {-5, 0}, {2, 1}}, Sizes: []float64{8, 9, -4},
		Classes: []Class{{Name: "sites", Points: []Point{{1.5, 1.5}, {1.6, 1.5}}, Index: []int{4, 7}}},
	}
	svg := svgFrom(v)
	root := parse(t, svg)[0].attr["data-frame"]
	var frame [4]float64
	for i, s := range strings.Fields(root) {
		frame[i] = atof(t, s)
	}
	bar := follow(t, one(t, svg, "scale-bar").attr["d"])
	px := (frame[2] - frame[0]) / 3
	if got := bar[len(bar)-1].X - bar[0].X; math.Abs(got-px) > 0.2 {
		t.Errorf("1 km is %v px, want %v", got, 1000*px)
	}
	if all := said(t, svg); !strings.Contains(all, "1 km") || !strings.Contains(all, "N") {
		t.Errorf("no length or no north in %s", all)
	}
	points := class(t, svg, "points")[0] // the places come after the samples
	wantEqual(t, "data-index", points.attr["data-index"], "0 2")
	var r []float64
	for _, a := range regexp.MustCompile(`A([\d.]+)`).FindAllStringSubmatch(points.attr["d"], -1) {
		r = append(r, atof(t, a[1]))
	}
	if len(r) != 2 || math.Abs(r[0]*r[0]/(r[1]*r[1])-2) > 0.05 {
		t.Errorf("radii %v of samples 8 and −4", r)
	}
	if rings := strings.Count(one(t, svg, "negative").attr["d"], "M"); rings != 1 {
		t.Errorf("%d discs of negative size", rings)
	}
	wantEqual(t, "data-index", class(t, svg, "points")[1].attr["data-index"], "4 7")
	img := decode(t, v.Country.raster.uri)
	size := img.Bounds().Max
	if _, _, _, a := img.At(size.X-1, 0).RGBA(); a != 0 || size.X != 75 || size.Y != 100 {
		t.Errorf("the empty corner of %v cells has opacity %d", size, a)
	}
	if _, _, _, a := img.At(0, size.Y-1).RGBA(); a == 0 {
		t.Error("the south-western cell is empty")
	}
}
