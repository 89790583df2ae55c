package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

var update = flag.Bool("update", false, "write testdata/*.svg anew")

// samples are the gallery, signed entries, and a plot of gonum's own.
func samples() map[string]Panel {
	signed := mat.NewDense(3, 3, []float64{1, -2, 0, -2, 1, 0.5, 0, 0.5, 1})
	library := plot.New()
	library.Title.Text = "gonum <&>"
	xys := plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 2}, {X: 2, Y: 1}}
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		panic(err)
	}
	library.Add(line, points)
	m := map[string]Panel{"signed": {Plot: Heatmap{Values: signed}}, "library": {Plot: library}}
	for _, s := range Gallery() {
		m[s.Name] = s.Panel
	}
	// Small ones, for the goldens.
	m["curves"] = Panel{Plot: sampleCurves(20)}
	m["stems"] = Panel{Plot: sampleStems(6)}
	m["histogram"] = Panel{Plot: Histogram{X: Axis{Label: "distance", Max: 4}, Count: "pairs",
		Values: []float64{0, 1, 1, 2, 4, 9}, Bins: 4, Marks: []Mark{{At: 1, Name: "ℓ"}}}}
	for name, p := range m {
		p.ID, p.Title, p.Desc = name, "A <"+name+"> & more", `It "shows" x < y.`
		m[name] = p
	}
	return m
}

// element is one of an SVG's, with the text in it.
type element struct {
	name, text string
	attr       map[string]string
}

func parse(t *testing.T, svg []byte) []element {
	t.Helper()
	var all []element
	var open []int
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, len(all))
			attr := map[string]string{}
			for _, a := range e.Attr {
				if _, twice := attr[a.Name.Local]; twice {
					t.Errorf("<%s> has %s twice", e.Name.Local, a.Name.Local)
				}
				attr[a.Name.Local] = a.Value
			}
			all = append(all, element{name: e.Name.Local, attr: attr})
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]].text += string(e)
			}
		}
	}
}

func class(t *testing.T, svg []byte, class string) []element {
	t.Helper()
	var found []element
	for _, e := range parse(t, svg) {
		if slices.Contains(strings.Fields(e.attr["class"]), class) {
			found = append(found, e)
		}
	}
	return found
}

// some are the elements of a class, of which there are so many.
func some(t *testing.T, svg []byte, name string, want int) []element {
	t.Helper()
	found := class(t, svg, name)
	if len(found) != want {
		t.Fatalf("%d elements of class %q, want %d", len(found), name, want)
	}
	return found
}

// one is the element of a class.
func one(t *testing.T, svg []byte, name string) element {
	t.Helper()
	return some(t, svg, name, 1)[0]
}

func wantCount(t *testing.T, svg []byte, name string, want int) {
	t.Helper()
	wantEqual(t, "elements of class "+name, len(class(t, svg, name)), want)
}

func wantEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// noError ends the test at an error.
func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// said are the words of an SVG, between bars.
func said(t *testing.T, svg []byte) string {
	t.Helper()
	return strings.Join(words(t, svg), "|")
}

func words(t *testing.T, svg []byte) []string {
	t.Helper()
	var words []string
	for _, e := range parse(t, svg) {
		if e.name == "text" {
			words = append(words, e.text)
		}
	}
	return words
}

var pathData = regexp.MustCompile(`^(?:[MmLlHhVvCQAz]|-?(?:\d+(?:\.\d)?|\.\d)| )+$`)

