package plots

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"
)

// What is written reads back pixel for pixel, also from a picture that is part
// of a larger one.
func TestPalettePNGReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range []image.Point{{1, 1}, {1, 9}, {133, 133}, {41, 30}} {
		whole := image.NewPaletted(image.Rect(0, 0, size.X+3, size.Y+2), palettes()[Cividis])
		for i := range whole.Pix {
			whole.Pix[i] = uint8(rng.IntN(len(whole.Palette)))
		}
		part := whole.SubImage(image.Rect(2, 1, 2+size.X, 1+size.Y)).(*image.Paletted)
		var b bytes.Buffer
		writePalettePNG(&b, part)
		got, err := png.Decode(&b)
		if err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if got.Bounds().Size() != size {
			t.Fatalf("%v reads back as %v", size, got.Bounds().Size())
		}
		for y := range size.Y {
			for x := range size.X {
				r, g, bl, _ := got.At(x, y).RGBA()
				if wr, wg, wb, _ := part.At(x+2, y+1).RGBA(); r != wr || g != wg || bl != wb {
					t.Fatalf("%v: pixel %d, %d is %v, want %v", size, x, y, got.At(x, y), part.At(x+2, y+1))
				}
			}
		}
	}
}
