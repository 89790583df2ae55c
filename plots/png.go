package plots

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// dataURI returns img as a PNG in a data: address.
func dataURI(img image.Image) string {
	var b bytes.Buffer
	if p, ok := img.(*image.Paletted); ok {
		writePalettePNG(&b, p)
	} else if err := png.Encode(&b, img); err != nil {
		panic(fmt.Sprintf("plots: encoding an image: %v", err)) // only for an empty or enormous image
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// writePalettePNG writes p with every row as the difference from the row above.
// image/png never filters palette images, since the neighbour of a palette
// index is in general any colour; here the palette is a ramp and the picture
// smooth, and the difference makes the PNG of a Gram matrix less than half as
// long.
//
// Source: PNG specification, third edition (2025), sections 5, 9.2, 11.2 and
// 11.3.1.1.
func writePalettePNG(b *bytes.Buffer, p *image.Paletted) {
	bounds := p.Bounds()
	width, height := bounds.Dx(), bounds.Dy()
	b.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	writeChunk(b, "IHDR", append(header, 8, 3, 0, 0, 0)) // 8 bits, a palette
	palette := make([]byte, 0, 3*len(p.Palette))
	var opacity []byte // up to the last colour that is not opaque
	for i, c := range p.Palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		palette = append(palette, n.R, n.G, n.B)
		for n.A < 255 && len(opacity) <= i {
			opacity = append(opacity, 255)
		}
		if n.A < 255 {
			opacity[i] = n.A
		}
	}
	writeChunk(b, "PLTE", palette)
	if len(opacity) > 0 {
		writeChunk(b, "tRNS", opacity)
	}

	const up = 2 // the filter's number
	filtered := make([]byte, 0, (width+1)*height)
	for y := range height {
		filtered = append(filtered, up)
		row := p.Pix[y*p.Stride : y*p.Stride+width]
		if y == 0 {
			filtered = append(filtered, row...)
			continue
		}
		above := p.Pix[(y-1)*p.Stride:]
		for x, v := range row {
			filtered = append(filtered, v-above[x])
		}
	}
	var data bytes.Buffer
	w := compressors.Get().(*zlib.Writer)
	w.Reset(&data)
	_, _ = w.Write(filtered) // a bytes.Buffer does not fail
	_ = w.Close()
	compressors.Put(w)
	writeChunk(b, "IDAT", data.Bytes())
	writeChunk(b, "IEND", nil)
}

func writeChunk(b *bytes.Buffer, name string, data []byte) {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(chunk, name...)
	chunk = append(chunk, data...)
	b.Write(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:])))
}

// compressors hold large tables, so they are used again.
var compressors = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(nil, 6)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}
