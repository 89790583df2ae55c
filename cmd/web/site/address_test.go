//go:build !race

package site

import "testing"

// A reload right after a move must not lose it: the address has it well before the hand
// is taken to rest. In a burst of moves it follows three times a second at most.
func TestBrowserTheAddressFollowsAtOnce(t *testing.T) {
	t.Parallel()
	p := reader(t, krrPage)
	eval[any](p, `(async () => {
		const { set } = await `+module("moves")+`;
		window.times = [];
		const replace = history.replaceState.bind(history);
		history.replaceState = (...all) => { times.push(performance.now()); replace(...all); };
		document.addEventListener("course:rest",
			() => { window.seen ??= new URLSearchParams(location.search).get("fit.bandwidth"); });
		set(document.getElementById("fit"), "bandwidth", "5");
	})()`)
	shows(p, "seen", "5")
	const burst = `(() => {
		let i = 0;
		const slide = document.getElementById("fit-bandwidth-slider");
		document.addEventListener("course:moved", () => {
			if (++i > 30) return;
			slide.value = i;
			slide.dispatchEvent(new Event("input", { bubbles: true }));
		});
		slide.value = 0;
		slide.dispatchEvent(new Event("input", { bubbles: true }));
	})()`
	eval[any](p, burst)
	p.until(`new URLSearchParams(location.search).get("fit.bandwidth") === ` +
		`document.getElementById("fit-bandwidth-slider").dataset.grid.split(" ")[30]`)
	if gap := eval[float64](p, "Math.min(...times.slice(1).map((t, i) => t - times[i]))"); gap < 340 {
		t.Errorf("the address was replaced twice within %.0f ms", gap)
	}
	p.reload()
	p.until(`document.getElementById("fit-bandwidth").value === ` +
		`document.getElementById("fit-bandwidth-slider").dataset.grid.split(" ")[30]`)
}