func TestPanelsAreSoundSVG(t *testing.T) {
	for name, p := range samples() {
		svg := p.AppendSVG(nil)
		var whole bytes.Buffer
		noError(t, WriteSVG(&whole, p.Title, p.Desc, [][]Panel{{p}}))
		for _, b := range [][]byte{svg, whole.Bytes()} {
			ids := map[string]bool{}
			for _, e := range parse(t, b) {
				if _, ok := e.attr["style"]; ok {
					t.Errorf("%s: <%s> has a style attribute", name, e.name)
				}
				if id := e.attr["id"]; id != "" {
					if ids[id] {
						t.Errorf("%s: id %q twice", name, id)
					}
					ids[id] = true
				}
				if d, ok := e.attr["d"]; ok && !pathData.MatchString(d) {
					t.Errorf("%s: path data %q", name, d)
				}
				if e.name == "title" && e.text != p.Title {
					t.Errorf("%s: title %q, want %q", name, e.text, p.Title)
				}
				if e.name == "desc" && e.text != p.Desc {
					t.Errorf("%s: desc %q, want %q", name, e.text, p.Desc)
				}
			}
			if bytes.Contains(b, []byte("NaN")) || bytes.Contains(b, []byte("Inf")) {
				t.Errorf("%s: a number that is none", name)
			}
		}
		root := parse(t, svg)[0]
		if root.name != "svg" || root.attr["aria-labelledby"] != name+"-title" ||
			root.attr["aria-describedby"] != name+"-desc" {
			t.Errorf("%s: root %v", name, root)
		}
		if bytes.Contains(whole.Bytes(), []byte("var(")) {
			t.Errorf("%s: a standalone document refers to a page's colours", name)
		}
		if name != "library" && name != "heatmap" && bytes.Contains(svg, []byte(`stroke="#`)) {
			t.Errorf("%s: an inline path has a colour of its own", name)
		}
	}
}

func TestGoldens(t *testing.T) {
	for _, name := range []string{"curves", "stems", "errormap", "histogram", "signed"} {
		got := append(samples()[name].AppendSVG(nil), '\n')
		file := filepath.Join("testdata", name+".svg")
		if *update {
			noError(t, os.WriteFile(file, got, 0o644))
		}
		want, err := os.ReadFile(file)
		noError(t, err)
		wantEqual(t, name+", -update to accept", string(got), string(want))
	}
}

func TestCurvesHoldsItsMarks(t *testing.T) {
	v := sampleCurves(0)
	v.Points = []Point{{0, 0}, {60, 100}, {30, -150}, {61, 0}, {30, 101}, {math.NaN(), 0}, {1, math.Inf(1)}}
	svg := svgFrom(v)
	wantEqual(t, "marks in the frame", strings.Count(one(t, svg, "points").attr["d"], "h0"), 3)
	for _, name := range []string{"curve", "ghost", "mark"} {
		wantCount(t, svg, name, 1)
	}
	all := said(t, svg)
	for _, want := range []string{"time after impact (ms)", "acceleration (g)", "−150", "60", "readings", "before",
		"f, ℓ = 7.3 ms", "median"} {
		if !strings.Contains("|"+all+"|", "|"+want+"|") {
			t.Errorf("no label %q in %s", want, all)
		}
	}
}

// A figure must not jump: its frame depends on the panel's size alone.
func TestFrameStays(t *testing.T) {
	frame := func(v Drawer) string {
		return parse(t, svgFrom(v))[0].attr["data-frame"]
	}
	v := sampleCurves(10)
	want := frame(v)
	if want != "68 40 544 310" {
		t.Errorf("frame %q", want)
	}
	v.Y.Min, v.Y.Max, v.X.Label, v.Legend, v.Lines = -1e9, 1e-9, "", false, nil
	wantEqual(t, "frame of the same", frame(v), want)
	wantEqual(t, "frame of Paths", frame(samplePaths()), want)
	if a, b := frame(Heatmap{Values: gaussianGram(3, 1)}), frame(Heatmap{Values: gaussianGram(40, 9)}); a != b ||
		a != "46 40 316 310" {
		t.Errorf("heat maps' frames %q and %q", a, b)
	}
}

func TestAxisAttributes(t *testing.T) {
	root := parse(t, Panel{ID: "a", Plot: samplePaths()}.AppendSVG(nil))[0]
	wantEqual(t, "data-x", root.attr["data-x"], "1e-08 1 log")
	wantEqual(t, "data-y", root.attr["data-y"], "0 10 lin")
}

