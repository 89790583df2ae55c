//go:build !race

package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Own points of two classes on the lift: drag one, change its class by key, add
// one; the plane and its shadow follow.
func TestBrowserLiftFollowsTheHand(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/feature-maps/lift?data=points&feature=square&points=-1,0,1;0,0.5,-1;1,0,1")
	h := hand{p, "lift-plane"}
	says := func(points, text string) {
		t.Helper()
		p.until(fmt.Sprintf(`document.querySelectorAll("#lift .handle").length === %s && `+
			`document.querySelector("#lift").textContent.includes(%q)`, points, text))
		p.still()
	}
	says("3", "A straight line puts 3 on the correct side")

	h.drags(spot{0, 0.5}, spot{0, 0.2}, spot{0, 0})
	says("3", "A straight line puts 2 on the correct side; with the feature x₁² a plane puts 3 there")
	shows(p, `document.querySelectorAll("#lift-box-title").length`, 1)
	h.press("c")
	says("3", "A straight line puts 3 on the correct side")
	h.press("z", chromedp.ModifierCtrl)
	says("3", "A straight line puts 2 on the correct side")
	h.click(0, -1.5)
	says("4", "4 points of two classes")
}
