package plots

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// emblemWidth and emblemHeight are how large an emblem is drawn, in px.
const emblemWidth, emblemHeight = 168, 105

// AppendEmblem appends the panel drawn small and without words, as an inline <svg>
// element of class "emblem" that follows the page's theme: the data rectangle alone
// where the panel has one, and else the whole of it. It is an ornament beside words
// that say more, and hidden from those who cannot see it.
func (p Panel) AppendEmblem(b []byte) []byte {
	w, h := p.body()
	box := [4]float64{0, 0, w, h} // x, y, width and height of what is shown
	crop := ""
	if v, ok := p.Plot.(framed); ok {
		// The frame of this size, give or take what equal scales ask for.
		f := v.frame(w, h)
		w, h = w-(f.x1-f.x0)+emblemWidth, h-(f.y1-f.y0)+emblemHeight
		f = v.frame(w, h)
		crop = ` preserveAspectRatio="xMidYMid slice"`
		box = [4]float64{f.x0, h - f.y1, f.x1 - f.x0, f.y1 - f.y0}
	}
	s := newSVG(b, h)
	s.wordless = true
	s.buf = append(s.buf, `<svg class="emblem" aria-hidden="true" viewBox="`...)
	for i, v := range box {
		if i > 0 {
			s.buf = append(s.buf, ' ')
		}
		s.buf = appendTenths(s.buf, tenths(v))
	}
	s.buf = append(s.buf, `"`+crop+` fill="none" stroke-linejoin="round">`...)
	p.Plot.Draw(draw.NewCanvas(s, vg.Length(w), vg.Length(h)))
	s.endRun()
	return append(s.buf, "</svg>"...)
}