// A curve may leave the frame, grow beyond all bounds or have holes.
func TestCurveIsClipped(t *testing.T) {
	v := Curves{X: Axis{Max: 10}, Y: Axis{Max: 1}, Lines: []Line{{Class: "curve",
		Xs: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		Ys: []float64{0.5, 0.6, math.Inf(1), 0.2, 1e300, 0.2, math.NaN(), 0.5, -1e300, 0.7},
	}}}
	svg := svgFrom(v)
	d := class(t, svg, "curve")[0].attr["d"]
	// Pieces: 0–1, 3 up to the top, the top down to 5, 7 down to the bottom, the
	// bottom up to 9.
	wantEqual(t, "pieces of "+d, strings.Count(strings.ToLower(d), "m"), 5)
	for _, p := range follow(t, d) {
		if p.X < 68 || p.X > 544 || p.Y < 40 || p.Y > 310 {
			t.Errorf("%v lies outside the frame: %s", p, d)
		}
	}
}

// follow returns the vertices of path data of moves and lines.
func follow(t *testing.T, d string) []Point {
	t.Helper()
	tokens := regexp.MustCompile(`[A-Za-z]|-?(?:\d+(?:\.\d+)?|\.\d+)`).FindAllString(d, -1)
	var pts []Point
	var at Point
	var cmd string
	for i := 0; i < len(tokens); {
		if c := tokens[i][0]; c >= 'A' && c <= 'z' {
			cmd = tokens[i]
			i++
		}
		num := func() float64 {
			v := atof(t, tokens[i])
			i++
			return v
		}
		switch cmd {
		case "M", "L":
			at = Point{num(), num()}
		case "m", "l":
			at = Point{at.X + num(), at.Y + num()}
		case "H":
			at.X = num()
		case "h":
			at.X += num()
		case "V":
			at.Y = num()
		case "v":
			at.Y += num()
		default:
			t.Fatalf("command %q in %q", cmd, d)
		}
		pts = append(pts, at)
	}
	return pts
}

func atof(t *testing.T, s string) float64 {
	t.Helper()
	var v float64
	noError(t, xml.Unmarshal([]byte("<v>"+s+"</v>"), &v))
	return v
}

// Path data in its short form says the same as the points, to rounding and the
// tolerance of simplification.
func TestPathFollowsTheCurve(t *testing.T) {
	f := func(x float64) float64 { return math.Sin(x) * math.Exp(-x/5) }
	xs, ys := grid(0, 10, 200, f)
	svg := Panel{ID: "a", Plot: Curves{X: Axis{Max: 10}, Y: Axis{Min: -1, Max: 1},
		Lines: []Line{{Xs: xs, Ys: ys, Class: "curve"}}}}.AppendSVG(nil)
	pts := follow(t, class(t, svg, "curve")[0].attr["d"])
	if len(pts) < 40 {
		t.Fatalf("%d vertices: too few for a smooth curve", len(pts))
	}
	for _, p := range pts {
		x := (p.X - 68) / 47.6
		if want := 175 - 135*f(x); math.Abs(p.Y-want) > 0.25 {
			t.Errorf("at x = %.2f the path is at %.2f px, the curve at %.2f", x, p.Y, want)
		}
	}
}

func TestStemsOnePathEach(t *testing.T) {
	v := sampleStems(24)
	svg := svgFrom(v)
	for name, want := range map[string]int{"stems": 24, "stem-high": 1} {
		wantEqual(t, name, strings.Count(strings.ToLower(one(t, svg, name).attr["d"]), "m"), want)
	}
	wantCount(t, svg, "bumps", 1)
	v.Bumps = nil
	bare := svgFrom(v)
	if n := compressed(svg) - compressed(bare); n > 2000 {
		t.Errorf("24 bumps cost %d bytes compressed", n)
	}
}

// A script finds the stem that each mark, and each piece of a bump, is of.
func TestStemsAreNumbered(t *testing.T) {
	wave := func(x float64) float64 { return math.Max(0, math.Sin(x)) }
	xs, ys := grid(0, 12, 400, wave) // two humps, and flat between them
	v := Stems{X: Axis{Max: 12}, Y: Axis{Min: -1, Max: 1}, Xs: []float64{1, 3, 5}, Alpha: []float64{0.5, 7, -0.5},
		BumpX: xs, Bumps: [][]float64{ys}, BumpIndex: []int{2}, Highlight: []int{2}}
	svg := svgFrom(v)
	for name, want := range map[string]string{
		"stems": "", "stems-heads": "0 2", "stem-high": "2", "stem-high-heads": "2", "bumps": "2 2",
	} {
		wantEqual(t, name+": data-index", class(t, svg, name)[0].attr["data-index"], want)
	}
}

