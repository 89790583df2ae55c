//go:build !race

package site

import (
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons"
)

// A firstScreen is how far down a page its first picture begins, px, and what pictures cover of the screen.
type firstScreen struct{ Top, Share float64 }

// firstSeen measures what is in sight of a page at its top.
const firstSeen = `(() => {
	const boxes = [...document.querySelectorAll("svg.plot")].map((e) => e.getBoundingClientRect())
		.filter((b) => b.height);
	return {
		Top: Math.min(...boxes.map((b) => b.top)),
		Share: boxes.reduce((sum, b) => sum + Math.max(0, Math.min(b.bottom, innerHeight) - b.top) * b.width, 0) /
			innerWidth / innerHeight,
	};
})()`

// A lesson's first screen on a phone is its figure: the picture stands high, and the better part of the screen is
// pictures.
func TestBrowserPhoneOpensWithItsFigure(t *testing.T) {
	t.Parallel()
	const top, least, median = 340, 0.4, 0.55
	p := open(t, sharedSite())
	p.phone()
	var shares []float64
	for _, l := range lessonsAsked() {
		path := "/lessons/" + l.Slug
		p.visit(path)
		p.until(`document.querySelector(".staged.phone") || !document.querySelector(".staged")`)
		f := eval[firstScreen](p, firstSeen)
		t.Logf("%s: the picture begins at %.0f px, pictures are %.2f of the screen", path, f.Top, f.Share)
		if f.Top >= top {
			t.Errorf("%s: the first picture begins %.0f px down, not above %d", path, f.Top, top)
		}
		if f.Share < least {
			t.Errorf("%s: pictures are %.2f of the first screen, not %g", path, f.Share, least)
		}
		shares = append(shares, f.Share)
	}
	if slices.Sort(shares); len(shares) == len(lessons.Contents.Open()) && shares[len(shares)/2] < median {
		t.Errorf("pictures are %.2f of the median first screen, not %g", shares[len(shares)/2], median)
	}
}
