//go:build !race

package site

import (
	"fmt"
	"testing"
)

// Where marks are on their way is read from the paths that are drawn, and where they are
// to be from a fresh answer of the server; the clock of the frames is turned by hand.
const tweenSetup = `(async () => {
	const { subpaths } = await ` + "%s" + `;
	const slot = document.getElementById("gram"), frames = [];
	window.requestAnimationFrame = (f) => frames.push(f);
	window.turn = (time) => frames.splice(0).forEach((f) => f(time));
	window.flights = 0; // that were begun
	let flies = false;
	new MutationObserver(() => { if (flies !== (flies = slot.matches(".flying"))) flights += flies; }).observe(slot,
		{ attributeFilter: ["class"] });
	const places = (root) => { // of the first corner of each mark in the row's panel, by its datum
		const all = {};
		for (const path of root.querySelector("[aria-labelledby^=gram-row]").querySelectorAll(".points")) {
			const index = path.dataset.index?.split(" ");
			subpaths(path.getAttribute("d")).forEach(([corner], i) => { all[index?.[i] ?? i] = corner; });
		}
		return all;
	};
	window.now = () => places(slot);
	window.after = async (query) => {
		const answer = await fetch(slot.dataset.path + "?" + query, { headers: { "HX-Request": "true",
			"HX-Target": "gram" } });
		const page = document.createElement("template");
		page.innerHTML = await answer.text();
		return places(page.content);
	};
	window.far = (a, b, c, share) => Math.max(...Object.keys(a).map((i) => Math.hypot(...[0,
		1].map((j) => a[i][j] - (b[i][j] + share * (c[i][j] - b[i][j]))))));
})()`

// A choice has marks go from where they were to where they are, and a matrix sort its
// rows; a hand on a slider ends that at once, and so does less motion.
func TestBrowserMarksFlyToTheirNewPlaces(t *testing.T) {
	t.Parallel()
	p := reader(t, "/lessons/gram-matrix")
	eval[any](p, fmt.Sprintf(tweenSetup, module("frame")))
	eval[any](p, `(async () => { window.listed = await after(""); `+
		`window.sorted = await after("order=eigenvector"); })()`)
	if far := eval[float64](p, `far(sorted, listed, listed, 0)`); far < 20 {
		t.Fatalf("the orders differ by %.1f px at most: nothing to see", far)
	}
	const flying = `document.querySelectorAll("#gram.flying").length + document.querySelectorAll("#gram canvas").length`
	at := func(time int, share float64) {
		t.Helper()
		eval[any](p, fmt.Sprintf(`turn(%d)`, time))
		if far := eval[float64](p, fmt.Sprintf(`far(now(), listed, sorted, %g)`, share)); far > 0.2 {
			t.Errorf("at %d ms a mark is %.1f px from where it should be", time-1000, far)
		}
	}

	p.types("gram-order", "eigenvector")
	p.until(flying + ` === 2`)
	at(1000, 0)
	at(1300, 0.5)
	at(1600, 1)
	shows(p, flying, 0)

	// Back, and a slider comes between: what it finds is the picture that was chosen.
	p.types("gram-order", "listed")
	p.until(flying + ` === 2`)
	eval[any](p, `turn(3000); turn(3200)`)
	if far := eval[float64](p, `far(now(), sorted, listed, 0)`); far < 5 {
		t.Errorf("after a third of the time no mark is further than %.1f px", far)
	}
	if far := eval[float64](p, `(() => {
		const slide = document.getElementById("gram-bandwidth-slider");
		slide.value = Number(slide.value) + 5;
		slide.dispatchEvent(new Event("input", { bubbles: true }));
		return far(now(), listed, listed, 0);
	})()`); far > 0 {
		t.Errorf("under the slider a mark is still %.1f px away", far)
	}
	shows(p, flying, 0)
	p.until(`document.querySelector("#gram .panels").dataset.query.startsWith("bandwidth=")`)
	p.still()
	shows(p, `flights`, 2)

	p.prefersLess()
	p.types("gram-order", "eigenvector")
	p.until(`document.querySelector("#gram .panels").dataset.query.includes("order=eigenvector")`)
	p.still()
	shows(p, `flights`, 2)
}