func TestHeatmapPixels(t *testing.T) {
	m := mat.NewDense(2, 3, []float64{0, 0.5, 1, math.NaN(), -3, 9})
	r := EncodeRaster(m, Scale{Cividis, 0, 1})
	img, p := decode(t, r.uri), palettes()[Cividis]
	for _, c := range []struct{ x, y, level int }{
		{0, 0, 0}, {1, 0, 32}, {2, 0, 63}, {0, 1, 63}, {1, 1, 0}, {2, 1, 63},
	} {
		wantEqual(t, fmt.Sprintf("pixel (%d, %d), of level %d", c.x, c.y, c.level),
			color.NRGBAModel.Convert(img.At(c.x, c.y)), p[c.level])
	}
	// A symmetric matrix goes another way to the same pixels.
	k := gaussianGram(9, 5)
	wantEqual(t, "symmetric, as dense", EncodeRaster(k, Scale{}).Pix, EncodeRaster(mat.DenseCopyOf(k), Scale{}).Pix)
}

func TestScaleOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Scale
	}{
		{[]float64{0, 1, 0.5, 1}, Scale{Cividis, 0, 1}},
		{[]float64{-2, 1, 1, 1}, Scale{Diverging, -2, 2}},
		{[]float64{0, 0, 0, 0}, Scale{Cividis, 0, 1}},
		{[]float64{math.NaN(), math.Inf(1), 3, 0}, Scale{Cividis, 0, 3}},
	} {
		wantEqual(t, fmt.Sprintf("ScaleOf(%v)", c.values), ScaleOf(mat.NewDense(2, 2, c.values)), c.want)
	}
}

// Zero is paper, both ends are as light as each other, and lightness goes from it to them, in both
// themes; a number or a contour is read on all of it.
func TestDivergingRamp(t *testing.T) {
	p := palettes()[Diverging]
	n := len(p)
	if n%2 == 0 || p[n/2].(color.NRGBA).A != 0 {
		t.Fatalf("%d colours, and zero is %v", n, p[n/2])
	}
	for _, theme := range []struct{ paper, entry color.NRGBA }{
		{Paper.Light, Entry.Light}, {Paper.Dark, Entry.Dark},
	} {
		ground := make([]color.NRGBA, n)
		for i, c := range p {
			ground[i] = shadeOn(c, theme.paper)
			if got := contrast(theme.entry, ground[i]); got < 4.5 {
				t.Errorf("on %v: a number on level %d has contrast %.2f", theme.paper, i, got)
			}
		}
		for i := range n / 2 {
			if contrast(ground[i], theme.paper) <= contrast(ground[i+1], theme.paper) ||
				contrast(ground[n-1-i], theme.paper) <= contrast(ground[n-2-i], theme.paper) {
				t.Errorf("on %v: the ramp is not monotone %d steps from its ends", theme.paper, i)
			}
		}
		for _, end := range []color.NRGBA{ground[0], ground[n-1]} {
			if got := contrast(end, theme.paper); got < 3.5 {
				t.Errorf("on %v: the end %v has contrast %.2f", theme.paper, end, got)
			}
		}
		if a, b := luminance(ground[0]), luminance(ground[n-1]); math.Abs(a-b) > 0.01 {
			t.Errorf("luminance of the ends is %.3f and %.3f", a, b)
		}
	}
}

