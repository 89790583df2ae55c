//go:build !race

package site

import "testing"

// The picture of the fit with many numbers is as wide as its column, and its type is read.
func TestBrowserThePictureOfNotation(t *testing.T) {
	t.Parallel()
	const label = 12 // px
	p := open(t, sharedSite())
	for _, s := range []screen{{1440, 900, false}, {1100, 700, false}, {834, 1112, false}, {390, 844, true}} {
		if p.on(s); s.phone || s.width == 1440 {
			p.visit("/notation")
		}
		is := eval[struct{ Width, Column, Label float64 }](p, `(() => {
			const plot = document.querySelector("#notation svg.plot"), wide = plot.getBoundingClientRect().width;
			return {
				Width: wide, Column: Math.min(document.querySelector(".picture").clientWidth, 0.9 * innerHeight),
				Label: Math.min(...[...plot.querySelectorAll("text")].map((t) =>
					parseFloat(getComputedStyle(t).fontSize) * wide / plot.viewBox.baseVal.width)),
			};
		})()`)
		t.Logf("%d px: %+v", s.width, is)
		if is.Width < is.Column-1 || is.Label < label-0.05 {
			t.Errorf("%d px: the picture is %.0f px wide in a column of %.0f, and its least type %.1f px", s.width,
				is.Width, is.Column, is.Label)
		}
	}
}
