//go:build !race

package site

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/plots"
)

var update = flag.Bool("update", false, "write testdata/gallery-*.png anew")

// A region of a page, in CSS pixels.
type region struct{ X, Y, Width, Height float64 }

// screenshot returns a region at a scale.
func (p *tab) screenshot(r region, scale float64) image.Image {
	p.Helper()
	beyond := true
	params := page.CaptureScreenshotParams{CaptureBeyondViewport: &beyond, Clip: &page.Viewport{X: r.X, Y: r.Y,
		Width: r.Width, Height: r.Height, Scale: scale}}
	var result page.CaptureScreenshotResult
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, page.CommandCaptureScreenshot, params, &result)
	}))
	return course.Must(png.Decode(bytes.NewReader(result.Data)))
}

// Every kind of picture looks as it did in both themes: at half size, at most
// 0.1 % of the pixels of any picture have changed visibly: a line or a name that is
// gone is twice that. Fonts are the page's
// own, so only rasterisers may differ.
func TestBrowserGallery(t *testing.T) {
	t.Parallel()
	const scale = 0.5
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			p := open(t, sharedSite())
			p.prefers(theme)
			p.visit("/gallery")
			var got sheet
			for _, s := range plots.Gallery() {
				r := eval[region](p,
					fmt.Sprintf(`(() => { `+
						`const b = document.querySelector("#%s [data-theme=%s] svg").getBoundingClientRect();
				return {X: Math.floor(b.x + scrollX), Y: Math.floor(b.y + scrollY), Width: Math.ceil(b.width / 2) * 2,
					Height: Math.ceil(b.height / 2) * 2}; })()`, s.Name, theme))
				got.add(s.Name, p.screenshot(r, scale))
			}
			file, actual := filepath.Join("testdata", "gallery-"+theme+".png"), filepath.Join(os.TempDir(),
				"gallery-"+theme+".png")
			if *update {
				got.write(t, file)
			}
			want := readSheet(t, file)
			if b := want.Bounds(); b != got.bounds() {
				got.write(t, actual)
				t.Errorf("%s: the gallery is %v and was %v; see %s, and -update to accept", theme, got.bounds().Max,
					b.Max, actual)
				return
			}
			now := got.img()
			for i, place := range got.places {
				if changed := difference(want, now, place); changed > 0.001 {
					got.write(t, actual)
					t.Errorf("%s, %s: %.1f %% of the pixels changed; see %s, and -update to accept", got.names[i],
						theme, 100*changed, actual)
				}
			}
		})
	}
}

// A sheet is the pictures of the gallery on one image, in columns.
type sheet struct {
	names  []string
	places []image.Rectangle
	parts  []image.Image
}

const sheetColumns = 4

func (s *sheet) add(name string, part image.Image) {
	const width, height = 300, 450 // no picture is wider at half size, nor taller
	i := len(s.parts)
	at := image.Pt(i%sheetColumns*width, i/sheetColumns*height)
	s.names, s.parts = append(s.names, name), append(s.parts, part)
	s.places = append(s.places, image.Rectangle{at, at.Add(part.Bounds().Size())})
}

func (s *sheet) bounds() image.Rectangle {
	var r image.Rectangle
	for _, p := range s.places {
		r = r.Union(p)
	}
	return r
}

// img is the sheet with sixteen levels a colour: a small file, and fine enough for
// what the comparison calls visible.
func (s *sheet) img() *image.NRGBA {
	out := image.NewNRGBA(s.bounds())
	coarse := func(v uint32) uint8 { return uint8(v>>12) * 17 }
	for i, part := range s.parts {
		from := part.Bounds().Min
		for y := range part.Bounds().Dy() {
			for x := range part.Bounds().Dx() {
				r, g, b, _ := part.At(from.X+x, from.Y+y).RGBA()
				out.SetNRGBA(s.places[i].Min.X+x, s.places[i].Min.Y+y, color.NRGBA{coarse(r), coarse(g),
					coarse(b), 255})
			}
		}
	}
	return out
}

func (s *sheet) write(t *testing.T, file string) {
	t.Helper()
	var b bytes.Buffer
	noError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, s.img()))
	noError(t, os.WriteFile(file, b.Bytes(), 0o644))
}

func readSheet(t *testing.T, file string) image.Image {
	t.Helper()
	f := course.Must(os.Open(file))
	defer f.Close()
	return course.Must(png.Decode(f))
}

// difference returns the share of a place's pixels that differ by more than three
// levels in a channel.
func difference(a, b image.Image, place image.Rectangle) float64 {
	const visible = 3 * 17 << 8
	apart := func(v, w uint32) bool { return v > w+visible || w > v+visible }
	changed := 0
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x < place.Max.X; x++ {
			r, g, bl, _ := a.At(x, y).RGBA()
			r2, g2, bl2, _ := b.At(x, y).RGBA()
			if apart(r, r2) || apart(g, g2) || apart(bl, bl2) {
				changed++
			}
		}
	}
	return float64(changed) / float64(place.Dx()*place.Dy())
}

// The colours of the page and of the pictures are the same.
func TestTokensAgree(t *testing.T) {
	css := course.Must(os.ReadFile("../../../static/css/tokens.css"))
	declared := map[string][2]string{}
	for _, m := range regexp.MustCompile(`(--[\w-]+): (?:light-dark\((#\w+), `+
		`(#\w+)\)|(#\w+));`).FindAllStringSubmatch(string(css), -1) {
		declared[m[1]] = [2]string{m[2] + m[4], m[3] + m[4]}
	}
	for _, token := range plots.Tokens() {
		want := [2]color.NRGBA{token.Light, token.Dark}
		var got [2]color.NRGBA
		for i, hex := range declared[token.Var] {
			got[i] = parseHex(t, token.Var, hex)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s in theme.go and in tokens.css (-go +css):\n%s", token.Var, diff)
		}
	}
}

func parseHex(t *testing.T, name, s string) color.NRGBA {
	t.Helper()
	if len(s) == 4 { // #abc is #aabbcc
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	if len(s) != 7 {
		t.Errorf("%s is %q in tokens.css", name, s)
		return color.NRGBA{}
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		t.Error(err)
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}