// A marker lies on the pixel of its value, and the lowest λ is at the bottom.
func TestErrorMapGeometry(t *testing.T) {
	m := mat.NewDense(3, 5, nil)
	m.Set(0, 0, -1) // least error: least λ, least bandwidth
	v := ErrorMap{X: Axis{Min: 1, Max: 16, Log: true}, Y: Axis{Min: 1, Max: 3}, Values: m,
		Best: Marker{X: 1, Y: 1, Name: "best"}}
	r := v.raster()
	if r.ColorIndexAt(0, 2) != 0 || r.ColorIndexAt(0, 0) == 0 {
		t.Error("the first row of Values is not at the bottom")
	}
	svg := svgFrom(v)
	at := follow(t, class(t, svg, "best")[0].attr["d"])[0]
	// The middle of the lower left cell of 5 × 3 in a frame of 476 × 270.
	want := Point{68 + 47.6, 310 - 45}
	if math.Hypot(at.X-want.X, at.Y-want.Y) > 0.1 {
		t.Errorf("best at %v, want %v", at, want)
	}
}

func TestErrorMapUnknownErrorsAreNotLow(t *testing.T) {
	r := EncodeErrorMap(mat.NewDense(1, 3, []float64{1, math.NaN(), math.Inf(1)}), 0)
	if r.ColorIndexAt(0, 0) != 0 || r.ColorIndexAt(1, 0) != 63 || r.ColorIndexAt(2, 0) != 63 {
		t.Errorf("levels %v", r.Pix)
	}
	all := EncodeErrorMap(mat.NewDense(1, 2, []float64{math.NaN(), math.NaN()}), 5)
	if all.ColorIndexAt(0, 0) != 63 {
		t.Errorf("levels %v where no error is known", all.Pix)
	}
}

func TestHistogramCounts(t *testing.T) {
	v := Histogram{X: Axis{Max: 4}, Values: []float64{0, 0.5, 1, 3.99, 4, 4.1, -1, math.NaN()}, Bins: 4}
	wantEqual(t, "counts", v.counts(), []int{2, 1, 0, 2})
}

func TestPathsMarksEveryLine(t *testing.T) {
	svg := Panel{ID: "a", Plot: samplePaths()}.AppendSVG(nil)
	dots := some(t, svg, "marker", 2)
	// λ = 10⁻⁴ is in the middle; the leave-one-out error there is 2 of 10.
	wantEqual(t, "dot", follow(t, dots[0].attr["d"])[0], Point{306, 256})
}

