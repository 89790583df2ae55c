//go:build !race

package site

import "testing"

// A datum is pointed at where it was taken to as well as where it is, and every picture
// of the figure shows it; a new point is dragged among the inputs and lands.
func TestBrowserDatumInLinkedPictures(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	const page = "/lessons/kernel-pca/projection"
	p.visit(page)
	data := eval[[][]float64](p, `fetch("`+page+`.json").then((r) => r.json()).then((d) => d.series.projection)`)
	h := hand{p, "projection-projection"}
	const said = `document.querySelector("#projection .datum").textContent`
	h.mouse(moved, data[4][0], data[4][1], 0)
	p.until(said + `.startsWith("Point 5: ") && document.querySelectorAll("#projection .marker").length === 4 && ` +
		`document.querySelector("#projection svg .row") !== null`)
	h.panel = "projection-gram"
	h.mouse(moved, 60, 9, 0)
	p.until(said + `.startsWith("Point 10: ")`)
	h.away()
	p.until(`document.querySelectorAll("#projection .marker").length === 2`)

	h.panel = "projection-plane"
	h.drags(spot{0.65, 0}, spot{0.3, 0.3}, spot{0, 0})
	p.until(`(() => { const q = new URLSearchParams(document.querySelector("#projection .panels").dataset.query); ` +
		`return Math.abs(Number(q.get("z1"))) < 0.11 && q.has("z1"); })()`)

	// Where a new point would be none among the inputs, nothing is dragged.
	p.visit(page + "?data=iris")
	x := eval[[]float64](p, `fetch("`+page+`.json?data=iris").then((r) => r.json()).then((d) => d.series.data[3])`)
	h.mouse(pressed, x[0], x[1], 0)
	h.mouse(released, x[0], x[1], 0)
	p.until(said + `.startsWith("Point ")`)
	p.until(`!document.querySelector("#projection .panels").dataset.query.includes("z1")`)
}