func TestTokensCanBeRead(t *testing.T) {
	for _, ink := range []Token{Ink, Soft, Accent, Curve, Bandwidth, Lambda, Ok, Warn} {
		if c := contrast(ink.Light, Paper.Light); c < 4.5 {
			t.Errorf("%s: contrast %.2f on light paper", ink.Var, c)
		}
		if c := contrast(ink.Dark, Paper.Dark); c < 4.5 {
			t.Errorf("%s: contrast %.2f on dark paper", ink.Var, c)
		}
	}
	for i, mark := range Categories {
		want := 3.0
		if i < 4 {
			want = 4.5
		}
		if c := min(contrast(mark.Light, Paper.Light), contrast(mark.Dark, Paper.Dark)); c < want {
			t.Errorf("%s: contrast %.2f, want %.1f", mark.Var, c, want)
		}
	}
	seen := map[string]bool{}
	for _, token := range Tokens() {
		if seen[token.Var] {
			t.Errorf("%s twice", token.Var)
		}
		seen[token.Var] = true
	}
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func TestFontHasEveryGlyph(t *testing.T) {
	for _, set := range []text{tickText, noteText} {
		f := set.face()
		for _, r := range "−×·⁻⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉ᵢⱼₙ‖√∞≤≥≈→ℓλασΦθμ°′–’é" {
			if g, err := f.Face.GlyphIndex(nil, r); err != nil || g == 0 {
				t.Errorf("no glyph for %q", r)
			}
		}
	}
}

// What the font has not is drawn by what it has, as wide as that; a hat takes no room.
func TestFormsOfMissingSigns(t *testing.T) {
	face := tickText.face()
	for r, f := range forms {
		if g, err := face.Face.GlyphIndex(nil, []rune(f.by)[0]); err != nil || g == 0 {
			t.Errorf("%q is drawn by %q, which the font has not either", r, f.by)
		}
	}
	small := text{Size: 0.62 * tickText.Size}
	want := tickText.width("φ") + small.width("a") + tickText.width("(x)")
	if got := tickText.width("φₐ(x)"); math.Abs(float64(got-want)) > 1e-9 {
		t.Errorf("φₐ(x) is %v wide, not %v", got, want)
	}
	if got, want := tickText.width("Σ\u0302 of"), tickText.width("Σ of"); got != want {
		t.Errorf("Σ̂ is %v wide, Σ %v", got, want)
	}
}

func TestPNG(t *testing.T) {
	s := samples()
	var b bytes.Buffer
	noError(t, WritePNG(&b, "λ", [][]Panel{{s["curves"], s["histogram"]}, {s["heatmap"]}}, 1.5))
	img, err := png.Decode(&b)
	noError(t, err)
	// 560 + 16 + 360 wide; 34 for the title, 360 + 260 tall, 27 for each heading.
	if got := img.Bounds().Max; got.X != 1404 || got.Y != 1062 {
		t.Errorf("%d × %d pixels, want 1404 × 1062", got.X, got.Y)
	}
	// The diagonal of K is yellow from the upper left to the lower right.
	top := 34.0 + 27 + 40
	for _, at := range []float64{10, 135, 260} {
		c := img.At(int(1.5*(576+46+at)), int(1.5*(top+at)))
		if luminance(c) < 0.6 {
			t.Errorf("%v px along the diagonal the heat map is %v", at, c)
		}
	}
}

func TestPDF(t *testing.T) {
	s := samples()
	var b bytes.Buffer
	noError(t, WritePDF(&b, "λ", [][]Panel{{s["curves"]}, {s["heatmap"]}}))
	if !bytes.HasPrefix(b.Bytes(), []byte("%PDF")) {
		t.Errorf("begins %q", b.Bytes()[:8])
	}
	if !bytes.Contains(b.Bytes(), []byte("D:20000101000000")) {
		t.Error("two PDFs of one figure differ by their date")
	}
	if b.Len() > 100_000 {
		t.Errorf("%d bytes", b.Len())
	}
}

// The same figure is the same PDF, with pictures of one size too, which differ from one
// another; and each picture is shown as it is.
func TestPDFsAreEqual(t *testing.T) {
	s := samples()
	one := []Panel{}
	for i := range 6 {
		values := mat.NewDense(4, 4, nil)
		values.Set(i/4, i%4, 1)
		one = append(one, Panel{ID: fmt.Sprint("map-", i), Title: "Map", Width: 200, Plot: Heatmap{Values: values}})
	}
	pages := [][][]Panel{{one}}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		pages = append(pages, [][]Panel{{s[name]}})
	}
	for _, columns := range pages {
		var first []byte
		for range 4 {
			var b bytes.Buffer
			noError(t, WritePDF(&b, "", columns))
			if first == nil {
				first = b.Bytes()
			} else if !bytes.Equal(first, b.Bytes()) {
				t.Errorf("%s: two PDFs differ", columns[0][0].ID)
				break
			}
		}
	}
}

func TestPNGScaleIsBounded(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic at scale NaN")
		}
	}()
	_ = WritePNG(io.Discard, "", nil, math.NaN())
}

func compressed(b []byte) int {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: 2, LGWin: 16}) // the server's
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Len()
}

// What a move of λ draws: a curve over its data, and a Gram matrix that stayed.
func BenchmarkMove(b *testing.B) {
	fit := Panel{ID: "fit", Title: "fit", Plot: sampleCurves(133)}
	gram := Panel{ID: "gram", Title: "gram", Plot: Heatmap{Raster: EncodeRaster(gaussianGram(133, 7), Scale{})}}
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = gram.AppendSVG(fit.AppendSVG(buf[:0]))
	}
	b.ReportMetric(float64(compressed(buf)), "bytes")
}

func BenchmarkEncodeRaster(b *testing.B) {
	k := gaussianGram(133, 7)
	var r *Raster
	b.ReportAllocs()
	for b.Loop() {
		r = EncodeRaster(k, Scale{})
	}
	b.ReportMetric(float64(len(r.uri)), "bytes")
}
